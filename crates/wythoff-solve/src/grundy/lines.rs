//! Games of rays: the values seen on each line.
//!
//! The rays may depend on the position, through [`cases`](crate::rays::cases). With threads the board is cut into tiles, as
//! [`board`](crate::board) does: a line, a column and a square belong to one tile at a time, so the atomics order nothing.

use super::windows::{BoundedRay, Windows};
use super::{Job, Value};
use crate::board::guards::{Guards, Masks};
use crate::board::squares;
use crate::rays::cases::Cases;
use crate::rays::{RaySet, Tail};
use crate::stopped::{Stopped, ask, finished};
use crate::tiles::Tiles;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The values seen on the lines of one step, from rays that begin at the same places.
struct Lines {
    /// `(p, q)`; with `p = 0` the lines are the residues of the rows of the present column modulo q.
    step: (u64, u64),
    starts: Vec<(u64, u64)>,
    count: usize,
    bias: u64,
    /// `sets[word * count + line]`: the lines of neighbouring squares lie next to each other.
    sets: Vec<AtomicU64>,
    /// For each line the number of words that are full.
    full: Vec<AtomicU32>,
}

impl Lines {
    fn count(step: (u64, u64), width: u64, height: u64) -> u64 {
        match step {
            (0, q) => q,
            (p, q) => p * (height + q * (width / p) + 1),
        }
    }

    fn new(family: &Family, width: u64, height: u64, words: usize) -> Lines {
        let step = family.step;
        let count = Lines::count(step, width, height) as usize;
        let bias = width.checked_div(step.0).map_or(0, |steps| step.1 * steps);
        let sets = (0..count * words).map(|_| AtomicU64::new(0)).collect();
        let full = (0..count).map(|_| AtomicU32::new(0)).collect();
        Lines { step, starts: family.starts.clone(), count, bias, sets, full }
    }

    /// The line through row 0 of column x, and for `p = 0` zero.
    fn base(&self, x: u64) -> u64 {
        match self.step {
            (0, _) => 0,
            (p, q) => (x % p) * (self.count as u64 / p) + self.bias - q * (x / p),
        }
    }

    #[inline]
    fn line(&self, base: u64, y: u64) -> usize {
        match self.step {
            (0, 1) => 0,
            (0, q) => (y % q) as usize,
            _ => (base + y) as usize,
        }
    }

    #[inline]
    fn insert(&self, line: usize, value: usize) {
        let word = &self.sets[value / 64 * self.count + line];
        let set = word.load(Relaxed) | 1 << (value % 64);
        word.store(set, Relaxed);
        if set == u64::MAX && self.full[line].load(Relaxed) as usize == value / 64 {
            let mut full = value / 64 + 1;
            while self.sets.get(full * self.count + line).is_some_and(|w| w.load(Relaxed) == u64::MAX) {
                full += 1;
            }
            self.full[line].store(full as u32, Relaxed);
        }
    }

    /// Empties all lines: a new column begins.
    fn clear(&self) {
        self.sets.iter().for_each(|set| set.store(0, Relaxed));
        self.full.iter().for_each(|full| full.store(0, Relaxed));
    }

    /// What a column leaves for the tile above it.
    fn saved(&self) -> Vec<u64> {
        let sets = self.sets.iter().map(|set| set.load(Relaxed));
        sets.chain(self.full.iter().map(|full| u64::from(full.load(Relaxed)))).collect()
    }

    fn restore(&self, saved: &[u64]) {
        let (sets, full) = saved.split_at(self.sets.len());
        self.sets.iter().zip(sets).for_each(|(set, saved)| set.store(*saved, Relaxed));
        self.full.iter().zip(full).for_each(|(full, saved)| full.store(*saved as u32, Relaxed));
    }
}

struct Family {
    step: (u64, u64),
    starts: Vec<(u64, u64)>,
}

/// What one case looks at.
struct Look {
    families: Vec<usize>,
    singles: Vec<(u64, u64)>,
    /// Single removals that depend on the position: as rays of which only the first square counts.
    bounded_singles: Vec<BoundedRay>,
    /// Rays whose reach depends on the position.
    windows: Vec<usize>,
}

