//! The part of the proof beyond the start: strips, sectors, signs and lattices. See the [module](super).
//!
//! Everything is exact: points and directions are pairs of integers, and a linear function is compared at corners that are
//! scaled up until they are integers.

use super::{Ray, TailCertificate};
use crate::automaton::Limits;
use crate::prove::Undecided;

pub(super) type Vector = (i128, i128);

/// Columns are not solved farther than this.
const FARTHEST: i128 = 1 << 24;
/// Common periods above this are given up.
const LONGEST: i128 = 1 << 26;
const TOO_LONG: Undecided = Undecided::Rules("the common period of the beams and moves is too long");

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

pub(super) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b).map(i128::abs).filter(|&m| m <= LONGEST)
}

fn det(a: Vector, b: Vector) -> i128 {
    a.0 * b.1 - a.1 * b.0
}

fn plus(a: Vector, b: Vector) -> Vector {
    (a.0 + b.0, a.1 + b.1)
}

fn wide(v: (u64, u64)) -> Vector {
    (i128::from(v.0), i128::from(v.1))
}

/// The squares `apex + m·v + n·d`, `m, n ≥ 0`: what a ray sees of a progression.
#[derive(Clone, Copy, Debug)]
struct Cone {
    apex: Vector,
    v: Vector,
    d: Vector,
}

/// The squares `first + n·step`, `n ≥ 0`, each of which counts `weight` options from column `begin` on.
#[derive(Clone, Copy, Debug)]
struct Line {
    first: Vector,
    step: Vector,
    begin: i128,
    weight: u32,
}

impl Line {
    /// What a ray sees of a parallel progression: `m·v + n·d` reaches every multiple of the common step that is far enough, and
    /// reaches it in more ways than may be blocked. Then the exact number does not matter.
    fn parallel(apex: Vector, v: Vector, d: Vector, limit: u8) -> Line {
        let common = gcd(v.0, d.0);
        // From (k + 1)·lcm on there are at least k ways.
        let far = (i128::from(limit) + 3) * (v.0 / common * d.0);
        let step = (common, v.1 * common / v.0);
        Line { first: apex, step, begin: apex.0 + far, weight: u32::from(limit) + 1 }
    }
}

/// Lines of one direction `(p, q)`, without common factor: those with `p·y - q·x` from `low` to `high`.
#[derive(Clone, Debug)]
struct Strip {
    direction: Vector,
    low: i128,
    high: i128,
}

impl Strip {
    fn offset(&self, z: Vector) -> i128 {
        det(self.direction, z)
    }

    fn is_parallel(&self, d: Vector) -> bool {
        det(self.direction, d) == 0
    }

    fn include(&mut self, z: Vector) {
        let at = self.offset(z);
        self.low = self.low.min(at);
        self.high = self.high.max(at);
    }

    /// The point of column `x` with this offset, scaled by the first coordinate of the direction.
    fn corner(&self, x: i128, offset: i128) -> Vector {
        (self.direction.0 * x, offset + self.direction.1 * x)
    }

    /// The rows of column `x` that are in the strip.
    fn rows(&self, x: i128) -> (i128, i128) {
        let (p, q) = self.direction;
        (-(-(self.low + q * x)).div_euclid(p), (self.high + q * x).div_euclid(p))
    }
}

/// A part of the squares beyond the start: all combinations of its corners, and its directions added to them.
struct Region {
    /// Corners, each scaled by the second number.
    corners: Vec<(Vector, i128)>,
    directions: Vec<Vector>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Never,
    Always,
    /// Unchanged by the shift along the strip.
    Unchanged,
    Mixed,
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

