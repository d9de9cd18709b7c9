//! First-order formulas against brute force, and what the parser says.
#![allow(clippy::unwrap_used, clippy::type_complexity)]

use proptest::prelude::*;
use wythoff_automata::{Numeration, Product, System, walnut};
use wythoff_budget::Budget;
use wythoff_logic::{
    BadFormula, Defined, Difference, Failed, Readings, decide, numeration_of_reals, parse, parse_statement,
    real_automata, relation,
};
use wythoff_number::Real;

fn fib() -> Numeration {
    Numeration::new(System::fibonacci()).unwrap()
}

/// A function of two numbers, as a test computes it.
type Plain = fn(i64, i64) -> i64;

#[test]
fn sentences_about_all_numbers() {
    let budget = Budget::default();
    let cases = [
        ("Ax Ay x + y = y + x", true),
        ("Ax,y x <= y | y < x", true),
        ("Ax Ey y > x", true),
        ("Ey Ax y > x", false),
        ("Ax x >= 5 => Ey,z x = 2*y + 3*z", true),
        ("Ax x >= 1 => Ey,z x = 2*y + 3*z", false),
        ("Ax (Ey x = 2*y) <=> x mod 2 = 0", true),
        ("Ax E>=3 y y <= x", false),
        ("Ax x > 1 => E>=3 y y <= x", true),
        ("E>=2 x,y x + y = 1", true),
        ("E>=3 x,y x + y = 1", false),
        ("E x ~(x = 0) & x < 2", true),
        ("forall x: not x < 0", true),
        ("1 < 2", true),
    ];
    for system in [System::fibonacci(), System::base(2), System::ostrowski(&[2, 1]), System::base(10)] {
        let numeration = Numeration::new(system).unwrap();
        for (text, truth) in cases {
            let found = decide(&parse(text).unwrap(), &numeration, &[], &budget).unwrap();
            assert_eq!(found.truth, truth, "{text} in {}", numeration.system().name());
        }
    }
}

/// The terms of rules: parentheses, bars, `min`, `max`, remainders, sets and chains of comparisons.
#[test]
fn terms_of_rules_are_terms_of_formulas() {
    let cases = [
        ("Ax (x + 1) > x", true),
        ("Ax ((x + 1)) * 2 = 2*x + 2", true),
        ("Ax,y 2*(x + 3*(y + 1)) = 2*x + 6*y + 6", true),
        ("Ex (x > 3) & (x) < 5", true),
        ("Ex |x - 5| = 2 & x > 5", true),
        ("Ax |x - 5| >= 1", false),
        ("Ax,y |x - y| = max(x, y) - min(x, y)", true),
        ("Ax ||x - 5| - 2| <= x + 3", true),
        ("Ax |x| = x || x > 0", true),
        ("Ax min(x, 3) <= 3", true),
        ("Ax,y,z max(x, min(y, z)) = min(max(x, y), max(x, z))", true),
        ("Ex x in {1, 2} & x in {2, 3}", true),
        ("Ax x not in {x + 1, x + 2}", true),
        ("Ax 0 <= x < x + 1", true),
        ("Ex 3 < x <= 3", false),
        ("Ax (x mod 3) + (2*x mod 3) in {0, 3}", true),
        ("Ax,y x mod 2 = y mod 2 <=> |x - y| mod 2 = 0", true),
        ("Ax x mod 3 < 3", true),
        ("Ax (x - 7) mod 3 >= 0", true),
        ("Ax -(x - 1) <= 1", true),
        ("Ax (2 - 5)*x <= 0", true),
    ];
    for system in [System::fibonacci(), System::base(2)] {
        let numeration = Numeration::new(system).unwrap();
        for (text, truth) in cases {
            let formula = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let found = decide(&formula, &numeration, &[], &Budget::default()).unwrap();
            assert_eq!(found.truth, truth, "{text}");
            let names: Vec<&str> = found.example.iter().map(|(name, _)| name.as_str()).collect();
            assert!(names.iter().all(|name| ["x", "y", "z"].contains(name)), "{text}: {names:?}");
        }
    }
    for (text, at, expected) in [
        ("Ax |x = 1", 6, "the second `|`"),
        ("Ax min(x) = 1", 8, "another term"),
        ("Ax x in {1", 10, "`,` or `}`"),
        ("Ax x mod 3 + 1 = 2", 11, "parentheses around"),
        ("Ax (x + 1)*(x + 2) = 2", 11, "only one factor"),
        ("Ax 1000000*(1000000*(x + 1)) = 2", 3, "a factor up to 1000000"),
        ("Ax (x + 1", 9, "a comparison"),
    ] {
        let Err(error) = parse(text) else { panic!("{text}") };
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert_eq!(error.at(), at, "{text}: {error}");
    }
    // Bars in bars in bars: cases of cases are counted before they are made.
    let deep = format!("Ax {}x{} = 1", "|1 + ".repeat(30), "|".repeat(30));
    assert!(parse(&deep).unwrap_err().to_string().contains("too many cases"));
}

