//! U. Larsson, "2-pile Nim with a restricted number of move-size imitations". The appendix is in `imitation_nim_appendix.rs`.

use super::ItemVerdict::{Agrees, FalseAsPrinted, Open, Proved, Untestable};
use super::checks::*;
use super::imitation_game::{
    Formal, Remembering, Section3, Sets, definition_1, formal_starts, same_as_library, solved,
};
use super::{Bench, Entry, Evidence, Trouble};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use wythoff_rules::piles::Rule;
use wythoff_rules::position::Outcome;

type Found = Result<Evidence, Trouble>;

pub(super) const ITEMS: &[Entry] = &[
    (
        "Section 1.1",
        Proved,
        "Adjoining the P-positions of 2-pile Nim as moves gives Wythoff Nim, whose P-positions are {⌊nφ⌋, ⌊nφ²⌋}.",
        section_1_1,
    ),
    (
        "Section 1.2",
        Agrees,
        "Imitation Nim: after a removal of x from a leading pile, x may not be removed from the other.",
        section_1_2,
    ),
    (
        "Proposition 0 (1)",
        Agrees,
        "A P-position of Wythoff Nim is a non-dynamic P-position of Imitation Nim.",
        |bench| proposition_0(bench, 1),
    ),
    ("Proposition 0 (2a)", Agrees, "An N-position of Wythoff Nim is N as an initial position.", |bench| {
        proposition_0(bench, 2)
    }),
    (
        "Proposition 0 (2b)",
        Agrees,
        "… and non-dynamic N if there is a P-position (c, d), c < a, on its diagonal.",
        |bench| proposition_0(bench, 3),
    ),
    (
        "Proposition 0 (2c)",
        FalseAsPrinted,
        "… or if a < b implies that there is a P-position (a, c) with c < a.",
        proposition_0_2c,
    ),
    ("Proposition 0 (3)", Agrees, "Otherwise an N-position of Wythoff Nim is dynamic.", |bench| {
        proposition_0(bench, 4)
    }),
    ("Remark 1", Agrees, "Wythoff Nim has more options than Nim, Imitation Nim fewer.", remark_1),
    (
        "Remark 2",
        Agrees,
        "(p,1)-Imitation Nim removes the winning strategy of Nim iff the leading pile has at least p tokens: (a, a) is P iff a < p.",
        remark_2,
    ),
    (
        "Section 1.3 ((p,1) and (1,m))",
        Agrees,
        "p − 1 imitations in a row are allowed and the p-th is not; with m, taking x, …, x + m − 1 counts as an imitation.",
        section_1_3_rules,
    ),
    (
        "(1)",
        Agrees,
        "The P-positions of (1,m)-Wythoff Nim are ⌊nα⌋, ⌊n(α + m)⌋, α = (2 − m + √(m² + 4))/2.",
        equation_1,
    ),
    (
        "Section 1.3 ((p,m)-Wythoff Nim)",
        Agrees,
        "(p,m)-Wythoff Nim: at most p − 1 of the positions that are reached by taking from both piles may be blocked.",
        section_1_3_wythoff,
    ),
    ("Definition 1", Agrees, "a_i = mex{a_j, b_j : j < i}, b_i = a_i + ⌊i/p⌋m.", definition_1_item),
    (
        "Proposition 1 (a)",
        Agrees,
        "The P-positions of (p,m)-Wythoff Nim are the pairs of Definition 1.",
        |bench| proposition_1(bench, 'a'),
    ),
    ("Proposition 1 (b)", Agrees, "Together these pairs partition the natural numbers.", |bench| {
        proposition_1(bench, 'b')
    }),
    ("Proposition 1 (c)", Agrees, "a < c implies b − a ≤ d − c and b < d.", |bench| {
        proposition_1(bench, 'c')
    }),
    (
        "Proposition 1 (d)",
        Agrees,
        "Every multiple of m is p times a difference b_i − a_i, and no other number is one.",
        |bench| proposition_1(bench, 'd'),
    ),
    (
        "Section 1.3 (p | m)",
        Agrees,
        "If p | m the P-positions are (p·a_n + r, p·b_n + r), 0 ≤ r < p, over the pairs of (1, m/p)-Wythoff Nim.",
        p_divides_m,
    ),
    (
        "Remark 3",
        Agrees,
        "A greater p blocks more in Wythoff Nim and allows more in Imitation Nim; a greater m allows more in Wythoff Nim and forbids more in Imitation Nim.",
        remark_3,
    ),
    (
        "Section 2.1",
        FalseAsPrinted,
        "Condition (4), X⁻²₁ − X⁻¹₁ ≥ X⁻¹₂ − X₂ > 0, implies (2) X⁻¹₁ = X₁ and (3) X⁻²₂ = X⁻¹₂.",
        section_2_1,
    ),
    (
        "Section 2.2",
        Agrees,
        "The imitation rule by μ and the counter L; a move X → Y is legal only if L(Y) < p. (With (4) turned round.)",
        section_2_2,
    ),
    ("Section 2.3", FalseAsPrinted, "According to Proposition 1d, 1 ≤ ξ((a, b)) ≤ p.", section_2_3),
    ("Section 3 (exclusive)", Agrees, "N1b, N1c and N1d exclude each other.", |bench| {
        over_states(bench, "N1b, N1c, N1d", &|_, sets, _| {
            [sets.n1b, sets.n1c, sets.n1d].iter().filter(|b| **b).count() <= 1
        })
    }),
    (
        "Lemma 1 (i)",
        Agrees,
        "P1 holds if a P-position of (p,m)-Wythoff Nim is the initial position.",
        |bench| {
            over_states(bench, "Lemma 1(i)", &|state, sets, section| {
                state.last.is_some() || !section.is_pair(state.piles) || sets.p1
            })
        },
    ),
    ("Lemma 1 (ii)", Agrees, "P1 holds at the lowest P-position of each diagonal.", |bench| {
        over_states(bench, "Lemma 1(ii)", &|state, sets, section| !section.lowest(state.piles) || sets.p1)
    }),
    ("Lemma 1 (iii)", Agrees, "N1a implies N1b, N1c or N1d.", |bench| {
        over_states(bench, "Lemma 1(iii)", &|_, sets, _| !sets.n1a || sets.n1b || sets.n1c || sets.n1d)
    }),
    ("Lemma 1 (iv)", Agrees, "X ∈ N' iff X ∉ P'.", |bench| {
        over_states(bench, "Lemma 1(iv)", &|_, sets, _| sets.in_p() != sets.in_n())
    }),
    (
        "Section 3 (non-dynamic)",
        Agrees,
        "The non-dynamic P-positions are those of Lemma 1(ii), the non-dynamic N-positions those of N1b and N1c.",
        non_dynamic,
    ),
    (
        "Main Theorem",
        Agrees,
        "P'(p,m) and N'(p,m) are the P- and N-positions of (p,m)-Imitation Nim.",
        main_theorem,
    ),
    (
        "Remark 4",
        Agrees,
        "From an N-position as start the winning moves of Wythoff Nim on one pile win in Imitation Nim, too; only where Wythoff Nim needs a diagonal move the first player relies on the imitation rule.",
        remark_4,
    ),
    (
        "Remark 5",
        Agrees,
        "From a P-position of (p,m)-Wythoff Nim as start, every move leads to an N-position of Imitation Nim.",
        remark_5,
    ),
    (
        "Section 4 (WN_n)",
        Agrees,
        "n-pile Wythoff Nim: Nim, or take from several piles numbers of nim-sum 0.",
        |bench| sample_game(bench, Sample::NimSum),
    ),
    (
        "Section 4.1 (stable and free)",
        FalseAsPrinted,
        "Positions are P-stable, P-free, N-stable or N-free; N-free if there is a j < X₂ with {X₁, j} P.",
        stable_and_free,
    ),
    (
        "Section 4.1.1",
        Agrees,
        "Wythoff Nim: from (a_n, b_n − 1) the only winning reply is (a_{n−1}, b_{n−1}), so a learner meets every P-position.",
        section_4_1_1,
    ),
    (
        "Section 4.1.2",
        Agrees,
        "(p,m)-Wythoff Nim, p > 1: from (a, b − 1) the first player can go to the P-stable (c, d), d − c = b − a − m, and another P-position (e, f), c < e < a, stays hidden.",
        section_4_1_2,
    ),
    (
        "Section 4.1.3",
        Agrees,
        "(p,m)-Imitation Nim: from N-free positions one wins by moving to a P-position; from N-stable ones of type N1c by X → (Y₁, X₂), which shows Y.",
        section_4_1_3,
    ),
    (
        "Section 4.2 (Sample-game 1)",
        FalseAsPrinted,
        "W_2N_n: Nim, or the same number from exactly two piles. From (1,2,3) these lead to (0,1,3), (1,1,2), (0,2,2) and (0,1,1).",
        |bench| {
            listed_moves(Rule::Pair)?;
            sample_game(bench, Sample::Pair)?;
            Ok(Evidence::new(
                "as worded, piles ≤ 5; (0,1,1) should be (1,0,1), see T11 (the same up to order); from (1,1,1) to {0,0,1} as listed",
            ))
        },
    ),
    (
        "Section 4.2 (Sample-game 2)",
        Agrees,
        "W_{2,…,n}N_n: Nim, or the same number from any number of piles; its listed moves.",
        |bench| {
            listed_moves(Rule::Equal)?;
            sample_game(bench, Sample::Equal)
        },
    ),
    (
        "Section 4.2 (Sample-game A)",
        Agrees,
        "I_1N_n: after x from a leading pile the previous player points at one non-leading pile, from which x may not be taken.",
        |bench| sample_game(bench, Sample::Point),
    ),
    (
        "Section 4.2.2 (A and Nim)",
        Agrees,
        "I_1N_n removes the winning strategy from Nim: moving to Nim-sum zero whenever possible no longer wins.",
        |bench| without_nims_strategy(bench, Sample::Point),
    ),
    (
        "Section 4.2 (Sample-game B)",
        Agrees,
        "I_nN_n: after x from a leading pile, x may not be taken from any non-leading pile.",
        |bench| sample_game(bench, Sample::Full),
    ),
    ("Section 4.2.2 (B and Nim)", Agrees, "I_nN_n removes the winning strategy from Nim as well.", |bench| {
        without_nims_strategy(bench, Sample::Full)
    }),
    (
        "Section 4.2.3",
        Agrees,
        "For n > 2 some P-positions of I_1N_n, I_nN_n are N in W_2N_n, W_{2,…,n}N_n and WN_n.",
        negative_result,
    ),
    (
        "Question 1",
        Open,
        "Are there n-pile generalisations of Wythoff Nim and of Imitation Nim with equal P-positions?",
        |_| Ok(Evidence::new("nothing is known here; the four sample games do not do, see Section 4.2.3")),
    ),
    (
        "Question 2",
        Open,
        "Can the P-positions of the four sample games be generated in polynomial time?",
        |_| Ok(Evidence::new("nothing is known here; they are computed by definition only")),
    ),
    (
        "Question 3",
        Open,
        "Are there other games where an imitation rule corresponds to a blocking manoeuvre?",
        |_| {
            Ok(Evidence::new(
                "nothing is known here; the rule language states both, so pairs can be looked for",
            ))
        },
    ),
    ("Question 4", Open, "Is there a general rule when such correspondences exist?", |_| {
        Ok(Evidence::new("nothing is known here"))
    }),
    (
        "Section 4 (conjectures of [Fra1])",
        Untestable,
        "Two conjectures on n-pile Wythoff Nim; the first implies the second.",
        |_| {
            Ok(Evidence::new(
                "they are not stated in this paper; for three piles with the first ≤ 10 the first was proved by Sun and Zeilberger (2004)",
            ))
        },
    ),
];

