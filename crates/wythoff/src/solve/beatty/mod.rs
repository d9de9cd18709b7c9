//! Closed forms: the papers' theorems as solutions, for piles of any size.
//!
//! A [`Theorem`] is found by what the rules *mean* ([`Theorem::recognise`]): parameters are read off the rules, the game
//! of the paper with these parameters is built from the rulebook, and the two are proved to be the same game. Outside
//! the hypotheses (gcd(k,m) = 1, p | m, β irrational …) there is no theorem, and another way of solving takes over.
//!
//! All moves of these games lie in a row, a column, a band of diagonals, or are a few single removals. So the P-positions
//! among the options of a huge position are found by solving for the partners in that row, that column and those
//! diagonals, never by scanning; each is then checked to be a move by the rules themselves.
//!
//! ```
//! use wythoff::{Game, Position, number::parse_natural, solve::beatty::Theorem};
//! let game = Game::named("3WN")?;
//! let theorem = Theorem::recognise(game.ruleset().unwrap()).unwrap();
//! let position = Position::new(vec![parse_natural("10^100+7")?, parse_natural("4*10^100")?]);
//! let answer = theorem.answer(&position)?;
//! assert_eq!(answer.winning_moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocking;
mod pairs;
mod recognise;
mod recursion;
mod way;

pub use blocking::{BlockingNim, DoubledWythoff, TwoBeams};
pub use pairs::{BeattyPairs, ComplementaryPairs, ScaledPairs, ShiftedPairs};
pub(crate) use recognise::same_rules;
pub use recursion::{MorphismPairs, RecursivePairs};
pub use way::{ByConjecture, ByTheorem};

use super::{Answer, Ground, MethodUsed, SolveError};
use crate::budget::Budget;
use crate::hint::Hint;
use crate::number::{Integer, Natural};
use crate::position::{Outcome, Position};
use crate::rules::evaluate::Point;
use crate::rules::{Formula, Ruleset, Twist};
use std::sync::Arc;

/// A pair of piles.
pub type Square = (Natural, Natural);

/// A set of P-positions that a theorem describes.
pub trait PSet: Send + Sync + std::fmt::Debug {
    /// All y with (x, y) in the set, in increasing order.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError>;

    /// All x with (x, y) in the set, in increasing order.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn row(&self, y: &Natural) -> Result<Vec<Natural>, SolveError> {
        self.column(y)
    }

    /// All (x, y) in the set with `low <= y - x <= high`.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits, or too many of them.
    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError>;

    /// The n-th of the set as it is listed: in lexicographic order, of symmetric sets only x ≤ y.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn nth(&self, n: &Natural) -> Result<Square, SolveError>;

    /// The n of [`PSet::nth`], for a member with x ≤ y or of a set that is not symmetric.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError>;

    /// The same set within a budget, if computing with it can take long.
    fn within(&self, _budget: &Budget) -> Option<Arc<dyn PSet>> {
        None
    }

    /// Is (x, y) in the set?
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        Ok(self.column(x)?.contains(y))
    }
}

/// The lines on which the moves of a game lie, besides its row and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lines {
    /// Diagonal moves change the difference of the piles by at most this; `None` if there are none.
    band: Option<u64>,
    /// Removals on no line.
    singles: Vec<(u64, u64)>,
}

/// A game whose P-positions a theorem describes, at any size.
#[derive(Clone, Debug)]
pub struct Theorem {
    ruleset: Ruleset,
    lines: Lines,
    set: Arc<dyn PSet>,
    /// The set is that of the N-positions: comply games.
    complement: bool,
    symmetric: bool,
    method: MethodUsed,
    ground: Ground,
}

impl Theorem {
    /// The ruleset it answers for.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// On what its answers rest.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The way of solving.
    #[must_use]
    pub fn method(&self) -> MethodUsed {
        self.method
    }

    /// The same theorem, computing within a budget.
    #[must_use]
    pub fn within(&self, budget: &Budget) -> Theorem {
        let set = self.set.within(budget).unwrap_or_else(|| Arc::clone(&self.set));
        Theorem { set, ..self.clone() }
    }

