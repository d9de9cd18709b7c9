//! Terms with `min` and `max`, until they are compared.
//!
//! A ruleset knows sums of variables, absolute values and remainders, and nothing else, so that every solver, the prover and the
//! checker read the same few things. `min` and `max` are therefore dissolved while a text is bound: a sum of them is a tree of
//! `min` and `max` over plain terms, since `max(a, b) + c = max(a + c, b + c)`, and `max(a, b) <= 0` says that `a <= 0 and b <= 0`. Only
//! where a remainder is taken do cases remain: `max(a, b) mod 3` is `a mod 3` where `max(a, b) = a`.
//!
//! A node for `max` in [`Term`] was weighed and rejected: it would have to be understood, and trusted, in a dozen places.

use super::ast::Extreme;
use super::ruleset::{Atom, Formula, Relation, Term};

/// The most leaves, and comparisons in front of cases, that a term may unfold into.
const LARGEST: usize = 600;

/// `min` and `max` over terms.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lattice {
    Term(Term),
    Extreme(Extreme, Vec<Lattice>),
}

/// A term, possibly with `min` and `max` in it: which value it has in which case. The cases cover everything, and where they
/// overlap they agree.
#[derive(Clone, Debug)]
pub(crate) struct Cases(Vec<(Formula, Lattice)>);

impl Lattice {
    /// The smallest or largest of some; the same kind inside itself is made flat.
    fn extreme(kind: Extreme, parts: Vec<Lattice>) -> Lattice {
        let mut flat: Vec<Lattice> = Vec::with_capacity(parts.len());
        let mut add = |part: Lattice| {
            if !flat.contains(&part) {
                flat.push(part);
            }
        };
        for part in parts {
            match part {
                Lattice::Extreme(inner, parts) if inner == kind => parts.into_iter().for_each(&mut add),
                other => add(other),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Lattice::Extreme(kind, flat) }
    }

    fn leaves(&self) -> Vec<&Term> {
        match self {
            Lattice::Term(term) => vec![term],
            Lattice::Extreme(_, parts) => parts.iter().flat_map(Lattice::leaves).collect(),
        }
    }

    fn plus(&self, other: &Lattice) -> Lattice {
        match (self, other) {
            (Lattice::Term(a), Lattice::Term(b)) => Lattice::Term(a.plus(b)),
            (Lattice::Extreme(kind, parts), other) | (other, Lattice::Extreme(kind, parts)) => {
                Lattice::extreme(*kind, parts.iter().map(|p| p.plus(other)).collect())
            }
        }
    }

    fn scaled(&self, factor: i64) -> Lattice {
        match self {
            Lattice::Term(term) => Lattice::Term(term.scaled(factor)),
            Lattice::Extreme(kind, parts) => {
                let kind = if factor < 0 { kind.other() } else { *kind };
                Lattice::extreme(kind, parts.iter().map(|p| p.scaled(factor)).collect())
            }
        }
    }

    /// How it compares with zero.
    fn compare(&self, relation: Relation) -> Formula {
        let (kind, parts) = match self {
            Lattice::Term(term) => return Formula::compare(term.clone(), relation),
            Lattice::Extreme(kind, parts) => (*kind, parts),
        };
        let each = |relation| parts.iter().map(|p| p.compare(relation)).collect::<Vec<_>>();
        match (kind, relation) {
            (Extreme::Max, Relation::Less | Relation::LessEqual)
            | (Extreme::Min, Relation::Greater | Relation::GreaterEqual) => Formula::all_of(each(relation)),
            (Extreme::Max, Relation::Greater | Relation::GreaterEqual)
            | (Extreme::Min, Relation::Less | Relation::LessEqual) => Formula::any_of(each(relation)),
            (kind, Relation::Equal) => {
                let bound = if kind == Extreme::Max { Relation::LessEqual } else { Relation::GreaterEqual };
                Formula::all_of(vec![Formula::all_of(each(bound)), Formula::any_of(each(Relation::Equal))])
            }
            (_, Relation::NotEqual) => self.compare(Relation::Equal).negated(),
        }
    }

    /// Is the value that of this leaf?
    fn is(&self, leaf: &Term) -> Formula {
        self.plus(&Lattice::Term(leaf.scaled(-1))).compare(Relation::Equal)
    }
}

impl Cases {
    pub(crate) fn term(term: Term) -> Cases {
        Cases(vec![(Formula::Constant(true), Lattice::Term(term))])
    }

    /// The term itself, if there is neither `min` nor `max` in it.
    pub(crate) fn as_term(&self) -> Option<&Term> {
        match self.0.as_slice() {
            [(Formula::Constant(true), Lattice::Term(term))] => Some(term),
            _ => None,
        }
    }

    /// The value, if no variable is in it.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.as_term().filter(|t| t.parts.is_empty()).map(|t| t.constant)
    }

    /// No value on the largest board is larger.
    pub(crate) fn bound(&self) -> i128 {
        self.0.iter().flat_map(|(_, l)| l.leaves()).map(Term::bound).max().unwrap_or(0)
    }

