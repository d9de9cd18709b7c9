//! A list of P-positions and what it is a list of: what [`report`](crate::report) and [`export`](crate::export) are given.

use crate::game::Game;
use crate::number::Natural;
use crate::position::Position;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// A list of P-positions and what it is a list of.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    /// The game.
    pub game: &'a Game,
    /// How far it goes.
    pub extent: Extent,
    /// The positions, in lexicographic order.
    pub positions: &'a [Position],
}

impl Listing<'_> {
    /// The index of the first position.
    pub(crate) fn start(&self) -> Natural {
        match &self.extent {
            Extent::To(_) | Extent::First(_) | Extent::Columns(_) | Extent::ColumnsTo(..) => {
                Natural::from(0u8)
            }
            Extent::From(start, _) => start.clone(),
        }
    }
}
