//! A position and its options, as Figure 1 of "Blocking Wythoff Nim" shows them.

use super::colouring::by_outcome;
use super::error::DrawError;
use super::painting::{PaintKind, PaintMark, Painting};
use super::scene::{LegendEntry, Sign};
use super::sheet::{self, Words};
use super::{Drawing, Scene, called};
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::evaluate::Point;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::strategy::reason;
use wythoff_solve::way::{Frame, right_piles};
use wythoff_solve::{Answer, SolveError};

/// Boards around a position are shown whole up to this many squares a side.
const WHOLE: u32 = 60;

impl Drawing<'_> {
    /// A position: its options by kind of move, the P-positions, what to forbid or propose, which moves win. Without a frame, the
    /// board up to the position, or of a large one the part around it.
    ///
    /// # Errors
    /// A square that does not exist or is outside the frame; what the ways of solving cannot do.
    pub fn position(
        &self,
        at: &Position,
        frame: Option<&Frame>,
        budget: &Budget,
    ) -> Result<Scene, DrawError> {
        let (painting, words) = self.position_parts(at, frame, budget)?;
        sheet::compose(self, &painting, words)
    }

    /// The squares of [`Drawing::position`] and what is said about them, before they are laid out.
    pub(super) fn position_parts(
        &self,
        at: &Position,
        frame: Option<&Frame>,
        budget: &Budget,
    ) -> Result<(Painting, Words), DrawError> {
        let game = self.ways.game();
        right_piles(game, [at])?;
        let frame = frame.cloned().unwrap_or_else(|| around(at));
        let Some(here) = place(&frame, at) else {
            let text = format!("the position {} lies outside the window", at.shortened());
            return Err(DrawError::Nothing(text));
        };
        sheet::cell_of(self, &frame)?;
        let answer = self.ways.ask_by(self.method, at, &[], budget)?;
        let pane = self.ways.window(self.method, &frame, budget)?;
        let mut painting = by_outcome(&pane);
        if let Some(rules) = game.ruleset() {
            tint(&mut painting, rules, at, self, budget)?;
        }
        let marks = self.mark(&mut painting, here, &answer);
        let outcome = match answer.outcome {
            Outcome::P => "a P-position (the previous player wins)",
            Outcome::N => "an N-position (the next player wins)",
        };
        let caption = format!("{} is {outcome}: {}.", at.shortened(), reason(game, &answer));
        let title = format!("{}: the position {}", called(game), at.shortened());
        Ok((painting, Words { title, caption, marks }))
    }

    /// Puts the signs of an answer on the squares, and says what they mean.
    fn mark(&self, painting: &mut Painting, here: (u32, u32), answer: &Answer) -> Vec<LegendEntry> {
        let palette = self.palette;
        let mut entries = Vec::new();
        let mut put = |squares: Vec<(u32, u32)>, sign: Sign, colour, text: String| {
            painting.marks.extend(squares.iter().map(|at| PaintMark { at: *at, sign, colour }));
            entries.push(LegendEntry { sign, colour, text });
        };
        let name = answer.position.to_string();
        let name = if name.len() > 20 { "the position".to_owned() } else { name };
        put(vec![here], Sign::Dot, palette.here(), name);
        let frame = painting.frame.clone();
        let lists = [
            (&answer.block, Sign::Cross, palette.forbidden(), "to forbid"),
            (&answer.propose, Sign::Ring, palette.good(), "to propose"),
            (&answer.winning_moves, Sign::Ring, palette.good(), "winning move"),
        ];
        for (list, sign, colour, text) in lists.into_iter().filter(|(list, ..)| !list.is_empty()) {
            let inside: Vec<_> = list.iter().filter_map(|p| place(&frame, p)).collect();
            let text = match list.len() - inside.len() {
                0 => text.to_owned(),
                outside => format!("{text} ({outside} outside)"),
            };
            put(inside, sign, colour, text);
        }
        entries
    }
}

/// The board up to a position and a little more, or of a large one the part around it.
fn around(at: &Position) -> Frame {
    let side = |n: Option<&Natural>| {
        let n = n.cloned().unwrap_or_default();
        match u32::try_from(&n) {
            Ok(small) if small < WHOLE => (Natural::from(0u8), small + 3),
            _ => (n - Natural::from(WHOLE - 3), WHOLE),
        }
    };
    let ((x, width), (y, height)) = (side(at.piles().first()), side(at.piles().get(1)));
    Frame { x, y, width, height }
}

/// Where a position is in a frame, if it is.
fn place(frame: &Frame, at: &Position) -> Option<(u32, u32)> {
    let [x, y] = at.piles() else { return None };
    let offset = |n: &Natural, start: &Natural, size: u32| -> Option<u32> {
        if n < start {
            return None;
        }
        u32::try_from(&(n - start)).ok().filter(|i| *i < size)
    };
    Some((offset(x, &frame.x, frame.width)?, offset(y, &frame.y, frame.height)?))
}

/// More kinds of move than this are not told apart.
const MOST_KINDS: usize = 100;

/// Gives the options the tint of the first kind of move that leads there; those that are P-positions stay black in the middle.
fn tint(
    painting: &mut Painting,
    rules: &Ruleset,
    from: &Position,
    drawing: &Drawing<'_>,
    budget: &Budget,
) -> Result<(), DrawError> {
    let [x, y] = from.piles() else { return Ok(()) };
    let mut names: Vec<&str> = Vec::new();
    for kind in &rules.moves {
        if !names.contains(&kind.name.as_str()) {
            names.push(&kind.name);
        }
    }
    let first = painting.kinds.len();
    names.truncate(MOST_KINDS);
    for (which, name) in names.iter().enumerate() {
        painting.kinds.push(PaintKind::new(Sign::Fill, drawing.palette.kind(which), *name));
    }
    for (which, name) in names.iter().enumerate() {
        let ground = Some(drawing.palette.kind(which));
        painting.kinds.push(PaintKind { ground, text: format!("P-option by {name}"), ..PaintKind::p() });
    }
    let frame = painting.frame.clone();
    for j in 0..frame.height {
        for i in 0..frame.width {
            let (u, v) = (&frame.x + Natural::from(i), &frame.y + Natural::from(j));
            if u > *x || v > *y || (u == *x && v == *y) {
                continue;
            }
            let index = painting.index(i, j);
            let p = match painting.squares[index] {
                0 => 0,
                1 => names.len(),
                _ => continue,
            };
            let point = Point::new(x, y, &(x - &u), &(y - &v));
            for kind in &rules.moves {
                if kind.when.holds_at(&point).map_err(SolveError::Number)? {
                    let which = names.iter().position(|name| *name == kind.name).unwrap_or(0);
                    painting.squares[index] = (first + p + which) as u8;
                    break;
                }
            }
        }
        budget.poll()?;
    }
    Ok(())
}
