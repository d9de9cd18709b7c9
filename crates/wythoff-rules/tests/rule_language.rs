//! The rule language: whatever prints also parses, texts mean what they say, no text makes it panic, and every mistake
//! is reported at its place.

#![allow(clippy::unwrap_used)]

use wythoff_testing::common;

use proptest::prelude::*;
use std::fmt::Write as _;
use wythoff_rules::evaluate::Point;
use wythoff_rules::{Definition, RuleErrors, Ruleset};
use wythoff_rules::{Game, rulebook};

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
    Min(Vec<Term>),
    Max(Vec<Term>),
    /// A parameter: `k`, which is bound to [`K`].
    Param,
}

const K: i64 = 3;

/// A real number, and whether a value is ⌊n·r⌋ for some n ≥ 1.
type Beatty = (&'static str, fn(i64) -> bool);

/// ⌊n·a^(1/3)⌋ by cubes.
fn cube_root(a: i64, n: i64) -> i64 {
    (0..).take_while(|m| m * m * m <= a * n * n * n).last().unwrap()
}

const REALS: [Beatty; 9] = [
    ("phi", |v| (1..=v + 1).any(|n| (n + (5 * n * n).isqrt()) / 2 == v)),
    ("sqrt(2)", |v| (1..=v + 1).any(|n| (2 * n * n).isqrt() == v)),
    ("5/2", |v| (1..=v + 1).any(|n| 5 * n / 2 == v)),
    ("(1 + sqrt(5))/2 + 1", |v| (1..=v + 1).any(|n| (3 * n + (5 * n * n).isqrt()) / 2 == v)),
    ("1.75", |v| (1..=v + 1).any(|n| 7 * n / 4 == v)),
    ("k", |v| v > 0 && v % K == 0),
    ("2^(1/3)", |v| (1..=v + 1).any(|n| cube_root(2, n) == v)),
    ("3^(2/3)", |v| (1..=v + 1).any(|n| cube_root(9, n) == v)),
    ("2/cbrt(k - 1)", |v| (1..=v + 1).any(|n| cube_root(4, n) == v)),
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
    Among(Term, Vec<Term>),
    NotAmong(Term, Vec<Term>),
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
            Term::Min(parts) => parts.iter().map(|p| p.value(at)).min().unwrap(),
            Term::Max(parts) => parts.iter().map(|p| p.value(at)).max().unwrap(),
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
            Term::Min(parts) => (format!("min({})", commas(parts)), OPERAND),
            Term::Max(parts) => (format!("max({})", commas(parts)), OPERAND),
            Term::Param => ("k".to_owned(), OPERAND),
        };
        if holds < place { format!("({text})") } else { text }
    }
}

