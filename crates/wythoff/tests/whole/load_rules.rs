//! Rules that load automata: what they say, who wins, what is proved, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::random::Numbers;
use std::collections::BTreeMap;
use wythoff::automaton::{Dfa, Numeration, Product, System};
use wythoff::check::{AnyCertificate, Certificate, NotProved, Proved, Undecided};
use wythoff::explore::compare::{CompareEffort, Equality, compare};
use wythoff::explore::star::{NoRegularStar, RegularStar, Stars, beatty_pair};
use wythoff::number::{Integer, Natural};
use wythoff::prove::compile::require;
use wythoff::prove::formula::{Form, Logic};
use wythoff::prove::guess::{Effort, prove};
use wythoff::prove::load::{Loaded, for_rules};
use wythoff::prove::source::Solver;
use wythoff::rules::evaluate::Point;
use wythoff::rules::regular::{RegularSet, SetTable};
use wythoff::rules::{Definition, RuleErrors, Ruleset, Symmetry};
use wythoff::solve::grundy::Grundy;
use wythoff::solve::reference::Reference;
use wythoff::{Budget, Game, Method, Position, Ways};

const WN: &str = include_str!("../../../wythoff-prove/certificates/wythoff.json");
/// The last digit of the first number is 0.
const WALNUT: &str =
    "msd_fib msd_fib\n0 1\n0 0 -> 0\n0 1 -> 0\n1 0 -> 1\n1 1 -> 1\n1 0\n0 0 -> 0\n0 1 -> 0\n";

/// What the texts of these tests load.
fn load(name: &str) -> Result<RegularSet, String> {
    let read = |name: &str| match name {
        "wn.json" => Ok(WN.to_owned()),
        "even.txt" => Ok(WALNUT.to_owned()),
        "nothing.txt" => Ok("something else\n".to_owned()),
        "plain.txt" => Ok("{0, 1}\n0 1\n0 -> 0\n1 -> 0\n".to_owned()),
        "broken.json" => Ok(WN.replace("fib", "fab")),
        _ => Err("there is no such file".to_owned()),
    };
    for_rules(name, &read, &Budget::default())
}

fn read(text: &str) -> Result<Ruleset, RuleErrors> {
    Definition::parse_loading("t.game", text, &load)?.bind_text("")
}

fn rules(text: &str) -> Ruleset {
    read(text).unwrap_or_else(|e| panic!("{text}\n{e}"))
}

fn game(rules: &Ruleset) -> Game {
    Game::from_text("t.game", &rules.to_string(), "").unwrap()
}

fn numeration(name: &str) -> Numeration {
    Numeration::new(name.parse::<System>().unwrap()).unwrap()
}

/// A random set of pairs: a random table, cut down to valid words.
fn random_set(numbers: &mut Numbers, system: &str) -> RegularSet {
    let numeration = numeration(system);
    let letters = (numeration.digit_count() as usize).pow(2);
    let states = 2 + numbers.below(4);
    let mut next: Vec<u32> = (0..states * letters)
        .map(|_| match numbers.below(states + 1) {
            0 => u32::MAX,
            s => s as u32 - 1,
        })
        .collect();
    next[0] = 0;
    let accepting = (0..states).map(|_| numbers.below(2) == 0).collect();
    RegularSet::new("Z", numeration, 2, SetTable { next, accepting, starts: vec![0] }).unwrap()
}

/// The P-positions of a game without a twist, from its rules at single positions.
fn played(rules: &Ruleset, to: u32) -> Vec<(u32, u32)> {
    let mut lost = Vec::new();
    for x in 0..=to {
        for y in 0..=to {
            let at = |s: u32, t: u32| Point::small(x.into(), y.into(), s.into(), t.into());
            if !rules.exists(&at(0, 0)).unwrap() {
                continue;
            }
            let wins = lost
                .iter()
                .any(|(u, v): &(u32, u32)| *u <= x && *v <= y && rules.is_move(&at(x - u, y - v)).unwrap());
            if !wins {
                lost.push((x, y));
            }
        }
    }
    lost
}

