//! Proving a game with nothing but its rules: choose numerations, learn, refute quickly, decide.
//!
//! Boards grow stage by stage. On each board every candidate numeration learns from the near part and is tested on the whole:
//! a wrong guess mostly dies there, long before the sentence is decided. What survives is decided; if the decision refutes it, deeper
//! learning or a larger board follows. What the planner accepts goes to the checker, and only what that confirms is proved; if it
//! runs into a limit, the next numeration is tried first. When all stages are done, the report says what was tried and how
//! far each came.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::prove::guess::{Effort, prove};
//! use wythoff::prove::source::Solver;
//! use wythoff::rules::Definition;
//! let text = "game \"Wythoff Nim\"\nmove rook: s = 0 or t = 0\nmove diagonal: s = t\n";
//! let rules = Definition::parse("wythoff", text).unwrap().bind_text("").unwrap();
//! let result = prove(&rules, &mut Solver::new(&rules), &Effort::default(), &Budget::default());
//! let certificate = result.certificate().unwrap();
//! assert_eq!(certificate.numeration().system().name(), "fib");
//! assert_eq!(certificate.table().states(), 7);
//! ```

use super::agree::{Disagreement, reconcile};
use super::learn::{Depth, Sample, Unlearnt, disagreement, learn_with};
use super::sentence::{Decision, decide};
use super::slopes::{beams, field_systems, systems};
use super::source::Source;
use super::tail::TailCertificate;
use super::tail::guess::{Finding, NotTried, find};
use super::{Undecided, expressible, numerable};
use crate::automaton::{Dfa, Numeration, System};
use crate::budget::{Budget, Limit};
use crate::check::{Certificate, NotProved, Proved};
use crate::rules::{Atom, Formula, Ruleset, Term, Twist};
use dashu_int::UBig;

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
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            systems: None,
            boards: vec![2_500, 20_000, 160_000, 1_000_000, 7_000_000],
            states: 4_000,
            depth: 20,
        }
    }
}

/// How far one numeration came on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The numeration.
    pub system: System,
    /// The size of the board.
    pub board: u32,
    /// How deep the learner looked.
    pub depth: usize,
    /// The states of the last guess, or how many were found before learning stopped.
    pub states: usize,
    /// What came of it.
    pub end: End,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The sentence holds, and the checker has confirmed it.
    Proved,
    /// The board ran out before the automaton was complete.
    BoardTooSmall,
    /// The guess would have more states than allowed.
    TooManyStates,
    /// The last guess is wrong at this position of the board.
    WrongAt(u64, u64),
    /// The last guess fits the board, but it has nearly as many transitions as the board has P-positions.
    Overfitted,
    /// The last guess fits the board, and the sentence fails at this position.
    Refuted(UBig, UBig),
    /// The last guess fits the board, and the sentence was not decided.
    Undecided(Undecided),
    /// The planner has proved the last guess, and the checker was stopped.
    Unchecked(Undecided),
    /// The planner and the checker contradict each other about the last guess.
    Fault,
}

/// How far the search for a periodic tail came on some number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TailAttempt {
    /// How many columns were solved.
    pub columns: u64,
    /// What came of it.
    pub end: TailEnd,
}

/// What came of the search for a tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TailEnd {
    /// The tail is proved.
    Proved,
    /// No period was found.
    NoPeriod,
    /// The last columns repeat from this one on with this period, but not yet for long enough.
    Short(u64, u64),
    /// The claim fits the columns and is wrong at this position.
    Refuted(UBig, UBig),
    /// The claim fits the columns and was not decided.
    Undecided(Undecided),
    /// Nothing was looked for.
    NotTried(NotTried),
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

/// The share of the budget that the first check of a guess gets which the planner has proved.
const CHECK_SHARE: u64 = 16;

/// The shares of later tries. Between them larger boards are solved, on which most wrong guesses end.
const LATER_SHARES: [u64; 3] = [16, 4, 1];

/// A guess that fits a board of this size is decided before a larger one is solved.
const LARGE_BOARD: u32 = 500_000;

