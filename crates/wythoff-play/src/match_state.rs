//! A game from its beginning to its end: decisions one after the other, advice, undo, and the record.

use super::act::{Act, Illegal};
use super::advice::{Advice, Question, Why, advice};
use super::facts::Facts;
use super::level::{Lot, mistakes};
use super::memory::{MemoryView, memory_of};
use super::options::{OptionView, near_options_of, options_of};
use super::place::Place;
use super::record::{BadRecord, Record};
use super::setup::Setup;
use super::solved::ask;
use super::stage::{Now, Stage};
use super::turn::{Controller, Player, Turn};
use super::view::{BoardView, view, window};
use std::fmt;
use std::sync::Arc;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::Twist;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::strategy::reason;
use wythoff_solve::twist::lines;
use wythoff_solve::way::{Frame, right_piles};
use wythoff_solve::{Answer, SolveError};

/// A game being played. See the [module](super).
///
/// It owns all that it needs, can be sent to another thread, and is cheap to clone.
#[derive(Clone)]
pub struct Match {
    facts: Arc<Facts>,
    setup: Setup,
    budget: Budget,
    now: Now,
    /// What was decided, with the state before each decision.
    past: Vec<(Now, Act)>,
    /// What was taken back, the next to do again last.
    taken_back: Vec<Act>,
}

/// Most `block` or `comply` lines that are told apart.
const MOST_LINES: usize = 8;

impl Match {
    /// A new game. The budget is kept for all that has to be computed in the course of it.
    ///
    /// # Errors
    /// The wrong number of piles, a square that does not exist, a history that the rules do not allow, piles that
    /// nothing can solve.
    pub fn new(game: impl Into<Arc<Game>>, setup: Setup, budget: &Budget) -> Result<Match, SolveError> {
        let facts = Facts::new(game.into());
        if lines(&facts.twist) > MOST_LINES {
            let wanted = format!("a game with {} block or comply lines", lines(&facts.twist));
            return Err(SolveError::TooLarge { wanted, possible: format!("at most {MOST_LINES}") });
        }
        let steps: Vec<Position> = setup.history.iter().chain([&setup.start]).cloned().collect();
        check_steps(&facts, &steps)?;
        let place = Place::after(&facts, &steps, budget)?;
        let now = Now::enter(&facts, place, setup.begins);
        let (past, taken_back) = (Vec::new(), Vec::new());
        Ok(Match { facts: Arc::new(facts), setup, budget: budget.clone(), now, past, taken_back })
    }

    /// The game of a record, at its end.
    ///
    /// # Errors
    /// A record of a game with other rules, or with decisions that the rules do not allow.
    pub fn replay(game: impl Into<Arc<Game>>, record: &Record, budget: &Budget) -> Result<Match, BadRecord> {
        let mut played = Match::begin(game.into(), record, budget)?;
        for (i, act) in record.acts.iter().enumerate() {
            let refused = |why| BadRecord::Act { number: i + 1, act: act.clone(), why };
            played.decide(act.clone()).map_err(refused)?;
        }
        record.agrees_with(&played)?;
        Ok(played)
    }

    /// The game of a record, at its beginning.
    pub(crate) fn begin(game: Arc<Game>, record: &Record, budget: &Budget) -> Result<Match, BadRecord> {
        if game.identity().text() != record.rules {
            let given = game.name().to_owned();
            return Err(BadRecord::OtherGame { recorded: record.game.clone(), given });
        }
        Match::new(game, record.setup.clone(), budget).map_err(BadRecord::Setup)
    }

    /// The game so far.
    #[must_use]
    pub fn record(&self) -> Record {
        let game = self.game().notation().unwrap_or(self.game().name());
        Record {
            game: game.split_whitespace().collect::<Vec<_>>().join(" "),
            rules: self.game().identity().text().to_owned(),
            setup: self.setup.clone(),
            acts: self.past.iter().map(|(_, act)| act.clone()).collect(),
            winner: match &self.now.stage {
                Stage::Over(ending) => Some(ending.winner),
                Stage::Twist | Stage::Move { .. } => None,
            },
        }
    }