/// All P-positions of a board by one way of solving.
fn solved(rules: &Ruleset, method: Method, to: u32) -> Vec<(u32, u32)> {
    let ways = Ways::of(game(rules));
    let half = ways.is_symmetric();
    let mut all = Vec::new();
    for position in ways.list_to(method, to, &Budget::default()).unwrap().iter() {
        let piles = position.as_small().unwrap();
        all.push((piles[0], piles[1]));
        if half {
            all.push((piles[1], piles[0]));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

const TEXTS: [&str; 9] = [
    "load Z = \"wn.json\"\nmove m: Z(s, t)\n",
    "load P = \"blocking-4\"\nmove m: P(s, t)\n",
    "load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nposition: not Z(x, y) or x = 0\n",
    "load Z = \"wn.json\"\nmove m: Z(s + 1, t) or Z(t, s + 3)\n",
    "load Z = \"wn.json\"\nmove onto: Z(x - s, y - t) and s <= t\nmove one: s + t = 1\n",
    "load Z = \"wn.json\"\nmove m: Z(|s - t|, 2*s) or s = 0 and t mod 2 = 1\n",
    "load E = \"even.txt\"\nload Z = \"wn.json\"\nmove m: E(s, t) and not Z(y, s) or t = 0 and s = 2\n",
    "load Z = \"wn.json\"\nmove m: Z(max(s, t), min(x, y)) or s = 0\n",
    "load E = \"even.txt\"\nlet k = 3\nmove rook: s = 0 or t = 0\nposition: E(x + k, y) or x = y\n",
];

#[test]
fn boards_agree_with_the_rules_at_single_positions() {
    for text in TEXTS {
        let rules = rules(text);
        let expected = played(&rules, 24);
        for method in [Method::Reference, Method::Board] {
            assert_eq!(solved(&rules, method, 24), expected, "{method:?}\n{text}");
        }
    }
}

#[test]
fn twists_misere_play_and_grundy_values() {
    let head = "load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n";
    for twist in ["block 1 of Z(s, t) or Z(t + 1, s)", "comply 1 of Z(s, t + 1) or 2 of rook", "play misere"]
    {
        let rules = rules(&format!("{head}move z: Z(s, t)\n{twist}\n"));
        let expected = solved(&rules, Method::Reference, 22);
        assert_eq!(solved(&rules, Method::Board, 22), expected, "{twist}");
    }
    for text in TEXTS {
        let rules = rules(text);
        let table = Grundy::solve(&rules, 16, 16, &Budget::default()).unwrap();
        let mut values: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        for x in 0..16 {
            for y in 0..16 {
                if !rules.exists(&Point::small(x, y, 0, 0)).unwrap() {
                    continue;
                }
                let options = (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t)));
                let options = options.filter(|(s, t)| rules.is_move(&Point::small(x, y, *s, *t)).unwrap());
                let seen: Vec<u64> = options.map(|(s, t)| values[&(x - s, y - t)]).collect();
                let value = (0..).find(|v| !seen.contains(v)).unwrap();
                values.insert((x, y), value);
                assert_eq!(table.value(x, y).map(u64::from), Some(value), "({x}, {y})\n{text}");
            }
        }
    }
}

#[test]
fn random_automata_mean_the_same_to_every_evaluator() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for round in 0..60 {
        let set = random_set(&mut numbers, ["base(2)", "fib", "pell", "base(3)", "trib"][round % 5]);
        let text = set.text();
        assert_eq!(RegularSet::read("Z", &text).unwrap(), set, "{text}");
        let dfa = Loaded::of_set(&set, &Budget::default()).unwrap().automaton;
        let mut symmetric = true;
        for x in 0..40_u32 {
            for y in 0..40_u32 {
                let expected = dfa.run(set.numeration(), &[x.into(), y.into()]) != 0;
                assert_eq!(set.contains_small(&[x.into(), y.into()]), expected, "{text} ({x}, {y})");
                assert_eq!(set.contains(&[x.into(), y.into()]), expected, "{text} ({x}, {y})");
                symmetric &= expected == set.contains_small(&[y.into(), x.into()]);
            }
        }
        assert!(symmetric || !set.is_symmetric(), "{text}");
        assert!(!set.contains_small(&[-1, 0]) && !set.contains(&[Integer::from(0), Integer::from(-1)]));
        let (far, further) = (1_i64 << 62, (1_i64 << 62) + 12_345);
        assert_eq!(set.contains_small(&[far, further]), set.contains(&[far.into(), further.into()]));
        // As rules: boards against the definition.
        let text = format!("load Z = \"{text}\"\nmove m: Z(s, t) or Z(t, x)\nmove n: s = 0 and t = 1\n");
        let rules = rules(&text);
        let expected = played(&rules, 14);
        for method in [Method::Reference, Method::Board] {
            assert_eq!(solved(&rules, method, 14), expected, "{method:?}\n{text}");
        }
    }
}

