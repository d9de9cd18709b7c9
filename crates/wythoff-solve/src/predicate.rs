//! Formulas made ready for evaluation millions of times.
//!
//! A `Predicate` is a [`Formula`] with its move names resolved and its terms flattened to `constant + Σ coefficient ·
//! variable + …`. It answers two questions: does it hold at a point, and does it hold on all, none or some of a run of
//! points `(x, y + i, s, t + i)` — interval arithmetic that lets the dense solvers skip whole stretches of a column.
//!
//! It is right for every formula of the language: `Predicate::compile` refuses the ones whose values could leave `i64`
//! within the stated bound, so no evaluation can overflow.

use std::sync::Arc;
use wythoff_number::Real;
use wythoff_rules::regular::RegularSet;
use wythoff_rules::ruleset::{Atom, Formula, Move, Relation, Term, Var};

/// Why a formula could not be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The numbers in it are too large for exact 64-bit evaluation within the bound.
    #[error("the numbers in the rules are too large to be evaluated in 64 bits")]
    TooLarge,
    /// It asks for Beatty sequences, and this solver does not know them (at this size).
    #[error("the rules use Beatty sequences, which this solver does not handle")]
    Beatty,
    /// It asks for a loaded set, and this solver does not know them.
    #[error("the rules load automata, which this solver does not handle")]
    Automaton,
}

/// The members of a Beatty sequence up to a bound, as bits; `None` for a solver that knows neither these nor loaded sets.
pub(crate) type Members = Option<fn(&Real, u64) -> Option<Vec<u64>>>;

/// A point at which a predicate is evaluated: `[x, y, s, t]`.
pub(crate) type Point = [i64; 4];

/// A linear term with nested absolute values and remainders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) coefficients: [i64; 4],
    pub(crate) parts: Vec<(i64, Part)>,
}

/// A part of a [`Linear`] term that is not a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Abs(Linear),
    Mod(Linear, i64),
}

/// A compiled formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
    Constant(bool),
    Compare(Linear, Relation),
    /// The term is a member of a set of naturals, given as a bit table that covers the compile bound.
    Member(Linear, Arc<Vec<u64>>),
    /// The terms are a member of a loaded set.
    Regular(Vec<Linear>, Arc<RegularSet>),
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    Not(Box<Predicate>),
}

/// The truth of a predicate on a run of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Never,
    Always,
    Unknown,
}

impl Linear {
    fn compile(term: &Term, bound: i128, largest: &mut i128) -> Linear {
        let mut linear = Linear { constant: term.constant, coefficients: [0; 4], parts: Vec::new() };
        let mut size = i128::from(term.constant).abs();
        for (factor, atom) in &term.parts {
            let reach = match atom {
                Atom::Var(var) => {
                    let slot = &mut linear.coefficients[index(*var)];
                    *slot = slot.saturating_add(*factor);
                    bound
                }
                Atom::Abs(inner) => {
                    let mut inside = 0;
                    let inner = Linear::compile(inner, bound, &mut inside);
                    linear.parts.push((*factor, Part::Abs(inner)));
                    inside
                }
                Atom::Mod(inner, modulus) => {
                    let mut inside = 0;
                    let inner = Linear::compile(inner, bound, &mut inside);
                    linear.parts.push((*factor, Part::Mod(inner, *modulus)));
                    inside.max(i128::from(*modulus))
                }
            };
            size = size.saturating_add(i128::from(*factor).abs().saturating_mul(reach));
        }
        *largest = (*largest).max(size);
        linear
    }

    /// The value at a point.
    #[inline]
    pub(crate) fn at(&self, point: &Point) -> i64 {
        let [x, y, s, t] = self.coefficients;
        let mut value = self.constant + x * point[0] + y * point[1] + s * point[2] + t * point[3];
        for (factor, part) in &self.parts {
            value += factor
                * match part {
                    Part::Abs(inner) => inner.at(point).abs(),
                    Part::Mod(inner, modulus) => inner.at(point).rem_euclid(*modulus),
                };
        }
        value
    }

    /// Bounds for the value at `(x, y + i, s, t + i)`, `0 <= i <= last`.
    pub(crate) fn on_run(&self, point: &Point, last: i64) -> (i64, i64) {
        let [x, y, s, t] = self.coefficients;
        let start = self.constant + x * point[0] + y * point[1] + s * point[2] + t * point[3];
        let change = (y + t) * last;
        let (mut low, mut high) = (start + change.min(0), start + change.max(0));
        for (factor, part) in &self.parts {
            let (a, b) = match part {
                Part::Abs(inner) => match inner.on_run(point, last) {
                    (a, b) if a >= 0 => (a, b),
                    (a, b) if b <= 0 => (-b, -a),
                    (a, b) => (0, b.max(-a)),
                },
                Part::Mod(inner, modulus) => {
                    let (a, b) = inner.on_run(point, last);
                    if a.div_euclid(*modulus) == b.div_euclid(*modulus) {
                        (a.rem_euclid(*modulus), b.rem_euclid(*modulus))
                    } else {
                        (0, modulus - 1)
                    }
                }
            };
            let (a, b) = (factor * a, factor * b);
            low += a.min(b);
            high += a.max(b);
        }
        (low, high)
    }

