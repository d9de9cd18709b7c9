//! Blocking-k Wythoff Nim for k = 2, 3 (blocking-wythoff, Theorem 1.1) and two-pile Nim with blocking (Proposition 1.4).

use super::count::first_index;
use super::pairs::BeattyPairs;
use super::{PSet, Square};
use crate::SolveError;
use wythoff_number::{Integer, Natural};

fn small(n: u8) -> Natural {
    Natural::from(n)
}

fn odd(n: &Natural) -> bool {
    n % 2u8 == 1
}

/// `R_2 = {(0,0)} ∪ {{n, 2n+1}} ∪ (2R_1 + 2)`: the P-positions of W^2.
#[derive(Clone, Debug)]
pub struct DoubledWythoff {
    wythoff: BeattyPairs,
}

impl DoubledWythoff {
    /// The set.
    ///
    /// # Errors
    /// Never.
    pub fn new() -> Result<DoubledWythoff, SolveError> {
        Ok(DoubledWythoff { wythoff: BeattyPairs::new(1, 1)? })
    }

    /// How many listed members have a first pile below x: (0,0), one `{n, 2n+1}` each, and the doubled pairs.
    fn before(&self, x: &Natural) -> Result<Natural, SolveError> {
        if x.is_zero() {
            return Ok(small(0));
        }
        let mut count = x + 1u8;
        if *x > small(2) {
            // 2 a_n + 2 < x iff a_n <= (x − 3)/2.
            let largest = (x - 3u8) / 2u8;
            count += self.first_above(&largest)?;
        }
        Ok(count)
    }

    /// How many n ≥ 0 have `a_n <= x`: those with `nφ < x + 1`, so `⌈(x + 1)/φ⌉ = ⌊(x + 1)φ⌋ − x` because `1/φ = φ − 1` is irrational.
    fn first_above(&self, x: &Natural) -> Result<Natural, SolveError> {
        Ok(self.wythoff.pair(&(x + 1u8))?.0 - x)
    }
}

impl PSet for DoubledWythoff {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let mut column = vec![x * 2u8 + 1u8];
        if x.is_zero() {
            column.push(small(0));
        } else if odd(x) {
            column.push((x - 1u8) / 2u8);
        } else {
            let half = (x - 2u8) / 2u8;
            column.extend(self.wythoff.column(&half)?.into_iter().map(|y| y * 2u8 + 2u8));
        }
        column.sort();
        Ok(column)
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = beam(low, high, 1);
        if *low <= Integer::from(0) && *high >= Integer::from(0) {
            found.push((small(0), small(0)));
        }
        // Doubling doubles the difference.
        let halves = self.wythoff.band(&half_up(low), &half_down(high))?;
        found.extend(halves.into_iter().map(|(x, y)| (x * 2u8 + 2u8, y * 2u8 + 2u8)));
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        // The column that holds the n-th: the last with at most n members before it. A column has 1 + 1/(2φ) listed members
        // on average, so it is near n(3 − √5) = n(4 − 2φ); the bracket is widened until it holds.
        let near = n * 4u8 - self.wythoff.pair(&(n * 2u8))?.0;
        let mut width = small(4);
        let (mut low, mut high) = loop {
            let low = if near > width { &near - &width } else { small(0) };
            let high = &near + &width;
            if self.before(&low)? <= *n && self.before(&high)? > *n {
                break (low, high);
            }
            width *= 2u8;
        };
        while &high - &low > small(1) {
            let middle = (&low + &high) / 2u8;
            if self.before(&middle)? <= *n {
                low = middle;
            } else {
                high = middle;
            }
        }
        nth_in_column(self, &low, n - self.before(&low)?)
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        index_in_column(self, x, y, self.before(x)?)
    }

    fn count_before(&self, x: &Natural) -> Result<Natural, SolveError> {
        self.before(x)
    }

    /// (0,0), the {n, 2n+1} with 2n + 1 ≤ `to`, and the doubled pairs with 2b_n + 2 ≤ `to`.
    fn count_to(&self, to: &Natural) -> Result<Natural, SolveError> {
        let beam = (to + 1u8) / 2u8;
        let doubled = match *to >= small(2) {
            true => self.wythoff.count_to(&((to - 2u8) / 2u8))?,
            false => small(0),
        };
        Ok(beam + doubled + 1u8)
    }
}

/// `R_3 = {(0,0)} ∪ {{n, 2n+1}} ∪ {{n, 2n+2}}`: the P-positions of W^3.
#[derive(Clone, Debug, Default)]
pub struct TwoBeams;

impl PSet for TwoBeams {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let mut column = vec![x * 2u8 + 1u8, x * 2u8 + 2u8];
        match (x.is_zero(), odd(x)) {
            (true, _) => column.push(small(0)),
            (false, true) => column.push((x - 1u8) / 2u8),
            (false, false) => column.push((x - 2u8) / 2u8),
        }
        column.sort();
        Ok(column)
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = beam(low, high, 1);
        found.extend(beam(low, high, 2));
        if *low <= Integer::from(0) && *high >= Integer::from(0) {
            found.push((small(0), small(0)));
        }
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        if n.is_zero() {
            return Ok((small(0), small(0)));
        }
        let x = (n - 1u8) / 2u8;
        let y = &x * 2u8 + if odd(n) { 1u8 } else { 2u8 };
        Ok((x, y))
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        let before = if x.is_zero() { small(0) } else { x * 2u8 + 1u8 };
        index_in_column(self, x, y, before)
    }
}

