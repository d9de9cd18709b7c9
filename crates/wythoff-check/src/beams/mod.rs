//! Games whose P-positions gather at finitely many slopes, whether or not an automaton knows them: proved beams.
//!
//! The game is Wythoff Nim in which a square is P if it sees fewer than `k` P-positions (`k - 1` options may be blocked), perhaps on a
//! board from which some residue classes of rows and the same of columns are missing. A [`BeamsCertificate`] names a column `X`
//! and beams 1, …, m from the inside out, with numbers for each; what they mean is below. The claim: from column `X` on, all
//! P-positions with `x ≤ y` belong to the beams; the outer ones (from the second on) repeat with their `period` and `rise`, and so have the
//! slope `rise / period`; those of the inner beam satisfy `|y - s·x| ≤ distance`, where `s > 0` and `s - 1/s` is the fraction `law`.
//!
//! **Notation.** Only squares with `x ≤ y` are played; the others are mirror images. `R(y)` and `D(d)` are the numbers of P-positions in row `y`
//! and on diagonal `d = y - x` in the columns played so far. A row that is missing from the board has `R = k` from the beginning. Column
//! `x` is played upwards from `y = x`, with a count `C` that begins with `R(x)` (the mirror image of row `x` is what lies below);
//! `(x, y)` is P if and only if `R(y) + D(y - x) + C < k`, and then all three grow by one. That is the definition of play.
//!
//! Beam `j` has numbers `a_j` (`row`), `c_j` (`column`), `e_j` (`lowest`) and a patience. `b_j = k - a_j - c_{j-1}` for `j ≥ 2`, `b_1 = k - 2·a_1`; `c_m = k`, and
//! `a_{m+1} = b_{m+1} = 0`. It has a *window* that begins at diagonal `e_j(x)`, the lowest that is open, so in column `x` at row `x + e_j(x)`. Rows below that row and
//! diagonals below that diagonal are *closed*. ρ_j(y) and δ_j(d) are what they hold when they close; ρ_{m+1} and δ_{m+1} are what they hold on an empty board.
//!
//! **The statement** that is shown for all `x ≥ X` by induction. At the beginning of column `x`, for every `j`:
//! 1. closed rows (from `x` on, for the inner beam) hold at least `a_j`, closed diagonals at least `b_j`;
//! 2. rows and diagonals from the window of beam `j` up to the window of beam `j + 1` hold what the state of machine `j` says: its list, and above its list ρ_{j+1} and δ_{j+1};
//!    and all these are at least `a_{j+1}` and `b_{j+1}`;
//! 3. outer machines are at the state of their cycles; the inner one, with the place of row `x` in the language and the place of row `x + e_1(x)`, is in the closure.
//!
//! **The step.** Column `x` begins with `C = R(x) = ρ_1(x) ≥ a_1`. From `x` to the first window nothing is P: `a_1 + b_1 + a_1 = k`. In its window machine `j` plays by the
//! definition, up to `C = c_j`. What is above, up to the next window, is not P: `a_{j+1} + b_{j+1} + c_j = k`. So machine `j + 1` begins with
//! `C = c_j`, a constant; only the first machine reads something that varies. Beyond beam `m` the count is `k`. Then a row leaves each window, and further ones with
//! the diagonals that close; machines refuse to let go of less than `a_j` and `b_j`. New rows and diagonals come into the window of beam `j` from
//! below the window of beam `j + 1`, where they are closed: that needs
//! 4. *windows do not meet*: in column `x` machine `j` marks only squares below diagonal `e_{j+1}(x)`.
//!
//! **What is checked**, all in whole numbers:
//! - the moves are those of Wythoff Nim, decided in base 2 for all removals (`ground`);
//! - the columns before `X` are played by the definition, and 1 and 2 hold there (`outside`);
//! - outer machines come back to their states at `X`, so they repeat; ρ_j and δ_j are read off one period, and continue to all rows (`outer`). For 4 the
//!   diagonals of a period lie between two lines;
//! - the inner machine: a deterministic automaton, the language, says which sequences ρ_1 may be from row `X` on. It must know the rows from `X` to the first window.
//!   All triples (state, place that reads, place that writes) are explored for every letter that the language allows at the place that reads; whatever the machine writes must
//!   move the place that writes (`inner`). Since row `x` is closed before column `x` is played (`e_1 ≥ 1`), the place that writes has gone the way of the one
//!   that reads before it, so the letter that is really read is among those allowed. For 4, the least distance from the second beam is computed for all
//!   pairs (state, place that reads); it must stay positive;
//! - the slope (`law`), as follows.
//!
//! **Slope.** Let `f(x) = x + e(x)` for the inner beam, `n(x)` the number of its P-positions in the columns from `X` to `x`, `N(y)` the sum of `ρ_1` from row `X` to row `y`, `r` the
//! mean of ρ_2, `c` the mean of `δ_1 - δ_2`, where δ_1 is checked to depend on the phase of ρ_2's diagonals only. Counting the same P-positions by columns, diagonals and rows,
//! - `n(x) = c_1·(x - X) - N(x)`,
//! - `n(x) = c·(e(x) - e(X)) - A(x)`,
//! - `N(f(x)) - N(f(X)) = r·(f(x) - f(X)) + n(x) + B(x)`,
//!
//! where `A` and `B` are bounded: they come from what stands in the windows and from sums over parts of periods. With `s - 1/s = (c_1 - r)/c`, `ν = c_1 - c·(s - 1) = r + c - c/s`, and the error `ε(y) = N(y) - ν·(y - X)`, these give
//! - `ε(f(x)) = ε(f(X)) - ε(x)/s - (1 - 1/s)·A(x) + B(x)`, and
//! - `e(x) - e(X) = (s - 1)·(x - X) + (A(x) - ε(x))/c`.
//!
//! Every `y > f(X)` is at most `J - 1` rows above some `f(x)`, `X ≤ x < y`, if at most `J` rows leave in a column, and then `|ε(y)| ≤ |ε(x)|/s + H` with a constant `H`. So `|ε| ≤ max(M, H·s/(s - 1))`, where `M` is
//! the greatest error between `X` and `f(X)`, by induction, and the second equation bounds the distance from the line.
//!
//! **Pace.** The counting law needs diagonals that hold the same whenever the inner beam leaves them. Where they do not, a claim may have `slips`: numbers `fall` and `drift`. Then it says
//! `|y - s·x| ≤ distance + drift·β(x)`, where `s` is rational and `β(x)` is the number of binary digits of `x`. Let `u = s - 1`, and `D(y)` the sum of `ρ_1 - a_1` from row `X` to the row
//! below `y`. A *walk* is a sequence of columns of the closure from the start on; the real columns are one. Bounds on all walks (`walks`) are labels of the pairs (state, place that reads) that no column can
//! increase, so that cycles of positive weight leave none. They give, with constants that are worked out (`pace`):
//! - `|e(x) - e(X) - u·(x - X)| ≤ A + fall·D(x)`, since columns `X`, …, `x - 1` have read just the rows that `D(x)` adds up. If `fall = 0` this is all: the distance follows, and `drift = 0`;
//! - `D(f(x)) - D(f(X)) ≤ D(x) + B`: what is written beyond the least is not more than what was read, up to a constant;
//! - `e(x) - e(X) ≥ (x - X) - G`, and `e(X) ≥ X + G` is checked, so `f(x) ≥ 2x` for all `x ≥ X`.
//!
//! Let at most `W` be written beyond the least in one column, and `M = D(f(X)) + B + W`. Then `D(y) ≤ M·(β(y) - β(X) + 1)` for all `y ≥ X`, by induction. It is clear up to `f(X)`. If `y > f(X)`, let `x` be the
//! greatest with `f(x) < y`; there is one, and `x ≥ X`. Then `y ≤ f(x + 1)`, so `D(y) ≤ D(f(x)) + W ≤ D(x) + M`, and `2x ≤ f(x) < y`, so `β(x) ≤ β(y) - 1`. So the beam is never farther behind or ahead of its pace than
//! `A + fall·M·β(x)`: slips that are passed on from row to row, but do not multiply, come about once for each factor of `s`.

