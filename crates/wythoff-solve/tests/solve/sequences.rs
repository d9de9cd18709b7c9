//! The papers' descriptions of one sequence agree with each other, and with play.

use std::collections::BTreeSet;

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use proptest::prelude::*;
use wythoff_solve::sequence::{
    Arithmetic, Beatty, InvariantBeatty, InvariantPairs, Kind, MexClasses, MexMultiset, MexResidue,
    ModularTwo, Morphism, ParameterError, PmPairs, Recursive,
};

const MILLION: usize = 1_000_000;

#[test]
fn mex_rules_agree_with_the_floor_formula_to_a_million_terms() {
    for (k, m) in [(1, 1), (2, 1), (1, 2), (3, 2), (2, 3), (2, 6), (6, 5)] {
        let closed: Vec<_> = Beatty::new(k, m).unwrap().iter().take(MILLION).collect();
        assert_eq!(closed.len(), MILLION);
        assert!(MexMultiset::new(k, m).unwrap().take(MILLION).eq(closed.iter().copied()), "I {k} {m}");
        assert!(MexResidue::new(k, m).unwrap().take(MILLION).eq(closed.iter().copied()), "II {k} {m}");
        assert!(MexClasses::new(k, m).unwrap().take(MILLION).eq(closed.iter().copied()), "III {k} {m}");
        if m == 1 {
            assert!(Recursive::new(k).unwrap().take(MILLION).eq(closed.iter().copied()), "recursive {k}");
            assert!(PmPairs::new(1, k).unwrap().take(MILLION).eq(closed.iter().copied()), "Definition 1 {k}");
        }
    }
}

#[test]
fn mex_rules_agree_with_the_floor_formula_for_all_small_parameters() {
    for k in 1..=6 {
        for m in 1..=6 {
            let terms = 20_000;
            let closed: Vec<_> = Beatty::new(k, m).unwrap().iter().take(terms).collect();
            assert!(MexMultiset::new(k, m).unwrap().take(terms).eq(closed.iter().copied()), "I {k} {m}");
            assert!(MexResidue::new(k, m).unwrap().take(terms).eq(closed.iter().copied()), "II {k} {m}");
            assert!(MexClasses::new(k, m).unwrap().take(terms).eq(closed.iter().copied()), "III {k} {m}");
        }
    }
}

#[test]
fn algorithms_by_their_definition() {
    // The sets themselves, built anew for each term.
    for k in 1..=4u64 {
        for m in 1..=5u64 {
            let mut one: Vec<(u64, u64)> = Vec::new();
            let mut two = one.clone();
            let mut three = one.clone();
            for n in 0..120 {
                let free = |used: &dyn Fn(u64) -> bool| (0..).find(|&i| !used(i)).unwrap();
                let a = free(&|i| one.iter().filter(|pair| pair.0 == i || pair.1 == i).count() as u64 >= m);
                one.push((a, a + k * n));
                let a = free(&|x| {
                    two.iter()
                        .zip(0..)
                        .any(|(pair, i)| (pair.0 == x && i % m == n % m) || (pair.1 == x && (i + n) % m == 0))
                });
                two.push((a, a + k * n));
                let (row, l) = (n / m, n % m);
                let a = free(&|x| {
                    (0..row).any(|i| {
                        let other = if l == 0 { m * i } else { m * (i + 1) - l };
                        three[(m * i + l) as usize].0 == x || three[other as usize].1 == x
                    })
                });
                three.push((a, a + k * n));
            }
            let (k, m) = (k as u32, m as u32);
            assert!(MexMultiset::new(k, m).unwrap().take(120).eq(one), "I {k} {m}");
            assert!(MexResidue::new(k, m).unwrap().take(120).eq(two), "II {k} {m}");
            assert!(MexClasses::new(k, m).unwrap().take(120).eq(three), "III {k} {m}");
        }
    }
}

#[test]
fn arithmetic_strategy_agrees_with_the_floor_formula() {
    for k in 1..=6 {
        let (arithmetic, beatty) = (Arithmetic::new(k).unwrap(), Beatty::new(k, 1).unwrap());
        let lower: BTreeSet<u64> =
            beatty.iter().skip(1).map(|pair| pair.0).take_while(|&a| a < 20_000).collect();
        for (n, (a, b)) in beatty.iter().take(10_000).enumerate() {
            let (n, a, b) = (UBig::from(n), UBig::from(a), UBig::from(b));
            assert_eq!(arithmetic.pair(&n), (a.clone(), b.clone()), "k = {k}, n = {n}");
            assert_eq!(arithmetic.index(&a), n);
            assert_eq!(arithmetic.index(&b), n);
            assert!(arithmetic.is_pair(&a, &b) && arithmetic.is_pair(&b, &a));
            assert!(!arithmetic.is_pair(&a, &(&b + UBig::ONE)));
        }
        for x in 0..10_000u64 {
            let kind = match x {
                0 => Kind::Zero,
                x if lower.contains(&x) => Kind::Lower,
                _ => Kind::Upper,
            };
            assert_eq!(arithmetic.kind(&x.into()), kind, "k = {k}, x = {x}");
            assert_eq!(arithmetic.read(&arithmetic.digits(&x.into())), x.into());
        }
    }
}

