//! The rule language: whatever prints also parses, texts mean what they say, no text makes it panic, and every mistake
//! is reported at its place.

#![allow(clippy::unwrap_used)]

mod common;

use proptest::prelude::*;
use std::fmt::Write as _;
use wythoff::rules::evaluate::Point;
use wythoff::rules::{Definition, RuleErrors, Ruleset};
use wythoff::{Game, rulebook};

// ---------------------------------------------------------------------------------------------------------------------
// Random rulesets, with a printer and a meaning of their own.

/// x, y, s, t.
type At = [i64; 4];

#[derive(Clone, Debug)]
enum Term {
    Number(i64),
    Var(usize),
    Neg(Box<Term>),
    Add(Box<Term>, Box<Term>),
    Sub(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Abs(Box<Term>),
    Mod(Box<Term>, i64),
    /// A parameter: `k`, which is bound to [`K`].
    Param,
}

const K: i64 = 3;

/// A real number, and whether a value is ⌊n·r⌋ for some n ≥ 1.
type Beatty = (&'static str, fn(i64) -> bool);

const REALS: [Beatty; 6] = [
    ("phi", |v| (1..=v + 1).any(|n| (n + (5 * n * n).isqrt()) / 2 == v)),
    ("sqrt(2)", |v| (1..=v + 1).any(|n| (2 * n * n).isqrt() == v)),
    ("5/2", |v| (1..=v + 1).any(|n| 5 * n / 2 == v)),
    ("(1 + sqrt(5))/2 + 1", |v| (1..=v + 1).any(|n| (3 * n + (5 * n * n).isqrt()) / 2 == v)),
    ("1.75", |v| (1..=v + 1).any(|n| 7 * n / 4 == v)),
    ("k", |v| v > 0 && v % K == 0),
];

/// A sign and what it says.
type Relation = (&'static str, fn(i64, i64) -> bool);

const RELATIONS: [Relation; 6] = [
    ("=", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];

#[derive(Clone, Debug)]
enum Formula {
    Compare(Term, Vec<(usize, Term)>),
    In(Term, usize),
    NotIn(Term, usize),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// The name of a move; only in classes.
    Move(usize),
}

/// How tightly the printed text holds together: a sum, a product, an operand.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const OPERAND: u8 = 4;

impl Term {
    fn value(&self, at: &At) -> i64 {
        match self {
            Term::Number(n) => *n,
            Term::Var(i) => at[*i],
            Term::Neg(a) => -a.value(at),
            Term::Add(a, b) => a.value(at) + b.value(at),
            Term::Sub(a, b) => a.value(at) - b.value(at),
            Term::Times(n, a) => n * a.value(at),
            Term::Abs(a) => a.value(at).abs(),
            Term::Mod(a, c) => a.value(at).rem_euclid(*c),
            Term::Param => K,
        }
    }

    /// The text with as few parentheses as the grammar allows in this place.
    fn text(&self, place: u8) -> String {
        let (text, holds) = match self {
            Term::Number(n) => (n.to_string(), if *n < 0 { PRODUCT } else { OPERAND }),
            Term::Var(i) => (["x", "y", "s", "t"][*i].to_owned(), OPERAND),
            Term::Neg(a) => (format!("-{}", a.text(PRODUCT + 1)), PRODUCT),
            Term::Add(a, b) => (format!("{} + {}", a.text(SUM), b.text(PRODUCT)), SUM),
            Term::Sub(a, b) => (format!("{} - {}", a.text(SUM), b.text(PRODUCT)), SUM),
            Term::Times(n, a) => (format!("{n}*{}", a.text(PRODUCT + 1)), PRODUCT),
            Term::Abs(a) => (format!("|{}|", a.text(0)), OPERAND),
            Term::Mod(a, c) => (format!("{} mod {c}", a.text(SUM)), 0),
            Term::Param => ("k".to_owned(), OPERAND),
        };
        if holds < place { format!("({text})") } else { text }
    }
}

impl Formula {
    fn holds(&self, at: &At, moves: &[Formula]) -> bool {
        match self {
            Formula::Compare(first, links) => {
                let mut left = first.value(at);
                links.iter().all(|(relation, right)| {
                    let right = right.value(at);
                    let holds = RELATIONS[*relation].1(left, right);
                    left = right;
                    holds
                })
            }
            Formula::In(term, real) => REALS[*real].1(term.value(at)),
            Formula::NotIn(term, real) => !REALS[*real].1(term.value(at)),
            Formula::Not(inner) => !inner.holds(at, moves),
            Formula::And(parts) => parts.iter().all(|p| p.holds(at, moves)),
            Formula::Or(parts) => parts.iter().any(|p| p.holds(at, moves)),
            Formula::Move(i) => moves[*i].holds(at, moves),
        }
    }

    /// `or` binds loosest (0), then `and` (1), then the rest (2).
    fn text(&self, place: u8) -> String {
        let list = |parts: &[Formula], word: &str, inner: u8| {
            parts.iter().map(|p| p.text(inner)).collect::<Vec<_>>().join(word)
        };
        let (text, holds) = match self {
            Formula::Compare(first, links) => {
                let mut text = first.text(0);
                for (relation, right) in links {
                    let _ = write!(text, " {} {}", RELATIONS[*relation].0, right.text(0));
                }
                (text, 2)
            }
            Formula::In(term, real) => (format!("{} in beatty({})", term.text(0), REALS[*real].0), 2),
            Formula::NotIn(term, real) => (format!("{} not in beatty({})", term.text(0), REALS[*real].0), 2),
            Formula::Not(inner) => (format!("not {}", inner.text(2)), 2),
            Formula::And(parts) => (list(parts, " and ", 2), 1),
            Formula::Or(parts) => (list(parts, " or ", 1), 0),
            Formula::Move(i) => (format!("m{i}"), 2),
        };
        if holds < place { format!("({text})") } else { text }
    }
}

/// Terms over these variables.
fn term(vars: &'static [usize]) -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        (-4_i64..12).prop_map(Term::Number),
        Just(Term::Param),
        prop::sample::select(vars).prop_map(Term::Var),
        prop::sample::select(vars).prop_map(Term::Var),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        prop_oneof![
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Term::Add(a, b)),
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Term::Sub(a, b)),
            (-3_i64..5, boxed.clone()).prop_map(|(n, a)| Term::Times(n, a)),
            boxed.clone().prop_map(Term::Neg),
            boxed.clone().prop_map(Term::Abs),
            (boxed, 1_i64..7).prop_map(|(a, c)| Term::Mod(a, c)),
        ]
    })
    .boxed()
}

