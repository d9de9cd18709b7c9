//! Every certificate of the project is checked, and is about the game that its name says.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use wythoff::Game;
use wythoff::automaton::Limits;
use wythoff::prove::check::{Verdict, check};
use wythoff::prove::tail::certificate::AnyCertificate;

/// File names are game names with parameters: `shifted-2-3-1.json` is shifted(2,3,1).
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    // The largest first, so that both halves of the work take about equally long.
    files.sort_by_key(|f| (std::cmp::Reverse(std::fs::metadata(f).unwrap().len()), f.clone()));
    files
}

fn check_share(share: usize) {
    for file in files().iter().skip(share).step_by(2) {
        let text = std::fs::read_to_string(file).unwrap();
        assert_eq!(check(&text, &Limits::default()), Ok(Verdict::Proved), "{}", file.display());
    }
}

#[test]
fn one_half_of_the_certificates_is_true() {
    check_share(0);
}

#[test]
fn the_other_half_is_true() {
    check_share(1);
}

#[test]
fn certificates_are_about_the_games_they_are_named_after() {
    let files = files();
    assert!(files.len() >= 60, "{}", files.len());
    for file in files {
        let certificate: AnyCertificate = std::fs::read_to_string(&file).unwrap().parse().unwrap();
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let first_digit = stem.find(|c: char| c.is_ascii_digit());
        let name = match first_digit {
            // beta's parameter is a number that does not fit into a file name.
            _ if stem.starts_with("beta") => continue,
            Some(at) => format!("{}({})", stem[..at].trim_end_matches('-'), stem[at..].replace('-', ",")),
            None => stem.to_owned(),
        };
        let game = Game::named(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(certificate.rules(), game.ruleset().unwrap(), "{name}");
    }
}
