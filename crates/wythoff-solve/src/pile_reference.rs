//! Games on n piles by definition.
//!
//! All these games are symmetric in the piles, so a state is kept with its piles in increasing order. Outcomes are
//! found on demand and remembered; states are visited through an explicit stack, so that large piles cannot exhaust
//! the program's own.
//!
//! ```
//! use wythoff_rules::piles::{PileGame, Rule};
//! use wythoff_solve::pile_reference::PileReference;
//! let nim = PileGame::new(Rule::Nim, 3)?;
//! let mut reference = PileReference::new(nim);
//! assert!(reference.is_p(&[1, 2, 3])?);
//! assert!(!reference.is_p(&[1, 2, 4])?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::piles::{PileGame, Rule};
use wythoff_rules::position::Outcome;

/// What the last move left behind in an imitation game: taking `taken` tokens from a pile of at least `from` tokens
/// is forbidden (or can be, if the previous player points at it).
///
/// `from` is the size of the pile before `taken` tokens were removed, so a pile of at least that size is one of those
/// that it led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PileMemory {
    /// Size of the pile before the move.
    pub from: u32,
    /// Tokens taken from it.
    pub taken: u32,
}

/// A move of a game on n piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileOption {
    /// The piles after the move, in their places.
    pub piles: Vec<u32>,
    /// What the move leaves behind.
    pub memory: Option<PileMemory>,
    /// Can the previous player forbid it by pointing?
    pub can_be_pointed_at: bool,
    /// Who wins there.
    pub outcome: Outcome,
}

type State = (Vec<u32>, Option<PileMemory>);

/// What came of looking at a state.
enum Step {
    /// Is it P?
    Decided(bool),
    /// This option is not known yet, and has to be found first.
    First(State),
}

/// Most positions to hold; one takes at most 128 bytes.
const MOST_STATES: u64 = 5_000_000;
/// Most options to look at.
const MOST_WORK: u64 = 200_000_000;

/// Outcomes of a game on n piles, computed when asked for.
pub struct PileReference {
    game: PileGame,
    budget: Budget,
    known: FxHashMap<State, bool>,
    work: u64,
}

impl PileReference {
    /// Nothing computed yet.
    #[must_use]
    pub fn new(game: PileGame) -> PileReference {
        PileReference::within(game, Budget::default())
    }

    /// The same within a budget.
    #[must_use]
    pub fn within(game: PileGame, budget: Budget) -> PileReference {
        PileReference { game, budget, known: FxHashMap::default(), work: 0 }
    }

