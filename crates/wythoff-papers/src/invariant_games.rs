//! E. Duchêne and M. Rigo, "Invariant games". (The paper has no Corollary 1 and no Theorems 1 and 2.)

use super::ItemVerdict::{Agrees, FalseAsPrinted, Open};
use super::checks::*;
use super::{Bench, Entry, Evidence, Trouble};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wythoff_automata::System;
use wythoff_explore::star::RegularStar;
use wythoff_number::Quadratic;
use wythoff_rules::Ruleset;
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::Game;
use wythoff_rules::piles::Rule;
use wythoff_solve::sequence::InvariantPairs;

type Found = Result<Evidence, Trouble>;

pub(super) const ITEMS: &[Entry] = &[
    (
        "Introduction (naive rules)",
        Agrees,
        "Any sequence of pairs from (0,0) on is the P-set of some game: from other positions move to (0,0), from these anywhere but to another of them.",
        naive_rules,
    ),
    (
        "Definition 1",
        Agrees,
        "A game is invariant if a removal that is a move somewhere is a move wherever the piles are large enough.",
        definition_1,
    ),
    (
        "Example 1",
        Agrees,
        "Nim and Wythoff's game are invariant; M_W = {(i,0)} ∪ {(0,j)} ∪ {(i,i)}.",
        example_1,
    ),
    (
        "Example 2",
        Agrees,
        "The Raleigh game, the Rat and the Mouse game, the Tribonacci game and Cubic Pisot games are variant.",
        example_2,
    ),
    (
        "Question (Example 2)",
        Open,
        "Are the P-positions of the games of Example 2 those of invariant games?",
        question_example_2,
    ),
    (
        "Introduction (counterexample)",
        Agrees,
        "No invariant game has P-positions that begin (0,0), (1,2), (3,5), (4,6): (1,1) would have to be a move and joins (3,5) and (4,6).",
        counterexample,
    ),
    (
        "Introduction (Beatty)",
        Agrees,
        "The P-positions of Wythoff's game are (⌊nτ⌋, ⌊nτ²⌋); Fraenkel's extension has the number [1; k, k, …].",
        introduction_beatty,
    ),
    (
        "Conjecture 1",
        Agrees,
        "Every pair of complementary Beatty sequences, with (0,0), is the P-set of an invariant game.",
        conjecture_1,
    ),
    (
        "Introduction (converse)",
        Agrees,
        "There are invariant games whose P-positions are no pair of Beatty sequences.",
        converse,
    ),
    (
        "(1)",
        Agrees,
        "α_k = [1; 1, k, 1, k, …] = 1 + (√(k²+4k) − k)/2 lies in [φ, 2), β_k = 3/2 + √(k²+4k)/2k in (2, φ²], and 1/α_k + 1/β_k = 1.",
        equation_1,
    ),
    ("Figure 1", Agrees, "α_k and β_k as functions of k.", figure_1),
    ("Definition 2", Agrees, "Δ_γ(n) = ⌊(n+1)γ⌋ − ⌊nγ⌋ is Sturmian: ℓ + 1 blocks of length ℓ.", definition_2),
    (
        "Remark 1",
        FalseAsPrinted,
        "In Δα_k 21, 12, 22 occur and 11 does not; in Δβ_k 33 does not occur, for all k ≥ 1.",
        remark_1,
    ),
    ("Lemma 1", Agrees, "Δα(n) = 1 implies Δβ(n) = 2.", |bench| lemmas_1_to_4(bench, 1)),
    ("Lemma 2", Agrees, "Δβ(n) = 3 implies Δα(n) = 2.", |bench| lemmas_1_to_4(bench, 2)),
    (
        "Remark 2",
        Agrees,
        "Blocks of length k are 2^k and 2^i c 2^(k−i−1), c = 1 in Δα and 3 in Δβ; 2^(k+1) is not in Δβ, and 32^(k−1)3 is the only block of length k+1 there with two 3.",
        remark_2,
    ),
    ("Figure 2", Agrees, "kα − 2k + 1 and (k+1)β − 2k − 3 are positive.", figure_2),
    (
        "Lemma 3",
        Agrees,
        "For k ≥ 2, Δα = 2^k on a block implies that Δβ has exactly one 3 there.",
        |bench| lemmas_1_to_4(bench, 3),
    ),
    ("Figure 3", Agrees, "f(k) = k(√(k²+4k) − k)/2 lies between k − 1 and k.", figure_3),
    ("Lemma 4", Agrees, "Δβ = 32^(k−1)3 on a block implies Δα = 2^(k+1) there.", |bench| {
        lemmas_1_to_4(bench, 4)
    }),
    (
        "Section 2 (the game)",
        Agrees,
        "G(α_k): Wythoff's moves without (2i,2i), 0 < i < k, and with (2k+1, 2k+2) and (2k+2, 2k+1).",
        the_game,
    ),
    (
        "Section 2 (in words)",
        FalseAsPrinted,
        "In other terms: take from one pile, or (2i,2i), i < k, from both, or 2k+1 from one and 2k+2 from the other.",
        prose,
    ),
    (
        "Remark 3",
        Agrees,
        "G(α_1) has the P-positions of Wythoff's game; adding (j, j+1) to Wythoff's moves changes them for j = 1, 2 only.",
        remark_3,
    ),
    (
        "Definition 3",
        Agrees,
        "The sequence (A_n, B_n): (0,0), (1,2), …, (2k−1, 2k), then mex and a rule for B_n − A_n.",
        definition_3,
    ),
    ("Lemma 5", Agrees, "A_{n+1} − A_n is 1 or 2.", |bench| lemmas_5_to_9(bench, 5)),
    ("Corollary 2", Agrees, "The steps are (1,2), (2,2) and (2,3).", |bench| lemmas_5_to_9(bench, 2)),
    ("Lemma 6", Agrees, "Of k consecutive steps at most one is (2,3).", |bench| lemmas_5_to_9(bench, 6)),
    ("Lemma 7", Agrees, "Of k+1 consecutive steps at most one is (1,2).", |bench| lemmas_5_to_9(bench, 7)),
    ("Lemma 8", Agrees, "Of k+1 consecutive steps at most two are (1,2) or (2,3).", |bench| {
        lemmas_5_to_9(bench, 8)
    }),
    ("Lemma 9", Agrees, "Of k consecutive steps at least one is (1,2) or (2,3).", |bench| {
        lemmas_5_to_9(bench, 9)
    }),
    ("Theorem 3", Agrees, "The P-positions of G(α_k), k ≥ 2, are the sequence of Definition 3.", theorem_3),
    ("Theorem 4", Agrees, "The P-positions of G(α_k), k ≥ 2, are (⌊nα_k⌋, ⌊nβ_k⌋).", theorem_4),
    (
        "Table 1",
        Agrees,
        "Every combination of truth values of H1–H4 is treated in one of the cases C.1–C.5, and gives what Definition 3 says.",
        table_1,
    ),
    ("T12", FalseAsPrinted, "Remark 1: 33 never occurs in Δβ_k, k ≥ 1.", misprint_12),
    ("T13", FalseAsPrinted, "Proof of Lemma 3: ⌊γ⌋ = (k−1)/2 for k odd.", misprint_13),
    ("T14", FalseAsPrinted, "C.1: H1, H2, H3 and ¬H4 are incompatible.", misprint_14),
    ("T15", FalseAsPrinted, "Theorem 3, last case: the move leads to the pair of index n − k.", misprint_15),
    (
        "T16",
        Agrees,
        "Lost in the text: Δα_2 = 2212221222122122…, Δβ_2 = 2322322323223…, the first pairs for k = 2, and the rows of Table 1.",
        misprint_16,
    ),
];

