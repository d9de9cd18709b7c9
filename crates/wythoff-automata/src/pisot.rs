//! The expansion of 1 in a real base, exactly: from a polynomial to the digits of its Parry numeration.
//!
//! For a base β > 1 the greedy expansion of 1 is `d_i = ⌊β r_{i-1}⌋`, `r_i = β r_{i-1} − d_i`, `r_0 = 1`. For a Pisot number
//! it is eventually periodic (Bertrand 1977, Schmidt 1980). If it is finite, `d_1 … d_n`, the quasi-greedy expansion is
//! `(d_1 … d_{n-1} (d_n − 1))^ω`. Remainders are kept as integer polynomials in β, so equality is exact, and a floor is
//! read off a rational enclosure of β which is narrowed until it decides.
//!
//! ```
//! use wythoff_automata::pisot::quasi_greedy;
//! assert_eq!(quasi_greedy(&[1, -5, -1, 1]).unwrap(), (vec![5], vec![0, 4]));
//! assert_eq!(quasi_greedy(&[1, -1, -1]).unwrap(), (vec![], vec![1, 0]));
//! assert_eq!(quasi_greedy(&[1, -10]).unwrap(), (vec![], vec![9]));
//! ```

use dashu_int::{IBig, ops::DivEuclid};

/// Why no expansion was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPisot {
    /// The polynomial is not monic of degree at least 1, or its coefficients are too large.
    #[error("expected a monic polynomial, leading coefficient first")]
    Form,
    /// It is a product, so it is not the minimal polynomial of its root above 1.
    #[error(
        "the polynomial is divisible by {factor}, so it is not the minimal polynomial of a Pisot number; what is left of it is \
         pisot({left})"
    )]
    Reducible {
        /// A factor.
        factor: &'static str,
        /// The quotient, leading coefficient first.
        left: String,
    },
    /// It is positive at 1.
    #[error(
        "the polynomial is positive at 1, so the number of its roots above 1 is even; a Pisot number is the only root above 1 of its \
         minimal polynomial"
    )]
    Root,
    /// The expansion of 1 did not become periodic within the limit.
    #[error("the expansion of 1 does not become periodic within {0} digits")]
    Long(usize),
}

const DIGITS: usize = 200;
const BITS: usize = 512;

/// The quasi-greedy expansion of 1 in base β, the root above 1 of a monic polynomial (leading coefficient first), as
/// the digits before the period and the period.
///
/// # Errors
/// If there is no root above 1 or the expansion is not periodic within 200 digits.
pub fn quasi_greedy(polynomial: &[i64]) -> Result<(Vec<u32>, Vec<u32>), NotPisot> {
    let d = polynomial.len().saturating_sub(1);
    if d == 0 || d > 16 || polynomial[0] != 1 || polynomial.iter().any(|c| c.unsigned_abs() > 4096) {
        return Err(NotPisot::Form);
    }
    reducible(polynomial)?;
    let (low, high) = root(polynomial)?;
    // A polynomial in β, lowest coefficient first, and β times it.
    let mut rest: Vec<IBig> = vec![IBig::from(0); d];
    rest[0] = IBig::from(1);
    let mut seen: Vec<Vec<IBig>> = vec![rest.clone()];
    let mut digits: Vec<u32> = vec![];
    for _ in 0..DIGITS {
        let top = rest[d - 1].clone();
        let mut next: Vec<IBig> = vec![IBig::from(0); d];
        for j in 0..d {
            let carried = if j == 0 { IBig::from(0) } else { rest[j - 1].clone() };
            next[j] = carried - &top * IBig::from(polynomial[d - j]);
        }
        let digit = floor(&next, &low, &high).ok_or(NotPisot::Long(digits.len()))?;
        next[0] -= &digit;
        digits.push(u32::try_from(digit).map_err(|_| NotPisot::Root)?);
        if next.iter().all(|c| *c == IBig::from(0)) {
            if let Some(last) = digits.last_mut() {
                // A last digit 0 can only come from a polynomial with a root 0.
                *last = last.checked_sub(1).ok_or(NotPisot::Form)?;
            }
            return Ok(shorten(vec![], digits));
        }
        if let Some(start) = seen.iter().position(|s| *s == next) {
            let period = digits.split_off(start);
            return Ok(shorten(digits, period));
        }
        seen.push(next.clone());
        rest = next;
    }
    Err(NotPisot::Long(DIGITS))
}

