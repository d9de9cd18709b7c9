//! Beams: the lines at which P-positions gather.
//!
//! The columns of a game are solved one after the other; windows of them at scales √2 apart are kept. In the last window P-positions are
//! grouped by their direction from the origin; every group is followed inwards, and a line is put through it. Where the width of a group
//! grows like its distance from the origin there is no line, but a sector that P-positions fill. The slope of a beam is an interval
//! that the width of the beam leaves open, and an exact number where one can be derived or stands out ([`SlopeGround`]); it is a
//! conjecture, however well it fits. Of symmetric games the beams with y ≥ x are given.
//!
//! Everything is computed in integers and fractions. Floating point ranks guesses only.

mod candidate;
mod drift;
mod filled;
mod fit;
mod gather;
mod pattern;

pub use candidate::SlopeGround;
pub(crate) use candidate::rational;
pub use drift::Drift;
pub use filled::FilledSector;
pub(crate) use pattern::least_period;
pub use pattern::{Course, LineCounts};

use crate::word::{MorphicWord, steps};
use candidate::{Known, by_two_laws, simplest};
use filled::{Strip, filled};
use fit::{Fit, Sector, Slope, Track, everywhere, sectors, track};
use gather::{Gathered, fills_the_board, gather};
use std::fmt;
use wythoff_budget::Budget;
use wythoff_number::{Natural, Rational, Real, counted};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_solve::SolveError;
use wythoff_solve::way::{Method, cannot};

/// A line at which P-positions gather.
#[derive(Clone, Debug)]
pub struct BeamLine {
    /// The least slope that the data leave open.
    pub low: Rational,
    /// The greatest.
    pub high: Rational,
    /// An exact slope between them, if one is known: a conjecture.
    pub exact: Option<Real>,
    /// Where that comes from.
    pub ground: Option<SlopeGround>,
    /// P-positions per column.
    pub per_column: Option<LineCounts>,
    /// P-positions per row; none for a beam that does not rise.
    pub per_row: Option<LineCounts>,
    /// P-positions per diagonal; none for a beam along the main diagonal.
    pub per_diagonal: Option<LineCounts>,
    /// Near which column how many squares wide the beam is, upwards. The last is the farthest.
    pub widths: Vec<(u64, Rational)>,
    /// How far above the exact line the P-positions of all windows are, at least and at most.
    pub off: Option<(Rational, Rational)>,
    /// Whether it leaves its line.
    pub drift: Drift,
}

/// The lines at which the P-positions of a game gather.
#[derive(Clone, Debug)]
pub struct BeamList {
    /// How many columns were solved.
    pub columns: u64,
    /// Only y ≥ x was looked at: the rest are mirror images.
    pub symmetric: bool,
    /// The row above which nothing was looked at, if the columns have no end.
    pub height: Option<u64>,
    /// P-positions per column, all beams and mirror images together, where they are complete.
    pub in_column: Option<LineCounts>,
    /// The beams, the flattest first.
    pub beams: Vec<BeamLine>,
    /// Sectors that P-positions fill instead, the flattest first.
    pub areas: Vec<FilledSector>,
    /// P-positions of the last columns that belong to no beam and no sector.
    pub strays: u64,
}

