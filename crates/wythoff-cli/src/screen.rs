//! Where words go: standard output and standard error, as wide as the reader's terminal and in the letters that it can show.
//!
//! - Lines that are longer than the terminal (or than COLUMNS, away from one) are broken between words. What must not be broken, such as a
//!   board, a rule text or the place of an error, goes through [`Lines::as_is`].
//! - In the locale C or POSIX everything is spelled in ASCII: see [`crate::letters`].
//! - Data (JSON, csv, a certificate) are the same bytes everywhere: [`Lines::data`].

use crate::letters::{in_ascii, spelled};
use anstream::AutoStream;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::{self, IsTerminal as _, Write};

/// Something that words and data are written to.
pub(crate) trait Lines: Write {
    /// Whole lines that are not broken, such as those of a board.
    fn as_is(&mut self, lines: &str) -> io::Result<()>;

    /// Bytes for programs.
    fn data(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl Lines for Vec<u8> {
    fn as_is(&mut self, lines: &str) -> io::Result<()> {
        self.write_all(lines.as_bytes())
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }
}

/// Which of the two streams it is.
#[derive(Clone, Copy)]
enum Stream {
    Output,
    Error,
}

/// Standard output or standard error.
pub(crate) struct Screen {
    inner: Box<dyn Write>,
    stream: Stream,
    /// How wide lines may be, once the first long one asks.
    width: OnceCell<Option<usize>>,
    /// The line that is being written.
    line: Vec<u8>,
}

impl Screen {
    /// Standard output, without colours unless it is a terminal that wants them.
    pub(crate) fn output() -> Screen {
        Screen::new(Box::new(AutoStream::auto(io::stdout())), Stream::Output)
    }

    /// The same for standard error.
    pub(crate) fn error() -> Screen {
        Screen::new(Box::new(AutoStream::auto(io::stderr())), Stream::Error)
    }

    fn new(inner: Box<dyn Write>, stream: Stream) -> Screen {
        Screen { inner, stream, width: OnceCell::new(), line: Vec::new() }
    }

    /// How wide lines may be.
    pub(crate) fn width(&self) -> Option<usize> {
        *self.width.get_or_init(|| {
            let terminal = match self.stream {
                Stream::Output => io::stdout().is_terminal(),
                Stream::Error => io::stderr().is_terminal(),
            };
            let measured = if terminal { measured() } else { None };
            measured.or_else(told).map(|width| width.max(NARROWEST))
        })
    }

    /// What is left of a line that has no end yet.
    fn write_rest(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        let line = std::mem::take(&mut self.line);
        self.inner.write_all(readable(&String::from_utf8_lossy(&line)).as_bytes())
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            let line = std::mem::take(&mut self.line);
            let line = String::from_utf8_lossy(&line);
            let mut text = match line.len() > NARROWEST {
                true => match self.width() {
                    Some(width) => broken(&readable(&line), width),
                    None => readable(&line).into_owned(),
                },
                false => readable(&line).into_owned(),
            };
            text.push('\n');
            self.inner.write_all(text.as_bytes())?;
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_rest()?;
        self.inner.flush()
    }
}

impl Lines for Screen {
    fn as_is(&mut self, lines: &str) -> io::Result<()> {
        self.write_rest()?;
        self.inner.write_all(readable(lines).as_bytes())
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_rest()?;
        self.inner.write_all(bytes)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing can be done here if the reader is gone.
        let _ = self.write_rest();
    }
}

/// Lines are not broken into shorter pieces than this.
const NARROWEST: usize = 20;

/// What can be shown here.
fn readable(text: &str) -> Cow<'_, str> {
    if in_ascii() { spelled(text) } else { Cow::Borrowed(text) }
}

/// The width of the terminal.
pub(crate) fn measured() -> Option<usize> {
    let editor = rustyline::DefaultEditor::new().ok().and_then(|mut editor| editor.dimensions());
    editor.map(|(columns, _)| usize::from(columns)).filter(|columns| *columns > 0)
}

/// The width that the environment tells.
pub(crate) fn told() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|n| n.trim().parse().ok()).filter(|columns| *columns > 0)
}

/// Where a line can be broken, and how far its later parts are moved to the right.
fn broken(line: &str, width: usize) -> String {
    if seen(line) <= width {
        return line.to_owned();
    }
    let hanging = hanging(line, width);
    let mut out = String::new();
    let mut column = 0;
    let mut gap = String::new();
    for piece in pieces(line) {
        if piece.starts_with(' ') {
            gap = piece.to_owned();
            continue;
        }
        let length = seen(piece);
        if column > hanging && column + gap.len() + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(hanging));
            column = hanging;
        } else {
            out.push_str(&gap);
            column += gap.len();
        }
        gap.clear();
        out.push_str(piece);
        column += length;
    }
    out
}

/// Where the later parts of a line begin: below its last column that leaves room, or a little to the right of its beginning.
fn hanging(line: &str, width: usize) -> usize {
    let (mut column, mut best) = (0, None);
    let mut first = true;
    for piece in pieces(line) {
        if piece.starts_with(' ') {
            column += piece.len();
            if !first && piece.len() > 1 && 2 * column <= width {
                best = Some(column);
            } else if first {
                best = Some(column + 2).filter(|indent| 2 * indent <= width);
            }
        } else {
            column += seen(piece);
        }
        first = false;
    }
    best.unwrap_or(2)
}

/// Words and the spaces between them, by turns.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let space = rest.chars().next()? == ' ';
        let end = rest.find(|c: char| (c == ' ') != space).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// How many characters of a text are seen: escape codes of colours are not.
fn seen(text: &str) -> usize {
    let (mut count, mut escaped) = (0, false);
    for c in text.chars() {
        match (escaped, c) {
            (false, '\u{1b}') => escaped = true,
            (false, _) => count += 1,
            (true, _) => escaped = !c.is_ascii_alphabetic(),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{broken, seen};

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(broken("short", 20), "short");
        assert_eq!(broken("one two three four five", 12), "one two\n  three four\n  five");
        assert_eq!(broken("  why: no option is a P-position", 20), "  why: no option is\n    a P-position");
        assert_eq!(broken("name  one two three four", 20), "name  one two three\n      four");
        let long = "9".repeat(30);
        assert_eq!(broken(&format!("a {long} b"), 20), format!("a {long}\n  b"), "a word stays whole");
        assert_eq!(broken(&long, 20), long);
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(seen("\u{1b}[1mbold\u{1b}[0m"), 4);
        let line = "\u{1b}[1mone\u{1b}[0m two three";
        assert_eq!(broken(line, 13), line);
    }
}
