//! Lists and counts of all orders of the piles, against the lists of one order that every way gives, and against the definition.
#![allow(clippy::unwrap_used)]

use crate::brute;
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Hint, Position};
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::{Method, SolveError};

const METHODS: [Method; 6] =
    [Method::Auto, Method::Reference, Method::Board, Method::Columns, Method::Beatty, Method::Automaton];

/// Theorems, certificates, beams, tails, squares that do not exist, strides, comply, rays that are not mirrored by columns, and a
/// game that is not symmetric.
const GAMES: [&str; 16] = [
    "WN",
    "W^2",
    "W^4",
    "W^5",
    "3WN",
    "2x3WN_1",
    "nim",
    "N^2",
    "N^3",
    "N^6",
    "comply(k=3)",
    "maharaja",
    "beta(pi)",
    "comply(k=2)",
    "gdwn(p=1,q=2)",
    "shifted(2,3,1)",
];

const TO: u64 = 40;

/// All P-positions of a board by the definition of play, in order.
fn defined(game: &Game) -> Vec<(u64, u64)> {
    let side = TO as usize + 1;
    let board = brute::board(game.ruleset().unwrap(), side, side);
    let squares = (0..=TO).flat_map(|x| (0..=TO).map(move |y| (x, y)));
    squares.filter(|(x, y)| board[*x as usize][*y as usize] == Some(true)).collect()
}

fn pairs(positions: &[Position]) -> Vec<(u64, u64)> {
    let pair = |p: &Position| p.as_small().map(|piles| (piles[0].into(), piles[1].into())).unwrap();
    positions.iter().map(pair).collect()
}

/// `None` where a column has no end, so that only a board can list it.
fn columns(stream: &mut Stream, until: u64) -> Option<Vec<(u64, u64)>> {
    let mut found = Vec::new();
    let run = stream.run(until, &Budget::default(), &mut |x, rows| {
        found.extend(rows.iter().map(|y| (x, *y)));
        ControlFlow::Continue(())
    });
    match run {
        Ok(()) => Some(found),
        Err(StreamError::Solve(SolveError::TooLong { hint: Hint::Board, .. })) => None,
        Err(other) => panic!("{other}"),
    }
}

