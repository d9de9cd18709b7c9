//! Real numbers in formulas: `floor(n*phi)` and `x in beatty(sqrt(2))`.
//!
//! `T = ⌊n·ρ⌋` is a relation of two numbers, and there is an automaton of it in every Ostrowski numeration of ρ's quadratic field
//! ([`beatty`](mod@wythoff_automata::beatty)); for a rational ρ = p/q it is `q·T <= p·n < q·T + q`. A term `floor(n*ρ)` is such a `T`, of
//! which there is exactly one, so an atom with it says "there is a T with `T = ⌊n·ρ⌋` for which the atom holds".
//!
//! ```
//! use wythoff_automata::Numeration;
//! use wythoff_budget::Budget;
//! use wythoff_logic::{decide, numeration_of_reals, parse, real_automata};
//! let formula = parse("An floor(n*phi) + n = floor(n*phi^2)")?;
//! let numeration = Numeration::new(numeration_of_reals(&formula)?.ok_or("no number")?)?;
//! let budget = Budget::default();
//! let named = real_automata(&formula, &numeration, &budget)?;
//! assert!(decide(&formula, &numeration, &named, &budget)?.truth);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::decide::{Defined, Failed, free_variables, relation};
use super::{LogicFormula, LogicTerm};
use dashu_int::IBig;
use std::collections::BTreeSet;
use wythoff_automata::beatty::{NotRegular, beatty, graph};
use wythoff_automata::{Dfa, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_number::Real;
use wythoff_rules::read_positive;

/// Why a number cannot be used in a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadReal {
    /// It is no positive number.
    #[error("{text:?} is not a number that can be used here: {why}")]
    Text {
        /// The number as it was written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its multiples are not regular in any numeration that is known, or not in this one.
    #[error("{text} has no automaton in the numeration {numeration}: {why}")]
    NotRegular {
        /// The number as it was written.
        text: String,
        /// The numeration.
        numeration: String,
        /// What is missing.
        why: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// The variable and the number of `floor(n*ρ)`.
fn floor_parts(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("floor(")?.strip_suffix(')')?.split_once('*')
}

/// How the automaton of `T = ⌊n·ρ⌋` is called.
fn graph_name(number: &str) -> String {
    format!("floor(*{number})")
}

/// Atoms with terms `floor(n*ρ)` speak of numbers of which they say what they are.
pub(super) fn with_floors(formula: LogicFormula) -> LogicFormula {
    let all = |list: Vec<LogicFormula>| list.into_iter().map(with_floors).collect();
    match formula {
        LogicFormula::Not(inner) => LogicFormula::Not(Box::new(with_floors(*inner))),
        LogicFormula::And(list) => LogicFormula::And(all(list)),
        LogicFormula::Or(list) => LogicFormula::Or(all(list)),
        LogicFormula::Odd(list) => LogicFormula::Odd(all(list)),
        LogicFormula::Exists(least, names, body) => {
            LogicFormula::Exists(least, names, Box::new(with_floors(*body)))
        }
        atom => {
            let floors: Vec<String> =
                free_variables(&atom).into_iter().filter(|v| floor_parts(v).is_some()).collect();
            if floors.is_empty() {
                return atom;
            }
            let variable = |name: &str| LogicTerm {
                constant: IBig::from(0),
                parts: std::iter::once((name.to_owned(), 1)).collect(),
            };
            let graphs = floors.iter().filter_map(|floor| {
                let (n, number) = floor_parts(floor)?;
                Some(LogicFormula::Named(graph_name(number), vec![variable(n), variable(floor)]))
            });
            let all: Vec<LogicFormula> = graphs.chain([atom]).collect();
            LogicFormula::Exists(1, floors, Box::new(LogicFormula::And(all)))
        }
    }
}

/// The names of automata that stand for numbers.
fn names(formula: &LogicFormula, found: &mut BTreeSet<String>) {
    match formula {
        LogicFormula::Named(name, _) if number_of(name).is_some() => {
            found.insert(name.clone());
        }
        LogicFormula::Not(inner) | LogicFormula::Exists(_, _, inner) => names(inner, found),
        LogicFormula::And(list) | LogicFormula::Or(list) | LogicFormula::Odd(list) => {
            list.iter().for_each(|part| names(part, found));
        }
        _ => {}
    }
}

/// The number in the name of an automaton, and whether it is the graph of its multiples rather than their set.
fn number_of(name: &str) -> Option<(&str, bool)> {
    let graph = name.strip_prefix("floor(*").map(|rest| (rest, true));
    let (rest, graph) = graph.or_else(|| name.strip_prefix("beatty(").map(|rest| (rest, false)))?;
    Some((rest.strip_suffix(')')?, graph))
}

fn read(text: &str) -> Result<Real, BadReal> {
    read_positive(text).map_err(|why| BadReal::Text { text: text.to_owned(), why })
}

/// A numeration in which the first irrational number of a formula has an automaton; `None` if it has none.
///
/// # Errors
/// [`BadReal`] if a number cannot be read, or is neither rational nor a quadratic irrational.
pub fn numeration_of_reals(formula: &LogicFormula) -> Result<Option<System>, BadReal> {
    let mut found = BTreeSet::new();
    names(formula, &mut found);
    for (text, _) in found.iter().filter_map(|name| number_of(name)) {
        let real = read(text)?;
        if real.as_rational().is_some() {
            continue;
        }
        let bad = |why: String| BadReal::Text { text: text.to_owned(), why };
        let quadratic = real.as_quadratic();
        let quadratic =
            quadratic.ok_or_else(|| bad("it is neither rational nor a quadratic irrational".to_owned()))?;
        return System::of_quadratic(quadratic).map(Some).map_err(|error| bad(error.to_string()));
    }
    Ok(None)
}

/// The automata of all numbers in a formula, for [`decide`](super::decide()) and [`relation`].
///
/// # Errors
/// [`BadReal`] if a number cannot be read or has no automaton in this numeration, or a limit is reached.
pub fn real_automata(
    formula: &LogicFormula,
    numeration: &Numeration,
    budget: &Budget,
) -> Result<Vec<(String, Dfa)>, BadReal> {
    let mut found = BTreeSet::new();
    names(formula, &mut found);
    let mut automata = Vec::new();
    for name in found {
        let Some((text, is_graph)) = number_of(&name) else { continue };
        let real = read(text)?;
        let not_regular = |why: String| BadReal::NotRegular {
            text: text.to_owned(),
            numeration: numeration.system().name(),
            why,
        };
        let made = match (real.as_rational(), real.as_quadratic()) {
            (Some(fraction), _) => {
                let small = |n: Option<i64>| n.filter(|n| *n <= 1_000_000);
                let p = small(i64::try_from(fraction.numerator()).ok());
                let q = small(i64::try_from(fraction.denominator()).ok());
                let (Some(p), Some(q)) = (p, q) else {
                    return Err(not_regular("its numerator or denominator is too large".to_owned()));
                };
                rational(p, q, is_graph, numeration, budget)?
            }
            (None, Some(quadratic)) => {
                let made = if is_graph { graph } else { beatty }(numeration, quadratic, budget);
                made.map_err(|error| match error {
                    NotRegular::Limit(limit) => BadReal::Limit(limit),
                    other => not_regular(other.to_string()),
                })?
            }
            (None, None) => return Err(not_regular("it is not a quadratic irrational".to_owned())),
        };
        automata.push((name, made));
    }
    Ok(automata)
}

/// The same for p/q: `q·t <= p·n < q·t + q`, and for the set "for some n >= 1".
fn rational(
    p: i64,
    q: i64,
    is_graph: bool,
    numeration: &Numeration,
    budget: &Budget,
) -> Result<Dfa, BadReal> {
    let term = |constant: i64, n: i64, t: i64| LogicTerm {
        constant: IBig::from(constant),
        parts: [("n".to_owned(), n), ("t".to_owned(), t)].into_iter().collect(),
    };
    let mut parts =
        vec![LogicFormula::Negative(term(0, p, -q)).negated(), LogicFormula::Negative(term(-q, p, -q))];
    if !is_graph {
        parts.push(LogicFormula::Negative(term(0, -1, 0)));
    }
    let both = LogicFormula::And(parts);
    let formula = if is_graph { both } else { LogicFormula::Exists(1, vec!["n".to_owned()], Box::new(both)) };
    match relation(&formula, numeration, &[], budget) {
        Ok(Defined::Set(_, dfa)) => Ok(dfa),
        Err(Failed::Limit(limit)) => Err(BadReal::Limit(limit)),
        Ok(Defined::Constant(_)) | Err(_) => unreachable!("the formula has free variables and no names"),
    }
}
