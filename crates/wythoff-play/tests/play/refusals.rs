//! What is refused, and why.

use crate::{
    Dice, TEXTS, all_games, at, by_definition, ending, named, of_text, open, people, random_act, refusal,
    seen, starts,
};
use wythoff_budget::Budget;
use wythoff_play::{Act, Illegal, Match, Player, Setup, Standing, Stuck, Turn};
use wythoff_rules::{Game, Position};
use wythoff_solve::SolveError;

/// Every position with piles up to one more than these, and some with the wrong number of piles.
fn around(position: &Position) -> Vec<Position> {
    let mut list: Vec<Vec<u64>> = vec![Vec::new()];
    for pile in position.piles() {
        let pile = u64::try_from(pile).unwrap();
        list = list
            .into_iter()
            .flat_map(|p| (0..=pile + 1).map(move |n| [p.clone(), vec![n]].concat()))
            .collect();
    }
    list.push(vec![1]);
    list.push(vec![0; 5]);
    list.iter().map(|p| at(p)).collect()
}

#[test]
fn offered_is_accepted_and_all_else_refused() {
    let mut dice = Dice(3);
    for game in all_games() {
        let Some(mut played) = starts(&game).last().and_then(|s| people(&game, s)) else { continue };
        while let Some(player) = played.turn().player() {
            let turn = played.turn();
            let allowed = open(&turn);
            assert_eq!(player == played.mover(), matches!(turn, Turn::Move { .. }));
            for to in around(&played.position()) {
                let accepted = played.clone().decide(Act::Move(to.clone()));
                match &turn {
                    Turn::Move { .. } => {
                        assert_eq!(accepted.is_ok(), allowed.contains(&to), "{} to {to}", game.name());
                    }
                    Turn::Forbid { .. } => {
                        let act = Act::Forbid(vec![to.clone()]);
                        assert_eq!(played.clone().decide(act).is_ok(), allowed.contains(&to));
                        assert!(matches!(accepted, Err(Illegal::NotAsked { .. })));
                    }
                    _ => assert!(matches!(accepted, Err(Illegal::NotAsked { .. }))),
                }
            }
            for offer in turn.options().unwrap() {
                assert!(!offer.kinds.is_empty(), "{}: {} has no name", game.name(), offer.to);
            }
            let act = random_act(&played, &mut dice);
            played.decide(act).unwrap();
        }
        assert_eq!(played.decide(Act::Forbid(Vec::new())), Err(Illegal::Over));
    }
}

#[test]
fn reasons_for_refusals() {
    let to = |x, y| Act::Move(at(&[x, y]));
    let played = people(&named("WN"), &at(&[3, 7])).unwrap();
    assert_eq!(refusal(&played, to(9, 3)), "pile 1 would grow");
    assert_eq!(refusal(&played, to(3, 7)), "nothing would be taken");
    assert_eq!(refusal(&played, to(1, 6)), "taking (2, 1) is none of the moves (rook, bishop)");
    assert_eq!(refusal(&played, Act::Move(at(&[1]))), "a position has 2 piles here, and (1) has 1");
    assert_eq!(refusal(&played, Act::Forbid(vec![])), "it is asked what to move, not what to forbid");

    let played = people(&of_text("move rook: s = 0 or t = 0\nposition: x + y != 5"), &at(&[3, 3])).unwrap();
    assert_eq!(refusal(&played, to(2, 3)), "the square (2, 3) does not exist");

    let mut played = people(&of_text(TEXTS[2]), &at(&[4, 4])).unwrap();
    let forbid = |list: &[(u64, u64)]| Act::Forbid(list.iter().map(|(x, y)| at(&[*x, *y])).collect());
    let text = refusal(&played, forbid(&[(0, 4), (1, 4), (2, 4)]));
    assert_eq!(text, "at most 2 of rook may be forbidden, and 3 are named");
    let text = refusal(&played, forbid(&[(3, 3)]));
    assert_eq!(text, "(3, 3) may not be forbidden: only 2 of rook, and 1 of bishop and s > 1 may");
    played.decide(forbid(&[(0, 4), (1, 4), (0, 4)])).unwrap();
    assert_eq!(refusal(&played, to(0, 4)), "(0, 4) is forbidden by the opponent");
    let standing = |played: &Match, p: &Position| {
        played.turn().options().unwrap().iter().find(|o| o.to == *p).map(|o| (o.standing, o.kinds.clone()))
    };
    assert_eq!(standing(&played, &at(&[0, 4])), Some((Standing::Forbidden, vec!["rook".to_owned()])));
    assert_eq!(standing(&played, &at(&[2, 2])), Some((Standing::Open, vec!["bishop".to_owned()])));

    let mut played = people(&named("W_2"), &at(&[3, 4])).unwrap();
    let propose = |list: &[(u64, u64)]| Act::Propose(list.iter().map(|(x, y)| at(&[*x, *y])).collect());
    assert_eq!(refusal(&played, propose(&[(3, 1)])), "at least 2 options must be proposed");
    played.decide(propose(&[(3, 1), (0, 1)])).unwrap();
    assert_eq!(refusal(&played, to(3, 3)), "(3, 3) is not among what the opponent proposed");
}

