//! Can any move be in a class?
//!
//! The class of a `block` or `comply` line that no move can ever be in is a mistake of the author. It is found by
//! search over small removals; what depends on the piles counts as possible. The search covers every removal up to a
//! size at which all constants and residues of the formulas have had their say; where they are too large for that,
//! nothing is claimed.

use super::ruleset::{Atom, Formula, Move, Relation, Term, Var};

/// Boards larger than this are not searched.
const LARGEST_SEARCH: i64 = 400;

/// False only if no removal is a move and in the class.
pub fn possible(class: &Formula, moves: &[Move]) -> bool {
    let any_move = Formula::any_of(moves.iter().map(|m| m.when.clone()).collect());
    let wanted = Formula::all_of(vec![any_move, class.with_moves(moves)]);
    let reach = reach(&wanted).saturating_mul(2).saturating_add(32);
    if reach > LARGEST_SEARCH {
        return true;
    }
    (0..=reach).any(|s| (0..=reach).any(|t| (s, t) != (0, 0) && maybe(&wanted, s, t) != Some(false)))
}

/// A size beyond which the formula shows nothing new: its constants, coefficients and moduli multiplied up.
fn reach(formula: &Formula) -> i64 {
    match formula {
        Formula::Constant(_) | Formula::Move(_) => 0,
        Formula::Compare(term, _) | Formula::Beatty(term, _) => reach_of_term(term),
        Formula::Regular(terms, _) => terms.iter().map(reach_of_term).fold(0, i64::saturating_add),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(reach).fold(0, i64::saturating_add),
        Formula::Not(inner) => reach(inner),
    }
}

/// The constants, coefficients and moduli of a term multiplied up.
pub(crate) fn reach_of_term(term: &Term) -> i64 {
    term.parts.iter().fold(term.constant.saturating_abs(), |sum, (c, atom)| {
        let inner = match atom {
            Atom::Var(_) => 1,
            Atom::Abs(t) => reach_of_term(t),
            Atom::Mod(t, m) => reach_of_term(t).saturating_add(*m),
        };
        sum.saturating_add(inner.saturating_mul(c.saturating_abs()))
    })
}

/// The truth of the formula at a removal, or `None` where it depends on the piles, on a Beatty sequence or on a loaded set.
fn maybe(formula: &Formula, s: i64, t: i64) -> Option<bool> {
    match formula {
        Formula::Constant(b) => Some(*b),
        Formula::Compare(term, relation) => compare(term, *relation, s, t),
        Formula::Beatty(..) | Formula::Regular(..) | Formula::Move(_) => None,
        Formula::And(parts) => decided(parts, s, t, false),
        Formula::Or(parts) => decided(parts, s, t, true),
        Formula::Not(inner) => maybe(inner, s, t).map(|b| !b),
    }
}

/// One part with the decisive value decides; otherwise all parts must be known.
fn decided(parts: &[Formula], s: i64, t: i64, decisive: bool) -> Option<bool> {
    let values: Vec<Option<bool>> = parts.iter().map(|p| maybe(p, s, t)).collect();
    if values.contains(&Some(decisive)) {
        return Some(decisive);
    }
    (!values.contains(&None)).then_some(!decisive)
}

fn compare(term: &Term, relation: Relation, s: i64, t: i64) -> Option<bool> {
    if term.mentions(Var::X) || term.mentions(Var::Y) {
        return None;
    }
    Some(relation.holds(term.value(&[0, 0, s, t]).cmp(&0)))
}
