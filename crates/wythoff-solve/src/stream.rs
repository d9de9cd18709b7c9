//! P-positions column after column, by whichever way of solving can do that, in memory that does not grow with the list.
//!
//! A [`Solution`](super::way::Solution) opens a [`Stream`]; [`Stream::run`] hands out one column at a time. Of symmetric games only
//! `x <= y` is listed. A stream can be saved between two columns and continued later, by a stream of the same game and method only.
//!
//! - **columns**: games of rays whose columns are finite, see [`columns`](super::columns).
//! - **beatty**: games whose list a theorem gives, see [`beatty`](super::beatty).
//! - **board, reference**: a dense board that grows until every column holds as many P-positions as one can; games for
//!   which that number is not known are refused.
//!
//! With a height ([`Solution::stream_up_to`](super::way::Solution::stream_up_to)) only P-positions up to that row are handed out, and
//! columns without end are no obstacle. The height is part of what a saved stream belongs to.
//!
//! ```
//! use std::ops::ControlFlow;
//! use wythoff_budget::Budget;
//! use wythoff_rules::Game;
//! use wythoff_solve::{Method, Ways};
//! let mut found = Vec::new();
//! let mut stream = Ways::without_proofs(Game::named("W^3")?).stream(Method::Auto)?;
//! stream.run(2, &Budget::default(), &mut |x, rows| {
//!     found.extend(rows.iter().map(|y| (x, *y)));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use super::board::{Board, BoardError};
use super::columns::BadState;
use super::exhaustive::Exhaustive;
use super::rays;
use super::reach::FARTHEST;
use super::stopped::{Stopped, finished};
use super::way::Method;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;

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

/// How far a stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The next column; all before it have been handed out.
    pub column: u64,
    /// How many P-positions have been handed out.
    pub count: u64,
}

/// Where the columns of a stream come from: one for each way of solving that can do it.
pub trait Source: Send + fmt::Debug {
    /// Hands out the columns from where the stream is to before `until`.
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError>;

    /// What it needs to go on, besides how far it is.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Goes on from what was saved, before this column.
    fn restore(&mut self, state: &[u8], _column: u64) -> Result<(), BadState> {
        if state.is_empty() { Ok(()) } else { Err(BadState::Damaged) }
    }
}

/// P-positions column after column.
#[derive(Debug)]
pub struct Stream {
    method: Method,
    /// What it is a stream of: the identity of the game, and the way of solving.
    label: String,
    source: Box<dyn Source>,
    reached: Reached,
}

impl Stream {
    /// The P-positions of a game that a source finds, before column 0.
    pub fn new(game: &Game, method: Method, source: impl Source + 'static) -> Stream {
        let label = format!("{} by {method}", game.identity().fingerprint());
        Stream { method, label, source: Box::new(source), reached: Reached::default() }
    }

    /// The same stream without what lies above a row. Only before its first column.
    pub(crate) fn cut_at(self, height: u64) -> Stream {
        let source = Cut { source: self.source, height, handed_out: 0 };
        Stream { method: self.method, label: self.label, source: Box::new(source), reached: self.reached }
            .labelled(height)
    }

    /// The same stream of a symmetric game with what lies below the diagonal. Only before its first column.
    pub(crate) fn in_all_orders(self) -> Stream {
        let label = format!("{} in all orders", self.label);
        let source =
            Mirrored { source: self.source, inner: Reached::default(), waiting: BTreeMap::new(), held: 0 };
        Stream { method: self.method, label, source: Box::new(source), reached: self.reached }
    }

    /// A stream that lists all orders by itself.
    pub(crate) fn labelled_all(self) -> Stream {
        Stream { label: format!("{} in all orders", self.label), ..self }
    }

    /// A stream that was opened with a height: it cannot be continued by one with another.
    pub(crate) fn labelled(self, height: u64) -> Stream {
        Stream { label: format!("{} up to row {height}", self.label), ..self }
    }

