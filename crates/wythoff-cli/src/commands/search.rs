//! `wythoff search FAMILY --with GAME`, `--beatty`, `--automaton`, `--each-other`.

use super::family::{family, no_members};
use crate::cli::{SearchArguments, SearchFormat};
use crate::export::chosen;
use crate::game_argument::{game, many, small};
use crate::limits::{Usual, budget, with_task_time};
use crate::output::{Failure, Message, N, P, STRONG, json, stdout, write};
use crate::progress::Progress;
use crate::sink::is_standard;
use anstyle::Style;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use wythoff::export::Format;
use wythoff::number::counted;
use wythoff::report::{SearchReport, SearchRowReport};
use wythoff::sweep::search::{Search, SearchLimits, SearchQuestion, SearchVerdict};
use wythoff::sweep::task::NoShelf;
use wythoff::{GameError, Limit, Ways};
use wythoff_files::ResultsFolder;

/// Boards are not compared beyond this.
const LARGEST: u32 = 100_000;

pub(crate) fn run(arguments: &SearchArguments) -> Result<ExitCode, Failure> {
    let file = arguments.output.as_deref().filter(|path| !is_standard(path));
    let format = format(arguments, file)?;
    if arguments.family == "-" && arguments.like.as_deref() == Some("-") {
        return Err(Message("standard input holds one text: give a file for the other".to_owned()).into());
    }
    let (family, entry) = family(&arguments.family, &arguments.values, &arguments.conditions)?;
    let question = match &arguments.like {
        Some(name) => SearchQuestion::Like(Ways::of(game(name)?)),
        None if arguments.beatty => SearchQuestion::BeattyPair,
        None if arguments.automaton => SearchQuestion::Automaton,
        None => SearchQuestion::EachOther,
    };
    let limits = SearchLimits {
        to: arguments.to.as_deref().map(|text| small(text, "--to", LARGEST)).transpose()?,
        ..SearchLimits::default()
    };
    let columns = arguments.columns.as_deref().map(|text| many(text, "--columns")).transpose()?;
    let limits = SearchLimits { columns: columns.unwrap_or(limits.columns), ..limits };
    let search = Search::new(&family, entry, question.clone(), limits).map_err(GameError::from)?;
    if search.members() == 0 {
        return Err(no_members());
    }
    let shelf = arguments.into.as_deref().map(ResultsFolder::create).transpose()?;
    let progress = Progress::begin("searching");
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let budget = progress.watch(&with_task_time(budget, arguments.task_time.as_deref())?);
    let table = match &shelf {
        Some(shelf) => search.run(shelf, &budget),
        None => search.run(&NoShelf, &budget),
    };
    drop(progress);
    if let Some(problem) = table.not_kept {
        return Err(Message(problem).into());
    }
    let mut report = SearchReport::new(&family, &question, &table);
    let found = report.rows.iter().any(|row| row.verdict.is_yes());
    let failed = report.rows.iter().filter(|row| row.verdict == SearchVerdict::Failed).count();
    let counts = report.counts();
    if arguments.found {
        report.keep_found();
    }
    let mut text = Vec::new();
    match format {
        SearchFormat::Json => json(&mut text, &report)?,
        SearchFormat::Csv => text = report.csv().into_bytes(),
        SearchFormat::Table if file.is_none() => show(&mut stdout(), &report, &question.words(), &counts)?,
        SearchFormat::Table => {
            let mut words = anstream::StripStream::new(text);
            show(&mut words, &report, &question.words(), &counts)?;
            text = words.into_inner();
        }
    }
    if file.is_some() || format != SearchFormat::Table {
        write(&text, file)?;
    }
    if let Some(limit) = table.stopped {
        let again = match &arguments.into {
            Some(_) => "the same command goes on from here",
            None => "with --into FOLDER the next run would go on from here",
        };
        let done = table.rows.iter().filter(|row| row.finding.verdict != SearchVerdict::NotReached).count();
        let all = table.rows.len();
        let more = if limit == Limit::Time { " (--time allows more)" } else { "" };
        return Err(Message(format!("{limit}{more}: {done} of {all} members are done, and {again}")).into());
    }
    if !found && failed > 0 {
        let all = table.rows.len();
        return Err(Message(format!(
            "{failed} of {all} members are not decided, and for no other the answer is yes"
        ))
        .into());
    }
    Ok(ExitCode::from(u8::from(!found)))
}

/// How the table is written.
fn format(arguments: &SearchArguments, file: Option<&Path>) -> Result<SearchFormat, Failure> {
    let json = arguments.json.then_some(SearchFormat::Json);
    let csv = arguments.csv.then_some(SearchFormat::Csv);
    if let Some(format) = arguments.format.or(json).or(csv) {
        return Ok(format);
    }
    match chosen(None, false, file)? {
        Format::Table => Ok(SearchFormat::Table),
        Format::Csv => Ok(SearchFormat::Csv),
        Format::Json => Ok(SearchFormat::Json),
        other => {
            Err(Message(format!("a search is not written as {other}: --format table, csv or json")).into())
        }
    }
}

fn show(out: &mut impl Write, report: &SearchReport, question: &str, counts: &str) -> Result<(), Failure> {
    let members = match report.members {
        1 => "1 member".to_owned(),
        n => format!("{n} members"),
    };
    let left_out = match report.left_out {
        0 => String::new(),
        n => format!(" ({} left out by conditions)", counted(n, "choice")),
    };
    writeln!(out, "{STRONG}{}{STRONG:#}: {members}{left_out}; {question}?", report.family)?;
    let name = |row: &SearchRowReport| match row.game.contains('(')
        && row.game.ends_with(&format!("({})", row.member))
    {
        true => row.member.clone(),
        false => row.game.clone(),
    };
    let grouped = report.rows.iter().any(|row| row.group.is_some());
    let width = |cells: Vec<usize>| cells.into_iter().max().unwrap_or(0);
    let first =
        width(report.rows.iter().map(|row| name(row).chars().count()).chain(["member".len()]).collect());
    let second =
        width(report.rows.iter().map(|row| row.verdict.to_string().len()).chain(["verdict".len()]).collect());
    if !report.rows.is_empty() {
        let group = if grouped { "group  " } else { "" };
        writeln!(out, "{STRONG}{:first$}  {group}{:second$}  rests on{STRONG:#}", "member", "verdict")?;
    }
    for row in &report.rows {
        let style = match row.verdict {
            SearchVerdict::Failed | SearchVerdict::NotReached => N,
            verdict if verdict.is_yes() => P,
            _ => Style::new(),
        };
        let group = match (grouped, row.group) {
            (true, Some(group)) => format!("{group:5}  "),
            (true, None) => format!("{:5}  ", ""),
            (false, _) => String::new(),
        };
        let form = row.form.as_ref().map(|form| format!("{form}: ")).unwrap_or_default();
        let verdict = row.verdict;
        writeln!(
            out,
            "{:first$}  {group}{style}{verdict:second$}{style:#}  {form}{}",
            name(row),
            row.ground
        )?;
    }
    writeln!(out, "{counts}")?;
    Ok(())
}
