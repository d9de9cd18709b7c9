//! Random games with few moves and every twist, through every way of solving: who wins is defined once, and no way may forget
//! a part of it.

use crate::random::Numbers;
use crate::{brute, random_games};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wythoff_budget::{Budget, Limit};
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::library::ProvedGame;
use wythoff_prove::source::Solver;
use wythoff_prove::{AllWays as Ways, ways};
use wythoff_rules::ruleset::{Play, Ruleset, Twist};
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::board::{Algorithm, Board};
use wythoff_solve::columns::Columns;
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::surplus::{surplus, surplus_budget};
use wythoff_solve::{Answer, Frame, Method, Solution, SolveError, strategy};

type Solved = Vec<Vec<Option<bool>>>;

/// A game with what the definition says of it.
struct Case {
    text: String,
    rules: Ruleset,
    ways: Ways,
    to: usize,
    board: Solved,
    list: Vec<(usize, usize)>,
}

impl Case {
    fn new(text: String, to: usize) -> Option<Case> {
        let game = Arc::new(Game::from_text("random", &text, "").ok()?);
        let rules = game.ruleset()?.clone();
        let ways = Ways::of(game);
        let board = brute::board(&rules, to + 1, to + 1);
        let half = ways.is_symmetric();
        let all = (0..=to).flat_map(|x| (if half { x } else { 0 }..=to).map(move |y| (x, y)));
        let list = all.filter(|(x, y)| board[*x][*y] == Some(true)).collect();
        Some(Case { text, rules, ways, to, board, list })
    }

    fn positions(&self) -> Vec<Position> {
        self.list.iter().map(|(x, y)| Position::small(&[*x as u64, *y as u64])).collect()
    }
}

/// `None` where a way says that it cannot do this.
fn possible<T>(result: Result<T, SolveError>, what: &str) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(
            SolveError::Method { .. }
            | SolveError::Endless { .. }
            | SolveError::Uncertain { .. }
            | SolveError::TooLarge { .. }
            | SolveError::TooLong { .. },
        ) => None,
        Err(other) => panic!("{what}: {other}"),
    }
}

/// A budget that stops what has no end, by how often it is asked.
fn patient() -> Budget {
    let asked = AtomicU32::new(0);
    Budget::default()
        .with_work(40_000)
        .with_guard(move || (asked.fetch_add(1, Ordering::Relaxed) > 2_000).then_some(Limit::Time))
}

/// Takes a game through every way; the names of those that could do it.
fn compare(case: &Case, joined: &mut BTreeSet<String>) {
    let ordinary = ways::ALL.iter().filter(|way| !way.only_when_asked());
    let game = Arc::new(case.ways.game().clone());
    for way in ordinary {
        let Ok(solution) = way.open(&game) else { continue };
        joined.insert(format!("{way:?}"));
        by_way(&format!("{}by {way:?}", case.text), case, &*solution);
    }
    boards(case);
    choices(case);
}

fn by_way(what: &str, case: &Case, solution: &dyn Solution) {
    let (budget, to) = (Budget::default(), case.to as u32);
    for (x, y, width, height) in [(0, 0, to + 1, to + 1), (2, 3, to - 3, to - 4)] {
        let frame = Frame::small(u64::from(x), u64::from(y), width, height);
        let Some(pane) = possible(solution.window(&frame, &budget), what) else { continue };
        for (i, j) in (0..width).flat_map(|i| (0..height).map(move |j| (i, j))) {
            let expected = case.board[(x + i) as usize][(y + j) as usize].map(Outcome::p_if);
            assert_eq!(pane.outcome(i, j), expected, "{what}: ({}, {})", x + i, y + j);
        }
    }
    if let Some(list) = possible(solution.list_to(to, &budget), what) {
        assert_eq!(list, case.positions(), "{what}: list");
        let piles: Vec<u64> = case.list.iter().flat_map(|(x, y)| [*x as u64, *y as u64]).collect();
        assert_eq!(solution.piles_to(to, &budget).expect("possible"), piles, "{what}: piles");
        assert_eq!(solution.count_listed(to, &budget).expect("possible"), list.len() as u64, "{what}: count");
    }
    let counted = solution.count_to(&to.into(), &budget);
    if let Some(Some(count)) = possible(counted, what) {
        assert_eq!(count, case.list.len().into(), "{what}: count to {to}");
    }
    let from = case.list.len() / 3;
    if let Some(some) = possible(solution.list_from(&from.into(), 3, &patient()).or_else(ended), what) {
        // What comes first in the whole list may lie above the board.
        let inside = |p: &&Position| p.piles().iter().all(|n| *n <= to.into());
        let inside: Vec<&Position> = some.iter().filter(inside).collect();
        let whole = case.positions();
        assert!(inside.iter().all(|p| whole.contains(p)), "{what}: {inside:?}");
    }
    for x in 0..=case.to {
        for y in (0..=case.to).filter(|y| (x + y) % 3 != 2) {
            ask(what, case, (x, y), solution.ask(&square(x, y), &[], &budget));
        }
    }
    if let Some(stream) = possible(solution.stream(), what) {
        streams(what, case, stream);
    }
    if let Some(stream) = possible(solution.stream_up_to(case.to as u64), what) {
        streams(what, case, stream);
    }
}

