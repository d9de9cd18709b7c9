//! `--method`: all ways of solving agree, and one that cannot do a game says why.

use crate::{output, wythoff};
use serde_json::Value;

const METHODS: [&str; 4] = ["reference", "board", "columns", "beatty"];

/// The output, or `None` if the method cannot do the game; then it says so in one line.
fn attempt(arguments: &[&str], method: &str) -> Option<String> {
    let run = wythoff(&[arguments, &["--method", method]].concat());
    if run.code == 0 {
        return Some(run.out);
    }
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
    let said = format!("cannot be solved by method {method}: ");
    // A dense board gives up where nothing tells that its columns are whole.
    let gave_up = arguments.contains(&"--first")
        && (run.err.contains("nothing tells where its columns end") || run.err.contains("is not certain"));
    assert!(
        run.err.lines().count() == 1 && (gave_up || run.err.contains(&said)),
        "{arguments:?}: {}",
        run.err
    );
    None
}

#[test]
fn lists_agree() {
    let games = [
        "WN",
        "3WN",
        "W^2",
        "W^5",
        "2WN^(2)",
        "2x3WN_1",
        "gdwn(1,2)",
        "(3,2)WN",
        "beta(pi)",
        "maharaja",
        "IN",
    ];
    for (game, least) in games.into_iter().zip([4, 4, 3, 3, 3, 3, 3, 3, 2, 3, 1]) {
        for extent in [&["--to", "70"][..], &["--first", "25"]] {
            let line = [&["solve", game, "--format", "csv"], extent].concat();
            let auto = output(&line);
            let lists: Vec<String> = METHODS.iter().filter_map(|m| attempt(&line, m)).collect();
            for list in &lists {
                assert_eq!(*list, auto, "{line:?}");
            }
            assert!(lists.len() >= least || extent[0] == "--first", "{game} by {} methods", lists.len());
        }
    }
    let comply = ["solve", "W_3", "--to", "40", "--format", "csv"];
    assert_eq!(attempt(&comply, "board"), attempt(&comply, "reference"));
    assert_eq!(attempt(&comply, "columns"), None);
}

#[test]
fn answers_agree() {
    for game in ["WN", "W^4", "W_4", "2WN^(2)", "2x3WN_1", "gdwn(1,2)", "beta(pi)", "maharaja", "WN^2"] {
        for (x, y) in [("11", "28"), ("28", "11"), ("6", "1"), ("12", "12"), ("0", "0"), ("19", "31")] {
            let line = ["ask", game, x, y, "--json"];
            if wythoff(&line).code != 0 {
                continue;
            }
            let answers: Vec<Value> = ["reference", "board", "columns"]
                .iter()
                .filter_map(|m| attempt(&line, m))
                .map(|text| serde_json::from_str(&text).expect("JSON"))
                .collect();
            assert!(answers.len() >= 2, "{game}");
            for answer in &answers {
                for key in ["outcome", "winning_moves", "block", "propose", "terminal", "reason", "ground"] {
                    assert_eq!(answer[key], answers[0][key], "{game} {x} {y}: {key}");
                }
            }
        }
    }
}

#[test]
fn far_out_without_a_formula() {
    let answer: Value =
        serde_json::from_str(&output(&["ask", "W^6", "100000", "241421", "--json"])).expect("JSON");
    assert_eq!(answer["method"], "columns");
    assert_eq!(answer["ground"], "the definition of play, computed position by position");
    let mirror: Value =
        serde_json::from_str(&output(&["ask", "W^6", "241421", "100000", "--json"])).expect("JSON");
    assert_eq!(mirror["outcome"], answer["outcome"]);
    let list = output(&["solve", "W^6", "--columns", "100001", "--format", "csv"]);
    let is_p = list.lines().any(|line| line == "100000,241421");
    assert_eq!(answer["outcome"], if is_p { "P" } else { "N" });
}

#[test]
fn a_method_that_cannot_do_a_game_says_why() {
    for (arguments, why) in [
        (&["ask", "W^4", "1", "2", "--method", "beatty"][..], "no theorem is known about its P-positions"),
        (&["ask", "W_4", "1", "2", "--method", "columns"], "the P-positions of a comply game fill the board"),
        (&["ask", "beta(pi)", "1", "2", "--method", "columns"], "the moves are stated with Beatty sequences"),
        (&["ask", "IN", "1", "2", "--method", "board"], "the game has memory"),
        (&["ask", "nim(piles=3)", "1", "2", "3", "--method", "board"], "it is not a game on two piles"),
        (&["solve", "W^4", "--to", "9", "--method", "beatty"], "no formula is known"),
        (&["solve", "nim(piles=3)", "--to", "9", "--method", "columns"], "it is not a game on two piles"),
    ] {
        let run = wythoff(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(why) && run.err.lines().count() == 1, "{arguments:?}: {}", run.err);
    }
}
