//! All that the inner beam can do, as one table: shapes of its window, and what each does with a column.

use super::NoBeamAnswer;
use dashu_int::ops::DivRemEuclid as _;
use rustc_hash::{FxHashMap, FxHashSet};
use wythoff_budget::Budget;
use wythoff_check::beams::BeamsCertificate;
use wythoff_check::beams::inner::Inner;
use wythoff_check::beams::machine::{Machine, State};
use wythoff_number::Integer;

/// There is no such move.
const NONE: u32 = u32::MAX;

/// What a shape does with a column: so many rows leave, and one diagonal less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) to: u32,
    rows: u32,
    marks: u32,
    pub(super) leaving: u16,
    marked: u16,
}

const NO_MOVE: Move = Move { to: NONE, rows: 0, marks: 0, leaving: 0, marked: 0 };

/// A sequence that repeats, added up.
#[derive(Clone, Debug)]
pub(super) struct Periodic {
    /// The sums before each place of a period.
    sums: Vec<i64>,
    /// Over a period.
    pub(super) total: i64,
}

impl Periodic {
    pub(super) fn new(values: impl Iterator<Item = i64>) -> Periodic {
        let (mut sums, mut total) = (vec![], 0);
        for value in values {
            sums.push(total);
            total += value;
        }
        Periodic { sums, total }
    }

    pub(super) fn period(&self) -> usize {
        self.sums.len()
    }

    /// The sum of all values before a place, which is not negative.
    pub(super) fn before(&self, place: &Integer) -> Integer {
        let (turns, rest) = divide(place, self.sums.len());
        turns * self.total + self.sums[rest]
    }
}

/// The quotient rounded down, and what is left.
pub(super) fn divide(a: &Integer, b: usize) -> (Integer, usize) {
    let (quotient, rest) = a.div_rem_euclid(&Integer::from(b.max(1)));
    (quotient, usize::try_from(rest).unwrap_or(0))
}

/// Shapes are numbers; 0 is the one at the start.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The least that rows hold.
    least: u8,
    letters: usize,
    moves: Vec<Move>,
    rows: Vec<u8>,
    marks: Vec<u32>,
    /// What the beam has left in the window of each shape, by rows.
    excess: Vec<i32>,
    /// What diagonals hold more when the beam has passed.
    pub(super) added: Periodic,
    /// What rows hold before they enter.
    pub(super) entered: Periodic,
    /// For each remainder of the counting law and each phase of rows the shapes that go with them, with their lowest open diagonals.
    starts: Vec<Vec<(u32, i64)>>,
}

impl Table {
    /// Explores what the language allows.
    pub(super) fn new(
        inner: &Inner,
        claim: &BeamsCertificate,
        budget: &Budget,
    ) -> Result<Table, NoBeamAnswer> {
        let machine = &inner.machine;
        let letters = claim.language.states.iter().map(Vec::len).max().unwrap_or(0);
        let mut explored = Explored {
            machine,
            letters,
            states: vec![inner.state.clone()],
            numbers: FxHashMap::from_iter([(inner.state.clone(), 0)]),
            left: vec![None; machine.diagonals.len()],
            moves: vec![NO_MOVE; letters],
            rows: Pool::default(),
            marks: Pool::default(),
        };
        let mut seen: FxHashSet<(u32, u32)> = FxHashSet::from_iter([(0, 0)]);
        let mut stack = vec![(0u32, 0u32)];
        while let Some((shape, reads)) = stack.pop() {
            if seen.len().is_multiple_of(1024) {
                budget.check(seen.len(), seen.len() * 48 + explored.states.len() * 400)?;
            }
            for (letter, next) in claim.language.states[reads as usize].iter().enumerate() {
                let Some(next) = *next else { continue };
                let to = explored.learn(shape, letter)?;
                if seen.insert((to, next)) {
                    stack.push((to, next));
                }
            }
        }
        explored.table()
    }

    /// What a shape does with a column whose row holds this.
    pub(super) fn step(&self, shape: u32, row: u8) -> Option<&Move> {
        let letter = usize::from(row.checked_sub(self.least)?);
        if letter >= self.letters {
            return None;
        }
        self.moves.get(shape as usize * self.letters + letter).filter(|m| m.to != NONE)
    }

    /// The rows that leave, upwards.
    pub(super) fn rows(&self, step: &Move) -> &[u8] {
        let from = step.rows as usize;
        &self.rows[from..from + usize::from(step.leaving)]
    }

