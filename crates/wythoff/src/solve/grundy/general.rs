//! Any rules: each value is carried forward to the squares that can move to it.
//!
//! In a column, the rows from which a square can be moved to are stretches; going up the column, its value comes at the first
//! row of a stretch and goes after the last.

use super::{GrundyError, Job, Value};
use crate::solve::board::{beatty_table, squares};
use crate::solve::predicate::Predicate;
use crate::solve::row_sets::RowSets;
use crate::solve::stopped::{Stopped, ask};

/// The values that come and go, row by row of one column.
struct Changes {
    comes: Vec<Vec<u32>>,
    goes: Vec<Vec<u32>>,
    held: usize,
}

impl Changes {
    fn note(&mut self, value: usize, from: u64, to: u64) {
        self.comes[from as usize].push(value as u32);
        if let Some(goes) = self.goes.get_mut(to as usize) {
            goes.push(value as u32);
        }
        self.held += 2;
    }
}

/// How often each value is among the options of a square.
#[derive(Default)]
struct Seen {
    counts: Vec<u32>,
    present: Vec<u64>,
}

impl Seen {
    fn come(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 64, 0);
            self.present.resize(self.counts.len().div_ceil(64), 0);
        }
        self.counts[value] += 1;
        self.present[value / 64] |= 1 << (value % 64);
    }

    fn go(&mut self, value: u32) {
        let value = value as usize;
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.present[value / 64] &= !(1 << (value % 64));
        }
    }

    fn least_free(&self) -> usize {
        let word = self.present.iter().position(|word| *word != u64::MAX).unwrap_or(self.present.len());
        word * 64 + self.present.get(word).map_or(0, |word| word.trailing_ones() as usize)
    }

    fn clear(&mut self) {
        self.counts.fill(0);
        self.present.fill(0);
    }
}

pub(super) fn fill<V: Value>(job: &Job<'_>) -> Result<Vec<V>, GrundyError> {
    let Job { rules, existing, width, height, budget } = *job;
    let mut values = vec![V::NONE; (width * height) as usize];
    let moves = Predicate::of_moves(&rules.moves, width.max(height).max(1), &beatty_table)?;
    let rows = RowSets::new(&moves, false);
    let lists = || (0..height).map(|_| Vec::new()).collect();
    let mut changes = Changes { comes: lists(), goes: lists(), held: 0 };
    let mut exists = vec![0u64; height.div_ceil(64) as usize];
    let mut seen = Seen::default();
    for x in 0..width {
        exists.fill(u64::MAX);
        if let Some(predicate) = existing {
            exists.fill(0);
            squares(predicate, x, height, &mut exists);
        }
        for u in 0..x {
            if u % 16 == 0 {
                ask(budget, x, width)?;
            }
            let rows = rows.given(x, x - u);
            if rows.is_never() {
                continue;
            }
            for v in 0..height {
                if let Some(value) = values[(u * height + v) as usize].index() {
                    let note = &mut |from, to| changes.note(value, from, to);
                    rows.visit((x, x - u, v), (v, height), note);
                }
            }
        }
        let table = values.len() * size_of::<V>();
        budget.fits((table + changes.held * 4) as u64).map_err(Stopped::at(x))?;
        seen.clear();
        let rows = rows.given(x, 0);
        for y in 0..height {
            changes.comes[y as usize].drain(..).for_each(|value| seen.come(value));
            changes.goes[y as usize].drain(..).for_each(|value| seen.go(value));
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let value = seen.least_free();
            values[(x * height + y) as usize] = V::of(value);
            rows.visit((x, 0, y), (y + 1, height), &mut |from, to| changes.note(value, from, to));
        }
        changes.held = 0;
    }
    Ok(values)
}
