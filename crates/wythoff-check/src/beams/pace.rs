//! The line of an inner beam that keeps a rational pace, up to slips that are rare.
//!
//! See "Pace" in the [room's documentation](super) for what is bounded here and why.

use super::inner::{Closure, Inner, Language};
use super::law::{Law, Line, ceiling, gcd, root};
use super::not;
use super::walks::Walks;
use crate::Undecided;
use wythoff_budget::Budget;

/// Numerators and denominators are smaller.
const LARGEST: u64 = 1 << 20;

/// How far a beam falls behind its pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slips {
    /// For each P-position that a row holds beyond the least, at most so many diagonals when the row's column is read.
    pub fall: u64,
    /// In all, so many rows for each binary digit of the column's number.
    pub drift: u64,
}

/// The slope less 1 as a fraction in lowest terms, if the slope is rational.
fn pace((a, b): Law) -> Option<(i128, i128)> {
    if a == 0 || b == 0 || a >= LARGEST || b >= LARGEST {
        return None;
    }
    let (a, b) = (i128::from(a), i128::from(b));
    let square = a * a + 4 * b * b;
    let exact = root(square);
    let above = a + exact - 2 * b;
    if gcd(a, b) != 1 || exact * exact != square || above <= 0 {
        return None;
    }
    let common = gcd(above, 2 * b);
    Some((above / common, 2 * b / common))
}

/// The distance and the drift; `start` is the first column, `lowest` the lowest open diagonal there.
pub(super) fn line(
    inner: &Inner,
    (closure, language): (&Closure, &Language),
    (start, lowest): (u64, u64),
    (law, fall): (Law, u64),
    budget: &Budget,
) -> Result<Line, Undecided> {
    let (p, q) = pace(law).ok_or_else(|| not("a pace needs a rational slope, as a law in lowest terms"))?;
    let least = inner.machine.row;
    let walks = Walks::new(closure, language, least, budget)?;
    let (start, lowest, fall) = (i128::from(start), i128::from(lowest), i128::from(fall));
    let mut away = 0;
    for sign in [1, -1] {
        let weight = |c: &super::walks::Column| sign * (q * c.advance - p) - q * fall * c.read;
        let most = walks.greatest(weight, budget)?;
        away = away.max(most.ok_or_else(|| not("the inner beam does not keep this pace"))?);
    }
    let height = (i128::from(closure.height) - 1).max(0);
    let distance = ceiling((q * lowest - p * start).abs() + away, q) + height;
    let drift = if fall == 0 { 0 } else { fall * slips(inner, &walks, (start, lowest), budget)? };
    let small = |n: i128| u64::try_from(n).map_err(|_| not("the distance is too large"));
    Ok(Line { law, distance: small(distance)?, drift: small(drift)? })
}

/// Up to row `y`, rows hold in all at most so much more than the least for each binary digit of `y`.
fn slips(
    inner: &Inner,
    walks: &Walks,
    (start, lowest): (i128, i128),
    budget: &Budget,
) -> Result<i128, Undecided> {
    let more = walks.greatest(|c| c.written - c.read, budget)?;
    let more = more.ok_or_else(|| not("slips can become more frequent"))?;
    let slower = walks.greatest(|c| 1 - c.advance, budget)?;
    if start == 0 || slower.is_none_or(|slower| lowest < start + slower) {
        return Err(not("slips are followed only in beams of a slope of at least 2"));
    }
    let first: i128 = inner.written.iter().map(|&row| i128::from(row) - i128::from(inner.machine.row)).sum();
    Ok(first + more + walks.most_written())
}
