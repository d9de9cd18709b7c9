//! Sums of positions: at each turn the player chooses one of several positions and moves there.
//!
//! Right for games without a twist and without memory, in normal play (Sprague and Grundy): a sum is worth the xor of what
//! its parts are worth, it is P if and only if that is 0, and a move wins if and only if it makes it 0. Values of two-pile
//! games come from [`grundy`](super::grundy), of games on n piles from the definition.
//!
//! ```
//! use wythoff::{Game, Position, solve::sum};
//! let (wythoff, nim) = (Game::named("WN")?, Game::named("nim(piles=3)")?);
//! let parts = [(&wythoff, Position::small(&[3, 4])), (&nim, Position::small(&[1, 2, 3]))];
//! let answer = sum::ask(&parts, &Default::default())?;
//! assert_eq!((answer.values, answer.value), (vec![2, 0], 2));
//! assert_eq!(answer.winning_moves[0], (0, Position::small(&[1, 2])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use super::grundy::{Grundy, GrundyError};
use super::rays::RayGame;
use super::squares::Squares;
use crate::budget::Budget;
use crate::game::{Game, GameKind};
use crate::piles::PileGame;
use crate::position::{Outcome, Position};
use crate::rules::Ruleset;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// Positions of n piles that may be remembered, and options that may be looked at.
const MOST_STATES: usize = 5_000_000;
const MOST_WORK: u64 = 1_000_000_000;

/// The answer to "what about this sum?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumAnswer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the sum.
    pub value: u32,
    /// The Grundy values of its parts.
    pub values: Vec<u32>,
    /// Every winning move: in which part, and to which position.
    pub winning_moves: Vec<(usize, Position)>,
    /// No part has a move.
    pub terminal: bool,
}

/// The Grundy value of a position, and of its options in lexicographic order.
struct Valued {
    value: u32,
    options: Vec<(Position, u32)>,
}

/// Everything about a sum of positions.
///
/// # Errors
/// A game that has no Grundy values, the wrong number of piles, a square that does not exist, a position too large.
pub fn ask(parts: &[(&Game, Position)], budget: &Budget) -> Result<SumAnswer, SolveError> {
    let mut valued = Vec::with_capacity(parts.len());
    for (game, position) in parts {
        valued.push(evaluate(game, position, budget)?);
    }
    let values: Vec<u32> = valued.iter().map(|part| part.value).collect();
    let value = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning_moves = Vec::new();
    for (number, part) in valued.iter().enumerate() {
        let wanted = value ^ part.value;
        let winning = part.options.iter().filter(|(_, value)| *value == wanted);
        winning_moves.extend(winning.map(|(option, _)| (number, option.clone())));
    }
    let terminal = valued.iter().all(|part| part.options.is_empty());
    Ok(SumAnswer { outcome: Outcome::p_if(value == 0), value, values, winning_moves, terminal })
}

fn evaluate(game: &Game, position: &Position, budget: &Budget) -> Result<Valued, SolveError> {
    let found = position.piles().len();
    if found != game.piles() {
        return Err(SolveError::Piles { game: game.name().to_owned(), expected: game.piles(), found });
    }
    let too_large = |why: &str| SolveError::TooLarge {
        wanted: format!("the Grundy value of {} in {}{why}", position.shortened(), game.name()),
        possible: "a position with smaller piles".to_owned(),
    };
    if game.has_memory() {
        return Err(SolveError::NoGrundy { game: game.name().to_owned() });
    }
    let piles = position.as_small().ok_or_else(|| too_large(""))?;
    match game.kind() {
        GameKind::TwoPile(rules) => {
            let (x, y) = (u64::from(piles[0]), u64::from(piles[1]));
            let (squares, table) = two_piles(rules, x, y, budget).map_err(|error| match error {
                GrundyError::Twist => SolveError::NoGrundy { game: game.name().to_owned() },
                other => too_large(&format!(" ({other})")),
            })?;
            let Some(value) = table.value(x, y) else {
                let position = position.clone();
                return Err(SolveError::NoSquare { game: game.name().to_owned(), position });
            };
            let mut options = Vec::new();
            squares.options(x, y, &mut |u, v| {
                options.extend(table.value(u, v).map(|value| (Position::small(&[u, v]), value)));
            });
            options.sort_unstable();
            Ok(Valued { value, options })
        }
        GameKind::Piles(rules) => many_piles(*rules, &piles).ok_or_else(|| too_large("")),
    }
}

fn two_piles(rules: &Ruleset, x: u64, y: u64, budget: &Budget) -> Result<(Squares, Grundy), GrundyError> {
    let table = Grundy::solve(rules, x + 1, y + 1, budget)?;
    let squares = Squares::new(rules, RayGame::recognise(rules).ok(), x.max(y) + 1)?;
    Ok((squares, table))
}

/// By the definition: the least number that no option is worth. `None` if that is too much work.
fn many_piles(game: PileGame, piles: &[u32]) -> Option<Valued> {
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut work = 0_u64;
    // All these games are symmetric, so one order of the piles stands for all.
    let sorted = |piles: &[u32], removal: &[u32]| {
        let mut after: Vec<u32> = piles.iter().zip(removal).map(|(p, t)| p - t).collect();
        after.sort_unstable();
        after
    };
    let goal = sorted(piles, &vec![0; piles.len()]);
    let mut stack = vec![goal.clone()];
    while let Some(state) = stack.last() {
        if known.contains_key(state) {
            stack.pop();
            continue;
        }
        let (mut missing, mut seen) = (None, Vec::new());
        let _ = game.rule.removals(state, &mut |removal| {
            work += 1;
            let option = sorted(state, removal);
            match known.get(&option) {
                Some(value) => {
                    seen.push(*value);
                    ControlFlow::Continue(())
                }
                None => {
                    missing = Some(option);
                    ControlFlow::Break(())
                }
            }
        });
        if known.len() > MOST_STATES || work > MOST_WORK {
            return None;
        }
        match missing {
            Some(option) => stack.push(option),
            None => {
                seen.sort_unstable();
                seen.dedup();
                let value =
                    (0..).zip(&seen).find(|(i, value)| i != *value).map_or(seen.len() as u32, |(i, _)| i);
                known.insert(stack.pop()?, value);
            }
        }
    }
    let mut options = Vec::new();
    let _ = game.rule.removals(piles, &mut |removal| {
        let value = known.get(&sorted(piles, removal)).copied().unwrap_or(0);
        let after: Vec<u64> = piles.iter().zip(removal).map(|(p, t)| u64::from(p - t)).collect();
        options.push((Position::small(&after), value));
        ControlFlow::Continue(())
    });
    options.sort_unstable();
    options.dedup();
    Some(Valued { value: known.get(&goal).copied()?, options })
}
