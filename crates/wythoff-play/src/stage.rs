//! The rules of turns: a small machine whose state is a place, a player to move, and what the opponent has said.

use super::act::{Act, Asked, Illegal};
use super::advice::is_allowed;
use super::facts::Facts;
use super::place::{Candidate, Place};
use super::turn::{Ending, Offer, Player, Standing, Stuck, Turn};
use super::view::standing_to_move;
use wythoff_budget::Budget;
use wythoff_rules::Twist;
use wythoff_rules::position::Position;

/// The state between two decisions.
#[derive(Clone)]
pub(crate) struct Now {
    pub(crate) place: Place,
    pub(crate) mover: Player,
    pub(crate) stage: Stage,
}

/// What is decided next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The previous player forbids or proposes.
    Twist,
    /// The player to move moves.
    Move {
        forbidden: Vec<Position>,
        proposed: Option<Vec<Position>>,
    },
    Over(Ending),
}

impl Now {
    /// The state in which a player comes to a place: what is decided there first?
    pub(crate) fn enter(facts: &Facts, place: Place, mover: Player) -> Now {
        let options = place.options();
        let over = |stuck, cannot| Stage::Over(Ending::new(stuck, cannot, facts.play));
        let free = Stage::Move { forbidden: Vec::new(), proposed: None };
        let stage = match (&options, &place, &facts.twist) {
            (Some(options), _, twist) => {
                let signatures: Vec<u8> = options.iter().map(|(_, signature)| *signature).collect();
                match twist {
                    Twist::Comply(_) if !facts.can_propose(&signatures) => {
                        over(mover.other(), Stuck::Propose)
                    }
                    _ if options.is_empty() => over(mover, Stuck::Move),
                    Twist::Comply(_) => Stage::Twist,
                    Twist::Block(_) if signatures.iter().any(|s| facts.can_forbid(&[*s])) => Stage::Twist,
                    Twist::Block(_) | Twist::None => free,
                }
            }
            (None, Place::Far { answer, .. }, Twist::Comply(_)) if answer.terminal => {
                match facts.may_propose_nothing() {
                    true => over(mover, Stuck::Move),
                    false => over(mover.other(), Stuck::Propose),
                }
            }
            (None, Place::Far { answer, .. }, Twist::None) if answer.terminal => over(mover, Stuck::Move),
            (None, Place::Far { answer, .. }, Twist::Block(_)) if answer.options == Some(0) => {
                over(mover, Stuck::Move)
            }
            (None, _, Twist::None) => free,
            (None, _, Twist::Block(_)) if facts.allowances.iter().all(|a| a.count == 0) => free,
            (None, _, _) => Stage::Twist,
        };
        Now { place, mover, stage }
    }

    /// Who has to decide.
    pub(crate) fn asked_player(&self) -> Option<Player> {
        match self.stage {
            Stage::Over(_) => None,
            Stage::Twist => Some(self.mover.other()),
            Stage::Move { .. } => Some(self.mover),
        }
    }

    /// The decision that comes next.
    pub(crate) fn turn(&self, facts: &Facts) -> Turn {
        let mover = self.mover;
        let (player, allowances, words) = (mover.other(), facts.allowances.clone(), facts.demand());
        match (&self.stage, &facts.twist) {
            (Stage::Over(ending), _) => Turn::Over(*ending),
            (Stage::Move { forbidden, proposed }, _) => Turn::Move {
                player: mover,
                options: self.offers(facts, |(to, _)| standing_to_move(to, forbidden, proposed.as_deref())),
                forbidden: forbidden.clone(),
                proposed: proposed.clone(),
            },
            (Stage::Twist, Twist::Comply(_)) => {
                Turn::Propose { player, options: self.offers(facts, |_| Standing::Open), allowances, words }
            }
            (Stage::Twist, _) => {
                let standing = |(_, signature): &Candidate| match facts.can_forbid(&[*signature]) {
                    true => Standing::Open,
                    false => Standing::Protected,
                };
                Turn::Forbid { player, options: self.offers(facts, standing), allowances, words }
            }
        }
    }

