//! What is solved of a board, kept so that tiles at any scale are read off and not solved again.
//!
//! P-positions are kept column by column, and for each scale the numbers of them in squares of that size, made from the next finer
//! scale: a tile costs what it shows. Games whose P-positions fill the board are kept as a board of bits.

use super::limits::DeskLimits;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::Twist;
use wythoff_rules::game::Game;
use wythoff_solve::SolveError;
use wythoff_solve::board::{Board, BoardError};
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::way::{Method, cannot};

/// Where a tile is, in machine words: its corner, how many squares to a pixel as a power of two, how many pixels to a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) shift: u32,
    pub(super) size: u32,
}

impl Spot {
    /// The last column and row.
    fn far(&self) -> (u64, u64) {
        let reach = (u64::from(self.size) << self.shift) - 1;
        (self.x + reach, self.y + reach)
    }
}

/// How many P-positions each pixel of a tile holds, row by row from the lowest.
#[derive(Debug)]
pub(super) struct Counts {
    size: u32,
    pub(super) pixels: Vec<u32>,
}

impl Counts {
    pub(super) fn new(size: u32) -> Counts {
        Counts { size, pixels: vec![0; size as usize * size as usize] }
    }

    pub(super) fn add(&mut self, i: u64, j: u64, count: u32) {
        if i < u64::from(self.size) && j < u64::from(self.size) {
            let pixel = &mut self.pixels[j as usize * self.size as usize + i as usize];
            *pixel = pixel.saturating_add(count);
        }
    }
}

/// What is solved of one game.
#[derive(Debug)]
pub(super) struct Region {
    ways: Ways,
    solved: Solved,
}

#[derive(Debug)]
enum Solved {
    Nothing,
    Listed(Listed),
    Dense(Board),
}

impl Region {
    pub(super) fn new(ways: &Ways) -> Region {
        Region { ways: ways.clone(), solved: Solved::Nothing }
    }

    /// The numbers of P-positions of a tile; what is not solved yet is solved first. `None` beyond what can be kept.
    pub(super) fn counts(
        &mut self,
        spot: Spot,
        limits: &DeskLimits,
        budget: &Budget,
    ) -> Result<Option<Counts>, SolveError> {
        let (x, y) = spot.far();
        if is_dense(self.ways.game()) {
            return self.dense(spot, limits, budget);
        }
        let symmetric = self.ways.is_symmetric();
        let (until, height) = if symmetric { (x.min(y) + 1, x.max(y)) } else { (x + 1, y) };
        if until > limits.columns || height > u64::from(u32::MAX / 2) {
            return Ok(None);
        }
        let listed = match std::mem::replace(&mut self.solved, Solved::Nothing) {
            Solved::Listed(listed) if listed.height.is_none_or(|known| known >= height) => Some(listed),
            _ => Listed::open(&self.ways, symmetric, height)?,
        };
        let Some(mut listed) = listed else { return self.dense(spot, limits, budget) };
        let reached = listed.extend(until, limits.kept, budget);
        let counts = match &reached {
            Ok(true) => Some(listed.counts(spot)),
            _ => None,
        };
        self.solved = Solved::Listed(listed);
        reached.map(|_| counts)
    }

    fn dense(
        &mut self,
        spot: Spot,
        limits: &DeskLimits,
        budget: &Budget,
    ) -> Result<Option<Counts>, SolveError> {
        let (x, y) = spot.far();
        let side = x.max(y) + 1;
        if side > limits.board {
            return Ok(None);
        }
        let known = match &self.solved {
            Solved::Dense(board) => board.width().min(board.height()),
            _ => 0,
        };
        if known < side {
            let side = side.next_power_of_two().min(limits.board);
            self.solved = Solved::Dense(solve_board(self.ways.game(), side, budget)?);
        }
        match &self.solved {
            Solved::Dense(board) => Ok(Some(count_bits(board, spot))),
            _ => Ok(None),
        }
    }
}

/// Do the P-positions fill the board?
fn is_dense(game: &Game) -> bool {
    game.ruleset().is_some_and(|rules| matches!(rules.twist, Twist::Comply(_)))
}

