//! Many tasks at the same time on a terminal: a bar for the whole, and one for each that is running.
//!
//! As with [`Progress`](crate::progress::Progress), nothing is drawn elsewhere than on a terminal, and nothing is left behind.

use crate::progress::{Doing, PACE, PATIENCE, Progress, bar_style, on_terminal, shown};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, ThreadId};
use std::time::Duration;
use wythoff::{Budget, Progress as Report};

/// More running tasks than this are not shown.
const MOST: usize = 16;
/// What the tasks are counted as.
const TASKS: &str = "tasks";

/// Who does what, and how far the whole is.
#[derive(Default)]
struct Running {
    whole: Doing,
    tasks: Vec<(ThreadId, Doing)>,
    ended: bool,
}

impl Running {
    fn hear(&mut self, report: Report) {
        let thread = std::thread::current().id();
        let at = self.tasks.iter().position(|(other, _)| *other == thread);
        if report.stage != TASKS {
            if let Some(at) = at {
                self.tasks[at].1.hear(report);
            }
            return;
        }
        match (report.part.clone(), at) {
            // It begins something.
            (Some(_), Some(at)) => self.tasks[at].1 = Doing::new(""),
            (Some(_), None) => self.tasks.push((thread, Doing::new(""))),
            (None, Some(at)) => drop(self.tasks.remove(at)),
            (None, None) => {}
        }
        let doing = self.tasks.iter_mut().find(|(other, _)| *other == thread);
        if let Some((_, doing)) = doing {
            doing.hear(Report { stage: "", done: 0, total: None, ..report.clone() });
        }
        self.whole.hear(Report { part: None, ..report });
    }
}

type Shared = Arc<(Mutex<Running>, Condvar)>;

fn lock(shared: &Shared) -> MutexGuard<'_, Running> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches over many tasks until it is dropped.
pub(crate) struct Bars {
    shared: Shared,
    /// For the message after Ctrl-C.
    whole: Progress,
    drawer: Option<JoinHandle<()>>,
}

impl Bars {
    /// Begins to watch. The words go after "stopped while".
    pub(crate) fn begin(what: &'static str) -> Bars {
        let running = Running { whole: Doing::new(what), ..Running::default() };
        let shared: Shared = Arc::new((Mutex::new(running), Condvar::new()));
        let seen = Arc::clone(&shared);
        let drawer =
            on_terminal().then(|| std::thread::Builder::new().spawn(move || draw(&seen)).ok()).flatten();
        Bars { shared, whole: Progress::unseen(what), drawer }
    }

    /// The budget of the tasks, with somebody who listens.
    pub(crate) fn watch(&self, budget: &Budget) -> Budget {
        let shared = Arc::clone(&self.shared);
        let whole = self.whole.listener();
        budget.clone().with_progress(move |report| {
            if report.stage == TASKS {
                whole(Report { part: None, ..report.clone() });
            }
            lock(&shared).hear(report);
        })
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        lock(&self.shared).ended = true;
        self.shared.1.notify_all();
        if let Some(drawer) = self.drawer.take() {
            // What goes wrong with a bar is not worth an error.
            let _ = drawer.join();
        }
    }
}

/// Draws until the tasks are done.
fn draw(shared: &Shared) {
    let wait = |time: Duration| -> Option<Vec<Doing>> {
        let waited = shared.1.wait_timeout_while(lock(shared), time, |running| !running.ended);
        let (running, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let tasks = running.tasks.iter().take(MOST).map(|(_, doing)| doing.clone());
        (!running.ended).then(|| std::iter::once(running.whole.clone()).chain(tasks).collect())
    };
    let Some(mut now) = wait(PATIENCE) else { return };
    let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
    let mut bars: Vec<ProgressBar> = Vec::new();
    loop {
        while bars.len() < now.len() {
            bars.push(all.add(ProgressBar::new(0)));
        }
        while bars.len() > now.len() {
            if let Some(bar) = bars.pop() {
                bar.finish_and_clear();
                all.remove(&bar);
            }
        }
        bars.iter().zip(&now).for_each(|(bar, doing)| show(bar, doing));
        match wait(PACE) {
            Some(next) => now = next,
            None => break,
        }
    }
    bars.iter().for_each(ProgressBar::finish_and_clear);
    // Clearing fails if the terminal is gone, and then there is nothing to clear.
    let _ = all.clear();
}

fn show(bar: &ProgressBar, doing: &Doing) {
    let counted = doing.counted();
    if let Some(style) = bar_style(counted.is_some()) {
        bar.set_style(style);
    }
    if let Some((done, total)) = counted {
        bar.set_length(total);
        bar.set_position(done);
    }
    bar.set_message(shown(doing));
    bar.tick();
}
