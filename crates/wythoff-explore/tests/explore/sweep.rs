//! Families of games and searches through them, against games written by hand and solved by definition.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wythoff_budget::{Budget, Limit};
use wythoff_explore::sweep::of_rulebook;
use wythoff_explore::sweep::search::{Search, SearchLimits, SearchQuestion, SearchTable, SearchVerdict};
use wythoff_explore::sweep::task::{NoShelf, Shelf, SweepTask};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;
use wythoff_rules::{Family, FamilyMembers};
use wythoff_solve::reference::Reference;
use wythoff_testing::common::Threads;

fn members(text: &str) -> FamilyMembers {
    Family::parse("own.family", text).and_then(|family| family.members()).unwrap()
}

fn labels(text: &str) -> Vec<String> {
    members(text).members.iter().map(|member| member.label()).collect()
}

const ROOK: &str = "move rook: s = 0 or t = 0\n";

#[test]
fn members_come_in_the_order_of_the_text() {
    let text = format!("for k in 1..3\n{ROOK}for m in {{4, 1..2}}\n");
    let expected = ["1,m=4", "1,m=1", "1,m=2", "2,m=4", "2,m=1", "2,m=2", "3,m=4", "3,m=1", "3,m=2"];
    assert_eq!(labels(&text), expected.map(|rest| format!("k={rest}")));
    // Ends may depend on what was chosen before, and may leave nothing.
    let text = format!("for k in 0..2\nfor m in 1..k\n{ROOK}");
    assert_eq!(labels(&text), ["k=1,m=1", "k=2,m=1", "k=2,m=2"]);
    // A switch chooses statements; lines of one case belong together, and a case may add nothing.
    let text = format!(
        "switch a\ncase one: move bishop: s = t\ncase one: block 1\ncase none\nfor k in 2..3\nswitch b\ncase x:\n  play misere\n\
         case y: move far: s = 2*t\n{ROOK}"
    );
    let found = labels(&text);
    assert_eq!(found.len(), 8);
    assert_eq!(found[1], "a=one,k=2,b=y");
    assert_eq!(labels(ROOK), [""]);
}

#[test]
fn conditions_leave_members_out() {
    let text = format!("for k in 1..6\nfor m in 1..6\nwhere gcd(k, m) > 1 and k < m\n{ROOK}");
    assert_eq!(labels(&text), ["k=2,m=4", "k=2,m=6", "k=3,m=6", "k=4,m=6"]);
    assert_eq!(members(&text).left_out, 32);
    // Conditions of the parameters themselves count, too; in rule texts gcd can be used as well.
    let text = format!("param k >= 2, gcd(k, 6) = 1\nfor k in 1..8\n{ROOK}");
    assert_eq!(labels(&text), ["k=5", "k=7"]);
    let text = "param a > 1 irrational\nfor a in {phi, sqrt(2), 2}\nmove m: s in beatty(a) and t = 0\n";
    assert_eq!(labels(text), ["a=phi", "a=sqrt(2)"]);
    assert_eq!(labels("for a in phi, pi\nmove m: s in beatty(a) and t = 0\n"), ["a=phi", "a=pi"]);
}

#[test]
fn values_and_conditions_may_come_from_outside() {
    let (family, entry) = of_rulebook("kWN^(m)").unwrap().unwrap();
    assert_eq!(entry.name, "modular");
    let family = family.with_values("for", "k=1..2").unwrap().with_values("for", "m in {2, 4}").unwrap();
    let family = family.with_condition("where", "m != 2*k").unwrap();
    let found: Vec<String> = family.members().unwrap().members.iter().map(|m| m.label()).collect();
    assert_eq!(found, ["k=1,m=4", "k=2,m=2"]);
    // They replace those of the text.
    let family = Family::parse("own.family", &format!("for k in 1..9\n{ROOK}")).unwrap();
    let family = family.with_values("for", "k = 3..4").unwrap();
    assert_eq!(family.members().unwrap().members.len(), 2);
    assert!(of_rulebook("blocking").unwrap().is_some() && of_rulebook("W^k").unwrap().is_some());
    assert!(of_rulebook("W^4").unwrap().is_none() && of_rulebook("nosuch").unwrap().is_none());
}