pub(super) const MISPRINTS: &[Entry] = &[
    ("T8", FalseAsPrinted, "(4): X⁻²₁ − X⁻¹₁ ≥ X⁻¹₂ − X₂ > 0.", misprint_8),
    (
        "T9",
        FalseAsPrinted,
        "Proof of the Main Theorem, B2b: j − X₁ ≥ j' − X₁ + m and μ = X₂ − j' − Y₁ − X₁; Lemma 1(iv): L(X) < ξ(X) ≤ p gives N2.",
        misprint_9,
    ),
    (
        "T10",
        FalseAsPrinted,
        "The moves that can be blocked in (p,m)-Wythoff Nim are \u{201c}bishop-type\u{201d}, as beatty-extensions, Section 2.3, has it with its Definition 2.",
        misprint_10,
    ),
    ("T11", FalseAsPrinted, "W_2N_3: a diagonal move leads from (1,2,3) to (0,1,1).", misprint_11),
];

const BOTH_ORDERS: &str = "En ($A(n,x) & $B(n,y)) | ($A(n,y) & $B(n,x))";

fn prove_k_wythoff(
    bench: &Bench<'_>,
    name: &str,
    m: i64,
) -> Result<(String, wythoff_check::Proved), Trouble> {
    let floors = [("A", [2 - m, 1, m * m + 4, 2]), ("B", [2 + m, 1, m * m + 4, 2])];
    proved_formula(bench, name, &[u32::try_from(m)?], &floors, BOTH_ORDERS)
}

