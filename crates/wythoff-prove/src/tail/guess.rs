//! Finding a tail in the data of the columns solver.
//!
//! The last columns of a solved board say which periods are possible; the columns before them say from where on the
//! period holds. It is believed only if it has held long enough for an irregularity of the start to come back: what
//! happens in row `y` is seen again in column `y`, so a game can look periodic over a long stretch and is not.
//! Blocking-7 Wythoff Nim is like that: its beams repeat with period 2 except in a few columns around 39676, 99171,
//! 247906, 619741, 1549326, … each about 5/2 times the one before, where the lower two of its five progressions move
//! down by two or three squares, every time.
//!
//! A game that is not symmetric is looked at twice: the columns with `y ≥ x`, and, with the piles exchanged, those with
//! `x > y`. Each half has its own period, and the tail begins where the later of them does.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::tail::guess::{Finding, find};
//! use wythoff_rules::Definition;
//! let text = "game \"Blocking-7 Wythoff Nim\"\nmove rook: s = 0 or t = 0\nmove diagonal: s = t\nblock 6\n";
//! let rules = Definition::parse("w7", text).unwrap().bind_text("").unwrap();
//! let found = find(&rules, 60_000, &Budget::default()).unwrap();
//! assert_eq!(found, Finding::Short { start: 39_681, period: 2 });
//! ```

use std::ops::ControlFlow;

use super::{Beam, LARGEST, Ray, TailCertificate};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::{Play, Ruleset, Twist};
use wythoff_solve::columns::{Columns, NotColumns};
use wythoff_solve::rays::{RayGame, lcm};

/// What the data say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A claim that fits all columns, and has fitted for long.
    Tail(Box<TailCertificate>),
    /// The last columns repeat, but not for long enough to believe it.
    Short {
        /// From where on they do.
        start: u64,
        /// The period.
        period: u64,
    },
    /// No period was found.
    None,
}

