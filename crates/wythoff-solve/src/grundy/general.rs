//! Any rules: each value is carried forward to the squares that can move to it.
//!
//! In a column, the rows from which a square can be moved to are stretches; going up the column, its value comes at the first
//! row of a stretch and goes after the last. Where only rows of some residues have the move, it comes and goes in the *lanes* of these
//! residues, and a row sees what is in its own lane of each modulus.
//!
//! Where the rows are no stretches, each value has a mask of the rows that have it among their options.

use super::{GrundyError, Job, Value};
use crate::areas::{Areas, Slice};
use crate::board::{beatty_table, squares};
use crate::predicate::Predicate;
use crate::row_masks::{Ready, RowMasks};
use crate::stopped::{Stopped, ask, finished};

/// The values that come and go, row by row of one column.
struct Changes {
    height: usize,
    /// For each modulus of rows its first lane, one for each residue.
    lanes: Vec<usize>,
    /// Lane by lane.
    comes: Vec<Vec<u32>>,
    goes: Vec<Vec<u32>>,
    held: usize,
}

impl Changes {
    fn new(moduli: &[u64], height: u64) -> Changes {
        let (mut lanes, mut next) = (Vec::new(), 0);
        for modulus in moduli {
            lanes.push(next);
            next += *modulus as usize;
        }
        let lists = vec![Vec::new(); next * height as usize];
        Changes { height: height as usize, lanes, comes: lists.clone(), goes: lists, held: 0 }
    }

    /// A value comes and goes in the lanes of some residues of a modulus.
    fn note(&mut self, value: usize, (from, to): (u64, u64), (stride, residues): (usize, u32)) {
        let mut rest = residues;
        while rest != 0 {
            let first = (self.lanes[stride] + rest.trailing_zeros() as usize) * self.height;
            rest &= rest - 1;
            self.comes[first + from as usize].push(value as u32);
            if (to as usize) < self.height {
                self.goes[first + to as usize].push(value as u32);
            }
            self.held += 2;
        }
    }

    /// Goes on to a row.
    fn reach(&mut self, y: usize, seen: &mut [Seen]) {
        for (lane, seen) in seen.iter_mut().enumerate() {
            self.comes[lane * self.height + y].drain(..).for_each(|value| seen.come(value));
            self.goes[lane * self.height + y].drain(..).for_each(|value| seen.go(value));
        }
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

    /// Which of 64 values are there.
    fn word(&self, word: usize) -> u64 {
        self.present.get(word).copied().unwrap_or(0)
    }

    fn clear(&mut self) {
        self.counts.fill(0);
        self.present.fill(0);
    }
}

/// The least value that is not in any of these.
fn least_free<'a>(seen: impl Iterator<Item = &'a Seen> + Clone) -> usize {
    let mut word = 0;
    loop {
        let present = seen.clone().fold(0, |present, seen| present | seen.word(word));
        if present != u64::MAX {
            return word * 64 + present.trailing_ones() as usize;
        }
        word += 1;
    }
}

/// The values that the options of the squares of one column have: for each value the rows, 64 to a word.
struct Present {
    rows: Vec<Vec<u64>>,
    words: usize,
}

impl Present {
    /// A square with a value can be moved to from some rows.
    fn note(&mut self, value: usize, ready: &Ready<'_>, v: u64, buffer: &mut Vec<u64>) {
        if value >= self.rows.len() {
            self.rows.resize(value + 1, vec![0; self.words]);
        }
        let rows = &mut self.rows[value];
        ready.visit(v, buffer, |word, mask| rows[word] |= mask);
    }

    /// The least value that no option of a row has.
    fn least_free(&self, y: u64) -> usize {
        let (word, bit) = ((y / 64) as usize, y % 64);
        self.rows.iter().position(|rows| rows[word] >> bit & 1 == 0).unwrap_or(self.rows.len())
    }
}

