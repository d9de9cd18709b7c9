//! Rays whose reach depends on the position (`2*s <= x`): on each line, the values in a window that slides along it.
//!
//! Along one line the options of a square by such a ray are consecutive squares, and where they begin and end are linear in the
//! square's place on the line. So from one square to the next only a few values enter the window and a few leave it. A value
//! may be in it several times, so occurrences are counted; a bit says which counts are not 0.

use crate::rays::Tail;
use crate::rays::cases::Bound;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// A ray, and what bounds its reach.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct BoundedRay {
    pub(super) tail: Tail,
    pub(super) bounds: Vec<Bound>,
}

impl BoundedRay {
    /// The steps along the ray, `first..=last`, that a move from `(x, y)` may go.
    pub(super) fn reach(&self, (x, y): (u64, u64)) -> Option<(u64, u64)> {
        let ((a, b), (p, q)) = (self.tail.start, self.tail.step);
        let room = |pile: u64, start: u64, step: u64| {
            pile.checked_sub(start).map(|rest| rest.checked_div(step).unwrap_or(u64::MAX))
        };
        let (mut first, mut last) = (0, room(x, a, p)?.min(room(y, b, q)?));
        for bound in &self.bounds {
            let (from, to) = bound.from((x, y), (a, b), (p, q))?;
            (first, last) = (first.max(from), last.min(to));
        }
        (first <= last).then_some((first, last))
    }

    /// How many lines have its step, on a board of this size.
    fn lines(&self, width: u64, height: u64) -> u64 {
        match self.tail.step {
            (0, q) => q,
            (p, q) => p * (height + q * (width / p) + 1),
        }
    }

    /// Bytes for windows with this many words of values.
    pub(super) fn bytes(&self, words: u64, width: u64, height: u64) -> u64 {
        self.lines(width, height).saturating_mul(words.saturating_mul(8 + 64 * 2) + 8)
    }
}

/// The windows of one ray on all lines of its step; of a ray within a column, on those of one column.
pub(super) struct Windows<'a> {
    ray: &'a BoundedRay,
    count: u64,
    bias: u64,
    words: usize,
    /// The window of each line: places on the line, from the first up to before the second.
    from: Vec<AtomicU32>,
    to: Vec<AtomicU32>,
    /// For each line how often each value is in its window, and which are in it at all.
    counts: Vec<AtomicU16>,
    present: Vec<AtomicU64>,
}

impl<'a> Windows<'a> {
    /// Longer sides than this would need wider counts; such a table does not fit into any memory.
    pub(super) const LONGEST: u64 = u16::MAX as u64;

    pub(super) fn new(ray: &'a BoundedRay, words: usize, width: u64, height: u64) -> Windows<'a> {
        let (p, q) = ray.tail.step;
        let count = ray.lines(width, height);
        let lines = count as usize;
        Windows {
            ray,
            count,
            bias: width.checked_div(p).map_or(0, |steps| q * steps),
            words,
            from: (0..lines).map(|_| AtomicU32::new(0)).collect(),
            to: (0..lines).map(|_| AtomicU32::new(0)).collect(),
            counts: (0..lines * words * 64).map(|_| AtomicU16::new(0)).collect(),
            present: (0..lines * words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Empties all windows: a new column begins.
    pub(super) fn clear(&self) {
        self.from.iter().chain(&self.to).for_each(|end| end.store(0, Relaxed));
        self.counts.iter().for_each(|count| count.store(0, Relaxed));
        self.present.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Slides the window of a square's line to where the square can move to; `value` tells what a square is worth.
    /// The place of that line's bits, if the square has such options.
    #[inline]
    pub(super) fn slide(
        &self,
        (x, y): (u64, u64),
        value: impl Fn(u64, u64) -> Option<usize>,
    ) -> Option<usize> {
        let (first, last) = self.ray.reach((x, y))?;
        let ((a, b), (p, q)) = (self.ray.tail.start, self.ray.tail.step);
        // The square is the `place`-th of its line; `reach` never goes beyond the first.
        let (place, line) = match (p, q) {
            (0, q) => (y / q, y % q),
            (p, q) => (x / p, (x % p) * (self.count / p) + self.bias + y - q * (x / p)),
        };
        let line = line as usize;
        let option = |at: u64| value(x - a - (place - at) * p, y - b - (place - at) * q);
        let enter = |from: u64, to: u64| (from..to).for_each(|at| self.enter(line, option(at)));
        let leave = |from: u64, to: u64| (from..to).for_each(|at| self.leave(line, option(at)));
        let old = (u64::from(self.from[line].load(Relaxed)), u64::from(self.to[line].load(Relaxed)));
        let new = (place - last, place - first + 1);
        if new.1 <= old.0 || old.1 <= new.0 {
            leave(old.0, old.1);
            enter(new.0, new.1);
        } else {
            enter(new.0, old.0);
            enter(old.1, new.1);
            leave(old.0, new.0);
            leave(new.1, old.1);
        }
        self.from[line].store(new.0 as u32, Relaxed);
        self.to[line].store(new.1 as u32, Relaxed);
        Some(line * self.words)
    }

    #[inline]
    fn enter(&self, line: usize, value: Option<usize>) {
        let Some(value) = value else { return };
        let count = &self.counts[line * self.words * 64 + value];
        let before = count.load(Relaxed);
        count.store(before + 1, Relaxed);
        if before == 0 {
            let word = &self.present[line * self.words + value / 64];
            word.store(word.load(Relaxed) | 1 << (value % 64), Relaxed);
        }
    }

    #[inline]
    fn leave(&self, line: usize, value: Option<usize>) {
        let Some(value) = value else { return };
        let count = &self.counts[line * self.words * 64 + value];
        let after = count.load(Relaxed) - 1;
        count.store(after, Relaxed);
        if after == 0 {
            let word = &self.present[line * self.words + value / 64];
            word.store(word.load(Relaxed) & !(1 << (value % 64)), Relaxed);
        }
    }

    /// Which of 64 values are in the window whose bits [`Windows::slide`] named.
    #[inline]
    pub(super) fn word(&self, place: usize, word: usize) -> u64 {
        if word < self.words { self.present[place + word].load(Relaxed) } else { 0 }
    }
}
