//! Threads for the library, which starts none itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff::Crew;

/// So many threads, this one included.
#[derive(Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn size(&self) -> usize {
        self.0
    }

    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        share(self.0, tasks, task);
    }
}

/// As many threads as there are cores. How many there are is looked up when it matters first: a short question never has to wait for it.
#[derive(Debug, Default)]
pub struct AllCores(OnceLock<usize>);

impl Crew for AllCores {
    fn size(&self) -> usize {
        *self.0.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        share(self.size(), tasks, task);
    }
}

/// Does the tasks with so many threads, this one included.
fn share(threads: usize, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                i if i < tasks => task(i),
                _ => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(tasks) {
            scope.spawn(work);
        }
        work();
    });
}