fn formula(vars: &'static [usize], moves: usize) -> BoxedStrategy<Formula> {
    let relation = 0..RELATIONS.len();
    let compare = (term(vars), prop::collection::vec((relation, term(vars)), 1..3))
        .prop_map(|(first, links)| Formula::Compare(first, links));
    let reals = 0..REALS.len();
    let mut leaves = vec![
        compare.clone().boxed(),
        compare.boxed(),
        (term(vars), reals.clone()).prop_map(|(t, r)| Formula::In(t, r)).boxed(),
        (term(vars), reals).prop_map(|(t, r)| Formula::NotIn(t, r)).boxed(),
    ];
    if moves > 0 {
        leaves.push((0..moves).prop_map(Formula::Move).boxed());
        leaves.push((0..moves).prop_map(Formula::Move).boxed());
    }
    prop::strategy::Union::new(leaves)
        .prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|f| Formula::Not(Box::new(f))),
                prop::collection::vec(inner.clone(), 2..4).prop_map(Formula::And),
                prop::collection::vec(inner, 2..4).prop_map(Formula::Or),
            ]
        })
        .boxed()
}

#[derive(Clone, Debug)]
enum Twist {
    None,
    Block(Vec<(u64, Option<Formula>)>),
    Comply(Vec<(u64, Option<Formula>)>),
    Imitation(u64, u64),
}

#[derive(Clone)]
struct Rules {
    title: String,
    moves: Vec<Formula>,
    position: Option<Formula>,
    twist: Twist,
    misere: bool,
}

