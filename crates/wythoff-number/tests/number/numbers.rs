//! Exact numbers against independent computations: literals, squaring inequalities, and the definition.

#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;

use proptest::prelude::*;
use wythoff_number::{Integer, Natural, Nature, NumberError, Quadratic, Rational, Real, RealExpr};

const PI: &str =
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706";
const E: &str =
    "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138217852516642";

fn int(n: i64) -> RealExpr {
    RealExpr::integer(n)
}

fn sqrt(n: i64) -> RealExpr {
    int(n).sqrt()
}

fn ln(n: i64) -> RealExpr {
    int(n).ln()
}

fn real(expr: RealExpr) -> Real {
    Real::new(expr).unwrap()
}

fn nat(n: u128) -> Natural {
    Natural::from(n)
}

/// `floor(n * value)` by the literal, or nothing if the digits do not settle it.
fn by_literal(literal: &str, n: &Natural) -> Option<Integer> {
    let (whole, digits) = literal.split_once('.').unwrap();
    let scaled: Natural = format!("{whole}{digits}").parse().unwrap();
    let unit = Natural::from(10u8).pow(digits.len());
    let (lo, hi) = (n * &scaled / &unit, n * (scaled + 1u8) / unit);
    (lo == hi).then(|| lo.into())
}

#[test]
fn rational_values_are_found() {
    use RealExpr::{E, Phi, Pi};
    for (expr, num, den) in [
        (sqrt(4), 2, 1u8),
        (sqrt(2) * sqrt(2), 2, 1),
        (Phi - sqrt(5) / int(2), 1, 2),
        ((sqrt(2) - int(1)) * (sqrt(2) + int(1)), 1, 1),
        (Pi - Pi, 0, 1),
        (Pi / Pi, 1, 1),
        (sqrt(8) / sqrt(2), 2, 1),
        (ln(1), 0, 1),
        (ln(8) / ln(2), 3, 1),
        (ln(4) / ln(8), 2, 3),
        (ln(6) - ln(2) - ln(3), 0, 1),
        ((int(2) / int(3)).sqrt() * sqrt(6), 2, 1),
        ((int(3) + int(2) * sqrt(2)).sqrt() - sqrt(2), 1, 1),
        ((int(3) - int(2) * sqrt(2)).sqrt() - sqrt(2), -1, 1),
        ((Phi + int(1)).sqrt() / Phi, 1, 1),
        (Pi.sqrt() * Pi.sqrt() - Pi, 0, 1),
        (int(1) / Pi.sqrt() / (int(1) / Pi.sqrt()), 1, 1),
        (sqrt(2).ln() / ln(2), 1, 2),
        (E.ln(), 1, 1),
        ((E * int(2)).ln() - ln(2), 1, 1),
        ((sqrt(2) * Pi + sqrt(2)) / (Pi + int(1)) * sqrt(2), 2, 1),
        ((Pi * E) / E / Pi, 1, 1),
        (int(1) / (sqrt(2) + sqrt(3) + sqrt(5)) * (sqrt(5) + sqrt(3) + sqrt(2)), 1, 1),
        ((int(5) + int(2) * sqrt(6)).sqrt() - sqrt(2) - sqrt(3), 0, 1),
        (sqrt(0), 0, 1),
        (-(-int(7)) / int(-14), -1, 2),
    ] {
        let text = expr.to_string();
        let expected = Rational::from_parts(num.into(), den.into());
        assert_eq!(real(expr).nature(), Nature::Rational(expected), "{text}");
    }
}

