//! Levels: mistakes as often as promised, from the seed alone, and never at the last moment.

use crate::{Dice, all_games, at, by_definition, ending, named, random_act, starts};
use wythoff_budget::Budget;
use wythoff_play::{Act, Basis, Controller, Level, Match, Player, Setup, Turn};
use wythoff_rules::{Game, Outcome, Position};

fn machines(game: &Game, start: &Position, level: Level, seed: u32) -> Option<Match> {
    let setup = Setup::new(start.clone()).with(Player::One, Controller::Machine);
    let setup = setup.with(Player::Two, Controller::Machine).at_level(level, seed);
    Match::new(game.clone(), setup, &Budget::default()).ok()
}

/// How many decisions could have been mistakes, and how many were.
fn count(game: &Game, start: &Position, level: Level, seed: u32) -> (u32, u32) {
    let Some(mut played) = machines(game, start, level, seed) else { return (0, 0) };
    let (mut chances, mut mistakes) = (0, 0);
    while let Some(player) = played.turn().player() {
        let advice = played.advice().unwrap().unwrap();
        let turn = played.turn();
        played.let_machine_decide().unwrap().unwrap();
        let kept = played.winner().unwrap() == player;
        if advice.wins && matches!(advice.basis, Basis::Remoteness(0 | 1)) {
            assert!(kept, "{} {start}: a win at once was missed", game.name());
        } else if advice.wins {
            // Where every move wins there is no mistake to be made; that is rare enough.
            chances += u32::from(matches!(turn, Turn::Move { .. }));
            mistakes += u32::from(matches!(turn, Turn::Move { .. }) && !kept);
        } else {
            assert!(!kept, "{} {start}: nothing wins", game.name());
        }
    }
    (chances, mistakes)
}

#[test]
fn mistakes_are_as_frequent_as_promised() {
    let mut rates = Vec::new();
    for level in Level::ALL {
        let (mut chances, mut mistakes) = (0, 0);
        for seed in 0..60 {
            for (x, y) in [(10, 13), (7, 9), (8, 12), (9, 5)] {
                let (more, wrong) = count(&named("WN"), &at(&[x, y]), level, seed);
                (chances, mistakes) = (chances + more, mistakes + wrong);
            }
        }
        let promised = level.mistakes_in_100() * chances / 100;
        assert!(chances > 300, "{level}: {chances}");
        assert!(
            mistakes.abs_diff(promised) * 12 <= chances,
            "{level}: {mistakes} of {chances}, not {promised}"
        );
        rates.push(mistakes * 1000 / chances);
    }
    assert!(rates.is_sorted_by(|a, b| a > b), "{rates:?}");
    assert_eq!(rates.last(), Some(&0), "the perfect player makes none");
}

/// Whatever the game and the level: legal decisions, the same from the same seed, no win at once is missed.
#[test]
fn the_same_seed_gives_the_same_game() {
    let mut differs = 0;
    for game in all_games() {
        for start in starts(&game).iter().skip(2) {
            for level in Level::ALL {
                count(&game, start, level, 3);
                let play = |seed| {
                    let mut played = machines(&game, start, level, seed)?;
                    while played.let_machine_decide().unwrap().is_some() {}
                    Some(played.record().acts)
                };
                assert_eq!(play(3), play(3), "{} {start} {level}", game.name());
                assert!(level != Level::Perfect || play(3) == play(4));
                differs += u32::from(play(3) != play(4));
            }
        }
    }
    assert!(differs > 50, "{differs}");
}

/// Weak machines lose games that the perfect player wins, each by mistakes against an opponent who makes none.
#[test]
fn an_easy_machine_can_be_beaten() {
    let winner = |level: Level, seed: u32| {
        let setup = Setup::new(at(&[10, 13])).with(Player::One, Controller::Machine).at_level(level, seed);
        let mut played = Match::new(named("WN"), setup, &Budget::default()).unwrap();
        while played.turn().player().is_some() {
            if played.let_machine_decide().unwrap().is_none() {
                let advice = played.advice().unwrap().unwrap();
                played.decide(advice.act).unwrap();
            }
        }
        ending(&played).winner
    };
    let won = |level: Level| (0..40).filter(|seed| winner(level, *seed) == Player::One).count();
    let wins = Level::ALL.map(won);
    assert!(wins.is_sorted(), "{wins:?}");
    assert!(wins[0] <= 25 && wins[3] == 40, "{wins:?}");
}

/// Taking back and going on is as if nothing had happened.
#[test]
fn undo_does_not_change_the_lot() {
    let setup = Setup::new(at(&[9, 12])).with(Player::Two, Controller::Machine).at_level(Level::Easy, 11);
    let mut dice = Dice(8);
    let mut played = Match::new(named("W^2"), setup, &Budget::default()).unwrap();
    while played.turn().player().is_some() {
        if played.let_machine_decide().unwrap().is_none() {
            let act = random_act(&played, &mut dice);
            let mut tried = played.clone();
            tried.decide(random_act(&played, &mut dice)).unwrap();
            while tried.let_machine_decide().unwrap().is_some() {}
            tried.undo().unwrap();
            tried.decide(act.clone()).unwrap();
            played.decide(act).unwrap();
            let mut again = played.clone();
            while again.let_machine_decide().unwrap().is_some() {}
            while tried.let_machine_decide().unwrap().is_some() {}
            assert_eq!(tried.record().acts, again.record().acts);
        }
    }
}

#[test]
fn large_piles_know_mistakes_too() {
    let number = |text: &str| wythoff_number::parse_natural(text).unwrap();
    let start = Position::new(vec![number("10^20"), number("10^20+5")]);
    for name in ["WN", "IN", "W^2"] {
        let mut lost = 0;
        for seed in 0..20 {
            let mut played = machines(&named(name), &start, Level::Easy, seed).unwrap();
            let before = played.winner().unwrap();
            while played.moves_made() == 0 {
                played.let_machine_decide().unwrap();
            }
            lost += u32::from(played.winner().unwrap() != before);
        }
        assert!((4..=16).contains(&lost), "{name}: {lost} of 20");
    }
    // A lost position stays lost whatever is drawn.
    let mut played = machines(&named("WN"), &at(&[1, 2]), Level::Easy, 1).unwrap();
    assert_eq!(by_definition(&named("WN"), &at(&[1, 2]), &[]).outcome, Outcome::P);
    assert!(matches!(played.let_machine_decide(), Ok(Some(Act::Move(_)))));
    assert_eq!(played.winner().unwrap(), Player::Two);
}
