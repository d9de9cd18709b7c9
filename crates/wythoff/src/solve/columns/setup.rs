//! From the description of a game to the tables of the engine.

use super::NotColumns;
use super::lane::Lane;
use crate::number::Real;
use crate::rules::ruleset::Formula;
use crate::solve::predicate::{Linear, Part, Predicate};
use crate::solve::rays::{Counter, Marks, RayGame, lcm};
use std::ops::Range;

/// A ray of moves within one column distance: from a mark in column `x − across`, rows `up + j · stride` above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertical {
    pub(super) across: u64,
    pub(super) up: u64,
    pub(super) stride: u64,
}

/// A ray that leaves the column: it is counted from column `x + across` on, `up` rows higher.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slanted {
    pub(super) across: u64,
    pub(super) up: u64,
    pub(super) lane: usize,
}

/// One counter of the game, with what the present column adds to it.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) limit: i64,
    pub(super) lanes: Range<usize>,
    pub(super) verticals: Vec<Vertical>,
    pub(super) singles: Vec<(u64, u64)>,
    /// Marks in the present column, by residue of the row they count for.
    pub(super) column: Vec<i64>,
    /// `limit` less the least of `column`: no lower bound above this leaves room.
    pub(super) room: i64,
}

/// The squares that exist, with what is known about them far up a column.
#[derive(Clone, Debug)]
pub(super) struct Existing {
    pub(super) predicate: Predicate,
    /// Forms `a·x + b·y + c` as `(|a|, |b|, |c|)` with `b != 0`: their signs decide, with residues, which squares exist.
    forms: Vec<(u64, u64, u64)>,
    pub(super) modulus: u64,
}

impl Existing {
    pub(super) fn at(&self, x: u64, y: u64) -> bool {
        self.predicate.at(&[x as i64, y as i64, 0, 0])
    }

    /// Above this row of column x, existence depends on the residue of the row only.
    pub(super) fn settled(&self, x: u64) -> u64 {
        self.forms.iter().map(|(a, b, c)| (a * x + c) / b + 1).max().unwrap_or(0)
    }
}

/// Everything about a game that does not change while it is solved.
pub(super) struct Setup {
    pub(super) lanes: Vec<Lane>,
    pub(super) tallies: Vec<Tally>,
    pub(super) slanted: Vec<Slanted>,
    pub(super) existing: Option<Existing>,
    /// Solve only `x <= y`.
    pub(super) mirrored: bool,
    /// How many columns back rays and single moves begin.
    pub(super) depth: u64,
    /// How far below the main diagonal marks can reach squares above it, in a mirrored game.
    pub(super) near: u64,
    /// The common modulus of all strides in a column and of the existing squares.
    pub(super) modulus: u64,
}

const MOST_RESIDUES: u64 = 4096;

impl Setup {
    pub(super) fn new(game: &RayGame, bounded: bool) -> Result<Setup, NotColumns> {
        if game.marks() == Marks::N {
            return Err(NotColumns::Comply);
        }
        if !bounded && !game.counters().iter().any(ends_columns) {
            return Err(NotColumns::Unbounded);
        }
        let existing = game.position().map(existing).transpose()?;
        let mirrored = game.is_symmetric() && game.counters().iter().all(mirrors);
        let (mut lanes, mut tallies, mut slanted) = (Vec::new(), Vec::new(), Vec::new());
        let mut modulus = existing.as_ref().map_or(1, |existing| existing.modulus);
        for counter in game.counters() {
            let limit = u16::try_from(counter.limit).ok().filter(|limit| *limit < u16::MAX - 1);
            let limit = limit.ok_or(NotColumns::TooLarge)?;
            let from = lanes.len();
            let mut singles = counter.set.singles.clone();
            let mut verticals = Vec::new();
            let mut residues = 1;
            for tail in &counter.set.tails {
                let ((mut across, mut up), step) = (tail.start, tail.step);
                if step.0.max(step.1) > MOST_RESIDUES {
                    return Err(NotColumns::TooLarge);
                }
                if step.0 == 0 {
                    verticals.push(Vertical { across, up, stride: step.1 });
                    residues = lcm(residues, step.1);
                    continue;
                }
                if across == 0 {
                    // Within its own column a mark counts at once, so the first square of the ray is a single.
                    singles.push((across, up));
                    (across, up) = (step.0, up + step.1);
                }
                let lane = (from..lanes.len())
                    .find(|&i: &usize| lanes.get(i).is_some_and(|l: &Lane| l.step == step));
                let lane = lane.unwrap_or_else(|| {
                    lanes.push(Lane::new(step, limit));
                    lanes.len() - 1
                });
                slanted.push(Slanted { across, up, lane });
            }
            modulus = lcm(modulus, residues);
            if modulus > MOST_RESIDUES {
                return Err(NotColumns::TooLarge);
            }
            tallies.push(Tally {
                limit: i64::from(limit),
                lanes: from..lanes.len(),
                verticals,
                singles,
                column: vec![0; residues as usize],
                room: 0,
            });
        }
        if mirrored {
            lanes.iter_mut().filter(|lane| lane.step.1 > 0).for_each(Lane::fill_front);
        }
        let period = lanes.iter().fold(1, |period, lane| lcm(period, lane.step.0));
        if period > MOST_RESIDUES {
            return Err(NotColumns::TooLarge);
        }
        let near = if mirrored {
            slanted.iter().map(|ray| ray.up.saturating_sub(ray.across)).max().unwrap_or(0)
        } else {
            0
        };
        let singles = tallies.iter().flat_map(|tally| &tally.singles);
        let verticals = tallies.iter().flat_map(|tally| &tally.verticals);
        let depth = slanted
            .iter()
            .map(|ray| ray.across)
            .chain(singles.map(|&(a, b)| if mirrored { a.max(b) } else { a }))
            .chain(verticals.map(|ray| if mirrored { ray.up } else { ray.across }))
            .chain([near, 1])
            .max()
            .unwrap_or(1);
        if depth > 1 << 20 {
            return Err(NotColumns::TooLarge);
        }
        Ok(Setup { lanes, tallies, slanted, existing, mirrored, depth, near, modulus })
    }
}

