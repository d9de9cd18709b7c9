//! The star operator, and which sets of pairs are the P-positions of an invariant game.
//!
//! A game is *invariant* if its moves M are the same everywhere: from (x, y) to (x − s, y − t) for every (s, t) of M. Then M⋆ are its
//! P-positions without (0, 0), taken as the moves of another such game. M, M⋆⋆, M⋆⋆⋆⋆, … settle on every board. For the pairs
//! (⌊nα⌋, ⌊nβ⌋), 1/α + 1/β = 1, both orders, M⋆⋆ = M, so that every such pair of Beatty sequences is what M⋆ has for P-positions (U. Larsson,
//! P. Hegarty, A. S. Fraenkel, "Invariant and dual subtraction games resolving the Duchêne–Rigo conjecture", 2011).
//!
//! Whether a set S belongs to an invariant game at all is decided exactly: no move may join two members of S, and all other moves together
//! have to lead from every other square into S ([`PairSet::stuck`]). A square that is stuck on a board is stuck for good. That there is
//! none at any size is decided with automata, where S has one.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::star::{Realisable, Stars, beatty_pair};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! let budget = Budget::default();
//! let pair = Stars::of_pair(&beatty_pair("sqrt(2)")?, 60, &budget)?;
//! assert!(pair.is_its_double_star() && pair.realisable.is_yes());
//! let blocking = Stars::of_game(&AllWays::of(Game::named("W^2")?), 60, &budget)?;
//! assert!(matches!(blocking.realisable, Realisable::No { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod proof;
pub mod regular;
mod set;

pub use regular::{NoRegularStar, RegularStar};
pub use set::{BadPairs, PairSet};

use wythoff_budget::{Budget, Limit};
use wythoff_number::{Natural, NumberError, Real, counted};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::evaluate::Point;
use wythoff_rules::position::Position;
use wythoff_rules::ruleset::{Move, Var};
use wythoff_rules::{ParameterValue, Play, RuleErrors, Ruleset, Twist, read_values};
use wythoff_solve::SolveError;
use wythoff_solve::way::{Method, cannot};

/// Boards have this size if nothing is said.
pub const BOARD: u32 = 300;
/// Stars are taken at most so often.
const MOST_STARS: usize = 200;

/// Why there is no pair of Beatty sequences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPair {
    /// A text that is no number.
    #[error(transparent)]
    Text(#[from] RuleErrors),
    /// A number that cannot be computed with.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A rational number.
    #[error(
        "{0} is rational or not known to be irrational: a pair of Beatty sequences needs an irrational number above 1"
    )]
    Rational(String),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// Two numbers whose Beatty sequences share out the positive integers, the smaller one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeattyNumbers {
    /// Between 1 and 2.
    pub alpha: Real,
    /// Above 2.
    pub beta: Real,
}

/// The pair of Beatty sequences of an irrational number above 1: `sqrt(2)`, `pi`, `(1 + sqrt(5))/2`. The number may be either of the
/// two.
///
/// # Errors
/// [`BadPair`] says what is wrong with the number.
pub fn beatty_pair(text: &str) -> Result<BeattyNumbers, BadPair> {
    let values = read_values(&["alpha"], "a pair of Beatty sequences", text)?;
    let number = match values.get("alpha") {
        Some(ParameterValue::Real(real)) => Real::new(real.expr().clone())?,
        _ => return Err(BadPair::Rational(text.to_owned())),
    };
    if !number.is_irrational() {
        return Err(BadPair::Rational(text.to_owned()));
    }
    let other = number.complement()?;
    let (two, one) = (2.into(), Natural::ONE);
    let (alpha, beta) = match number.cmp_rational(&two, &one)? {
        std::cmp::Ordering::Less => (number, other),
        _ => (other, number),
    };
    Ok(BeattyNumbers { alpha, beta })
}

impl BeattyNumbers {
    /// How the pairs are written.
    #[must_use]
    pub fn name(&self) -> String {
        format!("(floor(n*({})), floor(n*({})))", self.alpha, self.beta)
    }

    /// (⌊nα⌋, ⌊nβ⌋) for n ≥ 1, both orders, up to a bound.
    ///
    /// # Errors
    /// A floor that cannot be decided.
    pub fn pairs(&self, to: u32) -> Result<PairSet, NumberError> {
        let mut set = PairSet::new(to);
        for n in 1..=to {
            let n = Natural::from(n);
            let (a, b) = (self.alpha.floor_mul(&n)?, self.beta.floor_mul(&n)?);
            let (Ok(a), Ok(b)) = (u32::try_from(a), u32::try_from(b)) else { break };
            if b > to {
                break;
            }
            set.insert(a, b);
            set.insert(b, a);
        }
        Ok(set)
    }
}

