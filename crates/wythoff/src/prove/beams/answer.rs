//! Answers at any size from proved beams: every P-position of a column, a row or a diagonal, however far out.
//!
//! What the inner beam does in a column depends on the rows that it has written at about `x/s`, and so on down to columns that are known. So
//! windows at `x`, `x/s`, `x/s²`, … are walked, the lowest first. The state at the beginning of a window is not known: all shapes of the closure
//! that the counting law allows are walked until they have come together. If they do not, the window is begun earlier; nothing is guessed.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::check::Proved;
//! use wythoff::number::Natural;
//! use wythoff::prove::beams::{answer::BeamAnswers, find};
//! use wythoff::rules::Definition;
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 14\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let proved = Proved::new(find(&rules, &Budget::default()).unwrap(), &Budget::default()).unwrap();
//! let answers = BeamAnswers::new(&proved, &Budget::default()).unwrap();
//! let x = Natural::from(10u8).pow(100);
//! let column = answers.column(&x, &Budget::default()).unwrap();
//! assert!(column.iter().all(|y| answers.is_p(&x, y, &Budget::default()).unwrap()));
//! ```

use super::law_root;
use crate::budget::{Budget, Limit};
use crate::check::Proved;
use crate::check::beams::ground::{Ground, kind};
use crate::check::beams::inner::Inner;
use crate::check::beams::machine::{Machine, State};
use crate::check::beams::outer::Cycle;
use crate::check::beams::{BeamWindow, BeamsCertificate, outside};
use dashu_int::{IBig, UBig};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many rows beyond the start are known from the beginning.
const KNOWN: usize = 20_000;
/// So many columns shapes are given to come together; more, if they do not.
const TOGETHER: [u64; 4] = [120, 500, 2_000, 8_000];

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBeamAnswer {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// Shapes stay apart.
    #[error("the windows that the inner beam may have stay apart for too long")]
    Apart,
    /// The claim could not be made ready.
    #[error("the proof could not be made ready for questions")]
    Unready,
}

/// What a shape does with a column.
#[derive(Clone, Debug)]
struct Move {
    to: u32,
    rows: Vec<u8>,
    advance: u32,
    marks: Vec<u32>,
}

/// A shape of the closure, with what stands in its window.
#[derive(Clone, Debug)]
struct Shape {
    phases: (usize, usize),
    excess: (i128, i128),
    moves: Vec<Option<Move>>,
}

/// Answers from proved beams.
#[derive(Clone, Debug)]
pub struct BeamAnswers {
    claim: BeamsCertificate,
    inner: Inner,
    cycles: Vec<(BeamWindow, Cycle)>,
    shapes: Vec<Shape>,
    /// What the diagonals of each phase hold more when the inner beam has passed, added up before the phase; and over a period.
    diagonals: (Vec<i128>, i128),
    /// The P-positions of the columns before the start, with `x ≤ y`.
    ground: Vec<(u64, u64)>,
    /// What rows hold from the start on, and these numbers added up before each row.
    known: (Vec<u8>, Vec<i128>),
    /// A position may be P only if its piles are in the right classes.
    exists: Vec<bool>,
}

/// Rows `from`, `from + 1`, … and the sum of all rows from the start to `from`.
struct Rows {
    from: IBig,
    before: IBig,
    rows: Vec<u8>,
}

