//! Sums of positions: at each turn the player chooses one of several positions and moves there.
//!
//! Right for games without a twist and without memory, in normal play (Sprague and Grundy): a sum is worth the xor of what
//! its parts are worth, it is P if and only if that is 0, and a move wins if and only if it makes it 0. Values of two-pile
//! games come from [`grundy`](super::grundy), of games on n piles from the definition.
//!
//! Nim on any number of piles, and two piles from each of which at most k tokens may be taken, are sums themselves: a pile of n
//! is worth n (Bouton), or the remainder of n on division by k + 1. They are recognised by meaning and have any size.
//!
//! ```
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::sum;
//! let (wythoff, nim) = (Game::named("WN")?, Game::named("nim(piles=3)")?);
//! let parts = [(&wythoff, Position::small(&[3, 4])), (&nim, Position::small(&[1, 2, 3]))];
//! let answer = sum::ask(&parts, &Default::default())?;
//! assert_eq!((answer.values, answer.value), (vec![2u8.into(), 0u8.into()], 2u8.into()));
//! assert_eq!(answer.winning_moves[0], (0, Position::small(&[1, 2])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use super::grundy::{Grundy, GrundyError};
use super::rays::RayGame;
use super::squares::Squares;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::{PileGame, Rule};
use wythoff_rules::position::{Outcome, Position};

/// Positions of n piles that may be remembered, and options that may be looked at: a few seconds.
const MOST_STATES: usize = 2_000_000;
const MOST_WORK: u64 = 200_000_000;
/// Squares of a table of Grundy values that may be found for one position: of games of rays, a second or two and 64 MiB;
/// of games whose moves are looked for on the whole board.
const MOST_SQUARES: u64 = 1 << 24;
const MOST_SQUARES_GENERAL: u64 = 1 << 16;

/// The answer to "what about this sum?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumAnswer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the sum.
    pub value: Natural,
    /// The Grundy values of its parts.
    pub values: Vec<Natural>,
    /// Every winning move: in which part, and to which position.
    pub winning_moves: Vec<(usize, Position)>,
    /// No part has a move.
    pub terminal: bool,
    /// On what the values rest, in words.
    pub ground: String,
}

/// The Grundy value of a position, and where one can go from it.
struct Valued {
    value: Natural,
    options: Options,
}

/// The options of a position with their Grundy values.
enum Options {
    /// One by one, in lexicographic order.
    Listed(Vec<(Position, u32)>),
    /// Taken from single piles.
    Heaps(Heaps),
}

impl Options {
    fn is_empty(&self) -> bool {
        match self {
            Options::Listed(list) => list.is_empty(),
            Options::Heaps(heaps) => heaps.piles.iter().all(|pile| *pile == Natural::from(0u8)),
        }
    }

    /// Those of a value, in lexicographic order. The position itself is worth something else.
    fn worth(&self, wanted: &Natural) -> Vec<Position> {
        match self {
            Options::Listed(list) => {
                let worth = list.iter().filter(|(_, value)| Natural::from(*value) == *wanted);
                worth.map(|(option, _)| option.clone()).collect()
            }
            Options::Heaps(heaps) => heaps.worth(wanted),
        }
    }
}

/// Piles that are worth the xor of what each is worth.
pub(super) struct Heaps {
    piles: Vec<Natural>,
    /// At most one less than this may be taken from a pile at a time, if there is a limit.
    modulus: Option<Natural>,
}

impl Heaps {
    /// From each pile any number may be taken.
    pub(super) fn of_nim(piles: &[Natural]) -> Heaps {
        Heaps { piles: piles.to_vec(), modulus: None }
    }

    fn of_pile(&self, pile: &Natural) -> Natural {
        self.modulus.as_ref().map_or(pile.clone(), |modulus| pile % modulus)
    }

    pub(super) fn value(&self) -> Natural {
        self.piles.iter().fold(Natural::from(0u8), |sum, pile| sum ^ self.of_pile(pile))
    }

    /// From each pile at most one removal changes the sum in a given way.
    pub(super) fn worth(&self, wanted: &Natural) -> Vec<Position> {
        let change = self.value() ^ wanted;
        let mut found = Vec::new();
        for (number, pile) in self.piles.iter().enumerate() {
            let now = self.of_pile(pile);
            let then = &now ^ &change;
            let taken = match &self.modulus {
                _ if then < now => Some(&now - &then),
                Some(modulus) if then > now && then < *modulus => Some(&now + modulus - &then),
                _ => None,
            };
            if let Some(taken) = taken.filter(|taken| taken <= pile) {
                let mut piles = self.piles.clone();
                piles[number] = pile - taken;
                found.push(Position::new(piles));
            }
        }
        found.sort();
        found
    }
}

/// How much may be taken, if a game is Nim or a Nim with a limit on what may be taken from a pile at a time.
enum HeapRule {
    Free,
    AtMost(u64),
}

