//! Which P-positions belong together, and the line through them. All in integers: a slope is a fraction, and a distance from the line
//! a multiple of a fraction of a square.

use super::gather::{Gathered, Window};
use super::pattern::{Course, LineCounts, course};
use wythoff_number::{Integer, Rational};

/// Fewer P-positions than this in the last window are no beam.
const FEWEST: usize = 12;
/// Fewer in another window have no width; for a line twice as many are needed.
const FEW: usize = 4;
/// A group of P-positions this wide, as a part of the distance from the origin, is an area and no beam.
const AREA: u64 = 4;

/// A period of so few lines is short.
const SHORT: u64 = 16;

/// A slope as a fraction of machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slope {
    pub(super) p: i128,
    pub(super) q: i128,
}

impl Slope {
    /// How far a P-position is above the line through the origin, in parts of a square.
    pub(super) fn above(self, (x, y): (u64, u64)) -> i128 {
        self.q * i128::from(y) - self.p * i128::from(x)
    }
}

/// P-positions that belong to one beam, by their place in the last window.
#[derive(Clone, Debug)]
pub(super) struct Sector {
    /// The lowest and the highest row at which they would cross the last column, seen from the origin; between the neighbours.
    pub(super) low: u128,
    pub(super) high: u128,
    /// Where they do cross it, at the least and at the most.
    pub(super) ends: (u128, u128),
    /// How many squares it is to the next beam, at the last column.
    pub(super) apart: u128,
}

/// What the last window shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sectors {
    pub(super) beams: Vec<Sector>,
    /// Whether some group is too wide for a beam at first sight.
    pub(super) wide: bool,
    /// P-positions of the last window that belong to no beam.
    pub(super) strays: u64,
}

/// P-positions of different beams are so far apart, at this column.
pub(super) fn gap(column: u64) -> u128 {
    u128::from((column.isqrt() / 2).max(32))
}

/// The row at which the ray from the origin through a P-position crosses a column.
fn seen_at(column: u64, (x, y): (u64, u64)) -> u128 {
    u128::from(y) * u128::from(column) / u128::from(x.max(1))
}

/// Groups the P-positions of the last window by their direction from the origin.
pub(super) fn sectors(data: &Gathered) -> Sectors {
    let Some(last) = data.windows.last() else { return Sectors::default() };
    let mut rows: Vec<u128> = last.points.iter().map(|p| seen_at(data.columns, *p)).collect();
    rows.sort_unstable();
    let far = gap(data.columns);
    let mut groups: Vec<&[u128]> = rows.chunk_by(|a, b| b - a <= far).collect();
    let mut found = Sectors::default();
    // What is cut off by the height is no beam that one could follow.
    let top = data.height.map(|height| u128::from(height) * 7 / 8);
    let wide = u128::from(data.columns / AREA).max(4 * far);
    let is_wide = |group: &[u128]| group[group.len() - 1] - group[0] > wide;
    groups.retain(|group| is_wide(group) || top.is_none_or(|top| group[group.len() - 1] < top));
    groups.retain(|group| {
        let enough = group.len() >= FEWEST;
        found.strays += if enough { 0 } else { group.len() as u64 };
        enough
    });
    let ends: Vec<(u128, u128)> = groups.iter().map(|g| (g[0], g[g.len() - 1])).collect();
    for (i, &(first, end)) in ends.iter().enumerate() {
        if end - first > wide {
            found.wide = true;
            continue;
        }
        let below = i.checked_sub(1).map(|i| ends[i].1);
        let above = ends.get(i + 1).map(|next| next.0);
        let apart = [below.map(|b| first - b), above.map(|a| a - end)].into_iter().flatten().min();
        found.beams.push(Sector {
            ends: (first, end),
            low: below.map_or(0, |below| below + (first - below) / 2),
            high: above.map_or(u128::MAX, |above| end + (above - end) / 2),
            apart: apart.unwrap_or(u128::MAX),
        });
    }
    found
}

impl Sector {
    /// This one and the next one above it, as one beam.
    pub(super) fn with(&self, above: &Sector, others: &[Sector]) -> Sector {
        let ends = (self.ends.0, above.ends.1);
        let apart = others.iter().filter_map(|other| match other.ends {
            (_, end) if end < ends.0 => Some(ends.0 - end),
            (first, _) if first > ends.1 => Some(first - ends.1),
            _ => None,
        });
        Sector { low: self.low, high: above.high, ends, apart: apart.min().unwrap_or(u128::MAX) }
    }
}

