//! P. Hegarty's appendix to "2-pile Nim with a restricted number of move-size imitations": how close the (p,1)-Wythoff pairs are to Beatty pairs.

use super::ItemVerdict::{Agrees, Open, Untestable};
use super::checks::*;
use super::{Bench, Entry, Evidence, Trouble};
use std::collections::BTreeSet;
use wythoff_budget::Budget;
use wythoff_solve::sequence::PmPairs;

type Found = Result<Evidence, Trouble>;

pub(super) const ITEMS: &[Entry] = &[
    (
        "Appendix, Definition",
        Agrees,
        "(r, s) is a Beatty pair if r < s are irrational and 1/r + 1/s = 1.",
        definition,
    ),
    (
        "Appendix, Theorem",
        Agrees,
        "τ([nr]) = [ns], τ = τ⁻¹ is an involution of ℕ, greedy for its differences, whose set has density 1/(s − r).",
        theorem,
    ),
    (
        "Appendix, Proposition",
        Agrees,
        "For 1/r + 1/s = 1, d = 1/(s − r): r rational ⇔ s rational ⇔ d = mn/(m² − n²) for rational m > n > 0.",
        proposition,
    ),
    ("Appendix, Notation", Agrees, "(7): π̄_{m,p}(n) + p = π_{m,p}(n + p).", notation),
    ("Appendix, Lemma 1 (i)", Agrees, "|M_p ∩ [1,n]| − |M_{1,p} ∩ [1,n]| is one of 0, …, p − 1.", lemma_1_i),
    (
        "Appendix, Lemma 1 (ii)",
        Agrees,
        "ε_k = (b_k − a_k) − (b*_k − a*_k) is 0 or 1, and 0 if p | k.",
        |bench| lemma_1(bench, 2),
    ),
    ("Appendix, Lemma 1 (iii)", Agrees, "a*_{k+1} − a*_k is 1 or 2, and not 1 twice in a row.", |bench| {
        lemma_1(bench, 3)
    }),
    ("Appendix, Lemma 1 (iv)", Agrees, "b*_{k+1} − b*_k is 2 or 3.", |bench| lemma_1(bench, 4)),
    ("Appendix, Main Theorem", Agrees, "|a_k − a*_k| ≤ p − 1 for all k > 0.", main_theorem),
    (
        "Appendix, Remark 1",
        Open,
        "p − 1 is suspected to be best possible in the Main Theorem.",
        best_possible,
    ),
    (
        "Appendix, Corollary",
        Agrees,
        "π_{1,p}(n) is ⌊nL⌋ + ε or ⌊nl⌋ + ε with ε ∈ {−1, 0, 1, 2}, L = (1 + √(4p²+1))/2p, l = 1/L.",
        |bench| corollary(bench, -1, 2),
    ),
    ("Appendix, Remark 2", Open, "ε ∈ {0, 1} seems to suffice.", |bench| {
        let found = corollary(bench, 0, 1)?;
        Ok(Evidence::new(format!("{}; not proved", found.detail)))
    }),
    (
        "Appendix, Conjecture 5.1 of [HeLa] for m > 1",
        Untestable,
        "The conjecture that the appendix proves for m = 1.",
        |_| {
            Ok(Evidence::new(
                "it is not stated in this paper for m > 1; the Corollary's form with ε ∈ {0, 1} is known to us to fail for 2 ≤ m ≤ 5, 2 ≤ p ≤ 7. That the pairs stay within p of their Beatty pair for all p and m has a proof on paper, not by the checker (DISCOVERIES.md)",
            ))
        },
    ),
];

/// The pairs (a_k, b_k), k ≥ 1: those of (p,1)-Wythoff Nim from index p on, less p − 1.
///
/// The first p pairs of Definition 1 are (i, i); π̄ forgets them, and counts from 1.
fn shifted(p: u32, m: u32) -> Result<impl Iterator<Item = (i128, i128)>, Trouble> {
    let less = i128::from(p) - 1;
    let pairs = PmPairs::new(p, m)?.skip(p as usize);
    Ok(pairs.map(move |(a, b)| (i128::from(a) - less, i128::from(b) - less)))
}

/// (a*_k, b*_k) = ([kr_p], [ks_p]), r_p = (2p − 1 + √(4p² + 1))/2p, s_p = r_p + 1/p.
fn starred(p: i128, k: i128) -> (i128, i128) {
    let floor = |shift: i128| floor_with_root(k * (2 * p + shift), k, 4 * p * p + 1, 2 * p);
    (floor(-1), floor(1))
}

const PS: [u32; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24];

