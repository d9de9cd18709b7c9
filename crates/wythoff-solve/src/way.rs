//! What every way of solving offers: which games it can do and why, how far, and answers, lists, streams and windows.
//!
//! A [`Way`] looks at a game and either opens a [`Solution`] for it or says why it cannot. Each way lives in its own file or
//! folder; [`ways`](crate::ways) is the only place that knows them all.
//!
//! ```
//! use std::sync::Arc;
//! use wythoff_budget::Budget;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::{Frame, Way};
//! use wythoff_solve::columns::ByColumns;
//! let game = Arc::new(Game::named("W^4")?);
//! let solution = ByColumns.open(&game).map_err(|why| why.to_string())?;
//! let answer = solution.ask(&Position::small(&[11, 28]), &[], &Budget::default())?;
//! assert!(answer.outcome.is_p());
//! let pane = solution.window(&Frame::small(10, 27, 3, 2), &Budget::default())?;
//! assert_eq!(pane.to_string(), ".#.\n.#.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::stream::Stream;
use super::{Answer, SolveError};
use std::fmt;
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};

/// A way of solving, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// The best that can do it.
    #[default]
    Auto,
    /// The definition of play, slow and obvious.
    Reference,
    /// A dense board.
    Board,
    /// Only the P-positions, column by column.
    Columns,
    /// A closed form or recursion that a theorem gives.
    Beatty,
    /// An automaton or a tail that a certificate proves.
    Automaton,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Auto => "auto",
            Method::Reference => "reference",
            Method::Board => "board",
            Method::Columns => "columns",
            Method::Beatty => "beatty",
            Method::Automaton => "automaton",
        })
    }
}

/// How large the piles may be that a solution answers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Any size.
    AnySize,
    /// Piles of at most so many tokens, if memory and time allow.
    Piles(u64),
}

/// A way of solving: which games can you do?
pub trait Way: Sync + fmt::Debug {
    /// Its name.
    fn method(&self) -> Method;

    /// Is it worth looking at for this position, when nobody asked for a certain way? Quick: nothing is solved.
    fn suits(&self, _game: &Game, _position: &Position) -> bool {
        true
    }

    /// Is it worth looking at for a list, when nobody asked for a certain way?
    fn suits_lists(&self, _game: &Game) -> bool {
        true
    }

    /// Is it left alone unless somebody asks for it, because it may take seconds?
    fn only_when_asked(&self) -> bool {
        false
    }

    /// Makes it ready for a game.
    ///
    /// # Errors
    /// Why it cannot do the game.
    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String>;

    /// What it finds with so little work that it is tried unasked, before a question is refused as too large.
    ///
    /// # Errors
    /// The limits of the caller.
    fn glance(&self, _game: &Arc<Game>, _budget: &Budget) -> Result<Option<Box<dyn Solution>>, Limit> {
        Ok(None)
    }
}

/// A way of solving that is ready for one game. It is kept between questions, and may be shared between threads.
pub trait Solution: Send + Sync + fmt::Debug {
    /// Up to which size it answers.
    fn reach(&self) -> Reach;

    /// Is its answer about this position the one to give, when nobody asked for a certain way?
    fn is_best_for(&self, _position: &Position) -> bool {
        true
    }

    /// Everything about a position. `history` gives the positions before it, oldest first, for games with memory.
    ///
    /// # Errors
    /// A square that does not exist, an illegal history, a computation that is too large.
    fn ask(&self, position: &Position, history: &[Position], budget: &Budget) -> Result<Answer, SolveError>;

    /// All P-positions with every pile at most `to`, in lexicographic order; of symmetric games only x ≤ y (≤ z …).
    ///
    /// # Errors
    /// [`SolveError::Method`] if it cannot list; a board that is too large.
    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError>;

    /// `count` P-positions from the n-th on, in lexicographic order; of symmetric games only x ≤ y (≤ z …).
    ///
    /// # Errors
    /// [`SolveError::Method`] if it cannot list; an index that is too large to count up to.
    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError>;

    /// The piles of what [`Solution::list_to`] lists, one position after the other: for lists of millions.
    ///
    /// # Errors
    /// As for [`Solution::list_to`].
    fn piles_to(&self, to: u32, budget: &Budget) -> Result<Vec<u64>, SolveError> {
        // No pile is larger than `to`, so every one is a machine word.
        let word = |pile: &Natural| u64::try_from(pile).unwrap_or(u64::MAX);
        Ok(self.list_to(to, budget)?.iter().flat_map(|position| position.piles().iter().map(word)).collect())
    }

