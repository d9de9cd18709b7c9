//! Steps that repeat: P-positions on one line of rational slope, and the floors that say which they are.
//!
//! Everything is read off the list exactly: the period and where it begins, and for each pile the integers g with
//! `⌊(d·n + g)/p⌋` = the pile of the n-th pair. What fits is a conjecture, unless the checker confirms the set.

use super::{FittingForm, FormKind};
use crate::beams::least_period;
use crate::word::{Step, steps};
use wythoff_automata::product::Product;
use wythoff_automata::{Numeration, System};
use wythoff_budget::Budget;
use wythoff_check::{Certificate, Proved};
use wythoff_rules::Ruleset;

/// The longest period that one would read, and how often it has to be seen.
const LONGEST: usize = 24;
const TIMES: usize = 8;
/// So many pairs before the period begins are said; so many may there be.
const SAID: usize = 6;
const BEFORE: usize = 60;

/// A list of pairs whose steps repeat from some pair on.
struct Progression<'a> {
    pairs: &'a [(u64, u64)],
    /// The first pair from which on they do.
    from: usize,
    /// After so many steps.
    period: usize,
    /// What the steps of a period are together.
    rise: (u64, u64),
}

/// The forms of a list of the pairs with x ≤ y, in order, of all columns before `columns`.
pub(super) fn periodic(
    rules: &Ruleset,
    pairs: &[(u64, u64)],
    columns: u64,
    quick: &Budget,
) -> Vec<FittingForm> {
    let Some(found) = Progression::of(pairs) else { return Vec::new() };
    let proved = found.is_proved(rules, quick);
    let evidence = match proved {
        true => "proved for all sizes: the checker decided it now".to_owned(),
        false => format!("agrees for all x < {columns}"),
    };
    let form = |kind, claim| FittingForm { kind, claim, evidence: evidence.clone(), proved };
    let floors = found.floors().map(|claim| form(FormKind::RationalPair, claim));
    let steps = (found.period > 1 || floors.is_none()).then(|| form(FormKind::PeriodicSteps, found.said()));
    floors.into_iter().chain(steps).collect()
}

