//! The part of the proof beyond the start: one period of every strip and sector is looked at. See the [module](super).

use super::geometry::{
    Cone, Group, LONGEST, Line, MOST_SQUARES, Region, Strip, TOO_LONG, Vector, View, common_order, det, lcm,
    plus, wide,
};
use super::{Ray, TailCertificate};
use crate::budget::Budget;
use crate::check::Undecided;
use num_integer::gcd;

/// Columns are not solved farther than this.
const FARTHEST: i128 = 1 << 24;

/// The numbers of `F` on the lines of a ray: see [`Tail::tables`].
struct Table {
    ray: Vector,
    counts: Vec<u16>,
}

/// Everything about a claim that the proof beyond the start needs.
pub(super) struct Tail<'c> {
    claim: &'c TailCertificate,
    rays: Vec<Ray>,
    /// `F`, mirror images included.
    points: Vec<Vector>,
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
    limit: u8,
}

impl<'c> Tail<'c> {
    /// From the claim and the columns of its start.
    pub(super) fn new(
        claim: &'c TailCertificate,
        start: &[Vec<u32>],
        limit: u8,
        budget: &Budget,
    ) -> Result<Tail<'c>, Undecided> {
        let mut points = vec![];
        for (x, rows) in start.iter().enumerate() {
            for &y in rows {
                let z = (x as i128, i128::from(y));
                points.push(z);
                if z.0 != z.1 {
                    points.push((z.1, z.0));
                }
            }
        }
        let mut progressions: Vec<(Vector, Vector)> = vec![];
        for (c, d) in claim.progressions() {
            let (c, d) = (wide(c), wide(d));
            progressions.push((c, d));
            if (c.1, d.1) != (c.0, d.0) {
                progressions.push(((c.1, c.0), (d.1, d.0)));
            }
        }
        let pairs = claim.rays.len().saturating_mul(progressions.len());
        budget.check(0, pairs.saturating_mul(size_of::<Cone>()))?;
        let (mut cones, mut lines) = (vec![], vec![]);
        for ray in &claim.rays {
            let (a, v) = (wide(ray.start), wide(ray.step));
            for &(c, d) in &progressions {
                if ray.is_single() {
                    let first = plus(c, a);
                    lines.push(Line { first, step: d, begin: first.0, weight: 1 });
                } else if det(v, d) == 0 {
                    lines.push(Line::parallel(plus(c, a), v, d, limit));
                } else {
                    cones.push(Cone { apex: plus(c, a), v, d });
                }
            }
        }
        let mut tail =
            Tail { claim, rays: claim.rays.clone(), points, cones, lines, strips: vec![], extents: vec![] };
        tail.find_strips(&progressions);
        for ray in &claim.rays {
            let (a, v) = (wide(ray.start), wide(ray.step));
            let begin = tail.points.iter().map(|p| p.0 + a.0).max();
            let offset = tail.points.iter().map(|&p| det(v, plus(p, a))).max();
            tail.extents.extend(begin.zip(offset).map(|(begin, offset)| (v, begin, offset)));
        }
        let of_lines = tail.lines.iter().map(|l| (l.step, l.begin, det(l.step, l.first)));
        tail.extents.extend(of_lines);
        Ok(tail)
    }

    fn find_strips(&mut self, progressions: &[(Vector, Vector)]) {
        let steps = self.rays.iter().map(|r| wide(r.step)).chain(progressions.iter().map(|p| p.1));
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
            for ray in self.rays.iter().filter(|r| !r.is_single() && parallel(wide(r.step))) {
                self.points.iter().for_each(|&p| strip.include(plus(p, wide(ray.start))));
            }
            let lines = self.lines.iter().map(|l| (l.first, l.step));
            for (first, _) in lines.chain(progressions.iter().copied()).filter(|l| parallel(l.1)) {
                strip.include(first);
            }
            if direction == (1, 1) {
                // Only what is not below the diagonal counts, and the diagonal itself is always looked at.
                (strip.low, strip.high) = (0, strip.high.max(0));
            }
            if strip.low <= strip.high {
                self.strips.push(strip);
            }
        }
    }

    /// The first column from which on the regions are as the proof needs them.
    pub(super) fn beyond(&self, budget: &Budget) -> Result<u64, Undecided> {
        // A full period after the start, so that progressions that coincide would have been noticed.
        let first = i128::from(self.claim.start) + i128::from(self.claim.period());
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
    fn is_beyond(&self, x: i128) -> bool {
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

    /// Whether from column `x` on every line that enters `y ≥ x` is in the strip of its direction and has begun, and
    /// no point that a single removal sees is left.
    fn lines_are_in_strips(&self, x: i128) -> bool {
        // Begun before column x; and if they are flatter than the diagonal, below the diagonal there.
        let fine = |&(step, begin, offset): &(Vector, i128, i128)| {
            begin < x && (step.1 >= step.0 || offset < (step.0 - step.1) * x)
        };
        self.extents.iter().all(fine) && self.claim.progressions().all(|(c, _)| wide(c).0 < x)
    }

    /// Whether from column `x` on neighbouring strips are disjoint.
    fn strips_are_apart(&self, x: i128) -> bool {
        self.strips.windows(2).all(|w| {
            let ((_, top), (bottom, _)) = (w[0].rows(x), w[1].rows(x));
            bottom - top > 2
        })
    }

    /// Looks at one period of every region from column `x` on: the first square at which rules and claim disagree.
    pub(super) fn contradiction(
        &self,
        x: u64,
        limit: u8,
        budget: &Budget,
    ) -> Result<Option<(u64, u64)>, Undecided> {
        let from = i128::from(x);
        for i in 0..self.strips.len() {
            let found = match self.in_strip(i, from, limit, budget)? {
                None => self.in_sector(i, from, limit, budget)?,
                found => found,
            };
            if let Some((x, y)) = found {
                return Ok(Some((x as u64, y as u64)));
            }
        }
        Ok(None)
    }

    fn in_strip(
        &self,
        i: usize,
        from: i128,
        limit: u8,
        budget: &Budget,
    ) -> Result<Option<Vector>, Undecided> {
        let strip = &self.strips[i];
        let tables = self.tables(strip, budget)?;
        let (edge, inside) = self.views(&self.strip(i, from), Some(strip.direction), budget)?;
        let steady: u32 = inside.iter().filter(|g| g.least == g.most).map(|g| g.least).sum();
        let moving = inside.iter().filter(|g| g.least != g.most).flat_map(|g| g.cones.iter().copied());
        let exact: Vec<Cone> = edge.iter().copied().chain(moving).collect();
        let mut ways = vec![];
        if !self.claim.progressions().any(|(_, d)| strip.is_parallel(wide(d))) {
            // Where nothing is P, a lower bound is mostly enough.
            ways.push((edge, inside.iter().map(|g| g.least).sum()));
        }
        ways.push((exact, steady));
        let mut found = None;
        for (cones, constant) in ways {
            let stretch = Stretch { strip, tables: &tables, from, limit };
            found = self.look_along(&stretch, &cones, constant, budget)?;
            if found.is_none() {
                break;
            }
        }
        Ok(found)
    }

    /// Looks at one period of a strip, with these cones and a constant for the others.
    fn look_along(
        &self,
        stretch: &Stretch<'_>,
        cones: &[Cone],
        constant: u32,
        budget: &Budget,
    ) -> Result<Option<Vector>, Undecided> {
        let &Stretch { strip, tables, from, limit } = stretch;
        for x in from..from + self.period(strip, cones)? {
            let (low, high) = strip.rows(x);
            budget.check(0, usize::try_from(high - low).unwrap_or(usize::MAX).saturating_mul(5))?;
            let counts = self.counts(x, (low, high), constant, cones, strip, tables);
            if let Some(y) = self.disagreement(x, low, &counts, limit) {
                return Ok(Some((x, y)));
            }
        }
        Ok(None)
    }

    fn in_sector(
        &self,
        i: usize,
        from: i128,
        limit: u8,
        budget: &Budget,
    ) -> Result<Option<Vector>, Undecided> {
        let (_, inside) = self.views(&self.sector(i, from), None, budget)?;
        if inside.iter().map(|g| g.least).sum::<u32>() > u32::from(limit) {
            return Ok(None);
        }
        let steady: u32 = inside.iter().filter(|g| g.least == g.most).map(|g| g.least).sum();
        let moving = inside.iter().filter(|g| g.least != g.most);
        let cones: Vec<Cone> = moving.flat_map(|g| g.cones.iter().copied()).collect();
        let (columns, rows) = (common_order(&cones, (1, 0))?, common_order(&cones, (0, 1))?);
        columns.checked_mul(rows).filter(|&n| n <= MOST_SQUARES).ok_or(TOO_LONG)?;
        budget.check(0, (rows as usize).saturating_mul(4))?;
        let mut counts = vec![0; rows as usize];
        for x in 0..columns {
            budget.check(0, 0)?;
            counts.fill(steady);
            cones.iter().for_each(|c| c.lattice(x, &mut counts));
            if let Some(y) = counts.iter().position(|&c| c <= u32::from(limit)) {
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

    /// The cones of which a region sees an edge, and those around it, by ray.
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
                View::Inside => match inside.iter_mut().find(|g| g.v == cone.v) {
                    Some(group) => group.cones.push(*cone),
                    None => inside.push(Group { v: cone.v, cones: vec![*cone], least: 0, most: u32::MAX }),
                },
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
        let steps = self.claim.progressions().map(|(_, d)| wide(d));
        let steps =
            steps.chain(self.lines.iter().map(|l| l.step)).chain(self.rays.iter().map(|r| wide(r.step)));
        for step in steps.filter(|&d| d != (0, 0) && strip.is_parallel(d)) {
            k = lcm(k, step.0 / strip.direction.0).ok_or(TOO_LONG)?;
        }
        k.checked_mul(strip.direction.0).filter(|&c| c <= LONGEST).ok_or(TOO_LONG)
    }

    /// For each ray along the strip, the numbers of points of `F` on its lines: by column modulo the step, and offset.
    fn tables(&self, strip: &Strip, budget: &Budget) -> Result<Vec<Table>, Undecided> {
        let width = strip.high - strip.low + 1;
        let mut tables = vec![];
        for ray in self.rays.iter().filter(|r| !r.is_single() && strip.is_parallel(wide(r.step))) {
            let step = wide(ray.step);
            let size = usize::try_from(width * step.0).unwrap_or(usize::MAX);
            budget.check(0, size.saturating_mul(2))?;
            let mut counts = vec![0u16; size];
            for &p in &self.points {
                let first = plus(p, wide(ray.start));
                let offset = strip.offset(first);
                if (strip.low..=strip.high).contains(&offset) {
                    let at = first.0.rem_euclid(step.0) * width + offset - strip.low;
                    counts[at as usize] = counts[at as usize].saturating_add(1);
                }
            }
            tables.push(Table { ray: step, counts });
        }
        Ok(tables)
    }

    /// How many options in the claimed set the squares of column `x` have, from row `low` to row `high`.
    fn counts(
        &self,
        x: i128,
        (low, high): (i128, i128),
        constant: u32,
        cones: &[Cone],
        strip: &Strip,
        tables: &[Table],
    ) -> Vec<u32> {
        let mut counts = vec![constant; usize::try_from(high - low + 1).unwrap_or(0)];
        let mut add = |first: i128, step: i128, last: i128| {
            // Rows first, first + step, … up to last.
            let skip = if first < low { -(first - low).div_euclid(step) } else { 0 };
            let mut y = first + skip * step;
            while y <= last.min(high) {
                counts[(y - low) as usize] += 1;
                y += step;
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
                    add(cone.apex.1 + away / g * h, q, high);
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
            add(a.min(b), difference, a.max(b));
        }
        for &Line { first, step: (g, h), begin, weight } in &self.lines {
            let away = x - first.0;
            if x >= begin && away % g == 0 {
                let y = first.1 + away / g * h;
                if (low..=high).contains(&y) {
                    counts[(y - low) as usize] += weight;
                }
            }
        }
        let width = strip.high - strip.low + 1;
        for table in tables {
            let row = x.rem_euclid(table.ray.0) * width;
            for y in low..=high {
                let offset = strip.offset((x, y)) - strip.low;
                if (0..width).contains(&offset) {
                    counts[(y - low) as usize] += u32::from(table.counts[(row + offset) as usize]);
                }
            }
        }
        counts
    }

    fn disagreement(&self, x: i128, low: i128, counts: &[u32], limit: u8) -> Option<i128> {
        let mut claimed = vec![false; counts.len()];
        for y in self.claim.rows(x as u64) {
            let at = usize::try_from(i128::from(y) - low).ok();
            if let Some(slot) = at.and_then(|i| claimed.get_mut(i)) {
                *slot = true;
            }
        }
        let wrong = |(&count, &claimed): (&u32, &bool)| (count <= u32::from(limit)) != claimed;
        counts.iter().zip(&claimed).position(wrong).map(|i| low + i as i128)
    }
}