#[test]
fn roots_of_every_degree_are_exact() {
    use RealExpr::{Phi, Pi};
    let root = |n: i64, degree: u32| int(n).root(degree);
    for (expr, num, den) in [
        (root(8, 3), 2, 1u8),
        (root(2, 3) * root(4, 3), 2, 1),
        (root(2, 3) * root(2, 3) * root(2, 3), 2, 1),
        ((int(8) / int(27)).root(3), 2, 3),
        (root(54, 3) / root(2, 3), 3, 1),
        (root(64, 6), 2, 1),
        (root(4, 4) - sqrt(2), 0, 1),
        (root(2, 3).sqrt() - root(2, 6), 0, 1),
        (root(2, 3).root(5) / root(2, 15), 1, 1),
        ((root(2, 3) + root(3, 5)) / (int(2) * root(3, 5) + root(16, 3)), 1, 2),
        ((root(2, 3) + int(1)) * (root(4, 3) - root(2, 3) + int(1)), 3, 1),
        (int(1) / (root(2, 3) - int(1)) - root(4, 3) - root(2, 3), 1, 1),
        (root(9, 4) * sqrt(3) + root(0, 7), 3, 1),
        (root(2, 3).ln() / ln(2), 1, 3),
        (Pi.root(3) * Pi.root(3) * Pi.root(3) / Pi, 1, 1),
        ((int(1) + sqrt(2)).root(3) * (sqrt(2) - int(1)).root(3) * int(0), 0, 1),
        (Phi / ((int(3) + int(2) * sqrt(2)).sqrt() - sqrt(2)) - sqrt(5) / int(2), 1, 2),
    ] {
        let text = expr.to_string();
        let expected = Rational::from_parts(num.into(), den.into());
        assert_eq!(real(expr).nature(), Nature::Rational(expected), "{text}");
    }
    for expr in [
        root(2, 3),
        root(25, 3),
        root(2, 3) + root(3, 3),
        root(2, 3) * root(3, 5) - root(2, 4),
        int(1) / (root(2, 3) + root(3, 5)),
        (root(2, 3) + root(3, 5)) / (root(3, 5) + root(16, 3)),
        (int(1) + sqrt(2)).root(3),
        Pi.root(7),
        root(2, 61) + root(3, 64),
        root(2, 3) * Pi,
    ] {
        assert!(real(expr.clone()).is_irrational(), "{expr}");
    }
    // As a quadratic irrational where it is one: 4^(1/4) = sqrt(2).
    assert_eq!(real(root(4, 4)).as_quadratic().unwrap().to_string(), "sqrt(2)");
    for degree in [0, 65, u32::MAX] {
        assert!(matches!(Real::new(int(7).root(degree)), Err(NumberError::RootDegree(d)) if d == degree));
    }
    assert_eq!(real(int(7).root(1)).floor().unwrap(), 7.into());
    assert_eq!(
        Real::new(int(-8).root(3)).unwrap_err().to_string(),
        "root of a negative number: -8 is negative"
    );
}

/// `floor(n * a^(1/k))` is the largest m with `m^k <= n^k a`.
#[test]
fn floors_of_roots_are_never_wrong() {
    for (a, degree) in [(2i64, 3u32), (5, 3), (7, 5), (10, 61), (2, 64), (999, 4)] {
        let root = real(int(a).root(degree));
        let k = degree as usize;
        for n in [1u128, 2, 3, 7, 100, 10_u128.pow(9), 10_u128.pow(30) + 7] {
            let n = nat(n);
            let floor = Natural::try_from(root.floor_mul(&n).unwrap()).unwrap();
            let bound = n.pow(k) * Natural::try_from(a).unwrap();
            assert!(floor.pow(k) <= bound && (&floor + 1u8).pow(k) > bound, "{a}^(1/{degree}) * {n}");
        }
        // Just below and above: comparisons come to an end.
        let near = root.floor_mul(&nat(10).pow(60)).unwrap();
        assert_eq!(root.cmp_rational(&near, &nat(10).pow(60)).unwrap(), Ordering::Greater);
        assert_eq!(root.cmp_rational(&(near + 1), &nat(10).pow(60)).unwrap(), Ordering::Less);
    }
    // A zero that the normal form does not see ends with a message, not with a hang: the difference is 1 (Cardano).
    let nested = (sqrt(5) + int(2)).root(3) - (sqrt(5) - int(2)).root(3);
    assert!(real(nested).floor().unwrap_err().to_string().contains("may be rational"));
}

#[test]
fn irrational_values_are_proved() {
    use RealExpr::{E, Phi, Pi};
    for expr in [
        Phi,
        Pi,
        E,
        sqrt(2),
        sqrt(2) + sqrt(3),
        sqrt(2) * sqrt(3),
        int(1) / (sqrt(2) + sqrt(3) - sqrt(7)),
        Pi * Pi - int(9),
        (Pi + sqrt(2)) / (Pi - sqrt(3)),
        int(3) + Pi / int(1000),
        ln(2),
        ln(10) / ln(2),
        ln(6) / ln(12),
        ln(2) + sqrt(2) * ln(3),
        Pi + ln(2),
        Pi / ln(2),
        (ln(2) + Pi) / (ln(3) - int(1)),
        Phi.ln(),
        Pi.sqrt(),
        (int(2) + sqrt(2)).sqrt() * int(3) - int(1),
        int(10).sqrt() * sqrt(1_000_000_007),
    ] {
        assert!(real(expr.clone()).is_irrational(), "{expr}");
    }
}

#[test]
fn what_no_theorem_decides_is_unknown() {
    use RealExpr::{E, Pi};
    for expr in [Pi + E, Pi * E, Pi / E, ln(2) * ln(3), Pi.ln(), ln(2).ln() + Pi, E + ln(2)] {
        assert_eq!(real(expr.clone()).nature(), Nature::Unknown, "{expr}");
    }
    // Floors are right all the same: pi + e = 5.8598744820488384738...
    let sum = real(Pi + E);
    assert_eq!(sum.floor_mul(&nat(10).pow(19)).unwrap(), "58598744820488384738".parse().unwrap());
}