fn random_rules() -> impl Strategy<Value = Rules> {
    let moves = prop::collection::vec(formula(&[0, 1, 2, 3], 0), 1..4);
    moves.prop_flat_map(|moves| {
        let quota = (0_u64..4, prop::option::of(formula(&[2, 3], moves.len())));
        let quotas = prop::collection::vec(quota, 1..4);
        let twist = prop_oneof![
            Just(Twist::None),
            quotas.clone().prop_map(Twist::Block),
            quotas.prop_map(Twist::Comply),
            (1_u64..4, 1_u64..4).prop_map(|(p, m)| Twist::Imitation(p, m)),
        ];
        let position = prop::option::of(formula(&[0, 1], 0));
        let title = "[ -~é]{0,12}";
        (title, Just(moves), position, twist, any::<bool>()).prop_map(
            |(title, moves, position, twist, misere)| Rules { title, moves, position, twist, misere },
        )
    })
}

/// Failures show the text, which says more than its tree.
impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.text())
    }
}

impl Rules {
    fn text(&self) -> String {
        let mut text = format!("game \"{}\"\n", self.title.replace('\\', "\\\\").replace('"', "\\\""));
        text.push_str("param k >= 1 # a parameter\n\n");
        for (i, formula) in self.moves.iter().enumerate() {
            let _ = writeln!(text, "move m{i}: {}", formula.text(0));
        }
        if let Some(formula) = &self.position {
            let _ = writeln!(text, "position:\n  {}", formula.text(0));
        }
        // An `or` of a class is put in parentheses: in `comply` it could start the next alternative.
        let quota = |(n, class): &(u64, Option<Formula>)| match class {
            None => n.to_string(),
            Some(class) => format!("{n} of {}", class.text(1)),
        };
        match &self.twist {
            Twist::None => {}
            Twist::Block(lines) => lines.iter().for_each(|l| {
                let _ = writeln!(text, "block {}", quota(l));
            }),
            Twist::Comply(lines) => {
                let _ = writeln!(text, "comply {}", lines.iter().map(quota).collect::<Vec<_>>().join(" or "));
            }
            Twist::Imitation(p, m) => {
                let _ = writeln!(text, "imitation {p} within {m}");
            }
        }
        if self.misere {
            text.push_str("play misere\n");
        }
        text
    }

    fn classes(&self) -> Vec<Option<&Formula>> {
        match &self.twist {
            Twist::Block(lines) | Twist::Comply(lines) => {
                lines.iter().map(|(_, class)| class.as_ref()).collect()
            }
            Twist::None | Twist::Imitation(..) => Vec::new(),
        }
    }
}

fn bind(text: &str, arguments: &str) -> Result<Ruleset, RuleErrors> {
    Definition::parse("my.game", text)?.bind_text(arguments)
}

