//! A list of P-positions and what it is a list of: what reports and exports are given.

use wythoff_number::{Integer, Natural};
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All piles at most this.
    To(u32),
    /// So many in lexicographic order.
    First(u32),
    /// So many in lexicographic order from an index on.
    From(Natural, u32),
    /// All with the first pile less than this.
    Columns(u64),
    /// All with the first pile less than this, and the second at most that.
    ColumnsTo(u64, u64),
}

/// A sequence that a list of pairs holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sequence {
    /// The first pile.
    #[default]
    A,
    /// The second pile.
    B,
    /// The second pile less the first.
    Delta,
}

impl Sequence {
    /// How it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Sequence::A => "a",
            Sequence::B => "b",
            Sequence::Delta => "delta",
        }
    }

    /// Its term for a position.
    #[must_use]
    pub fn term(self, position: &Position) -> Integer {
        let pile = |i: usize| position.piles().get(i).cloned().map_or(Integer::from(0), Integer::from);
        match self {
            Sequence::A => pile(0),
            Sequence::B => pile(1),
            Sequence::Delta => pile(1) - pile(0),
        }
    }
}

/// What a list or a file holds: the P-positions of a game, in which orders of the piles.
///
/// ```
/// use wythoff_rules::Game;
/// use wythoff_solve::listing::Contents;
/// let contents = Contents::of(&Game::named("WN")?, true);
/// assert_eq!(contents.orders(), "x <= y");
/// assert_eq!(contents.words(), "P-positions of WN with x <= y");
/// assert_eq!(Contents { half: false, ..contents }.orders(), "all");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The game.
    pub game: String,
    /// How many piles it has.
    pub piles: usize,
    /// Are only positions with x ≤ y (≤ z …) listed, which stand for all orders of their piles?
    pub half: bool,
}

impl Contents {
    /// P-positions of a game.
    #[must_use]
    pub fn of(game: &Game, half: bool) -> Contents {
        Contents { game: game.label().to_owned(), piles: game.piles(), half }
    }

    /// Which orders of the piles there are: `x <= y`, or `all`.
    #[must_use]
    pub fn orders(&self) -> String {
        if self.half { pile_names(self.piles).join(" <= ") } else { "all".to_owned() }
    }

    /// The note that goes with a list or a number; nothing where every position is listed.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.half.then(|| format!("with {}", self.orders()))
    }

    /// In a line.
    #[must_use]
    pub fn words(&self) -> String {
        let note = self.note().map(|note| format!(" {note}")).unwrap_or_default();
        format!("P-positions of {}{note}", self.game)
    }
}

/// Names of piles: x, y, z, or x1, x2, … from four on.
pub fn pile_names(piles: usize) -> Vec<String> {
    match piles {
        n @ 0..=3 => ["x", "y", "z"][..n].iter().map(|s| (*s).to_owned()).collect(),
        n => (1..=n).map(|i| format!("x{i}")).collect(),
    }
}

/// A list of P-positions and what it is a list of.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    /// The game.
    pub game: &'a Game,
    /// Are only positions with x ≤ y (≤ z …) listed?
    pub half: bool,
    /// How far it goes.
    pub extent: Extent,
    /// The positions, in lexicographic order.
    pub positions: &'a [Position],
}

impl Listing<'_> {
    /// What it holds.
    #[must_use]
    pub fn contents(&self) -> Contents {
        Contents::of(self.game, self.half)
    }

    /// The index of the first position.
    pub fn start(&self) -> Natural {
        match &self.extent {
            Extent::To(_) | Extent::First(_) | Extent::Columns(_) | Extent::ColumnsTo(..) => {
                Natural::from(0u8)
            }
            Extent::From(start, _) => start.clone(),
        }
    }
}