#[test]
fn any_size_is_asked_about() {
    let rules = rules("load P = \"blocking-4\"\nmove m: P(x - s, y - t)\n");
    let (x, y) = (Natural::from(10_u32).pow(60), Natural::from(10_u32).pow(61));
    let zero = Natural::from(0_u32);
    let origin = rules.is_move(&Point::new(&x, &y, &x, &y)).unwrap();
    assert!(origin, "(0, 0) is a P-position of W^4");
    assert!(rules.is_move(&Point::new(&x, &y, &zero, &zero)).is_ok_and(|m| !m));
    let onto = Point::new(&x, &y, &(&x - Natural::from(11_u32)), &(&y - Natural::from(28_u32)));
    assert!(rules.is_move(&onto).unwrap());
}

#[test]
fn what_is_printed_is_read_again_and_is_the_identity() {
    for text in TEXTS {
        let rules = rules(text);
        let printed = rules.to_string();
        let again = Definition::parse("printed", &printed).unwrap().bind_text("").unwrap();
        assert_eq!(again, rules, "{printed}");
        assert_eq!(again.to_string(), printed);
    }
    let one = rules("load Z = \"wn.json\"\nmove m: Z(s, t)\n");
    let other = rules("load Z = \"blocking-4\"\nmove m: Z(s, t)\n");
    assert_ne!(game(&one).identity(), game(&other).identity());
    assert_ne!(game(&one).identity().fingerprint(), game(&other).identity().fingerprint());
    assert!(!one.is_certainly(&other) && one.is_certainly(&one));
    let renamed = rules("load Q = \"wn.json\"\nmove m: Q(t, s)\n");
    assert!(one.is_certainly(&renamed), "the set is symmetric, and a name is a name");
}

#[test]
fn symmetry_is_that_of_the_automaton() {
    assert!(rules("load Z = \"wn.json\"\nmove m: Z(s, t)\n").is_symmetric());
    assert!(rules("load E = \"even.txt\"\nmove m: E(s, t) or E(t, s)\n").is_symmetric());
    assert!(!rules("load E = \"even.txt\"\nmove m: E(s, t)\n").is_symmetric());
    assert!(!rules("load Z = \"wn.json\"\nmove m: Z(s, t + 1)\n").is_symmetric());
    assert!(
        !rules("load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nposition: Z(x, y + 1) or x = 0\n")
            .is_symmetric()
    );
}

