//! P-positions column after column, by whichever way of solving can do that, in memory that does not grow with the list.
//!
//! [`Game::stream`] opens a [`Stream`]; [`Stream::run`] hands out one column at a time. Of symmetric games only `x <= y`
//! is listed. A stream can be saved between two columns and continued later.
//!
//! - **columns**: games of rays whose columns are finite, see [`columns`](super::columns).
//! - **beatty**: games whose list a theorem gives, see [`beatty`](super::beatty).
//! - **board, reference**: a dense board that grows until every column holds as many P-positions as one can, see
//!   [`Game::first_p_positions`]; games for which that number is not known are refused.
//!
//! ```
//! use std::ops::ControlFlow;
//! use wythoff::{Game, solve::methods::Method};
//! let game = Game::named("W^3")?;
//! let mut found = Vec::new();
//! let mut stream = game.stream(Method::Auto)?;
//! stream.run(2, &Default::default(), &mut |x, rows| {
//!     found.extend(rows.iter().map(|y| (x, *y)));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::beatty::Theorem;
use super::board::{Board, BoardError};
use super::columns::{BadState, Columns, NotColumns};
use super::exhaustive::Exhaustive;
use super::methods::Method;
use super::rays::RayGame;
use super::stopped::Stopped;
use super::{SolveError, methods};
use crate::budget::Budget;
use crate::game::{Game, GameError};
use crate::number::Natural;
use std::ops::ControlFlow;

/// How many positions a theorem is asked for at a time.
const CHUNK: u32 = 1024;
/// Boards are not made higher than this many times their width in the search for the ends of columns.
const STEEPEST: u64 = 64;

/// Takes the rows of the P-positions of a column, ascending; [`ControlFlow::Break`] stops the stream after it.
pub type Emit<'a> = &'a mut dyn FnMut(u64, &[u64]) -> ControlFlow<()>;

/// Why a stream did not come to the end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StreamError {
    /// A limit was reached, or the caller broke off. Everything handed out is right.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It cannot be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// P-positions column after column.
#[derive(Debug)]
pub struct Stream<'a> {
    game: &'a Game,
    source: Source<'a>,
    column: u64,
    count: u64,
}

#[derive(Debug)]
enum Source<'a> {
    /// The solver, and whether what it finds below the diagonal has to be left out.
    Columns(Box<Columns>, bool),
    Theorem(&'a Theorem),
    /// By board or reference, with the most P-positions that a column can hold, and what has been solved already.
    Dense(Method, u64, Vec<Vec<u64>>),
}

impl Game {
    /// Opens a stream of its P-positions, before column 0.
    ///
    /// # Errors
    /// A game that the method, or any, cannot list column by column.
    pub fn stream(&self, method: Method) -> Result<Stream<'_>, GameError> {
        let cannot = |why: String| SolveError::Method { game: self.name().to_owned(), method, why };
        let Some(rules) = self.ruleset() else {
            return Err(cannot("columns are listed of games on two piles only".to_owned()).into());
        };
        let theorem = |all: bool| self.theorem().filter(|t| !t.is_complement() && (all || t.is_proved()));
        let columns = || -> Result<Source<'_>, NotColumns> {
            let rays = RayGame::recognise(rules)?;
            let symmetric = rays.is_symmetric() && self.is_symmetric();
            let columns = Columns::of(rays, None)?;
            let cut = symmetric && !columns.is_symmetric();
            Ok(Source::Columns(Box::new(columns), cut))
        };
        let dense = |method: Method| match methods::column_capacity(rules) {
            Some(capacity) => Ok(Source::Dense(method, capacity, Vec::new())),
            None => Err(cannot("nothing tells where its columns end".to_owned())),
        };
        let source = match method {
            Method::Columns => columns().map_err(|e| cannot(e.to_string()))?,
            Method::Beatty => {
                Source::Theorem(theorem(true).ok_or_else(|| cannot(methods::NO_LIST.to_owned()))?)
            }
            Method::Automaton => return Err(cannot(methods::NO_LISTS.to_owned()).into()),
            Method::Board | Method::Reference => dense(method)?,
            Method::Auto => match (columns(), theorem(false)) {
                (Ok(source), _) => source,
                (Err(_), Some(theorem)) => Source::Theorem(theorem),
                (Err(why), None) => dense(Method::Board).map_err(|_| cannot(why.to_string()))?,
            },
        };
        Ok(Stream { game: self, source, column: 0, count: 0 })
    }
}

