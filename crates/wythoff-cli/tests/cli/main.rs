//! The command line as a user meets it: every command, format, error and exit code, and every command of the README.

mod ask;
mod batch;
mod certificates;
mod columns;
mod completions;
mod decide;
mod draw;
mod errors;
mod explore;
mod figures;
mod gallery;
mod games;
mod grundy;
mod json;
mod limits;
mod man;
mod methods;
mod options;
mod play;
mod play_terminal;
mod prove;
mod readme;
mod replicate;
mod rule_texts;
mod search;
mod solve;
mod star;
mod sweep;
mod terminal;
mod topics;
mod two_checkers;
mod words;

use wythoff_testing::{random, random_games};

use assert_cmd::Command;
use std::path::Path;

/// What a command did.
struct Run {
    /// Standard output.
    out: String,
    /// Standard error.
    err: String,
    /// The exit code.
    code: i32,
}

/// The binary, with nothing of the environment that changes how it prints.
fn binary() -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("wythoff");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command.timeout(std::time::Duration::from_secs(120));
    command
}

fn finish(mut command: Command) -> Run {
    let output = command.output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let code = output.status.code().expect("not ended by a signal, and in time");
    let run = Run { out: text(output.stdout), err: text(output.stderr), code };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    assert!(
        !(run.out.clone() + &run.err).contains('\u{1b}'),
        "escape codes away from a terminal: {}",
        run.out
    );
    run
}

/// Runs `wythoff` with these arguments.
fn wythoff(arguments: &[&str]) -> Run {
    let mut command = binary();
    command.args(arguments);
    finish(command)
}

/// The same with something on standard input.
fn wythoff_reading(arguments: &[&str], input: &str) -> Run {
    let mut command = binary();
    command.args(arguments).write_stdin(input);
    finish(command)
}

/// The same in a folder.
fn wythoff_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = binary();
    command.args(arguments).current_dir(folder);
    finish(command)
}

/// The output of a command that has to succeed in silence on standard error.
fn output(arguments: &[&str]) -> String {
    let run = wythoff(arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out
}

/// The error of a command, which is one line and leaves nothing behind.
fn refused(arguments: &[&str]) -> String {
    let there = folder();
    let run = wythoff_in(there.path(), arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    let left = std::fs::read_dir(there.path()).expect("a folder").count();
    assert_eq!(left, 0, "{arguments:?} leaves half a file");
    run.err.trim_end().strip_prefix("error: ").expect("an error").to_owned()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the file is written");
}
