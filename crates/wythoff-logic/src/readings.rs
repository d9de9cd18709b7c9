//! Would Walnut read a text as we do? If not, both readings.
//!
//! Two things can differ. The *shape*: Walnut gives `&`, `|` and `^` one rank and takes them from the left, and it takes `=>` from the
//! left. And *subtraction*: Walnut computes with natural numbers, from the left, and an atom in which a difference goes below
//! 0 is false; we compute over the integers. So where `D` says that all those differences are defined, an atom `P` means
//! `D & P` in Walnut: the readings of the atom agree if `P` implies `D`, and the readings of the formula agree if that holds
//! wherever the atom matters. What is known there are the comparisons that stand beside it in a conjunction, or before it
//! in an implication, around it or further out, as long as none of their variables is quantified in between. (In a conjunction all
//! comparisons may use each other: they are true together in our reading; where that implies all their `D`, they
//! are true together in Walnut's, and conversely.) Whether `P` and what is known imply `D` is decided by
//! [`contradictory`], which may fail to see it; then the text is refused, which is safe.
//!
//! What Walnut does not read at all (`mod`, `E>=3`, a leading minus, numbers below 0, `|x|`, `min`, sets) has one meaning.

use std::collections::BTreeSet;
use std::fmt;

use dashu_int::IBig;

use super::LogicTerm;
use super::bounds::contradictory;
use super::tree::{Connective, Order, Part, Step, Sum, Tree};

/// A text that means one thing here and another in Walnut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readings {
    /// Where the readings part, counted in bytes from 0.
    pub at: usize,
    /// What it means here, with every parenthesis. This text has only one reading.
    pub here: String,
    /// What it means in Walnut, with every parenthesis. This text has only one reading.
    pub walnut: String,
    /// Why they differ.
    pub differences: Vec<Difference>,
}

/// Why Walnut reads a text differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Difference {
    /// `&`, `|` and `^` have one rank there, and are taken from the left.
    Rank,
    /// `=>` is taken from the left there.
    Implication,
    /// A subtraction below 0 makes its atom false there.
    Subtraction,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Difference::Rank => "`&`, `|` and `^` have one rank and are taken from the left",
            Difference::Implication => "`=>` is taken from the left",
            Difference::Subtraction => "a subtraction below 0 makes its comparison or automaton false",
        })
    }
}

impl fmt::Display for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why: Vec<String> = self.differences.iter().map(Difference::to_string).collect();
        writeln!(f, "at character {}: Walnut would read this differently", self.at)?;
        writeln!(f, "  here:   {}", self.here)?;
        writeln!(f, "  Walnut: {}", self.walnut)?;
        write!(f, "In Walnut {}. Write the one that is meant.", why.join(", and "))
    }
}

impl std::error::Error for Readings {}

/// How many known comparisons are used, and how many are looked at.
const USED: usize = 30;
const SEEN: usize = 1000;

/// Refuses a formula that Walnut would read differently.
pub(super) fn compare(
    here: &Tree,
    walnut: &Tree,
    by_rank: bool,
    by_implication: bool,
) -> Result<(), Readings> {
    let mut doubts = BTreeSet::new();
    doubt(here, &[], &mut doubts);
    let apart = (here != walnut).then(|| parting(here, walnut).unwrap_or(0));
    let place = apart.into_iter().chain(doubts.iter().copied()).min();
    let Some(at) = place else { return Ok(()) };
    let mut theirs = BTreeSet::new();
    doubt(walnut, &[], &mut theirs);
    let mut differences = vec![];
    for (found, difference) in [
        (by_rank, Difference::Rank),
        (by_implication, Difference::Implication),
        (!doubts.is_empty() || !theirs.is_empty(), Difference::Subtraction),
    ] {
        if found {
            differences.push(difference);
        }
    }
    // The same atoms are spelt out in both.
    doubts.extend(theirs);
    let here = spelt(here, &doubts, false).to_string();
    let walnut = spelt(walnut, &doubts, true).to_string();
    Err(Readings { at, here, walnut, differences })
}

/// The connective where two trees of the same text part.
fn parting(here: &Tree, walnut: &Tree) -> Option<usize> {
    match (here, walnut) {
        (
            Tree::Chain { at, connective, parts },
            Tree::Chain { at: their_at, connective: their_connective, parts: their_parts },
        ) => {
            if connective == their_connective && parts.len() == their_parts.len() && at == their_at {
                parts.iter().zip(their_parts).find_map(|(a, b)| parting(a, b))
            } else {
                Some(*at.max(their_at))
            }
        }
        (Tree::Not(a), Tree::Not(b))
        | (Tree::ForAll(_, a), Tree::ForAll(_, b))
        | (Tree::Exists(_, _, a), Tree::Exists(_, _, b)) => parting(a, b),
        (Tree::Chain { at, .. }, _) | (_, Tree::Chain { at, .. }) => Some(*at),
        _ => None,
    }
}

