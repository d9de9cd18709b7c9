//! Beams with exact slopes: found, proved, compared with the columns solver, and not proved when changed.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_check::beams::{BeamsCertificate, verify};
use wythoff_check::{AnyCertificate, Undecided, Verdict, check};
use wythoff_prove::beams::{NoBeams, find};
use wythoff_prove::guess::{Effort, WantBeams, prove};
use wythoff_prove::shipped;
use wythoff_prove::source::Solver;
use wythoff_rules::Game;
use wythoff_rules::{Definition, Ruleset};
use wythoff_solve::columns::Columns;

fn rules(more: &str) -> Ruleset {
    let text = format!("game \"test\"\n{more}move rook: s = 0 or t = 0\nmove bishop: s = t\n");
    Definition::parse("test", &text).unwrap().bind_text("").unwrap()
}

fn blocking(k: u64) -> Ruleset {
    let text = format!("game \"test\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock {}\n", k - 1);
    Definition::parse("test", &text).unwrap().bind_text("").unwrap()
}

fn proved(rules: &Ruleset) -> BeamsCertificate {
    let claim = find(rules, &Budget::default()).unwrap();
    let text = claim.to_string();
    assert_eq!(text.parse::<BeamsCertificate>().unwrap(), claim);
    assert_eq!(check(&text, &Budget::default()), Ok(Verdict::Proved), "{rules}");
    claim
}

/// Whether `(x, y)` is within the distance of the line: `|y - s·x| ≤ B` where `s - 1/s = a/b`, in whole numbers. For `z > 0`, `z ≥ s·x` if
/// and only if `b·z² - a·z·x - b·x² ≥ 0`.
fn is_near(claim: &BeamsCertificate, x: u64, y: u64) -> bool {
    let (a, b) = (i128::from(claim.law.0), i128::from(claim.law.1));
    let (x, y, distance) = (i128::from(x), i128::from(y), i128::from(claim.distance));
    let value = |z: i128| b * z * z - a * z * x - b * x * x;
    (y - distance <= 0 || value(y - distance) <= 0) && value(y + distance) >= 0
}

/// All columns from the start on: P-positions are near the inner line, in no more than `height` neighbouring squares, or on progressions.
fn compare(claim: &BeamsCertificate, columns: u64) {
    let mut solver = Columns::new(&claim.rules, None).unwrap();
    let longest = claim.outer.iter().map(|b| b.period).max().unwrap_or(1) as usize;
    let mut past: Vec<Vec<u64>> = vec![];
    let mut emit = |x: u64, rows: &[u64]| {
        if x < claim.start {
            return ControlFlow::Continue(());
        }
        let rows: Vec<u64> = rows.iter().copied().filter(|&y| y >= x).collect();
        let at = (x - claim.start) as usize;
        let mut inner = vec![];
        for &y in &rows {
            let repeats = claim.outer.iter().any(|b| {
                let period = b.period as usize;
                at >= period && past[(at - period) % longest.max(1)].contains(&(y - b.rise))
            });
            let near = is_near(claim, x, y);
            assert!(near || repeats || at < longest, "({x}, {y})");
            if near && !(repeats && at >= longest) {
                inner.push(y);
            }
        }
        if at >= longest && !inner.is_empty() {
            assert!(inner[inner.len() - 1] - inner[0] < claim.height, "column {x}");
        }
        if past.len() < longest {
            past.push(rows);
        } else {
            past[at % longest] = rows;
        }
        ControlFlow::Continue(())
    };
    solver.run(columns, &Budget::default(), &mut emit).unwrap();
}

#[test]
fn the_game_with_five_is_proved_and_agrees_with_a_million_columns() {
    let claim = proved(&blocking(5));
    assert_eq!(claim.law, (4, 5));
    assert_eq!(claim.outer.iter().map(|b| (b.rise, b.period)).collect::<Vec<_>>(), [(5, 2)]);
    compare(&claim, 1_000_000);
}