/// The library's classes of a ruleset, with names of moves replaced.
fn library_classes(rules: &Ruleset) -> Vec<wythoff::rules::Formula> {
    let classes: Vec<_> = match &rules.twist {
        wythoff::rules::Twist::None => Vec::new(),
        wythoff::rules::Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        wythoff::rules::Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
    };
    classes.into_iter().map(|c| c.with_moves(&rules.moves)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(800) })]

    #[test]
    fn what_prints_also_parses(rules in random_rules()) {
        let text = rules.text();
        match bind(&text, "k=3") {
            Ok(ruleset) => {
                let printed = ruleset.to_string();
                let again = bind(&printed, "").map_err(|e| TestCaseError::fail(format!("{text}\n{printed}\n{e}")))?;
                prop_assert_eq!(&again, &ruleset, "{}\n{}", &text, &printed);
                prop_assert_eq!(again.to_string(), printed);
            }
            // Nothing else can be wrong with these texts.
            Err(errors) => for error in &errors.errors {
                prop_assert_eq!(&error.message, "no move can be in this class", "{}\n{}", &text, &errors);
            },
        }
    }

    #[test]
    fn texts_mean_what_they_say(rules in random_rules(), points in prop::collection::vec((0_i64..30, 0_i64..30, 0_i64..30, 0_i64..30), 20)) {
        let text = rules.text();
        let Ok(ruleset) = bind(&text, "k=3") else { return Ok(()) };
        let classes = library_classes(&ruleset);
        let own = rules.classes();
        prop_assert_eq!(classes.len(), own.len());
        for (x, y, s, t) in points {
            let (s, t) = (s.min(x), t.min(y));
            let at = [x, y, s, t];
            let [a, b, c, d] = at.map(|n| u64::try_from(n).unwrap());
            let point = Point::small(a, b, c, d);
            let exists = |x, y| rules.position.as_ref().is_none_or(|p| p.holds(&[x, y, 0, 0], &[]));
            let is_move = (s, t) != (0, 0)
                && exists(x - s, y - t)
                && rules.moves.iter().any(|m| m.holds(&at, &[]));
            prop_assert_eq!(ruleset.is_move(&point).unwrap(), is_move, "{}at {:?}", &text, at);
            prop_assert_eq!(ruleset.exists(&Point::small(a, b, 0, 0)).unwrap(), exists(x, y), "{}at {:?}", &text, at);
            for (class, own) in classes.iter().zip(&own) {
                let inside = own.is_none_or(|f| f.holds(&at, &rules.moves));
                prop_assert_eq!(class.holds_at(&point).unwrap(), inside, "{}class {:?} at {:?}", &text, own, at);
            }
        }
    }

    #[test]
    fn a_class_is_only_called_empty_if_it_is(rules in random_rules()) {
        let text = rules.text();
        let Err(errors) = bind(&text, "k=3") else { return Ok(()) };
        // As many classes without a move on a small board as errors, at least.
        let empty = rules.classes().into_iter().flatten().filter(|class| {
            let board = (0..14).flat_map(|x| (0..14).map(move |y| (x, y)));
            let mut points = board.flat_map(|(x, y)| (0..=x).flat_map(move |s| (0..=y).map(move |t| [x, y, s, t])));
            !points.any(|at| {
                at[2..] != [0, 0] && rules.moves.iter().any(|m| m.holds(&at, &[])) && class.holds(&at, &rules.moves)
            })
        });
        prop_assert!(empty.count() >= errors.errors.len(), "{}\n{}", &text, &errors);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn no_text_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,80}") {
        survive(&String::from_utf8_lossy(&bytes))?;
        survive(&text)?;
    }

    #[test]
    fn no_heap_of_words_makes_it_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        survive(&words.join(" "))?;
        survive(&format!("game \"G\"\nmove rook: {}", words.join(" ")))?;
    }

    #[test]
    fn no_slip_of_the_pen_makes_it_panic(
        entry in 0..32_usize,
        at in 0..2000_usize,
        remove in 0..4_usize,
        insert in prop::sample::select(WORDS),
    ) {
        let texts: Vec<&str> = rulebook_texts();
        let text: Vec<char> = texts[entry % texts.len()].chars().collect();
        let at = at % (text.len() + 1);
        let end = (at + remove).min(text.len());
        let changed: String = text[..at].iter().copied().chain(insert.chars()).chain(text[end..].iter().copied()).collect();
        survive(&changed)?;
    }
}

const WORDS: &[&str] = &[
    "game",
    "param",
    "let",
    "move",
    "position",
    "block",
    "comply",
    "imitation",
    "play",
    "of",
    "or",
    "and",
    "not",
    "in",
    "mod",
    "within",
    "irrational",
    "beatty",
    "misere",
    "x",
    "y",
    "s",
    "t",
    "k",
    "rook",
    "floor",
    "sqrt",
    "ln",
    "pi",
    "e",
    "phi",
    "0",
    "1",
    "2",
    "7",
    "99999999999999999999999999",
    "3.5",
    "-",
    "+",
    "*",
    "/",
    "^",
    "|",
    "(",
    ")",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    ":",
    ",",
    "\"",
    "\"title\"",
    "\\",
    "\n",
    "#",
    "é",
    "\u{0}",
    "\t",
    "\r\n",
    "…",
    "𝔊",
];

