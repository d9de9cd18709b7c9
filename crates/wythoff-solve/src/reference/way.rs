//! The definition of play as a way of solving: every game, on small piles.

use super::{affordable, possible};
use crate::capacity::{column_capacity, endless};
use crate::exhaustive::Exhaustive;
use crate::kept::{Kept, grown};
use crate::pile_reference::PileReference;
use crate::rays;
use crate::stream::{Dense, Stream, Top, huge_index};
use crate::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::{Answer, SolveError};
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::game::{Game, GameKind};
use wythoff_rules::piles::PileGame;
use wythoff_rules::position::Position;

/// Positions of two-pile games with piles up to this are answered by the reference, which is quick enough there: in a tenth of a second
/// also where moves fill areas, and the work grows with the fourth power.
const QUICK: u64 = 40;
/// The last pile of a position on n piles is looked for up to here.
const LARGEST_LAST_PILE: u32 = 200;
/// Boards of n piles have at most so many positions.
const MOST_ON_PILES: u128 = 20_000_000;
/// Lists are not counted up to a larger index by definition.
const LARGEST_INDEX: usize = 1_000_000;

/// The definition of play.
#[derive(Clone, Copy, Debug)]
pub struct ByDefinition;

impl Way for ByDefinition {
    fn method(&self) -> Method {
        Method::Reference
    }

    fn suits(&self, game: &Game, position: &Position) -> bool {
        let small = position.piles().iter().all(|n| *n <= Natural::from(QUICK));
        small || game.has_memory() || game.ruleset().is_none()
    }

    fn suits_lists(&self, game: &Game) -> bool {
        game.has_memory() || game.ruleset().is_none()
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        Ok(Box::new(ByPlay { game: Arc::clone(game), kept: Kept::nothing() }))
    }
}

#[derive(Debug)]
struct ByPlay {
    game: Arc<Game>,
    /// What was solved for the last question, and up to which piles.
    kept: Kept<(Vec<u32>, Exhaustive)>,
}

impl Solution for ByPlay {
    fn reach(&self) -> Reach {
        match self.game.ruleset() {
            Some(rules) => Reach::Piles(affordable(rules, &Budget::default())),
            None => Reach::Piles(u64::from(LARGEST_LAST_PILE)),
        }
    }

    fn ask(&self, position: &Position, history: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        let (steps, largest) = Exhaustive::steps(&self.game, position, history, budget)?;
        let (piles, mut solved) = self.solved(&largest, budget)?;
        let answer = solved.replay(&steps).and_then(|state| solved.answer(&state));
        self.kept.put((piles, solved));
        answer
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        match self.game.kind() {
            GameKind::TwoPile(_) => {
                let solved = Exhaustive::solve(&self.game, &[to, to], budget)?;
                Ok(self.listed(&solved).into_iter().map(square).collect())
            }
            GameKind::Piles(game) => self.piles_to(game, to, budget),
        }
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let start = usize::try_from(from).ok().filter(|n| *n <= LARGEST_INDEX).ok_or_else(huge_index)?;
        let mut first = match self.game.kind() {
            GameKind::TwoPile(_) => self.first(start + count, budget)?,
            GameKind::Piles(game) => self.first_on_piles(game, start + count, budget)?,
        };
        Ok(first.split_off(start))
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        let capacity = column_capacity(self.two_piles()?).ok_or_else(|| endless(&self.game))?;
        Ok(self.dense(Top::Capacity(capacity)))
    }

