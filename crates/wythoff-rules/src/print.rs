//! Rulesets as text. Whatever is printed here parses to the same ruleset.

use super::regular::RegularSet;
use super::ruleset::{Atom, Block, Formula, Move, Play, Proposal, Relation, Ruleset, Term, Twist};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write as _};

impl Display for Ruleset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "game \"{}\"", self.title.replace('\\', "\\\\").replace('"', "\\\""))?;
        for set in self.loads() {
            writeln!(f, "load {} = \"{}\"", set.name(), set.text())?;
        }
        for kind in &self.moves {
            writeln!(f, "move {}: {}", kind.name, Named(&kind.when, &self.moves))?;
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {}", Named(position, &self.moves))?;
        }
        match &self.twist {
            Twist::None => {}
            Twist::Block(blocks) => {
                for Block { limit, class } in blocks {
                    writeln!(f, "block {}", quota(*limit, class, &self.moves))?;
                }
            }
            Twist::Comply(proposals) => {
                let parts: Vec<String> = proposals
                    .iter()
                    .map(|Proposal { least, class }| quota(*least, class, &self.moves))
                    .collect();
                writeln!(f, "comply {}", parts.join(" or "))?;
            }
        }
        if let Some(rule) = &self.imitation {
            writeln!(f, "imitation {} within {}", rule.allowed, rule.width)?;
        }
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => writeln!(f, "play misere"),
        }
    }
}

impl Ruleset {
    /// The sets that the rules have loaded, in the order in which they are first mentioned.
    #[must_use]
    pub fn loads(&self) -> Vec<&RegularSet> {
        let mut found: Vec<&RegularSet> = Vec::new();
        let moves = self.moves.iter().map(|kind| &kind.when);
        for formula in moves.chain(&self.position).chain(self.twist.classes()) {
            collect(formula, &mut found);
        }
        found
    }
}

impl Twist {
    /// The classes of its lines.
    #[must_use]
    pub fn classes(&self) -> Vec<&Formula> {
        match self {
            Twist::None => Vec::new(),
            Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
            Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
        }
    }
}

fn collect<'f>(formula: &'f Formula, found: &mut Vec<&'f RegularSet>) {
    match formula {
        Formula::Constant(_) | Formula::Compare(..) | Formula::Beatty(..) | Formula::Move(_) => {}
        Formula::Regular(_, set) => {
            let known = |k: &&RegularSet| k.name() == set.name() && k.digest() == set.digest();
            if !found.iter().any(known) {
                found.push(set);
            }
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| collect(p, found)),
        Formula::Not(inner) => collect(inner, found),
    }
}

/// `E of CLASS`; a class of all moves is not written.
fn quota(count: u64, class: &Formula, moves: &[Move]) -> String {
    match class_words(class, moves) {
        None => count.to_string(),
        Some(words) => format!("{count} of {words}"),
    }
}

/// A class in the words of the rules; `None` for the class of all moves.
pub fn class_words(class: &Formula, moves: &[Move]) -> Option<String> {
    match class {
        Formula::Constant(true) => None,
        // An `or` inside a class could be taken for the next alternative of `comply`.
        Formula::Or(_) => Some(format!("({})", Named(class, moves))),
        _ => Some(Named(class, moves).to_string()),
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Named(self, &[]).fmt(f)
    }
}

/// A formula with the names that its moves go by.
struct Named<'a>(&'a Formula, &'a [Move]);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let inner = |formula: &Formula| Named(formula, self.1).to_string();
        match self.0 {
            // The language has no words for these.
            Formula::Constant(true) => f.write_str("0 = 0"),
            Formula::Constant(false) => f.write_str("0 = 1"),
            Formula::Compare(term, relation) => {
                let (left, right) = sides(term);
                write!(f, "{left} {} {right}", relation.sign())
            }
            Formula::Beatty(term, real) => {
                write!(f, "{} in beatty({real})", side(&term.parts, term.constant))
            }
            Formula::Regular(terms, set) => {
                let terms: Vec<String> = terms.iter().map(Term::to_string).collect();
                write!(f, "{}({})", set.name(), terms.join(", "))
            }
            Formula::Move(index) => match self.1.get(*index) {
                Some(kind) => f.write_str(&kind.name),
                None => write!(f, "move_{index}"),
            },
            Formula::And(parts) => {
                let text = |p: &Formula| match p {
                    Formula::Or(inside) if set(inside, Relation::Equal) < inside.len() => {
                        format!("({})", inner(p))
                    }
                    _ => inner(p),
                };
                f.write_str(&with_sets(parts, Relation::NotEqual, &text).join(" and "))
            }
            Formula::Or(parts) => f.write_str(&with_sets(parts, Relation::Equal, &inner).join(" or ")),
            Formula::Not(part) => match part.as_ref() {
                Formula::And(_) | Formula::Or(_) | Formula::Compare(..) => write!(f, "not ({})", inner(part)),
                _ => write!(f, "not {}", inner(part)),
            },
        }
    }
}

