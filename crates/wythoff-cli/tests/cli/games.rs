//! `games`, `rules`, `completions` and the help texts.

use crate::{output, wythoff};

/// The table of the issue: every game by its name and by its notation.
const GAMES: [(&str, &str); 33] = [
    ("nim", "N"),
    ("wythoff", "WN"),
    ("k-wythoff(k=3)", "3WN"),
    ("connell(m=3)", "WN^(3)"),
    ("roob-blocking(k=2,m=3)", "2WN^3"),
    ("roob-blocking(k=1,m=3)", "WN^3"),
    ("modular(k=2,m=3)", "2WN^(3)"),
    ("shifted(k=2,m=3,l=1)", "2x3WN_1"),
    ("diagonal-blocking(p=2,m=3)", "(2,3)WN"),
    ("diagonal-blocking(p=3,m=1)", "W^3N"),
    ("imitation(p=2,m=3)", "(2,3)IN"),
    ("imitation(p=1,m=1)", "IN"),
    ("beta(beta=pi)", "beta(pi)"),
    ("beta(beta=sqrt(7))", "β(sqrt(7))"),
    ("invariant(k=2)", "G(alpha_2)"),
    ("blocking(k=4)", "W^4"),
    ("blocking-nim(k=3)", "N^3"),
    ("comply(k=4)", "W_4"),
    ("comply-diagonal(k=3)", "W_3N"),
    ("comply-rook(k=3)", "WN_3"),
    ("gdwn(p=1,q=2)", "(1,2)GDWN"),
    ("maharaja", "maharaja"),
    ("even-diagonal", "Even-Diagonal"),
    ("MODULAR(2, 3)", "2wn^(3)"),
    ("nim(piles=3)", "NIM(piles=3)"),
    ("nimsum-wythoff(piles=3)", "nimsum-wythoff(3)"),
    ("pair-wythoff(piles=3)", "Pair-Wythoff(3)"),
    ("equal-wythoff(piles=3)", "equal-wythoff( piles = 3 )"),
    ("point-imitation(piles=3)", "point-imitation(3)"),
    ("full-imitation(piles=3)", "full-imitation(3)"),
    ("raleigh", "Raleigh"),
    ("tribonacci", "TRIBONACCI"),
    ("shifted(2,3,1)", "2×3WN_1"),
];

#[test]
fn every_game_is_reached_by_name_and_by_notation() {
    for (name, notation) in GAMES {
        let solved = |game: &str| output(&["solve", game, "--to", "6", "--format", "csv"]);
        assert_eq!(solved(name), solved(notation), "{name} {notation}");
    }
}

#[test]
fn the_list_of_games() {
    insta::assert_snapshot!("games", output(&["games"]));
}

#[test]
fn the_list_of_games_as_json() {
    let list: serde_json::Value = serde_json::from_str(&output(&["games", "--json"])).expect("JSON");
    let games = list["games"].as_array().expect("a list");
    assert_eq!(games.len(), 27);
    for game in games {
        for key in ["name", "title", "words", "source", "known"] {
            assert!(game[key].as_str().is_some_and(|text| !text.is_empty()), "{key} of {game}");
        }
        assert!(game["parameters"].is_array() && game["notation"].is_array(), "{game}");
    }
}

#[test]
fn rules_of_every_game_name_words_source_and_what_is_known() {
    for name in GAMES.iter().map(|(name, _)| *name) {
        let text = output(&["rules", name]);
        for field in ["name", "rules", "source", "known"] {
            assert!(text.lines().any(|l| l.trim_start().starts_with(field)), "{field} of {name}:\n{text}");
        }
    }
}

#[test]
fn rules_with_and_without_values() {
    insta::assert_snapshot!("rules_shifted", output(&["rules", "shifted"]));
    insta::assert_snapshot!("rules_modular_2_3", output(&["rules", "2WN^(3)"]));
    insta::assert_snapshot!("rules_nim_on_3_piles", output(&["rules", "nim(piles=3)"]));
}

#[test]
fn the_rules_of_a_bound_game_are_a_rule_text() {
    let text = output(&["rules", "roob-blocking(k=2,m=3)"]);
    let (_, bound) = text.split_once("\nroob-blocking(k=2,m=3)\n").expect("the bound text comes last");
    let run = crate::wythoff_reading(&["solve", "-", "--to", "12", "--format", "csv"], bound);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, output(&["solve", "2WN^3", "--to", "12", "--format", "csv"]));
}

#[test]
fn every_help_text_has_an_example() {
    for command in ["games", "rules", "solve", "ask", "play", "replicate", "completions"] {
        let long = output(&[command, "--help"]);
        assert_eq!(long, output(&["help", command]));
        assert!(long.contains("Example") && long.contains(&format!("  wythoff {command}")), "{long}");
    }
    let all = output(&["--help"]);
    assert!(all.contains("wythoff ask W^4 11 28"));
    assert_eq!(output(&["--version"]), format!("wythoff {}\n", env!("CARGO_PKG_VERSION")));
}

/// A notation with letters where numbers belong.
#[test]
fn letters_stand_for_numbers() {
    for (typed, meant) in [("W^k", "W^2"), ("kWN^(m)", "2WN^(3)"), ("(p,m)WN", "(2,3)WN")] {
        let run = wythoff(&["solve", typed, "--to", "5"]);
        assert!(run.code == 2 && run.err.contains(&format!("did you mean {meant:?}?")), "{}", run.err);
        assert_eq!(wythoff(&["solve", meant, "--to", "5"]).code, 0, "{meant}");
    }
}

#[test]
fn no_command_shows_the_help() {
    let run = wythoff(&[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("Usage: wythoff <COMMAND>"));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(script.contains("wythoff") && script.contains("complete"), "{shell}");
    }
}
