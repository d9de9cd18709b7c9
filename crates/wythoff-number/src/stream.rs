//! Consecutive values of `floor(n*alpha)` without a square root, a division or a long product per term.
//!
//! A block of terms starts at an *anchor*: `floor(n*alpha*2^64)`, exactly. From there on a 128-bit number with 64 bits
//! behind the point is increased by `S = floor(alpha*2^64)` per term. After `j` steps it is too small by less than
//! `j + 1` units of `2^-64`, so its integer part is right unless its fraction is that close to 1. The largest fraction
//! of a block is kept as the block is computed: either it *certifies* the whole block, or the block is done again as
//! two halves with an anchor each. A block of one term is its anchor and needs no certificate. So every value is
//! exact, for all `n`, and the price is one comparison a term.
//!
//! For a rational number `n*alpha` may hit an integer exactly. There `floor(n*p/q) = floor(n*p/q + 1/(2q))` moves all
//! values away from the integers.
//!
//! ```
//! use wythoff_number::{Real, RealExpr};
//! use wythoff_number::stream::Pairs;
//! let phi = Real::new(RealExpr::Phi)?;
//! let (mut a, mut b) = ([0; 6], [0; 6]);
//! Pairs::new(&phi, 1, 0)?.fill(&mut a, &mut b)?; // the P-positions of Wythoff Nim
//! assert_eq!(a, [0, 1, 3, 4, 6, 8]);
//! assert_eq!(b, [0, 2, 5, 7, 10, 13]);
//! # Ok::<(), wythoff_number::NumberError>(())
//! ```
//!
//! Tried and rejected: a convergent `p/q` of alpha whose floors agree up to a bound. It needs the continued fraction,
//! which for pi means an interval computation of its own, and a division step that the carry of an addition gives free.

use std::collections::VecDeque;
use std::ops::Range;

use super::{Integer, Natural, NumberError, Real};

/// The most terms between two anchors.
const BLOCK: usize = 1 << 16;

/// Exact multiples of a number with 64 bits behind the point.
#[derive(Clone, Debug)]
struct Anchors {
    alpha: Real,
    /// `floor(alpha * 2^64)`, or nothing if it does not fit.
    step: Option<u128>,
    /// For a rational number `2^64/(2q)`, rounded down; otherwise zero.
    shift: u64,
}

impl Anchors {
    fn new(alpha: &Real) -> Result<Anchors, NumberError> {
        let floor = alpha.floor_mul(&(Natural::ONE << 64))?;
        if floor < Integer::ZERO || alpha.as_rational().is_some_and(|value| value.is_zero()) {
            return Err(NumberError::NotPositive(alpha.to_string()));
        }
        let shift =
            alpha.as_rational().map_or(Natural::ZERO, |value| (Natural::ONE << 63) / value.denominator());
        // 2^63 fits, so the conversion cannot fail.
        let shift = u64::try_from(shift).unwrap_or(0);
        Ok(Anchors { alpha: alpha.clone(), step: u128::try_from(floor).ok(), shift })
    }

    /// `floor(n * alpha)`, and the next 64 bits.
    fn at(&self, n: &Natural) -> Result<(Natural, u64), NumberError> {
        let (_, scaled) = self.alpha.floor_mul(&(n << 64))?.into_parts();
        let (low, high) = scaled.split_bits(64);
        let fraction = u64::try_from(low).unwrap_or(0);
        // The shift is at most 1/(2q), and the fraction at most 1 - 1/q.
        Ok((high, fraction.saturating_add(self.shift)))
    }
}

/// The values `floor(n*alpha)` for `n = start, start + 1, ...` as long as they fit into 64 bits.
#[derive(Clone, Debug)]
pub struct Floors(Pairs);

impl Floors {
    /// Starts at `n = start`.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`] unless `alpha > 0`; [`NumberError::Unseparated`]
    pub fn new(alpha: &Real, start: u64) -> Result<Floors, NumberError> {
        Pairs::new(alpha, 0, start).map(Floors)
    }

