//! Numeration systems: a number as a word of digits, most significant first, such that addition is regular.
//!
//! A [`Numeration`] has weights `1 = U_0 < U_1 < …`; a word `d_{n-1} … d_0` stands for `Σ d_i U_i`. Exactly one *valid*
//! word without leading zeros stands for each number, validity is recognised by a small automaton, and words of equal
//! length are ordered like the numbers they stand for. Three families are offered:
//!
//! - integer base `b` ([`System::base`]);
//! - Ostrowski for `[0; a_1, a_2, …]` purely periodic ([`System::Ostrowski`]): `U_i = a_i U_{i-1} + U_{i-2}`, digit `i - 1` at most
//!   `a_i`, and after a digit `a_i` comes 0 (Ostrowski 1922). The system with `a_1 = 1` wastes its last digit, which is
//!   dropped, so that the golden ratio gives Zeckendorf's 1, 2, 3, 5, …;
//!   An irrational with a preperiod, `[a_0; b_1, …, b_m, (a_1, …, a_p)]`, gets the system of its period ([`System::of_quadratic`]):
//!   its own weights are fixed integer combinations of two neighbouring weights of that system, so words of the two
//!   are translated into each other by a finite transducer, and the same sets are regular in both. Only the purely
//!   periodic one keeps every digit's meaning independent of how far the end of the word is;
//! - Bertrand/Parry for a sequence `t = t_1 t_2 …` that is eventually periodic and not smaller than any of its shifts
//!   ([`System::Parry`]): a word is valid if none of its suffixes is above `t` (Parry 1960), and `U_n` counts valid words.
//!   [`System::pisot`] finds `t` from a polynomial. Those numbers must satisfy the recurrence that is given, since addition is regular
//!   only if all roots of that but one are inside the unit circle. For some Pisot numbers they satisfy a longer one: the
//!   plastic number, `x^3 = x + 1`, has `t = (1 0 0 0 0)^ω`, and its words count by `x^5 = x^4 + 1`, which has the further
//!   factor `x^2 − x + 1`, whose roots are on the unit circle. Then the weights are the numbers of words only as long as
//!   necessary, and go on by the recurrence: for the fewest with which they increase. Valid are their greedy words (the file
//!   `greedy.rs` finds them, and shows it). Which sets are regular does not depend on where weights begin (Bruyère and Hansel 1997).
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! let pell = Numeration::new(System::ostrowski(&[2])).unwrap();
//! assert_eq!(pell.weights(6), [1u32, 2, 5, 12, 29, 70].map(Into::into));
//! assert_eq!(pell.digits(&28u32.into()), [2, 0, 2, 0]);
//! assert_eq!(pell.value(&[2, 0, 2, 0]), 28u32.into());
//! let cubic = Numeration::new(System::pisot(&[1, -5, -1, 1]).unwrap()).unwrap();
//! assert_eq!(cubic.weights(6), [1u32, 6, 31, 160, 825, 4254].map(Into::into));
//! let plastic = Numeration::new(System::pisot(&[1, 0, -1, -1]).unwrap()).unwrap();
//! assert_eq!(plastic.weights(9), [1u32, 2, 3, 4, 5, 7, 9, 12, 16].map(Into::into));
//! ```
//!
//! Positions are counted from the last digit. With a period longer than one the meaning of a digit depends on its position
//! modulo the period, the *phase*; every automaton has one start state per phase and a word of length `n` starts in
//! that of `n` modulo the period. This keeps automata deterministic and `period` times larger, where guessing the phase
//! would cost a subset construction; that was tried on paper only.

use dashu_int::{IBig, UBig};

use super::greedy::greedy;
pub use super::name::BadName;
use super::pisot::{NotPisot, quasi_greedy};
use super::recurrence::{SignRule, is_pisot};
use wythoff_number::Quadratic;

/// Digits are below this.
const DIGITS: u32 = 256;

/// No transition.
pub const DEAD: u32 = u32::MAX;

