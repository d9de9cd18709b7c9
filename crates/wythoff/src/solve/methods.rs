//! Choosing a way of solving, by name or automatically. All of them must agree.
//!
//! Automatic means: a proved theorem where there is one; else a certificate of the library; else, for games of rays, [`columns`](super::columns); else
//! [`board`](super::board); the [`reference`](super::reference) for games with memory, for n piles, and for small positions.
//!
//! ```
//! use wythoff::{Game, Position, solve::methods::Method};
//! let game = Game::named("W^4")?;
//! let at = Position::small(&[11, 28]);
//! for method in [Method::Auto, Method::Reference, Method::Board, Method::Columns] {
//!     assert!(game.ask_by(method, &at, &[], &Default::default())?.outcome.is_p());
//! }
//! # Ok::<(), wythoff::GameError>(())
//! ```

use super::board::{Board, BoardError, beatty_table};
use super::columns::{Columns, NotColumns};
use super::predicate::{CompileError, Predicate};
use super::rays::RayGame;
use super::stream::StreamError;
use super::twist::{Counts, can_block, lines};
use super::{Answer, Ground, SolveError};
use crate::budget::Budget;
use crate::game::{Game, GameError};
use crate::number::Natural;
use crate::position::{Outcome, Position};
use crate::rules::{Ruleset, Twist};
use std::fmt;
use std::ops::ControlFlow;

pub(crate) use crate::game::column_capacity;

/// Columns are not solved further than this for a single question, or for a list that is held in memory.
const FARTHEST: u64 = 20_000_000;
/// Positions with piles up to this are answered by the reference, which is quick enough there.
const QUICK: u64 = 250;
const NO_CERTIFICATE: &str = "no certificate that comes with the program is about it";
pub(crate) const NO_LISTS: &str = "automata answer questions about positions, not lists";
pub(crate) const NO_LIST: &str = "no formula is known for its list of P-positions";

/// A way of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
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
    /// An automaton that a certificate of the library proves.
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

