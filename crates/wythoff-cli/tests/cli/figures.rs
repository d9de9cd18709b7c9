//! `wythoff draw` of automata, figures and the family, and boards in characters.

use crate::{folder, output, refused, write, wythoff, wythoff_in};

fn certificate(name: &str) -> String {
    format!("{}/../wythoff-prove/certificates/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn all_figures_are_named_and_drawn() {
    let list = output(&["draw", "--list"]);
    assert_eq!(list.lines().count(), 15);
    assert!(
        list.starts_with("beatty-extensions  1            from a Beatty pair to the rules of games\n"),
        "{list}"
    );
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let (paper, figure) = (words.next().expect("a paper"), words.next().expect("a figure"));
        let text = output(&["draw", "--paper", paper, "--figure", figure, "--format", "svg", "-o", "-"]);
        assert!(text.starts_with("<svg "), "{line}");
    }
}

#[test]
fn automata_are_drawn_from_their_files_in_every_format() {
    let there = folder();
    let file = certificate("blocking-4");
    for (name, start) in
        [("a.svg", &b"<svg "[..]), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.tex", b"\\documentclass")]
    {
        let run = wythoff_in(there.path(), &["draw", &file, "--at", "11,28", "-o", name]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
        assert!(std::fs::read(there.path().join(name)).expect("the picture").starts_with(start), "{name}");
    }
    let text = std::fs::read_to_string(there.path().join("a.svg")).expect("the picture");
    assert!(text.contains("<title>Blocking-k Wythoff Nim, W⁴: the automaton of its P-positions</title>"));
    assert!(text.contains("states 0 → 2 → 11 → 2 → 7, accepted: a P-position."), "{text}");
    let tex = std::fs::read_to_string(there.path().join("a.tex")).expect("the picture");
    assert!(tex.contains("\\usetikzlibrary{automata"));
    write(there.path(), "even.txt", "{0, 1}\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 0\n");
    let run = wythoff_in(there.path(), &["draw", "even.txt", "-o", "b.svg"]);
    assert_eq!(
        (run.code, run.err.trim_end()),
        (
            2,
            "error: even.txt: it is not a certificate, and Walnut's text format needs a numeration: add --numeration, such as fib"
        )
    );
    let run =
        wythoff_in(there.path(), &["draw", "even.txt", "--numeration", "fib", "--at", "7", "-o", "b.svg"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(output(&["draw", "--family", "--format", "svg", "-o", "-"]).matches("<title>").count(), 1);
}

#[test]
fn faults_are_one_line() {
    assert_eq!(
        refused(&["draw", "--paper", "blocking", "--figure", "1", "-o", "a.svg"]),
        "no paper with figures is called \"blocking\": there are beatty-extensions, blocking-wythoff, invariant-games, literature"
    );
    assert_eq!(
        refused(&["draw", "--paper", "invariant-games", "--figure", "9", "-o", "a.svg"]),
        "invariant-games has no figure \"9\": there are 1, 2, 3"
    );
    assert_eq!(
        refused(&["draw", &certificate("blocking-4"), "--at", "1,2,3", "-o", "a.svg"]),
        "blocking-4.json: the automaton reads 2 numbers, and the position has 3"
    );
    assert_eq!(
        refused(&["draw", &certificate("blocking-4"), "--at", "-1,2", "-o", "a.svg"]),
        "\"-1\" is not a pile: it cannot be negative"
    );
    assert_eq!(
        refused(&["draw", &certificate("blocking-4"), "--to", "9", "-o", "a.svg"]),
        "an automaton has no squares: of these options only --at goes with it"
    );
    assert_eq!(
        refused(&["draw", "--family", "--to", "9", "-o", "a.svg"]),
        "a figure has its own board: give a game to choose what is shown, with --to, --window, --at and the like"
    );
    assert_eq!(
        refused(&["draw", "W^4", "--numeration", "fib", "-o", "a.svg"]),
        "--numeration is for automata: a certificate (.json) or Walnut's text (.txt)"
    );
    assert_eq!(
        refused(&["draw", "no.json", "-o", "a.svg"]),
        "cannot read no.json: No such file or directory (os error 2)"
    );
    assert_eq!(
        refused(&["draw", "WN", "--strip", "30", "-o", "a.svg"]),
        "--strip can be at most 20, and 30 is more"
    );
    for incomplete in [&["draw", "-o", "a.svg"][..], &["draw", "--paper", "invariant-games", "-o", "a.svg"]] {
        assert_eq!(wythoff(incomplete).code, 2);
    }
}

#[test]
fn a_board_in_a_pipe_is_letters() {
    assert_eq!(
        output(&["solve", "W^2", "--to", "5", "--format", "board"]),
        "  5 . . P . . .\n  4 . . . . . .\n  3 . P . . . .\n  2 . . P . . P\n  1 P . . P . .\n  0 P P . . . .\ny\\x 0 1 2 3 4 5\n    P the previous player wins   . \
         the next player wins\n"
    );
    let holes = output(&["solve", "2x3WN_1", "--to", "4", "--format", "board"]);
    assert!(holes.contains("# no square") && holes.contains("  0 # # P"), "{holes}");
    let there = folder();
    let run = wythoff_in(there.path(), &["solve", "W^2", "--to", "5", "--format", "board", "-o", "b.txt"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let text = std::fs::read_to_string(there.path().join("b.txt")).expect("the board");
    assert_eq!(text, output(&["solve", "W^2", "--to", "5", "--format", "board"]));
    assert_eq!(
        refused(&["solve", "W^2", "--first", "5", "--format", "board"]),
        "--format board needs --to N: it draws all squares with piles up to N"
    );
    assert_eq!(
        refused(&["solve", "W^2", "--to", "5000", "--format", "board"]),
        "--to with --format board can be at most 1000, and 5000 is more"
    );
}

/// What a command prints on a terminal of 80 characters, where util-linux's `script` is.
#[cfg(unix)]
fn on_a_terminal(line: &str) -> Option<String> {
    let line = format!("stty cols 80; {} {line}", env!("CARGO_BIN_EXE_wythoff"));
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).stdin(std::process::Stdio::null());
    script.env_remove("COLUMNS").env("NO_COLOR", "1").env("TERM", "xterm-256color");
    Some(String::from_utf8_lossy(&script.output().ok()?.stdout).replace("\r\n", "\n"))
}

#[cfg(unix)]
#[test]
fn a_board_on_a_terminal_is_half_blocks_or_does_not_fit() {
    let Some(text) = on_a_terminal("solve W^2 --to 5 --format board") else { return };
    assert_eq!(
        text,
        "  5   ▀\n  3  ▀▄  ▄\n  1 █▄ ▀\ny\\x 0\n    two rows to a line; ▀ and ▄ where the previous player wins\n"
    );
    let text = on_a_terminal("solve W^4 --to 200 --format board").expect("as above");
    assert_eq!(
        text.trim_end(),
        "error: a board with piles up to 200 is wider than this terminal of 80\n  characters: \
         --to 74 fits, -o FILE writes letters to a file, and `wythoff draw\n  W^4 --to 200 -o FILE.svg` draws a picture"
    );
}
