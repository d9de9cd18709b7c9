//! Lines as they are typed: edited on a terminal, plain from a pipe or a terminal that cannot move its cursor.

use crate::output::Failure;
use crate::progress::is_interrupted;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// What was typed.
pub(crate) enum Typed {
    Line(String),
    /// The end of the input, or Ctrl-C.
    Leave,
}

/// Where lines come from.
pub(crate) enum Keyboard {
    Edited(Box<Editor<Words, MemHistory>>),
    /// Lines of standard input, read by a thread of their own so that Ctrl-C need not wait for the next one.
    Plain(Receiver<io::Result<String>>),
}

impl Keyboard {
    pub(crate) fn open() -> Result<Keyboard, Failure> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if terminal && !dumb {
            let config =
                Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
            let history = MemHistory::with_config(&config);
            let mut editor = Editor::with_history(config, history)?;
            editor.set_helper(Some(Words::default()));
            return Ok(Keyboard::Edited(Box::new(editor)));
        }
        let (send, receive) = channel();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut bytes = Vec::new();
                // What is not UTF-8 is no move: it is refused like other words, and the game goes on.
                let line = match input.read_until(b'\n', &mut bytes) {
                    Ok(0) => break,
                    Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()),
                    Err(error) => Err(error),
                };
                let failed = line.is_err();
                if send.send(line).is_err() || failed {
                    break;
                }
            }
        });
        Ok(Keyboard::Plain(receive))
    }

    /// Does somebody look at a screen that can show a picture?
    pub(crate) fn has_screen(&self) -> bool {
        matches!(self, Keyboard::Edited(_))
    }

    /// Does what is typed show, and the end of the line with it?
    pub(crate) fn echoes(&self) -> bool {
        io::stdin().is_terminal()
    }

    /// Columns and rows of the screen, or of a page.
    pub(crate) fn size(&mut self) -> (u32, u32) {
        let screen = match self {
            Keyboard::Edited(editor) => editor.dimensions(),
            Keyboard::Plain(_) => None,
        };
        let told = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
        screen.map_or_else(
            || (told("COLUMNS").unwrap_or(80), told("LINES").unwrap_or(24)),
            |(columns, rows)| (columns.into(), rows.into()),
        )
    }

    /// Asks for a line; the words can be completed.
    pub(crate) fn read(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut impl Write,
    ) -> Result<Typed, Failure> {
        out.flush()?;
        match self {
            Keyboard::Edited(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words;
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Typed::Line(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Typed::Leave),
                    Err(error) => Err(error.into()),
                }
            }
            Keyboard::Plain(lines) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = plain_line(lines)?;
                if line.is_none() {
                    writeln!(out)?;
                }
                Ok(line.map_or(Typed::Leave, Typed::Line))
            }
        }
    }
}

/// The next line; `None` at the end of the input, or after Ctrl-C.
fn plain_line(lines: &Receiver<io::Result<String>>) -> io::Result<Option<String>> {
    loop {
        // Asked before the first line comes: from then on Ctrl-C is heard.
        let stopped = is_interrupted();
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => return line.map(Some),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if stopped => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// What Tab completes.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    /// Commands and moves are whole lines; of a list of options the last one is completed.
    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        let fitting = |part: &str| -> Vec<String> {
            self.words.iter().filter(|word| word.starts_with(part)).cloned().collect()
        };
        let last = typed.rfind(' ').map_or(0, |at| at + 1);
        let whole = fitting(typed);
        Ok(if whole.is_empty() { (last, fitting(&typed[last..])) } else { (0, whole) })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::Words;
    use rustyline::Context;
    use rustyline::completion::Completer as _;
    use rustyline::history::MemHistory;

    #[test]
    fn words_and_moves_are_completed() {
        let words = ["hint", "help", "3 5", "3 15", "1,2"].map(str::to_owned).to_vec();
        let words = Words { words };
        let history = MemHistory::new();
        let complete = |line: &str| words.complete(line, line.len(), &Context::new(&history)).expect("words");
        assert_eq!(complete("h"), (0, vec!["hint".to_owned(), "help".to_owned()]));
        assert_eq!(complete("3 1"), (0, vec!["3 15".to_owned()]));
        assert_eq!(complete("0,2 1"), (4, vec!["1,2".to_owned()]));
        assert_eq!(complete("x"), (0, Vec::new()));
    }
}
