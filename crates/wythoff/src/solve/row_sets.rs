//! From which rows of a column a square can be moved to, without trying them.
//!
//! For a removal of s tokens that ends in row v, only the row y is unknown: `t = y − v`. A comparison of linear terms then
//! holds on one or two intervals of rows, found by a division; absolute values cut the column into pieces where their sign is
//! known. Conjunctions narrow the interval from one part to the next, the cheapest first. Only remainders, Beatty
//! sequences and loaded sets in which y or t occurs are tried, as [`stretches`] does, within what the other parts have left.

use super::board::stretches;
use super::predicate::{Linear, Part, Predicate};
use crate::rules::ruleset::{Relation, Var};

/// A formula made ready for asking about rows.
#[derive(Clone, Debug)]
pub(crate) enum RowSets {
    Constant(bool),
    /// It does not depend on the row.
    Fixed(Predicate),
    /// A plain linear comparison.
    Line(Linear, Relation),
    /// A linear comparison with absolute values of linear terms.
    Bent(Linear, Relation),
    /// Anything else is tried.
    Tried(Predicate),
    And(Vec<RowSets>),
    /// Disjoint, if that was asked for.
    Or(Vec<RowSets>),
}

impl RowSets {
    /// Makes a formula ready. With `disjoint`, no row is visited twice.
    pub(crate) fn new(predicate: &Predicate, disjoint: bool) -> RowSets {
        RowSets::build(predicate, true, disjoint)
    }

    /// The formula, or its negation.
    fn build(predicate: &Predicate, holds: bool, disjoint: bool) -> RowSets {
        match predicate {
            Predicate::Constant(value) => RowSets::Constant(*value == holds),
            Predicate::Not(inner) => RowSets::build(inner, !holds, disjoint),
            Predicate::Compare(linear, relation) => {
                let relation = if holds { *relation } else { relation.negated() };
                let depends = linear.mentions(Var::Y) || linear.mentions(Var::T);
                let bent =
                    |(_, part): &(i64, Part)| matches!(part, Part::Abs(inner) if inner.parts.is_empty());
                if !depends {
                    RowSets::Fixed(Predicate::Compare(linear.clone(), relation))
                } else if linear.parts.is_empty() {
                    RowSets::Line(linear.clone(), relation)
                } else if linear.parts.iter().all(bent) {
                    RowSets::Bent(linear.clone(), relation)
                } else {
                    RowSets::Tried(Predicate::Compare(linear.clone(), relation))
                }
            }
            Predicate::Member(..) | Predicate::Regular(..) => {
                let own = if holds { predicate.clone() } else { Predicate::Not(Box::new(predicate.clone())) };
                if predicate.mentions(Var::Y) || predicate.mentions(Var::T) {
                    RowSets::Tried(own)
                } else {
                    RowSets::Fixed(own)
                }
            }
            Predicate::And(list) if holds => RowSets::all(list, true, disjoint),
            Predicate::Or(list) if !holds => RowSets::all(list, false, disjoint),
            Predicate::And(list) => RowSets::any(list, false, disjoint),
            Predicate::Or(list) => RowSets::any(list, true, disjoint),
        }
    }

    fn all(list: &[Predicate], holds: bool, disjoint: bool) -> RowSets {
        let mut parts = Vec::new();
        for part in list {
            match RowSets::build(part, holds, disjoint) {
                RowSets::Constant(true) => {}
                RowSets::Constant(false) => return RowSets::Constant(false),
                RowSets::And(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        parts.sort_by_key(RowSets::rank);
        if parts.is_empty() { RowSets::Constant(true) } else { RowSets::And(parts) }
    }

    fn any(list: &[Predicate], holds: bool, disjoint: bool) -> RowSets {
        let mut parts = Vec::new();
        for (i, part) in list.iter().enumerate() {
            let own = RowSets::build(part, holds, disjoint);
            // What an earlier alternative has is not said again.
            let mut all = vec![own];
            if disjoint {
                all.extend(list[..i].iter().map(|earlier| RowSets::build(earlier, !holds, disjoint)));
            }
            match all.len() {
                1 => parts.extend(all),
                _ => parts.push(RowSets::And(all)),
            }
        }
        RowSets::Or(parts)
    }

    /// The cheapest first.
    fn rank(&self) -> u8 {
        match self {
            RowSets::Constant(_) | RowSets::Fixed(_) => 0,
            RowSets::Line(..) => 1,
            RowSets::Bent(..) => 2,
            RowSets::And(_) | RowSets::Or(_) => 3,
            RowSets::Tried(_) => 4,
        }
    }

    /// The same for one column and one s: what does not depend on the row is settled.
    pub(crate) fn given(&self, x: u64, s: u64) -> RowSets {
        let point = [x as i64, 0, s as i64, 0];
        match self {
            RowSets::Fixed(predicate) => RowSets::Constant(predicate.at(&point)),
            RowSets::And(list) => {
                let mut parts = Vec::new();
                for part in list {
                    match part.given(x, s) {
                        RowSets::Constant(true) => {}
                        RowSets::Constant(false) => return RowSets::Constant(false),
                        other => parts.push(other),
                    }
                }
                match parts.len() {
                    0 => RowSets::Constant(true),
                    1 => parts.swap_remove(0),
                    _ => RowSets::And(parts),
                }
            }
            RowSets::Or(list) => {
                let mut parts: Vec<RowSets> = Vec::new();
                for part in list {
                    match part.given(x, s) {
                        RowSets::Constant(false) => {}
                        other => parts.push(other),
                    }
                }
                match parts.len() {
                    0 => RowSets::Constant(false),
                    1 => parts.swap_remove(0),
                    _ => RowSets::Or(parts),
                }
            }
            other => other.clone(),
        }
    }

    /// Whether no row at all can be visited.
    pub(crate) fn is_never(&self) -> bool {
        matches!(self, RowSets::Constant(false))
    }

    /// Calls `visit(from, to)` with stretches of `rows`, none of them empty, that together are the rows of column x from which
    /// taking s from the first pile and ending in row v is allowed.
    pub(crate) fn visit(
        &self,
        (x, s, v): (u64, u64, u64),
        (from, to): (u64, u64),
        visit: &mut dyn FnMut(u64, u64),
    ) {
        if from >= to {
            return;
        }
        match self {
            RowSets::Constant(value) => {
                if *value {
                    visit(from, to);
                }
            }
            RowSets::Fixed(predicate) => {
                if predicate.at(&[x as i64, 0, s as i64, 0]) {
                    visit(from, to);
                }
            }
            RowSets::Line(linear, relation) => {
                let (start, rate) = along(linear, x, s, v);
                solve(start, rate, *relation, (from, to), visit);
            }
            RowSets::Bent(linear, relation) => bent(linear, *relation, (x, s, v), (from, to), visit),
            RowSets::Tried(predicate) => stretches(predicate, x, s, v, (from, to), visit),
            RowSets::And(list) => narrow(list, (x, s, v), (from, to), visit),
            RowSets::Or(list) => list.iter().for_each(|part| part.visit((x, s, v), (from, to), visit)),
        }
    }
}

fn narrow(list: &[RowSets], place: (u64, u64, u64), (from, to): (u64, u64), visit: &mut dyn FnMut(u64, u64)) {
    match list {
        [] => visit(from, to),
        [last] => last.visit(place, (from, to), visit),
        [first, rest @ ..] => {
            first.visit(place, (from, to), &mut |from, to| narrow(rest, place, (from, to), visit));
        }
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
