//! Which numerations are tried, in which order: those of the rules' own irrationals and remainders, and those of the slopes on a board.
//!
//! This room guesses, and nothing rests on it.

use super::learn::Sample;
use super::slopes::{beams as measured_beams, field_systems, systems};
use wythoff_automata::System;
use wythoff_budget::Budget;
use wythoff_number::Quadratic;
use wythoff_rules::{Atom, Formula, Ruleset, Term};

/// The numerations of the rules' own irrationals, then those of the data.
///
/// Where P-positions fill a part of the plane they lie along no lines, and slopes are noise: the plainest numerations come first,
/// integer bases, and of these the ones that the remainders in the rules suggest. Their automata are small, which matters
/// most to the checker.
pub(super) fn candidates(rules: &Ruleset, board: &Sample, budget: &Budget) -> Vec<System> {
    // The automata of the rules are known in their own numeration only.
    if let Some(set) = rules.loads().first() {
        return vec![set.numeration().system().clone()];
    }
    let mut all: Vec<System> = vec![];
    let mut reals = vec![];
    formulas(rules).for_each(|f| irrationals(f, &mut reals));
    for real in &reals {
        all.extend(u64::try_from(real.d()).map(field_systems).unwrap_or_default());
    }
    // The periods of their own continued fractions, where these are not among the field's.
    for system in reals.iter().filter_map(|real| System::of_quadratic(real).ok()) {
        if !all.contains(&system) {
            all.push(system);
        }
    }
    // Beatty sequences are known in Ostrowski numerations only.
    if !all.is_empty() {
        all.retain(|s| matches!(s, System::Ostrowski { .. }));
        return all;
    }
    let bases = bases(rules);
    let crowded = (board.len() as u64).saturating_mul(CROWDED) > board.size() * board.size();
    let mut others = systems(&measured_beams(board, budget).unwrap_or_default());
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
    let classes: Vec<&Formula> = rules.twist.classes();
    rules.moves.iter().map(|m| &m.when).chain(&rules.position).chain(classes)
}

fn remainders(formula: &Formula, found: &mut Vec<u64>) {
    match formula {
        Formula::Compare(term, _) | Formula::Beatty(term, _) => remainders_of_term(term, found),
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|f| remainders(f, found)),
        Formula::Not(inner) => remainders(inner, found),
        Formula::Regular(terms, _) => terms.iter().for_each(|term| remainders_of_term(term, found)),
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

fn irrationals(formula: &Formula, found: &mut Vec<Quadratic>) {
    match formula {
        Formula::Beatty(_, real) => found.extend(real.as_quadratic().cloned()),
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|f| irrationals(f, found)),
        Formula::Not(inner) => irrationals(inner, found),
        _ => {}
    }
}
