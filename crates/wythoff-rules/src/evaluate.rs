//! Terms and formulas at given piles and removals, in machine words and at any size.
//!
//! ```
//! use wythoff_rules::Definition;
//! use wythoff_rules::evaluate::Point;
//! let rules = Definition::parse("g", "game \"G\"\nmove bishop: |s - t| < 2\n")?.bind_text("")?;
//! assert!(rules.is_move(&Point::small(9, 9, 3, 4))?);
//! assert!(!rules.is_move(&Point::small(9, 9, 3, 5))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::ruleset::{Atom, Formula, Relation, Ruleset, Term, Var};
use wythoff_number::{Integer, Natural, NumberError};

/// Values of x, y, s and t, in this order, at any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point([Integer; 4]);

impl Point {
    /// Piles and a removal.
    #[must_use]
    #[inline]
    pub fn new(x: &Natural, y: &Natural, s: &Natural, t: &Natural) -> Point {
        Point([x, y, s, t].map(|n| Integer::from(n.clone())))
    }

    /// Piles and a removal that fit into machine words.
    #[must_use]
    #[inline]
    pub fn small(x: u64, y: u64, s: u64, t: u64) -> Point {
        Point([x, y, s, t].map(Integer::from))
    }
}

impl Term {
    /// The value at `[x, y, s, t]`, for piles up to 2^31.
    #[must_use]
    #[inline]
    pub fn value(&self, at: &[i64; 4]) -> i64 {
        self.parts.iter().fold(self.constant, |sum, (coefficient, atom)| {
            let value = match atom {
                Atom::Var(v) => at[*v as usize],
                Atom::Abs(term) => term.value(at).abs(),
                Atom::Mod(term, modulus) => term.value(at).rem_euclid(*modulus),
            };
            sum + coefficient * value
        })
    }

    /// The value at any size.
    #[must_use]
    pub fn value_at(&self, at: &Point) -> Integer {
        use dashu_int::ops::{Abs as _, RemEuclid as _};
        self.parts.iter().fold(Integer::from(self.constant), |sum, (coefficient, atom)| {
            let value = match atom {
                Atom::Var(v) => at.0[*v as usize].clone(),
                Atom::Abs(term) => term.value_at(at).abs(),
                Atom::Mod(term, modulus) => {
                    Integer::from(term.value_at(at).rem_euclid(Integer::from(*modulus)))
                }
            };
            sum + value * *coefficient
        })
    }
}

impl Formula {
    /// The truth at any size. Names of moves must have been replaced ([`Formula::with_moves`]); they count as false.
    ///
    /// # Errors
    /// When membership in a Beatty sequence cannot be decided within the limit of precision.
    pub fn holds_at(&self, at: &Point) -> Result<bool, NumberError> {
        Ok(match self {
            Formula::Constant(b) => *b,
            Formula::Compare(term, relation) => relation.holds(term.value_at(at).cmp(&Integer::from(0))),
            Formula::Beatty(term, real) => match Natural::try_from(term.value_at(at)) {
                Ok(value) => real.beatty_index(&value)?.is_some(),
                Err(_) => false,
            },
            Formula::Regular(terms, set) => {
                set.contains(&terms.iter().map(|term| term.value_at(at)).collect::<Vec<_>>())
            }
            Formula::Move(_) => false,
            Formula::And(parts) => {
                for part in parts {
                    if !part.holds_at(at)? {
                        return Ok(false);
                    }
                }
                true
            }
            Formula::Or(parts) => {
                for part in parts {
                    if part.holds_at(at)? {
                        return Ok(true);
                    }
                }
                false
            }
            Formula::Not(inner) => !inner.holds_at(at)?,
        })
    }

    /// Is `T = S` for these variables, however it is written? Used to recognise simple shapes.
    #[must_use]
    pub fn is_zero_test(&self, var: Var) -> bool {
        matches!(self, Formula::Compare(term, Relation::Equal)
            if term.constant == 0 && matches!(term.parts.as_slice(), [(_, Atom::Var(v))] if *v == var))
    }
}

impl Ruleset {
    /// Is the removal a move, apart from blocking, proposals and memory? The square it leads to must exist.
    ///
    /// # Errors
    /// When a Beatty sequence cannot be decided within the limit of precision.
    pub fn is_move(&self, at: &Point) -> Result<bool, NumberError> {
        let [x, y, s, t] = &at.0;
        let zero = Integer::from(0);
        if (*s == zero && *t == zero) || *s > *x || *t > *y || *s < zero || *t < zero {
            return Ok(false);
        }
        let target = Point([x - s, y - t, zero.clone(), zero]);
        if !self.exists(&target)? {
            return Ok(false);
        }
        for kind in &self.moves {
            if kind.when.holds_at(at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the square exist?
    ///
    /// # Errors
    /// When a Beatty sequence cannot be decided within the limit of precision.
    pub fn exists(&self, at: &Point) -> Result<bool, NumberError> {
        self.position.as_ref().map_or(Ok(true), |p| p.holds_at(at))
    }
}