#[test]
fn the_game_with_fifteen_is_proved_and_agrees_with_a_million_columns() {
    let claim = proved(&blocking(15));
    assert_eq!(claim.law, (51, 26));
    assert_eq!(claim.outer.iter().map(|b| (b.rise, b.period)).collect::<Vec<_>>(), [(13, 5)]);
    compare(&claim, 1_000_000);
}

#[test]
fn the_game_with_twelve_is_proved() {
    let claim = proved(&blocking(12));
    assert_eq!(claim.law, (6, 5));
    compare(&claim, 100_000);
}

#[test]
fn the_game_with_nineteen_is_proved() {
    let claim = proved(&blocking(19));
    assert_eq!(claim.law, (18, 13));
    assert_eq!(claim.outer.iter().map(|b| (b.rise, b.period)).collect::<Vec<_>>(), [(65, 26), (13, 5)]);
    compare(&claim, 1_000_000);
    compare(&proved(&blocking(12)), 1_000_000);
}

/// The claim that comes with the library.
fn shipped_claim(k: u64) -> BeamsCertificate {
    let name = format!("blocking-{k}");
    let (_, text) = shipped::BEAMS.iter().find(|(n, _)| *n == name).unwrap();
    text.parse().unwrap()
}

#[test]
fn the_claims_that_come_with_the_library_agree_with_a_million_columns() {
    for (name, text) in shipped::BEAMS {
        let claim: BeamsCertificate = text.parse().unwrap();
        let k: u64 = name.strip_prefix("blocking-").unwrap().parse().unwrap();
        assert_eq!(verify(&claim, &Budget::default()), Ok(Verdict::Proved), "{name}");
        compare(&claim, if k < 20 { 1_000_000 } else { 100_000 });
    }
}

/// Slopes that theorems give: the golden section, 2, 1 + √2.
#[test]
fn known_slopes_come_out() {
    for (k, law) in [(1, (1, 1)), (3, (3, 2)), (4, (2, 1)), (8, (3, 2))] {
        let rules = if k == 1 { rules("") } else { blocking(k) };
        let claim = proved(&rules);
        assert_eq!(claim.law, law, "{k}");
        compare(&claim, 20_000);
    }
}

/// Wythoff Nim without a residue class of rows and columns: here the inner beam is the whole game.
#[test]
fn boards_with_missing_classes_are_proved() {
    let claim = proved(&rules("position: x mod 5 != 3 and y mod 5 != 3\n"));
    assert_eq!((claim.law, claim.outer.len()), ((4, 5), 0));
    assert_eq!(claim.language.states.len(), proved(&blocking(5)).language.states.len());
}

/// The certificates of such boards: `s - 1/s` is the part of the rows that is left, and play agrees.
#[test]
fn certificates_of_boards_with_holes_agree_with_columns() {
    for (m, c) in (5..=7).flat_map(|m| (0..m).map(move |c| (m, c))) {
        let file = format!("{}/certificates/holes-{m}-{c}.json", env!("CARGO_MANIFEST_DIR"));
        let claim: BeamsCertificate = std::fs::read_to_string(file).unwrap().parse().unwrap();
        assert_eq!((claim.law, claim.outer.len()), ((m - 1, m), 0));
        compare(&claim, if c == 0 { 1_000_000 } else { 100_000 });
    }
}

/// What is proved is about the rules of the claim: other rules with the same numbers are not.
#[test]
fn games_of_other_kinds_are_refused() {
    let other = |text: &str| Definition::parse("test", text).unwrap().bind_text("").unwrap();
    for text in [
        "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t and s > 1\nblock 4\n",
        "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nmove slant: s = 2*t\nblock 4\n",
        "game \"g\"\nposition: x > 3 or y > 3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 4\n",
        "game \"g\"\nposition: x + y mod 5 != 3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 4\n",
        "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 4 of s = t\n",
        "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nmisere\n",
    ] {
        let Ok(definition) = Definition::parse("test", text) else { continue };
        let rules = definition.bind_text("").unwrap();
        let found = find(&rules, &Budget::default());
        assert!(matches!(found, Err(NoBeams::Undecided(Undecided::Rules(_)))), "{text}: {found:?}");
    }
    let claim = proved(&blocking(15));
    for k in [5, 14, 16] {
        let moved = BeamsCertificate { rules: blocking(k), ..claim.clone() };
        assert!(verify(&moved, &Budget::default()).is_err(), "{k}");
    }
    let moved =
        BeamsCertificate { rules: other("game \"g\"\nmove rook: s = 0 or t = 0\nblock 14\n"), ..claim };
    assert!(verify(&moved, &Budget::default()).is_err());
}

