//! Taking back, doing again, and records.

use crate::{Dice, all_games, at, named, people, random_act, seen, starts};
use proptest::prelude::*;
use wythoff_budget::Budget;
use wythoff_play::{Act, BadRecord, Controller, Level, Match, Player, Record, Setup};
use wythoff_rules::{Game, Position};

#[test]
fn everything_can_be_taken_back_and_replayed() {
    let mut dice = Dice(4);
    for game in all_games() {
        let Some(mut played) = starts(&game).last().and_then(|s| people(&game, s)) else { continue };
        let mut states = vec![seen(&played)];
        while played.turn().player().is_some() {
            let act = random_act(&played, &mut dice);
            let before = seen(&played);
            played.decide(act.clone()).unwrap();
            assert_eq!(played.undo(), Some(act));
            assert_eq!(seen(&played), before, "{}", game.name());
            assert_eq!(played.redo(), 1);
            states.push(seen(&played));
            let record = played.record();
            let again = Match::replay(game.clone(), &record, &Budget::default()).unwrap();
            assert_eq!(Some(&seen(&again)), states.last());
            assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
        }
        let last = states.pop().unwrap();
        for state in states.iter().rev() {
            assert!(played.undo().is_some());
            assert_eq!(seen(&played), *state);
        }
        assert_eq!(played.undo(), None);
        while played.redo() > 0 {}
        assert_eq!(seen(&played), last);
    }
}

#[test]
fn undo_goes_back_to_the_person() {
    let setup = Setup::new(at(&[7, 9])).with(Player::Two, Controller::Machine);
    let mut played = Match::new(named("W^3"), setup, &Budget::default()).unwrap();
    assert!(matches!(played.let_machine_decide().unwrap(), Some(Act::Forbid(_))));
    assert_eq!(played.undo(), None, "the machine's decisions are not taken back alone");
    played.decide(Act::Move(at(&[7, 8]))).unwrap();
    played.decide(Act::Forbid(Vec::new())).unwrap();
    played.let_machine_decide().unwrap();
    played.let_machine_decide().unwrap();
    let there = seen(&played);
    assert_eq!(played.undo(), Some(Act::Forbid(Vec::new())));
    assert_eq!((played.position(), played.moves_made()), (at(&[7, 8]), 1));
    assert_eq!(played.redo(), 3, "the person's decision and the machine's after it");
    assert_eq!(seen(&played), there);
    played.undo();
    played.undo();
    assert_eq!(played.position(), at(&[7, 9]));
    played.decide(Act::Move(at(&[6, 9]))).unwrap();
    assert_eq!(played.redo(), 0, "another move was made");
    // A refused decision changes nothing, what was taken back included.
    played.undo();
    assert!(played.decide(Act::Move(at(&[9, 9]))).is_err());
    assert_eq!(played.redo(), 1);
}

#[test]
fn records_of_other_games_and_wrong_texts() {
    let mut played = people(&named("WN"), &at(&[3, 4])).unwrap();
    played.decide(Act::Move(at(&[1, 2]))).unwrap();
    let record = played.record();
    let replay =
        |game: &str, record: &Record| Match::replay(named(game), record, &Budget::default()).unwrap_err();
    assert!(matches!(replay("2WN", &record), BadRecord::OtherGame { .. }));
    let mut wrong = record.clone();
    wrong.acts.push(Act::Move(at(&[0, 0])));
    let text = "decision 2 of the record, move (0, 0), is illegal: taking (1, 2) is none of the moves (rook, bishop)";
    assert_eq!(replay("WN", &wrong).to_string(), text);
    let text = record.to_string();
    let parse = |text: &str| text.parse::<Record>().unwrap_err().to_string();
    assert_eq!(parse(&text.replace("start (3, 4)\n", "")), "the record does not say where it starts");
    let line = text.lines().count();
    let wrong = parse(&text.replace("move (1, 2)\n", "jump (1, 2)\n"));
    assert_eq!(wrong, format!("line {line} of the record: \"jump\" begins no line of a record"));
    for odd in
        ["move (1, x)", "move 1 2", "move (1, 2", "forbid", "players person", "begins three", "move ()"]
    {
        assert!(format!("{text}{odd}\n").parse::<Record>().is_err(), "{odd}");
    }
    let from_nim = people(&named("nim"), &at(&[3, 4])).unwrap().record();
    let by_hand = Game::from_text("other.game", "game \"Nim\"\nmove nim: s = 0 or t = 0\n", "").unwrap();
    let verdict = Match::replay(by_hand, &from_nim, &Budget::default());
    assert!(matches!(verdict, Err(BadRecord::OtherGame { .. })), "moves go by another name");
}