fn solve_board(game: &Game, side: u64, budget: &Budget) -> Result<Board, SolveError> {
    let refused = |why: String| cannot(game, Method::Board, why);
    let Some(rules) = game.ruleset() else { return Err(refused("it is not played on two piles".to_owned())) };
    Board::solve(rules, side, side, budget).map_err(|error| match error {
        BoardError::Stopped(stopped) => stopped.limit.into(),
        other => refused(other.to_string()),
    })
}

fn count_bits(board: &Board, spot: Spot) -> Counts {
    let mut counts = Counts::new(spot.size);
    let (far, _) = spot.far();
    for x in spot.x..=far {
        for j in 0..u64::from(spot.size) {
            let from = spot.y + (j << spot.shift);
            let bits = match spot.shift {
                // A pixel is aligned, so that it lies within a word or is made of words.
                shift @ 0..=5 => {
                    let word = board.word(x, from / 64);
                    (word >> (from % 64) & ((1 << (1_u32 << shift)) - 1)).count_ones()
                }
                shift => {
                    let words = (from / 64..).take(1 << (shift - 6));
                    words.map(|word| board.word(x, word).count_ones()).sum()
                }
            };
            if bits > 0 {
                counts.add((x - spot.x) >> spot.shift, j, bits);
            }
        }
    }
    counts
}

/// P-positions column by column, and how many there are in larger squares.
#[derive(Debug)]
struct Listed {
    stream: Stream,
    /// Rows above this are left out, where columns have no end without.
    height: Option<u64>,
    /// Only x ≤ y is listed.
    symmetric: bool,
    /// P-positions (n, n) of a symmetric game.
    diagonal: Vec<u64>,
    /// The finest first; level n counts in squares of side 2ⁿ.
    levels: Vec<Arc<Level>>,
}

/// Squares of one size that hold P-positions, column by column.
#[derive(Debug, Default)]
struct Level {
    rows: Vec<u32>,
    /// How many P-positions in each; empty where each is one.
    counts: Vec<u32>,
    /// Where each column ends in the list of rows.
    ends: Vec<usize>,
}

impl Level {
    fn column(&self, column: u64) -> std::ops::Range<usize> {
        let end = |column: u64| usize::try_from(column).ok().and_then(|c| self.ends.get(c)).copied();
        let Some(last) = end(column) else { return 0..0 };
        column.checked_sub(1).and_then(end).unwrap_or(0)..last
    }

    fn count(&self, index: usize) -> u32 {
        self.counts.get(index).copied().unwrap_or(1)
    }

    /// The next coarser level.
    fn halved(&self) -> Level {
        let mut half = Level::default();
        let mut pair: Vec<(u32, u32)> = Vec::new();
        for column in 0..(self.ends.len() as u64).div_ceil(2) {
            pair.clear();
            for fine in [2 * column, 2 * column + 1] {
                pair.extend(self.column(fine).map(|i| (self.rows[i] / 2, self.count(i))));
            }
            pair.sort_unstable();
            let begin = half.rows.len();
            for (row, count) in pair.drain(..) {
                match half.rows.last() {
                    Some(last) if half.rows.len() > begin && *last == row => {
                        if let Some(sum) = half.counts.last_mut() {
                            *sum = sum.saturating_add(count);
                        }
                    }
                    _ => {
                        half.rows.push(row);
                        half.counts.push(count);
                    }
                }
            }
            half.ends.push(half.rows.len());
        }
        half
    }

    /// Hands out the squares of some columns in some rows: column, row, number of P-positions.
    fn each(
        &self,
        columns: std::ops::Range<u64>,
        rows: std::ops::Range<u64>,
        look: &mut dyn FnMut(u64, u64, u32),
    ) {
        for column in columns.start..columns.end.min(self.ends.len() as u64) {
            let range = self.column(column);
            let (part, first) = (&self.rows[range.clone()], range.start);
            let from = part.partition_point(|row| u64::from(*row) < rows.start);
            let inside = part[from..].iter().take_while(|row| u64::from(**row) < rows.end);
            for (i, row) in inside.enumerate() {
                look(column, u64::from(*row), self.count(first + from + i));
            }
        }
    }
}

