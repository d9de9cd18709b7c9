//! How far a long computation is, on a terminal, and Ctrl-C as a request to stop.
//!
//! A bar, or a line where nobody knows how much there is, appears on standard error once a computation takes longer than
//! [`PATIENCE`], and is gone when it ends. Elsewhere than on a terminal nothing is drawn; what was going on is still known to
//! the message after Ctrl-C.

use crate::letters::{in_ascii, spelled};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wythoff::{Budget, Progress as Report};

/// What is done before this is not worth a bar.
pub(crate) const PATIENCE: Duration = Duration::from_millis(1200);
/// Between two looks at how far it is.
pub(crate) const PACE: Duration = Duration::from_millis(100);

const BAR: &str = "{wide_bar} {percent}%  {msg}";
const LINE: &str = "{spinner} {msg}  {elapsed}";

/// A bar, or a line where there is no bar, in letters that can be shown.
pub(crate) fn bar_style(counted: bool) -> Option<ProgressStyle> {
    let style = ProgressStyle::with_template(if counted { BAR } else { LINE }).ok()?;
    Some(if in_ascii() { style.progress_chars("#>-").tick_chars("|/-\\ ") } else { style })
}

/// What is being done, and how far it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doing {
    what: &'static str,
    last: Option<Report>,
    /// When what is counted now was first heard of, and how much of it was done then.
    since: Option<(Instant, u64)>,
    ended: bool,
}

impl Doing {
    pub(crate) fn new(what: &'static str) -> Doing {
        Doing { what, ..Doing::default() }
    }

    /// How much is done of how much, where that is known.
    pub(crate) fn counted(&self) -> Option<(u64, u64)> {
        self.last.as_ref().and_then(|last| Some((last.done, last.total?)))
    }

    pub(crate) fn hear(&mut self, report: Report) {
        let same = |last: &Report| {
            last.stage == report.stage && last.total == report.total && last.done <= report.done
        };
        if !self.last.as_ref().is_some_and(same) {
            self.since = Some((Instant::now(), report.done));
        }
        self.last = Some(report);
    }

    /// How quickly it goes and how long it takes at that pace, once that can be told.
    pub(crate) fn pace(&self) -> String {
        let (Some(Report { done, total: Some(total), .. }), Some((since, before))) = (&self.last, self.since)
        else {
            return String::new();
        };
        let rate = (done - before) as f64 / since.elapsed().as_secs_f64();
        if rate <= 0.0 || !rate.is_finite() {
            return String::new();
        }
        let left = (total.saturating_sub(*done) as f64 / rate).min(1e9);
        format!("  {}/s  {} left", HumanCount(rate as u64), HumanDuration(Duration::from_secs_f64(left)))
    }
}

impl std::fmt::Display for Doing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.what)?;
        let Some(Report { part, stage, done, total }) = &self.last else { return Ok(()) };
        match part {
            Some(part) if self.what.is_empty() => f.write_str(part)?,
            Some(part) => write!(f, ", {part}")?,
            None => {}
        }
        match total {
            // It has begun, and nothing is counted yet.
            None if stage.is_empty() => Ok(()),
            Some(total) => write!(f, ": {} of {} {stage}", HumanCount(*done), HumanCount(*total)),
            None => write!(f, ": {} {stage}", HumanCount(*done)),
        }
    }
}

/// What is being done, how far it is and how quickly it goes, in letters that can be shown.
pub(crate) fn shown(doing: &Doing) -> String {
    let text = format!("{doing}{}", doing.pace());
    if in_ascii() { spelled(&text).into_owned() } else { text }
}

type Shared = Arc<(Mutex<Doing>, Condvar)>;

fn lock(shared: &Shared) -> MutexGuard<'_, Doing> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The budget of something that is computed in pieces, each of which is watched by whoever began last.
pub(crate) fn follow(budget: &Budget) -> Budget {
    budget.clone().with_progress(|report| {
        if let Some(shared) = &*latest().lock().unwrap_or_else(PoisonError::into_inner) {
            lock(shared).hear(report);
        }
    })
}

/// Whether Ctrl-C ends the program at once while it computes nothing.
static ENDS_WHEN_IDLE: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the program at once while it waits for a question.
pub(crate) fn end_when_idle() {
    ENDS_WHEN_IDLE.store(true, Ordering::Relaxed);
}

