//! Proofs for all sizes: from rules to a sentence, from solved boards to a guess, from a guess to a certificate.
//!
//! If the P-positions of a game are recognised by an automaton in some numeration, then "a position is in this set if and only if
//! the previous player wins there, given the set" is a first-order sentence that can be decided. A set that satisfies it at every
//! position *is* the set of P-positions: every move makes `x + y` smaller, so this follows by induction.
//!
//! This crate finds claims and decides them quickly. It may be wrong: what it finds is called proved only after
//! [`check`](wythoff_check) has confirmed it. The checker uses nothing of this crate. Both use the rules, numeration systems and
//! linear forms, and the types of claims; and the search for [`beams`], and for [`levels`] in part, runs code of the checker itself
//! (the first columns, the machine and the closure of the inner beam, the game that a level leaves), so that for these the two
//! are not independent. If the two disagree, that is a fault of this library ([`agree::Disagreement`]).

pub mod accepted;
pub mod agree;
pub mod answer;
pub mod beams;
mod candidates;
pub mod certified;
pub mod compile;
mod contest;
pub mod formula;
pub mod guess;
pub mod learn;
pub mod levels;
pub mod library;
pub mod listed;
pub mod load;
pub mod plan;
mod reply;
pub mod same;
pub mod sentence;
pub mod shipped;
pub mod slopes;
pub mod source;
pub mod stated;
pub mod tail;
pub mod tries;
pub mod warnings;
pub mod ways;

pub use ways::AllWays;

use wythoff_automata::beatty::{NotRegular, beatty};
use wythoff_automata::{Dfa, Numeration};
use wythoff_budget::Budget;
pub use wythoff_check::Undecided;
use wythoff_check::read::expressible;
use wythoff_number::Real;
use wythoff_rules::regular::RegularSet;
use wythoff_rules::{Formula, Ruleset};

/// Can some numeration handle every automaton and every Beatty sequence of the rules? Automata are known in their own numeration,
/// and only those of quadratic irrationals are known to be
/// regular in one.
fn numerable(ruleset: &Ruleset) -> Result<(), Undecided> {
    let classes: Vec<&Formula> = ruleset.twist.classes();
    let loads = ruleset.loads();
    let other = |set: &&&RegularSet| set.numeration().system() != loads[0].numeration().system();
    if let Some(set) = loads.iter().find(other) {
        return Err(Undecided::Numeration(set.name().to_owned(), set.numeration().system().name()));
    }
    let moves = ruleset.moves.iter().map(|m| &m.when);
    match moves.chain(&ruleset.position).chain(classes).find_map(real_without_numeration) {
        Some(real) => Err(Undecided::Real(real.to_string())),
        None => Ok(()),
    }
}

fn real_without_numeration(formula: &Formula) -> Option<&Real> {
    match formula {
        Formula::Beatty(_, real) => real.as_quadratic().is_none().then_some(real),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().find_map(real_without_numeration),
        Formula::Not(inner) => real_without_numeration(inner),
        Formula::Constant(_) | Formula::Compare(..) | Formula::Regular(..) | Formula::Move(_) => None,
    }
}

/// The automaton of `{⌊n·r⌋ : n ≥ 1}`.
fn beatty_set(numeration: &Numeration, r: &Real, budget: &Budget) -> Result<Dfa, Undecided> {
    let undecided = |reason| match reason {
        NotRegular::Limit(limit) => Undecided::Limit(limit),
        NotRegular::Field => Undecided::Beatty(r.to_string(), "the number is not in the numeration's field"),
        NotRegular::Large => Undecided::Beatty(r.to_string(), "the numbers in it are too large"),
    };
    let quadratic = r.as_quadratic().ok_or(NotRegular::Field).map_err(undecided)?;
    beatty(numeration, quadratic, budget).map_err(undecided)
}
