//! U. Larsson, "Blocking Wythoff Nim": where the items of `replicate` say a little less. All other statements of the paper are tested
//! by those items, see replicate.rs.

#![allow(clippy::unwrap_used)]

use crate::common::*;

#[test]
fn proposition_1_2_ii_fails_as_printed() {
    // "{(a_i), (b_i) : i ≥ k} is an exact k-cover of ℕ": for k = 2 the pairs from the third on hold 1 once and 2 thrice.
    let later = &first("W^2", 60)[2..];
    let times = |n: u32| later.iter().flat_map(|(a, b)| [*a, *b]).filter(|value| *value == n).count();
    assert_eq!((times(1), times(2)), (1, 3));
    assert!((3..=12).all(|n| times(n) == 2));
}

#[test]
fn proposition_3_1_for_other_games() {
    let games = [
        "move rook: s = 0 or t = 0",
        "move knight: s = 1 and t = 2 or s = 2 and t = 1\nmove step: s + t = 1",
        "move any: s + t <= 3",
        "move some: (s = 0 or t = 0) and (x + y) mod 3 != 0\nmove leap: s = 2*t",
        "move rook: s = 0 or t = 0\nposition: not (x < 2 and y < 3)",
    ];
    for moves in games {
        for k in 1..=6 {
            let text = |twist: String| format!("game \"G\"\n{moves}\n{twist}\n");
            let blocking = solve(&rules(&text(format!("block {}", k - 1))), 30);
            let comply = solve(&rules(&text(format!("comply {k}"))), 30);
            for x in 0..=30 {
                for y in 0..=30 {
                    let exists = blocking.outcome(x, y).is_some();
                    assert_eq!(exists, comply.outcome(x, y).is_some());
                    assert!(
                        !exists || blocking.is_p(x, y) != comply.is_p(x, y),
                        "{moves}, k = {k} at ({x}, {y})"
                    );
                }
            }
        }
    }
}