fn section_1_1(bench: &Bench<'_>) -> Found {
    // The P-positions of Nim are (t, t): as moves beside those of Nim they are Wythoff's.
    let nim: PilePairs = by_definition(bench, "N", 30)?;
    let class = |_, _, s: i64, t: i64| (s == 0 || t == 0 || nim.contains(&(s as u32, t as u32))).then_some(0);
    same_positions(
        "Wythoff Nim",
        &by_definition(bench, "WN", 30)?,
        &direct(30, |_, _| true, class, no_option_is_p),
    )?;
    let to = bench.pick(120, 300, 500);
    let stated = mirrored((0..).map(|n| (floor_phi(n), floor_phi2(n))), to);
    same_positions("Wythoff Nim", &by_definition(bench, "WN", to)?, &stated)?;
    let proofs = [proved_formula(bench, "N", &[], &[], "x = y")?, prove_k_wythoff(bench, "WN", 1)?];
    Ok(Evidence::new(format!(
        "for all sizes, by claims checked now: the P-positions of Nim are (t, t), the moves that Wythoff Nim adds; by definition piles ≤ {to}, with the moves adjoined piles ≤ 30"
    ))
    .proved_as_stated(&proofs))
}

fn section_1_2(bench: &Bench<'_>) -> Found {
    let to = bench.pick(14, 20, 24);
    let states = solved(1, 1, to);
    same_as_library(bench, (1, 1, to), &states)?;
    let wythoff = by_definition(bench, "WN", u32::try_from(to)?)?;
    for ((x, y), outcome) in states.iter().filter(|(s, _)| s.last.is_none()).map(|(s, o)| (s.piles, o)) {
        let is_p = wythoff.contains(&(u32::try_from(x)?, u32::try_from(y)?));
        ensure!(outcome.is_p() == is_p, "start ({x}, {y}) is {outcome}");
    }
    Ok(Evidence::new(format!(
        "the rule text against the words at all {} states, piles ≤ {to}; as starts the P-positions are Wythoff's",
        states.len()
    )))
}

/// For every position, the outcomes that it can have during play, with games from starts up to `to`.
fn outcomes(p: i64, m: i64, to: i64) -> BTreeMap<(i64, i64), BTreeSet<Outcome>> {
    let mut all: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (state, outcome) in solved(p, m, to) {
        all.entry(state.piles).or_default().insert(outcome);
    }
    all
}

fn proposition_0(bench: &Bench<'_>, part: u8) -> Found {
    let (to, far) = bench.pick((8, 22), (10, 30), (14, 42));
    let section = Section3::new(1, 1)?;
    let by_history = outcomes(1, 1, far);
    let mut met = 0;
    for a in 0..=to {
        for b in a..=to {
            let found: Vec<Outcome> = by_history.get(&(a, b)).into_iter().flatten().copied().collect();
            let lower_diagonal = section.pairs.iter().any(|(c, d)| *c < a && d - c == b - a);
            let partner_below = section.partner(a) < a;
            let holds = match (part, section.is_pair((a, b))) {
                (1, true) => found == [Outcome::P],
                (1, false) | (_, true) => continue,
                (2, _) => found.contains(&Outcome::N),
                (3, _) if lower_diagonal => found == [Outcome::N],
                (4, _) if !lower_diagonal && !partner_below => found == [Outcome::P, Outcome::N],
                _ => continue,
            };
            met += 1;
            ensure!(holds, "({a}, {b}) can be {found:?}");
        }
    }
    ensure!(met > 0, "the case does not occur");
    Ok(Evidence::new(format!("{met} positions a ≤ b ≤ {to}, over all histories of games with piles ≤ {far}")))
}

fn proposition_0_2c(bench: &Bench<'_>) -> Found {
    let (to, far) = bench.pick((8, 22), (10, 30), (14, 42));
    let section = Section3::new(1, 1)?;
    let by_history = outcomes(1, 1, far);
    // As an implication it holds of (1, 0), where 1 < 0 is false; and (1, 0) is dynamic.
    let at: Vec<Outcome> = by_history.get(&(1, 0)).into_iter().flatten().copied().collect();
    ensure!(at == [Outcome::P, Outcome::N], "(1, 0) can be {at:?}");
    for a in 0..=to {
        for b in a..=to {
            if section.is_pair((a, b)) || section.partner(a) >= a {
                continue;
            }
            let found: Vec<Outcome> = by_history.get(&(a, b)).into_iter().flatten().copied().collect();
            ensure!(found == [Outcome::N], "({a}, {b}) can be {found:?}");
        }
    }
    Ok(Evidence::new(format!(
        "read word by word on ordered pairs, (1, 0) satisfies it and is dynamic: P after 1 was taken from a leading pile, N otherwise. Right: if there is a c < a ≤ b with {{a, c}} P; a ≤ b ≤ {to}, all histories with piles ≤ {far}"
    )))
}

fn remark_1(bench: &Bench<'_>) -> Found {
    let to = bench.pick(10, 14, 18);
    let mut strict = (false, false);
    for state in solved(1, 1, to).into_keys() {
        let (x, y) = state.piles;
        let imitation: BTreeSet<(i64, i64)> = state.options(1, 1).iter().map(|o| o.piles).collect();
        let nim: BTreeSet<(i64, i64)> = (0..x).map(|i| (i, y)).chain((0..y).map(|j| (x, j))).collect();
        let wythoff: BTreeSet<(i64, i64)> =
            nim.iter().copied().chain((1..=x.min(y)).map(|t| (x - t, y - t))).collect();
        ensure!(imitation.is_subset(&nim) && nim.is_subset(&wythoff), "{state:?}");
        strict = (strict.0 || imitation != nim, strict.1 || nim != wythoff);
    }
    ensure!(strict == (true, true), "never fewer, never more");
    Ok(Evidence::new(format!("options at all states, piles ≤ {to}")))
}

fn remark_2(bench: &Bench<'_>) -> Found {
    let to = bench.pick(7, 10, 12);
    for p in 1..=5 {
        for m in 1..=bench.pick(1, 3, 3) {
            let states = solved(p, m, to);
            for a in 0..=to {
                let found = states.get(&Remembering::start((a, a)));
                ensure!(found == Some(&Outcome::p_if(a < p)), "({p},{m})IN: ({a}, {a}) is {found:?}");
            }
        }
    }
    Ok(Evidence::new(format!("p ≤ 5, a ≤ {to}")))
}

fn section_1_3_rules(bench: &Bench<'_>) -> Found {
    // From (12, 12) the first player takes 1 from the first pile again and again.
    for p in 1..=4_i64 {
        for m in 1..=3_i64 {
            let mut state = Remembering::start((12, 12));
            for round in 1..=p {
                state = state.after(m, 0, 1);
                let replies = state.options(p, m);
                let taken: BTreeSet<i64> = replies
                    .iter()
                    .filter(|o| o.piles.0 == state.piles.0)
                    .map(|o| state.piles.1 - o.piles.1)
                    .collect();
                let forbidden: Vec<i64> = (1..=state.piles.1).filter(|t| !taken.contains(t)).collect();
                let stated: Vec<i64> = if round < p { Vec::new() } else { (1..=m).collect() };
                ensure!(forbidden == stated, "p = {p}, m = {m}, round {round}: forbidden are {forbidden:?}");
                state = state.after(m, 1, 1);
            }
        }
    }
    let (to, most) = bench.pick((10, 3), (14, 3), (18, 4));
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        same_as_library(bench, (p, m, to), &solved(p, m, to))?;
    }
    Ok(Evidence::new(format!(
        "imitations of 1 from (12,12), p ≤ 4, m ≤ 3: the p-th is forbidden, with 1, …, m; the rule text against the words at all states, p, m ≤ {most}, piles ≤ {to}"
    )))
}

