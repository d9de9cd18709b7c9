//! The sentence that a game's rules define, and its decision for a claimed set.
//!
//! For a claimed set `P` (an automaton over `x, y`) the sentence is: for every position, `P(x, y)` holds if and only if the previous
//! player wins at `(x, y)` when exactly the options in `P` are P-positions. Who wins is a function of how many options of each
//! kind are in `P` and outside of it ([`previous_wins`]), counted up to a cap beyond which nothing changes; the counts are automata
//! ([`plan`](super::plan)). So the sentence fails somewhere exactly if a product of automata has a word with a bad outcome, and
//! the shortest one is returned.
//!
//! Positions with `x ≤ y` are read as `(δ, x, y)` with `y = x + δ`, the others with the piles exchanged; for a game and a set
//! that are both symmetric one half is enough.

use dashu_int::UBig;

use super::compile::require;
use super::formula::{Form, Logic};
use super::plan::{Tally, Track, axes_and_rest, diagonals};
use super::same::{same, swap_piles};
use super::{Undecided, expressible};
use wythoff_automata::{Dfa, Numeration, Product};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::{Play, Ruleset, Twist};
use wythoff_solve::twist::{Counts, lines, previous_wins};

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The claimed set is the set of P-positions.
    Proved,
    /// The claim contradicts itself at this position, a shortest one: it is in the set and the previous player does not win, or
    /// the other way round, given the claimed set at its options.
    Refuted {
        /// The first pile.
        x: UBig,
        /// The second pile.
        y: UBig,
    },
}

/// Which options are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    /// Options in the set, or outside.
    inside: bool,
    /// Which lines' classes they are in.
    signature: usize,
    cap: u16,
}

/// The rules as formulas over x, y, s, t.
struct Rules<'r> {
    ruleset: &'r Ruleset,
    position: Logic,
    kinds: Vec<(Kind, Logic)>,
    symmetric: bool,
}