/// Everything that does not change while a table is filled.
pub(super) struct Plan {
    families: Vec<Family>,
    bounded: Vec<BoundedRay>,
    looks: Vec<Look>,
    guards: Option<Guards>,
    /// No value is larger.
    pub(super) most: u64,
}

impl Plan {
    pub(super) fn new(cases: &Cases, guards: Option<Guards>, width: u64, height: u64) -> Plan {
        let (families, bounded, looks) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan = Plan { families, bounded, looks, guards, most: 0 };
        for case in &cases.list {
            let moves = case.game.moves();
            let mut steps: Vec<(u64, u64)> = moves.tails.iter().map(|tail| tail.step).collect();
            steps.sort_unstable();
            steps.dedup();
            let mut families = Vec::new();
            for step in steps {
                let own = moves.tails.iter().filter(|tail| tail.step == step);
                let mut starts: Vec<(u64, u64)> = own.map(|tail| tail.start).collect();
                starts.sort_unstable();
                let same = |family: &Family| family.step == step && family.starts == starts;
                families.push(plan.families.iter().position(same).unwrap_or_else(|| {
                    plan.families.push(Family { step, starts: starts.clone() });
                    plan.families.len() - 1
                }));
            }
            let mut most = most_options(moves, width, height);
            let (mut bounded_singles, mut windows) = (Vec::new(), Vec::new());
            for part in &case.bounded {
                most = most.saturating_add(most_options(&part.set, width, height));
                let ray = |tail: Tail| BoundedRay { tail, bounds: part.bounds.clone() };
                let single = |&start: &(u64, u64)| ray(Tail { start, step: (1, 1) });
                bounded_singles.extend(part.set.singles.iter().map(single));
                for ray in part.set.tails.iter().map(|tail| ray(*tail)) {
                    windows.push(plan.bounded.iter().position(|known| *known == ray).unwrap_or_else(|| {
                        plan.bounded.push(ray);
                        plan.bounded.len() - 1
                    }));
                }
            }
            plan.most = plan.most.max(most);
            plan.looks.push(Look { families, singles: moves.singles.clone(), bounded_singles, windows });
        }
        plan
    }

    fn words(&self) -> u64 {
        self.most / 64 + 2
    }

    /// Bytes needed besides the values.
    pub(super) fn bytes(&self, width: u64, height: u64, threads: usize) -> u64 {
        let lines = |family: &Family| Lines::count(family.step, width, height);
        let sizes = self.families.iter().map(lines).fold(0, u64::saturating_add);
        let vertical = self.families.iter().filter(|family| family.step.0 == 0).map(|family| family.step.1);
        let columns = if threads > 1 { vertical.sum::<u64>().saturating_mul(width) } else { 0 };
        let windows = self.bounded.iter().map(|ray| ray.bytes(self.words(), width, height));
        let windows = windows.fold(0, u64::saturating_add);
        sizes.saturating_add(columns).saturating_mul(self.words() * 8 + 8).saturating_add(windows)
    }
}

/// The most options that a square can have.
fn most_options(moves: &RaySet, width: u64, height: u64) -> u64 {
    let on_tail = |tail: &Tail| {
        let steps = |start: u64, step: u64, size: u64| match (size.checked_sub(start + 1), step) {
            (None, _) => 0,
            (Some(_), 0) => u64::MAX,
            (Some(rest), step) => rest / step + 1,
        };
        steps(tail.start.0, tail.step.0, width).min(steps(tail.start.1, tail.step.1, height))
    };
    let tails = moves.tails.iter().map(on_tail).fold(0, u64::saturating_add);
    tails.saturating_add(moves.singles.len() as u64)
}

/// Tables with fewer squares are not worth a thread.
const WORTH_THREADS: u64 = 1 << 18;
/// Tiles along the longer side of a table, for each thread.
const TILES: u64 = 12;

/// A table being filled.
pub(super) struct Filling<'a, V: Value> {
    job: &'a Job<'a>,
    plan: &'a Plan,
    values: Vec<V::Cell>,
    /// Lines that leave their column.
    lines: Vec<Option<Lines>>,
    windows: Vec<Option<Windows<'a>>>,
    /// For each column what its vertical lines hold, where tiles pass it on.
    columns: Vec<Mutex<Vec<Vec<u64>>>>,
}

