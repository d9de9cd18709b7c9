//! The columns solver against the definition.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::brute;
use std::ops::ControlFlow;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::ruleset::Ruleset;
use wythoff_solve::columns::{BadState, Columns};
use wythoff_solve::stopped::Stopped;

fn list(rules: &Ruleset, columns: u64, height: Option<u64>) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let mut solver = Columns::new(rules, height).unwrap();
    solver
        .run(columns, &Budget::default(), &mut |x, rows| {
            assert!(rows.is_sorted());
            found.extend(rows.iter().map(|&y| (x, y)));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(solver.count(), found.len() as u64);
    if solver.is_symmetric() {
        let mirror: Vec<_> = found.iter().filter(|(x, y)| x != y).map(|&(x, y)| (y, x)).collect();
        found.extend(mirror);
    }
    found
}

/// On the square with side n.
fn agrees(rules: &Ruleset, n: usize, what: &str) {
    let board = brute::board(rules, n, n);
    let mut expected = Vec::new();
    for (x, column) in board.iter().enumerate() {
        let marked = column.iter().enumerate().filter(|(_, p)| **p == Some(true));
        expected.extend(marked.map(|(y, _)| (x as u64, y as u64)));
    }
    for height in [None, Some(n as u64 - 1)] {
        if height.is_none()
            && matches!(Columns::new(rules, None), Err(e) if e == wythoff_solve::columns::NotColumns::Unbounded)
        {
            continue;
        }
        let mut found = list(rules, n as u64, height);
        found.retain(|&(x, y)| x < n as u64 && y < n as u64);
        found.sort_unstable();
        assert_eq!(found, expected, "{what}, height {height:?}");
    }
}

#[test]
fn every_ray_game_of_the_rulebook_to_150() {
    for name in brute::ray_games(5) {
        agrees(&brute::named(&name), 150, &name);
    }
}

#[test]
fn games_that_are_not_in_the_rulebook() {
    for text in [
        "move a: s = 0 or t = 0\nmove b: s = t\nplay misere",
        "move a: s = 0 or t = 0\nmove b: s = t\nblock 2\nplay misere",
        "move a: s = 0 or t = 0\nmove b: |s - t| < 3\nblock 1 of a\nblock 2 of b\nplay misere",
        "move a: s = 0\nmove b: t = 0\nmove c: s = t\nblock 1 of a\nblock 1 of b or c",
        "move a: s = 0\nmove b: t = 0\nmove c: s = t\nblock 2 of a or c\nblock 1 of b or c\nblock 1 of c",
        "move a: s = 0 and t mod 3 = 0\nmove b: t = 0 and s mod 2 = 0\nmove c: s = 2 * t",
        "move a: s = 0 and t >= 3 or t = 0 and s >= 3\nmove b: s = t and s >= 2",
        "move a: s = 0 and t >= 4 or t = 0 and s >= 4\nblock 1",
        "move a: s = 0 and t mod 7 != 0 or s = 0 and t mod 3 = 0\nmove b: t = 0\nblock 1",
        "move a: s = 0 or t = 0\nmove b: s = t\nposition: x != y or x > 10",
        "move a: s = 0 or t = 0\nmove b: s = t\nposition: (x + y) mod 2 = 0 or x + y < 20",
        "move a: s = 0 or t = 0\nmove b: s = t\nposition: y <= 2 * x + 3",
        "move a: s = 0 or t = 0\nmove b: s = t\nposition: x < 40 and y < 2 * x + 9\nblock 1",
        "move a: s = 0 or t = 0\nmove b: 2 * s = 3 * t\nblock 2",
        "move a: s = 0 or t = 0\nmove b: s = 2 or t = 3\nblock 3",
        "move a: s = 0 or t = 0\nmove b: s = 2 and t >= 1 or t = 2 and s >= 1\nblock 1 of b",
        "move a: s = 0 or t = 0\nmove b: s + t <= 5\nblock 2 of b and not a",
        "move a: s = t\nmove b: s + 2 = t",
        "move a: s = t\nmove b: s = 0 and t mod 3 = 1",
        "move a: s = 1 and t <= 2 or s = 0 and t = 3",
        "move a: s = 0 or t = 0\nmove b: s <= x and |2 * s - 3 * t| <= 2\nblock 4 of b",
        "move a: s = 0 or t = 0\nmove b: s = t or s = 2 * t or t = 2 * s or s = 3 * t or t = 3 * s\nblock 3",
        "move a: s = 0\nmove b: s = t",
        "move a: t = 0\nmove b: s = t",
        "move a: s = 0 or t = 0\nblock 9",
        "move a: s mod 5 < 2 and t = 0 or t mod 5 < 2 and s = 0\nmove b: |s - t| mod 4 = 1 and |s - t| < 6\nblock 2",
    ] {
        agrees(&brute::rules(text), 90, text);
    }
}

#[test]
fn deeply_nested_rules_do_not_take_for_ever() {
    let deep = (0..25).fold("|s - t|".to_owned(), |inner, i| format!("|{inner} - {}|", i % 2));
    let wide: String = (0..25).map(|i| format!(" + |s - t - {i}|")).collect();
    for text in [
        format!("move a: s = 0 or t = 0\nmove b: {deep} < 1"),
        format!("move a: s = 0 or t = 0\nmove b: 0{wide} < 400"),
        format!("move a: s = 0 or t = 0\nposition: 0{} > 3", wide.replace('s', "x").replace('t', "y")),
    ] {
        if let Some(rules) = brute::parsed(&text) {
            agrees(&rules, 40, &text);
        }
    }
}

#[test]
fn counts_to_a_million_columns() {
    // FACTS.md D.
    for (k, count) in
        [(1, 618_034), (2, 1_309_018), (4, 2_828_428), (5, 3_477_035), (7, 4_999_989), (20, 14_295_181)]
    {
        let mut columns = Columns::new(&brute::named(&format!("W^{k}")), None).unwrap();
        let found = columns.count_until(1_000_000, &Budget::default());
        assert_eq!(found, Ok(count), "k = {k}");
    }
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    for name in
        ["W^4", "W^2", "gdwn(p=1,q=2)", "modular(k=2,m=3)", "maharaja", "shifted(k=2,m=3,l=1)", "2WN^3"]
    {
        let rules = brute::named(name);
        let whole = {
            let mut all = Vec::new();
            let mut columns = Columns::new(&rules, None).unwrap();
            columns
                .run(6000, &Budget::default(), &mut |x, rows| {
                    all.push((x, rows.to_vec()));
                    ControlFlow::Continue(())
                })
                .unwrap();
            (all, columns.to_bytes())
        };
        let mut pieces = Vec::new();
        let mut saved = Columns::new(&rules, None).unwrap().to_bytes();
        let mut stops = [1u64, 2, 63, 64, 65, 200, 1023, 1024, 1500, 2048, 4999, 5000, 6000].into_iter();
        for stop in &mut stops {
            let mut columns = Columns::new(&rules, None).unwrap();
            columns.from_bytes(&saved).unwrap();
            let end = columns.run(6000, &Budget::default(), &mut |x, rows| {
                pieces.push((x, rows.to_vec()));
                if x + 1 == stop && stop != 6000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(
                end,
                if stop == 6000 { Ok(()) } else { Err(Stopped { column: stop, limit: Limit::Cancelled }) }
            );
            saved = columns.to_bytes();
        }
        assert!(pieces == whole.0, "{name}");
        assert!(saved == whole.1, "{name}: the saved states differ");
    }
}

#[test]
fn bad_states_are_refused() {
    let mut columns = Columns::new(&brute::named("W^3"), None).unwrap();
    columns.run(500, &Budget::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let good = columns.to_bytes();
    let fresh = || Columns::new(&brute::named("W^3"), None).unwrap();
    assert_eq!(fresh().from_bytes(&good), Ok(()));
    assert_eq!(fresh().from_bytes(b""), Err(BadState::NotAState));
    assert_eq!(fresh().from_bytes(b"x,y\n0,0\n1,2\n"), Err(BadState::NotAState));
    let mut other = Columns::new(&brute::named("W^4"), None).unwrap();
    assert_eq!(other.from_bytes(&good), Err(BadState::OtherGame));
    let mut lower = Columns::new(&brute::named("W^3"), Some(900)).unwrap();
    assert_eq!(lower.from_bytes(&good), Err(BadState::OtherGame));
    for cut in [9, 39, 40, 41, good.len() / 2, good.len() - 1] {
        assert_eq!(fresh().from_bytes(&good[..cut]), Err(BadState::Damaged), "cut at {cut}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(fresh().from_bytes(&longer), Err(BadState::Damaged));
    for at in (8..good.len()).step_by(37) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        assert!(fresh().from_bytes(&bad).is_err(), "flipped a bit of byte {at}");
    }
    let mut newer = good;
    newer[8] = 3;
    assert_eq!(fresh().from_bytes(&newer), Err(BadState::Version { found: 3 }));
}

#[test]
fn memory_is_limited() {
    let mut columns = Columns::new(&brute::named("W^4"), None).unwrap();
    let budget = Budget::default().with_memory(1 << 20);
    let stopped = columns.run(10_000_000, &budget, &mut |_, _| ControlFlow::Continue(()));
    let Err(Stopped { column, limit: Limit::Memory(allowed) }) = stopped else { panic!("{stopped:?}") };
    assert_eq!(allowed, 1 << 20);
    assert!(column > 50_000 && columns.memory() <= 1 << 20);
    // With more memory it goes on from there.
    columns.run(column + 1000, &Budget::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
    let mut whole = Columns::new(&brute::named("W^4"), None).unwrap();
    whole.run(column + 1000, &Budget::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(columns.count(), whole.count());
}
