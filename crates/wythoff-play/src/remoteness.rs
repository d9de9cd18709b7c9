//! How long a game lasts when the winner hurries and the loser delays: its remoteness (Steinhaus, Smith), in moves.
//!
//! Computed from the definition of play on a solved board, for the states that matter and no others: from a position
//! that is won only the winning options, from a lost one all of them. With blocking and proposals, and in misère play,
//! the same holds: at a P-position only options that are N can be left to the next player by a sensible opponent,
//! at an N-position only those that are P are worth choosing.

use super::choose::{Weighed, moves_left};
use super::facts::Facts;
use rustc_hash::FxHashMap;
use wythoff_budget::Budget;
use wythoff_rules::position::Outcome;
use wythoff_solve::SolveError;
use wythoff_solve::exhaustive::{Choice, Exhaustive, State};

/// Remoteness of the states asked for so far.
#[derive(Default)]
pub(crate) struct Remoteness {
    known: FxHashMap<State, u32>,
}

/// A state that waits for its options.
struct Frame {
    state: State,
    outcome: Outcome,
    choices: Vec<Choice>,
    next: usize,
}

impl Remoteness {
    /// The remoteness of a state; `None` if more than `work` options would have to be looked at.
    pub(crate) fn of(
        &mut self,
        solved: &mut Exhaustive,
        facts: &Facts,
        state: &State,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<Option<u32>, SolveError> {
        if let Some(length) = self.known.get(state) {
            return Ok(Some(*length));
        }
        // An explicit stack: a game can last longer than the program's own stack would bear.
        let mut stack = vec![frame(solved, state.clone())?];
        while let Some(top) = stack.last_mut() {
            let unknown = |c: &Choice| c.outcome != top.outcome && !self.known.contains_key(&c.state);
            match (top.next..top.choices.len()).find(|i| unknown(&top.choices[*i])) {
                Some(i) => {
                    top.next = i + 1;
                    let state = top.choices[i].state.clone();
                    stack.push(frame(solved, state)?);
                }
                None => {
                    let Some(done) = stack.pop() else { break };
                    budget.poll()?;
                    match work.checked_sub(done.choices.len() as u64) {
                        Some(rest) => *work = rest,
                        None => return Ok(None),
                    }
                    let length = moves_left(facts, done.outcome, &self.weighed(&done.choices));
                    self.known.insert(done.state, length);
                }
            }
        }
        Ok(self.known.get(state).copied())
    }

    /// The choices with as much as is known of their lengths.
    fn weighed(&self, choices: &[Choice]) -> Vec<Weighed> {
        choices.iter().map(|c| weigh(c, self.known.get(&c.state).copied().unwrap_or(0))).collect()
    }
}

/// A choice after which the game lasts so many moves; 0 where that is not known.
pub(crate) fn weigh(choice: &Choice, moves: u32) -> Weighed {
    let tokens = choice.state.piles().iter().map(|p| u64::from(*p)).sum();
    Weighed { signature: choice.signature, outcome: choice.outcome, length: (moves, tokens) }
}

fn frame(solved: &mut Exhaustive, state: State) -> Result<Frame, SolveError> {
    let outcome = solved.outcome(&state)?;
    let choices = solved.choices(&state)?;
    Ok(Frame { state, outcome, choices, next: 0 })
}
