//! Explicit starts with periodic tails: found, proved, refuted, asked at any size.
#![allow(clippy::unwrap_used)]

use dashu_int::UBig;
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_check::tail::verify;
use wythoff_check::{Proved, Unchecked, Undecided, Verdict, check};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::guess::{Effort, TailEnd, WantBeams, prove};
use wythoff_prove::source::Solver;
use wythoff_prove::tail::answer::TailAnswers;
use wythoff_prove::tail::guess::{Finding, find};
use wythoff_prove::tail::{Ray, TailCertificate};
use wythoff_rules::{Definition, Ruleset};
use wythoff_rules::{Game, Position};
use wythoff_solve::columns::Columns;
use wythoff_solve::reference::Reference;

fn rules(moves: &str) -> Ruleset {
    let text = format!("game \"test\"\nmove rook: s = 0 or t = 0\n{moves}");
    Definition::parse("test", &text).unwrap().bind_text("").unwrap()
}

/// Nim with five more pairs of removals and three blocked options: a start of 178 columns, then period 126.
const KNIGHTS: &str = "move leap: s = 8 and t = 9 or s = 9 and t = 8 or s = 2 and t = 1 or s = 1 and t = 2 \
    or s = 3 and t = 5 or s = 5 and t = 3 or s = 5 and t = 9 or s = 9 and t = 5 or s = 6 and t = 5 or s = 5 and t = 6\nblock 3\n";
/// Diagonals of slopes 1, 3/2 and 2/3: a start of 1334 columns, then two P-positions a column on a beam of slope 2.
const STEEP: &str = "move slant: 2*s = 3*t or 2*t = 3*s\nmove far: s = t and s >= 3\nblock 2\n";
/// The same with six blocked options: 789 columns, then slope 5/2.
const STEEPER: &str = "move slant: 2*s = 3*t or 2*t = 3*s\nmove far: s = t and s >= 3\nblock 6\n";

fn found(rules: &Ruleset, columns: u64) -> TailCertificate {
    match find(rules, columns, &Budget::default()).unwrap() {
        Finding::Tail(claim) => *claim,
        other => panic!("{}: {other:?}", rules),
    }
}

fn confirmed(rules: &Ruleset, columns: u64) -> Proved {
    Proved::new(found(rules, columns), &Budget::default()).unwrap()
}

fn proved(rules: &Ruleset, columns: u64) -> TailCertificate {
    let claim = found(rules, columns);
    let text = claim.to_string();
    assert_eq!(text.parse::<TailCertificate>().unwrap(), claim);
    assert_eq!(check(&text, &Budget::default()), Ok(Verdict::Proved), "{rules}");
    claim
}

#[test]
fn games_with_tails_are_proved() {
    let cases = [
        ("", 0, 1),
        ("block 1\n", 1, 1),
        ("move bishop: s = t\nblock 2\n", 1, 1),
        ("move bishop: s = t and s mod 2 = 0\nblock 2\n", 6, 1),
        ("move odd: s = t and s mod 2 = 1\n", 1, 2),
        ("move odd: s = t and s mod 2 = 1\nblock 1\n", 0, 2),
        ("move short: s = t and s <= 5\n", 1, 7),
        ("move short: s = t and s <= 5\nblock 6\n", 124, 42),
        (KNIGHTS, 178, 126),
        (STEEP, 1334, 1),
        (STEEPER, 789, 2),
    ];
    for (moves, start, period) in cases {
        let claim = proved(&rules(moves), 10_000);
        assert_eq!((claim.start, claim.period()), (start, period), "{moves}");
    }
    // Two beams of different slopes, and a claim with more than one number of P-positions to a column.
    let claim = proved(&rules("move odd: s = t and s mod 2 = 1\nblock 1\n"), 1_000);
    assert_eq!(
        claim.beams.iter().map(|b| (b.period, b.rise, b.points.len())).collect::<Vec<_>>(),
        [(1, 2, 1), (2, 2, 1)]
    );
}

#[test]
fn rulebook_games_have_tails_too() {
    for (name, start, period) in [("nim", 0, 1), ("W^3", 1, 1), ("W^14", 23, 8), ("blocking-nim(4)", 2, 1)] {
        let claim = proved(Game::named(name).unwrap().ruleset().unwrap(), 2_000);
        assert_eq!((claim.start, claim.period()), (start, period), "{name}");
    }
    // Three slopes, each beam with a period of its own.
    let claim = proved(Game::named("W^50").unwrap().ruleset().unwrap(), 12_000);
    let beams: Vec<_> = claim.beams.iter().map(|b| (b.period, b.rise, b.points.len())).collect();
    assert_eq!((claim.start, claim.period()), (888, 1170));
    assert_eq!(beams, [(5, 13, 170), (78, 182, 78), (90, 182, 90)]);
}

