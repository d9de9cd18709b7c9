//! Words and the substitutions that make them: what the steps from one P-position to the next spell.
//!
//! A substitution f is offered for a word w if w = f(w), or w = af(w) with its first letter a, on all letters that are known; w begins
//! with the first or the second of them. The lengths of images are searched; the images themselves are then read off. A word that
//! repeats is no such word: it is said more plainly as a period.

use crate::beams::least_period;
use std::collections::BTreeSet;
use wythoff_number::{Integer, Rational};

/// The most letters, and the longest image of one.
const LETTERS: usize = 3;
const LONGEST: usize = 12;
/// Images are tried on so many letters before they are tried on all.
const SHORT: usize = 64;
/// Fewer letters say nothing.
const FEWEST: usize = 400;

/// From one P-position to the next.
pub(crate) type Step = (i64, i64);

/// The steps between positions, in the order given.
pub(crate) fn steps(pairs: &[(u64, u64)]) -> Vec<Step> {
    pairs.windows(2).map(|w| (w[1].0 as i64 - w[0].0 as i64, w[1].1 as i64 - w[0].1 as i64)).collect()
}

/// A word of steps, and the substitution that makes it from itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MorphicWord {
    /// What the letters mean.
    pub(crate) names: Vec<Step>,
    /// The images of the letters.
    pub(crate) images: Vec<Vec<usize>>,
    /// How many steps come before the word, 0 or 1.
    pub(crate) start: usize,
    /// How many letters come before the images, 0 or 1.
    pub(crate) prefix: usize,
    /// Its letters, as far as they are known.
    pub(crate) letters: Vec<usize>,
}

impl MorphicWord {
    /// The word that these steps spell, if it has a substitution and does not repeat.
    pub(crate) fn of(steps: &[Step]) -> Option<MorphicWord> {
        let names: Vec<Step> = steps.iter().copied().collect::<BTreeSet<Step>>().into_iter().collect();
        // One letter, or a few that repeat, are said more plainly elsewhere.
        if steps.len() < FEWEST || !(2..=LETTERS).contains(&names.len()) || repeats(steps) {
            return None;
        }
        let word: Vec<usize> = steps.iter().map(|s| names.binary_search(s).unwrap_or(0)).collect();
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find_map(|(start, prefix)| {
            let letters = word[start..].to_vec();
            let images = substitution(&letters, names.len(), prefix)?;
            Some(MorphicWord { names: names.clone(), images, start, prefix, letters })
        })
    }

    /// The equation `a·s² + b·s + c = 0` of the slope at which the word climbs, for two letters: the numbers of letters in long
    /// images are as the matrix of the substitution has them in its growing direction.
    pub(crate) fn slope_equation(&self) -> Option<[Rational; 3]> {
        let ([one, two], &[(dx, dy), (ex, ey)]) = (self.images.as_slice(), self.names.as_slice()) else {
            return None;
        };
        let count = |image: &[usize], letter: usize| image.iter().filter(|l| **l == letter).count() as i64;
        let ((a, c), (b, d)) = ((count(one, 0), count(one, 1)), (count(two, 0), count(two, 1)));
        // A ratio r of the letters stays as it is if c·r² + (d − a)·r − b = 0; the slope is s = (dy·r + ey)/(dx·r + ex), so that
        // r = (ey − ex·s)/(dx·s − dy).
        let (c, e, b) = (c, d - a, -b);
        let square = c * ex * ex - e * ex * dx + b * dx * dx;
        let linear = -2 * c * ex * ey + e * (ey * dx + ex * dy) - 2 * b * dx * dy;
        let constant = c * ey * ey - e * ey * dy + b * dy * dy;
        Some([square, linear, constant].map(|n| Rational::from(Integer::from(n))))
    }

    /// The recurrence of the lengths of images, in words.
    pub(crate) fn recurrence(&self) -> String {
        recurrence(&self.images)
    }
}

/// Do steps repeat for most of their way, from some place on?
fn repeats(steps: &[Step]) -> bool {
    let back: Vec<Step> = steps[steps.len() / 4..].to_vec();
    least_period(&back) * 3 <= back.len()
}