/// A small generator, so that failures come again.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Claims with one number, one arrow or several changed pass only if they are still true: then slopes are the same, and the data agree.
#[test]
#[ignore = "minutes; make test-all"]
fn thousands_of_changed_claims_pass_only_if_they_are_true() {
    changed_claims(&[(15, 1_600), (12, 1_600), (4, 1_600), (5, 160), (19, 32)]);
}

#[test]
fn changed_claims_pass_only_if_they_are_true() {
    changed_claims(&[(15, 128), (12, 96), (4, 96)]);
}

/// Changes one thing about a claim; whether it was the start.
fn change(claim: &mut BeamsCertificate, what: u32, seed: &mut u64) -> bool {
    let by = random(seed) % 5 + 1;
    let more = random(seed).is_multiple_of(2);
    let shift = |n: &mut u64| *n = if more { *n + by } else { n.saturating_sub(by) };
    let states = claim.language.states.len() as u64;
    match what {
        0 => shift(&mut claim.start),
        1 => shift(&mut claim.inner.lowest),
        2 => shift(&mut claim.inner.row),
        3 => shift(&mut claim.inner.column),
        4 => shift(&mut claim.height),
        5 => shift(&mut claim.distance),
        6 => shift(&mut claim.law.0),
        7 => shift(&mut claim.law.1),
        8 | 9 => {
            let at = (random(seed) % states) as usize;
            let to = (random(seed) % states) as u32;
            let row = &mut claim.language.states[at];
            if !row.is_empty() {
                let letter = random(seed) as usize % row.len();
                row[letter] = if what == 8 { None } else { Some(to) };
                while row.last() == Some(&None) {
                    row.pop();
                }
            }
        }
        10 => shift(&mut claim.inner.patience),
        // The start moved far, and the windows with it, about where they belong.
        11 | 12 => {
            let start = if what == 11 { random(seed) % claim.start } else { random(seed) % 5_000 };
            let moved = |n: u64, seed: &mut u64| {
                (n * start / claim.start).saturating_add(random(seed) % 5).saturating_sub(2)
            };
            claim.inner.lowest = moved(claim.inner.lowest, seed);
            for beam in &mut claim.outer {
                beam.window.lowest = moved(beam.window.lowest, seed);
            }
            claim.start = start;
        }
        _ => {
            if let Some(beam) = claim.outer.first_mut() {
                let numbers = [
                    &mut beam.period,
                    &mut beam.rise,
                    &mut beam.window.lowest,
                    &mut beam.window.row,
                    &mut beam.window.column,
                    &mut beam.window.patience,
                ];
                let which = random(seed) as usize % numbers.len();
                numbers.into_iter().nth(which).map(shift);
            }
        }
    }
    matches!(what, 0 | 11 | 12)
}

