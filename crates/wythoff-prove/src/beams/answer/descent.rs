//! Windows at `x`, `x/s`, `x/s²`, …, the lowest first: what rows hold, and the inner beam over some columns.
//!
//! Columns and rows are counted from the start of the claim here. The row at which the window of column `t` begins is `f(t) = t + e(t)`. Where to
//! look is estimated, with a [`Slack`]; what was found is then checked against what was wanted, and with too little slack there is no answer.

use super::table::divide;
use super::together::Alone;
use super::{BeamAnswers, LONGEST, NoBeamAnswer, law_root};
use dashu_int::ops::{BitTest as _, UnsignedAbs as _};
use std::sync::PoisonError;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural};

/// How much earlier and later than the line says one has to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slack {
    /// So many columns shapes are given to come together.
    pub(super) together: i64,
    /// `f(t) - s·t` is between these two.
    pub(super) low: i64,
    pub(super) high: i64,
}

/// What the rows hold from `from` on, and the sum of all rows before.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) from: Integer,
    pub(super) before: Integer,
    pub(super) rows: Vec<u8>,
}

/// The inner beam in one of some columns: so many after the first.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) after: usize,
    pub(super) shape: u32,
    pub(super) lowest: Integer,
}

/// The inner beam from a column on, with what its columns read.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) column: Integer,
    pub(super) lowest: Integer,
    pub(super) shape: u32,
    pub(super) rows: Vec<u8>,
    /// The columns in which these rows are written.
    pub(super) below: Option<Rows>,
}

/// A column of a stretch, counted from its first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'s> {
    pub(super) after: usize,
    /// How much higher the lowest open diagonal is than in the first column.
    pub(super) higher: i64,
    /// The P-positions, counted from the lowest open diagonal.
    pub(super) marks: &'s [u32],
}

/// Bits behind the point of small inverses.
const SMALL: u32 = 40;

/// `1/s`, rounded down to some bits.
struct Inverse {
    value: Natural,
    bits: usize,
    small: i128,
}

impl Inverse {
    fn new((a, b): (u64, u64), bits: usize) -> Inverse {
        let at = |bits: usize| {
            let one = Integer::from(1) << bits;
            let (a, b) = (Integer::from(a), Integer::from(b));
            ((law_root(&one, &a, &b) - a * one) / (b * Integer::from(2))).unsigned_abs()
        };
        let small = i128::try_from(at(SMALL as usize)).unwrap_or(0);
        Inverse { value: at(bits), bits, small }
    }

    /// `w/s`, at most one too small.
    fn over(&mut self, w: &Integer) -> Integer {
        let needed = w.bit_len() + 64;
        if needed + 64 < self.bits {
            self.value >>= self.bits - needed;
            self.bits = needed;
        }
        (w * &self.value) >> self.bits
    }

    /// The same for small numbers.
    fn over_small(&self, w: i64) -> i64 {
        ((i128::from(w) * self.small) >> SMALL) as i64
    }
}

impl BeamAnswers {
    /// Asks with little slack, and with more if that was not enough.
    pub(super) fn with_slack<T>(
        &self,
        mut question: impl FnMut(Slack) -> Result<T, NoBeamAnswer>,
    ) -> Result<T, NoBeamAnswer> {
        for slack in &self.slack {
            match question(*slack) {
                Err(NoBeamAnswer::Apart) => {}
                answer => return answer,
            }
        }
        Err(NoBeamAnswer::Apart)
    }

    /// The P-positions of the inner beam in the columns before one whose rows before it add up to `sum`.
    pub(super) fn count(&self, column: &Integer, sum: &Integer) -> Integer {
        column * self.claim.inner.column - sum
    }

    /// Where the inner beam is, as early in these columns as that can be told.
    pub(super) fn place(&self, rows: &Rows) -> Result<Place, NoBeamAnswer> {
        if rows.from == Integer::ZERO {
            return Ok(Place { after: 0, shape: 0, lowest: self.claim.inner.lowest.into() });
        }
        // What diagonals below the lowest open one have got, and what stands in the window, is what columns have given.
        let given = self.count(&rows.from, &rows.before) + self.offset.1;
        let (turns, rest) = divide(&given, self.table.added.total as usize);
        let base = turns * self.table.added.period();
        let (_, row) = divide(&(&rows.from + &base + self.claim.start), self.table.entered.period());
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let Alone { after, shape, lowest } = sets.walk(&self.table, (rest, row), &rows.rows)?;
        Ok(Place { after, shape, lowest: base + lowest })
    }

