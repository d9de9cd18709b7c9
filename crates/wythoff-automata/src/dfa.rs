//! Deterministic automata with outputs over tuples of digits, in flat tables.
//!
//! A [`Dfa`] reads `tracks` numbers at once, most significant digits first, and ends with an output; output 0 means "not in
//! the set", and is also what every word with an invalid track gets. A missing transition ([`DEAD`]) means output
//! 0 whatever follows. Letters that no state tells apart share a column.
//!
//! Every `Dfa` is minimal and numbered breadth first from its start states, letters in increasing order: two automata are
//! equal as sets exactly if they are equal as values.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, Product, System};
//! use wythoff_budget::Budget;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let mut even = Product::new(&base2, 1);
//! let rest = even.remainder(&[1], 2, &Budget::default()).unwrap();
//! even.require(rest, |r| r == 0);
//! let even: Dfa = even.build(&Budget::default()).unwrap();
//! assert_eq!(even.run(&base2, &[6u32.into()]), 1);
//! assert_eq!(even.run(&base2, &[7u32.into()]), 0);
//! ```

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::minimize::{Pace, refine_asking};
use super::numeration::{DEAD, Numeration};
use std::convert::Infallible;
use wythoff_budget::{Budget, Limit};

/// A minimal deterministic automaton with outputs. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    tracks: usize,
    digits: u32,
    /// The column of each letter. A letter is its digits read as a number in base `digits`, first track first.
    columns: Vec<u32>,
    width: usize,
    next: Vec<u32>,
    output: Vec<u16>,
    starts: Vec<u32>,
}

/// A table that is not a minimal automaton in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table is not a minimal automaton, numbered breadth first")]
pub struct NotCanonical;

impl Dfa {
    /// Minimises a table with one column for every letter. Outputs of states whose phase is not 0 must be 0. For tables that are
    /// known to be small; [`Dfa::minimized`] asks a budget.
    #[must_use]
    pub fn from_table(tracks: usize, digits: u32, next: &[u32], output: &[u16], starts: &[u32]) -> Dfa {
        let mut pace = Pace::new(|| Ok::<(), Infallible>(()));
        match Dfa::minimize(tracks, digits, (next, output, starts), &mut pace) {
            Ok(dfa) => dfa,
            Err(never) => match never {},
        }
    }

    /// As [`Dfa::from_table`], from successors, outputs and starts.
    ///
    /// # Errors
    /// If the budget says stop.
    pub fn minimized(
        tracks: usize,
        digits: u32,
        table: (&[u32], &[u16], &[u32]),
        budget: &Budget,
    ) -> Result<Dfa, Limit> {
        budget.poll()?;
        let ask = || {
            budget.report("states", table.1.len() as u64, None);
            budget.poll()
        };
        Dfa::minimize(tracks, digits, table, &mut Pace::new(ask))
    }

    fn minimize<E>(
        tracks: usize,
        digits: u32,
        (next, output, starts): (&[u32], &[u16], &[u32]),
        pace: &mut Pace<impl Fn() -> Result<(), E>>,
    ) -> Result<Dfa, E> {
        let letters = letter_count(tracks, digits);
        let live = live_states(next, letters, output, pace)?;
        let trimmed = trimmed(next, &live, pace)?;
        let class = refine_asking(&trimmed, letters, output.iter().map(|&o| u32::from(o)).collect(), pace)?;
        // Breadth first over classes.
        let count = class.iter().max().map_or(0, |&m| m as usize + 1);
        let mut member = vec![DEAD; count];
        for (state, &c) in class.iter().enumerate() {
            if live[state] && member[c as usize] == DEAD {
                member[c as usize] = state as u32;
            }
        }
        let mut number = vec![DEAD; count];
        let mut order: Vec<u32> = vec![];
        let mut visit = |state: u32, order: &mut Vec<u32>| -> u32 {
            if state == DEAD || !live[state as usize] {
                return DEAD;
            }
            let c = class[state as usize] as usize;
            if number[c] == DEAD {
                number[c] = order.len() as u32;
                order.push(member[c]);
            }
            number[c]
        };
        let starts: Vec<u32> = starts.iter().map(|&s| visit(s, &mut order)).collect();
        let mut table: Vec<u32> = vec![];
        let mut at = 0;
        while at < order.len() {
            pace.steps(letters)?;
            let state = order[at] as usize;
            for letter in 0..letters {
                let target = visit(trimmed[state * letters + letter], &mut order);
                table.push(target);
            }
            at += 1;
        }
        let output = order.iter().map(|&s| output[s as usize]).collect();
        Dfa::compress((tracks, digits), &table, output, starts, pace)
    }