/// (⌊nα_k⌋, ⌊nβ_k⌋).
fn pair(k: i128, n: i128) -> (i128, i128) {
    let d = k * k + 4 * k;
    (floor_with_root(n * (2 - k), n, d, 2), floor_with_root(3 * k * n, n, d, 2 * k))
}

fn beatty(k: i128, to: u32) -> PilePairs {
    mirrored((0..).map(|n| pair(k, n)), to)
}

/// Δα and Δβ from index 1 on.
fn differences(k: i128, count: i128) -> (Vec<i128>, Vec<i128>) {
    let steps = (1..=count).map(|n| {
        let (now, next) = (pair(k, n), pair(k, n + 1));
        (next.0 - now.0, next.1 - now.1)
    });
    steps.unzip()
}

fn naive_rules(_: &Bench<'_>) -> Found {
    let lists: [&[(u32, u32)]; 2] = [&[(0, 0), (1, 2), (3, 5), (4, 6)], &[(0, 0), (2, 2), (3, 9), (5, 5)]];
    for list in lists {
        let set: PilePairs = list.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        let is_in = |x: i64, y: i64| {
            u32::try_from(x).is_ok_and(|x| u32::try_from(y).is_ok_and(|y| set.contains(&(x, y))))
        };
        let class = |x: i64, y: i64, s: i64, t: i64| match is_in(x, y) {
            false => ((x - s, y - t) == (0, 0)).then_some(0),
            true => (!is_in(x - s, y - t)).then_some(0),
        };
        same_positions("naive rules", &direct(12, |_, _| true, class, no_option_is_p), &set)?;
    }
    Ok(Evidence::new("the naive rules for two finite sets of pairs, piles ≤ 12"))
}

