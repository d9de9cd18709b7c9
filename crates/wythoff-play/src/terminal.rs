//! Boards in characters, for terminals and pipes: rows from above, labels at the left and below. Who prints them chooses the colours.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::terminal::{Fineness, outcomes};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! use wythoff_solve::{Frame, Method};
//! let pane = AllWays::of(Game::named("WN")?).window(Method::Auto, &Frame::small(0, 0, 3, 3), &Budget::default())?;
//! let text = outcomes(&pane, Fineness::Letters).plain();
//! let rows: Vec<&str> = text.lines().collect();
//! assert_eq!(rows[..4], ["  2 . P .", "  1 . . P", "  0 P . .", "y\\x 0 1 2"]);
//! assert_eq!(outcomes(&pane, Fineness::HalfBlocks).plain().lines().next(), Some("  2  ▀▄"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{BoardSquare, BoardView, SquareRole};
use wythoff_number::Natural;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::way::{Frame, Pane};

/// How a piece of text looks, where there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextLook {
    /// As any text.
    Plain,
    /// Not the matter itself.
    Faint,
    /// Where the game stands.
    Here,
    /// What must not be done.
    Crossed,
    /// Bold.
    Strong,
    /// A P-position.
    P,
    /// A kind of move, by its place in the rules.
    Kind(usize),
    /// A kind of move that is proposed.
    Proposed(usize),
}

/// A piece of text in one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// What it says.
    pub text: String,
    /// How it looks.
    pub look: TextLook,
}

/// A board in characters, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoardText {
    /// The lines, from above.
    pub lines: Vec<Vec<TextSpan>>,
}

/// How small squares are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fineness {
    /// A letter and a gap to a square, in ASCII.
    Letters,
    /// Two squares above each other in a character, by half blocks.
    HalfBlocks,
}

impl BoardText {
    /// The text alone.
    #[must_use]
    pub fn plain(&self) -> String {
        let line =
            |spans: &Vec<TextSpan>| spans.iter().map(|span| span.text.as_str()).collect::<String>() + "\n";
        self.lines.iter().map(line).collect()
    }

    fn push(&mut self, spans: Vec<(TextLook, String)>) {
        let spans = spans.into_iter().filter(|(_, text)| !text.is_empty());
        self.lines.push(spans.map(|(look, text)| TextSpan { text, look }).collect());
    }
}

/// Longer numbers would be all that there is to see: then squares are counted from the position, or from the corner.
const LONGEST_LABEL: usize = 7;

/// How many columns and rows of squares around a position fit on a screen, with what belongs around them.
#[must_use]
pub fn room(position: &Position, (columns, rows): (u32, u32)) -> (u32, u32) {
    let digits = position.piles().iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let label = u32::try_from(digits.min(LONGEST_LABEL)).unwrap_or(0);
    ((columns.saturating_sub(label + 4) / 2).max(1), rows.saturating_sub(8).max(4))
}

/// How many characters wide the board of a window is.
#[must_use]
pub fn width(frame: &Frame, fineness: Fineness) -> u32 {
    let labels = frame_labels(&frame.y, frame.height);
    let label = labels.iter().map(String::len).max().unwrap_or(1) as u32;
    label
        + 3
        + match fineness {
            Fineness::Letters => (2 * frame.width).saturating_sub(1),
            Fineness::HalfBlocks => frame.width,
        }
}

