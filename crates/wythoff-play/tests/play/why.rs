//! Who wins, and why.

use crate::{at, by_definition, named, of_text, people};
use wythoff_budget::Budget;
use wythoff_play::{Act, Match, Player, Setup};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Position;
use wythoff_solve::Ground;
use wythoff_solve::strategy::reason;

#[test]
fn why_tells_a_win_from_a_win_thrown_away() {
    let mut played = people(&named("W^2"), &at(&[0, 1])).unwrap();
    let why = played.why().unwrap();
    assert_eq!((why.winner, why.thrown_away), (Player::Two, false));
    assert!(
        why.to_string()
            .starts_with("(0, 1) is P: the player who moved last wins; the previous player forbids")
    );
    played.decide(Act::Forbid(Vec::new())).unwrap();
    let why = played.why().unwrap();
    assert_eq!((why.winner, why.thrown_away), (Player::One, true));
}

/// Whatever the size, `why` gives the reason and the ground that the same question gets elsewhere.
#[test]
fn why_reasons_as_well_as_ask() {
    let number = |text: &str| wythoff_number::parse_natural(text).unwrap();
    let cases: [(&str, &str, &str); 9] = [
        ("WN", "10^20", "10^20+5"),
        ("WN", "10", "13"),
        ("3WN", "10^30+7", "4*10^30"),
        ("W^4", "11", "28"),
        ("W^4", "10^6", "2414214"),
        ("IN", "10^20", "10^20+5"),
        ("IN", "4", "4"),
        ("(2,1)IN", "7", "11"),
        ("W_2", "10^9", "10^9+3"),
    ];
    for (name, x, y) in cases {
        let position = Position::new(vec![number(x), number(y)]);
        let answer = Ways::of(named(name)).ask(&position, &[], &Budget::default()).unwrap();
        let why = Match::new(named(name), Setup::new(position), &Budget::default()).unwrap().why().unwrap();
        assert_eq!((why.outcome, &why.ground), (answer.outcome, &answer.ground), "{name}");
        assert_eq!(why.reason, reason(&named(name), &answer), "{name}");
        assert!(why.to_string().ends_with(&format!(" {}.\nGround: {}.", why.reason, why.ground)));
    }
    // In the course of a game, too, with what is remembered of it.
    let mut played = people(&named("IN"), &at(&[4, 4])).unwrap();
    played.decide(Act::Move(at(&[4, 0]))).unwrap();
    let why = played.why().unwrap();
    let answer = Ways::of(named("IN")).ask(&at(&[4, 0]), &[at(&[4, 4])], &Budget::default()).unwrap();
    assert_eq!(
        (why.winner, why.outcome),
        (Player::One, by_definition(&named("IN"), &at(&[4, 0]), &[at(&[4, 4])]).outcome)
    );
    assert!(
        matches!(&why.ground, Ground::Theorem(text) if text.contains("Main Theorem")),
        "{:?}",
        why.ground
    );
    assert_eq!(why.reason, reason(&named("IN"), &answer));
    // Rules without a theorem are decided by definition.
    let own = people(&of_text("move any: s + 2*t <= 4"), &at(&[5, 6])).unwrap();
    assert_eq!(own.why().unwrap().ground, Ground::Definition);
}
