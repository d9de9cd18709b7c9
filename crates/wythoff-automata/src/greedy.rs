//! The greedy words of a linear recurrence, as an automaton: what is valid where the numbers of words of the β-shift
//! do not satisfy the recurrence of β.
//!
//! Weights `1 = U_0 < U_1 < …` that satisfy a recurrence from some place on give every number one greedy word. A word is greedy if and
//! only if none of its ends is, as a word, above the greedy word `M_n` of `U_n − 1` of the same length `n`. So all depends on
//! the words `M_n`. Let `t` be the quasi-greedy expansion of 1, with `m` digits before its period of `p`, and
//! `rest_j(n) = U_n − t_1 U_{n-1} − … − t_j U_{n-j}`. If for all `n` from some place on
//!
//! - `1 ≤ rest_j(n) ≤ U_{n-j}` for `j ≤ m + p`: then `M_n` begins with `t_1 … t_{m+p}`, by the definition of greedy, and
//! - `rest_{m+p}(n) = rest_m(n − p)`: then what follows in `M_n` is what follows `t_1 … t_m` in `M_{n-p}`,
//!
//! the words `M_n` are known for all `n` (Hollander 1998 tells when this is so). Both are shown here for the weights at hand:
//! the inequalities by the sign rules of [`super::recurrence`], the equation by as many zeros in a row as the recurrence has terms.
//!
//! From these words an automaton that reads the last digit first is made: after `n` digits it knows how they compare with the
//! last `n` digits of `M_n, M_{n+1}, …`, of which only finitely many are different. Read backwards and made deterministic by
//! sets of states it is the least one that reads the first digit first (Brzozowski 1962).

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use super::numeration::{BadSystem, DEAD};
use super::recurrence::SignRule;

/// Longer beginnings of the weights, and larger automata, are not tried.
const DIMENSION: usize = 32;
const PATTERN: usize = 256;
const STATES: usize = 4096;

/// The system with the fewest weights before the recurrence begins.
pub(super) struct Greedy {
    /// The weights before the first that the recurrence gives.
    pub(super) first: Vec<IBig>,
    pub(super) digits: u32,
    pub(super) next: Vec<u32>,
    pub(super) accept: Vec<bool>,
}

/// Weights begin like `counts`, for as few terms as make them increase when the recurrence takes over.
pub(super) fn greedy(
    t: &[u32],
    m: usize,
    recurrence: &[i64],
    rule: SignRule,
    counts: &[IBig],
) -> Result<Greedy, BadSystem> {
    let d = recurrence.len();
    for taken in d..=DIMENSION.min(counts.len()) {
        let mut weights = counts[..taken].to_vec();
        // Enough terms for the rules, some more, so that a pattern can begin late.
        let length = taken + 3 * t.len() + PATTERN + 2 * rule.order() * rule.steps();
        while weights.len() < length {
            weights.push(following(&weights, recurrence));
        }
        let steps: Vec<IBig> = weights.windows(2).map(|w| &w[1] - &w[0]).collect();
        if rule.lasting(&steps, &IBig::from(1)) != Some(0) {
            continue;
        }
        let words = Words::new(t, m, d, rule, &weights)?;
        let (digits, next, accept) = words.automaton()?;
        weights.truncate(taken);
        return Ok(Greedy { first: weights, digits, next, accept });
    }
    Err(BadSystem::Recurrence)
}

fn following(weights: &[IBig], recurrence: &[i64]) -> IBig {
    let n = weights.len();
    recurrence.iter().enumerate().map(|(j, &c)| &weights[n - 1 - j] * IBig::from(c)).sum()
}

/// The greedy words of `U_n − 1` for all `n`.
struct Words<'t> {
    /// The expansion of 1: `m` digits, then the period.
    t: &'t [u32],
    m: usize,
    /// The words for small `n`; those after them follow the pattern: `t_1 … t_{m+p}`, and what follows `t_1 … t_m` in the word
    /// that is shorter by `p`.
    small: Vec<Vec<u32>>,
}

