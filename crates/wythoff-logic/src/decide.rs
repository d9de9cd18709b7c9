//! [`LogicFormula`] to automata.
//!
//! A subformula becomes a [`Defined`]: an automaton whose tracks are its free variables. The number of tracks dominates the cost, so
//! quantifiers are pushed in: `∃` passes through `|`, leaves conjuncts alone that do not mention its variable, and of several
//! variables the one goes first whose conjuncts have the fewest tracks together. Conjunctions are not built before they
//! are projected.
//!
//! A linear automaton has about as many states as its constant is large. A large constant is therefore given a track of its own,
//! on which an automaton with a few states per digit knows the number, and that track is projected away.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use dashu_int::ops::{RemEuclid, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::pieces::is_remainder;
use super::{LogicFormula, LogicTerm};
use wythoff_automata::dfa::letter_count;
use wythoff_automata::{Cond, DEAD, Dfa, Numeration, Product};
use wythoff_budget::{Budget, Limit};

/// An automaton with named tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defined {
    /// A formula without free variables is true or false.
    Constant(bool),
    /// Names of the tracks, and the automaton; a nonzero output is "true".
    Set(Vec<String>, Dfa),
}

/// Whether a formula holds, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Whether it holds; for a formula with free variables, whether it holds for all values.
    pub truth: bool,
    /// For a true `∃` shortest values that make it true; for a false `∀`, or a false formula with free variables,
    /// shortest values that refute it. Empty otherwise.
    pub example: Vec<(String, UBig)>,
}

/// Why a formula was not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// An automaton that is asked for is not there.
    #[error("there is no automaton named {0:?}")]
    Unknown(String),
    /// An automaton is asked with the wrong number of arguments.
    #[error("the automaton {name:?} reads {expected} numbers and is given {found}")]
    Arguments {
        /// Its name.
        name: String,
        /// How many tracks it has.
        expected: usize,
        /// How many arguments it was given.
        found: usize,
    },
    /// An automaton reads other digits than the numeration has.
    #[error("the automaton {0:?} belongs to another numeration")]
    Numeration(String),
}

/// Decides a formula.
///
/// # Errors
/// If a limit is reached or an automaton does not fit.
pub fn decide(
    formula: &LogicFormula,
    numeration: &Numeration,
    named: &[(String, Dfa)],
    budget: &Budget,
) -> Result<Sentence, Failed> {
    let context = Context { numeration, named, budget };
    // Free variables are read as universally quantified.
    let free: Vec<String> = free_variables(formula).into_iter().collect();
    let closed = if free.is_empty() {
        formula.clone()
    } else {
        LogicFormula::Exists(1, free, Box::new(formula.clone().negated())).negated()
    };
    let (truth_if_found, outer) = match &closed {
        LogicFormula::Not(inner) => (false, inner.as_ref()),
        other => (true, other),
    };
    let LogicFormula::Exists(1, names, body) = outer else {
        let truth = matches!(context.relation(&closed)?, Defined::Constant(true));
        return Ok(Sentence { truth, example: vec![] });
    };
    // Join blocks of like quantifiers for the example.
    let (mut names, mut body) = (names.clone(), body.as_ref().clone());
    while let LogicFormula::Exists(1, more, inner) = body {
        names.extend(more);
        body = *inner;
    }
    Ok(match context.relation(&body)? {
        Defined::Constant(found) => {
            let example =
                if found { names.into_iter().map(|n| (n, UBig::from(0u32))).collect() } else { vec![] };
            Sentence { truth: found == truth_if_found, example }
        }
        Defined::Set(tracks, dfa) => {
            let mut p = Product::new(numeration, tracks.len());
            let all: Vec<usize> = (0..tracks.len()).collect();
            let part = p.automaton(&dfa, &all);
            p.require(part, |o| o > 0);
            match p.shortest(budget)? {
                None => Sentence { truth: !truth_if_found, example: vec![] },
                Some(word) => {
                    let values = p.numbers(&word);
                    let value = |name: &String| {
                        tracks.iter().position(|t| t == name).map_or(UBig::from(0u32), |i| values[i].clone())
                    };
                    let said = names.iter().filter(|name| !is_remainder(name));
                    let example = said.map(|n| (n.clone(), value(n))).collect();
                    Sentence { truth: truth_if_found, example }
                }
            }
        }
    })
}