/// Every member is the game that one would write by hand.
#[test]
fn members_are_the_games_they_say() {
    let text = "for k in 1..3\nmove rook: s = 0 or t = 0\nlet w = 2*k\nswitch d\ncase plain: move bishop: s = t\n\
                case wide: move bishop: |s - t| < w\ncase wide: block k of bishop\ncase none: block k\n";
    let family = Family::parse("own.family", text).unwrap();
    let search = Search::new(
        &family,
        None,
        SearchQuestion::EachOther,
        SearchLimits { to: Some(12), ..SearchLimits::default() },
    );
    let table = search.unwrap().run(&NoShelf, &Budget::default());
    for k in 1..=3 {
        for (d, rest) in [
            ("plain", "move bishop: s = t\n".to_owned()),
            ("wide", format!("move bishop: |s - t| < {}\nblock {k} of bishop\n", 2 * k)),
            ("none", format!("block {k}\n")),
        ] {
            let by_hand = Game::from_text("own.game", &(ROOK.to_owned() + &rest), "").unwrap();
            let row = table.rows.iter().find(|row| row.member == format!("k={k},d={d}")).unwrap();
            assert_eq!(row.rules, by_hand.identity().text());
            assert_eq!(row.game, format!("own.family(k={k},d={d})"));
        }
    }
}

#[test]
fn errors_point_at_the_character() {
    let wrong = |text: &str| {
        let error = Family::parse("own.family", text).and_then(|family| family.members());
        error.map(|found| found.members.len()).unwrap_err().render(false)
    };
    let cases = [
        ("no_values", "param k >= 1\nmove rook: s = 0 and t <= k\n"),
        ("empty_range", "for k in 5..1\nmove rook: s = 0 and t <= k\n"),
        ("half_a_range", "for k in 1..\nmove rook: s = 0\nfor m in {1, 2\n"),
        ("case_alone", "case a: move rook: s = 0\n"),
        ("switch_alone", "switch a\nmove rook: s = 0\n"),
        ("typo", "fro k in 1..2\nmove rook: s = 0\n"),
        ("unknown_name", "for k in 1..2\nwhere gcd(k, j) = 1\nmove rook: s = 0\n"),
        ("twice", "for k in {1, 1}\nmove rook: s = 0\n"),
        ("chosen_twice", "for k in 1..2\nswitch k\ncase a\nmove rook: s = 0\n"),
        (
            "in_one_member",
            "switch a\ncase b: move bishop: s = t\ncase n\nmove rook: s = 0\nblock 1 of bishop\n",
        ),
        ("not_a_number", "for k in {1 < 2}\nmove rook: s = 0\n"),
        ("too_large", "for k in 1..1000\nfor m in 1..1000\nmove rook: s = 0\n"),
    ];
    let all: Vec<String> = cases.iter().map(|(name, text)| format!("== {name}\n{}", wrong(text))).collect();
    insta::assert_snapshot!("family_errors", all.join("\n\n"));
    let family = Family::parse("own.family", "param kk >= 1\nmove rook: s = 0 and t <= kk\n").unwrap();
    let error = family.with_values("for", "k=1..2").unwrap_err().render(false);
    assert!(error.contains("did you mean `kk`?") && error.contains("for:1:1"), "{error}");
}

fn search(family: &str, question: SearchQuestion, to: Option<u32>) -> Search {
    let family = Family::parse("own.family", family).unwrap();
    Search::new(&family, None, question, SearchLimits { to, ..SearchLimits::default() }).unwrap()
}

fn like(name: &str) -> SearchQuestion {
    SearchQuestion::Like(Ways::of(Game::named(name).unwrap()))
}

/// The P-positions of a board by definition.
fn by_definition(game: &Game, to: u32) -> BTreeSet<(u32, u32)> {
    let board = Reference::solve(game.ruleset().unwrap(), to, to, &Budget::default()).unwrap();
    (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y))).filter(|(x, y)| board.is_p(*x, *y)).collect()
}

fn game_of(rules: &str) -> Game {
    Game::from_text("again.game", rules, "").unwrap()
}

const LEAP: &str = "for p in 1..3\nfor q in p..5\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n\
                    move leap: s = p and t = q or s = q and t = p\n";

