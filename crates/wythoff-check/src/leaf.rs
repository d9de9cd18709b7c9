//! Questions about a linear form of some numbers, and the automata that answer them while digits are read.
//!
//! Comparisons and remainders come from [`Linear`]; Beatty sequences from [`beatty`](super::beatty),
//! and loaded sets from [`regular`](super::regular). Each is a table over the
//! combinations `e = Σ k_i d_i` of the digits that are read at once.

use super::Undecided;
use super::beatty;
use super::regular;
use super::table::{live, refine};
use std::sync::Arc;
use wythoff_automata::linear::{Linear, sums};
use wythoff_automata::numeration::Numeration;
use wythoff_budget::{Budget, Limit};
use wythoff_number::Real;
use wythoff_rules::regular::RegularSet;

/// A question about a form `Σ k·variable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Compared with numbers, ascending: output `2j + 1` is "equal to number `j`".
    Compare(Vec<i64>, Vec<i64>),
    /// The remainder on division by a modulus.
    Remainder(Vec<i64>, i64),
    /// Whether the form plus a constant is in a Beatty sequence.
    Beatty(Vec<i64>, i64, Real),
    /// Whether forms, each plus a constant, are a member of a loaded set.
    Regular(Vec<(Vec<i64>, i64)>, Arc<RegularSet>),
}

/// The automaton of a question.
pub(crate) struct Leaf {
    form: Vec<i64>,
    least: i64,
    width: usize,
    starts: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u16>,
}

/// For a state: the output can still end outside a set, or inside it, and it is inside if the word ends here.
pub(crate) const CAN_FAIL: u8 = 1;
/// See [`CAN_FAIL`].
pub(crate) const CAN_HOLD: u8 = 2;
/// See [`CAN_FAIL`].
pub(crate) const HOLDS: u8 = 4;

impl Leaf {
    pub(super) fn new(
        question: &Question,
        numeration: &Numeration,
        budget: &Budget,
    ) -> Result<Leaf, Undecided> {
        match question {
            Question::Compare(form, numbers) => {
                let (negative, positive) = sums(form);
                let linear = Linear::compare(numeration, negative, positive, numbers, budget)?;
                Ok(Leaf::merged(form, linear.parts(), budget)?)
            }
            Question::Remainder(form, modulus) => {
                let (negative, positive) = sums(form);
                let linear = Linear::remainder(numeration, negative, positive, *modulus, budget)?;
                Ok(Leaf::merged(form, linear.parts(), budget)?)
            }
            Question::Beatty(form, constant, real) => {
                let table = beatty::member(numeration, sums(form), *constant, real, budget)?;
                Ok(Leaf::merged(form, table.parts(), budget)?)
            }
            Question::Regular(forms, set) => {
                let table = regular::member(numeration, forms, set, budget)?;
                Ok(Leaf::merged(&table.form, table.parts(), budget)?)
            }
        }
    }

    /// From a table, with states merged that no word tells apart.
    fn merged(
        form: &[i64],
        (least, width, starts, next, output): (i64, usize, &[u32], &[u32], &[u16]),
        budget: &Budget,
    ) -> Result<Leaf, Limit> {
        let class = refine(next, width, output.iter().map(|&o| u32::from(o)).collect(), budget)?;
        let count = class.iter().max().map_or(0, |&c| c as usize + 1);
        let mut merged = Leaf {
            form: form.to_vec(),
            least,
            width,
            starts: starts.iter().map(|&s| class[s as usize]).collect(),
            next: vec![0; count * width],
            output: vec![0; count],
        };
        for (state, &c) in class.iter().enumerate() {
            merged.output[c as usize] = output[state];
            for e in 0..width {
                merged.next[c as usize * width + e] = class[next[state * width + e] as usize];
            }
        }
        Ok(merged)
    }

    pub(crate) fn start(&self, phase: usize) -> u32 {
        self.starts[phase]
    }

    /// The state after one digit of each number.
    pub(crate) fn step(&self, state: u32, digits: &[u32]) -> u32 {
        self.step_by(state, self.combine(0, digits))
    }

    /// What the digits of some of the numbers, from the `first` on, contribute to a step.
    pub(super) fn combine(&self, first: usize, digits: &[u32]) -> i64 {
        self.form[first..].iter().zip(digits).map(|(k, &d)| k * i64::from(d)).sum()
    }

    /// The state after digits that contribute so much together.
    pub(super) fn step_by(&self, state: u32, e: i64) -> u32 {
        self.next[state as usize * self.width + (e - self.least) as usize]
    }

    /// For each state, what can be said about the output being in a set. Ends in any phase are considered, which only makes
    /// fewer states certain.
    pub(super) fn verdicts(&self, set: &[bool]) -> Vec<u8> {
        let inside: Vec<bool> =
            self.output.iter().map(|&o| set.get(usize::from(o)).copied().unwrap_or(false)).collect();
        let can_hold = live(&self.next, self.width, inside.clone());
        let can_fail = live(&self.next, self.width, inside.iter().map(|i| !i).collect());
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        (0..inside.len())
            .map(|s| flag(can_fail[s], CAN_FAIL) | flag(can_hold[s], CAN_HOLD) | flag(inside[s], HOLDS))
            .collect()
    }
}
