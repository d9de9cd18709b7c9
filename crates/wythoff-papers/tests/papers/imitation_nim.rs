//! U. Larsson, "2-pile Nim with a restricted number of move-size imitations": its theorems about Imitation Nim against the library's
//! solver of games with memory. The items of `replicate` have them against the wording, and all other statements, see replicate.rs.

#![allow(clippy::unwrap_used)]

use crate::common::*;
use std::collections::{BTreeMap, BTreeSet};
use wythoff_budget::Budget;
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Imitation;
use wythoff_rules::Outcome;
use wythoff_solve::Method;
use wythoff_solve::reference::memory::{Memory, MemoryReference};

/// Definition 1: a_i = mex{a_j, b_j : j < i}, b_i = a_i + ⌊i/p⌋m.
fn definition_1(p: i128, m: i128, count: i128) -> Vec<(i128, i128)> {
    let (mut used, mut pairs) = (BTreeSet::new(), Vec::new());
    for i in 0..count {
        let a = mex(&used);
        let b = a + i.div_euclid(p) * m;
        used.extend([a, b]);
        pairs.push((a, b));
    }
    pairs
}

/// A position of Imitation Nim with what has to be remembered: the last move, L(X) and L(X⁻¹).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Remembering {
    piles: (i128, i128),
    /// Whether the last move took from pile 0 or 1, how many, and whether that pile was ≤ the other before.
    last: Option<(usize, i128, bool)>,
    /// L(X).
    counter: i128,
    /// L(X⁻¹).
    before: i128,
}

impl Remembering {
    fn start(piles: (i128, i128)) -> Remembering {
        Remembering { piles, last: None, counter: 0, before: 0 }
    }

    /// The position after taking from a pile, legal or not: its counter tells.
    fn after(self, m: i128, pile: usize, taken: i128) -> Remembering {
        let (x, y) = self.piles;
        let piles = if pile == 0 { (x - taken, y) } else { (x, y - taken) };
        let leads = if pile == 0 { x <= y } else { y <= x };
        let imitates = matches!(self.last, Some((from, size, true)) if from != pile && (size..size + m).contains(&taken));
        let counter = if imitates { self.before + 1 } else { 0 };
        Remembering { piles, last: Some((pile, taken, leads)), counter, before: self.counter }
    }

    fn options(self, p: i128, m: i128) -> Vec<Remembering> {
        let first = (1..=self.piles.0).map(|taken| self.after(m, 0, taken));
        let second = (1..=self.piles.1).map(|taken| self.after(m, 1, taken));
        first.chain(second).filter(|y| y.counter < p).collect()
    }

    /// How the library remembers it.
    fn memory(self) -> Memory {
        match self.last {
            Some((pile, taken, true)) => Memory::Imitable {
                pile: u8::try_from(pile).unwrap(),
                taken: u32::try_from(taken).unwrap(),
                before: u32::try_from(self.before).unwrap(),
            },
            _ => Memory::Counter(u32::try_from(self.counter).unwrap()),
        }
    }
}

/// All states that can come up in games that start with piles ≤ to.
fn reachable(p: i128, m: i128, to: i128) -> BTreeSet<Remembering> {
    let starts = (0..=to).flat_map(|x| (0..=to).map(move |y| Remembering::start((x, y))));
    let mut seen: BTreeSet<Remembering> = starts.collect();
    let mut open: Vec<Remembering> = seen.iter().copied().collect();
    while let Some(state) = open.pop() {
        for option in state.options(p, m) {
            if seen.insert(option) {
                open.push(option);
            }
        }
    }
    seen
}

fn library(p: i128, m: i128, to: i128) -> MemoryReference {
    let rules = ruleset(&format!("({p},{m})IN"));
    let rule = rules.imitation.unwrap();
    assert_eq!(rule, Imitation { allowed: u64::try_from(p).unwrap(), width: u64::try_from(m).unwrap() });
    let to = u32::try_from(to).unwrap();
    MemoryReference::solve(&rules, rule, to, to, &Budget::default()).unwrap()
}

fn outcome(board: &MemoryReference, state: Remembering) -> Outcome {
    let (x, y) = (u32::try_from(state.piles.0).unwrap(), u32::try_from(state.piles.1).unwrap());
    board.outcome(x, y, state.memory()).unwrap()
}

