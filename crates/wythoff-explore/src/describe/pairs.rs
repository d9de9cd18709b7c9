//! Beatty pairs: floors of multiples of two numbers, homogeneous or shifted, with every number once or m times.

use super::{FittingForm, FormKind};
use crate::beams::{self, BeamList};
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural, Quadratic, Rational, counted};
use wythoff_prove::tail::guess::rays;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_solve::SolveError;
use wythoff_solve::stream::StreamError;
use wythoff_solve::way::Method;

/// So many columns are looked at to find a pair.
pub(super) const COLUMNS: u64 = 20_000;
/// What fits is compared with so many columns if lines of moves times P-positions in a column are at most so many: then the solver of
/// columns takes about a third of a second.
const FARTHER: [(u64, u64); 2] = [(4, 1_000_000), (12, 100_000)];
/// Shifts are fractions with denominators up to this.
const SHIFTS: u64 = 24;

/// A pair of Beatty sequences that the P-positions with x ≤ y are, as far as was looked: a conjecture.
#[derive(Clone, Debug)]
pub struct PairForm {
    alpha: Quadratic,
    beta: Quadratic,
    /// What is added before the floors are taken.
    shifts: (Rational, Rational),
    /// How often every number occurs.
    times: Rational,
    /// All columns before this one agree.
    pub columns: u64,
}

impl PairForm {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        let (one, other) = (said(&self.alpha, &self.shifts.0), said(&self.beta, &self.shifts.1));
        let times = match self.times == Rational::ONE {
            true => String::new(),
            false => format!("; every number {} times", self.times),
        };
        format!("({one}, {other}), n >= 0{times}")
    }

    /// A formula over x and y that says the same of all P-positions, in the language of [`logic`](wythoff_logic); none for
    /// shifted pairs.
    #[must_use]
    pub fn formula(&self) -> Option<String> {
        if !self.shifts.0.is_zero() || !self.shifts.1.is_zero() {
            return None;
        }
        let floor = |number: &Quadratic| format!("floor(n*({}))", number.to_expr());
        let (a, b) = (floor(&self.alpha), floor(&self.beta));
        Some(format!("En (x = {a} & y = {b}) | (x = {b} & y = {a})"))
    }
}

/// The pair that fits the first columns of a game, or why there is none.
///
/// # Errors
/// Games whose columns cannot be listed, and limits.
pub fn pair_form(ways: &Ways, columns: u64, budget: &Budget) -> Result<Result<PairForm, String>, SolveError> {
    let list = beams::of(ways, Some(columns), budget)?;
    let found = match numbers(&list) {
        Ok(numbers) => fit(ways, numbers, columns, budget)?,
        Err(why) => return Ok(Err(why)),
    };
    Ok(found.ok_or_else(|| format!("no pair fits all columns x < {columns}")))
}

/// The pair of Beatty sequences that the P-positions with y ≥ x are, if there is one.
pub(super) fn beatty(
    ways: &Ways,
    list: &BeamList,
    budget: &Budget,
) -> Result<Option<FittingForm>, SolveError> {
    let Ok(numbers) = numbers(list) else { return Ok(None) };
    let far = farther(ways, &numbers.2);
    let Some(mut pair) = fit(ways, numbers, COLUMNS, budget)? else { return Ok(None) };
    if let Some(columns) = far {
        // What fits the first columns may fail later; then it is not offered.
        if !agrees(ways, &pair, columns, budget)? {
            return Ok(None);
        }
        pair.columns = columns;
    }
    let kind = if pair.times == Rational::ONE { FormKind::BeattyPair } else { FormKind::ComplementaryPair };
    Ok(Some(FittingForm {
        kind,
        claim: format!("the P-positions with x <= y are {}", pair.words()),
        evidence: format!("agrees for all x < {}", pair.columns),
        proved: false,
    }))
}

