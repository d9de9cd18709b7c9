//! Sequences that a list of P-positions holds, point by point: a(n), b(n), δ(n) = b(n) − a(n), their differences, and how far they
//! are from a line.

use super::error::DrawError;
use super::palette::PALE_INK;
use super::plot::{
    HEIGHT, PARTS, Plot, PlotAxis, Scale, WIDTH, far, residual, round_values, signed, written,
};
use super::scene::{Dot, Item, LegendEntry, Path, Raster, Scene, Sign};
use super::{Colour, Drawing, called};
use wythoff_budget::Budget;
use wythoff_number::{Natural, Real, counted};
use wythoff_rules::position::Position;
use wythoff_solve::listing::Sequence;

/// More points than this are pixels.
const MOST_DOTS: usize = 2_000;
/// Sequences are drawn with at most so many terms.
pub const LONGEST_SEQUENCE: u32 = 1 << 24;

/// Sequences that are drawn over n.
#[derive(Clone, Debug)]
pub struct SequenceCurves {
    /// Which, in the order of the legend.
    pub sequences: Vec<Sequence>,
    /// How many terms, from n = 0 on.
    pub count: u32,
    /// The differences of neighbours instead of the terms.
    pub differences: bool,
    /// A line s·n to compare with.
    pub slope: Option<Real>,
    /// How far the terms lie above the line, instead of both.
    pub residual: bool,
    /// Is the axis of n logarithmic?
    pub logarithmic: bool,
}

/// What a sequence is called in a picture.
fn named(sequence: Sequence, differences: bool) -> &'static str {
    match (sequence, differences) {
        (Sequence::A, false) => "a(n)",
        (Sequence::B, false) => "b(n)",
        (Sequence::Delta, false) => "δ(n) = b(n) − a(n)",
        (Sequence::A, true) => "a(n + 1) − a(n)",
        (Sequence::B, true) => "b(n + 1) − b(n)",
        (Sequence::Delta, true) => "δ(n + 1) − δ(n), δ = b − a",
    }
}

/// A name without what it stands for.
fn short(name: &str) -> &str {
    name.split([',', '=']).next().unwrap_or(name).trim_end()
}

impl Drawing<'_> {
    /// Sequences over n: the n-th P-position of the list, counted from 0, is (a(n), b(n)).
    ///
    /// # Errors
    /// A list that cannot be made, terms that are too large to draw, a distance without a line.
    pub fn sequences(&self, curves: &SequenceCurves, budget: &Budget) -> Result<Scene, DrawError> {
        if curves.count < 2 || curves.sequences.is_empty() {
            return Err(DrawError::Nothing("a sequence is drawn with at least two terms".to_owned()));
        }
        if curves.residual && curves.slope.is_none() {
            return Err(DrawError::Nothing(
                "a distance is measured from a line, and none is given".to_owned(),
            ));
        }
        let more = u32::from(curves.differences);
        let list = self.ways.first(self.method, (curves.count + more) as usize, budget)?;
        let each = curves.sequences.iter().map(|sequence| points(*sequence, &list, curves));
        let values = each.collect::<Result<Vec<Vec<i64>>, DrawError>>()?;
        budget.poll()?;
        Ok(self.curves(curves, &values))
    }

    fn curves(&self, curves: &SequenceCurves, values: &[Vec<i64>]) -> Scene {
        let all = || values.iter().flatten().copied();
        let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        let (low, high) = (low.div_euclid(PARTS).min(0), high.div_euclid(PARTS) + 1);
        let window = Window { low: low * PARTS, high: high * PARTS };
        let scale = Scale { last: u64::from(curves.count) - 1, logarithmic: curves.logarithmic };
        let plot = self.around(curves, (low, high), scale, &window);
        let corner = plot.corner();
        let colours: Vec<Colour> = (0..values.len()).map(|n| self.colour_of(n, values.len())).collect();
        let line = curves.slope.as_ref().filter(|_| !curves.residual);
        let line = line.and_then(|slope| window.line(slope, scale, corner, PALE_INK));
        let items = match values.len() * curves.count as usize <= MOST_DOTS {
            true => line.into_iter().chain(dots(values, &colours, (&window, scale), corner)).collect(),
            // Pixels are opaque.
            false => [pixels(values, &colours, (&window, scale), corner)].into_iter().chain(line).collect(),
        };
        plot.scene(items)
    }

    fn colour_of(&self, which: usize, whole: usize) -> Colour {
        self.palette.apart(if whole > 1 { which as u32 + 1 } else { 0 }, whole as u32 + 1)
    }

    fn around(
        &self,
        curves: &SequenceCurves,
        (low, high): (i64, i64),
        scale: Scale,
        window: &Window,
    ) -> Plot {
        let names: Vec<_> = curves.sequences.iter().map(|s| named(*s, curves.differences)).collect();
        let slope = curves.slope.as_ref().map(written);
        let entry = |(n, text): (usize, &&str)| {
            let text = if curves.residual { format!("{} − s·n", short(text)) } else { (*text).to_owned() };
            LegendEntry { sign: Sign::Dot, colour: self.colour_of(n, names.len()), text }
        };
        let mut legend: Vec<LegendEntry> = names.iter().enumerate().map(entry).collect();
        let mut caption =
            format!("The first {} of the list of P-positions, from n = 0 on.", counted(curves.count, "term"));
        if let Some(slope) = slope {
            caption += &format!(" s = {slope}.");
            if !curves.residual {
                let text = "s·n".to_owned();
                legend.push(LegendEntry { sign: Sign::Fill, colour: PALE_INK, text });
            }
        }
        let less = if curves.residual { " − s·n" } else { "" };
        let shown: Vec<String> = names.iter().map(|text| short(text).to_owned() + less).collect();
        let title = format!("{}: {}", called(self.ways.game()), shown.join(", "));
        let alternative = format!("{title}. {caption} Values from {low} to {high}.");
        let name = if curves.logarithmic { "n (logarithmic)" } else { "n" };
        let ticks = round_values(low, high, 10).into_iter();
        let upwards = ticks.map(|value| (window.place(value * PARTS), signed(value))).collect();
        Plot {
            title,
            caption,
            alternative,
            legend,
            across: PlotAxis { ticks: scale.ticks(), name: name.to_owned() },
            upwards: PlotAxis { ticks: upwards, name: String::new() },
            height: HEIGHT,
        }
    }
}

