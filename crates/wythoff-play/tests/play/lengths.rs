//! How long games last: by trying everything, and by a program of its own.

use crate::{TEXTS, at, brute, ending, named, of_text, people};
use std::collections::HashMap;
use wythoff_budget::Budget;
use wythoff_play::{Act, Basis, Controller, Match, Player, Setup, Turn};
use wythoff_rules::ruleset::{Formula, Play, Ruleset, Twist};
use wythoff_rules::{Game, Position};

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
