//! `wythoff beams GAME [--columns N]`.

use crate::cli::BeamsArguments;
use crate::game_argument::{game, many};
use crate::limits::{Usual, budget};
use crate::output::{Failure, STRONG, json, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use wythoff::Ways;
use wythoff::explore::beams;
use wythoff::report::BeamsReport;

pub(crate) fn run(arguments: &BeamsArguments) -> Result<(), Failure> {
    let ways = Ways::of(game(&arguments.game)?);
    let columns = arguments.columns.as_deref().map(|text| many(text, "--columns")).transpose()?;
    let progress = Progress::begin("looking for beams");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
    let found = beams::of(&ways, columns, &budget)?;
    drop(progress);
    let mut out = stdout();
    if arguments.json {
        return json(&mut out, &BeamsReport::new(ways.game(), &found));
    }
    writeln!(out, "{STRONG}{}{STRONG:#}: {}", ways.game().label(), found.summary())?;
    for beam in &found.beams {
        writeln!(out)?;
        for (i, line) in beam.lines().iter().enumerate() {
            match i {
                0 => writeln!(out, "{STRONG}{line}{STRONG:#}")?,
                _ => writeln!(out, "  {line}")?,
            }
        }
    }
    for area in &found.areas {
        writeln!(out, "\n{STRONG}{}{STRONG:#}", area.line())?;
    }
    Ok(())
}