fn commas(parts: &[Term]) -> String {
    parts.iter().map(|p| p.text(0)).collect::<Vec<_>>().join(", ")
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
            Formula::Among(term, set) => set.iter().any(|m| m.value(at) == term.value(at)),
            Formula::NotAmong(term, set) => set.iter().all(|m| m.value(at) != term.value(at)),
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
            Formula::Among(term, set) => (format!("{} in {{{}}}", term.text(0), commas(set)), 2),
            Formula::NotAmong(term, set) => (format!("{} not in {{{}}}", term.text(0), commas(set)), 2),
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
        let few = prop::collection::vec(inner.clone(), 2..4);
        let boxed = inner.prop_map(Box::new).boxed();
        prop_oneof![
            few.clone().prop_map(Term::Min),
            few.prop_map(Term::Max),
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
    let set = || prop::collection::vec(prop_oneof![(-2_i64..9).prop_map(Term::Number), term(vars)], 1..6);
    let mut leaves = vec![
        compare.clone().boxed(),
        compare.boxed(),
        (term(vars), set()).prop_map(|(t, s)| Formula::Among(t, s)).boxed(),
        (term(vars), set()).prop_map(|(t, s)| Formula::NotAmong(t, s)).boxed(),
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
    terminal: Vec<Formula>,
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
        let terminal = prop::collection::vec(formula(&[0, 1], 0), 0..3);
        let title = "[ -~é]{0,12}";
        (title, Just(moves), position, terminal, twist, any::<bool>()).prop_map(
            |(title, moves, position, terminal, twist, misere)| Rules {
                title,
                moves,
                position,
                terminal,
                twist,
                misere,
            },
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
        for formula in &self.terminal {
            let _ = writeln!(text, "terminal: {}", formula.text(0));
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

    /// Is the removal one that a move line allows, from a position that is no end?
    fn stated(&self, at: &At) -> bool {
        !self.terminal.iter().any(|f| f.holds(at, &[])) && self.moves.iter().any(|m| m.holds(at, &[]))
    }

    /// The moves with their ends, for classes that name them.
    fn moves_that_end(&self) -> Vec<Formula> {
        let goes_on = self.terminal.iter().map(|f| Formula::Not(Box::new(f.clone())));
        let whole = |m: &Formula| Formula::And(std::iter::once(m.clone()).chain(goes_on.clone()).collect());
        self.moves.iter().map(whole).collect()
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
fn library_classes(rules: &Ruleset) -> Vec<wythoff_rules::Formula> {
    let classes: Vec<_> = match &rules.twist {
        wythoff_rules::Twist::None => Vec::new(),
        wythoff_rules::Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        wythoff_rules::Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
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
                let known = [
                    "no move can be in this class",
                    "min and max leave too many cases here",
                    "with these ends, a move says more than one line can hold",
                ];
                prop_assert!(known.contains(&error.message.as_str()), "{}\n{}", &text, &errors);
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
                && rules.stated(&at);
            prop_assert_eq!(ruleset.is_move(&point).unwrap(), is_move, "{}at {:?}", &text, at);
            prop_assert_eq!(ruleset.exists(&Point::small(a, b, 0, 0)).unwrap(), exists(x, y), "{}at {:?}", &text, at);
            for (class, own) in classes.iter().zip(&own) {
                let inside = own.is_none_or(|f| f.holds(&at, &rules.moves_that_end()));
                prop_assert_eq!(class.holds_at(&point).unwrap(), inside, "{}class {:?} at {:?}", &text, own, at);
            }
        }
    }

    #[test]
    fn a_class_is_only_called_empty_if_it_is(rules in random_rules()) {
        let text = rules.text();
        let Err(errors) = bind(&text, "k=3") else { return Ok(()) };
        if errors.errors.iter().any(|e| !e.message.starts_with("no move can be")) {
            return Ok(());
        }
        // As many classes without a move on a small board as errors, at least.
        let empty = rules.classes().into_iter().flatten().filter(|class| {
            let board = (0..14).flat_map(|x| (0..14).map(move |y| (x, y)));
            let mut points = board.flat_map(|(x, y)| (0..=x).flat_map(move |s| (0..=y).map(move |t| [x, y, s, t])));
            !points.any(|at| {
                at[2..] != [0, 0] && rules.stated(&at) && class.holds(&at, &rules.moves_that_end())
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
    "terminal",
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
    "cbrt",
    "min",
    "max",
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
    "{",
    "}",
    "1/3",
    "1_000",
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

/// A `terminal` line is the same game as its negation in every move, whatever the players have agreed on.
#[test]
fn ends_are_said_in_every_move() {
    let moves = "move rook: s = 0 or t = 0\nmove bishop: s = t\n";
    let by_hand = "move rook: (s = 0 or t = 0) and (x > 3 or y > k) and x != y\n\
                   move bishop: s = t and (x > 3 or y > k) and x != y\n";
    for twist in ["", "block 2\n", "comply 1 of rook\n", "play misere\n", "block 1 of rook\nplay misere\n"] {
        let said = format!("param k\nterminal: x <= 3 and y <= k\n{moves}{twist}terminal: x = y\n");
        let written = format!("param k\n{by_hand}{twist}");
        assert_eq!(bind(&said, "5").unwrap(), bind(&written, "5").unwrap(), "{twist}");
    }
    // A position that is an end: with `block` and `comply`, too, the player to move cannot move.
    for (twist, lost) in [("", true), ("block 2\n", true), ("comply 1\n", false), ("play misere\n", false)] {
        let text = format!("terminal: x + y <= 9\n{moves}{twist}");
        let game = Game::from_text("my.game", &text, "").unwrap();
        let at = wythoff_rules::Position::small(&[4, 5]);
        let budget = wythoff_budget::Budget::default();
        let ways = wythoff_prove::AllWays::of(game);
        let answer = ways.ask_by(wythoff_solve::Method::Reference, &at, &[], &budget).unwrap();
        assert_eq!(answer.outcome == wythoff_rules::Outcome::P, lost, "{twist}");
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

#[test]
fn sets_and_extremes_print_readably() {
    let printed = |formula: &str| {
        let text = common::rules(&format!("move m: {formula}\n")).to_string();
        text.lines().nth(1).unwrap().strip_prefix("move m: ").unwrap().to_owned()
    };
    for (written, read) in [
        ("s in {1, 2, 4}", "s in {1, 2, 4}"),
        ("s in {4, 2, 4, 1} and t = 0", "s in {4, 2, 1} and t = 0"),
        ("s not in {1, 2, 4} or t in {3, 5}", "s not in {1, 2, 4} or t = 3 or t = 5"),
        ("s + t mod 5 in {0, 1, 2^2} or s = 1_000", "(s + t) mod 5 in {0, 1, 4} or s = 1000"),
        ("s in {t, 2*t}", "s = t or s = 2*t"),
        ("max(s, t) <= 3", "s <= 3 and t <= 3"),
        ("min(s, t) = 0 and s != t", "(s = 0 or t = 0) and s != t"),
        ("max(s, t, 2) > 1 + x", "s > x + 1 or t > x + 1 or 1 > x"),
        ("s = max(2, 3) * min(8^(1/3), 5)", "s = 6"),
        ("s = floor(100 * 2^(1/3)) or s = floor(10 * max(sqrt(2), 2^(1/3)))", "s = 125 or s = 14"),
        ("s in beatty(cbrt(2)) or t in beatty(4^(-1/3))", "s in beatty(2^(1/3)) or t in beatty(1/4^(1/3))"),
        ("|max(s, t) - 5| < 2", "s < 7 and t < 7 and (3 < s or 3 < t)"),
    ] {
        let found = printed(written);
        assert_eq!(found, read, "{written}");
        assert_eq!(printed(&found), found, "{written}");
    }
}

/// Rulebook games written with the new words are the same games, recognised by what they mean.
#[test]
fn disguises_are_seen_through() {
    use wythoff_budget::Budget;
    use wythoff_prove::AllWays as Ways;
    use wythoff_rules::Position;
    use wythoff_solve::Method;
    let text = "move rook: min(s, t) = 0\nmove near: max(s, t) - min(s, t) < 2\n";
    let ways = Ways::of(Game::from_text("disguise.game", text, "").unwrap());
    let far = |name: &str, ways: &Ways| {
        let at = Position::new(vec!["10".parse().unwrap(), "10".repeat(20).parse().unwrap()]);
        ways.ask_by(Method::Auto, &at, &[], &Budget::default())
            .unwrap_or_else(|e| panic!("{name}: {e}"))
            .outcome
    };
    assert_eq!(far("disguise", &ways), far("2WN", &Ways::of(common::game("2WN"))));
}

/// What is warned of, with the place of each warning.
fn warned(text: &str, arguments: &str) -> Vec<(usize, usize, String)> {
    let game = Game::from_text("my.game", text, arguments).unwrap_or_else(|e| panic!("{e}"));
    let found = wythoff_prove::warnings::of_game(&game, &wythoff_budget::Budget::default());
    let place = |w| found.place(w);
    found.warnings.iter().map(|w| (place(w).0, place(w).1, w.message.clone())).collect()
}

#[test]
fn rules_that_nothing_satisfies_are_warned_of() {
    const NEVER: &str = "this move can never be made";
    const PART: &str = "this part of the rule never holds";
    for (line, arguments, column, message) in [
        ("move m: s = 1 and s = 2", "", 9, NEVER),
        ("move m: s + t < 0", "", 9, NEVER),
        ("move m: s mod 2 = 3", "", 9, NEVER),
        ("move m: s = 0 and t = 0", "", 9, NEVER),
        ("move m: s > x", "", 9, NEVER),
        ("move m: s = 10^9 and 2*t = 2*s + 1", "", 9, NEVER),
        ("move m: max(s, t) < min(s, t)", "", 9, NEVER),
        ("move m: s in {2, 4, 6} and s mod 2 = 1", "", 9, NEVER),
        ("param k >= 1\nmove m: 0 < s <= k - 1", "k=1", 9, NEVER),
        ("move m: s = t or s = 1 and s = 2", "", 18, PART),
        ("move m: s in beatty(2^(1/3)) and s = 1 and s = 2", "", 9, NEVER),
        (
            "block 1 of m and s < t\nmove m: t = 0",
            "",
            12,
            "no move is ever in this class, so nothing is blocked",
        ),
        ("comply 3 of s + t = 1", "", 13, "this can never be proposed"),
        ("comply 5 of s + t in {1, 2, 2} and max(s, t) = 1 or 1", "", 13, "this can never be proposed"),
        ("position: x < y and y < x", "", 11, "no square exists"),
        ("position: x < y or x = 3 and x = 4", "", 20, PART),
        ("terminal: x < y and y < x", "", 11, "no position is such an end"),
        ("terminal: x < y or x = 3 and x = 4", "", 20, PART),
        ("terminal: x > 7\nmove m: s = 9 and t = 0", "", 9, NEVER),
        ("position: x + y > 2\nmove m: s + t = 1 and x + y <= 2", "", 9, NEVER),
        ("move rook: s = 0 or t = 0", "", 12, "this line says the same as an earlier one of `rook`"),
        ("param k >= 1, k < 3, 5 < 2\nmove m: s = k", "", 22, "no value of `k` can satisfy this"),
        ("param k > 1, 2 > k\nmove m: s = k", "", 14, "no value of `k` can satisfy this"),
        (
            "param r > 1, r <= 1 irrational\nmove m: s in beatty(r)",
            "",
            14,
            "no value of `r` can satisfy this",
        ),
    ] {
        let text = game(line);
        let values = Definition::parse("my.game", &text).unwrap().parameters().len();
        let found = if values > 0 && arguments.is_empty() {
            let found = wythoff_prove::warnings::of_text("my.game", &text);
            let place = |w| found.place(w);
            found.warnings.iter().map(|w| (place(w).0, place(w).1, w.message.clone())).collect()
        } else if line.starts_with("block") {
            // What the search for classes sees already is an error.
            match Game::from_text("my.game", &text, arguments) {
                Ok(_) => warned(&text, arguments),
                Err(error) => {
                    assert!(error.to_string().contains("no move can be in this class"), "{error}");
                    continue;
                }
            }
        } else {
            warned(&text, arguments)
        };
        let at = text.lines().position(|l| l == line.lines().last().unwrap()).unwrap() + 1;
        let at = if column == 22 || column == 14 { 3 } else { at };
        let at = if line.starts_with("move rook") { 3 } else { at };
        assert_eq!(found, [(at, column, message.to_owned())], "{line}");
    }
}

#[test]
fn sensible_rules_are_not_warned_of() {
    for text in rulebook_texts() {
        for arguments in ["", "2", "2, 3", "1, 2", "2, 3, 1", "pi"] {
            if let Ok(game) = Game::from_text("my.game", text, arguments) {
                let found = wythoff_prove::warnings::of_game(&game, &wythoff_budget::Budget::default());
                assert!(found.warnings.is_empty(), "{text}\n{arguments}\n{found}");
            }
        }
    }
    for line in [
        "move m: s = 10^9 and 2*t = 2*s + 2",
        "move m: s mod 1000 = 999 and t mod 1001 = 1000",
        "move m: x = 12345 and s = 1",
        "comply 2 of s + t = 1",
        "comply 4 of max(s, t) = 2 and |x - y| = 30",
        "position: x in {4000, 3999} and y in {5000, 4999}",
    ] {
        let found = if line.starts_with("comply") && line.contains('x') {
            Vec::new()
        } else {
            warned(&game(line), "")
        };
        assert!(found.is_empty(), "{line}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    /// A move that is warned of cannot be made on any small board.
    #[test]
    fn what_is_warned_of_never_happens(rules in random_rules()) {
        let text = rules.text();
        let Ok(game) = Game::from_text("my.game", &text, "k=3") else { return Ok(()) };
        let found = wythoff_prove::warnings::of_game(&game, &wythoff_budget::Budget::default());
        let exists = |x, y| rules.position.as_ref().is_none_or(|p| p.holds(&[x, y, 0, 0], &[]));
        for warning in &found.warnings {
            let line = text.lines().nth(found.place(warning).0 - 1).unwrap();
            let mut board = (0..14).flat_map(|x| (0..14).map(move |y| (x, y)));
            if warning.message == "no square exists" {
                prop_assert!(!board.any(|(x, y)| exists(x, y)), "{}\n{}", &text, &found);
            } else if warning.message == "this move can never be made" {
                let index: usize = line[6..line.find(':').unwrap()].parse().unwrap();
                let mut points = board.flat_map(|(x, y)| (0..=x).flat_map(move |s| (0..=y).map(move |t| [x, y, s, t])));
                prop_assert!(!points.any(|at| {
                    at[2..] != [0, 0] && exists(at[0], at[1]) && exists(at[0] - at[2], at[1] - at[3]) && rules.moves_that_end()[index].holds(&at, &[])
                }), "{}\n{}", &text, &found);
            }
        }
    }
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
    empty_set: &game("move m: s in ‸{}"), "";
    unclosed_set: &game("move m: s in {1, 2‸\nmove n: t = 1"), "";
    set_of_formulas: &game("move m: s in {1, ‸(t = 2)}"), "";
    braces_for_parentheses: &game("move m: ‸{s = 1 or t = 2}"), "";
    in_something_else: &game("move m: s in ‸rook"), "";
    range_in_a_set: &game("move m: s in {1‸.‸.5}"), "";
    max_of_one: &game("move m: max(s‸) = 2"), "";
    max_of_a_formula: &game("move m: max(s, ‸(t = 2)) = 2"), "";
    max_of_a_real: &game("move m: max(s, ‸2^(1/3)) = 2"), "";
    too_many_cases: &game("move m: ‸max(s, 2*t, 3*x, 4*y, 7, s + t) + max(2*s, 3*t, 5*x, 7*y, 3, 4) + min(3*s, 5*t, 7*x, 9*y, 5, 6) + min(5*s, 7*t, 9*x, y) = 20"), "";
    root_in_a_term: &game("move m: s < ‸2^(1/3)"), "";
    irrational_exponent: &game("let c = 2^‸sqrt(2)"), "";
    root_too_high: &game("let c = 2^‸(1/100)"), "";
    cube_root_of_a_negative: &game("let c = ‸(-8)^(1/3)"), "";
    beta_rational_cube_root: &game("‸param beta > 1 irrational"), "(27/8)^(1/3)";
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