    fn compress<E>(
        (tracks, digits): (usize, u32),
        table: &[u32],
        output: Vec<u16>,
        starts: Vec<u32>,
        pace: &mut Pace<impl Fn() -> Result<(), E>>,
    ) -> Result<Dfa, E> {
        let letters = letter_count(tracks, digits);
        let n = output.len();
        let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut kept: Vec<usize> = vec![];
        let mut columns = Vec::with_capacity(letters);
        for letter in 0..letters {
            // Reading across rows is slow, and hashing comes on top.
            pace.steps(n.saturating_mul(4))?;
            let column: Vec<u32> = (0..n).map(|s| table[s * letters + letter]).collect();
            let fresh = kept.len() as u32;
            columns.push(*ids.entry(column).or_insert_with(|| {
                kept.push(letter);
                fresh
            }));
        }
        let next = (0..n).flat_map(|s| kept.iter().map(move |&l| table[s * letters + l])).collect();
        Ok(Dfa { tracks, digits, columns, width: kept.len(), next, output, starts })
    }

    /// Takes a table with one column per letter only if it is already minimal and numbered as [`Dfa::from_table`] would.
    ///
    /// # Errors
    /// If it is not, or if a state number or a length is out of range.
    pub fn from_canonical(
        tracks: usize,
        digits: u32,
        next: &[u32],
        output: &[u16],
        starts: &[u32],
    ) -> Result<Dfa, NotCanonical> {
        let letters = letter_count(tracks, digits);
        let bad = |s: &u32| *s != DEAD && *s as usize >= output.len();
        if next.len() != output.len() * letters || next.iter().any(bad) || starts.iter().any(bad) {
            return Err(NotCanonical);
        }
        let dfa = Dfa::from_table(tracks, digits, next, output, starts);
        let same = dfa.output == output && dfa.starts == starts && dfa.table() == next;
        if same { Ok(dfa) } else { Err(NotCanonical) }
    }

    /// The table with one column per letter, row by row.
    #[must_use]
    pub fn table(&self) -> Vec<u32> {
        (0..self.states())
            .flat_map(|s| self.columns.iter().map(move |&c| self.next[s * self.width + c as usize]))
            .collect()
    }

    /// How many numbers are read at once.
    #[must_use]
    #[inline]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// Digits are below this.
    #[must_use]
    #[inline]
    pub fn digit_count(&self) -> u32 {
        self.digits
    }

    /// How many states there are; the dead one is not counted.
    #[must_use]
    #[inline]
    pub fn states(&self) -> usize {
        self.output.len()
    }

    /// How many transitions there are, one for each letter that does not lead to the dead state.
    #[must_use]
    pub fn transitions(&self) -> usize {
        let row = |s: usize| &self.next[s * self.width..(s + 1) * self.width];
        (0..self.states()).map(|s| self.columns.iter().filter(|&&c| row(s)[c as usize] != DEAD).count()).sum()
    }

    /// How many letter classes there are.
    #[must_use]
    pub fn letter_classes(&self) -> usize {
        self.width
    }

    /// The start states, one per phase.
    #[must_use]
    #[inline]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The output of a state; 0 for [`DEAD`].
    #[must_use]
    #[inline]
    pub fn output(&self, state: u32) -> u16 {
        self.output.get(state as usize).copied().unwrap_or(0)
    }

    /// All outputs.
    #[must_use]
    pub fn outputs(&self) -> &[u16] {
        &self.output
    }

    /// One step; [`DEAD`] stays dead.
    #[must_use]
    #[inline]
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD {
            return DEAD;
        }
        self.next[state as usize * self.width + self.columns[letter] as usize]
    }

    /// The letter of a tuple of digits.
    #[must_use]
    #[inline]
    pub fn letter(&self, digits: &[u32]) -> usize {
        digits.iter().fold(0, |l, &d| l * self.digits as usize + d as usize)
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.output.is_empty()
    }

    /// The output for a tuple of numbers of any size.
    #[must_use]
    pub fn run(&self, numeration: &Numeration, numbers: &[UBig]) -> u16 {
        let words = align(numeration, numbers);
        let length = words.first().map_or(0, Vec::len);
        let mut state = self.starts[length % self.starts.len()];
        for i in 0..length {
            let letter = words.iter().fold(0, |l, w| l * self.digits as usize + w[i] as usize);
            state = self.step(state, letter);
            if state == DEAD {
                return 0;
            }
        }
        self.output(state)
    }

    /// Whether the automaton gives output 0 to every word that is not valid, and does not care about leading zeros: then
    /// it is a set of tuples of numbers, and equal sets have equal automata.
    ///
    /// # Errors
    /// If the budget says stop.
    pub fn is_proper(&self, numeration: &Numeration, budget: &Budget) -> Result<bool, Limit> {
        let mut pace = Pace::new(|| budget.poll());
        let phases = numeration.phases();
        if self.starts.len() != phases || self.digits != numeration.digit_count() {
            return Ok(false);
        }
        let settled =
            |phase: usize| self.step(self.starts[phase], 0) == self.starts[numeration.next_phase(phase)];
        if !(0..phases).all(settled) {
            return Ok(false);
        }
        // Walk with the validity of each track; a track that has become invalid is remembered as dead.
        let mut seen: FxHashMap<Vec<u32>, ()> = FxHashMap::default();
        let mut stack: Vec<Vec<u32>> = vec![];
        for phase in 0..phases {
            let mut start = vec![self.starts[phase]];
            start.extend(vec![numeration.valid_start(phase); self.tracks]);
            stack.push(start);
        }
        while let Some(at) = stack.pop() {
            if at[0] == DEAD || seen.insert(at.clone(), ()).is_some() {
                continue;
            }
            let invalid = |&v: &u32| v == DEAD || !numeration.valid_accepts(v);
            if self.output(at[0]) != 0 && at[1..].iter().any(invalid) {
                return Ok(false);
            }
            // A step makes a vector, which takes as long as many reads.
            pace.steps(self.columns.len() * 32)?;
            for letter in 0..self.columns.len() {
                let mut next = vec![self.step(at[0], letter)];
                let mut rest = letter;
                for &valid in at[1..].iter().rev() {
                    let digit = (rest % self.digits as usize) as u32;
                    rest /= self.digits as usize;
                    next.insert(1, if valid == DEAD { DEAD } else { numeration.valid_step(valid, digit) });
                }
                stack.push(next);
            }
        }
        Ok(true)
    }

    /// The same automaton with outputs mapped by a function; 0 must stay 0.
    #[must_use]
    pub fn map_outputs(&self, map: impl Fn(u16) -> u16) -> Dfa {
        let output = self.mapped(map);
        Dfa::from_table(self.tracks, self.digits, &self.table(), &output, &self.starts)
    }

    /// As [`Dfa::map_outputs`], within a budget.
    ///
    /// # Errors
    /// If the budget says stop.
    pub fn map_outputs_within(&self, map: impl Fn(u16) -> u16, budget: &Budget) -> Result<Dfa, Limit> {
        let output = self.mapped(map);
        Dfa::minimized(self.tracks, self.digits, (&self.table(), &output, &self.starts), budget)
    }

    fn mapped(&self, map: impl Fn(u16) -> u16) -> Vec<u16> {
        self.output.iter().map(|&o| if o == 0 { 0 } else { map(o) }).collect()
    }

    pub(crate) fn parts(&self) -> (&[u32], usize, &[u32], &[u16], &[u32]) {
        (&self.columns, self.width, &self.next, &self.output, &self.starts)
    }
}

