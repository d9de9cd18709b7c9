//! Any rules: each value is carried forward to the squares that can move to it.
//!
//! In a column, the rows from which a square can be moved to are stretches; going up the column, its value comes at the first
//! row of a stretch and goes after the last.

use super::{GrundyError, Job, Value};
use crate::solve::areas::{Areas, Slice};
use crate::solve::board::{beatty_table, squares};
use crate::solve::predicate::Predicate;
use crate::solve::row_sets::RowSets;
use crate::solve::stopped::{Stopped, ask, finished};

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

/// How the rows are found that can move to a square.
enum Reach {
    Areas(Areas),
    Rows(RowSets),
}

impl Reach {
    fn new(moves: &Predicate) -> Reach {
        match Areas::new(moves, false).filter(|areas| areas.moduli() == [1]) {
            Some(areas) => Reach::Areas(areas),
            None => Reach::Rows(RowSets::new(moves, false)),
        }
    }

    fn in_column(&self, x: u64, height: u64) -> InColumn<'_> {
        match self {
            Reach::Areas(areas) => InColumn::Areas(areas.slices(x, height)),
            Reach::Rows(rows) => InColumn::Rows(x, rows),
        }
    }
}

/// The same for one column.
enum InColumn<'a> {
    Areas(Vec<Slice<'a>>),
    Rows(u64, &'a RowSets),
}

impl InColumn<'_> {
    /// Carries the values of a column s columns back to this one.
    fn carry_column<V: Value>(&self, s: u64, values: &[V], changes: &mut Changes) {
        let height = values.len() as u64;
        let values = (0u64..).zip(values).filter_map(|(v, value)| Some((v, value.index()?)));
        match self {
            InColumn::Areas(slices) => {
                let here = |slice: &&Slice<'_>| (slice.removals.0..slice.removals.1).contains(&s);
                for slice in slices.iter().filter(here) {
                    for (v, value) in values.clone() {
                        let (from, to) = slice.rows((s, v), (v, height));
                        if from < to {
                            changes.note(value, from, to);
                        }
                    }
                }
            }
            InColumn::Rows(x, rows) => {
                let rows = rows.given(*x, s);
                if rows.is_never() {
                    return;
                }
                for (v, value) in values {
                    rows.visit((*x, s, v), (v, height), &mut |from, to| changes.note(value, from, to));
                }
            }
        }
    }

    /// Carries the value of one square upwards in its own column.
    fn carry(&self, v: u64, value: usize, changes: &mut Changes) {
        let height = changes.comes.len() as u64;
        match self {
            InColumn::Areas(slices) => {
                for slice in slices.iter().filter(|slice| slice.removals.0 == 0) {
                    let (from, to) = slice.rows((0, v), (v + 1, height));
                    if from < to {
                        changes.note(value, from, to);
                    }
                }
            }
            InColumn::Rows(x, rows) => {
                rows.visit((*x, 0, v), (v + 1, height), &mut |from, to| changes.note(value, from, to));
            }
        }
    }
}

pub(super) fn fill<V: Value>(job: &Job<'_>) -> Result<Vec<V>, GrundyError> {
    let Job { rules, existing, width, height, budget } = *job;
    let mut values = vec![V::NONE; (width * height) as usize];
    let moves = Predicate::of_moves(&rules.moves, width.max(height).max(1), Some(beatty_table))?;
    let reach = Reach::new(&moves);
    let lists = || (0..height).map(|_| Vec::new()).collect();
    let mut changes = Changes { comes: lists(), goes: lists(), held: 0 };
    let mut exists = vec![0u64; height.div_ceil(64) as usize];
    let mut seen = Seen::default();
    for x in 0..width {
        exists.fill(u64::MAX);
        if let Some(predicate) = existing {
            exists.fill(0);
            squares(predicate, x, (0, height), &mut exists);
        }
        let in_column = reach.in_column(x, job.height);
        for u in 0..x {
            if u % 16 == 0 {
                ask(budget, x, width)?;
            }
            let column = &values[(u * height) as usize..((u + 1) * height) as usize];
            in_column.carry_column(x - u, column, &mut changes);
        }
        let table = values.len() * size_of::<V>();
        budget.fits((table + changes.held * 4) as u64).map_err(Stopped::at(x))?;
        seen.clear();
        for y in 0..height {
            changes.comes[y as usize].drain(..).for_each(|value| seen.come(value));
            changes.goes[y as usize].drain(..).for_each(|value| seen.go(value));
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let value = seen.least_free();
            values[(x * height + y) as usize] = V::of(value);
            in_column.carry(y, value, &mut changes);
        }
        changes.held = 0;
    }
    finished(budget, width);
    Ok(values)
}
