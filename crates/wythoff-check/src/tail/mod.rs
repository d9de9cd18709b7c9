//! Games whose P-positions are, from some column on, finitely many progressions: an explicit start and a proved tail.
//!
//! No small automaton need exist for such a set, because the start may be long and without pattern. The claim is a
//! [`TailCertificate`]: the rules; the moves as [`Ray`]s, each with the `block` lines that can forbid it; a number `N`; and
//! [`Beam`]s, which say that for `x ≥ N` and `y ≥ x` the P-positions are the points `c + n·d`, `n ≥ 0`, for finitely many `c`
//! and steps `d = (period, rise)`, where `c` lies in the first `period` columns from `N` on. In a symmetric game those with
//! `x > y` are the mirror images; otherwise the claim has beams of its own for `y ≥ N` and `x > y`, in the same form with the
//! piles exchanged. Nothing is claimed about the start: the rules determine it, and the checker computes it.
//!
//! **The proof** that [`verify`] carries out. Let `𝒫` be the set of the claim: the P-positions `F` with a pile below
//! `N` (finitely many, computed from the rules), the progressions with `y ≥ x`, and those with `x > y`, which are their mirror
//! images off the diagonal or the claim's own; these three have no square in common. By Hall's theorem a square is P if and
//! only if for each *counter*, which is a set of rays and a limit `L`, at most `L` of its options along these rays are P
//! (`counters.rs`; one counter with all rays, if no move or every move may be blocked). A set that contains a square if and
//! only if for each counter at most `L` of its options along the counter's rays lie in the set is the set of P-positions, by
//! induction on `x + y`. So let `f(z)` be the number of options of `z` in `𝒫` along the rays of a counter; what has to be shown
//! is that `f(z) ≤ L` for all counters `⇔ z ∈ 𝒫`.
//!
//! The board has two halves: the squares with `y ≥ x`, and those with `x > y`. The proof is carried out for the first, and
//! once more for the second with the piles exchanged, that is for the mirrored rays and the mirrored `𝒫`, and for `y ≥ x + 1`
//! instead of `y ≥ x`: the diagonal belongs to the first half. If the rays, with their counters, are checked to be symmetric
//! and `𝒫` is so by its form, the first half is enough. In each half `𝒫` is the whole set, not only what the half contains: an
//! option of a square of one half can lie in the other.
//!
//! 1. *Moves.* In base 2 it is decided for all `s, t` that the moves are the rays, that no two rays meet, and that each ray is
//!    in the classes of its `block` lines and in no other. So `f(z)` is a sum over the counter's rays and over the parts of
//!    `𝒫`. With a ray `{a + m·v}` and a progression `{c + n·d}` of `𝒫` it contains the indicator of the *cone* `{c + a + m·v +
//!    n·d : m, n ≥ 0}`; with a point `p` of `F` the indicator of the *line* `{p + a + m·v}`; for a single removal `a` (`v = 0`)
//!    the *line* `{c + a + n·d}` or the *point* `p + a`. If `v` and `d` are parallel the cone is a line too; far enough out each
//!    of its squares counts more often than any `L`, and how often does not matter.
//! 2. *Start.* The squares with `x < X` and `y ≥ x` are computed one by one, and those with `y < X` and `x > y` unless the game
//!    is symmetric; from `N` on they must be the claimed ones, each claimed once. `F` is among them, and finite: a column
//!    or row is finished when its own P-positions, along rays within it, keep all squares farther out from being P.
//! 3. *Regions.* All lines, and all edges of cones, have one of finitely many directions. Those of a direction with
//!    slope `σ ≥ 1` lie in a strip `lo ≤ y - σx ≤ hi`, whose width is computed; for `σ = 1` only what is in this half matters.
//!    `X` is so large that for `x ≥ X` the strips are disjoint, that lines of other slopes do not enter `y ≥ x`, and no point
//!    is left. So the squares of the half with `x ≥ X` are divided into strips and the sectors between and above them; in a
//!    sector there is no line and no point of `𝒫`. (Progressions of the other half lie below the diagonal; what rays see of
//!    them does not, and is among the cones and lines.)
//! 4. *Sectors.* `m` and `n` of a cone are linear functions of `z`. On every sector both are checked to have constant
//!    sign (or one of them is negative throughout, and the cone does not matter). Then whether `z` is in the cone
//!    depends only on whether `z - c - a` is in the lattice that `v` and `d` span. So what a ray contributes to `f`
//!    is invariant under `v` and under a common period of its lattices, and its least value is found by looking at
//!    one period. If for some counter the least values of its rays add up to more than `L`, there is no P-position in the
//!    sector, as claimed; otherwise the rays are added up, for each counter, over a period that is common to all.
//! 5. *Strips.* Let `τ` be a multiple of the direction that is in all the lattices, a multiple of all parallel `d`
//!    and of all parallel `v`. Along `τ`, a coordinate `m` or `n` of a cone either does not change or is checked to
//!    have constant sign on the strip; parallel lines have begun before `X`, others do not meet the strip. So `f(z +
//!    τ) = f(z)`, and `z + τ ∈ 𝒫 ⇔ z ∈ 𝒫`, for all `z` of the strip, and it is enough to look at the columns of one
//!    `τ`. Rays whose contribution is constant on the strip need not have the period `τ`; and where nothing is
//!    claimed to be P, least values are tried first.
//!
//! That makes finitely many squares, each with an exact count. Every inequality above is tested with integers in
//! `regions.rs`; if one fails for all `X` within reach, the claim is not decided.

