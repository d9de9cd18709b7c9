//! Finding beams: measures where they are, guesses what may be relied on, and closes the inner beam over a language.
//!
//! Nothing here is trusted: a claim counts once [`check::beams`](wythoff_check::beams) has confirmed it.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::beams::find;
//! use wythoff_rules::Definition;
//! // Wythoff Nim on a board without every fifth row and column.
//! let text = "game \"g\"\nposition: x mod 5 != 3 and y mod 5 != 3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let claim = find(&rules, &Budget::default()).unwrap();
//! assert_eq!(claim.law, (4, 5)); // s - 1/s = 4/5, so s = (2 + √29)/5
//! ```
//!
//! The checker decides what is found.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_check::Verdict;
//! use wythoff_check::beams::verify;
//! use wythoff_prove::beams::find;
//! use wythoff_rules::Definition;
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 14\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let claim = find(&rules, &Budget::default()).unwrap();
//! assert_eq!(claim.law, (51, 26));
//! assert_eq!((claim.outer[0].rise, claim.outer[0].period), (13, 5));
//! assert_eq!(verify(&claim, &Budget::default()).unwrap(), Verdict::Proved);
//! ```

pub mod answer;
mod language;
mod measure;
mod pace;
#[cfg(test)]
mod tests;

use dashu_int::ops::{SquareRoot as _, UnsignedAbs as _};
pub use language::NotClosed;
use rustc_hash::FxHashSet;
use wythoff_budget::{Budget, Limit};
use wythoff_check::Undecided;
use wythoff_check::beams::ground::{Ground, kind};
use wythoff_check::beams::inner::{self, Inner};
use wythoff_check::beams::machine::State;
pub use wythoff_check::beams::{BeamWindow, BeamsCertificate, Law, OuterBeam, Slips};
use wythoff_check::beams::{Outside, line, outside};
use wythoff_number::{Integer, Natural, NumberError, Quadratic};
use wythoff_rules::Ruleset;

/// Starts that are tried, one after the other.
const STARTS: [u64; 5] = [1_000, 2_000, 4_000, 8_000, 16_000];
/// So many columns before the start are looked at.
const SEEN: u64 = 64;
/// So many columns after the start are walked by the inner beam alone, to see how high its window gets.
const WALKED: usize = 20_000;
/// Patience that is tried for the outer beams, and for the inner one.
const PATIENCE: [u64; 6] = [0, 1, 2, 4, 8, 16];
const INNER_PATIENCE: [u64; 6] = [0, 1, 2, 4, 6, 8];
/// P-positions of a column belong to different beams if they are farther apart than this part of the column's number, or than so many rows:
/// beams of the same slope are never far from each other.
const APART: [fn(u64) -> u64; 2] = [|x| x / 25, |_| 8];
/// So many pairs may be explored for one length of factors, first and when that was not enough for any length.
const PAIRS: [usize; 2] = [150_000, 3_000_000];

/// So many more lengths are tried when one has closed, with a line or without.
const MORE: usize = 2;

/// Why no beams were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBeams {
    /// The game is of another kind, or the checker does not confirm what was found.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// No beams are seen that could be stated.
    #[error("no beams were made out: {0}")]
    NotSeen(&'static str),
    /// The inner beam does not close.
    #[error(
        "the outer beams repeat, but the inner one does not close over factors of up to {longest} rows: with the longest, {why}"
    )]
    Open {
        /// The longest factors that were tried.
        longest: usize,
        /// What ended the search over these.
        why: NotClosed,
    },
    /// The inner beam closes, and yet nothing gives it a slope.
    #[error(
        "the inner beam stays in a window that takes {shapes} shapes, but neither the counting law nor a rational pace gives it a line: {why}"
    )]
    NoLine {
        /// So many shapes.
        shapes: usize,
        /// Why the counting law does not.
        why: Undecided,
    },
}

impl From<Limit> for NoBeams {
    fn from(limit: Limit) -> NoBeams {
        NoBeams::Undecided(Undecided::Limit(limit))
    }
}