/// A search that was stopped has said nothing.
fn ended<T>(error: SolveError) -> Result<T, SolveError> {
    match error {
        SolveError::Limit(_) | SolveError::Stopped(_) => {
            Err(SolveError::Uncertain { game: "stopped".to_owned() })
        }
        other => Err(other),
    }
}

fn square(x: usize, y: usize) -> Position {
    Position::small(&[x as u64, y as u64])
}

fn streams(what: &str, case: &Case, mut stream: Stream) {
    let mut found = Vec::new();
    let until = case.to as u64 + 1;
    let run = stream.run(until, &patient(), &mut |x, rows| {
        found.extend(rows.iter().map(|y| (x as usize, *y as usize)));
        ControlFlow::Continue(())
    });
    match run {
        Ok(()) => {
            found.retain(|(_, y)| *y <= case.to);
            assert_eq!(found, case.list, "{what}: columns");
        }
        Err(StreamError::Solve(error)) => {
            possible::<()>(ended(error), what);
        }
        Err(other) => panic!("{what}: {other}"),
    }
}

/// What is said about a position is what its options say.
fn ask(what: &str, case: &Case, (x, y): (usize, usize), answer: Result<Answer, SolveError>) {
    let what = format!("{what}: at ({x}, {y})");
    let Some(is_p) = case.board[x][y] else {
        let refused = matches!(answer, Err(SolveError::NoSquare { .. } | SolveError::Method { .. }));
        assert!(refused, "{what}: {answer:?}");
        return;
    };
    let Some(answer) = possible(answer, &what) else { return };
    assert_eq!(answer.outcome, Outcome::p_if(is_p), "{what}");
    let options = brute::options(&case.rules, &case.board, x, y);
    let sorted = |wanted: bool| -> Vec<Position> {
        let mut list: Vec<Position> =
            options.iter().filter(|o| o.is_p == wanted).map(|o| square(o.to.0, o.to.1)).collect();
        list.sort();
        list
    };
    let nothing: &[Position] = &[];
    assert_eq!(answer.terminal, brute::is_over(&case.rules, &options), "{what}: terminal");
    assert!(
        answer.options.is_none_or(|count| count == options.len()),
        "{what}: {:?} options",
        answer.options
    );
    match (&answer.all_but, is_p) {
        (Some(few), false) => assert_eq!(*few, sorted(false), "{what}: all but"),
        (None, false) => assert_eq!(answer.winning_moves, sorted(true), "{what}: winning moves"),
        (few, true) => assert!(few.is_none() && answer.winning_moves.is_empty(), "{what}"),
    }
    match (&case.rules.twist, is_p) {
        (Twist::Block(_), true) => assert_eq!(answer.block, sorted(true), "{what}: block"),
        _ => assert_eq!(answer.block, nothing, "{what}: block"),
    }
    match (&case.rules.twist, is_p) {
        (Twist::Comply(_), true) => {
            let of = |p: &Position| options.iter().find(|o| square(o.to.0, o.to.1) == *p).expect("possible");
            let proposed: Vec<&brute::Reached> = answer.propose.iter().map(of).collect();
            assert!(proposed.iter().all(|option| !option.is_p), "{what}: proposes what wins");
            assert!(brute::is_enough(&case.rules, &proposed), "{what}: proposes {:?}", answer.propose);
            let misere = case.rules.play == Play::Misere;
            assert!(!misere || !proposed.is_empty(), "{what}: proposes nothing, which loses");
        }
        _ => assert_eq!(answer.propose, nothing, "{what}: propose"),
    }
    assert!(!strategy::reason(case.ways.game(), &answer).is_empty(), "{what}");
}

