//! Grundy values for all sizes: automata for the positions of value 0, 1, …, one level after the other.
//!
//! The positions of value `g` are the P-positions of the same game without the squares of smaller values ([`check::grundy`](wythoff_check::grundy) says why). So
//! each level is found like the P-positions of any game ([`guess`](super::guess)), from boards of its own ([`LevelBoards`]), in the numeration of level 0. When all are
//! there, the checker looks at them together.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::guess::Effort;
//! use wythoff_prove::levels::prove_levels;
//! let game = wythoff_rules::Game::named("2WN")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let found = prove_levels(rules, 1, &Effort::default(), &Budget::default());
//! let states: Vec<usize> = found.proved.as_ref().and_then(|p| p.grundy()).ok_or("proved")?.levels().iter().map(|l| l.states()).collect();
//! assert_eq!(states, [9, 10]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use super::agree::Disagreement;
use super::guess::{Effort, Proof, WantBeams, prove};
use super::learn::Sample;
use super::source::{Solver, Source};
use wythoff_automata::DEAD;
use wythoff_automata::Numeration;
use wythoff_budget::Budget;
use wythoff_check::grundy::{GrundyCertificate, without};
use wythoff_check::table::Table;
use wythoff_check::{Certificate, NotProved, Proved};
use wythoff_rules::Ruleset;
use wythoff_solve::columns::Columns;
use wythoff_solve::grundy::Grundy;

/// What [`prove_levels`] found.
#[derive(Clone, Debug, Default)]
pub struct LevelsProof {
    /// The claim about all values up to the level, if the checker has proved it.
    pub proved: Option<Proved>,
    /// The search for each value, in order; the last one is where it ended.
    pub searches: Vec<Proof>,
}

impl LevelsProof {
    /// The value that the last search was about.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.searches.len().saturating_sub(1)
    }

    /// The search for the last value.
    #[must_use]
    pub fn last(&self) -> Option<&Proof> {
        self.searches.last()
    }
}

/// Searches for automata of the positions of Grundy values 0 to `level` and proves them.
#[must_use]
pub fn prove_levels(rules: &Ruleset, level: usize, effort: &Effort, budget: &Budget) -> LevelsProof {
    let mut found = LevelsProof::default();
    let mut lower: Vec<Table> = vec![];
    let mut numeration: Option<Numeration> = None;
    for value in 0..=level {
        let budget = budget.named(&format!("value {value}"));
        let search = match &numeration {
            None => of_zero(rules, effort, &budget),
            Some(numeration) => of_value(rules, numeration, &lower, effort, &budget),
        };
        let table = search.certificate().map(|c| (c.numeration().clone(), c.table().clone()));
        found.searches.push(search);
        let Some((system, table)) = table else { return found };
        numeration = Some(system);
        lower.push(table);
    }
    let claim = numeration.map(|numeration| GrundyCertificate::new(rules.clone(), numeration, lower));
    if let (Some(Ok(claim)), Some(last)) = (claim, found.searches.last_mut()) {
        match Proved::new(claim.clone(), &budget.named("checking all values")) {
            Ok(proved) => found.proved = Some(proved),
            Err(NotProved::Undecided(reason)) => {
                last.proved = None;
                last.refused = Some(reason);
            }
            Err(refuted @ NotProved::Refuted { .. }) => {
                // Each level has been proved by itself.
                last.proved = None;
                last.fault = Some(Box::new(Disagreement {
                    rules: rules.to_string(),
                    certificate: claim.to_string(),
                    planner: "every level is proved".to_owned(),
                    checker: refuted.to_string(),
                }));
            }
        }
    }
    found
}

/// The P-positions. Beams and tails are no automata, and nothing can be built on them.
fn of_zero(rules: &Ruleset, effort: &Effort, budget: &Budget) -> Proof {
    let nothing = Numeration::new(wythoff_automata::System::base(2));
    if let Some(reason) = nothing.ok().and_then(|n| without(rules, &n, &[]).err()) {
        return Proof { refused: Some(reason), ..Proof::default() };
    }
    let effort = Effort { beams: WantBeams::Never, ..effort.clone() };
    prove(rules, &mut Solver::new(rules), &effort, budget)
}

