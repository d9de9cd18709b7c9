//! The automaton of a linear form: reads `Σ c_i x_i` digit by digit and says how it compares with thresholds, or its
//! remainder.
//!
//! One construction serves all linear relations. After some digits of all the `x_i` have been read, what matters is one
//! vector `v` of integers, the *residual*: if `i` digits are left, the digits read so far are worth `Σ_j v_j U_{i-j}`.
//! A step is the recurrence, plus the combination `e = Σ c_i d_i` of the digits just read; so the automaton reads numbers
//! `e` and does not care how many variables there are.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::automaton::{Linear, Numeration, System};
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
//! `V_i − C⁻(U_i − 1)` and `V_i + C⁺(U_i − 1)`, where `V_i = Σ v_j U_{i-j}` and `C⁻`, `C⁺` are the sums of the negative and positive
//! coefficients. A residual is *resolved* (above all thresholds, or below) only if this has been shown for **every** `i ≥ 0`
//! of its phase: the sequence `w_i = V_i − C⁻ U_i` satisfies the recurrence `γ` along the phase; it is computed exactly until
//! `dim` consecutive terms are at least zero and above the bound and, where `γ` has negative coefficients, do not decrease. From
//! there it stays so: if all `γ_j ≥ 0` and `Σ γ_j ≥ 1` because each term is at least the least of the `dim` before;
//! if `γ_1 − Σ|negative γ_j| ≥ 1` because each term is at least the one before. ([`Numeration::new`] accepts no other
//! recurrence.) What cannot be shown is kept, which is always sound. That few vectors are kept is the Pisot property: residuals
//! contract in the other directions. For a base that is not Pisot the state limit ends the construction.

use rustc_hash::FxHashMap;

