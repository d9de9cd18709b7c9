//! The star operator against brute force, and which sets belong to invariant games.

use crate::random::Numbers;
use std::collections::BTreeSet;
use wythoff_budget::Budget;
use wythoff_explore::star::{BadPair, BadPairs, PairSet, Realisable, StarMoves, Stars, beatty_pair};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Position};

type Pairs = BTreeSet<(u32, u32)>;

/// The P-positions of an invariant game by the definition of play.
fn played(moves: &Pairs, to: u32) -> Pairs {
    let mut lost = Pairs::new();
    for sum in 0..=2 * to {
        for x in sum.saturating_sub(to)..=sum.min(to) {
            let y = sum - x;
            let wins = moves
                .iter()
                .any(|(s, t)| (*s, *t) != (0, 0) && *s <= x && *t <= y && lost.contains(&(x - s, y - t)));
            if !wins {
                lost.insert((x, y));
            }
        }
    }
    lost
}

fn without_origin(mut set: Pairs) -> Pairs {
    set.remove(&(0, 0));
    set
}

/// The square, if any, from which no invariant game with these P-positions can move to one: by trying all moves.
fn stuck(set: &Pairs, to: u32) -> bool {
    let joins = |s: u32, t: u32| set.iter().any(|(x, y)| set.contains(&(x + s, y + t)));
    let cells = (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y)));
    cells
        .filter(|cell| !set.contains(cell))
        .any(|(x, y)| !set.iter().any(|(u, v)| *u <= x && *v <= y && !joins(x - u, y - v)))
}

fn of(set: &PairSet) -> Pairs {
    set.iter().collect()
}

fn bits(set: &Pairs, to: u32) -> PairSet {
    PairSet::from_pairs(to, set.iter().copied())
}

/// FACTS.md B2: for a pair of Beatty sequences M** = M, and it is the P-positions of an invariant game; ten irrationals.
#[test]
fn pairs_of_beatty_sequences_are_their_own_double_star() {
    let numbers = [
        "(1 + sqrt(5))/2",
        "sqrt(2)",
        "sqrt(3)",
        "pi",
        "e",
        "sqrt(7)",
        "1 + 1/pi",
        "10*sqrt(2)",
        "cbrt(3)",
        "2 + sqrt(2)/100",
    ];
    const TO: u32 = 70;
    for text in numbers {
        let pair = beatty_pair(text).expect(text);
        let moves = pair.pairs(TO).expect(text);
        // The pairs by their definition: every number once, in order, ⌊nα⌋ the least that is left.
        let mut left: BTreeSet<u32> = (1..=TO).collect();
        for n in 1u32.. {
            let Some(a) = left.pop_first() else { break };
            let floor = |real: &wythoff_number::Real| {
                u32::try_from(real.floor_mul(&n.into()).expect(text)).expect("small")
            };
            assert_eq!(floor(&pair.alpha), a, "{text}, n = {n}");
            let b = floor(&pair.beta);
            left.remove(&b);
            assert!(b > TO || moves.contains(a, b) && moves.contains(b, a), "{text}, n = {n}");
        }
        let star = without_origin(played(&of(&moves), TO));
        let double = without_origin(played(&star, TO));
        assert_eq!(double, of(&moves), "{text}: brute force");
        let found = Stars::of_pair(&pair, TO, &Budget::default()).expect(text);
        assert_eq!(of(&found.sets[1]), star, "{text}");
        assert!(found.is_its_double_star() && found.first_difference().is_none(), "{text}");
        assert!(!stuck(&of(&moves.with_origin()), TO), "{text}");
        assert!(matches!(found.realisable, Realisable::Yes(_)), "{text}");
    }
}

