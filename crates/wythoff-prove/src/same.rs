//! Do two formulas say the same? A sufficient test by truth tables over cells.
//!
//! For every linear form that occurs, the numbers it is compared with cut the integers into cells; for every congruence there
//! are its remainders. If two formulas agree on every combination of cells (possible or not) they are equivalent.
//!
//! ```
//! use wythoff_prove::formula::{Form, Logic};
//! use wythoff_prove::same::{same, swap_piles};
//! let difference = Form { c: 0, k: vec![0, 0, 1, -1] }; // s - t
//! let bishop = Logic::between(difference.clone(), Some(-2), Some(2));
//! assert!(same(&bishop, &swap_piles(&bishop)));
//! let lopsided = Logic::between(difference, Some(-2), Some(1));
//! assert!(!same(&lopsided, &swap_piles(&lopsided)));
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::formula::{Form, Logic};

const CELLS: usize = 200_000;

/// The formula over x, y, s, t with the piles exchanged.
#[must_use]
pub fn swap_piles(logic: &Logic) -> Logic {
    logic.substitute(&[1, 0, 3, 2].map(|i| Form::track(i, 4)))
}

/// Whether two formulas agree on all combinations of cells. `false` may mean that there are too many.
#[must_use]
pub fn same(a: &Logic, b: &Logic) -> bool {
    if a == b {
        return true;
    }
    let mut atoms = Atoms::default();
    atoms.collect(a);
    atoms.collect(b);
    let mut sizes = vec![];
    sizes.extend(atoms.cuts.values().map(|cuts| cuts.len() + 1));
    sizes.extend(atoms.moduli.iter().map(|(_, m)| *m as usize));
    sizes.extend(atoms.members.iter().map(|_| 2));
    let total = sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s).filter(|&n| n <= CELLS));
    if total.is_none() {
        return false;
    }
    let mut at = vec![0usize; sizes.len()];
    loop {
        if atoms.value(a, &at) != atoms.value(b, &at) {
            return false;
        }
        let Some(i) = (0..at.len()).find(|&i| at[i] + 1 < sizes[i]) else { return true };
        at[..i].fill(0);
        at[i] += 1;
    }
}

#[derive(Default)]
struct Atoms {
    cuts: BTreeMap<Vec<i64>, BTreeSet<i64>>,
    moduli: BTreeSet<(Vec<i64>, i64)>,
    members: Vec<Logic>,
}

impl Atoms {
    fn collect(&mut self, logic: &Logic) {
        match logic {
            Logic::Constant(_) => {}
            Logic::Between(form, low, high) => {
                let cuts = self.cuts.entry(form.clone()).or_default();
                cuts.extend(low);
                cuts.extend(high.map(|h| h + 1));
            }
            Logic::Remainder(form, modulus, _) => {
                self.moduli.insert((form.clone(), *modulus));
            }
            Logic::Beatty(..) | Logic::Regular(..) => {
                if !self.members.contains(logic) {
                    self.members.push(logic.clone());
                }
            }
            Logic::And(list) | Logic::Or(list) => list.iter().for_each(|l| self.collect(l)),
            Logic::Not(inner) => self.collect(inner),
        }
    }

    fn value(&self, logic: &Logic, at: &[usize]) -> bool {
        match logic {
            Logic::Constant(value) => *value,
            Logic::Between(form, low, high) => {
                let index = self.cuts.keys().position(|f| f == form).unwrap_or(0);
                // Cell i starts at cut i - 1; the first has no start.
                let start = at[index].checked_sub(1).and_then(|i| self.cuts[form].iter().nth(i));
                low.is_none_or(|l| start.is_some_and(|&s| s >= l))
                    && high.is_none_or(|h| start.is_none_or(|&s| s <= h))
            }
            Logic::Remainder(form, modulus, rest) => {
                let index = self.moduli.iter().position(|(f, m)| f == form && m == modulus).unwrap_or(0);
                at[self.cuts.len() + index] as i64 == *rest
            }
            Logic::Beatty(..) | Logic::Regular(..) => {
                let index = self.members.iter().position(|b| b == logic).unwrap_or(0);
                at[self.cuts.len() + self.moduli.len() + index] == 1
            }
            Logic::And(list) => list.iter().all(|l| self.value(l, at)),
            Logic::Or(list) => list.iter().any(|l| self.value(l, at)),
            Logic::Not(inner) => !self.value(inner, at),
        }
    }
}
