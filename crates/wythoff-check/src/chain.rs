//! The proof about an automaton once more, one kind of options after the other.
//!
//! Side by side ([`squares`](super::squares)) the automata of all kinds of options can have more states together than fit anywhere, because each goes on
//! where nothing depends on it any longer. Here the squares that are claimed, and those that are not, are two automata. One kind after the other
//! is added to them: a word then ends with the number of P-options of the kinds so far, and
//!
//! - a square that is *not claimed* is left out as soon as those cannot all be forbidden: it is an N-position, as it should be, since more P-options change
//!   nothing. What is left in the end is a P-position that is not claimed.
//! - a square that is *claimed* must never have more than can be forbidden.
//!
//! After each kind, states that lead to nothing are dropped and states with equal futures merged. What is merged is a quotient of a part of what would be met
//! side by side, so no step is larger than that. Only for normal play without `comply`: there the previous player wins exactly if the P-options can be forbidden.

use rustc_hash::FxHashMap;

use super::options::Tally;
use super::play::previous_player_wins;
use super::squares::Checker;
use super::table::{live, refine};
use super::{Undecided, Verdict};
use wythoff_automata::numeration::DEAD;
use wythoff_budget::Budget;

/// The letters of a word, first to last. Shorter words come first, equally long ones in the order of their letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word(usize, Vec<u32>);

impl Word {
    /// The word that leads to a state: `origin` has for each state the one before it, [`DEAD`] at a start, and the letter between them.
    pub(super) fn ending(origin: &[(u32, u32)], end: usize) -> Word {
        let mut letters = vec![];
        let mut at = end as u32;
        while origin[at as usize].0 != DEAD {
            letters.push(origin[at as usize].1);
            at = origin[at as usize].0;
        }
        letters.reverse();
        Word::new(letters)
    }

    pub(super) fn new(letters: Vec<u32>) -> Word {
        Word(letters.len(), letters)
    }

    pub(super) fn letters(&self) -> &[u32] {
        &self.1
    }
}

/// Squares with the P-options of the kinds so far.
struct Chain {
    next: Vec<u32>,
    /// Which of `counts` a word ends with; [`DEAD`] if its square is not in question, or no longer.
    output: Vec<u32>,
    starts: Vec<u32>,
    /// Numbers of P-options, one for each signature.
    counts: Vec<Vec<u64>>,
}

/// The state after a letter, if any word goes on from there.
type Step<'s> = dyn Fn(&Vec<u32>, u32) -> Option<Vec<u32>> + 's;

pub(super) struct Chains<'c> {
    checker: &'c Checker<'c>,
    tallies: Vec<Tally>,
}

