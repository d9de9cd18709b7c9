//! Several guesses tried at the same time, and which of two proofs is the better one.
//!
//! Candidates have an order, and the first that ends a search ends it, however long the others take: the result is that of one thread.
//! What comes after the one that ends is stopped.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_automata::System;
use wythoff_budget::{Budget, Limit};

/// Tries `0, 1, …` up to the first that `ends` the search, with all threads there are. Steps that are counted one after the other are
/// not shared: where they are limited, one thread does all.
pub(super) fn in_order<T: Send>(
    tries: usize,
    budget: &Budget,
    attempt: &(dyn Fn(usize, &Budget) -> T + Sync),
    ends: &(dyn Fn(&T) -> bool + Sync),
) -> Vec<T> {
    let first = Arc::new(AtomicUsize::new(usize::MAX));
    let results: Vec<Mutex<Option<T>>> = (0..tries).map(|_| Mutex::new(None)).collect();
    let task = |i: usize| {
        if first.load(Ordering::Relaxed) < i {
            return;
        }
        let (outer, ended) = (budget.clone(), Arc::clone(&first));
        let guard = move || match ended.load(Ordering::Relaxed) < i {
            true => Some(Limit::Cancelled),
            false => outer.poll().err(),
        };
        let result = attempt(i, &budget.alone().with_guard(guard));
        if ends(&result) {
            first.fetch_min(i, Ordering::Relaxed);
        }
        *results[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    };
    let counted = budget.work_left() != u64::MAX;
    if counted {
        budget.alone().share(tries, &task)
    } else {
        budget.share(tries, &task)
    }
    let last = first.load(Ordering::Relaxed);
    let results = results.into_iter().take(last.saturating_add(1));
    results.map_while(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// How plain a numeration is: what everyone writes, what the papers use, and the others.
fn plainness(system: &System) -> u8 {
    match system {
        System::Parry { before, period, .. } if before.is_empty() && period.len() == 1 => 0,
        System::Ostrowski { .. } => 1,
        System::Parry { .. } => 2,
    }
}

/// Whether a smaller automaton in the first numeration is to be preferred to one in the second.
pub(super) fn is_as_plain(system: &System, other: &System) -> bool {
    plainness(system) <= plainness(other)
}

#[cfg(test)]
mod tests {
    use super::{in_order, is_as_plain};
    use std::sync::Arc;
    use wythoff_automata::System;
    use wythoff_budget::{Budget, Crew};

    struct Two;

    impl Crew for Two {
        fn size(&self) -> usize {
            2
        }

        fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
            let (odd, even) = ((1..tasks).step_by(2), (0..tasks).step_by(2));
            std::thread::scope(|scope| {
                scope.spawn(|| odd.for_each(task));
                even.for_each(task);
            });
        }
    }

    #[test]
    fn the_first_that_ends_is_the_last_that_counts() {
        for budget in [Budget::default(), Budget::default().with_crew(Arc::new(Two))] {
            // The third ends the search at once; the ones after it would never end by themselves.
            let attempt = |i: usize, budget: &Budget| {
                while i > 2 && budget.poll().is_ok() {
                    std::thread::yield_now();
                }
                i * i
            };
            assert_eq!(in_order(6, &budget, &attempt, &|result| *result == 4), [0, 1, 4]);
            assert_eq!(in_order(2, &budget, &attempt, &|result| *result == 4), [0, 1]);
        }
    }

    #[test]
    fn bases_are_plainer_than_the_rest() {
        let fib = System::Ostrowski { period: vec![1] };
        assert!(is_as_plain(&System::base(2), &fib) && is_as_plain(&fib, &fib));
        assert!(!is_as_plain(&fib, &System::base(3)));
    }
}
