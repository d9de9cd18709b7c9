//! Walnut's text format: what is written is read back, in every numeration, and means the same to a reader that knows
//! nothing but the text.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use dashu_int::UBig;
use proptest::prelude::*;
use wythoff_automata::dfa::align;
use wythoff_automata::walnut;
use wythoff_automata::walnut::{BadText, Valued};
use wythoff_automata::{Dfa, Numeration, Product};
use wythoff_budget::Budget;
use wythoff_logic::{Defined, parse, relation};

const NUMERATIONS: [&str; 13] = [
    "base(2)",
    "base(3)",
    "base(4)",
    "base(5)",
    "fib",
    "pell",
    "trib",
    "ostrowski(1,2)",
    "ostrowski(2,1)",
    "ostrowski(1,1,3)",
    "pisot(1,-2,-1)",
    "pisot(1,-3,1)",
    "pisot(1,-5,-1,1)",
];

fn numeration(name: &str) -> Numeration {
    Numeration::new(name.parse().unwrap()).unwrap()
}

/// A linear form compared with two thresholds, with these outputs for the five cases.
fn sample(numeration: &Numeration, form: &[i64], threshold: i64, outputs: [u16; 5]) -> Dfa {
    let mut p = Product::new(numeration, form.len());
    let part = p.compare(form, &[threshold, threshold + 2], &Budget::default()).unwrap();
    p.set_value(&[part], move |o| outputs[usize::from(o[0])]);
    p.build(&Budget::default()).unwrap()
}

/// An automaton as Walnut reads it, from nothing but the text: the first state is the start.
struct Simulated {
    start: u32,
    outputs: BTreeMap<u32, i64>,
    arrows: BTreeMap<(u32, Vec<u32>), u32>,
}

impl Simulated {
    fn new(text: &str) -> Simulated {
        let (mut start, mut state) = (None, None);
        let (mut outputs, mut arrows) = (BTreeMap::new(), BTreeMap::new());
        for line in text.lines().skip(1).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            if let Some((digits, to)) = line.split_once(" -> ") {
                let digits = digits.split(' ').map(|d| d.parse().unwrap()).collect();
                assert_eq!(arrows.insert((state.unwrap(), digits), to.parse().unwrap()), None);
            } else {
                let (number, output) = line.split_once(' ').unwrap();
                let number = number.parse().unwrap();
                outputs.insert(number, output.parse().unwrap());
                state = Some(number);
                start = start.or(state);
            }
        }
        Simulated { start: start.unwrap(), outputs, arrows }
    }

    fn run(&self, words: &[Vec<u32>]) -> i64 {
        let mut at = self.start;
        for i in 0..words[0].len() {
            let digits: Vec<u32> = words.iter().map(|w| w[i]).collect();
            match self.arrows.get(&(at, digits)) {
                Some(&to) => at = to,
                None => return 0,
            }
        }
        self.outputs[&at]
    }
}

#[test]
fn exports_load_again_in_every_numeration() {
    let budget = Budget::default();
    for name in NUMERATIONS {
        let numeration = numeration(name);
        for tracks in 1..=5usize {
            // Where there are thousands of letters, an automaton of few states.
            let many = (numeration.digit_count() as usize).pow(tracks as u32) > 1100;
            let form: Vec<i64> = (if many { [0, 1, 0, 0, 0] } else { [1, -1, 2, 1, -1] })[..tracks].to_vec();
            let dfa = sample(&numeration, &form, 1, [0, 1, 2, 0, 7]);
            let text = walnut::write(&dfa, &numeration);
            assert_eq!(text.lines().next().unwrap().split(' ').count(), tracks);
            let again = walnut::read(&text, &numeration, &budget).unwrap();
            assert_eq!(again, dfa, "{name}, {tracks} tracks");
            if many {
                continue;
            }
            // A set: every output but 0 accepts.
            let set = walnut::read_set(&text, &numeration, &budget).unwrap();
            assert_eq!(set, dfa.map_outputs(|_| 1), "{name}, {tracks} tracks");
        }
        // A numeration without a name in Walnut says in a comment what it is.
        let text = walnut::write(&sample(&numeration, &[1], 1, [1, 0, 1, 0, 1]), &numeration);
        assert_eq!(text.contains(&format!("# numeration {name}\n")), text.starts_with('{'), "{name}");
    }
}

