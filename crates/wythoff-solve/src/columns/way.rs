//! Columns as a way of solving: games of rays, millions of columns in seconds.

use super::{BadState, Columns, NotColumns};
use crate::kept::{Kept, grown};
use crate::rays::RayGame;
use crate::reach::{Extent, FARTHEST};
use crate::squares::{Place, Squares, rules_of, too_far};
use crate::stopped::Stopped;
use crate::stream::{Emit, Reached, Source, Stream, StreamError, list_by_columns};
use crate::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::{Answer, MethodUsed, SolveError};
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::hint::Hint;
use wythoff_rules::position::{Outcome, Position};

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
        let board = Extent::of_board(&rules, Some(&rays));
        let columns = Columns::of(rays.clone(), None).ok().map(|_| Extent::of_columns(&rays));
        // Columns that reach far above the question are not solved to their end.
        let whole = columns.filter(|columns| columns.promised >= board.promised);
        let (ends, extent) = (whole.is_some(), whole.unwrap_or(board));
        Ok(Box::new(ColumnList { game: Arc::clone(game), rules, rays, ends, extent, kept: Kept::nothing() }))
    }
}

#[derive(Debug)]
struct ColumnList {
    game: Arc<Game>,
    rules: Ruleset,
    rays: RayGame,
    /// Whether columns end soon enough to be solved whole.
    ends: bool,
    extent: Extent,
    /// The columns of earlier questions.
    kept: Kept<Known>,
}

/// Columns that were solved for earlier questions, and the solver that goes on from there.
struct Known {
    columns: Columns,
    /// The highest row, if there has to be one.
    height: Option<u64>,
    /// The rows of all columns, one column after the other.
    rows: Vec<u64>,
    /// Where the rows of each column end.
    ends: Vec<usize>,
}

/// So many P-positions are kept, 8 bytes each. Questions that need more are answered while the columns pass by.
const MOST_KEPT: u64 = 1 << 22;

/// The bytes of a position in a list.
const LISTED: usize = size_of::<Position>() + 2 * size_of::<Natural>();

impl Known {
    fn new((columns, height): (Columns, Option<u64>)) -> Known {
        Known { columns, height, rows: Vec::new(), ends: Vec::new() }
    }