pub mod ground;
pub mod inner;
mod law;
pub mod machine;
pub mod outer;
mod pace;
mod text;
mod walks;

pub use inner::Language;
pub use law::Law;
pub use pace::Slips;

use super::{Undecided, Verdict};
use ground::{Ground, Kind, kind};
use inner::{Above, Closure, Inner, close};
pub use law::Line;
use machine::Machine;
use outer::{Cycle, cycle, stream};
use wythoff_budget::Budget;
use wythoff_rules::Ruleset;

/// Numbers of a claim stay below this.
pub const LARGEST: u64 = 1 << 24;
/// A start is not played farther than this.
pub const LATEST_START: u64 = 1 << 18;
/// Longer patience is not needed.
pub const MOST_PATIENCE: u64 = 256;
/// Rows and diagonals that differ from what comes from above, at the start.
const WIDEST: u64 = 2048;

/// A beam at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamWindow {
    /// The lowest open diagonal in column `start`.
    pub lowest: u64,
    /// The least that rows hold that the beam has passed.
    pub row: u64,
    /// What columns hold when they have passed the beam.
    pub column: u64,
    /// A diagonal stays open until so many more rows above it hold what rows must hold.
    pub patience: u64,
}

/// A beam that repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OuterBeam {
    /// Where it is.
    pub window: BeamWindow,
    /// How many columns it takes to repeat.
    pub period: u64,
    /// So many rows higher.
    pub rise: u64,
}

