//! `wythoff decide --numeration fib 'Ax Ey …'`: first-order statements about addition and order.

use crate::cli::DecideArguments;
use crate::limits::{read_text, timed_budget};
use crate::output::{Failure, Message, STRONG, stdout, write};
use std::io::Write as _;
use std::process::ExitCode;
use wythoff::automaton::{Dfa, Numeration, System, dot, walnut};
use wythoff::logic::{Relation, decide, parse, relation};
use wythoff::prove::certificate::Certificate;

/// The numeration of a name such as `fib` or `base(2)`.
pub(crate) fn numeration(name: &str) -> Result<Numeration, Failure> {
    let bad = |e: &dyn std::fmt::Display| Message(format!("{name:?} is not a numeration: {e}"));
    let system: System = name.trim().parse().map_err(|e| bad(&e))?;
    Ok(Numeration::new(system).map_err(|e| bad(&e))?)
}

pub(crate) fn run(arguments: &DecideArguments) -> Result<ExitCode, Failure> {
    let numeration = numeration(&arguments.numeration)?;
    let mut named = Vec::new();
    for load in &arguments.load {
        named.push(loaded(load, &numeration)?);
    }
    let formula = parse(&arguments.formula).map_err(|e| Message(e.to_string()))?;
    let budget = timed_budget(&arguments.time, &arguments.memory)?;
    if arguments.dot.is_some() || arguments.walnut.is_some() {
        let found = relation(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
        let Relation::Set(names, dfa) = found else {
            return Err(Message(
                "the formula has no free variables, so there is no automaton to save".to_owned(),
            )
            .into());
        };
        let mut out = stdout();
        writeln!(out, "an automaton of {} states that reads {}", dfa.states(), names.join(", "))?;
        if let Some(path) = &arguments.dot {
            write(dot::graphviz(&dfa).as_bytes(), Some(path))?;
            writeln!(out, "  Graphviz text: {}", path.display())?;
        }
        if let Some(path) = &arguments.walnut {
            write(walnut::write(&dfa, &numeration).as_bytes(), Some(path))?;
            writeln!(out, "  Walnut's text format: {}", path.display())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let sentence = decide(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
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

/// `name=file`: a certificate's automaton, or one in Walnut's text format.
fn loaded(text: &str, numeration: &Numeration) -> Result<(String, Dfa), Failure> {
    let Some((name, file)) = text.split_once('=') else {
        return Err(Message(format!("{text:?} is not of the form name=file")).into());
    };
    let content = read_text(file.as_ref())?;
    if is_json(&content) {
        let certificate: Certificate = content.parse().map_err(|e| Message(format!("{file}: {e}")))?;
        if certificate.numeration().system() != numeration.system() {
            let theirs = certificate.numeration().system().name();
            return Err(Message(format!("{file} is in the numeration {theirs}")).into());
        }
        return Ok((name.to_owned(), certificate.automaton().clone()));
    }
    let dfa = walnut_set(&content, numeration).map_err(|e| Message(format!("{file}: {e}")))?;
    Ok((name.to_owned(), dfa))
}

/// A certificate is an object; Walnut's text may begin with a set of digits in braces.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}

/// A set of tuples in Walnut's text format: every output but 0 accepts.
pub(crate) fn walnut_set(text: &str, numeration: &Numeration) -> Result<Dfa, String> {
    let dfa = walnut::read(text, numeration).map_err(|e| e.to_string())?;
    let dfa = dfa.map_outputs(|output| output.min(1));
    if !dfa.is_proper(numeration) {
        return Err(
            "the automaton is not a set of numbers, because leading zeros make a difference".to_owned()
        );
    }
    Ok(dfa)
}
