//! Sectors that P-positions fill: what is spread over a range of directions at every scale, and gathers at no line.
//!
//! A beam becomes narrow when it is seen from the origin: its width is bounded, or grows more slowly than the distance. Where the
//! width grows like the distance, a slope in the middle of it means nothing, and the lines that could be drawn are other ones for other
//! numbers of columns. What does not depend on that number are the directions in which P-positions are dense. They are counted in
//! ranges of directions of about two per cent each, at all scales within a factor of 16, since some games repeat a picture at
//! every fourth or ninth of a scale only. A direction with a few P-positions that become no more from scale to scale is not filled.

use super::fit::{Part, Slope, Track, gap};
use super::gather::{Gathered, Window};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use wythoff_number::Rational;

/// Directions that P-positions fill, as slopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledSector {
    /// The least slope that was seen.
    pub low: Rational,
    /// The greatest; none where nothing steeper was looked at.
    pub high: Option<Rational>,
}

/// A group that is wider than this part of the distance, in every window, has no line.
const WIDE: i128 = 10;
/// A width of fewer squares is not compared with smaller ones.
const LEAST: u128 = 32;
/// Directions are looked at in columns that are at most so many times nearer than the last.
const SCALES: u64 = 16;
/// So many ranges of directions between a slope and twice the slope; steeper slopes than `2^OCTAVES` are in one.
const PARTS: i32 = 32;
const OCTAVES: u32 = 6;
/// A range is filled if it holds so many P-positions, and at least one in so many columns.
const FEWEST: u64 = 16;
const COLUMNS: u64 = 64;
/// Filled ranges that leave less than one in so many parts of a slope between them are one sector.
const APART: u64 = 12;
/// And so are those whose slopes differ by less than one in so many squares: close to the axes parts of a slope mean nothing.
const NEAR: u128 = 64;

/// Does the width of a group grow like its distance from the origin? The relative width in the farthest windows is compared with that
/// of much nearer ones: a beam's shrinks at least like the root of the distance.
pub(super) fn grows_with_distance(track: &Track, slope: Slope, columns: u64) -> bool {
    // Width and distance in the same parts of a square.
    let relative = |part: &Part| {
        let (low, high) = part.reach(slope);
        (high - low, slope.q.saturating_mul(i128::from(part.window.end)))
    };
    let larger = |a: &(i128, i128), b: &(i128, i128)| {
        let (left, right) = (a.0.checked_mul(b.1), b.0.checked_mul(a.1));
        left.zip(right).map_or(Ordering::Equal, |(left, right)| left.cmp(&right))
    };
    let widest = |from: u64, to: u64| {
        let parts = track.parts.iter().filter(|part| (from..=to).contains(&part.window.end));
        parts.map(relative).max_by(larger)
    };
    // The scales are roots of two apart, rounded.
    let Some((far, at)) = widest(columns / 2, columns) else { return false };
    let least = LEAST.max(gap(columns) / 2) as i128;
    if far < least.saturating_mul(slope.q) {
        return false;
    }
    if far.saturating_mul(WIDE) > at {
        return true;
    }
    let nearer = [(columns / 32, columns / 8 + 1), (0, columns / 4 + 1)];
    let Some((near, before)) = nearer.into_iter().find_map(|(from, to)| widest(from, to)) else {
        return false;
    };
    // far/at >= 3/5 of near/before
    let sides = (far.checked_mul(5).and_then(|n| n.checked_mul(before)), near.checked_mul(3));
    matches!(sides, (Some(now), Some(then)) if then.checked_mul(at).is_some_and(|then| now >= then))
}

