//! The automaton of a tail, in any numeration: what a claim about beams says, for formulas to use.
//!
//! The start is a finite set of pairs, solved again from the rules. A beam is a condition on linear forms: with its slope `p/q` in
//! lowest terms, `(x, y)` is on it if `x` is at least the start and `q·y − p·x` and `x mod period` are those of one of its points.
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_prove::tail::automaton::of_tail;
//! use wythoff_prove::tail::guess::{Finding, find};
//! use wythoff_rules::Definition;
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let Finding::Tail(claim) = find(&rules, 500, &Budget::default()).unwrap() else { panic!() };
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let dfa = of_tail(&claim, &base2, &Budget::default()).unwrap();
//! assert_eq!(dfa.run(&base2, &[0u8.into(), 2u8.into()]), 1);
//! assert_eq!(dfa.run(&base2, &[2u8.into(), 0u8.into()]), 1);
//! assert_eq!(dfa.run(&base2, &[0u8.into(), 3u8.into()]), 0);
//! ```

use super::answer::{NoStart, solved_start};
use super::{Beam, TailCertificate};
use dashu_int::UBig;
use rustc_hash::{FxHashMap, FxHashSet};
use wythoff_automata::{Cond, DEAD, Dfa, Numeration, Product};
use wythoff_budget::{Budget, Limit};

/// Why a tail has no automaton here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAutomaton {
    /// The start is not known.
    #[error(transparent)]
    Start(#[from] NoStart),
    /// A beam repeats too slowly for an automaton that knows remainders.
    #[error("a beam repeats with period {0} only, and automata here know remainders up to 65535")]
    Period(u64),
    /// A limit was reached.
    #[error("the automaton of a tail that begins at column {start} is too large: {limit}")]
    Limit {
        /// Where the tail begins.
        start: u64,
        /// The limit.
        limit: Limit,
    },
}

/// The automaton that accepts the pairs of which the claim says that they are P-positions. Whether it is true is not looked at.
///
/// # Errors
/// [`NoAutomaton`] says what stands in the way.
pub fn of_tail(
    claim: &TailCertificate,
    numeration: &Numeration,
    budget: &Budget,
) -> Result<Dfa, NoAutomaton> {
    let too_large = |limit| NoAutomaton::Limit { start: claim.start, limit };
    let start = solved_start(claim, budget)?;
    // Each part with its tracks: below the diagonal the piles are exchanged.
    let mut parts = vec![(finite(&start, numeration, budget).map_err(too_large)?, [0, 1])];
    let above = claim.beams.iter().map(|beam| (beam, [0, 1]));
    let below = claim.below.as_ref().unwrap_or(&claim.beams).iter().map(|beam| (beam, [1, 0]));
    for (beam, tracks) in above.chain(below) {
        if beam.period > u64::from(u16::MAX) {
            return Err(NoAutomaton::Period(beam.period));
        }
        parts.push((of_beam(beam, claim.start, numeration, budget).map_err(too_large)?, tracks));
    }
    union(&parts, numeration, budget).map_err(too_large)
}

/// A finite set of pairs: a tree of their words, below zeros that may stand in front.
fn finite(pairs: &[(u64, u64)], numeration: &Numeration, budget: &Budget) -> Result<Dfa, Limit> {
    let (phases, digits) = (numeration.phases(), numeration.digit_count());
    let letters = (digits as usize).pow(2);
    // States 0 .. phases are the starts: zeros lead from each to the next.
    let mut next: Vec<u32> = vec![DEAD; phases * letters];
    let mut output = vec![0u16; phases];
    for phase in 0..phases {
        next[phase * letters] = numeration.next_phase(phase) as u32;
    }
    let largest = pairs.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(0);
    let weights = numeration.weights(numeration.length(&UBig::from(largest)));
    let weights: Vec<u64> = weights.iter().filter_map(|w| u64::try_from(w).ok()).collect();
    for (i, &(mut x, mut y)) in pairs.iter().enumerate() {
        if i % 256 == 0 {
            budget.check(output.len(), next.len() * 4)?;
        }
        // Digits are found greedily, from the largest weight that one of the numbers needs.
        let length = weights.partition_point(|&w| w <= x.max(y));
        let mut state = length % phases;
        for weight in weights[..length].iter().rev() {
            let (a, b) = (x / weight, y / weight);
            (x, y) = (x % weight, y % weight);
            let at = state * letters + a as usize * digits as usize + b as usize;
            if next[at] == DEAD {
                next[at] = output.len() as u32;
                next.extend(std::iter::repeat_n(DEAD, letters));
                output.push(0);
            }
            state = next[at] as usize;
        }
        output[state] = 1;
    }
    let starts: Vec<u32> = (0..phases as u32).collect();
    Dfa::minimized(2, digits, (&next, &output, &starts), budget)
}

/// The pairs of a beam with `x` at least `start`.
fn of_beam(beam: &Beam, start: u64, numeration: &Numeration, budget: &Budget) -> Result<Dfa, Limit> {
    let common = gcd(beam.period, beam.rise);
    let (p, q) = ((beam.rise / common) as i64, (beam.period / common) as i64);
    // All numbers of a claim are below 2^31.
    let place = |&(x, y): &(u64, u64)| q * y as i64 - p * x as i64;
    let mut places: Vec<i64> = beam.points.iter().map(place).collect();
    places.sort_unstable();
    places.dedup();
    let code: FxHashMap<i64, u16> = (0u16..).zip(&places).map(|(i, &c)| (c, 2 * i + 1)).collect();
    let members: FxHashSet<(u16, u16)> = beam
        .points
        .iter()
        .filter_map(|point| Some((*code.get(&place(point))?, (point.0 % beam.period) as u16)))
        .collect();
    let mut product = Product::new(numeration, 2);
    let lines = product.compare(&[-p, q], &places, budget)?;
    product.require(lines, |o| o % 2 == 1);
    let begun = product.compare(&[1, 0], &[start as i64], budget)?;
    product.require(begun, |o| o >= 1);
    let rest = product.remainder(&[1, 0], beam.period as i64, budget)?;
    product.set_value(&[lines, rest], move |o| u16::from(members.contains(&(o[0], o[1]))));
    product.build(budget)
}

/// The pairs of any of these sets, each of which reads the two numbers in its own order.
fn union(sets: &[(Dfa, [usize; 2])], numeration: &Numeration, budget: &Budget) -> Result<Dfa, Limit> {
    let mut product = Product::new(numeration, 2);
    let mut any = vec![];
    for (set, tracks) in sets {
        let part = product.automaton(set, tracks);
        any.push(product.is(part, |o| o > 0));
    }
    product.require_cond(Cond::Or(any));
    product.build(budget)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
