//! Surveys: outcomes that depend on their task alone, results that are never replaced by less, and one table of them.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff_budget::{Budget, Limit};
use wythoff_explore::sweep::of_rulebook;
use wythoff_explore::sweep::task::{Shelf, SweepTask};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Family;
use wythoff_rules::Game;
use wythoff_service::report::BeamsReport;
use wythoff_service::survey::{
    Chore, ChoreOptions, NoTable, Survey, SurveyTable, TaskLimits, TaskOutcome, find_outcome, outcome_of,
    settle,
};

/// Results and failures by name.
#[derive(Default)]
struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    kept: AtomicUsize,
    full: bool,
}

impl Memory {
    fn put(&self, name: String, bytes: &[u8]) -> Result<(), String> {
        if self.full {
            return Err("no space left".to_owned());
        }
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.files.lock().unwrap().insert(name, bytes.to_vec());
        Ok(())
    }
}

impl Shelf for Memory {
    fn find(&self, task: &SweepTask) -> Option<Vec<u8>> {
        self.files.lock().unwrap().get(&task.file_name()).cloned()
    }

    fn keep(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        self.put(task.file_name(), bytes)
    }

    fn find_failure(&self, task: &SweepTask) -> Option<Vec<u8>> {
        self.files.lock().unwrap().get(&task.failure_name()).cloned()
    }

    fn keep_failure(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        self.put(task.failure_name(), bytes)
    }
}

fn said(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn survey(name: &str, values: &[&str], chore: &str, options: &ChoreOptions) -> Survey {
    let (mut family, entry) = of_rulebook(name).unwrap().expect("in the rulebook");
    for text in values {
        family = family.with_values("values", text).unwrap();
    }
    let chore = Chore::new(chore, options, &str::to_owned).unwrap();
    Survey::new(&family, Some(entry), &chore).unwrap()
}

/// A member is the game of the rulebook: what is found from its rules alone is what the command finds.
#[test]
fn a_task_finds_what_the_command_finds() {
    let options = ChoreOptions { columns: said("2000"), ..ChoreOptions::default() };
    for task in survey("W^k", &["k=1..4"], "beams", &options).tasks() {
        let TaskOutcome::Done(value) = outcome_of(task, &TaskLimits::default(), &Budget::default()).unwrap()
        else {
            panic!("{task:?}");
        };
        let found: BeamsReport = serde_json::from_value(value).unwrap();
        let k = task.choices()[0].1;
        let game = Ways::of(Game::named(&format!("W^{k}")).unwrap());
        let direct = wythoff_explore::beams::of(&game, Some(2000), &Budget::default()).unwrap();
        let direct = BeamsReport::new(game.game(), &direct);
        assert_eq!(found, BeamsReport { game: format!("k={k}"), ..direct });
    }
}

#[test]
fn nothing_is_replaced_by_less() {
    let options = ChoreOptions { columns: said("1000"), ..ChoreOptions::default() };
    let survey = survey("W^k", &["k=4"], "beams", &options);
    let (task, shelf) = (&survey.tasks()[0], Memory::default());
    let none =
        |ms: u64| TaskLimits::default().with_time(ms, |budget| budget.with_guard(|| Some(Limit::Time)));
    let ask = |limits: &TaskLimits| settle(task, &shelf, limits, &Budget::default()).unwrap();
    let first = ask(&none(50));
    assert_eq!(
        (first.outcome.name(), first.outcome.reason(), first.known),
        ("stopped", "the time is up", false)
    );
    assert!(ask(&none(50)).known && ask(&none(20)).known, "not tried again for nothing");
    // Asked to try again with less time: what is known of more time stays.
    let mut again = none(20);
    again.retry = true;
    assert_eq!(ask(&again).outcome, first.outcome);
    assert!(!ask(&none(60)).known, "more time is worth a try");
    assert_eq!(shelf.kept.load(Ordering::Relaxed), 2);
    let done = ask(&TaskLimits::default());
    assert_eq!((done.outcome.name(), done.known), ("done", false));
    // A result stays, even if somebody with less time was at work all the while.
    let mut late = none(70);
    late.retry = true;
    assert_eq!(ask(&late).outcome, done.outcome);
    assert_eq!(find_outcome(task, &shelf), Some(done.outcome));
    // The budget of the whole is no outcome of a task.
    let budget = Budget::default().with_guard(|| Some(Limit::Cancelled));
    assert_eq!(settle(task, &Memory::default(), &TaskLimits::default(), &budget), Err(Limit::Cancelled));
    let full = Memory { full: true, ..Memory::default() };
    let unlucky = settle(task, &full, &TaskLimits::default(), &Budget::default()).unwrap();
    assert_eq!((unlucky.outcome.name(), unlucky.not_kept.as_deref()), ("done", Some("no space left")));
    // That is no end of the whole.
    let report = survey.run(0, &full, &TaskLimits::default(), &Budget::default());
    assert_eq!((report.ended.as_deref(), report.words().as_str()), (None, "1 task: 0 done, 1 not kept"));
}

#[test]
fn members_without_a_game_and_games_without_an_answer_fail() {
    let text = "for k in 0..1\nmove rook: s = 0 or t = 0\nblock k - 1\n";
    let family = Family::parse("own.family", text).unwrap();
    let chore = Chore::new("grundy", &ChoreOptions::default(), &str::to_owned).unwrap();
    let survey = Survey::new(&family, None, &chore).unwrap();
    let shelf = Memory::default();
    let report = survey.run(1, &shelf, &TaskLimits::default(), &Budget::default());
    let reasons: Vec<(&str, &str)> =
        report.without_result.iter().map(|one| (one.member.as_str(), one.status.as_str())).collect();
    assert_eq!((report.done, reasons), (0, vec![("k=0", "failed"), ("k=1", "failed")]), "{report:?}");
    assert_eq!(survey.status(&shelf).words(), report.words());
    assert_eq!(report.words(), "2 tasks: 0 done, 2 failed");
}

/// Wherever it begins and in whatever parts it is done, the files and the table are the same.
#[test]
fn the_order_does_not_matter() {
    let options = ChoreOptions { columns: said("0..3"), ..ChoreOptions::default() };
    let whole = survey("kWN^(m)", &["k=1..3", "m=1,2,10"], "columns", &options);
    let run = |parts: usize, first: usize| {
        let shelf = Memory::default();
        for part in 1..=parts {
            whole.clone().shard(part, parts).run(first, &shelf, &TaskLimits::default(), &Budget::default());
        }
        shelf.files.into_inner().unwrap()
    };
    let (one, other) = (run(1, 0), run(4, 5));
    assert_eq!((one.len(), &one), (9, &other));
    let table = |backwards: bool| {
        let mut results: Vec<(SweepTask, TaskOutcome)> = whole
            .tasks()
            .iter()
            .map(|task| (task.clone(), outcome_of(task, &TaskLimits::default(), &Budget::default()).unwrap()))
            .collect();
        if backwards {
            results.reverse();
        }
        SurveyTable::new(results).unwrap().csv()
    };
    assert_eq!(table(false), table(true));
    let members: Vec<String> = table(false)
        .lines()
        .skip(1)
        .map(|row| row.split(',').take(2).collect::<Vec<_>>().join(","))
        .collect();
    let mut in_order = members.clone();
    in_order.dedup();
    assert_eq!(in_order, ["1,1", "1,2", "1,10", "2,1", "2,2", "2,10", "3,1", "3,2", "3,10"]);
    assert_eq!(SurveyTable::new(Vec::new()), Err(NoTable::Nothing));
}