/// A beam in one window.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) window: Window,
}

impl Part {
    /// The least and the greatest distance above a line, in parts of a square.
    pub(super) fn reach(&self, slope: Slope) -> (i128, i128) {
        let above = || self.window.points.iter().map(|p| slope.above(*p));
        (above().min().unwrap_or(0), above().max().unwrap_or(0))
    }

    /// The sums of the coordinates, and how many there are.
    fn sums(&self) -> (i128, i128, i128) {
        let points = &self.window.points;
        let sum = |of: fn(&(u64, u64)) -> u64| points.iter().map(|p| i128::from(of(p))).sum();
        (sum(|p| p.0), sum(|p| p.1), points.len() as i128)
    }
}

/// A beam in all windows in which it is clear of its neighbours, the farthest last.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) parts: Vec<Part>,
}

/// Follows a beam inwards from the last window.
pub(super) fn track(data: &Gathered, sector: &Sector) -> Track {
    let clear = |window: &Window| {
        let here = sector.apart.saturating_mul(u128::from(window.end)) / u128::from(data.columns);
        sector.apart == u128::MAX || here >= gap(window.end)
    };
    let last = data.windows.len().saturating_sub(1);
    let windows = data.windows.iter().enumerate().filter(|(i, window)| *i == last || clear(window));
    let mut track = inside(data, sector, windows.map(|(_, window)| window));
    track.parts.retain(|part| part.window.points.len() >= 2 * FEW);
    track
}

/// What has the directions of a group in all windows, whether it is clear of neighbours there or not.
pub(super) fn everywhere(data: &Gathered, sector: &Sector) -> Track {
    inside(data, sector, data.windows.iter())
}

fn inside<'a>(data: &Gathered, sector: &Sector, windows: impl Iterator<Item = &'a Window>) -> Track {
    let part = |window: &Window| {
        let inside = |p: &&(u64, u64)| (sector.low..=sector.high).contains(&seen_at(data.columns, **p));
        let points: Vec<(u64, u64)> = window.points.iter().filter(inside).copied().collect();
        Part { window: Window { points, ..*window } }
    };
    Track { parts: windows.map(part).filter(|part| part.window.points.len() >= FEW).collect() }
}

/// The slope through the middles of two parts of a beam.
fn between(near: &Part, far: &Part) -> Option<Rational> {
    let ((x, y, n), (u, v, m)) = (near.sums(), far.sums());
    let run = u * n - x * m;
    let rise = v * n - y * m;
    (run > 0).then(|| Rational::from_parts(Integer::from(rise), run.unsigned_abs().into()))
}

/// The slope of a beam: a fraction near the middle, and the least and the greatest that it may be.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) slope: Slope,
    pub(super) low: Rational,
    pub(super) high: Rational,
}

impl Track {
    fn last(&self) -> Option<&Part> {
        self.parts.last()
    }

    /// The part whose columns end nearest to a share of all.
    fn near(&self, columns: u64, share: u64) -> Option<&Part> {
        let wanted = columns / share;
        let before = self.parts.split_last()?.1;
        before.iter().min_by_key(|part| part.window.end.abs_diff(wanted))
    }

    /// The line through the beam. Its slope is off by no more than its width allows, and what it differs by from scale to scale.
    pub(super) fn fit(&self, columns: u64) -> Option<Fit> {
        let (far, near) = (self.last()?, self.near(columns, 4)?);
        let centre = between(near, far)?;
        let nearer = self.near(columns, 16).filter(|part| part.window.end < near.window.end);
        let bend = nearer.and_then(|nearer| between(nearer, near)).map(|slope| {
            let bend = &slope - &centre;
            if bend < Rational::ZERO { -bend } else { bend }
        });
        let tiny = Rational::from_parts(1.into(), (256 * columns).into());
        let simple = Rational::simplest_in(&centre - &tiny, &centre + &tiny);
        let (p, q) = simple.into_parts();
        let slope = Slope { p: i128::try_from(p).ok()?, q: i128::try_from(Integer::from(q)).ok()? };
        let (before, now) = (near.reach(slope), far.reach(slope));
        let width = (now.1 - now.0).max(before.1 - before.0);
        // A wide beam with straight edges is straight.
        let moved = (now.0 - before.0).abs() + (now.1 - before.1).abs() + width / 16 + slope.q;
        let width = width.min(moved.max(width / 4)) + slope.q;
        let run = i128::from(far.window.end) - i128::from(near.window.end);
        let parts = (slope.q * run.max(1)).unsigned_abs();
        let error = Rational::from_parts(Integer::from(2 * width), parts.into());
        let error = error + bend.unwrap_or(Rational::ZERO);
        let least = &centre - &error;
        let low = if least < Rational::ZERO { Rational::ZERO } else { least };
        Some(Fit { slope, low, high: centre + error })
    }

