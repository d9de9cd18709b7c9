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
//! use wythoff_number::parse_natural;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::beatty::Theorem;
//! let game = Game::named("3WN")?;
//! let theorem = Theorem::recognise(game.ruleset().unwrap()).unwrap();
//! let position = Position::new(vec![parse_natural("10^100+7")?, parse_natural("4*10^100")?]);
//! let answer = theorem.answer(&position)?;
//! assert_eq!(answer.winning_moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocking;
mod count;
mod pairs;
mod recognise;
mod recursion;
mod way;

pub use blocking::{BlockingNim, DoubledWythoff, TwoBeams};
pub use pairs::{BeattyPairs, ComplementaryPairs, ScaledPairs, ShiftedPairs};
pub use recognise::{obstacle, same_rules, shape};
pub use recursion::{MorphismPairs, RecursivePairs};
pub use way::{ByConjecture, ByTheorem};

use super::twist::{Counts, proposal};
use super::{Answer, Ground, MethodUsed, SolveError};
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural};
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::Game;
use wythoff_rules::hint::Hint;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Formula, Ruleset, Twist};

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

    /// How many (n, n) with n up to a size are in the set, where [`PSet::band`] has no list of them.
    fn equal_up_to(&self, _to: &Natural) -> Option<Natural> {
        None
    }

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

    /// Members (x, v) with v < y and v ≡ y modulo `stride`, in increasing order: the `most` lowest.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn below(&self, x: &Natural, y: &Natural, stride: u64, most: usize) -> Result<Vec<Natural>, SolveError> {
        Ok(reached(self.column(x)?, y, stride, most))
    }

    /// Members (u, y) with u < x and u ≡ x modulo `stride`, in increasing order: the `most` lowest.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn left(&self, x: &Natural, y: &Natural, stride: u64, most: usize) -> Result<Vec<Natural>, SolveError> {
        self.below(y, x, stride, most)
    }

    /// Members (u, v) with u ≤ x, v ≤ y whose difference v − u is within `width` of y − x: the `most` lowest in
    /// lexicographic order, at least.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits, or too many of them.
    fn diagonal(
        &self,
        x: &Natural,
        y: &Natural,
        width: u64,
        _most: usize,
    ) -> Result<Vec<Square>, SolveError> {
        let difference = Integer::from(y.clone()) - Integer::from(x.clone());
        let mut found = self.band(&(&difference - width), &(&difference + width))?;
        found.retain(|(u, v)| u <= x && v <= y);
        Ok(found)
    }

    /// How many of the list have a first pile below `x`.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn count_before(&self, x: &Natural) -> Result<Natural, SolveError> {
        count::first_index(|n| Ok(self.nth(n)?.0 >= *x))
    }

    /// How many of the list have both piles at most `to`. Sets in whose list second piles decrease somewhere count otherwise.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    fn count_to(&self, to: &Natural) -> Result<Natural, SolveError> {
        count::first_index(|n| Ok(self.nth(n)?.1 > *to))
    }

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

/// Most P-positions among the options that an answer lists.
const MOST_LISTED: usize = 10_000;

/// The numbers of a column below `y` that moves of multiples of `stride` reach: the `most` lowest.
fn reached(column: Vec<Natural>, y: &Natural, stride: u64, most: usize) -> Vec<Natural> {
    let fits = |v: &Natural| v < y && (stride <= 1 || (y - v) % stride == 0);
    column.into_iter().filter(fits).take(most).collect()
}

/// The lines on which the moves of a game lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lines {
    /// Diagonal moves change the difference of the piles by at most this; `None` if there are none.
    band: Option<u64>,
    /// Moves on one pile that no diagonal move makes are multiples of this.
    stride: u64,
    /// Removals on no line.
    singles: Vec<(u64, u64)>,
}

/// A game whose P-positions a theorem describes, at any size.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// Shared, since every question has its own copy of the theorem.
    ruleset: Arc<Ruleset>,
    lines: Lines,
    set: Arc<dyn PSet>,
    /// The set is that of the N-positions: comply games.
    complement: bool,
    symmetric: bool,
    method: MethodUsed,
    ground: Ground,
    /// The game of the rulebook that it is, by meaning.
    paper: Arc<Game>,
}

impl Theorem {
    /// The game of the rulebook that the ruleset was proved to be.
    #[must_use]
    pub fn paper(&self) -> &Game {
        &self.paper
    }

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

