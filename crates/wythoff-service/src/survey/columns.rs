//! The P-positions of chosen columns.

use serde::{Deserialize, Serialize};
use wythoff_solve::typed::{NotTyped, many};

/// The P-positions of some columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnsReport {
    /// The game.
    pub game: String,
    /// Are only positions with x ≤ y listed?
    pub symmetric: bool,
    /// The columns, ascending.
    pub columns: Vec<ColumnRowsReport>,
}

/// The P-positions of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnRowsReport {
    /// The column.
    pub x: u64,
    /// The rows of its P-positions, ascending.
    pub rows: Vec<u64>,
}

/// Columns as ranges with both ends, ascending and apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnSet(pub(super) Vec<(u64, u64)>);

impl ColumnSet {
    /// Reads `0..20,100,10^6`; `what` is what a face calls it.
    pub(super) fn read(text: &str, what: &str) -> Result<ColumnSet, NotTyped> {
        let mut ranges = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let (first, last) = (many(first.trim(), what)?, many(last.trim(), what)?);
            if first > last {
                return Err(NotTyped(format!("the range {} of {what} is empty", part.trim())));
            }
            ranges.push((first, last));
        }
        ranges.sort_unstable();
        let mut apart: Vec<(u64, u64)> = Vec::new();
        for (first, last) in ranges {
            match apart.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => apart.push((first, last)),
            }
        }
        Ok(ColumnSet(apart))
    }

    pub(super) fn contains(&self, x: u64) -> bool {
        let at = self.0.partition_point(|(_, last)| *last < x);
        self.0.get(at).is_some_and(|(first, _)| *first <= x)
    }

    /// The column after the last one.
    pub(super) fn end(&self) -> u64 {
        self.0.last().map_or(0, |(_, last)| last + 1)
    }
}

impl std::fmt::Display for ColumnSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |(first, last): &(u64, u64)| match first == last {
            true => first.to_string(),
            false => format!("{first}..{last}"),
        };
        f.write_str(&self.0.iter().map(one).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::ColumnSet;

    #[test]
    fn columns_are_read_in_any_order_and_written_in_one() {
        let read = |text: &str| ColumnSet::read(text, "columns").map(|set| set.to_string());
        assert_eq!(read("10^3, 0..4,5,3").unwrap(), "0..5,1000");
        assert_eq!(read("7").unwrap(), "7");
        for wrong in ["", "a", "5..3", "1,,2", "-1", "1..", "..2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let set = ColumnSet::read("2..4,9", "columns").unwrap();
        let inside: Vec<u64> = (0..12).filter(|x| set.contains(*x)).collect();
        assert_eq!((inside, set.end()), (vec![2, 3, 4, 9], 10));
    }
}
