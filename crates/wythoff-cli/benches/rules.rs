//! How fast rules are that name x and y, and what threads bring: whole processes, as ratios in one run.
//!
//! `cargo bench -p wythoff-cli --bench rules`. Answers are compared with the definition (small boards) and with each other before
//! anything is timed; a time is the least of several. With `BEFORE=/path/to/an/older/wythoff` that program is timed, too.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::process::Command;
use std::time::Instant;

const OURS: &str = env!("CARGO_BIN_EXE_wythoff");

/// Rules that depend on x and y through congruences, or through x alone or y alone.
const SIMPLE: [(&str, &str); 8] = [
    ("parity", "move rook: s = 0 or t = 0\nmove bishop: s = t and x + y mod 2 = 0\n"),
    ("beta", "beta(pi)"),
    ("thirds", "move rook: s = 0 or t = 0\nmove bishop: |s - t| < 2 and (x + s) mod 3 != 1\n"),
    ("late bishop", "move rook: s = 0 or t = 0\nmove bishop: s = t and x >= 100 and y not in beatty(phi)\n"),
    ("half", "move rook: s = 0 or t = 0\nmove bishop: s = t and 2*s <= x\n"),
    ("distance", "move rook: s = 0 or t = 0\nmove bishop: s = t and |x - y| mod 3 = 0\n"),
    ("holes", "move rook: s = 0 or t = 0\nmove bishop: s = t\nposition: x + y mod 5 != 3\n"),
    ("blocked", "move rook: s = 0 or t = 0\nmove bishop: s = t and x mod 5 != 2\nblock 1\n"),
];

/// Rules that name x and y in other ways: moves that fill an area.
const OTHER: [(&str, &str); 5] = [
    ("area", "move rook: s = 0 or t = 0\nmove area: s + t <= y and t < s and 2*s <= t + x\n"),
    ("near", "move rook: s = 0 or t = 0\nmove near: s < t and 2*t <= s + x\n"),
    ("mixed", "move rook: s = 0 or t = 0\nmove b: s <= 2*t and t <= 2*s and s + t >= x\n"),
    ("only area", "move area: s + t <= y and t < s and 2*s <= t + x\n"),
    ("two areas", "move area: 2*s + t <= x or s + 3*t <= y\n"),
];

fn text(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn seconds(program: &str, arguments: &[&str], runs: usize) -> f64 {
    let once = |_| {
        let begin = Instant::now();
        text(program, arguments);
        begin.elapsed().as_secs_f64()
    };
    (0..runs).map(once).fold(f64::INFINITY, f64::min)
}

/// The least times of two commands that are run in turns, so that both meet the same machine.
fn in_turns(one: (&str, &[&str]), two: (&str, &[&str]), runs: usize) -> (f64, f64) {
    (0..runs).fold((f64::INFINITY, f64::INFINITY), |least, _| {
        (least.0.min(seconds(one.0, one.1, 1)), least.1.min(seconds(two.0, two.1, 1)))
    })
}

/// The time of two processes that do the same at the same time: what of a second core the machine gives.
fn pair(arguments: &[&str]) -> f64 {
    let begin = Instant::now();
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(|| text(OURS, arguments)))));
    begin.elapsed().as_secs_f64()
}

/// A copy of a program, as installing it makes one. What a linker has just written lies in memory page by page and is slower to start (by a
/// tenth, for a program that is done in two milliseconds); a copy lies there in one piece.
fn installed(folder: &std::path::Path, program: &str, name: &str) -> String {
    let path = folder.join(name);
    std::fs::copy(program, &path).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The game as it is typed: rule texts are put into files.
fn typed(folder: &std::path::Path, (name, rules): (&str, &str)) -> String {
    if !rules.contains("move ") {
        return rules.to_owned();
    }
    let path = folder.join(format!("{}.game", name.replace(' ', "-")));
    std::fs::write(&path, rules).unwrap();
    path.to_str().unwrap().to_owned()
}

fn board<'a>(game: &'a str, to: &'a str, method: &'a str) -> [&'a str; 9] {
    ["solve", game, "--to", to, "--method", method, "--count", "--threads", "1"]
}

