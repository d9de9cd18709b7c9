//! Rays that end, or begin late, depending on the position: `2*s <= x`.
//!
//! Seen from a marked square, the squares on one ray that can move to it are those between two distances, which follow from
//! the square alone ([`Bound::along`](crate::rays::cases::Bound::along)). So when a square is marked it is known in
//! which columns its rays come and go: a timetable. Rays within a column, and single removals, shade rows of that column.

use super::lines::{Lines, Marks, at_most};
use super::{each_word, ones};
use crate::rays::Tail;
use crate::rays::cases::{Bound, Cases};

/// What comes and goes, and the lines it comes to. Empty for games whose rays have no bounds.
#[derive(Default)]
pub(super) struct Timetable {
    width: u64,
    height: u64,
    rays: Vec<Ray>,
    steps: Vec<Vec<(u64, u64)>>,
    /// For each case the lines of each step.
    lines: Vec<Vec<Lines>>,
    /// For each column what happens at its beginning.
    events: Vec<Vec<Event>>,
    /// How many events there are.
    waiting: u64,
    /// For each case the rows of the present column that are ruled out.
    shades: Vec<Vec<u64>>,
}

/// A ray of one case.
#[derive(Clone)]
struct Ray {
    case: usize,
    tail: Tail,
    /// A single removal rather than a ray.
    single: bool,
    bounds: Vec<Bound>,
    /// Its place among the steps of the case, if it leaves the column.
    step: usize,
}

struct Event {
    case: u32,
    step: u32,
    row: u64,
    comes: bool,
}

