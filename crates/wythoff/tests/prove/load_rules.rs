//! Rules that load automata: what they say, who wins, what is proved, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::random::Numbers;
use std::collections::BTreeMap;
use wythoff::automaton::{Dfa, Numeration, Product, System};
use wythoff::check::{AnyCertificate, Certificate, NotProved, Proved, Undecided};
use wythoff::explore::star::{NoRegularStar, RegularStar, Stars, beatty_pair};
use wythoff::number::{Integer, Natural};
use wythoff::prove::compile::require;
use wythoff::prove::formula::{Form, Logic};
use wythoff::prove::guess::{Effort, prove};
use wythoff::prove::load::{Loaded, for_rules};
use wythoff::prove::source::Solver;
use wythoff::rules::evaluate::Point;
use wythoff::rules::regular::{RegularSet, SetTable};
use wythoff::rules::{Definition, RuleErrors, Ruleset};
use wythoff::solve::grundy::Grundy;
use wythoff::solve::reference::Reference;
use wythoff::{Budget, Game, Method, Position, Ways};

const WN: &str = include_str!("../../../../certificates/wythoff.json");
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