/// Which moves can be added to Wythoff Nim: every row against the definition.
#[test]
fn rows_say_what_the_definition_says() {
    let table = search(LEAP, like("WN"), Some(60)).run(&NoShelf, &Budget::default());
    assert_eq!((table.rows.len(), table.stopped), (12, None));
    let wythoff = by_definition(&Game::named("WN").unwrap(), 60);
    for row in &table.rows {
        let found = by_definition(&game_of(&row.rules), 60);
        assert_eq!(row.finding.verdict.is_yes(), found == wythoff, "{row:?}");
        let first = found.symmetric_difference(&wythoff).min_by_key(|(x, y)| (x.max(y), *x, *y));
        let first = first.map(|(x, y)| vec![x.to_string(), y.to_string()]);
        assert_eq!(row.finding.first_difference, first, "{row:?}");
        assert_eq!(row.finding.to, Some(60));
    }
    let yes: Vec<&str> =
        table.rows.iter().filter(|r| r.finding.verdict.is_yes()).map(|r| r.member.as_str()).collect();
    assert_eq!(yes, ["p=1,q=1", "p=1,q=3", "p=1,q=5", "p=2,q=2", "p=2,q=4", "p=2,q=5", "p=3,q=3", "p=3,q=4"]);
}

#[test]
fn groups_are_those_of_equal_boards() {
    let text = "for k in 1..3\nmove rook: s = 0 or t = 0\nswitch d\ncase none\ncase plain: move bishop: s = t\n\
                case wide: move bishop: |s - t| < k\n";
    let table = search(text, SearchQuestion::EachOther, Some(40)).run(&NoShelf, &Budget::default());
    let boards: Vec<BTreeSet<(u32, u32)>> =
        table.rows.iter().map(|row| by_definition(&game_of(&row.rules), 40)).collect();
    for (one, a) in table.rows.iter().zip(&boards) {
        for (other, b) in table.rows.iter().zip(&boards) {
            assert_eq!(one.group == other.group, a == b, "{} and {}", one.member, other.member);
        }
    }
    let verdicts: Vec<String> = table.rows.iter().map(|row| row.finding.verdict.to_string()).collect();
    assert_eq!(verdicts, ["first", "first", "proved", "proved", "proved", "no", "proved", "proved", "no"]);
}

/// The paper: the P-positions of kWN^(m) are a pair of Beatty sequences if and only if gcd(k, m) = 1.
#[test]
fn beatty_pairs_are_found_where_the_paper_has_them() {
    let (family, entry) = of_rulebook("kWN^(m)").unwrap().unwrap();
    let family = family.with_values("for", "k=1..3").unwrap().with_values("for", "m=1..2").unwrap();
    let limits = SearchLimits { columns: 4_000, ..SearchLimits::default() };
    let search = Search::new(&family, Some(entry), SearchQuestion::BeattyPair, limits).unwrap();
    let table = search.run(&NoShelf, &Budget::default());
    for row in &table.rows {
        let coprime = !row.member.ends_with("k=2,m=2");
        assert_eq!(row.finding.verdict == SearchVerdict::Proved, coprime, "{row:?}");
        assert_eq!(row.finding.form.is_some(), coprime);
    }
    assert_eq!(table.rows[0].game, "1WN^(1)");
    let form = table.rows[0].finding.form.as_deref().unwrap();
    assert_eq!(form, "(floor(n*((1 + sqrt(5))/2)), floor(n*((3 + sqrt(5))/2))), n >= 0");
    let table = self::search(
        "for k in 4..4\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock k\n",
        SearchQuestion::BeattyPair,
        None,
    )
    .run(&NoShelf, &Budget::default());
    assert_eq!(table.rows[0].finding.verdict, SearchVerdict::NotFound);
    assert!(table.rows[0].finding.ground.contains("2 lines"), "{:?}", table.rows[0]);
}

#[test]
fn automata_are_proved_or_not_found() {
    let text = "for k in 1..2\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\nswitch memory\ncase no\ncase yes: imitation 1 within 1\n";
    let table = search(text, SearchQuestion::Automaton, None).run(&NoShelf, &Budget::default());
    let found: Vec<(SearchVerdict, bool)> =
        table.rows.iter().map(|row| (row.finding.verdict, row.finding.form.is_some())).collect();
    let (yes, failed) = ((SearchVerdict::Proved, true), (SearchVerdict::Failed, false));
    assert_eq!(found, [yes, failed, yes, failed]);
    assert!(table.rows[1].finding.ground.contains("memory"), "{:?}", table.rows[1]);
}

/// Results by name, and how often somebody looked or kept.
#[derive(Default)]
struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    kept: AtomicUsize,
}

