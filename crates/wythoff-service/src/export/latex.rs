//! A LaTeX document with the table, which may run over several pages.

use super::{Listing, pile_names, rows};
use std::fmt::Write as _;

pub(super) fn write(listing: &Listing<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(document(listing).as_bytes());
}

fn document(listing: &Listing<'_>) -> String {
    let game = listing.game;
    let header: Vec<String> = match game.piles() {
        2 => ["n", "a_n", "b_n", r"\delta_n"].iter().map(|h| format!("${h}$")).collect(),
        _ => std::iter::once("n".to_owned())
            .chain(pile_names(listing.game.piles()))
            .map(|h| format!("${h}$"))
            .collect(),
    };
    let columns = "r".repeat(header.len());
    let name = escape(game.label());
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{longtable}}\n\\begin{{document}}"
    );
    let _ = writeln!(text, "\\begin{{longtable}}{{{columns}}}");
    let half = || format!(" with ${}$", pile_names(game.piles()).join(" \\le "));
    let note = if listing.half { half() } else { String::new() };
    let _ =
        writeln!(text, "\\caption{{P-positions of {} (\\texttt{{{name}}}){note}}}\\\\", escape(game.title()));
    let _ = writeln!(text, "{} \\\\ \\hline \\endhead", header.join(" & "));
    for row in rows(listing) {
        let _ =
            writeln!(text, "{} \\\\", row.iter().map(|c| format!("${c}$")).collect::<Vec<_>>().join(" & "));
    }
    let _ = writeln!(text, "\\end{{longtable}}\n\\end{{document}}");
    text
}

/// Characters that LaTeX would take for commands; what plain LaTeX cannot print becomes `?`.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push('?'),
            c if c.is_ascii() || ('\u{a1}'..='\u{17f}').contains(&c) => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}