impl<'a, V: Value> Filling<'a, V> {
    pub(super) fn run(job: &'a Job<'a>, plan: &'a Plan) -> Result<Vec<V>, Stopped> {
        let Job { width, height, budget, .. } = *job;
        let threads = if width * height < WORTH_THREADS { 1 } else { budget.threads() as u64 };
        let words = plan.words() as usize;
        let slanted = |family: &Family| (family.step.0 > 0).then(|| Lines::new(family, width, height, words));
        let sliding =
            |ray: &'a BoundedRay| (ray.tail.step.0 > 0).then(|| Windows::new(ray, words, width, height));
        let filling = Filling::<V> {
            job,
            plan,
            values: (0..width * height).map(|_| V::NONE.cell()).collect(),
            lines: plan.families.iter().map(slanted).collect(),
            windows: plan.bounded.iter().map(sliding).collect(),
            columns: (0..if threads > 1 { width } else { 0 }).map(|_| Mutex::default()).collect(),
        };
        if threads == 1 {
            let vertical = filling.vertical();
            let mut tile = Tile::new(&filling, &vertical);
            for x in 0..width {
                ask(budget, x, width)?;
                tile.column(x, 0..height);
            }
            finished(budget, width);
        } else {
            filling.by_tiles(threads)?;
        }
        Ok(filling.values.into_iter().map(V::of_cell).collect())
    }

    fn by_tiles(&self, threads: u64) -> Result<(), Stopped> {
        let Job { width, height, budget, .. } = *self.job;
        let side = (width.max(height) / (TILES * threads)).max(32);
        let tiles = Tiles { side, width, height, half: false };
        tiles.each(budget, &|(i, j)| {
            let vertical = self.vertical();
            let mut tile = Tile::new(self, &vertical);
            for x in i * side..((i + 1) * side).min(width) {
                budget.poll()?;
                tile.column(x, j * side..((j + 1) * side).min(height));
            }
            Ok(())
        })
    }

    /// Lines within a column, of those families that have them.
    fn vertical(&self) -> Vec<Option<Lines>> {
        let Job { width, height, .. } = *self.job;
        let words = self.plan.words() as usize;
        let own = |family: &Family| (family.step.0 == 0).then(|| Lines::new(family, width, height, words));
        self.plan.families.iter().map(own).collect()
    }

    #[inline]
    fn value(&self, x: u64, y: u64) -> Option<usize> {
        V::load(&self.values[(x * self.job.height + y) as usize]).index()
    }
}

/// The rows of one tile, column by column.
struct Tile<'a, V: Value> {
    filling: &'a Filling<'a, V>,
    /// Lines within the present column.
    vertical: &'a [Option<Lines>],
    /// The lines of all families.
    lines: Vec<&'a Lines>,
    vertical_windows: Vec<Option<Windows<'a>>>,
    exists: Vec<u64>,
    masks: Masks,
    /// For each family the line of row 0, and of the present square.
    places: Vec<(u64, usize)>,
    more: Vec<usize>,
    /// For each window of the present square's case, where its bits are.
    slid: Vec<(usize, usize)>,
}

impl<'a, V: Value> Tile<'a, V> {
    fn new(filling: &'a Filling<'a, V>, vertical: &'a [Option<Lines>]) -> Tile<'a, V> {
        let Job { width, height, .. } = *filling.job;
        let words = filling.plan.words() as usize;
        let sliding =
            |ray: &'a BoundedRay| (ray.tail.step.0 == 0).then(|| Windows::new(ray, words, width, height));
        Tile {
            filling,
            vertical,
            lines: filling
                .lines
                .iter()
                .zip(vertical)
                .filter_map(|(a, b)| a.as_ref().or(b.as_ref()))
                .collect(),
            vertical_windows: filling.plan.bounded.iter().map(sliding).collect(),
            exists: vec![u64::MAX; height.div_ceil(64) as usize],
            masks: Masks::default(),
            places: vec![(0, 0); filling.plan.families.len()],
            more: Vec::new(),
            slid: Vec::new(),
        }
    }

    #[inline]
    fn windows(&self, index: usize) -> &Windows<'a> {
        match (&self.filling.windows[index], &self.vertical_windows[index]) {
            (Some(windows), _) | (None, Some(windows)) => windows,
            (None, None) => unreachable!("a ray is slanted or vertical"),
        }
    }