/// Is each removal a move whatever the piles, as long as they are large enough?
fn is_invariant(rules: &Ruleset, to: u64) -> Result<bool, Trouble> {
    for (s, t) in (0..=to).flat_map(|s| (0..=to).map(move |t| (s, t))).filter(|r| *r != (0, 0)) {
        let at = |x, y| rules.is_move(&Point::small(x, y, s, t)).map_err(undecided);
        let corner = at(to, to)?;
        for (x, y) in (s..=to).flat_map(|x| (t..=to).map(move |y| (x, y))) {
            if at(x, y)? != corner {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn definition_1(bench: &Bench<'_>) -> Found {
    let to = bench.pick(9, 14, 20);
    for name in ["N", "WN", "2WN", "WN^(3)", "G(alpha_2)", "G(alpha_3)", "maharaja"] {
        ensure!(is_invariant(&named_rules(name)?, to)?, "{name} is variant");
    }
    ensure!(!is_invariant(&named_rules("beta(pi)")?, to)?, "π-Wythoff Nim is invariant");
    ensure!(
        !is_invariant(&text_rules("move rook: (s = 0 or t = 0) and 2*s <= x and 2*t <= y")?, to)?,
        "half piles"
    );
    Ok(Evidence::new(format!("seven invariant games and two variant ones told apart, piles ≤ {to}")))
}

fn example_1(bench: &Bench<'_>) -> Found {
    let to = bench.pick(12, 20, 30);
    let rules = named_rules("WN")?;
    for (s, t) in (0..=to).flat_map(|s| (0..=to).map(move |t| (s, t))).filter(|r| *r != (0, 0)) {
        let found = rules.is_move(&Point::small(to, to, s, t)).map_err(undecided)?;
        ensure!(found == (s == 0 || t == 0 || s == t), "M_W at ({s}, {t})");
    }
    ensure!(is_invariant(&rules, 9)? && is_invariant(&named_rules("N")?, 9)?, "variant");
    // Nim on three piles: exactly one entry of a move is positive.
    let mut wrong = None;
    let _ = Rule::Nim.removals(&[3, 4, 5], &mut |r| {
        if r.iter().filter(|t| **t > 0).count() != 1 {
            wrong = Some(r.to_vec());
        }
        ControlFlow::Continue(())
    });
    ensure!(wrong.is_none(), "M_N: {wrong:?}");
    Ok(Evidence::new(format!("M_W up to {to}; Nim on two and three piles")))
}

/// A removal that is a move from one position and not from another, larger or equal in every pile.
fn variant_witness(rule: Rule, to: u32) -> Option<(Vec<u32>, Vec<u32>, Vec<u32>)> {
    let moves = |piles: &[u32]| {
        let mut list = BTreeSet::new();
        let _ = rule.removals(piles, &mut |r| {
            list.insert(r.to_vec());
            ControlFlow::Continue(())
        });
        list
    };
    let cube =
        move || (0..=to).flat_map(move |x| (0..=to).flat_map(move |y| (0..=to).map(move |z| vec![x, y, z])));
    for piles in cube() {
        for removal in moves(&piles) {
            let fits = |other: &Vec<u32>| other.iter().zip(&removal).all(|(pile, taken)| pile >= taken);
            if let Some(other) = cube().filter(fits).find(|other| !moves(other).contains(&removal)) {
                return Some((removal, piles, other));
            }
        }
    }
    None
}

fn example_2(_: &Bench<'_>) -> Found {
    let mut witnesses = Vec::new();
    for (name, rule) in [("Raleigh", Rule::Raleigh), ("Tribonacci", Rule::Tribonacci)] {
        let (removal, from, not_from) = variant_witness(rule, 5)
            .ok_or_else(|| Trouble::Contradiction(format!("{name} looks invariant")))?;
        witnesses.push(format!("{name}: {removal:?} is a move from {from:?} and not from {not_from:?}"));
    }
    ensure!(variant_witness(Rule::Nim, 3).is_none(), "Nim is variant");
    Ok(Evidence::new(format!(
        "{}. The rules of the Rat and the Mouse game and of Cubic Pisot games were not at hand",
        witnesses.join("; ")
    )))
}

/// Rules with the P-positions (⌊3n/2⌋, 3n − 1) that depend on the position.
const MOUSE: &str = "move rook: s = 0 or t = 0\nmove diagonal: s = t or |s - t| < 2 and (y - x) mod 3 = 0";
/// ⌊3n/2⌋ and 3n − 1 for n ≥ 1, in both orders, and (0, 0).
const MOUSE_PAIRS: &str = "(x = 0 & y = 0) | (En 3*n = y + 1 & 2*x <= 3*n & 3*n <= 2*x + 1) | (En 3*n = x + 1 & 2*y <= 3*n & 3*n <= 2*y + 1)";

/// The first position on three piles from which no move into the set joins none of its members; see [`first_failure`].
fn first_failure_of_three(triples: &BTreeSet<[u32; 3]>, to: u32) -> Option<[u32; 3]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let all: BTreeSet<[u32; 3]> =
        triples.iter().flat_map(|t| ORDERS.map(|order| order.map(|i| t[i]))).collect();
    let less = |a: &[u32; 3], b: &[u32; 3]| {
        let fits = (0..3).all(|i| b[i] <= a[i]);
        fits.then(|| [a[0] - b[0], a[1] - b[1], a[2] - b[2]])
    };
    let joined: BTreeSet<[u32; 3]> =
        all.iter().flat_map(|a| all.iter().filter_map(move |b| less(a, b))).collect();
    let rows = (0..=to).flat_map(|x| (x..=to).map(move |y| (x, y)));
    let mut sorted = rows.flat_map(|(x, y)| (y..=to).map(move |z| [x, y, z]));
    sorted.find(|piles| {
        let reaches = |p: &[u32; 3]| less(piles, p).is_some_and(|removal| !joined.contains(&removal));
        !all.contains(piles) && !all.iter().any(reaches)
    })
}

fn question_example_2(bench: &Bench<'_>) -> Found {
    // The Mouse game: its pairs are those of some rules that depend on the position, and of the invariant game M⋆.
    let variant = text_rules(MOUSE)?;
    ensure!(!is_invariant(&variant, 9)?, "the rules for the pairs of the Mouse game are invariant");
    let mouse = Game::from_text("Mouse", MOUSE, "")?;
    let star = RegularStar::of_game(&mouse, 1, bench.budget).map_err(undecided)?;
    ensure!(is_invariant(&star.rules, 9)?, "the star of the Mouse game is variant");
    let prove = |name: &str, rules| proved_rules(bench, name, rules, System::base(3), &[], MOUSE_PAIRS);
    let proofs = [prove("Mouse, by rules that depend on x and y", variant)?, prove("Mouse*", star.rules)?];
    // On three piles the exact test, as far as it was done.
    let to = bench.pick(8, 14, 22);
    let rat = (1..=to).map(|n| [7 * n / 4, 7 * n / 2 - 1, 7 * n - 3]).filter(|t| t[2] <= to);
    let sets = [
        ("Raleigh", triples(bench, "raleigh", to)?),
        ("Tribonacci", triples(bench, "tribonacci", to)?),
        ("Rat", rat.chain([[0, 0, 0]]).collect()),
    ];
    for (name, set) in &sets {
        let failure = first_failure_of_three(set, to);
        ensure!(failure.is_none(), "{name}: no invariant game has these P-positions, by {failure:?}");
    }
    Ok(Evidence::new(format!(
        "for the Mouse game yes, proved at all sizes: (⌊3n/2⌋, 3n − 1) are the P-positions of the invariant game whose moves are M⋆, M these pairs (`star`). For the Raleigh and Tribonacci games and the Rat game, (⌊7n/4⌋, ⌊7n/2⌋ − 1, 7n − 3), nothing speaks against it with piles ≤ {to}, by the exact test; the Cubic Pisot games were not at hand"
    ))
    .with_proofs(&proofs))
}

/// All moves that never join two of these squares: some invariant game has them as P-positions iff this one does. The first square of the
/// board from which none of them is reached.
fn first_failure(squares: &PilePairs, to: u32) -> Option<(u32, u32)> {
    let mut joined = PilePairs::new();
    for (a, b) in squares {
        joined.extend(squares.iter().filter(|(c, d)| c <= a && d <= b).map(|(c, d)| (a - c, b - d)));
    }
    let mut board = (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y)));
    board.find(|(x, y)| {
        let reaches = |(a, b): &(u32, u32)| a <= x && b <= y && !joined.contains(&(x - a, y - b));
        !squares.contains(&(*x, *y)) && !squares.iter().any(reaches)
    })
}

fn counterexample(bench: &Bench<'_>) -> Found {
    let start: PilePairs =
        [(0, 0), (1, 2), (3, 5), (4, 6)].iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
    let failure = first_failure(&start, 6);
    ensure!(failure == Some((1, 1)), "the first square is {failure:?}");
    let to = bench.pick(40, 80, 120);
    for k in 1..=4 {
        ensure!(first_failure(&beatty(k, to), to).is_none(), "α_{k} fails");
    }
    Ok(Evidence::new(format!(
        "(1,1) is the first square without a possible move, by the exact test M_max = ℕ² ∖ (S − S); the same test lets α_1, …, α_4 pass, piles ≤ {to}"
    )))
}

const BOTH_ORDERS: &str = "En ($A(n,x) & $B(n,y)) | ($A(n,y) & $B(n,x))";

fn introduction_beatty(bench: &Bench<'_>) -> Found {
    let mut proofs = Vec::new();
    for k in 1..=bench.pick(2_i64, 4, 6) {
        let floors = [("A", [2 - k, 1, k * k + 4, 2]), ("B", [2 + k, 1, k * k + 4, 2])];
        proofs.push(proved_formula(bench, &format!("{k}WN"), &[u32::try_from(k)?], &floors, BOTH_ORDERS)?);
        let fraction = Quadratic::new(2 - k, 1, (k * k + 4).unsigned_abs(), 2)?.continued_fraction(100)?;
        let terms: Vec<String> = fraction.terms().take(6).map(ToString::to_string).collect();
        let all_k = terms.iter().skip(1).all(|t| *t == k.to_string());
        ensure!(
            terms.first().is_some_and(|t| t == "1") && all_k,
            "the continued fraction of Φ_{k}: {terms:?}"
        );
    }
    Ok(Evidence::new(format!("{}; there Φ_k = [1; k, k, …]", proved_for(&proofs))).with_proofs(&proofs))
}

/// α/(α−1) pairs, the smaller number first.
fn beatty_set(text: &str, to: u32) -> Result<PilePairs, Trouble> {
    let alpha = real(text)?;
    let beta = alpha.complement()?;
    Ok(mirrored(floors(&alpha, to + 2)?.into_iter().zip(floors(&beta, to + 2)?), to))
}

const ALPHAS: [&str; 10] = [
    "phi",
    "sqrt(2)",
    "sqrt(3)",
    "1 + 1/pi",
    "e - 1",
    "pi/2",
    "2^(1/3)",
    "19/10 + sqrt(2)/1000",
    "1 + sqrt(2)/10",
    "sqrt(5) - 1/2",
];

fn conjecture_1(bench: &Bench<'_>) -> Found {
    let to = bench.pick(36, 70, 120);
    for alpha in ALPHAS {
        let set = beatty_set(alpha, to)?;
        ensure!(first_failure(&set, to).is_none(), "α = {alpha}: no invariant game, by the exact test");
        // M⋆ = the P-positions, without 0, of the game whose moves are M = the Beatty pairs; P(M⋆) is M with 0 again.
        let game_of = |moves: &PilePairs| {
            let is_move = |s: i64, t: i64| moves.contains(&(s as u32, t as u32));
            let mut p = direct(to, |_, _| true, |_, _, s, t| is_move(s, t).then_some(0), no_option_is_p);
            p.remove(&(0, 0));
            p
        };
        let mut moves = set.clone();
        moves.remove(&(0, 0));
        let star = game_of(&moves);
        same_positions(&format!("M⋆⋆ for α = {alpha}"), &game_of(&star), &moves)?;
    }
    Ok(Evidence::new(format!(
        "proved since (Larsson, Hegarty, Fraenkel 2011). Here for ten α, piles ≤ {to}: the exact test, and the star operator: M⋆ = P(M) ∖ 0 gives P(M⋆) = M ∪ 0"
    )))
}

fn converse(bench: &Bench<'_>) -> Found {
    let fits = |sequence: &[u64]| {
        let (mut low, mut high) = ((0_u64, 1_u64), (1_u64 << 30, 1_u64));
        for (n, a) in (0_u64..).zip(sequence).skip(1) {
            if a * low.1 > low.0 * n {
                low = (*a, n);
            }
            if (a + 1) * high.1 < high.0 * n {
                high = (a + 1, n);
            }
        }
        low.0 * high.1 < high.0 * low.1
    };
    let first = |name: &str| -> Result<Vec<u64>, Trouble> {
        Ok(first_pairs(bench, name, 400)?.iter().map(|(a, _)| *a).collect())
    };
    ensure!(fits(&first("WN")?), "Wythoff's sequence is not recognised");
    for name in ["even-diagonal", "maharaja", "(1,2)GDWN"] {
        ensure!(is_invariant(&named_rules(name)?, 8)?, "{name} is variant");
        ensure!(!fits(&first(name)?), "{name}: some ⌊nα⌋ fits");
    }
    Ok(Evidence::new(
        "even-diagonal Wythoff Nim, Maharaja Nim and (1,2)GDWN are invariant, and no ⌊nα⌋ fits their first 400 a_n",
    ))
}

fn equation_1(bench: &Bench<'_>) -> Found {
    for k in 1..=bench.pick(8_i128, 30, 60) {
        let alpha = real(&format!("1 + (sqrt({}) - {k})/2", k * k + 4 * k))?;
        let fraction =
            Quadratic::new(2 - k, 1, (k * k + 4 * k).unsigned_abs(), 2)?.continued_fraction(100)?;
        let terms: Vec<String> = fraction.terms().take(7).map(ToString::to_string).collect();
        let stated: Vec<String> = [1, 1, k, 1, k, 1, k].iter().map(ToString::to_string).collect();
        ensure!(terms == stated, "α_{k} = {terms:?}");
        let beta = alpha.complement()?;
        for n in 1..200_u32 {
            let found = (
                i128::try_from(alpha.floor_mul(&n.into())?).map_err(undecided)?,
                i128::try_from(beta.floor_mul(&n.into())?).map_err(undecided)?,
            );
            ensure!(found == pair(k, n.into()), "k = {k}, n = {n}: {found:?}");
        }
        // In [φ, 2) and (2, φ²]: φ ≤ α_k iff ⌊nφ⌋ ≤ ⌊nα_k⌋ for all n.
        ensure!(
            (1..500).all(|n| pair(k, n).0 >= floor_phi(n) && pair(k, n).0 < 2 * n),
            "α_{k} is outside [φ, 2)"
        );
        ensure!(
            (1..500).all(|n| pair(k, n).1 <= floor_phi2(n) && pair(k, n).1 >= 2 * n),
            "β_{k} is outside (2, φ²]"
        );
        let mut seen = vec![0_u8; 1000];
        for value in (1..1000).flat_map(|n| [pair(k, n).0, pair(k, n).1]) {
            if let Some(count) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
                *count += 1;
            }
        }
        ensure!(seen[1..].iter().all(|count| *count == 1), "k = {k}: no partition");
    }
    Ok(Evidence::new("continued fractions, bounds and partition, by exact floors"))
}

