//! Continued fractions of quadratic irrationals: exactly where the period starts, and how long it is.
//!
//! Lagrange (1770): the expansion of a quadratic irrational is periodic. Galois (1829): it is periodic from the very
//! complete quotient on which is *reduced*, that is above 1 with a conjugate between -1 and 0. So the period is found
//! by watching for the first reduced quotient and then for its return; no guessing from a list of terms.
//!
//! ```
//! use wythoff_number::Quadratic;
//! let root = Quadratic::new(0, 1, 7u8, 1)?;
//! let fraction = root.continued_fraction(100)?;
//! assert_eq!(fraction.to_string(), "[2; (1, 1, 1, 4)]");
//! let best: Vec<String> = fraction.convergents().take(4).map(|(p, q)| format!("{p}/{q}")).collect();
//! assert_eq!(best, ["2/1", "3/1", "5/2", "8/3"]);
//! # Ok::<(), wythoff_number::NumberError>(())
//! ```

use std::fmt;

use dashu_int::ops::{DivEuclid, SquareRoot};

use super::{Integer, Natural, NumberError, Quadratic};

/// `[a_0; a_1, ..., (b_1, ..., b_n)]`: first the terms before the period, then the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContinuedFraction {
    /// The terms before the period. Only the first term of the whole fraction may be zero or negative.
    pub preperiod: Vec<Integer>,
    /// The period, of least length.
    pub period: Vec<Integer>,
}

impl ContinuedFraction {
    /// All terms, without end.
    pub fn terms(&self) -> impl Iterator<Item = &Integer> {
        self.preperiod.iter().chain(self.period.iter().cycle())
    }

    /// The convergents `(p, q)`, without end: below the number for even positions, from 0 on, and above it for odd.
    pub fn convergents(&self) -> impl Iterator<Item = (Integer, Natural)> {
        let mut above = (Integer::ZERO, Integer::ONE);
        let mut below = (Integer::ONE, Integer::ZERO);
        self.terms().map(move |term| {
            let p = term * &above.1 + &above.0;
            let q = term * &below.1 + &below.0;
            above = (std::mem::take(&mut above.1), p.clone());
            below = (std::mem::take(&mut below.1), q.clone());
            (p, q.into_parts().1)
        })
    }
}

impl Quadratic {
    /// The continued fraction, if its terms up to the end of the first period are at most `limit`.
    ///
    /// The period of `sqrt(d)` can be about as long as `sqrt(d)` itself, so there is no default.
    ///
    /// # Errors
    /// [`NumberError::LongPeriod`]
    pub fn continued_fraction(&self, limit: usize) -> Result<ContinuedFraction, NumberError> {
        // The complete quotients are (p + sqrt(d))/q with q a divisor of d - p^2.
        let sign = if *self.q() > Integer::ZERO { Integer::ONE } else { Integer::NEG_ONE };
        let mut p = &sign * self.p();
        let mut q = sign * self.r();
        let mut d = Integer::from(self.d().clone()) * self.q() * self.q();
        if !((&d - &p * &p) % &q).is_zero() {
            let r = Integer::from(self.r().clone());
            p *= &r;
            q *= &r;
            d *= &r * &r;
        }
        let root = Integer::from(d.clone().into_parts().1.sqrt());
        let mut fraction = ContinuedFraction { preperiod: Vec::new(), period: Vec::new() };
        let mut start: Option<(Integer, Integer)> = None;
        for _ in 0..=limit {
            match &start {
                Some(state) if (&p, &q) == (&state.0, &state.1) => return Ok(fraction),
                Some(_) => {}
                None if is_reduced(&p, &q, &root) => start = Some((p.clone(), q.clone())),
                None => {}
            }
            let term = if q > Integer::ZERO {
                (&p + &root).div_euclid(&q)
            } else {
                // floor(-(p + sqrt(d))/|q|), and the root is irrational.
                (Integer::NEG_ONE - &p - &root).div_euclid(-&q)
            };
            p = &term * &q - p;
            q = (&d - &p * &p) / q;
            if start.is_some() {
                fraction.period.push(term);
            } else {
                fraction.preperiod.push(term);
            }
        }
        Err(NumberError::LongPeriod { number: self.to_string(), limit })
    }
}

/// Whether `(p + sqrt(d))/q > 1` and `-1 < (p - sqrt(d))/q < 0`, where `root = floor(sqrt(d))`.
fn is_reduced(p: &Integer, q: &Integer, root: &Integer) -> bool {
    // For q > 0: p < sqrt(d), sqrt(d) - p < q < p + sqrt(d). For q < 0 the value and its conjugate cannot both fit.
    *q > Integer::ZERO && p <= root && root - p < *q && *q <= p + root
}

impl fmt::Display for ContinuedFraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |terms: &[Integer]| terms.iter().map(Integer::to_string).collect::<Vec<_>>().join(", ");
        let period = join(&self.period);
        match self.preperiod.split_first() {
            None => write!(f, "[({period})]"),
            Some((first, [])) => write!(f, "[{first}; ({period})]"),
            Some((first, rest)) => write!(f, "[{first}; {}, ({period})]", join(rest)),
        }
    }
}
