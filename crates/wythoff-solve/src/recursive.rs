//! The (p,m)-Wythoff pairs and (p,m)-Wythoff Nim at any size, in polynomial time, for any `p, m ≥ 1`.
//!
//! [`PmPairs`](crate::sequence::PmPairs) lists the pairs of imitation-nim, Definition 1, one after the other. Here a
//! single pair, the pair that contains a given number, and all moves to P-positions are computed for numbers of a
//! thousand digits and more. The paper leaves this open except for `p | m`, where the pairs are Beatty pairs.
//!
//! ```
//! use dashu_int::UBig;
//! use wythoff_solve::recursive::PmWythoff;
//!
//! let game = PmWythoff::new(2, 1)?;
//! let n = UBig::from(10u8).pow(60);
//! let (a, b) = game.pair(&n)?;
//! assert_eq!(a.to_string(), "1780776406404415137455352463993519256286799806343405108599657");
//! assert_eq!(game.place(&b)?.index, n);
//!
//! // From (a, b + 5) the one-pile move to (a, b) wins.
//! let ask = game.p_options(&a, &(&b + 5u8))?;
//! assert!(!ask.is_p());
//! assert!(ask.winning_moves().contains(&(a, b)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How
//!
//! Shift away the pairs `(i, i)`, `i < p`: with `A_k = a_{k+p−1} − (p−1)`, `B_k = A_k + ⌈k/p⌉m`, the `A_k` and `B_k`,
//! `k ≥ 1`, partition the positive integers (Proposition 1b) and both are strictly increasing. So
//!
//! > `#{k : A_k ≤ x} + #{k : B_k ≤ x} = x` for every `x ≥ 0`.  (∗)
//!
//! Suppose `A_j` is known for all `j` in an interval `[lo, hi]`. Then so is `B_j`; the integers between `B_lo` and `B_hi` that
//! are none of these are `A`'s; and by (∗) the `A`'s up to `B_lo` number `B_lo − lo`, so their indices are known, too.
//! An exact window gives an exact window, whose indices lie higher by the factor `B_k/A_k` and which is longer by the
//! same factor. Starting from a window `[0, w]` computed from the definition, and clipping each window to a stretch
//! around an estimated centre, some `ln n / ln(β/α)` steps (about `(2p/m)·ln n`) lead to index `n`. Forty or so steps at a time
//! are made on small numbers, before the big ones are brought up to date.
//!
//! # What is proved and what is checked
//!
//! * **Proved**: every window ever formed is exact, by the argument above, whatever the estimates were. An answer is
//!   read off a window that contains what was asked for; hence every answer returned is exact, given Proposition 1
//!   of imitation-nim.
//! * **Checked at run time**: that the last window contains what was asked for. If the estimates were off by too much,
//!   or the windows were clipped too narrowly, a window runs empty or misses the target; then the radius is doubled and
//!   the walk begins anew. As soon as the radius exceeds the target, the first window contains it, so the search ends.
//! * **Not relied upon**: how near `A_k` is to a multiple of `k`. That is what makes the first radius (and with it the
//!   running time) sufficient. It is proved below for all `p` and `m`; the appendix of imitation-nim has it for `m = 1`.
//!
//! Rejected: computing the windows by recursion on both ends with the bound `p + m + 2` taken on trust; it gives the same
//! values, and nothing checks them.
//!
//! # How far from the line
//!
//! **Theorem.** Let `p, m ≥ 1` and `r = (2p − m + √(m² + 4p²))/(2p)`. Then, for every `k ≥ 1`,
//!
//! > `−p ≤ A_k − r·k ≤ p·(r − 1) < p`.
//!
//! So the pairs stay within a distance of `p` of their Beatty pair (`B_k − A_k = ⌈k/p⌉m` is within `m` of `k·m/p`). The lower bound is sharp when `p | m`.
//!
//! *Proof.* Let `g = m/p` and `α = 1/r`, the positive root of `gα² + (2 − g)α = 1`; then `1/2 < α < 1`. Let `A(x)` be the number of `A`'s up to `x`,
//! `ε(x) = A(x) − αx`, and `f(x) = x + m⌈A(x)/p⌉`. With `k = A(x)` we have `B_k ≤ f(x) < B_{k+1}`, since `A_k ≤ x < A_{k+1}`. So `A(x)` of the numbers up to `f(x)` are `B`'s, and the others are `A`'s: `A(f(x)) = f(x) − A(x)`.
//! Write `m⌈A(x)/p⌉ = g·A(x) + θ`, `0 ≤ θ ≤ m(p − 1)/p`. Then `ε(f(x)) = (1 − α)·f(x) − A(x) = (1 − α)(x + g·A(x) + θ) − A(x)`, and since `(1 − α)(1 + gα) = α` (the equation for `α`),
//!
//! > `ε(f(x)) = −λ·ε(x) + (1 − α)θ` with `λ = 1 − g(1 − α)`.
//!
//! From the equation for `α` again, `α(1 + λ) = α(2 − g) + gα² = 1`, so `λ = r − 1` and `0 < λ < 1`.
//! Every `y ≥ 1` is `f(x) + j` for the greatest `x` with `f(x) ≤ y`, and `x < y`, since `f(x) > x` for `x ≥ 1`. If `j > 0`, then `f(x + 1) > f(x) + 1`, so `x + 1` is an `A` and `p | A(x)`; then `θ = 0`, `j ≤ m`, and
//! `f(x) + 1, …, f(x) + m` are `A`'s, because `f(x + 1) = f(x) + m + 1` is the next `B`. In both cases `ε(y) = −λ·ε(x) + (1 − α)τ` with `0 ≤ τ ≤ m`.
//! Now `ε(0) = 0`, and `−λh ≤ ε ≤ h` with `h = p/(1 + λ)` goes from `x` to `y`: `−λ·h ≤ ε(y) ≤ λ²h + (1 − α)m`, where `(1 − α)m = p·g(1 − α) = p(1 − λ) = (1 − λ²)h`. Finally, `k = A(A_k)` gives `A_k − rk = −r·ε(A_k)`,
//! and `r·h = r·p/(1 + λ) = p`. ∎

