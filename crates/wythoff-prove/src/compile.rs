//! From a formula in normal form to the parts of a product.
//!
//! Comparisons of one linear form with several numbers share one automaton with several thresholds.
//!
//! ```
//! use wythoff_automata::{Numeration, Product, System};
//! use wythoff_budget::Budget;
//! use wythoff_prove::compile::require;
//! use wythoff_prove::formula::{Form, Logic};
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let mut p = Product::new(&fib, 2);
//! let difference = Form { c: 0, k: vec![1, -1] };
//! require(&mut p, &Logic::between(difference, Some(-1), Some(1)), &Budget::default()).unwrap();
//! let near = p.build(&Budget::default()).unwrap();
//! assert_eq!(near.run(&fib, &[6u32.into(), 7u32.into()]), 1);
//! assert_eq!(near.run(&fib, &[6u32.into(), 8u32.into()]), 0);
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::formula::{Form, Logic};
use super::{Undecided, beatty_set};
use wythoff_automata::{Cond, Dfa, Product};
use wythoff_budget::Budget;
use wythoff_rules::regular::{RegularSet, SetTable};

/// Adds the parts a formula over the product's tracks needs, and returns it as a condition on them.
///
/// # Errors
/// If a limit is reached, or a Beatty sequence does not belong to the numeration.
pub fn condition(product: &mut Product<'_>, logic: &Logic, budget: &Budget) -> Result<Cond, Undecided> {
    let mut forms: BTreeMap<Vec<i64>, BTreeSet<i64>> = BTreeMap::new();
    let mut moduli: BTreeSet<(Vec<i64>, i64)> = BTreeSet::new();
    collect(logic, &mut forms, &mut moduli);
    let mut compared = BTreeMap::new();
    for (form, thresholds) in forms {
        let thresholds: Vec<i64> = thresholds.into_iter().collect();
        let part = product.compare(&form, &thresholds, budget)?;
        compared.insert(form, (part, thresholds));
    }
    let mut reduced = BTreeMap::new();
    for (form, modulus) in moduli {
        let part = product.remainder(&form, modulus, budget)?;
        reduced.insert((form, modulus), part);
    }
    translate(product, logic, &compared, &reduced, budget)
}

/// Requires a formula over the product's tracks.
///
/// # Errors
/// As [`condition`].
pub fn require(product: &mut Product<'_>, logic: &Logic, budget: &Budget) -> Result<(), Undecided> {
    let cond = condition(product, logic, budget)?;
    product.require_cond(cond);
    Ok(())
}

fn collect(
    logic: &Logic,
    forms: &mut BTreeMap<Vec<i64>, BTreeSet<i64>>,
    moduli: &mut BTreeSet<(Vec<i64>, i64)>,
) {
    match logic {
        Logic::Constant(_) | Logic::Beatty(..) | Logic::Regular(..) => {}
        Logic::Between(form, low, high) => {
            forms.entry(form.clone()).or_default().extend(low.iter().chain(high));
        }
        Logic::Remainder(form, modulus, _) => {
            moduli.insert((form.clone(), *modulus));
        }
        Logic::And(list) | Logic::Or(list) => list.iter().for_each(|l| collect(l, forms, moduli)),
        Logic::Not(inner) => collect(inner, forms, moduli),
    }
}

