//! E. Duchêne, M. Rigo, "Invariant games". Its figures are functions of k, whose values here are whole millionths.

use super::{Content, Figure};
use crate::axes::{Curve, ONE, Range};

const PAPER: &str = "invariant-games";

/// √(k² + 4k) for k = a/q.
fn root(a: i128, q: i128) -> i128 {
    ((a * a + 4 * a * q) * ONE * ONE / (q * q)).isqrt()
}

/// α = 1 + (√(k² + 4k) − k)/2.
fn alpha(a: i128, q: i128) -> i128 {
    ONE + (root(a, q) - a * ONE / q) / 2
}

/// β = 3/2 + √(k² + 4k)/(2k).
fn beta(a: i128, q: i128) -> i128 {
    3 * ONE / 2 + root(a, q) * q / (2 * a)
}

/// kα − 2k + 1.
fn first(a: i128, q: i128) -> i128 {
    (a * alpha(a, q) - 2 * a * ONE) / q + ONE
}

/// (k + 1)β − 2k − 3.
fn second(a: i128, q: i128) -> i128 {
    ((a + q) * beta(a, q) - 2 * a * ONE) / q - 3 * ONE
}

/// f(k) − k + 1 with f(k) = k(√(k² + 4k) − k)/2.
fn third(a: i128, q: i128) -> i128 {
    a * (root(a, q) - a * ONE / q) / (2 * q) - a * ONE / q + ONE
}

const RANGE_UNKNOWN: &str = "for which k it was drawn, and whether as a curve or as points; here the whole k, which the paper is about, are \
                             dots.";

pub(super) static FIGURES: [Figure; 3] = [
    Figure {
        paper: PAPER,
        number: "1",
        shows: "α and β as functions of k",
        caption: "α = 1 + (√(k² + 4k) − k)/2 grows from the golden ratio towards 2, and β = 3/2 + √(k² + 4k)/(2k) falls towards 2 from its \
                  square; 1/α + 1/β = 1.",
        unknown: RANGE_UNKNOWN,
        content: Content::Curves {
            curves: &[Curve { name: "β", value: beta }, Curve { name: "α", value: alpha }],
            range: Range { numbers: (1, 20), values: (150, 275, 25), variable: "k" },
        },
    },
    Figure {
        paper: PAPER,
        number: "2",
        shows: "kα − 2k + 1 and (k + 1)β − 2k − 3",
        caption: "Both are positive for all k ≥ 1, so 2k − 1 < kα and 2k + 3 < (k + 1)β: any k letters in a row of the differences of ⌊nα⌋ hold \
                  at most one 1.",
        unknown: RANGE_UNKNOWN,
        content: Content::Curves {
            curves: &[
                Curve { name: "kα − 2k + 1", value: first },
                Curve { name: "(k + 1)β − 2k − 3", value: second },
            ],
            range: Range { numbers: (1, 20), values: (0, 70, 10), variable: "k" },
        },
    },
    Figure {
        paper: PAPER,
        number: "3",
        shows: "f(k) − k + 1 > 0",
        caption: "f(k) = k(√(k² + 4k) − k)/2, which is kα − k: so this is the first function of Figure 2 again, and positive.",
        unknown: RANGE_UNKNOWN,
        content: Content::Curves {
            curves: &[Curve { name: "f(k) − k + 1", value: third }],
            range: Range { numbers: (1, 20), values: (0, 70, 10), variable: "k" },
        },
    },
];
