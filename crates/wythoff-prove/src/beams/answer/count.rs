//! How many P-positions there are, and the n-th: the sum of all rows below a window says it.
//!
//! A column holds `k` P-positions, those below the diagonal included, which are the mirror image of a row; a row that is missing counts as
//! full, and has to be left out of sums by rows.

use super::{BeamAnswers, NoBeamAnswer, divide, law_root};
use crate::listed::{Halt, Visit};
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural};

/// Columns that are made at once.
const CHUNK: u64 = 4096;
/// The n-th P-position is looked for in so many columns at first.
const NEAR: i64 = 128;

impl BeamAnswers {
    /// The sum of all rows from the start to before this one, both counted from the start.
    fn sum_before(&self, row: &Integer, budget: &Budget) -> Result<Integer, NoBeamAnswer> {
        if let Some(sum) = usize::try_from(row).ok().and_then(|row| self.known.1.get(row)) {
            return Ok((*sum).into());
        }
        self.with_slack(|slack| Ok(self.rows(row, 1, slack, budget)?.0.before))
    }

    /// How many P-positions with `x ≤ y` lie in the columns before this one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count_before(&self, column: &Natural, budget: &Budget) -> Result<Natural, NoBeamAnswer> {
        let after = Integer::from(column.clone()) - self.start();
        if after <= Integer::ZERO {
            let column = u64::try_from(column).unwrap_or(u64::MAX);
            return Ok(self.ground.partition_point(|p| p.0 < column).into());
        }
        let sum = self.sum_before(&after, budget)?;
        counted(after * self.see - sum + self.ground.len())
    }

    /// How many P-positions with `x ≤ y` have both piles at most this.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Natural, NoBeamAnswer> {
        let (start, end) = (self.claim.start, Integer::from(to.clone()) + Integer::ONE);
        // Columns of these rows are not beyond the start.
        let limit = u64::try_from(&end).unwrap_or(u64::MAX).min(start);
        let early = self.ground.iter().filter(|p| p.1 < limit).count();
        let after = &end - self.start();
        if after <= Integer::ZERO {
            return Ok(early.into());
        }
        let missing = |before: &Integer| {
            let classes = self.exists.len();
            let (turns, rest) = divide(before, classes);
            let gone = |rest: usize| self.exists[..rest].iter().filter(|e| !**e).count();
            turns * gone(classes) + gone(rest)
        };
        let gone = missing(&end) - missing(&self.start());
        counted(self.sum_before(&after, budget)? - gone * self.see + early)
    }

    /// `count` P-positions with `x ≤ y` from the one of this index on, ascending; the first has index 0.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn list_from(
        &self,
        index: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<(Natural, Natural)>, NoBeamAnswer> {
        let mut found: Vec<(Natural, Natural)> = vec![];
        if count == 0 {
            return Ok(found);
        }
        let (mut column, mut skip) = self.locate(index, budget)?;
        // Most columns hold a P-position.
        let mut columns = (count as u64 + 8).min(CHUNK);
        while found.len() < count {
            let to = &column + Natural::from(columns);
            let next = self.columns(&column, &to, budget)?;
            found.extend(next.into_iter().skip(std::mem::take(&mut skip)).take(count - found.len()));
            budget.fits(found.len() as u64 * 96)?;
            (column, columns) = (to, CHUNK);
        }
        Ok(found)
    }

    /// The column of the P-position of this index, and how many of that column come before it.
    fn locate(&self, index: &Natural, budget: &Budget) -> Result<(Natural, usize), NoBeamAnswer> {
        if let Some(&(column, _)) = usize::try_from(index).ok().and_then(|index| self.ground.get(index)) {
            let before = self.ground.partition_point(|p| p.0 < column);
            return Ok((column.into(), usize::try_from(index).unwrap_or(0) - before));
        }
        let wanted = Integer::from(index.clone()) - self.ground.len();
        let (above, below) = self.per_column(&wanted);
        let over = |n: &Integer| n * &below / &above;
        let mut column = over(&wanted);
        let mut near = NEAR;
        // Counts stay near to the line, so the second estimate is as near as any; then it takes wider looks.
        loop {
            budget.poll()?;
            let from = (&column - near).max(Integer::ZERO);
            let length = usize::try_from(2 * near).unwrap_or(usize::MAX);
            let (rows, _) = self.with_slack(|slack| self.rows(&from, length, slack, budget))?;
            let mut before = &from * self.see - &rows.before;
            if before <= wanted {
                let mut at = from;
                for &row in &rows.rows {
                    let here = self.see.saturating_sub(row.into());
                    if &before + here > wanted {
                        let column = Natural::try_from(at + self.start());
                        let skip = usize::try_from(wanted - before);
                        return Ok((
                            column.map_err(|_| NoBeamAnswer::Unready)?,
                            skip.map_err(|_| NoBeamAnswer::Unready)?,
                        ));
                    }
                    before += here;
                    at += Integer::ONE;
                }
                column = at + over(&(&wanted - before));
            } else {
                column = from + over(&(&wanted - before));
            }
            near *= 2;
        }
    }

    /// About how many P-positions there are in a column, as a fraction precise enough for a number like this one.
    fn per_column(&self, wanted: &Integer) -> (Integer, Integer) {
        use dashu_int::ops::BitTest as _;
        let (a, b) = (Integer::from(self.claim.law.0), Integer::from(self.claim.law.1));
        let one = Integer::from(1) << (wanted.bit_len() + 64);
        // Diagonals take `total / period` each, and a column needs s - 1 of them; to these come the outer beams.
        let (total, period) =
            (Integer::from(self.table.added.total), Integer::from(self.table.added.period()));
        let outer = Integer::from(self.see) - Integer::from(self.claim.inner.column);
        let below = &one * &period * &b * Integer::from(2);
        let slope = law_root(&one, &a, &b) + (&a - &b * Integer::from(2)) * &one;
        (slope * total + outer * &below, below)
    }

    /// Hands out the columns `from <= x < until` with their rows up to `tallest`.
    pub(crate) fn visit_columns(
        &self,
        (from, until): (&Natural, &Natural),
        tallest: Option<&Natural>,
        budget: &Budget,
        visit: Visit<'_>,
    ) -> Result<(), Halt> {
        let mut x = from.clone();
        while x < *until {
            let to = (&x + Natural::from(CHUNK)).min(until.clone());
            let found = self.columns(&x, &to, budget).map_err(|why| Halt::beams(&x, why))?;
            let mut found = found.into_iter().peekable();
            while x < to {
                let mut rows = vec![];
                while let Some((_, y)) = found.next_if(|(column, _)| *column == x) {
                    rows.push(y);
                }
                if let Some(tallest) = tallest {
                    rows.retain(|y| y <= tallest);
                }
                let flow = visit(&x, &rows);
                x += Natural::ONE;
                if flow == ControlFlow::Break(()) {
                    return Err(Halt::Asked { column: x });
                }
            }
        }
        Ok(())
    }
}

fn counted(count: Integer) -> Result<Natural, NoBeamAnswer> {
    Natural::try_from(count).map_err(|_| NoBeamAnswer::Unready)
}