/// Finds the beams of a game in its first columns; so many that it takes about a second, if nothing is said.
///
/// # Errors
/// Games on more than two piles, games whose columns cannot be listed, and limits.
pub fn of(ways: &Ways, columns: Option<u64>, budget: &Budget) -> Result<BeamList, SolveError> {
    if ways.game().ruleset().is_none() {
        return Err(cannot(ways.game(), Method::Auto, "beams are lines on the board of a game on two piles"));
    }
    if ways.game().has_memory() {
        return Err(cannot(
            ways.game(),
            Method::Auto,
            "piles alone do not tell who wins in a game with memory",
        ));
    }
    if let Some(few) = columns.filter(|n| *n < FEWEST) {
        return Err(SolveError::TooLarge {
            wanted: format!("a line through the P-positions of {few} columns"),
            possible: format!("{FEWEST} columns or more"),
        });
    }
    if fills_the_board(ways, budget)? {
        let whole = FilledSector { low: Rational::ZERO, high: None };
        return Ok(BeamList {
            columns: 0,
            symmetric: ways.is_symmetric(),
            height: None,
            in_column: None,
            beams: Vec::new(),
            areas: vec![whole],
            strays: 0,
        });
    }
    let data = gather(ways, columns, budget)?;
    let found = sectors(&data);
    let (wedges, mut drawn): (Vec<Drawn>, Vec<Drawn>) =
        drawn(&data, found.beams, budget)?.into_iter().partition(|d| d.is_no_line(&data));
    let (mut areas, mut strays) = (Vec::new(), found.strays);
    if found.wide || !wedges.is_empty() {
        budget.poll()?;
        areas = filled(&data, &strips(&drawn));
        // What lies between the ends of a sector is a part of it.
        drawn.retain(|d| !areas.iter().any(|area| d.is_within(area)));
        budget.poll()?;
        strays = filled::strays(&data, &strips(&drawn), &areas);
    }
    let in_column = in_column(&data);
    // What a sector takes of a column is not known: the law says nothing then.
    derive(&data, &mut drawn, in_column.as_ref().filter(|_| areas.is_empty()));
    if let ([beam], true) = (drawn.as_mut_slice(), areas.is_empty() && strays == 0) {
        beam.spell(&data);
    }
    simplify(&mut drawn);
    let beams = drawn.into_iter().map(Drawn::finish).collect();
    let Gathered { columns, symmetric, height, .. } = data;
    Ok(BeamList { columns, symmetric, height, in_column, beams, areas, strays })
}

/// Where the P-positions of beams are.
fn strips(drawn: &[Drawn]) -> Vec<Strip> {
    let strip = |d: &Drawn| {
        let reaches = || d.track.parts.iter().map(|part| part.reach(d.slope));
        let low = reaches().map(|r| r.0).min().unwrap_or(0);
        Strip { slope: d.slope, low, high: reaches().map(|r| r.1).max().unwrap_or(0) }
    };
    drawn.iter().map(strip).collect()
}

/// A line through every beam. Groups of P-positions whose lines cannot be told apart are one beam.
fn drawn(data: &Gathered, mut sectors: Vec<Sector>, budget: &Budget) -> Result<Vec<Drawn>, SolveError> {
    loop {
        budget.poll()?;
        let drawn: Vec<Option<Drawn>> = sectors.iter().map(|sector| Drawn::new(data, sector)).collect();
        let apart = |pair: &[Option<Drawn>]| match pair {
            [Some(below), Some(above)] => below.known.high < above.known.low,
            _ => false,
        };
        // A chain of doubtful groups may span different beams: what would be too wide stays apart.
        let narrow =
            |i: usize| sectors[i + 1].ends.1 - sectors[i].ends.0 <= u128::from(data.columns) * 3 / 100;
        let mut close = drawn.windows(2).enumerate().filter(|(i, pair)| !apart(pair) && narrow(*i));
        let Some(i) = close.next().map(|(i, _)| i) else {
            return Ok(drawn.into_iter().flatten().collect());
        };
        let above = sectors.remove(i + 1);
        sectors[i] = sectors[i].with(&above, &sectors);
    }
}

/// Fewer columns show nothing.
const FEWEST: u64 = 512;
/// A slope is no slope if more than one in so many parts of it is left open, and more than one in so many of a diagonal's.
const VAGUE: u64 = 3;
const FLAT: u64 = 16;

/// A beam while its exact slope is being looked for.
struct Drawn {
    group: Sector,
    track: Track,
    slope: Slope,
    known: Known,
    exact: Option<(Real, SlopeGround)>,
}

impl Drawn {
    fn new(data: &Gathered, group: &Sector) -> Option<Drawn> {
        let track = track(data, group);
        let Fit { slope, low, high } = track.fit(data.columns)?;
        let [column, row, diagonal] = track.counts(data.columns, slope);
        let known = Known { low, high, column, row, diagonal };
        let exact = known.by_counts().and_then(rational).map(|slope| (slope, SlopeGround::Counts));
        Some(Drawn { group: group.clone(), track, slope, known, exact })
    }

    /// The slope of the word that the steps of the only beam spell, if nothing else gives one.
    fn spell(&mut self, data: &Gathered) {
        if self.exact.is_some() || data.height.is_some() {
            return;
        }
        let word = MorphicWord::of(&steps(&data.head.points));
        let found = word.and_then(|word| self.known.by_equation(&word.slope_equation()?));
        self.exact = found.map(|slope| (slope, SlopeGround::Word));
    }

