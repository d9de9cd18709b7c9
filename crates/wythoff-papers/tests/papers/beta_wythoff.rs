//! U. Larsson, "A variant β-Wythoff Nim on Beatty's theorem": the main theorem with floors that the library did not compute. All other
//! statements of the paper are tested by the items of `replicate`, see replicate.rs.

#![allow(clippy::unwrap_used)]

use crate::common::*;

/// Digits after the point.
const UNIT: i128 = 1_000_000_000_000_000_000;
/// 10^18 times π and e, rounded down.
const PI: i128 = 3_141_592_653_589_793_238;
const E: i128 = 2_718_281_828_459_045_235;

/// 10^18 times √n, rounded down.
fn root(n: u128) -> i128 {
    i128::try_from((n * UNIT.unsigned_abs() * UNIT.unsigned_abs()).isqrt()).unwrap()
}

/// (⌊nα⌋, ⌊nβ⌋), α = β/(β − 1), for a β between `low` and `low + 100` in units of 10^-18. Exact, or it panics.
fn pair_of(low: i128, n: i128) -> (i128, i128) {
    let at = |beta: i128| (n * beta / (beta - UNIT), n * beta / UNIT);
    let (lower, upper) = (at(low), at(low + 100));
    assert_eq!(lower, upper, "more digits are needed for n = {n}");
    lower
}

#[test]
fn main_theorem_for_many_beta() {
    // The enclosures leave room for the rounding of each summand.
    let numbers = [
        ("pi", PI),
        ("e", E),
        ("sqrt(7)", root(7)),
        ("phi^2", (3 * UNIT + root(5)) / 2),
        ("10*sqrt(2)", 10 * root(2)),
        ("3 + pi/1000", 3 * UNIT + PI / 1000),
        ("3 - pi/1000", 3 * UNIT - PI / 1000 - 10),
        ("2 + sqrt(2)/100", 2 * UNIT + root(2) / 100),
        ("2 + sqrt(2)/10000", 2 * UNIT + root(2) / 10_000),
    ];
    for (text, low) in numbers {
        let expected = both_orders((0..200).map(|n| pair_of(low, n)), 120);
        assert_eq!(p_positions(&format!("beta({text})"), 120), expected, "beta = {text}");
    }
}

#[test]
fn example_1_pi_wythoff() {
    // α = π/(π − 1): 1, 2, 4, 5, 7, 8, 10, 11, … beside 3, 6, 9, 12, 15, 18, 21, 25, …
    let expected = [(0, 0), (1, 3), (2, 6), (4, 9), (5, 12), (7, 15), (8, 18), (10, 21), (11, 25)];
    assert_eq!(first("beta(pi)", 9), expected);
}
