//! Theorems with large parameters, counting by theorem, and sums of any size.

use std::ops::ControlFlow;
use wythoff::number::{Natural, parse_natural};
use wythoff::report::{AnswerReport, RulesReport};
use wythoff::solve::kinship::Kinship;
use wythoff::solve::sum;
use wythoff::{Budget, Game, Ground, Method, Position, Ways};

fn number(text: &str) -> Natural {
    parse_natural(text).expect("a number")
}

fn at(x: &str, y: &str) -> Position {
    Position::new(vec![number(x), number(y)])
}

fn own(text: &str) -> Ways {
    Ways::of(Game::from_text("own.game", text, "").expect("a game"))
}

#[test]
fn parameters_of_any_size_are_recognised() {
    for name in [
        "5000WN",
        "100000WN",
        "1000000000WN",
        "1000000000000WN",
        "3WN^(1000000)",
        "999999WN^(1000000)",
        "7WN^1000000",
        "shifted(k=1000,m=1000,l=3)",
        "shifted(k=3,m=1000000,l=500000)",
        "diagonal-blocking(p=100000,m=1000000)",
        "diagonal-blocking(p=1000000000,m=1000000000)",
        "diagonal-blocking(p=1000,m=1001)",
        "comply-rook(k=1000000)",
        "invariant(k=100000)",
        "invariant(k=1000000000)",
        "blocking-nim(k=200000)",
        "beta(1000000*sqrt(2))",
    ] {
        let ways = Ways::of(Game::named(name).expect("a game of the rulebook"));
        let answer = ways.ask(&at("10^20", "10^20+5"), &[], &Budget::default()).expect(name);
        assert!(matches!(answer.ground, Ground::Theorem(_)), "{name}: {}", answer.ground);
        if !name.contains("comply") {
            let first = ways.first(Method::Auto, 3, &Budget::default()).expect(name);
            assert!(first.iter().all(|p| ways.ask(p, &[], &Budget::default()).unwrap().outcome.is_p()));
        }
    }
}

#[test]
fn large_games_in_disguise_are_recognised_and_others_are_not() {
    let same = "move a: s = 0\nmove b: s >= t and s - t <= 4999999 or t < 1\nmove c: 0 <= t - s < 5000000\n";
    let answer = own(same).ask(&at("10^20", "10^20+5"), &[], &Budget::default()).expect("a theorem");
    assert_eq!(answer.winning_moves, [at("0", "0"), at("1", "5000001")]);
    for other in [
        "move a: s = 0 or t = 0\nmove b: s - t < 5000000 and t - s <= 5000000\n",
        "move a: s = 0 or t = 0\nmove b: |s - t| < 5000000\nmove c: s = 9 and t = 6000009\n",
        "move a: s = 0 or t = 0\nmove b: |s - t| < 5000000 and s + t != 7777777\n",
        "move a: s = 0 or t = 0\nmove b: |s - t| < 5000000\nplay misere\n",
        "move a: s = 0 or t = 0\nmove b: |s - t| < 5000000\nposition: x + y != 3\n",
    ] {
        assert!(own(other).solution(Method::Beatty).is_err(), "{other}");
    }
}

#[test]
fn a_game_without_a_theorem_is_refused_at_once() {
    let position = at("10^20", "10^20+5");
    for name in ["W^1000000", "W^1000000000000", "4WN^(6000000)", "blocking-nim(k=1000000000)"] {
        let ways = Ways::of(Game::named(name).expect("a game of the rulebook"));
        let error = ways.ask(&position, &[], &Budget::default()).expect_err(name).to_string();
        assert!(error.contains("too large"), "{name}: {error}");
    }
    let small = Ways::of(Game::named("W^1000000").expect("a game")).ask(
        &Position::small(&[1000, 1000]),
        &[],
        &Budget::default(),
    );
    assert!(small.expect("every option can be forbidden").terminal);
}

/// Games whose lists theorems give, of every kind of theorem.
const LISTED: [&str; 15] = [
    "nim",
    "WN",
    "3WN",
    "3WN^(2)",
    "2WN^3",
    "W^2",
    "W^3",
    "(2,1)WN",
    "(2,3)WN",
    "(2,4)WN",
    "shifted(k=2,m=3,l=1)",
    "shifted(k=2,m=4,l=2)",
    "blocking-nim(k=4)",
    "blocking-nim(k=7)",
    "G(alpha_2)",
];

