//! Which parts of the coming columns can hold a marked square at all.
//!
//! Counts only grow. So what the least counts of a block of rows and of the diagonals it will meet rule out now stays
//! ruled out: one look settles 64 rows in 64 columns, or 4096 rows in 1024 columns. [`Strips`] keeps, for the coming
//! columns of each residue, runs of superblocks with equal lower bounds, and, opened only where a column comes to need
//! them, runs of blocks. A column then walks a handful of runs, skips those whose bound and the marks already in the
//! column exceed a limit, and looks at single blocks only near its marked squares.
//!
//! Where counts alternate with the parity of the line (Blocking-2 Wythoff Nim), the least count of a block says little;
//! minima per residue class, combined as the classes meet in a column, say enough. See [`Strips::classes`].

use super::lane::{BLOCK, Lane, SUPER};
use crate::rays::lcm;
use std::ops::Range;

/// Columns for which runs of blocks, and runs of superblocks, hold.
const FINE: u64 = 64;
const COARSE: u64 = 1024;

/// A stretch of superblocks with the same bounds.
#[derive(Clone, Debug)]
struct Run {
    /// One more than its last superblock.
    end: usize,
    /// Where in [`Plan::bounds`] the lower bounds lie, one for each counter.
    bounds: usize,
}

/// The blocks of a superblock that can matter, opened for one strip of columns.
#[derive(Clone, Debug, Default)]
struct Opened {
    strip: u64,
    /// Where they lie in [`Plan::fine`].
    runs: Range<usize>,
}

/// What is known about the coming columns of one residue.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// One more than the number of the group of columns that the runs hold for.
    epoch: u64,
    /// One more than the number of the group of columns that the opened blocks hold for.
    strip: u64,
    runs: Vec<Run>,
    bounds: Vec<u16>,
    opened: Vec<Opened>,
    /// Runs of blocks that can matter, and their bounds, one for each counter.
    fine: Vec<(u32, u32)>,
    fine_bounds: Vec<u16>,
    scratch: Vec<u16>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    classes: usize,
    plans: Vec<Plan>,
    counters: usize,
}

/// What the plan of a column is made from.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) lanes: &'a [Lane],
    /// Which lanes belong to which counter.
    pub(super) counters: &'a [Range<usize>],
    /// The limit of each counter.
    pub(super) limits: &'a [u16],
    /// Rows before this are not asked for.
    pub(super) first_row: i64,
}

/// The column that a walk is for.
pub(super) trait Column {
    fn view(&self) -> View<'_>;

    /// Whether lower bounds for the counters leave room in the column as it is now.
    fn possible(&self, bounds: &[u16]) -> bool;

    /// Looks at the 64 rows of a block; `false` ends the column.
    fn visit(&mut self, block: i64, bounds: &[u16]) -> bool;
}

impl Strips {
    pub(super) fn new(lanes: &[Lane], counters: usize, classes: usize) -> Strips {
        // The residues of x that decide which strand is read and how classes of rows and of lines meet.
        let period = lanes.iter().fold(1, |period, lane| {
            lcm(period, if lane.step.1 == 0 { lane.step.0 } else { lane.step.0 * classes as u64 })
        });
        Strips { classes, plans: vec![Plan::default(); period as usize], counters }
    }

    /// How many residue classes the least counts are kept for. It changes the cost of a column, never its content.
    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    /// Shows a column the blocks that may matter in it, in order. The result is the first block beyond all runs, or
    /// `None` if the column has ended.
    pub(super) fn walk<C: Column>(&mut self, x: u64, column: &mut C) -> Option<i64> {
        let (classes, counters) = (self.classes, self.counters);
        let residue = if self.plans.len() == 1 { 0 } else { (x % self.plans.len() as u64) as usize };
        let plan = &mut self.plans[residue];
        if plan.epoch != x / COARSE + 1 {
            plan.rebuild(x, column.view(), classes);
        }
        if plan.strip != x / FINE + 1 {
            plan.strip = x / FINE + 1;
            plan.fine.clear();
            plan.fine_bounds.clear();
        }
        let first_block = column.view().first_row / BLOCK;
        let first = (first_block / 64) as usize;
        let mut begin = 0;
        for index in 0..plan.runs.len() {
            let Run { end, bounds } = plan.runs[index];
            let from = std::mem::replace(&mut begin, end).max(first);
            for superblock in from..end {
                if !column.possible(&plan.bounds[bounds..bounds + counters]) {
                    break;
                }
                if plan.opened[superblock].strip != plan.strip {
                    plan.open(superblock, x, column.view(), classes);
                }
                for at in plan.opened[superblock].runs.clone() {
                    let bounds = &plan.fine_bounds[at * counters..(at + 1) * counters];
                    let (from, end) = plan.fine[at];
                    let mut block = i64::from(from).max(first_block);
                    while block < i64::from(end) && column.possible(bounds) {
                        if !column.visit(block, bounds) {
                            return None;
                        }
                        block += 1;
                    }
                }
            }
        }
        Some(begin as i64 * 64)
    }
}