/// A numeration system as plain data: what a certificate names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// Ostrowski numeration of `[0; a_1, …, a_p, a_1, …]`, given by its period.
    Ostrowski {
        /// The partial quotients `a_1, …, a_p`, all positive.
        period: Vec<u32>,
    },
    /// Bertrand/Parry numeration: the quasi-greedy expansion of 1, and the recurrence of the weights.
    Parry {
        /// The digits of `t` before the period.
        before: Vec<u32>,
        /// The period of `t`.
        period: Vec<u32>,
        /// `c_1, …, c_d` with `U_n = c_1 U_{n-1} + … + c_d U_{n-d}`.
        recurrence: Vec<i64>,
    },
}

/// Why a [`System`] is no numeration system that can be worked with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSystem {
    /// The period is empty, or all weights would be 1.
    #[error("the period is empty or has no digit that can be used")]
    Empty,
    /// A digit or coefficient is too large for the tables, which have a column for each pair of digits.
    #[error("digits from 256 on, coefficients above 4096 and expansions longer than 64 are not supported")]
    Large,
    /// The sequence is smaller than one of its own shifts.
    #[error("the expansion of 1 is smaller than one of its shifts, so it belongs to no base")]
    Shift,
    /// Neither the numbers of valid words satisfy the recurrence nor do weights that go over to it.
    #[error("the recurrence is not one of the base that the expansion of 1 belongs to")]
    Recurrence,
    /// The recurrence is not known to be that of a Pisot number, nor one of the kinds for which signs of linear forms are decided
    /// all the same.
    #[error(
        "the recurrence is not that of a Pisot number, all of whose conjugates are inside the unit circle, so addition is not known \
         to be regular"
    )]
    Sign,
    /// The continued fraction has a long period.
    #[error("the period of the continued fraction is too long")]
    Long,
    /// The polynomial gives no system.
    #[error(transparent)]
    Pisot(#[from] NotPisot),
}

impl System {
    /// Integer base `b`, at least 2.
    #[must_use]
    pub fn base(b: u32) -> System {
        System::Parry { before: vec![], period: vec![b.saturating_sub(1)], recurrence: vec![i64::from(b)] }
    }

    /// Ostrowski numeration of the purely periodic `[0; a_1, …, a_p, a_1, …]`, with the shortest period.
    #[must_use]
    pub fn ostrowski(period: &[u32]) -> System {
        let n = period.len();
        let least =
            (1..=n).find(|&p| n.is_multiple_of(p) && (p..n).all(|i| period[i] == period[i - p])).unwrap_or(n);
        System::Ostrowski { period: period[..least].to_vec() }
    }

    /// The Ostrowski numeration for a quadratic irrational: that of the period of its continued fraction.
    ///
    /// ```
    /// use wythoff_automata::System;
    /// use wythoff_number::Quadratic;
    /// let root = Quadratic::new(0, 1, 7u8, 1)?; // [2; (1, 1, 1, 4)]
    /// assert_eq!(System::of_quadratic(&root)?.name(), "ostrowski(1,1,1,4)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the period is longer than 64, or a quotient is too large.
    pub fn of_quadratic(number: &Quadratic) -> Result<System, BadSystem> {
        let fraction = number.continued_fraction(1000).map_err(|_| BadSystem::Long)?;
        let quotients: Option<Vec<u32>> = fraction.period.iter().map(|a| u32::try_from(a).ok()).collect();
        match quotients {
            Some(period) if period.len() <= 64 => Ok(System::ostrowski(&period)),
            Some(_) => Err(BadSystem::Long),
            None => Err(BadSystem::Large),
        }
    }

    /// The system of the Pisot number that is the largest root of a monic polynomial, given with the leading
    /// coefficient first.
    ///
    /// # Errors
    /// If the polynomial has no such root, or its expansion of 1 does not become periodic soon.
    pub fn pisot(polynomial: &[i64]) -> Result<System, BadSystem> {
        let (before, period) = quasi_greedy(polynomial)?;
        let recurrence = polynomial[1..].iter().map(|c| -c).collect();
        Ok(System::Parry { before, period, recurrence }.canonical())
    }
}