fn equation_1(bench: &Bench<'_>) -> Found {
    let mut proofs = Vec::new();
    for m in 1..=bench.pick(3_i64, 5, 8) {
        let game = format!("(1,{m})WN");
        let wide = i128::from(m);
        let floor = |n: i128, shift: i128| floor_with_root(n * shift, n, wide * wide + 4, 2);
        let stated = mirrored((0..).map(|n| (floor(n, 2 - wide), floor(n, 2 + wide))), 60);
        same_positions(&game, &by_definition(bench, &game, 60)?, &stated)?;
        proofs.push(prove_k_wythoff(bench, &game, m)?);
    }
    Ok(Evidence::new(format!("{}; by definition piles ≤ 60", proved_for(&proofs))).with_proofs(&proofs))
}

fn section_1_3_wythoff(bench: &Bench<'_>) -> Found {
    let to = bench.pick(22, 36, 50);
    for p in 1..=3_usize {
        for m in 1..=3_i64 {
            let class = |_, _, s: i64, t: i64| match s == 0 || t == 0 {
                true => Some(0),
                false if s == t => Some(1),
                false => ((s - t).abs() < m).then_some(2),
            };
            let game = format!("({p},{m})WN");
            let found = by_definition(bench, &game, to)?;
            let worded = direct(to, |_, _| true, class, |c| c.p[0] == 0 && c.p[1] + c.p[2] < p);
            same_positions(&game, &found, &worded)?;
            // The text lets only positions on the same diagonal be blocked; that makes no difference.
            let same_diagonal = direct(to, |_, _| true, class, |c| c.p[0] + c.p[2] == 0 && c.p[1] < p);
            same_positions(&format!("{game}, only the same diagonal blocked"), &found, &same_diagonal)?;
        }
    }
    Ok(Evidence::new(format!(
        "the rule text against the words, p, m ≤ 3, piles ≤ {to}. The text asks for j ∈ [1, p−1] blocked positions with b_i − a_i = b − a: none may be blocked as well, and blocking other two-pile moves changes nothing"
    )))
}

fn definition_1_item(bench: &Bench<'_>) -> Found {
    let count = bench.pick(1000_i32, 5000, 20_000);
    for p in 1..=4_i64 {
        for m in 1..=4_i64 {
            let (mut used, mut next, mut worded) = (BTreeSet::new(), 0_i64, Vec::new());
            for i in 0..i64::from(count) {
                while used.contains(&next) {
                    next += 1;
                }
                let b = next + i.div_euclid(p) * m;
                used.extend([next, b]);
                worded.push((next, b));
            }
            same_list(&format!("p = {p}, m = {m}"), &definition_1(p, m, worded.len())?, &worded)?;
        }
    }
    Ok(Evidence::new(format!("as worded and by the library, p, m ≤ 4, i < {count}")))
}

fn proposition_1(bench: &Bench<'_>, part: char) -> Found {
    let (to, most, count) = bench.pick((45, 4, 2000), (90, 5, 50_000), (150, 6, 500_000));
    for p in 1..=most {
        for m in 1..=most {
            let pairs = definition_1(p, m, count)?;
            let what = format!("p = {p}, m = {m}");
            match part {
                'a' => {
                    let game = format!("({p},{m})WN");
                    let stated = mirrored(pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())), to);
                    same_positions(&game, &by_definition(bench, &game, to)?, &stated)?;
                }
                'b' => {
                    let mut seen = vec![0_u8; count];
                    for value in pairs.iter().flat_map(|(a, b)| [Some(*a), (a != b).then_some(*b)]).flatten()
                    {
                        if let Some(times) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
                            *times += 1;
                        }
                    }
                    let wrong = seen.iter().position(|times| *times != 1);
                    ensure!(wrong.is_none(), "{what}: {wrong:?} does not occur once");
                }
                'c' => {
                    for two in pairs.windows(2) {
                        let ((a, b), (c, d)) = (two[0], two[1]);
                        ensure!(a < c && b - a <= d - c && b < d, "{what}: ({a}, {b}), ({c}, {d})");
                    }
                }
                _ => {
                    let mut times: BTreeMap<i64, i64> = BTreeMap::new();
                    for (a, b) in &pairs {
                        *times.entry(b - a).or_default() += 1;
                    }
                    let last = pairs.last().map_or(0, |(a, b)| b - a);
                    for delta in 0..last {
                        let stated = if delta % m == 0 { p } else { 0 };
                        let found = times.get(&delta).copied().unwrap_or(0);
                        ensure!(found == stated, "{what}: the difference {delta} occurs {found} times");
                    }
                }
            }
        }
    }
    let range = if part == 'a' { format!("piles ≤ {to}") } else { format!("i < {count}") };
    let more = match part {
        'b' => "; the first p pairs are (i, i)",
        'd' => "; δ = 0 as well, which the text leaves out",
        _ => "",
    };
    Ok(Evidence::new(format!("p, m ≤ {most}, {range}{more}")))
}

fn p_divides_m(bench: &Bench<'_>) -> Found {
    let cases: &[(i64, i64)] = &[(1, 1), (1, 3), (2, 2), (2, 4), (3, 3), (3, 6), (4, 4), (5, 5)];
    for (p, m) in cases {
        let (wide_p, ratio) = (i128::from(*p), i128::from(m / p));
        let floor = |n: i128, shift: i128| floor_with_root(n * shift, n, ratio * ratio + 4, 2);
        let stated = (0..).flat_map(|n| {
            let (a, b) = (floor(n, 2 - ratio), floor(n, 2 + ratio));
            (0..wide_p).map(move |r| (wide_p * a + r, wide_p * b + r))
        });
        let game = format!("({p},{m})WN");
        same_positions(&game, &by_definition(bench, &game, 60)?, &mirrored(stated, 60))?;
    }
    let mut proofs = Vec::new();
    let proved: &[(i64, i64)] =
        bench.pick(&[(2, 2)], &[(2, 2), (2, 4), (3, 3)], &[(2, 2), (2, 4), (3, 3), (4, 4), (3, 6)]);
    for (p, m) in proved {
        let ratio = m / p;
        let floors =
            [("A", [2 - ratio, 1, ratio * ratio + 4, 2]), ("B", [2 + ratio, 1, ratio * ratio + 4, 2])];
        let formula = format!(
            "En,a,b,r $A(n,a) & $B(n,b) & r < {p} & ((x = {p}*a + r & y = {p}*b + r) | (y = {p}*a + r & x = {p}*b + r))"
        );
        proofs.push(proved_formula(
            bench,
            &format!("({p},{m})WN"),
            &[u32::try_from(ratio)?],
            &floors,
            &formula,
        )?);
    }
    Ok(Evidence::new(format!("{}; by definition eight (p, m), piles ≤ 60", proved_for(&proofs)))
        .with_proofs(&proofs))
}

