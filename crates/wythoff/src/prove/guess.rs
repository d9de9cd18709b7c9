//! Proving a game with nothing but its rules: choose numerations, learn, refute quickly, decide.
//!
//! Boards grow stage by stage. On each board every candidate numeration learns from the near part and is tested on the whole:
//! a wrong guess mostly dies there, long before the sentence is decided. What survives is decided; if the decision refutes it, deeper
//! learning or a larger board follows. When all stages are done, the report says what was tried and how far each came.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::prove::guess::{Effort, prove};
//! use wythoff::prove::source::Solver;
//! use wythoff::rules::Definition;
//! let text = "game \"Wythoff Nim\"\nmove rook: s = 0 or t = 0\nmove diagonal: s = t\n";
//! let rules = Definition::parse("wythoff", text).unwrap().bind_text("").unwrap();
//! let result = prove(&rules, &mut Solver::new(&rules), &Effort::default(), &Budget::default());
//! let certificate = result.certificate.unwrap();
//! assert_eq!(certificate.numeration().system().name(), "fib");
//! assert_eq!(certificate.automaton().states(), 7);
//! ```

use super::certificate::Certificate;
use super::check::{Verdict, verify};
use super::learn::{Board, Depth, Unlearnt, disagreement, learn_with};
use super::sentence::{Decision, decide};
use super::slopes::{beams, field_systems, systems};
use super::source::Source;
use super::tail::TailCertificate;
use super::tail::check::verify as verify_tail;
use super::tail::guess::{Finding, NotTried, find};
use super::{Undecided, expressible};
use crate::automaton::{Dfa, Numeration, System};
use crate::budget::{Budget, Limit};
use crate::rules::{Formula, Ruleset};
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
    /// The sentence holds.
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
    /// The proved claim, if it is an automaton.
    pub certificate: Option<Certificate>,
    /// The proved claim, if it is a start with a periodic tail.
    pub tail: Option<TailCertificate>,
    /// The searches for a tail, in order; they took place between the attempts with automata.
    pub tails: Vec<TailAttempt>,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Limit>,
    /// Why nothing was tried, if the rules are outside what sentences can say.
    pub refused: Option<Undecided>,
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
}

/// The share of the budget that a decision gets at first.
const FIRST_SHARE: u64 = 64;

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
    if let Err(reason) = expressible(rules) {
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
                if stage == level && search.proof.certificate.is_none() && search.proof.stopped.is_none() {
                    search.tail(stage);
                }
                if search.proof.tail.is_some()
                    || search.proof.certificate.is_some()
                    || search.proof.stopped.is_some()
                {
                    return search.proof;
                }
            }
        }
        let last = !left && search.stages.len() == effort.boards.len();
        search.settle(last);
        if last || search.proof.certificate.is_some() || search.proof.stopped.is_some() {
            return search.proof;
        }
        level += 1;
    }
}

struct Stage {
    board: Option<Board>,
    candidates: Vec<System>,
}