/// Fewer numbers than this are not written as a set.
const SMALLEST_SET: usize = 3;

/// How many of the parts, from the first on, compare one term with numbers: 0 if too few for a set.
fn set(parts: &[Formula], relation: Relation) -> usize {
    let Some(Formula::Compare(first, _)) = parts.first() else { return 0 };
    if first.parts.first().is_none_or(|(c, _)| *c < 0) {
        return 0;
    }
    let same = |p: &&Formula| matches!(p, Formula::Compare(t, r) if *r == relation && t.parts == first.parts);
    let count = parts.iter().take_while(same).count();
    // A set has every number once, so a list that does not would be read as a shorter one.
    let constants: BTreeSet<i64> = parts[..count].iter().filter_map(constant).collect();
    if count < SMALLEST_SET || constants.len() < count { 0 } else { count }
}

fn constant(formula: &Formula) -> Option<i64> {
    match formula {
        Formula::Compare(term, _) => Some(term.constant.saturating_neg()),
        _ => None,
    }
}

/// The parts as texts, equalities of one term with several numbers as `T in {1, 2, 4}`.
fn with_sets(parts: &[Formula], relation: Relation, text: &dyn Fn(&Formula) -> String) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = parts;
    while let Some(first) = rest.first() {
        let count = set(rest, relation);
        if let (Formula::Compare(term, _), 1..) = (first, count) {
            let numbers: Vec<String> =
                rest[..count].iter().filter_map(constant).map(|n| n.to_string()).collect();
            let word = if relation == Relation::Equal { "in" } else { "not in" };
            texts.push(format!("{} {word} {{{}}}", side(&term.parts, 0), numbers.join(", ")));
            rest = &rest[count..];
        } else {
            texts.push(text(first));
            rest = &rest[1..];
        }
    }
    texts
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&side(&self.parts, self.constant))
    }
}

/// The two sides of `term REL 0`, with everything negative carried over: `s - t - 2 < 0` reads `s < t + 2`, but
/// a lone difference stays together where nothing else stands on the left.
fn sides(term: &Term) -> (String, String) {
    let (left, mut right): (Vec<_>, Vec<_>) = term.parts.iter().cloned().partition(|(c, _)| *c > 0);
    for (c, _) in &mut right {
        *c = -*c;
    }
    if right.is_empty() {
        return (side(&left, 0), side(&[], term.constant.saturating_neg()));
    }
    if term.constant > 0 {
        return (side(&left, term.constant), side(&right, 0));
    }
    (side(&left, 0), side(&right, term.constant.saturating_neg()))
}

fn side(parts: &[(i64, Atom)], constant: i64) -> String {
    if let ([(1, Atom::Mod(term, modulus))], 0) = (parts, constant) {
        return remainder(term, *modulus);
    }
    let mut text = String::new();
    for (coefficient, atom) in parts {
        let sign = match (text.is_empty(), *coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        if coefficient.abs() != 1 {
            let _ = write!(text, "{}*", coefficient.unsigned_abs());
        }
        match atom {
            Atom::Var(v) => text.push_str(v.name()),
            Atom::Abs(term) => {
                let _ = write!(text, "|{}|", side(&term.parts, term.constant));
            }
            Atom::Mod(term, modulus) => {
                let _ = write!(text, "({})", remainder(term, *modulus));
            }
        }
    }
    match (text.is_empty(), constant) {
        (true, c) => c.to_string(),
        (false, 0) => text,
        (false, c) if c > 0 => format!("{text} + {c}"),
        (false, c) => format!("{text} - {}", c.unsigned_abs()),
    }
}

fn remainder(term: &Term, modulus: i64) -> String {
    match (term.parts.as_slice(), term.constant) {
        ([(1, Atom::Var(v))], 0) => format!("{} mod {modulus}", v.name()),
        _ => format!("({}) mod {modulus}", side(&term.parts, term.constant)),
    }
}
