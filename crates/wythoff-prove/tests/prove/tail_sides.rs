//! Tails of games that are not symmetric, and of games where only some moves can be blocked.
#![allow(clippy::unwrap_used)]

use crate::random::Numbers;
use dashu_int::UBig;
use std::collections::HashSet;
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_check::tail::verify;
use wythoff_check::{AnyCertificate, Proved, Unchecked, Undecided, Verdict, check};
use wythoff_number::Natural;
use wythoff_prove::AllWays as Ways;
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::library::ProvedGame;
use wythoff_prove::load::{Loaded, numeration};
use wythoff_prove::shipped;
use wythoff_prove::source::Solver;
use wythoff_prove::tail::answer::TailAnswers;
use wythoff_prove::tail::guess::{Finding, find};
use wythoff_prove::tail::{Beam, Ray, TailCertificate};
use wythoff_rules::{Definition, Ruleset, Twist};
use wythoff_rules::{Game, Position};
use wythoff_solve::columns::Columns;
use wythoff_solve::rays::RayGame;
use wythoff_solve::reference::Reference;
use wythoff_solve::{Frame, Method};

fn rules(text: &str) -> Ruleset {
    Definition::parse("test", &format!("game \"test\"\n{text}")).unwrap().bind_text("").unwrap()
}

/// Moves that are not symmetric; moves that cannot all be blocked; both; several lines, with moves in two classes or in none.
const GAMES: [&str; 16] = [
    "move rook: s = 0 or t = 0\nmove leap: s = 3 and t = 1\n",
    "move rook: s = 0 or t = 0\nmove leap: s = 1 and t = 2 or s = 2 and t = 3\nblock 1\n",
    "move rook: s = 0 or t = 0\nmove slant: s = 2*t\nblock 2\n",
    "move rook: s = 0 or t = 0\nmove leap: s = 5 and t = 2 or s = 1 and t = 4\nblock 2\n",
    "move rook: s = 0 or t = 0\nmove odd: s = t and s mod 2 = 1\nmove leap: s = 1 and t = 3\n",
    "move up: s = 0 and t >= 2 or s = 0 and t = 1\nmove side: t = 0 and s >= 2\nmove leap: s = 4 and t = 1\nblock 1\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 3\nblock 1 of rook\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 3\nblock 2 of rook\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 1 of short\n",
    "move rook: s = 0 or t = 0\nblock 1 of s = 0\n",
    "move rook: s = 0 or t = 0\nblock 1 of s = 0\nblock 2 of t = 0\n",
    "move rook: s = 0 or t = 0\nmove leap: s = 2 and t = 1\nblock 1 of leap\nblock 1 of rook\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 1 of rook\nblock 1 of s = 0 or short\n",
    "move rook: s = 0 or t = 0\nmove short: s = t and s <= 3\nblock 1 of rook and s + t mod 2 = 0\n",
    "move rook: s = 0 or t = 0\nmove knight: s = 1 and t = 2 or s = 2 and t = 1\nblock 2 of knight\nblock 1 of rook and s <= 3\n",
    "move rook: s = 0 or t = 0\nmove slant: s = 2*t\nmove leap: s = 1 and t = 1\nblock 1 of slant\n",
];

fn found(rules: &Ruleset, columns: u64) -> Option<TailCertificate> {
    match find(rules, columns, &Budget::default()) {
        Ok(Finding::Tail(claim)) => Some(*claim),
        _ => None,
    }
}

/// The claims of all games above.
fn proved() -> Vec<TailCertificate> {
    let claim = |text: &&str| {
        let claim = found(&rules(text), 4_000).unwrap_or_else(|| panic!("no tail: {text}"));
        assert_eq!(verify(&claim, &Budget::default()), Ok(Verdict::Proved), "{text}");
        claim
    };
    GAMES.iter().map(claim).collect()
}

