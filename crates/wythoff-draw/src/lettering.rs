//! Texts as glyphs of the fonts in which PNG and PDF are lettered: DejaVu Sans and DejaVu Serif, upright and slanted, the first ones that
//! an SVG asks for.
//!
//! The fonts come with the crate `dejavu`. Only the backends for PNG and PDF name this module: an engine for browsers, which draws SVG,
//! is linked without a font. A character that the font of a label lacks is taken from the other upright ones, and what none of them has
//! is drawn as the sign for an unknown character. Advances and outlines are in units of the font, in whole numbers.

use super::scene::Face;
use std::sync::OnceLock;
use ttf_parser::{GlyphId, OutlineBuilder};

/// So many units are as long as the size of the letters, in each of the fonts.
pub(super) const EM: i64 = 2048;
/// Outlines are in so many parts of a unit, so that the points of their curves are whole.
pub(super) const PARTS: i64 = 2 * STROKES * STROKES;
/// So many straight strokes draw a curve.
const STROKES: i64 = 8;

/// A font.
pub(super) struct Font {
    pub(super) name: &'static str,
    pub(super) bytes: &'static [u8],
    pub(super) face: ttf_parser::Face<'static>,
}

/// The fonts; labels and glyphs name them by their place.
pub(super) fn fonts() -> &'static [Font] {
    static FONTS: OnceLock<Vec<Font>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let known = [
            ("DejaVuSans", dejavu::sans::regular()),
            ("DejaVuSerif", dejavu::serif::regular()),
            ("DejaVuSerif-Italic", dejavu::serif::italic()),
        ];
        let read = known.into_iter().filter_map(|(name, bytes)| {
            Some(Font { name, bytes, face: ttf_parser::Face::parse(bytes, 0).ok()? })
        });
        read.collect()
    })
}

/// A letter with its place among the letters of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// Which of the [`fonts`].
    pub(super) font: usize,
    pub(super) id: u16,
    pub(super) letter: char,
    /// How far on the next one is.
    pub(super) advance: i64,
}

/// The glyphs of a text. Control characters have none.
pub(super) fn glyphs(text: &str, face: Face) -> Vec<Glyph> {
    let order = match face {
        Face::Plain => [0, 1, 0],
        Face::Serif => [1, 0, 0],
        Face::Italic => [2, 1, 0],
    };
    let of = |letter: char, drawn: char| {
        order.into_iter().find_map(|font| {
            let face = &fonts().get(font)?.face;
            let id = face.glyph_index(drawn)?;
            let advance = i64::from(face.glyph_hor_advance(id)?);
            Some(Glyph { font, id: id.0, letter, advance })
        })
    };
    let unknown = |letter| of(letter, '\u{fffd}').or_else(|| of(letter, '?'));
    let letters = text.chars().filter(|letter| !letter.is_control());
    letters.filter_map(|letter| of(letter, letter).or_else(|| unknown(letter))).collect()
}

/// How wide glyphs are together, in units.
pub(super) fn width(glyphs: &[Glyph]) -> i64 {
    glyphs.iter().map(|glyph| glyph.advance).sum()
}

/// The outline of a glyph: closed lines in [`PARTS`] of a unit, y upwards from the line. What they go round is inside (the rule of
/// winding numbers).
pub(super) fn outline(glyph: Glyph) -> Vec<Vec<(i64, i64)>> {
    let mut pen = Pen(Vec::new());
    if let Some(font) = fonts().get(glyph.font) {
        font.face.outline_glyph(GlyphId(glyph.id), &mut pen);
    }
    pen.0
}

/// Closed lines, the last of them being drawn.
struct Pen(Vec<Vec<(i64, i64)>>);

/// Points lie on units or halfway between them, so nothing is lost.
fn whole(x: f32, y: f32) -> (i64, i64) {
    ((x * PARTS as f32) as i64, (y * PARTS as f32) as i64)
}

impl Pen {
    fn last(&self) -> (i64, i64) {
        self.0.last().and_then(|line| line.last()).copied().unwrap_or_default()
    }

    fn push(&mut self, point: (i64, i64)) {
        if let Some(line) = self.0.last_mut() {
            line.push(point);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(vec![whole(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(whole(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, by, to) = (self.last(), whole(x1, y1), whole(x, y));
        for i in 1..=STROKES {
            let j = STROKES - i;
            let at = |a: i64, b: i64, c: i64| (j * j * a + 2 * i * j * b + i * i * c) / (STROKES * STROKES);
            self.push((at(from.0, by.0, to.0), at(from.1, by.1, to.1)));
        }
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.last(), whole(x1, y1), whole(x2, y2), whole(x, y));
        for i in 1..=STROKES {
            let j = STROKES - i;
            let weights = [j * j * j, 3 * j * j * i, 3 * j * i * i, i * i * i];
            let at = |points: [i64; 4]| {
                let sum: i64 = points.iter().zip(weights).map(|(point, weight)| point * weight).sum();
                sum / (STROKES * STROKES * STROKES)
            };
            self.push((at([a.0, b.0, c.0, d.0]), at([a.1, b.1, c.1, d.1])));
        }
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::{EM, Face, PARTS, fonts, glyphs, outline, width};

    #[test]
    fn every_font_is_read_and_has_the_same_units() {
        assert_eq!(fonts().len(), 3);
        assert!(fonts().iter().all(|font| i64::from(font.face.units_per_em()) == EM));
    }

    #[test]
    fn what_pictures_say_has_letters() {
        let said = "W⁴, W¹²: −1 ≤ δ < 2⋅φ, ⌊nα⌋ → √2 × 3 ∈ {…} ₀₉ “é” ≠ ∞ ⟂";
        for face in [Face::Plain, Face::Serif, Face::Italic] {
            let found = glyphs(said, face);
            assert_eq!(found.len(), said.chars().count());
            assert!(found.iter().all(|glyph| glyph.id != 0 && glyph.advance > 0), "{face:?}");
            let own = found[0].font;
            assert!(found.iter().filter(|glyph| glyph.font == own).count() > 30, "{face:?}");
        }
        // Other alphabets become the sign for what is unknown, and still say what they are.
        let unknown = glyphs("棋\u{1}", Face::Plain);
        assert_eq!((unknown.len(), unknown[0].letter), (1, '棋'));
        assert_ne!(unknown[0].id, 0);
        assert!(width(&glyphs("WW", Face::Plain)) > width(&glyphs("ii", Face::Plain)));
    }

    #[test]
    fn outlines_are_closed_lines_within_the_letter() {
        let of = |letter: &str| outline(glyphs(letter, Face::Plain)[0]);
        assert_eq!((of("o").len(), of("l").len(), of(" ").len()), (2, 1, 0));
        assert!(of("o").concat().iter().all(|(x, y)| (0..EM * PARTS).contains(x) && y.abs() < EM * PARTS));
    }
}
