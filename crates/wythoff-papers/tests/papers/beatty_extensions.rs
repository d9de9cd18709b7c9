//! U. Larsson, "Wythoff Nim extensions and certain Beatty sequences": where the items of `replicate` go less far within seconds. All
//! other statements of the paper are tested by those items, see replicate.rs.

#![allow(clippy::unwrap_used)]

use crate::common::*;
use wythoff_budget::Budget;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Position;
use wythoff_solve::SolveError;

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

/// The definitions of section 4 once more, word by word.
fn by_definition(to: i128, exists: impl Fn(i128, i128) -> bool, is_p: impl Fn(&Options) -> bool) -> Pairs {
    let mut found = Pairs::new();
    for x in 0..=to {
        for y in 0..=to {
            if !exists(x, y) {
                continue;
            }
            let mut options = Options { p: Vec::new() };
            for s in 0..=x {
                for t in 0..=y {
                    let target = (u32::try_from(x - s).unwrap(), u32::try_from(y - t).unwrap());
                    if (s, t) != (0, 0) && found.contains(&target) {
                        options.p.push((s, t));
                    }
                }
            }
            if is_p(&options) {
                found.insert((u32::try_from(x).unwrap(), u32::try_from(y).unwrap()));
            }
        }
    }
    found
}

/// The removals that would lead to a P-position, if they are moves.
struct Options {
    p: Vec<(i128, i128)>,
}

fn is_rook((s, t): (i128, i128)) -> bool {
    s == 0 || t == 0
}

fn is_bishop(k: i128, (s, t): (i128, i128)) -> bool {
    (s - t).abs() < k
}

#[test]
fn section_4_shifted_games_as_defined() {
    for k in 1..=3 {
        for m in 1..=3_i128 {
            for l in 0..m {
                let shifted = by_definition(
                    30,
                    |x, y| !(x < k * l && y < k * (m - l)),
                    |o| !o.p.iter().any(|r| is_rook(*r) || is_bishop(k * m, *r)),
                );
                assert_eq!(p_positions(&format!("{k}x{m}WN_{l}"), 30), shifted, "{k}x{m}WN_{l}");
            }
        }
    }
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
fn section_4_new_terminal_positions_of_shifted_games() {
    // "Hence the new terminal positions are (kl, 0) and (0, k(m − l))".
    for (k, m, l) in [(1, 2, 1), (2, 3, 1), (2, 3, 2), (3, 4, 1)] {
        let name = format!("{k}x{m}WN_{l}");
        for x in 0..=12 {
            for y in 0..=12 {
                let position = Position::small(&[x, y]);
                let asked = Ways::of(game(&name)).ask(&position, &[], &Budget::default());
                if x < k * l && y < k * (m - l) {
                    let no_square = matches!(asked, Err(SolveError::NoSquare { .. }));
                    assert!(no_square, "{name} {position}");
                } else {
                    let expected = (x, y) == (k * l, 0) || (x, y) == (0, k * (m - l));
                    assert_eq!(asked.unwrap().terminal, expected, "{name} {position}");
                }
            }
        }
    }
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
