//! A progress bar on a terminal, and Ctrl-C as a request to stop.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use wythoff::Budget;

/// Watches over a long run.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Begins to watch. The bar is drawn on standard error if that is a terminal and the list does not go there too.
    pub(crate) fn new(columns: u64, to_standard_output: bool) -> Progress {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let hidden = dumb
            || !std::io::stderr().is_terminal()
            || (to_standard_output && std::io::stdout().is_terminal());
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(columns), target);
        let template = "{wide_bar} {percent}%  column {human_pos} of {human_len}  {rate}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                // What cannot be written to the bar is not worth an error.
                let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
            }));
        }
        Progress { bar }
    }

    /// The budget of a run that moves the bar.
    pub(crate) fn watch(&self, budget: &Budget) -> Budget {
        let bar = self.bar.clone();
        budget.clone().with_progress(move |progress| bar.set_position(progress.done))
    }

    /// Goes on from a column: what was done before does not count for the rate.
    pub(crate) fn resume(&self, columns: u64) {
        self.bar.set_position(columns);
        self.bar.reset_eta();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Set by the first Ctrl-C; the second one ends the program at once.
pub(crate) fn interrupted() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        // Without a handler Ctrl-C just ends the program.
        let _ = ctrlc::set_handler(move || {
            if set.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        flag
    });
    Arc::clone(flag)
}
