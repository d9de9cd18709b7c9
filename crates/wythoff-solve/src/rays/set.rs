//! Sets of removals made of finitely many rays and points.

use num_integer::gcd;
use rustc_hash::FxHashSet;

/// An arithmetic progression of removals: `start + j · step`, `j >= 0`. The step is not `(0, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tail {
    /// The shortest removal.
    pub start: (u64, u64),
    /// What each longer one adds.
    pub step: (u64, u64),
}

impl Tail {
    /// Whether a removal is on the ray.
    #[must_use]
    #[inline]
    pub fn contains(&self, (s, t): (u64, u64)) -> bool {
        let ((a, b), (p, q)) = (self.start, self.step);
        let (Some(ds), Some(dt)) = (s.checked_sub(a), t.checked_sub(b)) else { return false };
        match (p, q) {
            (0, 0) => ds == 0 && dt == 0,
            (0, q) => ds == 0 && dt % q == 0,
            (p, q) => ds.is_multiple_of(p) && u128::from(ds / p) * u128::from(q) == u128::from(dt),
        }
    }

    fn at(&self, j: u64) -> (u64, u64) {
        (self.start.0 + j * self.step.0, self.start.1 + j * self.step.1)
    }

    /// The line it lies on: primitive direction `(p, q)` and the offset `q·s − p·t`.
    fn line(&self) -> (u64, u64, i128) {
        let g = gcd(self.step.0, self.step.1).max(1);
        let (p, q) = (self.step.0 / g, self.step.1 / g);
        let offset = i128::from(q) * i128::from(self.start.0) - i128::from(p) * i128::from(self.start.1);
        (p, q, offset)
    }
}

/// A set of removals: rays and single removals, no removal twice.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RaySet {
    /// The rays, disjoint from each other.
    pub tails: Vec<Tail>,
    /// The removals on no ray, ascending.
    pub singles: Vec<(u64, u64)>,
}

impl RaySet {
    /// Whether a removal is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, removal: (u64, u64)) -> bool {
        self.singles.binary_search(&removal).is_ok() || self.tails.iter().any(|tail| tail.contains(removal))
    }

    /// At most so many removals of the set take s ≤ x and t ≤ y.
    pub(crate) fn most_within(&self, x: u64, y: u64) -> u64 {
        let room = |size: u64, start: u64, step: u64| match size.checked_sub(start) {
            None => 0,
            Some(room) if step > 0 => room / step + 1,
            Some(_) => u64::MAX,
        };
        let on = |tail: &Tail| room(x, tail.start.0, tail.step.0).min(room(y, tail.start.1, tail.step.1));
        self.tails.iter().map(on).fold(self.singles.len() as u64, u64::saturating_add)
    }

    /// Whether there is no removal in it.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tails.is_empty() && self.singles.is_empty()
    }

    /// The set with the two piles exchanged.
    #[must_use]
    pub fn transposed(&self) -> RaySet {
        let swap = |(a, b): (u64, u64)| (b, a);
        let mut singles: Vec<_> = self.singles.iter().map(|&v| swap(v)).collect();
        singles.sort_unstable();
        let tails = self.tails.iter().map(|t| Tail { start: swap(t.start), step: swap(t.step) }).collect();
        RaySet { tails, singles }
    }

    /// Whether every removal of this set is in the other: a proof, not a sample.
    ///
    /// On the line of a tail, membership in the other set comes from its tails on that same line (periodic once all of
    /// them have begun) and, besides, from its singles and one point of each of its other lines. So the part before
    /// all of them have begun is tested removal by removal, and after it one period, on the same line's tails only.
    #[must_use]
    pub fn is_subset_of(&self, other: &RaySet) -> bool {
        self.singles.iter().all(|&v| other.contains(v))
            && self.tails.iter().all(|tail| {
                let line = tail.line();
                let same: Vec<&Tail> = other.tails.iter().filter(|t| t.line() == line).collect();
                // Along the line, the coordinate in which it is steeper tells what comes first.
                let along = |(s, t): (u64, u64)| if line.0 >= line.1 { s } else { t };
                let begun = same.iter().map(|t| along(t.start)).max().unwrap_or(0);
                let stride = along(tail.step);
                let first = begun.saturating_sub(along(tail.start)).div_ceil(stride) + 1;
                let period =
                    same.iter().fold(1, |period, t| lcm(period, along(t.step) / gcd(along(t.step), stride)));
                (0..first).all(|j| other.contains(tail.at(j)))
                    && (first..first + period).all(|j| same.iter().any(|t| t.contains(tail.at(j))))
            })
    }

    /// Whether exchanging the piles changes nothing.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.transposed().is_subset_of(self)
    }

    /// Builds the set from its restriction to lines; see the module [`super::lines`] for what a line knows.
    pub(super) fn from_lines(lines: &[LineSet], loose: &[(u64, u64)]) -> RaySet {
        let mut tails = Vec::new();
        let mut covered: FxHashSet<(u64, u64)> = FxHashSet::default();
        for line in lines {
            let Some(period) = line.period() else { continue };
            let mut from = line.members.len() - line.modulus;
            while from > 0 && line.members[from - 1] == line.members[from - 1 + period] {
                from -= 1;
            }
            // No removal may lie on two rays, and rays of different lines meet only where `members` still lists them.
            let overlap = (from..line.members.len() - line.modulus)
                .rev()
                .find(|&j| line.members[j] && covered.contains(&line.at(j)));
            let from = overlap.map_or(from, |j| j + 1);
            for j in (from..from + period).filter(|&j| line.member(j)) {
                let step = (line.direction.0 * period as u64, line.direction.1 * period as u64);
                tails.push(Tail { start: line.at(j), step });
            }
            covered.extend((from..line.members.len()).filter(|&j| line.members[j]).map(|j| line.at(j)));
        }
        let mut singles: Vec<(u64, u64)> = lines
            .iter()
            .flat_map(|line| (0..line.members.len()).filter(|&j| line.members[j]).map(|j| line.at(j)))
            .chain(loose.iter().copied())
            .filter(|v| !covered.contains(v))
            .collect();
        singles.sort_unstable();
        singles.dedup();
        RaySet { tails, singles }
    }
}

/// A set of removals on one line: `members[j]` tells of `origin + j · direction`; from `members.len() − modulus` on it
/// repeats with a period that divides `modulus`.
pub(super) struct LineSet {
    pub(super) origin: (u64, u64),
    pub(super) direction: (u64, u64),
    pub(super) modulus: usize,
    pub(super) members: Vec<bool>,
}

impl LineSet {
    fn at(&self, j: usize) -> (u64, u64) {
        (self.origin.0 + j as u64 * self.direction.0, self.origin.1 + j as u64 * self.direction.1)
    }

    fn member(&self, j: usize) -> bool {
        match self.members.get(j) {
            Some(&member) => member,
            None => {
                let begin = self.members.len() - self.modulus;
                self.members[begin + (j - begin) % self.modulus]
            }
        }
    }

    /// The least period of the part that repeats; `None` if that part is empty.
    fn period(&self) -> Option<usize> {
        let part = &self.members[self.members.len() - self.modulus..];
        if !part.contains(&true) {
            return None;
        }
        (1..=self.modulus)
            .filter(|period| self.modulus.is_multiple_of(*period))
            .find(|&period| (period..self.modulus).all(|j| part[j] == part[j - period]))
    }
}

/// The least common multiple; of 0 and a number, that number.
pub fn lcm(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 { a.max(b) } else { (a / gcd(a, b)).saturating_mul(b) }
}
