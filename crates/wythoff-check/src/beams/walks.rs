//! Bounds that hold on all walks of the inner beam, whatever the language lets it read.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::inner::{Closure, Language};
use super::not;
use crate::Undecided;
use wythoff_budget::{Budget, Limit};

/// What happens in a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    to: u32,
    /// By how much the row that is read exceeds the least.
    pub(super) read: i128,
    /// The same for the rows that are written, added up.
    pub(super) written: i128,
    /// How many diagonals leave.
    pub(super) advance: i128,
}

/// The pairs of a shape and a place that reads, and the columns that lead from one to another; the first pair is that of the start.
pub(super) struct Walks {
    from: Vec<Vec<Column>>,
}

impl Walks {
    pub(super) fn new(
        closure: &Closure,
        language: &Language,
        least: u16,
        budget: &Budget,
    ) -> Result<Walks, Undecided> {
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::from_iter([((0, 0), 0)]);
        let (mut pairs, mut from) = (vec![(0, 0)], vec![]);
        while let Some(&(shape, reads)) = pairs.get(from.len()) {
            if from.len().is_multiple_of(1024) {
                budget.check(pairs.len(), pairs.len() * 200)?;
            }
            let mut columns = vec![];
            for (letter, next) in language.letters(reads) {
                // The closure has been explored, so what a shape does with a letter that it may read is known.
                let step = closure.moves.get(&(shape, letter));
                let step = step.ok_or_else(|| not("the inner beam can read what was not explored"))?;
                let number = pairs.len() as u32;
                let to = *numbers.entry((step.to, next)).or_insert(number);
                if to == number {
                    pairs.push((step.to, next));
                }
                let written = step.rows.iter().map(|&row| i128::from(row) - i128::from(least)).sum();
                columns.push(Column { to, read: i128::from(letter), written, advance: step.advance });
            }
            from.push(columns);
        }
        Ok(Walks { from })
    }

    /// A number that the weights of no walk from the start exceed, added up; `None` if there is none, because a cycle has a positive weight.
    pub(super) fn greatest(
        &self,
        weight: impl Fn(&Column) -> i128,
        budget: &Budget,
    ) -> Result<Option<i128>, Limit> {
        let count = self.from.len();
        let mut best: Vec<Option<i128>> = vec![None; count];
        let (mut parent, mut waits): (Vec<u32>, Vec<bool>) = (vec![u32::MAX; count], vec![false; count]);
        best[0] = Some(0);
        let (mut queue, mut changes) = (VecDeque::from([0u32]), 0usize);
        // It ends only when no column leads to more than what is known of the pair behind it.
        while let Some(pair) = queue.pop_front() {
            waits[pair as usize] = false;
            let Some(so_far) = best[pair as usize] else { continue };
            for column in &self.from[pair as usize] {
                let (to, then) = (column.to as usize, so_far + weight(column));
                if best[to].is_some_and(|known| known >= then) {
                    continue;
                }
                (best[to], parent[to]) = (Some(then), pair);
                if !std::mem::replace(&mut waits[to], true) {
                    queue.push_back(column.to);
                }
                changes += 1;
                if changes.is_multiple_of(count) {
                    budget.poll()?;
                    // The start has no parent, unless a cycle through it has a positive weight.
                    if parent[0] != u32::MAX || has_cycle(&parent) {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(best.into_iter().flatten().max())
    }

    /// The most that is written in a column.
    pub(super) fn most_written(&self) -> i128 {
        self.from.iter().flatten().map(|column| column.written).max().unwrap_or(0)
    }
}

/// Whether the way back from some pair never ends.
fn has_cycle(parent: &[u32]) -> bool {
    // The round in which a pair was visited.
    let mut round = vec![0u32; parent.len()];
    for start in 0..parent.len() as u32 {
        let mut at = start;
        while at != u32::MAX && round[at as usize] == 0 {
            round[at as usize] = start + 1;
            at = parent[at as usize];
        }
        if at != u32::MAX && round[at as usize] == start + 1 {
            return true;
        }
    }
    false
}
