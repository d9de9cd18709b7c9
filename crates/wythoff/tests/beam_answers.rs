//! Positions of any size from proved beams: against the columns solver, and against the definition of play.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use wythoff::check::{AnyCertificate, Proved, shipped};
use wythoff::number::Natural;
use wythoff::prove::beams::answer::BeamAnswers;
use wythoff::solve::columns::Columns;
use wythoff::{Budget, Game, MethodUsed, Position, Ways};

fn answers(k: u64) -> BeamAnswers {
    let name = format!("blocking-{k}");
    let (_, text) = shipped::BEAMS.iter().find(|(n, _)| *n == name).unwrap();
    let certificate: AnyCertificate = text.parse().unwrap();
    BeamAnswers::new(&Proved::new(certificate, &Budget::default()).unwrap(), &Budget::default()).unwrap()
}

/// Every 997th column, and some in a row.
fn agrees_with_columns(k: u64, columns: u64) {
    let (answers, game) = (answers(k), Game::named(&format!("W^{k}")).unwrap());
    let mut solver = Columns::new(game.ruleset().unwrap(), None).unwrap();
    let mut looked = 0;
    let mut emit = |x: u64, rows: &[u64]| {
        if x.is_multiple_of(997) || (20_900..21_200).contains(&x) {
            let ours = answers.column(&Natural::from(x), &Budget::default()).unwrap();
            let theirs: Vec<Natural> = rows.iter().filter(|&&y| y >= x).map(|&y| y.into()).collect();
            assert_eq!(ours, theirs, "column {x}");
            looked += 1;
        }
        ControlFlow::Continue(())
    };
    solver.run(columns, &Budget::default(), &mut emit).unwrap();
    assert!(looked > columns / 1000);
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
    for (x, y) in [(0u64, 0u64), (3, 5), (40, 40), (100, 260), (999, 2400), (1500, 3600), (2000, 100), (1300, 1300)] {
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

/// A thousand digits.
#[test]
fn a_thousand_digits_are_answered() {
    let (answers, budget) = (answers(15), Budget::default());
    let x = Natural::from(10u8).pow(1000);
    let column = answers.column(&x, &budget).unwrap();
    // Four or five P-positions are below the diagonal.
    assert!((10..=11).contains(&column.len()), "{}", column.len());
}