#[test]
fn theorems_count_what_they_list() {
    let budget = Budget::default();
    let beta = ["beta(pi)", "beta(1+sqrt(2))", "beta(9*sqrt(2))"];
    for name in LISTED.iter().chain(&beta) {
        let ways = Ways::of(Game::named(name).expect("a game"));
        let theorem = ways.solution(Method::Beatty).expect("a theorem");
        for to in (0..30).chain([57, 64]) {
            let listed = ways.list_to(Method::Reference, to, &budget).expect("a board").len();
            let counted = theorem.count_to(&to.into(), &budget).expect("a count");
            assert_eq!(counted, Some(Natural::from(listed)), "{name} up to {to}");
        }
        let mut stream = theorem.stream().expect("a stream");
        let mut before = 0_usize;
        let run = stream.run(60, &budget, &mut |x, rows| {
            let counted = theorem.count_before(&x.into(), &budget).expect("a count");
            assert_eq!(counted, Some(Natural::from(before)), "{name} before column {x}");
            before += rows.len();
            ControlFlow::Continue(())
        });
        run.expect("all columns");
    }
    for name in ["comply(k=2)", "comply(k=3)", "comply-rook(k=2)", "comply-diagonal(k=2)"] {
        let ways = Ways::of(Game::named(name).expect("a game"));
        let theorem = ways.solution(Method::Beatty).expect("a theorem");
        for to in 0..20 {
            let listed = ways.list_to(Method::Reference, to, &budget).expect("a board").len();
            let counted = theorem.count_to(&to.into(), &budget).expect("a count");
            assert_eq!(counted, Some(Natural::from(listed)), "{name} up to {to}");
        }
        assert_eq!(theorem.count_before(&7u8.into(), &budget), Ok(None), "{name} has no end of them");
    }
    let imitation = Ways::of(Game::named("(2,3)IN").expect("a game"));
    for to in 0..20 {
        let listed = imitation.list_to(Method::Auto, to, &budget).expect("a board").len();
        assert_eq!(imitation.count_to(Method::Auto, &to.into(), &budget), Ok(listed.into()));
    }
}

#[test]
fn counts_have_any_size() {
    let budget = Budget::default();
    let count = |name: &str, to: &str| {
        let ways = Ways::of(Game::named(name).expect("a game"));
        ways.count_to(Method::Auto, &number(to), &budget).map(|n| n.to_string())
    };
    assert_eq!(count("WN", "10^9").unwrap(), "381966012");
    assert_eq!(count("W^3", "10^40").unwrap(), number("10^40+1").to_string());
    assert!(count("WN", "10^100").unwrap().starts_with("3819660112501051517954131656343618822796908201"));
    // W^4 has a certificate, and W^6 neither that nor a theorem.
    assert_eq!(count("W^4", "10^30").unwrap(), "1171572875253809902396622551583");
    assert!(count("W^6", "10^30").is_err());
    // What no theorem counts is counted by listing it.
    let blocking = Ways::of(Game::named("W^4").expect("a game"));
    let listed = blocking.list_to(Method::Board, 1000, &budget).unwrap();
    assert_eq!(count("W^4", "1000").unwrap(), listed.len().to_string());
    assert_eq!(blocking.count_to(Method::Automaton, &number("1000"), &budget), Ok(listed.len().into()));
    let ways = Ways::of(Game::named("WN").expect("a game"));
    let before = ways.count_before(Method::Auto, &number("10^12"), &budget).unwrap();
    assert_eq!(before, Some(number("618033988750")));
    // Counting needs no formula for the list itself, but no other way may answer for the one that is asked for.
    assert_eq!(ways.count_before(Method::Columns, &number("10^12"), &budget), Ok(None));
}

