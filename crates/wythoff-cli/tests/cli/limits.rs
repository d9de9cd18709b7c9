//! Every command that can take long has `--time` and `--memory`, stops with the reason, and leaves nothing half written; the same refusal
//! has the same exit code everywhere.

use crate::{binary, finish, folder, write, wythoff_in};
use std::path::Path;

/// A game that only boards solve.
const SLOW: &str =
    "move rook: s = 0 or t = 0\nmove odd: s = 2*t and x + 2*y > 3*s\nmove far: 5*t = 3*s + 1 and y + s > x\n";
/// A certificate of the repository.
fn certificate() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../wythoff-prove/certificates/blocking-4.json")
        .display()
        .to_string()
}

/// What would take long.
const LONG: &[&str] = &[
    "ask slow.game 300 301",
    "ask --sum slow.game,100,101 slow.game,50,60",
    "ask W^4 11 28 --certificate CERTIFICATE",
    "solve slow.game --to 300",
    "solve slow.game --to 300 --count",
    "solve slow.game --to 90 --format board -o board.txt",
    "solve W^4 --columns 10^7 -o w4.json",
    "solve W^4 --columns 10^7 --count",
    "solve W^4 --first 3 --certificate CERTIFICATE",
    "grundy slow.game --to 300 -o values.csv",
    "grundy slow.game --to 3 --periods -o periods.csv",
    "draw slow.game --to 300 -o board.svg",
    "draw W^4 --columns 10^5 -o density.png",
    "draw --family -o family.svg",
    "draw --paper blocking-wythoff --figure 2 -o figure.svg",
    "beams W^5",
    "compare slow.game WN",
    "describe slow.game -o page.html",
    "star WN",
    "star WN --rules 1 --all-sizes",
    "star --pair pi --to 300",
    "learn WN",
    "prove W^4 -o w4.json",
    "prove WN --grundy 1 -o values.json",
    "prove WN --formula x=y -o claim.json",
    "check CERTIFICATE",
    "decide Ax.Ey.x<y",
    "search W^k --for k=1..4 --beatty -o found.csv",
    "sweep W^k --for k=1..4 --do beams --into results -o table.csv",
    "replicate T4 -o report.md",
];

fn words(line: &str) -> Vec<String> {
    let certificate = certificate();
    let word = |word: &str| match word {
        "CERTIFICATE" => certificate.clone(),
        word if word.starts_with("slow.game,") => word.replace(',', " "),
        word => word.replace('.', if word.starts_with("Ax.") { " " } else { "." }),
    };
    line.split(' ').map(word).collect()
}

