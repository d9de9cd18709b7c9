//! The theorems against the definition of play, on every game they cover, and against themselves at large sizes.

#![allow(clippy::unwrap_used)] // also in the helpers of the tests

use proptest::prelude::*;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural, parse_natural};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::library::ProvedGame;
use wythoff_rules::Twist;
use wythoff_rules::evaluate::Point;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::beatty::Theorem;
use wythoff_solve::exhaustive::Exhaustive;

/// The theorem that describes a game, if one does.
fn recognise(game: &Game) -> Option<Theorem> {
    game.ruleset().and_then(Theorem::recognise)
}

/// Every rulebook game that a theorem covers, parameters up to 6.
fn covered() -> Vec<String> {
    let gcd = |a: u32, b: u32| (1..=a.min(b)).rev().find(|d| a.is_multiple_of(*d) && b.is_multiple_of(*d));
    let mut games: Vec<String> = vec!["nim".into(), "wythoff".into()];
    for k in 1..=6 {
        for name in ["k-wythoff", "invariant", "blocking-nim", "comply-diagonal", "comply-rook"] {
            games.push(format!("{name}(k={k})"));
        }
        games.push(format!("connell(m={k})"));
        if k <= 3 {
            games.push(format!("blocking(k={k})"));
            games.push(format!("comply(k={k})"));
        }
        for m in 1..=6 {
            games.push(format!("roob-blocking(k={k},m={m})"));
            games.push(format!("diagonal-blocking(p={k},m={m})"));
            if gcd(k, m) == Some(1) {
                games.push(format!("modular(k={k},m={m})"));
            }
            for l in 0..m {
                games.push(format!("shifted(k={k},m={m},l={l})"));
            }
        }
    }
    for beta in [
        "pi",
        "e",
        "sqrt(7)",
        "phi^2",
        "10*sqrt(2)",
        "3+pi/1000",
        "3-pi/1000",
        "2+sqrt(2)/100",
        "2+ln(2)",
        "pi*pi",
    ] {
        games.push(format!("beta({beta})"));
    }
    games
}

fn position(x: u32, y: u32) -> Position {
    Position::small(&[x.into(), y.into()])
}

/// Outcome, winning moves, squares to forbid or to propose and terminal positions agree with the definition.
fn agrees_with_definition(name: &str, size: u32, every: u32) {
    let game = Game::named(name).unwrap();
    let theorem = recognise(&game).unwrap_or_else(|| panic!("no theorem for {name}"));
    let mut solved = Exhaustive::solve(&game, &[size, size], &Budget::default()).unwrap();
    for x in 0..=size {
        for y in 0..=size {
            let Ok(state) = solved.start(&[x, y]) else {
                assert!(theorem.answer(&position(x, y)).is_err(), "{name} ({x},{y}) does not exist");
                continue;
            };
            let outcome = solved.outcome(&state).unwrap();
            assert_eq!(theorem.outcome(&x.into(), &y.into()).unwrap(), outcome, "{name} ({x},{y})");
            if (x * 131 + y) % every != 0 {
                continue;
            }
            let (by_theorem, by_definition) =
                (theorem.answer(&position(x, y)).unwrap(), solved.answer(&state).unwrap());
            assert_eq!(by_theorem.block, by_definition.block, "{name} ({x},{y})");
            assert_eq!(by_theorem.propose, by_definition.propose, "{name} ({x},{y})");
            assert_eq!(by_theorem.terminal, by_definition.terminal, "{name} ({x},{y}) terminal");
            match &by_theorem.all_but {
                None => assert_eq!(by_theorem.winning_moves, by_definition.winning_moves, "{name} ({x},{y})"),
                Some(few) => {
                    let choices = solved.choices(&state).unwrap();
                    let mut losing: Vec<Position> =
                        choices.iter().filter(|c| !c.outcome.is_p()).map(|c| c.state.position()).collect();
                    losing.sort();
                    assert_eq!(few, &losing, "{name} ({x},{y})");
                }
            }
        }
    }
    if !theorem.is_complement() {
        let listed = theorem.listed_to(&Natural::from(size), &Budget::default()).unwrap();
        let expected: Vec<Position> =
            solved.p_positions(theorem.is_symmetric()).into_iter().map(|(x, y)| position(x, y)).collect();
        assert_eq!(listed, expected, "{name} listed");
        for (n, p) in
            theorem.listed_from(&Natural::from(0u8), 60, &Budget::default()).unwrap().iter().enumerate()
        {
            let index = theorem.set().index(&p.piles()[0], &p.piles()[1]).unwrap();
            assert_eq!(index, Some(Natural::from(n)), "{name} index of {p}");
        }
    }
}

/// A full-sized board for every outcome; answers at a sample of squares that differs from game to game.
fn quarter(which: usize) {
    for (i, name) in covered().iter().enumerate().filter(|(i, _)| i % 4 == which) {
        agrees_with_definition(name, 121, 23 + (i as u32 % 7));
    }
}

