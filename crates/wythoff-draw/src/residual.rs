//! Far out: how far the P-positions of millions of columns lie from a line, so that drift shows.

use super::density::{Tally, stream_error};
use super::error::DrawError;
use super::palette::{INK, PALE_INK};
use super::plot::{HEIGHT, Plot, PlotAxis, Scale, WIDTH, far, round_values, signed, written};
use super::scene::{Item, LegendEntry, Raster, Scene, Sign};
use super::sheet::stroke;
use super::{Colour, Drawing, called};
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::stream::Floors;
use wythoff_number::{Real, RealExpr};
use wythoff_rules::read_positive;
use wythoff_solve::stream::StreamError;

/// Distances are told apart to this part of a row.
const PARTS: i64 = 8;
/// Unless a range is given, rows that are at most so far from the line are looked at.
const REACH: i64 = 512;
/// A range has at most so many rows.
const WIDEST: i64 = 1 << 40;

/// A line that P-positions are compared with.
#[derive(Clone, Debug)]
pub struct FarLine {
    /// Its slope s: the picture shows y − s·x.
    pub slope: Real,
    /// Is the axis of x logarithmic?
    pub logarithmic: bool,
    /// From which to which distance; `None` for what the second half of the columns needs.
    pub range: Option<(i64, i64)>,
}

/// A positive number as the rule language writes it, such as `(2+sqrt(29))/5`.
///
/// ```
/// let slope = wythoff_draw::slope("(2+sqrt(29))/5")?;
/// assert_eq!(slope.floor()?, 1.into());
/// assert!(wythoff_draw::slope("0").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is no number, or not a positive one.
pub fn slope(text: &str) -> Result<Real, DrawError> {
    read_positive(text).map_err(|why| DrawError::Nothing(format!("{text:?} is not a slope: {why}")))
}

/// Distances in parts, counted by place along the axis.
struct Distances {
    scale: Scale,
    /// The lowest part that is counted, and how many parts are counted together.
    low: i64,
    group: i64,
    tally: Tally,
    /// The lowest and highest of the second half of the columns.
    late: Option<(i64, i64)>,
    inside: u64,
    outside: u64,
}

impl Distances {
    fn new(line: &FarLine, columns: u64, budget: &Budget) -> Result<Distances, DrawError> {
        let (low, high) = line.range.unwrap_or((-REACH, REACH));
        if low >= high || low < -WIDEST || high > WIDEST {
            let text =
                format!("a range goes from a smaller to a larger number, at most {WIDEST} away from 0");
            return Err(DrawError::Nothing(text));
        }
        let parts = (high - low) * PARTS;
        let group = parts.div_euclid(2 * REACH * PARTS).max(1);
        let rows = parts.div_euclid(group) + i64::from(parts % group > 0);
        Ok(Distances {
            scale: Scale { last: columns - 1, logarithmic: line.logarithmic },
            low: low * PARTS,
            group,
            tally: Tally::new(WIDTH, rows as u32, budget)?,
            late: None,
            inside: 0,
            outside: 0,
        })
    }

    fn add(&mut self, x: u64, distance: i64) {
        let place = distance.saturating_sub(self.low).div_euclid(self.group);
        match (self.scale.place(x), u32::try_from(place)) {
            (Some(i), Ok(row)) if row < self.tally.rows => {
                self.tally.add(i.into(), row.into());
                self.inside += 1;
                if x >= self.scale.last / 2 {
                    let (low, high) = self.late.unwrap_or((distance, distance));
                    self.late = Some((low.min(distance), high.max(distance)));
                }
            }
            _ => self.outside += 1,
        }
    }

    /// Only the rows that the second half of the columns needs, and a little more.
    fn cropped(mut self) -> Distances {
        let Some((low, high)) = self.late else { return self };
        let first = (low.div_euclid(PARTS) - 2) * PARTS;
        let after = (high.div_euclid(PARTS) + 3) * PARTS;
        let first = first.max(self.low);
        let after = after.min(self.low + i64::from(self.tally.rows) * self.group);
        let columns = self.tally.columns as usize;
        let skip = ((first - self.low) / self.group) as usize;
        let rows = ((after - first) / self.group) as usize;
        let counts = self.tally.counts[skip * columns..(skip + rows) * columns].to_vec();
        let seen: u64 = counts.iter().map(|n| u64::from(*n)).sum();
        self.outside += self.inside - seen;
        self.inside = seen;
        self.low = first;
        self.tally = Tally { columns: self.tally.columns, rows: rows as u32, counts };
        self
    }

    /// Rows put together or repeated, until they are about as many as the picture is high.
    fn fitted(self) -> (Distances, u32) {
        let join = self.tally.rows.div_ceil(HEIGHT + HEIGHT / 10).max(1);
        let rows = self.tally.rows.div_ceil(join);
        let columns = self.tally.columns as usize;
        let mut counts = vec![0_u32; rows as usize * columns];
        for (n, count) in self.tally.counts.iter().enumerate() {
            let row = n / columns / join as usize;
            counts[row * columns + n % columns] += count;
        }
        let group = self.group * i64::from(join);
        let tally = Tally { columns: self.tally.columns, rows, counts };
        let repeat = (HEIGHT / rows.max(1)).max(1);
        (Distances { tally, group, ..self }, repeat)
    }
}