    /// Is there no line, because the P-positions spread like their distance from the origin, or because the data leave any slope open?
    fn is_no_line(&self, data: &Gathered) -> bool {
        // Next to zero a part of the slope is nothing.
        let open = &self.known.high - &self.known.low;
        let vague = &open * Rational::from(VAGUE) > self.known.high
            && open > Rational::from_parts(1.into(), FLAT.into());
        vague || filled::grows_with_distance(&everywhere(data, &self.group), self.slope, data.columns)
    }

    /// Is the middle of what the slope may be inside a sector?
    fn is_within(&self, area: &FilledSector) -> bool {
        let middle = (&self.known.low + &self.known.high) / Rational::from(2);
        area.low <= middle && area.high.as_ref().is_none_or(|high| middle <= *high)
    }

    /// What the beam and its mirror image take of a column, if that is a known rational number.
    fn share(&self) -> Option<Rational> {
        let slope = self.exact.as_ref()?.0.as_rational()?;
        let column = self.known.column.as_ref()?.exact()?;
        // On the main diagonal a beam may meet its mirror image.
        (*slope > Rational::ONE).then(|| column + column / slope)
    }

    /// P-positions per column and per row, if they are known rational numbers.
    fn per_line(&self) -> Option<(Rational, Rational)> {
        let slope = self.exact.as_ref()?.0.as_rational().filter(|s| **s > Rational::ZERO)?;
        let column = self.known.column.as_ref()?.exact()?;
        Some((column.clone(), column / slope))
    }

    fn finish(self) -> BeamLine {
        let Drawn { track, slope, known, exact, .. } = self;
        let near = exact.as_ref().and_then(|(slope, _)| close(slope));
        let line = near.unwrap_or(slope);
        let squares = |parts: i128| Rational::from_parts(parts.into(), line.q.unsigned_abs().into());
        let reaches: Vec<(u64, (i128, i128))> =
            track.parts.iter().map(|part| (part.window.end, part.reach(line))).collect();
        let widths = reaches.iter().map(|(x, (low, high))| (*x, squares(high - low))).collect();
        let lowest = reaches.iter().map(|r| r.1.0).min().unwrap_or(0);
        let highest = reaches.iter().map(|r| r.1.1).max().unwrap_or(0);
        let scales: Vec<(i128, i128)> = reaches.iter().map(|r| r.1).collect();
        let (exact, ground) = exact.unzip();
        BeamLine {
            low: known.low,
            high: known.high,
            drift: if exact.is_some() { drift::drift(&scales, line.q) } else { Drift::Unknown },
            off: exact.is_some().then(|| (squares(lowest), squares(highest))),
            exact,
            ground,
            per_column: known.column,
            per_row: known.row,
            per_diagonal: known.diagonal,
            widths,
        }
    }
}

/// A fraction so near to a number that no square tells them apart.
fn close(slope: &Real) -> Option<Slope> {
    if let Some(value) = slope.as_rational() {
        let (p, q) = value.clone().into_parts();
        return Some(Slope { p: i128::try_from(p).ok()?, q: i128::try_from(q).ok()? });
    }
    let parts = 1_u64 << 44;
    let p = slope.floor_mul(&Natural::from(parts)).ok()?;
    Some(Slope { p: i128::try_from(p).ok()?, q: i128::from(parts) })
}

/// Exact slopes for the beams whose own counts do not give one.
fn derive(data: &Gathered, drawn: &mut [Drawn], in_column: Option<&LineCounts>) {
    let open: Vec<usize> = (0..drawn.len()).filter(|i| drawn[*i].exact.is_none()).collect();
    let total = in_column.and_then(LineCounts::exact);
    if data.symmetric {
        let others: Option<Rational> =
            drawn.iter().filter(|d| d.exact.is_some()).map(Drawn::share).try_fold(Rational::ZERO, add);
        if let (&[i], Some(total), Some(others)) = (open.as_slice(), total, others) {
            let found = drawn[i].known.by_law(&(total - others));
            drawn[i].exact = found.map(|slope| (slope, SlopeGround::CountingLaw));
        }
    } else if let (&[below, above], Some(column)) = (open.as_slice(), total)
        && let Some(row) = in_row(data, drawn)
    {
        let mut others = drawn.iter().filter(|d| d.exact.is_some()).map(Drawn::per_line);
        let others = others.try_fold((Rational::ZERO, Rational::ZERO), |sum, line| {
            line.map(|line| (sum.0 + line.0, sum.1 + line.1))
        });
        if let Some((columns, rows)) = others {
            let (column, row) = (column - columns, row - rows);
            let found = by_two_laws(&drawn[above].known, &drawn[below].known, &column, &row);
            if let Some((steep, flat)) = found {
                drawn[above].exact = Some((steep, SlopeGround::CountingLaw));
                drawn[below].exact = Some((flat, SlopeGround::CountingLaw));
            }
        }
    }
}

