//! Dense boards and Grundy values against the definition, and against columns.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::brute;
use crate::common::Threads;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::ruleset::Ruleset;
use wythoff_solve::board::{Algorithm, Board, BoardError};
use wythoff_solve::columns::{Columns, NotColumns};
use wythoff_solve::grundy::{Grundy, GrundyError};
use wythoff_solve::rays::RayGame;
use wythoff_solve::stopped::Stopped;

fn solve(algorithm: Algorithm, rules: &Ruleset, width: u64, height: u64) -> Board {
    Board::solve_by(algorithm, rules, width, height, &Budget::default()).unwrap()
}

/// Both ways of solving boards, on boards that are not square, and columns where they can.
fn agrees(rules: &Ruleset, width: usize, height: usize, what: &str) {
    let expected = brute::board(rules, width, height);
    for algorithm in [Algorithm::Best, Algorithm::General] {
        let board = solve(algorithm, rules, width as u64, height as u64);
        for (x, column) in expected.iter().enumerate() {
            for (y, p) in column.iter().enumerate() {
                assert_eq!(
                    board.is_p(x as u64, y as u64),
                    *p == Some(true),
                    "{algorithm:?} ({x},{y}) {what}"
                );
            }
        }
        let count = expected.iter().flatten().filter(|p| **p == Some(true)).count();
        assert_eq!(board.count(), count as u64);
        assert_eq!(board.positions().count(), count);
    }
    match Columns::new(rules, Some(height as u64 - 1)) {
        Ok(mut columns) => {
            let symmetric = columns.is_symmetric();
            let mut found = vec![vec![false; height]; width];
            columns
                .run(width as u64, &Budget::default(), &mut |x, rows| {
                    rows.iter().for_each(|&y| found[x as usize][y as usize] = true);
                    ControlFlow::Continue(())
                })
                .unwrap();
            for x in 0..width {
                for y in (if symmetric { x } else { 0 })..height {
                    assert_eq!(found[x][y], expected[x][y] == Some(true), "columns ({x},{y}) {what}");
                }
            }
        }
        Err(NotColumns::NotRays(_) | NotColumns::Comply) => {}
        Err(other) => panic!("{other}: {what}"),
    }
}

#[test]
fn every_game_of_the_rulebook() {
    let mut names = brute::ray_games(4);
    for k in 1..=4 {
        for name in ["comply", "comply-diagonal", "comply-rook"] {
            names.push(format!("{name}(k={k})"));
        }
    }
    for name in names {
        agrees(&brute::named(&name), 70, 83, &name);
    }
    for name in ["beta(pi)", "beta(2 + sqrt(2)/100)", "beta(phi*phi)"] {
        agrees(&brute::named(name), 40, 30, name);
    }
}

#[test]
fn rules_that_are_not_rays() {
    for text in [
        "move a: s <= t",
        "move a: s <= t and t >= 1\nblock 2",
        "move a: s + t <= x",
        "move a: s = 0 or t = 0\nmove b: s = t and (x + y) mod 3 != 0\nblock 1 of b",
        "move a: s = 0 or t = 0\nmove b: s + t <= y and s = 2 * t\nblock 1 of a\nblock 1 of b\nplay misere",
        "move a: |s - t| mod 3 = 1\ncomply 3",
        "move a: |s - t| mod 3 = 1\nmove b: s = 0\ncomply 3 of b or 1 of a\nplay misere",
        "move a: s < t or t mod 2 = 1\nplay misere",
        "move a: s = 0 or t = 0\nmove b: s = t and x in beatty(sqrt(2))",
        "move a: s = 0 or t = 0\nmove b: s = t and x + s in beatty(1 + phi)\nblock 1",
        "move a: s = 0 or t = 0\nmove b: 6 - t in beatty(1/phi)",
        "move a: s = 0 or t = 0\nmove b: not 6 - t in beatty(1/phi)\ncomply 3 of b",
        "move a: s = 0 or t = 0\nmove b: s = t\ncomply 0",
        "move a: s = 0 or t = 0\nmove b: s = t\ncomply 0\nplay misere",
        "move a: s = 0 or t = 0\nmove b: s = t\ncomply 0 of b or 2 of a\nplay misere",
        "move a: s = 0 or t = 0\ncomply 3\nposition: (x + 2 * y) mod 5 != 0",
        "move a: s <= t\nposition: |x - y| < 9 or x mod 2 = 0\nblock 3",
        "move a: s = 0 or t = 0\nmove b: s = t\nblock 300",
        "move a: s = 0 or t = 0\nposition: x in beatty(sqrt(3)) or y < 5",
        "move a: s + t <= y and t < s and 2*s <= t + x",
        "move a: s <= 2*t and t <= 2*s and s + t >= x\nblock 2",
        "move a: 2*s + t <= x or s + 3*t <= y\nblock 1\nplay misere",
        "move a: |2*s - 3*t| < y - x\nmove b: s = 0 or t = 0\nblock 1 of a\nblock 1 of b",
        "move a: s + t <= x and s + y mod 3 != 1\nmove b: 5*t <= 2*y + s and t mod 4 = x mod 2\ncomply 2 of a or 3 of b",
    ] {
        agrees(&brute::rules(text), 24, 31, text);
    }
}

