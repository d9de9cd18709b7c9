//! The perfect player.

use crate::{Dice, all_games, by_definition, ending, finish, people, random_act, starts};
use wythoff::play::{Controller, Match, Player, Setup};
use wythoff::{Budget, Outcome};

#[test]
fn the_machine_wins_what_can_be_won() {
    let mut dice = Dice(1);
    for game in all_games() {
        for start in starts(&game) {
            let Some(played) = people(&game, &start) else { continue };
            let outcome = by_definition(&game, &start, &[]).outcome;
            let winner = if outcome == Outcome::N { Player::One } else { Player::Two };
            let why = played.why().unwrap();
            assert_eq!(why.winner, winner, "{} {start}", game.name());
            let against = |one: Controller, two: Controller| {
                let setup = Setup::new(start.clone()).with(winner, one).with(winner.other(), two);
                Match::new(game.clone(), setup, &Budget::default()).unwrap()
            };
            for _ in 0..6 {
                let played = against(Controller::Machine, Controller::Person);
                assert_eq!(finish(played, |m| random_act(m, &mut dice)), winner, "{} {start}", game.name());
            }
            let played = against(Controller::Machine, Controller::Machine);
            assert_eq!(finish(played, |_| unreachable!()), winner, "{} {start}", game.name());
        }
    }
}

#[test]
fn the_machine_takes_a_win_that_is_thrown_away() {
    // From the losing side it wins as soon as its advice says so.
    let mut dice = Dice(2);
    for game in all_games() {
        for start in starts(&game).iter().skip(2) {
            for machine in [Player::One, Player::Two] {
                let setup = Setup::new(start.clone()).with(machine, Controller::Machine);
                let Ok(mut played) = Match::new(game.clone(), setup, &Budget::default()) else { continue };
                let mut promised = false;
                while played.turn().player().is_some() {
                    if played.machine_is_asked() {
                        let wins = played.advice().unwrap().unwrap().wins;
                        assert!(wins || !promised, "{} {start}: a win was lost", game.name());
                        promised |= wins;
                        played.let_machine_decide().unwrap();
                    } else {
                        let act = random_act(&played, &mut dice);
                        played.decide(act).unwrap();
                    }
                }
                assert!(!promised || ending(&played).winner == machine, "{} {start}", game.name());
            }
        }
    }
}
