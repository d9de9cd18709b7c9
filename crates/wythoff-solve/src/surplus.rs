//! How many P-options more a position has than may be forbidden: the colour of squares in the literature on blocking queens.
//!
//! The surplus of a square is the number of its P-options − (budget + 1), so it is negative exactly for the P-positions. It belongs to
//! games in normal play in which any options may be forbidden up to one budget, or none at all (budget 0); where only certain moves can
//! be forbidden, or one must propose, remember or lose by winning, no such number tells P from N.
//!
//! In games of rays the P-options are counted along the rays, one addition a square and ray; in others every option is looked at.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::Game;
//! use wythoff_solve::Frame;
//! use wythoff_solve::surplus::surplus;
//! let game = Game::named("W^4")?;
//! let values = surplus(&game, &Frame::small(11, 27, 1, 3), &Budget::default())?;
//! assert_eq!(values, [Some(-1), Some(-1), Some(0)]); // three P-options can be forbidden, four cannot
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use super::board::{Board, BoardError};
use super::options::Options;
use super::rays::{RayGame, RaySet, Tail};
use super::reference::most_work;
use super::squares::Squares;
use super::way::{Frame, Method, cannot};
use wythoff_budget::Budget;
use wythoff_rules::game::Game;
use wythoff_rules::{Formula, Play, Ruleset, Twist};

/// By counting, squares up to here.
pub const FARTHEST_COUNTED: u64 = 40_000;

/// How many options may be forbidden, if the game has a surplus.
///
/// # Errors
/// Why it has none.
pub fn surplus_budget(game: &Game) -> Result<u64, &'static str> {
    let Some(rules) = game.ruleset() else { return Err("it is not played on two piles") };
    if rules.imitation.is_some() {
        return Err("who wins depends on the moves before");
    }
    if rules.play == Play::Misere {
        return Err("in misère play the number of P-options does not tell who wins");
    }
    match &rules.twist {
        Twist::None => Ok(0),
        Twist::Comply(_) => Err("its options are proposed, not forbidden"),
        Twist::Block(blocks) => match blocks.as_slice() {
            [block] if block.class == Formula::Constant(true) => Ok(block.limit),
            [_] => Err("only certain of its moves can be forbidden"),
            _ => Err("it has several budgets to forbid moves"),
        },
    }
}

/// The surplus of every square of a frame, row by row from the lowest; `None` where there is no square.
///
/// # Errors
/// A game that has none, a frame that is too far out, a limit of the budget.
pub fn surplus(game: &Game, frame: &Frame, budget: &Budget) -> Result<Vec<Option<i64>>, SolveError> {
    let blocked = surplus_budget(game).map_err(|why| cannot(game, Method::Board, why))?;
    let (Some(rules), Some((corner, far))) = (game.ruleset(), frame.within(FARTHEST_COUNTED)) else {
        return Err(SolveError::TooLarge {
            wanted: format!("the surplus of squares up to {}", frame.far_corner().shortened()),
            possible: format!("by counting one with piles up to {FARTHEST_COUNTED}"),
        });
    };
    budget.fits(frame.squares().saturating_mul(20))?;
    let board = Board::solve(rules, far.0 + 1, far.1 + 1, budget).map_err(|error| too_large(far, error))?;
    let counts = match RayGame::recognise(rules) {
        Ok(rays) => along_rays(rays.moves(), &board, (corner, far), budget)?,
        Err(_) => by_options(rules, &board, (corner, far), budget)?,
    };
    let squares = Squares::up_to(game, Method::Board, None, far.0.max(far.1))?;
    let (width, height) = (u64::from(frame.width), u64::from(frame.height));
    let at = |n: u64| (corner.0 + n % width, corner.1 + n / width);
    let limit = i64::try_from(blocked).unwrap_or(i64::MAX).saturating_add(1);
    let value = |n: u64| {
        let (x, y) = at(n);
        squares.exists(x, y).then(|| i64::from(counts[n as usize]) - limit)
    };
    Ok((0..width * height).map(value).collect())
}

