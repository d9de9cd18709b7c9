//! Games whose P-positions are, from some column on, finitely many progressions: an explicit start and a proved tail.
//!
//! No small automaton need exist for such a set, because the start may be long and without pattern. The claim is a
//! [`TailCertificate`]: the rules; the moves as [`Ray`]s; a column `N`; and [`Beam`]s, which say that for `x ≥ N` and
//! `y ≥ x` the P-positions are the points `c + n·d`, `n ≥ 0`, for finitely many `c` and steps `d = (period, rise)`,
//! where `c` lies in the first `period` columns from `N` on. Nothing is claimed about the start: the rules determine
//! it, and the checker computes it.
//!
//! **The proof** that [`verify`] carries out. Let `𝒫` be the set of the claim: the P-positions `F` with a pile below
//! `N` (finitely many, computed from the rules), the progressions, and their mirror images. A set that contains a
//! square if and only if at most `L` of its options lie in the set is the set of P-positions, by induction on `x +
//! y`. (`L` is the number of options that may be blocked, or 0.) So let `f(z)` be the number of options of `z` in
//! `𝒫`; what has to be shown is `f(z) ≤ L ⇔ z ∈ 𝒫`, for all `z = (x, y)` with `x ≤ y`, since the rays are checked to
//! be symmetric.
//!
//! 1. *Moves.* In base 2 it is decided for all `s, t` that the moves are the rays, and that no two rays meet. So
//!    `f(z)` is a sum over rays and over the parts of `𝒫`. With a ray `{a + m·v}` and a progression `{c + n·d}` of
//!    `𝒫` it contains the indicator of the *cone* `{c + a + m·v + n·d : m, n ≥ 0}`; with a point `p` of `F` the
//!    indicator of the *line* `{p + a + m·v}`; for a single removal `a` (`v = 0`) the *line* `{c + a + n·d}` or the
//!    *point* `p + a`. If `v` and `d` are parallel the cone is a line too; far enough out each of its squares counts
//!    more than `L` times, and how often does not matter.
//! 2. *Start.* The columns `x < X` are computed square by square; those from `N` on must be the claimed ones.
//! 3. *Regions.* All lines, and all edges of cones, have one of finitely many directions. Those of a direction with
//!    slope `σ ≥ 1` lie in a strip `lo ≤ y - σx ≤ hi`, whose width is computed. `X` is so large that for `x ≥ X` the
//!    strips are disjoint, that lines of other slopes do not enter `y ≥ x`, and no point is left. So the squares with
//!    `X ≤ x ≤ y` are divided into strips and the sectors between and above them; in a sector there is no line and no
//!    point of `𝒫`.
//! 4. *Sectors.* `m` and `n` of a cone are linear functions of `z`. On every sector both are checked to have constant
//!    sign (or one of them is negative throughout, and the cone does not matter). Then whether `z` is in the cone
//!    depends only on whether `z - c - a` is in the lattice that `v` and `d` span. So what a ray contributes to `f`
//!    is invariant under `v` and under a common period of its lattices, and its least value is found by looking at
//!    one period. If the least values of all rays add up to more than `L`, there is no P-position in the sector, as
//!    claimed; otherwise the rays are added up over a period that is common to all.
//! 5. *Strips.* Let `τ` be a multiple of the direction that is in all the lattices, a multiple of all parallel `d`
//!    and of all parallel `v`. Along `τ`, a coordinate `m` or `n` of a cone either does not change or is checked to
//!    have constant sign on the strip; parallel lines have begun before `X`, others do not meet the strip. So `f(z +
//!    τ) = f(z)`, and `z + τ ∈ 𝒫 ⇔ z ∈ 𝒫`, for all `z` of the strip, and it is enough to look at the columns of one
//!    `τ`. Rays whose contribution is constant on the strip need not have the period `τ`; and where nothing is
//!    claimed to be P, least values are tried first.
//!
//! That makes finitely many squares, each with an exact count. Every inequality above is tested with integers in
//! `regions.rs`; if one fails for all `X` within reach, the claim is not decided.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::check::{Verdict, tail::verify};
//! use wythoff::prove::tail::guess::{Finding, find};
//! use wythoff::rules::Definition;
//! // Nim, or one or two tokens from each pile; two options may be blocked.
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let Finding::Tail(claim) = find(&rules, 500, &Budget::default()).unwrap() else { panic!() };
//! assert_eq!((claim.start, claim.period()), (6, 3));
//! assert_eq!(verify(&claim, &Budget::default()).unwrap(), Verdict::Proved);
//! ```

mod geometry;
mod moves;
mod regions;
mod start;
mod text;

