//! The checker's own decision about Beatty sequences: is a number of the form `⌊n·ρ⌋` with `n ≥ 1`?
//!
//! The planner builds these sets with elements of the quadratic field, reads from the least digit and reverses. Here it is
//! done with integers, by a theorem of Ostrowski (1922) about one number `α` of the numeration, to which every `ρ` of its field is
//! reduced by linear inequalities.
//!
//! **The theorem.** Let `X_i = a_i X_{i-1} + X_{i-2}` be the recurrence of the weights `U_i`, and `P_i` the solution that begins with
//! `P_0 = 0, P_{-1} = 1` if `U_{-1} = 0`, and with `P_0 = 1, P_{-1} = 0` if `U_{-1} = 1` (the numeration without its useless last
//! digit, see [`numeration`](wythoff_automata::numeration)). Let `α = lim P_i/U_i`, an irrational between 0 and 1, and
//! `δ_i = α·U_i − P_i`, which satisfies the recurrence, tends to 0 and so alternates in sign. For `m = Σ d_i U_i` in valid digits let
//! `S = Σ d_i P_i`. Then `m·α − S = Σ d_i δ_i`. A digit `d_i` is at most `a_{i+1}`, and `a_{i+1} δ_i = δ_{i+1} − δ_{i-1}`; so the largest
//! digits in every other place from `i` on sum to `−δ_{i-1}`. Hence the sum is between `−α` and `1 − α` (the last digit of the
//! first kind of numeration is at most `a_1 − 1`, that of the second kind begins one place later). And if `d_i` is the last digit
//! that is not 0, the sum has the sign of `δ_i`: the terms of the other sign could reach `−δ_i` only with the largest
//! digit in the place above, after which a valid word has a 0. Therefore `⌊mα⌋ = S − o`, where `o` is 1 if that `δ_i` is negative, else 0;
//! and which it is depends on the number of zeros at the end being even or odd.
//!
//! **The reduction.** Let `ρ = (a + b·α)/c > 0` with integers, `c > 0`, `β = |b|`, and `m = β·n`. Then `T = ⌊nρ⌋` means `cT ≤ ⌊an + bnα⌋ ≤
//! cT + c − 1`. For `b > 0` the floor is `an + ⌊mα⌋`, for `b < 0` it is `an − ⌊mα⌋ − 1` since `mα` is not an integer. Times `β`:
//!
//! ```text
//! 0 ≤ Σ d_i (a U_i + b P_i) − βc·T − b·o − (β if b < 0) ≤ β(c − 1)      for some m = Σ d_i U_i > 0 divisible by β
//! ```
//!
//! `T` is a linear form plus a constant. The digits of `m` are guessed while those of the form's variables are read, and sets of what
//! may have been guessed are followed. A guess is kept as the sum read so far: with `i` digits left it is some `Z_i`; as a function of
//! `i` within one phase this satisfies a recurrence of order two, so it is known by its first two values.

use dashu_int::ops::{Gcd, SquareRootRem};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::Undecided;
use wythoff_automata::linear::Linear;
use wythoff_automata::numeration::{DEAD, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_number::{Quadratic, Real};

/// Weights above this are not worked with.
const LARGE: i128 = 1 << 62;

/// A table over the combinations of digits of a form.
pub(super) struct Member {
    least: i64,
    width: usize,
    starts: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u16>,
}

impl Member {
    pub(super) fn parts(&self) -> (i64, usize, &[u32], &[u32], &[u16]) {
        (self.least, self.width, &self.starts, &self.next, &self.output)
    }
}

/// The automaton that says (output 1) whether a form plus a constant is in the Beatty sequence of `real`. The negative
/// coefficients of the form sum to `-negative`, the others to `positive`.
pub(super) fn member(
    numeration: &Numeration,
    (negative, positive): (i64, i64),
    constant: i64,
    real: &Real,
    budget: &Budget,
) -> Result<Member, Undecided> {
    let no = |why: &'static str| Undecided::Beatty(real.to_string(), why);
    let rho = real.as_quadratic().ok_or(no("the number is not a quadratic irrational"))?;
    let guess = Guess::new(numeration, rho, (negative, positive), constant, budget)?;
    guess.map_err(no)?.determinised(budget)
}

/// What has been guessed of `m`: the sum of what was read, as its values with the fewest digits left and with one period more;
/// the state of the remainder of `m`; the state of validity; and whether the last digit that is not 0 is followed by an even
/// number of zeros (1) or an odd number (2), or there is none (0).
type State = ([i64; 2], u32, u32, u8);

struct Guess<'n> {
    numeration: &'n Numeration,
    /// `Z_{i + 2p} = trace · Z_{i + p} + sign · Z_i`.
    trace: i128,
    sign: i128,
    /// `U_i` and `a U_i + b P_i` for `0 ≤ i < 2·phases`.
    weights: Vec<(i128, i128)>,
    remainder: Linear,
    b: i128,
    beta: i128,
    c: i128,
    /// Whether a negative `δ` belongs to an odd number of zeros at the end, rather than an even one.
    odd: bool,
    constant: i128,
    /// The sums of negative and of positive coefficients of the form.
    sums: (i64, i64),
    /// At least `c·ρ`.
    slope: i128,
}

