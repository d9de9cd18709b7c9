//! Do two formulas say the same, whatever the sizes of the numbers in them?
//!
//! `A` and `B` say the same if neither `A and not B` nor `B and not A` can hold. A conjunction is refuted by cases: every `or`,
//! `!=` and absolute value is split, and what is left in a case are linear inequalities over natural numbers, which Fourier and
//! Motzkin's elimination refutes; rows are divided by their common factor and rounded, as integers allow. Remainders are
//! unknown numbers below their modulus, and membership in a Beatty sequence or in a loaded set is a fact that may hold or not; so a refutation
//! is right whatever they are. Where the inequalities of a case make two terms equal, what is said about one of them is said about the
//! other: `s = t and P(s)` is `s = t and P(t)`. The work does not grow with the constants: `|s - t| < 10^9` takes no longer than
//! `|s - t| < 2`.
//!
//! What is not refuted so is decided by [`differ`]: by a difference among small numbers, or by automata, which know residues and
//! what the loaded sets are. What remains is [`Sameness::NotSeen`].

use super::differ;
use super::regular::RegularSet;
use super::ruleset::{Atom, Formula, Relation, Ruleset, Term, Twist, Var};
use super::symmetry::{canonical, positive};
use num_integer::gcd;
use std::collections::{BTreeMap, BTreeSet};
use wythoff_automata::{Dfa, Numeration};

/// Most cases that are looked at, and most inequalities that an elimination may hold.
const MOST_CASES: u32 = 20_000;
const MOST_ROWS: usize = 2_000;
/// Most numbers that a refutation may read or write, and how many a formula counts for that is handed on to a case: texts of hundreds of
/// moves have as many alternatives and remainders.
const MOST_WORK: u64 = 30_000_000;
const FORMULA: u64 = 100;

/// Do two formulas say the same?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sameness {
    /// Yes, for all numbers.
    Same,
    /// No: there is a difference.
    Differ,
    /// No difference was seen, and no proof.
    NotSeen,
}

/// Do two formulas say the same about all x, y, s, t ≥ 0?
pub fn proved_same(a: &Formula, b: &Formula) -> bool {
    same(a, b) == Sameness::Same
}

/// As [`proved_same`], with what is known if that is not so.
pub(super) fn same(a: &Formula, b: &Formula) -> Sameness {
    compared(a, b, &[], None)
}

/// Do two formulas say the same about all removals: s ≤ x, t ≤ y, not both zero, from and to squares that exist?
pub(super) fn same_removals(a: &Formula, b: &Formula, position: Option<&Formula>) -> Sameness {
    let [x, y, s, t] = Var::ALL.map(|var| Term::atom(Atom::Var(var)));
    let (left, right) = (x.plus(&s.scaled(-1)), y.plus(&t.scaled(-1)));
    let domain = [
        Formula::Compare(s.plus(&t), Relation::Greater),
        Formula::Compare(left.clone(), Relation::GreaterEqual),
        Formula::Compare(right.clone(), Relation::GreaterEqual),
    ];
    let to = |var: Var| match var {
        Var::X => left.clone(),
        Var::Y => right.clone(),
        other => Term::atom(Atom::Var(other)),
    };
    let existing = position.map(|p| Formula::all_of(vec![p.clone(), p.substituted(&to)]));
    compared(a, b, &domain, existing.as_ref())
}

/// Do two formulas say the same where all conditions of the domain hold, and the squares exist?
fn compared(a: &Formula, b: &Formula, domain: &[Formula], existing: Option<&Formula>) -> Sameness {
    if alike(a, b) {
        return Sameness::Same;
    }
    // Where no formula speaks of the piles, they are large enough for every removal.
    let speak = |formula: &Formula| formula.mentions(Var::X) || formula.mentions(Var::Y);
    let piles = speak(a) || speak(b) || existing.is_some();
    let conditions = |with_squares: bool| {
        let all = domain.iter().filter(|f| piles || !speak(f)).cloned();
        Formula::all_of(all.chain(existing.filter(|_| with_squares).cloned()).collect())
    };
    let within = conditions(true);
    if differ::seen(a, b, &within, differ::FEW) {
        return Sameness::Differ;
    }
    let meanings = Meanings::of(&[a, b, &within]);
    let refuter = || Refuter { remainders: Vec::new(), cases: 0, work: 0, meanings: &meanings };
    if refuter().same(a, b, domain.to_vec()) {
        return Sameness::Same;
    }
    // Automata are smaller where the squares that do not exist make no difference.
    if existing.is_some() && differ::decided(a, b, &conditions(false), &meanings) == Some(false) {
        return Sameness::Same;
    }
    match differ::decided(a, b, &within, &meanings) {
        Some(true) => Sameness::Differ,
        Some(false) => Sameness::Same,
        None if differ::seen(a, b, &within, differ::MANY) => Sameness::Differ,
        None => Sameness::NotSeen,
    }
}

