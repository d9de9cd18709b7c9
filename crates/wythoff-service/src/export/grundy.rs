//! Tables of Grundy values, and of the periods of their rows.
//!
//! A table of values can have millions of squares. It is made in parts, with all threads of the budget, and each part is handed over as
//! soon as those before it are: there is never more of it than a few parts.
//!
//! ```
//! use std::ops::ControlFlow;
//! use wythoff_budget::Budget;
//! use wythoff_rules::Game;
//! use wythoff_service::export::{Format, grundy};
//! use wythoff_solve::grundy::Grundy;
//! let (game, budget) = (Game::named("WN")?, Budget::default());
//! let rules = game.ruleset().ok_or("two piles")?;
//! let values = Grundy::solve(rules, 2, 2, &budget)?;
//! let mut bytes = Vec::new();
//! grundy::values(&game, &values, Format::Csv, &budget, &mut |part| {
//!     bytes.extend_from_slice(part);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(bytes, b"x,y,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{ExportError, Format, decimal, json, plain};
use crate::report::{GrundyReport, PeriodsReport};
use std::ops::ControlFlow;
use std::sync::Mutex;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::game::Game;
use wythoff_solve::grundy::{AdditivePeriod, Grundy};
use wythoff_solve::tiles::Flow;

/// Whoever takes the parts of a text, in their order; he may break off.
pub type Taker<'t> = dyn FnMut(&[u8]) -> ControlFlow<()> + Send + 't;

/// The values of a board: as a table, csv or json.
///
/// # Errors
/// [`ExportError::NoTable`] for other formats; [`ExportError::Stopped`] if the budget, or whoever takes it, ends it.
pub fn values(
    game: &Game,
    values: &Grundy,
    format: Format,
    budget: &Budget,
    taker: &mut Taker<'_>,
) -> Result<(), ExportError> {
    let text = match format {
        Format::Table => values_plain(values),
        Format::Csv => values_csv(values),
        Format::Json => values_json(game, values)?,
        other => return Err(ExportError::NoTable(other)),
    };
    text.hand_over(values, budget, taker).map_err(ExportError::Stopped)
}

/// Makes the line of a number.
type Line<'a> = dyn Fn(u64, &mut Vec<u8>) + Sync + 'a;

/// A text of many lines, each of which can be made without the others.
struct Text<'a> {
    head: Vec<u8>,
    lines: u64,
    line: Box<Line<'a>>,
    end: &'static [u8],
}

/// About so many squares are made at a time.
const SQUARES: u64 = 1 << 14;
/// So many parts may wait to be taken.
const PARTS: usize = 8;

impl Text<'_> {
    fn hand_over(&self, values: &Grundy, budget: &Budget, taker: &mut Taker<'_>) -> Result<(), Limit> {
        let each = (SQUARES * self.lines / (values.width() * values.height()).max(1)).max(1);
        let taker = Mutex::new(taker);
        let take = |bytes: &[u8]| match taker.lock().map(|mut taker| taker(bytes)) {
            Ok(ControlFlow::Continue(())) => Ok(()),
            _ => Err(Limit::Cancelled),
        };
        take(&self.head)?;
        let made: Vec<Mutex<Vec<u8>>> = (0..PARTS).map(|_| Mutex::default()).collect();
        // For each part a task that makes it, and one that hands it over.
        let is_ready = |task: usize, done: &[bool]| match task % 2 {
            0 => task < 2 * PARTS || done[task + 1 - 2 * PARTS],
            _ => done[task - 1] && (task == 1 || done[task - 2]),
        };
        let tasks = 2 * self.lines.div_ceil(each) as usize;
        let flow = Flow { tasks, is_ready: &is_ready, columns: values.width() };
        let done = flow.run(budget, &|_, task| {
            let part = task / 2;
            let Ok(mut desk) = made[part % PARTS].lock() else { return Err(Limit::Cancelled) };
            if task % 2 == 1 {
                return take(&desk);
            }
            // Not where it lies: its neighbours are written by other threads, and each byte would be news to them.
            let mut bytes = std::mem::take(&mut *desk);
            bytes.clear();
            let first = part as u64 * each;
            (first..self.lines.min(first + each)).for_each(|line| (self.line)(line, &mut bytes));
            *desk = bytes;
            Ok(())
        });
        done.map_err(|stopped| stopped.limit)?;
        take(self.end)
    }
}

