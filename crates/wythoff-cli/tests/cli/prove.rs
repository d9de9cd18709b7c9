//! `prove`, `check`, `decide`, and answers from certificates.

use crate::{folder, output, write, wythoff, wythoff_in};
use serde_json::Value;

fn certificate(name: &str) -> String {
    format!("{}/../wythoff-prove/certificates/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_proof_its_certificate_and_an_answer_from_it() {
    let folder = folder();
    // Not a game of the rulebook: the user's own text, proved, checked and asked about.
    let text = "game \"Three steps or a diagonal\"\nmove few: s = 0 and t <= 3 or t = 0 and s <= 3\nmove bishop: s = t\n";
    std::fs::write(folder.path().join("mine.game"), text).expect("written");
    let run = wythoff_in(folder.path(), &["prove", "mine.game", "--certificate", "mine.json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    for expected in
        [": proved for all x and y", "numeration: ", "states: ", "time: ", "memory: ", "mine.json"]
    {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    let run = wythoff_in(folder.path(), &["check", "mine.json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("proved: ") && run.out.contains("move bishop: s = t"), "{}", run.out);
    let run = wythoff_in(
        folder.path(),
        &["ask", "mine.game", "10^60", "10^60+5", "--certificate", "mine.json", "--json"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let answer: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["method"], "automaton");
    assert!(
        answer["ground"].as_str().expect("text").starts_with("certificate: mine.json, proved for all sizes")
    );
    // The same from small piles by definition: the outcome has the same period.
    for (x, y) in [("6", "17"), ("9", "30")] {
        let by = |extra: &[&str]| -> Value {
            let run = wythoff_in(folder.path(), &[&["ask", "mine.game", x, y, "--json"], extra].concat());
            serde_json::from_str(&run.out).expect("JSON")
        };
        let (ours, theirs) = (by(&["--certificate", "mine.json"]), by(&["--method", "reference"]));
        for field in ["outcome", "winning_moves", "block", "terminal"] {
            assert_eq!(ours[field], theirs[field], "({x}, {y}) {field}");
        }
    }
    // A certificate answers for its own game only.
    let run = wythoff_in(folder.path(), &["ask", "WN", "3", "5", "--certificate", "mine.json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("it is about another game"), "{}", run.err);
}

#[test]
fn wrong_claims_are_refuted_with_a_shortest_position() {
    // A rule off by one; the Beatty formula of 2WN^2 where gcd(k, m) = 2.
    for (game, claim) in [("3WN", "k-wythoff-2"), ("2WN^(2)", "roob-blocking-2-2"), ("W^3", "blocking-4")] {
        let run = wythoff(&["prove", game, "--claim", &certificate(claim)]);
        assert_eq!(run.code, 1, "{game}: {}", run.err);
        let start = format!("{game}: refuted: the claim contradicts the rules at (");
        assert!(run.out.starts_with(&start), "{}", run.out);
    }
    let run = wythoff(&["prove", "WN", "--claim", &certificate("wythoff")]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn tampered_certificates_are_rejected() {
    let folder = folder();
    let text = std::fs::read_to_string(certificate("blocking-4")).expect("read");
    let cases = [
        ("block 3", "block 2", 2, "canonical spelling"),
        ("\"pell\"", "\"ostrowski(3)\"", 2, ""),
        ("\"pell\"", "\"ostrowski(2)\"", 2, "canonical spelling"),
        ("\"version\": 1", "\"version\": 9", 2, "version 9 is not known"),
        ("\"starts\": [0]", "\"starts\":  [0]", 2, "canonical spelling"),
        ("\"rules\"", "\"rulez\"", 2, "field"),
    ];
    for (old, new, code, message) in cases {
        std::fs::write(folder.path().join("bad.json"), text.replacen(old, new, 1)).expect("written");
        let run = wythoff_in(folder.path(), &["check", "bad.json"]);
        assert_eq!(run.code, code, "{new}: {} {}", run.out, run.err);
        assert!((run.out + &run.err).contains(message), "{new}: {}", run.err);
    }
    for (file, message) in [("nothing.json", "cannot read nothing.json"), (".", "cannot read .")] {
        let run = wythoff_in(folder.path(), &["check", file]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(message), "{}", run.err);
    }
}

#[test]
fn limits_end_with_what_was_tried() {
    // W^9 has beams that no closure was found for, so that the limit always comes first.
    let run = wythoff(&["prove", "W^9", "--time", "2s"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.out.starts_with("W^9: not decided after "), "{}", run.out);
    assert!(run.out.contains("stopped: the time is up; --time, --memory and --states move the limits"));
    // The best few and one line for the rest, however much was tried.
    let lines = run.out.lines().count();
    assert!((4..=9).contains(&lines) && run.out.contains("what came closest to a proof:"), "{}", run.out);
    assert!(run.out.contains(", board 2") && !run.out.contains("fits the board"), "{}", run.out);
    let run = wythoff(&["prove", "W^4", "--states", "5", "--numeration", "pell"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.out.contains("too many states"), "{}", run.out);
}

#[test]
fn what_cannot_be_proved_says_why() {
    let cases: [(&[&str], &str); 6] = [
        (&["prove", "tribonacci"], "proofs are about two-pile games"),
        (&["prove", "WN", "--numeration", "base(1)"], "is not a numeration"),
        (&["prove", "WN", "--numeration", "roman"], "is not a numeration"),
        (&["prove", "WN", "--time", "soon"], "soon"),
        (&["prove", "WN", "--memory", "much"], "much"),
        (&["decide", "Ax Ey x <"], ""),
    ];
    for (arguments, message) in cases {
        let run = wythoff(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.out);
        assert!(run.err.starts_with("error: ") && run.err.contains(message), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn statements_are_decided_and_automata_exchanged() {
    let folder = folder();
    assert_eq!(output(&["decide", "--numeration", "fib", "Ax Ey x < y"]), "true\n");
    let run = wythoff(&["decide", "--numeration", "fib", "Ax x < 7"]);
    assert_eq!((run.code, run.out.as_str()), (1, "false: x = 7\n"));
    let load = format!("P={}", certificate("wythoff"));
    let run = wythoff(&["decide", "--numeration", "fib", "--load", &load, "Ax E>=2 y P(x,y)"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(output(&["decide", "--numeration", "fib", "--load", &load, "Ax Ey P(x,y)"]), "true\n");
    // There and back again in Walnut's format; the picture is Graphviz text.
    let run = wythoff_in(
        folder.path(),
        &[
            "decide",
            "--numeration",
            "fib",
            "--load",
            &load,
            "P(x,y) & x < y",
            "--walnut",
            "upper.txt",
            "--dot",
            "upper.gv",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let picture = std::fs::read_to_string(folder.path().join("upper.gv")).expect("written");
    assert!(picture.starts_with("digraph"), "{picture}");
    let run = wythoff_in(
        folder.path(),
        &[
            "decide",
            "--numeration",
            "fib",
            "--load",
            &load,
            "--load",
            "U=upper.txt",
            "Ax Ay (P(x,y) & x < y) <=> U(x,y)",
        ],
    );
    assert_eq!(run.out, "true\n", "{}", run.err);
    // An automaton in that format is a claim, too: half of the P-positions are not all of them.
    let run = wythoff_in(folder.path(), &["prove", "WN", "--claim", "upper.txt", "--numeration", "fib"]);
    assert_eq!((run.code, run.out.as_str()), (1, "WN: refuted: the claim contradicts the rules at (0, 0)\n"));
}

/// What an independent tester found: each of these used to panic, to run on, or to be taken for something else.
#[test]
fn odd_input_is_an_error_or_an_answer() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    let wythoff_text = std::fs::read_to_string(certificate("wythoff")).expect("read");
    write("huge.json", &wythoff_text.replacen("[0,", "[-9223372036854775808,", 2));
    write("base.json", &wythoff_text.replace("\"fib\"", "\"pisot(1,-9223372036854775808)\""));
    write("zero.json", &wythoff_text.replace("\"fib\"", "\"pisot(1,-2,0)\""));
    write("cases.game", "game \"cases\"\nmove a: s mod 1099511627776 = 0 and t = 0\n");
    write("many.game", "game \"many\"\nmove a: s = 0 or t = 0\nblock 4095\n");
    write("least.game", "game \"least\"\nmove a: s > -9223372036854775808\n");
    write("zeros.txt", "msd_2 msd_2\n0 1\n0 0 -> 1\n1 1\n1 1 -> 1\n");
    write("twice.txt", "msd_2 msd_2\n0 1\n0 0 -> 0\n0 0 -> 0\n");
    let cases: [(&[&str], i32, &str); 12] = [
        (&["check", "huge.json"], 2, "huge.json"),
        (&["check", "base.json"], 2, "base.json"),
        (&["check", "zero.json"], 2, "zero.json"),
        (&["check", "/dev/zero"], 2, "longer than 256 MiB"),
        (&["prove", "cases.game"], 2, "too many linear cases"),
        (&["prove", "many.game"], 2, "more than 255 options"),
        (&["prove", "(2,1)IN"], 2, "games with memory"),
        (&["solve", "least.game", "--to", "2"], 2, "too large for a rule"),
        (&["prove", "WN", "--numeration", "base(100000)"], 2, "not supported"),
        (&["decide", "--load", "Q=zeros.txt", "Q(0,0)"], 2, "leading zeros"),
        (&["decide", "--load", "Q=twice.txt", "Q(0,0)"], 2, "two transitions"),
        (&["ask", "W^4", "10^20000", "1"], 2, "up to 10,000 digits"),
    ];
    for (arguments, code, message) in cases {
        let run = wythoff_in(folder.path(), arguments);
        assert_eq!(run.code, code, "{arguments:?}: {} {}", run.out, run.err);
        assert!((run.out + &run.err).contains(message), "{arguments:?}: {}", run.err);
    }
    // An output of 7 accepts like an output of 1.
    write("nim.txt", "msd_2 msd_2\n0 7\n0 0 -> 0\n1 1 -> 0\n");
    let run = wythoff_in(folder.path(), &["prove", "nim", "--claim", "nim.txt", "--numeration", "base(2)"]);
    assert_eq!(run.code, 0, "{} {}", run.out, run.err);
    // A header that begins with a brace is Walnut's.
    let pell = ["decide", "--numeration", "pell"];
    let run = wythoff_in(folder.path(), &[&pell[..], &["x + 1 = y", "--walnut", "next.txt"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let run = wythoff_in(
        folder.path(),
        &[&pell[..], &["--load", "N=next.txt", "Ax Ay N(x,y) <=> y = x + 1"]].concat(),
    );
    assert_eq!(run.out, "true\n", "{}", run.err);
    // Lists that are cut say so.
    write("all.game", "game \"all\"\nmove a: s > 0\n");
    let run = wythoff_in(folder.path(), &["prove", "all.game", "--certificate", "all.json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = wythoff_in(folder.path(), &["ask", "all.game", "5", "10^30", "--certificate", "all.json"]);
    assert!(run.out.contains("only 10000 of them are listed"), "{}", run.err);
}

/// Removals in a Beatty sequence, and sums of piles: the checker reads them, too.
#[test]
fn beatty_sequences_of_sums_are_proved_and_checked() {
    let folder = folder();
    let texts = [
        "move r: t = 0 and s in beatty(phi)\nmove d: s = 0 and t = 1",
        "move r: s = 0 and t = 1 or t = 0 and s = 1\nmove d: s = t and s + 1 in beatty(phi)",
        "move r: s = 0 or t = 0\nmove d: s = t and x - y in beatty(phi)",
        "move r: s = 0 or t = 0\nmove d: s = t and |x - y| in beatty(phi)",
        "move r: s = 0 or t = 0\nmove d: s = t and 2 * s + 1 in beatty(phi + 1)",
    ];
    for text in texts {
        std::fs::write(folder.path().join("b.game"), format!("game \"b\"\n{text}\n")).expect("written");
        let run = wythoff_in(folder.path(), &["prove", "b.game", "--certificate", "b.json", "--time", "20s"]);
        assert_eq!(run.code, 0, "{text}: {} {}", run.out, run.err);
        let run = wythoff_in(folder.path(), &["check", "b.json"]);
        assert_eq!(run.code, 0, "{text}: {} {}", run.out, run.err);
        for x in [3, 10, 17] {
            for y in [4, 11, 20] {
                let (x, y) = (x.to_string(), y.to_string());
                let by = |extra: &[&str]| -> Value {
                    let run =
                        wythoff_in(folder.path(), &[&["ask", "b.game", &x, &y, "--json"], extra].concat());
                    serde_json::from_str(&run.out).expect("JSON")
                };
                let (ours, theirs) = (by(&["--certificate", "b.json"]), by(&["--method", "reference"]));
                assert_eq!(ours["outcome"], theirs["outcome"], "{text} ({x}, {y})");
            }
        }
    }
}

/// JSON of `prove`, `check` and `decide`, without what differs from run to run.
#[test]
fn data_of_proofs_checks_and_decisions() {
    let folder = folder();
    write(folder.path(), "slanted.game", SLANTED);
    let run_json = |arguments: &[&str]| -> (i32, String) {
        let run = wythoff_in(folder.path(), &[arguments, &["--json"]].concat());
        let mut data: Value =
            serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {}{}", run.out, run.err));
        if let Some(seconds) = data.as_object_mut().and_then(|o| o.get_mut("seconds")) {
            assert!(seconds.is_f64(), "{seconds}");
            *seconds = "…".into();
        }
        (run.code, format!("exit {}\n{data:#}\n", run.code))
    };
    let (code, proved) = run_json(&["prove", "WN", "--certificate", "wn.json"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("prove_json", proved);
    let (code, open) =
        run_json(&["prove", "W^4", "--states", "5", "--numeration", "pell/fib", "--memory", "40M"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!("prove_json_not_decided", open);
    let (code, refuted) = run_json(&["prove", "2WN", "--claim", "wn.json"]);
    assert_eq!(code, 1);
    insta::assert_snapshot!("prove_json_refuted", refuted);
    let (code, checked) = run_json(&["check", "wn.json"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("check_json", checked);
    let (code, decided) = run_json(&["decide", "?msd_fib Ax Ey x = y + y"]);
    assert_eq!(code, 1);
    insta::assert_snapshot!("decide_json", decided);
    let (code, saved) = run_json(&["decide", "x = y + y", "--walnut", "double.txt"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("decide_json_automaton", saved);
}

const SLANTED: &str = "game \"Slanted Nim\"\nmove rook: s = 0 or t = 0\nmove slant: 2*s = 3*t or 2*t = 3*s\n\
                       move far: s = t and s >= 3\nblock 2\n";

/// Whatever is proved answers, lists and is loaded: automata, tails, comply games; and what is not says why.
#[test]
fn certificates_answer_list_and_load() {
    let folder = folder();
    let here = |arguments: &[&str]| wythoff_in(folder.path(), arguments);
    write(folder.path(), "slanted.game", SLANTED);
    let path = format!("{}/../../docs/certificates.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(path).expect("the page");
    let text =
        page.split("```json tail\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    write(folder.path(), "slanted.json", text);
    // A tail lists as the columns do.
    for extent in
        [&["--to", "90"][..], &["--first", "40"], &["--columns", "50"], &["--columns", "3000", "--count"]]
    {
        let list = |more: &[&str]| {
            let csv: &[&str] = if extent.contains(&"--count") { &[] } else { &["--format", "csv"] };
            let run = here(&[&["solve", "slanted.game"], csv, extent, more].concat());
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{extent:?}");
            run.out
        };
        assert_eq!(list(&["--certificate", "slanted.json"]), list(&["--method", "columns"]), "{extent:?}");
    }
    let run = here(&["decide", "--load", "P=slanted.json", "Ax x >= 1334 => E>=2 y (y >= x & P(x,y))"]);
    assert_eq!((run.code, run.out.as_str()), (0, "true\n"), "{}", run.err);
    let run = here(&["decide", "--load", "P=slanted.json", "Ax,y P(x,y) => P(y,x)"]);
    assert_eq!(run.out, "true\n", "{}", run.err);
    // A comply game proposes.
    write(folder.path(), "two.game", "game \"two\"\nmove rook: s = 0 or t = 0\ncomply 2\n");
    assert_eq!(here(&["prove", "two.game", "--certificate", "two.json"]).code, 0);
    for (x, y) in [("4", "4"), ("3", "9"), ("0", "0")] {
        let by = |extra: &[&str]| -> Value {
            let run = here(&[&["ask", "two.game", x, y, "--json"], extra].concat());
            serde_json::from_str(&run.out).expect("JSON")
        };
        let (ours, theirs) = (by(&["--certificate", "two.json"]), by(&["--method", "reference"]));
        for field in ["outcome", "winning_moves", "propose", "terminal"] {
            assert_eq!(ours[field], theirs[field], "({x}, {y}) {field}");
        }
    }
    // A proof that is quick is found when it is asked for.
    let run = here(&["ask", "WN", "10", "13", "--method", "automaton"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("found and proved for all sizes when asked for: an automaton of 7 states"),
        "{}",
        run.out
    );
    let csv = |method: &str| {
        output(&["solve", "WN", "--from", "10^30", "--first", "3", "--format", "csv", "--method", method])
    };
    assert_eq!(csv("automaton"), csv("beatty"));
    for (game, said) in [
        ("IN", "games with memory have no sentence over positions"),
        ("(1,2)GDWN", "a short search for a proof"),
    ] {
        let run = here(&["ask", game, "4", "9", "--method", "automaton"]);
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains(said) && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(run.err.contains("`wythoff prove GAME -o FILE`"), game != "IN", "{}", run.err);
    }
    let run = here(&["solve", "WN", "--to", "9", "--certificate", "slanted.json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("it is about another game"), "{}", run.err);
}