    /// The way of solving.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The next column; all before it have been handed out.
    #[must_use]
    pub fn column(&self) -> u64 {
        self.reached.column
    }

    /// How many P-positions have been handed out.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.reached.count
    }

    /// Hands out all columns before `until`, also empty ones. Dense boards are solved before the first column is handed out.
    ///
    /// # Errors
    /// [`StreamError::Stopped`] before more memory than allowed is taken, if the budget is cancelled or `emit` breaks off;
    /// another call goes on with the next column.
    pub fn run(&mut self, until: u64, budget: &Budget, emit: Emit<'_>) -> Result<(), StreamError> {
        let from = self.reached;
        let reached = &mut self.reached;
        let mut hand_out = |x: u64, rows: &[u64]| {
            *reached = Reached { column: x + 1, count: reached.count + rows.len() as u64 };
            emit(x, rows)
        };
        self.source.run(from, until, budget, &mut hand_out)?;
        finished(budget, until);
        Ok(())
    }

    /// What is needed to continue from here. It says which rules and which way of solving it belongs to.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [self.label.len() as u64, self.reached.column, self.reached.count] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(self.label.as_bytes());
        bytes.extend(self.source.save());
        bytes
    }

    /// Continues where a stream of the same game and method was saved.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are not what [`Stream::save`] gave for this game and method.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), BadState> {
        let (head, rest) = state.split_at_checked(24).ok_or(BadState::Damaged)?;
        let (words, _) = head.as_chunks::<8>();
        let [length, column, count] = [0, 1, 2].map(|i| u64::from_le_bytes(words[i]));
        let length = usize::try_from(length).map_err(|_| BadState::Damaged)?;
        let (label, source) = rest.split_at_checked(length).ok_or(BadState::Damaged)?;
        if label != self.label.as_bytes() {
            return Err(BadState::OtherGame);
        }
        self.source.restore(source, column)?;
        self.reached = Reached { column, count };
        Ok(())
    }
}

