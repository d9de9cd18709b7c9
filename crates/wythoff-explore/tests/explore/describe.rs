//! Pages about games whose P-positions are known, and forms that must not be offered.

use wythoff_budget::Budget;
use wythoff_explore::describe::{Description, FittingForm, FormKind, describe};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::Game;

fn page(game: Game) -> Description {
    describe(&Ways::of(game), &Budget::default()).expect("a page")
}

fn named(name: &str) -> Description {
    page(Game::named(name).expect(name))
}

fn text(source: &str) -> Description {
    page(Game::from_text("own.game", source, "").expect(source))
}

fn form(page: &Description, kind: FormKind) -> Option<&FittingForm> {
    page.forms.iter().find(|form| form.kind == kind)
}

#[test]
fn wythoff_nim_is_a_beatty_pair() {
    let page = named("WN");
    let pair = form(&page, FormKind::BeattyPair).expect("a Beatty pair");
    let claim =
        "the P-positions with x <= y are (floor(n*((1 + sqrt(5))/2)), floor(n*((3 + sqrt(5))/2))), n >= 0";
    assert_eq!(pair.claim, claim);
    assert_eq!(pair.evidence, "agrees for all x < 1000000");
    assert!(form(&page, FormKind::Automaton).is_some_and(|form| form.proved && form.claim.contains("fib")));
    assert!(form(&page, FormKind::Invariance).is_some_and(|form| form.proved));
    let rows = form(&page, FormKind::GrundyRows).expect("periods of rows");
    // FACTS.md B8.
    assert!(rows.claim.ends_with("0: 1, 1: 3, 2: 3, 3: 6, 4: 12, 5: 24, 6: 12, 7: 24"), "{}", rows.claim);
    assert!(page.facts.iter().any(|fact| fact == "terminal positions with piles below 12: (0, 0)"));
}

#[test]
fn readable_forms_beat_automata() {
    for (source, claim) in [
        ("move one: s + t = 1\n", "(x, y) is P exactly if x + y is even"),
        ("move rook: s = 0 or t = 0\n", "(x, y) is P exactly if x = y"),
        ("move few: s + t <= 2\n", "(x, y) is P exactly if x + y is divisible by 3"),
    ] {
        let page = text(source);
        assert_eq!(page.forms[0].claim, claim);
        assert!(page.forms[0].proved, "{source}");
        assert!(form(&page, FormKind::Automaton).is_none(), "{source}");
    }
}

#[test]
fn pairs_with_every_number_m_times() {
    let page = named("2WN^3");
    let pair = form(&page, FormKind::ComplementaryPair).expect("a pair");
    assert!(pair.claim.ends_with("every number 3 times"), "{}", pair.claim);
    assert!(page.facts.iter().any(|fact| fact.contains("Theorem")), "{:?}", page.facts);
}

/// FACTS.md C: the substitution of 2WN^(2), which is not proved to be right by anything here.
#[test]
fn substitutions_are_found() {
    let page = named("2WN^(2)");
    let word = form(&page, FormKind::MorphicWord).expect("a substitution");
    assert!(word.claim.contains("w = A f(w), f: A -> BABAC, B -> BABAB, C -> BABABAB;"), "{}", word.claim);
    assert!(!word.proved);
    let lengths = form(&page, FormKind::Recurrence).expect("a recurrence");
    assert!(lengths.claim.ends_with("l(i+3) = 5*l(i+2) + l(i+1) - l(i)"), "{}", lengths.claim);
    assert!(page.facts.iter().any(|fact| fact.contains("conjectured")), "{:?}", page.facts);
    assert!(form(&named("W^50"), FormKind::Tail).is_some_and(|form| form.proved));
}

#[test]
fn wrong_forms_are_not_offered() {
    // Not Beatty, not periodic, no small automaton known.
    for name in ["W^5", "W^7", "(2,1)WN"] {
        let page = named(name);
        for kind in [
            FormKind::Finite,
            FormKind::Residues,
            FormKind::Differences,
            FormKind::Tail,
            FormKind::BeattyPair,
            FormKind::ComplementaryPair,
            FormKind::MorphicWord,
            FormKind::Recurrence,
            FormKind::Automaton,
        ] {
            assert!(form(&page, kind).is_none(), "{name}: {:?}", form(&page, kind));
        }
    }
    assert!(form(&named("W^7"), FormKind::BoundedDistance).is_none());
    // A game on three piles has no page.
    let piles = Game::named("nim(piles=3)").expect("a game");
    assert!(describe(&Ways::of(piles), &Budget::default()).is_err());
}
