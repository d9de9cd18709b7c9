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
    for command in ["solve WN --to 1000", "games", "ask WN 3 5", "--help", "solve --help", "--version"] {
        let line = format!("{} {command} > /dev/full", path());
        let output = Command::new("sh").args(["-c", &line]).output().expect("sh");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(output.stderr.starts_with(b"error: "), "{command}");
    }
}

/// Runs a command on a pseudo-terminal and gives all that was written there.
fn drawn(arguments: &str, variables: &[(&str, &str)]) -> Option<String> {
    let mut script = Command::new("script");
    // However quick the machine is: what is not over after some seconds is stopped, as by Ctrl-C.
    let line = format!("stty cols 150 2>/dev/null; timeout --foreground -s INT 4 {} {arguments}", path());
    script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        script.env_remove(name);
    }
    script.env("TERM", "xterm-256color").envs(variables.iter().copied());
    Some(String::from_utf8_lossy(&script.output().ok()?.stdout).into_owned())
}

const SLOW: &str =
    "move rook: s = 0 or t = 0\nmove odd: s = 2*t and x + 2*y > 3*s\nmove far: 5*t = 3*s + 1 and y + s > x\n";

/// Whatever takes longer than two seconds shows on a terminal what it does and how far it is, and leaves nothing of that behind.
#[test]
fn a_terminal_shows_how_far_it_is() {
    let there = crate::folder();
    crate::write(there.path(), "slow.game", SLOW);
    let game = there.path().join("slow.game").display().to_string();
    let file = there.path().join("list").display().to_string();
    let cases = [
        (format!("solve {game} --to 1000 --method reference --count"), "listing P-positions: "),
        (format!("grundy {game} --to 4000 -o {file}"), "computing Grundy values: "),
        (format!("solve W^10 --columns 10^8 -o {file}.csv"), "listing P-positions: "),
        (format!("ask {game} 1000 1001 --method reference"), "answering: "),
        ("prove W^9".to_owned(), "proving, "),
    ];
    std::thread::scope(|scope| {
        for (command, words) in &cases {
            scope.spawn(move || {
                let Some(text) = drawn(command, &[]) else { return };
                // What is printed at the end begins with something bold; the last that was drawn before is wiped.
                let drawn = text.split("\u{1b}[1m").next().unwrap_or_default();
                assert!(drawn.contains(words), "{command}: {text}");
                let after = &drawn[drawn.rfind(words).unwrap_or(0)..];
                assert!(after.contains("\r\u{1b}[2K"), "{command}: {after:?}");
            });
        }
    });
    let plain = drawn(&format!("solve {game} --to 1000 --count"), &[("TERM", "dumb")]).unwrap_or_default();
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    let quick = drawn("ask W^4 11 28", &[("NO_COLOR", "1")]).unwrap_or_default();
    assert!(!quick.contains('\u{1b}') && !quick.contains("answering"), "{quick:?}");
}

#[test]
fn ctrl_c_names_what_was_going_on() {
    let there = crate::folder();
    crate::write(there.path(), "slow.game", SLOW);
    for (command, words) in [
        ("solve slow.game --to 1000 --method reference", "asked to stop while listing P-positions"),
        ("ask slow.game 1000 1001 --method reference", "asked to stop while answering"),
    ] {
        let line = format!("{} {command} & sleep 2; kill -INT $!; wait $!", path());
        let output = Command::new("bash").args(["-c", &line]).current_dir(there.path()).output();
        let Ok(output) = output else { return };
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {err}");
        assert!(
            err.starts_with("error: ") && err.contains(words) && err.lines().count() == 1,
            "{command}: {err}"
        );
    }
    // No limit was met, so none is to be moved.
    let line = format!("{} prove W^6 & sleep 1; kill -INT $!; wait $!", path());
    let Ok(output) = Command::new("bash").args(["-c", &line]).output() else { return };
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("  stopped: it was asked to stop\n"), "{out}");
}
