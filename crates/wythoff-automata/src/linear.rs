//! The automaton of a linear form: reads `Σ c_i x_i` digit by digit and says how it compares with thresholds, or its
//! remainder.
//!
//! One construction serves all linear relations. After some digits of all the `x_i` have been read, what matters is one
//! vector `v` of integers, the *residual*: if `i` digits are left, the digits read so far are worth `Σ_j v_j U_{i+p-j}`, where `p` is
//! 0, or the number of entries less one where the recurrence begins late, so that no weight before `U_0` is needed.
//! A step is the recurrence, plus the combination `e = Σ c_i d_i` of the digits just read; so the automaton reads numbers
//! `e` and does not care how many variables there are.
//!
//! ```
//! use wythoff_automata::{Linear, Numeration, System};
//! use wythoff_budget::Budget;
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! // x + y - z against 0: outputs 0 (less), 1 (equal), 2 (greater).
//! let adder = Linear::compare(&fib, 1, 2, &[0], &Budget::default()).unwrap();
//! let word = |n: u32| { let d = fib.digits(&n.into()); [vec![0; 9 - d.len()], d].concat() };
//! let (x, y, z) = (word(4), word(7), word(11));
//! let e: Vec<i64> = (0..9).map(|i| i64::from(x[i]) + i64::from(y[i]) - i64::from(z[i])).collect();
//! assert_eq!(adder.run(&e), Some(1));
//! ```
//!
//! **Why it is finite and right.** With `i` digits left every variable's rest is in `0 ..= U_i − 1`, so the form ends between
//! `V_i − C⁻(U_i − 1)` and `V_i + C⁺(U_i − 1)`, where `V_i = Σ v_j U_{i+p-j}` and `C⁻`, `C⁺` are the sums of the negative and positive
//! coefficients. A residual is *resolved* (above all thresholds, or below) only if this has been shown for **every** `i ≥ 0`
//! of its phase: the sequence `w_i = V_i − C⁻ U_i` satisfies the recurrence `γ` along the phase; it is computed exactly until
//! `dim` consecutive terms are at least zero and above the bound and, where `γ` has negative coefficients, do not decrease. From
//! there it stays so, by the two rules of [`super::recurrence`], in steps of a length for which one of them holds.
//! ([`Numeration::new`] accepts no other recurrence. Where it begins late, `dim` counts the terms before it, too, so that
//! after `dim` terms it has begun.) What cannot be shown is kept, which is always sound. That few vectors are kept is the Pisot property: residuals
//! contract in the other directions. For a base that is not Pisot the state limit ends the construction.
//!
//! States that cannot be told apart are not merged here: the planner and the checker each do that by themselves.

use rustc_hash::FxHashMap;

use super::numeration::Numeration;
use wythoff_budget::{Budget, Limit};

/// A deterministic automaton over digit combinations. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    least: i64,
    width: usize,
    starts: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u16>,
    outputs: u16,
}

