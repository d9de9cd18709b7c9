//! What a game with imitation remembers: how often the player to move has imitated in a row, and what would be an imitation now.

use super::facts::Facts;
use serde::Serialize;
use wythoff_number::Natural;
use wythoff_rules::Imitation;
use wythoff_rules::position::Position;

/// What is remembered, for whoever moves next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MemoryView {
    /// How many of this player's last moves in a row were imitations.
    pub count: u64,
    /// How many in a row are allowed.
    pub limit: u64,
    /// The moves that would imitate the last one, allowed or not.
    pub squares: Vec<Position>,
}

/// A step of a game: two positions in a row.
type Step<'a> = (&'a Position, &'a Position);

/// What can be imitated about a step: how much was taken, and from which pile an imitation takes. The pile that was taken from was
/// at most as large as the other.
fn imitable((from, to): Step<'_>) -> Option<(Natural, usize)> {
    let ([x, y], [u, v]) = (from.piles(), to.piles()) else { return None };
    match (u < x, v < y) {
        (true, false) if x <= y => Some((x - u, 1)),
        (false, true) if y <= x => Some((y - v, 0)),
        _ => None,
    }
}

/// Is a step an imitation of the one before?
fn imitates(rule: Imitation, before: Step<'_>, step: Step<'_>) -> bool {
    let Some((taken, pile)) = imitable(before) else { return false };
    let ([a, b], [c, d]) = (step.0.piles(), step.1.piles()) else { return false };
    let (other_stays, from, to) = if pile == 1 { (a == c, b, d) } else { (b == d, a, c) };
    if !other_stays || to >= from {
        return false;
    }
    let now = from - to;
    now >= taken && now < taken + Natural::from(rule.width)
}

/// What is remembered after these positions, oldest first.
pub(crate) fn memory_of(facts: &Facts, positions: &[Position]) -> Option<MemoryView> {
    let rule = facts.game.ruleset()?.imitation?;
    let steps: Vec<Step<'_>> = positions.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
    // How many imitations in a row a player has made with each step: one more than with the same player's step before.
    let mut counts: Vec<u64> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let so = i > 0 && imitates(rule, steps[i - 1], *step);
        let before = i.checked_sub(2).map_or(0, |i| counts[i]);
        counts.push(if so { before + 1 } else { 0 });
    }
    let count = steps.len().checked_sub(2).map_or(0, |i| counts[i]);
    let squares = match (steps.last(), positions.last()) {
        (Some(last), Some(here)) => candidates(facts, rule, *last, here),
        _ => Vec::new(),
    };
    Some(MemoryView { count, limit: rule.allowed.saturating_sub(1), squares })
}

/// More imitations than this are not named one by one.
const MOST: u64 = 1000;

fn candidates(facts: &Facts, rule: Imitation, last: Step<'_>, here: &Position) -> Vec<Position> {
    let Some((taken, pile)) = imitable(last) else { return Vec::new() };
    let mut found = Vec::new();
    for more in 0..rule.width.min(MOST) {
        let amount = &taken + Natural::from(more);
        let Some(left) = here.piles().get(pile).filter(|size| **size >= amount).map(|size| size - &amount)
        else {
            break;
        };
        let mut piles = here.piles().to_vec();
        piles[pile] = left;
        let to = Position::new(piles);
        if facts.signature(here, &to).is_ok() {
            found.push(to);
        }
    }
    found
}
