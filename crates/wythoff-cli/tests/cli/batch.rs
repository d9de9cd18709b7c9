//! `ask --batch`: a line in, a line out, for scripts.

use crate::{folder, output, wythoff_in, wythoff_reading};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::Instant;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn the_objects_are_those_of_ask_json() {
    for (game, positions) in [
        (
            "W^4",
            &[["11", "28"], ["28", "11"], ["0", "0"], ["300", "299"], ["260", "1000"], ["10^20", "3"]][..],
        ),
        ("WN", &[["3", "5"], ["10^40", "7"]]),
        ("W_2", &[["4", "9"], ["300", "20"]]),
        ("2x3WN_1", &[["0", "4"], ["3", "19"]]),
        // What is known of the game besides comes with every answer.
        ("beta(pi+e)", &[["3", "4"], ["20", "7"]]),
    ] {
        let input: String =
            positions.iter().map(|[x, y]| format!("{{\"at\":[\"{x}\",\"{y}\"]}}\n")).collect();
        let run = wythoff_reading(&["ask", game, "--batch"], &input);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}");
        let found = lines(&run.out);
        assert_eq!(found.len(), positions.len());
        for ([x, y], found) in positions.iter().zip(found) {
            let single: Value = serde_json::from_str(&output(&["ask", game, x, y, "--json"])).expect("JSON");
            assert_eq!(found, single, "{game} {x} {y}");
        }
    }
}

/// Whatever was solved for earlier lines, and in whichever order they come: the answers are those of the definition.
#[test]
fn what_is_kept_between_lines_changes_nothing() {
    let there = folder();
    let rules = "move a: s = 0 and t <= 3 or t = 0 and s <= 2\nmove b: s = t and x + y mod 3 != 0\nblock 1\n";
    crate::write(there.path(), "own.game", rules);
    crate::write(
        there.path(),
        "fin.game",
        "move a: s = 1 and t = 0 or s = 0 and t = 1\nmove b: s = 2 and t = 3\n",
    );
    let order =
        [(3, 4), (9, 2), (2, 9), (30, 31), (5, 5), (31, 33), (0, 40), (40, 0), (41, 41), (1, 2), (36, 40)];
    let input: String = order.iter().map(|(x, y)| format!("{{\"at\":[{x},{y}]}}\n")).collect();
    for game in ["W^3", "own.game", "fin.game", "2WN^(2)", "W_2"] {
        let answers = |method: &str| -> Vec<(Value, Value, Value)> {
            let mut command = crate::binary();
            command.args(["ask", game, "--batch", "--method", method]).current_dir(there.path());
            command.write_stdin(input.as_str());
            let run = crate::finish(command);
            let cannot = run.err.contains("11 of 11 lines have no answer") && method == "columns";
            assert!(run.code == 0 || cannot, "{game} {method}: {} {}", run.out, run.err);
            let fields = |v: &Value| (v["outcome"].clone(), v["winning_moves"].clone(), v["block"].clone());
            lines(&run.out).iter().filter(|v| v["error"].is_null()).map(fields).collect()
        };
        let expected = answers("reference");
        assert_eq!(expected.len(), order.len());
        assert_eq!(answers("board"), expected, "{game}");
        let columns = answers("columns");
        assert!(columns.is_empty() || columns == expected, "{game}");
    }
}

