//! The figures of the papers, drawn from the rules, and pictures that the literature is known for. The scans of the papers have
//! lost their figures, so each caption says what could not be known of the printed one.
//!
//! A file per paper, which is data: what a figure shows and of which games.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_draw::{Palette, papers};
//! let figure = papers::find("blocking-wythoff", "2")?;
//! let scene = figure.scene(Palette::Usual, &Budget::default())?;
//! assert!(scene.title.starts_with("Blocking Wythoff Nim, Figure 2"));
//! assert_eq!(papers::figures().filter(|figure| figure.paper != "literature").count(), 10);
//! # Ok::<(), wythoff_draw::DrawError>(())
//! ```

mod beatty_extensions;
mod blocking_wythoff;
mod invariant_games;
mod literature;

use super::axes::{self, Curve, Range};
use super::panels::{Panel, arranged};
use super::sketch::{Step, Thought, sketch};
use super::{Colouring, DrawError, Drawing, Palette, Scene, family, sheet};
use wythoff_budget::Budget;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::Game;
use wythoff_rules::nearest::nearest;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::way::Frame;

/// A figure that can be drawn.
pub struct Figure {
    /// The paper, as its text is called.
    pub paper: &'static str,
    /// Its number, or its name.
    pub number: &'static str,
    /// What it shows, in a few words.
    pub shows: &'static str,
    /// What it shows, in sentences.
    caption: &'static str,
    /// What of the printed figure could not be known.
    unknown: &'static str,
    content: Content,
}

/// What a figure is made of.
enum Content {
    /// Boards, so many in a row.
    Boards { columns: usize, boards: &'static [Board] },
    /// The P-positions of a game, by which of some other games they are P-positions of.
    Shares { whole: &'static str, parts: &'static [&'static str], to: u32 },
    /// Functions.
    Curves { curves: &'static [Curve], range: Range },
    /// Boxes and arrows.
    Sketch { thoughts: &'static [Thought], steps: &'static [Step] },
    /// Part of the family of games.
    Family(&'static [&'static str]),
}

/// A board of a figure.
struct Board {
    game: &'static str,
    to: u32,
    /// The position whose options are shown.
    at: Option<(u64, u64)>,
    colouring: Colouring,
    cell: u32,
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.paper, self.number)
    }
}

/// All figures, paper by paper.
pub fn figures() -> impl Iterator<Item = &'static Figure> {
    let papers: [&'static [Figure]; 4] = [
        &beatty_extensions::FIGURES,
        &blocking_wythoff::FIGURES,
        &invariant_games::FIGURES,
        &literature::FIGURES,
    ];
    papers.into_iter().flatten()
}

/// A figure by its paper and its number.
///
/// # Errors
/// A paper without figures, or a figure that the paper does not have.
pub fn find(paper: &str, number: &str) -> Result<&'static Figure, DrawError> {
    let mut papers: Vec<&str> = figures().map(|figure| figure.paper).collect();
    papers.dedup();
    if !papers.contains(&paper) {
        let meant = nearest(paper, papers.iter().copied())
            .map(|p| format!("; did you mean {p}?"))
            .unwrap_or_default();
        let text =
            format!("no paper with figures is called {paper:?}: there are {}{meant}", papers.join(", "));
        return Err(DrawError::Nothing(text));
    }
    let numbers = || figures().filter(|figure| figure.paper == paper);
    numbers().find(|figure| figure.number == number).ok_or_else(|| {
        let all: Vec<&str> = numbers().map(|figure| figure.number).collect();
        DrawError::Nothing(format!("{paper} has no figure {number:?}: there are {}", all.join(", ")))
    })
}

impl Figure {
    /// Draws it.
    ///
    /// # Errors
    /// If the budget says stop.
    pub fn scene(&self, palette: Palette, budget: &Budget) -> Result<Scene, DrawError> {
        let words = (self.title(), self.words());
        match &self.content {
            Content::Boards { columns, boards } => {
                let panels: Result<Vec<Panel>, DrawError> =
                    boards.iter().map(|board| board.panel(palette, budget)).collect();
                Ok(arranged(panels?, *columns, words))
            }
            Content::Shares { whole, parts, to } => {
                let games = parts.iter().map(|part| ways(part)).collect::<Result<Vec<_>, _>>()?;
                let whole = ways(whole)?;
                let drawing = Drawing { palette, cell: Some(14), ..Drawing::of(&whole) };
                drawing.shares(&games, &Frame::small(0, 0, to + 1, to + 1), words, budget)
            }
            Content::Curves { curves, range } => Ok(axes::curves(curves, range, words, palette)),
            Content::Sketch { thoughts, steps } => Ok(sketch(thoughts, steps, words)),
            Content::Family(names) => family::branch(names, words, palette, budget),
        }
    }

    fn title(&self) -> String {
        let paper = match self.paper {
            "beatty-extensions" => "Wythoff Nim Extensions and Certain Beatty Sequences",
            "blocking-wythoff" => "Blocking Wythoff Nim",
            "invariant-games" => "Invariant Games",
            _ => {
                let mut letters = self.shows.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                return first + letters.as_str();
            }
        };
        format!("{paper}, Figure {}: {}", self.number, self.shows)
    }

    fn words(&self) -> String {
        match self.unknown {
            "" => self.caption.to_owned(),
            unknown => format!("{} Not known of the printed figure: {unknown}", self.caption),
        }
    }
}

fn ways(name: &str) -> Result<Ways, DrawError> {
    let game = Game::named(name).map_err(|e| DrawError::Solve(SolveError::Stopped(e.to_string())))?;
    Ok(Ways::of(game))
}

impl Board {
    fn panel(&self, palette: Palette, budget: &Budget) -> Result<Panel, DrawError> {
        let ways = ways(self.game)?;
        let drawing = Drawing { palette, cell: Some(self.cell), ..Drawing::of(&ways) };
        let frame = Frame::small(0, 0, self.to + 1, self.to + 1);
        let (painting, title, marks) = match self.at {
            Some((x, y)) => {
                let at = Position::small(&[x, y]);
                let (painting, words) = drawing.position_parts(&at, Some(&frame), budget)?;
                let outcome =
                    if words.caption.starts_with(&format!("{at} is a P-position")) { "P" } else { "N" };
                (painting, format!("{}: {at} is {outcome}", super::short(ways.game())), words.marks)
            }
            None => (drawing.paint(&frame, self.colouring, budget)?, super::short(ways.game()), Vec::new()),
        };
        sheet::panel(&drawing, &painting, &title, marks)
    }
}
