//! First-order logic over the natural numbers with addition, order and automata as predicates.
//!
//! The language is that of the prover Walnut, as far as it goes:
//!
//! | text | meaning |
//! |---|---|
//! | `Ax,y …`, `Ex …` | for all `x` and `y`; there is an `x`. A quantifier reaches as far to the right as it can |
//! | `~a`, `a & b`, `a \| b`, `a ^ b`, `a => b`, `a <=> b` | not, and, or, either or, if then, if and only if |
//! | `2*x + y - 1 <= z` | comparisons (`= != < <= > >=`) of linear terms; factors up to 10^6, numbers of up to 1000 digits: `10^20`, `2*10^6 + 1`, `1_000` |
//! | `$name(x, y + 1)` | an automaton accepts; false if an argument is negative |
//! | `?msd_fib …` | in front of all: the numeration ([`parse_statement()`]) |
//!
//! Ours alone are `floor(n*phi)` and `x in beatty(sqrt(2))` with any rational number or quadratic irrational (`reals.rs`; Walnut reads no text with them, so ours is the only reading), `E>=3 x …` (there are at least three), `x mod 3 = 1`, `name(x)` without `$`, `x'`, a minus in front of a term, the words
//! `not and or forall exists`, the signs `! && ||`, and powers of numbers: `x = 10^20` (between formulas `^` is "either or": `x = 3 ^ 4 = y`), and what rules of games
//! may say: `|x - y|`, `min(x, y)`, `max(x, 3)`, `(x mod 3) + y`, `x in {1, y + 2}` (`pieces.rs`), `0 < x <= 3`. Both have terms in parentheses. Walnut's alone, and refused, are `I`, `/`, `_`, words `T[x]`, macros
//! and variables with a capital letter. Free variables count as quantified by `A` in front.
//!
//! **One text, one meaning.** `~` binds most tightly, then comparisons are joined by `&`, then `^`, then `|`, then `=>` (from the
//! right), then `<=>`; Walnut gives `&`, `^` and `|` one rank, taken from the left, and takes `=>` from the left. Terms are
//! computed over the integers; in Walnut a subtraction below 0 makes its atom false. A text that the two would read
//! differently is refused ([`Readings`]), with both readings in a spelling that has only one. So `a & b | c` is read, `a | b & c` and
//! `a => b => c` are not; `x - y = z` is read, since it is false for `x < y` either way, and `x - 1 < 5` is not, since the
//! readings differ at 0. Write `x < 6`, or `x >= 1 & x - 1 < 5`: beside such a guard, or behind it in `x >= 1 => x - 1 < 5`, the
//! readings agree again. (How that is decided: `readings.rs`.)
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_logic::{BadFormula, Sentence, decide, parse};
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let ask = |text: &str| decide(&parse(text).unwrap(), &fib, &[], &Budget::default()).unwrap();
//! assert!(matches!(ask("Ax Ey x < y & y < x + x + 2"), Sentence { truth: true, .. }));
//! let parity = ask("Ax Ey x = y + y");
//! assert!(!parity.truth);
//! assert_eq!(parity.example, [("x".to_owned(), 1u32.into())]);
//! assert!(ask("Ax E>=4 y y <= x + 3").truth);
//! assert!(ask("Ex x = 10^20 & x mod 7 = 2").truth);
//! assert!(ask("Ax,y (x = 3 ^ 4 = y) <=> ((x = 3) ^ (y = 4))").truth);
//! let Err(BadFormula::Readings(readings)) = parse("Ex x = 3 | x = 4 & x > 5") else { panic!() };
//! assert_eq!(readings.here, "Ex (x = 3 | (x = 4 & x > 5))");
//! assert_eq!(readings.walnut, "Ex ((x = 3 | x = 4) & x > 5)");
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`mod@parse`] | text to [`LogicFormula`] (`token.rs`, `tree.rs`: on the way) |
//! | `readings.rs`, `bounds.rs` | would Walnut read it so? |
//! | `pieces.rs` | `|x|`, `min`, `max` and remainders as comparisons |
//! | `reals.rs` | `floor(n*phi)` and `in beatty(…)` as automata |
//! | [`mod@decide`] | [`LogicFormula`] to automata, with few tracks |

mod bounds;
pub mod decide;
pub mod parse;
mod pieces;
mod readings;
mod reals;
mod token;
mod tree;

use std::collections::BTreeMap;

use dashu_int::IBig;

pub use decide::{Defined, Failed, Sentence, decide, relation};
pub use parse::{BadFormula, SyntaxError, parse, parse_statement};
pub use readings::{Difference, Readings};
pub use reals::{BadReal, numeration_of_reals, real_automata};

use wythoff_automata::System;

/// A formula, and the numeration that stands in front of it, if one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The numeration.
    pub numeration: Option<System>,
    /// The formula.
    pub formula: LogicFormula,
}

/// A linear term: `constant + Σ coefficient · variable`. A coefficient of 0 says that the variable was mentioned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogicTerm {
    /// The constant.
    pub constant: IBig,
    /// The coefficients of the variables.
    pub parts: BTreeMap<String, i64>,
}

impl LogicTerm {
    /// `self + factor · other`.
    #[must_use]
    pub fn plus(mut self, factor: i64, other: &LogicTerm) -> LogicTerm {
        self.constant += &other.constant * IBig::from(factor);
        for (name, k) in &other.parts {
            let sum = self.parts.entry(name.clone()).or_insert(0);
            *sum += factor * k;
        }
        self
    }

    /// The variables that matter and their coefficients.
    pub fn variables(&self) -> impl Iterator<Item = (&String, i64)> {
        self.parts.iter().filter(|(_, k)| **k != 0).map(|(name, k)| (name, *k))
    }

    /// The variable, if the term is nothing but one.
    #[must_use]
    pub fn as_variable(&self) -> Option<&str> {
        let mut variables = self.variables();
        match (self.constant == IBig::from(0), variables.next(), variables.next()) {
            (true, Some((name, 1)), None) => Some(name),
            _ => None,
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogicFormula {
    /// The term is negative.
    Negative(LogicTerm),
    /// The term is zero.
    Zero(LogicTerm),
    /// The term leaves this remainder: term, modulus, remainder.
    Remainder(LogicTerm, i64, i64),
    /// The automaton of this name accepts these terms.
    Named(String, Vec<LogicTerm>),
    /// Not this.
    Not(Box<LogicFormula>),
    /// All of them.
    And(Vec<LogicFormula>),
    /// At least one of them.
    Or(Vec<LogicFormula>),
    /// An odd number of them.
    Odd(Vec<LogicFormula>),
    /// There are at least so many tuples of these variables with the property.
    Exists(u16, Vec<String>, Box<LogicFormula>),
}

impl LogicFormula {
    /// The negation; a double one cancels.
    #[must_use]
    pub fn negated(self) -> LogicFormula {
        match self {
            LogicFormula::Not(inner) => *inner,
            other => LogicFormula::Not(Box::new(other)),
        }
    }
}
