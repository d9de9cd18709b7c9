//! Games of rays, square by square: counts per line, added up and compared 64 rows at a time.

use super::{Board, ones, squares};
use crate::budget::Budget;
use crate::solve::rays::setup::{Setup, Slanted, Tally, Vertical};
use crate::solve::rays::{Marks, RayGame};
use crate::solve::stopped::{Stopped, ask};

/// A count per line: bytes for limits below 255, else 16 bits.
pub(super) trait Count: Copy + Ord + Default {
    const MAX: Self;
    fn plus(self, other: Self) -> Self;
    fn of(value: i64) -> Self;
    fn value(self) -> i64;
}

macro_rules! count {
    ($type:ty) => {
        impl Count for $type {
            const MAX: $type = <$type>::MAX;
            #[inline]
            fn plus(self, other: $type) -> $type {
                self.saturating_add(other)
            }
            #[inline]
            fn of(value: i64) -> $type {
                <$type>::try_from(value).unwrap_or(<$type>::MAX)
            }
            #[inline]
            fn value(self) -> i64 {
                i64::from(self)
            }
        }
    };
}
count!(u8);
count!(u16);

/// The lines of one direction; see `columns/lane.rs` for how rows of a column map to lines.
struct Lines<C> {
    step: (u64, u64),
    bias: i64,
    strands: Vec<Vec<C>>,
    /// For the present column.
    strand: usize,
    shift: i64,
}

impl<C: Count> Lines<C> {
    fn new(step: (u64, u64), width: u64, height: u64) -> Lines<C> {
        let bias = (step.1 * (width / step.0)) as i64;
        let length = height as usize + bias as usize + FAR;
        Lines { step, bias, strands: vec![vec![C::default(); length]; step.0 as usize], strand: 0, shift: 0 }
    }

    fn bytes(step: (u64, u64), width: u64, height: u64) -> u64 {
        step.0 * (height + step.1 * (width / step.0) + FAR as u64) * size_of::<C>() as u64
    }

    fn seek(&mut self, x: u64) {
        self.shift = self.bias - (self.step.1 * (x / self.step.0)) as i64;
        self.strand = (x % self.step.0) as usize;
    }

    #[inline]
    fn rows(&self, from: u64, count: usize) -> &[C] {
        &self.strands[self.strand][(from as i64 + self.shift) as usize..][..count]
    }

    #[inline]
    fn bump(&mut self, row: u64) {
        if let Some(count) = self.strands[self.strand].get_mut((row as i64 + self.shift) as usize) {
            *count = count.plus(C::of(1));
        }
    }
}

/// How many rows are ruled out at once, and by how much tables are longer than the board.
const FAR: usize = 512;

pub(super) struct Sweep<'a> {
    game: &'a RayGame,
    setup: Setup,
    width: u64,
    height: u64,
    /// Solve only from the main diagonal up, and set the mirror images.
    mirrored: bool,
}

impl<'a> Sweep<'a> {
    /// `None` if the numbers of the game are too large for it.
    pub(super) fn new(game: &'a RayGame, width: u64, height: u64) -> Option<Sweep<'a>> {
        if width >= 1 << 31 || height >= 1 << 31 {
            return None;
        }
        let setup = Setup::new(game).ok()?;
        Some(Sweep { game, setup, width, height, mirrored: game.is_symmetric() && height >= width })
    }

    pub(super) fn run(self, budget: &Budget) -> Result<Board, Stopped> {
        let existing = self.setup.existing.as_ref().map(|existing| existing.predicate.clone());
        let small = self.setup.tallies.iter().all(|tally| tally.limit < 254);
        let mut board = if self.game.never_marked() {
            Board::empty(self.width, self.height, 0, budget)?
        } else if small {
            self.solve::<u8>(budget)?
        } else {
            self.solve::<u16>(budget)?
        };
        if self.game.marks() == Marks::N {
            board.complement(existing.as_ref());
        }
        Ok(board)
    }

    fn solve<C: Count>(&self, budget: &Budget) -> Result<Board, Stopped> {
        let tracks = &self.setup.lanes;
        let tables = tracks.iter().map(|track| Lines::<C>::bytes(track.step, self.width, self.height)).sum();
        let board = Board::empty(self.width, self.height, tables, budget)?;
        let lines: Vec<Lines<C>> =
            tracks.iter().map(|track| Lines::new(track.step, self.width, self.height)).collect();
        let exists = vec![u64::MAX; board.stride];
        let tallies = self.setup.tallies.clone();
        let mut column = Column { sweep: self, board, lines, tallies, exists, marks: Vec::new(), x: 0 };
        for x in 0..self.width {
            ask(budget, x, self.width)?;
            column.solve(x);
        }
        Ok(column.board)
    }
}

struct Column<'a, C> {
    sweep: &'a Sweep<'a>,
    board: Board,
    lines: Vec<Lines<C>>,
    tallies: Vec<Tally>,
    exists: Vec<u64>,
    /// The marked rows of some column.
    marks: Vec<u64>,
    x: u64,
}

