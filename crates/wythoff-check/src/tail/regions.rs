//! The part of the proof beyond the start: one period of every strip and sector is looked at. See the [module](super).

use super::counters::{Counted, Counters, Counting, each};
use super::geometry::{
    Cone, Group, LONGEST, Line, MOST_SQUARES, Region, Strip, TOO_LONG, Vector, View, common_order, det, lcm,
    plus, wide,
};
use super::{Beam, progressions, rows};
use crate::Undecided;
use num_integer::gcd;
use wythoff_budget::Budget;

/// Columns are not solved farther than this.
const FARTHEST: i128 = 1 << 24;

/// The numbers of `F` on the lines of a ray: see [`Tail::tables`].
struct Table {
    ray: Vector,
    counts: Vec<u16>,
    counters: Counters,
}

/// One half of the board, `y ≥ x + edge`, and what is claimed about it; for the other half the piles are exchanged.
pub(super) struct Side<'c> {
    /// The moves.
    pub(super) game: &'c Counting,
    /// The progressions of this half.
    pub(super) beams: &'c [Beam],
    /// Those of the other half, in its own coordinates; `None` if they are the mirror images.
    pub(super) others: Option<&'c [Beam]>,
    /// 0 if the diagonal belongs to this half, else 1.
    pub(super) edge: i128,
    /// All of `F`.
    pub(super) points: Vec<Vector>,
    /// No earlier column will do.
    pub(super) first: i128,
}

/// Everything about one half of a claim that the proof beyond the start needs.
pub(super) struct Tail<'c> {
    side: Side<'c>,
    rays: &'c [Counted],
    limits: &'c [u8],
    cones: Vec<Cone>,
    /// What single removals see of progressions, and what rays see of parallel ones.
    lines: Vec<Line>,
    strips: Vec<Strip>,
    /// For lines of one step, and for points: the step, the last column in which one begins, and their largest offset.
    extents: Vec<(Vector, i128, i128)>,
}

/// A strip from a column on, with what is known about it.
struct Stretch<'t> {
    strip: &'t Strip,
    tables: &'t [Table],
    from: i128,
}