#[test]
fn stars_of_random_moves_agree_with_the_definition_of_play() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    const TO: u32 = 24;
    for round in 0..60 {
        let many = [1, 3, 8, 40, 200][numbers.below(5)];
        let mut moves = Pairs::new();
        for _ in 0..many {
            let (s, t) = (numbers.below(25) as u32, numbers.below(25) as u32);
            moves.insert((s, t));
            if round % 2 == 0 {
                moves.insert((t, s));
            }
        }
        let moves = without_origin(moves);
        let set = bits(&moves, TO);
        let lost = set.p_positions(&Budget::default()).expect("small");
        assert_eq!(of(&lost), played(&moves, TO), "{moves:?}");
        // P-positions of an invariant game are never stuck; a random set is what brute force says.
        assert_eq!(lost.stuck(&Budget::default()).expect("small"), None, "{moves:?}");
        let greatest = lost.greatest_moves(&Budget::default()).expect("small");
        assert_eq!(greatest.p_positions(&Budget::default()).expect("small"), lost, "{moves:?}");
        let any = set.clone().with_origin();
        let found = any.stuck(&Budget::default()).expect("small");
        assert_eq!(found.is_some(), stuck(&of(&any), TO), "{moves:?}");
        // The stars settle, and go on as they say.
        let stars = Stars::of_set("random", &set, &Budget::default()).expect("small");
        let from = stars.repeats_from.expect("stars settle");
        let mut brute = moves.clone();
        for k in 0..from + 4 {
            assert_eq!(stars.with_stars(k).map(of), Some(brute.clone()), "{moves:?}, {k} stars");
            brute = without_origin(played(&brute, TO));
        }
    }
}

#[test]
fn stars_are_games_that_one_can_solve() {
    const TO: u32 = 30;
    let found =
        Stars::of_pair(&beatty_pair("sqrt(2)").expect("a pair"), TO, &Budget::default()).expect("stars");
    for stars in 0..3 {
        let text = found.with_stars(stars).and_then(|set| set.rule_text("M")).expect("a text");
        let game = Game::from_text("m.game", &text, "").expect("rules");
        let solved = wythoff_solve::exhaustive::Exhaustive::solve(&game, &[TO, TO], &Budget::default());
        let lost: Pairs = solved.expect("a small board").p_positions(false).into_iter().collect();
        assert_eq!(Some(without_origin(lost)), found.with_stars(stars + 1).map(of), "{stars} stars");
    }
    assert_eq!(PairSet::new(9).with_origin().rule_text("nothing"), None);
    let title = PairSet::from_pairs(3, [(1, 2)]).rule_text("a \"b\"").expect("a text");
    assert_eq!(title, "game \"a  b \"\nmove m: s = 1 and t = 2\n");
}

#[test]
fn boards_of_every_width_are_right() {
    // Words of 64 bits: sizes around them, with rows that cross.
    for to in [62, 63, 64, 65, 127, 128, 129] {
        let rook: Pairs = (1..=to).flat_map(|n| [(0, n), (n, 0)]).collect();
        let lost = bits(&rook, to).p_positions(&Budget::default()).expect("small");
        assert_eq!(of(&lost), (0..=to).map(|n| (n, n)).collect::<Pairs>(), "Nim up to {to}");
        let stars = Stars::of_set("Nim", &bits(&rook, to), &Budget::default()).expect("small");
        assert!(stars.is_its_double_star(), "(2-pile Nim)** is itself, up to {to}");
    }
}

#[test]
fn games() {
    let stars = |name: &str, to: u32| {
        Stars::of_game(&Ways::of(Game::named(name).expect(name)), to, &Budget::default()).expect(name)
    };
    let wythoff = stars("WN", 60);
    assert_eq!(wythoff.moves, StarMoves::Own);
    assert!(matches!(&wythoff.realisable, Realisable::Yes(ground) if ground.contains("own moves")));
    assert!(wythoff.sets[1].contains(4, 7) && !wythoff.is_its_double_star());
    assert_eq!(wythoff.repeats_from, Some(1), "M*** = M*");
    // Nim is its own double star; the invariant games of the paper have the pairs that they are made for.
    assert!(stars("N", 60).is_its_double_star());
    // beta-Wythoff Nim is not invariant as it is played, and its P-positions belong to an invariant game all the same.
    let beta = stars("beta(2 + sqrt(2))", 60);
    assert_eq!(beta.moves, StarMoves::Set);
    assert!(beta.is_its_double_star() && beta.realisable.is_yes());
    // Blocking games: (1, 1) is N in W^2, and (0, 0), (0, 1), (1, 0) are P, so every move from there joins two of them.
    for name in ["W^2", "W^3"] {
        let blocking = stars(name, 40);
        let Realisable::No { stuck, .. } = &blocking.realisable else { panic!("{name}") };
        let small: Vec<u32> = stuck.as_small().expect("small");
        let set = Ways::of(Game::named(name).expect(name));
        let answer = set.ask(&Position::small(&[small[0].into(), small[1].into()]), &[], &Budget::default());
        assert!(!answer.expect("asked").outcome.is_p(), "{name}: a stuck square is N");
    }
    let three = Ways::of(Game::named("nim(piles=3)").expect("three piles"));
    assert!(Stars::of_game(&three, 10, &Budget::default()).is_err());
}