#[test]
fn the_end_of_play_is_seen_beyond_small_piles() {
    for (name, piles, end) in [
        ("modular(k=1,m=100)", [0, 90], true),
        ("modular(k=1,m=100)", [0, 100], false),
        ("modular(k=2,m=101)", [0, 90], false),
        ("roob-blocking(k=1,m=200)", [0, 150], true),
        ("roob-blocking(k=1,m=200)", [0, 200], false),
        ("roob-blocking(k=1,m=200)", [1, 150], false),
        ("roob-blocking(k=2,m=200)", [0, 150], false),
        ("blocking-nim(k=200)", [99, 100], true),
        ("blocking-nim(k=200)", [100, 100], false),
        ("diagonal-blocking(p=200,m=200)", [0, 100], false),
        ("shifted(k=10,m=20,l=9)", [90, 0], true),
        ("shifted(k=10,m=20,l=9)", [91, 0], false),
        ("comply-rook(k=100)", [0, 99], true),
        ("comply-rook(k=100)", [0, 100], false),
        ("comply-diagonal(k=100)", [0, 99], false),
    ] {
        let ways = Ways::of(Game::named(name).expect("a game"));
        let position = Position::small(&piles);
        for method in [Method::Beatty, Method::Reference] {
            let answer = ways.ask_by(method, &position, &[], &Budget::default()).expect(name);
            assert_eq!(answer.terminal, end, "{name} {position} by {method}");
        }
    }
}

#[test]
fn sums_of_piles_have_any_size() {
    let budget = Budget::default();
    let nim = Game::named("nim").expect("a game");
    let three = Game::named("nim(piles=3)").expect("a game");
    let answer = sum::ask(&[(&nim, at("10^9", "5"))], &budget).expect("Nim");
    assert_eq!((answer.value.clone(), answer.winning_moves), (number("1000000005"), vec![(0, at("5", "5"))]));
    let parts =
        [(&nim, at("10^30", "5")), (&three, Position::new(vec![number("10^30"), number("3"), number("6")]))];
    let answer = sum::ask(&parts, &budget).expect("Nim");
    assert!(answer.outcome.is_p() && answer.winning_moves.is_empty());
    // Other games say at once what is possible.
    let wythoff = Game::named("WN").expect("a game");
    let error = sum::ask(&[(&wythoff, at("10^9", "5"))], &budget).expect_err("too large").to_string();
    assert!(error.contains("piles up to about 4096, is possible"), "{error}");
    assert!(
        sum::ask(&[(&Game::named("raleigh").expect("a game"), Position::small(&[1000; 3]))], &budget)
            .is_err()
    );
}

#[test]
fn limited_nim_is_worth_remainders() {
    let budget = Budget::default();
    let limited =
        Game::from_text("a", "move m: s <= 3 and t <= 3 and (s = 0 or t = 0)\n", "").expect("a game");
    let table = wythoff::solve::grundy::Grundy::solve(limited.ruleset().unwrap(), 20, 20, &budget).unwrap();
    for x in 0..20 {
        for y in 0..20 {
            let answer = sum::ask(&[(&limited, Position::small(&[x, y]))], &budget).expect("a value");
            assert_eq!(Some(answer.value), table.value(x, y).map(Natural::from), "({x}, {y})");
            let mut wins: Vec<(usize, Position)> = Vec::new();
            for taken in 1..=3 {
                let options = [(x.checked_sub(taken), Some(y)), (Some(x), y.checked_sub(taken))];
                for (u, v) in options.iter().filter_map(|(u, v)| Some((u.as_ref()?, v.as_ref()?))) {
                    if table.value(*u, *v) == Some(0) && table.value(x, y) != Some(0) {
                        wins.push((0, Position::small(&[*u, *v])));
                    }
                }
            }
            wins.sort();
            assert_eq!(answer.winning_moves, wins, "({x}, {y})");
        }
    }
    let far = sum::ask(&[(&limited, at("10^40+1", "10^40+3"))], &budget).expect("a value");
    assert_eq!(far.value, number("2"));
}

