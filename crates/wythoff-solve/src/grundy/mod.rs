//! Grundy values on a dense board.
//!
//! For every ruleset without a twist and without memory, in normal play: there a position is worth the least number that
//! none of its options is worth, sums of positions are played by the xor of their values, and P means 0. (With a Muller
//! twist or in misère play values do not add up so, and [`Grundy::solve`] refuses.)
//!
//! **Games of rays**, which may depend on the position. Each line keeps the set of values seen on it so far as a bit set. When a square is reached, the first
//! option on each of its rays is added to the ray's line (the others were added at the squares before it on that line),
//! and the least value in none of the sets is found 64 at a time, from where all smaller ones are known to be taken.
//!
//! **All other games.** The value of a square is carried forward to the squares of each column that can move to it, as in
//! [`board`](super::board).
//!
//! ```
//! use std::ops::ControlFlow;
//! use wythoff_rules::Game;
//! use wythoff_solve::grundy::{AdditivePeriod, Grundy};
//! let game = Game::named("wythoff")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let table = Grundy::solve(rules, 400, 4, &Default::default())?;
//! assert_eq!((0..8).map(|x| table.value(x, 1)).collect::<Option<Vec<_>>>(), Some(vec![1, 2, 0, 4, 5, 3, 7, 8]));
//! // Row 3 grows by 6 every 6 squares, from x = 8 on.
//! assert_eq!(table.row_period(3), Some(AdditivePeriod { period: 6, preperiod: 8, increment: 6 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod general;
mod lines;
mod period;
mod windows;

pub use period::{AdditivePeriod, additive_period};

use super::board::guards::Guards;
use super::board::{Algorithm, beatty_table};
use super::predicate::{CompileError, Predicate};
use super::rays::cases::Cases;
use super::stopped::Stopped;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};
use wythoff_budget::Budget;
use wythoff_rules::ruleset::{Play, Ruleset, Twist};

/// The Grundy values of the squares `x < width`, `y < height`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grundy {
    width: u64,
    height: u64,
    values: Values,
}

/// The values column by column; the largest number of the type stands for a square that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All values are below `u16::MAX`.
    U16(Vec<u16>),
    /// Some value may not be.
    U32(Vec<u32>),
}

/// Why there are no Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrundyError {
    /// It stopped before the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The game is not an impartial game in normal play without a twist.
    #[error("Grundy values belong to games without blocking, comply, memory or misère play")]
    Twist,
    /// The rules cannot be evaluated in machine words on a board of this size.
    #[error(transparent)]
    Rules(#[from] CompileError),
}

/// A number that values are stored in.
trait Value: Copy {
    const NONE: Self;
    /// The same number where threads share it.
    type Cell: Send + Sync;
    fn of(value: usize) -> Self;
    fn index(self) -> Option<usize>;
    fn cell(self) -> Self::Cell;
    fn load(cell: &Self::Cell) -> Self;
    fn store(cell: &Self::Cell, value: Self);
    fn of_cell(cell: Self::Cell) -> Self;
}

macro_rules! value {
    ($type:ty, $cell:ty) => {
        impl Value for $type {
            const NONE: $type = <$type>::MAX;
            type Cell = $cell;
            #[inline]
            fn of(value: usize) -> $type {
                value as $type
            }
            #[inline]
            fn index(self) -> Option<usize> {
                (self != <$type>::MAX).then_some(self as usize)
            }
            #[inline]
            fn cell(self) -> $cell {
                <$cell>::new(self)
            }
            #[inline]
            fn load(cell: &$cell) -> $type {
                cell.load(Relaxed)
            }
            #[inline]
            fn store(cell: &$cell, value: $type) {
                cell.store(value, Relaxed);
            }
            #[inline]
            fn of_cell(cell: $cell) -> $type {
                cell.into_inner()
            }
        }
    };
}
value!(u16, AtomicU16);
value!(u32, AtomicU32);

impl Grundy {
    /// Finds all values of a board.
    ///
    /// # Errors
    /// [`GrundyError`] if the game has a twist, a limit is reached or the budget is cancelled.
    pub fn solve(rules: &Ruleset, width: u64, height: u64, budget: &Budget) -> Result<Grundy, GrundyError> {
        Grundy::solve_by(Algorithm::Best, rules, width, height, budget)
    }