    /// The rows from `from` on, from the columns in which they are written.
    fn written(&self, read: &Rows, from: &Integer, length: usize) -> Result<Rows, NoBeamAnswer> {
        let Place { after, mut shape, lowest } = self.place(read)?;
        let column = &read.from + after;
        let row = &column + lowest;
        let sum = &read.before + read.rows[..after].iter().map(|&r| u64::from(r)).sum::<u64>();
        // All rows below the window: what entered it, and what the beam has added.
        let mut before = self.count(&column, &sum)
            + self.table.entered.before(&(&row + self.claim.start))
            + (self.offset.0 - self.table.excess(shape));
        let skip = usize::try_from(from - row).map_err(|_| NoBeamAnswer::Apart)?;
        let wanted = skip + length;
        let mut rows: Vec<u8> = Vec::with_capacity(wanted + 16);
        for &letter in &read.rows[after..] {
            if rows.len() >= wanted {
                break;
            }
            let step = self.table.step(shape, letter).ok_or(NoBeamAnswer::Unready)?;
            rows.extend_from_slice(self.table.rows(step));
            shape = step.to;
        }
        if rows.len() < wanted {
            return Err(NoBeamAnswer::Apart);
        }
        rows.truncate(wanted);
        before += rows[..skip].iter().map(|&r| u64::from(r)).sum::<u64>();
        rows.drain(..skip);
        Ok(Rows { from: from.clone(), before, rows })
    }

    /// What `length` rows hold from `from` on; and the columns in which they are written, unless all is known.
    pub(super) fn rows(
        &self,
        from: &Integer,
        length: usize,
        slack: Slack,
        budget: &Budget,
    ) -> Result<(Rows, Option<Rows>), NoBeamAnswer> {
        if from.bit_len() > LONGEST {
            return Err(NoBeamAnswer::Long);
        }
        let known = self.known.0.len();
        let is_known = |(from, length): &(Integer, usize)| {
            usize::try_from(from).is_ok_and(|from| from.saturating_add(*length) <= known)
        };
        let mut windows = vec![(from.clone(), length)];
        let mut inverse = Inverse::new(self.claim.law, from.bit_len() + 64);
        let mut bytes = 0;
        // From the window in question down to one that is known.
        while let Some((from, length)) = windows.last().filter(|w| !is_known(w)) {
            let column = inverse.over(from);
            let earlier = inverse.over_small(slack.high) + 3 + slack.together;
            let later = inverse.over_small(*length as i64 - slack.low) + 3;
            let (begin, end) = ((&column - earlier).max(Integer::ZERO), column + later);
            if end >= from + *length {
                return Err(NoBeamAnswer::Apart);
            }
            let columns = usize::try_from(end - &begin).map_err(|_| NoBeamAnswer::Apart)?;
            bytes += begin.bit_len() as u64 / 8 + 64;
            budget.fits(bytes)?;
            windows.push((begin, columns));
        }
        let (from, length) = windows.pop().ok_or(NoBeamAnswer::Unready)?;
        let low = usize::try_from(&from).map_err(|_| NoBeamAnswer::Unready)?;
        let (values, sums) = &self.known;
        let mut rows = Rows { from, before: sums[low].into(), rows: values[low..low + length].to_vec() };
        let mut below = None;
        while let Some((from, length)) = windows.pop() {
            budget.poll()?;
            let next = self.written(&rows, &from, length)?;
            below = Some(std::mem::replace(&mut rows, next));
        }
        Ok((rows, below))
    }

    /// The inner beam in the columns from `from` on.
    pub(super) fn stretch(
        &self,
        from: &Integer,
        length: usize,
        slack: Slack,
        budget: &Budget,
    ) -> Result<Stretch, NoBeamAnswer> {
        let begin = (from - slack.together).max(Integer::ZERO);
        let early = usize::try_from(from - &begin).map_err(|_| NoBeamAnswer::Unready)?;
        let (rows, below) = self.rows(&begin, early + length, slack, budget)?;
        let place = self.place(&rows)?;
        if place.after > early {
            return Err(NoBeamAnswer::Apart);
        }
        let first = self.beginning_at(&rows, place);
        let (mut shape, mut higher) = (first.shape, 0);
        let skip = usize::try_from(from - &first.column).map_err(|_| NoBeamAnswer::Apart)?;
        for &row in &first.rows[..skip] {
            let step = self.table.step(shape, row).ok_or(NoBeamAnswer::Unready)?;
            higher += i64::from(step.leaving) - 1;
            shape = step.to;
        }
        let rows = first.rows[skip..].to_vec();
        Ok(Stretch { column: from.clone(), lowest: first.lowest + higher, shape, rows, below })
    }

    /// All columns from a place on.
    pub(super) fn beginning_at(&self, rows: &Rows, place: Place) -> Stretch {
        let Place { after, shape, lowest } = place;
        Stretch { column: &rows.from + after, lowest, shape, rows: rows.rows[after..].to_vec(), below: None }
    }

