//! The perfect player.

use crate::random::Numbers;
use crate::{Dice, all_games, at, by_definition, ending, finish, people, random_act, random_games, starts};
use wythoff_budget::Budget;
use wythoff_play::{Controller, Match, Player, Setup};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Outcome};
use wythoff_solve::Method;

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

/// Random games with every twist: the machine wins from every small position on the side that wins by the definition.
#[test]
fn random_games_are_won_by_the_winner() {
    let (mut numbers, mut dice, mut done) = (Numbers(0x9a3e), Dice(3), 0);
    while done < 150 {
        let text = random_games::text(&mut numbers);
        let Ok(game) = Game::from_text("random", &text, "") else { continue };
        done += 1;
        let ways = Ways::of(game.clone());
        for (x, y) in [(0, 0), (1, 0), (0, 2), (1, 1), (3, 1), (2, 4), (4, 4), (5, 3)] {
            let Some(played) = people(&game, &at(&[x, y])) else { continue };
            let answer = ways.ask_by(Method::Reference, &at(&[x, y]), &[], &Budget::default()).unwrap();
            let winner = if answer.outcome == Outcome::N { Player::One } else { Player::Two };
            assert_eq!(played.why().unwrap().winner, winner, "{text}({x}, {y})");
            for _ in 0..3 {
                let setup = Setup::new(at(&[x, y])).with(winner, Controller::Machine);
                let played = Match::new(game.clone(), setup, &Budget::default()).unwrap();
                assert_eq!(finish(played, |m| random_act(m, &mut dice)), winner, "{text}({x}, {y})");
            }
        }
    }
}