/// The additive periods of the rows of a board, as far as it shows them: as a table, csv or json.
///
/// # Errors
/// [`ExportError::NoTable`] for other formats.
pub fn periods(game: &Game, values: &Grundy, format: Format) -> Result<Vec<u8>, ExportError> {
    let report = PeriodsReport::new(game, values);
    let mut out = Vec::new();
    match format {
        Format::Table => periods_plain(&report.periods, &mut out),
        Format::Csv => periods_csv(&report.periods, &mut out),
        Format::Json => json::line(&report, &mut out)?,
        other => return Err(ExportError::NoTable(other)),
    }
    Ok(out)
}

/// A row for every y from 0 on, x going right; `.` where there is no square.
fn values_plain(values: &Grundy) -> Text<'_> {
    let (width, height) = (values.width(), values.height());
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let widest = |x: u64| {
        let largest = (0..height).filter_map(|y| values.value(x, y)).max().unwrap_or(0);
        digits(x.max(largest.into()))
    };
    let widths: Vec<usize> = (0..width).map(widest).collect();
    let first = digits(height.saturating_sub(1)).max("y\\x".len());
    let cell = move |number: Option<u64>, width: usize, out: &mut Vec<u8>| {
        let length = number.map_or(1, digits);
        out.resize(out.len() + width.saturating_sub(length), b' ');
        match number {
            Some(number) => decimal(number, out),
            None => out.push(b'.'),
        }
    };
    let cells = move |value: &dyn Fn(u64) -> Option<u64>, out: &mut Vec<u8>| {
        for (x, &width) in (0..).zip(&widths) {
            out.extend_from_slice(b"  ");
            cell(value(x), width, out);
        }
        out.push(b'\n');
    };
    let mut head = vec![b' '; first - "y\\x".len()];
    head.extend_from_slice(b"y\\x");
    cells(&Some, &mut head);
    let line = move |y: u64, out: &mut Vec<u8>| {
        cell(Some(y), first, out);
        cells(&|x| values.value(x, y).map(u64::from), out);
    };
    Text { head, lines: height, line: Box::new(line), end: b"" }
}

/// A header `x,y,value` and one square a line, column by column.
fn values_csv(values: &Grundy) -> Text<'_> {
    let column = |x: u64, out: &mut Vec<u8>| {
        let mut begin = Vec::new();
        decimal(x, &mut begin);
        begin.push(b',');
        for y in 0..values.height() {
            if let Some(value) = values.value(x, y) {
                out.extend_from_slice(&begin);
                decimal(y, out);
                out.push(b',');
                decimal(value.into(), out);
                out.push(b'\n');
            }
        }
    };
    Text { head: b"x,y,value\n".to_vec(), lines: values.width(), line: Box::new(column), end: b"" }
}

/// The [`GrundyReport`] on a line, row by row.
fn values_json<'a>(game: &Game, values: &'a Grundy) -> Result<Text<'a>, ExportError> {
    let mut head = Vec::new();
    json::line(&GrundyReport::without_rows(game, values), &mut head)?;
    const END: &[u8] = b"]}\n";
    head.truncate(head.len() - END.len());
    let row = |y: u64, out: &mut Vec<u8>| {
        out.extend_from_slice(if y == 0 { b"[" } else { b",[" });
        for x in 0..values.width() {
            if x > 0 {
                out.push(b',');
            }
            match values.value(x, y) {
                Some(value) => decimal(value.into(), out),
                None => out.extend_from_slice(b"null"),
            }
        }
        out.push(b']');
    };
    Ok(Text { head, lines: values.height(), line: Box::new(row), end: END })
}

/// A line for every row; `-` where no period shows.
fn periods_plain(periods: &[Option<AdditivePeriod>], out: &mut Vec<u8>) {
    let mut rows = vec![["y", "period", "preperiod", "increment"].map(str::to_owned).to_vec()];
    for (y, period) in periods.iter().enumerate() {
        let cells = match period {
            Some(p) => [p.period.to_string(), p.preperiod.to_string(), p.increment.to_string()],
            None => ["-", "-", "-"].map(str::to_owned),
        };
        rows.push(std::iter::once(y.to_string()).chain(cells).collect());
    }
    plain::aligned(&rows, out);
}

/// A header `y,period,preperiod,increment` and a line for every row that shows a period.
fn periods_csv(periods: &[Option<AdditivePeriod>], out: &mut Vec<u8>) {
    out.extend_from_slice(b"y,period,preperiod,increment\n");
    for (y, period) in periods.iter().enumerate() {
        if let Some(AdditivePeriod { period, preperiod, increment }) = period {
            out.extend_from_slice(format!("{y},{period},{preperiod},{increment}\n").as_bytes());
        }
    }
}
