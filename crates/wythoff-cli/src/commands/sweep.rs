//! `wythoff sweep FAMILY --do TASK --into FOLDER`: something is done for all members of a family, and kept.

use super::family::{family, no_members};
use crate::bars::Bars;
use crate::cli::SweepArguments;
use crate::game_argument::game;
use crate::limits::{Usual, budget, seconds, size, within};
use crate::output::{Failure, Message, N, STRONG, json, stdout};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;
use wythoff::number::counted;
use wythoff::survey::{
    Chore, ChoreKind, ChoreOptions, NoTable, Survey, SurveyReport, TaskLimits, WithoutResult,
};
use wythoff::sweep::task::SweepTask;
use wythoff::{GameError, Limit};
use wythoff_files::{FolderStatus, NoCollection, ResultsFolder, table_bytes, write_whole};

/// So many tasks without a result are named.
const SHOWN: usize = 10;

pub(crate) fn run(arguments: &SweepArguments) -> Result<ExitCode, Failure> {
    if let Some(path) = &arguments.collect {
        named_table(path)?;
    }
    let Some(name) = &arguments.family else { return whole_folder(arguments) };
    if name == "-" && arguments.with.as_deref() == Some("-") {
        return Err(Message("standard input holds one text: give a file for the other".to_owned()).into());
    }
    let Some(chore) = &arguments.chore else {
        let all = ChoreKind::ALL.map(ChoreKind::name).join(", ");
        return Err(Message(format!("--do says what is done for each member: {all}")).into());
    };
    let limits = limits(arguments)?;
    let chore = Chore::new(chore, &options(arguments, &limits)?, &|name| format!("--{name}"))?;
    let (family, entry) = family(name, &arguments.values, &arguments.conditions)?;
    let survey = Survey::new(&family, entry, &chore).map_err(GameError::from)?;
    if survey.tasks().is_empty() {
        return Err(no_members());
    }
    let survey = match arguments.shard.as_deref().map(shard).transpose()? {
        Some((part, parts)) => survey.shard(part, parts),
        None => survey,
    };
    if arguments.status {
        let report = survey.status(&ResultsFolder::existing(&arguments.into)?);
        show(&report, family.title(), arguments)?;
        return Ok(ExitCode::from(u8::from(report.done < report.tasks)));
    }
    let folder = ResultsFolder::create(&arguments.into)?;
    let bars = Bars::begin("sweeping");
    let budget = bars.watch(&budget(&arguments.limits, Usual::Solving)?);
    let report = survey.run(somewhere(), &folder, &limits, &budget);
    drop(bars);
    show(&report, family.title(), arguments)?;
    if let Some(ended) = &report.ended {
        let (open, all) = (report.open, report.tasks);
        let more = if *ended == Limit::Time.to_string() { " (--time allows more)" } else { "" };
        let text = format!(
            "{ended}{more}: {open} of {} left to do, and the same command goes on from here",
            counted(all, "task")
        );
        return Err(Message(text).into());
    }
    if let Some(WithoutResult { member, reason, .. }) = report.not_kept.first() {
        let text = match report.not_kept.len() {
            1 => format!("the outcome of {member} could not be kept: {reason}"),
            n => format!("the outcomes of {n} tasks could not be kept; of {member}: {reason}"),
        };
        return Err(Message(text + "; the same command does again what is missing").into());
    }
    if let Some(path) = &arguments.collect {
        collect(&folder, path, Some(survey.tasks()), Some(chore.kind()))?;
    }
    Ok(ExitCode::from(u8::from(report.done < report.tasks)))
}

/// What was typed about the task.
fn options(arguments: &SweepArguments, limits: &TaskLimits) -> Result<ChoreOptions, Failure> {
    let SweepArguments { columns, to, length, states, work, .. } = arguments;
    let said = |option: &Option<String>| option.clone();
    let with = match &arguments.with {
        Some(name) => {
            let other = game(name)?;
            if other.ruleset().is_none() {
                let text = format!(
                    "{} is played on n piles; members are compared with two-pile games",
                    other.name()
                );
                return Err(Message(text).into());
            }
            Some(other.identity().text().to_owned())
        }
        None => None,
    };
    Ok(ChoreOptions {
        columns: said(columns),
        to: said(to),
        length: said(length),
        states: said(states),
        work: said(work),
        with,
        memory: Some(limits.memory),
    })
}

fn limits(arguments: &SweepArguments) -> Result<TaskLimits, Failure> {
    let mut limits = TaskLimits::default();
    limits.retry = arguments.retry;
    if let Some(memory) = &arguments.limits.spend.memory {
        limits.memory = size(memory)?;
    }
    if let Some(time) = &arguments.task_time {
        let time = seconds(time)?;
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        limits = limits.with_time(ms, move |budget| within(budget, time));
    }
    Ok(limits)
}

