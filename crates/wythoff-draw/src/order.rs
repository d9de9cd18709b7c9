//! What `draw` is asked for, by whichever face: its options are read here, so that they mean the same everywhere, go together in the same
//! way, and are refused in the same words.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_draw::{OrderFace, Palette, PictureOrder};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! use wythoff_solve::Method;
//! let face = OrderFace { spelled: |name| format!("--{name}"), widest: 30_000, squares: None, terms: 1000 };
//! let order = PictureOrder { to: Some("9".into()), strip: Some("2".into()), ..PictureOrder::default() };
//! let ways = AllWays::of(Game::named("WN")?);
//! let scene = order.read(&face)?.scene(&ways, (Method::Auto, Palette::Usual), &Budget::default())?;
//! assert_eq!(scene.title, "Wythoff Nim, WN: Grundy values up to 2");
//!
//! let order = PictureOrder { log: true, ..order };
//! let why = "--log needs --residual or --sequence: boards have the same scale on both axes";
//! assert_eq!(order.read(&face).unwrap_err().to_string(), why);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::colouring::{Colouring, LARGEST_MODULUS, LARGEST_STRIP};
use super::fitting::{Fitting, PrintWidth};
use super::residual::{FarLine, slope};
use super::sequence::SequenceCurves;
use super::sheet::LARGEST_CELL;
use super::{DrawError, Drawing, Palette, Scene};
use wythoff_budget::Budget;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::position::Position;
use wythoff_solve::listing::Sequence;
use wythoff_solve::typed::{self, NotTyped};
use wythoff_solve::way::{Frame, Method};

/// What is drawn if nothing else is said: all squares with piles up to this.
const USUAL: u32 = 40;
const LARGEST: u32 = 1 << 31;
/// So many terms of a sequence, if nothing else is said.
const TERMS: u32 = 100;
/// Residues are told apart modulo this, if nothing else is said.
const MODULUS: u32 = 3;
/// Strips have Grundy values up to this, if nothing else is said.
const STRIP: u32 = 4;

/// How a face says options, and how much it draws.
#[derive(Clone, Copy, Debug)]
pub struct OrderFace {
    /// How it writes the name of an option, such as `--slope`.
    pub spelled: fn(&str) -> String,
    /// A board whose squares are put together is at most so many units wide.
    pub widest: u32,
    /// Boards whose squares are drawn one by one have at most so many to a side; `None` for what the drawing room can do.
    pub squares: Option<u32>,
    /// Sequences have at most so many terms.
    pub terms: u32,
}

/// The options of `draw` as they were said: texts where a number is meant, read by [`PictureOrder::read`].
#[derive(Clone, Debug, Default)]
pub struct PictureOrder {
    /// All squares with piles up to this.
    pub to: Option<String>,
    /// All columns before this one.
    pub columns: Option<String>,
    /// A window such as `10^30,5:60x40`.
    pub window: Option<String>,
    /// At most so many units wide, a unit being several squares.
    pub size: Option<String>,
    /// Units to a square.
    pub cell: Option<String>,
    /// Only the squares.
    pub plain: bool,
    /// A position with its options.
    pub at: Option<Position>,
    /// Another game beside it.
    pub against: Option<Ways>,
    /// `outcome`, `surplus`, `grundy`, `residue` or `strip`.
    pub colouring: Option<String>,
    /// What indices are divided by, of residues.
    pub modulus: Option<String>,
    /// The largest Grundy value, of strips.
    pub strip: Option<String>,
    /// Sequences over n, such as `a,delta`.
    pub sequence: Option<String>,
    /// So many terms of them.
    pub first: Option<String>,
    /// The differences of neighbouring terms.
    pub differences: bool,
    /// The slope of a line to compare with.
    pub slope: Option<String>,
    /// The distances from that line.
    pub residual: bool,
    /// Which distances.
    pub range: Option<String>,
    /// A logarithmic axis across.
    pub log: bool,
    /// No title.
    pub no_title: bool,
    /// No caption.
    pub no_caption: bool,
    /// No legend.
    pub no_legend: bool,
    /// How wide it is printed, such as `8cm`.
    pub width: Option<String>,
}

/// An order that was read: everything in it makes sense, and can be drawn of a game.
#[derive(Clone, Debug)]
pub struct Subject {
    plain: bool,
    cell: Option<u32>,
    shown: Shown,
    fitting: Fitting,
}

#[derive(Clone, Debug)]
enum Shown {
    Sequences(SequenceCurves),
    Residuals(u64, FarLine),
    Position(Position, Option<Frame>),
    Against(Ways, Frame),
    Density(Frame, u32),
    Board(Frame, Colouring),
}

impl From<NotTyped> for DrawError {
    fn from(error: NotTyped) -> DrawError {
        DrawError::Nothing(error.0)
    }
}

impl OrderFace {
    fn small(&self, text: Option<&String>, name: &str, most: u32) -> Result<Option<u32>, NotTyped> {
        text.map(|text| typed::small(text, &(self.spelled)(name), most)).transpose()
    }

