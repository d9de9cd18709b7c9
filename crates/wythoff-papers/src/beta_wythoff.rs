//! U. Larsson, "A variant β-Wythoff Nim on Beatty's theorem".

use super::ItemVerdict::{Agrees, Open};
use super::checks::*;
use super::{Bench, Entry, Evidence, Trouble};
use std::collections::BTreeSet;
use wythoff_rules::game::Game;

type Found = Result<Evidence, Trouble>;

pub(super) const ITEMS: &[Entry] = &[
    (
        "(1A), (1B)",
        Agrees,
        "k-Wythoff Nim: take from one pile, or s and t from both with |s − t| < k; it is invariant.",
        rules_1a_1b,
    ),
    (
        "Example 1",
        Agrees,
        "π-Wythoff Nim: as 3-Wythoff Nim, but Nim moves only where a coordinate is ⌊πn⌋, n ≥ 1. Its P-positions are {⌊nα⌋, ⌊nπ⌋}, α = π/(π − 1); it is variant.",
        example_1,
    ),
    (
        "Definition",
        Agrees,
        "β-Wythoff Nim for irrational β > 2: ⌊β⌋-Wythoff Nim, but Nim moves only where a coordinate is ⌊βn⌋, n ≥ 1.",
        definition,
    ),
    (
        "Main Theorem",
        Agrees,
        "The P-positions of β-Wythoff Nim are {⌊nα⌋, ⌊nβ⌋}, n ≥ 0, with α = β/(β − 1).",
        main_theorem,
    ),
    (
        "Main Theorem (hypothesis)",
        Agrees,
        "β > 2 is needed: the same rules with a smaller irrational β have other P-positions (not in the paper).",
        hypothesis,
    ),
    (
        "Proof, P to N",
        Agrees,
        "From (⌊nα⌋, ⌊nβ⌋) only Nim moves are allowed, and none leads to a pair of the same form.",
        p_to_n,
    ),
    (
        "Proof, differences",
        Agrees,
        "Consecutive pairs differ by (1, ⌊β⌋), (1, ⌊β⌋+1), (2, ⌊β⌋) or (2, ⌊β⌋+1).",
        differences,
    ),
    (
        "Proof, worst case",
        Agrees,
        "From (⌊αn⌋ + t, ⌊βn⌋ − 1 + t) with difference (1, ⌊β⌋+1) an extended diagonal move reaches the pair before.",
        worst_case,
    ),
    (
        "Remark",
        Agrees,
        "Neither α nor the density 1 is given away by the rules; β-Wythoff Nim is not invariant.",
        remark,
    ),
    ("Question", Open, "Are there succinct rules if 1/α + 1/β = γ for another density γ?", |_| {
        Ok(Evidence::new(
            "nothing is known here; a trivial game with any P-set exists (Invariant games, introduction), but its rules are not succinct",
        ))
    }),
];

/// β as the rule language writes it.
const BETAS: [&str; 9] = [
    "pi",
    "e",
    "sqrt(7)",
    "phi^2",
    "10*sqrt(2)",
    "3 + pi/1000",
    "3 - pi/1000",
    "2 + sqrt(2)/100",
    "2 + sqrt(2)/10000",
];

/// The pairs (⌊nα⌋, ⌊nβ⌋), n < count.
fn beatty_pairs(beta: &str, count: u32) -> Result<Vec<(i128, i128)>, Trouble> {
    let beta = real(beta)?;
    let alpha = beta.complement()?;
    Ok(floors(&alpha, count)?.into_iter().zip(floors(&beta, count)?).collect())
}

fn rules_1a_1b(bench: &Bench<'_>) -> Found {
    let to = bench.pick(22, 36, 50);
    for k in 1..=4_i64 {
        let class = |_, _, s: i64, t: i64| (s == 0 || t == 0 || (s - t).abs() < k).then_some(0);
        let stated = direct(to, |_, _| true, class, no_option_is_p);
        same_positions(&format!("{k}WN"), &by_definition(bench, &format!("{k}WN"), to)?, &stated)?;
        let mut board = board(bench, &named_rules(&format!("{k}WN"))?, 10)?;
        let from_corner: BTreeSet<_> = board.options(10, 10).iter().map(|o| (10 - o.x, 10 - o.y)).collect();
        for (x, y) in (0..=10).flat_map(|x| (0..=10).map(move |y| (x, y))) {
            let here: BTreeSet<_> = board.options(x, y).iter().map(|o| (x - o.x, y - o.y)).collect();
            let fitting = from_corner.iter().copied().filter(|(s, t)| *s <= x && *t <= y).collect();
            ensure!(here == fitting, "{k}WN is not invariant at ({x}, {y})");
        }
    }
    Ok(Evidence::new(format!(
        "the rule text against the words, k ≤ 4, piles ≤ {to}; the same moves from every position, piles ≤ 10"
    )))
}

