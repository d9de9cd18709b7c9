//! `ask`: answers in words and in JSON, with memory and without.

use crate::{folder, output, write, wythoff, wythoff_in, wythoff_reading};
use serde_json::{Value, json};

fn asked(arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = ["ask"].iter().chain(arguments).copied().chain(["--json"]).collect();
    serde_json::from_str(&output(&arguments)).expect("JSON")
}

/// Where nothing answers at this size but a proof might, the message names what looks for one; and that answers.
#[test]
fn too_large_positions_name_the_proof_that_might_answer() {
    let there = folder();
    write(there.path(), "par.game", "move rook: s = 0 or t = 0\nmove bishop: s = t\nterminal: x + y <= 5\n");
    let asked = ["ask", "par.game", "10^30", "10^30+3"];
    let refused = wythoff_in(there.path(), &asked);
    assert_eq!(refused.code, 2, "{}", refused.out);
    assert!(refused.err.contains("`wythoff ask --method automaton` looks for a proof"), "{}", refused.err);
    let proved = wythoff_in(there.path(), &[&asked[..], &["--method", "automaton"]].concat());
    assert_eq!(proved.code, 0, "{}", proved.err);
    assert!(proved.out.contains("found and proved for all sizes"), "{}", proved.out);
}

#[test]
fn a_p_position_of_a_blocking_game() {
    let text = output(&["ask", "W^4", "11", "28"]);
    assert!(text.contains("P: the previous player wins"), "{text}");
    assert!(text.contains("to forbid: (11, 4) (11, 26) (11, 27)"), "{text}");
    assert!(text.contains("why: the previous player forbids"), "{text}");
    assert!(text.contains("ground: "), "{text}");
}

#[test]
fn json_has_the_agreed_keys_and_coordinates_are_strings() {
    let answer = asked(&["W^4", "11", "28"]);
    assert_eq!(answer["game"], "W^4");
    assert_eq!(answer["position"], json!(["11", "28"]));
    assert_eq!(answer["outcome"], "P");
    assert_eq!(answer["winning_moves"], json!([]));
    assert_eq!(answer["block"], json!([["11", "4"], ["11", "26"], ["11", "27"]]));
    assert!(answer["method"].as_str().is_some_and(|m| !m.is_empty()));
    let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(keys[..5], ["game", "position", "outcome", "winning_moves", "block"]);
}

#[test]
fn an_n_position_and_its_winning_moves() {
    let answer = asked(&["WN", "10", "13"]);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["winning_moves"], json!([["4", "7"], ["8", "13"], ["10", "6"]]));
    assert_eq!(answer["block"], json!([]));
    let text = output(&["ask", "WN", "10", "13"]);
    assert!(text.contains("N: the next player wins"), "{text}");
    assert!(text.contains("winning moves: (4, 7) (8, 13) (10, 6)"), "{text}");
}

#[test]
fn where_nothing_need_be_proposed() {
    let there = folder();
    write(there.path(), "none.game", "move rook: s = 0 or t = 0\ncomply 0\n");
    let run = wythoff_in(there.path(), &["ask", "none.game", "3", "4"]);
    let why = "why: the previous player need not propose anything, and then no move is left\n";
    assert!(run.code == 0 && run.out.contains(why), "{}", run.out);
}

#[test]
fn what_to_propose_in_a_comply_game() {
    let answer = asked(&["W_4", "3", "4"]);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(answer["propose"].as_array().map(Vec::len), Some(5));
    assert!(output(&["ask", "W_4", "3", "4"]).contains("to propose: (0, 1) (1, 4) (2, 3) (3, 0) (3, 2)"));
}

#[test]
fn a_terminal_position() {
    let answer = asked(&["WN", "0", "0"]);
    assert_eq!((&answer["outcome"], &answer["terminal"]), (&json!("P"), &json!(true)));
}

#[test]
fn histories_change_the_answer_of_a_game_with_memory() {
    let without = asked(&["(1,1)IN", "1", "2"]);
    assert_eq!(without["outcome"], "P");
    // (3,3) to (1,3) took two tokens from a pile not larger than the other; imitating it is forbidden.
    let after = asked(&["(1,1)IN", "1", "3", "--history", "3,3"]);
    assert!(!after["winning_moves"].as_array().expect("a list").contains(&json!(["1", "1"])), "{after}");
    let answer = asked(&["(2,1)IN", "7", "11", "--history", "10,14 7,14"]);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["winning_moves"], json!([["7", "9"]]));
    let spaced = asked(&["(2,1)IN", "7", "11", "--history", "(10, 14) (7, 14)"]);
    assert_eq!(spaced, answer);
}

#[test]
fn piles_can_be_expressions() {
    assert_eq!(asked(&["WN", "2^3", "1_3"])["position"], json!(["8", "13"]));
    assert_eq!(asked(&["WN", "10 - 2", "(10 + 3)"])["outcome"], "P");
}

#[test]
fn more_than_two_piles() {
    assert_eq!(asked(&["nim(piles=3)", "3", "5", "6"])["outcome"], "P");
    assert_eq!(asked(&["raleigh", "1", "2", "3"])["outcome"], "P");
    assert_eq!(asked(&["tribonacci", "3", "2", "1"])["winning_moves"], json!([["0", "0", "0"]]));
}

#[test]
fn rules_from_standard_input() {
    let rules = "game \"Misère Nim\"\nmove rook: s = 0 or t = 0\nplay misère\n";
    let run = wythoff_reading(&["ask", "-", "1", "1"], rules);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("(1, 1) in standard input, Misère Nim\n  N"), "{}", run.out);
}

#[test]
fn asked_twice_answered_alike() {
    for game in ["W^3", "(2,3)WN", "beta(pi)", "W_3N", "full-imitation(piles=2)"] {
        assert_eq!(wythoff(&["ask", game, "9", "12"]).out, wythoff(&["ask", game, "9", "12"]).out, "{game}");
    }
}

#[test]
fn large_parameters_and_games_in_disguise() {
    let text = output(&["ask", "1000000000WN", "10^20", "10^20+5"]);
    assert!(text.contains("winning moves: (0, 0) (1, 1000000001)") && text.contains("Theorem 2.1"), "{text}");
    let own = "move one: t = 0 or s = 0\nmove both: s != 0 and t >= 1 and s - t < 3 and t <= s + 2\nblock 1 of both\n";
    let run = wythoff_reading(&["ask", "-", "10^30", "10^30+3"], own);
    assert!(run.out.contains("\n  same as: (2,3)WN\n"), "{}", run.out);
    let run = wythoff_reading(&["rules", "-"], own);
    assert!(run.out.contains("   same as  (2,3)WN\n   theorem  Proposition 1"), "{}", run.out);
    assert!(!output(&["ask", "1WN", "3", "5"]).contains("same as"));
    let text = output(&["ask", "beta(pi+e)", "10", "20"]);
    assert!(text.contains("\n  no theorem: nothing known here tells whether pi + e is irrational"), "{text}");
    let run = wythoff(&["ask", "10000000000000WN", "3", "4"]);
    assert!(run.code == 2 && run.err.contains("expected at most 1099511627776"), "{}", run.err);
}

#[test]
fn sums_of_nim_have_any_size() {
    let text = output(&["ask", "--sum", "nim 10^9 5"]);
    assert!(text.contains("winning moves from (1000000000, 5) in N: (5, 5)"), "{text}");
    let run = wythoff(&["ask", "--sum", "WN 10^9 5"]);
    assert!(run.code == 2 && run.err.contains("piles up to about 4096, is possible"), "{}", run.err);
}
