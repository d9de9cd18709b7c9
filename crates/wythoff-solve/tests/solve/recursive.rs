//! (p,m)-Wythoff Nim at any size: against the definition, the closed form, and itself.

use std::collections::BTreeSet;

use dashu_int::UBig;
use proptest::prelude::*;
use wythoff_solve::recursive::{Patience, PmWythoff, RecursiveError};
use wythoff_solve::sequence::{Beatty, PmPairs};

fn big(n: u64) -> UBig {
    UBig::from(n)
}

#[test]
fn pairs_and_places_agree_with_definition_1() {
    for p in 1..=6 {
        for m in 1..=6 {
            let game = PmWythoff::new(p, m).unwrap();
            for (i, (a, b)) in PmPairs::new(p, m).unwrap().enumerate().take(60_000) {
                if i > 200 && i % 397 != 0 {
                    continue;
                }
                assert_eq!(game.pair(&i.into()).unwrap(), (big(a), big(b)), "p = {p}, m = {m}, i = {i}");
                for x in [a, b] {
                    let place = game.place(&big(x)).unwrap();
                    assert_eq!((place.index, place.lower, place.upper), (i.into(), big(a), big(b)));
                }
                assert!(game.is_p(&big(b), &big(a)).unwrap());
                assert!(!game.is_p(&big(a), &big(b + 1)).unwrap());
                assert!(!game.is_p(&big(a), &big(b + u64::from(m))).unwrap());
            }
        }
    }
}

#[test]
fn long_ranges_agree_with_definition_1() {
    for (p, m) in [(1, 1), (2, 1), (3, 2), (10, 1), (10, 7), (1, 50)] {
        let game = PmWythoff::new(p, m).unwrap();
        for (from, count) in [(0, 5000), (7, 3000), (100_000, 1), (123_456, 4000)] {
            let expected: Vec<_> =
                PmPairs::new(p, m).unwrap().skip(from).take(count).map(|(a, b)| (big(a), big(b))).collect();
            assert_eq!(game.pairs(&from.into(), count as u64).unwrap(), expected, "p = {p}, m = {m}");
        }
    }
}

#[test]
fn a_radius_too_small_is_found_out_and_widened() {
    for (p, m) in [(2, 1), (3, 1), (5, 2), (9, 1), (12, 5)] {
        let game = PmWythoff::new(p, m).unwrap();
        let narrow = game.clone().with_patience(Patience { first_radius: 1, ..game.patience() });
        for exponent in [3, 20, 50] {
            let i = UBig::from(10u8).pow(exponent) + 7u8;
            assert_eq!(narrow.pair(&i), game.pair(&i));
            assert_eq!(narrow.place(&i), game.place(&i));
        }
    }
    let stopped = PmWythoff::new(3, 1).unwrap();
    let stopped = stopped.clone().with_patience(Patience { max_terms: 1000, ..stopped.patience() });
    let error = stopped.pair(&UBig::from(10u8).pow(100)).unwrap_err();
    assert!(matches!(error, RecursiveError::Terms { limit: 1000, .. }), "{error}");
    let huge = PmWythoff::new(u32::MAX, 1).unwrap().pair(&UBig::from(10u8).pow(100)).unwrap_err();
    assert!(matches!(huge, RecursiveError::Radius { .. }), "{huge}");
}

#[test]
fn extreme_parameters_agree_with_the_closed_form() {
    for (p, m) in [(1, u32::MAX), (2, u32::MAX - 1), (3, 3 << 30), (1 << 12, 1 << 30), (1000, 2000), (60, 60)]
    {
        let game = PmWythoff::new(p, m).unwrap();
        let beatty = Beatty::new(m / p, 1).unwrap();
        for exponent in [0, 1, 5, 10, 30, 100] {
            let i = UBig::from(10u8).pow(exponent);
            let (a, b) = beatty.pair(&(&i / p));
            let r = &i % p;
            let (a, b) = (a * p + r, b * p + r);
            assert_eq!(game.pair(&i).unwrap(), (a.clone(), b.clone()), "p = {p}, m = {m}, i = {i}");
            assert_eq!(game.place(&b).unwrap().index, i, "p = {p}, m = {m}, i = {i}");
            assert!(game.p_options(&a, &b).unwrap().is_p());
        }
    }
    // No closed form: index and pair lead to each other, and the list is Definition 1.
    for (p, m) in [(150, 1), (199, 200), (7, u32::MAX)] {
        let game = PmWythoff::new(p, m).unwrap();
        let i = UBig::from(10u8).pow(12) + 1u8;
        let (a, b) = game.pair(&i).unwrap();
        assert_eq!(b, &a + &i / p * m);
        assert_eq!(game.place(&a).unwrap().index, i);
        assert_eq!(game.place(&b).unwrap().index, i);
        for (i, (a, b)) in PmPairs::new(p, m).unwrap().enumerate().take(100_000).step_by(9973) {
            assert_eq!(game.pair(&i.into()).unwrap(), (big(a), big(b)), "p = {p}, m = {m}, i = {i}");
        }
    }
}

