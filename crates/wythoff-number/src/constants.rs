//! Enclosures of pi, e and logarithms of any precision, by binary splitting.
//!
//! Each series has a stated bound on its remainder, and the result is widened by it; nothing is estimated.
//!
//! * pi: the Chudnovsky series, 47 bits a term,
//! * e: the sum of 1/k!,
//! * ln x: `x = 2^k * q_1 * q_2 * ... * (1 + eps)`, where every `q_i = 1 + c/2^m` takes the next bits of what is left,
//!   twice as many each time ("bit burst", Brent 1976), and `ln q_i = 2 atanh(c/(2^(m+1) + c))`. The terms with long
//!   numerators are those that converge quickly.
//!
//! Tried and rejected: the arithmetic-geometric mean for ln. It is a little faster from 10^5 digits on, but needs pi
//! as well and an error analysis of its own, and ends no sooner for small integers, which are what people write.

use dashu_int::ops::{BitTest, DivRem, SquareRoot};

use super::interval::Interval;
use super::{Integer, Natural};

/// pi at `bits`.
pub(super) fn pi(bits: usize) -> Interval {
    /// Numerator, denominator and sum over the terms `from..to`.
    fn split(from: u64, to: u64) -> (Natural, Natural, Integer) {
        const A: u64 = 13_591_409;
        const B: u64 = 545_140_134;
        const C3_OVER_24: u64 = 640_320 * 640_320 * 640_320 / 24;
        if to - from == 1 {
            let k = from;
            let (p, q) = if k == 0 {
                (Natural::ONE, Natural::ONE)
            } else {
                let p = Natural::from(6 * k - 5) * (2 * k - 1) * (6 * k - 1);
                (p, Natural::from(k) * k * k * C3_OVER_24)
            };
            let term = Integer::from(&p * (Natural::from(B) * k + A));
            return (p, q, if k.is_multiple_of(2) { term } else { -term });
        }
        let middle = from.midpoint(to);
        let (p1, q1, t1) = split(from, middle);
        let (p2, q2, t2) = split(middle, to);
        let sum = t1 * Integer::from(q2.clone()) + Integer::from(p1.clone()) * t2;
        (p1 * p2, q1 * q2, sum)
    }
    // The terms alternate and fall, so the remainder is below the first one left out, which is at most
    // (1 + 41 N) * 151931373056000^-N of the first; with two terms too many that is below 2^-(bits + 40).
    let terms = (bits / 47 + 2) as u64;
    let work = bits + 32;
    let (_, q, sum) = split(0, terms);
    let root = (Natural::from(10_005u16) << (2 * work)).sqrt();
    let value = Integer::from(root * 426_880u32 * q) / sum;
    // At `work` bits root, remainder and division are each less than two units off: below 2^-29 of a final unit.
    let value = value >> 32usize;
    Interval { lo: &value - 1, hi: value + 2 }
}

/// e at `bits`.
pub(super) fn e(bits: usize) -> Interval {
    /// `(q, t)` with `t/q` the sum of `from!/k!` over `from < k <= to`, and `q = to!/from!`.
    fn split(from: u64, to: u64) -> (Natural, Natural) {
        if to - from == 1 {
            return (Natural::from(to), Natural::ONE);
        }
        let middle = from.midpoint(to);
        let (q1, t1) = split(from, middle);
        let (q2, t2) = split(middle, to);
        (q1 * &q2, t1 * q2 + t2)
    }
    // 2^log <= last!, and the terms after the last one add up to less than 1/last!.
    let (mut last, mut log) = (2u64, 1usize);
    while log < bits + 2 {
        last += 1;
        log += last.ilog2() as usize;
    }
    let (q, t) = split(0, last);
    let value = Integer::from(((t + &q) << bits) / q);
    Interval { hi: &value + 2, lo: value }
}

