//! Counting the options of a position that lie in a set, with as few tracks as possible.
//!
//! The options of `(x, y)` by removals `(s, t)` are split by *guards* that exclude each other, so that counts add up whatever
//! the formula is:
//!
//! 1. `s = 0`: the option is `(x, y')`; tracks x, y, y'.
//! 2. `s ≥ 1, t = 0`: the option is `(x', y)`; tracks x, y, x'.
//! 3. `s, t ≥ 1, s − t = j` with `j` in a bounded range outside of which the formula is shown to fail: pass to the
//!    difference `δ = y − x`. First project `y'` from "`(x', y')` is in the set and `y' − x' − δ` is in the range", then count over `x'`. For
//!    `j ≤ 0` the condition `t ≥ 1` follows from `s ≥ 1`, so only `x' < x` remains; for `j > 0` the roles of the piles
//!    are exchanged. If the rest of the formula does not split into a part about `(δ, x', y')` and one about
//!    `(δ, x, x')`, the range is taken apart into single values of `j`, for which everything is about `(δ, x, x')`.
//! 4. Everything else: tracks x, y, x', y'.
//!
//! Guards only steer: every option satisfies exactly one of them, and the formula itself is kept under each, so a poor plan
//! costs time, not truth.

use super::Undecided;
use super::compile::require;
use super::formula::{Form, Logic};
use wythoff_automata::{Dfa, Numeration, Product};
use wythoff_budget::Budget;

/// An automaton that gives part of a count at a position.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The automaton; its output is the count, capped.
    pub dfa: Dfa,
    /// What its two tracks are.
    pub tracks: [Track; 2],
}

/// What a track of a tally holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// The first pile.
    X,
    /// The second pile.
    Y,
    /// The second pile minus the first, where that is not negative.
    Difference,
}

/// Tallies whose sum is the number of options in a set: on all positions, and in addition on those with `x ≤ y`.
#[derive(Clone, Debug, Default)]
pub struct Tallies {
    /// For every position.
    pub everywhere: Vec<Tally>,
    /// For positions with `x ≤ y`.
    pub upper: Vec<Tally>,
}

const X: usize = 0;
const Y: usize = 1;
const S: usize = 2;
const T: usize = 3;

fn var(i: usize) -> Form {
    Form::track(i, 4)
}

/// What the tallies of moves along the axes and of moves without a bounded difference are, for a formula over x, y, s, t.
///
/// # Errors
/// If a limit is reached or a Beatty sequence does not belong to the numeration.
pub fn axes_and_rest(
    numeration: &Numeration,
    set: &Dfa,
    formula: &Logic,
    cap: u16,
    budget: &Budget,
) -> Result<Vec<Tally>, Undecided> {
    // How many options with the last tracks are in the set: `option` says on which tracks the option's piles are read.
    let tally = |tracks: usize, option: [usize; 2], condition: &Logic| -> Result<Option<Tally>, Undecided> {
        if *condition == Logic::Constant(false) {
            return Ok(None);
        }
        let mut p = Product::new(numeration, tracks);
        let part = p.automaton(set, &option);
        p.require(part, |o| o == 1);
        require(&mut p, condition, budget)?;
        Ok(Some(Tally { dfa: p.count(2, cap, budget)?, tracks: [Track::X, Track::Y] }))
    };
    let mut tallies = vec![];
    // s = 0, t = y - y' >= 1.
    let (x, y, other) = (Form::track(0, 3), Form::track(1, 3), Form::track(2, 3));
    let taken = y.plus(-1, &other);
    let column = simplify(
        &Logic::and(vec![formula.clone(), Logic::at_least(var(T), 1)]),
        &Bounds { s: (0, Some(0)), ..Bounds::default() },
    );
    let column = column.substitute(&[x.clone(), y.clone(), Form::zero(3), taken]);
    tallies.extend(tally(3, [0, 2], &column)?);
    // t = 0, s = x - x' >= 1.
    let taken = x.plus(-1, &other);
    let row = simplify(
        &Logic::and(vec![formula.clone(), Logic::at_least(var(S), 1)]),
        &Bounds { t: (0, Some(0)), ..Bounds::default() },
    );
    let row = row.substitute(&[x, y, taken, Form::zero(3)]);
    tallies.extend(tally(3, [2, 1], &row)?);
    // s, t >= 1 and s - t in none of the ranges handled by `diagonals`.
    let inner = inner_formula(formula);
    let mut outside = vec![inner.clone()];
    let (ranges, wild) = differences(&inner);
    if wild {
        for (low, high) in ranges {
            outside.push(Logic::between(var(S).plus(-1, &var(T)), Some(low), Some(high)).negated());
        }
        let rest = Logic::and(outside);
        let (x, y, x2, y2) = (var(0), var(1), var(2), var(3));
        let rest = rest.substitute(&[x.clone(), y.clone(), x.plus(-1, &x2), y.plus(-1, &y2)]);
        tallies.extend(tally(4, [2, 3], &rest)?);
    }
    Ok(tallies)
}