impl Progression<'_> {
    fn of(pairs: &[(u64, u64)]) -> Option<Progression<'_>> {
        let steps = steps(pairs);
        let back: Vec<Step> = steps[steps.len() / 4..].to_vec();
        let period = least_period(&back);
        if period == 0 || period > LONGEST || period * TIMES > back.len() {
            return None;
        }
        // The first step from which on every step is the one a period later.
        let last = (0..steps.len() - period).rposition(|i| steps[i] != steps[i + period]);
        let from = last.map_or(0, |i| i + 1);
        let rise =
            (pairs[from + period].0 - pairs[from].0, pairs[from + period].1.checked_sub(pairs[from].1)?);
        (from <= BEFORE && rise.0 > 0 && rise.1 > 0).then_some(Progression { pairs, from, period, rise })
    }

    /// The pairs of the first period.
    fn first(&self) -> &[(u64, u64)] {
        &self.pairs[self.from..self.from + self.period]
    }

    /// The pairs before it, in words.
    fn before(&self) -> String {
        let pairs: Vec<String> =
            self.pairs[..self.from].iter().take(SAID).map(|(x, y)| format!("({x}, {y})")).collect();
        match self.from {
            0 => String::new(),
            n if n <= SAID => format!("; besides {}", pairs.join(", ")),
            n => format!("; besides the first {n}: {}, ...", pairs.join(", ")),
        }
    }

    /// Both piles as floors, if both are.
    fn floors(&self) -> Option<String> {
        let (one, other) = (self.floor(|p| p.0, self.rise.0)?, self.floor(|p| p.1, self.rise.1)?);
        Some(format!("the P-positions with x <= y are ({one}, {other}), n >= {}{}", self.from, self.before()))
    }

    fn floor(&self, pile: impl Fn(&(u64, u64)) -> u64, rise: u64) -> Option<String> {
        let (d, p) = (i64::try_from(rise).ok()?, self.period as i64);
        // g with 0 <= d·n + g − p·(pile of the n-th pair) < p for all n of a period, and so for all later ones.
        let least = |(i, pair): (usize, &(u64, u64))| p * pile(pair) as i64 - d * (self.from + i) as i64;
        let low = self.first().iter().enumerate().map(least).max()?;
        let high = self.first().iter().enumerate().map(least).min()? + p - 1;
        if low > high {
            return None;
        }
        let near = 0.clamp(low, high);
        // A whole number of periods is said more plainly.
        let whole = (low..=high).find(|g| g % p == 0);
        let g = if near == 0 { 0 } else { whole.unwrap_or(near) };
        let common = num_integer::gcd(d, p);
        Some(said(d / common, g.div_euclid(common), p / common))
    }

    /// The steps in words.
    fn said(&self) -> String {
        let all = steps(&self.pairs[self.from..=self.from + self.period]);
        let all: Vec<String> = all.iter().map(|(x, y)| format!("(+{x}, {y:+})")).collect();
        let (x, y) = self.pairs[self.from];
        format!(
            "from ({x}, {y}) on, the steps from P-position to P-position with x <= y are {}, again and again{}",
            all.join(", "),
            self.before()
        )
    }

    /// Does the checker confirm the set, with the mirror images?
    fn is_proved(&self, rules: &Ruleset, quick: &Budget) -> bool {
        let (Ok(dx), Ok(dy)) = (i64::try_from(self.rise.0), i64::try_from(self.rise.1)) else { return false };
        let small = |b: &u32| dx % i64::from(*b) == 0 || dy % i64::from(*b) == 0;
        // The remainders of the progressions are read off the last digits in some base.
        let bases = [3, 5, 7].into_iter().filter(small).chain([2]);
        bases.into_iter().any(|base| self.confirmed(rules, System::base(base), (dx, dy), quick).is_some())
    }

    fn confirmed(
        &self,
        rules: &Ruleset,
        system: System,
        (dx, dy): (i64, i64),
        quick: &Budget,
    ) -> Option<Proved> {
        let numeration = Numeration::new(system).ok()?;
        let wide = |n: u64| i64::try_from(n).ok();
        let listed = &self.pairs[..self.from + self.period];
        let listed: Vec<(i64, i64)> =
            listed.iter().map(|(x, y)| Some((wide(*x)?, wide(*y)?))).collect::<Option<_>>()?;
        let sorted = |mut all: Vec<i64>| {
            all.sort_unstable();
            all.dedup();
            all
        };
        let line = |(x, y): &(i64, i64)| dy * x - dx * y;
        let lines = sorted(listed[self.from..].iter().map(line).collect());
        let places = sorted(listed.iter().flat_map(|(x, y)| [*x, *y]).collect());
        let mut product = Product::new(&numeration, 2);
        let parts = [
            product.compare(&[dy, -dx], &lines, quick).ok()?,
            product.remainder(&[1, 0], dx, quick).ok()?,
            product.compare(&[1, 0], &places, quick).ok()?,
            product.compare(&[-dx, dy], &lines, quick).ok()?,
            product.remainder(&[0, 1], dx, quick).ok()?,
            product.compare(&[0, 1], &places, quick).ok()?,
        ];
        // The output of a comparison with the i-th number is 2i + 1 if they are equal.
        let met = |all: &[i64], n: i64| all.binary_search(&n).map_or(u16::MAX, |i| 2 * i as u16 + 1);
        let progressions: Vec<(u16, u16, u16)> = listed[self.from..]
            .iter()
            .map(|pair| (met(&lines, line(pair)), (pair.0 % dx) as u16, met(&places, pair.0)))
            .collect();
        let singles: Vec<(u16, u16)> =
            listed[..self.from].iter().map(|(x, y)| (met(&places, *x), met(&places, *y))).collect();
        product.set_value(&parts, move |o| {
            let on = |line: u16, rest: u16, place: u16| {
                progressions.iter().any(|(c, r, from)| line == *c && rest == *r && place >= *from)
            };
            let single = singles.iter().any(|(x, y)| [(o[2], o[5]), (o[5], o[2])].contains(&(*x, *y)));
            u16::from(on(o[0], o[1], o[2]) || on(o[3], o[4], o[5]) || single)
        });
        let set = product.build(quick).ok()?;
        drop(product);
        let claim = Certificate::new(rules.clone(), numeration, &set).ok()?;
        Proved::new(claim, quick).ok()
    }
}

/// ⌊(d·n + g)/p⌋ in words.
fn said(d: i64, g: i64, p: i64) -> String {
    let multiple = if d == 1 { "n".to_owned() } else { format!("{d}*n") };
    let sum = match g {
        0 => multiple,
        g if g < 0 => format!("{multiple} - {}", -g),
        g => format!("{multiple} + {g}"),
    };
    match (p, g) {
        (1, _) => sum,
        (p, 0) => format!("floor({sum}/{p})"),
        (p, _) => format!("floor(({sum})/{p})"),
    }
}

#[cfg(test)]
mod tests {
    use super::Progression;

    fn claim(pair: impl Fn(u64) -> (u64, u64)) -> Option<String> {
        let pairs: Vec<(u64, u64)> = (0..900).map(pair).collect();
        Progression::of(&pairs)?.floors()
    }

    #[test]
    fn floors_of_rational_multiples_are_read_off_exactly() {
        let mouse = claim(|n| (3 * n / 2, (3 * n).saturating_sub(1))).expect("floors");
        assert_eq!(mouse, "the P-positions with x <= y are (floor(3*n/2), 3*n - 1), n >= 1; besides (0, 0)");
        let third = claim(|n| ((4 * n + 1) / 3, 5 * n + 2)).expect("floors");
        assert_eq!(third, "the P-positions with x <= y are (floor((4*n + 1)/3), 5*n + 2), n >= 0");
        // No floors, but steps that repeat.
        let pairs: Vec<(u64, u64)> =
            (0..900).map(|n| (n / 4 * 9 + [0, 1, 2, 7][n as usize % 4], 3 * n)).collect();
        let found = Progression::of(&pairs).expect("steps");
        assert_eq!((found.floors(), found.period), (None, 4));
        // A word that never repeats.
        let phi = |n: u64| n * 1_618_034 / 1_000_000;
        assert!(claim(|n| (phi(n), phi(n) + n)).is_none());
    }
}
