//! Inner beams that keep a rational pace, with slips or without: found, proved, compared with the columns solver, and not proved when changed.

#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use wythoff_budget::Budget;
use wythoff_check::beams::{BeamsCertificate, Slips, verify};
use wythoff_check::{Undecided, Verdict, check};
use wythoff_prove::beams::{NoBeams, find};
use wythoff_rules::{Definition, Ruleset};
use wythoff_solve::columns::Columns;

fn blocking(k: u64) -> Ruleset {
    let text = format!("game \"test\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock {}\n", k - 1);
    Definition::parse("test", &text).unwrap().bind_text("").unwrap()
}

fn proved(k: u64) -> (BeamsCertificate, Slips) {
    let claim = find(&blocking(k), &Budget::default()).unwrap();
    let text = claim.to_string();
    assert_eq!(text.parse::<BeamsCertificate>().unwrap(), claim);
    assert_eq!(check(&text, &Budget::default()), Ok(Verdict::Proved), "{k}");
    let slips = claim.slips.unwrap();
    (claim, slips)
}

/// All columns from the start on: outer beams repeat, and everything else is in `height` neighbouring squares, as near to the line
/// `2y = 5x` as the claim says. The greatest distance from that line, in half rows.
fn compare(claim: &BeamsCertificate, columns: u64) -> u64 {
    let slips = claim.slips.unwrap();
    let mut solver = Columns::new(&claim.rules, None).unwrap();
    let mut past: Vec<Vec<u64>> = vec![];
    let mut farthest = 0;
    let mut emit = |x: u64, rows: &[u64]| {
        if x < claim.start {
            return ControlFlow::Continue(());
        }
        let rows: Vec<u64> = rows.iter().copied().filter(|&y| y >= x).collect();
        let at = past.len();
        // The outer beams are the upper ones, and have the P-positions that the inner one leaves to the column.
        let outer = claim.outer.last().map_or(0, |b| b.window.column - claim.inner.column);
        let (inner, upper) = rows.split_at(rows.len() - outer as usize);
        for &y in upper {
            let repeats = claim
                .outer
                .iter()
                .any(|b| at < b.period as usize || past[at - b.period as usize].contains(&(y - b.rise)));
            assert!(repeats, "({x}, {y})");
        }
        let digits = u64::from(u64::BITS - x.leading_zeros());
        for &y in inner {
            let off = (2 * y).abs_diff(5 * x);
            farthest = farthest.max(off);
            assert!(off <= 2 * (claim.distance + slips.drift * digits), "({x}, {y})");
        }
        if let (Some(low), Some(top)) = (inner.first(), inner.last()) {
            assert!(top - low < claim.height, "column {x}");
        }
        past.push(rows);
        ControlFlow::Continue(())
    };
    solver.run(columns, &Budget::default(), &mut emit).unwrap();
    farthest
}

/// Three P-positions of a column stay where they are; the lower two slip, ever more rarely.
#[test]
fn the_game_with_seven_has_one_slope_and_slips() {
    let (claim, slips) = proved(7);
    assert_eq!((claim.law, claim.outer.len()), ((21, 10), 1));
    assert_eq!((claim.outer[0].rise, claim.outer[0].period), (5, 2));
    assert_eq!(slips.fall, 3);
    // No smaller fall, no smaller drift.
    for less in [Slips { fall: 2, ..slips }, Slips { drift: slips.drift - 1, ..slips }] {
        let less = BeamsCertificate { slips: Some(less), ..claim.clone() };
        assert!(verify(&less, &Budget::default()).is_err(), "{less}");
    }
    let near = BeamsCertificate { slips: None, ..claim.clone() };
    assert!(verify(&near, &Budget::default()).is_err());
    // It is beyond any one distance that a claim without drift could have at its start.
    let (early, late) = (compare(&claim, 20_000), compare(&claim, 130_000));
    assert!(early < late, "{early} {late}");
}

#[test]
fn the_game_with_eleven_keeps_its_pace() {
    let (claim, slips) = proved(11);
    assert_eq!((claim.law, slips), ((21, 10), Slips { fall: 0, drift: 0 }));
    compare(&claim, 130_000);
}

