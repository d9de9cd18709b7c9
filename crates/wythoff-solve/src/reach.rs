//! How far each way of computing by definition goes in a few seconds: the one place that promises come from.
//!
//! Whoever refuses a size says what is possible, and that must be true: a position of the promised size is answered in some ten
//! seconds on one core, with the memory of a small machine. Positions a little beyond are still tried. Numbers were measured
//! on boards of the rulebook; the work behind them is counted by tests, so that a change which makes a promise untrue shows.

use super::board::fills_areas;
use super::columns::Columns;
use super::rays::RayGame;
use super::rays::cases::Cases;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::{Ruleset, Twist};

/// Piles up to which a way answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// In some ten seconds.
    pub promised: u64,
    /// At all.
    pub(crate) tried: u64,
}

/// Columns are not solved further than this for a single question, or for a list that is held in memory.
pub const FARTHEST: u64 = 20_000_000;

/// Steps of the columns solver that take some five seconds, and the most columns that are promised.
const COLUMN_STEPS: u64 = 60_000_000;
const MOST_COLUMNS: u64 = 10_000_000;

/// Work of the columns solver that takes some five seconds, and how many columns, or how much of it, tell how it grows.
const COLUMN_WORK: u64 = 50_000_000;
const TRIED: u64 = 4_096;
const TRIED_WORK: u64 = 1_000_000;
/// A column that is looked at for longer than this has no end that one could wait for.
const LONG_COLUMN: u64 = 64;

/// Dense boards of games of rays: a bit to a square, 64 rows at a time.
const RAY_BOARD: Extent = Extent { promised: 20_000, tried: 100_000 };
/// The same where columns have no end, so that a fixed part of all squares is marked: each mark is counted on its own.
const CROWDED_BOARD: Extent = Extent { promised: 4_000, tried: 100_000 };
/// Dense boards of games whose rays depend on the position: some of them have marks on half of their squares.
const CASE_BOARD: Extent = Extent { promised: 8_000, tried: 40_000 };
/// Dense boards of all other games: every marked square is carried forward to every later column.
const GENERAL_BOARD: Extent = Extent { promised: 5_000, tried: 40_000 };
/// The same where moves are neither lines nor areas: each column is compared with each column before it, row by row.
const CUBIC_BOARD: Extent = Extent { promised: 1_000, tried: 10_000 };
/// The same where nearly every square is marked.
const FULL_BOARD: Extent = Extent { promised: 300, tried: 5_000 };

impl Extent {
    /// Column by column, where columns end by themselves. A step is a ray on which a counter has room for one mark; rays
    /// that are neither rows, columns nor diagonals take four, and moves of multiples of m leave room for m times as many marks.
    pub(crate) fn of_columns(game: &RayGame) -> Extent {
        let slow = |step: (u64, u64)| step.0 != 0 && step.1 != 0 && step != (1, 1);
        let rays = |counter: &super::rays::Counter| -> u64 {
            let tails = &counter.set.tails;
            let steps = tails.iter().map(|tail| if slow(tail.step) { 4 } else { 1 });
            let stride =
                tails.iter().filter(|tail| tail.step.0 == 0).map(|tail| tail.step.1).max().unwrap_or(1);
            (steps.sum::<u64>() + counter.set.singles.len() as u64 / 8).saturating_mul(stride)
        };
        let steps = game.counters().iter().map(|c| rays(c).saturating_mul(c.limit.saturating_add(1)));
        let steps = steps.fold(0, u64::saturating_add).max(1);
        let promised = (COLUMN_STEPS / steps).clamp(RAY_BOARD.promised, MOST_COLUMNS);
        match game.position() {
            None => Extent { promised, tried: FARTHEST },
            Some(_) => {
                let promised = promised.min(far_columns(game));
                Extent { promised, tried: (8 * promised).min(FARTHEST) }
            }
        }
    }

    /// By the quickest solver for a game.
    pub fn of(rules: &Ruleset) -> Extent {
        match RayGame::recognise(rules) {
            Ok(rays) if is_lean(&rays) => Extent::of_columns(&rays),
            rays => Extent::of_board(rules, rays.ok().as_ref()),
        }
    }

    /// On a dense board.
    pub(crate) fn of_board(rules: &Ruleset, rays: Option<&RayGame>) -> Extent {
        match (rays, Cases::split(rules)) {
            (Some(rays), _) if is_lean(rays) => RAY_BOARD,
            (Some(_), _) => CROWDED_BOARD,
            (None, Ok(_)) => CASE_BOARD,
            (None, Err(_)) if matches!(rules.twist, Twist::Comply(_)) => FULL_BOARD,
            (None, Err(_)) if fills_areas(rules) => GENERAL_BOARD,
            (None, Err(_)) => CUBIC_BOARD,
        }
    }

    /// What is possible, in the words of an error.
    pub(crate) fn possible(self, what: &str) -> String {
        format!("by definition {what} with piles up to {}", self.promised)
    }
}