mod counters;
mod geometry;
mod moves;
mod regions;
mod start;
mod text;

use super::{Undecided, Verdict};
use counters::Counting;
pub(crate) use moves::moves_are_rays;
use regions::{Side, Tail};
use wythoff_budget::Budget;
use wythoff_rules::{Ruleset, Twist};

/// Checks a claim.
///
/// It does not recognise rays (the claim names them, and in base 2 it is decided that they are the moves), and it
/// solves the start itself, square by square.
///
/// # Errors
/// If a limit is reached, or the claim is about a game that this proof does not cover.
pub fn verify(claim: &TailCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    if !claim.is_well_formed() {
        return Err(Undecided::Rules("the numbers of the claim are out of range or out of order"));
    }
    let lines = claim.lines();
    let game = Counting::new(&claim.rules, &claim.rays, &lines)?;
    let symmetric = claim.below.is_none();
    if symmetric && !game.is_symmetric() {
        return Err(Undecided::Rules("the rays of the claim are not symmetric"));
    }
    moves_are_rays(&claim.rules, &claim.rays, &lines, budget)?;
    let first = start::solve(&game, symmetric, claim.start, budget)?;
    let games = [game.clone(), game.mirrored()];
    let halves = claim.halves();
    let mut tails = vec![];
    for (i, &beams) in halves.iter().enumerate() {
        let points = squares(&first, i == 1, symmetric);
        // A full period after the start, so that progressions that coincide would have been noticed.
        let first = i128::from(claim.start) + i128::from(claim.period());
        let others = if symmetric { None } else { Some(halves[1 - i]) };
        tails.push(Tail::new(
            Side { game: &games[i], beams, others, edge: i as i128, points, first },
            budget,
        )?);
    }
    let mut beyond = claim.start;
    for tail in &tails {
        beyond = beyond.max(tail.beyond(budget)?);
    }
    if !tails.iter().all(|tail| tail.is_beyond(beyond.into())) {
        return Err(Undecided::Rules("the regions of the tail are not settled"));
    }
    let solved = start::solve(&game, symmetric, beyond, budget)?;
    let refuted = |i: usize, x: u64, y: u64| {
        let (x, y) = if i == 0 { (x, y) } else { (y, x) };
        Ok(Verdict::Refuted { x: x.into(), y: y.into() })
    };
    for x in claim.start..beyond {
        for (i, beams) in halves.iter().enumerate() {
            if let Some(y) = difference(rows(beams, x), &solved[i][x as usize]) {
                return refuted(i, x, y);
            }
        }
    }
    for (i, tail) in tails.iter().enumerate() {
        if let Some((x, y)) = tail.contradiction(beyond, budget)? {
            return refuted(i, x, y);
        }
    }
    Ok(Verdict::Proved)
}

