//! Counting the options of a position while its digits are read.
//!
//! An option is followed as the state of the claimed automaton on `(x', y')`, the validity of both words, and the states of the
//! rules' linear forms on `(x, y, x', y')`; options in equal states are counted together, as far as counting matters ([`Caps`]);
//! an option that can no longer be a move is dropped. Options are no longer than the position, because a move makes
//! piles smaller.
//!
//! First all states that an option can be in are found, without regard to counts; those that never end as something that is counted
//! are dropped, and those with equal futures merged. Then sets of them with counts are followed. This is the checker's own
//! determinisation: the planner has another, and the two must not share one.
//!
//! [`Caps`]: super::play::Caps

use rustc_hash::FxHashMap;

use super::Undecided;
use super::read::Truth;
use super::squares::Checker;
use super::table::refine;
use wythoff_automata::numeration::DEAD;
use wythoff_budget::{Budget, Limit};

/// The state of an option: the claimed automaton, validity of both piles, then the rules' forms.
type Follow = Box<[u32]>;

/// How many options of each signature there are inside the claimed set, then outside.
type Numbers = Box<[u16]>;

/// The automaton that counts the options of one kind.
pub(super) struct Tally {
    letters: usize,
    next: Vec<u32>,
    /// Which of `numbers` a state ends with.
    output: Vec<u32>,
    pub(super) starts: Vec<u32>,
    numbers: Vec<Numbers>,
}

impl Tally {
    pub(super) fn step(&self, state: u32, letter: u32) -> u32 {
        self.next[state as usize * self.letters + letter as usize]
    }

    /// How many states it has.
    pub(super) fn states(&self) -> usize {
        self.output.len()
    }

    /// The counts if the word ends here.
    pub(super) fn end(&self, state: u32) -> &[u16] {
        &self.numbers[self.output[state as usize] as usize]
    }
}

/// What is known after some digits of a position: validity of its piles, and the options with their counts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Knowledge {
    valid: (u32, u32),
    options: Box<[(u32, u16)]>,
}

/// Follows the options of one kind.
pub(super) struct Counter<'c> {
    checker: &'c Checker<'c>,
    guard: usize,
    /// The number of each state that was met; [`DEAD`] if it can no longer be a move.
    ids: FxHashMap<Follow, u32>,
    options: Vec<Follow>,
    /// What each pair of digits of `x', y'` contributes to each of the rules' forms.
    pairs: Vec<i64>,
}