/// Why nothing was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTried {
    /// The columns solver does not know the game.
    #[error(transparent)]
    Columns(#[from] NotColumns),
    /// The game is outside what tails are proved for.
    #[error("{0}")]
    Rules(&'static str),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// The longest period that is tried, and the share of the columns that it may take.
const LONGEST: usize = 8192;
const SHARE: usize = 6;
/// The checker takes no more `block` lines.
const MOST_LINES: usize = 4;
/// More P-positions are not held.
const MOST: usize = 1 << 26;

/// Solves this number of columns and looks for a tail.
///
/// # Errors
/// If the game is not of the kind that tails are proved for, or a limit is reached.
pub fn find(rules: &Ruleset, columns: u64, budget: &Budget) -> Result<Finding, NotTried> {
    let rays = rays(rules)?;
    let game = RayGame::recognise(rules).map_err(NotColumns::from)?;
    let mut halves = vec![solve(game.clone(), columns, 0, budget)?];
    if !rays.are_symmetric() {
        halves.push(solve(game.transposed(), columns, 1, budget)?);
    }
    let mut periods = vec![];
    let (mut start, mut all) = (0, 1);
    for data in &halves {
        let Some((period, from)) = period(data, budget)? else { return Ok(Finding::None) };
        start = start.max(from);
        all = lcm(all, period as u64);
        periods.push(period);
    }
    let short = Finding::Short { start: start as u64, period: all };
    let Some(claim) = claim(rules, rays, &halves, start, &periods) else { return Ok(short) };
    // What happens in a row of the start comes back in that column; the tail must have outlived that.
    let beams = claim.beams.iter().chain(claim.below.iter().flatten());
    let steep = beams.map(|b| b.rise.div_ceil(b.period)).max().unwrap_or(1);
    let highest = halves.iter().flat_map(|data| &data[..start]).flatten().copied().max().unwrap_or(0);
    let longest = periods.iter().max().map_or(1, |&p| p as u64);
    let needed = 2 * highest.max(steep * claim.start) + 4 * longest;
    Ok(if needed <= halves[0].len() as u64 { Finding::Tail(Box::new(claim)) } else { short })
}

/// The rays of a game, sorted, with the `block` lines that can forbid each of them.
#[derive(Clone, Debug)]
pub struct Rays {
    /// The rays.
    pub rays: Vec<Ray>,
    /// For each of them the lines, as bits; nothing in games without `block`.
    pub blocks: Option<Vec<u16>>,
}

impl Rays {
    /// Whether the mirror image of each ray is a ray that the same lines can forbid: then half of the board is enough for a claim.
    pub fn are_symmetric(&self) -> bool {
        let lines = |i: usize| self.blocks.as_ref().map_or(0, |blocks| blocks[i]);
        let is_ray = |(i, ray): (usize, &Ray)| {
            self.rays.binary_search(&ray.mirrored()).is_ok_and(|mirror| lines(i) == lines(mirror))
        };
        self.rays.iter().enumerate().all(is_ray)
    }
}

/// The rays of a game of the kind that tails are proved for.
pub fn rays(rules: &Ruleset) -> Result<Rays, NotTried> {
    let lines = match &rules.twist {
        Twist::None => 0,
        Twist::Block(blocks) => blocks.len(),
        Twist::Comply(_) => return Err(NotTried::Rules("tails are proved without `comply` only")),
    };
    if rules.position.is_some() || rules.play != Play::Normal {
        return Err(NotTried::Rules("tails are proved for normal play on all squares only"));
    }
    if lines > MOST_LINES {
        return Err(NotTried::Rules("tails are proved with at most four block lines"));
    }
    let mut rays: Vec<(Ray, u16)> = vec![];
    for (of_set, set) in RayGame::by_lines(rules).map_err(NotColumns::from)? {
        let tails = set.tails.iter().map(|t| Ray { start: t.start, step: t.step });
        let singles = set.singles.iter().map(|&s| Ray { start: s, step: (0, 0) });
        rays.extend(tails.chain(singles).map(|ray| (ray, of_set)));
    }
    rays.sort_unstable();
    // Nothing need be said where all moves may be blocked.
    let plain = lines == 0 || lines == 1 && rays.iter().all(|(_, of_ray)| *of_ray == 1);
    let blocks = (!plain).then(|| rays.iter().map(|(_, of_ray)| *of_ray).collect());
    Ok(Rays { rays: rays.into_iter().map(|(ray, _)| ray).collect(), blocks })
}

/// The P-positions with `x + edge ≤ y`: for each column the rows, ascending.
fn solve(game: RayGame, columns: u64, edge: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, NotTried> {
    let mut data: Vec<Vec<u64>> = vec![];
    let mut held = 0;
    let mut stopped = None;
    let mut solver = Columns::of(game, None)?;
    let run = solver.run(columns, budget, &mut |x, rows| {
        // Of a game that is not symmetric there are those below the diagonal, too.
        let rows = &rows[rows.partition_point(|&y| y < x + edge)..];
        held += rows.len();
        data.push(rows.to_vec());
        if x % 256 == 0 || held > MOST {
            let bytes = 8 * held + 24 * data.len();
            stopped =
                budget.check(0, bytes).err().or((held > MOST).then_some(Limit::Memory(budget.memory())));
        }
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (stopped, run) {
        (Some(limit), _) => Err(limit.into()),
        (None, Err(stopped)) => Err(stopped.limit.into()),
        (None, Ok(())) => Ok(data),
    }
}

/// Whether column `x` continues what the columns one and two periods before it began.
fn continues(data: &[Vec<u64>], x: usize, period: usize) -> bool {
    let (a, b, c) = (&data[x], &data[x - period], &data[x - 2 * period]);
    a.len() == b.len()
        && b.len() == c.len()
        && a.iter().zip(b).zip(c).all(|((&a, &b), &c)| a + c == 2 * b && a > b)
}

/// The least period of the last columns, and the first column from which on it holds.
fn period(data: &[Vec<u64>], budget: &Budget) -> Result<Option<(usize, usize)>, NotTried> {
    let longest = LONGEST.min(data.len() / SHARE);
    for period in 1..=longest {
        if period % 64 == 0 {
            budget.report("periods", period as u64, Some(longest as u64));
            budget.check(0, 0)?;
        }
        let tested = (2 * period + 40).min(data.len() - 2 * period);
        if !(data.len() - tested..data.len()).rev().all(|x| continues(data, x, period)) {
            continue;
        }
        let first = (2 * period..data.len()).rev().find(|&x| !continues(data, x, period));
        return Ok(Some((period, first.map_or(0, |x| x + 1 - 2 * period))));
    }
    Ok(None)
}

fn claim(
    rules: &Ruleset,
    Rays { rays, blocks }: Rays,
    halves: &[Vec<Vec<u64>>],
    start: usize,
    periods: &[usize],
) -> Option<TailCertificate> {
    let (mut start, columns) = (start, halves.first()?.len());
    loop {
        let mut beams = vec![];
        for (data, period) in halves.iter().zip(periods) {
            beams.push(of_half(data, start, *period)?);
        }
        let flat = beams.iter().flatten().any(|b| b.rise < b.period);
        let mut beams = beams.into_iter();
        let claim = TailCertificate {
            rules: rules.clone(),
            rays: rays.clone(),
            blocks: blocks.clone(),
            start: start as u64,
            beams: beams.next()?,
            below: beams.next(),
        };
        if claim.is_well_formed() {
            return Some(claim);
        }
        // A steep beam may begin on the diagonal; a little later it does not.
        start += 1;
        if start > columns / 2 || flat {
            return None;
        }
    }
}

/// The beams that continue the columns of one period.
fn of_half(data: &[Vec<u64>], start: usize, period: usize) -> Option<Vec<Beam>> {
    let mut beams: Vec<Beam> = vec![];
    for x in start..start + period {
        for (y, next) in data.get(x)?.iter().zip(data.get(x + period)?) {
            let rise = next - y;
            if *next >= LARGEST {
                return None;
            }
            let at = match beams.binary_search_by_key(&rise, |b| b.rise) {
                Ok(at) => at,
                Err(at) => {
                    beams.insert(at, Beam { period: period as u64, rise, points: vec![] });
                    at
                }
            };
            beams[at].points.push((x as u64, *y));
        }
    }
    let mut beams: Vec<Beam> = beams.into_iter().map(|b| shortened(b, start as u64)).collect();
    beams.sort_by_key(|b| (b.period, b.rise));
    Some(beams)
}

/// The beam with its own least period.
fn shortened(beam: Beam, start: u64) -> Beam {
    let Beam { period, rise, points } = &beam;
    let fits = |p: u64| {
        let up = rise * p / period;
        (rise * p).is_multiple_of(*period)
            && points.iter().all(|&(x, y)| {
                let (x, y) = (x + p, y + up);
                let moved = if x - start >= *period { (x - period, y.wrapping_sub(*rise)) } else { (x, y) };
                points.binary_search(&moved).is_ok()
            })
    };
    let least = (1..*period).filter(|p| period.is_multiple_of(*p)).find(|&p| fits(p));
    let Some(least) = least else { return beam };
    let points = points.iter().copied().filter(|p| p.0 - start < least).collect();
    Beam { period: least, rise: rise * least / period, points }
}
