//! Proofs for all sizes: from rules to a sentence, from solved boards to a guess, from a guess to a certificate.
//!
//! If the P-positions of a game are recognised by an automaton in some numeration, then "a position is in this set if and only if
//! the previous player wins there, given the set" is a first-order sentence that can be decided. A set that satisfies it at every
//! position *is* the set of P-positions: every move makes `x + y` smaller, so this follows by induction.

pub mod answer;
pub mod certificate;
pub mod check;
pub mod compile;
pub mod formula;
pub mod guess;
pub mod learn;
pub mod library;
pub mod load;
pub mod plan;
mod read;
pub mod same;
pub mod sentence;
pub mod slopes;
pub mod source;
pub mod tail;

use crate::automaton::beatty::{NotRegular, beatty};
use crate::automaton::{Dfa, Numeration};
use crate::budget::{Budget, Limit};
use crate::number::Real;
use crate::rules::{Atom, Formula, Ruleset, Term, Twist};

/// Why a claim was neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A Beatty sequence is not in the numeration's field.
    #[error("beatty({0}) is not regular in this numeration, as far as is known: {1}")]
    Beatty(String, NotRegular),
    /// The rules are outside what sentences can say.
    #[error("{0}")]
    Rules(&'static str),
}

/// The automaton of `{⌊n·r⌋ : n ≥ 1}`.
fn beatty_set(numeration: &Numeration, r: &Real, budget: &Budget) -> Result<Dfa, Undecided> {
    let undecided = |reason| match reason {
        NotRegular::Limit(limit) => Undecided::Limit(limit),
        other => Undecided::Beatty(r.to_string(), other),
    };
    let quadratic = r.as_quadratic().ok_or(NotRegular::Field).map_err(undecided)?;
    beatty(numeration, quadratic, budget).map_err(undecided)
}

/// The most cases that terms with absolute values and remainders may unfold into, comparisons counted.
const MOST_CASES: u64 = 5_000;
/// The most options that can be blocked or proposed.
const MOST_BLOCKED: u16 = 255;

/// The most options that can be blocked or have to be proposed, if the rules have a sentence over positions that is small
/// enough: they are unfolded into linear cases before any limit is asked.
fn expressible(ruleset: &Ruleset) -> Result<u16, Undecided> {
    if ruleset.imitation.is_some() {
        return Err(Undecided::Rules("games with memory have no sentence over positions"));
    }
    let (classes, most): (Vec<&Formula>, u64) = match &ruleset.twist {
        Twist::None => (vec![], 0),
        Twist::Block(blocks) => (
            blocks.iter().map(|b| &b.class).collect(),
            blocks.iter().fold(0, |n, b| b.limit.saturating_add(n)),
        ),
        Twist::Comply(parts) => {
            (parts.iter().map(|p| &p.class).collect(), parts.iter().map(|p| p.least).max().unwrap_or(0))
        }
    };
    if classes.len() > 4 {
        return Err(Undecided::Rules("more than four block or comply lines are not supported"));
    }
    let Some(most) = u16::try_from(most).ok().filter(|&most| most <= MOST_BLOCKED) else {
        return Err(Undecided::Rules(
            "more than 255 options that can be blocked or proposed are not supported",
        ));
    };
    let moves = ruleset.moves.iter().map(|m| &m.when);
    let all = moves.chain(classes).chain(&ruleset.position);
    let cases = all.fold(0, |n: u64, f| n.saturating_add(cases_of(f, ruleset)));
    if cases > MOST_CASES {
        return Err(Undecided::Rules(
            "the rules unfold into too many linear cases (absolute values, remainders)",
        ));
    }
    Ok(most)
}

fn cases_of(formula: &Formula, ruleset: &Ruleset) -> u64 {
    match formula {
        Formula::Constant(_) => 1,
        Formula::Compare(term, _) | Formula::Beatty(term, _) => cases_of_term(term),
        // A move's own formula names no moves.
        Formula::Move(i) => ruleset.moves.get(*i).map_or(1, |m| match &m.when {
            Formula::Move(_) => u64::MAX,
            when => cases_of(when, ruleset),
        }),
        Formula::And(list) | Formula::Or(list) => {
            list.iter().fold(1, |n: u64, f| n.saturating_add(cases_of(f, ruleset)))
        }
        Formula::Not(inner) => cases_of(inner, ruleset),
    }
}

fn cases_of_term(term: &Term) -> u64 {
    term.parts.iter().fold(1, |n: u64, (_, atom)| {
        n.saturating_mul(match atom {
            Atom::Var(_) => 1,
            Atom::Abs(inner) => 2u64.saturating_mul(cases_of_term(inner)),
            Atom::Mod(inner, modulus) => modulus.unsigned_abs().saturating_mul(cases_of_term(inner)),
        })
    })
}
