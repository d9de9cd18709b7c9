//! Surveys: one thing that is done for all members of a family, and one table of what came of it.
//!
//! A [`Chore`] (count, beams, describe, prove, compare, grundy, columns) and a family make a list of tasks
//! ([`SweepTask`]). What comes of a task depends on nothing but the task ([`outcome_of`]), so that it does not matter where and when it is done:
//! by threads of this process ([`Survey::run`]), by many processes on many machines ([`settle`], one task after the other), or partly here and
//! partly there. Results lie on a [`Shelf`](wythoff_explore::sweep::task::Shelf), one for each task, and [`SurveyTable`] is made from them alone.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::sweep::of_rulebook;
//! use wythoff_service::survey::{Chore, ChoreOptions, Survey, SurveyTable, TaskLimits, outcome_of};
//! let (family, entry) = of_rulebook("W^k")?.ok_or("in the rulebook")?;
//! let family = family.with_values("k", "k=1..3")?;
//! let options = ChoreOptions { columns: Some("10".to_owned()), ..ChoreOptions::default() };
//! let chore = Chore::new("count", &options, &str::to_owned)?;
//! let survey = Survey::new(&family, Some(entry), &chore)?;
//! let results = survey.tasks().iter().map(|task| {
//!     let outcome = outcome_of(task, &TaskLimits::default(), &Budget::default())?;
//!     Ok((task.clone(), outcome))
//! });
//! let table = SurveyTable::new(results.collect::<Result<_, wythoff_budget::Limit>>()?)?;
//! assert!(table.csv().starts_with("k,status,reason,columns,symmetric,count,id\n1,done,,10,true,7,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chore;
mod columns;
mod outcome;
mod table;

pub use chore::{Chore, ChoreKind, ChoreOptions, NotAChore};
pub use columns::{ColumnRowsReport, ColumnsReport};
pub use outcome::{Taken, TaskFailure, TaskLimits, TaskOutcome, find_outcome, outcome_of, settle};
pub use table::{NoTable, SurveyTable, TableCell, TableColumn};

use serde::{Deserialize, Serialize};
use wythoff_budget::{Budget, Limit};
use wythoff_explore::sweep::member::asked;
use wythoff_explore::sweep::run::{Heard, run_all};
use wythoff_explore::sweep::task::{Shelf, SweepTask};
use wythoff_rules::rulebook::Entry;
use wythoff_rules::{Family, RuleErrors};

/// The tasks of a family. See the [module](self).
#[derive(Clone, Debug)]
pub struct Survey {
    tasks: Vec<SweepTask>,
    left_out: usize,
}

impl Survey {
    /// A chore for all members of a family, of the rulebook if there is an entry.
    ///
    /// # Errors
    /// A family whose members cannot be told.
    pub fn new(family: &Family, entry: Option<&'static Entry>, chore: &Chore) -> Result<Survey, RuleErrors> {
        let (members, left_out) = asked(family, entry)?;
        let tasks = members.iter().map(|member| {
            let rules = match &member.game {
                Ok(_) => member.rules(),
                // No rules begin like this. The reason tells families apart whose members are called alike.
                Err(why) => format!("# {why}\n"),
            };
            chore.task(&member.label, &rules)
        });
        Ok(Survey { tasks: tasks.collect(), left_out })
    }

    /// The part with number `part`, counted from 1, of `parts`: every task is in exactly one. Neighbours are in different parts, since
    /// tasks mostly grow along the family.
    #[must_use]
    pub fn shard(self, part: usize, parts: usize) -> Survey {
        let ours = |(at, task)| (at % parts.max(1) + 1 == part).then_some(task);
        Survey { tasks: self.tasks.into_iter().enumerate().filter_map(ours).collect(), ..self }
    }

    /// The tasks, in the order of the family.
    #[must_use]
    pub fn tasks(&self) -> &[SweepTask] {
        &self.tasks
    }