#[test]
fn histories_tell_how_a_position_came_about() {
    let input = "{\"at\":[\"7\",\"11\"],\"history\":[[\"10\",\"14\"],[\"7\",\"14\"]]}\n{\"at\":[7,11]}\n";
    let run = wythoff_reading(&["ask", "(2,1)IN", "--batch"], input);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let found = lines(&run.out);
    let single = |rest: &[&str]| -> Value {
        serde_json::from_str(&output(&[&["ask", "(2,1)IN", "7", "11", "--json"], rest].concat()))
            .expect("JSON")
    };
    assert_eq!(found, [single(&["--history", "10,14 7,14"]), single(&[])]);
    let there = folder();
    crate::write(
        there.path(),
        "imi.game",
        "move rook: s = 0 or t = 0\nmove bishop: s = t\nimitation 1 within 1\n",
    );
    let mut command = crate::binary();
    command.args(["ask", "imi.game", "--batch"]).current_dir(there.path());
    let run = crate::finish({
        command.write_stdin("{\"at\":[5,5]}\n{\"at\":[9,7],\"history\":[[9,12]]}\n{\"at\":[3,3]}\n");
        command
    });
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for (found, at, history) in [(0, "5 5", ""), (1, "9 7", "9,12"), (2, "3 3", "")] {
        let mut arguments = vec!["ask", "imi.game", "--json"];
        arguments.extend(at.split(' '));
        if !history.is_empty() {
            arguments.extend(["--history", history]);
        }
        let single: Value = serde_json::from_str(&wythoff_in(there.path(), &arguments).out).expect("JSON");
        assert_eq!(lines(&run.out)[found], single, "{at}");
    }
}

#[test]
fn a_bad_line_gives_an_error_in_its_place() {
    let input =
        "{\"at\":[1,2]}\nnonsense\n\n{\"at\":[1]}\n{\"at\":[1,2],\"to\":3}\n{\"at\":[1.5,2]}\n{\"at\":[3,5]}";
    let run = wythoff_reading(&["ask", "WN", "--batch"], input);
    assert_eq!((run.code, run.err.as_str()), (2, "error: 4 of 6 lines have no answer\n"));
    let found = lines(&run.out);
    let failed: Vec<bool> = found.iter().map(|v| v["error"].is_string()).collect();
    assert_eq!(failed, [false, true, true, true, true, false]);
    assert_eq!(found[2]["error"], "wythoff is played on 2 piles, and this position has 1");
    let long = format!("{}\n{{\"at\":[1,2]}}\n", "x".repeat(3 << 20));
    let run = wythoff_reading(&["ask", "WN", "--batch"], &long);
    assert_eq!(run.err, "error: 1 of 2 lines has no answer\n");
    assert_eq!(lines(&run.out)[0]["error"], "the line is longer than 1 MiB");
    let mut command = crate::binary();
    command.args(["ask", "WN", "--batch"]).write_stdin(&b"\xff\n{\"at\":[1,2]}\n"[..]);
    let run = crate::finish(command);
    assert_eq!(lines(&run.out)[0]["error"], "the line is not UTF-8 text");
    assert_eq!(wythoff_reading(&["ask", "WN", "--batch"], "").code, 0);
}

#[test]
fn a_certificate_answers_lines_too() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff-prove/certificates/blocking-4.json");
    let run = wythoff_reading(
        &["ask", "W^4", "--batch", "--certificate", path],
        "{\"at\":[11,28]}\n{\"at\":[0,7]}\n",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(lines(&run.out).iter().all(|v| v["method"] == "automaton"), "{}", run.out);
}

/// A partner that waits for each answer before it asks again.
#[test]
fn answers_come_at_once() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["ask", "W^4", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (x, y, outcome) in [(11, 28, "P"), (11, 27, "P"), (11, 29, "N")] {
        writeln!(input, "{{\"at\":[{x},{y}]}}").expect("it reads");
        let answer: Value =
            serde_json::from_str(&answers.next().expect("a line").expect("text")).expect("JSON");
        assert_eq!(answer["outcome"], outcome, "({x}, {y})");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

/// One solve for all: thousands of lines cost little more than the largest of them.
#[test]
fn thousands_of_lines_are_one_solve() {
    let input: String = (0..4000_u64)
        .map(|i| format!("{{\"at\":[{},{}]}}\n", 600 + i * 37 % 400, 600 + i * 91 % 400))
        .collect();
    let start = Instant::now();
    let run = wythoff_reading(&["ask", "W^5", "--batch"], &input);
    assert_eq!((run.code, run.out.lines().count()), (0, 4000));
    // Solved one by one these take minutes here; the machine may be busy and the build without optimisation.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
