//! Claims that are formulas.
#![allow(clippy::unwrap_used)]

use wythoff_budget::Budget;
use wythoff_prove::agree::{self, Settled};
use wythoff_prove::stated;

#[test]
fn a_conjecture_is_proved_as_it_is_said() {
    let budget = Budget::default();
    let settle = |game: &str, text: &str| {
        let game = wythoff_rules::Game::named(game).unwrap();
        let claim = stated::claim(text, None, &budget).unwrap();
        agree::decide(game.ruleset().unwrap(), &claim.numeration, &claim.automaton, &budget).unwrap()
    };
    let beatty = "En x = floor(n*phi) & y = floor(n*phi^2) | x = floor(n*phi^2) & y = floor(n*phi)";
    assert!(matches!(settle("WN", beatty), Settled::Proved(_)));
    assert!(matches!(settle("2WN", beatty), Settled::Refuted { .. }));
    let three =
        "En (x = floor(n*(sqrt(13)-1)/2) & y = x + 3*n) | (y = floor(n*(sqrt(13)-1)/2) & x = y + 3*n)";
    assert!(matches!(settle("3WN", three), Settled::Proved(_)));
    assert!(matches!(settle("nim", "x = y"), Settled::Proved(_)));
    assert!(matches!(settle("WN", "x = y & x = 0"), Settled::Refuted { .. }));

    let refused = |text: &str| stated::claim(text, None, &budget).unwrap_err().to_string();
    assert_eq!(refused("x = z"), "a claim is about x and y; z is neither, and needs a quantifier: Ez …");
    assert!(refused("x = floor(y*pi)").contains("neither rational nor a quadratic irrational"));
    assert!(refused("x = floor(y*phi + 1)").contains("sums in parentheses"));
    assert!(refused("x = floor(3*phi)").contains("a variable times a number"));
    assert!(refused("x in beatty").contains("`beatty(` and a number"));
    assert!(
        refused("x = floor(y*phi) & y in beatty(sqrt(2))").contains("has no automaton in the numeration")
    );
}