    /// How many positions [`Solution::list_to`] lists, solved in the same way.
    ///
    /// # Errors
    /// A list that is too long to make.
    fn count_listed(&self, to: u32, budget: &Budget) -> Result<u64, SolveError> {
        Ok(self.list_to(to, budget)?.len() as u64)
    }

    /// How many positions [`Solution::list_to`] lists, if that can be told without listing them; for any size.
    ///
    /// # Errors
    /// A computation that is too large.
    fn count_to(&self, _to: &Natural, _budget: &Budget) -> Result<Option<Natural>, SolveError> {
        Ok(None)
    }

    /// How many positions of the list have a first pile below `column`, if that can be told without listing them.
    ///
    /// # Errors
    /// A computation that is too large.
    fn count_before(&self, _column: &Natural, _budget: &Budget) -> Result<Option<Natural>, SolveError> {
        Ok(None)
    }

    /// P-positions column after column, before column 0.
    ///
    /// # Errors
    /// [`SolveError::Method`] if it cannot list column by column, [`SolveError::Endless`] if it could with a height.
    fn stream(&self) -> Result<Stream, SolveError>;

    /// The same with the second pile at most `height`: also of games whose columns have no end.
    ///
    /// # Errors
    /// [`SolveError::Method`] if it cannot list column by column.
    fn stream_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        Ok(self.stream()?.cut_at(height))
    }

    /// The same columns with every P-position of a symmetric game, also those below the diagonal.
    ///
    /// # Errors
    /// As for [`Solution::stream`].
    fn stream_in_all_orders(&self) -> Result<Stream, SolveError> {
        Ok(self.stream()?.in_all_orders())
    }

    /// The same with the second pile at most `height`.
    ///
    /// # Errors
    /// As for [`Solution::stream_up_to`].
    fn stream_in_all_orders_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        Ok(self.stream_in_all_orders()?.cut_at(height))
    }

    /// This way with lists and counts of every order of the piles, if it knows them by itself.
    ///
    /// # Errors
    /// A search for what it knows that was stopped.
    fn in_all_orders(&self, _budget: &Budget) -> Result<Option<Box<dyn Solution>>, SolveError> {
        Ok(None)
    }

    /// How many P-positions (n, n) with n at most `to` there are, if that can be told without listing them.
    ///
    /// # Errors
    /// A computation that is too large.
    fn count_equal(&self, _to: &Natural, _budget: &Budget) -> Result<Option<Natural>, SolveError> {
        Ok(None)
    }

    /// The rows of all P-positions of a column, ascending, if that can be told of any column by itself.
    ///
    /// # Errors
    /// A computation that is too large.
    fn column(&self, _x: &Natural, _budget: &Budget) -> Result<Option<Vec<Natural>>, SolveError> {
        Ok(None)
    }

    /// Who wins at every square of a frame.
    ///
    /// # Errors
    /// [`SolveError::Method`] if it has no squares; a computation that is too large.
    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError>;
}

/// A rectangle of squares, anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The first pile of the lower left square.
    pub x: Natural,
    /// The second pile of the lower left square.
    pub y: Natural,
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
}

impl Frame {
    /// A frame whose corner fits into machine words.
    #[must_use]
    pub fn small(x: u64, y: u64, width: u32, height: u32) -> Frame {
        Frame { x: x.into(), y: y.into(), width, height }
    }

    /// The square at its upper right, the farthest.
    #[must_use]
    pub fn far_corner(&self) -> Position {
        let last = |n: &Natural, size: u32| n + Natural::from(size.saturating_sub(1));
        Position::new(vec![last(&self.x, self.width), last(&self.y, self.height)])
    }

    /// Whether it takes up a good part of the squares up to its far corner, and these are not too many to solve at once.
    pub(crate) fn is_near(&self) -> bool {
        const FAR: u64 = 1 << 20;
        let near = |corner: u64, size: u32| corner <= 16 * u64::from(size);
        self.within(FAR).is_some_and(|((x, y), _)| near(x, self.width) && near(y, self.height))
    }