fn translate(
    product: &mut Product<'_>,
    logic: &Logic,
    compared: &BTreeMap<Vec<i64>, (usize, Vec<i64>)>,
    reduced: &BTreeMap<(Vec<i64>, i64), usize>,
    budget: &Budget,
) -> Result<Cond, Undecided> {
    Ok(match logic {
        Logic::Constant(value) => Cond::Constant(*value),
        Logic::Between(form, low, high) => {
            let (part, thresholds) = &compared[form];
            // Output 2j + 1 is "equal to threshold j".
            let code = |value: &i64| 2 * thresholds.partition_point(|t| t < value) as u16 + 1;
            let least = low.as_ref().map_or(0, code);
            let most = high.as_ref().map_or(u16::MAX, code);
            product.is(*part, |o| (least..=most).contains(&o))
        }
        Logic::Remainder(form, modulus, rest) => {
            let part = reduced[&(form.clone(), *modulus)];
            product.is(part, |o| i64::from(o) == *rest)
        }
        Logic::Beatty(form, r) => {
            let numeration = product.numeration();
            let members = beatty_set(numeration, r, budget)?;
            let used: Vec<usize> = (0..form.k.len()).filter(|&i| form.k[i] != 0).collect();
            let part = if form.c == 0 && used.len() == 1 && form.k[used[0]] == 1 {
                product.automaton(&members, &used)
            } else {
                // ∃z: z = form and z is a member.
                let n = used.len();
                let mut inner = Product::new(numeration, n + 1);
                let mut k: Vec<i64> = used.iter().map(|&i| form.k[i]).collect();
                k.push(-1);
                require(&mut inner, &Logic::equal(Form { c: form.c, k }, 0), budget)?;
                let part = inner.automaton(&members, &[n]);
                inner.require(part, |o| o == 1);
                let shifted = inner.count(n, 1, budget)?;
                product.automaton(&shifted, &used)
            };
            product.is(part, |o| o == 1)
        }
        Logic::Regular(forms, set) => {
            let (members, used) = members(product, forms, set, budget)?;
            let part = product.automaton(&members, &used);
            product.is(part, |o| o == 1)
        }
        Logic::And(list) => Cond::And(
            list.iter()
                .map(|l| translate(product, l, compared, reduced, budget))
                .collect::<Result<_, _>>()?,
        ),
        Logic::Or(list) => Cond::Or(
            list.iter()
                .map(|l| translate(product, l, compared, reduced, budget))
                .collect::<Result<_, _>>()?,
        ),
        Logic::Not(inner) => Cond::Not(Box::new(translate(product, inner, compared, reduced, budget)?)),
    })
}

/// What a track of an automaton stands for while its arguments are being replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Argument(usize),
    Track(usize),
}

/// The automaton of "the forms' values are in the set", and which tracks of the product it reads.
fn members(
    product: &Product<'_>,
    forms: &[Form],
    set: &RegularSet,
    budget: &Budget,
) -> Result<(Dfa, Vec<usize>), Undecided> {
    let numeration = product.numeration();
    if set.numeration().system() != numeration.system() {
        return Err(Undecided::Numeration(set.name().to_owned(), set.numeration().system().name()));
    }
    let SetTable { next, accepting, starts } = set.table();
    let outputs: Vec<u16> = accepting.iter().map(|a| u16::from(*a)).collect();
    let mut dfa = Dfa::minimized(set.tracks(), numeration.digit_count(), (&next, &outputs, &starts), budget)?;
    let mut tracks: Vec<Slot> =
        (0..forms.len()).map(|i| plain(&forms[i]).unwrap_or(Slot::Argument(i))).collect();
    for (i, form) in forms.iter().enumerate().filter(|(_, form)| plain(form).is_none()) {
        // ∃z: z = form, and z is the argument.
        let mut kept: Vec<Slot> = vec![];
        let used = (0..form.k.len()).filter(|&k| form.k[k] != 0).map(Slot::Track);
        for track in tracks.iter().copied().filter(|t| *t != Slot::Argument(i)).chain(used) {
            if !kept.contains(&track) {
                kept.push(track);
            }
        }
        let n = kept.len();
        let at = |track: &Slot| kept.iter().position(|k| k == track).unwrap_or(n);
        let mut inner = Product::new(numeration, n + 1);
        let mut k = vec![0; n + 1];
        k[n] = -1;
        for (factor, track) in form.k.iter().zip((0..).map(Slot::Track)).filter(|(factor, _)| **factor != 0) {
            k[at(&track)] += factor;
        }
        require(&mut inner, &Logic::equal(Form { c: form.c, k }, 0), budget)?;
        let part = inner.automaton(&dfa, &tracks.iter().map(at).collect::<Vec<_>>());
        inner.require(part, |o| o == 1);
        dfa = inner.count(n, 1, budget)?;
        tracks = kept;
    }
    let used = tracks.into_iter().map(|track| match track {
        Slot::Track(i) | Slot::Argument(i) => i,
    });
    Ok((dfa, used.collect()))
}

/// The track that a form is, if it is one.
fn plain(form: &Form) -> Option<Slot> {
    let mut used = (0..form.k.len()).filter(|&i| form.k[i] != 0);
    let first = used.next()?;
    (form.c == 0 && form.k[first] == 1 && used.next().is_none()).then_some(Slot::Track(first))
}
