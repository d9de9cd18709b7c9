//! Grundy values for all sizes: claims about levels, and the checker's second way, one kind of options after the other.
#![allow(clippy::unwrap_used)]

use wythoff::automaton::{DEAD, Dfa};
use wythoff::check::grundy::{GrundyCertificate, verify as verify_levels};
use wythoff::check::table::Table;
use wythoff::check::{AnyCertificate, Certificate, Verdict, verify, verify_by_kinds};
use wythoff::prove::guess::Effort;
use wythoff::prove::learn::{Sample, disagreement};
use wythoff::prove::levels::prove_levels;
use wythoff::solve::grundy::Grundy;
use wythoff::{Budget, Game};

use super::certificates::files;

fn of_table(table: &Table) -> Dfa {
    let outputs: Vec<u16> = (0..table.states() as u32).map(|s| u16::from(table.accepts(s))).collect();
    Dfa::from_table(2, table.digits(), table.successors(), &outputs, table.starts())
}

/// Compares every level with the Grundy values of a board.
fn compare(certificate: &GrundyCertificate, size: u32, name: &str) {
    let values = Grundy::solve(certificate.rules(), size.into(), size.into(), &Budget::default()).unwrap();
    for (level, table) in certificate.levels().iter().enumerate() {
        let squares = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
        let here = |&(x, y): &(u32, u32)| values.value(x.into(), y.into()) == Some(level as u32);
        let board = Sample::new(size, squares.filter(here));
        assert_eq!(
            disagreement(&board, certificate.numeration(), &of_table(table)),
            None,
            "{name}, value {level}"
        );
    }
}

/// The certificates of Grundy values, which tests/certificates.rs checks, agree with the solver of Grundy values.
#[test]
fn certificates_of_levels_agree_with_the_board() {
    let mut seen = 0;
    for file in files() {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let certificate: AnyCertificate = std::fs::read_to_string(&file).unwrap().parse().unwrap();
        let AnyCertificate::Grundy(certificate) = certificate else { continue };
        assert!(name.starts_with("grundy-"), "{name}");
        compare(&certificate, 2_000, &name);
        seen += 1;
    }
    assert!(seen >= 6, "{seen}");
}

/// Few moves, no diagonals, remainders, no moves at all, squares that do not exist, values that are bounded: levels are found and right.
#[test]
#[ignore = "slow: make test-all"]
fn levels_of_other_games() {
    let games = [
        ("move rook: s = 0 or t = 0\n", 2),
        ("move step: s <= 2 and t <= 2 and (s = 0 or t = 0)\n", 3),
        ("move any: s >= 0\n", 2),
        ("move both: s = t and s <= 3\n", 4),
        ("move rook: s = 0 or t = 0\nposition: x + y != 1\n", 1),
    ];
    for (rules, level) in games {
        let text = format!("game \"G\"\n{rules}");
        let game = Game::from_text("g", &text, "").unwrap_or_else(|e| panic!("{rules}: {e}"));
        let ruleset = game.ruleset().unwrap();
        let found = prove_levels(ruleset, level, &Effort::default(), &Budget::default());
        let proved = found.proved.unwrap_or_else(|| panic!("{rules}: value {}", found.searches.len()));
        let certificate = proved.grundy().unwrap();
        assert_eq!(certificate.level(), level);
        assert_eq!(certificate.to_string().parse::<GrundyCertificate>().unwrap(), *certificate);
        compare(certificate, 200, rules);
    }
}

#[test]
fn games_with_a_twist_have_no_levels() {
    for name in ["W^2", "(2,1)-Imitation Nim"] {
        let Ok(game) = Game::named(name) else { continue };
        let Some(ruleset) = game.ruleset() else { continue };
        let found = prove_levels(ruleset, 1, &Effort::default(), &Budget::default());
        assert!(found.proved.is_none());
        let why = found.last().unwrap().refused.as_ref().unwrap().to_string();
        assert!(why.starts_with("Grundy values belong to games without blocking"), "{why}");
    }
}

