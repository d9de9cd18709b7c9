//! The direction of `use` between rooms is the one that ARCHITECTURE.md draws, and it has no circles.
//!
//! The block after the words "The direction of `use`" in ARCHITECTURE.md is read here: a line `solve: budget game …` says that files of the
//! room `solve` name those rooms and no others. So the picture is true, and a change of direction has to be drawn before it is made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Rooms = BTreeMap<String, BTreeSet<String>>;

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The names after `crate::` in code, comments left out.
fn named(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or("");
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            // `pub(in crate::x)` and macros are no way around it; `use crate::{a, b}` is not written here.
            assert!(!rest.starts_with('{'), "write one `use` per room: {line}");
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            // Types that are re-exported at the root would hide where they come from.
            assert!(name.chars().next().is_some_and(char::is_lowercase), "name the room: {line}");
            names.insert(name);
        }
    }
    names
}

fn actual() -> Rooms {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = vec![];
    files(&source, &mut all);
    let mut rooms = Rooms::new();
    for file in all {
        let first = file.strip_prefix(&source).expect("inside").components().next().expect("a name");
        let room = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
        if room == "lib" {
            continue;
        }
        let mut names = named(&std::fs::read_to_string(&file).expect("text"));
        names.remove(&room);
        rooms.entry(room).or_default().append(&mut names);
    }
    rooms
}

fn drawn() -> Rooms {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let text = std::fs::read_to_string(page).expect("ARCHITECTURE.md");
    let after = text.split_once("The direction of `use`").expect("the words are there").1;
    let block = after.lines().skip_while(|l| !l.starts_with("    ")).take_while(|l| l.starts_with("    "));
    block
        .map(|line| {
            let (room, uses) = line.trim().split_once(':').expect("room: rooms");
            (room.to_owned(), uses.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn rooms_use_each_other_as_drawn() {
    let (drawn, actual) = (drawn(), actual());
    for (room, uses) in &actual {
        let line = format!("    {room}: {}", uses.iter().cloned().collect::<Vec<_>>().join(" "));
        assert_eq!(drawn.get(room), Some(uses), "ARCHITECTURE.md should have the line\n{line}\n");
    }
    assert_eq!(drawn.len(), actual.len(), "a room that is drawn does not exist");
}

#[test]
fn the_direction_has_no_circles() {
    let mut open = actual();
    while !open.is_empty() {
        let free: Vec<String> = open
            .iter()
            .filter(|(_, uses)| uses.iter().all(|u| !open.contains_key(u)))
            .map(|(r, _)| r.clone())
            .collect();
        assert!(!free.is_empty(), "these rooms form a knot: {:?}", open.keys());
        free.iter().for_each(|room| drop(open.remove(room)));
    }
}
