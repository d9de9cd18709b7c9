//! Formulas with hundreds of alternatives, evaluated at many removals.
//!
//! A text may state hundreds of moves, most of them with an equation: `s = 3 and t = 8`. Alternatives with the same left side are found
//! through its value, so a removal is compared with those that it can satisfy and not with all of them. Alternatives that fix the
//! whole removal are taken out altogether ([`without_points`]): they change nothing anywhere else.

use crate::predicate::{Linear, Point, Predicate};
use rustc_hash::FxHashMap;
use wythoff_rules::ruleset::Relation;

/// Fewer alternatives are tried one after the other.
const FEW: usize = 8;

/// A predicate made ready for many points.
pub(super) enum Lookup<'a> {
    Plain(&'a Predicate),
    Not(Box<Lookup<'a>>),
    All(Vec<Lookup<'a>>),
    Any(Alternatives<'a>),
}

/// Parts that have to hold together.
type Conjunction<'a> = Vec<&'a Predicate>;

/// A linear form without its constant, and the alternatives by the value that they ask of it.
type Keyed<'a> = ([i64; 4], FxHashMap<i64, Alternatives<'a>>);

pub(super) struct Alternatives<'a> {
    keyed: Vec<Keyed<'a>>,
    rest: Vec<Conjunction<'a>>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(predicate: &'a Predicate) -> Lookup<'a> {
        match predicate {
            Predicate::Not(inner) => Lookup::Not(Box::new(Lookup::new(inner))),
            Predicate::And(list) => Lookup::All(list.iter().map(Lookup::new).collect()),
            Predicate::Or(list) if list.len() > FEW => {
                let conjunctions = list.iter().map(|part| match part {
                    Predicate::And(parts) => parts.iter().collect(),
                    other => vec![other],
                });
                Lookup::Any(Alternatives::new(conjunctions.collect()))
            }
            other => Lookup::Plain(other),
        }
    }

    /// Whether it holds at a point.
    pub(super) fn at(&self, point: &Point) -> bool {
        match self {
            Lookup::Plain(predicate) => predicate.at(point),
            Lookup::Not(inner) => !inner.at(point),
            Lookup::All(list) => list.iter().all(|part| part.at(point)),
            Lookup::Any(alternatives) => alternatives.at(point),
        }
    }
}

impl<'a> Alternatives<'a> {
    fn new(conjunctions: Vec<Conjunction<'a>>) -> Alternatives<'a> {
        if conjunctions.len() <= FEW {
            return Alternatives { keyed: Vec::new(), rest: conjunctions };
        }
        let mut groups: FxHashMap<[i64; 4], Vec<(i64, Conjunction<'a>)>> = FxHashMap::default();
        let mut rest = Vec::new();
        for mut conjunction in conjunctions {
            match conjunction.iter().position(|part| equation(part).is_some()) {
                Some(at) => {
                    let Some((form, value)) = equation(conjunction.remove(at)) else { continue };
                    groups.entry(form).or_default().push((value, conjunction));
                }
                None => rest.push(conjunction),
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(form, _)| *form);
        let keyed = groups.into_iter().map(|(form, group)| {
            let mut by_value: FxHashMap<i64, Vec<Conjunction<'a>>> = FxHashMap::default();
            group.into_iter().for_each(|(value, left)| by_value.entry(value).or_default().push(left));
            let ready = by_value.into_iter().map(|(value, list)| (value, Alternatives::new(list)));
            (form, ready.collect())
        });
        Alternatives { keyed: keyed.collect(), rest }
    }

    fn at(&self, point: &Point) -> bool {
        self.keyed.iter().any(|(form, by_value)| {
            let value = form.iter().zip(point).map(|(factor, number)| factor * number).sum::<i64>();
            by_value.get(&value).is_some_and(|alternatives| alternatives.at(point))
        }) || self.rest.iter().any(|conjunction| conjunction.iter().all(|part| part.at(point)))
    }
}

/// `form = value`, the form starting with a plus sign, if that is what the predicate says.
fn equation(predicate: &Predicate) -> Option<([i64; 4], i64)> {
    let Predicate::Compare(linear, Relation::Equal) = predicate else { return None };
    if !linear.parts.is_empty() {
        return None;
    }
    let first = linear.coefficients.iter().find(|c| **c != 0)?;
    let sign = first.signum();
    Some((linear.coefficients.map(|c| sign * c), -sign * linear.constant))
}

/// The predicate without the parts that hold at one removal only; these removals are added to `points`. Elsewhere nothing changes.
pub(super) fn without_points(predicate: &Predicate, points: &mut Vec<(u64, u64)>) -> Predicate {
    let mut all = |list: &[Predicate]| list.iter().map(|part| without_points(part, points)).collect();
    match predicate {
        Predicate::And(list) => match point_of(list) {
            Some(point) => {
                points.push(point);
                Predicate::Constant(false)
            }
            None => Predicate::And(all(list)).simplified(),
        },
        Predicate::Or(list) => Predicate::Or(all(list)).simplified(),
        Predicate::Not(inner) => Predicate::Not(Box::new(without_points(inner, points))).simplified(),
        other => other.clone(),
    }
}

/// The only removal that a conjunction can hold at, if its parts `s = a` and `t = b` say so.
fn point_of(list: &[Predicate]) -> Option<(u64, u64)> {
    let fixed = |coefficients: [i64; 4]| {
        let value = |part: &Predicate| match part {
            Predicate::Compare(Linear { constant, coefficients: own, parts }, Relation::Equal)
                if parts.is_empty() =>
            {
                let factor = own.iter().copied().find(|c| *c != 0)?;
                let alone = own.map(|c| c / factor) == coefficients && constant % factor == 0;
                alone.then(|| u64::try_from(-constant / factor).ok())?
            }
            _ => None,
        };
        list.iter().find_map(value)
    };
    Some((fixed([0, 0, 1, 0])?, fixed([0, 0, 0, 1])?))
}
