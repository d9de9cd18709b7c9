//! Columns from a game: all of the first ones, and windows at several scales of the rest.

use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::{Outcome, Ruleset, Twist};
use wythoff_solve::SolveError;
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::way::{Frame, Method};

/// So many columns are looked at if nothing else is said: where they are listed one by one, and where a board is solved for them.
const COLUMNS: u64 = 100_000;
const DENSE_COLUMNS: u64 = 768;
/// Columns without end are cut at this multiple of the number of columns.
const STEEPEST: u64 = 8;
/// The first columns are all kept, up to this many.
const HEAD: u64 = 1 << 15;
/// The most columns of the last window, and of the others.
const LAST_WINDOW: u64 = 1 << 14;
const WINDOW: u64 = 1 << 12;
/// Windows nearer to the origin are of no use.
const NEAREST: u64 = 192;
/// More P-positions than this are not kept.
const MOST_KEPT: usize = 1 << 26;

/// Neighbouring columns: the P-positions in columns from `first` to before `end`, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub(super) first: u64,
    pub(super) end: u64,
    pub(super) points: Vec<(u64, u64)>,
}

impl Window {
    /// Some of its columns, if it has them all.
    pub(super) fn between(&self, first: u64, end: u64) -> Option<Window> {
        let at = |column: u64| self.points.partition_point(|point| point.0 < column);
        let inside = self.first <= first && first < end && end <= self.end;
        inside.then(|| Window { first, end, points: self.points[at(first)..at(end)].to_vec() })
    }
}

/// What was looked at.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    /// The number of columns.
    pub(super) columns: u64,
    /// Only y ≥ x is listed.
    pub(super) symmetric: bool,
    /// The highest row, if the columns had to be cut.
    pub(super) height: Option<u64>,
    /// The first columns.
    pub(super) head: Window,
    /// Windows of later columns, the farthest last. The last one ends where the columns end.
    pub(super) windows: Vec<Window>,
}

/// The number of columns, and the places of the windows: each scale is a square root of two from the next.
fn places(columns: u64) -> Vec<(u64, u64)> {
    let mut found = vec![(columns - (columns / 4).min(LAST_WINDOW), columns)];
    // end² = columns² / 2^i
    let mut square = u128::from(columns) * u128::from(columns) / 2;
    loop {
        let end = square.isqrt() as u64;
        if end < NEAREST.max(columns / 512) {
            break;
        }
        found.push((end - (end / 8).min(WINDOW), end));
        square /= 2;
    }
    found.reverse();
    found
}

/// Does a comply game fill the board with its P-positions? Then most squares some way from the origin are P-positions.
///
/// # Errors
/// The limits of the budget.
pub(super) fn fills_the_board(ways: &Ways, budget: &Budget) -> Result<bool, SolveError> {
    let comply = |rules: &Ruleset| matches!(rules.twist, Twist::Comply(_));
    if !ways.game().ruleset().is_some_and(comply) {
        return Ok(false);
    }
    let frame = Frame::small(u64::from(LOOKED_AT), u64::from(LOOKED_AT), LOOKED_AT, LOOKED_AT);
    let pane = ways.window(Method::Auto, &frame, budget)?;
    let squares = (0..LOOKED_AT).flat_map(|i| (0..LOOKED_AT).map(move |j| (i, j)));
    let outcomes: Vec<Outcome> = squares.filter_map(|(i, j)| pane.outcome(i, j)).collect();
    let filled = outcomes.iter().filter(|outcome| outcome.is_p()).count();
    Ok(2 * filled > outcomes.len())
}

/// So far from the origin, and so far on, a board of a comply game is looked at.
const LOOKED_AT: u32 = 64;

/// A stream of the game, the number of columns, and the row at which they are cut.
fn open(ways: &Ways, columns: Option<u64>) -> Result<(Stream, u64, Option<u64>), SolveError> {
    let wanted = |stream: &Stream| {
        let dense = matches!(stream.method(), Method::Board | Method::Reference);
        columns.unwrap_or(if dense { DENSE_COLUMNS } else { COLUMNS })
    };
    match ways.stream(Method::Auto) {
        Ok(stream) => {
            let columns = wanted(&stream);
            Ok((stream, columns, None))
        }
        Err(SolveError::Endless { .. }) => {
            let columns = columns.unwrap_or(DENSE_COLUMNS);
            let height = STEEPEST * columns;
            Ok((ways.stream_up_to(Method::Auto, height)?, columns, Some(height)))
        }
        Err(other) => Err(other),
    }
}

/// Solves the columns and keeps what is looked at.
pub(super) fn gather(ways: &Ways, columns: Option<u64>, budget: &Budget) -> Result<Gathered, SolveError> {
    let (mut stream, columns, height) = open(ways, columns)?;
    let mut head = Window { first: 0, end: columns.min(HEAD), points: Vec::new() };
    let mut windows: Vec<Window> = places(columns.max(4))
        .into_iter()
        .map(|(first, end)| Window { first, end, points: Vec::new() })
        .collect();
    let (mut at, mut kept) = (0, 0);
    let run = stream.run(columns, budget, &mut |x, rows| {
        if x < head.end {
            head.points.extend(rows.iter().map(|y| (x, *y)));
            kept += rows.len();
        }
        while windows.get(at).is_some_and(|window| window.end <= x) {
            at += 1;
        }
        if let Some(window) = windows.get_mut(at).filter(|window| window.first <= x) {
            window.points.extend(rows.iter().map(|y| (x, *y)));
            kept += rows.len();
        }
        if kept > MOST_KEPT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if kept > MOST_KEPT {
        return Err(SolveError::TooLarge {
            wanted: format!("what the P-positions of {} look like in {columns} columns", ways.game().name()),
            possible: "fewer columns".to_owned(),
        });
    }
    run.map_err(|error| match error {
        StreamError::Solve(error) => error,
        StreamError::Stopped(stopped) => stopped.into_error(|| SolveError::Stopped(stopped.to_string())),
    })?;
    Ok(Gathered { columns, symmetric: ways.is_symmetric(), height, head, windows })
}
