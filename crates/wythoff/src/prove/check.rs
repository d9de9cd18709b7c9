//! The checker: verifies a certificate with a decision procedure of its own.
//!
//! It shares no code with the guesser ([`learn`](super::learn), [`guess`](super::guess)) or with the planner
//! ([`plan`](super::plan), [`sentence`](super::sentence)), and none of their products and projections: only data types are
//! common (rules, numeration with its linear forms, automaton table and its minimisation). It reads the rules itself
//! ([`read`](super::read)) and does the obvious thing, slower than the planner:
//!
//! Read a position `(x, y)` digit by digit and follow *all* its options `(x', y')` at once. An option is followed as the
//! state of the claimed automaton on `(x', y')` and the states of the rules' linear forms on `(x, y, x', y')`; options in equal states
//! are counted together, up to a cap; an option that can no longer be a move is dropped. Options are no longer than
//! the position, because a move makes piles smaller. This is done five times, for removals with `s = 0`, with `t = 0`, and on both
//! piles with `s = t`, `s < t`, `s > t`: every removal is of exactly one of these kinds, so the counts add up, and five small automata
//! come out instead of one large. Then they are read side by side: at the end of a word the counts say who
//! wins, and this must be what the claimed automaton says. If no reachable state contradicts the claim, the
//! claim satisfies the rules at every position, and by induction on `x + y` it is true.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::automaton::{Dfa, Numeration, System};
//! use wythoff::prove::certificate::Certificate;
//! use wythoff::prove::check::{Verdict, check};
//! use wythoff::rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let dead = u32::MAX;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let text = Certificate::new(nim.clone(), base2.clone(), diagonal).to_string();
//! assert_eq!(check(&text, &Budget::default()).unwrap(), Verdict::Proved);
//! let origin = Dfa::from_table(2, 2, &[0, dead, dead, dead], &[1], &[0]);
//! let text = Certificate::new(nim, base2, origin).to_string();
//! assert_eq!(check(&text, &Budget::default()).unwrap(), Verdict::Refuted { x: 1u32.into(), y: 1u32.into() });
//! ```

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::certificate::{BadCertificate, Certificate};
use super::read::{Leaf, Reading, Truth};
use super::tail::certificate::AnyCertificate;
use super::{Undecided, expressible};
use crate::automaton::minimize::refine;
use crate::automaton::{DEAD, Dfa, Numeration};
use crate::budget::Budget;
use crate::rules::{Play, Ruleset, Twist};
use crate::solve::twist::{Counts, lines, previous_wins};

/// What the checker found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is true.
    Proved,
    /// The claim contradicts the rules at this position, a shortest one.
    Refuted {
        /// The first pile.
        x: UBig,
        /// The second pile.
        y: UBig,
    },
}

/// Why a certificate was neither confirmed nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It is not a certificate.
    #[error(transparent)]
    Bad(#[from] BadCertificate),
    /// The question was not decided.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

/// Checks the text of a certificate.
///
/// # Errors
/// If the text is not a certificate in canonical form, or a limit is reached.
pub fn check(text: &str, budget: &Budget) -> Result<Verdict, Unchecked> {
    let certificate: AnyCertificate = text.parse()?;
    Ok(verify_any(&certificate, budget)?)
}

/// Checks a claim of either kind.
///
/// # Errors
/// As for [`verify`] and [`tail::check::verify`](super::tail::check::verify).
pub fn verify_any(certificate: &AnyCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    match certificate {
        AnyCertificate::Automaton(certificate) => verify(certificate, budget),
        AnyCertificate::Tail(certificate) => super::tail::check::verify(certificate, budget),
    }
}

/// Checks a claim.
///
/// # Errors
/// If a limit is reached or the rules cannot be read in this numeration.
pub fn verify(certificate: &Certificate, budget: &Budget) -> Result<Verdict, Undecided> {
    Checker::new(certificate, budget)?.run(budget)
}

/// Options in one state: the claimed automaton, validity of both piles, then the leaves.
type Follow = Box<[u32]>;

/// How many options of each signature there are inside the claimed set, then outside.
type Numbers = Box<[u16]>;

struct Checker<'c> {
    claim: &'c Dfa,
    numeration: &'c Numeration,
    ruleset: &'c Ruleset,
    reading: Reading,
    /// Leaves over x, y, x', y'.
    option_leaves: Vec<Leaf>,
    /// Leaves over x, y alone: for the square itself.
    square_leaves: Vec<Leaf>,
    cap: u16,
    /// Whether options outside the claimed set have to be followed.
    outside: bool,
}