/// The loaded sets of some formulas: which of them are the same set, and which are symmetric.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    sets: Vec<Meaning>,
}

#[derive(Debug)]
struct Meaning {
    digest: String,
    numeration: Numeration,
    /// The first set that is this one.
    class: usize,
    symmetric: bool,
    automaton: Option<Dfa>,
}

impl Meanings {
    fn of(formulas: &[&Formula]) -> Meanings {
        let mut meanings = Meanings::default();
        formulas.iter().for_each(|formula| meanings.collect(formula));
        meanings
    }

    fn collect(&mut self, formula: &Formula) {
        match formula {
            Formula::Regular(_, set) => self.add(set),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.collect(part)),
            Formula::Not(inner) => self.collect(inner),
            _ => {}
        }
    }

    fn add(&mut self, set: &RegularSet) {
        if self.sets.iter().any(|other| other.digest == set.digest()) {
            return;
        }
        let automaton = differ::canonical(set);
        let system = |numeration: &Numeration| numeration.system().clone();
        let equal = |other: &Meaning| {
            system(&other.numeration) == system(set.numeration())
                && automaton.is_some()
                && other.automaton == automaton
        };
        let class = self.sets.iter().position(equal).unwrap_or(self.sets.len());
        let mirrored = || {
            let automaton = automaton.as_ref().filter(|_| set.tracks() == 2)?;
            Some(differ::exchanged(set.numeration(), automaton)? == *automaton)
        };
        let symmetric = set.is_symmetric() || mirrored() == Some(true);
        let (digest, numeration) = (set.digest().to_owned(), set.numeration().clone());
        self.sets.push(Meaning { digest, numeration, class, symmetric, automaton });
    }

    fn find(&self, set: &RegularSet) -> Option<&Meaning> {
        self.sets.iter().find(|meaning| meaning.digest == set.digest())
    }

    /// The numeration that all sets are in: `Some(None)` if there is no set, `None` if they are in several.
    pub(super) fn numeration(&self) -> Option<Option<&Numeration>> {
        let Some(first) = self.sets.first() else { return Some(None) };
        let same = |other: &Meaning| other.numeration.system() == first.numeration.system();
        self.sets.iter().all(same).then_some(Some(&first.numeration))
    }

    /// A number for the set that is the same for equal sets, and its automaton.
    pub(super) fn automaton(&self, set: &RegularSet) -> Option<(usize, &Dfa)> {
        let meaning = self.find(set)?;
        Some((meaning.class, meaning.automaton.as_ref()?))
    }

    /// Membership in a loaded set, in one spelling: equal sets are equal, whatever their automata are, and a symmetric set has
    /// its terms in order.
    fn membership(&self, terms: &[Term], set: &RegularSet) -> Fact {
        let mut terms: Vec<Term> = terms.iter().map(canonical).collect();
        let Some(meaning) = self.find(set) else { return (terms, format!("automaton {}", set.digest())) };
        if meaning.symmetric {
            terms.sort_unstable();
        }
        (terms, format!("automaton {}", self.sets[meaning.class].digest))
    }

    fn is_symmetric(&self, fact: &str) -> bool {
        self.sets.iter().any(|m| m.symmetric && fact.strip_prefix("automaton ") == Some(m.digest.as_str()))
    }
}

/// Are these the same formula but for the order of parts and the spelling of single comparisons?
///
/// Most games that somebody asks about are written much like those of the rulebook; then nothing needs to be eliminated.
fn alike(a: &Formula, b: &Formula) -> bool {
    key(a) == key(b)
}

