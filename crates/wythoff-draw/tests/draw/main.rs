//! Pictures, read back: every colouring, square by square, against the reference solver, on games of the rulebook and on odd rule texts.
#![allow(clippy::unwrap_used)]

mod automata;
mod colourings;
mod far;
mod faults;
mod figures;
mod fitted;
mod paths;
mod positions;
mod printed;
mod read;
mod snapshots;

use wythoff_budget::Budget;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;
use wythoff_solve::Frame;
use wythoff_solve::reference::Reference;

/// Games of the rulebook of every kind: blocking, comply, classes, holes, misère, asymmetric.
const BOOK: [&str; 17] = [
    "N",
    "WN",
    "3WN",
    "W^2",
    "W^4",
    "W^9",
    "N^3",
    "2WN^(3)",
    "2x3WN_1",
    "(1,2)GDWN",
    "(2,2)WN",
    "W_2",
    "WN_2",
    "maharaja",
    "even-diagonal",
    "G(alpha_3)",
    "(2,1)IN",
];

/// The odd rule texts.
fn odd() -> Vec<Game> {
    let folder = wythoff_testing::corpus();
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "game"));
    paths.sort();
    assert!(paths.len() >= 20);
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        Game::from_text(name, &std::fs::read_to_string(path).unwrap(), "").unwrap()
    };
    paths.iter().map(read).collect()
}

fn games() -> Vec<Game> {
    let book = BOOK.iter().map(|name| Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}")));
    book.chain(odd()).collect()
}

fn ways(name: &str) -> Ways {
    Ways::of(Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}")))
}

fn budget() -> Budget {
    Budget::default()
}

/// The definition of play, for games without memory.
fn reference(game: &Game, to: u32) -> Option<Reference> {
    let rules = game.ruleset()?;
    if game.has_memory() { None } else { Some(Reference::solve(rules, to, to, &budget()).unwrap()) }
}

fn square(to: u32) -> Frame {
    Frame::small(0, 0, to + 1, to + 1)
}