#[test]
fn all_sizes_are_decided_with_automata() {
    for text in ["(1 + sqrt(5))/2", "sqrt(2)"] {
        let found = Stars::of_pair(&beatty_pair(text).expect(text), 30, &Budget::default()).expect(text);
        assert!(
            matches!(&found.realisable, Realisable::Yes(ground) if ground.starts_with("decided with the automaton")),
            "{text}: {:?}",
            found.realisable
        );
    }
    // Nim on positions with a parity has an automaton and an invariant game; the theorem speaks for pi.
    let pi = Stars::of_pair(&beatty_pair("pi").expect("pi"), 30, &Budget::default()).expect("pi");
    assert!(matches!(&pi.realisable, Realisable::Yes(ground) if ground.contains("theorem")));
    let text = "move rook: s = 0 and t <= y + 1 or t = 0 and s <= x + 1\n";
    let game = Game::from_text("own.game", text, "").expect("rules");
    let own = Stars::of_game(&Ways::of(game), 30, &Budget::default()).expect("solved");
    assert!(matches!(&own.realisable, Realisable::Yes(_)), "{:?}", own.realisable);
}

/// A board that is too small to see where a set is stuck; the automaton of its certificate sees it.
#[test]
fn a_square_beyond_the_board_is_found_with_automata() {
    for (name, to) in [("W^3", 0), ("W^4", 1)] {
        let ways = Ways::of(Game::named(name).expect(name));
        let found = Stars::of_game(&ways, to, &Budget::default()).expect(name);
        let Realisable::No { stuck: square, ground } = &found.realisable else {
            panic!("{name}: {:?}", found.realisable)
        };
        assert!(ground.starts_with("decided with the automaton"), "{name}: {ground}");
        // By brute force: every move from that square to a P-position joins two P-positions.
        const WIDE: u32 = 60;
        let solved =
            wythoff_solve::exhaustive::Exhaustive::solve(ways.game(), &[WIDE, WIDE], &Budget::default());
        let set: Pairs = solved.expect("a board").p_positions(false).into_iter().collect();
        let small = square.as_small().expect("small");
        let (x, y) = (small[0], small[1]);
        assert!(x.max(y) > to && !set.contains(&(x, y)), "{name}: {square}");
        let joins = |s: u32, t: u32| set.iter().any(|(a, b)| set.contains(&(a + s, b + t)));
        assert!(
            set.iter().filter(|(u, v)| *u <= x && *v <= y).all(|(u, v)| joins(x - u, y - v)),
            "{name}: {square}"
        );
    }
}

#[test]
fn lists_and_numbers_that_cannot_be_read() {
    let set = PairSet::parse("x,y\n# pairs\n1,2\n(3, 5)\n\n4 7\n", false, None).expect("pairs");
    assert_eq!((set.to(), set.len(), set.listed()), (7, 6, vec![(1, 2), (3, 5), (4, 7)]));
    assert!(!PairSet::parse("1,2", true, None).expect("a pair").contains(2, 1));
    assert_eq!(PairSet::parse("1,2\n30,50", false, Some(9)).expect("pairs").len(), 2);
    assert_eq!(PairSet::parse("\n# none\n", false, None), Err(BadPairs::Empty));
    let error = PairSet::parse("1,2\n3", false, None).expect_err("one number");
    assert_eq!(error.to_string(), "line 2 is not a pair of numbers: \"3\"; write x,y");
    assert!(PairSet::parse("1,-2", false, None).is_err());
    assert!(matches!(PairSet::parse("1,20000", false, None), Err(BadPairs::Large { line: 1, .. })));
    for text in ["3/2", "2", "sqrt(4)"] {
        assert!(matches!(beatty_pair(text), Err(BadPair::Rational(_))), "{text}");
    }
    assert!(beatty_pair("sqrt(2) - 1").is_err(), "below 1");
    assert!(matches!(beatty_pair("sqrt("), Err(BadPair::Text(_))));
    assert!(beatty_pair("").is_err());
}