fn remark_3(bench: &Bench<'_>) -> Found {
    let to = bench.pick(9, 12, 15);
    let targets = |state: Remembering, p: i64, m: i64| -> BTreeSet<(i64, i64)> {
        state.options(p, m).iter().map(|o| o.piles).collect()
    };
    for state in solved(1, 1, to).into_keys() {
        for q in 1..=3 {
            ensure!(targets(state, q, 1).is_subset(&targets(state, q + 1, 1)), "p = {q}: {state:?}");
            ensure!(targets(state, 1, q + 1).is_subset(&targets(state, 1, q)), "m = {q}: {state:?}");
        }
    }
    for m in 1..=3_i64 {
        let moves = |m: i64, s: i64, t: i64| s == 0 || t == 0 || (s - t).abs() < m;
        let all = (0..=to).all(|s| (0..=to).all(|t| !moves(m, s, t) || moves(m + 1, s, t)));
        ensure!(all, "(1,{m})-Wythoff Nim");
    }
    // More blocking: whatever may be blocked with p may be blocked with p + 1.
    for p in 1..=3_usize {
        let few = by_definition(bench, &format!("({p},1)WN"), 30)?;
        let more = by_definition(bench, &format!("({},1)WN", p + 1), 30)?;
        ensure!(few != more, "p = {p} and p + 1 are the same game");
    }
    Ok(Evidence::new(format!(
        "inclusions of options at all states, piles ≤ {to}, for p, m = 1, 2, 3 and the next; that \u{201c}life is harder\u{201d} is a way of speaking"
    )))
}

fn section_2_1(_: &Bench<'_>) -> Found {
    let ((c, d), (a, b), (x, y)) = ((3, 5), (1, 3), (1, 1));
    // (3,5) → (3,1), written (1,3); then (1,3) → (1,1).
    ensure!(c - a >= b - y && b - y > 0, "(4) as printed");
    ensure!(a == x && d != b, "(2) and (3)");
    Ok(Evidence::new(
        "(3,5) → (1,3) → (1,1) satisfies (4) as printed and not (3), since 5 ≠ 3 (the piles change places). And (4) has its two sides exchanged, see T8",
    ))
}

/// The starts that are P, by Definition 1.
fn wythoff_starts(p: i64, m: i64, to: i64) -> Result<BTreeSet<(i64, i64)>, Trouble> {
    let count = usize::try_from(to)? + 2;
    Ok(definition_1(p, m, count)?.into_iter().filter(|(_, b)| *b <= to).collect())
}

fn section_2_2(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((7, 2), (9, 3), (11, 3));
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let formal = formal_starts(p, m, to, Formal::Turned);
        ensure!(formal == wythoff_starts(p, m, to)?, "({p},{m}): by the formulas {formal:?}");
        let informal: BTreeSet<(i64, i64)> = solved(p, m, to)
            .into_iter()
            .filter(|(s, o)| s.last.is_none() && s.piles.0 <= s.piles.1 && o.is_p())
            .map(|(s, _)| s.piles)
            .collect();
        ensure!(formal == informal, "({p},{m}): the formulas and the words differ");
    }
    Ok(Evidence::new(format!(
        "with (4) turned round, (2) and (3): the starting positions that are P are those of the words and of Definition 1, p, m ≤ {most}, piles ≤ {to}"
    )))
}

fn section_2_3(bench: &Bench<'_>) -> Found {
    let to = bench.pick(40, 100, 150);
    let mut zero = None;
    for (p, m) in [(1, 1), (2, 1), (2, 2), (3, 2)] {
        let section = Section3::new(p, m)?;
        for a in 0..=to {
            for b in a..=to {
                let xi = section.xi((a, b));
                ensure!(xi <= p, "({p},{m}): ξ({a}, {b}) = {xi}");
                if section.is_pair((a, b)) {
                    ensure!(xi >= 1, "({p},{m}): ξ({a}, {b}) = 0 at a P-position");
                } else if xi == 0 && zero.is_none() {
                    zero = Some((p, m, a, b));
                }
            }
        }
    }
    let Some((p, m, a, b)) = zero else { return Err(Trouble::Contradiction("ξ is never 0".to_owned())) };
    Ok(Evidence::new(format!(
        "ξ(({a}, {b})) = 0 for (p, m) = ({p}, {m}): 1 ≤ ξ holds at P-positions only; ξ ≤ p everywhere, piles ≤ {to}"
    )))
}

/// A statement about every state of play.
type StateCheck<'c> = &'c dyn Fn(Remembering, Sets, &Section3) -> bool;

fn over_states(bench: &Bench<'_>, what: &str, holds: StateCheck<'_>) -> Found {
    let (to, most) = bench.pick((11, 3), (20, 3), (24, 4));
    let mut count = 0;
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        for state in solved(p, m, to).into_keys() {
            count += 1;
            let sets = section.sets(state);
            ensure!(holds(state, sets, &section), "{what}, ({p},{m}): {state:?} {sets:?}");
        }
        bench.budget.poll()?;
    }
    Ok(Evidence::new(format!("all {count} states of play, p, m ≤ {most}, piles ≤ {to}")))
}

fn main_theorem(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((12, 3), (20, 3), (26, 4));
    let mut count = 0;
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        let states = solved(p, m, to);
        count += states.len();
        let mut met = [false; 7];
        for (state, outcome) in states {
            let sets = section.sets(state);
            ensure!(outcome.is_p() == sets.in_p(), "({p},{m}): {state:?} is {outcome}, and in {sets:?}");
            let here = [sets.p1, sets.p2, sets.n1a, sets.n1b, sets.n1c, sets.n1d, sets.n2];
            met.iter_mut().zip(here).for_each(|(all, one)| *all |= one);
        }
        ensure!(
            met == [true, true, true, true, true, true, p > 1],
            "({p},{m}): the sets that occur are {met:?}"
        );
    }
    Ok(Evidence::new(format!(
        "all {count} states of play, p, m ≤ {most}, piles ≤ {to}; each of P1, P2, N1a–d, N2 occurs (N2 for p > 1)"
    )))
}