    /// A sentence with the names of options in braces, as this face writes them.
    fn say(&self, sentence: &str) -> String {
        let mut parts = sentence.split(['{', '}']);
        let mut said = parts.next().unwrap_or_default().to_owned();
        while let (Some(name), Some(rest)) = (parts.next(), parts.next()) {
            said += &(self.spelled)(name);
            said += rest;
        }
        said
    }
}

impl PictureOrder {
    /// Reads everything, before anything is solved.
    ///
    /// # Errors
    /// A text that is not what it should be, options that do not go together, a picture beyond the limits of the face.
    pub fn read(&self, face: &OrderFace) -> Result<Subject, DrawError> {
        if let Some(why) = self.refused() {
            return Err(DrawError::Nothing(face.say(why)));
        }
        let cell = face.small(self.cell.as_ref(), "cell", LARGEST_CELL)?;
        let shown = self.shown(face)?;
        if let Some(most) = face.squares {
            let one_by_one = match &shown {
                Shown::Against(_, frame) => Some(frame),
                Shown::Board(frame, colouring) => {
                    Some(frame).filter(|_| *colouring != Colouring::Outcome || self.plain || cell.is_some())
                }
                _ => None,
            };
            if let Some(frame) = one_by_one.filter(|frame| frame.width.max(frame.height) > most) {
                return Err(DrawError::TooLarge {
                    wanted: format!(
                        "a board of {} x {} squares, each for itself,",
                        frame.width, frame.height
                    ),
                    possible: format!("one of {most} x {most}"),
                });
            }
        }
        Ok(Subject { plain: self.plain, cell, shown, fitting: self.fitting(face)? })
    }

    /// What is left out, and how wide the picture is printed: said of figures, families and automata as well.
    ///
    /// # Errors
    /// A width that is no length.
    pub fn fitting(&self, face: &OrderFace) -> Result<Fitting, DrawError> {
        let width = self.width.as_deref().map(|text| PrintWidth::read(text, &(face.spelled)("width")));
        let PictureOrder { no_title, no_caption, no_legend, .. } = *self;
        Ok(Fitting { no_title, no_caption, no_legend, width: width.transpose()? })
    }

    fn shown(&self, face: &OrderFace) -> Result<Shown, DrawError> {
        if let Some(names) = &self.sequence {
            return Ok(Shown::Sequences(SequenceCurves {
                sequences: sequences(names)?,
                count: face.small(self.first.as_ref(), "first", face.terms)?.unwrap_or(TERMS),
                differences: self.differences,
                slope: self.slope.as_deref().map(slope).transpose()?,
                residual: self.residual,
                logarithmic: self.log,
            }));
        }
        if let (true, Some(columns), Some(s)) = (self.residual, &self.columns, &self.slope) {
            let range = self.range.as_deref().map(typed::range).transpose()?;
            let line = FarLine { slope: slope(s)?, logarithmic: self.log, range };
            return Ok(Shown::Residuals(typed::many(columns, &(face.spelled)("columns"))?, line));
        }
        let frame = self.frame(face)?;
        if let Some(at) = &self.at {
            return Ok(Shown::Position(at.clone(), frame));
        }
        let frame = frame.unwrap_or_else(|| Frame::small(0, 0, USUAL + 1, USUAL + 1));
        if let Some(other) = &self.against {
            return Ok(Shown::Against(other.clone(), frame));
        }
        if let Some(size) = face.small(self.size.as_ref(), "size", face.widest)? {
            return Ok(Shown::Density(frame, size));
        }
        Ok(Shown::Board(frame, self.colouring(face)?))
    }

    /// The colouring that is asked for.
    ///
    /// # Errors
    /// A name that is none, a number that is too large.
    pub fn colouring(&self, face: &OrderFace) -> Result<Colouring, NotTyped> {
        let modulus = || face.small(self.modulus.as_ref(), "modulus", LARGEST_MODULUS);
        let strip = || face.small(self.strip.as_ref(), "strip", LARGEST_STRIP);
        let usual = if self.strip.is_some() { "strip" } else { "outcome" };
        Ok(match self.colouring.as_deref().unwrap_or(usual) {
            "outcome" => Colouring::Outcome,
            "surplus" => Colouring::Surplus,
            "grundy" => Colouring::Grundy,
            "residue" => Colouring::Residue(modulus()?.unwrap_or(MODULUS)),
            "strip" => Colouring::Strip(strip()?.unwrap_or(STRIP)),
            other => {
                let known = "outcome, surplus, grundy, residue and strip";
                return Err(NotTyped(format!("no colouring is called {other:?}: known are {known}")));
            }
        })
    }

    /// The window that is asked for, if one is.
    fn frame(&self, face: &OrderFace) -> Result<Option<Frame>, NotTyped> {
        if let Some(to) = face.small(self.to.as_ref(), "to", LARGEST)? {
            return Ok(Some(Frame::small(0, 0, to + 1, to + 1)));
        }
        if let Some(side) = face.small(self.columns.as_ref(), "columns", LARGEST)? {
            return Ok(Some(Frame::small(0, 0, side, side)));
        }
        self.window.as_deref().map(typed::window).transpose()
    }