/// How many columns of a board from which squares are missing can be solved in some seconds. Lines on which squares are missing stay
/// free for long, so the work for a column may grow with its number: it is seen in the first columns how much.
fn far_columns(game: &RayGame) -> u64 {
    let Ok(mut columns) = Columns::of(game.clone(), None) else { return MOST_COLUMNS };
    let mut work = [0; 2];
    for (work, until) in work.iter_mut().zip([TRIED / 2, TRIED]) {
        while columns.column() < until {
            let next = columns.column() + 1;
            let looks = AtomicU64::new(0);
            let patience = Budget::default()
                .with_guard(move || (looks.fetch_add(1, Relaxed) > LONG_COLUMN).then_some(Limit::Time));
            let solved = columns.count_until(next, &patience);
            if solved.is_err() || columns.work() > TRIED_WORK {
                return columns.column() * (COLUMN_WORK / TRIED_WORK).isqrt();
            }
        }
        *work = columns.work().max(1);
    }
    // Twice as many columns are as many times the work as they were here.
    let [half, whole] = work.map(u128::from);
    let (mut far, mut needed) = (TRIED, whole);
    while needed < COLUMN_WORK.into() && far < MOST_COLUMNS {
        far *= 2;
        needed = needed * whole.max(2 * half) / half;
    }
    far / 2
}

/// Whether a move may take any number from the second pile, so that columns hold few marks.
fn is_lean(game: &RayGame) -> bool {
    game.moves().tails.iter().any(|tail| tail.step.0 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;
    use wythoff_budget::Budget;
    use wythoff_rules::game::Game;

    /// The work of the columns solver, in groups of 64 squares, stays within the steps that the promise counts.
    #[test]
    fn columns_cost_what_the_promise_says() {
        const COLUMNS: u64 = 20_000;
        for name in
            ["WN", "3WN", "20WN", "W^4", "W^5", "W^20", "maharaja", "gdwn(1,2)", "gdwn(2,3)", "3WN^(6)"]
        {
            let game = Game::named(name).expect("a game");
            let rays = RayGame::recognise(game.ruleset().expect("two piles")).expect("rays");
            let steps = COLUMN_STEPS / Extent::of_columns(&rays).promised;
            let mut columns = Columns::of(rays, None).expect("columns that end");
            columns.count_until(COLUMNS, &Budget::default()).expect("all columns");
            let looked = columns.looked() / COLUMNS;
            assert!(looked <= 4 * steps, "{name}: {looked} groups of squares a column, {steps} steps");
        }
    }

    /// On boards with missing squares the work may grow with the column: what is promised stays within the work of some seconds.
    #[test]
    fn promises_about_missing_squares_are_kept() {
        let text =
            |position: &str| format!("move rook: s = 0 or t = 0\nmove bishop: s = t\nposition: {position}\n");
        let extent = |position: &str| {
            let game = Game::from_text("holes", &text(position), "").expect("a game");
            let rays = RayGame::recognise(game.ruleset().expect("two piles")).expect("rays");
            (Extent::of_columns(&rays), rays)
        };
        for position in ["x mod 2 = 0 or y mod 2 = 0", "x + y mod 2 = 1", "x mod 3 = 0 or y mod 3 = 0"] {
            let (Extent { promised, tried }, rays) = extent(position);
            assert!(
                (10_000..1_000_000).contains(&promised) && tried <= 8 * promised,
                "{position}: {promised}"
            );
            let mut columns = Columns::of(rays, None).expect("columns that end");
            columns.count_until(promised / 8, &Budget::default()).expect("all columns");
            assert!(columns.work() < COLUMN_WORK / 8, "{position}: {}", columns.work());
        }
        // Classes that are missing altogether cost nothing.
        assert!(extent("x mod 5 != 3 and y mod 5 != 3").0.promised > 1_000_000);
        // Columns that nobody can see the end of.
        assert!(extent("y > 10^12").0.promised < RAY_BOARD.promised);
    }

    #[test]
    fn promises_are_smaller_where_more_is_to_be_done() {
        let extent = |name: &str| {
            let game = Game::named(name).expect("a game");
            let rules = game.ruleset().expect("two piles");
            Extent::of(rules)
        };
        assert!(extent("WN").promised > extent("W^4").promised);
        assert!(extent("W^4").promised > extent("W^20").promised);
        assert!(extent("W^20").promised > extent("beta(pi+e)").promised);
        let steps = "move a: s = 1 and t = 0 or s = 0 and t = 1\nmove b: s = 2 and t = 3\nplay misere\n";
        let steps = Game::from_text("steps", steps, "").expect("a game");
        assert!(Extent::of(steps.ruleset().expect("two piles")).promised < extent("W^20").promised);
        assert!(["WN", "W^20", "beta(pi+e)"].iter().all(|n| extent(n).promised <= extent(n).tried));
    }
}
