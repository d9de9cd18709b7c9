//! Proving a game with nothing but its rules: choose numerations, learn, refute quickly, decide.
//!
//! Boards grow stage by stage. On each board every candidate numeration learns from the near part and is tested on the whole:
//! a wrong guess mostly dies there, long before it is decided. What survives goes to the checker; if that refutes it, deeper
//! learning or a larger board follows. Where the checker runs into a first, small limit, the planner may still refute the guess, or
//! accept it, and then the checker is given more; if that is not enough, the next numeration is tried first. When all stages are done,
//! the report says what was tried and how far each came.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::guess::{Effort, prove};
//! use wythoff_prove::source::Solver;
//! use wythoff_rules::Definition;
//! let text = "game \"Wythoff Nim\"\nmove rook: s = 0 or t = 0\nmove diagonal: s = t\n";
//! let rules = Definition::parse("wythoff", text).unwrap().bind_text("").unwrap();
//! let result = prove(&rules, &mut Solver::new(&rules), &Effort::default(), &Budget::default());
//! let certificate = result.certificate().unwrap();
//! assert_eq!(certificate.numeration().system().name(), "fib");
//! assert_eq!(certificate.table().states(), 7);
//! ```

use super::agree::{Disagreement, Settled, reconcile};
use super::beams::{self, NoBeams};
use super::candidates::candidates;
use super::contest::{in_order, is_as_plain};
use super::learn::{Comparison, Depth, Sample, Unlearnt, compare, learn_with};
use super::sentence::{Decision, decide};
use super::source::Source;
use super::tail::TailCertificate;
use super::tail::guess::{Finding, find};
pub use super::tries::{Attempt, BeamsAttempt, Compared, End, TailAttempt, TailEnd, Tries, Try};
use super::{Undecided, expressible, numerable};
use dashu_int::UBig;
use wythoff_automata::{Dfa, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_check::{Certificate, NotProved, Proved};
use wythoff_rules::Ruleset;

/// How much to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Only these numerations, in this order; by default they are chosen from the data.
    pub systems: Option<Vec<System>>,
    /// The sizes of the boards, increasing.
    pub boards: Vec<u32>,
    /// The most states of a guess.
    pub states: usize,
    /// The deepest look ahead while learning.
    pub depth: usize,
    /// Whether beams are a proof that is wanted.
    pub beams: WantBeams,
}

/// Beams are less than an automaton or a tail: they say where P-positions are, not which squares they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantBeams {
    /// Only what knows every P-position.
    #[default]
    Never,
    /// When automata and tails were looked for on the first boards.
    Late,
    /// Nothing else.
    Only,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            systems: None,
            boards: vec![2_500, 20_000, 160_000, 1_000_000, 7_000_000],
            states: 4_000,
            depth: 20,
            beams: WantBeams::Never,
        }
    }
}

/// What [`prove`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The claim that the checker has proved, if there is one.
    pub proved: Option<Proved>,
    /// A fault of this library that ended the search: nothing is proved then.
    pub fault: Option<Box<Disagreement>>,
    /// The searches for a tail, in order; they took place between the attempts with automata.
    pub tails: Vec<TailAttempt>,
    /// The search for beams, if there was one.
    pub beams: Option<BeamsAttempt>,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Limit>,
    /// Why nothing was tried, if the rules are outside what sentences can say.
    pub refused: Option<Undecided>,
}

impl Proof {
    /// The proved claim, if it is an automaton.
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        self.proved.as_ref().and_then(Proved::automaton)
    }

    /// The proved claim, if it is a start with a periodic tail.
    #[must_use]
    pub fn tail(&self) -> Option<&TailCertificate> {
        self.proved.as_ref().and_then(Proved::tail)
    }

    /// Everything that was tried, what came closest to a proof first.
    #[must_use]
    pub fn tries(&self) -> Tries {
        let automata = self.attempts.iter().cloned().map(Try::Automaton);
        let tails = self.tails.iter().cloned().map(Try::Tail);
        Tries::new(automata.chain(tails).chain(self.beams.iter().cloned().map(Try::Beams)).collect())
    }

    /// Whether the search has ended.
    fn is_over(&self) -> bool {
        self.proved.is_some() || self.fault.is_some() || self.stopped.is_some()
    }
}

