//! Threads for requests: so many at once, the others wait a while in line, and who comes to a full line is told so.

use crate::limits::budget_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wythoff::{Budget, Canceller};

/// So many requests that reply at once are computed at the same time, at least and at most.
const REQUESTS: (usize, usize) = (2, 8);
/// So many jobs are.
pub(super) const JOBS: usize = 4;
/// So many may wait in line.
const LINE: usize = 512;
/// For so long.
const PATIENCE: Duration = Duration::from_secs(20);
/// A request that replies at once takes at most so long.
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The whole process holds at most so much, or nothing more is begun.
const PROCESS: u64 = 3 << 30;

fn request_threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).clamp(REQUESTS.0, REQUESTS.1)
}

/// All threads that compute.
pub(super) fn most_threads() -> usize {
    request_threads() + JOBS + 1
}

/// Places to compute at.
#[derive(Debug)]
pub(super) struct Workers {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: Arc<AtomicUsize>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    running: Arc<AtomicUsize>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    pub(super) fn for_requests() -> Workers {
        Workers::new(request_threads())
    }

    pub(super) fn for_jobs() -> Workers {
        Workers::new(JOBS)
    }

    fn new(most: usize) -> Workers {
        Workers {
            free: Arc::new(Semaphore::new(most)),
            waiting: AtomicUsize::new(0),
            running: Arc::new(AtomicUsize::new(0)),
        }
    }

    /// How many compute now.
    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// A place as soon as one is free; `None` if too many wait already, or it takes too long.
    pub(super) async fn place(&self) -> Option<Place> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= LINE {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let waiting = Waiting(&self.waiting);
        let permit =
            tokio::time::timeout(PATIENCE, Arc::clone(&self.free).acquire_owned()).await.ok()?.ok()?;
        drop(waiting);
        Some(self.taken(permit))
    }

    /// A place if one is free now.
    pub(super) fn place_now(&self) -> Option<Place> {
        Arc::clone(&self.free).try_acquire_owned().ok().map(|permit| self.taken(permit))
    }

    fn taken(&self, permit: OwnedSemaphorePermit) -> Place {
        self.running.fetch_add(1, Ordering::Relaxed);
        Place { _permit: permit, running: Arc::clone(&self.running) }
    }
}

/// Cancels what it belongs to when it is dropped: when whoever asked has gone away.
#[derive(Debug)]
pub(super) struct WhileListening(Canceller);

impl WhileListening {
    pub(super) fn to(budget: &Budget) -> WhileListening {
        WhileListening(budget.canceller())
    }
}

impl Drop for WhileListening {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The budget of a request: a clock, memory, and Ctrl-C.
pub(super) fn budget(time: Duration, memory: u64) -> Budget {
    budget_of(time, PROCESS).with_memory(memory)
}

/// Does some work on a thread of its own. A panic ends the work and nothing else.
pub(super) async fn compute<T: Send + 'static>(
    place: Place,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let work = move || {
        let _place = place;
        catch_unwind(AssertUnwindSafe(work)).ok()
    };
    tokio::task::spawn_blocking(work).await.ok().flatten()
}
