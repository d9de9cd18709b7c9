//! Automata from texts: certificates and Walnut's format, and what is wrong with other texts.

use wythoff_automata::walnut;
use wythoff_automata::walnut::BadText;
use wythoff_budget::Budget;
use wythoff_check::Certificate;
use wythoff_prove::load::{LoadError, Loaded, numeration};

fn certificate() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates/wythoff.json");
    std::fs::read_to_string(path).expect("a certificate of the repository")
}

fn load(text: &str, name: Option<&str>) -> Result<Loaded, LoadError> {
    let numeration = name.map(numeration).transpose()?;
    Loaded::from_text(text, numeration.as_ref(), &Budget::default())
}

#[test]
fn a_certificate_and_its_walnut_text_load_as_the_same_automaton() {
    let text = certificate();
    let read: Certificate = text.parse().expect("a certificate");
    let loaded = load(&text, None).and_then(Loaded::of_pairs).expect("an automaton");
    assert_eq!(loaded.automaton, read.automaton());
    assert_eq!(loaded.numeration.system(), read.numeration().system());
    assert_eq!(load(&text, Some("fib")), Ok(loaded.clone()));
    let walnut = walnut::write(&loaded.automaton, &loaded.numeration);
    assert_eq!(load(&walnut, Some("fib")), Ok(loaded));
}

#[test]
fn every_problem_has_its_name() {
    let text = certificate();
    assert!(matches!(load(&text, Some("base(2)")), Err(LoadError::OtherNumeration(_))));
    assert!(matches!(load(&text, Some("roman")), Err(LoadError::Name { .. })));
    assert!(matches!(load(&text, Some("base(1)")), Err(LoadError::Name { .. })));
    assert!(matches!(load(&text[..text.len() / 2], None), Err(LoadError::Certificate(_))));
    assert!(matches!(load("{}", None), Err(LoadError::Certificate(_))));
    assert_eq!(load("msd_fib\n", None), Err(LoadError::NoNumeration));
    assert!(matches!(load("not an automaton", Some("fib")), Err(LoadError::Walnut(_))));
    // Accepts 1, not 01.
    let leading = "msd_2\n0 0\n1 -> 1\n1 1\n";
    assert_eq!(load(leading, Some("base(2)")), Err(LoadError::Walnut(BadText::LeadingZeros)));
    let one = "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 1\n";
    let pairs = load(one, Some("base(2)")).and_then(Loaded::of_pairs);
    assert_eq!(pairs, Err(LoadError::NotPairs(1)));
    let cancelled = Budget::default();
    cancelled.canceller().cancel();
    assert!(matches!(Loaded::from_text(&text, None, &cancelled), Err(LoadError::Limit(_))));
}