    /// The set that the theorem describes: the P-positions, or the N-positions of a comply game.
    #[must_use]
    pub fn set(&self) -> &dyn PSet {
        &*self.set
    }

    /// Does the theorem describe the N-positions?
    #[must_use]
    pub fn is_complement(&self) -> bool {
        self.complement
    }

    /// Is it a theorem, rather than a conjecture?
    #[must_use]
    pub fn is_proved(&self) -> bool {
        matches!(self.ground, Ground::Theorem(_))
    }

    /// Does the definition give a better answer where it can be computed: a certain one, or a full list of moves?
    pub(crate) fn rather_by_definition(&self) -> bool {
        self.complement || !self.is_proved()
    }

    /// Are only positions with x ≤ y listed?
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Who wins.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    pub fn outcome(&self, x: &Natural, y: &Natural) -> Result<Outcome, SolveError> {
        Ok(Outcome::p_if(self.set.contains(x, y)? != self.complement))
    }

    /// P-positions from the n-th on, as they are listed.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits; a comply game, whose P-positions are the other squares.
    pub fn listed_from(
        &self,
        from: &Natural,
        count: u32,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        if self.complement {
            return Err(SolveError::TooLong {
                wanted: "a list of the P-positions of a comply game by index".to_owned(),
                possible: "a list from the beginning".to_owned(),
                hint: Hint::FromTheBeginning,
            });
        }
        (0..count)
            .map(|i| {
                if i % 64 == 0 {
                    budget.poll()?;
                }
                let (x, y) = self.set.nth(&(from + i))?;
                Ok(Position::new(vec![x, y]))
            })
            .collect()
    }

    /// All P-positions with both piles at most `to`, as they are listed.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits; too many positions; a comply game.
    pub fn listed_to(&self, to: &Natural, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        const MOST: u64 = 20_000_000;
        let mut found = Vec::new();
        for n in 0_u64.. {
            if n % 64 == 0 {
                budget.report("positions", n, None);
                budget.poll()?;
            }
            // The first piles of the list never decrease, so the first one beyond ends it.
            let (x, y) = self.set.nth(&Natural::from(n))?;
            if x > *to {
                break;
            }
            if n > MOST {
                return Err(SolveError::TooLong {
                    wanted: format!("all P-positions up to {to}"),
                    possible: format!("at most {MOST} positions, or a part of the list from an index on,"),
                    hint: Hint::Part,
                });
            }
            if y <= *to {
                found.push(Position::new(vec![x, y]));
            }
        }
        Ok(found)
    }

    /// The members of the set among the options of (x, y), in lexicographic order.
    fn members_among_options(&self, x: &Natural, y: &Natural) -> Result<Vec<Square>, SolveError> {
        let mut found: Vec<Square> = Vec::new();
        found.extend(self.set.column(x)?.into_iter().filter(|v| v < y).map(|v| (x.clone(), v)));
        found.extend(self.set.row(y)?.into_iter().filter(|u| u < x).map(|u| (u, y.clone())));
        if let Some(width) = self.lines.band {
            let difference = Integer::from(y.clone()) - Integer::from(x.clone());
            if self.has_diagonal_moves(x, y)? {
                let band = self.set.band(&(&difference - width), &(&difference + width))?;
                found.extend(band.into_iter().filter(|(u, v)| u <= x && v <= y));
            }
        }
        for (s, t) in &self.lines.singles {
            let (s, t) = (Natural::from(*s), Natural::from(*t));
            if s <= *x && t <= *y && self.set.contains(&(x - &s), &(y - &t))? {
                found.push((x - s, y - t));
            }
        }
        found.sort();
        found.dedup();
        let mut options = Vec::with_capacity(found.len());
        for (u, v) in found {
            if self.ruleset.is_move(&Point::new(x, y, &(x - &u), &(y - &v)))? {
                options.push((u, v));
            }
        }
        Ok(options)
    }