#[test]
fn columns_and_board_to_5000() {
    for name in [
        "W^1",
        "W^2",
        "W^3",
        "W^4",
        "W^5",
        "W^7",
        "W^20",
        "3WN",
        "WN^(3)",
        "2WN^3",
        "2WN^(3)",
        "2WN^(2)",
        "(2,3)WN",
        "2x3WN_1",
        "G(alpha_2)",
        "N^3",
        "(1,2)GDWN",
        "(2,3)GDWN",
        "maharaja",
        "even-diagonal",
        "nim",
    ] {
        let rules = brute::named(name);
        let n = 5000;
        let board = solve(Algorithm::Best, &rules, n, n);
        let mut columns = Columns::new(&rules, None).unwrap();
        let symmetric = columns.is_symmetric();
        columns
            .run(n, &Budget::default(), &mut |x, rows| {
                let from = if symmetric { x } else { 0 };
                let dense = board.positions_of(x).filter(|y| *y >= from);
                assert!(dense.eq(rows.iter().copied().filter(|y| *y < n)), "column {x} of {name}");
                ControlFlow::Continue(())
            })
            .unwrap();
    }
}

/// Lines that no earlier column could see: once ruled out by the lines next to them.
#[test]
fn lines_that_begin_on_the_lower_edge() {
    for text in
        ["move a: s = 3 * t + 1", "move a: s = t + 1\nblock 1", "move a: 2 * s = 3 * t + 1 or s = 2 * t"]
    {
        agrees(&brute::rules(text), 40, 200, text);
    }
}

#[test]
fn boards_stop_when_asked_and_before_memory_runs_out() {
    let rules = brute::named("W^4");
    let stopped = Board::solve(&rules, 1000, 1000, &Budget::default().with_memory(100_000));
    assert!(matches!(stopped, Err(BoardError::Stopped(Stopped { column: 0, limit: Limit::Memory(_) }))));
    let budget = Budget::default();
    let canceller = budget.canceller();
    let budget = budget.with_progress(move |p| {
        if p.done >= 500 {
            canceller.cancel()
        }
    });
    let asked = Board::solve(&rules, 1000, 1000, &budget);
    assert!(matches!(
        asked,
        Err(BoardError::Stopped(Stopped { column: 500..=520, limit: Limit::Cancelled }))
    ));
    let memory = Board::solve(&brute::named("(2,3)IN"), 9, 9, &Budget::default());
    assert_eq!(memory, Err(BoardError::Memory));
}

