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