    /// False only if the piles rule out every diagonal move (β-Wythoff Nim): then the band need not be looked at, and a
    /// band may hold very many positions.
    fn has_diagonal_moves(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let one = Natural::from(1u8);
        if *x < one || *y < one {
            return Ok(true);
        }
        let mentions_piles = self
            .ruleset
            .moves
            .iter()
            .any(|m| m.when.mentions(crate::rules::Var::X) || m.when.mentions(crate::rules::Var::Y));
        Ok(!mentions_piles || self.ruleset.is_move(&Point::new(x, y, &one, &one))?)
    }

    /// Everything about a position.
    ///
    /// # Errors
    /// A square that does not exist, or a number that cannot be computed within the limits.
    pub fn answer(&self, position: &Position) -> Result<Answer, SolveError> {
        let [x, y] = position.piles() else {
            let found = position.piles().len();
            return Err(SolveError::Piles { game: self.ruleset.title.clone(), expected: 2, found });
        };
        let zero = Natural::from(0u8);
        if !self.ruleset.exists(&Point::new(x, y, &zero, &zero))? {
            return Err(SolveError::NoSquare {
                game: self.ruleset.title.clone(),
                position: position.clone(),
            });
        }
        let outcome = self.outcome(x, y)?;
        let members = self.members_among_options(x, y)?;
        let positions =
            |list: Vec<Square>| list.into_iter().map(|(u, v)| Position::new(vec![u, v])).collect();
        let mut answer = Answer {
            position: position.clone(),
            outcome,
            winning_moves: Vec::new(),
            block: Vec::new(),
            propose: Vec::new(),
            all_but: None,
            terminal: self.is_terminal(x, y)?,
            options: None,
            reason: None,
            method: self.method,
            ground: self.ground.clone(),
        };
        match (&self.ruleset.twist, outcome) {
            (Twist::Comply(parts), Outcome::P) => {
                for part in parts {
                    let class = self.in_class(x, y, &members, &part.class)?;
                    if class.len() as u64 >= part.least {
                        answer.propose = positions(class);
                        break;
                    }
                }
            }
            // Nearly every option is a P-position: say which are not.
            (Twist::Comply(_), Outcome::N) => answer.all_but = Some(positions(members)),
            (Twist::Block(_), Outcome::P) => answer.block = positions(members),
            (Twist::None, Outcome::P) => {
                debug_assert!(members.is_empty(), "a P-position with a move to {members:?}")
            }
            (_, Outcome::N) => answer.winning_moves = positions(members),
        }
        Ok(answer)
    }

    fn in_class(
        &self,
        x: &Natural,
        y: &Natural,
        squares: &[Square],
        class: &Formula,
    ) -> Result<Vec<Square>, SolveError> {
        let class = class.with_moves(&self.ruleset.moves);
        let mut inside = Vec::new();
        for (u, v) in squares {
            if class.holds_at(&Point::new(x, y, &(x - u), &(y - v)))? {
                inside.push((u.clone(), v.clone()));
            }
        }
        Ok(inside)
    }

    /// Can all options be forbidden, or not enough be proposed? Only with piles too small for the budgets.
    fn is_terminal(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let budget: u64 = match &self.ruleset.twist {
            Twist::None => 0,
            Twist::Block(blocks) => blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add),
            Twist::Comply(parts) => parts.iter().map(|p| p.least).max().unwrap_or(0),
        };
        // Every pile of n tokens has n moves of its own kind; only few tokens leave room for an end.
        let reach = self.lines.band.unwrap_or(0).saturating_add(budget).saturating_add(2);
        let few = |n: &Natural| u64::try_from(n).is_ok_and(|n| n <= reach.saturating_mul(2).min(2000));
        if !(few(x) && few(y)) {
            return Ok(false);
        }
        let (x, y) = (u32::try_from(x).unwrap_or(0), u32::try_from(y).unwrap_or(0));
        super::exhaustive::is_terminal(&self.ruleset, x, y)
    }
}
