//! The perfect player at piles that no board can hold: winning decisions from what theorems and certificates name,
//! losing ones by a rule of thumb.

use super::act::Act;
use super::advice::{Advice, Basis, Question, is_allowed};
use super::facts::Facts;
use super::place::{Candidate, Place};
use super::solved::ask;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Play, Twist};
use wythoff_solve::{Answer, SolveError};

/// Removals up to so many tokens from a pile are tried when every move loses.
const FARTHEST_TRIED: u64 = 40;

/// Advice at a far place; `None` if nothing that can be decided is found.
pub(crate) fn advice(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    question: &Question<'_>,
    budget: &Budget,
) -> Result<Option<Advice>, SolveError> {
    let answer = place.answer()?;
    match question {
        Question::Twist => twist(facts, place, &answer),
        Question::Move { forbidden, proposed } => {
            let winning = match proposed {
                None => best_known(&answer, forbidden),
                Some(list) => first_p(facts, steps, list, budget)?,
            };
            let wins = winning.is_some();
            let to = match (winning, proposed) {
                (Some(to), _) => Some(to),
                (None, Some(list)) => list.iter().max_by_key(|p| tokens(p)).cloned(),
                (None, None) => {
                    let open = |c: &&Candidate| is_allowed(&c.0, forbidden, None);
                    let near = near_options(facts, place);
                    near.iter()
                        .filter(open)
                        .find(|c| is_legal(facts, steps, &c.0, budget))
                        .map(|c| c.0.clone())
                }
            };
            Ok(to.map(|to| Advice { act: Act::Move(to), wins, basis: Basis::Tokens }))
        }
    }
}

/// The named P-option with the fewest tokens. At an N-position they are the winning moves, at a P-position those that
/// should have been forbidden.
fn best_known(answer: &Answer, forbidden: &[Position]) -> Option<Position> {
    let named = answer.winning_moves.iter().chain(&answer.block);
    named.filter(|p| !forbidden.contains(p)).min_by_key(|p| tokens(p)).cloned()
}

/// A proposed P-position.
fn first_p(
    facts: &Facts,
    steps: &[Position],
    proposed: &[Position],
    budget: &Budget,
) -> Result<Option<Position>, SolveError> {
    for to in proposed {
        let steps: Vec<Position> = steps.iter().chain([to]).cloned().collect();
        if ask(&facts.ways, &steps, budget)?.outcome.is_p() {
            return Ok(Some(to.clone()));
        }
    }
    Ok(None)
}

fn twist(facts: &Facts, place: &Place, answer: &Answer) -> Result<Option<Advice>, SolveError> {
    let wins = answer.outcome == Outcome::P;
    let act = match &facts.twist {
        Twist::None => return Ok(None),
        Twist::Block(_) => {
            let mut named: Vec<&Position> = answer.winning_moves.iter().chain(&answer.block).collect();
            named.sort_by_key(|p| tokens(p));
            let (mut forbidden, mut signatures) = (Vec::new(), Vec::new());
            for to in named {
                let Ok(signature) = place.signature(facts, to) else { continue };
                signatures.push(signature);
                if facts.can_forbid(&signatures) {
                    forbidden.push(to.clone());
                } else {
                    signatures.pop();
                }
            }
            forbidden.sort();
            Act::Forbid(forbidden)
        }
        Twist::Comply(_) => {
            let serving =
                if wins { &answer.propose } else { answer.all_but.as_ref().unwrap_or(&answer.propose) };
            let with_signature =
                |to: &Position| place.signature(facts, to).ok().map(|signature| (to.clone(), signature));
            let mut candidates: Vec<Candidate> = serving.iter().filter_map(with_signature).collect();
            if !wins {
                for near in near_options(facts, place) {
                    if !candidates.contains(&near) {
                        candidates.push(near);
                    }
                }
            }
            let Some(proposed) = fewest(facts, &candidates) else { return Ok(None) };
            Act::Propose(proposed)
        }
    };
    Ok(Some(Advice { act, wins, basis: Basis::Tokens }))
}

/// The first candidates that are enough for one of the alternatives.
fn fewest(facts: &Facts, candidates: &[Candidate]) -> Option<Vec<Position>> {
    let misere = facts.play == Play::Misere;
    let enough = |line: usize, count: u64| -> Option<Vec<Position>> {
        // Proposing nothing loses misère play, and wins normal play.
        let (count, any) = (usize::try_from(count).ok()?.max(usize::from(misere)), count == 0);
        let in_class = candidates.iter().filter(|(_, signature)| any || signature >> line & 1 == 1);
        let chosen: Vec<Position> = in_class.take(count).map(|(to, _)| to.clone()).collect();
        (chosen.len() == count).then_some(chosen)
    };
    let lines = facts.allowances.iter().enumerate();
    lines.filter_map(|(line, a)| enough(line, a.count)).min_by_key(Vec::len)
}

/// Options that take little, the least first.
pub(crate) fn near_options(facts: &Facts, place: &Place) -> Vec<Candidate> {
    let from = place.position();
    let [x, y] = from.piles() else { return Vec::new() };
    let mut found = Vec::new();
    for sum in 1..=FARTHEST_TRIED {
        for s in 0..=sum {
            let (s, t) = (Natural::from(s), Natural::from(sum - s));
            if s > *x || t > *y {
                continue;
            }
            let to = Position::new(vec![x - s, y - t]);
            if let Ok(signature) = place.signature(facts, &to) {
                found.push((to, signature));
            }
        }
    }
    found
}

/// Does the memory of the game allow it? Everything else was looked at before.
pub(crate) fn is_legal(facts: &Facts, steps: &[Position], to: &Position, budget: &Budget) -> bool {
    if !facts.game.has_memory() {
        return true;
    }
    let steps: Vec<Position> = steps.iter().chain([to]).cloned().collect();
    ask(&facts.ways, &steps, budget).is_ok()
}

fn tokens(position: &Position) -> Natural {
    position.piles().iter().fold(Natural::from(0u8), |sum, pile| sum + pile)
}