impl Linear {
    /// Compares a form whose negative coefficients sum to `-negative` and positive ones to `positive` with thresholds in
    /// increasing order. Output `2j + 1` means equal to threshold `j`, `2j` less than it and above the one before.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn compare(
        numeration: &Numeration,
        negative: i64,
        positive: i64,
        thresholds: &[i64],
        budget: &Budget,
    ) -> Result<Linear, Limit> {
        let too_large = Limit::States(budget.states());
        if thresholds.len() > 10_000 {
            return Err(too_large);
        }
        let (least, most) = range(numeration, negative, positive).ok_or(too_large)?;
        let signs = Signs::new(numeration, negative, positive, thresholds);
        let outputs = 2 * thresholds.len() as u16 + 1;
        let classify = |v: &[i64]| {
            let value = numeration.end(v);
            let scale = i128::from(numeration.scale());
            let below = thresholds.iter().take_while(|&&t| i128::from(t) * scale < value).count();
            let equal = thresholds.get(below).is_some_and(|&t| i128::from(t) * scale == value);
            2 * below as u16 + u16::from(equal)
        };
        explore(numeration, least, most, budget, outputs, |phase, v| match signs.resolved(phase, v) {
            Some(true) => Seen::Resolved(outputs - 1),
            Some(false) => Seen::Resolved(0),
            None => Seen::Open(if phase == 0 { classify(v) } else { 0 }),
        })
    }

    /// The remainder of the form on division by `modulus`, as output `0 .. modulus`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn remainder(
        numeration: &Numeration,
        negative: i64,
        positive: i64,
        modulus: i64,
        budget: &Budget,
    ) -> Result<Linear, Limit> {
        let too_large = Limit::States(budget.states());
        let scale = numeration.scale();
        let ring = modulus.saturating_mul(scale);
        if modulus > i64::from(u16::MAX) || ring > 1 << 30 {
            return Err(too_large);
        }
        let (least, most) = range(numeration, negative, positive).ok_or(too_large)?;
        let (scale, whole) = (i128::from(scale), i128::from(modulus));
        explore(numeration, least, most, budget, modulus as u16, |phase, v| {
            for x in v.iter_mut() {
                *x = x.rem_euclid(ring);
            }
            Seen::Open(if phase == 0 {
                numeration.end(v).div_euclid(scale).rem_euclid(whole) as u16
            } else {
                0
            })
        })
    }

    /// How many states there are.
    #[must_use]
    #[inline]
    pub fn states(&self) -> usize {
        self.output.len()
    }

    /// Outputs are below this.
    #[must_use]
    #[inline]
    pub fn outputs(&self) -> u16 {
        self.outputs
    }

    /// The output for a word of digit combinations, or `None` if one is out of range.
    #[must_use]
    #[inline]
    pub fn run(&self, word: &[i64]) -> Option<u16> {
        let mut state = self.starts[word.len() % self.starts.len()];
        for &e in word {
            let index = usize::try_from(e - self.least).ok().filter(|&i| i < self.width)?;
            state = self.next[state as usize * self.width + index];
        }
        Some(self.output[state as usize])
    }

    /// The same automaton with other states: what merging them gives.
    pub(crate) fn with_states(self, starts: Vec<u32>, next: Vec<u32>, output: Vec<u16>) -> Linear {
        Linear { starts, next, output, ..self }
    }

    /// Its parts: the least combination of digits, how many there are, starts, successors, and outputs.
    #[inline]
    pub fn parts(&self) -> (i64, usize, &[u32], &[u32], &[u16]) {
        (self.least, self.width, &self.starts, &self.next, &self.output)
    }
}

/// The least and the largest combination of digits, if they are of a size that tables can have.
fn range(numeration: &Numeration, negative: i64, positive: i64) -> Option<(i64, i64)> {
    let top = i64::from(numeration.digit_count()) - 1;
    let part = |sum: i64| sum.checked_mul(top).filter(|&e| e < 1 << 32);
    Some((-part(negative)?, part(positive)?))
}

/// The sums of the negative (as a positive number) and of the positive coefficients.
#[inline]
pub fn sums(form: &[i64]) -> (i64, i64) {
    let sum = |sign: i64| {
        let own = form.iter().filter(|c| c.signum() == sign);
        own.fold(0, |sum: i64, c| sum.saturating_add(c.saturating_mul(sign)))
    };
    (sum(-1), sum(1))
}

enum Seen {
    /// Keep the residual; this is its output if the word ends here.
    Open(u16),
    /// Whatever follows, this is the output.
    Resolved(u16),
}

fn explore(
    numeration: &Numeration,
    least: i64,
    most: i64,
    budget: &Budget,
    outputs: u16,
    see: impl Fn(usize, &mut [i64]) -> Seen,
) -> Result<Linear, Limit> {
    let (d, phases) = (numeration.dim(), numeration.phases());
    let width = usize::try_from(most - least + 1).unwrap_or(usize::MAX);
    budget.check(0, width.saturating_mul(4))?;
    let mut ids: FxHashMap<(u32, Box<[i64]>), u32> = FxHashMap::default();
    let mut resolved: FxHashMap<u16, u32> = FxHashMap::default();
    let mut states: Vec<Option<(usize, Box<[i64]>)>> = vec![];
    let mut output: Vec<u16> = vec![];
    let mut intern = |phase: usize, mut v: Box<[i64]>, states: &mut Vec<_>, output: &mut Vec<u16>| -> u32 {
        let fresh = states.len() as u32;
        match see(phase, &mut v) {
            Seen::Resolved(out) => *resolved.entry(out).or_insert_with(|| {
                states.push(None);
                output.push(out);
                fresh
            }),
            Seen::Open(out) => *ids.entry((phase as u32, v)).or_insert_with_key(|key| {
                states.push(Some((phase, key.1.clone())));
                output.push(out);
                fresh
            }),
        }
    };
    let zero = vec![0i64; d].into_boxed_slice();
    let starts: Vec<u32> =
        (0..phases).map(|phase| intern(phase, zero.clone(), &mut states, &mut output)).collect();
    let mut next: Vec<u32> = vec![];
    let mut current = 0;
    let mut pushed = vec![0i64; d];
    while current < states.len() {
        if current % 256 == 0 {
            budget.check(states.len(), next.len() * 4 + states.len() * (16 * d + 48))?;
        }
        match states[current].clone() {
            None => next.extend(std::iter::repeat_n(current as u32, width)),
            Some((phase, v)) => {
                let to = numeration.next_phase(phase);
                for e in least..=most {
                    // Large coefficients make long rows, which may bring a new state for each of their entries.
                    if width > 4096 && next.len().is_multiple_of(1024) {
                        budget.check(states.len(), next.len() * 4 + states.len() * (16 * d + 48))?;
                    }
                    let fits = numeration.push(phase, &v, e, &mut pushed);
                    fits.ok_or(Limit::States(budget.states()))?;
                    let id = intern(to, pushed.clone().into_boxed_slice(), &mut states, &mut output);
                    next.push(id);
                }
            }
        }
        current += 1;
    }
    Ok(Linear { least, width, starts, next, output, outputs })
}