    /// The same in a chosen way.
    ///
    /// # Errors
    /// As for [`Grundy::solve`].
    pub fn solve_by(
        algorithm: Algorithm,
        rules: &Ruleset,
        width: u64,
        height: u64,
        budget: &Budget,
    ) -> Result<Grundy, GrundyError> {
        if rules.twist != Twist::None || rules.imitation.is_some() || rules.play == Play::Misere {
            return Err(GrundyError::Twist);
        }
        let bound = width.max(height).max(1);
        let compile = |f| Predicate::compile(f, &[], bound, Some(beatty_table));
        let existing = rules.position.as_ref().map(compile).transpose()?;
        let cases = if algorithm == Algorithm::General { None } else { Cases::split(rules).ok() };
        let cases = cases.filter(|cases| {
            let longest = if cases.are_bounded() { windows::Windows::LONGEST } else { 1 << 31 };
            width.max(height) < longest
        });
        let plan = match &cases {
            Some(cases) => {
                let guards = Guards::new(cases, width, height)?;
                Some(lines::Plan::new(cases, guards, width, height))
            }
            None => None,
        };
        // A value is at most the number of options.
        let most = plan.as_ref().map_or(width.saturating_mul(height), |plan| plan.most);
        let job = Job { rules, existing: existing.as_ref(), width, height, budget };
        let values = if most < u64::from(u16::MAX) {
            Values::U16(fill(&job, plan.as_ref())?)
        } else {
            Values::U32(fill(&job, plan.as_ref())?)
        };
        Ok(Grundy { width, height, values })
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

    /// The value of a square; `None` if it does not exist or is not on the board.
    #[must_use]
    pub fn value(&self, x: u64, y: u64) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (x * self.height + y) as usize;
        match &self.values {
            Values::U16(values) => values[at].index().map(|value| value as u32),
            Values::U32(values) => values[at].index().map(|value| value as u32),
        }
    }

    /// All values, column by column.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// All values, row by row; −1 for a square that does not exist.
    #[must_use]
    pub fn by_rows(&self) -> Vec<i64> {
        match &self.values {
            Values::U16(values) => turned(values, self.width as usize, self.height as usize),
            Values::U32(values) => turned(values, self.width as usize, self.height as usize),
        }
    }

    /// The additive period of row y (constant y, growing x), as far as the board shows it; `None` if it shows none, or
    /// if some square of the row does not exist.
    #[must_use]
    pub fn row_period(&self, y: u64) -> Option<AdditivePeriod> {
        let row = (0..self.width).map(|x| self.value(x, y)).collect::<Option<Vec<u32>>>()?;
        additive_period(&row)
    }
}

/// Columns as rows, in blocks that fit into the nearest cache.
fn turned<V: Value>(columns: &[V], width: usize, height: usize) -> Vec<i64> {
    const BLOCK: usize = 64;
    let mut rows = vec![-1; width * height];
    let blocks = |length: usize| (0..length).step_by(BLOCK);
    for (left, low) in blocks(width).flat_map(|x| blocks(height).map(move |y| (x, y))) {
        for y in low..height.min(low + BLOCK) {
            for x in left..width.min(left + BLOCK) {
                rows[y * width + x] = columns[x * height + y].index().map_or(-1, |value| value as i64);
            }
        }
    }
    rows
}

/// What is to be done.
#[derive(Clone, Copy)]
struct Job<'a> {
    rules: &'a Ruleset,
    existing: Option<&'a Predicate>,
    width: u64,
    height: u64,
    budget: &'a Budget,
}

fn fill<V: Value>(job: &Job<'_>, plan: Option<&lines::Plan>) -> Result<Vec<V>, GrundyError> {
    let Job { width, height, budget, .. } = *job;
    let table = width.saturating_mul(height).saturating_mul(size_of::<V>() as u64);
    let sets = plan.map_or(0, |plan| plan.bytes(width, height, budget.threads()));
    budget.fits(table.saturating_add(sets)).map_err(Stopped::at(0))?;
    match plan {
        Some(plan) => Ok(lines::Filling::run(job, plan)?),
        None => general::fill(job),
    }
}
