//! What the rules say about single moves, for piles of any size: is it one, what is it called, in which classes is it?

use super::act::Illegal;
use super::turn::Allowance;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_number::Natural;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::{PileGame, Rule};
use wythoff_rules::position::Position;
use wythoff_rules::{Block, Formula, Play, Proposal, Ruleset, Twist, class_words};
use wythoff_solve::SolveError;
use wythoff_solve::twist::{Counts, can_block, lines, proposal};

/// A game with what is asked of its rules at every turn.
pub(crate) struct Facts {
    pub(crate) game: Arc<Game>,
    pub(crate) ways: Ways,
    pub(crate) twist: Twist,
    pub(crate) play: Play,
    pub(crate) allowances: Vec<Allowance>,
    /// The classes of the twist with the names of moves resolved.
    classes: Vec<Formula>,
}

impl Facts {
    pub(crate) fn new(game: Arc<Game>) -> Facts {
        let (twist, play, moves) = match game.kind() {
            GameKind::TwoPile(rules) => (rules.twist.clone(), rules.play, rules.moves.as_slice()),
            // Pointing at a pile forbids one option.
            GameKind::Piles(PileGame { rule: Rule::PointImitation, .. }) => {
                let block = Block { limit: 1, class: Formula::Constant(true) };
                (Twist::Block(vec![block]), Play::Normal, &[][..])
            }
            GameKind::Piles(_) => (Twist::None, Play::Normal, &[][..]),
        };
        let quotas: Vec<(u64, &Formula)> = match &twist {
            Twist::None => Vec::new(),
            Twist::Block(blocks) => blocks.iter().map(|Block { limit, class }| (*limit, class)).collect(),
            Twist::Comply(parts) => parts.iter().map(|Proposal { least, class }| (*least, class)).collect(),
        };
        let allowances =
            quotas.iter().map(|(count, class)| Allowance { count: *count, class: class_words(class, moves) });
        let allowances = allowances.collect();
        let classes = quotas.iter().map(|(_, class)| class.with_moves(moves)).collect();
        let ways = Ways::of(Arc::clone(&game));
        Facts { game, ways, twist, play, allowances, classes }
    }

    /// May the opponent forbid exactly moves of these signatures?
    pub(crate) fn can_forbid(&self, signatures: &[u8]) -> bool {
        self.overdrawn(signatures).is_none()
    }

    /// The fewest budgets that are too small together, if any are, and how many options only they can pay for.
    pub(crate) fn overdrawn(&self, signatures: &[u8]) -> Option<(u8, u64)> {
        let limits = self.limits();
        let mut counts = Counts::new(lines(&self.twist));
        for signature in signatures {
            counts.add(*signature, true);
        }
        if can_block(&limits, &counts.p) {
            return None;
        }
        let sets = (0..1_u16 << limits.len()).map(|set| set as u8);
        let budget = |set: u8| {
            let inside = limits.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            inside.fold(0_u64, |sum, (_, limit)| sum.saturating_add(*limit))
        };
        let wanted = |set: u8| signatures.iter().filter(|s| **s & !set == 0).count() as u64;
        let too_small = sets.filter(|set| wanted(*set) > budget(*set));
        too_small.min_by_key(|set| set.count_ones()).map(|set| (set, wanted(set)))
    }

    fn limits(&self) -> Vec<u64> {
        match &self.twist {
            Twist::Block(_) => self.allowances.iter().map(|a| a.count).collect(),
            Twist::None | Twist::Comply(_) => Vec::new(),
        }
    }

    /// Is it enough to propose moves of these signatures?
    pub(crate) fn can_propose(&self, signatures: &[u8]) -> bool {
        let Twist::Comply(parts) = &self.twist else { return false };
        let mut counts = Counts::new(lines(&self.twist));
        signatures.iter().for_each(|signature| counts.add(*signature, true));
        proposal(parts, &counts.p).is_some()
    }

    /// May the previous player propose nothing at all?
    pub(crate) fn may_propose_nothing(&self) -> bool {
        self.can_propose(&[])
    }

    /// The allowances whose bits are set, in words.
    pub(crate) fn words(&self, set: u8) -> String {
        let joint = if matches!(self.twist, Twist::Comply(_)) { " or " } else { ", and " };
        let chosen = self.allowances.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        chosen.map(|(_, a)| a.to_string()).collect::<Vec<_>>().join(joint)
    }

    /// What is asked of the previous player, as a sentence.
    pub(crate) fn demand(&self) -> String {
        match (&self.twist, self.game.kind()) {
            (_, GameKind::Piles(_)) => {
                "You may point at one pile that yours led, and so forbid one option.".to_owned()
            }
            (Twist::Comply(_), _) if self.may_propose_nothing() => {
                // Without a move the opponent loses normal play, and wins misère play.
                let then = if self.play == Play::Misere { "wins" } else { "loses" };
                format!(
                    "You may propose what you like; proposed nothing, your opponent cannot move and so {then}."
                )
            }
            (Twist::Comply(_), _) => format!("You have to propose at least {}.", self.words(u8::MAX)),
            _ => format!("You may forbid at most {}.", self.words(u8::MAX)),
        }
    }

