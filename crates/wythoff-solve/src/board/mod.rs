//! Dense boards, one bit to a square.
//!
//! For every ruleset that the language can state, except those with memory: variant rules, Beatty conditions, blocking by
//! several budgets, comply, misère play, squares that do not exist. Used for pictures, for small irregular games, and as
//! a second opinion on [`columns`](super::columns), with which it shares how rays are recognised but not how squares are
//! found.
//!
//! Two ways, both column by column:
//!
//! - games whose options lie on [`rays`](super::rays), which may depend on the position: counts per line in binary, 64 rows
//!   added up and compared at a time, with all the threads that the budget brings;
//! - all others: every marked square (P, or N for comply) is carried forward to the squares that can move to it. These fill
//!   [`areas`](super::areas) where rules compare linear terms: between two bounds in each column, which are noted as a step up
//!   and a step down. What has no areas is a formula in one unknown, the row, and [`row_masks`](super::row_masks) finds the rows
//!   where it holds, 64 at a time. The cost is that of marked squares × columns rather than of squares × options; columns are shared among
//!   threads, in blocks.
//!
//! ```
//! use wythoff_rules::Game;
//! use wythoff_solve::board::Board;
//! use std::ops::ControlFlow;
//! let game = Game::named("beta(pi)")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let board = Board::solve(rules, 20, 20, &Default::default())?;
//! let p: Vec<_> = board.positions().filter(|(x, y)| x <= y).collect();
//! assert_eq!(p[..5], [(0, 0), (1, 3), (2, 6), (4, 9), (5, 12)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounded;
mod counts;
mod existing;
mod general;
pub(super) mod guards;
mod lines;
mod sweep;
mod way;

pub(crate) use general::fills_areas;
pub use way::ByBoard;

pub(super) use self::existing::squares;
use self::lines::Marks;
use super::predicate::{CompileError, Predicate, Truth};
use super::rays::cases::Cases;
use super::stopped::Stopped;
use wythoff_budget::Budget;
use wythoff_number::{Natural, Real};
use wythoff_rules::ruleset::Ruleset;

/// The P-positions `(x, y)` with `x < width`, `y < height`.
#[derive(Clone, Debug)]
pub struct Board {
    width: u64,
    height: u64,
    marks: Marks,
    count: u64,
    /// It was made from one half.
    mirrored: bool,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.marks == other.marks
    }
}

impl Eq for Board {}

/// Why there is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It stopped before the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The game has memory: a square alone has no outcome.
    #[error("the game has memory, so squares alone have no outcome")]
    Memory,
    /// The rules cannot be evaluated in machine words on a board of this size.
    #[error(transparent)]
    Rules(#[from] CompileError),
    /// More than ten separate budgets in one game.
    #[error("more than ten separate budgets for blocking")]
    Budgets,
}

/// Which way to solve a board, or to find its Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Algorithm {
    /// Rays where the game has them.
    #[default]
    Best,
    /// The general way, whatever the game: for comparing.
    General,
}

impl Board {
    /// Solves a board.
    ///
    /// # Errors
    /// [`BoardError`] if the game has memory, a limit is reached or the budget is cancelled.
    pub fn solve(rules: &Ruleset, width: u64, height: u64, budget: &Budget) -> Result<Board, BoardError> {
        Board::solve_by(Algorithm::Best, rules, width, height, budget)
    }

    /// Solves a board in a chosen way.
    ///
    /// # Errors
    /// As for [`Board::solve`].
    pub fn solve_by(
        algorithm: Algorithm,
        rules: &Ruleset,
        width: u64,
        height: u64,
        budget: &Budget,
    ) -> Result<Board, BoardError> {
        if rules.imitation.is_some() {
            return Err(BoardError::Memory);
        }
        if algorithm == Algorithm::Best
            && let Ok(cases) = Cases::split(rules)
            && let Some(sweep) = sweep::Sweep::new(&cases, width, height)?
        {
            return Ok(sweep.run(budget)?);
        }
        general::General::new(rules, width, height, budget)?.run(budget)
    }

    /// Asks for the memory of a board and `more` bytes.
    fn fits(width: u64, height: u64, more: u64, budget: &Budget) -> Result<(), Stopped> {
        budget.fits(Marks::bytes(width, height).saturating_add(more)).map_err(Stopped::at(0))
    }