/// Which part of how many: `3/100`.
fn shard(text: &str) -> Result<(usize, usize), Failure> {
    let numbers = text.split_once('/').and_then(|(part, parts)| {
        let number = |text: &str| text.trim().parse::<usize>().ok();
        Some((number(part)?, number(parts)?))
    });
    numbers.filter(|(part, parts)| (1..=*parts).contains(part)).ok_or_else(|| {
        Message(format!("{text:?} is no part: write I/N with I from 1 to N, such as 3/100")).into()
    })
}

/// Where to begin. Two sweeps into one folder that begin at different places seldom do the same task at the same time; what is found does
/// not depend on it.
fn somewhere() -> usize {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_micros());
    (now as usize / 7).wrapping_add(std::process::id() as usize * 7919) % (1 << 30)
}

/// Refuses a name that says no format before hours are spent.
fn named_table(path: &Path) -> Result<(), Failure> {
    let empty = wythoff::survey::SurveyTable { columns: Vec::new(), rows: 0 };
    let is_parquet = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("parquet"));
    if !(is_parquet && cfg!(feature = "parquet")) {
        table_bytes(&empty, path)?;
    }
    Ok(())
}

/// Makes one table.
fn collect(
    folder: &ResultsFolder,
    path: &Path,
    tasks: Option<&[SweepTask]>,
    kind: Option<ChoreKind>,
) -> Result<(), Failure> {
    let table = folder.table(tasks, kind).map_err(|error| -> Failure {
        match &error {
            NoCollection::Table { why: NoTable::Several(_), .. } => {
                Message(format!("{error} with --do")).into()
            }
            _ => error.into(),
        }
    })?;
    write_whole(path, &table_bytes(&table, path)?)?;
    Ok(())
}

/// No family is named: the folder as it is.
fn whole_folder(arguments: &SweepArguments) -> Result<ExitCode, Failure> {
    let kind = match &arguments.chore {
        Some(name) => Some(ChoreKind::named(name).ok_or_else(|| {
            let all = ChoreKind::ALL.map(ChoreKind::name).join(", ");
            Message(format!("nothing called {name:?} can be done: there are {all}"))
        })?),
        None => None,
    };
    if let Some(path) = &arguments.collect {
        collect(&ResultsFolder::existing(&arguments.into)?, path, None, kind)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !arguments.status {
        let text =
            "name a family to do something, or see what is in the folder with --status or -o table.csv";
        return Err(Message(text.to_owned()).into());
    }
    let mut status = ResultsFolder::existing(&arguments.into)?.status()?;
    status.groups.retain(|group| kind.is_none_or(|kind| kind.name() == group.task));
    let mut out = stdout();
    match arguments.json {
        true => json(&mut out, &status)?,
        false => write!(out, "{}", words(&status, &arguments.into))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What is in a folder, in words.
fn words(status: &FolderStatus, path: &Path) -> String {
    let mut text = String::new();
    for group in &status.groups {
        let limits = if group.limits.is_empty() { String::new() } else { format!(" ({})", group.limits) };
        let some = |n: usize, what: &str| if n > 0 { format!(", {n} {what}") } else { String::new() };
        let (failed, stopped) = (some(group.failed, "failed"), some(group.stopped, "stopped"));
        text += &format!("{}{limits}: {} done{failed}{stopped}\n", group.task, group.done);
    }
    if status.groups.is_empty() {
        text += &format!("{}: no results\n", path.display());
    }
    if status.damaged > 0 {
        text += &format!("{} damaged files, whose tasks will be done again\n", status.damaged);
    }
    if status.unfinished > 0 {
        text += &format!(
            "{} unfinished files (.wythoff-…) of sweeps that are running or were killed\n",
            status.unfinished
        );
    }
    text
}

/// What came of the tasks, and those without a result.
fn show(report: &SurveyReport, title: &str, arguments: &SweepArguments) -> Result<(), Failure> {
    let mut out = stdout();
    if arguments.json {
        #[derive(Serialize)]
        struct Whole<'r> {
            family: &'r str,
            #[serde(flatten)]
            report: &'r SurveyReport,
        }
        return json(&mut out, &Whole { family: title, report });
    }
    let left_out = match report.left_out {
        0 => String::new(),
        n => format!("; {} left out by conditions", counted(n, "choice")),
    };
    let known = match (report.known, arguments.status) {
        (0, _) | (_, true) => String::new(),
        (n, _) => format!(" ({n} were there)"),
    };
    writeln!(out, "{STRONG}{title}{STRONG:#}: {}{known}{left_out}", report.words())?;
    for WithoutResult { member, status, reason } in report.without_result.iter().take(SHOWN) {
        writeln!(out, "  {member}: {N}{status}{N:#}: {reason}")?;
    }
    if report.without_result.len() > SHOWN {
        writeln!(out, "  … and {} more; --json lists all", report.without_result.len() - SHOWN)?;
    }
    Ok(())
}