/// Carries the values of some columns s columns back to this one.
fn carry_column<V: Value>(slices: &[Slice<'_>], s: u64, values: &[V], changes: &mut Changes) {
    let height = values.len() as u64;
    let values = (0u64..).zip(values).filter_map(|(v, value)| Some((v, value.index()?)));
    for slice in slices.iter().filter(|slice| (slice.removals.0..slice.removals.1).contains(&s)) {
        for (v, value) in values.clone() {
            let (from, to) = slice.rows((s, v), (v, height));
            if from < to {
                changes.note(value, (from, to), (slice.stride, slice.residues((s, v))));
            }
        }
    }
}

/// Carries the value of one square upwards in its own column.
fn carry(slices: &[Slice<'_>], v: u64, value: usize, changes: &mut Changes) {
    let height = changes.height as u64;
    for slice in slices.iter().filter(|slice| slice.removals.0 == 0) {
        let (from, to) = slice.rows((0, v), (v + 1, height));
        if from < to {
            changes.note(value, (from, to), (slice.stride, slice.residues((0, v))));
        }
    }
}

pub(super) fn fill<V: Value>(job: &Job<'_>) -> Result<Vec<V>, GrundyError> {
    let Job { rules, width, height, .. } = *job;
    let moves = Predicate::of_moves(&rules.moves, width.max(height).max(1), Some(beatty_table))?;
    match Areas::new(&moves, false) {
        Some(areas) => Ok(by_areas(job, &areas)?),
        None => Ok(by_masks(job, RowMasks::new(&moves, height))?),
    }
}

/// The rows of a column that exist.
fn existing_rows(job: &Job<'_>, x: u64, exists: &mut [u64]) {
    exists.fill(u64::MAX);
    if let Some(predicate) = job.existing {
        exists.fill(0);
        squares(predicate, x, (0, job.height), exists);
    }
}

fn by_areas<V: Value>(job: &Job<'_>, areas: &Areas) -> Result<Vec<V>, Stopped> {
    let Job { width, height, budget, .. } = *job;
    let mut values = vec![V::NONE; (width * height) as usize];
    let mut changes = Changes::new(areas.moduli(), height);
    let mut exists = vec![0u64; height.div_ceil(64) as usize];
    let lanes = areas.moduli().iter().sum::<u64>() as usize;
    let mut seen: Vec<Seen> = (0..lanes).map(|_| Seen::default()).collect();
    for x in 0..width {
        existing_rows(job, x, &mut exists);
        let slices = areas.slices(x, height);
        for u in 0..x {
            if u % 16 == 0 {
                ask(budget, x, width)?;
            }
            let column = &values[(u * height) as usize..((u + 1) * height) as usize];
            carry_column(&slices, x - u, column, &mut changes);
        }
        let table = values.len() * size_of::<V>();
        budget.fits((table + changes.held * 4) as u64).map_err(Stopped::at(x))?;
        seen.iter_mut().for_each(Seen::clear);
        for y in 0..height {
            if y % 64 == 0 {
                ask(budget, x, width)?;
            }
            changes.reach(y as usize, &mut seen);
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let own = areas.moduli().iter().zip(&changes.lanes);
            let value = least_free(own.map(|(modulus, lane)| &seen[lane + (y % modulus) as usize]));
            values[(x * height + y) as usize] = V::of(value);
            carry(&slices, y, value, &mut changes);
        }
        changes.held = 0;
    }
    finished(budget, width);
    Ok(values)
}

fn by_masks<V: Value>(job: &Job<'_>, masks: RowMasks) -> Result<Vec<V>, Stopped> {
    let Job { width, height, budget, .. } = *job;
    let mut values = vec![V::NONE; (width * height) as usize];
    let table = (values.len() * size_of::<V>()) as u64;
    budget.fits(table.saturating_add(masks.bytes(width))).map_err(Stopped::at(0))?;
    let masks = masks.prepare(width);
    let words = height.div_ceil(64) as usize;
    let mut present = Present { rows: Vec::new(), words };
    let (mut exists, mut buffer) = (vec![0u64; words], Vec::new());
    for x in 0..width {
        existing_rows(job, x, &mut exists);
        let column_masks = masks.in_column(x);
        present.rows.iter_mut().for_each(|rows| rows.fill(0));
        for u in 0..x {
            if u % 16 == 0 {
                ask(budget, x, width)?;
            }
            let ready = masks.ready(&column_masks, x - u, height as usize);
            if ready.is_never() {
                continue;
            }
            let column = &values[(u * height) as usize..((u + 1) * height) as usize];
            for (v, value) in (0..).zip(column).filter_map(|(v, value)| Some((v, value.index()?))) {
                present.note(value, &ready, v, &mut buffer);
            }
        }
        let held = (present.rows.len() * words * 8) as u64;
        budget.fits(table.saturating_add(held)).map_err(Stopped::at(x))?;
        let ready = masks.ready(&column_masks, 0, height as usize);
        for y in 0..height {
            if y % 64 == 0 {
                ask(budget, x, width)?;
            }
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let value = present.least_free(y);
            values[(x * height + y) as usize] = V::of(value);
            present.note(value, &ready, y, &mut buffer);
        }
    }
    finished(budget, width);
    Ok(values)
}