/// Words of equal length for a tuple of numbers.
#[must_use]
pub fn align(numeration: &Numeration, numbers: &[UBig]) -> Vec<Vec<u32>> {
    let words: Vec<Vec<u32>> = numbers.iter().map(|n| numeration.digits(n)).collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    words
        .into_iter()
        .map(|w| {
            let mut padded = vec![0; length - w.len()];
            padded.extend(w);
            padded
        })
        .collect()
}

/// The number of letters: digit tuples.
#[must_use]
#[inline]
pub fn letter_count(tracks: usize, digits: u32) -> usize {
    (digits as usize).saturating_pow(tracks as u32)
}

/// The table without steps into states that are not live.
pub(super) fn trimmed<E>(
    next: &[u32],
    live: &[bool],
    pace: &mut Pace<impl Fn() -> Result<(), E>>,
) -> Result<Vec<u32>, E> {
    let mut trimmed = Vec::with_capacity(next.len());
    for part in next.chunks(1 << 16) {
        pace.steps(part.len())?;
        trimmed.extend(part.iter().map(|&t| if t != DEAD && live[t as usize] { t } else { DEAD }));
    }
    Ok(trimmed)
}

/// Which states can still reach a nonzero output.
pub(super) fn live_states<E>(
    next: &[u32],
    letters: usize,
    output: &[u16],
    pace: &mut Pace<impl Fn() -> Result<(), E>>,
) -> Result<Vec<bool>, E> {
    let n = output.len();
    // Predecessors in compressed rows.
    let mut first = vec![0u32; n + 1];
    let mut last_seen = vec![DEAD; n];
    let mut edges = |visit: &mut dyn FnMut(usize, usize)| {
        for state in 0..n {
            pace.steps(letters)?;
            for &t in &next[state * letters..(state + 1) * letters] {
                if t != DEAD {
                    visit(state, t as usize);
                }
            }
        }
        Ok(())
    };
    edges(&mut |state, t| {
        if last_seen[t] != state as u32 {
            last_seen[t] = state as u32;
            first[t + 1] += 1;
        }
    })?;
    for i in 0..n {
        first[i + 1] += first[i];
    }
    let mut fill = first.clone();
    let mut before = vec![0u32; first[n] as usize];
    last_seen.fill(DEAD);
    edges(&mut |state, t| {
        if last_seen[t] != state as u32 {
            last_seen[t] = state as u32;
            before[fill[t] as usize] = state as u32;
            fill[t] += 1;
        }
    })?;
    let mut live: Vec<bool> = output.iter().map(|&o| o != 0).collect();
    let mut stack: Vec<u32> = (0..n as u32).filter(|&s| live[s as usize]).collect();
    while let Some(state) = stack.pop() {
        let into = &before[first[state as usize] as usize..first[state as usize + 1] as usize];
        pace.steps(into.len() + 1)?;
        for &b in into {
            if !live[b as usize] {
                live[b as usize] = true;
                stack.push(b);
            }
        }
    }
    Ok(live)
}
