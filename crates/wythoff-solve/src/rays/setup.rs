//! From the description of a game to what a solver by columns keeps count of.

use super::{Counter, RayGame, lcm};
use crate::predicate::{CompileError, Linear, Part, Predicate};
use std::ops::Range;
use wythoff_rules::ruleset::Formula;

/// A ray of moves within one column distance: from a mark in column `x − across`, rows `up + j · stride` above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertical {
    pub(crate) across: u64,
    pub(crate) up: u64,
    pub(crate) stride: u64,
}

/// A ray that leaves the column: it is counted from column `x + across` on, `up` rows higher.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slanted {
    pub(crate) across: u64,
    pub(crate) up: u64,
    pub(crate) lane: usize,
}

/// All rays of one counter with the same step `(p, q)`, `p >= 1`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    pub(crate) step: (u64, u64),
    pub(crate) limit: u16,
}

/// Why a solver by columns cannot keep tables for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSetup {
    /// Strides, limits or distances are too large.
    TooLarge,
    /// Which squares exist is stated with Beatty sequences.
    Beatty,
    /// Which squares exist is stated with automata.
    Automaton,
}

/// One counter of the game, with what the present column adds to it.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub(crate) limit: i64,
    pub(crate) lanes: Range<usize>,
    pub(crate) verticals: Vec<Vertical>,
    pub(crate) singles: Vec<(u64, u64)>,
    /// The single moves within a column, where the limit is zero: bit b tells that a mark rules out the row b above it.
    pub(crate) shadow: Vec<u64>,
    /// `classes[i]`: the bits of a word that are i modulo the number of residues.
    pub(crate) classes: Vec<u64>,
    /// Marks in the present column, by residue of the row they count for.
    pub(crate) column: Vec<i64>,
    /// `limit` less the least of `column`: no lower bound above this leaves room.
    pub(crate) room: i64,
}

/// The bits of a word that are `residue` modulo `modulus`.
pub(crate) fn class_mask(modulus: u64, residue: u64) -> u64 {
    (residue..64).step_by(modulus as usize).fold(0, |mask, bit| mask | 1 << bit)
}

fn shadow(limit: u16, singles: &[(u64, u64)]) -> Vec<u64> {
    let rows = || singles.iter().filter(|(a, _)| limit == 0 && *a == 0).map(|(_, b)| *b as usize);
    let mut shadow = vec![0; rows().max().map_or(0, |most| most / 64 + 1)];
    rows().for_each(|b| shadow[b / 64] |= 1 << (b % 64));
    shadow
}

impl Tally {
    /// Which of the 64 rows from `row` on a mark rules out by a single move.
    pub(crate) fn shadow_of(&self, mark: u64, row: u64) -> u64 {
        let word = |i: Option<usize>| i.and_then(|i| self.shadow.get(i)).copied().unwrap_or(0);
        if mark >= row {
            return word(Some(0)).checked_shl((mark - row) as u32).unwrap_or(0);
        }
        let (index, shift) = (((row - mark) / 64) as usize, (row - mark) % 64);
        word(Some(index)) >> shift | word(index.checked_add(1)) << 1 << (63 - shift)
    }

    /// One more mark in the column, for rows of the residue of `row` modulo the stride.
    pub(crate) fn add(&mut self, row: u64, stride: u64) {
        for residue in ((row % stride) as usize..self.column.len()).step_by(stride as usize) {
            self.column[residue] += 1;
        }
        self.room = self.limit - self.column.iter().copied().min().unwrap_or(0);
    }

    /// Begins a column.
    pub(crate) fn clear(&mut self) {
        self.column.fill(0);
        self.room = self.limit;
    }
}

/// The squares that exist, with what is known about them far up a column.
#[derive(Clone, Debug)]
pub(crate) struct Existing {
    pub(crate) predicate: Predicate,
    /// Forms `a·x + b·y + c` as `(|a|, |b|, |c|)` with `b != 0`: their signs decide, with residues, which squares exist.
    forms: Vec<(u64, u64, u64)>,
    pub(crate) modulus: u64,
}

impl Existing {
    pub(crate) fn at(&self, x: u64, y: u64) -> bool {
        self.predicate.at(&[x as i64, y as i64, 0, 0])
    }