impl<'c> Tail<'c> {
    /// From one half of a claim.
    pub(super) fn new(side: Side<'c>, budget: &Budget) -> Result<Tail<'c>, Undecided> {
        let mut all: Vec<(Vector, Vector)> =
            progressions(side.beams).map(|(c, d)| (wide(c), wide(d))).collect();
        for (c, d) in progressions(side.others.unwrap_or(side.beams)) {
            let (c, d) = (wide(c), wide(d));
            // On the diagonal a mirror image is the same again.
            if side.others.is_some() || (c.1, d.1) != (c.0, d.0) {
                all.push(((c.1, c.0), (d.1, d.0)));
            }
        }
        let Counting { rays, limits } = side.game;
        let pairs = rays.len().saturating_mul(all.len());
        budget.check(0, pairs.saturating_mul(size_of::<Cone>()))?;
        let (mut cones, mut lines) = (vec![], vec![]);
        for &Counted { ray, counters } in rays {
            for &(c, d) in &all {
                let cone = Cone { apex: plus(c, wide(ray.start)), v: wide(ray.step), d, counters };
                if ray.is_single() {
                    let first = cone.apex;
                    lines.push(Line { first, step: d, begin: first.0, weight: 1, counters });
                } else if det(cone.v, d) == 0 {
                    lines.push(Line::parallel(cone, side.game.most()));
                } else {
                    cones.push(cone);
                }
            }
        }
        let mut tail = Tail { side, rays, limits, cones, lines, strips: vec![], extents: vec![] };
        tail.find_strips(&all);
        let points = &tail.side.points;
        for Counted { ray, .. } in tail.rays {
            let (a, v) = (wide(ray.start), wide(ray.step));
            let begin = points.iter().map(|p| p.0 + a.0).max();
            let offset = points.iter().map(|&p| det(v, plus(p, a))).max();
            tail.extents.extend(begin.zip(offset).map(|(begin, offset)| (v, begin, offset)));
        }
        let of_lines = tail.lines.iter().map(|l| (l.step, l.begin, det(l.step, l.first)));
        tail.extents.extend(of_lines);
        Ok(tail)
    }

    /// The progressions of this half.
    fn own(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        progressions(self.side.beams).map(|(c, d)| (wide(c), wide(d)))
    }

    /// The rays along a strip.
    fn along<'s>(&'s self, strip: &'s Strip) -> impl Iterator<Item = &'s Counted> {
        self.rays.iter().filter(|r| !r.ray.is_single() && strip.is_parallel(wide(r.ray.step)))
    }

    fn find_strips(&mut self, progressions: &[(Vector, Vector)]) {
        let steps = self.rays.iter().map(|r| wide(r.ray.step)).chain(progressions.iter().map(|p| p.1));
        let mut directions: Vec<Vector> = vec![(1, 1)];
        for (p, q) in steps.filter(|&(p, q)| p > 0 && q >= p) {
            let g = gcd(p, q);
            directions.push((p / g, q / g));
        }
        directions.sort_by(|a, b| det(*b, *a).cmp(&0));
        directions.dedup();
        for direction in directions {
            let mut strip = Strip { direction, low: i128::MAX, high: i128::MIN };
            for cone in &self.cones {
                if strip.is_parallel(cone.v) || strip.is_parallel(cone.d) {
                    strip.include(cone.apex);
                }
            }
            let parallel = |d: Vector| det(direction, d) == 0;
            for ray in self.rays.iter().map(|r| r.ray).filter(|r| !r.is_single() && parallel(wide(r.step))) {
                self.side.points.iter().for_each(|&p| strip.include(plus(p, wide(ray.start))));
            }
            let lines = self.lines.iter().map(|l| (l.first, l.step));
            for (first, _) in lines.chain(progressions.iter().copied()).filter(|l| parallel(l.1)) {
                strip.include(first);
            }
            if direction == (1, 1) {
                // Only what is in this half counts, and its edge is always looked at.
                (strip.low, strip.high) = (self.side.edge, strip.high.max(self.side.edge));
            }
            if strip.low <= strip.high {
                self.strips.push(strip);
            }
        }
    }

    /// The first column from which on the regions are as the proof needs them.
    pub(super) fn beyond(&self, budget: &Budget) -> Result<u64, Undecided> {
        let first = self.side.first;
        let mut good = first;
        loop {
            budget.check(0, 0)?;
            if good > FARTHEST {
                return Err(Undecided::Rules("the start would have to be checked too far"));
            }
            if self.is_beyond(good) {
                break;
            }
            good *= 2;
        }
        // All conditions are linear in the column and stay true; find the first good one.
        let mut bad = first - 1;
        while good - bad > 1 + bad / 64 {
            budget.check(0, 0)?;
            let middle = (good + bad) / 2;
            if self.is_beyond(middle) { good = middle } else { bad = middle }
        }
        Ok(good as u64)
    }

    /// Whether column `x` is so far out that the proof works from there on.
    pub(super) fn is_beyond(&self, x: i128) -> bool {
        self.lines_are_in_strips(x)
            && self.strips_are_apart(x)
            && (0..self.strips.len()).all(|i| {
                let (strip, sector) = (self.strip(i, x), self.sector(i, x));
                let along = Some(self.strips[i].direction);
                self.cones.iter().all(|c| strip.settles(c, along) && sector.settles(c, None))
            })
    }

    /// A strip from column `x` on.
    fn strip(&self, i: usize, x: i128) -> Region {
        let s = &self.strips[i];
        let corners = [s.low, s.high].iter().map(|&o| (s.corner(x, o), s.direction.0)).collect();
        Region { corners, directions: vec![s.direction] }
    }

    /// What lies between a strip and the next, from column `x` on.
    fn sector(&self, i: usize, x: i128) -> Region {
        let s = &self.strips[i];
        let mut corners = vec![(s.corner(x, s.high + 1), s.direction.0)];
        let mut directions = vec![s.direction];
        match self.strips.get(i + 1) {
            Some(t) => {
                corners.push((t.corner(x, t.low - 1), t.direction.0));
                directions.push(t.direction);
            }
            None => directions.push((0, 1)),
        }
        Region { corners, directions }
    }

    /// Whether from column `x` on every line that enters this half is in the strip of its direction and has begun, and
    /// no point that a single removal sees is left.
    fn lines_are_in_strips(&self, x: i128) -> bool {
        // Begun before column x; and if they are flatter than the diagonal, below the diagonal there.
        let fine = |&(step, begin, offset): &(Vector, i128, i128)| {
            begin < x && (step.1 >= step.0 || offset < (step.0 - step.1) * x)
        };
        self.extents.iter().all(fine) && self.own().all(|(c, _)| c.0 < x)
    }

    /// Whether from column `x` on neighbouring strips are disjoint.
    fn strips_are_apart(&self, x: i128) -> bool {
        self.strips.windows(2).all(|w| {
            let ((_, top), (bottom, _)) = (w[0].rows(x), w[1].rows(x));
            bottom - top > 2
        })
    }

    /// Looks at one period of every region from column `x` on: the first square at which rules and claim disagree.
    pub(super) fn contradiction(&self, x: u64, budget: &Budget) -> Result<Option<(u64, u64)>, Undecided> {
        let from = i128::from(x);
        for i in 0..self.strips.len() {
            let found = match self.in_strip(i, from, budget)? {
                None => self.in_sector(i, from, budget)?,
                found => found,
            };
            if let Some((x, y)) = found {
                return Ok(Some((x as u64, y as u64)));
            }
        }
        Ok(None)
    }

    /// For each counter, the sum of some number of its groups.
    fn sums<'g>(&self, groups: impl Iterator<Item = &'g Group>, number: impl Fn(&Group) -> u32) -> Vec<u32> {
        let mut sums = vec![0u32; self.limits.len()];
        for group in groups {
            each(group.counters).for_each(|k| sums[k] = sums[k].saturating_add(number(group)));
        }
        sums
    }

