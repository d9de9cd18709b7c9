//! Games looked at afterwards.

use crate::{Dice, all_games, at, by_definition, named, people, random_act, starts};
use wythoff_budget::Budget;
use wythoff_play::{Act, BadRecord, Merit, Review};
use wythoff_rules::{Game, Position};

fn review(game: &Game, acts: &[Act], start: &Position) -> Review {
    let mut played = people(game, start).unwrap();
    for act in acts {
        played.decide(act.clone()).unwrap();
    }
    Review::of(game.clone(), &played.record(), &Budget::default()).unwrap()
}

/// In every game: a mistake is what turns a win into a loss, and what is named instead wins.
#[test]
fn mistakes_are_found_and_mended() {
    let mut dice = Dice(12);
    let (mut mistakes, mut mended) = (0, 0);
    for game in all_games() {
        for start in starts(&game) {
            let Some(mut played) = people(&game, &start) else { continue };
            let mut states = Vec::new();
            while played.turn().player().is_some() {
                states.push(played.clone());
                let act = random_act(&played, &mut dice);
                played.decide(act).unwrap();
            }
            let review = Review::of(game.clone(), &played.record(), &Budget::default()).unwrap();
            assert_eq!(review.comments.len(), states.len());
            for (i, (comment, before)) in review.comments.iter().zip(&states).enumerate() {
                let after = states.get(i + 1).unwrap_or(&played);
                let (could, did) = (before.winner().unwrap(), after.winner().unwrap());
                assert_eq!(Some(comment.player), before.turn().player());
                let merit = match (could == comment.player, did == comment.player) {
                    (true, false) => Merit::Mistake,
                    (false, false) => Merit::Lost,
                    (_, true) => Merit::Wins,
                };
                assert_eq!(comment.merit, merit, "{} {comment}", game.name());
                assert_eq!(comment.better.is_some(), merit == Merit::Mistake, "{} {comment}", game.name());
                if let Some(better) = &comment.better {
                    let mut other = before.clone();
                    other.decide(better.clone()).unwrap();
                    assert_eq!(other.winner().unwrap(), comment.player, "{} {comment}", game.name());
                    mended += 1;
                }
                mistakes += usize::from(merit == Merit::Mistake);
            }
        }
    }
    assert!(mistakes > 50 && mended == mistakes, "{mistakes}");
}

#[test]
fn a_review_in_words() {
    let to = |x, y| Act::Move(at(&[x, y]));
    let shown = review(&named("WN"), &[to(2, 3), to(2, 0), to(0, 0)], &at(&[3, 4])).to_string();
    let expected = "\
WN from (3, 4), begun by player one
player one: a person
player two: a person
  1. (3, 4): player one moves to (2, 3), a mistake: (1, 2) wins
  2. (2, 3): player two moves to (2, 0), a mistake: (2, 1) wins
  3. (2, 0): player one moves to (0, 0), which wins
At (0, 0) player two cannot move and so loses.
";
    assert_eq!(shown, expected);
    let none = Act::Forbid(Vec::new());
    let review = review(&named("W^2"), &[none, to(0, 0)], &at(&[0, 1]));
    assert_eq!(
        review.comments[0].to_string(),
        "player two forbids nothing, a mistake: to forbid (0, 0) wins"
    );
    assert_eq!(by_definition(&named("W^2"), &at(&[0, 1]), &[]).block, [at(&[0, 0])]);
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!(json["comments"][0]["merit"], "mistake");
    assert_eq!(json["record"]["winner"], "one");
    assert_eq!(json["ending"]["winner"], "one");
}

#[test]
fn a_review_refuses_what_cannot_be_replayed() {
    let mut record = people(&named("WN"), &at(&[3, 4])).unwrap().record();
    record.acts.push(Act::Move(at(&[9, 9])));
    let wrong = Review::of(named("WN"), &record, &Budget::default());
    assert!(matches!(wrong, Err(BadRecord::Act { number: 1, .. })));
    assert!(matches!(
        Review::of(named("2WN"), &record, &Budget::default()),
        Err(BadRecord::OtherGame { .. })
    ));
}