impl Listed {
    /// A list that is not begun; `None` for games that only a board can solve.
    fn open(ways: &Ways, symmetric: bool, height: u64) -> Result<Option<Listed>, SolveError> {
        let columns = ways.solution(Method::Columns);
        // Twice as high as it must be, so that it is not begun again at once.
        let high = height.next_power_of_two().max(1 << 10);
        let (stream, height) =
            match columns.and_then(|columns| columns.stream().or_else(|_| columns.stream_up_to(high))) {
                Ok(stream) => {
                    let open = ways.solution(Method::Columns).is_ok_and(|columns| columns.stream().is_ok());
                    (stream, (!open).then_some(high))
                }
                // A board has no outcomes for squares alone.
                Err(_) if ways.game().has_memory() => (ways.stream_up_to(Method::Auto, high)?, Some(high)),
                Err(_) => return Ok(None),
            };
        Ok(Some(Listed { stream, height, symmetric, diagonal: Vec::new(), levels: vec![Arc::default()] }))
    }

    /// Solves all columns before this one; `false` if they are too many to keep.
    fn extend(&mut self, until: u64, most: usize, budget: &Budget) -> Result<bool, SolveError> {
        if self.stream.column() >= until {
            return Ok(true);
        }
        let Some(mut finest) = self.levels.first().cloned() else { return Ok(false) };
        self.levels.clear();
        // It is shared with nobody now.
        let Some(level) = Arc::get_mut(&mut finest) else { return Ok(false) };
        let symmetric = self.symmetric;
        let mut below = false;
        let diagonal = &mut self.diagonal;
        let run = self.stream.run(until, budget, &mut |x, rows| {
            below |= symmetric && rows.first().is_some_and(|y| *y < x);
            if symmetric && rows.first() == Some(&x) {
                diagonal.push(x);
            }
            level.rows.extend(rows.iter().filter_map(|y| u32::try_from(*y).ok()));
            level.ends.push(level.rows.len());
            if below || level.rows.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let full = level.rows.len() > most;
        self.levels.push(finest);
        if below {
            let text = "the game looks symmetric, but squares are listed below the diagonal";
            return Err(SolveError::Stopped(text.to_owned()));
        }
        match run {
            Err(StreamError::Stopped(stopped)) if !full => Err(stopped.limit.into()),
            Err(StreamError::Solve(error)) => Err(error),
            _ => Ok(self.stream.column() >= until),
        }
    }

    fn level(&mut self, shift: u32) -> Arc<Level> {
        while self.levels.len() <= shift as usize {
            let next = self.levels.last().map(|level| level.halved()).unwrap_or_default();
            self.levels.push(Arc::new(next));
        }
        Arc::clone(&self.levels[shift as usize])
    }

    fn counts(&mut self, spot: Spot) -> Counts {
        let Spot { x, y, shift, size } = spot;
        let mut counts = Counts::new(size);
        let (i, j, size) = (x >> shift, y >> shift, u64::from(size));
        // Squares on the diagonal of a coarse level hold both halves of a symmetric game, so the mirror image of a coarse
        // square is counted from the same list, but for single squares on the diagonal, which are their own images.
        let level = self.level(shift);
        level.each(i..i + size, j..j + size, &mut |u, v, count| counts.add(u - i, v - j, count));
        if self.symmetric {
            level.each(j..j + size, i..i + size, &mut |u, v, count| counts.add(v - i, u - j, count));
            self.take_back_diagonal(spot, &mut counts);
        }
        counts
    }

    /// P-positions on the diagonal were counted twice.
    fn take_back_diagonal(&self, spot: Spot, counts: &mut Counts) {
        let (x, y) = spot.far();
        let (first, last) = (spot.x.max(spot.y), x.min(y));
        let from = self.diagonal.partition_point(|n| *n < first);
        for n in self.diagonal[from..].iter().take_while(|n| **n <= last) {
            let (i, j) = ((n - spot.x) >> spot.shift, (n - spot.y) >> spot.shift);
            let pixel = &mut counts.pixels[j as usize * counts.size as usize + i as usize];
            *pixel = pixel.saturating_sub(1);
        }
    }
}