/// A subtraction in parentheses counts for Walnut, where it must not go below 0.
#[test]
fn differences_in_parentheses_have_two_readings() {
    for text in ["Ex,y y - (x - 1) = 3", "Ex,y (x - y) + y = 3", "Ax 2*(x - 3) < 5"] {
        let readings = readings(text);
        assert!(readings.differences.contains(&Difference::Subtraction), "{text}");
        for one in [&readings.here, &readings.walnut] {
            parse(one).unwrap_or_else(|e| panic!("{one}: {e}"));
        }
    }
    assert_eq!(readings("Ex,y y - (x - 1) = 3").walnut, "Ex,y (x >= 1 & y + 1 >= x & y + 1 = 3 + x)");
    for text in
        ["Ax,y x + (y + 1) > y", "Ax,y x >= 1 & y >= x => y - (x - 1) >= 1", "Ex x > 0 & (x - 1) + 1 = x"]
    {
        let _ = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// A term of rules, as it is written and as it is computed.
#[derive(Clone, Debug)]
enum Made {
    Number(i64),
    Variable(usize),
    Plus(Box<Made>, Box<Made>),
    Minus(Box<Made>, Box<Made>),
    Times(i64, Box<Made>),
    Bars(Box<Made>),
    Min(Box<Made>, Box<Made>),
    Max(Box<Made>, Box<Made>),
    Mod(Box<Made>, i64),
}

impl Made {
    fn text(&self) -> String {
        match self {
            Made::Number(n) => n.to_string(),
            Made::Variable(i) => ["x", "y"][*i].to_owned(),
            Made::Plus(a, b) => format!("{} + ({})", a.text(), b.text()),
            Made::Minus(a, b) => format!("({}) - ({})", a.text(), b.text()),
            Made::Times(n, a) => format!("{n}*({})", a.text()),
            Made::Bars(a) => format!("|{}|", a.text()),
            Made::Min(a, b) => format!("min({}, {})", a.text(), b.text()),
            Made::Max(a, b) => format!("max({}, {})", a.text(), b.text()),
            Made::Mod(a, m) => format!("(({}) mod {m})", a.text()),
        }
    }

    fn value(&self, at: [i64; 2]) -> i64 {
        match self {
            Made::Number(n) => *n,
            Made::Variable(i) => at[*i],
            Made::Plus(a, b) => a.value(at) + b.value(at),
            Made::Minus(a, b) => a.value(at) - b.value(at),
            Made::Times(n, a) => n * a.value(at),
            Made::Bars(a) => a.value(at).abs(),
            Made::Min(a, b) => a.value(at).min(b.value(at)),
            Made::Max(a, b) => a.value(at).max(b.value(at)),
            Made::Mod(a, m) => a.value(at).rem_euclid(*m),
        }
    }
}

fn made() -> impl Strategy<Value = Made> {
    let leaf = prop_oneof![(0..6_i64).prop_map(Made::Number), (0..2_usize).prop_map(Made::Variable)];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            (boxed(), boxed()).prop_map(|(a, b)| Made::Plus(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Made::Minus(a, b)),
            (0..4_i64, boxed()).prop_map(|(n, a)| Made::Times(n, a)),
            boxed().prop_map(Made::Bars),
            (boxed(), boxed()).prop_map(|(a, b)| Made::Min(a, b)),
            (boxed(), boxed()).prop_map(|(a, b)| Made::Max(a, b)),
            (boxed(), 2..5_i64).prop_map(|(a, m)| Made::Mod(a, m)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn terms_of_rules_have_their_values(left in made(), right in made(), sign in 0..3_usize) {
        // A set is read here alone, so that there is one reading.
        let text = format!("{} {} {} & x in {{x}} & y = y", left.text(), ["=", "<", ">="][sign], right.text());
        let accepts = set(&text);
        for (x, y) in (0..9_i64).flat_map(|x| (0..9_i64).map(move |y| (x, y))) {
            let (a, b) = (left.value([x, y]), right.value([x, y]));
            let expected = [a == b, a < b, a >= b][sign];
            prop_assert_eq!(accepts([x, y, 0]), expected, "{} at {:?}", text, (x, y));
        }
    }
}

#[test]
fn powers_are_told_from_either_or() {
    let holds = |text: &str| {
        let found =
            decide(&parse(text).unwrap_or_else(|e| panic!("{text}: {e}")), &fib(), &[], &Budget::default());
        found.unwrap().truth
    };
    for text in [
        "Ex x = 10^20 & x mod 7 = 2",
        "Ax x = 2^3 <=> x = 8",
        "2^3 = 8",
        "2^3^2 = 512 & 0^0 = 1 & 1^10000000 = 1",
        "Ax x < 2*10^6 + 1 => x <= 2_000_000",
        "Ax 2^3*x = x*8 & 2*x*4 = 8*x",
        "Ax,y (x = 3 ^ 4 = y) <=> ((x = 3) ^ (y = 4))",
        "Ax,y (x = 3 ^ 4 + y = 6) <=> (x = 3 <=> y != 2)",
        "Ax,y (x = 2^3 ^ y = 4) <=> ((x = 8) ^ (y = 4))",
        "Ax (x = 3 ^ 4 mod 3 = 1) <=> x != 3",
        "Ax (x = 3 ^ (2^2 = 4)) <=> x != 3",
        "Ax x mod 2^3 = 1 => x > 0",
        "E>=2^4 x x < 2^4",
        "Ax x = 1_0 <=> x = 10",
    ] {
        assert!(holds(text), "{text}");
    }
    for (text, at, expected) in [
        ("x = 2^3 ^ 4 = y", 5, "parentheses: `^` is a power or \"either or\" here"),
        ("x = 3 ^ 2^2 = 4", 6, "parentheses: `^` is a power or \"either or\" here"),
        ("x = 10^1000", 4, "a number of at most 1000 digits"),
        ("x = 9^9^9^9", 7, "a power of at most 1000 digits"),
        ("x = 10^600 * 10^600", 4, "a number of at most 1000 digits"),
        ("10^7*x = y", 0, "a factor up to 1000000"),
        ("x*y = 2", 2, "a number: only one factor can be a variable"),
        ("x = 2^", 6, "a variable or a number"),
        ("x mod 10^5 = 1", 6, "a modulus from 1 to 60000"),
    ] {
        let Err(BadFormula::Syntax(error)) = parse(text) else { panic!("{text}") };
        assert_eq!((error.at, error.expected), (at, expected), "{text}");
    }
}

#[test]
fn counterexamples_are_shortest() {
    let budget = Budget::default();
    let found = decide(&parse("Ax,y x + y = 7 => x < y + 4").unwrap(), &fib(), &[], &budget).unwrap();
    assert!(!found.truth);
    let value = |name: &str| u32::try_from(&found.example.iter().find(|e| e.0 == name).unwrap().1).unwrap();
    assert!(value("x") + value("y") == 7 && value("x") >= value("y") + 4);
    let found = decide(&parse("x < 10").unwrap(), &fib(), &[], &budget).unwrap();
    assert!(u32::try_from(&found.example[0].1).unwrap() >= 10);
}

#[test]
fn automata_can_be_asked() {
    let numeration = fib();
    let budget = Budget::default();
    // Pairs (x, y) with y = x + 2, by a product; then facts about them.
    let mut p = Product::new(&numeration, 2);
    let part = p.compare(&[-1, 1], &[2], &budget).unwrap();
    p.require(part, |o| o == 1);
    let named = vec![("plus2".to_owned(), p.build(&budget).unwrap())];
    let ask = |text: &str| decide(&parse(text).unwrap(), &numeration, &named, &budget);
    assert!(ask("Ax,y $plus2(x,y) <=> y = x + 2").unwrap().truth);
    assert!(ask("Ax plus2(x + 1, x + 3)").unwrap().truth);
    assert!(ask("Ax,y plus2(x,y) => plus2(2*x + 1, x + y + 1)").unwrap().truth);
    assert!(!ask("Ex plus2(x, x)").unwrap().truth);
    assert!(matches!(ask("Ex minus(x)"), Err(Failed::Unknown(_))));
    assert!(matches!(ask("Ex plus2(x)"), Err(Failed::Arguments { .. })));
    let Defined::Set(names, dfa) =
        relation(&parse("plus2(b, a)").unwrap(), &numeration, &named, &budget).unwrap()
    else {
        panic!("has free variables");
    };
    assert_eq!(names, ["a", "b"]);
    assert_eq!(dfa.run(&numeration, &[5u32.into(), 3u32.into()]), 1);
    // Through Walnut's format and back.
    let text = walnut::write(&dfa, &numeration);
    assert!(text.starts_with("msd_fib msd_fib\n"));
    assert_eq!(walnut::read(&text, &numeration, &budget).unwrap(), dfa);
}

#[test]
fn errors_point_at_the_place() {
    for (text, at) in [
        ("Ax x <", 6),
        ("x + ", 4),
        ("(x < y", 6),
        ("x # y", 2),
        ("E>=0 x x = x", 3),
        ("x = y z", 6),
        ("AB x = 1", 0),
    ] {
        assert_eq!(parse(text).unwrap_err().at(), at, "{text}");
    }
    let deep = "(".repeat(10_000);
    assert!(parse(&deep).is_err());
    let negations = "~".repeat(100_000);
    assert!(parse(&negations).is_err());
}

fn holds(text: &str) -> bool {
    let formula = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    decide(&formula, &fib(), &[], &Budget::default()).unwrap().truth
}

fn readings(text: &str) -> Readings {
    match parse(text) {
        Err(BadFormula::Readings(readings)) => readings,
        other => panic!("{text}: {other:?}"),
    }
}

/// The three texts that Walnut finds false and that used to be true here, and others.
#[test]
fn texts_with_two_readings_are_refused_with_both() {
    use Difference::{Implication, Rank, Subtraction};
    let cases: [(&str, usize, &str, &str, &[Difference]); 8] = [
        ("Ex x=3 | x=4 & x>5", 13, "Ex (x = 3 | (x = 4 & x > 5))", "Ex ((x = 3 | x = 4) & x > 5)", &[Rank]),
        (
            "Ex (x=1 => x=2 => x=3) & x=0",
            15,
            "Ex ((x = 1 => (x = 2 => x = 3)) & x = 0)",
            "Ex (((x = 1 => x = 2) => x = 3) & x = 0)",
            &[Implication],
        ),
        ("Ex x-1<5 & x=0", 3, "Ex (x < 5 + 1 & x = 0)", "Ex ((x >= 1 & x < 5 + 1) & x = 0)", &[Subtraction]),
        (
            "Ax,y x = y ^ x < y | x > y & x != y",
            27,
            "Ax,y ((x = y ^ x < y) | (x > y & x != y))",
            "Ax,y (((x = y ^ x < y) | x > y) & x != y)",
            &[Rank],
        ),
        (
            "Ax x = 0 or x = 1 and x - 2 <= 3 => x = 0 => x = 1",
            22,
            "Ax ((x = 0 | (x = 1 & x <= 3 + 2)) => (x = 0 => x = 1))",
            "Ax ((((x = 0 | x = 1) & (x >= 2 & x <= 3 + 2)) => x = 0) => x = 1)",
            &[Rank, Implication, Subtraction],
        ),
        (
            "Ax ~(x - 3 = 0 | 4 - x != x) & Ey y < x",
            17,
            "Ax (~(x - 3 = 0 | 4 != x + x) & (Ey (y < x)))",
            "Ax (~(x - 3 = 0 | (4 >= x & 4 != x + x)) & (Ey (y < x)))",
            &[Subtraction],
        ),
        (
            "Ex,y x - 2*y + 1 = 0",
            5,
            "Ex,y (x + 1 = 0 + 2*y)",
            "Ex,y (x >= 2*y & x + 1 = 0 + 2*y)",
            &[Subtraction],
        ),
        // What is quantified again is not what the guard spoke of.
        (
            "Ax x >= 1 => Ex x - 1 < 5",
            16,
            "Ax (x >= 1 => (Ex (x < 5 + 1)))",
            "Ax (x >= 1 => (Ex (x >= 1 & x < 5 + 1)))",
            &[Subtraction],
        ),
    ];
    for (text, at, here, walnut, differences) in cases {
        let found = readings(text);
        assert_eq!((found.at, &found.here[..], &found.walnut[..]), (at, here, walnut), "{text}");
        assert_eq!(found.differences, differences, "{text}");
        // What is shown has one reading, and shows as itself.
        for shown in [here, walnut] {
            assert!(parse(shown).is_ok(), "{shown}");
        }
        let message = found.to_string();
        assert!(message.contains(here) && message.contains(walnut), "{message}");
    }
    for text in ["Ex x=3 | x=4 & x>5", "Ex (x=1 => x=2 => x=3) & x=0", "Ex x-1<5 & x=0"] {
        let found = readings(text);
        assert!(holds(&found.here) && !holds(&found.walnut), "{text}");
    }
}

#[test]
fn texts_with_one_reading_are_read() {
    let yes = [
        "Ex x = 1 & x < 3 & x > 0",
        "Ex x = 1 | x < 3 | x > 7",
        "Ex x = 3 & x > 2 | x = 9",
        "Ex x = 3 ^ x = 4 ^ x = 5",
        "Ex (x = 3 | x = 4) & x > 3",
        "Ex x = 3 | (x = 4 & x > 5)",
        "Ax x = 1 => (x = 2 => x = 3)",
        "Ax x = 1 => x = 2 | x < 5 <=> x = x",
        "Ax ~ x = 1 & x != 1 | x = 1",
        "Ax x >= 1 => Ey y = x - 1",
        // A quantifier reaches as far as it can, in both.
        "Ex x = 3 & Ey y > x & y < 5 | x = 7",
        "~Ex x < 0 & x = 1",
        // Subtraction: false below 0 in both readings.
        "Ax,y,z x - y = z => x >= y",
        "Ax Ey y = x - 0",
        "Ax,y x < y - 1 => x < y",
        "Ax,y y - x > 0 => y > x",
        "Ax,y y - x >= 0 => y >= x",
        "Ax,y 3 <= y - x => y >= 3",
        "Ax,y 2*y - 3*x - 1 = 4 => y >= 2",
        // With a guard beside it, before it, or around it.
        "Ex x >= 1 & x - 1 < 5",
        "Ex (x - 1 < 5 & y = y) & x > 0",
        "Ex x = 3 & (x - 1 < 5 | x - 2 != 7)",
        "Ex,y x >= y & y >= 2 & x - 2 <= y",
        "Ax x >= 1 => x - 1 < x",
        "Ax,y (x > 3 & y = 2) => Ez x - y - 1 < z",
        "Ax x >= 1 => ~(x - 1 >= x)",
        // What Walnut does not read has one meaning.
        "Ax 0 - 1 < x",
        "Ax -x <= 0",
        "Ax 3 - 5 + x < x",
        "Ax x - 7 mod 3 = 2 <=> x mod 3 = 0",
        "3 - 5 < 0",
    ];
    for text in yes {
        assert!(holds(text), "{text}");
    }
    let no = [
        "x - 1 < x",
        "Ax x - 1 < x",
        "x - y <= 3",
        "x > y - 1",
        "x - y != 0",
        "x >= 1 | x - 1 < 5",
        "x >= 1 <=> x - 1 < 5",
        "x - 1 < 5 => x >= 1",
        "(x >= 1 | y = 2) & x - 1 < 5",
        "~(x >= 1) & x - 1 < 5",
        "x + y >= 1 & x - 1 < 5",
        "x = 1 & y = 2 ^ z = 3 & x = 2",
        "x = 1 => y = 2 => z = 3",
    ];
    for text in no {
        let found = readings(text);
        assert!(parse(&found.here).is_ok() && parse(&found.walnut).is_ok(), "{text}");
        assert_ne!(parse(&found.here), parse(&found.walnut), "{text}");
    }
}

/// A formula of connectives, as tokens: atoms by number, signs and parentheses.
fn connected(depth: u32) -> BoxedStrategy<String> {
    let atom = (0..4usize).prop_map(|i| format!("{} = 1", ["a", "b", "c", "d"][i]));
    if depth == 0 {
        return atom.boxed();
    }
    let inner = connected(depth - 1);
    let part = prop_oneof![
        3 => atom,
        1 => inner.clone().prop_map(|t| format!("({t})")),
        1 => inner.prop_map(|t| format!("~({t})")),
    ];
    let sign = prop_oneof![Just("&"), Just("|"), Just("^"), Just("=>"), Just("<=>")];
    (part.clone(), proptest::collection::vec((sign, part), 0..4))
        .prop_map(|(first, rest)| {
            rest.into_iter().fold(first, |text, (sign, part)| format!("{text} {sign} {part}"))
        })
        .boxed()
}

/// The value of a formula by two stacks, with a rank for each sign: how Walnut does it, and any calculator.
fn evaluate(text: &str, values: [bool; 4], rank: &dyn Fn(&str) -> u8, implication_from_right: bool) -> bool {
    fn apply(sign: &str, values: &mut Vec<bool>) {
        let last = values.pop().unwrap();
        if sign == "~" {
            values.push(!last);
            return;
        }
        let first = values.pop().unwrap();
        values.push(match sign {
            "&" => first && last,
            "|" => first || last,
            "^" => first != last,
            "=>" => !first || last,
            _ => first == last,
        });
    }
    let spaced = text.replace(" = 1", "").replace('(', " ( ").replace(')', " ) ").replace('~', " ~ ");
    let (mut signs, mut found): (Vec<&str>, Vec<bool>) = (vec![], vec![]);
    for token in spaced.split_whitespace() {
        match token {
            "a" | "b" | "c" | "d" => found.push(values[usize::from(token.as_bytes()[0] - b'a')]),
            "(" | "~" => signs.push(token),
            ")" => loop {
                let sign = signs.pop().unwrap();
                if sign == "(" {
                    break;
                }
                apply(sign, &mut found);
            },
            _ => {
                while let Some(&top) = signs.last().filter(|s| **s != "(") {
                    let right = implication_from_right && token == "=>" && top == "=>";
                    if top != "~" && (rank(top) < rank(token) || right) {
                        break;
                    }
                    apply(top, &mut found);
                    signs.pop();
                }
                signs.push(token);
            }
        }
    }
    while let Some(sign) = signs.pop() {
        apply(sign, &mut found);
    }
    found.pop().unwrap()
}

fn our_rank(sign: &str) -> u8 {
    ["<=>", "=>", "|", "^", "&"].iter().position(|s| *s == sign).unwrap() as u8
}

fn walnut_rank(sign: &str) -> u8 {
    match sign {
        "<=>" => 0,
        "=>" => 1,
        _ => 2,
    }
}

/// A sum as a list: subtracted, factor, variable (3 for none).
type Parts = Vec<(bool, i64, usize)>;

fn written(parts: &Parts) -> String {
    let mut text = String::new();
    for (i, (subtracted, factor, variable)) in parts.iter().enumerate() {
        text += match (i, subtracted) {
            (0, _) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        text += &match variable {
            3 => factor.to_string(),
            v => format!("{factor}*{}", ["x", "y", "z"][*v]),
        };
    }
    text
}

/// The value over the integers, and whether Walnut has one: no difference on the way is below 0.
fn computed(parts: &Parts, at: [i64; 3]) -> (i64, bool) {
    let mut sum = 0;
    let mut defined = true;
    for (i, (subtracted, factor, variable)) in parts.iter().enumerate() {
        let value = factor * at.get(*variable).copied().unwrap_or(1);
        if *subtracted && i > 0 {
            sum -= value;
            defined &= sum >= 0;
        } else {
            sum += value;
        }
    }
    (sum, defined)
}

fn sums() -> impl Strategy<Value = Parts> {
    // A variable comes first: numbers before it are computed differently, which is tested by hand.
    let part = (any::<bool>(), 1i64..4, 0..4usize);
    ((1i64..3, 0..3usize), proptest::collection::vec(part, 0..3)).prop_map(|((factor, variable), rest)| {
        std::iter::once((false, factor, variable)).chain(rest).collect()
    })
}

fn points() -> impl Iterator<Item = [i64; 3]> {
    (0..5).flat_map(|x| (0..5).flat_map(move |y| (0..5).map(move |z| [x, y, z])))
}

/// A formula about x, y and z as a set.
fn set(text: &str) -> impl Fn([i64; 3]) -> bool {
    let base = Numeration::new(System::base(2)).unwrap();
    let formula = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let found = relation(&formula, &base, &[], &Budget::default()).unwrap();
    move |at| match &found {
        Defined::Constant(value) => *value,
        Defined::Set(names, dfa) => {
            let value = |n: &String| at["xyz".find(&n[..]).unwrap()] as u32;
            dfa.run(&base, &names.iter().map(|n| value(n).into()).collect::<Vec<_>>()) != 0
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A text that is read has the same value in both readings; one that is refused is shown as what it is.
    #[test]
    fn connectives_are_read_as_walnut_reads_them_or_refused(text in connected(2)) {
        let assignments = (0..16u32).map(|bits| [0, 1, 2, 3].map(|i| bits >> i & 1 == 1));
        let value = |text: &str| {
            let base = Numeration::new(System::base(2)).unwrap();
            let formula = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let found = relation(&formula, &base, &[], &Budget::default()).unwrap();
            move |values: [bool; 4]| match &found {
                Defined::Constant(value) => *value,
                Defined::Set(names, dfa) => {
                    let of = |n: &String| u32::from(values["abcd".find(&n[..]).unwrap()]).into();
                    dfa.run(&base, &names.iter().map(of).collect::<Vec<_>>()) != 0
                }
            }
        };
        let (ours, theirs) = match parse(&text) {
            Ok(_) => (text.clone(), text.clone()),
            Err(BadFormula::Readings(readings)) => (readings.here, readings.walnut),
            Err(other) => panic!("{text}: {other}"),
        };
        let (here, walnut) = (value(&ours), value(&theirs));
        for values in assignments {
            prop_assert_eq!(here(values), evaluate(&text, values, &our_rank, true), "{}", text);
            prop_assert_eq!(walnut(values), evaluate(&text, values, &walnut_rank, false), "{}", text);
        }
    }

    /// The same for subtraction, with and without a guard.
    #[test]
    fn subtraction_is_read_as_walnut_reads_it_or_refused(
        left in sums(),
        right in sums(),
        order in 0..6usize,
        guard in proptest::option::of((0..3usize, 0..5i64)),
    ) {
        let sign = ["=", "!=", "<", "<=", ">", ">="][order];
        let atom = format!("{} {sign} {}", written(&left), written(&right));
        let text = match guard {
            Some((variable, least)) => format!("{} >= {least} & {atom}", ["x", "y", "z"][variable]),
            None => atom,
        };
        let ours = |at: [i64; 3]| {
            let (a, b) = (computed(&left, at).0, computed(&right, at).0);
            let guarded = guard.is_none_or(|(variable, least)| at[variable] >= least);
            guarded && [a == b, a != b, a < b, a <= b, a > b, a >= b][order]
        };
        let theirs = |at: [i64; 3]| ours(at) && computed(&left, at).1 && computed(&right, at).1;
        match parse(&text) {
            Ok(_) => {
                let found = set(&text);
                for at in points() {
                    prop_assert_eq!(found(at), ours(at), "{} at {:?}", text, at);
                    prop_assert_eq!(found(at), theirs(at), "{} at {:?}", text, at);
                }
            }
            Err(BadFormula::Readings(readings)) => {
                let (here, walnut) = (set(&readings.here), set(&readings.walnut));
                for at in points() {
                    prop_assert_eq!(here(at), ours(at), "{} at {:?}", text, at);
                    prop_assert_eq!(walnut(at), theirs(at), "{} at {:?}", text, at);
                }
            }
            Err(other) => panic!("{text}: {other}"),
        }
    }
}

/// The rule refuses hardly any atom without need: those with small coefficients never.
#[test]
fn no_simple_subtraction_is_refused_without_need() {
    let numbers: Vec<Parts> = vec![
        vec![(false, 1, 0)],
        vec![(false, 1, 1)],
        vec![(false, 2, 3)],
        vec![(false, 1, 0), (true, 1, 1)],
        vec![(false, 1, 0), (true, 2, 3)],
        vec![(false, 1, 1), (true, 1, 0), (false, 1, 2)],
        vec![(false, 2, 0), (true, 1, 1), (true, 1, 3)],
        vec![(false, 3, 0), (true, 2, 2)],
    ];
    let mut refused = 0;
    for left in &numbers {
        for right in &numbers {
            for (order, sign) in ["=", "!=", "<", "<=", ">", ">="].into_iter().enumerate() {
                let text = format!("{} {sign} {}", written(left), written(right));
                let differs = points().any(|at| {
                    let ((a, fine), (b, good)) = (computed(left, at), computed(right, at));
                    [a == b, a != b, a < b, a <= b, a > b, a >= b][order] && !(fine && good)
                });
                assert_eq!(parse(&text).is_err(), differs, "{text}");
                refused += u32::from(differs);
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn automata_of_differences() {
    let numeration = fib();
    let budget = Budget::default();
    let mut p = Product::new(&numeration, 1);
    let part = p.remainder(&[1], 2, &budget).unwrap();
    p.require(part, |o| o == 0);
    let named = vec![("even".to_owned(), p.build(&budget).unwrap())];
    let ask = |text: &str| decide(&parse(text).unwrap(), &numeration, &named, &budget).unwrap().truth;
    // An argument below 0 is false, in both readings.
    assert!(ask("Ax ~$even(x - x - 1)") && ask("Ax $even(x - 1) => x >= 1") && ask("~$even(0 - 2)"));
    assert!(ask("$even(100000000000000000000)") && !ask("$even(100000000000000000001)"));
    assert!(ask("Ax $even(x) <=> $even(x + 100000000000000000000)"));
    assert!(ask("Ax $even(x - 1000) <=> (x >= 1000 & $even(x))"));
    // A difference below 0 on the way is not.
    let found = readings("$even(x - y + z)");
    assert_eq!((&found.here[..], &found.walnut[..]), ("$even(x + z - y)", "(x >= y & $even(x + z - y))"));
    assert!(ask("Ex,y,z $even(x + z - y) & ~(x >= y & $even(x + z - y))"));
}

#[test]
fn constants_may_be_large() {
    let budget = Budget::default();
    for name in
        ["base(2)", "base(10)", "fib", "pell", "trib", "ostrowski(2,1)", "ostrowski(1,1,3)", "pisot(1,-3,1)"]
    {
        let numeration = Numeration::new(name.parse().unwrap()).unwrap();
        let truth = |text: &str| decide(&parse(text).unwrap(), &numeration, &[], &budget).unwrap();
        let found = truth("Ex x = 100000000000000000000");
        let expected = dashu_int::UBig::from(10u32).pow(20);
        assert_eq!((found.truth, &found.example[0].1), (true, &expected), "{name}");
        for (text, value) in [
            ("Ex 2*x = 100000000000000000001", false),
            ("Ex x = 100000000000000000000 & x mod 7 = 2", true),
            ("Ax x <= 99999999999999999999 <=> x < 100000000000000000000", true),
            ("Ax x + 99999999999999999999 > 0", true),
            ("Ax,y x + y = 100000000000000000000 => x <= 100000000000000000000", true),
            ("Ex,y x = y + 100000000000000000000 & y > 5000", true),
            ("1000000000000000000000 < 1000000000000000000001", true),
            ("x + 100000000000000000000 mod 7 = 3 <=> x mod 7 = 1", true),
        ] {
            assert_eq!(truth(text).truth, value, "{text} in {name}");
        }
        // Around the threshold, against integers.
        for constant in [201i64, 1000, 1597, 4181] {
            let forms: [(&str, Plain); 4] = [
                ("x", |x, _| x),
                ("x + y", |x, y| x + y),
                ("2*x", |x, _| 2 * x),
                ("3*x + y", |x, y| 3 * x + y),
            ];
            for (form, value) in forms {
                for (sign, compare) in [
                    ("<", (|a, b| a < b) as fn(i64, i64) -> bool),
                    ("=", |a, b| a == b),
                    (">=", |a, b| a >= b),
                    ("!=", |a, b| a != b),
                ] {
                    let text = format!("{form} {sign} {constant}");
                    let formula = parse(&text).unwrap();
                    let Defined::Set(names, dfa) = relation(&formula, &numeration, &[], &budget).unwrap()
                    else {
                        panic!("{text}");
                    };
                    for x in [
                        0,
                        1,
                        5,
                        66,
                        67,
                        constant / 3,
                        constant / 2,
                        constant - 1,
                        constant,
                        constant + 1,
                        9999,
                    ] {
                        for y in [0, 1, 2, constant - 2 * x, constant - x, constant] {
                            let y = y.max(0);
                            let numbers: Vec<dashu_int::UBig> =
                                [x, y][..names.len()].iter().map(|&n| (n as u64).into()).collect();
                            let y = if names.len() == 1 { 0 } else { y };
                            let expected = compare(value(x, y), constant);
                            assert_eq!(
                                dfa.run(&numeration, &numbers) != 0,
                                expected,
                                "{text}: {x} {y} in {name}"
                            );
                        }
                    }
                }
            }
        }
        // Differences, on either side of 0.
        for text in ["x < y + 300", "x + 300 = y", "y >= x + 300", "x + 300 != 2*y"] {
            let Defined::Set(_, dfa) = relation(&parse(text).unwrap(), &numeration, &[], &budget).unwrap()
            else {
                panic!("{text}");
            };
            for x in (0..700i64).step_by(23).chain([299, 300, 301]) {
                for y in (0..700i64).step_by(23).chain([x + 299, x + 300, x + 301, (x + 300) / 2]) {
                    let expected = match text {
                        "x < y + 300" => x < y + 300,
                        "x + 300 = y" => x + 300 == y,
                        "y >= x + 300" => y >= x + 300,
                        _ => x + 300 != 2 * y,
                    };
                    let numbers = [(x as u64).into(), (y as u64).into()];
                    assert_eq!(dfa.run(&numeration, &numbers) != 0, expected, "{text}: {x} {y} in {name}");
                }
            }
        }
    }
    // A hundred digits, and the bounds.
    let long = "7".repeat(100);
    assert!(holds(&format!("Ex,y x + y = {long} & x = y + 1")));
    assert!(parse(&format!("x = {}", "9".repeat(1000))).is_ok());
    let error = parse(&format!("x = {}", "9".repeat(1001))).unwrap_err();
    assert_eq!((error.at(), error.to_string().contains("at most 1000 digits")), (4, true));
    assert!(parse("1000001*x = y").is_err() && parse("x*1000000 = y").is_ok());
}

#[test]
fn a_numeration_may_stand_in_front() {
    let statement = |text: &str| parse_statement(text).unwrap();
    for (text, system) in [
        ("?msd_fib Ex x = 3", System::fibonacci()),
        ("  ?msd_pell Ex x = 3", System::pell()),
        ("?trib Ex x = 3", System::tribonacci()),
        ("?msd_10(Ex x = 3)", System::base(10)),
        ("?3 Ex x = 3", System::base(3)),
    ] {
        assert_eq!(statement(text).numeration, Some(system), "{text}");
        assert_eq!(statement(text).formula, parse("Ex x = 3").unwrap(), "{text}");
    }
    assert_eq!(statement("Ex x = 3").numeration, None);
    let error = |text: &str| parse_statement(text).unwrap_err();
    assert!(matches!(error("?lsd_fib x = 3"), BadFormula::Numeration(_)));
    assert!(error("?lsd_2 x = 3").to_string().contains("least significant digit first"));
    assert!(error("?msd_kim x = 3").to_string().contains("not known here"));
    assert_eq!(error("?msd_fib x = = 3").at(), 13);
    assert_eq!(error("Ex (?msd_fib x = 3)").at(), 4);
    assert_eq!(readings_at("?msd_fib x = 1 | x = 2 & x = 3"), 23);
    assert!(parse("?msd_fib x = 3").is_err());
}

fn readings_at(text: &str) -> usize {
    match parse_statement(text) {
        Err(BadFormula::Readings(readings)) => readings.at,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn long_chains_stay_small() {
    let chain = |sign: &str, n: usize| vec!["x = 1"; n].join(sign);
    // With an even number of parts `<=>` is true, `^` is false.
    assert!(holds(&chain(" <=> ", 60)) && !holds(&chain(" ^ ", 60)));
    assert!(holds(&format!("Ax ({}) <=> x = 1", chain(" ^ ", 61))));
    assert!(parse(&chain(" & ", 20_000)).is_ok() && parse(&chain(" | ", 20_000)).is_ok());
    assert!(parse(&chain(" => ", 3000)).is_err());
    let mixed = vec!["x = 1 & x = 2"; 3000].join(" | ");
    assert!(parse(&mixed).is_err());
    let many = vec!["x - 1 < 5"; 2000].join(" & ");
    assert!(matches!(parse(&many), Err(BadFormula::Readings(_))));
}

/// `floor(n*r)` and `beatty(r)` against the numbers themselves.
#[test]
fn real_numbers_are_what_they_say() {
    let budget = Budget::default();
    for number in ["phi", "phi^2", "sqrt(2)", "(1+sqrt(13))/2", "2-sqrt(3)", "3/2", "5", "2/7"] {
        let real: Real = wythoff_rules::read_positive(number).unwrap();
        let floor = |n: u64| u64::try_from(real.floor_mul(&n.into()).unwrap()).unwrap();
        let compiled = |text: &str| {
            let formula = parse(text).unwrap();
            let system = numeration_of_reals(&formula).unwrap().unwrap_or_else(System::fibonacci);
            let numeration = Numeration::new(system).unwrap();
            let named = real_automata(&formula, &numeration, &budget).unwrap();
            match relation(&formula, &numeration, &named, &budget).unwrap() {
                Defined::Set(_, dfa) => (numeration, dfa),
                Defined::Constant(_) => unreachable!(),
            }
        };
        let (numeration, graph) = compiled(&format!("t = floor(n * ({number}))"));
        let (_, shifted) = compiled(&format!("t + 1 = 2*floor(({number})*n) + n"));
        for n in 0..60u64 {
            for t in 0..80u64 {
                let read = [n, t].map(Into::into);
                assert_eq!(graph.run(&numeration, &read) == 1, t == floor(n), "{number}: {n} {t}");
                let meant = t + 1 == 2 * floor(n) + n;
                assert_eq!(shifted.run(&numeration, &read) == 1, meant, "{number}: {n} {t}");
            }
        }
        let (numeration, members) = compiled(&format!("t in beatty({number})"));
        let (_, others) = compiled(&format!("t not in beatty({number})"));
        for t in 0..80u64 {
            let meant = (1..400).any(|n| floor(n) == t);
            assert_eq!(members.run(&numeration, &[t.into()]) == 1, meant, "{number}: {t}");
            assert_eq!(others.run(&numeration, &[t.into()]) == 1, !meant, "{number}: {t}");
        }
    }
}
