//! Piles that no board can hold, and stopping.

use crate::{at, ending, named, of_text, refusal};
use wythoff_budget::Budget;
use wythoff_play::{Act, Basis, Controller, Match, Player, Setup, Turn};
use wythoff_rules::Position;
use wythoff_solve::SolveError;

#[test]
fn piles_that_no_board_can_hold() {
    let power = |n: &str| wythoff_number::parse_natural(n).unwrap();
    let start = Position::new(vec![power("10^20"), power("10^20+5")]);
    let setup = Setup::new(start.clone()).with(Player::One, Controller::Machine);
    let mut played = Match::new(named("WN"), setup, &Budget::default()).unwrap();
    assert_eq!(played.turn().options(), None);
    assert_eq!(played.why().unwrap().winner, Player::One);
    let mut moves = 0;
    // The person halves the piles' lead; the machine wins whatever comes.
    while played.turn().player().is_some() {
        if played.let_machine_decide().unwrap().is_none() {
            let piles = played.position().piles().to_vec();
            let to = if piles[0] < piles[1] {
                vec![piles[0].clone(), &piles[1] / 2u8]
            } else {
                vec![&piles[0] / 2u8, piles[1].clone()]
            };
            let grown = Position::new(vec![&piles[0] + 1u8, piles[1].clone()]);
            assert_eq!(refusal(&played, Act::Move(grown)), "pile 1 would grow");
            played.decide(Act::Move(Position::new(to))).unwrap();
        }
        moves += 1;
        assert!(moves < 500);
    }
    assert_eq!(ending(&played).winner, Player::One);
    let again = Match::replay(named("WN"), &played.record(), &Budget::default()).unwrap();
    assert_eq!(again.turn(), played.turn());

    // With memory the theorem knows the history; a losing side takes little, and says that this is a rule of thumb.
    let mut played = Match::new(named("IN"), Setup::new(start.clone()), &Budget::default()).unwrap();
    played.decide(played.advice().unwrap().unwrap().act).unwrap();
    let advice = played.advice().unwrap().unwrap();
    assert_eq!((advice.wins, advice.basis), (false, Basis::Tokens));
    played.decide(advice.act).unwrap();
    assert!(played.advice().unwrap().unwrap().wins);
    let mut played = Match::new(named("IN"), Setup::new(start), &Budget::default()).unwrap();
    let taken = Position::new(vec![power("10^20-7"), power("10^20+5")]);
    played.decide(Act::Move(taken)).unwrap();
    let imitated = Position::new(vec![power("10^20-7"), power("10^20-2")]);
    let text = "it would imitate the last move, (100000000000000000000, 100000000000000000005) to \
                (99999999999999999993, 100000000000000000005), and no imitation is allowed";
    assert_eq!(refusal(&played, Act::Move(imitated)), text);

    // Blocking and comply.
    for name in ["W^2", "W_2", "2WN^2"] {
        let start = Position::new(vec![power("10^9+3"), power("10^9")]);
        let setup =
            Setup::new(start).with(Player::One, Controller::Machine).with(Player::Two, Controller::Machine);
        let mut played = match Match::new(named(name), setup, &Budget::default()) {
            Ok(played) => played,
            Err(error) => panic!("{name}: {error}"),
        };
        let winner = played.why().unwrap().winner;
        for _ in 0..12 {
            let Some(asked) = played.turn().player() else {
                assert_eq!(ending(&played).winner, winner);
                break;
            };
            assert_eq!(played.advice().unwrap().unwrap().wins, asked == winner, "{name} {played:?}");
            played.let_machine_decide().unwrap();
        }
    }
}

#[test]
fn a_match_can_be_sent_and_cancelled() {
    fn is_send_and_sync<T: Send + Sync + Clone>() {}
    is_send_and_sync::<Match>();
    let budget = Budget::default();
    let mut played = Match::new(named("WN"), Setup::new(at(&[30, 31])), &budget).unwrap();
    budget.canceller().cancel();
    assert!(matches!(played.advice(), Err(SolveError::Limit(_))));
    assert!(matches!(played.let_machine_decide(), Ok(None)), "a person is asked");
}

/// Where nothing need be proposed, proposing nothing loses misère play: the machine proposes an N-position, however far out.
#[test]
fn nothing_is_proposed_only_where_that_wins() {
    let power = |n: &str| wythoff_number::parse_natural(n).unwrap();
    let start = Position::new(vec![power("10^9+3"), power("10^9")]);
    for (line, play) in [("comply 0", "misere"), ("comply 0", "normal"), ("comply 3 or 0 of rook", "misere")]
    {
        let text = format!("move rook: s = 0 or t = 0\nmove bishop: s = t\n{line}\nplay {play}");
        let machines = Setup::new(start.clone())
            .with(Player::One, Controller::Machine)
            .with(Player::Two, Controller::Machine);
        let mut played = Match::new(of_text(&text), machines, &Budget::default()).unwrap();
        let winner = played.why().unwrap().winner;
        for _ in 0..12 {
            let Some(asked) = played.turn().player() else { break };
            assert_eq!(played.advice().unwrap().unwrap().wins, asked == winner, "{text}");
            played.let_machine_decide().unwrap();
        }
        if let Turn::Over(ending) = played.turn() {
            assert_eq!(ending.winner, winner, "{text}");
        }
    }
}
