//! Games being played, on the whole rulebook: the perfect player wins what can be won and holds out where it cannot,
//! everything offered is accepted and everything else refused, and every game can be taken back and replayed.
#![allow(clippy::unwrap_used)]

mod brute;

use proptest::prelude::*;
use std::collections::HashMap;
use wythoff::play::{
    Act, Advice, BadRecord, Basis, Controller, Ending, Illegal, Match, Player, Record, Setup, Standing,
    Stuck, Turn,
};
use wythoff::rules::ruleset::{Formula, Play, Ruleset, Twist};
use wythoff::solve::{Answer, SolveError};
use wythoff::{Budget, Game, Method, Outcome, Position, Ways};

/// Every entry of the rulebook at small parameters, and twists that it does not have.
const RULEBOOK: [&str; 30] = [
    "nim",
    "WN",
    "beta(beta=pi)",
    "blocking-nim(k=2)",
    "W^2",
    "W^4",
    "comply-diagonal(k=2)",
    "comply-rook(k=3)",
    "W_2",
    "connell(m=2)",
    "diagonal-blocking(p=3,m=1)",
    "even-diagonal",
    "(2,3)GDWN",
    "IN",
    "(2,1)IN",
    "(3,2)IN",
    "invariant(k=2)",
    "2WN",
    "maharaja",
    "2WN^(3)",
    "2WN^2",
    "shifted(k=2,m=3,l=1)",
    "nim(piles=3)",
    "nimsum-wythoff(piles=3)",
    "pair-wythoff(piles=3)",
    "equal-wythoff(piles=3)",
    "point-imitation(piles=3)",
    "full-imitation(piles=3)",
    "raleigh",
    "tribonacci",
];

const TEXTS: [&str; 7] = [
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nplay misere",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1\nplay misere",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 2 of rook\nblock 1 of bishop and s > 1",
    "move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 2 of rook or 1 of bishop\nplay misere",
    "move rook: s = 0 or t = 0\nimitation 2 within 2\nplay misere",
    "move rook: s = 0 or t = 0\nmove knight: s = 2 and t = 1\nposition: x + y != 5\nblock 1 of knight or s > 1",
    "move rook: s = 0 or t = 0\ncomply 0 of s = 1 or 3\nplay misere",
];

fn named(name: &str) -> Game {
    Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn of_text(text: &str) -> Game {
    Game::from_text("test.game", &format!("game \"G\"\n{text}\n"), "")
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn all_games() -> Vec<Game> {
    RULEBOOK.iter().map(|n| named(n)).chain(TEXTS.iter().map(|t| of_text(t))).collect()
}

#[test]
fn the_whole_rulebook_is_played() {
    let names: Vec<&str> = all_games().iter().filter_map(|g| g.entry()).map(|e| e.name).collect();
    for entry in wythoff::rulebook::entries() {
        assert!(names.contains(&entry.name), "{} is missing", entry.name);
    }
}

fn at(piles: &[u64]) -> Position {
    Position::small(piles)
}

fn by_definition(game: &Game, position: &Position, history: &[Position]) -> Answer {
    Ways::of(game.clone()).ask_by(Method::Reference, position, history, &Budget::default()).unwrap()
}

fn people(game: &Game, start: &Position) -> Option<Match> {
    match Match::new(game.clone(), Setup::new(start.clone()), &Budget::default()) {
        Ok(played) => Some(played),
        Err(SolveError::NoSquare { .. }) => None,
        Err(error) => panic!("{} at {start}: {error}", game.name()),
    }
}

/// Small starts of a game, a few.
fn starts(game: &Game) -> Vec<Position> {
    match game.piles() {
        2 => [(0, 0), (1, 2), (3, 4), (5, 3), (6, 7), (4, 4)].iter().map(|(x, y)| at(&[*x, *y])).collect(),
        _ => [[0, 0, 0], [1, 1, 2], [2, 3, 1], [3, 2, 4]].iter().map(|p| at(p)).collect(),
    }
}

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % below.max(1) as u64).unwrap()
    }
}

fn open(turn: &Turn) -> Vec<Position> {
    turn.open().map(|o| o.to.clone()).collect()
}

