//! The closure of the inner beam, which reads what it has written.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Machine, State};
use super::not;
use crate::Undecided;
use wythoff_budget::Budget;

/// What the inner beam may write in its rows, upwards: walks of an automaton from state 0. All its states accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// For each state its successors, by how much more a row holds than the least that it may.
    pub states: Vec<Vec<Option<u32>>>,
}

impl Language {
    /// What may come at a place, as so much more than the least, and the place after it.
    pub(super) fn letters(&self, place: u32) -> impl Iterator<Item = (u8, u32)> + use<'_> {
        let row = &self.states[place as usize];
        row.iter().enumerate().filter_map(|(letter, next)| Some((letter as u8, (*next)?)))
    }

    fn next(&self, state: u32, row: u8, least: u16) -> Option<u32> {
        let letter = u16::from(row).checked_sub(least)?;
        *self.states[state as usize].get(usize::from(letter))?
    }

    /// Whether all successors exist, and states are numbered in the order in which they are found from state 0, letter by letter.
    pub(super) fn is_in_order(&self) -> bool {
        let mut seen = 1;
        for (at, row) in self.states.iter().enumerate() {
            for &next in row.iter().flatten() {
                seen += usize::from(next as usize == seen);
                if next as usize >= seen {
                    return false;
                }
            }
            if at + 1 >= seen && at + 1 < self.states.len() {
                return false;
            }
        }
        seen == self.states.len()
    }
}

/// The inner beam at the start.
#[derive(Clone, Debug)]
pub struct Inner {
    /// What computes its columns.
    pub machine: Machine,
    /// Its state at the start.
    pub state: State,
    /// What the rows hold from row `start` up to the window.
    pub written: Vec<u8>,
    /// Where the next beam is.
    pub(crate) above: Option<Above>,
}

/// How far the next beam is: multiplied by its period, the distance is at least `slack` at the start, and `advance` more in each
/// column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Above {
    pub(crate) period: i128,
    pub(crate) advance: i128,
    pub(crate) slack: i128,
}

/// All that the inner beam can come to.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The shapes of its window.
    pub shapes: Vec<State>,
    /// P-positions are at most so many places above the lowest open diagonal, that one included.
    pub height: u64,
    /// At most so many rows leave in a column.
    pub(crate) jump: u64,
    /// For each phase of the diagonals what they hold when they leave, if that is always the same.
    pub(crate) left: Vec<Option<u8>>,
    /// What each shape does with each letter that it may read.
    pub(super) moves: FxHashMap<(u32, u8), Move>,
}

/// What a shape does with a column.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) to: u32,
    pub(super) rows: Vec<u8>,
    pub(super) advance: i128,
    top: Option<i128>,
}

struct Explorer<'e> {
    inner: &'e Inner,
    language: &'e Language,
    budget: &'e Budget,
    shapes: Vec<State>,
    numbers: FxHashMap<State, u32>,
    moves: FxHashMap<(u32, u8), Move>,
    height: u64,
    jump: u64,
    left: Vec<Option<u8>>,
    /// Phases whose diagonals leave with different counts.
    mixed: Vec<bool>,
}

/// Explores all triples of a shape, the place in the language where the next column is read, and the place where the next row is
/// written. Fails if a row is written that is not in the language, or a window can meet the next beam.
pub fn close(inner: &Inner, language: &Language, budget: &Budget) -> Result<Closure, Undecided> {
    let least = inner.machine.row;
    let mut writes = 0;
    for &row in &inner.written {
        writes = language
            .next(writes, row, least)
            .ok_or_else(|| not("the rows at the start are not in the language"))?;
    }
    let phases = inner.machine.diagonals.len();
    let mut explorer = Explorer {
        inner,
        language,
        budget,
        shapes: vec![inner.state.clone()],
        numbers: FxHashMap::from_iter([(inner.state.clone(), 0)]),
        moves: FxHashMap::default(),
        height: 0,
        jump: 0,
        left: vec![None; phases],
        mixed: vec![false; phases],
    };
    let pairs = explorer.explore((0, 0, writes))?;
    explorer.keep_apart(pairs)?;
    let left = explorer.left.iter().zip(&explorer.mixed).map(|(l, mixed)| l.filter(|_| !mixed)).collect();
    let Explorer { shapes, height, jump, moves, .. } = explorer;
    Ok(Closure { shapes, height, jump, left, moves })
}

