//! (p,m)-Imitation Nim from its wording, with the whole memory of section 2, and the sets of section 3. It shares nothing with the solvers.

use super::checks::ensure;
use super::{Bench, Trouble};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_rules::Imitation;
use wythoff_rules::position::Outcome;
use wythoff_solve::reference::memory::{Memory, MemoryReference};
use wythoff_solve::sequence::PmPairs;

/// A position with what has to be remembered: the last move, L(X) and L(X⁻¹).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Remembering {
    pub(super) piles: (i64, i64),
    /// From which pile the last move took, how many, and whether that pile was at most as large as the other before.
    pub(super) last: Option<(usize, i64, bool)>,
    /// L(X).
    pub(super) counter: i64,
    /// L(X⁻¹).
    pub(super) before: i64,
}

impl Remembering {
    pub(super) fn start(piles: (i64, i64)) -> Remembering {
        Remembering { piles, last: None, counter: 0, before: 0 }
    }

    /// The position after taking from a pile, legal or not: its counter tells.
    pub(super) fn after(self, m: i64, pile: usize, taken: i64) -> Remembering {
        let (x, y) = self.piles;
        let piles = if pile == 0 { (x - taken, y) } else { (x, y - taken) };
        let leads = if pile == 0 { x <= y } else { y <= x };
        let imitates = matches!(self.last, Some((from, size, true)) if from != pile && (size..size + m).contains(&taken));
        let counter = if imitates { self.before + 1 } else { 0 };
        Remembering { piles, last: Some((pile, taken, leads)), counter, before: self.counter }
    }

    pub(super) fn options(self, p: i64, m: i64) -> Vec<Remembering> {
        let first = (1..=self.piles.0).map(|taken| self.after(m, 0, taken));
        let second = (1..=self.piles.1).map(|taken| self.after(m, 1, taken));
        first.chain(second).filter(|y| y.counter < p).collect()
    }

    /// How the library remembers it.
    fn memory(self) -> Result<Memory, Trouble> {
        Ok(match self.last {
            Some((pile, taken, true)) => Memory::Imitable {
                pile: u8::try_from(pile)?,
                taken: u32::try_from(taken)?,
                before: u32::try_from(self.before)?,
            },
            _ => Memory::Counter(u32::try_from(self.counter)?),
        })
    }
}

/// All states of games that start with piles up to `to`, with who wins, by definition.
pub(super) fn solved(p: i64, m: i64, to: i64) -> BTreeMap<Remembering, Outcome> {
    let starts = (0..=to).flat_map(|x| (0..=to).map(move |y| Remembering::start((x, y))));
    let mut seen: BTreeSet<Remembering> = starts.collect();
    let mut open: Vec<Remembering> = seen.iter().copied().collect();
    while let Some(state) = open.pop() {
        open.extend(state.options(p, m).into_iter().filter(|option| seen.insert(*option)));
    }
    let mut states: Vec<Remembering> = seen.into_iter().collect();
    states.sort_by_key(|s| s.piles.0 + s.piles.1);
    let mut outcomes: BTreeMap<Remembering, Outcome> = BTreeMap::new();
    for state in states {
        let wins = state.options(p, m).iter().any(|option| outcomes.get(option) == Some(&Outcome::P));
        outcomes.insert(state, Outcome::p_if(!wins));
    }
    outcomes
}

/// The library's solver gives the same at every state.
pub(super) fn same_as_library(
    bench: &Bench<'_>,
    (p, m, to): (i64, i64, i64),
    states: &BTreeMap<Remembering, Outcome>,
) -> Result<(), Trouble> {
    let rules = super::checks::named_rules(&format!("({p},{m})IN"))?;
    let rule = Imitation { allowed: p.unsigned_abs(), width: m.unsigned_abs() };
    ensure!(rules.imitation == Some(rule), "({p},{m})IN: the rule text has {:?}", rules.imitation);
    let size = u32::try_from(to)?;
    let board = MemoryReference::solve(&rules, rule, size, size, bench.budget)?;
    for (state, outcome) in states {
        let (x, y) = (u32::try_from(state.piles.0)?, u32::try_from(state.piles.1)?);
        let found = board.outcome(x, y, state.memory()?);
        ensure!(found == Some(*outcome), "({p},{m})IN: {state:?} is {outcome}, the solver has {found:?}");
    }
    Ok(())
}

/// The pairs of Definition 1, by the library's sequence.
pub(super) fn definition_1(p: i64, m: i64, count: usize) -> Result<Vec<(i64, i64)>, Trouble> {
    let pairs = PmPairs::new(u32::try_from(p)?, u32::try_from(m)?)?;
    pairs.take(count).map(|(a, b)| Ok((i64::try_from(a)?, i64::try_from(b)?))).collect()
}

/// The sets of section 3 for one game.
pub(super) struct Section3 {
    p: i64,
    m: i64,
    /// The P-positions of (p,m)-Wythoff Nim with i ≤ j.
    pub(super) pairs: BTreeSet<(i64, i64)>,
    /// Who is paired with whom.
    partner: BTreeMap<i64, i64>,
}

