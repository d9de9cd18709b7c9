//! `wythoff rules GAME`.

use crate::cli::RulesArguments;
use crate::game_argument::game;
use crate::output::{Failure, STRONG, stdout};
use std::io::Write;
use wythoff::Game;
use wythoff::rulebook::{Entry, EntryKind, find};
use wythoff::rules::{Definition, ParameterKind};

pub(crate) fn run(arguments: &RulesArguments) -> Result<(), Failure> {
    let mut out = stdout();
    // A game of the rulebook can be looked at without values for its parameters.
    if let Some(reference) = find(&arguments.game).filter(|r| r.arguments.trim().is_empty()) {
        return describe(&mut out, reference.entry, None);
    }
    let game = game(&arguments.game)?;
    match game.entry() {
        Some(entry) => describe(&mut out, entry, Some(&game)),
        None => own_text(&mut out, &game),
    }
}

fn describe(out: &mut impl Write, entry: &Entry, game: Option<&Game>) -> Result<(), Failure> {
    let definition = match &entry.kind {
        EntryKind::Text(text) => Some(Definition::parse(entry.name, text).map_err(wythoff::GameError::from)?),
        EntryKind::Piles(_) => None,
    };
    let title = match (&definition, &entry.kind) {
        (Some(definition), _) => definition.title(),
        (None, EntryKind::Piles(piles)) => piles.title,
        (None, EntryKind::Text(_)) => entry.name,
    };
    writeln!(out, "{STRONG}{title}{STRONG:#}")?;
    field(out, "name", entry.name)?;
    for notation in entry.notations() {
        field(out, "notation", &notation.replace("{piles}", "n").replace(['{', '}'], ""))?;
    }
    paragraph(out, "rules", &entry.words())?;
    match &definition {
        Some(definition) => parameters(out, definition)?,
        None => {
            if let EntryKind::Piles(piles) = &entry.kind
                && piles.fixed.is_none()
            {
                field(out, "parameter", "piles, from 2 to 8")?;
            }
        }
    }
    paragraph(out, "source", &entry.source())?;
    paragraph(out, "known", &entry.known())?;
    if let Some(definition) = &definition {
        let rules = definition.text().lines().filter(|l| !l.starts_with('#') && !l.is_empty());
        text(out, "as a text", rules)?;
    }
    if let Some(ruleset) = game.and_then(Game::ruleset) {
        let name = game.map_or("", Game::name);
        text(out, name, ruleset.to_string().lines())?;
    }
    Ok(())
}

fn own_text(out: &mut impl Write, game: &Game) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", game.title())?;
    field(out, "name", game.name())?;
    field(out, "symmetric", if wythoff::Ways::of(game.clone()).is_symmetric() { "yes" } else { "no" })?;
    if let Some(ruleset) = game.ruleset() {
        text(out, "as understood", ruleset.to_string().lines())?;
    }
    Ok(())
}

fn parameters(out: &mut impl Write, definition: &Definition) -> Result<(), Failure> {
    for parameter in definition.parameters() {
        let kind = match parameter.kind {
            ParameterKind::Integer => "an integer",
            ParameterKind::Irrational => "an irrational number",
        };
        let conditions = parameter.conditions.join(", ");
        let with = if conditions.is_empty() { String::new() } else { format!(" with {conditions}") };
        field(out, "parameter", &format!("{}, {kind}{with}", parameter.name))?;
    }
    Ok(())
}

fn field(out: &mut impl Write, name: &str, value: &str) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{name:>10}{STRONG:#}  {value}")?;
    Ok(())
}

/// A longer value, broken into lines of readable length.
fn paragraph(out: &mut impl Write, name: &str, value: &str) -> Result<(), Failure> {
    const WIDTH: usize = 96;
    let mut lines: Vec<String> = vec![String::new()];
    for word in value.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > WIDTH {
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

fn text<'a>(out: &mut impl Write, name: &str, lines: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
    writeln!(out, "\n{STRONG}{name}{STRONG:#}")?;
    for line in lines {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}