impl<'c> Chains<'c> {
    /// Small automata first: they leave the least to be multiplied.
    pub(super) fn new(checker: &'c Checker<'c>, mut tallies: Vec<Tally>) -> Chains<'c> {
        tallies.sort_by_key(Tally::states);
        Chains { checker, tallies }
    }

    /// Proved, or where the claim is wrong: at a shortest position, unless a limit ends the search for it.
    pub(super) fn run(&self, budget: &Budget) -> Result<Verdict, Undecided> {
        let mut wrong: Vec<Word> = vec![];
        let claimed = self.follow(true, &mut wrong, budget);
        if wrong.is_empty() {
            claimed?;
        }
        let unclaimed = self.follow(false, &mut wrong, budget);
        if wrong.is_empty() {
            unclaimed?;
        }
        Ok(wrong.iter().min().map_or(Verdict::Proved, |word| self.checker.refuted(word)))
    }

    /// Adds all kinds to the squares that are claimed, or to those that are not; collects words at which the claim is wrong.
    fn follow(&self, claimed: bool, wrong: &mut Vec<Word>, budget: &Budget) -> Result<(), Undecided> {
        let mut chain = self.squares(claimed, wrong, budget)?;
        for (done, tally) in self.tallies.iter().enumerate() {
            budget.report("kinds of moves", done as u64, Some(self.tallies.len() as u64));
            chain = self.add(&chain, tally, claimed, wrong, budget)?;
        }
        if !claimed {
            wrong.extend(self.shortest(&chain));
        }
        Ok(())
    }

    /// The squares that exist and are claimed, or are not, without any option. A claimed square that does not exist is wrong.
    fn squares(&self, claimed: bool, wrong: &mut Vec<Word>, budget: &Budget) -> Result<Chain, Undecided> {
        let Checker { claim, numeration, reading, .. } = self.checker;
        let start = |phase: usize| {
            let valid = numeration.valid_start(phase);
            let mut state = vec![claim.starts()[phase], valid, valid];
            state.extend(reading.squares.starts(phase));
            state
        };
        let step = |state: &Vec<u32>, letter: u32| {
            let pair = [letter / numeration.digit_count(), letter % numeration.digit_count()];
            let valid = self.checker.valid_step((state[1], state[2]), letter)?;
            let to = claim.step(state[0], letter);
            // Nothing that is claimed follows.
            if claimed && to == DEAD {
                return None;
            }
            let mut next = vec![to, valid.0, valid.1];
            next.extend(reading.squares.steps(&state[3..], &pair));
            Some(next)
        };
        let none = vec![0; self.checker.signatures];
        let mut lost = None;
        let end = |state: &Vec<u32>| {
            let here = self.checker.accepts((state[1], state[2])) && claim.accepts(state[0]) == claimed;
            let exists = reading.squares.holds(&reading.exists, &state[3..]);
            match (here, exists) {
                (false, _) => End::Nothing,
                (true, false) if claimed => End::Wrong,
                (true, false) => End::Nothing,
                (true, true) => End::Counts(none.clone()),
            }
        };
        let chain = self.explore(&start, &step, &end, &mut lost, budget)?;
        wrong.extend(lost);
        Ok(chain)
    }

    /// The same squares with the options of one more kind.
    fn add(
        &self,
        chain: &Chain,
        tally: &Tally,
        claimed: bool,
        wrong: &mut Vec<Word>,
        budget: &Budget,
    ) -> Result<Chain, Undecided> {
        let Checker { claim, ruleset, caps, signatures, .. } = self.checker;
        let start = |phase: usize| vec![chain.starts[phase], tally.starts[phase]];
        let step = |state: &Vec<u32>, letter: u32| {
            // A start that leads to nothing is dead.
            let at = (state[0] as usize).checked_mul(claim.letters())?;
            let to = *chain.next.get(at + letter as usize)?;
            (to != DEAD).then(|| vec![to, tally.step(state[1], letter)])
        };
        let mut lost = None;
        let end = |state: &Vec<u32>| {
            let output = chain.output.get(state[0] as usize).copied().unwrap_or(DEAD);
            let Some(counts) = chain.counts.get(output as usize) else { return End::Nothing };
            let more = counts.iter().zip(tally.end(state[1]));
            let counts: Vec<u64> =
                more.map(|(n, &more)| (n + u64::from(more)).min(u64::from(caps.p))).collect();
            match (previous_player_wins(ruleset, &counts, &vec![0; *signatures]), claimed) {
                (true, _) => End::Counts(counts),
                (false, true) => End::Wrong,
                (false, false) => End::Nothing,
            }
        };
        let chain = self.explore(&start, &step, &end, &mut lost, budget)?;
        wrong.extend(lost);
        Ok(chain)
    }

    /// All states that are met, merged; the first word that is wrong goes to `wrong`.
    fn explore(
        &self,
        start: &dyn Fn(usize) -> Vec<u32>,
        step: &Step<'_>,
        end: &dyn Fn(&Vec<u32>) -> End,
        wrong: &mut Option<Word>,
        budget: &Budget,
    ) -> Result<Chain, Undecided> {
        let Checker { claim, numeration, .. } = self.checker;
        let mut ids: FxHashMap<(usize, Vec<u32>), u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Vec<u32>)> = vec![];
        let mut origin: Vec<(u32, u32)> = vec![];
        let mut chain = Chain { next: vec![], output: vec![], starts: vec![], counts: vec![] };
        for phase in 0..numeration.phases() {
            chain.starts.push(queue.len() as u32);
            ids.insert((phase, start(phase)), queue.len() as u32);
            queue.push((phase, start(phase)));
            origin.push((DEAD, 0));
        }
        let (mut known, mut at): (FxHashMap<Vec<u64>, u32>, usize) = (FxHashMap::default(), 0);
        while at < queue.len() {
            if at % 1024 == 0 || claim.letters() > 256 {
                let each = 2 * (queue[at].1.len() * 4 + 40) + 16 + claim.letters() * 4;
                budget.check(queue.len(), queue.len() * each)?;
            }
            let (phase, state) = queue[at].clone();
            // Words end in phase 0.
            let ending = if phase == 0 { end(&state) } else { End::Nothing };
            chain.output.push(match ending {
                End::Nothing => DEAD,
                End::Wrong => {
                    wrong.get_or_insert_with(|| Word::ending(&origin, at));
                    DEAD
                }
                End::Counts(counts) => *known.entry(counts).or_insert_with_key(|counts| {
                    chain.counts.push(counts.clone());
                    chain.counts.len() as u32 - 1
                }),
            });
            for letter in 0..claim.letters() as u32 {
                let Some(next) = step(&state, letter) else {
                    chain.next.push(DEAD);
                    continue;
                };
                let fresh = queue.len() as u32;
                let next = (numeration.next_phase(phase), next);
                chain.next.push(*ids.entry(next).or_insert_with_key(|key| {
                    queue.push(key.clone());
                    origin.push((at as u32, letter));
                    fresh
                }));
            }
            at += 1;
        }
        chain.merged(claim.letters(), budget)
    }

    /// A shortest word that ends with counts.
    fn shortest(&self, chain: &Chain) -> Option<Word> {
        let letters = self.checker.claim.letters();
        let mut origin: Vec<(u32, u32)> = vec![];
        let mut queue: Vec<u32> = vec![];
        let mut met = vec![false; chain.output.len()];
        for &start in chain.starts.iter().filter(|s| **s != DEAD) {
            queue.push(start);
            origin.push((DEAD, 0));
            met[start as usize] = true;
        }
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at] as usize;
            if chain.output[state] != DEAD {
                return Some(Word::ending(&origin, at));
            }
            for (letter, &to) in chain.next[state * letters..(state + 1) * letters].iter().enumerate() {
                if to != DEAD && !std::mem::replace(&mut met[to as usize], true) {
                    queue.push(to);
                    origin.push((at as u32, letter as u32));
                }
            }
            at += 1;
        }
        None
    }
}

