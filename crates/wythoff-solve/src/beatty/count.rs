//! Counting along the lists of theorems.

use crate::SolveError;
use wythoff_number::Natural;

/// The least n for which `beyond` holds, where it holds from some n on: by doubling and bisection.
///
/// # Errors
/// The first error of `beyond`.
pub(super) fn first_index(
    mut beyond: impl FnMut(&Natural) -> Result<bool, SolveError>,
) -> Result<Natural, SolveError> {
    first_index_from(Natural::from(0u8), &Natural::from(0u8), &mut beyond)
}

/// The same, where it is not before `low` and not far beyond it; `gap` says what is far.
pub(super) fn first_index_from(
    mut low: Natural,
    gap: &Natural,
    beyond: &mut dyn FnMut(&Natural) -> Result<bool, SolveError>,
) -> Result<Natural, SolveError> {
    let mut ahead = gap.clone();
    let mut high = &low + &ahead;
    while !beyond(&high)? {
        low = &high + 1u8;
        ahead = ahead * 2u8 + 1u8;
        high = &low + &ahead;
    }
    while low < high {
        let middle = (&low + &high) / 2u8;
        if beyond(&middle)? {
            high = middle;
        } else {
            low = middle + 1u8;
        }
    }
    Ok(low)
}
