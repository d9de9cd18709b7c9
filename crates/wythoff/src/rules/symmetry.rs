//! Does a game look the same when the two piles are exchanged?

use super::class::reach_of_term;
use super::ruleset::{Atom, Formula, Ruleset, Term, Twist, Var};
use super::same::{Fact, membership, proved_same};
use std::collections::BTreeMap;

/// Boards on which formulas are compared square by square where no proof was found.
const TRIED_PILE: i64 = 14;
const TRIED_REMOVAL: i64 = 150;

fn swap(var: Var) -> Var {
    match var {
        Var::X => Var::Y,
        Var::Y => Var::X,
        Var::S => Var::T,
        Var::T => Var::S,
    }
}

impl Ruleset {
    /// The same game with the piles exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Ruleset {
        let mut mirror = self.clone();
        for kind in &mut mirror.moves {
            kind.when = kind.when.renamed(&swap);
        }
        mirror.position = mirror.position.map(|p| p.renamed(&swap));
        match &mut mirror.twist {
            Twist::None => {}
            Twist::Block(blocks) => blocks.iter_mut().for_each(|b| b.class = b.class.renamed(&swap)),
            Twist::Comply(parts) => parts.iter_mut().for_each(|p| p.class = p.class.renamed(&swap)),
        }
        mirror
    }

    /// Do the rules stay the same when the piles are exchanged, so that (x,y) and (y,x) have the same outcome?
    ///
    /// "Yes" is proved by refuting every difference of the formulas or, where that fails, supported by
    /// comparing them on all small piles and removals. "No" comes with a difference seen, or with formulas that are
    /// too large to compare: then both (x,y) and (y,x) are listed, which is never wrong.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let mirror = self.mirrored();
        let any_move = |r: &Ruleset| Formula::any_of(r.moves.iter().map(|m| m.when.clone()).collect());
        let (moves, mirrored_moves) = (any_move(self), any_move(&mirror));
        let constant = Formula::Constant(true);
        let position = |r: &Ruleset| r.position.clone().unwrap_or(constant.clone());
        same(&moves, &mirrored_moves)
            && same(&position(self), &position(&mirror))
            && same_quotas(&quotas(self, &moves), &quotas(&mirror, &mirrored_moves))
    }
}

/// The quotas of the twist, each class cut down to the moves.
fn quotas(ruleset: &Ruleset, any_move: &Formula) -> Vec<(u64, Formula)> {
    let class = |c: &Formula| Formula::all_of(vec![any_move.clone(), c.with_moves(&ruleset.moves)]);
    match &ruleset.twist {
        Twist::None => Vec::new(),
        Twist::Block(blocks) => blocks.iter().map(|b| (b.limit, class(&b.class))).collect(),
        Twist::Comply(parts) => parts.iter().map(|p| (p.least, class(&p.class))).collect(),
    }
}

/// Are these the same quotas, in any order?
fn same_quotas(these: &[(u64, Formula)], those: &[(u64, Formula)]) -> bool {
    let mut left: Vec<&(u64, Formula)> = those.iter().collect();
    these.iter().all(|(count, class)| {
        let found = left.iter().position(|(c, f)| c == count && same(class, f));
        found.map(|i| left.swap_remove(i)).is_some()
    })
}

/// Do two formulas say the same, by proof or as far as was tried?
fn same(a: &Formula, b: &Formula) -> bool {
    if proved_same(a, b) {
        return true;
    }
    let mut atoms = BTreeMap::new();
    let (a, b) = (skeleton(a, &mut atoms), skeleton(b, &mut atoms));
    seems_same(&a, &b, &atoms)
}

/// A formula over numbered atoms.
enum Skeleton {
    Constant(bool),
    Atom(usize),
    And(Vec<Skeleton>),
    Or(Vec<Skeleton>),
    Not(Box<Skeleton>),
}

impl Skeleton {
    fn value(&self, atom: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Skeleton::Constant(b) => *b,
            Skeleton::Atom(i) => atom(*i),
            Skeleton::And(parts) => parts.iter().all(|p| p.value(atom)),
            Skeleton::Or(parts) => parts.iter().any(|p| p.value(atom)),
            Skeleton::Not(inner) => !inner.value(atom),
        }
    }
}

/// An atom in a form that does not depend on how it was written: `t - s = 0` is `s - t = 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Test {
    Zero(Term),
    Negative(Term),
    /// Membership in a Beatty sequence or a loaded set.
    Member(Fact),
}