    /// The same term at one position: only the removal is left open.
    fn at_square(&self, x: i64, y: i64) -> Linear {
        let [a, b, s, t] = self.coefficients;
        let part = |(factor, part): &(i64, Part)| {
            let part = match part {
                Part::Abs(inner) => Part::Abs(inner.at_square(x, y)),
                Part::Mod(inner, modulus) => Part::Mod(inner.at_square(x, y), *modulus),
            };
            (*factor, part)
        };
        Linear {
            constant: self.constant + a * x + b * y,
            coefficients: [0, 0, s, t],
            parts: self.parts.iter().map(part).collect(),
        }
    }

    /// The same term on the rows y of column x, for a removal of s tokens that ends in row v: only y is left open.
    fn along_column(&self, x: i64, s: i64, v: i64) -> Linear {
        let [a, b, c, d] = self.coefficients;
        let part = |(factor, part): &(i64, Part)| {
            let part = match part {
                Part::Abs(inner) => Part::Abs(inner.along_column(x, s, v)),
                Part::Mod(inner, modulus) => Part::Mod(inner.along_column(x, s, v), *modulus),
            };
            (*factor, part)
        };
        Linear {
            constant: self.constant + a * x + c * s - d * v,
            coefficients: [0, b + d, 0, 0],
            parts: self.parts.iter().map(part).collect(),
        }
    }

    /// The term and a multiple of another one.
    pub(crate) fn plus(&self, factor: i64, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        sum.coefficients.iter_mut().zip(other.coefficients).for_each(|(own, more)| *own += factor * more);
        sum.parts.extend(other.parts.iter().map(|(own, part)| (factor * own, part.clone())));
        sum
    }

    /// Whether a variable occurs anywhere in it.
    pub(crate) fn mentions(&self, var: Var) -> bool {
        self.coefficients[index(var)] != 0
            || self.parts.iter().any(|(_, part)| match part {
                Part::Abs(inner) | Part::Mod(inner, _) => inner.mentions(var),
            })
    }
}

impl Predicate {
    /// Compiles a formula for points whose coordinates are at most `bound`, resolving names of moves.
    ///
    /// # Errors
    /// [`CompileError`] if a value could leave `i64`, or if Beatty sequences or loaded sets occur and `beatty` has no table.
    pub(crate) fn compile(
        formula: &Formula,
        moves: &[Move],
        bound: u64,
        beatty: Members,
    ) -> Result<Predicate, CompileError> {
        let linear = |term: &Term| {
            let mut largest = 0;
            let linear = Linear::compile(term, i128::from(bound), &mut largest);
            // Sums on runs double the reach once more; 2^61 leaves room for that.
            if largest < 1 << 61 { Ok((linear, largest)) } else { Err(CompileError::TooLarge) }
        };
        let all = |list: &[Formula]| {
            list.iter().map(|f| Predicate::compile(f, moves, bound, beatty)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::Constant(value) => Predicate::Constant(*value),
            Formula::Compare(term, relation) => {
                let (linear, _) = linear(term)?;
                decide(&linear, *relation)
                    .map_or_else(|| Predicate::Compare(linear, *relation), Predicate::Constant)
            }
            Formula::Beatty(term, real) => {
                let (linear, largest) = linear(term)?;
                let largest = u64::try_from(largest).ok();
                let table = largest.zip(beatty).and_then(|(largest, table)| table(real, largest));
                Predicate::Member(linear, Arc::new(table.ok_or(CompileError::Beatty)?))
            }
            Formula::Regular(_, _) if beatty.is_none() => return Err(CompileError::Automaton),
            Formula::Regular(terms, set) => {
                let terms: Result<Vec<_>, _> = terms.iter().map(|term| Ok(linear(term)?.0)).collect();
                Predicate::Regular(terms?, Arc::clone(set))
            }
            Formula::Move(index) => match moves.get(*index) {
                Some(named) => Predicate::compile(&named.when, &[], bound, beatty)?,
                None => Predicate::Constant(false),
            },
            Formula::And(list) => Predicate::And(all(list)?),
            Formula::Or(list) => Predicate::Or(all(list)?),
            Formula::Not(inner) => Predicate::Not(Box::new(Predicate::compile(inner, moves, bound, beatty)?)),
        }
        .simplified())
    }

