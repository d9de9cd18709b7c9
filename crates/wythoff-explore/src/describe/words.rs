//! Morphic words: the steps from one P-position to the next as letters, and a substitution that makes the word from itself.

use super::{FittingForm, FormKind};
use crate::word::{MorphicWord, steps};
use wythoff_number::counted;

/// The substitution that the steps between pairs follow, and the recurrence of the lengths of its images.
pub(super) fn morphic(pairs: &[(u64, u64)]) -> Vec<FittingForm> {
    MorphicWord::of(&steps(pairs)).map(|word| forms(&word)).unwrap_or_default()
}

fn forms(word: &MorphicWord) -> Vec<FittingForm> {
    let MorphicWord { names, images, start, prefix, letters } = word;
    let letter = |i: usize| char::from(b'A' + i as u8);
    let image = |i: usize| images[i].iter().map(|l| letter(*l)).collect::<String>();
    let meaning: Vec<String> =
        names.iter().enumerate().map(|(i, (x, y))| format!("{} = (+{x}, {y:+})", letter(i))).collect();
    let rules: Vec<String> = (0..names.len()).map(|i| format!("{} -> {}", letter(i), image(i))).collect();
    let from = if *start == 0 { "the first" } else { "the second" };
    let fixed = match *prefix {
        0 => "w = f(w)".to_owned(),
        _ => format!("w = {} f(w)", letter(letters[0])),
    };
    let evidence = format!("agrees for the first {}", counted(letters.len(), "step"));
    let claim = format!(
        "the steps from P-position to P-position with x <= y, from {from} on, spell a word w with {fixed}, f: {}; {}",
        rules.join(", "),
        meaning.join(", ")
    );
    let recurrence = FittingForm {
        kind: FormKind::Recurrence,
        claim: format!("the lengths of f(f(...)) satisfy {}", word.recurrence()),
        evidence: "by Cayley and Hamilton from the substitution above".to_owned(),
        proved: false,
    };
    vec![FittingForm { kind: FormKind::MorphicWord, claim, evidence, proved: false }, recurrence]
}
