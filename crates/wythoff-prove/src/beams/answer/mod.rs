//! Answers at any size from proved beams: every P-position of a column, a row or a diagonal, how many there are, and the n-th, however far out.
//!
//! What the inner beam does in a column depends on the rows that it has written at about `x/s`, and so on down to columns that are known. So
//! windows at `x`, `x/s`, `x/s²`, … are walked, the lowest first. The state at the beginning of a window is not known: all shapes of the closure
//! that the counting law allows are walked until they have come together. If they do not, the window is begun earlier; nothing is guessed.
//! The sum of all rows below a window is carried along; it says how many P-positions there are before a column.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_check::Proved;
//! use wythoff_number::Natural;
//! use wythoff_prove::beams::find;
//! use wythoff_prove::beams::answer::BeamAnswers;
//! use wythoff_rules::Definition;
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 14\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let proved = Proved::new(find(&rules, &Budget::default()).unwrap(), &Budget::default()).unwrap();
//! let (answers, budget) = (BeamAnswers::new(&proved, &Budget::default()).unwrap(), Budget::default());
//! let x = Natural::from(10u8).pow(100);
//! let column = answers.column(&x, &budget).unwrap();
//! assert!(column.iter().all(|y| answers.is_p(&x, y, &budget).unwrap()));
//! let before = answers.count_before(&x, &budget).unwrap();
//! assert_eq!(answers.list_from(&before, 1, &budget).unwrap(), [(x, column[0].clone())]);
//! ```

mod count;
mod descent;
mod table;
mod together;

use super::law_root;
use dashu_int::{IBig, UBig};
use descent::{Place, Rows, Slack};
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex};
use table::{Table, divide};
use together::Sets;
use wythoff_budget::{Budget, Limit};
use wythoff_check::Proved;
use wythoff_check::beams::ground::{Ground, kind};
use wythoff_check::beams::outer::Cycle;
use wythoff_check::beams::{BeamWindow, BeamsCertificate, outside};

/// So many rows beyond the start are known from the beginning.
const KNOWN: usize = 20_000;
/// How much slack is needed is measured in the known columns, at so many places.
const PLACES: usize = 500;
/// The number of windows grows with that of the digits, and so does the time for each: piles have at most this many bits, about 10,000 decimal
/// digits.
const LONGEST: usize = 33_220;

/// Column and row of some P-positions.
type Squares = Vec<(IBig, IBig)>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBeamAnswer {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// Shapes stay apart.
    #[error("the windows that the inner beam may have stay apart for too long")]
    Apart,
    /// Numbers with too many digits.
    #[error("beams answer for numbers of up to 10,000 digits")]
    Long,
    /// The claim could not be made ready.
    #[error("the proof could not be made ready for questions")]
    Unready,
}

/// Answers from proved beams.
#[derive(Clone, Debug)]
pub struct BeamAnswers {
    claim: BeamsCertificate,
    /// A square is a P-position if it sees fewer than so many.
    see: u64,
    cycles: Vec<(BeamWindow, Cycle)>,
    table: Table,
    /// What has to be added to counts of the columns from the start on, to have those of rows and of diagonals.
    offset: (i64, i64),
    /// The P-positions of the columns before the start, with `x ≤ y`.
    ground: Vec<(u64, u64)>,
    /// What rows hold from the start on, and these numbers added up before each row.
    known: (Vec<u8>, Vec<u64>),
    /// A position may be P only if its piles are in the right classes.
    exists: Vec<bool>,
    /// Little slack first.
    slack: Vec<Slack>,
    /// What has been learnt about sets of shapes, for all questions.
    sets: Arc<Mutex<Sets>>,
}

impl BeamAnswers {
    /// Makes a proof ready.
    ///
    /// # Errors
    /// If it is not about beams, or a limit is reached.
    pub fn new(proved: &Proved, budget: &Budget) -> Result<BeamAnswers, NoBeamAnswer> {
        let claim = proved.beams().ok_or(NoBeamAnswer::Unready)?.clone();
        BeamAnswers::of_claim(claim, budget)
    }