impl<'n> Guess<'n> {
    /// Prepares the construction; the inner error says why it is impossible.
    fn new(
        numeration: &'n Numeration,
        rho: &Quadratic,
        sums: (i64, i64),
        constant: i64,
        budget: &Budget,
    ) -> Result<Result<Self, &'static str>, Limit> {
        const FIELD: &str = "the number is not in the numeration's field";
        const TOO_LARGE: &str = "the numbers in it are too large";
        if !matches!(numeration.system(), System::Ostrowski { .. }) {
            return Ok(Err(FIELD));
        }
        let p = numeration.phases();
        let dropped = numeration.end(&[0, 1]);
        // Both solutions for i = -1, 0, …, 2p - 1.
        let (mut u, mut s) = (vec![dropped, 1], vec![1 - dropped, dropped]);
        for i in 1..2 * p {
            let quotient = i128::from(numeration.coefficients(i % p)[0]);
            for list in [&mut u, &mut s] {
                let next = list[i].checked_mul(quotient).and_then(|v| v.checked_add(list[i - 1]));
                let Some(next) = next.filter(|&v| v < LARGE) else { return Ok(Err(TOO_LARGE)) };
                list.push(next);
            }
        }
        let Some([a, b, c]) = coordinates(rho, numeration) else { return Ok(Err(FIELD)) };
        let small = |n: &IBig| i128::try_from(n).ok().filter(|v| v.abs() < 1 << 20);
        let (Some(a), Some(b), Some(c)) = (small(&a), small(&b), small(&c)) else {
            return Ok(Err(TOO_LARGE));
        };
        let weights = (1..=2 * p).map(|i| (u[i], a * u[i] + b * s[i])).collect();
        let beta = b.abs();
        let [trace, sign] = [0, 1].map(|i| i128::from(numeration.subsampled()[i]));
        Ok(Ok(Guess {
            numeration,
            trace,
            sign,
            weights,
            remainder: Linear::remainder(numeration, 0, 1, beta as i64, budget)?,
            b,
            beta,
            c,
            odd: dropped == 0,
            constant: constant.into(),
            sums,
            slope: a.abs() + beta,
        }))
    }

    /// Where a guess leads when the form's digits are worth `e`.
    fn follow(&self, phase: usize, state: &State, e: i64, found: &mut Vec<State>) -> Option<()> {
        let &([near, far], rest, valid, end) = state;
        let p = self.numeration.phases();
        let to = self.numeration.next_phase(phase);
        let (near, far) = (i128::from(near), i128::from(far));
        // With one digit less left, the values that count are those at `to` and `to + p`, which were at one more.
        let (z0, z1) = if phase == 0 {
            (far, self.trace.checked_mul(far)?.checked_add(self.sign.checked_mul(near)?)?)
        } else {
            (near, far)
        };
        let form = self.beta * self.c * i128::from(e);
        let (_, width, _, next, _) = self.remainder.parts();
        for digit in 0..self.numeration.digit_count() {
            let valid = self.numeration.valid_step(valid, digit);
            if valid == DEAD {
                continue;
            }
            let value = |z: i128, i: usize| {
                let (u, w) = self.weights[i];
                let moved = w.checked_mul(digit.into())?.checked_sub(form.checked_mul(u)?)?;
                i64::try_from(z.checked_add(moved)?).ok()
            };
            let z = [value(z0, to)?, value(z1, to + p)?];
            let rest = next[rest as usize * width + digit as usize];
            let end = match (digit, end) {
                (0, 0) => 0,
                (0, end) => 3 - end,
                _ => 1,
            };
            if !self.is_hopeless(to, z)? {
                found.push((z, rest, valid, end));
            }
        }
        Some(())
    }

    /// Whether the sum cannot come back into its range, however many digits are left. The rest of `m` adds at least `−β` and
    /// at most `β + cρ·(U_i − 1)`, the rest of the form between `−positive` and `negative` times `βc·(U_i − 1)`.
    fn is_hopeless(&self, phase: usize, z: [i64; 2]) -> Option<bool> {
        let factor = self.beta * self.c;
        // The end must be between these, whatever `o` is.
        let shift = factor.checked_mul(self.constant)?;
        let (low, high) = (shift - self.beta, shift + factor + 2 * self.beta);
        let up = factor * i128::from(self.sums.1);
        let down = factor * i128::from(self.sums.0) + self.slope;
        Some(
            self.stays_above(phase, z, 1, up, high + self.beta)?
                || self.stays_above(phase, z, -1, down, self.beta - low)?,
        )
    }

    /// Whether `sign · Z_i − factor · U_i > bound` for all `i` of the phase. The sequence satisfies the recurrence. If two
    /// neighbours are not negative, and ascending where the recurrence subtracts, it does not fall below them from there on.
    fn stays_above(&self, phase: usize, z: [i64; 2], sign: i128, factor: i128, bound: i128) -> Option<bool> {
        let p = self.numeration.phases();
        let term =
            |z: i64, i: usize| (sign * i128::from(z)).checked_sub(factor.checked_mul(self.weights[i].0)?);
        let (mut one, mut two) = (term(z[0], phase)?, term(z[1], phase + p)?);
        for _ in 0..40 {
            if one <= bound || two <= bound {
                return Some(false);
            }
            if one >= 0 && two >= 0 && (self.sign > 0 || two >= one) {
                return Some(true);
            }
            let next = self.trace.checked_mul(two).zip(self.sign.checked_mul(one));
            let Some(next) = next.and_then(|(a, b)| a.checked_add(b)) else { return Some(false) };
            (one, two) = (two, next);
        }
        Some(false)
    }

    /// Whether a guess that ends here is right.
    fn accepts(&self, &([z, _], rest, valid, end): &State) -> bool {
        let (.., output) = self.remainder.parts();
        let negative = end == if self.odd { 2 } else { 1 };
        let o = if negative { self.b } else { 0 };
        let below = if self.b < 0 { self.beta } else { 0 };
        let sum = i128::from(z) - self.beta * self.c * self.constant - o - below;
        let divisible = output[rest as usize] == 0;
        end != 0
            && divisible
            && self.numeration.valid_accepts(valid)
            && (0..=self.beta * (self.c - 1)).contains(&sum)
    }

    /// Follows all guesses at once: the checker's own determinisation, apart from the others because what it follows must
    /// not come from them.
    fn determinised(&self, budget: &Budget) -> Result<Member, Undecided> {
        let too_large = || Undecided::Limit(Limit::States(budget.states()));
        let top = i64::from(self.numeration.digit_count()) - 1;
        let bound = |sum: i64| sum.checked_mul(top).filter(|&e| e < 1 << 20);
        let (Some(low), Some(most)) = (bound(self.sums.0), bound(self.sums.1)) else {
            return Err(too_large());
        };
        let least = -low;
        let mut sets: Vec<(usize, Box<[State]>)> = vec![];
        let mut ids: FxHashMap<(usize, Box<[State]>), u32> = FxHashMap::default();
        let mut output: Vec<u16> = vec![];
        let mut intern = |phase: usize, mut set: Vec<State>, sets: &mut Vec<(usize, Box<[State]>)>| -> u32 {
            set.sort_unstable();
            set.dedup();
            let fresh = sets.len() as u32;
            *ids.entry((phase, set.into_boxed_slice())).or_insert_with_key(|key| {
                output.push(u16::from(phase == 0 && key.1.iter().any(|s| self.accepts(s))));
                sets.push(key.clone());
                fresh
            })
        };
        let mut starts = vec![];
        for (phase, set) in self.openings(budget)?.into_iter().enumerate() {
            starts.push(intern(phase, set, &mut sets));
        }
        let (mut next, mut held, mut at) = (vec![], 0, 0);
        while at < sets.len() {
            let (phase, set) = sets[at].clone();
            held += set.len() * 2 * size_of::<State>() + 128;
            budget.check(sets.len(), held + next.len() * 4)?;
            for e in least..=most {
                let mut found = vec![];
                for state in &set {
                    self.follow(phase, state, e, &mut found).ok_or_else(too_large)?;
                }
                next.push(intern(self.numeration.next_phase(phase), found, &mut sets));
            }
            at += 1;
        }
        let width = (most - least + 1) as usize;
        Ok(Member { least, width, starts, next, output })
    }

    /// What may have been guessed before the first digit of the form's variables: `m` may be longer than they are.
    fn openings(&self, budget: &Budget) -> Result<Vec<Vec<State>>, Undecided> {
        let phases = self.numeration.phases();
        let (_, _, rests, ..) = self.remainder.parts();
        let mut open: Vec<Vec<State>> = (0..phases)
            .map(|phase| vec![([0, 0], rests[phase], self.numeration.valid_start(phase), 0)])
            .collect();
        let mut queue: Vec<(usize, State)> = (0..phases).map(|phase| (phase, open[phase][0])).collect();
        while let Some((phase, state)) = queue.pop() {
            budget.check(open.iter().map(Vec::len).sum(), 0)?;
            let mut found = vec![];
            self.follow(phase, &state, 0, &mut found).ok_or(Limit::States(budget.states()))?;
            let to = self.numeration.next_phase(phase);
            for state in found {
                if !open[to].contains(&state) {
                    open[to].push(state);
                    queue.push((to, state));
                }
            }
        }
        Ok(open)
    }
}

