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

/// Modulus and matrix entries stay below this.
const WORD: u64 = 1 << 62;

/// `start` and `least` stay below this (a window has fewer than 2^24 terms, `m < 2^32`).
const SMALL: i128 = 1 << 57;

/// The exact window that has been climbed to.
pub(super) struct Climb {
    step: Step,
    lo: IBig,
    first: IBig,
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
    fn combine(self, s: i64, other: Affine, t: i64, z: i128) -> Option<Affine> {
        let entry = |a: i64, b: i64| s.checked_mul(a)?.checked_add(t.checked_mul(b)?);
        let z = i128::from(s).checked_mul(self.z)?.checked_add(i128::from(t).checked_mul(other.z)?)?.checked_add(z)?;
        Some(Affine { x: entry(self.x, other.x)?, y: entry(self.y, other.y)?, z })
    }

    fn apply(self, lo: &IBig, first: &IBig, denominator: u64) -> IBig {
        let (quotient, rest) = (lo * self.x + first * self.y + self.z).div_rem(IBig::from(denominator));
        debug_assert!(rest.is_zero(), "p^i divides");
        quotient
    }
}

impl Climb {
    /// From this window on.
    pub(super) fn new(step: Step, window: Window) -> Climb {
        let Window { lo, first, offsets } = window;
        let floor = lo.is_zero();
        Climb { step, lo: lo.into(), first: first.into(), floor, offsets, spare: Vec::new() }
    }

    /// The window reached.
    pub(super) fn window(self) -> Option<Window> {
        let (lo, first) = (UBig::try_from(self.lo).ok()?, UBig::try_from(self.first).ok()?);
        Some(Window { lo, first, offsets: self.offsets })
    }

    /// Climbs a batch of levels, at least one, together with the centres; `radius` says how much of the window to keep,
    /// by the number of levels above it. `None` if nothing is left.
    pub(super) fn rise(&mut self, centres: &mut Centres, radius: impl Fn(u64) -> u64) -> Option<()> {
        let Step { p, m } = self.step;
        let (signed_p, signed_m) = (p as i64, m as i64);
        let (wide_p, wide_m) = (i128::from(p), i128::from(m));
        let one = 1i128 << FRACTION;

        // Residues modulo the largest power of p that fits, enough for one level at least.
        let mut modulus = p;
        while p > 1 && modulus <= WORD / p {
            modulus *= p;
        }
        let residue = |value: &IBig, modulus: u64| value % modulus as i64;
        let (mut lo, mut first) = (i128::from(residue(&self.lo, modulus)), i128::from(residue(&self.first, modulus)));
        let (mut to_lo, mut to_first) = (Affine { x: 1, y: 0, z: 0 }, Affine { x: 0, y: 1, z: 0 });
        let mut denominator = 1u64;
        let (mut k_off, mut a_off) = centres.deviation(&self.lo, &self.first)?;

        let mut done = 0;
        while done < centres.levels() && (modulus > 1 || p == 1) && denominator <= WORD / p {
            // lo + u = pq.
            let u = (wide_p - lo.rem_euclid(wide_p)) % wide_p;
            let phase = (p - 1) - u as u64;
            // Which numbers the new index and value get, but for `start` and `least`; give up the batch if they do not fit.
            let power = i128::from(denominator);
            let next = to_lo
                .combine(signed_m - signed_p, to_first, signed_p, power.checked_mul(wide_m * u + wide_p)?)
                .zip(to_lo.combine(signed_m, to_first, signed_p, power.checked_mul(wide_m * u)?));
            let Some((mut next_lo, mut next_first)) =
                next.filter(|_| done == 0 || power < i128::MAX / 4 / (wide_p * (SMALL + wide_m)))
            else {
                break;
            };

            // Where the first number above B_lo stands, relative to the next centre.
            let shared = a_off + (k_off + u * one) * wide_m / wide_p;
            let index_off = shared - k_off + one;
            let distance = i64::try_from(-index_off >> FRACTION).ok()?;
            let radius = i64::try_from(radius(centres.levels() - done - 1)).ok()?;
            let clip = Clip { from: distance.checked_sub(radius)?, to: distance.checked_add(radius)? };
            let (start, least) = fill(self.step, phase, &self.offsets, self.floor, clip, &mut self.spare)?;
            std::mem::swap(&mut self.offsets, &mut self.spare);
            self.floor = start < 0;

            let (start, least) = (i128::from(start), i128::from(least));
            next_lo.z += power * wide_p * start;
            next_first.z += power * wide_p * least;
            (to_lo, to_first) = (next_lo, next_first);
            denominator *= p;
            modulus /= p;
            let mq = (lo + u) / wide_p * wide_m;
            let wide_modulus = i128::from(modulus);
            (lo, first) = (
                (first + mq - lo + 1 + start).rem_euclid(wide_modulus),
                (first + mq + least).rem_euclid(wide_modulus),
            );
            (k_off, a_off) = (index_off + start * one, shared + least * one);
            done += 1;
        }
        (self.lo, self.first) = (
            to_lo.apply(&self.lo, &self.first, denominator),
            to_first.apply(&self.lo, &self.first, denominator),
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
