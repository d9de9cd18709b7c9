//! What takes long: on a thread of its own, without the lock of the interpreter, while the thread that asked looks for signals and says
//! how far it is. Ctrl-C therefore stops everything within a few hundredths of a second, with `KeyboardInterrupt`.

use crate::failure::{fault, raised};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wythoff::api::Refusal;
use wythoff::{Budget, Limit, Progress, typed};
use wythoff_files::{AllCores, Threads};

/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(20);
/// How long whoever presses Ctrl-C waits for the computation to notice. It ends by itself soon after.
const FAREWELL: Duration = Duration::from_millis(60);
/// What is asked in a loop is computed where it is asked, and only what takes longer than this gets a thread.
const AT_ONCE: Duration = Duration::from_millis(25);
/// As much as the main thread of a program has.
const STACK: usize = 8 << 20;
const MOST_THREADS: usize = 1024;

/// How much a call may take: `time`, `memory`, `threads`; and `progress`, which is told how far it is.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    time: Option<Duration>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

impl Limits {
    /// From the keywords of a call.
    pub(crate) fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
        let mut limits = Limits::default();
        let Some(keywords) = keywords else { return Ok(limits) };
        for (name, value) in keywords.iter() {
            let name: String = name.extract()?;
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "time" => limits.time = Some(time(&value)?),
                "memory" => limits.memory = Some(memory(&value)?),
                "threads" => limits.threads = Some(threads(&value)?),
                "progress" => limits.progress = progress(&value)?,
                _ => {
                    let known = "time, memory, threads and progress";
                    let text =
                        format!("there is no keyword {name:?} here; beside the arguments there are {known}");
                    return Err(PyTypeError::new_err(text));
                }
            }
        }
        Ok(limits)
    }

    /// The time that was said.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The memory that was said.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The same without an end: where the time is not that of the call.
    pub(crate) fn untimed(self) -> Limits {
        Limits { time: None, ..self }
    }

    fn budget(&self, told: &Arc<Mutex<Option<Progress>>>) -> Budget {
        let mut budget = Budget::default();
        if let Some(memory) = self.memory {
            budget = budget.with_memory(memory);
        }
        if let Some(time) = self.time {
            let start = Instant::now();
            budget = budget.with_guard(move || (start.elapsed() > time).then_some(Limit::Time));
        }
        if self.progress.is_some() {
            let told = Arc::clone(told);
            budget = budget.with_progress(move |progress| *lock(&told) = Some(progress));
        }
        match self.threads {
            None => budget.with_crew(Arc::new(AllCores::default())),
            Some(0 | 1) => budget,
            Some(many) => budget.with_crew(Arc::new(Threads(many))),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seconds, or a text such as "30s".
pub(crate) fn time(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = value.cast::<PyString>() {
        return typed::duration(text.to_str()?).map_err(|e| raised(value.py(), e));
    }
    let seconds: f64 = value.extract()?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} is not a time in seconds")))
}

/// Bytes, or a text such as "2G".
pub(crate) fn memory(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.cast::<PyString>() {
        Ok(text) => typed::bytes(text.to_str()?).map_err(|e| raised(value.py(), e)),
        Err(_) => value.extract(),
    }
}

fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wanted: usize = value.extract()?;
    match (1..=MOST_THREADS).contains(&wanted) {
        true => Ok(wanted),
        false => Err(PyValueError::new_err(format!("1 to {MOST_THREADS} threads are possible"))),
    }
}

/// Something to call, or `True` for a bar of tqdm.
fn progress(value: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    if let Ok(wanted) = value.cast::<PyBool>() {
        if !wanted.is_true() {
            return Ok(None);
        }
        let bar = value.py().import("wythoff._progress")?.getattr("Bar")?.call0()?;
        return Ok(Some(bar.unbind()));
    }
    match value.is_callable() {
        true => Ok(Some(value.clone().unbind())),
        false => Err(PyTypeError::new_err(
            "progress is a function of part, stage, done and total, or True for a bar",
        )),
    }
}

type Worked<R> = Result<Result<R, Refusal>, Box<dyn std::any::Any + Send>>;

/// Does something that may take long.
pub(crate) fn run<R: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> Result<R, Refusal> + Send + 'static,
) -> PyResult<R> {
    let told = Arc::default();
    let budget = limits.budget(&told);
    let canceller = budget.canceller();
    let (sender, receiver) = sync_channel(1);
    let receiver = Mutex::new(receiver);
    let thread = std::thread::Builder::new().name("wythoff".to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&budget))));
    });
    started.map_err(|e| PyValueError::new_err(format!("no thread could be started: {e}")))?;
    let ended = loop {
        match py.detach(|| lock(&receiver).recv_timeout(TICK)) {
            Ok(ended) => break ended,
            Err(RecvTimeoutError::Disconnected) => break Err(Box::new("its thread ended") as _),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(stop) = py.check_signals().and_then(|()| tell(py, limits, &told)) {
                    canceller.cancel();
                    let _ = py.detach(|| lock(&receiver).recv_timeout(FAREWELL).is_ok());
                    let _ = close(py, limits);
                    return Err(stop);
                }
            }
        }
    };
    tell(py, limits, &told)?;
    close(py, limits)?;
    finished(py, ended)
}

fn finished<R>(py: Python<'_>, ended: Worked<R>) -> PyResult<R> {
    match ended {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(refusal)) => Err(raised(py, refusal)),
        Err(panic) => Err(fault(py, panic.as_ref())),
    }
}

/// Says how far it is, if that is news.
fn tell(py: Python<'_>, limits: &Limits, told: &Mutex<Option<Progress>>) -> PyResult<()> {
    let Some(progress) = &limits.progress else { return Ok(()) };
    if let Some(Progress { part, stage, done, total }) = lock(told).take() {
        progress.call1(py, (part.as_deref(), stage, done, total))?;
    }
    Ok(())
}

fn close(py: Python<'_>, limits: &Limits) -> PyResult<()> {
    match &limits.progress {
        Some(progress) if progress.bind(py).hasattr("close")? => {
            progress.call_method0(py, "close").map(|_| ())
        }
        _ => Ok(()),
    }
}

/// Does something that is usually done in microseconds, here and now; `None` if it takes too long for that.
pub(crate) fn at_once<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Budget) -> Result<R, Refusal> + Send,
) -> PyResult<Option<R>> {
    let start = Instant::now();
    let over = move || (start.elapsed() > AT_ONCE).then_some(Limit::Time);
    let budget = Budget::default().with_guard(over);
    let ended = py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&budget))));
    match ended {
        // What fails because of the clock is done again with as much time as it takes.
        Ok(Err(_)) if over().is_some() => Ok(None),
        ended => finished(py, ended).map(Some),
    }
}