impl Stage {
    fn new(rules: &Ruleset, board: Option<Board>, effort: &Effort) -> Stage {
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
            let (attempt, dfa) = attempt(self.rules, board, &numeration, self.effort, self.budget);
            let end = attempt.end.clone();
            done.push((attempt, dfa.map(|dfa| (numeration, dfa))));
            if matches!(end, End::Proved | End::Undecided(Undecided::Limit(Limit::Time))) {
                break;
            }
        }
        for (attempt, guess) in done {
            self.record(stage, attempt, guess);
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
            Ok(Finding::Tail(claim)) => match verify_tail(&claim, self.budget) {
                Ok(Verdict::Proved) => {
                    self.proof.tail = Some(*claim);
                    TailEnd::Proved
                }
                Ok(Verdict::Refuted { x, y }) => TailEnd::Refuted(x, y),
                Err(reason) => TailEnd::Undecided(reason),
            },
            Err(reason) => TailEnd::NotTried(reason),
        };
        self.proof.tails.push(TailAttempt { columns, end });
    }

    fn record(&mut self, stage: usize, attempt: Attempt, guess: Option<(Numeration, Dfa)>) {
        let end = attempt.end.clone();
        self.proof.attempts.push(attempt);
        match (end, guess) {
            (End::Proved, Some((numeration, dfa))) => {
                self.proof.certificate = Some(Certificate::new(self.rules.clone(), numeration, dfa));
            }
            (End::Undecided(Undecided::Limit(Limit::Time)), _) => self.proof.stopped = Some(Limit::Time),
            (End::Undecided(Undecided::Limit(_)), Some((numeration, dfa))) => {
                let attempt = self.proof.attempts.len() - 1;
                self.postponed.push(Postponed { attempt, stage, numeration, dfa, tries: 0 });
            }
            _ => {}
        }
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
            let convincing = self.proof.attempts[guess.attempt].board >= LARGE_BOARD;
            if self.proof.stopped.is_some() || (!last && !convincing && larger.count() == 0) {
                self.postponed.push(guess);
                continue;
            }
            let end = loop {
                let share = LATER_SHARES[guess.tries.min(LATER_SHARES.len() - 1)];
                guess.tries += 1;
                let end = self.decide_with(&guess, share);
                let again = matches!(&end, End::Undecided(Undecided::Limit(l)) if *l != Limit::Time);
                if !again || !(last || convincing) || guess.tries >= LATER_SHARES.len() {
                    break end;
                }
            };
            self.proof.attempts[guess.attempt].end = end.clone();
            match end {
                End::Proved => {
                    let Postponed { numeration, dfa, .. } = guess;
                    self.proof.certificate = Some(Certificate::new(self.rules.clone(), numeration, dfa));
                    return;
                }
                End::Undecided(Undecided::Limit(Limit::Time)) => self.proof.stopped = Some(Limit::Time),
                End::Undecided(Undecided::Limit(_)) if guess.tries < LATER_SHARES.len() => {
                    self.postponed.push(guess);
                }
                _ => {}
            }
        }
    }

    /// Decides a guess within a share of the budget: by the checker, whose automata grow more slowly with the size of the
    /// guess than the planner's, and then by the planner.
    fn decide_with(&self, guess: &Postponed, share: u64) -> End {
        let budget = self
            .budget
            .clone()
            .with_states(self.budget.states() / share)
            .with_memory(self.budget.memory() / share);
        let claim = Certificate::new(self.rules.clone(), guess.numeration.clone(), guess.dfa.clone());
        let decided = match verify(&claim, &budget) {
            Ok(Verdict::Proved) => Ok(Decision::Proved),
            Ok(Verdict::Refuted { x, y }) => Ok(Decision::Refuted { x, y }),
            Err(Undecided::Limit(limit)) if limit != Limit::Time => {
                decide(self.rules, &guess.numeration, &guess.dfa, &budget)
            }
            Err(reason) => Err(reason),
        };
        match decided {
            Ok(Decision::Proved) => End::Proved,
            Ok(Decision::Refuted { x, y }) => End::Refuted(x, y),
            Err(reason) => End::Undecided(reason),
        }
    }
}

/// The numerations of the rules' own irrationals, then those of the data.
fn candidates(rules: &Ruleset, board: &Board) -> Vec<System> {
    let mut all: Vec<System> = vec![];
    let mut reals = vec![];
    rules.moves.iter().for_each(|m| irrationals(&m.when, &mut reals));
    rules.position.iter().for_each(|p| irrationals(p, &mut reals));
    for d in reals {
        all.extend(field_systems(d));
    }
    // Beatty sequences are known in Ostrowski numerations only.
    let own = !all.is_empty();
    all.retain(|s| !own || matches!(s, System::Ostrowski { .. }));
    for system in systems(&beams(board)) {
        if !own && !all.contains(&system) {
            all.push(system);
        }
    }
    all
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
    board: &Board,
    numeration: &Numeration,
    effort: &Effort,
    budget: &Budget,
) -> (Attempt, Option<Dfa>) {
    let size = board.size() as u32;
    let mut last = Attempt {
        system: numeration.system().clone(),
        board: size,
        depth: 0,
        states: 0,
        end: End::BoardTooSmall,
    };
    let small = budget
        .clone()
        .with_states((budget.states() / FIRST_SHARE).max(1 << 14).min(budget.states()))
        .with_memory((budget.memory() / FIRST_SHARE).max(1 << 26).min(budget.memory()));
    let mut decided: Option<Dfa> = None;
    for most in 1..=effort.depth {
        last.depth = most;
        // Learn from a quarter of the board and test on all of it; if that fails, learn from all.
        let mut guess = None;
        let mut missing = None;
        for window in [board.size() / 4, board.size()] {
            match learn_with(
                board,
                numeration,
                &Depth { most, least: 1, window, states: effort.states },
                budget,
            ) {
                Ok(dfa) => match disagreement(board, numeration, &dfa) {
                    None => {
                        guess = Some(dfa);
                        break;
                    }
                    Some((x, y)) => (last.states, last.end) = (dfa.states(), End::WrongAt(x, y)),
                },
                Err(reason) => missing = Some(reason),
            }
        }
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
            Ok(Decision::Proved) => {
                last.end = End::Proved;
                return (last, Some(dfa));
            }
            Ok(Decision::Refuted { x, y }) => last.end = End::Refuted(x, y),
            Err(reason) => {
                last.end = End::Undecided(reason);
                return (last, Some(dfa));
            }
        }
        decided = Some(dfa);
    }
    (last, None)
}
