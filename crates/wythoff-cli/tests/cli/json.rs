//! `--json` of every command: snapshots, and every example of docs/json.md.

use crate::{folder, output, wythoff_in};
use serde_json::Value;

fn pretty(text: &str) -> String {
    let value: Value = serde_json::from_str(text).expect("JSON");
    serde_json::to_string_pretty(&value).expect("it was JSON")
}

#[test]
fn snapshots() {
    for (name, command) in [
        ("rules_open", "rules modular --json"),
        ("rules_bound", "rules 2WN^(3) --json"),
        ("rules_piles", "rules nim(piles=3) --json"),
        ("grundy", "grundy 2x3WN_1 --to 3 --json"),
        ("grundy_periods", "grundy WN --to 3 --periods --length 40 --json"),
        ("solve_to", "solve W^3 --to 4 --json"),
        ("solve_from", "solve WN --from 10^20 --first 2 --json"),
        ("solve_columns", "solve 2x3WN_1 --columns 4 --json"),
        ("solve_height", "solve W_2 --columns 2 --height 3 --json"),
        ("solve_count", "solve W^4 --columns 10^3 --count --json"),
        ("ask", "ask W^4 11 28 --json"),
        ("ask_comply", "ask W_2 2 3 --json"),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        insta::assert_snapshot!(name, pretty(&output(&arguments)));
    }
    insta::assert_snapshot!(
        "ask_sum",
        pretty(&output(&["ask", "--sum", "WN 3 4", "nim(piles=3) 1 2 3", "--json"]))
    );
    insta::assert_snapshot!("games", pretty(&output(&["games", "--json"])));
    let there = folder();
    crate::write(there.path(), "short.game", "game \"Short\"\nparam k >= 1\nmove rook: s = 0 and t <= k\n");
    let own = wythoff_in(there.path(), &["rules", "short.game(k=3)", "--json"]);
    insta::assert_snapshot!("rules_own", pretty(&own.out));
}

#[test]
fn errors_stay_on_standard_error() {
    for command in
        ["rules nosuch --json", "grundy W^3 --to 3 --json", "solve WN --to x --json", "ask WN 3 --json"]
    {
        let run = crate::wythoff(&command.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        assert!(run.err.starts_with("error: "), "{command}: {}", run.err);
    }
}
