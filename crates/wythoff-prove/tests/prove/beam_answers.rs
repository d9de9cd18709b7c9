//! Positions of any size from proved beams, counts and lists: against the columns solver, the definition of play, and each other.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_check::{AnyCertificate, Proved};
use wythoff_number::Natural;
use wythoff_prove::AllWays as Ways;
use wythoff_prove::beams::answer::{BeamAnswers, NoBeamAnswer};
use wythoff_prove::beams::find;
use wythoff_prove::shipped;
use wythoff_rules::Definition;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::columns::Columns;
use wythoff_solve::{Frame, Method, MethodUsed};

fn answers(k: u64) -> BeamAnswers {
    let name = format!("blocking-{k}");
    let (_, text) = shipped::BEAMS.iter().find(|(n, _)| *n == name).unwrap();
    let certificate: AnyCertificate = text.parse().unwrap();
    BeamAnswers::new(&Proved::new(certificate, &Budget::default()).unwrap(), &Budget::default()).unwrap()
}

/// Every 997th column, and some in a row; what comes before them is counted, and the list goes on from there.
fn agrees_with_columns(k: u64, columns: u64) {
    let game = Game::named(&format!("W^{k}")).unwrap();
    agrees(&answers(k), Columns::new(game.ruleset().unwrap(), None).unwrap(), columns);
}

fn agrees(answers: &BeamAnswers, mut solver: Columns, columns: u64) {
    let budget = Budget::default();
    let (mut looked, mut before, mut by_row) = (0, 0u64, vec![0u64; columns as usize]);
    let mut emit = |x: u64, rows: &[u64]| {
        let theirs: Vec<u64> = rows.iter().copied().filter(|&y| y >= x).collect();
        if x.is_multiple_of(997) || (20_900..21_200).contains(&x) {
            let column = Natural::from(x);
            let ours = answers.column(&column, &budget).unwrap();
            let rows: Vec<Natural> = theirs.iter().map(|&y| y.into()).collect();
            assert_eq!(ours, rows, "column {x}");
            assert_eq!(answers.count_before(&column, &budget).unwrap(), before.into(), "before {x}");
            let listed = answers.list_from(&before.into(), rows.len(), &budget).unwrap();
            assert_eq!(listed, rows.iter().map(|y| (column.clone(), y.clone())).collect::<Vec<_>>());
            looked += 1;
        }
        before += theirs.len() as u64;
        for y in theirs.iter().filter(|&&y| y < columns) {
            by_row[*y as usize] += 1;
        }
        ControlFlow::Continue(())
    };
    solver.run(columns, &budget, &mut emit).unwrap();
    assert!(looked > columns / 1000);
    // All P-positions with a row below `columns` are in columns below it.
    let mut sum = 0;
    for (row, count) in by_row.iter().enumerate() {
        sum += count;
        if row.is_multiple_of(9_973) || row < 3 || (990..1_010).contains(&row) {
            let counted = answers.count_to(&Natural::from(row), &budget).unwrap();
            assert_eq!(counted, Natural::from(sum), "up to {row}");
        }
    }
}

#[test]
fn columns_of_fifteen_agree_to_a_million() {
    agrees_with_columns(15, 1_000_000);
}

#[test]
fn columns_of_five_agree() {
    agrees_with_columns(5, 200_000);
}

#[test]
#[ignore = "minutes; make test-all"]
fn columns_of_all_agree_to_a_million() {
    for k in [5, 12, 19] {
        agrees_with_columns(k, 1_000_000);
    }
}

/// Rows and columns that do not exist hold nothing, and are not counted.
#[test]
fn a_board_with_missing_classes_agrees() {
    let text = "game \"g\"\nposition: x mod 5 != 3 and y mod 5 != 3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n";
    let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
    let claim = find(&rules, &Budget::default()).unwrap();
    let proved = Proved::new(AnyCertificate::from(claim), &Budget::default()).unwrap();
    let answers = BeamAnswers::new(&proved, &Budget::default()).unwrap();
    agrees(&answers, Columns::new(&rules, None).unwrap(), 25_000);
    let far = Natural::from(10u8).pow(50) + Natural::from(3u8);
    assert!(answers.column(&far, &Budget::default()).unwrap().is_empty());
    round_trip(&answers, 50);
}