fn non_dynamic(bench: &Bench<'_>) -> Found {
    let (to, far, most) = bench.pick((6, 18, 2), (10, 24, 3), (12, 30, 3));
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        for ((x, y), found) in outcomes(p, m, far) {
            if x.max(y) > to {
                continue;
            }
            let sets = section.sets(Remembering::start((x, y)));
            let stated: &[Outcome] = match (section.lowest((x, y)), sets.n1b || sets.n1c) {
                (true, _) => &[Outcome::P],
                (_, true) => &[Outcome::N],
                _ => &[Outcome::P, Outcome::N],
            };
            let found: Vec<Outcome> = found.into_iter().collect();
            ensure!(found == stated, "({p},{m}): ({x}, {y}) can be {found:?}");
        }
    }
    Ok(Evidence::new(format!("p, m ≤ {most}, piles ≤ {to}, over all histories with piles ≤ {far}")))
}

fn remark_4(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((10, 3), (16, 3), (20, 4));
    let mut only_diagonal = 0;
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        let states = solved(p, m, to);
        for (x, y) in (0..=to).flat_map(|x| (x..=to).map(move |y| (x, y))) {
            if section.is_pair((x, y)) {
                continue;
            }
            let winning: BTreeSet<(i64, i64)> = Remembering::start((x, y))
                .options(p, m)
                .into_iter()
                .filter(|o| states.get(o) == Some(&Outcome::P))
                .map(|o| o.piles)
                .collect();
            let nim: Vec<(i64, i64)> = (0..x)
                .map(|i| (i, y))
                .chain((0..y).map(|j| (x, j)))
                .filter(|o| section.is_pair(*o))
                .collect();
            ensure!(
                nim.iter().all(|o| winning.contains(o)),
                "({p},{m}): ({x}, {y}), {nim:?} and {winning:?}"
            );
            if nim.is_empty() {
                only_diagonal += 1;
                ensure!(section.sets(Remembering::start((x, y))).n1c, "({p},{m}): ({x}, {y}) is not N1c");
                ensure!(
                    !winning.is_empty() && !winning.iter().any(|o| section.is_pair(*o)),
                    "({p},{m}): ({x}, {y})"
                );
            }
        }
    }
    Ok(Evidence::new(format!(
        "p, m ≤ {most}, piles ≤ {to}; {only_diagonal} starts without a winning Nim move, all of type N1c, are won by a move to an N-position of Wythoff Nim"
    )))
}

fn remark_5(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((10, 3), (16, 3), (20, 4));
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        let states = solved(p, m, to);
        for (a, b) in section.pairs.iter().filter(|(_, b)| *b <= to) {
            for option in Remembering::start((*a, *b)).options(p, m) {
                ensure!(states.get(&option) == Some(&Outcome::N), "({p},{m}): ({a}, {b}) → {option:?}");
                ensure!(
                    !section.is_pair(option.piles),
                    "({p},{m}): ({a}, {b}) → a P-position of Wythoff Nim"
                );
            }
        }
    }
    Ok(Evidence::new(format!("p, m ≤ {most}, piles ≤ {to}")))
}

fn stable_and_free(bench: &Bench<'_>) -> Found {
    let to = bench.pick(30, 80, 120);
    let mut witness = None;
    for (p, m) in (1..=4).flat_map(|p| (1..=4).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        for (x1, x2) in (0..=to).flat_map(|x| (x..=to).map(move |y| (x, y))) {
            let (is_pair, j) = (section.is_pair((x1, x2)), section.partner(x1));
            let p_stable = section.lowest((x1, x2));
            let n_stable = !is_pair && (j < x1 || j > x2);
            let n_free = !is_pair && x1 <= j && j < x2;
            let ways = [p_stable, is_pair && !p_stable, n_stable, n_free].iter().filter(|b| **b).count();
            ensure!(ways == 1, "({p},{m}): ({x1}, {x2}) in {ways} ways");
            if n_stable && j < x2 && witness.is_none() {
                witness = Some((p, m, x1, x2));
            }
        }
    }
    let Some((p, m, x1, x2)) = witness else {
        return Err(Trouble::Contradiction("as printed it is exclusive".to_owned()));
    };
    Ok(Evidence::new(format!(
        "as printed ({x1}, {x2}) is both N-stable and N-free for (p, m) = ({p}, {m}). With X₁ ≤ j every position is exactly one of the four, p, m ≤ 4, piles ≤ {to}"
    )))
}

fn section_4_1_1(bench: &Bench<'_>) -> Found {
    let most = bench.pick(40, 149, 250);
    let size = u32::try_from(floor_phi2(most))?;
    let mut board = board(bench, &named_rules("WN")?, size)?;
    for n in 1..=most {
        let pair = |n: i128| -> Result<(u32, u32), Trouble> {
            Ok((u32::try_from(floor_phi(n))?, u32::try_from(floor_phi2(n))?))
        };
        let ((a, b), before) = (pair(n)?, pair(n - 1)?);
        let winning: Vec<(u32, u32)> = board
            .options(a, b - 1)
            .into_iter()
            .filter(|o| o.outcome == Outcome::P)
            .map(|o| (o.x, o.y))
            .collect();
        ensure!(winning == [before], "n = {n}: {winning:?}");
    }
    Ok(Evidence::new(format!("n ≤ {most}")))
}

fn section_4_1_2(bench: &Bench<'_>) -> Found {
    let count = bench.pick(300_usize, 5000, 50_000);
    for (p, m) in (2..=4_usize).flat_map(|p| (1..=4_i64).map(move |m| (p, m))) {
        let pairs = definition_1(p as i64, m, count)?;
        for i in (p..count).step_by(p) {
            let ((a, b), (c, d)) = (pairs[i], pairs[i - p]);
            let (s, t) = (a - c, b - 1 - d);
            ensure!(
                d - c == b - a - m && s > 0 && t > 0 && (s - t).abs() < m,
                "({p},{m}): ({a}, {b}), ({c}, {d})"
            );
            ensure!(
                c < pairs[i - 1].0 && pairs[i - 1].0 < a,
                "({p},{m}): nothing is hidden before ({a}, {b})"
            );
        }
    }
    Ok(Evidence::new(format!(
        "2 ≤ p ≤ 4, m ≤ 4, indices below {count}: the move exists, and p − 1 P-positions stay hidden; that there is no other learning strategy cannot be tested"
    )))
}

fn section_4_1_3(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((10, 3), (16, 3), (20, 4));
    let (mut free, mut stable) = (0, 0);
    for (p, m) in (1..=most).flat_map(|p| (1..=most).map(move |m| (p, m))) {
        let section = Section3::new(p, m)?;
        let states = solved(p, m, to);
        for (x1, x2) in (0..=to).flat_map(|x| (x..=to).map(move |y| (x, y))) {
            let start = Remembering::start((x1, x2));
            let sets = section.sets(start);
            let wins =
                |pile: usize, taken: i64| states.get(&start.after(m, pile, taken)) == Some(&Outcome::P);
            if sets.n1d {
                free += 1;
                ensure!(wins(1, x2 - section.partner(x1)), "({p},{m}): ({x1}, {x2}) is N-free");
            } else if sets.n1c {
                // The highest P-position below on the diagonal of the multiple of m below Δ(X).
                let delta = (x2 - x1).div_euclid(m) * m;
                let Some((c, d)) = section.pairs.iter().rfind(|(c, d)| d - c == delta && *c < x1) else {
                    continue;
                };
                stable += 1;
                let target = start.after(m, 0, x1 - c);
                ensure!(wins(0, x1 - c), "({p},{m}): ({x1}, {x2}) → ({c}, {x2})");
                ensure!(
                    target.after(m, 1, x2 - d).counter >= 1,
                    "({p},{m}): going on to ({c}, {d}) is no imitation"
                );
            }
        }
    }
    Ok(Evidence::new(format!(
        "p, m ≤ {most}, piles ≤ {to}: {free} N-free starts and {stable} of type N1c; how fast a learner learns was not simulated"
    )))
}

