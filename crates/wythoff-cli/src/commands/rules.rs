//! `wythoff rules GAME`.

use crate::cli::RulesArguments;
use crate::game_argument::{Meant, game_or_open};
use crate::output::{Failure, STRONG, json, stdout};
use crate::screen::{Lines as _, Screen};
use std::io::Write as _;
use wythoff::report::RulesReport;

pub(crate) fn run(arguments: &RulesArguments) -> Result<(), Failure> {
    let mut out = stdout();
    // A game can be looked at without values for its parameters: one of the rulebook here, a text of the user below.
    if let Some(report) = RulesReport::of_unbound(&arguments.game) {
        return if arguments.json { json(&mut out, &report) } else { describe(&mut out, &report) };
    }
    let game = match game_or_open(&arguments.game)? {
        Meant::Game(game) => game,
        Meant::Open(definition) => {
            let report = RulesReport::of_definition(&definition);
            return if arguments.json { json(&mut out, &report) } else { own_open(&mut out, &report) };
        }
    };
    let report = RulesReport::of_game(&game);
    match game.entry() {
        _ if arguments.json => json(&mut out, &report),
        Some(_) => describe(&mut out, &report),
        None => own_text(&mut out, &report),
    }
}

fn describe(out: &mut Screen, report: &RulesReport) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", report.title)?;
    field(out, "name", &report.name)?;
    for notation in &report.notation {
        field(out, "notation", notation)?;
    }
    paragraph(out, "rules", &report.words)?;
    for parameter in &report.parameters {
        field(out, "parameter", &parameter.to_string())?;
    }
    paragraph(out, "source", &report.source)?;
    paragraph(out, "known", &report.known)?;
    let not_used = report.bound.as_ref().and_then(|bound| bound.theorem_not_used.as_deref());
    not_used.map_or(Ok(()), |why| paragraph(out, "no theorem", why))?;
    if let Some(rules) = &report.text {
        text(out, "as a text", rules.lines())?;
    }
    if let Some(bound) = &report.bound
        && let Some(rules) = &bound.rules
    {
        text(out, &bound.name, rules.lines())?;
    }
    Ok(())
}

fn own_text(out: &mut Screen, report: &RulesReport) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", report.title)?;
    field(out, "name", &report.name)?;
    if let Some(bound) = &report.bound {
        field(out, "symmetric", &bound.symmetry)?;
        theorem(out, report)?;
        if let Some(rules) = &bound.rules {
            text(out, "as understood", rules.lines())?;
        }
    }
    Ok(())
}

/// A text of the user, with its parameters.
fn own_open(out: &mut Screen, report: &RulesReport) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", report.title)?;
    field(out, "name", &report.name)?;
    for parameter in &report.parameters {
        field(out, "parameter", &parameter.to_string())?;
    }
    report.text.as_ref().map_or(Ok(()), |rules| text(out, "as a text", rules.lines()))
}

/// The same game under another name, and what theorem there is or is not.
fn theorem(out: &mut Screen, report: &RulesReport) -> Result<(), Failure> {
    let Some(bound) = &report.bound else { return Ok(()) };
    let known =
        [("same as", &bound.same_as), ("theorem", &bound.theorem), ("no theorem", &bound.theorem_not_used)];
    for (name, text) in known {
        let Some(text) = text else { continue };
        match text.strip_prefix("conjecture: ") {
            Some(text) => paragraph(out, "conjecture", text)?,
            None => paragraph(out, name, text)?,
        }
    }
    Ok(())
}

fn field(out: &mut Screen, name: &str, value: &str) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{name:>10}{STRONG:#}  {value}")?;
    Ok(())
}

/// A longer value, broken into lines of readable length.
fn paragraph(out: &mut Screen, name: &str, value: &str) -> Result<(), Failure> {
    const WIDTH: usize = 96;
    let width = out.width().map_or(WIDTH, |width| width.saturating_sub(12).clamp(20, WIDTH));
    let mut lines: Vec<String> = vec![String::new()];
    for word in value.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    for (number, line) in lines.iter().enumerate() {
        field(out, if number == 0 { name } else { "" }, line)?;
    }
    Ok(())
}

fn text<'a>(out: &mut Screen, name: &str, lines: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
    writeln!(out, "\n{STRONG}{name}{STRONG:#}")?;
    for line in lines {
        out.as_is(&format!("    {line}\n"))?;
    }
    Ok(())
}
