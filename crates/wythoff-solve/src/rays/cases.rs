//! Games whose rays depend on the position: a few cases, each a game of rays of its own.
//!
//! A rule may speak of the position in three ways, and each of them splits a game into cases:
//!
//! - a condition on x and y alone (`x + y mod 2 = 0`, `not x in beatty(pi)`, `x < y`) is true or false at a square;
//! - a remainder that mixes the position with the removal (`x + s mod 3 = 0`) depends on the position through one residue;
//! - a comparison that mixes them (`2*s <= x`) is, along one ray and seen from the square that is moved *to*, a bound on how
//!   far away the mover stands. These are kept as bounds ([`Bounded`]), in games without a twist.
//!
//! What is left speaks of the removal only and is recognised as [`RayGame::recognise`] does, for all sizes. Cases with the same
//! rays are merged.

use super::{NotRays, RayGame, RaySet};
use crate::predicate::Predicate;
use wythoff_rules::ruleset::{Atom, Formula, Move, Play, Relation, Ruleset, Term, Twist, Var};

/// Something about a square that rules depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// Whether a condition on x and y holds: 0 or 1.
    Truth(Formula),
    /// The remainder of `a·x + b·y` on division by a number.
    Residue([i64; 2], i64),
}

impl Feature {
    /// "It has this value", as a formula over x and y.
    pub(crate) fn formula(&self, value: i64) -> Formula {
        match self {
            Feature::Truth(formula) if value != 0 => formula.clone(),
            Feature::Truth(formula) => Formula::Not(Box::new(formula.clone())),
            Feature::Residue([a, b], modulus) => {
                let parts = [(*a, Var::X), (*b, Var::Y)];
                let parts = parts.into_iter().filter(|(c, _)| *c != 0).map(|(c, var)| (c, Atom::Var(var)));
                let inner = Term { constant: 0, parts: parts.collect() };
                let remainder = Atom::Mod(Box::new(inner), *modulus);
                Formula::Compare(Term { constant: -value, parts: vec![(1, remainder)] }, Relation::Equal)
            }
        }
    }

    fn values(&self) -> i64 {
        match self {
            Feature::Truth(_) => 2,
            Feature::Residue(_, modulus) => *modulus,
        }
    }
}

/// Removals that are moves only where linear forms of the position and the removal have certain signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounded {
    pub(crate) set: RaySet,
    pub(crate) bounds: Vec<Bound>,
}

/// `constant + coefficients · (x, y, s, t)` has one of the allowed signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) constant: i64,
    pub(crate) coefficients: [i64; 4],
    /// Negative, zero, positive.
    pub(crate) allowed: [bool; 3],
}

impl Bound {
    /// The `j >= 0`, as `first..=last`, for which it holds at `(u, v) + removal` with `removal = start + j · step`, where
    /// `(u, v)` is the square that is moved *to*. The allowed signs are neighbours, so this is one interval.
    pub(crate) fn along(
        &self,
        (u, v): (u64, u64),
        start: (u64, u64),
        step: (u64, u64),
    ) -> Option<(u64, u64)> {
        let [x, y, s, t] = self.coefficients.map(i128::from);
        let at = |(a, b): (u64, u64)| (x + s) * i128::from(a) + (y + t) * i128::from(b);
        let here = i128::from(self.constant) + x * i128::from(u) + y * i128::from(v);
        self.holds_for(here + at(start), at(step))
    }

    /// The same for the square `(x, y)` that is moved *from*.
    pub(crate) fn from(
        &self,
        (from_x, from_y): (u64, u64),
        start: (u64, u64),
        step: (u64, u64),
    ) -> Option<(u64, u64)> {
        let [x, y, s, t] = self.coefficients.map(i128::from);
        let at = |(a, b): (u64, u64)| s * i128::from(a) + t * i128::from(b);
        let here = i128::from(self.constant) + x * i128::from(from_x) + y * i128::from(from_y);
        self.holds_for(here + at(start), at(step))
    }

