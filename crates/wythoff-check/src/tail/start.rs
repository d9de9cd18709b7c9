//! The start of a game of rays, square by square: the checker's own solver, slow and plain.
//!
//! For every ray there are the numbers of P-positions on its lines so far, one byte a line. A column is gone through
//! from the diagonal upwards, a window of squares at a time: for each counter the bytes of its rays are added, and a
//! square at which no sum exceeds its limit is a P-position.
//!
//! What lies below the diagonal is the mirror image of a row, if the game is symmetric. If it is not, the squares with
//! `x > y` are a second half, with the piles exchanged, and the halves take turns: column `x` from the diagonal on, then
//! row `x` from the square behind the diagonal on. An option of a square of the one is in an earlier column or row, or
//! nearer to the diagonal in the same.

use super::counters::{Counted, Counting, each};
use super::{Ray, geometry};
use crate::Undecided;
use wythoff_budget::Budget;

/// Squares in a window.
const WINDOW: usize = 4096;
/// Columns that reach higher than this are given up.
const HIGHEST: u64 = super::LARGEST;

/// For each column its rows, ascending.
pub(super) type Rows = Vec<Vec<u32>>;

/// The P-positions with `x ≤ y` of the columns before `columns`; and unless the game is taken for symmetric those with `x > y`
/// of the rows before it, with the piles exchanged.
pub(super) fn solve(
    game: &Counting,
    symmetric: bool,
    columns: u64,
    budget: &Budget,
) -> Result<Vec<Rows>, Undecided> {
    let mut halves = vec![Half::new(game, 0, columns)?];
    if !symmetric {
        halves.push(Half::new(&game.mirrored(), 1, columns)?);
    }
    for x in 0..columns {
        for i in 0..halves.len() {
            let other = if symmetric { i } else { 1 - i };
            let held = if symmetric { 0 } else { halves[other].bytes() };
            let column = halves[i].column(x, held, budget)?;
            // What is above the diagonal here is below it there; the diagonal itself is in the first half.
            for &y in column.iter().filter(|&&y| !symmetric || u64::from(y) > x) {
                let rows = &mut halves[other].rows;
                if rows.len() <= y as usize {
                    budget.check(0, held + 40 * (y as usize + 1))?;
                    rows.resize(y as usize + 1, vec![]);
                }
                rows[y as usize].push(x as u32);
            }
            halves[i].found.push(column);
        }
    }
    Ok(halves.into_iter().map(|half| half.found).collect())
}

/// The numbers of P-positions on the lines of a ray that leads to smaller columns.
struct Lane {
    ray: Counted,
    /// For each column modulo the step, the count of line `y - step.1 · ⌊x / step.0⌋`, moved up by `below`.
    counts: Vec<Vec<u8>>,
    below: u64,
}

/// The squares with `y ≥ x + edge`.
struct Half {
    edge: u64,
    limits: Vec<u8>,
    lanes: Vec<Lane>,
    /// Rays within a column of the option, and single removals.
    upright: Vec<Counted>,
    found: Rows,
    /// For each column, its P-positions below this half.
    rows: Rows,
    /// A common multiple of the strides of rays within the column.
    strides: usize,
}

impl Half {
    fn new(game: &Counting, edge: u64, columns: u64) -> Result<Half, Undecided> {
        if !game.rays.iter().any(|r| r.ray.step.0 == 0 && r.ray.step.1 > 0 && r.ray.start.0 == 0) {
            return Err(Undecided::Rules(match edge {
                0 => "a column may hold infinitely many P-positions",
                _ => "a row may hold infinitely many P-positions",
            }));
        }
        // A ray that leads to smaller columns but starts within its own: its first removal goes by itself.
        let mut split: Vec<Counted> = vec![];
        for &Counted { ray, counters } in &game.rays {
            if ray.start.0 == 0 && ray.step.0 > 0 {
                split.push(Counted { ray: Ray { start: ray.start, step: (0, 0) }, counters });
                let ray = Ray { start: (ray.step.0, ray.start.1 + ray.step.1), step: ray.step };
                split.push(Counted { ray, counters });
            } else {
                split.push(Counted { ray, counters });
            }
        }
        let (lanes, upright): (Vec<Counted>, Vec<Counted>) = split.iter().partition(|r| r.ray.step.0 > 0);
        let lanes = lanes.into_iter().map(|r| Lane {
            ray: r,
            counts: vec![vec![]; r.ray.step.0.min(columns) as usize],
            below: r.ray.step.1 * (columns / r.ray.step.0 + 1) + r.ray.start.1,
        });
        let within = upright.iter().map(|r| r.ray).filter(|r| r.start.0 == 0 && !r.is_single());
        let strides = within.fold(1, |m, r| geometry::lcm(m, i128::from(r.step.1)).unwrap_or(i128::MAX));
        Ok(Half {
            edge,
            limits: game.limits.clone(),
            lanes: lanes.collect(),
            upright,
            found: vec![],
            rows: vec![],
            strides: usize::try_from(strides).unwrap_or(usize::MAX),
        })
    }

    fn bytes(&self) -> usize {
        let bytes: usize = self.lanes.iter().flat_map(|l| &l.counts).map(Vec::len).sum();
        bytes + 40 * self.rows.len() + 60 * self.found.len()
    }

    /// The P-positions of a column below this half.
    fn below(&self, x: u64) -> &[u32] {
        self.rows.get(x as usize).map_or(&[][..], |r| r)
    }

    /// All P-positions of a finished column, those below this half included.
    fn whole(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        self.below(x).iter().chain(&self.found[x as usize]).map(|&y| u64::from(y))
    }

