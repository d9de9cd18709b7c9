//! `play`: whole sessions, typed line by line.

use crate::{folder, write, wythoff, wythoff_in, wythoff_reading};

/// A session as a person would see it: the program's lines with what was typed after each prompt.
fn session(arguments: &[&str], typed: &[&str]) -> String {
    let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
    let run = wythoff_reading(&arguments, &typed.iter().map(|l| format!("{l}\n")).collect::<String>());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    let mut lines = typed.iter();
    let mut seen = String::new();
    // Every prompt ends with "> " and what was typed does not echo.
    for part in run.out.split_inclusive("> ") {
        seen += part;
        if part.ends_with("> ") {
            seen += lines.next().map_or("<end of input>", |l| *l);
            seen += "\n";
        }
    }
    seen
}

#[test]
fn wythoff_nim_human_first() {
    let seen = session(&["WN", "10", "13"], &["help", "why", "hint", "4 7", "moves", "9 9", "3 5", "hint"]);
    insta::assert_snapshot!("play_wn_human_first", seen);
}

#[test]
fn wythoff_nim_human_second() {
    insta::assert_snapshot!("play_wn_human_second", session(&["WN", "3", "4", "--second"], &["hint", "0 2"]));
}

#[test]
fn blocking_machine_forbids_then_human() {
    let typed = ["why", "1 3", "hint", "(0, 2), (1,1) (3,3)", "none", "undo", "quit"];
    insta::assert_snapshot!("play_w3_human_first", session(&["W^3", "7", "9"], &typed));
}

#[test]
fn blocking_human_forbids_first() {
    let typed = ["moves", "hint", "7,3 4,9 1,9", "9 9", "7,3 4,9"];
    insta::assert_snapshot!("play_w3_human_second", session(&["W^3", "7", "9", "--second"], &typed));
}

#[test]
fn comply_both_sides() {
    insta::assert_snapshot!(
        "play_comply_human_first",
        session(&["W_2", "3", "4"], &["hint", "0 2", "3 1", "hint"])
    );
    let typed = ["hint", "3 1", "3 1 0 1", "why"];
    insta::assert_snapshot!("play_comply_human_second", session(&["W_2", "3", "4", "--second"], &typed));
}

#[test]
fn imitation_remembers() {
    // After (3,3) to (1,3) the answer (1,1) would imitate; the machine may not, and the human neither.
    let seen = session(&["IN", "3", "3", "--second"], &["moves", "why", "quit"]);
    insta::assert_snapshot!("play_imitation", seen);
    let seen = session(&["IN", "4", "4"], &["2 4", "rules", "moves", "undo", "why"]);
    insta::assert_snapshot!("play_imitation_undo", seen);
}

#[test]
fn pointing_on_three_piles() {
    let seen = session(&["point-imitation(piles=3)", "2", "2", "2"], &["1 3", "1 2 2", "hint", "none"]);
    insta::assert_snapshot!("play_pointing", seen);
}

#[test]
fn misere_the_last_to_move_loses() {
    let there = folder();
    write(there.path(), "misere.game", "game \"Misère Nim\"\nmove rook: s = 0 or t = 0\nplay misere\n");
    let mut command = crate::binary();
    command.args(["play", "misere.game", "0", "2"]).current_dir(there.path()).write_stdin("0 1\n");
    let run = crate::finish(command);
    assert!(run.out.contains("You cannot move. You win."), "{}", run.out);
}

/// Typing `hint` and following it from an N-position wins every game.
#[test]
fn following_the_hints_wins() {
    for (game, start) in
        [("WN", ["10", "14"]), ("(2,3)WN", ["7", "9"]), ("IN", ["6", "9"]), ("W^2", ["8", "8"])]
    {
        let mut typed: Vec<String> = Vec::new();
        let mut out = String::new();
        for _ in 0..40 {
            let input = typed.iter().map(|l| l.clone() + "\n").collect::<String>() + "hint\n";
            out = wythoff_reading(&["play", game, start[0], start[1]], &input).out;
            if out.contains("win.\n") {
                break;
            }
            let advice = out.lines().rev().find(|l| l.contains("Move to") || l.contains("Forbid"));
            let advice = advice.unwrap_or_else(|| panic!("no advice: {out}"));
            let (_, what) =
                advice.split_once("to ").or_else(|| advice.split_once("Forbid ")).expect("advice");
            typed.push(what.split(':').next().unwrap_or_default().replace("nothing", "none"));
        }
        assert!(out.contains("I cannot move. You win."), "{game}: {out}");
    }
}