    /// Whether being in the cone depends, on this region, on the lattice alone (and on what `along` does not change).
    fn settles(&self, cone: &Cone, along: Option<Vector>) -> bool {
        let sign = det(cone.v, cone.d).signum();
        let m = self.sign(cone.apex, cone.d, sign, false, along);
        let n = self.sign(cone.apex, cone.v, sign, true, along);
        m == Sign::Never || n == Sign::Never || (m != Sign::Mixed && n != Sign::Mixed)
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

/// The numbers of `F` on the lines of a ray: see [`Tail::tables`].
struct Table {
    ray: Vector,
    counts: Vec<u16>,
}

/// Everything about a claim that the proof beyond the start needs.
pub(super) struct Tail<'c> {
    claim: &'c TailCertificate,
    rays: Vec<Ray>,
    /// `F`, mirror images included.
    points: Vec<Vector>,
    cones: Vec<Cone>,
    /// What single removals see of progressions, and what rays see of parallel ones.
    lines: Vec<Line>,
    strips: Vec<Strip>,
    /// For lines of one step, and for points: the step, the last column in which one begins, and their largest offset.
    extents: Vec<(Vector, i128, i128)>,
    /// The common periods of all lattices along the columns and the rows.
    periods: Vector,
}

impl<'c> Tail<'c> {
    /// From the claim and the columns of its start.
    pub(super) fn new(
        claim: &'c TailCertificate,
        start: &[Vec<u32>],
        limit: u8,
    ) -> Result<Tail<'c>, Undecided> {
        let mut points = vec![];
        for (x, rows) in start.iter().enumerate() {
            for &y in rows {
                let z = (x as i128, i128::from(y));
                points.push(z);
                if z.0 != z.1 {
                    points.push((z.1, z.0));
                }
            }
        }
        let mut progressions: Vec<(Vector, Vector)> = vec![];
        for (c, d) in claim.progressions() {
            let (c, d) = (wide(c), wide(d));
            progressions.push((c, d));
            if (c.1, d.1) != (c.0, d.0) {
                progressions.push(((c.1, c.0), (d.1, d.0)));
            }
        }
        let (mut cones, mut lines) = (vec![], vec![]);
        for ray in &claim.rays {
            let (a, v) = (wide(ray.start), wide(ray.step));
            for &(c, d) in &progressions {
                if ray.is_single() {
                    let first = plus(c, a);
                    lines.push(Line { first, step: d, begin: first.0, weight: 1 });
                } else if det(v, d) == 0 {
                    lines.push(Line::parallel(plus(c, a), v, d, limit));
                } else {
                    cones.push(Cone { apex: plus(c, a), v, d });
                }
            }
        }
        let mut tail = Tail {
            claim,
            rays: claim.rays.clone(),
            points,
            cones,
            lines,
            strips: vec![],
            extents: vec![],
            periods: (1, 1),
        };
        tail.find_strips(&progressions);
        for ray in &claim.rays {
            let (a, v) = (wide(ray.start), wide(ray.step));
            let begin = tail.points.iter().map(|p| p.0 + a.0).max();
            let offset = tail.points.iter().map(|&p| det(v, plus(p, a))).max();
            tail.extents.extend(begin.zip(offset).map(|(begin, offset)| (v, begin, offset)));
        }
        let of_lines = tail.lines.iter().map(|l| (l.step, l.begin, det(l.step, l.first)));
        tail.extents.extend(of_lines);
        for cone in &tail.cones {
            let q = lcm(tail.periods.0, order(cone, (1, 0))).ok_or(TOO_LONG)?;
            let m = lcm(tail.periods.1, order(cone, (0, 1))).ok_or(TOO_LONG)?;
            tail.periods = (q, m);
        }
        Ok(tail)
    }

    fn find_strips(&mut self, progressions: &[(Vector, Vector)]) {
        let steps = self.rays.iter().map(|r| wide(r.step)).chain(progressions.iter().map(|p| p.1));
        let mut directions: Vec<Vector> = vec![(1, 1)];
        for (p, q) in steps.filter(|&(p, q)| p > 0 && q >= p) {
            let g = gcd(p, q);
            directions.push((p / g, q / g));
        }
        directions.sort_by(|a, b| det(*b, *a).cmp(&0));
        directions.dedup();
        for direction in directions {
            let mut strip = Strip { direction, low: i128::MAX, high: i128::MIN };
            for cone in &self.cones {
                if strip.is_parallel(cone.v) || strip.is_parallel(cone.d) {
                    strip.include(cone.apex);
                }
            }
            let parallel = |d: Vector| det(direction, d) == 0;
            for ray in self.rays.iter().filter(|r| !r.is_single() && parallel(wide(r.step))) {
                self.points.iter().for_each(|&p| strip.include(plus(p, wide(ray.start))));
            }
            let lines = self.lines.iter().map(|l| (l.first, l.step));
            for (first, _) in lines.chain(progressions.iter().copied()).filter(|l| parallel(l.1)) {
                strip.include(first);
            }
            if direction == (1, 1) {
                // Only what is not below the diagonal counts, and the diagonal itself is always looked at.
                (strip.low, strip.high) = (0, strip.high.max(0));
            }
            if strip.low <= strip.high {
                self.strips.push(strip);
            }
        }
    }

