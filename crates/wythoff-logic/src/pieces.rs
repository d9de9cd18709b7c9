//! Terms that are not linear: `|x - y|`, `min(x, 3)`, `max(…)`, `(x mod 3) + y`.
//!
//! While a text is read, each of them is a variable with a name that no text can spell (`#0`, `#1`, …). Before a formula is decided they
//! are dissolved, each where it is compared: `|a| = b` says `a >= 0 & a = b | a < 0 & -a = b`, `min(a, b) < c` says
//! `a <= b & a < c | b <= a & b < c`, and of `a mod m` there is exactly one `r < m` that differs from `a` by a multiple of m.

use super::tree::Sum;
use super::{LogicFormula, LogicTerm};
use dashu_int::IBig;

/// The most comparisons that those of one formula may unfold into.
const MOST: usize = 20_000;

/// A term that is not linear. Those inside it have smaller numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Absolute(Sum),
    Least(Vec<Sum>),
    Greatest(Vec<Sum>),
    Remainder(Sum, i64),
}

/// The name of the variable that stands for a piece.
pub(super) fn name(index: usize) -> String {
    format!("#{index}")
}

/// The formula with its pieces dissolved; `None` if that is too large.
pub(super) fn dissolved(formula: LogicFormula, pieces: &[Piece]) -> Option<LogicFormula> {
    if pieces.is_empty() {
        return Some(formula);
    }
    let mut left = MOST;
    inside(formula, pieces, &mut left)
}

fn inside(formula: LogicFormula, pieces: &[Piece], left: &mut usize) -> Option<LogicFormula> {
    let mut all = |list: Vec<LogicFormula>| -> Option<Vec<LogicFormula>> {
        list.into_iter().map(|part| inside(part, pieces, left)).collect()
    };
    Some(match formula {
        LogicFormula::Not(inner) => LogicFormula::Not(Box::new(inside(*inner, pieces, left)?)),
        LogicFormula::And(list) => LogicFormula::And(all(list)?),
        LogicFormula::Or(list) => LogicFormula::Or(all(list)?),
        LogicFormula::Odd(list) => LogicFormula::Odd(all(list)?),
        LogicFormula::Exists(least, names, body) => {
            LogicFormula::Exists(least, names, Box::new(inside(*body, pieces, left)?))
        }
        atom => {
            *left = left.checked_sub(1)?;
            // The outermost first: it brings those that are in it.
            let last = terms(&atom).iter().flat_map(|term| term.parts.keys()).filter_map(|n| index(n)).max();
            let Some((last, piece)) = last.and_then(|i| Some((i, pieces.get(i)?))) else { return Some(atom) };
            inside(spelt_out(&atom, &name(last), piece), pieces, left)?
        }
    })
}

fn index(name: &str) -> Option<usize> {
    name.strip_prefix('#')?.parse().ok()
}

fn terms(atom: &LogicFormula) -> Vec<&LogicTerm> {
    match atom {
        LogicFormula::Negative(term) | LogicFormula::Zero(term) | LogicFormula::Remainder(term, ..) => {
            vec![term]
        }
        LogicFormula::Named(_, terms) => terms.iter().collect(),
        _ => Vec::new(),
    }
}

/// The atom with a term in the place of a variable.
fn with(atom: &LogicFormula, name: &str, value: &LogicTerm) -> LogicFormula {
    let put = |term: &LogicTerm| {
        let mut term = term.clone();
        match term.parts.remove(name) {
            Some(factor) => term.plus(factor, value),
            None => term,
        }
    };
    match atom {
        LogicFormula::Negative(term) => LogicFormula::Negative(put(term)),
        LogicFormula::Zero(term) => LogicFormula::Zero(put(term)),
        LogicFormula::Remainder(term, modulus, rest) => LogicFormula::Remainder(put(term), *modulus, *rest),
        LogicFormula::Named(of, terms) => LogicFormula::Named(of.clone(), terms.iter().map(put).collect()),
        other => other.clone(),
    }
}

fn spelt_out(atom: &LogicFormula, name: &str, piece: &Piece) -> LogicFormula {
    let negated = |term: &LogicTerm| LogicTerm::default().plus(-1, term);
    let at_most = |a: &LogicTerm, b: &LogicTerm| LogicFormula::Negative(b.clone().plus(-1, a)).negated();
    let extreme = |list: &[Sum], before: &dyn Fn(&LogicTerm, &LogicTerm) -> LogicFormula| {
        let values: Vec<LogicTerm> = list.iter().map(Sum::term).collect();
        let case = |i: usize| {
            let others = (0..values.len()).filter(|j| *j != i).map(|j| before(&values[i], &values[j]));
            LogicFormula::And(others.chain([with(atom, name, &values[i])]).collect())
        };
        LogicFormula::Or((0..values.len()).map(case).collect())
    };
    match piece {
        Piece::Absolute(sum) => {
            let term = sum.term();
            let below = LogicFormula::Negative(term.clone());
            LogicFormula::Or(vec![
                LogicFormula::And(vec![below.clone().negated(), with(atom, name, &term)]),
                LogicFormula::And(vec![below, with(atom, name, &negated(&term))]),
            ])
        }
        Piece::Least(list) => extreme(list, &|one, other| at_most(one, other)),
        Piece::Greatest(list) => extreme(list, &|one, other| at_most(other, one)),
        Piece::Remainder(sum, modulus) => {
            let rest = format!("({name})");
            let variable =
                LogicTerm { constant: IBig::from(0), parts: std::iter::once((rest.clone(), 1)).collect() };
            let mut small = variable.clone();
            small.constant -= IBig::from(*modulus);
            let apart = sum.term().plus(-1, &variable);
            LogicFormula::Exists(
                1,
                vec![rest],
                Box::new(LogicFormula::And(vec![
                    LogicFormula::Negative(small),
                    LogicFormula::Remainder(apart, *modulus, 0),
                    with(atom, name, &variable),
                ])),
            )
        }
    }
}

/// Is this the name of a variable that stands for a remainder?
pub(super) fn is_remainder(name: &str) -> bool {
    name.starts_with("(#")
}