// In four parts, so that several threads share the work.
#[test]
fn theorems_agree_with_the_definition_1() {
    quarter(0);
}

#[test]
fn theorems_agree_with_the_definition_2() {
    quarter(1);
}

#[test]
fn theorems_agree_with_the_definition_3() {
    quarter(2);
}

#[test]
fn theorems_agree_with_the_definition_4() {
    quarter(3);
}

#[test]
fn conjectured_pairs_agree_with_the_definition() {
    for k in [2, 4, 6] {
        agrees_with_definition(&format!("modular(k={k},m=2)"), 121, 11);
    }
}

#[test]
fn no_theorem_outside_its_hypotheses() {
    for name in [
        "modular(k=2,m=4)",
        "modular(k=3,m=3)",
        "modular(k=6,m=4)",
        "blocking(k=4)",
        "comply(k=5)",
        "gdwn(p=1,q=2)",
        "maharaja",
        "even-diagonal",
        "beta(pi+e)",
        "imitation(p=1,m=1)",
    ] {
        assert!(recognise(&Game::named(name).unwrap()).is_none(), "{name}");
    }
}

/// Texts that state a covered game in other words get its theorem; texts that differ in one move do not.
#[test]
fn a_users_text_is_recognised_by_meaning() {
    let recognised = [
        ("game \"w\"\nmove a: s = 0\nmove b: t = 0\nmove c: s - t = 0\n", true),
        ("game \"w\"\nmove all: not (s != t and s > 0 and t > 0)\n", true),
        ("game \"3WN\"\nmove q: s = 0 or t = 0 or -3 < s - t < 3\n", true),
        (
            "game \"c\"\nmove r: (s + 0 = 0 and t mod 3 = 0) or (t = 0 and 2 * s mod 6 = 0)\nmove d: 2*s = 2*t\n",
            true,
        ),
        (
            "game \"roob\"\nmove q: |s - t| < 2 or s = 0 or t = 0\nblock 2 of (s >= 2 and t = 0) or (t > 1 and s = 0)\n",
            true,
        ),
        ("game \"shift\"\nmove q: s = 0 or t = 0 or |t - s| <= 5\nposition: x >= 2 or y >= 4\n", true),
        ("game \"w\"\nmove a: s = 0\nmove b: t = 0\nmove c: s = t and s != 7\n", false),
        ("game \"w\"\nmove a: s = 0\nmove b: t = 0\nmove c: s = t\nplay misere\n", false),
        (
            "game \"roob\"\nmove q: |s - t| < 2 or s = 0 or t = 0\nblock 2 of (s >= 3 and t = 0) or (t > 1 and s = 0)\n",
            false,
        ),
        ("game \"shift\"\nmove q: s = 0 or t = 0 or |t - s| <= 5\nposition: x >= 2 or y >= 5\n", false),
        (
            "game \"pi\"\nmove a: s = 0 or t = 0\nmove d: |t - s| <= 2 and not (x in beatty(pi) or y in beatty(pi))\n",
            true,
        ),
        ("game \"pi\"\nmove a: s = 0 or t = 0\nmove d: |t - s| <= 2 and not x in beatty(pi)\n", false),
    ];
    for (text, expected) in recognised {
        let game = Game::from_text("user.game", text, "").unwrap();
        assert_eq!(recognise(&game).is_some(), expected, "{text}");
    }
}

/// Proved automata answer for huge piles: moves are legal and lead to P-positions, and a P-position can be defended.
#[test]
fn certificates_answer_for_huge_piles() {
    for (name, budget) in [("W^4", 3), ("W^8", 7), ("W^10", 9), ("W^14", 13), ("2WN^(2)", 0), ("4WN^(2)", 0)]
    {
        let game = Game::named(name).unwrap();
        let ways = Ways::of(game.clone());
        let ruleset = game.ruleset().unwrap();
        for (x, y) in [("10^200+7", "2*10^200"), ("10^500", "3*10^500"), ("7*10^300+1", "71*10^299")] {
            let answer =
                ways.ask(&Position::new(vec![natural(x), natural(y)]), &[], &Budget::default()).unwrap();
            assert_eq!(answer.method, wythoff_solve::MethodUsed::Automaton, "{name}");
            assert!(answer.winning_moves.len() > budget || answer.outcome.is_p(), "{name} ({x}, {y})");
            assert!(answer.block.len() <= budget, "{name} ({x}, {y})");
            for target in answer.winning_moves.iter().take(3) {
                let [u, v] = target.piles() else { panic!() };
                let removal = Point::new(&natural(x), &natural(y), &(natural(x) - u), &(natural(y) - v));
                assert!(ruleset.is_move(&removal).unwrap(), "{name}: {target} is no move");
                let there = ways.ask(target, &[], &Budget::default()).unwrap();
                assert!(there.outcome.is_p() && there.block.len() <= budget, "{name}: {target}");
            }
        }
        // Beside the definition, where both can answer.
        let proved = ProvedGame::find(game.ruleset().unwrap()).unwrap();
        let mut solved = Exhaustive::solve(&game, &[40, 40], &Budget::default()).unwrap();
        for (x, y) in (0..=40).flat_map(|x| (0..=40).map(move |y| (x, y))) {
            let state = solved.start(&[x, y]).unwrap();
            let (ours, theirs) = (proved.answer(&position(x, y)).unwrap(), solved.answer(&state).unwrap());
            assert_eq!(
                (ours.outcome, ours.winning_moves, ours.block),
                (theirs.outcome, theirs.winning_moves, theirs.block),
                "{name} ({x}, {y})"
            );
        }
    }
}