#[test]
fn p_options_agree_with_a_scan_of_the_moves() {
    for p in 1..=4u64 {
        for m in 1..=4u64 {
            let game = PmWythoff::new(p as u32, m as u32).unwrap();
            let size = 40;
            let mut found = BTreeSet::new();
            for x in 0..size {
                for y in 0..size {
                    // The definition of play.
                    let row = found.iter().filter(|&&(u, v)| u == x && v < y);
                    let column = found.iter().filter(|&&(u, v)| v == y && u < x);
                    let both = found
                        .iter()
                        .filter(|&&(u, v): &&(u64, u64)| u < x && v < y && (x - u).abs_diff(y - v) < m);
                    let one: BTreeSet<_> = row.chain(column).copied().collect();
                    let two: BTreeSet<_> = both.copied().collect();
                    let is_p = one.is_empty() && (two.len() as u64) < p;

                    let options = game.p_options(&big(x), &big(y)).unwrap();
                    let small = |list: &[(UBig, UBig)]| -> BTreeSet<(u64, u64)> {
                        list.iter().map(|(x, y)| (x.try_into().unwrap(), y.try_into().unwrap())).collect()
                    };
                    assert_eq!(small(&options.one_pile), one, "p = {p}, m = {m}: ({x}, {y})");
                    assert_eq!(small(&options.two_piles), two, "p = {p}, m = {m}: ({x}, {y})");
                    assert_eq!(options.is_p(), is_p, "p = {p}, m = {m}: ({x}, {y})");
                    assert_eq!(game.is_p(&big(x), &big(y)).unwrap(), is_p);
                    assert_eq!(options.winning_moves().is_empty(), is_p);
                    if is_p {
                        assert_eq!(small(options.to_block()), two);
                        found.insert((x, y));
                    }
                }
            }
        }
    }
}

#[test]
fn the_bound_of_the_appendix_is_attained_where_it_was_found() {
    // FACTS 19: |a_k − a*_k| = p − 1 at k = 323341045 for p = 5, far beyond what is listed here.
    for (p, k) in [(2u64, 4u64), (3, 438), (4, 399_187), (5, 323_341_045)] {
        let game = PmWythoff::new(p as u32, 1).unwrap();
        let a = game.pair(&big(k + p - 1)).unwrap().0 - (p - 1);
        let wide = u128::from(k);
        let root = (u128::from(4 * p * p + 1) * wide * wide).isqrt() as u64;
        let ideal = (k * (2 * p - 1) + root) / (2 * p);
        assert_eq!(u64::try_from(a).unwrap().abs_diff(ideal), p - 1, "p = {p}");
    }
}