fn rulebook_texts() -> Vec<&'static str> {
    let texts: Vec<&str> = rulebook::entries()
        .filter_map(|e| match &e.kind {
            rulebook::EntryKind::Text(text) => Some(*text),
            rulebook::EntryKind::Piles(_) => None,
        })
        .collect();
    assert!(texts.len() >= 19);
    texts
}

/// Reads a text in every way; errors must have a place in it.
fn survive(text: &str) -> Result<(), TestCaseError> {
    let _ = Game::named(text);
    let _ = Game::named(&format!("beta({text})"));
    let _ = Game::named(&format!("modular(k={text}, m=2)"));
    let errors = match Definition::parse("my.game", text) {
        Ok(definition) => match definition.bind_text("k=2, 3") {
            Ok(_) => return Ok(()),
            Err(errors) => errors,
        },
        Err(errors) => errors,
    };
    prop_assert!(!errors.errors.is_empty());
    let lines: Vec<&str> = errors.text.split('\n').collect();
    for error in &errors.errors {
        let (line, column) = errors.place(error);
        prop_assert!(line <= lines.len(), "{}", &errors);
        prop_assert!(column <= lines[line - 1].chars().count() + 1, "{}", &errors);
        prop_assert!(!error.message.is_empty() && !error.label.is_empty() && !error.message.contains('\n'));
    }
    prop_assert!(errors.render(false).contains(&errors.file));
    prop_assert!(errors.render(true).contains(&errors.file));
    Ok(())
}

#[test]
fn every_rulebook_game_prints_and_parses() {
    let names = [
        "N",
        "WN",
        "3WN",
        "WN^(3)",
        "2WN^3",
        "2WN^(3)",
        "2x3WN_1",
        "(2,3)WN",
        "W^3N",
        "(2,3)IN",
        "beta(pi)",
        "beta(phi^2)",
        "beta(2 + sqrt(2)/100)",
        "beta(ln(10))",
        "G(alpha_2)",
        "W^4",
        "N^3",
        "W_4",
        "W_3N",
        "WN_3",
        "(1,2)GDWN",
        "maharaja",
        "even-diagonal",
    ];
    for name in names {
        let ruleset = common::ruleset(name);
        let printed = ruleset.to_string();
        assert_eq!(
            bind(&printed, "").unwrap_or_else(|e| panic!("{name}\n{e}")),
            ruleset,
            "{name}\n{printed}"
        );
    }
}

#[test]
fn mod_binds_looser_than_plus_and_division_is_exact() {
    let holds = |formula: &str, at: At| {
        let rules = common::rules(&format!("game \"G\"\nmove m: {formula}\n"));
        let [x, y, s, t] = at.map(|n| u64::try_from(n).unwrap());
        rules.is_move(&Point::small(x, y, s, t)).unwrap()
    };
    assert!(holds("s + t mod 3 = 0", [9, 9, 1, 2]) && !holds("s + t mod 3 = 0", [9, 9, 3, 2]));
    assert!(holds("s = floor(-7/2) + 6", [9, 9, 2, 0]), "floor rounds down");
    assert!(holds("s = 2^3 - 1", [9, 9, 7, 1]));
    assert!(holds("not s = 0 and t = 1", [9, 9, 3, 1]) && !holds("not s = 0 and t = 1", [9, 9, 3, 2]));
    assert!(holds("s = 1 or t = 1 and x = 0", [9, 9, 1, 5]));
    assert!(holds("0 < s < 3 <= t", [9, 9, 2, 3]) && !holds("0 < s < 3 <= t", [9, 9, 2, 2]));
    assert!(holds("s = floor(10*sqrt(2)) - floor(pi*4)", [9, 9, 2, 0]));
}

// ---------------------------------------------------------------------------------------------------------------------
// Mistakes. `‸` marks where the caret must start; one for each error, in order.

