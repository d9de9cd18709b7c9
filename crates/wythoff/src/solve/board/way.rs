//! Dense boards as a way of solving: any two-pile game without memory, as far as memory and time allow.

use super::{Board, BoardError};
use crate::budget::Budget;
use crate::game::Game;
use crate::number::Natural;
use crate::position::{Outcome, Position};
use crate::rules::Ruleset;
use crate::solve::capacity::column_capacity;
use crate::solve::rays::{self, RayGame};
use crate::solve::reach::Extent;
use crate::solve::squares::{Place, Squares, rules_of, too_far};
use crate::solve::stream::{Dense, Stream, list_by_columns};
use crate::solve::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::solve::{Answer, MethodUsed, SolveError};
use std::sync::Arc;

/// Dense boards, one bit to a square.
#[derive(Clone, Copy, Debug)]
pub struct ByBoard;

impl Way for ByBoard {
    fn method(&self) -> Method {
        Method::Board
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        let rules = rules_of(game)?;
        let rays = RayGame::recognise(rules).ok();
        let extent = Extent::of_board(rules, rays.as_ref());
        Ok(Box::new(Boards { game: Arc::clone(game), rays, extent }))
    }
}

#[derive(Debug)]
struct Boards {
    game: Arc<Game>,
    /// If it is a game of rays, whose options are found quickly.
    rays: Option<RayGame>,
    extent: Extent,
}

impl Boards {
    fn rules(&self) -> Result<&Ruleset, SolveError> {
        rules_of(&self.game).map_err(|why| cannot(&self.game, Method::Board, why))
    }

    fn solve(&self, width: u64, height: u64, budget: &Budget) -> Result<Board, SolveError> {
        let too_large = |reason: &dyn std::fmt::Display| SolveError::TooLarge {
            wanted: format!("a board of {width} x {height} squares ({reason})"),
            possible: "a smaller board".to_owned(),
        };
        Board::solve(self.rules()?, width, height, budget).map_err(|error| match error {
            BoardError::Stopped(stopped) => stopped.into_error(|| too_large(&stopped)),
            BoardError::Memory | BoardError::Budgets => cannot(&self.game, Method::Board, error.to_string()),
            BoardError::Rules(_) => too_large(&error),
        })
    }
}

impl Solution for Boards {
    fn reach(&self) -> Reach {
        Reach::Piles(self.extent.promised)
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let Place { x, y, squares } =
            Place::new(&self.game, Method::Board, self.rays.clone(), self.extent, position)?;
        let board = self.solve(x + 1, y + 1, budget)?;
        let outcome = Outcome::p_if(board.is_p(x, y));
        Ok(squares.answer(self.rules()?, (x, y), outcome, MethodUsed::Board, &|u, v| board.is_p(u, v)))
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let side = u64::from(to) + 1;
        let board = self.solve(side, side, budget)?;
        // Symmetry may rest on trying small cases; the board has the last word.
        let half = rays::is_symmetric(&self.game) && board.positions().all(|(x, y)| board.is_p(y, x));
        let listed = board.positions().filter(|(x, y)| !half || x <= y);
        Ok(listed.map(|(x, y)| Position::small(&[x, y])).collect())
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        list_by_columns(self.stream()?, from, count, budget)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        let Some(capacity) = column_capacity(self.rules()?) else {
            return Err(cannot(&self.game, Method::Board, "nothing tells where its columns end"));
        };
        Ok(Stream::new(&self.game, Method::Board, Dense::new(&self.game, Method::Board, capacity)))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let extent = self.extent;
        let Some(((x, y), far)) = frame.within(extent.tried) else { return Err(too_far(frame, extent)) };
        let squares = Squares::up_to(&self.game, Method::Board, None, far.0.max(far.1))?;
        let board = self.solve(far.0 + 1, far.1 + 1, budget)?;
        Pane::fill(frame, budget, |i, j| {
            let (x, y) = (x + u64::from(i), y + u64::from(j));
            Ok(squares.exists(x, y).then(|| Outcome::p_if(board.is_p(x, y))))
        })
    }
}