/// The positions of the value after those of the lower levels.
fn of_value(
    rules: &Ruleset,
    numeration: &Numeration,
    lower: &[Table],
    effort: &Effort,
    budget: &Budget,
) -> Proof {
    let rest = match without(rules, numeration, lower) {
        Ok(rest) => rest,
        Err(reason) => return Proof { refused: Some(reason), ..Proof::default() },
    };
    let boards = || LevelBoards::new(rules, lower.len());
    // Games whose values are bounded have empty levels, of which nothing can be learnt.
    let size = effort.boards.first().copied().unwrap_or(0);
    if boards().board(size, budget).is_some_and(|board| board.is_empty())
        && let Ok(nothing) =
            Table::new(numeration.digit_count(), vec![], vec![], vec![DEAD; numeration.phases()])
    {
        let claim = Certificate::from_table(rest.clone(), numeration.clone(), nothing);
        if let Ok(proved) = Proved::new(claim, budget) {
            return Proof { proved: Some(proved), ..Proof::default() };
        }
    }
    let systems = Some(vec![numeration.system().clone()]);
    let effort = Effort { systems, beams: WantBeams::Never, ..effort.clone() };
    prove(&rest, &mut boards(), &effort, budget)
}

/// Boards with the positions of one Grundy value.
#[derive(Clone, Debug)]
pub struct LevelBoards<'r> {
    rules: &'r Ruleset,
    level: usize,
    /// The sizes of the dense boards that can still be given.
    dense: &'static [u32],
}

impl<'r> LevelBoards<'r> {
    /// The boards of the positions of Grundy value `level`.
    #[must_use]
    pub fn new(rules: &'r Ruleset, level: usize) -> Self {
        LevelBoards { rules, level, dense: &DENSE }
    }
}

/// Boards of all Grundy values have these sizes.
const DENSE: [u32; 3] = [240, 600, 2_500];

/// Boards with more positions are not given: they would take gigabytes.
const MOST_POSITIONS: usize = 40_000_000;

impl Source for LevelBoards<'_> {
    fn board(&mut self, size: u32, budget: &Budget) -> Option<Sample> {
        if u64::from(size) * 64 > budget.memory() {
            return None;
        }
        let levels = (0..=self.level).map(|_| Columns::with_removals(self.rules, Some(u64::from(size) - 1)));
        if let Ok(levels) = levels.collect::<Result<Vec<Columns>, _>>() {
            return by_columns(levels, size, budget);
        }
        let (&most, rest) = self.dense.split_first()?;
        self.dense = rest;
        let size = size.min(most);
        let (side, level) = (u64::from(size), u32::try_from(self.level).ok()?);
        let values = Grundy::solve(self.rules, side, side, budget).ok()?;
        let squares = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
        Some(Sample::new(size, squares.filter(|&(x, y)| values.value(x.into(), y.into()) == Some(level))))
    }
}

/// All levels side by side: each is the P-positions of the board that the ones before it leave.
fn by_columns(mut levels: Vec<Columns>, size: u32, budget: &Budget) -> Option<Sample> {
    let symmetric = levels.first()?.is_symmetric();
    let mut positions = vec![];
    for x in 0..size {
        let (mut lower, mut rows): (Vec<u64>, Vec<u64>) = (vec![], vec![]);
        for columns in &mut levels {
            columns.remove(&lower);
            rows.clear();
            let mut keep = |_: u64, found: &[u64]| {
                rows.extend_from_slice(found);
                ControlFlow::Continue(())
            };
            columns.run(u64::from(x) + 1, budget, &mut keep).ok()?;
            // Those below the diagonal, which are not listed, are missing from the next level's board, too.
            lower.extend_from_slice(columns.known_rows());
        }
        for y in rows.iter().filter_map(|&y| u32::try_from(y).ok()) {
            positions.push((x, y));
            if symmetric && x != y {
                positions.push((y, x));
            }
        }
        if positions.len() > MOST_POSITIONS {
            return None;
        }
    }
    Some(Sample::new(size, positions))
}