/// A text that formulas share which are alike.
fn key(formula: &Formula) -> String {
    let of_parts = |word: &str, parts: &[Formula]| {
        let mut keys: Vec<String> = parts.iter().map(key).collect();
        keys.sort_unstable();
        format!("{word}({})", keys.join(", "))
    };
    match formula {
        Formula::Compare(term, relation) => match spelled(term, *relation) {
            Some((term, relation)) => format!("{term:?} {relation:?}"),
            None => format!("{formula:?}"),
        },
        Formula::Regular(terms, set) => {
            let terms: Vec<Term> = terms.iter().map(canonical).collect();
            format!("{terms:?} in {}", set.digest())
        }
        Formula::And(parts) => of_parts("and", parts),
        Formula::Or(parts) => of_parts("or", parts),
        Formula::Not(inner) => format!("not {}", key(inner)),
        Formula::Constant(_) | Formula::Beatty(..) | Formula::Move(_) => format!("{formula:?}"),
    }
}

/// The alternatives of a formula.
fn alternatives(formula: &Formula) -> &[Formula] {
    match formula {
        Formula::Or(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// The alternatives of the first formula that are none of the second, by their spelling.
fn beyond(a: &Formula, b: &Formula) -> Formula {
    let theirs: BTreeSet<String> = alternatives(b).iter().map(key).collect();
    let own = alternatives(a).iter().filter(|part| !theirs.contains(&key(part)));
    Formula::any_of(own.cloned().collect())
}

/// A comparison in one spelling: `term = 0` or `term != 0`, starting with a plus sign, or `term >= 0`. `None` if it does not fit.
fn spelled(term: &Term, relation: Relation) -> Option<(Term, Relation)> {
    let term = canonical(term);
    let mut at_least = match relation {
        Relation::Equal | Relation::NotEqual => return Some((positive(term), relation)),
        Relation::GreaterEqual | Relation::Greater => term,
        Relation::LessEqual | Relation::Less => term.scaled(-1),
    };
    if matches!(relation, Relation::Greater | Relation::Less) {
        at_least.constant = at_least.constant.checked_sub(1)?;
    }
    Some(match (at_least.constant, at_least.parts.as_slice()) {
        // An absolute value of at most 0.
        (0, [(factor, Atom::Abs(inner))]) if *factor < 0 => ((**inner).clone(), Relation::Equal),
        _ => (at_least, Relation::GreaterEqual),
    })
}

impl Ruleset {
    /// Are these certainly the same game: the same moves, squares, quotas, memory and end of play, at all sizes?
    ///
    /// "No" may mean that no proof was found.
    #[must_use]
    pub fn is_certainly(&self, other: &Ruleset) -> bool {
        let moves = |r: &Ruleset| Formula::any_of(r.moves.iter().map(|m| m.when.clone()).collect());
        let (ours, theirs) = (moves(self), moves(other));
        let square = |r: &Ruleset| r.position.clone().unwrap_or(Formula::Constant(true));
        self.play == other.play
            && self.imitation == other.imitation
            && matches!(self.twist, Twist::Comply(_)) == matches!(other.twist, Twist::Comply(_))
            && proved_same(&square(self), &square(other))
            && same_removals(&ours, &theirs, self.position.as_ref()) == Sameness::Same
            && same_quotas(&quotas(self, &ours), quotas(other, &theirs), self.position.as_ref())
    }
}

/// The quotas of the twist, each class cut down to the moves. Nothing can be forbidden out of a budget of 0.
pub(super) fn quotas(rules: &Ruleset, moves: &Formula) -> Vec<(u64, Formula)> {
    let class = |c: &Formula| Formula::all_of(vec![moves.clone(), c.with_moves(&rules.moves)]);
    match &rules.twist {
        Twist::None => Vec::new(),
        Twist::Block(blocks) => {
            blocks.iter().filter(|b| b.limit > 0).map(|b| (b.limit, class(&b.class))).collect()
        }
        Twist::Comply(parts) => parts.iter().map(|p| (p.least, class(&p.class))).collect(),
    }
}

/// Are these the same quotas, in any order, for moves between squares that exist?
pub(super) fn same_quotas(
    these: &[(u64, Formula)],
    mut those: Vec<(u64, Formula)>,
    position: Option<&Formula>,
) -> bool {
    these.len() == those.len()
        && these.iter().all(|(count, class)| {
            let same = |f: &Formula| same_removals(class, f, position) == Sameness::Same;
            let found = those.iter().position(|(c, f)| c == count && same(f));
            found.map(|i| those.swap_remove(i)).is_some()
        })
}

/// `Σ coefficient · unknown + constant >= 0`. Unknowns without a coefficient at the end have coefficient 0.
#[derive(Clone, Debug)]
struct Row {
    coefficients: Vec<i128>,
    constant: i128,
}

/// What is assumed in a case.
#[derive(Clone, Debug, Default)]
struct Case {
    rows: Vec<Row>,
    /// Memberships in Beatty sequences and loaded sets that are assumed to hold, or not.
    facts: BTreeMap<Fact, bool>,
}

/// Terms, and the sequence or set that they are, or are not, in.
type Fact = (Vec<Term>, String);

struct Refuter<'m> {
    /// Remainders, as unknowns after x, y, s and t.
    remainders: Vec<Atom>,
    cases: u32,
    work: u64,
    meanings: &'m Meanings,
}

impl Refuter<'_> {
    fn same(&mut self, a: &Formula, b: &Formula, domain: Vec<Formula>) -> bool {
        let (only_a, only_b) = (beyond(a, b), beyond(b, a));
        let mut only = |a: Formula, b: &Formula| {
            let mut wanted = domain.clone();
            wanted.extend([a, b.clone().negated()]);
            (self.cases, self.work) = (0, 0);
            self.refuted(wanted, Case::default())
        };
        only(only_a, b) && only(only_b, a)
    }

    /// Can the formulas certainly not all hold in this case?
    fn refuted(&mut self, mut wanted: Vec<Formula>, mut case: Case) -> bool {
        self.cases += 1;
        self.work += wanted.len() as u64 * FORMULA;
        if self.cases > MOST_CASES || self.work > MOST_WORK {
            return false;
        }
        // What needs no splitting comes first, so that the cases of the rest are cut off early.
        let mut alternatives: Vec<Vec<Formula>> = Vec::new();
        while let Some(formula) = wanted.pop() {
            match formula {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return true,
                Formula::And(parts) => wanted.extend(parts),
                Formula::Or(parts) => alternatives.push(parts),
                Formula::Compare(term, relation) => match split(&term, relation) {
                    Some(parts) => alternatives.push(parts),
                    None => self.assume(&term, relation, &mut case),
                },
                Formula::Beatty(term, real) => {
                    let fact = (vec![canonical(&term)], real.to_string());
                    if case.facts.insert(fact, true) == Some(false) {
                        return true;
                    }
                }
                Formula::Regular(terms, set) => {
                    if case.facts.insert(self.meanings.membership(&terms, &set), true) == Some(false) {
                        return true;
                    }
                }
                Formula::Not(inner) => match *inner {
                    Formula::Beatty(term, real) => {
                        let fact = (vec![canonical(&term)], real.to_string());
                        if case.facts.insert(fact, false) == Some(true) {
                            return true;
                        }
                    }
                    Formula::Regular(terms, set) => {
                        if case.facts.insert(self.meanings.membership(&terms, &set), false) == Some(true) {
                            return true;
                        }
                    }
                    // Names of moves mean different things in different games.
                    Formula::Move(_) => {}
                    other => wanted.push(other.negated()),
                },
                Formula::Move(_) => {}
            }
        }
        if infeasible(&case.rows, &mut self.work) {
            return true;
        }
        alternatives.sort_by_key(Vec::len);
        alternatives.reverse();
        let Some(parts) = alternatives.pop() else { return self.refuted_by_equals(case) };
        let rest: Vec<Formula> = alternatives.into_iter().map(Formula::any_of).collect();
        parts.into_iter().all(|part| {
            let mut wanted = rest.clone();
            wanted.push(part);
            self.refuted(wanted, case.clone())
        })
    }

    /// Can a case without alternatives not hold because terms are equal in it, and what is said of them is not?
    fn refuted_by_equals(&mut self, mut case: Case) -> bool {
        let pairs: Vec<(Term, Term, usize, usize)> = {
            let of = |(index, atom): (usize, &Atom)| match atom {
                Atom::Mod(inner, modulus) => Some(((**inner).clone(), *modulus, index)),
                _ => None,
            };
            let all: Vec<(Term, i64, usize)> = self.remainders.iter().enumerate().filter_map(of).collect();
            let mut pairs = Vec::new();
            for (at, (inner, modulus, index)) in all.iter().enumerate() {
                let later = all[at + 1..].iter().filter(|(_, other, _)| other == modulus);
                pairs.extend(later.map(|(other, _, j)| (inner.clone(), other.clone(), *index, *j)));
            }
            pairs
        };
        for (one, other, i, j) in pairs {
            if self.are_equal(&one, &other, &mut case) {
                let mut coefficients = vec![0_i128; 4 + i.max(j) + 1];
                (coefficients[4 + i], coefficients[4 + j]) = (1, -1);
                let negative = coefficients.iter().map(|c| -c).collect();
                case.rows
                    .extend([Row { coefficients, constant: 0 }, Row { coefficients: negative, constant: 0 }]);
            }
        }
        if infeasible(&case.rows, &mut self.work) {
            return true;
        }
        let facts: Vec<(Fact, bool)> = case.facts.iter().map(|(f, holds)| (f.clone(), *holds)).collect();
        facts.iter().filter(|(_, holds)| *holds).any(|((ours, set), _)| {
            let against = facts.iter().filter(|((_, other), holds)| !holds && other == set);
            let symmetric = self.meanings.is_symmetric(set);
            against.into_iter().any(|((theirs, _), _)| {
                let mut same = |mut pairs: Vec<(&Term, &Term)>| {
                    pairs.retain(|(one, other)| one != other);
                    pairs.into_iter().all(|(one, other)| self.are_equal(one, other, &mut case))
                };
                same(ours.iter().zip(theirs).collect())
                    || symmetric && same(ours.iter().zip(theirs.iter().rev()).collect())
            })
        })
    }

    /// Are two terms certainly equal in a case? Absolute values are not looked into.
    fn are_equal(&mut self, one: &Term, other: &Term, case: &mut Case) -> bool {
        let difference = one.plus(&other.scaled(-1));
        let absolute = |(_, atom): &(i64, Atom)| matches!(atom, Atom::Abs(_));
        if difference.parts.is_empty() {
            return difference.constant == 0;
        }
        if difference.parts.iter().any(absolute) {
            return false;
        }
        [Relation::Less, Relation::Greater].into_iter().all(|relation| {
            let mut apart = case.clone();
            self.assume(&difference, relation, &mut apart);
            infeasible(&apart.rows, &mut self.work)
        })
    }

    /// Adds what a comparison without absolute values says.
    fn assume(&mut self, term: &Term, relation: Relation, case: &mut Case) {
        let mut coefficients = vec![0_i128; 4];
        for (factor, atom) in &term.parts {
            let place = match atom {
                Atom::Var(var) => *var as usize,
                other => self.remainder(other, case),
            };
            if coefficients.len() <= place {
                coefficients.resize(place + 1, 0);
            }
            coefficients[place] += i128::from(*factor);
        }
        let constant = i128::from(term.constant);
        let row = |sign: i128, shift: i128| Row {
            coefficients: coefficients.iter().map(|c| sign * c).collect(),
            constant: sign * constant + shift,
        };
        match relation {
            Relation::GreaterEqual => case.rows.push(row(1, 0)),
            Relation::Greater => case.rows.push(row(1, -1)),
            Relation::LessEqual => case.rows.push(row(-1, 0)),
            Relation::Less => case.rows.push(row(-1, -1)),
            Relation::Equal => case.rows.extend([row(1, 0), row(-1, 0)]),
            // Split before.
            Relation::NotEqual => {}
        }
    }

    /// The unknown for a remainder, with what is known of it: it is not negative, below the modulus, and at most the number.
    fn remainder(&mut self, atom: &Atom, case: &mut Case) -> usize {
        let atom = match atom {
            Atom::Mod(inner, modulus) => &Atom::Mod(Box::new(canonical(inner)), *modulus),
            other => other,
        };
        let known = self.remainders.iter().position(|other| other == atom);
        let index = known.unwrap_or_else(|| {
            self.remainders.push(atom.clone());
            self.remainders.len() - 1
        });
        let place = 4 + index;
        let with = |other: Option<Var>, sign: i128, constant: i128| {
            let mut coefficients = vec![0_i128; place + 1];
            coefficients[place] = sign;
            if let Some(var) = other {
                coefficients[var as usize] = 1;
            }
            Row { coefficients, constant }
        };
        if let Atom::Mod(inner, modulus) = atom {
            case.rows.extend([with(None, 1, 0), with(None, -1, i128::from(*modulus) - 1)]);
            if let (0, [(1, Atom::Var(var))]) = (inner.constant, inner.parts.as_slice()) {
                case.rows.push(with(Some(*var), -1, 0));
            }
        }
        place
    }
}

/// The cases of a comparison that is no single inequality: on both sides of `!=`, and for both signs of an absolute value.
fn split(term: &Term, relation: Relation) -> Option<Vec<Formula>> {
    let absolute = term.parts.iter().position(|(_, atom)| matches!(atom, Atom::Abs(_)));
    if let Some(index) = absolute
        && let (factor, Atom::Abs(inner)) = &term.parts[index]
    {
        let mut rest = term.clone();
        rest.parts.remove(index);
        let side = |sign: i64, condition: Relation| {
            let value = rest.plus(&inner.scaled(sign * factor));
            Formula::And(vec![
                Formula::Compare((**inner).clone(), condition),
                Formula::compare(value, relation),
            ])
        };
        return Some(vec![side(1, Relation::GreaterEqual), side(-1, Relation::Less)]);
    }
    let both = [Relation::Less, Relation::Greater];
    (relation == Relation::NotEqual).then(|| both.map(|r| Formula::Compare(term.clone(), r)).to_vec())
}

/// Do the inequalities have no solution in natural numbers? "No" may mean that none was seen.
fn infeasible(rows: &[Row], work: &mut u64) -> bool {
    // Unknowns that stand in no row are left out.
    let mut used: Vec<usize> = rows
        .iter()
        .flat_map(|row| (0..row.coefficients.len()).filter(|unknown| row.coefficients[*unknown] != 0))
        .collect();
    used.sort_unstable();
    used.dedup();
    let unknowns = used.len();
    let mut system: BTreeMap<Vec<i128>, i128> = BTreeMap::new();
    for row in rows {
        let coefficients = used.iter().map(|unknown| row.coefficients.get(*unknown).copied().unwrap_or(0));
        *work += unknowns as u64;
        if !add(&mut system, coefficients.collect(), row.constant) {
            return true;
        }
    }
    for unknown in 0..unknowns {
        let mut natural = vec![0; unknowns];
        natural[unknown] = 1;
        add(&mut system, natural, 0);
    }
    for unknown in 0..unknowns {
        *work += (system.len() * unknowns) as u64;
        if *work > MOST_WORK {
            return false;
        }
        let (concerned, mut next): (BTreeMap<_, _>, BTreeMap<_, _>) =
            system.into_iter().partition(|(coefficients, _)| coefficients[unknown] != 0);
        let (up, down): (Vec<_>, Vec<_>) =
            concerned.into_iter().partition(|(coefficients, _)| coefficients[unknown] > 0);
        for (a, c) in &up {
            for (b, d) in &down {
                let (p, q) = (a[unknown], -b[unknown]);
                let mix = |x: i128, y: i128| x.checked_mul(q)?.checked_add(y.checked_mul(p)?);
                let mixed: Option<Vec<i128>> = a.iter().zip(b).map(|(x, y)| mix(*x, *y)).collect();
                // What does not fit is left out: fewer inequalities have more solutions.
                let (Some(coefficients), Some(constant)) = (mixed, mix(*c, *d)) else { continue };
                if !add(&mut next, coefficients, constant) {
                    return true;
                }
                *work += unknowns as u64;
                if next.len() > MOST_ROWS || *work > MOST_WORK {
                    return false;
                }
            }
        }
        system = next;
    }
    false
}

/// Adds an inequality, the tighter of two with the same left side; false if it cannot hold.
fn add(system: &mut BTreeMap<Vec<i128>, i128>, mut coefficients: Vec<i128>, mut constant: i128) -> bool {
    let common = coefficients.iter().fold(0_u128, |g, c| gcd(g, c.unsigned_abs()));
    let Some(common) = i128::try_from(common).ok().filter(|g| *g > 0) else { return constant >= 0 };
    coefficients.iter_mut().for_each(|c| *c /= common);
    constant = constant.div_euclid(common);
    let least = system.entry(coefficients).or_insert(constant);
    *least = constant.min(*least);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Definition;

    fn proved_same_removals(a: &Formula, b: &Formula) -> bool {
        same_removals(a, b, None) == Sameness::Same
    }

    fn rule(text: &str) -> Formula {
        let definition = Definition::parse("g", &format!("move m: {text}\n")).expect("a rule");
        definition.bind_text("").expect("no parameters").moves[0].when.clone()
    }

    #[test]
    fn spellings_of_the_same_formula_are_alike() {
        for (a, b) in [
            ("s = 0 or t = 0 or s = t", "|t - s| < 1 or 0 = t or s = 0"),
            ("s > 2 and not (t mod 3 = 1)", "t mod 3 != 1 and s >= 3"),
            ("2*s - t <= 4", "t + 5 > 2*s"),
            ("|s - t| < 2", "|t - s| <= 1"),
        ] {
            assert!(alike(&rule(a), &rule(b)), "{a} and {b}");
        }
        for (a, b) in [
            ("s = 0 or t = 0 or s = t", "s = 0 or t = 0 or |s - t| < 2"),
            ("s = 0 or s = 0 or t = 0", "s = 0 or t = 0 or t = 0"),
            ("s > 2", "s > 3"),
            ("s != 2", "s = 2"),
            ("|s - t| > 0", "s = t"),
            ("s > 1 and t > 1", "s > 1 or t > 1"),
        ] {
            assert!(!alike(&rule(a), &rule(b)), "{a} and {b}");
        }
    }

    #[test]
    fn formulas_are_the_same_by_meaning_at_any_size() {
        for (a, b) in [
            ("|s - t| < 1000000000", "s - t < 1000000000 and t < s + 1000000000"),
            ("s = 0 or t = 0 or s = t", "s * 2 = 0 or t < 1 or not (s < t or t < s)"),
            ("|s - t| < 5000", "s >= t and s - t <= 4999 or t >= s and t <= s + 4999"),
            ("s = 0 and t mod 1000003 = 0", "t mod 1000003 < 1 and s < 1"),
            ("s <= 3 or t <= 3", "|s - 1| <= 2 or t < 4"),
            ("s > 0 and t > 0 and |s - t| < 9", "|s - t| <= 8 and s * 3 >= 1 and t != 0"),
            ("x > 5 or s = 0", "not (x <= 5 and s >= 1)"),
            // Terms that are equal in a case.
            ("s = t and s in beatty(sqrt(2))", "s = t and t in beatty(sqrt(2))"),
            ("t = s + 3 and s + 1 in beatty(pi)", "s + 3 = t and t - 2 in beatty(pi)"),
            ("s = t and s mod 1000003 = 5", "s = t and t mod 1000003 = 5"),
            (
                "s = t and s mod 5000 in {1} and s mod 7000 in {2}",
                "s = t and s mod 5000 = 1 and t mod 7000 = 2",
            ),
            // Residues.
            ("(s - t) mod 3 = 0", "s mod 3 = t mod 3"),
            ("(s + 2*t) mod 3 = 0", "(t - s) mod 3 = 0"),
            ("|s - t| mod 4 = 2", "(s + 3*t) mod 4 = 2"),
            ("s mod 6 = 0", "s mod 2 = 0 and s mod 3 = 0"),
            ("s mod 4 != 1", "s mod 4 = 0 or s mod 2 = 0 or s mod 4 = 3"),
            ("2*s = 3*t", "2*s = 3*t and s mod 3 = 0 and t mod 2 = 0"),
            ("(x - s) mod 2 = 0 and x mod 2 = 1", "s mod 2 = 1 and x mod 2 = 1"),
        ] {
            assert!(proved_same_removals(&rule(a), &rule(b)), "{a} / {b}");
        }
    }

    #[test]
    fn what_differs_somewhere_is_not_the_same() {
        for (a, b) in [
            ("|s - t| < 1000000000", "s - t < 1000000000 and t < s + 999999999"),
            ("s = 0 or t = 0", "s = 0 or t = 0 or s = 1000000 and t = 1000000"),
            ("s = 0 and t mod 6 = 0", "s = 0 and t mod 3 = 0"),
            ("s = t", "s = t and x > 5"),
            ("s = t and s in beatty(sqrt(2))", "s = t and t + 1 in beatty(sqrt(2))"),
            ("s = t and s mod 1000003 = 5", "s = t and t mod 1000003 = 6"),
            ("s mod 6 = 0", "s mod 2 = 0"),
        ] {
            assert!(!proved_same_removals(&rule(a), &rule(b)), "{a} / {b}");
            assert!(!proved_same(&rule(b), &rule(a)), "{a} / {b}");
        }
        // Only the removal of nothing tells these apart.
        let (a, b) = (rule("s = t"), rule("s = t and s > 0"));
        assert!(proved_same_removals(&a, &b) && !proved_same(&a, &b));
    }
}
