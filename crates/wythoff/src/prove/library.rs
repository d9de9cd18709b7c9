//! Certificates that come with the library, as solutions for piles of any size.
//!
//! They are the files of `certificates/` for games that no theorem of the papers covers. Each is checked in full by a
//! test of this project, so it is trusted here; `wythoff check` verifies it again for whoever does not.
//!
//! ```
//! use wythoff::{Game, Position, number::parse_natural};
//! let game = Game::named("W^4")?;
//! let position = Position::new(vec![parse_natural("10^500")?, parse_natural("3*10^500")?]);
//! let answer = game.ask(&position, &[])?;
//! assert_eq!(answer.method, "automaton");
//! assert!(answer.winning_moves.len() >= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Undecided;
use super::answer::{Answers, Found};
use super::certificate::Certificate;
use crate::automaton::Limits;
use crate::number::Natural;
use crate::position::{Outcome, Position};
use crate::rules::{Play, Ruleset, Twist};
use crate::solve::beatty::same_rules;
use crate::solve::{Answer, Ground, SolveError};

macro_rules! certificates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../certificates/", $name, ".json")))),*]
    };
}

/// Files of `certificates/` about games without a theorem.
static CERTIFICATES: [(&str, &str); 6] =
    certificates!["blocking-4", "blocking-8", "blocking-10", "blocking-14", "modular-2-2", "modular-4-2"];

/// Most P-options that are listed.
const MOST: usize = 10_000;

/// A proved automaton as a solution.
#[derive(Debug)]
pub struct ProvedGame {
    answers: Answers,
    ruleset: Ruleset,
    ground: Ground,
}

/// Why a certificate cannot answer for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It is about other rules.
    #[error("it is about another game, {0:?}")]
    OtherGame(String),
    /// What to propose in a comply game is not found by walking automata.
    #[error("answers from certificates are for games without comply")]
    Comply,
    /// The rules could not be made ready for questions.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl ProvedGame {
    /// A certificate from elsewhere as the solution of a game. Whoever calls this has checked it; `name` says where it is.
    ///
    /// # Errors
    /// If it is not about this game, or the game is not one that certificates answer for.
    pub fn new(ruleset: &Ruleset, certificate: Certificate, name: &str) -> Result<ProvedGame, Unusable> {
        let rules = certificate.rules();
        let same_text = Ruleset { title: ruleset.title.clone(), ..rules.clone() } == *ruleset;
        if !same_text && !same_rules(ruleset, rules) {
            return Err(Unusable::OtherGame(rules.title.clone()));
        }
        if matches!(ruleset.twist, Twist::Comply(_)) {
            return Err(Unusable::Comply);
        }
        let numeration = certificate.numeration().system().name();
        let states = certificate.automaton().states();
        let ground = Ground::Certificate(format!(
            "{name}, proved for all sizes: an automaton of {states} states in {numeration}"
        ));
        let answers = Answers::new(certificate, &Limits::default())?;
        Ok(ProvedGame { answers, ruleset: ruleset.clone(), ground })
    }

    /// The certificate of the library for this game, if there is one; recognised by what the rules mean.
    #[must_use]
    pub fn find(ruleset: &Ruleset) -> Option<ProvedGame> {
        if ruleset.imitation.is_some()
            || ruleset.play == Play::Misere
            || matches!(ruleset.twist, Twist::Comply(_))
        {
            return None;
        }
        CERTIFICATES.iter().find_map(|(name, text)| {
            let certificate: Certificate = text.parse().ok()?;
            if !same_rules(ruleset, certificate.rules()) {
                return None;
            }
            ProvedGame::new(ruleset, certificate, &format!("certificates/{name}.json")).ok()
        })
    }

    /// Everything about a position.
    ///
    /// # Errors
    /// A position of other than two piles, or a square that does not exist.
    pub fn answer(&self, position: &Position) -> Result<Answer, SolveError> {
        let [x, y] = position.piles() else {
            let (game, found) = (self.ruleset.title.clone(), position.piles().len());
            return Err(SolveError::Piles { game, expected: 2, found });
        };
        if !self.answers.exists(x, y) {
            return Err(SolveError::NoSquare {
                game: self.ruleset.title.clone(),
                position: position.clone(),
            });
        }
        let outcome = Outcome::p_if(self.answers.is_p(x, y));
        let options = self.answers.options(x, y, true, MOST);
        let mut squares: Vec<Position> =
            options.into_iter().map(|Found { x, y, .. }| Position::new(vec![x, y])).collect();
        squares.sort();
        let (winning_moves, block) = match outcome {
            Outcome::N => (squares, Vec::new()),
            Outcome::P => (Vec::new(), squares),
        };
        Ok(Answer {
            position: position.clone(),
            outcome,
            winning_moves,
            block,
            propose: Vec::new(),
            all_but: None,
            terminal: self.is_terminal(x, y)?,
            options: None,
            reason: None,
            method: "automaton",
            ground: self.ground.clone(),
        })
    }

    /// Can the previous player leave no move? Only with few tokens.
    fn is_terminal(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x <= 100 && y <= 100 => {
                crate::solve::exhaustive::is_terminal(&self.ruleset, x, y)
            }
            _ => Ok(false),
        }
    }
}
