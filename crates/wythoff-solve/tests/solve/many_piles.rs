//! Games on n piles: U. Larsson's four sample games and what they show, Nim, Raleigh and Tribonacci.

#![allow(clippy::unwrap_used)]

use crate::common::*;
use std::collections::{BTreeMap, BTreeSet};
use wythoff_budget::Budget;
use wythoff_rules::piles::{PileGame, Rule};
use wythoff_rules::{Game, Position};
use wythoff_solve::pile_reference::PileReference;
use wythoff_solve::{Method, SolveError, Ways};

type Triple = [u32; 3];

fn list(game: Game, to: u32) -> Vec<Position> {
    Ways::without_proofs(game).list_to(Method::Auto, to, &Budget::default()).unwrap()
}

/// All P-positions with piles up to `to`, x ≤ y ≤ z.
fn p_triples(name: &str, to: u32) -> BTreeSet<Triple> {
    let found = list(game(name), to);
    found.iter().map(|p| p.as_small().unwrap().try_into().unwrap()).collect()
}

fn sorted(to: u32) -> impl Iterator<Item = Triple> {
    (0..=to).flat_map(move |x| (x..=to).flat_map(move |y| (y..=to).map(move |z| [x, y, z])))
}

/// How a sample game goes on from three piles, and what its last move leaves to be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sample {
    Pair,
    Equal,
    NimSum,
    PointImitation,
    FullImitation,
}

/// The last move: from which pile, how many, and the piles before it.
type Last = Option<(usize, u32, Triple)>;

/// Where a move leads.
type Next = (Triple, Last);

/// The sample games straight from their wording, in their order of piles, with the last move as memory.
#[derive(Default)]
struct Wording {
    known: BTreeMap<Next, bool>,
}

impl Wording {
    fn is_p(&mut self, game: Sample, piles: Triple, last: Last) -> bool {
        if let Some(known) = self.known.get(&(piles, last)) {
            return *known;
        }
        let mut free = Vec::new();
        let mut imitations: [Vec<Next>; 3] = Default::default();
        for r in removals(piles) {
            let taken_from: Vec<usize> = (0..3).filter(|i| r[*i] > 0).collect();
            let after = [piles[0] - r[0], piles[1] - r[1], piles[2] - r[2]];
            let sizes: BTreeSet<u32> = taken_from.iter().map(|i| r[*i]).collect();
            let allowed = match (game, taken_from.len()) {
                (_, 1) => true,
                (Sample::Pair, 2) | (Sample::Equal, 2 | 3) => sizes.len() == 1,
                (Sample::NimSum, _) => r[0] ^ r[1] ^ r[2] == 0,
                _ => false,
            };
            if !allowed {
                continue;
            }
            if !matches!(game, Sample::PointImitation | Sample::FullImitation) {
                free.push((after, None));
                continue;
            }
            let pile = taken_from[0];
            let next = (after, Some((pile, r[pile], piles)));
            // Pairwise leading: the pile of the last move led every pile that was at least as large.
            match last {
                Some((from, size, before))
                    if pile != from && r[pile] == size && before[from] <= before[pile] =>
                {
                    imitations[pile].push(next);
                }
                _ => free.push(next),
            }
        }
        let mut wins = |moves: &[Next]| moves.iter().any(|(piles, last)| self.is_p(game, *piles, *last));
        let is_p = match game {
            // The previous player points at one pile at most.
            Sample::PointImitation => {
                let without = |pointed: Option<usize>, wins: &mut dyn FnMut(&[Next]) -> bool| {
                    !wins(&free) && (0..3).filter(|i| Some(*i) != pointed).all(|i| !wins(&imitations[i]))
                };
                [None, Some(0), Some(1), Some(2)].into_iter().any(|pointed| without(pointed, &mut wins))
            }
            _ => !wins(&free),
        };
        self.known.insert((piles, last), is_p);
        is_p
    }
}

fn removals(piles: Triple) -> Vec<Triple> {
    let [x, y, z] = piles;
    let all = (0..=x).flat_map(|a| (0..=y).flat_map(move |b| (0..=z).map(move |c| [a, b, c])));
    all.filter(|r| *r != [0, 0, 0]).collect()
}

const SAMPLES: [(&str, Sample); 5] = [
    ("pair-wythoff", Sample::Pair),
    ("equal-wythoff", Sample::Equal),
    ("nimsum-wythoff", Sample::NimSum),
    ("point-imitation", Sample::PointImitation),
    ("full-imitation", Sample::FullImitation),
];

#[test]
fn sample_games_as_worded() {
    for (name, sample) in SAMPLES {
        let found = p_triples(&format!("{name}(piles=3)"), 6);
        let mut wording = Wording::default();
        for piles in sorted(6) {
            assert_eq!(found.contains(&piles), wording.is_p(sample, piles, None), "{name} {piles:?}");
        }
    }
}

/// Where the moves on several piles lead from a position, piles in order of size.
fn diagonal_moves(rule: Rule, piles: Triple) -> BTreeSet<Triple> {
    let mut found = BTreeSet::new();
    let _ = rule.removals(&piles, &mut |r| {
        if r.iter().filter(|t| **t > 0).count() > 1 {
            let mut after = [piles[0] - r[0], piles[1] - r[1], piles[2] - r[2]];
            after.sort_unstable();
            found.insert(after);
        }
        std::ops::ControlFlow::Continue(())
    });
    found
}

