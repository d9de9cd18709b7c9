//! Sweeps: the tasks of a family as texts, one task done into a folder, what is there, and one table of it. What is done where is decided in
//! `wythoff/_sweep.py`; the tasks, the files and the tables are those of the command line.

use crate::failure::{raised, wrong};
use crate::gather::FamilyWords;
use crate::running::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::time::Instant;
use wythoff::Limit;
use wythoff::api::Refusal;
use wythoff::survey::{
    Chore, ChoreKind, ChoreOptions, Survey, SurveyReport, SurveyTable, TableCell, Taken, TaskFailure,
    TaskLimits, TaskOutcome, find_outcome, settle,
};
use wythoff::sweep::task::{Shelf as _, SweepTask, write_result};
use wythoff_files::{NoCollection, ResultsFolder, write_table};

/// What a task may take; `Limits` of a call are read by its keywords, and these are what the outcome remembers.
fn task_limits(limits: &Limits, retry: bool) -> TaskLimits {
    let mut allowed = TaskLimits::default();
    allowed.retry = retry;
    if let Some(memory) = limits.memory() {
        allowed.memory = memory;
    }
    match limits.time() {
        Some(time) => {
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            allowed.with_time(ms, move |budget| {
                let (start, outer) = (Instant::now(), budget.clone());
                budget.with_guard(move || {
                    outer.poll().err().or((start.elapsed() > time).then_some(Limit::Time))
                })
            })
        }
        None => allowed,
    }
}

fn task_of(text: &str) -> Result<SweepTask, Refusal> {
    serde_json::from_str(text).map_err(|e| Refusal::wrong(format!("this is no task: {e}")))
}

fn tasks_of(texts: &[String]) -> Result<Vec<SweepTask>, Refusal> {
    texts.iter().map(|text| task_of(text)).collect()
}

fn unwritable(error: impl std::fmt::Display) -> Refusal {
    Refusal::wrong(error.to_string())
}

/// What is said about a chore: its options by name, as texts.
fn options(said: &Bound<'_, PyDict>, memory: u64) -> PyResult<ChoreOptions> {
    let text = |name: &str| -> PyResult<Option<String>> {
        said.get_item(name)?.filter(|value| !value.is_none()).map(|value| value.extract()).transpose()
    };
    Ok(ChoreOptions {
        columns: text("columns")?,
        to: text("to")?,
        length: text("length")?,
        states: text("states")?,
        work: text("work")?,
        with: text("with")?,
        memory: Some(memory),
    })
}

/// The title of a family, and its tasks as texts.
#[pyfunction]
#[pyo3(signature = (words, chore, options, shard = None, **limits))]
fn sweep_tasks(
    py: Python<'_>,
    words: FamilyWords,
    chore: &str,
    options: &Bound<'_, PyDict>,
    shard: Option<(usize, usize)>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, Vec<String>)> {
    let limits = Limits::read(limits)?;
    let options = self::options(options, task_limits(&limits, false).memory)?;
    let chore = Chore::new(chore, &options, &|name| {
        if name == "with" { "other".to_owned() } else { name.to_owned() }
    });
    let chore = chore.map_err(|error| wrong(py, error.0))?;
    if let Some((part, parts)) = shard
        && !(1..=parts).contains(&part)
    {
        return Err(wrong(py, format!("({part}, {parts}) is no part: a shard is (i, n) with i from 1 to n")));
    }
    run(py, &Limits::default(), move |_| {
        let (family, entry) = words.family()?;
        let survey = Survey::new(&family, entry, &chore)?;
        if survey.tasks().is_empty() {
            return Err(Refusal::wrong("the family has no members: its conditions leave out all choices"));
        }
        let survey = match shard {
            Some((part, parts)) => survey.shard(part, parts),
            None => survey,
        };
        let texts =
            survey.tasks().iter().map(|task| serde_json::to_string(task).unwrap_or_default()).collect();
        Ok((family.title().to_owned(), texts))
    })
}

/// Does a task, unless its outcome is there: the status, the reason, whether it was there, and why it could not be kept.
#[pyfunction]
#[pyo3(signature = (task, into, retry = false, **limits))]
fn sweep_run(
    py: Python<'_>,
    task: &str,
    into: PathBuf,
    retry: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, String, bool, Option<String>)> {
    let limits = Limits::read(limits)?;
    let allowed = task_limits(&limits, retry);
    let task = task_of(task).map_err(|refusal| raised(py, refusal))?;
    // The time is a limit of the task, whose outcome says so, and not of the call.
    run(py, &limits.untimed(), move |budget| {
        let folder = ResultsFolder::create(&into).map_err(unwritable)?;
        let Taken { outcome, known, not_kept } = settle(&task, &folder, &allowed, &budget.alone())?;
        Ok((outcome.name().to_owned(), outcome.reason().to_owned(), known, not_kept))
    })
}

