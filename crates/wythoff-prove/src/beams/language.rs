//! The least language of factors over which the inner beam closes, and its automaton.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use wythoff_budget::{Budget, Limit};
use wythoff_check::beams::Language;
use wythoff_check::beams::inner::Inner;
use wythoff_check::beams::machine::{Machine, State};

/// Lengths of factors that are tried.
pub(super) const SHORTEST: usize = 5;
pub(super) const LONGEST: usize = 22;
/// Bits for a letter.
const BITS: u32 = 2;
const LETTERS: u64 = 1 << BITS;

/// Why factors of one length do not close.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotClosed {
    /// The window takes more shapes than one expects of what was seen.
    #[error("its window takes more than {0} shapes")]
    Shapes(usize),
    /// The window becomes higher than one expects of what was seen.
    #[error("its window lists more than {0} rows")]
    High(usize),
    /// There is more to explore than is allowed.
    #[error("there are more than {0} pairs of a window and a place")]
    Pairs(usize),
    /// A row holds more P-positions than there are letters for.
    #[error("a row may hold too many P-positions")]
    Letters,
    /// The window cannot go on.
    #[error("in a window that it may take, {0}")]
    Window(&'static str),
}

/// One try: factors of one length.
pub(super) struct Closing<'c> {
    pub(super) inner: &'c Inner,
    /// The first column.
    pub(super) column: u64,
    /// What the `length` rows before it hold.
    pub(super) before: Vec<u8>,
    pub(super) length: usize,
    /// Windows that list more are given up.
    pub(super) highest: usize,
    /// More shapes are given up.
    pub(super) shapes: usize,
    /// More pairs are given up.
    pub(super) pairs: usize,
}

/// The row's number modulo the period of the rows from above, and the rows before it, the last in the lowest bits.
type Factor = (u32, u64);

/// What a shape does with a letter: the shape after it, and the letters that it writes.
type Reaction = (u32, Vec<u8>);

struct Search<'c> {
    closing: &'c Closing<'c>,
    factors: FxHashSet<Factor>,
    shapes: Vec<State>,
    numbers: FxHashMap<State, u32>,
    reactions: FxHashMap<(u32, u8), Reaction>,
    /// Pairs of a shape and what was read last, with everything that may have been written last.
    nodes: FxHashMap<(u32, Factor), u32>,
    keys: Vec<(u32, Factor)>,
    written: Vec<FxHashSet<u64>>,
    by_read: FxHashMap<Factor, Vec<u32>>,
    work: VecDeque<(u32, u64)>,
    done: usize,
}

impl Closing<'_> {
    fn mask(&self) -> u64 {
        (1 << (BITS as usize * (self.length - 1))) - 1
    }

    fn phases(&self) -> u64 {
        self.inner.machine.rows.len() as u64
    }

    /// What a row holds, as a letter; `None` if that is too much.
    fn letter(&self, row: u8) -> Option<u64> {
        u64::from(row).checked_sub(u64::from(self.inner.machine.row)).filter(|&l| l < LETTERS)
    }

    /// The automaton of the least language that closes, or why none does within the limits.
    pub(super) fn close(&self, budget: &Budget) -> Result<Result<Language, NotClosed>, Limit> {
        let mut last = 0u64;
        // Rows before the start may hold less than those after it: they only have to be told apart.
        for &row in &self.before {
            last = (last << BITS | self.letter(row).unwrap_or(0)) & self.mask();
        }
        let reads: Factor = ((self.column % self.phases()) as u32, last);
        let mut search = Search {
            closing: self,
            factors: FxHashSet::default(),
            shapes: vec![self.inner.state.clone()],
            numbers: FxHashMap::from_iter([(self.inner.state.clone(), 0)]),
            reactions: FxHashMap::default(),
            nodes: FxHashMap::default(),
            keys: vec![],
            written: vec![],
            by_read: FxHashMap::default(),
            work: VecDeque::new(),
            done: 0,
        };
        let mut writes = reads;
        for &row in &self.inner.written {
            let Some(letter) = self.letter(row) else { return Ok(Err(NotClosed::Letters)) };
            writes = search.write(writes, letter);
        }
        search.reach((0, reads), writes.1);
        Ok(search.run(budget)?.map(|()| search.automaton(reads)))
    }
}

