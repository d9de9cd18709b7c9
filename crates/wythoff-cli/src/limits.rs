//! How much of the machine a run may use.

use crate::output::{Failure, Message};
use wythoff::solve::limits::Limits;

/// Where nothing tells how much memory there is.
const FALLBACK: u64 = 4 << 30;

/// The limits that were typed, or three quarters of the memory that is free.
pub(crate) fn limits(memory: Option<&str>, threads: Option<&str>) -> Result<Limits, Failure> {
    if let Some(threads) = threads {
        // All solvers run in one thread, which is within every limit but 0.
        let enough = threads.trim().parse::<u64>().is_ok_and(|n| n > 0);
        if !enough {
            return Err(
                Message(format!("{threads:?} is not a number of threads: 1 or more is expected")).into()
            );
        }
    }
    let memory_bytes = match memory {
        Some(text) => size(text)?,
        None => available().map_or(FALLBACK, |bytes| bytes / 4 * 3),
    };
    Ok(Limits { memory_bytes })
}

/// A size such as 512M or 2G; K, M, G, T are powers of 1024.
fn size(text: &str) -> Result<u64, Failure> {
    let wrong = || Message(format!("{text:?} is not a size of memory: write 512M or 2G"));
    let lower = text.trim().to_ascii_lowercase();
    let number = lower.trim_end_matches("ib").trim_end_matches('b');
    let (digits, shift) = match number.char_indices().last() {
        Some((at, 'k')) => (&number[..at], 10),
        Some((at, 'm')) => (&number[..at], 20),
        Some((at, 'g')) => (&number[..at], 30),
        Some((at, 't')) => (&number[..at], 40),
        _ => (number, 0),
    };
    let value: u64 = digits.trim().parse().map_err(|_| wrong())?;
    Ok(value.checked_mul(1 << shift).ok_or_else(wrong)?)
}

/// A size of memory as a machine word.
pub(crate) fn bytes(text: &str) -> Result<usize, Failure> {
    Ok(usize::try_from(size(text)?).unwrap_or(usize::MAX))
}

/// A time such as 30, 90s or 2m.
pub(crate) fn seconds(text: &str) -> Result<std::time::Duration, Failure> {
    let lower = text.trim().to_ascii_lowercase();
    let (digits, factor) = match lower.strip_suffix('m') {
        Some(minutes) => (minutes, 60),
        None => (lower.trim_end_matches('s'), 1),
    };
    match digits.trim().parse::<u64>() {
        Ok(n) => Ok(std::time::Duration::from_secs(n.saturating_mul(factor))),
        Err(_) => Err(Message(format!("{text:?} is not a time: write 30s or 2m")).into()),
    }
}

/// The most memory that this process has held, as Linux tells it.
pub(crate) fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Memory that can be had without swapping, as Linux tells it: of the machine, and of the control group.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let machine = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10;
    let read = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let group = read("memory.max").map(|most| most.saturating_sub(read("memory.current").unwrap_or(0)));
    Some(group.map_or(machine, |group| group.min(machine)))
}

#[cfg(test)]
mod tests {
    use super::size;

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
