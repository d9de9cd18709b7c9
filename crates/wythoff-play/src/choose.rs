//! What a perfect player chooses, given who wins after each option and how long that takes.
//!
//! A winner wants the game to be short, a loser wants it to be long. Both are a matter of sorting: to leave nothing
//! longer than some length, everything longer has to be forbidden, and whatever can be forbidden together can also be
//! in part. So the winner who forbids begins with the longest, the loser with the shortest, each as far as it goes.

use super::facts::Facts;
use wythoff_rules::position::Outcome;
use wythoff_rules::{Play, Twist};

/// An option as a chooser sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// In which classes of the twist it is.
    pub(crate) signature: u8,
    /// Who wins there.
    pub(crate) outcome: Outcome,
    /// How long the game lasts from there: moves, if they are known, then tokens.
    pub(crate) length: (u32, u64),
}

impl Weighed {
    fn wins(&self) -> bool {
        self.outcome.is_p()
    }
}

/// The move to choose among these options, by their places; `None` if there are none.
pub(crate) fn best_move(options: &[Weighed], allowed: &[usize]) -> Option<usize> {
    let length = |i: &&usize| options[**i].length;
    let winning = allowed.iter().filter(|i| options[**i].wins()).min_by_key(length);
    winning.or_else(|| allowed.iter().max_by_key(length)).copied()
}

/// What is left after forbidding, or what is proposed.
pub(crate) fn left(forbidden: &[usize], options: usize) -> Vec<usize> {
    (0..options).filter(|i| !forbidden.contains(i)).collect()
}

/// The options to forbid at a position of this outcome, ascending.
pub(crate) fn best_to_forbid(facts: &Facts, outcome: Outcome, options: &[Weighed]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..options.len()).collect();
    // The moves that have to go first, in the order in which they matter.
    order.sort_by_key(|i| options[*i].length);
    let fits = |forbidden: &[usize], more: &[usize]| {
        let all: Vec<u8> = forbidden.iter().chain(more).map(|i| options[*i].signature).collect();
        facts.can_forbid(&all)
    };
    let mut forbidden: Vec<usize> = Vec::new();
    for i in order.iter().copied().filter(|i| options[*i].wins()) {
        if fits(&forbidden, &[i]) {
            forbidden.push(i);
        }
    }
    let misere = facts.play == Play::Misere;
    if outcome.is_p() {
        forbidden.extend(shortening(options, &order, &forbidden, misere, &fits));
    }
    if misere && forbidden.len() == options.len() {
        // Who cannot move has won: leave the longest way.
        forbidden.pop();
    }
    forbidden.sort_unstable();
    forbidden
}

/// Losing moves that a winner forbids besides, because the game is shorter without them.
fn shortening(
    options: &[Weighed],
    order: &[usize],
    forbidden: &[usize],
    misere: bool,
    fits: &dyn Fn(&[usize], &[usize]) -> bool,
) -> Vec<usize> {
    let losing: Vec<usize> = order.iter().rev().copied().filter(|i| !options[*i].wins()).collect();
    let mut count = 0;
    while count < losing.len() && fits(forbidden, &losing[..=count]) {
        count += 1;
    }
    // In misère play the last one has to stay.
    if misere && count == losing.len() {
        count = count.saturating_sub(1);
    }
    // What lasts as long as the longest that stays need not go.
    let longest = losing.get(count).map(|i| options[*i].length.0);
    losing.into_iter().take(count).filter(|i| longest.is_none_or(|l| options[*i].length.0 > l)).collect()
}

/// The options to propose at a position of this outcome, ascending; `None` if there are not enough.
pub(crate) fn best_to_propose(facts: &Facts, outcome: Outcome, options: &[Weighed]) -> Option<Vec<usize>> {
    // From what serves the proposer best to what serves worst.
    let mut order: Vec<usize> = (0..options.len()).collect();
    if outcome.is_p() {
        order.sort_by_key(|i| (options[*i].wins(), options[*i].length));
    } else {
        order.sort_by_key(|i| (options[*i].wins(), std::cmp::Reverse(options[*i].length)));
    }
    let place = |i: &usize| order.iter().position(|j| j == i);
    let mut best: Option<(Option<usize>, Vec<usize>)> = None;
    for (line, allowance) in facts.allowances.iter().enumerate() {
        let in_class = |i: &&usize| allowance.count == 0 || options[**i].signature >> line & 1 == 1;
        let count = usize::try_from(allowance.count).unwrap_or(usize::MAX);
        // Nothing to choose from ends the game, which only a winner of normal play wants.
        let nothing_wins = outcome.is_p() && facts.play == Play::Normal;
        let wanted = if nothing_wins { count } else { count.max(1) };
        let chosen: Vec<usize> = order.iter().filter(in_class).take(wanted).copied().collect();
        if chosen.len() < count {
            continue;
        }
        // How bad the worst of them is.
        let worst = chosen.iter().filter_map(place).max();
        if best.as_ref().is_none_or(|(least, _)| worst < *least) {
            best = Some((worst, chosen));
        }
    }
    best.map(|(_, mut chosen)| {
        chosen.sort_unstable();
        chosen
    })
}

/// How many moves the game lasts when the choosers above play it; all lengths have to be known.
pub(crate) fn moves_left(facts: &Facts, outcome: Outcome, options: &[Weighed]) -> u32 {
    let allowed = match &facts.twist {
        Twist::None => (0..options.len()).collect(),
        Twist::Block(_) => left(&best_to_forbid(facts, outcome, options), options.len()),
        Twist::Comply(_) => best_to_propose(facts, outcome, options).unwrap_or_default(),
    };
    best_move(options, &allowed).map_or(0, |i| options[i].length.0.saturating_add(1))
}
