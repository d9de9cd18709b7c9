//! The family of the rulebook's games: which of them is which other one, for which values of its parameters.
//!
//! Nothing here is written down by hand: every parameter is left open or fixed to 0 or 1, the parameters of the other game are taken to
//! be those that are open or products of two of them, and what the rules then say is compared at all sizes ([`Kinship`]'s
//! equality, proved), for several values of the open parameters.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_solve::family::family;
//! let family = family(&Budget::default())?;
//! let kin = family.iter().find(|kin| kin.general == "modular" && kin.special == "k-wythoff").unwrap();
//! assert_eq!(kin.to_string(), "modular with m = 1 is k-wythoff");
//! # Ok::<(), wythoff_budget::Limit>(())
//! ```
//!
//! [`Kinship`]: super::kinship::Kinship

use super::beatty::same_rules;
use std::fmt;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::Game;
use wythoff_rules::rulebook::entries;
use wythoff_rules::{Ruleset, Twist};

/// A game that is another one for some values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kin {
    /// The game with more parameters.
    pub general: &'static str,
    /// The game that it becomes.
    pub special: &'static str,
    /// Which of its parameters have which value.
    pub fixed: Vec<(String, u32)>,
    /// For each parameter of the special game the open parameters of the general one whose product it is.
    pub values: Vec<(String, Vec<String>)>,
}

impl Kin {
    /// What has to hold, such as `m = 1` or `l = 0, k is k·m`.
    #[must_use]
    pub fn condition(&self) -> String {
        let fixed = self.fixed.iter().map(|(name, value)| format!("{name} = {value}"));
        let renamed = self.values.iter().filter(|(name, product)| product.as_slice() != [name.as_str()]);
        let renamed = renamed.map(|(name, product)| format!("{name} is {}", product.join("·")));
        fixed.chain(renamed).collect::<Vec<_>>().join(", ")
    }

    /// The names of both games for values of the parameters that are open, in the order of the general one.
    #[must_use]
    pub fn names(&self, open: &[u32]) -> (String, String) {
        let parameters = parameters(self.general);
        let mut next = open.iter();
        let values: Vec<(String, u32)> = parameters
            .into_iter()
            .map(|name| match self.fixed.iter().find(|(fixed, _)| *fixed == name) {
                Some((_, value)) => (name, *value),
                None => (name, next.next().copied().unwrap_or(2)),
            })
            .collect();
        let value = |name: &String| values.iter().find(|(n, _)| n == name).map_or(1, |(_, v)| *v);
        let special: Vec<(String, u32)> = self
            .values
            .iter()
            .map(|(name, product)| (name.clone(), product.iter().map(value).product()))
            .collect();
        (written(self.general, &values), written(self.special, &special))
    }
}

impl fmt::Display for Kin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} is {}", self.general, self.condition(), self.special)
    }
}

fn written(name: &str, values: &[(String, u32)]) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if values.is_empty() { name.to_owned() } else { format!("{name}({})", values.join(",")) }
}

/// The games on two piles.
fn games() -> impl Iterator<Item = &'static wythoff_rules::rulebook::Entry> {
    entries().filter(|entry| !entry.has_many_piles())
}

fn parameters(name: &str) -> Vec<String> {
    games().find(|entry| entry.name == name).map_or_else(Vec::new, wythoff_rules::rulebook::Entry::parameters)
}

/// Values of the open parameters for which rules are compared.
const SAMPLES: [[u32; 3]; 3] = [[2, 3, 5], [3, 2, 7], [5, 4, 3]];

/// All games of the rulebook on two piles that are others for fixed parameters, without what follows from two such steps.
///
/// # Errors
/// If the budget says stop.
pub fn family(budget: &Budget) -> Result<Vec<Kin>, Limit> {
    let mut all: Vec<Kin> = Vec::new();
    for general in games() {
        for special in games().filter(|special| special.name != general.name) {
            budget.poll()?;
            all.extend(kin(general.name, special.name));
        }
    }
    let follows = |kin: &Kin| {
        all.iter().any(|first| {
            first.general == kin.general
                && first.special != kin.special
                && all.iter().any(|second| second.general == first.special && second.special == kin.special)
        })
    };
    Ok(all.iter().filter(|kin| !follows(kin)).cloned().collect())
}