    /// Solves all columns before this one. `false` if they are too many to keep.
    fn extend(&mut self, until: u64, budget: &Budget) -> Result<bool, Stopped> {
        let most = MOST_KEPT.min(budget.memory() / 16);
        let Known { columns, rows, ends, .. } = self;
        let run = columns.run(until, budget, &mut |_, found| {
            rows.extend_from_slice(found);
            ends.push(rows.len());
            if rows.len() as u64 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match run {
            _ if rows.len() as u64 > most => Ok(columns.column() >= until),
            run => run.map(|()| true),
        }
    }

    /// The rows of a column, as far as columns are known.
    fn column(&self, column: u64) -> &[u64] {
        let end = |column: u64| self.ends.get(usize::try_from(column).ok()?).copied();
        let Some(last) = end(column) else { return &[] };
        let first = column.checked_sub(1).and_then(end).unwrap_or(0);
        &self.rows[first..last]
    }

    /// Every P-position between two corners.
    fn each_within(&self, (x, y): (u64, u64), far: (u64, u64), look: &mut dyn FnMut(u64, u64)) {
        let known = self.ends.len() as u64;
        let within = |column: u64, low: u64, high: u64| {
            let rows = self.column(column);
            let from = rows.partition_point(|row| *row < low);
            rows[from..].iter().copied().take_while(move |row| *row <= high)
        };
        let mirrored = self.columns.is_symmetric();
        for u in x..(far.0 + 1).min(known) {
            within(u, y, far.1).for_each(|v| look(u, v));
        }
        if mirrored {
            for v in y..(far.1 + 1).min(known) {
                within(v, x, far.0).filter(|u| *u != v).for_each(|u| look(u, v));
            }
        }
    }

    fn is_p(&self, x: u64, y: u64) -> bool {
        let (column, row) = if self.columns.is_symmetric() && x > y { (y, x) } else { (x, y) };
        self.column(column).binary_search(&row).is_ok()
    }
}

impl ColumnList {
    /// All columns that a question about this position needs; `None` if they are too many to keep.
    fn known(&self, (x, y): (u64, u64), budget: &Budget) -> Result<Option<Known>, SolveError> {
        let kept = self.kept.take();
        let before = kept.as_ref().and_then(|known| known.height);
        let mut known = match kept.filter(|known| known.height.is_none_or(|height| height >= x.max(y))) {
            Some(known) => known,
            None => Known::new(self.columns(grown(x.max(y), before))?),
        };
        let until = if known.columns.is_symmetric() { x.min(y) + 1 } else { x + 1 };
        let extended = known.extend(until, budget);
        if let Ok(true) = extended {
            return Ok(Some(known));
        }
        self.kept.put(known);
        extended.map_err(|stopped| too_large((x, y), stopped))?;
        Ok(None)
    }

    fn cannot(&self, why: NotColumns) -> SolveError {
        cannot(&self.game, Method::Columns, why.to_string())
    }

    /// The same for a list of whole columns, which a height would end.
    fn cannot_list(&self, why: NotColumns) -> SolveError {
        let why = match why {
            NotColumns::Unbounded => "a column may hold infinitely many P-positions",
            NotColumns::Comply => "the P-positions of a comply game fill the board",
            other => return self.cannot(other),
        };
        SolveError::Endless { game: self.game.name().to_owned(), why }
    }

    fn stream_of(&self, columns: Columns) -> Stream {
        let cut = self.rays.is_symmetric() && !columns.is_symmetric();
        Stream::new(&self.game, Method::Columns, ColumnSource { columns, cut })
    }

    /// Every P-position of columns that are solved on both sides of the diagonal.
    fn stream_on_both_sides(&self, columns: Columns) -> Stream {
        Stream::new(&self.game, Method::Columns, ColumnSource { columns, cut: false }).labelled_all()
    }

    /// The solver for squares with both piles up to a height; the height is given to it if the columns have no end without one,
    /// or an end far beyond. Without a height it is quicker.
    fn columns(&self, height: u64) -> Result<(Columns, Option<u64>), SolveError> {
        let low = || Ok((Columns::of(self.rays.within(height, height), Some(height))?, Some(height)));
        let full = !self.ends || self.rays.counters().iter().any(|counter| counter.limit > height);
        let open = || Ok((Columns::of(self.rays.clone(), None)?, None));
        let columns = if full { low() } else { open().or_else(|_: NotColumns| low()) };
        columns.map_err(|why| self.cannot(why))
    }

    /// Every P-position with both piles at most `to`, as they are listed. Whoever looks keeps so many bytes of each.
    fn listed_to(
        &self,
        to: u64,
        kept: usize,
        budget: &Budget,
        look: &mut dyn FnMut(u64, u64),
    ) -> Result<(), SolveError> {
        let mut columns = Columns::of(self.rays.within(to, to), Some(to)).map_err(|why| self.cannot(why))?;
        if to > FARTHEST {
            return Err(SolveError::TooLong {
                wanted: format!("a list of all P-positions up to {to}"),
                possible: format!("up to {FARTHEST}, or further column by column,"),
                hint: Hint::Columns,
            });
        }
        let half = self.rays.is_symmetric() || columns.is_symmetric();
        let (mut bytes, mut fits) = (0, Ok(()));
        let run = columns.run(to + 1, budget, &mut |x, rows| {
            for y in rows.iter().filter(|y| **y <= to && (!half || **y >= x)) {
                look(x, *y);
                bytes += kept as u64;
            }
            fits = budget.fits(bytes);
            if fits.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        fits?;
        run.map_err(|stopped| stopped.into_error(|| SolveError::Stopped(stopped.to_string())))
    }

    /// Every P-position with both piles at most these, whatever is listed of symmetric games.
    fn each(
        &self,
        (x, y): (u64, u64),
        budget: &Budget,
        look: &mut dyn FnMut(u64, u64),
    ) -> Result<(), SolveError> {
        let (mut columns, _) = self.columns(x.max(y))?;
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
        run.map_err(|stopped| too_large((x, y), stopped))
    }
}

fn too_large((x, y): (u64, u64), stopped: Stopped) -> SolveError {
    stopped.into_error(|| SolveError::TooLarge {
        wanted: format!("all P-positions up to ({x}, {y}) ({stopped})"),
        possible: "smaller piles".to_owned(),
    })
}

impl Solution for ColumnList {
    fn reach(&self) -> Reach {
        Reach::Piles(self.extent.promised)
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let Place { x, y, squares } =
            Place::new(&self.game, Method::Columns, Some(self.rays.clone()), self.extent, position)?;
        if let Some(known) = self.known((x, y), budget)? {
            let (outcome, is_p) = (Outcome::p_if(known.is_p(x, y)), |u: u64, v: u64| known.is_p(u, v));
            let answer = squares.answer(&self.rules, (x, y), outcome, MethodUsed::Columns, &is_p);
            self.kept.put(known);
            return Ok(answer);
        }
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
        self.listed_to(u64::from(to), LISTED, budget, &mut |x, y| {
            found.push(Position::small(&[x, y]));
        })?;
        Ok(found)
    }

    fn piles_to(&self, to: u32, budget: &Budget) -> Result<Vec<u64>, SolveError> {
        let mut found = Vec::new();
        self.listed_to(u64::from(to), size_of::<[u64; 2]>(), budget, &mut |x, y| found.extend([x, y]))?;
        Ok(found)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        let Some(to) = u64::try_from(to).ok().filter(|to| *to <= FARTHEST) else { return Ok(None) };
        let mut count = 0_u64;
        self.listed_to(to, 0, budget, &mut |_, _| count += 1)?;
        Ok(Some(Natural::from(count)))
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        list_by_columns(self.stream()?, from, count, budget)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        let columns = Columns::of(self.rays.clone(), None).map_err(|why| self.cannot_list(why))?;
        Ok(self.stream_of(columns))
    }

    fn stream_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        // The columns may go on for ever, so nothing but their height is bounded.
        let open = |height: Option<u64>| Columns::of(self.rays.clone(), height);
        let columns = open(None).or_else(|_| open(Some(height))).map_err(|why| self.cannot(why))?;
        Ok(self.stream_of(columns).cut_at(height))
    }

    fn stream_in_all_orders(&self) -> Result<Stream, SolveError> {
        let columns = Columns::of(self.rays.clone().on_both_sides(), None);
        Ok(self.stream_on_both_sides(columns.map_err(|why| self.cannot_list(why))?))
    }

    fn stream_in_all_orders_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        let open = |height: Option<u64>| Columns::of(self.rays.clone().on_both_sides(), height);
        let columns = open(None).or_else(|_| open(Some(height))).map_err(|why| self.cannot(why))?;
        Ok(self.stream_on_both_sides(columns).cut_at(height))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let extent = self.extent;
        let Some(((x, y), far)) = frame.within(extent.tried) else { return Err(too_far(frame, extent)) };
        let squares = Squares::up_to(&self.game, Method::Columns, None, far.0.max(far.1))?;
        let mut pane = squares.pane(frame, (x, y), budget)?;
        // Windows that are looked at one after the other are cut out of the same columns.
        if let Some(known) = self.known(far, budget)? {
            known.each_within((x, y), far, &mut |u, v| {
                pane.set((u - x) as u32, (v - y) as u32, Some(Outcome::P))
            });
            self.kept.put(known);
            return Ok(pane);
        }
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