    /// The P-positions of the next column, `x`; so many bytes are held elsewhere.
    fn column(&mut self, x: u64, held: usize, budget: &Budget) -> Result<Vec<u32>, Undecided> {
        // A P-position of column w is on the rays that start a columns away from column w + a on.
        for i in 0..self.lanes.len() {
            let Some(w) = x.checked_sub(self.lanes[i].ray.ray.start.0) else { continue };
            let whole: Vec<u64> = self.whole(w).collect();
            let lane = &mut self.lanes[i];
            let step = lane.ray.ray.step;
            let counts = &mut lane.counts[(w % step.0) as usize];
            for y in whole {
                let at = (y + lane.below - step.1 * (w / step.0)) as usize;
                if at >= counts.len() {
                    budget.check(0, held + at)?;
                    counts.resize(at + 1 + WINDOW, 0);
                }
                counts[at] = counts[at].saturating_add(1);
            }
        }
        // P-positions that rays within a column see: ray and row.
        let mut seen: Vec<(Counted, u64)> = vec![];
        for ray in &self.upright {
            match x.checked_sub(ray.ray.start.0) {
                Some(w) if w == x => seen.extend(self.below(x).iter().map(|&y| (*ray, u64::from(y)))),
                Some(w) => seen.extend(self.whole(w).map(|y| (*ray, y))),
                None => {}
            }
        }
        let own: Vec<Counted> = self.upright.iter().filter(|r| r.ray.start.0 == 0).copied().collect();
        let mut column: Vec<u32> = vec![];
        let mut sums: Vec<Vec<u8>> = vec![vec![]; self.limits.len()];
        let first = x + self.edge;
        let mut low = first;
        loop {
            if low > first || x.is_multiple_of(16) {
                budget.check(0, held + self.bytes())?;
            }
            if low + WINDOW as u64 > HIGHEST {
                return Err(Undecided::Rules("a column of the start is too high"));
            }
            // What every square from here on sees is taken from the limits.
            let everywhere =
                |ray: Ray, y: u64| ray.start.0 == 0 && ray.step == (0, 1) && y + ray.start.1 <= low;
            let mut most = self.limits.iter().map(|&limit| usize::from(limit)).collect::<Vec<_>>();
            let mut over = false;
            for (ray, _) in seen.iter().filter(|(r, y)| everywhere(r.ray, *y)) {
                for k in each(ray.counters) {
                    over |= most[k] == 0;
                    most[k] = most[k].saturating_sub(1);
                }
            }
            if over || self.is_full(&seen, low) {
                break;
            }
            let most: Vec<u8> = most.iter().map(|&m| m as u8).collect();
            self.fill(x, low, &mut sums);
            for &(ray, y) in &seen {
                if !everywhere(ray.ray, y) {
                    each(ray.counters).for_each(|k| see(&mut sums[k], ray.ray, y, low));
                }
            }
            let mut at = 0;
            while let Some(next) = first_within(&sums, at, &most) {
                let y = low + next as u64;
                column.push(y as u32);
                for &ray in &own {
                    seen.push((ray, y));
                    each(ray.counters).for_each(|k| see(&mut sums[k], ray.ray, y, low));
                }
                at = next + 1;
            }
            low += WINDOW as u64;
        }
        Ok(column)
    }

    /// Whether the rays within this column alone keep all squares from `low` on from being P: what they count does not
    /// decrease along a common stride, so one stride is enough.
    fn is_full(&self, seen: &[(Counted, u64)], low: u64) -> bool {
        if self.strides > WINDOW {
            return false;
        }
        let mut sums = vec![vec![0u8; self.strides]; self.limits.len()];
        for &(Counted { ray, counters }, y) in seen {
            if ray.start.0 == 0 && !ray.is_single() {
                each(counters).for_each(|k| see(&mut sums[k], ray, y, low));
            }
        }
        (0..self.strides).all(|i| sums.iter().zip(&self.limits).any(|(sum, limit)| sum[i] > *limit))
    }

    /// The sums of all lanes, for each counter, for the window of this column from `low` on.
    fn fill(&mut self, x: u64, low: u64, sums: &mut [Vec<u8>]) {
        for sums in sums.iter_mut() {
            sums.clear();
            sums.resize(WINDOW, 0);
        }
        for lane in &self.lanes {
            let Ray { start, step } = lane.ray.ray;
            let Some(w) = x.checked_sub(start.0) else { continue };
            let counts = &lane.counts[(w % step.0) as usize];
            // `below` covers the start and all steps down to column 0, so this is not negative.
            let from = (low + lane.below - start.1 - step.1 * (w / step.0)) as usize;
            let Some(counts) = counts.get(from..) else { continue };
            for k in each(lane.ray.counters) {
                for (sum, count) in sums[k].iter_mut().zip(counts) {
                    *sum = sum.saturating_add(*count);
                }
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

/// The first place from `at` on where no sum is more than it may be.
fn first_within(sums: &[Vec<u8>], at: usize, most: &[u8]) -> Option<usize> {
    let mut at = at;
    while at < WINDOW {
        let end = (at / 64 * 64 + 64).min(WINDOW);
        // Without a branch, so that whole groups are looked at together.
        let mut fits = [true; 64];
        let fits = &mut fits[..end - at];
        for (sums, &most) in sums.iter().zip(most) {
            fits.iter_mut().zip(&sums[at..end]).for_each(|(fit, &sum)| *fit &= sum <= most);
        }
        if fits.iter().fold(false, |any, &fit| any | fit) {
            return fits.iter().position(|&fit| fit).map(|i| at + i);
        }
        at = end;
    }
    None
}
