//! Rule formulas in a normal form: boolean combinations of linear comparisons, congruences, and membership in Beatty sequences
//! and in sets that the rules have loaded.
//!
//! The rule language has absolute values and remainders inside terms. Here they are gone, by case distinction:
//! `|a| + b < 0` is `a >= 0 and a + b < 0, or a < 0 and -a + b < 0`; `c·(a mod q) + b < 0` is a disjunction over the remainders.
//! What is left speaks of integer linear forms only, and survives any change of variables.
//!
//! ```
//! use wythoff_prove::formula::{Form, Logic};
//! // s < 3 with s = x - x', over the tracks x and x'.
//! let s = Form { c: 0, k: vec![0, 0, 1, 0] };
//! let less = Logic::less(s, 3);
//! let moved = less.substitute(&[Form::track(0, 2), Form::zero(2), Form { c: 0, k: vec![1, -1] }, Form::zero(2)]);
//! assert_eq!(moved, Logic::Between(vec![1, -1], None, Some(2)));
//! ```

use num_integer::gcd;
use std::sync::Arc;
use wythoff_number::Real;
use wythoff_rules::regular::RegularSet;
use wythoff_rules::ruleset::{Atom, Formula, Move, Relation, Term, Var};

/// A linear form with a constant: `c + Σ k_i · variable_i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// The constant.
    pub c: i64,
    /// The coefficients.
    pub k: Vec<i64>,
}

impl Form {
    /// The form 0 over `n` variables.
    #[must_use]
    pub fn zero(n: usize) -> Form {
        Form { c: 0, k: vec![0; n] }
    }

    /// One of `n` variables.
    #[must_use]
    pub fn track(i: usize, n: usize) -> Form {
        let mut form = Form::zero(n);
        form.k[i] = 1;
        form
    }

    /// `self + factor · other`.
    #[must_use]
    pub fn plus(&self, factor: i64, other: &Form) -> Form {
        Form {
            c: self.c + factor * other.c,
            k: self.k.iter().zip(&other.k).map(|(a, b)| a + factor * b).collect(),
        }
    }

    /// Replaces variable `i` by `by[i]`.
    #[must_use]
    pub fn substitute(&self, by: &[Form]) -> Form {
        let n = by.first().map_or(0, |f| f.k.len());
        let start = Form { c: self.c, k: vec![0; n] };
        self.k.iter().zip(by).fold(start, |sum, (&k, f)| sum.plus(k, f))
    }
}

/// A formula in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Always, or never.
    Constant(bool),
    /// The form (without constant, first nonzero coefficient positive, coefficients without common factor) is at
    /// least the first and at most the second, where given.
    Between(Vec<i64>, Option<i64>, Option<i64>),
    /// The form leaves this remainder on division by the modulus: form, modulus, remainder.
    Remainder(Vec<i64>, i64, i64),
    /// The form's value is `⌊n·r⌋` for some `n ≥ 1`.
    Beatty(Form, Real),
    /// The forms' values are a member of a loaded set.
    Regular(Vec<Form>, Arc<RegularSet>),
    /// All of them.
    And(Vec<Logic>),
    /// At least one of them.
    Or(Vec<Logic>),
    /// Not this.
    Not(Box<Logic>),
}

impl Logic {
    /// `form < bound`.
    #[must_use]
    pub fn less(form: Form, bound: i64) -> Logic {
        Logic::between(form, None, Some(bound - 1))
    }

    /// `form >= bound`.
    #[must_use]
    pub fn at_least(form: Form, bound: i64) -> Logic {
        Logic::between(form, Some(bound), None)
    }

    /// `form = value`.
    #[must_use]
    pub fn equal(form: Form, value: i64) -> Logic {
        Logic::between(form, Some(value), Some(value))
    }

    /// `low <= form <= high`, normalised.
    #[must_use]
    pub fn between(form: Form, low: Option<i64>, high: Option<i64>) -> Logic {
        let (mut low, mut high) = (low.map(|v| v - form.c), high.map(|v| v - form.c));
        let Some(first) = form.k.iter().copied().find(|&k| k != 0) else {
            return Logic::Constant(low.is_none_or(|l| l <= 0) && high.is_none_or(|h| h >= 0));
        };
        let mut k = form.k;
        if first < 0 {
            k.iter_mut().for_each(|k| *k = -*k);
            (low, high) = (high.map(|v| -v), low.map(|v| -v));
        }
        let common = k.iter().fold(0, |a, &b| gcd(a, b.abs()));
        k.iter_mut().for_each(|k| *k /= common);
        let low = low.map(|l| -(-l).div_euclid(common));
        let high = high.map(|h| h.div_euclid(common));
        match (low, high) {
            (None, None) => Logic::Constant(true),
            (Some(l), Some(h)) if l > h => Logic::Constant(false),
            _ => Logic::Between(k, low, high),
        }
    }

    /// `form ≡ remainder (mod modulus)`, normalised.
    #[must_use]
    pub fn remainder(form: Form, modulus: i64, remainder: i64) -> Logic {
        let k: Vec<i64> = form.k.iter().map(|k| k.rem_euclid(modulus)).collect();
        let rest = (remainder - form.c).rem_euclid(modulus);
        if k.iter().all(|&k| k == 0) {
            Logic::Constant(rest == 0)
        } else {
            Logic::Remainder(k, modulus, rest)
        }
    }

