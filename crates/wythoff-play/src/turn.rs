//! Whose turn it is, and what for: all that a face has to show.

use super::act::Asked;
use serde::{Deserialize, Serialize};
use std::fmt;
use wythoff_number::counted;
use wythoff_rules::Play;
use wythoff_rules::position::Position;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The one.
    One,
    /// The other.
    Two,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::One => "one",
            Player::Two => "two",
        })
    }
}

/// Who decides for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controller {
    /// A person.
    Person,
    /// The player of this library, which is perfect unless it is given another level.
    Machine,
}

impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Controller::Person => "person",
            Controller::Machine => "machine",
        })
    }
}

/// What can be done with an option at this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Standing {
    /// It can be chosen: moved to, forbidden or proposed, whatever the turn is for.
    Open,
    /// It is an option, but the opponent has forbidden it.
    Forbidden,
    /// It is an option, but the opponent has not proposed it.
    NotProposed,
    /// It is asked what to forbid, and this option is in no class that may be.
    Protected,
}

/// An option of the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Where it leads.
    pub to: Position,
    /// The rules' names for such a move; several where kinds of move overlap.
    pub kinds: Vec<String>,
    /// What can be done with it now.
    pub standing: Standing,
    /// Which of the turn's allowances count it, by their place in the list.
    pub allowances: Vec<usize>,
}

/// How many options of a class may be forbidden, or have to be proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// How many.
    pub count: u64,
    /// Of which class, in the words of the rules; `None`: of all options.
    pub class: Option<String>,
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.class {
            Some(class) => write!(f, "{} of {class}", self.count),
            None => f.write_str(&counted(self.count, "option")),
        }
    }
}

/// Options of the same kinds and the same standing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfferGroup {
    /// The rules' names for such moves.
    pub kinds: Vec<String>,
    /// What can be done with them now.
    pub standing: Standing,
    /// Where they lead.
    pub to: Vec<Position>,
}

/// What the player who is stuck cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Stuck {
    /// Move.
    Move,
    /// Propose enough options.
    Propose,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// Who won.
    pub winner: Player,
    /// Who can do nothing.
    pub stuck: Player,
    /// What that player cannot do.
    pub cannot: Stuck,
    /// In misère play a player who cannot move has won.
    pub misere: bool,
}

impl Ending {
    /// A player can do nothing. Who cannot propose loses in misère play too.
    pub(crate) fn new(stuck: Player, cannot: Stuck, play: Play) -> Ending {
        let misere = play == Play::Misere;
        let wins = misere && cannot == Stuck::Move;
        Ending { winner: if wins { stuck } else { stuck.other() }, stuck, cannot, misere }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cannot = match self.cannot {
            Stuck::Move => "move",
            Stuck::Propose => "propose enough",
        };
        let so = if self.winner == self.stuck { "and so wins: play is misère" } else { "and so loses" };
        write!(f, "player {} cannot {cannot} {so}", self.stuck)
    }
}

/// The decision that comes next.
///
/// Lists of options are `None` where they are too long to be listed: every option that the rules allow is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Turn {
    /// A player moves.
    #[non_exhaustive]
    Move {
        /// Who.
        player: Player,
        /// All options of the position, those that are out of the question now included.
        options: Option<Vec<Offer>>,
        /// What the opponent has forbidden.
        forbidden: Vec<Position>,
        /// What the opponent has proposed, where that is how it is played.
        proposed: Option<Vec<Position>>,
    },
    /// A player says what the opponent may not move to.
    #[non_exhaustive]
    Forbid {
        /// Who forbids.
        player: Player,
        /// All options of the opponent.
        options: Option<Vec<Offer>>,
        /// How many of which class; an option in several classes is counted where there is room.
        allowances: Vec<Allowance>,
        /// The same as a sentence to the player.
        words: String,
    },
    /// A player says what the opponent has to choose from.
    #[non_exhaustive]
    Propose {
        /// Who proposes.
        player: Player,
        /// All options of the opponent.
        options: Option<Vec<Offer>>,
        /// How many of which class have to be proposed; one of these is enough.
        allowances: Vec<Allowance>,
        /// The same as a sentence to the player.
        words: String,
    },
    /// The game is over.
    Over(Ending),
}

impl Turn {
    /// Who has to decide; `None` when the game is over.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        match self {
            Turn::Move { player, .. } | Turn::Forbid { player, .. } | Turn::Propose { player, .. } => {
                Some(*player)
            }
            Turn::Over(_) => None,
        }
    }

    /// All options of the position, where they can be listed.
    #[must_use]
    pub fn options(&self) -> Option<&[Offer]> {
        match self {
            Turn::Move { options, .. } | Turn::Forbid { options, .. } | Turn::Propose { options, .. } => {
                options.as_deref()
            }
            Turn::Over(_) => Some(&[]),
        }
    }

    /// The options that can be chosen now.
    pub fn open(&self) -> impl Iterator<Item = &Offer> {
        self.options().unwrap_or_default().iter().filter(|o| o.standing == Standing::Open)
    }
    /// All options by kind of move, what can be chosen now first; `None` where they are too many to list.
    ///
    /// ```
    /// use wythoff_budget::Budget;
    /// use wythoff_play::{Match, Setup};
    /// use wythoff_rules::{Game, Position};
    /// let game = Match::new(Game::named("WN")?, Setup::new(Position::small(&[1, 2])), &Budget::default())?;
    /// let groups = game.turn().by_kind().unwrap_or_default();
    /// assert_eq!(groups.iter().map(|g| (g.kinds.concat(), g.to.len())).collect::<Vec<_>>(), [
    ///     ("rook".to_owned(), 3),
    ///     ("bishop".to_owned(), 1),
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_kind(&self) -> Option<Vec<OfferGroup>> {
        let mut groups: Vec<OfferGroup> = Vec::new();
        let (open, closed): (Vec<&Offer>, Vec<&Offer>) =
            self.options()?.iter().partition(|o| o.standing == Standing::Open);
        for offer in open.into_iter().chain(closed) {
            match groups.iter_mut().find(|g| g.kinds == offer.kinds && g.standing == offer.standing) {
                Some(group) => group.to.push(offer.to.clone()),
                None => groups.push(OfferGroup {
                    kinds: offer.kinds.clone(),
                    standing: offer.standing,
                    to: vec![offer.to.clone()],
                }),
            }
        }
        Some(groups)
    }

    /// What is asked of the player; `None` when the game is over.
    #[must_use]
    pub fn asked(&self) -> Option<Asked> {
        match self {
            Turn::Move { .. } => Some(Asked::Move),
            Turn::Forbid { .. } => Some(Asked::Forbid),
            Turn::Propose { .. } => Some(Asked::Propose),
            Turn::Over(_) => None,
        }
    }
}
