//! The rulebook: every game of the five papers, by name and by the papers' notation.
//!
//! Each two-pile game is a file `rulebook/NAME.game`, embedded here. The comment at its top says in words what the
//! game is, where it comes from (`Source:`), how papers write it (`Notation:`) and what is known (`Known:`).
//! Games on n piles are in [`crate::piles`] and described in the table below.
//!
//! ```
//! use wythoff_rules::rulebook::{Mention, find};
//! let Some(Mention { entry, arguments }) = find("2WN^(3)") else { panic!() };
//! assert_eq!((entry.name, arguments.as_str()), ("modular", "k=2,m=3"));
//! ```

use crate::Definition;
use crate::nearest::nearest;
use crate::piles::Rule;

/// A game of the rulebook.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// How it is given.
    pub kind: EntryKind,
}

/// How a game of the rulebook is given.
#[derive(Debug)]
pub enum EntryKind {
    /// As a rule text.
    Text(&'static str),
    /// As a rule on n piles.
    Piles(PileEntry),
}

/// A description of a game on n piles.
#[derive(Debug)]
pub struct PileEntry {
    /// The rule.
    pub rule: Rule,
    /// How many piles, if that is fixed.
    pub fixed: Option<usize>,
    /// Title of the game.
    pub title: &'static str,
    /// The rules in words.
    pub words: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// How papers write it.
    pub notation: &'static str,
    /// What is known.
    pub known: &'static str,
}

/// A game of the rulebook with values of its parameters, still as text.
#[derive(Debug)]
pub struct Mention {
    /// The game.
    pub entry: &'static Entry,
    /// The arguments, such as `k=2,m=3`.
    pub arguments: String,
}

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        [$(Entry {
            name: $name,
            kind: EntryKind::Text(include_str!(concat!("../rulebook/", $name, ".game"))),
        }),*]
    };
}

static TWO_PILES: [Entry; 19] = texts![
    "nim",
    "wythoff",
    "k-wythoff",
    "connell",
    "roob-blocking",
    "modular",
    "shifted",
    "diagonal-blocking",
    "imitation",
    "beta",
    "invariant",
    "blocking",
    "blocking-nim",
    "comply",
    "comply-diagonal",
    "comply-rook",
    "gdwn",
    "maharaja",
    "even-diagonal",
];

const IMITATIONS: &str =
    "U. Larsson, \"2-pile Nim with a restricted number of move-size imitations\", section 4.2";
const LEADING: &str =
    "\"Leading\" is read pile by pile: a pile leads another if it was not larger before the move.";

