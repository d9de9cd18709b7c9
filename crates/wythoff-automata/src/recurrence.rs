//! Signs of sequences with a linear recurrence: when some terms are enough to know all later ones.
//!
//! For a sequence with `w_n = γ_1 w_{n-1} + … + γ_d w_{n-d}` two rules are used, and no other:
//!
//! 1. all `γ_j ≥ 0`, and one of them is positive: a term is at least the least of the `d` before it, if these are not negative;
//! 2. `γ_1 − Σ |negative γ_j| ≥ 1`: a term is at least the one before, if the `d` before are not negative and do not decrease.
//!
//! A recurrence for which neither holds is taken in steps: along `n, n + s, n + 2s, …` the sequence has the recurrence whose roots
//! are the `s`-th powers of the roots. If one root β > 1 is the only one that is not inside the unit circle, a Pisot number, then
//! `γ_1` of that is about `β^s` and the others are smaller by a factor that tends to 0: some `s` does. Powers of two
//! are tried, by Graeffe's step `p(x) p(−x) = ± q(x²)`, and only for Pisot numbers, since for others there is no bound on how many
//! residuals are kept. [`is_pisot`] knows them by the same steps.
//!
//! ```
//! use wythoff_automata::recurrence::SignRule;
//! assert_eq!(SignRule::of(&[1, 1]).unwrap().steps(), 1);
//! // x^5 = x^4 + x^3 − x^2 + 1, a Pisot number.
//! assert_eq!(SignRule::of(&[1, 1, -1, 0, 1]).unwrap().steps(), 4);
//! // x^4 = x^3 + x^2 + x − 1, a Salem number: two roots are on the unit circle, and all their powers.
//! assert!(SignRule::of(&[1, 1, 1, -1]).is_none());
//! ```

use dashu_int::IBig;

/// The longest step that is tried.
const LONGEST: usize = 64;
/// How often roots are squared to see that a number is Pisot: up to their powers by 2048.
const GRAEFFE: usize = 12;

/// By which rule, and in which steps, signs are decided. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignRule {
    order: usize,
    steps: usize,
    nonnegative: bool,
}

impl SignRule {
    /// The rule with the shortest steps for the recurrence `w_n = γ_1 w_{n-1} + … + γ_d w_{n-d}`, if one was found.
    #[must_use]
    pub fn of(gamma: &[i64]) -> Option<SignRule> {
        let mut gamma: Vec<IBig> = gamma.iter().map(|&c| IBig::from(c)).collect();
        let zero = IBig::from(0);
        let mut steps = 1;
        while steps <= LONGEST && !gamma.is_empty() {
            if steps == 2 && !dominates(&gamma) {
                return None;
            }
            let negative: IBig = gamma[1..].iter().filter(|c| **c < zero).sum();
            let nonnegative = gamma.iter().all(|c| *c >= zero) && gamma.iter().any(|c| *c > zero);
            if nonnegative || &gamma[0] + negative >= IBig::from(1) {
                return Some(SignRule { order: gamma.len(), steps, nonnegative });
            }
            gamma = squared(&gamma);
            steps *= 2;
        }
        None
    }

    /// How many terms in a row a rule looks at.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Terms are looked at in steps of this length.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Whether it is the first rule, for which terms may decrease.
    #[must_use]
    pub fn may_decrease(&self) -> bool {
        self.nonnegative
    }

    /// From where on all terms, also those beyond the given ones, are at least `least`, which is not negative; `None` if the given
    /// ones do not show it. The last `order · steps` of them must be in the range of the recurrence.
    #[must_use]
    pub fn lasting(&self, terms: &[IBig], least: &IBig) -> Option<usize> {
        let last = terms.len().checked_sub(self.order * self.steps)?;
        let grows = |n: usize| self.nonnegative || n < last + self.steps || terms[n] >= terms[n - self.steps];
        let shown = (last..terms.len()).all(|n| terms[n] >= *least && grows(n));
        shown.then(|| terms.iter().rposition(|term| term < least).map_or(0, |n| n + 1))
    }
}