/// `atanh(p/q)` at `bits`, for `0 < p/q <= 1/3`.
fn atanh(p: &Natural, q: &Natural, bits: usize) -> Interval {
    struct Part {
        p: Natural,
        q: Natural,
        b: Natural,
        t: Natural,
    }
    /// `t/(b q)` is the sum of `(P/Q)^(j - from)/(2j + 1)` over `from <= j < to`.
    fn split(square_p: &Natural, square_q: &Natural, from: u64, to: u64) -> Part {
        if to - from == 1 {
            let q = square_q.clone();
            return Part { p: square_p.clone(), t: q.clone(), q, b: Natural::from(2 * from + 1) };
        }
        let middle = from.midpoint(to);
        let left = split(square_p, square_q, from, middle);
        let right = split(square_p, square_q, middle, to);
        let t = left.t * (&right.b * &right.q) + &left.p * &left.b * right.t;
        Part { p: left.p * right.p, q: left.q * right.q, b: left.b * right.b, t }
    }
    // Per term at least `eighths / 8` bits are gained, where 2^eighths <= (q/p)^16; the leading bits of both suffice.
    let (cut_p, cut_q) = (p.bit_len().saturating_sub(64), q.bit_len().saturating_sub(64));
    // (Four bits more above, so that the quotient is never zero.)
    let ratio = ((q >> cut_q) << 4usize).pow(16) / ((p >> cut_p) + u8::from(cut_p > 0)).pow(16);
    let eighths = ratio.bit_len() - 1 + 16 * (cut_q - cut_p) - 64;
    let terms = (8 * (bits + 2)).div_ceil(eighths) as u64 + 1;
    // The terms left out add up to less than (p/q)^(2 terms + 1) * 9/8 < 2^-(bits + 2).
    let part = split(&(p * p), &(q * q), 0, terms);
    let value = Integer::from(((part.t * p) << bits) / (part.b * part.q * q));
    Interval { hi: &value + 2, lo: value }
}

/// ln(2) at `bits`.
fn ln2(bits: usize) -> Interval {
    // ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)
    let part = |q: u16| atanh(&Natural::ONE, &Natural::from(q), bits);
    let (a, b, c) = (part(26), part(4801), part(8749));
    Interval { lo: a.lo * 18 - b.hi * 2 + c.lo * 8, hi: a.hi * 18 - b.lo * 2 + c.hi * 8 }
}

/// `ln(x / 2^bits)` at `bits`, for `x > 0`.
pub(super) fn ln(x: &Natural, bits: usize) -> Interval {
    // Up to twice the bit length of `bits` steps, each a few units off, fit into 64 guard bits many times over.
    let work = bits + 64;
    let one = Natural::ONE << work;
    let length = x.bit_len();
    // x = y * 2^exponent with y in [1, 2), which lies in [low, high] at `work` bits.
    let exponent = Integer::from(length) - 1 - bits;
    let (mut low, mut high) = if length <= work + 1 {
        let y = x << (work + 1 - length);
        (y.clone(), y)
    } else {
        let y = x >> (length - work - 1);
        (y.clone(), y + 1u8)
    };
    let mut sum = Interval { lo: Integer::ZERO, hi: Integer::ZERO };
    if exponent != Integer::ZERO {
        let two = ln2(work + bit_len(&exponent));
        let two = two.coarser(bit_len(&exponent));
        let ends = (&two.lo * &exponent, &two.hi * &exponent);
        sum = if exponent > Integer::ZERO {
            Interval { lo: ends.0, hi: ends.1 }
        } else {
            Interval { lo: ends.1, hi: ends.0 }
        };
    }
    let mut taken = 16;
    while (&low, &high) != (&one, &one) {
        let c = (&low >> (work - taken)) - (Natural::ONE << taken);
        if c != Natural::ZERO {
            let shift = c.trailing_zeros().unwrap_or(0);
            let (c, unit) = (c >> shift, Natural::ONE << (taken - shift));
            let factor = &unit + &c;
            let term = atanh(&c, &(&unit + &factor), work);
            sum.lo += term.lo << 1usize;
            sum.hi += term.hi << 1usize;
            low = (low << (taken - shift)) / &factor;
            let (quotient, rest) = (high << (taken - shift)).div_rem(&factor);
            high = if rest.is_zero() { quotient } else { quotient + 1u8 };
        }
        if 2 * taken > work {
            break;
        }
        taken = (2 * taken).min(work);
    }
    // What is left is 1 + eps with eps < 2^-(work/2), for which one term of the series is enough.
    let eps_low = Integer::from(low - &one);
    let eps_high = Integer::from(high - &one);
    // eps - eps^2/2 <= ln(1 + eps) <= eps
    let square = ((&eps_high * &eps_high) >> (work + 1)) + 1;
    sum.lo += eps_low - square;
    sum.hi += eps_high;
    sum.coarser(64)
}