    fn stream_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        self.two_piles()?;
        Ok(self.dense(Top::Row(height)).labelled(height))
    }

    fn stream_in_all_orders(&self) -> Result<Stream, SolveError> {
        let capacity = column_capacity(self.two_piles()?).ok_or_else(|| endless(&self.game))?;
        Ok(self.dense_in_all_orders(Top::Capacity(capacity)))
    }

    fn stream_in_all_orders_up_to(&self, height: u64) -> Result<Stream, SolveError> {
        self.two_piles()?;
        Ok(self.dense_in_all_orders(Top::Row(height)).labelled(height))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        if self.game.ruleset().is_none() {
            return Err(cannot(&self.game, Method::Reference, "windows are of games on two piles"));
        }
        let far = frame.far_corner();
        let Some(((x, y), far)) = frame.within(u64::from(u32::MAX)) else {
            return Err(too_large(&self.game, &far, budget));
        };
        let [x, y, width, height] = [x, y, far.0, far.1].map(|n| n as u32);
        let mut solved = Exhaustive::solve(&self.game, &[width, height], budget)?;
        Pane::fill(frame, budget, |i, j| match solved.start(&[x + i, y + j]) {
            Ok(state) => solved.outcome(&state).map(Some),
            Err(SolveError::NoSquare { .. }) => Ok(None),
            Err(other) => Err(other),
        })
    }
}

/// The error for a position beyond what the definition reaches.
pub(crate) fn too_large(game: &Game, position: &Position, budget: &Budget) -> SolveError {
    SolveError::TooLarge {
        wanted: format!("the position {}", position.shortened()),
        possible: match game.ruleset() {
            Some(rules) => possible(rules, budget),
            None => "by definition a position with smaller piles".to_owned(),
        },
    }
}

fn square((x, y): (u32, u32)) -> Position {
    Position::small(&[x.into(), y.into()])
}

fn position_of(piles: &[u32]) -> Position {
    Position::small(&piles.iter().map(|p| u64::from(*p)).collect::<Vec<_>>())
}

impl ByPlay {
    /// The game solved at least up to these piles, and up to which.
    fn solved(&self, asked: &[u32], budget: &Budget) -> Result<(Vec<u32>, Exhaustive), SolveError> {
        let kept = self.kept.take();
        let before = kept.as_ref().map(|(piles, _)| piles.clone());
        if let Some((piles, mut solved)) = kept
            && (self.game.ruleset().is_none() || piles.iter().zip(asked).all(|(before, n)| before >= n))
        {
            solved.renew(budget);
            return Ok((piles, solved));
        }
        let more = |(i, n): (usize, &u32)| {
            let before = before.as_ref().and_then(|piles| piles.get(i)).map(|n| u64::from(*n));
            u32::try_from(grown(u64::from(*n), before)).unwrap_or(*n)
        };
        let grown: Vec<u32> = asked.iter().enumerate().map(more).collect();
        if grown != asked {
            match Exhaustive::solve(&self.game, &grown, budget) {
                // Only what was asked for has to be possible.
                Err(SolveError::TooLarge { .. }) => {}
                solved => return Ok((grown, solved?)),
            }
        }
        Ok((asked.to_vec(), Exhaustive::solve(&self.game, asked, budget)?))
    }

    /// The rules, if they are for two piles.
    fn two_piles(&self) -> Result<&Ruleset, SolveError> {
        let why = "columns are listed of games on two piles only";
        self.game.ruleset().ok_or_else(|| cannot(&self.game, Method::Reference, why))
    }

    fn dense(&self, top: Top) -> Stream {
        Stream::new(&self.game, Method::Reference, Dense::new(&self.game, Method::Reference, top))
    }

    fn dense_in_all_orders(&self, top: Top) -> Stream {
        let dense = Dense::new(&self.game, Method::Reference, top).in_all_orders();
        Stream::new(&self.game, Method::Reference, dense).labelled_all()
    }

    /// The P-positions of a board as they are listed: of symmetric games only x ≤ y.
    fn listed(&self, solved: &Exhaustive) -> Vec<(u32, u32)> {
        let all = solved.p_positions(false);
        // Symmetry of the rules may rest on trying small cases; the board has the last word.
        let mirrored = |p: &(u32, u32)| all.binary_search(&(p.1, p.0)).is_ok();
        if rays::is_symmetric(&self.game) && all.iter().all(mirrored) {
            return all.into_iter().filter(|(x, y)| x <= y).collect();
        }
        all
    }

