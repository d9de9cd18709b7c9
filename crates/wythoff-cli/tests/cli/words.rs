//! Words on a screen: broken between words, and in ASCII where the locale has nothing else.

use crate::{binary, finish, folder, write};

fn page(arguments: &[&str], variables: &[(&str, &str)]) -> crate::Run {
    let mut run = binary();
    run.args(arguments).envs(variables.iter().copied());
    finish(run)
}

const COMMANDS: &[&str] = &[
    "games",
    "rules",
    "solve",
    "ask",
    "grundy",
    "draw",
    "beams",
    "compare",
    "describe",
    "search",
    "sweep",
    "star",
    "learn",
    "play",
    "prove",
    "check",
    "decide",
    "replicate",
    "lab",
    "completions",
];

#[test]
fn help_fits_the_page_and_is_ascii_where_it_must_be() {
    for command in COMMANDS {
        let narrow = page(&[command, "--help"], &[("COLUMNS", "60"), ("LC_ALL", "C")]);
        assert_eq!((narrow.code, narrow.err.as_str()), (0, ""));
        assert!(narrow.out.is_ascii(), "{command}: {}", narrow.out);
        for line in narrow.out.lines() {
            // A word, such as a path in an example, stays whole.
            let longest = line.split(' ').map(str::len).max().unwrap_or(0);
            assert!(line.len() <= 60 || longest > 40, "{command}: {line}");
        }
    }
}

#[test]
fn the_locale_decides_about_letters() {
    let said = |variables: &[(&str, &str)]| page(&["rules", "even-diagonal"], variables).out;
    let usual = said(&[]);
    assert!(!usual.is_ascii(), "{usual}");
    for ascii in [&[("LC_ALL", "C")][..], &[("LC_ALL", "POSIX")], &[("LC_CTYPE", "C")], &[("LANG", "C")]] {
        assert!(said(ascii).is_ascii(), "{ascii:?}");
    }
    for utf8 in
        [&[("LC_ALL", "C.UTF-8")][..], &[("LANG", "de_BE.utf8")], &[("LC_ALL", "en_GB.UTF-8"), ("LANG", "C")]]
    {
        assert_eq!(said(utf8), usual, "{utf8:?}");
    }
    let table = page(&["solve", "W^3", "--to", "8"], &[("LC_ALL", "C")]);
    assert!(table.out.is_ascii() && table.out.contains("delta_n"), "{}", table.out);
    let error = page(&["ask", "é", "1", "2"], &[("LC_ALL", "C")]);
    assert!(error.code == 2 && error.err.is_ascii(), "{}", error.err);
}

/// Files and JSON are for programs: the same bytes in every locale, however narrow the terminal is.
#[test]
fn data_are_the_same_everywhere() {
    let there = folder();
    write(
        there.path(),
        "own.game",
        "game \"Mis\u{e8}re of a name that is longer than forty letters\"\nmove rook: s = 0 or t = 0\n",
    );
    for command in [
        "rules own.game --json",
        "ask own.game 3 4 --json",
        "solve own.game --to 9 --json",
        "solve own.game --to 3 --format csv",
        "star WN --list 1 --to 20",
        "star WN --rules 1 --to 20",
        "decide x<3 -o - --format walnut",
    ] {
        let run = |variables: &[(&str, &str)]| {
            let mut run = binary();
            run.args(command.split(' ')).current_dir(there.path()).envs(variables.iter().copied());
            finish(run).out
        };
        assert_eq!(run(&[]), run(&[("LC_ALL", "C"), ("COLUMNS", "30")]), "{command}");
    }
    let mut file = binary();
    file.args(["solve", "W^3", "--to", "8", "-o", "table.txt"]).current_dir(there.path()).env("LC_ALL", "C");
    assert_eq!(finish(file).code, 0);
    let text = std::fs::read_to_string(there.path().join("table.txt")).expect("written");
    assert!(text.contains("δ_n"), "{text}");
}

#[test]
fn long_lines_are_broken_between_words() {
    let wide = page(&["describe", "W^1"], &[]);
    let narrow = page(&["describe", "W^1"], &[("COLUMNS", "60")]);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&wide.out), words(&narrow.out), "nothing else changes");
    assert!(wide.out.lines().any(|line| line.len() > 60));
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 60), "{}", narrow.out);
    let error = page(&["ask", "modullar", "1", "2"], &[("COLUMNS", "40")]);
    assert!(error.err.lines().count() > 1 && error.err.lines().all(|line| line.len() <= 40), "{}", error.err);
}
