//! Grundy values for all sizes: claims about levels, and the checker's second way, one kind of options after the other.
#![allow(clippy::unwrap_used)]

use wythoff_automata::{DEAD, Dfa};
use wythoff_budget::Budget;
use wythoff_check::grundy::{GrundyCertificate, verify as verify_levels};
use wythoff_check::table::Table;
use wythoff_check::{AnyCertificate, Certificate, Verdict, verify, verify_by_kinds};
use wythoff_prove::guess::Effort;
use wythoff_prove::learn::{Sample, disagreement};
use wythoff_prove::levels::{LevelBoards, prove_levels};
use wythoff_prove::source::Source;
use wythoff_rules::Game;
use wythoff_rules::regular::RegularSet;
use wythoff_solve::grundy::Grundy;

use super::brute;
use super::certificates::files;
use super::random::Numbers;

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

/// A formula over s and t: a ray, a few removals, remainders, a loaded set.
fn some_moves(numbers: &mut Numbers) -> String {
    let (p, q) = (1 + numbers.below(4), 1 + numbers.below(4));
    let (a, b, m) = (numbers.below(4), numbers.below(4), 2 + numbers.below(3));
    match numbers.below(9) {
        0 => format!("{p}*t = {q}*s"),
        1 => format!("{p}*t = {q}*s or {p}*s = {q}*t"),
        2 => format!("s = t + {a}"),
        3 => format!("|s - t| < {p}"),
        4 => format!("s = {a} and t = {b}"),
        5 => format!("s = {a} and t = {b} or s = {b} and t = {a}"),
        6 => format!("s = t and s mod {m} != 0"),
        7 => format!("t = {q}*s and (x + y) mod {m} = 0"),
        _ => "Z(s, t) and s < 6 and t < 6".to_owned(),
    }
}

/// A set of pairs that a small automaton in base 2 accepts.
fn some_set(numbers: &mut Numbers) -> String {
    let states = 1 + numbers.below(4);
    let mut rows: Vec<Vec<i64>> =
        (0..states).map(|_| (0..4).map(|_| numbers.below(states + 1) as i64 - 1).collect()).collect();
    // Zeros in front make no difference.
    rows[0][0] = 0;
    let words = |list: &[i64]| list.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = rows.iter().map(|row| words(row)).collect();
    let text = format!(
        "automaton in base(2) | tracks 2 | starts 0 | accepting {} | states {}",
        numbers.below(states),
        rows.join("; ")
    );
    RegularSet::read("Z", &text).unwrap();
    text
}

/// A game that has Grundy values: with and without rooks and diagonals, symmetric or not, on all squares or some.
fn some_game(numbers: &mut Numbers) -> String {
    let mut text = format!("load Z = \"{}\"\n", some_set(numbers));
    text += match numbers.below(6) {
        0 => "move first: s = 0\nmove second: t = 0\n",
        1 => "move rook: s = 0 and t mod 2 = 1 or t = 0 and s mod 2 = 1\n",
        2 => "move second: s = 0\n",
        _ => "move rook: s = 0 or t = 0\n",
    };
    for index in 0..1 + numbers.below(2) {
        text += &format!("move m{index}: {}\n", some_moves(numbers));
    }
    text += match numbers.below(6) {
        0 => "position: x + y != 1\n",
        1 => "position: x <= 2*y + 3\n",
        2 => "position: Z(x, y) or x != y\n",
        _ => "",
    };
    text
}

/// The boards that levels are learnt from have the positions of the values of the definition, in all ways of solving them.
#[test]
fn level_boards_are_right() {
    let (mut numbers, size) = (Numbers(0x1eaf), 22);
    let (mut games, mut filled) = (0, 0);
    for _ in 0..160 {
        let text = some_game(&mut numbers);
        let Some(rules) = brute::parsed(&text) else { continue };
        let values = brute::grundy(&rules, size as usize, size as usize);
        games += 1;
        for level in 0..5 {
            let squares = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
            let here = |&(x, y): &(u32, u32)| values[x as usize][y as usize] == Some(level as u32);
            let right = Sample::new(size, squares.filter(here));
            let board = LevelBoards::new(&rules, level).board(size, &Budget::default());
            assert_eq!(board, Some(right), "value {level} of\n{text}");
            filled += usize::from(board.is_some_and(|b| !b.is_empty()));
        }
    }
    assert!(games > 140 && filled > 400, "{games} {filled}");
}

/// Mirrored rays of every small slope: the values 0, 1 and 2 are found for all sizes, or not, but no board is wrong.
#[test]
fn levels_of_mirrored_rays_are_proved() {
    for (p, q) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5)] {
        let text = format!("move rook: s = 0 or t = 0\nmove ray: {p}*t = {q}*s or {p}*s = {q}*t\n");
        let rules = brute::rules(&text);
        let effort = Effort { boards: vec![600], ..Effort::default() };
        let found = prove_levels(&rules, 2, &effort, &Budget::default());
        let proved = found.proved.unwrap_or_else(|| panic!("{p}:{q}: value {}", found.searches.len()));
        compare(proved.grundy().unwrap(), 120, &text);
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
