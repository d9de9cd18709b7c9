//! Only the P-positions, column by column, skipping what cannot hold one.
//!
//! **For which rulesets.** Games of rays (see [`rays`](super::rays)) without `comply`, with or without blocking, with
//! squares that do not exist, normal or misère play, symmetric or not. Each column must be finite: among the moves there
//! is a rook stride in the second pile, or a height is given. [`Columns::new`] says which of these fails.
//!
//! **Why it is right.** Whether a square is P depends only on how many P-positions lie on its lines, in smaller columns or
//! below it in its own. Those numbers are kept per line (`lane.rs`); a square is looked at unless a lower bound for them
//! already exceeds a limit (`strips.rs`); and what is looked at is decided exactly. No square is taken for P or N by any
//! pattern seen before.
//!
//! **Symmetric games** made of rooks, diagonals and bands are solved above the main diagonal only: the marks below it in
//! column x are the mirror images of those in row x, and their number is what row x has counted already.
//!
//! **Cost.** Memory grows with the highest row reached, `(limit + 1) / 8` bytes for a line; time with the number of
//! P-positions, below 0.2 µs for a column of W^4, and hardly with the distance from the origin: two or three groups of 64
//! squares are looked at in a column, whether the column is the thousandth or the ten millionth.
//!
//! Tried and rejected: least counts for all lines of a block together (W^2 then looks at 1500 groups in a column at
//! 10^6, see `tuning.rs`); bounds for whole runs of superblocks opened at once (several times slower for W^5); a bound
//! looked up anew in every column instead of once for 64.
//!
//! ```
//! use wythoff_rules::Game;
//! use wythoff_solve::columns::Columns;
//! let game = Game::named("wythoff")?;
//! let mut columns = Columns::new(game.ruleset().ok_or("two piles")?, None)?;
//! let mut found = Vec::new();
//! columns.run(8, &Default::default(), &mut |x, ys| {
//!     found.extend(ys.iter().map(|&y| (x, y)));
//!     std::ops::ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod lane;
mod pattern;
mod state;
mod strips;
mod tuning;
mod way;

pub use state::BadState;
pub use way::ByColumns;

use super::rays::{NotRays, RayGame};
use super::stopped::{Stopped, ask, finished};
use engine::Engine;
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_rules::ruleset::Ruleset;

/// Why a game cannot be solved by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotColumns {
    /// It is not a game of rays.
    #[error(transparent)]
    NotRays(#[from] NotRays),
    /// The game is stated with `comply`: its P-positions are most of the board.
    #[error("the P-positions of a comply game fill the board and cannot be listed by columns")]
    Comply,
    /// Columns may hold infinitely many P-positions, and no height is given.
    #[error("a column of this game may hold infinitely many P-positions, so a height must be given")]
    Unbounded,
    /// Budget or strides are too large for the tables of this solver.
    #[error("the numbers in the rules are too large for the columns solver")]
    TooLarge,
}

/// A game being solved column by column. Cloning it, or saving and restoring it, gives an equal continuation.
#[derive(Clone, Debug)]
pub struct Columns {
    engine: Engine,
}

impl Columns {
    /// Begins before column 0. With a height, only rows up to and including it are solved.
    ///
    /// # Errors
    /// [`NotColumns`] if this solver is not right for the game.
    pub fn new(rules: &Ruleset, height: Option<u64>) -> Result<Columns, NotColumns> {
        Columns::of(RayGame::recognise(rules)?, height)
    }

    /// Begins before column 0 of a game that has been recognised already.
    ///
    /// # Errors
    /// [`NotColumns`] if this solver is not right for the game.
    pub fn of(game: RayGame, height: Option<u64>) -> Result<Columns, NotColumns> {
        Ok(Columns { engine: Engine::new(game, height)? })
    }

    /// As [`Columns::new`], for normal play on a board from which squares are removed while it is solved: see [`Columns::remove`].
    ///
    /// # Errors
    /// [`NotColumns`] if this solver is not right for the game.
    pub fn with_removals(rules: &Ruleset, height: Option<u64>) -> Result<Columns, NotColumns> {
        let mut columns = Columns::new(rules, height)?;
        columns.engine.expect_removals();
        Ok(columns)
    }

    /// These rows of the next column do not exist, besides those that the rules rule out. For a symmetric game the removed squares must be
    /// symmetric, too, and rows on both sides of the diagonal are needed: many symmetric games are solved on both
    /// ([`Columns::known_rows`] has them). A saved state knows nothing of them.
    pub fn remove(&mut self, rows: &[u64]) {
        self.engine.remove(rows);
    }

    /// The P-positions of the latest column as far as this solver found them, ascending. Unlike what is listed, they
    /// include those below the diagonal of a symmetric game, unless only the squares above it are solved.
    pub fn known_rows(&self) -> &[u64] {
        self.engine.known_rows()
    }

    /// Whether the game is symmetric: then only positions with `x <= y` are listed, and the others are their mirror images.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.engine.game.is_symmetric()
    }

    /// The next column to be solved; all before it are finished.
    #[must_use]
    pub fn column(&self) -> u64 {
        self.engine.x
    }

    /// How many P-positions have been listed so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.engine.listed
    }

    /// How many groups of 64 squares have been looked at: what the work is proportional to.
    #[must_use]
    pub fn looked(&self) -> u64 {
        self.engine.looked
    }

    /// The work behind the columns that are solved: groups of 64 squares that were looked at, and four more for each square that had to
    /// be decided by itself.
    pub(crate) fn work(&self) -> u64 {
        self.engine.looked + 4 * self.engine.confirmed
    }

    /// Bytes held by the tables.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.engine.bytes()
    }

    /// Solves all columns before `until`, calling `emit(x, rows)` after each with the rows of its P-positions,
    /// ascending (for a symmetric game those with `x <= y`). A column for which `emit` has been called is finished:
    /// stopping loses nothing, and another call goes on with the next column.
    ///
    /// # Errors
    /// [`Stopped`] before more memory than allowed is taken, if the budget is cancelled, or if `emit` breaks off.
    pub fn run(
        &mut self,
        until: u64,
        budget: &Budget,
        emit: &mut dyn FnMut(u64, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        while self.engine.x < until {
            let x = self.engine.x;
            if x.is_multiple_of(16) {
                ask(budget, x, until)?;
            }
            self.engine.advance(budget)?;
            if emit(x, self.engine.last_column()).is_break() {
                return Err(Stopped::asked(x + 1));
            }
        }
        finished(budget, until);
        Ok(())
    }

    /// How many P-positions there are before column `until`, listed as [`Columns::run`] would.
    ///
    /// # Errors
    /// As for [`Columns::run`].
    pub fn count_until(&mut self, until: u64, budget: &Budget) -> Result<u64, Stopped> {
        self.run(until, budget, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(self.count())
    }
}
