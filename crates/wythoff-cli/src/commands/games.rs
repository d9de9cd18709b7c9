//! `wythoff games`.

use crate::cli::GamesArguments;
use crate::output::{Failure, STRONG, stdout};
use serde_json::json;
use std::io::Write as _;
use wythoff::rulebook::{Entry, EntryKind, entries};
use wythoff::rules::Definition;

pub(crate) fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let mut out = stdout();
    if arguments.json {
        let list: Vec<_> = entries()
            .map(|e| json!({"name": e.name, "parameters": parameters(e), "notation": e.notations(), "title": title(e), "words": e.words(), "source": e.source(), "known": e.known()}))
            .collect();
        writeln!(out, "{:#}", json!({"games": list}))?;
        return Ok(());
    }
    let rows: Vec<[String; 4]> = entries()
        .map(|e| {
            let notations = e
                .notations()
                .iter()
                .map(|n| n.replace("{piles}", "n").replace(['{', '}'], ""))
                .collect::<Vec<_>>();
            let notation =
                notations.iter().map(|n| n.split(" with ").next().unwrap_or(n)).collect::<Vec<_>>();
            [e.name.to_owned(), parameters(e).join(", "), notation.join(", "), title(e)]
        })
        .collect();
    let header = ["name", "parameters", "notation", "game"].map(str::to_owned);
    let width = |i: usize| rows.iter().chain([&header]).map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for (number, row) in [&header].into_iter().chain(&rows).enumerate() {
        let style = if number == 0 { STRONG } else { anstyle::Style::new() };
        let [a, b, c] = widths;
        writeln!(out, "{style}{:a$}  {:b$}  {:c$}  {}{style:#}", row[0], row[1], row[2], row[3])?;
    }
    writeln!(
        out,
        "\n`wythoff rules NAME` tells more. In a notation, letters stand for numbers: W^4, 2WN^(3), (2,1)IN."
    )?;
    Ok(())
}

fn definition(entry: &Entry) -> Option<Definition> {
    match &entry.kind {
        EntryKind::Text(text) => Definition::parse(entry.name, text).ok(),
        EntryKind::Piles(_) => None,
    }
}

fn title(entry: &Entry) -> String {
    match &entry.kind {
        EntryKind::Text(_) => definition(entry).map_or_else(String::new, |d| d.title().to_owned()),
        EntryKind::Piles(piles) => piles.title.to_owned(),
    }
}

fn parameters(entry: &Entry) -> Vec<String> {
    match &entry.kind {
        EntryKind::Text(_) => definition(entry)
            .map_or_else(Vec::new, |d| d.parameters().iter().map(|p| p.name.clone()).collect()),
        EntryKind::Piles(piles) if piles.fixed.is_none() => vec!["piles".to_owned()],
        EntryKind::Piles(_) => Vec::new(),
    }
}