fn skeleton(formula: &Formula, atoms: &mut BTreeMap<Test, usize>) -> Skeleton {
    use super::ruleset::Relation;
    let mut number = |test: Test| {
        let next = atoms.len();
        Skeleton::Atom(*atoms.entry(test).or_insert(next))
    };
    let not = |s: Skeleton| Skeleton::Not(Box::new(s));
    match formula {
        Formula::Constant(b) => Skeleton::Constant(*b),
        Formula::Move(_) => Skeleton::Constant(false),
        Formula::Beatty(term, real) => number(Test::Member((vec![canonical(term)], real.to_string()))),
        Formula::Regular(terms, set) => number(Test::Member(membership(terms, set))),
        Formula::Compare(term, relation) => {
            let term = canonical(term);
            match relation {
                Relation::Equal => number(Test::Zero(positive(term))),
                Relation::NotEqual => not(number(Test::Zero(positive(term)))),
                Relation::Less => below(term, &mut number),
                Relation::GreaterEqual => not(below(term, &mut number)),
                Relation::Greater => below(term.scaled(-1), &mut number),
                Relation::LessEqual => not(below(term.scaled(-1), &mut number)),
            }
        }
        Formula::And(parts) => Skeleton::And(parts.iter().map(|p| skeleton(p, atoms)).collect()),
        Formula::Or(parts) => Skeleton::Or(parts.iter().map(|p| skeleton(p, atoms)).collect()),
        Formula::Not(inner) => not(skeleton(inner, atoms)),
    }
}

/// `term < 0`, with one way of writing it: on integers `3 - s < 0` is the same as `not s - 4 < 0`.
fn below(term: Term, number: &mut impl FnMut(Test) -> Skeleton) -> Skeleton {
    if term.parts.first().is_none_or(|(c, _)| *c > 0) {
        return number(Test::Negative(term));
    }
    let mut other = term.scaled(-1);
    other.constant = other.constant.saturating_sub(1);
    Skeleton::Not(Box::new(number(Test::Negative(other))))
}

/// The term with the inside of every absolute value made to start with a plus sign.
pub(super) fn canonical(term: &Term) -> Term {
    let start = Term { constant: term.constant, parts: Vec::new() };
    term.parts.iter().fold(start, |sum, (c, atom)| {
        let atom = match atom {
            Atom::Var(v) => Atom::Var(*v),
            Atom::Abs(inner) => Atom::Abs(Box::new(positive(canonical(inner)))),
            Atom::Mod(inner, m) => Atom::Mod(Box::new(canonical(inner)), *m),
        };
        sum.plus(&Term { constant: 0, parts: vec![(*c, atom)] })
    })
}

/// The term or its negative, whichever starts with a plus sign.
pub(super) fn positive(term: Term) -> Term {
    let first = term.parts.first().map_or(term.constant, |(c, _)| *c);
    if first < 0 { term.scaled(-1) } else { term }
}

/// Compares two formulas on small piles and removals; a Beatty sequence or a loaded set counts as different from everything else.
fn seems_same(a: &Skeleton, b: &Skeleton, atoms: &BTreeMap<Test, usize>) -> bool {
    let size = |test: &Test| match test {
        Test::Zero(term) | Test::Negative(term) => reach_of_term(term),
        Test::Member(_) => i64::MAX,
    };
    // A difference beyond the board that is tried would go unseen.
    let reach = atoms.keys().map(size).fold(0, i64::max);
    let mut tests: Vec<&Test> = atoms.keys().collect();
    tests.sort_by_key(|t| atoms[*t]);
    let holds = |at: &[i64; 4], atom: usize| match tests[atom] {
        Test::Zero(term) => term.value(at) == 0,
        Test::Negative(term) => term.value(at) < 0,
        Test::Member(_) => false,
    };
    let agree = |at: [i64; 4]| a.value(&|i| holds(&at, i)) == b.value(&|i| holds(&at, i));
    let mentions =
        |v: Var| tests.iter().any(|t| matches!(t, Test::Zero(m) | Test::Negative(m) if m.mentions(v)));
    let piles = mentions(Var::X) || mentions(Var::Y);
    if !piles {
        return reach <= TRIED_REMOVAL / 2
            && (0..=TRIED_REMOVAL).all(|s| (0..=TRIED_REMOVAL).all(|t| agree([0, 0, s, t])));
    }
    if !mentions(Var::S) && !mentions(Var::T) {
        return reach <= TRIED_REMOVAL / 2
            && (0..=TRIED_REMOVAL).all(|x| (0..=TRIED_REMOVAL).all(|y| agree([x, y, 0, 0])));
    }
    reach <= TRIED_PILE / 2
        && (0..=TRIED_PILE).all(|x| {
            (0..=TRIED_PILE)
                .all(|y| (0..=x).all(|s| (0..=y).all(|t| (s, t) == (0, 0) || agree([x, y, s, t]))))
        })
}