/// A table with one successor changed.
fn changed(table: &Table, at: usize, to: u32) -> Table {
    let mut next = table.successors().to_vec();
    next[at] = to;
    let accepting = (0..table.states() as u32).map(|s| table.accepts(s)).collect();
    Table::new(table.digits(), next, accepting, table.starts().to_vec()).unwrap()
}

/// Levels that were changed, left out, exchanged or taken from another game are never proved.
#[test]
#[ignore = "slow: make test-all"]
fn tampered_levels_are_not_proved() {
    let game = Game::named("2WN").unwrap();
    let rules = game.ruleset().unwrap();
    let found = prove_levels(rules, 2, &Effort::default(), &Budget::default()).proved.unwrap();
    let right = found.grundy().unwrap();
    let claim = |levels: Vec<Table>| {
        GrundyCertificate::new(right.rules().clone(), right.numeration().clone(), levels).unwrap()
    };
    let budget = Budget::default();
    let levels = right.levels().to_vec();
    assert_eq!(verify_levels(&claim(levels.clone()), &budget), Ok(Verdict::Proved));
    let [zero, one, two] = &levels[..] else { panic!() };
    for wrong in [
        vec![one.clone()],
        vec![one.clone(), zero.clone()],
        vec![zero.clone(), zero.clone()],
        vec![zero.clone(), two.clone()],
        vec![zero.clone(), two.clone(), one.clone()],
    ] {
        assert!(matches!(verify_levels(&claim(wrong), &budget), Ok(Verdict::Refuted { .. })));
    }
    let other = Game::named("3WN").unwrap();
    let other =
        GrundyCertificate::new(other.ruleset().unwrap().clone(), right.numeration().clone(), levels.clone());
    assert!(matches!(verify_levels(&other.unwrap(), &budget), Ok(Verdict::Refuted { .. })));
    let (mut tried, small) = (0, Budget::default().with_states(30_000));
    for (level, table) in levels.iter().enumerate() {
        for at in 0..table.successors().len() {
            for to in [DEAD, (at as u32 * 7) % table.states() as u32] {
                if table.successors()[at] == to {
                    continue;
                }
                let mut wrong = levels.clone();
                wrong[level] = changed(table, at, to);
                // Most are refuted at once; what is not ends at the limit.
                assert_ne!(verify_levels(&claim(wrong), &small), Ok(Verdict::Proved), "{level} {at} {to}");
                tried += 1;
            }
        }
    }
    assert!(tried > 800, "{tried}");
}

/// Side by side and one kind after the other, the checker says the same of true claims and of wrong ones, to the position. Claims that
/// either way takes long for are left to the other tests.
#[test]
fn both_ways_of_checking_agree() {
    let budget = Budget::default().with_states(20_000);
    let mut wrong = 0;
    for file in files() {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let certificate: AnyCertificate = std::fs::read_to_string(&file).unwrap().parse().unwrap();
        let AnyCertificate::Automaton(right) = certificate else { continue };
        let table = right.table();
        if table.states() > 16 || table.letters() > 16 {
            continue;
        }
        assert_eq!(verify_by_kinds(&right, &budget), Ok(Verdict::Proved), "{name}");
        let step = (table.successors().len() / 12).max(1);
        for at in (0..table.successors().len()).step_by(step) {
            let to = (at as u32 * 5 + 1) % table.states() as u32;
            let to = if at % 3 == 0 { DEAD } else { to };
            let table = changed(table, at, to);
            let claim = Certificate::from_table(right.rules().clone(), right.numeration().clone(), table);
            if let (Ok(side_by_side), Ok(by_kinds)) =
                (verify(&claim, &budget), verify_by_kinds(&claim, &budget))
            {
                assert_eq!(side_by_side, by_kinds, "{name}: {at} to {to}");
                wrong += usize::from(matches!(side_by_side, Verdict::Refuted { .. }));
            }
        }
    }
    assert!(wrong > 100, "{wrong}");
}