    fn piles_to(&self, game: &PileGame, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.few_enough(game.piles, to)?;
        let mut reference = PileReference::within(*game, budget.clone());
        let mut found = Vec::new();
        let mut piles = vec![0_u32; game.piles];
        loop {
            if reference.is_p(&piles)? {
                found.push(position_of(&piles));
            }
            // The next tuple with x ≤ y ≤ z … in lexicographic order.
            let Some(i) = (0..piles.len()).rev().find(|i| piles[*i] < to) else { return Ok(found) };
            let next = piles[i] + 1;
            piles[i..].fill(next);
        }
    }

    /// Refuses boards of n piles with more positions than can be looked at.
    fn few_enough(&self, piles: usize, to: u32) -> Result<(), SolveError> {
        // Positions x ≤ y ≤ z … with piles up to `to`: one binomial coefficient, exact at every step.
        let positions = |to: u32| {
            (1..=piles as u128).try_fold(1_u128, |n, i| Some(n.checked_mul(u128::from(to) + i)? / i))
        };
        if positions(to).is_some_and(|n| n <= MOST_ON_PILES) {
            return Ok(());
        }
        Err(SolveError::TooLarge {
            wanted: format!("all positions of {} up to {to}", self.game.name()),
            possible: format!("a board of at most {MOST_ON_PILES} positions"),
        })
    }

    /// The first P-positions of a two-pile game. The board grows until the list is certain: every column before the last
    /// one of the list holds as many P-positions as single-pile moves leave room for.
    fn first(&self, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let capacity = self.game.ruleset().and_then(column_capacity);
        let mut to = 16_u32;
        loop {
            let (list, certain) = self.prefix(to, count, capacity, budget)?;
            if certain {
                return Ok(list);
            }
            if capacity.is_none() && to >= 256 {
                return Err(SolveError::Uncertain { game: self.game.name().to_owned() });
            }
            to = to.saturating_mul(2);
        }
    }

    /// The first positions of a board, and whether they are certainly the first of all.
    fn prefix(
        &self,
        to: u32,
        count: usize,
        capacity: Option<u64>,
        budget: &Budget,
    ) -> Result<(Vec<Position>, bool), SolveError> {
        let solved = Exhaustive::solve(&self.game, &[to, to], budget)?;
        let list: Vec<(u32, u32)> = self.listed(&solved).into_iter().take(count).collect();
        let last = list.last().map_or(0, |(x, _)| *x);
        // Columns before the last must be full; the last one counts only as far as the list goes.
        let mut columns = vec![0_u64; last as usize];
        for (x, _) in solved.p_positions(false) {
            if let Some(column) = columns.get_mut(x as usize) {
                *column += 1;
            }
        }
        let full = |held: &u64| capacity.is_some_and(|capacity| *held >= capacity);
        let certain = list.len() == count && columns.iter().all(full);
        Ok((list.into_iter().map(square).collect(), certain))
    }

    /// On n piles: beside given other piles at most one last pile makes a P-position, where it can be made smaller
    /// freely. So each is looked for, as far as it can be found.
    fn first_on_piles(
        &self,
        game: &PileGame,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        let uncertain = || SolveError::Uncertain { game: self.game.name().to_owned() };
        if game.rule.has_memory() {
            return Err(uncertain());
        }
        let mut reference = PileReference::within(*game, budget.clone());
        let mut found = Vec::new();
        let mut piles = vec![0_u32; game.piles];
        let last = game.piles - 1;
        while found.len() < count {
            let mut partner = None;
            for size in 0..=LARGEST_LAST_PILE {
                piles[last] = size;
                if reference.is_p(&piles)? {
                    partner = Some(size);
                    break;
                }
            }
            let size = partner.ok_or_else(uncertain)?;
            if size >= piles[last - 1] {
                found.push(position_of(&piles));
            }
            piles[last - 1] += 1;
        }
        Ok(found)
    }
}