impl Shelf for Memory {
    fn find(&self, task: &SweepTask) -> Option<Vec<u8>> {
        self.files.lock().unwrap().get(&task.file_name()).cloned()
    }

    fn keep(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.files.lock().unwrap().insert(task.file_name(), bytes.to_vec());
        Ok(())
    }
}

fn questions() -> Vec<SearchQuestion> {
    vec![like("WN"), SearchQuestion::EachOther, SearchQuestion::Automaton]
}

/// Whatever part of the results is there, and whatever is damaged, the table is the same.
#[test]
fn a_search_goes_on_with_what_is_kept() {
    for question in questions() {
        let ask = |shelf: &Memory| search(LEAP, question.clone(), Some(30)).run(shelf, &Budget::default());
        let shelf = Memory::default();
        let whole = ask(&shelf);
        let kept = shelf.kept.load(Ordering::Relaxed);
        assert!(kept >= whole.rows.len(), "{kept}");
        assert_eq!(ask(&shelf), whole);
        assert_eq!(shelf.kept.load(Ordering::Relaxed), kept, "everything was there");
        let complete = shelf.files.lock().unwrap().clone();
        let every_third = |n: usize| n.is_multiple_of(3);
        for (n, bytes) in shelf.files.lock().unwrap().values_mut().enumerate() {
            if every_third(n) {
                bytes.truncate(20 * n);
            }
        }
        assert_eq!(ask(&shelf), whole);
        assert_eq!(*shelf.files.lock().unwrap(), complete, "the same bytes");
        let again = complete.keys().enumerate().filter(|(n, _)| every_third(*n)).count();
        assert_eq!(shelf.kept.load(Ordering::Relaxed), kept + again);
    }
}

/// Stopped at any moment, the search keeps what it has, says so, and comes to the same end when it goes on.
#[test]
fn a_stopped_search_loses_nothing() {
    for question in questions() {
        let whole = search(LEAP, question.clone(), Some(30)).run(&NoShelf, &Budget::default());
        let shelf = Memory::default();
        let mut stops = 0_u32;
        let end = loop {
            let (asked, most) = (AtomicUsize::new(0), 40_usize << stops);
            let guard = move || (asked.fetch_add(1, Ordering::Relaxed) > most).then_some(Limit::Time);
            let table =
                search(LEAP, question.clone(), Some(30)).run(&shelf, &Budget::default().with_guard(guard));
            match table.stopped {
                None => break table,
                Some(limit) => {
                    assert_eq!(limit, Limit::Time);
                    assert!(table.rows.iter().any(|r| r.finding.verdict == SearchVerdict::NotReached));
                }
            }
            stops += 1;
        };
        assert!(stops > 0);
        assert_eq!(end, whole);
    }
}

#[test]
fn threads_change_no_byte() {
    for question in questions() {
        let run = |budget: &Budget| -> (SearchTable, BTreeMap<String, Vec<u8>>) {
            let shelf = Memory::default();
            let table = search(LEAP, question.clone(), Some(30)).run(&shelf, budget);
            (table, shelf.files.into_inner().unwrap())
        };
        assert_eq!(run(&Budget::default()), run(&Budget::default().with_crew(Arc::new(Threads(3)))));
    }
}

/// Names of results are for ever: another name for the same task would make old folders worthless.
#[test]
fn names_of_tasks_are_stable() {
    let task =
        SweepTask::new("like", "k=2", "move rook: s = 0 or t = 0\n").limit("to", 300).with("move m: s = t\n");
    assert_eq!(task.id(), "22c26d512f41b5d3de0c6b1213b45050");
    let mut others = vec![
        SweepTask::new("like", "k=2", "move rook: s = 0 or t = 0\n").limit("to", 300),
        task.clone().limit("to", 301),
        task.clone().limit("patience", 1),
    ];
    for change in [
        |t: &mut SweepTask| t.task = "beatty".to_owned(),
        |t: &mut SweepTask| t.member = "k=3".to_owned(),
        |t: &mut SweepTask| t.rules = "move rook: s = 0\n".to_owned(),
    ] {
        let mut other = task.clone();
        change(&mut other);
        others.push(other);
    }
    let names: BTreeSet<String> = others.iter().chain([&task]).map(SweepTask::id).collect();
    assert_eq!(names.len(), others.len() + 1);
}