impl Stream<'_> {
    /// The way of solving.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.source {
            Source::Columns(..) => Method::Columns,
            Source::Theorem(_) => Method::Beatty,
            Source::Dense(method, ..) => method,
        }
    }

    /// The next column; all before it have been handed out.
    #[must_use]
    pub fn column(&self) -> u64 {
        self.column
    }

    /// How many P-positions have been handed out.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Hands out all columns before `until`, also empty ones. Dense boards are solved before the first
    /// column is handed out.
    ///
    /// # Errors
    /// [`StreamError::Stopped`] before more memory than allowed is taken, if the budget is cancelled or `emit` breaks off; another call
    /// goes on with the next column.
    pub fn run(&mut self, until: u64, budget: &Budget, emit: Emit<'_>) -> Result<(), StreamError> {
        let (from, next) = (self.column, self.count);
        let (column, count) = (&mut self.column, &mut self.count);
        let mut hand_out = |x: u64, rows: &[u64]| {
            *column = x + 1;
            *count += rows.len() as u64;
            emit(x, rows)
        };
        match &mut self.source {
            Source::Columns(columns, cut) => {
                let cut = *cut;
                columns.run(until, budget, &mut |x, rows| {
                    let first = if cut { rows.partition_point(|y| *y < x) } else { 0 };
                    hand_out(x, &rows[first..])
                })?;
            }
            Source::Theorem(theorem) => {
                let theorem: &Theorem = theorem;
                by_theorem(theorem, next, from, until, &mut hand_out)?;
            }
            Source::Dense(method, capacity, list) => {
                if (list.len() as u64) < until {
                    *list = dense(self.game, *method, *capacity, until, budget)?;
                }
                for (x, rows) in (from..until).zip(list.iter().skip(from as usize)) {
                    if hand_out(x, rows).is_break() {
                        return Err(Stopped::asked(x + 1).into());
                    }
                }
            }
        }
        Ok(())
    }

    /// What is needed to continue from here, besides [`Stream::column`] and [`Stream::count`].
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        match &self.source {
            Source::Columns(columns, _) => columns.to_bytes(),
            Source::Theorem(_) => b"theorem".to_vec(),
            Source::Dense(..) => b"dense".to_vec(),
        }
    }

    /// Continues where a stream of the same game was saved.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are not what [`Stream::save`] gave for this game and method.
    pub fn restore(&mut self, state: &[u8], column: u64, count: u64) -> Result<(), BadState> {
        match &mut self.source {
            Source::Columns(columns, _) => {
                columns.from_bytes(state)?;
                if columns.column() != column {
                    return Err(BadState::Damaged);
                }
            }
            Source::Theorem(_) if state == b"theorem" => {}
            Source::Dense(..) if state == b"dense" => {}
            Source::Theorem(_) | Source::Dense(..) => return Err(BadState::OtherGame),
        }
        (self.column, self.count) = (column, count);
        Ok(())
    }
}

/// Lists by a theorem, from its `next` position on, which is the first with `x >= from`.
fn by_theorem(
    theorem: &Theorem,
    next: u64,
    from: u64,
    until: u64,
    hand_out: &mut dyn FnMut(u64, &[u64]) -> ControlFlow<()>,
) -> Result<(), StreamError> {
    let (mut next, mut x) = (next, from);
    let mut rows: Vec<u64> = Vec::new();
    let mut give = |x: &mut u64, rows: &mut Vec<u64>| {
        let flow = hand_out(*x, rows);
        rows.clear();
        *x += 1;
        if flow.is_break() { Err(StreamError::from(Stopped::asked(*x))) } else { Ok(()) }
    };
    while x < until {
        // The first piles of the list never decrease.
        for position in theorem.listed_from(&Natural::from(next), CHUNK)? {
            next += 1;
            let mut piles = position.piles().iter().map(|n| u64::try_from(n).ok());
            let (first, second) = (piles.next().flatten(), piles.next().flatten());
            while x < until && first.is_none_or(|first| x < first) {
                give(&mut x, &mut rows)?;
            }
            if x >= until {
                return Ok(());
            }
            let Some(second) = second else {
                let wanted = format!("a list up to column {until}, with a position beyond 64 bits,");
                return Err(
                    SolveError::TooLarge { wanted, possible: format!("a list up to column {x}") }.into()
                );
            };
            rows.push(second);
        }
    }
    Ok(())
}

/// The rows of every column before `until`, by a board that is high enough for all of them.
fn dense(
    game: &Game,
    method: Method,
    capacity: u64,
    until: u64,
    budget: &Budget,
) -> Result<Vec<Vec<u64>>, StreamError> {
    if until == 0 {
        return Ok(Vec::new());
    }
    let mut height = 4 * until.max(16);
    loop {
        let columns = match (method, game.ruleset()) {
            (Method::Board, Some(rules)) => {
                let board = Board::solve(rules, until, height, budget).map_err(|error| match error {
                    BoardError::Stopped(stopped) => StreamError::Stopped(stopped),
                    other => SolveError::Stopped(other.to_string()).into(),
                })?;
                (0..until).map(|x| board.positions_of(x).collect()).collect()
            }
            _ => by_definition(game, until, height)?,
        };
        if columns.iter().all(|rows| rows.len() as u64 >= capacity) {
            return Ok(cut(game, columns));
        }
        if height / STEEPEST >= until.max(16) {
            let wanted = format!("a list of all P-positions of {} before column {until}", game.name());
            let possible = "nothing tells where its columns end, so a board (--to)".to_owned();
            return Err(SolveError::TooLarge { wanted, possible }.into());
        }
        height *= 2;
    }
}

fn by_definition(game: &Game, until: u64, height: u64) -> Result<Vec<Vec<u64>>, SolveError> {
    let side = |n: u64| u32::try_from(n - 1).unwrap_or(u32::MAX);
    let solved = Exhaustive::solve(game, &[side(until), side(height)], &Budget::default())?;
    let mut columns = vec![Vec::new(); until as usize];
    for (x, y) in solved.p_positions(false) {
        columns[x as usize].push(u64::from(y));
    }
    Ok(columns)
}

/// Leaves out what lies below the diagonal of a symmetric game. Symmetry may rest on small cases: the board decides.
fn cut(game: &Game, mut columns: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mirrored = |(x, rows): (usize, &Vec<u64>)| {
        rows.iter()
            .all(|&y| columns.get(y as usize).is_none_or(|column| column.binary_search(&(x as u64)).is_ok()))
    };
    if game.is_symmetric() && columns.iter().enumerate().all(mirrored) {
        for (x, rows) in columns.iter_mut().enumerate() {
            rows.retain(|y| *y >= x as u64);
        }
    }
    columns
}