/// The claim that the P-positions of a game, from column `start` on, are in these beams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamsCertificate {
    /// The game.
    pub rules: Ruleset,
    /// The first column.
    pub start: u64,
    /// The inner beam.
    pub inner: BeamWindow,
    /// The others, from the inside out.
    pub outer: Vec<OuterBeam>,
    /// The slope `s` of the inner beam: `s - 1/s` as a fraction in lowest terms.
    pub law: Law,
    /// Its P-positions in a column are among so many neighbouring squares.
    pub height: u64,
    /// They are at most so many rows from the line `y = s·x`, or farther if there are slips.
    pub distance: u64,
    /// The line follows from a pace that the beam keeps up to slips, not from the counting law.
    pub slips: Option<Slips>,
    /// What it can leave in its rows.
    pub language: Language,
}

/// Why a claim is not confirmed.
pub(crate) fn not(why: &'static str) -> Undecided {
    Undecided::Beams(why)
}

/// Checks a claim. A claim that is not confirmed is not refuted: the numbers may be right and the language too narrow.
///
/// # Errors
/// If the claim is not confirmed, a limit is reached, or the proof does not cover the game.
pub fn verify(claim: &BeamsCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    if !claim.is_well_formed() {
        return Err(not("its numbers are out of range or out of order"));
    }
    let kind = kind(&claim.rules, budget)?;
    let mut ground = Ground::new(&kind);
    ground.play_to(claim.start, budget)?;
    let windows: Vec<BeamWindow> =
        std::iter::once(claim.inner).chain(claim.outer.iter().map(|b| b.window)).collect();
    let outside = outside(&kind, &ground, &windows, budget)?;
    for (beam, cycle) in claim.outer.iter().zip(&outside.cycles) {
        let (period, rise) = (i128::from(beam.period), i128::from(beam.rise));
        if (period, rise) != (cycle.period, cycle.period + cycle.advance) {
            return Err(not("an outer beam has another period or another rise"));
        }
    }
    let pace = claim.slips.map(|slips| (claim.law, slips.fall));
    let start = (claim.start, claim.inner.lowest);
    let (closure, line) = inside(&outside.inner, &claim.language, start, pace, budget)?;
    if line.law != claim.law {
        return Err(not("the inner beam has another slope"));
    }
    if claim.height < closure.height {
        return Err(not("the inner beam can be higher"));
    }
    if claim.distance < line.distance {
        return Err(not("so small a distance from the line does not follow"));
    }
    if claim.slips.is_some_and(|slips| slips.drift < line.drift) {
        return Err(not("so small a drift from the line does not follow"));
    }
    Ok(Verdict::Proved)
}

/// The outer beams, from the inside out, and the inner one at the start.
pub struct Outside {
    /// What repeats in each outer beam.
    pub cycles: Vec<Cycle>,
    /// The inner beam at the start.
    pub inner: Inner,
}

/// The closure of the inner beam, and its line: by the counting law, or by a pace. The start is the first column and the lowest open diagonal
/// there; a pace is a law and how far slips let the beam fall behind.
pub fn inside(
    inner: &Inner,
    language: &Language,
    start: (u64, u64),
    pace: Option<(Law, u64)>,
    budget: &Budget,
) -> Result<(Closure, Line), Undecided> {
    let closure = close(inner, language, budget)?;
    let line = line(inner, (&closure, language), start, pace, budget)?;
    Ok((closure, line))
}

/// The line of an inner beam that closes.
pub fn line(
    inner: &Inner,
    (closure, language): (&Closure, &Language),
    start: (u64, u64),
    pace: Option<(Law, u64)>,
    budget: &Budget,
) -> Result<Line, Undecided> {
    match pace {
        None => law::line(inner, closure, start.0, start.1),
        Some(pace) => pace::line(inner, (closure, language), start, pace, budget),
    }
}

/// A beam further out, for the one below it: where it is, and what its rows and diagonals hold at least.
struct Outward {
    limit: u64,
    row: u16,
    diagonal: u16,
    rows: Vec<u8>,
    diagonals: Vec<u8>,
    line: Option<(i128, i128, i128)>,
}

