//! From which rows of a column a square can be moved to, for one column, one removal and one square.
//!
//! For a removal of s tokens that ends in row v, only the row y is unknown: `t = y − v`. A comparison of linear terms then
//! holds on one or two intervals of rows, found by a division; absolute values cut the column into pieces where their sign is
//! known. All other conditions become conditions on y alone, which [`squares`] looks for.

use super::board::{set_range, squares};
use super::predicate::{Linear, Part, Predicate};
use wythoff_rules::ruleset::Relation;

/// Sets the bits of the rows `from..to` of column x from which taking s and ending in row v is allowed. Other bits stay.
pub(crate) fn set_rows(
    predicate: &Predicate,
    (x, s, v): (u64, u64, u64),
    (from, to): (u64, u64),
    words: &mut [u64],
) {
    if from >= to {
        return;
    }
    let is_bent = |(_, part): &(i64, Part)| matches!(part, Part::Abs(inner) if inner.parts.is_empty());
    match predicate {
        Predicate::Constant(true) => set_range(words, from, to),
        Predicate::Or(list) => list.iter().for_each(|part| set_rows(part, (x, s, v), (from, to), words)),
        Predicate::Compare(linear, relation) if linear.parts.is_empty() => {
            let (start, rate) = along(linear, x, s, v);
            solve(start, rate, *relation, (from, to), &mut |from, to| set_range(words, from, to));
        }
        Predicate::Compare(linear, relation) if linear.parts.iter().all(is_bent) => {
            bent(linear, *relation, (x, s, v), (from, to), &mut |from, to| set_range(words, from, to));
        }
        other => squares(&other.along_column(x, s, v), 0, (from, to), words),
    }
}

/// A linear term without parts as `start + rate · y`.
#[inline]
fn along(linear: &Linear, x: u64, s: u64, v: u64) -> (i64, i64) {
    let [a, b, c, d] = linear.coefficients;
    (linear.constant + a * x as i64 + c * s as i64 - d * v as i64, b + d)
}

/// The rows where `start + rate · y` compares so with zero.
#[inline]
fn solve(start: i64, rate: i64, relation: Relation, (from, to): (u64, u64), visit: &mut dyn FnMut(u64, u64)) {
    let (from, to) = (from as i64, to as i64);
    let mut give = |a: i64, b: i64| {
        let (a, b) = (a.max(from), b.min(to));
        if a < b {
            visit(a as u64, b as u64);
        }
    };
    if rate == 0 {
        if relation.holds(start.cmp(&0)) {
            give(from, to);
        }
        return;
    }
    // Of a falling term take the negative, which rises.
    let (start, rate, relation) =
        if rate < 0 { (-start, -rate, mirrored(relation)) } else { (start, rate, relation) };
    // The term is negative before `zero`, and not negative from there on; `next` likewise for positive.
    let (zero, next) = if rate == 1 {
        (-start, 1 - start)
    } else {
        (-start.div_euclid(rate), -(start - 1).div_euclid(rate))
    };
    match relation {
        Relation::Less => give(from, zero),
        Relation::LessEqual => give(from, next),
        Relation::Equal => give(zero, next),
        Relation::GreaterEqual => give(zero, to),
        Relation::Greater => give(next, to),
        Relation::NotEqual => {
            give(from, zero);
            give(next, to);
        }
    }
}

/// Between the zeros of the absolute values their signs are known, and the term is linear.
fn bent(
    linear: &Linear,
    relation: Relation,
    (x, s, v): (u64, u64, u64),
    (from, to): (u64, u64),
    visit: &mut dyn FnMut(u64, u64),
) {
    let mut begin = from;
    while begin < to {
        let [a, b, c, d] = linear.coefficients;
        let mut start = linear.constant + a * x as i64 + c * s as i64 - d * v as i64;
        let mut rate = b + d;
        let mut end = to;
        for (factor, part) in &linear.parts {
            let Part::Abs(inner) = part else { continue };
            let (own, slope) = along(inner, x, s, v);
            let here = own + slope * begin as i64;
            // From `begin` on it keeps its sign up to the next zero.
            let sign = if here < 0 || here == 0 && slope < 0 { -1 } else { 1 };
            if slope * sign < 0 {
                // |here| falls by |slope| a row, and turns where it would become negative.
                end = end.min(begin + (here.unsigned_abs() / slope.unsigned_abs()) + 1);
            }
            start += factor * sign * own;
            rate += factor * sign * slope;
        }
        solve(start, rate, relation, (begin, end), visit);
        begin = end;
    }
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}
