//! The interface is the command line: the same data for the same question.

use crate::client::{Server, escaped};
use serde_json::{Value, json};
use std::process::Command;

fn printed(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().expect("it runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}"))
}

/// Without what is different at every run.
fn timeless(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.remove("seconds");
        fields.remove("certificate");
    }
    value
}

#[test]
fn it_answers_what_the_command_line_prints() {
    let server = Server::start();
    for (game, piles) in [
        ("WN", ["4", "6"]),
        ("W^4", ["11", "28"]),
        ("W^3", ["7", "9"]),
        ("2WN^(3)", ["5", "6"]),
        ("(2,1)WN", ["10", "13"]),
        ("W_2", ["4", "5"]),
        ("maharaja", ["8", "13"]),
        ("IN", ["7", "11"]),
        ("WN", ["10^100", "3*10^99"]),
    ] {
        let at = piles.map(escaped).join(",");
        let response = server.get(&format!("/api/v1/ask?game={}&at={at}", escaped(game)));
        assert_eq!(response.status, 200, "{game}: {}", response.json());
        let printed = printed(&["ask", game, piles[0], piles[1], "--json"]);
        assert_eq!(response.json(), printed, "{game}");
        assert_eq!(server.post("/api/v1/ask", &json!({"game": game, "at": piles})).json(), printed, "{game}");
    }
    // Byte by byte, too.
    let output =
        Command::new(env!("CARGO_BIN_EXE_wythoff")).args(["ask", "W^4", "11", "28", "--json"]).output();
    assert_eq!(server.get("/api/v1/ask?game=W%5E4&at=11,28").body, output.expect("it runs").stdout);
    let history = server.get("/api/v1/ask?game=%282%2C1%29IN&at=7,11&history=10,14;7,14").json();
    assert_eq!(history, printed(&["ask", "(2,1)IN", "7", "11", "--history", "10,14 7,14", "--json"]));
    for (path, arguments) in [
        ("games", vec!["games", "--json"]),
        ("rules?game=W%5E4", vec!["rules", "W^4", "--json"]),
        ("rules?game=blocking", vec!["rules", "blocking", "--json"]),
        ("list?game=W%5E4&to=30", vec!["solve", "W^4", "--to", "30", "--json"]),
        (
            "list?game=WN&first=5&from=10%5E30",
            vec!["solve", "WN", "--first", "5", "--from", "10^30", "--json"],
        ),
        ("list?game=WN&columns=50", vec!["solve", "WN", "--columns", "50", "--json"]),
        ("grundy?game=WN&to=8", vec!["grundy", "WN", "--to", "8", "--json"]),
        ("beams?game=WN&columns=3000", vec!["beams", "WN", "--columns", "3000", "--json"]),
        ("describe?game=WN", vec!["describe", "WN", "--json"]),
        ("compare?game=WN&other=W%5E1", vec!["compare", "WN", "W^1", "--json"]),
        ("star?game=WN&to=60", vec!["star", "WN", "--to", "60", "--json"]),
        ("decide?formula=Ax%20Ey%20y%20%3D%20x%2B1", vec!["decide", "Ax Ey y = x+1", "--json"]),
        ("prove?game=WN", vec!["prove", "WN", "--json"]),
    ] {
        let response = server.get(&format!("/api/v1/{path}"));
        assert_eq!(response.status, 200, "{path}: {}", response.json());
        assert_eq!(timeless(response.json()), timeless(printed(&arguments)), "{path}");
    }
}

#[test]
fn files_are_those_of_the_command_line() {
    let server = Server::start();
    for format in ["csv", "jsonl", "bfile", "latex", "table", "raw", "parquet"] {
        let arguments = ["solve", "W^4", "--to", "20", "--format", format];
        let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().expect("it runs");
        let response = server.get(&format!("/api/v1/download?game=W%5E4&to=20&format={format}"));
        assert_eq!((response.status, response.body == output.stdout), (200, true), "{format}");
    }
}

/// Options of `draw`, as both say them; without a value they are flags.
type Options = &'static [(&'static str, &'static str)];