impl Game {
    /// Everything about a position, by a way of solving. `Auto` is [`Game::ask`].
    ///
    /// # Errors
    /// As for [`Game::ask`]; a method that cannot do the game says why.
    pub fn ask_by(
        &self,
        method: Method,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<Answer, GameError> {
        match method {
            Method::Auto => self.ask(position, history),
            Method::Reference => self.ask_by_definition(position, history),
            Method::Beatty => match (self.memory_theorem(), self.theorem()) {
                (None, None) => {
                    Err(self.cannot(method, "no theorem is known about its P-positions".to_owned()).into())
                }
                (None, Some(theorem)) => Ok(theorem.answer(position)?),
                (Some(theorem), _) => {
                    let steps: Vec<Position> = history.iter().chain([position]).cloned().collect();
                    Ok(theorem.answer(&steps)?)
                }
            },
            Method::Automaton => match self.proved_game() {
                Some(proved) => Ok(proved.answer(position)?),
                None => Err(self.cannot(method, NO_CERTIFICATE.to_owned()).into()),
            },
            Method::Board | Method::Columns => Ok(self.ask_squares(method, position, budget)?),
        }
    }

    /// By the definition of play, computed in the quickest way that can do it.
    pub(crate) fn ask_by_computing(
        &self,
        position: &Position,
        history: &[Position],
    ) -> Result<Answer, GameError> {
        let small = position.piles().iter().all(|n| *n <= Natural::from(QUICK));
        if small || self.has_memory() || self.ruleset().is_none() {
            return self.ask_by_definition(position, history);
        }
        match self.ask_squares(Method::Columns, position, &Budget::default()) {
            Err(SolveError::Method { .. }) => {
                Ok(self.ask_squares(Method::Board, position, &Budget::default())?)
            }
            other => Ok(other?),
        }
    }

    /// All P-positions with every pile at most `to`, as [`Game::p_positions_to`] lists them, by a way of solving.
    ///
    /// # Errors
    /// A board that is too large; a method that cannot do the game says why.
    pub fn p_positions_by(
        &self,
        method: Method,
        to: u32,
        budget: &Budget,
    ) -> Result<Vec<Position>, GameError> {
        let small =
            |squares: Vec<(u64, u64)>| squares.iter().map(|&(x, y)| Position::small(&[x, y])).collect();
        match (method, self.ruleset()) {
            (Method::Reference, _) => self.p_positions_by_definition(to),
            (Method::Beatty, _) => match self.theorem().filter(|t| !t.is_complement()) {
                Some(theorem) => Ok(theorem.listed_to(&Natural::from(to))?),
                None => Err(self.cannot(method, NO_LIST.to_owned()).into()),
            },
            (Method::Automaton, _) => Err(self.cannot(method, NO_LISTS.to_owned()).into()),
            (Method::Board, Some(rules)) => Ok(small(self.board_to(rules, to, budget)?)),
            (Method::Columns, Some(rules)) => Ok(small(self.columns_to(rules, to, budget)?)),
            (Method::Board | Method::Columns, None) => {
                Err(self.cannot(method, "it is not a game on two piles".to_owned()).into())
            }
            (Method::Auto, None) => self.p_positions_to(to),
            (Method::Auto, Some(rules)) => {
                let proved = self.theorem().is_some_and(|t| !t.is_complement() && t.is_proved());
                if proved || rules.imitation.is_some() {
                    return self.p_positions_to(to);
                }
                match self.columns_to(rules, to, budget) {
                    Err(SolveError::Method { .. }) => Ok(small(self.board_to(rules, to, budget)?)),
                    other => Ok(small(other?)),
                }
            }
        }
    }

    /// The first `count` P-positions, as [`Game::first_p_positions`] lists them, by a way of solving.
    ///
    /// # Errors
    /// As for [`Game::stream`].
    pub fn first_p_positions_by(
        &self,
        method: Method,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, GameError> {
        let theorem = self.theorem().is_some_and(|t| !t.is_complement());
        if method == Method::Auto && (theorem || self.stream(Method::Columns).is_err()) {
            return self.first_p_positions(count);
        }
        let mut stream = self.stream(if method == Method::Auto { Method::Columns } else { method })?;
        let mut found: Vec<Position> = Vec::new();
        let mut until = 16;
        while found.len() < count && until <= FARTHEST {
            let result = stream.run(until, budget, &mut |x, rows| {
                found.extend(rows.iter().map(|y| Position::small(&[x, *y])));
                if found.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match result {
                Ok(()) => until *= 2,
                Err(_) if found.len() >= count => {}
                Err(StreamError::Solve(error)) => return Err(error.into()),
                Err(StreamError::Stopped(stopped)) => {
                    return Err(SolveError::Stopped(stopped.to_string()).into());
                }
            }
        }
        if found.len() < count {
            let wanted = format!("a list of {count} P-positions of {}", self.name());
            let possible = format!("there are {} before column {FARTHEST}; that many", found.len());
            return Err(SolveError::TooLarge { wanted, possible }.into());
        }
        found.truncate(count);
        Ok(found)
    }

    fn cannot(&self, method: Method, why: String) -> SolveError {
        SolveError::Method { game: self.name().to_owned(), method, why }
    }

    fn solve_board(
        &self,
        rules: &Ruleset,
        width: u64,
        height: u64,
        budget: &Budget,
    ) -> Result<Board, SolveError> {
        let board = Board::solve(rules, width, height, budget);
        board.map_err(|error| match error {
            BoardError::Stopped(stopped) => SolveError::TooLarge {
                wanted: format!("a board of {width} x {height} squares ({stopped})"),
                possible: "a smaller board".to_owned(),
            },
            BoardError::Memory | BoardError::Budgets => self.cannot(Method::Board, error.to_string()),
            BoardError::Rules(_) => SolveError::TooLarge {
                wanted: format!("a board of {width} x {height} squares ({error})"),
                possible: "a smaller board".to_owned(),
            },
        })
    }

    fn board_to(&self, rules: &Ruleset, to: u32, budget: &Budget) -> Result<Vec<(u64, u64)>, SolveError> {
        let side = u64::from(to) + 1;
        let board = self.solve_board(rules, side, side, budget)?;
        // Symmetry may rest on trying small cases; the board has the last word.
        let half = self.is_symmetric() && board.positions().all(|(x, y)| board.is_p(y, x));
        Ok(board.positions().filter(|(x, y)| !half || x <= y).collect())
    }

    fn columns_to(&self, rules: &Ruleset, to: u32, budget: &Budget) -> Result<Vec<(u64, u64)>, SolveError> {
        let to = u64::from(to);
        let cannot = |error: NotColumns| self.cannot(Method::Columns, error.to_string());
        let rays = RayGame::recognise(rules).map_err(|error| cannot(error.into()))?;
        let half = rays.is_symmetric() && self.is_symmetric();
        let mut columns = Columns::of(rays, Some(to)).map_err(cannot)?;
        if to > FARTHEST {
            return Err(SolveError::TooLarge {
                wanted: format!("a list of all P-positions up to {to}"),
                possible: format!("up to {FARTHEST}, or further with --columns,"),
            });
        }
        let half = half || columns.is_symmetric();
        let mut found = Vec::new();
        let run = columns.run(to + 1, budget, &mut |x, rows| {
            found.extend(rows.iter().filter(|y| **y <= to && (!half || **y >= x)).map(|y| (x, *y)));
            ControlFlow::Continue(())
        });
        run.map_err(|stopped| SolveError::Stopped(stopped.to_string()))?;
        Ok(found)
    }

    /// Everything about a position, from the outcomes of squares.
    fn ask_squares(
        &self,
        method: Method,
        position: &Position,
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let Some(rules) = self.ruleset() else {
            return Err(self.cannot(method, "it is not a game on two piles".to_owned()));
        };
        if rules.imitation.is_some() {
            return Err(self.cannot(method, "the game has memory".to_owned()));
        }
        let [x, y] = position.piles() else {
            let found = position.piles().len();
            return Err(SolveError::Piles { game: self.name().to_owned(), expected: 2, found });
        };
        let too_large = |possible: String| SolveError::TooLarge {
            wanted: format!("the position {}", position.shortened()),
            possible,
        };
        let rays = RayGame::recognise(rules);
        if let (Method::Columns, Err(error)) = (method, &rays) {
            return Err(self.cannot(method, NotColumns::from(*error).to_string()));
        }
        // Counting options walks along rays, or over the whole board.
        let most = if rays.is_ok() { FARTHEST } else { 40_000 };
        let small = |n: &Natural| u64::try_from(n).ok().filter(|n| *n <= most);
        let (Some(x), Some(y)) = (small(x), small(y)) else {
            return Err(too_large(format!("by definition a position with piles up to {most}")));
        };
        let squares = Squares::new(rules, rays.ok(), x.max(y) + 1)
            .map_err(|error| too_large(format!("a smaller one ({error})")))?;
        if !squares.exists(x, y) {
            return Err(SolveError::NoSquare { game: self.name().to_owned(), position: position.clone() });
        }
        match method {
            Method::Columns => {
                let (outcome, p) = self.columns_around(&squares, x, y, budget)?;
                let is_p = |u: u64, v: u64| p.binary_search(&(u, v)).is_ok();
                Ok(squares.answer(rules, (x, y), outcome, "columns", &is_p))
            }
            _ => {
                let board = self.solve_board(rules, x + 1, y + 1, budget)?;
                let outcome = Outcome::p_if(board.is_p(x, y));
                Ok(squares.answer(rules, (x, y), outcome, "board", &|u, v| board.is_p(u, v)))
            }
        }
    }

    /// Who wins at a square, and its options that are P, ascending.
    fn columns_around(
        &self,
        squares: &Squares,
        x: u64,
        y: u64,
        budget: &Budget,
    ) -> Result<(Outcome, Vec<(u64, u64)>), SolveError> {
        let Some(rays) = &squares.rays else { return Ok((Outcome::N, Vec::new())) };
        // Without a height the solver is quicker.
        let columns = Columns::of(rays.clone(), None).or_else(|_| Columns::of(rays.clone(), Some(x.max(y))));
        let mut columns = columns.map_err(|error| self.cannot(Method::Columns, error.to_string()))?;
        let mirrored = columns.is_symmetric();
        // Options lie to the left and below; of a mirrored list both piles are at least the column.
        let until = if mirrored { x.min(y) + 1 } else { x + 1 };
        let (mut outcome, mut p) = (Outcome::N, Vec::new());
        let run = columns.run(until, budget, &mut |u, rows| {
            let mut look = |u: u64, v: u64| {
                if (u, v) == (x, y) {
                    outcome = Outcome::P;
                } else if u <= x && v <= y && squares.is_move(x, y, x - u, y - v) {
                    p.push((u, v));
                }
            };
            for &v in rows {
                look(u, v);
                if mirrored && u != v {
                    look(v, u);
                }
            }
            ControlFlow::Continue(())
        });
        run.map_err(|stopped| SolveError::TooLarge {
            wanted: format!("the position ({x}, {y}) ({stopped})"),
            possible: "a position with smaller piles".to_owned(),
        })?;
        p.sort_unstable();
        Ok((outcome, p))
    }
}

/// The rules made ready for looking at the options of squares.
pub(crate) struct Squares {
    moves: Predicate,
    classes: Vec<Predicate>,
    existing: Option<Predicate>,
    rays: Option<RayGame>,
}

impl Squares {
    pub(crate) fn new(rules: &Ruleset, rays: Option<RayGame>, bound: u64) -> Result<Squares, CompileError> {
        let classes: Vec<_> = match &rules.twist {
            Twist::None => Vec::new(),
            Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
            Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
        };
        let class = |class| Predicate::compile(class, &rules.moves, bound, &beatty_table);
        let position = |formula| Predicate::compile(formula, &[], bound, &beatty_table);
        Ok(Squares {
            moves: Predicate::of_moves(&rules.moves, bound, &beatty_table)?,
            classes: classes.into_iter().map(class).collect::<Result<_, _>>()?,
            existing: rules.position.as_ref().map(position).transpose()?,
            rays,
        })
    }

    pub(crate) fn exists(&self, x: u64, y: u64) -> bool {
        self.existing.as_ref().is_none_or(|existing| existing.at(&[x as i64, y as i64, 0, 0]))
    }

    fn is_move(&self, x: u64, y: u64, s: u64, t: u64) -> bool {
        (s, t) != (0, 0) && self.moves.at(&[x as i64, y as i64, s as i64, t as i64])
    }

    /// Calls `visit` with every option of a square.
    pub(crate) fn options(&self, x: u64, y: u64, visit: &mut dyn FnMut(u64, u64)) {
        let mut look = |s: u64, t: u64| {
            if s <= x && t <= y && self.exists(x - s, y - t) {
                visit(x - s, y - t);
            }
        };
        let Some(rays) = &self.rays else {
            for s in 0..=x {
                (0..=y).filter(|&t| self.is_move(x, y, s, t)).for_each(|t| look(s, t));
            }
            return;
        };
        rays.moves().singles.iter().for_each(|&(s, t)| look(s, t));
        for tail in &rays.moves().tails {
            let (mut s, mut t) = tail.start;
            while s <= x && t <= y {
                look(s, t);
                (s, t) = (s + tail.step.0, t + tail.step.1);
            }
        }
    }

    fn answer(
        &self,
        rules: &Ruleset,
        (x, y): (u64, u64),
        outcome: Outcome,
        method: &'static str,
        is_p: &dyn Fn(u64, u64) -> bool,
    ) -> Answer {
        let comply = matches!(rules.twist, Twist::Comply(_));
        let mut all = Counts::new(lines(&rules.twist));
        let (mut options, mut p, mut n) = (0, Vec::new(), Vec::new());
        self.options(x, y, &mut |u, v| {
            let point = [x as i64, y as i64, (x - u) as i64, (y - v) as i64];
            let classes = self.classes.iter().enumerate();
            let signature = classes.map(|(i, class)| u8::from(class.at(&point)) << i).sum::<u8>();
            options += 1;
            all.add(signature, true);
            match is_p(u, v) {
                true => p.push((u, v)),
                false if comply => n.push((u, v, signature)),
                false => {}
            }
        });
        let in_class = |line: usize| -> u64 {
            all.p.iter().enumerate().filter(|(s, _)| s >> line & 1 == 1).map(|(_, n)| n).sum()
        };
        let terminal = match &rules.twist {
            Twist::None => options == 0,
            Twist::Block(blocks) => can_block(&blocks.iter().map(|b| b.limit).collect::<Vec<_>>(), &all.p),
            Twist::Comply(parts) => !parts.iter().enumerate().any(|(i, part)| in_class(i) >= part.least),
        };
        let positions = |mut list: Vec<(u64, u64)>| -> Vec<Position> {
            list.sort_unstable();
            list.into_iter().map(|(u, v)| Position::small(&[u, v])).collect()
        };
        let (mut winning_moves, mut block, mut propose) = (Vec::new(), Vec::new(), Vec::new());
        match (outcome, &rules.twist) {
            (Outcome::N, _) => winning_moves = positions(p),
            (Outcome::P, Twist::None) => {}
            (Outcome::P, Twist::Block(_)) => block = positions(p),
            (Outcome::P, Twist::Comply(parts)) => {
                let class = |line: usize| -> Vec<(u64, u64)> {
                    n.iter().filter(|(_, _, s)| s >> line & 1 == 1).map(|&(u, v, _)| (u, v)).collect()
                };
                let enough = (0..parts.len()).map(class).zip(parts).find(|(c, p)| c.len() as u64 >= p.least);
                propose = enough.map(|(class, _)| positions(class)).unwrap_or_default();
            }
        }
        Answer {
            position: Position::small(&[x, y]),
            outcome,
            winning_moves,
            block,
            propose,
            all_but: None,
            terminal,
            options: Some(options),
            reason: None,
            method,
            ground: Ground::Definition,
        }
    }
}
