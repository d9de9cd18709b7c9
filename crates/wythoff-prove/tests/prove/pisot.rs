//! Pisot numbers whose own words do not count as their recurrence says: greedy words, against plain integers.
#![allow(clippy::unwrap_used)] // also in the helpers of the tests

use wythoff_automata::{Numeration, Product, System};
use wythoff_budget::Budget;
use wythoff_check::{Certificate, Verdict, check, verify};
use wythoff_logic::{decide, parse};
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::sentence;
use wythoff_prove::sentence::Decision;
use wythoff_prove::source::Solver;
use wythoff_rules::{Definition, Ruleset};

const PLASTIC: &[i64] = &[1, 0, -1, -1];

/// The ten least Pisot numbers (Dufresnoy and Pisot 1955) and some others, with their first weights.
const LEAST: &[(&[i64], &[u64])] = &[
    (PLASTIC, &[1, 2, 3, 4, 5, 7, 9, 12, 16, 21]),
    (&[1, -1, 0, 0, -1], &[1, 2, 3, 4, 5, 7, 10, 14, 19]),
    (&[1, -1, -1, 1, 0, -1], &[1, 2, 3, 4, 6, 8, 12, 17, 25, 36]),
    (&[1, -1, 0, -1], &[1, 2, 3, 4, 6, 9, 13]),
    (&[1, -1, -1, 0, 1, 0, -1], &[1, 2, 3, 5, 8, 12, 18, 27, 40, 60]),
    (&[1, 0, -1, -1, -1, -1], &[1, 2, 3, 5, 8, 11, 18, 27, 42, 64]),
    (&[1, -1, -1, 0, 0, 1, 0, -1], &[1, 2, 3, 5, 8, 12, 19, 29, 45]),
    (&[1, -2, 1, 0, -1, 1, -1], &[1, 2, 3, 5, 8, 12, 18, 28, 44, 69]),
    (&[1, -1, 0, -1, 0, -1], &[1, 2, 3, 5, 8, 12, 19, 30]),
    (&[1, -1, -1, 0, 0, 0, 1, 0, -1], &[1, 2, 3, 5, 8, 13, 21, 33, 52, 82]),
    (&[1, -2, 1, -1], &[1, 2, 4, 7, 12, 21, 37]),
    (&[1, -2, 0, 1, -1], &[1, 2, 4, 8, 15, 28]),
    (&[1, -3, 0, 1], &[1, 3, 9, 26, 75]),
    // Where the recurrence begins late and the expansion of 1 has digits before its period, or more than two digits are used.
    (&[1, -5, 5, -2], &[1, 4, 16, 62, 238, 912, 3494]),
    (&[1, -1, -2, -1], &[1, 3, 7, 14, 31, 66, 142]),
    (&[1, -3, -1, 1, 1], &[1, 4, 13, 41, 131, 417]),
    (&[1, -2, -2, -3, -1], &[1, 4, 13, 40, 119, 361]),
    (&[1, -1, -2, -1, 1, 1], &[1, 3, 7, 15, 31, 64, 131, 268]),
];

fn system(polynomial: &[i64]) -> Numeration {
    Numeration::new(System::pisot(polynomial).unwrap()).unwrap()
}

/// The greedy word of a number, of the given length, by the weights alone.
fn greedy(weights: &[u64], mut number: u64, length: usize) -> Vec<u32> {
    let digit = |w: &u64| {
        let digit = number / w;
        number %= w;
        digit as u32
    };
    weights[..length].iter().rev().map(digit).collect()
}

fn weights(system: &Numeration, count: usize) -> Vec<u64> {
    system.weights(count).iter().map(|w| u64::try_from(w).unwrap()).collect()
}

/// All words of a length.
fn words(digits: u32, length: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..u64::from(digits).pow(length as u32)).map(move |mut code| {
        let digit = |_| {
            let digit = code % u64::from(digits);
            code /= u64::from(digits);
            digit as u32
        };
        (0..length).map(digit).collect()
    })
}