/// The automaton of a formula, its tracks in alphabetical order of the free variables. All of them are there, also those that do not
/// matter, as `x` in `x = x`.
///
/// # Errors
/// If a limit is reached or an automaton does not fit.
pub fn relation(
    formula: &LogicFormula,
    numeration: &Numeration,
    named: &[(String, Dfa)],
    budget: &Budget,
) -> Result<Defined, Failed> {
    let context = Context { numeration, named, budget };
    let found = context.relation(formula)?;
    let wanted: Vec<String> = free_variables(formula).into_iter().collect();
    if wanted.is_empty() {
        return Ok(found);
    }
    let mut p = Product::new(numeration, wanted.len());
    match found {
        Defined::Set(names, dfa) if names == wanted => return Ok(Defined::Set(names, dfa)),
        Defined::Set(names, dfa) => {
            let part = p.automaton(&dfa, &positions(&names, &wanted));
            p.require(part, |o| o > 0);
        }
        Defined::Constant(value) => p.require_cond(Cond::Constant(value)),
    }
    let dfa = p.build(budget)?;
    Ok(Defined::Set(wanted, dfa))
}

pub(super) fn free_variables(formula: &LogicFormula) -> BTreeSet<String> {
    match formula {
        LogicFormula::Negative(t) | LogicFormula::Zero(t) | LogicFormula::Remainder(t, ..) => {
            t.parts.keys().cloned().collect()
        }
        LogicFormula::Named(_, terms) => terms.iter().flat_map(|t| t.parts.keys().cloned()).collect(),
        LogicFormula::Not(inner) => free_variables(inner),
        LogicFormula::And(list) | LogicFormula::Or(list) | LogicFormula::Odd(list) => {
            list.iter().flat_map(free_variables).collect()
        }
        LogicFormula::Exists(_, names, body) => {
            let mut free = free_variables(body);
            names.iter().for_each(|n| {
                free.remove(n);
            });
            free
        }
    }
}

struct Context<'c> {
    numeration: &'c Numeration,
    named: &'c [(String, Dfa)],
    budget: &'c Budget,
}