/// A numeration system ready for use. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    system: System,
    dim: usize,
    /// With `i` digits left, the first entry of a residual vector belongs to `U_{i + place}`, and the next to the weights before it.
    place: usize,
    phases: usize,
    digits: u32,
    /// `U_i = Σ_j coefficients[i % phases][j] · U_{i-1-j}`.
    coefficients: Vec<Vec<i64>>,
    /// `scale · U_place, scale · U_{place-1}, …`: below `U_0` the weights are continued backwards by the recurrence.
    back: Vec<i64>,
    scale: i64,
    /// The recurrence that any sequence `Σ v_j U_{i-j}` satisfies along `i, i + phases, i + 2·phases, …`.
    subsampled: Vec<i64>,
    /// How signs of such sequences are decided.
    rule: SignRule,
    valid_next: Vec<u32>,
    valid_accept: Vec<bool>,
    valid_starts: Vec<u32>,
}

impl Numeration {
    /// Checks a system and prepares it.
    ///
    /// # Errors
    /// If it is not a numeration system.
    pub fn new(system: System) -> Result<Numeration, BadSystem> {
        let system = system.canonical();
        let numeration = match &system {
            System::Ostrowski { period } => ostrowski(period)?,
            System::Parry { before, period, recurrence } => parry(before, period, recurrence)?,
        };
        Ok(Numeration { system, ..numeration })
    }

    /// What was asked for, spelt as [`System::canonical`] does.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The order of the recurrence: how many integers a residual vector has.
    #[must_use]
    #[inline]
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The length of the period: how many start states an automaton has.
    #[must_use]
    #[inline]
    pub fn phases(&self) -> usize {
        self.phases
    }

    /// Digits are `0 .. digit_count()`.
    #[must_use]
    #[inline]
    pub fn digit_count(&self) -> u32 {
        self.digits
    }

    /// The denominators of [`Numeration::end`].
    #[must_use]
    #[inline]
    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// `scale` times the value of a residual vector when no digit is left. There are at most 32 terms of at most 2^103.
    #[inline]
    pub fn end(&self, v: &[i64]) -> i128 {
        v.iter().zip(&self.back).map(|(&a, &b)| i128::from(a) * i128::from(b)).sum()
    }

    /// How many more digits the weight of the first entry of a residual vector has than are left.
    #[inline]
    pub(crate) fn place(&self) -> usize {
        self.place
    }

    /// How signs of sequences along one phase are decided.
    pub(crate) fn rule(&self) -> SignRule {
        self.rule
    }

    /// The recurrence along one phase.
    pub fn subsampled(&self) -> &[i64] {
        &self.subsampled
    }

    /// The residual vector after reading a digit (or a combination of digits) with `phase = remaining % phases`; `None` if
    /// it is too large for machine words, which happens only to residuals that a sensible limit would not let grow.
    #[inline]
    pub fn push(&self, phase: usize, v: &[i64], digit: i64, out: &mut [i64]) -> Option<()> {
        let c = &self.coefficients[phase];
        for j in 0..self.dim {
            let next = if j + 1 < self.dim { v[j + 1] } else { 0 };
            out[j] = c[j].checked_mul(v[0])?.checked_add(next)?;
        }
        out[self.place] = out[self.place].checked_add(digit)?;
        Some(())
    }

    /// `U_i = Σ_j coefficients[j] · U_{i-1-j}` for `i` of this phase.
    #[inline]
    pub fn coefficients(&self, phase: usize) -> &[i64] {
        &self.coefficients[phase]
    }

    /// The phase after reading one digit.
    #[inline]
    pub fn next_phase(&self, phase: usize) -> usize {
        if phase == 0 { self.phases - 1 } else { phase - 1 }
    }

    /// `scale · U_i` for `place - dim < i < place + count`, as far as `i128` reaches; entry `j` is `i = j + 1 + place - dim`.
    pub fn scaled_weights(&self, count: usize) -> Vec<i128> {
        let mut w: Vec<i128> = self.back.iter().rev().map(|&b| i128::from(b)).collect();
        for i in 1..count {
            let c = &self.coefficients[i % self.phases];
            let mut next: i128 = 0;
            for (j, &cj) in c.iter().enumerate() {
                let Some(term) = w[w.len() - 1 - j].checked_mul(i128::from(cj)) else { return w };
                let Some(sum) = next.checked_add(term) else { return w };
                next = sum;
            }
            if next > i128::MAX >> 40 {
                return w;
            }
            w.push(next);
        }
        w
    }