/// The first row of a column at which a claim is wrong.
fn difference(claimed: impl Iterator<Item = u64>, solved: &[u32]) -> Option<u64> {
    let mut claimed: Vec<u64> = claimed.collect();
    claimed.sort_unstable();
    let solved: Vec<u64> = solved.iter().map(|&y| u64::from(y)).collect();
    if claimed == solved {
        return None;
    }
    let alone = |a: &[u64], b: &[u64]| a.iter().copied().filter(|y| !b.contains(y)).min();
    let y = [alone(&claimed, &solved), alone(&solved, &claimed)].into_iter().flatten().min();
    // Without such a row the claim names a position twice.
    y.or_else(|| claimed.windows(2).find(|w| w[0] == w[1]).map(|w| w[0])).or(claimed.first().copied())
}

/// `F`: the squares of the halves of a start. With `exchanged` the first half, too, is taken with the piles exchanged.
fn squares(halves: &[start::Rows], exchanged: bool, symmetric: bool) -> Vec<geometry::Vector> {
    let mut squares = vec![];
    for (i, half) in halves.iter().enumerate() {
        for (x, rows) in half.iter().enumerate() {
            for &y in rows {
                let (x, y) = (x as i128, i128::from(y));
                squares.push(if (i == 1) == exchanged { (x, y) } else { (y, x) });
                if symmetric && x != y {
                    squares.push((y, x));
                }
            }
        }
    }
    squares
}

/// Removals `start + n·step`, `n ≥ 0`; one removal if the step is `(0, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ray {
    /// The shortest removal.
    pub start: (u64, u64),
    /// What each longer one adds.
    pub step: (u64, u64),
}

impl Ray {
    /// The ray with the piles exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Ray {
        Ray { start: (self.start.1, self.start.0), step: (self.step.1, self.step.0) }
    }

    /// Whether it is a single removal.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.step == (0, 0)
    }
}

/// Parallel progressions of P-positions: `point + n·(period, rise)`, `n ≥ 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    /// How many columns it takes for the beam to repeat.
    pub period: u64,
    /// What a period of columns adds to the row.
    pub rise: u64,
    /// Where the progressions begin, ascending.
    pub points: Vec<(u64, u64)>,
}

/// The claim that the P-positions of a game in columns from [`start`](TailCertificate::start) on, with `x ≤ y`, are
/// these beams; and what those with `x > y` are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TailCertificate {
    /// The game.
    pub rules: Ruleset,
    /// Its moves: disjoint rays.
    pub rays: Vec<Ray>,
    /// For each ray the `block` lines that can forbid it: bit `i` for line `i`. `None`: all of them can, and there is at most one.
    pub blocks: Option<Vec<u16>>,
    /// The first column of the tail.
    pub start: u64,
    /// The tail, by period and rise.
    pub beams: Vec<Beam>,
    /// The P-positions with `x > y` in rows from `start` on, in the same form with the piles exchanged. `None`: they are the mirror
    /// images.
    pub below: Option<Vec<Beam>>,
}

/// Numbers of a claim stay below this, so that products of three of them fit into 128 bits.
pub const LARGEST: u64 = 1 << 31;

/// All progressions of beams, as a first point and a step.
pub fn progressions(beams: &[Beam]) -> impl Iterator<Item = ((u64, u64), (u64, u64))> + '_ {
    beams.iter().flat_map(|b| b.points.iter().map(|&p| (p, (b.period, b.rise))))
}

/// The rows that beams have in a column from their start on, in no particular order.
fn rows(beams: &[Beam], x: u64) -> impl Iterator<Item = u64> + '_ {
    progressions(beams).filter_map(move |((x0, y0), (period, rise))| {
        let away = x.checked_sub(x0)?;
        away.is_multiple_of(period).then(|| y0 + away / period * rise)
    })
}

