//! Pictures: boards in several colourings, a position with its options, two games side by side, densities and distances from a line
//! far out, sequences.
//!
//! A picture is a value, a [`Scene`] of marks, lines, labels, a legend and at most one raster, laid out in whole units; a backend per
//! file only copies it: [`svg`], [`pdf`], [`png`], [`tikz`]. No floating point number decides anything, and the same picture gives the same bytes.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_draw::{Colouring, Drawing, PictureFormat};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! use wythoff_solve::Frame;
//! let ways = AllWays::of(Game::named("W^4")?);
//! let budget = Budget::default();
//! let drawing = Drawing::of(&ways);
//! let scene = drawing.board(&Frame::small(0, 0, 30, 30), Colouring::Surplus, &budget)?;
//! assert_eq!(scene.title, "Blocking-k Wythoff Nim, W⁴: surplus");
//! let bytes = PictureFormat::Svg.render(&scene, &budget)?;
//! assert!(bytes.starts_with(b"<svg"));
//!
//! let plain = Drawing { plain: true, ..drawing };
//! let scene = plain.board(&Frame::small(0, 0, 3, 2), Colouring::Outcome, &budget)?;
//! assert_eq!((scene.width, scene.height), (3, 2)); // one pixel a square
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What was tried and left: measuring texts with a font of the system (the same command would give other bytes elsewhere), so widths
//! are estimated generously; anti-aliased letters in PNG, which need a font file; one SVG rectangle for every square of a
//! large board, which no viewer likes; fonts embedded into PDF, since those that every reader has are enough.

mod automaton;
mod axes;
mod colour;
mod colouring;
mod density;
mod error;
mod family;
mod fitting;
mod format;
mod layered;
mod leaf;
mod lettering;
mod order;
mod painting;
mod palette;
mod panels;
pub mod papers;
mod path;
pub mod pdf;
mod plot;
pub mod png;
mod position;
mod residual;
mod scene;
mod sequence;
mod sheet;
mod sketch;
pub mod svg;
pub mod tikz;

pub use automaton::{AutomatonDrawing, DigitRun, READABLE_STATES};
pub use colour::Colour;
pub use colouring::{Colouring, LARGEST_MODULUS, LARGEST_STRIP};
pub use error::DrawError;
pub use family::family_tree;
pub use fitting::{Fitting, PrintWidth};
pub use format::PictureFormat;
pub use order::{OrderFace, PictureOrder, Subject};
pub use painting::{PaintKind, Painting};
pub use palette::Palette;
pub use residual::{FarLine, slope};
pub use scene::{
    Anchor, Cross, Dot, Face, Item, Label, Layer, LegendEntry, Line, Patch, Path, Raster, Scene, Sign,
};
pub use sequence::{LONGEST_SEQUENCE, SequenceCurves};
pub use sheet::LARGEST_CELL;

use sheet::Words;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_solve::reach::FARTHEST;
use wythoff_solve::way::{Frame, Method};

/// Boards with too many squares to draw each are drawn at most so many units wide: what a screen shows whole.
const USUAL_SIZE: u32 = 1_000;

/// A game that is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The game.
    pub ways: &'a Ways,
    /// By which way of solving.
    pub method: Method,
    /// In which colours.
    pub palette: Palette,
    /// Only the squares, as pixels: no title, axes, grid, legend and caption; P-positions black on white.
    pub plain: bool,
    /// How many units a square is wide and high; `None` for what fits the number of squares, of plain pictures one.
    pub cell: Option<u32>,
}