/// The sets of section 3 for one game.
struct Section3 {
    p: i128,
    m: i128,
    /// The P-positions of (p,m)-Wythoff Nim with i ≤ j, by Definition 1.
    pairs: BTreeSet<(i128, i128)>,
    /// Who is paired with whom.
    partner: BTreeMap<i128, i128>,
}

/// In which of the sets of section 3 a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Sets {
    p1: bool,
    p2: bool,
    n1a: bool,
    n1b: bool,
    n1c: bool,
    n1d: bool,
    n2: bool,
}

impl Sets {
    fn in_p(self) -> bool {
        self.p1 || self.p2
    }

    fn in_n(self) -> bool {
        self.n1a || self.n1b || self.n1c || self.n1d || self.n2
    }
}

impl Section3 {
    fn new(p: i128, m: i128) -> Section3 {
        let pairs: BTreeSet<_> = definition_1(p, m, 200).into_iter().collect();
        let partner = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        Section3 { p, m, pairs, partner }
    }

    fn xi(&self, (a, b): (i128, i128)) -> i128 {
        let same = |(i, j): &&(i128, i128)| j - i == b - a && *i >= a;
        self.pairs.iter().filter(same).count() as i128
    }

    fn sets(&self, state: Remembering) -> Sets {
        let (x, y) = state.piles;
        let (x1, x2) = (x.min(y), x.max(y));
        let larger = if x > y { 0 } else { 1 };
        if self.pairs.contains(&(x1, x2)) {
            let stays = state.counter < self.xi((x1, x2));
            return Sets { p1: stays, n2: !stays && state.counter < self.p, ..Sets::default() };
        }
        // The one P-position of (p,m)-Wythoff Nim that has X_1 as an entry.
        let j = self.partner[&x1];
        let between = x1 <= j && j < x2;
        let too_often = between && {
            let target = state.after(self.m, larger, x2 - j);
            target.counter >= self.xi((x1, j))
        };
        Sets {
            p2: between && too_often,
            n1a: state.last.is_none(),
            n1b: j < x1,
            n1c: j > x2,
            n1d: between && !too_often,
            ..Sets::default()
        }
    }

    /// Lemma 1(ii): a P-position of (p,m)-Wythoff Nim and the lowest on its diagonal. "P-stable" in section 4.1.
    fn lowest(&self, (x, y): (i128, i128)) -> bool {
        let (x1, x2) = (x.min(y), x.max(y));
        self.pairs.contains(&(x1, x2)) && !self.pairs.iter().any(|(i, j)| j - i == x2 - x1 && *i < x1)
    }
}

#[test]
fn main_theorem_and_lemma_1_over_all_reachable_states() {
    for p in 1..=3 {
        for m in 1..=3 {
            let to = 20;
            let (board, section) = (library(p, m, to), Section3::new(p, m));
            let states = reachable(p, m, to);
            assert!(states.len() > 5_000);
            let mut met = Sets::default();
            for state in states {
                let sets = section.sets(state);
                assert_ne!(sets.in_p(), sets.in_n(), "Lemma 1(iv): {state:?} {sets:?}");
                let expected = if sets.in_p() { Outcome::P } else { Outcome::N };
                assert_eq!(outcome(&board, state), expected, "p = {p}, m = {m}: {state:?} {sets:?}");
                let (x, y) = state.piles;
                let is_pair = section.pairs.contains(&(x.min(y), x.max(y)));
                if state.last.is_none() && is_pair {
                    assert!(sets.p1, "Lemma 1(i): {state:?}");
                }
                if section.lowest(state.piles) {
                    assert!(sets.p1, "Lemma 1(ii): {state:?}");
                }
                if sets.n1a {
                    assert!(sets.n1b || sets.n1c || sets.n1d, "Lemma 1(iii): {state:?}");
                }
                let exclusive = [sets.n1b, sets.n1c, sets.n1d].iter().filter(|b| **b).count();
                assert!(exclusive <= 1, "N1b, N1c and N1d exclude each other: {state:?}");
                met = Sets {
                    p1: met.p1 | sets.p1,
                    p2: met.p2 | sets.p2,
                    n1a: met.n1a | sets.n1a,
                    n1b: met.n1b | sets.n1b,
                    n1c: met.n1c | sets.n1c,
                    n1d: met.n1d | sets.n1d,
                    n2: met.n2 | sets.n2,
                };
            }
            let all = Sets { p1: true, p2: true, n1a: true, n1b: true, n1c: true, n1d: true, n2: p > 1 };
            assert_eq!(met, all, "every set occurs (N2 only for p > 1), p = {p}, m = {m}");
        }
    }
}

