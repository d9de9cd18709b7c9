//! Where a solver that works column by column stopped, and why.

use super::SolveError;
use wythoff_budget::{Budget, Limit};

/// A solver stopped before the end. Everything before the column is finished and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped at column {column}: {limit}")]
pub struct Stopped {
    /// The first column that is not finished.
    pub column: u64,
    /// What was reached. [`Limit::Cancelled`] if the caller asked it to stop.
    pub limit: Limit,
}

impl Stopped {
    /// The caller asked for it.
    pub fn asked(column: u64) -> Stopped {
        Stopped { column, limit: Limit::Cancelled }
    }

    /// As the error of a question: too much memory means too large a question, anything else is said as it is.
    pub fn into_error(self, too_large: impl FnOnce() -> SolveError) -> SolveError {
        match self.limit {
            Limit::Memory(_) => too_large(),
            limit => SolveError::Limit(limit),
        }
    }

    /// Puts the column to a limit.
    pub(crate) fn at(column: u64) -> impl Fn(Limit) -> Stopped {
        move |limit| Stopped { column, limit }
    }
}

/// Says how far a solver is, and asks whether it may go on.
pub(crate) fn ask(budget: &Budget, done: u64, total: u64) -> Result<(), Stopped> {
    budget.report("columns", done, Some(total));
    budget.poll().map_err(Stopped::at(done))
}

/// Says that it came to its end, so that whoever shows how far it is does not stop short of it.
pub(crate) fn finished(budget: &Budget, total: u64) {
    budget.report("columns", total, Some(total));
}