/// The report for a text with mistakes, after a check that every error stands where a mark is.
fn report(marked: &str, arguments: &str) -> String {
    let mut places = Vec::new();
    let mut text = String::new();
    for (line, content) in marked.split('\n').enumerate() {
        for (i, piece) in content.split('‸').enumerate() {
            if i > 0 {
                let column = text.rsplit('\n').next().unwrap().chars().count() + 1;
                places.push((line + 1, column));
            }
            text.push_str(piece);
        }
        text.push('\n');
    }
    text.pop();
    let errors = bind(&text, arguments).expect_err(&text);
    let found: Vec<_> = errors.errors.iter().map(|e| errors.place(e)).collect();
    let drawn = errors.render(false);
    assert_eq!(found, places, "{drawn}");
    for (line, column) in places {
        assert!(drawn.contains(&format!("my.game:{line}:{column}")), "{line}:{column} is not in\n{drawn}");
    }
    assert!(drawn.contains('^'));
    drawn
}

/// A game around some lines.
fn game(lines: &str) -> String {
    format!("game \"G\"\nmove rook: s = 0 or t = 0\n{lines}")
}

macro_rules! mistakes {
    ($($name:ident: $text:expr, $arguments:expr;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), report($text, $arguments));
        })*
    };
}

mistakes! {
    nonlinear_product: &game("move m: ‸s * t = 4"), "";
    nonlinear_power: &game("move m: 1 < ‸(s + 1)^2"), "";
    nonlinear_division: &game("move m: s = ‸x / 2"), "";
    nonlinear_modulus: &game("move m: s mod ‸t = 0"), "";
    unknown_name: "game \"G\"\nmove rook: s = 0 or ‸tt = 0", "";
    unknown_name_in_a_class: &game("block 1 of ‸rok"), "";
    unknown_name_without_a_neighbour: &game("move m: ‸quantity = 3"), "";
    unknown_function: &game("move m: s = ‸round(pi)"), "";
    parameter_out_of_range: &game("param m >= 1\nparam l >= 0, ‸l < m"), "m=3, l=3";
    two_parameters_out_of_range: &game("param m ‸>= 1\nparam l ‸>= 0").replace("m ‸", "‸m ").replace("l ‸", "‸l "), "m=0, l=-1";
    beta_too_small: &game("param ‸beta > 2 irrational\nmove m: s in beatty(beta)"), "beta=phi";
    beta_rational_root: &game("‸param beta > 2 irrational"), "sqrt(4)+1";
    beta_rational_fraction: &game("‸param beta > 2 irrational"), "5/2";
    beta_whole: &game("‸param beta > 2 irrational"), "3";
    parameter_must_be_whole: &game("‸param k >= 1"), "k=sqrt(2)";
    missing_value: &game("param k >= 1\nparam ‸m >= 1"), "k=2";
    empty_class: &game("block 1 of ‸rook and s > 0 and t > 0"), "";
    empty_class_by_parameter: &game("param k >= 1\nmove bishop: |s - t| < k\nblock 1 of rook and not bishop\nblock 2 of ‸bishop and |s - t| = k"), "k=2";
    several_errors: "gane \"G\"\nmove rook: ‸ss = 0 or t = ‸k\nmove m: ‸s * t = 1\nblock 1 of ‸bishop\nposition: ‸s = 0".replacen("gane", "‸gane", 1).as_str(), "";
    unclosed_title: "game ‸\"G\nmove rook: s = 0", "";
    unclosed_parenthesis: &game("move m: (s = 1 and t = 2‸\nmove n: s = t"), "";
    unclosed_bar: &game("move m: |s - t ‸< 2"), "";
    missing_colon: "game \"G\"\nmove rook ‸s = 0 or t = 0", "";
    missing_operand: &game("move m: s = ‸\nmove n: t = 1"), "";
    missing_relation: &game("move m: ‸s + t"), "";
    statement_misspelt: "game \"G\"\n‸mvoe rook: s = 0", "";
    hyphen_in_a_name: "game \"G\"\nmove ‸knights-move: s = 1 and t = 2", "";
    unknown_characters: &game("move m: s = 1 ‸& t = 2"), "";
    no_moves: "‸game \"G\"\nposition: x > 0", "";
    empty_text: "‸", "";
    huge_number: &game("move m: s < ‸99999999999999999999"), "";
    huge_power: &game("move m: s < 10^‸100000"), "";
    huge_factors: &game("move m: ‸1000000000000*s = t"), "";
    huge_count: &game("block ‸10^20"), "";
    negative_count: &game("param k >= 0\nblock ‸k - 1"), "k=0";
    real_count: &game("block ‸phi"), "";
    real_in_a_term: &game("move m: s < ‸pi"), "";
    zero_modulus: &game("move m: s mod ‸0 = 1"), "";
    ambiguous_modulus: &game("move m: s mod 3 ‸+ 1 = 2"), "";
    root_of_a_negative: &game("move m: s = floor(‸sqrt(1 - 3))"), "";
    division_by_zero: &game("move m: s = floor(‸1/(2 - 2))"), "";
    beatty_of_nothing: &game("move m: s in beatty(‸1 - pi)"), "";
    variable_in_a_constant: &game("let c = ‸x + 1"), "";
    removal_in_a_position: &game("position: ‸s < 3"), "";
    pile_in_a_class: &game("block 1 of ‸x = 2"), "";
    move_in_a_move: &game("move m: ‸rook and s > 2"), "";
    name_taken: &game("let ‸phi = 2\nparam ‸rook >= 1"), "rook=1";
    block_and_comply: &game("block 1\n‸comply 2"), "";
    two_titles: &game("‸game \"H\""), "";
    unknown_play: &game("play ‸reverse"), "";
    imitation_of_nothing: &game("imitation ‸0 within 1"), "";
    formula_in_a_sum: &game("move m: ‸(s = 1) + 2 = t"), "";
    tabs_and_wide_letters: "game \"Ä\"\nmove\trook:\ts = 0 or\t‸ü = 0", "";
}