impl Search<'_> {
    /// The next place after a letter.
    fn after(&self, (phase, last): Factor, letter: u64) -> Factor {
        let phase = (u64::from(phase) + 1) % self.closing.phases();
        (phase as u32, (last << BITS | letter) & self.closing.mask())
    }

    /// Adds the factor that ends with this letter, and all that can be read now.
    fn write(&mut self, place: Factor, letter: u64) -> Factor {
        if self.factors.insert((place.0, place.1 << BITS | letter)) {
            for &node in self.by_read.get(&place).map_or(&[][..], |n| n) {
                self.work.extend(self.written[node as usize].iter().map(|&w| (node, w)));
            }
        }
        self.after(place, letter)
    }

    fn reach(&mut self, key: (u32, Factor), written: u64) {
        let number = self.keys.len() as u32;
        let node = *self.nodes.entry(key).or_insert(number);
        if node == number {
            self.keys.push(key);
            self.written.push(FxHashSet::default());
            self.by_read.entry(key.1).or_default().push(node);
        }
        if self.written[node as usize].insert(written) {
            self.work.push_back((node, written));
        }
    }

    /// Everything that can be reached, unless it is too much.
    fn run(&mut self, budget: &Budget) -> Result<Result<(), NotClosed>, Limit> {
        while let Some((node, written)) = self.work.pop_front() {
            self.done += 1;
            if self.done.is_multiple_of(512) {
                budget.check(
                    self.keys.len(),
                    self.keys.len() * 200 + self.shapes.len() * 300 + self.factors.len() * 48,
                )?;
            }
            if self.keys.len() > self.closing.pairs || self.done > 8 * self.closing.pairs {
                return Ok(Err(NotClosed::Pairs(self.closing.pairs)));
            }
            let (shape, place) = self.keys[node as usize];
            for letter in 0..LETTERS {
                if !self.factors.contains(&(place.0, place.1 << BITS | letter)) {
                    continue;
                }
                let (to, rows) = match self.react(shape, letter as u8) {
                    Ok(reaction) => reaction,
                    Err(why) => return Ok(Err(why)),
                };
                let (row_phase, _) = Machine::phases(&self.shapes[shape as usize]);
                let mut writes = (row_phase as u32, written);
                for row in rows {
                    let Some(letter) = self.closing.letter(row) else { return Ok(Err(NotClosed::Letters)) };
                    writes = self.write(writes, letter);
                }
                let reads = self.after(place, letter);
                self.reach((to, reads), writes.1);
            }
        }
        Ok(Ok(()))
    }

    fn react(&mut self, shape: u32, letter: u8) -> Result<Reaction, NotClosed> {
        if let Some(known) = self.reactions.get(&(shape, letter)) {
            return Ok(known.clone());
        }
        let machine = &self.closing.inner.machine;
        let step = machine.step(&self.shapes[shape as usize], machine.row + u16::from(letter));
        let step = step.map_err(NotClosed::Window)?;
        if step.to.length() > self.closing.highest {
            return Err(NotClosed::High(self.closing.highest));
        }
        if self.shapes.len() > self.closing.shapes {
            return Err(NotClosed::Shapes(self.closing.shapes));
        }
        let number = self.shapes.len() as u32;
        let to = *self.numbers.entry(step.to.clone()).or_insert(number);
        if to == number {
            self.shapes.push(step.to);
        }
        self.reactions.insert((shape, letter), (to, step.rows.clone()));
        Ok((to, step.rows))
    }

    /// The factors as an automaton, with as few states as possible, from the place where the first column is read.
    fn automaton(&self, start: Factor) -> Language {
        let mut places: FxHashMap<Factor, usize> = FxHashMap::default();
        let mut order = vec![start];
        places.insert(start, 0);
        let mut next: Vec<Vec<Option<u32>>> = vec![];
        while next.len() < order.len() {
            let place = order[next.len()];
            let mut row = vec![None; LETTERS as usize];
            for letter in 0..LETTERS {
                if self.factors.contains(&(place.0, place.1 << BITS | letter)) {
                    let to = self.after(place, letter);
                    let number = order.len();
                    let number = *places.entry(to).or_insert_with(|| {
                        order.push(to);
                        number
                    });
                    row[letter as usize] = Some(number as u32);
                }
            }
            next.push(row);
        }
        minimal(&next)
    }
}

/// The same walks from state 0, with as few states as possible, numbered in the order in which they are found.
fn minimal(next: &[Vec<Option<u32>>]) -> Language {
    let mut class = vec![0u32; next.len()];
    let mut classes = 1;
    loop {
        let mut numbers: FxHashMap<(u32, Vec<Option<u32>>), u32> = FxHashMap::default();
        let refined: Vec<u32> = next
            .iter()
            .enumerate()
            .map(|(state, row)| {
                let row = row.iter().map(|s| s.map(|s| class[s as usize])).collect();
                let number = numbers.len() as u32;
                *numbers.entry((class[state], row)).or_insert(number)
            })
            .collect();
        class = refined;
        if numbers.len() == classes {
            break;
        }
        classes = numbers.len();
    }
    let mut number: Vec<Option<u32>> = vec![None; classes];
    let mut order = vec![0usize];
    number[class[0] as usize] = Some(0);
    let mut states = vec![];
    while states.len() < order.len() {
        let mut row: Vec<Option<u32>> = vec![];
        for successor in &next[order[states.len()]] {
            row.push(successor.map(|s| {
                let found = order.len() as u32;
                *number[class[s as usize] as usize].get_or_insert_with(|| {
                    order.push(s as usize);
                    found
                })
            }));
        }
        while row.last() == Some(&None) {
            row.pop();
        }
        states.push(row);
    }
    Language { states }
}