/// The P-positions with `x + edge <= y` of the first columns; `exchanged`: of the game with the piles exchanged.
fn solved(rules: &Ruleset, exchanged: bool, columns: u64) -> Vec<Vec<u64>> {
    let game = RayGame::recognise(rules).unwrap();
    let (game, edge) = if exchanged { (game.transposed(), 1) } else { (game, 0) };
    let mut data = vec![];
    let mut emit = |x: u64, rows: &[u64]| {
        data.push(rows.iter().copied().filter(|&y| y >= x + edge).collect());
        ControlFlow::Continue(())
    };
    Columns::of(game, None).unwrap().run(columns, &Budget::default(), &mut emit).unwrap();
    data
}

/// Both halves, from the columns solver.
fn halves(rules: &Ruleset, columns: u64) -> [Vec<Vec<u64>>; 2] {
    [solved(rules, false, columns), solved(rules, true, columns)]
}

fn rows(beams: &[Beam], x: u64) -> Vec<u64> {
    let mut rows = vec![];
    for beam in beams {
        let at = beam.points.iter().filter(|p| p.0 <= x && (x - p.0).is_multiple_of(beam.period));
        rows.extend(at.map(|p| p.1 + (x - p.0) / beam.period * beam.rise));
    }
    rows.sort_unstable();
    rows
}

/// The first column in which a claim is not what was solved.
fn differs(claim: &TailCertificate, halves: &[Vec<Vec<u64>>; 2]) -> Option<(u64, usize)> {
    let beams = [claim.beams.clone(), claim.beams_below()];
    let columns = claim.start..halves[0].len() as u64;
    let mut all = columns.flat_map(|x| [(x, 0), (x, 1)]);
    all.find(|&(x, i)| rows(&beams[i], x) != halves[i][x as usize])
}

#[test]
fn games_of_all_kinds_are_proved_and_are_what_the_definition_says() {
    let (mut asymmetric, mut partly) = (0, 0);
    for claim in proved() {
        let rules = &claim.rules;
        let text = claim.to_string();
        assert_eq!(text.parse::<TailCertificate>().unwrap(), claim);
        assert_eq!(check(&text, &Budget::default()), Ok(Verdict::Proved), "{rules}");
        assert_eq!(text.contains("\"below\""), claim.below.is_some());
        assert_eq!(text.contains("\"blocks\""), claim.blocks.is_some());
        asymmetric += usize::from(claim.below.is_some());
        partly += usize::from(claim.blocks.is_some());
        println!(
            "from {} period {} beams {} below {:?} blocks {:?}: {}",
            claim.start,
            claim.period(),
            claim.beams.len(),
            claim.below.as_ref().map(Vec::len),
            claim.blocks,
            rules.to_string().replace('\n', "; ")
        );
        // Far beyond what the guess has seen.
        assert_eq!(differs(&claim, &halves(rules, 20_000)), None, "{rules}");
        let answers = TailAnswers::new(&Proved::new(claim.clone(), &Budget::default()).unwrap()).unwrap();
        let size = 130;
        let board = Reference::solve(rules, size, size, &Budget::default()).unwrap();
        for (x, y) in (0..=size).flat_map(|x| (0..=size).map(move |y| (x, y))) {
            assert_eq!(answers.is_p(&x.into(), &y.into()), board.is_p(x, y), "{rules} ({x}, {y})");
        }
    }
    assert!(asymmetric >= 7 && partly >= 6, "{asymmetric} {partly}");
}