/// The numbers that a pair has to have, and how often every number occurs; or why there is no pair.
fn numbers(list: &BeamList) -> Result<(Quadratic, Quadratic, Rational), String> {
    let [beam] = list.beams.as_slice() else {
        return Err(match list.beams.len() {
            0 => "the P-positions gather at no line".to_owned(),
            n => format!("the P-positions gather at {}{}", counted(n, "line"), super::half(list.symmetric)),
        });
    };
    if !list.symmetric {
        return Err("the game is not symmetric".to_owned());
    }
    let total = list.in_column.as_ref().and_then(|counts| counts.exact());
    let slope = beam.exact.as_ref().and_then(|slope| slope.as_quadratic());
    let Some(total) = total else { return Err("columns hold different numbers of P-positions".to_owned()) };
    let Some(slope) = slope else {
        return Err("the slope is no quadratic irrational that is seen".to_owned());
    };
    // One beam and its mirror image: c(1 + 1/s) = total, so the n-th pair is near (n/c, s·n/c).
    let beta = slope.add_rational(&Rational::ONE).mul_rational(&(Rational::ONE / total));
    let beta = beta.map_err(|e| e.to_string())?;
    let alpha = beta.div(slope).map_err(|e| e.to_string())?;
    Ok((alpha, beta, total.clone()))
}

/// The pair with these numbers, if some shifts make it fit.
fn fit(
    ways: &Ways,
    (alpha, beta, times): (Quadratic, Quadratic, Rational),
    columns: u64,
    budget: &Budget,
) -> Result<Option<PairForm>, SolveError> {
    let (a, b): (Vec<u64>, Vec<u64>) = pairs_before(ways, columns, budget)?.into_iter().unzip();
    let (Some(first), Some(second)) = (shift(&alpha, &a), shift(&beta, &b)) else { return Ok(None) };
    Ok(Some(PairForm { alpha, beta, shifts: (first, second), times, columns }))
}

/// How many columns more are compared, where that is quick.
fn farther(ways: &Ways, times: &Rational) -> Option<u64> {
    let lines = ways.game().ruleset().and_then(|rules| rays(rules).ok())?.rays.len() as u64;
    let work = u64::try_from((times.clone() * Rational::from(lines)).ceil()).ok()?;
    FARTHER.into_iter().find(|(most, _)| work <= *most).map(|(_, columns)| columns)
}

