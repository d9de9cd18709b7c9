//! Reports: what was written reads back as the same, and nothing is lost on the way.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use wythoff_budget::Budget;
use wythoff_check::{AnyCertificate, Proved};
use wythoff_logic::{decide, parse};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::load::numeration;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_service::report::{
    AnswerReport, DecisionReport, GamesReport, GrundyReport, ListReport, PeriodsReport, ProofReport,
    RulesReport, SumReport,
};
use wythoff_solve::grundy::Grundy;
use wythoff_solve::sum;
use wythoff_solve::{Ground, Method, MethodUsed};

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> serde_json::Value {
    let text = serde_json::to_string_pretty(value).expect("JSON");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("the same JSON"), value);
    serde_json::from_str(&text).expect("JSON")
}

/// Every kind of game, way of solving and ground that answers come from.
#[test]
fn answers_read_back() {
    let big = "1000000000000000000000000000007";
    let (mut methods, mut few) = (Vec::new(), Vec::new());
    for (name, piles) in [
        ("WN", ["3", "5"]),
        ("WN", [big, big]),
        ("W^4", ["11", "28"]),
        ("W^4", [big, "7"]),
        ("W_4", ["5", "7"]),
        ("W_3", [big, "7"]),
        ("W_3", ["499999999999999999999999999999", "1000000000000000000000000000000"]),
        ("W^5", ["3000", "2000"]),
        ("W^6", ["3000", "2000"]),
        ("gdwn(1,2)", ["30", "20"]),
        ("IN", [big, "12"]),
        ("2x3WN_1", ["5", "7"]),
        ("maharaja", ["0", "0"]),
    ] {
        let game = Game::named(name).expect("a game");
        let position = Position::new(piles.iter().map(|p| p.parse().expect("digits")).collect());
        let answer = Ways::of(game.clone()).ask(&position, &[], &Budget::default()).expect("an answer");
        let report = AnswerReport::new(&game, &answer);
        let value = reads_back(&report);
        let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
        assert_eq!(keys[..3], ["game", "position", "outcome"]);
        assert_eq!(value["method"], answer.method.to_string());
        assert_eq!(value["ground"], answer.ground.to_string());
        assert_eq!(value["position"][0], piles[0], "piles are strings");
        assert_eq!((&report.winning_moves, &report.block), (&answer.winning_moves, &answer.block));
        assert_eq!(value.get("propose").is_some(), name.starts_with("W_"), "of comply games only");
        assert_eq!(value["winning_moves_all_but"].is_array(), answer.all_but.is_some());
        few.extend(answer.all_but.clone());
        methods.push(answer.method);
    }
    assert_eq!(few.len(), 1, "one answer says which few moves do not win");
    let expected = [MethodUsed::Reference, MethodUsed::Beatty, MethodUsed::Columns, MethodUsed::Automaton];
    for method in expected.into_iter().chain([MethodUsed::Beams]) {
        assert!(methods.contains(&method), "{method} of {methods:?}");
    }
}

#[test]
fn grounds_and_names_of_methods_read_back() {
    let text = || "Theorem 1 of a paper".to_owned();
    for ground in
        [Ground::Definition, Ground::Theorem(text()), Ground::Certificate(text()), Ground::Conjecture(text())]
    {
        assert_eq!(reads_back(&ground), ground.to_string());
    }
    for method in [
        MethodUsed::Reference,
        MethodUsed::Board,
        MethodUsed::Columns,
        MethodUsed::Beatty,
        MethodUsed::Morphism,
        MethodUsed::Recursive,
        MethodUsed::Imitation,
        MethodUsed::Automaton,
        MethodUsed::Tail,
        MethodUsed::Beams,
        MethodUsed::Grundy,
    ] {
        assert_eq!(reads_back(&method), method.name());
    }
    assert_eq!(reads_back(&Outcome::P), "P");
}