mod centres;
mod climb;
mod moves;
mod window;

pub use moves::POptions;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::sequence::ParameterError;
use centres::{Centres, ratio};
use climb::Climb;
use window::{Step, Window};
use wythoff_budget::{Budget, Limit};

/// (p,m)-Wythoff Nim: its P-positions at any size.
///
/// Rules: remove any number of tokens from one pile, or `s > 0` and `t > 0` from the two piles with `|s − t| < m`; before
/// each move the previous player may forbid up to `p − 1` of the options on both piles.
#[derive(Clone, Debug)]
pub struct PmWythoff {
    step: Step,
    patience: Patience,
    budget: Budget,
}

/// When to give up, and where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Terms on each side of the centre that the first attempt keeps; doubled by each further attempt.
    pub first_radius: u64,
    /// The largest radius to try; memory grows with it.
    pub max_radius: u64,
    /// Terms that one attempt may compute, all windows together; time grows with it.
    pub max_terms: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecursiveError {
    /// The window would exceed [`Patience::max_radius`].
    #[error("needs windows of more than {limit} terms to each side of the centre")]
    Radius {
        /// The limit.
        limit: u64,
    },
    /// A limit of the budget was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The computation would exceed [`Patience::max_terms`].
    #[error("needs {terms} terms of the (p,m)-Wythoff pairs, more than the limit of {limit}")]
    Terms {
        /// How many terms were needed.
        terms: u64,
        /// The limit.
        limit: u64,
    },
}

/// A pair and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index `i` of Definition 1, from 0.
    pub index: UBig,
    /// `a_i`.
    pub lower: UBig,
    /// `b_i`.
    pub upper: UBig,
}

impl Place {
    /// The other member of the pair.
    #[must_use]
    pub fn partner(&self, x: &UBig) -> &UBig {
        if *x == self.lower { &self.upper } else { &self.lower }
    }
}

impl PmWythoff {
    /// The game for `p, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `p` or `m` is 0.
    pub fn new(p: u32, m: u32) -> Result<Self, ParameterError> {
        let p = u64::from(crate::sequence::at_least("p", 1, p)?);
        let m = u64::from(crate::sequence::at_least("m", 1, m)?);
        let patience = Patience { first_radius: 3 * p + 5, max_radius: 1 << 22, max_terms: 1 << 27 };
        Ok(PmWythoff { step: Step { p, m }, patience, budget: Budget::default() })
    }

    /// The same game with another patience. They never change an answer, only whether and when it comes.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// The same game within a budget.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// The patience in force.
    #[must_use]
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// The parameter `p`: one more than the number of options that may be forbidden.
    #[must_use]
    pub fn p(&self) -> u64 {
        self.step.p
    }

    /// The parameter `m`: two-pile moves remove amounts that differ by less than `m`.
    #[must_use]
    pub fn m(&self) -> u64 {
        self.step.m
    }

    /// `(a_i, b_i)`.
    ///
    /// # Errors
    ///
    /// If the limits are too narrow.
    pub fn pair(&self, i: &UBig) -> Result<(UBig, UBig), RecursiveError> {
        let mut pairs = self.pairs(i, 1)?;
        Ok(pairs.swap_remove(0))
    }

