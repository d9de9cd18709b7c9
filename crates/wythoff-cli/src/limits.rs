//! How much of the machine a run may use.

use crate::output::{Failure, Message};
use crate::progress::is_interrupted;
use crate::sink::is_standard;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff::{Budget, Crew, Limit, typed};
use wythoff_files::{AllCores, Threads};

/// Where nothing tells how much memory there is.
const FALLBACK: u64 = 4 << 30;
const MOST_THREADS: usize = 1024;

/// What was typed, or three quarters of the memory that is free; Ctrl-C cancels it.
pub(crate) fn budget(memory: Option<&str>, threads: Option<&str>) -> Result<Budget, Failure> {
    let crew: Arc<dyn Crew> = match threads {
        None => Arc::new(AllCores::default()),
        Some(text) => {
            let number = text.trim().parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
            Arc::new(Threads(number.ok_or_else(|| {
                Message(format!("{text:?} is not a number of threads: 1 to {MOST_THREADS} are possible"))
            })?))
        }
    };
    let memory_bytes = match memory {
        Some(text) => size(text)?,
        None => available().map_or(FALLBACK, |bytes| bytes / 4 * 3),
    };
    let guard = || is_interrupted().then_some(Limit::Cancelled);
    Ok(Budget::default().with_memory(memory_bytes).with_guard(guard).with_crew(crew))
}

/// A size such as 512M or 2G.
pub(crate) fn size(text: &str) -> Result<u64, Failure> {
    typed::bytes(text).map_err(|e| Message(e.to_string()).into())
}

/// The same budget until a time is up.
pub(crate) fn until(budget: Budget, time: &str) -> Result<Budget, Failure> {
    Ok(within(budget, seconds(time)?))
}

/// The same, from a number.
pub(crate) fn within(budget: Budget, time: Duration) -> Budget {
    let (start, outer) = (Instant::now(), budget.clone());
    let guard = move || outer.poll().err().or((start.elapsed() > time).then_some(Limit::Time));
    budget.with_guard(guard)
}

/// A budget for proofs, with the time and the memory of the whole process as they were typed.
pub(crate) fn timed_budget(time: &str, memory: &str) -> Result<Budget, Failure> {
    Ok(budget_of(seconds(time)?, size(memory)?))
}

/// The same, from numbers.
pub(crate) fn budget_of(time: Duration, memory: u64) -> Budget {
    let budget = Budget::default().with_memory(memory).with_guard(guard(time, memory));
    budget.with_crew(Arc::new(AllCores::default()))
}

/// A time such as 30, 1.5s, 200ms, 2m or 1h.
pub(crate) fn seconds(text: &str) -> Result<Duration, Failure> {
    typed::duration(text).map_err(|e| Message(e.to_string()).into())
}

/// What the library asks now and then: is the time up, or does the process hold more memory than allowed?
fn guard(time: Duration, bytes: u64) -> impl Fn() -> Option<Limit> + Send + Sync {
    const PACE: u64 = 20;
    let start = Instant::now();
    // In milliseconds since the start. Threads ask often, and only read this.
    let looked = AtomicU64::new(0);
    move || {
        if is_interrupted() {
            return Some(Limit::Cancelled);
        }
        let passed = start.elapsed();
        if passed > time {
            return Some(Limit::Time);
        }
        // Reading the size of the process takes a while, and it does not change that quickly.
        let (now, last) = (passed.as_millis() as u64, looked.load(Ordering::Relaxed));
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
