//! The proof about an automaton: all positions, digit by digit, side by side with the counts of their options.
//!
//! Read a position `(x, y)` digit by digit and follow *all* its options `(x', y')` at once ([`options`](super::options)). This is done
//! for several kinds of removals, such as those with `s = 0`, with `t = 0`, and those on both piles: every removal is of
//! exactly one kind, so the counts add up, and a few small automata come out instead of one large. Then they are read
//! side by side with the claim: at the end of a word the counts say who wins ([`play`](super::play)), and this must be what the claimed
//! automaton says. If no reachable state contradicts the claim, it satisfies the rules at every position, and by induction on
//! `x + y` it is true.
//!
//! Small squares are looked at first, since most wrong claims are wrong there ([`small`]).
//!
//! Side by side there can be more states than any limit allows. Where only P-options count, the kinds are then added one after the other
//! ([`chain`](super::chain)).

use rustc_hash::FxHashMap;

use super::certificate::Certificate;
use super::chain::{Chains, Word};
use super::options::{Counter, Tally};
use super::play::{Caps, lines, previous_player_wins};
use super::read::Reading;
use super::small;
use super::table::Table;
use super::{Undecided, Verdict};
use wythoff_automata::numeration::{DEAD, Numeration};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::{Play, Ruleset, Twist};

/// So many states are tried side by side before the kinds of moves are added one after the other.
const FEW: usize = 100_000;

/// Checks a claim about an automaton.
///
/// # Errors
/// If a limit is reached or the rules cannot be read in this numeration.
pub fn verify(certificate: &Certificate, budget: &Budget) -> Result<Verdict, Undecided> {
    let checker = Checker::new(certificate, budget)?;
    if let Some(refuted) = small::contradiction(&checker, small::NEAR, budget)? {
        return Ok(refuted);
    }
    let ended = checker.run(budget);
    match ended {
        Err(Undecided::Limit(limit)) if limit != Limit::Cancelled => {
            let farther = small::contradiction(&checker, small::FARTHER, budget);
            farther.ok().flatten().ok_or(Undecided::Limit(limit))
        }
        ended => ended,
    }
}

/// The same for a claim that is known to agree with play on small squares, which are not looked at. That look can only refute.
///
/// # Errors
/// As for [`verify`].
pub(super) fn verify_beyond_small(certificate: &Certificate, budget: &Budget) -> Result<Verdict, Undecided> {
    Checker::new(certificate, budget)?.run(budget)
}

/// The same without trying everything side by side first, for those who want both ways to agree; games with `comply` or misère play have but one.
///
/// # Errors
/// As for [`verify`].
pub fn verify_by_kinds(certificate: &Certificate, budget: &Budget) -> Result<Verdict, Undecided> {
    let checker = Checker::new(certificate, budget)?;
    match checker.has_chains() {
        true => Chains::new(&checker, checker.tallies(budget)?).run(budget),
        false => checker.run(budget),
    }
}

