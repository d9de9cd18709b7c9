//! The reference solvers behind one face: states, choices and answers for any game, on small piles.
//!
//! Faces never know a game's rules. They are handed a [`State`], the [`Choice`]s that lead on from it with their
//! outcomes, and what can be forbidden or must be proposed.

use super::pile_reference::{PileMemory, PileReference};
use super::reference::Reference;
use super::reference::memory::{Memory, MemoryReference};
use super::reference::too_large_position as too_large;
use super::twist::{Among, Counts, can_block, is_over, lines, proposal};
use super::way::right_piles;
use super::{Answer, Ground, MethodUsed, SolveError};
use wythoff_budget::Budget;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::Rule;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Block, Formula, Imitation, Play, Ruleset, Twist};

/// What has to be remembered besides the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Remembered {
    Nothing,
    Imitation(Memory),
    Piles(Option<PileMemory>),
}

/// A position with all that has to be remembered about how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    piles: Vec<u32>,
    remembered: Remembered,
}

impl State {
    /// The piles.
    #[must_use]
    pub fn piles(&self) -> &[u32] {
        &self.piles
    }

    /// The piles as a position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::small(&self.piles.iter().map(|p| u64::from(*p)).collect::<Vec<_>>())
    }

    /// Does it matter here how the position came about?
    #[must_use]
    pub fn remembers(&self) -> bool {
        !matches!(
            self.remembered,
            Remembered::Nothing | Remembered::Imitation(Memory::Counter(0)) | Remembered::Piles(None)
        )
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where it leads.
    pub state: State,
    /// Who wins there.
    pub outcome: Outcome,
    /// In which classes of the twist it is, a bit for each line.
    pub signature: u8,
}

enum Engine {
    Board(Box<Reference>),
    Memory(Box<MemoryReference>),
    Piles(PileReference),
}

/// All outcomes of a game up to some piles.
pub struct Exhaustive {
    engine: Engine,
    game: String,
    /// The twist as the players see it; pointing at a pile is a kind of blocking.
    twist: Twist,
    play: Play,
}

impl Exhaustive {
    /// Solves the game up to these piles.
    ///
    /// # Errors
    /// The wrong number of piles, or a computation beyond the budget.
    pub fn solve(game: &Game, piles: &[u32], budget: &Budget) -> Result<Exhaustive, SolveError> {
        if piles.len() != game.piles() {
            return Err(SolveError::Piles {
                game: game.name().to_owned(),
                expected: game.piles(),
                found: piles.len(),
            });
        }
        let (engine, twist, play) = match game.kind() {
            GameKind::TwoPile(ruleset) => {
                let engine = match ruleset.imitation {
                    None => Engine::Board(Box::new(Reference::solve(ruleset, piles[0], piles[1], budget)?)),
                    Some(rule) => memory_engine(ruleset, rule, piles, budget)?,
                };
                (engine, ruleset.twist.clone(), ruleset.play)
            }
            GameKind::Piles(rules) => {
                let twist = match rules.rule {
                    Rule::PointImitation => {
                        Twist::Block(vec![Block { limit: 1, class: Formula::Constant(true) }])
                    }
                    _ => Twist::None,
                };
                (Engine::Piles(PileReference::within(*rules, budget.clone())), twist, Play::Normal)
            }
        };
        Ok(Exhaustive { engine, game: game.name().to_owned(), twist, play })
    }