/// Texts that say the same have the same symmetry, the same lists and counts, and are seen to be the same game.
#[test]
fn texts_that_say_the_same_are_one_game() {
    // Squares of base 2 whose digits add up to an even number, by two automata: one with a state too many.
    let small = "automaton in base(2) | tracks 1 | starts 0 | accepting 0 | states 0 1; 1 0";
    let large = "automaton in base(2) | tracks 1 | starts 0 | accepting 0 2 | states 0 1; 1 2; 2 1";
    let rooks = "move rook: s = 0 or t = 0\n";
    let load = |name: &str, text: &str| format!("load {name} = \"{text}\"\n");
    let with = |head: String, rest: &str| format!("{head}{rooks}{rest}");
    let mut pairs: Vec<(String, String, Symmetry)> = [
        ("move a: s = t and s in beatty(sqrt(2))\n", "move a: s = t and t in beatty(sqrt(2))\n"),
        ("move a: s = t and s mod 3 != 1\n", "move a: s = t and t mod 3 != 1\n"),
        ("move a: s = t and s mod 3 = 1\n", "move a: t = s and (s + t) mod 3 = 2\n"),
        (
            "move a: (s - t) mod 4 = 0 and s < 9 and t < 9\n",
            "move a: s < 9 and s mod 4 = t mod 4 and t <= 8\n",
        ),
        ("move a: s = t and s <= x - 2\n", "move a: s = t and (s <= x - 2 and 0 = 0)\n"),
        ("move a: s = t\nblock 1 of a\n", "move a: s = t\nblock 1 of s = t and t > 0\n"),
        (
            "move a: s = t and s in {1, 3}\nposition: x + y != 1\n",
            "move a: s = t and t in {1, 3}\nposition: y + x != 1\n",
        ),
    ]
    .into_iter()
    .map(|(a, b)| (with(String::new(), a), with(String::new(), b), Symmetry::Yes))
    .collect();
    pairs[4].2 = Symmetry::No;
    for (one, other) in [(small, small), (small, large)] {
        pairs.push((
            with(load("P", one), "move a: s = t and P(s)\n"),
            with(load("Q", other), "move a: s = t and Q(t)\n"),
            Symmetry::Yes,
        ));
        pairs.push((
            with(load("P", one), "position: P(x) and P(y) or x = y\n"),
            with(load("Q", other), "position: x = y or Q(y) and Q(x)\n"),
            Symmetry::Yes,
        ));
        pairs.push((
            with(load("P", one), "move a: P(s) and t = 3\n"),
            with(load("Q", other), "move a: t = 3 and Q(s + t - 3)\n"),
            Symmetry::No,
        ));
    }
    for (one, other, symmetry) in pairs {
        let (ours, theirs) = (rules(&one), rules(&other));
        assert_eq!((ours.symmetry(), theirs.symmetry()), (symmetry, symmetry), "{one}\n{other}");
        assert!(ours.is_certainly(&theirs) && theirs.is_certainly(&ours), "{one}\n{other}");
        let list = |rules: &Ruleset| {
            let lists = [false, true].map(|all| Ways::of(game(rules)).lists(all));
            lists.map(|lists| {
                let count = lists.count_to(Method::Auto, &20u8.into(), &Budget::default()).unwrap();
                let listed = lists.list_to(Method::Auto, 20, &Budget::default()).unwrap();
                assert_eq!(count, listed.len().into(), "{rules}");
                listed
            })
        };
        assert_eq!(list(&ours), list(&theirs), "{one}\n{other}");
        let effort = CompareEffort::to(30);
        let found = compare(&Ways::of(game(&ours)), &Ways::of(game(&theirs)), &effort, &Budget::default());
        assert_eq!(found.unwrap().equal, Equality::Proved, "{one}\n{other}");
    }
}

/// "Yes" and "no" are true on boards, and one of them is found nearly always.
#[test]
fn symmetry_of_random_texts() {
    let mut numbers = Numbers(0x5eed);
    let mut seen = [0, 0, 0];
    for _ in 0..120 {
        let system = numbers.of(&["base(2)", "fib"]);
        let set = random_set(&mut numbers, system);
        let mut text = format!("load Z = \"{}\"\n", set.text());
        let one = |numbers: &mut Numbers| {
            let (a, b) =
                (numbers.of(&["s", "t", "s + t", "2*s", "t - s"]), numbers.of(&["s", "t", "s + 1", "3"]));
            let m = 2 + numbers.below(3);
            match numbers.below(6) {
                0 => format!("({a}) mod {m} = ({b}) mod {m}"),
                1 => format!("{a} <= {b}"),
                2 => format!("Z({a}, {b})"),
                3 => format!("|s - t| < {m}"),
                4 => format!("{a} in {{1, 4, {m}}}"),
                _ => "s = t".to_owned(),
            }
        };
        for name in ["a", "b"] {
            let (first, second) = (one(&mut numbers), one(&mut numbers));
            let joint = numbers.of(&["and", "or", "and not"]);
            text += &format!("move {name}: ({first}) {joint} ({second})\n");
        }
        if numbers.below(2) == 0 {
            // The mirror image of the first move, so that many are symmetric.
            let line = text.lines().nth(1).unwrap().strip_prefix("move a: ").unwrap().to_owned();
            let swapped: String =
                line.split_inclusive(|c: char| !c.is_alphanumeric()).map(exchanged).collect();
            text = text.lines().take(2).map(|line| format!("{line}\n")).collect();
            text += &format!("move b: {swapped}\n");
        }
        let rules = rules(&text);
        let is_move = |s: u64, t: u64| rules.is_move(&Point::small(30, 30, s, t)).unwrap();
        let mirrored = (0..=30).all(|s| (0..=30).all(|t| is_move(s, t) == is_move(t, s)));
        match rules.symmetry() {
            Symmetry::Yes => assert!(mirrored, "{text}"),
            Symmetry::No => assert!(!mirrored, "{text}"),
            Symmetry::NotSeen => {}
        }
        seen[rules.symmetry() as usize] += 1;
    }
    assert!(seen[0] > 40 && seen[1] > 20 && seen[2] < 6, "{seen:?}");
}