static MANY_PILES: [Entry; 8] = [
    piles(PileEntry {
        rule: Rule::Nim,
        fixed: None,
        title: "Nim on n piles",
        words: "Take any number of tokens from one pile.",
        source: IMITATIONS,
        notation: "N_{piles}",
        known: "P-positions: the nim-sum of the piles is 0.",
    }),
    piles(PileEntry {
        rule: Rule::NimSum,
        fixed: None,
        title: "Wythoff Nim on n piles",
        words: "Take any number of tokens from one pile, or from several piles numbers whose nim-sum is 0.",
        source: IMITATIONS,
        notation: "",
        known: "Fraenkel's conjectures on three piles and more are open.",
    }),
    piles(PileEntry {
        rule: Rule::Pair,
        fixed: None,
        title: "Nim with pairs",
        words: "Take any number of tokens from one pile, or the same number from exactly two piles.",
        source: IMITATIONS,
        notation: "W_2N_{piles}",
        known: "For two piles it is Wythoff Nim. No formula is known for three.",
    }),
    piles(PileEntry {
        rule: Rule::Equal,
        fixed: None,
        title: "Nim with equal removals",
        words: "Take any number of tokens from one pile, or the same number from any two or more piles.",
        source: IMITATIONS,
        notation: "W_{2,...,n}N_n",
        known: "For two piles it is Wythoff Nim. No formula is known for three.",
    }),
    piles(PileEntry {
        rule: Rule::PointImitation,
        fixed: None,
        title: "Imitation Nim with pointing",
        words: "Nim; after taking x tokens from a leading pile the player points at one pile that it led, and the \
                opponent may not take x tokens from that pile next.",
        source: IMITATIONS,
        notation: "I_1N_{piles}",
        known: LEADING,
    }),
    piles(PileEntry {
        rule: Rule::FullImitation,
        fixed: None,
        title: "Imitation Nim on n piles",
        words: "Nim; after x tokens were taken from a leading pile, the opponent may not take x tokens next from \
                any pile that it led.",
        source: IMITATIONS,
        notation: "I_nN_{piles}",
        known: LEADING,
    }),
    piles(PileEntry {
        rule: Rule::Raleigh,
        fixed: Some(3),
        title: "The Raleigh game",
        words: "Take any numbers from one or two piles; if two piles are equal, everything may be taken; from piles \
                0 < a < b < c one may take t from b and c and any positive number from a, except t = 3 when b - 3 \
                becomes the smallest pile.",
        source: "A. S. Fraenkel, \"The Raleigh game\"; cited in \"Invariant games\", Example 2",
        notation: "",
        known: "P-positions: (floor(floor(n phi) phi), floor(n phi^2), floor(floor(n phi^2) phi)), n >= 0.",
    }),
    piles(PileEntry {
        rule: Rule::Tribonacci,
        fixed: Some(3),
        title: "The Tribonacci game",
        words: "Take any numbers from one or two piles; or positive numbers from all three, none larger than the \
                other two together; or the same number u > 0 from two piles and more than 2u from the third, unless \
                piles a <= b <= c become a' < c' < b'.",
        source: "E. Duchêne and M. Rigo, \"A morphic approach to combinatorial games: the Tribonacci case\"; cited \
                 in \"Invariant games\", Example 2",
        notation: "",
        known: "P-positions: the places of the n-th a, b and c in the fixed point of a -> ab, b -> ac, c -> a.",
    }),
];

const fn piles(entry: PileEntry) -> Entry {
    let name = match entry.rule {
        Rule::Nim => "nim",
        Rule::NimSum => "nimsum-wythoff",
        Rule::Pair => "pair-wythoff",
        Rule::Equal => "equal-wythoff",
        Rule::PointImitation => "point-imitation",
        Rule::FullImitation => "full-imitation",
        Rule::Raleigh => "raleigh",
        Rule::Tribonacci => "tribonacci",
    };
    Entry { name, kind: EntryKind::Piles(entry) }
}

/// All games, two piles first. `nim` stands twice: on two piles, and on n.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    TWO_PILES.iter().chain(&MANY_PILES)
}

impl Entry {
    /// The header of the rule text: what the game is in words, and one field per `Key:`.
    fn header(&self, key: Option<&str>) -> Vec<String> {
        let EntryKind::Text(text) = &self.kind else { return Vec::new() };
        let mut found: Vec<String> = Vec::new();
        let mut current: Option<&str> = None;
        for line in text.lines().map_while(|l| l.strip_prefix('#')) {
            let (field, value) = match line.trim().split_once(": ") {
                Some((k @ ("Source" | "Notation" | "Known"), value)) => (Some(k), value),
                _ => (None, line.trim()),
            };
            let starts = field.is_some();
            if starts || !line.starts_with("   ") {
                current = field;
            }
            if current == key && !value.is_empty() {
                match found.last_mut() {
                    // Lines that go on belong to the paragraph before.
                    Some(last) if !starts => *last = format!("{last} {value}"),
                    _ => found.push(value.to_owned()),
                }
            }
        }
        found
    }

    /// Its rule text, parsed; `None` for games on n piles.
    fn definition(&self) -> Option<Definition> {
        match &self.kind {
            EntryKind::Text(text) => Definition::parse(self.name, text).ok(),
            EntryKind::Piles(_) => None,
        }
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.kind {
            EntryKind::Text(_) => self.definition().map_or_else(String::new, |d| d.title().to_owned()),
            EntryKind::Piles(piles) => piles.title.to_owned(),
        }
    }

