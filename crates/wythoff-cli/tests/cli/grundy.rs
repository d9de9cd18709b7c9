//! `grundy` and `ask --sum`.

use crate::{folder, output, wythoff, wythoff_in};
use serde_json::{Value, json};

#[test]
fn a_table_of_values() {
    let text = output(&["grundy", "WN", "--to", "3"]);
    assert_eq!(
        text,
        "y\\x  0  1  2  3\n  0  0  1  2  3\n  1  1  2  0  4\n  2  2  0  1  5\n  3  3  4  5  6\n"
    );
    let csv = output(&["grundy", "WN", "--to", "1", "--format", "csv"]);
    assert_eq!(csv, "x,y,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n");
    let object: Value =
        serde_json::from_str(&output(&["grundy", "2x3WN_1", "--to", "4", "--format", "json"])).expect("JSON");
    assert_eq!(object["game"], "2x3WN_1");
    assert_eq!(object["rows"][0][0], Value::Null, "a square that does not exist");
    assert_eq!(object["rows"][4][0], 0, "the P-position (0, 4)");
}

/// FACTS B8: period and preperiod of the rows of Wythoff Nim.
#[test]
fn periods_of_wythoff_nim() {
    let csv = output(&["grundy", "WN", "--to", "8", "--periods", "--format", "csv"]);
    let expected = [(1, 0), (3, 0), (3, 0), (6, 8), (12, 9), (24, 27), (12, 37), (24, 92), (24, 102)];
    let mut lines = csv.lines().skip(1);
    for (y, (period, preperiod)) in expected.iter().enumerate() {
        assert_eq!(lines.next(), Some(format!("{y},{period},{preperiod},{period}").as_str()));
    }
    let object: Value = serde_json::from_str(&output(&[
        "grundy",
        "WN",
        "--to",
        "3",
        "--periods",
        "--length",
        "20",
        "--format",
        "json",
    ]))
    .expect("JSON");
    assert_eq!(object["length"], 20);
    assert_eq!(object["periods"][0], json!({"period": 1, "preperiod": 0, "increment": 1}));
    let text = output(&["grundy", "WN", "--to", "3", "--periods", "--length", "12"]);
    assert!(text.starts_with("y  period  preperiod  increment\n0       1          0          1\n"), "{text}");
    assert!(text.ends_with("3       -          -          -\n"), "{text}");
}

#[test]
fn a_row_has_squares() {
    let there = folder();
    for arguments in [
        &["grundy", "WN", "--to", "3", "--periods", "--length", "0"][..],
        &["sweep", "kWN", "--for", "k=1..2", "--do", "grundy", "--length", "0", "--into", "r"],
    ] {
        let run = wythoff_in(there.path(), arguments);
        assert_eq!(
            (run.code, run.out.as_str(), run.err.as_str()),
            (2, "", "error: --length is at least 1\n"),
            "{arguments:?}"
        );
    }
}

#[test]
fn games_without_values_say_so() {
    for game in ["W^3", "W_2", "IN"] {
        let run = wythoff(&["grundy", game, "--to", "3"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}");
        assert!(run.err.contains("has no Grundy values") && run.err.lines().count() == 1, "{}", run.err);
        let run = wythoff(&["ask", "--sum", "WN 1 2", &format!("{game} 1 2")]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}");
        assert!(run.err.contains("has no Grundy values") && run.err.lines().count() == 1, "{}", run.err);
    }
    let run = wythoff(&["ask", "--sum", "full-imitation(piles=2) 1 2"]);
    assert!(run.err.contains("has no Grundy values"), "{}", run.err);
    assert_eq!(wythoff(&["grundy", "nim(piles=3)", "--to", "3"]).code, 2);
    let there = folder();
    let run = wythoff_in(there.path(), &["grundy", "WN", "--to", "9000", "--memory", "1M", "-o", "g"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("memory") && run.err.lines().count() == 1, "{}", run.err);
    assert_eq!(std::fs::read_dir(there.path()).expect("a folder").count(), 0);
}

fn sum(parts: &[&str]) -> Value {
    let arguments: Vec<&str> = ["ask", "--sum", "--json"].iter().chain(parts).copied().collect();
    serde_json::from_str(&output(&arguments)).expect("JSON")
}

#[test]
fn sums_are_played_by_nim_sums() {
    let answer = sum(&["WN 3 4", "nim(piles=3) 1 2 3"]);
    assert_eq!(answer["sum"][0], json!({"game": "WN", "position": ["3", "4"], "grundy": 2}));
    assert_eq!(answer["sum"][1]["grundy"], 0);
    assert_eq!((&answer["outcome"], &answer["grundy"]), (&json!("N"), &json!(2)));
    assert_eq!(answer["winning_moves"][0], json!({"part": 0, "to": ["1", "2"]}));
    // Twice the same position is lost, whatever it is.
    assert_eq!(sum(&["modular(k=2, m=3) 5 9", "2WN^(3) 5,9"])["outcome"], "P");
    let text = output(&["ask", "--sum", "WN 3 5", "N 2 2"]);
    assert!(text.contains("P: the previous player wins"), "{text}");
    assert!(output(&["ask", "--sum", "WN 0 0"]).contains("there is no move"));
}

/// A sum of Nim piles is Nim on all of them.
#[test]
fn nim_plus_nim_is_nim() {
    let answer = sum(&["nim(piles=2) 3 6", "N 9 5"]);
    let whole: Value =
        serde_json::from_str(&output(&["ask", "nim(piles=4)", "3", "6", "9", "5", "--json"])).expect("JSON");
    assert_eq!(answer["outcome"], whole["outcome"]);
    let count = |v: &Value| v["winning_moves"].as_array().map(Vec::len);
    assert_eq!(count(&answer), count(&whole));
}

#[test]
fn what_is_wrong_with_a_sum() {
    for (parts, why) in [
        (&["WN"][..], "has no piles"),
        (&["WN 1"], "is played on 2 piles"),
        (&["WN 1 2", "nosuch 1 2"], "no game is called"),
        (&["WN 1 b"], "is not a pile"),
        (&["2x3WN_1 0 0"], "does not exist"),
        (&["WN 10^9 10^9"], "too large"),
    ] {
        let arguments: Vec<&str> = ["ask", "--sum"].iter().chain(parts).copied().collect();
        let run = wythoff(&arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{parts:?}");
        assert!(run.err.contains(why) && run.err.lines().count() == 1, "{parts:?}: {}", run.err);
    }
}