#[test]
fn memory_counts_and_its_history_too() {
    let after = |name: &str, history: &[(u64, u64)], start: (u64, u64)| {
        let history = history.iter().map(|(x, y)| at(&[*x, *y])).collect();
        let setup = Setup::new(at(&[start.0, start.1])).after(history);
        Match::new(named(name), setup, &Budget::default())
    };
    let to = |x, y| Act::Move(at(&[x, y]));
    let played = after("IN", &[(3, 3)], (1, 3)).unwrap();
    let text = "it would imitate the last move, (3, 3) to (1, 3), and no imitation is allowed";
    assert_eq!(refusal(&played, to(1, 1)), text);
    // (2,1): one imitation is allowed, a second one in a row is not.
    let mut played = after("(2,1)IN", &[(5, 5)], (4, 5)).unwrap();
    played.decide(to(4, 4)).unwrap();
    played.decide(to(3, 4)).unwrap();
    let text = "it would imitate the last move, (4, 4) to (3, 4), and only 1 imitation in a row is allowed: \
                this would be the second";
    assert_eq!(refusal(&played, to(3, 3)), text);
    played.decide(to(3, 2)).unwrap();
    let record = played.record();
    let again = Match::replay(named("(2,1)IN"), &record, &Budget::default()).unwrap();
    assert_eq!(seen(&again), seen(&played));
    // The history matters for who wins, exactly as `ask` says.
    for (x, y) in [(1, 3), (2, 5), (4, 4), (0, 3)] {
        for from in [(x, y + 1), (x + 1, y), (x + 2, y)] {
            let answer = by_definition(&named("(2,1)IN"), &at(&[x, y]), &[at(&[from.0, from.1])]);
            let why = after("(2,1)IN", &[from], (x, y)).unwrap().why().unwrap();
            assert_eq!(why.outcome, answer.outcome, "{from:?} {x} {y}");
        }
    }
    let error = after("IN", &[(3, 3), (1, 3)], (1, 1)).unwrap_err();
    assert!(matches!(error, SolveError::History(_)), "{error}");
    let error = after("WN", &[(3, 3)], (1, 2)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 1 of the history, (3, 3) to (1, 2): taking (2, 1) is none of the moves (rook, bishop)"
    );
}

#[test]
fn endings_say_who_won_and_why() {
    let over = |game: &Game, piles: &[u64]| ending(&people(game, &at(piles)).unwrap());
    let end = over(&named("WN"), &[0, 0]);
    assert_eq!(
        (end.winner, end.stuck, end.cannot, end.misere),
        (Player::Two, Player::One, Stuck::Move, false)
    );
    assert_eq!(end.to_string(), "player one cannot move and so loses");
    assert_eq!(
        over(&of_text(TEXTS[0]), &[0, 0]).to_string(),
        "player one cannot move and so wins: play is misère"
    );
    // Nothing can be proposed: the previous player loses, in misère play too.
    let end = over(&named("W_2"), &[0, 0]);
    assert_eq!((end.winner, end.stuck, end.cannot), (Player::One, Player::Two, Stuck::Propose));
    assert_eq!(over(&of_text(TEXTS[3]), &[0, 0]).winner, Player::One);
    // All that is left is forbidden.
    let mut played = people(&named("W^3"), &at(&[0, 2])).unwrap();
    played.decide(Act::Forbid(vec![at(&[0, 1]), at(&[0, 0])])).unwrap();
    assert_eq!(ending(&played).winner, Player::Two);
}

/// Taking as many from a pile as was just taken from another that was not larger.
#[test]
fn imitation_on_many_piles() {
    let mut played = people(&named("full-imitation(piles=3)"), &at(&[3, 3, 4])).unwrap();
    played.decide(Act::Move(at(&[1, 3, 4]))).unwrap();
    let text = "it would imitate the last move, (3, 3, 4) to (1, 3, 4), and no imitation is allowed";
    assert_eq!(refusal(&played, Act::Move(at(&[1, 1, 4]))), text);
}

/// Every square around a position is legal, or refused with the right one of the reasons.
#[test]
fn every_refusal_says_which_rule_it_breaks() {
    let rules =
        "move rook: s = 0 or t = 0\nmove bishop: s = t\nposition: x + y != 5\nimitation 1 within 2\nblock 1";
    let game = of_text(rules);
    let mut played = people(&game, &at(&[4, 4])).unwrap();
    played.decide(Act::Forbid(Vec::new())).unwrap();
    played.decide(Act::Move(at(&[2, 4]))).unwrap();
    played.decide(Act::Forbid(vec![at(&[0, 4])])).unwrap();
    let mut found = [0; 6];
    for to in around(&played.position()).into_iter().filter(|p| p.piles().len() == 2) {
        let (x, y) = (to.as_small().unwrap()[0], to.as_small().unwrap()[1]);
        let why = played.clone().decide(Act::Move(to.clone())).err();
        let expected = match (x, y) {
            (3.., _) | (_, 5..) => matches!(why, Some(Illegal::Grows { .. })),
            (2, 4) => matches!(why, Some(Illegal::NothingTaken)),
            (0, 4) => matches!(why, Some(Illegal::Forbidden { .. })),
            (x, y) if x + y == 5 => matches!(why, Some(Illegal::NoSquare { .. })),
            // 2 were taken from the first pile, so 2 or 3 from the second imitate.
            (2, 2 | 1) => matches!(why, Some(Illegal::Imitates { last: Some(_), allowed: 0 })),
            (x, y) if x == 2 || y == 4 || x + 2 == y => why.is_none(),
            _ => matches!(why, Some(Illegal::NotAMove { .. })),
        };
        assert!(expected, "{to}: {why:?}");
        let kind = match why {
            None => 0,
            Some(Illegal::Forbidden { .. }) => 1,
            Some(Illegal::NoSquare { .. }) => 2,
            Some(Illegal::Imitates { .. }) => 3,
            Some(Illegal::NotAMove { .. }) => 4,
            _ => 5,
        };
        found[kind] += 1;
    }
    assert!(found.iter().all(|n| *n > 0), "{found:?}");
}