#[test]
fn definition_1_by_its_definition_and_where_p_divides_m() {
    for p in 1..=6u64 {
        for m in 1..=6u64 {
            let mut used = BTreeSet::new();
            for (i, (a, b)) in PmPairs::new(p as u32, m as u32).unwrap().take(300).enumerate() {
                assert_eq!(a, (0..).find(|x| !used.contains(x)).unwrap(), "p = {p}, m = {m}, i = {i}");
                assert_eq!(b, a + i as u64 / p * m);
                used.extend([a, b]);
            }
        }
    }
    for (p, m) in [(2u32, 2u32), (2, 4), (2, 6), (3, 3), (3, 6), (5, 5)] {
        let beatty = Beatty::new(m / p, 1).unwrap();
        let closed = beatty.iter().flat_map(|(a, b)| {
            let p = u64::from(p);
            (0..p).map(move |r| (p * a + r, p * b + r))
        });
        assert!(PmPairs::new(p, m).unwrap().take(MILLION).eq(closed.take(MILLION)), "p = {p}, m = {m}");
    }
}

#[test]
fn definition_1_is_close_to_the_beatty_pair_of_the_appendix() {
    // Hegarty's theorem: |a_k − ⌊k·r_p⌋| ≤ p − 1 for m = 1, in the numbering that starts after the first p pairs.
    for p in [2u64, 3, 4, 7] {
        for (k, (a, _)) in PmPairs::new(p as u32, 1).unwrap().take(200_000).enumerate().skip(p as usize) {
            let (k, a) = (k as u64 + 1 - p, a + 1 - p);
            let ideal = (k * (2 * p - 1) + ((4 * p * p + 1) * k * k).isqrt()) / (2 * p);
            assert!(a.abs_diff(ideal) < p, "p = {p}, k = {k}");
        }
    }
}

#[test]
fn definition_3_agrees_with_the_closed_form() {
    for k in 2..=7 {
        let terms = if k <= 4 { MILLION } else { 50_000 };
        let closed: Vec<_> = InvariantBeatty::new(k).unwrap().iter().take(terms).collect();
        assert_eq!(closed.len(), terms);
        assert!(InvariantPairs::new(k).unwrap().take(terms).eq(closed), "k = {k}");
    }
    let wythoff = InvariantBeatty::new(1).unwrap().iter().take(10_000);
    assert!(wythoff.eq(Recursive::new(1).unwrap().take(10_000)));
}

#[test]
fn machine_and_big_closed_forms_agree() {
    for n in [0u64, 1, 2, 999_999, 1 << 31, (1 << 40) + 12345] {
        for k in 1..=4 {
            for m in 1..=3 {
                let beatty = Beatty::new(k, m).unwrap();
                let (a, b) = beatty.get(n).unwrap();
                assert_eq!(beatty.pair(&n.into()), (a.into(), b.into()));
            }
            let invariant = InvariantBeatty::new(k).unwrap();
            let (a, b) = invariant.get(n).unwrap();
            assert_eq!(invariant.pair(&n.into()), (a.into(), b.into()));
        }
    }
}

/// The P-positions of kWN^(2) on a board, by the rules: k-bishop moves, and rook moves of even length.
fn modular_board(k: usize, size: usize) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    let mut row = vec![[false; 2]; size];
    // For each difference y − x (shifted), the y of the P-position on it: there is one at most.
    let mut diagonal = vec![usize::MAX; 2 * size + 2 * k];
    for x in 0..size {
        let mut column = [false; 2];
        for y in 0..size {
            let shift = size + k + y - x;
            let bishop = (shift + 1 - k..shift + k).any(|d| diagonal[d] <= y);
            if !(bishop || column[y % 2] || row[y][x % 2]) {
                found.insert((x, y));
                (column[y % 2], row[y][x % 2], diagonal[shift]) = (true, true, y);
            }
        }
    }
    found
}

#[test]
fn modular_recursion_agrees_with_play() {
    let size = Morphism::CHECKED_BOARD as usize;
    for k in [2, 4, 6, 8, 10] {
        let board = modular_board(k, size);
        let pairs: BTreeSet<_> = ModularTwo::new(k as u32)
            .unwrap()
            .take(size)
            .map(|(a, b)| (a as usize, b as usize))
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|&(a, b)| a < size && b < size)
            .collect();
        assert_eq!(board, pairs, "k = {k}");
    }
}