    /// From a claim that has been proved.
    fn of_claim(claim: BeamsCertificate, budget: &Budget) -> Result<BeamAnswers, NoBeamAnswer> {
        let unready = |_| NoBeamAnswer::Unready;
        if claim.slips.is_some() {
            // The counting law, by which states are found, does not hold.
            return Err(NoBeamAnswer::Unready);
        }
        let kind = kind(&claim.rules, budget).map_err(unready)?;
        let mut start = Ground::new(&kind);
        let mut ground = vec![];
        while start.column < claim.start {
            let x = start.column;
            ground.extend(start.play().into_iter().map(|y| (x, y)));
            budget.poll()?;
        }
        let windows: Vec<BeamWindow> =
            std::iter::once(claim.inner).chain(claim.outer.iter().map(|b| b.window)).collect();
        let outside = outside(&kind, &start, &windows, budget).map_err(unready)?;
        let inner = outside.inner;
        let table = Table::new(&inner, &claim, budget)?;
        let (by_rows, by_diagonals) = inner.machine.excess(&inner.state);
        let small = |n: IBig| i64::try_from(n).map_err(|_| NoBeamAnswer::Unready);
        let written: u64 = inner.written.iter().map(|&r| u64::from(r)).sum();
        let (diagonal, row) = (IBig::from(claim.inner.lowest), IBig::from(claim.start + claim.inner.lowest));
        let offset = (
            small(IBig::from(written) + IBig::from(by_rows) - table.entered.before(&row))?,
            small(IBig::from(by_diagonals) + table.added.before(&diagonal))?,
        );
        let mut answers = BeamAnswers {
            claim,
            see: kind.see.into(),
            cycles: windows[1..].iter().copied().zip(outside.cycles).collect(),
            table,
            offset,
            ground,
            known: (vec![], vec![]),
            exists: kind.rows.iter().map(|&r| r == 0).collect(),
            slack: vec![],
            sets: Arc::default(),
        };
        answers.know(inner.written)?;
        Ok(answers)
    }

    /// Walks the first columns, and sees how much slack is needed there.
    fn know(&mut self, mut rows: Vec<u8>) -> Result<(), NoBeamAnswer> {
        let (a, b) = (i128::from(self.claim.law.0), i128::from(self.claim.law.1));
        // s in units of 2^-40.
        let slope = i128::try_from(law_root(&(IBig::from(1) << 40), &a.into(), &b.into()))
            .map_err(|_| NoBeamAnswer::Unready)?;
        let slope = ((a << 40) + slope) / (2 * b);
        let (mut shape, mut lowest) = (0, i128::from(self.claim.inner.lowest));
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        let mut column = 0;
        while rows.len() < KNOWN {
            let off = ((column as i128 + lowest) << 40) - slope * column as i128;
            (low, high) = (low.min(off), high.max(off));
            let step = self.table.step(shape, rows[column]).ok_or(NoBeamAnswer::Unready)?;
            rows.extend_from_slice(self.table.rows(step));
            lowest += i128::from(step.leaving) - 1;
            shape = step.to;
            column += 1;
        }
        let sums = rows.iter().scan(0, |sum, &row| {
            *sum += u64::from(row);
            Some(*sum)
        });
        self.known.1 = std::iter::once(0).chain(sums).collect();
        self.known.0 = rows;
        let (low, high) = ((low >> 40) as i64, (high >> 40) as i64 + 1);
        let more = (high - low) / 2 + 4;
        let together = (self.together(column)? * 3 / 2 + 16) as i64;
        let proved = (self.claim.distance + self.claim.height + 2) as i64;
        // The line of the claim goes through the origin, that of the slack through the start.
        let away = ((slope - (1 << 40)) * i128::from(self.claim.start)) >> 40;
        let narrow = Slack { together, low: low - more, high: high + more };
        let (low, high) = (away as i64 - proved - 2, away as i64 + proved + 2);
        let wide = Slack { together, low: low.min(narrow.low), high: high.max(narrow.high) };
        let more = |factor: i64| Slack { together: (together * factor).max(30 * factor), ..wide };
        self.slack = vec![narrow, more(2), more(8), more(32), more(256)];
        Ok(())
    }

