//! Games being played, on the whole rulebook: the perfect player wins what can be won and holds out where it cannot,
//! everything offered is accepted and everything else refused, and every game can be taken back and replayed.
#![allow(clippy::unwrap_used)]

mod board;
mod large;
mod lengths;
mod levels;
mod machine;
mod records;
mod refusals;
mod review;
mod why;

use wythoff_budget::Budget;
use wythoff_play::{Act, Advice, Ending, Match, Player, Record, Setup, Turn};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Position};
use wythoff_solve::Method;
use wythoff_solve::{Answer, SolveError};
use wythoff_testing::{brute, random, random_games};

/// Every entry of the rulebook at small parameters, and twists that it does not have.
const RULEBOOK: [&str; 30] = [
    "nim",
    "WN",
    "beta(beta=pi)",
    "blocking-nim(k=2)",
    "W^2",
    "W^4",
    "comply-diagonal(k=2)",
    "comply-rook(k=3)",
    "W_2",
    "connell(m=2)",
    "diagonal-blocking(p=3,m=1)",
    "even-diagonal",
    "(2,3)GDWN",
    "IN",
    "(2,1)IN",
    "(3,2)IN",
    "invariant(k=2)",
    "2WN",
    "maharaja",
    "2WN^(3)",
    "2WN^2",
    "shifted(k=2,m=3,l=1)",
    "nim(piles=3)",
    "nimsum-wythoff(piles=3)",
    "pair-wythoff(piles=3)",
    "equal-wythoff(piles=3)",
    "point-imitation(piles=3)",
    "full-imitation(piles=3)",
    "raleigh",
    "tribonacci",
];

const TEXTS: [&str; 7] = [
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nplay misere",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1\nplay misere",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 2 of rook\nblock 1 of bishop and s > 1",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 2 of rook or 1 of bishop\nplay misere",
    "move rook: s = 0 or t = 0\nimitation 2 within 2\nplay misere",
    "move rook: s = 0 or t = 0\nmove knight: s = 2 and t = 1\nposition: x + y != 5\nblock 1 of knight or s > 1",
    "move rook: s = 0 or t = 0\ncomply 0 of s = 1 or 3\nplay misere",
];

fn named(name: &str) -> Game {
    Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn of_text(text: &str) -> Game {
    Game::from_text("test.game", &format!("game \"G\"\n{text}\n"), "")
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn all_games() -> Vec<Game> {
    RULEBOOK.iter().map(|n| named(n)).chain(TEXTS.iter().map(|t| of_text(t))).collect()
}

#[test]
fn the_whole_rulebook_is_played() {
    let names: Vec<&str> = all_games().iter().filter_map(|g| g.entry()).map(|e| e.name).collect();
    for entry in wythoff_rules::rulebook::entries() {
        assert!(names.contains(&entry.name), "{} is missing", entry.name);
    }
}

fn at(piles: &[u64]) -> Position {
    Position::small(piles)
}

fn by_definition(game: &Game, position: &Position, history: &[Position]) -> Answer {
    Ways::of(game.clone()).ask_by(Method::Reference, position, history, &Budget::default()).unwrap()
}

fn people(game: &Game, start: &Position) -> Option<Match> {
    match Match::new(game.clone(), Setup::new(start.clone()), &Budget::default()) {
        Ok(played) => Some(played),
        Err(SolveError::NoSquare { .. }) => None,
        Err(error) => panic!("{} at {start}: {error}", game.name()),
    }
}

/// Small starts of a game, a few.
fn starts(game: &Game) -> Vec<Position> {
    match game.piles() {
        2 => [(0, 0), (1, 2), (3, 4), (5, 3), (6, 7), (4, 4)].iter().map(|(x, y)| at(&[*x, *y])).collect(),
        _ => [[0, 0, 0], [1, 1, 2], [2, 3, 1], [3, 2, 4]].iter().map(|p| at(p)).collect(),
    }
}

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % below.max(1) as u64).unwrap()
    }
}

fn open(turn: &Turn) -> Vec<Position> {
    turn.open().map(|o| o.to.clone()).collect()
}

/// Some legal decision, any.
fn random_act(played: &Match, dice: &mut Dice) -> Act {
    let turn = played.turn();
    let mut options = open(&turn);
    let mut list = Vec::new();
    match turn {
        Turn::Move { .. } => Act::Move(options.swap_remove(dice.roll(options.len()))),
        Turn::Forbid { .. } => {
            while !options.is_empty() && dice.roll(4) > 0 {
                list.push(options.swap_remove(dice.roll(options.len())));
                if played.clone().decide(Act::Forbid(list.clone())).is_err() {
                    list.pop();
                }
            }
            Act::Forbid(list)
        }
        Turn::Propose { .. } => {
            while played.clone().decide(Act::Propose(list.clone())).is_err() || dice.roll(3) == 0 {
                if options.is_empty() {
                    break;
                }
                list.push(options.swap_remove(dice.roll(options.len())));
            }
            Act::Propose(list)
        }
        other => panic!("nothing to decide: {other:?}"),
    }
}

fn ending(played: &Match) -> Ending {
    match played.turn() {
        Turn::Over(ending) => ending,
        other => panic!("not over: {other:?}"),
    }
}

/// Plays to the end, the machine for one player and `other` for the opponent; the winner.
fn finish(mut played: Match, mut other: impl FnMut(&Match) -> Act) -> Player {
    while played.turn().player().is_some() {
        if played.let_machine_decide().unwrap().is_none() {
            let act = other(&played);
            played.decide(act.clone()).unwrap_or_else(|e| panic!("{act}: {e}"));
        }
    }
    ending(&played).winner
}

/// All that can be seen of a game.
fn seen(played: &Match) -> (Turn, Position, Player, Record, Option<Advice>) {
    (played.turn(), played.position(), played.mover(), played.record(), played.advice().unwrap())
}

fn refusal(played: &Match, act: Act) -> String {
    played.clone().decide(act).unwrap_err().to_string()
}
