//! The checker for tails: the proof of the [module](super), with every hypothesis tested.
//!
//! It shares only data types with the guesser. It does not recognise rays (the claim names them, and in base 2 it is
//! decided that they are the moves), and it solves the start itself, square by square.

use super::regions::Tail;
use super::{Ray, TailCertificate, start};
use crate::automaton::{Cond, Numeration, Product, System};
use crate::budget::Budget;
use crate::prove::Undecided;
use crate::prove::check::Verdict;
use crate::prove::compile::condition;
use crate::prove::formula::{Form, Logic};
use crate::rules::{Formula, Play, Ruleset, Twist, Var};

/// More blocked options do not fit into the counts of the start.
const MOST_BLOCKED: u64 = 200;

/// Longer steps of rays are not tried: their automata would be too large.
const LONGEST_STEP: u64 = 4096;

/// Checks a claim.
///
/// # Errors
/// If a limit is reached, or the claim is about a game that this proof does not cover.
pub fn verify(claim: &TailCertificate, budget: &Budget) -> Result<Verdict, Undecided> {
    if !claim.is_well_formed() {
        return Err(Undecided::Rules("the numbers of the claim are out of range or out of order"));
    }
    let limit = blocked(&claim.rules)?;
    if !claim.rays.iter().all(|r| claim.rays.binary_search(&r.mirrored()).is_ok()) {
        return Err(Undecided::Rules("the rays of the claim are not symmetric"));
    }
    moves_are_rays(&claim.rules, &claim.rays, budget)?;
    let first = start::solve(&claim.rays, limit, claim.start, budget)?;
    let tail = Tail::new(claim, &first, limit)?;
    let beyond = tail.beyond(budget)?;
    let columns = start::solve(&claim.rays, limit, beyond, budget)?;
    for x in claim.start..beyond {
        let mut claimed: Vec<u64> = claim.rows(x).collect();
        claimed.sort_unstable();
        let solved = columns[x as usize].iter().map(|&y| u64::from(y));
        if claimed.iter().copied().eq(solved.clone()) {
            continue;
        }
        let solved: Vec<u64> = solved.collect();
        let alone = |a: &[u64], b: &[u64]| a.iter().copied().filter(|y| !b.contains(y)).min();
        let y = [alone(&claimed, &solved), alone(&solved, &claimed)].into_iter().flatten().min();
        // Without such a row the claim names a position twice.
        let y = y.unwrap_or_else(|| claimed.windows(2).find(|w| w[0] == w[1]).map_or(x, |w| w[0]));
        return Ok(Verdict::Refuted { x: x.into(), y: y.into() });
    }
    Ok(match tail.contradiction(beyond, limit, budget)? {
        None => Verdict::Proved,
        Some((x, y)) => Verdict::Refuted { x: x.into(), y: y.into() },
    })
}

impl TailCertificate {
    /// The rows that the beams have in a column from [`start`](TailCertificate::start) on, in no particular order.
    pub(super) fn rows(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        self.progressions().filter_map(move |((x0, y0), (period, rise))| {
            let away = x.checked_sub(x0)?;
            away.is_multiple_of(period).then(|| y0 + away / period * rise)
        })
    }
}

/// How many options may be blocked, if the game is of a kind that the proof covers.
fn blocked(rules: &Ruleset) -> Result<u8, Undecided> {
    if rules.imitation.is_some() || rules.play != Play::Normal || rules.position.is_some() {
        return Err(Undecided::Rules("tails are proved for normal play without memory on all squares only"));
    }
    match &rules.twist {
        Twist::None => Ok(0),
        Twist::Block(blocks) if blocks.len() == 1 && blocks[0].limit <= MOST_BLOCKED => {
            Ok(blocks[0].limit as u8)
        }
        _ => Err(Undecided::Rules(
            "tails are proved without a twist, or with one block line of at most 200 options",
        )),
    }
}

