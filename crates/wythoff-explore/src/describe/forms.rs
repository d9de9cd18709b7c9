//! Readable forms of a set on a small board: finite, by residues, by differences; and whether it is invariant.

use super::{FittingForm, FormKind};
use std::collections::BTreeSet;
use wythoff_automata::product::Product;
use wythoff_automata::{Numeration, System};
use wythoff_budget::Budget;
use wythoff_check::{Certificate, Proved};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::evaluate::Point;
use wythoff_rules::position::Position;
use wythoff_rules::ruleset::{Move, Var};
use wythoff_rules::{Play, Ruleset, Twist};
use wythoff_solve::SolveError;
use wythoff_solve::exhaustive::is_terminal;
use wythoff_solve::way::Method;

/// Residues are tried up to this modulus, and differences up to this one.
const MODULUS: u32 = 12;
const WIDEST: i64 = 24;
/// Invariance is decided for squares up to this pile.
const CELLS: u32 = 40;

/// The P-positions of a board, both orders of the piles.
pub(super) struct Board {
    to: u32,
    set: BTreeSet<(u32, u32)>,
    half: bool,
}

impl Board {
    pub(super) fn of(ways: &Ways, to: u32, budget: &Budget) -> Result<Board, SolveError> {
        let listed = ways.list_to(Method::Auto, to, budget)?;
        let half = ways.is_symmetric();
        let mut set = BTreeSet::new();
        for piles in listed.iter().filter_map(Position::as_small) {
            set.insert((piles[0], piles[1]));
            if half {
                set.insert((piles[1], piles[0]));
            }
        }
        Ok(Board { to, set, half })
    }

    /// How far it reaches.
    pub(super) fn to(&self) -> u32 {
        self.to
    }

    /// The first P-positions; of symmetric games with x ≤ y.
    pub(super) fn first(&self, count: usize) -> Vec<Position> {
        let listed = self.set.iter().filter(|(x, y)| !self.half || x <= y).take(count);
        listed.map(|(x, y)| Position::small(&[u64::from(*x), u64::from(*y)])).collect()
    }

    /// The squares without a move, in words.
    pub(super) fn terminal(&self, ways: &Ways) -> Option<String> {
        let rules = ways.game().ruleset()?;
        const CORNER: u32 = 12;
        if rules.imitation.is_some() {
            return None;
        }
        let exists = |x: u32, y: u32| rules.exists(&Point::small(x.into(), y.into(), 0, 0)).unwrap_or(false);
        let ends = |x: u32, y: u32| exists(x, y) && is_terminal(rules, x, y).unwrap_or(false);
        let corner = (0..CORNER).flat_map(|x| (0..CORNER).map(move |y| (x, y)));
        let found: Vec<String> =
            corner.filter(|(x, y)| ends(*x, *y)).map(|(x, y)| format!("({x}, {y})")).collect();
        Some(match found.len() {
            0 => format!("no terminal position with piles below {CORNER}"),
            n if n <= 8 => format!("terminal positions with piles below {CORNER}: {}", found.join(", ")),
            n => format!("{n} terminal positions with piles below {CORNER}: {}, ...", found[..6].join(", ")),
        })
    }

    /// Forms that a person would say.
    pub(super) fn readable(&self, rules: &Ruleset, quick: &Budget) -> Vec<FittingForm> {
        let found =
            self.finite().or_else(|| self.residues(rules, quick)).or_else(|| self.differences(rules, quick));
        found.into_iter().collect()
    }

    fn finite(&self) -> Option<FittingForm> {
        let largest = self.set.iter().map(|(x, y)| x.max(y)).max()?;
        (*largest <= self.to / 4).then(|| FittingForm {
            kind: FormKind::Finite,
            claim: match self.set.len() {
                1 => format!("there is 1 P-position, with piles up to {largest}"),
                n => format!("there are {n} P-positions, all with piles up to {largest}"),
            },
            evidence: format!("agrees for all piles up to {}", self.to),
            proved: false,
        })
    }

    /// P exactly if a·x + b·y has certain remainders.
    fn residues(&self, rules: &Ruleset, quick: &Budget) -> Option<FittingForm> {
        for m in 2..=MODULUS {
            for (a, b) in (0..m).flat_map(|a| (0..m).map(move |b| (a, b))).filter(|ab| *ab != (0, 0)) {
                let Some(remainders) = self.remainders(a, b, m) else { continue };
                let form = [i64::from(a), i64::from(b)];
                let proved = self.proved(rules, quick, |product| {
                    let part = product.remainder(&form, i64::from(m), quick).ok()?;
                    let wanted = remainders.clone();
                    product.set_value(&[part], move |r| u16::from(wanted.contains(&u32::from(r[0]))));
                    Some(())
                });
                let claim = said(a, b, m, &remainders);
                return Some(self.form(FormKind::Residues, claim, proved));
            }
        }
        None
    }

    /// The remainders that P-positions have, if no other square has one of them.
    fn remainders(&self, a: u32, b: u32, m: u32) -> Option<Vec<u32>> {
        let mut is_p: Vec<Option<bool>> = vec![None; m as usize];
        for x in 0..=self.to {
            for y in 0..=self.to {
                let (remainder, here) = ((a * x + b * y) % m, self.set.contains(&(x, y)));
                if *is_p[remainder as usize].get_or_insert(here) != here {
                    return None;
                }
            }
        }
        let found: Vec<u32> = (0..m).filter(|r| is_p[*r as usize] == Some(true)).collect();
        (!found.is_empty() && found.len() < m as usize).then_some(found)
    }

