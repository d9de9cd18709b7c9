//! How finely lower bounds are kept apart, chosen by counting.
//!
//! Most games need one class of lines; Blocking-2 Wythoff Nim needs two, because its counts alternate, and Blocking-10
//! Wythoff Nim needs ten: every tenth row and diagonal leaves room in every tenth column, for a game of Wythoff Nim on
//! those squares alone. Nothing but the time depends on the choice, so it is made by trying: when columns begin to cost
//! many looks, each candidate has a group of columns to show what it costs, and the cheapest stays until costs double.
//! Looks are counted, not seconds, so that the same run always does the same.

/// How many columns a choice is judged by.
pub(super) const PERIOD: u64 = 1024;

/// The numbers of classes that are tried.
const CANDIDATES: [usize; 9] = [1, 2, 3, 4, 5, 6, 8, 10, 12];

#[derive(Clone, Debug, Default)]
pub(super) struct Tuning {
    looked: u64,
    listed: u64,
    trial: Option<usize>,
    best: Option<(u64, usize)>,
    tolerated: u64,
}

impl Tuning {
    /// After another group of columns: how many classes to use from now on, if that changes.
    pub(super) fn judge(&mut self, looked: u64, listed: u64) -> Option<usize> {
        let cost = (looked - std::mem::replace(&mut self.looked, looked)) / PERIOD;
        let marks = (listed - std::mem::replace(&mut self.listed, listed)) / PERIOD;
        let Some(trial) = self.trial else {
            if cost <= self.tolerated.max(32 + 4 * marks) {
                return None;
            }
            self.trial = Some(0);
            self.best = None;
            return Some(CANDIDATES[0]);
        };
        let cost = cost + 2 * CANDIDATES[trial] as u64;
        if self.best.is_none_or(|(least, _)| cost < least) {
            self.best = Some((cost, CANDIDATES[trial]));
        }
        if let Some(next) = CANDIDATES.get(trial + 1) {
            self.trial = Some(trial + 1);
            return Some(*next);
        }
        self.trial = None;
        let (cost, classes) = self.best.unwrap_or((0, 1));
        self.tolerated = 2 * cost;
        Some(classes)
    }
}
