//! Imitation Nim at any size, behind the same face as the other theorems.

use super::beatty::{PSet as _, RecursivePairs};
use super::imitation::{ImitationNim, ImitationState, ReplayError};
use super::rays::RayGame;
use super::stream::Stream;
use super::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use super::{Answer, Ground, MethodUsed, SolveError};
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Play, Ruleset, Twist};

/// (p,m)-Imitation Nim, recognised by its rules.
#[derive(Clone, Debug)]
pub struct MemoryTheorem {
    game: ImitationNim,
}

impl MemoryTheorem {
    /// The theorem for this ruleset: Nim moves, the memory rule, and nothing else.
    #[must_use]
    pub fn recognise(ruleset: &Ruleset) -> Option<MemoryTheorem> {
        let rule = ruleset.imitation?;
        if ruleset.twist != Twist::None || ruleset.play == Play::Misere || ruleset.position.is_some() {
            return None;
        }
        let without = Ruleset { imitation: None, ..ruleset.clone() };
        let rays = RayGame::recognise(&without).ok()?;
        let tails = &rays.moves().tails;
        let full = |step: (u64, u64)| tails.iter().any(|t| t.start == step && t.step == step);
        let nim = rays.moves().singles.is_empty() && tails.len() == 2 && full((1, 0)) && full((0, 1));
        let small = |n: u64| u32::try_from(n).ok();
        if !nim {
            return None;
        }
        Some(MemoryTheorem { game: ImitationNim::new(small(rule.allowed)?, small(rule.width)?).ok()? })
    }

    /// The same theorem, computing within a budget.
    #[must_use]
    pub fn within(&self, budget: &Budget) -> MemoryTheorem {
        MemoryTheorem { game: self.game.clone().within(budget) }
    }

    /// The game without memory whose P-positions are those of this one at the beginning of play: a position without a history is P
    /// exactly if it is a pair of (p,m)-Wythoff Nim.
    #[must_use]
    pub fn starts(&self) -> Option<Game> {
        let wythoff = self.game.wythoff();
        match (wythoff.p(), wythoff.m()) {
            (1, 1) => Game::named("WN"),
            (p, m) => Game::named(&format!("({p},{m})WN")),
        }
        .ok()
    }

    /// On what its answers rest.
    #[must_use]
    pub fn ground() -> Ground {
        Ground::Theorem(
            "the Main Theorem of Larsson, \"2-pile Nim with a restricted number of move-size imitations\""
                .to_owned(),
        )
    }

    /// Everything about the last position of a play.
    ///
    /// # Errors
    /// A position of other than two piles, an illegal history, a computation beyond its limits.
    pub fn answer(&self, history: &[Position]) -> Result<Answer, SolveError> {
        let state = self.replay(history)?;
        let verdict = self.game.verdict(&state)?;
        let winning = self.game.winning_moves(&state)?;
        let (x, y) = state.piles();
        let position = Position::new(vec![x.clone(), y.clone()]);
        let mut winning_moves: Vec<Position> =
            winning.iter().map(|w| Position::new(vec![w.to.0.clone(), w.to.1.clone()])).collect();
        winning_moves.sort();
        winning_moves.dedup();
        Ok(Answer {
            terminal: self.is_terminal(&state),
            position,
            outcome: Outcome::p_if(verdict.is_p()),
            winning_moves,
            block: Vec::new(),
            propose: Vec::new(),
            all_but: None,
            options: None,
            reason: Some(verdict.to_string()),
            method: MethodUsed::Imitation,
            ground: MemoryTheorem::ground(),
        })
    }

    /// P-positions among starting positions from the n-th on, x ≤ y: the pairs of (p,m)-Wythoff Nim.
    ///
    /// # Errors
    /// A computation beyond its limits.
    pub fn listed_from(&self, from: &Natural, count: usize) -> Result<Vec<Position>, SolveError> {
        let pairs = self.game.wythoff().pairs(from, count as u64)?;
        Ok(pairs.into_iter().map(|(a, b)| Position::new(vec![a, b])).collect())
    }

    fn replay(&self, history: &[Position]) -> Result<ImitationState, SolveError> {
        let mut pairs: Vec<(Natural, Natural)> = Vec::with_capacity(history.len());
        for position in history {
            let [x, y] = position.piles() else {
                let (game, found) = ("Imitation Nim".to_owned(), position.piles().len());
                return Err(SolveError::Piles { game, expected: 2, found });
            };
            pairs.push((x.clone(), y.clone()));
        }
        self.game.replay(&pairs).map_err(|e: ReplayError| SolveError::History(e.to_string()))
    }

    /// No move: empty piles, or one pile whose only tokens may not be taken.
    fn is_terminal(&self, state: &ImitationState) -> bool {
        let (x, y) = state.piles();
        let zero = Natural::from(0u8);
        let sum = x + y;
        // With n tokens in one pile there are n moves, of which the rule forbids those of m consecutive sizes.
        if *x != zero && *y != zero {
            return false;
        }
        let largest = u64::try_from(&sum).unwrap_or(u64::MAX).min(100_000);
        (1..=largest).all(|taken| {
            let left = &sum - Natural::from(taken);
            let (a, b) = if *x == zero { (zero.clone(), left) } else { (left, zero.clone()) };
            self.game.move_to(state, &a, &b).is_err()
        })
    }
}

/// The theorem about Imitation Nim, at any size.
#[derive(Clone, Copy, Debug)]
pub struct ByMemoryTheorem;

impl Way for ByMemoryTheorem {
    fn method(&self) -> Method {
        Method::Beatty
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        let theorem = game.ruleset().and_then(MemoryTheorem::recognise);
        let theorem =
            theorem.ok_or("no theorem is known about its P-positions, so no formula is known for them")?;
        Ok(Box::new(Remembering { game: Arc::clone(game), theorem }))
    }
}

#[derive(Debug)]
struct Remembering {
    game: Arc<Game>,
    theorem: MemoryTheorem,
}

impl Remembering {
    fn cannot(&self, why: &str) -> SolveError {
        cannot(&self.game, Method::Beatty, why)
    }
}

impl Solution for Remembering {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn ask(&self, position: &Position, history: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let steps: Vec<Position> = history.iter().chain([position]).cloned().collect();
        self.theorem.within(budget).answer(&steps)
    }

    fn list_to(&self, _: u32, _: &Budget) -> Result<Vec<Position>, SolveError> {
        Err(self.cannot("boards of games with memory are solved by definition"))
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.theorem.within(budget).listed_from(from, count)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        RecursivePairs::new(self.theorem.within(budget).game.wythoff().clone()).count_to(to).map(Some)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        Err(self.cannot("columns of games with memory are not listed"))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let theorem = self.theorem.within(budget);
        Pane::fill(frame, budget, |i, j| {
            budget.poll()?;
            let piles = vec![&frame.x + Natural::from(i), &frame.y + Natural::from(j)];
            Ok(Some(theorem.answer(&[Position::new(piles)])?.outcome))
        })
    }
}