    /// Goes on within another budget. What is known already costs nothing, and is forgotten where it would take room away.
    pub(crate) fn renew(&mut self, budget: &Budget) {
        (self.budget, self.work) = (budget.clone(), 0);
        if self.known.len() as u64 > MOST_STATES.min(budget.memory() / 128) / 4 {
            self.known.clear();
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> PileGame {
        self.game
    }

    /// Is a starting position P?
    ///
    /// # Errors
    /// The wrong number of piles, or more work than the budget allows.
    pub fn is_p(&mut self, piles: &[u32]) -> Result<bool, SolveError> {
        self.is_p_after(piles, None)
    }

    /// Is a position P after a move that left this behind?
    ///
    /// # Errors
    /// The wrong number of piles, or more work than the budget allows.
    pub fn is_p_after(&mut self, piles: &[u32], memory: Option<PileMemory>) -> Result<bool, SolveError> {
        self.right_number(piles)?;
        let goal = canonical(piles, memory);
        let mut stack = vec![goal.clone()];
        while let Some(state) = stack.last() {
            if self.known.contains_key(state) {
                stack.pop();
                continue;
            }
            match self.decide(state)? {
                Step::Decided(is_p) => {
                    if let Some(state) = stack.pop() {
                        self.known.insert(state, is_p);
                    }
                }
                Step::First(option) => stack.push(option),
            }
            let states = MOST_STATES.min(self.budget.memory() / 128);
            if self.known.len() as u64 > states || self.work > MOST_WORK.min(self.budget.work_left()) {
                return Err(self.too_large(piles));
            }
        }
        Ok(self.known.get(&goal).copied().unwrap_or(false))
    }

    fn right_number(&self, piles: &[u32]) -> Result<(), SolveError> {
        if piles.len() == self.game.piles {
            return Ok(());
        }
        let game = format!("{:?}", self.game.rule);
        Err(SolveError::Piles { game, expected: self.game.piles, found: piles.len() })
    }

    fn too_large(&self, piles: &[u32]) -> SolveError {
        let text: Vec<String> = piles.iter().map(u32::to_string).collect();
        SolveError::TooLarge {
            wanted: format!("the position ({}) of a game on {} piles", text.join(", "), piles.len()),
            possible: "by definition a position with smaller piles".to_owned(),
        }
    }

    /// The outcome of a state, or the first option that has to be known before.
    fn decide(&mut self, state: &State) -> Result<Step, Limit> {
        let (piles, memory) = state;
        let (mut unknown, mut winning, mut pointed) = (None, 0_u64, 0_u64);
        let (game, known, work, budget) = (self.game, &self.known, &mut self.work, &self.budget);
        let mut stopped = Ok(());
        let _ = game.rule.removals(piles, &mut |removal| {
            *work += 1;
            if work.is_multiple_of(1 << 14) {
                budget.report("positions", known.len() as u64, None);
                stopped = budget.poll();
                if stopped.is_err() {
                    return ControlFlow::Break(());
                }
            }
            let Some(option) = step(game.rule, piles, *memory, removal) else {
                return ControlFlow::Continue(());
            };
            match known.get(&canonical(&option.0, option.1)) {
                None => {
                    unknown = Some(canonical(&option.0, option.1));
                    ControlFlow::Break(())
                }
                Some(false) => ControlFlow::Continue(()),
                Some(true) => {
                    winning += 1;
                    pointed += u64::from(option.2);
                    // One winning move decides, unless the previous player could have pointed at it.
                    if winning > pointed || pointed > 1 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                }
            }
        });
        stopped?;
        Ok(match unknown {
            Some(option) if winning == pointed && pointed <= 1 => Step::First(option),
            _ => Step::Decided(winning == 0 || (winning == 1 && pointed == 1)),
        })
    }

    /// The legal moves from a position, each with its outcome.
    ///
    /// # Errors
    /// The wrong number of piles, or more work than the budget allows.
    pub fn options(
        &mut self,
        piles: &[u32],
        memory: Option<PileMemory>,
    ) -> Result<Vec<PileOption>, SolveError> {
        self.right_number(piles)?;
        let mut steps = Vec::new();
        let rule = self.game.rule;
        let _ = rule.removals(piles, &mut |removal| {
            steps.extend(step(rule, piles, memory, removal));
            if steps.len() as u64 > 2_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if steps.len() as u64 > 2_000_000 {
            return Err(self.too_large(piles));
        }
        let mut options: Vec<PileOption> = Vec::with_capacity(steps.len());
        for (piles, memory, can_be_pointed_at) in steps {
            let outcome = Outcome::p_if(self.is_p_after(&piles, memory)?);
            options.push(PileOption { piles, memory, can_be_pointed_at, outcome });
        }
        // Different removals never lead to the same piles, but a move may be stated twice by the rules.
        options.sort_by(|a, b| a.piles.cmp(&b.piles));
        options.dedup();
        Ok(options)
    }
}

/// The piles in increasing order. What is remembered speaks of sizes, not places, so it stays.
fn canonical(piles: &[u32], memory: Option<PileMemory>) -> State {
    let mut sorted = piles.to_vec();
    sorted.sort_unstable();
    (sorted, memory)
}

/// The piles after a removal, what it leaves behind, and whether it can be pointed at; `None` if it is forbidden.
fn step(
    rule: Rule,
    piles: &[u32],
    memory: Option<PileMemory>,
    removal: &[u32],
) -> Option<(Vec<u32>, Option<PileMemory>, bool)> {
    let after: Vec<u32> = piles.iter().zip(removal).map(|(p, t)| p - t).collect();
    if !rule.has_memory() {
        return Some((after, None, false));
    }
    let (from, taken) = piles.iter().zip(removal).find(|(_, t)| **t > 0).map(|(p, t)| (*p, *t))?;
    let imitates = memory.is_some_and(|m| m.taken == taken && from >= m.from);
    if imitates && rule == Rule::FullImitation {
        return None;
    }
    // A move that leaves no pile of at least `from` tokens forbids nothing.
    let left_behind = after.iter().any(|p| *p >= from).then_some(PileMemory { from, taken });
    Some((after, left_behind, imitates))
}