    /// The first column from which on the regions are as the proof needs them.
    pub(super) fn beyond(&self, limits: &Limits<'_>) -> Result<u64, Undecided> {
        let mut good = i128::from(self.claim.start + self.claim.period);
        while !self.is_beyond(good) {
            limits.check(0, 0)?;
            good *= 2;
            if good > FARTHEST {
                return Err(Undecided::Rules("the start would have to be checked too far"));
            }
        }
        // All conditions are linear in the column and stay true; find the first good one.
        let mut bad = i128::from(self.claim.start + self.claim.period) - 1;
        while good - bad > 1 + bad / 64 {
            limits.check(0, 0)?;
            let middle = (good + bad) / 2;
            if self.is_beyond(middle) { good = middle } else { bad = middle }
        }
        Ok(good as u64)
    }

    /// Whether column `x` is so far out that the proof works from there on.
    fn is_beyond(&self, x: i128) -> bool {
        self.lines_are_in_strips(x) && self.strips_are_apart(x) && {
            let strips = self.strips.iter().all(|s| {
                let region = Region {
                    corners: [s.low, s.high].iter().map(|&o| (s.corner(x, o), s.direction.0)).collect(),
                    directions: vec![s.direction],
                };
                self.cones.iter().all(|c| region.settles(c, Some(s.direction)))
            });
            strips
                && (0..self.strips.len()).all(|i| {
                    let s = &self.strips[i];
                    let mut corners = vec![(s.corner(x, s.high + 1), s.direction.0)];
                    let mut directions = vec![s.direction];
                    match self.strips.get(i + 1) {
                        Some(t) => {
                            corners.push((t.corner(x, t.low - 1), t.direction.0));
                            directions.push(t.direction);
                        }
                        None => directions.push((0, 1)),
                    }
                    let region = Region { corners, directions };
                    self.cones.iter().all(|c| region.settles(c, None))
                })
        }
    }

    /// Whether from column `x` on every line that enters `y ≥ x` is in the strip of its direction and has begun, and
    /// no point that a single removal sees is left.
    fn lines_are_in_strips(&self, x: i128) -> bool {
        // Begun before column x; and if they are flatter than the diagonal, below the diagonal there.
        let fine = |&(step, begin, offset): &(Vector, i128, i128)| {
            begin < x && (step.1 >= step.0 || offset < (step.0 - step.1) * x)
        };
        self.extents.iter().all(fine) && self.claim.progressions().all(|(c, _)| wide(c).0 < x)
    }

    /// Whether from column `x` on neighbouring strips have a full period of rows, and more, between them.
    fn strips_are_apart(&self, x: i128) -> bool {
        self.strips.windows(2).all(|w| {
            let ((_, top), (bottom, _)) = (w[0].rows(x), w[1].rows(x));
            bottom - top > self.periods.1 + 2
        })
    }

    /// Looks at one period of every region from column `x` on: the first square at which rules and claim disagree.
    pub(super) fn contradiction(
        &self,
        x: u64,
        limit: u8,
        limits: &Limits<'_>,
    ) -> Result<Option<(u64, u64)>, Undecided> {
        let from = i128::from(x);
        let (columns, rows) = self.periods;
        for strip in &self.strips {
            let tables = self.tables(strip, limits)?;
            let period = self.period(strip)?;
            for x in from..from + period {
                limits.check(0, 0)?;
                let (low, high) = strip.rows(x);
                let counts = self.counts(x, low, high, Some((strip, &tables)));
                if let Some(y) = self.disagreement(x, low, &counts, limit) {
                    return Ok(Some((x as u64, y as u64)));
                }
            }
        }
        for strip in &self.strips {
            for x in from..from + columns {
                limits.check(0, 0)?;
                let low = strip.rows(x).1 + 1;
                let counts = self.counts(x, low, low + rows - 1, None);
                if let Some(y) = self.disagreement(x, low, &counts, limit) {
                    return Ok(Some((x as u64, y as u64)));
                }
            }
        }
        Ok(None)
    }

