//! `wythoff help language` and `wythoff help formulas`: what they show is true.

use crate::{binary, finish, folder, output, write, wythoff_in, wythoff_reading};

/// The indented blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let indented = |block: &&str| block.starts_with("    ");
    let lines = |block: &str| block.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
    page.split("\n\n").filter(indented).map(lines).collect()
}

#[test]
fn the_language_is_as_its_page_says() {
    let page = output(&["help", "language"]);
    for word in [
        "game",
        "move",
        "position:",
        "terminal:",
        "block",
        "comply",
        "imitation",
        "play misere",
        "param",
        "let",
        "load",
    ] {
        assert!(page.contains(&format!("\n    {word} ")) || page.contains(word), "{word}");
    }
    let there = folder();
    let mut games = 0;
    for block in blocks(&page) {
        if let Some(command) = block.strip_prefix("wythoff ") {
            let words: Vec<&str> = command.trim_end().split('\'').collect();
            let run = wythoff_in(
                there.path(),
                &[&[words[0].trim(), words[1]][..], &words[2].split_whitespace().collect::<Vec<_>>()]
                    .concat(),
            );
            assert_eq!(run.code, 0, "{command}{}", run.err);
        } else if block.contains("move rook: s") {
            write(there.path(), "own.game", &block);
            let run = wythoff_in(there.path(), &["solve", "own.game", "--to", "9", "--count"]);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{block}");
            games += 1;
        }
    }
    assert_eq!(games, 2);
}

#[test]
fn formulas_are_as_their_page_says() {
    let page = output(&["help", "formulas"]);
    let all = blocks(&page);
    let examples: Vec<&str> = all[0].lines().collect();
    assert_eq!(examples.len(), 5);
    for formula in examples {
        let run = output(&["decide", formula]);
        assert!(run.starts_with("true"), "{formula}: {run}");
    }
}

#[test]
fn topics_fit_a_narrow_page_in_ascii() {
    for topic in ["language", "formulas"] {
        let mut run = binary();
        run.args(["help", topic]).env("LC_ALL", "C").env("COLUMNS", "60");
        let run = finish(run);
        assert!(run.out.is_ascii(), "{}", run.out);
        for line in run.out.lines() {
            // A command is not broken.
            assert!(line.len() <= 60 || line.starts_with("    wythoff"), "{topic}: {line}");
        }
    }
    assert!(output(&["--help"]).contains("wythoff help language"));
    let unknown = crate::wythoff(&["help", "languages"]);
    assert_eq!(unknown.code, 2, "{}", unknown.out);
}

/// What rules cannot say is told in words, with what can be done: as an error where nothing could be played.
#[test]
fn what_rules_cannot_say_is_told() {
    let solve = ["solve", "-", "--to", "3", "--format", "csv"];
    let only_tokens = "moves only take tokens";
    for text in ["move pass: s = 0 and t = 0\n", "move more: s = -1\n", "move a: s = -1\nmove b: t + 2 = 0\n"]
    {
        let run = wythoff_reading(&solve, text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}");
        assert!(run.err.starts_with("error: this move can never be made"), "{text}{}", run.err);
        assert!(run.err.contains(only_tokens), "{text}{}", run.err);
    }
    let rook = "move rook: s = 0 or t = 0\n";
    let run = wythoff_reading(&solve, &format!("{rook}move pass: s = 0 and t = 0\n"));
    assert_eq!((run.code, run.out), (0, wythoff_reading(&solve, rook).out));
    assert!(run.err.starts_with("warning: ") && run.err.contains(only_tokens), "{}", run.err);
    for (text, why, what) in [
        ("move a: s*t = 4\n", "this is not linear", "load P = "),
        ("move a: s = x*y\n", "this is not linear", "load P = "),
        ("move a: s^2 = x\n", "this is not linear", "load P = "),
        ("move a: u = 1\n", "unknown name `u`", "two piles, x and y"),
        ("move a: s = 1 and z = 2\n", "unknown name `z`", "two piles, x and y"),
    ] {
        let run = wythoff_reading(&solve, text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}");
        assert!(run.err.contains(why) && run.err.contains(what), "{text}{}", run.err);
    }
}
