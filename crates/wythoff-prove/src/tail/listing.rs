//! The P-positions of a proved tail in order: columns, counts, and from any index on.
//!
//! Of a symmetric game only `x <= y` is listed. A column is looked up in the start, or found by its remainders; how many P-positions come before a
//! column is a sum over the progressions, so the one of any index is found by halving.

use super::answer::TailAnswers;
use crate::listed::{Halt, Visit};
use std::ops::ControlFlow;
use wythoff_budget::{Budget, Limit};
use wythoff_number::Natural;

/// Parallel progressions: one square every so many columns, so many rows higher.
#[derive(Clone, Debug)]
struct Parallel {
    step: (u64, u64),
    /// Where they begin: by the column modulo the step, then by the square.
    first: Vec<(u64, (u64, u64))>,
}

/// The P-positions of a tail, or those of them with `x <= y`.
#[derive(Clone, Debug)]
pub(crate) struct TailList {
    /// Those of the start, ascending.
    start: Vec<(u64, u64)>,
    beams: Vec<Parallel>,
}

impl TailList {
    /// All of them; with `half` only those with `x <= y`.
    pub(crate) fn new(answers: &TailAnswers, half: bool) -> TailList {
        let listed = |&(x, y): &(u64, u64)| !half || x <= y;
        let start = answers.start().iter().copied().filter(listed).collect();
        let mut beams: Vec<Parallel> = vec![];
        // Progressions do not cross the diagonal.
        for &(first, step) in answers.progressions().iter().filter(|(first, _)| listed(first)) {
            let first = (first.0 % step.0, first);
            match beams.iter_mut().find(|beam| beam.step == step) {
                Some(beam) => beam.first.push(first),
                None => beams.push(Parallel { step, first: vec![first] }),
            }
        }
        beams.iter_mut().for_each(|beam| beam.first.sort_unstable());
        TailList { start, beams }
    }

    fn progressions(&self) -> impl Iterator<Item = ((u64, u64), (u64, u64))> + '_ {
        self.beams.iter().flat_map(|beam| beam.first.iter().map(|&(_, first)| (first, beam.step)))
    }

    /// The rows of a column, ascending.
    pub(crate) fn rows(&self, x: &Natural) -> Vec<Natural> {
        let mut rows: Vec<Natural> = Vec::new();
        if let Ok(x) = u64::try_from(x) {
            let from = self.start.partition_point(|&(u, _)| u < x);
            let of_start = self.start[from..].iter().take_while(|&&(u, _)| u == x);
            rows.extend(of_start.map(|&(_, y)| Natural::from(y)));
        }
        for Parallel { step: (across, up), first } in &self.beams {
            let rest = u64::try_from(x % Natural::from(*across)).unwrap_or(0);
            let from = first.partition_point(|&(r, _)| r < rest);
            for (_, (u, v)) in
                first[from..].iter().take_while(|&&(r, (u, _))| r == rest && Natural::from(u) <= *x)
            {
                rows.push(
                    Natural::from(*v) + (x - Natural::from(*u)) / Natural::from(*across) * Natural::from(*up),
                );
            }
        }
        rows.sort_unstable();
        rows
    }

    /// How many P-positions lie in the columns before this one.
    pub(crate) fn count_before(&self, until: &Natural) -> Natural {
        let in_start = self.start.partition_point(|&(x, _)| Natural::from(x) < *until);
        let of = |((x, _), (period, _)): ((u64, u64), (u64, u64))| {
            let first = Natural::from(x);
            let none = Natural::from(0u8);
            if *until <= first {
                none
            } else {
                (until - first - Natural::from(1u8)) / Natural::from(period) + Natural::from(1u8)
            }
        };
        self.progressions().map(of).sum::<Natural>() + Natural::from(in_start)
    }

    /// How many P-positions have both piles at most this.
    pub(crate) fn count_to(&self, to: &Natural) -> Natural {
        let in_start = self.start.iter().filter(|&&(x, y)| Natural::from(x.max(y)) <= *to).count();
        let of = |((x, y), (period, rise)): ((u64, u64), (u64, u64))| {
            let (x, y) = (Natural::from(x), Natural::from(y));
            if *to < x || *to < y {
                return Natural::from(0u8);
            }
            let steps = ((to - x) / Natural::from(period)).min((to - y) / Natural::from(rise));
            steps + Natural::from(1u8)
        };
        self.progressions().map(of).sum::<Natural>() + Natural::from(in_start)
    }

    /// Hands out the columns `from <= x < until` with their rows up to `tallest`.
    pub(crate) fn columns(
        &self,
        (from, until): (&Natural, &Natural),
        tallest: Option<&Natural>,
        budget: &Budget,
        visit: Visit<'_>,
    ) -> Result<(), Halt> {
        let one = Natural::from(1u8);
        let mut x = from.clone();
        while x < *until {
            budget.poll().map_err(|limit| Halt::Limit { column: x.clone(), limit })?;
            let mut rows = self.rows(&x);
            if let Some(tallest) = tallest {
                rows.retain(|y| y <= tallest);
            }
            let flow = visit(&x, &rows);
            x += &one;
            if flow.is_break() {
                return Err(Halt::Asked { column: x });
            }
        }
        Ok(())
    }

    /// `count` P-positions from the one of this index on.
    pub(crate) fn list_from(
        &self,
        index: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<(Natural, Natural)>, Halt> {
        if self.beams.is_empty()
            && self.start.len() < usize::try_from(index).unwrap_or(usize::MAX).saturating_add(count)
        {
            return Err(Halt::Few { total: Natural::from(self.start.len()) });
        }
        let limit = |limit| Halt::Limit { column: Natural::from(0u8), limit };
        let mut found = Vec::new();
        if count == 0 {
            return Ok(found);
        }
        let (x, skip) = self.locate(index, budget).map_err(limit)?;
        let mut skip = usize::try_from(&skip).unwrap_or(usize::MAX);
        let far = &x + Natural::from(u64::MAX);
        let walked = self.columns((&x, &far), None, budget, &mut |x, rows| {
            let rows = rows.iter().skip(std::mem::take(&mut skip)).take(count - found.len());
            found.extend(rows.map(|y| (x.clone(), y.clone())));
            if found.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match walked {
            Ok(()) | Err(Halt::Asked { .. }) => Ok(found),
            Err(other) => Err(other),
        }
    }

    /// The column of the P-position of this index, and how many of that column come before it.
    fn locate(&self, index: &Natural, budget: &Budget) -> Result<(Natural, Natural), Limit> {
        let (one, two) = (Natural::from(1u8), Natural::from(2u8));
        // Not more than `low`, more than `index` before `high`.
        let (mut low, mut high) = (Natural::from(0u8), Natural::from(1u8));
        while self.count_before(&high) <= *index {
            budget.poll()?;
            low = high.clone();
            high *= &two;
        }
        while &low + &one < high {
            budget.poll()?;
            let middle = (&low + &high) / &two;
            if self.count_before(&middle) <= *index {
                low = middle;
            } else {
                high = middle;
            }
        }
        let before = self.count_before(&low);
        Ok((low, index - before))
    }
}