    /// How many columns it takes for a strip to repeat.
    fn period(&self, strip: &Strip) -> Result<i128, Undecided> {
        let mut k = 1;
        for cone in &self.cones {
            k = lcm(k, order(cone, strip.direction)).ok_or(TOO_LONG)?;
        }
        let steps = self.claim.progressions().map(|(_, d)| wide(d));
        let steps =
            steps.chain(self.lines.iter().map(|l| l.step)).chain(self.rays.iter().map(|r| wide(r.step)));
        for step in steps.filter(|&d| d != (0, 0) && strip.is_parallel(d)) {
            k = lcm(k, step.0 / strip.direction.0).ok_or(TOO_LONG)?;
        }
        k.checked_mul(strip.direction.0).filter(|&c| c <= LONGEST).ok_or(TOO_LONG)
    }

    /// For each ray along the strip, the numbers of points of `F` on its lines: by column modulo the step, and offset.
    fn tables(&self, strip: &Strip, limits: &Limits<'_>) -> Result<Vec<Table>, Undecided> {
        let width = strip.high - strip.low + 1;
        let mut tables = vec![];
        for ray in self.rays.iter().filter(|r| !r.is_single() && strip.is_parallel(wide(r.step))) {
            let step = wide(ray.step);
            let size = usize::try_from(width * step.0).unwrap_or(usize::MAX);
            limits.check(0, size.saturating_mul(2))?;
            let mut counts = vec![0u16; size];
            for &p in &self.points {
                let first = plus(p, wide(ray.start));
                let offset = strip.offset(first);
                if (strip.low..=strip.high).contains(&offset) {
                    let at = first.0.rem_euclid(step.0) * width + offset - strip.low;
                    counts[at as usize] = counts[at as usize].saturating_add(1);
                }
            }
            tables.push(Table { ray: step, counts });
        }
        Ok(tables)
    }

    /// How many options in the claimed set the squares of column `x` have, from row `low` to row `high`.
    fn counts(&self, x: i128, low: i128, high: i128, along: Option<(&Strip, &[Table])>) -> Vec<u32> {
        let mut counts = vec![0u32; usize::try_from(high - low + 1).unwrap_or(0)];
        let mut add = |first: i128, step: i128, last: i128| {
            // Rows first, first + step, … up to last.
            let skip = if first < low { -(first - low).div_euclid(step) } else { 0 };
            let mut y = first + skip * step;
            while y <= last.min(high) {
                counts[(y - low) as usize] += 1;
                y += step;
            }
        };
        for cone in &self.cones {
            let ((p, q), (g, h)) = (cone.v, cone.d);
            let away = x - cone.apex.0;
            if away < 0 {
                continue;
            }
            if p == 0 {
                if away % g == 0 {
                    add(cone.apex.1 + away / g * h, q, high);
                }
                continue;
            }
            // m·p + n·g = away has the solutions n = n₀ + i·p/common with n ≤ away / g.
            let common = gcd(p, g);
            let step = p / common;
            let Some(n) = (0..step).find(|n| (away - n * g) % p == 0) else { continue };
            let most = away / g;
            if n > most {
                continue;
            }
            let row = |n: i128| cone.apex.1 + (away - n * g) / p * q + n * h;
            let last = n + (most - n) / step * step;
            let (a, b) = (row(n), row(last));
            let difference = det(cone.v, cone.d).abs() / common;
            add(a.min(b), difference, a.max(b));
        }
        for &Line { first, step: (g, h), begin, weight } in &self.lines {
            let away = x - first.0;
            if x >= begin && away % g == 0 {
                let y = first.1 + away / g * h;
                if (low..=high).contains(&y) {
                    counts[(y - low) as usize] += weight;
                }
            }
        }
        if let Some((strip, tables)) = along {
            let width = strip.high - strip.low + 1;
            for table in tables {
                let row = x.rem_euclid(table.ray.0) * width;
                for y in low..=high {
                    let offset = strip.offset((x, y)) - strip.low;
                    if (0..width).contains(&offset) {
                        counts[(y - low) as usize] += u32::from(table.counts[(row + offset) as usize]);
                    }
                }
            }
        }
        counts
    }

    fn disagreement(&self, x: i128, low: i128, counts: &[u32], limit: u8) -> Option<i128> {
        let mut claimed = vec![false; counts.len()];
        for y in self.claim.rows(x as u64) {
            let at = usize::try_from(i128::from(y) - low).ok();
            if let Some(slot) = at.and_then(|i| claimed.get_mut(i)) {
                *slot = true;
            }
        }
        let wrong = |(&count, &claimed): (&u32, &bool)| (count <= u32::from(limit)) != claimed;
        counts.iter().zip(&claimed).position(wrong).map(|i| low + i as i128)
    }
}