#[test]
fn words_of_the_plastic_number() {
    let system = system(PLASTIC);
    assert_eq!(system.system().name(), "pisot(1,0,-1,-1)");
    assert_eq!((system.digit_count(), system.phases()), (2, 1));
    let weights = weights(&system, 50);
    for n in 0..100_000u64 {
        let digits = system.digits(&n.into());
        assert_eq!(system.value(&digits), n.into());
        assert_eq!(digits, greedy(&weights, n, digits.len()));
        assert!(system.is_valid(&digits), "{n}");
    }
    let big = dashu_int::UBig::from(10u32).pow(300) + dashu_int::UBig::from(7u32);
    assert_eq!(system.value(&system.digits(&big)), big);
    assert!(system.is_valid(&system.digits(&big)));
    // Four zeros follow a one, unless the one before which they are to stand is the last digit.
    assert!(system.is_valid(&[1, 0, 0, 0, 1]) && !system.is_valid(&[1, 0, 0, 0, 1, 0]));
}

#[test]
fn valid_words_are_the_greedy_ones() {
    for (polynomial, first) in LEAST {
        let system = system(polynomial);
        let weights = weights(&system, 20);
        assert_eq!(&weights[..first.len()], *first, "{polynomial:?}");
        assert!(weights.is_sorted_by(|a, b| a < b) && weights[0] == 1);
        // They satisfy the recurrence as soon as the tenth of them.
        let (d, from) = (polynomial.len() - 1, 9 + polynomial.len());
        for n in from..20 {
            let sum: i64 = (1..=d).map(|j| -polynomial[j] * weights[n - j] as i64).sum();
            assert_eq!(sum, weights[n] as i64, "{polynomial:?} {n}");
        }
        let longest = match system.digit_count() {
            2 => 14,
            3 => 10,
            _ => 8,
        };
        for length in 0..=longest {
            for word in words(system.digit_count(), length) {
                let value = word.iter().rev().zip(&weights).map(|(&d, w)| u64::from(d) * w).sum::<u64>();
                let valid = value < weights[length] && greedy(&weights, value, length) == word;
                assert_eq!(system.is_valid(&word), valid, "{polynomial:?} {word:?}");
            }
        }
    }
}

#[test]
fn sums_and_orders_of_greedy_words() {
    let budget = Budget::default();
    // The other adders have some hundred thousand states.
    for polynomial in [0, 1, 3, 10, 11, 12, 13, 14, 15].map(|i| LEAST[i].0) {
        let system = system(polynomial);
        let forms: &[(&[i64], i64)] = &[(&[1, 1, -1], 0), (&[1, -1], 3), (&[2, -3], -4), (&[3], 7)];
        for &(form, c) in forms {
            let mut p = Product::new(&system, form.len());
            let part = p.compare(form, &[c], &budget).unwrap();
            p.set_value(&[part], |o| o[0] + 1);
            let compared = p.build(&budget).unwrap();
            let mut p = Product::new(&system, form.len());
            let part = p.remainder(form, 5, &budget).unwrap();
            p.set_value(&[part], |o| o[0] + 1);
            let rest = p.build(&budget).unwrap();
            let n = if form.len() == 3 { 16u64 } else { 60 };
            for code in 0..n.pow(form.len() as u32) {
                let tuple: Vec<u64> = (0..form.len() as u32).map(|i| code / n.pow(i) % n).collect();
                let value: i64 = tuple.iter().zip(form).map(|(&x, k)| x as i64 * k).sum();
                let numbers: Vec<_> = tuple.iter().map(|&x| x.into()).collect();
                let expected = value.cmp(&c) as i64 + 2;
                assert_eq!(
                    i64::from(compared.run(&system, &numbers)),
                    expected,
                    "{polynomial:?} {form:?} {tuple:?}"
                );
                assert_eq!(i64::from(rest.run(&system, &numbers)), value.rem_euclid(5) + 1);
            }
        }
    }
}