/// A way may be unable to list this; what it lists is right.
fn possible<T>(listed: Result<T, SolveError>) -> Option<T> {
    match listed {
        Ok(listed) => Some(listed),
        Err(
            SolveError::Method { .. }
            | SolveError::Endless { .. }
            | SolveError::TooLarge { .. }
            | SolveError::TooLong { .. }
            | SolveError::Uncertain { .. },
        ) => None,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn all_orders_are_the_positions_of_the_definition_in_every_way() {
    let budget = Budget::default();
    let (mut listed, mut streamed, mut counted) = (0, 0, 0);
    for name in GAMES {
        let game = Game::named(name).unwrap();
        let right = defined(&game);
        let ways = Ways::of(game);
        let (all, half) = (ways.lists(true), ways.lists(false));
        assert_eq!((all.is_half(), half.is_half()), (false, ways.is_symmetric()), "{name}");
        for method in METHODS {
            let at = format!("{name} by {method}");
            let Some(list) = possible(all.list_to(method, TO as u32, &budget)) else { continue };
            assert_eq!(pairs(&list), right, "{at}");
            listed += 1;
            let flat: Vec<u64> = right.iter().flat_map(|(x, y)| [*x, *y]).collect();
            assert_eq!(all.piles_to(method, TO as u32, &budget).unwrap(), flat, "{at}");
            let count = all.count_to(method, &Natural::from(TO), &budget).unwrap();
            assert_eq!(count, Natural::from(right.len()), "{at}");
            // Columns, with a pause in which everything is saved, and with a height.
            let until = 12;
            let wanted: Vec<(u64, u64)> = right.iter().copied().filter(|(x, _)| *x < until).collect();
            if let Some(mut stream) = possible(all.stream(method))
                && let Some(mut found) = columns(&mut stream, 5)
            {
                let mut again = all.stream(method).unwrap();
                again.restore(&stream.save()).unwrap();
                assert_eq!(again.count(), found.len() as u64, "{at}");
                found.extend(columns(&mut again, until).expect("as before"));
                // Rows above the board are not known here.
                found.retain(|(_, y)| *y <= TO);
                assert_eq!(found, wanted, "{at}");
                streamed += 1;
                if ways.is_symmetric() {
                    let mut other = half.stream(method).unwrap();
                    assert!(other.restore(&stream.save()).is_err(), "{at}: another list");
                }
            }
            if let Some(mut stream) = possible(all.stream_up_to(method, 20)) {
                let low: Vec<(u64, u64)> = wanted.iter().copied().filter(|(_, y)| *y <= 20).collect();
                if let Some(found) = columns(&mut stream, until) {
                    assert_eq!(found, low, "{at}");
                }
            }
            if let Some(Some(count)) = possible(all.count_before(method, &Natural::from(until), &budget)) {
                let stream = &mut all.stream(Method::Auto).unwrap();
                let Some(listed) = columns(stream, until) else { panic!("{at}: counted and not listed") };
                assert_eq!(count, Natural::from(listed.len()), "{at}");
                counted += 1;
            }
            // The first ones are those of the first columns, as far as these are known.
            if let Some(first) = possible(all.first(method, 9, &budget)) {
                let by_columns =
                    possible(all.stream(Method::Auto)).and_then(|mut stream| columns(&mut stream, 9));
                let mut wanted = by_columns.unwrap_or_else(|| right.clone());
                wanted.truncate(9);
                assert_eq!(pairs(&first), wanted, "{at}");
                let later = all.list_from(method, &Natural::from(4u8), 5, &budget).unwrap();
                assert_eq!(pairs(&later), wanted[4..], "{at}");
            }
        }
    }
    assert!(listed >= 40 && streamed >= 25 && counted >= 6, "{listed} {streamed} {counted}");
}

/// Far out lists are known by theorems and certificates: every position is P, none is missing, and counts fit.
#[test]
fn far_out_all_orders_are_listed_and_counted() {
    let budget = Budget::default();
    let huge = Natural::from(10u8).pow(30);
    for name in ["WN", "3WN", "W^2", "W^4", "beta(pi)", "2x3WN_1"] {
        let ways = Ways::of(Game::named(name).unwrap());
        let all = ways.lists(true);
        let list = all.list_from(Method::Auto, &huge, 12, &budget).unwrap();
        assert!(list.is_sorted() && list.windows(2).all(|two| two[0] != two[1]), "{name}");
        for position in &list {
            assert!(ways.ask(position, &[], &budget).unwrap().outcome.is_p(), "{name} {position}");
        }
        // So many come before the column of the last one, and it has that many before it in the list.
        let column = &list[11].piles()[0];
        let before = all.count_before(Method::Auto, column, &budget).unwrap().unwrap();
        let within = list.iter().filter(|p| p.piles()[0] < *column).count();
        if within > 0 {
            assert_eq!(before, &huge + Natural::from(within), "{name}");
        }
        // Twice the half, less the diagonal, which is small.
        let (count, half) = (
            all.count_to(Method::Auto, &huge, &budget).unwrap(),
            ways.count_to(Method::Auto, &huge, &budget).unwrap(),
        );
        let twice = half * Natural::from(if ways.is_symmetric() { 2u8 } else { 1 });
        assert!(count <= twice && twice - &count < Natural::from(10u8), "{name}");
    }
}

#[test]
fn all_orders_of_more_piles() {
    let budget = Budget::default();
    for (name, piles) in [("nim(piles=3)", 3), ("nim(piles=4)", 4)] {
        let ways = Ways::of(Game::named(name).unwrap());
        let list = ways.lists(true).list_to(Method::Auto, 5, &budget).unwrap();
        let sum = |p: &Position| p.as_small().unwrap().iter().fold(0, |sum, pile| sum ^ pile);
        assert!(list.iter().all(|p| sum(p) == 0) && list.is_sorted());
        // All piles but the last can be chosen, and decide it.
        let choices = (0..6_u32.pow(piles - 1)).map(|n| (0..piles - 1).map(move |i| n / 6_u32.pow(i) % 6));
        let right = choices.filter(|few| few.clone().fold(0, |sum, pile| sum ^ pile) <= 5).count();
        assert_eq!(list.len(), right, "{name}");
        let count = ways.lists(true).count_to(Method::Auto, &5u8.into(), &budget).unwrap();
        assert_eq!(count, Natural::from(right));
        let first = ways.lists(true).first(Method::Auto, 3, &budget).unwrap();
        assert!(first.iter().all(|p| p.piles()[0] == Natural::ZERO) && first.is_sorted());
    }
}