impl<'r> Rules<'r> {
    fn new(ruleset: &'r Ruleset) -> Result<Rules<'r>, Undecided> {
        let most = expressible(ruleset)?;
        let formula = |f| Logic::from_rules(f, &ruleset.moves);
        let moves = Logic::or(ruleset.moves.iter().map(|m| formula(&m.when)).collect());
        let classes: Vec<Logic> = ruleset.twist.classes().into_iter().map(formula).collect();
        // One more than can be blocked; as many as have to be proposed.
        let (inside, cap) = match &ruleset.twist {
            Twist::None | Twist::Block(_) => (true, most + 1),
            Twist::Comply(_) => (false, most.max(1)),
        };
        let mut kinds = vec![];
        for signature in 0..1usize << lines(&ruleset.twist) {
            let own = classes
                .iter()
                .enumerate()
                .map(|(i, c)| if signature >> i & 1 == 1 { c.clone() } else { c.clone().negated() });
            let region = Logic::and(std::iter::once(moves.clone()).chain(own).collect());
            let cap = if inside && signature == 0 { 1 } else { cap };
            kinds.push((Kind { inside, signature, cap }, region.clone()));
            if ruleset.play == Play::Misere && inside {
                kinds.push((Kind { inside: false, signature, cap: 1 }, region));
            }
        }
        kinds.retain(|(_, region)| *region != Logic::Constant(false));
        let position = ruleset.position.as_ref().map_or(Logic::Constant(true), formula);
        let symmetric = same(&position, &swap_piles(&position))
            && kinds.iter().all(|(_, region)| same(region, &swap_piles(region)));
        Ok(Rules { ruleset, position, kinds, symmetric })
    }
}

/// Decides whether a claimed set is the set of P-positions of a game.
///
/// # Errors
/// If a limit is reached, or the rules cannot be said in this numeration.
pub fn decide(
    ruleset: &Ruleset,
    numeration: &Numeration,
    claim: &Dfa,
    budget: &Budget,
) -> Result<Decision, Undecided> {
    let rules = Rules::new(ruleset)?;
    // A square that does not exist is no P-position.
    let mut p = Product::new(numeration, 2);
    let part = p.automaton(claim, &[0, 1]);
    p.require(part, |o| o == 1);
    let xy = [Form::track(0, 2), Form::track(1, 2), Form::zero(2), Form::zero(2)];
    require(&mut p, &rules.position.clone().negated().substitute(&xy), budget)?;
    if let Some(word) = p.shortest(budget)? {
        return Ok(refuted(&p.numbers(&word)));
    }
    let outside = if rules.kinds.iter().any(|(k, _)| !k.inside) {
        let mut p = Product::new(numeration, 2);
        let part = p.automaton(claim, &[0, 1]);
        p.require(part, |o| o == 0);
        require(&mut p, &rules.position.substitute(&xy), budget)?;
        Some(p.build(budget)?)
    } else {
        None
    };
    let set = |kind: &Kind| if kind.inside { claim } else { outside.as_ref().unwrap_or(claim) };
    let mut everywhere: Vec<(Kind, Tally)> = vec![];
    for (kind, region) in &rules.kinds {
        for tally in axes_and_rest(numeration, set(kind), region, kind.cap, budget)? {
            everywhere.push((*kind, tally));
        }
    }
    let mirror = swap_tracks(numeration, claim, budget)?;
    let halves: &[bool] = if rules.symmetric && mirror == *claim { &[false] } else { &[false, true] };
    let mut refutations = vec![];
    for &swapped in halves {
        let outside = match (&outside, swapped) {
            (Some(o), true) => Some(swap_tracks(numeration, o, budget)?),
            (o, _) => o.clone(),
        };
        let claim = if swapped { &mirror } else { claim };
        let set = |kind: &Kind| if kind.inside { claim } else { outside.as_ref().unwrap_or(claim) };
        let mut tallies = everywhere.clone();
        if swapped {
            tallies.iter_mut().for_each(|(_, t)| t.tracks = t.tracks.map(exchange));
        }
        for (kind, region) in &rules.kinds {
            let region = if swapped { swap_piles(region) } else { region.clone() };
            for tally in diagonals(numeration, set(kind), &region, kind.cap, budget)? {
                tallies.push((*kind, tally));
            }
        }
        let position = if swapped { swap_piles(&rules.position) } else { rules.position.clone() };
        if let Some((x, y)) = contradiction(&rules, numeration, claim, &position, &tallies, budget)? {
            refutations.push(if swapped { (y, x) } else { (x, y) });
        }
    }
    let best = refutations.into_iter().min_by_key(|(x, y)| x + y);
    Ok(best.map_or(Decision::Proved, |(x, y)| Decision::Refuted { x, y }))
}

fn refuted(numbers: &[UBig]) -> Decision {
    Decision::Refuted { x: numbers[0].clone(), y: numbers[1].clone() }
}

fn exchange(track: Track) -> Track {
    match track {
        Track::X => Track::Y,
        Track::Y => Track::X,
        Track::Difference => Track::Difference,
    }
}

fn swap_tracks(numeration: &Numeration, dfa: &Dfa, budget: &Budget) -> Result<Dfa, Undecided> {
    let mut p = Product::new(numeration, 2);
    let part = p.automaton(dfa, &[1, 0]);
    p.set_value(&[part], |o| o[0]);
    Ok(p.build(budget)?)
}

/// A shortest position with `x ≤ y` at which the claim contradicts the counts.
fn contradiction(
    rules: &Rules<'_>,
    numeration: &Numeration,
    claim: &Dfa,
    position: &Logic,
    tallies: &[(Kind, Tally)],
    budget: &Budget,
) -> Result<Option<(UBig, UBig)>, Undecided> {
    // Tracks x, y and, if a tally needs it, δ = y - x.
    let differences = tallies.iter().any(|(_, t)| t.tracks.contains(&Track::Difference));
    let n = if differences { 3 } else { 2 };
    let (x, y) = (Form::track(0, n), Form::track(1, n));
    let mut p = Product::new(numeration, n);
    let order = if differences {
        Logic::equal(y.plus(-1, &x).plus(-1, &Form::track(2, n)), 0)
    } else {
        Logic::at_least(y.plus(-1, &x), 0)
    };
    require(&mut p, &order, budget)?;
    require(&mut p, &position.substitute(&[x, y, Form::zero(n), Form::zero(n)]), budget)?;
    let mut parts = vec![p.automaton(claim, &[0, 1])];
    let mut kinds = vec![];
    for (kind, tally) in tallies {
        let tracks = tally.tracks.map(|t| match t {
            Track::X => 0,
            Track::Y => 1,
            Track::Difference => 2,
        });
        parts.push(p.automaton(&tally.dfa, &tracks));
        kinds.push(*kind);
    }
    let ruleset = rules.ruleset;
    let empty = Counts::new(lines(&ruleset.twist));
    p.set_value(&parts, move |outputs| {
        let mut counts = empty.clone();
        for (kind, &count) in kinds.iter().zip(&outputs[1..]) {
            let side = if kind.inside { &mut counts.p } else { &mut counts.n };
            side[kind.signature] += u64::from(count);
        }
        u16::from(previous_wins(ruleset, &counts) != (outputs[0] == 1))
    });
    let one_decides = ruleset.twist == Twist::None && ruleset.play == Play::Normal;
    let most = if one_decides { budget.states().min(SIDE_BY_SIDE) } else { budget.states() };
    match p.shortest(&budget.clone().with_states(most)) {
        Err(Limit::States(_)) if one_decides => {
            one_by_one(numeration, claim, position, tallies.iter().map(|(_, tally)| tally), budget)
        }
        word => Ok(word?.map(|word| pair(&p, &word))),
    }
}

/// So many states are tried with all tallies at once, where they can also be taken one after the other.
const SIDE_BY_SIDE: u64 = 50_000;

/// The piles of a word.
fn pair(p: &Product<'_>, word: &[usize]) -> (UBig, UBig) {
    let numbers = p.numbers(word);
    (numbers[0].clone(), numbers[1].clone())
}

/// The same where one P-option decides: claimed positions have none in any tally; from those that are not claimed the ones that have
/// some are taken away, tally by tally, and nothing may be left. Each step has a minimal automaton, where all at once have a large one.
fn one_by_one<'t>(
    numeration: &Numeration,
    claim: &Dfa,
    position: &Logic,
    tallies: impl Iterator<Item = &'t Tally>,
    budget: &Budget,
) -> Result<Option<(UBig, UBig)>, Undecided> {
    let (x, y) = (Form::track(0, 2), Form::track(1, 2));
    let order = Logic::at_least(y.plus(-1, &x), 0);
    let squares = Logic::and(vec![order, position.substitute(&[x, y, Form::zero(2), Form::zero(2)])]);
    let mut squares_only = Product::new(numeration, 2);
    require(&mut squares_only, &squares, budget)?;
    let squares = squares_only.build(budget)?;
    // The squares in a set, and in or outside another.
    let both = |set: &Dfa, other: &Dfa, inside: bool| {
        let mut p = Product::new(numeration, 2);
        for (dfa, inside) in [(set, true), (other, inside)] {
            let part = p.automaton(dfa, &[0, 1]);
            p.require(part, move |o| (o != 0) == inside);
        }
        p
    };
    let shortest = |p: &Product<'_>| Ok::<_, Undecided>(p.shortest(budget)?.map(|word| pair(p, &word)));
    let mut some =
        tallies.map(|tally| with_some(numeration, tally, budget)).collect::<Result<Vec<_>, _>>()?;
    some.sort_by_key(Dfa::states);
    let claimed = both(&squares, claim, true).build(budget)?;
    for tally in &some {
        if let Some(wrong) = shortest(&both(&claimed, tally, true))? {
            return Ok(Some(wrong));
        }
    }
    let mut left = both(&squares, claim, false).build(budget)?;
    for tally in &some {
        left = both(&left, tally, false).build(budget)?;
    }
    shortest(&both(&left, &squares, true))
}

/// The positions with `x ≤ y` at which a tally counts something.
fn with_some(numeration: &Numeration, tally: &Tally, budget: &Budget) -> Result<Dfa, Undecided> {
    let mut p = Product::new(numeration, 3);
    let difference = Form::track(1, 3).plus(-1, &Form::track(0, 3)).plus(-1, &Form::track(2, 3));
    require(&mut p, &Logic::equal(difference, 0), budget)?;
    let tracks = tally.tracks.map(|t| match t {
        Track::X => 0,
        Track::Y => 1,
        Track::Difference => 2,
    });
    let part = p.automaton(&tally.dfa, &tracks);
    p.require(part, |o| o != 0);
    Ok(p.count(2, 1, budget)?)
}