/// A number of exactly the bits asked for, up to a thousand digits.
fn number(bits: std::ops::Range<usize>) -> impl Strategy<Value = UBig> {
    (bits, proptest::collection::vec(any::<u64>(), 60)).prop_map(|(bits, words)| {
        let words = words.into_iter().fold(UBig::ONE, |number, word| (number << 64) + word);
        words >> (60 * 64 + 1 - bits)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn where_p_divides_m_the_pairs_are_beatty(p in 1u32..=6, factor in 1u32..=6, i in number(1..1500)) {
        let game = PmWythoff::new(p, p * factor).unwrap();
        let (a, b) = Beatty::new(factor, 1).unwrap().pair(&(&i / p));
        let r = &i % p;
        prop_assert_eq!(game.pair(&i).unwrap(), (a * p + r, b * p + r));
    }

    #[test]
    fn windows_are_complementary(p in 1u32..=10, m in 1u32..=10, x in number(1..800)) {
        // Consecutive numbers x, x+1, …: the lower ones have consecutive indices, and so have the upper ones; each
        // place names a pair that contains the number and that the index leads back to.
        let game = PmWythoff::new(p, m).unwrap();
        let (mut lower, mut upper) = (None, None);
        for step in 0u8..12 {
            let x = &x + step;
            let place = game.place(&x).unwrap();
            prop_assert_eq!(game.pair(&place.index).unwrap(), (place.lower.clone(), place.upper.clone()));
            let difference = (&place.index / p) * m;
            prop_assert_eq!(&place.upper, &(&place.lower + difference));
            let (last, is_lower) = if place.lower == x { (&mut lower, true) } else { (&mut upper, false) };
            prop_assert!(is_lower || place.upper == x);
            if let Some(last) = last.replace(place.index.clone()) {
                prop_assert_eq!(place.index, last + 1u8);
            }
        }
    }

    #[test]
    fn n_positions_have_legal_winning_moves_and_p_positions_none(
        p in 1u32..=10,
        m in 1u32..=10,
        x in number(1..600),
        y in number(1..600),
    ) {
        let game = PmWythoff::new(p, m).unwrap();
        let i = &x;
        let (a, b) = game.pair(i).unwrap();
        let near = (&a, &b + &y % 40u8);
        let below = (&a, &b - (&y % 40u8).min(u8::try_from((&b - &a).min(40u8.into())).unwrap()));
        for (x, y) in [(a.clone(), b.clone()), (x.clone(), y), (near.0.clone(), near.1), (below.0.clone(), below.1)] {
            let options = game.p_options(&x, &y).unwrap();
            prop_assert_eq!(options.is_p(), game.is_p(&x, &y).unwrap());
            prop_assert_eq!(options.winning_moves().is_empty(), options.is_p());
            if options.is_p() {
                prop_assert!(options.to_block().len() < p as usize);
            }
            for (u, v) in options.one_pile.iter().chain(&options.two_piles) {
                prop_assert!(u <= &x && v <= &y && game.is_p(u, v).unwrap());
            }
            for (u, v) in &options.one_pile {
                prop_assert!((u < &x) != (v < &y));
            }
            for (u, v) in &options.two_piles {
                let (s, t) = (&x - u, &y - v);
                let apart = if s > t { &s - &t } else { &t - &s };
                prop_assert!(!s.is_zero() && !t.is_zero() && apart < m.into());
            }
        }
    }
}

/// `−p ≤ A_k − r·k ≤ p(r − 1)` with `r = (2p − m + √(m² + 4p²))/(2p)`, in whole numbers: with `d = 2p·A_k − (2p − m)k`, these are
/// `d + 2p² ≥ k√D` and `d + pm ≤ (k + p)√D`.
#[test]
fn pairs_are_as_near_to_their_line_as_is_proved() {
    for (p, m) in (1..=12).flat_map(|p| (1..=12).map(move |m| (p, m))) {
        let square = i128::from(m * m + 4 * p * p);
        let (p, m, mut nearest) = (i128::from(p), i128::from(m), 0);
        let pairs = PmPairs::new(p as u32, m as u32).unwrap().skip(p as usize).take(20_000);
        for (k, (a, b)) in (1..).zip(pairs) {
            let a = i128::from(a) - (p - 1);
            assert_eq!(i128::from(b) - (p - 1) - a, (k + p - 1) / p * m);
            let d = 2 * p * a - (2 * p - m) * k;
            let low = d + 2 * p * p;
            assert!(low >= 0 && low * low >= k * k * square, "p = {p}, m = {m}, k = {k}");
            let high = d + p * m;
            assert!(high <= 0 || high * high <= (k + p) * (k + p) * square, "p = {p}, m = {m}, k = {k}");
            // A bound with p − 1 for p below would fail:
            let less = d + 2 * p * (p - 1);
            nearest += i32::from(less < 0 || less * less < k * k * square);
        }
        assert!(m % p != 0 || nearest > 0, "p = {p}, m = {m}");
    }
}