/// What the command line writes to standard output, or the first line of what it says.
fn drawn(options: Options) -> Result<Vec<u8>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.args(["draw", "W^4", "--format", "svg", "-o", "-"]);
    for (name, value) in options {
        let name = if *name == "colouring" { "colour" } else { name };
        command.arg(format!("--{name}")).args(Some(value).filter(|value| !value.is_empty()));
    }
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let sentence = said.trim().trim_start_matches("error: ").to_owned();
    if output.status.success() { Ok(output.stdout) } else { Err(sentence) }
}

fn asked(server: &Server, options: Options) -> Result<Vec<u8>, String> {
    let query: String = options.iter().map(|(name, value)| format!("&{name}={}", escaped(value))).collect();
    let response = server.get(&format!("/api/v1/draw?game=W%5E4{query}"));
    match response.status {
        200 => Ok(response.body),
        _ => Err(response.json()["error"].as_str().expect("a sentence").to_owned()),
    }
}

#[test]
fn pictures_are_those_of_the_command_line() {
    let server = Server::start();
    let pictures: [Options; 13] = [
        &[],
        &[("to", "20")],
        &[("window", "10^30,5:20x10")],
        &[("at", "11,28")],
        &[("at", "11,28"), ("to", "40"), ("palette", "safe")],
        &[("against", "W^3"), ("to", "20")],
        &[("colouring", "surplus"), ("to", "12")],
        &[("colouring", "residue"), ("to", "12")],
        &[("strip", "2"), ("to", "12")],
        &[("columns", "3000"), ("size", "60")],
        &[("columns", "2000"), ("residual", ""), ("slope", "1+sqrt(2)"), ("range", "-9:9"), ("log", "")],
        &[("sequence", "a,delta"), ("first", "50"), ("slope", "phi")],
        &[("to", "30"), ("plain", ""), ("cell", "3"), ("method", "board")],
    ];
    for options in pictures {
        assert_eq!(asked(&server, options), drawn(options), "{options:?}");
    }
    // What does not go together is refused in the same words.
    let refused: [Options; 8] = [
        &[("log", "")],
        &[("residual", ""), ("columns", "99")],
        &[("sequence", "a"), ("to", "9")],
        &[("first", "9")],
        &[("size", "9"), ("colouring", "surplus")],
        &[("modulus", "5")],
        &[("cell", "65")],
        &[("columns", "99"), ("residual", ""), ("slope", "0")],
    ];
    for options in refused {
        let said = asked(&server, options).expect_err("it is refused");
        let words = |text: &str| text.replace("`colouring`", "`colour`").replace("--", "").replace('`', "");
        let printed = drawn(options).expect_err("it is refused");
        assert_eq!(words(&said), words(&printed), "{options:?}");
    }
    // Here the command line does not get beyond its arguments.
    assert!(asked(&server, &[("at", "1,2"), ("against", "W^3")]).is_err());
    assert!(asked(&server, &[("to", "9"), ("window", "0,0:5x5")]).is_err());
    assert!(asked(&server, &[("family", ""), ("to", "9")]).is_err());
}

#[test]
fn bad_requests_get_the_diagnostics_of_the_command_line() {
    let server = Server::start();
    let response = server.get("/api/v1/ask?game=modullar&at=1,2");
    assert_eq!(response.status, 400);
    let error = response.json()["error"].as_str().expect("a sentence").to_owned();
    assert!(error.contains("did you mean \"modular\"?"), "{error}");
    assert_eq!(response.json()["hint"], json!("games"));
    let text = "game \"G\"\nmove rook: s = 0 or tt = 0\n";
    let response = server.post("/api/v1/ask", &json!({"text": text, "at": [1, 2]}));
    let first = response.json()["diagnostics"][0].clone();
    assert_eq!((response.status, &first["line"], &first["column"]), (400, &json!(2), &json!(21)));
    let response = server.post("/api/v1/ask", &json!({"game": "W^4", "at": [1, 2], "metod": "auto"}));
    assert_eq!(response.json()["error"], json!("ask has no field `metod`; did you mean `method`?"));
}
