//! `wythoff decide --numeration fib 'Ax Ey …'`: first-order statements about addition and order.

use crate::cli::DecideArguments;
use crate::limits::{read_text, shown, timed_budget};
use crate::output::{Failure, Message, STRONG, stdout, words_beside, write};
use crate::progress::Progress;
use crate::sink::is_standard;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use wythoff::Budget;
use wythoff::automaton::{Dfa, Numeration, System, dot, walnut};
use wythoff::logic::{Defined, decide, parse_statement, relation};
use wythoff::prove::load::{LoadError, Loaded, numeration};

/// The numeration of `--numeration`, or the one in front of the formula, or base 2 as in Walnut.
fn chosen(flag: Option<&str>, written: Option<System>) -> Result<Numeration, Failure> {
    let written = written
        .map(|system| {
            let name = system.name();
            Numeration::new(system).map_err(|e| Message(format!("{name:?} is not a numeration: {e}")))
        })
        .transpose()?;
    match (flag.map(numeration).transpose()?, written) {
        (Some(flag), Some(written)) if flag.system() != written.system() => Err(Message(format!(
            "--numeration says {}, the formula says {}",
            flag.system().name(),
            written.system().name()
        ))
        .into()),
        (Some(numeration), _) | (None, Some(numeration)) => Ok(numeration),
        (None, None) => Ok(numeration("base(2)")?),
    }
}

pub(crate) fn run(arguments: &DecideArguments) -> Result<ExitCode, Failure> {
    if [&arguments.dot, &arguments.walnut].into_iter().all(|p| p.as_ref().is_some_and(|p| is_standard(p))) {
        let text = "--dot and --walnut cannot both go to standard output: give one of them a file";
        return Err(Message(text.to_owned()).into());
    }
    let statement = parse_statement(&arguments.formula).map_err(|e| Message(e.to_string()))?;
    let formula = statement.formula;
    let numeration = chosen(arguments.numeration.as_deref(), statement.numeration)?;
    let progress = Progress::begin("deciding");
    let budget = progress.watch(&timed_budget(&arguments.time, &arguments.memory)?);
    let mut named = Vec::new();
    for load in &arguments.load {
        named.push(named_automaton(load, &numeration, &budget)?);
    }
    if arguments.dot.is_some() || arguments.walnut.is_some() {
        let found = relation(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
        let Defined::Set(names, dfa) = found else {
            return Err(Message(
                "the formula has no free variables, so there is no automaton to save".to_owned(),
            )
            .into());
        };
        drop(progress);
        let mut out = words_beside(&[arguments.dot.as_deref(), arguments.walnut.as_deref()]);
        writeln!(out, "an automaton of {} states that reads {}", dfa.states(), names.join(", "))?;
        if let Some(path) = &arguments.dot {
            write(dot::graphviz(&dfa).as_bytes(), Some(path))?;
            saved(&mut out, "Graphviz text", path)?;
        }
        if let Some(path) = &arguments.walnut {
            write(walnut::write(&dfa, &numeration).as_bytes(), Some(path))?;
            saved(&mut out, "Walnut's text format", path)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let sentence = decide(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
    drop(progress);
    let mut out = stdout();
    let example: Vec<String> =
        sentence.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let word = if sentence.truth { "true" } else { "false" };
    match example.is_empty() {
        true => writeln!(out, "{STRONG}{word}{STRONG:#}")?,
        false => writeln!(out, "{STRONG}{word}{STRONG:#}: {}", example.join(", "))?,
    }
    Ok(ExitCode::from(u8::from(!sentence.truth)))
}

/// Says where something was saved, unless that is where whoever reads this already looks.
fn saved(out: &mut impl std::io::Write, what: &str, path: &Path) -> Result<(), Failure> {
    if !is_standard(path) {
        writeln!(out, "  {what}: {}", path.display())?;
    }
    Ok(())
}

/// `name=file`: a certificate's automaton, or one in Walnut's text format.
fn named_automaton(text: &str, numeration: &Numeration, budget: &Budget) -> Result<(String, Dfa), Failure> {
    let Some((name, file)) = text.split_once('=') else {
        return Err(Message(format!("{text:?} is not of the form name=file")).into());
    };
    let loaded = load(file.as_ref(), Some(numeration), budget)?;
    Ok((name.to_owned(), loaded.automaton))
}

/// The automaton of a file.
pub(crate) fn load(path: &Path, numeration: Option<&Numeration>, budget: &Budget) -> Result<Loaded, Failure> {
    let loaded = Loaded::from_text(&read_text(path)?, numeration, budget);
    Ok(loaded.map_err(|error| unusable(path, &error))?)
}

/// What is wrong with a file, and which flag helps.
pub(crate) fn unusable(path: &Path, error: &LoadError) -> Message {
    let shown = shown(path);
    Message(match error {
        LoadError::OtherNumeration(theirs) => {
            format!("{shown} is in the numeration {theirs}: --numeration {theirs} goes with it")
        }
        LoadError::NoNumeration => format!(
            "{shown} is not a certificate; for Walnut's text format say which numeration: --numeration fib"
        ),
        other => format!("{shown}: {other}"),
    })
}
