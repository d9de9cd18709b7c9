//! `wythoff solve GAME (--to N | --first n | --columns N)`.

mod board;
mod columns;
mod options;

use crate::cli::{FormatName, SolveArguments};
use crate::export::exporter;
use crate::game_argument::{game, index, number, small};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, json, stdout, write};
use crate::progress::Progress;
use crate::screen::Lines as _;
use crate::sink::is_standard;
use options::Writing;
use wythoff::export::{self, Extent, Format, Listing};
use wythoff::report::CountReport;
use wythoff::{Method, Ways};

/// Lists are not made longer than this by definition.
const LONGEST_LIST: u32 = 10_000_000;

pub(crate) fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let writing = Writing::new(arguments)?;
    let (ways, method) = ways(arguments)?;
    let lists = ways.lists(arguments.all);
    if arguments.format == Some(FormatName::Board) {
        return board::run(&ways, method, arguments, &writing);
    }
    if let Some(until) = &arguments.columns {
        return columns::run(&lists, method, arguments, &writing, until);
    }
    let progress = Progress::begin("listing P-positions");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
    if let (true, Some(to)) = (arguments.count, &arguments.to) {
        let to = number(to, "--to")?;
        let count = lists.count_to(method, &to, &budget)?;
        drop(progress);
        return write_count(&CountReport::to(ways.game(), lists.is_half(), &to, count), &writing);
    }
    let (positions, extent) = match (&arguments.to, &arguments.first) {
        (Some(to), _) => {
            let to = small(to, "--to", u32::MAX)?;
            (lists.list_to(method, to, &budget)?, Extent::To(to))
        }
        (None, Some(first)) => {
            let first = small(first, "--first", LONGEST_LIST)?;
            match &arguments.from {
                None => (lists.first(method, first as usize, &budget)?, Extent::First(first)),
                Some(_) if !matches!(method, Method::Auto | Method::Beatty | Method::Automaton) => {
                    return Err(Message("--from needs a formula: leave --method out".to_owned()).into());
                }
                Some(from) => {
                    let from = index(from)?;
                    (lists.list_from(method, &from, first as usize, &budget)?, Extent::From(from, first))
                }
            }
        }
        (None, None) => (Vec::new(), Extent::First(0)),
    };
    drop(progress);
    if arguments.count {
        let report = CountReport::new(ways.game(), lists.is_half(), &extent, positions.len());
        return write_count(&report, &writing);
    }
    let listing = Listing { game: ways.game(), half: lists.is_half(), extent, positions: &positions };
    write_listing(&listing, &writing)
}

/// The ways of solving the game, and which of them: the certificate, if one is given.
fn ways(arguments: &SolveArguments) -> Result<(Ways, Method), Failure> {
    let game = game(&arguments.game)?;
    let Some(path) = &arguments.certificate else { return Ok((Ways::of(game), arguments.method.into())) };
    let proved =
        super::check::solution(&game, path, &arguments.limits, &Progress::begin("checking the certificate"))?;
    Ok((Ways::of(game).with_certificate(proved), Method::Automaton))
}

fn write_listing(listing: &Listing<'_>, writing: &Writing<'_>) -> Result<(), Failure> {
    let Writing { format, sequence, output, .. } = *writing;
    let bytes = match format {
        Format::Parquet => {
            export::all(&mut *exporter(format, sequence, &listing.contents())?, listing.positions)?
        }
        other => export::list(listing, other, sequence)?,
    };
    if format == Format::Table && output.is_none_or(is_standard) {
        return Ok(stdout().as_is(&String::from_utf8_lossy(&bytes))?);
    }
    write(&bytes, output)
}

fn write_count(report: &CountReport, writing: &Writing<'_>) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    match writing.format {
        Format::Json => json(&mut bytes, report)?,
        _ => bytes = format!("{}\n", report.words()).into_bytes(),
    }
    write(&bytes, writing.output)
}