/// The inner beam at a column.
struct Place {
    shape: u32,
    lowest: IBig,
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
        let cycles = windows[1..].iter().copied().zip(outside.cycles).collect();
        let (shapes, left) = table(&inner, &claim, budget)?;
        let mut sums = vec![0];
        for (phase, held) in left.iter().enumerate() {
            let more =
                i128::from(held.ok_or(NoBeamAnswer::Unready)?) - i128::from(inner.machine.diagonals[phase]);
            sums.push(sums[phase] + more);
        }
        let period = sums.pop().ok_or(NoBeamAnswer::Unready)?;
        let mut answers = BeamAnswers {
            claim,
            inner,
            cycles,
            shapes,
            diagonals: (sums, period),
            ground,
            known: (vec![], vec![0]),
            exists: kind.rows.iter().map(|&r| r == 0).collect(),
        };
        answers.know()?;
        Ok(answers)
    }

    /// Walks the first columns.
    fn know(&mut self) -> Result<(), NoBeamAnswer> {
        let mut rows = self.inner.written.clone();
        let (mut shape, mut column) = (0, 0);
        while rows.len() < KNOWN {
            let step = self.step(shape, rows[column]).ok_or(NoBeamAnswer::Unready)?;
            rows.extend(&step.rows);
            shape = step.to;
            column += 1;
        }
        let sums = rows.iter().scan(0, |sum, &row| {
            *sum += i128::from(row);
            Some(*sum)
        });
        self.known.1.extend(sums);
        self.known.0 = rows;
        Ok(())
    }

    fn step(&self, shape: u32, row: u8) -> Option<&Move> {
        let letter = u16::from(row).checked_sub(self.inner.machine.row)?;
        self.shapes[shape as usize].moves.get(usize::from(letter))?.as_ref()
    }

    fn start(&self) -> IBig {
        IBig::from(self.claim.start)
    }

    /// The P-positions of the inner beam in the columns from the start to one whose rows before it add up to `sum`.
    fn count(&self, column: &IBig, sum: &IBig) -> IBig {
        (column - self.start()) * IBig::from(self.claim.inner.column) - sum
    }

    /// The sum of a periodic sequence before a place.
    fn before(place: &IBig, sums: &[i128], period: i128) -> IBig {
        let length = IBig::from(sums.len());
        let (turns, rest) = divide(place, &length);
        turns * IBig::from(period) + IBig::from(sums[usize::try_from(rest).unwrap_or(0)])
    }

    /// The shapes that the counting law allows in a column, each with its lowest open diagonal: so much above the first number.
    fn allowed(&self, column: &IBig, sum: &IBig) -> Option<(IBig, Vec<(u32, i64)>)> {
        let (sums, period) = &self.diagonals;
        let length = sums.len() as i128;
        let first = IBig::from(self.claim.inner.lowest);
        // What diagonals below the lowest open one have got, and what stands in the window, is what columns have given.
        let target = self.count(column, sum)
            + IBig::from(self.shapes[0].excess.1)
            + Self::before(&first, sums, *period);
        let (turns, rest) = divide(&target, &IBig::from(*period));
        let rest = i128::try_from(rest).ok()?;
        let base = turns * IBig::from(length);
        let rows = self.inner.machine.rows.len() as i128;
        let row = i128::try_from(divide(&(column + &base), &IBig::from(rows)).1).ok()?;
        let mut found = vec![];
        for (number, shape) in self.shapes.iter().enumerate() {
            let more = rest - shape.excess.1 - sums[shape.phases.1];
            let above = more.div_euclid(*period) * length + shape.phases.1 as i128;
            if more.rem_euclid(*period) == 0 && (row + above).rem_euclid(rows) == shape.phases.0 as i128 {
                found.push((number as u32, i64::try_from(above).ok()?));
            }
        }
        Some((base, found))
    }

    /// Where the inner beam is `together` columns after the beginning of these rows, if all shapes have come together by then.
    fn together(&self, rows: &Rows, together: usize) -> Option<Place> {
        let (base, mut places) = self.allowed(&rows.from, &rows.before)?;
        for &row in rows.rows.get(..together)? {
            for place in &mut places {
                match self.step(place.0, row) {
                    Some(step) => *place = (step.to, place.1 + i64::from(step.advance)),
                    None => place.0 = u32::MAX,
                }
            }
            places.retain(|p| p.0 != u32::MAX);
            if places.len() > 1 {
                places.sort_unstable();
                places.dedup();
            }
        }
        match places[..] {
            [(shape, above)] => Some(Place { shape, lowest: base + IBig::from(above) }),
            _ => None,
        }
    }

    /// A column that is certainly so early that the row is not below the window, and one so late that it is.
    fn columns_of_row(&self, row: &IBig) -> (IBig, IBig) {
        let (a, b, distance) = self.law();
        let over = |w: IBig| divide(&(law_root(&w, &a, &b) - &a * &w), &(&b * IBig::from(2))).0;
        (over(row - &distance) - IBig::ONE, over(row + distance) + IBig::from(3))
    }

    fn columns_of_diagonal(&self, diagonal: &IBig) -> (IBig, IBig) {
        let (a, b, distance) = self.law();
        let less = &a - &b * IBig::from(2);
        let over = |w: IBig| divide(&(law_root(&w, &a, &b) - &less * &w), &(&a * IBig::from(2))).0;
        (over(diagonal - &distance) - IBig::ONE, over(diagonal + distance) + IBig::from(3))
    }

    fn law(&self) -> (IBig, IBig, IBig) {
        // Beams begin at their lowest open diagonals, which are as near to the line.
        (
            self.claim.law.0.into(),
            self.claim.law.1.into(),
            IBig::from(self.claim.distance + self.claim.height + 2),
        )
    }

    /// What the rows from `from` to before `to` hold.
    fn rows(&self, from: &IBig, to: &IBig, together: u64, budget: &Budget) -> Result<Rows, NoBeamAnswer> {
        let known = self.start() + IBig::from(self.known.0.len());
        let first = self.start() + IBig::from(together);
        let mut windows = vec![(from.clone(), to.clone(), IBig::ZERO)];
        // From the window in question down to one that is known.
        while let Some((from, to, _)) = windows.last().filter(|w| w.1 > known) {
            let (early, late) = (self.columns_of_row(from).0, self.columns_of_row(to).1);
            if early < first {
                return Err(NoBeamAnswer::Apart);
            }
            windows.push((&early - IBig::from(together), late, early));
            budget.poll()?;
        }
        let (from, to, _) = windows.last().cloned().ok_or(NoBeamAnswer::Unready)?;
        let place = |row: &IBig| usize::try_from(row - self.start()).map_err(|_| NoBeamAnswer::Apart);
        let (low, high) = (place(&from)?, place(&to)?);
        let mut rows =
            Rows { from, before: IBig::from(self.known.1[low]), rows: self.known.0[low..high].to_vec() };
        for level in (1..windows.len()).rev() {
            budget.poll()?;
            let (from, to, _) = &windows[level - 1];
            rows = self.written(&rows, (from, to), together as usize)?;
        }
        Ok(rows)
    }

    /// The rows of a window, from the columns in which they are written.
    fn written(
        &self,
        read: &Rows,
        (from, to): (&IBig, &IBig),
        together: usize,
    ) -> Result<Rows, NoBeamAnswer> {
        let Place { mut shape, lowest } = self.together(read, together).ok_or(NoBeamAnswer::Apart)?;
        let column = &read.from + IBig::from(together);
        let sum =
            &read.before + IBig::from(read.rows[..together].iter().map(|&r| i128::from(r)).sum::<i128>());
        // All rows below the window, counted by what entered it and what the beam has added.
        let entered: Vec<i128> = self
            .inner
            .machine
            .rows
            .iter()
            .scan(0, |sum, &r| {
                let before = *sum;
                *sum += i128::from(r);
                Some(before)
            })
            .collect();
        let period: i128 = self.inner.machine.rows.iter().map(|&r| i128::from(r)).sum();
        let (first, row) = (self.start() + IBig::from(self.claim.inner.lowest), &column + &lowest);
        let written: i128 = self.inner.written.iter().map(|&r| i128::from(r)).sum();
        let excess = self.shapes[0].excess.0 - self.shapes[shape as usize].excess.0;
        let mut before =
            IBig::from(written + excess) + self.count(&column, &sum) + Self::before(&row, &entered, period)
                - Self::before(&first, &entered, period);
        let skip = usize::try_from(from - &row).map_err(|_| NoBeamAnswer::Apart)?;
        let wanted = usize::try_from(to - &row).map_err(|_| NoBeamAnswer::Apart)?;
        let mut rows: Vec<u8> = vec![];
        for &letter in &read.rows[together..] {
            if rows.len() >= wanted {
                break;
            }
            let step = self.step(shape, letter).ok_or(NoBeamAnswer::Unready)?;
            rows.extend(&step.rows);
            shape = step.to;
        }
        if rows.len() < wanted {
            return Err(NoBeamAnswer::Unready);
        }
        rows.truncate(wanted);
        before += IBig::from(rows[..skip].iter().map(|&r| i128::from(r)).sum::<i128>());
        rows.drain(..skip);
        Ok(Rows { from: from.clone(), before, rows })
    }

    /// The P-positions of the inner beam in columns from `from` to before `to`, from the start on.
    fn inner(&self, from: &IBig, to: &IBig, budget: &Budget) -> Result<Vec<(IBig, IBig)>, NoBeamAnswer> {
        let from = from.clone().max(self.start());
        let mut found = vec![];
        if from >= *to {
            return Ok(found);
        }
        let known = self.start() + IBig::from(self.known.0.len());
        let mut walk = |mut column: IBig, mut place: Place, rows: &[u8]| -> Result<(), NoBeamAnswer> {
            for &row in rows {
                let step = self.step(place.shape, row).ok_or(NoBeamAnswer::Unready)?;
                if column >= from && column < *to {
                    let mark = |&m: &u32| (column.clone(), &column + &place.lowest + IBig::from(m));
                    found.extend(step.marks.iter().map(mark));
                }
                place = Place { shape: step.to, lowest: place.lowest + IBig::from(step.advance) };
                column += IBig::ONE;
            }
            Ok(())
        };
        if *to <= known {
            let count = usize::try_from(to - self.start()).map_err(|_| NoBeamAnswer::Unready)?;
            let place = Place { shape: 0, lowest: self.claim.inner.lowest.into() };
            walk(self.start(), place, &self.known.0[..count])?;
            return Ok(found);
        }
        for together in TOGETHER {
            let begin = &from - IBig::from(together);
            if begin < self.start() {
                break;
            }
            let rows = match self.rows(&begin, to, together, budget) {
                Err(NoBeamAnswer::Apart) => continue,
                rows => rows?,
            };
            let Some(place) = self.together(&rows, together as usize) else { continue };
            walk(from.clone(), place, &rows.rows[together as usize..])?;
            return Ok(found);
        }
        Err(NoBeamAnswer::Apart)
    }

    /// The P-positions of the outer beams in those columns `t` after the start that `range` gives for a beam's cycle.
    fn outer(&self, range: impl Fn(&BeamWindow, &Cycle) -> (IBig, IBig)) -> Vec<(IBig, IBig)> {
        let mut found = vec![];
        for (window, cycle) in &self.cycles {
            let (from, to) = range(window, cycle);
            let mut t = from.max(IBig::ZERO);
            while t <= to {
                let (turns, rest) = divide(&t, &IBig::from(cycle.period));
                let low = turns * IBig::from(cycle.advance) + IBig::from(window.lowest);
                let column = self.start() + &t;
                for mark in &cycle.marks[usize::try_from(rest).unwrap_or(0)] {
                    found.push((column.clone(), &column + &low + IBig::from(*mark)));
                }
                t += IBig::ONE;
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
        let mut rows: Vec<UBig> = found.into_iter().map(|(_, y)| y).collect();
        rows.sort();
        Ok(rows)
    }

    /// The P-positions with `x ≤ y` of the columns from `from` to before `to`.
    pub(crate) fn columns(
        &self,
        from: &UBig,
        to: &UBig,
        budget: &Budget,
    ) -> Result<Vec<(UBig, UBig)>, NoBeamAnswer> {
        let (from, to) = (IBig::from(from.clone()), IBig::from(to.clone()));
        let mut found = self.early(|x, _| *x >= from && *x < to);
        found.extend(self.inner(&from, &to, budget)?);
        let start = self.start();
        found.extend(self.outer(|_, _| (&from - &start, &to - &start - IBig::ONE)));
        let natural = |(x, y)| Some((UBig::try_from(x).ok()?, UBig::try_from(y).ok()?));
        Ok(found.into_iter().filter_map(natural).collect())
    }

    /// The P-positions of a row with `x ≤ y`.
    fn row(&self, y: &IBig, budget: &Budget) -> Result<Vec<(IBig, IBig)>, NoBeamAnswer> {
        let mut found = self.early(|_, row| row == y);
        let (early, late) = self.columns_of_row(y);
        found.extend(self.inner(&early, &late, budget)?);
        found.extend(self.outer(|window, cycle| {
            let height = (y - self.start() - IBig::from(window.lowest)) * IBig::from(cycle.period);
            let by = IBig::from(cycle.period + cycle.advance);
            (
                divide(&(&height - IBig::from(cycle.top)), &by).0,
                divide(&(height - IBig::from(cycle.low)), &by).0 + IBig::ONE,
            )
        }));
        found.retain(|(_, row)| row == y);
        Ok(found)
    }

    /// The P-positions on a diagonal with `x ≤ y`.
    fn diagonal(&self, d: &IBig, budget: &Budget) -> Result<Vec<(IBig, IBig)>, NoBeamAnswer> {
        let mut found = self.early(|x, y| y - x == *d);
        let (early, late) = self.columns_of_diagonal(d);
        found.extend(self.inner(&early, &late, budget)?);
        found.extend(self.outer(|window, cycle| {
            let height = (d - IBig::from(window.lowest)) * IBig::from(cycle.period);
            let by = IBig::from(cycle.advance);
            (
                divide(&(&height - IBig::from(cycle.top)), &by).0,
                divide(&(height - IBig::from(cycle.low)), &by).0 + IBig::ONE,
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

    /// Whether all squares exist.
    pub(crate) fn has_all_squares(&self) -> bool {
        !self.exists.contains(&false)
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
        found.extend(self.column(x, budget)?.into_iter().map(|y| (column.clone(), IBig::from(y))));
        found.retain(|(_, other)| *other < row);
        let mirrored = self.row(&column, budget)?.into_iter().map(|(x, y)| (y, x));
        found.extend(mirrored.filter(|(_, other)| *other < column));
        found.extend(self.row(&row, budget)?.into_iter().filter(|(other, _)| *other < column));
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
}

/// The quotient rounded down, and what is left.
fn divide(a: &IBig, b: &IBig) -> (IBig, IBig) {
    let (mut quotient, mut rest) = (a / b, a % b);
    if rest < IBig::ZERO {
        quotient -= IBig::ONE;
        rest += b;
    }
    (quotient, rest)
}

type Table = (Vec<Shape>, Vec<Option<u8>>);

/// All shapes of the closure, what they do, and what diagonals of each phase hold when they leave.
fn table(inner: &Inner, claim: &BeamsCertificate, budget: &Budget) -> Result<Table, NoBeamAnswer> {
    let machine = &inner.machine;
    let mut states: Vec<State> = vec![inner.state.clone()];
    let mut numbers: FxHashMap<State, u32> = FxHashMap::from_iter([(inner.state.clone(), 0)]);
    let mut moves: Vec<Vec<Option<Move>>> = vec![vec![]];
    let mut left = vec![None; machine.diagonals.len()];
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::from_iter([(0, 0)]);
    let mut stack = vec![(0u32, 0u32)];
    while let Some((shape, reads)) = stack.pop() {
        if seen.len().is_multiple_of(1024) {
            budget.check(seen.len(), seen.len() * 48 + states.len() * 400)?;
        }
        for (letter, next) in claim.language.states[reads as usize].iter().enumerate() {
            let Some(next) = *next else { continue };
            let known = moves[shape as usize].get(letter).is_some_and(Option::is_some);
            if !known {
                let from = states[shape as usize].clone();
                let step =
                    machine.step(&from, machine.row + letter as u16).map_err(|_| NoBeamAnswer::Unready)?;
                for (i, &held) in step.diagonals.iter().enumerate() {
                    let phase = (Machine::phases(&from).1 + i) % left.len();
                    left[phase] = Some(held);
                }
                let number = states.len() as u32;
                let to = *numbers.entry(step.to.clone()).or_insert(number);
                if to == number {
                    states.push(step.to);
                    moves.push(vec![]);
                }
                let row = &mut moves[shape as usize];
                if row.len() <= letter {
                    row.resize(letter + 1, None);
                }
                let advance = step.diagonals.len() as u32;
                row[letter] = Some(Move { to, rows: step.rows, advance, marks: step.marks });
            }
            let to = moves[shape as usize][letter].as_ref().map_or(0, |m| m.to);
            if seen.insert((to, next)) {
                stack.push((to, next));
            }
        }
    }
    let shapes = states.iter().zip(moves).map(|(state, moves)| Shape {
        phases: Machine::phases(state),
        excess: machine.excess(state),
        moves,
    });
    Ok((shapes.collect(), left))
}
