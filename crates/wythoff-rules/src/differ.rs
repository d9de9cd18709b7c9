//! Where do two formulas differ? By trying small numbers, and by automata, which decide it for all numbers.
//!
//! Comparisons of linear terms, remainders and loaded sets are automata over the digits of x, y, s and t, in the numeration of
//! the loaded sets, or in base 2. "The formulas differ" is then a product of automata: it has a word or it has none, and that
//! decides. Beatty sequences, sets in two numerations, and constants that make automata large are left undecided.

use super::ruleset::{Atom, Formula, Relation, Term, Var};
use super::same::Meanings;
use std::collections::BTreeMap;
use wythoff_automata::dfa::letter_count;
use wythoff_automata::{Cond, Dfa, Numeration, Product, System};
use wythoff_budget::Budget;
use wythoff_number::{Natural, Real};

/// Removals, and piles beside them, below which every case is tried at first, and where nothing decides.
pub(super) const FEW: (i64, i64) = (24, 7);
pub(super) const MANY: (i64, i64) = (150, 18);

/// Most comparisons and memberships that trying small numbers evaluates.
const MOST_EVALUATIONS: u64 = 1 << 23;
/// Most letters, and most steps of a product: states times letters times parts.
const MOST_LETTERS: usize = 1 << 12;
const MOST_STEPS: usize = 1 << 22;
/// Most cases of absolute values and remainders in one comparison, and the largest modulus.
const MOST_CASES: usize = 2_048;
const LARGEST_MODULUS: i64 = 1_024;
/// Larger coefficients are left to others.
const LARGEST: i64 = 1 << 20;

/// The variables that occur.
fn mentioned(formulas: &[&Formula]) -> Vec<Var> {
    Var::ALL.into_iter().filter(|var| formulas.iter().any(|f| f.mentions(*var))).collect()
}

/// Do two formulas differ somewhere in the domain, among the first numbers?
pub(super) fn seen(a: &Formula, b: &Formula, domain: &Formula, (removal, pile): (i64, i64)) -> bool {
    let vars = mentioned(&[a, b, domain]);
    let piles = vars.contains(&Var::X) || vars.contains(&Var::Y);
    let (most, numbers) = if piles { (pile, vars.len()) } else { (removal, 2) };
    let most = within_work(most, numbers, [a, b, domain].map(size).iter().sum());
    let (removal, pile) = (most, most);
    let mut small = Small::default();
    let mut differ = |at: [i64; 4]| -> bool {
        small.holds(domain, &at) == Some(true)
            && matches!((small.holds(a, &at), small.holds(b, &at)), (Some(one), Some(other)) if one != other)
    };
    let upto = |var: Var, most: i64| if vars.contains(&var) { 0..=most } else { 0..=0 };
    if !piles {
        let mut pairs = upto(Var::S, removal).flat_map(|s| upto(Var::T, removal).map(move |t| (s, t)));
        return pairs.any(|(s, t)| differ([0, 0, s, t]));
    }
    for x in upto(Var::X, pile) {
        for y in upto(Var::Y, pile) {
            for s in upto(Var::S, pile) {
                if upto(Var::T, pile).any(|t| differ([x, y, s, t])) {
                    return true;
                }
            }
        }
    }
    false
}

/// The largest bound up to which formulas of this size are evaluated at all choices of so many numbers.
fn within_work(most: i64, numbers: usize, size: u64) -> i64 {
    let cases = |bound: i64| (bound as u64 + 1).saturating_pow(numbers as u32);
    (1..=most).rev().find(|bound| cases(*bound).saturating_mul(size) <= MOST_EVALUATIONS).unwrap_or(1)
}

/// How many comparisons and memberships a formula has.
fn size(formula: &Formula) -> u64 {
    match formula {
        Formula::Constant(_) => 0,
        Formula::Compare(..) | Formula::Beatty(..) | Formula::Regular(..) | Formula::Move(_) => 1,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(size).sum(),
        Formula::Not(inner) => size(inner),
    }
}

/// Formulas at small numbers, with the Beatty sequences that were asked about.
#[derive(Default)]
struct Small {
    beatty: Vec<(Real, BTreeMap<i64, Option<bool>>)>,
}

impl Small {
    fn holds(&mut self, formula: &Formula, at: &[i64; 4]) -> Option<bool> {
        Some(match formula {
            Formula::Constant(b) => *b,
            Formula::Compare(term, relation) => relation.holds(term.value(at).cmp(&0)),
            Formula::Beatty(term, real) => return self.member(term.value(at), real),
            Formula::Regular(terms, set) => {
                set.contains_small(&terms.iter().map(|term| term.value(at)).collect::<Vec<_>>())
            }
            Formula::Move(_) => return None,
            Formula::And(parts) => return self.decided(parts, at, false),
            Formula::Or(parts) => return self.decided(parts, at, true),
            Formula::Not(inner) => !self.holds(inner, at)?,
        })
    }