    /// Writes the next values, and says how many: fewer than there is room for only if the next one does not fit.
    ///
    /// # Errors
    /// [`NumberError::Unseparated`]; the values before are written, and the stream has moved past them.
    pub fn fill(&mut self, values: &mut [u64]) -> Result<usize, NumberError> {
        self.0.fill_with(values.len(), |start, step| {
            let mut lanes = Lanes::new(start.sum, step);
            let (twos, last) = values[start.range()].as_chunks_mut::<2>();
            for two in twos {
                *two = lanes.floors();
            }
            if let [last] = last {
                *last = lanes.floors()[0];
            }
            lanes.worst()
        })
    }
}

/// The pairs `(floor(n*alpha), floor(n*alpha) + k*n)` for `n = start, start + 1, ...` as long as they fit into 64 bits.
///
/// With `alpha = (2 - k + sqrt(k^2 + 4))/2` these are the P-positions of k-Wythoff Nim.
#[derive(Clone, Debug)]
pub struct Pairs {
    anchors: Anchors,
    k: u64,
    /// The next n; nothing once it would not fit.
    next: Option<u64>,
}

/// Two neighbouring terms at a time: two chains of additions that do not wait for each other, which on the machine
/// this was measured on is twice as fast as one chain and as four.
struct Lanes {
    sums: [u128; 2],
    step: u128,
    worst: [u64; 2],
}

impl Lanes {
    #[inline]
    fn new(sum: u128, step: u128) -> Lanes {
        Lanes { sums: [sum, sum.wrapping_add(step)], step: step.wrapping_mul(2), worst: [0; 2] }
    }

    /// The next two integer parts.
    #[inline]
    fn floors(&mut self) -> [u64; 2] {
        let [x, y] = self.sums;
        self.worst = [self.worst[0].max(x as u64), self.worst[1].max(y as u64)];
        self.sums = [x.wrapping_add(self.step), y.wrapping_add(self.step)];
        [(x >> 64) as u64, (y >> 64) as u64]
    }

    /// The largest fraction so far; it may be that of one term more than was wanted, which does no harm.
    #[inline]
    fn worst(&self) -> u64 {
        self.worst[0].max(self.worst[1])
    }
}

/// Where a block starts: in the buffer, and as a number with 64 bits behind the point.
struct Start {
    offset: usize,
    len: usize,
    n: u64,
    sum: u128,
}

impl Start {
    fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.len
    }
}

impl Pairs {
    /// Starts at `n = start`.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`] unless `alpha > 0`; [`NumberError::Unseparated`]
    pub fn new(alpha: &Real, k: u64, start: u64) -> Result<Pairs, NumberError> {
        Ok(Pairs { anchors: Anchors::new(alpha)?, k, next: Some(start) })
    }

    /// The n of the next pair; nothing at the end of the 64-bit numbers.
    #[must_use]
    pub fn position(&self) -> Option<u64> {
        self.next
    }

    /// Writes the next pairs, as many as both slices have room for, and says how many: fewer only if the next pair does
    /// not fit into 64 bits.
    ///
    /// # Errors
    /// [`NumberError::Unseparated`]; the pairs before are written, and the stream has moved past them.
    pub fn fill(&mut self, a: &mut [u64], b: &mut [u64]) -> Result<usize, NumberError> {
        let k = self.k;
        self.fill_with(a.len().min(b.len()), |start, step| {
            let mut lanes = Lanes::new(start.sum, step);
            // Wraps only after the last pair.
            let mut surplus = k.wrapping_mul(start.n);
            let (a_twos, a_last) = a[start.range()].as_chunks_mut::<2>();
            let (b_twos, b_last) = b[start.range()].as_chunks_mut::<2>();
            for (a, b) in a_twos.iter_mut().zip(b_twos) {
                *a = lanes.floors();
                *b = [a[0].wrapping_add(surplus), a[1].wrapping_add(surplus).wrapping_add(k)];
                surplus = surplus.wrapping_add(k.wrapping_mul(2));
            }
            if let ([a], [b]) = (a_last, b_last) {
                *a = lanes.floors()[0];
                *b = a.wrapping_add(surplus);
            }
            lanes.worst()
        })
    }

