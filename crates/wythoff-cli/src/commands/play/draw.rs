//! Boards in characters on a terminal: the library says what stands where, here it gets its colours.

use crate::output::{P, STRONG};
use crate::screen::Lines;
use anstyle::{AnsiColor, Style};
use std::io;
use wythoff::draw::terminal::{BoardText, TextLook};

const FAINT: Style = Style::new().dimmed();
const HERE: Style = Style::new().bold().invert();
const CROSSED: Style = AnsiColor::Red.on_default();
/// Kinds of move, in the order of the rules.
const KINDS: [AnsiColor; 5] =
    [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Yellow, AnsiColor::Green];

fn style(look: TextLook) -> Style {
    match look {
        TextLook::Faint => FAINT,
        TextLook::Here => HERE,
        TextLook::Crossed => CROSSED,
        TextLook::Strong => STRONG,
        TextLook::P => P,
        TextLook::Kind(kind) => KINDS[kind % KINDS.len()].on_default(),
        TextLook::Proposed(kind) => KINDS[kind % KINDS.len()].on_default().bold(),
        _ => Style::new(),
    }
}

/// Writes a board.
pub(crate) fn board(out: &mut impl Lines, board: &BoardText) -> io::Result<()> {
    for line in &board.lines {
        let mut text = String::new();
        for span in line {
            let style = style(span.look);
            text += &format!("{style}{}{style:#}", span.text);
        }
        out.as_is(&(text + "\n"))?;
    }
    Ok(())
}