#[test]
fn games_in_disguise_are_named() {
    for (text, same) in [
        ("move a: s * 3 = 0 or not t > 0\nmove b: t - s = 0\n", Some("WN")),
        ("move a: s = 0 and t > 0 or t = 0 and s > 0\n", Some("N")),
        ("move a: s = 0 or t = 0 or |t - s| <= 2\n", Some("3WN")),
        (
            "move r: s = 0 or t = 0\nmove d: s > 0 and t > 0 and -3 < s - t < 3\nblock 1 of d\n",
            Some("(2,3)WN"),
        ),
        ("move r: s = 0 or t = 0\nmove d: s = t\nblock 6\n", Some("W^7")),
        ("move r: s = 0 or t = 0\nimitation 2 within 3\n", Some("(2,3)IN")),
        ("move q: s = t or s = 0 or t = 0\nmove n: s + t = 3 and s > 0 and t > 0\n", Some("maharaja")),
        ("move r: s = 0 or t = 0\nmove d: s = t or 2*s = t or s = 2*t\n", Some("gdwn(1,2)")),
        ("move r: s = 0 or t = 0\nmove d: s = t and s < 1000000\n", None),
        ("move r: s = 0 or t = 0\nmove d: s = t\nplay misere\n", None),
        // The same P-positions as Wythoff Nim at (1, 2), but not the same game.
        ("move r: s = 0 or t = 0\nmove d: s = t\nmove leap: s = 3 and t = 1\n", None),
    ] {
        let game = Game::from_text("own.game", text, "").expect("a game");
        let found = Kinship::of(&game).same_as;
        let named = same.map(|name| Game::named(name).expect("a name").label().to_owned());
        assert_eq!(found, named, "{text}");
        let report = RulesReport::of_game(&game).bound.expect("a bound game");
        assert_eq!(report.same_as, named);
    }
    // A game of the rulebook is called what it is called.
    assert_eq!(Kinship::of(&Game::named("1WN").expect("a game")).same_as, None);
}

#[test]
fn a_theorem_that_is_not_used_is_explained() {
    let ways = Ways::of(Game::named("beta(pi+e)").expect("a game"));
    let why = ways.kinship().not_used.clone().expect("a reason");
    assert!(why.contains("pi + e is irrational") && why.contains("Main Theorem"), "{why}");
    let error = ways.ask(&at("10^20", "10^21"), &[], &Budget::default()).expect_err("no theorem").to_string();
    assert!(error.contains(&why), "{error}");
    let answer = ways.ask(&Position::small(&[10, 20]), &[], &Budget::default()).expect("by definition");
    let report = AnswerReport::new(ways.game(), &answer).with_kinship(ways.kinship_beside(&answer));
    assert_eq!(report.theorem_not_used.as_deref(), Some(why.as_str()));
    let text = serde_json::to_string(&report).expect("JSON");
    assert_eq!(serde_json::from_str::<AnswerReport>(&text).expect("a report"), report);
    let open = Kinship::of(&Game::named("6WN^(9)").expect("a game"));
    assert!(open.not_used.expect("a reason").starts_with("gcd(6, 9) = 3 is not 1"));
    let closed = Kinship::of(&Game::named("beta(pi)").expect("a game"));
    assert!(closed.not_used.is_none() && closed.theorem.is_some());
}

#[test]
fn a_tail_that_begins_late_is_found_when_asked_for() {
    let slanted = "move rook: s = 0 or t = 0\nmove slant: 2*s = 3*t or 2*t = 3*s\nmove far: s = t and s >= 3\nblock 2\n";
    let answer = own(slanted).ask(&at("10^30", "10^30+3"), &[], &Budget::default()).expect("a tail");
    assert!(answer.ground.to_string().contains("from column 1334 on"), "{}", answer.ground);
}

#[test]
fn w2_is_what_the_rulebook_says() {
    let known = Game::named("W^2").expect("a game").entry().expect("an entry").known();
    assert!(known.contains("k = 2: (0,0), {n, 2n+1} and {2a_n+2, 2b_n+2}"), "{known}");
    let to = 200_u64;
    let phi = |n: u64| (n + (5 * n * n).isqrt()) / 2;
    let pairs = |n: u64| [(n, 2 * n + 1), (2 * phi(n) + 2, 2 * (phi(n) + n) + 2)];
    let mut stated: Vec<(u64, u64)> = (0..to).flat_map(pairs).chain([(0, 0)]).filter(|p| p.1 <= to).collect();
    stated.sort_unstable();
    let ways = Ways::of(Game::named("W^2").expect("a game"));
    let board = ways.list_to(Method::Reference, 200, &Budget::default()).expect("a board");
    assert_eq!(board, stated.iter().map(|&(x, y)| Position::small(&[x, y])).collect::<Vec<_>>());
}

#[test]
fn what_is_no_pisot_number_is_refused_for_the_right_reason() {
    let refused = |name: &str| name.parse::<wythoff::automaton::System>().expect_err(name).to_string();
    let reducible = refused("pisot(1,-2,0,1)");
    assert!(reducible.contains("divisible by x - 1") && reducible.contains("pisot(1,-1,-1)"), "{reducible}");
    assert!(refused("pisot(1,-1,-1,0)").contains("divisible by x, "));
    assert!(refused("pisot(1,-5,6)").contains("positive at 1"));
}
