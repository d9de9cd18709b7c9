//! Lists of P-positions, tables of Grundy values and of their periods.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_solve::grundy::{AdditivePeriod, Grundy};
use wythoff_solve::listing::{Contents, Extent, Listing};

/// A list of P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListReport<'a> {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// How far the list goes.
    pub board: BoardReport,
    /// Are only positions with x ≤ y (≤ z …) listed?
    pub symmetric: bool,
    /// Which orders of the piles are listed: `x <= y`, or `all`.
    #[serde(default)]
    pub orders: String,
    /// The positions, in lexicographic order.
    pub positions: Cow<'a, [Position]>,
}

/// How far a list goes; the fields that do not apply are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardReport {
    /// All piles at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<SizeReport>,
    /// From this index on: decimal, since it may be longer than any number type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// So many positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// All with the first pile less than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<SizeReport>,
    /// And with the second pile at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u64>,
}

/// A size: a number, or decimal in quotes if it is longer than any number type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SizeReport {
    /// It fits into a machine word.
    Small(u64),
    /// It does not.
    Large(String),
}

impl From<&Natural> for SizeReport {
    fn from(size: &Natural) -> SizeReport {
        u64::try_from(size).map_or_else(|_| SizeReport::Large(size.to_string()), SizeReport::Small)
    }
}

impl From<&Extent> for BoardReport {
    fn from(extent: &Extent) -> BoardReport {
        let nothing = BoardReport::default();
        match extent {
            Extent::To(n) => BoardReport { to: Some(SizeReport::Small((*n).into())), ..nothing },
            Extent::First(n) => BoardReport { first: Some(*n), ..nothing },
            Extent::From(start, n) => {
                BoardReport { from: Some(start.to_string()), first: Some(*n), ..nothing }
            }
            Extent::Columns(n) => BoardReport { columns: Some(SizeReport::Small(*n)), ..nothing },
            Extent::ColumnsTo(n, height) => {
                BoardReport { columns: Some(SizeReport::Small(*n)), height: Some(*height), ..nothing }
            }
        }
    }
}

impl<'a> ListReport<'a> {
    /// A list and what it is a list of.
    #[must_use]
    pub fn new(listing: &Listing<'a>) -> ListReport<'a> {
        ListReport {
            game: listing.game.label().to_owned(),
            title: listing.game.title().to_owned(),
            board: BoardReport::from(&listing.extent),
            symmetric: listing.half,
            orders: listing.contents().orders(),
            positions: Cow::Borrowed(listing.positions),
        }
    }
}

/// How many P-positions there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReport {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// How far they were counted.
    pub board: BoardReport,
    /// Are only positions with x ≤ y (≤ z …) counted?
    pub symmetric: bool,
    /// Which orders of the piles are counted: `x <= y`, or `all`.
    #[serde(default)]
    pub orders: String,
    /// How many there are: decimal, since it may be longer than any number type.
    pub count: String,
}

impl CountReport {
    /// So many P-positions of a game; of a symmetric one `half` says that only x ≤ y (≤ z …) was counted.
    #[must_use]
    pub fn new(game: &Game, half: bool, extent: &Extent, count: impl ToString) -> CountReport {
        CountReport::on(game, half, BoardReport::from(extent), count)
    }

    /// Those with all piles at most `to`.
    #[must_use]
    pub fn to(game: &Game, half: bool, to: &Natural, count: impl ToString) -> CountReport {
        CountReport::on(game, half, BoardReport { to: Some(to.into()), ..BoardReport::default() }, count)
    }

    /// Those with the first pile less than `column`.
    #[must_use]
    pub fn before(game: &Game, half: bool, column: &Natural, count: impl ToString) -> CountReport {
        let board = BoardReport { columns: Some(column.into()), ..BoardReport::default() };
        CountReport::on(game, half, board, count)
    }

    /// The number, and what was counted if that is not every position.
    #[must_use]
    pub fn words(&self) -> String {
        if self.symmetric { format!("{} with {}", self.count, self.orders) } else { self.count.clone() }
    }

    fn on(game: &Game, half: bool, board: BoardReport, count: impl ToString) -> CountReport {
        CountReport {
            game: game.label().to_owned(),
            title: game.title().to_owned(),
            board,
            symmetric: half,
            orders: Contents::of(game, half).orders(),
            count: count.to_string(),
        }
    }
}

/// A table of Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrundyReport {
    /// The game.
    pub game: String,
    /// The largest first pile.
    pub to: u64,
    /// A row for every y from 0 on, x growing; nothing where there is no square.
    pub rows: Vec<Vec<Option<u32>>>,
}

impl GrundyReport {
    /// The values of a board.
    #[must_use]
    pub fn new(game: &Game, values: &Grundy) -> GrundyReport {
        let row = |y: u64| (0..values.width()).map(|x| values.value(x, y)).collect();
        let rows = (0..values.height()).map(row).collect();
        GrundyReport { rows, ..GrundyReport::without_rows(game, values) }
    }

    /// All of it but the values.
    pub(crate) fn without_rows(game: &Game, values: &Grundy) -> GrundyReport {
        GrundyReport { game: game.label().to_owned(), to: values.width().saturating_sub(1), rows: vec![] }
    }
}

/// The additive periods of rows of Grundy values: what the squares that were looked at show, not a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodsReport {
    /// The game.
    pub game: String,
    /// How many squares of each row were looked at.
    pub length: u64,
    /// For every row y from 0 on; nothing where no period shows.
    pub periods: Vec<Option<AdditivePeriod>>,
}

impl PeriodsReport {
    /// The periods of the rows of a board.
    #[must_use]
    pub fn new(game: &Game, values: &Grundy) -> PeriodsReport {
        PeriodsReport {
            game: game.label().to_owned(),
            length: values.width(),
            periods: (0..values.height()).map(|y| values.row_period(y)).collect(),
        }
    }
}