    /// How many P-positions with both piles at most `to` are listed.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    pub fn count_to(&self, to: &Natural) -> Result<Natural, SolveError> {
        let members = self.set.count_to(to)?;
        // Comply games exist on all squares, and exchanging the piles changes nothing in them.
        Ok(if self.complement { (to + 1u8) * (to + 2u8) / 2u8 - members } else { members })
    }

    /// How many P-positions with a first pile below `column` are listed; `None` if there is no end of them.
    ///
    /// # Errors
    /// A number that cannot be computed within the limits.
    pub fn count_before(&self, column: &Natural) -> Result<Option<Natural>, SolveError> {
        if self.complement { Ok(None) } else { self.set.count_before(column).map(Some) }
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

    /// The members of the set among the options of (x, y), in lexicographic order: the first so many, and one more if
    /// there are more.
    fn members_among_options(&self, x: &Natural, y: &Natural) -> Result<Vec<Square>, SolveError> {
        let most = MOST_LISTED + 1;
        let mut found: Vec<Square> = Vec::new();
        // Short moves on one pile may be diagonal moves too, of any length below the width of the band.
        let stride = self.lines.stride;
        found.extend(self.set.below(x, y, stride, most)?.into_iter().map(|v| (x.clone(), v)));
        found.extend(self.set.left(x, y, stride, most)?.into_iter().map(|u| (u, y.clone())));
        if let Some(width) = self.lines.band
            && self.has_diagonal_moves(x, y)?
        {
            found.extend(self.set.diagonal(x, y, width, most)?);
        }
        for (s, t) in &self.lines.singles {
            let (s, t) = (Natural::from(*s), Natural::from(*t));
            if s <= *x && t <= *y && self.set.contains(&(x - &s), &(y - &t))? {
                found.push((x - s, y - t));
            }
        }
        found.sort();
        found.dedup();
        let mut options = Vec::with_capacity(found.len().min(most));
        for (u, v) in found {
            if self.ruleset.is_move(&Point::new(x, y, &(x - &u), &(y - &v)))? {
                options.push((u, v));
            }
            if options.len() == most {
                break;
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
            .any(|m| m.when.mentions(wythoff_rules::Var::X) || m.when.mentions(wythoff_rules::Var::Y));
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
        let mut members = self.members_among_options(x, y)?;
        let too_many = (members.len() > MOST_LISTED).then(|| {
            members.truncate(MOST_LISTED);
            let which = if self.complement { "N-positions" } else { "P-positions" };
            format!("more than {MOST_LISTED} {which} are among the options; only the first {MOST_LISTED} are listed")
        });
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
            reason: too_many,
            method: self.method,
            ground: self.ground.clone(),
        };
        match (&self.ruleset.twist, outcome) {
            (Twist::Comply(parts), Outcome::P) => {
                let signed = self.signed(x, y, members)?;
                let mut counts = Counts::new(parts.len());
                signed.iter().for_each(|(_, signature)| counts.add(*signature, false));
                if let Some(among) = proposal(parts, &counts.n) {
                    let serving =
                        signed.into_iter().filter(|(_, signature)| among.has(u32::from(*signature)));
                    answer.propose = positions(serving.map(|(square, _)| square).collect());
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

    /// The options with the classes of the twist that their moves are in, a bit for each line.
    fn signed(
        &self,
        x: &Natural,
        y: &Natural,
        squares: Vec<Square>,
    ) -> Result<Vec<(Square, u8)>, SolveError> {
        let moves = &self.ruleset.moves;
        let classes: Vec<Formula> =
            self.ruleset.twist.classes().into_iter().map(|class| class.with_moves(moves)).collect();
        let signed = |(u, v): Square| {
            let mut signature = 0;
            for (line, class) in classes.iter().enumerate() {
                signature |= u8::from(class.holds_at(&Point::new(x, y, &(x - &u), &(y - &v)))?) << line;
            }
            Ok(((u, v), signature))
        };
        squares.into_iter().map(signed).collect()
    }

    /// Is there a move of one token, in a game that forbids nothing? Then the game is not over, without looking at all options.
    fn clearly_goes_on(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let (zero, one) = (Natural::from(0u8), Natural::from(1u8));
        let moves = |s: &Natural, t: &Natural| self.ruleset.is_move(&Point::new(x, y, s, t));
        Ok(self.ruleset.twist == Twist::None && (moves(&one, &zero)? || moves(&zero, &one)?))
    }

    /// Can all options be forbidden, or not enough be proposed?
    fn is_terminal(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        const FEW: u64 = 64;
        if self.clearly_goes_on(x, y)? {
            return Ok(false);
        }
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
            && u64::from(x.max(y)) <= FEW
        {
            return super::exhaustive::is_terminal(&self.ruleset, x, y);
        }
        // Beyond, one of the shortest moves of every kind tells: each game has one of them if it has any.
        let (zero, one, step) = (Natural::from(0u8), Natural::from(1u8), Natural::from(self.lines.stride));
        let mut shortest = Vec::new();
        for (s, t) in [(&one, &zero), (&zero, &one), (&one, &one), (&step, &zero), (&zero, &step)] {
            let point = Point::new(x, y, s, t);
            if self.ruleset.is_move(&point)? {
                shortest.push(point);
            }
        }
        let any = |class: &Formula| {
            let class = class.with_moves(&self.ruleset.moves);
            shortest.iter().try_fold(false, |any, p| Ok::<_, SolveError>(any || class.holds_at(p)?))
        };
        // Where there are quotas, any number of tokens may be taken from a pile.
        let on_one_pile = x + y;
        match &self.ruleset.twist {
            Twist::None => Ok(shortest.is_empty()),
            Twist::Block(blocks) => {
                let budget = blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add);
                let classes = blocks.iter().map(|b| b.class.clone()).collect();
                Ok(on_one_pile <= Natural::from(budget) && !any(&Formula::any_of(classes).negated())?)
            }
            Twist::Comply(parts) => {
                for part in parts {
                    if part.least == 0 && !shortest.is_empty()
                        || on_one_pile >= Natural::from(part.least) && any(&part.class)?
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}
