//! Numeration systems against integers, relations and projections against brute force.
#![allow(clippy::unwrap_used, clippy::type_complexity)] // also in the helpers of the tests

use wythoff_automata::{Numeration, Product, System};
use wythoff_budget::Budget;

fn systems() -> Vec<Numeration> {
    let mut all = vec![];
    for b in [2, 3, 10] {
        all.push(System::base(b));
    }
    for period in [&[1][..], &[2], &[3], &[10], &[1, 2], &[2, 1], &[1, 4], &[1, 1, 3], &[2, 1, 5, 1]] {
        all.push(System::ostrowski(period));
    }
    for poly in [
        &[1, -1, -1][..],
        &[1, -5, -1, 1],
        &[1, -9, -1, 1],
        &[1, -1, -1, -1],
        &[1, -3, 1],
        &[1, -2, -2],
        &[1, 0, -1, -1],
        &[1, -5, 5, -2],
    ] {
        all.push(System::pisot(poly).unwrap());
    }
    all.into_iter().map(|s| Numeration::new(s).unwrap()).collect()
}

#[test]
fn digits_and_values_are_inverse_and_ordered() {
    for system in systems() {
        let mut before: Vec<u32> = vec![];
        for n in 0u32..3000 {
            let digits = system.digits(&n.into());
            assert_eq!(system.value(&digits), n.into(), "{} {n}", system.system().name());
            assert!(system.is_valid(&digits), "{} {n} {digits:?}", system.system().name());
            assert!(digits.first() != Some(&0));
            assert!((before.len(), &before) < (digits.len(), &digits) || n == 0);
            before = digits;
        }
        let big = dashu_int::UBig::from(10u32).pow(300) + dashu_int::UBig::from(7u32);
        assert_eq!(system.value(&system.digits(&big)), big);
        let again: System = system.system().name().parse().unwrap();
        assert_eq!(&again, system.system());
    }
}

#[test]
fn valid_words_of_each_length_are_counted_by_weights() {
    for system in systems() {
        let d = system.digit_count();
        let mut words: Vec<Vec<u32>> = vec![vec![]];
        for length in 0..4usize {
            let valid = words.iter().filter(|w| system.is_valid(w)).count();
            assert_eq!(
                dashu_int::UBig::from(valid),
                system.weights(length + 1)[length],
                "{}",
                system.system().name()
            );
            words = words
                .iter()
                .flat_map(|w| {
                    (0..d).map(move |c| {
                        let mut w = w.clone();
                        w.push(c);
                        w
                    })
                })
                .collect();
        }
    }
}

#[test]
fn linear_relations_agree_with_integers() {
    let budget = Budget::default();
    for system in systems() {
        let forms: &[(&[i64], i64)] =
            &[(&[1, 1, -1], 0), (&[1, -1], 3), (&[2, -3], -4), (&[1, -2, 1], 1), (&[3], 7)];
        for &(form, c) in forms {
            if form.len() == 3 && system.digit_count() > 6 {
                continue;
            }
            let mut p = Product::new(&system, form.len());
            let part = p.compare(form, &[c, c + 2], &budget).unwrap();
            p.set_value(&[part], |o| o[0] + 1);
            let dfa = p.build(&budget).unwrap();
            let mut q = Product::new(&system, form.len());
            let part = q.remainder(form, 3, &budget).unwrap();
            q.set_value(&[part], |o| o[0] + 1);
            let rest = q.build(&budget).unwrap();
            let n = if form.len() == 3 { 25u32 } else { 80 };
            let mut tuple = vec![0u32; form.len()];
            loop {
                let value: i64 = tuple.iter().zip(form).map(|(&x, k)| i64::from(x) * k).sum();
                let expected = 1 + if value < c {
                    0
                } else if value == c {
                    1
                } else if value < c + 2 {
                    2
                } else if value == c + 2 {
                    3
                } else {
                    4
                };
                let numbers: Vec<_> = tuple.iter().map(|&x| x.into()).collect();
                assert_eq!(
                    dfa.run(&system, &numbers),
                    expected,
                    "{} {form:?} {tuple:?}",
                    system.system().name()
                );
                assert_eq!(i64::from(rest.run(&system, &numbers)), value.rem_euclid(3) + 1);
                let Some(i) = (0..tuple.len()).find(|&i| tuple[i] + 1 < n) else { break };
                tuple[..i].fill(0);
                tuple[i] += 1;
            }
        }
    }
}

