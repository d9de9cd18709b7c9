//! The papers' games, proved.

use std::time::Instant;
use wythoff::automaton::{Limits, Numeration, System};
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

fn attempt(name: &str, rules: &Ruleset, board: &Board, system: System) -> Option<Decision> {
    let numeration = Numeration::new(system).unwrap();
    for depth in 1..12 {
        let start = Instant::now();
        let dfa = match learn(board, &numeration, depth, 5000) {
            Ok(dfa) => dfa,
            Err(e) => {
                println!("{name} {} depth {depth}: {e} {:?}", numeration.system().name(), start.elapsed());
                return None;
            }
        };
        let learnt = start.elapsed();
        let wrong = disagreement(board, &numeration, &dfa);
        let tested = start.elapsed();
        if let Some(at) = wrong {
            println!("{name} depth {depth}: {} states, wrong at {at:?} {learnt:?} {tested:?}", dfa.states());
            continue;
        }
        let decision = decide(rules, &numeration, &dfa, &Limits::default());
        println!(
            "{name} {} depth {depth}: {} states, {decision:?}, learnt {learnt:?}, tested {tested:?}, decided {:?}",
            numeration.system().name(),
            dfa.states(),
            start.elapsed()
        );
        if decision == Ok(Decision::Proved) {
            return Some(Decision::Proved);
        }
    }
    None
}

#[test]
fn blocking() {
    let text = "game \"W\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock k - 1\n";
    assert!(attempt("wythoff", &rules(WYTHOFF, ""), &blocking_board(1, 3000), System::fibonacci()).is_some());
    for (k, system) in [
        (1, System::fibonacci()),
        (2, System::fibonacci()),
        (3, System::base(2)),
        (4, System::ostrowski(&[2])),
    ] {
        let board = blocking_board(k, 3000);
        assert!(attempt(&format!("W^{k}"), &rules(text, &format!("k={k}")), &board, system).is_some());
    }
}
