//! From window to window, many levels for each operation on big numbers.
//!
//! What a level does to the big numbers of a window is affine: with `u = −lo mod p`, `q = (lo + u)/p`,
//!
//! > `lo' = first + mq − lo + 1 + start`, `first' = first + mq + least`,
//!
//! where `start` and `least` come from the offsets alone (see [`fill`]). The offsets need of the big numbers only `lo mod p`
//! at each level, which residues modulo `p^s` provide for `s` levels; and the clip needs the distance from the estimated
//! centre, which obeys the same affine rule in small numbers. So the big numbers are touched once per batch of levels: two
//! rows of a small matrix times `(lo, first)`, divided by a power of `p` that is known to divide. This is Lehmer's trick for
//! the Euclidean algorithm; at a thousand digits it is worth a factor of ten.

use dashu_int::ops::DivRem;
use dashu_int::{IBig, UBig};

use super::centres::{Centres, FRACTION};
use super::window::{Clip, Step, Window, fill};

/// The largest power of `p`, and about the largest matrix entry, of a batch.
const WORD: u128 = 1 << 57;

/// A batch ends when a constant term exceeds this: 2^90, far above the usual and far below an overflow.
const CONSTANT: u128 = 1 << 90;

/// The exact window that has been climbed to.
pub(super) struct Climb {
    step: Step,
    lo: IBig,
    first: IBig,
    /// How many levels make a batch, and `p` to this power.
    batch: u64,
    modulus: i64,
    /// Whether the window begins with index 0.
    floor: bool,
    offsets: Vec<u64>,
    /// Room for the next offsets.
    spare: Vec<u64>,
}

/// `(x·lo + y·first + z) / p^i` for the `lo` and `first` at the beginning of a batch, `i` levels below.
#[derive(Clone, Copy)]
struct Affine {
    x: i64,
    y: i64,
    z: i128,
}

impl Affine {
    /// `s·self + t·other + z`, unless an entry gets too large.
    ///
    /// The constant cannot overflow: it is 0 at the first level of a batch, and a second level comes only if `p` and `m` are
    /// below 2^30; then `2·2^30·CONSTANT` and the new `z`, which is below `2^59·WORD`, leave room.
    fn combine(self, s: i64, other: Affine, t: i64, z: i128) -> Option<Affine> {
        let entry = |a: i64, b: i64| s.checked_mul(a)?.checked_add(t.checked_mul(b)?);
        let z = i128::from(s) * self.z + i128::from(t) * other.z + z;
        Some(Affine { x: entry(self.x, other.x)?, y: entry(self.y, other.y)?, z })
    }

    /// The value, if the division has no remainder, as it should.
    fn apply(self, lo: &IBig, first: &IBig, denominator: i64) -> Option<IBig> {
        let (quotient, rest) = (lo * self.x + first * self.y + self.z).div_rem(denominator);
        debug_assert_eq!(rest, 0, "p^i divides");
        (rest == 0).then_some(quotient)
    }
}

impl Climb {
    /// From this window on.
    pub(super) fn new(step: Step, window: Window) -> Climb {
        let Window { lo, first, offsets } = window;
        let floor = lo.is_zero();
        // The matrix of a level has the eigenvalues p/t and −pt. As many levels as keep (p/t)^i below WORD; one at least.
        let (p, m) = (u128::from(step.p), u128::from(step.m));
        let growth = ((m << 24) + ((m * m + 4 * p * p) << 48).isqrt()) / 2 + 1;
        let (mut batch, mut modulus, mut entry) = (1, p, growth);
        while entry * growth < WORD << 24 {
            entry = (entry * growth) >> 24;
            modulus *= p;
            batch += 1;
        }
        let (lo, first) = (lo.into(), first.into());
        Climb { step, lo, first, batch, modulus: modulus as i64, floor, offsets, spare: Vec::new() }
    }

    /// The window reached.
    pub(super) fn window(self) -> Option<Window> {
        let (lo, first) = (UBig::try_from(self.lo).ok()?, UBig::try_from(self.first).ok()?);
        Some(Window { lo, first, offsets: self.offsets })
    }