    /// The first `count` weights.
    #[must_use]
    pub fn weights(&self, count: usize) -> Vec<UBig> {
        let mut w: Vec<IBig> = self.back.iter().rev().map(|&b| IBig::from(b)).collect();
        for i in 1..count {
            let c = &self.coefficients[i % self.phases];
            let next = c.iter().enumerate().map(|(j, &cj)| &w[w.len() - 1 - j] * IBig::from(cj)).sum();
            w.push(next);
        }
        let scale = IBig::from(self.scale);
        w.into_iter()
            .skip(self.dim - 1 - self.place)
            .take(count)
            .map(|u| UBig::try_from(u / &scale).unwrap_or_default())
            .collect()
    }

    /// How many digits numbers up to `n` need.
    #[must_use]
    pub fn length(&self, n: &UBig) -> usize {
        self.digits(n).len()
    }

    /// The weights up to the first that is larger than a number: what its digits, and those of smaller numbers, are found by.
    #[must_use]
    pub fn weights_beyond(&self, n: &UBig) -> Vec<UBig> {
        let mut count = 8;
        let mut weights = self.weights(count);
        while weights[count - 1] <= *n {
            count *= 2;
            weights = self.weights(count);
        }
        weights.truncate(weights.partition_point(|w| w <= n) + 1);
        weights
    }

    /// The digits of a number, most significant first; none for zero.
    #[must_use]
    pub fn digits(&self, n: &UBig) -> Vec<u32> {
        if *n == UBig::from(0u32) {
            return vec![];
        }
        digits_by(&self.weights_beyond(n), n)
    }

    /// The number for which a word of digits stands, whether valid or not.
    #[must_use]
    pub fn value(&self, digits: &[u32]) -> UBig {
        let weights = self.weights(digits.len().max(1));
        digits.iter().rev().zip(&weights).map(|(&d, w)| w * UBig::from(d)).sum()
    }

    /// Whether a word, leading zeros allowed, is what [`Numeration::digits`] gives.
    #[must_use]
    pub fn is_valid(&self, digits: &[u32]) -> bool {
        let mut state = self.valid_start(digits.len() % self.phases);
        for &d in digits {
            if d >= self.digits {
                return false;
            }
            state = self.valid_step(state, d);
            if state == DEAD {
                return false;
            }
        }
        self.valid_accepts(state)
    }

    /// The start state of the validity automaton for words of length `phase` modulo the period.
    #[must_use]
    #[inline]
    pub fn valid_start(&self, phase: usize) -> u32 {
        self.valid_starts[phase]
    }

    /// One step of the validity automaton; [`DEAD`] if no continuation is valid.
    #[must_use]
    #[inline]
    pub fn valid_step(&self, state: u32, digit: u32) -> u32 {
        self.valid_next[state as usize * self.digits as usize + digit as usize]
    }

    /// Whether a word that ends in this state is valid.
    #[must_use]
    #[inline]
    pub fn valid_accepts(&self, state: u32) -> bool {
        self.valid_accept[state as usize]
    }

    /// The number of states of the validity automaton.
    #[must_use]
    pub fn valid_states(&self) -> usize {
        self.valid_accept.len()
    }

    pub(crate) fn valid_table(&self) -> (&[u32], &[bool], &[u32]) {
        (&self.valid_next, &self.valid_accept, &self.valid_starts)
    }
}