#[test]
fn counting_needs_longer_witnesses() {
    // How many y with x < y and y <= 2x + 1: there are x + 1 of them, and they may be longer than x.
    let budget = Budget::default();
    for system in systems() {
        let mut p = Product::new(&system, 2);
        let more = p.compare(&[-1, 1], &[0], &budget).unwrap();
        p.require(more, |o| o == 2);
        let less = p.compare(&[-2, 1], &[1], &budget).unwrap();
        p.require(less, |o| o < 2);
        let count = p.count(1, 40, &budget).unwrap();
        for x in 0u32..60 {
            assert_eq!(
                u32::from(count.run(&system, &[x.into()])),
                (x + 1).min(40),
                "{} {x}",
                system.system().name()
            );
        }
    }
}

#[test]
fn the_zeckendorf_adder_has_sixteen_states() {
    let budget = Budget::default();
    let system = Numeration::new(System::fibonacci()).unwrap();
    let mut p = Product::new(&system, 3);
    let part = p.compare(&[1, 1, -1], &[0], &budget).unwrap();
    p.require(part, |o| o == 1);
    assert_eq!(p.build(&budget).unwrap().states(), 16);
}

#[test]
fn beatty_sequences_agree_with_exact_floors() {
    use wythoff_automata::beatty::{beatty, graph};
    use wythoff_number::Quadratic;
    let budget = Budget::default();
    let cases: &[(&[u32], (i32, i32, u32, i32))] = &[
        (&[1], (1, 1, 5, 2)),
        (&[1], (3, 1, 5, 2)),
        (&[1], (7, 2, 5, 3)),
        (&[2], (2, 1, 2, 1)),
        (&[2], (0, 10, 2, 1)),
        (&[1, 2], (1, 1, 3, 1)),
        (&[2, 1], (3, 1, 3, 2)),
        (&[1, 1, 1, 4], (0, 1, 7, 1)),
        (&[4, 1, 1, 1], (0, 1, 7, 1)),
    ];
    for &(period, (p, q, d, r)) in cases {
        let system = Numeration::new(System::ostrowski(period)).unwrap();
        let rho = Quadratic::new(p, q, d, r).unwrap();
        let pairs = graph(&system, &rho, &budget).unwrap();
        let set = beatty(&system, &rho, &budget).unwrap();
        let floors: Vec<u32> =
            (0u32..400).map(|n| u32::try_from(rho.floor_mul(&n.into())).unwrap()).collect();
        for n in 0u32..60 {
            for t in 0u32..200 {
                let expected = u16::from(floors[n as usize] == t);
                assert_eq!(pairs.run(&system, &[n.into(), t.into()]), expected, "{period:?} {rho} {n} {t}");
            }
        }
        for t in 0u32..300 {
            let expected = u16::from(floors[1..].contains(&t));
            assert_eq!(set.run(&system, &[t.into()]), expected, "{period:?} {rho} {t}");
        }
    }
}