    /// Whether a square where the counters have these numbers is P.
    fn is_p(&self, mut counts: impl Iterator<Item = u32>) -> bool {
        self.limits.iter().all(|&limit| counts.next().is_some_and(|count| count <= u32::from(limit)))
    }

    fn in_strip(&self, i: usize, from: i128, budget: &Budget) -> Result<Option<Vector>, Undecided> {
        let strip = &self.strips[i];
        let tables = self.tables(strip, budget)?;
        let (edge, inside) = self.views(&self.strip(i, from), Some(strip.direction), budget)?;
        let steady = self.sums(inside.iter().filter(|g| g.least == g.most), |g| g.least);
        let moving = inside.iter().filter(|g| g.least != g.most).flat_map(|g| g.cones.iter().copied());
        let exact: Vec<Cone> = edge.iter().copied().chain(moving).collect();
        let mut ways = vec![];
        if !self.own().any(|(_, d)| strip.is_parallel(d)) {
            // Where nothing is P, a lower bound is mostly enough.
            ways.push((edge, self.sums(inside.iter(), |g| g.least)));
        }
        ways.push((exact, steady));
        let mut found = None;
        for (cones, constants) in ways {
            let stretch = Stretch { strip, tables: &tables, from };
            found = self.look_along(&stretch, &cones, &constants, budget)?;
            if found.is_none() {
                break;
            }
        }
        Ok(found)
    }

    /// Looks at one period of a strip, with these cones and, for each counter, a constant for the others.
    fn look_along(
        &self,
        stretch: &Stretch<'_>,
        cones: &[Cone],
        constants: &[u32],
        budget: &Budget,
    ) -> Result<Option<Vector>, Undecided> {
        let &Stretch { strip, from, .. } = stretch;
        for x in from..from + self.period(strip, cones)? {
            let (low, high) = strip.rows(x);
            let rows = usize::try_from(high - low).unwrap_or(usize::MAX);
            budget.check(0, rows.saturating_mul(1 + 4 * self.limits.len()))?;
            let counts = self.counts(x, (low, high), constants, cones, stretch);
            if let Some(y) = self.disagreement(x, low, &counts) {
                return Ok(Some((x, y)));
            }
        }
        Ok(None)
    }

