//! A proved tail as a solution: answers for positions of any size.
//!
//! The start is solved once. Beyond it, a ray of a position meets a progression of P-positions in at most one point,
//! which two linear equations give exactly, however large the piles are.

use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};

use super::{Ray, TailCertificate};
use wythoff_budget::Budget;
use wythoff_check::Proved;
use wythoff_check::tail::progressions;
use wythoff_solve::columns::{Columns, NotColumns};
use wythoff_solve::rays::RayGame;
use wythoff_solve::stopped::Stopped;

/// Answers from a proved tail.
#[derive(Clone, Debug)]
pub struct TailAnswers {
    claim: TailCertificate,
    /// The P-positions of the start, on both sides of the diagonal, ascending.
    start: Vec<(u64, u64)>,
    /// The progressions on both sides of the diagonal.
    progressions: Vec<Progression>,
}

/// A first point and a step.
type Progression = ((u64, u64), (u64, u64));
type Point = (IBig, IBig);

impl TailAnswers {
    /// Solves the start; `None` if the columns solver cannot, or the claim is not about a tail.
    #[must_use]
    pub fn new(proved: &Proved) -> Option<TailAnswers> {
        let claim = proved.tail()?.clone();
        let start = solved_start(&claim, &Budget::default()).ok()?;
        Some(TailAnswers { progressions: claim.progressions(), claim, start })
    }

    /// The claim.
    #[must_use]
    pub fn claim(&self) -> &TailCertificate {
        &self.claim
    }

    /// The P-positions of the start, on both sides of the diagonal, ascending.
    pub(crate) fn start(&self) -> &[(u64, u64)] {
        &self.start
    }

    /// The progressions on both sides of the diagonal.
    pub(crate) fn progressions(&self) -> &[Progression] {
        &self.progressions
    }

    /// How many options a position has.
    #[must_use]
    pub fn option_count(&self, x: &UBig, y: &UBig) -> UBig {
        self.option_counts(x, y).map(|(_, count)| count).sum()
    }

    /// For each ray, the `block` lines that can forbid it (bit `i` for line `i`) and how many options of a position are on it.
    pub(crate) fn option_counts(&self, x: &UBig, y: &UBig) -> impl Iterator<Item = (u16, UBig)> {
        let of = |ray: &Ray| {
            let (a, b) = (UBig::from(ray.start.0), UBig::from(ray.start.1));
            if *x < a || *y < b {
                return UBig::ZERO;
            }
            // How often the step fits into what is left of each pile.
            let times = |left: UBig, step: u64| (step > 0).then(|| left / UBig::from(step));
            let most = [times(x - a, ray.step.0), times(y - b, ray.step.1)].into_iter().flatten().min();
            most.unwrap_or(UBig::ZERO) + UBig::ONE
        };
        let counts: Vec<UBig> = self.claim.rays.iter().map(of).collect();
        self.claim.lines().into_iter().zip(counts)
    }

    /// Whether a position is a P-position.
    #[must_use]
    pub fn is_p(&self, x: &UBig, y: &UBig) -> bool {
        let start = UBig::from(self.claim.start);
        if *x < start || *y < start {
            let small = u64::try_from(x).ok().zip(u64::try_from(y).ok());
            return small.is_some_and(|z| self.start.binary_search(&z).is_ok());
        }
        // Below the diagonal the piles are exchanged; in a symmetric game the beams are the same.
        let (beams, x, y) = if x <= y {
            (&self.claim.beams, x, y)
        } else {
            (self.claim.below.as_ref().unwrap_or(&self.claim.beams), y, x)
        };
        let z = (IBig::from(x.clone()), IBig::from(y.clone()));
        progressions(beams).any(|(c, d)| steps(&minus(&z, c), d).is_some())
    }