/// Refuses polynomials with the factor x or x − 1, the two that are easily left in one. Those without have a root above 1 if
/// and only if they are negative at 1, or an even number of them.
fn reducible(polynomial: &[i64]) -> Result<(), NotPisot> {
    let write = |left: &[i64]| left.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let refuse = |factor, left: &[i64]| Err(NotPisot::Reducible { factor, left: write(left) });
    match polynomial {
        [left @ .., 0] => refuse("x", left),
        _ if polynomial.iter().sum::<i64>() == 0 => {
            // Division by x − 1: the coefficients added up.
            let mut left = polynomial.to_vec();
            for i in 1..left.len() {
                left[i] += left[i - 1];
            }
            left.pop();
            refuse("x - 1", &left)
        }
        _ => Ok(()),
    }
}

/// The same word with its shortest period and shortest beginning.
pub(super) fn shorten(mut before: Vec<u32>, mut period: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let n = period.len();
    if let Some(p) = (1..=n).find(|&p| n.is_multiple_of(p) && (p..n).all(|i| period[i] == period[i - p])) {
        period.truncate(p);
    }
    while before.last().is_some() && before.last() == period.last() {
        before.pop();
        period.rotate_right(1);
    }
    (before, period)
}

/// The root above 1 as `low/2^BITS <= β <= high/2^BITS`.
fn root(polynomial: &[i64]) -> Result<(IBig, IBig), NotPisot> {
    let sign = |x: &IBig| {
        // 2^(BITS·d) · p(x / 2^BITS)
        let mut value = IBig::from(0);
        for (i, &c) in polynomial.iter().enumerate() {
            value = value * x + (IBig::from(c) << (BITS * i));
        }
        value
    };
    let zero = IBig::from(0);
    let mut low = IBig::from(1) << BITS;
    let bound = 1 + polynomial[1..].iter().map(|c| c.abs()).max().unwrap_or(0);
    let mut high = IBig::from(bound) << BITS;
    if sign(&low) >= zero || sign(&high) <= zero {
        return Err(NotPisot::Root);
    }
    while &high - &low > IBig::from(1) {
        let middle: IBig = (&low + &high) >> 1;
        let value = sign(&middle);
        if value == zero {
            return Ok((middle.clone(), middle));
        }
        if value < zero { low = middle } else { high = middle }
    }
    Ok((low, high))
}

/// The floor of a polynomial in β, if the enclosure decides it.
fn floor(poly: &[IBig], low: &IBig, high: &IBig) -> Option<IBig> {
    if poly[1..].iter().all(|c| *c == IBig::from(0)) {
        return Some(poly[0].clone());
    }
    let d = poly.len();
    let (mut below, mut above) = (IBig::from(0), IBig::from(0));
    let (mut low_power, mut high_power) = (IBig::from(1), IBig::from(1));
    for (i, c) in poly.iter().enumerate() {
        let shift = BITS * (d - 1 - i);
        let (l, h) = ((c * &low_power) << shift, (c * &high_power) << shift);
        below += if *c >= IBig::from(0) { &l } else { &h };
        above += if *c >= IBig::from(0) { h } else { l };
        low_power *= low;
        high_power *= high;
    }
    let one = IBig::from(1) << (BITS * (d - 1));
    let (a, b) = (below.div_euclid(&one), above.div_euclid(&one));
    (a == b).then_some(a)
}
