//! Points over an axis: title, axes with ticks, legend and caption, all in whole units.

use super::error::DrawError;
use super::palette::{GRID, INK, PALE_INK};
use super::scene::{Anchor, Face, Item, Layer, LegendEntry, Scene};
use super::sheet::{
    MARGIN, SMALL, caption_items, label, legend_items, legend_width, stroke, title_items, width_of, wrapped,
};
use wythoff_number::{Natural, Real};

/// How wide and about how high the area of points is.
pub(super) const WIDTH: u32 = 640;
pub(super) const HEIGHT: u32 = 400;
/// Terms of sequences are told apart to this part of one: finer than any picture.
pub(super) const PARTS: i64 = 1 << 12;

/// What stands along an axis: places from its start, texts, and what the axis shows.
pub(super) struct PlotAxis {
    pub(super) ticks: Vec<(u32, String)>,
    pub(super) name: String,
}

/// Everything around the points.
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) alternative: String,
    pub(super) legend: Vec<LegendEntry>,
    pub(super) across: PlotAxis,
    pub(super) upwards: PlotAxis,
    pub(super) height: u32,
}

impl Plot {
    /// How far the points are from the left edge and from the upper one.
    pub(super) fn corner(&self) -> (u32, u32) {
        let labels = self.upwards.ticks.iter().map(|(_, text)| width_of(text, SMALL)).max().unwrap_or(0);
        (MARGIN + labels + 12, MARGIN + self.titles().len() as u32 * 20 + 22)
    }

    fn width(&self) -> u32 {
        self.corner().0 + WIDTH + legend_width(&self.legend) + MARGIN
    }

    fn titles(&self) -> Vec<String> {
        wrapped(&self.title, 15, WIDTH)
    }

    /// The sheet, with the points between grid and axes.
    pub(super) fn scene(self, points: Vec<Item>) -> Scene {
        let (left, top) = self.corner();
        let width = self.width();
        let caption = wrapped(&self.caption, SMALL, width - 2 * MARGIN);
        let body = self.height.max(self.legend.len() as u32 * 18);
        let height = top + body + 44 + caption.len() as u32 * (SMALL + 4) + MARGIN;
        let mut scene = Scene::empty(width, height);
        scene.pixels = 2;
        // Pixels would hide the grid, and over them it would hide what lies on it.
        let pixels = points.iter().any(|item| matches!(item, Item::Raster(_)));
        let grid = if pixels { Vec::new() } else { self.grid((left as i32, top as i32)) };
        let layers = [
            Layer::new("title", title_items(&self.titles())),
            Layer::new("grid", grid),
            Layer::new("points", points),
            Layer::new("axes", self.axes((left as i32, top as i32))),
            Layer::new("legend", legend_items(&self.legend, (left + WIDTH + 18, top))),
            Layer::new("caption", caption_items(&caption, height)),
        ];
        scene.layers = layers.into_iter().filter(|layer| !layer.items.is_empty()).collect();
        scene.title = self.title;
        scene.caption = self.caption;
        scene.alternative = self.alternative;
        scene.legend = self.legend;
        scene
    }

    fn grid(&self, (left, top): (i32, i32)) -> Vec<Item> {
        let (right, bottom) = (left + WIDTH as i32, top + self.height as i32);
        let upright = self.across.ticks.iter().map(|(i, _)| left + *i as i32);
        let level = self.upwards.ticks.iter().map(|(j, _)| bottom - *j as i32);
        let upright = upright.map(|x| stroke((x, top), (x, bottom), GRID));
        upright.chain(level.map(|y| stroke((left, y), (right, y), GRID))).collect()
    }

    fn axes(&self, (left, top): (i32, i32)) -> Vec<Item> {
        let (right, bottom) = (left + WIDTH as i32, top + self.height as i32);
        let mut items = vec![
            stroke((left, top), (right, top), PALE_INK),
            stroke((left, bottom), (right, bottom), PALE_INK),
            stroke((left, top), (left, bottom), PALE_INK),
            stroke((right, top), (right, bottom), PALE_INK),
        ];
        let text = |x: i32, y: i32, text: &str, anchor| {
            let place = (x.max(0) as u32, y.max(0) as u32);
            label(place, text, (SMALL, PALE_INK), (anchor, Face::Plain))
        };
        for (i, name) in &self.across.ticks {
            let x = left + *i as i32;
            items.push(stroke((x, bottom), (x, bottom + 4), PALE_INK));
            items.push(text(x, bottom + 16, name, Anchor::Middle));
        }
        for (j, name) in &self.upwards.ticks {
            let y = bottom - *j as i32;
            items.push(stroke((left - 4, y), (left, y), PALE_INK));
            items.push(text(left - 7, y + 4, name, Anchor::End));
        }
        let name = |x: i32, y: i32, text: &str, anchor| {
            label((x.max(0) as u32, y.max(0) as u32), text, (SMALL + 1, INK), (anchor, Face::Italic))
        };
        items.push(name(right, bottom + 32, &self.across.name, Anchor::End));
        items.push(name(MARGIN as i32, top - 8, &self.upwards.name, Anchor::Start));
        items
    }
}

