//! Games on n piles, whose rules the two-pile language cannot state.
//!
//! They are few and each is a few lines of Rust: which removals are moves ([`Rule::removals`]), and, for the two
//! imitation games, what the last move forbids. All are symmetric in the piles. `PileReference` of `wythoff-solve` solves them by
//! definition.
//!
//! ```
//! use wythoff_rules::piles::{PileGame, Rule};
//! assert_eq!(PileGame::new(Rule::Nim, 3)?.piles, 3);
//! assert!(PileGame::new(Rule::Nim, 9).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

/// Most piles that are played with.
pub const MOST_PILES: usize = 8;

/// The rules of a game on n piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Take from one pile.
    Nim,
    /// Nim, or take from several piles numbers whose nim-sum is 0 (WN_n).
    NimSum,
    /// Nim, or take the same number from exactly two piles (W_2N_n).
    Pair,
    /// Nim, or take the same number from any two or more piles (W_{2,…,n}N_n).
    Equal,
    /// Nim; after taking x from a pile, the previous player points at one pile that was at least as large, from which
    /// x may not be taken next (I_1N_n).
    PointImitation,
    /// Nim; after x was taken from a pile, x may not be taken next from any pile that was at least as large (I_nN_n).
    FullImitation,
    /// Fraenkel's Raleigh game on three piles.
    Raleigh,
    /// Duchêne and Rigo's Tribonacci game on three piles.
    Tribonacci,
}

impl Rule {
    /// Does the last move matter?
    #[must_use]
    pub fn has_memory(self) -> bool {
        matches!(self, Rule::PointImitation | Rule::FullImitation)
    }

    /// Calls `visit` with every removal that is a move from these piles (before any memory), until it breaks.
    pub fn removals(
        self,
        piles: &[u32],
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut removal = vec![0; piles.len()];
        match self {
            Rule::Nim | Rule::PointImitation | Rule::FullImitation => single(piles, &mut removal, visit),
            Rule::NimSum => {
                single(piles, &mut removal, visit)?;
                nim_sum_zero(piles, 0, 0, &mut removal, visit)
            }
            Rule::Pair => {
                single(piles, &mut removal, visit)?;
                equal(piles, &mut removal, visit, |count| count == 2)
            }
            Rule::Equal => {
                single(piles, &mut removal, visit)?;
                equal(piles, &mut removal, visit, |count| count >= 2)
            }
            Rule::Raleigh => {
                up_to_two(piles, &mut removal, visit)?;
                raleigh(piles, visit)
            }
            Rule::Tribonacci => {
                up_to_two(piles, &mut removal, visit)?;
                tribonacci(piles, visit)
            }
        }
    }
}

type Visit<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

fn single(piles: &[u32], removal: &mut [u32], visit: &mut Visit<'_>) -> ControlFlow<()> {
    for i in 0..piles.len() {
        for taken in 1..=piles[i] {
            removal[i] = taken;
            visit(removal)?;
        }
        removal[i] = 0;
    }
    ControlFlow::Continue(())
}

/// Removals from two or more piles with nim-sum 0; from one pile the nim-sum is never 0.
fn nim_sum_zero(
    piles: &[u32],
    from: usize,
    sum: u32,
    removal: &mut [u32],
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    if from + 1 == piles.len() {
        removal[from] = 0;
        if sum <= piles[from] && (sum > 0 || removal.iter().any(|t| *t > 0)) {
            removal[from] = sum;
            visit(removal)?;
            removal[from] = 0;
        }
        return ControlFlow::Continue(());
    }
    for taken in 0..=piles[from] {
        removal[from] = taken;
        nim_sum_zero(piles, from + 1, sum ^ taken, removal, visit)?;
    }
    removal[from] = 0;
    ControlFlow::Continue(())
}

