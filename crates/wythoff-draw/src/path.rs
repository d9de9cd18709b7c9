//! What paths are made of, in eighths of a unit: the body without the part under the arrow's head, the head, and curves as strokes.
//! All in whole numbers, so that every backend and every machine draws the same.

use super::scene::Path;

/// So many points of the finest grid make a unit.
pub(super) const EIGHTHS: i64 = 8;
/// So many straight strokes draw a curve.
const STROKES: i64 = 32;

/// A point in eighths of a unit.
pub(super) type Eighth = (i64, i64);

impl Path {
    /// The head at the last point: the tip and both corners of its base.
    pub(super) fn head(&self) -> Option<[Eighth; 3]> {
        let (tip, back, side) = self.pointing()?;
        let base = (tip.0 - back.0, tip.1 - back.1);
        Some([tip, (base.0 - side.0, base.1 - side.1), (base.0 + side.0, base.1 + side.1)])
    }

    /// The points, the last of them moved back under the head, so that the stroke does not stick out at the tip.
    pub(super) fn body(&self) -> Vec<Eighth> {
        let mut points: Vec<Eighth> = self.points.iter().map(|point| fine(*point)).collect();
        if let (Some((tip, back, _)), Some(last)) = (self.pointing(), points.last_mut()) {
            *last = (tip.0 - back.0 * 3 / 4, tip.1 - back.1 * 3 / 4);
        }
        points
    }

    /// The body with every curve as straight strokes.
    pub(super) fn flattened(&self) -> Vec<Eighth> {
        let body = self.body();
        let mut points = match (self.curved, body.first()) {
            (true, Some(first)) => {
                let mut points = vec![*first];
                for triple in body[1..].chunks_exact(3) {
                    let start = points.last().copied().unwrap_or(*first);
                    points
                        .extend((1..=STROKES).map(|i| on_curve([start, triple[0], triple[1], triple[2]], i)));
                }
                points
            }
            _ => body,
        };
        if self.closed && points.first() != points.last() {
            points.extend(points.first().copied());
        }
        points.dedup();
        points
    }

    /// The tip, the way back to the base of the head, and half the base.
    fn pointing(&self) -> Option<(Eighth, Eighth, Eighth)> {
        if !self.arrow {
            return None;
        }
        let tip = fine(*self.points.last()?);
        let before = self.points.iter().rev().map(|point| fine(*point)).find(|point| *point != tip)?;
        let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
        let long = (5 + 2 * i64::from(self.stroke)) * EIGHTHS;
        // The distance in thousandths, so that short arrows point as exactly as long ones.
        let distance = ((dx * dx + dy * dy) * 1_000_000).isqrt().max(1);
        let back = (long * dx * 1_000 / distance, long * dy * 1_000 / distance);
        let side = (-back.1 * 2 / 5, back.0 * 2 / 5);
        Some((tip, back, side))
    }
}

fn fine((x, y): (i32, i32)) -> Eighth {
    (i64::from(x) * EIGHTHS, i64::from(y) * EIGHTHS)
}

/// The point after `i` of the strokes of a curve with these four points.
fn on_curve(points: [Eighth; 4], i: i64) -> Eighth {
    let j = STROKES - i;
    let weights = [j * j * j, 3 * j * j * i, 3 * j * i * i, i * i * i];
    let at = |part: fn(&Eighth) -> i64| {
        let sum: i64 = points.iter().zip(weights).map(|(point, weight)| part(point) * weight).sum();
        // To the nearest eighth.
        (2 * sum + STROKES.pow(3)).div_euclid(2 * STROKES.pow(3))
    };
    (at(|point| point.0), at(|point| point.1))
}

/// The pieces of a line that are drawn if it is dashed: `dash` units of ink, as many without.
pub(super) fn dashes(points: &[Eighth], dash: u32) -> Vec<Vec<Eighth>> {
    let length = i64::from(dash.max(1)) * EIGHTHS;
    let mut pieces = Vec::new();
    let (mut left, mut ink) = (length, true);
    let mut piece: Vec<Eighth> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let whole = ((b.0 - a.0).pow(2) + (b.1 - a.1).pow(2)).isqrt().max(1);
        let mut done = 0;
        while whole - done > left {
            done += left;
            let at = (a.0 + (b.0 - a.0) * done / whole, a.1 + (b.1 - a.1) * done / whole);
            if ink {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            (left, ink) = (length, !ink);
        }
        left -= whole - done;
        if ink {
            piece.push(b);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// A number of eighths as a decimal.
pub(super) fn decimal(eighths: i64) -> String {
    let sign = if eighths < 0 { "-" } else { "" };
    let (whole, part) = (eighths.abs() / EIGHTHS, eighths.abs() % EIGHTHS);
    let fraction = ["", ".125", ".25", ".375", ".5", ".625", ".75", ".875"][part as usize];
    format!("{sign}{whole}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::{dashes, decimal};
    use crate::{Colour, Path};

    #[test]
    fn eighths_are_decimals() {
        let found = [0, 8, 9, -12, 20, -1].map(decimal);
        assert_eq!(found, ["0", "1", "1.125", "-1.5", "2.5", "-0.125"]);
    }

    #[test]
    fn curves_begin_and_end_where_they_say() {
        let curve = Path::curve(vec![(0, 0), (10, 0), (10, 10), (10, 20)], 1, Colour::BLACK);
        let points = curve.flattened();
        assert_eq!((points[0], points.last().copied()), ((0, 0), Some((80, 160))));
        assert_eq!(points.len(), 33);
    }

    #[test]
    fn heads_end_at_the_last_point() {
        let arrow = Path { arrow: true, ..Path::through(vec![(0, 0), (30, 40)], 1, Colour::BLACK) };
        // Seven units long, in the direction (3, 4) / 5.
        let [tip, left, right] = arrow.head().unwrap();
        assert_eq!(tip, (240, 320));
        assert_eq!(((left.0 + right.0) / 2, (left.1 + right.1) / 2), (240 - 33, 320 - 44));
        assert!(arrow.body()[1].0 < 240);
    }

    #[test]
    fn dashes_go_around_corners() {
        let found = dashes(&[(0, 0), (40, 0), (40, 40)], 3);
        assert_eq!(found, [vec![(0, 0), (24, 0)], vec![(40, 8), (40, 32)]]);
    }
}