/// The sample games of section 4.2, and WN_n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sample {
    Pair,
    Equal,
    NimSum,
    Point,
    Full,
}

type Triple = [u32; 3];
/// The last move: from which pile, how many, and the piles before it.
type Last = Option<(usize, u32, Triple)>;

/// Is a position P, straight from the wording, with leading read pairwise?
fn is_p(game: Sample, piles: Triple, last: Last, known: &mut BTreeMap<(Triple, Last), bool>) -> bool {
    if let Some(is_p) = known.get(&(piles, last)) {
        return *is_p;
    }
    let mut free: Vec<(Triple, Last)> = Vec::new();
    let mut imitations: [Vec<(Triple, Last)>; 3] = Default::default();
    let [x, y, z] = piles;
    let all = (0..=x).flat_map(|a| (0..=y).flat_map(move |b| (0..=z).map(move |c| [a, b, c])));
    for r in all.filter(|r| *r != [0, 0, 0]) {
        let from: Vec<usize> = (0..3).filter(|i| r[*i] > 0).collect();
        let equal = from.iter().all(|i| r[*i] == r[from[0]]);
        let allowed = match (game, from.len()) {
            (_, 1) => true,
            (Sample::Pair, 2) | (Sample::Equal, _) => equal,
            (Sample::NimSum, _) => r[0] ^ r[1] ^ r[2] == 0,
            _ => false,
        };
        if !allowed {
            continue;
        }
        let after = [x - r[0], y - r[1], z - r[2]];
        let pile = from[0];
        let remembers = matches!(game, Sample::Point | Sample::Full);
        let next = (after, remembers.then_some((pile, r[pile], piles)));
        match last {
            Some((led, size, before)) if pile != led && r[pile] == size && before[led] <= before[pile] => {
                imitations[pile].push(next);
            }
            _ => free.push(next),
        }
    }
    let mut wins =
        |moves: &[(Triple, Last)]| moves.iter().any(|(piles, last)| is_p(game, *piles, *last, known));
    let result = match game {
        Sample::Point => {
            let winning: Vec<bool> = imitations.iter().map(|moves| wins(moves)).collect();
            !wins(&free) && winning.iter().filter(|w| **w).count() <= 1
        }
        _ => !wins(&free),
    };
    known.insert((piles, last), result);
    result
}

fn sample_game(bench: &Bench<'_>, game: Sample) -> Found {
    let to = bench.pick(5, 7, 9);
    let name = match game {
        Sample::Pair => "pair-wythoff(piles=3)",
        Sample::Equal => "equal-wythoff(piles=3)",
        Sample::NimSum => "nimsum-wythoff(piles=3)",
        Sample::Point => "point-imitation(piles=3)",
        Sample::Full => "full-imitation(piles=3)",
    };
    let found = triples(bench, name, to)?;
    let wythoff = by_definition(bench, "WN", to)?;
    let mut known = BTreeMap::new();
    for x in 0..=to {
        for y in x..=to {
            for z in y..=to {
                let worded = is_p(game, [x, y, z], None, &mut known);
                ensure!(found.contains(&[x, y, z]) == worded, "{name} at ({x}, {y}, {z})");
                ensure!(
                    x > 0 || worded == wythoff.contains(&(y, z)),
                    "{name}: (0, {y}, {z}) is not as in Wythoff Nim"
                );
            }
        }
    }
    Ok(Evidence::new(format!(
        "three piles ≤ {to}, the solver against the words (leading read pairwise, since the paper does not say for n > 2); with an empty pile it is Wythoff Nim"
    )))
}

/// A move to Nim-sum zero: is it a winning move here? And which P-positions of Nim are P here still, as starts?
fn without_nims_strategy(bench: &Bench<'_>, game: Sample) -> Found {
    let to = bench.pick(5, 7, 9);
    let rows = (0..=to).flat_map(|x| (x..=to).map(move |y| (x, y)));
    let starts = rows.flat_map(|(x, y)| (y..=to).map(move |z| [x, y, z]));
    let mut known = BTreeMap::new();
    let (mut loses, mut all, mut first, mut still_p) = (0, 0, None, Vec::new());
    for piles in starts {
        bench.budget.poll()?;
        let sum = piles[0] ^ piles[1] ^ piles[2];
        if sum == 0 {
            if is_p(game, piles, None, &mut known) {
                still_p.push(format!("{piles:?}"));
            }
            continue;
        }
        // Nim's winning moves, and what the answer to each may be.
        let winning = (0..3).filter(|i| piles[*i] ^ sum < piles[*i]).map(|i| {
            let mut after = piles;
            after[i] ^= sum;
            (after, Some((i, piles[i] - after[i], piles)))
        });
        let fails: Vec<Triple> = winning
            .filter(|(after, last)| !is_p(game, *after, *last, &mut known))
            .map(|(after, _)| after)
            .collect();
        all += 1;
        loses += u32::from(!fails.is_empty());
        first = first.or_else(|| fails.first().map(|after| (piles, *after)));
    }
    let Some((from, after)) = first else {
        return Err(Trouble::Contradiction("moving to Nim-sum zero wins everywhere".to_owned()));
    };
    ensure!(from == [0, 1, 2] && after == [0, 1, 1], "the first loss is {after:?} from {from:?}");
    Ok(Evidence::new(format!(
        "three piles ≤ {to}, leading read pairwise: from {loses} of {all} starts with another Nim-sum a move to Nim-sum zero loses, first {from:?} → {after:?}. Not everywhere: as starts, these P-positions of Nim are P here too: {}",
        still_p.join(", ")
    )))
}

/// Where the moves on several piles lead, piles in order of size.
fn diagonal_moves(rule: Rule, piles: Triple) -> BTreeSet<Triple> {
    let mut found = BTreeSet::new();
    let _ = rule.removals(&piles, &mut |r| {
        if r.iter().filter(|t| **t > 0).count() > 1 {
            let mut after = [piles[0] - r[0], piles[1] - r[1], piles[2] - r[2]];
            after.sort_unstable();
            found.insert(after);
        }
        ControlFlow::Continue(())
    });
    found
}