impl Plan {
    fn rebuild(&mut self, x: u64, view: View<'_>, classes: usize) {
        self.epoch = x / COARSE + 1;
        self.runs.clear();
        self.bounds.clear();
        let last = (x / COARSE + 1) * COARSE - 1;
        // Up to where anything is counted in any lane, and a little more for what the coming columns add.
        let top = view.lanes.iter().map(|lane| lane.high - lane.offset(last)).max().unwrap_or(0).max(0);
        let end = (top / SUPER + 3) as usize;
        let first = (view.first_row / SUPER) as usize;
        let counters = view.counters.len();
        self.opened.clear();
        self.opened.resize(end.max(first), Opened::default());
        let length = end.saturating_sub(first);
        self.lower_bounds(view, classes, SUPER, (first as i64, length), (x, last));
        self.runs.push(Run { end: first, bounds: 0 });
        self.bounds.resize(counters, u16::MAX);
        for i in 0..length {
            let latest = self.bounds.len() - counters;
            let same = (0..counters).all(|j| self.bounds[latest + j] == self.scratch[j * length + i]);
            match self.runs.last_mut() {
                Some(run) if same => run.end = first + i + 1,
                _ => {
                    self.runs.push(Run { end: first + i + 1, bounds: self.bounds.len() });
                    self.bounds.extend((0..counters).map(|j| self.scratch[j * length + i]));
                }
            }
        }
    }

    fn open(&mut self, superblock: usize, x: u64, view: View<'_>, classes: usize) {
        let last = (x / FINE + 1) * FINE - 1;
        let start = self.fine.len();
        self.lower_bounds(view, classes, BLOCK, (superblock as i64 * 64, 64), (x, last));
        let counters = view.counters.len();
        let mut i = 0;
        while i < 64 {
            let from = i;
            i += 1;
            while i < 64 && (0..counters).all(|j| self.scratch[j * 64 + i] == self.scratch[j * 64 + from]) {
                i += 1;
            }
            if (0..counters).all(|j| self.scratch[j * 64 + from] <= view.limits[j]) {
                self.fine.push(((superblock * 64 + from) as u32, (superblock * 64 + i) as u32));
                self.fine_bounds.extend((0..counters).map(|j| self.scratch[j * 64 + from]));
            }
        }
        self.opened[superblock] = Opened { strip: self.strip, runs: start..self.fine.len() };
    }

    /// Lower bounds for the counters on `length` groups of `size` rows, from the group `first` on, in the columns of
    /// the residue of x up to `last`: `scratch[counter * length + group]`.
    fn lower_bounds(
        &mut self,
        view: View<'_>,
        classes: usize,
        size: i64,
        (first, length): (i64, usize),
        (x, last): (u64, u64),
    ) {
        self.scratch.clear();
        self.scratch.resize(view.counters.len() * length, 0);
        let mut sums = vec![0u16; if classes == 1 { 0 } else { length }];
        for (bounds, lanes) in self.scratch.chunks_mut(length.max(1)).zip(view.counters) {
            let lanes = &view.lanes[lanes.clone()];
            let add = |class: i64, sums: &mut [u16]| {
                for lane in lanes {
                    let (near, far) = (lane.offset(x), lane.offset(last));
                    let class = if classes == 1 { 0 } else { (class + near).rem_euclid(classes as i64) };
                    let low = (first * size + far).div_euclid(size);
                    let high = (first * size + size - 1 + near).div_euclid(size);
                    lane.strand_of(x).add_least(size, class as usize, low, (high - low + 1) as usize, sums);
                }
            };
            if classes == 1 {
                add(0, bounds);
                continue;
            }
            bounds.fill(u16::MAX);
            for class in 0..classes as i64 {
                sums.fill(0);
                add(class, &mut sums);
                bounds.iter_mut().zip(&sums).for_each(|(bound, sum)| *bound = (*bound).min(*sum));
            }
        }
    }
}
