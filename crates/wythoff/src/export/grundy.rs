//! Tables of Grundy values, and of the periods of their rows.
//!
//! ```
//! use wythoff::{Game, export::{Format, grundy}, solve::grundy::Grundy};
//! let game = Game::named("WN")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let values = Grundy::solve(rules, 2, 2, &Default::default())?;
//! assert_eq!(grundy::values(&game, &values, Format::Csv)?, b"x,y,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{ExportError, Format, decimal, json, plain};
use crate::game::Game;
use crate::report::{GrundyReport, PeriodsReport};
use crate::solve::grundy::{AdditivePeriod, Grundy};

/// The values of a board: as a table, csv or json.
///
/// # Errors
/// [`ExportError::NoTable`] for other formats.
pub fn values(game: &Game, values: &Grundy, format: Format) -> Result<Vec<u8>, ExportError> {
    let mut out = Vec::new();
    match format {
        Format::Table => values_plain(values, &mut out),
        Format::Csv => values_csv(values, &mut out),
        Format::Json => json::line(&GrundyReport::new(game, values), &mut out)?,
        other => return Err(ExportError::NoTable(other)),
    }
    Ok(out)
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

/// A row for every y from 0 on, x going right; `.` where there is no square. Written straight from the values: tables of millions
/// of squares would be millions of small texts.
fn values_plain(values: &Grundy, out: &mut Vec<u8>) {
    let (width, height) = (values.width(), values.height());
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let widest = |x: u64| {
        let largest = (0..height).filter_map(|y| values.value(x, y)).max().unwrap_or(0);
        digits(x.max(largest.into()))
    };
    let widths: Vec<usize> = (0..width).map(widest).collect();
    let first = digits(height.saturating_sub(1)).max("y\\x".len());
    let cell = |written: &dyn Fn(&mut Vec<u8>), width: usize, out: &mut Vec<u8>| {
        let from = out.len();
        written(out);
        let length = out.len() - from;
        out.resize(from + length.max(width), b' ');
        out[from..].rotate_right(width.saturating_sub(length));
    };
    let line = |name: &dyn Fn(&mut Vec<u8>), value: &dyn Fn(u64, &mut Vec<u8>), out: &mut Vec<u8>| {
        cell(name, first, out);
        for (x, &width) in (0..).zip(&widths) {
            out.extend_from_slice(b"  ");
            cell(&|out| value(x, out), width, out);
        }
        out.push(b'\n');
    };
    line(&|out| out.extend_from_slice(b"y\\x"), &decimal, out);
    for y in 0..height {
        let value = |x: u64, out: &mut Vec<u8>| match values.value(x, y) {
            Some(value) => decimal(value.into(), out),
            None => out.push(b'.'),
        };
        line(&|out| decimal(y, out), &value, out);
    }
}

/// A header `x,y,value` and one square a line, column by column.
fn values_csv(values: &Grundy, out: &mut Vec<u8>) {
    out.extend_from_slice(b"x,y,value\n");
    for x in 0..values.width() {
        for y in 0..values.height() {
            if let Some(value) = values.value(x, y) {
                decimal(x, out);
                out.push(b',');
                decimal(y, out);
                out.push(b',');
                decimal(value.into(), out);
                out.push(b'\n');
            }
        }
    }
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