#[test]
fn morphism_agrees_with_the_recursion() {
    for k in [2, 4, 6, 12] {
        let morphism = Morphism::new(k).unwrap();
        let mut last = None;
        let mut word = String::new();
        for (n, (a, b)) in ModularTwo::new(k).unwrap().take(MILLION).enumerate() {
            if let Some((x, y)) = last {
                let k = u64::from(k);
                word.push(match (a - x, b - y) {
                    (0, step) if step == k + 1 => 'A',
                    (1, step) if step == k + 1 => 'B',
                    (1, step) if step == k + 2 => 'C',
                    step => panic!("no letter: {step:?}"),
                });
            }
            last = Some((a, b));
            if n < 3000 || n % 997 == 0 {
                let (n, a, b) = (UBig::from(n), UBig::from(a), UBig::from(b));
                assert_eq!(morphism.pair(&n), (a.clone(), b.clone()), "k = {k}, n = {n}");
                assert_eq!(morphism.index(&a, &b), Some(n.clone()));
                assert!(!morphism.is_pair(&a, &(&b + UBig::ONE)));
                assert!(morphism.by_lower(&a).contains(&(n, b)));
            }
        }
        // w = A φ(w), letter by letter.
        let ba = "BA".repeat(k as usize);
        let image: String = word
            .chars()
            .take(MILLION / (2 * k as usize))
            .flat_map(|letter| match letter {
                'A' => [ba.as_str(), "C"],
                'B' => [ba.as_str(), "B"],
                _ => [ba.as_str(), "BAB"],
            })
            .collect();
        let both = word.len().min(image.len());
        assert_eq!(both, MILLION - 1);
        assert_eq!(word[..1], *"A");
        assert_eq!(word[1..both], image[..both - 1], "k = {k}");
    }
}

#[test]
fn morphism_has_two_entries_of_different_parity_in_every_column() {
    for k in [2, 4, 6] {
        let morphism = Morphism::new(k).unwrap();
        for x in 0..2000u64 {
            let column = morphism.column(&x.into());
            assert_eq!(column.len(), 2, "k = {k}, x = {x}");
            assert!((&column[0].0 + &column[1].0).bit(0), "k = {k}, x = {x}");
            assert!(column[0].0 < column[1].0);
        }
    }
}

#[test]
fn parameters_out_of_range() {
    let zero = ParameterError::TooSmall { name: "k", least: 1, value: 0 };
    assert_eq!(Recursive::new(0).unwrap_err(), zero);
    assert_eq!(Morphism::new(0).unwrap_err(), zero);
    assert_eq!(Morphism::new(3).unwrap_err().to_string(), "k must be even, not 3");
    assert_eq!(InvariantPairs::new(1).unwrap_err().to_string(), "k must be at least 2, not 1");
    assert!(
        MexMultiset::new(1, 0).is_err() && MexResidue::new(0, 1).is_err() && MexClasses::new(1, 0).is_err()
    );
    assert!(Beatty::new(1, 0).is_err() && PmPairs::new(0, 1).is_err() && Arithmetic::new(0).is_err());
}

#[test]
fn iterators_end_instead_of_wrapping() {
    // b_n leaves 64 bits near n = 2^32.
    assert_eq!(Beatty::new(u32::MAX, 1).unwrap().get(1 << 33), None);
    assert!(Beatty::new(u32::MAX, u32::MAX).unwrap().get(3).is_none());
    assert!(Beatty::new(1, 1).unwrap().get(u64::MAX).is_none());
}

/// A number of up to `digits` decimal digits.
fn big(digits: usize) -> impl Strategy<Value = UBig> {
    proptest::collection::vec(0u8..10, 1..=digits).prop_map(|digits| {
        digits.into_iter().fold(UBig::ZERO, |number, digit| number * 10u8 + UBig::from(digit))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arithmetic_and_algebraic_agree_on_huge_indices(k in 1u32..=9, n in big(300)) {
        let arithmetic = Arithmetic::new(k).unwrap();
        let (a, b) = arithmetic.pair(&n);
        prop_assert_eq!(Beatty::new(k, 1).unwrap().pair(&n), (a.clone(), b.clone()));
        prop_assert_eq!(arithmetic.partner(&a), b.clone());
        prop_assert_eq!(arithmetic.index(&b), n);
    }

    #[test]
    fn huge_windows_of_the_morphism_obey_the_recursion(half in 1u32..=6, n in big(300)) {
        // In a window: every column has two entries of different parity, counting mirrored ones, and the steps of b
        // are as the recursion says.
        let k = 2 * half;
        let morphism = Morphism::new(k).unwrap();
        let (mut x, mut y) = morphism.pair(&n);
        for i in 1u32..30 {
            let column = morphism.column(&x);
            prop_assert_eq!(column.len(), 2);
            prop_assert!((&column[0].0 + &column[1].0).bit(0));
            let (a, b) = morphism.pair(&(&n + UBig::from(i)));
            let column = morphism.column(&a);
            let step = &y + UBig::from(k + 1);
            let lower = morphism.by_upper(&a).map(|(_, lower)| lower);
            let collides = lower.is_some_and(|lower| lower.bit(0) == step.bit(0)) && a > UBig::ZERO;
            prop_assert_eq!(&b, &if collides { step + UBig::ONE } else { step });
            prop_assert!(column.iter().any(|entry| entry.0 == b));
            prop_assert!(a == x || a == &x + UBig::ONE || morphism.column(&(&x + UBig::ONE)).len() == 2);
            (x, y) = (a, b);
        }
    }
}