    /// The names of its parameters.
    #[must_use]
    pub fn parameters(&self) -> Vec<String> {
        match &self.kind {
            EntryKind::Text(_) => self
                .definition()
                .map_or_else(Vec::new, |d| d.parameters().iter().map(|p| p.name.clone()).collect()),
            EntryKind::Piles(piles) if piles.fixed.is_none() => vec!["piles".to_owned()],
            EntryKind::Piles(_) => Vec::new(),
        }
    }

    /// The rules in words.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.kind {
            EntryKind::Text(_) => self.header(None).join(" "),
            EntryKind::Piles(entry) => entry.words.to_owned(),
        }
    }

    /// Where the game comes from.
    #[must_use]
    pub fn source(&self) -> String {
        match &self.kind {
            EntryKind::Text(_) => self.header(Some("Source")).join(" "),
            EntryKind::Piles(entry) => format!("{}.", entry.source),
        }
    }

    /// What is known about it.
    #[must_use]
    pub fn known(&self) -> String {
        match &self.kind {
            EntryKind::Text(_) => self.header(Some("Known")).join(" "),
            EntryKind::Piles(entry) => entry.known.to_owned(),
        }
    }

    /// How papers write it: patterns such as `{k}WN^{m}`, each perhaps with fixed parameters (`with k=1`).
    #[must_use]
    pub fn notations(&self) -> Vec<String> {
        match &self.kind {
            EntryKind::Text(_) => self.header(Some("Notation")),
            EntryKind::Piles(entry) if entry.notation.is_empty() => Vec::new(),
            EntryKind::Piles(entry) => vec![entry.notation.to_owned()],
        }
    }

    /// Is it a game on n piles?
    #[must_use]
    pub fn has_many_piles(&self) -> bool {
        matches!(self.kind, EntryKind::Piles(_))
    }
}

/// Looks a game up by notation, or by name with arguments in parentheses. Case does not matter.
#[must_use]
pub fn find(text: &str) -> Option<Mention> {
    let text = &text.trim().replace('×', "x").replace('α', "alpha").replace('β', "beta").replace('π', "pi");
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name.trim(), rest.trim_end().strip_suffix(')').unwrap_or_default()),
        None => (text.as_str(), ""),
    };
    let complete = !text.contains('(') || text.ends_with(')');
    let named = |e: &&Entry| complete && e.name.eq_ignore_ascii_case(name);
    // `nim` alone is the two-pile game; `nim(piles=3)` the other.
    let many = arguments.to_lowercase().contains("piles");
    let entry =
        entries().filter(named).find(|e| e.has_many_piles() == many).or_else(|| entries().find(named));
    if let Some(entry) = entry {
        return Some(Mention { entry, arguments: arguments.to_owned() });
    }
    // `WN^(2+1)` is `WN^(m)` with m = 2+1, and only if there were no such notation, `WN^m` with m = (2+1).
    [false, true].into_iter().find_map(|grouped| {
        entries().find_map(|entry| {
            let arguments =
                entry.notations().iter().find_map(|pattern| read_notation(pattern, text, grouped))?;
            Some(Mention { entry, arguments })
        })
    })
}

/// The name, or the form of a notation, nearest to what was typed.
#[must_use]
pub fn suggestion(text: &str) -> Option<String> {
    let name = text.split('(').next().unwrap_or(text).trim();
    let by_name = || nearest(name, entries().map(|e| e.name)).map(str::to_owned);
    if text.trim().is_empty() {
        return None;
    }
    if let Some(example) = with_numbers(text) {
        return Some(example);
    }
    // Names are written small; capitals and numbers look more like a notation.
    match text.contains(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
        true => nearest_notation(text).or_else(by_name),
        false => by_name().or_else(|| nearest_notation(text)),
    }
}

