//! Texts in the fonts that every PDF reader has: Helvetica, Times and Symbol. Nothing is embedded.
//!
//! A text becomes runs, each in one font: what Windows' Latin alphabet has is in the font of the label, Greek letters and signs of
//! mathematics come from Symbol, raised and lowered digits are small ones above or below the line. What none of them has is spelled
//! as in a PNG (see [`font::spelled`]). Widths are those of the published metrics, in thousandths of the size.

use super::font;
use super::scene::Face;

/// Which font a run is set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typeface {
    /// That of the label.
    Own,
    /// Greek letters and signs of mathematics.
    Symbol,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Height {
    Line,
    Raised,
    Lowered,
}

/// Bytes in one font at one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) typeface: Typeface,
    pub(super) height: Height,
    pub(super) bytes: Vec<u8>,
    /// How wide it is, in thousandths of the size of the label.
    pub(super) width: u32,
}

/// Raised and lowered digits are so many hundredths of the size.
pub(super) const SMALL_DIGIT: u32 = 70;

/// A text as runs.
pub(super) fn runs(text: &str, face: Face) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut push = |typeface, height, byte: u8, width: u32| match runs.last_mut() {
        Some(run) if (run.typeface, run.height) == (typeface, height) => {
            run.bytes.push(byte);
            run.width += width;
        }
        _ => runs.push(Run { typeface, height, bytes: vec![byte], width }),
    };
    for c in text.chars() {
        if let Some((height, digit)) = small_digit(c) {
            push(Typeface::Own, height, digit, width_of(digit, face) * SMALL_DIGIT / 100);
        } else if let Some(byte) = windows(c) {
            push(Typeface::Own, Height::Line, byte, width_of(byte, face));
        } else if let Some((byte, width)) = symbol(c) {
            push(Typeface::Symbol, Height::Line, byte, width);
        } else {
            for byte in font::spelled(&c.to_string()).bytes() {
                push(Typeface::Own, Height::Line, byte, width_of(byte, face));
            }
        }
    }
    runs
}

/// Are the letters of a text not just its characters: of several fonts or heights, or a dash for a minus sign?
pub(super) fn is_mixed(text: &str, runs: &[Run]) -> bool {
    text.contains('−') || runs.iter().any(|run| run.typeface != Typeface::Own || run.height != Height::Line)
}

pub(super) fn small_digit(c: char) -> Option<(Height, u8)> {
    let digit = |digits: &str| digits.chars().position(|d| d == c).map(|n| b'0' + n as u8);
    match c {
        '⁻' => Some((Height::Raised, b'-')),
        'ⁿ' => Some((Height::Raised, b'n')),
        'ₙ' => Some((Height::Lowered, b'n')),
        _ => None,
    }
    .or_else(|| digit("⁰¹²³⁴⁵⁶⁷⁸⁹").map(|d| (Height::Raised, d)))
    .or_else(|| digit("₀₁₂₃₄₅₆₇₈₉").map(|d| (Height::Lowered, d)))
}

/// The byte of a character in the alphabet of Windows.
fn windows(c: char) -> Option<u8> {
    match c {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(c).ok(),
        '€' => Some(0x80),
        '…' => Some(0x85),
        '‘' => Some(0x91),
        '’' => Some(0x92),
        '“' => Some(0x93),
        '”' => Some(0x94),
        '•' => Some(0x95),
        // Substitutes for Symbol draw a minus sign too long; a dash looks like one everywhere.
        '–' | '−' => Some(0x96),
        '—' => Some(0x97),
        _ => None,
    }
}