/// A word of a formula with the piles exchanged.
fn exchanged(word: &str) -> String {
    match word.trim_end_matches(|c: char| !c.is_alphanumeric()) {
        "s" => word.replacen('s', "t", 1),
        "t" => word.replacen('t', "s", 1),
        _ => word.to_owned(),
    }
}

#[test]
fn every_mistake_has_its_place() {
    for (text, place, says) in [
        (
            "load Z = \"none.json\"\nmove m: Z(s, t)\n",
            (1, 10),
            "cannot load \"none.json\": there is no such file",
        ),
        ("load Z = \"none.json\"\nmove m: Z(s, t)\n", (1, 10), "blocking-4"),
        ("load Z = \"nothing.txt\"\nmove m: Z(s, t)\n", (1, 10), "neither a certificate nor"),
        ("load Z = \"plain.txt\"\nmove m: Z(s)\n", (1, 10), "msd_fib"),
        ("load Z = \"broken.json\"\nmove m: Z(s, t)\n", (1, 10), "numeration"),
        ("load Z = \"wn.json\"\nmove m: Z(s)\n", (2, 9), "is a set of pairs, and here are 1 number"),
        ("load Z = \"wn.json\"\nmove m: Z(s, t, x)\n", (2, 9), "expected 2 numbers"),
        ("load Zed = \"wn.json\"\nmove m: Zet(s, t)\n", (2, 9), "did you mean `Zed`?"),
        ("move m: Q(s, t)\n", (1, 9), "a line `load Q = \"FILE\"`"),
        ("load Z = \"wn.json\"\nmove m: Z(s, u)\n", (2, 14), "unknown name `u`"),
        ("load Z = \"wn.json\"\nmove m: Z(s, t\n", (2, 15), "expected `,` or `)`"),
        ("load Z = \"wn.json\"\nmove m: Z\n", (2, 9), "unknown name `Z`"),
        ("load Z = \"wn.json\"\nmove m: Z(s, t) + 1 = 2\n", (2, 9), "a formula cannot be computed with"),
        ("load Z = \"wn.json\"\nposition: Z(s, y)\nmove m: s = 0\n", (2, 13), "`s` cannot stand here"),
        ("load s = \"wn.json\"\nmove m: s = 0\n", (1, 6), "cannot name an automaton"),
        ("load m = \"wn.json\"\nmove m: s = 0\n", (2, 6), "`m` is an automaton already"),
        ("load Z = wn\nmove m: s = 0\n", (1, 10), "in quotes"),
        ("load \"wn.json\"\nmove m: s = 0\n", (1, 6), "a name for the automaton"),
        ("load Z = \"automaton in fab | tracks 2\"\nmove m: s = 0\n", (1, 10), "its numeration is wrong"),
        ("load Z = \"automaton in fib | tracks 9 |\"\nmove m: s = 0\n", (1, 10), "1 to 4"),
        ("load Z = \"automaton in base(200) | tracks 4 |\"\nmove m: s = 0\n", (1, 10), "too large"),
        (
            "load Z = \"automaton in fib | tracks 1 | starts 0 | accepting 0 | states 0 0 0\"\nmove m: s = 0\n",
            (1, 10),
            "more than 2 successors",
        ),
        (
            "load Z = \"automaton in fib | tracks 1 | starts 0 | accepting 1 | states 1 0; 1 -1\"\nmove m: s = 0\n",
            (1, 10),
            "zeros in front",
        ),
    ] {
        let errors = read(text).expect_err(text);
        let found = errors.errors.iter().any(|error| errors.place(error) == place);
        assert!(found && errors.to_string().contains(says), "{text}\n{errors}");
    }
    // Without a loader only what stands in the text itself can be had.
    let errors = Definition::parse("t", "load Z = \"blocking-4\"\nmove m: Z(s, t)\n").expect_err("no loader");
    assert!(errors.to_string().contains("nothing can be loaded"), "{errors}");
}