    /// An empty board, if memory allows it and `more` bytes.
    fn empty(width: u64, height: u64, more: u64, budget: &Budget) -> Result<Board, Stopped> {
        Board::fits(width, height, more, budget)?;
        Ok(Board { width, height, marks: Marks::new(width, height), count: 0, mirrored: false })
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Whether a square of the board is a P-position; squares that do not exist are not.
    #[must_use]
    pub fn is_p(&self, x: u64, y: u64) -> bool {
        x < self.width && y < self.height && self.bit(x, y)
    }

    /// 64 rows of a column: bit `y % 64` of word `y / 64` is row y; none above the board.
    #[must_use]
    pub fn word(&self, x: u64, word: u64) -> u64 {
        if x < self.width && word < self.height.div_ceil(64) { self.marks.word(x, word as usize) } else { 0 }
    }

    /// How many P-positions there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The rows of the P-positions of a column, ascending.
    pub fn positions_of(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        self.marks.of(x)
    }

    /// All P-positions, by x and then by y.
    pub fn positions(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.width).flat_map(|x| self.positions_of(x).map(move |y| (x, y)))
    }

    /// Whether `(y, x)` is a P-position wherever `(x, y)` is one.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.mirrored && self.width == self.height || self.positions().all(|(x, y)| self.is_p(y, x))
    }

    fn bit(&self, x: u64, y: u64) -> bool {
        self.marks.is_set(x, y)
    }

    /// Sets a square that is not set yet.
    fn set(&mut self, x: u64, y: u64) {
        self.marks.set(x, y);
        self.count += 1;
    }

    /// From marked N-positions to P-positions: all other squares that exist.
    fn complement(&mut self, existing: Option<&Predicate>) {
        let height = self.height;
        self.count = 0;
        let mut exists = vec![0; height.div_ceil(64) as usize];
        for x in 0..self.width {
            exists.fill(0);
            match existing {
                None => set_range(&mut exists, 0, height),
                Some(predicate) => squares(predicate, x, (0, height), &mut exists),
            }
            for (word, exists) in exists.iter().enumerate() {
                let marks = exists & !self.marks.word(x, word);
                self.marks.set_word(x, word, marks);
                self.count += u64::from(marks.count_ones());
            }
        }
    }
}

/// The rows whose bits are set.
pub(super) fn ones<'a>(words: impl IntoIterator<Item = u64> + 'a) -> impl Iterator<Item = u64> + 'a {
    (0u64..).zip(words).flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                index * 64 + u64::from(bit)
            })
        })
    })
}

/// Sets the bits `from..to`.
pub(super) fn set_range(words: &mut [u64], from: u64, to: u64) {
    each_word(from, to, &mut |index, mask| words[index] |= mask);
}

/// Calls `visit` with the words and masks that make up the bits `from..to`.
fn each_word(from: u64, to: u64, visit: &mut dyn FnMut(usize, u64)) {
    let mut at = from;
    while at < to {
        let end = (at / 64 * 64 + 64).min(to);
        let length = end - at;
        let mask = if length == 64 { u64::MAX } else { ((1 << length) - 1) << (at % 64) };
        visit((at / 64) as usize, mask);
        at = end;
    }
}

/// Calls `visit(from, to)` with stretches of the rows `from..to` of column x that together are those from which the
/// predicate allows to move to row `to_row`, taking s from the first pile.
pub(super) fn stretches(
    predicate: &Predicate,
    x: u64,
    s: u64,
    to_row: u64,
    (from, to): (u64, u64),
    visit: &mut dyn FnMut(u64, u64),
) {
    if from >= to {
        return;
    }
    let at = |y: u64| [x as i64, y as i64, s as i64, (y - to_row) as i64];
    match predicate.on_run(&at(from), (to - from - 1) as i64) {
        Truth::Never => {}
        Truth::Always => visit(from, to),
        Truth::Unknown if to - from <= 8 => {
            (from..to).filter(|&y| predicate.at(&at(y))).for_each(|y| visit(y, y + 1));
        }
        Truth::Unknown => {
            let middle = (from + to) / 2;
            stretches(predicate, x, s, to_row, (from, middle), visit);
            stretches(predicate, x, s, to_row, (middle, to), visit);
        }
    }
}

/// The members of a Beatty sequence up to a bound, as a bit table.
pub(super) fn beatty_table(real: &Real, bound: u64) -> Option<Vec<u64>> {
    // A table larger than this is not worth having: no board is that large.
    if bound > 1 << 34 {
        return None;
    }
    let mut table = vec![0; (bound / 64 + 1) as usize];
    let mut n = 1u64;
    loop {
        let member = u64::try_from(real.floor_mul(&Natural::from(n)).ok()?).ok()?;
        if member > bound {
            return Some(table);
        }
        table[(member / 64) as usize] |= 1 << (member % 64);
        // Only a positive number steps on for ever.
        if n > bound.saturating_add(2) && member == 0 {
            return None;
        }
        n += 1;
    }
}
