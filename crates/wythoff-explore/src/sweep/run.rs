//! Many tasks at the same time.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::sweep::run::{Heard, run_all};
//! let squares = run_all(
//!     &[1, 2, 3],
//!     ("numbers", Heard::Count),
//!     &|n| n.to_string(),
//!     &|n, _| Ok(n * n),
//!     &Budget::default(),
//! );
//! assert_eq!(squares, [Some(Ok(1)), Some(Ok(4)), Some(Ok(9))]);
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use wythoff_budget::{Budget, Limit};

/// What is told to whoever listens while many tasks are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// How many are done, and which one was begun last.
    Count,
    /// The same, and how far every task is, by the thread that does it: what a thread reports between the beginning of a task (with its
    /// name as part) and its end (without one) is about that task.
    Tasks,
}

/// Does every task with all threads of the budget, each task with one. The results are in the order of the tasks; `None` is what was not
/// begun when the budget said stop. Whoever listens is told how many are done, in this stage.
pub fn run_all<T: Sync, R: Send>(
    tasks: &[T],
    (stage, heard): (&'static str, Heard),
    name: &(dyn Fn(&T) -> String + Sync),
    work: &(dyn Fn(&T, &Budget) -> Result<R, Limit> + Sync),
    budget: &Budget,
) -> Vec<Option<Result<R, Limit>>> {
    let results: Vec<Mutex<Option<Result<R, Limit>>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let (finished, total) = (AtomicU64::new(0), tasks.len() as u64);
    budget.share(tasks.len(), &|i| {
        if budget.poll().is_err() {
            return;
        }
        let named = budget.named(&name(&tasks[i]));
        named.report(stage, finished.load(Ordering::Relaxed), Some(total));
        let alone = match heard {
            Heard::Count => named.alone().with_progress(|_| {}),
            Heard::Tasks => named.alone(),
        };
        let result = work(&tasks[i], &alone);
        *results[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        budget.report(stage, finished.fetch_add(1, Ordering::Relaxed) + 1, Some(total));
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}
