//! Games of rays: the values seen on each line.

use super::{Job, Value};
use crate::solve::board::squares;
use crate::solve::rays::{RaySet, Tail};
use crate::solve::stopped::{Stopped, ask};

/// The values seen on the lines of one step.
struct Lines {
    /// `(p, q)`; with `p = 0` the lines are the residues of the rows of the present column modulo q.
    step: (u64, u64),
    count: usize,
    bias: u64,
    /// `sets[word * count + line]`: the lines of neighbouring squares lie next to each other.
    sets: Vec<u64>,
    /// For each line the number of words that are full.
    full: Vec<u32>,
}

impl Lines {
    fn count(step: (u64, u64), width: u64, height: u64) -> u64 {
        match step {
            (0, q) => q,
            (p, q) => p * (height + q * (width / p) + 1),
        }
    }

    fn new(step: (u64, u64), width: u64, height: u64, words: usize) -> Lines {
        let count = Lines::count(step, width, height) as usize;
        let bias = width.checked_div(step.0).map_or(0, |steps| step.1 * steps);
        Lines { step, count, bias, sets: vec![0; count * words], full: vec![0; count] }
    }

    /// The line through row 0 of column x, and for `p = 0` zero.
    fn base(&self, x: u64) -> u64 {
        match self.step {
            (0, _) => 0,
            (p, q) => (x % p) * (self.count as u64 / p) + self.bias - q * (x / p),
        }
    }

    #[inline]
    fn line(&self, base: u64, y: u64) -> usize {
        if self.step.0 == 0 { (y % self.step.1) as usize } else { (base + y) as usize }
    }

    #[inline]
    fn insert(&mut self, line: usize, value: usize) {
        let word = &mut self.sets[value / 64 * self.count + line];
        *word |= 1 << (value % 64);
        if *word == u64::MAX && self.full[line] as usize == value / 64 {
            let mut full = value / 64 + 1;
            while self.sets.get(full * self.count + line) == Some(&u64::MAX) {
                full += 1;
            }
            self.full[line] = full as u32;
        }
    }
}

/// The most options that a square can have.
pub(super) fn most_options(moves: &RaySet, width: u64, height: u64) -> u64 {
    let on_tail = |tail: &Tail| {
        let steps = |start: u64, step: u64, size: u64| match (size.checked_sub(start + 1), step) {
            (None, _) => 0,
            (Some(_), 0) => u64::MAX,
            (Some(rest), step) => rest / step + 1,
        };
        steps(tail.start.0, tail.step.0, width).min(steps(tail.start.1, tail.step.1, height))
    };
    let tails = moves.tails.iter().map(on_tail).fold(0, u64::saturating_add);
    tails.saturating_add(moves.singles.len() as u64)
}

fn steps(moves: &RaySet) -> Vec<(u64, u64)> {
    let mut steps: Vec<(u64, u64)> = moves.tails.iter().map(|tail| tail.step).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Bytes needed besides the values.
pub(super) fn bytes(moves: &RaySet, width: u64, height: u64, most: u64) -> u64 {
    let lines: u64 = steps(moves).into_iter().map(|step| Lines::count(step, width, height)).sum();
    lines.saturating_mul((most / 64 + 2) * 8 + 4)
}

pub(super) fn fill<V: Value>(job: &Job<'_>, moves: &RaySet, mut values: Vec<V>) -> Result<Vec<V>, Stopped> {
    let Job { existing, width, height, most, budget, .. } = *job;
    let words = (most / 64 + 2) as usize;
    let mut families: Vec<Lines> =
        steps(moves).into_iter().map(|step| Lines::new(step, width, height, words)).collect();
    let tails: Vec<(Tail, usize)> = moves
        .tails
        .iter()
        .filter_map(|tail| Some((*tail, families.iter().position(|lines| lines.step == tail.step)?)))
        .collect();
    let mut bases = vec![0; families.len()];
    let mut lines = vec![0; families.len()];
    let mut singles: Vec<usize> = Vec::new();
    let mut exists = vec![u64::MAX; height.div_ceil(64) as usize];
    for x in 0..width {
        ask(budget, x, width)?;
        if let Some(predicate) = existing {
            exists.fill(0);
            squares(predicate, x, height, &mut exists);
        }
        for (base, lines) in bases.iter_mut().zip(&mut families) {
            *base = lines.base(x);
            if lines.step.0 == 0 {
                lines.sets.fill(0);
                lines.full.fill(0);
            }
        }
        let value_at = |values: &[V], a: u64, b: u64, y: u64| {
            if a > x || b > y { None } else { values[((x - a) * height + (y - b)) as usize].index() }
        };
        for y in 0..height {
            for ((line, lines), base) in lines.iter_mut().zip(&families).zip(&bases) {
                *line = lines.line(*base, y);
            }
            for (tail, family) in &tails {
                if let Some(value) = value_at(&values, tail.start.0, tail.start.1, y) {
                    families[*family].insert(lines[*family], value);
                }
            }
            if exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
                continue;
            }
            singles.clear();
            singles.extend(moves.singles.iter().filter_map(|&(a, b)| value_at(&values, a, b, y)));
            let value = least_free(&families, &lines, &singles);
            values[(x * height + y) as usize] = V::of(value);
        }
    }
    Ok(values)
}

/// The least value on none of the lines and not among the single ones.
#[inline]
fn least_free(families: &[Lines], lines: &[usize], singles: &[usize]) -> usize {
    let first = families.iter().zip(lines).map(|(f, line)| f.full[*line] as usize).max().unwrap_or(0);
    let mut word = first;
    loop {
        let taken = families.iter().zip(lines).fold(0, |taken, (family, line)| {
            taken | family.sets.get(word * family.count + line).copied().unwrap_or(0)
        });
        let taken = singles
            .iter()
            .filter(|value| **value / 64 == word)
            .fold(taken, |taken, value| taken | 1 << (value % 64));
        if taken != u64::MAX {
            return word * 64 + taken.trailing_ones() as usize;
        }
        word += 1;
    }
}