    /// One part with the decisive value decides; otherwise all parts must be known.
    fn decided(&mut self, parts: &[Formula], at: &[i64; 4], decisive: bool) -> Option<bool> {
        let mut all = Some(!decisive);
        for part in parts {
            match self.holds(part, at) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    fn member(&mut self, value: i64, real: &Real) -> Option<bool> {
        let number = Natural::from(u64::try_from(value).ok()?);
        let known = self.beatty.iter().position(|(other, _)| other == real).unwrap_or_else(|| {
            self.beatty.push((real.clone(), BTreeMap::new()));
            self.beatty.len() - 1
        });
        let members = &mut self.beatty[known].1;
        *members.entry(value).or_insert_with(|| real.beatty_index(&number).ok().map(|n| n.is_some()))
    }
}

/// Do two formulas differ somewhere in the domain? `None` if automata do not decide it.
pub(super) fn decided(a: &Formula, b: &Formula, domain: &Formula, meanings: &Meanings) -> Option<bool> {
    let vars = mentioned(&[a, b, domain]);
    let mut beside: Vec<Term> = Vec::new();
    for formula in [a, b, domain] {
        arguments(formula, &mut beside)?;
    }
    let numeration = match meanings.numeration()? {
        Some(numeration) => numeration.clone(),
        None => Numeration::new(System::base(2)).ok()?,
    };
    let tracks = (vars.len() + beside.len()).max(1);
    let digits = numeration.digit_count() as usize;
    let fits =
        u32::try_from(tracks).ok().and_then(|n| digits.checked_pow(n)).is_some_and(|n| n <= MOST_LETTERS);
    if !fits {
        return None;
    }
    let budget = Budget::default().with_memory(1 << 28);
    let mut reader = Reader {
        product: Product::new(&numeration, tracks),
        vars,
        beside,
        tracks,
        compared: BTreeMap::new(),
        remainders: BTreeMap::new(),
        sets: BTreeMap::new(),
        budget: &budget,
        meanings,
    };
    reader.bind_arguments()?;
    let (ours, theirs, domain) = (reader.formula(a)?, reader.formula(b)?, reader.formula(domain)?);
    let not = |cond: &Cond| Cond::Not(Box::new(cond.clone()));
    let only = |one: &Cond, other: &Cond| Cond::And(vec![one.clone(), not(other)]);
    reader.product.require_cond(domain);
    reader.product.require_cond(Cond::Or(vec![only(&ours, &theirs), only(&theirs, &ours)]));
    // Each step looks at every part.
    let parts = reader.compared.len() + reader.remainders.len() + reader.sets.len();
    let work = letter_count(tracks, numeration.digit_count()) * parts.max(1);
    let budget = Budget::default().with_states((MOST_STEPS / work).max(64) as u64).with_memory(1 << 28);
    Some(reader.product.shortest(&budget).ok()?.is_some())
}

/// The terms that loaded sets are asked about and that are no single variable: each is read as a number of its own.
fn arguments(formula: &Formula, found: &mut Vec<Term>) -> Option<()> {
    match formula {
        Formula::Beatty(..) | Formula::Move(_) => return None,
        Formula::Constant(_) | Formula::Compare(..) => {}
        Formula::Regular(terms, _) => {
            for term in terms.iter().filter(|term| variable(term).is_none()) {
                if !found.contains(term) {
                    found.push(term.clone());
                }
            }
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().try_for_each(|part| arguments(part, found))?;
        }
        Formula::Not(inner) => arguments(inner, found)?,
    }
    Some(())
}

fn variable(term: &Term) -> Option<Var> {
    match (term.constant, term.parts.as_slice()) {
        (0, [(1, Atom::Var(var))]) => Some(*var),
        _ => None,
    }
}

/// A linear form over the tracks, and a constant.
type Form = (Vec<i64>, i64);

/// What has to hold for a term to be a linear form: signs and remainders of forms.
#[derive(Clone)]
enum Guard {
    /// At least zero, or below.
    Sign(Form, bool),
    Remainder(Form, i64, i64),
}

struct Reader<'r, 'n> {
    product: Product<'n>,
    vars: Vec<Var>,
    beside: Vec<Term>,
    tracks: usize,
    /// The parts of the product, by what they say.
    compared: BTreeMap<Form, usize>,
    remainders: BTreeMap<(Vec<i64>, i64), usize>,
    sets: BTreeMap<(usize, Vec<usize>), usize>,
    budget: &'r Budget,
    meanings: &'r Meanings,
}

impl Reader<'_, '_> {
    /// The numbers beside the variables are the values of their terms, or 0 where these are negative.
    fn bind_arguments(&mut self) -> Option<()> {
        for (index, term) in self.beside.clone().into_iter().enumerate() {
            let mut own = vec![0; self.tracks];
            own[self.vars.len() + index] = -1;
            let is_it = self.term(&term, &own, Relation::Equal)?;
            own[self.vars.len() + index] = 0;
            let negative = self.term(&term, &own, Relation::Less)?;
            own[self.vars.len() + index] = 1;
            let zero = self.linear((own, 0), Relation::Equal)?;
            self.product.require_cond(Cond::Or(vec![is_it, Cond::And(vec![negative, zero])]));
        }
        Some(())
    }

    fn formula(&mut self, formula: &Formula) -> Option<Cond> {
        Some(match formula {
            Formula::Constant(b) => Cond::Constant(*b),
            Formula::Compare(term, relation) => self.term(term, &vec![0; self.tracks], *relation)?,
            Formula::Beatty(..) | Formula::Move(_) => return None,
            Formula::Regular(terms, set) => {
                let mut all = Vec::new();
                let mut read = Vec::new();
                for term in terms {
                    read.push(match variable(term) {
                        Some(var) => self.vars.iter().position(|v| *v == var)?,
                        None => {
                            all.push(self.term(term, &vec![0; self.tracks], Relation::GreaterEqual)?);
                            self.vars.len() + self.beside.iter().position(|t| t == term)?
                        }
                    });
                }
                let (class, automaton) = self.meanings.automaton(set)?;
                let part = match self.sets.get(&(class, read.clone())) {
                    Some(part) => *part,
                    None => {
                        let part = self.product.automaton(automaton, &read);
                        self.sets.insert((class, read), part);
                        part
                    }
                };
                all.push(self.product.is(part, |output| output != 0));
                Cond::And(all)
            }
            Formula::And(parts) => Cond::And(parts.iter().map(|p| self.formula(p)).collect::<Option<_>>()?),
            Formula::Or(parts) => Cond::Or(parts.iter().map(|p| self.formula(p)).collect::<Option<_>>()?),
            Formula::Not(inner) => Cond::Not(Box::new(self.formula(inner)?)),
        })
    }

    /// How a term, plus what stands on other tracks, compares with zero.
    fn term(&mut self, term: &Term, beside: &[i64], relation: Relation) -> Option<Cond> {
        let mut alternatives = Vec::new();
        for (guards, (mut form, constant)) in self.cases(term)? {
            form.iter_mut().zip(beside).for_each(|(k, other)| *k += other);
            let mut all = vec![self.linear((form, constant), relation)?];
            if matches!(all[0], Cond::Constant(false)) {
                continue;
            }
            for guard in guards {
                all.push(match guard {
                    Guard::Sign(form, true) => self.linear(form, Relation::GreaterEqual)?,
                    Guard::Sign(form, false) => self.linear(form, Relation::Less)?,
                    Guard::Remainder(form, modulus, rest) => self.remainder(form, modulus, rest)?,
                });
            }
            alternatives.push(Cond::And(all));
        }
        Some(Cond::Or(alternatives))
    }

    /// A term as linear forms, by the signs of absolute values and by remainders.
    fn cases(&self, term: &Term) -> Option<Vec<(Vec<Guard>, Form)>> {
        let mut cases = vec![(Vec::new(), (vec![0; self.tracks], in_bounds(term.constant)?))];
        for (factor, atom) in &term.parts {
            let factor = in_bounds(*factor)?;
            let ways: Vec<(Vec<Guard>, Form)> = match atom {
                Atom::Var(var) => {
                    let mut form = vec![0; self.tracks];
                    form[self.vars.iter().position(|v| v == var)?] = 1;
                    vec![(Vec::new(), (form, 0))]
                }
                Atom::Abs(inner) => {
                    let both = |(guards, form): (Vec<Guard>, Form)| {
                        [true, false].map(|positive| {
                            let mut guards = guards.clone();
                            guards.push(Guard::Sign(form.clone(), positive));
                            let sign = if positive { 1 } else { -1 };
                            (guards, (form.0.iter().map(|k| k * sign).collect(), form.1 * sign))
                        })
                    };
                    self.cases(inner)?.into_iter().flat_map(both).collect()
                }
                Atom::Mod(inner, modulus) => {
                    let modulus = Some(*modulus).filter(|m| (1..=LARGEST_MODULUS).contains(m))?;
                    let each = |(guards, form): (Vec<Guard>, Form)| {
                        let zero = vec![0; self.tracks];
                        (0..modulus).map(move |rest| {
                            let mut guards = guards.clone();
                            guards.push(Guard::Remainder(form.clone(), modulus, rest));
                            (guards, (zero.clone(), rest))
                        })
                    };
                    self.cases(inner)?.into_iter().flat_map(each).collect()
                }
            };
            if cases.len().saturating_mul(ways.len()) > MOST_CASES {
                return None;
            }
            let mut next = Vec::new();
            for (guards, (form, constant)) in &cases {
                for (more, (own, number)) in &ways {
                    let sum: Option<Vec<i64>> =
                        form.iter().zip(own).map(|(k, o)| in_bounds(k + factor.checked_mul(*o)?)).collect();
                    let constant = in_bounds(constant + factor.checked_mul(*number)?)?;
                    next.push(([&guards[..], &more[..]].concat(), (sum?, constant)));
                }
            }
            cases = next;
        }
        Some(cases)
    }

    /// How a form compares with zero.
    fn linear(&mut self, (mut form, mut constant): Form, mut relation: Relation) -> Option<Cond> {
        if form.iter().all(|k| *k == 0) {
            return Some(Cond::Constant(relation.holds(constant.cmp(&0))));
        }
        // A form and its negative are one part.
        if form.iter().find(|k| **k != 0).is_some_and(|k| *k < 0) {
            form.iter_mut().for_each(|k| *k = -*k);
            constant = -constant;
            relation = match relation {
                Relation::Less => Relation::Greater,
                Relation::Greater => Relation::Less,
                Relation::LessEqual => Relation::GreaterEqual,
                Relation::GreaterEqual => Relation::LessEqual,
                other => other,
            };
        }
        let key = (form, constant);
        let part = match self.compared.get(&key) {
            Some(part) => *part,
            None => {
                let part = self.product.compare(&key.0, &[-key.1], self.budget).ok()?;
                self.compared.insert(key, part);
                part
            }
        };
        // Output 0 is less, 1 equal, 2 greater.
        Some(self.product.is(part, |output| relation.holds(output.cmp(&1))))
    }

    /// Is this the remainder of a form?
    fn remainder(&mut self, (form, constant): Form, modulus: i64, rest: i64) -> Option<Cond> {
        let wanted = (rest - constant).rem_euclid(modulus);
        let form: Vec<i64> = form.iter().map(|k| k.rem_euclid(modulus)).collect();
        if form.iter().all(|k| *k == 0) {
            return Some(Cond::Constant(wanted == 0));
        }
        let key = (form, modulus);
        let part = match self.remainders.get(&key) {
            Some(part) => *part,
            None => {
                let part = self.product.remainder(&key.0, modulus, self.budget).ok()?;
                self.remainders.insert(key, part);
                part
            }
        };
        Some(self.product.is(part, |output| i64::from(output) == wanted))
    }
}

fn in_bounds(number: i64) -> Option<i64> {
    Some(number).filter(|n| n.abs() <= LARGEST)
}

/// The automaton of the valid words that a loaded set accepts: equal sets in one numeration have equal ones.
pub(super) fn canonical(set: &super::regular::RegularSet) -> Option<Dfa> {
    let (numeration, table) = (set.numeration(), set.table());
    if table.next.len() > MOST_STEPS {
        return None;
    }
    let budget = Budget::default().with_states(1 << 16).with_memory(1 << 28);
    let outputs: Vec<u16> = table.accepting.iter().map(|a| u16::from(*a)).collect();
    let parts = (&table.next[..], &outputs[..], &table.starts[..]);
    let automaton = Dfa::minimized(set.tracks(), numeration.digit_count(), parts, &budget).ok()?;
    read_in_order(numeration, &automaton, &(0..set.tracks()).collect::<Vec<_>>(), &budget)
}

/// The automaton with its numbers in another order.
pub(super) fn exchanged(numeration: &Numeration, automaton: &Dfa) -> Option<Dfa> {
    let budget = Budget::default().with_states(1 << 16).with_memory(1 << 28);
    read_in_order(numeration, automaton, &[1, 0], &budget)
}

fn read_in_order(numeration: &Numeration, automaton: &Dfa, order: &[usize], budget: &Budget) -> Option<Dfa> {
    let mut product = Product::new(numeration, order.len());
    let part = product.automaton(automaton, order);
    product.require(part, |output| output != 0);
    product.build(budget).ok()
}