/// The terms of a sequence in parts.
fn points(sequence: Sequence, list: &[Position], curves: &SequenceCurves) -> Result<Vec<i64>, DrawError> {
    let large = || DrawError::TooLarge {
        wanted: "a term with more than 60 bits".to_owned(),
        possible: "a shorter sequence".to_owned(),
    };
    let terms = list.iter().map(|p| i64::try_from(&sequence.term(p)).map_err(|_| large()));
    let terms = terms.collect::<Result<Vec<i64>, DrawError>>()?;
    let terms = match curves.differences {
        true => terms.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        false => terms,
    };
    let value = |(n, term): (u64, i64)| match (&curves.slope, curves.residual) {
        (Some(slope), true) => residual(term, slope, n),
        _ => term.checked_mul(PARTS).ok_or_else(large),
    };
    (0..).zip(terms).map(value).collect()
}

/// Which values are shown, in parts.
struct Window {
    low: i64,
    high: i64,
}

impl Window {
    /// How far above the lowest a value stands.
    fn place(&self, value: i64) -> u32 {
        let (span, up) = (i128::from(self.high - self.low).max(1), i128::from(value) - i128::from(self.low));
        (up * i128::from(HEIGHT - 1) / span).clamp(0, i128::from(HEIGHT - 1)) as u32
    }

    /// The line s·n, as far as it is inside.
    fn line(&self, slope: &Real, scale: Scale, corner: (u32, u32), colour: Colour) -> Option<Item> {
        let mut inside = Vec::new();
        let mut last = None;
        for step in 0..=u64::from(WIDTH) {
            let n = (u128::from(scale.last) * u128::from(step) / u128::from(WIDTH)) as u64;
            let times = Natural::from(n) * Natural::from(PARTS as u64);
            let height = slope.floor_mul(&times).ok().and_then(|h| i64::try_from(&h).ok());
            let height = height.ok_or_else(|| far(slope)).ok()?;
            if let (true, Some(i)) = ((self.low..=self.high).contains(&height), scale.place(n))
                && last != Some(i)
            {
                last = Some(i);
                let y = corner.1 + HEIGHT - 1 - self.place(height);
                inside.push(((corner.0 + i) as i32, y as i32));
            }
        }
        if let ([first, .., last], false) = (inside.as_slice(), scale.logarithmic) {
            inside = vec![*first, *last];
        }
        (inside.len() > 1).then(|| Item::Path(Path::through(inside, 2, colour)))
    }
}

fn dots(
    values: &[Vec<i64>],
    colours: &[Colour],
    (window, scale): (&Window, Scale),
    (left, top): (u32, u32),
) -> Vec<Item> {
    let most = values.iter().map(Vec::len).max().unwrap_or(0);
    let size = if most <= 150 { 5 } else { 3 };
    let half = size as i32 / 2;
    let mut items = Vec::new();
    for (series, colour) in values.iter().zip(colours) {
        for (n, value) in (0_u64..).zip(series) {
            let Some(i) = scale.place(n) else { continue };
            let (x, y) = ((left + i) as i32, (top + HEIGHT - 1 - window.place(*value)) as i32);
            items.push(Item::Dot(Dot { x: x - half, y: y - half, size, colour: *colour, ring: None }));
        }
    }
    items
}

/// One pixel for all points that fall on it; of several sequences the last is on top.
fn pixels(
    values: &[Vec<i64>],
    colours: &[Colour],
    (window, scale): (&Window, Scale),
    (left, top): (u32, u32),
) -> Item {
    let mut squares = vec![0_u8; (WIDTH * HEIGHT) as usize];
    for (which, series) in (1_u8..).zip(values) {
        for (n, value) in (0_u64..).zip(series) {
            let Some(i) = scale.place(n) else { continue };
            squares[((HEIGHT - 1 - window.place(*value)) * WIDTH + i) as usize] = which;
        }
    }
    let palette = [Colour::WHITE].iter().chain(colours).copied().collect();
    Item::Raster(Raster {
        x: left as i32,
        y: top as i32,
        cell: 1,
        columns: WIDTH,
        rows: HEIGHT,
        palette,
        squares,
    })
}