/// What the program did last, for the message after Ctrl-C.
fn latest() -> &'static Mutex<Option<Shared>> {
    static LATEST: Mutex<Option<Shared>> = Mutex::new(None);
    &LATEST
}

/// What was going on when Ctrl-C was pressed, or the time was up.
pub(crate) fn stopped_while() -> Option<String> {
    let latest = latest().lock().unwrap_or_else(PoisonError::into_inner);
    latest.as_ref().map(|shared| lock(shared).to_string())
}

/// Watches over a computation until it is dropped.
pub(crate) struct Progress {
    shared: Shared,
    drawer: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to watch over something that prints nothing before it ends. The words go after "stopped while".
    pub(crate) fn begin(what: &'static str) -> Progress {
        Progress::start(what, on_terminal())
    }

    /// The same for something that somebody else draws.
    pub(crate) fn unseen(what: &'static str) -> Progress {
        Progress::start(what, false)
    }

    /// The same for something that prints all the time: to standard output, or elsewhere.
    pub(crate) fn beside_output(what: &'static str, to_standard_output: bool) -> Progress {
        match to_standard_output && std::io::stdout().is_terminal() {
            true => Progress::start(what, false),
            false => Progress::begin(what),
        }
    }

    fn start(what: &'static str, shown: bool) -> Progress {
        let doing = Doing::new(what);
        let shared: Shared = Arc::new((Mutex::new(doing), Condvar::new()));
        *latest().lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&shared));
        let seen = Arc::clone(&shared);
        // If there is no thread to be had, there is no bar.
        let drawer = shown.then(|| std::thread::Builder::new().spawn(move || draw(&seen)).ok()).flatten();
        Progress { shared, drawer }
    }

    /// The budget of the computation, with somebody who listens.
    pub(crate) fn watch(&self, budget: &Budget) -> Budget {
        budget.clone().with_progress(self.listener())
    }

    /// Somebody who listens.
    pub(crate) fn listener(&self) -> impl Fn(Report) + Send + Sync + 'static {
        let shared = Arc::clone(&self.shared);
        move |report| lock(&shared).hear(report)
    }
}

/// Can bars be drawn on standard error?
pub(crate) fn on_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !dumb && std::io::stderr().is_terminal()
}

impl Drop for Progress {
    fn drop(&mut self) {
        lock(&self.shared).ended = true;
        self.shared.1.notify_all();
        if let Some(drawer) = self.drawer.take() {
            // What goes wrong with a bar is not worth an error.
            let _ = drawer.join();
        }
    }
}

/// Draws until the computation ends, and leaves nothing behind.
fn draw(shared: &Shared) {
    let wait = |time: Duration| -> Option<Doing> {
        let running = |doing: &mut Doing| !doing.ended;
        let waited = shared.1.wait_timeout_while(lock(shared), time, running);
        let (doing, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (!doing.ended).then(|| doing.clone())
    };
    let Some(mut doing) = wait(PATIENCE) else { return };
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_elapsed(PATIENCE);
    loop {
        let total = doing.last.as_ref().and_then(|last| last.total);
        if let Some(style) = bar_style(total.is_some()) {
            bar.set_style(style);
        }
        if let (Some(last), Some(total)) = (&doing.last, total) {
            bar.set_length(total);
            bar.set_position(last.done);
        }
        bar.set_message(shown(&doing));
        bar.tick();
        match wait(PACE) {
            Some(now) => doing = now,
            None => break,
        }
    }
    bar.finish_and_clear();
}

/// Whether Ctrl-C was pressed since somebody first asked. Until then it just ends the program: listening takes a thread, and starting one
/// takes longer than most answers do.
pub(crate) fn is_interrupted() -> bool {
    interrupted().load(Ordering::Relaxed)
}

/// Set by the first Ctrl-C during a computation; the second one ends the program at once.
pub(crate) fn interrupted() -> &'static Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        // Without a handler Ctrl-C just ends the program.
        let _ = ctrlc::set_handler(move || {
            // Nothing is going on that could be asked to stop: the program waits to be told something.
            let idle = ENDS_WHEN_IDLE.load(Ordering::Relaxed)
                && match &*latest().lock().unwrap_or_else(PoisonError::into_inner) {
                    Some(shared) => lock(shared).ended,
                    None => true,
                };
            if set.swap(true, Ordering::Relaxed) || idle {
                std::process::exit(130);
            }
        });
        flag
    })
}
