//! Numbers with the noun that is counted.

use std::fmt::Display;

/// A count with its noun, which takes an s for every number but one: `1 state`, `2 states`, `0 states`. Where more words follow the
/// noun, they follow the result.
///
/// ```
/// use wythoff_number::counted;
/// assert_eq!(counted(1, "P-position"), "1 P-position");
/// assert_eq!(counted(144, "P-position"), "144 P-positions");
/// assert_eq!(counted(0, "pair") + " up to 5", "0 pairs up to 5");
/// ```
#[must_use]
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