/// Images of the letters with `word = prefix letters, then the images of its letters`.
fn substitution(word: &[usize], letters: usize, prefix: usize) -> Option<Vec<Vec<usize>>> {
    let mut lengths = vec![1_usize; letters];
    loop {
        if lengths.iter().sum::<usize>() > letters
            && let Some(images) = read(&word[..SHORT], &lengths, prefix)
            && images.iter().all(|image| !image.is_empty())
            && read(word, &lengths, prefix).is_some()
            && grows(&images)
        {
            return Some(images);
        }
        let next = (0..letters).find(|i| lengths[*i] < LONGEST)?;
        lengths[..next].fill(1);
        lengths[next] += 1;
    }
}

/// The images with these lengths, if the word is made of them. A letter that was not met has an empty image.
fn read(word: &[usize], lengths: &[usize], prefix: usize) -> Option<Vec<Vec<usize>>> {
    let mut images: Vec<Vec<usize>> = vec![Vec::new(); lengths.len()];
    let mut at = prefix;
    for &letter in word {
        let end = at + lengths[letter];
        let Some(part) = word.get(at..end) else { break };
        if images[letter].is_empty() {
            images[letter] = part.to_vec();
        } else if images[letter] != part {
            return None;
        }
        at = end;
    }
    Some(images)
}

/// Do all letters grow without end? Otherwise the word may be periodic, and little is said.
fn grows(images: &[Vec<usize>]) -> bool {
    let mut lengths = vec![1_u64; images.len()];
    for _ in 0..12 {
        lengths = images
            .iter()
            .map(|image| image.iter().map(|l| lengths[*l]).fold(0, u64::saturating_add))
            .collect();
    }
    lengths.iter().all(|length| *length > 24)
}

/// The characteristic polynomial of the counts of letters in images, as a recurrence (Faddeev and Le Verrier).
fn recurrence(images: &[Vec<usize>]) -> String {
    let n = images.len();
    let count = |i: usize, j: usize| images[j].iter().filter(|l| **l == i).count() as i64;
    let matrix: Vec<Vec<i64>> = (0..n).map(|i| (0..n).map(|j| count(i, j)).collect()).collect();
    let times = |a: &[Vec<i64>], b: &[Vec<i64>]| -> Vec<Vec<i64>> {
        let entry = |i: usize, j: usize| (0..n).map(|k| a[i][k] * b[k][j]).sum();
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    };
    // x^n = c_1 x^(n-1) + c_2 x^(n-2) + …
    let mut power = matrix.clone();
    let mut coefficients = Vec::new();
    for k in 1..=n {
        let trace: i64 = (0..n).map(|i| power[i][i]).sum();
        let c = trace / k as i64;
        coefficients.push(c);
        (0..n).for_each(|i| power[i][i] -= c);
        power = times(&matrix, &power);
    }
    let terms: Vec<String> = coefficients
        .iter()
        .enumerate()
        .filter(|(_, c)| **c != 0)
        .map(|(i, c)| {
            let sign = if *c < 0 { "- " } else { "+ " };
            let factor = if c.abs() == 1 { String::new() } else { format!("{}*", c.abs()) };
            format!("{sign}{factor}l(i+{})", n - 1 - i).replace("+0)", ")")
        })
        .collect();
    format!("l(i+{n}) = {}", terms.join(" ").trim_start_matches("+ "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fibonacci_word_is_found() {
        let mut word = vec![1_usize];
        while word.len() < 2000 {
            word = word.iter().flat_map(|l| if *l == 1 { vec![1, 0] } else { vec![1] }).collect();
        }
        let images = substitution(&word, 2, 0).expect("a substitution");
        assert_eq!(images, [vec![1], vec![1, 0]]);
        assert_eq!(recurrence(&images), "l(i+2) = l(i+1) + l(i)");
        // A word without a substitution: the digits of squares.
        let other: Vec<usize> = (0..2000_usize).map(|n| (n * n / 7) % 2).collect();
        assert_eq!(substitution(&other, 2, 0), None);
    }
}
