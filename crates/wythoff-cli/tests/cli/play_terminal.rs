//! `play` on a terminal: keys are sent one after the other to util-linux's `script`, where there is one.
#![cfg(unix)]

use crate::folder;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A program on a pseudo-terminal.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    seen: Arc<Mutex<Vec<u8>>>,
    /// How much of what was seen was looked at.
    read: usize,
}

impl Terminal {
    fn play(arguments: &str, variables: &[(&str, &str)], there: &Path) -> Option<Terminal> {
        let line = format!("stty rows 24 cols 80; exec {} play {arguments}", env!("CARGO_BIN_EXE_wythoff"));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(there);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "COLUMNS", "LINES"] {
            script.env_remove(name);
        }
        script.env("TERM", "xterm-256color").env("SHELL", "/bin/sh").envs(variables.iter().copied());
        let mut child =
            script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut out, into) = (child.stdout.take()?, Arc::clone(&seen));
        std::thread::spawn(move || {
            let mut bytes = [0; 1024];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                into.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        let keys = child.stdin.take()?;
        Some(Terminal { child, keys, seen, read: 0 })
    }

    fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().expect("no panic")[self.read..]).into_owned()
    }

    /// Waits until this appears, and gives what was seen since the last time up to it.
    fn wait_for(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let bytes = self.seen.lock().expect("no panic")[self.read..].to_vec();
            if let Some(at) = bytes.windows(text.len()).position(|w| w == text.as_bytes()) {
                let end = at + text.len();
                self.read += end;
                return String::from_utf8_lossy(&bytes[..end]).into_owned();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{text:?} does not appear: {:?}", self.seen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// How it ended, and what was seen since the last time.
    fn end(mut self) -> (i32, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                std::thread::sleep(Duration::from_millis(50));
                return (status.code().unwrap_or(-1), self.seen());
            }
            if begun.elapsed() > Duration::from_secs(60) {
                self.child.kill().expect("a child");
                panic!("it does not end: {:?}", self.seen());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_board_and_lines_that_can_be_edited() {
    let there = folder();
    let Some(mut terminal) = Terminal::play("WN 3 4", &[], there.path()) else { return };
    let seen = terminal.wait_for("move to> ");
    assert!(seen.contains("@ here   r rook   b bishop") && seen.contains("\u{1b}[36mr"), "{seen:?}");
    assert!(!seen.contains('P'), "who wins is not shown: {seen:?}");
    // Tab completes, the arrow brings the last line back, and backspace takes away.
    terminal.press("hi\t\r");
    terminal.wait_for("Move to (1, 2): that wins.");
    terminal.press("\u{1b}[A\r");
    terminal.wait_for("Move to (1, 2): that wins.");
    terminal.press("1 9\u{7f}2\r");
    terminal.wait_for("I move to");
    terminal.wait_for("move to> ");
    terminal.press("\u{4}");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen:?}");
    assert!(seen.contains("Goodbye."), "{seen:?}");
}

#[test]
fn leaving_keeps_the_record() {
    for (keys, variables) in
        [("\u{4}", &[][..]), ("\u{3}", &[]), ("\u{3}", &[("TERM", "dumb")]), ("quit\r", &[])]
    {
        let there = folder();
        let Some(mut terminal) = Terminal::play("WN 3 4 --record game.json", variables, there.path()) else {
            return;
        };
        terminal.wait_for("move to> ");
        terminal.press("2 4\r");
        terminal.wait_for("your move");
        terminal.wait_for("move to> ");
        terminal.press(keys);
        let (code, seen) = terminal.end();
        assert_eq!(code, 0, "{keys:?} {variables:?}: {seen:?}");
        assert!(seen.contains("Goodbye."), "{seen:?}");
        let text = std::fs::read_to_string(there.path().join("game.json")).expect("the record");
        let record = wythoff::play::Record::read(&text).expect("a record");
        assert_eq!(record.acts.len(), 2, "{text}");
        let left = std::fs::read_dir(there.path()).expect("a folder").count();
        assert_eq!(left, 1, "nothing but the record is left behind");
    }
}

#[test]
fn colours_and_pictures_only_where_they_are_wanted() {
    let there = folder();
    let Some(mut terminal) = Terminal::play("W^3 3 4", &[("NO_COLOR", "1")], there.path()) else { return };
    let seen = terminal.wait_for("move to> ");
    assert!(
        seen.contains("X forbidden") && !seen.contains("\u{1b}[3") && !seen.contains("\u{1b}[1m"),
        "{seen:?}"
    );
    terminal.press("\u{4}");
    assert_eq!(terminal.end().0, 0);
    let mut terminal = Terminal::play("W^3 3 4", &[("TERM", "dumb")], there.path()).expect("as above");
    let seen = terminal.wait_for("move to> ");
    assert!(!seen.contains('\u{1b}') && !seen.contains("@ here"), "{seen:?}");
    terminal.press("board\r");
    let seen = terminal.wait_for("X forbidden");
    assert!(!seen.contains('\u{1b}'), "{seen:?}");
    terminal.press("\u{4}");
    assert_eq!(terminal.end().0, 0);
}