    /// How many columns shapes take to come together, at most, when they begin at some of the first columns.
    fn together(&self, columns: usize) -> Result<usize, NoBeamAnswer> {
        let (rows, sums) = &self.known;
        let mut most = 0;
        for place in 0..PLACES {
            let column = 1 + place * (columns / 2) / PLACES;
            let rows = rows[column..column + columns / 2].to_vec();
            let rows = Rows { from: column.into(), before: sums[column].into(), rows };
            match self.place(&rows) {
                Ok(Place { after, .. }) => most = most.max(after),
                // They may, elsewhere.
                Err(NoBeamAnswer::Apart) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(most)
    }

    fn start(&self) -> IBig {
        IBig::from(self.claim.start)
    }

    /// From the start on, to the origin.
    fn placed(&self, found: Vec<(IBig, IBig)>) -> impl Iterator<Item = (IBig, IBig)> {
        let start = self.claim.start;
        found.into_iter().map(move |(x, y)| (x + start, y + start))
    }

    /// The P-positions of the outer beams in those columns `t` after the start that `range` gives for a beam's cycle.
    fn outer(&self, range: impl Fn(&BeamWindow, &Cycle) -> (IBig, IBig)) -> Vec<(IBig, IBig)> {
        let mut found = vec![];
        for (window, cycle) in &self.cycles {
            let (from, to) = range(window, cycle);
            let mut t = from.max(IBig::ZERO);
            let (turns, mut rest) = divide(&t, cycle.marks.len());
            let mut low = turns * IBig::from(cycle.advance) + IBig::from(window.lowest);
            while t <= to {
                let column = self.start() + &t;
                for mark in &cycle.marks[rest] {
                    found.push((column.clone(), &column + &low + IBig::from(*mark)));
                }
                t += IBig::ONE;
                rest += 1;
                if rest == cycle.marks.len() {
                    rest = 0;
                    low += IBig::from(cycle.advance);
                }
            }
        }
        found
    }

    /// The P-positions before the start that satisfy a condition.
    fn early(&self, is: impl Fn(&IBig, &IBig) -> bool) -> Vec<(IBig, IBig)> {
        let all = self.ground.iter().map(|&(x, y)| (IBig::from(x), IBig::from(y)));
        all.filter(|(x, y)| is(x, y)).collect()
    }

    /// The rows `y ≥ x` of the P-positions of a column, ascending.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn column(&self, x: &UBig, budget: &Budget) -> Result<Vec<UBig>, NoBeamAnswer> {
        let found = self.columns(x, &(x + UBig::ONE), budget)?;
        Ok(found.into_iter().map(|(_, y)| y).collect())
    }

    /// The P-positions with `x ≤ y` of the columns from `from` to before `to`, ascending.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn columns(
        &self,
        from: &UBig,
        to: &UBig,
        budget: &Budget,
    ) -> Result<Vec<(UBig, UBig)>, NoBeamAnswer> {
        let (from, to) = (IBig::from(from.clone()), IBig::from(to.clone()));
        let (first, end) = (&from - self.start(), &to - self.start());
        let mut found = self.early_columns(&from, &to);
        found.extend(self.placed(self.inner(&first, &end, budget)?));
        found.extend(self.outer(|_, _| (first.clone(), &end - IBig::ONE)));
        let mut found: Vec<(UBig, UBig)> = found.into_iter().filter_map(natural).collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The P-positions of the columns before the start from `from` to before `to`.
    fn early_columns(&self, from: &IBig, to: &IBig) -> Vec<(IBig, IBig)> {
        let at = |column: &IBig| {
            let column = u64::try_from(column).unwrap_or(u64::MAX);
            self.ground.partition_point(|p| p.0 < column)
        };
        let (from, to) = (at(from), at(to));
        self.ground[from..to.max(from)].iter().map(|&(x, y)| (x.into(), y.into())).collect()
    }

    /// The P-positions of a row with `x ≤ y`; `rows` may be the columns in which the inner beam writes it.
    fn row(&self, y: &IBig, rows: Option<&Rows>, budget: &Budget) -> Result<Vec<(IBig, IBig)>, NoBeamAnswer> {
        let mut found = self.early(|_, row| row == y);
        let inner = y - self.start();
        if inner >= IBig::ZERO {
            let known = rows.and_then(|rows| self.in_row(rows, &inner).ok());
            let inner = match known {
                Some(known) => known,
                None => self.inner_row(&inner, budget)?,
            };
            found.extend(self.placed(inner));
        }
        found.extend(self.outer(|window, cycle| {
            let height = (y - self.start() - IBig::from(window.lowest)) * IBig::from(cycle.period);
            let by = (cycle.period + cycle.advance) as usize;
            (
                divide(&(&height - IBig::from(cycle.top)), by).0,
                divide(&(height - IBig::from(cycle.low)), by).0 + IBig::ONE,
            )
        }));
        found.retain(|(_, row)| row == y);
        Ok(found)
    }

    /// The P-positions on a diagonal with `x ≤ y`.
    fn diagonal(&self, d: &IBig, budget: &Budget) -> Result<Vec<(IBig, IBig)>, NoBeamAnswer> {
        let mut found = self.early(|x, y| y - x == *d);
        found.extend(self.placed(self.inner_diagonal(d, budget)?));
        found.extend(self.outer(|window, cycle| {
            let height = (d - IBig::from(window.lowest)) * IBig::from(cycle.period);
            let by = cycle.advance as usize;
            (
                divide(&(&height - IBig::from(cycle.top)), by).0,
                divide(&(height - IBig::from(cycle.low)), by).0 + IBig::ONE,
            )
        }));
        found.retain(|(x, y)| y - x == *d);
        Ok(found)
    }

    /// Whether there is such a square.
    #[must_use]
    pub fn exists(&self, x: &UBig, y: &UBig) -> bool {
        let class = |n: &UBig| usize::try_from(n % UBig::from(self.exists.len())).unwrap_or(0);
        self.exists[class(x)] && self.exists[class(y)]
    }

    /// Whether a position has at most so many options.
    pub(crate) fn has_at_most(&self, x: &UBig, y: &UBig, limit: u64) -> bool {
        // Of so many squares in a row more than that exist.
        let most = (limit + 1) * self.exists.len() as u64;
        let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) else { return false };
        if x > most || y > most {
            return false;
        }
        let exists = |x: u64, y: u64| u64::from(self.exists(&x.into(), &y.into()));
        let rook: u64 = (0..y).map(|to| exists(x, to)).chain((0..x).map(|to| exists(to, y))).sum();
        rook + (1..=x.min(y)).map(|t| exists(x - t, y - t)).sum::<u64>() <= limit
    }

