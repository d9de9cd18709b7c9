//! Dense boards as a way of solving: any two-pile game without memory, as far as memory and time allow.

use super::{Board, BoardError};
use crate::capacity::{column_capacity, endless};
use crate::kept::{Kept, grown};
use crate::rays::{self, RayGame};
use crate::reach::Extent;
use crate::squares::{Place, Squares, rules_of, too_far};
use crate::stream::{Dense, Stream, Top, list_by_columns};
use crate::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::{Answer, MethodUsed, SolveError};
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};

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
        Ok(Box::new(Boards { game: Arc::clone(game), rays, extent, kept: Kept::nothing() }))
    }
}

#[derive(Debug)]
struct Boards {
    game: Arc<Game>,
    /// If it is a game of rays, whose options are found quickly.
    rays: Option<RayGame>,
    extent: Extent,
    /// The board of the last question.
    kept: Kept<Board>,
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

impl Boards {
    /// Whether only x <= y is listed. Symmetry may rest on trying small cases; the board has the last word.
    fn is_halved(&self, board: &Board) -> bool {
        rays::is_symmetric(&self.game) && board.is_symmetric()
    }

    /// Every P-position with both piles at most `to`, as they are listed.
    fn listed_to(&self, to: u32, budget: &Budget, look: &mut dyn FnMut(u64, u64)) -> Result<(), SolveError> {
        let side = u64::from(to) + 1;
        let board = self.solve(side, side, budget)?;
        let half = self.is_halved(&board);
        board.positions().filter(|(x, y)| !half || x <= y).for_each(|(x, y)| look(x, y));
        Ok(())
    }
}

/// Sets the P-positions between two corners, 64 rows at a time: most words of a board are empty.
fn set_p(
    pane: &mut Pane,
    board: &Board,
    (x, y): (u64, u64),
    far: (u64, u64),
    budget: &Budget,
) -> Result<(), Limit> {
    for word in y / 64..=far.1 / 64 {
        budget.poll()?;
        let low = word * 64;
        let begun = u64::MAX << y.saturating_sub(low);
        let ended = u64::MAX >> (low + 63).saturating_sub(far.1);
        for column in x..=far.0 {
            let mut rows = board.word(column, word) & begun & ended;
            while rows != 0 {
                let row = low + u64::from(rows.trailing_zeros());
                pane.set((column - x) as u32, (row - y) as u32, Some(Outcome::P));
                rows &= rows - 1;
            }
        }
    }
    Ok(())
}

/// A larger board than was asked for takes at most so many squares.
const MOST_AHEAD: u64 = 1 << 28;

impl Boards {
    /// A board at least so large: the one of the last question if that is large enough.
    fn board(&self, width: u64, height: u64, budget: &Budget) -> Result<Board, SolveError> {
        let before = match self.kept.take() {
            Some(board) if board.width() >= width && board.height() >= height => return Ok(board),
            board => board.map(|board| (board.width(), board.height())),
        };
        let more = (grown(width, before.map(|b| b.0)), grown(height, before.map(|b| b.1)));
        if more != (width, height) && more.0.saturating_mul(more.1) <= MOST_AHEAD {
            match self.solve(more.0, more.1, budget) {
                // Only what was asked for has to be possible.
                Err(SolveError::TooLarge { .. }) => {}
                board => return board,
            }
        }
        self.solve(width, height, budget)
    }
}

impl Solution for Boards {
    fn reach(&self) -> Reach {
        Reach::Piles(self.extent.promised)
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let Place { x, y, squares } =
            Place::new(&self.game, Method::Board, self.rays.clone(), self.extent, position)?;
        let board = self.board(x + 1, y + 1, budget)?;
        let outcome = Outcome::p_if(board.is_p(x, y));
        let answer =
            squares.answer(self.rules()?, (x, y), outcome, MethodUsed::Board, &|u, v| board.is_p(u, v));
        self.kept.put(board);
        Ok(answer)
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let mut found = Vec::new();
        self.listed_to(to, budget, &mut |x, y| found.push(Position::small(&[x, y])))?;
        Ok(found)
    }

    fn piles_to(&self, to: u32, budget: &Budget) -> Result<Vec<u64>, SolveError> {
        let mut found = Vec::new();
        self.listed_to(to, budget, &mut |x, y| found.extend([x, y]))?;
        Ok(found)
    }

    fn count_listed(&self, to: u32, budget: &Budget) -> Result<u64, SolveError> {
        let side = u64::from(to) + 1;
        let board = self.solve(side, side, budget)?;
        let twice = board.count() + (0..side).filter(|&x| board.is_p(x, x)).count() as u64;
        Ok(if self.is_halved(&board) { twice / 2 } else { board.count() })
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        list_by_columns(self.stream()?, from, count, budget)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        let capacity = column_capacity(self.rules()?).ok_or_else(|| endless(&self.game))?;
        let dense = Dense::new(&self.game, Method::Board, Top::Capacity(capacity));
        Ok(Stream::new(&self.game, Method::Board, dense))
    }

    fn stream_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        let dense = Dense::new(&self.game, Method::Board, Top::Row(height));
        Ok(Stream::new(&self.game, Method::Board, dense).labelled(height))
    }

    fn stream_in_all_orders(&self) -> Result<Stream, SolveError> {
        let capacity = column_capacity(self.rules()?).ok_or_else(|| endless(&self.game))?;
        let dense = Dense::new(&self.game, Method::Board, Top::Capacity(capacity)).in_all_orders();
        Ok(Stream::new(&self.game, Method::Board, dense).labelled_all())
    }

    fn stream_in_all_orders_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        let dense = Dense::new(&self.game, Method::Board, Top::Row(height)).in_all_orders();
        Ok(Stream::new(&self.game, Method::Board, dense).labelled(height).labelled_all())
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let extent = self.extent;
        let Some(((x, y), far)) = frame.within(extent.tried) else { return Err(too_far(frame, extent)) };
        let squares = Squares::up_to(&self.game, Method::Board, None, far.0.max(far.1))?;
        // Windows that are looked at one after the other are cut out of the same board.
        let board = self.board(far.0 + 1, far.1 + 1, budget)?;
        let pane = squares.pane(frame, (x, y), budget).and_then(|mut pane| {
            set_p(&mut pane, &board, (x, y), far, budget)?;
            Ok(pane)
        });
        self.kept.put(board);
        pane
    }
}