/// The automaton that counts the options of one kind.
struct Tally {
    next: Vec<u32>,
    /// Which of `numbers` a state ends with.
    output: Vec<u32>,
    starts: Vec<u32>,
    numbers: Vec<Numbers>,
}

/// What is known after some digits of a position: validity of its piles, and the options with their counts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Knowledge {
    valid: (u32, u32),
    options: Box<[(u32, u16)]>,
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate, budget: &Budget) -> Result<Self, Undecided> {
        let (ruleset, numeration) = (certificate.rules(), certificate.numeration());
        let cap = expressible(ruleset)? + 1;
        if !certificate.automaton().is_proper(numeration) {
            return Err(Undecided::Rules("the automaton is not a set of pairs of numbers"));
        }
        let reading = Reading::new(ruleset)?;
        Ok(Checker {
            claim: certificate.automaton(),
            numeration,
            ruleset,
            option_leaves: reading.option_leaves(numeration, budget)?,
            square_leaves: reading.square_leaves(numeration, budget)?,
            reading,
            cap,
            outside: ruleset.play == Play::Misere || matches!(ruleset.twist, Twist::Comply(_)),
        })
    }

    fn letters(&self) -> u32 {
        self.numeration.digit_count().pow(2)
    }

    fn valid_step(&self, valid: (u32, u32), letter: u32) -> Option<(u32, u32)> {
        let digits = self.numeration.digit_count();
        let x = self.numeration.valid_step(valid.0, letter / digits);
        let y = self.numeration.valid_step(valid.1, letter % digits);
        (x != DEAD && y != DEAD).then_some((x, y))
    }

    fn accepts(&self, valid: (u32, u32)) -> bool {
        self.numeration.valid_accepts(valid.0) && self.numeration.valid_accepts(valid.1)
    }

    fn run(&self, budget: &Budget) -> Result<Verdict, Undecided> {
        let mut tallies = vec![];
        for guard in 0..self.reading.guards() {
            tallies.extend(Counter::new(self, guard).run(budget)?);
        }
        // Side by side: claim, validity, square leaves, tallies.
        let phases = self.numeration.phases();
        let leaves = 3 + self.square_leaves.len();
        let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Box<[u32]>)> = vec![];
        let mut origin: Vec<(u32, u32)> = vec![];
        for phase in 0..phases {
            let valid = self.numeration.valid_start(phase);
            let mut state = vec![self.claim.starts()[phase], valid, valid];
            state.extend(self.square_leaves.iter().map(|l| l.start(phase)));
            state.extend(tallies.iter().map(|t| t.starts[phase]));
            ids.insert(state.clone().into_boxed_slice(), queue.len() as u32);
            queue.push((phase, state.into_boxed_slice()));
            origin.push((DEAD, 0));
        }
        let digits = self.numeration.digit_count();
        let mut at = 0;
        while at < queue.len() {
            if at % 1024 == 0 || self.letters() > 256 {
                budget.check(queue.len(), queue.len() * (leaves + tallies.len() + 16) * 8)?;
            }
            let (phase, state) = queue[at].clone();
            if phase == 0 && self.contradicts(&state, &tallies) {
                return Ok(self.refuted(&origin, at));
            }
            for letter in 0..self.letters() {
                let Some(valid) = self.valid_step((state[1], state[2]), letter) else { continue };
                let mut next = vec![self.claim.step(state[0], letter as usize), valid.0, valid.1];
                let pair = [letter / digits, letter % digits];
                next.extend(self.square_leaves.iter().zip(&state[3..]).map(|(l, &s)| l.step(s, &pair)));
                let letters = self.letters() as usize;
                next.extend(
                    tallies
                        .iter()
                        .zip(&state[leaves..])
                        .map(|(t, &s)| t.next[s as usize * letters + letter as usize]),
                );
                let fresh = queue.len() as u32;
                let to = if phase == 0 { phases - 1 } else { phase - 1 };
                ids.entry(next.into_boxed_slice()).or_insert_with_key(|key| {
                    queue.push((to, key.clone()));
                    origin.push((at as u32, letter));
                    fresh
                });
            }
            at += 1;
        }
        Ok(Verdict::Proved)
    }

    /// Whether a word that ends here is a position at which the claim and the rules disagree.
    fn contradicts(&self, state: &[u32], tallies: &[Tally]) -> bool {
        if !self.accepts((state[1], state[2])) {
            return false;
        }
        let claimed = self.claim.output(state[0]) != 0;
        if !self.reading.exists(&|i, set| self.square_leaves[i].end(state[3 + i], set)) {
            return claimed;
        }
        let mut counts = Counts::new(lines(&self.ruleset.twist));
        let signatures = counts.p.len();
        for (tally, &s) in tallies.iter().zip(&state[3 + self.square_leaves.len()..]) {
            let numbers = &tally.numbers[tally.output[s as usize] as usize];
            for signature in 0..signatures {
                counts.p[signature] += u64::from(numbers[signature]);
                counts.n[signature] += u64::from(numbers[signatures + signature]);
            }
        }
        previous_wins(self.ruleset, &counts) != claimed
    }

    fn refuted(&self, origin: &[(u32, u32)], end: usize) -> Verdict {
        let digits = self.numeration.digit_count();
        let (mut x, mut y) = (vec![], vec![]);
        let mut at = end as u32;
        while origin[at as usize].0 != DEAD {
            let (from, letter) = origin[at as usize];
            x.push(letter / digits);
            y.push(letter % digits);
            at = from;
        }
        x.reverse();
        y.reverse();
        Verdict::Refuted { x: self.numeration.value(&x), y: self.numeration.value(&y) }
    }
}