impl TailCertificate {
    /// The beams with `x ≤ y`, and, if they are not the mirror images, those with `x > y`, with the piles exchanged.
    fn halves(&self) -> Vec<&[Beam]> {
        std::iter::once(&self.beams).chain(&self.below).map(|beams| &beams[..]).collect()
    }

    /// For each ray the `block` lines that can forbid it: bit `i` for line `i`.
    pub fn lines(&self) -> Vec<u16> {
        let all = u16::from(self.rules.twist != Twist::None);
        self.blocks.clone().unwrap_or_else(|| vec![all; self.rays.len()])
    }

    /// The beams with `x > y`, with the piles exchanged: those of the claim, or the mirror images.
    #[must_use]
    pub fn beams_below(&self) -> Vec<Beam> {
        let mirrored = || {
            let off =
                |b: &Beam| Beam { points: b.points.iter().copied().filter(|p| p.0 != p.1).collect(), ..*b };
            self.beams.iter().map(off).filter(|b| !b.points.is_empty()).collect()
        };
        self.below.clone().unwrap_or_else(mirrored)
    }

    /// All progressions of P-positions on both sides of the diagonal, as a first point and a step.
    pub fn progressions(&self) -> Vec<((u64, u64), (u64, u64))> {
        let exchanged = |((x, y), (period, rise)): ((u64, u64), (u64, u64))| ((y, x), (rise, period));
        let mut all: Vec<_> = progressions(&self.beams).collect();
        match &self.below {
            Some(below) => all.extend(progressions(below).map(exchanged)),
            // On the diagonal a mirror image is the same again.
            None => all.extend(
                progressions(&self.beams).map(|p| (p, exchanged(p))).filter(|p| p.0 != p.1).map(|p| p.1),
            ),
        }
        all
    }

    /// How many columns it takes for all beams to repeat.
    #[must_use]
    pub fn period(&self) -> u64 {
        let mut beams = self.halves().into_iter().flatten();
        let all = beams.try_fold(1, |all, b| geometry::lcm(all, i128::from(b.period)));
        all.and_then(|all| u64::try_from(all).ok()).unwrap_or(LARGEST)
    }

    /// Whether the numbers are in range and in their order: what a certificate must satisfy before it can be true or
    /// false.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        let small = |v: u64| v < LARGEST;
        let ascending = |w: &[(u64, u64)]| w.windows(2).all(|p| p[0] < p[1]);
        let rays = self.rays.iter().all(|r| {
            [r.start.0, r.start.1, r.step.0, r.step.1].iter().all(|&v| small(v)) && r.start != (0, 0)
        });
        let lines = match &self.rules.twist {
            Twist::Block(blocks) => blocks.len(),
            _ => 0,
        };
        let blocks = match &self.blocks {
            None => lines <= 1,
            Some(blocks) => {
                let exist = |of_ray: &u16| u32::from(*of_ray) >> lines.min(16) == 0;
                blocks.len() == self.rays.len() && blocks.iter().all(exist)
            }
        };
        let sorted =
            |beams: &[Beam]| beams.windows(2).all(|w| (w[0].period, w[0].rise) < (w[1].period, w[1].rise));
        let beam = |b: &Beam, half: usize| {
            small(b.rise)
                && b.period > 0
                && b.rise >= b.period
                && !b.points.is_empty()
                && ascending(&b.points)
                && b.points.iter().all(|&(x, y)| {
                    // Only the first half has the diagonal.
                    let above = if b.rise == b.period && half == 0 { y >= x } else { y > x };
                    above && small(y) && x >= self.start && x - self.start < b.period
                })
        };
        let halves = self.halves();
        let beams = |(half, beams): (usize, &&[Beam])| sorted(beams) && beams.iter().all(|b| beam(b, half));
        rays && blocks
            && self.rays.windows(2).all(|w| w[0] < w[1])
            && halves.iter().enumerate().all(beams)
            && small(self.start)
    }
}
