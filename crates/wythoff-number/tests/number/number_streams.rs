//! Streams of floors and continued fractions against single floors, at ordinary and at awkward places.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use wythoff_number::stream::{BigFloors, Floors, Pairs};
use wythoff_number::{Integer, Natural, NumberError, Quadratic, Rational, Real, RealExpr};

/// The slope of k-Wythoff Nim.
fn slope(k: u64) -> Real {
    Real::from(&Quadratic::new(2 - k as i64, 1, k * k + 4, 2).unwrap())
}

fn rational(p: u128, q: u128) -> Real {
    Real::new(RealExpr::integer(p) / RealExpr::integer(q)).unwrap()
}

fn floor(alpha: &Real, n: u64) -> u64 {
    u64::try_from(alpha.floor_mul(&n.into()).unwrap()).unwrap()
}

fn numbers() -> Vec<Real> {
    use RealExpr::{E, Phi, Pi};
    let int = |n: u64| RealExpr::integer(n);
    let mut numbers: Vec<Real> = [
        Phi,
        Pi,
        E,
        int(1) / Pi,
        int(2).sqrt() / int(1_000_000),
        Pi / (Pi - int(1)),
        int(10) * int(2).sqrt(),
        Pi + E,
        // Just above and below rationals: truncated multiples fall on the wrong side of an integer every few terms.
        int(4) / int(3) + Pi / RealExpr::integer(1u128 << 90),
        int(4) / int(3) - Pi / RealExpr::integer(1u128 << 90),
        int(22) / int(7) + int(2).sqrt() / RealExpr::integer(1u128 << 100),
    ]
    .into_iter()
    .map(|expr| Real::new(expr).unwrap())
    .collect();
    numbers.extend([
        rational(7, 3),
        rational(3, 1),
        rational(1, 5),
        rational(22, 7),
        rational((1 << 50) + 1, 1 << 49),
    ]);
    numbers.extend([rational((1 << 80) + 1, 1 << 79), rational(10u128.pow(30) + 7, 10u128.pow(30) - 11)]);
    numbers
}

#[test]
fn streams_are_floors() {
    for alpha in numbers() {
        for start in [0, 1, 1000, 33_000, 1 << 32, 10u64.pow(15), (1 << 59) - 5] {
            // Lengths around a block and odd ones; an uneven split of one stream must not matter.
            let mut values = vec![0; 1001];
            let mut floors = Floors::new(&alpha, start).unwrap();
            let (head, tail) = values.split_at_mut(334);
            assert_eq!(floors.fill(head), Ok(head.len()));
            assert_eq!(floors.fill(tail), Ok(tail.len()));
            for (n, value) in (start..).zip(&values) {
                assert_eq!(*value, floor(&alpha, n), "{alpha} at {n}");
            }
        }
    }
}

#[test]
fn long_blocks_are_floors() {
    let len = (1 << 17) + 3;
    for alpha in numbers() {
        let mut values = vec![0; len];
        assert_eq!(Floors::new(&alpha, 12_345).unwrap().fill(&mut values), Ok(len));
        for (i, value) in values.iter().enumerate().step_by(97) {
            assert_eq!(*value, floor(&alpha, 12_345 + i as u64), "{alpha} at {i}");
        }
    }
}

#[test]
fn pairs_near_convergents() {
    // Multiples of convergents' denominators come as close to integers as anything does.
    for k in [1, 2, 3, 7, 1000] {
        let alpha = slope(k);
        let fraction = alpha.as_quadratic().unwrap().continued_fraction(1000).unwrap();
        for (_, q) in fraction.convergents() {
            let Ok(q) = u64::try_from(q) else { break };
            if q > u64::MAX / (2 * k + 3) {
                break;
            }
            let start = q.saturating_sub(5);
            let (mut a, mut b) = ([0; 11], [0; 11]);
            assert_eq!(Pairs::new(&alpha, k, start).unwrap().fill(&mut a, &mut b), Ok(11));
            for (n, (a, b)) in (start..).zip(a.iter().zip(&b)) {
                assert_eq!((*a, *b), (floor(&alpha, n), floor(&alpha, n) + k * n), "k = {k}, n = {n}");
            }
        }
    }
}

