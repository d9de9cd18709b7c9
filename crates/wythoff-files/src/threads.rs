//! Threads for the library, which starts none itself.

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
            for _ in 1..self.0.min(tasks) {
                scope.spawn(work);
            }
            work();
        });
    }
}