    /// Climbs a batch of levels, at least one, together with the centres; `radius` says how much of the window to keep,
    /// by the number of levels above it. `None` if nothing is left.
    pub(super) fn rise(&mut self, centres: &mut Centres, radius: impl Fn(u64) -> u64) -> Option<()> {
        let (p, m) = (self.step.p as i64, self.step.m as i64);
        let (wide_p, wide_m) = (i128::from(p), i128::from(m));
        let one = 1i128 << FRACTION;

        // Residues of `lo` and `first` modulo p^batch. They go through the same steps as the numbers themselves, without being
        // reduced again; after i levels they agree with them modulo p^(batch − i).
        let (mut lo, mut first) = (&self.lo % self.modulus, &self.first % self.modulus);
        let (mut to_lo, mut to_first) = (Affine { x: 1, y: 0, z: 0 }, Affine { x: 0, y: 1, z: 0 });
        let mut denominator = 1i64;
        let (mut k_off, mut a_off) = centres.deviation(&self.lo, &self.first)?;

        let mut done = 0;
        let count = self.batch.min(centres.levels());
        while done < count && to_lo.z.unsigned_abs() < CONSTANT && to_first.z.unsigned_abs() < CONSTANT {
            let u = (p - lo.rem_euclid(p)) % p;
            let power = i128::from(denominator);
            let constant = power * wide_m * i128::from(u);
            let next = to_lo
                .combine(m - p, to_first, p, constant + power * wide_p)
                .zip(to_lo.combine(m, to_first, p, constant));
            let Some((mut next_lo, mut next_first)) = next else { break };
            let base = (lo.checked_add(u)? / p).checked_mul(m)?.checked_add(first)?;

            // Where the first number above B_lo stands, relative to the next centre.
            let shared = a_off + (k_off + i128::from(u) * one) * wide_m / wide_p;
            let index_off = shared - k_off + one;
            let distance = i64::try_from(-index_off >> FRACTION).ok()?;
            let radius = i64::try_from(radius(centres.levels() - done - 1)).ok()?;
            let clip = Clip { from: distance.checked_sub(radius)?, to: distance.checked_add(radius)? };
            let phase = (p - 1 - u) as u64;
            let (start, least) =
                fill(self.step, phase, &mut self.offsets, self.floor, clip, &mut self.spare)?;
            std::mem::swap(&mut self.offsets, &mut self.spare);
            self.floor = start < 0;

            next_lo.z += power * wide_p * i128::from(start);
            next_first.z += power * wide_p * i128::from(least);
            (to_lo, to_first) = (next_lo, next_first);
            denominator *= p;
            lo = base.checked_sub(lo)?.checked_add(1 + start)?;
            first = base.checked_add_unsigned(least)?;
            (k_off, a_off) = (index_off + i128::from(start) * one, shared + i128::from(least) * one);
            done += 1;
        }
        (self.lo, self.first) = (
            to_lo.apply(&self.lo, &self.first, denominator)?,
            to_first.apply(&self.lo, &self.first, denominator)?,
        );
        centres.rise(done);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_agree_with_single_levels() {
        let radius = 60u64;
        for p in [1, 2, 3, 4, 7, 10] {
            for m in [1, 2, 3, 5, 10, 1000] {
                let step = Step { p, m };
                for exponent in [2, 9, 31, 80] {
                    let target = UBig::from(10u8).pow(exponent) + p;
                    let base = Window::base(step, 3 * radius);
                    let mut centres = Centres::new(step, &target, radius);
                    let mut single = base.clone();
                    while centres.levels() > 0 {
                        centres.rise(1);
                        single = single.rise(step, &centres.centre(), radius as i64).unwrap();
                    }
                    let mut centres = Centres::new(step, &target, radius);
                    let mut climb = Climb::new(step, base);
                    while centres.levels() > 0 {
                        climb.rise(&mut centres, |_| radius).unwrap();
                    }
                    let batched = climb.window().unwrap();
                    let (here, there) = (single.place(&target).unwrap(), batched.place(&target).unwrap());
                    for i in 0..20 {
                        assert_eq!(single.value(here + i), batched.value(there + i), "p = {p}, m = {m}");
                    }
                    let centre = UBig::from(there) + batched.lo;
                    assert_eq!(centre, target);
                    let estimate = centres.centre();
                    assert!(estimate == target || estimate + 1u8 == target, "p = {p}, m = {m}");
                }
            }
        }
    }
}
