//! Shapes that may be are walked side by side until they have come together.
//!
//! Which sets of shapes come up depends on few rows, and the same sets come up again and again: what a set does with a row is kept.

use super::NoBeamAnswer;
use super::table::Table;
use rustc_hash::FxHashMap;

/// Sets are forgotten when all together have so many members.
const MOST: usize = 1 << 22;

/// Shapes with their lowest open diagonals, counted from the lowest of them, ascending.
type Members = Vec<(u32, i64)>;

#[derive(Clone, Debug, Default)]
struct Set {
    members: Members,
    /// For each row, the next set and how much higher its lowest diagonal is.
    next: Vec<Option<(u32, i64)>>,
}

/// What is known of sets so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    sets: Vec<Set>,
    numbers: FxHashMap<Members, u32>,
    /// The sets with which walks begin.
    starts: FxHashMap<usize, (u32, i64)>,
    members: usize,
}

/// All shapes have come together in this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone {
    /// After so many columns.
    pub(super) after: usize,
    pub(super) shape: u32,
    /// Its lowest open diagonal.
    pub(super) lowest: i64,
}

impl Sets {
    /// Walks the shapes with which this remainder and this phase go.
    ///
    /// # Errors
    /// If they do not come together; if none is left, which no true claim allows.
    pub(super) fn walk(
        &mut self,
        table: &Table,
        (rest, row): (usize, usize),
        rows: &[u8],
    ) -> Result<Alone, NoBeamAnswer> {
        if self.members > MOST {
            *self = Sets::default();
        }
        let (number, shapes) = table.start(rest, row);
        let (mut at, mut lowest) = match self.starts.get(&number) {
            Some(&start) => start,
            None => {
                let start = self.number(shapes.to_vec()).ok_or(NoBeamAnswer::Unready)?;
                self.starts.insert(number, start);
                start
            }
        };
        for after in 0..=rows.len() {
            if let [(shape, _)] = self.sets[at as usize].members[..] {
                return Ok(Alone { after, shape, lowest });
            }
            let Some(&row) = rows.get(after) else { break };
            let known = self.sets[at as usize].next.get(usize::from(row)).copied().flatten();
            let (next, higher) = match known {
                Some(next) => next,
                None => self.learn(table, at, row).ok_or(NoBeamAnswer::Unready)?,
            };
            (at, lowest) = (next, lowest + higher);
        }
        Err(NoBeamAnswer::Apart)
    }

    /// The number of a set, and its lowest diagonal; `None` for the empty set.
    fn number(&mut self, mut members: Members) -> Option<(u32, i64)> {
        let lowest = members.iter().map(|m| m.1).min()?;
        members.iter_mut().for_each(|m| m.1 -= lowest);
        members.sort_unstable();
        members.dedup();
        if let Some(&number) = self.numbers.get(&members) {
            return Some((number, lowest));
        }
        let number = self.sets.len() as u32;
        self.members += 2 * members.len() + 8;
        self.numbers.insert(members.clone(), number);
        self.sets.push(Set { members, next: vec![] });
        Some((number, lowest))
    }

    fn learn(&mut self, table: &Table, at: u32, row: u8) -> Option<(u32, i64)> {
        let members = &self.sets[at as usize].members;
        let moved = members.iter().filter_map(|&(shape, above)| {
            let step = table.step(shape, row)?;
            Some((step.to, above + i64::from(step.leaving) - 1))
        });
        let next = self.number(moved.collect())?;
        let known = &mut self.sets[at as usize].next;
        known.resize(known.len().max(table.letters()).max(usize::from(row) + 1), None);
        known[usize::from(row)] = Some(next);
        Some(next)
    }
}