/// A number with the sign that printers use.
pub(super) fn signed(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// A slope as papers write it.
pub(super) fn written(slope: &Real) -> String {
    slope.to_string().replace('*', "·").replace("phi", "φ").replace("pi", "π")
}

/// Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, at most so many.
pub(super) fn round_values(low: i64, high: i64, most: i64) -> Vec<i64> {
    let span = i128::from(high) - i128::from(low);
    let mut step: i128 = 1;
    for factor in [2, 5, 10].iter().cycle() {
        if span / step <= i128::from(most.max(1)) {
            break;
        }
        let power = 10_i128.pow(step.ilog10());
        step = power * factor;
    }
    let first = i128::from(low).div_euclid(step) + i128::from(i128::from(low).rem_euclid(step) != 0);
    let all = (first..).map(|n| n * step).take_while(|n| *n <= i128::from(high));
    all.filter_map(|n| i64::try_from(n).ok()).collect()
}

/// Where a number of `0..=last` stands along an axis, in whole numbers whatever the scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) last: u64,
    pub(super) logarithmic: bool,
}

impl Scale {
    /// Its place below [`WIDTH`]; of a logarithmic scale 0 has none.
    pub(super) fn place(self, n: u64) -> Option<u32> {
        let width = u128::from(WIDTH);
        let place = match self.logarithmic {
            true if n == 0 => return None,
            true => {
                u128::from(binary_logarithm(n)) * (width - 1) / u128::from(binary_logarithm(self.last).max(1))
            }
            false => u128::from(n) * (width - 1) / u128::from(self.last.max(1)),
        };
        (place < width).then_some(place as u32)
    }

    pub(super) fn ticks(self) -> Vec<(u32, String)> {
        let values: Vec<u64> = match self.logarithmic {
            true => (0..19).map(|n| 10_u64.pow(n)).take_while(|n| *n <= self.last).collect(),
            false => {
                let last = i64::try_from(self.last).unwrap_or(i64::MAX);
                round_values(0, last, 8).into_iter().map(|n| n as u64).collect()
            }
        };
        values.into_iter().filter_map(|n| Some((self.place(n)?, n.to_string()))).collect()
    }
}

/// The logarithm to base 2 in parts of 2^20, rounded down: by squaring, so that it is the same on every machine.
fn binary_logarithm(n: u64) -> u64 {
    const DIGITS: u32 = 20;
    let n = n.max(1);
    let mut result = u64::from(n.ilog2());
    let mut rest = u128::from(n) << (63 - n.ilog2());
    for _ in 0..DIGITS {
        rest = (rest * rest) >> 63;
        let digit = u64::from(rest >> 64 > 0);
        rest >>= digit;
        result = result << 1 | digit;
    }
    result
}

/// The floor of `PARTS · (value − slope · n)`.
pub(super) fn residual(value: i64, slope: &Real, n: u64) -> Result<i64, DrawError> {
    let times = Natural::from(n) * Natural::from(PARTS as u64);
    let floor = slope.floor_mul(&times).map_err(|e| DrawError::Nothing(e.to_string()))?;
    let floor = i64::try_from(&floor).map_err(|_| far(slope))?;
    // Irrational numbers lie strictly between two whole ones, unless they are taken no times.
    let whole = n == 0
        || slope.as_rational().is_some_and(|s| {
            let times = times % s.denominator().clone();
            times == Natural::from(0u8)
        });
    let ceiling = floor.saturating_add(i64::from(!whole));
    value.checked_mul(PARTS).and_then(|v| v.checked_sub(ceiling)).ok_or_else(|| far(slope))
}

pub(super) fn far(slope: &Real) -> DrawError {
    DrawError::TooLarge {
        wanted: format!("the distance from a line of slope {slope}"),
        possible: "one that fits into 60 bits".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, binary_logarithm, residual, round_values};
    use crate::slope;

    #[test]
    fn ticks_are_round() {
        assert_eq!(round_values(-7, 31, 8), [-5, 0, 5, 10, 15, 20, 25, 30]);
        assert_eq!(round_values(0, 3, 8), [0, 1, 2, 3]);
        assert_eq!(round_values(0, 1_000_000, 5), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]);
    }

    #[test]
    fn logarithms_are_exact_to_their_last_digit() {
        for n in [1_u64, 2, 3, 10, 1 << 40, 1_000_000_007] {
            let exact = (n as f64).log2() * f64::from(1 << 20);
            assert!((binary_logarithm(n) as f64 - exact).abs() < 1.5, "{n}");
        }
        let scale = Scale { last: 1_000, logarithmic: true };
        assert_eq!((scale.place(0), scale.place(1), scale.place(1_000)), (None, Some(0), Some(639)));
    }

    #[test]
    fn residuals_are_floors() {
        let half = slope("5/2").unwrap();
        let found: Vec<i64> = (0..4).map(|n| residual(10, &half, n).unwrap()).collect();
        assert_eq!(found, [80, 60, 40, 20].map(|eighths| eighths * super::PARTS / 8));
        let phi = slope("phi").unwrap();
        // 4096·(10 − 3·1.618…) = 21077.598…
        assert_eq!((residual(10, &phi, 3).unwrap(), residual(10, &phi, 0).unwrap()), (21_077, 40_960));
    }
}
