//! Games proved from their rules alone, claims refuted, answers of any size.
#![allow(clippy::unwrap_used)]

use dashu_int::UBig;
use wythoff_automata::{Numeration, System};
use wythoff_budget::Budget;
use wythoff_check::{Certificate, Proved, Undecided, Verdict, check, verify, verify_by_kinds};
use wythoff_prove::answer::Answers;
use wythoff_prove::guess::{Effort, End, prove};
use wythoff_prove::sentence::{Decision, decide};
use wythoff_prove::source::{Solver, Source};
use wythoff_rules::Game;
use wythoff_rules::{Definition, Ruleset};
use wythoff_solve::reference::Reference;

fn rules(text: &str) -> Ruleset {
    Definition::parse("test", text).unwrap().bind_text("").unwrap()
}

fn game(name: &str) -> Ruleset {
    Game::named(name).unwrap().ruleset().unwrap().clone()
}

fn proved(rules: &Ruleset, effort: &Effort) -> Certificate {
    let proof = prove(rules, &mut Solver::new(rules), effort, &Budget::default());
    let certificate = proof.certificate().unwrap_or_else(|| panic!("{}: {:#?}", rules.title, proof.attempts));
    let verdict = check(&certificate.to_string(), &Budget::default()).unwrap();
    assert_eq!(verdict, Verdict::Proved, "{}", rules.title);
    certificate.clone()
}

fn answers_of(name: &str) -> Answers {
    let certificate = proved(&game(name), &Effort::default());
    Answers::new(&Proved::new(certificate, &Budget::default()).unwrap(), &Budget::default()).unwrap()
}

fn within(system: System) -> Effort {
    Effort { systems: Some(vec![system]), ..Effort::default() }
}

#[test]
fn the_papers_games_are_proved_from_their_rules() {
    let games = [
        ("wythoff", 7),
        ("2WN", 9),
        ("3WN", 11),
        ("WN^2", 9),
        ("2WN^2", 13),
        ("WN^(3)", 11),
        ("2x2WN_1", 0),
        ("(2,2)WN", 20),
        ("(2,3)WN", 18),
        ("invariant(k=1)", 7),
        ("invariant(k=2)", 41),
        ("W^2", 73),
        ("W^3", 0),
        ("W^14", 189),
        ("beta((3+sqrt(5))/2)", 7),
        // [2; 1, (2)], so a number with a preperiod.
        ("beta((4+sqrt(2))/2)", 101),
    ];
    for (name, states) in games {
        let certificate = proved(&game(name), &Effort::default());
        assert!(
            states == 0 || certificate.automaton().states() == states,
            "{name} {}",
            certificate.automaton().states()
        );
    }
}

#[test]
fn blocking_four_has_twenty_six_live_states_in_the_pell_numeration() {
    // With the dead state, the 27 of the literature.
    let certificate = proved(&game("W^4"), &within(System::ostrowski(&[2])));
    assert_eq!(certificate.automaton().states(), 26);
}

#[test]
fn every_kind_of_rule_has_its_sentence() {
    let texts = [
        "game \"misère Nim\"\nmove rook: s = 0 or t = 0\nplay misere\n",
        "game \"blocking Nim\"\nmove rook: s = 0 or t = 0\nblock 2\n",
        "game \"misère blocking\"\nmove rook: s = 0 or t = 0\nblock 1\nplay misere\n",
        "game \"two budgets\"\nmove rook: s = 0 or t = 0\nblock 1 of s = 0\nblock 1 of t < 3\n",
        "game \"comply\"\nmove rook: s = 0 or t = 0\ncomply 2 of rook\n",
        "game \"hole\"\nmove rook: s = 0 or t = 0\nposition: x + y > 2 or x = y\n",
        "game \"knight line\"\nmove line: s = 2 * t\n",
        "game \"mixed\"\nmove a: s = 2 * t\nmove b: t = 0 and s mod 2 = 1\n",
        "game \"lopsided\"\nmove up: s = 0 and t < 4\nmove right: t = 0 and s < 3\nmove both: s = t\n",
        "game \"subtraction\"\nmove few: s + t < 4\n",
    ];
    for text in texts {
        let rules = rules(text);
        let effort = Effort {
            systems: Some(vec![System::base(2), System::base(3), System::fibonacci()]),
            ..Effort::default()
        };
        let certificate = proved(&rules, &effort);
        let reference = Reference::solve(&rules, 70, 70, &wythoff_budget::Budget::default()).unwrap();
        for x in 0..=70u32 {
            for y in 0..=70u32 {
                let claimed =
                    certificate.automaton().run(certificate.numeration(), &[x.into(), y.into()]) != 0;
                assert_eq!(claimed, reference.is_p(x, y), "{} at ({x},{y})", rules.title);
            }
        }
    }
}

