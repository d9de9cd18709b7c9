//! The start of a game of rays, square by square: the checker's own solver, slow and plain.
//!
//! For every ray there are the numbers of P-positions on its lines so far, one byte a line. A column is gone through
//! from the diagonal upwards, a window of squares at a time: the bytes of all rays are added, and a square at which
//! the sum is at most the limit is a P-position. What lies below the diagonal is the mirror image of a row.

use crate::budget::Budget;
use crate::check::Undecided;

use super::Ray;

/// Squares in a window.
const WINDOW: usize = 4096;
/// Columns that reach higher than this are given up.
const HIGHEST: u64 = super::LARGEST;

/// The P-positions with `x ≤ y` of the columns before `columns`: for each column the rows, ascending.
pub(super) fn solve(
    rays: &[Ray],
    limit: u8,
    columns: u64,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Undecided> {
    if !rays.iter().any(|r| r.step.0 == 0 && r.step.1 > 0 && r.start.0 == 0) {
        return Err(Undecided::Rules("a column may hold infinitely many P-positions"));
    }
    let mut start = Start::new(rays, limit, columns);
    for x in 0..columns {
        start.column(x, budget)?;
    }
    Ok(start.found)
}

/// The numbers of P-positions on the lines of a ray that leads to smaller columns.
struct Lane {
    start: (u64, u64),
    step: (u64, u64),
    /// For each column modulo the step, the count of line `y - step.1 · ⌊x / step.0⌋`, moved up by `below`.
    counts: Vec<Vec<u8>>,
    below: u64,
}

struct Start {
    limit: u8,
    lanes: Vec<Lane>,
    /// Rays within a column of the option, and single removals.
    upright: Vec<Ray>,
    found: Vec<Vec<u32>>,
    /// For each row, the columns left of the diagonal in which it holds a P-position.
    rows: Vec<Vec<u32>>,
    /// A common multiple of the strides of rays within the column.
    strides: usize,
}

impl Start {
    fn new(rays: &[Ray], limit: u8, columns: u64) -> Start {
        // A ray that leads to smaller columns but starts within its own: its first removal goes by itself.
        let mut split: Vec<Ray> = vec![];
        for &ray in rays {
            if ray.start.0 == 0 && ray.step.0 > 0 {
                split.push(Ray { start: ray.start, step: (0, 0) });
                split.push(Ray { start: (ray.step.0, ray.start.1 + ray.step.1), step: ray.step });
            } else {
                split.push(ray);
            }
        }
        let rays = split;
        let lanes = rays.iter().filter(|r| r.step.0 > 0).map(|r| Lane {
            start: r.start,
            step: r.step,
            counts: vec![vec![]; r.step.0.min(columns) as usize],
            below: r.step.1 * (columns / r.step.0 + 1) + r.start.1,
        });
        let upright: Vec<Ray> = rays.iter().filter(|r| r.step.0 == 0).copied().collect();
        let within = upright.iter().filter(|r| r.start.0 == 0 && !r.is_single());
        let strides =
            within.fold(1, |m, r| super::geometry::lcm(m, i128::from(r.step.1)).unwrap_or(i128::MAX));
        Start {
            limit,
            lanes: lanes.collect(),
            found: vec![],
            rows: vec![],
            strides: usize::try_from(strides).unwrap_or(usize::MAX),
            upright,
        }
    }

    /// All P-positions of a finished column, mirror images below the diagonal included.
    fn whole(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        let below = self.rows.get(x as usize).map_or(&[][..], |r| r);
        below.iter().chain(&self.found[x as usize]).map(|&y| u64::from(y))
    }

    fn column(&mut self, x: u64, budget: &Budget) -> Result<(), Undecided> {
        // A P-position of column w is on the rays that start a columns away from column w + a on.
        for i in 0..self.lanes.len() {
            let Some(w) = x.checked_sub(self.lanes[i].start.0) else { continue };
            let whole: Vec<u64> = self.whole(w).collect();
            let lane = &mut self.lanes[i];
            let counts = &mut lane.counts[(w % lane.step.0) as usize];
            for y in whole {
                let at = (y + lane.below - lane.step.1 * (w / lane.step.0)) as usize;
                if at >= counts.len() {
                    budget.check(0, at)?;
                    counts.resize(at + 1 + WINDOW, 0);
                }
                counts[at] = counts[at].saturating_add(1);
            }
        }
        // P-positions that rays within a column see: ray and row.
        let mut seen: Vec<(Ray, u64)> = vec![];
        for ray in &self.upright {
            match x.checked_sub(ray.start.0) {
                Some(w) if w == x => {
                    let below = self.rows.get(x as usize).map_or(&[][..], |r| r);
                    seen.extend(below.iter().map(|&y| (*ray, u64::from(y))));
                }
                Some(w) => seen.extend(self.whole(w).map(|y| (*ray, y))),
                None => {}
            }
        }
        let own: Vec<Ray> = self.upright.iter().filter(|r| r.start.0 == 0).copied().collect();
        let mut column: Vec<u32> = vec![];
        let mut sums: Vec<u8> = vec![];
        let mut low = x;
        loop {
            if low > x || x.is_multiple_of(16) {
                let bytes: usize = self.lanes.iter().flat_map(|l| &l.counts).map(Vec::len).sum();
                budget.check(0, bytes + 40 * self.rows.len() + 60 * self.found.len())?;
            }
            if low + WINDOW as u64 > HIGHEST {
                return Err(Undecided::Rules("a column of the start is too high"));
            }
            // What every square from here on sees.
            let everywhere = seen
                .iter()
                .filter(|(ray, y)| ray.start.0 == 0 && ray.step == (0, 1) && y + ray.start.1 <= low)
                .count();
            let Some(most) = usize::from(self.limit).checked_sub(everywhere) else { break };
            if self.is_full(&seen, low) {
                break;
            }
            self.fill(x, low, &mut sums);
            for &(ray, y) in &seen {
                if ray.start.0 != 0 || ray.step != (0, 1) || y + ray.start.1 > low {
                    see(&mut sums, ray, y, low);
                }
            }
            let mut at = 0;
            while let Some(next) = first_at_most(&sums, at, most as u8) {
                let y = low + next as u64;
                column.push(y as u32);
                for &ray in &own {
                    seen.push((ray, y));
                    see(&mut sums, ray, y, low);
                }
                at = next + 1;
            }
            low += WINDOW as u64;
        }
        for &y in column.iter().filter(|&&y| u64::from(y) > x) {
            if self.rows.len() <= y as usize {
                budget.check(0, 40 * (y as usize + 1))?;
                self.rows.resize(y as usize + 1, vec![]);
            }
            self.rows[y as usize].push(x as u32);
        }
        self.found.push(column);
        Ok(())
    }

    /// Whether the rays within this column alone keep all squares from `low` on from being P: what they count does not
    /// decrease along a common stride, so one stride is enough.
    fn is_full(&self, seen: &[(Ray, u64)], low: u64) -> bool {
        if self.strides > WINDOW {
            return false;
        }
        let mut sums = vec![0u8; self.strides];
        for &(ray, y) in seen.iter().filter(|(r, _)| r.start.0 == 0 && !r.is_single()) {
            see(&mut sums, ray, y, low);
        }
        sums.iter().all(|&s| s > self.limit)
    }

    /// The sums of all lanes for the window of this column from `low` on.
    fn fill(&mut self, x: u64, low: u64, sums: &mut Vec<u8>) {
        sums.clear();
        sums.resize(WINDOW, 0);
        for lane in &mut self.lanes {
            let Some(w) = x.checked_sub(lane.start.0) else { continue };
            let counts = &lane.counts[(w % lane.step.0) as usize];
            // `below` covers the start and all steps down to column 0, so this is not negative.
            let from = (low + lane.below - lane.start.1 - lane.step.1 * (w / lane.step.0)) as usize;
            let Some(counts) = counts.get(from..) else { continue };
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum = sum.saturating_add(*count);
            }
        }
    }
}