impl NoBeams {
    /// The limit that ended the search, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            NoBeams::Undecided(Undecided::Limit(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// A fraction in lowest terms.
#[must_use]
pub fn fraction(above: u64, below: u64) -> String {
    let mut common = (above, below);
    while common.1 > 0 {
        common = (common.1, common.0 % common.1);
    }
    match (above / common.0.max(1), below / common.0.max(1)) {
        (p, 1) => p.to_string(),
        (p, q) => format!("{p}/{q}"),
    }
}

/// The positive number `s` with this `s - 1/s`, as a formula.
///
/// ```
/// use wythoff_prove::beams::slope;
/// assert_eq!(slope((4, 5)), "(2 + sqrt(29))/5");
/// assert_eq!(slope((3, 2)), "2");
/// ```
#[must_use]
pub fn slope((a, b): Law) -> String {
    let square = Natural::from(a) * a + Natural::from(4 * b) * b;
    match Quadratic::new(a, 1, square, 2 * b) {
        Ok(number) => number.to_string(),
        // The root of a square.
        Err(NumberError::NotIrrational(value)) => value,
        Err(_) => format!("(s - 1/s = {})", fraction(a, b)),
    }
}

/// `⌊√(a² + 4b²)·w⌋`, for `w ≥ 0`; rounded towards zero for others.
fn law_root(w: &Integer, a: &Integer, b: &Integer) -> Integer {
    let (sign, size) = w.clone().into_parts();
    let square = (a * a + b * b * Integer::from(4)).unsigned_abs();
    let root = (&size * &size * square).sqrt();
    Integer::from_parts(sign, root)
}

/// Looks for beams that close.
///
/// # Errors
/// [`NoBeams`] says how far the search came.
pub fn find(rules: &Ruleset, budget: &Budget) -> Result<BeamsCertificate, NoBeams> {
    let kind = kind(rules, budget)?;
    let mut ground = Ground::new(&kind);
    let mut why = NoBeams::NotSeen("there are no columns");
    for pairs in PAIRS {
        // The first start that works is as good as any other: what closes does not depend on it.
        let (mut counts, mut starts) = (vec![], &STARTS[..]);
        for apart in APART {
            let mut ready = None;
            for (i, &start) in starts.iter().enumerate() {
                if ground.column + SEEN > start {
                    ground = Ground::new(&kind);
                }
                match start_at(&mut ground, start, apart, budget) {
                    Ok(found) => {
                        (ready, starts) = (Some(found), &starts[i..=i]);
                        break;
                    }
                    Err(error) if error.limit().is_some() => return Err(error),
                    Err(error) if counts.is_empty() => why = error,
                    Err(_) => {}
                }
            }
            let Some((windows, outside, seen)) = ready.filter(|r| !counts.contains(&r.0.len())) else {
                continue;
            };
            counts.push(windows.len());
            match close(rules, &ground, &windows, &outside, (seen, pairs), budget) {
                Ok(claim) => return Ok(claim),
                Err(error) if error.limit().is_some() => return Err(error),
                Err(_) if matches!(why, NoBeams::NoLine { .. }) => {}
                Err(error) => why = error,
            }
        }
        // A longer search finds no other windows, and no other lines.
        if counts.is_empty() || matches!(why, NoBeams::NoLine { .. }) {
            break;
        }
    }
    Err(why)
}

/// What the window of the inner beam looks like for a while.
#[derive(Clone, Debug)]
struct Seen {
    /// How many rows or diagonals it lists at most.
    height: usize,
    /// How many different shapes it has.
    shapes: usize,
    /// Rational slopes that it may have.
    paces: Vec<Law>,
}

/// Windows at this start, the outer beams, and what the window of the inner one looks like for a while.
fn start_at(
    ground: &mut Ground,
    start: u64,
    apart: fn(u64) -> u64,
    budget: &Budget,
) -> Result<(Vec<BeamWindow>, Outside, Seen), NoBeams> {
    ground.play_to(start - SEEN, budget)?;
    let columns: Vec<(u64, Vec<u64>)> = (0..SEEN).map(|_| (ground.column, ground.play())).collect();
    let kind = ground.kind().clone();
    let mut why = NoBeams::NotSeen("there are no windows");
    for outer in PATIENCE {
        for inner in INNER_PATIENCE {
            let windows = measure::windows(ground, &columns, apart, (outer, inner))?;
            let found = match outside(&kind, ground, &windows, budget) {
                Ok(found) => found,
                Err(Undecided::Limit(limit)) => return Err(limit.into()),
                Err(error) => {
                    why = error.into();
                    break;
                }
            };
            match walk(&found.inner, budget) {
                Ok(seen) => return Ok((windows, found, seen)),
                Err(error) if error.limit().is_some() => return Err(error),
                Err(error) => why = error,
            }
        }
    }
    Err(why)
}

/// Walks the inner beam, which reads what it has really written.
fn walk(inner: &Inner, budget: &Budget) -> Result<Seen, NoBeams> {
    let (mut rows, mut state, mut height) = (inner.written.clone(), inner.state.clone(), 0);
    let mut shapes: FxHashSet<State> = FxHashSet::default();
    let mut lowest = vec![0];
    for column in 0..WALKED {
        if column.is_multiple_of(64) {
            budget.poll()?;
        }
        let reads = rows.get(column).copied();
        let reads = reads.ok_or(NoBeams::NotSeen("a column is read before its row is closed"))?;
        let step = inner.machine.step(&state, u16::from(reads)).map_err(Undecided::Beams)?;
        rows.extend(step.rows);
        height = height.max(state.length());
        lowest.push(lowest[column] + step.diagonals.len() as u64);
        shapes.insert(std::mem::replace(&mut state, step.to));
    }
    Ok(Seen { height, shapes: shapes.len(), paces: pace::guesses(&lowest) })
}

/// Lengthens factors until the inner beam closes.
fn close(
    rules: &Ruleset,
    ground: &Ground,
    windows: &[BeamWindow],
    outside: &Outside,
    (seen, pairs): (Seen, usize),
    budget: &Budget,
) -> Result<BeamsCertificate, NoBeams> {
    let before = |count: usize| -> Vec<u8> {
        (0..count as u64).rev().map(|i| ground.row(ground.column - 1 - i)).collect()
    };
    let mut why = NoBeams::NotSeen("there are no factors");
    let mut best: Option<BeamsCertificate> = None;
    let (mut more, mut without_line) = (MORE, 0);
    for length in language::SHORTEST..=language::LONGEST {
        if best.is_some() && more == 0 || without_line > MORE {
            break;
        }
        let closing = language::Closing {
            inner: &outside.inner,
            column: ground.column,
            before: before(length),
            length,
            highest: 3 * seen.height + 24,
            shapes: 6 * seen.shapes + 200,
            pairs,
        };
        if best.is_some() {
            // A longer length often gives narrower windows, and so a smaller distance.
            more -= 1;
        }
        let language = match closing.close(budget)? {
            Ok(language) => language,
            // What did close says more.
            Err(ended) => {
                if matches!(why, NoBeams::NotSeen(_) | NoBeams::Open { .. }) {
                    why = NoBeams::Open { longest: length, why: ended };
                }
                continue;
            }
        };
        let closure = match inner::close(&outside.inner, &language, budget) {
            Ok(closure) => closure,
            Err(Undecided::Limit(limit)) => return Err(limit.into()),
            Err(error) => {
                why = error.into();
                continue;
            }
        };
        let start = (ground.column, windows[0].lowest);
        let by_counts = line(&outside.inner, (&closure, &language), start, None, budget);
        let found = match by_counts {
            Ok(line) => Some((line, None)),
            Err(Undecided::Limit(limit)) => return Err(limit.into()),
            Err(error) => {
                let found = pace::find(&outside.inner, (&closure, &language), start, &seen.paces, budget)?;
                if found.is_none() {
                    why = NoBeams::NoLine { shapes: closure.shapes.len(), why: error };
                    without_line += 1;
                }
                found
            }
        };
        if let Some((line, slips)) = found {
            let cycles = windows[1..].iter().zip(&outside.cycles);
            let outer = cycles.map(|(window, cycle)| OuterBeam {
                window: *window,
                period: cycle.period as u64,
                rise: (cycle.period + cycle.advance) as u64,
            });
            let claim = BeamsCertificate {
                rules: rules.clone(),
                start: ground.column,
                inner: windows[0],
                outer: outer.collect(),
                law: line.law,
                height: closure.height,
                distance: line.distance,
                slips,
                language,
            };
            let far = |c: &BeamsCertificate| (c.slips.map_or(0, |s| s.drift), c.distance);
            best = best.filter(|b| far(b) <= far(&claim)).or(Some(claim));
        }
    }
    best.ok_or(why)
}