#[test]
fn many_random_games_with_tails_agree_with_the_solver_far_beyond_what_was_seen() {
    let mut seed = 7u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let mut tails = 0;
    for _ in 0..40 {
        let mut parts = vec![];
        for _ in 0..1 + random(4) {
            let (a, b) = (1 + random(7), 1 + random(7));
            parts.push(format!("s = {a} and t = {b} or s = {b} and t = {a}"));
        }
        if random(3) == 0 {
            parts.push(
                ["s = t and s mod 3 = 1", "s = 2*t or t = 2*s", "s = t and s >= 4"][random(3) as usize]
                    .to_owned(),
            );
        }
        let rules = rules(&format!("move leap: {}\nblock {}\n", parts.join(" or "), random(5)));
        let Ok(Finding::Tail(claim)) = find(&rules, 3_000, &Budget::default()) else { continue };
        tails += 1;
        assert_eq!(verify(&claim, &Budget::default()), Ok(Verdict::Proved), "{rules}");
        agrees(&claim, 20_000);
    }
    assert!(tails >= 25, "{tails}");
}

/// Whether the columns solver finds what the claim says.
fn agrees(claim: &TailCertificate, columns: u64) {
    let mut solver = Columns::new(&claim.rules, None).unwrap();
    let mut wrong = None;
    let _ = solver.run(columns, &Default::default(), &mut |x, rows| {
        if x >= claim.start {
            let mut claimed: Vec<u64> = vec![];
            for beam in &claim.beams {
                let at = beam.points.iter().filter(|p| p.0 <= x && (x - p.0).is_multiple_of(beam.period));
                claimed.extend(at.map(|p| p.1 + (x - p.0) / beam.period * beam.rise));
            }
            claimed.sort_unstable();
            if claimed != rows {
                wrong = Some(x);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    assert_eq!(wrong, None, "{}", claim.rules);
}

#[test]
fn a_proved_tail_agrees_with_the_columns_solver() {
    for (moves, columns) in [(KNIGHTS, 100_000), (STEEP, 300_000), (STEEPER, 300_000)] {
        agrees(&found(&rules(moves), 10_000), columns);
    }
}

#[test]
fn wrong_claims_are_refuted() {
    let good = found(&rules(STEEPER), 8_000);
    let verdict = |claim: &TailCertificate| {
        // What is not even well formed is rejected before anything is computed.
        if claim.is_well_formed() { verify(claim, &Budget::default()) } else { Err(Undecided::Rules("form")) }
    };
    assert_eq!(verdict(&good), Ok(Verdict::Proved));
    // A beam one row off, up and down.
    for change in [1, u64::MAX] {
        let mut claim = good.clone();
        let point = &mut claim.beams[0].points[2];
        point.1 = point.1.wrapping_add(change);
        let (x, y) = (point.0, point.1.min(good.beams[0].points[2].1));
        // Where two points of the claim coincide, or else where it differs first.
        match verdict(&claim) {
            Ok(Verdict::Refuted { x: at, .. }) => assert_eq!(at, UBig::from(x), "{y}"),
            Err(_) => assert!(!claim.is_well_formed()),
            other => panic!("{other:?}"),
        }
    }
    // A progression left out, and one too many.
    let mut claim = good.clone();
    let (x, y) = claim.beams[0].points.remove(0);
    assert_eq!(verdict(&claim), Ok(Verdict::Refuted { x: x.into(), y: y.into() }));
    let mut claim = good.clone();
    claim.beams[0].points.insert(0, (x, x + 1));
    assert_eq!(verdict(&claim), Ok(Verdict::Refuted { x: x.into(), y: (x + 1).into() }));
    // A wrong rise, a wrong period, a start that is too early.
    let mut claim = good.clone();
    claim.beams[0].rise += 1;
    assert!(matches!(verdict(&claim), Ok(Verdict::Refuted { .. })));
    let mut claim = good.clone();
    claim.beams[0].period = 3;
    assert!(matches!(verdict(&claim), Ok(Verdict::Refuted { .. })));
    let mut claim = good.clone();
    claim.start -= 2;
    claim.beams[0].points.iter_mut().for_each(|p| *p = (p.0 - 2, p.1 - 5));
    assert!(matches!(verdict(&claim), Ok(Verdict::Refuted { .. })));
    // A later start, and a multiple of the period, are other ways to say the same.
    let mut claim = good.clone();
    claim.start += 2;
    claim.beams[0].points.iter_mut().for_each(|p| *p = (p.0 + 2, p.1 + 5));
    assert_eq!(verdict(&claim), Ok(Verdict::Proved));
    let mut claim = good.clone();
    let again: Vec<(u64, u64)> = claim.beams[0].points.iter().map(|p| (p.0 + 2, p.1 + 5)).collect();
    claim.beams[0].points.extend(again);
    claim.beams[0].rise *= 2;
    claim.beams[0].period *= 2;
    assert_eq!(verdict(&claim), Ok(Verdict::Proved));
    // Another game's rules, and other rays.
    let mut claim = good.clone();
    claim.rules = rules(STEEP);
    assert!(!matches!(verdict(&claim), Ok(Verdict::Proved)));
    let mut claim = good.clone();
    claim.rays.retain(|r| r.start != (3, 3));
    assert!(matches!(verdict(&claim), Err(Undecided::Rules(_))));
    let mut claim = good.clone();
    claim.rays.push(Ray { start: (7, 8), step: (0, 0) });
    claim.rays.push(Ray { start: (8, 7), step: (0, 0) });
    claim.rays.sort_unstable();
    assert!(matches!(verdict(&claim), Err(Undecided::Rules(_))));
    let mut claim = good.clone();
    // The same set of moves, but a removal counted twice.
    claim.rays.push(Ray { start: (4, 4), step: (0, 0) });
    claim.rays.sort_unstable();
    assert!(matches!(verdict(&claim), Err(Undecided::Rules(_))));
}

#[test]
fn a_claim_that_holds_for_long_is_still_refuted() {
    // Blocking-7 Wythoff Nim repeats from column 6362 to column 15875 and then does not.
    let w7 = Game::named("W^7").unwrap();
    let rules = w7.ruleset().unwrap();
    let Finding::Short { start, period } = find(rules, 15_876, &Budget::default()).unwrap() else { panic!() };
    assert_eq!((start, period), (6_361, 2));
    let data = w7_columns(rules, start + 4);
    let rows = |x: u64| data[x as usize].iter().map(move |&y| (x, y));
    let claim = TailCertificate {
        rules: rules.clone(),
        rays: found(&Game::named("W^3").unwrap().ruleset().unwrap().clone(), 500).rays,
        start,
        beams: vec![wythoff_prove::tail::Beam {
            period,
            rise: 5,
            points: rows(start).chain(rows(start + 1)).collect(),
        }],
        blocks: None,
        below: None,
    };
    let Verdict::Refuted { x, .. } = verify(&claim, &Budget::default()).unwrap() else { panic!() };
    assert_eq!(x, UBig::from(15_876u32));
}

fn w7_columns(rules: &Ruleset, columns: u64) -> Vec<Vec<u64>> {
    let mut data = vec![];
    let mut solver = Columns::new(rules, None).unwrap();
    let mut emit = |_: u64, rows: &[u64]| {
        data.push(rows.to_vec());
        ControlFlow::Continue(())
    };
    solver.run(columns, &Default::default(), &mut emit).unwrap();
    data
}

#[test]
fn every_changed_byte_is_rejected() {
    let claim = found(&rules("move short: s = t and s <= 5\nblock 6\n"), 2_000);
    let text = claim.to_string();
    for at in 0..text.len() {
        for flip in [1u8, 2, 16] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= flip;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(
                matches!(check(&changed, &Budget::default()), Err(Unchecked::Bad(_))),
                "byte {at} of {text}"
            );
        }
    }
    assert!(check(&format!("{text}\n"), &Budget::default()).is_err());
    assert!(check(&text.replace("  \"start\"", "  \"start \""), &Budget::default()).is_err());
}

#[test]
fn answers_are_the_boards_answers_at_small_sizes() {
    for moves in [KNIGHTS, "move odd: s = t and s mod 2 = 1\nblock 1\n", "move short: s = t and s <= 5\n"] {
        let rules = rules(moves);
        let answers = TailAnswers::new(&confirmed(&rules, 3_000)).unwrap();
        let size = 260;
        let board = Reference::solve(&rules, size, size, &Default::default()).unwrap();
        let p: std::collections::HashSet<(u32, u32)> = board.p_positions(false).collect();
        for x in (0..=size).step_by(3) {
            for y in 0..=size {
                assert_eq!(answers.is_p(&x.into(), &y.into()), p.contains(&(x, y)), "{moves} ({x}, {y})");
                if y % 37 == x % 37 {
                    let options = answers.options(&x.into(), &y.into(), 1_000);
                    let is_move = |&(a, b): &(u32, u32)| {
                        a <= x && b <= y && (a, b) != (x, y) && on_a_ray(&answers.claim().rays, x - a, y - b)
                    };
                    let mut expected: Vec<(UBig, UBig)> =
                        p.iter().filter(|z| is_move(z)).map(|&(a, b)| (a.into(), b.into())).collect();
                    expected.sort();
                    assert_eq!(options, expected, "{moves} ({x}, {y})");
                }
            }
        }
    }
}

fn on_a_ray(rays: &[Ray], s: u32, t: u32) -> bool {
    rays.iter().any(|r| {
        let on =
            |n: u64| (r.start.0 + n * r.step.0, r.start.1 + n * r.step.1) == (u64::from(s), u64::from(t));
        (0..if r.is_single() { 1 } else { u64::from(s + t) + 1 }).any(on)
    })
}

#[test]
fn answers_are_consistent_at_five_hundred_digits() {
    let huge = UBig::from(10u32).pow(500);
    for (moves, limit) in [(KNIGHTS, 3), (STEEP, 2), (STEEPER, 6)] {
        let answers = TailAnswers::new(&confirmed(&rules(moves), 10_000)).unwrap();
        let claim = answers.claim().clone();
        for k in 0..6u32 {
            let x = &huge + UBig::from(17 * k);
            // Along the diagonal, along the beam, and elsewhere.
            let along = &x * UBig::from(claim.beams[0].rise) / UBig::from(claim.beams[0].period);
            for y in [
                x.clone(),
                &x + UBig::from(k),
                along.clone(),
                &along + UBig::from(3u32),
                &x * UBig::from(9u32),
            ] {
                let options = answers.options(&x, &y, 50);
                assert_eq!(options.len() <= limit, answers.is_p(&x, &y), "{moves}");
                assert!(options.iter().all(|(a, b)| answers.is_p(a, b)));
            }
        }
        // There are P-positions out there.
        let first = claim.beams[0].points[0];
        let p = (
            UBig::from(first.0) + &huge * UBig::from(claim.beams[0].period),
            UBig::from(first.1) + &huge * UBig::from(claim.beams[0].rise),
        );
        assert!(answers.is_p(&p.0, &p.1) && answers.is_p(&p.1, &p.0));
        assert!(answers.options(&p.0, &p.1, 50).len() <= limit);
    }
}

#[test]
fn a_game_of_ones_own_is_answered_at_any_size() {
    let game = Game::from_text("test", &rules(KNIGHTS).to_string(), "").unwrap();
    let huge = UBig::from(10u32).pow(400);
    let answer = Ways::of(game)
        .ask(&Position::new(vec![huge.clone(), &huge + UBig::from(1u32)]), &[], &Budget::default())
        .unwrap();
    assert_eq!(answer.method, wythoff_solve::MethodUsed::Tail);
    assert!(answer.ground.to_string().contains("from column 178 on"), "{}", answer.ground);
}

#[test]
fn a_game_without_a_tail_is_not_decided() {
    // Outside what is covered: misère play, proposals.
    assert!(find(&rules("play misere\n"), 500, &Budget::default()).is_err());
    assert!(find(&rules("comply 2\n"), 500, &Budget::default()).is_err());
    let effort =
        Effort { boards: vec![2_500, 20_000], states: 60, beams: WantBeams::Never, ..Effort::default() };
    let w7 = Game::named("W^7").unwrap().ruleset().unwrap().clone();
    let proof = prove(&w7, &mut Solver::new(&w7), &effort, &Budget::default());
    assert!(proof.proved.is_none());
    let ends: Vec<&TailEnd> = proof.tails.iter().map(|t| &t.end).collect();
    assert!(matches!(ends[..], [_, TailEnd::Short(15_882, 2)]), "{ends:?}");
    let w5 = Game::named("W^5").unwrap().ruleset().unwrap().clone();
    assert_eq!(find(&w5, 20_000, &Budget::default()), Ok(Finding::None));
}

#[test]
fn the_search_finds_tails_by_itself_and_keeps_its_limits() {
    let rules = rules(STEEP);
    let proof = prove(&rules, &mut Solver::new(&rules), &Effort::default(), &Budget::default());
    assert_eq!(proof.tail().unwrap().start, 1_334);
    let claim = found(&rules, 10_000);
    let stop = Budget::default().with_guard(|| Some(wythoff_budget::Limit::Time));
    assert!(matches!(verify(&claim, &stop), Err(Undecided::Limit(_))));
    let small = Budget::default().with_memory(10_000);
    assert!(matches!(verify(&claim, &small), Err(Undecided::Limit(_))));
}