/// The whole list of the first columns is that of the columns solver, and windows and streams hold the same.
#[test]
fn lists_are_those_of_the_columns_solver() {
    let budget = Budget::default();
    let ways = Ways::of(Game::named("W^15").unwrap());
    let list = |method, from: u32, count| ways.list_from(method, &from.into(), count, &budget).unwrap();
    for (from, count) in [(0, 30_000), (14_990, 40), (123_456, 5_000)] {
        assert_eq!(list(Method::Automaton, from, count), list(Method::Columns, from, count), "{from}");
    }
    for to in [0, 10, 999, 1_000, 5_000] {
        let both = [Method::Automaton, Method::Columns].map(|m| ways.list_to(m, to, &budget).unwrap());
        assert_eq!(both[0], both[1], "to {to}");
        let count = ways.count_to(Method::Automaton, &to.into(), &budget).unwrap();
        assert_eq!(count, both[1].len().into());
    }
    let stream = |method| {
        let (mut stream, mut found) = (ways.stream(method).unwrap(), vec![]);
        let mut emit = |x: u64, rows: &[u64]| {
            found.extend(rows.iter().map(|y| (x, *y)));
            ControlFlow::Continue(())
        };
        stream.run(30_000, &budget, &mut emit).unwrap();
        found
    };
    assert_eq!(stream(Method::Automaton), stream(Method::Columns));
}

/// Counts before a column, the P-position of an index, and counts of rows fit together, far out.
fn round_trip(answers: &BeamAnswers, exponent: usize) {
    let (budget, one) = (Budget::default(), Natural::from(1u8));
    let mut x = Natural::from(10u8).pow(exponent) + Natural::from(4u8);
    for _ in 0..4 {
        let (before, column) =
            (answers.count_before(&x, &budget).unwrap(), answers.column(&x, &budget).unwrap());
        let after = answers.count_before(&(&x + &one), &budget).unwrap();
        assert_eq!(after, &before + Natural::from(column.len()), "{x}");
        let listed = answers.list_from(&before, column.len() + 1, &budget).unwrap();
        let here: Vec<_> = column.iter().map(|y| (x.clone(), y.clone())).collect();
        assert_eq!(listed[..column.len()], here);
        assert!(listed[column.len()].0 > x);
        // What row x adds: the P-positions in it, which are options of (x, x), and (x, x) itself.
        let rows = |to: &Natural| answers.count_to(to, &budget).unwrap();
        let mut row: Vec<_> = answers.options(&x, &x, &budget).unwrap();
        row.retain(|(_, y)| *y == x);
        let own = usize::from(column.contains(&x));
        assert_eq!(rows(&x) - rows(&(&x - &one)), Natural::from(row.len() + own), "row {x}");
        // On to the column of the P-position whose index is this column.
        x = answers.list_from(&x, 1, &budget).unwrap()[0].0.clone();
    }
}

#[test]
fn counts_and_lists_fit_together_far_out() {
    for (k, exponent) in [(15, 60), (5, 60), (12, 61)] {
        round_trip(&answers(k), exponent);
    }
}

/// By the definition a square is P if and only if fewer than k of its options are.
#[test]
fn far_out_answers_obey_the_definition() {
    let budget = Budget::default();
    for (k, exponent) in [(15u64, 40usize), (5, 30), (12, 25)] {
        let answers = answers(k);
        let x = Natural::from(10u8).pow(exponent) + Natural::from(k);
        let column = answers.column(&x, &budget).unwrap();
        assert!(!column.is_empty());
        for y in column {
            for (a, b) in [(0u8, 0u8), (0, 1), (1, 0), (1, 1)] {
                let (x, y) = (&x + Natural::from(a), &y + Natural::from(b));
                let p = answers.is_p(&x, &y, &budget).unwrap();
                let options = answers.options(&x, &y, &budget).unwrap();
                assert_eq!(p, (options.len() as u64) < k, "k = {k}: ({x}, {y})");
                assert!(options.iter().all(|(x, y)| answers.is_p(x, y, &budget).unwrap()));
                let mirrored: Vec<_> = answers.options(&y, &x, &budget).unwrap();
                assert_eq!(mirrored.len(), options.len());
            }
        }
    }
}