#[test]
fn numbers_next_to_integers_need_their_anchors() {
    // n*alpha = n + n/2^70: for n near 2^70/j it passes integers more slowly than the fixed point can see.
    let alpha = rational((1 << 70) + 1, 1 << 70);
    let below = rational((1 << 70) - 1, 1 << 70);
    for value in [&alpha, &below] {
        let mut floors = [0; 300];
        for start in [0, 1 << 20, (1 << 63) - 150] {
            Floors::new(value, start).unwrap().fill(&mut floors).unwrap();
            for (n, seen) in (start..).zip(&floors) {
                assert_eq!(*seen, floor(value, n), "{value} at {n}");
            }
        }
    }
    let tiny = Real::new(RealExpr::integer(1) + RealExpr::Pi / RealExpr::integer(1u128 << 90)).unwrap();
    let mut floors = [0; 300];
    Floors::new(&tiny, 0).unwrap().fill(&mut floors).unwrap();
    assert!((0..).zip(&floors).all(|(n, seen)| n == *seen));
}

#[test]
fn streams_end_where_64_bits_end() {
    for k in [0, 1, 5] {
        let alpha = slope(k.max(1));
        // The last n whose pair fits.
        let sum = if k == 0 {
            alpha.clone()
        } else {
            let whole = Rational::from(k);
            Real::from(&alpha.as_quadratic().unwrap().add_rational(&whole))
        };
        let last = u64::try_from(sum.beatty_count(&Natural::from(u64::MAX)).unwrap()).unwrap();
        let (mut a, mut b) = ([0; 100], [0; 100]);
        let mut pairs = Pairs::new(&alpha, k, last - 9).unwrap();
        assert_eq!(pairs.fill(&mut a, &mut b), Ok(10));
        assert_eq!(a[9], floor(&alpha, last));
        assert_eq!(b[9], a[9] + k * last);
        assert_eq!(pairs.fill(&mut a, &mut b), Ok(0));
    }
    // A slope below 1 ends with n itself.
    let third = rational(1, 3);
    let mut values = [0; 100];
    let mut floors = Floors::new(&third, u64::MAX - 4).unwrap();
    assert_eq!(floors.fill(&mut values), Ok(5));
    assert_eq!(values[4], u64::MAX / 3);
    assert_eq!(floors.fill(&mut values), Ok(0));
    // A slope beyond 64 bits has only n = 0.
    let huge = rational(1 << 100, 1);
    assert_eq!(Floors::new(&huge, 0).unwrap().fill(&mut values), Ok(1));
    assert_eq!(Floors::new(&huge, 1).unwrap().fill(&mut values), Ok(0));
    assert!(matches!(Floors::new(&rational(0, 1), 0), Err(NumberError::NotPositive(_))));
    assert!(Floors::new(&Real::new(-RealExpr::Pi).unwrap(), 0).is_err());
}

#[test]
fn big_streams_are_floors() {
    let starts = [
        Natural::ZERO,
        Natural::from(u64::MAX) - 100u8,
        Natural::from(10u8).pow(30),
        Natural::from(10u8).pow(300) - 7u8,
    ];
    let mut numbers = numbers();
    numbers.push(rational(1 << 100, 3));
    numbers.push(rational((1 << 70) - 1, 1 << 70));
    for alpha in numbers {
        for start in &starts {
            for (i, value) in BigFloors::new(&alpha, start.clone()).unwrap().take(600).enumerate() {
                let n = start + i;
                assert_eq!(Integer::from(value.unwrap()), alpha.floor_mul(&n).unwrap(), "{alpha} at {n}");
            }
        }
    }
}

#[test]
fn known_continued_fractions() {
    let text = |p: i64, q: i64, d: u32, r: i64| {
        Quadratic::new(p, q, d, r).unwrap().continued_fraction(100).unwrap().to_string()
    };
    assert_eq!(text(1, 1, 5, 2), "[(1)]");
    assert_eq!(text(0, 1, 2, 1), "[1; (2)]");
    assert_eq!(text(0, 1, 7, 1), "[2; (1, 1, 1, 4)]");
    assert_eq!(text(0, 1, 61, 1), "[7; (1, 4, 3, 1, 2, 2, 1, 3, 4, 1, 14)]");
    assert_eq!(text(0, -1, 2, 1), "[-2; 1, 1, (2)]");
    assert_eq!(text(1, -1, 5, 2), "[-1; 2, (1)]");
    let long = Quadratic::new(0, 1, 1_000_099u32, 1).unwrap().continued_fraction(10).unwrap_err();
    assert_eq!(long.to_string(), "the continued fraction of sqrt(1000099) has no period within 10 terms");
}