/// Decides, for all removals, that the moves are the rays, that no two rays meet, and that all moves may be blocked.
fn moves_are_rays(rules: &Ruleset, rays: &[Ray], budget: &Budget) -> Result<(), Undecided> {
    let block = match &rules.twist {
        Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        _ => vec![],
    };
    if rays.iter().any(|r| r.step.0.max(r.step.1) > LONGEST_STEP) {
        return Err(Undecided::Rules("a ray of the claim has too long a step"));
    }
    let formulas = rules.moves.iter().map(|m| &m.when).chain(block.iter().copied());
    if formulas.clone().any(|f| f.mentions(Var::X) || f.mentions(Var::Y)) {
        return Err(Undecided::Rules("which removals are moves depends on the position"));
    }
    // Over the tracks s and t.
    let (s, t) = (Form::track(0, 2), Form::track(1, 2));
    let read = |f: &Formula| {
        let logic = Logic::from_rules(f, &rules.moves);
        logic.substitute(&[Form::zero(2), Form::zero(2), s.clone(), t.clone()])
    };
    let nothing = Logic::and(vec![Logic::equal(s.clone(), 0), Logic::equal(t.clone(), 0)]);
    let any = Logic::or(rules.moves.iter().map(|m| read(&m.when)).collect());
    let moves = Logic::and(vec![any, nothing.negated()]);
    let members: Vec<Logic> = rays.iter().map(member).collect();
    let union = Logic::or(members.clone());
    let mut differ = vec![
        Logic::and(vec![moves.clone(), union.clone().negated()]),
        Logic::and(vec![moves.clone().negated(), union]),
    ];
    differ.extend(block.iter().map(|class| Logic::and(vec![moves.clone(), read(class).negated()])));
    if satisfiable(&Logic::or(differ), budget)? {
        return Err(Undecided::Rules(
            "the moves are not the rays of the claim, or not all of them may be blocked",
        ));
    }
    for (i, one) in members.iter().enumerate() {
        for (j, other) in members.iter().enumerate().take(i) {
            let meet = match (rays[i].is_single(), rays[j].is_single()) {
                (true, true) => rays[i] == rays[j],
                _ => satisfiable(&Logic::and(vec![one.clone(), other.clone()]), budget)?,
            };
            if meet {
                return Err(Undecided::Rules("two rays of the claim meet"));
            }
        }
    }
    Ok(())
}

/// `(s, t)` is on the ray.
fn member(ray: &Ray) -> Logic {
    // Numbers of a claim are small: see LARGEST.
    let [a, b, p, q] = [ray.start.0, ray.start.1, ray.step.0, ray.step.1].map(|v| v as i64);
    let (s, t) = (Form::track(0, 2), Form::track(1, 2));
    let mut all = vec![];
    match (p, q) {
        (0, 0) => all.extend([Logic::equal(s, a), Logic::equal(t, b)]),
        (0, q) => {
            all.extend([
                Logic::equal(s, a),
                Logic::at_least(t.clone(), b),
                Logic::remainder(t, q, b.rem_euclid(q)),
            ]);
        }
        (p, q) => {
            // t - b is then n·q for the n with s - a = n·p.
            let line = Form { c: p * b - q * a, k: vec![q, -p] };
            all.extend([
                Logic::at_least(s.clone(), a),
                Logic::remainder(s, p, a.rem_euclid(p)),
                Logic::equal(line, 0),
            ]);
        }
    }
    Logic::and(all)
}

fn satisfiable(logic: &Logic, budget: &Budget) -> Result<bool, Undecided> {
    let base = Numeration::new(System::base(2)).map_err(|_| Undecided::Rules("there is no base 2"))?;
    let mut product = Product::new(&base, 2);
    let cond: Cond = condition(&mut product, logic, budget)?;
    product.require_cond(cond);
    Ok(product.shortest(budget)?.is_some())
}
