//! Where to look: the chain of estimated indices from a huge index down to a small one.
//!
//! With `μ = m/p` the terms grow like `A_k ≈ (1 + t)k` and `B_k ≈ (1 + 1/t)k`, where `t² + μt = 1`, `0 < t < 1`. The `A`'s
//! near index `k` lie between `B`'s of index near `tk`, so the chain is `c_ℓ = t^ℓ·c_0`. It is walked from its small end:
//! `c_{ℓ−1} = c_{ℓ+1} + μ·c_ℓ`, a recurrence whose other solution dies out, so short multiplications and divisions
//! keep all the precision that was put in at the start. Nothing here has to be right: a wrong estimate is found
//! out by the windows.

use dashu_int::ops::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::window::Step;

/// Bits kept beyond those that the rounding errors can reach.
const GUARD: usize = 64;

/// The binary places of [`Centres::deviation`]; fewer than [`GUARD`].
pub(super) const FRACTION: usize = 60;

/// How far a fixed-point number may outgrow what it needs before it is shortened.
const SLACK: usize = 512;

/// `⌊t·2^bits⌋`.
pub(super) fn ratio(step: Step, bits: usize) -> UBig {
    let (p, m) = (UBig::from(step.p), UBig::from(step.m));
    let square = &m * &m + &p * &p * 4u8;
    ((square << (2 * bits)).sqrt() - (m << bits)) / (p * 2u8)
}

/// The chain, as seen from the level it has been walked to.
pub(super) struct Centres {
    /// `c_ℓ·2^scale` and `c_{ℓ+1}·2^scale`.
    now: UBig,
    below: UBig,
    scale: usize,
    /// The size at which `now` has more precision than the end of the chain can use.
    enough: usize,
    levels: u64,
    step: Step,
}

impl Centres {
    /// The chain that ends at `target`, at its lower end: the first `c_ℓ ≤ small`.
    pub(super) fn new(step: Step, target: &UBig, small: u64) -> Centres {
        let enough = target.bit_len() + GUARD;
        let bits = 2 * enough;
        let small = UBig::from(small);
        let shrink = |value: &UBig, power: &UBig| (value * power) >> bits;
        let mut now = target << enough;
        let bound = (small + 1u8) << enough;
        let mut levels = 0;
        let t = ratio(step, bits);
        if now >= bound {
            // Greedily the largest number of levels that leaves more than `small`, by the powers t^(2^i); then one more.
            let mut powers = vec![t.clone()];
            while let Some(last) = powers.last() {
                if shrink(&now, last) < bound {
                    break;
                }
                powers.push(shrink(last, last));
            }
            for (i, power) in powers.iter().enumerate().rev() {
                let lower = shrink(&now, power);
                if lower >= bound {
                    now = lower;
                    levels += 1 << i;
                }
            }
            now = shrink(&now, &t);
            levels += 1;
        }
        let below = shrink(&now, &t);
        Centres { now, below, scale: enough, enough, levels, step }
    }

    /// How many levels there are above this one.
    pub(super) fn levels(&self) -> u64 {
        self.levels
    }

    /// Goes up `count` levels at once. The entries of the matrix, at most `(p/t)^count`, must fit 128 bits.
    pub(super) fn rise(&mut self, count: u64) {
        let (p, m) = (u128::from(self.step.p), u128::from(self.step.m));
        // now' = (m·now + p·below)/p, below' = now.
        let (mut now, mut below, mut denominator) = ([1, 0], [0, 1], 1u128);
        for _ in 0..count {
            (now, below) = ([0, 1].map(|i| m * now[i] + p * below[i]), now.map(|entry| p * entry));
            denominator *= p;
        }
        let combine = |row: [u128; 2]| (&self.now * row[0] + &self.below * row[1]) / denominator;
        (self.now, self.below) = (combine(now), combine(below));
        self.levels -= count;
        let surplus = self.now.bit_len().saturating_sub(self.enough + GUARD).min(self.scale);
        if surplus > SLACK {
            self.now >>= surplus;
            self.below >>= surplus;
            self.scale -= surplus;
        }
    }

    /// `⌊c_ℓ⌋`.
    #[cfg(test)]
    pub(super) fn centre(&self) -> UBig {
        &self.now >> self.scale
    }

    /// `k − c_ℓ` and `a − (1 + t)c_ℓ` for a term `a = A_k`, in units of `2^−FRACTION`; `None` if they are not small.
    pub(super) fn deviation(&self, k: &IBig, a: &IBig) -> Option<(i128, i128)> {
        let from = |value: &IBig, ideal: UBig| {
            i128::try_from(((value << self.scale) - IBig::from(ideal)) >> (self.scale - FRACTION)).ok()
        };
        // c_ℓ + c_{ℓ+1} = (1 + t)c_ℓ.
        Some((from(k, self.now.clone())?, from(a, &self.now + &self.below)?))
    }
}
