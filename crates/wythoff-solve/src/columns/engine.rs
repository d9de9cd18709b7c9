//! One column after the other.

use super::NotColumns;
use super::lane::{BLOCK, Lane, Window};
use super::pattern::Pattern;
use super::strips::{Column, Strips, View};
use super::tuning::{PERIOD, Tuning};
use crate::predicate::Truth;
use crate::rays::setup::{Existing, NoSetup, Setup, Slanted, Tally, ends_columns};
use crate::rays::{Marks, NotRays, RayGame};
use crate::stopped::Stopped;
use std::collections::VecDeque;
use std::ops::Range;
use wythoff_budget::Budget;

/// A ray in the present column that begins to count at a row not reached yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    row: u64,
    tally: usize,
    stride: u64,
}

/// The state between two columns. Everything that the saved state must hold is marked so.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) game: RayGame,
    pub(super) height: Option<u64>,
    /// Whether only the squares from the main diagonal up are solved.
    mirrored: bool,
    /// Saved: the column to be solved next. Rays that begin in it are counted already.
    pub(super) x: u64,
    /// Saved: how many marks have been listed.
    pub(super) listed: u64,
    /// Saved: the marks of the last columns, latest first.
    pub(super) recent: VecDeque<Vec<u64>>,
    /// How many entries of the latest column lie below the diagonal and are not listed.
    unlisted: usize,
    /// Saved: the counts.
    pub(super) lanes: Vec<Lane>,
    pub(super) strips: Strips,
    tallies: Vec<Tally>,
    /// The tally of all moves, where an option has to be left that is not marked.
    of_all: Option<usize>,
    ranges: Vec<Range<usize>>,
    limits: Vec<u16>,
    slanted: Vec<Slanted>,
    existing: Option<Existing>,
    /// Which rows of the present column exist, where that is known for many at once.
    existing_rows: Option<Pattern>,
    near: u64,
    modulus: u64,
    plain: bool,
    /// Rows of the present column that do not exist besides, ascending.
    removed: Vec<u64>,
    /// The present column.
    found: Vec<u64>,
    pending: Vec<Pending>,
    scratch: Vec<u64>,
    pub(super) looked: u64,
    /// How many squares have been decided one by one.
    pub(super) confirmed: u64,
    tuning: Tuning,
}

/// After so many groups of squares above all lines the budget is asked again.
const POLLED: i64 = 1024;

impl Engine {
    pub(super) fn new(game: RayGame, height: Option<u64>) -> Result<Engine, NotColumns> {
        if game.marks() == Marks::N {
            return Err(NotColumns::Comply);
        }
        if height.is_none() && !game.counters().iter().any(ends_columns) {
            return Err(NotColumns::Unbounded);
        }
        let setup = Setup::new(&game).map_err(|error| match error {
            NoSetup::TooLarge => NotColumns::TooLarge,
            NoSetup::Beatty => NotColumns::NotRays(NotRays::Beatty),
            NoSetup::Automaton => NotColumns::NotRays(NotRays::Automaton),
        })?;
        let of_all = game.counters().iter().position(|counter| game.misere() && game.counts_all(counter));
        if game.misere() && of_all.is_none() && !game.moves().is_empty() {
            // Without it there is no telling how many options are marked. `RayGame` always keeps it.
            return Err(NotColumns::TooLarge);
        }
        let mut lanes: Vec<Lane> =
            setup.lanes.iter().map(|track| Lane::new(track.step, track.limit)).collect();
        if setup.mirrored {
            lanes.iter_mut().filter(|lane| lane.step.1 > 0).for_each(Lane::fill_front);
        }
        let strips = Strips::new(&lanes, setup.tallies.len(), 1);
        let plain = matches!(&setup.tallies[..], [tally]
            if tally.lanes.len() == 2
                && tally.singles.is_empty()
                && matches!(tally.verticals[..], [ray] if (ray.across, ray.up, ray.stride) == (0, 1, 1)))
            && setup.existing.is_none()
            && !game.misere();
        let mut engine = Engine {
            plain,
            mirrored: setup.mirrored,
            height,
            x: 0,
            listed: 0,
            recent: VecDeque::from(vec![Vec::new(); setup.depth as usize + 1]),
            unlisted: 0,
            ranges: setup.tallies.iter().map(|tally| tally.lanes.clone()).collect(),
            limits: setup.tallies.iter().map(|tally| tally.limit as u16).collect(),
            lanes,
            strips,
            tallies: setup.tallies,
            of_all,
            slanted: setup.slanted,
            existing: setup.existing,
            existing_rows: None,
            near: setup.near,
            modulus: setup.modulus,
            removed: Vec::new(),
            found: Vec::new(),
            pending: Vec::new(),
            scratch: Vec::new(),
            looked: 0,
            confirmed: 0,
            tuning: Tuning::default(),
            game,
        };
        engine.set_classes(1);
        engine.lanes.iter_mut().for_each(|lane| lane.seek(0));
        Ok(engine)
    }