    /// Does it choose what is shown of a game, besides a position?
    #[must_use]
    pub fn is_about_a_board(&self) -> bool {
        let texts = [&self.to, &self.columns, &self.window, &self.size, &self.cell, &self.colouring];
        let more = [&self.modulus, &self.strip, &self.sequence, &self.first, &self.slope, &self.range];
        let said = texts.into_iter().chain(more).any(Option::is_some);
        said || self.plain || self.differences || self.residual || self.log || self.against.is_some()
    }

    /// Why these options do not go together. Whatever would be ignored is refused, with what to do instead; names of options are in
    /// braces.
    fn refused(&self) -> Option<&'static str> {
        let sequence = self.sequence.is_some();
        let plot = sequence || self.residual;
        let coloured = self.colouring.is_some() || self.strip.is_some();
        let other = self.at.is_some() || self.against.is_some() || coloured;
        let subjects =
            [self.at.is_some(), self.against.is_some(), coloured].map(usize::from).iter().sum::<usize>();
        let squares = other || self.plain || self.cell.is_some() || self.size.is_some();
        let parts = [&self.to, &self.columns, &self.window].into_iter().flatten().count();
        let by = |name: &str| self.colouring.as_deref() == Some(name);
        let wrong = [
            (parts > 1, "{to}, {columns} and {window} each say which squares are shown: choose one"),
            (plot && squares, "{residual} and {sequence} plot points: leave out what is about squares"),
            (sequence && parts > 0, "{sequence} takes its terms from n = 0 on: say how many by {first}"),
            (
                self.residual && self.slope.is_none(),
                "{residual} needs {slope}: it is the distance from that line",
            ),
            (
                self.residual && !sequence && self.columns.is_none(),
                "{residual} needs {columns}, such as 10^6, or {sequence}: what lies far out is compared with the line",
            ),
            (
                !plot && self.slope.is_some(),
                "{slope} needs {residual} or {sequence}: it is what they are compared with",
            ),
            (
                !plot && self.log,
                "{log} needs {residual} or {sequence}: boards have the same scale on both axes",
            ),
            (
                self.range.is_some() && (sequence || !self.residual),
                "{range} needs {residual} with {columns}: it says which distances are shown",
            ),
            (
                !sequence && self.first.is_some(),
                "{first} needs {sequence}: it says how many terms are plotted",
            ),
            (
                !sequence && self.differences,
                "{differences} needs {sequence}: they are differences of its terms",
            ),
            (
                self.size.is_some() && other,
                "{size} counts P-positions: leave {at}, {against} and {colouring} out",
            ),
            (
                self.size.is_some() && self.cell.is_some(),
                "{size} says how many squares a unit has: leave {cell} out",
            ),
            (
                self.plain && (self.no_title || self.no_caption || self.no_legend),
                "{plain} leaves out everything but the squares: leave {no-title}, {no-caption} and {no-legend} out",
            ),
            (subjects > 1, "{at}, {against} and {colouring} each say what the squares show: choose one"),
            (self.modulus.is_some() && !by("residue"), "{modulus} is for {colouring} residue"),
            (
                self.strip.is_some() && self.colouring.is_some() && !by("strip"),
                "{strip} has its own colours: leave {colouring} out",
            ),
        ];
        wrong.into_iter().find_map(|(applies, why)| applies.then_some(why))
    }
}

/// Sequences by their names, with commas between them.
fn sequences(names: &str) -> Result<Vec<Sequence>, NotTyped> {
    let known = [Sequence::A, Sequence::B, Sequence::Delta];
    let named = |name: &str| {
        let found = known.into_iter().find(|sequence| sequence.name() == name.trim());
        found.ok_or_else(|| NotTyped(format!("no sequence is called {name:?}: known are a, b and delta")))
    };
    names.split(',').map(named).collect()
}

impl Subject {
    /// Draws it of a game.
    ///
    /// # Errors
    /// As for [`Drawing`]'s pictures.
    pub fn scene(
        &self,
        ways: &Ways,
        (method, palette): (Method, Palette),
        budget: &Budget,
    ) -> Result<Scene, DrawError> {
        let drawing = Drawing { ways, method, palette, plain: self.plain, cell: self.cell };
        let scene = match &self.shown {
            Shown::Sequences(curves) => drawing.sequences(curves, budget),
            Shown::Residuals(columns, line) => drawing.residuals(*columns, line, budget),
            Shown::Position(at, frame) => drawing.position(at, frame.as_ref(), budget),
            Shown::Against(other, frame) => drawing.against(other, frame, budget),
            Shown::Density(frame, size) => drawing.density(frame, *size, budget),
            Shown::Board(frame, colouring) => drawing.board(frame, *colouring, budget),
        };
        Ok(self.fitting.applied(scene?))
    }
}
