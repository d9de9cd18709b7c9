//! `.game` files: with parameters, in other folders, from standard input, and wrong ones.

use crate::{folder, output, write, wythoff, wythoff_in, wythoff_reading};

#[test]
fn a_path_with_parameters() {
    let there = folder();
    let rules = "game \"K\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\n";
    write(there.path(), "my.game", rules);
    std::fs::create_dir(there.path().join("sub (1)")).expect("made");
    write(there.path(), "sub (1)/other.game", rules);
    let expected = output(&["solve", "2WN", "--to", "20", "--format", "csv"]);
    for game in ["my.game(k=2)", "my.game(2)", "./my.game(k = floor(sqrt(8)))", "sub (1)/other.game(k=2)"] {
        let run = wythoff_in(there.path(), &["solve", game, "--to", "20", "--format", "csv"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}");
        assert_eq!(run.out, expected, "{game}");
    }
    let shown = wythoff_in(there.path(), &["rules", "my.game(k=2)"]);
    insta::assert_snapshot!("rules_of_a_file", shown.out);
}

#[test]
fn a_text_with_open_parameters_is_shown() {
    let there = folder();
    let rules = "# mine\ngame \"K\"\nparam k >= 1\nmove rook: s = 0 and t <= k or t = 0 and s <= k\n";
    write(there.path(), "my.game", rules);
    let shown = wythoff_in(there.path(), &["rules", "my.game"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    insta::assert_snapshot!("rules_of_an_open_file", shown.out);
    assert_eq!(wythoff_reading(&["rules", "-"], rules).out, shown.out.replace("my.game", "standard input"));
    let report = wythoff_in(there.path(), &["rules", "my.game", "--json"]);
    assert!(report.out.contains("\"values\": \"an integer with k >= 1\""), "{}", report.out);
    assert!(!report.out.contains("bound"), "{}", report.out);
    // It cannot be played as it is.
    let asked = wythoff_in(there.path(), &["ask", "my.game", "1", "2"]);
    assert_eq!(asked.code, 2);
    assert!(asked.err.contains("parameter k has no value"), "{}", asked.err);
}

#[test]
fn a_file_without_an_ending_is_found_too() {
    let there = folder();
    write(there.path(), "mine", "game \"Mine\"\nmove rook: s = 0 or t = 0\n");
    assert_eq!(wythoff_in(there.path(), &["ask", "mine", "3", "3"]).code, 0);
    // A game of the rulebook comes first; a path means the file.
    write(there.path(), "nim", "game \"Not Nim\"\nmove one: s + t = 1\n");
    assert!(wythoff_in(there.path(), &["ask", "nim", "3", "3"]).out.contains("in N, Nim"));
    assert!(wythoff_in(there.path(), &["ask", "./nim", "3", "3"]).out.contains("Not Nim"));
}

/// Everything the language can say, in one text and in the signs of its author's choice.
#[test]
fn signs_and_line_breaks() {
    let windows = "game \"W\"\r\nmove rook: s = 0 or\r\n  t = 0\r\nmove bishop: s = t\r\n";
    let pretty = "# comment\n\ngame \"P\"   # another\nlet zero = 2^3 − 8·1\nmove rook: (s ≤ zero\n or t ≤ 0)\nmove bishop: s == t\n  and not s ≠ t\nplay normal";
    for rules in [windows, pretty] {
        let run = wythoff_reading(&["solve", "-", "--to", "20", "--format", "csv"], rules);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(run.out, output(&["solve", "WN", "--to", "20", "--format", "csv"]));
    }
}

#[test]
fn wrong_texts_show_every_problem_with_its_place() {
    let texts = [
        "",
        "game \"No moves\"\n",
        "game \"Open\nmove rook: s = 0\n",
        "move rook: s * t = 0 or x ^ 2 = 4\nmove rok: s / 2 = t\n",
        "move rook: s = 0 or tt = 0\nmvoe bishop: s = t\nblock 1 of rok\n",
        "param k\nmove rook: s = 0 and t <= k\nblock x\nposition: s = 0\n",
        "move rook: s = 0 & t % 2 = 1\nmove b: s + t mod 3 + 1 = 0\n",
        "move rook: s = 0 or t = 0\nblock 1\ncomply 2\nplay misery\n",
        "move rook: s = pi\nmove b: s in beatty(x)\nmove c: s in beatty(0 - phi)\nmove d: floor(s) = 0\n",
        "move rook: s = 0\nmove rook-2: t = 0\nmove x: s = 1\nlet rook = 3\ngame \"a\"\ngame \"b\"\n",
        "move rook: (s = 0 or t = 0\nmove bishop: s = t)\nmove m: s = 99999999999999999999\n",
    ];
    let mut report = String::new();
    for text in texts {
        let run = wythoff_reading(&["ask", "-", "1", "2"], text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}");
        assert!(run.err.contains("standard input:"), "{text}{}", run.err);
        report += &format!("{text}----\n{}\n========\n", run.err);
    }
    insta::assert_snapshot!("wrong_texts", report);
}

#[test]
fn a_class_that_no_move_can_be_in() {
    let run = wythoff_reading(&["ask", "-", "1", "2"], "move rook: s = 0\nblock 1 of rook and s > 0\n");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no move can be in this class"), "{}", run.err);
}

#[test]
fn rules_that_nothing_satisfies_are_warned_of_and_change_nothing() {
    let sensible = "game \"G\"\nmove rook: s = 0 or t = 0\n";
    let silly = format!("{sensible}move odd: s = t and s mod 2 = 3\n");
    let warning = "warning: this move can never be made\n --> standard input:3:11\n  |\n3 | move odd: s = t and s mod 2 = 3\n  |           ^^^^^^^^^^^^^^^^^^^^^ no removal satisfies this, whatever the piles\n\n";
    for arguments in [
        &["solve", "-", "--to", "9"][..],
        &["ask", "-", "3", "5", "--json"],
        &["grundy", "-", "--to", "3"],
        &["ask", "-", "3", "3"],
    ] {
        let (plain, warned) = (wythoff_reading(arguments, sensible), wythoff_reading(arguments, &silly));
        assert_eq!(
            (warned.code, &warned.out, warned.err.as_str()),
            (plain.code, &plain.out, warning),
            "{arguments:?}"
        );
        assert_eq!(plain.err, "");
    }
    let run = wythoff_reading(&["rules", "-"], &silly);
    assert_eq!((run.code, run.err.as_str()), (0, warning));
    // Where no value helps, the warning stands before the error.
    let run = wythoff_reading(&["solve", "-", "--to", "3"], "param k >= 3, k < 3\nmove m: s = k\n");
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("warning: no value of `k` can satisfy this\n"), "{}", run.err);
    assert!(run.err.contains("error: parameter k has no value"), "{}", run.err);
    // The rulebook's own texts are not warned of.
    assert_eq!(output(&["solve", "W^1", "--to", "2", "--format", "csv"]), "x,y\n0,0\n1,2\n");
}

#[test]
fn sets_extremes_and_roots() {
    let text = "game \"G\"\nmove rook: min(s, t) = 0\nmove near: max(s, t) - min(s, t) in {0, 1}\n";
    let run = wythoff_reading(&["solve", "-", "--to", "30", "--format", "csv"], text);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, output(&["solve", "2WN", "--to", "30", "--format", "csv"]));
    let run = wythoff_reading(&["prove", "-", "--time", "60s"], text);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("proved for all x and y"), "{}", run.out);
    // A real that no numeration can handle is refused at once, and in words.
    let text = "move rook: s = 0 or t = 0\nmove bishop: s = t and x not in beatty(2^(1/3) + 1)\n";
    let run = wythoff_reading(&["prove", "-"], text);
    assert_eq!((run.code, run.err.as_str()), (2, "error: standard input is not decided\n"));
    assert!(run.out.contains("no numeration here can handle beatty(2^(1/3) + 1)"), "{}", run.out);
    let run = wythoff(&["ask", "beta(2^(1/3) + 1)", "10^30", "10^30 + 5"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = wythoff(&["ask", "beta(8^(1/3))", "1", "2"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("parameter beta = 2 must be irrational"), "{}", run.err);
}

/// A file beside the rules, wherever the program is run; a certificate that comes with it; rules from standard input.
#[test]
fn rules_load_automata() {
    let there = folder();
    let certificate = include_str!("../../../wythoff-prove/certificates/wythoff.json");
    let rules = "game \"Dual\"\nload Z = \"wn.json\"\nmove m: Z(s, t)\n";
    write(there.path(), "wn.json", certificate);
    write(there.path(), "dual.game", rules);
    let solved = wythoff_in(there.path(), &["solve", "dual.game", "--to", "12", "--format", "csv"]);
    assert_eq!((solved.code, solved.err.as_str()), (0, ""));
    assert!(solved.out.starts_with("x,y\n0,0\n0,1\n") && !solved.out.contains("\n1,2\n"), "{}", solved.out);
    let path = there.path().join("dual.game");
    let path = path.to_str().expect("a name");
    assert_eq!(output(&["solve", path, "--to", "12", "--format", "csv"]), solved.out);
    let known = "load P = \"blocking-4\"\nmove m: P(s, t)\n";
    assert_eq!(wythoff_reading(&["ask", "-", "7", "9"], known).code, 0);
    let shown = wythoff_in(there.path(), &["rules", "dual.game"]).out;
    assert!(shown.contains("load Z = \"automaton in fib | tracks 2 | starts 0"), "{shown}");
    // A proof is a file that needs nothing else.
    write(
        there.path(),
        "near.game",
        "load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nposition: not Z(x + 1, y)\n",
    );
    let proved = wythoff_in(there.path(), &["prove", "near.game", "--certificate", "near.json"]);
    assert_eq!(proved.code, 0, "{}", proved.err);
    std::fs::remove_file(there.path().join("wn.json")).expect("removed");
    let checked = wythoff_in(there.path(), &["check", "near.json"]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    for (name, says) in [
        ("wn.json", "cannot read ./wn.json"),
        ("../wn.json", "leads elsewhere"),
        ("/etc/passwd", "leads elsewhere"),
        ("dual.game", "neither a certificate nor"),
        ("near.game/x", "cannot read"),
    ] {
        let text = format!("load Z = \"{name}\"\nmove m: Z(s, t)\n");
        write(there.path(), "wrong.game", &text);
        let run = wythoff_in(there.path(), &["solve", "wrong.game", "--to", "3"]);
        assert_eq!(run.code, 2, "{name}");
        assert!(run.err.contains(says) && run.err.contains("wrong.game:1:10"), "{name}: {}", run.err);
    }
}