    /// The options of a position that are P-positions, ascending. There can be very many only if a ray runs along a
    /// beam; then of each such beam the nearest are given, at most `most` of them.
    #[must_use]
    pub fn options(&self, x: &UBig, y: &UBig, most: usize) -> Vec<(UBig, UBig)> {
        let z = (IBig::from(x.clone()), IBig::from(y.clone()));
        let mut found: Vec<(UBig, UBig)> = vec![];
        let mut add = |p: Point| {
            if let (Ok(x), Ok(y)) = (UBig::try_from(p.0), UBig::try_from(p.1)) {
                found.push((x, y));
            }
        };
        for ray in &self.claim.rays {
            let from = minus(&z, ray.start);
            for &(c, d) in &self.progressions {
                for n in meetings(&minus(&from, c), ray, d, most) {
                    add((IBig::from(c.0) + &n * IBig::from(d.0), IBig::from(c.1) + n * IBig::from(d.1)));
                }
            }
            for &p in &self.start {
                if steps(&minus(&from, p), ray.step).is_some() {
                    add((p.0.into(), p.1.into()));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// Why the columns before a tail are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStart {
    /// The columns solver cannot do the game.
    #[error("the columns before it cannot be solved: {0}")]
    Columns(NotColumns),
    /// A limit was reached.
    #[error("the columns before it are too many: {0}")]
    Stopped(Stopped),
}

/// The P-positions with a pile before the tail, on both sides of the diagonal, ascending.
pub(super) fn solved_start(claim: &TailCertificate, budget: &Budget) -> Result<Vec<(u64, u64)>, NoStart> {
    let mut start = vec![];
    let game = RayGame::recognise(&claim.rules).map_err(|e| NoStart::Columns(e.into()))?;
    let mut halves = vec![game];
    if claim.below.is_some() {
        halves.push(halves[0].transposed());
    }
    for (i, half) in halves.into_iter().enumerate() {
        let mut columns = Columns::of(half, None).map_err(NoStart::Columns)?;
        let mut emit = |x: u64, rows: &[u64]| {
            for &y in rows.iter().filter(|&&y| x <= y) {
                if i == 0 {
                    start.push((x, y));
                }
                if claim.below.is_none() || i == 1 {
                    start.push((y, x));
                }
            }
            ControlFlow::Continue(())
        };
        columns.run(claim.start, budget, &mut emit).map_err(NoStart::Stopped)?;
    }
    start.sort_unstable();
    start.dedup();
    Ok(start)
}

fn minus(z: &Point, p: (u64, u64)) -> Point {
    (&z.0 - IBig::from(p.0), &z.1 - IBig::from(p.1))
}

/// The `n ≥ 0` with `w = n·step`, if there is one; for the step `(0, 0)` it is 0.
fn steps(w: &Point, step: (u64, u64)) -> Option<IBig> {
    let (p, q) = (IBig::from(step.0), IBig::from(step.1));
    let n = match step {
        (0, 0) => IBig::ZERO,
        (0, _) => &w.1 / &q,
        _ => &w.0 / &p,
    };
    (n >= IBig::ZERO && &n * p == w.0 && &n * q == w.1).then_some(n)
}

/// The `n` with `w = m·v + n·d` for the ray's step `v` and some `m`, both at least 0: one or none unless `v` and `d`
/// are parallel, then the largest.
fn meetings(w: &Point, ray: &Ray, d: (u64, u64), most: usize) -> Vec<IBig> {
    if ray.is_single() {
        return steps(w, d).into_iter().collect();
    }
    let [p, q, g, h] = [ray.step.0, ray.step.1, d.0, d.1].map(IBig::from);
    let index = &p * &h - &q * &g;
    if index != IBig::ZERO {
        let (m, n) = ((&w.0 * &h - &w.1 * &g) / &index, (&p * &w.1 - &q * &w.0) / &index);
        let exact = &m * p + &n * g == w.0 && &m * q + &n * h == w.1;
        return if exact && m >= IBig::ZERO && n >= IBig::ZERO { vec![n] } else { vec![] };
    }
    // Parallel, so p > 0: on the line, w.0 = m·p + n·g decides. Of p successive n at most one residue fits.
    if &w.0 * &q != &w.1 * &p || w.0 < IBig::ZERO {
        return vec![];
    }
    let largest = &w.0 / &g;
    let fits = |n: &IBig| (&w.0 - n * &g) % &p == IBig::ZERO;
    let first = (0..ray.step.0).map(|i| &largest - IBig::from(i)).find(fits);
    let mut found = vec![];
    let mut next = first;
    while let Some(n) = next.take().filter(|n| *n >= IBig::ZERO && found.len() < most) {
        // The next smaller one is p / gcd(p, g) less, which is at most p.
        next = (1..=ray.step.0).map(|i| &n - IBig::from(i)).find(fits);
        found.push(n);
    }
    found
}