    fn column(&mut self, x: u64, rows: Range<u64>) {
        let (filling, Job { height, existing, .. }) = (self.filling, *self.filling.job);
        if let Some(predicate) = existing {
            self.exists.fill(0);
            squares(predicate, x, (rows.start, rows.end.min(height)), &mut self.exists);
        }
        if let Some(guards) = &filling.plan.guards {
            let words = ((rows.start / 64) as usize, rows.end.div_ceil(64) as usize);
            guards.fill(x, words, &mut self.masks);
        }
        let passed = filling.columns.get(x as usize).and_then(|column| column.lock().ok());
        let vertical = self.vertical.iter().flatten();
        match passed.as_deref() {
            Some(saved) if !saved.is_empty() => {
                vertical.zip(saved).for_each(|(lines, saved)| lines.restore(saved));
            }
            _ => vertical.for_each(Lines::clear),
        }
        // The first square of the tile fills them again.
        self.vertical_windows.iter().flatten().for_each(Windows::clear);
        for family in 0..self.places.len() {
            self.places[family].0 = self.lines[family].base(x);
        }
        for y in rows {
            self.square(x, y);
        }
        if let Some(mut passed) = passed {
            *passed = self.vertical.iter().flatten().map(Lines::saved).collect();
        }
    }

    #[inline]
    fn square(&mut self, x: u64, y: u64) {
        let filling = self.filling;
        for family in 0..self.places.len() {
            let lines = self.lines[family];
            let line = lines.line(self.places[family].0, y);
            for &(a, b) in &lines.starts {
                if a <= x
                    && b <= y
                    && let Some(value) = filling.value(x - a, y - b)
                {
                    lines.insert(line, value);
                }
            }
            self.places[family].1 = line;
        }
        if self.exists[(y / 64) as usize] >> (y % 64) & 1 == 0 {
            return;
        }
        let looks = &filling.plan.looks;
        let look = if looks.len() == 1 { &looks[0] } else { &looks[self.masks.case_of(y)] };
        self.more.clear();
        for &(a, b) in look.singles.iter().filter(|(a, b)| *a <= x && *b <= y) {
            self.more.extend(filling.value(x - a, y - b));
        }
        for ray in &look.bounded_singles {
            if let Some((0, _)) = ray.reach((x, y)) {
                let (a, b) = ray.tail.start;
                self.more.extend(filling.value(x - a, y - b));
            }
        }
        self.slid.clear();
        for &index in &look.windows {
            let place = self.windows(index).slide((x, y), |u, v| filling.value(u, v));
            self.slid.extend(place.map(|place| (index, place)));
        }
        let value = self.least_free(&look.families);
        V::store(&filling.values[(x * filling.job.height + y) as usize], V::of(value));
    }

    /// The least value on none of the lines and not among the single ones.
    #[inline]
    fn least_free(&mut self, families: &[usize]) -> usize {
        let full = |&family: &usize| self.lines[family].full[self.places[family].1].load(Relaxed) as usize;
        let mut word = families.iter().map(full).max().unwrap_or(0);
        if self.more.len() > 64 {
            self.more.sort_unstable();
        }
        loop {
            let taken = families.iter().fold(0, |taken, &family| {
                let lines = self.lines[family];
                // Too large an index is beyond the last word, whatever it is.
                let set = lines.sets.get(word.wrapping_mul(lines.count).wrapping_add(self.places[family].1));
                taken | set.map_or(0, |set| set.load(Relaxed))
            });
            if self.slid.is_empty() && self.more.is_empty() {
                if taken != u64::MAX {
                    return word * 64 + taken.trailing_ones() as usize;
                }
                word += 1;
                continue;
            }
            let slid = self.slid.iter();
            let taken =
                slid.fold(taken, |taken, &(index, place)| taken | self.windows(index).word(place, word));
            let more: &[usize] = if self.more.len() > 64 {
                let from = self.more.partition_point(|value| value / 64 < word);
                let to = self.more.partition_point(|value| value / 64 <= word);
                &self.more[from..to]
            } else {
                &self.more
            };
            let inside = more.iter().filter(|value| **value / 64 == word);
            let taken = inside.fold(taken, |taken, value| taken | 1 << (value % 64));
            if taken != u64::MAX {
                return word * 64 + taken.trailing_ones() as usize;
            }
            word += 1;
        }
    }
}