fn bit_len(a: &Integer) -> usize {
    a.bit_len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the interval holds the decimal given by its digits, and is narrow.
    fn holds(interval: &Interval, bits: usize, digits: &str) {
        let (whole, fraction) = digits.split_once('.').unwrap();
        let scaled: Integer = format!("{whole}{fraction}").parse().unwrap();
        let unit = Integer::from(10).pow(fraction.len());
        // digits are truncated: value in [scaled, scaled + 1] / unit
        assert!(&interval.lo * &unit <= (&scaled + 1) << bits, "{digits}: too high");
        assert!(&interval.hi * &unit >= scaled << bits, "{digits}: too low");
        assert!(&interval.hi - &interval.lo <= Integer::from(16), "{digits}: too wide at {bits}");
    }

    #[test]
    fn known_digits() {
        for bits in [0usize, 1, 10, 64, 100, 330, 1000, 5000] {
            holds(
                &pi(bits),
                bits,
                "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706",
            );
            holds(
                &e(bits),
                bits,
                "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138217852516642",
            );
            let of = |n: u64| ln(&(Natural::from(n) << bits), bits);
            holds(
                &of(2),
                bits,
                "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586",
            );
            holds(
                &of(3),
                bits,
                "1.09861228866810969139524523692252570464749055782274945173469433363749429321860896687361",
            );
            holds(
                &of(10),
                bits,
                "2.30258509299404568401799145468436420760110148862877297603332790096757260967735248023599",
            );
        }
    }

    #[test]
    fn slow_series_agree() {
        // Machin's arctangents, 1/k! term by term, and ln 2 = sum of 1/(k 2^k): other series than those above.
        let bits = 20_000;
        let one = Integer::ONE << (bits + 64);
        let arctan = |q: u32| {
            let (mut power, mut sum, mut k) = (&one / q, Integer::ZERO, 1u32);
            while !power.is_zero() {
                if k % 4 == 1 {
                    sum += &power / k
                } else {
                    sum -= &power / k
                }
                power /= q * q;
                k += 2;
            }
            sum
        };
        let (mut factorial, mut sum_e, mut k) = (one.clone(), Integer::ZERO, 0u32);
        while !factorial.is_zero() {
            sum_e += &factorial;
            k += 1;
            factorial /= k;
        }
        let sum_ln2 = (1..bits + 64).map(|k| (&one >> k) / k).sum::<Integer>();
        let two = Natural::from(2u8) << bits;
        for (slow, fast) in
            [(arctan(5) * 16 - arctan(239) * 4, pi(bits)), (sum_e, e(bits)), (sum_ln2, ln(&two, bits))]
        {
            // Fewer than 2^20 roundings of one unit each cannot reach the 64 guard bits.
            let slow = slow >> 64usize;
            assert!(fast.lo <= &slow + 1 && slow <= fast.hi);
        }
    }

    #[test]
    fn logarithms_add_up() {
        // ln of a long number is the sum of the logarithms of its factors, whatever path each takes.
        let bits = 1500;
        let of = |n: &Natural| ln(&(n << bits), bits);
        let (a, b) = (Natural::from(3u8).pow(100), Natural::from(1_000_003u32).pow(50));
        let (x, y, z) = (of(&a), of(&b), of(&(&a * &b)));
        assert!(&x.lo + &y.lo <= z.hi && &x.hi + &y.hi >= z.lo);
        assert!(&z.hi - &z.lo < Integer::from(16));
        // Fractions take all stages of the bit burst.
        for bits in [100usize, 777, 4000] {
            let mut x = (Natural::ONE << bits) / 7u8 * 11u8;
            for _ in 0..20 {
                let y = (Natural::ONE << (2 * bits)) / &x;
                let (a, b) = (ln(&x, bits), ln(&y, bits));
                // y is 2^bits/x less at most one unit, and x, y > 1/200.
                let sum = (&a.lo + &b.lo, &a.hi + &b.hi + 200);
                assert!(sum.0 <= Integer::ZERO && sum.1 >= Integer::ZERO, "{x} at {bits}");
                assert!(sum.1 - sum.0 < Integer::from(240));
                x = x * 13u8 / 10u8 + 1u8;
            }
        }
    }
}