/// Some legal decision, any.
fn random_act(played: &Match, dice: &mut Dice) -> Act {
    let turn = played.turn();
    let mut options = open(&turn);
    let mut list = Vec::new();
    match turn {
        Turn::Move { .. } => Act::Move(options.swap_remove(dice.roll(options.len()))),
        Turn::Forbid { .. } => {
            while !options.is_empty() && dice.roll(4) > 0 {
                list.push(options.swap_remove(dice.roll(options.len())));
                if played.clone().decide(Act::Forbid(list.clone())).is_err() {
                    list.pop();
                }
            }
            Act::Forbid(list)
        }
        Turn::Propose { .. } => {
            while played.clone().decide(Act::Propose(list.clone())).is_err() || dice.roll(3) == 0 {
                if options.is_empty() {
                    break;
                }
                list.push(options.swap_remove(dice.roll(options.len())));
            }
            Act::Propose(list)
        }
        other => panic!("nothing to decide: {other:?}"),
    }
}

fn ending(played: &Match) -> Ending {
    match played.turn() {
        Turn::Over(ending) => ending,
        other => panic!("not over: {other:?}"),
    }
}

/// Plays to the end, the machine for one player and `other` for the opponent; the winner.
fn finish(mut played: Match, mut other: impl FnMut(&Match) -> Act) -> Player {
    while played.turn().player().is_some() {
        if played.let_machine_decide().unwrap().is_none() {
            let act = other(&played);
            played.decide(act.clone()).unwrap_or_else(|e| panic!("{act}: {e}"));
        }
    }
    ending(&played).winner
}

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

/// Who wins with best play of both, and after how many moves, from trying everything: a winner hurries, a loser
/// delays. Knows the rules only through what is accepted.
fn try_everything(played: &Match) -> (Player, u32) {
    let turn = played.turn();
    let Some(player) = turn.player() else { return (ending(played).winner, 0) };
    let options: Vec<Position> = turn.options().unwrap().iter().map(|o| o.to.clone()).collect();
    let subsets = || (0..1_u32 << options.len()).map(|set| chosen(&options, set));
    let acts: Vec<Act> = match turn {
        Turn::Move { .. } => options.iter().cloned().map(Act::Move).collect(),
        Turn::Forbid { .. } => subsets().map(Act::Forbid).collect(),
        _ => subsets().map(Act::Propose).collect(),
    };
    let step = u32::from(matches!(turn, Turn::Move { .. }));
    let mut best: Option<(Player, u32)> = None;
    for act in acts {
        let mut next = played.clone();
        if next.decide(act).is_err() {
            continue;
        }
        let (winner, length) = try_everything(&next);
        let better = match best {
            None => true,
            Some((old, than)) if winner == old => {
                if winner == player {
                    length + step < than
                } else {
                    length + step > than
                }
            }
            Some(_) => winner == player,
        };
        if better {
            best = Some((winner, length + step));
        }
    }
    best.unwrap()
}

fn chosen(options: &[Position], set: u32) -> Vec<Position> {
    options.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| p.clone()).collect()
}

#[test]
fn tiny_games_last_as_long_as_trying_everything_says() {
    let cases: [(Game, &[u64]); 16] = [
        (named("WN"), &[3, 3]),
        (named("nim"), &[2, 4]),
        (named("IN"), &[3, 3]),
        (named("(2,1)IN"), &[3, 4]),
        (named("W^2"), &[2, 2]),
        (named("W^3"), &[2, 2]),
        (named("W_2"), &[2, 2]),
        (named("nimsum-wythoff(piles=3)"), &[2, 1, 1]),
        (named("point-imitation(piles=3)"), &[1, 2, 1]),
        (named("full-imitation(piles=3)"), &[2, 2, 1]),
        (of_text(TEXTS[0]), &[2, 3]),
        (of_text(TEXTS[1]), &[2, 2]),
        (of_text(TEXTS[2]), &[2, 2]),
        (of_text(TEXTS[3]), &[2, 2]),
        (of_text(TEXTS[4]), &[3, 3]),
        (of_text(TEXTS[6]), &[2, 2]),
    ];
    for (game, start) in cases {
        let played = people(&game, &at(start)).unwrap();
        let (winner, length) = try_everything(&played);
        assert_eq!(played.why().unwrap().winner, winner, "{}", game.name());
        let advice = played.advice().unwrap().unwrap();
        assert_eq!(advice.basis, Basis::Remoteness(length), "{} {start:?}: {advice:?}", game.name());
        assert_eq!(advice.wins, winner == played.turn().player().unwrap(), "{}", game.name());
    }
}

