//! The exact slope of the inner beam, and how far from its line it can be: the counting law, in whole numbers.
//!
//! See "Slope" in the [room's documentation](super) for what is bounded here and why.

use super::inner::{Closure, Inner};
use super::not;
use crate::Undecided;

/// Irrational numbers are bounded by multiples of this fraction, from both sides.
const UNIT: i128 = 1 << 40;
/// Numerators and denominators are smaller, so that everything fits.
const LARGEST: i128 = 1 << 20;

/// The positive number s with `s - 1/s = law.0 / law.1`.
pub type Law = (u64, u64);

/// What the closure says about the beam's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its slope.
    pub law: Law,
    /// No P-position of the beam is farther than this from the line `y = s·x`, in rows.
    pub distance: u64,
    /// And so many rows more for each binary digit of `x`.
    pub drift: u64,
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Rounded down and up.
fn floor(a: i128, b: i128) -> i128 {
    a.div_euclid(b)
}

pub(super) fn ceiling(a: i128, b: i128) -> i128 {
    -((-a).div_euclid(b))
}

/// The greatest whole number whose square is at most this.
pub(super) fn root(n: i128) -> i128 {
    let (mut low, mut high) = (0, 1 << 63);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if middle * middle <= n { low = middle } else { high = middle }
    }
    low
}

/// How far sums of a periodic sequence can be from their mean, the same for all beginnings and ends: rounded up.
fn swing(values: &[i128]) -> i128 {
    let (length, total) = (values.len() as i128, values.iter().sum::<i128>());
    let mut sums = vec![0];
    let mut sum = 0;
    for (i, value) in values.iter().enumerate() {
        sum += value;
        sums.push(sum * length - total * (i as i128 + 1));
    }
    let most = sums.iter().max().unwrap_or(&0) - sums.iter().min().unwrap_or(&0);
    ceiling(most, length)
}

/// The slope and the distance; `start` is the first column, `lowest` the lowest open diagonal there.
pub(crate) fn line(inner: &Inner, closure: &Closure, start: u64, lowest: u64) -> Result<Line, Undecided> {
    let machine = &inner.machine;
    let rows: Vec<i128> = machine.rows.iter().map(|&v| i128::from(v)).collect();
    // What the beam adds to the diagonals of each phase. All phases leave in the end, since the window moves up.
    let added = |(left, &entered): (&Option<u8>, &u8)| Some(i128::from((*left)?) - i128::from(entered));
    let added: Option<Vec<i128>> = closure.left.iter().zip(&machine.diagonals).map(added).collect();
    let added =
        added.ok_or_else(|| not("the inner beam does not leave the same on all diagonals of a phase"))?;
    let (t, q) = (added.iter().sum::<i128>(), added.len() as i128);
    let (s, p) = (rows.iter().sum::<i128>(), rows.len() as i128);
    let column = i128::from(machine.column);
    let (above, below) = ((column * p - s) * q, p * t);
    if above <= 0 || below <= 0 {
        return Err(not("the counting law gives the inner beam no slope"));
    }
    let common = gcd(above, below);
    let (a, b) = (above / common, below / common);
    if a >= LARGEST || b >= LARGEST {
        return Err(not("the numbers of the counting law are too large"));
    }
    // s - 1 is positive, since s - 1/s is.
    let low = floor(a * UNIT + root((a * a + 4 * b * b) * UNIT * UNIT), 2 * b);
    let high = ceiling(a * UNIT + root((a * a + 4 * b * b) * UNIT * UNIT) + 1, 2 * b);
    if low <= UNIT {
        return Err(not("the slope of the inner beam is too close to 1"));
    }
    // The mean of what rows hold: column - (t / q)·(s - 1).
    let mean = (column * UNIT - ceiling(t * (high - UNIT), q), column * UNIT - floor(t * (low - UNIT), q));
    let error =
        |sum: i128, count: i128| (sum * UNIT - mean.0 * count).abs().max((sum * UNIT - mean.1 * count).abs());
    let (mut sum, mut first, mut last) = (0, 0, 0);
    for (i, &row) in inner.written.iter().enumerate() {
        sum += i128::from(row);
        last = error(sum, i as i128 + 1);
        first = first.max(last);
    }
    let at_start = machine.excess(&inner.state);
    let apart = |by: fn((i128, i128)) -> i128| {
        let each = closure.shapes.iter().map(|shape| (by(machine.excess(shape)) - by(at_start)).abs());
        each.max().unwrap_or(0)
    };
    let (by_rows, by_diagonals) = (apart(|e| e.0) + swing(&rows), apart(|e| e.1) + swing(&added));
    let jumps = (i128::from(closure.jump) - 1).max(0) * column;
    let each = last + (by_rows + by_diagonals + jumps) * UNIT;
    let most = first.max(ceiling(each * high, low - UNIT));
    let (x, e) = (i128::from(start), i128::from(lowest) * UNIT);
    let origin = (e - (low - UNIT) * x).abs().max((e - (high - UNIT) * x).abs());
    let height = (i128::from(closure.height) - 1).max(0) * UNIT;
    let distance = ceiling(origin + ceiling((by_diagonals * UNIT + most) * q, t) + height, UNIT);
    let distance = u64::try_from(distance).map_err(|_| not("the distance is too large"))?;
    Ok(Line { law: (a as u64, b as u64), distance, drift: 0 })
}