    /// The `count` pairs from index `from` on.
    ///
    /// # Errors
    ///
    /// If the limits are too narrow.
    pub fn pairs(&self, from: &UBig, count: u64) -> Result<Vec<(UBig, UBig)>, RecursiveError> {
        if count > self.patience.max_radius {
            return Err(RecursiveError::Radius { limit: self.patience.max_radius });
        }
        let shift = UBig::from(self.step.p - 1);
        let mut pairs = Vec::new();
        let mut index = from.clone();
        let end = from + count;
        while index < end && index < shift {
            pairs.push((index.clone(), index.clone()));
            index += 1u8;
        }
        if index == end {
            return Ok(pairs);
        }
        // Index 0 of the shifted sequence is the pair (p−1, p−1).
        let (lo, hi) = (&index - &shift, &end - &shift - 1u8);
        let half = count / 2 + 1;
        let found = self.search(&((&lo + &hi) / 2u8), half, |window| {
            let (first, last) = (window.place(&lo)?, window.place(&hi)?);
            (first..=last)
                .map(|i| {
                    let a = window.value(i)?;
                    let b = self.step.upper(&(&window.lo + i), &a);
                    Some((a + &shift, b + &shift))
                })
                .collect::<Option<Vec<_>>>()
        })?;
        pairs.extend(found);
        Ok(pairs)
    }

    /// The one pair that contains `x`.
    ///
    /// # Errors
    ///
    /// If the limits are too narrow.
    pub fn place(&self, x: &UBig) -> Result<Place, RecursiveError> {
        let shift = UBig::from(self.step.p - 1);
        if *x <= shift {
            return Ok(Place { index: x.clone(), lower: x.clone(), upper: x.clone() });
        }
        let x = x - &shift;
        // B_j ≈ (1 + 1/t)j, so the B's near x have index near x·t/(1 + t).
        let bits = x.bit_len() + 64;
        let t = ratio(self.step, bits);
        let centre = &x * &t / (t + (UBig::ONE << bits));
        self.search(&centre, 1, |window| {
            let (count, place) = window.count_uppers(self.step, &x)?;
            let (k, lower, upper) = match place {
                Some(i) => (count, window.value(i)?, x.clone()),
                None => {
                    let k = &x - count;
                    let upper = self.step.upper(&k, &x);
                    (k, x.clone(), upper)
                }
            };
            Some(Place { index: k + &shift, lower: lower + &shift, upper: upper + &shift })
        })
    }

    /// Whether `(x, y)` is a P-position of (p,m)-Wythoff Nim, that is, whether `{x, y}` is one of the pairs.
    ///
    /// # Errors
    ///
    /// If the limits are too narrow.
    pub fn is_p(&self, x: &UBig, y: &UBig) -> Result<bool, RecursiveError> {
        let (small, large) = if x <= y { (x, y) } else { (y, x) };
        // The difference is a multiple of m, or no window is needed.
        if !(large - small).is_multiple_of(&self.step.m.into()) {
            return Ok(false);
        }
        Ok(self.place(small)?.partner(small) == large)
    }

    /// Walks to windows around index `centre` of the shifted sequence, each attempt with twice the radius of the one
    /// before, until `read` finds in one what it looks for within `half` of the centre.
    fn search<T>(
        &self,
        centre: &UBig,
        half: u64,
        read: impl Fn(&Window) -> Option<T>,
    ) -> Result<T, RecursiveError> {
        let mut radius = self.patience.first_radius.max(1);
        loop {
            if let Some(found) = self.walk(centre, half, radius)?.as_ref().and_then(&read) {
                return Ok(found);
            }
            radius = radius.saturating_mul(2);
        }
    }

    /// One attempt: the window around index `centre`, or `None` if it was lost on the way.
    fn walk(&self, centre: &UBig, half: u64, radius: u64) -> Result<Option<Window>, RecursiveError> {
        let Patience { max_radius, max_terms, .. } = self.patience;
        if radius > max_radius {
            return Err(RecursiveError::Radius { limit: max_radius });
        }
        let widths = self.widths(half);
        let width =
            |level: u64| usize::try_from(level).ok().and_then(|level| widths.get(level)).unwrap_or(&0);
        let mut centres = Centres::new(self.step, centre, radius);
        let first = 3 * radius + width(centres.levels());
        let terms = (2 * radius).saturating_mul(centres.levels()).saturating_add(first);
        if terms > max_terms {
            return Err(RecursiveError::Terms { terms, limit: max_terms });
        }
        let mut climb = Climb::new(self.step, Window::base(self.step, first));
        while centres.levels() > 0 {
            self.budget.report("levels left", centres.levels(), None);
            self.budget.poll()?;
            if climb.rise(&mut centres, |level| radius + width(level)).is_none() {
                return Ok(None);
            }
        }
        Ok(climb.window())
    }

    /// What the windows need beyond the radius so that the last one reaches `half` far: `half·t^ℓ` at level ℓ from the
    /// top.
    fn widths(&self, half: u64) -> Vec<u64> {
        const BITS: usize = 32;
        let t = u128::try_from(ratio(self.step, BITS)).unwrap_or(1 << BITS);
        let mut widths = Vec::new();
        let mut width = half;
        while width > 0 {
            widths.push(width);
            width = ((u128::from(width) * t) >> BITS) as u64;
        }
        widths
    }
}