/// A guess whose decision needs more than the first share of the budget.
struct Postponed {
    /// The number of the attempt.
    attempt: usize,
    /// The stage whose board it fits.
    stage: usize,
    numeration: Numeration,
    dfa: Dfa,
    /// How often it has been tried again.
    tries: usize,
    /// Whether the planner has proved it: then only the checker is asked.
    planned: bool,
}

/// The share of the budget that a decision gets at first.
const FIRST_SHARE: u64 = 64;

/// So many states of an automaton the checker has before the planner is asked. Most guesses that are right need no more; of those that are
/// wrong the checker's automata grow large, and the planner refutes them sooner.
const GLANCE: u64 = 8192;

/// The share of the budget that the check of a guess gets which the planner has proved.
const CHECK_SHARE: u64 = 16;

/// The shares of later tries. Between them larger boards are solved, on which most wrong guesses end.
const LATER_SHARES: [u64; 3] = [16, 4, 1];

/// A guess that fits a board of this size is decided before a larger one is solved.
const LARGE_BOARD: u32 = 500_000;

/// Tails are looked for in at most this many columns.
const MOST_COLUMNS: u64 = 1_000_000;

/// When all boards up to this one have been tried, beams are looked for.
const BEAMS_LEVEL: usize = 2;

/// Proofs with more states are taken as they are found.
const SMALL: usize = 100;

/// How many candidates are tried on a board before the next larger board is begun with the first ones.
const GROUP: usize = 4;

/// Searches for an automaton of the P-positions and proves it.
///
/// Candidates are tried along diagonals: the first few on the smallest board; then these on the next board, and the next
/// few on the smallest; and so on. The likeliest numeration so gets large boards before the unlikely ones cost much.
pub fn prove(rules: &Ruleset, source: &mut dyn Source, effort: &Effort, budget: &Budget) -> Proof {
    let mut search =
        Search { rules, effort, budget, proof: Proof::default(), stages: vec![], postponed: vec![] };
    if let Err(reason) = expressible(rules).and_then(|_| numerable(rules)) {
        search.proof.refused = Some(reason);
        return search.proof;
    }
    if effort.beams == WantBeams::Only {
        search.beams();
        return search.proof;
    }
    let mut level = 0;
    loop {
        let mut left = false;
        for stage in 0..=level {
            if let Err(limit) = budget.check(0, 0) {
                search.proof.stopped = Some(limit);
                return search.proof;
            }
            while search.stages.len() <= stage && search.stages.len() < effort.boards.len() {
                let size = effort.boards[search.stages.len()];
                let board = source.board(size, &budget.named("solving a board"));
                search.stages.push(Stage::new(rules, board, effort, budget));
                if let Err(limit) = budget.poll() {
                    search.proof.stopped = Some(limit);
                    return search.proof;
                }
                search.compare_postponed();
            }
            if stage < search.stages.len() {
                left |= search.run(stage, level - stage);
                if stage == level && !search.proof.is_over() {
                    search.tail(stage);
                }
                if search.proof.is_over() {
                    return search.proof;
                }
            }
        }
        let last = !left && search.stages.len() == effort.boards.len();
        search.settle(last);
        if effort.beams == WantBeams::Late && !search.proof.is_over() && (last || level == BEAMS_LEVEL) {
            search.beams();
        }
        if last || search.proof.is_over() {
            return search.proof;
        }
        level += 1;
    }
}

struct Stage {
    board: Option<Sample>,
    candidates: Vec<System>,
}

impl Stage {
    fn new(rules: &Ruleset, board: Option<Sample>, effort: &Effort, budget: &Budget) -> Stage {
        let candidates = match (&effort.systems, &board) {
            (Some(fixed), _) => fixed.clone(),
            (None, Some(board)) => candidates(rules, board, budget),
            (None, None) => vec![],
        };
        Stage { board, candidates }
    }
}

struct Search<'s> {
    rules: &'s Ruleset,
    effort: &'s Effort,
    budget: &'s Budget,
    proof: Proof,
    stages: Vec<Stage>,
    postponed: Vec<Postponed>,
}

