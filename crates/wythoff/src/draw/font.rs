//! Letters for pictures that are made of pixels: five wide and nine high, drawn by hand in `font.txt`.
//!
//! The file has the characters of ASCII from the blank on, sixteen side by side; the seventh row stands on the line.

use std::sync::OnceLock;

/// How wide a letter is, with the gap after it.
pub(super) const ADVANCE: u32 = 6;
/// How many rows a letter has.
pub(super) const ROWS: u32 = 9;
/// How many of them are above the line.
pub(super) const ASCENT: u32 = 7;

const ART: &str = include_str!("font.txt");
const FIRST: u8 = b' ';
const PER_BLOCK: usize = 16;

/// The rows of a letter, the topmost first; the fifth bit is the leftmost pixel.
type Letter = [u8; ROWS as usize];

fn letters() -> &'static [Letter] {
    static LETTERS: OnceLock<Vec<Letter>> = OnceLock::new();
    LETTERS.get_or_init(|| {
        let mut letters = Vec::new();
        for block in ART.split("\n\n") {
            let rows: Vec<Vec<&str>> = block.lines().map(|line| line.split(' ').collect()).collect();
            for i in 0..PER_BLOCK {
                let row = |j: usize| rows.get(j).and_then(|row| row.get(i)).map_or(0, |bits| bits_of(bits));
                letters.push(std::array::from_fn(row));
            }
        }
        letters
    })
}

fn bits_of(row: &str) -> u8 {
    row.bytes().fold(0, |bits, c| bits << 1 | u8::from(c == b'#'))
}

/// Is there ink in this column and row of a letter?
pub(super) fn ink(letter: char, column: u32, row: u32) -> bool {
    let index = u8::try_from(letter).ok().and_then(|byte| byte.checked_sub(FIRST));
    let found = index.and_then(|i| letters().get(usize::from(i)));
    found.is_some_and(|rows| {
        column < 5 && rows.get(row as usize).is_some_and(|bits| bits >> (4 - column) & 1 == 1)
    })
}

/// A text in the letters that there are. What has no spelling in them is a question mark.
pub(super) fn spelled(text: &str) -> String {
    let mut out = String::new();
    let mut raised = false;
    for c in text.chars() {
        let superscript = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|s| s == c);
        if superscript.is_some() && !raised {
            out.push('^');
        }
        raised = superscript.is_some();
        match (superscript, c) {
            (Some(digit), _) => out += &digit.to_string(),
            (None, ' '..='~') => out.push(c),
            (None, '−' | '–' | '—') => out.push('-'),
            (None, '×') => out.push('x'),
            (None, '·') => out.push('*'),
            (None, '≤') => out += "<=",
            (None, '≥') => out += ">=",
            (None, '≠') => out += "!=",
            (None, '…') => out += "...",
            (None, '“' | '”') => out.push('"'),
            (None, '‘' | '’') => out.push('\''),
            (None, 'φ') => out += "phi",
            (None, 'α') => out += "alpha",
            (None, 'β') => out += "beta",
            (None, 'δ') => out += "delta",
            (None, 'σ') => out += "sigma",
            (None, '→') => out += "->",
            (None, '√') => out += "sqrt",
            (None, '₀'..='₉') => out += &format!("_{}", c as u32 - '₀' as u32),
            (None, 'π') => out += "pi",
            (None, 'à' | 'á' | 'â' | 'ä') => out.push('a'),
            (None, 'è' | 'é' | 'ê' | 'ë') => out.push('e'),
            (None, 'ò' | 'ó' | 'ô' | 'ö') => out.push('o'),
            (None, 'ù' | 'ú' | 'û' | 'ü') => out.push('u'),
            (None, c) if c.is_control() => {}
            (None, _) => out.push('?'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{ink, letters, spelled};

    #[test]
    fn every_letter_is_drawn_and_no_two_are_alike() {
        let printable: Vec<_> = letters().iter().take(95).collect();
        assert_eq!(printable.len(), 95);
        for (i, letter) in printable.iter().enumerate() {
            assert_eq!(i == 0, letter.iter().all(|row| *row == 0), "character {i}");
            assert!(printable[..i].iter().all(|other| other != letter), "character {i}");
        }
        assert!(ink('L', 0, 0) && !ink('L', 4, 0) && ink('L', 4, 6) && !ink('L', 4, 7) && !ink('é', 0, 0));
    }

    #[test]
    fn other_characters_are_spelled() {
        assert_eq!(spelled("W⁴, W¹² ≤ −1: misère"), "W^4, W^12 <= -1: misere");
        assert_eq!(spelled("\u{1}ζ"), "?");
    }
}
