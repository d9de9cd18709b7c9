//! Any rules: each value is carried forward to the squares that can move to it.
//!
//! In a column, the rows from which a square can be moved to are stretches; going up the column, its value comes at the first
//! row of a stretch and goes after the last. Where only rows of some residues have the move, it comes and goes in the *lanes* of these
//! residues, and a row sees what is in its own lane of each modulus.

use super::{GrundyError, Job, Value};
use crate::solve::areas::{Areas, Slice};
use crate::solve::board::{beatty_table, squares};
use crate::solve::predicate::Predicate;
use crate::solve::row_sets::RowSets;
use crate::solve::stopped::{Stopped, ask, finished};

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

/// How the rows are found that can move to a square.
enum Reach {
    Areas(Areas),
    Rows(RowSets),
}

impl Reach {
    fn new(moves: &Predicate) -> Reach {
        match Areas::new(moves, false) {
            Some(areas) => Reach::Areas(areas),
            None => Reach::Rows(RowSets::new(moves, false)),
        }
    }

    /// Rows repeat with these numbers.
    fn moduli(&self) -> &[u64] {
        match self {
            Reach::Areas(areas) => areas.moduli(),
            Reach::Rows(_) => &[1],
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
                            changes.note(value, (from, to), (slice.stride, slice.residues((s, v))));
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
                    rows.visit((*x, s, v), (v, height), &mut |from, to| {
                        changes.note(value, (from, to), (0, 1))
                    });
                }
            }
        }
    }

    /// Carries the value of one square upwards in its own column.
    fn carry(&self, v: u64, value: usize, changes: &mut Changes) {
        let height = changes.height as u64;
        match self {
            InColumn::Areas(slices) => {
                for slice in slices.iter().filter(|slice| slice.removals.0 == 0) {
                    let (from, to) = slice.rows((0, v), (v + 1, height));
                    if from < to {
                        changes.note(value, (from, to), (slice.stride, slice.residues((0, v))));
                    }
                }
            }
            InColumn::Rows(x, rows) => {
                rows.visit((*x, 0, v), (v + 1, height), &mut |from, to| {
                    changes.note(value, (from, to), (0, 1));
                });
            }
        }
    }
}

pub(super) fn fill<V: Value>(job: &Job<'_>) -> Result<Vec<V>, GrundyError> {
    let Job { rules, existing, width, height, budget } = *job;
    let mut values = vec![V::NONE; (width * height) as usize];
    let moves = Predicate::of_moves(&rules.moves, width.max(height).max(1), Some(beatty_table))?;
    let reach = Reach::new(&moves);
    let mut changes = Changes::new(reach.moduli(), height);
    let mut exists = vec![0u64; height.div_ceil(64) as usize];
    let lanes = reach.moduli().iter().sum::<u64>() as usize;
    let mut seen: Vec<Seen> = (0..lanes).map(|_| Seen::default()).collect();
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
        seen.iter_mut().for_each(Seen::clear);
        for y in 0..height {
            if y % 64 == 0 {
                ask(budget, x, width)?;
            }
            changes.reach(y as usize, &mut seen);
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            let own = reach.moduli().iter().zip(&changes.lanes);
            let value = least_free(own.map(|(modulus, lane)| &seen[lane + (y % modulus) as usize]));
            values[(x * height + y) as usize] = V::of(value);
            in_column.carry(y, value, &mut changes);
        }
        changes.held = 0;
    }
    finished(budget, width);
    Ok(values)
}