/// Collects the places of atoms whose readings are not known to agree, where `known` terms are nonnegative.
fn doubt(tree: &Tree, known: &[LogicTerm], found: &mut BTreeSet<usize>) {
    match tree {
        Tree::Compare { at, left, order, right } => {
            let cases = cases(left, *order, right);
            if !cases.iter().all(|case| defined([left, right], case, known)) {
                found.insert(*at);
            }
        }
        Tree::Named { at, arguments, .. } => {
            let case: Vec<LogicTerm> = arguments.iter().map(Sum::term).collect();
            if !defined(arguments, &case, known) {
                found.insert(*at);
            }
        }
        Tree::Remainder { .. } => {}
        Tree::Not(inner) => doubt(inner, known, found),
        Tree::Chain { connective: Connective::And, parts, .. } => {
            let known = with_facts(known, tree);
            parts.iter().for_each(|part| doubt(part, &known, found));
        }
        Tree::Chain { connective: Connective::Implies, parts, .. } => {
            let [first, second] = &parts[..] else { return };
            doubt(first, known, found);
            doubt(second, &with_facts(known, first), found);
        }
        Tree::Chain { parts, .. } => parts.iter().for_each(|part| doubt(part, known, found)),
        Tree::ForAll(names, body) | Tree::Exists(_, names, body) => {
            let outer: Vec<LogicTerm> =
                known.iter().filter(|t| !names.iter().any(|n| t.parts.contains_key(n))).cloned().collect();
            doubt(body, &outer, found);
        }
    }
}

/// What is known, and what follows from the atoms of a conjunction.
fn with_facts(known: &[LogicTerm], tree: &Tree) -> Vec<LogicTerm> {
    let mut facts = vec![];
    collect_facts(tree, &mut facts);
    // What stands nearest comes first.
    facts.extend(known.iter().cloned());
    facts.truncate(SEEN);
    facts
}

fn collect_facts(tree: &Tree, facts: &mut Vec<LogicTerm>) {
    match tree {
        Tree::Compare { left, order, right, .. } => {
            if let [case] = &cases(left, *order, right)[..] {
                facts.extend(case.iter().cloned());
            }
        }
        Tree::Named { arguments, .. } => facts.extend(arguments.iter().map(Sum::term)),
        Tree::Chain { connective: Connective::And, parts, .. } => {
            for part in parts {
                if facts.len() < SEEN {
                    collect_facts(part, facts);
                }
            }
        }
        _ => {}
    }
}

/// A comparison as alternatives; in each some terms are nonnegative.
fn cases(left: &Sum, order: Order, right: &Sum) -> Vec<Vec<LogicTerm>> {
    let (left, right) = (left.term(), right.term());
    let at_most = |a: &LogicTerm, b: &LogicTerm, slack: i32| {
        let mut term = b.clone().plus(-1, a);
        term.constant -= IBig::from(slack);
        term
    };
    match order {
        Order::Equal => vec![vec![at_most(&left, &right, 0), at_most(&right, &left, 0)]],
        Order::Unequal => vec![vec![at_most(&left, &right, 1)], vec![at_most(&right, &left, 1)]],
        Order::Less => vec![vec![at_most(&left, &right, 1)]],
        Order::LessOrEqual => vec![vec![at_most(&left, &right, 0)]],
        Order::Greater => vec![vec![at_most(&right, &left, 1)]],
        Order::GreaterOrEqual => vec![vec![at_most(&right, &left, 0)]],
    }
}

/// Whether all differences in the sums are known to be defined where the terms of `case` are nonnegative.
fn defined<'s>(sums: impl IntoIterator<Item = &'s Sum>, case: &[LogicTerm], known: &[LogicTerm]) -> bool {
    let mut conditions: Vec<Sum> = vec![];
    for sum in sums {
        match differences(sum) {
            Some(own) => conditions.extend(own),
            None => return true,
        }
    }
    conditions.iter().all(|condition| {
        // Below 0 is at most −1.
        let mut below = LogicTerm::default().plus(-1, &condition.term());
        below.constant -= IBig::from(1);
        let mut terms = case.to_vec();
        terms.push(below);
        contradictory(&terms) || contradictory(&related(terms, known))
    })
}

