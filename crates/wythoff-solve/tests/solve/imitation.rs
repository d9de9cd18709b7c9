//! Imitation Nim: the Main Theorem and the list of all winning moves, against play by the rules.

use std::collections::{BTreeSet, HashMap};

use dashu_int::UBig;
use proptest::prelude::*;
use wythoff_solve::imitation::{Case, IllegalMove, ImitationNim, ImitationState, Pile, ReplayError};

/// A state in small numbers: piles, last removal (pile, amount, whether from a leading pile), L(X), L(X⁻¹).
type Small = ([u32; 2], Option<(usize, u32, bool)>, u32, u32);

/// The rules again, straight from their wording, sharing nothing with the library.
struct Rules {
    p: u32,
    m: u32,
    is_p: HashMap<Small, bool>,
}

impl Rules {
    fn moves(&self, state: &Small) -> Vec<(usize, u32, Small)> {
        let &(piles, last, l, before) = state;
        let mut moves = Vec::new();
        for pile in 0..2 {
            for amount in 1..=piles[pile] {
                let imitation = last.is_some_and(|(from, x, leading)| {
                    leading && from != pile && x <= amount && amount < x + self.m
                });
                let counter = if imitation { before + 1 } else { 0 };
                if counter < self.p {
                    let mut next = piles;
                    next[pile] -= amount;
                    let leading = piles[pile] <= piles[1 - pile];
                    moves.push((pile, amount, (next, Some((pile, amount, leading)), counter, l)));
                }
            }
        }
        moves
    }

    fn is_p(&mut self, state: &Small) -> bool {
        if let Some(&known) = self.is_p.get(state) {
            return known;
        }
        let lost = self.moves(state).into_iter().all(|(_, _, next)| !self.is_p(&next));
        self.is_p.insert(*state, lost);
        lost
    }
}

fn small((x, y): (&UBig, &UBig)) -> [u32; 2] {
    [x, y].map(|pile| u32::try_from(pile).expect("a small pile"))
}

#[test]
fn verdicts_and_all_winning_moves_agree_with_play() {
    const PILES: [Pile; 2] = [Pile::First, Pile::Second];
    let top = 14;
    for p in 1..=3 {
        for m in 1..=3 {
            let game = ImitationNim::new(p, m).unwrap();
            let mut rules = Rules { p, m, is_p: HashMap::new() };
            let mut seen = BTreeSet::new();
            let mut todo = Vec::new();
            for x in 0..=top {
                for y in 0..=top {
                    todo.push((([x, y], None, 0, 0), ImitationState::initial(x.into(), y.into())));
                }
            }
            while let Some((state, ours)) = todo.pop() {
                if !seen.insert(state) {
                    continue;
                }
                let verdict = game.verdict(&ours).unwrap();
                assert_eq!(verdict.is_p(), rules.is_p(&state), "p = {p}, m = {m}: {state:?}");
                let wins: BTreeSet<_> = game
                    .winning_moves(&ours)
                    .unwrap()
                    .iter()
                    .map(|step| {
                        let to = small((&step.to.0, &step.to.1));
                        let pile = step.pile as usize;
                        assert_eq!(to[1 - pile], state.0[1 - pile]);
                        assert_eq!(step.amount, (state.0[pile] - to[pile]).into());
                        to
                    })
                    .collect();
                let mut expected = BTreeSet::new();
                let mut legal = BTreeSet::new();
                for (pile, amount, next) in rules.moves(&state) {
                    legal.insert((pile, amount));
                    let (piles, _, l, before) = next;
                    if rules.is_p(&next) {
                        expected.insert(piles);
                    }
                    let played = game.play(&ours, PILES[pile], &amount.into()).unwrap();
                    assert_eq!(small(played.piles()), piles);
                    assert_eq!((played.memory().imitations, played.memory().before), (l, before));
                    todo.push((next, played));
                }
                for pile in PILES {
                    for amount in 0..=state.0[pile as usize] + 1 {
                        let result = game.play(&ours, pile, &amount.into());
                        assert_eq!(result.is_ok(), legal.contains(&(pile as usize, amount)));
                    }
                }
                assert_eq!(wins, expected, "p = {p}, m = {m}: {state:?}");
            }
            assert!(seen.len() > 1000);
        }
    }
}

#[test]
fn every_case_occurs_and_has_words() {
    let game = ImitationNim::new(3, 2).unwrap();
    let mut words: HashMap<Case, String> = HashMap::new();
    let mut todo: Vec<ImitationState> =
        (0..12u8).flat_map(|x| (0..12u8).map(move |y| ImitationState::initial(x.into(), y.into()))).collect();
    let mut seen = std::collections::HashSet::new();
    while let Some(state) = todo.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let verdict = game.verdict(&state).unwrap();
        words.entry(verdict.case).or_insert_with(|| verdict.to_string());
        for pile in Pile::BOTH {
            let height = u32::try_from(state.pile(pile)).unwrap();
            todo.extend((1..=height).filter_map(|amount| game.play(&state, pile, &amount.into()).ok()));
        }
    }
    let expected = [
        (Case::P1, "a pair, reached by"),
        (Case::P2, "no pair; the move to the pair"),
        (Case::N1b, "no pair, but the larger pile can be reduced to the pair"),
        (Case::N1c, "no pair, and below the pair"),
        (Case::N1d, "no pair, but the move to the pair"),
        (Case::N2, "a pair, but reached by"),
    ];
    for (case, start) in expected {
        assert!(words[&case].starts_with(start), "{case:?}: {}", words[&case]);
    }
}