    /// The `j >= 0` for which `begin + rate · j` has an allowed sign.
    fn holds_for(&self, begin: i128, rate: i128) -> Option<(u64, u64)> {
        let (mut low, mut high) = match self.allowed {
            [true, true, true] => return Some((0, u64::MAX)),
            [true, false, false] => (None, Some(-1)),
            [true, true, false] => (None, Some(0)),
            [false, true, false] => (Some(0), Some(0)),
            [false, true, true] => (Some(0), None),
            [false, false, true] => (Some(1), None),
            _ => return None,
        };
        // low <= begin + rate · j <= high
        let (mut begin, mut rate) = (begin, rate);
        if rate < 0 {
            (begin, rate) = (-begin, -rate);
            (low, high) = (high.map(|high: i128| -high), low.map(|low: i128| -low));
        }
        if rate == 0 {
            let fits = low.is_none_or(|low| begin >= low) && high.is_none_or(|high| begin <= high);
            return fits.then_some((0, u64::MAX));
        }
        let first = low.map_or(0, |low| -(begin - low).div_euclid(rate)).max(0);
        let last = high.map_or(i128::from(u64::MAX), |high| (high - begin).div_euclid(rate));
        (first <= last).then_some((first as u64, last as u64))
    }
}

/// One case: the squares it is about, and the rays there.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The squares where, in one of these lists, every feature has its value.
    pub(crate) when: Vec<Vec<(usize, i64)>>,
    pub(crate) game: RayGame,
    pub(crate) bounded: Vec<Bounded>,
}

/// All cases of a game; every square is in exactly one.
#[derive(Clone, Debug)]
pub struct Cases {
    pub(crate) features: Vec<Feature>,
    pub(crate) list: Vec<Case>,
}

const MOST_CASES: usize = 512;
const MOST_BRANCHES: usize = 200;
const LARGEST_MODULUS: i64 = 64;

impl Cases {
    /// Splits a game into cases.
    ///
    /// # Errors
    /// [`NotRays`] if the moves of some case do not lie on rays, or there are too many cases.
    pub fn split(rules: &Ruleset) -> Result<Cases, NotRays> {
        let mut cases = Cases { features: Vec::new(), list: Vec::new() };
        let mut left = MOST_CASES;
        cases.branch(simplified(rules)?, &mut Vec::new(), &mut left)?;
        Ok(cases)
    }

    /// Whether the reach of some rays depends on the position.
    pub(crate) fn are_bounded(&self) -> bool {
        self.list.iter().any(|case| !case.bounded.is_empty())
    }

    fn branch(
        &mut self,
        rules: Ruleset,
        path: &mut Vec<(usize, i64)>,
        left: &mut usize,
    ) -> Result<(), NotRays> {
        let mut feature = None;
        for named in &rules.moves {
            feature = position_feature(&named.when)?;
            if feature.is_some() {
                break;
            }
        }
        let Some(feature) = feature else {
            *left = left.checked_sub(1).ok_or(NotRays::TooLarge)?;
            return self.leaf(&rules, path.clone());
        };
        if feature.values() > LARGEST_MODULUS {
            return Err(NotRays::TooLarge);
        }
        let index = self.features.iter().position(|known| *known == feature).unwrap_or_else(|| {
            self.features.push(feature.clone());
            self.features.len() - 1
        });
        for value in 0..feature.values() {
            let mut rules = rules.clone();
            for named in &mut rules.moves {
                named.when = simplify(replace(&named.when, &feature, value));
            }
            path.push((index, value));
            self.branch(rules, path, left)?;
            path.pop();
        }
        Ok(())
    }

    fn leaf(&mut self, rules: &Ruleset, path: Vec<(usize, i64)>) -> Result<(), NotRays> {
        let (mut plain, mut mixed) = (rules.clone(), Vec::new());
        for named in &mut plain.moves {
            let alternatives = match std::mem::replace(&mut named.when, Formula::Constant(false)) {
                Formula::Or(list) => list,
                other => vec![other],
            };
            let (bounded, free): (Vec<Formula>, Vec<Formula>) =
                alternatives.into_iter().partition(mentions_position);
            mixed.extend(bounded);
            named.when = simplify(Formula::Or(free));
        }
        if !mixed.is_empty() && (rules.twist != Twist::None || rules.play == Play::Misere) {
            return Err(NotRays::DependsOnPosition);
        }
        let game = RayGame::recognise(&plain)?;
        let mut bounded = Vec::new();
        let mut left = MOST_BRANCHES;
        for formula in mixed {
            bounded.extend(by_signs(&formula, &mut left)?);
        }
        let same = |case: &&mut Case| case.game.same_rays(&game) && case.bounded == bounded;
        match self.list.iter_mut().find(same) {
            Some(case) => case.when.push(path),
            None => self.list.push(Case { when: vec![path], game, bounded }),
        }
        Ok(())
    }
}