/// Counts a P-position in row `y` for the squares of a window that see it along a ray within their column, or as a
/// single removal.
fn see(sums: &mut [u8], ray: Ray, y: u64, low: u64) {
    let first = y + ray.start.1;
    if ray.is_single() {
        if let Some(sum) = first.checked_sub(low).and_then(|i| sums.get_mut(i as usize)) {
            *sum = sum.saturating_add(1);
        }
        return;
    }
    let stride = ray.step.1;
    let first = if first < low { first + (low - first).div_ceil(stride) * stride } else { first };
    if let Some(sums) = sums.get_mut((first - low) as usize..) {
        if stride == 1 {
            sums.iter_mut().for_each(|s| *s = s.saturating_add(1));
        } else {
            sums.iter_mut().step_by(stride as usize).for_each(|s| *s = s.saturating_add(1));
        }
    }
}

/// The first place from `at` on with at most this number.
fn first_at_most(sums: &[u8], at: usize, most: u8) -> Option<usize> {
    let mut at = at;
    while at < sums.len() {
        let end = (at / 64 * 64 + 64).min(sums.len());
        let part = &sums[at..end];
        // Without a branch, so that whole groups are looked at together.
        if part.iter().fold(false, |any, &s| any | (s <= most)) {
            return part.iter().position(|&s| s <= most).map(|i| at + i);
        }
        at = end;
    }
    None
}
