//! Finding a tail in the data of the columns solver.
//!
//! The last columns of a solved board say which periods are possible; the columns before them say from where on the
//! period holds. It is believed only if it has held long enough for an irregularity of the start to come back: what
//! happens in row `y` is seen again in column `y`, so a game can look periodic over a long stretch and is not.
//! Blocking-7 Wythoff Nim is like that: its beams repeat with period 2 except in a few columns around 39676, 99171,
//! 247906, 619741, 1549326, … each about 5/2 times the one before, where the lower two of its five progressions move
//! down by two or three squares, every time.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::prove::tail::guess::{Finding, find};
//! use wythoff::rules::Definition;
//! let text = "game \"Blocking-7 Wythoff Nim\"\nmove rook: s = 0 or t = 0\nmove diagonal: s = t\nblock 6\n";
//! let rules = Definition::parse("w7", text).unwrap().bind_text("").unwrap();
//! let found = find(&rules, 60_000, &Budget::default()).unwrap();
//! assert_eq!(found, Finding::Short { start: 39_681, period: 2 });
//! ```

use std::ops::ControlFlow;

use super::{Beam, LARGEST, Ray, TailCertificate};
use crate::budget::{Budget, Limit};
use crate::rules::{Play, Ruleset, Twist};
use crate::solve::columns::{Columns, NotColumns};
use crate::solve::rays::RayGame;

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
/// More P-positions are not held.
const MOST: usize = 1 << 26;

/// Solves this number of columns and looks for a tail.
///
/// # Errors
/// If the game is not of the kind that tails are proved for, or a limit is reached.
pub fn find(rules: &Ruleset, columns: u64, budget: &Budget) -> Result<Finding, NotTried> {
    let rays = rays(rules)?;
    let data = solve(rules, columns, budget)?;
    let Some((period, start)) = period(&data, budget)? else { return Ok(Finding::None) };
    let (short, last) = (Finding::Short { start: start as u64, period: period as u64 }, data.len());
    let Some(claim) = claim(rules, rays, &data, start, period) else { return Ok(short) };
    // What happens in a row of the start comes back in that column; the tail must have outlived that.
    let steep = claim.beams.iter().map(|b| b.rise.div_ceil(b.period)).max().unwrap_or(1);
    let highest = data[..start].iter().flatten().copied().max().unwrap_or(0);
    let needed = 2 * highest.max(steep * claim.start) + 4 * period as u64;
    Ok(if needed <= last as u64 { Finding::Tail(Box::new(claim)) } else { short })
}

/// The rays of a game, sorted.
pub(crate) fn rays(rules: &Ruleset) -> Result<Vec<Ray>, NotTried> {
    let one = match &rules.twist {
        Twist::None => true,
        Twist::Block(blocks) => blocks.len() == 1,
        Twist::Comply(_) => false,
    };
    if !one || rules.position.is_some() || rules.play != Play::Normal {
        return Err(NotTried::Rules("tails are proved for normal play with at most one block line"));
    }
    let game = RayGame::recognise(rules).map_err(NotColumns::from)?;
    if !game.is_symmetric() || game.counters().len() != 1 {
        return Err(NotTried::Rules(
            "tails are proved for symmetric games in which all moves may be blocked",
        ));
    }
    let moves = game.moves();
    let tails = moves.tails.iter().map(|t| Ray { start: t.start, step: t.step });
    let mut rays: Vec<Ray> =
        tails.chain(moves.singles.iter().map(|&s| Ray { start: s, step: (0, 0) })).collect();
    rays.sort_unstable();
    Ok(rays)
}

/// The P-positions with `x ≤ y`: for each column the rows, ascending.
fn solve(rules: &Ruleset, columns: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, NotTried> {
    let mut data: Vec<Vec<u64>> = vec![];
    let mut held = 0;
    let mut stopped = None;
    let mut solver = Columns::new(rules, None)?;
    let run = solver.run(columns, budget, &mut |x, rows| {
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
    rays: Vec<Ray>,
    data: &[Vec<u64>],
    start: usize,
    period: usize,
) -> Option<TailCertificate> {
    let mut start = start;
    loop {
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
        let claim = TailCertificate { rules: rules.clone(), rays: rays.clone(), start: start as u64, beams };
        if claim.is_well_formed() {
            return Some(claim);
        }
        // A steep beam may begin on the diagonal; a little later it does not.
        start += 1;
        if start > data.len() / 2 || claim.beams.iter().any(|b| b.rise < b.period) {
            return None;
        }
    }
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
