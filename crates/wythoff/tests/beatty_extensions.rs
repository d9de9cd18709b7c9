//! U. Larsson, "Wythoff Nim extensions and certain Beatty sequences": tables, examples and theorems against the games
//! solved by definition.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use std::collections::BTreeSet;
use wythoff::solve::SolveError;
use wythoff::{Budget, Outcome, Position, Ways};

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

/// The first pairs of a game and the closed form, row by row against a table.
fn table(text: &str, games: &[&str], k: i128, m: i128) {
    let rows = golden(text);
    assert_eq!(rows.len(), 17);
    let lists: Vec<_> = games.iter().map(|g| first(g, rows.len())).collect();
    for (i, row) in rows.iter().enumerate() {
        let [n, a_n, b_n] = row[..] else { panic!("three columns") };
        assert_eq!(n, i as i128);
        assert_eq!((a(k, m, n), b(k, m, n)), (a_n, b_n), "closed form, n = {n}");
        for (game, list) in games.iter().zip(&lists) {
            assert_eq!((i128::from(list[i].0), i128::from(list[i].1)), (a_n, b_n), "{game}, n = {n}");
        }
    }
}

#[test]
fn table_1_and_example_1_connell() {
    let text = include_str!("../src/replicate/tables/beatty-extensions-table-1.csv");
    table(text, &["WN^(3)", "connell(m=3)", "modular(k=1,m=3)"], 1, 3);
    // Below the table: c_n = ⌊n(√13 − 1)/6⌋ and d_n = ⌊n(√13 + 5)/6⌋.
    for row in golden(text) {
        assert_eq!(floor_with_root(-row[0], row[0], 13, 6), row[1]);
        assert_eq!(floor_with_root(5 * row[0], row[0], 13, 6), row[2]);
    }
}

#[test]
fn table_2_fraenkel() {
    table(
        include_str!("../src/replicate/tables/beatty-extensions-table-2.csv"),
        &["3WN", "k-wythoff(k=3)"],
        3,
        1,
    );
}

#[test]
fn table_3_one_solution_of_two_games() {
    table(include_str!("../src/replicate/tables/beatty-extensions-table-3.csv"), &["2WN^(3)", "2WN^3"], 2, 3);
}

#[test]
fn section_2_2_every_third_pair_of_table_1_is_in_table_2() {
    let one = golden(include_str!("../src/replicate/tables/beatty-extensions-table-1.csv"));
    let two = golden(include_str!("../src/replicate/tables/beatty-extensions-table-2.csv"));
    for n in 0..=5 {
        assert_eq!(one[3 * n][1..], two[n][1..]);
    }
    // In general (a_n, b_n)(km, 1) = (a_mn, b_mn)(k, m).
    for k in 1..=5 {
        for m in 1..=5 {
            for n in 0..300 {
                assert_eq!((a(k * m, 1, n), b(k * m, 1, n)), (a(k, m, m * n), b(k, m, m * n)));
            }
        }
    }
}

#[test]
fn theorem_2_1_k_wythoff_by_mex_and_by_floor() {
    for k in 1..=5 {
        let mut used = BTreeSet::new();
        for n in 0..400 {
            let a_n = mex(&used);
            assert_eq!((a_n, a_n + k * n), (a(k, 1, n), b(k, 1, n)), "k = {k}, n = {n}");
            used.extend([a_n, a_n + k * n]);
        }
        assert_eq!(p_positions(&format!("{k}WN"), 90), both_orders(pairs_of(k, 1), 90), "k = {k}");
    }
    assert_eq!(p_positions("WN", 90), both_orders((0..99).map(|n| (floor_phi(n), floor_phi2(n))), 90));
}