impl<'a> Drawing<'a> {
    /// A game with everything as usual.
    #[must_use]
    pub fn of(ways: &'a Ways) -> Drawing<'a> {
        Drawing { ways, method: Method::Auto, palette: Palette::Usual, plain: false, cell: None }
    }

    /// The board in a window. P-positions of a board with too many squares to draw each are counted: [`Drawing::density`].
    ///
    /// # Errors
    /// A picture that is too large, a colouring that the game does not have, what the ways of solving cannot do.
    pub fn board(&self, frame: &Frame, colouring: Colouring, budget: &Budget) -> Result<Scene, DrawError> {
        if colouring == Colouring::Outcome && !self.plain && self.cell.is_none() && sheet::is_too_large(frame)
        {
            // A density that was asked for may take hours; a board that was asked for should not.
            if frame.within(FARTHEST).is_none() {
                return Err(DrawError::TooLarge {
                    wanted: format!("a board up to {}", frame.far_corner().shortened()),
                    possible: format!("a board with piles up to {FARTHEST}, a smaller window, or a density"),
                });
            }
            return self.density(frame, USUAL_SIZE, budget);
        }
        sheet::cell_of(self, frame)?;
        let painting = self.paint(frame, colouring, budget)?;
        let what = match colouring {
            Colouring::Outcome => "P-positions".to_owned(),
            Colouring::Surplus => "surplus".to_owned(),
            Colouring::Grundy => "Grundy values".to_owned(),
            Colouring::Residue(modulus) => format!("P-positions by index modulo {modulus}"),
            Colouring::Strip(most) => format!("Grundy values up to {most}"),
        };
        let said = match colouring {
            Colouring::Outcome => "",
            Colouring::Surplus => {
                " The surplus is the number of P-options less one more than may be forbidden: negative exactly for \
                 P-positions. Beyond −2 and 2 the end colours go on in steps."
            }
            Colouring::Grundy => " Grundy values; 0 are the P-positions.",
            Colouring::Strip(_) => " Only small Grundy values are shown; 0 are the P-positions.",
            Colouring::Residue(_) => {
                " The n-th P-position, counted from 0 in the order of the list, by its residue."
            }
        };
        let title = format!("{}: {what}", called(self.ways.game()));
        let caption = extent(frame) + said;
        sheet::compose(self, &painting, Words { title, caption, marks: Vec::new() })
    }

    /// The P-positions of this game and of another: of both, only of one, only of the other.
    ///
    /// # Errors
    /// As for [`Drawing::board`].
    pub fn against(&self, other: &Ways, frame: &Frame, budget: &Budget) -> Result<Scene, DrawError> {
        sheet::cell_of(self, frame)?;
        let games = [self.ways.game(), other.game()];
        let first = self.ways.window(self.method, frame, budget)?;
        let second = other.window(self.method, frame, budget)?;
        let names = games.map(short);
        let painting = colouring::by_both([&first, &second], [&names[0], &names[1]], self.palette);
        let title = format!("P-positions of {} and {}", names[0], names[1]);
        let titles = games.map(|game| format!("{} is {}.", short(game), game.title()));
        let caption = format!("{} {}", extent(frame), titles.join(" "));
        sheet::compose(self, &painting, Words { title, caption, marks: Vec::new() })
    }
}

impl Drawing<'_> {
    /// The P-positions of this game by which of some other games they belong to.
    fn shares(
        &self,
        parts: &[Ways],
        frame: &Frame,
        (title, caption): (String, String),
        budget: &Budget,
    ) -> Result<Scene, DrawError> {
        let whole = self.ways.window(self.method, frame, budget)?;
        let mut panes = Vec::new();
        for part in parts {
            panes.push((part.window(self.method, frame, budget)?, short(part.game())));
        }
        let painting = colouring::by_shares(&whole, &panes, self.palette);
        sheet::compose(self, &painting, Words { title, caption, marks: Vec::new() })
    }
}

/// Which squares a picture shows.
fn extent(frame: &Frame) -> String {
    let far = frame.far_corner();
    let zero = Natural::from(0u8);
    match far.piles() {
        [x, y] if frame.x == zero && frame.y == zero && x == y => {
            format!("All squares with piles up to {x}.")
        }
        _ => {
            let corner = Position::new(vec![frame.x.clone(), frame.y.clone()]);
            // Numbers that do not fit into a line are said in full in the words for who cannot see the picture.
            match far.to_string().len() > 90 {
                true => format!("The squares from {} to {}.", corner.shortened(), far.shortened()),
                false => format!("The squares from {corner} to {far}."),
            }
        }
    }
}

/// A game's title and what papers call it.
fn called(game: &Game) -> String {
    match (game.title(), short(game)) {
        ("", label) => label,
        (title, label) if title == label => label,
        (title, label) => format!("{title}, {label}"),
    }
}

/// What papers call a game, else its name without the folders of its file.
fn short(game: &Game) -> String {
    match game.notation() {
        Some(notation) => raised(notation),
        None => {
            let (file, values) = game.name().split_at(game.name().find('(').unwrap_or(game.name().len()));
            format!("{}{values}", file.rsplit(['/', '\\']).next().unwrap_or(file))
        }
    }
}

/// Digits after `^` as papers print them: W⁴, not W^4.
fn raised(text: &str) -> String {
    let mut out = String::new();
    let mut up = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '^' && rest.peek().is_some_and(char::is_ascii_digit) {
            up = true;
            continue;
        }
        match c.to_digit(10) {
            Some(digit) if up => out.extend("⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)),
            _ => {
                up = false;
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::raised;

    #[test]
    fn notations_are_printed_as_in_papers() {
        assert_eq!(raised("W^12"), "W¹²");
        assert_eq!(raised("2WN^(3)"), "2WN^(3)");
        assert_eq!(raised("W^4 and 5"), "W⁴ and 5");
    }
}