impl Context<'_> {
    fn relation(&self, formula: &LogicFormula) -> Result<Defined, Failed> {
        self.budget.check(0, 0)?;
        match formula {
            LogicFormula::Negative(term) => self.compare(term, |o| o == 0),
            LogicFormula::Zero(term) => self.compare(term, |o| o == 1),
            LogicFormula::Remainder(term, modulus, rest) => self.remainder(term, *modulus, *rest),
            LogicFormula::Named(name, terms) => self.named(name, terms),
            LogicFormula::Not(inner) => match self.relation(inner)? {
                Defined::Constant(value) => Ok(Defined::Constant(!value)),
                set => self.combine(&[set], true, true),
            },
            LogicFormula::And(list) => {
                let parts = self.all(list)?;
                self.combine(&parts, true, false)
            }
            LogicFormula::Or(list) => {
                let parts = self.all(list)?;
                self.combine(&parts, false, false)
            }
            LogicFormula::Odd(list) => {
                let parts = self.all(list)?;
                self.odd(&parts)
            }
            LogicFormula::Exists(least, names, body) => self.exists(*least, names, body),
        }
    }

    fn all(&self, list: &[LogicFormula]) -> Result<Vec<Defined>, Failed> {
        list.iter().map(|f| self.relation(f)).collect()
    }

    /// Compares the term with 0; the codes are 0 (less), 1 (equal) and 2 (greater).
    fn compare(&self, term: &LogicTerm, set: impl Fn(u16) -> bool) -> Result<Defined, Failed> {
        let (names, form): (Vec<String>, Vec<i64>) = term.variables().map(|(n, k)| (n.clone(), k)).unzip();
        if names.is_empty() {
            return Ok(Defined::Constant(set(code(term.constant.cmp(&IBig::from(0))))));
        }
        let Some(constant) = small(&term.constant) else {
            return self.compare_large(names, form, &term.constant, set);
        };
        let mut p = Product::new(self.numeration, names.len());
        let part = p.compare(&form, &[-constant], self.budget)?;
        p.require(part, set);
        Ok(Defined::Set(names, p.build(self.budget)?))
    }

    /// Compares `form + constant` with 0, by comparing the form, or its negative, with a number on a track of its own.
    fn compare_large(
        &self,
        names: Vec<String>,
        form: Vec<i64>,
        constant: &IBig,
        set: impl Fn(u16) -> bool,
    ) -> Result<Defined, Failed> {
        let negated = *constant > IBig::from(0);
        let form: Vec<i64> = form.into_iter().map(|k| if negated { -k } else { k }).collect();
        let set = |o: u16| set(if negated { 2 - o } else { o });
        if form.iter().all(|k| *k <= 0) {
            return Ok(Defined::Constant(set(0)));
        }
        let number = constant.clone().unsigned_abs();
        let dfa = against(self.numeration, &number, &set, self.budget)?;
        if form == [1] {
            return Ok(Defined::Set(names, dfa));
        }
        let tracks = names.len();
        let mut p = Product::new(self.numeration, tracks + 1);
        let whole: Vec<i64> = form.iter().copied().chain([-1]).collect();
        let part = p.compare(&whole, &[0], self.budget)?;
        p.require(part, |o| o == 1);
        let part = p.automaton(&dfa, &[tracks]);
        p.require(part, |o| o > 0);
        let natural = Defined::Set(names.clone(), p.count(tracks, 1, self.budget)?);
        if !set(0) || form.iter().all(|k| *k >= 0) {
            return Ok(natural);
        }
        let mut p = Product::new(self.numeration, tracks);
        let part = p.compare(&form, &[0], self.budget)?;
        p.require(part, |o| o == 0);
        let negative = Defined::Set(names, p.build(self.budget)?);
        self.combine(&[natural, negative], false, false)
    }

    fn remainder(&self, term: &LogicTerm, modulus: i64, rest: i64) -> Result<Defined, Failed> {
        let wanted = (IBig::from(rest) - &term.constant).rem_euclid(IBig::from(modulus));
        let (names, form): (Vec<String>, Vec<i64>) = term.variables().map(|(n, k)| (n.clone(), k)).unzip();
        if names.is_empty() {
            return Ok(Defined::Constant(wanted == UBig::from(0u32)));
        }
        let mut p = Product::new(self.numeration, names.len());
        let part = p.remainder(&form, modulus, self.budget)?;
        p.require(part, |o| UBig::from(o) == wanted);
        Ok(Defined::Set(names, p.build(self.budget)?))
    }

    fn named(&self, name: &str, terms: &[LogicTerm]) -> Result<Defined, Failed> {
        let (_, dfa) =
            self.named.iter().find(|(n, _)| n == name).ok_or_else(|| Failed::Unknown(name.to_owned()))?;
        if dfa.tracks() != terms.len() {
            return Err(Failed::Arguments {
                name: name.to_owned(),
                expected: dfa.tracks(),
                found: terms.len(),
            });
        }
        if dfa.digit_count() != self.numeration.digit_count()
            || dfa.starts().len() != self.numeration.phases()
        {
            return Err(Failed::Numeration(name.to_owned()));
        }
        let names: BTreeSet<String> = terms.iter().flat_map(|t| t.variables().map(|v| v.0.clone())).collect();
        let names: Vec<String> = names.into_iter().collect();
        // Terms that are not variables get tracks of their own behind those of the variables, and so do their large constants.
        let own = |t: &LogicTerm| match (t.as_variable(), small(&t.constant)) {
            (Some(_), _) => 0,
            (None, Some(_)) => 1,
            (None, None) => 2,
        };
        let fresh: usize = terms.iter().map(own).sum();
        let mut p = Product::new(self.numeration, names.len() + fresh);
        let mut tracks = vec![];
        let mut next = names.len();
        for term in terms {
            if let Some(at) = term.as_variable().and_then(|v| names.iter().position(|n| n == v)) {
                tracks.push(at);
                continue;
            }
            let mut form: Vec<i64> =
                names.iter().map(|n| term.parts.get(n).copied().unwrap_or(0)).chain(vec![0; fresh]).collect();
            form[next] = -1;
            let threshold = match small(&term.constant) {
                Some(constant) => -constant,
                None => {
                    form[next + 1] = if term.constant > IBig::from(0) { 1 } else { -1 };
                    let number = term.constant.clone().unsigned_abs();
                    let dfa = against(self.numeration, &number, &|o| o == 1, self.budget)?;
                    let part = p.automaton(&dfa, &[next + 1]);
                    p.require(part, |o| o > 0);
                    0
                }
            };
            let part = p.compare(&form, &[threshold], self.budget)?;
            p.require(part, |o| o == 1);
            tracks.push(next);
            next += own(term);
        }
        let part = p.automaton(dfa, &tracks);
        p.require(part, |o| o > 0);
        if names.is_empty() {
            return Ok(Defined::Constant(p.shortest(self.budget)?.is_some()));
        }
        let set = if fresh == 0 { p.build(self.budget)? } else { p.count(names.len(), 1, self.budget)? };
        Ok(Defined::Set(names, set))
    }

    /// An odd number of the relations hold.
    fn odd(&self, parts: &[Defined]) -> Result<Defined, Failed> {
        let constants = parts.iter().filter(|p| matches!(p, Defined::Constant(true))).count() as u16;
        let sets: Vec<(&Vec<String>, &Dfa)> = parts
            .iter()
            .filter_map(|p| match p {
                Defined::Set(names, dfa) => Some((names, dfa)),
                Defined::Constant(_) => None,
            })
            .collect();
        let names: BTreeSet<String> = sets.iter().flat_map(|(n, _)| n.iter().cloned()).collect();
        let names: Vec<String> = names.into_iter().collect();
        if names.is_empty() {
            return Ok(Defined::Constant(constants % 2 == 1));
        }
        let mut p = Product::new(self.numeration, names.len());
        let read: Vec<usize> =
            sets.iter().map(|(own, dfa)| p.automaton(dfa, &positions(own, &names))).collect();
        p.set_value(&read, move |outputs| {
            (constants + outputs.iter().map(|&o| u16::from(o > 0)).sum::<u16>()) % 2
        });
        Ok(Defined::Set(names, p.build(self.budget)?))
    }

    /// The conjunction or disjunction of relations, or its negation.
    fn combine(&self, parts: &[Defined], conjunction: bool, negated: bool) -> Result<Defined, Failed> {
        let mut sets = vec![];
        for part in parts {
            match part {
                // A constant decides (false in "and", true in "or") or does not matter.
                Defined::Constant(value) if *value != conjunction => {
                    return Ok(Defined::Constant(*value != negated));
                }
                Defined::Constant(_) => {}
                Defined::Set(names, dfa) => sets.push((names, dfa)),
            }
        }
        let names: Vec<String> =
            sets.iter().flat_map(|(n, _)| n.iter().cloned()).collect::<BTreeSet<_>>().into_iter().collect();
        if names.is_empty() {
            return Ok(Defined::Constant(conjunction != negated));
        }
        let mut p = Product::new(self.numeration, names.len());
        let mut conds = vec![];
        for (own, dfa) in sets {
            let part = p.automaton(dfa, &positions(own, &names));
            conds.push(p.is(part, |o| o > 0));
        }
        let cond = if conjunction { Cond::And(conds) } else { Cond::Or(conds) };
        p.require_cond(if negated { Cond::Not(Box::new(cond)) } else { cond });
        Ok(Defined::Set(names, p.build(self.budget)?))
    }

    fn exists(&self, least: u16, names: &[String], body: &LogicFormula) -> Result<Defined, Failed> {
        if least == 1 {
            if let LogicFormula::Or(list) = body {
                let parts: Vec<Defined> =
                    list.iter().map(|f| self.exists(1, names, f)).collect::<Result<_, _>>()?;
                return self.combine(&parts, false, false);
            }
            if let LogicFormula::Exists(1, more, inner) = body {
                let all: Vec<String> = names.iter().chain(more).cloned().collect();
                return self.exists(1, &all, inner);
            }
        }
        let mut conjuncts = match body {
            LogicFormula::And(list) => self.all(list)?,
            other => vec![self.relation(other)?],
        };
        if conjuncts.contains(&Defined::Constant(false)) {
            return Ok(Defined::Constant(false));
        }
        conjuncts.retain(|c| matches!(c, Defined::Set(..)));
        if least > 1 {
            // Count tuples: all variables at once.
            let bound: Vec<String> = names.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
            return self.project(&conjuncts, &bound, least);
        }
        let mut left: BTreeSet<String> = names.iter().cloned().collect();
        while let Some(name) = cheapest(&conjuncts, &left) {
            left.remove(&name);
            let (with, without): (Vec<_>, Vec<_>) = conjuncts
                .into_iter()
                .partition(|c| matches!(c, Defined::Set(names, _) if names.contains(&name)));
            conjuncts = without;
            if with.is_empty() {
                continue;
            }
            match self.project(&with, &[name], 1)? {
                Defined::Constant(false) => return Ok(Defined::Constant(false)),
                Defined::Constant(true) => {}
                set => conjuncts.push(set),
            }
        }
        self.combine(&conjuncts, true, false)
    }

    /// At least `least` values of the bound variables satisfy all conjuncts.
    fn project(&self, conjuncts: &[Defined], bound: &[String], least: u16) -> Result<Defined, Failed> {
        let mut names: Vec<String> = vec![];
        for conjunct in conjuncts {
            if let Defined::Set(own, _) = conjunct {
                names.extend(own.iter().filter(|n| !bound.contains(n)).cloned());
            }
        }
        names.sort_unstable();
        names.dedup();
        let free = names.len();
        let tracks: Vec<String> = names.iter().chain(bound).cloned().collect();
        let mut p = Product::new(self.numeration, tracks.len());
        for conjunct in conjuncts {
            if let Defined::Set(own, dfa) = conjunct {
                let part = p.automaton(dfa, &positions(own, &tracks));
                p.require(part, |o| o > 0);
            }
        }
        if free == 0 && least == 1 {
            return Ok(Defined::Constant(p.shortest(self.budget)?.is_some()));
        }
        let counted = p.count(free, least, self.budget)?;
        if free == 0 {
            let start = counted.starts()[0];
            return Ok(Defined::Constant(counted.output(start) >= least));
        }
        let set = match least {
            1 => counted,
            least => counted.map_outputs_within(|o| u16::from(o >= least), self.budget)?,
        };
        Ok(Defined::Set(names, set))
    }
}

