//! The questions of a search, asked about one game.

use super::search::{SearchFinding, SearchLimits, SearchVerdict};
use crate::compare::{
    CompareEffort, Differences, Equality, Likeness, Squares, compare_with, patient, proved, what,
};
use crate::describe::{PairForm, pair_form};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_budget::{Budget, Limit};
use wythoff_prove::agree::{Settled, decide};
use wythoff_prove::stated;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_solve::SolveError;

/// Boards go as far as this if nothing is said; and only so far where only the definition can do it.
const SIZES: [u32; 2] = [300, 100];

/// A game that many are compared with, and its boards once they are solved.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) ways: Ways,
    boards: Mutex<Vec<(u32, Arc<Squares>)>>,
}

impl Target {
    pub(super) fn new(ways: &Ways) -> Arc<Target> {
        Arc::new(Target { ways: ways.clone(), boards: Mutex::default() })
    }

    /// Its board. Whoever comes while it is being solved waits: solving it twice would take as long.
    fn board(&self, to: u32, budget: &Budget) -> Result<Arc<Squares>, SolveError> {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = boards.iter().find(|(size, _)| *size == to) {
            return Ok(Arc::clone(known));
        }
        let solved = Arc::new(Squares::of(&self.ways, to, budget)?);
        boards.push((to, Arc::clone(&solved)));
        Ok(solved)
    }
}

/// What came of a question.
#[derive(Debug)]
pub(super) enum Found<R> {
    /// An answer, which will be the same whenever it is asked.
    Answer(R),
    /// None, and why; another time, with more memory, there may be one.
    Failure(String),
}

/// What tells boards apart: equal for equal P-positions, and different for different ones as far as anybody can find.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct BoardMark {
    /// The largest pile.
    pub(super) to: u32,
    /// How many P-positions there are.
    pub(super) count: usize,
    /// A hash of them.
    pub(super) mark: String,
}

/// Asks with boards of the size that was said, or of the largest that can be done.
fn on_boards<R>(
    limits: &SearchLimits,
    has_memory: bool,
    ask: impl Fn(u32) -> Result<R, SolveError>,
) -> Result<Found<R>, Limit> {
    let sizes = limits.to.map_or(SIZES[usize::from(has_memory)..].to_vec(), |to| vec![to]);
    let mut last = String::new();
    for to in sizes {
        match ask(to) {
            Ok(found) => return Ok(Found::Answer(found)),
            Err(error @ (SolveError::TooLarge { .. } | SolveError::TooLong { .. })) => {
                last = error.to_string()
            }
            Err(error) => return failed(error),
        }
    }
    Ok(Found::Failure(last))
}

/// Being stopped ends the search; everything else is the fate of one member.
fn failed<R>(error: SolveError) -> Result<Found<R>, Limit> {
    match error {
        SolveError::Limit(limit @ (Limit::Time | Limit::Cancelled)) => Err(limit),
        other => Ok(Found::Failure(other.to_string())),
    }
}

/// Has a game the P-positions of another one?
pub(super) fn like(
    ways: &Ways,
    other: &Target,
    limits: &SearchLimits,
    budget: &Budget,
) -> Result<Found<SearchFinding>, Limit> {
    let (game, target) = (ways.game(), other.ways.game());
    let name = target.label();
    on_boards(limits, game.has_memory() || target.has_memory(), |to| {
        let effort = CompareEffort { to, patience: limits.patience };
        let found = compare_with(ways, &other.ways, &|| other.board(to, budget), &effort, budget)?;
        Ok(SearchFinding { to: Some(u64::from(to)), ..likeness(&found, name) })
    })
}

fn likeness(found: &Likeness, name: &str) -> SearchFinding {
    match (found.equal, &found.differences) {
        (Equality::Proved, _) => SearchFinding::new(SearchVerdict::Proved, found.ground.clone()),
        (Equality::No, Some(Differences { first, in_first, .. })) => {
            let whose = match in_first {
                true => format!("which is P here and not in {name}"),
                false => format!("which is P in {name} and not here"),
            };
            let kin = found.kin.map(|kin| format!("; {}, up to {}", kin.words("this", name), found.to));
            let ground = format!("first difference at {first}, {whose}{}", kin.unwrap_or_default());
            let piles = first.piles().iter().map(ToString::to_string).collect();
            SearchFinding { first_difference: Some(piles), ..SearchFinding::new(SearchVerdict::No, ground) }
        }
        _ => SearchFinding::new(
            SearchVerdict::AsFarAsComputed,
            format!("agrees for all piles up to {}; no proof was found", found.to),
        ),
    }
}

/// What tells the board of a game from others.
pub(super) fn board(ways: &Ways, limits: &SearchLimits, budget: &Budget) -> Result<Found<BoardMark>, Limit> {
    on_boards(limits, ways.game().has_memory(), |to| {
        let (count, mark) = Squares::of(ways, to, budget)?.mark();
        Ok(BoardMark { to, count, mark })
    })
}

/// Are the P-positions of a game a pair of Beatty sequences? What fits is also put to the checker.
pub(super) fn beatty(
    ways: &Ways,
    limits: &SearchLimits,
    budget: &Budget,
) -> Result<Found<SearchFinding>, Limit> {
    let pair = match pair_form(ways, limits.columns, budget) {
        Ok(pair) => pair,
        Err(error) => return failed(error),
    };
    let pair: PairForm = match pair {
        Ok(pair) => pair,
        Err(why) => return Ok(Found::Answer(SearchFinding::new(SearchVerdict::NotFound, why))),
    };
    let quick = patient(budget, limits.patience);
    let proof = pair.formula().zip(ways.game().ruleset()).and_then(|(text, rules)| {
        let claim = stated::claim(&text, None, &quick).ok()?;
        match decide(rules, &claim.numeration, &claim.automaton, &quick) {
            Ok(Settled::Proved(_)) => Some(claim.numeration.system().name()),
            _ => None,
        }
    });
    budget.poll()?;
    let (verdict, ground) = match proof {
        Some(numeration) => (
            SearchVerdict::Proved,
            format!("proved for all sizes by the checker, in the numeration {numeration}"),
        ),
        None => (
            SearchVerdict::AsFarAsComputed,
            format!("agrees for all x < {}; no proof was found", pair.columns),
        ),
    };
    let (form, to) = (Some(pair.words()), Some(pair.columns));
    Ok(Found::Answer(SearchFinding { form, to, ..SearchFinding::new(verdict, ground) }))
}

/// Is there an automaton or a tail that the checker proves?
pub(super) fn automaton(
    ways: &Ways,
    limits: &SearchLimits,
    budget: &Budget,
) -> Result<Found<SearchFinding>, Limit> {
    let Some(rules) = ways.game().ruleset() else {
        return Ok(Found::Failure("automata are looked for in games on two piles".to_owned()));
    };
    if rules.imitation.is_some() {
        let why = "piles alone do not tell who wins in a game with memory";
        return Ok(Found::Failure(why.to_owned()));
    }
    let found = proved(rules, &patient(budget, limits.patience));
    budget.poll()?;
    Ok(Found::Answer(match found {
        Some((proved, from)) => SearchFinding {
            form: Some(what(proved.certificate())),
            ..SearchFinding::new(SearchVerdict::Proved, format!("proved for all sizes: {from}"))
        },
        None => SearchFinding::new(
            SearchVerdict::NotFound,
            "no automaton and no tail was found within the limits",
        ),
    }))
}
