//! Morphic words: the steps from one P-position to the next as letters, and a substitution that makes the word from itself.
//!
//! The word w of the steps is looked at from its first or second letter on. A substitution σ is offered if w = σ(w), or w = aσ(w) with
//! its first letter a, on everything that was computed. The lengths of images are searched; the images themselves are then read off.

use super::pairs::pairs;
use super::{FittingForm, FormKind};
use crate::budget::Budget;
use crate::explore::beams::BeamList;
use crate::number::counted;
use crate::solve::SolveError;
use crate::ways::Ways;
use std::collections::BTreeSet;

/// The most letters, and the longest image of one.
const LETTERS: usize = 3;
const LONGEST: usize = 12;
/// Images are tried on so many letters before they are tried on all.
const SHORT: usize = 64;
/// Fewer letters say nothing.
const FEWEST: usize = 400;

type Step = (i64, i64);

/// The substitution that the steps follow, and the recurrence of the lengths of its images.
pub(super) fn morphic(ways: &Ways, list: &BeamList, budget: &Budget) -> Result<Vec<FittingForm>, SolveError> {
    if list.beams.len() != 1 || !list.symmetric || list.height.is_some() {
        return Ok(Vec::new());
    }
    let pairs = pairs(ways, budget)?;
    let step = |w: &[(u64, u64)]| (w[1].0 as i64 - w[0].0 as i64, w[1].1 as i64 - w[0].1 as i64);
    let steps: Vec<Step> = pairs.windows(2).map(step).collect();
    let names: Vec<Step> = steps.iter().copied().collect::<BTreeSet<Step>>().into_iter().collect();
    // One letter, or a few that repeat, are said more plainly elsewhere.
    if steps.len() < FEWEST || !(2..=LETTERS).contains(&names.len()) {
        return Ok(Vec::new());
    }
    let word: Vec<usize> = steps.iter().map(|s| names.binary_search(s).unwrap_or(0)).collect();
    let tries = [(0, 0), (0, 1), (1, 0), (1, 1)];
    for (start, prefix) in tries {
        budget.poll()?;
        let word = &word[start..];
        if let Some(images) = substitution(word, names.len(), prefix) {
            return Ok(forms(&names, &images, word, start, prefix));
        }
    }
    Ok(Vec::new())
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

fn forms(
    names: &[Step],
    images: &[Vec<usize>],
    word: &[usize],
    start: usize,
    prefix: usize,
) -> Vec<FittingForm> {
    let letter = |i: usize| char::from(b'A' + i as u8);
    let image = |i: usize| images[i].iter().map(|l| letter(*l)).collect::<String>();
    let meaning: Vec<String> =
        names.iter().enumerate().map(|(i, (x, y))| format!("{} = (+{x}, {y:+})", letter(i))).collect();
    let rules: Vec<String> = (0..names.len()).map(|i| format!("{} -> {}", letter(i), image(i))).collect();
    let from = if start == 0 { "the first" } else { "the second" };
    let fixed = match prefix {
        0 => "w = f(w)".to_owned(),
        _ => format!("w = {} f(w)", letter(word[0])),
    };
    let evidence = format!("agrees for the first {}", counted(word.len(), "step"));
    let claim = format!(
        "the steps from P-position to P-position with x <= y, from {from} on, spell a word w with {fixed}, f: {}; {}",
        rules.join(", "),
        meaning.join(", ")
    );
    let recurrence = FittingForm {
        kind: FormKind::Recurrence,
        claim: format!("the lengths of f(f(...)) satisfy {}", recurrence(images)),
        evidence: "by Cayley and Hamilton from the substitution above".to_owned(),
        proved: false,
    };
    vec![FittingForm { kind: FormKind::MorphicWord, claim, evidence, proved: false }, recurrence]
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
        .map(|(i, c)| format!("{c:+}*l(i+{})", n - 1 - i).replace("+0)", ")").replace("1*", ""))
        .collect();
    format!("l(i+{n}) = {}", terms.join(" ").trim_start_matches('+'))
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
        assert_eq!(recurrence(&images), "l(i+2) = l(i+1) +l(i)");
        // A word without a substitution: the digits of squares.
        let other: Vec<usize> = (0..2000_usize).map(|n| (n * n / 7) % 2).collect();
        assert_eq!(substitution(&other, 2, 0), None);
    }
}
