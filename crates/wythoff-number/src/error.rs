//! What can go wrong with an exact number, one clear line each.

use super::Natural;

/// Why a number does not exist, or a question about it has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// A divisor is exactly zero.
    #[error("division by zero: {0} is zero")]
    DivisionByZero(String),
    /// A radicand is negative.
    #[error("square root of a negative number: {0} is negative")]
    NegativeRoot(String),
    /// A radicand of a root of higher degree is negative.
    #[error("root of a negative number: {0} is negative")]
    NegativeRadicand(String),
    /// A root of degree zero, or of a very high one.
    #[error("a root of degree {0}: degrees from 1 to 64 are supported")]
    RootDegree(u32),
    /// The argument of a logarithm is zero or negative.
    #[error("logarithm of a number that is not positive: {0}")]
    NonPositiveLog(String),
    /// The question could not be decided with the bits allowed.
    #[error(
        "{what} could not be separated with {bits} bits{}",
        if *.may_be_rational { format!(": {number} may be rational") } else { String::new() }
    )]
    Unseparated {
        /// What was asked, such as `floor of n*pi`.
        what: String,
        /// The number it was asked of.
        number: String,
        /// The precision at which the search ended.
        bits: usize,
        /// Whether no theorem known here says that the number is irrational.
        may_be_rational: bool,
    },
    /// A Beatty sequence of a number that is zero or negative.
    #[error("{0} is not positive, so it has no Beatty sequence")]
    NotPositive(String),
    /// The complement of a number that is at most one.
    #[error("{0} is not greater than 1, so it has no complementary Beatty sequence")]
    NoComplement(String),
    /// Two quadratic irrationals that do not lie in one field.
    #[error("sqrt({0}) and sqrt({1}) lie in different quadratic fields")]
    DifferentFields(Natural, Natural),
    /// A quadratic that turned out rational.
    #[error("{0} is rational, not a quadratic irrational")]
    NotIrrational(String),
    /// A continued fraction whose period is longer than wanted.
    #[error("the continued fraction of {number} has no period within {limit} terms")]
    LongPeriod {
        /// The number.
        number: String,
        /// How many terms were allowed.
        limit: usize,
    },
    /// An expression nested too deeply to be walked safely.
    #[error("the expression is nested deeper than {0} levels")]
    TooDeep(usize),
}