    /// The union of all kinds of move.
    ///
    /// # Errors
    /// As for [`Predicate::compile`].
    pub(crate) fn of_moves(moves: &[Move], bound: u64, beatty: Members) -> Result<Predicate, CompileError> {
        let list = moves
            .iter()
            .map(|named| Predicate::compile(&named.when, &[], bound, beatty))
            .collect::<Result<_, _>>()?;
        Ok(Predicate::Or(list).simplified())
    }

    /// Without constants in conjunctions and disjunctions.
    pub(crate) fn simplified(self) -> Predicate {
        match self {
            Predicate::And(list) if list.contains(&Predicate::Constant(false)) => Predicate::Constant(false),
            Predicate::Or(list) if list.contains(&Predicate::Constant(true)) => Predicate::Constant(true),
            Predicate::And(mut list) => {
                list.retain(|p| *p != Predicate::Constant(true));
                if list.is_empty() { Predicate::Constant(true) } else { Predicate::And(list) }
            }
            Predicate::Or(mut list) => {
                list.retain(|p| *p != Predicate::Constant(false));
                if list.is_empty() { Predicate::Constant(false) } else { Predicate::Or(list) }
            }
            Predicate::Not(inner) => match *inner {
                Predicate::Constant(value) => Predicate::Constant(!value),
                other => Predicate::Not(Box::new(other)),
            },
            other => other,
        }
    }

    /// Whether it holds at a point.
    #[inline]
    pub(crate) fn at(&self, point: &Point) -> bool {
        match self {
            Predicate::Constant(value) => *value,
            Predicate::Compare(linear, relation) => relation.holds(linear.at(point).cmp(&0)),
            Predicate::Member(linear, table) => member(table, linear.at(point)),
            Predicate::Regular(terms, set) => is_member(set, terms, point),
            Predicate::And(list) => list.iter().all(|p| p.at(point)),
            Predicate::Or(list) => list.iter().any(|p| p.at(point)),
            Predicate::Not(inner) => !inner.at(point),
        }
    }

    /// The same at one position: only the removal is left open.
    pub(crate) fn at_square(&self, x: u64, y: u64) -> Predicate {
        self.with_terms(&|linear| linear.at_square(x as i64, y as i64))
    }

    /// The same on the rows y of column x, for a removal of s tokens that ends in row v: only y is left open.
    pub(crate) fn along_column(&self, x: u64, s: u64, v: u64) -> Predicate {
        self.with_terms(&|linear| linear.along_column(x as i64, s as i64, v as i64))
    }

    fn with_terms(&self, replace: &dyn Fn(&Linear) -> Linear) -> Predicate {
        let all = |list: &[Predicate]| list.iter().map(|p| p.with_terms(replace)).collect();
        match self {
            Predicate::Constant(value) => Predicate::Constant(*value),
            Predicate::Compare(linear, relation) => Predicate::Compare(replace(linear), *relation),
            Predicate::Member(linear, table) => Predicate::Member(replace(linear), Arc::clone(table)),
            Predicate::Regular(terms, set) => {
                Predicate::Regular(terms.iter().map(replace).collect(), Arc::clone(set))
            }
            Predicate::And(list) => Predicate::And(all(list)),
            Predicate::Or(list) => Predicate::Or(all(list)),
            Predicate::Not(inner) => Predicate::Not(Box::new(inner.with_terms(replace))),
        }
    }

    /// Whether it holds on all, none or perhaps some of the points `(x, y + i, s, t + i)`, `0 <= i <= last`.
    pub(crate) fn on_run(&self, point: &Point, last: i64) -> Truth {
        match self {
            Predicate::Constant(value) => Truth::from(*value),
            Predicate::Compare(linear, relation) => {
                let (low, high) = linear.on_run(point, last);
                let (some, every) = match relation {
                    Relation::Equal => (low <= 0 && high >= 0, low == 0 && high == 0),
                    Relation::NotEqual => (low != 0 || high != 0, low > 0 || high < 0),
                    Relation::Less => (low < 0, high < 0),
                    Relation::LessEqual => (low <= 0, high <= 0),
                    Relation::Greater => (high > 0, low > 0),
                    Relation::GreaterEqual => (high >= 0, low >= 0),
                };
                match (some, every) {
                    (false, _) => Truth::Never,
                    (true, true) => Truth::Always,
                    (true, false) => Truth::Unknown,
                }
            }
            Predicate::Member(linear, table) => {
                let (low, high) = linear.on_run(point, last);
                if low == high {
                    Truth::from(member(table, low))
                } else if high < 0 {
                    Truth::Never
                } else {
                    Truth::Unknown
                }
            }
            Predicate::Regular(terms, set) => {
                let runs: Vec<(i64, i64)> = terms.iter().map(|term| term.on_run(point, last)).collect();
                if runs.iter().any(|(_, high)| *high < 0) {
                    Truth::Never
                } else if runs.iter().all(|(low, high)| low == high) {
                    Truth::from(is_member(set, terms, point))
                } else {
                    Truth::Unknown
                }
            }
            Predicate::And(list) => combine(list, point, last, Truth::Never, Truth::Always),
            Predicate::Or(list) => combine(list, point, last, Truth::Always, Truth::Never),
            Predicate::Not(inner) => match inner.on_run(point, last) {
                Truth::Never => Truth::Always,
                Truth::Always => Truth::Never,
                Truth::Unknown => Truth::Unknown,
            },
        }
    }

