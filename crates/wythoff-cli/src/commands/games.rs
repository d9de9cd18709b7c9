//! `wythoff games`.

use crate::cli::GamesArguments;
use crate::output::{Failure, STRONG, json, stdout};
use std::io::Write as _;
use wythoff::report::GamesReport;
use wythoff::rulebook::entries;

pub(crate) fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &GamesReport::all())?;
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
            [e.name.to_owned(), e.parameters().join(", "), notation.join(", "), e.title()]
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