/// Where each option leads, letter by letter, in compressed rows.
struct Rows {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Rows {
    fn row(&self, letters: usize, option: usize, letter: usize) -> &[u32] {
        let at = option * letters + letter;
        &self.targets[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

/// Where options lead: merged states that can still end as something that is counted.
struct Graph {
    letters: usize,
    rows: Rows,
    /// What a state ends as: 0 if as nothing, else 1 + signature, plus the number of signatures if outside the claim.
    end: Vec<u32>,
    /// How far options in this state are counted.
    cap: Vec<u16>,
    starts: Vec<Option<u32>>,
}

impl<'c> Counter<'c> {
    pub(super) fn new(checker: &'c Checker<'c>, guard: usize) -> Self {
        let digits = checker.numeration.digit_count();
        let forms = &checker.reading.options.leaves;
        let pair = |pair: u32| forms.iter().map(move |l| l.combine(2, &[pair / digits, pair % digits]));
        let pairs = (0..checker.letters()).flat_map(pair).collect();
        Counter { checker, guard, ids: FxHashMap::default(), options: vec![], pairs }
    }

    /// The tally, or `None` if there are no options of this kind.
    pub(super) fn run(mut self, budget: &Budget) -> Result<Option<Tally>, Undecided> {
        let starts = self.starts();
        let rows = self.explore(budget)?;
        let graph = self.merge(&rows, &starts, budget)?;
        drop((rows, std::mem::take(&mut self.ids), std::mem::take(&mut self.options)));
        if graph.starts.iter().all(Option::is_none) {
            return Ok(None);
        }
        let raw = self.follow(&graph, budget)?;
        // Merge what cannot be told apart; the order of states does not matter here.
        let letters = raw.letters;
        let class = refine(&raw.next, letters, raw.output.clone(), budget)?;
        let count = class.iter().max().map_or(0, |&m| m as usize + 1);
        let (mut next, mut output) = (vec![DEAD; count * letters], vec![0; count]);
        for (state, &c) in class.iter().enumerate() {
            output[c as usize] = raw.output[state];
            for letter in 0..letters {
                let target = raw.next[state * letters + letter];
                next[c as usize * letters + letter] =
                    if target == DEAD { DEAD } else { class[target as usize] };
            }
        }
        let starts = raw.starts.iter().map(|&s| class[s as usize]).collect();
        Ok(Some(Tally { letters, next, output, starts, numbers: raw.numbers }))
    }

    fn starts(&mut self) -> Vec<Option<u32>> {
        let checker = self.checker;
        let start = |phase: usize| {
            let valid = checker.numeration.valid_start(phase);
            let mut option = vec![checker.claim.starts()[phase], valid, valid];
            option.extend(checker.reading.options.starts(phase));
            self.intern(&option)
        };
        (0..checker.numeration.phases()).map(start).collect()
    }

    /// All states that options can be in, and where they lead.
    fn explore(&mut self, budget: &Budget) -> Result<Rows, Undecided> {
        let letters = self.checker.letters();
        let mut rows = Rows { first: vec![0], targets: vec![] };
        let mut at = 0;
        while at < self.options.len() {
            if at % 64 == 0 || letters > 256 {
                let width = self.checker.reading.options.leaves.len() * 8 + 80;
                let states = self.options.len() + self.ids.len();
                let bytes = rows.targets.len() * 8 + rows.first.len() * 4 + states * width / 2;
                budget.check(self.options.len(), bytes)?;
            }
            let from = self.options[at].clone();
            let steps = self.steps(&from);
            for letter in 0..letters {
                if letters > 1024 {
                    budget.poll()?;
                }
                self.successors(&from, &steps, letter, &mut rows.targets);
                let end = u32::try_from(rows.targets.len()).map_err(|_| Limit::States(budget.states()))?;
                rows.first.push(end);
            }
            at += 1;
        }
        Ok(rows)
    }

    /// The digits that `x'` and `y'` may have next, whatever those of the position are, with the claim and validity after them.
    fn steps(&self, from: &[u32]) -> Vec<(u32, [u32; 3])> {
        let checker = self.checker;
        let step = |pair: u32| {
            let claim = checker.claim.step(from[0], pair);
            if claim == DEAD && checker.caps.n == 0 {
                return None;
            }
            let valid = checker.valid_step((from[1], from[2]), pair)?;
            Some((pair, [claim, valid.0, valid.1]))
        };
        (0..checker.letters()).filter_map(step).collect()
    }

    /// Where an option's state leads with the next digits of the position, for all that `x'` and `y'` may have next.
    fn successors(&mut self, from: &[u32], steps: &[(u32, [u32; 3])], letter: u32, targets: &mut Vec<u32>) {
        let checker = self.checker;
        let digits = checker.numeration.digit_count();
        let forms = &checker.reading.options.leaves;
        let here: Vec<i64> =
            forms.iter().map(|l| l.combine(0, &[letter / digits, letter % digits])).collect();
        let mut next = vec![0; from.len()];
        for (pair, after) in steps {
            next[..3].copy_from_slice(after);
            let there = &self.pairs[*pair as usize * forms.len()..];
            for (i, form) in forms.iter().enumerate() {
                next[3 + i] = form.step_by(from[3 + i], here[i] + there[i]);
            }
            targets.extend(self.intern(&next));
        }
    }

    /// The number of an option's state, or `None` if it can no longer be a move of this kind.
    fn intern(&mut self, option: &[u32]) -> Option<u32> {
        if let Some(&id) = self.ids.get(option) {
            return (id != DEAD).then_some(id);
        }
        let reading = &self.checker.reading;
        let lost = |condition| reading.options.truth(condition, &option[3..]) == Truth::No;
        if lost(&reading.guards[self.guard]) || lost(&reading.is_move) {
            self.ids.insert(option.into(), DEAD);
            return None;
        }
        let id = self.options.len() as u32;
        self.options.push(option.into());
        self.ids.insert(option.into(), id);
        Some(id)
    }

    /// What an option is if the word ends here, as [`Graph`] has it.
    fn end(&self, option: &[u32]) -> u32 {
        let checker = self.checker;
        let reading = &checker.reading;
        let of_this_kind = reading.options.holds(&reading.guards[self.guard], &option[3..]);
        if !of_this_kind || !checker.accepts((option[1], option[2])) {
            return 0;
        }
        let Some(signature) = reading.signature(&option[3..]) else { return 0 };
        let inside = checker.claim.accepts(option[0]);
        let cap = if inside { checker.caps.p } else { checker.caps.n };
        match (cap, inside) {
            (0, _) => 0,
            (_, true) => 1 + signature as u32,
            (_, false) => 1 + (checker.signatures + signature) as u32,
        }
    }

    /// How far an option that ends so is counted.
    fn cap(&self, end: u32) -> u16 {
        match end as usize {
            0 => 0,
            end if end <= self.checker.signatures => self.checker.caps.p,
            _ => self.checker.caps.n,
        }
    }

    /// Drops states that end as nothing, and merges those that lead to equally many of each, as far as that is counted.
    fn merge(&self, rows: &Rows, starts: &[Option<u32>], budget: &Budget) -> Result<Graph, Undecided> {
        let letters = self.checker.letters() as usize;
        let end: Vec<u32> = self.options.iter().map(|o| self.end(o)).collect();
        let cap = self.caps(rows, &end);
        let live: Vec<usize> = (0..end.len()).filter(|&o| cap[o] > 0).collect();
        // The classes that a letter leads to, each at most as often as it is counted: members of a class have equal caps.
        let mut targets: Vec<(u32, u16)> = vec![];
        let mut leads = |class: &[u32], o: usize, letter: usize, found: &mut Vec<u32>| {
            let row = rows.row(letters, o, letter).iter().filter(|&&t| cap[t as usize] > 0);
            targets.clear();
            targets.extend(row.map(|&t| (class[t as usize], cap[t as usize])));
            targets.sort_unstable();
            for run in targets.chunk_by(|a, b| a.0 == b.0) {
                found.extend(run.iter().take(run[0].1.into()).map(|t| t.0));
            }
        };
        let mut class: Vec<u32> = end.iter().zip(&cap).map(|(&e, &c)| (e << 16) | u32::from(c)).collect();
        let mut count = 0;
        loop {
            let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
            let (mut refined, mut signature) = (vec![DEAD; end.len()], vec![]);
            for (i, &o) in live.iter().enumerate() {
                if i % 1024 == 0 {
                    budget.poll()?;
                }
                signature.clear();
                signature.push(class[o]);
                for letter in 0..letters {
                    signature.push(DEAD);
                    leads(&class, o, letter, &mut signature);
                }
                refined[o] = match ids.get(&signature[..]) {
                    Some(&known) => known,
                    None => {
                        let fresh = ids.len() as u32;
                        ids.insert(signature.as_slice().into(), fresh);
                        fresh
                    }
                };
            }
            class = refined;
            if ids.len() == count {
                break;
            }
            count = ids.len();
            budget.check(count, 0)?;
        }
        let mut member = vec![0; count];
        live.iter().for_each(|&o| member[class[o] as usize] = o);
        let mut merged = Rows { first: vec![0], targets: vec![] };
        for &o in &member {
            for letter in 0..letters {
                leads(&class, o, letter, &mut merged.targets);
                merged.first.push(merged.targets.len() as u32);
            }
        }
        let of = |o: u32| (cap[o as usize] > 0).then(|| class[o as usize]);
        Ok(Graph {
            letters,
            rows: merged,
            end: member.iter().map(|&o| end[o]).collect(),
            cap: member.iter().map(|&o| cap[o]).collect(),
            starts: starts.iter().map(|s| s.and_then(of)).collect(),
        })
    }

    /// How far the options in each state have to be counted: as far as the ends that they can still have; 0 if none.
    fn caps(&self, rows: &Rows, end: &[u32]) -> Vec<u16> {
        let letters = self.checker.letters() as usize;
        let n = end.len();
        let row = |o: usize| {
            &rows.targets[rows.first[o * letters] as usize..rows.first[(o + 1) * letters] as usize]
        };
        let mut before: Vec<Vec<u32>> = vec![vec![]; n];
        for o in 0..n {
            for &t in row(o) {
                if before[t as usize].last() != Some(&(o as u32)) {
                    before[t as usize].push(o as u32);
                }
            }
        }
        let mut cap: Vec<u16> = end.iter().map(|&e| self.cap(e)).collect();
        let mut stack: Vec<u32> = (0..n as u32).filter(|&o| cap[o as usize] > 0).collect();
        while let Some(o) = stack.pop() {
            for &b in &before[o as usize] {
                if cap[b as usize] < cap[o as usize] {
                    cap[b as usize] = cap[o as usize];
                    stack.push(b);
                }
            }
        }
        cap
    }

    /// Follows sets of options with their counts.
    fn follow(&self, graph: &Graph, budget: &Budget) -> Result<Tally, Undecided> {
        let checker = self.checker;
        let (phases, letters) = (checker.numeration.phases(), checker.letters());
        let mut ids: FxHashMap<Knowledge, u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Knowledge)> = vec![];
        for phase in 0..phases {
            let valid = checker.numeration.valid_start(phase);
            let options = graph.starts[phase].map(|id| (id, 1)).into_iter().collect();
            let start = Knowledge { valid: (valid, valid), options };
            ids.insert(start.clone(), queue.len() as u32);
            queue.push((phase, start));
        }
        let starts = (0..phases as u32).collect();
        let mut tally =
            Tally { letters: graph.letters, next: vec![], output: vec![], starts, numbers: vec![] };
        let mut counts: Vec<u16> = vec![0; graph.end.len()];
        let mut touched: Vec<u32> = vec![];
        let (mut held, mut at) = (0, 0);
        while at < queue.len() {
            let (phase, current) = queue[at].clone();
            held += current.options.len() * 16 + 160;
            if at % 256 == 0 || letters > 256 {
                budget.check(queue.len(), held + tally.next.len() * 4)?;
            }
            let end = if phase == 0 { self.numbers(graph, &current) } else { Box::from([]) };
            let known = tally.numbers.iter().position(|n| *n == end);
            tally.output.push(known.unwrap_or(tally.numbers.len()) as u32);
            if known.is_none() {
                tally.numbers.push(end);
            }
            for letter in 0..letters {
                let Some(valid) = checker.valid_step(current.valid, letter) else {
                    tally.next.push(DEAD);
                    continue;
                };
                touched.clear();
                for &(option, count) in &current.options {
                    for &target in graph.rows.row(graph.letters, option as usize, letter as usize) {
                        let slot = &mut counts[target as usize];
                        if *slot == 0 {
                            touched.push(target);
                        }
                        *slot = (*slot + count).min(graph.cap[target as usize]);
                    }
                }
                touched.sort_unstable();
                let options = touched.iter().map(|&t| (t, std::mem::take(&mut counts[t as usize]))).collect();
                let fresh = queue.len() as u32;
                tally.next.push(*ids.entry(Knowledge { valid, options }).or_insert_with_key(|key| {
                    queue.push((checker.numeration.next_phase(phase), key.clone()));
                    fresh
                }));
            }
            at += 1;
        }
        Ok(tally)
    }

    /// How many options of each signature there are inside the claimed set, then outside, if the word ends here.
    fn numbers(&self, graph: &Graph, knowledge: &Knowledge) -> Numbers {
        let mut numbers = vec![0u16; 2 * self.checker.signatures];
        for &(option, count) in &knowledge.options {
            let end = graph.end[option as usize];
            if end > 0 {
                let number = &mut numbers[end as usize - 1];
                *number = (*number + count).min(self.cap(end));
            }
        }
        numbers.into_boxed_slice()
    }
}
