//! Terminals and pipes: colours only where they are wanted, and quiet when nobody reads on.
#![cfg(unix)]

use std::process::{Command, Stdio};

fn path() -> &'static str {
    env!("CARGO_BIN_EXE_wythoff")
}

/// Runs a command on a pseudo-terminal of util-linux's `script`, where there is one.
fn on_a_terminal(variables: &[(&str, &str)]) -> Option<String> {
    let line = format!("{} ask WN 3 5; {0} ask nosuchgame 3 5", path());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    // CI counts as a terminal with colours even where TERM says otherwise, so it is no part of this test.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        script.env_remove(name);
    }
    script.env("TERM", "xterm-256color").envs(variables.iter().copied());
    Some(String::from_utf8_lossy(&script.output().ok()?.stdout).into_owned())
}

#[test]
fn colours_on_a_terminal_and_never_with_no_color() {
    let Some(coloured) = on_a_terminal(&[]) else { return };
    assert!(coloured.contains("\u{1b}["), "{coloured:?}");
    for plain in [&[("NO_COLOR", "1")][..], &[("TERM", "dumb")]] {
        let text = on_a_terminal(plain).expect("as above");
        assert!(text.contains("(3, 5)") && !text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    for command in [
        "solve WN --to 1000 --format csv",
        "games",
        "rules W^4",
        "games --json",
        "completions bash",
        "--help",
    ] {
        let line = format!("{{ {} {command}; echo \"code $?\" >&2; }} | head -c 1 >/dev/null", path());
        let output = Command::new("sh").args(["-c", &line]).output().expect("sh");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(err, "code 0\n", "{command}");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for command in ["solve WN --to 1000", "games", "ask WN 3 5"] {
        let line = format!("{} {command} > /dev/full", path());
        let output = Command::new("sh").args(["-c", &line]).output().expect("sh");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(output.stderr.starts_with(b"error: "), "{command}");
    }
}
