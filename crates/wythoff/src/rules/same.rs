//! Do two formulas certainly say the same, whatever the sizes of the numbers in them?
//!
//! `A` and `B` say the same if neither `A and not B` nor `B and not A` can hold. A conjunction is refuted by cases: every `or`,
//! `!=` and absolute value is split, and what is left in a case are linear inequalities over natural numbers, which Fourier and
//! Motzkin's elimination refutes; rows are divided by their common factor and rounded, as integers allow. Remainders are
//! unknown numbers below their modulus, and membership in a Beatty sequence or in a loaded set is a fact that may hold or not; so a refutation
//! is right whatever they are. The work does not grow with the constants: `|s - t| < 10^9` takes no longer than `|s - t| < 2`.
//!
//! "No" may mean that no proof was found: residues are not reasoned about, and the number of cases is bounded.

use super::regular::RegularSet;
use super::ruleset::{Atom, Formula, Relation, Ruleset, Term, Twist, Var};
use super::symmetry::{canonical, positive};
use num_integer::gcd;
use std::collections::{BTreeMap, BTreeSet};

/// Most cases that are looked at, and most inequalities that an elimination may hold.
const MOST_CASES: u32 = 20_000;
const MOST_ROWS: usize = 2_000;
/// Most numbers that a refutation may read or write, and how many a formula counts for that is handed on to a case: texts of hundreds of
/// moves have as many alternatives and remainders.
const MOST_WORK: u64 = 30_000_000;
const FORMULA: u64 = 100;

/// Do two formulas say the same about all x, y, s, t ≥ 0?
pub(crate) fn proved_same(a: &Formula, b: &Formula) -> bool {
    alike(a, b) || Refuter::default().same(a, b, Vec::new())
}

/// Do two formulas say the same about all removals: s ≤ x, t ≤ y, not both zero?
pub(crate) fn proved_same_removals(a: &Formula, b: &Formula) -> bool {
    if alike(a, b) {
        return true;
    }
    let [x, y, s, t] = Var::ALL.map(|var| Term::atom(Atom::Var(var)));
    let at_least = |term: Term, relation| Formula::Compare(term, relation);
    let domain = vec![
        at_least(s.plus(&t), Relation::Greater),
        at_least(x.plus(&s.scaled(-1)), Relation::GreaterEqual),
        at_least(y.plus(&t.scaled(-1)), Relation::GreaterEqual),
    ];
    Refuter::default().same(a, b, domain)
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
        Formula::Regular(terms, set) => format!("{:?}", membership(terms, set)),
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

/// Alternatives whose numbers are tried, and how many numbers of each.
const MOST_TRIED: usize = 16;
const MOST_NUMBERS: usize = 4;

/// Does the first formula hold and the second not, somewhere in the domain? Only numbers near those of the first are tried, but
/// what is seen there is certain. Memberships are not evaluated.
fn differs(a: &Formula, b: &Formula, domain: &[Formula]) -> bool {
    let holds = |formula: &Formula, at: &[i64; 4]| truth(formula, at) == Some(true);
    alternatives(a).iter().take(MOST_TRIED).any(|part| {
        let numbers = part.numbers(MOST_NUMBERS);
        let pairs = || numbers.iter().flat_map(|s| numbers.iter().map(move |t| (*s, *t)));
        pairs().any(|(s, t)| {
            let piles = [(s, t), (s + 7, t + 3)].into_iter().chain(pairs().filter(|_| part.mentions_piles()));
            piles.into_iter().any(|(x, y)| {
                [[x, y, s, t], [x, y, 0, 0]].iter().any(|at| {
                    holds(part, at)
                        && domain.iter().all(|formula| holds(formula, at))
                        && truth(b, at) == Some(false)
                })
            })
        })
    })
}

/// The truth of a formula; `None` if it hangs on a membership.
fn truth(formula: &Formula, at: &[i64; 4]) -> Option<bool> {
    let of_parts = |parts: &[Formula], decisive: bool| {
        let mut all = Some(!decisive);
        for part in parts {
            match truth(part, at) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    };
    match formula {
        Formula::Constant(value) => Some(*value),
        Formula::Compare(term, relation) => Some(relation.holds(term.value(at).cmp(&0))),
        Formula::Beatty(..) | Formula::Regular(..) | Formula::Move(_) => None,
        Formula::And(parts) => of_parts(parts, false),
        Formula::Or(parts) => of_parts(parts, true),
        Formula::Not(inner) => truth(inner, at).map(|value| !value),
    }
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
            && proved_same_removals(&ours, &theirs)
            && same_quotas(&quotas(self, &ours), quotas(other, &theirs))
    }
}

/// The quotas of the twist, each class cut down to the moves. Nothing can be forbidden out of a budget of 0.
fn quotas(rules: &Ruleset, moves: &Formula) -> Vec<(u64, Formula)> {
    let class = |c: &Formula| Formula::all_of(vec![moves.clone(), c.with_moves(&rules.moves)]);
    match &rules.twist {
        Twist::None => Vec::new(),
        Twist::Block(blocks) => {
            blocks.iter().filter(|b| b.limit > 0).map(|b| (b.limit, class(&b.class))).collect()
        }
        Twist::Comply(parts) => parts.iter().map(|p| (p.least, class(&p.class))).collect(),
    }
}

fn same_quotas(these: &[(u64, Formula)], mut those: Vec<(u64, Formula)>) -> bool {
    these.len() == those.len()
        && these.iter().all(|(count, class)| {
            let found = those.iter().position(|(c, f)| c == count && proved_same_removals(class, f));
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
pub(super) type Fact = (Vec<Term>, String);

/// Membership in a loaded set, in one spelling: equal automata under other names are equal, and a symmetric set has its
/// terms in order.
pub(super) fn membership(terms: &[Term], set: &RegularSet) -> Fact {
    let mut terms: Vec<Term> = terms.iter().map(canonical).collect();
    if set.is_symmetric() {
        terms.sort_unstable();
    }
    (terms, format!("automaton {}", set.digest()))
}

#[derive(Debug, Default)]
struct Refuter {
    /// Remainders, as unknowns after x, y, s and t.
    remainders: Vec<Atom>,
    cases: u32,
    work: u64,
}

impl Refuter {
    fn same(&mut self, a: &Formula, b: &Formula, domain: Vec<Formula>) -> bool {
        let (only_a, only_b) = (beyond(a, b), beyond(b, a));
        if differs(&only_a, b, &domain) || differs(&only_b, a, &domain) {
            return false;
        }
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
                    if case.facts.insert(membership(&terms, &set), true) == Some(false) {
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
                        if case.facts.insert(membership(&terms, &set), false) == Some(true) {
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
        let Some(parts) = alternatives.pop() else { return false };
        let rest: Vec<Formula> = alternatives.into_iter().map(Formula::any_of).collect();
        parts.into_iter().all(|part| {
            let mut wanted = rest.clone();
            wanted.push(part);
            self.refuted(wanted, case.clone())
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
    use crate::rules::Definition;

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
        ] {
            assert!(!proved_same_removals(&rule(a), &rule(b)), "{a} / {b}");
            assert!(!proved_same(&rule(b), &rule(a)), "{a} / {b}");
        }
        // Only the removal of nothing tells these apart.
        let (a, b) = (rule("s = t"), rule("s = t and s > 0"));
        assert!(proved_same_removals(&a, &b) && !proved_same(&a, &b));
    }
}