use super::{Undecided, Verdict};
use crate::budget::Budget;
use crate::rules::{Play, Ruleset, Twist};
pub(in crate::check) use moves::moves_are_rays;
use regions::Tail;

/// More blocked options do not fit into the counts of the start.
const MOST_BLOCKED: u64 = 200;

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
    let limit = blocked(&claim.rules)?;
    if !claim.rays.iter().all(|r| claim.rays.binary_search(&r.mirrored()).is_ok()) {
        return Err(Undecided::Rules("the rays of the claim are not symmetric"));
    }
    moves_are_rays(&claim.rules, &claim.rays, budget)?;
    let first = start::solve(&claim.rays, limit, claim.start, budget)?;
    let tail = Tail::new(claim, &first, limit, budget)?;
    let beyond = tail.beyond(budget)?;
    let columns = start::solve(&claim.rays, limit, beyond, budget)?;
    for x in claim.start..beyond {
        let mut claimed: Vec<u64> = claim.rows(x).collect();
        claimed.sort_unstable();
        let solved = columns[x as usize].iter().map(|&y| u64::from(y));
        if claimed.iter().copied().eq(solved.clone()) {
            continue;
        }
        let solved: Vec<u64> = solved.collect();
        let alone = |a: &[u64], b: &[u64]| a.iter().copied().filter(|y| !b.contains(y)).min();
        let y = [alone(&claimed, &solved), alone(&solved, &claimed)].into_iter().flatten().min();
        // Without such a row the claim names a position twice.
        let y = y.unwrap_or_else(|| claimed.windows(2).find(|w| w[0] == w[1]).map_or(x, |w| w[0]));
        return Ok(Verdict::Refuted { x: x.into(), y: y.into() });
    }
    Ok(match tail.contradiction(beyond, limit, budget)? {
        None => Verdict::Proved,
        Some((x, y)) => Verdict::Refuted { x: x.into(), y: y.into() },
    })
}

/// How many options may be blocked, if the game is of a kind that the proof covers.
fn blocked(rules: &Ruleset) -> Result<u8, Undecided> {
    if rules.imitation.is_some() || rules.play != Play::Normal || rules.position.is_some() {
        return Err(Undecided::Rules("tails are proved for normal play without memory on all squares only"));
    }
    match &rules.twist {
        Twist::None => Ok(0),
        Twist::Block(blocks) if blocks.len() == 1 && blocks[0].limit <= MOST_BLOCKED => {
            Ok(blocks[0].limit as u8)
        }
        _ => Err(Undecided::Rules(
            "tails are proved without a twist, or with one block line of at most 200 options",
        )),
    }
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
/// these beams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TailCertificate {
    /// The game.
    pub rules: Ruleset,
    /// Its moves: disjoint rays.
    pub rays: Vec<Ray>,
    /// The first column of the tail.
    pub start: u64,
    /// The tail, by period and rise.
    pub beams: Vec<Beam>,
}

/// Numbers of a claim stay below this, so that products of three of them fit into 128 bits.
pub const LARGEST: u64 = 1 << 31;

impl TailCertificate {
    /// All progressions above the diagonal, as a first point and a step.
    pub(crate) fn progressions(&self) -> impl Iterator<Item = ((u64, u64), (u64, u64))> + '_ {
        self.beams.iter().flat_map(|b| b.points.iter().map(|&p| (p, (b.period, b.rise))))
    }

    /// How many columns it takes for all beams to repeat.
    #[must_use]
    pub fn period(&self) -> u64 {
        let all = self.beams.iter().try_fold(1, |all, b| geometry::lcm(all, i128::from(b.period)));
        all.and_then(|all| u64::try_from(all).ok()).unwrap_or(LARGEST)
    }

    /// The rows that the beams have in a column from [`start`](TailCertificate::start) on, in no particular order.
    pub(crate) fn rows(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        self.progressions().filter_map(move |((x0, y0), (period, rise))| {
            let away = x.checked_sub(x0)?;
            away.is_multiple_of(period).then(|| y0 + away / period * rise)
        })
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
        let sorted = self.rays.windows(2).all(|w| w[0] < w[1])
            && self.beams.windows(2).all(|w| (w[0].period, w[0].rise) < (w[1].period, w[1].rise));
        let beams = self.beams.iter().all(|b| {
            small(b.rise)
                && b.period > 0
                && b.rise >= b.period
                && !b.points.is_empty()
                && ascending(&b.points)
                && b.points.iter().all(|&(x, y)| {
                    let above = if b.rise == b.period { y >= x } else { y > x };
                    above && small(y) && x >= self.start && x - self.start < b.period
                })
        });
        rays && sorted && beams && small(self.start)
    }
}