#[test]
fn definition_2_short_rook_moves_are_bishop_moves() {
    // "For 2-Wythoff Nim (2,3) → (1,3) is both a diagonal and a rook-type move"; roob options are the others.
    let mut board = board("2WN^2", 5);
    let options = board.options(2, 3);
    let roob = |x, y| options.iter().find(|o| (o.x, o.y) == (x, y)).map(|o| o.signature == 1);
    assert_eq!(roob(1, 3), Some(false));
    assert_eq!(roob(2, 2), Some(false));
    assert_eq!(roob(2, 1), Some(true));
    assert_eq!(roob(0, 3), Some(true));
    assert_eq!(roob(1, 1), Some(false));
    assert_eq!(roob(0, 0), Some(false));
    assert_eq!(roob(1, 0), None);
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
fn section_4_games_as_defined() {
    for k in 1..=3 {
        for m in 1..=3_i128 {
            let roob = by_definition(
                30,
                |_, _| true,
                |o| {
                    let bishops = o.p.iter().filter(|r| is_bishop(k, **r)).count();
                    let roobs = o.p.iter().filter(|r| is_rook(**r) && !is_bishop(k, **r)).count();
                    bishops == 0 && (roobs as i128) < m
                },
            );
            assert_eq!(p_positions(&format!("{k}WN^{m}"), 30), roob, "{k}WN^{m}");
            let modular = by_definition(
                30,
                |_, _| true,
                |o| {
                    let rook = |r: &(i128, i128)| is_rook(*r) && (r.0 + r.1) % m == 0;
                    !o.p.iter().any(|r| is_bishop(k, *r) || rook(r))
                },
            );
            assert_eq!(p_positions(&format!("{k}WN^({m})"), 30), modular, "{k}WN^({m})");
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
fn theorem_5_2_i_roob_blocking() {
    for k in 1..=4 {
        for m in 1..=4 {
            let found = p_positions(&format!("{k}WN^{m}"), 90);
            assert_eq!(found, both_orders(pairs_of(k, m), 90), "{k}WN^{m}");
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
fn lemma_3_3_structure_of_the_pairs() {
    for k in 1..=4 {
        for m in 1..=4 {
            let mut seen = vec![0; 400];
            for n in 0..3000 {
                assert_eq!(b(k, m, n) - a(k, m, n), k * n, "(II)");
                let step = (a(k, m, n + 1) - a(k, m, n), b(k, m, n + 1) - b(k, m, n));
                let least = i128::from(m == 1);
                assert!(step == (least, k + least) || step == (least + 1, k + least + 1), "(III), (IV)");
                for value in [a(k, m, n), b(k, m, n)] {
                    if let Some(count) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
                        *count += 1;
                    }
                }
            }
            // (I), as it should read: every number from 1 on occurs m times; 0 is m times an a and once a b.
            assert_eq!(seen[0], m + 1);
            assert!(seen[1..].iter().all(|count| *count == m), "(I), k = {k}, m = {m}");
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

#[test]
fn proposition_6_1_three_mex_algorithms() {
    for k in 1..=4 {
        for m in 2..=5 {
            let (mut one, mut two, mut three) = (Vec::new(), Vec::new(), Vec::new());
            for n in 0..200_i128 {
                // Algorithm I: the least number that fewer than m earlier indices hold.
                let holds = |i: i128| {
                    one.iter().enumerate().filter(|(j, a)| **a == i || **a + k * *j as i128 == i).count()
                };
                let next = (0..).find(|i| (holds(*i) as i128) < m).unwrap();
                one.push(next);
                // Algorithm II: a_i with i ≡ n and b_i with i ≡ −n modulo m.
                let mut used = BTreeSet::new();
                for (i, a_i) in two.iter().enumerate().map(|(i, a_i)| (i as i128, *a_i)) {
                    used.extend(((i - n) % m == 0).then_some(a_i));
                    used.extend(((i + n) % m == 0).then_some(a_i + k * i));
                }
                two.push(mex(&used));
                // Algorithm III, in the order of the indices.
                let l = n % m;
                let mut used = BTreeSet::new();
                for (i, a_i) in three.iter().enumerate().map(|(i, a_i)| (i as i128, *a_i)) {
                    used.extend((i % m == l).then_some(a_i));
                    used.extend((i % m == (m - l) % m).then_some(a_i + k * i));
                }
                three.push(mex(&used));
                let a_n = a(k, m, n);
                let index = usize::try_from(n).unwrap();
                assert_eq!(
                    (one[index], two[index], three[index]),
                    (a_n, a_n, a_n),
                    "k = {k}, m = {m}, n = {n}"
                );
            }
        }
    }
}

#[test]
fn example_2_in_2wn_2_bob_blocks_the_origin() {
    let start = ask("2WN^2", 0, 2);
    assert_eq!(start.outcome, Outcome::P);
    assert_eq!(pairs(&start.block), [(0, 0)]);
    assert_eq!(start.options, Some(2));
    let after = ask("2WN^2", 0, 1);
    assert_eq!(after.outcome, Outcome::N);
    assert_eq!(pairs(&after.winning_moves), [(0, 0)]);
}

#[test]
fn example_3_in_2wn_mod_2_alice_takes_both() {
    let start = ask("2WN^(2)", 0, 2);
    assert_eq!(start.outcome, Outcome::N);
    assert_eq!(pairs(&start.winning_moves), [(0, 0)]);
}

#[test]
fn example_4_in_2wn_3_bob_blocks_two() {
    let start = ask("2WN^3", 0, 4);
    assert_eq!(start.outcome, Outcome::P);
    assert_eq!(pairs(&start.block), [(0, 0), (0, 2)]);
    for lost in [1, 3] {
        assert_eq!(ask("2WN^3", 0, lost).outcome, Outcome::N, "(0, {lost})");
    }
    assert_eq!(pairs(&ask("2WN^3", 0, 1).winning_moves), [(0, 0)]);
    // From (0, 3) Bob goes to (0, 2), a bishop move which Alice may not block, and there blocks (0, 0).
    assert!(pairs(&ask("2WN^3", 0, 3).winning_moves).contains(&(0, 2)));
    assert_eq!(pairs(&ask("2WN^3", 0, 2).block), [(0, 0)]);
}

#[test]
fn example_5_in_2wn_mod_3_alice_has_two_lost_moves() {
    // The paper overlooks (0, 4) → (0, 3), a bishop move; its conclusion stands.
    let start = ask("2WN^(3)", 0, 4);
    assert_eq!((start.outcome, start.options), (Outcome::P, Some(2)));
    for lost in [1, 3] {
        let after = ask("2WN^(3)", 0, lost);
        assert_eq!(after.outcome, Outcome::N);
        assert!(pairs(&after.winning_moves).contains(&(0, 0)), "(0, {lost})");
    }
}

#[test]
fn example_6_shifted_games() {
    let start = ask("2x3WN_1", 0, 4);
    assert_eq!((start.outcome, start.terminal), (Outcome::P, true));
    assert!(ask("2x3WN_2", 0, 2).terminal);
    assert_eq!(pairs(&ask("2x3WN_2", 0, 4).winning_moves), [(0, 2)]);
    assert_eq!(ask("2x3WN_2", 1, 8).outcome, Outcome::N);
    assert!(pairs(&ask("2x3WN_2", 1, 8).winning_moves).contains(&(0, 2)));
    assert_eq!(ask("2x3WN_0", 1, 7).outcome, Outcome::P);
}

#[test]
fn examples_2_to_5_solutions_differ_or_agree() {
    // "Notice in Examples 2 and 3 that the P-positions are distinct ... But in the Examples 4 and 5 they are the same."
    assert_ne!(p_positions("2WN^2", 40), p_positions("2WN^(2)", 40));
    assert_eq!(p_positions("2WN^3", 40), p_positions("2WN^(3)", 40));
}

#[test]
fn section_2_3_even_diagonals_are_close_to_4_blocking_2_wythoff_but_not_equal() {
    let (even, blocking) = (p_positions("even-diagonal", 120), p_positions("(4,2)WN", 120));
    let differing = even.symmetric_difference(&blocking).filter(|(x, y)| x <= y).count();
    assert_eq!(differing, 53);
    for here in [(14, 19), (15, 18)] {
        assert_ne!(even.contains(&here), blocking.contains(&here), "{here:?}");
        let partner = (here.0, 37 - here.1);
        assert_ne!(even.contains(&partner), blocking.contains(&partner), "{partner:?}");
        assert_eq!(even.contains(&here), blocking.contains(&partner));
    }
}