/// The tallies of moves on both piles with a bounded difference, at positions with `x ≤ y`.
///
/// # Errors
/// If a limit is reached or a Beatty sequence does not belong to the numeration.
pub fn diagonals(
    numeration: &Numeration,
    set: &Dfa,
    formula: &Logic,
    cap: u16,
    budget: &Budget,
) -> Result<Vec<Tally>, Undecided> {
    let inner = inner_formula(formula);
    let (ranges, _) = differences(&inner);
    let mut tallies = vec![];
    for (low, high) in ranges {
        for (low, high) in [(low, high.min(0)), (low.max(1), high)] {
            if low > high {
                continue;
            }
            match split(&inner, low, high) {
                Some((near, far)) => {
                    let stripe = Stripe { low, high, near: &near, far: &far };
                    tallies.extend(diagonal(numeration, set, &stripe, cap, budget)?);
                }
                None => {
                    for j in low..=high {
                        let bounds = Bounds { s: (1, None), t: (1, None), j: (Some(j), Some(j)) };
                        let far = fix(&simplify(&inner, &bounds), j);
                        let stripe = Stripe { low: j, high: j, near: &Logic::Constant(true), far: &far };
                        tallies.extend(diagonal(numeration, set, &stripe, cap, budget)?);
                    }
                }
            }
        }
    }
    Ok(tallies)
}

/// The formula under `s ≥ 1` and `t ≥ 1`.
fn inner_formula(formula: &Logic) -> Logic {
    let bounds = Bounds { s: (1, None), t: (1, None), ..Bounds::default() };
    let inside = simplify(formula, &bounds);
    Logic::and(vec![inside, Logic::at_least(var(S), 1), Logic::at_least(var(T), 1)])
}

/// Writes `t` as `s - j` (for `j <= 0`) or `s` as `t + j`.
fn fix(logic: &Logic, j: i64) -> Logic {
    if j <= 0 {
        let t = Form { c: -j, k: var(S).k };
        logic.substitute(&[var(X), var(Y), var(S), t])
    } else {
        let s = Form { c: j, k: var(T).k };
        logic.substitute(&[var(X), var(Y), s, var(T)])
    }
}

/// Splits the formula, for `j = s − t` in a range of one sign, into a part about `j` (and `x − s`, δ) and a part about the position
/// and `s` (for `j ≤ 0`) or `t`. The parts are formulas over x, y, s, t in which the other removal is written with `j`.
fn split(inner: &Logic, low: i64, high: i64) -> Option<(Logic, Logic)> {
    let bounds = Bounds { s: (1, None), t: (1, None), j: (Some(low), Some(high)) };
    let simple = simplify(inner, &bounds);
    let conjuncts = match simple {
        Logic::And(list) => list,
        Logic::Constant(true) => vec![],
        other => vec![other],
    };
    let (lead, follow) = if high <= 0 { (S, T) } else { (T, S) };
    let (mut near, mut far) = (vec![], vec![]);
    for conjunct in conjuncts {
        if forms(&conjunct).iter().all(|k| k[follow] == 0) {
            far.push(conjunct);
        } else if forms(&conjunct).iter().all(|k| k[X] == 0 && k[Y] == 0 && k[lead] == -k[follow]) {
            near.push(conjunct);
        } else {
            return None;
        }
    }
    Some((Logic::and(near), Logic::and(far)))
}

fn forms(logic: &Logic) -> Vec<Vec<i64>> {
    match logic {
        Logic::Constant(_) => vec![],
        Logic::Between(k, ..) | Logic::Remainder(k, ..) => vec![k.clone()],
        Logic::Beatty(form, _) => vec![form.k.clone()],
        Logic::Regular(forms, _) => forms.iter().map(|form| form.k.clone()).collect(),
        Logic::And(list) | Logic::Or(list) => list.iter().flat_map(forms).collect(),
        Logic::Not(inner) => forms(inner),
    }
}

