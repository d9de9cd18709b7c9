//! What came of a task: a result, or why there is none; and when it is worth another try.

use super::chore::{self, ChoreEnd};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_explore::sweep::task::{Shelf, SweepTask, read_result, write_result};

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskOutcome {
    /// A result: the JSON of the command of that name.
    Done(Value),
    /// It cannot be done.
    Failed(TaskFailure),
    /// A limit was reached.
    Stopped(TaskFailure),
}

/// Why a task has no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskFailure {
    /// In words.
    pub reason: String,
    /// The time that it had, in milliseconds, if more time could help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The memory that it had, in bytes, if more memory could help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl TaskOutcome {
    /// In a word: done, failed or stopped.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TaskOutcome::Done(_) => "done",
            TaskOutcome::Failed(_) => "failed",
            TaskOutcome::Stopped(_) => "stopped",
        }
    }

    /// Why there is no result; nothing if there is one.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            TaskOutcome::Done(_) => "",
            TaskOutcome::Failed(failure) | TaskOutcome::Stopped(failure) => &failure.reason,
        }
    }

    /// Is another try within these limits worth it? Only with more of what was missing, or if somebody asks for it.
    #[must_use]
    pub fn is_open(&self, limits: &TaskLimits) -> bool {
        let (TaskOutcome::Failed(failure) | TaskOutcome::Stopped(failure)) = self else { return false };
        let more_time = failure.time_ms.is_some_and(|had| limits.time_ms.is_none_or(|now| now > had));
        limits.retry || more_time || failure.memory.is_some_and(|had| limits.memory > had)
    }

    /// Does the other one say more? A result does, then that it cannot be done, then that more time or memory were not enough.
    fn is_less_than(&self, other: &TaskOutcome) -> bool {
        match (self, other) {
            (TaskOutcome::Done(_), _) => false,
            (_, TaskOutcome::Done(_)) | (TaskOutcome::Stopped(_), TaskOutcome::Failed(_)) => true,
            (TaskOutcome::Failed(_), _) => false,
            (TaskOutcome::Stopped(ours), TaskOutcome::Stopped(theirs)) => {
                let had = |failure: &TaskFailure| (failure.time_ms, failure.memory);
                had(ours) < had(theirs)
            }
        }
    }
}

type Clock = Arc<dyn Fn(Budget) -> Budget + Send + Sync>;

/// What every task may take, besides the limits that are part of it. Results do not depend on these: whether there is one does.
#[derive(Clone)]
pub struct TaskLimits {
    /// The most bytes of any one construction.
    pub memory: u64,
    /// Whether tasks without a result are tried again.
    pub retry: bool,
    time_ms: Option<u64>,
    clock: Option<Clock>,
}

/// What a task may take if nothing is said. It does not depend on the machine, nor should what is found.
const MEMORY: u64 = 1 << 30;

impl Default for TaskLimits {
    fn default() -> TaskLimits {
        TaskLimits { memory: MEMORY, retry: false, time_ms: None, clock: None }
    }
}

impl fmt::Debug for TaskLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TaskLimits { memory, retry, time_ms, .. } = self;
        write!(f, "TaskLimits {{ memory: {memory}, retry: {retry}, time_ms: {time_ms:?} }}")
    }
}

impl TaskLimits {
    /// So many milliseconds for every task. The clock is asked once when a task begins for a budget that ends in time.
    #[must_use]
    pub fn with_time(self, ms: u64, clock: impl Fn(Budget) -> Budget + Send + Sync + 'static) -> TaskLimits {
        TaskLimits { time_ms: Some(ms), clock: Some(Arc::new(clock)), ..self }
    }

    /// The budget of a task that begins now.
    fn begin(&self, budget: &Budget) -> Budget {
        let budget = budget.clone().with_memory(self.memory);
        self.clock.as_ref().map_or_else(|| budget.clone(), |clock| clock(budget.clone()))
    }
}

/// Does a task. What comes of it depends on the task alone, unless time or memory run out, which the outcome says.
///
/// # Errors
/// The budget said stop: there is no outcome.
pub fn outcome_of(task: &SweepTask, limits: &TaskLimits, budget: &Budget) -> Result<TaskOutcome, Limit> {
    budget.poll()?;
    let own = limits.begin(budget);
    // Thousands of other tasks are not to be lost by a mistake in one.
    let end = catch_unwind(AssertUnwindSafe(|| chore::perform(task, &own)))
        .unwrap_or_else(|panic| ChoreEnd::failed(format!("internal fault: {}", what_was_said(&*panic))));
    let failure = |reason: String| TaskFailure { reason, time_ms: None, memory: None };
    let memory = Some(limits.memory);
    Ok(match end {
        ChoreEnd::Done(value) => TaskOutcome::Done(value),
        ChoreEnd::Failed { reason, by_memory } => {
            TaskOutcome::Failed(TaskFailure { memory: memory.filter(|_| by_memory), ..failure(reason) })
        }
        ChoreEnd::Stopped(limit) => {
            budget.poll()?;
            let stopped = failure(limit.to_string());
            TaskOutcome::Stopped(match limit {
                Limit::Time => TaskFailure { time_ms: limits.time_ms, ..stopped },
                Limit::Memory(_) => TaskFailure { memory, ..stopped },
                Limit::Cancelled => return Err(limit),
                _ => stopped,
            })
        }
    })
}

fn what_was_said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason was given").to_owned()
}

/// An outcome, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The outcome.
    pub outcome: TaskOutcome,
    /// Whether it was on the shelf already.
    pub known: bool,
    /// Why it could not be put there.
    pub not_kept: Option<String>,
}

/// The outcome of a task that is on a shelf: its result, if there is one, else why there is none.
#[must_use]
pub fn find_outcome(task: &SweepTask, shelf: &dyn Shelf) -> Option<TaskOutcome> {
    let result = shelf.find(task).and_then(|bytes| read_result(task, &bytes));
    result.or_else(|| shelf.find_failure(task).and_then(|bytes| read_result(task, &bytes)))
}

/// Takes the outcome of a task from the shelf, or does the task and puts its outcome there.
///
/// # Errors
/// The budget said stop: the task is as it was.
pub fn settle(
    task: &SweepTask,
    shelf: &dyn Shelf,
    limits: &TaskLimits,
    budget: &Budget,
) -> Result<Taken, Limit> {
    if let Some(outcome) = find_outcome(task, shelf).filter(|outcome| !outcome.is_open(limits)) {
        return Ok(Taken { outcome, known: true, not_kept: None });
    }
    let outcome = outcome_of(task, limits, budget)?;
    let bytes = write_result(task, &outcome);
    let kept = match &outcome {
        TaskOutcome::Done(_) => shelf.keep(task, &bytes),
        // Somebody, now or earlier, may have come farther.
        _ => match find_outcome(task, shelf).filter(|there| outcome.is_less_than(there)) {
            Some(there) => return Ok(Taken { outcome: there, known: true, not_kept: None }),
            None => shelf.keep_failure(task, &bytes),
        },
    };
    Ok(Taken { outcome, known: false, not_kept: kept.err() })
}