/// `count` P-positions from the n-th on, by counting along the columns.
pub(crate) fn list_by_columns(
    mut stream: Stream,
    from: &Natural,
    count: usize,
    budget: &Budget,
) -> Result<Vec<Position>, SolveError> {
    let end = usize::try_from(from).ok().and_then(|from| from.checked_add(count));
    let (Some(end), Ok(start)) = (end, usize::try_from(from)) else { return Err(huge_index()) };
    let mut passed = 0;
    let mut found: Vec<Position> = Vec::new();
    let mut until = 16;
    while passed < end && until <= FARTHEST {
        let result = stream.run(until, budget, &mut |x, rows| {
            let new = (passed..).zip(rows).filter(|(n, _)| (start..end).contains(n));
            found.extend(new.map(|(_, y)| Position::small(&[x, *y])));
            passed += rows.len();
            if passed < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match result {
            Ok(()) => until *= 2,
            Err(_) if passed >= end => {}
            Err(StreamError::Solve(error)) => return Err(error),
            Err(StreamError::Stopped(stopped)) => {
                return Err(stopped.into_error(|| SolveError::Stopped(stopped.to_string())));
            }
        }
    }
    if passed < end {
        return Err(SolveError::TooLarge {
            wanted: format!("a list up to the P-position of index {}", end - 1),
            possible: format!("there are {passed} before column {FARTHEST}; that many"),
        });
    }
    Ok(found)
}

/// The error for an index that cannot be counted up to.
pub(crate) fn huge_index() -> SolveError {
    SolveError::TooLarge {
        wanted: "a list of P-positions from a huge index".to_owned(),
        possible: "no formula is known for this game, so an index up to 1000000".to_owned(),
    }
}

/// A stream without what lies above a row.
#[derive(Debug)]
struct Cut {
    source: Box<dyn Source>,
    height: u64,
    /// How many P-positions the source has handed out, which it counts by.
    handed_out: u64,
}

impl Source for Cut {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        let Cut { source, height, handed_out } = self;
        let below = Reached { column: reached.column, count: *handed_out };
        source.run(below, until, budget, &mut |x, rows| {
            *handed_out += rows.len() as u64;
            hand_out(x, &rows[..rows.partition_point(|y| y <= height)])
        })
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = self.handed_out.to_le_bytes().to_vec();
        bytes.extend(self.source.save());
        bytes
    }

    fn restore(&mut self, state: &[u8], column: u64) -> Result<(), BadState> {
        let (count, rest) = state.split_first_chunk::<8>().ok_or(BadState::Damaged)?;
        self.source.restore(rest, column)?;
        self.handed_out = u64::from_le_bytes(*count);
        Ok(())
    }
}

/// A stream of a symmetric game with the mirror images of what it hands out.
#[derive(Debug)]
struct Mirrored {
    source: Box<dyn Source>,
    /// How far the source is, by its own count.
    inner: Reached,
    /// The rows below the diagonal of columns that are still to come.
    waiting: BTreeMap<u64, Vec<u64>>,
    /// How many these are.
    held: u64,
}

/// About so many bytes hold a row that waits.
const WAITING: u64 = 64;

impl Source for Mirrored {
    fn run(
        &mut self,
        _: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        let Mirrored { source, inner, waiting, held } = self;
        let mut full = None;
        let mut all = Vec::new();
        let from = *inner;
        let run = source.run(from, until, budget, &mut |x, rows| {
            *inner = Reached { column: x + 1, count: inner.count + rows.len() as u64 };
            all.clear();
            all.extend(waiting.remove(&x).unwrap_or_default());
            *held -= all.len() as u64;
            for y in rows.iter().filter(|y| **y > x) {
                waiting.entry(*y).or_default().push(x);
                *held += 1;
            }
            all.extend_from_slice(rows);
            let flow = hand_out(x, &all);
            full = budget.fits(held.saturating_mul(WAITING)).err();
            if full.is_some() { ControlFlow::Break(()) } else { flow }
        });
        match full {
            Some(limit) => Err(Stopped { column: inner.column, limit }.into()),
            None => run,
        }
    }

    fn save(&self) -> Vec<u8> {
        let pairs = self.waiting.iter().flat_map(|(y, rows)| rows.iter().flat_map(|x| [*y, *x]));
        let head = [self.inner.column, self.inner.count, self.held];
        let mut bytes: Vec<u8> = head.into_iter().chain(pairs).flat_map(u64::to_le_bytes).collect();
        bytes.extend(self.source.save());
        bytes
    }

    fn restore(&mut self, state: &[u8], column: u64) -> Result<(), BadState> {
        let (head, rest) = state.split_at_checked(24).ok_or(BadState::Damaged)?;
        let [reached, count, held] = {
            let (words, _) = head.as_chunks::<8>();
            [0, 1, 2].map(|i| u64::from_le_bytes(words[i]))
        };
        let length = usize::try_from(held).ok().and_then(|n| n.checked_mul(16)).ok_or(BadState::Damaged)?;
        let (pairs, source) = rest.split_at_checked(length).ok_or(BadState::Damaged)?;
        if reached != column {
            return Err(BadState::Damaged);
        }
        self.waiting.clear();
        for pair in pairs.as_chunks::<16>().0 {
            let (words, _) = pair.as_chunks::<8>();
            let [y, x] = [0, 1].map(|i| u64::from_le_bytes(words[i]));
            self.waiting.entry(y).or_default().push(x);
        }
        (self.inner, self.held) = (Reached { column, count }, held);
        self.source.restore(source, column)
    }
}

/// Where the columns of a dense board end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Top {
    /// Where each holds as many P-positions as it can hold.
    Capacity(u64),
    /// At this row, which is still on the board.
    Row(u64),
}