fn ostrowski(quotients: &[u32]) -> Result<Numeration, BadSystem> {
    let p = quotients.len();
    if p == 0 || quotients.contains(&0) || p > 64 {
        return Err(BadSystem::Empty);
    }
    if quotients.iter().any(|&a| a >= DIGITS) {
        return Err(BadSystem::Large);
    }
    // With a_1 = 1 the last digit is always 0; without it the weights are U_1, U_2, … .
    let dropped = quotients[0] == 1;
    let shift = usize::from(dropped);
    // a(i) with U_i = a(i) U_{i-1} + U_{i-2} for the weights that are kept.
    let a = |i: usize| quotients[(i + p - 1 + shift) % p];
    let coefficients: Vec<Vec<i64>> = (0..p).map(|phase| vec![i64::from(a(phase + p)), 1]).collect();
    let digits = quotients.iter().copied().max().unwrap_or(1) + 1;
    let n = digits as usize;
    // States 2·phase (free) and 2·phase + 1 (the digit before was maximal, so the next is 0), phase = remaining % p.
    let mut valid_next = vec![DEAD; 2 * p * n];
    for phase in 0..p {
        let next = if phase == 0 { p - 1 } else { phase - 1 } as u32;
        let top = a(phase + p);
        for digit in 0..=top {
            valid_next[2 * phase * n + digit as usize] = 2 * next + u32::from(digit == top);
        }
        valid_next[(2 * phase + 1) * n] = 2 * next;
    }
    let mut valid_accept = vec![false; 2 * p];
    valid_accept[0] = true;
    valid_accept[1] = dropped;
    let mut m = [[1i64, 0], [0, 1]];
    for i in 1..=p {
        let c = i64::from(a(i));
        m = [
            [
                c.checked_mul(m[0][0]).and_then(|v| v.checked_add(m[1][0])).ok_or(BadSystem::Large)?,
                c.checked_mul(m[0][1]).and_then(|v| v.checked_add(m[1][1])).ok_or(BadSystem::Large)?,
            ],
            m[0],
        ];
    }
    let trace = m[0][0].checked_add(m[1][1]).ok_or(BadSystem::Large)?;
    let subsampled = vec![trace, if p.is_multiple_of(2) { -1 } else { 1 }];
    Ok(Numeration {
        system: System::Ostrowski { period: vec![] },
        dim: 2,
        place: 0,
        phases: p,
        digits,
        coefficients,
        back: vec![1, i64::from(dropped)],
        scale: 1,
        rule: SignRule::of(&subsampled).ok_or(BadSystem::Sign)?,
        subsampled,
        valid_next,
        valid_accept,
        valid_starts: (0..p as u32).map(|phase| 2 * phase).collect(),
    })
}

fn parry(before: &[u32], period: &[u32], recurrence: &[i64]) -> Result<Numeration, BadSystem> {
    let m = before.len();
    let states = m + period.len();
    let d = recurrence.len();
    if period.is_empty() || d == 0 || recurrence[d - 1] == 0 {
        return Err(BadSystem::Empty);
    }
    let t: Vec<u32> = before.iter().chain(period).copied().collect();
    if t[0] == 0 {
        return Err(BadSystem::Empty);
    }
    let coefficient = |c: &i64| c.unsigned_abs() > 4096;
    if t.iter().any(|&d| d >= DIGITS) || recurrence.iter().any(coefficient) || states > 64 || d > 16 {
        return Err(BadSystem::Large);
    }
    if !is_largest_of_its_shifts(&t, m) {
        return Err(BadSystem::Shift);
    }
    let rule = SignRule::of(recurrence).ok_or(BadSystem::Sign)?;
    let digits = t[0] + 1;
    let n = digits as usize;
    let mut valid_next = vec![DEAD; states * n];
    for (state, &top) in t.iter().enumerate() {
        for digit in 0..=top {
            valid_next[state * n + digit as usize] = match (digit == top, state + 1 == states) {
                (false, _) => 0,
                (true, false) => state as u32 + 1,
                (true, true) => m as u32,
            };
        }
    }
    // Weights are the numbers of valid words. Both they and their defect in the recurrence satisfy the linear recurrence of
    // the automaton, whose order is at most `states`: so `states` zeros in a row (from the first place where the
    // defect is defined) mean zero for ever.
    let count = d + 2 * states + 2;
    let mut words = vec![IBig::from(1); states];
    let mut weights: Vec<IBig> = vec![];
    for _ in 0..count {
        weights.push(words[0].clone());
        words = (0..states)
            .map(|s| {
                (0..n)
                    .filter_map(|c| words.get(valid_next[s * n + c] as usize).cloned())
                    .fold(IBig::from(0), |a, b| a + b)
            })
            .collect();
    }
    let combine =
        |i: usize| -> IBig { (0..d).map(|j| &weights[i - 1 - j] * IBig::from(recurrence[j])).sum() };
    if (d..count).any(|i| weights[i] != combine(i)) {
        return late(&t, m, recurrence, rule, &weights);
    }
    let (back, scale) = backwards(&weights[..d], recurrence)?;
    Ok(Numeration {
        system: System::Ostrowski { period: vec![] },
        dim: d,
        place: 0,
        phases: 1,
        digits,
        coefficients: vec![recurrence.to_vec()],
        back,
        scale,
        subsampled: recurrence.to_vec(),
        rule,
        valid_next,
        valid_accept: vec![true; states],
        valid_starts: vec![0],
    })
}