/// Is a set the P-positions of an invariant game?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Realisable {
    /// At all sizes; on what that rests.
    Yes(String),
    /// On the board that was looked at; nothing is known beyond.
    AsFarAsComputed,
    /// No: every move from this square into the set would join two members of the set.
    No {
        /// The square.
        stuck: Position,
        /// On what that rests.
        ground: String,
    },
}

impl Realisable {
    /// In words.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Realisable::Yes(_) => "yes",
            Realisable::AsFarAsComputed => "as far as computed",
            Realisable::No { .. } => "no",
        }
    }

    /// Nothing speaks against it.
    #[must_use]
    pub fn is_yes(&self) -> bool {
        !matches!(self, Realisable::No { .. })
    }
}

/// Where the moves M come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StarMoves {
    /// The game's own moves, which are the same everywhere.
    Own,
    /// The set that is asked about, without (0, 0).
    Set,
}

/// What was found about a set of pairs and its stars.
#[derive(Clone, Debug)]
pub struct Stars {
    /// What it is about.
    pub name: String,
    /// The largest number of the board.
    pub to: u32,
    /// Where M comes from.
    pub moves: StarMoves,
    /// Whether the set belongs to an invariant game.
    pub realisable: Realisable,
    /// M, M⋆, M⋆⋆, … until they repeat: the last two differ from those before them no more.
    pub sets: Vec<PairSet>,
    /// The least number k of stars with M⋆…⋆ (k of them) = M⋆…⋆ (k + 2 of them), if that was reached.
    pub repeats_from: Option<usize>,
}

impl Stars {
    /// The P-positions of a game, and the stars of its moves if they are the same everywhere, else of its P-positions.
    ///
    /// # Errors
    /// Games on more piles, boards that are too large, and limits.
    pub fn of_game(ways: &Ways, to: u32, budget: &Budget) -> Result<Stars, SolveError> {
        let game = ways.game();
        let Some(rules) = game.ruleset() else {
            return Err(cannot(game, Method::Auto, "stars are taken of games on two piles"));
        };
        let to = to.min(PairSet::LARGEST);
        let half = ways.is_symmetric();
        let mut set = PairSet::new(to);
        for piles in ways.list_to(Method::Auto, to, budget)?.iter().filter_map(Position::as_small) {
            set.insert(piles[0], piles[1]);
            if half {
                set.insert(piles[1], piles[0]);
            }
        }
        let own = own_moves(rules, to, budget)?;
        let realisable = match (&own, set.stuck(budget)?) {
            (Some(_), _) => Realisable::Yes("its own moves are the same everywhere".to_owned()),
            (None, Some(stuck)) => no(stuck, to),
            (None, None) => proof::of_game(rules, budget)?,
        };
        let (moves, start) = match own {
            Some(own) => (StarMoves::Own, own),
            None => (StarMoves::Set, set.without_origin()),
        };
        Stars::starting(game.label().to_owned(), moves, start, realisable, budget).map_err(Into::into)
    }

    /// A pair of Beatty sequences, with (0, 0).
    ///
    /// # Errors
    /// A floor that cannot be decided, and limits.
    pub fn of_pair(pair: &BeattyNumbers, to: u32, budget: &Budget) -> Result<Stars, BadPair> {
        let set = pair.pairs(to)?;
        let realisable = match set.clone().with_origin().stuck(budget)? {
            Some(stuck) => no(stuck, to),
            None => proof::of_pair(pair, budget)?,
        };
        Ok(Stars::starting(pair.name(), StarMoves::Set, set, realisable, budget)?)
    }

    /// Any set. (0, 0) belongs to it, whether it was said or not.
    ///
    /// # Errors
    /// Limits.
    pub fn of_set(name: &str, set: &PairSet, budget: &Budget) -> Result<Stars, Limit> {
        let realisable = match set.clone().with_origin().stuck(budget)? {
            Some(stuck) => no(stuck, set.to()),
            None => Realisable::AsFarAsComputed,
        };
        let set = set.clone().without_origin();
        Stars::starting(name.to_owned(), StarMoves::Set, set, realisable, budget)
    }

    fn starting(
        name: String,
        moves: StarMoves,
        start: PairSet,
        realisable: Realisable,
        budget: &Budget,
    ) -> Result<Stars, Limit> {
        let to = start.to();
        let mut sets = vec![start];
        let repeats_from = loop {
            let next = sets[sets.len() - 1].star(budget)?;
            let before = sets.len().checked_sub(2);
            let repeats = before.filter(|i| sets[*i] == next);
            sets.push(next);
            if repeats.is_some() || sets.len() > MOST_STARS {
                break repeats;
            }
        };
        Ok(Stars { name, to, moves, realisable, sets, repeats_from })
    }

