//! Words, numbers and signs of a rule text.
//!
//! A line break ends a statement, unless the text obviously goes on: inside parentheses, after or before an operator
//! (`and`, `or`, `+`, `<`, a comma …). A line that starts with the word of a statement always starts a new one, so a
//! forgotten parenthesis spoils one statement and not the rest.

use super::diagnostic::{Diagnostic, Span};
use winnow::LocatingSlice;
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::prelude::*;
use winnow::stream::Location as _;
use winnow::token::{any, one_of, take_till, take_while};

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word(String),
    Integer(String),
    Decimal(String),
    Text(String),
    Sign(&'static str),
    Newline,
    End,
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// The words that start a statement.
pub(crate) const STATEMENTS: [&str; 11] =
    ["game", "param", "let", "load", "move", "position", "terminal", "block", "comply", "imitation", "play"];

impl Token {
    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(s) if s == sign)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, Kind::Word(w) if w == word)
    }

    fn starts_statement(&self, more: &[&str]) -> bool {
        matches!(&self.kind, Kind::Word(w) if STATEMENTS.contains(&w.as_str()) || more.contains(&w.as_str()))
    }

    /// How the token is called in a message.
    pub(crate) fn describe(&self) -> String {
        match &self.kind {
            Kind::Word(w) => format!("`{w}`"),
            Kind::Integer(n) | Kind::Decimal(n) if n.len() > 24 => "a number".to_owned(),
            Kind::Integer(n) | Kind::Decimal(n) => format!("`{n}`"),
            Kind::Text(_) => "a quoted text".to_owned(),
            Kind::Sign(s) => format!("`{s}`"),
            Kind::Newline => "the end of the line".to_owned(),
            Kind::End => "the end of the text".to_owned(),
        }
    }

    /// Must an operand follow this token?
    fn wants_more(&self) -> bool {
        match &self.kind {
            Kind::Word(w) => matches!(w.as_str(), "and" | "or" | "not" | "in" | "mod" | "of" | "within"),
            // `|` is left out: it may close an absolute value.
            Kind::Sign(s) => !matches!(*s, ")" | "}" | "|"),
            _ => false,
        }
    }

    /// Can this token only stand after an operand?
    fn continues(&self) -> bool {
        match &self.kind {
            Kind::Word(w) => {
                matches!(w.as_str(), "and" | "or" | "in" | "mod" | "of" | "within" | "irrational")
            }
            Kind::Sign(s) => !matches!(*s, "(" | "{" | "|"),
            _ => false,
        }
    }
}

type Input<'i> = LocatingSlice<&'i str>;

/// What the scanner makes of the next characters.
enum Scanned {
    Token(Kind),
    Break,
    Blank,
    Unknown(char),
    OpenText,
}

fn name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn word(input: &mut Input<'_>) -> winnow::Result<Kind> {
    (one_of(name_start), take_while(0.., |c: char| c.is_alphanumeric() || c == '_'))
        .take()
        .map(|w: &str| Kind::Word(w.to_owned()))
        .parse_next(input)
}

fn number(input: &mut Input<'_>) -> winnow::Result<Kind> {
    let digits = |i: &mut Input<'_>| -> winnow::Result<()> {
        take_while(1.., |c: char| c.is_ascii_digit()).void().parse_next(i)
    };
    // `1_000_000`: an underscore between two digits is for the eye.
    let group = |i: &mut Input<'_>| -> winnow::Result<()> { ('_', digits).void().parse_next(i) };
    let grouped = (digits, repeat::<_, _, (), _, _>(0.., group)).take();
    let whole = grouped.map(|text: &str| text.replace('_', "")).parse_next(input)?;
    let fraction = opt(preceded('.', digits).take()).parse_next(input)?;
    Ok(match fraction {
        None => Kind::Integer(whole),
        Some(fraction) => Kind::Decimal(whole + fraction),
    })
}

fn sign(input: &mut Input<'_>) -> winnow::Result<Kind> {
    alt((
        alt(("<=".value("<="), "≤".value("<="), ">=".value(">="), "≥".value(">="))),
        alt(("!=".value("!="), "≠".value("!="), "=".value("="), "<".value("<"), ">".value(">"))),
        alt(("+".value("+"), "-".value("-"), "−".value("-"), "*".value("*"), "·".value("*"))),
        alt(("/".value("/"), "^".value("^"), "|".value("|"), "(".value("("), ")".value(")"))),
        alt((":".value(":"), ",".value(","), "{".value("{"), "}".value("}"))),
    ))
    .map(Kind::Sign)
    .parse_next(input)
}

