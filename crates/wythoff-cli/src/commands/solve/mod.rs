//! `wythoff solve GAME (--to N | --first n | --columns N)`.

mod columns;

use crate::cli::SolveArguments;
use crate::export::exporter;
use crate::game_argument::{game, index, number, small};
use crate::limits::budget;
use crate::output::{Failure, Message, write};
use wythoff::export::{self, Extent, Format, Listing, Sequence};
use wythoff::{Method, Ways};

/// Lists are not made longer than this by definition.
const LONGEST_LIST: u32 = 10_000_000;

pub(crate) fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let ways = Ways::of(game(&arguments.game)?);
    if let Some(until) = &arguments.columns {
        return columns::run(&ways, arguments, until);
    }
    let budget = budget(arguments.memory.as_deref(), arguments.threads.as_deref())?;
    let method = Method::from(arguments.method);
    if let (true, Some(to)) = (arguments.count, &arguments.to) {
        let count = ways.count_to(method, &number(to, "--to")?, &budget)?;
        return write(format!("{count}\n").as_bytes(), arguments.output.as_deref());
    }
    let (positions, extent) = match (&arguments.to, &arguments.first) {
        (Some(to), _) => {
            let to = small(to, "--to", u32::MAX)?;
            (ways.list_to(method, to, &budget)?, Extent::To(to))
        }
        (None, Some(first)) => {
            let first = small(first, "--first", LONGEST_LIST)?;
            match &arguments.from {
                None => (ways.first(method, first as usize, &budget)?, Extent::First(first)),
                Some(_) if !matches!(method, Method::Auto | Method::Beatty) => {
                    return Err(Message("--from needs a formula: leave --method out".to_owned()).into());
                }
                Some(from) => {
                    let from = index(from)?;
                    (ways.list_from(method, &from, first as usize, &budget)?, Extent::From(from, first))
                }
            }
        }
        (None, None) => (Vec::new(), Extent::First(0)),
    };
    if arguments.count {
        return write(format!("{}\n", positions.len()).as_bytes(), arguments.output.as_deref());
    }
    write_listing(&Listing { game: ways.game(), extent, positions: &positions }, arguments)
}

fn write_listing(listing: &Listing<'_>, arguments: &SolveArguments) -> Result<(), Failure> {
    let (format, sequence) = (Format::from(arguments.format), Sequence::from(arguments.sequence));
    let bytes = match format {
        Format::Parquet => {
            export::all(&mut *exporter(format, sequence, listing.game.piles())?, listing.positions)?
        }
        other => export::list(listing, other, sequence)?,
    };
    write(&bytes, arguments.output.as_deref())
}