/// Who wins where.
#[must_use]
pub fn outcomes(pane: &Pane, fineness: Fineness) -> BoardText {
    let frame = pane.frame();
    let rows = frame_labels(&frame.y, frame.height);
    let wide = rows.iter().map(String::len).max().unwrap_or(1);
    let mut board = BoardText::default();
    let step = if fineness == Fineness::HalfBlocks { 2 } else { 1 };
    let mut top = frame.height;
    while top > 0 {
        let upper = top - 1;
        let lower = upper.checked_sub(1).filter(|_| step == 2);
        let cells = (0..frame.width).map(|i| match fineness {
            Fineness::Letters => letter(pane.outcome(i, upper)),
            Fineness::HalfBlocks => block(pane.outcome(i, upper), lower.map(|j| pane.outcome(i, j))),
        });
        let between = if fineness == Fineness::Letters { " " } else { "" };
        let mut spans = vec![
            (TextLook::Faint, format!("  {:>wide$}", rows[upper as usize])),
            (TextLook::Plain, " ".to_owned()),
        ];
        spans.extend(joined(cells, between));
        board.push(spans);
        top = top.saturating_sub(step);
    }
    let columns = frame_labels(&frame.x, frame.width);
    let axis = if step == 2 { axis(&columns, 1) } else { axis(&columns, 2) };
    board.push(vec![(TextLook::Faint, format!("{:>1$} {axis}", "y\\x", wide + 2))]);
    let missing = (0..frame.height).any(|j| (0..frame.width).any(|i| pane.outcome(i, j).is_none()));
    let words = match (fineness, missing) {
        (Fineness::Letters, false) => "P the previous player wins   . the next player wins",
        (Fineness::Letters, true) => "P the previous player wins   . the next player wins   # no square",
        (Fineness::HalfBlocks, false) => "two rows to a line; ▀ and ▄ where the previous player wins",
        (Fineness::HalfBlocks, true) => {
            "two rows to a line; ▀ and ▄ where the previous player wins, ░ no square"
        }
    };
    board.push(vec![(TextLook::Plain, format!("{:1$}{words}", "", wide + 3))]);
    if let Some(relative) = counted_from(frame) {
        board.push(vec![(TextLook::Plain, format!("{:1$}({relative})", "", wide + 3))]);
    }
    board
}

/// Neighbours of one look together, without blanks at the end.
fn joined(cells: impl Iterator<Item = (TextLook, char)>, between: &str) -> Vec<(TextLook, String)> {
    let mut spans: Vec<(TextLook, String)> = Vec::new();
    for (n, (look, sign)) in cells.enumerate() {
        let gap = if n == 0 { "" } else { between };
        match spans.last_mut() {
            Some((last, text)) if *last == look => {
                text.push_str(gap);
                text.push(sign);
            }
            Some((_, text)) => {
                text.push_str(gap);
                spans.push((look, sign.to_string()));
            }
            None => spans.push((look, sign.to_string())),
        }
    }
    while let Some((_, text)) = spans.last_mut() {
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            break;
        }
        spans.pop();
    }
    spans
}

fn letter(outcome: Option<Outcome>) -> (TextLook, char) {
    match outcome {
        Some(Outcome::P) => (TextLook::P, 'P'),
        Some(Outcome::N) => (TextLook::Faint, '.'),
        None => (TextLook::Faint, '#'),
    }
}

/// Two squares above each other. A lower row that is not there has nothing in it.
fn block(upper: Option<Outcome>, lower: Option<Option<Outcome>>) -> (TextLook, char) {
    let p = |outcome: Option<Outcome>| outcome == Some(Outcome::P);
    match (p(upper), lower.is_some_and(p)) {
        (true, true) => (TextLook::Plain, '█'),
        (true, false) => (TextLook::Plain, '▀'),
        (false, true) => (TextLook::Plain, '▄'),
        (false, false) if upper.is_none() || lower == Some(None) => (TextLook::Faint, '░'),
        (false, false) => (TextLook::Plain, ' '),
    }
}

/// What stands before rows or below columns of a window: numbers, of long ones the distance from the corner.
fn frame_labels(start: &Natural, count: u32) -> Vec<String> {
    let far = (start + Natural::from(count)).to_string().len() > LONGEST_LABEL;
    let label = |i: u32| if far { format!("+{i}") } else { (start + Natural::from(i)).to_string() };
    (0..count).map(label).collect()
}

/// From where labels count, if that is not 0.
fn counted_from(frame: &Frame) -> Option<String> {
    let is_far = |n: &Natural, count: u32| (n + Natural::from(count)).to_string().len() > LONGEST_LABEL;
    let far = is_far(&frame.x, frame.width) || is_far(&frame.y, frame.height);
    let corner = Position::new(vec![frame.x.clone(), frame.y.clone()]);
    far.then(|| format!("squares are counted from {}", corner.shortened()))
}

