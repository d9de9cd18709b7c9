//! Beams of games whose answer is known: from theory, from the papers' tables, from counts to 10^6 columns.

use wythoff_budget::Budget;
use wythoff_check::beams::BeamsCertificate;
use wythoff_explore::beams;
use wythoff_explore::beams::{BeamList, Drift, SlopeGround};
use wythoff_number::{Rational, Real};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::beams::{fraction, slope};
use wythoff_prove::shipped;
use wythoff_rules::Game;

fn found(name: &str, columns: u64) -> BeamList {
    beams::of(&Ways::of(Game::named(name).expect("a game")), Some(columns), &Budget::default()).expect(name)
}

fn slopes(list: &BeamList) -> Vec<String> {
    let text = |slope: &Option<Real>| slope.as_ref().map_or_else(|| "?".to_owned(), |s| s.expr().to_string());
    list.beams.iter().map(|beam| text(&beam.exact)).collect()
}

/// Table 1 of blocking-wythoff, with the corrections of FACTS.md items 31, D and E.
#[test]
fn table_1_of_blocking_wythoff() {
    let table: [(u32, &[&str]); 17] = [
        (4, &["1 + sqrt(2)"]),
        (5, &["(2 + sqrt(29))/5", "5/2"]),
        (6, &["(1 + sqrt(17))/4", "2", "5/2"]),
        (7, &["5/2"]),
        (8, &["2", "5/2"]),
        (9, &["(3 + sqrt(109))/10", "5/2"]),
        (10, &["(1 + sqrt(5))/2", "2", "5/2"]),
        (11, &["5/2"]),
        (12, &["(3 + sqrt(34))/5", "5/2"]),
        (13, &["(1 + sqrt(26))/5", "5/2"]),
        (14, &["5/2"]),
        (15, &["(51 + sqrt(5305))/52", "13/5"]),
        (16, &["(47 + sqrt(19109))/130", "5/2", "13/5"]),
        (17, &["(29 + sqrt(68441))/260", "2", "5/2", "13/5"]),
        (18, &["?", "5/2", "13/5"]),
        (19, &["(9 + 5*sqrt(10))/13", "5/2", "13/5"]),
        (20, &["(17 + sqrt(4514))/65", "5/2", "13/5"]),
    ];
    for (k, expected) in table {
        let list = found(&format!("W^{k}"), if k == 17 { 100_000 } else { 60_000 });
        assert_eq!(slopes(&list), expected, "W^{k}");
        assert_eq!((list.strays <= 1, list.areas.len()), (true, 0), "W^{k}");
        let total = list.in_column.as_ref().and_then(|counts| counts.exact()).expect("constant");
        assert_eq!(*total, Rational::from(k), "W^{k}");
        assert!(counting_law_error(&list) < 0.01, "W^{k}");
    }
    // No exact slope is known for W^18: 2.347 is what was measured.
    let inner = &found("W^18", 60_000).beams[0];
    assert!(inner.low.to_f64().value() < 2.347 && inner.high.to_f64().value() > 2.346);
}

/// How far Σ c(1 + 1/s) is from the number of P-positions in a column.
fn counting_law_error(list: &BeamList) -> f64 {
    let sum: f64 = list
        .beams
        .iter()
        .map(|beam| {
            let slope = ((&beam.low + &beam.high) / Rational::from(2)).to_f64().value();
            let column = beam.per_column.as_ref().map_or(0.0, |counts| counts.mean.to_f64().value());
            if slope > 1.0001 { column * (1.0 + 1.0 / slope) } else { column }
        })
        .sum();
    let total = list.in_column.as_ref().map_or(0.0, |counts| counts.mean.to_f64().value());
    (sum - total).abs()
}

/// Whatever is offered lies in the interval, and close to every P-position that was seen.
fn is_not_contradicted(name: &str, list: &BeamList) {
    for beam in &list.beams {
        let Some(slope) = &beam.exact else { continue };
        let side = |bound: &Rational| {
            let (num, den) = bound.clone().into_parts();
            slope.cmp_rational(&num, &den).expect("decided")
        };
        assert!(side(&beam.low).is_ge() && side(&beam.high).is_le(), "{name}: {}", slope.expr());
        let (low, high) = beam.off.as_ref().expect("measured");
        let widest = beam.widths.iter().map(|(_, width)| width.to_f64().value()).fold(0.0, f64::max);
        let off = (high - low).to_f64().value();
        assert!(off <= 4.0 * widest + 8.0, "{name}: {} is off by {off}", slope.expr());
    }
}

#[test]
fn the_law_of_counting_goes_on_beyond_the_table() {
    for k in (22..=100).step_by(13) {
        let name = format!("W^{k}");
        // Two beams of W^35 have slopes about 1.17 and 1.177, and part beyond 30,000 columns only.
        let list = found(&name, if k == 35 { 100_000 } else { 30_000 });
        assert!(!list.beams.is_empty() && list.areas.is_empty(), "{name}");
        assert!(counting_law_error(&list) < 0.2, "{name}: {}", counting_law_error(&list));
        is_not_contradicted(&name, &list);
    }
}