    /// The new P-positions, counted from the lowest open diagonal, upwards.
    pub(super) fn marks(&self, step: &Move) -> &[u32] {
        let from = step.marks as usize;
        &self.marks[from..from + usize::from(step.marked)]
    }

    pub(super) fn excess(&self, shape: u32) -> i64 {
        self.excess.get(shape as usize).copied().unwrap_or(0).into()
    }

    /// How many different rows there can be, at most.
    pub(super) fn letters(&self) -> usize {
        self.letters + usize::from(self.least)
    }

    /// The shapes that go with a remainder of the counting law and a phase of rows, each with its lowest open diagonal.
    pub(super) fn start(&self, rest: usize, row: usize) -> (usize, &[(u32, i64)]) {
        let number = rest * self.entered.period() + row;
        (number, self.starts.get(number).map_or(&[], Vec::as_slice))
    }
}

/// Lists that come again and again, each kept once.
#[derive(Debug)]
struct Pool<T> {
    all: Vec<T>,
    known: FxHashMap<Vec<T>, u32>,
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool { all: vec![], known: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Pool<T> {
    fn keep(&mut self, list: Vec<T>) -> (u32, u16) {
        let length = list.len() as u16;
        if let Some(&at) = self.known.get(&list) {
            return (at, length);
        }
        let at = self.all.len() as u32;
        self.all.extend_from_slice(&list);
        self.known.insert(list, at);
        (at, length)
    }
}

struct Explored<'e> {
    machine: &'e Machine,
    letters: usize,
    states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// What diagonals of each phase hold when they leave: always the same, as the checker has found.
    left: Vec<Option<u8>>,
    moves: Vec<Move>,
    rows: Pool<u8>,
    marks: Pool<u32>,
}

impl Explored<'_> {
    fn learn(&mut self, shape: u32, letter: usize) -> Result<u32, NoBeamAnswer> {
        let at = shape as usize * self.letters + letter;
        if self.moves[at].to != NONE {
            return Ok(self.moves[at].to);
        }
        let (machine, from) = (self.machine, &self.states[shape as usize]);
        let step = machine.step(from, machine.row + letter as u16).map_err(|_| NoBeamAnswer::Unready)?;
        let phase = Machine::phases(from).1;
        let phases = self.left.len();
        for (i, &held) in step.diagonals.iter().enumerate() {
            self.left[(phase + i) % phases] = Some(held);
        }
        let number = self.states.len() as u32;
        let to = match self.numbers.get(&step.to) {
            Some(&to) => to,
            None => {
                self.numbers.insert(step.to.clone(), number);
                self.states.push(step.to);
                self.moves.extend(std::iter::repeat_n(NO_MOVE, self.letters));
                number
            }
        };
        let (rows, leaving) = self.rows.keep(step.rows);
        let (marks, marked) = self.marks.keep(step.marks);
        self.moves[at] = Move { to, rows, marks, leaving, marked };
        Ok(to)
    }

    fn table(self) -> Result<Table, NoBeamAnswer> {
        let machine = self.machine;
        let mut added = vec![];
        for (held, &entered) in self.left.iter().zip(&machine.diagonals) {
            added.push(i64::from(held.ok_or(NoBeamAnswer::Unready)?) - i64::from(entered));
        }
        let added = Periodic::new(added.into_iter());
        let entered = Periodic::new(machine.rows.iter().map(|&r| i64::from(r)));
        if added.total <= 0 {
            return Err(NoBeamAnswer::Unready);
        }
        let (length, phases) = (added.period() as i64, entered.period() as i64);
        let mut starts = vec![vec![]; (added.total * phases) as usize];
        let mut excess = vec![];
        for (number, state) in self.states.iter().enumerate() {
            let (row_phase, phase) = Machine::phases(state);
            let (by_rows, by_diagonals) = machine.excess(state);
            excess.push(by_rows as i32);
            // Below the lowest open diagonal, which is `above` more than a whole number of periods, and in the window:
            // together the remainder of what columns have given.
            let held = by_diagonals as i64 + added.sums[phase];
            let rest = held.rem_euclid(added.total);
            let above = (rest - held) / added.total * length + phase as i64;
            let row = (row_phase as i64 - above).rem_euclid(phases);
            starts[(rest * phases + row) as usize].push((number as u32, above));
        }
        Ok(Table {
            least: machine.row as u8,
            letters: self.letters,
            moves: self.moves,
            rows: self.rows.all,
            marks: self.marks.all,
            excess,
            added,
            entered,
            starts,
        })
    }
}
