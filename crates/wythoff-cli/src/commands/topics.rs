//! `wythoff help language` and `wythoff help formulas`: help that belongs to no single command.

use crate::output::{Failure, stdout};
use crate::screen::Lines as _;
use std::io::Write as _;

/// The topics, and their pages.
pub(crate) const TOPICS: [(&str, &str, &str); 2] = [
    ("language", "how the rules of a game are written", include_str!("../help/language.txt")),
    ("formulas", "how statements for `decide` are written", include_str!("../help/formulas.txt")),
];

/// The page that this command line asks for, if it asks for one.
pub(crate) fn asked(mut words: impl Iterator<Item = String>) -> Option<&'static str> {
    let (help, topic) = (words.next()?, words.next()?);
    let page = TOPICS.iter().find(|(name, ..)| *name == topic).map(|(_, _, page)| *page);
    page.filter(|_| help == "help" && words.next().is_none())
}

/// Prints a page. Its examples and tables are not broken into shorter lines.
pub(crate) fn show(page: &str) -> Result<(), Failure> {
    let mut out = stdout();
    for line in page.lines() {
        if line.starts_with("    ") {
            out.as_is(&format!("{line}\n"))?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(())
}