    /// What is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.facts.game
    }

    /// How it began.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The piles now.
    #[must_use]
    pub fn position(&self) -> Position {
        self.now.place.position()
    }

    /// Who moves from here, or could not. With blocking or proposals the other player may have to decide before.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.now.mover
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.past.iter().filter(|(_, act)| matches!(act, Act::Move(_))).count()
    }

    /// Who decides for a player.
    #[must_use]
    pub fn controller(&self, player: Player) -> Controller {
        self.setup.controller(player)
    }

    /// The decision that comes next.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.now.turn(&self.facts)
    }

    /// The options of the position with their outcomes, at most so many, and whether these are all. The answer is that of a question
    /// about the position; where options are too many to list, those that it names come first, then those that take little.
    #[must_use]
    pub fn options_with_outcomes(&self, answer: &Answer, most: usize) -> (Vec<OptionView>, bool) {
        options_of(&self.facts, &self.now.place, answer, most)
    }

    /// Options that take little, where there are too many to list; nothing about them tells who wins.
    #[must_use]
    pub fn near_options(&self, most: usize) -> Vec<OptionView> {
        near_options_of(&self.facts, &self.now.place, most)
    }

    /// The rules' names for a move from here.
    #[must_use]
    pub fn kinds_to(&self, to: &Position) -> Vec<String> {
        self.facts.kinds(&self.position(), to)
    }

    /// Who wins at this position and at its options, at most so many, before anything is forbidden or proposed.
    ///
    /// # Errors
    /// As for [`Match::advice`].
    pub fn outcomes(&self, most: usize) -> Result<Vec<(Position, Option<Outcome>)>, SolveError> {
        let answer = self.now.place.answer()?;
        let (options, _) = options_of(&self.facts, &self.now.place, &answer, most);
        let here = [(answer.position.clone(), Some(answer.outcome))];
        Ok(here.into_iter().chain(options.into_iter().map(|option| (option.to, option.outcome))).collect())
    }

    /// What is remembered of the last moves, in games with imitation.
    #[must_use]
    pub fn memory(&self) -> Option<MemoryView> {
        memory_of(&self.facts, &self.steps())
    }

    /// Is it the machine's turn?
    #[must_use]
    pub fn machine_is_asked(&self) -> bool {
        self.now.asked_player().is_some_and(|player| self.controller(player) == Controller::Machine)
    }

    /// Takes a decision of whoever is asked. Nothing changes if it is refused.
    ///
    /// # Errors
    /// Why the decision is illegal.
    pub fn decide(&mut self, act: Act) -> Result<(), Illegal> {
        let again = self.taken_back.pop();
        self.take(act.clone()).inspect_err(|_| self.taken_back.extend(again.clone()))?;
        if again != Some(act) {
            self.taken_back.clear();
        }
        Ok(())
    }

    fn take(&mut self, act: Act) -> Result<(), Illegal> {
        let steps = self.steps();
        let after = self.now.after(&self.facts, act, &steps, &self.budget);
        let (act, next) = after.map_err(|why| why.after(&steps))?;
        self.past.push((std::mem::replace(&mut self.now, next), act));
        Ok(())
    }

    /// All positions from the oldest to this one.
    fn steps(&self) -> Vec<Position> {
        let moved = self.past.iter().filter_map(|(_, act)| match act {
            Act::Move(to) => Some(to),
            Act::Forbid(_) | Act::Propose(_) => None,
        });
        self.setup.history.iter().chain([&self.setup.start]).chain(moved).cloned().collect()
    }

    /// What the perfect player would decide for whoever is asked; `None` when the game is over.
    ///
    /// If there is a winning decision, this is one. If not, it holds out: see [`Basis`](super::Basis). The same
    /// state gets the same advice.
    ///
    /// # Errors
    /// A computation beyond the budget, or cancelled.
    pub fn advice(&self) -> Result<Option<Advice>, SolveError> {
        let Some(question) = self.question() else { return Ok(None) };
        let found = advice(&self.facts, &self.now.place, &self.steps(), &question, &self.budget)?;
        let none = || SolveError::Stopped(format!("no decision is known at {}", self.position().shortened()));
        found.map(Some).ok_or_else(none)
    }

    /// What is asked; `None` when the game is over.
    fn question(&self) -> Option<Question<'_>> {
        match &self.now.stage {
            Stage::Over(_) => None,
            Stage::Twist => Some(Question::Twist),
            Stage::Move { forbidden, proposed } => {
                Some(Question::Move { forbidden, proposed: proposed.as_deref() })
            }
        }
    }

    /// What the machine would decide here at its level: the advice, or a mistake.
    fn machine_choice(&self) -> Result<Option<Act>, SolveError> {
        let (Some(best), Some(question)) = (self.advice()?, self.question()) else { return Ok(None) };
        let mut lot = Lot::new(self.setup.seed, self.past.len());
        if !lot.errs(self.setup.level) {
            return Ok(Some(best.act));
        }
        let (place, steps) = (&self.now.place, self.steps());
        let wrong = mistakes(&self.facts, place, &steps, &question, &best, &self.budget)?;
        Ok(Some(lot.choose(wrong).unwrap_or(best.act)))
    }

    /// The decision of the machine, taken if it is its turn; `None` if it is not.
    ///
    /// # Errors
    /// As for [`Match::advice`].
    pub fn let_machine_decide(&mut self) -> Result<Option<Act>, SolveError> {
        if !self.machine_is_asked() {
            return Ok(None);
        }
        let Some(act) = self.machine_choice()? else { return Ok(None) };
        self.decide(act.clone()).map_err(|illegal| match illegal {
            Illegal::Unsolved(error) => error,
            other => SolveError::Stopped(format!("the machine's decision, {act}, was refused: {other}")),
        })?;
        Ok(Some(act))
    }

    /// Who wins from here with best play of both, with what is forbidden or proposed by now.
    ///
    /// # Errors
    /// As for [`Match::advice`].
    pub fn winner(&self) -> Result<Player, SolveError> {
        self.winner_at(self.now.place.answer()?.outcome)
    }

    /// The same, if the position is of this outcome before anything is forbidden or proposed.
    fn winner_at(&self, outcome: Outcome) -> Result<Player, SolveError> {
        let mover = self.now.mover;
        Ok(match (&self.now.stage, &self.facts.twist) {
            (Stage::Over(ending), _) => ending.winner,
            (Stage::Twist, _) | (_, Twist::None) => self.by_position(outcome),
            (Stage::Move { .. }, _) => match self.advice()? {
                Some(advice) if advice.wins => mover,
                _ => mover.other(),
            },
        })
    }

    fn by_position(&self, outcome: Outcome) -> Player {
        if outcome.is_p() { self.now.mover.other() } else { self.now.mover }
    }

    /// Who wins here, and why: the reason and the ground that any question about the position gets.
    ///
    /// # Errors
    /// As for [`Match::advice`].
    pub fn why(&self) -> Result<Why, SolveError> {
        let answer = match ask(&self.facts.ways, &self.steps(), &self.budget) {
            Ok(answer) => answer,
            Err(SolveError::Limit(Limit::Cancelled)) => return Err(Limit::Cancelled.into()),
            // The board that is played on knows as well, if less elegantly.
            Err(_) => self.now.place.answer()?,
        };
        let winner = self.winner_at(answer.outcome)?;
        let thrown_away = winner != self.by_position(answer.outcome);
        let reason = reason(self.game(), &answer);
        let Answer { position, outcome, ground, .. } = answer;
        Ok(Why { position, outcome, winner, thrown_away, reason, ground })
    }

    /// A window of the board for so many columns and rows: the whole board up to this position if it fits, else the
    /// squares next to it. `None` for games that are not on two piles.
    #[must_use]
    pub fn window(&self, columns: u32, rows: u32) -> Option<Frame> {
        window(&self.position(), columns, rows)
    }

    /// The squares of a window, with what each of them is at this turn; who wins there only if the solution is asked for.
    ///
    /// # Errors
    /// A game that is not on two piles; a solution that cannot be computed within the budget.
    pub fn board(&self, frame: &Frame, solution: bool) -> Result<BoardView, SolveError> {
        if self.game().piles() != 2 {
            let game = self.game().name().to_owned();
            return Err(SolveError::Piles { game, expected: self.game().piles(), found: 2 });
        }
        view(&self.facts, &self.now, &self.steps(), frame, solution, &self.budget)
    }

    /// Goes back to before the last decision of a person, and says which it was; `None` if there was none.
    pub fn undo(&mut self) -> Option<Act> {
        let of_person =
            |now: &Now| now.asked_player().map(|p| self.controller(p)) == Some(Controller::Person);
        let last = self.past.iter().rposition(|(now, _)| of_person(now))?;
        let undone = self.past.split_off(last);
        self.taken_back.extend(undone.iter().rev().map(|(_, act)| act.clone()));
        let (now, act) = undone.into_iter().next()?;
        self.now = now;
        Some(act)
    }

    /// Does again what was taken back: the next decision of a person, and those of the machine up to the one after it.
    /// Says how many decisions; 0 if nothing was taken back, or something else was decided since.
    pub fn redo(&mut self) -> usize {
        let mut count = 0;
        while (count == 0 || self.machine_is_asked())
            && let Some(act) = self.taken_back.pop()
        {
            if self.take(act).is_err() {
                self.taken_back.clear();
                break;
            }
            count += 1;
        }
        count
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.game().name())
            .field("position", &self.position())
            .field("mover", &self.now.mover)
            .field("stage", &self.now.stage)
            .finish_non_exhaustive()
    }
}

/// The positions before the start have to be a play by the rules. (Memory is looked at when the game is solved.)
fn check_steps(facts: &Facts, steps: &[Position]) -> Result<(), SolveError> {
    right_piles(&facts.game, steps.iter())?;
    for (step, pair) in steps.windows(2).enumerate() {
        if let Err(why) = facts.signature(&pair[0], &pair[1]) {
            let (from, to, step) = (&pair[0], &pair[1], step + 1);
            return Err(SolveError::History(format!("step {step} of the history, {from} to {to}: {why}")));
        }
    }
    Ok(())
}
