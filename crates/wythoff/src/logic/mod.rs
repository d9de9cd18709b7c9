//! First-order logic over the natural numbers with addition, order and automata as predicates.
//!
//! The language is that of the prover Walnut, as far as it goes: `Ax,y` and `Ex` quantify, `E>=3 x` says that there are at least
//! three, `~ & | => <=>` connect (or `not and or`), terms are linear, `x mod 3 = 1` is a congruence, and `$name(x, y + 1)`
//! (or `name(…)`) asks an automaton. A quantifier reaches as far to the right as it can.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::automaton::{Numeration, System};
//! use wythoff::logic::{Sentence, decide, parse};
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let ask = |text: &str| decide(&parse(text).unwrap(), &fib, &[], &Budget::default()).unwrap();
//! assert!(matches!(ask("Ax Ey x < y & y < x + x + 2"), Sentence { truth: true, .. }));
//! let parity = ask("Ax Ey x = y + y");
//! assert!(!parity.truth);
//! assert_eq!(parity.example, [("x".to_owned(), 1u32.into())]);
//! assert!(ask("Ax E>=4 y y <= x + 3").truth);
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`mod@parse`] | text to [`Formula`] |
//! | [`mod@decide`] | [`Formula`] to automata, with few tracks |

pub mod decide;
pub mod parse;

use std::collections::BTreeMap;

pub use decide::{Failed, Relation, Sentence, decide, relation};
pub use parse::{SyntaxError, parse};

/// A linear term: `constant + Σ coefficient · variable`, without zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The constant.
    pub constant: i64,
    /// The coefficients of the variables.
    pub parts: BTreeMap<String, i64>,
}

impl Term {
    /// `self + factor · other`.
    #[must_use]
    pub fn plus(mut self, factor: i64, other: &Term) -> Term {
        self.constant += factor * other.constant;
        for (name, k) in &other.parts {
            let sum = self.parts.entry(name.clone()).or_insert(0);
            *sum += factor * k;
        }
        self.parts.retain(|_, k| *k != 0);
        self
    }

    /// The variable, if the term is nothing but one.
    #[must_use]
    pub fn as_variable(&self) -> Option<&str> {
        match (self.constant, self.parts.len(), self.parts.first_key_value()) {
            (0, 1, Some((name, 1))) => Some(name),
            _ => None,
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The term is negative.
    Negative(Term),
    /// The term is zero.
    Zero(Term),
    /// The term leaves this remainder: term, modulus, remainder.
    Remainder(Term, i64, i64),
    /// The automaton of this name accepts these terms.
    Named(String, Vec<Term>),
    /// Not this.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// There are at least so many tuples of these variables with the property.
    Exists(u16, Vec<String>, Box<Formula>),
}

impl Formula {
    /// The negation; a double one cancels.
    #[must_use]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }
}