/// Follows the options of one kind.
struct Counter<'c> {
    checker: &'c Checker<'c>,
    guard: usize,
    ids: FxHashMap<Follow, u32>,
    options: Vec<Follow>,
}

/// Where options lead: merged states that can still end as a move.
struct Graph {
    letters: usize,
    first: Vec<u32>,
    targets: Vec<u32>,
    /// What a state ends as: 0 if as nothing, else 1 + signature, plus the number of signatures if outside the claim.
    end: Vec<u32>,
    starts: Vec<Option<u32>>,
}

impl<'c> Counter<'c> {
    fn new(checker: &'c Checker<'c>, guard: usize) -> Self {
        Counter { checker, guard, ids: FxHashMap::default(), options: vec![] }
    }

    /// The tally, or `None` if there are no options of this kind.
    fn run(mut self, budget: &Budget) -> Result<Option<Tally>, Undecided> {
        let graph = self.graph(budget)?;
        if graph.starts.iter().all(Option::is_none) {
            return Ok(None);
        }
        let checker = self.checker;
        let (phases, letters) = (checker.numeration.phases(), checker.letters());
        let mut ids: FxHashMap<Knowledge, u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Knowledge)> = vec![];
        let mut starts = vec![];
        for phase in 0..phases {
            let valid = checker.numeration.valid_start(phase);
            let options = graph.starts[phase].map(|id| (id, 1)).into_iter().collect();
            let start = Knowledge { valid: (valid, valid), options };
            starts.push(queue.len() as u32);
            ids.insert(start.clone(), queue.len() as u32);
            queue.push((phase, start));
        }
        let mut next: Vec<u32> = vec![];
        let mut output: Vec<u32> = vec![];
        let mut numbers: Vec<Numbers> = vec![];
        let mut counts: Vec<u16> = vec![0; graph.end.len()];
        let mut held = 0;
        let mut at = 0;
        while at < queue.len() {
            let (phase, current) = queue[at].clone();
            held += current.options.len() * 16 + 160;
            if at % 256 == 0 || letters > 256 {
                budget.check(queue.len(), held + next.len() * 4)?;
            }
            let end = if phase == 0 { self.numbers(&graph, &current) } else { Box::from([]) };
            output.push(match numbers.iter().position(|n| *n == end) {
                Some(known) => known as u32,
                None => {
                    numbers.push(end);
                    numbers.len() as u32 - 1
                }
            });
            for letter in 0..letters {
                let Some(valid) = checker.valid_step(current.valid, letter) else {
                    next.push(DEAD);
                    continue;
                };
                let mut touched: Vec<u32> = vec![];
                for &(option, count) in &current.options {
                    for &target in graph.successors(option, letter) {
                        let slot = &mut counts[target as usize];
                        if *slot == 0 {
                            touched.push(target);
                        }
                        *slot = (*slot + count).min(checker.cap);
                    }
                }
                touched.sort_unstable();
                let options = touched.iter().map(|&t| (t, std::mem::take(&mut counts[t as usize]))).collect();
                let fresh = queue.len() as u32;
                let to = if phase == 0 { phases - 1 } else { phase - 1 };
                next.push(*ids.entry(Knowledge { valid, options }).or_insert_with_key(|key| {
                    queue.push((to, key.clone()));
                    fresh
                }));
            }
            at += 1;
        }
        // Merge what cannot be told apart; the order of states does not matter here.
        let letters = letters as usize;
        let class = refine(&next, letters, output.clone());
        let count = class.iter().max().map_or(0, |&m| m as usize + 1);
        let mut merged =
            Tally { next: vec![DEAD; count * letters], output: vec![0; count], starts: vec![], numbers };
        for (state, &c) in class.iter().enumerate() {
            merged.output[c as usize] = output[state];
            for letter in 0..letters {
                let target = next[state * letters + letter];
                let target = if target == DEAD { DEAD } else { class[target as usize] };
                merged.next[c as usize * letters + letter] = target;
            }
        }
        merged.starts = starts.into_iter().map(|s| class[s as usize]).collect();
        Ok(Some(merged))
    }

    /// All states that options can be in, with those dropped that can never end as a move, and those merged that lead to
    /// equally many of each.
    fn graph(&mut self, budget: &Budget) -> Result<Graph, Undecided> {
        let checker = self.checker;
        let letters = checker.letters() as usize;
        let mut starts = vec![];
        for phase in 0..checker.numeration.phases() {
            let valid = checker.numeration.valid_start(phase);
            let mut option = vec![checker.claim.starts()[phase], valid, valid];
            option.extend(checker.option_leaves.iter().map(|l| l.start(phase)));
            starts.push(self.intern(option.into_boxed_slice()));
        }
        // Successors in compressed rows, one row for each option and letter.
        let mut first: Vec<u32> = vec![0];
        let mut targets: Vec<u32> = vec![];
        let mut at = 0;
        while at < self.options.len() {
            if at % 64 == 0 || letters > 256 {
                let bytes = targets.len() * 8 + first.len() * 4 + self.options.len() * 96;
                budget.check(self.options.len(), bytes)?;
            }
            for letter in 0..letters {
                if letters > 1024 {
                    budget.check(0, 0)?;
                }
                self.successors(at, letter as u32, &mut targets);
                first.push(targets.len() as u32);
            }
            at += 1;
        }
        let n = self.options.len();
        let end: Vec<u32> = self.options.iter().map(|o| self.end(o)).collect();
        let row = |o: usize| &targets[first[o * letters] as usize..first[(o + 1) * letters] as usize];
        // Which options can still end as a move.
        let mut before: Vec<Vec<u32>> = vec![vec![]; n];
        for o in 0..n {
            for &t in row(o) {
                if before[t as usize].last() != Some(&(o as u32)) {
                    before[t as usize].push(o as u32);
                }
            }
        }
        let mut live: Vec<bool> = end.iter().map(|&e| e != 0).collect();
        let mut stack: Vec<u32> = (0..n as u32).filter(|&o| live[o as usize]).collect();
        while let Some(o) = stack.pop() {
            for &b in &before[o as usize] {
                if !std::mem::replace(&mut live[b as usize], true) {
                    stack.push(b);
                }
            }
        }
        // Merge: equal ends, and for each letter equally many successors of each class. Refined until stable.
        let mut class = end.clone();
        let mut count = 0;
        loop {
            let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = vec![DEAD; n];
            for o in (0..n).filter(|&o| live[o]) {
                let mut signature = vec![class[o]];
                for letter in 0..letters {
                    let from = first[o * letters + letter] as usize..first[o * letters + letter + 1] as usize;
                    let begin = signature.len() + 1;
                    signature.push(DEAD);
                    signature.extend(
                        targets[from].iter().filter(|&&t| live[t as usize]).map(|&t| class[t as usize]),
                    );
                    signature[begin..].sort_unstable();
                }
                let fresh = ids.len() as u32;
                refined[o] = *ids.entry(signature).or_insert(fresh);
            }
            class = refined;
            if ids.len() == count {
                break;
            }
            count = ids.len();
            budget.check(count, 0)?;
        }
        let mut member = vec![DEAD; count];
        for o in (0..n).filter(|&o| live[o]) {
            member[class[o] as usize] = o as u32;
        }
        let mut graph = Graph { letters, first: vec![0], targets: vec![], end: vec![], starts: vec![] };
        for &m in &member {
            graph.end.push(end[m as usize]);
            for letter in 0..letters {
                let from = first[m as usize * letters + letter] as usize
                    ..first[m as usize * letters + letter + 1] as usize;
                graph
                    .targets
                    .extend(targets[from].iter().filter(|&&t| live[t as usize]).map(|&t| class[t as usize]));
                graph.first.push(graph.targets.len() as u32);
            }
        }
        let of = |o: u32| live[o as usize].then(|| class[o as usize]);
        graph.starts = starts.into_iter().map(|s| s.and_then(of)).collect();
        Ok(graph)
    }

    /// Where an option's state leads for all digits that `x'` and `y'` may have next.
    fn successors(&mut self, option: usize, letter: u32, targets: &mut Vec<u32>) {
        let checker = self.checker;
        let digits = checker.numeration.digit_count();
        let (dx, dy) = (letter / digits, letter % digits);
        let from = self.options[option].clone();
        for pair in 0..checker.letters() {
            let claim = checker.claim.step(from[0], pair as usize);
            if claim == DEAD && !checker.outside {
                continue;
            }
            let Some(valid) = checker.valid_step((from[1], from[2]), pair) else { continue };
            let step = [dx, dy, pair / digits, pair % digits];
            let mut next = vec![claim, valid.0, valid.1];
            next.extend(checker.option_leaves.iter().zip(&from[3..]).map(|(l, &s)| l.step(s, &step)));
            targets.extend(self.intern(next.into_boxed_slice()));
        }
    }

    /// The number of an option's state, or `None` if it can no longer be a move of this kind.
    fn intern(&mut self, option: Follow) -> Option<u32> {
        if let Some(&id) = self.ids.get(&option) {
            return Some(id);
        }
        let checker = self.checker;
        let leaf = |i: usize, set: &[bool]| checker.option_leaves[i].truth(option[3 + i], set);
        if checker.reading.may_pass(self.guard, &leaf) == Truth::No
            || checker.reading.may_move(&leaf) == Truth::No
        {
            return None;
        }
        let id = self.options.len() as u32;
        self.options.push(option.clone());
        self.ids.insert(option, id);
        Some(id)
    }

    /// What an option is if the word ends here, as [`Graph`] has it.
    fn end(&self, option: &[u32]) -> u32 {
        let checker = self.checker;
        let leaf = |i: usize, set: &[bool]| checker.option_leaves[i].end(option[3 + i], set);
        let passes =
            checker.reading.may_pass(self.guard, &|i, set| if leaf(i, set) { Truth::Yes } else { Truth::No });
        if passes != Truth::Yes || !checker.accepts((option[1], option[2])) {
            return 0;
        }
        let Some(signature) = checker.reading.signature(&leaf) else { return 0 };
        let inside = checker.claim.output(option[0]) != 0;
        if !inside && !checker.outside {
            return 0;
        }
        let signatures = 1 << lines(&checker.ruleset.twist);
        1 + signature as u32 + if inside { 0 } else { signatures }
    }

    /// How many options of each signature there are inside the claimed set, then outside, if the word ends here.
    fn numbers(&self, graph: &Graph, knowledge: &Knowledge) -> Numbers {
        let signatures = 1usize << lines(&self.checker.ruleset.twist);
        let mut numbers = vec![0u16; 2 * signatures];
        for &(option, count) in &knowledge.options {
            if let Some(i) = (graph.end[option as usize] as usize).checked_sub(1) {
                numbers[i] = (numbers[i] + count).min(self.checker.cap);
            }
        }
        numbers.into_boxed_slice()
    }
}

impl Graph {
    fn successors(&self, option: u32, letter: u32) -> &[u32] {
        let at = option as usize * self.letters + letter as usize;
        &self.targets[self.first[at] as usize..self.first[at + 1] as usize]
    }
}
