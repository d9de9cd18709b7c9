//! Pile sizes as people write them: `10^100 + 7`, `2^127 - 1`, `(3 + 4)*10^6`, `1_000_000`.
//!
//! Grammar, loosest first: sums, products and exact quotients, unary minus, powers (to the right, `2^3^2 = 2^9`), and
//! numbers or parentheses. The size of every result is bounded *before* it is computed, so `9^9^9^9` is a message and
//! not a hang. Errors name the column and what was expected there.
//!
//! ```
//! use wythoff_number::integer_expr::parse_natural;
//! assert_eq!(parse_natural("4*10^3 + 2")?, 4002u32.into());
//! let text = |input| parse_natural(input).unwrap_err().to_string();
//! assert_eq!(text("10^"), "column 4: expected a number, '-' or '(', found the end");
//! assert_eq!(text("7/2"), "column 2: the division leaves a remainder");
//! assert_eq!(text("3 - 5"), "column 1: a pile cannot be negative");
//! # Ok::<(), wythoff_number::integer_expr::IntegerError>(())
//! ```

use dashu_int::ops::{BitTest, DivRem};
use winnow::combinator::{opt, peek, preceded};
use winnow::error::ParserError;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, one_of, take_while};
use winnow::{Parser, Result as ParseResult};

use super::{Integer, Natural};

/// Longest result, in bits: ten million decimal digits.
const MAX_BITS: usize = 33_219_281;

/// Most parentheses, signs and powers inside each other.
const MAX_DEPTH: usize = 100;

/// Where and why a text is no pile size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct IntegerError {
    /// The character at which it went wrong, counted from 1.
    pub column: usize,
    /// What went wrong.
    pub problem: Problem,
}

/// What can be wrong with an integer expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The value is below zero.
    #[error("a pile cannot be negative")]
    Negative,
    /// The value, or a part of it, is too long.
    #[error("the result is too large: more than ten million digits")]
    TooLarge,
    /// An exponent is below zero.
    #[error("an exponent cannot be negative")]
    NegativeExponent,
    /// A divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A quotient is no integer.
    #[error("the division leaves a remainder")]
    Remainder,
    /// Too many levels.
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// Reads an integer expression whose value is not negative.
///
/// # Errors
/// [`IntegerError`], with the column.
pub fn parse_natural(text: &str) -> Result<Natural, IntegerError> {
    let mut input = LocatingSlice::new(text);
    let value = sum(&mut input, 0).and_then(|value| match opt(peek(any)).parse_next(&mut input)? {
        None if value < Integer::ZERO => Err(Fault { offset: 0, problem: Problem::Negative }),
        None => Ok(value.into_parts().1),
        Some(_) => Err(expected(&input, "an operator or the end")),
    });
    value.map_err(|Fault { offset, problem }| {
        let column = text.get(..offset).map_or(0, |before| before.chars().count()) + 1;
        IntegerError { column, problem }
    })
}

type Input<'a> = LocatingSlice<&'a str>;

/// An error at a byte offset.
struct Fault {
    offset: usize,
    problem: Problem,
}

impl<'a> ParserError<Input<'a>> for Fault {
    type Inner = Fault;

    fn from_input(input: &Input<'a>) -> Self {
        expected(input, "a number, '-' or '('")
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

fn expected(input: &Input<'_>, expected: &'static str) -> Fault {
    let found = input.chars().next().map_or_else(|| "the end".to_owned(), |c| format!("'{c}'"));
    Fault { offset: input.current_token_start(), problem: Problem::Expected { expected, found } }
}

fn space<'a>(input: &mut Input<'a>) -> ParseResult<&'a str, Fault> {
    take_while(0.., char::is_whitespace).parse_next(input)
}

/// An operator out of `set` with its offset, if one comes next.
fn operator<const N: usize>(
    input: &mut Input<'_>,
    set: [char; N],
) -> ParseResult<Option<(char, usize)>, Fault> {
    space(input)?;
    let offset = input.current_token_start();
    Ok(opt(one_of(set)).parse_next(input)?.map(|c| (c, offset)))
}

/// The value, unless it is too long.
fn bounded(value: Integer, offset: usize) -> ParseResult<Integer, Fault> {
    if value.bit_len() > MAX_BITS { Err(Fault { offset, problem: Problem::TooLarge }) } else { Ok(value) }
}

fn sum(input: &mut Input<'_>, depth: usize) -> ParseResult<Integer, Fault> {
    let mut value = product(input, depth)?;
    while let Some((sign, offset)) = operator(input, ['+', '-'])? {
        let next = product(input, depth)?;
        value = bounded(if sign == '+' { value + next } else { value - next }, offset)?;
    }
    Ok(value)
}

fn product(input: &mut Input<'_>, depth: usize) -> ParseResult<Integer, Fault> {
    let mut value = signed(input, depth)?;
    while let Some((sign, offset)) = operator(input, ['*', '/'])? {
        let next = signed(input, depth)?;
        let fault = |problem| Fault { offset, problem };
        if sign == '*' {
            if value.bit_len() + next.bit_len() > MAX_BITS + 1 {
                return Err(fault(Problem::TooLarge));
            }
            value = bounded(value * next, offset)?;
        } else {
            if next.is_zero() {
                return Err(fault(Problem::DivisionByZero));
            }
            let (quotient, rest) = value.div_rem(next);
            if !rest.is_zero() {
                return Err(fault(Problem::Remainder));
            }
            value = quotient;
        }
    }
    Ok(value)
}

