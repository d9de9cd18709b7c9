//! How fast the fast solvers are. Every figure is printed only after the answer has been found right.
//!
//! `cargo bench --bench fast` times them alone; `benches/baseline/run` times them against plain C++ loops in one run. It
//! calls this program with `columns GAME N`, `board GAME N` or `grundy GAME N`, which prints the answer and the seconds.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;
use wythoff_budget::Budget;
use wythoff_rules::Game;
use wythoff_rules::ruleset::Ruleset;
use wythoff_solve::board::Board;
use wythoff_solve::columns::Columns;
use wythoff_solve::grundy::{Grundy, Values};

fn rules(name: &str) -> Ruleset {
    Game::named(name).unwrap().ruleset().unwrap().clone()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64())
}

fn columns(name: &str, n: u64) -> (u64, f64) {
    let rules = rules(name);
    timed(|| {
        let mut columns = Columns::new(&rules, None).unwrap();
        columns.count_until(n, &Budget::default()).unwrap()
    })
}

fn board(name: &str, n: u64) -> (u64, f64) {
    let rules = rules(name);
    let (board, seconds) = timed(|| Board::solve(&rules, n, n, &Budget::default()).unwrap());
    (board.count(), seconds)
}

/// The same checksum as the C++ loops.
fn grundy(name: &str, n: u64) -> (u64, f64) {
    let rules = rules(name);
    let (table, seconds) = timed(|| Grundy::solve(&rules, n, n, &Budget::default()).unwrap());
    let sum = match table.values() {
        Values::U16(values) => checksum(values.iter().map(|v| u64::from(*v))),
        Values::U32(values) => checksum(values.iter().map(|v| u64::from(*v))),
    };
    (sum, seconds)
}

fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |sum: u64, value| sum.wrapping_mul(31).wrapping_add(value))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |i: usize| arguments[i].parse().unwrap();
    match arguments.first().map(String::as_str) {
        Some("columns") => print(columns(&arguments[1], number(2))),
        Some("board") => print(board(&arguments[1], number(2))),
        Some("grundy") => print(grundy(&arguments[1], number(2))),
        _ => all(),
    }
}

fn print((answer, seconds): (u64, f64)) {
    println!("{answer} {seconds:.6}");
}

fn all() {
    // FACTS.md D.
    let known =
        [(1, 618_034), (2, 1_309_018), (4, 2_828_428), (5, 3_477_035), (7, 4_999_989), (20, 14_295_181)];
    for (k, count) in known {
        let (found, seconds) = columns(&format!("W^{k}"), 1_000_000);
        assert_eq!(found, count);
        println!("columns  W^{k:<3} 10^6 columns        {seconds:8.3} s");
    }
    for k in [1, 3, 4, 5, 7] {
        let name = format!("W^{k}");
        let ((_, short), (_, long)) = (columns(&name, 100_000), columns(&name, 10_000_000));
        let exponent = (long / short).ln() / 100f64.ln();
        println!(
            "columns  W^{k:<3} 10^7 columns        {long:8.3} s   growing like N^{exponent:.2} from 10^5"
        );
    }
    let (found, seconds) = board("W^4", 40_000);
    assert_eq!(found, 93_726);
    println!("board    W^4   40000 x 40000       {seconds:8.3} s");
    let (found, seconds) = grundy("wythoff", 4096);
    assert_eq!(found, 1_760_227_775_281_737_579);
    println!("grundy   WN    4096 x 4096         {seconds:8.3} s");
}
