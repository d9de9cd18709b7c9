//! Cones, lines, strips and regions: the geometry of the proof beyond the start. See the [module](super).
//!
//! Everything is exact: points and directions are pairs of integers, and a linear function is compared at corners
//! that are scaled up until they are integers. Numbers of a claim are below 2^31 and columns below 2^24, so products of three of
//! them fit into 128 bits.

use super::counters::Counters;
use crate::Undecided;
use num_integer::gcd;
use wythoff_budget::Budget;

pub(super) type Vector = (i128, i128);

/// Common periods above this are given up.
pub(super) const LONGEST: i128 = 1 << 26;
/// More squares of a sector are not looked at.
pub(super) const MOST_SQUARES: i128 = 1 << 26;
pub(super) const TOO_LONG: Undecided =
    Undecided::Rules("the common period of the beams and moves is too long");

pub(super) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b).map(i128::abs).filter(|&m| m <= LONGEST)
}

pub(super) fn det(a: Vector, b: Vector) -> i128 {
    a.0 * b.1 - a.1 * b.0
}

pub(super) fn plus(a: Vector, b: Vector) -> Vector {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn wide(v: (u64, u64)) -> Vector {
    (i128::from(v.0), i128::from(v.1))
}

/// The squares `apex + m·v + n·d`, `m, n ≥ 0`: what a ray sees of a progression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) apex: Vector,
    pub(super) v: Vector,
    pub(super) d: Vector,
    pub(super) counters: Counters,
}

/// The squares `first + n·step`, `n ≥ 0`, each of which counts `weight` options from column `begin` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: Vector,
    pub(super) step: Vector,
    pub(super) begin: i128,
    pub(super) weight: u32,
    pub(super) counters: Counters,
}

impl Line {
    /// What a ray sees of a parallel progression: `m·v + n·d` reaches every multiple of the common step that is far
    /// enough, and reaches it in more ways than any counter allows. Then the exact number does not matter.
    pub(super) fn parallel(cone: Cone, limit: u8) -> Line {
        let Cone { apex, v, d, counters } = cone;
        let common = gcd(v.0, d.0);
        // From (k + 1)·lcm on there are at least k ways.
        let far = (i128::from(limit) + 3) * (v.0 / common * d.0);
        let step = (common, v.1 * common / v.0);
        Line { first: apex, step, begin: apex.0 + far, weight: u32::from(limit) + 1, counters }
    }
}

/// Lines of one direction `(p, q)`, without common factor: those with `p·y - q·x` from `low` to `high`.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) direction: Vector,
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Strip {
    pub(super) fn offset(&self, z: Vector) -> i128 {
        det(self.direction, z)
    }

    pub(super) fn is_parallel(&self, d: Vector) -> bool {
        det(self.direction, d) == 0
    }

    pub(super) fn include(&mut self, z: Vector) {
        let at = self.offset(z);
        self.low = self.low.min(at);
        self.high = self.high.max(at);
    }

    /// The point of column `x` with this offset, scaled by the first coordinate of the direction.
    pub(super) fn corner(&self, x: i128, offset: i128) -> Vector {
        (self.direction.0 * x, offset + self.direction.1 * x)
    }

    /// The rows of column `x` that are in the strip.
    pub(super) fn rows(&self, x: i128) -> (i128, i128) {
        let (p, q) = self.direction;
        (-(-(self.low + q * x)).div_euclid(p), (self.high + q * x).div_euclid(p))
    }
}

/// A part of the squares beyond the start: all combinations of its corners, and its directions added to them.
pub(super) struct Region {
    /// Corners, each scaled by the second number.
    pub(super) corners: Vec<(Vector, i128)>,
    pub(super) directions: Vec<Vector>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Never,
    Always,
    /// Unchanged by the shift along the strip.
    Unchanged,
    Mixed,
}

/// How a region lies to a cone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// No square is in the cone.
    Outside,
    /// Whether a square is in the cone depends on the lattice alone.
    Inside,
    /// It depends on the lattice and on what the shift along the strip does not change.
    Edge,
    /// None of these is certain.
    Open,
}