/// Slopes that theorems give.
#[test]
fn slopes_of_the_rulebook_are_those_of_the_theorems() {
    for (name, expected) in [
        ("WN", "(1 + sqrt(5))/2"),
        ("2WN", "1 + sqrt(2)"),
        ("3WN", "(3 + sqrt(13))/2"),
        ("W^2", "(1 + sqrt(5))/2 2"),
        ("W^3", "2"),
        ("(2,2)WN", "(1 + sqrt(5))/2"),
        ("2WN^3", "3 + sqrt(10)"),
        ("maharaja", "(1 + sqrt(5))/2"),
        ("N", "1"),
        ("2x3WN_1", "-3 + sqrt(10) 3 + sqrt(10)"),
        ("beta(sqrt(7))", "-1 + sqrt(7)"),
        ("2WN^(2)", "?"),
        ("gdwn(p=1,q=2)", "? ?"),
    ] {
        let list = found(name, 40_000);
        assert_eq!(slopes(&list).join(" "), expected, "{name}");
        is_not_contradicted(name, &list);
    }
    // The slope π − 1 is neither rational nor quadratic, and near 242/113.
    assert_eq!(slopes(&found("beta(pi)", 100_000)), ["?"]);
}

#[test]
fn splitting_grounds_and_drift() {
    let list = found("gdwn(p=1,q=2)", 40_000);
    let near = |i: usize, slope: f64| {
        let beam = &list.beams[i];
        beam.low.to_f64().value() < slope && slope < beam.high.to_f64().value()
    };
    // FACTS.md B4.
    assert!(near(0, 1.478) && near(1, 2.248));
    let w5 = found("W^5", 60_000);
    assert_eq!(w5.beams[0].ground, Some(SlopeGround::CountingLaw));
    assert_eq!(w5.beams[1].ground, Some(SlopeGround::Counts));
    assert_eq!(w5.beams[1].drift, Drift::None);
    // Section D: the two lower lines slip again and again.
    assert_eq!(found("W^7", 100_000).beams[0].drift, Drift::Logarithmic);
}

#[test]
fn texts_without_symmetry_and_without_lines() {
    let of = |text: &str| {
        let game = Game::from_text("own.game", text, "").expect("a game");
        beams::of(&Ways::of(game), Some(600), &Budget::default()).expect("beams")
    };
    // x + y even: every row and column is half full.
    let even = of("move one: s + t = 1\n");
    assert_eq!((even.beams.len(), even.areas.len()), (0, 1));
    // From one pile only single tokens.
    let flat = of("move rook: s = 0 or t = 0 and s <= 2\n");
    assert!(!flat.symmetric);
    is_not_contradicted("flat", &flat);
    // y = 2x is a line.
    let double = of("move rook: s = 0 or t = 0\nmove knight: t = 2*s\nposition: y >= 2*x\n");
    assert!(!double.beams.is_empty());
    is_not_contradicted("double", &double);
    let piles = Game::named("nim(piles=3)").expect("a game");
    assert!(beams::of(&Ways::of(piles), None, &Budget::default()).is_err());
}

/// Rows are lines of slope 0, wherever they are; and a comply game is looked at before its board is called full.
#[test]
fn rows_are_beams_and_full_boards_are_full() {
    let of = |text: &str| {
        let game = Game::from_text("own.game", text, "").expect("a game");
        beams::of(&Ways::of(game), None, &Budget::default()).expect("beams")
    };
    for text in ["move a: s <= t\n", "move a: s <= t\nposition: y >= 40\n", "move a: s <= t\nblock 60\n"] {
        let list = of(text);
        assert_eq!((slopes(&list), list.areas.len(), list.strays), (vec!["0".to_owned()], 0, 0), "{text}");
    }
    let nowhere = [
        "move r: s = 0 or t = 0\ncomply 1\nterminal: x >= 0\n",
        "move any: s <= t\nterminal: not (y = 3*y)\nterminal: x > y\ncomply 1 of any\nplay misere\n",
        "move a: t = 0\nterminal: y > 0 or x > 5\ncomply 2\n",
    ];
    for text in nowhere {
        let list = of(text);
        assert_eq!((list.beams.len(), list.areas.len()), (0, 0), "{text}");
    }
    assert_eq!(of("move r: s = 0 or t = 0\ncomply 2\n").areas.len(), 1);
}

/// What is proved is what the exploring room sees in the columns: its exact candidates, and between its bounds.
#[test]
fn slopes_are_those_that_are_seen() {
    for k in [5, 12, 15, 19] {
        let name = format!("blocking-{k}");
        let (_, text) = shipped::BEAMS.iter().find(|(n, _)| *n == name).expect("a certificate");
        let claim: BeamsCertificate = text.parse().expect("beams");
        let ways = Ways::of(Game::named(&format!("W^{k}")).expect("a game"));
        let list = beams::of(&ways, Some(60_000), &Budget::default()).expect("beams");
        let outer = claim.outer.iter().map(|b| fraction(b.rise, b.period));
        let proved: Vec<String> = std::iter::once(slope(claim.law)).chain(outer).collect();
        let exact = |beam: &beams::BeamLine| beam.exact.as_ref().expect("exact").expr().to_string();
        let found: Vec<String> = list.beams.iter().map(exact).collect();
        let plain = |list: &[String]| list.iter().map(|s| s.replace('*', " ")).collect::<Vec<_>>();
        assert_eq!(plain(&found), plain(&proved), "{k}");
    }
}