/// The automaton of a formula over x and y.
fn automaton_of(formula: &Logic, numeration: &Numeration) -> Dfa {
    let mut product = Product::new(numeration, 2);
    let by = [Form::track(0, 2), Form::track(1, 2), Form::zero(2), Form::zero(2)];
    require(&mut product, &formula.substitute(&by), &Budget::default()).unwrap();
    product.build(&Budget::default()).unwrap()
}

/// Games that are over after one move or none: what their P-positions are is known, for any set. Where sets of guesses become too many,
/// nothing is decided; that must not be the rule.
#[test]
fn the_checker_agrees_about_random_automata() {
    let budget = Budget::default().with_states(1_500);
    let mut numbers = Numbers(0x0123_4567_89ab_cdef);
    let arguments = [
        "x, y",
        "y, x",
        "x + 1, y",
        "x, y + 5",
        "2*x + 1, y",
        "x - 3, y",
        "|x - y|, x",
        "x mod 3, y + x",
        "7, y",
    ];
    let mut decided = [0, 0];
    for round in 0..36 {
        let set = random_set(&mut numbers, ["base(2)", "fib", "base(2)", "pell"][round % 4]);
        let arguments = arguments[round % arguments.len()];
        let head = format!("load Z = \"{}\"\n", set.text());
        let certificate = |rules: &Ruleset, claim: &Dfa| {
            Certificate::new(rules.clone(), set.numeration().clone(), claim).unwrap()
        };
        // No moves: every square that exists is P.
        let all = rules(&format!("{head}move m: s = 0 and t = 0\nposition: Z({arguments})\n"));
        let square = all.position.clone().unwrap();
        let claim = automaton_of(&Logic::from_rules(&square, &[]), set.numeration());
        for x in 0..20_u32 {
            for y in 0..20_u32 {
                let holds = square.holds_at(&Point::small(x.into(), y.into(), 0, 0)).unwrap();
                let run = claim.run(set.numeration(), &[x.into(), y.into()]) != 0;
                assert_eq!(run, holds, "({x}, {y})\n{all}");
            }
        }
        match Proved::new(certificate(&all, &claim), &budget) {
            Ok(_) => decided[0] += 1,
            Err(NotProved::Undecided(Undecided::Limit(_))) => {}
            Err(other) => panic!("{other}\n{all}"),
        }
        // The only moves lead to (0, 0), from the squares of the set.
        let taken = arguments.replace('x', "s").replace('y', "t");
        let jump = rules(&format!("{head}move m: Z({taken}) and x = s and y = t\n"));
        let origin = Logic::equal(Form { c: 0, k: vec![1, 1, 0, 0] }, 0);
        let open = Logic::from_rules(&square, &[]).negated();
        let claim = automaton_of(&Logic::or(vec![open, origin]), set.numeration());
        match Proved::new(certificate(&jump, &claim), &budget) {
            Ok(_) => decided[1] += 1,
            Err(NotProved::Undecided(Undecided::Limit(_))) => {}
            Err(other) => panic!("{other}\n{jump}"),
        }
        // A claim that is wrong somewhere is refuted there.
        let wrong = automaton_of(&Logic::Constant(true), set.numeration());
        match Proved::new(certificate(&jump, &wrong), &budget) {
            Ok(_) => assert_eq!(wrong, claim, "{jump}"),
            Err(NotProved::Undecided(Undecided::Limit(_))) => {}
            Err(NotProved::Refuted { x, y }) => {
                assert_eq!(claim.run(set.numeration(), &[x, y]), 0, "{jump}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(decided[0] >= 18 && decided[1] >= 12, "decided {decided:?}");
}

#[test]
fn proofs_are_found_and_carry_the_automaton() {
    let budget = Budget::default();
    let effort = Effort { boards: vec![60, 150], states: 400, ..Effort::default() };
    for text in [
        "load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nposition: not Z(x + 1, y)\n",
        "load Z = \"wn.json\"\nmove rook: (s = 0 or t = 0) and Z(x - s, y - t)\n",
        "load Z = \"automaton in base(2) | tracks 2 | starts 0 | accepting 0 | states 0 -2 0\"\nmove m: Z(s, t)\n",
    ] {
        let rules = rules(text);
        let proof = prove(&rules, &mut Solver::new(&rules), &effort, &budget);
        let proved = proof.proved.unwrap_or_else(|| panic!("no proof of\n{text}"));
        let claim = proved.automaton().unwrap();
        let board = Reference::solve(&rules, 40, 40, &budget).unwrap();
        for x in 0..=40_u32 {
            for y in 0..=40_u32 {
                let accepted = claim.automaton().run(claim.numeration(), &[x.into(), y.into()]) != 0;
                assert_eq!(accepted, board.is_p(x, y), "({x}, {y}) {text}");
            }
        }
        // The file says all that is needed to check it.
        let written = claim.to_string();
        let again = AnyCertificate::read(&written, &budget).unwrap();
        assert_eq!(again.rules(), &rules);
        assert!(Proved::new(again, &budget).is_ok());
        assert!(written.contains("load Z = \\\"automaton in "), "{written}");
        // Any change of the automaton in the rules is seen, and what is left is a claim about another game.
        let tampered = written.replacen("| accepting 0", "| accepting ", 1);
        assert_ne!(tampered, written);
        assert!(AnyCertificate::read(&tampered, &budget).is_err());
        let other = rules_with_flipped_automaton(&rules);
        assert_ne!(game(&other).identity(), game(&rules).identity());
        let moved = Certificate::new(other, claim.numeration().clone(), &claim.automaton()).unwrap();
        assert!(matches!(Proved::new(moved, &budget), Err(NotProved::Refuted { .. })), "{text}");
    }
}

/// The same rules about the set without its last accepting state.
fn rules_with_flipped_automaton(rules: &Ruleset) -> Ruleset {
    let text = rules.to_string();
    let set = rules.loads()[0];
    let mut table = set.table();
    let last = table.accepting.iter().rposition(|a| *a).unwrap();
    table.accepting[last] = false;
    let other = RegularSet::new("Z", set.numeration().clone(), 2, table).unwrap();
    let text = text.replace(&set.text(), &other.text());
    Definition::parse("other", &text).unwrap().bind_text("").unwrap()
}

#[test]
fn a_proof_is_in_the_numeration_of_the_automaton() {
    let budget = Budget::default();
    let rules_in_fib = rules("load Z = \"wn.json\"\nmove rook: s = 0 or t = 0\nposition: not Z(x + 1, y)\n");
    let base2 = numeration("base(2)");
    let claim =
        Certificate::new(rules_in_fib, base2.clone(), &automaton_of(&Logic::Constant(true), &base2)).unwrap();
    let refused = Proved::new(claim, &budget);
    assert!(
        matches!(&refused, Err(NotProved::Undecided(Undecided::Numeration(name, fib))) if name == "Z" && fib == "fib"),
        "{refused:?}"
    );
    let both = "load B = \"automaton in base(2) | tracks 1 | starts 0 | accepting 0 | states 0 -1\"\n\
                load Z = \"wn.json\"\nmove m: Z(s, t) or B(s)\n";
    let both = rules(both);
    assert_eq!(solved(&both, Method::Board, 20), played(&both, 20));
    let proof = prove(&both, &mut Solver::new(&both), &Effort::default(), &budget);
    assert!(proof.proved.is_none());
}

/// A numeration with a period: the pairs of Beatty sequences of sqrt(3).
#[test]
fn numerations_with_a_period() {
    let pair = beatty_pair("sqrt(3)").unwrap();
    let star = RegularStar::of_pair(&pair, 0, &Budget::default()).unwrap();
    let set = star.rules.loads()[0].clone();
    assert!(set.numeration().phases() > 1);
    let pairs = pair.pairs(200).unwrap();
    for x in 0..=200_u32 {
        for y in 0..=200 {
            // n = 0 is among them, and no move.
            let expected = pairs.contains(x, y) || (x, y) == (0, 0);
            assert_eq!(set.contains_small(&[x.into(), y.into()]), expected, "({x}, {y})");
            assert_eq!(set.contains(&[x.into(), y.into()]), expected, "({x}, {y})");
        }
    }
    // The checker, with arguments that are longer than the piles.
    for arguments in ["x, y", "x + 1, y", "x, 3*y", "x - 2, y + 4"] {
        let text =
            format!("load Z = \"{}\"\nmove m: s = 0 and t = 0\nposition: Z({arguments})\n", set.text());
        let rules = rules(&text);
        let logic = Logic::from_rules(rules.position.as_ref().unwrap(), &[]);
        let claim = automaton_of(&logic, set.numeration());
        let claim = Certificate::new(rules.clone(), set.numeration().clone(), &claim).unwrap();
        assert!(Proved::new(claim, &Budget::default()).is_ok(), "{arguments}");
    }
}

#[test]
fn stars_at_all_sizes() {
    let budget = Budget::default();
    // M of Nim are the rooks, M* the bishops, M** the rooks again.
    let nim = Game::named("nim").unwrap();
    let double = RegularStar::of_game(&nim, 2, &budget).unwrap();
    assert_eq!(double.notes.last().unwrap(), "M** = M at all sizes");
    let again = Game::from_text("m.game", &double.text(), "").unwrap();
    assert_eq!(
        solved(again.ruleset().unwrap(), Method::Board, 40),
        solved(nim.ruleset().unwrap(), Method::Board, 40)
    );
    // The moves of M* are what the board says they are, and so are its P-positions.
    for name in ["WN", "2WN", "W^2"] {
        let game = Game::named(name).unwrap();
        let stars = Stars::of_game(&Ways::of(game.clone()), 50, &budget).unwrap();
        let count = usize::from(name != "W^2");
        let star = RegularStar::of_game(&game, count, &budget).unwrap();
        let expected = stars.with_stars(count).unwrap();
        for s in 0..=50_u64 {
            for t in 0..=50 {
                let is_move = star.rules.is_move(&Point::small(s, t, s, t)).unwrap();
                let wanted = (s, t) != (0, 0) && expected.contains(s as u32, t as u32);
                assert_eq!(is_move, wanted, "{name} ({s}, {t})");
            }
        }
        let mut next: Vec<(u32, u32)> = stars.with_stars(count + 1).unwrap().iter().collect();
        next.push((0, 0));
        next.sort_unstable();
        assert_eq!(solved(&star.rules, Method::Board, 50), next, "{name}");
    }
    let refused = RegularStar::of_pair(&beatty_pair("pi").unwrap(), 1, &budget);
    assert!(matches!(refused, Err(NoRegularStar::Pair(_))), "{refused:?}");
    assert!(matches!(RegularStar::of_game(&nim, 99, &budget), Err(NoRegularStar::Stars)));
    let memory = RegularStar::of_game(&Game::named("IN").unwrap(), 1, &budget);
    assert!(matches!(memory, Err(NoRegularStar::Game)), "{memory:?}");
}

#[test]
fn a_loaded_position_is_asked_about_like_any_other() {
    let rules = rules("load P = \"blocking-4\"\nmove m: P(s, t)\n");
    let ways = Ways::of(game(&rules));
    let budget = Budget::default();
    let answer = ways.ask(&Position::small(&[20, 33]), &[], &budget).unwrap();
    let reference = ways.ask_by(Method::Reference, &Position::small(&[20, 33]), &[], &budget).unwrap();
    assert_eq!((answer.outcome, answer.winning_moves), (reference.outcome, reference.winning_moves));
}