/// The variable whose conjuncts have the fewest tracks together.
fn cheapest(conjuncts: &[Defined], left: &BTreeSet<String>) -> Option<String> {
    let cost = |name: &String| {
        let mut tracks = BTreeSet::new();
        for conjunct in conjuncts {
            if let Defined::Set(own, _) = conjunct
                && own.contains(name)
            {
                tracks.extend(own);
            }
        }
        tracks.len()
    };
    left.iter().min_by_key(|name| cost(name)).cloned()
}

fn positions(own: &[String], all: &[String]) -> Vec<usize> {
    own.iter().filter_map(|n| all.iter().position(|a| a == n)).collect()
}

/// Larger constants than this get a track of their own.
const SMALL: i64 = 200;

fn small(constant: &IBig) -> Option<i64> {
    i64::try_from(constant).ok().filter(|c| c.abs() <= SMALL)
}

fn code(order: Ordering) -> u16 {
    match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// The numbers that are less than (0), equal to (1) or greater than (2) a positive number, as the set says.
///
/// Words of equal length are ordered like the numbers they stand for, and longer words without leading zeros are larger. So all
/// there is to remember is how many digits there were since the first that is not 0, and how they compare.
fn against(
    numeration: &Numeration,
    number: &UBig,
    set: &impl Fn(u16) -> bool,
    budget: &Budget,
) -> Result<Dfa, Failed> {
    let word = numeration.digits(number);
    let (length, base) = (word.len(), letter_count(1, numeration.digit_count()));
    // States: 0 before the first digit, then three for each length, then one for longer words.
    let longer = 3 * length + 1;
    let state = |digits: usize, order: u16| 3 * (digits - 1) + 1 + usize::from(order);
    budget.check(longer, (longer + 1) * base * 12)?;
    let accepts = |order: u16| u16::from(set(order));
    let (mut next, mut output) = (vec![DEAD; (longer + 1) * base], vec![0; longer + 1]);
    output[0] = accepts(0);
    output[longer] = accepts(2);
    next[0] = 0;
    next[longer * base..].fill(longer as u32);
    for (digit, to) in next.iter_mut().enumerate().take(base).skip(1) {
        *to = state(1, code(digit.cmp(&(word[0] as usize)))) as u32;
    }
    for digits in 1..=length {
        for order in 0..3 {
            let at = state(digits, order);
            output[at] = accepts(if digits < length { 0 } else { order });
            for digit in 0..base {
                next[at * base + digit] = match word.get(digits) {
                    None => longer,
                    Some(&own) if order == 1 => state(digits + 1, code(digit.cmp(&(own as usize)))),
                    Some(_) => state(digits + 1, order),
                } as u32;
            }
        }
    }
    let starts = vec![0; numeration.phases()];
    let raw = Dfa::minimized(1, numeration.digit_count(), (&next, &output, &starts), budget)?;
    let mut p = Product::new(numeration, 1);
    let part = p.automaton(&raw, &[0]);
    p.require(part, |o| o > 0);
    Ok(p.build(budget)?)
}