#[test]
fn numbers_that_do_not_exist_say_why() {
    let error = |expr: RealExpr| Real::new(expr).unwrap_err().to_string();
    assert_eq!(error(int(1) / (sqrt(4) - int(2))), "division by zero: sqrt(4) - 2 is zero");
    assert_eq!(error(int(1) / (RealExpr::Pi - RealExpr::Pi)), "division by zero: pi - pi is zero");
    assert_eq!(error((int(1) - sqrt(2)).sqrt()), "square root of a negative number: 1 - sqrt(2) is negative");
    assert_eq!(error((int(3) - RealExpr::Pi).ln()), "logarithm of a number that is not positive: 3 - pi");
    assert_eq!(error(ln(0)), "logarithm of a number that is not positive: 0");
    let deep = (0..300).fold(int(1), |sum, _| sum + int(1));
    assert_eq!(error(deep), "the expression is nested deeper than 200 levels");
    // A zero that hides from the normal form: ln(phi) + ln(phi - 1) = 0.
    let hidden = RealExpr::Phi.ln() + (RealExpr::Phi - int(1)).ln();
    assert_eq!(
        real(hidden).floor().unwrap_err().to_string(),
        "floor of n*(ln(phi) + ln(phi - 1)) could not be separated with 20001 bits: ln(phi) + ln(phi - 1) may be rational"
    );
}

#[test]
fn floors_near_convergents_of_pi_and_e() {
    let pi = real(RealExpr::Pi);
    let e = real(RealExpr::E);
    let near_pi =
        [1u64, 7, 106, 113, 33102, 33215, 66317, 99532, 265_381, 364_913, 1_360_120, 1_725_033, 25_510_582];
    let near_e = [1u64, 3, 4, 7, 32, 39, 71, 465, 536, 1001, 8544, 9545, 18089, 190_435, 208_524, 398_959];
    for (value, literal, denominators) in [(&pi, PI, &near_pi[..]), (&e, E, &near_e[..])] {
        for q in denominators {
            for n in [q - 1, *q, q + 1, 2 * q, 3 * q] {
                let n = Natural::from(n);
                assert_eq!(value.floor_mul(&n).unwrap(), by_literal(literal, &n).unwrap(), "{value} at {n}");
            }
        }
    }
}

#[test]
fn beatty_index_is_the_definition() {
    use RealExpr::{E, Phi, Pi};
    let numbers = [
        Phi,
        Pi,
        E,
        int(7) / int(3),
        int(3) / int(1),
        int(1) / Pi,
        int(2) / int(5),
        sqrt(7),
        int(1) / sqrt(7),
        int(10) * sqrt(2),
        Pi - int(3),
        int(2) - sqrt(2),
        int(1) * int(1),
        int(4) / int(3) + Pi / RealExpr::integer(1u128 << 90),
        int(4) / int(3) - Pi / RealExpr::integer(1u128 << 90),
        int(3) - E / RealExpr::integer(1u128 << 100),
        int(3) + sqrt(2) / RealExpr::integer(1u128 << 100),
        int(3) - sqrt(2) / RealExpr::integer(1u128 << 100),
    ];
    for expr in numbers {
        let value = real(expr);
        let floors: Vec<Integer> = (1u32..3000).map(|n| value.floor_mul(&n.into()).unwrap()).collect();
        for x in 0u32..150 {
            let expected = floors.iter().position(|f| *f == x.into()).map(|i| Natural::from(i + 1));
            assert_eq!(value.beatty_index(&x.into()).unwrap(), expected, "{value} at {x}");
            let count = floors.iter().filter(|f| **f <= x.into()).count();
            if count < floors.len() {
                assert_eq!(value.beatty_count(&x.into()).unwrap(), count.into(), "{value} up to {x}");
            }
        }
    }
}

#[test]
fn negative_and_zero_numbers() {
    let value = real(int(0) - RealExpr::Pi);
    assert_eq!(value.floor().unwrap(), (-4).into());
    assert_eq!(value.floor_mul(&nat(113)).unwrap(), (-355).into());
    assert_eq!(value.beatty_index(&nat(1)), Err(NumberError::NotPositive("0 - pi".to_owned())));
    assert_eq!(value.cmp_rational(&Integer::from(-22), &nat(7)).unwrap(), Ordering::Greater);
    assert!(real(int(0)).beatty_index(&nat(0)).is_err());
}

