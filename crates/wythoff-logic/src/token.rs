//! Text to tokens.

use dashu_int::UBig;
use winnow::LocatingSlice;
use winnow::combinator::alt;
use winnow::prelude::*;
use winnow::stream::Location as _;
use winnow::token::take_while;

use super::parse::SyntaxError;

/// Numbers have at most this many decimal digits.
pub(super) const LONGEST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(UBig),
    Sign(&'static str),
    End,
}

impl Token {
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(w) => format!("`{w}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".to_owned(),
        }
    }
}

const SIGNS: [&str; 27] = [
    "<=>", "=>", "<=", ">=", "!=", "~=", "<", ">", "=", "(", ")", ",", "+", "-", "*", "~", "!", "&&", "&",
    "|", "{", "}", "^", "$", ":", ".", "?",
];

/// The tokens of a text from some byte on, each with its place.
pub(super) fn tokens(text: &str, from: usize) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut input = LocatingSlice::new(&text[from..]);
    let mut found = vec![];
    loop {
        let blank: Result<&str, winnow::error::EmptyError> =
            take_while(0.., char::is_whitespace).parse_next(&mut input);
        let _ = blank;
        let at = from + input.current_token_start();
        if input.is_empty() {
            found.push((at, Token::End));
            return Ok(found);
        }
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let token: Result<Option<Token>, winnow::error::EmptyError> =
            alt((take_while(1.., in_word).map(word), sign)).parse_next(&mut input);
        match token {
            Ok(Some(Token::Word(word))) if takes_a_number(&word, &found, &input) => {
                let (length, token) = with_number(&word, &input, at)?;
                input.next_slice(length);
                found.push((at, token));
            }
            Ok(Some(token)) => found.push((at, token)),
            Ok(None) => {
                return Err(SyntaxError {
                    at,
                    expected: "a number of at most 1000 digits",
                    found: "a longer one".to_owned(),
                });
            }
            Err(_) => {
                let found = text[at..].chars().next().map_or_else(String::new, |c| format!("`{c}`"));
                return Err(SyntaxError {
                    at,
                    expected: "a variable, number, operator or parenthesis",
                    found,
                });
            }
        }
    }
}

/// Is this the word of `floor(n*phi)`, or of `in beatty(phi)`? Anywhere else it is a name like others.
fn takes_a_number(word: &str, before: &[(usize, Token)], rest: &str) -> bool {
    let last = before.last().map(|(_, token)| token);
    rest.starts_with('(')
        && match word {
            "floor" => last != Some(&Token::Sign("$")),
            "beatty" => last == Some(&Token::Word("in".to_owned())),
            _ => false,
        }
}

/// What stands between the parentheses, as one word, and how long it is with them.
fn with_number(word: &str, rest: &str, at: usize) -> Result<(usize, Token), SyntaxError> {
    let expected = match word {
        "floor" => "floor(n*r): a variable times a number such as phi or (1+sqrt(13))/2, sums in parentheses",
        _ => "a number in parentheses, such as phi or (1+sqrt(13))/2",
    };
    let wrong = || SyntaxError { at, expected, found: format!("`{word}{rest}`") };
    let mut depth = 0;
    let end = rest.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let end = end.ok_or_else(wrong)?;
    let inside: String = rest[1..end].chars().filter(|c| !c.is_whitespace()).collect();
    if inside.is_empty() || inside.len() > LONGEST {
        return Err(wrong());
    }
    if word != "floor" {
        return Ok((end + 1, Token::Word(format!("beatty({inside})"))));
    }
    let is_name = |text: &str| {
        !["phi", "pi", "e"].contains(&text)
            && text.starts_with(|c: char| c.is_lowercase() || c == '_')
            && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
    };
    let (variable, number) = match (inside.split_once('*'), inside.rsplit_once('*')) {
        (Some((first, rest)), _) if is_name(first) => (first, rest),
        (_, Some((rest, last))) if is_name(last) => (last, rest),
        _ => return Err(wrong()),
    };
    // `n*phi + 1` would be the number of another place than it looks.
    let mut depth = 0;
    let sum = number.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && (c == '+' || c == '-')
    });
    if sum || number.is_empty() {
        return Err(wrong());
    }
    Ok((end + 1, Token::Word(format!("floor({variable}*{number})"))))
}

/// A word or a number; nothing if the number is too long.
fn word(text: &str) -> Option<Token> {
    // `1_000`: an underscore between two digits is for the eye.
    let number = text.split('_').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if !number {
        return Some(Token::Word(text.to_owned()));
    }
    let digits = text.replace('_', "");
    if digits.len() > LONGEST {
        return None;
    }
    UBig::from_str_radix(&digits, 10).ok().map(Token::Number)
}

fn sign(input: &mut LocatingSlice<&str>) -> Result<Option<Token>, winnow::error::EmptyError> {
    for s in SIGNS {
        let mut literal = winnow::token::literal::<_, _, winnow::error::EmptyError>(s);
        if literal.parse_next(input).is_ok() {
            return Ok(Some(Token::Sign(s)));
        }
    }
    Err(winnow::error::EmptyError)
}