#[test]
fn the_two_halves_and_the_lines_are_said_only_where_they_must_be() {
    let claim =
        found(&rules("move rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n"), 500).unwrap();
    assert_eq!((&claim.below, &claim.blocks), (&None, &None));
    // Said though it need not be, it is as true.
    let more = TailCertificate {
        below: Some(claim.beams_below()),
        blocks: Some(vec![1; claim.rays.len()]),
        ..claim.clone()
    };
    assert_eq!(verify(&more, &Budget::default()), Ok(Verdict::Proved));
    assert_eq!(more.to_string().parse::<TailCertificate>().unwrap(), more);
    // Symmetric, with moves that cannot be blocked; and symmetric because its lines change places.
    let claim = found(&rules(GAMES[6]), 2_000).unwrap();
    assert!(claim.below.is_none() && claim.blocks.is_some());
    let text = "move rook: s = 0 or t = 0\nblock 1 of s = 0\nblock 1 of t = 0\n";
    let claim = found(&rules(text), 2_000).unwrap();
    assert_eq!(verify(&claim, &Budget::default()), Ok(Verdict::Proved));
    assert_eq!(claim.blocks, Some(vec![1, 2]));
    assert_eq!(claim.below, Some(TailCertificate { below: None, ..claim.clone() }.beams_below()));
    // Without the second half it would say nothing about it: the rays, with their lines, are not symmetric.
    let half = TailCertificate { below: None, ..claim };
    assert!(matches!(verify(&half, &Budget::default()), Err(Undecided::Rules(_))));
}

#[test]
fn what_is_not_covered_is_refused_in_words() {
    let said = |text: &str| find(&rules(text), 500, &Budget::default()).unwrap_err().to_string();
    assert!(said("move rook: s = 0 or t = 0\nplay misere\n").contains("normal play"));
    assert!(said("move rook: s = 0 or t = 0\ncomply 2\n").contains("comply"));
    assert!(said("move up: s = 0\nmove leap: s = 2 and t = 1\n").contains("infinitely many"));
    let lines = "block 1 of s = 0\n".repeat(5);
    assert!(said(&format!("move rook: s = 0 or t = 0\n{lines}")).contains("four block lines"));
    // The same from the checker, whatever the claim is.
    let claim = |text: &str, rays: &[Ray]| TailCertificate {
        rules: rules(text),
        rays: rays.to_vec(),
        blocks: None,
        start: 0,
        beams: vec![],
        below: Some(vec![]),
    };
    let (up, leap) = (Ray { start: (0, 1), step: (0, 1) }, Ray { start: (2, 1), step: (0, 0) });
    let rows =
        verify(&claim("move up: s = 0\nmove leap: s = 2 and t = 1\n", &[up, leap]), &Budget::default());
    assert_eq!(rows, Err(Undecided::Rules("a row may hold infinitely many P-positions")));
    let columns = verify(
        &claim(
            "move side: t = 0\nmove leap: s = 1 and t = 2\n",
            &[up.mirrored(), leap.mirrored()].map(|r| r),
        ),
        &Budget::default(),
    );
    assert!(matches!(columns, Err(Undecided::Rules(_))), "{columns:?}");
    let many = "block 150 of s = 0\nblock 51 of t = 0\n";
    let mut claim = claim(&format!("move rook: s = 0 or t = 0\n{many}"), &[up, up.mirrored()]);
    claim.blocks = Some(vec![1, 2]);
    assert!(matches!(verify(&claim, &Budget::default()), Err(Undecided::Rules(_))));
}

