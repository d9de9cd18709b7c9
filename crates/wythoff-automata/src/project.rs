//! Counting projection: how many values of the last tracks satisfy a product, up to a cap.
//!
//! The subset construction with multiplicities: a state is a multiset of states of the product, each with a count capped at
//! `cap`. Saturating addition is a semiring, so this is the determinisation of a weighted automaton over a finite
//! semiring, hence finite and exact up to the cap; with `cap = 1` it is the ordinary projection ∃.
//!
//! ```
//! use wythoff_automata::{Numeration, Product, System};
//! use wythoff_budget::Budget;
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let budget = Budget::default();
//! let mut p = Product::new(&fib, 2);
//! let order = p.compare(&[1, -1], &[0], &budget).unwrap();
//! p.require(order, |o| o == 2); // y < x
//! let below = p.count(1, 5, &budget).unwrap(); // how many y, up to 5
//! assert_eq!(below.run(&fib, &[3u32.into()]), 3);
//! assert_eq!(below.run(&fib, &[99u32.into()]), 5);
//! ```
//!
//! A value of a projected track may need more digits than the others have. So the start is closed: leading zeros are
//! prepended on the remaining tracks until the start multisets no longer grow. They do grow, in the order of counts, and are
//! bounded by the cap, so this ends.

use rustc_hash::FxHashMap;

use super::dfa::{Dfa, letter_count, live_states, trimmed};
use super::minimize::{Pace, refine_asking};
use super::numeration::DEAD;
use super::product::{Product, Table};
use wythoff_budget::{Budget, Limit};

impl Product<'_> {
    /// The automaton over the first `free` tracks whose output is the sum of the values over all numbers on the other
    /// tracks, capped at `cap`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count(&self, free: usize, cap: u16, budget: &Budget) -> Result<Dfa, Limit> {
        let digits = self.numeration.digit_count();
        let table = self.explore(budget)?;
        let graph = Graph::new(&table, free, self.tracks, digits, budget)?;
        drop(table);
        determinize(&graph, free, digits, cap, budget)
    }
}

/// The nondeterministic automaton: successors of a state under each letter of the free tracks.
pub(super) struct Graph {
    letters: usize,
    first: Vec<u32>,
    targets: Vec<u32>,
    value: Vec<u16>,
    starts: Vec<u32>,
}

impl Graph {
    /// A graph from the successors of each state under each letter, with the value of ending in each state.
    pub(super) fn from_successors(successors: &[Vec<Vec<u32>>], value: Vec<u16>) -> Graph {
        let letters = successors.len();
        let (mut first, mut targets) = (vec![0], vec![]);
        for state in 0..value.len() {
            for of_letter in successors {
                targets.extend_from_slice(&of_letter[state]);
                first.push(targets.len() as u32);
            }
        }
        Graph { letters, first, targets, value, starts: vec![] }
    }

    fn new(table: &Table, free: usize, tracks: usize, digits: u32, budget: &Budget) -> Result<Graph, Limit> {
        let mut pace = Pace::new(|| budget.poll());
        let all = letter_count(tracks, digits);
        let letters = letter_count(free, digits);
        let inner = all / letters;
        let live = live_states(&table.next, all, &table.value, &mut pace)?;
        let trimmed = trimmed(&table.next, &live, &mut pace)?;
        // Merging equivalent states first keeps the multisets small.
        let values = table.value.iter().map(|&v| u32::from(v)).collect();
        let class = refine_asking(&trimmed, all, values, &mut pace)?;
        let count = class.iter().max().map_or(0, |&m| m as usize + 1);
        let mut member = vec![DEAD; count];
        for (state, &c) in class.iter().enumerate() {
            if live[state] && member[c as usize] == DEAD {
                member[c as usize] = state as u32;
            }
        }
        let of = |s: u32| if s == DEAD || !live[s as usize] { DEAD } else { class[s as usize] };
        let mut first = vec![0];
        let mut targets = vec![];
        for &m in &member {
            pace.steps(all)?;
            for letter in 0..letters {
                if m != DEAD {
                    let row = m as usize * all + letter * inner;
                    targets.extend(trimmed[row..row + inner].iter().map(|&t| of(t)).filter(|&t| t != DEAD));
                }
                first.push(targets.len() as u32);
            }
        }
        let value = member.iter().map(|&m| if m == DEAD { 0 } else { table.value[m as usize] }).collect();
        let starts = table.starts.iter().map(|&s| of(s)).collect();
        Ok(Graph { letters, first, targets, value, starts })
    }