    fn offers(&self, facts: &Facts, standing: impl Fn(&Candidate) -> Standing) -> Option<Vec<Offer>> {
        let from = self.place.position();
        let offer = |candidate: Candidate| Offer {
            kinds: facts.kinds(&from, &candidate.0),
            standing: standing(&candidate),
            allowances: (0..facts.allowances.len()).filter(|i| candidate.1 >> i & 1 == 1).collect(),
            to: candidate.0,
        };
        Some(self.place.options()?.into_iter().map(offer).collect())
    }

    /// The state after a decision, and the decision with every position named once.
    pub(crate) fn after(
        &self,
        facts: &Facts,
        act: Act,
        steps: &[Position],
        budget: &Budget,
    ) -> Result<(Act, Now), Illegal> {
        let given = act.asked();
        let asked = match (&self.stage, &facts.twist) {
            (Stage::Over(_), _) => return Err(Illegal::Over),
            (Stage::Move { .. }, _) => Asked::Move,
            (Stage::Twist, Twist::Comply(_)) => Asked::Propose,
            (Stage::Twist, _) => Asked::Forbid,
        };
        match (&self.stage, act) {
            (Stage::Move { forbidden, proposed }, Act::Move(to)) => {
                self.place.signature(facts, &to)?;
                if forbidden.contains(&to) {
                    return Err(Illegal::Forbidden { to });
                }
                if !is_allowed(&to, forbidden, proposed.as_deref()) {
                    return Err(Illegal::NotProposed { to });
                }
                let place = self.place.step(facts, steps, &to, budget)?;
                let now = Now::enter(facts, place, self.mover.other());
                Ok((Act::Move(to), now))
            }
            (Stage::Twist, Act::Forbid(list)) if asked == Asked::Forbid => {
                let (list, signatures) = self.named(facts, list)?;
                for (to, signature) in list.iter().zip(&signatures) {
                    if !facts.can_forbid(&[*signature]) {
                        let allowances = facts.words(u8::MAX);
                        return Err(Illegal::Protected { to: to.clone(), allowances });
                    }
                }
                if let Some((set, named)) = facts.overdrawn(&signatures) {
                    return Err(Illegal::TooMany { allowances: facts.words(set), named });
                }
                Ok((Act::Forbid(list.clone()), self.with_left(facts, list, None)))
            }
            (Stage::Twist, Act::Propose(list)) if asked == Asked::Propose => {
                let (list, signatures) = self.named(facts, list)?;
                if !facts.can_propose(&signatures) {
                    return Err(Illegal::TooFew { allowances: facts.words(u8::MAX) });
                }
                Ok((Act::Propose(list.clone()), self.with_left(facts, Vec::new(), Some(list))))
            }
            _ => Err(Illegal::NotAsked { asked, given }),
        }
    }

    /// Options named by a player, each once, with their classes.
    fn named(&self, facts: &Facts, list: Vec<Position>) -> Result<(Vec<Position>, Vec<u8>), Illegal> {
        let mut named: Vec<Position> = Vec::new();
        let mut signatures = Vec::new();
        for to in list {
            if !named.contains(&to) {
                signatures.push(self.place.signature(facts, &to)?);
                named.push(to);
            }
        }
        Ok((named, signatures))
    }

    /// The player to move, with what is left to choose from.
    fn with_left(&self, facts: &Facts, forbidden: Vec<Position>, proposed: Option<Vec<Position>>) -> Now {
        let Now { place, mover, .. } = self.clone();
        let none_left = match (&proposed, place.options()) {
            (Some(list), _) => list.is_empty(),
            (None, Some(options)) => options.len() == forbidden.len(),
            // Where options are not listed there are more than anyone forbids one by one.
            (None, None) => false,
        };
        let stage = match none_left {
            true => Stage::Over(Ending::new(mover, Stuck::Move, facts.play)),
            false => Stage::Move { forbidden, proposed },
        };
        Now { place, mover, stage }
    }
}