#[test]
fn undo_passes_over_turns_without_a_decision() {
    let there = folder();
    // On the edge of the board nothing can be forbidden, so the machine's turns hold no decision of the human.
    let rules = "move few: s = 0 and t <= 2\nmove rare: s = 5 and t = 5\nblock 1 of rare\n";
    write(there.path(), "few.game", rules);
    let mut command = crate::binary();
    command.args(["play", "few.game", "0", "9"]).current_dir(there.path());
    command.write_stdin("0 8\n0 5\nundo\nundo\nundo\n");
    let run = crate::finish(command);
    let shown: Vec<&str> = run.out.lines().filter(|l| l.ends_with("your move")).collect();
    let at = ["(0, 9)", "(0, 6)", "(0, 3)", "(0, 6)", "(0, 9)", "(0, 9)"];
    assert_eq!(shown, at.map(|p| format!("{p}: your move")), "{}", run.out);
    assert!(run.out.contains("There is nothing to take back."), "{}", run.out);
}

#[test]
fn the_end_of_input_is_a_goodbye() {
    let run = wythoff_reading(&["play", "WN", "3", "4"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("Goodbye.\n"), "{}", run.out);
}

#[test]
fn nothing_to_play() {
    let run = wythoff(&["play", "WN", "0", "0"]);
    assert!(run.out.contains("You cannot move. I win."), "{}", run.out);
    let there = folder();
    let run = wythoff_in(there.path(), &["play", "2x3WN_1", "0", "0"]);
    assert_eq!(run.code, 2);
}

#[test]
fn strange_input_is_answered_with_what_is_legal() {
    for odd in ["💥", "-1 2", "1", "1 2 3", "99999999999999999999 1", "(((", "3,4", "\u{7}"] {
        let run = wythoff_reading(&["play", "WN", "3", "4"], &format!("{odd}\n"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{odd}");
        assert!(run.out.contains("is not a legal move from (3, 4): "), "{odd}: {}", run.out);
    }
}

#[test]
fn refusals_have_reasons() {
    for (game, start, typed, reason) in [
        ("WN", "3 7", "1 6", "taking (2, 1) is none of the moves (rook, bishop)"),
        ("WN", "3 7", "4 7", "pile 1 would grow"),
        ("WN", "3 7", "3", "a position has 2 numbers here, and there is 1"),
        ("WN", "3 7", "1 2 3 5", "a move leads to one position"),
        ("W^3", "7 9", "0 2", "(0, 2) is forbidden by the opponent"),
        ("W_2", "3 4", "3 3", "(3, 3) is not among what the opponent proposed"),
    ] {
        let arguments: Vec<&str> = ["play", game].into_iter().chain(start.split(' ')).collect();
        let run = wythoff_reading(&arguments, &format!("{typed}\n"));
        assert!(run.out.contains(&format!(": {reason}")), "{game} {typed}: {}", run.out);
    }
}

#[test]
fn piles_that_no_board_can_hold() {
    let run = wythoff_reading(&["play", "WN", "10^20", "10^20+7"], "moves\n10^20 10^19\nhint\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("There are too many to list"), "{}", run.out);
    assert!(
        run.out.contains("(100000000000000000000, 10000000000000000000): my move\nI move to"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Every move loses against perfect play"), "{}", run.out);
}

#[test]
fn imitation_is_named_as_the_reason() {
    let run = wythoff_reading(&["play", "IN", "4", "4", "--second"], "0 0\nwhy\n");
    let said = "\"0 0\" is not a legal move from (4, 0): it would imitate the last move, (4, 4) to (4, 0), and no imitation is allowed.";
    assert!(run.out.contains(said), "{}", run.out);
    let asked = wythoff(&["ask", "IN", "4", "0", "--history", "4,4"]).out;
    let line = |name: &str| {
        let line = asked.lines().find_map(|l| l.trim().strip_prefix(name)).expect("a line of ask");
        line.to_owned()
    };
    assert!(
        run.out.contains(&format!("wins; {}.\nGround: {}.\n", line("why: "), line("ground: "))),
        "{}",
        run.out
    );
}

/// `why` says what `ask` says, also where no board reaches.
#[test]
fn why_says_what_ask_says() {
    for (game, x, y) in
        [("WN", "10^20", "10^20+5"), ("W^4", "11", "28"), ("W^4", "10^6", "2414214"), ("3WN", "9", "40")]
    {
        let asked = wythoff(&["ask", game, x, y]).out;
        let line =
            |name: &str| asked.lines().find_map(|l| l.trim().strip_prefix(name)).expect("a line").to_owned();
        let run = wythoff_reading(&["play", game, x, y], "why\n");
        let said = format!("wins; {}.\nGround: {}.\n", line("why: "), line("ground: "));
        assert!(run.out.contains(&said), "{game}: {}", run.out);
    }
}

#[test]
fn a_board_in_characters() {
    let typed = ["board", "board solution", "board off", "moves", "7,3 4,9", "board"];
    insta::assert_snapshot!("play_board", session(&["W^3", "7", "9", "--second"], &typed));
    insta::assert_snapshot!("play_board_proposed", session(&["W_2", "3", "4"], &["board", "moves"]));
    insta::assert_snapshot!("play_board_piles", session(&["nim(piles=3)", "3", "0", "90"], &["board"]));
}

/// Boards never need more room than there is.
#[test]
fn boards_fit_the_page() {
    for (columns, rows) in [("80", "24"), ("40", "12"), ("120", "40"), ("1", "1")] {
        for start in [["10", "13"], ["500", "3"], ["10^20", "10^20+5"], ["123456", "99999"]] {
            let mut command = crate::binary();
            command.args(["play", "WN", start[0], start[1]]).env("COLUMNS", columns).env("LINES", rows);
            command.write_stdin("board\nboard solution\n");
            let out = crate::finish(command).out;
            let squares = |l: &&str| l.contains('@') && !l.contains("@ here") || l.contains('·');
            let drawn: Vec<&str> = out.lines().filter(squares).collect();
            assert!(!drawn.is_empty(), "{out}");
            let (columns, rows): (usize, usize) = (columns.parse().expect("n"), rows.parse().expect("n"));
            assert!(drawn.iter().all(|l| l.chars().count() <= columns.max(16)), "{columns}: {out}");
            assert!(drawn.len() <= 2 * rows.max(4), "{rows}: {out}");
        }
    }
}

#[test]
fn two_people_play() {
    let typed = ["hint", "7,3 4,9", "1 3", "none", "0 2", "undo", "redo", "record", "quit"];
    insta::assert_snapshot!("play_two", session(&["W^3", "7", "9", "--two"], &typed));
    let run = wythoff_reading(&["play", "WN", "1", "1", "--two"], "0 0\n");
    assert!(run.out.ends_with("Player two cannot move. Player one wins.\n"), "{}", run.out);
    for more in [&["--second"][..], &["--level", "easy"], &["--seed", "3"]] {
        assert_eq!(wythoff(&[&["play", "WN", "1", "1", "--two"], more].concat()).code, 2, "{more:?}");
    }
}

#[test]
fn levels_and_seeds() {
    let first = |arguments: &[&str]| {
        let run = wythoff_reading(&[&["play", "WN", "20", "33", "--second"], arguments].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out.lines().find(|l| l.starts_with("I move to")).expect("a move").to_owned()
    };
    assert_eq!(first(&[]), first(&["--level", "perfect"]));
    assert_eq!(first(&[]), first(&["--level", "4", "--seed", "77"]));
    assert_eq!(first(&["--level", "easy"]), first(&["--level", "1", "--seed", "0"]), "a script gets seed 0");
    let seeds: Vec<String> = (0..12).map(|n| first(&["--level", "easy", "--seed", &n.to_string()])).collect();
    assert!(seeds.iter().any(|out| *out != first(&[])), "an easy machine errs");
    assert!(seeds.contains(&first(&[])), "not always");
    for (arguments, said) in [
        (&["--level", "impossible"][..], "[possible values: easy, medium, hard, perfect]"),
        (&["--level", "easy", "--seed", "-1"], "not a number for --seed"),
        (&["--seed", "1"], "--level"),
    ] {
        let run = wythoff(&[&["play", "WN", "3", "4"], arguments].concat());
        assert_eq!(run.code, 2);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn a_record_is_kept_replayed_and_gone_on_with() {
    let there = folder();
    let play = |arguments: &[&str], typed: &str| {
        let mut command = crate::binary();
        command.args([&["play"], arguments].concat()).current_dir(there.path()).write_stdin(typed);
        let run = crate::finish(command);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out
    };
    let start = ["WN", "20", "33", "--level", "easy", "--seed", "5", "--record"];
    let out = play(&[&start[..], &["game.json"]].concat(), "20 30\n");
    assert!(out.ends_with(
        "Goodbye.\nThe game is in game.json: `wythoff play --replay game.json` shows it again.\n"
    ));
    let text = std::fs::read_to_string(there.path().join("game.json")).expect("the record");
    assert!(text.contains("\"level\": \"easy\"") && text.contains("\"seed\": 5"), "{text}");
    insta::assert_snapshot!("play_replay", play(&["--replay", "game.json"], ""));
    let json: serde_json::Value =
        serde_json::from_str(&play(&["--replay", "game.json", "--json"], "")).expect("JSON");
    assert_eq!(json["record"]["acts"].as_array().map(Vec::len), json["comments"].as_array().map(Vec::len));
    // Going on is as if the game had never been left.
    let whole = play(&[&start[..], &["whole.json"]].concat(), "20 30\nhint\nrecord\n");
    let rest = play(&["--resume", "game.json", "--record", "game.json"], "hint\nrecord\n");
    let end = |out: &str| {
        out.split_once("wythoff play")
            .map(|(text, _)| text.lines().rev().skip(1).take(5).map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(end(&whole), end(&rest), "{whole}\n---\n{rest}");
    let read = |name: &str| std::fs::read_to_string(there.path().join(name)).expect("a record");
    assert_eq!(read("whole.json"), read("game.json"));
    // To the end, with the winner.
    play(&["WN", "1", "1", "--record", "won.json"], "0 0\n");
    assert!(read("won.json").contains("\"winner\": \"one\""));
    assert!(play(&["--resume", "won.json"], "").ends_with("I cannot move. You win.\n"));
}

#[test]
fn records_that_cannot_be_used() {
    let there = folder();
    write(there.path(), "odd.json", "{\"game\": 3}");
    write(there.path(), "odd.txt", "jump\n");
    write(there.path(), "my.game", "game \"Mine\"\nparam k >= 1\nmove any: s + t <= k\n");
    for (arguments, said) in [
        (&["--replay", "none.json"][..], "cannot read none.json"),
        (&["--replay", "odd.json"], "odd.json is not a recorded game: the record cannot be read: "),
        (&["--resume", "odd.txt"], "odd.txt is not a recorded game: line 1 of the record: "),
        (&["WN", "3", "4", "--record", "no/where.json"], "cannot write no/where.json"),
        (&["--replay", "odd.json", "WN", "3", "4"], "cannot be used with"),
        (&["WN", "3", "4", "--json"], "cannot be used with '--json'"),
        (&["WN"], "<PILE>"),
        (&[], "<GAME>"),
    ] {
        let run = wythoff_in(there.path(), &[&["play"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
    // A game of one's own is in its record; the file may be gone.
    let mut command = crate::binary();
    command.args(["play", "my.game(k=2)", "3", "4", "--record", "mine.json"]).current_dir(there.path());
    command.write_stdin("3 3\n");
    assert_eq!(crate::finish(command).code, 0);
    std::fs::remove_file(there.path().join("my.game")).expect("removed");
    let run = wythoff_in(there.path(), &["play", "--replay", "mine.json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("my.game(k=2) from (3, 4), begun by player one\n"), "{}", run.out);
}

#[test]
fn everything_in_help_works() {
    let help = wythoff_reading(&["play", "WN", "5", "8"], "help\n").out;
    for command in
        ["moves", "board", "board solution", "hint", "why", "undo", "redo", "record", "rules", "quit"]
    {
        let last = command.split(' ').next_back().expect("a word");
        assert!(help.contains(last), "{command}");
        let run = wythoff_reading(&["play", "WN", "5", "8"], &format!("{command}\n"));
        assert!(!run.out.contains("is not a legal move"), "{command}: {}", run.out);
        let long = wythoff(&["play", "--help"]).out;
        assert!(long.contains(&format!("`{}`", command)), "{command}: {long}");
    }
    let typo = wythoff_reading(&["play", "WN", "5", "8"], "hnit\n").out;
    assert!(
        typo.contains("\"hnit\" is not a number of tokens, and no command: `help` lists those"),
        "{typo}"
    );
}