#[test]
fn section_4_2_1_listed_diagonal_moves() {
    assert_eq!(diagonal_moves(Rule::Pair, [1, 1, 1]), BTreeSet::from([[0, 0, 1]]));
    // The paper prints (0,1,1) for (1,0,1), which is the same up to order.
    let from_123 = BTreeSet::from([[0, 1, 3], [1, 1, 2], [0, 2, 2], [0, 1, 1]]);
    assert_eq!(diagonal_moves(Rule::Pair, [1, 2, 3]), from_123);
    assert_eq!(diagonal_moves(Rule::Equal, [1, 1, 1]), BTreeSet::from([[0, 0, 1], [0, 0, 0]]));
    let mut from_123 = from_123;
    from_123.insert([0, 1, 2]);
    assert_eq!(diagonal_moves(Rule::Equal, [1, 2, 3]), from_123);
    // With removals in their places, (1,0,1) it is.
    let mut targets = Vec::new();
    let _ = Rule::Pair.removals(&[1, 2, 3], &mut |r| {
        targets.push([1 - r[0], 2 - r[1], 3 - r[2]]);
        std::ops::ControlFlow::Continue(())
    });
    assert!(targets.contains(&[1, 0, 1]) && !targets.contains(&[0, 1, 1]));
}

#[test]
fn section_4_2_3_negative_result_with_smallest_witnesses() {
    let p = |name: &str| p_triples(&format!("{name}(piles=3)"), 8);
    let (pair, equal, nimsum) = (p("pair-wythoff"), p("equal-wythoff"), p("nimsum-wythoff"));
    let (point, full) = (p("point-imitation"), p("full-imitation"));
    let cases = [
        (&point, &pair, [1, 3, 3]),
        (&full, &equal, [2, 2, 2]),
        (&point, &nimsum, [1, 3, 3]),
        (&full, &nimsum, [1, 1, 4]),
    ];
    for (imitation, wythoff, witness) in cases {
        // P of the imitation game and N of the Wythoff game; the smallest by the number of tokens.
        let smallest = imitation.difference(wythoff).min_by_key(|piles| (piles.iter().sum::<u32>(), **piles));
        assert_eq!(smallest, Some(&witness));
        assert!(wythoff.difference(imitation).next().is_some(), "the reverse inclusion fails too");
    }
}

#[test]
fn two_piles_of_the_sample_games_are_wythoff_nim() {
    let wythoff = p_positions("WN", 12);
    for (name, _) in SAMPLES {
        let two: Vec<_> = pairs(&list(game(&format!("{name}(piles=2)")), 12));
        assert_eq!(two, wythoff.iter().copied().filter(|(x, y)| x <= y).collect::<Vec<_>>(), "{name}");
        // An empty third pile changes nothing.
        let three = p_triples(&format!("{name}(piles=3)"), 8);
        for piles in sorted(8).filter(|piles| piles[0] == 0) {
            assert_eq!(three.contains(&piles), wythoff.contains(&(piles[1], piles[2])), "{name} {piles:?}");
        }
    }
}

#[test]
fn nim_is_lost_iff_the_nim_sum_is_0() {
    for (count, to) in [(2, 20), (3, 12), (4, 7)] {
        let mut reference = PileReference::new(PileGame::new(Rule::Nim, count).unwrap());
        let mut piles = vec![0_u32; count];
        loop {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            assert_eq!(reference.is_p(&piles).unwrap(), sum == 0, "{piles:?}");
            let Some(i) = (0..count).find(|i| piles[*i] < to) else { break };
            piles[i] += 1;
            piles[..i].fill(0);
        }
    }
    assert_eq!(p_triples("nim(piles=3)", 7).len(), sorted(7).filter(|[x, y, z]| x ^ y ^ z == 0).count());
}

#[test]
fn raleigh_is_a_chain_of_golden_floors() {
    let expected: BTreeSet<Triple> = (0..30)
        .map(|n| [floor_phi(floor_phi(n)), floor_phi2(n), floor_phi(floor_phi2(n))])
        .filter(|t| t[2] <= 26)
        .map(|t| t.map(|v| u32::try_from(v).unwrap()))
        .collect();
    assert!(expected.len() > 5);
    assert_eq!(p_triples("raleigh", 26), expected);
}

#[test]
fn tribonacci_places_of_the_letters() {
    // The fixed point of a → ab, b → ac, c → a.
    let mut word = String::from("a");
    while word.len() < 200 {
        word = word
            .chars()
            .map(|c| match c {
                'a' => "ab",
                'b' => "ac",
                _ => "a",
            })
            .collect();
    }
    let places = |letter: char| -> Vec<u32> {
        word.char_indices()
            .filter(|(_, c)| *c == letter)
            .map(|(i, _)| u32::try_from(i).unwrap() + 1)
            .collect()
    };
    let (a, b, c) = (places('a'), places('b'), places('c'));
    let mut expected: BTreeSet<Triple> =
        (0..c.len()).map(|n| [a[n], b[n], c[n]]).filter(|t| t[2] <= 26).collect();
    expected.insert([0, 0, 0]);
    assert!(expected.len() > 3);
    assert_eq!(p_triples("tribonacci", 26), expected);
}

#[test]
fn order_of_piles_does_not_matter_and_their_number_does() {
    let raleigh = Ways::without_proofs(game("raleigh"));
    for piles in [[1, 2, 3], [3, 1, 2], [2, 3, 1]] {
        let answer = raleigh.ask(&Position::small(&piles), &[], &Budget::default()).unwrap();
        assert!(answer.outcome.is_p(), "{piles:?}");
    }
    assert!(matches!(
        raleigh.ask(&Position::small(&[1, 2]), &[], &Budget::default()),
        Err(SolveError::Piles { .. })
    ));
    assert!(Game::named("raleigh(piles=4)").is_err());
    assert!(Game::named("nim(piles=1)").is_err());
    assert!(Game::named("nim(piles=99)").is_err());
}