#[test]
fn wrong_claims_are_refuted_by_prover_and_checker_alike() {
    let budget = Budget::default();
    // A rule off by one, and the Beatty formula where gcd(k,m) > 1.
    for (claimed, name) in
        [("2WN", "3WN"), ("3WN", "2WN"), ("2WN^2", "2WN^(2)"), ("wythoff", "W^2"), ("W^3", "W^2")]
    {
        let certificate = proved(&game(claimed), &Effort::default());
        let rules = game(name);
        let decision = decide(&rules, certificate.numeration(), &certificate.automaton(), &budget).unwrap();
        let wrong =
            Certificate::new(rules, certificate.numeration().clone(), &certificate.automaton()).unwrap();
        let verdict = verify(&wrong, &budget).unwrap();
        let (Decision::Refuted { x, y }, Verdict::Refuted { x: a, y: b }) = (&decision, &verdict) else {
            panic!("{claimed} for {name}: {decision:?} {verdict:?}");
        };
        // Both are shortest, though not always the same.
        let length = |n: &UBig| certificate.numeration().length(n);
        assert_eq!(length(x).max(length(y)), length(a).max(length(b)), "{claimed} for {name}");
    }
}

/// A wrong claim is refuted at a small square even if the automata of its proof may not be built.
#[test]
fn small_contradictions_need_no_proof() {
    let claim = |claimed: &str, rules: &str| {
        let certificate = proved(&game(claimed), &Effort::default());
        Certificate::new(game(rules), certificate.numeration().clone(), &certificate.automaton()).unwrap()
    };
    let most = |states: u64| Budget::default().with_states(states);
    // (2, 2) is P in Wythoff Nim with two options to block; (0, 10) is where 10WN differs from 11WN.
    for (claimed, rules, states, piles) in [("wythoff", "W^3", 30, 2u32), ("10WN", "11WN", 300, 11)] {
        let wrong = claim(claimed, rules);
        assert!(matches!(verify_by_kinds(&wrong, &most(states)), Err(Undecided::Limit(_))), "{rules}");
        let verdict = verify(&wrong, &most(states));
        let Ok(Verdict::Refuted { x, y }) = verdict else { panic!("{claimed} for {rules}: {verdict:?}") };
        assert!(x.max(y) <= UBig::from(piles), "{claimed} for {rules}");
    }
    // The same limit, and a claim that is true: nothing is said.
    assert!(matches!(verify(&claim("10WN", "10WN"), &most(300)), Err(Undecided::Limit(_))));
}

/// Thousands of changed bytes: none is believed. One spelling means one claim, so whatever parses is another claim.
#[test]
fn no_changed_byte_passes_the_checker() {
    let mut seed = 1u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let games = [
        ("wythoff", System::fibonacci()),
        ("W^3", System::base(2)),
        ("W^4", System::ostrowski(&[2])),
        ("(2,2)WN", System::fibonacci()),
        ("invariant(k=1)", System::fibonacci()),
    ];
    for (name, system) in games {
        let text = proved(&game(name), &within(system)).to_string();
        for _ in 0..2000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random(2) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = b"0123456789-[],. \"abckwxyst(){}:"[random(31)],
                    1 => bytes[at] = (random(95) + 32) as u8,
                    2 => bytes.insert(at, b"0123456789,- \n"[random(14)]),
                    _ => drop(bytes.remove(at)),
                }
            }
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            if changed != text {
                assert_ne!(check(&changed, &Budget::default()), Ok(Verdict::Proved), "{changed}");
            }
        }
    }
}

/// The same with a digest that fits: changed rules, and outputs or transitions of the automaton, of larger games.
#[test]
fn no_changed_claim_passes_the_checker() {
    let budget = Budget::default();
    let mut seed = 5u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let (mut refuted, mut rejected) = (0, 0);
    for (name, system) in [("wythoff", System::fibonacci()), ("W^4", System::ostrowski(&[2]))] {
        let certificate = proved(&game(name), &within(system));
        let dfa = certificate.automaton();
        for _ in 0..40 {
            let (mut table, mut outputs) = (dfa.table(), dfa.outputs().to_vec());
            match random(3) {
                0 => {
                    let at = random(outputs.len());
                    outputs[at] = 1 - outputs[at];
                }
                _ => {
                    let at = random(table.len());
                    table[at] = random(dfa.states()) as u32;
                }
            }
            let other =
                wythoff_automata::Dfa::from_table(2, dfa.digit_count(), &table, &outputs, dfa.starts());
            if other == dfa {
                continue;
            }
            let claim =
                Certificate::new(certificate.rules().clone(), certificate.numeration().clone(), &other)
                    .unwrap();
            match verify(&claim, &budget) {
                Ok(Verdict::Refuted { .. }) => refuted += 1,
                Ok(Verdict::Proved) => panic!("{name}: {claim}"),
                Err(_) => rejected += 1,
            }
        }
    }
    assert!(refuted > 15, "{refuted} refuted, {rejected} rejected");
}