    /// Runs `write` over certified blocks; `write` returns the largest fraction it meets.
    fn fill_with(
        &mut self,
        room: usize,
        mut write: impl FnMut(&Start, u128) -> u64,
    ) -> Result<usize, NumberError> {
        let mut offset = 0;
        while offset < room {
            let Some(first) = self.next else { break };
            let len = self.fitting(first, BLOCK.min(room - offset))?;
            if len == 0 {
                break;
            }
            // Parts of the block still to be done, the first on top.
            let mut parts = vec![(offset, len)];
            while let Some((at, len)) = parts.pop() {
                let n = first + (at - offset) as u64;
                let (floor, fraction) = self.anchors.at(&Natural::from(n))?;
                let floor = u64::try_from(floor).unwrap_or(u64::MAX);
                let start = Start { offset: at, len, n, sum: u128::from(floor) << 64 | u128::from(fraction) };
                let worst = write(&start, self.anchors.step.unwrap_or(0));
                if len > 1 && u64::MAX - worst < len as u64 {
                    let half = len / 2;
                    parts.push((at + half, len - half));
                    parts.push((at, half));
                } else {
                    self.next = n.checked_add(len as u64);
                }
            }
            offset += len;
        }
        Ok(offset)
    }

    /// How many of the `len` pairs from n = `first` on fit into 64 bits.
    fn fitting(&self, first: u64, len: usize) -> Result<usize, NumberError> {
        let fits = |count: usize| -> Result<bool, NumberError> {
            let Some(last) = first.checked_add(count as u64 - 1) else { return Ok(false) };
            let last = Natural::from(last);
            let value = self.anchors.alpha.floor_mul(&last)? + last * self.k;
            Ok(u64::try_from(value).is_ok())
        };
        if fits(len)? {
            return Ok(len);
        }
        // At least `yes` fit, fewer than `no`.
        let (mut yes, mut no) = (0, len);
        while no - yes > 1 {
            let middle = usize::midpoint(yes, no);
            if fits(middle)? {
                yes = middle;
            } else {
                no = middle;
            }
        }
        Ok(yes)
    }
}

/// The values `floor(n*alpha)` for consecutive n of any size.
///
/// Each value is an anchor plus a small difference: one long addition a term, one long product a block.
#[derive(Clone, Debug)]
pub struct BigFloors {
    anchors: Anchors,
    next: Natural,
    base: Natural,
    /// Certified differences to `base` that are still to be given out.
    ready: VecDeque<u64>,
}

impl BigFloors {
    /// The most terms between two anchors; blocks are smaller here, since few terms of long numbers are asked for.
    const BLOCK: usize = 256;

    /// Starts at `n = start`.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`] unless `alpha > 0`; [`NumberError::Unseparated`]
    pub fn new(alpha: &Real, start: Natural) -> Result<BigFloors, NumberError> {
        let anchors = Anchors::new(alpha)?;
        Ok(BigFloors { anchors, next: start, base: Natural::ZERO, ready: VecDeque::new() })
    }

    fn prepare(&mut self) -> Result<(), NumberError> {
        let (base, fraction) = self.anchors.at(&self.next)?;
        self.base = base;
        self.ready.push_back(0);
        let Some(step) = self.anchors.step else { return Ok(()) };
        let mut sum = u128::from(fraction);
        for j in 1..Self::BLOCK {
            // Differences that do not fit, or are not certain, wait for an anchor of their own.
            let Some(next) = sum.checked_add(step) else { break };
            sum = next;
            if u64::MAX - (sum as u64) < j as u64 + 1 {
                break;
            }
            self.ready.push_back((sum >> 64) as u64);
        }
        Ok(())
    }
}

impl Iterator for BigFloors {
    type Item = Result<Natural, NumberError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && let Err(error) = self.prepare()
        {
            return Some(Err(error));
        }
        let difference = self.ready.pop_front()?;
        self.next += 1u8;
        Some(Ok(&self.base + difference))
    }
}
