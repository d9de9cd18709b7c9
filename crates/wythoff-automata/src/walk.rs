//! Walking a [`Product`]: its reachable states, numbered as they are met.
//!
//! This is where hopeless states are dropped and decided parts forgotten. For a leaf "the output of part `p` is in `S`" each state
//! of `p` has a *verdict*: can it still become true, can it still become false? A state is dropped when a required
//! condition is certainly false. A condition that is certainly true is *settled*: that is a bit of the state itself, so nothing
//! that happens to the parts afterwards can be mistaken for doubt. A part is *forgotten* when no open condition needs it: every
//! condition that reads it is settled, or within the open ones each branch that it belongs to is already decided by another leaf,
//! which is kept and stays decided.
//!
//! (Until November 2026 a condition counted as settled if one of its parts was marked so; a settled condition all of whose parts
//! were also read by an open one had no such part left, counted as unknown at the end, and its words were dropped.)

use rustc_hash::FxHashMap;

use super::dfa::live_states;
use super::minimize::Pace;
use super::numeration::DEAD;
use super::product::{Cond, Part, Product, Value};
use wythoff_budget::{Budget, Limit};

/// In place of the state of a part on which nothing depends any more.
const FORGOTTEN: u32 = u32::MAX - 1;

const CAN_BE_FALSE: u8 = 1;
const CAN_BE_TRUE: u8 = 2;

enum Node {
    Constant(bool),
    Leaf { part: usize, verdict: Vec<u8>, set: Vec<bool> },
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
}

pub(super) struct Walk<'p, 'a> {
    product: &'p Product<'a>,
    /// For each part the column of every letter.
    maps: Vec<Vec<u32>>,
    /// Part numbers, the most selective first.
    order: Vec<usize>,
    /// For each part, the states in which a required condition on it alone is lost, and whether it is in the dead state,
    /// which ends with output 0.
    lost: Vec<Option<(Vec<bool>, bool)>>,
    /// Leaves required at the end, whose parts are always kept.
    leaves: Vec<(usize, Vec<bool>)>,
    /// Required conditions on more than one part.
    rules: Vec<Node>,
    kept: Vec<bool>,
    ids: FxHashMap<Box<[u32]>, u32>,
    /// For each state the states of the parts, then the settled rules, 32 to a word.
    tuples: Vec<u32>,
    phases: Vec<u32>,
    scratch: Vec<u32>,
    needed: Vec<bool>,
}

