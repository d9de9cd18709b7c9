//! What Tab completes in a shell: commands, options, their values, games, papers and files.

use crate::{folder, output, write};
use std::path::Path;
use std::process::Command;

fn possible(words: &[&str]) -> Vec<String> {
    output(&[&["complete", "--"], words].concat()).lines().map(str::to_owned).collect()
}

#[test]
fn what_fits_is_listed() {
    assert_eq!(possible(&["desc"]), ["describe"]);
    assert!(possible(&[""]).contains(&"ask".to_owned()));
    assert!(!possible(&[""]).iter().any(|name| name == "complete" || name == "man"), "hidden");
    assert_eq!(possible(&["help", "gru"]), ["grundy"]);
    assert_eq!(possible(&["ask", "mod"]), ["modular(k=", ":files"]);
    assert_eq!(possible(&["compare", "WN", "mahar"]), ["maharaja", ":files"]);
    assert_eq!(possible(&["draw", "WN", "--with", "conn"]), ["connell(m=", ":files"]);
    assert_eq!(possible(&["solve", "WN", "--met"]), ["--method"]);
    assert_eq!(possible(&["solve", "WN", "--method", "bo"]), ["board"]);
    assert_eq!(possible(&["solve", "WN", "--method=bo"]), ["--method=board"]);
    assert_eq!(possible(&["solve", "WN", "--method", "=", "bo"]), ["board"]);
    assert_eq!(possible(&["solve", "WN", "-o", "x"]), [":files"]);
    assert_eq!(possible(&["check", ""]), [":files"]);
    assert_eq!(possible(&["sweep", "W^k", "--into", ""]), [":folders"]);
    assert_eq!(possible(&["sweep", "W^k", "--do", "pro"]), ["prove"]);
    assert_eq!(possible(&["replicate", "beta"]), ["beta-wythoff"]);
    assert_eq!(possible(&["draw", "--paper", "blocking-wythoff", "--figure", "2"]), ["2"]);
    assert_eq!(possible(&["completions", "z"]), ["zsh"]);
    assert_eq!(
        possible(&["prove", "WN", "--cert"]),
        [""; 0],
        "names that options had before are not offered"
    );
    let options = possible(&["prove", "WN", "--json", "-"]);
    assert!(
        options.contains(&"--output".to_owned()) && !options.contains(&"--json".to_owned()),
        "{options:?}"
    );
    assert!(possible(&["nothing", "x"]).is_empty());
}

/// A word is completed by bash itself, with the script that is printed.
fn in_bash(folder: &Path, words: &[&str]) -> Option<Vec<String>> {
    let binaries = Path::new(env!("CARGO_BIN_EXE_wythoff")).parent()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let script = "eval \"$(wythoff completions bash)\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _wythoff wythoff; \
                  printf '%s\\n' \"${COMPREPLY[@]}\"";
    let run = Command::new("bash")
        .args(["-c", script, "bash"])
        .args(words)
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", binaries.display()))
        .output()
        .ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8_lossy(&run.stdout).lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn bash_completes_games_and_files() {
    let there = folder();
    write(there.path(), "mine.game", "move rook: s = 0 or t = 0\n");
    std::fs::create_dir(there.path().join("results")).expect("made");
    let completed = |words: &[&str]| in_bash(there.path(), words);
    let Some(games) = completed(&["wythoff", "ask", "mahar"]) else { return };
    assert_eq!(games, ["maharaja"]);
    assert_eq!(completed(&["wythoff", "ask", "min"]).unwrap_or_default(), ["mine.game"]);
    assert_eq!(completed(&["wythoff", "ask", "modu"]).unwrap_or_default(), ["modular\\(k="]);
    assert_eq!(completed(&["wythoff", "describe", "--form"]).unwrap_or_default(), ["--format"]);
    assert_eq!(completed(&["wythoff", "describe", "--format", "=", "ht"]).unwrap_or_default(), ["html"]);
    assert_eq!(completed(&["wythoff", "sweep", "--into", "res"]).unwrap_or_default(), ["results"]);
}