/// Who wins (the player to move?) and how long it lasts, for two piles without memory, by a program of its own.
struct Lengths {
    rules: Ruleset,
    known: HashMap<(i64, i64), (bool, u32)>,
}

impl Lengths {
    fn of(rules: &Ruleset) -> Lengths {
        Lengths { rules: rules.clone(), known: HashMap::new() }
    }

    fn options(&self, x: i64, y: i64) -> Vec<((i64, i64), u32)> {
        let rules = &self.rules;
        let classes: Vec<(u64, &Formula)> = match &rules.twist {
            Twist::None => Vec::new(),
            Twist::Block(blocks) => blocks.iter().map(|b| (b.limit, &b.class)).collect(),
            Twist::Comply(_) => panic!("not here"),
        };
        let mut list = Vec::new();
        for (s, t) in (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t))).filter(|r| *r != (0, 0)) {
            let here = [x, y, s, t];
            let there = [x - s, y - t, 0, 0];
            if rules.moves.iter().any(|m| brute::holds(&m.when, rules, &here))
                && rules.position.as_ref().is_none_or(|p| brute::holds(p, rules, &there))
            {
                let mask =
                    classes.iter().enumerate().map(|(i, c)| u32::from(brute::holds(c.1, rules, &here)) << i);
                list.push(((x - s, y - t), mask.sum()));
            }
        }
        list
    }

    /// Can these be forbidden? Tries every way to pay.
    fn payable(&self, masks: &[u32], budgets: &mut Vec<u64>) -> bool {
        let Some((first, rest)) = masks.split_first() else { return true };
        (0..budgets.len()).any(|i| {
            if first >> i & 1 == 0 || budgets[i] == 0 {
                return false;
            }
            budgets[i] -= 1;
            let paid = self.payable(rest, budgets);
            budgets[i] += 1;
            paid
        })
    }

    fn at(&mut self, x: i64, y: i64) -> (bool, u32) {
        if let Some(known) = self.known.get(&(x, y)) {
            return *known;
        }
        let options = self.options(x, y);
        let values: Vec<(bool, u32)> = options.iter().map(|((u, v), _)| self.at(*u, *v)).collect();
        let limits: Vec<u64> = match &self.rules.twist {
            Twist::Block(blocks) => blocks.iter().map(|b| b.limit).collect(),
            _ => Vec::new(),
        };
        let most = u32::try_from(limits.iter().sum::<u64>()).unwrap();
        let mut best: Option<(bool, u32)> = None;
        for set in subsets(options.len(), most) {
            let masks: Vec<u32> =
                (0..options.len()).filter(|i| set >> i & 1 == 1).map(|i| options[i].1).collect();
            if !self.payable(&masks, &mut limits.clone()) {
                continue;
            }
            let left = (0..options.len()).filter(|i| set >> i & 1 == 0).map(|i| values[i]);
            let result = self.after(left.collect());
            // The opponent chooses what to forbid.
            let better = best.is_none_or(|old| match (old.0, result.0) {
                (true, false) => true,
                (false, true) => false,
                (true, true) => result.1 > old.1,
                (false, false) => result.1 < old.1,
            });
            if better {
                best = Some(result);
            }
        }
        self.known.insert((x, y), best.unwrap());
        best.unwrap()
    }

    /// The player to move chooses among these.
    fn after(&self, left: Vec<(bool, u32)>) -> (bool, u32) {
        if left.is_empty() {
            return (self.rules.play == Play::Misere, 0);
        }
        let lost_there = left.iter().filter(|(wins, _)| !wins).map(|(_, n)| n + 1).min();
        lost_there.map_or_else(|| (false, left.iter().map(|(_, n)| n + 1).max().unwrap()), |n| (true, n))
    }
}