/// Splits a formula by the signs of the comparisons in it that mix position and removal.
fn by_signs(formula: &Formula, left: &mut usize) -> Result<Vec<Bounded>, NotRays> {
    *left = left.checked_sub(1).ok_or(NotRays::TooLarge)?;
    let Some(term) = mixed_term(formula)? else {
        let only = Move { name: "m".to_owned(), when: formula.clone() };
        let rules = Ruleset {
            title: String::new(),
            moves: vec![only],
            position: None,
            twist: Twist::None,
            imitation: None,
            play: Play::Normal,
        };
        let set = RayGame::recognise(&rules)?.moves().clone();
        return Ok(if set.is_empty() { Vec::new() } else { vec![Bounded { set, bounds: Vec::new() }] });
    };
    let mut found: Vec<([bool; 3], Vec<Bounded>)> = Vec::new();
    for sign in 0..3 {
        let inner = by_signs(&simplify(with_sign(formula, &term, sign as i64 - 1)), left)?;
        match found.last_mut() {
            // Neighbouring signs that mean the same are one bound.
            Some((allowed, last)) if *last == inner => allowed[sign] = true,
            _ => {
                let mut allowed = [false; 3];
                allowed[sign] = true;
                found.push((allowed, inner));
            }
        }
    }
    let coefficients = Var::ALL
        .map(|var| term.parts.iter().find(|(_, atom)| *atom == Atom::Var(var)).map_or(0, |(c, _)| *c));
    let mut all = Vec::new();
    for (allowed, inner) in found {
        for mut bounded in inner {
            if allowed != [true; 3] {
                bounded.bounds.push(Bound { constant: term.constant, coefficients, allowed });
            }
            all.push(bounded);
        }
    }
    Ok(all)
}

/// The rules with every comparison that always or never holds replaced by that.
fn simplified(rules: &Ruleset) -> Result<Ruleset, NotRays> {
    let mut rules = rules.clone();
    for named in &mut rules.moves {
        named.when = simplify(named.when.clone());
    }
    Ok(rules)
}

fn variables(term: &Term) -> [bool; 4] {
    let mut found = [false; 4];
    for (_, atom) in &term.parts {
        match atom {
            Atom::Var(var) => found[*var as usize] = true,
            Atom::Abs(inner) | Atom::Mod(inner, _) => {
                found.iter_mut().zip(variables(inner)).for_each(|(found, more)| *found |= more);
            }
        }
    }
    found
}

fn of_position(term: &Term) -> bool {
    let [x, y, ..] = variables(term);
    x || y
}

fn of_removal(term: &Term) -> bool {
    let [.., s, t] = variables(term);
    s || t
}

fn mentions_position(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Move(_) => false,
        Formula::Compare(term, _) | Formula::Beatty(term, _) => of_position(term),
        Formula::Regular(terms, _) => terms.iter().any(of_position),
        Formula::And(list) | Formula::Or(list) => list.iter().any(mentions_position),
        Formula::Not(inner) => mentions_position(inner),
    }
}

/// A feature of the position that a formula depends on, other than through comparisons that mix it with the removal.
fn position_feature(formula: &Formula) -> Result<Option<Feature>, NotRays> {
    match formula {
        Formula::Constant(_) | Formula::Move(_) => Ok(None),
        Formula::Compare(term, _) if !of_position(term) => Ok(None),
        Formula::Beatty(term, _) if !of_position(term) => Ok(None),
        Formula::Regular(terms, _) if !terms.iter().any(of_position) => Ok(None),
        Formula::Regular(terms, _) if !terms.iter().any(of_removal) => {
            Ok(Some(Feature::Truth(formula.clone())))
        }
        Formula::Compare(term, _) | Formula::Beatty(term, _) if !of_removal(term) => {
            Ok(Some(Feature::Truth(formula.clone())))
        }
        Formula::Compare(term, _) => residue_feature(term),
        Formula::Beatty(..) | Formula::Regular(..) => Err(NotRays::DependsOnPosition),
        Formula::And(list) | Formula::Or(list) => {
            for part in list {
                if let Some(feature) = position_feature(part)? {
                    return Ok(Some(feature));
                }
            }
            Ok(None)
        }
        Formula::Not(inner) => position_feature(inner),
    }
}