    /// P exactly if y − x is one of a few numbers.
    fn differences(&self, rules: &Ruleset, quick: &Budget) -> Option<FittingForm> {
        let of = |(x, y): &(u32, u32)| i64::from(*y) - i64::from(*x);
        let all: BTreeSet<i64> = self.set.iter().map(of).collect();
        if all.is_empty() || all.iter().any(|d| d.abs() > WIDEST) {
            return None;
        }
        let squares = all.iter().map(|d| u64::from(self.to) + 1 - d.unsigned_abs()).sum::<u64>();
        if squares != self.set.len() as u64 {
            return None;
        }
        let proved = self.proved(rules, quick, |product| {
            let thresholds: Vec<i64> = all.iter().copied().collect();
            let part = product.compare(&[-1, 1], &thresholds, quick).ok()?;
            // An odd output says that a threshold is met.
            product.set_value(&[part], |order| order[0] % 2);
            Some(())
        });
        let list: Vec<String> = all.iter().map(ToString::to_string).collect();
        let claim = match list.as_slice() {
            [one] if one == "0" => "(x, y) is P exactly if x = y".to_owned(),
            [one] => format!("(x, y) is P exactly if y - x = {one}"),
            many => format!("(x, y) is P exactly if y - x is one of {}", many.join(", ")),
        };
        Some(self.form(FormKind::Differences, claim, proved))
    }

    fn form(&self, kind: FormKind, claim: String, proved: bool) -> FittingForm {
        let evidence = match proved {
            true => "proved for all sizes: the checker decided it now".to_owned(),
            false => format!("agrees for all piles up to {}", self.to),
        };
        FittingForm { kind, claim, evidence, proved }
    }

    /// Does the checker confirm a set that is built from a few relations?
    fn proved(
        &self,
        rules: &Ruleset,
        quick: &Budget,
        build: impl FnOnce(&mut Product<'_>) -> Option<()>,
    ) -> bool {
        let attempt = || {
            let numeration = Numeration::new(System::base(2)).ok()?;
            let mut product = Product::new(&numeration, 2);
            build(&mut product)?;
            let set = product.build(quick).ok()?;
            drop(product);
            let claim = Certificate::new(rules.clone(), numeration, &set).ok()?;
            Proved::new(claim, quick).ok()
        };
        attempt().is_some()
    }

    /// Whether the set belongs to a game whose moves are the same everywhere: FACTS, the greatest such set of moves are all differences
    /// that no two P-positions have, and it has to lead from every other square to a P-position.
    pub(super) fn invariance(&self, rules: &Ruleset) -> FittingForm {
        let named = |m: &Move| m.when.mentions(Var::X) || m.when.mentions(Var::Y);
        let plain = rules.twist == Twist::None && rules.play == Play::Normal && rules.imitation.is_none();
        if plain && rules.position.is_none() && !rules.moves.iter().any(named) {
            return FittingForm {
                kind: FormKind::Invariance,
                claim: "invariant: its own moves are the same everywhere".to_owned(),
                evidence: "its rules say so".to_owned(),
                proved: true,
            };
        }
        let joins = |s: u32, t: u32| self.set.iter().any(|(x, y)| self.set.contains(&(x + s, y + t)));
        let moves = (0..=CELLS).flat_map(|s| (0..=CELLS).map(move |t| (s, t)));
        let taken: BTreeSet<(u32, u32)> = moves.filter(|(s, t)| joins(*s, *t)).collect();
        let reaches = |x: u32, y: u32| {
            let mut below = self.set.iter().filter(|(u, v)| *u <= x && *v <= y);
            below.any(|(u, v)| !taken.contains(&(x - u, y - v)))
        };
        let cells = (0..=CELLS).flat_map(|x| (0..=CELLS).map(move |y| (x, y)));
        let mut stuck = cells.filter(|cell| !self.set.contains(cell)).filter(|(x, y)| !reaches(*x, *y));
        match stuck.next() {
            // More P-positions only forbid more moves: this square stays without one.
            Some((x, y)) => FittingForm {
                kind: FormKind::Invariance,
                claim: format!(
                    "not invariant: no moves that are the same everywhere lead from ({x}, {y}) to a P-position"
                ),
                evidence: format!(
                    "certain: every such move joins two P-positions with piles up to {}",
                    self.to
                ),
                proved: true,
            },
            None => FittingForm {
                kind: FormKind::Invariance,
                claim: "perhaps the P-positions of an invariant game".to_owned(),
                evidence: format!("agrees for all piles up to {CELLS}"),
                proved: false,
            },
        }
    }
}

/// A congruence as one would say it.
fn said(a: u32, b: u32, m: u32, remainders: &[u32]) -> String {
    let term = |factor: u32, name: &str| match factor {
        0 => None,
        1 => Some(name.to_owned()),
        n => Some(format!("{n}{name}")),
    };
    let sum: Vec<String> = [term(a, "x"), term(b, "y")].into_iter().flatten().collect();
    let sum = sum.join(" + ");
    match (m, remainders) {
        (2, [0]) => format!("(x, y) is P exactly if {sum} is even"),
        (2, _) => format!("(x, y) is P exactly if {sum} is odd"),
        (_, [0]) => format!("(x, y) is P exactly if {sum} is divisible by {m}"),
        (_, many) => {
            let list: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!(
                "(x, y) is P exactly if {sum} leaves the remainder {} when divided by {m}",
                list.join(" or ")
            )
        }
    }
}