#[test]
fn every_command_stops_when_its_time_is_up() {
    let there = folder();
    write(there.path(), "slow.game", SLOW);
    for line in LONG {
        let mut run = binary();
        run.args(words(line)).args(["--time", "0"]).current_dir(there.path());
        let run = finish(run);
        assert_eq!(run.code, 2, "{line}: {}{}", run.out, run.err);
        assert!(run.err.starts_with("error: ") && run.err.lines().count() == 1, "{line}: {}", run.err);
        let said = run.out.clone() + &run.err;
        assert!(said.contains("the time is up") && said.contains("--time"), "{line}: {said}");
        let mut left: Vec<String> = std::fs::read_dir(there.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.retain(|name| name != "slow.game" && name != "results" && name != "found.csv");
        assert!(left.is_empty(), "{line} left {left:?}");
    }
}

#[test]
fn every_command_reads_its_limits() {
    let there = folder();
    write(there.path(), "slow.game", SLOW);
    for line in LONG {
        for (limit, wrong, complaint) in [
            ("--time", "soon", "not a time"),
            ("--memory", "much", "not a size"),
            ("--threads", "0", "threads"),
        ] {
            let mut run = binary();
            run.args(words(line)).args([limit, wrong]).current_dir(there.path());
            let run = finish(run);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{line} {limit}");
            let unknown = line.starts_with("learn") && limit == "--threads";
            assert!(unknown || run.err.contains(complaint), "{line} {limit}: {}", run.err);
        }
    }
}

#[test]
fn one_task_is_limited_apart_from_the_others() {
    let there = folder();
    let run = wythoff_in(
        there.path(),
        &["search", "W^k", "--for", "k=1..3", "--beatty", "--task-time", "0", "--json"],
    );
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("3 of 3 members are not decided"), "{}", run.err);
    assert_eq!(run.out.matches("the time is up").count(), 3, "{}", run.out);
    let run = wythoff_in(there.path(), &["replicate", "T4", "--task-time", "0"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("not decided: the time is up"), "{}", run.out);
    let sweep = ["sweep", "W^k", "--for", "k=1..3", "--do", "beams", "--columns", "1000", "--into", "kept"];
    let run = wythoff_in(there.path(), &[&sweep[..], &["--task-time", "0"]].concat());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("3 stopped") && run.out.contains("the time is up"), "{}", run.out);
    // The time of all is another limit: what was stopped by its own is done now.
    let run = wythoff_in(there.path(), &[&sweep[..], &["--time", "1h"]].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    write(there.path(), "slow.game", SLOW);
    let mut batch = binary();
    batch.args(["ask", "slow.game", "--batch", "--task-time", "0"]).current_dir(there.path());
    batch.write_stdin("{\"at\":[\"200\",\"201\"]}\n{\"at\":[\"100\",\"101\"]}\n");
    let run = finish(batch);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(run.out.matches("the time is up").count(), 2, "{}", run.out);
}

/// The same thing goes wrong in many commands, and ends all of them alike.
#[test]
fn the_same_refusal_has_the_same_exit_code() {
    let there = folder();
    write(there.path(), "slow.game", SLOW);
    write(there.path(), "wrong.game", "move rook: s <> 0\n");
    write(there.path(), "other.json", "{}\n");
    let certificate = certificate();
    let solved = |game: &str| -> Vec<Vec<String>> {
        let lines = [
            format!("rules {game}"),
            format!("solve {game} --to 5"),
            format!("ask {game} 1 2"),
            format!("ask --sum {game},1,2"),
            format!("grundy {game} --to 5"),
            format!("draw {game} --to 5 -o x.svg"),
            format!("beams {game}"),
            format!("compare WN {game}"),
            format!("compare {game} WN"),
            format!("describe {game}"),
            format!("search W^k --for k=1..2 --with {game}"),
            format!("sweep W^k --for k=1..2 --do compare --with {game} --into kept"),
            format!("star {game}"),
            format!("learn {game}"),
            format!("play {game} 1 2"),
            format!("prove {game}"),
        ];
        let word = |word: &str| word.replace(&format!("{game},"), &format!("{game} ")).replace("1,2", "1 2");
        lines.iter().map(|line| line.split(' ').map(word).collect()).collect()
    };
    let split = |lines: &[&str]| -> Vec<Vec<String>> {
        lines
            .iter()
            .map(|line| line.split(' ').map(|w| w.replace("CERTIFICATE", &certificate)).collect())
            .collect()
    };
    let refusals: Vec<(&str, Vec<Vec<String>>)> = vec![
        ("an unknown game", solved("xyzzy")),
        ("a file that is not there", solved("missing.game")),
        ("rules that cannot be read", solved("wrong.game")),
        ("a parameter out of range", solved("W^0")),
        (
            "a wrong number",
            split(&[
                "solve WN --to three",
                "ask WN a 2",
                "grundy WN --to x",
                "draw WN --to x -o x.svg",
                "beams WN --columns x",
                "compare WN WN --to x",
                "star WN --to x",
                "learn WN --games x",
                "prove WN --states x",
                "search W^k --for k=1..2 --beatty --columns x",
                "play WN a 2",
            ]),
        ),
        (
            "too large",
            split(&[
                "ask maharaja 4294967295 4294967295",
                "solve maharaja --to 4294967295",
                "grundy maharaja --to 100000",
                "play maharaja 4294967295 4294967295",
                "draw maharaja --to 10^9 -o x.svg",
            ]),
        ),
        (
            "no certificate",
            split(&[
                "check other.json",
                "ask W^4 11 28 --certificate other.json",
                "solve W^4 --first 2 --certificate other.json",
                "prove W^4 --claim other.json",
                "decide --load P=other.json Ax$P(x,x)",
                "draw other.json -o x.svg",
            ]),
        ),
        (
            "a certificate of another game",
            split(&[
                "ask W^3 11 28 --certificate CERTIFICATE",
                "solve W^3 --first 2 --certificate CERTIFICATE",
            ]),
        ),
        (
            "a file that cannot be written",
            split(&[
                "solve WN --to 5 -o no/x.csv",
                "grundy WN --to 5 -o no/x.csv",
                "draw WN --to 5 -o no/x.svg",
                "describe WN -o no/x.html",
                "prove WN --numeration fib -o no/x.json",
                "decide x<3 -o no/x.dot",
                "search W^k --for k=1..1 --beatty -o no/x.csv",
                "play WN 1 2 -o no/x.json",
                "replicate T4 -o no/x.md",
            ]),
        ),
        (
            "not decided",
            split(&[
                "prove W^9 --states 1 --time 200ms",
                "prove W^9 --states 1 --time 200ms --json",
                "check CERTIFICATE --time 0",
                "decide Ax --time 0",
            ]),
        ),
    ];
    for (what, commands) in refusals {
        for command in commands {
            let mut run = binary();
            run.args(&command).current_dir(there.path()).write_stdin("");
            let run = finish(run);
            assert_eq!(run.code, 2, "{what}: {command:?}: {}{}", run.out, run.err);
            assert!(run.err.starts_with("error: "), "{what}: {command:?}: {}", run.err);
        }
    }
    // A "no".
    write(there.path(), "nim.game", "move rook: s = 0 or t = 0\n");
    for no in [
        "prove WN --formula x=y --numeration fib",
        "compare WN nim.game --to 20",
        "search W^k --for k=2..3 --with WN --to 20",
        "decide Ax(x<3)",
        "star W^3 --to 30",
    ] {
        let run = wythoff_in(there.path(), &no.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{no}: {}", run.out);
    }
}