impl Region {
    /// The sign of `z ↦ det(z - apex, d)` or, if `left`, `det(v, z - apex)`, times `sign`.
    fn sign(&self, apex: Vector, other: Vector, sign: i128, left: bool, along: Option<Vector>) -> Sign {
        let value = |z: Vector| sign * if left { det(other, z) } else { det(z, other) };
        if along.is_some_and(|tau| value(tau) == 0) {
            return Sign::Unchanged;
        }
        let corner = |&((x, y), scale): &(Vector, i128)| value((x - scale * apex.0, y - scale * apex.1));
        let slopes: Vec<i128> = self.directions.iter().map(|&d| value(d)).collect();
        if self.corners.iter().all(|c| corner(c) >= 0) && slopes.iter().all(|&s| s >= 0) {
            Sign::Always
        } else if self.corners.iter().all(|c| corner(c) < 0) && slopes.iter().all(|&s| s <= 0) {
            Sign::Never
        } else {
            Sign::Mixed
        }
    }

    /// How the region lies to a cone; the shift `along` a strip leaves it so.
    pub(super) fn view(&self, cone: &Cone, along: Option<Vector>) -> View {
        let sign = det(cone.v, cone.d).signum();
        let m = self.sign(cone.apex, cone.d, sign, false, along);
        let n = self.sign(cone.apex, cone.v, sign, true, along);
        match (m, n) {
            (Sign::Never, _) | (_, Sign::Never) => View::Outside,
            (Sign::Mixed, _) | (_, Sign::Mixed) => View::Open,
            (Sign::Always, Sign::Always) => View::Inside,
            _ => View::Edge,
        }
    }

    /// Whether being in the cone depends, on this region, on the lattice alone (and on what `along` does not change).
    pub(super) fn settles(&self, cone: &Cone, along: Option<Vector>) -> bool {
        self.view(cone, along) != View::Open
    }
}

/// The least `k ≥ 1` for which `k·w` is in the lattice of a cone.
fn order(cone: &Cone, w: Vector) -> i128 {
    let index = det(cone.v, cone.d).abs();
    let part = |value: i128| index / gcd(index, value);
    // Both divide the index, so this is no larger.
    let (a, b) = (part(det(w, cone.d)), part(det(cone.v, w)));
    a / gcd(a, b) * b
}

/// The least `k ≥ 1` for which `k·w` is in the lattices of all these cones.
pub(super) fn common_order(cones: &[Cone], w: Vector) -> Result<i128, Undecided> {
    cones.iter().try_fold(1, |k, cone| lcm(k, order(cone, w))).ok_or(TOO_LONG)
}

impl Cone {
    /// Counts the squares of column `x` that are in the cone's lattice, from row 0 on; the number of rows is a
    /// multiple of the lattice's period along the column.
    pub(super) fn lattice(&self, x: i128, counts: &mut [u32]) {
        let ((p, q), (g, h)) = (self.v, self.d);
        let away = x - self.apex.0;
        let common = gcd(p, g);
        if away % common != 0 {
            return;
        }
        let first = if p == 0 {
            self.apex.1 + away / g * h
        } else {
            let Some(n) = (0..p / common).find(|n| (away - n * g) % p == 0) else { return };
            self.apex.1 + (away - n * g) / p * q + n * h
        };
        let step = det(self.v, self.d).abs() / common;
        counts.iter_mut().skip(first.rem_euclid(step) as usize).step_by(step as usize).for_each(|c| *c += 1);
    }
}

/// The cones of one ray's step around a region that the same counters count, and how many of them a square of it is in.
pub(super) struct Group {
    pub(super) v: Vector,
    pub(super) counters: Counters,
    pub(super) cones: Vec<Cone>,
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Group {
    /// Finds the least and the largest number. It is invariant under `v`, so `v.0` columns are enough, or one period of
    /// columns if `v` leads along a column. Too long a period leaves the bounds 0 and infinity.
    pub(super) fn measure(&mut self, budget: &Budget) -> Result<(), Undecided> {
        let columns = if self.v.0 > 0 { Ok(self.v.0) } else { common_order(&self.cones, (1, 0)) };
        let (Ok(columns), Ok(rows)) = (columns, common_order(&self.cones, (0, 1))) else { return Ok(()) };
        if columns.checked_mul(rows).is_none_or(|n| n > MOST_SQUARES) {
            return Ok(());
        }
        budget.check(0, (rows as usize).saturating_mul(4))?;
        let (mut least, mut most) = (u32::MAX, 0);
        let mut counts = vec![0; rows as usize];
        for x in 0..columns {
            budget.check(0, 0)?;
            counts.fill(0);
            self.cones.iter().for_each(|c| c.lattice(x, &mut counts));
            least = counts.iter().copied().fold(least, u32::min);
            most = counts.iter().copied().fold(most, u32::max);
        }
        (self.least, self.most) = (least, most);
        Ok(())
    }
}