impl Search<'_> {
    /// Tries one group of candidates on one board. Returns whether there was any left to try.
    fn run(&mut self, stage: usize, group: usize) -> bool {
        let Stage { board: Some(board), candidates } = &self.stages[stage] else { return false };
        let group: Vec<System> = candidates.iter().skip(group * GROUP).take(GROUP).cloned().collect();
        let any = !group.is_empty();
        let group: Vec<Numeration> = group.into_iter().filter_map(|s| Numeration::new(s).ok()).collect();
        let mut done = tries(self.rules, board, &group, self.effort, self.budget);
        let rest = group.get(done.len()..).unwrap_or_default();
        if let Some(smaller) = done.last().and_then(|proved| self.smaller(board, proved, rest)) {
            done.push(smaller);
        }
        let proved = done.iter().rposition(|(_, tried)| tried.proved.is_some());
        for (i, (numeration, mut tried)) in done.into_iter().enumerate() {
            // The last is the smallest.
            tried.proved = tried.proved.filter(|_| Some(i) == proved);
            self.record(stage, numeration, tried);
        }
        any
    }

    /// A smaller proof than one that was found, in a numeration that is no less plain. Guesses end as soon as they are as large, so
    /// this takes little time where the proof is small; where it is large, nobody would read either.
    fn smaller(
        &self,
        board: &Sample,
        (numeration, found): &(Numeration, Tried),
        rest: &[Numeration],
    ) -> Option<(Numeration, Tried)> {
        found.proved.as_ref()?;
        let states = found.last.states.checked_sub(1).filter(|n| (1..SMALL).contains(n))?;
        let plain = |other: &&Numeration| is_as_plain(other.system(), numeration.system());
        let rest: Vec<Numeration> = rest.iter().filter(plain).cloned().collect();
        let effort = Effort { states, ..self.effort.clone() };
        let tried = tries(self.rules, board, &rest, &effort, self.budget);
        tried.into_iter().find(|(_, tried)| tried.proved.is_some())
    }

    /// Looks for a periodic tail in as many columns as the board of this stage has.
    fn tail(&mut self, stage: usize) {
        let columns = u64::from(self.effort.boards[stage]);
        let tried = self.proof.tails.last().is_none_or(|t| !matches!(t.end, TailEnd::NotTried(_)));
        // A numeration that was asked for is a question about automata.
        if self.effort.systems.is_some() || !tried || columns > MOST_COLUMNS {
            return;
        }
        let end = match find(self.rules, columns, &self.budget.named("looking for a tail")) {
            Ok(Finding::None) => TailEnd::NoPeriod,
            Ok(Finding::Short { start, period }) => TailEnd::Short(start, period),
            Ok(Finding::Tail(claim)) => match Proved::new(*claim, &self.budget.named("checking a tail")) {
                Ok(proved) => {
                    self.proof.proved = Some(proved);
                    TailEnd::Proved
                }
                Err(NotProved::Refuted { x, y }) => TailEnd::Refuted(x, y),
                Err(NotProved::Undecided(reason)) => TailEnd::Undecided(reason),
            },
            Err(reason) => TailEnd::NotTried(reason),
        };
        self.proof.tails.push(TailAttempt { columns, end });
    }

    /// Looks for beams. A game of another kind is not worth a word, unless beams are all that is wanted.
    fn beams(&mut self) {
        if self.proof.beams.is_some() || self.effort.systems.is_some() {
            return;
        }
        let found = beams::find(self.rules, &self.budget.named("looking for beams"));
        let checked =
            found.and_then(|claim| match Proved::new(claim, &self.budget.named("checking beams")) {
                Ok(proved) => Ok(proved),
                Err(NotProved::Undecided(reason)) => Err(reason.into()),
                Err(NotProved::Refuted { .. }) => Err(NoBeams::NotSeen("they were refuted")),
            });
        let only = self.effort.beams == WantBeams::Only;
        match checked {
            Ok(proved) => {
                self.proof.proved = Some(proved);
                self.proof.beams = Some(BeamsAttempt { end: None });
            }
            Err(NoBeams::Undecided(reason @ Undecided::Rules(_))) => {
                self.proof.refused = Some(reason).filter(|_| only);
            }
            Err(why) => {
                self.proof.stopped = why.limit().filter(|l| only || is_final(*l));
                self.proof.beams = Some(BeamsAttempt { end: Some(why) });
            }
        }
    }

    fn record(&mut self, stage: usize, numeration: Numeration, tried: Tried) {
        let Tried { last, guess, proved, fault, stopped } = tried;
        let (attempt, planned) = (self.proof.attempts.len(), matches!(last.end, End::Unchecked(_)));
        self.proof.stopped = self.proof.stopped.or(stopped).or(last.end.limit().filter(|l| is_final(*l)));
        match (last.end.limit(), guess) {
            (Some(limit), Some(dfa)) if !is_final(limit) => {
                // The checker has had the first of the later shares.
                let tries = usize::from(planned);
                self.postponed.push(Postponed { attempt, stage, numeration, dfa, tries, planned });
            }
            _ => {
                self.proof.proved = self.proof.proved.take().or(proved);
                self.proof.fault = self.proof.fault.take().or(fault);
            }
        }
        self.proof.attempts.push(last);
    }

    /// Holds guesses that wait against the largest board that was solved since. Most wrong ones end here.
    fn compare_postponed(&mut self) {
        let mut waiting = vec![];
        for mut guess in std::mem::take(&mut self.postponed) {
            let stages = self.stages.iter().enumerate().skip(guess.stage + 1);
            let larger = stages.filter_map(|(i, s)| Some((i, s.board.as_ref()?))).next_back();
            let Some((stage, board)) = larger else {
                waiting.push(guess);
                continue;
            };
            let Comparison { columns, wrong, stopped } =
                compare(board, &guess.numeration, &guess.dfa, self.budget);
            let attempt = &mut self.proof.attempts[guess.attempt];
            let before = attempt.compared.map_or(0, |c| c.columns);
            if columns >= before {
                attempt.compared = Some(Compared { columns, board: board.size() });
            }
            if let Some((x, y)) = wrong {
                attempt.end = End::WrongAt(x, y);
                continue;
            }
            if let Some(limit) = stopped {
                self.proof.stopped = Some(limit);
            } else {
                guess.stage = stage;
            }
            waiting.push(guess);
        }
        self.postponed = waiting;
    }

    /// Tries again what did not fit into the share of the budget that it had, small guesses first. A guess that fits its
    /// own board is first held against the larger ones, so it waits until there is one, unless its own took long enough;
    /// `last` says that none will come.
    fn settle(&mut self, last: bool) {
        self.compare_postponed();
        let mut waiting = std::mem::take(&mut self.postponed);
        waiting.sort_by_key(|p| p.dfa.states());
        for mut guess in waiting {
            let learnt = self.proof.attempts[guess.attempt].board;
            let convincing = guess.planned || learnt >= LARGE_BOARD;
            let held = self.stages[guess.stage].board.as_ref().is_some_and(|b| b.size() > u64::from(learnt));
            if self.proof.is_over() || (!last && !convincing && !held) {
                self.postponed.push(guess);
                continue;
            }
            let (end, proved) = loop {
                let share = LATER_SHARES[guess.tries.min(LATER_SHARES.len() - 1)];
                guess.tries += 1;
                let (end, proved) = self.decide_with(&guess, share);
                let again = matches!(end.limit(), Some(limit) if !is_final(limit));
                if !again || !(last || convincing) || guess.tries >= LATER_SHARES.len() {
                    break (end, proved);
                }
            };
            self.proof.attempts[guess.attempt].end = end.clone();
            self.proof.proved = proved;
            match end.limit() {
                Some(limit) if is_final(limit) => self.proof.stopped = Some(limit),
                Some(_) if guess.tries < LATER_SHARES.len() => self.postponed.push(guess),
                _ => {}
            }
        }
    }

    /// Decides a guess within a share of the budget: by the checker, whose automata grow more slowly with the size of the
    /// guess than the planner's; if that is stopped, the planner can still refute it.
    fn decide_with(&mut self, guess: &Postponed, share: u64) -> (End, Option<Proved>) {
        let budget = part(self.budget, share);
        let Ok(claim) = Certificate::new(self.rules.clone(), guess.numeration.clone(), &guess.dfa) else {
            return (End::Undecided(Undecided::Rules("the automaton is not a set of pairs")), None);
        };
        let name = guess.numeration.system().name();
        let checker = Proved::of_compared(claim.clone(), &budget.named(&format!("checking in {name}")));
        let planner = match &checker {
            _ if guess.planned => Ok(Decision::Proved),
            Err(NotProved::Undecided(Undecided::Limit(limit))) if !is_final(*limit) => decide(
                self.rules,
                &guess.numeration,
                &guess.dfa,
                &budget.named(&format!("planning in {name}")),
            ),
            // Not asked.
            _ => Err(Undecided::Rules("")),
        };
        let planned = planner == Ok(Decision::Proved);
        match reconcile(&claim, planner, checker) {
            Ok(Settled::Proved(proved)) => (End::Proved, Some(proved)),
            // A guess is given up on the planner's word alone.
            Ok(Settled::Refuted { x, y } | Settled::Doubted { x, y, .. }) => (End::Refuted(x, y), None),
            Ok(Settled::Undecided(reason)) if planned => (End::Unchecked(reason), None),
            Ok(Settled::Undecided(reason)) => (End::Undecided(reason), None),
            Err(fault) => {
                self.proof.fault = Some(fault);
                (End::Fault, None)
            }
        }
    }
}