impl<'t> Words<'t> {
    fn new(
        t: &'t [u32],
        m: usize,
        d: usize,
        rule: SignRule,
        weights: &[IBig],
    ) -> Result<Words<'t>, BadSystem> {
        let (all, p) = (t.len(), t.len() - m);
        let (zero, one) = (IBig::from(0), IBig::from(1));
        // rests[j][n] for n >= m + p, of which the first belongs to n = m + p.
        let mut rests: Vec<Vec<IBig>> = vec![weights[all..].to_vec()];
        for (j, &digit) in t.iter().enumerate() {
            let before = &rests[j];
            let next =
                (all..weights.len()).map(|n| &before[n - all] - &weights[n - j - 1] * IBig::from(digit));
            let next = next.collect();
            rests.push(next);
        }
        let mut from = 0;
        for (j, rest) in rests.iter().enumerate() {
            let room: Vec<IBig> = (0..rest.len()).map(|i| &weights[all + i - j] - &rest[i]).collect();
            let lasting = rule.lasting(rest, &one).zip(rule.lasting(&room, &zero));
            let (low, high) = lasting.ok_or(BadSystem::Recurrence)?;
            from = from.max(low).max(high);
        }
        let unequal = (p..rests[0].len()).rev().find(|&i| rests[all][i] != rests[m][i - p]);
        let equal = unequal.map_or(p, |i| i + 1);
        if rests[0].len() < equal + d {
            return Err(BadSystem::Recurrence);
        }
        // From here on the word is in the pattern; what it follows must be as well, at least in its beginning.
        let start = all + from.max(equal);
        if start + p > PATTERN {
            return Err(BadSystem::Large);
        }
        let small = (0..start + p).map(|n| largest(weights, n)).collect::<Option<_>>();
        Ok(Words { t, m, small: small.ok_or(BadSystem::Large)? })
    }

    /// The digit of the word of `n` digits, counted from the first, which is number 0.
    fn digit(&self, mut n: usize, mut at: usize) -> u32 {
        let p = self.t.len() - self.m;
        while n >= self.small.len() {
            if at < self.t.len() {
                return self.t[at];
            }
            (n, at) = (n - p, at - p);
        }
        self.small[n][at]
    }

    /// How many digits there are, transitions, and which states accept.
    fn automaton(&self) -> Result<(u32, Vec<u32>, Vec<bool>), BadSystem> {
        let p = self.t.len() - self.m;
        let top = self.small.iter().filter_map(|word| word.first()).chain(self.t).copied().max();
        let digits = top.unwrap_or(0) + 1;
        // From `small.len()` digits on it no longer matters how many were read. With `width` words the one after them ends like
        // one of them: it is longer by `width` than the digits read, so that their end lies in what both have in common.
        let (stable, width) = (self.small.len(), self.small.len() + self.m);
        let mut ids: FxHashMap<(usize, Vec<bool>), u32> = FxHashMap::default();
        let mut states = vec![(0, vec![true; width])];
        ids.insert(states[0].clone(), 0);
        let mut table: Vec<u32> = vec![];
        let mut at = 0;
        while at < states.len() {
            let (n, below) = states[at].clone();
            for digit in 0..digits {
                // Are the n + 1 digits at most the end of the word that is longer by j?
                let compared: Vec<bool> = (0..width)
                    .map(|j| {
                        let after = if j + 1 < width { below[j + 1] } else { below[width - p] };
                        let own = self.digit(n + 1 + j, j);
                        digit < own || digit == own && after
                    })
                    .collect();
                if !compared[0] {
                    table.push(DEAD);
                    continue;
                }
                let fresh = states.len() as u32;
                let key = ((n + 1).min(stable), compared);
                table.push(*ids.entry(key).or_insert_with_key(|key| {
                    states.push(key.clone());
                    fresh
                }));
            }
            at += 1;
        }
        let (next, accept) = reversed(&table, digits as usize, states.len())?;
        Ok((digits, next, accept))
    }
}

/// The greedy word of `U_n − 1`, of `n` digits.
fn largest(weights: &[IBig], n: usize) -> Option<Vec<u32>> {
    let mut rest = &weights[n] - IBig::from(1);
    let digit = |weight: &IBig| {
        let digit = &rest / weight;
        rest -= &digit * weight;
        u32::try_from(digit).ok().filter(|&d| d < 256)
    };
    weights[..n].iter().rev().map(digit).collect()
}

/// The least automaton for the words that lead from state 0 to any state when they are read from their end.
fn reversed(table: &[u32], digits: usize, states: usize) -> Result<(Vec<u32>, Vec<bool>), BadSystem> {
    let mut ids: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
    let mut sets = vec![vec![true; states]];
    ids.insert(sets[0].clone(), 0);
    let mut next = vec![];
    let mut at = 0;
    while at < sets.len() {
        if sets.len() > STATES {
            return Err(BadSystem::Large);
        }
        for digit in 0..digits {
            let leads = |s: usize| sets[at].get(table[s * digits + digit] as usize).copied().unwrap_or(false);
            let set: Vec<bool> = (0..states).map(leads).collect();
            if !set.contains(&true) {
                next.push(DEAD);
                continue;
            }
            let fresh = sets.len() as u32;
            next.push(*ids.entry(set).or_insert_with_key(|key| {
                sets.push(key.clone());
                fresh
            }));
        }
        at += 1;
    }
    Ok((next, sets.iter().map(|set| set[0]).collect()))
}