/// All sets of at most so many of the first `count` numbers, as bits.
fn subsets(count: usize, most: u32) -> Vec<u64> {
    let mut sets = vec![0_u64];
    for i in 0..count {
        let with: Vec<u64> = sets.iter().filter(|s| s.count_ones() < most).map(|s| s | 1 << i).collect();
        sets.extend(with);
    }
    sets
}

#[test]
fn who_holds_out_holds_out_longest() {
    let plain = [
        "WN",
        "nim",
        "2WN",
        "(2,3)GDWN",
        "2WN^(3)",
        "maharaja",
        "W^2",
        "2WN^2",
        "diagonal-blocking(p=3,m=1)",
    ];
    let games = plain.iter().map(|n| named(n)).chain([0, 1, 2, 5].map(|i| of_text(TEXTS[i])));
    for game in games {
        let mut lengths = Lengths::of(game.ruleset().unwrap());
        let side = if game.ruleset().unwrap().twist == Twist::None { 8 } else { 5 };
        for (x, y) in (0..=side).flat_map(|x| (0..=side).map(move |y| (x, y))) {
            let Some(played) = people(&game, &at(&[x, y])) else { continue };
            let (wins, length) = lengths.at(x as i64, y as i64);
            let who = if wins { Player::One } else { Player::Two };
            assert_eq!(played.why().unwrap().winner, who, "{} ({x}, {y})", game.name());
            // Two machines keep to that length, and each decision promises what is left of it.
            let setup = Setup::new(at(&[x, y])).with(Player::One, Controller::Machine);
            let setup = setup.with(Player::Two, Controller::Machine);
            let mut played = Match::new(game.clone(), setup, &Budget::default()).unwrap();
            while let Some(advice) = played.advice().unwrap() {
                let made = u32::try_from(played.moves_made()).unwrap();
                assert_eq!(advice.basis, Basis::Remoteness(length - made), "{} ({x}, {y})", game.name());
                played.let_machine_decide().unwrap();
            }
            assert_eq!(played.moves_made() as u32, length, "{} ({x}, {y})", game.name());
            assert_eq!(ending(&played).winner, who);
        }
    }
}

/// All that can be seen of a game.
fn seen(played: &Match) -> (Turn, Position, Player, Record, Option<Advice>) {
    (played.turn(), played.position(), played.mover(), played.record(), played.advice().unwrap())
}

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

fn refusal(played: &Match, act: Act) -> String {
    played.clone().decide(act).unwrap_err().to_string()
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
    assert_eq!(refusal(&played, to(1, 1)), "it would imitate the other player's move");
    // (2,1): one imitation is allowed, a second one in a row is not.
    let mut played = after("(2,1)IN", &[(5, 5)], (4, 5)).unwrap();
    played.decide(to(4, 4)).unwrap();
    played.decide(to(3, 4)).unwrap();
    let text = "it would imitate the other player's move once more, and only 1 in a row is allowed";
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

#[test]
fn piles_that_no_board_can_hold() {
    let power = |n: &str| wythoff::number::parse_natural(n).unwrap();
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
    assert_eq!(refusal(&played, Act::Move(imitated)), "it would imitate the other player's move");

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

fn some_position() -> impl Strategy<Value = Position> {
    let pile = prop_oneof![any::<u8>().prop_map(|n| n.to_string()), "[1-9][0-9]{0,40}"];
    prop::collection::vec(pile, 1..4).prop_map(|piles| {
        Position::new(piles.iter().map(|p| wythoff::number::parse_natural(p).unwrap()).collect())
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
    ) {
        let controller = |machine| if machine { Controller::Machine } else { Controller::Person };
        let setup = Setup::new(start).after(history).with(Player::One, controller(one)).with(Player::Two, controller(two));
        let setup = setup.begun_by(if second { Player::Two } else { Player::One });
        let rules: String = rules.iter().map(|l| format!("{l}\n")).collect();
        let record = Record { game, rules, setup, acts };
        prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record);
        let json = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Record>(&json).unwrap(), &record);
    }
}