#[test]
fn every_transition_of_an_automaton_matters() {
    // The digest is recomputed here: only the checker stands between a changed automaton and a proof.
    let certificate = proved(&game("wythoff"), &Effort::default());
    let dfa = certificate.automaton();
    let table = dfa.table();
    let mut refuted = 0;
    for at in 0..table.len() {
        for target in (0..dfa.states() as u32).chain([u32::MAX]) {
            let mut changed = table.clone();
            changed[at] = target;
            let other = wythoff_automata::Dfa::from_table(
                2,
                dfa.digit_count(),
                &changed,
                dfa.outputs(),
                dfa.starts(),
            );
            if other == dfa {
                continue;
            }
            let claim =
                Certificate::new(certificate.rules().clone(), certificate.numeration().clone(), &other)
                    .unwrap();
            // Either it is not a set of pairs any more, or it is another set.
            match verify(&claim, &Budget::default()) {
                Ok(Verdict::Refuted { .. }) => refuted += 1,
                Ok(Verdict::Proved) => panic!("{at} {target}"),
                Err(_) => assert!(claim.to_string().parse::<Certificate>().is_err()),
            }
        }
    }
    assert!(refuted > 30, "{refuted}");
}

#[test]
fn a_proved_automaton_agrees_with_a_hundred_thousand_columns() {
    for name in ["W^2", "W^4", "(2,3)WN"] {
        let rules = game(name);
        let certificate = proved(&rules, &Effort::default());
        let board = Solver::new(&rules).board(100_000, &Budget::default()).unwrap();
        let wrong =
            wythoff_prove::learn::disagreement(&board, certificate.numeration(), &certificate.automaton());
        assert_eq!(wrong, None, "{name}");
    }
}

#[test]
fn answers_have_a_thousand_digits() {
    let answers = answers_of("wythoff");
    let phi = wythoff_number::Quadratic::new(1, 1, 5u8, 2).unwrap();
    let n = UBig::from(10u32).pow(1000) + UBig::from(12345u32);
    let a = UBig::try_from(phi.floor_mul(&n)).unwrap();
    let b = &a + &n;
    assert!(answers.is_p(&a, &b) && answers.is_p(&b, &a));
    assert!(!answers.is_p(&a, &(&b + UBig::from(1u32))));
    assert!(answers.options(&a, &b, true, 10).is_empty(), "no P-position is an option of a P-position");
    let found = answers.options(&a, &(&b + UBig::from(5u32)), true, 10);
    assert!(found.iter().any(|f| f.x == a && f.y == b));
    // The definition agrees at small sizes, in kind and number.
    let answers = answers_of("W^4");
    let mut reference = Reference::solve(&game("W^4"), 30, 30, &wythoff_budget::Budget::default()).unwrap();
    for (x, y) in [(11, 28), (17, 4), (30, 29), (0, 7)] {
        let mut expected: Vec<(UBig, UBig)> = vec![];
        for option in reference.options(x, y) {
            let (a, b) = (option.x, option.y);
            if reference.is_p(a, b) {
                expected.push((a.into(), b.into()));
            }
        }
        expected.sort();
        let found: Vec<_> =
            answers.options(&x.into(), &y.into(), true, 100).into_iter().map(|f| (f.x, f.y)).collect();
        assert_eq!(found, expected, "({x},{y})");
    }
}

#[test]
fn what_is_not_found_is_said_plainly() {
    let rules = game("W^5");
    let effort = Effort {
        systems: Some(vec![System::base(2), System::fibonacci()]),
        boards: vec![2000],
        ..Effort::default()
    };
    let budget = Budget::default().with_states(60_000);
    let proof = prove(&rules, &mut Solver::new(&rules), &effort, &budget);
    assert!(proof.proved.is_none());
    assert_eq!(proof.attempts.len(), 2);
    assert!(proof.attempts.iter().all(|a| a.board == 2000 && !matches!(a.end, End::Proved)));
    let stopped = Budget::default().with_guard(|| Some(wythoff_budget::Limit::Time));
    let proof = prove(&rules, &mut Solver::new(&rules), &effort, &stopped);
    assert!(proof.stopped.is_some());
}

#[test]
fn a_claim_in_a_poor_numeration_is_still_decided() {
    // Nim in the numeration of the golden ratio: equal numbers have equal words in every numeration.
    let nim = rules("game \"Nim\"\nmove rook: s = 0 or t = 0\n");
    for system in [System::fibonacci(), System::ostrowski(&[1, 2]), System::pisot(&[1, -5, -1, 1]).unwrap()] {
        let certificate = proved(&nim, &within(system.clone()));
        assert_eq!(certificate.numeration(), &Numeration::new(system).unwrap());
    }
}
