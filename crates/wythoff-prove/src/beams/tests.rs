//! The machines of all beams against the definition of play and the columns solver, on random boards with random blocking: whether or not
//! their beams close.

use super::{APART, start_at};
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_check::beams::ground::{Ground, kind};
use wythoff_check::beams::{Language, inside};
use wythoff_rules::{Definition, Ruleset};
use wythoff_solve::columns::Columns;

const START: u64 = 1_000;

/// A small generator, so that failures come again.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Wythoff Nim in which `see - 1` options are blocked, on a board without some residue classes.
fn game(see: u64, modulus: u64, missing: &[u64]) -> Ruleset {
    let gone = missing.iter().map(|r| format!("x mod {modulus} != {r} and y mod {modulus} != {r}"));
    let position = match missing {
        [] => String::new(),
        _ => format!("position: {}\n", gone.collect::<Vec<_>>().join(" and ")),
    };
    let block = if see > 1 { format!("block {}\n", see - 1) } else { String::new() };
    let text = format!("game \"g\"\n{position}move rook: s = 0 or t = 0\nmove bishop: s = t\n{block}");
    Definition::parse("g", &text).unwrap().bind_text("").unwrap()
}

/// The P-positions of columns by machines: `None` if no beams are seen, or a machine stops.
fn by_machines(rules: &Ruleset, columns: usize, budget: &Budget) -> Option<Vec<Vec<u64>>> {
    let mut ground = Ground::new(&kind(rules, budget).unwrap());
    let (windows, outside, _) = start_at(&mut ground, START, APART[0], budget).ok()?;
    let inner = &outside.inner;
    let (mut rows, mut state, mut lowest) = (inner.written.clone(), inner.state.clone(), windows[0].lowest);
    let mut found = vec![];
    for t in 0..columns {
        let x = START + t as u64;
        let step = inner.machine.step(&state, u16::from(rows[t])).ok()?;
        let mut column: Vec<u64> = step.marks.iter().map(|&m| x + lowest + u64::from(m)).collect();
        for (window, cycle) in windows[1..].iter().zip(&outside.cycles) {
            let turns = t as i128 / cycle.period;
            let marks = &cycle.marks[(t as i128 % cycle.period) as usize];
            let low = window.lowest as i128 + turns * cycle.advance;
            let next: Vec<u64> = marks.iter().map(|m| x + (low + m) as u64).collect();
            // Where beams meet, machines say nothing.
            if next.first() <= column.last() {
                return None;
            }
            column.extend(next);
        }
        lowest += step.diagonals.len() as u64;
        rows.extend(step.rows);
        state = step.to;
        found.push(column);
    }
    // What the machine has written is what rows hold.
    while ground.column < START + columns as u64 {
        let x = ground.column;
        assert_eq!(ground.play(), found[(x - START) as usize], "{rules} in column {x}");
    }
    for (i, &row) in rows.iter().enumerate().take(columns) {
        assert_eq!(row, ground.row(START + i as u64), "{rules} in row {}", START + i as u64);
    }
    Some(found)
}

#[test]
fn machines_play_as_the_definition_says() {
    for (see, modulus, missing) in [(1, 5, &[3][..]), (5, 1, &[]), (12, 1, &[]), (15, 1, &[])] {
        let found = by_machines(&game(see, modulus, missing), 500, &Budget::default());
        assert!(found.is_some(), "{see}, {modulus}");
    }
}

#[test]
#[ignore = "slow: make test-all"]
fn machines_play_as_the_definition_says_on_many_random_boards() {
    let (compared, many) = random_boards(110);
    assert!(compared >= 15 && many >= 3, "{compared} games were compared, {many} of them with both");
}

/// How many of so many random games were compared, and how many of those have both missing classes and blocking.
fn random_boards(games: u32) -> (u32, u32) {
    let (budget, mut seed, mut compared, mut many) = (Budget::default(), 0x853c_49e6_748f_ea9b, 0, 0);
    for _ in 0..games {
        let (see, modulus) = (random(&mut seed) % 20 + 1, random(&mut seed) % 7 + 2);
        let missing: Vec<u64> = match random(&mut seed) % 3 {
            0 => vec![],
            _ => (0..modulus).filter(|_| random(&mut seed).is_multiple_of(modulus)).collect(),
        };
        if missing.len() as u64 == modulus {
            continue;
        }
        let rules = game(see, modulus, &missing);
        let Some(found) = by_machines(&rules, 1_000, &budget) else { continue };
        compared += 1;
        many += u32::from(see > 1 && !missing.is_empty());
        let Ok(mut solver) = Columns::new(&rules, None) else { continue };
        let mut emit = |x: u64, rows: &[u64]| {
            if let Some(ours) = x.checked_sub(START).and_then(|t| found.get(t as usize)) {
                let theirs: Vec<u64> = rows.iter().copied().filter(|&y| y >= x).collect();
                assert_eq!(*ours, theirs, "{rules} in column {x}");
            }
            ControlFlow::Continue(())
        };
        solver.run(START + 1_000, &budget, &mut emit).unwrap();
    }
    (compared, many)
}

/// The inner window of W^17 becomes ever higher, as far as anyone has looked: about 300 squares near a million. So no finite machine is found.
#[test]
#[ignore = "slow: make test-all"]
fn the_window_of_seventeen_widens() {
    let budget = Budget::default();
    let rules = game(17, 2, &[]);
    let mut ground = Ground::new(&kind(&rules, &budget).unwrap());
    let (_, outside, _) = start_at(&mut ground, START, APART[0], &budget).unwrap();
    let inner = &outside.inner;
    let (mut rows, mut state, mut highest) = (inner.written.clone(), inner.state.clone(), vec![0]);
    for t in 0..100_000 {
        let step = inner.machine.step(&state, u16::from(rows[t])).unwrap();
        rows.extend(step.rows);
        state = step.to;
        let last = highest.len() - 1;
        highest[last] = highest[last].max(state.length());
        if [3_000, 10_000, 30_000].contains(&t) {
            highest.push(0);
        }
    }
    assert!(highest.windows(2).all(|pair| pair[0] < pair[1]), "{highest:?}");
}

/// Nor is it closed over the language that allows everything, at windows that are right.
#[test]
#[ignore = "slow: make test-all"]
fn windows_that_widen_are_closed_over_no_language() {
    let budget = Budget::default().with_states(100_000);
    for see in [9, 17, 20] {
        let mut ground = Ground::new(&kind(&game(see, 2, &[]), &budget).unwrap());
        let (windows, outside, _) = start_at(&mut ground, START, APART[0], &budget).unwrap();
        let letters = (windows[0].column - windows[0].row) as usize + 1;
        let everything = Language { states: vec![vec![Some(0); letters]] };
        let closed = inside(&outside.inner, &everything, (ground.column, windows[0].lowest), None, &budget);
        assert!(closed.is_err(), "{see}");
    }
}