fn figure_1(bench: &Bench<'_>) -> Found {
    for k in 1..=bench.pick(20, 200, 1000) {
        for n in [10_i128.pow(3), 10_i128.pow(6)] {
            let (now, next) = (pair(k, n), pair(k + 1, n));
            ensure!(now.0 <= next.0 && now.1 >= next.1, "k = {k}, n = {n}: {now:?}, {next:?}");
        }
    }
    ensure!(pair(1, 1000) == (1618, 2618) && pair(2, 1000) == (1732, 2366), "α_1, β_1, α_2, β_2");
    Ok(Evidence::new(
        "α_k rises to 2, β_k falls to 2 (by their floors at 10^3 and 10^6); α_1 = φ; the drawing is lost",
    ))
}

fn blocks(word: &[i128], length: usize) -> BTreeSet<&[i128]> {
    word.windows(length).collect()
}

fn occurs(word: &[i128], block: &[i128]) -> bool {
    word.windows(block.len()).any(|w| w == block)
}

/// How many terms of Δα and Δβ are looked at.
fn word_length(bench: &Bench<'_>) -> i128 {
    bench.pick(6000, 100_000, 1_000_000)
}

fn definition_2(bench: &Bench<'_>) -> Found {
    for k in 1..=7 {
        let (a, b) = differences(k, word_length(bench));
        for length in 1..=8 {
            let counts = (blocks(&a, length).len(), blocks(&b, length).len());
            ensure!(counts == (length + 1, length + 1), "k = {k}, length {length}: {counts:?}");
        }
    }
    Ok(Evidence::new(format!("Δα_k and Δβ_k, k ≤ 7, lengths ≤ 8, the first {} terms", word_length(bench))))
}

