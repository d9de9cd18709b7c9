//! The papers' games, proved.

#![allow(clippy::unwrap_used, clippy::type_complexity)] // also in the helpers of the tests

use std::time::Instant;
use wythoff::automaton::{Limits, Numeration, System};
use wythoff::prove::certificate::Certificate;
use wythoff::prove::check::{Verdict, check};
use wythoff::prove::learn::{Board, disagreement, learn};
use wythoff::prove::sentence::{Decision, decide};
use wythoff::rules::{Definition, Ruleset};

const WYTHOFF: &str = "game \"Wythoff\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n";

fn rules(text: &str, values: &str) -> Ruleset {
    Definition::parse("test", text).unwrap().bind_text(values).unwrap()
}

/// Ray games by definition: an option is a removal along a ray (0,1), (1,0), (1,1).
fn blocking_board(k: u32, n: u32) -> Board {
    let size = n as usize;
    let (mut row, mut diagonal) = (vec![0u32; size], vec![0u32; 2 * size]);
    let mut positions = vec![];
    for x in 0..size {
        let mut column = 0;
        for y in 0..size {
            let d = y + size - x;
            if column + row[y] + diagonal[d] < k {
                positions.push((x as u32, y as u32));
                column += 1;
                row[y] += 1;
                diagonal[d] += 1;
            }
        }
    }
    Board::new(n, positions)
}

fn isqrt(n: u128) -> u128 {
    n.isqrt()
}

/// a_n = ⌊nΦ_km/m⌋, b_n = a_n + kn, Φ_x = (2 − x + √(x² + 4))/2.
fn beatty_pair(k: u64, m: u64, n: u64) -> (u32, u32) {
    let x = i128::from(k * m);
    let root = isqrt((i128::from(n) * i128::from(n) * (x * x + 4)) as u128) as i128;
    let a = (i128::from(n) * (2 - x) + root).div_euclid(2 * i128::from(m)) as u32;
    (a, a + (k * n) as u32)
}

fn beatty_board(k: u64, m: u64, size: u32) -> Board {
    let pairs = (0..u64::from(size) * m).map(|n| beatty_pair(k, m, n)).take_while(|p| p.0 < size);
    Board::new(size, pairs.flat_map(|(a, b)| [(a, b), (b, a)]))
}

fn attempt(name: &str, rules: &Ruleset, board: &Board, system: System) -> bool {
    let numeration = Numeration::new(system).unwrap();
    for depth in 1..12 {
        let start = Instant::now();
        let dfa = match learn(board, &numeration, depth, 5000) {
            Ok(dfa) => dfa,
            Err(e) => {
                println!("{name} {} depth {depth}: {e} {:?}", numeration.system().name(), start.elapsed());
                return false;
            }
        };
        let learnt = start.elapsed();
        let wrong = disagreement(board, &numeration, &dfa);
        let tested = start.elapsed();
        if let Some(at) = wrong {
            println!("{name} depth {depth}: {} states, wrong at {at:?} {learnt:?} {tested:?}", dfa.states());
            continue;
        }
        let start = Instant::now();
        let decision = decide(rules, &numeration, &dfa, &Limits::default());
        let decided = start.elapsed();
        println!(
            "{name} {} depth {depth}: {} states, {decision:?}, learnt {learnt:?}, tested {tested:?}, decided {decided:?}",
            numeration.system().name(),
            dfa.states(),
        );
        if decision == Ok(Decision::Proved) {
            let start = Instant::now();
            let text = Certificate::new(rules.clone(), numeration, dfa).to_string();
            let verdict = check(&text, &Limits::default());
            println!("    certificate {} bytes, {verdict:?} in {:?}", text.len(), start.elapsed());
            return verdict == Ok(Verdict::Proved);
        }
    }
    false
}

#[test]
fn blocking() {
    let text = "game \"W\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock k - 1\n";
    assert!(attempt("wythoff", &rules(WYTHOFF, ""), &blocking_board(1, 3000), System::fibonacci()));
    for (k, system) in [
        (1, System::fibonacci()),
        (2, System::fibonacci()),
        (3, System::base(2)),
        (4, System::ostrowski(&[2])),
    ] {
        let board = blocking_board(k, 3000);
        assert!(attempt(&format!("W^{k}"), &rules(text, &format!("k={k}")), &board, system));
    }
}

#[test]
fn families() {
    let k_wythoff = "game \"k\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\n";
    for k in [1, 2, 3, 4, 5, 6, 10] {
        let size = if k < 7 { 60000 } else { 110000 };
        assert!(attempt(
            &format!("{k}WN"),
            &rules(k_wythoff, &format!("k={k}")),
            &beatty_board(k, 1, size),
            System::ostrowski(&[k as u32])
        ));
    }
    let roob = "game \"r\"\nparam k >= 1\nparam m >= 1\nmove bishop: |s - t| < k\nmove rook: s = 0 or t = 0\nblock m - 1 of rook and not bishop\n";
    let modular = "game \"m\"\nparam k >= 1\nparam m >= 1\nmove bishop: |s - t| < k\nmove rook: s = 0 and t mod m = 0 or t = 0 and s mod m = 0\n";
    let shifted = "game \"s\"\nparam k >= 1\nparam m >= 1\nparam l >= 0, l < m\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k * m\nposition: not (x < k * l and y < k * (m - l))\n";
    for k in 1..=6u64 {
        for m in 1..=6 / k {
            let system = || System::ostrowski(&[(k * m) as u32]);
            let board = beatty_board(k, m, 60000);
            assert!(attempt(&format!("{k}WN^{m}"), &rules(roob, &format!("k={k},m={m}")), &board, system()));
            if (1..=6).all(|d| d == 1 || k % d != 0 || m % d != 0) {
                assert!(attempt(
                    &format!("{k}WN^({m})"),
                    &rules(modular, &format!("k={k},m={m}")),
                    &board,
                    system()
                ));
            }
            for l in 0..m {
                let size = 60000;
                let first = (0..u64::from(size)).map(|n| beatty_pair(k, m, m * n + l)).map(|(a, b)| (b, a));
                let second = (0..u64::from(size)).map(|n| beatty_pair(k, m, m * (n + 1) - l));
                let board = Board::new(size, first.chain(second).chain((l == 0).then_some((0, 0))));
                assert!(attempt(
                    &format!("{k}x{m}WN_{l}"),
                    &rules(shifted, &format!("k={k},m={m},l={l}")),
                    &board,
                    system()
                ));
            }
        }
    }
}