impl Drawing<'_> {
    /// How far the P-positions with the first pile less than `columns` lie from a line: y − s·x over x, exact, shaded by how many
    /// there are. Of symmetric games x ≤ y.
    ///
    /// # Errors
    /// A game that cannot be listed column by column; a slope that is not exact enough.
    pub fn residuals(&self, columns: u64, line: &FarLine, budget: &Budget) -> Result<Scene, DrawError> {
        if columns < 2 {
            return Err(DrawError::Nothing("distances from a line need at least two columns".to_owned()));
        }
        let mut distances = Distances::new(line, columns, budget)?;
        self.measure(columns, line, &mut distances, budget)?;
        let whole = if line.range.is_none() { distances.cropped() } else { distances };
        let (fitted, repeat) = whole.fitted();
        Ok(self.plotted(&fitted, repeat, columns, line))
    }

    fn measure(
        &self,
        columns: u64,
        line: &FarLine,
        distances: &mut Distances,
        budget: &Budget,
    ) -> Result<(), DrawError> {
        let number = |error: wythoff_number::NumberError| DrawError::Nothing(error.to_string());
        let parts = RealExpr::Mul(Box::new(RealExpr::integer(PARTS)), Box::new(line.slope.expr().clone()));
        let mut floors = Floors::new(&Real::new(parts).map_err(number)?, 0).map_err(number)?;
        // Only multiples of a rational slope can be whole.
        let period = line.slope.as_rational().and_then(|s| u64::try_from(s.denominator()).ok());
        let mut ahead = vec![0_u64; 1024];
        let mut failed = None;
        let mut stream = self.ways.stream(self.method)?;
        let result = stream.run(columns, budget, &mut |x, rows| {
            let at = (x % ahead.len() as u64) as usize;
            if at == 0 {
                match floors.fill(&mut ahead) {
                    Ok(filled) if filled == ahead.len() => {}
                    Ok(_) => failed = Some(far(&line.slope)),
                    Err(error) => failed = Some(number(error)),
                }
            }
            let whole = x == 0
                || period.is_some_and(|d| (u128::from(x) * PARTS as u128).is_multiple_of(u128::from(d)));
            let ceiling = i128::from(ahead[at]) + i128::from(!whole);
            for y in rows {
                let distance = i128::from(*y) * i128::from(PARTS) - ceiling;
                distances.add(x, i64::try_from(distance).unwrap_or(i64::MAX));
            }
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (failed, result) {
            (Some(error), _) => Err(error),
            (None, Err(StreamError::Solve(error))) => Err(error.into()),
            (None, result) => result.map_err(|error| stream_error(&error)),
        }
    }

    fn plotted(&self, distances: &Distances, repeat: u32, columns: u64, line: &FarLine) -> Scene {
        let Distances { tally, low, group, inside, outside, .. } = distances;
        let (kinds, shades) = tally.shaded(self.palette);
        let counted = |kind: usize| shades.iter().any(|shade| usize::from(*shade) == kind);
        let shown = kinds.iter().enumerate().skip(1).filter(|(n, _)| counted(*n));
        let legend: Vec<LegendEntry> = shown
            .map(|(_, kind)| LegendEntry { sign: Sign::Fill, colour: kind.colour, text: kind.text.clone() })
            .collect();
        let height = tally.rows * repeat;
        // The middle of a value's own row.
        let place = |value: i64| {
            let row = (value * PARTS - low).div_euclid(*group);
            u32::try_from(row).ok().filter(|row| *row < tally.rows).map(|row| row * repeat + repeat / 2)
        };
        let (first, last) = (low.div_euclid(PARTS), (low + i64::from(tally.rows) * group).div_euclid(PARTS));
        let values = round_values(first, last, 10).into_iter();
        let upwards = values.filter_map(|value| Some((place(value)?, signed(value)))).collect();
        let slope = written(&line.slope);
        let game = called(self.ways.game());
        let axis = if line.logarithmic { "x (logarithmic)" } else { "x" };
        let caption = format!(
            "How far the P-positions with x < {columns} lie above the line y = s·x, s = {slope}: {inside} are shown, {outside} \
             outside. A unit is shaded by how many of them lie there.",
        );
        let title = format!("{game}: y − s·x, s = {slope}");
        let alternative = format!("{title}. {caption} Distances from {first} to {last}.");
        let plot = Plot {
            title,
            caption,
            alternative,
            legend,
            across: PlotAxis { ticks: distances.scale.ticks(), name: axis.to_owned() },
            upwards: PlotAxis { ticks: upwards, name: "y − s·x".to_owned() },
            height,
        };
        let (left, top) = plot.corner();
        let mut palette: Vec<Colour> = kinds.iter().map(|kind| kind.colour).collect();
        palette[0] = Colour::WHITE;
        let rows = shades.chunks(tally.columns as usize).rev();
        let squares = rows.flat_map(|row| std::iter::repeat_n(row, repeat as usize)).flatten().copied();
        let raster = Raster {
            x: left as i32,
            y: top as i32,
            cell: 1,
            columns: tally.columns,
            rows: height,
            palette,
            squares: squares.collect(),
        };
        let mut items = vec![Item::Raster(raster)];
        if let Some(zero) = place(0) {
            let y = (top + height - zero) as i32;
            items.push(stroke((left as i32 - 4, y), (left as i32, y), INK));
            items.push(stroke(((left + WIDTH) as i32, y), ((left + WIDTH) as i32 + 4, y), PALE_INK));
        }
        plot.scene(items)
    }
}