/// Games that the self-consistency tests run at large sizes.
const LARGE: [&str; 16] = [
    "WN",
    "3WN",
    "7WN",
    "WN^(3)",
    "2WN^3",
    "5WN^4",
    "2WN^(3)",
    "2x3WN_1",
    "3x4WN_3",
    "(2,4)WN",
    "(2,1)WN",
    "(3,2)WN",
    "beta(pi)",
    "beta(2+ln(2)/50)",
    "G(alpha_3)",
    "W^2",
];

fn theorem(name: &str) -> Theorem {
    recognise(&Game::named(name).unwrap()).unwrap()
}

fn budget(theorem: &Theorem) -> usize {
    match &theorem.ruleset().twist {
        Twist::Block(blocks) => blocks.iter().map(|b| b.limit as usize).sum(),
        _ => 0,
    }
}

/// A P-position has no more P-options than can be forbidden; an N-position's winning moves are legal and land on P.
fn consistent(theorem: &Theorem, x: &Natural, y: &Natural) {
    let answer = theorem.answer(&Position::new(vec![x.clone(), y.clone()])).unwrap();
    match answer.outcome {
        Outcome::P => assert!(answer.winning_moves.is_empty() && answer.block.len() <= budget(theorem)),
        Outcome::N => {
            assert!(!answer.winning_moves.is_empty(), "an N-position without a winning move: ({x}, {y})")
        }
    }
    for target in answer.winning_moves.iter().chain(&answer.block) {
        let [u, v] = target.piles() else { panic!() };
        assert!(u <= x && v <= y);
        assert!(
            theorem.ruleset().is_move(&Point::new(x, y, &(x - u), &(y - v))).unwrap(),
            "illegal {target}"
        );
        assert!(theorem.outcome(u, v).unwrap().is_p(), "{target} is not P");
    }
}

fn natural(digits: &str) -> Natural {
    parse_natural(digits).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn huge_positions_are_consistent(
        which in 0..LARGE.len(),
        digits in "[1-9][0-9]{20,120}",
        ratio in 1_000_u32..4_000,
        near in -3_i32..=3,
    ) {
        let theorem = theorem(LARGE[which]);
        let x = natural(&digits);
        let y = &x * ratio / 1000_u32;
        consistent(&theorem, &x, &y);
        // A P-position of column x (or of the listing) and its neighbours.
        for partner in theorem.set().column(&x).unwrap() {
            consistent(&theorem, &x, &partner);
            let moved = Integer::from(partner.clone()) + Integer::from(near);
            if let Ok(moved) = Natural::try_from(moved) {
                consistent(&theorem, &x, &moved);
            }
        }
    }

    /// m-complementarity: every column of a random window holds as many P-positions as the theorem's sequences say.
    #[test]
    fn columns_hold_their_number_of_p_positions(digits in "[1-9][0-9]{30,200}", offset in 0_u32..50) {
        let x = natural(&digits) + offset;
        for (name, count) in [("WN", 1), ("3WN", 1), ("WN^(3)", 3), ("2WN^3", 3), ("5WN^4", 4), ("2WN^(3)", 3),
            ("2x3WN_1", 1), ("(2,4)WN", 1), ("beta(pi)", 1), ("G(alpha_2)", 1), ("W^2", 2), ("W^3", 3)]
        {
            prop_assert_eq!(theorem(name).set().column(&x).unwrap().len(), count, "{} at {}", name, &x);
        }
    }

    #[test]
    fn index_and_nth_are_inverse(digits in "[1-9][0-9]{10,80}") {
        let n = natural(&digits);
        for name in LARGE {
            let theorem = theorem(name);
            let (x, y) = theorem.set().nth(&n).unwrap();
            prop_assert!(theorem.set().contains(&x, &y).unwrap(), "{} {}", name, &n);
            prop_assert_eq!(theorem.set().index(&x, &y).unwrap(), Some(n.clone()), "{}", name);
        }
    }
}
