//! What is trusted: the checker, and of the crate of automata only numeration systems and linear forms. The crates below it are kept
//! apart by the compiler; inside the crate of automata this test does that.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// What the checker may name of automata: nothing that the planner works with.
const ALLOWED: [&str; 3] =
    ["wythoff_automata::linear", "wythoff_automata::numeration", "wythoff_automata::pisot"];

/// The one file that hands claims over to the planner's automata and back, and proves nothing.
const CONVERSIONS: &str = "automaton.rs";

/// What those parts may name in their turn: they must not bring the planner in by a side door.
const ALLOWED_BELOW: [&str; 7] = [
    "super::greedy",
    "super::name",
    "super::numeration",
    "super::pisot",
    "super::recurrence",
    "wythoff_budget",
    "wythoff_number",
];

/// Numeration systems and their names, and linear forms.
const AUTOMATA: [&str; 6] = ["numeration", "name", "pisot", "greedy", "recurrence", "linear"];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file: without comments, blank lines and the tests at its end. Strings stay; none of ours look like code.
fn code(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap().trim());
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// All paths in the code that begin with one of these words, whole: `use a::{b, c::d}` gives `a::b` and `a::c::d`.
fn paths(code: &str, roots: &[&str]) -> Vec<String> {
    let compact: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = vec![];
    for root in roots {
        let mut from = 0;
        while let Some(at) = compact[from..].find(root) {
            let start = from + at;
            from = start + root.len();
            let before = compact[..start].chars().next_back();
            let inside_a_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
            if !inside_a_word && compact[from..].starts_with("::") {
                expand(&compact[start..], "", &mut found);
            }
        }
    }
    found
}

fn expand(text: &str, prefix: &str, found: &mut Vec<String>) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(text.len());
    let path = format!("{prefix}{}", &text[..end]);
    if !(path.ends_with("::") && text[end..].starts_with('{')) {
        found.push(path);
        return;
    }
    let (mut depth, mut from) = (0, end + 1);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < end) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (depth == 1 && c == ',') || depth == 0 {
            let item = text[from..at].trim();
            if !item.is_empty() {
                expand(item, &path, found);
            }
            from = at + 1;
        }
        if depth == 0 {
            return;
        }
    }
}

fn within(path: &str, allowed: &[&str]) -> bool {
    allowed.iter().any(|a| path == *a || path.starts_with(&format!("{a}::")))
}

#[test]
fn paths_are_taken_apart() {
    let code = "use crate::{a::b, c::{self, d}}; fn f() -> crate::e::F { supercrate::x(super::super::y()) }";
    let mut found = paths(code, &["crate", "super"]);
    found.sort();
    assert_eq!(found, ["crate::a::b", "crate::c::d", "crate::c::self", "crate::e::F", "super::super::y"]);
}

#[test]
fn the_checker_names_nothing_else_of_automata() {
    let files = files(&source("wythoff-check"));
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let code = code(&file).join("\n");
        assert!(!code.contains("#[path"), "{} takes a file from elsewhere", file.display());
        if file.ends_with(CONVERSIONS) {
            continue;
        }
        for path in paths(&code, &["wythoff_automata"]) {
            assert!(within(&path, &ALLOWED), "{} names {path}", file.display());
        }
    }
}

/// Numeration systems and linear forms are trusted, too: they name only each other, numbers and the budget.
#[test]
fn what_is_trusted_of_automata_stands_alone() {
    for name in AUTOMATA {
        let file = source("wythoff-automata").join(format!("{name}.rs"));
        let code = code(&file).join("\n");
        for path in paths(&code, &["crate", "super", "wythoff_budget", "wythoff_number"]) {
            assert!(within(&path, &ALLOWED_BELOW), "{name} names {path}");
        }
    }
}