/// Something about a claim is changed.
fn change(claim: &mut TailCertificate, random: &mut Numbers) {
    let kind = random.below(14);
    let below = claim.below.is_some() && random.below(2) == 1;
    let start = claim.start;
    let beams = match (&mut claim.below, below) {
        (Some(below), true) => below,
        _ => &mut claim.beams,
    };
    let i = random.below(beams.len().max(1));
    match kind {
        0..=3 => {
            // A point somewhere else.
            let Some(beam) = beams.get_mut(i) else { return };
            let at = random.below(beam.points.len());
            let point = &mut beam.points[at];
            let by = 1 + random.below(3) as u64;
            match kind {
                0 => point.1 += by,
                1 => point.1 = point.1.saturating_sub(by),
                2 => point.0 = start + random.below(beam.period.max(1) as usize) as u64,
                _ => *point = (point.0, point.0 + by),
            }
            beam.points.sort_unstable();
        }
        4 => {
            let Some(beam) = beams.get_mut(i) else { return };
            beam.points.remove(random.below(beam.points.len()));
            beams.retain(|b| !b.points.is_empty());
        }
        5 => {
            let Some(beam) = beams.get_mut(i) else { return };
            let x = start + random.below(beam.period.max(1) as usize) as u64;
            beam.points.push((x, x + random.below(40) as u64));
            beam.points.sort_unstable();
            beam.points.dedup();
        }
        6 => {
            let Some(beam) = beams.get_mut(i) else { return };
            beam.rise = (beam.rise + 1).saturating_sub(2 * random.below(2) as u64);
        }
        7 => {
            let Some(beam) = beams.get_mut(i) else { return };
            beam.period = (beam.period + 1).saturating_sub(2 * random.below(2) as u64);
        }
        8 => {
            // A beam more.
            let period = 1 + random.below(3) as u64;
            let rise = period + random.below(4) as u64;
            beams.push(Beam { period, rise, points: vec![(start, start + 1 + random.below(30) as u64)] });
            beams.sort_by_key(|b| (b.period, b.rise));
        }
        9 => {
            // The start one earlier or later, and all points with it.
            let later = random.below(2) == 1;
            let moved = |n: u64| if later { n + 1 } else { n.saturating_sub(1) };
            claim.start = moved(start);
            for beam in claim.beams.iter_mut().chain(claim.below.iter_mut().flatten()) {
                beam.points.iter_mut().for_each(|p| *p = (moved(p.0), moved(p.1)));
            }
        }
        10 => {
            // The start earlier, and the points as far along their beams.
            let back = 1 + random.below(3) as u64;
            claim.start = start.saturating_sub(back * claim.period());
            let by = start - claim.start;
            for beam in claim.beams.iter_mut().chain(claim.below.iter_mut().flatten()) {
                let (across, up) = (by, by / beam.period.max(1) * beam.rise);
                beam.points.iter_mut().for_each(|p| *p = (p.0 - across, p.1.saturating_sub(up)));
            }
        }
        11 => {
            // The halves exchanged, or one the image of the other.
            match (&mut claim.below, random.below(3)) {
                (Some(below), 0) => std::mem::swap(below, &mut claim.beams),
                (below @ Some(_), _) => *below = None,
                (None, _) => claim.below = Some(claim.beams.clone()),
            }
        }
        12 => {
            // What can be blocked.
            let lines = match &claim.rules.twist {
                Twist::Block(blocks) => blocks.len(),
                _ => 0,
            };
            let all = u16::from(lines > 0);
            let blocks = claim.blocks.get_or_insert_with(|| vec![all; claim.rays.len()]);
            let ray = random.below(blocks.len());
            blocks[ray] = random.below(1 << (lines + 1)) as u16;
        }
        _ => {
            let at = random.below(claim.rays.len());
            match random.below(3) {
                0 => {
                    claim.rays.remove(at);
                    if let Some(blocks) = &mut claim.blocks {
                        blocks.remove(at);
                    }
                }
                1 => claim.rays[at].start.0 += 1,
                _ => claim.rays[at].step.1 += 1,
            }
        }
    }
}