    /// The cases, unless there are too many of them.
    fn bounded(cases: Vec<(Formula, Lattice)>) -> Option<Cases> {
        let size: usize = cases.iter().map(|(when, l)| comparisons(when) + l.leaves().len()).sum();
        (size <= LARGEST).then_some(Cases(cases))
    }

    /// Something for all pairs of cases.
    fn pairs(&self, other: &Cases, join: impl Fn(&Lattice, &Lattice) -> Lattice) -> Option<Cases> {
        let leaves = |cases: &Cases| cases.0.iter().map(|(_, l)| l.leaves().len()).sum::<usize>();
        if leaves(self) * leaves(other) > LARGEST {
            return None;
        }
        let mut pairs = Vec::new();
        for (when, a) in &self.0 {
            for (and, b) in &other.0 {
                pairs.push((Formula::all_of(vec![when.clone(), and.clone()]), join(a, b)));
            }
        }
        Cases::bounded(pairs)
    }

    pub(crate) fn plus(&self, other: &Cases) -> Option<Cases> {
        self.pairs(other, Lattice::plus)
    }

    pub(crate) fn scaled(&self, factor: i64) -> Cases {
        Cases(self.0.iter().map(|(when, l)| (when.clone(), l.scaled(factor))).collect())
    }

    /// The smaller or larger of two.
    pub(crate) fn extreme(&self, kind: Extreme, other: &Cases) -> Option<Cases> {
        // Sums have as many leaves as pairs, this only as many as both together: the limit of `pairs` is more than enough.
        self.pairs(other, |a, b| Lattice::extreme(kind, vec![a.clone(), b.clone()]))
    }

    pub(crate) fn abs(&self) -> Option<Cases> {
        let abs = |lattice: &Lattice| match lattice {
            Lattice::Term(term) => Lattice::Term(absolute(term)),
            other => Lattice::extreme(Extreme::Max, vec![other.clone(), other.scaled(-1)]),
        };
        Cases::bounded(self.0.iter().map(|(when, l)| (when.clone(), abs(l))).collect())
    }

    /// The remainder on division by a modulus above 1.
    pub(crate) fn remainder(&self, modulus: i64) -> Option<Cases> {
        let mut cases = Vec::new();
        for (when, lattice) in &self.0 {
            let leaves = lattice.leaves();
            if leaves.len() * leaves.len() > LARGEST {
                return None;
            }
            for leaf in &leaves {
                let here = if leaves.len() == 1 { Formula::Constant(true) } else { lattice.is(leaf) };
                let when = Formula::all_of(vec![when.clone(), here]);
                cases.push((when, Lattice::Term(remainder(leaf, modulus))));
            }
        }
        Cases::bounded(cases)
    }

    /// How the value compares with zero.
    pub(crate) fn compare(&self, relation: Relation) -> Formula {
        let case = |(when, l): &(Formula, Lattice)| Formula::all_of(vec![when.clone(), l.compare(relation)]);
        Formula::any_of(self.0.iter().map(case).collect())
    }

    /// What `say` says about the plain term that the value is equal to.
    pub(crate) fn say(&self, mut say: impl FnMut(&Term) -> Option<Formula>) -> Option<Formula> {
        let mut cases = Vec::new();
        for (when, lattice) in &self.0 {
            let leaves = lattice.leaves();
            for leaf in &leaves {
                let here = if leaves.len() == 1 { Formula::Constant(true) } else { lattice.is(leaf) };
                cases.push(Formula::all_of(vec![when.clone(), here, say(leaf)?]));
            }
        }
        Some(Formula::any_of(cases))
    }
}

fn absolute(term: &Term) -> Term {
    if term.parts.is_empty() {
        return Term { constant: term.constant.saturating_abs(), parts: Vec::new() };
    }
    Term::atom(Atom::Abs(Box::new(term.clone())))
}

fn remainder(term: &Term, modulus: i64) -> Term {
    if term.parts.is_empty() {
        return Term { constant: term.constant.rem_euclid(modulus), parts: Vec::new() };
    }
    Term::atom(Atom::Mod(Box::new(term.clone()), modulus))
}

/// How many comparisons a formula makes.
pub(crate) fn comparisons(formula: &Formula) -> usize {
    match formula {
        Formula::Constant(_) => 0,
        Formula::Compare(..) | Formula::Beatty(..) | Formula::Regular(..) | Formula::Move(_) => 1,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(comparisons).sum(),
        Formula::Not(inner) => comparisons(inner),
    }
}

/// Does every comparison of a formula stay within machine words, on boards as large as promised?
pub(crate) fn fits(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Move(_) => true,
        Formula::Compare(term, _) | Formula::Beatty(term, _) => term.bound() <= i128::from(i64::MAX),
        Formula::Regular(terms, _) => terms.iter().all(|term| term.bound() <= i128::from(i64::MAX)),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(fits),
        Formula::Not(inner) => fits(inner),
    }
}