fn quadratic() -> impl Strategy<Value = Quadratic> {
    (-50i64..50, -50i64..50, 2u32..200, 1i64..50)
        .prop_filter_map("rational", |(p, q, d, r)| Quadratic::new(p, q, d, r).ok())
}

proptest! {
    #[test]
    fn random_pairs(k in 1u64..50, start in 0u64..1 << 57, q in 1u64..100_000) {
        for alpha in [slope(k), rational(u128::from(q) + 17, u128::from(q))] {
            let (mut a, mut b) = ([0; 40], [0; 40]);
            prop_assert_eq!(Pairs::new(&alpha, k, start).unwrap().fill(&mut a, &mut b), Ok(40));
            for (n, (a, b)) in (start..).zip(a.iter().zip(&b)) {
                prop_assert_eq!((*a, *b), (floor(&alpha, n), floor(&alpha, n) + k * n));
            }
        }
    }

    #[test]
    fn periods_return_to_the_number(value in quadratic()) {
        let fraction = value.continued_fraction(100_000).unwrap();
        // After one period the complete quotient x returns: x = (P x + P')/(Q x + Q').
        let product = |terms: &[Integer]| {
            terms.iter().fold([Integer::ONE, Integer::ZERO, Integer::ZERO, Integer::ONE], |[a, b, c, d], t| {
                [&a * t + b, a, &c * t + d, c]
            })
        };
        let [p, p1, q, q1] = product(&fraction.period);
        // Q x^2 + (Q' - P) x - P' = 0, the positive root.
        let discriminant = (&q1 - &p) * (&q1 - &p) + Integer::from(4) * &q * &p1;
        let x = Quadratic::new(&p - &q1, 1, Natural::try_from(discriminant).unwrap(), Integer::from(2) * &q).unwrap();
        let back = fraction.preperiod.iter().rev().fold(x, |x, term| {
            x.inverse().add_rational(&Rational::from(term.clone()))
        });
        prop_assert_eq!(back, value);
    }

    #[test]
    fn convergents_alternate(value in quadratic()) {
        let fraction = value.continued_fraction(100_000).unwrap();
        for (i, (p, q)) in fraction.convergents().take(20).enumerate() {
            let order = value.cmp_rational(&p, &q).unwrap();
            prop_assert_eq!(order.is_gt(), i % 2 == 0);
        }
    }

    #[test]
    fn field_operations(a in quadratic(), p in -50i64..50, q in 1i64..50, r in 1i64..50) {
        let b = Quadratic::new(p, q, a.d().clone(), r).unwrap();
        let two = |n: &Quadratic| n.mul_rational(&Rational::from(2)).unwrap();
        if let Ok(sum) = a.add(&b) {
            if let Ok(back) = sum.sub(&b) {
                prop_assert_eq!(&back, &a);
            }
            if let (Ok(left), Ok(x), Ok(y)) = (sum.mul(&b), a.mul(&b), b.mul(&b)) {
                // (a + b) b = ab + bb, unless a part is rational
                if let Ok(right) = x.add(&y) {
                    prop_assert_eq!(left, right);
                }
            }
        }
        if let Ok(quotient) = a.div(&b)
            && let Ok(back) = quotient.mul(&b)
        {
            prop_assert_eq!(&back, &a);
        }
        prop_assert_eq!(a.inverse().inverse(), a.clone());
        prop_assert_eq!(a.add(&a).unwrap(), two(&a));
        prop_assert_eq!(a.conjugate().conjugate(), a.clone());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        let other = Quadratic::new(p, q, 211u8, r).unwrap();
        prop_assert!(matches!(a.add(&other), Err(NumberError::DifferentFields(..))));
        prop_assert_eq!(a.cmp(&other), other.cmp(&a).reverse());
    }
}
