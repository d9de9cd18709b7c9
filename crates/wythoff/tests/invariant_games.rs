//! E. Duchêne and M. Rigo, "Invariant games": G(α_k), its two characterisations, and the lemmas about its sequences.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use std::collections::BTreeSet;
use wythoff::rules::Ruleset;
use wythoff::rules::evaluate::Point;

/// ⌊nα_k⌋, α_k = 1 + (√(k² + 4k) − k)/2.
fn alpha(k: i128, n: i128) -> i128 {
    floor_with_root(n * (2 - k), n, k * k + 4 * k, 2)
}

/// ⌊nβ_k⌋, β_k = 3/2 + √(k² + 4k)/(2k).
fn beta(k: i128, n: i128) -> i128 {
    floor_with_root(3 * k * n, n, k * k + 4 * k, 2 * k)
}

fn beatty(k: i128, to: u32) -> Pairs {
    both_orders((0..1000).map(|n| (alpha(k, n), beta(k, n))), to)
}

/// First differences Δ(1), Δ(2), …, Δ(count) as digits.
fn differences(sequence: impl Fn(i128) -> i128, count: i128) -> Vec<i128> {
    (1..=count).map(|n| sequence(n + 1) - sequence(n)).collect()
}

/// Definition 3, with the brackets as the proof of Theorem 4 reads them.
fn definition_3(k: usize, count: usize) -> Vec<(i128, i128)> {
    let wide = k as i128;
    let mut pairs: Vec<(i128, i128)> = vec![(0, 0)];
    pairs.extend((1..=wide).map(|n| (2 * n - 1, 2 * n)));
    let mut used: BTreeSet<i128> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let mut next_a = 0;
    while pairs.len() < count {
        let n = pairs.len() - 1;
        next_a = (next_a..).find(|v| !used.contains(v)).unwrap();
        let gap = |i: usize| pairs[i].1 - pairs[i].0;
        let h1 = next_a - pairs[n].0 == 2;
        let h2 = gap(n) == gap(n + 1 - k) + 1;
        let h3 = next_a - pairs[n - k].0 != 2 * wide + 1;
        let h4 = gap(n - k) != gap(n) - 1;
        let next_b = next_a + gap(n) + i128::from(!(h1 && ((h2 && h3) || h4)));
        pairs.push((next_a, next_b));
        used.extend([next_a, next_b]);
    }
    pairs
}

#[test]
fn theorems_3_and_4_and_remark_3_p_positions() {
    for k in 1..=8 {
        assert_eq!(p_positions(&format!("G(alpha_{k})"), 110), beatty(k, 110), "k = {k}");
    }
    for k in 2..=8_usize {
        let recursive = both_orders(definition_3(k, 200), 110);
        assert_eq!(p_positions(&format!("G(alpha_{k})"), 110), recursive, "Theorem 3, k = {k}");
    }
    // Remark 3: k = 1 is Wythoff's game itself.
    assert_eq!(p_positions("G(alpha_1)", 110), p_positions("WN", 110));
}

#[test]
fn definition_3_is_the_beatty_pair() {
    for k in 2..=7_usize {
        for (n, found) in definition_3(k, 3000).into_iter().enumerate() {
            let (k, n) = (k as i128, n as i128);
            assert_eq!(found, (alpha(k, n), beta(k, n)), "k = {k}, n = {n}");
        }
    }
}

#[test]
fn section_2_example_and_remark_1_for_k_2() {
    let listed = [(0, 0), (1, 2), (3, 4), (5, 7), (6, 9), (8, 11), (10, 14), (12, 16)];
    assert_eq!(first("G(alpha_2)", 8), listed);
    let word = |digits: Vec<i128>| digits.iter().map(i128::to_string).collect::<String>();
    assert_eq!(word(differences(|n| alpha(2, n), 16)), "2212221222122122");
    assert_eq!(word(differences(|n| beta(2, n), 13)), "2322322323223");
}