    /// The game solved as far as this position and history need, and the state there.
    ///
    /// # Errors
    /// The wrong number of piles, a square that does not exist, an illegal history, a computation that is too large.
    pub fn at(
        game: &Game,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<(Exhaustive, State), SolveError> {
        let (steps, largest) = Exhaustive::steps(game, position, history, budget)?;
        let mut solved = Exhaustive::solve(game, &largest, budget)?;
        let state = solved.replay(&steps)?;
        Ok((solved, state))
    }

    /// A history and the position that it led to in machine words, and the largest piles among them.
    pub(crate) fn steps(
        game: &Game,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<(Vec<Vec<u32>>, Vec<u32>), SolveError> {
        right_piles(game, history.iter().chain([position]))?;
        let small = |step: &Position| step.as_small().ok_or_else(|| too_large(game, step, budget));
        let steps = history.iter().chain([position]).map(small).collect::<Result<Vec<_>, _>>()?;
        let largest = (0..game.piles()).map(|i| steps.iter().map(|s| s[i]).max().unwrap_or(0)).collect();
        Ok((steps, largest))
    }

    /// Goes on with another budget: what is found on demand is found within it.
    pub(crate) fn renew(&mut self, budget: &Budget) {
        if let Engine::Piles(reference) = &mut self.engine {
            reference.renew(budget);
        }
    }

    /// The state at the start of a game.
    ///
    /// # Errors
    /// A square that does not exist.
    pub fn start(&self, piles: &[u32]) -> Result<State, SolveError> {
        let remembered = match &self.engine {
            Engine::Board(_) => Remembered::Nothing,
            Engine::Memory(_) => Remembered::Imitation(Memory::START),
            Engine::Piles(_) => Remembered::Piles(None),
        };
        let state = State { piles: piles.to_vec(), remembered };
        let exists = match &self.engine {
            Engine::Board(board) => board.outcome(piles[0], piles[1]).is_some(),
            Engine::Memory(board) => board.outcome(piles[0], piles[1], Memory::START).is_some(),
            Engine::Piles(_) => true,
        };
        if !exists {
            return Err(SolveError::NoSquare { game: self.game.clone(), position: state.position() });
        }
        Ok(state)
    }

    /// The state after a history of positions, oldest first; the last is the current one.
    ///
    /// # Errors
    /// An empty history, a square that does not exist, or a step that is not a legal move.
    pub fn replay(&mut self, history: &[Vec<u32>]) -> Result<State, SolveError> {
        let Some((first, rest)) = history.split_first() else {
            return Err(SolveError::History("a history needs at least one position".to_owned()));
        };
        let mut state = self.start(first)?;
        for (number, next) in rest.iter().enumerate() {
            let choices = self.choices(&state)?;
            let Some(choice) = choices.into_iter().find(|c| c.state.piles == *next) else {
                let to = Position::small(&next.iter().map(|p| u64::from(*p)).collect::<Vec<_>>());
                let from = state.position();
                let step = number + 1;
                let text = format!(
                    "step {step} of the history, {from} to {to}, is not a legal move of {}",
                    self.game
                );
                return Err(SolveError::History(text));
            };
            state = choice.state;
        }
        Ok(state)
    }

    /// Who wins.
    ///
    /// # Errors
    /// A state outside the board that was solved, or a computation beyond the budget.
    pub fn outcome(&mut self, state: &State) -> Result<Outcome, SolveError> {
        let piles = &state.piles;
        let outcome = match (&mut self.engine, state.remembered) {
            (Engine::Board(board), _) => board.outcome(piles[0], piles[1]),
            (Engine::Memory(board), Remembered::Imitation(memory)) => {
                board.outcome(piles[0], piles[1], memory)
            }
            (Engine::Piles(reference), Remembered::Piles(memory)) => {
                Some(Outcome::p_if(reference.is_p_after(piles, memory)?))
            }
            _ => None,
        };
        outcome.ok_or_else(|| SolveError::NoSquare { game: self.game.clone(), position: state.position() })
    }

    /// The legal moves, before any is forbidden.
    ///
    /// # Errors
    /// A computation beyond the budget.
    pub fn choices(&mut self, state: &State) -> Result<Vec<Choice>, SolveError> {
        let piles = &state.piles;
        Ok(match (&mut self.engine, state.remembered) {
            (Engine::Board(board), _) => board
                .options(piles[0], piles[1])
                .into_iter()
                .map(|o| Choice {
                    state: State { piles: vec![o.x, o.y], remembered: Remembered::Nothing },
                    outcome: o.outcome,
                    signature: o.signature,
                })
                .collect(),
            (Engine::Memory(board), Remembered::Imitation(memory)) => board
                .options(piles[0], piles[1], memory)
                .into_iter()
                .map(|o| Choice {
                    state: State { piles: vec![o.x, o.y], remembered: Remembered::Imitation(o.memory) },
                    outcome: o.outcome,
                    signature: o.signature,
                })
                .collect(),
            (Engine::Piles(reference), Remembered::Piles(memory)) => reference
                .options(piles, memory)?
                .into_iter()
                .map(|o| Choice {
                    state: State { piles: o.piles, remembered: Remembered::Piles(o.memory) },
                    outcome: o.outcome,
                    signature: u8::from(o.can_be_pointed_at),
                })
                .collect(),
            _ => Vec::new(),
        })
    }

    /// The twist, as the players see it.
    #[must_use]
    pub fn twist(&self) -> &Twist {
        &self.twist
    }

    /// Normal or misère play.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Is the game over here: is there no move, can the previous player leave none, or not propose enough?
    #[must_use]
    pub fn is_terminal(&self, choices: &[Choice]) -> bool {
        is_over(&self.twist, &self.counted(choices).p)
    }

    /// Moves counted by signature, all on the side of the P-options.
    fn counted(&self, choices: &[Choice]) -> Counts {
        let mut counts = Counts::new(lines(&self.twist));
        choices.iter().for_each(|choice| counts.add(choice.signature, true));
        counts
    }

    /// May the previous player forbid exactly these moves?
    #[must_use]
    pub fn can_forbid(&self, choices: &[Choice]) -> bool {
        let Twist::Block(blocks) = &self.twist else { return choices.is_empty() };
        can_block(&blocks.iter().map(|b| b.limit).collect::<Vec<_>>(), &self.counted(choices).p)
    }

    /// Do these moves meet one of the alternatives of the comply rule?
    #[must_use]
    pub fn can_propose(&self, choices: &[Choice]) -> bool {
        let Twist::Comply(parts) = &self.twist else { return false };
        proposal(parts, &self.counted(choices).p).is_some()
    }

    /// Everything about a state.
    ///
    /// # Errors
    /// A computation beyond the budget.
    pub fn answer(&mut self, state: &State) -> Result<Answer, SolveError> {
        let outcome = self.outcome(state)?;
        let choices = self.choices(state)?;
        let terminal = self.is_terminal(&choices);
        let select = |wanted: Outcome| -> Vec<Choice> {
            choices.iter().filter(|c| c.outcome == wanted).cloned().collect()
        };
        let positions = |choices: Vec<Choice>| -> Vec<Position> {
            let mut positions: Vec<Position> = choices.iter().map(|c| c.state.position()).collect();
            positions.sort();
            positions
        };
        let p_options = select(Outcome::P);
        let (mut winning_moves, mut block, mut propose) = (Vec::new(), Vec::new(), Vec::new());
        match (outcome, &self.twist) {
            (Outcome::N, _) => winning_moves = positions(p_options),
            (Outcome::P, Twist::None) => {}
            (Outcome::P, Twist::Block(_)) => block = positions(p_options),
            (Outcome::P, Twist::Comply(parts)) => {
                let n_options = select(Outcome::N);
                let among = |among: Among| -> Vec<Choice> {
                    n_options.iter().filter(|c| among.has(u32::from(c.signature))).cloned().collect()
                };
                let serving = proposal(parts, &self.counted(&n_options).p);
                propose = serving.map(|serving| positions(among(serving))).unwrap_or_default();
            }
        }
        Ok(Answer {
            position: state.position(),
            outcome,
            winning_moves,
            block,
            propose,
            terminal,
            all_but: None,
            options: Some(choices.len()),
            reason: None,
            method: MethodUsed::Reference,
            ground: Ground::Definition,
        })
    }

    /// The P-positions of a two-pile board in lexicographic order; with `half`, only x ≤ y. Empty for n piles.
    #[must_use]
    pub fn p_positions(&self, half: bool) -> Vec<(u32, u32)> {
        match &self.engine {
            Engine::Board(board) => board.p_positions(half).collect(),
            Engine::Memory(board) => board.p_positions(half).collect(),
            Engine::Piles(_) => Vec::new(),
        }
    }
}

/// Is the game over at a square of a game without memory? For squares with few tokens.
pub fn is_terminal(ruleset: &Ruleset, x: u32, y: u32) -> Result<bool, SolveError> {
    let board = Reference::solve(ruleset, x, y, &Budget::default())?;
    let engine = Engine::Board(Box::new(board));
    let mut solved =
        Exhaustive { engine, game: ruleset.title.clone(), twist: ruleset.twist.clone(), play: ruleset.play };
    let state = solved.start(&[x, y])?;
    let choices = solved.choices(&state)?;
    Ok(solved.is_terminal(&choices))
}

fn memory_engine(
    ruleset: &Ruleset,
    rule: Imitation,
    piles: &[u32],
    budget: &Budget,
) -> Result<Engine, SolveError> {
    Ok(Engine::Memory(Box::new(MemoryReference::solve(ruleset, rule, piles[0], piles[1], budget)?)))
}