fn definition(bench: &Bench<'_>) -> Found {
    let to = bench.pick(2000, 50_000, 500_000);
    for p in [1, 2, 3, 7] {
        let mut seen = vec![0_u8; to];
        for k in 1..to as i128 {
            let (a, b) = starred(p, k);
            for value in [a, b] {
                if let Some(times) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
                    *times += 1;
                }
            }
        }
        ensure!(seen[1..].iter().all(|times| *times == 1), "(r_{p}, s_{p}) is no Beatty pair");
    }
    Ok(Evidence::new(format!(
        "r_p and s_p for p = 1, 2, 3, 7 partition ℕ up to {to}, as 1/r + 1/s = 1 with irrational r must"
    )))
}

fn theorem(bench: &Bench<'_>) -> Found {
    let count = bench.pick(2000_i128, 30_000, 300_000);
    for p in [1_i128, 2, 3, 5] {
        // Greedy: n goes to n plus the least difference of the multiset that is not used yet, if n is not an image yet.
        let differences: Vec<i128> = (1..=count)
            .map(|k| {
                let (a, b) = starred(p, k);
                b - a
            })
            .collect();
        ensure!(differences.windows(2).all(|w| w[0] <= w[1]), "p = {p}: the differences fall");
        let (mut taken, mut next) = (BTreeSet::new(), 1_i128);
        for (k, difference) in (1..=count).zip(&differences) {
            while taken.remove(&next) {
                next += 1;
            }
            ensure!(
                starred(p, k) == (next, next + difference),
                "p = {p}, k = {k}: the greedy permutation has ({next}, {})",
                next + difference
            );
            taken.insert(next + difference);
            next += 1;
        }
        // Density 1/(s − r) = p: about np differences are at most n.
        let most = differences.last().copied().unwrap_or(0);
        let at_most = differences.iter().filter(|d| **d <= most / 2).count() as i128;
        ensure!(
            (at_most - p * (most / 2)).abs() <= p,
            "p = {p}: {at_most} differences are at most {}",
            most / 2
        );
    }
    Ok(Evidence::new(format!(
        "p = 1, 2, 3, 5, k ≤ {count}: mex with these differences gives [kr], [ks]; density p"
    )))
}

fn proposition(bench: &Bench<'_>) -> Found {
    let most = bench.pick(30_i128, 100, 300);
    // r = 1 + n/m gives s − r = (m² − n²)/mn.
    for m in 2..=most {
        for n in 1..m {
            let (r_top, r_bottom) = (m + n, m);
            // s = r/(r − 1) = (m + n)/n.
            let (s_top, s_bottom) = (m + n, n);
            let difference = (s_top * r_bottom - r_top * s_bottom, s_bottom * r_bottom);
            ensure!(difference.0 * m * n == (m * m - n * n) * difference.1, "m = {m}, n = {n}");
        }
    }
    // For rational d = u/v: r is rational iff 4u² + v² is a square iff d = mn/(m² − n²).
    for u in 1..=most {
        for v in 1..=most {
            let square = 4 * u * u + v * v;
            let root = square.unsigned_abs().isqrt() as i128;
            let rational = root * root == square;
            // m/n = (v + √(4u² + v²))/2u solves mn/(m² − n²) = u/v.
            let (m, n) = (v + root, 2 * u);
            let of_the_form = m > n && m * n * v == (m * m - n * n) * u;
            ensure!(rational == of_the_form, "d = {u}/{v}");
        }
    }
    Ok(Evidence::new(format!(
        "r = 1 + n/m for m ≤ {most}; d = u/v, u, v ≤ {most}: r is rational iff d is of the form (iii); the text cites (7) for 1/r + 1/s = 1, which is (6): in-text numbers of the appendix run one too high"
    )))
}

fn notation(bench: &Bench<'_>) -> Found {
    let count = bench.pick(2000_usize, 30_000, 300_000);
    for (p, m) in [(1_u32, 1_u32), (2, 1), (3, 1), (2, 2), (3, 2), (4, 3)] {
        // π̄ once more, greedy over the positive multiples of m, each p times.
        let (mut taken, mut next) = (BTreeSet::new(), 1_i128);
        for (k, (a, b)) in (0_i128..).zip(shifted(p, m)?.take(count)) {
            while taken.remove(&next) {
                next += 1;
            }
            let difference = (k / i128::from(p) + 1) * i128::from(m);
            ensure!((a, b) == (next, next + difference), "p = {p}, m = {m}, k = {}: ({a}, {b})", k + 1);
            taken.insert(b);
            next += 1;
        }
    }
    Ok(Evidence::new(format!(
        "six (p, m), k ≤ {count}: the greedy permutation of the positive differences is that of all, moved by p"
    )))
}

fn lemma_1_i(bench: &Bench<'_>) -> Found {
    let (most_p, to) = bench.pick((20, 400), (50, 3000), (50, 20_000));
    for p in 1..=most_p {
        let mut count = 0;
        let mut k = 1;
        for n in 1..=to {
            while {
                let (a, b) = starred(p, k);
                b - a <= n
            } {
                let (a, b) = starred(p, k);
                count += i128::from(b > a);
                k += 1;
            }
            // M_{1,p} has each of 1, …, n p times.
            let epsilon = count - p * n;
            ensure!((0..p).contains(&epsilon), "p = {p}, n = {n}: ε = {epsilon}");
        }
    }
    Ok(Evidence::new(format!("p ≤ {most_p}, n ≤ {to}")))
}