/// A dense board that is high enough for every column.
#[derive(Debug)]
pub(crate) struct Dense {
    game: Arc<Game>,
    method: Method,
    top: Top,
    /// Whether what lies below the diagonal of a symmetric game is listed, too.
    all: bool,
    /// The rows of the columns that are solved already.
    solved: Vec<Vec<u64>>,
}

impl Dense {
    pub(crate) fn new(game: &Arc<Game>, method: Method, top: Top) -> Dense {
        Dense { game: Arc::clone(game), method, top, all: false, solved: Vec::new() }
    }

    /// The same with what lies below the diagonal of a symmetric game.
    pub(crate) fn in_all_orders(self) -> Dense {
        Dense { all: true, ..self }
    }

    /// The columns as they are listed.
    fn cut(&self, columns: Vec<Vec<u64>>, height: u64) -> Vec<Vec<u64>> {
        if self.all { columns } else { cut(&self.game, columns, height) }
    }

    /// The rows of every column before `until` on a board of so many rows.
    fn columns(&self, until: u64, rows: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, StreamError> {
        match (self.method, self.game.ruleset()) {
            (Method::Board, Some(rules)) => {
                let board = Board::solve(rules, until, rows, budget).map_err(|error| match error {
                    BoardError::Stopped(stopped) => StreamError::Stopped(stopped),
                    other => SolveError::Stopped(other.to_string()).into(),
                })?;
                Ok((0..until).map(|x| board.positions_of(x).collect()).collect())
            }
            _ => Ok(by_definition(&self.game, until, rows, budget)?),
        }
    }

    /// The rows of every column before `until`, by a board that is high enough for all of them.
    fn solve(&self, until: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, StreamError> {
        if until == 0 {
            return Ok(Vec::new());
        }
        let capacity = match self.top {
            Top::Capacity(capacity) => capacity,
            Top::Row(row) => {
                let rows = row.saturating_add(1);
                return Ok(self.cut(self.columns(until, rows, budget)?, rows));
            }
        };
        let mut height = 4 * until.max(16);
        loop {
            let columns = self.columns(until, height, budget)?;
            if columns.iter().all(|rows| rows.len() as u64 >= capacity) {
                return Ok(self.cut(columns, height));
            }
            if height / STEEPEST >= until.max(16) {
                let why = "the boards that were tried do not hold all P-positions of a column";
                return Err(SolveError::Endless { game: self.game.name().to_owned(), why }.into());
            }
            height *= 2;
        }
    }
}

impl Source for Dense {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        if (self.solved.len() as u64) < until {
            self.solved = self.solve(until, budget)?;
        }
        for (x, rows) in (reached.column..until).zip(self.solved.iter().skip(reached.column as usize)) {
            if hand_out(x, rows).is_break() {
                return Err(Stopped::asked(x + 1).into());
            }
        }
        Ok(())
    }
}

fn by_definition(game: &Game, until: u64, height: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, SolveError> {
    let side = |n: u64| u32::try_from(n - 1).unwrap_or(u32::MAX);
    let solved = Exhaustive::solve(game, &[side(until), side(height)], budget)?;
    let mut columns = vec![Vec::new(); until as usize];
    for (x, y) in solved.p_positions(false) {
        columns[x as usize].push(u64::from(y));
    }
    Ok(columns)
}

/// Leaves out what lies below the diagonal of a symmetric game. Symmetry may rest on small cases: the board, which has so many
/// rows, decides.
fn cut(game: &Game, mut columns: Vec<Vec<u64>>, height: u64) -> Vec<Vec<u64>> {
    let mirrored = |(x, rows): (usize, &Vec<u64>)| {
        let x = x as u64;
        let is_there = |column: &Vec<u64>| x >= height || column.binary_search(&x).is_ok();
        rows.iter().all(|&y| columns.get(y as usize).is_none_or(is_there))
    };
    if rays::is_symmetric(game) && columns.iter().enumerate().all(mirrored) {
        for (x, rows) in columns.iter_mut().enumerate() {
            rows.retain(|y| *y >= x as u64);
        }
    }
    columns
}