/// Small positions, asked in the same way, have the options that the definition gives.
#[test]
fn small_answers_are_those_of_the_columns() {
    let budget = Budget::default();
    let ways = Ways::of(Game::named("W^15").unwrap());
    let answers = answers(15);
    for (x, y) in
        [(0u64, 0u64), (3, 5), (40, 40), (100, 260), (999, 2400), (1500, 3600), (2000, 100), (1300, 1300)]
    {
        let answer = ways.ask(&Position::small(&[x, y]), &[], &budget).unwrap();
        let mut theirs = [answer.winning_moves, answer.block].concat();
        theirs.sort();
        let ours = answers.options(&x.into(), &y.into(), &budget).unwrap();
        let ours: Vec<Position> = ours.into_iter().map(|(x, y)| Position::new(vec![x, y])).collect();
        assert_eq!(ours, theirs, "({x}, {y})");
    }
}

/// What `ask` gives for a game whose certificate comes with the library.
#[test]
fn asking_far_out_uses_the_certificate() {
    let ways = Ways::of(Game::named("W^5").unwrap());
    let x = Natural::from(10u8).pow(60);
    let answer = ways.ask(&Position::new(vec![x.clone(), x]), &[], &Budget::default()).unwrap();
    assert_eq!(answer.method, MethodUsed::Beams);
    assert!(answer.winning_moves.len() >= 5 && !answer.terminal);
    assert!(answer.ground.to_string().contains("certificates/blocking-5.json"), "{}", answer.ground);
}

/// A window around P-positions of both beams far out holds what the squares hold one by one.
#[test]
fn windows_far_out_hold_what_squares_hold() {
    let (answers, budget) = (answers(5), Budget::default());
    let ways = Ways::of(Game::named("W^5").unwrap());
    let x = Natural::from(10u8).pow(100);
    let next = answers.list_from(&answers.count_before(&x, &budget).unwrap(), 40, &budget).unwrap();
    let inner = next.iter().find(|(x, y)| *y < x * Natural::from(2u8)).unwrap();
    for (x, y) in [inner, &next[0]] {
        let frame = Frame { x: x - Natural::from(3u8), y: y - Natural::from(3u8), width: 8, height: 7 };
        let pane = ways.window(Method::Auto, &frame, &budget).unwrap();
        for (i, j) in (0..8u32).flat_map(|i| (0..7u32).map(move |j| (i, j))) {
            let is_p = answers.is_p(&(&frame.x + i), &(&frame.y + j), &budget).unwrap();
            assert_eq!(pane.outcome(i, j), Some(Outcome::p_if(is_p)), "{i}, {j}");
        }
        assert_eq!(pane.outcome(3, 3), Some(Outcome::P));
    }
}

/// A thousand digits.
#[test]
fn a_thousand_digits_are_answered() {
    let (answers, budget) = (answers(15), Budget::default());
    let x = Natural::from(10u8).pow(1000);
    let column = answers.column(&x, &budget).unwrap();
    // Four or five P-positions are below the diagonal.
    assert!((10..=11).contains(&column.len()), "{}", column.len());
}

/// Nobody has to ask for the certificate: far out it is the first choice, for lists and for counts.
#[test]
fn far_lists_and_counts_use_the_certificate() {
    let (ways, budget) = (Ways::of(Game::named("W^5").unwrap()), Budget::default());
    let index = Natural::from(10u8).pow(30);
    let list = ways.list_from(Method::Auto, &index, 5, &budget).unwrap();
    assert_eq!(list.len(), 5);
    assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
    let column = &list[0].piles()[0];
    let before = ways.count_before(Method::Auto, column, &budget).unwrap().unwrap();
    assert!(before <= index && index < &before + Natural::from(5u8));
    for position in &list {
        assert!(ways.ask(position, &[], &budget).unwrap().outcome.is_p());
    }
    let to = ways.count_to(Method::Auto, &list[4].piles()[1], &budget).unwrap();
    assert!(to > index / Natural::from(3u8));
}

/// More digits would take minutes: they are refused, and the reason is said.
#[test]
fn numbers_of_too_many_digits_are_refused() {
    let (answers, budget) = (answers(15), Budget::default());
    let x = Natural::from(10u8).pow(10_100);
    assert_eq!(answers.column(&x, &budget), Err(NoBeamAnswer::Long));
    assert_eq!(answers.count_before(&x, &budget), Err(NoBeamAnswer::Long));
    assert_eq!(answers.list_from(&x, 1, &budget), Err(NoBeamAnswer::Long));
    assert_eq!(answers.options(&x, &x, &budget), Err(NoBeamAnswer::Long));
    let ways = Ways::of(Game::named("W^15").unwrap());
    let why = ways.ask(&Position::new(vec![x.clone(), x]), &[], &budget).unwrap_err().to_string();
    assert!(why.contains("10,000 digits"), "{why}");
}
