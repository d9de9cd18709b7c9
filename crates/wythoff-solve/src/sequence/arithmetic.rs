//! Fraenkel's third strategy: k-Wythoff Nim by the digits of a numeration system.

use dashu_int::UBig;
use dashu_int::ops::DivRem;

use super::{ParameterError, at_least};

/// The P-positions of k-Wythoff Nim in the two numeration systems that belong to it.
///
/// The weights `p_0 = 1, p_1 = k + 1, p_i = k·p_{i−1} + p_{i−2}` and `q_0 = 1, q_1 = k, q_i = k·q_{i−1} + q_{i−2}` (the
/// numerators and denominators of the convergents of `Φ_k`) write every number uniquely by greedy division. Then, for
/// `x ≥ 1` and `n ≥ 1`:
///
/// * `x` is some `a_n` iff its `p`-digits end in an even number of zeros;
/// * the `p`-digits of `b_n` are those of `a_n` with a 0 appended;
/// * the digits of `n` in the `q`-system, read in the `p`-system, are `a_n` if they end in an even number of zeros and
///   `a_n + 1` otherwise.
///
/// (For `k = 1` the weight 1 occurs twice among the `q_i`; the greedy expansion uses the higher one, so that every
/// expansion ends in a digit 0.) Source: Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982; the
/// statements were checked to 8000 for `k ≤ 6`, and the tests compare them with the other two strategies.
///
/// ```
/// use wythoff_solve::sequence::{Arithmetic, Kind};
/// let wythoff = Arithmetic::new(1)?;
/// assert_eq!(wythoff.pair(&6u8.into()), (9u8.into(), 15u8.into()));
/// assert_eq!(wythoff.digits(&9u8.into()), [1, 0, 0, 0, 1]); // 8 + 1, Zeckendorf
/// assert_eq!(wythoff.digits(&15u8.into()), [1, 0, 0, 0, 1, 0]);
/// assert_eq!(wythoff.kind(&15u8.into()), Kind::Upper);
/// assert_eq!(wythoff.index(&15u8.into()), 6u8.into());
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    k: u32,
}

/// What a number is in a complementary pair of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Zero, which is both `a_0` and `b_0`.
    Zero,
    /// Some `a_n`, `n ≥ 1`.
    Lower,
    /// Some `b_n`, `n ≥ 1`.
    Upper,
}

impl Arithmetic {
    /// The systems for `k ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` is 0.
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        Ok(Arithmetic { k: at_least("k", 1, k)? })
    }

    /// The first `count` weights of the `p`-system.
    #[must_use]
    pub fn numerators(&self, count: usize) -> Vec<UBig> {
        self.weights(UBig::from(self.k) + UBig::ONE, |weights| weights.len() < count)
    }

    /// The first `count` weights of the `q`-system.
    #[must_use]
    pub fn denominators(&self, count: usize) -> Vec<UBig> {
        self.weights(UBig::from(self.k), |weights| weights.len() < count)
    }

    /// The weights `1, second, …` as long as `more` asks for the next.
    fn weights(&self, second: UBig, mut more: impl FnMut(&[UBig]) -> bool) -> Vec<UBig> {
        let mut weights = Vec::new();
        let (mut this, mut next) = (UBig::ONE, second);
        while more(&weights) {
            let after = UBig::from(self.k) * &next + &this;
            weights.push(std::mem::replace(&mut this, std::mem::replace(&mut next, after)));
        }
        weights
    }

    /// The weights not above `x`, followed by at least one that is.
    fn weights_past(&self, second: UBig, x: &UBig) -> Vec<UBig> {
        self.weights(second, |weights| weights.len() < 2 || weights.last().is_none_or(|last| last <= x))
    }

    /// The digits of `x` in the `p`-system, most significant first; none for 0.
    #[must_use]
    pub fn digits(&self, x: &UBig) -> Vec<u32> {
        greedy(x, &self.weights_past(UBig::from(self.k) + UBig::ONE, x))
    }

    /// The digits of `n` in the `q`-system, most significant first; none for 0.
    #[must_use]
    pub fn index_digits(&self, n: &UBig) -> Vec<u32> {
        greedy(n, &self.weights_past(UBig::from(self.k), n))
    }

    /// The number with these digits (most significant first) in the `p`-system.
    #[must_use]
    pub fn read(&self, digits: &[u32]) -> UBig {
        let weights = self.numerators(digits.len());
        digits.iter().rev().zip(&weights).map(|(&digit, weight)| weight * digit).sum()
    }

    /// Whether `x` is a lower or an upper member of a pair.
    #[must_use]
    pub fn kind(&self, x: &UBig) -> Kind {
        match self.digits(x).as_slice() {
            [] => Kind::Zero,
            digits if trailing_zeros(digits).is_multiple_of(2) => Kind::Lower,
            _ => Kind::Upper,
        }
    }

    /// The `n`-th pair.
    #[must_use]
    pub fn pair(&self, n: &UBig) -> (UBig, UBig) {
        let digits = self.index_digits(n);
        let mut a = self.read(&digits);
        if trailing_zeros(&digits) % 2 == 1 {
            a -= UBig::ONE;
        }
        let b = &a + n * UBig::from(self.k);
        (a, b)
    }

    /// The index `n` of the one pair that contains `x`: its partner is a digit shift away, and `b_n − a_n = kn`.
    #[must_use]
    pub fn index(&self, x: &UBig) -> UBig {
        let partner = self.partner(x);
        if partner > *x { (partner - x) / self.k } else { (x - partner) / self.k }
    }

    /// The other member of the one pair that contains `x`: the digits of `x` shifted to the left or to the right.
    #[must_use]
    pub fn partner(&self, x: &UBig) -> UBig {
        let mut digits = self.digits(x);
        if trailing_zeros(&digits).is_multiple_of(2) {
            digits.push(0);
        } else {
            digits.pop();
        }
        self.read(&digits)
    }

    /// Whether `{x, y}` is a P-position: one is the other's partner.
    #[must_use]
    pub fn is_pair(&self, x: &UBig, y: &UBig) -> bool {
        self.partner(x) == *y
    }
}

/// The greedy digits of `x`, most significant first and without leading zeros.
fn greedy(x: &UBig, weights: &[UBig]) -> Vec<u32> {
    let mut digits = Vec::with_capacity(weights.len());
    let mut rest = x.clone();
    for weight in weights.iter().rev() {
        let mut digit = 0;
        if rest >= *weight {
            let (quotient, remainder) = (&rest).div_rem(weight);
            digit = u32::try_from(quotient).expect("each weight is at most k + 1 times the one before");
            rest = remainder;
        }
        if !(digits.is_empty() && digit == 0) {
            digits.push(digit);
        }
    }
    digits
}

fn trailing_zeros(digits: &[u32]) -> usize {
    digits.iter().rev().take_while(|&&digit| digit == 0).count()
}