fn signed(input: &mut Input<'_>, depth: usize) -> ParseResult<Integer, Fault> {
    match operator(input, ['-'])? {
        Some((_, offset)) => signed(input, deeper(depth, offset)?).map(|value| -value),
        None => power(input, depth),
    }
}

fn power(input: &mut Input<'_>, depth: usize) -> ParseResult<Integer, Fault> {
    let base = atom(input, depth)?;
    let Some((_, offset)) = operator(input, ['^'])? else { return Ok(base) };
    let fault = |problem| Fault { offset, problem };
    let exponent = signed(input, deeper(depth, offset)?)?;
    if exponent < Integer::ZERO {
        return Err(fault(Problem::NegativeExponent));
    }
    let bits = base.bit_len();
    if bits <= 1 {
        // 0, 1 and -1 to any power, also one that does not fit into a machine word.
        let odd = exponent.bit(0);
        return Ok(if exponent.is_zero() || (bits == 1 && !odd) { Integer::ONE } else { base });
    }
    // The result has more than (bits - 1) * exponent bits.
    match usize::try_from(exponent) {
        Ok(exponent) if exponent <= MAX_BITS / (bits - 1) => bounded(base.pow(exponent), offset),
        _ => Err(fault(Problem::TooLarge)),
    }
}

fn atom(input: &mut Input<'_>, depth: usize) -> ParseResult<Integer, Fault> {
    if let Some((_, offset)) = operator(input, ['('])? {
        let value = sum(input, deeper(depth, offset)?)?;
        return match operator(input, [')'])? {
            Some(_) => Ok(value),
            None => Err(expected(input, "an operator or ')'")),
        };
    }
    let offset = input.current_token_start();
    let digits: &str = preceded(
        peek(one_of(|c: char| c.is_ascii_digit())),
        take_while(1.., |c: char| c.is_ascii_digit() || c == '_'),
    )
    .parse_next(input)?;
    if digits.ends_with('_') {
        return Err(expected(input, "a digit after '_'"));
    }
    let digits = digits.replace('_', "");
    // A digit carries more than three bits, so this refuses nothing that `bounded` would accept.
    if digits.trim_start_matches('0').len() > MAX_BITS / 3 {
        return Err(Fault { offset, problem: Problem::TooLarge });
    }
    let value = digits.parse::<Natural>().map_err(|_| expected(input, "a number"))?;
    bounded(value.into(), offset)
}

fn deeper(depth: usize, offset: usize) -> ParseResult<usize, Fault> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(Fault { offset, problem: Problem::TooDeep }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (text, value) in [
            ("0", 0u128),
            (" 42 ", 42),
            ("1_000_000", 1_000_000),
            ("2^127-1", (1 << 127) - 1),
            ("(3+4)*10^6", 7_000_000),
            ("4*10^10", 40_000_000_000),
            ("2^3^2", 512),
            ("-2^2+5", 1),
            ("(-2)^2", 4),
            ("5-7+10", 8),
            ("12/4/3", 1),
            ("2*-3+6", 0),
            ("0^0", 1),
            ("0^999999999999999999999", 0),
            ("(-1)^10000000000000000000001 + 1", 0),
            ("1^10^10", 1),
            ("10^100/10^98", 100),
            ("--3", 3),
        ] {
            assert_eq!(parse_natural(text), Ok(Natural::from(value)), "{text}");
        }
        assert_eq!(parse_natural("10^100+7").unwrap(), Natural::from(10u8).pow(100) + 7u8);
    }

    #[test]
    fn errors_point_at_the_column() {
        let deep = format!("{}1{}", "(".repeat(200), ")".repeat(200));
        for (text, message) in [
            ("", "column 1: expected a number, '-' or '(', found the end"),
            ("  ", "column 3: expected a number, '-' or '(', found the end"),
            ("12!", "column 3: expected an operator or the end, found '!'"),
            ("1e6", "column 2: expected an operator or the end, found 'e'"),
            ("7 + + 8", "column 5: expected a number, '-' or '(', found '+'"),
            ("(3 + 4", "column 7: expected an operator or ')', found the end"),
            ("(3 + 4]", "column 7: expected an operator or ')', found ']'"),
            ("3)", "column 2: expected an operator or the end, found ')'"),
            ("1_", "column 3: expected a digit after '_', found the end"),
            ("_1", "column 1: expected a number, '-' or '(', found '_'"),
            ("5 × 7", "column 3: expected an operator or the end, found '×'"),
            ("×", "column 1: expected a number, '-' or '(', found '×'"),
            ("1/0", "column 2: division by zero"),
            ("2^(3-4)", "column 2: an exponent cannot be negative"),
            ("-1", "column 1: a pile cannot be negative"),
            ("9^9^9^9", "column 4: the result is too large: more than ten million digits"),
            ("10^10^10", "column 3: the result is too large: more than ten million digits"),
            ("2^20000000*2^20000000", "column 11: the result is too large: more than ten million digits"),
            (deep.as_str(), "column 101: nested deeper than 100 levels"),
        ] {
            assert_eq!(parse_natural(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