fn history(list: &[(u32, u32)]) -> Vec<(UBig, UBig)> {
    list.iter().map(|&(x, y)| (x.into(), y.into())).collect()
}

#[test]
fn a_history_is_replayed_and_its_first_illegal_step_named() {
    let game = ImitationNim::new(1, 1).unwrap();
    assert!(game.replay(&history(&[(5, 8), (3, 8), (3, 7)])).is_ok());
    assert_eq!(game.replay(&[]), Err(ReplayError::Empty));
    let step = |list: &[(u32, u32)]| match game.replay(&history(list)) {
        Err(ReplayError::Step { step, reason, .. }) => (step, reason),
        other => panic!("{other:?}"),
    };
    assert_eq!(step(&[(5, 8), (5, 8)]), (1, IllegalMove::Nothing));
    assert_eq!(step(&[(5, 8), (4, 8), (3, 7)]), (2, IllegalMove::BothPiles));
    assert_eq!(step(&[(5, 8), (5, 9)]), (1, IllegalMove::Growth));
    let (at, reason) = step(&[(5, 8), (5, 7), (3, 7), (3, 5)]);
    assert_eq!(at, 3);
    assert!(matches!(reason, IllegalMove::Imitation { count: 1, .. }));
    insta::assert_snapshot!(
        game.replay(&history(&[(5, 8), (5, 7), (3, 7), (3, 5)])).unwrap_err(),
        @"step 3, to (3, 5): taking 2 right after 2 were taken from the other, leading pile is imitation 1 in a row, and at most 0 are allowed"
    );
    let state = game.replay(&history(&[(5, 8)])).unwrap();
    assert_eq!(
        game.play(&state, Pile::First, &6u8.into()),
        Err(IllegalMove::TooMany { pile: Pile::First, height: 5u8.into() })
    );
}

#[test]
fn the_papers_examples() {
    // Proposition 0: at the beginning of a game the P-positions of (1,1)-Imitation Nim are those of Wythoff Nim.
    // Remark 2: (a, a) is P at the beginning iff a < p.
    for p in 1..=4u32 {
        for m in 1..=3 {
            let game = ImitationNim::new(p, m).unwrap();
            for a in 0..30u32 {
                let state = ImitationState::initial(a.into(), a.into());
                assert_eq!(game.verdict(&state).unwrap().is_p(), a < p);
            }
            for x in 0..30u32 {
                for y in 0..30u32 {
                    let state = ImitationState::initial(x.into(), y.into());
                    let pair = game.wythoff().is_p(&x.into(), &y.into()).unwrap();
                    assert_eq!(game.verdict(&state).unwrap().is_p(), pair);
                }
            }
        }
    }
}

fn number() -> impl Strategy<Value = UBig> {
    (1usize..700, proptest::collection::vec(any::<u64>(), 11)).prop_map(|(bits, words)| {
        words.into_iter().fold(UBig::ONE, |number, word| (number << 64) + word) >> (11 * 64 + 1 - bits)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A random game between huge piles in which the moves are, as often as not, the winning ones or imitations: the
    /// verdict and the winning moves fit at every state.
    #[test]
    fn huge_games_are_consistent(
        p in 1u32..=4,
        m in 1u32..=4,
        i in number(),
        extra in 0u32..50,
        choices in proptest::collection::vec((0u8..4, any::<u64>()), 6),
    ) {
        let game = ImitationNim::new(p, m).unwrap();
        let (a, b) = game.wythoff().pair(&i).unwrap();
        let mut state = ImitationState::initial(a, b + extra);
        for (choice, random) in choices {
            let verdict = game.verdict(&state).unwrap();
            let wins = game.winning_moves(&state).unwrap();
            prop_assert_eq!(wins.is_empty(), verdict.is_p(), "{}", verdict);
            for step in &wins {
                let next = game.move_to(&state, &step.to.0, &step.to.1);
                prop_assert!(next.is_ok(), "{:?}", next);
                prop_assert!(game.verdict(&next.unwrap()).unwrap().is_p(), "{}", step);
            }
            let next = match (choice, wins.as_slice(), &state.memory().lead) {
                (0, [first, ..], _) => game.move_to(&state, &first.to.0, &first.to.1).ok(),
                (1, [.., last], _) => game.move_to(&state, &last.to.0, &last.to.1).ok(),
                (2, _, Some(lead)) => {
                    game.play(&state, lead.pile.other(), &(&lead.amount + random % u64::from(m))).ok()
                }
                _ => None,
            };
            let fallback = || {
                // A small removal from the smaller pile, so that the band of pairs stays in reach.
                let amount = UBig::from(random % 7 + 1).min(state.pile(state.smaller()).clone());
                game.play(&state, state.smaller(), &amount).ok()
            };
            match next.or_else(fallback) {
                Some(next) => state = next,
                None => break,
            }
        }
    }
}