    fn successors(&self, state: u32, letter: usize) -> &[u32] {
        let at = state as usize * self.letters + letter;
        &self.targets[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

/// States in increasing order with their counts.
pub(super) type Multiset = Box<[(u32, u16)]>;

struct Stepper<'g> {
    graph: &'g Graph,
    cap: u16,
    counts: Vec<u16>,
    touched: Vec<u32>,
}

impl<'g> Stepper<'g> {
    fn new(graph: &'g Graph, cap: u16) -> Self {
        Stepper { graph, cap, counts: vec![0; graph.value.len()], touched: vec![] }
    }

    fn step(&mut self, set: &[(u32, u16)], letter: usize) -> Multiset {
        for &(state, count) in set {
            for &target in self.graph.successors(state, letter) {
                let slot = &mut self.counts[target as usize];
                if *slot == 0 {
                    self.touched.push(target);
                }
                *slot = slot.saturating_add(count).min(self.cap);
            }
        }
        self.touched.sort_unstable();
        let result = self.touched.iter().map(|&t| (t, self.counts[t as usize])).collect();
        for &t in &self.touched {
            self.counts[t as usize] = 0;
        }
        self.touched.clear();
        result
    }
}

fn determinize(graph: &Graph, free: usize, digits: u32, cap: u16, budget: &Budget) -> Result<Dfa, Limit> {
    let phases = graph.starts.len();
    let mut stepper = Stepper::new(graph, cap);
    // Close the starts under leading zeros.
    let mut starts: Vec<Multiset> =
        graph.starts.iter().map(|&s| if s == DEAD { Box::from([]) } else { Box::from([(s, 1)]) }).collect();
    let mut steady = 0;
    let mut phase = 0;
    while steady < phases {
        budget.poll()?;
        let to = if phase == 0 { phases - 1 } else { phase - 1 };
        let stepped = join(&stepper.step(&starts[phase], 0), &starts[to]);
        steady = if stepped == starts[to] { steady + 1 } else { 0 };
        starts[to] = stepped;
        phase = to;
    }
    let found = subsets(graph, starts, cap, budget)?;
    Dfa::minimized(free, digits, (&found.next, &found.output, &found.starts), budget)
}

/// A deterministic table whose states are multisets.
pub(super) struct Subsets {
    pub(super) next: Vec<u32>,
    pub(super) output: Vec<u16>,
    pub(super) starts: Vec<u32>,
    /// How many more letters a word needs, up to a multiple of the period, when it is in a state.
    pub(super) phase: Vec<u32>,
}

/// The subset construction, the one of this room: all multisets that are reached from these, one for each phase. (The checker
/// has its own, so that a mistake here cannot deceive it.)
pub(super) fn subsets(
    graph: &Graph,
    starts: Vec<Multiset>,
    cap: u16,
    budget: &Budget,
) -> Result<Subsets, Limit> {
    let phases = starts.len() as u32;
    let mut stepper = Stepper::new(graph, cap);
    let mut ids: FxHashMap<Multiset, u32> = FxHashMap::default();
    let mut sets: Vec<Multiset> = vec![];
    let mut phase_of: Vec<u32> = vec![];
    let mut held = 0;
    let mut intern = |set: Multiset, phase: u32, sets: &mut Vec<Multiset>, phase_of: &mut Vec<u32>| -> u32 {
        if set.is_empty() {
            return DEAD;
        }
        if let Some(&id) = ids.get(&set) {
            return id;
        }
        let id = sets.len() as u32;
        sets.push(set.clone());
        ids.insert(set, id);
        phase_of.push(phase);
        id
    };
    let starts: Vec<u32> = starts
        .into_iter()
        .zip(0..)
        .map(|(set, phase)| intern(set, phase, &mut sets, &mut phase_of))
        .collect();
    let mut next: Vec<u32> = vec![];
    let mut output: Vec<u16> = vec![];
    let mut at = 0;
    while at < sets.len() {
        let set = sets[at].clone();
        held += set.len() * 16 + 96;
        if at % 64 == 0 || set.len() > 1024 {
            budget.check(sets.len(), held + next.len() * 4)?;
        }
        let total = set
            .iter()
            .fold(0u32, |sum, &(s, c)| sum.saturating_add(u32::from(c) * u32::from(graph.value[s as usize])));
        output.push(total.min(u32::from(cap)) as u16);
        let phase = phase_of[at];
        let to = if phase == 0 { phases - 1 } else { phase - 1 };
        for letter in 0..graph.letters {
            let stepped = stepper.step(&set, letter);
            next.push(intern(stepped, to, &mut sets, &mut phase_of));
        }
        at += 1;
    }
    Ok(Subsets { next, output, starts, phase: phase_of })
}

/// The larger count of each state.
fn join(a: &Multiset, b: &Multiset) -> Multiset {
    let mut all: std::collections::BTreeMap<u32, u16> = a.iter().copied().collect();
    for &(s, c) in b.iter() {
        let slot = all.entry(s).or_insert(0);
        *slot = (*slot).max(c);
    }
    all.into_iter().collect()
}
