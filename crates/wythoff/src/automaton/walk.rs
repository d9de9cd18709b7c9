//! Walking a [`Product`]: its reachable states, numbered as they are met.
//!
//! This is where hopeless states are dropped and decided parts forgotten. For a leaf "the output of part `p` is in `S`" each state
//! of `p` has a *verdict*: can it still become true, can it still become false? A state is dropped when a required
//! condition is certainly false. A part is forgotten in two ways: *done*, if every condition that reads it is certainly true (then
//! a done part marks its conditions as true); and *ignored*, if within an open condition a branch is already decided by
//! another leaf, which is kept and stays decided.

use rustc_hash::FxHashMap;

use super::dfa::live_states;
use super::numeration::DEAD;
use super::product::{Cond, Part, Product, Value};

const IGNORED: u32 = u32::MAX - 1;
const DONE: u32 = u32::MAX - 2;

const CAN_BE_FALSE: u8 = 1;
const CAN_BE_TRUE: u8 = 2;

enum Node {
    Constant(bool),
    Leaf { part: usize, verdict: Vec<u8>, set: Vec<bool> },
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
}

struct Rule {
    node: Node,
    parts: Vec<usize>,
}

pub(super) struct Walk<'p, 'a> {
    product: &'p Product<'a>,
    /// Part numbers, the most selective first.
    order: Vec<usize>,
    /// For each part, the states in which a required condition on it alone is lost, and whether it is in the dead state,
    /// which ends with output 0.
    lost: Vec<Option<(Vec<bool>, bool)>>,
    /// Leaves required at the end, whose parts are always kept.
    leaves: Vec<(usize, Vec<bool>)>,
    /// Required conditions on more than one part.
    rules: Vec<Rule>,
    kept: Vec<bool>,
    ids: FxHashMap<Box<[u32]>, u32>,
    tuples: Vec<u32>,
    phases: Vec<u32>,
    scratch: Vec<u32>,
    needed: Vec<u8>,
}

impl<'p, 'a> Walk<'p, 'a> {
    pub(super) fn new(product: &'p Product<'a>) -> Self {
        let n = product.parts.len();
        let mut lost: Vec<Option<(Vec<bool>, bool)>> = vec![None; n];
        let mut rules = vec![];
        let mut leaves = vec![];
        let mut kept = vec![false; n];
        for cond in &product.required {
            if let Cond::Is(part, set) = cond {
                let hopeless: Vec<bool> =
                    verdicts(&product.parts[*part], set).iter().map(|v| v & CAN_BE_TRUE == 0).collect();
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
                let node = compile(cond, product);
                let mut parts = vec![];
                collect(&node, &mut parts);
                rules.push(Rule { node, parts });
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
                1_000_000 - fatal * 1_000_000 / next.len().max(1)
            })
        });
        Walk {
            product,
            order,
            lost,
            leaves,
            rules,
            kept,
            ids: FxHashMap::default(),
            tuples: vec![],
            phases: vec![],
            scratch: vec![0; n],
            needed: vec![0; n],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.phases.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.tuples.len() * 8 + self.phases.len() * 64
    }

    pub(super) fn start(&mut self, phase: usize) -> u32 {
        for p in 0..self.scratch.len() {
            let state = self.product.parts[p].starts[phase];
            if self.is_lost(p, state) {
                return DEAD;
            }
            self.scratch[p] = state;
        }
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
        let n = self.scratch.len();
        for k in 0..n {
            let p = self.order[k];
            let part = &self.product.parts[p];
            let state = self.tuples[at * n + p];
            let state = if state >= DONE {
                state
            } else {
                part.next[state as usize * part.width + part.map[letter] as usize]
            };
            if self.is_lost(p, state) {
                return DEAD;
            }
            self.scratch[p] = state;
        }
        let phase = self.phases[at];
        let phases = self.product.numeration.phases() as u32;
        self.finish(if phase == 0 { phases - 1 } else { phase - 1 })
    }

    /// Drops the tuple in `scratch`, or forgets what no longer matters and numbers it.
    fn finish(&mut self, phase: u32) -> u32 {
        if !self.rules.is_empty() {
            // 0: in certainly true conditions only, 1: read by an open condition, 2: needed.
            for (needed, &kept) in self.needed.iter_mut().zip(&self.kept) {
                *needed = if kept { 2 } else { 0 };
            }
            for rule in &self.rules {
                if rule.parts.iter().any(|&p| self.scratch[p] == DONE) {
                    continue;
                }
                match judge(&rule.node, &self.scratch) {
                    Some(false) => return DEAD,
                    Some(true) => {}
                    None => {
                        rule.parts.iter().for_each(|&p| self.needed[p] = self.needed[p].max(1));
                        mark(&rule.node, &self.scratch, &mut self.needed);
                    }
                }
            }
            for (state, &needed) in self.scratch.iter_mut().zip(&self.needed) {
                match needed {
                    0 => *state = DONE,
                    1 => *state = IGNORED,
                    _ => {}
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
        let n = self.scratch.len();
        let states = &self.tuples[at * n..(at + 1) * n];
        let out =
            |p: usize| if states[p] >= DONE { 0 } else { self.product.parts[p].output[states[p] as usize] };
        let leaf = |p: usize, set: &[bool]| set.get(usize::from(out(p))).copied().unwrap_or(false);
        let holds = self.leaves.iter().all(|(p, set)| leaf(*p, set))
            && self.rules.iter().all(|rule| {
                rule.parts.iter().any(|&p| states[p] == DONE)
                    || evaluate(&rule.node, &|p, set| (states[p] != IGNORED).then(|| leaf(p, set)))
                        == Some(true)
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

fn compile(cond: &Cond, product: &Product<'_>) -> Node {
    let list = |l: &[Cond]| l.iter().map(|c| compile(c, product)).collect();
    match cond {
        Cond::Constant(value) => Node::Constant(*value),
        Cond::Is(part, set) => {
            Node::Leaf { part: *part, verdict: verdicts(&product.parts[*part], set), set: set.clone() }
        }
        Cond::And(all) => Node::And(list(all)),
        Cond::Or(any) => Node::Or(list(any)),
        Cond::Not(not) => Node::Not(Box::new(compile(not, product))),
    }
}

fn collect(node: &Node, parts: &mut Vec<usize>) {
    match node {
        Node::Constant(_) => {}
        Node::Leaf { part, .. } => {
            if !parts.contains(part) {
                parts.push(*part);
            }
        }
        Node::And(list) | Node::Or(list) => list.iter().for_each(|n| collect(n, parts)),
        Node::Not(not) => collect(not, parts),
    }
}

/// For each state, whether the output can still end inside and outside the set. Ends in any phase are considered, which
/// only makes verdicts more careful. A dead state ends with output 0.
fn verdicts(part: &Part<'_>, set: &[bool]) -> Vec<u8> {
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
        for (v, live) in verdict.iter_mut().zip(live_states(&part.next, part.width, &goal)) {
            *v |= if live { flag } else { 0 };
        }
    }
    verdict
}

/// What a condition will be, if that is certain.
fn judge(node: &Node, states: &[u32]) -> Option<bool> {
    match node {
        Node::Constant(value) => Some(*value),
        Node::Leaf { part, verdict, set } => match states[*part] {
            DEAD => Some(set.first().copied().unwrap_or(false)),
            IGNORED | DONE => None,
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
fn mark(node: &Node, states: &[u32], needed: &mut [u8]) {
    let (list, decisive) = match node {
        Node::Constant(_) => return,
        Node::Leaf { part, .. } => {
            needed[*part] = 2;
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
