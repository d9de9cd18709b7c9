//! Beams that read a constant: their states repeat, and so does all that they leave behind.

use super::machine::{Machine, State};
use crate::Undecided;
use wythoff_budget::Budget;

/// Longer periods are given up.
const LONGEST: u64 = 1 << 13;

/// One period of a beam, whose state at the beginning comes again at the end. Diagonals are counted from the lowest open one at the
/// beginning.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// How many columns it takes.
    pub period: i128,
    /// By how many diagonals the window moves up.
    pub advance: i128,
    /// What the rows and the diagonals hold that leave the window, upwards.
    pub(crate) rows: Vec<u8>,
    pub(crate) diagonals: Vec<u8>,
    /// After `t` columns the lowest open diagonal is at least `(low + advance·t) / period`.
    pub low: i128,
    /// The diagonals of its P-positions, column by column.
    pub marks: Vec<Vec<i128>>,
    /// In column `t` no P-position of the beam is on a diagonal above `(top + advance·t) / period`.
    pub top: i128,
}

/// Walks until the state comes again. It must be the first state that does: what comes before a cycle is no part of a claim.
pub(crate) fn cycle(
    machine: &Machine,
    start: &State,
    enters: u16,
    budget: &Budget,
) -> Result<Cycle, Undecided> {
    let (mut rows, mut diagonals) = (vec![], vec![]);
    // For each column the lowest open diagonal, and the P-positions.
    let (mut columns, mut marks): (Vec<i128>, Vec<Vec<i128>>) = (vec![], vec![]);
    let mut state = start.clone();
    loop {
        if columns.len() as u64 >= LONGEST {
            return Err(super::not("an outer beam does not repeat from its start on"));
        }
        if columns.len().is_multiple_of(1024) {
            budget.poll()?;
        }
        let step = machine.step(&state, enters).map_err(super::not)?;
        let low = diagonals.len() as i128;
        columns.push(low);
        marks.push(step.marks.iter().map(|&m| low + i128::from(m)).collect());
        rows.extend(step.rows);
        diagonals.extend(step.diagonals);
        state = step.to;
        if state == *start {
            break;
        }
    }
    let (period, advance) = (columns.len() as i128, diagonals.len() as i128);
    if advance == 0 {
        return Err(super::not("an outer beam stays on its diagonals"));
    }
    let line = |(t, d): (usize, i128)| period * d - advance * t as i128;
    let low = columns.iter().enumerate().map(|(t, c)| line((t, *c))).min().unwrap_or(0);
    let tops = marks.iter().enumerate().filter_map(|(t, m)| Some(line((t, *m.last()?))));
    let top = tops.max().ok_or_else(|| super::not("an outer beam has no P-positions"))?;
    Ok(Cycle { period, advance, rows, diagonals, low, marks, top })
}

/// Values that repeat, the first of them at `origin`, by the place modulo the length, which is made as short as possible.
pub(crate) fn stream(values: &[u8], origin: u64) -> Vec<u8> {
    let repeats =
        |n: &usize| values.len().is_multiple_of(*n) && values[*n..].iter().zip(values).all(|(a, b)| a == b);
    let length = (1..=values.len()).find(repeats).unwrap_or(values.len());
    let mut stream = vec![0; length];
    for (i, &value) in values[..length].iter().enumerate() {
        stream[(origin as usize + i) % length] = value;
    }
    stream
}