#[test]
fn changed_claims_are_not_proved_unless_they_are_true() {
    let mut random = Numbers(12345);
    let (mut proved_still, mut refuted, mut undecided, mut malformed) = (0, 0, 0, 0);
    for claim in proved() {
        if claim.start > 300 || claim.period() > 60 {
            continue;
        }
        let data = halves(&claim.rules, 700);
        for _ in 0..250 {
            let mut changed = claim.clone();
            for _ in 0..1 + random.below(2) {
                change(&mut changed, &mut random);
            }
            if changed == claim {
                continue;
            }
            if !changed.is_well_formed() {
                malformed += 1;
                assert!(verify(&changed, &Budget::default()).is_err());
                let text = changed.to_string();
                assert!(matches!(check(&text, &Budget::default()), Err(Unchecked::Bad(_))), "{text}");
                continue;
            }
            let differs = differs(&changed, &data);
            match verify(&changed, &Budget::default()) {
                Ok(Verdict::Proved) => {
                    proved_still += 1;
                    assert_eq!(differs, None, "{changed}");
                }
                Ok(Verdict::Refuted { x, y }) => {
                    refuted += 1;
                    let (x, y) = (u64::try_from(x).unwrap(), u64::try_from(y).unwrap());
                    // Where it is wrong it differs, or says a square twice.
                    if x.max(y) < 700 {
                        let (i, x, y) = if x <= y { (0, x, y) } else { (1, y, x) };
                        let beams = if i == 0 { changed.beams.clone() } else { changed.beams_below() };
                        let times = rows(&beams, x).iter().filter(|&&row| row == y).count();
                        let is_p = usize::from(data[i][x as usize].contains(&y));
                        assert_ne!(times, is_p, "({x}, {y}) {changed}");
                    }
                }
                Err(_) => undecided += 1,
            }
        }
    }
    println!("{proved_still} still proved, {refuted} refuted, {undecided} refused, {malformed} malformed");
    assert!(refuted >= 800 && proved_still >= 20, "{proved_still} {refuted} {undecided} {malformed}");
}

/// A small game of rays: rooks, or strides of them, on both sides; leaps and slants; and up to two lines that block a part.
fn random_game(random: &mut Numbers) -> String {
    let mut text = String::new();
    let strides = [
        "s = 0 or t = 0",
        "s = 0 or t = 0",
        "s = 0 or t = 0 and s mod 2 = 1",
        "s = 0 and t mod 3 != 2 or t = 0",
    ];
    text.push_str(&format!("move rook: {}\n", random.of(&strides)));
    let mut names = vec!["rook".to_owned()];
    for i in 0..random.below(3) {
        let (a, b) = (1 + random.below(5), 1 + random.below(5));
        let leap = match random.below(6) {
            0 => format!("s = {a} and t = {b} or s = {b} and t = {a}"),
            1 => format!("s = t and s <= {a}"),
            2 => format!("s = {a} and t = {b} or s = {} and t = {}", b + 1, a + 2),
            3 => random
                .of(&[
                    "s = 2*t",
                    "t = 2*s",
                    "s = t and s mod 2 = 1",
                    "s = 0 and t >= 2 or s = t + 1 and t <= 1",
                ])
                .to_owned(),
            _ => format!("s = {a} and t = {b}"),
        };
        text.push_str(&format!("move leap{i}: {leap}\n"));
        names.push(format!("leap{i}"));
    }
    let lines = random.below(4);
    if lines == 3 {
        text.push_str(&format!("block {}\n", 1 + random.below(3)));
        return text;
    }
    for _ in 0..lines {
        let name = names[random.below(names.len())].clone();
        let class = match random.below(4) {
            0 => "s = 0".to_owned(),
            1 => format!("{name} and s + t mod 2 = 0"),
            2 => format!("{name} or t = 0 and s <= 2"),
            _ => name,
        };
        text.push_str(&format!("block {} of {class}\n", random.below(3)));
    }
    text
}

