//! Boards as data: every square says what a move there would be.

use crate::{Dice, all_games, at, by_definition, named, of_text, people, random_act, starts};
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_play::{Act, BoardView, Match, Setup, SquareRole, Standing, Turn};
use wythoff_rules::Position;

/// All squares of a board with their positions.
fn squares(view: &BoardView) -> Vec<(Position, wythoff_play::BoardSquare)> {
    let at = |i: u32, j: u32| {
        let [x, y] = view.corner.piles() else { panic!("two piles") };
        Position::new(vec![x + Natural::from(i), y + Natural::from(j)])
    };
    let places = (0..view.height).flat_map(|j| (0..view.width).map(move |i| (i, j)));
    places.map(|(i, j)| (at(i, j), view.square(i, j).unwrap().clone())).collect()
}

/// On every board of every game a square is drawn as an option if and only if it is one, of the right standing and kinds.
#[test]
fn squares_are_what_the_turn_says() {
    let mut dice = Dice(5);
    for game in all_games().into_iter().filter(|g| g.piles() == 2) {
        let Some(mut played) = starts(&game).iter().rev().find_map(|s| people(&game, s)) else { continue };
        while played.turn().player().is_some() {
            let turn = played.turn();
            let view = played.board(&played.window(50, 50).unwrap(), false).unwrap();
            let proposed = matches!(&turn, Turn::Move { proposed: Some(_), .. });
            for (to, square) in squares(&view) {
                let offer = turn.options().unwrap().iter().find(|o| o.to == to);
                let expected = match offer.map(|o| o.standing) {
                    Some(Standing::Open) if proposed => SquareRole::Proposed,
                    Some(Standing::Open) => SquareRole::Open,
                    Some(Standing::Forbidden) => SquareRole::Forbidden,
                    Some(Standing::NotProposed) => SquareRole::NotProposed,
                    Some(Standing::Protected) => SquareRole::Protected,
                    Some(other) => panic!("{other:?}"),
                    None if to == played.position() => SquareRole::Here,
                    None => match square.role {
                        role @ (SquareRole::Imitates | SquareRole::Missing | SquareRole::Other) => role,
                        role => panic!("{}: {to} is no {role:?}", game.name()),
                    },
                };
                assert_eq!(square.role, expected, "{} {to}", game.name());
                let kinds: Vec<String> = square.kinds.iter().map(|k| view.kinds[*k].clone()).collect();
                assert!(offer.is_none_or(|o| o.kinds == kinds), "{} {to}", game.name());
                assert_eq!(square.outcome, None, "nobody asked");
            }
            let act = random_act(&played, &mut dice);
            played.decide(act).unwrap();
        }
    }
}

#[test]
fn the_solution_is_shown_when_it_is_asked_for() {
    for game in ["WN", "W^3", "2WN^(3)", "shifted(k=2,m=3,l=1)"].map(named) {
        let played = people(&game, &at(&[6, 7])).unwrap();
        let view = played.board(&played.window(50, 50).unwrap(), true).unwrap();
        for (to, square) in squares(&view).into_iter().filter(|(_, s)| s.role != SquareRole::Missing) {
            assert_eq!(square.outcome, Some(by_definition(&game, &to, &[]).outcome), "{} {to}", game.name());
        }
    }
    // With memory only what can be reached now has an outcome.
    let mut played = people(&named("IN"), &at(&[4, 4])).unwrap();
    played.decide(Act::Move(at(&[4, 2]))).unwrap();
    let view = played.board(&played.window(50, 50).unwrap(), true).unwrap();
    for (to, square) in squares(&view) {
        let known = matches!(square.role, SquareRole::Here | SquareRole::Open);
        let expected = known.then(|| match square.role {
            SquareRole::Here => by_definition(&named("IN"), &to, &[at(&[4, 4])]).outcome,
            _ => by_definition(&named("IN"), &to, &[at(&[4, 4]), at(&[4, 2])]).outcome,
        });
        assert_eq!(square.outcome, expected, "{to}");
    }
    assert_eq!(view.square(2, 2).unwrap().role, SquareRole::Imitates);
}

#[test]
fn squares_that_do_not_exist_and_windows() {
    let game = of_text("move rook: s = 0 or t = 0\nposition: x + y != 3");
    let played = people(&game, &at(&[3, 3])).unwrap();
    let view = played.board(&played.window(50, 50).unwrap(), false).unwrap();
    assert_eq!(view.square(3, 0).unwrap().role, SquareRole::Missing);
    assert_eq!(view.square(1, 1).unwrap().role, SquareRole::Other);
    assert_eq!(view.square(4, 0), None);
    // Where the board is too large, the squares next to the position are shown.
    let number = |text: &str| wythoff_number::parse_natural(text).unwrap();
    let far = Position::new(vec![number("10^20"), number("10^20+5")]);
    for name in ["WN", "IN"] {
        let mut played = Match::new(named(name), Setup::new(far.clone()), &Budget::default()).unwrap();
        let view = played.board(&played.window(9, 7).unwrap(), name == "WN").unwrap();
        assert_eq!((view.width, view.height), (9, 7));
        assert_eq!(view.square(8, 6).unwrap().role, SquareRole::Here);
        assert_eq!(view.square(8, 0).unwrap().role, SquareRole::Open);
        assert_eq!(
            view.square(7, 5).unwrap().role,
            if name == "WN" { SquareRole::Open } else { SquareRole::Other }
        );
        played.decide(Act::Move(Position::new(vec![number("10^20-3"), number("10^20+5")]))).unwrap();
        let view = played.board(&played.window(9, 7).unwrap(), false).unwrap();
        let imitation = view.square(8, 3).unwrap().role;
        assert_eq!(imitation, if name == "IN" { SquareRole::Imitates } else { SquareRole::Open });
    }
    let piles = people(&named("nim(piles=3)"), &at(&[1, 2, 3])).unwrap();
    assert_eq!(piles.window(9, 9), None);
    assert!(piles.board(&wythoff_solve::Frame::small(0, 0, 2, 2), false).is_err());
}

#[test]
fn moves_come_by_kind() {
    let mut played = people(&named("W^3"), &at(&[2, 3])).unwrap();
    played.decide(Act::Forbid(vec![at(&[2, 0]), at(&[1, 2])])).unwrap();
    let groups = played.turn().by_kind().unwrap();
    let shown: Vec<(String, Standing, usize)> =
        groups.iter().map(|g| (g.kinds.join("+"), g.standing, g.to.len())).collect();
    let all: usize = groups.iter().map(|g| g.to.len()).sum();
    assert_eq!(all, played.turn().options().unwrap().len());
    assert_eq!(
        shown.iter().filter(|(_, standing, _)| *standing == Standing::Forbidden).count(),
        2,
        "{shown:?}"
    );
    assert!(shown.iter().take(2).all(|(_, standing, _)| *standing == Standing::Open), "{shown:?}");
}