    /// How finely lower bounds are kept apart; only the time depends on it.
    pub(super) fn set_classes(&mut self, classes: usize) {
        self.lanes.iter_mut().for_each(|lane| lane.set_classes(classes));
        self.strips = Strips::new(&self.lanes, self.tallies.len(), classes);
    }

    /// From now on some rows of the next column may be removed.
    pub(super) fn expect_removals(&mut self) {
        self.plain = false;
    }

    /// These rows of the next column do not exist.
    pub(super) fn remove(&mut self, rows: &[u64]) {
        self.removed.clear();
        self.removed.extend_from_slice(rows);
        self.removed.sort_unstable();
    }

    pub(super) fn bytes(&self) -> u64 {
        let lists: usize = self.recent.iter().map(|column| column.capacity() * 8).sum();
        self.lanes.iter().map(Lane::bytes).sum::<u64>() + lists as u64
    }

    /// The marks of the latest column that are listed.
    pub(super) fn last_column(&self) -> &[u64] {
        self.recent.front().map_or(&[], |column| &column[self.unlisted.min(column.len())..])
    }

    /// The marks of the latest column, with those that are not listed.
    pub(super) fn known_rows(&self) -> &[u64] {
        self.recent.front().map_or(&[], |column| column)
    }

    /// Solves one column.
    pub(super) fn advance(&mut self, budget: &Budget) -> Result<(), Stopped> {
        self.make_room(budget)?;
        if self.x.is_multiple_of(PERIOD)
            && let Some(classes) = self.tuning.judge(self.looked, self.listed)
            && classes != self.strips.classes()
        {
            self.set_classes(classes);
        }
        self.begin_column();
        let beyond = if self.possible(&[]) {
            let mut strips = std::mem::take(&mut self.strips);
            let beyond = strips.walk(self.x, self);
            self.strips = strips;
            beyond
        } else {
            None
        };
        if let Some(block) = beyond {
            let mut block = block.max(self.view().first_row / BLOCK);
            while !self.is_finished(block * BLOCK) && self.visit(block, &[]) {
                block += 1;
                // What the column has so far is forgotten when it is begun again.
                if block % POLLED == 0 {
                    budget.poll().map_err(Stopped::at(self.x))?;
                }
            }
        }
        self.end_column();
        Ok(())
    }

    /// Grows the tables ahead of need, as far as allowed.
    fn make_room(&mut self, budget: &Budget) -> Result<(), Stopped> {
        for index in 0..self.lanes.len() {
            let lane = &self.lanes[index];
            if lane.is_short() {
                let others = self.bytes() - lane.bytes();
                let column = self.x;
                let needed = others + lane.bytes_when_grown();
                budget.fits(needed).map_err(Stopped::at(column))?;
                self.lanes[index].lengthen();
            }
        }
        Ok(())
    }

    fn begin_column(&mut self) {
        self.found.clear();
        self.pending.clear();
        let x = self.x;
        self.existing_rows = self.existing.as_ref().and_then(|existing| Pattern::of_column(existing, x));
        for index in 0..self.tallies.len() {
            let tally = &mut self.tallies[index];
            tally.column.fill(0);
            if self.mirrored {
                // Marks below the diagonal: the mirror images of row x, as far as they count already.
                let length = tally.column.len() as u64;
                for lane in &self.lanes[tally.lanes.clone()] {
                    let (stride, 0) = lane.step else { continue };
                    for (residue, strand) in lane.strands.iter().enumerate() {
                        let count = strand.count(x as usize + lane.bias as usize) as i64;
                        for row in (residue as u64..length).step_by(stride as usize) {
                            tally.column[row as usize] += count;
                        }
                    }
                }
            }
            tally.room = tally.limit - tally.column.iter().copied().min().unwrap_or(0);
            for ray in 0..self.tallies[index].verticals.len() {
                let ray = self.tallies[index].verticals[ray];
                if self.mirrored {
                    for mirror in (x + 1).saturating_sub(ray.up)..x {
                        if self.is_marked(mirror, x) {
                            self.pending.push(Pending {
                                row: mirror + ray.up,
                                tally: index,
                                stride: ray.stride,
                            });
                        }
                    }
                } else if ray.across > 0 {
                    let marks = self.recent.get(ray.across as usize - 1);
                    let rows = marks.into_iter().flatten().map(|mark| mark + ray.up);
                    self.pending.extend(rows.map(|row| Pending { row, tally: index, stride: ray.stride }));
                }
            }
        }
        self.pending.sort_by_key(|pending| std::cmp::Reverse(pending.row));
    }

