//! Fraenkel's second strategy, and its extension to two parameters: floors of multiples of a quadratic irrational.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

use super::{ParameterError, at_least};

/// The pairs `a_n = ⌊nΦ_km/m⌋`, `b_n = a_n + kn`, where `Φ_x = (2 − x + √(x² + 4))/2`.
///
/// For `m = 1` they are the P-positions of k-Wythoff Nim (beatty-extensions, Theorem 2.1 (II)); for `m > 1` those of
/// its three extensions (Theorem 5.2), and each number occurs `m` times in them (Lemma 3.3). Square roots are integer
/// square roots: `⌊nΦ_x/m⌋ = ⌊(n(2 − x) + ⌊√(n²(x² + 4))⌋) / 2m⌋`, with no rounding anywhere.
///
/// ```
/// use wythoff_solve::sequence::Beatty;
/// let n = dashu_int::UBig::from(10u8).pow(30);
/// let (a, b) = Beatty::new(1, 1)?.pair(&n);
/// assert_eq!(a.to_string(), "1618033988749894848204586834365");
/// assert_eq!(b, a + n);
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beatty {
    k: u32,
    m: u32,
}

impl Beatty {
    /// The sequence for `k, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` or `m` is 0.
    pub fn new(k: u32, m: u32) -> Result<Self, ParameterError> {
        Ok(Beatty { k: at_least("k", 1, k)?, m: at_least("m", 1, m)? })
    }

    /// The `n`-th pair, at any size.
    #[must_use]
    pub fn pair(&self, n: &UBig) -> (UBig, UBig) {
        let x = UBig::from(self.k) * UBig::from(self.m);
        let root = (n * n * (&x * &x + UBig::from(4u8))).sqrt();
        // The root is at least n·x, so the difference is never negative.
        let a = (root + n * UBig::from(2u8) - n * x) / UBig::from(2 * u64::from(self.m));
        let b = &a + n * UBig::from(self.k);
        (a, b)
    }

    /// The `n`-th pair in machine integers; `None` if the square root does not fit 128 bits or `b_n` does not fit 64.
    #[must_use]
    pub fn get(&self, n: u64) -> Option<(u64, u64)> {
        let (wide, k, m) = (u128::from(n), u128::from(self.k), u128::from(self.m));
        let x = k * m;
        let square = x.checked_mul(x)?.checked_add(4)?.checked_mul(wide.checked_mul(wide)?)?;
        let a = (square.isqrt() + 2 * wide - wide * x) / (2 * m);
        let b = a.checked_add(wide * k)?;
        Some((a.try_into().ok()?, b.try_into().ok()?))
    }

    /// The pairs from `n = 0` on, as long as [`Beatty::get`] has them. One square root per term: simple rather than
    /// fast.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let this = *self;
        (0..).map_while(move |n| this.get(n))
    }
}