fn quoted(input: &mut Input<'_>) -> winnow::Result<Scanned> {
    '"'.parse_next(input)?;
    let text: String = repeat(
        0..,
        alt((
            preceded('\\', one_of(['"', '\\'])).map(|c: char| c.to_string()),
            take_while(1.., |c: char| c != '"' && c != '\\' && c != '\n').map(str::to_owned),
        )),
    )
    .fold(String::new, |text, piece| text + &piece)
    .parse_next(input)?;
    Ok(match opt('"').parse_next(input)? {
        Some(_) => Scanned::Token(Kind::Text(text)),
        None => Scanned::OpenText,
    })
}

fn scan(input: &mut Input<'_>) -> winnow::Result<Scanned> {
    alt((
        take_while(1.., |c: char| c != '\n' && (c.is_whitespace() || c == '\u{feff}'))
            .value(())
            .map(|()| Scanned::Blank),
        ('#', take_till(0.., |c| c == '\n')).value(()).map(|()| Scanned::Blank),
        '\n'.map(|_| Scanned::Break),
        word.map(Scanned::Token),
        number.map(Scanned::Token),
        sign.map(Scanned::Token),
        quoted,
        any.map(Scanned::Unknown),
    ))
    .parse_next(input)
}

/// The tokens of a text, ending with one [`Kind::End`], and what could not be read.
pub(crate) fn tokens(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    tokens_of(text, &[], false)
}

/// The same where other words start statements, too; with `..` as a sign, if there are ranges.
pub(crate) fn tokens_of(text: &str, words: &[&str], ranges: bool) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut input = LocatingSlice::new(text);
    let (mut raw, mut errors) = (Vec::new(), Vec::new());
    while !input.is_empty() {
        let start = input.current_token_start();
        if ranges && text[start..].starts_with("..") {
            let _ = input.next_slice(2);
            raw.push(Token { kind: Kind::Sign(".."), span: start..start + 2 });
            continue;
        }
        let Ok(scanned) = scan(&mut input) else { break };
        let span = start..input.previous_token_end();
        match scanned {
            Scanned::Token(kind) => raw.push(Token { kind, span }),
            Scanned::Break => raw.push(Token { kind: Kind::Newline, span: start..start }),
            Scanned::Blank => {}
            Scanned::Unknown(c) => errors.push(unknown(c, span)),
            Scanned::OpenText => {
                errors.push(Diagnostic::new(
                    span,
                    "this text is not closed",
                    "expected `\"` before the end of the line",
                ));
            }
        }
    }
    raw.push(Token { kind: Kind::End, span: text.len()..text.len() });
    (join_lines(raw, words), errors)
}

fn unknown(c: char, span: Span) -> Diagnostic {
    let error = Diagnostic::new(span, format!("{c:?} has no meaning in rule texts"), "unknown character");
    match c {
        '&' => error.help("write `and`"),
        '!' => error.help("write `not`, or `!=` for unequal"),
        '%' => error.help("write `A mod c = B`"),
        '"' => error.help("a backslash in a text must be followed by `\\` or `\"`"),
        '[' | ']' => error.help("write ( and ), or { and } around a set"),
        '.' => error.help("a range is written `1 <= s <= 5`, a decimal fraction `0.5`"),
        _ => error,
    }
}

/// Drops the line breaks that do not end a statement, and doubled ones.
fn join_lines(raw: Vec<Token>, words: &[&str]) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(raw.len());
    let mut depth = 0_usize;
    let mut rest = raw.into_iter().peekable();
    while let Some(token) = rest.next() {
        match &token.kind {
            Kind::Sign("(" | "{") => depth += 1,
            Kind::Sign(")" | "}") => depth = depth.saturating_sub(1),
            Kind::Newline => {
                while rest.peek().is_some_and(|t| t.kind == Kind::Newline) {
                    rest.next();
                }
                let Some(previous) = joined.last() else { continue };
                if previous.kind == Kind::Newline {
                    continue;
                }
                let next_goes_on = rest.peek().is_some_and(Token::continues);
                let new_statement =
                    rest.peek().is_none_or(|t| t.starts_statement(words) || t.kind == Kind::End);
                if new_statement {
                    depth = 0;
                } else if depth > 0 || previous.wants_more() || next_goes_on {
                    continue;
                }
            }
            _ => {}
        }
        joined.push(token);
    }
    joined
}