pub(super) struct Checker<'c> {
    pub(super) claim: &'c Table,
    pub(super) numeration: &'c Numeration,
    pub(super) ruleset: &'c Ruleset,
    pub(super) reading: Reading,
    pub(super) caps: Caps,
    /// Options are told apart by so many signatures.
    pub(super) signatures: usize,
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate, budget: &Budget) -> Result<Self, Undecided> {
        let (ruleset, numeration, claim) =
            (certificate.rules(), certificate.numeration(), certificate.table());
        if !claim.is_set_of_pairs(numeration, budget)? {
            return Err(Undecided::Rules("the automaton is not a set of pairs of numbers"));
        }
        let caps =
            Caps::new(ruleset).ok_or(Undecided::Rules("too many options can be blocked or proposed"))?;
        let reading = match caps.n {
            0 => Reading::of_claimed(ruleset, numeration, budget)?,
            _ => Reading::new(ruleset, numeration, budget)?,
        };
        let signatures = 1 << lines(&ruleset.twist);
        Ok(Checker { claim, numeration, ruleset, reading, caps, signatures })
    }

    pub(super) fn letters(&self) -> u32 {
        self.claim.letters() as u32
    }

    pub(super) fn valid_step(&self, valid: (u32, u32), letter: u32) -> Option<(u32, u32)> {
        let digits = self.numeration.digit_count();
        let x = self.numeration.valid_step(valid.0, letter / digits);
        let y = self.numeration.valid_step(valid.1, letter % digits);
        (x != DEAD && y != DEAD).then_some((x, y))
    }

    pub(super) fn accepts(&self, valid: (u32, u32)) -> bool {
        self.numeration.valid_accepts(valid.0) && self.numeration.valid_accepts(valid.1)
    }

    /// The options of each kind, counted.
    fn tallies(&self, budget: &Budget) -> Result<Vec<Tally>, Undecided> {
        let mut tallies = vec![];
        for guard in 0..self.reading.guards.len() {
            budget.report("kinds of moves", guard as u64, Some(self.reading.guards.len() as u64));
            tallies.extend(Counter::new(self, guard).run(budget)?);
        }
        Ok(tallies)
    }

    /// Whether more P-options never make a P-position: only then do the chains know when to stop.
    fn has_chains(&self) -> bool {
        self.ruleset.play == Play::Normal && !matches!(self.ruleset.twist, Twist::Comply(_))
    }

    fn run(&self, budget: &Budget) -> Result<Verdict, Undecided> {
        let tallies = self.tallies(budget)?;
        let most = if self.has_chains() { FEW } else { usize::MAX };
        match self.side_by_side(&tallies, most, budget)? {
            Some(verdict) => Ok(verdict),
            None => Chains::new(self, tallies).run(budget),
        }
    }

    /// Everything at once; `None` if that takes more than so many states.
    fn side_by_side(
        &self,
        tallies: &[Tally],
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Undecided> {
        // Side by side: claim, validity, the automata of the square, tallies.
        let phases = self.numeration.phases();
        let leaves = 3 + self.reading.squares.leaves.len();
        let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Box<[u32]>)> = vec![];
        let mut origin: Vec<(u32, u32)> = vec![];
        for phase in 0..phases {
            let valid = self.numeration.valid_start(phase);
            let mut state = vec![self.claim.starts()[phase], valid, valid];
            state.extend(self.reading.squares.starts(phase));
            state.extend(tallies.iter().map(|t| t.starts[phase]));
            ids.insert(state.clone().into_boxed_slice(), queue.len() as u32);
            queue.push((phase, state.into_boxed_slice()));
            origin.push((DEAD, 0));
        }
        let (digits, letters) = (self.numeration.digit_count(), self.letters());
        let mut at = 0;
        while at < queue.len() {
            if queue.len() > most {
                return Ok(None);
            }
            if at % 1024 == 0 || letters > 256 {
                budget.check(queue.len(), queue.len() * (leaves + tallies.len() + 16) * 8)?;
                budget.report("states", at as u64, None);
            }
            let (phase, state) = queue[at].clone();
            if phase == 0 && self.contradicts(&state, tallies) {
                return Ok(Some(self.refuted(&Word::ending(&origin, at))));
            }
            for letter in 0..letters {
                let Some(valid) = self.valid_step((state[1], state[2]), letter) else { continue };
                let pair = [letter / digits, letter % digits];
                let mut next = vec![self.claim.step(state[0], letter), valid.0, valid.1];
                next.extend(self.reading.squares.steps(&state[3..], &pair));
                next.extend(tallies.iter().zip(&state[leaves..]).map(|(t, &s)| t.step(s, letter)));
                let fresh = queue.len() as u32;
                ids.entry(next.into_boxed_slice()).or_insert_with_key(|key| {
                    queue.push((self.numeration.next_phase(phase), key.clone()));
                    origin.push((at as u32, letter));
                    fresh
                });
            }
            at += 1;
        }
        Ok(Some(Verdict::Proved))
    }

    /// Whether a word that ends here is a position at which the claim and the rules disagree.
    fn contradicts(&self, state: &[u32], tallies: &[Tally]) -> bool {
        if !self.accepts((state[1], state[2])) {
            return false;
        }
        let claimed = self.claim.accepts(state[0]);
        if !self.reading.squares.holds(&self.reading.exists, &state[3..]) {
            return claimed;
        }
        let (mut p, mut n) = (vec![0; self.signatures], vec![0; self.signatures]);
        for (tally, &s) in tallies.iter().zip(&state[3 + self.reading.squares.leaves.len()..]) {
            let (inside, outside) = tally.end(s).split_at(self.signatures);
            p.iter_mut().zip(inside).for_each(|(p, &more)| *p += u64::from(more));
            n.iter_mut().zip(outside).for_each(|(n, &more)| *n += u64::from(more));
        }
        previous_player_wins(self.ruleset, &p, &n) != claimed
    }

    /// The claim is wrong at the position with these digits.
    pub(super) fn refuted(&self, word: &Word) -> Verdict {
        let digits = self.numeration.digit_count();
        let x: Vec<u32> = word.letters().iter().map(|letter| letter / digits).collect();
        let y: Vec<u32> = word.letters().iter().map(|letter| letter % digits).collect();
        Verdict::Refuted { x: self.numeration.value(&x), y: self.numeration.value(&y) }
    }
}
