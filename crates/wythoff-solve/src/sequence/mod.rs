//! The papers' sequences of pairs `(a_n, b_n)`, each computed in the very way its paper states it.
//!
//! A game of this laboratory often has several descriptions of the same P-positions: a rule of minimal exclusion, a
//! floor function, the digits of a numeration system, a morphism. They stand here side by side, one file per family,
//! so that they can be compared; the tests of the crate do so to a million terms.
//!
//! ```
//! use wythoff_solve::sequence::{Arithmetic, Beatty, Recursive};
//!
//! let recursive = Recursive::new(2)?; // 2-Wythoff Nim, by the mex rule
//! let algebraic = Beatty::new(2, 1)?; // … by ⌊nΦ_2⌋
//! let arithmetic = Arithmetic::new(2)?; // … by the digits of n
//! for (n, pair) in recursive.take(1000).enumerate() {
//!     assert_eq!(algebraic.get(n as u64), Some(pair));
//!     assert_eq!(arithmetic.pair(&n.into()), (pair.0.into(), pair.1.into()));
//! }
//! # Ok::<(), wythoff_solve::sequence::ParameterError>(())
//! ```
//!
//! | type | sequence | stated in |
//! |---|---|---|
//! | [`Recursive`] | mex rule of k-Wythoff Nim | beatty-extensions, Theorem 2.1 (Fraenkel's first strategy) |
//! | [`Beatty`] | `⌊nΦ_km/m⌋`; `m = 1` is Fraenkel's second strategy | beatty-extensions, Theorem 2.1, Lemma 3.3 |
//! | [`Arithmetic`] | digits in a numeration system | Fraenkel's third strategy |
//! | [`MexMultiset`], [`MexResidue`], [`MexClasses`] | Algorithms I, II, III | beatty-extensions, Proposition 6.1 |
//! | [`PmPairs`] | the (p,m)-Wythoff pairs | imitation-nim, Definition 1 |
//! | [`InvariantPairs`], [`InvariantBeatty`] | `G(α_k)` | invariant-games, Definition 3 |
//! | [`ModularTwo`], [`Morphism`] | kWN^(2), k even | not in a paper: checked, not proved |
//!
//! Iterators yield `u64` pairs and end (rather than wrap) when a term would no longer fit; where a closed form
//! exists the `n`-th pair is also there for big integers.

mod arithmetic;
mod beatty;
mod invariant;
mod mex;
mod modular;
mod morphism;
mod pm;
mod recursive;

pub use arithmetic::{Arithmetic, Kind};
pub use beatty::Beatty;
pub use invariant::{InvariantBeatty, InvariantPairs};
pub use mex::{MexClasses, MexMultiset, MexResidue};
pub use modular::ModularTwo;
pub use morphism::Morphism;
pub use pm::PmPairs;
pub use recursive::Recursive;

use std::collections::VecDeque;

/// A parameter for which the sequence is not defined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The parameter is below its least value.
    #[error("{name} must be at least {least}, not {value}")]
    TooSmall {
        /// The name of the parameter.
        name: &'static str,
        /// Its least value.
        least: u32,
        /// The value given.
        value: u32,
    },
    /// The parameter has to be even.
    #[error("{name} must be even, not {value}")]
    Odd {
        /// The name of the parameter.
        name: &'static str,
        /// The value given.
        value: u32,
    },
}

/// `value`, if it is at least `least`.
pub(crate) fn at_least(name: &'static str, least: u32, value: u32) -> Result<u32, ParameterError> {
    if value < least { Err(ParameterError::TooSmall { name, least, value }) } else { Ok(value) }
}

/// The least number that is neither taken nor excluded, when numbers are taken and excluded in increasing order.
///
/// The mex of a growing set never decreases, so one pointer suffices; excluded numbers wait in a queue until the
/// pointer reaches them. Both steps are O(1) amortised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mex {
    next: u64,
    excluded: VecDeque<u64>,
}

impl Mex {
    /// The mex, without taking it.
    fn peek(&mut self) -> u64 {
        while let Some(&front) = self.excluded.front() {
            if front > self.next {
                break;
            }
            if front == self.next {
                self.next += 1;
            }
            self.excluded.pop_front();
        }
        self.next
    }

    /// Takes the mex: it belongs to the set from now on.
    fn take(&mut self) -> u64 {
        let value = self.peek();
        self.next += 1;
        value
    }

    /// Adds `value`, which is larger than every value excluded before.
    fn exclude(&mut self, value: u64) {
        debug_assert!(self.excluded.back().is_none_or(|&last| last < value));
        self.excluded.push_back(value);
    }
}