    /// Looks at every column of a stretch; then at the column behind it, which has no marks yet.
    pub(super) fn walk<'a>(
        &'a self,
        stretch: &Stretch,
        mut look: impl FnMut(Column<'a>),
    ) -> Result<(), NoBeamAnswer> {
        let (mut shape, mut higher) = (stretch.shape, 0);
        for (after, &row) in stretch.rows.iter().enumerate() {
            let step = self.table.step(shape, row).ok_or(NoBeamAnswer::Unready)?;
            look(Column { after, higher, marks: self.table.marks(step) });
            higher += i64::from(step.leaving) - 1;
            shape = step.to;
        }
        look(Column { after: stretch.rows.len(), higher, marks: &[] });
        Ok(())
    }

    /// The P-positions of the inner beam in columns before `to`, from the start on: column and row.
    pub(super) fn inner(
        &self,
        from: &Integer,
        to: &Integer,
        budget: &Budget,
    ) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let from = from.clone().max(Integer::ZERO);
        if from >= *to {
            return Ok(vec![]);
        }
        let length = usize::try_from(to - &from).map_err(|_| NoBeamAnswer::Long)?;
        let stretch = self.with_slack(|slack| self.stretch(&from, length, slack, budget))?;
        self.marked(&stretch)
    }

    /// All P-positions of a stretch.
    pub(super) fn marked(&self, stretch: &Stretch) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let mut found = vec![];
        let row = &stretch.column + &stretch.lowest;
        self.walk(stretch, |column| {
            for &mark in column.marks {
                let above = column.after as i64 + column.higher + i64::from(mark);
                found.push((&stretch.column + column.after, &row + above));
            }
        })?;
        Ok(found)
    }

    /// The P-positions that the inner beam leaves in a row.
    pub(super) fn inner_row(
        &self,
        row: &Integer,
        budget: &Budget,
    ) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let (a, b) = (Integer::from(self.claim.law.0), Integer::from(self.claim.law.1));
        let over = |w: Integer| (law_root(&w, &a, &b) - &a * w) / (&b * Integer::from(2));
        self.with_slack(|slack| {
            let begin = over(row - self.claim.height - slack.high) - (slack.together + 2);
            let end = over(row - slack.low) + 3;
            let rows = self.rows_between(begin, end, slack, budget)?;
            self.in_row(&rows, row)
        })
    }

    /// The P-positions that the inner beam leaves on a diagonal.
    pub(super) fn inner_diagonal(
        &self,
        diagonal: &Integer,
        budget: &Budget,
    ) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let (a, b) = (Integer::from(self.claim.law.0), Integer::from(self.claim.law.1));
        let less = &a - &b * Integer::from(2);
        let over = |w: Integer| (law_root(&w, &a, &b) - &less * w) / (&a * Integer::from(2));
        self.with_slack(|slack| {
            let begin = over(diagonal - self.claim.height - slack.high) - (slack.together + 2);
            let end = over(diagonal - slack.low) + 3;
            let rows = self.rows_between(begin, end, slack, budget)?;
            let stretch = self.beginning_at(&rows, self.place(&rows)?);
            let wanted = diagonal - &stretch.lowest;
            self.among(&stretch, &wanted, |_, above| above)
        })
    }

    fn rows_between(
        &self,
        begin: Integer,
        end: Integer,
        slack: Slack,
        budget: &Budget,
    ) -> Result<Rows, NoBeamAnswer> {
        let begin = begin.max(Integer::ZERO);
        let length = usize::try_from(end - &begin).unwrap_or(0);
        Ok(self.rows(&begin, length, slack, budget)?.0)
    }

    /// The P-positions that the inner beam leaves in a row, from columns that hold all of them.
    pub(super) fn in_row(&self, rows: &Rows, row: &Integer) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let stretch = self.beginning_at(rows, self.place(rows)?);
        let wanted = row - (&stretch.column + &stretch.lowest);
        self.among(&stretch, &wanted, |column, above| column as i64 + above)
    }

    /// The P-positions of a stretch whose measure is the one that is wanted. The measure of the lowest open diagonal never becomes
    /// smaller: so all of them are found if it is less by the height of the beam in the first column, and more behind the last one.
    fn among(
        &self,
        stretch: &Stretch,
        wanted: &Integer,
        measure: impl Fn(usize, i64) -> i64,
    ) -> Result<Vec<(Integer, Integer)>, NoBeamAnswer> {
        let first = stretch.column == Integer::ZERO;
        if *wanted < Integer::ZERO && first {
            return Ok(vec![]);
        }
        let wanted = i64::try_from(wanted).map_err(|_| NoBeamAnswer::Apart)?;
        if !first && wanted < self.claim.height as i64 {
            return Err(NoBeamAnswer::Apart);
        }
        let row = &stretch.column + &stretch.lowest;
        let (mut found, mut last) = (vec![], 0);
        self.walk(stretch, |column| {
            last = measure(column.after, column.higher);
            for &mark in column.marks {
                if last + i64::from(mark) == wanted {
                    let above = column.after as i64 + column.higher + i64::from(mark);
                    found.push((&stretch.column + column.after, &row + above));
                }
            }
        })?;
        if last > wanted { Ok(found) } else { Err(NoBeamAnswer::Apart) }
    }
}