fn main() {
    let folder = std::env::temp_dir().join(format!("wythoff-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let before = std::env::var("BEFORE").ok().map(|path| installed(&folder, &path, "before"));
    let games: Vec<(String, &str)> =
        SIMPLE.iter().chain(&OTHER).map(|game| (typed(&folder, *game), game.0)).collect();
    for (game, _) in &games {
        assert_eq!(text(OURS, &board(game, "80", "board")), text(OURS, &board(game, "80", "reference")));
    }
    let (simple, other) = games.split_at(SIMPLE.len());

    let plain = seconds(OURS, &board("WN", "4095", "board"), 5);
    println!("board 4096^2  WN           {plain:8.3} s");
    for (game, name) in simple {
        let own = seconds(OURS, &board(game, "4095", "board"), 5);
        println!("board 4096^2  {name:<12} {own:8.3} s   {:6.2} times WN (wanted: <= 5)", own / plain);
    }
    let grundy = |game: &str, to: &str, threads: &str| {
        let file = folder.join("values.csv");
        let output = file.to_str().unwrap().to_owned();
        let arguments = ["grundy", game, "--to", to, "--threads", threads, "--format", "csv", "-o", &output];
        seconds(OURS, &arguments, 3)
    };
    let plain = grundy("WN", "1000", "1");
    println!("Grundy 1001^2 WN           {plain:8.3} s");
    for (game, name) in simple.iter().filter(|(_, name)| *name != "blocked") {
        let own = grundy(game, "1000", "1");
        println!("Grundy 1001^2 {name:<12} {own:8.3} s   {:6.2} times WN (wanted: <= 10)", own / plain);
    }
    for (game, name) in other {
        // Large enough that starting the program is not what is compared.
        let own = seconds(OURS, &board(game, "2000", "board"), 5);
        print!("board 2001^2  {name:<12} {own:8.3} s");
        match &before {
            Some(before) => {
                assert_eq!(
                    text(before, &board(game, "1000", "board")),
                    text(OURS, &board(game, "1000", "board"))
                );
                let old = seconds(before, &board(game, "2000", "board"), 2);
                println!("   {:6.1} times faster than before (wanted: >= 50)", old / own);
            }
            None => println!(),
        }
    }
    println!(
        "threads: one, two; and what two processes at the same time gain, the most that this machine has"
    );
    let sparse = ["W^4", "WN", "W^20"].map(|game| (game, game, "99999"));
    let parity = (simple[0].0.as_str(), simple[0].1, "39999");
    let areas = other.iter().map(|(game, name)| (game.as_str(), *name, "8000"));
    for (game, name, to) in sparse.into_iter().chain([parity]).chain(areas) {
        let with = |threads: &'static str| {
            let mut arguments = board(game, to, "board").to_vec();
            arguments[8] = threads;
            arguments
        };
        assert_eq!(text(OURS, &with("1")), text(OURS, &with("2")));
        let (mut one, mut two, mut both) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
        for _ in 0..9 {
            let (next_one, next_two) = in_turns((OURS, &with("1")), (OURS, &with("2")), 1);
            (one, two, both) = (one.min(next_one), two.min(next_two), both.min(pair(&with("1"))));
        }
        println!(
            "  board to {to} of {name:<9} {one:.3} s, {two:.3} s: {:.2} times (wanted: >= 1.6); processes {:.2}",
            one / two,
            2.0 * one / both
        );
    }
    for format in ["table", "csv", "json"] {
        let table = |to: &'static str, threads: &'static str, output: &'static str| {
            ["grundy", "WN", "--to", to, "--format", format, "--threads", threads, "-o", output]
        };
        assert!(text(OURS, &table("700", "1", "-")) == text(OURS, &table("700", "2", "-")));
        // Not to a disk, which would be what is measured.
        let (one, two) = (table("4000", "1", "/dev/null"), table("4000", "2", "/dev/null"));
        let (one, two) = in_turns((OURS, &one), (OURS, &two), 5);
        println!(
            "  Grundy values to 4000 as {format:<5} {one:.3} s, {two:.3} s: {:.2} times (wanted: >= 1.6)",
            one / two
        );
    }
    let ask = ["ask", "WN", "10", "13"];
    let ours = installed(&folder, OURS, "ours");
    let own = seconds(&ours, &ask, 50);
    println!("start-up: ask WN 10 13 {:.4} s", own);
    if let Some(before) = &before {
        let (own, old) = in_turns((&ours, &ask), (before, &ask), 200);
        println!("          {:.2} times the time before (wanted: <= 1)", own / old);
        for k in 1..=20 {
            let game = format!("W^{k}");
            let columns = ["solve", &game, "--columns", "10^6", "--count"];
            let (own, old) = in_turns((OURS, &columns), (before, &columns), 5);
            println!("columns 10^6 of {game:<5} {own:7.3} s   {:5.2} times the time before", own / old);
        }
    }
    let columns = |n: &str| seconds(OURS, &["solve", "W^10", "--columns", n, "--count"], 3);
    let (short, long) = (columns("10^4"), columns("10^6"));
    println!(
        "columns W^10: growing like N^{:.2} from 10^4 to 10^6 (wanted: <= 1.2)",
        (long / short).ln() / 100f64.ln()
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