#[test]
fn whatever_is_proved_of_random_games_is_what_the_definition_says() {
    let mut random = Numbers(2024);
    let (mut tails, mut sides, mut partly, mut undecided) = (0, 0, 0, vec![]);
    for _ in 0..160 {
        let text = random_game(&mut random);
        // A class without a move is no rule.
        let bound =
            Definition::parse("test", &format!("game \"test\"\n{text}")).and_then(|d| d.bind_text(""));
        let Ok(rules) = bound else { continue };
        let Some(claim) = found(&rules, 1_500) else { continue };
        match verify(&claim, &Budget::default()) {
            Ok(Verdict::Proved) => {
                tails += 1;
                sides += usize::from(claim.below.is_some());
                partly += usize::from(claim.blocks.is_some());
                let size = 70;
                let board = Reference::solve(&rules, size, size, &Budget::default()).unwrap();
                let answers =
                    TailAnswers::new(&Proved::new(claim.clone(), &Budget::default()).unwrap()).unwrap();
                for (x, y) in (0..=size).flat_map(|x| (0..=size).map(move |y| (x, y))) {
                    assert_eq!(answers.is_p(&x.into(), &y.into()), board.is_p(x, y), "{text} ({x}, {y})");
                }
                assert_eq!(differs(&claim, &halves(&rules, 5_000)), None, "{text}");
            }
            Ok(Verdict::Refuted { x, y }) => {
                let far = u64::try_from(x.max(y)).unwrap_or(u64::MAX);
                assert!(far >= 1_500, "{text}: what was seen is refuted");
            }
            Err(why) => undecided.push(format!("{why}: {text}")),
        }
    }
    println!("{tails} proved, {sides} on both sides, {partly} partly blocked; not decided: {undecided:#?}");
    assert!(tails >= 40 && sides >= 20 && partly >= 10, "{tails} {sides} {partly}");
}

/// The tail of a game as a solution.
fn ways(claim: &TailCertificate) -> Ways {
    let game = Game::from_text("g.game", &claim.rules.to_string(), "").unwrap();
    let proved = Proved::new(claim.clone(), &Budget::default()).unwrap();
    let solution = ProvedGame::new(game.ruleset().unwrap(), &proved, "tail.json").unwrap();
    Ways::of(game).with_certificate(solution)
}

#[test]
fn answers_lists_and_windows_are_those_of_the_definition() {
    for claim in proved() {
        let (text, ways, budget) = (&claim.rules, ways(&claim), Budget::default());
        let frame = Frame::small(0, 0, 40, 40);
        let window = |method| ways.window(method, &frame, &budget).unwrap().to_string();
        assert_eq!(window(Method::Automaton), window(Method::Reference), "{text}");
        let to = |method| ways.list_to(method, 60, &budget).unwrap();
        let list = to(Method::Automaton);
        assert_eq!(list, to(Method::Reference), "{text}");
        for to in [0u8, 1, 7, 60] {
            let counted = ways.count_to(Method::Automaton, &to.into(), &budget).unwrap();
            let inside = list.iter().filter(|p| p.piles().iter().all(|n| *n <= Natural::from(to))).count();
            assert_eq!(counted, Natural::from(inside), "{text} to {to}");
        }
        for from in [0u32, 1, 50, 400] {
            let part = |method| ways.list_from(method, &from.into(), 30, &budget).unwrap();
            assert_eq!(part(Method::Automaton), part(Method::Columns), "{text} from {from}");
        }
        for (x, y) in (0..24u64).flat_map(|x| (0..24u64).map(move |y| (x, y))) {
            let position = Position::small(&[x, y]);
            let ask = |method| ways.ask_by(method, &position, &[], &budget).unwrap();
            let (ours, theirs) = (ask(Method::Automaton), ask(Method::Reference));
            assert_eq!(
                (ours.outcome, ours.winning_moves, ours.block, ours.terminal),
                (theirs.outcome, theirs.winning_moves, theirs.block, theirs.terminal),
                "{text} ({x}, {y})"
            );
        }
        // Far out: what is listed is P, and in order.
        let far = Natural::from(10u8).pow(40);
        let far = ways.list_from(Method::Automaton, &far, 30, &budget).unwrap();
        assert!(far.is_sorted(), "{text}");
        for position in far {
            assert!(
                ways.ask_by(Method::Automaton, &position, &[], &budget).unwrap().outcome.is_p(),
                "{text}"
            );
        }
    }
}

