//! U. Larsson, "Wythoff Nim extensions and certain Beatty sequences": where the items of `replicate` go less far within seconds. All
//! other statements of the paper are tested by those items, see replicate.rs.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;

/// a_n = ⌊nΦ_km/m⌋ with Φ_x = (2 − x + √(x² + 4))/2.
fn a(k: i128, m: i128, n: i128) -> i128 {
    let x = k * m;
    floor_with_root(n * (2 - x), n, x * x + 4, 2 * m)
}

/// b_n = ⌊n(Φ_km + km)/m⌋, not computed from a_n.
fn b(k: i128, m: i128, n: i128) -> i128 {
    let x = k * m;
    floor_with_root(n * (2 + x), n, x * x + 4, 2 * m)
}

fn pairs_of(k: i128, m: i128) -> impl Iterator<Item = (i128, i128)> {
    (0..4000).map(move |n| (a(k, m, n), b(k, m, n)))
}

#[test]
fn theorem_5_2_ii_modular_if_and_only_if_coprime() {
    for k in 1..=4 {
        for m in 1..=4 {
            let found = p_positions(&format!("{k}WN^({m})"), 90);
            let same = found == both_orders(pairs_of(k, m), 90);
            assert_eq!(same, gcd(k, m) == 1, "{k}WN^({m})");
            // "Only if" in the proof: (0, ki) is P for i < m' = m/gcd, and (0, km') is N although b_m' = km'.
            let reduced = m / gcd(k, m);
            for i in 0..reduced {
                assert!(found.contains(&(0, u32::try_from(k * i).unwrap())));
            }
            assert!(!found.contains(&(0, u32::try_from(k * reduced).unwrap())));
        }
    }
}

#[test]
fn theorem_5_2_iii_shifted_games_share_the_solution() {
    for k in 1..=4 {
        for m in 1..=4 {
            let mut union = Pairs::new();
            for l in 0..m {
                let found = p_positions(&format!("{k}x{m}WN_{l}"), 90);
                // The text has the coordinates exchanged; its own rectangle and Example 6 decide for this order.
                let mut expected = Pairs::new();
                for n in 0..400 {
                    let (lower, upper) = (m * n + l, m * (n + 1) - l);
                    expected.extend(on_board(b(k, m, lower), a(k, m, lower)));
                    expected.extend(on_board(a(k, m, upper), b(k, m, upper)));
                    if l == 0 {
                        expected.extend(on_board(a(k, m, lower), b(k, m, lower)));
                    }
                }
                assert_eq!(found, expected, "{k}x{m}WN_{l}");
                assert!(union.is_disjoint(&found), "{k}x{m}WN_{l} overlaps with a smaller l");
                union.extend(found);
            }
            assert_eq!(union, both_orders(pairs_of(k, m), 90), "the union over l, k = {k}, m = {m}");
        }
    }
}

fn on_board(x: i128, y: i128) -> Option<(u32, u32)> {
    (x <= 90 && y <= 90).then(|| (u32::try_from(x).unwrap(), u32::try_from(y).unwrap()))
}

#[test]
fn figures_2_and_4_captions_generate_the_pairs() {
    // "The positions nearest the origin such that there are precisely m positions in each row and column and one
    // position in every k-th diagonal", in the order of the diagonals.
    for k in 1..=4_i128 {
        for m in 1..=4 {
            let mut in_column = vec![0; 2000];
            for n in 0..60 {
                let d = usize::try_from(k * n).unwrap();
                let x = (0..).find(|x| in_column[*x] < m && in_column[*x + d] < m).unwrap();
                in_column[x] += 1;
                if d > 0 {
                    in_column[x + d] += 1;
                }
                assert_eq!(a(k, m, n), x as i128, "k = {k}, m = {m}, n = {n}");
            }
        }
    }
}