/// A strip around a line, where P-positions belong to a beam.
pub(super) struct Strip {
    pub(super) slope: Slope,
    /// In parts of a square.
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Strip {
    fn holds(&self, point: (u64, u64), margin: u128) -> bool {
        let above = self.slope.above(point);
        let margin = self.slope.q.saturating_mul(margin as i128);
        (self.low - margin..=self.high + margin).contains(&above)
    }
}

/// The range of directions of a P-position: octaves of y/x, each in equal parts, and for y < x those of x/y, downwards.
fn range((x, y): (u64, u64)) -> i32 {
    let up = |small: u64, large: u64| {
        let octaves = match small {
            0 => OCTAVES,
            _ => (large / small).ilog2().min(OCTAVES),
        };
        if octaves == OCTAVES {
            return OCTAVES as i32 * PARTS;
        }
        let base = u128::from(small) << octaves;
        let part = (u128::from(large) - base) * PARTS as u128 / base;
        octaves as i32 * PARTS + part as i32
    };
    if y >= x { up(x, y) } else { -1 - up(y, x) }
}

/// What a range of directions holds in one window: how many, and the flattest and the steepest.
struct Held {
    count: u64,
    low: (u64, u64),
    high: (u64, u64),
}

/// y/x of one P-position against that of another.
fn flatter(a: (u64, u64), b: (u64, u64)) -> bool {
    u128::from(a.1) * u128::from(b.0) < u128::from(b.1) * u128::from(a.0)
}

/// The sectors that P-positions fill, the flattest first.
pub(super) fn filled(data: &Gathered, beams: &[Strip]) -> Vec<FilledSector> {
    let mut found: BTreeMap<i32, Held> = BTreeMap::new();
    let mut before = 0;
    for window in &data.windows {
        let from = std::mem::replace(&mut before, window.end);
        if window.end * SCALES < data.columns {
            continue;
        }
        let whole = data.head.between(from, window.end);
        for (range, held) in dense(data, whole.as_ref().unwrap_or(window), beams) {
            let seen = found.entry(range).or_insert(Held { count: 0, ..held });
            seen.count += held.count;
            seen.low = if flatter(held.low, seen.low) { held.low } else { seen.low };
            seen.high = if flatter(seen.high, held.high) { held.high } else { seen.high };
        }
    }
    let mut sectors: Vec<(Held, i32)> = Vec::new();
    for (range, held) in found {
        match sectors.last_mut() {
            Some((before, last)) if is_near(before.high, held.low) || *last + 1 == range => {
                before.high = held.high;
                *last = range;
            }
            _ => sectors.push((held, range)),
        }
    }
    let slope = |(x, y): (u64, u64)| Rational::from_parts(y.into(), x.max(1).into());
    let sector = |(held, last): (Held, i32)| FilledSector {
        low: slope(held.low),
        // The steepest range that the height leaves, or the one below it.
        high: steepest(data).is_none_or(|top| last + 1 < top).then(|| slope(held.high)),
    };
    sectors.into_iter().map(sector).collect()
}

/// Are two directions so near that what is between them does not separate? One slope may be larger than the other by a part of
/// it, or by one in `NEAR` squares; the same for slopes of columns against rows.
fn is_near(below: (u64, u64), above: (u64, u64)) -> bool {
    let wide = |(x, y): (u64, u64)| (u128::from(x), u128::from(y));
    let ((u, v), (x, y)) = (wide(below), wide(above));
    let (more, parts) = ((y * u).saturating_sub(v * x), u128::from(APART));
    more * parts <= v * x || more * NEAR <= u * x || more * NEAR <= v * y
}

/// The row of the last column above which directions are not looked at, if the height cuts them.
fn top(data: &Gathered) -> Option<u64> {
    data.height.map(|height| height / 8 * 7)
}

/// The range of the steepest direction that is looked at.
fn steepest(data: &Gathered) -> Option<i32> {
    top(data).map(|top| range((data.columns, top)))
}

/// The ranges of directions that one window fills.
fn dense(data: &Gathered, window: &Window, beams: &[Strip]) -> Vec<(i32, Held)> {
    let mut found: BTreeMap<i32, Held> = BTreeMap::new();
    let margin = gap(window.end);
    let top = top(data).map(u128::from);
    for &(x, y) in &window.points {
        let cut = |top: u128| u128::from(y) * u128::from(data.columns) > top * u128::from(x);
        if top.is_some_and(cut) || beams.iter().any(|strip| strip.holds((x, y), margin)) {
            continue;
        }
        let held = found.entry(range((x, y))).or_insert(Held { count: 0, low: (x, y), high: (x, y) });
        held.count += 1;
        held.low = if flatter((x, y), held.low) { (x, y) } else { held.low };
        held.high = if flatter(held.high, (x, y)) { (x, y) } else { held.high };
    }
    let columns = window.end - window.first;
    found.into_iter().filter(|(_, held)| held.count >= FEWEST && held.count * COLUMNS >= columns).collect()
}

/// How many P-positions of the last window are in no beam and no sector.
pub(super) fn strays(data: &Gathered, beams: &[Strip], sectors: &[FilledSector]) -> u64 {
    let Some(last) = data.windows.last() else { return 0 };
    let in_sector = |(x, y): (u64, u64)| {
        let slope = Rational::from_parts(y.into(), x.max(1).into());
        sectors
            .iter()
            .any(|sector| sector.low <= slope && sector.high.as_ref().is_none_or(|high| slope <= *high))
    };
    let top = top(data).map(u128::from);
    let cut = |(x, y): (u64, u64)| {
        top.is_some_and(|top| u128::from(y) * u128::from(data.columns) > top * u128::from(x))
    };
    let in_beam = |point: (u64, u64)| beams.iter().any(|strip| strip.holds(point, 1));
    let alone = |point: &&(u64, u64)| !cut(**point) && !in_beam(**point) && !in_sector(**point);
    last.points.iter().filter(alone).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_directions_ascend() {
        let at = |x: u64, y: u64| range((x, y));
        let fan: Vec<i32> = [(1000, 0), (1000, 20), (1000, 400), (1000, 999), (1000, 1000), (1000, 1040)]
            .into_iter()
            .chain([(1000, 1999), (1000, 2000), (1000, 9000), (0, 7)])
            .map(|(x, y)| at(x, y))
            .collect();
        assert!(fan.windows(2).all(|pair| pair[0] < pair[1]), "{fan:?}");
        assert_eq!((at(5, 5), at(1000, 1999), at(1000, 2000)), (0, 31, 32));
    }
}
