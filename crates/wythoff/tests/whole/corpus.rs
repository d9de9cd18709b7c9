//! One corpus for all engines: the games of the rulebook, the README's games and a folder of odd rule texts, through every way of solving,
//! every format, `prove` and `check`.
//!
//! A new way joins by being registered in [`wythoff::ways::ALL`]: whatever it opens it must answer as the definition of play does. A new odd
//! text joins by being put into `tests/corpus/`.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wythoff::check::{AnyCertificate, Proved};
use wythoff::export::{self, Extent, Format, Listing, Sequence};
use wythoff::prove::guess::{Effort, prove};
use wythoff::prove::load::Loaded;
use wythoff::prove::source::Solver;
use wythoff::solve::stream::StreamError;
use wythoff::{Budget, Frame, Game, Limit, Method, Pane, Position, Solution, SolveError, Ways, ways};

/// Boards are compared up to here, and columns before this one.
const TO: u32 = 22;
const COLUMNS: u64 = 9;

/// Notations with values that cover every game of the rulebook, inside and outside the hypotheses of theorems.
const NAMED: [&str; 43] = [
    "WN",
    "nim",
    "3WN",
    "2WN^(3)",
    "2WN^(2)",
    "4WN^(2)",
    "3WN^(6)",
    "WN^(3)",
    "2WN^2",
    "2x3WN_1",
    "gdwn(1,2)",
    "gdwn(2,3)",
    "W^1",
    "W^2",
    "W^3",
    "W^4",
    "W^5",
    "W^8",
    "N^3",
    "W_2",
    "W_3",
    "W_4",
    "W_2N",
    "WN_2",
    "(2,3)WN",
    "(3,2)WN",
    "(2,4)WN",
    "(2,1)IN",
    "(1,1)IN",
    "(3,2)IN",
    "maharaja",
    "beta(pi)",
    "beta(1+sqrt(2))",
    "invariant(k=3)",
    "even-diagonal",
    "nim(piles=3)",
    "raleigh",
    "tribonacci",
    "nimsum-wythoff(piles=3)",
    "pair-wythoff(piles=3)",
    "equal-wythoff(piles=3)",
    "full-imitation(piles=3)",
    "point-imitation(piles=3)",
];

fn corpus() -> Vec<(String, Game)> {
    let named =
        |name: &&str| ((*name).to_owned(), Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}")));
    let mut games: Vec<(String, Game)> = NAMED.iter().map(named).collect();
    let folder = wythoff_testing::corpus();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let game = Game::from_text(&name, &text, "").unwrap_or_else(|e| panic!("{e}"));
        games.push((name, game));
    }
    games.extend(readme());
    assert!(games.len() > NAMED.len() + 15);
    games
}

/// Rule texts that stand in the README, with a value for what is open.
fn readme() -> Vec<(String, Game)> {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let blocks = page.split("```").skip(1).step_by(2);
    let texts = blocks.filter_map(|block| block.split_once('\n')).map(|(_, text)| text);
    let games: Vec<(String, Game)> = texts
        .filter(|text| {
            text.lines().any(|l| l.starts_with("game \"")) && text.lines().any(|l| l.starts_with("move "))
        })
        .enumerate()
        .map(|(i, text)| {
            let own: String = text
                .lines()
                .skip_while(|l| !l.starts_with("game \""))
                .take_while(|l| !l.starts_with('$') && *l != "EOF")
                .map(|l| format!("{l}\n"))
                .collect();
            let name = format!("README text {i}");
            let game = ["", "k=2", "2", "k=2,beta=pi"]
                .iter()
                .find_map(|values| Game::from_text(&name, &own, values).ok());
            (name.clone(), game.unwrap_or_else(|| panic!("{name}:\n{own}")))
        })
        .collect();
    assert!(!games.is_empty(), "no rule text was found in README.md");
    games
}

fn frame() -> Frame {
    Frame::small(0, 0, TO + 1, TO + 1)
}

/// What the definition says: the board, and the list.
struct Definition {
    pane: Option<Pane>,
    list: Vec<Position>,
}