/// Whether all roots of `x^d = γ_1 x^{d-1} + … + γ_d` but one are inside the unit circle, and that one is not.
///
/// It is said only if for the recurrence of some powers `|γ_1| > 1 + |γ_2| + … + |γ_d|`: on the unit circle the term
/// with `γ_1` then outweighs all others, so that as many roots are inside as it has (Rouché, Pellet 1881). For every such
/// polynomial this happens at last; where conjugates are very near the circle it may be too late to be seen.
///
/// ```
/// use wythoff_automata::recurrence::is_pisot;
/// assert!(is_pisot(&[0, 1, 1])); // the plastic number
/// assert!(!is_pisot(&[1, 1, 1, -1])); // a Salem number
/// assert!(!is_pisot(&[1, 0, 0, 0, 1])); // the plastic number's polynomial times x² − x + 1
/// assert!(!is_pisot(&[0, 2])); // √2 and −√2
/// ```
#[must_use]
pub fn is_pisot(gamma: &[i64]) -> bool {
    let gamma: Vec<IBig> = gamma.iter().map(|&c| IBig::from(c)).collect();
    !gamma.is_empty() && dominates(&gamma)
}

fn dominates(gamma: &[IBig]) -> bool {
    let size = |c: &IBig| if *c < IBig::from(0) { -c } else { c.clone() };
    let mut gamma = gamma.to_vec();
    for _ in 0..GRAEFFE {
        let others: IBig = gamma[1..].iter().map(size).sum();
        if size(&gamma[0]) > others + IBig::from(1) {
            return true;
        }
        gamma = squared(&gamma);
    }
    false
}

/// The recurrence of every second term.
fn squared(gamma: &[IBig]) -> Vec<IBig> {
    let d = gamma.len();
    // p and p(−x) with the leading coefficient first; signs of the latter up to a common one.
    let p: Vec<IBig> = std::iter::once(IBig::from(1)).chain(gamma.iter().map(|c| -c)).collect();
    let mirrored = |i: usize| if i.is_multiple_of(2) { p[i].clone() } else { -&p[i] };
    (1..=d)
        .map(|j| {
            let from = (2 * j).saturating_sub(d);
            let sum: IBig = (from..=(2 * j).min(d)).map(|i| &p[i] * mirrored(2 * j - i)).sum();
            -sum
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{SignRule, squared};
    use dashu_int::IBig;

    fn big(numbers: &[i64]) -> Vec<IBig> {
        numbers.iter().map(|&n| n.into()).collect()
    }

    #[test]
    fn every_second_term() {
        assert_eq!(squared(&big(&[1, 1])), big(&[3, -1])); // Lucas
        assert_eq!(squared(&big(&[2])), big(&[4]));
        for gamma in [&[0, 1, 1][..], &[1, 1, -1, 0, 1], &[5, 1, -1], &[-3, 2]] {
            let double = squared(&big(gamma));
            let mut terms = big(&[3, 1, 4, 1, 5][..gamma.len()]);
            while terms.len() < 30 {
                let n = terms.len();
                terms.push(gamma.iter().enumerate().map(|(j, &c)| &terms[n - 1 - j] * IBig::from(c)).sum());
            }
            for n in 2 * gamma.len()..30 {
                let sum: IBig = double.iter().enumerate().map(|(j, c)| &terms[n - 2 - 2 * j] * c).sum();
                assert_eq!(sum, terms[n], "{gamma:?} {n}");
            }
        }
    }

    #[test]
    fn terms_that_last() {
        let fibonacci = SignRule::of(&[1, 1]).unwrap();
        let zero = IBig::from(0);
        assert_eq!(fibonacci.lasting(&big(&[-3, 2, -1, 1, 0, 1]), &zero), Some(3));
        assert_eq!(fibonacci.lasting(&big(&[-3, 2, -1, 1, 0, 1]), &1.into()), None);
        assert_eq!(fibonacci.lasting(&big(&[1]), &zero), None);
        // Every second Fibonacci number: terms that decrease may become negative.
        let second = SignRule::of(&[3, -1]).unwrap();
        assert_eq!(second.lasting(&big(&[13, 5, 2]), &zero), None);
        assert_eq!(second.lasting(&big(&[-1, -1, 0, 1]), &zero), Some(2));
    }
}
