//! How long proofs take: the whole process, from the rules to the proved automaton, the guess included.
//!
//! `cargo bench -p wythoff-cli --bench prove`. Each line is printed only after the program has proved the game with the states
//! it should have; the time is the least of five runs, the memory the program's own peak.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::process::Command;
use std::time::Instant;

/// Game, states of the automaton, and what is wanted: seconds and megabytes.
const GAMES: [(&str, usize, f64, f64); 8] = [
    ("wythoff", 7, 0.020, f64::INFINITY),
    ("W^2", 73, 0.060, f64::INFINITY),
    ("invariant(k=4)", 203, 0.5, f64::INFINITY),
    ("10WN", 25, 0.5, 40.0),
    ("W^4", 40, 0.050, f64::INFINITY),
    ("W^8", 187, f64::INFINITY, f64::INFINITY),
    ("W^14", 189, f64::INFINITY, f64::INFINITY),
    ("2WN^(2)", 84, f64::INFINITY, f64::INFINITY),
];

fn main() {
    for (game, states, seconds, megabytes) in GAMES {
        let (mut least, mut memory) = (f64::INFINITY, 0.0f64);
        for _ in 0..5 {
            let begin = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(["prove", game]).output().unwrap();
            least = least.min(begin.elapsed().as_secs_f64());
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && text.contains(": proved for all x and y"), "{text}");
            let field = |name: &str| {
                let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
                line.unwrap().split_whitespace().next().unwrap().parse::<f64>().unwrap()
            };
            assert_eq!(field("states:") as usize, states, "{game}");
            memory = memory.max(field("memory:"));
        }
        let wanted = |value: f64, unit: &str| match value.is_finite() {
            true => format!(" (wanted: <= {value} {unit})"),
            false => String::new(),
        };
        println!(
            "prove {game:<16} {least:8.3} s{}   {memory:6.1} MB{}",
            wanted(seconds, "s"),
            wanted(megabytes, "MB")
        );
    }
    // The same question to the checker: how much faster or slower it is than guess and proof together.
    for name in ["wythoff", "blocking-2", "blocking-4", "k-wythoff-10", "invariant-4"] {
        let file = format!("{}/../../certificates/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let begin = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(["check", &file]).output().unwrap();
        assert!(output.status.success());
        println!("check {name:<16} {:8.3} s", begin.elapsed().as_secs_f64());
    }
}