impl End {
    /// The limit that was reached, if one was.
    fn limit(&self) -> Option<Limit> {
        match self {
            End::Undecided(Undecided::Limit(limit)) | End::Unchecked(Undecided::Limit(limit)) => Some(*limit),
            End::Stopped(limit) => Some(*limit),
            _ => None,
        }
    }

    /// Whether nothing is to be tried after this.
    fn is_final(&self) -> bool {
        matches!(self, End::Proved | End::Fault) || self.limit().is_some_and(is_final)
    }
}

/// Whether a limit ends the whole search rather than one attempt.
fn is_final(limit: Limit) -> bool {
    matches!(limit, Limit::Time | Limit::Cancelled | Limit::Work(_))
}

/// A part of a budget, but not a tiny one.
fn part(budget: &Budget, share: u64) -> Budget {
    budget
        .clone()
        .with_states((budget.states() / share).max(1 << 14).min(budget.states()))
        .with_memory((budget.memory() / share).max(1 << 26).min(budget.memory()))
}

/// Tries numerations on a board, up to the first that ends the search.
fn tries(
    rules: &Ruleset,
    board: &Sample,
    numerations: &[Numeration],
    effort: &Effort,
    budget: &Budget,
) -> Vec<(Numeration, Tried)> {
    let one = |i: usize, budget: &Budget| {
        let budget = budget.named(&format!("guessing in {}", numerations[i].system().name()));
        attempt(rules, board, &numerations[i], effort, &budget)
    };
    let ends = |tried: &Tried| tried.last.end.is_final() || tried.stopped.is_some();
    numerations.iter().cloned().zip(in_order(numerations.len(), budget, &one, &ends)).collect()
}

