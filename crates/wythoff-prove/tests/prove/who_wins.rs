//! The checker has a definition of its own, and the solvers have another.

use wythoff_check::play::previous_player_wins;
use wythoff_solve::twist::{Counts, lines, previous_wins};
use wythoff_testing::twists::{each_count, games};

#[test]
fn checker_and_solvers_define_alike_who_wins() {
    for rules in games() {
        let signatures = 1 << lines(&rules.twist);
        each_count(signatures, if signatures > 2 { 2 } else { 4 }, &mut |p, n| {
            let checker = previous_player_wins(&rules, &p, &n);
            let counts = Counts { p, n };
            assert_eq!(checker, previous_wins(&rules, &counts), "{rules}{counts:?}");
        });
    }
}
