//! Answers about a square from the outcomes of the squares around it: what [`columns`](super::columns) and
//! [`board`](super::board) share.

use super::board::{beatty_table, ones};
use super::predicate::{CompileError, Predicate};
use super::rays::RayGame;
use super::reach::Extent;
use super::rows::set_rows;
use super::twist::{Among, Counts, is_over, lines, proposal};
use super::way::{Frame, Method, Pane, cannot, two_piles};
use super::{Answer, Ground, MethodUsed, SolveError};
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Ruleset, Twist};

/// The rules of a two-pile game without memory, for a way of solving that works with squares.
pub(crate) fn rules_of(game: &Game) -> Result<&Ruleset, String> {
    match game.ruleset() {
        None => Err("it is not a game on two piles".to_owned()),
        Some(rules) if rules.imitation.is_some() => Err("the game has memory".to_owned()),
        Some(rules) => Ok(rules),
    }
}

/// The error for a window that is too far out.
pub(crate) fn too_far(frame: &Frame, extent: Extent) -> SolveError {
    SolveError::TooLarge {
        wanted: format!("a window up to {}", frame.far_corner().shortened()),
        possible: extent.possible("one"),
    }
}

/// A position in machine words with the rules ready for it.
pub(crate) struct Place {
    pub(crate) x: u64,
    pub(crate) y: u64,
    pub(crate) squares: Squares,
}

impl Place {
    /// Makes the rules ready for a position that exists and is not too far out.
    pub(crate) fn new(
        game: &Game,
        method: Method,
        rays: Option<RayGame>,
        extent: Extent,
        position: &Position,
    ) -> Result<Place, SolveError> {
        let (x, y) = two_piles(game, position)?;
        let small = |n: &Natural| u64::try_from(n).ok().filter(|n| *n <= extent.tried);
        let (Some(x), Some(y)) = (small(x), small(y)) else {
            return Err(SolveError::TooLarge {
                wanted: format!("the position {}", position.shortened()),
                possible: extent.possible("a position"),
            });
        };
        let squares = Squares::up_to(game, method, rays, x.max(y))?;
        if !squares.exists(x, y) {
            return Err(SolveError::NoSquare { game: game.name().to_owned(), position: position.clone() });
        }
        Ok(Place { x, y, squares })
    }
}

/// The rules made ready for looking at the options of squares.
pub struct Squares {
    moves: Predicate,
    classes: Vec<Predicate>,
    existing: Option<Predicate>,
    pub(crate) rays: Option<RayGame>,
}

impl Squares {
    /// Makes the rules ready for squares with piles up to `largest`.
    pub(crate) fn up_to(
        game: &Game,
        method: Method,
        rays: Option<RayGame>,
        largest: u64,
    ) -> Result<Squares, SolveError> {
        let rules = rules_of(game).map_err(|why| cannot(game, method, why))?;
        Squares::new(rules, rays, largest + 1).map_err(|error| SolveError::TooLarge {
            wanted: format!("the squares with piles up to {largest} ({error})"),
            possible: "a smaller board".to_owned(),
        })
    }

    /// The rules, ready for piles below `bound`.
    ///
    /// # Errors
    /// Rules that cannot be evaluated in machine words at such piles.
    pub fn new(rules: &Ruleset, rays: Option<RayGame>, bound: u64) -> Result<Squares, CompileError> {
        let classes: Vec<_> = rules.twist.classes();
        let class = |class| Predicate::compile(class, &rules.moves, bound, Some(beatty_table));
        let position = |formula| Predicate::compile(formula, &[], bound, Some(beatty_table));
        Ok(Squares {
            moves: Predicate::of_moves(&rules.moves, bound, Some(beatty_table))?,
            classes: classes.into_iter().map(class).collect::<Result<_, _>>()?,
            existing: rules.position.as_ref().map(position).transpose()?,
            rays,
        })
    }

    /// Is there such a square?
    #[inline]
    pub fn exists(&self, x: u64, y: u64) -> bool {
        self.existing.as_ref().is_none_or(|existing| existing.at(&[x as i64, y as i64, 0, 0]))
    }

    /// A pane without P-positions: N at every square that exists. `(x, y)` is its corner.
    pub(crate) fn pane(
        &self,
        frame: &Frame,
        (x, y): (u64, u64),
        budget: &Budget,
    ) -> Result<Pane, SolveError> {
        if self.existing.is_none() {
            return Pane::alike(frame, Some(Outcome::N), budget);
        }
        let exists = |i: u32, j: u32| self.exists(x + u64::from(i), y + u64::from(j));
        Pane::fill(frame, budget, |i, j| Ok(exists(i, j).then_some(Outcome::N)))
    }

    pub(crate) fn is_move(&self, x: u64, y: u64, s: u64, t: u64) -> bool {
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
            // With the position given, "rows" from which row 0 can be reached are numbers of tokens to take.
            let moves = self.moves.at_square(x, y);
            let mut removals = vec![0; (y / 64 + 1) as usize];
            for s in 0..=x {
                removals.fill(0);
                set_rows(&moves, (x, s, 0), (u64::from(s == 0), y + 1), &mut removals);
                ones(removals.iter().copied()).for_each(|t| look(s, t));
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

    /// In which classes of the twist a move is.
    fn signature(&self, (x, y): (u64, u64), (u, v): (u64, u64)) -> u8 {
        let point = [x as i64, y as i64, (x - u) as i64, (y - v) as i64];
        let classes = self.classes.iter().enumerate();
        classes.map(|(i, class)| u8::from(class.at(&point)) << i).sum()
    }

    /// Can nothing be done at a square that exists?
    pub fn is_terminal(&self, rules: &Ruleset, x: u64, y: u64) -> bool {
        let mut all = Counts::new(lines(&rules.twist));
        self.options(x, y, &mut |u, v| all.add(self.signature((x, y), (u, v)), true));
        is_over(&rules.twist, &all.p)
    }

    pub(crate) fn answer(
        &self,
        rules: &Ruleset,
        (x, y): (u64, u64),
        outcome: Outcome,
        method: MethodUsed,
        is_p: &dyn Fn(u64, u64) -> bool,
    ) -> Answer {
        let comply = matches!(rules.twist, Twist::Comply(_));
        let mut all = Counts::new(lines(&rules.twist));
        let mut by_outcome = Counts::new(lines(&rules.twist));
        let (mut options, mut p, mut n) = (0, Vec::new(), Vec::new());
        self.options(x, y, &mut |u, v| {
            let signature = self.signature((x, y), (u, v));
            let is_p = is_p(u, v);
            options += 1;
            all.add(signature, true);
            by_outcome.add(signature, is_p);
            match is_p {
                true => p.push((u, v)),
                false if comply => n.push((u, v, signature)),
                false => {}
            }
        });
        let terminal = is_over(&rules.twist, &all.p);
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
                let among = |among: Among| -> Vec<(u64, u64)> {
                    n.iter().filter(|(_, _, s)| among.has(u32::from(*s))).map(|&(u, v, _)| (u, v)).collect()
                };
                propose = proposal(parts, &by_outcome.n).map(|p| positions(among(p))).unwrap_or_default();
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