/// Decides, exactly or not at all, whether a residual can only end above (or below) all thresholds.
pub(super) struct Signs<'a> {
    numeration: &'a Numeration,
    negative: i128,
    positive: i128,
    above: i128,
    below: i128,
    weights: Vec<i128>,
}

impl<'a> Signs<'a> {
    pub(super) fn new(numeration: &'a Numeration, negative: i64, positive: i64, thresholds: &[i64]) -> Self {
        let scale = i128::from(numeration.scale());
        let (negative, positive) = (i128::from(negative), i128::from(positive));
        let most = i128::from(thresholds.last().copied().unwrap_or(0));
        let least = i128::from(thresholds.first().copied().unwrap_or(0));
        Signs {
            numeration,
            negative,
            positive,
            // Thresholds and sums are 64 bits wide, a scale at most 20.
            above: (most - negative) * scale,
            below: (-least - positive) * scale,
            weights: numeration.scaled_weights(40 * (numeration.phases() * numeration.rule().steps()).max(2)),
        }
    }

    /// `Some(true)`: above, `Some(false)`: below, `None`: open.
    fn resolved(&self, phase: usize, v: &[i64]) -> Option<bool> {
        if self.exceeds(phase, v, 1, self.negative, self.above) {
            Some(true)
        } else if self.exceeds(phase, v, -1, self.positive, self.below) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether `sign · V_i − factor · U_i > bound` for every `i ≥ 0` of the phase.
    pub(super) fn exceeds(&self, phase: usize, v: &[i64], sign: i128, factor: i128, bound: i128) -> bool {
        let (phases, steps) = (self.numeration.phases(), self.numeration.rule().steps());
        (0..steps).all(|step| self.exceeds_from(phase + step * phases, v, sign, factor, bound))
    }

    /// The same for every `i` that is reached from the first in the steps of the rule.
    fn exceeds_from(&self, first: usize, v: &[i64], sign: i128, factor: i128, bound: i128) -> bool {
        let (d, place) = (self.numeration.dim(), self.numeration.place());
        let rule = self.numeration.rule();
        let mut before: Option<i128> = None;
        let mut run = 0;
        let mut i = first;
        while i + d - 1 < self.weights.len() {
            let at = i + d - 1;
            let term = |j: usize| i128::from(v[j]).checked_mul(self.weights[at - j])?.checked_mul(sign);
            let start = factor.checked_neg().and_then(|f| f.checked_mul(self.weights[at - place]));
            let w =
                (0..d).try_fold(start, |sum, j| Some(sum.zip(term(j)).and_then(|(a, b)| a.checked_add(b))));
            // What does not fit is not shown.
            let Some(w) = w.flatten().filter(|&w| w > bound) else { return false };
            let steady = w >= 0 && (rule.may_decrease() || before.is_none_or(|b| w >= b));
            run = match (steady, w >= 0) {
                (true, _) => run + 1,
                (false, true) => 1,
                (false, false) => 0,
            };
            if run >= d {
                return true;
            }
            before = Some(w);
            i += self.numeration.phases() * rule.steps();
        }
        false
    }
}