/// Whether a counter leaves every column finite: a stride of rook moves in the second pile, so that of the marks in
/// one residue class of rows only finitely many fit under the limit.
fn ends_columns(counter: &Counter) -> bool {
    counter
        .set
        .tails
        .iter()
        .any(|tail| tail.step.0 == 0 && tail.start.0 == 0 && tail.start.1.is_multiple_of(tail.step.1))
}

/// Whether a counter can be solved above the main diagonal only: symmetric, and made of rooks, diagonals, bands, singles.
fn mirrors(counter: &Counter) -> bool {
    counter.set.is_symmetric()
        && counter.set.tails.iter().all(|tail| match tail.step {
            (_, 0) => tail.start.1 == 0,
            (0, _) => tail.start.0 == 0,
            (p, q) => p == q,
        })
}

fn existing(formula: &Formula) -> Result<Existing, NotColumns> {
    let no_beatty = |_: &Real, _: u64| None;
    let predicate =
        Predicate::compile(formula, &[], 1 << 40, &no_beatty).map_err(|_| NotColumns::TooLarge)?;
    let (mut forms, mut modulus) = (Vec::new(), 1);
    predicate.atoms(&mut |linear, _| {
        expand(linear, &mut forms, &mut modulus);
    });
    forms.retain(|(_, b, _)| *b != 0);
    forms.sort_unstable();
    forms.dedup();
    if modulus > MOST_RESIDUES {
        return Err(NotColumns::TooLarge);
    }
    Ok(Existing { predicate, forms, modulus })
}

/// Collects `(|a|, |b|, |c|)` of every form a term can take by the signs of its absolute values, and of inner terms.
fn expand(linear: &Linear, forms: &mut Vec<(u64, u64, u64)>, modulus: &mut u64) -> Vec<(i64, i64, i64)> {
    let [a, b, _, _] = linear.coefficients;
    let mut own = vec![(a, b, linear.constant.abs())];
    for (factor, part) in &linear.parts {
        let choices = match part {
            Part::Abs(inner) => {
                let inner = expand(inner, forms, modulus);
                inner.iter().flat_map(|&(a, b, c)| [(a, b, c), (-a, -b, c)]).collect()
            }
            Part::Mod(inner, m) => {
                expand(inner, forms, modulus);
                *modulus = lcm(*modulus, m.unsigned_abs());
                vec![(0, 0, *m)]
            }
        };
        own = own
            .iter()
            .flat_map(|&(a, b, c)| {
                choices
                    .iter()
                    .map(move |(a2, b2, c2)| (a + factor * a2, b + factor * b2, c + factor.abs() * c2))
            })
            .collect();
    }
    forms.extend(own.iter().map(|(a, b, c)| (a.unsigned_abs(), b.unsigned_abs(), c.unsigned_abs())));
    own
}