/// The simplest numbers, where nothing else gives any.
fn simplify(drawn: &mut [Drawn]) {
    for beam in drawn.iter_mut().filter(|d| d.exact.is_none()) {
        beam.exact = simplest(&beam.known).map(|slope| (slope, SlopeGround::Simplest));
    }
}

fn add(sum: Rational, part: Option<Rational>) -> Option<Rational> {
    part.map(|part| sum + part)
}

/// P-positions in a column, with those below the diagonal: seen in the first columns, whose rows are complete.
fn in_column(data: &Gathered) -> Option<LineCounts> {
    if data.height.is_some() {
        return None;
    }
    let end = data.head.end as usize;
    let mut counts = vec![0_u32; end];
    for &(x, y) in &data.head.points {
        counts[x as usize] += 1;
        if data.symmetric
            && x != y
            && let Some(count) = usize::try_from(y).ok().and_then(|y| counts.get_mut(y))
        {
            *count += 1;
        }
    }
    pattern::course(&counts[end / 4..])
}

/// P-positions in a row of a game that is not symmetric, where no later column can add to it.
fn in_row(data: &Gathered, drawn: &[Drawn]) -> Option<Rational> {
    let flattest = drawn.first().map(|d| d.known.low.clone()).filter(|low| *low > Rational::ZERO)?;
    let (rows, _) = (flattest * Rational::from(data.head.end * 7 / 8)).split_at_point();
    let end = usize::try_from(rows).ok()?;
    let mut counts = vec![0_u32; end];
    for &(_, y) in &data.head.points {
        if let Some(count) = usize::try_from(y).ok().and_then(|y| counts.get_mut(y)) {
            *count += 1;
        }
    }
    pattern::course(&counts[end / 4..])?.exact().cloned()
}

/// A number with so many decimals, rounded down or up.
#[must_use]
pub fn decimal(value: &Rational, places: u32, up: bool) -> String {
    let ten = Natural::from(10_u8).pow(places as usize);
    let scaled = value * Rational::from(ten);
    let whole = if up { scaled.ceil() } else { scaled.floor() };
    with_point(whole.to_string(), places as usize)
}

/// A real number with so many decimals, rounded down.
#[must_use]
pub fn real_decimal(value: &Real, places: u32) -> Option<String> {
    let ten = Natural::from(10_u8).pow(places as usize);
    Some(with_point(value.floor_mul(&ten).ok()?.to_string(), places as usize))
}

fn with_point(digits: String, places: usize) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest.to_owned()),
        None => ("", digits),
    };
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, part) = padded.split_at(padded.len() - places);
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

impl BeamLine {
    /// The slope with ten decimals, if it is an exact number; else the middle of the interval, with no more digits than that leaves.
    #[must_use]
    pub fn decimal(&self) -> String {
        self.exact.as_ref().and_then(|slope| real_decimal(slope, 10)).unwrap_or_else(|| self.middle())
    }

    /// The middle of the interval. A unit of its last digit is at least the length of the interval.
    fn middle(&self) -> String {
        let ten = Rational::from(10);
        let places = self.places();
        let half = (0..places).fold(Rational::from_parts(1.into(), 2_u8.into()), |unit, _| unit / &ten);
        decimal(&((&self.low + &self.high) / Rational::from(2) + half), places, false)
    }

    /// So many decimals does the interval leave, ten at most: the fewest with which the middle, rounded, is still inside.
    fn places(&self) -> u32 {
        let ten = Rational::from(10);
        let mut unit = &self.high - &self.low;
        let mut places = 0;
        while places < 10 && unit < Rational::ONE {
            unit *= &ten;
            places += 1;
        }
        places
    }

    /// The least and the greatest slope that the data leave open, rounded outwards where one sees it last.
    #[must_use]
    pub fn bounds(&self) -> (String, String) {
        let places = self.places() + 1;
        (decimal(&self.low, places, false), decimal(&self.high, places, true))
    }
}

