//! Beatty pairs: floors of multiples of two numbers, homogeneous or shifted, with every number once or m times.

use super::{FittingForm, FormKind};
use crate::budget::Budget;
use crate::explore::beams::BeamList;
use crate::number::{Integer, Natural, Quadratic, Rational};
use crate::solve::SolveError;
use crate::solve::stream::StreamError;
use crate::solve::way::Method;
use crate::ways::Ways;
use std::ops::ControlFlow;

/// So many columns are compared with a pair.
const COLUMNS: u64 = 20_000;
/// Shifts are fractions with denominators up to this.
const SHIFTS: u64 = 24;

/// The pair of Beatty sequences that the P-positions with y ≥ x are, if there is one.
pub(super) fn beatty(
    ways: &Ways,
    list: &BeamList,
    budget: &Budget,
) -> Result<Option<FittingForm>, SolveError> {
    let [beam] = list.beams.as_slice() else { return Ok(None) };
    let total = list.in_column.as_ref().and_then(|counts| counts.exact()).filter(|_| list.symmetric);
    let slope = beam.exact.as_ref().and_then(|slope| slope.as_quadratic());
    let (Some(total), Some(slope)) = (total, slope) else { return Ok(None) };
    // One beam and its mirror image: c(1 + 1/s) = total, so the n-th pair is near (n/c, s·n/c).
    let beta = slope.add_rational(&Rational::ONE).mul_rational(&(Rational::ONE / total));
    let Ok(beta) = beta else { return Ok(None) };
    let Ok(alpha) = beta.div(slope) else { return Ok(None) };
    let pairs = pairs(ways, budget)?;
    let (a, b): (Vec<u64>, Vec<u64>) = pairs.into_iter().unzip();
    let (Some(first), Some(second)) = (shift(&alpha, &a), shift(&beta, &b)) else { return Ok(None) };
    let kind = if *total == Rational::ONE { FormKind::BeattyPair } else { FormKind::ComplementaryPair };
    let times = if *total == Rational::ONE { String::new() } else { format!("; every number {total} times") };
    let (one, other) = (said(&alpha, &first), said(&beta, &second));
    Ok(Some(FittingForm {
        kind,
        claim: format!("the P-positions with x <= y are ({one}, {other}), n >= 0{times}"),
        evidence: format!("agrees for all x < {COLUMNS}"),
        proved: false,
    }))
}

/// The P-positions with x ≤ y, column by column.
pub(super) fn pairs(ways: &Ways, budget: &Budget) -> Result<Vec<(u64, u64)>, SolveError> {
    let mut found = Vec::new();
    let run = ways.stream(Method::Auto)?.run(COLUMNS, budget, &mut |x, rows| {
        found.extend(rows.iter().map(|y| (x, *y)));
        ControlFlow::Continue(())
    });
    run.map_err(|error| match error {
        StreamError::Solve(error) => error,
        StreamError::Stopped(stopped) => stopped.into_error(|| SolveError::Stopped(stopped.to_string())),
    })?;
    Ok(found)
}

/// The simplest fraction γ with ⌊n·α + γ⌋ = values[n] for all n.
fn shift(alpha: &Quadratic, values: &[u64]) -> Option<Rational> {
    let fits = |gamma: &Rational| {
        values.iter().enumerate().all(|(n, value)| floor(alpha, n, gamma) == Integer::from(*value))
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