    /// How many squares it has.
    #[must_use]
    #[inline]
    pub fn squares(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Lower left and far corner in machine words, if the far corner is at most `most`.
    pub fn within(&self, most: u64) -> Option<((u64, u64), (u64, u64))> {
        let far = self.far_corner();
        let small = |n: &Natural| u64::try_from(n).ok().filter(|n| *n <= most);
        let [a, b] = far.piles() else { return None };
        Some(((small(&self.x)?, small(&self.y)?), (small(a)?, small(b)?)))
    }
}

/// The squares of a [`Frame`], solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pane {
    frame: Frame,
    /// Row by row from the lowest.
    outcomes: Vec<Option<Outcome>>,
}

/// Panes have at most so many squares.
const LARGEST_PANE: u64 = 1 << 28;

impl Pane {
    /// A pane from the outcome of each of its squares, given by their place in the frame.
    pub fn fill(
        frame: &Frame,
        budget: &Budget,
        mut outcome: impl FnMut(u32, u32) -> Result<Option<Outcome>, SolveError>,
    ) -> Result<Pane, SolveError> {
        let mut pane = Pane::empty(frame, budget)?;
        for j in 0..frame.height {
            budget.poll()?;
            for i in 0..frame.width {
                let at = pane.index(i, j);
                pane.outcomes[at] = outcome(i, j)?;
            }
        }
        Ok(pane)
    }

    /// A pane in which no square exists yet.
    pub(crate) fn empty(frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        Pane::alike(frame, None, budget)
    }

    /// A pane whose squares are all alike: those that are not are set afterwards. Most squares of most games are N, so this is much
    /// quicker than asking about each.
    pub fn alike(frame: &Frame, outcome: Option<Outcome>, budget: &Budget) -> Result<Pane, SolveError> {
        if frame.squares() > LARGEST_PANE {
            return Err(SolveError::TooLarge {
                wanted: format!("a window of {} x {} squares", frame.width, frame.height),
                possible: format!("at most {LARGEST_PANE} squares"),
            });
        }
        budget.fits(frame.squares())?;
        Ok(Pane { frame: frame.clone(), outcomes: vec![outcome; frame.squares() as usize] })
    }

    /// Which squares these are.
    #[must_use]
    #[inline]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Who wins at the i-th square from the left in the j-th row from below; `None` if it does not exist.
    #[must_use]
    #[inline]
    pub fn outcome(&self, i: u32, j: u32) -> Option<Outcome> {
        if i < self.frame.width && j < self.frame.height { self.outcomes[self.index(i, j)] } else { None }
    }

    /// Which squares are P-positions, row by row from the lowest. It takes the place of the outcomes in memory: touching a large window for
    /// the first time takes longer than filling it.
    #[must_use]
    pub fn into_p_squares(self) -> Vec<bool> {
        self.outcomes.into_iter().map(|outcome| outcome == Some(Outcome::P)).collect()
    }

    /// Sets a square; one outside the frame is left out, as all are where the frame is empty.
    #[inline]
    pub fn set(&mut self, i: u32, j: u32, outcome: Option<Outcome>) {
        if i < self.frame.width && j < self.frame.height {
            let at = self.index(i, j);
            self.outcomes[at] = outcome;
        }
    }

    fn index(&self, i: u32, j: u32) -> usize {
        j as usize * self.frame.width as usize + i as usize
    }
}

impl fmt::Display for Pane {
    /// The topmost row first: `#` P, `.` N, a blank where there is no square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for j in (0..self.frame.height).rev() {
            let row: String = (0..self.frame.width)
                .map(|i| match self.outcome(i, j) {
                    Some(Outcome::P) => '#',
                    Some(Outcome::N) => '.',
                    None => ' ',
                })
                .collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

/// The error of a way that cannot do something.
pub fn cannot(game: &Game, method: Method, why: impl Into<String>) -> SolveError {
    SolveError::Method { game: game.name().to_owned(), method, why: why.into(), hint: None }
}

/// Refuses positions that have another number of piles than the game.
pub fn right_piles<'a>(
    game: &Game,
    positions: impl IntoIterator<Item = &'a Position>,
) -> Result<(), SolveError> {
    for position in positions {
        let found = position.piles().len();
        if found != game.piles() {
            return Err(SolveError::Piles { game: game.name().to_owned(), expected: game.piles(), found });
        }
    }
    Ok(())
}

/// The two piles of a position of a two-pile game.
pub(crate) fn two_piles<'a>(
    game: &Game,
    position: &'a Position,
) -> Result<(&'a Natural, &'a Natural), SolveError> {
    match position.piles() {
        [x, y] => Ok((x, y)),
        piles => Err(SolveError::Piles { game: game.name().to_owned(), expected: 2, found: piles.len() }),
    }
}