impl<'p, 'a> Walk<'p, 'a> {
    pub(super) fn new(product: &'p Product<'a>, maps: Vec<Vec<u32>>, budget: &Budget) -> Result<Self, Limit> {
        let n = product.parts.len();
        let mut lost: Vec<Option<(Vec<bool>, bool)>> = vec![None; n];
        let mut rules = vec![];
        let mut leaves = vec![];
        let mut kept = vec![false; n];
        for cond in &product.required {
            if let Cond::Is(part, set) = cond {
                let verdicts = verdicts(&product.parts[*part], set, budget)?;
                let hopeless: Vec<bool> = verdicts.iter().map(|v| v & CAN_BE_TRUE == 0).collect();
                let dead = !set.first().copied().unwrap_or(false);
                match &mut lost[*part] {
                    None => lost[*part] = Some((hopeless, dead)),
                    Some((before, before_dead)) => {
                        before.iter_mut().zip(hopeless).for_each(|(b, h)| *b |= h);
                        *before_dead |= dead;
                    }
                }
                kept[*part] = true;
                leaves.push((*part, set.clone()));
            } else {
                rules.push(compile(cond, product, budget)?);
            }
        }
        if let Value::Of(parts, _) = &product.value {
            parts.iter().for_each(|&p| kept[p] = true);
        }
        // Try first what fails most often: linear forms and automata before validity.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_cached_key(|&p| {
            lost[p].as_ref().map_or(1_000_000, |(l, dead)| {
                let next = &product.parts[p].next;
                let fatal = next.iter().filter(|&&t| if t == DEAD { *dead } else { l[t as usize] }).count();
                // In a browser a usize has 32 bits: a few thousand of these are more than it holds.
                1_000_000 - fatal as u64 * 1_000_000 / next.len().max(1) as u64
            })
        });
        Ok(Walk {
            product,
            maps,
            order,
            lost,
            leaves,
            kept,
            ids: FxHashMap::default(),
            tuples: vec![],
            phases: vec![],
            scratch: vec![0; n + rules.len().div_ceil(32)],
            needed: vec![false; n],
            rules,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.phases.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.tuples.len() * 8 + self.phases.len() * 64
    }

    pub(super) fn start(&mut self, phase: usize) -> u32 {
        let n = self.product.parts.len();
        for p in 0..n {
            let state = self.product.parts[p].starts[phase];
            if self.is_lost(p, state) {
                return DEAD;
            }
            self.scratch[p] = state;
        }
        self.scratch[n..].fill(0);
        self.finish(phase as u32)
    }

    fn is_lost(&self, part: usize, state: u32) -> bool {
        match &self.lost[part] {
            None => false,
            Some((_, dead)) if state == DEAD => *dead,
            Some((lost, _)) => lost[state as usize],
        }
    }

    pub(super) fn step(&mut self, at: usize, letter: usize) -> u32 {
        let (n, length) = (self.product.parts.len(), self.scratch.len());
        let from = at * length;
        for k in 0..n {
            let p = self.order[k];
            let part = &self.product.parts[p];
            let state = self.tuples[from + p];
            let state = if state >= FORGOTTEN {
                state
            } else {
                part.next[state as usize * part.width + self.maps[p][letter] as usize]
            };
            if self.is_lost(p, state) {
                return DEAD;
            }
            self.scratch[p] = state;
        }
        self.scratch[n..].copy_from_slice(&self.tuples[from + n..from + length]);
        let phase = self.phases[at];
        let phases = self.product.numeration.phases() as u32;
        self.finish(if phase == 0 { phases - 1 } else { phase - 1 })
    }

    /// Drops the tuple in `scratch`, or forgets what no longer matters and numbers it.
    fn finish(&mut self, phase: u32) -> u32 {
        if !self.rules.is_empty() {
            let (states, settled) = self.scratch.split_at_mut(self.product.parts.len());
            self.needed.copy_from_slice(&self.kept);
            for (i, rule) in self.rules.iter().enumerate() {
                if is_settled(settled, i) {
                    continue;
                }
                match judge(rule, states) {
                    Some(false) => return DEAD,
                    Some(true) => settled[i / 32] |= 1 << (i % 32),
                    None => mark(rule, states, &mut self.needed),
                }
            }
            for (state, &needed) in states.iter_mut().zip(&self.needed) {
                if !needed {
                    *state = FORGOTTEN;
                }
            }
        }
        if let Some(&id) = self.ids.get(&self.scratch[..]) {
            return id;
        }
        let id = self.phases.len() as u32;
        self.ids.insert(self.scratch.clone().into_boxed_slice(), id);
        self.tuples.extend_from_slice(&self.scratch);
        self.phases.push(phase);
        id
    }

    pub(super) fn value(&self, at: usize) -> u16 {
        if self.phases[at] != 0 {
            return 0;
        }
        let length = self.scratch.len();
        let (states, settled) =
            self.tuples[at * length..(at + 1) * length].split_at(self.product.parts.len());
        let out = |p: usize| {
            if states[p] >= FORGOTTEN { 0 } else { self.product.parts[p].output[states[p] as usize] }
        };
        let leaf = |p: usize, set: &[bool]| set.get(usize::from(out(p))).copied().unwrap_or(false);
        let holds = self.leaves.iter().all(|(p, set)| leaf(*p, set))
            && self.rules.iter().enumerate().all(|(i, rule)| {
                is_settled(settled, i)
                    || evaluate(rule, &|p, set| (states[p] != FORGOTTEN).then(|| leaf(p, set))) == Some(true)
            });
        match (&self.product.value, holds) {
            (_, false) => 0,
            (Value::One, true) => 1,
            (Value::Of(parts, value), true) => {
                let own: Vec<u16> = parts.iter().map(|&p| out(p)).collect();
                value(&own)
            }
        }
    }
}

