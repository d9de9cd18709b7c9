//! Grundy values on a dense board.
//!
//! For every ruleset without a twist and without memory, in normal play: there a position is worth the least number that
//! none of its options is worth, sums of positions are played by the xor of their values, and P means 0. (With a Muller
//! twist or in misère play values do not add up so, and [`Grundy::solve`] refuses.)
//!
//! **Games of rays.** Each line keeps the set of values seen on it so far as a bit set. When a square is reached, the first
//! option on each of its rays is added to the ray's line (the others were added at the squares before it on that line),
//! and the least value in none of the sets is found 64 at a time, from where all smaller ones are known to be taken.
//!
//! **All other games.** The value of a square is carried forward to the squares of each column that can move to it, as in
//! [`board`](super::board).
//!
//! ```
//! use std::ops::ControlFlow;
//! use wythoff::Game;
//! use wythoff::solve::grundy::{AdditivePeriod, Grundy};
//! let game = Game::named("wythoff")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let table = Grundy::solve(rules, 400, 4, &Default::default())?;
//! assert_eq!((0..8).map(|x| table.value(x, 1)).collect::<Option<Vec<_>>>(), Some(vec![1, 2, 0, 4, 5, 3, 7, 8]));
//! // Row 3 grows by 6 every 6 squares, from x = 8 on.
//! assert_eq!(table.row_period(3), Some(AdditivePeriod { period: 6, preperiod: 8, increment: 6 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lines;
mod period;

pub use period::{AdditivePeriod, additive_period};

use super::board::{Algorithm, beatty_table, squares, stretches};
use super::predicate::{CompileError, Predicate};
use super::rays::RayGame;
use super::stopped::{Stopped, ask};
use crate::budget::Budget;
use crate::rules::ruleset::{Play, Ruleset, Twist};

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
    fn of(value: usize) -> Self;
    fn index(self) -> Option<usize>;
}

macro_rules! value {
    ($type:ty) => {
        impl Value for $type {
            const NONE: $type = <$type>::MAX;
            #[inline]
            fn of(value: usize) -> $type {
                value as $type
            }
            #[inline]
            fn index(self) -> Option<usize> {
                (self != <$type>::MAX).then_some(self as usize)
            }
        }
    };
}
value!(u16);
value!(u32);

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
        let compile = |f| Predicate::compile(f, &[], bound, &beatty_table);
        let existing = rules.position.as_ref().map(compile).transpose()?;
        let game = if algorithm == Algorithm::General { None } else { RayGame::recognise(rules).ok() };
        let game = game.filter(|_| width < 1 << 31 && height < 1 << 31);
        // A value is at most the number of options.
        let most = match &game {
            Some(game) => lines::most_options(game.moves(), width, height),
            None => width.saturating_mul(height),
        };
        let game = game.as_ref();
        let job = Job { rules, game, existing: existing.as_ref(), width, height, most, budget };
        let values =
            if most < u64::from(u16::MAX) { Values::U16(fill(&job)?) } else { Values::U32(fill(&job)?) };
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

    /// The additive period of row y (constant y, growing x), as far as the board shows it; `None` if it shows none, or
    /// if some square of the row does not exist.
    #[must_use]
    pub fn row_period(&self, y: u64) -> Option<AdditivePeriod> {
        let row = (0..self.width).map(|x| self.value(x, y)).collect::<Option<Vec<u32>>>()?;
        additive_period(&row)
    }
}

/// What is to be done.
struct Job<'a> {
    rules: &'a Ruleset,
    /// If it is a game of rays.
    game: Option<&'a RayGame>,
    existing: Option<&'a Predicate>,
    width: u64,
    height: u64,
    /// No value is larger.
    most: u64,
    budget: &'a Budget,
}

fn fill<V: Value>(job: &Job<'_>) -> Result<Vec<V>, GrundyError> {
    let Job { game, width, height, most, budget, .. } = *job;
    let table = width.saturating_mul(height).saturating_mul(size_of::<V>() as u64);
    let sets = game.map_or(0, |game| lines::bytes(game.moves(), width, height, most));
    let needed = table.saturating_add(sets);
    budget.fits(needed).map_err(Stopped::at(0))?;
    let values = vec![V::NONE; (width * height) as usize];
    match game {
        Some(game) => Ok(lines::fill(job, game.moves(), values)?),
        None => general(job, values),
    }
}

/// Carries each value forward to the squares that can move to it.
fn general<V: Value>(job: &Job<'_>, mut values: Vec<V>) -> Result<Vec<V>, GrundyError> {
    let Job { rules, existing, width, height, budget, .. } = *job;
    let moves = Predicate::of_moves(&rules.moves, width.max(height).max(1), &beatty_table)?;
    let mut seen: Vec<Vec<u64>> = vec![Vec::new(); height as usize];
    let mut exists = vec![0u64; height.div_ceil(64) as usize];
    for x in 0..width {
        exists.fill(u64::MAX);
        if let Some(predicate) = existing {
            exists.fill(0);
            squares(predicate, x, height, &mut exists);
        }
        seen.iter_mut().for_each(Vec::clear);
        let note = |seen: &mut [Vec<u64>], value: usize, from: u64, to: u64| {
            for set in &mut seen[from as usize..to as usize] {
                if set.len() <= value / 64 {
                    set.resize(value / 64 + 1, 0);
                }
                set[value / 64] |= 1 << (value % 64);
            }
        };
        for u in 0..x {
            if u % 64 == 0 {
                ask(budget, x, width)?;
            }
            for v in 0..height {
                if let Some(value) = values[(u * height + v) as usize].index() {
                    stretches(&moves, x, x - u, v, (v, height), &mut |from, to| {
                        note(&mut seen, value, from, to);
                    });
                }
            }
        }
        for y in 0..height {
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let set = &seen[y as usize];
            let word = set.iter().position(|word| *word != u64::MAX).unwrap_or(set.len());
            let value = word * 64 + set.get(word).map_or(0, |word| word.trailing_ones() as usize);
            values[(x * height + y) as usize] = V::of(value);
            stretches(&moves, x, 0, y, (y + 1, height), &mut |from, to| {
                note(&mut seen, value, from, to);
            });
        }
        let held: usize = seen.iter().map(|set| set.capacity() * 8).sum();
        let needed = (values.len() * size_of::<V>() + held) as u64;
        budget.fits(needed).map_err(Stopped::at(x + 1))?;
    }
    Ok(values)
}