#[test]
fn names_of_systems() {
    let name = |text: &str| text.parse::<System>().map(|s| s.name()).map_err(|e| e.to_string());
    for (text, expected) in [
        ("fib", "fib"),
        ("ostrowski(1)", "fib"),
        ("ostrowski(1,1)", "fib"),
        ("msd_fib", "fib"),
        ("pisot(1,-1,-1)", "fib"),
        ("parry(1,0;1,0;1,1)", "fib"),
        ("msd_pell", "pell"),
        ("ostrowski(2)", "pell"),
        ("trib", "trib"),
        ("msd_trib", "trib"),
        ("pisot(1,-1,-1,-1)", "trib"),
        ("parry(;1,1,0;1,1,1)", "trib"),
        ("msd_2", "base(2)"),
        ("msd", "base(2)"),
        ("10", "base(10)"),
        ("parry(;9;10)", "base(10)"),
        ("pisot(1,-5,-1,1)", "pisot(1,-5,-1,1)"),
        ("parry(5;0,4;5,1,-1)", "pisot(1,-5,-1,1)"),
        ("parry(;2,0;2,1)", "pisot(1,-2,-1)"),
        ("parry(;9;11,-10)", "parry(;9;11,-10)"),
        ("ostrowski(1, 2, 1, 2)", "ostrowski(1,2)"),
        ("ostrowski(2;1,1,1,4)", "ostrowski(1,1,1,4)"),
        ("ostrowski(sqrt(7))", "ostrowski(1,1,1,4)"),
        ("ostrowski(sqrt(2))", "pell"),
        ("base(10)", "base(10)"),
    ] {
        assert_eq!(name(text).as_deref(), Ok(expected), "{text}");
        // What is written is read back as the same system, which a numeration keeps.
        let system: System = text.parse().unwrap();
        assert_eq!(expected.parse().as_ref(), Ok(&system), "{text}");
        assert_eq!(Numeration::new(system.clone()).unwrap().system(), &system, "{text}");
    }
    for (text, message) in [
        ("lsd_2", "least significant digit first"),
        ("lsd_fib", "least significant digit first"),
        ("msd_neg_2", "not known here"),
        ("msd_kim", "not known here"),
        ("kim", "expected fib, pell, trib"),
    ] {
        assert!(name(text).unwrap_err().contains(message), "{text}");
    }
    for text in
        ["ostrowski(sqrt(4))", "ostrowski(0;1)", "ostrowski(;)(", "base(x)", "", "ostrowski(sqrt(-2))"]
    {
        assert!(name(text).is_err() || Numeration::new(text.parse().unwrap()).is_err(), "{text}");
    }
}

/// The continued fraction of a number may begin with anything: its Beatty sequence is regular in the system of its period.
#[test]
fn beatty_sequences_of_numbers_with_a_preperiod() {
    use wythoff_number::Quadratic;
    let cases = [
        ((0, 1, 7u8, 1), "ostrowski(1,1,1,4)"),  // [2; (1, 1, 1, 4)]
        ((5, 1, 13, 6), "ostrowski(3)"),         // [1; 2, (3)]
        ((7, 1, 13, 3), "ostrowski(1,1,6,1,1)"), // [3; (1, 1, 6, 1, 1)]
        ((19, 1, 5, 8), "ostrowski(8,2)"),       // [2; 1, 1, 1, (8, 2)]
        ((13, 1, 2, 5), "ostrowski(1,1,6)"),     // [2; 1, 7, (1, 1, 6)]
        ((1, -1, 2, -5), "ostrowski(14)"),       // [0; 12, (14)]
    ];
    for ((a, b, d, c), name) in cases {
        let number = Quadratic::new(a, b, d, c).unwrap();
        let system = System::of_quadratic(&number).unwrap();
        assert_eq!(system.name(), name, "{number}");
        let system = Numeration::new(system).unwrap();
        let set = wythoff_automata::beatty::beatty(&system, &number, &Budget::default()).unwrap();
        let floors: std::collections::BTreeSet<_> =
            (1..10_000u32).map(|n| number.floor_mul(&n.into())).collect();
        for t in 0..800u32 {
            assert_eq!(set.run(&system, &[t.into()]) == 1, floors.contains(&t.into()), "{number} {t}");
        }
    }
}

#[test]
fn what_is_too_wide_stops_at_the_budget() {
    use wythoff_budget::Limit;
    let system = Numeration::new(System::fibonacci()).unwrap();
    let budget = wythoff_budget::Budget::default().with_states(3000).with_memory(16 << 20);
    // A letter for each of 2^40 tuples of digits.
    let mut p = Product::new(&system, 40);
    let part = p.compare(&[1; 40], &[7], &budget).unwrap();
    p.require(part, |o| o == 1);
    assert_eq!(p.build(&budget).unwrap_err(), Limit::Memory(16 << 20));
    assert_eq!(p.shortest(&budget).unwrap_err(), Limit::Memory(16 << 20));
    assert_eq!(p.count(1, 1, &budget).unwrap_err(), Limit::Memory(16 << 20));
    // Rows of two million entries, each another state.
    let mut p = Product::new(&system, 2);
    assert!(matches!(p.compare(&[1_000_000, -999_999], &[0], &budget), Err(Limit::States(3000))));
}
