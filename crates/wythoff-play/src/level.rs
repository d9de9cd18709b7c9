//! How well the machine plays: perfectly, or with mistakes drawn from a seed.
//!
//! At each of its decisions a level below perfect errs with a fixed probability, see [`Level::mistakes_in_100`]. To err means:
//! where it could win, it takes one of the moves that lose, leaves one of the options open that it had to forbid, or
//! proposes an option besides that wins for the opponent; where it loses anyway, it moves at random instead of holding out. A mistake is drawn
//! from all there are, each with the same chance. A win that is there at once is never missed, and where no mistake is
//! possible none is made.
//!
//! There is no clock and no randomness in this library: mistakes come from the seed and the number of the decision, so
//! the same seed and the same decisions of the opponent give the same game, also after decisions are taken back.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::{Controller, Level, Match, Player, Setup};
//! use wythoff_rules::{Game, Position};
//! let wythoff = Game::named("WN")?;
//! let first_move = |seed| {
//!     let setup = Setup::new(Position::small(&[10, 13])).with(Player::One, Controller::Machine);
//!     let mut game = Match::new(wythoff.clone(), setup.at_level(Level::Easy, seed), &Budget::default())?;
//!     game.let_machine_decide()
//! };
//! assert_eq!(first_move(7)?, first_move(7)?);
//! let mistakes = (0..100).filter(|seed| first_move(*seed) != first_move(7)).count();
//! assert!(mistakes > 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::act::Act;
use super::advice::{Advice, Basis, Question, is_allowed};
use super::facts::Facts;
use super::far::{is_legal, near_options};
use super::place::Place;
use super::solved::ask;
use serde::{Deserialize, Serialize};
use std::fmt;
use wythoff_budget::Budget;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;

/// How well the machine plays. See the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Level {
    /// Every second decision is a mistake.
    Easy,
    /// Every fourth.
    Medium,
    /// Every tenth.
    Hard,
    /// None.
    #[default]
    Perfect,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Perfect];

    /// How many of a hundred decisions are mistakes, where mistakes are possible, on average.
    #[must_use]
    pub fn mistakes_in_100(self) -> u32 {
        match self {
            Level::Easy => 50,
            Level::Medium => 25,
            Level::Hard => 10,
            Level::Perfect => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Perfect => "perfect",
        })
    }
}

/// What is drawn for one decision: SplitMix64 (Steele, Lea and Flood), as a function of the seed and a counter.
pub(crate) struct Lot {
    state: u64,
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Lot {
    pub(crate) fn new(seed: u32, decision: usize) -> Lot {
        // Mixed once, so that neighbouring seeds do not give games that are shifts of each other.
        let start = mix(u64::from(seed).wrapping_add(GOLDEN));
        Lot { state: start.wrapping_add(GOLDEN.wrapping_mul(2 * decision as u64)) }
    }

    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// Is this decision to be a mistake?
    pub(crate) fn errs(&mut self, level: Level) -> bool {
        self.draw() % 100 < u64::from(level.mistakes_in_100())
    }

    /// One of these.
    pub(crate) fn choose(&mut self, mut acts: Vec<Act>) -> Option<Act> {
        let count = acts.len() as u64;
        let at = self.draw().checked_rem(count)?;
        usize::try_from(at).ok().map(|at| acts.swap_remove(at))
    }
}

fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// The mistakes that can be made instead of what the perfect player advises.
pub(crate) fn mistakes(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    question: &Question<'_>,
    advice: &Advice,
    budget: &Budget,
) -> Result<Vec<Act>, SolveError> {
    if advice.wins && matches!(advice.basis, Basis::Remoteness(0 | 1)) {
        return Ok(Vec::new());
    }
    match question {
        Question::Move { forbidden, proposed } => {
            let mut options = candidates(facts, place, steps, *proposed, budget);
            options.retain(|to| is_allowed(to, forbidden, *proposed));
            if advice.wins {
                let winning = winning_among(facts, place, steps, &options, budget)?;
                options.retain(|to| !winning.contains(to));
            }
            Ok(options.into_iter().map(Act::Move).collect())
        }
        Question::Twist if !advice.wins => Ok(Vec::new()),
        Question::Twist => wrong_twists(facts, place, steps, &advice.act, budget),
    }
}

/// Options that may be chosen; at large piles those that take little.
fn candidates(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    proposed: Option<&[Position]>,
    budget: &Budget,
) -> Vec<Position> {
    match (place.options(), proposed) {
        (Some(listed), _) => listed.into_iter().map(|(to, _)| to).collect(),
        (None, Some(proposed)) => proposed.to_vec(),
        (None, None) => {
            let near = near_options(facts, place).into_iter().map(|(to, _)| to);
            near.filter(|to| is_legal(facts, steps, to, budget)).collect()
        }
    }
}

/// Those of these options that are P-positions.
fn winning_among(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    options: &[Position],
    budget: &Budget,
) -> Result<Vec<Position>, SolveError> {
    if let Place::Board { choices, .. } = place {
        let winning = choices.iter().filter(|c| c.outcome.is_p()).map(|c| c.state.position());
        return Ok(winning.filter(|to| options.contains(to)).collect());
    }
    let mut winning = Vec::new();
    for to in options {
        let steps: Vec<Position> = steps.iter().chain([to]).cloned().collect();
        if ask(&facts.ways, &steps, budget)?.outcome.is_p() {
            winning.push(to.clone());
        }
    }
    Ok(winning)
}

/// What was to be forbidden without one of the options that matter, or what was to be proposed with one that wins.
fn wrong_twists(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    best: &Act,
    budget: &Budget,
) -> Result<Vec<Act>, SolveError> {
    match best {
        Act::Move(_) => Ok(Vec::new()),
        Act::Forbid(list) => {
            let matter = winning_among(facts, place, steps, list, budget)?;
            let without = |left: &Position| list.iter().filter(|to| *to != left).cloned().collect();
            Ok(matter.iter().map(|left| Act::Forbid(without(left))).collect())
        }
        Act::Propose(list) => {
            let Some(options) = place.options() else { return Ok(Vec::new()) };
            let options: Vec<Position> = options.into_iter().map(|(to, _)| to).collect();
            let winning = winning_among(facts, place, steps, &options, budget)?;
            let with = |more: &Position| list.iter().chain([more]).cloned().collect();
            Ok(winning.iter().map(|more| Act::Propose(with(more))).collect())
        }
    }
}