/// Compares the options of the rulebook's game with the words: k = ⌊β⌋, Nim moves only beside a special number.
fn as_worded(bench: &Bench<'_>, beta: &str, to: u32) -> Result<(), Trouble> {
    let special: BTreeSet<i128> = floors(&real(beta)?, to + 2)?.into_iter().skip(1).collect();
    let k = i128::try_from(real(beta)?.floor()?).map_err(undecided)?;
    let mut board = board(bench, &named_rules(&format!("beta({beta})"))?, to)?;
    for (x, y) in (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y))) {
        let only_nim = special.contains(&x.into()) || special.contains(&y.into());
        let listed: BTreeSet<(u32, u32)> = board.options(x, y).iter().map(|o| (x - o.x, y - o.y)).collect();
        for (s, t) in (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t))).filter(|r| *r != (0, 0)) {
            let is_move = s == 0 || t == 0 || (!only_nim && i128::from(s.abs_diff(t)) < k);
            ensure!(listed.contains(&(s, t)) == is_move, "β = {beta}: from ({x}, {y}) take ({s}, {t})");
        }
    }
    Ok(())
}

fn example_1(bench: &Bench<'_>) -> Found {
    let to = bench.pick(26, 40, 60);
    as_worded(bench, "pi", to)?;
    let first: Vec<i128> = floors(&real("pi")?, 9)?;
    ensure!(first[1..] == [3, 6, 9, 12, 15, 18, 21, 25], "⌊πn⌋: {first:?}");
    let board = bench.pick(120, 250, 400);
    let stated = mirrored(beatty_pairs("pi", board)?, board);
    same_positions("π-Wythoff Nim", &by_definition(bench, "beta(pi)", board)?, &stated)?;
    Ok(Evidence::new(format!(
        "moves as worded, piles ≤ {to}; P-positions by definition, piles ≤ {board}; the move (1,1) depends on the position"
    )))
}

fn definition(bench: &Bench<'_>) -> Found {
    let to = bench.pick(16, 30, 40);
    for beta in BETAS {
        as_worded(bench, beta, to)?;
    }
    for refused in ["beta(phi)", "beta(2)", "beta(5/2)", "beta(1 + sqrt(4))", "beta(sqrt(3))", "beta(-pi)"] {
        ensure!(Game::named(refused).is_err(), "{refused} is accepted");
    }
    Ok(Evidence::new(format!("moves as worded for nine β, piles ≤ {to}; β ≤ 2 and rational β are refused")))
}

fn main_theorem(bench: &Bench<'_>) -> Found {
    let to = bench.pick(80, 200, 300);
    for beta in BETAS {
        let stated = mirrored(beatty_pairs(beta, to)?, to);
        same_positions(
            &format!("β = {beta}"),
            &by_definition(bench, &format!("beta({beta})"), to)?,
            &stated,
        )?;
    }
    // φ² = (3 + √5)/2 with α = φ; 2 + √2 with α = √2.
    let both = "En ($A(n,x) & $B(n,y)) | ($A(n,y) & $B(n,x))";
    let golden = [("A", [1, 1, 5, 2]), ("B", [3, 1, 5, 2])];
    let silver = [("A", [0, 1, 2, 1]), ("B", [2, 1, 2, 1])];
    let mut proofs = vec![
        proved_formula(bench, "beta(phi^2)", &[1], &golden, both)?,
        proved_formula(bench, "beta(2 + sqrt(2))", &[2], &silver, both)?,
    ];
    if bench.pick(false, true, true) {
        // 2 + φ = (5 + √5)/2 with α = (5 − √5)/2.
        let third = [("A", [5, -1, 5, 2]), ("B", [5, 1, 5, 2])];
        proofs.push(proved_formula(bench, "beta((5 + sqrt(5))/2)", &[1], &third, both)?);
    }
    let detail = format!("{}; by definition for β = {}, piles ≤ {to}", proved_for(&proofs), BETAS.join(", "));
    Ok(Evidence::new(detail).with_proofs(&proofs))
}

