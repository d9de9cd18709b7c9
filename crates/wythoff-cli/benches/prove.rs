//! How long proofs take: the whole process, from the rules to the proved automaton, tail or beams, the guess included; and asks that rest on
//! proved beams.
//!
//! `cargo bench -p wythoff-cli --bench prove`. Each line is printed only after the program has proved the game with the states
//! it should have; the time is the least of five runs (of two for the terminal sets), the memory the program's own peak.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::process::Command;
use std::time::Instant;

/// Game, states of the automaton, and what is wanted: seconds and megabytes.
const GAMES: [(&str, usize, f64, f64); 8] = [
    ("wythoff", 7, 0.020, f64::INFINITY),
    ("W^2", 73, 0.060, f64::INFINITY),
    ("invariant(k=4)", 203, 0.5, f64::INFINITY),
    ("10WN", 25, 0.5, 40.0),
    ("W^4", 26, 0.050, f64::INFINITY),
    ("W^8", 187, f64::INFINITY, f64::INFINITY),
    ("W^14", 189, f64::INFINITY, f64::INFINITY),
    ("2WN^(2)", 84, f64::INFINITY, f64::INFINITY),
];

/// Games whose beams are proved, the states of the language, and what is wanted.
const BEAMS: [(&str, usize, f64, f64); 3] =
    [("W^5", 2482, 2.0, 500.0), ("W^12", 312, f64::INFINITY, f64::INFINITY), ("W^15", 54, 2.0, 500.0)];

/// Wythoff Nim in which every position with x + y <= l is an end, for l up to this.
const TERMINAL: u32 = 20;

fn main() {
    automata();
    beams();
    terminal_sets();
}

/// The least time of some runs, and the last output.
fn timed(runs: u32, arguments: &[&str]) -> (f64, String) {
    let (mut least, mut text) = (f64::INFINITY, String::new());
    for _ in 0..runs {
        let begin = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().unwrap();
        least = least.min(begin.elapsed().as_secs_f64());
        text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {text}");
    }
    (least, text)
}

fn wanted(value: f64, unit: &str) -> String {
    if value.is_finite() { format!(" (wanted: <= {value} {unit})") } else { String::new() }
}

fn field(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
    line.unwrap().split_whitespace().next().unwrap().parse().unwrap()
}

fn beams() {
    for (game, states, seconds, megabytes) in BEAMS {
        let (least, text) = timed(5, &["prove", game, "--beams"]);
        assert!(text.contains("beams proved") && text.contains(&format!("; {states} states")), "{text}");
        let memory = field(&text, "memory:");
        println!(
            "prove {game} --beams       {least:8.3} s{}   {memory:6.1} MB{}",
            wanted(seconds, "s"),
            wanted(megabytes, "MB")
        );
    }
    for (game, k) in [("W^5", 5), ("W^12", 12), ("W^15", 15), ("W^19", 19)] {
        // (x, x) is no P-position here, and sees at least k.
        let (least, text) = timed(3, &["ask", game, "10^1000", "10^1000", "--json"]);
        assert!(text.contains("\"outcome\":\"N\"") || text.contains("\"outcome\": \"N\""), "{text}");
        assert!(text.matches("0000000000").count() >= k, "{game}");
        let second = if k == 19 { f64::INFINITY } else { 1.0 };
        println!("ask {game:<5} 1000 digits      {least:8.3} s{}", wanted(second, "s"));
    }
}

fn terminal_sets() {
    for l in 1..=TERMINAL {
        let text = format!(
            "game \"terminal {l}\"\nmove rook: (s = 0 or t = 0) and x + y > {l}\nmove bishop: s = t and x + y > {l}\n"
        );
        let path = std::env::temp_dir().join(format!("wythoff-terminal-{}-{l}.game", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let (least, text) = timed(2, &["prove", path.to_str().unwrap()]);
        let _ = std::fs::remove_file(&path);
        assert!(text.contains(": proved for all x and y"), "l = {l}: {text}");
        let (states, memory) = (field(&text, "states:"), field(&text, "memory:"));
        println!("prove x + y <= {l:<2} ends       {least:8.3} s   {memory:6.1} MB   {states} states");
    }
}

fn automata() {
    for (game, states, seconds, megabytes) in GAMES {
        let (mut least, mut memory) = (f64::INFINITY, 0.0f64);
        for _ in 0..5 {
            let begin = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(["prove", game]).output().unwrap();
            least = least.min(begin.elapsed().as_secs_f64());
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && text.contains(": proved for all x and y"), "{text}");
            assert_eq!(field(&text, "states:") as usize, states, "{game}");
            memory = memory.max(field(&text, "memory:"));
        }
        println!(
            "prove {game:<16} {least:8.3} s{}   {memory:6.1} MB{}",
            wanted(seconds, "s"),
            wanted(megabytes, "MB")
        );
    }
    // The same question to the checker: how much faster or slower it is than guess and proof together.
    for name in ["wythoff", "blocking-2", "blocking-4", "k-wythoff-10", "invariant-4"] {
        let file = format!("{}/../wythoff-prove/certificates/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let begin = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(["check", &file]).output().unwrap();
        assert!(output.status.success());
        println!("check {name:<16} {:8.3} s", begin.elapsed().as_secs_f64());
    }
}