use super::dfa::Dfa;
use super::numeration::{DEAD, Numeration};
use crate::budget::{Budget, Limit};

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
        let top = i64::from(numeration.digit_count()) - 1;
        if thresholds.len() > 10_000 {
            return Err(Limit::States(budget.states()));
        }
        let (least, most) = (-negative * top, positive * top);
        let signs = Signs::new(numeration, negative, positive, thresholds);
        let outputs = 2 * thresholds.len() as u16 + 1;
        let classify = |v: &[i64]| {
            let value = i128::from(numeration.end(v));
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
        let top = i64::from(numeration.digit_count()) - 1;
        let scale = numeration.scale();
        let ring = modulus.saturating_mul(scale);
        if modulus > i64::from(u16::MAX) || ring > 1 << 30 {
            return Err(Limit::States(budget.states()));
        }
        explore(numeration, -negative * top, positive * top, budget, modulus as u16, |phase, v| {
            for x in v.iter_mut() {
                *x = x.rem_euclid(ring);
            }
            Seen::Open(if phase == 0 {
                (numeration.end(v).div_euclid(scale)).rem_euclid(modulus) as u16
            } else {
                0
            })
        })
    }

    /// Whether the form plus a constant is in a set of numbers, an automaton over one track: output 1 if so, else 0.
    ///
    /// Every number z of the set is followed at once, as the residual of the form minus z and the state of the set's automaton
    /// on z. The number may be longer than the variables, so the starts hold what can be read of it before them.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn member(
        numeration: &Numeration,
        (negative, positive): (i64, i64),
        constant: i64,
        set: &Dfa,
        budget: &Budget,
    ) -> Result<Linear, Limit> {
        type Pair = (Box<[i64]>, u32);
        let (d, phases, digits) =
            (numeration.dim(), numeration.phases(), i64::from(numeration.digit_count()));
        let (least, most) = (-negative * (digits - 1), positive * (digits - 1));
        let signs = Signs::new(numeration, negative + 1, positive, &[-constant]);
        // Where a pair leads when the form's digits are worth e.
        let follow = |phase: usize, (v, state): &Pair, e: i64, found: &mut Vec<Pair>| {
            let mut pushed = vec![0i64; d];
            for digit in 0..digits {
                let to = set.step(*state, digit as usize);
                if to == DEAD {
                    continue;
                }
                numeration.push(phase, v, e - digit, &mut pushed);
                if signs.resolved(numeration.next_phase(phase), &pushed).is_none() {
                    found.push((pushed.clone().into_boxed_slice(), to));
                }
            }
        };
        let zero = vec![0i64; d].into_boxed_slice();
        let mut open: Vec<Vec<Pair>> = (0..phases)
            .map(|phase| Some(set.starts()[phase]).filter(|&s| s != DEAD))
            .map(|start| start.map(|s| (zero.clone(), s)).into_iter().collect())
            .collect();
        let mut queue: Vec<(usize, Pair)> = open
            .iter()
            .enumerate()
            .flat_map(|(phase, list)| list.iter().map(move |p| (phase, p.clone())))
            .collect();
        while let Some((phase, pair)) = queue.pop() {
            budget.check(open.iter().map(Vec::len).sum(), 0)?;
            let mut found = vec![];
            follow(phase, &pair, 0, &mut found);
            let to = numeration.next_phase(phase);
            for pair in found {
                if !open[to].contains(&pair) {
                    open[to].push(pair.clone());
                    queue.push((to, pair));
                }
            }
        }
        let target = i128::from(-constant) * i128::from(numeration.scale());
        let accepts = |phase: usize, list: &[Pair]| {
            let ends = |(v, s): &Pair| i128::from(numeration.end(v)) == target && set.output(*s) != 0;
            u16::from(phase == 0 && list.iter().any(ends))
        };
        let width = usize::try_from(most - least + 1).unwrap_or(usize::MAX);
        // The empty list stays empty, whatever the phase.
        let key = |phase: usize, list: &[Pair]| if list.is_empty() { 0 } else { phase };
        let mut ids: FxHashMap<(usize, Vec<Pair>), u32> = FxHashMap::default();
        let mut lists: Vec<(usize, Vec<Pair>)> = vec![];
        let mut output = vec![];
        let mut intern = |phase: usize, list: Vec<Pair>, lists: &mut Vec<(usize, Vec<Pair>)>| -> u32 {
            let fresh = lists.len() as u32;
            *ids.entry((key(phase, &list), list)).or_insert_with_key(|(phase, list)| {
                output.push(accepts(*phase, list));
                lists.push((*phase, list.clone()));
                fresh
            })
        };
        let mut starts = vec![];
        for (phase, mut list) in open.into_iter().enumerate() {
            list.sort_unstable();
            starts.push(intern(phase, list, &mut lists));
        }
        let (mut next, mut held) = (vec![], 0);
        let mut at = 0;
        while at < lists.len() {
            let (phase, list) = lists[at].clone();
            held += list.len() * (16 * d + 64);
            budget.check(lists.len(), held + next.len() * 4)?;
            for e in least..=most {
                if next.len().is_multiple_of(1024) {
                    budget.check(lists.len(), held + next.len() * 4)?;
                }
                let mut found = vec![];
                list.iter().for_each(|pair| follow(phase, pair, e, &mut found));
                found.sort_unstable();
                found.dedup();
                next.push(intern(numeration.next_phase(phase), found, &mut lists));
            }
            at += 1;
        }
        Ok(merge(Linear { least, width, starts, next, output, outputs: 2 }, phases))
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.output.len()
    }

    /// Outputs are below this.
    #[must_use]
    pub fn outputs(&self) -> u16 {
        self.outputs
    }

    /// The output for a word of digit combinations, or `None` if one is out of range.
    #[must_use]
    pub fn run(&self, word: &[i64]) -> Option<u16> {
        let mut state = self.starts[word.len() % self.starts.len()];
        for &e in word {
            let index = usize::try_from(e - self.least).ok().filter(|&i| i < self.width)?;
            state = self.next[state as usize * self.width + index];
        }
        Some(self.output[state as usize])
    }

    pub(crate) fn parts(&self) -> (i64, usize, &[u32], &[u32], &[u16]) {
        (self.least, self.width, &self.starts, &self.next, &self.output)
    }
}

