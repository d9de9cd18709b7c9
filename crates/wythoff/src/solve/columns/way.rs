//! Columns as a way of solving: games of rays, millions of columns in seconds.

use super::{BadState, Columns, NotColumns};
use crate::budget::Budget;
use crate::game::Game;
use crate::hint::Hint;
use crate::number::Natural;
use crate::position::{Outcome, Position};
use crate::rules::Ruleset;
use crate::solve::rays::RayGame;
use crate::solve::reach::{Extent, FARTHEST};
use crate::solve::squares::{Place, Squares, rules_of, too_far};
use crate::solve::stream::{Emit, Reached, Source, Stream, StreamError, list_by_columns};
use crate::solve::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::solve::{Answer, MethodUsed, SolveError};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Only the P-positions, column by column.
#[derive(Clone, Copy, Debug)]
pub struct ByColumns;

impl Way for ByColumns {
    fn method(&self) -> Method {
        Method::Columns
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        let rules = rules_of(game)?.clone();
        let rays = RayGame::recognise(&rules).map_err(|why| NotColumns::from(why).to_string())?;
        let extent = match Columns::of(rays.clone(), None) {
            Ok(_) => Extent::of_columns(&rays),
            Err(_) => Extent::of_board(&rules, Some(&rays)),
        };
        Ok(Box::new(ColumnList { game: Arc::clone(game), rules, rays, extent }))
    }
}

#[derive(Debug)]
struct ColumnList {
    game: Arc<Game>,
    rules: Ruleset,
    rays: RayGame,
    extent: Extent,
}

impl ColumnList {
    fn cannot(&self, why: NotColumns) -> SolveError {
        cannot(&self.game, Method::Columns, why.to_string())
    }

    /// The solver for squares up to (x, y); with a height if the columns have no end without one, or an end far beyond. Without a
    /// height it is quicker.
    fn columns(&self, (x, y): (u64, u64)) -> Result<Columns, SolveError> {
        let height = x.max(y);
        let low = || Columns::of(self.rays.within(height, height), Some(height));
        let full = self.rays.counters().iter().any(|counter| counter.limit > height);
        let columns = if full { low() } else { Columns::of(self.rays.clone(), None).or_else(|_| low()) };
        columns.map_err(|why| self.cannot(why))
    }

    /// Every P-position with both piles at most `to`, as they are listed.
    fn listed_to(&self, to: u64, budget: &Budget, look: &mut dyn FnMut(u64, u64)) -> Result<(), SolveError> {
        let mut columns = Columns::of(self.rays.within(to, to), Some(to)).map_err(|why| self.cannot(why))?;
        if to > FARTHEST {
            return Err(SolveError::TooLong {
                wanted: format!("a list of all P-positions up to {to}"),
                possible: format!("up to {FARTHEST}, or further column by column,"),
                hint: Hint::Columns,
            });
        }
        let half = self.rays.is_symmetric() || columns.is_symmetric();
        let run = columns.run(to + 1, budget, &mut |x, rows| {
            rows.iter().filter(|y| **y <= to && (!half || **y >= x)).for_each(|y| look(x, *y));
            ControlFlow::Continue(())
        });
        run.map_err(|stopped| stopped.into_error(|| SolveError::Stopped(stopped.to_string())))
    }

    /// Every P-position with both piles at most these, whatever is listed of symmetric games.
    fn each(
        &self,
        (x, y): (u64, u64),
        budget: &Budget,
        look: &mut dyn FnMut(u64, u64),
    ) -> Result<(), SolveError> {
        let mut columns = self.columns((x, y))?;
        let mirrored = columns.is_symmetric();
        // Of a mirrored list both piles are at least the column.
        let until = if mirrored { x.min(y) + 1 } else { x + 1 };
        let run = columns.run(until, budget, &mut |u, rows| {
            for &v in rows {
                look(u, v);
                if mirrored && u != v {
                    look(v, u);
                }
            }
            ControlFlow::Continue(())
        });
        run.map_err(|stopped| {
            stopped.into_error(|| SolveError::TooLarge {
                wanted: format!("all P-positions up to ({x}, {y}) ({stopped})"),
                possible: "smaller piles".to_owned(),
            })
        })
    }
}

impl Solution for ColumnList {
    fn reach(&self) -> Reach {
        Reach::Piles(self.extent.promised)
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let Place { x, y, squares } =
            Place::new(&self.game, Method::Columns, Some(self.rays.clone()), self.extent, position)?;
        let (mut outcome, mut p) = (Outcome::N, Vec::new());
        self.each((x, y), budget, &mut |u, v| {
            if (u, v) == (x, y) {
                outcome = Outcome::P;
            } else if u <= x && v <= y && squares.is_move(x, y, x - u, y - v) {
                p.push((u, v));
            }
        })?;
        p.sort_unstable();
        let is_p = |u: u64, v: u64| p.binary_search(&(u, v)).is_ok();
        Ok(squares.answer(&self.rules, (x, y), outcome, MethodUsed::Columns, &is_p))
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let mut found = Vec::new();
        self.listed_to(u64::from(to), budget, &mut |x, y| found.push(Position::small(&[x, y])))?;
        Ok(found)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        let Some(to) = u64::try_from(to).ok().filter(|to| *to <= FARTHEST) else { return Ok(None) };
        let mut count = 0_u64;
        self.listed_to(to, budget, &mut |_, _| count += 1)?;
        Ok(Some(Natural::from(count)))
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        list_by_columns(self.stream()?, from, count, budget)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        let columns = Columns::of(self.rays.clone(), None).map_err(|why| self.cannot(why))?;
        let cut = self.rays.is_symmetric() && !columns.is_symmetric();
        Ok(Stream::new(&self.game, Method::Columns, ColumnSource { columns, cut }))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let extent = self.extent;
        let Some(((x, y), far)) = frame.within(extent.tried) else { return Err(too_far(frame, extent)) };
        let squares = Squares::up_to(&self.game, Method::Columns, None, far.0.max(far.1))?;
        let mut pane = Pane::fill(frame, budget, |i, j| {
            Ok(squares.exists(x + u64::from(i), y + u64::from(j)).then_some(Outcome::N))
        })?;
        self.each(far, budget, &mut |u, v| {
            if (x..=far.0).contains(&u) && (y..=far.1).contains(&v) {
                pane.set((u - x) as u32, (v - y) as u32, Some(Outcome::P));
            }
        })?;
        Ok(pane)
    }
}

/// A stream of the columns solver.
#[derive(Debug)]
struct ColumnSource {
    columns: Columns,
    /// Whether what it finds below the diagonal has to be left out.
    cut: bool,
}

impl Source for ColumnSource {
    fn run(
        &mut self,
        _: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        let cut = self.cut;
        Ok(self.columns.run(until, budget, &mut |x, rows| {
            let first = if cut { rows.partition_point(|y| *y < x) } else { 0 };
            hand_out(x, &rows[first..])
        })?)
    }

    fn save(&self) -> Vec<u8> {
        self.columns.to_bytes()
    }

    fn restore(&mut self, state: &[u8], column: u64) -> Result<(), BadState> {
        self.columns.from_bytes(state)?;
        if self.columns.column() == column { Ok(()) } else { Err(BadState::Damaged) }
    }
}
