//! `wythoff solve GAME (--to N | --first n)`.

use crate::cli::{Format, Sequence, SolveArguments};
use crate::game_argument::{game, index, small};
use crate::output::{Failure, write};
use wythoff::table::{self, Extent, Listing};

/// Lists are not made longer than this by definition.
const LONGEST_LIST: u32 = 10_000_000;

pub(crate) fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let game = game(&arguments.game)?;
    let (positions, extent) = match (&arguments.to, &arguments.first) {
        (Some(to), _) => {
            let to = small(to, "--to", u32::MAX)?;
            (game.p_positions_to(to)?, Extent::To(to))
        }
        (None, Some(first)) => {
            let first = small(first, "--first", LONGEST_LIST)?;
            match &arguments.from {
                None => (game.first_p_positions(first as usize)?, Extent::First(first)),
                Some(from) => {
                    let from = index(from)?;
                    (game.p_positions_from(&from, first as usize)?, Extent::From(from, first))
                }
            }
        }
        (None, None) => (Vec::new(), Extent::First(0)),
    };
    let listing = Listing { game: &game, extent, positions: &positions };
    let text = match arguments.format {
        Format::Table => table::plain(&listing),
        Format::Csv => table::csv(&listing),
        Format::Json => table::json(&listing),
        Format::Latex => table::latex(&listing),
        Format::Bfile => {
            let sequence = match arguments.sequence {
                Sequence::A => table::Sequence::A,
                Sequence::B => table::Sequence::B,
                Sequence::Delta => table::Sequence::Delta,
            };
            table::bfile(&listing, sequence)
        }
    };
    write(text.as_bytes(), arguments.output.as_deref())
}
