//! How often lines hold P-positions: constant, periodic, or neither.

use wythoff_number::Rational;

/// How the number of P-positions goes on from line to line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// The same number on every line.
    Constant,
    /// It repeats after so many lines.
    Periodic(u64),
    /// No period was seen.
    Neither,
}

/// P-positions per column, row or diagonal, as far as was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCounts {
    /// The mean: exact for a constant or periodic course, else over the lines that were looked at.
    pub mean: Rational,
    /// The least and the greatest number.
    pub range: (u64, u64),
    /// Whether the numbers repeat.
    pub course: Course,
    /// How many lines were looked at.
    pub lines: u64,
}

impl LineCounts {
    /// The mean, if the numbers repeat.
    #[must_use]
    pub fn exact(&self) -> Option<&Rational> {
        (self.course != Course::Neither).then_some(&self.mean)
    }
}

/// So few lines say nothing.
const FEWEST: usize = 24;
/// A period is believed if the lines hold it so many times.
const TIMES: usize = 5;

/// What the numbers of P-positions on neighbouring lines say.
pub(super) fn course(counts: &[u32]) -> Option<LineCounts> {
    if counts.len() < FEWEST {
        return None;
    }
    let mean = |part: &[u32]| {
        let sum: u64 = part.iter().map(|c| u64::from(*c)).sum();
        Rational::from_parts(sum.into(), (part.len() as u64).into())
    };
    let period = least_period(counts);
    let (course, mean) = match period {
        1 => (Course::Constant, mean(&counts[..1])),
        p if p * TIMES <= counts.len() => (Course::Periodic(p as u64), mean(&counts[..p])),
        _ => (Course::Neither, mean(counts)),
    };
    let range = (counts.iter().min(), counts.iter().max());
    let range = (range.0.map_or(0, |c| u64::from(*c)), range.1.map_or(0, |c| u64::from(*c)));
    Some(LineCounts { mean, range, course, lines: counts.len() as u64 })
}

/// The least period of a word: its length less its longest border (Knuth, Morris, Pratt).
pub(crate) fn least_period<T: PartialEq>(word: &[T]) -> usize {
    let mut border = vec![0_usize; word.len()];
    for i in 1..word.len() {
        let mut length = border[i - 1];
        while length > 0 && word[i] != word[length] {
            length = border[length - 1];
        }
        border[i] = length + usize::from(word[i] == word[length]);
    }
    word.len() - border.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_found_and_not_invented() {
        assert_eq!(least_period(&[1, 2, 1, 2, 1]), 2);
        assert_eq!(least_period(&[1, 1, 1]), 1);
        assert_eq!(least_period(&[1, 2, 3]), 3);
        let phi = |n: u64| (n * 1_618_034 / 1_000_000) as u32;
        let sturmian: Vec<u32> = (0..4000).map(|n| phi(n + 1) - phi(n)).collect();
        assert_eq!(course(&sturmian).map(|c| c.course), Some(Course::Neither));
        let five: Vec<u32> = (0..400).map(|n| [3, 3, 4, 3, 4][n % 5]).collect();
        let found = course(&five).expect("enough lines");
        assert_eq!((found.course, found.range), (Course::Periodic(5), (3, 4)));
        assert_eq!(found.mean, Rational::from_parts(17.into(), 5_u8.into()));
    }
}