/// Finds the cycles of the outer beams; `windows` begins with the inner one. Checks the statement at the start.
pub fn outside(
    kind: &Kind,
    ground: &Ground,
    windows: &[BeamWindow],
    budget: &Budget,
) -> Result<Outside, Undecided> {
    let order = || not("its numbers are out of range or out of order");
    if windows.last().is_none_or(|w| w.column != u64::from(kind.see)) {
        return Err(not("columns are not full beyond the last beam"));
    }
    let mut above = Outward {
        limit: ground.height(),
        row: 0,
        diagonal: 0,
        rows: kind.rows.clone(),
        diagonals: vec![0],
        line: None,
    };
    let mut cycles = vec![];
    for j in (1..windows.len()).rev() {
        let (window, enters) = (&windows[j], windows[j - 1].column as u16);
        let diagonal = kind.see.checked_sub(window.row as u16 + enters).ok_or_else(order)?;
        let (machine, state) = at_start(kind, ground, window, diagonal, &above)?;
        let cycle = cycle(&machine, &state, enters, budget)?;
        let lowest = i128::from(window.lowest);
        let (low, top) = (lowest * cycle.period + cycle.low, lowest * cycle.period + cycle.top);
        if let Some((period, advance, line)) = above.line
            && (cycle.advance * period > advance * cycle.period || top * period >= line * cycle.period)
        {
            return Err(not("the windows of two outer beams can meet"));
        }
        above = Outward {
            limit: window.lowest,
            row: machine.row,
            diagonal,
            rows: stream(&cycle.rows, ground.column + window.lowest),
            diagonals: stream(&cycle.diagonals, window.lowest),
            line: Some((cycle.period, cycle.advance, low)),
        };
        cycles.push(cycle);
    }
    cycles.reverse();
    let window = windows.first().ok_or_else(order)?;
    let diagonal = kind.see.checked_sub(2 * window.row as u16).ok_or_else(order)?;
    let (machine, state) = at_start(kind, ground, window, diagonal, &above)?;
    let written: Vec<u8> = (0..window.lowest).map(|d| ground.row(ground.column + d)).collect();
    let diagonals_closed = (0..window.lowest).all(|d| u16::from(ground.diagonal(d)) >= diagonal);
    if window.lowest == 0 || !diagonals_closed || written.iter().any(|&v| u16::from(v) < machine.row) {
        return Err(not("rows or diagonals below the inner beam are not closed at the start"));
    }
    let above = above.line.map(|(period, advance, line)| Above {
        period,
        advance,
        slack: line - period * i128::from(window.lowest),
    });
    Ok(Outside { cycles, inner: Inner { machine, state, written, above } })
}

/// A beam's machine, and its state at the start.
fn at_start(
    kind: &Kind,
    ground: &Ground,
    window: &BeamWindow,
    diagonal: u16,
    above: &Outward,
) -> Result<(Machine, machine::State), Undecided> {
    let machine = Machine {
        see: kind.see,
        column: window.column as u16,
        row: window.row as u16,
        diagonal,
        patience: window.patience as usize,
        rows: above.rows.clone(),
        diagonals: above.diagonals.clone(),
    };
    let (low, row) = (window.lowest, ground.column + window.lowest);
    let rows: Vec<u8> = (low..above.limit).map(|d| ground.row(ground.column + d)).collect();
    let diagonals: Vec<u8> = (low..above.limit).map(|d| ground.diagonal(d)).collect();
    let enough = rows.iter().all(|&v| u16::from(v) >= above.row)
        && diagonals.iter().all(|&v| u16::from(v) >= above.diagonal);
    if low >= above.limit || !enough {
        return Err(not("rows or diagonals between two beams are not closed at the start"));
    }
    let state = machine.state(row, &rows, low, &diagonals);
    if state.length() as u64 > WIDEST {
        return Err(not("what comes from an outer beam has not settled at the start"));
    }
    Ok((machine, state))
}

impl BeamsCertificate {
    /// Whether the numbers are in range and in their order.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        let mut windows = std::iter::once(&self.inner).chain(self.outer.iter().map(|b| &b.window));
        let small = |n: u64| n < LARGEST;
        let window = |w: &BeamWindow| {
            small(w.lowest) && w.row <= 255 && w.column <= 255 && w.patience <= MOST_PATIENCE
        };
        let columns: Vec<u64> = windows.clone().map(|w| w.column).collect();
        windows.all(window)
            && columns.windows(2).all(|w| w[0] < w[1])
            && self.outer.iter().all(|b| b.period > 0 && small(b.period) && small(b.rise))
            && self.start <= LATEST_START
            && small(self.height)
            && small(self.distance)
            && self.slips.is_none_or(|s| small(s.fall) && small(s.drift) && (s.fall > 0 || s.drift == 0))
            && self.language.is_in_order()
    }
}
