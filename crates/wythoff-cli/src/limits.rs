//! How much of the machine a run may use.

use crate::cli::{LimitArguments, SpendArguments};
use crate::output::{Failure, Message};
use crate::progress::is_interrupted;
use crate::sink::is_standard;
use std::io::Read as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use wythoff::{Budget, Crew, Limit, typed};
use wythoff_files::{AllCores, Threads};

/// Where nothing tells how much memory there is.
const FALLBACK: u64 = 4 << 30;
const MOST_THREADS: usize = 1024;
/// What a proof may take of the machine.
const PROOF_MEMORY: u64 = 4 << 30;

/// What limits a command where no option says so.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Usual {
    /// Three quarters of the memory that is free, for tables that count themselves; no clock.
    Solving,
    /// Two minutes and 4 GiB, of any one construction and of the whole process.
    Proving,
    /// The same with ten minutes.
    Checking,
}

impl Usual {
    fn time(self) -> Option<Duration> {
        match self {
            Usual::Solving => None,
            Usual::Proving => Some(Duration::from_secs(120)),
            Usual::Checking => Some(Duration::from_secs(600)),
        }
    }
}

/// The budget of a command: all of them get it here. Ctrl-C cancels it.
pub(crate) fn budget(limits: &LimitArguments, usual: Usual) -> Result<Budget, Failure> {
    Ok(spend(&limits.spend, usual)?.with_crew(crew(limits.threads.as_deref())?))
}

/// The same for a command that nothing can help.
pub(crate) fn spend(limits: &SpendArguments, usual: Usual) -> Result<Budget, Failure> {
    let memory = limits.memory.as_deref().map(size).transpose()?;
    let time = limits.time.as_deref().map(seconds).transpose()?.or(usual.time());
    let budget = Budget::default();
    let budget = match usual {
        Usual::Solving => {
            let memory = memory.unwrap_or_else(|| available().map_or(FALLBACK, |bytes| bytes / 4 * 3));
            budget.with_memory(memory).with_guard(|| is_interrupted().then_some(Limit::Cancelled))
        }
        Usual::Proving | Usual::Checking => {
            let memory = memory.unwrap_or(PROOF_MEMORY);
            budget.with_memory(memory).with_guard(process_guard(memory))
        }
    };
    Ok(match time {
        Some(time) => until(budget, begun(), time),
        None => budget,
    })
}

/// The budget of a game that is played, and of whatever else has no limits that can be typed.
pub(crate) fn unlimited() -> Result<Budget, Failure> {
    budget(&LimitArguments::default(), Usual::Solving)
}

/// The same budget with a limit for each of many tasks: `--task-time`.
pub(crate) fn with_task_time(budget: Budget, time: Option<&str>) -> Result<Budget, Failure> {
    Ok(match time.map(seconds).transpose()? {
        Some(time) => budget.with_task_clock(move |budget| within(budget, time)),
        None => budget,
    })
}

/// The same budget until a time has passed from now on.
pub(crate) fn within(budget: Budget, time: Duration) -> Budget {
    until(budget, Instant::now(), time)
}

/// The budget of a job of the lab: its own time, and the memory of the whole process.
pub(crate) fn budget_of(time: Duration, memory: u64) -> Budget {
    let budget = Budget::default().with_memory(memory).with_guard(process_guard(memory));
    within(budget.with_crew(Arc::new(AllCores::default())), time)
}

fn until(budget: Budget, start: Instant, time: Duration) -> Budget {
    let outer = budget.clone();
    let guard = move || outer.poll().err().or((start.elapsed() >= time).then_some(Limit::Time));
    budget.with_guard(guard)
}

/// When the program began: `--time` counts from there, whatever a command does one after the other.
pub(crate) fn begun() -> Instant {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    *BEGUN.get_or_init(Instant::now)
}

fn crew(threads: Option<&str>) -> Result<Arc<dyn Crew>, Failure> {
    let Some(text) = threads else { return Ok(Arc::new(AllCores::default())) };
    let number = text.trim().parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
    Ok(Arc::new(Threads(number.ok_or_else(|| {
        Message(format!("{text:?} is not a number of threads: 1 to {MOST_THREADS} are possible"))
    })?)))
}

/// A size such as 512M or 2G.
pub(crate) fn size(text: &str) -> Result<u64, Failure> {
    typed::bytes(text).map_err(|e| Message(e.to_string()).into())
}