impl Explorer<'_> {
    /// All triples that can be reached; how many pairs of a shape and a place to read from there are.
    fn explore(&mut self, start: (u32, u32, u32)) -> Result<usize, Undecided> {
        let mut seen: FxHashSet<(u32, u32, u32)> = FxHashSet::from_iter([start]);
        let mut pairs: FxHashSet<(u32, u32)> = FxHashSet::from_iter([(start.0, start.1)]);
        let mut stack = vec![start];
        let mut since = 0;
        while let Some((shape, reads, writes)) = stack.pop() {
            since += 1;
            if since % 1024 == 0 {
                let shapes = self.shapes.len() * 400;
                self.budget.check(seen.len(), seen.len() * 64 + pairs.len() * 48 + shapes)?;
            }
            let letters: Vec<(u8, u32)> = self.language.letters(reads).collect();
            for (letter, next_reads) in letters {
                self.learn(shape, letter)?;
                let step = &self.moves[&(shape, letter)];
                let mut next = writes;
                for &row in &step.rows {
                    let least = self.inner.machine.row;
                    let found = self.language.next(next, row, least);
                    next = found
                        .ok_or_else(|| not("the inner beam can write rows that are not in the language"))?;
                }
                let triple = (step.to, next_reads, next);
                if seen.insert(triple) {
                    pairs.insert((triple.0, triple.1));
                    stack.push(triple);
                }
            }
        }
        Ok(pairs.len())
    }

    /// What a shape does with a column that comes with the least count and `letter` more.
    fn learn(&mut self, shape: u32, letter: u8) -> Result<(), Undecided> {
        if self.moves.contains_key(&(shape, letter)) {
            return Ok(());
        }
        let machine = &self.inner.machine;
        let from = &self.shapes[shape as usize];
        let step = machine.step(from, machine.row + u16::from(letter)).map_err(not)?;
        let (_, phase) = Machine::phases(from);
        for (i, &held) in step.diagonals.iter().enumerate() {
            let phase = (phase + i) % self.left.len();
            let known = *self.left[phase].get_or_insert(held);
            self.mixed[phase] |= known != held;
        }
        let top = step.marks.last().copied();
        self.height = self.height.max(top.map_or(0, |t| u64::from(t) + 1));
        self.jump = self.jump.max(step.rows.len() as u64);
        let number = self.shapes.len() as u32;
        let to = *self.numbers.entry(step.to.clone()).or_insert(number);
        if to == number {
            self.shapes.push(step.to);
        }
        let advance = step.diagonals.len() as i128;
        self.moves.insert((shape, letter), Move { to, rows: step.rows, advance, top: top.map(i128::from) });
        Ok(())
    }

    /// The least distance from the next beam with which each pair can be reached stays positive, marks of the column included.
    fn keep_apart(&self, pairs: usize) -> Result<(), Undecided> {
        let Some(above) = self.inner.above else { return Ok(()) };
        let mut least: FxHashMap<(u32, u32), i128> = FxHashMap::default();
        self.budget.check(pairs, pairs * 96)?;
        least.insert((0, 0), above.slack);
        let mut queue = VecDeque::from([(0, 0)]);
        let mut since = 0;
        // Distances are whole numbers, only become smaller, and end the search when they are not positive: it comes to an end.
        while let Some((shape, reads)) = queue.pop_front() {
            since += 1;
            if since % 4096 == 0 {
                self.budget.poll()?;
            }
            let slack = least[&(shape, reads)];
            for (letter, next) in self.language.letters(reads) {
                let step = &self.moves[&(shape, letter)];
                if slack - above.period * step.top.unwrap_or(0) <= 0 {
                    return Err(not("the window of the inner beam can meet the next beam"));
                }
                let then = slack + above.advance - above.period * step.advance;
                let known = least.entry((step.to, next)).or_insert(i128::MAX);
                if then < *known {
                    *known = then;
                    queue.push_back((step.to, next));
                }
            }
        }
        Ok(())
    }
}