/// In which of the sets of section 3 a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Sets {
    pub(super) p1: bool,
    pub(super) p2: bool,
    pub(super) n1a: bool,
    pub(super) n1b: bool,
    pub(super) n1c: bool,
    pub(super) n1d: bool,
    pub(super) n2: bool,
}

impl Sets {
    pub(super) fn in_p(self) -> bool {
        self.p1 || self.p2
    }

    pub(super) fn in_n(self) -> bool {
        self.n1a || self.n1b || self.n1c || self.n1d || self.n2
    }
}

impl Section3 {
    pub(super) fn new(p: i64, m: i64) -> Result<Section3, Trouble> {
        let pairs: BTreeSet<_> = definition_1(p, m, 400)?.into_iter().collect();
        let partner = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        Ok(Section3 { p, m, pairs, partner })
    }

    /// ξ((a, b)): how many P-positions of (p,m)-Wythoff Nim lie on the diagonal of (a, b), not below it.
    pub(super) fn xi(&self, (a, b): (i64, i64)) -> i64 {
        let same = |(i, j): &&(i64, i64)| j - i == b - a && *i >= a;
        self.pairs.iter().filter(same).count() as i64
    }

    /// The other entry of the pair with this entry.
    pub(super) fn partner(&self, x: i64) -> i64 {
        self.partner.get(&x).copied().unwrap_or(i64::MAX)
    }

    pub(super) fn is_pair(&self, (x, y): (i64, i64)) -> bool {
        self.pairs.contains(&(x.min(y), x.max(y)))
    }

    pub(super) fn sets(&self, state: Remembering) -> Sets {
        let (x, y) = state.piles;
        let (x1, x2) = (x.min(y), x.max(y));
        let larger = if x > y { 0 } else { 1 };
        if self.pairs.contains(&(x1, x2)) {
            let stays = state.counter < self.xi((x1, x2));
            return Sets { p1: stays, n2: !stays && state.counter < self.p, ..Sets::default() };
        }
        let j = self.partner(x1);
        let between = x1 <= j && j < x2;
        let too_often = between && state.after(self.m, larger, x2 - j).counter >= self.xi((x1, j));
        Sets {
            p2: too_often,
            n1a: state.last.is_none(),
            n1b: j < x1,
            n1c: j > x2,
            n1d: between && !too_often,
            ..Sets::default()
        }
    }

    /// Lemma 1(ii): a P-position of (p,m)-Wythoff Nim, the lowest on its diagonal.
    pub(super) fn lowest(&self, (x, y): (i64, i64)) -> bool {
        let (x1, x2) = (x.min(y), x.max(y));
        self.pairs.contains(&(x1, x2)) && !self.pairs.iter().any(|(i, j)| j - i == x2 - x1 && *i < x1)
    }
}

/// The rule of section 2.2 over the last three pile-positions, as formulas: how condition (4) is read, and whether (2) and (3) are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Formal {
    /// (4) as printed, with (2) and (3).
    Printed,
    /// (4) turned round, with (2) and (3).
    Turned,
    /// (4) turned round, alone.
    TurnedAlone,
}

/// A position as section 2.1 remembers it: the pile-positions X⁻², X⁻¹, X, each sorted, and L(X), L(X⁻¹).
type Traced = ([(i64, i64); 3], i64, i64);

/// Who wins from every starting position with piles up to `to`, by the formulas of section 2.2.
pub(super) fn formal_starts(p: i64, m: i64, to: i64, rule: Formal) -> BTreeSet<(i64, i64)> {
    let mut known: BTreeMap<Traced, bool> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for x1 in 0..=to {
        for x2 in x1..=to {
            if formal_is_p(([(x1, x2); 3], 0, 0), (p, m, rule), &mut known) {
                found.insert((x1, x2));
            }
        }
    }
    found
}

fn formal_is_p(state: Traced, rules: (i64, i64, Formal), known: &mut BTreeMap<Traced, bool>) -> bool {
    if let Some(is_p) = known.get(&state) {
        return *is_p;
    }
    let (p, m, rule) = rules;
    let ([_, before, now], counter, counter_before) = state;
    let sorted = |a: i64, b: i64| (a.min(b), a.max(b));
    let one = (1..=now.0).map(|t| sorted(now.0 - t, now.1));
    let other = (1..=now.1).map(|t| sorted(now.0, now.1 - t));
    let mut is_p = true;
    for next in one.chain(other).collect::<BTreeSet<_>>() {
        // In the paper's letters X = next, X⁻¹ = now, X⁻² = before.
        let (first, second) = (before.0 - now.0, now.1 - next.1);
        let conditions = now.0 == next.0 && before.1 == now.1;
        let fourth = match rule {
            Formal::Printed => conditions && first >= second && second > 0,
            Formal::Turned => conditions && second >= first && first > 0,
            Formal::TurnedAlone => second >= first && first > 0,
        };
        let imitates = fourth && (0..m).contains(&(second - first));
        let next_counter = if imitates { counter_before + 1 } else { 0 };
        if next_counter < p && formal_is_p(([before, now, next], next_counter, counter), rules, known) {
            is_p = false;
            break;
        }
    }
    known.insert(state, is_p);
    is_p
}