/// A board that is being played on: a letter for every kind of move.
#[must_use]
pub fn view(view: &BoardView) -> BoardText {
    let letters = letters(&view.kinds);
    let (columns, rows) = labels(view);
    let wide = rows.iter().map(String::len).max().unwrap_or(1);
    let mut board = BoardText::default();
    for j in (0..view.height).rev() {
        let mut spans = vec![
            (TextLook::Faint, format!("  {:>wide$}", rows[j as usize])),
            (TextLook::Plain, " ".to_owned()),
        ];
        let row = (0..view.width).filter_map(|i| view.square(i, j));
        // A mark beside a square stands in the gap to the next one.
        let cells = row.map(|square| cell(square, &letters)).collect::<Vec<_>>();
        for (i, (look, sign, mark)) in cells.iter().enumerate() {
            let gap = if i + 1 == cells.len() && *mark == ' ' { String::new() } else { mark.to_string() };
            spans.push((*look, sign.to_string()));
            spans.push((TextLook::Plain, gap));
        }
        board.push(spans);
    }
    board.push(vec![(TextLook::Faint, format!("{:>1$} {2}", "y\\x", wide + 2, axis(&columns, 2)))]);
    for line in legend(view, &letters) {
        board.push(vec![(TextLook::Plain, format!("{:1$}{line}", "", wide + 3))]);
    }
    board
}

/// A square: how it looks, its sign, and the mark of a P-position.
fn cell(square: &BoardSquare, letters: &[char]) -> (TextLook, char, char) {
    let p = square.outcome == Some(Outcome::P);
    let kind = match square.kinds.as_slice() {
        [kind] => Some((*kind, letters[*kind])),
        _ => None,
    };
    let (look, sign) = match (square.role, kind) {
        (SquareRole::Here, _) => (TextLook::Here, '@'),
        (SquareRole::Open, Some((kind, letter))) => (TextLook::Kind(kind), letter),
        (SquareRole::Proposed, Some((kind, letter))) => {
            (TextLook::Proposed(kind), letter.to_ascii_uppercase())
        }
        (SquareRole::Open | SquareRole::Proposed, None) => (TextLook::Strong, '+'),
        (SquareRole::Forbidden, _) => (TextLook::Crossed, 'X'),
        (SquareRole::Imitates, _) => (TextLook::Crossed, '='),
        (SquareRole::Protected, _) => (TextLook::Faint, '!'),
        (SquareRole::NotProposed, _) => (TextLook::Faint, '-'),
        (SquareRole::Missing, _) => (TextLook::Faint, ' '),
        (SquareRole::Other, _) if p => return (TextLook::P, 'P', ' '),
        (SquareRole::Other, _) => (TextLook::Faint, '·'),
    };
    (look, sign, if p { '*' } else { ' ' })
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

/// The labels of columns in a line, each column so many characters wide: all of them, or every fifth or tenth.
fn axis(labels: &[String], each: usize) -> String {
    let short = each > 1 && labels.iter().all(|label| label.len() == 1);
    let mut line = String::new();
    for (i, label) in labels.iter().enumerate() {
        let round = label.ends_with('0') || (each > 1 && label.ends_with('5'));
        if (short || round) && line.len() <= each * i {
            line = format!("{line:<width$}{label}", width = each * i) + " ";
        }
    }
    line.trim_end().to_owned()
}

fn legend(view: &BoardView, letters: &[char]) -> Vec<String> {
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
    let mut lines = vec![words.join("   ")];
    if view.corner.piles().iter().any(|n| *n != Natural::from(0u8)) {
        let counted = if is_relative(view) { ", counted from there" } else { "" };
        lines.push(format!("(the squares next to {}{counted})", view.here.shortened()));
    }
    lines
}

/// Piles as bars, as far as they fit.
#[must_use]
pub fn bars(position: &Position, columns: u32) -> BoardText {
    let most = columns.saturating_sub(20);
    let mut board = BoardText::default();
    for (i, pile) in position.piles().iter().enumerate() {
        let tokens = u32::try_from(pile).ok().filter(|n| (1..=most).contains(n));
        let bar = tokens.map_or_else(String::new, |n| "o".repeat(n as usize) + " ");
        board.push(vec![(TextLook::Plain, format!("  pile {}  {bar}{pile}", i + 1))]);
    }
    board
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
        let numbers = |from: u32, to: u32| axis(&(from..=to).map(|n| n.to_string()).collect::<Vec<_>>(), 2);
        assert_eq!(numbers(0, 4), "0 1 2 3 4");
        assert_eq!(numbers(0, 12), "0         5         10");
        assert_eq!(numbers(999_998, 1_000_006), "    1000000   1000005");
        let narrow = |to: u32| axis(&(0..=to).map(|n| n.to_string()).collect::<Vec<_>>(), 1);
        assert_eq!(narrow(22), "0         10        20");
    }
}