/// Sums of large numbers, which small ones do not reach.
#[test]
fn large_sums_of_plastic_words() {
    let (system, budget) = (system(PLASTIC), Budget::default());
    let mut p = Product::new(&system, 3);
    let part = p.compare(&[1, 1, -1], &[0], &budget).unwrap();
    p.set_value(&[part], |o| o[0] + 1);
    let sum = p.build(&budget).unwrap();
    let mut seed = 12345u64;
    for _ in 0..2000 {
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> (8 + seed % 40)
        };
        let (x, y, off) = (random(), random(), random() % 3);
        let z = (x + y + off).saturating_sub(1);
        let expected = (x + y).cmp(&z) as i64 + 2;
        assert_eq!(i64::from(sum.run(&system, &[x.into(), y.into(), z.into()])), expected, "{x} {y} {z}");
    }
}

#[test]
fn what_is_no_system() {
    let refused = |name: &str| match name.parse::<System>() {
        Ok(system) => Numeration::new(system).unwrap_err().to_string(),
        Err(e) => e.to_string(),
    };
    // The golden ratio's expansion with another number's recurrence.
    assert_eq!(
        refused("parry(;1,0;2)"),
        "the recurrence is not one of the base that the expansion of 1 belongs to"
    );
    assert_eq!(
        refused("parry(;1,0,0,0,0;1,1,1)"),
        "the recurrence is not one of the base that the expansion of 1 belongs to"
    );
    // A Salem number: two of its conjugates are on the unit circle.
    let salem = "the recurrence is not that of a Pisot number, all of whose conjugates are inside the unit circle, so addition is not \
                 known to be regular";
    assert_eq!(refused("pisot(1,-1,-1,-1,1)"), salem);
    // The plastic number's polynomial times x^2 - x + 1: what Bertrand's weights satisfy, when others are asked for.
    assert_eq!(refused("parry(;1,0,0,1,0,0,0;1,0,0,0,1)"), salem);
}

#[test]
fn sentences_in_the_plastic_numeration() {
    let (system, budget) = (system(PLASTIC), Budget::default());
    for (text, truth) in [
        ("Ax Ey y = x + x", true),
        ("Ax Ey x = y + y", false),
        ("Ax (Ey x = 2*y) <=> x mod 2 = 0", true),
        ("Ax,y,z x + y = z => y + x = z", true),
        ("Ax x >= 5 => Ey,z x = 2*y + 3*z", true),
        ("Ax x >= 1 => Ey,z x = 2*y + 3*z", false),
        ("Ax x > 1 => E>=3 y y <= x", true),
        ("E>=3 x,y x + y = 1", false),
        ("Ey Ax y > x", false),
    ] {
        assert_eq!(decide(&parse(text).unwrap(), &system, &[], &budget).unwrap().truth, truth, "{text}");
    }
}

/// Claims about games are proved if they are true and refuted if they are not.
#[test]
fn games_in_the_plastic_numeration() {
    let rules = |text: &str| -> Ruleset { Definition::parse("test", text).unwrap().bind_text("").unwrap() };
    let effort = Effort { systems: Some(vec![System::pisot(PLASTIC).unwrap()]), ..Effort::default() };
    let texts = [
        (
            "game \"Nim\"\nmove rook: s = 0 or t = 0\n",
            "game \"misère\"\nmove rook: s = 0 or t = 0\nplay misere\n",
        ),
        (
            "game \"steps\"\nmove step: s + t = 1\n",
            "game \"steps\"\nmove step: s + t = 1 or s = 2 and t = 0\n",
        ),
    ];
    for (text, other) in texts {
        let own = rules(text);
        let proof = prove(&own, &mut Solver::new(&own), &effort, &Budget::default());
        let certificate = proof.certificate().unwrap().to_string();
        assert!(certificate.contains("\"pisot(1,0,-1,-1)\""), "{certificate}");
        assert_eq!(check(&certificate, &Budget::default()).unwrap(), Verdict::Proved);
        // The same claim about another game.
        let found = proof.certificate().unwrap();
        let (numeration, claim) = (found.numeration(), found.automaton());
        let decision = sentence::decide(&rules(other), numeration, &claim, &Budget::default()).unwrap();
        assert!(matches!(decision, Decision::Refuted { .. }), "{other} {decision:?}");
        let wrong = Certificate::new(rules(other), numeration.clone(), &claim).unwrap();
        let verdict = verify(&wrong, &Budget::default()).unwrap();
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{other} {verdict:?}");
    }
}
