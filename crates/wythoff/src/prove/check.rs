//! The checker: verifies a certificate with a decision procedure of its own.
//!
//! It shares no code with the guesser ([`learn`](super::learn), [`guess`](super::guess)) or with the planner
//! ([`plan`](super::plan), [`sentence`](super::sentence)), and none of their products and projections: only data types are
//! common (rules, numeration with its linear forms, automaton table). It reads the rules itself
//! ([`read`](super::read)) and does the obvious thing, slower than the planner:
//!
//! Read a position `(x, y)` digit by digit and follow *all* its options `(x', y')` at once. An option is followed as the
//! state of the claimed automaton on `(x', y')` and the states of the rules' linear forms on `(x, y, x', y')`; options in equal states
//! are counted together, up to a cap; an option that can no longer be a move is dropped. Options are no longer than
//! the position, because a move makes piles smaller. At the end of a word the counts say who wins, and this must be what the claimed
//! automaton says. There are finitely many states of knowledge; if none of those reachable contradicts the claim,
//! the claim satisfies the rules at every position, and by induction on `x + y` it is true.
//!
//! ```
//! use wythoff::automaton::{Dfa, Limits, Numeration, System};
//! use wythoff::prove::certificate::Certificate;
//! use wythoff::prove::check::{Verdict, check};
//! use wythoff::rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let dead = u32::MAX;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let text = Certificate::new(nim.clone(), base2.clone(), diagonal).to_string();
//! assert_eq!(check(&text, &Limits::default()).unwrap(), Verdict::Proved);
//! let origin = Dfa::from_table(2, 2, &[0, dead, dead, dead], &[1], &[0]);
//! let text = Certificate::new(nim, base2, origin).to_string();
//! assert_eq!(check(&text, &Limits::default()).unwrap(), Verdict::Refuted { x: 1u32.into(), y: 1u32.into() });
//! ```

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::Undecided;
use super::certificate::{BadCertificate, Certificate};
use super::read::{Leaf, Reading, Truth};
use crate::automaton::{DEAD, Limits, Numeration};
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
pub fn check(text: &str, limits: &Limits<'_>) -> Result<Verdict, Unchecked> {
    let certificate: Certificate = text.parse()?;
    Ok(verify(&certificate, limits)?)
}

/// Checks a claim.
///
/// # Errors
/// If a limit is reached or the rules cannot be read in this numeration.
pub fn verify(certificate: &Certificate, limits: &Limits<'_>) -> Result<Verdict, Undecided> {
    Checker::new(certificate, limits)?.run(limits)
}

/// Options in one state: the claimed automaton, validity of both piles, then the leaves.
type Option4 = Box<[u32]>;

struct Checker<'c> {
    claim: &'c crate::automaton::Dfa,
    numeration: &'c Numeration,
    ruleset: &'c Ruleset,
    /// Leaves over x, y, x', y'; rules over them.
    option_leaves: Vec<Leaf>,
    reading: Reading,
    /// Leaves over x, y alone: for the square itself.
    square_leaves: Vec<Leaf>,
    cap: u16,
    /// Whether options outside the claimed set have to be followed.
    outside: bool,
    ids: FxHashMap<Option4, u32>,
    options: Vec<Option4>,
    steps: FxHashMap<(u32, u32), Box<[u32]>>,
}

