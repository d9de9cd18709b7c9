//! How this room has games solved: the only file of it that knows.

use super::choose::Weighed;
use super::facts::Facts;
use super::remoteness::{Remoteness, weigh};
use wythoff_budget::{Budget, Limit};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_solve::exhaustive::{Choice, Exhaustive, State};
use wythoff_solve::{Answer, SolveError};

/// Most options that are looked at to find how long a game lasts; a second, about.
const MOST_LOOKED_AT: u64 = 3_000_000;
/// Boards are solved for play while squares times options stay below this; half a second, about.
const MOST_WORK: u64 = 200_000_000;

/// A solved board, and how long its games last as far as that was asked.
pub(crate) struct Solved {
    board: Exhaustive,
    lengths: Remoteness,
}

/// The game solved by definition as far as this play needs it, and the state at its end.
pub(crate) fn on_board(
    game: &Game,
    steps: &[Position],
    budget: &Budget,
) -> Result<(Solved, State), SolveError> {
    let (position, history) = last_and_before(steps)?;
    let (board, state) = Exhaustive::at(game, position, history, budget)?;
    Ok((Solved { board, lengths: Remoteness::default() }, state))
}

/// What is known about a position of any size.
pub(crate) fn ask(ways: &Ways, steps: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
    let (position, history) = last_and_before(steps)?;
    // Without memory only the position counts, and what came before may be too large for the way that answers.
    let history = if ways.game().has_memory() { history } else { &[] };
    ways.ask(position, history, budget)
}

fn last_and_before(steps: &[Position]) -> Result<(&Position, &[Position]), SolveError> {
    steps.split_last().ok_or_else(|| SolveError::History("a history needs at least one position".to_owned()))
}

/// Is a board as large as this solved in a moment?
pub(crate) fn is_quick(game: &Game, steps: &[Position]) -> bool {
    if game.ruleset().is_none() {
        return true;
    }
    let largest = |pile: usize| steps.iter().filter_map(|s| s.piles().get(pile)).max().cloned();
    let side =
        |pile: usize| largest(pile).and_then(|n| u64::try_from(&n).ok()).and_then(|n| n.checked_add(1));
    let (Some(width), Some(height)) = (side(0), side(1)) else { return false };
    let squares = width.saturating_mul(height);
    // With memory every square stands for as many states as there are last moves.
    let states = if game.has_memory() { squares.saturating_mul(width.max(height)) } else { squares };
    states.saturating_mul(width.saturating_add(height)) <= MOST_WORK
}

impl Solved {
    pub(crate) fn choices(&mut self, state: &State) -> Result<Vec<Choice>, SolveError> {
        self.board.choices(state)
    }

    pub(crate) fn answer(&mut self, state: &State) -> Result<Answer, SolveError> {
        self.board.answer(state)
    }

    /// The choices with the lengths of the games after those at these places, and whether lengths are known; where
    /// they are not, all are 0 and tokens have to do.
    pub(crate) fn weighed(
        &mut self,
        facts: &Facts,
        choices: &[Choice],
        relevant: impl Fn(&Choice) -> bool,
        budget: &Budget,
    ) -> Result<(Vec<Weighed>, bool), SolveError> {
        let mut options: Vec<Weighed> = choices.iter().map(|c| weigh(c, 0)).collect();
        let mut work = MOST_LOOKED_AT;
        for (option, choice) in options.iter_mut().zip(choices).filter(|(_, c)| relevant(c)) {
            match self.lengths.of(&mut self.board, facts, &choice.state, &mut work, budget) {
                Ok(Some(moves)) => option.length.0 = moves,
                Err(SolveError::Limit(Limit::Cancelled)) => return Err(Limit::Cancelled.into()),
                Ok(None) | Err(_) => return Ok((choices.iter().map(|c| weigh(c, 0)).collect(), false)),
            }
        }
        Ok((options, true))
    }
}
