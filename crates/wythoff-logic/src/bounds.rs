//! Linear inequalities over the natural numbers that cannot all hold.
//!
//! Fourier and Motzkin's elimination, over the rationals with constants rounded to what integers can reach. It proves that there
//! is no solution, or it says nothing; it is used where saying nothing means to refuse.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;
use dashu_int::ops::{Abs, DivEuclid, Gcd};

use super::LogicTerm;

/// With more inequalities than this the answer is "not known".
const ROWS: usize = 300;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    coefficients: BTreeMap<String, IBig>,
    constant: IBig,
}

/// Whether it is certain that no natural numbers make all of these terms nonnegative.
pub(super) fn contradictory(terms: &[LogicTerm]) -> bool {
    let mut rows: BTreeSet<Row> = BTreeSet::new();
    let mut names: BTreeSet<&String> = BTreeSet::new();
    for term in terms {
        names.extend(term.parts.iter().filter(|(_, k)| **k != 0).map(|(name, _)| name));
        let coefficients = term.parts.iter().filter(|(_, k)| **k != 0);
        let coefficients = coefficients.map(|(name, k)| (name.clone(), IBig::from(*k))).collect();
        rows.insert(tightened(Row { coefficients, constant: term.constant.clone() }));
    }
    for name in &names {
        let coefficients = BTreeMap::from([((*name).clone(), IBig::from(1))]);
        rows.insert(Row { coefficients, constant: IBig::from(0) });
    }
    let zero = IBig::from(0);
    loop {
        if rows.iter().any(|r| r.coefficients.is_empty() && r.constant < zero) {
            return true;
        }
        let Some(name) = cheapest(&rows) else { return false };
        let mut kept = BTreeSet::new();
        let (mut plus, mut minus) = (vec![], vec![]);
        for row in rows {
            match row.coefficients.get(&name) {
                None => {
                    kept.insert(row);
                }
                Some(k) if *k > zero => plus.push(row),
                Some(_) => minus.push(row),
            }
        }
        if kept.len() + plus.len() * minus.len() > ROWS {
            return false;
        }
        for p in &plus {
            for m in &minus {
                kept.insert(without(&name, p, m));
            }
        }
        rows = kept;
    }
}

/// The variable whose elimination leaves the fewest rows.
fn cheapest(rows: &BTreeSet<Row>) -> Option<String> {
    let mut signs: BTreeMap<&String, (usize, usize)> = BTreeMap::new();
    for row in rows {
        for (name, k) in &row.coefficients {
            let entry = signs.entry(name).or_default();
            if *k > IBig::from(0) { entry.0 += 1 } else { entry.1 += 1 }
        }
    }
    signs.into_iter().min_by_key(|(_, (plus, minus))| plus * minus).map(|(name, _)| name.clone())
}

/// The combination of two rows in which a variable cancels.
fn without(name: &str, plus: &Row, minus: &Row) -> Row {
    let zero = IBig::from(0);
    let a = plus.coefficients.get(name).cloned().unwrap_or_else(|| zero.clone());
    let b = minus.coefficients.get(name).cloned().unwrap_or_else(|| zero.clone()).abs();
    let mut coefficients: BTreeMap<String, IBig> =
        plus.coefficients.iter().map(|(n, k)| (n.clone(), k * &b)).collect();
    for (n, k) in &minus.coefficients {
        *coefficients.entry(n.clone()).or_default() += k * &a;
    }
    coefficients.retain(|_, k| *k != zero);
    tightened(Row { coefficients, constant: &plus.constant * &b + &minus.constant * &a })
}

/// Divided by the common divisor of the coefficients, the constant rounded down: the same integers satisfy it.
fn tightened(mut row: Row) -> Row {
    let divisor = row.coefficients.values().fold(IBig::from(0), |g, k| IBig::from((&g).gcd(k)));
    if divisor > IBig::from(1) {
        for k in row.coefficients.values_mut() {
            *k = &*k / &divisor;
        }
        row.constant = row.constant.div_euclid(&divisor);
    }
    row
}