/// The terms and what is known of their variables.
fn related(mut terms: Vec<LogicTerm>, known: &[LogicTerm]) -> Vec<LogicTerm> {
    let mut names: BTreeSet<String> = terms.iter().flat_map(|t| t.parts.keys().cloned()).collect();
    let mut open: Vec<&LogicTerm> = known.iter().collect();
    let most = terms.len() + USED;
    loop {
        let (near, far): (Vec<&LogicTerm>, Vec<&LogicTerm>) =
            open.iter().partition(|t| t.parts.keys().any(|n| names.contains(n)));
        for term in &near {
            if terms.len() < most && !terms.contains(term) {
                names.extend(term.parts.keys().cloned());
                terms.push((*term).clone());
            }
        }
        if near.is_empty() || terms.len() >= most {
            return terms;
        }
        open = far;
    }
}

/// The beginnings of a sum that Walnut needs to be natural numbers: those that end with a subtraction. Nothing if Walnut does not
/// read the sum. Numbers before the first variable are computed as integers there, too.
fn differences(sum: &Sum) -> Option<Vec<Sum>> {
    let is_number = |part: &Part| part.variable.is_none() || part.factor == IBig::from(0);
    let numbers = sum.parts.iter().take_while(|p| is_number(p)).count();
    if sum.parts.first().is_some_and(|p| p.subtracted) {
        return None;
    }
    if numbers < sum.parts.len() && Sum::of(sum.parts[..numbers].to_vec()).term().constant < IBig::from(0) {
        return None;
    }
    let mut conditions = Vec::new();
    for inside in &sum.inside {
        conditions.extend(differences(inside)?);
    }
    let ends = (numbers..sum.parts.len()).filter(|&i| sum.parts[i].step == Step::Subtracted);
    conditions.extend(ends.map(|i| Sum::of(sum.parts[..=i].to_vec())));
    Some(conditions)
}

/// The tree with doubtful atoms spelt out, so that it has one reading: what it means here, or what it means in Walnut.
fn spelt(tree: &Tree, doubts: &BTreeSet<usize>, walnut: bool) -> Tree {
    let inside = |tree: &Tree| Box::new(spelt(tree, doubts, walnut));
    match tree {
        Tree::Compare { at, left, order, right }
            if doubts.contains(at) || left.has_parentheses() || right.has_parentheses() =>
        {
            let moved = balanced(*at, left, *order, right);
            if walnut { guarded(*at, [left, right], moved) } else { moved }
        }
        Tree::Named { at, name, arguments }
            if doubts.contains(at) || arguments.iter().any(Sum::has_parentheses) =>
        {
            // With all subtractions at the end the last difference is the least.
            let last = |sum: &Sum| {
                let (plus, minus): (Vec<Part>, Vec<Part>) =
                    sum.parts.iter().map(Part::apart).partition(|p| !p.subtracted);
                Sum::of(plus.into_iter().chain(minus).collect())
            };
            let sorted =
                Tree::Named { at: *at, name: name.clone(), arguments: arguments.iter().map(last).collect() };
            if walnut { guarded(*at, arguments, sorted) } else { sorted }
        }
        Tree::Not(inner) => Tree::Not(inside(inner)),
        Tree::Chain { at, connective, parts } => Tree::Chain {
            at: *at,
            connective: *connective,
            parts: parts.iter().map(|p| spelt(p, doubts, walnut)).collect(),
        },
        Tree::ForAll(names, body) => Tree::ForAll(names.clone(), inside(body)),
        Tree::Exists(least, names, body) => Tree::Exists(*least, names.clone(), inside(body)),
        other => other.clone(),
    }
}

/// A comparison without subtraction: what is subtracted on one side is added on the other.
fn balanced(at: usize, left: &Sum, order: Order, right: &Sum) -> Tree {
    let ((mut a, minus_a), (mut b, minus_b)) = (left.split(), right.split());
    a.extend(minus_b);
    b.extend(minus_a);
    Tree::Compare { at, left: Sum::of(a), order, right: Sum::of(b) }
}

/// The atom, where all differences are defined.
fn guarded<'s>(at: usize, sums: impl IntoIterator<Item = &'s Sum>, atom: Tree) -> Tree {
    let conditions = sums.into_iter().filter_map(differences).flatten();
    let nothing = Sum::default();
    let mut parts: Vec<Tree> =
        conditions.map(|sum| balanced(at, &sum, Order::GreaterOrEqual, &nothing)).collect();
    parts.push(atom);
    Tree::Chain { at, connective: Connective::And, parts }
}