fn attempt(
    rules: &Ruleset,
    board: &Sample,
    numeration: &Numeration,
    effort: &Effort,
    budget: &Budget,
) -> Tried {
    let mut last = Attempt::new(numeration.system().clone(), board.size() as u32);
    let mut stopped = None;
    let small = part(budget, FIRST_SHARE);
    let glance = small.clone().with_states(GLANCE.min(small.states()));
    let mut decided: Option<Dfa> = None;
    for most in 1..=effort.depth {
        last.depth = most;
        let (guess, missing) = guess_at(board, numeration, effort, budget, &mut last);
        let Some(dfa) = guess else {
            match missing {
                Some(Unlearnt::Limit(limit)) => {
                    // What is known of an earlier guess stays.
                    if !last.has_guess() {
                        last.end = End::Stopped(limit);
                    }
                    stopped = is_final(limit).then_some(limit);
                    break;
                }
                Some(Unlearnt::States(states)) => {
                    if !last.has_guess() {
                        (last.states, last.end) = (states, End::TooManyStates);
                    }
                    break;
                }
                Some(Unlearnt::Small(states)) if last.end == End::BoardTooSmall => {
                    last.states = states;
                    break;
                }
                _ => {}
            }
            // Look ahead only as long as it is a small part of the board.
            let ahead = numeration.weights(most + 2).pop().unwrap_or_default();
            if ahead * UBig::from(16u32) > UBig::from(board.size()) {
                break;
            }
            continue;
        };
        last.states = dfa.states();
        // A board with hardly any P-position says something of every column all the same.
        if dfa.transitions() * 3 > board.len().max(board.size() as usize) {
            last.end = End::Overfitted;
            break;
        }
        // Looking deeper changes nothing: only a larger board can help.
        if decided.as_ref() == Some(&dfa) {
            break;
        }
        let Ok(claim) = Certificate::new(rules.clone(), numeration.clone(), &dfa) else { break };
        match Proved::of_compared(claim.clone(), &glance) {
            Ok(proved) => {
                last.end = End::Proved;
                return Tried { last, guess: None, proved: Some(proved), fault: None, stopped: None };
            }
            Err(NotProved::Refuted { x, y }) => last.end = End::Refuted(x, y),
            Err(NotProved::Undecided(_)) => match decide(rules, numeration, &dfa, &small) {
                Ok(Decision::Proved) => return confirm(&claim, dfa, last, budget),
                Ok(Decision::Refuted { x, y }) => last.end = End::Refuted(x, y),
                Err(reason) => {
                    last.end = End::Undecided(reason);
                    return Tried { last, guess: Some(dfa), proved: None, fault: None, stopped: None };
                }
            },
        }
        decided = Some(dfa);
    }
    Tried { last, guess: None, proved: None, fault: None, stopped }
}