/// Which tasks are to be done: those without an outcome, or whose outcome is worth another try.
#[pyfunction]
#[pyo3(signature = (tasks, into, retry = false, **limits))]
fn sweep_todo(
    py: Python<'_>,
    tasks: Vec<String>,
    into: PathBuf,
    retry: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<usize>> {
    let allowed = task_limits(&Limits::read(limits)?, retry);
    run(py, &Limits::default(), move |_| {
        let folder = ResultsFolder::create(&into).map_err(unwritable)?;
        let open =
            |task: &SweepTask| find_outcome(task, &folder).is_none_or(|outcome| outcome.is_open(&allowed));
        let tasks = tasks_of(&tasks)?;
        Ok(tasks.iter().enumerate().filter(|(_, task)| open(task)).map(|(at, _)| at).collect())
    })
}

/// Records that a task cannot be done, for a reason that the task itself could not record.
#[pyfunction]
#[pyo3(signature = (task, into, reason, memory = None))]
fn sweep_fail(
    py: Python<'_>,
    task: &str,
    into: PathBuf,
    reason: String,
    memory: Option<u64>,
) -> PyResult<()> {
    let task = task_of(task).map_err(|refusal| raised(py, refusal))?;
    run(py, &Limits::default(), move |_| {
        let folder = ResultsFolder::create(&into).map_err(unwritable)?;
        let outcome = TaskOutcome::Failed(TaskFailure { reason, time_ms: None, memory });
        if !matches!(find_outcome(&task, &folder), Some(TaskOutcome::Done(_))) {
            folder.keep_failure(&task, &write_result(&task, &outcome)).map_err(unwritable)?;
        }
        Ok(())
    })
}

/// The memory of a task in bytes.
#[pyfunction]
#[pyo3(signature = (memory = None))]
fn sweep_memory(memory: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    memory.map_or_else(|| Ok(TaskLimits::default().memory), crate::running::memory)
}

/// What came of these tasks, as JSON.
#[pyfunction]
fn sweep_status(py: Python<'_>, tasks: Vec<String>, into: PathBuf) -> PyResult<String> {
    run(py, &Limits::default(), move |_| {
        let folder = ResultsFolder::existing(&into).map_err(unwritable)?;
        let tasks = tasks_of(&tasks)?;
        let mut report = SurveyReport { tasks: tasks.len(), ..SurveyReport::default() };
        for task in &tasks {
            match find_outcome(task, &folder) {
                Some(outcome) => report.add(task, &Taken { outcome, known: true, not_kept: None }),
                None => report.open += 1,
            }
        }
        serde_json::to_string(&report).map_err(unwritable)
    })
}

/// Which results a table is made of: of these tasks, or of all in a folder; of this chore.
fn table(
    into: &std::path::Path,
    tasks: Option<&[String]>,
    chore: Option<&str>,
) -> Result<SurveyTable, Refusal> {
    let kind = match chore {
        Some(name) => match ChoreKind::named(name) {
            None => return Err(Refusal::wrong(format!("nothing called {name:?} can be done"))),
            kind => kind,
        },
        None => None,
    };
    let folder = ResultsFolder::existing(into).map_err(unwritable)?;
    let tasks = tasks.map(tasks_of).transpose()?;
    folder.table(tasks.as_deref(), kind).map_err(|error: NoCollection| unwritable(error))
}

/// Writes one table of results into a .csv or .parquet file.
#[pyfunction]
#[pyo3(signature = (into, path, tasks = None, chore = None))]
fn sweep_collect(
    py: Python<'_>,
    into: PathBuf,
    path: PathBuf,
    tasks: Option<Vec<String>>,
    chore: Option<String>,
) -> PyResult<()> {
    run(py, &Limits::default(), move |_| {
        write_table(&table(&into, tasks.as_deref(), chore.as_deref())?, &path).map_err(unwritable)
    })
}

/// One table of results: names and lists.
#[pyfunction]
#[pyo3(signature = (into, tasks = None, chore = None))]
fn sweep_table<'py>(
    py: Python<'py>,
    into: PathBuf,
    tasks: Option<Vec<String>>,
    chore: Option<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let found = run(py, &Limits::default(), move |_| table(&into, tasks.as_deref(), chore.as_deref()))?;
    let columns = PyDict::new(py);
    for column in found.columns {
        let cells = PyList::empty(py);
        for cell in column.cells {
            match cell {
                TableCell::Empty => cells.append(py.None())?,
                TableCell::Integer(n) => cells.append(n)?,
                TableCell::Decimal(n) => cells.append(n)?,
                TableCell::Truth(truth) => cells.append(truth)?,
                TableCell::Text(text) => cells.append(text)?,
            }
        }
        columns.set_item(column.name, cells)?;
    }
    Ok(columns)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sweep_tasks, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_run, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_todo, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_fail, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_memory, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_status, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_collect, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_table, module)?)
}
