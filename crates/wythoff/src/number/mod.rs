//! Exact numbers.

/// A computable real number with its expression (placeholder, being written).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Real;