/// A notation with numbers, if a text is one with the letters of its parameters: `W^2` for `W^k`.
fn with_numbers(text: &str) -> Option<String> {
    let patterns = TWO_PILES.iter().flat_map(Entry::notations).filter(|pattern| !pattern.contains(" with "));
    let letters = |pattern: &String| {
        pattern.contains('{') && pattern.replace(['{', '}'], "").eq_ignore_ascii_case(text.trim())
    };
    let pattern = patterns.into_iter().find(letters)?;
    let mut parts = pattern.split('{');
    let mut example = parts.next()?.to_owned();
    for (number, part) in (2..).zip(parts) {
        example += &number.to_string();
        example += part.split_once('}')?.1;
    }
    Some(example)
}

/// The notation nearest to a text. Notations differ by their signs; numbers in them do not matter.
fn nearest_notation(text: &str) -> Option<String> {
    let typed: String = text.chars().map(|c| if c.is_ascii_digit() { '1' } else { c }).collect();
    let mut best: Option<(usize, String)> = None;
    for pattern in TWO_PILES.iter().flat_map(Entry::notations) {
        let pattern = pattern.split(" with ").next().unwrap_or_default().to_owned();
        let form = pattern
            .split('{')
            .map(|p| p.split_once('}').map_or(p, |(_, rest)| rest))
            .collect::<Vec<_>>()
            .join("1");
        let distance = strsim::damerau_levenshtein(&typed.to_lowercase(), &form.to_lowercase());
        let numbers_alike = typed.contains('1') == form.contains('1');
        if distance <= 1 && numbers_alike && best.as_ref().is_none_or(|(d, _)| distance < *d) {
            best = Some((distance, pattern.replace(['{', '}'], "")));
        }
    }
    best.map(|(_, form)| form)
}

/// How papers write a game with these values: the first pattern that fits.
#[must_use]
pub fn write_notation(entry: &Entry, values: &[(String, String)]) -> Option<String> {
    let value = |name: &str| values.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    entry.notations().iter().find_map(|pattern| {
        let (pattern, fixed) = pattern.split_once(" with ").unwrap_or((pattern, ""));
        let fits = fixed.split(',').filter_map(|f| f.split_once('=')).all(|(n, v)| value(n) == Some(v));
        if !fits || entry.has_many_piles() {
            return None;
        }
        let mut text = pattern.to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        Some(text)
    })
}

/// Reads a notation by its pattern, giving arguments such as `k=2,m=3`.
///
/// A `{name}` takes digits, or an expression between parentheses: those of the notation, or, if it is `grouped`, its own;
/// `{beta}` takes any expression up to the closing parenthesis at the end.
fn read_notation(pattern: &str, text: &str, grouped: bool) -> Option<String> {
    let (pattern, fixed) = pattern.split_once(" with ").unwrap_or((pattern, ""));
    let mut arguments: Vec<String> = Vec::new();
    let mut rest = text;
    let mut parts = pattern;
    while let Some((literal, after)) = parts.split_once('{') {
        rest = strip_literal(rest, literal)?;
        let (name, after) = after.split_once('}')?;
        let enclosed = literal.ends_with(['(', ',']) && after.starts_with([')', ',']);
        let value = match rest.chars().next() {
            _ if name == "beta" => rest.strip_suffix(')')?,
            Some('(') if grouped => balanced(&rest[1..]).map(|inside| &rest[..inside.len() + 2])?,
            _ if enclosed => balanced(rest)?,
            _ => leading_digits(rest),
        };
        if value.is_empty() {
            return None;
        }
        rest = &rest[value.len()..];
        arguments.push(format!("{name}={value}"));
        parts = after;
    }
    rest = strip_literal(rest, parts)?;
    arguments.extend(fixed.split(',').filter(|f| !f.is_empty()).map(str::to_owned));
    rest.trim().is_empty().then(|| arguments.join(","))
}

fn leading_digits(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())]
}

/// An integer expression up to the comma or parenthesis that ends it.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        let ends = depth == 0 && matches!(c, ')' | ',');
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        ends
    })?;
    let value = &text[..end];
    let allowed = |c: char| c.is_ascii_digit() || "+-*/^_() ".contains(c);
    (value.chars().all(allowed) && value.contains(|c: char| c.is_ascii_digit())).then_some(value)
}