    /// M with so many stars. From where they repeat on, every second one is the same.
    #[must_use]
    pub fn with_stars(&self, stars: usize) -> Option<&PairSet> {
        match self.repeats_from {
            Some(from) if stars > from => self.sets.get(from + (stars - from) % 2),
            _ => self.sets.get(stars),
        }
    }

    /// M⋆⋆ = M, as far as computed.
    #[must_use]
    pub fn is_its_double_star(&self) -> bool {
        self.repeats_from == Some(0)
    }

    /// Where M⋆⋆ differs from M first.
    #[must_use]
    pub fn first_difference(&self) -> Option<(u32, u32)> {
        self.sets.first()?.first_difference(self.with_stars(2)?)
    }

    /// What was found, in sentences.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let to = self.to;
        let mut lines = vec![match &self.realisable {
            Realisable::Yes(ground) => {
                format!("the P-positions of an invariant game, at all sizes: {ground}")
            }
            Realisable::AsFarAsComputed => {
                format!("the P-positions of an invariant game as far as computed, with piles up to {to}")
            }
            Realisable::No { stuck, ground } => {
                format!("not the P-positions of any invariant game: stuck at {stuck}; {ground}")
            }
        }];
        let shown = self.repeats_from.map_or(self.sets.len(), |from| (from + 2).max(3));
        for stars in (0..shown.min(6)).filter(|stars| self.with_stars(*stars).is_some()) {
            let Some(set) = self.with_stars(stars) else { continue };
            let what = match (stars, self.moves) {
                (0, StarMoves::Own) => "its moves, ",
                (0, StarMoves::Set) => "the set, ",
                _ => "",
            };
            lines.push(format!("{}: {what}{}", star_name(stars), summary(set)));
        }
        lines.push(match self.first_difference() {
            None => format!("M** = M, up to {to}"),
            Some((x, y)) => format!("M** differs from M, first at ({x}, {y})"),
        });
        lines.extend(match self.repeats_from {
            Some(0) => None,
            Some(from) => Some(format!(
                "{} = {}, up to {to}: from there on every second one is the same",
                star_name(from + 2),
                star_name(from)
            )),
            None => Some(format!("no repetition within {} stars", self.sets.len() - 1)),
        });
        lines
    }
}

/// A set that is stuck on a board.
fn no((x, y): (u32, u32), to: u32) -> Realisable {
    Realisable::No {
        stuck: Position::small(&[x.into(), y.into()]),
        ground: format!("every move from there into the set joins two of its members with piles up to {to}"),
    }
}

/// `M**` for two stars.
#[must_use]
pub fn star_name(stars: usize) -> String {
    match stars {
        0..=4 => format!("M{}", "*".repeat(stars)),
        many => format!("M*^{many}"),
    }
}

/// How many pairs, and the first ones.
fn summary(set: &PairSet) -> String {
    let half = if set.is_symmetric() { " with x <= y" } else { "" };
    let listed = set.listed();
    let first: Vec<String> = listed.iter().take(8).map(|(x, y)| format!("({x}, {y})")).collect();
    let more = if listed.len() > 8 { ", ..." } else { "" };
    format!("{}{half}: {}{more}", counted(listed.len(), "pair"), first.join(", "))
}

/// Are the moves of a game the same everywhere, and is that all there is to it?
fn is_invariant(rules: &Ruleset) -> bool {
    let named = |m: &Move| m.when.mentions(Var::X) || m.when.mentions(Var::Y);
    let plain = rules.twist == Twist::None && rules.play == Play::Normal && rules.imitation.is_none();
    plain && rules.position.is_none() && !rules.moves.iter().any(named)
}

/// The moves of a game, if they are the same everywhere.
fn own_moves(rules: &Ruleset, to: u32, budget: &Budget) -> Result<Option<PairSet>, SolveError> {
    if !is_invariant(rules) {
        return Ok(None);
    }
    let mut moves = PairSet::new(to);
    for s in 0..=to {
        budget.poll()?;
        for t in (0..=to).filter(|t| (s, *t) != (0, 0)) {
            let (a, b) = (u64::from(s), u64::from(t));
            if rules.is_move(&Point::small(a, b, a, b))? {
                moves.insert(s, t);
            }
        }
    }
    Ok(Some(moves))
}