fn changed_claims(games: &[(u64, u32)]) {
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    for &(k, rounds) in games {
        let claim = if k == 4 { proved(&blocking(4)) } else { shipped_claim(k) };
        let (mut passed, mut refused) = (0, 0);
        for round in 0..rounds {
            let mut changed = claim.clone();
            let mut moved = change(&mut changed, round % 16, &mut seed);
            if round % 16 == 15 {
                let what = random(&mut seed) % 16;
                moved |= change(&mut changed, what as u32, &mut seed);
            }
            if changed == claim {
                continue;
            }
            if verify(&changed, &Budget::default()).is_err() {
                refused += 1;
                continue;
            }
            passed += 1;
            assert_eq!(changed.law, claim.law, "{changed}");
            // Another start may reach fewer shapes.
            assert!(moved || changed.height >= claim.height, "{changed}");
            let slopes =
                |c: &BeamsCertificate| c.outer.iter().map(|b| (b.period, b.rise)).collect::<Vec<_>>();
            assert_eq!(slopes(&changed), slopes(&claim), "{changed}");
            compare(&changed, 12_000);
        }
        assert!(passed > 0 && refused > rounds / 4, "{k}: {passed} passed, {refused} refused");
    }
}

/// A text that was changed after it was written is not even read.
#[test]
fn changed_texts_are_refused() {
    let text = shipped_claim(15).to_string();
    for (from, to) in [("\"start\": 1000", "\"start\": 999"), ("\"law\": [51,26]", "\"law\": [52,26]")] {
        let changed = text.replacen(from, to, 1);
        assert!(changed != text && changed.parse::<AnyCertificate>().is_err(), "{from}");
    }
}

#[test]
fn random_boards_with_blocking_agree_with_columns() {
    random_boards(20);
}

#[test]
#[ignore = "slow: make test-all"]
fn many_random_boards_with_blocking_agree_with_columns() {
    random_boards(200);
}

/// Whatever is found for random games of the kind agrees with the columns solver.
fn random_boards(games: u64) {
    let (mut seed, mut closed) = (0xd1b5_4a32_d192_ed03, vec![]);
    for _ in 0..games {
        let (k, modulus) = (random(&mut seed) % 8 + 1, random(&mut seed) % 10 + 3);
        let missing = random(&mut seed) % modulus;
        let text = format!(
            "game \"test\"\nposition: x mod {modulus} != {missing} and y mod {modulus} != {missing}\n\
             move rook: s = 0 or t = 0\nmove bishop: s = t\nblock {}\n",
            k - 1
        );
        let rules = Definition::parse("test", &text).unwrap().bind_text("").unwrap();
        let budget = Budget::default().with_states(20_000);
        let Ok(claim) = find(&rules, &budget) else { continue };
        assert_eq!(verify(&claim, &Budget::default()), Ok(Verdict::Proved));
        closed.push(k);
        compare(&claim, 100_000);
    }
    // About a quarter of them closes; with blocking fewer do.
    assert!(closed.len() as u64 > games / 10 && closed.iter().any(|k| *k > 1), "{closed:?}");
}

/// The windows of k = 9 take ever new shapes, and that of k = 17 widens: neither is proved.
#[test]
fn a_beam_that_keeps_widening_is_not_proved() {
    for k in [9, 17] {
        let budget = Budget::default().with_states(40_000);
        let found = find(&blocking(k), &budget);
        assert!(found.is_err(), "{k}: {found:?}");
    }
}

/// What is asked for is tried, alone or when automata and tails have failed.
#[test]
fn prove_tries_beams_when_they_are_wanted() {
    let rules = blocking(15);
    let effort = Effort { beams: WantBeams::Only, ..Effort::default() };
    let proof = prove(&rules, &mut Solver::new(&rules), &effort, &Budget::default());
    assert!(proof.proved.unwrap().beams().is_some());
    let effort =
        Effort { boards: vec![300], beams: WantBeams::Late, depth: 6, states: 200, ..Effort::default() };
    let proof = prove(&rules, &mut Solver::new(&rules), &effort, &Budget::default());
    assert!(proof.proved.unwrap().beams().is_some() && !proof.attempts.is_empty());
    let effort = Effort { beams: WantBeams::Never, ..effort };
    assert!(prove(&rules, &mut Solver::new(&rules), &effort, &Budget::default()).proved.is_none());
    // The rulebook's own text of the game is of the kind, too.
    let game = Game::named("W^15").unwrap();
    assert_eq!(find(game.ruleset().unwrap(), &Budget::default()).unwrap().law, (51, 26));
}