/// Whoever helps, the board is the same.
#[test]
fn threads_change_nothing() {
    let budget = Budget::default().with_crew(Arc::new(Threads(3)));
    let mut games: Vec<Ruleset> = ["WN", "W^4", "2WN^(3)", "(1,2)GDWN", "2x3WN_1", "W^2", "beta(pi)"]
        .into_iter()
        .map(brute::named)
        .collect();
    for text in [
        "move a: s = 0 or t = 0\nmove b: s = t and x + y mod 2 = 0",
        "move a: s = 0 or t = 0\nmove b: 2*s = t and (x + s) mod 3 = 1\nposition: |x - y| != 3",
        "move a: s = 0 and t >= 70 or t = 0\nmove b: s = 3 and t >= 2 or t = 2*s\nblock 2\nplay misere",
        "move a: s = 0 or t = 0\ncomply 2\nposition: (x + 2 * y) mod 5 != 0",
        "move a: s = 0 or t = 0 and 2*s <= x\nmove b: s = t and s <= y - t or t = 2*s and 3*s <= x + y",
    ] {
        games.push(brute::rules(text));
    }
    for rules in &games {
        for (width, height) in [(1300, 1111), (1024, 1400)] {
            let alone = solve(Algorithm::Best, rules, width, height);
            let together = Board::solve(rules, width, height, &budget).unwrap();
            assert!(alone == together, "{}", rules.title);
        }
        if let Ok(alone) = Grundy::solve(rules, 700, 900, &Budget::default()) {
            assert!(alone == Grundy::solve(rules, 700, 900, &budget).unwrap(), "values of {}", rules.title);
        }
    }
    // Boards that are not of rays are slower.
    for text in [
        "move a: s = 0 or t = 0\nmove b: s + t <= y and t < s and 2*s <= t + x\nblock 1",
        "move a: s <= 2*t and t <= 2*s and s + t >= x\nmove b: s + y mod 5 = 1 and t in beatty(phi)",
    ] {
        let rules = brute::rules(text);
        let together = Board::solve(&rules, 150, 170, &budget).unwrap();
        assert!(solve(Algorithm::Best, &rules, 150, 170) == together, "{text}");
    }
    let cancelled = budget.clone();
    cancelled.canceller().cancel();
    let stopped = Board::solve(&games[0], 1300, 1111, &cancelled);
    assert!(matches!(stopped, Err(BoardError::Stopped(Stopped { limit: Limit::Cancelled, .. }))));
}

fn values_agree(rules: &Ruleset, width: usize, height: usize, what: &str) {
    let expected = brute::grundy(rules, width, height);
    for algorithm in [Algorithm::Best, Algorithm::General] {
        let table =
            Grundy::solve_by(algorithm, rules, width as u64, height as u64, &Budget::default()).unwrap();
        for (x, column) in expected.iter().enumerate() {
            for (y, value) in column.iter().enumerate() {
                assert_eq!(table.value(x as u64, y as u64), *value, "({x},{y}) {what}, {algorithm:?}");
            }
        }
    }
}

#[test]
fn grundy_values() {
    for name in [
        "nim",
        "wythoff",
        "3WN",
        "WN^(3)",
        "2WN^(2)",
        "2x3WN_1",
        "G(alpha_2)",
        "(1,2)GDWN",
        "maharaja",
        "even-diagonal",
    ] {
        values_agree(&brute::named(name), 33, 27, name);
    }
    for text in [
        "move a: s <= t",
        "move a: s = 0 or t = 0\nmove b: s = t and (x + y) mod 3 != 0",
        "move a: s = 0 and t >= 4 or t = 0 and s mod 3 = 0\nmove b: s = 2 and t >= 1\nposition: (x + y) mod 4 != 3",
        "move a: s = 0 or t = 0\nmove b: s = t and x in beatty(sqrt(2))",
        "move a: s = 0 and 2*t <= y or t = 0 and 2*s <= x + y\nmove b: s = t and s <= x - 3 or s = 2*t and t >= y - 4",
        "move a: s = 0 and t mod 3 = 1 and t > y - 7 or t = 0\nmove b: s = 2 and t = 1 and x < 2*y\nposition: |x - y| != 4",
        "move a: s + t <= y and t < s and 2*s <= t + x\nmove b: s = 0",
        "move a: s + t mod 3 = 0",
        "move a: s + t mod 3 = 0 and s <= t\nmove b: x + 2*t mod 5 = 1 and 2*s <= y",
        "move a: s + t mod 2 = 1 and s + t <= x or t mod 3 = 2 and s < 4 and y - s mod 4 != 1\nposition: x + y mod 7 != 5",
    ] {
        values_agree(&brute::rules(text), 24, 21, text);
    }
    let twist = Grundy::solve(&brute::named("W^2"), 9, 9, &Budget::default());
    assert_eq!(twist, Err(GrundyError::Twist));
}

#[test]
fn rows_of_grundy_values_are_additively_periodic() {
    // FACTS.md B8; the first eight rows match OEIS A317205.
    let expected = [
        (1, 0),
        (3, 0),
        (3, 0),
        (6, 8),
        (12, 9),
        (24, 27),
        (12, 37),
        (24, 92),
        (24, 102),
        (24, 127),
        (24, 224),
        (48, 277),
        (48, 347),
    ];
    let table = Grundy::solve(&brute::named("wythoff"), 6001, 13, &Budget::default());
    let table = table.unwrap();
    for (y, (period, preperiod)) in expected.into_iter().enumerate() {
        let found = table.row_period(y as u64).unwrap();
        assert_eq!(
            (found.period, found.preperiod, found.increment),
            (period, preperiod, period as i64),
            "row {y}"
        );
    }
}