#[test]
fn the_text_alone_means_the_same() {
    for name in NUMERATIONS {
        let numeration = numeration(name);
        let dfa = sample(&numeration, &[2, -1], 3, [0, 4, 1, 0, 2]);
        let text = Simulated::new(&walnut::write(&dfa, &numeration));
        for x in 0..40u32 {
            for y in 0..40u32 {
                let numbers = [UBig::from(x), UBig::from(y)];
                let mut words = align(&numeration, &numbers);
                let expected = i64::from(dfa.run(&numeration, &numbers));
                for _ in 0..4 {
                    assert_eq!(text.run(&words), expected, "{name}: {x} {y}");
                    words.iter_mut().for_each(|w| w.insert(0, 0));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any outputs of either sign, in any numeration.
    #[test]
    fn values_of_either_sign_are_kept(
        which in 0..NUMERATIONS.len(),
        form in proptest::collection::vec(-2i64..=2, 1..=2),
        threshold in -4i64..9,
        values in proptest::collection::vec(-70_000i64..=70_000, 5),
    ) {
        let numeration = numeration(NUMERATIONS[which]);
        let budget = Budget::default();
        let dfa = sample(&numeration, &form, threshold, [1, 2, 3, 4, 5]);
        let names: Vec<i64> = std::iter::once(0).chain(values).collect();
        let valued = Valued { automaton: dfa.clone(), values: names.clone() };
        let text = valued.write(&numeration);
        let again = walnut::read_valued(&text, &numeration, &budget).unwrap();
        prop_assert_eq!(again.values[0], 0);
        prop_assert!(again.values[1..].windows(2).all(|w| w[0] < w[1]));
        for x in 0..12u32 {
            for y in 0..12u32 {
                let numbers: Vec<UBig> = [x, y][..form.len()].iter().map(|&n| n.into()).collect();
                let expected = names[usize::from(dfa.run(&numeration, &numbers))];
                prop_assert_eq!(again.value(&numeration, &numbers), expected);
            }
        }
        // Written once more it is the same text or, where two outputs had one value, that of a smaller automaton.
        let rewritten = again.write(&numeration);
        prop_assert_eq!(&walnut::read_valued(&rewritten, &numeration, &budget).unwrap(), &again);
        // As a set, every value but 0 accepts; as outputs, only those that fit.
        let set = walnut::read_set(&text, &numeration, &budget).unwrap();
        prop_assert_eq!(set, dfa.map_outputs(|o| u16::from(names[usize::from(o)] != 0)));
        let fit = again.automaton.outputs().iter().all(|&o| (0..=65_535).contains(&again.values[usize::from(o)]));
        if walnut::read(&text, &numeration, &budget).is_err() {
            prop_assert!(!fit || names[1..].iter().any(|v| !(0..=65_535).contains(v)));
        } else {
            prop_assert!(fit);
        }
    }
}

#[test]
fn what_walnut_writes_is_read() {
    let budget = Budget::default();
    let (pell, base2) = (numeration("pell"), numeration("base(2)"));
    let read = |text: &str| walnut::read(text, &pell, &budget);
    let body = "\n# all pairs (x, x)\n5 1\n0 0 -> 5\n1 1 -> 5\n2 2 -> 9\n\n9 1\n0 0 -> 5\n";
    let equal = sample(&pell, &[1, -1], 0, [0, 1, 0, 0, 0]);
    for header in [
        "msd_pell msd_pell",
        "{0,1,2} {0,1,2}",
        "{0, 1, 2} { 2,1, 0 }",
        "msd_pell {0,1,2}",
        "pell ostrowski(2)",
    ] {
        assert_eq!(read(&format!("{header}{body}")), Ok(equal.clone()), "{header}");
        assert_eq!(read(&format!("# a comment\n\n{header}{body}")), Ok(equal.clone()), "{header}");
    }
    // `*` is any digit; words that are not valid are dropped.
    let all = read("msd_pell msd_pell\n0 1\n* * -> 0\n").unwrap();
    assert_eq!(all, sample(&pell, &[1, 1], 0, [1; 5]));
    assert_eq!(walnut::read("msd 2\n0 1\n* 0 -> 0\n", &base2, &budget).unwrap().tracks(), 2);
}

#[test]
fn what_does_not_fit_is_refused() {
    let budget = Budget::default();
    let fib = numeration("fib");
    let error = |text: &str| walnut::read(text, &fib, &budget).unwrap_err();
    let line = "\n0 1\n0 -> 0\n1 -> 0\n";
    let cases = [
        ("true\n", "just true or false"),
        ("msd_trib", "track 1 is \"msd_trib\", expected \"msd_fib\""),
        ("lsd_fib", "least significant digit first"),
        ("msd_kim", "not known here"),
        ("msd_fib {0,1,2}", "track 2 is \"{0,1,2}\", expected \"{0,1}\""),
        ("{0,1", "first line"),
        ("{0,1}\n# numeration trib", "in the numeration trib, not in fib"),
    ];
    for (header, message) in cases {
        let found = error(&format!("{header}{line}")).to_string();
        assert!(found.contains(message), "{header}: {found}");
    }
    let cases = [
        ("0 -> 0\n", BadText::Line(2)),
        ("0 1\n2 -> 0\n", BadText::Line(3)),
        ("0 1\n0 0 -> 0\n", BadText::Line(3)),
        ("0 1\n0 1\n", BadText::Line(3)),
        ("0 one\n", BadText::Line(2)),
        ("0 1\n0 -> 0 1\n", BadText::Nondeterministic(3)),
        ("0 1\n0 -> 3\n", BadText::NoState { line: 3, state: 3 }),
        ("7 1\n* -> 7\n1 -> 7\n", BadText::Twice(7)),
        ("0 -1\n0 -> 0\n", BadText::Output(-1)),
        ("0 65536\n0 -> 0\n", BadText::Output(65536)),
    ];
    for (body, expected) in cases {
        assert_eq!(error(&format!("msd_fib\n{body}")), expected, "{body}");
    }
    assert_eq!(error("# nothing\n\n"), BadText::Header);
    let many = "msd_fib ".repeat(30);
    assert_eq!(error(&format!("{many}\n0 1\n")), BadText::Large);
    let little = Budget::default().with_memory(1000);
    let text = format!("{}\n0 1\n1 1\n", "msd_fib ".repeat(10));
    assert!(matches!(walnut::read(&text, &fib, &little), Err(BadText::Limit(_))));
    let zeros = "msd_fib\n0 1\n0 -> 1\n1 0\n1 -> 1\n";
    assert_eq!(walnut::read_set(zeros, &fib, &budget), Err(BadText::LeadingZeros));
}

#[test]
fn variables_that_cancel_stay_tracks() {
    let budget = Budget::default();
    for name in ["base(2)", "fib", "ostrowski(1,2)"] {
        let numeration = numeration(name);
        let cases: [(&str, &[&str], usize); 9] = [
            ("d + y >= y", &["d", "y"], 25),
            ("x = x", &["x"], 5),
            ("x != x", &["x"], 0),
            ("x + y = y + 3", &["x", "y"], 5),
            ("x = 2 & y < y + 1", &["x", "y"], 5),
            ("x = 2 | y < y + 1", &["x", "y"], 25),
            ("Ez z + x = z + 1", &["x"], 1),
            ("x = 0*y + 3", &["x", "y"], 5),
            ("x - x + y - y mod 3 = 0", &["x", "y"], 25),
        ];
        for (text, tracks, expected) in cases {
            let found = relation(&parse(text).unwrap(), &numeration, &[], &budget).unwrap();
            let Defined::Set(names, dfa) = found else { panic!("{text}") };
            assert_eq!(names, tracks, "{text}");
            assert_eq!(dfa.tracks(), tracks.len());
            let values =
                |n: u32| (0..n).flat_map(move |x| (0..n).map(move |y| [UBig::from(x), UBig::from(y)]));
            let holds = |pair: &[UBig; 2]| dfa.run(&numeration, &pair[..tracks.len()]) != 0;
            let count = match tracks.len() {
                1 => values(5).filter(|p| p[1] == UBig::from(0u32)).filter(|p| holds(p)).count(),
                _ => values(5).filter(|p| holds(p)).count(),
            };
            assert_eq!(count, expected, "{text} in {name}");
            assert_eq!(walnut::read_set(&walnut::write(&dfa, &numeration), &numeration, &budget), Ok(dfa));
        }
    }
}