fn compile(cond: &Cond, product: &Product<'_>, budget: &Budget) -> Result<Node, Limit> {
    let list =
        |l: &[Cond]| l.iter().map(|c| compile(c, product, budget)).collect::<Result<Vec<Node>, Limit>>();
    Ok(match cond {
        Cond::Constant(value) => Node::Constant(*value),
        Cond::Is(part, set) => {
            let verdict = verdicts(&product.parts[*part], set, budget)?;
            Node::Leaf { part: *part, verdict, set: set.clone() }
        }
        Cond::And(all) => Node::And(list(all)?),
        Cond::Or(any) => Node::Or(list(any)?),
        Cond::Not(not) => Node::Not(Box::new(compile(not, product, budget)?)),
    })
}

fn is_settled(settled: &[u32], rule: usize) -> bool {
    settled[rule / 32] >> (rule % 32) & 1 == 1
}

/// For each state, whether the output can still end inside and outside the set. Ends in any phase are considered, which
/// only makes verdicts more careful. A dead state ends with output 0.
fn verdicts(part: &Part<'_>, set: &[bool], budget: &Budget) -> Result<Vec<u8>, Limit> {
    let mut pace = Pace::new(|| budget.poll());
    let inside = |o: u16| set.get(usize::from(o)).copied().unwrap_or(false);
    let mut verdict = vec![0u8; part.output.len()];
    for (flag, wanted) in [(CAN_BE_TRUE, true), (CAN_BE_FALSE, false)] {
        let goal: Vec<u16> = (0..part.output.len())
            .map(|s| {
                let dies =
                    part.next[s * part.width..(s + 1) * part.width].contains(&DEAD) && inside(0) == wanted;
                u16::from(dies || inside(part.output[s]) == wanted)
            })
            .collect();
        let live = live_states(&part.next, part.width, &goal, &mut pace)?;
        for (v, live) in verdict.iter_mut().zip(live) {
            *v |= if live { flag } else { 0 };
        }
    }
    Ok(verdict)
}

/// What a condition will be, if that is certain.
fn judge(node: &Node, states: &[u32]) -> Option<bool> {
    match node {
        Node::Constant(value) => Some(*value),
        Node::Leaf { part, verdict, set } => match states[*part] {
            DEAD => Some(set.first().copied().unwrap_or(false)),
            FORGOTTEN => None,
            state => match verdict[state as usize] {
                CAN_BE_TRUE => Some(true),
                CAN_BE_FALSE => Some(false),
                _ => None,
            },
        },
        Node::And(list) => all(list.iter().map(|n| judge(n, states))),
        Node::Or(list) => all(list.iter().map(|n| judge(n, states).map(|v| !v))).map(|v| !v),
        Node::Not(not) => judge(not, states).map(|v| !v),
    }
}

/// Three-valued conjunction.
fn all(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut certain = true;
    for value in values {
        match value {
            Some(false) => return Some(false),
            Some(true) => {}
            None => certain = false,
        }
    }
    certain.then_some(true)
}

/// Marks the parts that a condition needs: of a decided branch only those of one child that decides it.
fn mark(node: &Node, states: &[u32], needed: &mut [bool]) {
    let (list, decisive) = match node {
        Node::Constant(_) => return,
        Node::Leaf { part, .. } => {
            needed[*part] = true;
            return;
        }
        Node::Not(not) => return mark(not, states, needed),
        Node::And(list) => (list, false),
        Node::Or(list) => (list, true),
    };
    match list.iter().find(|n| judge(n, states) == Some(decisive)) {
        Some(child) => mark(child, states, needed),
        None => list.iter().for_each(|n| mark(n, states, needed)),
    }
}

fn evaluate(node: &Node, leaf: &dyn Fn(usize, &[bool]) -> Option<bool>) -> Option<bool> {
    match node {
        Node::Constant(value) => Some(*value),
        Node::Leaf { part, set, .. } => leaf(*part, set),
        Node::And(list) => all(list.iter().map(|n| evaluate(n, leaf))),
        Node::Or(list) => all(list.iter().map(|n| evaluate(n, leaf).map(|v| !v))).map(|v| !v),
        Node::Not(not) => evaluate(not, leaf).map(|v| !v),
    }
}