fn remark_1(bench: &Bench<'_>) -> Found {
    for k in 1..=7 {
        let (a, b) = differences(k, word_length(bench));
        for block in [[2, 1], [1, 2], [2, 2]] {
            ensure!(occurs(&a, &block), "k = {k}: {block:?} does not occur");
        }
        ensure!(!occurs(&a, &[1, 1]), "k = {k}: 11 occurs");
        ensure!(occurs(&b, &[3, 3]) == (k == 1), "k = {k}: 33");
    }
    Ok(Evidence::new(format!(
        "33 occurs for k = 1 (3, 3 in the differences of ⌊nφ²⌋), see T12. For 2 ≤ k ≤ 7 it does not, and the rest holds for k ≤ 7, {} terms. The listed terms are lost, see T16",
        word_length(bench)
    )))
}

fn lemmas_1_to_4(bench: &Bench<'_>, lemma: u8) -> Found {
    let mut met = 0;
    for k in 1..=7_i128 {
        let (a, b) = differences(k, word_length(bench));
        let width = usize::try_from(k)?;
        for n in 0..a.len() - width {
            let twos = |word: &[i128]| word.iter().all(|d| *d == 2);
            let (applies, holds) = match lemma {
                1 => (a[n] == 1, b[n] == 2),
                2 => (b[n] == 3, a[n] == 2),
                3 => (
                    k >= 2 && twos(&a[n..n + width]),
                    b[n..n + width].iter().filter(|d| **d == 3).count() == 1,
                ),
                _ => (b[n] == 3 && b[n + width] == 3 && twos(&b[n + 1..n + width]), twos(&a[n..=n + width])),
            };
            met += usize::from(applies);
            ensure!(!applies || holds, "k = {k}, n = {}", n + 1);
        }
    }
    ensure!(met > 0, "the hypothesis is never met");
    Ok(Evidence::new(format!("k ≤ 7, n ≤ {}; the hypothesis is met {met} times", word_length(bench))))
}