fn listed_moves(rule: Rule) -> Result<(), Trouble> {
    let mut ones = BTreeSet::from([[0, 0, 1]]);
    let mut from_123 = BTreeSet::from([[0, 1, 3], [1, 1, 2], [0, 2, 2], [0, 1, 1]]);
    if rule == Rule::Equal {
        ones.insert([0, 0, 0]);
        from_123.insert([0, 1, 2]);
    }
    ensure!(diagonal_moves(rule, [1, 1, 1]) == ones, "the moves from (1, 1, 1)");
    ensure!(diagonal_moves(rule, [1, 2, 3]) == from_123, "the moves from (1, 2, 3)");
    Ok(())
}

fn negative_result(bench: &Bench<'_>) -> Found {
    let to = bench.pick(5, 8, 10);
    let p = |name: &str| triples(bench, &format!("{name}(piles=3)"), to);
    let (pair, equal, nimsum) = (p("pair-wythoff")?, p("equal-wythoff")?, p("nimsum-wythoff")?);
    let (point, full) = (p("point-imitation")?, p("full-imitation")?);
    let cases = [
        ("I_1N_3, W_2N_3", &point, &pair, [1, 3, 3]),
        ("I_nN_3, W_{2,3}N_3", &full, &equal, [2, 2, 2]),
        ("I_1N_3, WN_3", &point, &nimsum, [1, 3, 3]),
        ("I_nN_3, WN_3", &full, &nimsum, [1, 1, 4]),
    ];
    let mut witnesses = Vec::new();
    for (what, imitation, wythoff, witness) in cases {
        let smallest = imitation.difference(wythoff).min_by_key(|piles| (piles.iter().sum::<u32>(), **piles));
        ensure!(smallest == Some(&witness), "{what}: the smallest witness is {smallest:?}");
        witnesses.push(format!("{what}: {witness:?}"));
    }
    Ok(Evidence::new(format!(
        "smallest witnesses with three piles ≤ {to}: {}. More piles: the same with empty ones",
        witnesses.join("; ")
    )))
}

fn misprint_8(bench: &Bench<'_>) -> Found {
    let to = bench.pick(6, 8, 10);
    let wrong_alone = formal_starts(1, 1, to, Formal::TurnedAlone);
    let right = wythoff_starts(1, 1, to)?;
    ensure!(
        wrong_alone.contains(&(1, 2)) != right.contains(&(1, 2)),
        "(4) turned round alone is right at (1, 2)"
    );
    for (p, m) in [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)] {
        let right = wythoff_starts(p, m, to)?;
        ensure!(
            formal_starts(p, m, to, Formal::Turned) == right,
            "({p},{m}): turned round, with (2) and (3)"
        );
        let printed = formal_starts(p, m, to, Formal::Printed) == right;
        ensure!(printed == (m == 1), "({p},{m}): as printed, with (2) and (3): {printed}");
    }
    Ok(Evidence::new(format!(
        "as printed, with (2) and (3), the theorem holds for m = 1 only; turned round, X⁻¹₂ − X₂ ≥ X⁻²₁ − X⁻¹₁ > 0, with (2) and (3), it holds for (1,1), (2,1), (1,2), (2,2), (1,3); turned round alone it fails at the start (1,2); piles ≤ {to}"
    )))
}

fn misprint_9(bench: &Bench<'_>) -> Found {
    // As printed μ = X₂ − j' − Y₁ − X₁ would be ≥ m whenever Y → X → (X₁, j'); it is X₂ − j' − (Y₁ − X₁).
    let section = Section3::new(1, 1)?;
    let mut negative = None;
    for (y1, x1) in (1..20_i64).flat_map(|y| (0..y).map(move |x| (y, x))) {
        let (j, lower) = (section.partner(y1), section.partner(x1));
        if j < y1 || lower < x1 || j - y1 <= lower - x1 {
            continue;
        }
        for x2 in j + 1..40 {
            let (printed, right) = (x2 - lower - y1 - x1, x2 - lower - (y1 - x1));
            ensure!(right >= 1, "Y₁ = {y1}, X₁ = {x1}, X₂ = {x2}: μ = {right}");
            if printed < 1 && negative.is_none() {
                negative = Some((y1, x1, x2, printed, right));
            }
        }
    }
    let Some((y1, x1, x2, printed, right)) = negative else {
        return Err(Trouble::Contradiction("μ as printed is always at least m".to_owned()));
    };
    section_2_3(bench)?;
    over_states(bench, "Lemma 1(iv)", &|_, sets, _| sets.in_p() != sets.in_n())?;
    Ok(Evidence::new(format!(
        "p = m = 1, Y = ({y1}, {x2}), X = ({x1}, {x2}): μ as printed is {printed}, below m; right is X₂ − j' − (Y₁ − X₁) = {right}, and j − Y₁ ≥ j' − X₁ + m. Besides \u{201c}P1c\u{201d} is P1; in Lemma 1(iv) \u{201c}L < ξ ≤ p\u{201d} is ξ ≤ L < p; 1 ≤ ξ holds at P-positions only; A2's \u{201c}X₂ ≤ Y₁ = X₁\u{201d} is \u{201c}otherwise\u{201d}"
    )))
}

fn misprint_10(bench: &Bench<'_>) -> Found {
    let mut witnesses = Vec::new();
    for (p, m) in [(2_i64, 2_i64), (3, 2), (2, 3)] {
        let text =
            format!("move rook: s = 0 or t = 0\nmove bishop: |s - t| < {m}\nblock {} of bishop", p - 1);
        let stated = mirrored(definition_1(p, m, 60)?.iter().map(|(a, b)| ((*a).into(), (*b).into())), 30);
        let (x, y) =
            different_positions("the other bishop", &text_by_definition(bench, &text, 30)?, &stated)?;
        same_positions("(p,m)WN", &by_definition(bench, &format!("({p},{m})WN"), 30)?, &stated)?;
        witnesses.push(format!("(p, m) = ({p}, {m}) at ({x}, {y})"));
    }
    Ok(Evidence::new(format!(
        "with the bishop of beatty-extensions, Definition 2, short rook moves could be blocked, and Proposition 1 fails: {}. Only moves on both piles can be blocked",
        witnesses.join(", ")
    )))
}

fn misprint_11(_: &Bench<'_>) -> Found {
    let mut targets = BTreeSet::new();
    let _ = Rule::Pair.removals(&[1, 2, 3], &mut |r| {
        targets.insert([1 - r[0], 2 - r[1], 3 - r[2]]);
        ControlFlow::Continue(())
    });
    ensure!(!targets.contains(&[0, 1, 1]), "(0, 1, 1) is reached");
    ensure!(targets.contains(&[1, 0, 1]), "(1, 0, 1) is not reached");
    Ok(Evidence::new(
        "(1,2,3) − (0,1,1) would need 1 from the first pile and 1, 2 from the others; right is (1,0,1), taking 2 from two piles",
    ))
}