/// The system whose weights begin like the numbers of valid words and then satisfy the recurrence. Where they begin they do
/// not, so they cannot be continued backwards, and a residual vector keeps weights that are used up later.
fn late(
    t: &[u32],
    m: usize,
    recurrence: &[i64],
    rule: SignRule,
    counts: &[IBig],
) -> Result<Numeration, BadSystem> {
    if !is_pisot(recurrence) {
        return Err(BadSystem::Sign);
    }
    let found = greedy(t, m, recurrence, rule, counts)?;
    let dim = found.first.len();
    let mut coefficients = recurrence.to_vec();
    coefficients.resize(dim, 0);
    let small = |weight: IBig| i64::try_from(weight).ok().filter(|&w| w <= 1 << 40);
    let back: Option<Vec<i64>> = found.first.into_iter().rev().map(small).collect();
    Ok(Numeration {
        system: System::Ostrowski { period: vec![] },
        dim,
        place: dim - 1,
        phases: 1,
        digits: found.digits,
        subsampled: coefficients.clone(),
        coefficients: vec![coefficients],
        back: back.ok_or(BadSystem::Large)?,
        scale: 1,
        rule,
        valid_next: found.next,
        valid_accept: found.accept,
        valid_starts: vec![0],
    })
}

/// Is an eventually periodic word, with `m` letters before its period, at least as large as all its shifts?
fn is_largest_of_its_shifts(word: &[u32], m: usize) -> bool {
    let states = word.len();
    let at = |i: usize| if i < states { word[i] } else { word[m + (i - m) % (states - m)] };
    // Two eventually periodic words that agree for preperiod plus both periods agree for ever.
    (1..states).all(|shift| {
        let order = (0..2 * states).map(|i| at(i + shift).cmp(&at(i))).find(|o| o.is_ne());
        order != Some(std::cmp::Ordering::Greater)
    })
}

/// The weights continued backwards from the first ones: `U_{-1} = (U_{d-1} - c_1 U_{d-2} - … - c_{d-1} U_0) / c_d` and so on,
/// exactly, over a common denominator.
fn backwards(first: &[IBig], recurrence: &[i64]) -> Result<(Vec<i64>, i64), BadSystem> {
    let d = recurrence.len();
    let last = IBig::from(recurrence[d - 1]);
    let mut scale = IBig::from(1);
    let mut window: Vec<IBig> = first.to_vec();
    let mut back = vec![window[0].clone()];
    for _ in 1..d {
        let mut value = window[d - 1].clone();
        for j in 0..d - 1 {
            value -= &window[d - 2 - j] * IBig::from(recurrence[j]);
        }
        if (&value % &last) != IBig::from(0) {
            for w in window.iter_mut().chain(&mut back) {
                *w *= &last;
            }
            value *= &last;
            scale *= &last;
        }
        let value = value / &last;
        window.insert(0, value.clone());
        window.pop();
        back.push(value);
    }
    if scale < IBig::from(0) {
        scale = -scale;
        for w in &mut back {
            *w = -w.clone();
        }
    }
    let back: Vec<i64> =
        back.into_iter().map(i64::try_from).collect::<Result<_, _>>().map_err(|_| BadSystem::Large)?;
    let scale = i64::try_from(scale).map_err(|_| BadSystem::Large)?;
    if scale > 1 << 20 || back.iter().any(|b| b.abs() > 1 << 40) {
        return Err(BadSystem::Large);
    }
    Ok((back, scale))
}

/// The digits of a number by the weights of its numeration, of which the last is larger than the number; most significant first.
/// For many numbers of the same size the weights are found once.
#[must_use]
pub fn digits_by(weights: &[UBig], n: &UBig) -> Vec<u32> {
    let top = weights.partition_point(|w| w <= n);
    let mut rest = n.clone();
    let mut digits = Vec::with_capacity(top);
    for weight in weights[..top].iter().rev() {
        if rest < *weight {
            digits.push(0);
            continue;
        }
        let digit = &rest / weight;
        rest -= &digit * weight;
        digits.push(u32::try_from(digit).unwrap_or(u32::MAX));
    }
    digits
}
