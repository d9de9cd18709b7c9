//! Sequences that grow by the same amount every so many steps.

/// `a(n + period) = a(n) + increment` for all `n >= preperiod`, as far as the sequence is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AdditivePeriod {
    /// The least such period.
    pub period: u64,
    /// From where it holds.
    pub preperiod: u64,
    /// By how much the sequence grows in a period.
    pub increment: i64,
}

/// The least additive period that a sequence shows on at least its last half, and at least three times over.
///
/// This is an observation, not a proof: that rows of Grundy values are additively periodic is a theorem for Wythoff Nim
/// (Dress, Flammenkamp and Pink 1999; Landman 2002), but no board shows where a period begins for certain.
///
/// ```
/// use wythoff_solve::grundy::{AdditivePeriod, additive_period};
/// let row: Vec<u32> = [9, 9, 9].into_iter().chain((0..30).map(|n| 3 * (n / 2) + n % 2)).collect();
/// let found = additive_period(&row);
/// assert_eq!(found, Some(AdditivePeriod { period: 2, preperiod: 3, increment: 3 }));
/// ```
#[must_use]
pub fn additive_period(values: &[u32]) -> Option<AdditivePeriod> {
    // A sequence has an additive period where its differences have a period. Read backwards, a suffix with period p
    // is a prefix that matches itself p places on.
    let differences: Vec<i64> =
        values.windows(2).rev().map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let length = differences.len();
    let matches = matches_of_prefix(&differences);
    let period = (1..length).find(|&p| matches[p] >= (2 * p).max(length / 2))?;
    let preperiod = length - (matches[period] + period);
    let increment = i64::from(values[preperiod + period]) - i64::from(values[preperiod]);
    Some(AdditivePeriod { period: period as u64, preperiod: preperiod as u64, increment })
}

/// For every place, how long the sequence from there agrees with its beginning (the Z function).
fn matches_of_prefix(sequence: &[i64]) -> Vec<usize> {
    let length = sequence.len();
    let mut matches = vec![0; length];
    let (mut from, mut to) = (0, 0);
    for i in 1..length {
        let mut matched = if i < to { matches[i - from].min(to - i) } else { 0 };
        while i + matched < length && sequence[matched] == sequence[i + matched] {
            matched += 1;
        }
        matches[i] = matched;
        if i + matched > to {
            (from, to) = (i, i + matched);
        }
    }
    matches
}
