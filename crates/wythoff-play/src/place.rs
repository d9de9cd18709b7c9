//! Where a game stands: on a solved board, or at piles too large for one, where rules and theorems have to do.

use super::act::Illegal;
use super::facts::Facts;
use super::solved::{Solved, ask, is_quick, on_board};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::position::Position;
use wythoff_solve::exhaustive::{Choice, State};
use wythoff_solve::{Answer, SolveError};

/// An option and its classes.
pub(crate) type Candidate = (Position, u8);

/// A position in the course of a game. Cheap to clone.
#[derive(Clone)]
pub(crate) enum Place {
    /// On a board that is solved, shared by all places on it.
    Board { solved: Arc<Mutex<Solved>>, state: State, choices: Arc<[Choice]> },
    /// Beyond: what `ask` says, and the options if they are few.
    Far { answer: Arc<Answer>, listed: Option<Arc<[Candidate]>> },
}

impl Place {
    /// The place at the end of these positions, oldest first.
    pub(crate) fn after(facts: &Facts, steps: &[Position], budget: &Budget) -> Result<Place, SolveError> {
        let relevant = if facts.game.has_memory() { steps } else { &steps[steps.len().saturating_sub(1)..] };
        if is_quick(&facts.game, relevant) {
            return Place::on_board(facts, relevant, budget);
        }
        match ask(&facts.ways, relevant, budget) {
            Ok(answer) => Place::far(facts, answer, relevant, budget),
            // Nothing answers at this size: perhaps the board can be held after all.
            Err(
                SolveError::TooLarge { .. }
                | SolveError::TooLong { .. }
                | SolveError::Stopped(_)
                | SolveError::Method { .. },
            ) => Place::on_board(facts, relevant, budget),
            Err(error) => Err(error),
        }
    }

    fn on_board(facts: &Facts, steps: &[Position], budget: &Budget) -> Result<Place, SolveError> {
        let (mut solved, state) = on_board(&facts.game, steps, budget)?;
        let choices = solved.choices(&state)?.into();
        Ok(Place::Board { solved: Arc::new(Mutex::new(solved)), state, choices })
    }

    fn far(facts: &Facts, answer: Answer, steps: &[Position], budget: &Budget) -> Result<Place, SolveError> {
        let listed = few_options(facts, &answer.position, steps, budget)?.map(Arc::from);
        Ok(Place::Far { answer: Arc::new(answer), listed })
    }

    pub(crate) fn position(&self) -> Position {
        match self {
            Place::Board { state, .. } => state.position(),
            Place::Far { answer, .. } => answer.position.clone(),
        }
    }

    /// All options, apart from what the opponent says; `None` if they are too many to list.
    pub(crate) fn options(&self) -> Option<Vec<Candidate>> {
        match self {
            Place::Board { choices, .. } => {
                Some(choices.iter().map(|c| (c.state.position(), c.signature)).collect())
            }
            Place::Far { listed, .. } => listed.as_ref().map(|list| list.to_vec()),
        }
    }

    /// The classes of an option, or why it is none.
    pub(crate) fn signature(&self, facts: &Facts, to: &Position) -> Result<u8, Illegal> {
        let from = self.position();
        match self.options() {
            Some(options) => match options.into_iter().find(|(option, _)| option == to) {
                Some((_, signature)) => Ok(signature),
                None => Err(facts.why_not(&from, to)),
            },
            None => facts.signature(&from, to),
        }
    }

    /// The place after a move to an option. `steps` are the positions so far, this one included.
    pub(crate) fn step(
        &self,
        facts: &Facts,
        steps: &[Position],
        to: &Position,
        budget: &Budget,
    ) -> Result<Place, Illegal> {
        match self {
            Place::Board { solved, choices, .. } => {
                let Some(choice) = choices.iter().find(|c| c.state.position() == *to) else {
                    return Err(facts.why_not(&self.position(), to));
                };
                let next = lock(solved).choices(&choice.state).map_err(Illegal::Unsolved)?;
                let (solved, state) = (Arc::clone(solved), choice.state.clone());
                Ok(Place::Board { solved, state, choices: next.into() })
            }
            Place::Far { .. } => {
                facts.signature(&self.position(), to)?;
                let steps: Vec<Position> = steps.iter().chain([to]).cloned().collect();
                Place::after(facts, &steps, budget).map_err(|error| match error {
                    // The rules allow the move, so it is the memory that does not.
                    SolveError::History(_) => facts.why_not(&self.position(), to),
                    error => Illegal::Unsolved(error),
                })
            }
        }
    }

    /// Who wins here, before anything is forbidden or proposed.
    pub(crate) fn answer(&self) -> Result<Answer, SolveError> {
        match self {
            Place::Board { solved, state, .. } => lock(solved).answer(state),
            Place::Far { answer, .. } => Ok(Answer::clone(answer)),
        }
    }
}

/// The solved board, for a moment. A panic elsewhere cannot have left it half changed: it only ever gains knowledge.
pub(crate) fn lock(solved: &Mutex<Solved>) -> MutexGuard<'_, Solved> {
    solved.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The options of small piles that are far only because of what came before.
fn few_options(
    facts: &Facts,
    position: &Position,
    steps: &[Position],
    budget: &Budget,
) -> Result<Option<Vec<Candidate>>, SolveError> {
    const FEW: u64 = 2000;
    let small: Option<Vec<u64>> = position.piles().iter().map(|p| u64::try_from(p).ok()).collect();
    let Some([x, y]) = small.as_deref().and_then(|p| <[u64; 2]>::try_from(p).ok()) else { return Ok(None) };
    if x.saturating_add(1).saturating_mul(y.saturating_add(1)) > FEW {
        return Ok(None);
    }
    let mut options = Vec::new();
    for u in (0..=x).rev() {
        for v in (0..=y).rev() {
            let to = Position::new(vec![Natural::from(u), Natural::from(v)]);
            let Ok(signature) = facts.signature(position, &to) else { continue };
            if facts.game.has_memory() {
                let steps: Vec<Position> = steps.iter().chain([&to]).cloned().collect();
                match ask(&facts.ways, &steps, budget) {
                    Ok(_) => {}
                    Err(SolveError::History(_)) => continue,
                    Err(error) => return Err(error),
                }
            }
            options.push((to, signature));
        }
    }
    Ok(Some(options))
}