#[test]
fn numbers_are_shared_between_threads() {
    let pi = real(RealExpr::Pi);
    let n = nat(10).pow(500);
    let alone = real(RealExpr::Pi).floor_mul(&n).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| pi.clone().floor_mul(&n).unwrap())).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn precision_is_a_value() {
    use wythoff_number::Precision;
    // 3 times this number is an integer and a bit, and the bit is seen with 300 bits only.
    let tiny = (RealExpr::Pi + RealExpr::E) / RealExpr::Integer(Integer::ONE << 300usize);
    let expr = int(4) / int(3) + tiny;
    let tight = Real::with_precision(expr.clone(), Precision { extra_bits: 100 }).unwrap();
    assert_eq!(tight.floor_mul(&nat(2)).unwrap(), 2.into());
    assert!(matches!(
        tight.floor_mul(&nat(3)),
        Err(NumberError::Unseparated { bits: 102, may_be_rational: true, .. })
    ));
    assert_eq!(real(expr).floor_mul(&nat(3)).unwrap(), 4.into());
}

#[test]
fn complements() {
    let text = |expr: RealExpr| real(expr).complement().map(|c| c.to_string());
    assert_eq!(text(RealExpr::Phi).unwrap(), "(3 + sqrt(5))/2");
    assert_eq!(text(sqrt(2)).unwrap(), "2 + sqrt(2)");
    assert_eq!(text(RealExpr::Pi).unwrap(), "pi/(pi - 1)");
    assert_eq!(text(int(7) / int(3)).unwrap(), "7/4");
    assert_eq!(text(int(1)), Err(NumberError::NoComplement("1".to_owned())));
    assert!(text(int(1) / RealExpr::Pi).is_err());
}

/// Whether `m <= n*(p + q*sqrt(d))/r < m + 1`, by squaring.
fn is_floor(m: &Integer, n: &Natural, value: &Quadratic) -> bool {
    let sign = |k: &Integer| {
        // sign of (n p - k r) + n q sqrt(d)
        let (a, b) = (value.p() * n - k * value.r(), value.q() * n);
        let (a2, b2) = (&a * &a, &b * &b * value.d());
        match (a >= Integer::ZERO, b >= Integer::ZERO) {
            (true, true) => true,
            (false, false) => false,
            (true, false) => a2 >= b2,
            (false, true) => b2 >= a2,
        }
    };
    sign(m) && !sign(&(m + 1))
}

proptest! {
    #[test]
    fn literals_agree(n in 0u128.., e in any::<bool>()) {
        let (expr, literal) = if e { (RealExpr::E, E) } else { (RealExpr::Pi, PI) };
        let n = nat(n);
        if let Some(expected) = by_literal(literal, &n) {
            prop_assert_eq!(real(expr).floor_mul(&n).unwrap(), expected);
        }
    }

    #[test]
    fn quadratic_floors_by_squaring(
        p in -1000i64..1000, q in -1000i64..1000, d in 2u32..2000, r in -100i64..100, n in 0u128..
    ) {
        let Ok(value) = Quadratic::new(p, q, d, r) else { return Ok(()) };
        let n = nat(n);
        let floor = value.floor_mul(&n);
        prop_assert!(is_floor(&floor, &n, &value));
        prop_assert_eq!(Real::from(&value).floor_mul(&n).unwrap(), floor.clone());
        prop_assert_eq!(real(value.to_expr()).floor_mul(&n).unwrap(), floor);
        prop_assert_eq!(real(value.to_expr()).as_quadratic().cloned(), Some(value));
    }

    #[test]
    fn index_inverts_floor(size in 1u32..127, n in 1u128.., which in 0usize..8) {
        let expr = match which {
            0 => RealExpr::Phi,
            1 => RealExpr::Pi,
            2 => RealExpr::E + sqrt(2),
            3 => ln(5) / ln(3),
            4 => int(22) / int(7),
            5 => int(4) / int(3) - RealExpr::Pi / RealExpr::integer(1u128 << 90),
            6 => int(5) + sqrt(3) / RealExpr::integer(1u128 << 120),
            _ => int(2) + sqrt(2) / int(10_000),
        };
        let value = real(expr);
        let n = nat((n >> size).max(1));
        let x = Natural::try_from(value.floor_mul(&n).unwrap()).unwrap();
        prop_assert_eq!(value.beatty_index(&x).unwrap(), Some(n.clone()));
        // Between two members there are none.
        let next = Natural::try_from(value.floor_mul(&(&n + 1u8)).unwrap()).unwrap();
        if &x + 1u8 < next {
            prop_assert_eq!(value.beatty_index(&(x + 1u8)).unwrap(), None);
        }
    }
}