    fn in_sector(&self, i: usize, from: i128, budget: &Budget) -> Result<Option<Vector>, Undecided> {
        let (_, inside) = self.views(&self.sector(i, from), None, budget)?;
        if !self.is_p(self.sums(inside.iter(), |g| g.least).into_iter()) {
            return Ok(None);
        }
        let steady = self.sums(inside.iter().filter(|g| g.least == g.most), |g| g.least);
        let moving = inside.iter().filter(|g| g.least != g.most);
        let cones: Vec<Cone> = moving.flat_map(|g| g.cones.iter().copied()).collect();
        let (columns, rows) = (common_order(&cones, (1, 0))?, common_order(&cones, (0, 1))?);
        columns.checked_mul(rows).filter(|&n| n <= MOST_SQUARES).ok_or(TOO_LONG)?;
        budget.check(0, (rows as usize).saturating_mul(4 * self.limits.len()))?;
        let mut counts = vec![vec![0; rows as usize]; self.limits.len()];
        for x in 0..columns {
            budget.check(0, 0)?;
            counts.iter_mut().zip(&steady).for_each(|(counts, &steady)| counts.fill(steady));
            for cone in &cones {
                each(cone.counters).for_each(|k| cone.lattice(x, &mut counts[k]));
            }
            if let Some(y) = (0..rows as usize).find(|&y| self.is_p(counts.iter().map(|c| c[y]))) {
                // A square of this kind in the sector, in a column where that is high enough.
                let mut at = from + (x - from).rem_euclid(columns);
                let bottom = |at: i128| self.strips[i].rows(at).1 + 1;
                while self.strips.get(i + 1).is_some_and(|t| t.rows(at).0 <= bottom(at) + rows) {
                    at += columns;
                }
                return Ok(Some((at, bottom(at) + (y as i128 - bottom(at)).rem_euclid(rows))));
            }
        }
        Ok(None)
    }

    /// The cones of which a region sees an edge, and those around it, by step of the ray and by counters.
    fn views(
        &self,
        region: &Region,
        along: Option<Vector>,
        budget: &Budget,
    ) -> Result<(Vec<Cone>, Vec<Group>), Undecided> {
        let mut edge = vec![];
        let mut inside: Vec<Group> = vec![];
        for cone in &self.cones {
            match region.view(cone, along) {
                View::Outside => {}
                View::Inside => {
                    let Cone { v, counters, .. } = *cone;
                    match inside.iter_mut().find(|g| (g.v, g.counters) == (v, counters)) {
                        Some(group) => group.cones.push(*cone),
                        None => {
                            let cones = vec![*cone];
                            inside.push(Group { v, counters, cones, least: 0, most: u32::MAX });
                        }
                    }
                }
                View::Edge => edge.push(*cone),
                View::Open => return Err(Undecided::Rules("the regions of the tail are not settled")),
            }
        }
        for group in &mut inside {
            group.measure(budget)?;
        }
        Ok((edge, inside))
    }

    /// How many columns it takes for a strip to repeat.
    fn period(&self, strip: &Strip, cones: &[Cone]) -> Result<i128, Undecided> {
        let mut k = common_order(cones, strip.direction)?;
        let steps = self.own().map(|(_, d)| d).chain(self.lines.iter().map(|l| l.step));
        let steps = steps.chain(self.rays.iter().map(|r| wide(r.ray.step)));
        for step in steps.filter(|&d| d != (0, 0) && strip.is_parallel(d)) {
            k = lcm(k, step.0 / strip.direction.0).ok_or(TOO_LONG)?;
        }
        k.checked_mul(strip.direction.0).filter(|&c| c <= LONGEST).ok_or(TOO_LONG)
    }

