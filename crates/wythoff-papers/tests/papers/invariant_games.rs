//! E. Duchêne and M. Rigo, "Invariant games": which games are invariant, with one more than the item of `replicate` has. All other
//! statements of the paper are tested by those items, see replicate.rs.

#![allow(clippy::unwrap_used)]

use crate::common::*;
use wythoff_rules::Ruleset;
use wythoff_rules::evaluate::Point;

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