    /// P-positions per column, row and diagonal.
    pub(super) fn counts(&self, columns: u64, slope: Slope) -> [Option<LineCounts>; 3] {
        let Some((last, before)) = self.parts.split_last() else { return [None, None, None] };
        let now = lines(last, slope);
        // What repeats must have done so before, in step.
        let earlier: Vec<(u64, [Option<Lines>; 3])> = before
            .iter()
            .filter(|part| part.window.end >= columns / 9)
            .map(|part| (part.window.end, lines(part, slope)))
            .collect();
        let mut found = [None, None, None];
        for (i, lines) in now.into_iter().enumerate() {
            found[i] = lines.and_then(|lines| {
                let mut counts = course(&lines.counts)?;
                let period = match counts.course {
                    Course::Constant => 1,
                    Course::Periodic(period) => period,
                    Course::Neither => return Some(counts),
                };
                // A number near a simple fraction looks periodic for long: see beta(pi), where 355 columns nearly repeat.
                let short = u128::from(period) * u128::from(period) <= u128::from(columns);
                // The longer the period, the longer it has to have been there.
                let since = if period <= SHORT { columns / 5 * 2 } else { 0 };
                let in_step = |(end, then): &(u64, [Option<Lines>; 3])| {
                    *end < since || then[i].as_ref().is_none_or(|then| lines.in_step(then, period as usize))
                };
                if !short || !earlier.iter().all(in_step) {
                    counts.course = Course::Neither;
                }
                Some(counts)
            });
        }
        found
    }
}

/// How many P-positions neighbouring lines hold, from this line on.
struct Lines {
    from: i128,
    counts: Vec<u32>,
}

impl Lines {
    /// Do other lines have what these have, a multiple of the period further?
    fn in_step(&self, other: &Lines, period: usize) -> bool {
        other.counts.iter().zip(other.from..).all(|(count, line)| {
            let at = (line - self.from).rem_euclid(period as i128) as usize;
            self.counts.get(at) == Some(count)
        })
    }
}

/// P-positions on the columns of a part, and on the rows and diagonals that cross the beam inside it.
fn lines(part: &Part, slope: Slope) -> [Option<Lines>; 3] {
    let Slope { p, q } = slope;
    let (low, high) = part.reach(slope);
    let (first, last) = (i128::from(part.window.first), i128::from(part.window.end) - 1);
    let points = &part.window.points;
    let count = |from: i128, to: i128, line: &dyn Fn(&(u64, u64)) -> i128| {
        let length = usize::try_from(to - from + 1).unwrap_or(0);
        let mut counts = vec![0_u32; length];
        for point in points {
            let at = line(point) - from;
            if let Some(count) = usize::try_from(at).ok().and_then(|at| counts.get_mut(at)) {
                *count += 1;
            }
        }
        Some(Lines { from, counts }).filter(|lines| !lines.counts.is_empty())
    };
    // A line n with q·n = rate·x + sign·(distance above the beam's line) crosses the whole beam between these.
    let crossed = |rate: i128, low: i128, high: i128| {
        let from = (rate * first + high).div_euclid(q) + 1;
        let to = (rate * last + low).div_euclid(q);
        (rate > 0).then_some((from, to))
    };
    let columns = count(first, last, &|p| i128::from(p.0));
    let rows = crossed(p, low, high).and_then(|(from, to)| count(from, to, &|p| i128::from(p.1)));
    let diagonals = match p > q {
        true => crossed(p - q, low, high)
            .and_then(|(from, to)| count(from, to, &|p| i128::from(p.1) - i128::from(p.0))),
        false => crossed(q - p, -high, -low)
            .and_then(|(from, to)| count(from, to, &|p| i128::from(p.0) - i128::from(p.1))),
    };
    [columns, rows, diagonals]
}