    /// Which squares of a window are P-positions; `columns` and `rows` are successive numbers.
    pub(crate) fn window(
        &self,
        columns: &[UBig],
        rows: &[UBig],
        budget: &Budget,
    ) -> Result<FxHashSet<(usize, usize)>, NoBeamAnswer> {
        let mut found = FxHashSet::default();
        let (Some(left), Some(low)) = (columns.first(), rows.first()) else { return Ok(found) };
        let place = |n: &UBig, from: &UBig, length: usize| {
            let place = if n < from { None } else { usize::try_from(n - from).ok() };
            place.filter(|&p| p < length)
        };
        let (width, height) = (columns.len(), rows.len());
        let mut add = |x: &UBig, y: &UBig| {
            found.extend(place(x, left, width).zip(place(y, low, height)));
        };
        for (x, y) in self.columns(left, &(left + UBig::from(width)), budget)? {
            add(&x, &y);
        }
        // Below the diagonal are mirror images.
        for (x, y) in self.columns(low, &(low + UBig::from(height)), budget)? {
            add(&y, &x);
        }
        Ok(found)
    }

    /// Whether a position is a P-position.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_p(&self, x: &UBig, y: &UBig, budget: &Budget) -> Result<bool, NoBeamAnswer> {
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        Ok(self.column(x, budget)?.contains(y))
    }

    /// The options of a position that are P-positions, ascending.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn options(&self, x: &UBig, y: &UBig, budget: &Budget) -> Result<Vec<(UBig, UBig)>, NoBeamAnswer> {
        let swapped = x > y;
        let (x, y) = if swapped { (y, x) } else { (x, y) };
        let (column, row) = (IBig::from(x.clone()), IBig::from(y.clone()));
        let mut found: Vec<(IBig, IBig)> = vec![];
        // Upwards from the diagonal, then the mirror image of a row, the row and the diagonal.
        let (inner, written) = self.inner_column(&column, budget)?;
        found.extend(inner);
        found.retain(|(_, other)| *other < row);
        let mirrored = self.row(&column, written.as_ref(), budget)?.into_iter().map(|(x, y)| (y, x));
        found.extend(mirrored.filter(|(_, other)| *other < column));
        found.extend(self.row(&row, None, budget)?.into_iter().filter(|(other, _)| *other < column));
        let beside = self.diagonal(&(&row - &column), budget)?;
        found.extend(beside.into_iter().filter(|(other, _)| *other < column));
        if x == y {
            // Both rook moves from a square with equal piles.
            let twins: Vec<(IBig, IBig)> = found.iter().map(|(x, y)| (y.clone(), x.clone())).collect();
            found.extend(twins);
        }
        let squares = found.into_iter().filter_map(|(x, y)| {
            let (x, y) = (UBig::try_from(x).ok()?, UBig::try_from(y).ok()?);
            Some(if swapped { (y, x) } else { (x, y) })
        });
        let mut squares: Vec<(UBig, UBig)> = squares.collect();
        squares.sort();
        squares.dedup();
        Ok(squares)
    }

    /// The P-positions of a column with `x ≤ y`, and the columns that write the row of the same number.
    fn inner_column(&self, x: &IBig, budget: &Budget) -> Result<(Squares, Option<Rows>), NoBeamAnswer> {
        let column = x - self.start();
        if column < IBig::ZERO {
            return Ok((self.early_columns(x, &(x + IBig::ONE)), None));
        }
        let stretch = self.with_slack(|slack| self.stretch(&column, 1, slack, budget))?;
        let mut found: Vec<(IBig, IBig)> = self.placed(self.marked(&stretch)?).collect();
        found.extend(self.outer(|_, _| (column.clone(), column.clone())));
        Ok((found, stretch.below))
    }
}

/// As numbers that cannot be negative.
fn natural((x, y): (IBig, IBig)) -> Option<(UBig, UBig)> {
    Some((UBig::try_from(x).ok()?, UBig::try_from(y).ok()?))
}