#[test]
fn answers_are_consistent_at_three_hundred_digits() {
    let huge = UBig::from(10u32).pow(300);
    for claim in proved() {
        let answers = TailAnswers::new(&Proved::new(claim.clone(), &Budget::default()).unwrap()).unwrap();
        let ways = ways(&claim);
        let sides = [(claim.beams.clone(), false), (claim.beams_below(), true)];
        let mut seen = HashSet::new();
        for (beams, exchanged) in sides {
            for (beam, k) in beams.iter().flat_map(|b| (0..3u64).map(move |k| (b, k))) {
                let first = beam.points[k as usize % beam.points.len()];
                let n = &huge + UBig::from(k);
                let (x, y) = (
                    UBig::from(first.0) + &n * UBig::from(beam.period),
                    UBig::from(first.1) + &n * UBig::from(beam.rise),
                );
                for (up, is_p) in [(0u32, Some(true)), (1, None), (2, None), (7, None)] {
                    let (x, y) = (x.clone(), &y + UBig::from(up));
                    let (x, y) = if exchanged { (y, x) } else { (x, y) };
                    let outcome = answers.is_p(&x, &y);
                    assert!(is_p.is_none_or(|p| p == outcome), "{}", claim.rules);
                    // By the definition of play from the options, all of which are P.
                    let options = answers.options(&x, &y, 40);
                    assert!(options.iter().all(|(a, b)| answers.is_p(a, b)));
                    let position = Position::new(vec![x, y]);
                    let answer = ways.ask_by(Method::Automaton, &position, &[], &Budget::default()).unwrap();
                    assert_eq!(answer.outcome.is_p(), outcome);
                    seen.insert(outcome);
                }
            }
        }
        assert_eq!(seen.len(), 2, "{}", claim.rules);
    }
}

#[test]
fn a_tail_on_both_sides_is_an_automaton() {
    for claim in proved() {
        let certificate = claim.to_string();
        let board = Reference::solve(&claim.rules, 80, 80, &Budget::default()).unwrap();
        for system in ["base(2)", "fib"] {
            let own = numeration(system).unwrap();
            let loaded = Loaded::from_text(&certificate, Some(&own), &Budget::default()).unwrap();
            for (x, y) in (0..=80u32).flat_map(|x| (0..=80u32).map(move |y| (x, y))) {
                let inside = loaded.automaton.run(&loaded.numeration, &[x.into(), y.into()]) != 0;
                assert_eq!(inside, board.is_p(x, y), "{} in {system}: ({x}, {y})", claim.rules);
            }
        }
    }
}

#[test]
fn the_search_finds_them_by_itself() {
    // No small automaton, so the tail is what is found; or an automaton, which is as good.
    let text = "move rook: s = 0 or t = 0\nmove leap: s = 3 and t = 1 or s = 4 and t = 7\nblock 2 of rook\n";
    let rules = rules(text);
    let effort = Effort { boards: vec![2_500], states: 5, ..Effort::default() };
    let proof = prove(&rules, &mut Solver::new(&rules), &effort, &Budget::default());
    let claim = proof.tail().unwrap();
    assert!(claim.below.is_some() && claim.blocks.is_some());
    // Asked at any size, it is found without having been looked for.
    let game = Game::from_text("test", &rules.to_string(), "").unwrap();
    let huge = UBig::from(10u32).pow(400);
    let position = Position::new(vec![&huge + UBig::from(1u32), huge]);
    let answer = Ways::of(game).ask(&position, &[], &Budget::default()).unwrap();
    assert_eq!(answer.method, wythoff_solve::MethodUsed::Tail);
    assert!(answer.ground.to_string().contains("from column and row"), "{}", answer.ground);
}

#[test]
fn every_changed_byte_is_rejected() {
    let claim = found(&rules(GAMES[11]), 2_000).unwrap();
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
}

#[test]
fn tails_that_come_with_the_library_say_neither() {
    let mut tails = 0;
    for (_, text) in shipped::CERTIFICATES {
        if let Ok(AnyCertificate::Tail(tail)) = text.parse::<AnyCertificate>() {
            assert!(tail.below.is_none() && tail.blocks.is_none());
            tails += 1;
        }
    }
    assert!(tails >= 4);
}