/// Options with `low ≤ s − t ≤ high` (one sign), `near` about `s − t`, `far` about the position and the leading removal.
struct Stripe<'l> {
    low: i64,
    high: i64,
    near: &'l Logic,
    far: &'l Logic,
}

/// How many options of a stripe lie in a set.
fn diagonal(
    numeration: &Numeration,
    set: &Dfa,
    stripe: &Stripe<'_>,
    cap: u16,
    budget: &Budget,
) -> Result<Option<Tally>, Undecided> {
    let &Stripe { low, high, near, far } = stripe;
    if *near == Logic::Constant(false) || *far == Logic::Constant(false) {
        return Ok(None);
    }
    let first = high <= 0;
    // Tracks δ, lead', follow', where lead is the pile that s (or t) is taken from: j = y' - x' - δ.
    let (d, lead, follow) = (Form::track(0, 3), Form::track(1, 3), Form::track(2, 3));
    let (x2, y2) = if first { (&lead, &follow) } else { (&follow, &lead) };
    let j = y2.plus(-1, x2).plus(-1, &d);
    let mut p = Product::new(numeration, 3);
    require(&mut p, &Logic::between(j.clone(), Some(low), Some(high)), budget)?;
    let part = p.automaton(set, if first { &[1, 2] } else { &[2, 1] });
    p.require(part, |o| o == 1);
    // In `near` the removals occur as multiples of s - t only, so s stands for j and t for 0.
    require(&mut p, &near.substitute(&[Form::zero(3), Form::zero(3), j, Form::zero(3)]), budget)?;
    let shifted = p.count(2, cap, budget)?;
    if shifted.is_empty() {
        return Ok(None);
    }
    // Tracks δ, lead, lead'.
    let (d, pile, option) = (Form::track(0, 3), Form::track(1, 3), Form::track(2, 3));
    let taken = pile.plus(-1, &option);
    let mut p = Product::new(numeration, 3);
    let values = if first {
        [pile.clone(), pile.plus(1, &d), taken.clone(), Form::zero(3)]
    } else {
        [pile.plus(-1, &d), pile.clone(), Form::zero(3), taken.clone()]
    };
    let far = Logic::and(vec![far.substitute(&values), Logic::at_least(taken, 1)]);
    require(&mut p, &far, budget)?;
    let part = p.automaton(&shifted, &[0, 2]);
    p.require(part, |o| o >= 1);
    p.set_value(&[part], |o| o[0]);
    let dfa = p.count(2, cap, budget)?;
    Ok(Some(Tally { dfa, tracks: [Track::Difference, if first { Track::X } else { Track::Y }] }))
}

/// What is known about the removals; `j = s − t`.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    s: (i64, Option<i64>),
    t: (i64, Option<i64>),
    j: (Option<i64>, Option<i64>),
}

/// Replaces comparisons that the bounds decide by constants.
fn simplify(logic: &Logic, bounds: &Bounds) -> Logic {
    match logic {
        Logic::Between(k, low, high) if k[X] == 0 && k[Y] == 0 => {
            let (least, most) = range(k[S], k[T], bounds);
            let above = low.is_none_or(|l| least.is_some_and(|v| v >= l));
            let below = high.is_none_or(|h| most.is_some_and(|v| v <= h));
            let misses = low.is_some_and(|l| most.is_some_and(|v| v < l))
                || high.is_some_and(|h| least.is_some_and(|v| v > h));
            match (above && below, misses) {
                (true, _) => Logic::Constant(true),
                (_, true) => Logic::Constant(false),
                // Drop the side that is known.
                _ => Logic::Between(
                    k.clone(),
                    if above { None } else { *low },
                    if below { None } else { *high },
                ),
            }
        }
        Logic::And(list) => Logic::and(list.iter().map(|l| simplify(l, bounds)).collect()),
        Logic::Or(list) => Logic::or(list.iter().map(|l| simplify(l, bounds)).collect()),
        Logic::Not(inner) => simplify(inner, bounds).negated(),
        other => other.clone(),
    }
}

