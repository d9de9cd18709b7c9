//! The checker's room stands alone: what it names of the library, and how many lines have to be trusted.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// What the room may name besides itself. Nothing of the planner, the solvers, or the automata that they work with.
const ALLOWED: [&str; 7] = [
    "crate::automaton::linear",
    "crate::automaton::numeration",
    "crate::automaton::pisot",
    "crate::budget",
    "crate::check",
    "crate::number",
    "crate::rules",
];

/// What those parts may name in their turn: they must not bring the planner in by a side door.
const ALLOWED_BELOW: [&str; 7] = [
    "super::greedy",
    "super::name",
    "super::numeration",
    "super::pisot",
    "super::recurrence",
    "crate::budget",
    "crate::number",
];

/// Numeration systems and their names, and linear forms.
const AUTOMATA: [&str; 6] = ["numeration", "name", "pisot", "greedy", "recurrence", "linear"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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
fn the_room_names_nothing_else_of_the_library() {
    let room = source().join("check");
    let files = files(&room);
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let code = code(&file).join("\n");
        for path in paths(&code, &["crate", "wythoff"]) {
            assert!(within(&path, &ALLOWED), "{} names {path}", file.display());
        }
        // `super` may lead to the room and no farther.
        let depth = file.strip_prefix(&room).unwrap().components().count()
            - usize::from(file.file_name().is_some_and(|n| n == "mod.rs"));
        for path in paths(&code, &["super"]) {
            let climbs = path.split("::").take_while(|part| *part == "super").count();
            assert!(climbs <= depth, "{} names {path}, outside of the room", file.display());
        }
        assert!(!code.contains("#[path"), "{} takes a file from elsewhere", file.display());
    }
}

/// Numeration systems and linear forms are trusted, too: they name only each other, numbers and the budget.
#[test]
fn what_the_room_imports_of_automata_stands_alone_as_well() {
    for name in AUTOMATA {
        let file = source().join(format!("automaton/{name}.rs"));
        let code = code(&file).join("\n");
        for path in paths(&code, &["crate", "super"]) {
            assert!(within(&path, &ALLOWED_BELOW), "{name} names {path}");
        }
    }
}

/// The module's documentation says how many lines have to be trusted.
#[test]
fn the_number_of_trusted_lines_is_as_stated() {
    let count = |files: Vec<PathBuf>| files.iter().map(|f| code(f).len()).sum::<usize>();
    let own = count(files(&source().join("check")));
    let automata = AUTOMATA.map(|n| source().join(format!("automaton/{n}.rs")));
    let (automata, rules) = (count(automata.to_vec()), count(files(&source().join("rules"))));
    let numbers = count(files(&source().join("number")));
    let stated = std::fs::read_to_string(source().join("check/mod.rs")).unwrap();
    let sentence = format!(
        "about {} lines of code in this room, {} of numeration systems and linear forms",
        round(own),
        round(automata)
    );
    assert!(
        stated.replace("\n//! ", " ").contains(&sentence),
        "the room's documentation should say: {sentence}"
    );
    let sentence = format!("{} of rule texts and {} of numbers", round(rules), round(numbers));
    assert!(
        stated.replace("\n//! ", " ").contains(&sentence),
        "the room's documentation should say: {sentence}"
    );
    for file in files(&source().join("check")) {
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 600, "{} has {lines} lines", file.display());
    }
}

/// To the nearest hundred, so that not every change of a line is one of this sentence.
fn round(lines: usize) -> usize {
    (lines + 50) / 100 * 100
}