#[test]
fn the_prose_of_section_2_describes_another_game() {
    // "either take a positive number from a single pile, or take (2i, 2i), i < k from both, or 2k+1 … and 2k+2".
    for k in 2..=4 {
        let text = format!(
            "game \"prose\"\nlet k = {k}\nmove rook: s = 0 or t = 0\n\
             move diagonal: s = t and s mod 2 = 0 and s < 2*k\n\
             move extra: s = 2*k + 1 and t = 2*k + 2 or s = 2*k + 2 and t = 2*k + 1\n"
        );
        let found: Pairs = solve(&rules(&text), 40).p_positions(false).collect();
        assert_ne!(found, beatty(k, 40), "k = {k}");
    }
}

/// Is the removal a move whatever the piles, as long as they are large enough?
fn is_invariant(rules: &Ruleset, to: u64) -> bool {
    let is_move = |x, y, s, t| rules.is_move(&Point::small(x, y, s, t)).unwrap();
    (0..=to).all(|s| {
        (0..=to).all(|t| (s..=to).all(|x| (t..=to).all(|y| is_move(x, y, s, t) == is_move(to, to, s, t))))
    })
}

#[test]
fn definition_1_invariant_and_variant_games() {
    for name in ["N", "WN", "2WN", "WN^(3)", "G(alpha_1)", "G(alpha_2)", "G(alpha_3)", "maharaja"] {
        assert!(is_invariant(&ruleset(name), 12), "{name}");
    }
    assert!(!is_invariant(&ruleset("beta(pi)"), 12));
    let rules = rules("game \"half\"\nmove rook: (s = 0 or t = 0) and 2*s <= x and 2*t <= y\n");
    assert!(!is_invariant(&rules, 12));
}

/// All moves that never join two of these squares: the largest set of moves an invariant game with the P-positions S
/// can have. Some invariant game has them iff this one does; the first square of the board where it does not.
fn first_failure(squares: &Pairs, to: u32) -> Option<(u32, u32)> {
    let mut joined = Pairs::new();
    for (a, b) in squares {
        joined.extend(squares.iter().filter(|(c, d)| c <= a && d <= b).map(|(c, d)| (a - c, b - d)));
    }
    let board = (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y)));
    board.into_iter().filter(|here| !squares.contains(here)).find(|(x, y)| {
        let reaches = |(a, b): &(u32, u32)| a <= x && b <= y && !joined.contains(&(x - a, y - b));
        !squares.iter().any(reaches)
    })
}

#[test]
fn introduction_not_every_sequence_belongs_to_an_invariant_game() {
    // (0,0), (1,2), (3,5), (4,6), …: from (1,1) one must reach (0,0), but that move joins (4,6) and (3,5).
    let start = both_orders([(0, 0), (1, 2), (3, 5), (4, 6), (7, 7)], 6);
    assert_eq!(first_failure(&start, 6), Some((1, 1)));
    for k in 1..=4 {
        assert_eq!(first_failure(&beatty(k, 60), 60), None, "k = {k}");
    }
}

#[test]
fn remark_3_which_added_moves_change_wythoff() {
    let wythoff = p_positions("WN", 90);
    for j in 1..=30 {
        let text = format!(
            "game \"added\"\nlet j = {j}\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n\
             move added: s = j and t = j + 1 or s = j + 1 and t = j\n"
        );
        let found: Pairs = solve(&rules(&text), 90).p_positions(false).collect();
        assert_eq!(found == wythoff, j != 1 && j != 2, "(j, j + 1) for j = {j}");
    }
}

const COUNT: i128 = 6000;

fn occurs(word: &[i128], block: &[i128]) -> bool {
    word.windows(block.len()).any(|w| w == block)
}