/// The least and the greatest value that `a·s + b·t` can have.
fn range(a: i64, b: i64, bounds: &Bounds) -> (Option<i64>, Option<i64>) {
    // a·s + b·t = (a + b)·s − b·j = (a + b)·t + a·j = a·s + b·t: each gives bounds.
    let scale = |k: i64, (low, high): (Option<i64>, Option<i64>)| match k.cmp(&0) {
        std::cmp::Ordering::Equal => (Some(0), Some(0)),
        std::cmp::Ordering::Greater => (low.map(|v| v * k), high.map(|v| v * k)),
        std::cmp::Ordering::Less => (high.map(|v| v * k), low.map(|v| v * k)),
    };
    let add = |p: (Option<i64>, Option<i64>), q: (Option<i64>, Option<i64>)| {
        (p.0.zip(q.0).map(|(a, b)| a + b), p.1.zip(q.1).map(|(a, b)| a + b))
    };
    let s = (Some(bounds.s.0), bounds.s.1);
    let t = (Some(bounds.t.0), bounds.t.1);
    let ways = [
        add(scale(a, s), scale(b, t)),
        add(scale(a + b, s), scale(-b, bounds.j)),
        add(scale(a + b, t), scale(a, bounds.j)),
    ];
    (ways.iter().filter_map(|w| w.0).max(), ways.iter().filter_map(|w| w.1).min())
}

/// Ranges, increasing and apart, that contain `s − t` wherever a clause of the formula bounds it, and whether some clause
/// does not.
fn differences(inner: &Logic) -> (Vec<(i64, i64)>, bool) {
    const CLAUSES: usize = 4096;
    const WIDEST: i64 = 200;
    let Some(clauses) = clauses(inner, CLAUSES) else { return (vec![], true) };
    let mut found: Vec<(i64, i64)> = vec![];
    let mut wild = false;
    for clause in clauses {
        let mut bounds = Bounds { s: (1, None), t: (1, None), ..Bounds::default() };
        // Bounds feed each other, so look at the clause twice.
        for _ in 0..2 {
            for literal in &clause {
                let Logic::Between(k, low, high) = literal else { continue };
                match k[..] {
                    [0, 0, 1, 0] => {
                        bounds.s.0 = bounds.s.0.max(low.unwrap_or(i64::MIN));
                        bounds.s.1 = least(bounds.s.1, *high);
                    }
                    [0, 0, 0, 1] => {
                        bounds.t.0 = bounds.t.0.max(low.unwrap_or(i64::MIN));
                        bounds.t.1 = least(bounds.t.1, *high);
                    }
                    [0, 0, 1, -1] => {
                        bounds.j.0 = bounds.j.0.max(*low);
                        bounds.j.1 = least(bounds.j.1, *high);
                    }
                    _ => {}
                }
            }
            let (low, high) = range(1, -1, &bounds);
            bounds.j = (bounds.j.0.max(low), least(bounds.j.1, high));
        }
        let refuted = clause.iter().any(|l| simplify(l, &bounds) == Logic::Constant(false));
        let empty = |low: Option<i64>, high: Option<i64>| low.zip(high).is_some_and(|(l, h)| l > h);
        if refuted
            || empty(Some(bounds.s.0), bounds.s.1)
            || empty(Some(bounds.t.0), bounds.t.1)
            || empty(bounds.j.0, bounds.j.1)
        {
            continue;
        }
        match bounds.j {
            (Some(low), Some(high)) if high - low <= WIDEST => found.push((low, high)),
            _ => wild = true,
        }
    }
    found.sort_unstable();
    let mut ranges: Vec<(i64, i64)> = vec![];
    for (low, high) in found {
        match ranges.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => ranges.push((low, high)),
        }
    }
    (ranges, wild)
}

fn least(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Disjunctive normal form, or `None` if it has more clauses than the limit.
fn clauses(logic: &Logic, limit: usize) -> Option<Vec<Vec<Logic>>> {
    match logic {
        Logic::Constant(true) => Some(vec![vec![]]),
        Logic::Constant(false) => Some(vec![]),
        Logic::Or(list) => {
            let mut all = vec![];
            for l in list {
                all.extend(clauses(l, limit)?);
                if all.len() > limit {
                    return None;
                }
            }
            Some(all)
        }
        Logic::And(list) => {
            let mut all = vec![vec![]];
            for l in list {
                let more = clauses(l, limit)?;
                if all.len() * more.len() > limit {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|a: &Vec<Logic>| more.iter().map(move |b| [&a[..], &b[..]].concat()))
                    .collect();
            }
            Some(all)
        }
        leaf => Some(vec![vec![leaf.clone()]]),
    }
}