    /// Above this row of column x, existence depends on the residue of the row only.
    pub(crate) fn settled(&self, x: u64) -> u64 {
        self.forms.iter().map(|(a, b, c)| (a * x + c) / b + 1).max().unwrap_or(0)
    }
}

/// Everything about a game that does not change while it is solved.
pub(crate) struct Setup {
    pub(crate) lanes: Vec<Track>,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) slanted: Vec<Slanted>,
    pub(crate) existing: Option<Existing>,
    /// Solve only `x <= y`.
    pub(crate) mirrored: bool,
    /// How many columns back rays and single moves begin.
    pub(crate) depth: u64,
    /// How far below the main diagonal marks can reach squares above it, in a mirrored game.
    pub(crate) near: u64,
    /// The common modulus of all strides in a column and of the existing squares.
    pub(crate) modulus: u64,
}

/// Whether squares exist can be told up to here.
pub(crate) const FARTHEST: u64 = 1 << 40;
const MOST_RESIDUES: u64 = 4096;
const MOST_FORMS: usize = 4096;

impl Setup {
    pub(crate) fn new(game: &RayGame) -> Result<Setup, NoSetup> {
        let existing = game.position().map(existing).transpose()?;
        let mirrored = game.is_symmetric() && game.counters().iter().all(mirrors);
        let (mut lanes, mut tallies, mut slanted) = (Vec::new(), Vec::new(), Vec::new());
        let mut modulus = existing.as_ref().map_or(1, |existing| existing.modulus);
        for counter in game.counters() {
            let limit = u16::try_from(counter.limit).ok().filter(|limit| *limit < u16::MAX - 1);
            let limit = limit.ok_or(NoSetup::TooLarge)?;
            let from = lanes.len();
            let mut singles = counter.set.singles.clone();
            let mut verticals = Vec::new();
            let mut residues = 1;
            for tail in &counter.set.tails {
                let ((mut across, mut up), step) = (tail.start, tail.step);
                if step.0.max(step.1) > MOST_RESIDUES {
                    return Err(NoSetup::TooLarge);
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
                    .find(|&i: &usize| lanes.get(i).is_some_and(|track: &Track| track.step == step));
                let lane = lane.unwrap_or_else(|| {
                    lanes.push(Track { step, limit });
                    lanes.len() - 1
                });
                slanted.push(Slanted { across, up, lane });
            }
            modulus = lcm(modulus, residues);
            if modulus > MOST_RESIDUES {
                return Err(NoSetup::TooLarge);
            }
            tallies.push(Tally {
                limit: i64::from(limit),
                lanes: from..lanes.len(),
                verticals,
                shadow: shadow(limit, &singles),
                classes: (0..residues).map(|i| class_mask(residues, i)).collect(),
                singles,
                column: vec![0; residues as usize],
                room: 0,
            });
        }
        let period = lanes.iter().fold(1, |period, lane| lcm(period, lane.step.0));
        if period > MOST_RESIDUES {
            return Err(NoSetup::TooLarge);
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
            return Err(NoSetup::TooLarge);
        }
        Ok(Setup { lanes, tallies, slanted, existing, mirrored, depth, near, modulus })
    }
}

/// Whether a counter leaves every column finite: a stride of rook moves in the second pile, so that of the marks in
/// one residue class of rows only finitely many fit under the limit.
pub(crate) fn ends_columns(counter: &Counter) -> bool {
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

fn existing(formula: &Formula) -> Result<Existing, NoSetup> {
    let predicate = Predicate::compile(formula, &[], FARTHEST, None).map_err(|error| match error {
        CompileError::TooLarge => NoSetup::TooLarge,
        CompileError::Beatty => NoSetup::Beatty,
        CompileError::Automaton => NoSetup::Automaton,
    })?;
    let (mut forms, mut modulus) = (Vec::new(), 1);
    predicate.atoms(&mut |linear, _| {
        expand(linear, &mut forms, &mut modulus);
    });
    forms.retain(|(_, b, _)| *b != 0);
    forms.sort_unstable();
    forms.dedup();
    if modulus > MOST_RESIDUES || forms.len() > MOST_FORMS {
        return Err(NoSetup::TooLarge);
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
        own.sort_unstable();
        own.dedup();
        own.truncate(MOST_FORMS + 1);
    }
    forms.extend(own.iter().map(|(a, b, c)| (a.unsigned_abs(), b.unsigned_abs(), c.unsigned_abs())));
    own
}