fn definition(ways: &Ways) -> Definition {
    let budget = Budget::default();
    let two = ways.game().piles() == 2;
    Definition {
        pane: two.then(|| ways.window(Method::Reference, &frame(), &budget).unwrap()),
        list: ways.list_to(Method::Reference, if two { TO } else { 9 }, &budget).unwrap(),
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

#[test]
fn every_way_agrees_with_the_definition_on_the_whole_corpus() {
    let mut joined = BTreeSet::new();
    for (name, game) in corpus() {
        let game = Arc::new(game);
        let ways = Ways::of(Arc::clone(&game));
        let expected = definition(&ways);
        for way in ways::ALL {
            // Searches for proofs take seconds where there is none; tests/certified.rs has more of those that find one.
            if way.only_when_asked() && !["WN", "2WN", "W^2", "W_3"].contains(&name.as_str()) {
                continue;
            }
            let Ok(solution) = way.open(&game) else { continue };
            joined.insert(format!("{way:?}"));
            agrees(&format!("{name} by {way:?}"), &game, &*solution, &ways, &expected);
        }
    }
    let all: BTreeSet<String> = ways::ALL.iter().map(|way| format!("{way:?}")).collect();
    assert_eq!(joined, all, "every way is tried by some game of the corpus");
}

fn agrees(what: &str, game: &Game, solution: &dyn Solution, ways: &Ways, expected: &Definition) {
    let budget = Budget::default();
    if let Some(pane) = &expected.pane {
        if let Some(own) = possible(solution.window(&frame(), &budget), what) {
            assert_eq!(own.to_string(), pane.to_string(), "{what}");
        }
        // A window that does not begin at the corner.
        let small = Frame::small(3, 5, 4, 7);
        if let Some(own) = possible(solution.window(&small, &budget), what) {
            for (i, j) in (0..4).flat_map(|i| (0..7).map(move |j| (i, j))) {
                assert_eq!(own.outcome(i, j), pane.outcome(3 + i, 5 + j), "{what} ({i}, {j})");
            }
        }
    }
    let to = if game.piles() == 2 { TO } else { 9 };
    if let Some(list) = possible(solution.list_to(to, &budget), what) {
        assert_eq!(list, expected.list, "{what}");
        let piles =
            expected.list.iter().flat_map(|p| p.as_small().unwrap()).map(u64::from).collect::<Vec<_>>();
        assert_eq!(solution.piles_to(to, &budget).unwrap(), piles, "{what}");
        assert_eq!(ways.piles_to(Method::Auto, to, &budget).unwrap(), piles, "{what}");
    }
    if let Some(first) = possible(solution.list_from(&3u8.into(), 4, &budget), what) {
        let inside = |p: &&Position| p.piles().iter().all(|n| *n <= to.into());
        for position in first.iter().filter(inside) {
            assert!(expected.list.contains(position), "{what}: {position} is listed");
        }
        assert_eq!(first.len(), 4, "{what}");
    }
    for piles in [[0, 0], [1, 2], [7, 4], [11, 18], [20, 20]] {
        let mut position = piles.to_vec();
        position.resize(game.piles(), 3);
        let position = Position::small(&position);
        let reference = ways.ask_by(Method::Reference, &position, &[], &budget);
        match (solution.ask(&position, &[], &budget), reference) {
            (Ok(own), Ok(reference)) => {
                assert_eq!(own.outcome, reference.outcome, "{what} at {position}");
                if own.all_but.is_none() {
                    assert_eq!(own.winning_moves, reference.winning_moves, "{what} at {position}");
                    assert_eq!(own.block, reference.block, "{what} at {position}");
                }
                assert_eq!(own.terminal, reference.terminal, "{what} at {position}");
            }
            (Err(SolveError::NoSquare { .. }), Err(SolveError::NoSquare { .. })) => {}
            (Err(SolveError::Method { .. }), _) => {}
            (own, reference) => panic!("{what} at {position}: {own:?}, {reference:?}"),
        }
    }
    stream_agrees(what, solution, expected);
}

fn stream_agrees(what: &str, solution: &dyn Solution, expected: &Definition) {
    let Some(mut stream) = possible(solution.stream(), what) else { return };
    let mut found = Vec::new();
    let half = |n: u64| -> u64 { n / 2 };
    // In two runs, with a save and a restore between them.
    for until in [half(COLUMNS), COLUMNS] {
        let run = stream.run(until, &Budget::default(), &mut |x, rows| {
            found.extend(rows.iter().map(|y| Position::small(&[x, *y])));
            ControlFlow::Continue(())
        });
        match run {
            Ok(()) => {}
            Err(StreamError::Solve(
                SolveError::TooLarge { .. } | SolveError::TooLong { .. } | SolveError::Endless { .. },
            )) => return,
            Err(other) => panic!("{what}: {other}"),
        }
        let saved = stream.save();
        stream = solution.stream().unwrap();
        stream.restore(&saved).unwrap();
    }
    let inside = |p: &&Position| p.piles()[0] < COLUMNS.into() && p.piles()[1] <= TO.into();
    let (own, list): (Vec<_>, Vec<_>) =
        (found.iter().filter(inside).collect(), expected.list.iter().filter(inside).collect());
    assert_eq!(own, list, "{what}: columns");
}

/// What is proved within a little work is proved by the checker, and says what the definition says.
#[test]
fn proofs_of_the_corpus_are_checked_and_true() {
    let mut proved = 0;
    for (name, game) in corpus() {
        let Some(rules) = game.ruleset() else { continue };
        let asked = AtomicU32::new(0);
        let budget = Budget::default()
            .with_memory(1 << 28)
            .with_states(60_000)
            .with_guard(move || (asked.fetch_add(1, Ordering::Relaxed) > 3_000).then_some(Limit::Time));
        let proof = prove(rules, &mut Solver::new(rules), &Effort::default(), &budget);
        assert!(proof.fault.is_none(), "{name}: planner and checker contradict each other");
        let Some(found) = proof.proved else { continue };
        proved += 1;
        // A stranger reads the text, checks it once more, and asks.
        let text = found.certificate().to_string();
        let read = AnyCertificate::read(&text, &Budget::default()).unwrap();
        let again = Proved::new(read, &Budget::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let expected =
            Ways::of(game.clone()).window(Method::Reference, &frame(), &Budget::default()).unwrap();
        if again.automaton().is_none() {
            continue;
        }
        let Loaded { numeration, automaton } = Loaded::from_text(&text, None, &Budget::default()).unwrap();
        for (i, j) in (0..=TO).flat_map(|i| (0..=TO).map(move |j| (i, j))) {
            let own = automaton.run(&numeration, &[i.into(), j.into()]) != 0;
            assert_eq!(own, expected.outcome(i, j).is_some_and(|o| o.is_p()), "{name} ({i}, {j})");
        }
    }
    assert!(proved >= 15, "only {proved} games of the corpus are proved");
}

/// Every format of every list: the same bytes, whole or streamed, and csv reads back as the list.
#[test]
fn every_format_holds_every_list() {
    for (name, game) in corpus() {
        let to = if game.piles() == 2 { TO } else { 9 };
        let ways = Ways::of(game);
        let positions = ways.list_to(Method::Reference, to, &Budget::default()).unwrap();
        let listing = Listing {
            game: ways.game(),
            half: ways.is_symmetric(),
            extent: Extent::To(to),
            positions: &positions,
        };
        for format in Format::ALL {
            match export::list(&listing, format, Sequence::A) {
                Ok(bytes) if format == Format::Csv => {
                    let text = String::from_utf8(bytes).unwrap();
                    let read: Vec<Position> = text
                        .lines()
                        .skip(1)
                        .map(|l| {
                            Position::small(&l.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u64>>())
                        })
                        .collect();
                    assert_eq!(read, positions, "{name}");
                }
                Ok(bytes) => assert!(!bytes.is_empty() || positions.is_empty(), "{name} as {format}"),
                // Words of 64 bits hold pairs only; parquet is a face's business.
                Err(why) => assert!(
                    ways.game().piles() != 2 || !matches!(format, Format::Csv | Format::Json | Format::Jsonl),
                    "{name} as {format}: {why}"
                ),
            }
        }
    }
}

/// What an error says is possible must be: here with little work allowed, so that the promise is small too.
#[test]
fn what_the_definition_promises_it_keeps() {
    let budget = || Budget::default().with_work(2_000_000);
    let mut promised = 0;
    for (name, game) in corpus().into_iter().filter(|(_, game)| game.piles() == 2) {
        let ways = Ways::of(game);
        let far = Position::small(&[1_000_000, 1_000_003]);
        let error = ways.ask_by(Method::Reference, &far, &[], &budget()).unwrap_err().to_string();
        let side = error.split("a board up to about (").nth(1).and_then(|rest| rest.split(',').next());
        let side: u64 = side.and_then(|side| side.parse().ok()).unwrap_or_else(|| panic!("{name}: {error}"));
        assert!(side >= 8, "{name}: {error}");
        match ways.ask_by(Method::Reference, &Position::small(&[side, side]), &[], &budget()) {
            Ok(_) | Err(SolveError::NoSquare { .. }) => promised += 1,
            Err(error) => panic!("{name} promises {side} and says {error}"),
        }
    }
    assert!(promised > 30);
}