fn too_large(far: (u64, u64), error: BoardError) -> SolveError {
    let too_large = |reason: &dyn std::fmt::Display| SolveError::TooLarge {
        wanted: format!("the squares up to ({}, {}) ({reason})", far.0, far.1),
        possible: "a smaller board".to_owned(),
    };
    match error {
        BoardError::Stopped(stopped) => stopped.into_error(|| too_large(&stopped)),
        other => too_large(&other),
    }
}

/// The first square of a frame and the last.
type Corners = ((u64, u64), (u64, u64));

/// Adds up, for every square of the frame, the P-positions on each of its rays.
fn along_rays(
    moves: &RaySet,
    board: &Board,
    ((x, y), far): Corners,
    budget: &Budget,
) -> Result<Vec<u32>, SolveError> {
    let width = (far.0 - x + 1) as usize;
    let mut counts = vec![0_u32; width * (far.1 - y + 1) as usize];
    let mut add = |u: u64, v: u64, more: u32| {
        if u >= x && v >= y {
            counts[(v - y) as usize * width + (u - x) as usize] += more;
        }
    };
    for &(s, t) in &moves.singles {
        for (u, v) in board.positions() {
            if u + s <= far.0 && v + t <= far.1 {
                add(u + s, v + t, 1);
            }
        }
        budget.poll()?;
    }
    for tail in &moves.tails {
        along(tail, board, far, budget, &mut add)?;
    }
    Ok(counts)
}

/// Walks all squares column by column, knowing how many P-positions the ray of each meets: as many as that of the square one step on,
/// and one more if its first option is a P-position. Only the columns that are a step behind are kept.
fn along(
    tail: &Tail,
    board: &Board,
    far: (u64, u64),
    budget: &Budget,
    add: &mut dyn FnMut(u64, u64, u32),
) -> Result<(), SolveError> {
    let ((p, q), (a, b)) = (tail.start, tail.step);
    let kept = a.clamp(1, far.0 + 1);
    let height = far.1 + 1;
    budget.fits(kept.saturating_mul(height).saturating_mul(4))?;
    let mut seen = vec![0_u32; (kept * height) as usize];
    for u in 0..=far.0 {
        let column = (u % kept * height) as usize;
        // With steps to the left, this place still holds the column one step back, and is overwritten from the top.
        let rows: &mut dyn Iterator<Item = u64> =
            if a == 0 { &mut (0..height) } else { &mut (0..height).rev() };
        for v in rows {
            let behind = match u >= a && v >= b {
                true => seen[column + (v - b) as usize],
                false => 0,
            };
            let first = u >= p && v >= q && board.is_p(u - p, v - q);
            let here = behind + u32::from(first);
            seen[column + v as usize] = here;
            if here > 0 {
                add(u, v, here);
            }
        }
        budget.poll()?;
    }
    Ok(())
}

/// Looks at every option of every square of the frame.
fn by_options(
    rules: &Ruleset,
    board: &Board,
    ((x, y), far): Corners,
    budget: &Budget,
) -> Result<Vec<u32>, SolveError> {
    let mut options = Options::new(rules, far.0 as u32, far.1 as u32)?;
    let squares = (far.0 - x + 1) * (far.1 - y + 1);
    let typical = options.removals((far.0 / 2) as u32, (far.1 / 2) as u32).len() as u64;
    if squares.saturating_mul(typical) > most_work(budget) {
        return Err(SolveError::TooLarge {
            wanted: format!("counting the options of {squares} squares"),
            possible: "a smaller board".to_owned(),
        });
    }
    let mut counts = Vec::with_capacity(squares as usize);
    let mut ticker = budget.ticker("options looked at");
    for v in y..=far.1 {
        for u in x..=far.0 {
            let removals = options.removals(u as u32, v as u32);
            let near = removals.iter().take_while(|r| u64::from(r.s) <= u);
            let confirmed = near.filter_map(|r| options.confirmed(*r, u as u32, v as u32));
            let p = confirmed.filter(|r| board.is_p(u - u64::from(r.s), v - u64::from(r.t))).count();
            counts.push(p as u32);
            ticker.tick(removals.len() as u64)?;
        }
    }
    Ok(counts)
}
