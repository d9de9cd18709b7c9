//! Tables of Grundy values, and of the periods of their rows, as text.

use crate::game::Game;
use crate::solve::grundy::{AdditivePeriod, Grundy};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A row for every y from 0 on, x going right; `.` where there is no square.
#[must_use]
pub fn plain(values: &Grundy) -> String {
    let cell = |x: u64, y: u64| values.value(x, y).map_or_else(|| ".".to_owned(), |value| value.to_string());
    let header = std::iter::once("y\\x".to_owned()).chain((0..values.width()).map(|x| x.to_string()));
    let row = |y: u64| std::iter::once(y.to_string()).chain((0..values.width()).map(move |x| cell(x, y)));
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    rows.extend((0..values.height()).map(|y| row(y).collect::<Vec<_>>()));
    aligned(&rows)
}

/// A header `x,y,value` and one square a line, column by column.
#[must_use]
pub fn csv(values: &Grundy) -> String {
    let mut text = "x,y,value\n".to_owned();
    for x in 0..values.width() {
        for y in 0..values.height() {
            if let Some(value) = values.value(x, y) {
                let _ = writeln!(text, "{x},{y},{value}");
            }
        }
    }
    text
}

/// An object with the game, the largest pile and the rows; `null` where there is no square.
#[must_use]
pub fn json(game: &Game, values: &Grundy) -> String {
    let row = |y: u64| -> Value { (0..values.width()).map(|x| json!(values.value(x, y))).collect() };
    let rows: Value = (0..values.height()).map(row).collect();
    let name = game.notation().unwrap_or(game.name());
    json!({"game": name, "to": values.width().saturating_sub(1), "rows": rows}).to_string() + "\n"
}

/// The additive periods of rows, as far as the board shows them.
#[must_use]
pub fn periods(values: &Grundy) -> Vec<Option<AdditivePeriod>> {
    (0..values.height()).map(|y| values.row_period(y)).collect()
}

/// A line for every row; `-` where no period shows.
#[must_use]
pub fn periods_plain(periods: &[Option<AdditivePeriod>]) -> String {
    let mut rows = vec![["y", "period", "preperiod", "increment"].map(str::to_owned).to_vec()];
    for (y, period) in periods.iter().enumerate() {
        let cells = match period {
            Some(p) => [p.period.to_string(), p.preperiod.to_string(), p.increment.to_string()],
            None => ["-", "-", "-"].map(str::to_owned),
        };
        rows.push(std::iter::once(y.to_string()).chain(cells).collect());
    }
    aligned(&rows)
}

/// A header `y,period,preperiod,increment` and a line for every row that shows a period.
#[must_use]
pub fn periods_csv(periods: &[Option<AdditivePeriod>]) -> String {
    let mut text = "y,period,preperiod,increment\n".to_owned();
    for (y, period) in periods.iter().enumerate() {
        if let Some(AdditivePeriod { period, preperiod, increment }) = period {
            let _ = writeln!(text, "{y},{period},{preperiod},{increment}");
        }
    }
    text
}

/// An object with the game, how many squares of each row were looked at, and the periods; `null` where none shows.
#[must_use]
pub fn periods_json(game: &Game, length: u64, periods: &[Option<AdditivePeriod>]) -> String {
    let one = |period: &Option<AdditivePeriod>| match period {
        Some(p) => json!({"period": p.period, "preperiod": p.preperiod, "increment": p.increment}),
        None => Value::Null,
    };
    let list: Value = periods.iter().map(one).collect();
    let name = game.notation().unwrap_or(game.name());
    json!({"game": name, "length": length, "periods": list}).to_string() + "\n"
}

fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|r| r[i].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, w)| format!("{cell:>w$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  "));
    }
    text
}