/// Learns from a quarter of the board and tests on all of it; if that fails, learns from all. What is wrong with guesses that do
/// not fit is noted in the report.
fn guess_at(
    board: &Sample,
    numeration: &Numeration,
    effort: &Effort,
    budget: &Budget,
    last: &mut Attempt,
) -> (Option<Dfa>, Option<Unlearnt>) {
    let mut missing = None;
    for window in [board.size() / 4, board.size()] {
        let depth = Depth { most: last.depth, least: 1, window, states: effort.states };
        match learn_with(board, numeration, &depth, budget) {
            Ok(dfa) => {
                let Comparison { columns, wrong, stopped } = compare(board, numeration, &dfa, budget);
                last.states = dfa.states();
                last.compared = Some(Compared { columns, board: board.size() });
                match (wrong, stopped) {
                    (Some((x, y)), _) => last.end = End::WrongAt(x, y),
                    (None, Some(limit)) => {
                        last.end = End::Undecided(limit.into());
                        return (None, Some(Unlearnt::Limit(limit)));
                    }
                    (None, None) => return (Some(dfa), missing),
                }
            }
            Err(reason @ Unlearnt::Limit(_)) => return (None, Some(reason)),
            Err(reason) => missing = Some(reason),
        }
    }
    (None, missing)
}

/// Has the checker look once more, with more time and memory, at what the planner has proved.
fn confirm(claim: &Certificate, dfa: Dfa, last: Attempt, budget: &Budget) -> Tried {
    let mut tried = Tried { last, guess: None, proved: None, fault: None, stopped: None };
    let name = claim.numeration().system().name();
    let budget = part(budget, CHECK_SHARE).named(&format!("checking in {name}"));
    let checker = Proved::of_compared(claim.clone(), &budget);
    tried.last.end = match reconcile(claim, Ok(Decision::Proved), checker) {
        Ok(Settled::Proved(proved)) => {
            tried.proved = Some(proved);
            End::Proved
        }
        Ok(Settled::Undecided(reason)) => {
            tried.guess = Some(dfa);
            End::Unchecked(reason)
        }
        Ok(Settled::Refuted { x, y } | Settled::Doubted { x, y, .. }) => End::Refuted(x, y),
        Err(fault) => {
            tried.fault = Some(fault);
            End::Fault
        }
    };
    tried
}

/// What came of a numeration on a board: besides the report, a guess that is not decided, or a proof.
struct Tried {
    last: Attempt,
    guess: Option<Dfa>,
    proved: Option<Proved>,
    fault: Option<Box<Disagreement>>,
    /// The limit that ended learning, if it ends everything.
    stopped: Option<Limit>,
}
