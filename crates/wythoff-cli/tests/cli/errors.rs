//! Whatever is typed wrongly gets a clear message on standard error, exit code 2, and nothing on standard output.

use crate::{folder, write, wythoff, wythoff_in, wythoff_reading};
use std::fmt::Write as _;

/// Messages that the command line and the rule language give, one after the other.
#[test]
fn messages() {
    let there = folder();
    write(there.path(), "k.game", "game \"K\"\nparam k >= 1\nmove rook: s = 0 and t <= k\n");
    write(there.path(), "binary.game", "game \"\u{1b}[31m\u{0}\"\nmove \u{7}: s = 0\n");
    std::fs::write(there.path().join("latin1.game"), b"game \"Mis\xe8re\"\n").expect("written");
    std::fs::create_dir(there.path().join("folder.game")).expect("made");
    let cases: &[&[&str]] = &[
        &["ask", "modullar", "1", "2"],
        &["ask", "xyzzy", "1", "2"],
        &["ask", "", "1", "2"],
        &["ask", "modular(k=2,m=3", "1", "2"],
        &["ask", "modular(k=2)", "1", "2"],
        &["ask", "modular(k=2,n=3)", "1", "2"],
        &["ask", "modular(k=2,m=3,4)", "1", "2"],
        &["ask", "modular(k=2,k=3)", "1", "2"],
        &["ask", "modular(k=phi,m=3)", "1", "2"],
        &["ask", "modular(k=2,m=)", "1", "2"],
        &["ask", "shifted(2,3,3)", "1", "2"],
        &["ask", "beta(2)", "1", "2"],
        &["ask", "beta(sqrt(4))", "1", "2"],
        &["ask", "beta(phi)", "1", "2"],
        &["ask", "beta(sqrt(-1))", "1", "2"],
        &["ask", "beta(1/0)", "1", "2"],
        &["ask", "W^0", "1", "2"],
        &["ask", "W^99999999999999999999", "1", "2"],
        &["ask", "raleigh(piles=3)", "1", "2", "3"],
        &["ask", "WN", "1"],
        &["ask", "WN", "1", "2", "3"],
        &["ask", "nim(piles=3)", "1", "2"],
        &["ask", "WN", "-1", "2"],
        &["ask", "WN", "a", "2"],
        &["ask", "WN", "1.5", "2"],
        &["ask", "WN", "", "2"],
        &["ask", "WN", "9^9^9^9", "2"],
        &["ask", "2x3WN_1", "0", "0"],
        &["ask", "WN", "1", "2", "--history", "3,4"],
        &["ask", "(2,1)IN", "7", "11", "--history", "10,14 7"],
        &["ask", "(2,1)IN", "7", "11", "--history", "ten,14"],
        &["ask", "(2,1)IN", "7", "11", "--history", "3,3"],
        &["ask", "missing.game", "1", "2"],
        &["ask", "folder.game", "1", "2"],
        &["ask", "latin1.game", "1", "2"],
        &["ask", "binary.game", "1", "2"],
        &["ask", "k.game", "1", "2"],
        &["ask", "k.game(0)", "1", "2"],
        &["ask", "k.game(k=2,m=3)", "1", "2"],
        &["solve", "WN"],
        &["solve", "WN", "--to", "3", "--first", "3"],
        &["solve", "WN", "--to", "-3"],
        &["solve", "WN", "--to", "three"],
        &["solve", "WN", "--to", "10^10"],
        &["solve", "WN", "--first", "10^9"],
        &["solve", "WN", "--to", "5", "--format", "xml"],
        &["solve", "WN", "--to", "5", "--format", "bfile", "--sequence", "c"],
        &["play", "-", "1", "2"],
        &["play", "WN", "3"],
        &["completions", "tcsh"],
        &["sovle", "WN"],
    ];
    let mut report = String::new();
    for case in cases {
        let run = wythoff_in(there.path(), case);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{case:?}");
        assert!(run.err.starts_with("error: ") && run.err.ends_with('\n'), "{case:?}: {}", run.err);
        let _ = writeln!(report, "$ wythoff {}\n{}", case.join(" "), run.err);
    }
    insta::assert_snapshot!("messages", report);
}

/// Boards and piles far beyond what can be computed are refused at once, not tried.
#[test]
fn what_is_too_large_says_so() {
    for case in [
        &["ask", "gdwn(1,2)", "10^100", "2"][..],
        &["ask", "gdwn(1,2)", "99999999999999999999999999", "1"],
        &["ask", "maharaja", "4294967295", "4294967295"],
        &["solve", "maharaja", "--to", "4294967295"],
        &["ask", "maharaja", "1", "40000000"],
        &["solve", "nim(piles=3)", "--to", "4294967295"],
        &["solve", "nim(piles=8)", "--to", "1000"],
        &["play", "maharaja", "4294967295", "4294967295"],
        &["play", "gdwn(1,2)", "10^30", "1"],
    ] {
        let run = wythoff(case);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{case:?}");
        assert!(run.err.starts_with("error: ") && run.err.lines().count() == 1, "{case:?}: {}", run.err);
        assert!(run.err.contains("too large"), "{case:?}: {}", run.err);
    }
}

#[test]
fn a_very_long_text_is_not_read() {
    let run = wythoff_reading(&["ask", "-", "1", "2"], &"#\n".repeat(1 << 20));
    assert_eq!(
        (run.code, run.err.as_str()),
        (2, "error: standard input is longer than 1 MiB and is not a rule text\n")
    );
}

#[test]
fn arbitrary_arguments_never_panic() {
    let odd = [
        "(",
        ")",
        "()",
        "W^",
        "^",
        "W^4^4",
        "nim(",
        "nim()",
        "nim(piles)",
        "💥",
        "a(b(c",
        ".game",
        "/",
        "W^4(",
        "\u{0}x",
    ];
    for game in odd {
        if game.contains('\u{0}') {
            continue;
        }
        for command in [&["rules", game][..], &["ask", game, "1", "2"], &["solve", game, "--to", "3"]] {
            let run = wythoff(command);
            assert!(run.code == 2 || (run.code == 0 && run.err.is_empty()), "{command:?}: {}", run.err);
        }
    }
}