fn remark_2(bench: &Bench<'_>) -> Found {
    for k in 1..=7_usize {
        let (a, b) = differences(k as i128, word_length(bench));
        for (word, c) in [(&a, 1), (&b, 3)] {
            let mut stated = BTreeSet::from([vec![2; k]]);
            for i in 0..k {
                let mut block = vec![2; k];
                block[i] = c;
                stated.insert(block);
            }
            let found: BTreeSet<Vec<i128>> = blocks(word, k).iter().map(|block| block.to_vec()).collect();
            ensure!(found == stated, "k = {k}: blocks of length {k}");
        }
        ensure!(!occurs(&b, &vec![2; k + 1]), "k = {k}: 2^(k+1)");
        let mut only = vec![2; k + 1];
        (only[0], only[k]) = (3, 3);
        let twice = blocks(&b, k + 1)
            .into_iter()
            .filter(|w| w.iter().filter(|d| **d == 3).count() > 1)
            .all(|w| w == only);
        ensure!(twice, "k = {k}: two 3");
        let ones = blocks(&a, k + 1).into_iter().all(|w| w.iter().filter(|d| **d == 1).count() <= 2);
        ensure!(ones, "k = {k}: more than two 1 in k + 1");
    }
    Ok(Evidence::new(format!("k ≤ 7, {} terms", word_length(bench))))
}

fn figure_2(bench: &Bench<'_>) -> Found {
    let most = bench.pick(200, 2000, 20_000);
    for k in 1..=most {
        ensure!(pair(k, k).0 >= 2 * k - 1, "k = {k}: kα < 2k − 1");
        ensure!(pair(k, k + 1).1 >= 2 * k + 3, "k = {k}: (k+1)β < 2k + 3");
    }
    Ok(Evidence::new(format!("k ≤ {most}, by exact floors; the drawing is lost")))
}

fn figure_3(bench: &Bench<'_>) -> Found {
    let most = bench.pick(200, 2000, 20_000);
    for k in 1..=most {
        let floor = floor_with_root(-k * k, k, k * k + 4 * k, 2);
        ensure!(floor == k - 1, "k = {k}: ⌊f(k)⌋ = {floor}");
    }
    Ok(Evidence::new(format!("⌊f(k)⌋ = k − 1 for k ≤ {most}; the drawing is lost")))
}

fn the_game(bench: &Bench<'_>) -> Found {
    let to = bench.pick(26, 40, 60);
    for k in 1..=5_i64 {
        let class = |_, _, s: i64, t: i64| {
            let removed = s == t && s % 2 == 0 && s / 2 < k;
            let added = (s, t) == (2 * k + 1, 2 * k + 2) || (t, s) == (2 * k + 1, 2 * k + 2);
            (s == 0 || t == 0 || (s == t && !removed) || added).then_some(0)
        };
        let game = format!("G(alpha_{k})");
        same_positions(
            &game,
            &by_definition(bench, &game, to)?,
            &direct(to, |_, _| true, class, no_option_is_p),
        )?;
        ensure!(is_invariant(&named_rules(&game)?, 8)?, "{game} is variant");
    }
    Ok(Evidence::new(format!("the rule text against the set of moves, k ≤ 5, piles ≤ {to}; invariant")))
}

fn prose(bench: &Bench<'_>) -> Found {
    let mut witnesses = Vec::new();
    for k in 2..=4 {
        let text = format!(
            "move rook: s = 0 or t = 0\nmove diagonal: s = t and s mod 2 = 0 and s < 2*{k}\n\
             move extra: s = 2*{k} + 1 and t = 2*{k} + 2 or s = 2*{k} + 2 and t = 2*{k} + 1"
        );
        let (x, y) = different_positions("prose", &text_by_definition(bench, &text, 40)?, &beatty(k, 40))?;
        witnesses.push(format!("k = {k} at ({x}, {y})"));
    }
    Ok(Evidence::new(format!(
        "the game in words has other P-positions than (⌊nα⌋, ⌊nβ⌋): {}. Right: the (2i,2i), 0 < i < k, are taken away from Wythoff's moves",
        witnesses.join(", ")
    )))
}

fn remark_3(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((60, 15), (90, 30), (150, 50));
    let wythoff = by_definition(bench, "WN", to)?;
    same_positions("G(α_1)", &by_definition(bench, "G(alpha_1)", to)?, &wythoff)?;
    for j in 1..=most {
        let text = format!(
            "move rook: s = 0 or t = 0\nmove bishop: s = t\nmove added: s = {j} and t = {j} + 1 or s = {j} + 1 and t = {j}"
        );
        let same = text_by_definition(bench, &text, to)? == wythoff;
        ensure!(same == (j > 2), "({j}, {}) added", j + 1);
    }
    Ok(Evidence::new(format!("j ≤ {most}, piles ≤ {to}")))
}

