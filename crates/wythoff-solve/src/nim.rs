//! Nim on any number of piles, of any size: a position is P if and only if the nim-sum of its piles is 0 (Bouton 1901).
//!
//! Two piles are a game of the language and have their own theorems ([`beatty`](super::beatty)).
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::Ways;
//! let ways = Ways::without_proofs(Game::named("nim(piles=4)")?);
//! let answer = ways.ask(&Position::small(&[1_000_000, 3, 4, 5]), &[], &Budget::default())?;
//! assert_eq!(answer.winning_moves, [Position::small(&[2, 3, 4, 5])]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::stream::Stream;
use super::sum::Heaps;
use super::way::{Frame, Method, Pane, Reach, Solution, Way, cannot, right_piles};
use super::{Answer, Ground, MethodUsed, SolveError};
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::{PileGame, Rule};
use wythoff_rules::position::{Outcome, Position};

/// Bouton's theorem, at any size.
#[derive(Clone, Copy, Debug)]
pub struct ByNimSum;

impl Way for ByNimSum {
    fn method(&self) -> Method {
        Method::Beatty
    }

    /// Lists are those of the definition.
    fn suits_lists(&self, _: &Game) -> bool {
        false
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        match game.kind() {
            GameKind::Piles(PileGame { rule: Rule::Nim, .. }) => Ok(Box::new(Nim { game: Arc::clone(game) })),
            _ => Err("no theorem is known about its P-positions, so no formula is known for them".to_owned()),
        }
    }
}

#[derive(Debug)]
struct Nim {
    game: Arc<Game>,
}

impl Nim {
    fn cannot<T>(&self, why: &str) -> Result<T, SolveError> {
        Err(cannot(&self.game, Method::Beatty, why))
    }
}

impl Solution for Nim {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn ask(&self, position: &Position, _: &[Position], _: &Budget) -> Result<Answer, SolveError> {
        right_piles(&self.game, [position])?;
        let heaps = Heaps::of_nim(position.piles());
        let zero = Natural::from(0u8);
        let tokens = position.piles().iter().fold(zero.clone(), |sum, pile| sum + pile);
        Ok(Answer {
            position: position.clone(),
            outcome: Outcome::p_if(heaps.value() == zero),
            winning_moves: heaps.worth(&zero),
            block: Vec::new(),
            propose: Vec::new(),
            all_but: None,
            terminal: tokens == zero,
            // Every token is the last that stays behind in one move.
            options: usize::try_from(&tokens).ok(),
            reason: None,
            method: MethodUsed::Beatty,
            ground: Ground::Theorem("Bouton's theorem".to_owned()),
        })
    }

    fn list_to(&self, _: u32, _: &Budget) -> Result<Vec<Position>, SolveError> {
        self.cannot("games on n piles are listed by definition")
    }

    fn list_from(&self, _: &Natural, _: usize, _: &Budget) -> Result<Vec<Position>, SolveError> {
        self.cannot("games on n piles are listed by definition")
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        self.cannot("games on n piles have no columns")
    }

    fn window(&self, _: &Frame, _: &Budget) -> Result<Pane, SolveError> {
        self.cannot("games on n piles have no squares")
    }
}
