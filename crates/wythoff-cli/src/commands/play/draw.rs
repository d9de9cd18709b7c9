//! A board of the library in characters: rows from above, a letter for every kind of move.

use crate::output::{P, STRONG};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use wythoff::number::Natural;
use wythoff::play::{BoardSquare, BoardView, SquareRole};
use wythoff::{Outcome, Position};

const FAINT: Style = Style::new().dimmed();
const HERE: Style = Style::new().bold().invert();
const CROSSED: Style = AnsiColor::Red.on_default();
/// Kinds of move, in the order of the rules.
const KINDS: [AnsiColor; 5] =
    [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Yellow, AnsiColor::Green];

/// Longer numbers would be all that there is to see: then squares are counted from the position.
const LONGEST_LABEL: usize = 7;

/// How many columns and rows of squares fit on a screen, with what belongs around them.
pub(crate) fn room(position: &Position, (columns, rows): (u32, u32)) -> (u32, u32) {
    let digits = position.piles().iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let label = u32::try_from(digits.min(LONGEST_LABEL)).unwrap_or(0);
    ((columns.saturating_sub(label + 4) / 2).max(1), rows.saturating_sub(8).max(4))
}

/// Draws a board.
pub(crate) fn board(out: &mut impl Write, view: &BoardView) -> io::Result<()> {
    let letters = letters(&view.kinds);
    let (columns, rows) = labels(view);
    let wide = rows.iter().map(String::len).max().unwrap_or(1);
    for j in (0..view.height).rev() {
        write!(out, "  {FAINT}{:>wide$}{FAINT:#} ", rows[j as usize])?;
        let row = (0..view.width).filter_map(|i| view.square(i, j));
        // A mark beside a square stands in the gap to the next one.
        let cells = row.map(|square| cell(square, &letters)).collect::<Vec<_>>();
        for (i, (style, sign, mark)) in cells.iter().enumerate() {
            let gap = if i + 1 == cells.len() && *mark == ' ' { String::new() } else { mark.to_string() };
            write!(out, "{style}{sign}{style:#}{gap}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{FAINT}{:>1$} {2}{FAINT:#}", "y\\x", wide + 2, axis(&columns))?;
    legend(out, view, &letters, wide + 3)
}

/// A square: how to write it, its sign, and the mark of a P-position.
fn cell(square: &BoardSquare, letters: &[char]) -> (Style, char, char) {
    let p = square.outcome == Some(Outcome::P);
    let of_kind = match square.kinds.as_slice() {
        [kind] => (KINDS[kind % KINDS.len()].on_default(), letters[*kind]),
        _ => (STRONG, '+'),
    };
    let (style, sign) = match square.role {
        SquareRole::Here => (HERE, '@'),
        SquareRole::Open => of_kind,
        SquareRole::Proposed => (of_kind.0.bold(), of_kind.1.to_ascii_uppercase()),
        SquareRole::Forbidden => (CROSSED, 'X'),
        SquareRole::Imitates => (CROSSED, '='),
        SquareRole::Protected => (FAINT, '!'),
        SquareRole::NotProposed => (FAINT, '-'),
        SquareRole::Missing => (FAINT, ' '),
        _ if p => return (P, 'P', ' '),
        _ => (FAINT, '·'),
    };
    (style, sign, if p { '*' } else { ' ' })
}

/// A letter for each kind of move, its first if that is free.
fn letters(kinds: &[String]) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for kind in kinds {
        let own = kind.chars().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let free = own.chain('a'..='z').find(|c| !taken.contains(c));
        taken.push(free.unwrap_or('?'));
    }
    taken
}

/// Are the squares counted from the position?
fn is_relative(view: &BoardView) -> bool {
    view.here.piles().iter().any(|n| n.to_string().len() > LONGEST_LABEL)
}

/// What stands below each column and before each row.
fn labels(view: &BoardView) -> (Vec<String>, Vec<String>) {
    let (here, corner) = (view.here.piles(), view.corner.piles());
    let relative = is_relative(view);
    let label = |pile: usize, i: u32| {
        let value = &corner[pile] + Natural::from(i);
        match relative {
            true if value == here[pile] => "0".to_owned(),
            true => format!("-{}", &here[pile] - value),
            false => value.to_string(),
        }
    };
    let all = |pile: usize, count: u32| (0..count).map(|i| label(pile, i)).collect();
    (all(0, view.width), all(1, view.height))
}

/// The labels of columns in a line: all of them, or every fifth.
fn axis(labels: &[String]) -> String {
    let short = labels.iter().all(|label| label.len() == 1);
    let mut line = String::new();
    for (i, label) in labels.iter().enumerate() {
        let fifth = label.ends_with('0') || label.ends_with('5');
        if (short || fifth) && line.len() <= 2 * i {
            line = format!("{line:<width$}{label}", width = 2 * i) + " ";
        }
    }
    line.trim_end().to_owned()
}

fn legend(out: &mut impl Write, view: &BoardView, letters: &[char], indent: usize) -> io::Result<()> {
    let is = |role: SquareRole| view.squares.iter().any(|square| square.role == role);
    let mut words = vec!["@ here".to_owned()];
    let open = |square: &&BoardSquare| matches!(square.role, SquareRole::Open | SquareRole::Proposed);
    let upper = is(SquareRole::Proposed);
    for (kind, name) in view.kinds.iter().enumerate() {
        if view.squares.iter().filter(open).any(|square| square.kinds == [kind]) {
            let letter = if upper { letters[kind].to_ascii_uppercase() } else { letters[kind] };
            words.push(format!("{letter} {name}"));
        }
    }
    if view.squares.iter().filter(open).any(|square| square.kinds.len() != 1) {
        words.push("+ several kinds".to_owned());
    }
    for (role, text) in [
        (SquareRole::Forbidden, "X forbidden"),
        (SquareRole::NotProposed, "- not proposed"),
        (SquareRole::Protected, "! cannot be forbidden"),
        (SquareRole::Imitates, "= would imitate"),
    ] {
        if is(role) {
            words.push(text.to_owned());
        }
    }
    if view.squares.iter().any(|square| square.outcome.is_some()) {
        words.push("P or * the previous player wins".to_owned());
    }
    writeln!(out, "{:indent$}{}", "", words.join("   "))?;
    if view.corner.piles().iter().any(|n| *n != Natural::from(0u8)) {
        let counted = if is_relative(view) { ", counted from there" } else { "" };
        writeln!(out, "{:indent$}(the squares next to {}{counted})", "", view.here.shortened())?;
    }
    Ok(())
}

/// Draws piles as bars, as far as they fit.
pub(crate) fn bars(out: &mut impl Write, position: &Position, columns: u32) -> io::Result<()> {
    let most = columns.saturating_sub(20);
    for (i, pile) in position.piles().iter().enumerate() {
        let tokens = u32::try_from(pile).ok().filter(|n| (1..=most).contains(n));
        let bar = tokens.map_or_else(String::new, |n| "o".repeat(n as usize) + " ");
        writeln!(out, "  pile {}  {bar}{pile}", i + 1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{axis, letters};

    #[test]
    fn kinds_of_move_have_letters_of_their_own() {
        let letters = |names: &[&str]| letters(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(letters(&["rook", "bishop"]), ['r', 'b']);
        assert_eq!(letters(&["rook", "raise", "r", "éé"]), ['r', 'a', 'b', 'c']);
    }

    #[test]
    fn labels_never_touch() {
        let numbers = |from: u32, to: u32| axis(&(from..=to).map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(numbers(0, 4), "0 1 2 3 4");
        assert_eq!(numbers(0, 12), "0         5         10");
        assert_eq!(numbers(999_998, 1_000_006), "    1000000   1000005");
    }
}
