//! `star` and `learn`.

use crate::{output, wythoff};

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&wythoff(arguments).out).expect("JSON")
}

#[test]
fn stars_have_the_fields_that_scripts_rely_on() {
    let found = json(&["star", "--pair", "sqrt(2)", "--to", "40", "--json"]);
    assert_eq!((&found["invariant"], &found["double_star"]), (&"yes".into(), &true.into()));
    assert_eq!((&found["stuck"], &found["repeats_from"]), (&serde_json::Value::Null, &0.into()));
    assert_eq!(found["sets"][0]["first"][0], serde_json::json!(["1", "3"]));
    let run = wythoff(&["star", "W^2", "--to", "40", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &found["invariant"]), (1, &"no".into()));
    assert!(found["stuck"][0].is_string(), "{found}");
    let text = output(&["star", "WN", "--to", "40"]);
    assert!(
        text.starts_with("WN: the P-positions of an invariant game, at all sizes: its own moves"),
        "{text}"
    );
    assert!(text.contains("M*** = M*"), "{text}");
}

#[test]
fn lists_of_pairs_go_in_and_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs.csv");
    let listed = output(&["star", "--pair", "pi", "--to", "30", "--list", "0"]);
    assert!(listed.starts_with("1,3\n2,6\n4,9\n"), "{listed}");
    std::fs::write(&path, &listed).expect("written");
    let name = path.to_str().expect("a name");
    let found = json(&["star", "--pairs", name, "--to", "30", "--json"]);
    assert_eq!((&found["invariant"], &found["double_star"]), (&"as far as computed".into(), &true.into()));
    // The dual game: its P-positions are the pairs.
    let rules = output(&["star", "--pair", "pi", "--to", "30", "--rules", "1"]);
    let game = folder.path().join("dual.game");
    std::fs::write(&game, rules).expect("written");
    let solved = output(&["solve", game.to_str().expect("a name"), "--to", "30", "--format", "csv"]);
    assert_eq!(solved, format!("x,y\n0,0\n{listed}"));
    assert_eq!(wythoff(&["star", "WN", "--to", "900", "--rules", "0"]).code, 2);
    std::fs::write(&path, "1,2\none\n").expect("written");
    let run = wythoff(&["star", "--pairs", name]);
    assert_eq!((run.code, run.err.contains("line 2 is not a pair")), (2, true), "{}", run.err);
}

#[test]
fn stars_at_all_sizes_are_rules_that_carry_an_automaton() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = output(&["star", "WN", "--rules", "1", "--all-sizes"]);
    assert!(
        text.starts_with("# M: the moves of WN") && text.contains("load Z = \"automaton in fib"),
        "{text}"
    );
    let path = folder.path().join("star.game");
    std::fs::write(&path, text).expect("written");
    let solved = output(&["solve", path.to_str().expect("a name"), "--to", "40", "--format", "csv"]);
    let listed = output(&["star", "WN", "--to", "40", "--list", "2"]);
    assert_eq!(solved, format!("x,y\n0,0\n{listed}"));
    let text = output(&["star", "N", "--rules", "2", "--all-sizes"]);
    assert!(text.contains("# M** = M at all sizes\n"), "{text}");
}

#[test]
fn what_has_no_stars_is_refused() {
    for (arguments, says) in [
        (&["star"][..], "required"),
        (&["star", "--pair", "3/2"], "rational"),
        (&["star", "--pair", "sqr(2)"], "sqr"),
        (&["star", "nim(piles=3)"], "two piles"),
        (&["star", "WN", "--to", "20000"], "10000"),
        (&["star", "WN", "--ordered"], "--ordered"),
        (&["star", "WN", "--all-sizes"], "--rules"),
        (&["star", "WN", "--rules", "1", "--all-sizes", "--to", "9"], "--to"),
        (&["star", "--pair", "pi", "--rules", "0", "--all-sizes"], "quadratic"),
        (&["learn", "maharaja"], "(2,1)WN"),
        (&["learn", "WN", "--games", "0"], "games"),
    ] {
        let run = wythoff(arguments);
        assert_eq!((run.code, run.err.contains(says)), (2, true), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn learning_is_a_table() {
    let arguments = ["learn", "(2,1)WN", "(2,1)IN", "--games", "10", "--seeds", "3"];
    let text = output(&arguments);
    assert!(
        text.starts_with("(2,1)WN: ") && text.contains("\n(2,1)IN: ") && text.contains("first game"),
        "{text}"
    );
    assert_eq!(text, output(&arguments), "the same seeds give the same table");
    let found = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(found["lessons"][1]["family"], "imitation");
    assert_eq!(found["lessons"][0]["rows"][3]["games"], 10);
}
