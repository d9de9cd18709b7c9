//! Every command of the README and of docs/json.md does what they say.
//!
//! A block ```` ```game NAME ```` is a file; a block ```` ```console ```` holds commands after `$ ` and, below each, all that it
//! prints on standard output and standard error. A line `...` stands for any lines. ```` ```console exit=2 ```` says how the last
//! command of the block ends. All run in one folder, in the order of the text.
//!
//! After a change of output, `UPDATE_README=1 cargo test -p wythoff-cli readme` writes the new one into the README.

use crate::folder;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fenced block: its info string, and its lines by number.
struct Block<'a> {
    info: &'a str,
    start: usize,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(info), false) => found.push(Block { info, start: number + 1, lines: Vec::new() }),
            (None, true) => found.last_mut().expect("a block is open").lines.push(line),
            (None, false) => continue,
            (Some(_), true) => {}
        }
        open = line.strip_prefix("```").is_none() || !open;
    }
    found
}

fn shell(command: &str, folder: &Path, variables: &[(&str, &str)]) -> (String, i32) {
    let binaries = Path::new(env!("CARGO_BIN_EXE_wythoff")).parent().expect("a folder").to_path_buf();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", binaries.display()))
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env_remove("LANG")
        .envs(variables.iter().copied())
        .output()
        .expect("sh runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// Do the lines fit, where `...` stands for any number of them?
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, found)| first.trim_end() == line.trim_end() && fits(rest, found)),
    }
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_readme_says() {
    commands_print_what_it_says("README.md");
}

#[cfg(unix)]
#[test]
fn commands_print_what_docs_json_says() {
    commands_print_what_it_says("docs/json.md");
}

fn commands_print_what_it_says(document: &str) {
    let path = root().join(document);
    let text = std::fs::read_to_string(&path).expect("the document");
    let there = folder();
    let mut rewritten: Vec<(usize, usize, String)> = Vec::new();
    let mut wrong = String::new();
    let mut commands = 0;
    for block in blocks(&text) {
        let (kind, rest) = block.info.split_once(' ').unwrap_or((block.info, ""));
        match kind {
            "game" => crate::write(there.path(), rest, &(block.lines.join("\n") + "\n")),
            "console" => {
                let starts: Vec<usize> =
                    (0..block.lines.len()).filter(|i| block.lines[*i].starts_with("$ ")).collect();
                assert_eq!(
                    starts.first(),
                    Some(&0),
                    "a console block starts with a command: {:?}",
                    block.lines
                );
                for (which, &start) in starts.iter().enumerate() {
                    let end = starts.get(which + 1).copied().unwrap_or(block.lines.len());
                    let command = &block.lines[start][2..];
                    let (output, code) = shell(command, there.path(), &[]);
                    commands += 1;
                    let last = which + 1 == starts.len();
                    let expected_code = match rest.strip_prefix("exit=") {
                        Some(code) if last => code.parse().expect("a number"),
                        _ => 0,
                    };
                    assert_eq!(code, expected_code, "{command}\n{output}");
                    let expected = &block.lines[start + 1..end];
                    let found: Vec<&str> = output.lines().collect();
                    if !fits(expected, &found) {
                        wrong += &format!("$ {command}\n{output}\n");
                        rewritten.push((block.start + start + 1, block.start + end, output));
                    }
                }
            }
            _ => {}
        }
    }
    assert!(commands >= 12, "{document} has {commands} commands only");
    if std::env::var_os("UPDATE_README").is_some() && !rewritten.is_empty() {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (start, end, output) in rewritten.into_iter().rev() {
            lines.splice(start..end, output.lines().map(|l| l.trim_end().to_owned()));
        }
        std::fs::write(&path, lines.join("\n") + "\n").expect("the document is written");
        return;
    }
    assert!(wrong.is_empty(), "{document} is out of date; these commands print:\n\n{wrong}");
}

/// The set-up: what `cargo run` is given works, and what `make` is told exists.
#[cfg(unix)]
#[test]
fn the_set_up_commands_exist() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let makefile = std::fs::read_to_string(root().join("Makefile")).expect("the Makefile");
    let mut set_up = 0;
    for block in blocks(&readme).iter().filter(|b| b.info == "sh") {
        for line in &block.lines {
            let line = line.split(" #").next().unwrap_or(line).trim();
            if let Some(arguments) = line.strip_prefix("cargo run --release -- ") {
                assert_eq!(shell(&format!("wythoff {arguments}"), &root(), &[]).1, 0, "{line}");
            } else if let Some(target) = line.strip_prefix("make ") {
                assert!(makefile.contains(&format!("\n{target}:")), "{line}");
            } else if let Some(path) = line.strip_prefix("cargo install --path ") {
                assert!(root().join(path).join("Cargo.toml").is_file(), "{line}");
            } else {
                assert!(line.is_empty(), "the README has a command that no test runs: {line}");
            }
            set_up += usize::from(!line.is_empty());
        }
    }
    assert!(set_up >= 2);
}

/// In the locale C, on a narrow page: nothing but ASCII is printed, and no line that could have been broken is longer than the page.
#[cfg(unix)]
#[test]
fn commands_of_the_readme_fit_a_narrow_page_in_ascii() {
    const WIDTH: usize = 60;
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let there = folder();
    let mut seen = 0;
    for block in blocks(&text) {
        match block.info.split_once(' ').unwrap_or((block.info, "")) {
            ("game", name) => crate::write(there.path(), name, &(block.lines.join("\n") + "\n")),
            ("console", _) => {
                for command in block.lines.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    let page = [("LC_ALL", "C"), ("COLUMNS", "60")];
                    let (output, _) = shell(command, there.path(), &page);
                    seen += 1;
                    let data = ["--json", "--batch", "cat ", "head ", "cut ", "--format", "| "];
                    if data.iter().any(|word| command.contains(word)) {
                        continue;
                    }
                    assert!(output.is_ascii(), "{command}: {output}");
                    // Tables of numbers and the places of errors stay as they are.
                    let tables = ["wythoff solve", "wythoff grundy", "--list 1", "--rules "];
                    if tables.iter().any(|word| command.contains(word)) || output.contains("-->") {
                        continue;
                    }
                    for line in output.lines().filter(|line| !line.starts_with("    ")) {
                        let longest = line.split(' ').map(str::len).max().unwrap_or(0);
                        assert!(line.len() <= WIDTH || longest > WIDTH / 2, "{command}: {line}");
                    }
                }
            }
            _ => {}
        }
    }
    assert!(seen >= 12);
}