/// What is known after some digits of a position: claim, validity, square leaves; and the options with their counts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Knowledge {
    square: Box<[u32]>,
    options: Box<[(u32, u16)]>,
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate, limits: &Limits<'_>) -> Result<Self, Undecided> {
        let (ruleset, numeration) = (certificate.rules(), certificate.numeration());
        if ruleset.imitation.is_some() {
            return Err(Undecided::Rules("games with memory have no sentence over positions"));
        }
        let most = match &ruleset.twist {
            Twist::None => 0,
            Twist::Block(blocks) => blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add),
            Twist::Comply(parts) => parts.iter().map(|p| p.least).max().unwrap_or(0),
        };
        let cap = u16::try_from(most).ok().filter(|&m| m < 4096);
        let cap = cap.ok_or(Undecided::Rules("numbers of options above 4095 are not supported"))? + 1;
        let reading = Reading::new(ruleset)?;
        Ok(Checker {
            claim: certificate.automaton(),
            numeration,
            ruleset,
            option_leaves: reading.option_leaves(numeration, limits)?,
            square_leaves: reading.square_leaves(numeration, limits)?,
            reading,
            cap,
            outside: ruleset.play == Play::Misere || matches!(ruleset.twist, Twist::Comply(_)),
            ids: FxHashMap::default(),
            options: vec![],
            steps: FxHashMap::default(),
        })
    }

    fn run(mut self, limits: &Limits<'_>) -> Result<Verdict, Undecided> {
        let phases = self.numeration.phases();
        let digits = self.numeration.digit_count();
        let mut seen: FxHashMap<Knowledge, u32> = FxHashMap::default();
        let mut queue: Vec<Knowledge> = vec![];
        let mut phase_of: Vec<usize> = vec![];
        let mut origin: Vec<(u32, u32)> = vec![];
        for phase in 0..phases {
            let valid = self.numeration.valid_start(phase);
            let mut square = vec![self.claim.starts()[phase], valid, valid];
            let mut option = square.clone();
            square.extend(self.square_leaves.iter().map(|l| l.start(phase)));
            option.extend(self.option_leaves.iter().map(|l| l.start(phase)));
            let first = self.intern(option.into_boxed_slice());
            let options = first.map(|id| (id, 1)).into_iter().collect();
            let start = Knowledge { square: square.into_boxed_slice(), options };
            seen.insert(start.clone(), queue.len() as u32);
            queue.push(start);
            phase_of.push(phase);
            origin.push((DEAD, 0));
        }
        let mut counts: Vec<u16> = vec![];
        let mut held = 0;
        let mut at = 0;
        while at < queue.len() {
            held += queue[at].options.len() * 16 + 128;
            if at % 256 == 0 {
                limits.check(queue.len(), held + self.options.len() * 64 + self.steps.len() * 64)?;
            }
            if phase_of[at] == 0 && self.contradicts(&queue[at]) {
                return Ok(self.refuted(&origin, at));
            }
            let to = if phase_of[at] == 0 { phases - 1 } else { phase_of[at] - 1 };
            for letter in 0..digits * digits {
                let Some(square) = self.step_square(&queue[at].square, letter) else { continue };
                let current = queue[at].options.clone();
                let mut touched: Vec<u32> = vec![];
                for &(option, count) in &current {
                    self.prepare(option, letter);
                    counts.resize(self.options.len(), 0);
                    for &target in &self.steps[&(option, letter)] {
                        let slot = &mut counts[target as usize];
                        if *slot == 0 {
                            touched.push(target);
                        }
                        *slot = (*slot + count).min(self.cap);
                    }
                }
                touched.sort_unstable();
                let options = touched.iter().map(|&t| (t, std::mem::take(&mut counts[t as usize]))).collect();
                let next = Knowledge { square, options };
                if !seen.contains_key(&next) {
                    seen.insert(next.clone(), queue.len() as u32);
                    queue.push(next);
                    phase_of.push(to);
                    origin.push((at as u32, letter));
                }
            }
            at += 1;
        }
        Ok(Verdict::Proved)
    }

    /// The square's own states after one letter; `None` if its piles are no longer valid words.
    fn step_square(&self, square: &[u32], letter: u32) -> Option<Box<[u32]>> {
        let digits = self.numeration.digit_count();
        let (dx, dy) = (letter / digits, letter % digits);
        let valid = (self.numeration.valid_step(square[1], dx), self.numeration.valid_step(square[2], dy));
        if valid.0 == DEAD || valid.1 == DEAD {
            return None;
        }
        let mut next = vec![self.claim.step(square[0], letter as usize), valid.0, valid.1];
        next.extend(self.square_leaves.iter().zip(&square[3..]).map(|(l, &s)| l.step(s, &[dx, dy])));
        Some(next.into_boxed_slice())
    }

    /// Computes where an option's state leads for all digits that `x'` and `y'` may have next.
    fn prepare(&mut self, option: u32, letter: u32) {
        if self.steps.contains_key(&(option, letter)) {
            return;
        }
        let digits = self.numeration.digit_count();
        let (dx, dy) = (letter / digits, letter % digits);
        let from = self.options[option as usize].clone();
        let mut targets = vec![];
        for dx2 in 0..digits {
            let valid_x = self.numeration.valid_step(from[1], dx2);
            if valid_x == DEAD {
                continue;
            }
            for dy2 in 0..digits {
                let claim = self.claim.step(from[0], (dx2 * digits + dy2) as usize);
                let valid_y = self.numeration.valid_step(from[2], dy2);
                if valid_y == DEAD || (claim == DEAD && !self.outside) {
                    continue;
                }
                let mut next = vec![claim, valid_x, valid_y];
                next.extend(
                    self.option_leaves.iter().zip(&from[3..]).map(|(l, &s)| l.step(s, &[dx, dy, dx2, dy2])),
                );
                targets.extend(self.intern(next.into_boxed_slice()));
            }
        }
        self.steps.insert((option, letter), targets.into_boxed_slice());
    }

    /// The number of an option's state, or `None` if it can no longer be a move.
    fn intern(&mut self, option: Option4) -> Option<u32> {
        let leaf = |i: usize, set: &[bool]| self.option_leaves[i].truth(option[3 + i], set);
        if self.reading.may_move(&leaf) == Truth::No {
            return None;
        }
        let fresh = self.options.len() as u32;
        let id = *self.ids.entry(option).or_insert_with_key(|key| {
            self.options.push(key.clone());
            fresh
        });
        Some(id)
    }

    /// Whether the word ends here as a position at which the claim and the rules disagree.
    fn contradicts(&self, knowledge: &Knowledge) -> bool {
        let square = &knowledge.square;
        if !self.numeration.valid_accepts(square[1]) || !self.numeration.valid_accepts(square[2]) {
            return false;
        }
        let claimed = self.claim.output(square[0]) != 0;
        let leaf = |i: usize, set: &[bool]| self.square_leaves[i].end(square[3 + i], set);
        if !self.reading.exists(&leaf) {
            return claimed;
        }
        let mut counts = Counts::new(lines(&self.ruleset.twist));
        for &(id, count) in &knowledge.options {
            let option = &self.options[id as usize];
            if !self.numeration.valid_accepts(option[1]) || !self.numeration.valid_accepts(option[2]) {
                continue;
            }
            let leaf = |i: usize, set: &[bool]| self.option_leaves[i].end(option[3 + i], set);
            let Some(signature) = self.reading.signature(&leaf) else { continue };
            let side = if self.claim.output(option[0]) != 0 { &mut counts.p } else { &mut counts.n };
            side[signature] += u64::from(count);
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