/// Definition 3 as printed, with either bracketing; also the truth values of H1–H4 at each step.
fn worded(k: usize, count: usize, inner: bool) -> (Vec<(i128, i128)>, Vec<[bool; 4]>) {
    let wide = k as i128;
    let mut pairs: Vec<(i128, i128)> = vec![(0, 0)];
    pairs.extend((1..=wide).map(|n| (2 * n - 1, 2 * n)));
    let mut used: BTreeSet<i128> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let (mut truths, mut next) = (Vec::new(), 0);
    while pairs.len() < count {
        let n = pairs.len() - 1;
        while used.contains(&next) {
            next += 1;
        }
        let gap = |i: usize| pairs[i].1 - pairs[i].0;
        let h = [
            next - pairs[n].0 == 2,
            gap(n) == gap(n + 1 - k) + 1,
            next - pairs[n - k].0 != 2 * wide + 1,
            gap(n - k) != gap(n) - 1,
        ];
        let stays = if inner { h[0] && ((h[1] && h[2]) || h[3]) } else { (h[0] && h[1] && h[2]) || h[3] };
        let upper = next + gap(n) + i128::from(!stays);
        truths.push(h);
        pairs.push((next, upper));
        used.extend([next, upper]);
    }
    (pairs, truths)
}

fn definition_3(bench: &Bench<'_>) -> Found {
    let count = bench.pick(3000, 20_000, 100_000);
    for k in 2..=7_usize {
        let (one, _) = worded(k, count, true);
        let (other, _) = worded(k, count, false);
        same_list(&format!("the two bracketings, k = {k}"), &one, &other)?;
        let library: Vec<(i128, i128)> =
            InvariantPairs::new(u32::try_from(k)?)?.take(count).map(|(a, b)| (a.into(), b.into())).collect();
        same_list(&format!("k = {k}"), &library, &one)?;
        let beatty: Vec<(i128, i128)> = (0..count as i128).map(|n| pair(k as i128, n)).collect();
        same_list(&format!("⌊nα⌋, ⌊nβ⌋, k = {k}"), &beatty, &one)?;
    }
    Ok(Evidence::new(format!(
        "2 ≤ k ≤ 7, n < {count}: as worded, by the library, and (⌊nα⌋, ⌊nβ⌋) are the same; so are both ways to put the brackets"
    )))
}

fn lemmas_5_to_9(bench: &Bench<'_>, which: u8) -> Found {
    let count = bench.pick(6000, 100_000, 1_000_000);
    for k in 2..=7_usize {
        let pairs: Vec<(u64, u64)> = InvariantPairs::new(u32::try_from(k)?)?.take(count).collect();
        let steps: Vec<(u64, u64)> = pairs.windows(2).map(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1)).collect();
        let (width, special): (usize, &[(u64, u64)]) = match which {
            6 => (k, &[(2, 3)]),
            7 => (k + 1, &[(1, 2)]),
            8 => (k + 1, &[(1, 2), (2, 3)]),
            9 => (k, &[(1, 2), (2, 3)]),
            _ => (1, &[]),
        };
        for (n, window) in steps.windows(width).enumerate() {
            let met = window.iter().filter(|step| special.contains(step)).count();
            let holds = match which {
                5 => window[0].0 == 1 || window[0].0 == 2,
                2 => [(1, 2), (2, 2), (2, 3)].contains(&window[0]),
                6 | 7 => met <= 1,
                8 => met <= 2,
                _ => met >= 1,
            };
            ensure!(holds, "k = {k}, n = {n}: {window:?}");
        }
    }
    Ok(Evidence::new(format!("2 ≤ k ≤ 7, n < {count}")))
}

fn theorem_3(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((70, 6), (110, 8), (200, 12));
    for k in 2..=most {
        let game = format!("G(alpha_{k})");
        let stated = mirrored(worded(k, to as usize + 2, true).0, to);
        same_positions(&game, &by_definition(bench, &game, to)?, &stated)?;
    }
    Ok(Evidence::new(format!(
        "2 ≤ k ≤ {most}, piles ≤ {to}; with Theorem 4 and Definition 3 it is proved as far as those are. Its last case has a misprint, see T15"
    )))
}

fn theorem_4(bench: &Bench<'_>) -> Found {
    let (to, most) = bench.pick((70, 6), (110, 10), (200, 15));
    for k in 1..=most {
        let game = format!("G(alpha_{k})");
        same_positions(&game, &by_definition(bench, &game, to)?, &beatty(k, to))?;
    }
    let mut proofs = Vec::new();
    for k in 1..=bench.pick(2_i64, 3, 5) {
        let d = k * k + 4 * k;
        let floors = [("A", [2 - k, 1, d, 2]), ("B", [3 * k, 1, d, 2 * k])];
        proofs.push(proved_formula(
            bench,
            &format!("G(alpha_{k})"),
            &[1, u32::try_from(k)?],
            &floors,
            BOTH_ORDERS,
        )?);
    }
    let detail = format!("{}; by definition k ≤ {most}, piles ≤ {to}", proved_for(&proofs));
    Ok(Evidence::new(detail).with_proofs(&proofs))
}

/// The case of Table 1 for H1–H4 in the standard order of truth tables.
const CASES: [u8; 16] = [1, 1, 2, 4, 5, 5, 2, 4, 3, 3, 3, 3, 3, 3, 3, 3];

fn row_of(h: [bool; 4]) -> usize {
    h.iter().fold(0, |row, truth| 2 * row + usize::from(!truth))
}