fn lemma_1(bench: &Bench<'_>, part: u8) -> Found {
    let (most_p, count) = bench.pick((20, 5000), (50, 100_000), (50, 1_000_000));
    for p in 1..=most_p {
        let wide = i128::from(p);
        let mut last_step = 0;
        for (k, (a, b)) in (1_i128..=count).zip(shifted(p, 1)?) {
            let (c, d) = starred(wide, k);
            let next = starred(wide, k + 1);
            let holds = match part {
                2 => {
                    let epsilon = (b - a) - (d - c);
                    epsilon == 0 || (epsilon == 1 && k % wide != 0)
                }
                3 => {
                    let step = next.0 - c;
                    let twice = step == 1 && last_step == 1;
                    last_step = step;
                    (step == 1 || step == 2) && !twice
                }
                _ => next.1 - d == 2 || next.1 - d == 3,
            };
            ensure!(holds, "p = {p}, k = {k}");
        }
    }
    Ok(Evidence::new(format!("p ≤ {most_p}, k ≤ {count}")))
}

/// The least k at which |a_k − a*_k| = p − 1, if it is at most `count`; and the range of a_k − a*_k up to there.
fn farthest(p: u32, count: u64, budget: &Budget) -> Result<(Option<u64>, i128, i128), Trouble> {
    let (wide, bound) = (i128::from(p), i128::from(p) - 1);
    let (mut first, mut low, mut high) = (None, 0, 0);
    for (k, (a, _)) in (1..=count).zip(shifted(p, 1)?) {
        if k.is_multiple_of(1 << 16) {
            budget.poll()?;
        }
        let off = a - starred(wide, k.into()).0;
        (low, high) = (low.min(off), high.max(off));
        ensure!(off.abs() <= bound, "p = {p}, k = {k}: a_k − a*_k = {off}");
        if off.abs() == bound && first.is_none() {
            first = Some(k);
        }
    }
    Ok((first, low, high))
}

fn main_theorem(bench: &Bench<'_>) -> Found {
    let count = bench.pick(100_000, 2_000_000, 20_000_000);
    for p in PS {
        farthest(p, count, bench.budget)?;
    }
    Ok(Evidence::new(format!("p = 1–10, 12, 16, 24, k ≤ {count}")))
}

fn best_possible(bench: &Bench<'_>) -> Found {
    let known: &[(u32, u64)] = &[(2, 4), (3, 438), (4, 399_187), (5, 323_341_045)];
    let tried = bench.pick(2, 3, 4);
    for (p, first) in &known[..tried] {
        let (found, _, _) = farthest(*p, *first, bench.budget)?;
        ensure!(found == Some(*first), "p = {p}: the bound is first attained at {found:?}");
    }
    let list: Vec<String> = known[..tried].iter().map(|(p, k)| format!("p = {p} first at k = {k}")).collect();
    Ok(Evidence::new(format!(
        "|a_k − a*_k| = p − 1 is attained: {} (seen once for p = 4 at 399187 and for p = 5 at 323341045); for p = 6–10, 12, 16, 24 not up to k = 2·10^7",
        list.join(", ")
    )))
}

fn corollary(bench: &Bench<'_>, least: i128, most: i128) -> Found {
    let count = bench.pick(100_000, 2_000_000, 20_000_000);
    for p in PS {
        let wide = i128::from(p);
        let d = 4 * wide * wide + 1;
        // ⌊nL⌋ and ⌊nl⌋, l = 1/L = (√(4p² + 1) − 1)/2p.
        let upper = |n: i128| floor_with_root(n, n, d, 2 * wide);
        let lower = |n: i128| floor_with_root(-n, n, d, 2 * wide);
        // π_{1,p}(a) = b and π_{1,p}(b) = a over the pairs of Definition 1, counted from 1.
        for (i, (a, b)) in (0_u64..count).zip(PmPairs::new(p, 1)?) {
            if i.is_multiple_of(1 << 16) {
                bench.budget.poll()?;
            }
            let (a, b) = (i128::from(a) + 1, i128::from(b) + 1);
            let (up, down) = (b - upper(a), a - lower(b));
            ensure!((least..=most).contains(&up), "p = {p}: π({a}) = {b}, ε = {up}");
            ensure!((least..=most).contains(&down), "p = {p}: π({b}) = {a}, ε = {down}");
        }
    }
    Ok(Evidence::new(format!(
        "ε ∈ {{{least}, …, {most}}} for p = 1–10, 12, 16, 24, the first {count} pairs, each branch by itself"
    )))
}
