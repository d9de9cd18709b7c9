//! Functions of a whole number as curves: axes, a line for values between, a dot for every whole number.
//!
//! Values are whole millionths, computed without floating point.

use super::leaf::{Leaf, centred, entry};
use super::palette::{GRID, INK, PALE_INK, Palette};
use super::scene::{Anchor, Dot, Face, Item, Label, Layer, Line, Path, Scene, Sign};
use super::sheet::width_of;

/// One, in the units of values.
pub(super) const ONE: i128 = 1_000_000;
const WIDTH: i32 = 560;
const HEIGHT: i32 = 320;
const TOP: i32 = 12;
/// Between two whole numbers a curve is drawn through so many points.
const FINE: u32 = 4;
const DOT: u32 = 7;

/// A function to be drawn.
pub(super) struct Curve {
    pub(super) name: &'static str,
    /// Its value in millionths at a fraction, from numerator and denominator.
    pub(super) value: fn(i128, i128) -> i128,
}

/// Which part of the plane is shown.
pub(super) struct Range {
    /// The first and the last whole number.
    pub(super) numbers: (u32, u32),
    /// The least and the greatest value, and how far labels are apart, in hundredths.
    pub(super) values: (i32, i32, i32),
    /// What the numbers are called.
    pub(super) variable: &'static str,
}

impl Range {
    fn x(&self, left: i32, number: u32, part: u32) -> i32 {
        let (first, last) = self.numbers;
        let steps = (number - first) * FINE + part;
        left + (steps as i32 * WIDTH) / ((last - first).max(1) * FINE) as i32
    }

    fn y(&self, value: i128) -> i32 {
        let (low, high, _) = self.values;
        let (low, high) = (i128::from(low) * ONE / 100, i128::from(high) * ONE / 100);
        // To the nearest unit.
        TOP + ((2 * (high - value) * i128::from(HEIGHT) + (high - low)).div_euclid(2 * (high - low))) as i32
    }
}

/// Hundredths as a decimal.
fn decimal(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "−" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// The picture of some functions.
pub(super) fn curves(
    curves: &[Curve],
    range: &Range,
    (title, caption): (String, String),
    palette: Palette,
) -> Scene {
    let (low, high, step) = range.values;
    let ticks: Vec<i32> = (low..=high).step_by(step.max(1) as usize).collect();
    let left = ticks.iter().map(|tick| width_of(&decimal(*tick), 11)).max().unwrap_or(0) as i32 + 12;
    let mut legend = Vec::new();
    let (mut lines, mut dots) = (Vec::new(), Vec::new());
    for (n, curve) in curves.iter().enumerate() {
        let colour = [palette.sides()[0], palette.sides()[1]][n % 2];
        let (first, last) = range.numbers;
        let mut points = Vec::new();
        for number in first..=last {
            for part in 0..FINE {
                if number < last || part == 0 {
                    let k = i128::from(number * FINE + part);
                    points.push((range.x(left, number, part), range.y((curve.value)(k, i128::from(FINE)))));
                }
            }
            let (x, y) = (range.x(left, number, 0), range.y((curve.value)(i128::from(number), 1)));
            let corner = (x - DOT as i32 / 2, y - DOT as i32 / 2);
            dots.push(Item::Dot(Dot { x: corner.0, y: corner.1, size: DOT, colour, ring: None }));
        }
        lines.push(Item::Path(Path::through(points, 1, colour)));
        legend.push(entry(Sign::Dot, colour, curve.name));
    }
    let values: Vec<String> = curves
        .iter()
        .map(|curve| {
            let at = |k: u32| decimal(((curve.value)(i128::from(k), 1) * 100).div_euclid(ONE) as i32);
            format!("{} goes from {} to {}", curve.name, at(range.numbers.0), at(range.numbers.1))
        })
        .collect();
    let leaf = Leaf {
        alternative: format!("{title}. {caption} {}.", values.join("; ")),
        title,
        caption,
        legend,
        size: ((left + WIDTH + 10) as u32, (TOP + HEIGHT + 36) as u32),
        layers: vec![
            Layer::new("grid", grid(&ticks, range, left)),
            Layer::new("axes", axes(&ticks, range, left)),
            Layer::new("lines", lines),
            Layer::new("points", dots),
        ],
    };
    leaf.scene()
}

fn grid(ticks: &[i32], range: &Range, left: i32) -> Vec<Item> {
    let level = |tick: &i32| {
        let y = range.y(i128::from(*tick) * ONE / 100);
        Item::Line(Line { from: (left, y), to: (left + WIDTH, y), stroke: 1, colour: GRID })
    };
    ticks.iter().map(level).collect()
}

fn axes(ticks: &[i32], range: &Range, left: i32) -> Vec<Item> {
    let (right, bottom) = (left + WIDTH, TOP + HEIGHT);
    let line = |from, to| Item::Line(Line { from, to, stroke: 1, colour: PALE_INK });
    let mut items = vec![line((left, TOP), (left, bottom)), line((left, bottom), (right, bottom))];
    for tick in ticks {
        let y = range.y(i128::from(*tick) * ONE / 100) + 4;
        let (text, anchor, face) = (decimal(*tick), Anchor::End, Face::Plain);
        items.push(Item::Label(Label { x: left - 6, y, text, size: 11, colour: PALE_INK, anchor, face }));
    }
    for number in range.numbers.0..=range.numbers.1 {
        let x = range.x(left, number, 0);
        items.push(line((x, bottom), (x, bottom + 3)));
        items.push(centred(&number.to_string(), (x, bottom + 15), (11, PALE_INK), Face::Plain));
    }
    items.push(centred(range.variable, (right, bottom + 32), (12, INK), Face::Italic));
    items
}