#[test]
fn deep_nesting_is_refused() {
    let text = game(&format!("move m: {}s = 0{}\n", "(".repeat(5000), ")".repeat(5000)));
    let errors = bind(&text, "").unwrap_err();
    assert_eq!(errors.errors.len(), 1, "{:?}", errors.errors);
    assert_eq!(errors.errors[0].message, "this is nested too deeply");
    assert_eq!(errors.place(&errors.errors[0]).0, 3);
    for (open, close) in [("|", "|"), ("not ", ""), ("-", ""), ("2^", "2"), ("floor(", ")"), ("sqrt(", ")")] {
        let text = game(&format!("move m: s = {}2{}\n", open.repeat(5000), close.repeat(5000)));
        assert!(bind(&text, "").is_err(), "{open}");
    }
    let long = game(&format!("move m: s = 0{}\n", " + 1".repeat(100_000)));
    assert!(bind(&long, "").is_err());
    let wide = game(&format!("move m: s = 0{}\n", " or t = 1".repeat(20_000)));
    assert!(bind(&wide, "").is_ok(), "a long list is not deep");
}

/// The message for a game that cannot be had by name.
fn refused(name: &str) -> String {
    match Game::named(name) {
        Err(error) => error.to_string(),
        Ok(game) => panic!("{name} is {}", game.title()),
    }
}

#[test]
fn games_that_cannot_be_had_by_name() {
    let names = [
        "2x3WN_3",
        "2x3WN_4",
        "beta(2)",
        "beta(phi)",
        "beta(sqrt(4)+1)",
        "beta(5/2)",
        "beta(1)",
        "beta()",
        "beta(",
        "beta(x)",
        "modular(k=2)",
        "modular(k=2,m=0)",
        "modular(k=2,q=3)",
        "modular(2,3,4)",
        "modular(k=2,k=3)",
        "modulra(k=2,m=3)",
        "wythof",
        "W^0",
        "W^-1",
        "0WN",
        "W^99999999999999999999999",
        "nim(piles=1)",
        "nim(piles=phi)",
        "chess",
        "",
    ];
    let mut all = String::new();
    for name in names {
        let _ = writeln!(all, "=== {name}\n{}\n", refused(name));
    }
    insta::assert_snapshot!(all);
}