/// `{n, 2n + c}` with the difference, n + c or −n − c, in the band.
fn beam(low: &Integer, high: &Integer, c: u8) -> Vec<Square> {
    let mut found = Vec::new();
    let mut side = |low: &Integer, high: &Integer, mirrored: bool| {
        let mut d = low.clone().max(Integer::from(c));
        while d <= *high {
            let n = Natural::try_from(&d - Integer::from(c)).unwrap_or_default();
            let y = &n * 2u8 + c;
            found.push(if mirrored { (y, n) } else { (n, y) });
            d += Integer::from(1);
        }
    };
    side(low, high, false);
    side(&-high.clone(), &-low.clone(), true);
    found
}

fn half_up(d: &Integer) -> Integer {
    -half_down(&-d.clone())
}

fn half_down(d: &Integer) -> Integer {
    use dashu_int::ops::DivEuclid as _;
    d.clone().div_euclid(Integer::from(2))
}

/// The listed member number `rest` of a column: only those with y ≥ x are listed.
fn nth_in_column(set: &dyn PSet, x: &Natural, rest: Natural) -> Result<Square, SolveError> {
    let listed: Vec<Natural> = set.column(x)?.into_iter().filter(|y| y >= x).collect();
    let y = usize::try_from(&rest).ok().and_then(|i| listed.get(i).cloned());
    Ok((x.clone(), y.unwrap_or_default()))
}

fn index_in_column(
    set: &dyn PSet,
    x: &Natural,
    y: &Natural,
    before: Natural,
) -> Result<Option<Natural>, SolveError> {
    if y < x {
        return Ok(None);
    }
    let column = set.column(x)?;
    let listed = column.iter().filter(|v| *v >= x);
    Ok(listed.zip(0_u64..).find(|(v, _)| *v == y).map(|(_, i)| before + i))
}

/// `|y − x| < k` with `y − x ≡ k − 1` modulo 2, or `x + y < k`: two-pile Nim with k − 1 options blocked.
#[derive(Clone, Debug)]
pub struct BlockingNim {
    k: u64,
}

impl BlockingNim {
    /// Columns hold k positions; for larger k they are not listed.
    pub const LARGEST: u64 = 1_000_000;

    /// The set.
    #[must_use]
    pub fn new(k: u64) -> BlockingNim {
        BlockingNim { k }
    }

    /// How many listed members the columns before x have. Column i has ⌈k/2⌉ on the beams and, while 2i < k, the
    /// ⌊k/2⌋ − i others with x + y < k.
    fn before(&self, x: &Natural) -> Natural {
        let half = Natural::from(self.k / 2);
        let small = x.clone().min(half.clone());
        let others = &small * (half * 2u8 + 1u8 - &small) / 2u8;
        x * self.k.div_ceil(2) + others
    }
}

impl PSet for BlockingNim {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let k = self.k;
        let mut column: Vec<Natural> = Vec::new();
        for step in 0..k {
            let offset = Integer::from(2 * step) - Integer::from(k - 1);
            if let Ok(y) = Natural::try_from(Integer::from(x.clone()) + offset) {
                column.push(y);
            }
        }
        if let Ok(x) = u64::try_from(x) {
            column.extend((0..k.saturating_sub(x)).map(Natural::from));
        }
        column.sort();
        column.dedup();
        Ok(column)
    }

    /// On the beams n - n = 0 has the parity of k - 1; of the others 2n < k.
    fn equal_up_to(&self, to: &Natural) -> Option<Natural> {
        let all = to + Natural::from(1u8);
        Some(if self.k % 2 == 1 { all } else { all.min(Natural::from(self.k / 2)) })
    }

    /// Diagonals hold infinitely many, and no move of Nim goes along one.
    fn band(&self, _: &Integer, _: &Integer) -> Result<Vec<Square>, SolveError> {
        Ok(Vec::new())
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        // The last column with at most n members before it.
        let x = first_index(|x| Ok(self.before(&(x + 1u8)) > *n))?;
        nth_in_column(self, &x, n - self.before(&x))
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        index_in_column(self, x, y, self.before(x))
    }

    fn count_before(&self, x: &Natural) -> Result<Natural, SolveError> {
        Ok(self.before(x))
    }

    /// On the diagonal y − x = d those with x ≤ `to` − d; of the others only while 2x + d < k.
    fn count_to(&self, to: &Natural) -> Result<Natural, SolveError> {
        let mut count = small(0);
        for d in (0..self.k).take_while(|d| Natural::from(*d) <= *to) {
            let room = to - d + 1u8;
            let beam = d % 2 == (self.k - 1) % 2;
            count += if beam { room } else { room.min(Natural::from((self.k - d) / 2)) };
        }
        Ok(count)
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let distance = if x > y { x - y } else { y - x };
        let k = Natural::from(self.k);
        Ok(x + y < k || (distance < k && &distance % 2u8 == (&k - 1u8) % 2u8))
    }
}
