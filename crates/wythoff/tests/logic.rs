//! First-order formulas against brute force, and what the parser says.
#![allow(clippy::unwrap_used)]

use wythoff::Budget;
use wythoff::automaton::{Numeration, Product, System, walnut};
use wythoff::logic::{Failed, Relation, decide, parse, relation};

fn fib() -> Numeration {
    Numeration::new(System::fibonacci()).unwrap()
}

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
    let Relation::Set(names, dfa) =
        relation(&parse("plus2(b, a)").unwrap(), &numeration, &named, &budget).unwrap()
    else {
        panic!("has free variables");
    };
    assert_eq!(names, ["a", "b"]);
    assert_eq!(dfa.run(&numeration, &[5u32.into(), 3u32.into()]), 1);
    // Through Walnut's format and back.
    let text = walnut::write(&dfa, &numeration);
    assert!(text.starts_with("msd_fib msd_fib\n"));
    assert_eq!(walnut::read(&text, &numeration).unwrap(), dfa);
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
        assert_eq!(parse(text).unwrap_err().at, at, "{text}");
    }
    let deep = "(".repeat(10_000);
    assert!(parse(&deep).is_err());
    let negations = "~".repeat(100_000);
    assert!(parse(&negations).is_err());
}
