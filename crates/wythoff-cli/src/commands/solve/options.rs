//! What the options of `solve` come to together. Whatever would be ignored is refused, with what to do instead.

use crate::cli::SolveArguments;
use crate::export::chosen;
use crate::game_argument::many;
use crate::output::{Failure, Message};
use crate::sink::is_standard;
use std::path::Path;
use std::time::Duration;
use wythoff::export::{Format, Sequence};

/// Between two checkpoints, unless something else is asked for.
const EVERY: u64 = 10;

/// How a list is written, and where to.
pub(super) struct Writing<'a> {
    pub(super) format: Format,
    pub(super) sequence: Sequence,
    /// The file; nothing for standard output.
    pub(super) output: Option<&'a Path>,
    /// Where the state is saved, and how often.
    pub(super) checkpoint: Option<(&'a Path, Duration)>,
    /// Only rows up to this one.
    pub(super) height: Option<u64>,
    /// Every order of the piles.
    pub(super) all: bool,
}

impl<'a> Writing<'a> {
    pub(super) fn new(arguments: &'a SolveArguments) -> Result<Writing<'a>, Failure> {
        if let Some(refused) = refused(arguments) {
            return Err(Message(refused.to_owned()).into());
        }
        let output = arguments.output.as_deref().filter(|path| !is_standard(path));
        let named = output.filter(|_| !arguments.count);
        let format = chosen(arguments.format.map(Format::from), arguments.json, named)?;
        if arguments.sequence.is_some() && format != Format::Bfile {
            let text = format!("--sequence is for b-files, and this is {format}: add --format bfile");
            return Err(Message(text).into());
        }
        if arguments.checkpoint.is_some() && !format.resumes() {
            let text = format!(
                "--checkpoint cannot be used with --format {format}; csv, jsonl, bfile and raw can be continued"
            );
            return Err(Message(text).into());
        }
        let every = Duration::from_secs(arguments.every.unwrap_or(EVERY));
        Ok(Writing {
            format,
            sequence: arguments.sequence.map(Sequence::from).unwrap_or_default(),
            output,
            checkpoint: arguments.checkpoint.as_deref().map(|path| (path, every)),
            height: arguments.height.as_deref().map(|height| many(height, "--height")).transpose()?,
            all: arguments.all,
        })
    }
}

/// Why these options do not go together.
fn refused(arguments: &SolveArguments) -> Option<&'static str> {
    let SolveArguments { to, first, columns, from, height, count, format, sequence, .. } = arguments;
    let file = arguments.output.as_deref().is_some_and(|path| !is_standard(path));
    let json = matches!(format, None | Some(crate::cli::FormatName::Json));
    let checkpoint = arguments.checkpoint.is_some();
    let board = matches!(format, Some(crate::cli::FormatName::Board));
    let wrong = [
        (board && to.is_none(), "--format board needs --to N: it draws all squares with piles up to N"),
        (board && arguments.all, "--format board draws all squares, both (a, b) and (b, a): leave --all out"),
        (from.is_some() && first.is_none(), "--from needs --first COUNT: it says where that list starts"),
        (
            height.is_some() && to.is_some(),
            "--height needs --columns N: --to N is a height already, and for both piles",
        ),
        (height.is_some() && columns.is_none(), "--height needs --columns N: it says how high they are"),
        (*count && !json, "--count prints a number: leave --format out, or write --format json"),
        (*count && sequence.is_some(), "--count prints a number: leave --sequence out"),
        (checkpoint && *count, "--count writes no list that could be continued: leave --checkpoint out"),
        (checkpoint && columns.is_none(), "--checkpoint needs --columns N: other lists are not continued"),
        (checkpoint && !file, "--checkpoint needs --output FILE, which grows as it is written"),
        (
            arguments.every.is_some() && !checkpoint,
            "--every needs --checkpoint FILE: it says how often that is saved",
        ),
    ];
    wrong.into_iter().find_map(|(applies, why)| applies.then_some(why))
}
