//! Comparisons of games against brute force, on random pairs of rule texts, and on pairs whose answer is known.

use crate::random::Numbers;
use wythoff_budget::Budget;
use wythoff_explore::compare::{CompareEffort, Equality, Likeness, SetKinship, Spread, compare};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;
use wythoff_solve::exhaustive::Exhaustive;

fn text(source: &str) -> Game {
    Game::from_text("own.game", source, "").expect(source)
}

fn named(name: &str) -> Game {
    Game::named(name).expect(name)
}

fn compared(a: &Game, b: &Game, effort: CompareEffort) -> Likeness {
    compare(&Ways::of(a.clone()), &Ways::of(b.clone()), &effort, &Budget::default()).expect("compared")
}

fn random_rules(numbers: &mut Numbers) -> String {
    let lines = [
        "s = 0 or t = 0",
        "s = 0 and t mod 2 = 1 or t = 0",
        "s = t",
        "|s - t| < 2",
        "s + t <= 2",
        "s = 2*t",
        "s = 1 and t = 2 or s = 2 and t = 1",
        "s <= 1 and t <= 1",
    ];
    let mut rules = format!("move a: {}\n", numbers.of(&lines));
    if numbers.below(2) == 0 {
        rules += &format!("move b: {}\n", numbers.of(&lines));
    }
    rules += numbers.of(&["", "", "", "block 1\n", "play misere\n", "position: x + y != 3\n"]);
    rules
}

/// The first difference by the definition of play, of those with the smallest largest pile the first in order.
fn by_brute_force(a: &Game, b: &Game, to: u32) -> Option<(u32, u32)> {
    let set = |game: &Game| {
        let solved = Exhaustive::solve(game, &[to, to], &Budget::default()).expect("a small board");
        solved.p_positions(false).into_iter().collect::<std::collections::BTreeSet<(u32, u32)>>()
    };
    let (ours, theirs) = (set(a), set(b));
    ours.symmetric_difference(&theirs).copied().min_by_key(|p| (p.0.max(p.1), *p))
}

#[test]
fn random_pairs_of_rule_texts_agree_with_brute_force() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut equal, mut different) = (0, 0);
    for i in 0..300 {
        let (one, mut other) = (random_rules(&mut numbers), random_rules(&mut numbers));
        if i % 4 == 0 {
            // The same once more, in other words.
            let again = one.lines().next().expect("a move").replace("move a:", "move c: s + t > 0 and (");
            other = format!("{again})\n{one}");
        }
        let (a, b) = (text(&one), text(&other));
        let found = compared(&a, &b, CompareEffort { to: 14, patience: 0 });
        let expected = by_brute_force(&a, &b, 14);
        let first = found.differences.as_ref().map(|d| {
            let piles = d.first.as_small().expect("small piles");
            (piles[0], piles[1])
        });
        assert_eq!(first, expected, "{:?} {:?}", a.text(), b.text());
        match expected {
            None => equal += 1,
            Some(_) => different += 1,
        }
        assert_eq!(found.equal == Equality::No, expected.is_some());
        // What is called equal at all sizes is equal further out.
        if found.equal == Equality::Proved {
            assert_eq!(by_brute_force(&a, &b, 24), None, "{:?} {:?}", a.text(), b.text());
        }
    }
    assert!(equal >= 75 && different > 100, "{equal} {different}");
}

#[test]
fn what_is_equal_by_rules_theorem_or_automaton_is_proved() {
    for (a, b) in [("WN", "W^1"), ("2WN^3", "2WN^(3)"), ("3WN", "(1,3)WN"), ("N", "nim")] {
        assert_eq!(compared(&named(a), &named(b), CompareEffort::to(60)).equal, Equality::Proved, "{a} {b}");
    }
    // FACTS.md item 26: adding (5, 6) does not alter Wythoff's P-positions; no theorem says so here.
    let more = text("move q: s = 0 or t = 0 or s = t\nmove more: s = 5 and t = 6 or s = 6 and t = 5\n");
    let found = compared(&named("WN"), &more, CompareEffort { to: 100, patience: 200_000 });
    assert_eq!(found.equal, Equality::Proved, "{}", found.ground);
    assert!(found.ground.contains("automaton"), "{}", found.ground);
}

#[test]
fn differences_and_relations_are_said() {
    let differ = |a: &Game, b: &Game| compared(a, b, CompareEffort::to(80));
    // Item 26: (1, 2) does alter it.
    let found = differ(&named("WN"), &named("maharaja"));
    assert_eq!(found.equal, Equality::No);
    let found = found.differences.expect("they differ");
    assert_eq!(found.first.as_small(), Some(vec![1, 2]));
    assert!(found.in_first);
    assert_eq!(found.spread, Spread::Lines);
    // Comply games are the blocking games turned over.
    let found = differ(&named("W^2"), &named("W_2"));
    assert_eq!(
        (found.kin, found.differences.map(|d| d.spread)),
        (Some(SetKinship::Complement), Some(Spread::Density))
    );
    let (lame, mirrored) = ("move m: s = 0 or t = 0 and s <= 2\n", "move m: t = 0 or s = 0 and t <= 2\n");
    assert_eq!(differ(&text(lame), &text(mirrored)).kin, Some(SetKinship::Mirrored));
    // Misère play of Nim without the last two squares differs finitely.
    let misere = text("move rook: s = 0 or t = 0\nplay misere\n");
    let found = differ(&named("N"), &misere).differences.expect("they differ");
    assert_eq!((found.spread, found.first.as_small()), (Spread::Finite, Some(vec![0, 0])));
    // Twice as far, and one further: only squares with the right parity exist.
    let twice = text("move q: s = 0 or t = 0 or s = t\nposition: x mod 2 = 1 and y mod 2 = 1\n");
    let image = SetKinship::Image { factor: 2, shift: (1, 1), second: true };
    assert_eq!(differ(&named("WN"), &twice).kin, Some(image));
    let error = compare(
        &Ways::of(named("WN")),
        &Ways::of(named("nim(piles=3)")),
        &CompareEffort::to(9),
        &Budget::default(),
    );
    assert!(error.is_err_and(|e| e.to_string().contains("2 piles")));
}