    fn end_column(&mut self) {
        let x = self.x;
        let mut latest = self.recent.pop_back().unwrap_or_default();
        latest.clear();
        for row in x.saturating_sub(self.near)..x {
            if self.mirrored && self.near > 0 && self.is_marked_recently(row, x) {
                latest.push(row);
            }
        }
        let below = if self.game.is_symmetric() { self.found.partition_point(|row| *row < x) } else { 0 };
        self.unlisted = latest.len() + below;
        self.listed += (self.found.len() - below) as u64;
        latest.extend_from_slice(&self.found);
        self.recent.push_front(latest);
        self.x += 1;
        self.count_rays();
    }

    /// Counts the rays that begin in column `self.x`.
    fn count_rays(&mut self) {
        for lane in &mut self.lanes {
            if !self.mirrored {
                lane.reserve_front(self.x);
            }
            lane.seek(self.x);
        }
        for ray in &self.slanted {
            let lane = &mut self.lanes[ray.lane];
            for &row in &self.recent[ray.across as usize - 1] {
                lane.bump(row + ray.up);
            }
        }
    }

    /// Whether a square of this or a recent column is marked.
    fn is_marked(&self, x: u64, y: u64) -> bool {
        if self.mirrored && y < x {
            return self.is_marked(y, x);
        }
        if x == self.x { self.found.binary_search(&y).is_ok() } else { self.is_marked_recently(x, y) }
    }

    /// The same in the middle of ending a column, when the oldest column has been dropped.
    fn is_marked_recently(&self, x: u64, y: u64) -> bool {
        let age = (self.x - x) as usize;
        self.recent.get(age - 1).is_some_and(|column| column.binary_search(&y).is_ok())
    }

    /// Whether no square from this row on can be marked, at any height.
    fn is_finished(&self, row: i64) -> bool {
        let row = row as u64;
        if self.height.is_some_and(|height| row > height) || !self.possible(&[]) {
            return true;
        }
        let counted = self.lanes.iter().any(|lane| lane.high - lane.offset(self.x) > row as i64);
        if counted || !self.pending.is_empty() {
            return false;
        }
        if self.existing.as_ref().is_some_and(|existing| row <= existing.settled(self.x)) {
            return false;
        }
        if self.removed.last().is_some_and(|&removed| row <= removed) {
            return false;
        }
        // All lines are empty from here on: only residues matter.
        !(row..row + self.modulus).any(|y| {
            self.existing.as_ref().is_none_or(|existing| existing.at(self.x, y))
                && self
                    .tallies
                    .iter()
                    .all(|tally| tally.column[(y % tally.column.len() as u64) as usize] <= tally.limit)
        })
    }

    /// Whether certainly none of the 64 rows from this one on exists, where they do not repeat yet.
    fn has_no_square(&self, row: u64) -> bool {
        let repeats = self.existing_rows.is_some_and(|pattern| pattern.from <= row);
        let Some(existing) = self.existing.as_ref().filter(|_| !repeats) else { return false };
        existing.predicate.on_run(&[self.x as i64, row as i64, 0, 0], BLOCK - 1) == Truth::Never
    }

    /// Lets rays count that have begun by a row.
    fn fold_pending(&mut self, row: u64) {
        while let Some(pending) = self.pending.pop_if(|pending| pending.row <= row) {
            self.tallies[pending.tally].add(pending.row, pending.stride);
        }
    }

    /// Decides a square that the lines and the column leave room for.
    fn confirm(&self, y: u64) -> bool {
        if self.height.is_some_and(|height| y > height) {
            return false;
        }
        if self.existing.as_ref().is_some_and(|existing| !existing.at(self.x, y)) {
            return false;
        }
        if self.removed.binary_search(&y).is_ok() {
            return false;
        }
        for (index, tally) in self.tallies.iter().enumerate() {
            let extra = self.extra(index, tally, y);
            if extra > 0 && self.total(tally, y) + extra > tally.limit {
                return false;
            }
        }
        !self.game.misere() || self.has_unmarked_option(y)
    }

