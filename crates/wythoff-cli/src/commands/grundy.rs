//! `wythoff grundy GAME --to N [--periods]`.

use crate::cli::GrundyArguments;
use crate::export::chosen;
use crate::game_argument::{game, small};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, write};
use crate::progress::Progress;
use crate::sink::Sink;
use std::ops::ControlFlow;
use wythoff::export::{self, ExportError, Format};
use wythoff::solve::SolveError;
use wythoff::solve::grundy::{Grundy, GrundyError};
use wythoff::solve::stopped::Stopped;
use wythoff::typed::at_least_one;
use wythoff::{Game, Limit};

/// Tables of values hold at most so many squares a side.
const LARGEST: u32 = 20_000;
const LONGEST: u32 = 100_000_000;
/// So many squares of each row are looked at for its period.
const LENGTH: u64 = 4096;

pub(crate) fn run(arguments: &GrundyArguments) -> Result<(), Failure> {
    let game = game(&arguments.game)?;
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let Some(rules) = game.ruleset() else {
        let text =
            format!("{} is not a game on two piles; `wythoff ask --sum` gives single values", game.name());
        return Err(Message(text).into());
    };
    let format = chosen(arguments.format.map(Format::from), arguments.json, arguments.output.as_deref())?;
    if !matches!(format, Format::Table | Format::Csv | Format::Json) {
        let text = format!("Grundy values are not written as {format}: --format table, csv or json");
        return Err(Message(text).into());
    }
    let height = u64::from(small(&arguments.to, "--to", LARGEST)?) + 1;
    let width = match arguments.periods {
        true => match &arguments.length {
            Some(length) => at_least_one(u64::from(small(length, "--length", LONGEST)?), "--length")?,
            None => LENGTH,
        },
        false => height,
    };
    let progress = Progress::begin("computing Grundy values");
    let values = Grundy::solve(rules, width, height, &progress.watch(&budget));
    drop(progress);
    let values = values.map_err(|error| not_solved(&game, &error))?;
    if arguments.periods {
        return write(&export::grundy::periods(&game, &values, format)?, arguments.output.as_deref());
    }
    let mut sink = Sink::open(arguments.output.as_deref())?;
    let mut failed = None;
    let progress = Progress::begin("writing Grundy values");
    let watched = progress.watch(&budget);
    let written = export::grundy::values(&game, &values, format, &watched, &mut |part| {
        failed = sink.write(part).err();
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    match (failed, written) {
        (Some(failed), _) => Err(failed),
        (None, Err(ExportError::Stopped(Limit::Cancelled))) => {
            let rest = match sink {
                Sink::Temporary(..) => "nothing was written",
                Sink::Standard | Sink::Direct(..) => "the table is not complete",
            };
            Err(Message(format!("stopped; {rest}")).into())
        }
        (None, Err(error)) => Err(error.into()),
        (None, Ok(())) => sink.finish(),
    }
}

fn not_solved(game: &Game, error: &GrundyError) -> Failure {
    match error {
        GrundyError::Twist => SolveError::NoGrundy { game: game.name().to_owned() }.into(),
        GrundyError::Stopped(Stopped { column, limit: Limit::Cancelled }) => {
            // With threads, parts of many columns are done.
            let at = if *column == 0 { String::new() } else { format!(" at column {column}") };
            Message(format!("stopped{at}; nothing was written")).into()
        }
        GrundyError::Stopped(Stopped { limit: Limit::Time, .. }) => Message(error.to_string()).into(),
        other => Message(format!("{other}; see --memory")).into(),
    }
}
