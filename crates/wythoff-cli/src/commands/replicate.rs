//! `wythoff replicate`: the papers, item by item.

use crate::cli::ReplicateArguments;
use crate::limits::{Usual, budget, with_task_time};
use crate::output::{Failure, Message, N, P, STRONG, json, one_of, stdout, write};
use crate::progress::Progress;
use crate::sink::cannot_write;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use wythoff::replicate::{
    ItemResult, ItemVerdict, Paper, ReplicationReport, Thoroughness, find, html, markdown, run_rest,
};

pub(crate) fn run(arguments: &ReplicateArguments) -> Result<ExitCode, Failure> {
    one_of(arguments.json, &[("--output", arguments.report.as_deref())])?;
    let format = arguments.report.as_deref().map(Format::of).transpose()?;
    let items = find(arguments.item.as_deref().unwrap_or(""))?;
    let level: Thoroughness = arguments.level.into();
    let kept = arguments.resume.as_deref().map(|path| Kept::open(path, level)).transpose()?;
    let known = kept.as_ref().map_or(&[][..], |kept| &kept.results);
    let progress = Progress::begin("checking the papers");
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let budget = progress.watch(&with_task_time(budget, arguments.task_time.as_deref())?);
    let keep = |result: &ItemResult| {
        if let Some(kept) = &kept {
            kept.add(result);
        }
    };
    let results = run_rest(&items, known, level, &budget, &keep)
        .map_err(|limit| Message(format!("stopped: {limit}")))?;
    if let Some(problem) = kept.and_then(Kept::problem) {
        return Err(problem);
    }
    let mut report = ReplicationReport::new(level, results);
    if matches!(format, Some(Format::Html)) {
        report.draw_figures(&budget)?;
    }
    drop(progress);
    if let (Some(path), Some(format)) = (&arguments.report, format) {
        let again =
            |item: &ItemResult| format!("wythoff replicate '{}:{}' --level {level}", item.paper, item.item);
        let page = match format {
            Format::Html => html(&report.items, level, &again),
            Format::Markdown => markdown(&report.items, level),
            Format::Json => serde_json::to_string_pretty(&report)? + "\n",
        };
        write(page.as_bytes(), Some(path))?;
    }
    // Pictures are for pages.
    report.items.iter_mut().for_each(|item| item.picture = None);
    let mut out = stdout();
    match arguments.json {
        true => json(&mut out, &report)?,
        false => show(&mut out, &report)?,
    }
    Ok(if report.is_as_recorded() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// How a report is written.
#[derive(Clone, Copy, Debug)]
enum Format {
    Html,
    Markdown,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Failure> {
        match path.extension().and_then(|e| e.to_str()) {
            Some("html" | "htm") => Ok(Format::Html),
            Some("md") => Ok(Format::Markdown),
            Some("json") => Ok(Format::Json),
            _ => Err(Message(format!("{}: a report is an .html, .md or .json file", path.display())).into()),
        }
    }
}

fn show(out: &mut dyn Write, report: &ReplicationReport) -> Result<(), Failure> {
    for paper in Paper::ALL {
        let items: Vec<&ItemResult> = report.items.iter().filter(|item| item.paper == paper).collect();
        if items.is_empty() {
            continue;
        }
        writeln!(out, "{STRONG}{paper}{STRONG:#}  {}", paper.title())?;
        for item in items {
            let style = match item.verdict {
                ItemVerdict::Proved | ItemVerdict::Agrees => P,
                _ => N,
            };
            let mark = if item.as_recorded { "" } else { "  NOT AS RECORDED" };
            writeln!(out, "  {}: {style}{}{style:#}{mark}", item.item, item.verdict)?;
            writeln!(out, "      {}", item.claim)?;
            writeln!(out, "      {}", item.detail)?;
        }
    }
    let count = |verdict: ItemVerdict| report.items.iter().filter(|item| item.verdict == verdict).count();
    let counts: Vec<String> =
        ItemVerdict::ALL.iter().map(|verdict| format!("{} {verdict}", count(*verdict))).collect();
    let noun = if report.items.len() == 1 { "item" } else { "items" };
    let all = report.items.len();
    writeln!(out, "{STRONG}{all} {noun}{STRONG:#} at level {}: {}", report.level, counts.join(", "))?;
    let wrong: Vec<String> = report
        .items
        .iter()
        .filter(|item| !item.as_recorded)
        .map(|item| format!("{}:{}", item.paper, item.item))
        .collect();
    if !wrong.is_empty() {
        writeln!(out, "not as recorded: {}", wrong.join(", "))?;
    }
    Ok(())
}

/// Results of a run that may be ended, one line of JSON each, after a line that says which run it is.
struct Kept {
    results: Vec<ItemResult>,
    file: Mutex<(std::fs::File, Option<std::io::Error>)>,
    path: std::path::PathBuf,
}

/// Which run the results belong to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    replication: String,
    level: Thoroughness,
}

impl Kept {
    /// What is there of this run, and a file to which the rest is added. A line that was cut off by a kill is forgotten.
    fn open(path: &Path, level: Thoroughness) -> Result<Kept, Failure> {
        let header = Header { replication: env!("CARGO_PKG_VERSION").to_owned(), level };
        let text = match std::fs::read_to_string(path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(Message(format!("cannot read {}: {e}", path.display())).into()),
            Ok(text) => text,
        };
        let mut lines = text.lines();
        if let Some(first) = lines.next() {
            let found: Option<Header> = serde_json::from_str(first).ok();
            if found.as_ref() != Some(&header) {
                let text = format!(
                    "{} is not of a run of this version at level {level}: give another file",
                    path.display()
                );
                return Err(Message(text).into());
            }
        }
        let results: Vec<ItemResult> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut whole = serde_json::to_string(&header)? + "\n";
        for result in &results {
            whole += &(serde_json::to_string(result)? + "\n");
        }
        write(whole.as_bytes(), Some(path))?;
        let file = std::fs::File::options().append(true).open(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Kept { results, file: Mutex::new((file, None)), path: path.to_owned() })
    }

    fn add(&self, result: &ItemResult) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = serde_json::to_string(result).map(|line| line + "\n");
        let written = line.map_err(std::io::Error::from).and_then(|line| file.0.write_all(line.as_bytes()));
        if let Err(e) = written {
            file.1 = Some(e);
        }
    }

    /// What went wrong while results were kept.
    fn problem(self) -> Option<Failure> {
        let (_, error) = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map(|e| cannot_write(&self.path, &e))
    }
}