#[test]
fn main_theorem_for_starting_positions() {
    for p in 1..=3 {
        for m in 1..=3 {
            let found = Ways::of(game(&format!("({p},{m})IN")))
                .list_to(Method::Auto, 40, &Budget::default())
                .unwrap();
            let expected = both_orders(definition_1(p, m, 100), 40);
            assert_eq!(pairs(&found), expected.into_iter().filter(|(x, y)| x <= y).collect::<Vec<_>>());
        }
    }
}

/// For every position, the outcomes that it can have during play.
fn outcomes(p: i128, m: i128, to: i128) -> BTreeMap<(i128, i128), BTreeSet<Outcome>> {
    let board = library(p, m, to);
    let mut all: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for state in reachable(p, m, to) {
        all.entry(state.piles).or_default().insert(outcome(&board, state));
    }
    all
}

#[test]
fn section_3_and_4_1_stable_positions_are_the_non_dynamic_ones() {
    for p in 1..=3 {
        for m in 1..=3 {
            let section = Section3::new(p, m);
            for ((x, y), found) in outcomes(p, m, 24) {
                if x.max(y) > 10 {
                    continue;
                }
                let sets = section.sets(Remembering::start((x, y)));
                let (p_stable, n_stable) = (section.lowest((x, y)), sets.n1b || sets.n1c);
                let expected: &[Outcome] = match (p_stable, n_stable) {
                    (true, false) => &[Outcome::P],
                    (false, true) => &[Outcome::N],
                    (false, false) => &[Outcome::P, Outcome::N],
                    (true, true) => panic!("({x}, {y}) is both P-stable and N-stable"),
                };
                assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "p = {p}, m = {m}: ({x}, {y})");
            }
        }
    }
}

#[test]
fn proposition_0_imitation_nim_by_wythoff_nim() {
    let wythoff = p_positions("WN", 60);
    let is_p = |a: i128, b: i128| wythoff.contains(&(u32::try_from(a).unwrap(), u32::try_from(b).unwrap()));
    let by_history = outcomes(1, 1, 30);
    let board = library(1, 1, 10);
    for a in 0..=10 {
        for b in a..=10 {
            let found: Vec<_> = by_history[&(a, b)].iter().copied().collect();
            if is_p(a, b) {
                assert_eq!(found, [Outcome::P], "(1): ({a}, {b})");
                continue;
            }
            assert_eq!(outcome(&board, Remembering::start((a, b))), Outcome::N, "(2a): ({a}, {b})");
            let lower_diagonal = (0..a).any(|c| is_p(c, c + b - a));
            // (2c) read as: there is a c < a such that {a, c} is P.
            let partner_below = (0..a).any(|c| is_p(c, a));
            if lower_diagonal || partner_below {
                assert_eq!(found, [Outcome::N], "(2b), (2c): ({a}, {b})");
            } else {
                assert_eq!(found, [Outcome::P, Outcome::N], "(3): ({a}, {b})");
            }
        }
    }
}

#[test]
fn remark_2_equal_piles_are_lost_iff_smaller_than_p() {
    for p in 1..=5 {
        for m in 1..=3 {
            let board = library(p, m, 8);
            for a in 0..=8 {
                let expected = if a < p { Outcome::P } else { Outcome::N };
                assert_eq!(outcome(&board, Remembering::start((a, a))), expected, "({p},{m})IN, ({a}, {a})");
            }
        }
    }
}

#[test]
fn section_1_3_up_to_p_minus_1_imitations_in_a_row() {
    // From (9, 9) the first player takes 1 from the first pile again and again; the second may imitate p − 1 times.
    for p in 1..=4_u32 {
        let mut board = library(i128::from(p), 1, 9);
        let mut memory = Memory::START;
        for round in 1..=p {
            let (x, y) = (9 - round + 1, 9 - round + 1);
            let lead = board.options(x, y, memory).into_iter().find(|o| (o.x, o.y) == (x - 1, y)).unwrap();
            let replies = board.options(x - 1, y, lead.memory);
            let imitation = replies.iter().find(|o| (o.x, o.y) == (x - 1, y - 1));
            assert_eq!(imitation.is_some(), round < p, "p = {p}, round {round}");
            // Taking another number is allowed all the time.
            assert!(replies.iter().any(|o| (o.x, o.y) == (x - 1, y - 2)));
            memory = imitation.map_or(memory, |o| o.memory);
        }
    }
}