    /// How many choices the conditions of the family leave out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Does every task that has no outcome on the shelf, with all threads of the budget, and begins with this one: two who share a shelf
    /// and begin at different places seldom meet.
    pub fn run(&self, first: usize, shelf: &dyn Shelf, limits: &TaskLimits, budget: &Budget) -> SurveyReport {
        let count = self.tasks.len();
        let turned: Vec<&SweepTask> = (0..count).map(|i| &self.tasks[(first + i) % count]).collect();
        let name = |task: &&SweepTask| task.member.clone();
        let one = |task: &&SweepTask, alone: &Budget| settle(task, shelf, limits, alone);
        let mut taken = run_all(&turned, ("tasks", Heard::Tasks), &name, &one, budget);
        if count > 0 {
            taken.rotate_right(first % count);
        }
        let mut report = SurveyReport { tasks: count, left_out: self.left_out, ..SurveyReport::default() };
        for (task, taken) in self.tasks.iter().zip(taken) {
            match taken {
                Some(Ok(taken)) => report.add(task, &taken),
                Some(Err(_)) | None => report.open += 1,
            }
        }
        let unfinished = report.open > report.not_kept.len();
        report.ended = unfinished.then(|| budget.poll().err().unwrap_or(Limit::Cancelled).to_string());
        report
    }

    /// What is on the shelf, and what is not.
    #[must_use]
    pub fn status(&self, shelf: &dyn Shelf) -> SurveyReport {
        let mut report =
            SurveyReport { tasks: self.tasks.len(), left_out: self.left_out, ..SurveyReport::default() };
        for task in &self.tasks {
            match find_outcome(task, shelf) {
                Some(outcome) => report.add(task, &Taken { outcome, known: true, not_kept: None }),
                None => report.open += 1,
            }
        }
        report
    }
}

/// What came of the tasks of a survey, in numbers, and which had no result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyReport {
    /// How many tasks there are.
    pub tasks: usize,
    /// How many choices the conditions of the family leave out.
    pub left_out: usize,
    /// How many have a result.
    pub done: usize,
    /// How many outcomes were there before.
    pub known: usize,
    /// How many cannot be done.
    pub failed: usize,
    /// How many were stopped by a limit.
    pub stopped: usize,
    /// How many are not done yet.
    pub open: usize,
    /// What ended the whole before all tasks were done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Those without a result, and why.
    pub without_result: Vec<WithoutResult>,
    /// Those whose outcome could not be kept, and why.
    pub not_kept: Vec<WithoutResult>,
}

/// A task without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutResult {
    /// The member of the family.
    pub member: String,
    /// `failed` or `stopped`; what came of it, if it could not be kept.
    pub status: String,
    /// Why.
    pub reason: String,
}

impl SurveyReport {
    /// Counts a task.
    pub fn add(&mut self, task: &SweepTask, taken: &Taken) {
        let (member, status) = (task.member.clone(), taken.outcome.name().to_owned());
        self.known += usize::from(taken.known);
        if let Some(why) = &taken.not_kept {
            self.not_kept.push(WithoutResult { member, status, reason: why.clone() });
            self.open += 1;
            return;
        }
        match &taken.outcome {
            TaskOutcome::Done(_) => {
                self.done += 1;
                return;
            }
            TaskOutcome::Failed(_) => self.failed += 1,
            TaskOutcome::Stopped(_) => self.stopped += 1,
        }
        let reason = taken.outcome.reason().to_owned();
        self.without_result.push(WithoutResult { member, status, reason });
    }

    /// In words: `100 tasks: 97 done (40 were there), 2 failed, 1 stopped`.
    #[must_use]
    pub fn words(&self) -> String {
        let tasks = if self.tasks == 1 { "1 task".to_owned() } else { format!("{} tasks", self.tasks) };
        let some = |n: usize, what: &str| (n > 0).then(|| format!("{n} {what}"));
        let parts = [
            Some(format!("{} done", self.done)),
            some(self.failed, "failed"),
            some(self.stopped, "stopped"),
            some(self.open - self.not_kept.len(), "not done yet"),
            some(self.not_kept.len(), "not kept"),
        ];
        format!("{tasks}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