/// Conditions on removals that lie on lines.
fn on_lines() -> impl Strategy<Value = String> {
    let small = 0..5i64;
    prop_oneof![
        Just("s = 0".to_owned()),
        Just("t = 0".to_owned()),
        Just("s = t".to_owned()),
        (small.clone(), 1..5i64).prop_map(|(a, m)| format!("s = {a} and t mod {m} = {}", a % m)),
        (small.clone(), 1..5i64).prop_map(|(a, m)| format!("t = {a} and s mod {m} = {}", (a + 1) % m)),
        (1..4i64, 1..4i64, small.clone()).prop_map(|(p, q, c)| format!("{p} * s = {q} * t + {c}")),
        (small.clone(), 1..4i64).prop_map(|(k, m)| format!("|s - t| <= {k} and s mod {m} = 0")),
        (1..5i64, 1..5i64).prop_map(|(a, b)| format!("s = {a} and t = {b}")),
        (1..7i64).prop_map(|a| format!("s + t <= {a}")),
        (1..5i64, 1..4i64).prop_map(|(a, b)| format!("(s = 0 and t >= {a} or t = 0 and s >= {b})")),
    ]
}

/// The same on both sides of the main diagonal.
fn on_mirrored_lines() -> impl Strategy<Value = String> {
    on_lines().prop_map(|formula| {
        let mirror = |c| match c {
            's' => 't',
            't' => 's',
            other => other,
        };
        format!("{formula} or {}", formula.chars().map(mirror).collect::<String>())
    })
}

fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => on_lines(),
        1 => Just("s <= t".to_owned()),
        1 => (1..4i64, 0..4i64).prop_map(|(m, r)| format!("(s + x) mod {m} = {} and t <= s", r % m)),
        1 => (1..9i64).prop_map(|c| format!("s + t < y + {c} and s = t")),
        1 => (2..5i64).prop_map(|m| format!("(x + 2 * y) mod {m} = 1 and |s - t| < {m}")),
        4 => areas(),
        6 => by_position(),
    ]
}

/// Conditions on removals that fill areas.
fn areas() -> impl Strategy<Value = String> {
    let side = (-3..4i64, -3..4i64, -3..4i64, -3..4i64, -5..6i64, 0..5usize).prop_map(
        |(x, y, s, t, c, relation)| {
            let relation = ["<=", "<", ">=", ">", "!="][relation];
            format!("{x}*x + {y}*y + {s}*s + {t}*t {relation} {c}")
        },
    );
    let bent = (1..4i64, -3..4i64, 1..3i64).prop_map(|(s, t, x)| format!("|{s}*s + {t}*t - y| <= {x}*x"));
    let residue =
        (2..5i64, 0..5i64, 0..3i64).prop_map(|(m, r, y)| format!("(s + 2*t + {y}*y) mod {m} != {r}"));
    let part = prop_oneof![5 => side, 1 => bent, 1 => residue];
    let all = prop::collection::vec(part, 1..4).prop_map(|parts| parts.join(" and "));
    prop::collection::vec(all, 1..3).prop_map(|alternatives| format!("({})", alternatives.join(" or ")))
}