impl HeapRule {
    fn of(game: &Game) -> Option<HeapRule> {
        let rules = match game.kind() {
            GameKind::Piles(PileGame { rule: Rule::Nim, .. }) => return Some(HeapRule::Free),
            GameKind::Piles(_) => return None,
            GameKind::TwoPile(rules) => rules,
        };
        if rules.is_certainly(Game::named("nim").ok()?.ruleset()?) {
            return Some(HeapRule::Free);
        }
        // The shortest removal that is no move tells the limit; that it is the game is then proved.
        const FAR: u64 = 1 << 42;
        let is_move = |t: u64| rules.is_move(&Point::small(0, FAR, 0, t)).unwrap_or(false);
        let (mut low, mut high) = (1, FAR);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_move(middle) { low = middle + 1 } else { high = middle }
        }
        let most = low - 1;
        let text = format!("move rook: s = 0 and t <= {most} or t = 0 and s <= {most}\n");
        let limited = Game::from_text("limited", &text, "").ok()?;
        (most > 0 && rules.is_certainly(limited.ruleset()?)).then_some(HeapRule::AtMost(most))
    }
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
    let values: Vec<Natural> = valued.iter().map(|part| part.value.clone()).collect();
    let value = values.iter().fold(Natural::from(0u8), |sum, value| sum ^ value);
    let mut winning_moves = Vec::new();
    if value != Natural::from(0u8) {
        for (number, part) in valued.iter().enumerate() {
            let winning = part.options.worth(&(&value ^ &part.value));
            winning_moves.extend(winning.into_iter().map(|option| (number, option)));
        }
    }
    let terminal = valued.iter().all(|part| part.options.is_empty());
    let heaps = valued.iter().filter(|part| matches!(part.options, Options::Heaps(_))).count();
    let ground = format!(
        "the theorem of Sprague and Grundy; {}",
        match heaps {
            0 => "Grundy values by the definition of play",
            all if all == valued.len() => "Grundy values of piles by Bouton's theorem",
            _ => "Grundy values by the definition of play, and of piles by Bouton's theorem",
        }
    );
    let outcome = Outcome::p_if(value == Natural::from(0u8));
    Ok(SumAnswer { outcome, value, values, winning_moves, terminal, ground })
}

fn evaluate(game: &Game, position: &Position, budget: &Budget) -> Result<Valued, SolveError> {
    let found = position.piles().len();
    if found != game.piles() {
        return Err(SolveError::Piles { game: game.name().to_owned(), expected: game.piles(), found });
    }
    if game.has_memory() {
        return Err(SolveError::NoGrundy { game: game.name().to_owned() });
    }
    if let Some(rule) = HeapRule::of(game) {
        let modulus = match rule {
            HeapRule::Free => None,
            HeapRule::AtMost(most) => Some(Natural::from(most) + 1u8),
        };
        let heaps = Heaps { piles: position.piles().to_vec(), modulus };
        return Ok(Valued { value: heaps.value(), options: Options::Heaps(heaps) });
    }
    match game.kind() {
        GameKind::TwoPile(rules) => from_table(game, rules, position, budget),
        GameKind::Piles(rules) => {
            let few = position.as_small().filter(|piles| few_states(piles));
            few.and_then(|piles| many_piles(*rules, &piles)).ok_or_else(|| SolveError::TooLarge {
                wanted: format!("the Grundy value of {} in {}", position.shortened(), game.name()),
                possible: format!("by definition one with at most {MOST_STATES} positions below it"),
            })
        }
    }
}

/// From a table of all values up to the position.
fn from_table(
    game: &Game,
    rules: &Ruleset,
    position: &Position,
    budget: &Budget,
) -> Result<Valued, SolveError> {
    let rays = RayGame::recognise(rules).ok();
    let most = if rays.is_some() { MOST_SQUARES } else { MOST_SQUARES_GENERAL };
    let too_large = |why: &str| SolveError::TooLarge {
        wanted: format!("the Grundy value of {} in {}{why}", position.shortened(), game.name()),
        possible: format!("a table of at most {most} values, that is piles up to about {},", most.isqrt()),
    };
    let squares = |piles: &[u32]| piles.iter().map(|n| u64::from(*n) + 1).fold(1, u64::saturating_mul);
    let piles = position.as_small().filter(|piles| squares(piles) <= most);
    let piles = piles.ok_or_else(|| too_large(""))?;
    let (x, y) = (u64::from(piles[0]), u64::from(piles[1]));
    let (squares, table) = two_piles(rules, rays, (x, y), budget).map_err(|error| match error {
        GrundyError::Twist => SolveError::NoGrundy { game: game.name().to_owned() },
        GrundyError::Stopped(stopped) => stopped.limit.into(),
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
    Ok(Valued { value: value.into(), options: Options::Listed(options) })
}

/// Could all positions below this one be remembered? Their piles are kept in order.
fn few_states(piles: &[u32]) -> bool {
    let tuples = piles.iter().map(|n| u128::from(*n) + 1).fold(1, u128::saturating_mul);
    let orders: u128 = (1..=piles.len() as u128).product();
    tuples / orders <= MOST_STATES as u128
}

fn two_piles(
    rules: &Ruleset,
    rays: Option<RayGame>,
    (x, y): (u64, u64),
    budget: &Budget,
) -> Result<(Squares, Grundy), GrundyError> {
    let table = Grundy::solve(rules, x + 1, y + 1, budget)?;
    Ok((Squares::new(rules, rays, x.max(y) + 1)?, table))
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
    Some(Valued { value: known.get(&goal).copied()?.into(), options: Options::Listed(options) })
}