impl fmt::Display for LineCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.range;
        match self.course {
            Course::Constant => write!(f, "{least}"),
            Course::Periodic(period) => {
                write!(f, "{least} to {most}, mean {}, period {period}", self.mean)
            }
            Course::Neither if least == most => write!(f, "{least} at the end, not always before"),
            Course::Neither => {
                write!(f, "{least} to {most}, mean about {}", decimal(&self.mean, 4, false))
            }
        }
    }
}

impl BeamLine {
    /// The beam in words: its slope, and then what is seen of it.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let first = match &self.exact {
            Some(slope) if slope.expr().to_string() == trimmed(&self.decimal()) => {
                format!("slope {}", slope.expr())
            }
            Some(slope) => format!("slope {} = {}", slope.expr(), trimmed(&self.decimal())),
            None => format!("slope about {}", self.decimal()),
        };
        let by = match self.ground {
            Some(SlopeGround::Counts) => "; exact by the counts below",
            Some(SlopeGround::CountingLaw) => "; exact by the counts below and the number in a column",
            Some(SlopeGround::Word) => "; exact by the substitution that its steps follow",
            Some(SlopeGround::Simplest) => "; the simplest number there",
            None => "; no exact number stands out",
        };
        let (low, high) = self.bounds();
        let mut lines = vec![first, format!("between {low} and {high}{by}")];
        let counts = [("column", &self.per_column), ("row", &self.per_row), ("diagonal", &self.per_diagonal)];
        for (name, counts) in counts {
            let text = counts.as_ref().map_or_else(|| "not counted".to_owned(), ToString::to_string);
            lines.push(format!("per {name}: {text}"));
        }
        let shown = self.widths.iter().rev().step_by(2).take(5).collect::<Vec<_>>();
        let widths: Vec<String> =
            shown.iter().rev().map(|(x, width)| format!("{} near {x}", decimal(width, 1, true))).collect();
        lines.push(format!("width: {}", widths.join(", ")));
        if let Some((low, high)) = &self.off {
            let (low, high) = (decimal(low, 2, false), decimal(high, 2, true));
            lines.push(format!("distance above the line: {low} to {high}; drift: {}", self.drift.name()));
        }
        lines
    }
}

/// Decimals without zeros at the end.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

impl FilledSector {
    /// Its ends, rounded outwards; the second is none where nothing steeper was looked at.
    #[must_use]
    pub fn bounds(&self) -> (String, Option<String>) {
        // Directions are counted in parts of about two per cent.
        let places = if self.low < Rational::from_parts(1.into(), 4_u8.into()) { 3 } else { 2 };
        let high = self.high.as_ref().map(|high| decimal(high, places, true));
        (decimal(&self.low, places, false), high)
    }

    /// In words.
    #[must_use]
    pub fn line(&self) -> String {
        match self.bounds() {
            (low, Some(high)) => format!("fills the sector between {low} and {high}"),
            (low, None) => format!("fills the sector from {low} on, as far up as was looked"),
        }
    }
}

impl BeamList {
    /// All of them in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        if self.columns == 0 {
            return "its P-positions fill the board; no beams".to_owned();
        }
        let beams = match (self.beams.len(), self.symmetric) {
            (0, _) => "no beams".to_owned(),
            (1, true) => "1 beam with y >= x, and its mirror image".to_owned(),
            (1, false) => "1 beam".to_owned(),
            (n, true) => format!("{n} beams with y >= x, and their mirror images"),
            (n, false) => format!("{n} beams"),
        };
        let mut text = format!("{beams}, in the columns x < {}", self.columns);
        if let Some(height) = self.height {
            text += &format!(" and rows y <= {height}");
        }
        if let Some(counts) = self.in_column.as_ref().filter(|counts| counts.exact().is_some()) {
            text += &format!("; in a column {}", counted(counts, "P-position"));
        }
        let sectors = match (self.areas.len(), self.symmetric) {
            (0, _) => String::new(),
            (1, true) => "; a sector with y >= x, and its mirror image, are filled".to_owned(),
            (1, false) => "; a sector is filled".to_owned(),
            (n, true) => format!("; {n} sectors with y >= x, and their mirror images, are filled"),
            (n, false) => format!("; {n} sectors are filled"),
        };
        text += &sectors;
        if self.strays > 0 {
            text += &format!(
                "; {} of the last columns {} to none",
                counted(self.strays, "P-position"),
                if self.strays == 1 { "belongs" } else { "belong" }
            );
        }
        text
    }
}