#[test]
fn positions_read_back_and_odd_ones_do_not() {
    reads_back(&Position::small(&[0, u64::MAX, 7]));
    reads_back(&Position::new(vec!["9".repeat(500).parse().expect("digits")]));
    for wrong in
        [r#"["-1"]"#, r#"["+1"]"#, r#"["1_0"]"#, r#"[""]"#, r#"["x"]"#, "[-1]", "[1.5]", "[null]", "7"]
    {
        assert!(serde_json::from_str::<Position>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn sums_tables_and_lists_read_back() {
    let game = Game::named("2x3WN_1").expect("a game");
    let rules = game.ruleset().expect("two piles");
    let values = Grundy::solve(rules, 40, 3, &Budget::default()).expect("values");
    let table = reads_back(&GrundyReport::new(&game, &values));
    assert_eq!(table["rows"].as_array().map(Vec::len), Some(3));
    assert!(table["rows"][0][0].is_null(), "the square does not exist");
    let wythoff = Game::named("WN").expect("a game");
    let values = Grundy::solve(wythoff.ruleset().expect("two piles"), 200, 2, &Budget::default());
    let periods = reads_back(&PeriodsReport::new(&wythoff, &values.expect("values")));
    assert_eq!((&periods["length"], &periods["periods"][0]["period"]), (&200.into(), &1.into()));

    let parts = [(&wythoff, Position::small(&[3, 4])), (&wythoff, Position::small(&[1, 1]))];
    let answer = sum::ask(&parts, &Budget::default()).expect("an answer");
    let report = SumReport::new(&parts, &answer);
    assert_eq!(reads_back(&report)["grundy"].to_string(), answer.value.to_string());
    assert_eq!(report.sum.len(), 2);

    let games = reads_back(&GamesReport::all());
    assert_eq!(games["games"].as_array().map(Vec::len), Some(wythoff_rules::rulebook::entries().count()));

    for name in ["W^4", "shifted(2,3,1)", "nim(piles=3)", "raleigh"] {
        let rules = reads_back(&RulesReport::of_game(&Game::named(name).expect("a game")));
        assert!(rules["bound"]["symmetric"].is_boolean(), "{rules}");
    }
    let own = Game::from_text("own", "game \"Own\"\nparam k >= 1\nmove m: s = 0 and t <= k\n", "k=2");
    let own = reads_back(&RulesReport::of_game(&own.expect("a game")));
    assert_eq!((&own["name"], &own["bound"]["symmetric"]), (&"own(k=2)".into(), &false.into()));

    let positions = Ways::of(wythoff.clone()).list_to(Method::Auto, 20, &Budget::default()).expect("a list");
    let extent = wythoff_service::export::Extent::From("1".repeat(40).parse().expect("digits"), 3);
    let listing =
        wythoff_service::export::Listing { game: &wythoff, half: true, extent, positions: &positions };
    let list = reads_back(&ListReport::new(&listing));
    assert_eq!(list["board"], serde_json::json!({"from": "1".repeat(40), "first": 3}));
}

#[test]
fn proofs_and_decisions_read_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff-prove/certificates/wythoff.json");
    let text = std::fs::read_to_string(path).expect("a certificate of the repository");
    let certificate: AnyCertificate = text.parse().expect("a certificate");
    let claim = Proved::new(certificate.clone(), &Budget::default()).expect("a true claim");
    let proved = reads_back(&ProofReport::proved(&claim));
    assert_eq!((&proved["verdict"], &proved["claim"]["kind"]), (&"proved".into(), &"automaton".into()));
    let huge = "1".repeat(40).parse().expect("digits");
    let refuted = reads_back(&ProofReport::refuted(&certificate, &huge, &3_u8.into()));
    assert_eq!(refuted["at"], serde_json::json!(["1".repeat(40), "3"]));
    let open = reads_back(&ProofReport::undecided(&certificate, &wythoff_budget::Limit::Time));
    assert_eq!((&open["verdict"], &open["reason"]), (&"undecided".into(), &"the time is up".into()));

    // A search that found nothing, with all that it tried.
    let game = Game::named("W^4").expect("a game");
    let rules = game.ruleset().expect("two piles");
    let effort = wythoff_prove::guess::Effort {
        boards: vec![600],
        states: 5,
        systems: Some(vec!["pell".parse().expect("a numeration"), "fib".parse().expect("a numeration")]),
        ..Default::default()
    };
    let mut solver = wythoff_prove::source::Solver::new(rules);
    let proof = wythoff_prove::guess::prove(rules, &mut solver, &effort, &Budget::default());
    let search = reads_back(&ProofReport::of_search(rules, &proof));
    assert_eq!((&search["verdict"], &search["tries"][0]["kind"]), (&"undecided".into(), &"automaton".into()));
    assert_eq!(search["tries"].as_array().map(Vec::len), Some(2));
    assert_eq!(search["tries"][0]["end"], "too-many-states");

    let base = numeration("base(2)").expect("a numeration");
    let formula = "Ex x + 1 = 1000000";
    let sentence = decide(&parse(formula).expect("a formula"), &base, &[], &Budget::default());
    let report = reads_back(&DecisionReport::new(formula, "base(2)", &sentence.expect("decided")));
    assert_eq!(report["example"], serde_json::json!([{"name": "x", "value": "999999"}]));
}