/// What a word that ends here says.
enum End {
    /// Nothing is asked about its square.
    Nothing,
    /// The claim is wrong.
    Wrong,
    /// So many P-options, and they can be forbidden.
    Counts(Vec<u64>),
}

impl Chain {
    /// Without states that lead to nothing, and with those merged that no word tells apart. Which phase a state is in does not matter: where a
    /// word ends with counts it is in phase 0 anyway.
    fn merged(self, letters: usize, budget: &Budget) -> Result<Chain, Undecided> {
        let Chain { mut next, output, starts, counts } = self;
        let alive = live(&next, letters, output.iter().map(|&o| o != DEAD).collect());
        for (at, target) in next.iter_mut().enumerate() {
            if !alive[at / letters] || (*target != DEAD && !alive[*target as usize]) {
                *target = DEAD;
            }
        }
        // What leads to nothing is one class, with no successors and no counts.
        let class = refine(&next, letters, output.clone(), budget)?;
        let mut number = vec![DEAD; output.len()];
        let mut merged = Chain { next: vec![], output: vec![], starts: vec![], counts };
        let mut member = vec![];
        for state in (0..output.len()).filter(|&s| alive[s]) {
            let number = &mut number[class[state] as usize];
            if *number == DEAD {
                *number = member.len() as u32;
                member.push(state);
            }
        }
        let of =
            |s: u32| if s == DEAD || !alive[s as usize] { DEAD } else { number[class[s as usize] as usize] };
        for &state in &member {
            merged.output.push(output[state]);
            merged.next.extend(next[state * letters..(state + 1) * letters].iter().map(|&t| of(t)));
        }
        merged.starts = starts.iter().map(|&s| of(s)).collect();
        Ok(merged)
    }
}