/// A time such as 30, 1.5s, 200ms, 2m or 1h.
pub(crate) fn seconds(text: &str) -> Result<Duration, Failure> {
    typed::duration(text).map_err(|e| Message(e.to_string()).into())
}

/// What the library asks now and then: was Ctrl-C pressed, or does the process hold more memory than allowed?
fn process_guard(bytes: u64) -> impl Fn() -> Option<Limit> + Send + Sync {
    const PACE: u64 = 20;
    let start = Instant::now();
    // In milliseconds since the start. Threads ask often, and only read this.
    let looked = AtomicU64::new(0);
    move || {
        if is_interrupted() {
            return Some(Limit::Cancelled);
        }
        // Reading the size of the process takes a while, and it does not change that quickly.
        let (now, last) = (start.elapsed().as_millis() as u64, looked.load(Ordering::Relaxed));
        if now < last + PACE
            || looked.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return None;
        }
        own_status("VmRSS:").filter(|&held| held > bytes).map(|_| Limit::Memory(bytes))
    }
}

/// A file that is read, as messages call it.
pub(crate) fn shown(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Standard input. It can be read by one argument only.
pub(crate) fn standard_input() -> Result<std::io::StdinLock<'static>, Failure> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if TAKEN.swap(true, Ordering::Relaxed) {
        let text = "two arguments would be read from standard input: give one of them as a file";
        return Err(Message(text.to_owned()).into());
    }
    Ok(std::io::stdin().lock())
}

/// The text of a file, unless it is longer than any that this program writes.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    const MOST: u64 = 256 << 20;
    let shown = shown(path);
    let cannot = |e: std::io::Error| Message(format!("cannot read {shown}: {e}"));
    let source: Box<dyn std::io::Read> = match is_standard(path) {
        true => Box::new(standard_input()?),
        false => Box::new(std::fs::File::open(path).map_err(cannot)?),
    };
    let mut bytes = Vec::new();
    source.take(MOST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST {
        return Err(Message(format!("cannot read {shown}: it is longer than {} MiB", MOST >> 20)).into());
    }
    String::from_utf8(bytes).map_err(|_| Message(format!("cannot read {shown}: it is not a text")).into())
}

/// The most memory that this process has held, as Linux tells it.
pub(crate) fn peak_memory() -> Option<u64> {
    own_status("VmHWM:")
}

/// The memory that this process holds now, as Linux tells it.
pub(crate) fn held_memory() -> Option<u64> {
    own_status("VmRSS:")
}

/// A size of this process in bytes, by its name in Linux's status file.
fn own_status(name: &str) -> Option<u64> {
    kilobytes(&told("/proc/self/status")?, name)
}

/// A file that the system makes up when it is read. It says that it is empty, so without room for it all, it would be read in bits.
fn told(path: &str) -> Option<String> {
    let mut text = String::with_capacity(8 << 10);
    std::fs::File::open(path).ok()?.read_to_string(&mut text).ok()?;
    Some(text)
}

/// The line `NAME   1234 kB` of one of Linux's files, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Memory that can be had without swapping, as Linux tells it: of the machine, and of the control group.
fn available() -> Option<u64> {
    let machine = kilobytes(&told("/proc/meminfo")?, "MemAvailable:")?;
    let read = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let group = read("memory.max").map(|most| most.saturating_sub(read("memory.current").unwrap_or(0)));
    Some(group.map_or(machine, |group| group.min(machine)))
}

#[cfg(test)]
mod tests {
    use super::{seconds, size};

    #[test]
    fn times() {
        let read = |text: &str| seconds(text).ok().map(|d| d.as_millis());
        for (text, milliseconds) in [
            ("30", 30_000),
            ("90s", 90_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("0.5s", 500),
            ("200ms", 200),
            ("0", 0),
        ] {
            assert_eq!(read(text), Some(milliseconds), "{text}");
        }
        for wrong in ["", "s", "soon", "-1s", "1e400", "inf", "nan", "1d"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        let read = |text: &str| size(text).ok();
        assert_eq!(read("512M"), Some(512 << 20));
        assert_eq!(read("2G"), Some(2 << 30));
        assert_eq!(read("64 KiB"), Some(64 << 10));
        assert_eq!(read("1000"), Some(1000));
        assert_eq!(read("0"), Some(0));
        for wrong in ["", "G", "-1G", "1.5.2G", "2X", "99999999999T"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