#[test]
fn remarks_1_and_2_and_sturmian_complexity() {
    for k in 1..=7 {
        let (a, b) = (differences(|n| alpha(k, n), COUNT), differences(|n| beta(k, n), COUNT));
        for block in [[2, 1], [1, 2], [2, 2]] {
            assert!(occurs(&a, &block), "k = {k}: {block:?}");
        }
        assert!(!occurs(&a, &[1, 1]), "k = {k}");
        // Remark 1 says never; for k = 1 it is wrong.
        assert_eq!(occurs(&b, &[3, 3]), k == 1, "k = {k}");
        for word in [&a, &b] {
            for length in 1..=8 {
                let blocks: BTreeSet<&[i128]> = word.windows(length).collect();
                assert_eq!(blocks.len(), length + 1, "k = {k}, blocks of length {length}");
            }
        }
        // Remark 2: 2^k and 2^i c 2^(k−i−1), with c = 1 in Δα and c = 3 in Δβ.
        let width = usize::try_from(k).unwrap();
        for (word, c) in [(&a, 1), (&b, 3)] {
            let mut expected = BTreeSet::from([vec![2; width]]);
            for i in 0..width {
                let mut block = vec![2; width];
                block[i] = c;
                expected.insert(block);
            }
            let found: BTreeSet<Vec<i128>> = word.windows(width).map(<[i128]>::to_vec).collect();
            assert_eq!(found, expected, "k = {k}");
        }
        assert!(!occurs(&b, &vec![2; width + 1]), "k = {k}");
        for block in b.windows(width + 1).filter(|w| w.iter().filter(|d| **d == 3).count() > 1) {
            let mut only = vec![2; width + 1];
            (only[0], only[width]) = (3, 3);
            assert_eq!(block, only, "k = {k}");
        }
    }
}

#[test]
fn lemmas_1_to_4() {
    for k in 1..=7 {
        let (a, b) = (differences(|n| alpha(k, n), COUNT), differences(|n| beta(k, n), COUNT));
        let width = usize::try_from(k).unwrap();
        for n in 0..a.len() - width {
            if a[n] == 1 {
                assert_eq!(b[n], 2, "Lemma 1, k = {k}, n = {}", n + 1);
            }
            if b[n] == 3 {
                assert_eq!(a[n], 2, "Lemma 2, k = {k}, n = {}", n + 1);
            }
            let threes = b[n..n + width].iter().filter(|d| **d == 3).count();
            if k >= 2 && a[n..n + width].iter().all(|d| *d == 2) {
                assert_eq!(threes, 1, "Lemma 3, k = {k}, n = {}", n + 1);
            }
            let between = b[n + 1..n + width].iter().all(|d| *d == 2);
            if b[n] == 3 && b[n + width] == 3 && between {
                assert!(a[n..=n + width].iter().all(|d| *d == 2), "Lemma 4, k = {k}, n = {}", n + 1);
            }
        }
    }
}

#[test]
fn lemmas_5_to_9_and_corollary_2() {
    for k in 2..=7_usize {
        let pairs = definition_3(k, 6000);
        let steps: Vec<_> = pairs.windows(2).map(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1)).collect();
        assert!(steps.iter().all(|s| s.0 == 1 || s.0 == 2), "Lemma 5");
        assert!(steps.iter().all(|s| [(1, 2), (2, 2), (2, 3)].contains(s)), "Corollary 2");
        let count = |window: &[(i128, i128)], which: &[(i128, i128)]| {
            window.iter().filter(|s| which.contains(s)).count()
        };
        for window in steps.windows(k) {
            assert!(count(window, &[(2, 3)]) <= 1, "Lemma 6, k = {k}");
            assert!(count(window, &[(1, 2), (2, 3)]) >= 1, "Lemma 9, k = {k}");
        }
        for window in steps.windows(k + 1) {
            assert!(count(window, &[(1, 2)]) <= 1, "Lemma 7, k = {k}");
            assert!(count(window, &[(1, 2), (2, 3)]) <= 2, "Lemma 8, k = {k}");
        }
    }
}