    /// For each ray along the strip, the numbers of points of `F` on its lines: by column modulo the step, and offset.
    fn tables(&self, strip: &Strip, budget: &Budget) -> Result<Vec<Table>, Undecided> {
        let width = strip.high - strip.low + 1;
        let mut tables = vec![];
        for &Counted { ray, counters } in self.along(strip) {
            let step = wide(ray.step);
            let size = usize::try_from(width * step.0).unwrap_or(usize::MAX);
            budget.check(0, size.saturating_mul(2))?;
            let mut counts = vec![0u16; size];
            for &p in &self.side.points {
                let first = plus(p, wide(ray.start));
                let offset = strip.offset(first);
                if (strip.low..=strip.high).contains(&offset) {
                    let at = first.0.rem_euclid(step.0) * width + offset - strip.low;
                    counts[at as usize] = counts[at as usize].saturating_add(1);
                }
            }
            tables.push(Table { ray: step, counts, counters });
        }
        Ok(tables)
    }

    /// For each counter, how many options in the claimed set the squares of column `x` have, from row `low` to row `high`.
    fn counts(
        &self,
        x: i128,
        (low, high): (i128, i128),
        constants: &[u32],
        cones: &[Cone],
        &Stretch { strip, tables, .. }: &Stretch<'_>,
    ) -> Vec<Vec<u32>> {
        let size = usize::try_from(high - low + 1).unwrap_or(0);
        let mut counts: Vec<Vec<u32>> = constants.iter().map(|&constant| vec![constant; size]).collect();
        let mut add = |counters: Counters, first: i128, step: i128, last: i128| {
            // Rows first, first + step, … up to last.
            let skip = if first < low { -(first - low).div_euclid(step) } else { 0 };
            for k in each(counters) {
                let mut y = first + skip * step;
                while y <= last.min(high) {
                    counts[k][(y - low) as usize] += 1;
                    y += step;
                }
            }
        };
        for cone in cones {
            let ((p, q), (g, h)) = (cone.v, cone.d);
            let away = x - cone.apex.0;
            if away < 0 {
                continue;
            }
            if p == 0 {
                if away % g == 0 {
                    add(cone.counters, cone.apex.1 + away / g * h, q, high);
                }
                continue;
            }
            // m·p + n·g = away has the solutions n = n₀ + i·p/common with n ≤ away / g.
            let common = gcd(p, g);
            let step = p / common;
            let Some(n) = (0..step).find(|n| (away - n * g) % p == 0) else { continue };
            let most = away / g;
            if n > most {
                continue;
            }
            let row = |n: i128| cone.apex.1 + (away - n * g) / p * q + n * h;
            let last = n + (most - n) / step * step;
            let (a, b) = (row(n), row(last));
            let difference = det(cone.v, cone.d).abs() / common;
            add(cone.counters, a.min(b), difference, a.max(b));
        }
        for &Line { first, step: (g, h), begin, weight, counters } in &self.lines {
            let away = x - first.0;
            if x >= begin && away % g == 0 {
                let y = first.1 + away / g * h;
                if (low..=high).contains(&y) {
                    each(counters).for_each(|k| counts[k][(y - low) as usize] += weight);
                }
            }
        }
        let width = strip.high - strip.low + 1;
        for table in tables {
            let row = x.rem_euclid(table.ray.0) * width;
            for y in low..=high {
                let offset = strip.offset((x, y)) - strip.low;
                if (0..width).contains(&offset) {
                    let number = u32::from(table.counts[(row + offset) as usize]);
                    each(table.counters).for_each(|k| counts[k][(y - low) as usize] += number);
                }
            }
        }
        counts
    }

    fn disagreement(&self, x: i128, low: i128, counts: &[Vec<u32>]) -> Option<i128> {
        let mut claimed = vec![false; counts.first().map_or(0, Vec::len)];
        for y in rows(self.side.beams, x as u64) {
            let at = usize::try_from(i128::from(y) - low).ok();
            if let Some(slot) = at.and_then(|i| claimed.get_mut(i)) {
                *slot = true;
            }
        }
        let wrong = |(i, &claimed): (usize, &bool)| self.is_p(counts.iter().map(|c| c[i])) != claimed;
        claimed.iter().enumerate().position(wrong).map(|i| low + i as i128)
    }
}