    /// Conjunction, flattened.
    #[must_use]
    pub fn and(list: Vec<Logic>) -> Logic {
        let mut flat = vec![];
        for item in list {
            match item {
                Logic::Constant(true) => {}
                Logic::Constant(false) => return Logic::Constant(false),
                Logic::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Logic::Constant(true),
            1 => flat.remove(0),
            _ => Logic::And(flat),
        }
    }

    /// Disjunction, flattened.
    #[must_use]
    pub fn or(list: Vec<Logic>) -> Logic {
        let mut flat = vec![];
        for item in list {
            match item {
                Logic::Constant(false) => {}
                Logic::Constant(true) => return Logic::Constant(true),
                Logic::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Logic::Constant(false),
            1 => flat.remove(0),
            _ => Logic::Or(flat),
        }
    }

    /// Negation, pushed to the leaves.
    #[must_use]
    pub fn negated(self) -> Logic {
        match self {
            Logic::Constant(value) => Logic::Constant(!value),
            Logic::And(list) => Logic::or(list.into_iter().map(Logic::negated).collect()),
            Logic::Or(list) => Logic::and(list.into_iter().map(Logic::negated).collect()),
            Logic::Not(inner) => *inner,
            Logic::Between(k, low, high) => {
                let below = low.map(|l| Logic::Between(k.clone(), None, Some(l - 1)));
                let above = high.map(|h| Logic::Between(k, Some(h + 1), None));
                Logic::or(below.into_iter().chain(above).collect())
            }
            other => Logic::Not(Box::new(other)),
        }
    }

    /// Replaces variable `i` by a form in new variables, everywhere.
    #[must_use]
    pub fn substitute(&self, by: &[Form]) -> Logic {
        let form = |k: &[i64]| Form { c: 0, k: k.to_vec() }.substitute(by);
        match self {
            Logic::Constant(value) => Logic::Constant(*value),
            Logic::Between(k, low, high) => Logic::between(form(k), *low, *high),
            Logic::Remainder(k, modulus, rest) => Logic::remainder(form(k), *modulus, *rest),
            Logic::Beatty(f, r) => Logic::Beatty(f.substitute(by), r.clone()),
            Logic::Regular(forms, set) => {
                Logic::Regular(forms.iter().map(|f| f.substitute(by)).collect(), Arc::clone(set))
            }
            Logic::And(list) => Logic::and(list.iter().map(|l| l.substitute(by)).collect()),
            Logic::Or(list) => Logic::or(list.iter().map(|l| l.substitute(by)).collect()),
            Logic::Not(inner) => inner.substitute(by).negated(),
        }
    }

    /// From a rule formula over `x, y, s, t`; `moves` gives the meaning of move names in classes.
    #[must_use]
    pub fn from_rules(formula: &Formula, moves: &[Move]) -> Logic {
        let list = |l: &[Formula]| l.iter().map(|f| Logic::from_rules(f, moves)).collect();
        match formula {
            Formula::Constant(value) => Logic::Constant(*value),
            Formula::Compare(term, relation) => cases(term, &|form| match relation {
                Relation::Equal => Logic::equal(form, 0),
                Relation::NotEqual => Logic::equal(form, 0).negated(),
                Relation::Less => Logic::less(form, 0),
                Relation::LessEqual => Logic::less(form, 1),
                Relation::Greater => Logic::at_least(form, 1),
                Relation::GreaterEqual => Logic::at_least(form, 0),
            }),
            Formula::Beatty(term, r) => cases(term, &|form| Logic::Beatty(form, r.clone())),
            Formula::Regular(terms, set) => members(terms, &[], set),
            Formula::Move(i) => {
                moves.get(*i).map_or(Logic::Constant(false), |m| Logic::from_rules(&m.when, moves))
            }
            Formula::And(l) => Logic::and(list(l)),
            Formula::Or(l) => Logic::or(list(l)),
            Formula::Not(inner) => Logic::from_rules(inner, moves).negated(),
        }
    }
}

/// Membership of what the terms are, case by case.
fn members(open: &[Term], done: &[Form], set: &Arc<RegularSet>) -> Logic {
    let Some((first, rest)) = open.split_first() else {
        return Logic::Regular(done.to_vec(), Arc::clone(set));
    };
    cases(first, &|form| members(rest, &[done, &[form]].concat(), set))
}

/// Distinguishes cases until the term is linear, then says what it means.
fn cases(term: &Term, leaf: &dyn Fn(Form) -> Logic) -> Logic {
    let special = term.parts.iter().position(|(_, atom)| !matches!(atom, Atom::Var(_)));
    let Some(at) = special else {
        let mut form = Form::zero(4);
        form.c = term.constant;
        for (k, atom) in &term.parts {
            if let Atom::Var(v) = atom {
                form.k[Var::ALL.iter().position(|w| w == v).unwrap_or(0)] += k;
            }
        }
        return leaf(form);
    };
    let (factor, atom) = term.parts[at].clone();
    let mut rest = term.clone();
    rest.parts.remove(at);
    match atom {
        Atom::Var(_) => Logic::Constant(false),
        Atom::Abs(inner) => {
            let (up, down) = (add(&rest, factor, &inner), add(&rest, -factor, &inner));
            Logic::or(vec![
                Logic::and(vec![cases(&inner, &|f| Logic::at_least(f, 0)), cases(&up, leaf)]),
                Logic::and(vec![cases(&inner, &|f| Logic::less(f, 0)), cases(&down, leaf)]),
            ])
        }
        Atom::Mod(inner, modulus) => Logic::or(
            (0..modulus)
                .map(|r| {
                    let mut fixed = rest.clone();
                    fixed.constant += factor * r;
                    Logic::and(vec![cases(&inner, &|f| Logic::remainder(f, modulus, r)), cases(&fixed, leaf)])
                })
                .collect(),
        ),
    }
}

fn add(a: &Term, factor: i64, b: &Term) -> Term {
    let mut sum = a.clone();
    sum.constant += factor * b.constant;
    sum.parts.extend(b.parts.iter().map(|(k, atom)| (k * factor, atom.clone())));
    sum
}