    /// Marked options by single moves, and by rays in the column that have begun only now.
    fn extra(&self, index: usize, tally: &Tally, y: u64) -> i64 {
        let x = self.x;
        let single = |&&(a, b): &&(u64, u64)| a <= x && b <= y && self.is_marked(x - a, y - b);
        let ray = |pending: &&Pending| {
            pending.tally == index && pending.row <= y && (y - pending.row).is_multiple_of(pending.stride)
        };
        (tally.singles.iter().filter(single).count() + self.pending.iter().filter(ray).count()) as i64
    }

    /// What lines and column count for a square, up to the limit exactly.
    fn total(&self, tally: &Tally, y: u64) -> i64 {
        let lines: usize = self.lanes[tally.lanes.clone()]
            .iter()
            .map(|lane| {
                let (strand, index) = lane.here(y as i64);
                strand.count(index as usize)
            })
            .sum();
        lines as i64 + tally.column[(y % tally.column.len() as u64) as usize]
    }

    /// Misère play: whether a square that no counter rules out has an option that is not marked.
    ///
    /// The counter of all moves knows how many options are marked, which is at most its limit; so it is enough to find one option
    /// more than that.
    fn has_unmarked_option(&self, y: u64) -> bool {
        let x = self.x;
        let exists = |a: u64, b: u64| {
            a <= x && b <= y && self.existing.as_ref().is_none_or(|existing| existing.at(x - a, y - b))
        };
        let Some(index) = self.of_all else { return false };
        let tally = &self.tallies[index];
        let marked = self.total(tally, y) + self.extra(index, tally, y);
        let moves = self.game.moves();
        let mut options = moves.singles.iter().filter(|&&(a, b)| exists(a, b)).count() as i64;
        for tail in &moves.tails {
            let (mut a, mut b) = tail.start;
            while options <= marked && a <= x && b <= y {
                options += i64::from(exists(a, b));
                (a, b) = (a + tail.step.0, b + tail.step.1);
            }
        }
        options > marked
    }

    /// Which of the 64 rows of a block the lines and the column leave room for.
    #[inline]
    fn candidates(&mut self, block: i64, bounds: &[u16]) -> u64 {
        let row = block * BLOCK;
        let mut mask = u64::MAX;
        for (index, tally) in self.tallies.iter().enumerate() {
            let bound = bounds.get(index).copied().unwrap_or(0);
            let lanes = &self.lanes[tally.lanes.clone()];
            if tally.column.len() == 1 {
                mask &= at_most(lanes, row, tally.room, bound, &mut self.scratch);
            } else {
                // The room differs by residue of the row.
                let start = row as usize % tally.column.len();
                let mut fits = 0;
                let mut room = tally.room;
                while room >= 0 {
                    let mut classes = 0;
                    let mut next = -1;
                    for (residue, count) in tally.column.iter().enumerate() {
                        let here = tally.limit - count;
                        if here == room {
                            let bit = residue + if residue < start { tally.column.len() } else { 0 } - start;
                            classes |= tally.classes[bit];
                        } else if here < room {
                            next = next.max(here);
                        }
                    }
                    fits |= classes & at_most(lanes, row, room, bound, &mut self.scratch);
                    room = next;
                }
                mask &= fits;
            }
            if mask == 0 {
                return 0;
            }
        }
        mask
    }
}

impl Engine {
    /// Which of the 64 rows from `row` on are ruled out by single moves to marks below them in the column.
    fn shadows(&self, row: u64) -> u64 {
        let mut shadows = 0;
        for tally in self.tallies.iter().filter(|tally| !tally.shadow.is_empty()) {
            let reach = tally.shadow.len() as u64 * 64;
            let near = self.found.iter().rev().take_while(|&&mark| mark + reach > row);
            shadows = near.fold(shadows, |shadows, &mark| shadows | tally.shadow_of(mark, row));
        }
        shadows
    }