/// `a, b, c` with `ρ = (a + b·α)/c`, `c > 0`, `b ≠ 0`, without common factor; `None` if `ρ` is not in the field.
fn coordinates(rho: &Quadratic, numeration: &Numeration) -> Option<[IBig; 3]> {
    let p = numeration.phases();
    let dropped = numeration.end(&[0, 1]) == 1;
    // θ = [0; a_1, a_2, …] satisfies θ = (m00·θ + m01)/(m10·θ + m11) for the product of the matrices (0 1; 1 a_i).
    let mut m = [[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]];
    for i in 1..=p {
        let quotient = IBig::from(numeration.coefficients(i % p)[0]);
        m = m.map(|[left, right]| [right.clone(), left + quotient.clone() * right]);
    }
    // m10·θ² + (m11 − m00)·θ − m01 = 0, and θ is its positive root (−e + √D)/(2·m10).
    let e = &m[1][1] - &m[0][0];
    let d = &e * &e + IBig::from(4) * &m[1][0] * &m[0][1];
    let product = UBig::try_from(d.clone()).ok()? * rho.d();
    let (root, rest) = product.sqrt_rem();
    if rest != UBig::ZERO {
        return None;
    }
    // ρ = (p + q√d)/r with √d = root·√D/D: ρ = (p·D + q·root·√D)/(r·D) =: (g + h√D)/k.
    let (g, h, k) = (rho.p() * &d, rho.q() * IBig::from(root), IBig::from(rho.r().clone()) * &d);
    let (a, b, c) = if dropped {
        // α = 1/(1 + θ) = 2·m10/(2·m10 − e + √D); times the conjugate: α = 2·m10·(w − √D)/(w² − D), w = 2·m10 − e.
        let two = IBig::from(2) * &m[1][0];
        let w = &two - &e;
        let norm = &w * &w - &d;
        // √D = w − α·norm/two.
        (two.clone() * (&g + &h * w), -(&h * norm), two * &k)
    } else {
        // √D = 2·m10·α + e.
        (&g + &h * &e, IBig::from(2) * &m[1][0] * &h, k)
    };
    let common = IBig::from((&a).gcd(&b));
    let common = IBig::from((&common).gcd(&c));
    let common = if c < IBig::ZERO { -common } else { common };
    Some([a / &common, b / &common, c / common])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against floors of the number itself, for forms with signs and constants, in numerations of both kinds and of longer
    /// periods; numbers below 1 have 0 in their sequence.
    #[test]
    fn membership_is_what_floors_say() {
        let budget = Budget::default();
        let cases: [(&[u32], [i64; 4]); 14] = [
            (&[1], [1, 1, 5, 2]),
            (&[1], [3, 1, 5, 2]),
            (&[1], [-1, 1, 5, 2]),
            (&[1], [5, -1, 5, 2]),
            (&[1], [7, 2, 5, 3]),
            (&[2], [1, 1, 2, 1]),
            (&[2], [0, 1, 2, 2]),
            (&[2], [4, -1, 2, 3]),
            (&[3], [3, 1, 13, 2]),
            (&[1, 2], [0, 1, 3, 1]),
            (&[2, 1], [1, 1, 3, 1]),
            (&[2, 1], [5, -2, 3, 2]),
            (&[1, 1, 1, 4], [0, 1, 7, 1]),
            (&[4, 1, 1, 1], [3, 1, 7, 2]),
        ];
        for (period, [p, q, d, r]) in cases {
            let numeration = Numeration::new(System::ostrowski(period)).expect("a numeration");
            let rho = Quadratic::new(p, q, d as u64, r).expect("irrational");
            let real = Real::from(&rho);
            let mut sequence = vec![];
            for n in 1u32.. {
                let term = rho.floor_mul(&n.into());
                if term > IBig::from(400) {
                    break;
                }
                sequence.push(term);
            }
            // Long periods and many variables make large automata; the short ones show every kind of form.
            let forms = [(&[1][..], 0), (&[1][..], 3), (&[2, -1][..], 0), (&[-3, 1][..], 1)];
            for (form, constant) in forms.into_iter().take(if period.len() > 1 { 2 } else { 4 }) {
                let sums = wythoff_automata::linear::sums(form);
                let table = member(&numeration, sums, constant, &real, &budget).expect("regular");
                for x in 0..40u32 {
                    for y in (0..40u32).take(if form.len() == 1 { 1 } else { 40 }) {
                        let numbers = [x * 3, y];
                        let value: i64 =
                            form.iter().zip(numbers).map(|(k, n)| k * i64::from(n)).sum::<i64>() + constant;
                        let found = run(&table, &numeration, form, &numbers[..form.len()]);
                        assert_eq!(
                            found,
                            sequence.contains(&value.into()),
                            "{rho} {period:?} {form:?}+{constant} {numbers:?}"
                        );
                    }
                }
            }
        }
    }

    fn run(table: &Member, numeration: &Numeration, form: &[i64], numbers: &[u32]) -> bool {
        let words: Vec<Vec<u32>> = numbers.iter().map(|&n| numeration.digits(&n.into())).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = table.starts[length % numeration.phases()];
        for i in 0..length {
            let digit = |w: &Vec<u32>| (i + w.len()).checked_sub(length).map_or(0, |at| i64::from(w[at]));
            let e: i64 = form.iter().zip(&words).map(|(k, w)| k * digit(w)).sum();
            state = table.next[state as usize * table.width + (e - table.least) as usize];
        }
        table.output[state as usize] == 1
    }

    #[test]
    fn what_is_not_in_the_field_is_said_to_be_so() {
        let fib = Numeration::new(System::fibonacci()).expect("a numeration");
        let root = Real::from(&Quadratic::new(0, 1, 2u8, 1).expect("irrational"));
        let found = member(&fib, (0, 1), 0, &root, &Budget::default());
        assert!(matches!(found, Err(Undecided::Beatty(..))));
    }
}