/// A record holds its game: by name where the rules are still the same, else from the rules.
#[test]
fn a_record_finds_its_game() {
    for game in all_games() {
        let Some(played) = starts(&game).iter().skip(2).find_map(|s| people(&game, s)) else { continue };
        let record = played.record();
        let found = record.game().unwrap_or_else(|e| panic!("{}: {e}", game.name()));
        assert_eq!(found.identity(), game.identity());
        assert_eq!(seen(&Match::replay(found, &record, &Budget::default()).unwrap()), seen(&played));
    }
    let mut renamed = people(&named("2WN"), &at(&[3, 4])).unwrap().record();
    renamed.game = "WN".to_owned();
    assert_eq!(renamed.game().unwrap().identity(), named("2WN").identity(), "the rules count, not the name");
}

#[test]
fn records_say_who_won() {
    let mut played = people(&named("WN"), &at(&[1, 2])).unwrap();
    played.decide(Act::Move(at(&[0, 2]))).unwrap();
    assert_eq!(played.record().winner, None);
    played.decide(Act::Move(at(&[0, 0]))).unwrap();
    let mut record = played.record();
    assert_eq!(record.winner, Some(Player::Two));
    record.winner = Some(Player::One);
    let wrong = Match::replay(named("WN"), &record, &Budget::default()).unwrap_err();
    assert_eq!(wrong.to_string(), "the record says that player one won, and its decisions do not lead there");
    assert!(
        Record::read("{}").unwrap_err().to_string().starts_with("the record cannot be read: missing field")
    );
}

fn some_position() -> impl Strategy<Value = Position> {
    let pile = prop_oneof![any::<u8>().prop_map(|n| n.to_string()), "[1-9][0-9]{0,40}"];
    prop::collection::vec(pile, 1..4).prop_map(|piles| {
        Position::new(piles.iter().map(|p| wythoff_number::parse_natural(p).unwrap()).collect())
    })
}

fn some_act() -> impl Strategy<Value = Act> {
    let list = || prop::collection::vec(some_position(), 0..3);
    prop_oneof![
        some_position().prop_map(Act::Move),
        list().prop_map(Act::Forbid),
        list().prop_map(Act::Propose)
    ]
}

proptest! {
    #[test]
    fn records_are_read_as_they_are_written(
        game in "[a-z^()0-9=,]{1,12}",
        rules in prop::collection::vec("[a-z:=][a-z:= ]{0,18}[a-z]", 0..3),
        start in some_position(),
        history in prop::collection::vec(some_position(), 0..3),
        (one, two, second) in any::<(bool, bool, bool)>(),
        acts in prop::collection::vec(some_act(), 0..6),
        (level, seed) in (0..Level::ALL.len(), any::<u32>()),
        winner in prop::option::of(prop::sample::select(vec![Player::One, Player::Two])),
    ) {
        let controller = |machine| if machine { Controller::Machine } else { Controller::Person };
        let setup = Setup::new(start).after(history).with(Player::One, controller(one)).with(Player::Two, controller(two));
        let setup = setup.begun_by(if second { Player::Two } else { Player::One });
        let setup = setup.at_level(Level::ALL[level], seed);
        let rules: String = rules.iter().map(|l| format!("{l}\n")).collect();
        let record = Record { game, rules, setup, acts, winner };
        prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record);
        let json = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Record>(&json).unwrap(), &record);
        prop_assert_eq!(&Record::read(&json).unwrap(), &record);
        prop_assert_eq!(&Record::read(&record.to_string()).unwrap(), &record);
    }
}
