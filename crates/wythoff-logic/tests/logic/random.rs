//! Random numbers that are the same on every machine (Steele, Lea, Flood 2014: SplitMix64), and the loop over cases.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of one case of a test.
    pub(crate) fn of_case(seed: u64, case: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ case);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// From `least` to `most`.
    pub(crate) fn within(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them.
    pub(crate) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The library and plain evaluation agree.
    Right,
    /// The automata were larger than the test allows.
    TooLarge,
    /// They differ, or the library panicked.
    Wrong(String),
}

/// A random question with its answer by plain evaluation.
pub(crate) trait Case: Clone + std::fmt::Debug {
    /// Asks the library and compares.
    fn compare(&self) -> Outcome;
    /// Cases that are a little smaller.
    fn smaller(&self) -> Vec<Self>;
}

/// Tries `count` cases, and fails with the number of wrong ones and a small one if there are any.
pub(crate) fn try_cases<C: Case>(seed: u64, count: u64, make: impl Fn(&mut Random) -> C) {
    let (mut wrong, mut too_large) = (0, 0);
    let mut first: Option<(u64, C)> = None;
    for number in 0..count {
        let case = make(&mut Random::of_case(seed, number));
        match outcome(&case) {
            Outcome::Right => {}
            Outcome::TooLarge => too_large += 1,
            Outcome::Wrong(_) => {
                wrong += 1;
                first.get_or_insert((number, case));
            }
        }
    }
    if let Some((number, case)) = first {
        let small = shrink(case);
        panic!(
            "{wrong} of {count} cases of seed {seed} are wrong; the first is number {number}, made smaller:\n{small:?}\n{:?}",
            outcome(&small)
        );
    }
    assert!(too_large * 10 <= count, "{too_large} of {count} cases were too large to compare");
}

fn outcome<C: Case>(case: &C) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| case.compare()))
        .unwrap_or_else(|_| Outcome::Wrong("the library panicked".to_owned()))
}

/// Takes the first smaller case that is still wrong, as long as there is one.
fn shrink<C: Case>(mut case: C) -> C {
    while let Some(smaller) = case.smaller().into_iter().find(|c| matches!(outcome(c), Outcome::Wrong(_))) {
        case = smaller;
    }
    case
}