fn residue_feature(term: &Term) -> Result<Option<Feature>, NotRays> {
    for (_, atom) in &term.parts {
        let inner = match atom {
            Atom::Var(_) => continue,
            Atom::Abs(inner) | Atom::Mod(inner, _) => inner,
        };
        if let Some(feature) = residue_feature(inner)? {
            return Ok(Some(feature));
        }
        if let Atom::Mod(inner, modulus) = atom
            && of_position(inner)
        {
            let residue = residue_of(inner, *modulus);
            if residue == [0, 0] {
                // An absolute value of the position inside a remainder, or a multiple of the modulus.
                return Err(NotRays::DependsOnPosition);
            }
            return Ok(Some(Feature::Residue(residue, *modulus)));
        }
    }
    Ok(None)
}

/// The coefficients of x and y, as far as a remainder depends on them.
fn residue_of(term: &Term, modulus: i64) -> [i64; 2] {
    [Var::X, Var::Y].map(|var| {
        let own = term.parts.iter().filter(|(_, atom)| *atom == Atom::Var(var));
        own.map(|(c, _)| c.rem_euclid(modulus)).sum::<i64>().rem_euclid(modulus)
    })
}

/// The formula at squares where a feature has a value.
fn replace(formula: &Formula, feature: &Feature, value: i64) -> Formula {
    if let Feature::Truth(known) = feature
        && known == formula
    {
        return Formula::Constant(value != 0);
    }
    let all = |list: &[Formula]| list.iter().map(|part| replace(part, feature, value)).collect();
    match (formula, feature) {
        (Formula::And(list), _) => Formula::And(all(list)),
        (Formula::Or(list), _) => Formula::Or(all(list)),
        (Formula::Not(inner), _) => Formula::Not(Box::new(replace(inner, feature, value))),
        (Formula::Compare(term, relation), Feature::Residue(residue, modulus)) if of_removal(term) => {
            Formula::Compare(replace_residue(term, *residue, *modulus, value), *relation)
        }
        _ => formula.clone(),
    }
}

fn replace_residue(term: &Term, residue: [i64; 2], modulus: i64, value: i64) -> Term {
    let mut result = Term { constant: term.constant, parts: Vec::new() };
    for (factor, atom) in &term.parts {
        let atom = match atom {
            Atom::Var(var) => Atom::Var(*var),
            Atom::Abs(inner) => Atom::Abs(Box::new(replace_residue(inner, residue, modulus, value))),
            Atom::Mod(inner, m) => {
                let mut inner = replace_residue(inner, residue, modulus, value);
                if *m == modulus && residue_of(&inner, *m) == residue {
                    inner.parts.retain(|(_, atom)| !matches!(atom, Atom::Var(Var::X | Var::Y)));
                    inner.constant = inner.constant.rem_euclid(modulus) + value;
                }
                Atom::Mod(Box::new(inner), *m)
            }
        };
        push(&mut result, *factor, atom);
    }
    result
}

/// Adds to a term; remainders and absolute values of constants become numbers.
fn push(term: &mut Term, factor: i64, atom: Atom) {
    let number = match &atom {
        Atom::Abs(inner) if inner.parts.is_empty() => Some(inner.constant.saturating_abs()),
        Atom::Mod(inner, modulus) if inner.parts.is_empty() => Some(inner.constant.rem_euclid(*modulus)),
        _ => None,
    };
    match number {
        Some(number) => term.constant = term.constant.saturating_add(factor.saturating_mul(number)),
        None => match term.parts.iter_mut().find(|(_, other)| *other == atom) {
            Some((coefficient, _)) => *coefficient = coefficient.saturating_add(factor),
            None => term.parts.push((factor, atom)),
        },
    }
    term.parts.retain(|(factor, _)| *factor != 0);
}