/// The byte of a character in Symbol, and its width.
fn symbol(c: char) -> Option<(u8, u32)> {
    const KNOWN: [(char, u8, u32); 47] = [
        ('α', b'a', 631),
        ('β', b'b', 549),
        ('γ', b'g', 411),
        ('δ', b'd', 494),
        ('ε', b'e', 439),
        ('ζ', b'z', 494),
        ('η', b'h', 603),
        ('θ', b'q', 521),
        ('ι', b'i', 329),
        ('κ', b'k', 549),
        ('λ', b'l', 549),
        ('μ', b'm', 576),
        ('ν', b'n', 521),
        ('ξ', b'x', 493),
        ('π', b'p', 549),
        ('ρ', b'r', 549),
        ('σ', b's', 603),
        ('τ', b't', 439),
        ('φ', b'j', 603),
        ('χ', b'c', 549),
        ('ψ', b'y', 686),
        ('ω', b'w', 686),
        ('Γ', b'G', 603),
        ('Δ', b'D', 612),
        ('Θ', b'Q', 741),
        ('Λ', b'L', 686),
        ('Σ', b'S', 592),
        ('Φ', b'F', 763),
        ('Ψ', b'Y', 795),
        ('Ω', b'W', 768),
        ('≤', 0xa3, 549),
        ('≥', 0xb3, 549),
        ('≠', 0xb9, 549),
        ('≡', 0xba, 549),
        ('≈', 0xbb, 549),
        ('∞', 0xa5, 713),
        ('∈', 0xce, 713),
        ('→', 0xae, 987),
        ('←', 0xac, 987),
        ('√', 0xd6, 549),
        ('∪', 0xc8, 768),
        ('∩', 0xc7, 768),
        ('⌊', 0xeb, 384),
        ('⌋', 0xfb, 384),
        ('⌈', 0xe9, 384),
        ('⌉', 0xf9, 384),
        ('⋅', 0xd7, 250),
    ];
    KNOWN.iter().find(|(known, ..)| *known == c).map(|(_, byte, width)| (*byte, *width))
}

/// The widths of the characters from the blank to the tilde.
#[rustfmt::skip]
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
#[rustfmt::skip]
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
#[rustfmt::skip]
const TIMES_ITALIC: [u16; 95] = [
    250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500,
    920, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722,
    611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422, 500,
    333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500,
    500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541,
];

fn width_of(byte: u8, face: Face) -> u32 {
    let (table, usual, dash) = match face {
        Face::Plain => (&HELVETICA, 556, 1000),
        Face::Serif => (&TIMES, 500, 1000),
        Face::Italic => (&TIMES_ITALIC, 500, 889),
    };
    let at = |c: u8| u32::from(table[usize::from(c - b' ')]);
    match byte {
        b' '..=b'~' => at(byte),
        0x85 | 0x97 => dash,
        0x91 | 0x92 => at(b'`') * 2 / 3,
        0x93 | 0x94 => at(b'`'),
        0xa0 => at(b' '),
        0xb7 => at(b'.'),
        0xb1 | 0xd7 | 0xf7 => at(b'+'),
        // Letters with accents are as wide as those without, and about as wide as an average one.
        0xc0..=0xdf => at(b'A'),
        0xec..=0xef => at(b'i'),
        _ => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::{Height, Typeface, is_mixed, runs};
    use crate::draw::Face;

    #[test]
    fn texts_are_divided_by_font_and_height() {
        let found = runs("W¹⁰: δ ≤ −2", Face::Plain);
        let short: Vec<_> = found.iter().map(|r| (r.typeface, r.height, r.bytes.as_slice())).collect();
        assert_eq!(
            short,
            [
                (Typeface::Own, Height::Line, &b"W"[..]),
                (Typeface::Own, Height::Raised, b"10"),
                (Typeface::Own, Height::Line, b": "),
                (Typeface::Symbol, Height::Line, b"d"),
                (Typeface::Own, Height::Line, b" "),
                (Typeface::Symbol, Height::Line, &[0xa3]),
                (Typeface::Own, Height::Line, b" \x962"),
            ]
        );
        assert_eq!(found[0].width, 944);
        assert!(is_mixed("W¹⁰", &found) && !is_mixed("é – x", &runs("é – x", Face::Serif)));
        assert!(is_mixed("−", &runs("−", Face::Plain)));
        assert_eq!(runs("⟂", Face::Plain)[0].bytes, b"?");
    }
}
