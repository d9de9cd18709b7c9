//! Lists of P-positions as text: one function per format.
//!
//! ```
//! use wythoff::{Game, table::{self, Extent, Listing}};
//! let game = Game::named("WN")?;
//! let positions = game.p_positions_to(5)?;
//! let listing = Listing { game: &game, extent: Extent::To(5), positions: &positions };
//! assert_eq!(table::csv(&listing), "x,y\n0,0\n1,2\n3,5\n");
//! # Ok::<(), wythoff::GameError>(())
//! ```

pub mod grundy;

use crate::game::Game;
use crate::number::{Integer, Natural};
use crate::position::Position;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All piles at most this.
    To(u32),
    /// So many in lexicographic order.
    First(u32),
    /// So many in lexicographic order from an index on.
    From(Natural, u32),
    /// All with the first pile less than this.
    Columns(u64),
}

/// A list of P-positions and what it is a list of.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    /// The game.
    pub game: &'a Game,
    /// How far it goes.
    pub extent: Extent,
    /// The positions, in lexicographic order.
    pub positions: &'a [Position],
}

/// A sequence that a list of pairs holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// The first pile.
    A,
    /// The second pile.
    B,
    /// The second pile less the first.
    Delta,
}

impl Sequence {
    /// Its term for a position.
    #[must_use]
    pub fn term(self, position: &Position) -> Integer {
        let pile = |i: usize| position.piles().get(i).cloned().map_or(Integer::from(0), Integer::from);
        match self {
            Sequence::A => pile(0),
            Sequence::B => pile(1),
            Sequence::Delta => pile(1) - pile(0),
        }
    }
}

impl Listing<'_> {
    /// Names of the piles: x, y, z, or x1, x2, … from four on.
    fn pile_names(&self) -> Vec<String> {
        match self.game.piles() {
            n @ 0..=3 => ["x", "y", "z"][..n].iter().map(|s| (*s).to_owned()).collect(),
            n => (1..=n).map(|i| format!("x{i}")).collect(),
        }
    }

    /// The index of the first position.
    fn start(&self) -> Natural {
        match &self.extent {
            Extent::To(_) | Extent::First(_) | Extent::Columns(_) => Natural::from(0u8),
            Extent::From(start, _) => start.clone(),
        }
    }

    /// The rows of the table, with n first and, for two piles, the difference last.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let start = self.start();
        self.positions.iter().enumerate().map(move |(i, position)| {
            let mut row = vec![(&start + i).to_string()];
            row.extend(position.piles().iter().map(ToString::to_string));
            if position.piles().len() == 2 {
                row.push(Sequence::Delta.term(position).to_string());
            }
            row
        })
    }
}

/// Aligned columns n, a_n, b_n, δ_n, as in the papers; for n piles n, x, y, z ….
#[must_use]
pub fn plain(listing: &Listing<'_>) -> String {
    let mut header = vec!["n".to_owned()];
    match listing.game.piles() {
        2 => header.extend(["a_n", "b_n", "δ_n"].map(str::to_owned)),
        _ => header.extend(listing.pile_names()),
    }
    let rows: Vec<Vec<String>> = [header].into_iter().chain(listing.rows()).collect();
    let columns = rows[0].len();
    let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, w)| format!("{cell:>w$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  "));
    }
    text
}

/// A header `x,y` and one position a line.
#[must_use]
pub fn csv(listing: &Listing<'_>) -> String {
    let mut text = listing.pile_names().join(",") + "\n";
    for position in listing.positions {
        let piles: Vec<String> = position.piles().iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{}", piles.join(","));
    }
    text
}

/// An object with the game, the board and the list. Coordinates are strings: they may be longer than any number type.
#[must_use]
pub fn json(listing: &Listing<'_>) -> String {
    let game = listing.game;
    let board = match &listing.extent {
        Extent::To(n) => json!({"to": n}),
        Extent::First(n) => json!({"first": n}),
        Extent::From(start, n) => json!({"from": start.to_string(), "first": n}),
        Extent::Columns(n) => json!({"columns": n}),
    };
    let coordinates =
        |p: &Position| -> Value { p.piles().iter().map(|n| Value::from(n.to_string())).collect() };
    let object = json!({
        "game": game.notation().unwrap_or(game.name()),
        "title": game.title(),
        "board": board,
        "symmetric": crate::solve::rays::is_symmetric(game),
        "positions": listing.positions.iter().map(coordinates).collect::<Value>(),
    });
    object.to_string() + "\n"
}

/// One object a line, such as `{"x":1,"y":2}`. Numbers are written in full, however long.
#[must_use]
pub fn jsonl(listing: &Listing<'_>) -> String {
    let names = listing.pile_names();
    let mut text = String::new();
    for position in listing.positions {
        let fields: Vec<String> =
            names.iter().zip(position.piles()).map(|(name, pile)| format!("\"{name}\":{pile}")).collect();
        let _ = writeln!(text, "{{{}}}", fields.join(","));
    }
    text
}

/// An OEIS b-file: lines `n a(n)`.
#[must_use]
pub fn bfile(listing: &Listing<'_>, sequence: Sequence) -> String {
    let mut text = String::new();
    let start = listing.start();
    for (i, position) in listing.positions.iter().enumerate() {
        let _ = writeln!(text, "{} {}", &start + i, sequence.term(position));
    }
    text
}

/// A LaTeX document with the table, which may run over several pages.
#[must_use]
pub fn latex(listing: &Listing<'_>) -> String {
    let game = listing.game;
    let header: Vec<String> = match game.piles() {
        2 => ["n", "a_n", "b_n", r"\delta_n"].iter().map(|h| format!("${h}$")).collect(),
        _ => std::iter::once("n".to_owned()).chain(listing.pile_names()).map(|h| format!("${h}$")).collect(),
    };
    let columns = "r".repeat(header.len());
    let name = escape(game.notation().unwrap_or(game.name()));
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{longtable}}\n\\begin{{document}}"
    );
    let _ = writeln!(text, "\\begin{{longtable}}{{{columns}}}");
    let _ = writeln!(text, "\\caption{{P-positions of {} (\\texttt{{{name}}})}}\\\\", escape(game.title()));
    let _ = writeln!(text, "{} \\\\ \\hline \\endhead", header.join(" & "));
    for row in listing.rows() {
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