    /// [`Column::visit`] for the commonest games: one counter on two lanes, an ordinary rook, nothing else.
    #[inline]
    fn visit_plain(&mut self, row: i64) -> bool {
        let ([one, two], [tally]) = (&self.lanes[..], &mut self.tallies[..]) else { return false };
        let (one, two) = (window(one, row), window(two, row));
        let mut open = u64::MAX;
        if self.mirrored && row < self.x as i64 {
            open <<= self.x as i64 - row;
        }
        let last = self.height.is_some_and(|height| row as u64 + 63 >= height);
        if last {
            let kept = (self.height.unwrap_or(0) + 1).saturating_sub(row as u64);
            open &= 1u64.checked_shl(kept as u32).map_or(u64::MAX, |bit| bit - 1);
        }
        while tally.room >= 0 {
            let mask = one.sum_at_most(&two, tally.room as usize) & open;
            if mask == 0 {
                return !last;
            }
            let bit = mask.trailing_zeros();
            self.found.push(row as u64 + u64::from(bit));
            tally.column[0] += 1;
            tally.room -= 1;
            open = open & u64::MAX << bit & !(1 << bit);
        }
        false
    }
}

/// The rows of a block where the counts of the lanes add up to at most `room`; each row has at least `bound`.
#[inline]
fn at_most(lanes: &[Lane], row: i64, room: i64, bound: u16, scratch: &mut Vec<u64>) -> u64 {
    if room < i64::from(bound) {
        return 0;
    }
    let room = room as usize;
    match lanes {
        [] => u64::MAX,
        [only] => window(only, row).at_most(room),
        [one, two] => window(one, row).sum_at_most(&window(two, row), room),
        [first, more @ .., last] => {
            let first = window(first, row);
            scratch.clear();
            scratch.extend((0..=room).map(|count| first.at_most(count)));
            for lane in more {
                let lane = window(lane, row);
                for total in (0..=room).rev() {
                    scratch[total] = (0..=total)
                        .fold(0, |mask, count| mask | scratch[count] & lane.at_most(total - count));
                }
            }
            let last = window(last, row);
            (0..=room).fold(0, |mask, count| mask | scratch[count] & last.at_most(room - count))
        }
    }
}

/// The lines of a lane that 64 rows of the present column lie on.
#[inline]
fn window(lane: &Lane, row: i64) -> Window<'_> {
    let (strand, index) = lane.here(row);
    strand.window(index)
}

impl Column for Engine {
    fn view(&self) -> View<'_> {
        let first_row = if self.mirrored { self.x as i64 } else { 0 };
        View { lanes: &self.lanes, counters: &self.ranges, limits: &self.limits, first_row }
    }

    #[inline]
    fn possible(&self, bounds: &[u16]) -> bool {
        self.tallies
            .iter()
            .enumerate()
            .all(|(index, tally)| i64::from(bounds.get(index).copied().unwrap_or(0)) <= tally.room)
    }

    #[inline]
    fn visit(&mut self, block: i64, bounds: &[u16]) -> bool {
        self.looked += 1;
        let row = block * BLOCK;
        if self.plain {
            return self.visit_plain(row);
        }
        if !self.pending.is_empty() {
            self.fold_pending(row as u64);
        }
        let mut open = self.existing_rows.as_ref().map_or(u64::MAX, |pattern| pattern.block(row as u64));
        if open == 0 {
            // The pattern has no row at all: there are none higher up.
            return false;
        }
        if self.mirrored && row < self.x as i64 {
            let below = self.x as i64 - row;
            open &= if below >= BLOCK { 0 } else { u64::MAX << below };
        }
        open &= !self.shadows(row as u64);
        let mut mask = self.candidates(block, bounds) & open;
        if mask != 0 && self.has_no_square(row as u64) {
            mask = 0;
        }
        while mask != 0 {
            let bit = mask.trailing_zeros();
            let y = row as u64 + u64::from(bit);
            self.confirmed += 1;
            if !self.confirm(y) {
                mask &= mask - 1;
                continue;
            }
            self.found.push(y);
            for index in 0..self.tallies.len() {
                for ray in 0..self.tallies[index].verticals.len() {
                    let ray = self.tallies[index].verticals[ray];
                    if ray.across > 0 {
                        continue;
                    }
                    if ray.up <= ray.stride {
                        self.tallies[index].add(y + ray.up, ray.stride);
                    } else {
                        let pending = Pending { row: y + ray.up, tally: index, stride: ray.stride };
                        let at = self.pending.partition_point(|other| other.row > pending.row);
                        self.pending.insert(at, pending);
                    }
                }
            }
            if !self.possible(&[]) {
                return false;
            }
            open &= (u64::MAX << bit) << 1;
            for tally in self.tallies.iter().filter(|tally| !tally.shadow.is_empty()) {
                open &= !tally.shadow_of(y, row as u64);
            }
            mask = self.candidates(block, bounds) & open;
        }
        self.height.is_none_or(|height| row as u64 + 63 < height)
    }
}