#[test]
#[ignore = "a minute; make test-all"]
fn paces_agree_with_a_million_columns() {
    for k in [7, 11] {
        compare(&proved(k).0, 1_000_000);
    }
}

/// It closes, but no law is known for its slope.
#[test]
fn the_game_with_eighteen_has_no_line() {
    let found = find(&blocking(18), &Budget::default());
    assert!(matches!(found, Err(NoBeams::NoLine { why: Undecided::Beams(_), .. })), "{found:?}");
}

/// Games whose inner beam has an irrational slope keep no pace, whatever is claimed for them.
#[test]
fn an_irrational_slope_is_no_pace() {
    for k in [5, 12, 15] {
        let claim = find(&blocking(k), &Budget::default()).unwrap();
        assert_eq!(claim.slips, None);
        for law in [claim.law, (3, 2), (21, 10), (5, 6)] {
            for fall in [0, 1, 200] {
                let slips = Some(Slips { fall, drift: if fall > 0 { 1 << 20 } else { 0 } });
                let paced = BeamsCertificate { law, slips, distance: 1 << 20, ..claim.clone() };
                assert!(verify(&paced, &Budget::default()).is_err(), "{k} {law:?} {fall}");
            }
        }
    }
}

/// A small generator, so that failures come again.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Claims with one number or one arrow changed pass only if they are still true: then the slope is the same, and the data agree.
fn changed_claims(rounds: u32) {
    let mut seed = 0x2545_f491_4f6c_dd1d;
    for k in [7, 11] {
        let (claim, _) = proved(k);
        let mut passed = 0;
        for round in 0..rounds {
            let mut changed = claim.clone();
            let by = random(&mut seed) % 5 + 1;
            let more = random(&mut seed).is_multiple_of(2);
            let shift = |n: &mut u64| *n = if more { *n + by } else { n.saturating_sub(by) };
            let states = changed.language.states.len() as u64;
            match round % 14 {
                0 => shift(&mut changed.start),
                1 => shift(&mut changed.inner.lowest),
                2 => shift(&mut changed.inner.row),
                3 => shift(&mut changed.inner.column),
                4 => shift(&mut changed.height),
                5 => shift(&mut changed.distance),
                6 => shift(&mut changed.law.0),
                7 => shift(&mut changed.law.1),
                8 => changed.slips.as_mut().into_iter().for_each(|s| shift(&mut s.fall)),
                9 => changed.slips.as_mut().into_iter().for_each(|s| shift(&mut s.drift)),
                10 => shift(&mut changed.inner.patience),
                11 | 12 => {
                    let at = (random(&mut seed) % states) as usize;
                    let to = (random(&mut seed) % states) as u32;
                    let row = &mut changed.language.states[at];
                    // An arrow for a letter that the place did not have, too.
                    row.resize(row.len().max(2), None);
                    let letter = random(&mut seed) as usize % row.len();
                    row[letter] = if round % 14 == 11 { None } else { Some(to) };
                    while row.last() == Some(&None) {
                        row.pop();
                    }
                }
                _ => match changed.outer.first_mut() {
                    None => continue,
                    Some(beam) => {
                        let numbers = [
                            &mut beam.period,
                            &mut beam.rise,
                            &mut beam.window.lowest,
                            &mut beam.window.row,
                            &mut beam.window.column,
                            &mut beam.window.patience,
                        ];
                        let which = random(&mut seed) as usize % numbers.len();
                        numbers.into_iter().nth(which).map(shift);
                    }
                },
            }
            if changed == claim || verify(&changed, &Budget::default()).is_err() {
                continue;
            }
            passed += 1;
            assert_eq!(changed.law, claim.law, "{changed}");
            if passed <= 40 {
                compare(&changed, 8_000);
            }
        }
        assert!(passed > 0, "{k}");
    }
}

#[test]
fn changed_claims_pass_only_if_they_are_true() {
    changed_claims(140);
}

#[test]
#[ignore = "minutes; make test-all"]
fn thousands_of_changed_claims_pass_only_if_they_are_true() {
    changed_claims(2_800);
}
