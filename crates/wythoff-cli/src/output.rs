//! Standard output, files and error messages.

use crate::letters::in_ascii;
use crate::progress::stopped_while;
use crate::screen::{Lines, Screen, measured, told};
use crate::sink::{Sink, is_standard};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::error::Error;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use wythoff::rules::RuleWarnings;
use wythoff::solve::SolveError;
use wythoff::{GameError, Hint, Limit};

/// Whatever can go wrong in a command.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// An error message of the command line itself.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Message(pub(crate) String);

/// Bold text for names and outcomes. Colours reach terminals only, and never when NO_COLOR is set.
pub(crate) const STRONG: Style = Style::new().bold();
/// P-positions.
pub(crate) const P: Style = AnsiColor::Green.on_default().bold();
/// N-positions.
pub(crate) const N: Style = AnsiColor::Yellow.on_default().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Standard output, without colours unless it is a terminal that wants them.
pub(crate) fn stdout() -> Screen {
    Screen::output()
}

/// How many characters wide the terminal is that standard output goes to; `None` for pipes, files and terminals that can show letters
/// only.
pub(crate) fn screen_width() -> Option<u32> {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if dumb || in_ascii() || !io::stdout().is_terminal() {
        return None;
    }
    let width = measured().or_else(told).unwrap_or(80);
    Some(u32::try_from(width).unwrap_or(u32::MAX))
}

/// Refuses JSON and a file on standard output at once, where nobody could tell them apart.
pub(crate) fn one_of(json: bool, files: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let mut standard = files.iter().filter(|(_, path)| path.is_some_and(is_standard));
    match (standard.next(), standard.next()) {
        (Some((a, _)), Some((b, _))) => {
            Err(Message(format!("{a} and {b} cannot both go to standard output: give one of them a file"))
                .into())
        }
        (Some((name, _)), None) if json => {
            Err(Message(format!("--json and {name} cannot both go to standard output: give {name} a file"))
                .into())
        }
        _ => Ok(()),
    }
}

/// Where words go while these files are written: standard output, unless one of the files is that.
pub(crate) fn words_beside(files: &[Option<&Path>]) -> Screen {
    match files.iter().flatten().any(|path| is_standard(path)) {
        true => Screen::error(),
        false => stdout(),
    }
}

/// Was the reader of our output gone?
pub(crate) fn is_closed_pipe(error: &Failure) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Says on standard error what went wrong.
pub(crate) fn report(error: &Failure) {
    let colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let mut stream = Screen::error();
    // Nothing can be done if standard error is closed.
    let _ = match error.downcast_ref::<GameError>() {
        Some(GameError::Rules(errors)) => stream.as_is(&format!("{}\n", errors.render(colour))),
        _ => {
            let text = error.to_string();
            let rest = match advice(error) {
                Some(advice) if text.ends_with('?') => format!(" {advice}"),
                Some(advice) => format!("; {advice}"),
                None => String::new(),
            };
            // A command that says more than this knows better how far it came.
            let late = text.ends_with(&Limit::Time.to_string());
            let rest = if late && rest.is_empty() { "; --time allows more".to_owned() } else { rest };
            let stopped = late || text.ends_with(&Limit::Cancelled.to_string());
            let doing = if stopped { stopped_while() } else { None };
            let doing = doing.map(|doing| format!(" while {doing}")).unwrap_or_default();
            writeln!(stream, "{ERROR}error{ERROR:#}: {text}{doing}{rest}")
        }
    };
}

/// Says on standard error what a rule text surely does not mean. Exit codes and standard output stay what they are.
pub(crate) fn warn(warnings: &RuleWarnings) {
    if warnings.warnings.is_empty() {
        return;
    }
    let colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let _ = Screen::error().as_is(&format!("{}\n\n", warnings.render(colour)));
}

/// What the library suggests, in the words of this command line.
fn advice(error: &Failure) -> Option<&'static str> {
    let game = error.downcast_ref::<GameError>().and_then(GameError::hint);
    let hint = game.or_else(|| error.downcast_ref::<SolveError>().and_then(SolveError::hint))?;
    match hint {
        Hint::Games => Some("`wythoff games` lists all"),
        Hint::Board => Some("--to N lists a board"),
        Hint::Columns => Some("--columns N lists them while they are found"),
        Hint::Height => Some("--columns N --height M lists those with the second pile up to M"),
        Hint::FromTheBeginning => Some("leave --from out"),
        Hint::Part => Some("--from INDEX and --first COUNT list a part"),
        Hint::Proof => Some("`wythoff ask --method automaton` looks for a proof, which answers at any size"),
        Hint::Prove => Some(
            "`wythoff prove GAME -o FILE` looks longer, and --certificate FILE answers from what it finds",
        ),
    }
}

/// A report as JSON.
pub(crate) fn json(out: &mut impl Lines, report: &impl Serialize) -> Result<(), Failure> {
    out.data((serde_json::to_string_pretty(report)? + "\n").as_bytes())?;
    Ok(())
}

/// Writes a whole text to a file, or to standard output. A file appears complete or not at all.
pub(crate) fn write(text: &[u8], file: Option<&Path>) -> Result<(), Failure> {
    let mut sink = Sink::open(file)?;
    sink.write(text)?;
    sink.finish()
}