    /// What is taken by a move; a reason if the piles alone rule it out.
    pub(crate) fn taken(&self, from: &Position, to: &Position) -> Result<Position, Illegal> {
        let expected = self.game.piles();
        if to.piles().len() != expected {
            return Err(Illegal::Piles { expected, to: to.clone() });
        }
        let pairs = || from.piles().iter().zip(to.piles());
        if let Some(pile) = pairs().position(|(before, after)| after > before) {
            return Err(Illegal::Grows { pile: pile + 1 });
        }
        if from == to {
            return Err(Illegal::NothingTaken);
        }
        Ok(Position::new(pairs().map(|(before, after)| before - after).collect()))
    }

    /// Whether a removal is a move, apart from memory and from what the opponent says: its signature, or the reason.
    pub(crate) fn signature(&self, from: &Position, to: &Position) -> Result<u8, Illegal> {
        let taken = self.taken(from, to)?;
        let number = |e| Illegal::Unsolved(SolveError::Number(e));
        let GameKind::TwoPile(rules) = self.game.kind() else {
            return if self.is_pile_move(from, &taken) { Ok(0) } else { Err(self.not_a_move(taken)) };
        };
        let (Some(point), Some(there)) = (point(from, &taken), point(to, &nothing())) else {
            return Err(self.not_a_move(taken));
        };
        if !rules.exists(&there).map_err(number)? {
            return Err(Illegal::NoSquare { to: to.clone() });
        }
        if !rules.is_move(&point).map_err(number)? {
            return Err(self.not_a_move(taken));
        }
        let mut signature = 0;
        for (line, class) in self.classes.iter().enumerate() {
            signature |= u8::from(class.holds_at(&point).map_err(number)?) << line;
        }
        Ok(signature)
    }

    /// Why there is no option, known that there is none: what rules out the move itself, or else the memory.
    pub(crate) fn why_not(&self, from: &Position, to: &Position) -> Illegal {
        match self.signature(from, to) {
            Err(reason) => reason,
            Ok(_) => {
                let rule = self.game.ruleset().and_then(|r| r.imitation);
                Illegal::Imitates { last: None, allowed: rule.map_or(0, |r| r.allowed.saturating_sub(1)) }
            }
        }
    }

    fn not_a_move(&self, taken: Position) -> Illegal {
        let moves = match self.game.kind() {
            GameKind::TwoPile(rules) => rules.moves.iter().map(|m| m.name.as_str()).collect(),
            GameKind::Piles(_) => vec![self.game.title()],
        };
        Illegal::NotAMove { taken, moves: moves.join(", ") }
    }

    fn is_pile_move(&self, from: &Position, taken: &Position) -> bool {
        let (GameKind::Piles(game), Some(from), Some(taken)) =
            (self.game.kind(), from.as_small(), taken.as_small())
        else {
            return false;
        };
        let found = game.rule.removals(&from, &mut |removal| match removal == taken {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    /// What the rules call their kinds of move, in their order.
    pub(crate) fn all_kinds(&self) -> Vec<String> {
        match self.game.kind() {
            GameKind::TwoPile(rules) => rules.moves.iter().map(|m| m.name.clone()).collect(),
            GameKind::Piles(_) => Vec::new(),
        }
    }

    /// What the rules call a move that is one.
    pub(crate) fn kinds(&self, from: &Position, to: &Position) -> Vec<String> {
        let Ok(taken) = self.taken(from, to) else { return Vec::new() };
        match self.game.kind() {
            GameKind::TwoPile(rules) => two_pile_kinds(rules, from, &taken),
            GameKind::Piles(_) => {
                let touched = taken.piles().iter().filter(|n| **n != Natural::from(0u8)).count();
                vec![if touched == 1 { "one pile".to_owned() } else { format!("{touched} piles") }]
            }
        }
    }
}

fn two_pile_kinds(rules: &Ruleset, from: &Position, taken: &Position) -> Vec<String> {
    let Some(point) = point(from, taken) else { return Vec::new() };
    let holds = |when: &Formula| when.holds_at(&point).unwrap_or(false);
    rules.moves.iter().filter(|m| holds(&m.when)).map(|m| m.name.clone()).collect()
}

fn point(from: &Position, taken: &Position) -> Option<Point> {
    match (from.piles(), taken.piles()) {
        ([x, y], [s, t]) => Some(Point::new(x, y, s, t)),
        _ => None,
    }
}

fn nothing() -> Position {
    Position::small(&[0, 0])
}
