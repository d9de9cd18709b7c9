//! Does a beam stay in a strip around its line, and if not, how fast does it leave?
//!
//! The strip that holds the beam from scale to scale is measured; over equal factors of the distance from the origin a bounded beam's
//! strip stops growing, a logarithmic one's grows by about equal steps, and a larger one's by longer and longer steps.

/// How a beam leaves its line, as far as was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    /// It stays in its strip.
    None,
    /// The strip grows by about the same amount whenever the distance is multiplied.
    Logarithmic,
    /// The strip grows faster than that.
    Larger,
    /// Too few scales were seen, or no exact line is known.
    Unknown,
}

impl Drift {
    /// In one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Drift::None => "none",
            Drift::Logarithmic => "logarithmic",
            Drift::Larger => "larger",
            Drift::Unknown => "unknown",
        }
    }
}

/// So many scales, each a square root of two from the next, have to be seen.
const SCALES: usize = 9;
/// So many make a factor of 8.
const STRIDE: usize = 6;

/// How the reaches of a beam over its line grow, in parts of a square: `unit` parts are one. The farthest is the last.
pub(super) fn drift(reaches: &[(i128, i128)], unit: i128) -> Drift {
    if reaches.len() < SCALES {
        return Drift::Unknown;
    }
    // The strip that holds all scales up to one, for scales a factor of 8 apart.
    let strip = |back: usize| {
        let scales = &reaches[..reaches.len() - back];
        let low = scales.iter().map(|r| r.0).min().unwrap_or(0);
        let high = scales.iter().map(|r| r.1).max().unwrap_or(0);
        high - low
    };
    let strips: Vec<i128> = (0..reaches.len()).step_by(STRIDE).map(strip).collect();
    let grown: Vec<i128> = strips.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let now = grown[0];
    if now <= (unit + unit / 2).max(strips[1] / 8) {
        return Drift::None;
    }
    match grown.get(1) {
        Some(then) if 5 * now <= 8 * then + 10 * unit => Drift::Logarithmic,
        // Twice in a row by more than before: one long step may be chance.
        Some(then) if grown.get(2).is_some_and(|first| 2 * now > 3 * then && 2 * then > 3 * first) => {
            Drift::Larger
        }
        _ => Drift::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(width: impl Fn(f64) -> f64) -> Vec<(i128, i128)> {
        (0..20).map(|i| (0, (1000.0 * width(1000.0 * 2_f64.powf(f64::from(i) / 2.0))) as i128)).collect()
    }

    #[test]
    fn growth_is_told_from_rest() {
        assert_eq!(drift(&strip(|_| 7.5), 1000), Drift::None);
        assert_eq!(drift(&strip(|x| 8.0 - 100.0 / x), 1000), Drift::None);
        assert_eq!(drift(&strip(|x| 4.0 * x.ln()), 1000), Drift::Logarithmic);
        assert_eq!(drift(&strip(f64::sqrt), 1000), Drift::Larger);
        assert_eq!(drift(&strip(|x| x / 10.0), 1000), Drift::Larger);
        assert_eq!(drift(&strip(|_| 7.5)[..5], 1000), Drift::Unknown);
    }
}
