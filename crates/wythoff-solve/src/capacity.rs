//! How many P-positions a column can hold, read off the rules.

use super::SolveError;
use wythoff_rules::game::Game;
use wythoff_rules::{Atom, Block, Formula, Relation, Ruleset, Term, Twist, Var, class_is_possible};

/// Most P-positions that a column can hold, if the rules bound it: from the topmost of them every other one is an
/// option by a move on the second pile, so no more can be there than such moves can be forbidden, and one.
pub fn column_capacity(ruleset: &Ruleset) -> Option<u64> {
    if ruleset.imitation.is_some() {
        return None;
    }
    let forbidden = match &ruleset.twist {
        Twist::None => 0,
        Twist::Block(blocks) => {
            let on_second_pile = Formula::compare(Term::atom(Atom::Var(Var::S)), Relation::Equal);
            let concerned = |b: &&Block| {
                let class = Formula::all_of(vec![b.class.clone(), on_second_pile.clone()]);
                class_is_possible(&class, &ruleset.moves)
            };
            blocks.iter().filter(concerned).map(|b| b.limit).sum()
        }
        Twist::Comply(_) => return None,
    };
    let is_rook = |f: &Formula| match f {
        f if f.is_zero_test(Var::S) => true,
        Formula::Or(parts) => parts.iter().any(|p| p.is_zero_test(Var::S)),
        _ => false,
    };
    if ruleset.moves.iter().any(|m| is_rook(&m.when)) {
        return Some(forbidden + 1);
    }
    // Moves of length c, 2c, 3c …: one class of squares for each remainder.
    let stride = ruleset.moves.iter().find_map(|m| match &m.when {
        Formula::Or(parts) => parts.iter().find_map(column_stride),
        other => column_stride(other),
    })?;
    Some((forbidden + 1).saturating_mul(stride))
}

/// The error for a list by columns of a game whose rules do not bound them.
pub(crate) fn endless(game: &Game) -> SolveError {
    let why = "its rules do not say how many P-positions a column can hold";
    SolveError::Endless { game: game.name().to_owned(), why }
}

/// The c of `s = 0 and t mod c = 0`.
fn column_stride(formula: &Formula) -> Option<u64> {
    let Formula::And(parts) = formula else { return None };
    let [zero, Formula::Compare(term, Relation::Equal)] = parts.as_slice() else { return None };
    match (zero.is_zero_test(Var::S), term.constant, term.parts.as_slice()) {
        (true, 0, [(1, Atom::Mod(inner, c))]) if inner.constant == 0 => match inner.parts.as_slice() {
            [(1, Atom::Var(Var::T))] => u64::try_from(*c).ok(),
            _ => None,
        },
        _ => None,
    }
}
