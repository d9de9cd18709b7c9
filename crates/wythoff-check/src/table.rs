//! The automaton of a claim as a plain table, and merging of states.
//!
//! This is apart from the automata of the rest of the library on purpose: what a certificate says is read into this type and
//! nothing else, so no code that the planner also uses stands between the text and the proof.

use rustc_hash::{FxHashMap, FxHashSet};

use wythoff_automata::numeration::{DEAD, Numeration};
use wythoff_budget::{Budget, Limit};

/// A deterministic automaton that reads pairs of numbers, most significant digits first.
///
/// A letter is `first digit · digits + second digit`. There is one start state for each phase of the numeration. A state that
/// is [`DEAD`] accepts nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    digits: u32,
    next: Vec<u32>,
    accepting: Vec<bool>,
    starts: Vec<u32>,
}

/// A table with a state number or a length that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table has a state number or a length that is out of range")]
pub struct Misshapen;

impl Table {
    /// A table with `digits²` successors for each state, row by row.
    ///
    /// # Errors
    /// If a state number or a length is out of range.
    pub fn new(
        digits: u32,
        next: Vec<u32>,
        accepting: Vec<bool>,
        starts: Vec<u32>,
    ) -> Result<Table, Misshapen> {
        let letters = (digits as usize).checked_pow(2).ok_or(Misshapen)?;
        let outside = |s: &u32| *s != DEAD && *s as usize >= accepting.len();
        let length = accepting.len().checked_mul(letters).ok_or(Misshapen)?;
        if next.len() != length || starts.is_empty() || next.iter().chain(&starts).any(outside) {
            return Err(Misshapen);
        }
        Ok(Table { digits, next, accepting, starts })
    }

    /// Digits are below this.
    #[must_use]
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// How many letters there are: pairs of digits.
    #[must_use]
    pub fn letters(&self) -> usize {
        (self.digits as usize).pow(2)
    }

    /// How many states there are; the dead one is not counted.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The successors of all states, row by row.
    #[must_use]
    pub fn successors(&self) -> &[u32] {
        &self.next
    }

    /// The start states, one for each phase.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Whether a word that ends in this state is accepted.
    #[must_use]
    pub fn accepts(&self, state: u32) -> bool {
        self.accepting.get(state as usize).copied().unwrap_or(false)
    }

    /// One step; [`DEAD`] stays dead.
    #[must_use]
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters() + letter as usize] }
    }

    /// Whether every state can still accept, no two states accept the same words, and states are numbered in the order in which
    /// they are met from the starts, letters ascending: then equal sets have equal tables.
    pub(super) fn is_canonical(&self, budget: &Budget) -> Result<bool, Limit> {
        let (n, letters) = (self.states(), self.letters());
        // How many states have been met; a new one must have the next number.
        let mut met = 0;
        let mut meet = |row: &[u32]| {
            row.iter()
                .all(|&s| {
                    met += u32::from(s == met);
                    s == DEAD || s < met
                })
                .then_some(met as usize)
        };
        let mut reached = meet(&self.starts);
        for (state, row) in self.next.chunks(letters).enumerate() {
            reached = reached.filter(|&met| state < met).and_then(|_| meet(row));
        }
        if reached != Some(n) {
            return Ok(false);
        }
        let class =
            refine(&self.next, letters, self.accepting.iter().map(|&a| u32::from(a)).collect(), budget)?;
        let distinct = class.iter().collect::<FxHashSet<_>>().len() == n;
        Ok(distinct && live(&self.next, letters, self.accepting.clone()).iter().all(|&l| l))
    }

    /// Whether only pairs of valid words are accepted, and leading zeros do not matter: then the table is a set of pairs of
    /// numbers.
    pub(super) fn is_set_of_pairs(&self, numeration: &Numeration, budget: &Budget) -> Result<bool, Limit> {
        let phases = numeration.phases();
        if self.starts.len() != phases || self.digits != numeration.digit_count() {
            return Ok(false);
        }
        let padded =
            |phase: usize| self.step(self.starts[phase], 0) == self.starts[numeration.next_phase(phase)];
        if !(0..phases).all(padded) {
            return Ok(false);
        }
        // Walk with the validity of both words; one that has become invalid is dead.
        let valid = |v: u32, digit: u32| if v == DEAD { DEAD } else { numeration.valid_step(v, digit) };
        let mut seen: FxHashSet<(u32, u32, u32)> = FxHashSet::default();
        let mut stack: Vec<(u32, u32, u32)> = (0..phases)
            .map(|phase| (self.starts[phase], numeration.valid_start(phase), numeration.valid_start(phase)))
            .collect();
        seen.extend(&stack);
        while let Some((state, x, y)) = stack.pop() {
            budget.check(0, seen.len() * 24)?;
            let invalid = |v: u32| v == DEAD || !numeration.valid_accepts(v);
            if self.accepts(state) && (invalid(x) || invalid(y)) {
                return Ok(false);
            }
            for letter in 0..self.letters() as u32 {
                let to = self.step(state, letter);
                let next = (to, valid(x, letter / self.digits), valid(y, letter % self.digits));
                if to != DEAD && seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        Ok(true)
    }
}

/// The coarsest refinement of `class` in which members of a class have successors in equal classes. `next` holds `width`
/// successors for each state, [`DEAD`] allowed. Classes are numbered by first appearance.
///
/// Column after column a class is split by the classes of the successors. Only states that some word tells apart are ever
/// separated, and when a whole round splits nothing, none are left together that should not be.
pub(super) fn refine(
    next: &[u32],
    width: usize,
    mut class: Vec<u32>,
    budget: &Budget,
) -> Result<Vec<u32>, Limit> {
    let mut ids: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut split = |class: &mut [u32], by: &dyn Fn(usize) -> u32| {
        ids.clear();
        for (state, c) in class.iter_mut().enumerate() {
            let fresh = ids.len() as u32;
            *c = *ids.entry((*c, by(state))).or_insert(fresh);
        }
        ids.len()
    };
    let mut count = split(&mut class, &|_| 0);
    loop {
        let before = count;
        for column in 0..width {
            budget.poll()?;
            let old = class.clone();
            count = split(&mut class, &|state| match next[state * width + column] {
                DEAD => DEAD,
                target => old[target as usize],
            });
            if count == class.len() {
                return Ok(class);
            }
        }
        if count == before {
            return Ok(class);
        }
    }
}

/// Which states reach a goal.
pub(super) fn live(next: &[u32], width: usize, mut goal: Vec<bool>) -> Vec<bool> {
    // Predecessors in compressed rows.
    let n = goal.len();
    let mut first = vec![0usize; n + 1];
    next.iter().filter(|&&t| t != DEAD).for_each(|&t| first[t as usize + 1] += 1);
    for i in 0..n {
        first[i + 1] += first[i];
    }
    let mut fill = first.clone();
    let mut before = vec![0u32; first[n]];
    for (at, &t) in next.iter().enumerate().filter(|(_, t)| **t != DEAD) {
        before[fill[t as usize]] = (at / width) as u32;
        fill[t as usize] += 1;
    }
    let mut stack: Vec<usize> = (0..n).filter(|&s| goal[s]).collect();
    while let Some(state) = stack.pop() {
        for &b in &before[first[state]..first[state + 1]] {
            if !std::mem::replace(&mut goal[b as usize], true) {
                stack.push(b as usize);
            }
        }
    }
    goal
}