fn hypothesis(bench: &Bench<'_>) -> Found {
    let mut witnesses = Vec::new();
    for beta in ["phi", "4/3 + sqrt(2)/100", "sqrt(3)"] {
        let text = format!(
            "move rook: s = 0 or t = 0\nmove diagonal: |s - t| < floor({beta}) and not x in beatty({beta}) and not y in beatty({beta})"
        );
        let pairs: Vec<(i128, i128)> = beatty_pairs(beta, 200)?;
        let stated: PilePairs = pairs
            .iter()
            .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
            .filter_map(|(a, b)| Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?)))
            .filter(|(a, b)| *a.max(b) <= 40)
            .collect();
        let (x, y) = different_positions(beta, &text_by_definition(bench, &text, 40)?, &stated)?;
        witnesses.push(format!("{beta} at ({x}, {y})"));
    }
    Ok(Evidence::new(format!("it fails for β = {}", witnesses.join(", "))))
}

fn p_to_n(bench: &Bench<'_>) -> Found {
    let to = bench.pick(60, 120, 200);
    for beta in ["pi", "e", "sqrt(7)", "2 + sqrt(2)/100"] {
        let mut board = board(bench, &named_rules(&format!("beta({beta})"))?, to)?;
        let pairs = mirrored(beatty_pairs(beta, to)?, to);
        for (x, y) in pairs.iter().copied().filter(|pair| *pair != (0, 0)) {
            for option in board.options(x, y) {
                ensure!(option.x == x || option.y == y, "β = {beta}: ({x}, {y}) has a diagonal move");
                ensure!(
                    !pairs.contains(&(option.x, option.y)),
                    "β = {beta}: ({x}, {y}) → ({}, {})",
                    option.x,
                    option.y
                );
            }
        }
    }
    Ok(Evidence::new(format!("four β, piles ≤ {to}")))
}

fn differences(bench: &Bench<'_>) -> Found {
    let count = bench.pick(3000, 50_000, 500_000);
    for beta in BETAS {
        let k = i128::try_from(real(beta)?.floor()?).map_err(undecided)?;
        for two in beatty_pairs(beta, count)?.windows(2) {
            let step = (two[1].0 - two[0].0, two[1].1 - two[0].1);
            let stated = [(1, k), (1, k + 1), (2, k), (2, k + 1)];
            ensure!(
                stated.contains(&step) && (step.1 - step.0).abs() <= k,
                "β = {beta}: {:?} and {:?}",
                two[0],
                two[1]
            );
        }
    }
    Ok(Evidence::new(format!("nine β, n < {count}; the entries of a difference differ by at most ⌊β⌋")))
}

fn worst_case(bench: &Bench<'_>) -> Found {
    let (count, far) = bench.pick((60, 40), (200, 100), (400, 200));
    let mut met = 0;
    for beta in ["pi", "e", "sqrt(7)", "10*sqrt(2)"] {
        let k = i128::try_from(real(beta)?.floor()?).map_err(undecided)?;
        let pairs = beatty_pairs(beta, count)?;
        for two in pairs.windows(2) {
            let ((c, d), (a, b)) = (two[0], two[1]);
            if (a - c, b - d) != (1, k + 1) {
                continue;
            }
            met += 1;
            for t in 0..far {
                let (s, u) = (a + t - c, b - 1 + t - d);
                ensure!((s - u).abs() < k && s > 0 && u > 0, "β = {beta}: ({}, {})", a + t, b - 1 + t);
            }
        }
    }
    ensure!(met > 0, "the case does not occur");
    Ok(Evidence::new(format!("four β, {met} such pairs, t < {far}")))
}

fn remark(bench: &Bench<'_>) -> Found {
    let game = Game::named("beta(pi)")?;
    let text = game.text().unwrap_or_default();
    ensure!(
        !text.lines().filter(|l| !l.starts_with('#')).any(|l| l.contains("alpha")),
        "the rule text names α"
    );
    let mut board = board(bench, &named_rules("beta(pi)")?, 5)?;
    let mut moves = |x: u32, y: u32| board.options(x, y).iter().any(|o| (x - o.x, y - o.y) == (1, 1));
    ensure!(moves(2, 2) && !moves(3, 3), "(1, 1) from (2, 2) and (3, 3)");
    Ok(Evidence::new("the rule text has β and ⌊β⌋ only; (1,1) is a move from (2,2) and not from (3,3)"))
}