/// The same number from a set of piles whose size is allowed.
fn equal(
    piles: &[u32],
    removal: &mut [u32],
    visit: &mut Visit<'_>,
    allowed: impl Fn(u32) -> bool,
) -> ControlFlow<()> {
    for set in 0_u32..1 << piles.len() {
        if !allowed(set.count_ones()) {
            continue;
        }
        let inside = |i: usize| set >> i & 1 == 1;
        let most = (0..piles.len()).filter(|i| inside(*i)).map(|i| piles[i]).min().unwrap_or(0);
        for taken in 1..=most {
            for (i, slot) in removal.iter_mut().enumerate() {
                *slot = if inside(i) { taken } else { 0 };
            }
            visit(removal)?;
        }
    }
    removal.fill(0);
    ControlFlow::Continue(())
}

/// Any numbers from one or two piles.
fn up_to_two(piles: &[u32], removal: &mut [u32], visit: &mut Visit<'_>) -> ControlFlow<()> {
    single(piles, removal, visit)?;
    for i in 0..piles.len() {
        for j in i + 1..piles.len() {
            for a in 1..=piles[i] {
                for b in 1..=piles[j] {
                    removal[i] = a;
                    removal[j] = b;
                    visit(removal)?;
                }
            }
            (removal[i], removal[j]) = (0, 0);
        }
    }
    ControlFlow::Continue(())
}

/// The piles from smallest to largest, as indices.
fn ascending(piles: &[u32]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by_key(|i| piles[*i]);
    order
}

/// Two equal piles: everything may be taken. Three different piles 0 < a < b < c: t from b and c and any s ≥ 1
/// from a, except t = 3 when b − 3 becomes the smallest.
fn raleigh(piles: &[u32], visit: &mut Visit<'_>) -> ControlFlow<()> {
    let order = ascending(piles);
    let [a, b, c] = order.map(|i| piles[i]);
    if (a == b || b == c) && c > 0 {
        visit(piles)?;
    }
    if !(0 < a && a < b && b < c) {
        return ControlFlow::Continue(());
    }
    for t in 1..=b {
        for s in 1..=a {
            if t == 3 && b - 3 < a - s {
                continue;
            }
            let mut removal = [0; 3];
            for (pile, taken) in order.into_iter().zip([s, t, t]) {
                removal[pile] = taken;
            }
            visit(&removal)?;
        }
    }
    ControlFlow::Continue(())
}

/// Positive numbers from all three piles, the largest at most the sum of the others; or α > 0 from two piles and
/// β > 2α from the third, unless that leaves a′ < c′ < b′, where a ≤ b ≤ c were the piles.
fn tribonacci(piles: &[u32], visit: &mut Visit<'_>) -> ControlFlow<()> {
    let order = ascending(piles);
    let [a, b, c] = order.map(|i| piles[i]);
    for i in 1..=a {
        for j in 1..=b {
            for k in 1..=c {
                let most = i.max(j).max(k);
                let balanced = 2 * most <= i + j + k;
                let lopsided = |alpha: u32, other: u32, beta: u32| alpha == other && beta > 2 * alpha;
                let odd_one_out = lopsided(i, j, k) || lopsided(i, k, j) || lopsided(j, k, i);
                let crossed = a - i < c - k && c - k < b - j;
                if balanced || (odd_one_out && !crossed) {
                    let mut removal = [0; 3];
                    for (pile, taken) in order.into_iter().zip([i, j, k]) {
                        removal[pile] = taken;
                    }
                    visit(&removal)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A number of piles that a game is not played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WrongPiles(pub(crate) String);

/// A game on a fixed number of piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PileGame {
    /// Its rules.
    pub rule: Rule,
    /// How many piles.
    pub piles: usize,
}

impl PileGame {
    /// A game on so many piles.
    ///
    /// # Errors
    /// Fewer than two piles or more than [`MOST_PILES`]; other than three for Raleigh and Tribonacci.
    pub fn new(rule: Rule, piles: usize) -> Result<PileGame, WrongPiles> {
        let three = matches!(rule, Rule::Raleigh | Rule::Tribonacci);
        if three && piles != 3 {
            return Err(WrongPiles(format!("{rule:?} is played on 3 piles, not on {piles}")));
        }
        if !(2..=MOST_PILES).contains(&piles) {
            let text = format!("these games are played on 2 to {MOST_PILES} piles, not on {piles}");
            return Err(WrongPiles(text));
        }
        Ok(PileGame { rule, piles })
    }
}