/// The sums of the negative (as a positive number) and of the positive coefficients.
pub(crate) fn sums(form: &[i64]) -> (i64, i64) {
    (-form.iter().filter(|c| **c < 0).sum::<i64>(), form.iter().filter(|c| **c > 0).sum())
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
                    numeration.push(phase, &v, e, &mut pushed);
                    let id = intern(to, pushed.clone().into_boxed_slice(), &mut states, &mut output);
                    next.push(id);
                }
            }
        }
        current += 1;
    }
    Ok(merge(Linear { least, width, starts, next, output, outputs }, phases))
}

/// Merges states that cannot be told apart (partition refinement on the table, exact).
fn merge(linear: Linear, phases: usize) -> Linear {
    let phase = if phases == 1 { vec![0; linear.output.len()] } else { phases_of(&linear, phases) };
    let class: Vec<u32> =
        linear.output.iter().zip(&phase).map(|(&o, &p)| u32::from(o) * (phases as u32 + 1) + p).collect();
    let class = super::minimize::refine(&linear.next, linear.width, class);
    let count = class.iter().max().map_or(0, |&m| m as usize + 1);
    let mut next = vec![0; count * linear.width];
    let mut output = vec![0; count];
    for (state, &c) in class.iter().enumerate() {
        let c = c as usize;
        output[c] = linear.output[state];
        for e in 0..linear.width {
            next[c * linear.width + e] = class[linear.next[state * linear.width + e] as usize];
        }
    }
    let starts = linear.starts.iter().map(|&s| class[s as usize]).collect();
    Linear { starts, next, output, ..linear }
}

/// The phase of each state; resolved states, which have none, get `phases`.
fn phases_of(linear: &Linear, phases: usize) -> Vec<u32> {
    let mut phase = vec![u32::MAX; linear.output.len()];
    let mut queue: Vec<u32> = vec![];
    for (state, phase) in phase.iter_mut().enumerate() {
        let row = &linear.next[state * linear.width..(state + 1) * linear.width];
        if row.iter().all(|&t| t as usize == state) {
            *phase = phases as u32;
        }
    }
    for (p, &start) in linear.starts.iter().enumerate() {
        if phase[start as usize] == u32::MAX {
            phase[start as usize] = p as u32;
            queue.push(start);
        }
    }
    while let Some(state) = queue.pop() {
        let p = phase[state as usize];
        let to = if p == 0 { phases as u32 - 1 } else { p - 1 };
        for &t in &linear.next[state as usize * linear.width..(state as usize + 1) * linear.width] {
            if phase[t as usize] == u32::MAX {
                phase[t as usize] = to;
                queue.push(t);
            }
        }
    }
    phase
}

/// Decides, exactly or not at all, whether a residual can only end above (or below) all thresholds.
pub(super) struct Signs<'a> {
    numeration: &'a Numeration,
    negative: i128,
    positive: i128,
    above: i128,
    below: i128,
    weights: Vec<i128>,
    nonnegative: bool,
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
            above: (most - negative) * scale,
            below: (-least - positive) * scale,
            weights: numeration.scaled_weights(40 * numeration.phases().max(2)),
            nonnegative: numeration.subsampled().iter().all(|&c| c >= 0),
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
        let d = self.numeration.dim();
        let mut before: Option<i128> = None;
        let mut run = 0;
        let mut i = phase;
        while i + d - 1 < self.weights.len() {
            let at = i + d - 1;
            let value: i128 = (0..d).map(|j| i128::from(v[j]) * self.weights[at - j]).sum();
            let w = sign * value - factor * self.weights[at];
            if w <= bound {
                return false;
            }
            let steady = w >= 0 && (self.nonnegative || before.is_none_or(|b| w >= b));
            run = match (steady, w >= 0) {
                (true, _) => run + 1,
                (false, true) => 1,
                (false, false) => 0,
            };
            if run >= d {
                return true;
            }
            before = Some(w);
            i += self.numeration.phases();
        }
        false
    }
}