impl<C: Count> Column<'_, C> {
    fn solve(&mut self, x: u64) {
        self.x = x;
        self.lines.iter_mut().for_each(|lines| lines.seek(x));
        let mut read = 0;
        for &Slanted { across, up, lane } in &self.sweep.setup.slanted {
            if across > x {
                continue;
            }
            if across != read {
                // Rays that begin in the same column mostly follow each other.
                read = across;
                self.marks.clear();
                self.marks.extend(ones(self.board.column(x - across)));
            }
            self.marks.iter().for_each(|row| self.lines[lane].bump(row + up));
        }
        self.tallies.iter_mut().for_each(Tally::clear);
        if let Some(existing) = &self.sweep.setup.existing {
            self.exists.fill(0);
            squares(&existing.predicate, x, self.board.height, &mut self.exists);
        }
        let late = self.tallies.iter().any(|tally| tally.verticals.iter().any(is_late));
        let mut word = 0;
        if self.sweep.mirrored {
            // Below the diagonal the marks are known: they were set as mirror images.
            word = (x / 64) as usize;
            self.marks.clear();
            self.marks.extend(ones(&self.board.column(x)[..=word]));
            for mark in 0..self.marks.len() {
                self.count_mark(self.marks[mark]);
            }
            (0..word as u64).filter(|_| late).for_each(|word| self.count_late(word * 64));
        }
        while word < self.board.stride {
            let from = word as u64 * 64;
            if late {
                self.count_late(from);
            } else if self.tallies.iter().any(|tally| tally.room < 0) {
                return;
            }
            let rows = FAR / 64;
            if word.is_multiple_of(rows) && !late && self.is_ruled_out(from) {
                word += rows;
                continue;
            }
            self.solve_word(word);
            word += 1;
        }
    }

    /// Whether the lines alone leave no room in many rows.
    #[inline]
    fn is_ruled_out(&self, from: u64) -> bool {
        self.tallies.iter().any(|tally| {
            let room = C::of(tally.room);
            match &self.lines[tally.lanes.clone()] {
                [one, two] => least_of_two(one.rows(from, FAR), two.rows(from, FAR)) > room,
                [only] => only.rows(from, FAR).iter().min().is_some_and(|least| *least > room),
                _ => false,
            }
        })
    }

    fn solve_word(&mut self, word: usize) {
        let from = word as u64 * 64;
        let mut open = self.exists[word];
        let beyond = (from + 64).saturating_sub(self.board.height);
        open &= u64::MAX >> beyond;
        if self.sweep.mirrored && from < self.x {
            open &= u64::MAX << (self.x - from);
        }
        let mut mask = self.fitting(from) & open;
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let y = from + u64::from(bit);
            if !self.confirm(from, y) {
                continue;
            }
            self.board.set(self.x, y);
            if self.sweep.mirrored && y < self.board.width {
                self.board.set(y, self.x);
            }
            let fuller = self.count_mark(y);
            if fuller {
                mask &= self.fitting(from);
            }
        }
    }

    /// Counts a mark for the rows above it in its column, unless that begins late; `false` if there is nothing to count.
    fn count_mark(&mut self, y: u64) -> bool {
        let mut counted = false;
        for tally in &mut self.tallies {
            for ray in 0..tally.verticals.len() {
                let ray = tally.verticals[ray];
                if !is_late(&ray) {
                    tally.add(y + ray.up, ray.stride);
                    counted = true;
                }
            }
        }
        counted
    }

    /// Which of 64 rows the lines and the marks in the column leave room for.
    #[inline]
    fn fitting(&self, from: u64) -> u64 {
        let mut mask = u64::MAX;
        for tally in &self.tallies {
            if tally.room < 0 {
                return 0;
            }
            let mut sums = [C::default(); 64];
            for lines in &self.lines[tally.lanes.clone()] {
                for (sum, count) in sums.iter_mut().zip(lines.rows(from, 64)) {
                    *sum = sum.plus(*count);
                }
            }
            let least = sums.iter().copied().min().unwrap_or_default();
            if least.value() > tally.room {
                return 0;
            }
            let modulus = tally.column.len() as u64;
            let mut fits = 0;
            for (i, sum) in sums.iter().enumerate() {
                let residue = if modulus == 1 { 0 } else { (from + i as u64) % modulus };
                fits |= u64::from(sum.value() + tally.column[residue as usize] <= tally.limit) << i;
            }
            mask &= fits;
        }
        mask
    }

    /// Counts the marks whose rays within the column begin late, or in another column, up to and including a row.
    fn count_late(&mut self, row: u64) {
        let from = row.saturating_sub(63);
        for index in 0..self.tallies.len() {
            for ray in 0..self.tallies[index].verticals.len() {
                let ray = self.tallies[index].verticals[ray];
                if !is_late(&ray) {
                    continue;
                }
                for begun in from..=row {
                    if self.begins(&ray, begun) {
                        self.tallies[index].add(begun, ray.stride);
                    }
                }
            }
        }
    }

    /// Whether a ray within the column begins to count at a row.
    fn begins(&self, ray: &Vertical, row: u64) -> bool {
        ray.across <= self.x && ray.up <= row && self.board.bit(self.x - ray.across, row - ray.up)
    }

    /// Decides a square that the counts up to the first row of its word leave room for.
    fn confirm(&self, from: u64, y: u64) -> bool {
        let x = self.x;
        for tally in &self.tallies {
            let single = |&&(a, b): &&(u64, u64)| a <= x && b <= y && self.board.bit(x - a, y - b);
            let mut extra = tally.singles.iter().filter(single).count() as i64;
            for ray in tally.verticals.iter().filter(|ray| is_late(ray)) {
                let begun = (from + 1..=y).filter(|row| (y - row).is_multiple_of(ray.stride));
                extra += begun.filter(|&row| self.begins(ray, row)).count() as i64;
            }
            if extra > 0 {
                let lines: i64 =
                    self.lines[tally.lanes.clone()].iter().map(|lines| lines.rows(y, 1)[0].value()).sum();
                let column = tally.column[(y % tally.column.len() as u64) as usize];
                if lines + column + extra > tally.limit {
                    return false;
                }
            }
        }
        !self.sweep.game.misere() || self.has_unmarked_option(y)
    }

    fn has_unmarked_option(&self, y: u64) -> bool {
        let x = self.x;
        let existing = self.sweep.setup.existing.as_ref();
        let unmarked = |a: u64, b: u64| {
            a <= x
                && b <= y
                && existing.is_none_or(|existing| existing.at(x - a, y - b))
                && !self.board.bit(x - a, y - b)
        };
        let moves = self.sweep.game.moves();
        moves.singles.iter().any(|&(a, b)| unmarked(a, b))
            || moves.tails.iter().any(|tail| {
                let (mut a, mut b) = tail.start;
                while a <= x && b <= y {
                    if unmarked(a, b) {
                        return true;
                    }
                    (a, b) = (a + tail.step.0, b + tail.step.1);
                }
                false
            })
    }
}

/// Whether a mark counts in its own column only from some rows above it, or in another column.
fn is_late(ray: &Vertical) -> bool {
    ray.across > 0 || ray.up > ray.stride
}

/// The least sum of two counts.
#[inline]
fn least_of_two<C: Count>(one: &[C], two: &[C]) -> C {
    let mut least = [C::MAX; 64];
    for (one, two) in one.chunks_exact(64).zip(two.chunks_exact(64)) {
        for ((least, one), two) in least.iter_mut().zip(one).zip(two) {
            *least = (*least).min(one.plus(*two));
        }
    }
    least.iter().copied().min().unwrap_or_default()
}