/// A linear form whose sign decides more about a comparison that mixes position and removal.
fn mixed_term(formula: &Formula) -> Result<Option<Term>, NotRays> {
    match formula {
        Formula::Constant(_) | Formula::Move(_) | Formula::Beatty(..) | Formula::Regular(..) => Ok(None),
        Formula::Compare(term, _) if !of_position(term) => Ok(None),
        Formula::Compare(term, _) => innermost(term).map(Some),
        Formula::And(list) | Formula::Or(list) => {
            for part in list {
                if let Some(term) = mixed_term(part)? {
                    return Ok(Some(term));
                }
            }
            Ok(None)
        }
        Formula::Not(inner) => mixed_term(inner),
    }
}

/// The term itself, or the first absolute value in it without another one inside.
fn innermost(term: &Term) -> Result<Term, NotRays> {
    for (_, atom) in &term.parts {
        match atom {
            Atom::Var(_) => {}
            Atom::Abs(inner) => return innermost(inner),
            // What a remainder of the removal is cannot be said by a sign.
            Atom::Mod(..) => return Err(NotRays::DependsOnPosition),
        }
    }
    Ok(term.clone())
}

/// The formula where a linear form has a sign.
fn with_sign(formula: &Formula, form: &Term, sign: i64) -> Formula {
    let all = |list: &[Formula]| list.iter().map(|part| with_sign(part, form, sign)).collect();
    match formula {
        Formula::Constant(_) | Formula::Move(_) | Formula::Beatty(..) | Formula::Regular(..) => {
            formula.clone()
        }
        Formula::Compare(term, relation) if term == form => Formula::Constant(match relation {
            Relation::Equal => sign == 0,
            Relation::NotEqual => sign != 0,
            Relation::Less => sign < 0,
            Relation::LessEqual => sign <= 0,
            Relation::Greater => sign > 0,
            Relation::GreaterEqual => sign >= 0,
        }),
        Formula::Compare(term, relation) => Formula::Compare(unfold(term, form, sign), *relation),
        Formula::And(list) => Formula::And(all(list)),
        Formula::Or(list) => Formula::Or(all(list)),
        Formula::Not(inner) => Formula::Not(Box::new(with_sign(inner, form, sign))),
    }
}

/// Replaces the absolute value of a form whose sign is known.
fn unfold(term: &Term, form: &Term, sign: i64) -> Term {
    let mut result = Term { constant: term.constant, parts: Vec::new() };
    for (factor, atom) in &term.parts {
        match atom {
            Atom::Abs(inner) if **inner == *form => {
                let factor = factor * sign;
                result.constant += factor * form.constant;
                form.parts.iter().for_each(|(c, atom)| push(&mut result, c * factor, atom.clone()));
            }
            Atom::Abs(inner) => push(&mut result, *factor, Atom::Abs(Box::new(unfold(inner, form, sign)))),
            Atom::Mod(inner, modulus) => {
                push(&mut result, *factor, Atom::Mod(Box::new(unfold(inner, form, sign)), *modulus));
            }
            Atom::Var(var) => push(&mut result, *factor, Atom::Var(*var)),
        }
    }
    result
}

/// Constants folded, and alternatives of alternatives flattened.
fn simplify(formula: Formula) -> Formula {
    let settle = |list: Vec<Formula>, absorbing: bool| {
        let mut kept = Vec::new();
        for part in list.into_iter().map(simplify) {
            match part {
                Formula::Constant(value) if value == absorbing => return Formula::Constant(absorbing),
                Formula::Constant(_) => {}
                Formula::Or(inner) if absorbing => kept.extend(inner),
                Formula::And(inner) if !absorbing => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match (kept.len(), absorbing) {
            (0, _) => Formula::Constant(!absorbing),
            (1, _) => kept.swap_remove(0),
            (_, true) => Formula::Or(kept),
            (_, false) => Formula::And(kept),
        }
    };
    match formula {
        Formula::Or(list) => settle(list, true),
        Formula::And(list) => settle(list, false),
        Formula::Not(inner) => match simplify(*inner) {
            Formula::Constant(value) => Formula::Constant(!value),
            other => Formula::Not(Box::new(other)),
        },
        Formula::Compare(..) => match Predicate::compile(&formula, &[], super::BOUND, None) {
            Ok(Predicate::Constant(value)) => Formula::Constant(value),
            _ => formula,
        },
        other => other,
    }
}