/// Tails are looked for in at most this many columns.
const MOST_COLUMNS: u64 = 1_000_000;

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
                search.stages.push(Stage::new(rules, source.board(size, budget), effort));
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
    fn new(rules: &Ruleset, board: Option<Sample>, effort: &Effort) -> Stage {
        let candidates = match (&effort.systems, &board) {
            (Some(fixed), _) => fixed.clone(),
            (None, Some(board)) => candidates(rules, board),
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
        let mut done = vec![];
        for system in group {
            let Ok(numeration) = Numeration::new(system) else { continue };
            let tried = attempt(self.rules, board, &numeration, self.effort, self.budget);
            let over = tried.last.end.is_final();
            done.push((numeration, tried));
            if over {
                break;
            }
        }
        for (numeration, tried) in done {
            self.record(stage, numeration, tried);
        }
        any
    }

    /// Looks for a periodic tail in as many columns as the board of this stage has.
    fn tail(&mut self, stage: usize) {
        let columns = u64::from(self.effort.boards[stage]);
        let tried = self.proof.tails.last().is_none_or(|t| !matches!(t.end, TailEnd::NotTried(_)));
        // A numeration that was asked for is a question about automata.
        if self.effort.systems.is_some() || !tried || columns > MOST_COLUMNS {
            return;
        }
        let end = match find(self.rules, columns, self.budget) {
            Ok(Finding::None) => TailEnd::NoPeriod,
            Ok(Finding::Short { start, period }) => TailEnd::Short(start, period),
            Ok(Finding::Tail(claim)) => match Proved::new(*claim, self.budget) {
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

    fn record(&mut self, stage: usize, numeration: Numeration, tried: Tried) {
        let Tried { last, guess, proved, fault } = tried;
        let (attempt, planned) = (self.proof.attempts.len(), matches!(last.end, End::Unchecked(_)));
        match (&last.end, guess) {
            (End::Undecided(Undecided::Limit(limit)) | End::Unchecked(Undecided::Limit(limit)), guess) => {
                if is_final(*limit) {
                    self.proof.stopped = Some(*limit);
                } else if let Some(dfa) = guess {
                    // The checker has had the first of the later shares.
                    let tries = usize::from(planned);
                    self.postponed.push(Postponed { attempt, stage, numeration, dfa, tries, planned });
                }
            }
            _ => {
                self.proof.proved = self.proof.proved.take().or(proved);
                self.proof.fault = self.proof.fault.take().or(fault);
            }
        }
        self.proof.attempts.push(last);
    }

    /// Tries again what did not fit into the share of the budget that it had, small guesses first. A guess that fits its
    /// own board is first held against the larger ones, so it waits until there is one, unless its own took long enough;
    /// `last` says that none will come.
    fn settle(&mut self, last: bool) {
        let mut waiting = std::mem::take(&mut self.postponed);
        waiting.sort_by_key(|p| p.dfa.states());
        for mut guess in waiting {
            let larger = self.stages.iter().skip(guess.stage + 1).filter_map(|s| s.board.as_ref());
            let found = |board| disagreement(board, &guess.numeration, &guess.dfa);
            if let Some((x, y)) = larger.clone().find_map(found) {
                self.proof.attempts[guess.attempt].end = End::WrongAt(x, y);
                continue;
            }
            let convincing = guess.planned || self.proof.attempts[guess.attempt].board >= LARGE_BOARD;
            if self.proof.is_over() || (!last && !convincing && larger.count() == 0) {
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
        let checker = Proved::new(claim.clone(), &budget);
        let planner = match &checker {
            _ if guess.planned => Ok(Decision::Proved),
            Err(NotProved::Undecided(Undecided::Limit(limit))) if !is_final(*limit) => {
                decide(self.rules, &guess.numeration, &guess.dfa, &budget)
            }
            // Not asked.
            _ => Err(Undecided::Rules("")),
        };
        let planned = planner == Ok(Decision::Proved);
        match reconcile(&claim, planner, checker) {
            Ok(Ok(proved)) => (End::Proved, Some(proved)),
            Ok(Err(NotProved::Refuted { x, y })) => (End::Refuted(x, y), None),
            Ok(Err(NotProved::Undecided(reason))) if planned => (End::Unchecked(reason), None),
            Ok(Err(NotProved::Undecided(reason))) => (End::Undecided(reason), None),
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

/// The numerations of the rules' own irrationals, then those of the data.
///
/// Where P-positions fill a part of the plane they lie along no lines, and slopes are noise: the plainest numerations come first,
/// integer bases, and of these the ones that the remainders in the rules suggest. Their automata are small, which matters
/// most to the checker.
fn candidates(rules: &Ruleset, board: &Sample) -> Vec<System> {
    let mut all: Vec<System> = vec![];
    let mut reals = vec![];
    formulas(rules).for_each(|f| irrationals(f, &mut reals));
    for d in reals {
        all.extend(field_systems(d));
    }
    // Beatty sequences are known in Ostrowski numerations only.
    if !all.is_empty() {
        all.retain(|s| matches!(s, System::Ostrowski { .. }));
        return all;
    }
    let bases = bases(rules);
    let crowded = (board.len() as u64).saturating_mul(CROWDED) > board.size() * board.size();
    let mut others = systems(&beams(board));
    if crowded {
        all.extend(bases);
        all.extend([System::base(2), System::base(3)]);
    } else {
        others.extend(bases);
    }
    for system in others {
        if !all.contains(&system) {
            all.push(system);
        }
    }
    let mut unique: Vec<System> = vec![];
    for system in all {
        if !unique.contains(&system) {
            unique.push(system);
        }
    }
    unique
}

/// A board is crowded if at least one in so many squares is a P-position.
const CROWDED: u64 = 32;

/// Integer bases in which the remainders of the rules are read off the last digits: their common modulus if it is small, then
/// its prime factors.
fn bases(rules: &Ruleset) -> Vec<System> {
    let mut moduli = vec![];
    formulas(rules).for_each(|f| remainders(f, &mut moduli));
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let common =
        moduli.iter().try_fold(1u64, |all, &m| (all / gcd(all, m)).checked_mul(m).filter(|&m| m < 1000));
    let Some(common) = common else { return vec![] };
    let small = |&b: &u64| (2..=7).contains(&b);
    let primes = [2, 3, 5, 7].into_iter().filter(|p| common.is_multiple_of(*p));
    std::iter::once(common).filter(small).chain(primes).map(|b| System::base(b as u32)).collect()
}

/// All formulas of the rules.
fn formulas(rules: &Ruleset) -> impl Iterator<Item = &Formula> {
    let classes: Vec<&Formula> = match &rules.twist {
        Twist::None => vec![],
        Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
    };
    rules.moves.iter().map(|m| &m.when).chain(&rules.position).chain(classes)
}

fn remainders(formula: &Formula, found: &mut Vec<u64>) {
    match formula {
        Formula::Compare(term, _) | Formula::Beatty(term, _) => remainders_of_term(term, found),
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|f| remainders(f, found)),
        Formula::Not(inner) => remainders(inner, found),
        Formula::Constant(_) | Formula::Move(_) => {}
    }
}

fn remainders_of_term(term: &Term, found: &mut Vec<u64>) {
    for (_, atom) in &term.parts {
        match atom {
            Atom::Var(_) => {}
            Atom::Abs(inner) => remainders_of_term(inner, found),
            Atom::Mod(inner, modulus) => {
                found.push(modulus.unsigned_abs());
                remainders_of_term(inner, found);
            }
        }
    }
}

fn irrationals(formula: &Formula, found: &mut Vec<u64>) {
    match formula {
        Formula::Beatty(_, real) => {
            if let Some(d) = real.as_quadratic().and_then(|q| u64::try_from(q.d()).ok()) {
                found.push(d);
            }
        }
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|f| irrationals(f, found)),
        Formula::Not(inner) => irrationals(inner, found),
        _ => {}
    }
}

fn attempt(
    rules: &Ruleset,
    board: &Sample,
    numeration: &Numeration,
    effort: &Effort,
    budget: &Budget,
) -> Tried {
    let size = board.size() as u32;
    let mut last = Attempt {
        system: numeration.system().clone(),
        board: size,
        depth: 0,
        states: 0,
        end: End::BoardTooSmall,
    };
    let small = part(budget, FIRST_SHARE);
    let mut decided: Option<Dfa> = None;
    for most in 1..=effort.depth {
        last.depth = most;
        let (guess, missing) = guess_at(board, numeration, effort, budget, &mut last);
        let Some(dfa) = guess else {
            match missing {
                Some(Unlearnt::Limit(limit)) => {
                    last.end = End::Undecided(limit.into());
                    break;
                }
                Some(Unlearnt::States(states)) => {
                    (last.states, last.end) = (states, End::TooManyStates);
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
        if dfa.transitions() * 3 > board.len() {
            last.end = End::Overfitted;
            break;
        }
        // Looking deeper changes nothing: only a larger board can help.
        if decided.as_ref() == Some(&dfa) {
            break;
        }
        match decide(rules, numeration, &dfa, &small) {
            Ok(Decision::Proved) => return confirm(rules, numeration, dfa, last, budget),
            Ok(Decision::Refuted { x, y }) => last.end = End::Refuted(x, y),
            Err(reason) => {
                last.end = End::Undecided(reason);
                return Tried { last, guess: Some(dfa), proved: None, fault: None };
            }
        }
        decided = Some(dfa);
    }
    Tried { last, guess: None, proved: None, fault: None }
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
            Ok(dfa) => match disagreement(board, numeration, &dfa) {
                None => return (Some(dfa), missing),
                Some((x, y)) => (last.states, last.end) = (dfa.states(), End::WrongAt(x, y)),
            },
            Err(reason) => missing = Some(reason),
        }
    }
    (None, missing)
}

/// Has the checker look at what the planner has proved.
fn confirm(rules: &Ruleset, numeration: &Numeration, dfa: Dfa, last: Attempt, budget: &Budget) -> Tried {
    let mut tried = Tried { last, guess: None, proved: None, fault: None };
    let Ok(claim) = Certificate::new(rules.clone(), numeration.clone(), &dfa) else { return tried };
    let checker = Proved::new(claim.clone(), &part(budget, CHECK_SHARE));
    tried.last.end = match reconcile(&claim, Ok(Decision::Proved), checker) {
        Ok(Ok(proved)) => {
            tried.proved = Some(proved);
            End::Proved
        }
        Ok(Err(NotProved::Undecided(reason))) => {
            tried.guess = Some(dfa);
            End::Unchecked(reason)
        }
        Ok(Err(NotProved::Refuted { x, y })) => End::Refuted(x, y),
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
}