/// Conditions on removals that lie on lines which depend on the position.
fn by_position() -> impl Strategy<Value = String> {
    let position = prop_oneof![
        (2..5i64, 0..4i64).prop_map(|(m, r)| format!("x mod {m} != {}", r % m)),
        (2..4i64, 0..4i64, 1..3i64).prop_map(|(m, r, c)| format!("({c} * x + y) mod {m} = {}", r % m)),
        (1..9i64).prop_map(|c| format!("x < {c}")),
        (0..5i64).prop_map(|c| format!("y > x + {c}")),
        (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(x + s) mod {m} = {}", r % m)),
        (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(x - s + 2 * y - t) mod {m} != {}", r % m)),
        (1..4i64, 1..4i64, -3..4i64).prop_map(|(a, b, c)| format!("{a} * s <= {b} * x + {c}")),
        (1..4i64, 1..4i64, 0..4i64).prop_map(|(a, b, c)| format!("{a} * t + s >= {b} * y - {c}")),
        (0..6i64).prop_map(|c| format!("|x - s - y + t| > {c}")),
        (2..4i64).prop_map(|m| format!("s + t <= x mod {m} + 1")),
        Just("x not in beatty(sqrt(2) + 1)".to_owned()),
        Just("y in beatty(phi)".to_owned()),
    ];
    (on_lines(), prop::collection::vec(position, 1..3))
        .prop_map(|(lines, position)| format!("({lines}) and {}", position.join(" and ")))
}

fn text(kind: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let moves = prop::collection::vec(kind, 1..4);
    let twist = prop_oneof![
        4 => Just(String::new()),
        2 => (1..4u8).prop_map(|k| format!("block {k}\n")),
        2 => (1..3u8, 1..3u8).prop_map(|(a, b)| format!("block {a} of m0\nblock {b}\n")),
        1 => (1..3u8, 1..3u8, 1..3u8).prop_map(|(a, b, c)| {
            format!("block {a} of m0\nblock {b} of s = 0\nblock {c} of s >= t\n")
        }),
        1 => (1..4u8).prop_map(|k| format!("comply {k}\n")),
        1 => (1..3u8, 1..3u8).prop_map(|(a, b)| format!("comply {a} of m0 or {b} of s >= t\n")),
    ];
    let holes = prop_oneof![
        4 => Just(String::new()),
        1 => (1..9u8, 1..9u8).prop_map(|(a, b)| format!("position: not (x < {a} and y < {b})\n")),
        1 => (2..5u8).prop_map(|m| format!("position: (x + 2 * y) mod {m} != 1\n")),
        1 => (1..9u8).prop_map(|c| format!("position: y <= 2 * x + {c}\n")),
        1 => (1..9u8).prop_map(|c| format!("position: |x - y| != {c}\n")),
    ];
    let misere = prop_oneof![3 => Just(""), 1 => Just("play misere\n")];
    (moves, twist, holes, misere).prop_map(|(moves, twist, holes, misere)| {
        let moves: String = moves.iter().enumerate().map(|(i, m)| format!("move m{i}: {m}\n")).collect();
        format!("game \"G\"\n{moves}{holes}{twist}{misere}")
    })
}

fn parsed(text: &str) -> Option<Ruleset> {
    // Some texts are refused, for instance for a class that no move can be in.
    wythoff_rules::Definition::parse("test", text).ok()?.bind_text("").ok()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_ray_games(text in prop_oneof![text(on_lines()), text(on_mirrored_lines())]) {
        if let Some(rules) = parsed(&text) {
            let game = RayGame::recognise(&rules);
            prop_assert!(game.is_ok(), "{:?}", game);
            // What was recognised is what the rules say.
            if let Ok(game) = game {
                for s in 0..60 {
                    for t in 0..60 {
                        let legal = (s, t) != (0, 0)
                            && rules.moves.iter().any(|m| brute::holds(&m.when, &rules, &[99, 99, s, t]));
                        prop_assert_eq!(game.moves().contains((s as u64, t as u64)), legal, "{} {}", s, t);
                    }
                }
            }
            agrees(&rules, 37, 45, &text);
        }
    }

    #[test]
    fn random_games(text in text(anything())) {
        if let Some(rules) = parsed(&text) {
            agrees(&rules, 17, 20, &text);
            if matches!(rules.twist, wythoff_rules::ruleset::Twist::None)
                && rules.play == wythoff_rules::ruleset::Play::Normal
            {
                values_agree(&rules, 16, 13, &text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 4,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Far enough out for blocks, superblocks and their bounds to matter.
    #[test]
    fn random_ray_games_far_out(text in prop_oneof![text(on_lines()), text(on_mirrored_lines())]) {
        let rules = parsed(&text);
        let columns = rules.as_ref().map(|rules| Columns::new(rules, Some(699)));
        if let (Some(rules), Some(Ok(mut columns))) = (rules, columns) {
            let board = solve(Algorithm::Best, &rules, 900, 700);
            let symmetric = columns.is_symmetric();
            columns
                .run(900, &Budget::default(), &mut |x, rows| {
                    let dense = board.positions_of(x).filter(|y| !symmetric || *y >= x);
                    assert!(dense.eq(rows.iter().copied()), "column {x} of {text}");
                    ControlFlow::Continue(())
                })
                .unwrap();
            if let Ok(mut open) = Columns::new(&rules, None) {
                open.run(300, &Budget::default(), &mut |x, rows| {
                    let dense = board.positions_of(x).filter(|y| !symmetric || *y >= x);
                    assert!(dense.eq(rows.iter().copied().filter(|y| *y < 700)), "column {x} of {text}, no height");
                    ControlFlow::Continue(())
                })
                .unwrap();
            }
        }
    }
}