/// The solvers behind the ways, where a way might choose another one.
fn boards(case: &Case) {
    let (side, budget) = (case.to as u64 + 1, Budget::default());
    let is_p = |x: u64, y: u64| case.board[x as usize][y as usize] == Some(true);
    for algorithm in [Algorithm::Best, Algorithm::General] {
        let Ok(board) = Board::solve_by(algorithm, &case.rules, side, side, &budget) else { continue };
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            assert_eq!(board.is_p(x, y), is_p(x, y), "{}board, {algorithm:?}: ({x}, {y})", case.text);
        }
    }
    for height in [Some(case.to as u64), None] {
        let Ok(mut columns) = Columns::new(&case.rules, height) else { continue };
        let half = columns.is_symmetric();
        let mut wrong = None;
        let _ = columns.run(side, &patient(), &mut |x, rows| {
            let expected = (if half { x } else { 0 }..side).filter(|y| is_p(x, *y));
            let rows: Vec<u64> = rows.iter().copied().filter(|y| *y < side).collect();
            if !expected.eq(rows.iter().copied()) {
                wrong = Some((x, rows));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        assert_eq!(wrong, None, "{}columns up to {height:?}", case.text);
    }
    if surplus_budget(case.ways.game()).is_ok() {
        let values = surplus(case.ways.game(), &Frame::small(0, 0, side as u32, side as u32), &budget)
            .expect("possible");
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            let value = values[(y * side + x) as usize];
            let expected = case.board[x as usize][y as usize];
            assert_eq!(value.map(|value| value < 0), expected, "{}surplus: ({x}, {y})", case.text);
        }
    }
}

/// What is proved within a little work says of every square what the definition says.
fn by_proof(case: &Case, proved: &mut usize) {
    let asked = AtomicU32::new(0);
    let budget = Budget::default()
        .with_memory(1 << 28)
        .with_states(40_000)
        .with_guard(move || (asked.fetch_add(1, Ordering::Relaxed) > 400).then_some(Limit::Time));
    let effort = Effort { boards: vec![600], states: 60, ..Effort::default() };
    let proof = prove(&case.rules, &mut Solver::new(&case.rules), &effort, &budget);
    assert!(proof.fault.is_none(), "{}planner and checker contradict each other", case.text);
    let Some(found) = proof.proved else { return };
    *proved += 1;
    let known = ProvedGame::new(&case.rules, &found, "found").expect("possible");
    let ways = case.ways.clone().with_certificate(known);
    by_way(&format!("{}by proof", case.text), case, ways.solution(Method::Automaton).expect("possible"));
}

/// What is chosen when no way is asked for.
fn choices(case: &Case) {
    let budget = Budget::default();
    for (x, y) in [(0, 0), (1, 0), (0, 2), (4, 3), (case.to, case.to)] {
        let answer = case.ways.ask_by(Method::Auto, &square(x, y), &[], &budget);
        ask(&format!("{}auto", case.text), case, (x, y), answer);
    }
    let list = case.ways.list_to(Method::Auto, case.to as u32, &budget).expect("possible");
    assert_eq!(list, case.positions(), "{}auto", case.text);
    let frame = Frame::small(0, 0, case.to as u32 + 1, case.to as u32 + 1);
    let pane = case.ways.window(Method::Auto, &frame, &budget).expect("possible");
    for (x, y) in (0..=case.to).flat_map(|x| (0..=case.to).map(move |y| (x, y))) {
        let expected = case.board[x][y].map(Outcome::p_if);
        assert_eq!(pane.outcome(x as u32, y as u32), expected, "{}auto: ({x}, {y})", case.text);
    }
}

fn random_games_agree(seed: u64, games: usize) {
    let mut numbers = Numbers(seed);
    let (mut joined, mut done, mut proved) = (BTreeSet::new(), 0, 0);
    while done < games {
        let (text, to) = (random_games::text(&mut numbers), 7 + numbers.below(6));
        let Some(case) = Case::new(text, to) else { continue };
        compare(&case, &mut joined);
        done += 1;
        // Looking for a proof takes longer than all else together.
        if done % 12 == 0 {
            by_proof(&case, &mut proved);
        }
    }
    assert!(proved * 60 > games, "only {proved} of {games} / 12 are proved");
    for way in ["ByDefinition", "ByColumns", "ByBoard"] {
        assert!(joined.contains(way), "{way} was not tried: {joined:?}");
    }
}

#[test]
fn random_games_with_every_twist_agree_by_every_way() {
    random_games_agree(0x5eed, 3_000);
}

#[test]
#[ignore = "minutes"]
fn many_more_random_games_with_every_twist() {
    for seed in 1..=40 {
        random_games_agree(seed * 0x9e37_79b9, 3_000);
    }
}

/// A game that a certificate says with other lines: two budgets for all moves are one.
#[test]
fn answers_from_a_certificate_count_by_its_own_lines() {
    let text = "move a: s = t\nmove b: s = 0\nmove d: t = 0\nblock 2\nblock 1\n";
    let case = Case::new(text.to_owned(), 12).expect("a game");
    let mut joined = BTreeSet::new();
    compare(&case, &mut joined);
    assert!(joined.contains("ByCertificate"), "{joined:?}");
}

/// The texts that showed it: the columns solver forgot that a move to an N-position has to be left.
#[test]
fn where_everything_can_be_forbidden_misere_play_loses() {
    for (text, count) in [
        ("move m: s = 5 and t = 5\nblock 3\nplay misere\n", 46),
        ("move m: s = 1 and t = 0 or s = 0 and t = 1\nblock 3\nplay misere\n", 64),
    ] {
        let case = Case::new(text.to_owned(), 15).expect("possible");
        compare(&case, &mut BTreeSet::new());
        for method in [Method::Auto, Method::Columns, Method::Board, Method::Reference] {
            let list = case.ways.list_to(method, 15, &Budget::default()).expect("possible");
            assert_eq!(list.len(), count, "{text}{method}");
        }
    }
}