    /// Whether a variable occurs anywhere in it.
    pub(crate) fn mentions(&self, var: Var) -> bool {
        match self {
            Predicate::Constant(_) => false,
            Predicate::Compare(linear, _) | Predicate::Member(linear, _) => linear.mentions(var),
            Predicate::Regular(terms, _) => terms.iter().any(|term| term.mentions(var)),
            Predicate::And(list) | Predicate::Or(list) => list.iter().any(|p| p.mentions(var)),
            Predicate::Not(inner) => inner.mentions(var),
        }
    }

    /// Calls `visit` with every comparison and, flagged, every membership in it.
    pub(crate) fn atoms<'a>(&'a self, visit: &mut dyn FnMut(&'a Linear, bool)) {
        match self {
            Predicate::Constant(_) => {}
            Predicate::Compare(linear, _) => visit(linear, false),
            Predicate::Member(linear, _) => visit(linear, true),
            Predicate::Regular(terms, _) => terms.iter().for_each(|term| visit(term, true)),
            Predicate::And(list) | Predicate::Or(list) => list.iter().for_each(|p| p.atoms(visit)),
            Predicate::Not(inner) => inner.atoms(visit),
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Always } else { Truth::Never }
    }
}

fn combine(list: &[Predicate], point: &Point, last: i64, absorbing: Truth, neutral: Truth) -> Truth {
    let mut result = neutral;
    for predicate in list {
        let truth = predicate.on_run(point, last);
        if truth == absorbing {
            return absorbing;
        }
        if truth == Truth::Unknown {
            result = Truth::Unknown;
        }
    }
    result
}

/// Where a variable lies in a [`Point`].
fn index(var: Var) -> usize {
    match var {
        Var::X => 0,
        Var::Y => 1,
        Var::S => 2,
        Var::T => 3,
    }
}

fn is_member(set: &RegularSet, terms: &[Linear], point: &Point) -> bool {
    let mut numbers = [0; Var::ALL.len()];
    let count = terms.len().min(numbers.len());
    for (number, term) in numbers.iter_mut().zip(terms) {
        *number = term.at(point);
    }
    set.contains_small(&numbers[..count])
}

fn member(table: &[u64], value: i64) -> bool {
    usize::try_from(value).is_ok_and(|v| table.get(v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1))
}

/// The truth of a comparison that is the same for all legal removals, if it is.
///
/// With `x = s + x'`, `y = t + y'` all of `x', y', s, t` range freely over the naturals, so a linear form whose four
/// coefficients there have one sign attains its extreme at zero and is unbounded or constant on the other side. This is
/// what makes `s <= x`, a condition that always holds, invisible to the solvers.
fn decide(linear: &Linear, relation: Relation) -> Option<bool> {
    if !linear.parts.is_empty() {
        return None;
    }
    let [x, y, s, t] = linear.coefficients.map(i128::from);
    let free = [x, y, s + x, t + y];
    let (never_less, never_more) = (free.iter().all(|c| *c >= 0), free.iter().all(|c| *c <= 0));
    let c = linear.constant;
    let low = never_less.then_some(c);
    let high = never_more.then_some(c);
    let below = |v: Option<i64>, test: fn(i64) -> bool| v.is_some_and(test);
    match relation {
        Relation::Less if below(high, |h| h < 0) => Some(true),
        Relation::Less if below(low, |l| l >= 0) => Some(false),
        Relation::LessEqual if below(high, |h| h <= 0) => Some(true),
        Relation::LessEqual if below(low, |l| l > 0) => Some(false),
        Relation::Greater if below(low, |l| l > 0) => Some(true),
        Relation::Greater if below(high, |h| h <= 0) => Some(false),
        Relation::GreaterEqual if below(low, |l| l >= 0) => Some(true),
        Relation::GreaterEqual if below(high, |h| h < 0) => Some(false),
        Relation::Equal | Relation::NotEqual => {
            if low.is_some() && high.is_some() {
                Some((c == 0) == (relation == Relation::Equal))
            } else if below(low, |l| l > 0) || below(high, |h| h < 0) {
                Some(relation == Relation::NotEqual)
            } else {
                None
            }
        }
        _ => None,
    }
}