impl Timetable {
    pub(super) fn new(cases: &Cases, width: u64, height: u64) -> Timetable {
        let mut rays = Vec::new();
        let mut steps = vec![Vec::new(); cases.list.len()];
        for (index, case) in cases.list.iter().enumerate() {
            for bounded in &case.bounded {
                let tails = bounded.set.tails.iter().map(|tail| (*tail, false));
                let singles = bounded.set.singles.iter().map(|&start| (Tail { start, step: (0, 1) }, true));
                for (tail, single) in tails.chain(singles) {
                    let own: &mut Vec<(u64, u64)> = &mut steps[index];
                    let step = own.iter().position(|step| *step == tail.step).unwrap_or_else(|| {
                        own.push(tail.step);
                        own.len() - 1
                    });
                    rays.push(Ray { case: index, tail, single, bounds: bounded.bounds.clone(), step });
                }
            }
        }
        Timetable { width, height, rays, steps, ..Timetable::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rays.is_empty()
    }

    pub(super) fn bytes(&self) -> u64 {
        let slanted = self.steps.iter().flatten().filter(|step| step.0 > 0);
        slanted.map(|step| Lines::bytes(*step, 0, self.width, self.height, true)).sum()
    }

    /// The same before column 0.
    pub(super) fn begin(&self) -> Timetable {
        if self.is_empty() {
            return Timetable::default();
        }
        let (width, height) = (self.width, self.height);
        // Vertical steps have no lines; a small table keeps the numbering.
        let lines = |step: &(u64, u64)| match step.0 {
            0 => Lines::new((1, 0), 0, 1, 1, true),
            _ => Lines::new(*step, 0, width, height, true),
        };
        Timetable {
            width,
            height,
            rays: self.rays.clone(),
            steps: self.steps.clone(),
            lines: self.steps.iter().map(|steps| steps.iter().map(lines).collect()).collect(),
            events: (0..width).map(|_| Vec::new()).collect(),
            waiting: 0,
            shades: vec![vec![0; height.div_ceil(64) as usize]; self.steps.len()],
        }
    }

    /// Bytes of what is still to happen: it grows with the marks.
    pub(super) fn held(&self) -> u64 {
        self.waiting.saturating_mul(2 * size_of::<Event>() as u64)
    }

    /// Lets rays come and go, and shades rows for marks of earlier columns.
    pub(super) fn begin_column(&mut self, x: u64, marks: &Marks) {
        if self.is_empty() {
            return;
        }
        let events = std::mem::take(&mut self.events[x as usize]);
        self.waiting -= events.len() as u64;
        for event in events {
            let lines = &mut self.lines[event.case as usize][event.step as usize];
            let (strand, line) = lines.place(x);
            lines.change((strand, line + event.row), event.comes);
        }
        self.shades.iter_mut().for_each(|shade| shade.fill(0));
        for index in 0..self.rays.len() {
            let ray = &self.rays[index];
            let across = ray.tail.start.0;
            if across == 0 || across > x || !(ray.single || ray.tail.step.0 == 0) {
                continue;
            }
            marks.each_filled(x - across, 0..marks.stride(), |word, rows| {
                ones([rows]).for_each(|bit| self.shade_for(index, (x - across, word as u64 * 64 + bit)));
            });
        }
    }

    /// Shades rows of its own column for a new mark; `false` if there is nothing to shade.
    pub(super) fn mark_in_column(&mut self, mark: (u64, u64)) -> bool {
        let mut shaded = false;
        for index in 0..self.rays.len() {
            if self.rays[index].tail.start.0 == 0 {
                self.shade_for(index, mark);
                shaded = true;
            }
        }
        shaded
    }

    /// Shades what a ray reaches in the column where it begins.
    fn shade_for(&mut self, index: usize, mark: (u64, u64)) {
        let Ray { case, tail, single, .. } = self.rays[index];
        let Some((first, last)) = self.rays[index].reach(mark) else { return };
        // Of a ray that leaves the column only its first square lies in it.
        let last = if single || tail.step.0 > 0 { 0 } else { last };
        let row = |j: u64| mark.1 + tail.start.1 + j * tail.step.1;
        if first > last || row(0) >= self.height {
            return;
        }
        let last = last.min((self.height - 1 - row(0)) / tail.step.1.max(1));
        if first > last {
            return;
        }
        let shade = &mut self.shades[case];
        if tail.step.1 == 1 {
            each_word(row(first), row(last) + 1, &mut |word, mask| shade[word] |= mask);
        } else {
            (first..=last).for_each(|j| shade[(row(j) / 64) as usize] |= 1 << (row(j) % 64));
        }
    }

    /// Enters the marks of a column, when it is finished.
    pub(super) fn end_column(&mut self, x: u64, marks: &Marks) {
        if self.is_empty() {
            return;
        }
        marks.each_filled(x, 0..marks.stride(), |word, rows| {
            ones([rows]).for_each(|bit| self.enter((x, word as u64 * 64 + bit)));
        });
    }

    fn enter(&mut self, mark: (u64, u64)) {
        for ray in &self.rays {
            let ((a, b), (p, q)) = (ray.tail.start, ray.tail.step);
            if ray.single && a > 0 || p == 0 {
                continue;
            }
            let Some((first, last)) = ray.reach(mark) else { continue };
            // The square in the mark's own column was shaded.
            let first = if a == 0 { first.max(1) } else { first };
            if first > last {
                continue;
            }
            let mut note = |j: u64, comes: bool| {
                let place = |pile: u64, start: u64, step: u64| {
                    step.checked_mul(j).and_then(|far| far.checked_add(start + pile))
                };
                let (Some(x), Some(row)) = (place(mark.0, a, p), place(mark.1, b, q)) else { return };
                if x < self.width && row < self.height {
                    let event = Event { case: ray.case as u32, step: ray.step as u32, row, comes };
                    self.events[x as usize].push(event);
                    self.waiting += 1;
                }
            };
            note(first, true);
            if let Some(after) = last.checked_add(1) {
                note(after, false);
            }
        }
    }

    /// Which of the 64 rows of a word are ruled out in a case.
    #[inline]
    pub(super) fn shade(&self, case: usize, word: usize, x: u64) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let slanted = self.lines[case].iter().zip(&self.steps[case]).filter(|(_, step)| step.0 > 0);
        let free = at_most(
            0,
            slanted.map(|(lines, _)| {
                let (strand, line) = lines.place(x);
                (lines, strand, line + word as u64 * 64)
            }),
        );
        !free | self.shades[case][word]
    }
}

impl Ray {
    /// The steps along the ray, `first..=last`, at which a square can move to the mark.
    fn reach(&self, mark: (u64, u64)) -> Option<(u64, u64)> {
        let mut reach = (0, u64::MAX);
        for bound in &self.bounds {
            let (first, last) = bound.along(mark, self.tail.start, self.tail.step)?;
            reach = (reach.0.max(first), reach.1.min(last));
        }
        (reach.0 <= reach.1).then_some(reach)
    }
}
