//! Squares that have been given a kind each: what a colouring makes of a window, before anything has a place on a sheet.

use super::colour::Colour;
use super::palette::{INK, MISSING};
use super::scene::Sign;
use wythoff_number::counted;
use wythoff_solve::way::Frame;

/// A kind of square: how it is drawn, and what that means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaintKind {
    /// Its shape, where squares are large enough to have one.
    pub sign: Sign,
    /// Its colour. No two kinds of a painting share both colour and shape.
    pub colour: Colour,
    /// The colour of the rest of the square, where that is not the paper's. Such kinds are not in the legend: what lies over what
    /// is explained there one by one.
    pub ground: Option<Colour>,
    /// What it means, for the legend.
    pub text: String,
}

impl PaintKind {
    pub(super) fn new(sign: Sign, colour: Colour, text: impl Into<String>) -> PaintKind {
        PaintKind { sign, colour, ground: None, text: text.into() }
    }

    pub(super) fn p() -> PaintKind {
        PaintKind::new(Sign::Block, INK, "P-position")
    }

    pub(super) fn n() -> PaintKind {
        PaintKind::new(Sign::Paper, Colour::WHITE, "N-position")
    }

    pub(super) fn missing() -> PaintKind {
        PaintKind::new(Sign::Struck, MISSING, "no square")
    }

    /// How many squares are of this kind, in words: `144 P-positions`, and of what has no plural `n mod 3 = 1: 5`.
    pub(super) fn said(&self, count: usize) -> String {
        let nouns = ["P-position", "N-position", "P-option"];
        let found = nouns.into_iter().find_map(|noun| Some((noun, self.text.strip_prefix(noun)?)));
        match found {
            Some((noun, rest)) => counted(count, noun) + rest,
            None => format!("{}: {count}", self.text),
        }
    }
}

/// The squares of a window, each of some kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painting {
    pub(super) frame: Frame,
    /// How many squares of the board a side a square of the frame stands for.
    pub(super) tile: u32,
    pub(super) kinds: Vec<PaintKind>,
    /// Row by row from the lowest, by place in the kinds.
    pub(super) squares: Vec<u8>,
    /// Numbers to write into the squares, where there is room.
    pub(super) numbers: Vec<Option<u32>>,
    /// What lies on top of squares: by place in the frame.
    pub(super) marks: Vec<PaintMark>,
}

/// A sign on top of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaintMark {
    /// The square, by its place in the frame.
    pub(super) at: (u32, u32),
    pub(super) sign: Sign,
    pub(super) colour: Colour,
}

impl Painting {
    /// All squares of a frame, by what `kind` says of the one at each place.
    pub(super) fn new(
        frame: &Frame,
        kinds: Vec<PaintKind>,
        mut kind: impl FnMut(u32, u32) -> u8,
    ) -> Painting {
        let rows = 0..frame.height;
        let squares =
            rows.flat_map(|j| (0..frame.width).map(move |i| (i, j))).map(|(i, j)| kind(i, j)).collect();
        Painting { frame: frame.clone(), tile: 1, kinds, squares, numbers: Vec::new(), marks: Vec::new() }
    }

    /// Which squares these are.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The kind of the i-th square from the left in the j-th row from below.
    #[must_use]
    pub fn kind(&self, i: u32, j: u32) -> Option<&PaintKind> {
        if i >= self.frame.width {
            return None;
        }
        let index = self.squares.get(self.index(i, j))?;
        self.kinds.get(usize::from(*index))
    }

    /// The same by its place in [`Painting::counts`].
    #[must_use]
    pub fn level(&self, i: u32, j: u32) -> Option<u8> {
        if i < self.frame.width { self.squares.get(self.index(i, j)).copied() } else { None }
    }

    /// The number to write into the i-th square from the left in the j-th row from below, if there is one.
    #[must_use]
    pub fn number(&self, i: u32, j: u32) -> Option<u32> {
        if i < self.frame.width { self.numbers.get(self.index(i, j)).copied().flatten() } else { None }
    }

    /// The kinds, in the order of the legend, and how many squares are of each.
    #[must_use]
    pub fn counts(&self) -> Vec<(&PaintKind, usize)> {
        let mut counts = vec![0; self.kinds.len()];
        for index in &self.squares {
            counts[usize::from(*index)] += 1;
        }
        self.kinds.iter().zip(counts).collect()
    }

    pub(super) fn index(&self, i: u32, j: u32) -> usize {
        j as usize * self.frame.width as usize + i as usize
    }
}
