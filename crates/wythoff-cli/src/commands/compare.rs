//! `wythoff compare A B [--to N]`.

use crate::cli::CompareArguments;
use crate::game_argument::{game, small};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, STRONG, json, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use std::process::ExitCode;
use wythoff::Ways;
use wythoff::explore::compare::{Equality, compare_to};
use wythoff::report::LikenessReport;

/// Boards are not compared beyond this.
const LARGEST: u32 = 10_000_000;

pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode, Failure> {
    let second = arguments.second.as_ref().or(arguments.with.as_ref()).map_or("", String::as_str);
    if arguments.first == "-" && second == "-" {
        return Err(Message("standard input holds one game: give a file for the other".to_owned()).into());
    }
    let (first, second) = (Ways::of(game(&arguments.first)?), Ways::of(game(second)?));
    let to = arguments.to.as_deref().map(|text| small(text, "--to", LARGEST)).transpose()?;
    let progress = Progress::begin("comparing");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
    let found = compare_to(&first, &second, to, &budget)?;
    drop(progress);
    let mut out = stdout();
    let (first, second) = (first.game(), second.game());
    if arguments.json {
        json(&mut out, &LikenessReport::new(first, second, &found))?;
    } else {
        for (i, line) in found.lines(first.label(), second.label()).iter().enumerate() {
            match i {
                0 => {
                    writeln!(out, "{STRONG}{} and {}{STRONG:#}: {line}", first.label(), second.label())?;
                }
                _ => writeln!(out, "  {line}")?,
            }
        }
    }
    Ok(ExitCode::from(u8::from(found.equal == Equality::No)))
}