/// The weakest condition under which one game is the other, if one is found.
fn kin(general: &'static str, special: &'static str) -> Option<Kin> {
    let (ours, theirs) = (parameters(general), parameters(special));
    let mut choices: Vec<Vec<Option<u32>>> = vec![Vec::new()];
    for _ in &ours {
        let with = |value: Option<u32>| choices.iter().map(move |c| [c.clone(), vec![value]].concat());
        choices = [None, Some(1), Some(0)].into_iter().flat_map(with).collect();
    }
    // The fewer are fixed, the more is said.
    choices.sort_by_key(|choice| choice.iter().flatten().count());
    for choice in choices {
        let fixed: Vec<(String, u32)> =
            ours.iter().cloned().zip(&choice).filter_map(|(name, value)| Some((name, (*value)?))).collect();
        let open: Vec<String> =
            ours.iter().zip(&choice).filter(|(_, value)| value.is_none()).map(|(n, _)| n.clone()).collect();
        // A game with the same parameters under another name would be no special case.
        if fixed.is_empty() {
            continue;
        }
        for products in assignments(&open, theirs.len()) {
            let values = theirs.iter().cloned().zip(products).collect();
            let found = Kin { general, special, fixed: fixed.clone(), values };
            if holds(&found, open.len()) {
                return Some(found);
            }
        }
    }
    None
}

/// All ways to use every open parameter exactly once, in single ones or products of two.
fn assignments(open: &[String], count: usize) -> Vec<Vec<Vec<String>>> {
    if count == 0 {
        return if open.is_empty() { vec![Vec::new()] } else { Vec::new() };
    }
    let mut firsts: Vec<Vec<usize>> = (0..open.len()).map(|i| vec![i]).collect();
    firsts.extend((0..open.len()).flat_map(|i| (i + 1..open.len()).map(move |j| vec![i, j])));
    let mut all = Vec::new();
    for first in firsts {
        let rest: Vec<String> =
            (0..open.len()).filter(|i| !first.contains(i)).map(|i| open[i].clone()).collect();
        let product: Vec<String> = first.iter().map(|i| open[*i].clone()).collect();
        let others = assignments(&rest, count - 1);
        all.extend(others.into_iter().map(|other| [vec![product.clone()], other].concat()));
    }
    all
}

fn holds(kin: &Kin, open: usize) -> bool {
    let samples = if open == 0 { &SAMPLES[..1] } else { &SAMPLES[..] };
    samples.iter().all(|sample| {
        let (general, special) = kin.names(&sample[..open.min(3)]);
        let (Ok(a), Ok(b)) = (Game::named(&general), Game::named(&special)) else { return false };
        let (Some(a), Some(b)) = (a.ruleset(), b.ruleset()) else { return false };
        !differ_nearby(a, b) && same_rules(a, b)
    })
}

/// Do the moves differ somewhere near the origin? Then no proof has to be looked for.
fn differ_nearby(a: &Ruleset, b: &Ruleset) -> bool {
    let kind = |rules: &Ruleset| {
        let limits = |rules: &Ruleset| match &rules.twist {
            Twist::None => Vec::new(),
            Twist::Block(blocks) => {
                blocks.iter().map(|block| block.limit).filter(|limit| *limit > 0).collect()
            }
            Twist::Comply(parts) => parts.iter().map(|part| part.least).collect(),
        };
        (limits(rules), matches!(rules.twist, Twist::Comply(_)), rules.play, rules.imitation)
    };
    let moves = |rules: &Ruleset, point: &Point| {
        rules.moves.iter().any(|kind| kind.when.holds_at(point).unwrap_or(false))
    };
    let near = |x: u32, y: u32| {
        let removals = (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t))).skip(1);
        removals.into_iter().any(|(s, t)| {
            let [x, y, s, t] = [x, y, s, t].map(u64::from);
            let point = Point::small(x, y, s, t);
            moves(a, &point) != moves(b, &point)
        })
    };
    kind(a) != kind(b) || [(7, 9), (8, 5)].into_iter().any(|(x, y)| near(x, y))
}