/// Is the n-th P-position with x ≤ y the n-th pair, for all columns before this one?
fn agrees(ways: &Ways, pair: &PairForm, columns: u64, budget: &Budget) -> Result<bool, SolveError> {
    let floors = (Floors::of(&pair.alpha, &pair.shifts.0), Floors::of(&pair.beta, &pair.shifts.1));
    let (Some(first), Some(second)) = floors else { return Ok(false) };
    let (mut n, mut fits) = (0_u64, true);
    let run = ways.stream(Method::Auto)?.run(columns, budget, &mut |x, rows| {
        for y in rows {
            fits &= first.is(n, x) && second.is(n, *y);
            n += 1;
        }
        if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match run {
        Err(_) if !fits => Ok(false),
        other => other.map(|()| fits).map_err(as_solve_error),
    }
}

/// ⌊n·α + γ⌋ in machine words: (n·a + b + n·c·√d) / e.
struct Floors {
    a: i128,
    b: i128,
    c: i128,
    d: i128,
    e: i128,
}

impl Floors {
    /// None if some product might not fit.
    fn of(alpha: &Quadratic, gamma: &Rational) -> Option<Floors> {
        const MOST: i128 = 1 << 20;
        let small = |n: Option<i128>| n.filter(|n| n.abs() < MOST);
        let integer = |n: &Integer| small(i128::try_from(n).ok());
        let natural = |n: &Natural| small(i128::try_from(n).ok());
        let (p, q) = (integer(gamma.numerator())?, natural(gamma.denominator())?);
        let r = natural(alpha.r())?;
        Some(Floors {
            a: integer(alpha.p())?.checked_mul(q)?,
            b: p.checked_mul(r)?,
            c: integer(alpha.q())?.checked_mul(q)?,
            d: natural(alpha.d())?,
            e: r.checked_mul(q)?,
        })
        .filter(|f| [f.a, f.b, f.c, f.e].iter().all(|n| n.abs() < MOST))
    }

    /// Is ⌊n·α + γ⌋ this number? Exactly: v·e <= n·a + b + n·c·√d < (v + 1)·e.
    fn is(&self, n: u64, v: u64) -> bool {
        let (n, v) = (i128::from(n), i128::from(v));
        let rest = v * self.e - n * self.a - self.b;
        !self.below(n, rest) && self.below(n, rest + self.e)
    }

    /// n·c·√d < bound
    fn below(&self, n: i128, bound: i128) -> bool {
        let root = n * self.c;
        // Both sides are below 2^61 in size, and √d is irrational: squares are equal only if both are 0.
        let (left, right) = (root.unsigned_abs().pow(2), bound.unsigned_abs().pow(2));
        let Some(left) = left.checked_mul(self.d.unsigned_abs()) else { return false };
        match (root < 0, bound < 0) {
            (false, true) => false,
            (true, false) => true,
            (false, false) => left < right,
            (true, true) => left > right,
        }
    }
}

/// The P-positions with x ≤ y, column by column.
pub(super) fn pairs(ways: &Ways, budget: &Budget) -> Result<Vec<(u64, u64)>, SolveError> {
    pairs_before(ways, COLUMNS, budget)
}

fn pairs_before(ways: &Ways, columns: u64, budget: &Budget) -> Result<Vec<(u64, u64)>, SolveError> {
    let mut found = Vec::new();
    let run = ways.stream(Method::Auto)?.run(columns, budget, &mut |x, rows| {
        found.extend(rows.iter().map(|y| (x, *y)));
        ControlFlow::Continue(())
    });
    run.map_err(as_solve_error)?;
    Ok(found)
}

fn as_solve_error(error: StreamError) -> SolveError {
    match error {
        StreamError::Solve(error) => error,
        StreamError::Stopped(stopped) => stopped.into_error(|| SolveError::Stopped(stopped.to_string())),
    }
}

/// The simplest fraction γ with ⌊n·α + γ⌋ = values[n] for all n.
fn shift(alpha: &Quadratic, values: &[u64]) -> Option<Rational> {
    let fits = |gamma: &Rational| match Floors::of(alpha, gamma) {
        Some(floors) => values.iter().zip(0..).all(|(value, n)| floors.is(n, *value)),
        None => values.iter().enumerate().all(|(n, value)| floor(alpha, n, gamma) == Integer::from(*value)),
    };
    if fits(&Rational::ZERO) {
        return Some(Rational::ZERO);
    }
    // Where the floors of n·α are off: γ lies between these. Floating point would do to choose, integers are as quick.
    let parts = 1_u64 << 40;
    let scaled = |n: usize| alpha.floor_mul(&(Natural::from(n) * Natural::from(parts)));
    let over = |n: usize| Integer::from(values[n]) * Integer::from(parts) - scaled(n);
    let low = (0..values.len()).map(over).max()?;
    let high = (0..values.len()).map(over).min()? + Integer::from(parts);
    if low >= high {
        return None;
    }
    let fraction = |value: Integer| Rational::from_parts(value, parts.into());
    let simple = Rational::simplest_in(fraction(low - Integer::ONE), fraction(high));
    (*simple.denominator() <= Natural::from(SHIFTS) && fits(&simple)).then_some(simple)
}

/// ⌊n·α + γ⌋
fn floor(alpha: &Quadratic, n: usize, gamma: &Rational) -> Integer {
    match alpha.mul_rational(&Rational::from(n)) {
        Ok(multiple) => multiple.add_rational(gamma).floor(),
        Err(_) => gamma.floor(),
    }
}

/// A Beatty sequence in words.
fn said(alpha: &Quadratic, gamma: &Rational) -> String {
    let alpha = alpha.to_expr();
    match gamma {
        gamma if gamma.is_zero() => format!("floor(n*({alpha}))"),
        gamma if *gamma < Rational::ZERO => format!("floor(n*({alpha}) - {})", -gamma.clone()),
        gamma => format!("floor(n*({alpha}) + {gamma})"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Floors, floor};
    use wythoff_number::{Integer, Quadratic, Rational};

    /// In machine words and at any size, with roots of both signs and shifts of both signs.
    #[test]
    fn floors_in_machine_words_are_those_of_any_size() {
        for (p, q, d, r) in [(1, 1, 5, 2), (3, -1, 5, 2), (-7, 3, 29, 10), (5, -2, 3, 1), (0, 1, 2, 1)] {
            let alpha = Quadratic::new(p, q, d as u32, r).expect("irrational");
            for gamma in [Rational::ZERO, Rational::from_parts((-3).into(), 7_u32.into()), Rational::from(2)]
            {
                let floors = Floors::of(&alpha, &gamma).expect("small numbers");
                for n in (0..300).chain([10_007, 999_999]) {
                    let exact = floor(&alpha, n, &gamma);
                    let Ok(value) = u64::try_from(&exact) else { continue };
                    assert!(floors.is(n as u64, value), "n = {n}");
                    assert!(!floors.is(n as u64, value + 1), "n = {n}");
                    if value > 0 {
                        assert!(!floors.is(n as u64, value - 1), "n = {n}");
                    }
                    assert_eq!(exact, Integer::from(value));
                }
            }
        }
    }
}