fn table_1(bench: &Bench<'_>) -> Found {
    let count = bench.pick(6000, 100_000, 500_000);
    let mut met = BTreeSet::new();
    for k in 2..=7 {
        let (pairs, truths) = worded(k, count, true);
        for (i, h) in truths.iter().enumerate() {
            let n = k + i;
            let grows = pairs[n + 1].1 - pairs[n + 1].0 - (pairs[n].1 - pairs[n].0);
            let case = CASES[row_of(*h)];
            // C.1 and C.2 conclude that the difference stays, C.3 to C.5 that it grows.
            ensure!((grows == 1) == (case >= 3), "k = {k}, n = {n}: {h:?}, case C.{case}");
            met.insert(row_of(*h));
        }
    }
    let listed: Vec<String> = met.iter().map(|row| format!("{}", row + 1)).collect();
    Ok(Evidence::new(format!(
        "2 ≤ k ≤ 7, n < {count}: the case in the row's head gives the step that Definition 3 takes; rows {} occur (the truth values are lost, the order is the standard one)",
        listed.join(", ")
    )))
}

fn misprint_12(bench: &Bench<'_>) -> Found {
    let (_, b) = differences(1, 100);
    let at = b.windows(2).position(|w| w == [3, 3]).map(|i| i + 1);
    let Some(n) = at else { return Err(Trouble::Contradiction("33 does not occur for k = 1".to_owned())) };
    for k in 2..=7 {
        ensure!(!occurs(&differences(k, word_length(bench)).1, &[3, 3]), "k = {k}: 33 occurs");
    }
    Ok(Evidence::new(format!("for k = 1, Δβ({n}) = Δβ({}) = 3; for 2 ≤ k ≤ 7 it holds", n + 1)))
}

fn misprint_13(_: &Bench<'_>) -> Found {
    for k in 1..=999_i128 {
        let floor = floor_with_root(0, 1, k * k + 4 * k, 2);
        let right = if k % 2 == 0 { k / 2 } else { (k + 1) / 2 };
        ensure!(floor == right, "k = {k}: ⌊γ⌋ = {floor}");
        ensure!(k % 2 == 0 || floor != (k - 1) / 2, "k = {k}: as printed");
    }
    Ok(Evidence::new(
        "k = 1: γ = √5/2, ⌊γ⌋ = 1 and not 0. Right: (k+1)/2 for k odd, as Lemma 1 has it; k < 1000",
    ))
}

fn misprint_14(bench: &Bench<'_>) -> Found {
    let count = bench.pick(6000, 100_000, 500_000);
    let mut with = None;
    for k in 2..=7 {
        for (i, h) in worded(k, count, true).1.into_iter().enumerate() {
            ensure!(h != [true, true, true, true], "k = {k}, n = {}: H1, H2, H3 and H4", k + i);
            if h == [true, true, true, false] && with.is_none() {
                with = Some((k, k + i));
            }
        }
    }
    let Some((k, n)) = with else {
        return Err(Trouble::Contradiction("H1, H2, H3, ¬H4 does not occur".to_owned()));
    };
    Ok(Evidence::new(format!(
        "H1, H2, H3, ¬H4 occurs, first for k = {k}, n = {n}; incompatible are H1, H2, H3 and H4 (never for 2 ≤ k ≤ 7, n < {count})"
    )))
}

fn misprint_15(bench: &Bench<'_>) -> Found {
    let count = bench.pick(300, 2000, 10_000);
    let (mut met, mut witness) = (0, None);
    for k in 2..=5_i128 {
        let pairs: Vec<(i128, i128)> = (0..count).map(|n| pair(k, n)).collect();
        let lower: BTreeSet<i128> = pairs.iter().map(|(a, _)| *a).collect();
        for (n, (a, b)) in (0_i128..).zip(&pairs).skip(usize::try_from(k)? + 2) {
            for other in (a + 1..*b).filter(|v| lower.contains(v)) {
                // The smallest i with B_i − A_i = A_j − A_n, joined by a move (2p, 2p), 0 < p < k, that was taken away.
                let Some((i, (c, _))) = (0..n).zip(&pairs).find(|(_, (c, d))| d - c == other - a) else {
                    continue;
                };
                let apart = a - c;
                if apart % 2 != 0 || apart / 2 >= k || i == n {
                    continue;
                }
                met += 1;
                let extra = |index: i128| {
                    let (c, d) = pairs[index as usize];
                    (a - c, other - d) == (2 * k + 1, 2 * k + 2)
                };
                ensure!(extra(n - k - 1), "k = {k}: from ({a}, {other}), n = {n}");
                ensure!(!extra(n - k), "k = {k}: from ({a}, {other}) to index n − k");
                witness = witness.or(Some((k, n, *a, other)));
            }
        }
    }
    let Some((k, n, a, b)) = witness else {
        return Err(Trouble::Contradiction("the case does not occur".to_owned()));
    };
    Ok(Evidence::new(format!(
        "k = {k}: from ({a}, {b}), n = {n}, the added move reaches the pair of index n − k − 1, not n − k; {met} positions, 2 ≤ k ≤ 5, n < {count}"
    )))
}

fn misprint_16(bench: &Bench<'_>) -> Found {
    let (a, b) = differences(2, 16);
    let word = |digits: &[i128]| digits.iter().map(ToString::to_string).collect::<String>();
    ensure!(word(&a) == "2212221222122122", "Δα_2 = {}", word(&a));
    ensure!(word(&b[..13]) == "2322322323223", "Δβ_2 = {}", word(&b));
    let listed = [(0, 0), (1, 2), (3, 4), (5, 7), (6, 9), (8, 11), (10, 14), (12, 16)];
    same_list("G(α_2)", &first_pairs(bench, "G(alpha_2)", 8)?, &listed)?;
    Ok(Evidence::new("recomputed; the text of the paper has gaps there"))
}
