//! Every certificate of the project is checked, and is about the game that its name says.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use wythoff_budget::Budget;
use wythoff_check::{AnyCertificate, Verdict, check};
use wythoff_number::Natural;
use wythoff_prove::learn::disagreement;
use wythoff_prove::shipped;
use wythoff_prove::source::{Solver, Source};
use wythoff_rules::Game;
use wythoff_rules::{Definition, Ruleset};
use wythoff_solve::beatty::Theorem;
use wythoff_solve::rays::RayGame;

/// File names are game names with parameters: `shifted-2-3-1.json` is shifted(2,3,1), and `grundy-5-shifted-2-3-1` is about its Grundy values up to 5.
/// Games that are not in the rulebook are texts in `families/`: `holes-5-3.json` is holes.game(5,3).
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    // The largest first, so that both halves of the work take about equally long.
    files.sort_by_key(|f| (std::cmp::Reverse(std::fs::metadata(f).unwrap().len()), f.clone()));
    files
}

fn check_share(share: usize) {
    for file in files().iter().skip(share).step_by(2) {
        let text = std::fs::read_to_string(file).unwrap();
        assert_eq!(check(&text, &Budget::default()), Ok(Verdict::Proved), "{}", file.display());
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

/// What the library answers from without checking is among what the two tests above check, byte for byte.
#[test]
fn shipped_certificates_are_files_that_are_checked() {
    let files = files();
    for (name, text) in shipped::CERTIFICATES.iter().chain(&shipped::BEAMS).chain(&shipped::SLIPS) {
        let file = files.iter().find(|f| f.file_stem().is_some_and(|stem| stem == *name));
        let file = file.unwrap_or_else(|| panic!("{name} is not in certificates/"));
        assert_eq!(std::fs::read_to_string(file).unwrap(), *text, "{name}");
    }
}

/// Columns where the game is one of rays, else a dense board; then the theorem of a paper at 1,000 digits, where there is one.
fn compare_share(share: usize) {
    let budget = Budget::default();
    let mut theorems = 0;
    for file in files().iter().skip(share).step_by(2) {
        let name = file.display();
        let AnyCertificate::Automaton(certificate) = std::fs::read_to_string(file).unwrap().parse().unwrap()
        else {
            continue; // tail.rs compares tails, tests/beam_proofs.rs beams, grundy.rs Grundy values.
        };
        let (numeration, dfa) = (certificate.numeration(), certificate.automaton());
        let board = Solver::new(certificate.rules()).board(100_000, &budget).unwrap();
        let rays = RayGame::recognise(certificate.rules()).is_ok();
        assert!(board.size() >= if rays { 100_000 } else { 240 }, "{name}");
        assert_eq!(disagreement(&board, numeration, &dfa), None, "{name}");
        let Some(theorem) = Theorem::recognise(certificate.rules()).filter(|t| t.is_proved()) else {
            continue;
        };
        theorems += 1;
        let first = Natural::from(10u8).pow(1000) + Natural::from(files().len());
        for position in theorem.listed_from(&first, 2, &Budget::default()).unwrap() {
            let [x, y] = position.piles() else { panic!() };
            assert!(x.to_string().len() >= 1000);
            for (a, b) in [(0u8, 0u8), (0, 1), (1, 2)] {
                let (x, y) = (x + Natural::from(a), y + Natural::from(b));
                let expected = theorem.outcome(&x, &y).unwrap().is_p();
                assert_eq!(dfa.run(numeration, &[x, y]) != 0, expected, "{name}: +{a} +{b}");
            }
        }
    }
    assert!(theorems > 30, "{theorems}");
}

#[test]
fn one_half_agrees_with_columns_and_formulas() {
    compare_share(0);
}

#[test]
fn the_other_half_agrees_with_columns_and_formulas() {
    compare_share(1);
}

/// Of a game of the rulebook, or of a text in `families/`.
fn rules_of(name: &str) -> Ruleset {
    if let Ok(game) = Game::named(name) {
        return game.ruleset().unwrap().clone();
    }
    let (file, values) = name.split_once('(').unwrap_or_else(|| panic!("{name} has no values"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../families/{file}.game"));
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}"));
    Definition::parse(file, &text).unwrap().bind_text(values.trim_end_matches(')')).unwrap()
}

#[test]
fn certificates_are_about_the_games_they_are_named_after() {
    let files = files();
    assert!(files.len() >= 60, "{}", files.len());
    for file in files {
        let certificate: AnyCertificate = std::fs::read_to_string(&file).unwrap().parse().unwrap();
        let mut stem = file.file_stem().unwrap().to_str().unwrap();
        if let Some((level, game)) = stem.strip_prefix("grundy-").and_then(|rest| rest.split_once('-')) {
            let AnyCertificate::Grundy(claim) = &certificate else { panic!("{stem}") };
            assert_eq!(level.parse(), Ok(claim.level()), "{stem}");
            stem = game;
        }
        let first_digit = stem.find(|c: char| c.is_ascii_digit());
        let name = match first_digit {
            // beta's parameter is a number that does not fit into a file name.
            _ if stem.starts_with("beta") => continue,
            Some(at) => format!("{}({})", stem[..at].trim_end_matches('-'), stem[at..].replace('-', ",")),
            None => stem.to_owned(),
        };
        assert_eq!(*certificate.rules(), rules_of(&name), "{name}");
    }
}

/// A file that was cut, or of which a byte was changed, is no certificate; and none makes the reader panic.
#[test]
fn cut_and_changed_certificates_are_rejected() {
    for name in ["wythoff", "k-wythoff-2", "blocking-14"] {
        let file = files().into_iter().find(|f| f.file_stem().is_some_and(|stem| stem == name)).unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let budget = Budget::default().with_memory(100 << 20);
        assert!(AnyCertificate::read(&text, &budget).is_ok());
        for length in 0..text.len().min(3_000) {
            assert!(AnyCertificate::read(&text[..length], &budget).is_err(), "{name} cut at {length}");
        }
        for at in 0..text.len().min(3_000) {
            for byte in [b'0', b'9', b'-', b'[', b' '] {
                let mut changed = text.clone().into_bytes();
                if std::mem::replace(&mut changed[at], byte) != byte {
                    let changed = String::from_utf8(changed).unwrap();
                    assert!(AnyCertificate::read(&changed, &budget).is_err(), "{name} changed at {at}");
                }
            }
        }
    }
}

#[test]
fn certificates_are_read_within_a_budget() {
    let text = std::fs::read_to_string(&files()[0]).unwrap();
    assert!(AnyCertificate::read(&text, &Budget::default()).is_ok());
    for small in [Budget::default().with_memory(100_000), Budget::default().with_states(10)] {
        let read = AnyCertificate::read(&text, &small);
        assert!(matches!(read, Err(wythoff_check::BadCertificate::Limit(_))), "{read:?}");
    }
    let stopped = Budget::default().with_guard(|| Some(wythoff_budget::Limit::Time));
    assert!(AnyCertificate::read(&text, &stopped).is_err());
}

#[test]
fn certificates_come_out_as_they_went_in_and_older_names_are_read() {
    /// FNV-1a, as the files have it.
    fn digest(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }
    let older = |name: &str| match name {
        "fib" => Some("ostrowski(1)"),
        "pell" => Some("ostrowski(2)"),
        "pisot(1,-2,-1)" => Some("parry(;2,0;2,1)"),
        "pisot(1,-5,-1,1)" => Some("parry(5;0,4;5,1,-1)"),
        _ => None,
    };
    let mut renamed = 0;
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let certificate: AnyCertificate = text.parse().unwrap();
        assert_eq!(certificate.to_string(), text, "{}", file.display());
        let AnyCertificate::Automaton(certificate) = certificate else { continue };
        assert_eq!(certificate.to_string(), text, "{}", file.display());
        let name = certificate.numeration().system().name();
        let Some(old) = older(&name) else { continue };
        let (body, _) = text[2..].split_once("  \"digest\"").unwrap();
        let body =
            body.replacen(&format!("\"numeration\": \"{name}\""), &format!("\"numeration\": \"{old}\""), 1);
        let old_text = format!("{{\n{body}  \"digest\": \"{:016x}\"\n}}\n", digest(&body));
        let read: AnyCertificate = old_text.parse().unwrap();
        assert_eq!(read, AnyCertificate::Automaton(certificate), "{}", file.display());
        renamed += 1;
    }
    assert!(renamed > 30, "{renamed}");
}

/// `docs/certificates.md`: its examples are certificates that are true, and its tables name exactly the fields that the reader knows.
#[test]
fn the_documented_format_is_the_one_that_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates.md");
    let page = std::fs::read_to_string(path).unwrap();
    let fields = |title: &str| -> Vec<String> {
        let section = page.split(&format!("\n## {title}\n")).nth(1).unwrap().split("\n## ").next().unwrap();
        // A row of the table may be about several fields.
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
        rows.flat_map(|names| names.split(['`', ' ']).filter(|n| !n.is_empty())).map(str::to_owned).collect()
    };
    let (both, of_beam) = (fields("All kinds"), ["period", "rise", "points"]);
    let of_window = ["lowest", "row", "column", "patience", "period", "rise"];
    let titles = [
        ("automaton", "Automaton"),
        ("tail", "Tail"),
        ("sides", "Tail on both sides"),
        ("beams", "Beams"),
        ("slips", "Beams with slips"),
        ("grundy", "Grundy values"),
    ];
    for (kind, title) in titles {
        let text = page.split(&format!("```json {kind}\n")).nth(1).unwrap().split("```").next().unwrap();
        assert_eq!(check(text, &Budget::default()), Ok(Verdict::Proved), "{kind}");
        let mut documented = [both.clone(), fields(title)].concat();
        let mut read: Vec<String> = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text)
            .unwrap()
            .keys()
            .cloned()
            .collect();
        if kind == "tail" || kind == "sides" {
            read.extend(of_beam.map(str::to_owned));
        }
        if kind == "beams" {
            read.extend(of_window.map(str::to_owned));
        }
        if kind == "slips" {
            read.extend(["fall", "drift"].map(str::to_owned));
        }
        if kind == "grundy" {
            read.extend(["starts", "accepting", "states"].map(str::to_owned));
        }
        documented.sort();
        read.sort();
        assert_eq!(documented, read, "{kind}");
        // The reader needs each of them, and knows no other.
        for field in &documented {
            let spelt = format!("\"{field}\"");
            assert!(text.contains(&spelt), "{kind}: {field}");
            let wrong = text.replacen(&spelt, "\"else\"", 1);
            assert!(check(&wrong, &Budget::default()).is_err(), "{kind} without {field}");
        }
        let more = text.replacen("{\n", "{\n  \"more\": 1,\n", 1);
        assert!(check(&more, &Budget::default()).is_err(), "{kind} with a field more");
    }
    // Limits that the page names.
    for limit in ["2^31", "4096", "200 options", "256 MiB", "32 bytes"] {
        assert!(page.contains(limit), "{limit}");
    }
}