/// Takes a literal off the front, whatever its case, passing over spaces.
fn strip_literal<'a>(text: &'a str, literal: &str) -> Option<&'a str> {
    let mut rest = text.trim_start();
    for wanted in literal.chars() {
        let found = rest.chars().next()?;
        if !found.eq_ignore_ascii_case(&wanted) {
            return None;
        }
        rest = rest[found.len_utf8()..].trim_start();
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_of_the_papers_is_read() {
        let table = [
            ("N", "nim", ""),
            ("WN", "wythoff", ""),
            ("3WN", "k-wythoff", "k=3"),
            ("WN^(3)", "connell", "m=3"),
            ("2WN^3", "roob-blocking", "k=2,m=3"),
            ("WN^3", "roob-blocking", "m=3,k=1"),
            ("2WN^(3)", "modular", "k=2,m=3"),
            ("2x3WN_1", "shifted", "k=2,m=3,l=1"),
            ("2×3WN_1", "shifted", "k=2,m=3,l=1"),
            ("(2,3)WN", "diagonal-blocking", "p=2,m=3"),
            ("W^3N", "diagonal-blocking", "p=3,m=1"),
            ("(2,3)IN", "imitation", "p=2,m=3"),
            ("beta(pi)", "beta", "pi"),
            ("beta(sqrt(7))", "beta", "sqrt(7)"),
            ("β(π)", "beta", "pi"),
            ("N_3", "nim", "piles=3"),
            ("W_2N_3", "pair-wythoff", "piles=3"),
            ("I_nN_4", "full-imitation", "piles=4"),
            ("G(alpha_2)", "invariant", "k=2"),
            ("W^4", "blocking", "k=4"),
            ("w^4", "blocking", "k=4"),
            ("N^3", "blocking-nim", "k=3"),
            ("W_4", "comply", "k=4"),
            ("W_3N", "comply-diagonal", "k=3"),
            ("WN_3", "comply-rook", "k=3"),
            ("(1,2)GDWN", "gdwn", "p=1,q=2"),
            ("Maharaja", "maharaja", ""),
            ("MODULAR(k=2, m=3)", "modular", "k=2, m=3"),
            ("W^(2^3)", "blocking", "k=(2^3)"),
            ("(2+1)WN", "k-wythoff", "k=(2+1)"),
            ("WN^(2+1)", "connell", "m=2+1"),
            ("2WN^(2*(1+1))", "modular", "k=2,m=2*(1+1)"),
            ("(2,2^2)WN", "diagonal-blocking", "p=2,m=2^2"),
            ("W_(1_000)", "comply", "k=(1_000)"),
            ("G(alpha_(1+1))", "invariant", "k=(1+1)"),
        ];
        for (text, name, arguments) in table {
            let found = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.entry.name, found.arguments.as_str()), (name, arguments), "{text}");
        }
        assert!(find("nim(piles=3)").unwrap().entry.has_many_piles());
        assert!(!find("nim").unwrap().entry.has_many_piles());
        for wrong in [
            "W^",
            "W^()",
            "W^(2",
            "(p,m)WN",
            "(2+,3)IM",
            "W^-1",
            "XN",
            "modular(k=2",
            "2WN^(3",
            "",
            "WN^(3)x",
        ] {
            assert!(find(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn what_was_probably_meant() {
        let table = [
            ("modullar", Some("modular")),
            ("WM", Some("WN")),
            ("Wythof", Some("wythoff")),
            ("(2,1)IM", Some("(p,m)IN")),
            ("2x3WM_1", Some("kxmWN_l")),
            ("", None),
            ("quaternion", None),
        ];
        for (typed, meant) in table {
            assert_eq!(suggestion(typed).as_deref(), meant, "{typed}");
        }
    }

    #[test]
    fn every_entry_says_what_it_is_and_where_it_comes_from() {
        for entry in entries() {
            assert!(!entry.words().is_empty() && !entry.source().is_empty(), "{}", entry.name);
            assert!(!entry.known().is_empty(), "{}", entry.name);
        }
    }
}
