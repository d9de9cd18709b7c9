//! Colourings: what is said of every square of a window.

use super::error::DrawError;
use super::painting::{PaintKind, PaintMark, Painting};
use super::palette::{INK, Palette};
use super::scene::Sign;
use super::{Colour, Drawing};
use std::collections::BTreeMap;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::SolveError;
use wythoff_solve::capacity::column_capacity;
use wythoff_solve::grundy::{Grundy, GrundyError};
use wythoff_solve::rays::RayGame;
use wythoff_solve::squares::Squares;
use wythoff_solve::surplus::{FARTHEST_COUNTED, surplus, surplus_budget};
use wythoff_solve::way::{Frame, Method, Pane};

/// What the colours of a board say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Colouring {
    /// Who wins.
    #[default]
    Outcome,
    /// The number of P-options − (budget + 1): negative exactly for P-positions.
    Surplus,
    /// The Grundy value.
    Grundy,
    /// Of P-positions: the index in the list of all, counted from 0, modulo this.
    Residue(u32),
    /// The Grundy value, where it is at most this: the strips of small values.
    Strip(u32),
}

/// Indices are told apart modulo at most this.
pub const LARGEST_MODULUS: u32 = 64;
/// Strips are shown of Grundy values up to at most this.
pub const LARGEST_STRIP: u32 = 20;
/// Grundy values are found for squares up to here.
const FARTHEST_GRUNDY: u64 = 20_000;
/// So many P-positions are counted for their indices.
const MOST_INDICES: usize = 1 << 24;
/// So many squares are asked about one by one, where counting does not reach.
const MOST_ASKED: u64 = 40_000;
/// Terminal squares are looked for on boards of at most so many squares, with piles up to this.
const MOST_TERMINAL: u64 = 5_000;
const FARTHEST_TERMINAL: u64 = 2_000;

impl Colouring {
    /// How it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Colouring::Outcome => "outcome",
            Colouring::Surplus => "surplus",
            Colouring::Grundy | Colouring::Strip(_) => "Grundy value",
            Colouring::Residue(_) => "residue",
        }
    }
}

impl Drawing<'_> {
    /// The squares of a window, coloured, before they are laid out.
    ///
    /// # Errors
    /// A colouring that the game does not have; what the ways of solving cannot do.
    pub fn paint(&self, frame: &Frame, colouring: Colouring, budget: &Budget) -> Result<Painting, DrawError> {
        let refused = |why: String| DrawError::NoColouring {
            game: self.ways.game().name().to_owned(),
            colouring: colouring.name(),
            why,
        };
        match colouring {
            Colouring::Outcome => self.outcomes(frame, budget),
            Colouring::Surplus => {
                let blocked = surplus_budget(self.ways.game()).map_err(|why| refused(why.to_owned()))?;
                let values = self.surplus_of(frame, blocked, budget)?;
                Ok(self.with_terminals(by_surplus(frame, &values, self.palette), budget))
            }
            Colouring::Grundy => by_grundy(self.ways, frame, self.palette, budget, &refused),
            Colouring::Strip(most) if most > LARGEST_STRIP => {
                Err(DrawError::Nothing(format!("strips are shown of values up to at most {LARGEST_STRIP}")))
            }
            Colouring::Strip(most) => by_strip(self.ways, frame, (most, self.palette), budget, &refused),
            Colouring::Residue(0 | 1) => {
                Err(DrawError::Nothing("residues need a modulus of at least 2".to_owned()))
            }
            Colouring::Residue(modulus) if modulus > LARGEST_MODULUS => {
                Err(DrawError::Nothing(format!("residues are told apart modulo at most {LARGEST_MODULUS}")))
            }
            Colouring::Residue(modulus) => {
                let pane = self.ways.window(self.method, frame, budget)?;
                by_residue(self.ways, &pane, (modulus, self.palette), budget, &refused)
            }
        }
    }

    fn outcomes(&self, frame: &Frame, budget: &Budget) -> Result<Painting, DrawError> {
        let pane = self.ways.window(self.method, frame, budget)?;
        Ok(self.with_terminals(by_outcome(&pane), budget))
    }

    /// The surplus of every square, row by row from the lowest: counted, or where that does not reach, asked for.
    fn surplus_of(
        &self,
        frame: &Frame,
        blocked: u64,
        budget: &Budget,
    ) -> Result<Vec<Option<i64>>, DrawError> {
        let counted = matches!(self.method, Method::Auto | Method::Board);
        if counted && frame.within(FARTHEST_COUNTED).is_some() {
            return Ok(surplus(self.ways.game(), frame, budget)?);
        }
        if frame.squares() > MOST_ASKED {
            return Err(DrawError::TooLarge {
                wanted: format!("the surplus of {} x {} squares that far out", frame.width, frame.height),
                possible: format!("a window of at most {MOST_ASKED} squares"),
            });
        }
        let mut values = Vec::with_capacity(frame.squares() as usize);
        for j in 0..frame.height {
            for i in 0..frame.width {
                let at = Position::new(vec![&frame.x + Natural::from(i), &frame.y + Natural::from(j)]);
                values.push(match self.ways.ask_by(self.method, &at, &[], budget) {
                    // Every P-option is either named as a winning move or as one to forbid.
                    Ok(answer) => {
                        let options = answer.winning_moves.len() + answer.block.len();
                        Some(options as i64 - i64::try_from(blocked).unwrap_or(i64::MAX).saturating_add(1))
                    }
                    Err(SolveError::NoSquare { .. }) => None,
                    Err(other) => return Err(other.into()),
                });
                budget.poll()?;
            }
            budget.report("rows", u64::from(j) + 1, Some(u64::from(frame.height)));
        }
        Ok(values)
    }

    /// Marks the squares at which the game is over, where that can be seen and is quickly known.
    fn with_terminals(&self, mut painting: Painting, budget: &Budget) -> Painting {
        let frame = painting.frame.clone();
        let Some(rules) = self.ways.game().ruleset() else { return painting };
        let Some(((x, y), far)) = frame.within(FARTHEST_TERMINAL) else { return painting };
        if self.plain || frame.squares() > MOST_TERMINAL {
            return painting;
        }
        let rays = RayGame::recognise(rules).ok();
        let dense = rays.is_none();
        if dense && frame.squares().saturating_mul((far.0 + 1) * (far.1 + 1)) > 1 << 26 {
            return painting;
        }
        let Ok(squares) = Squares::new(rules, rays, far.0.max(far.1) + 1) else { return painting };
        for j in 0..frame.height {
            for i in 0..frame.width {
                let (u, v) = (x + u64::from(i), y + u64::from(j));
                if squares.exists(u, v) && squares.is_terminal(rules, u, v) {
                    let dark = painting.kind(i, j).is_some_and(|kind| kind.colour.is_dark());
                    let colour = if dark { Colour::WHITE } else { Colour::BLACK };
                    painting.marks.push(PaintMark { at: (i, j), sign: Sign::Point, colour });
                }
            }
            // A picture without these marks is a good one, too; whoever cancels is heard elsewhere.
            if budget.poll().is_err() {
                painting.marks.clear();
                return painting;
            }
        }
        painting
    }
}

/// Who wins.
pub(super) fn by_outcome(pane: &Pane) -> Painting {
    let kinds = vec![PaintKind::n(), PaintKind::p(), PaintKind::missing()];
    Painting::new(pane.frame(), kinds, |i, j| match pane.outcome(i, j) {
        Some(Outcome::N) => 0,
        Some(Outcome::P) => 1,
        None => 2,
    })
}

/// Beyond −2 and 2: how far the steps of the end colours reach.
const STEPS: [(i64, i64); 8] =
    [(3, 3), (4, 4), (5, 6), (7, 10), (11, 18), (19, 34), (35, 66), (67, i64::MAX)];

/// The step of an absolute value of at least 3.
fn step_of(value: i64) -> usize {
    STEPS.iter().position(|(_, last)| value <= *last).unwrap_or(STEPS.len() - 1)
}

fn by_surplus(frame: &Frame, values: &[Option<i64>], palette: Palette) -> Painting {
    let steps = STEPS.len() as u32;
    let mut kinds = Vec::new();
    let text = |n: i64| match n {
        ..0 => format!("−{}", -n),
        _ => n.to_string(),
    };
    for (step, (first, last)) in STEPS.into_iter().enumerate().rev() {
        let name = match (first == last, last == i64::MAX) {
            (true, _) => text(-first),
            (false, true) => format!("{} or less", text(-first)),
            (false, false) => format!("{} to {}", text(-last), text(-first)),
        };
        kinds.push(PaintKind::new(Sign::Fill, palette.surplus(-3, step as u32 + 1, steps), name));
    }
    for value in -2..=2 {
        let note = match value {
            -1 => " (P, like all below 0)",
            0 => " (N, like all above)",
            _ => "",
        };
        kinds.push(PaintKind::new(Sign::Fill, palette.surplus(value, 0, 1), text(value) + note));
    }
    for (step, (first, last)) in STEPS.into_iter().enumerate() {
        let name = match (first == last, last == i64::MAX) {
            (true, _) => text(first),
            (false, true) => format!("{first} or more"),
            (false, false) => format!("{first} to {last}"),
        };
        kinds.push(PaintKind::new(Sign::Fill, palette.surplus(3, step as u32 + 1, steps), name));
    }
    kinds.push(PaintKind::missing());
    let middle = STEPS.len() + 2;
    Painting::new(frame, kinds, |i, j| {
        let at = j as usize * frame.width as usize + i as usize;
        let index = match values[at] {
            None => 2 * middle + 1,
            Some(value @ -2..=2) => middle.saturating_add_signed(value as isize),
            Some(value @ ..=-3) => STEPS.len() - 1 - step_of(-value),
            Some(value) => middle + 3 + step_of(value),
        };
        index as u8
    })
}

/// The Grundy values up to the far corner of a window, and where the window begins.
fn grundy_of(
    ways: &Ways,
    frame: &Frame,
    budget: &Budget,
    refused: &dyn Fn(String) -> DrawError,
) -> Result<(Grundy, (u64, u64)), DrawError> {
    let game = ways.game();
    let Some(rules) = game.ruleset() else { return Err(refused("it is not played on two piles".to_owned())) };
    let Some((corner, far)) = frame.within(FARTHEST_GRUNDY) else {
        return Err(DrawError::TooLarge {
            wanted: format!("the Grundy values up to {}", frame.far_corner().shortened()),
            possible: format!("a window with piles up to {FARTHEST_GRUNDY}"),
        });
    };
    let solved = Grundy::solve(rules, far.0 + 1, far.1 + 1, budget).map_err(|error| match error {
        GrundyError::Twist => refused(
            "Grundy values belong to games without blocking, comply and memory, in normal play".to_owned(),
        ),
        GrundyError::Stopped(stopped) => stopped.limit.into(),
        other => DrawError::Solve(SolveError::Stopped(other.to_string())),
    })?;
    Ok((solved, corner))
}

/// Small Grundy values, each in a colour of its own.
fn by_strip(
    ways: &Ways,
    frame: &Frame,
    (most, palette): (u32, Palette),
    budget: &Budget,
    refused: &dyn Fn(String) -> DrawError,
) -> Result<Painting, DrawError> {
    let (solved, (x, y)) = grundy_of(ways, frame, budget, refused)?;
    let value = |i: u32, j: u32| solved.value(x + u64::from(i), y + u64::from(j));
    let mut kinds = vec![PaintKind::new(Sign::Block, Colour::BLACK, "0 (P-position)")];
    for n in 1..=most {
        let colour = palette.growing(n - 1, most.saturating_sub(1));
        kinds.push(PaintKind::new(Sign::Block, colour, n.to_string()));
    }
    kinds.push(PaintKind::new(Sign::Paper, Colour::WHITE, format!("more than {most}")));
    kinds.push(PaintKind::missing());
    let mut painting = Painting::new(frame, kinds, |i, j| match value(i, j) {
        None => most as u8 + 2,
        Some(value) if value <= most => value as u8,
        Some(_) => most as u8 + 1,
    });
    let places = (0..frame.height).flat_map(|j| (0..frame.width).map(move |i| (i, j)));
    painting.numbers = places.map(|(i, j)| value(i, j).filter(|value| *value <= most)).collect();
    Ok(painting)
}

/// The P-positions of a game, by which of some other games they are P-positions of as well.
pub(super) fn by_shares(whole: &Pane, parts: &[(Pane, String)], palette: Palette) -> Painting {
    let mut kinds = vec![PaintKind::n(), PaintKind::new(Sign::Cross, INK, "P in none of these")];
    let count = parts.len() as u32;
    for (n, (_, name)) in parts.iter().enumerate() {
        kinds.push(PaintKind::new(Sign::Block, palette.apart(n as u32, count), format!("P in {name}")));
    }
    Painting::new(whole.frame(), kinds, |i, j| {
        if whole.outcome(i, j) != Some(Outcome::P) {
            return 0;
        }
        let found = parts.iter().position(|(pane, _)| pane.outcome(i, j) == Some(Outcome::P));
        found.map_or(1, |n| n as u8 + 2)
    })
}

/// So many colours beside that of 0 tell Grundy values apart.
const MOST_VALUES: u32 = 12;

fn by_grundy(
    ways: &Ways,
    frame: &Frame,
    palette: Palette,
    budget: &Budget,
    refused: &dyn Fn(String) -> DrawError,
) -> Result<Painting, DrawError> {
    let (solved, (x, y)) = grundy_of(ways, frame, budget, refused)?;
    let value = |i: u32, j: u32| solved.value(x + u64::from(i), y + u64::from(j));
    let places = || (0..frame.height).flat_map(|j| (0..frame.width).map(move |i| (i, j)));
    let most = places().filter_map(|(i, j)| value(i, j)).max().unwrap_or(0);
    let bucket = most.div_ceil(MOST_VALUES).max(1);
    let buckets = most.div_ceil(bucket);
    let mut kinds = vec![PaintKind::new(Sign::Fill, Colour::BLACK, "0 (P-position)")];
    for n in 0..buckets {
        let (first, last) = (n * bucket + 1, ((n + 1) * bucket).min(most));
        let text = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let colour = palette.growing(n, buckets.saturating_sub(1));
        kinds.push(PaintKind::new(Sign::Fill, colour, text));
    }
    kinds.push(PaintKind::missing());
    let mut painting = Painting::new(frame, kinds, |i, j| match value(i, j) {
        None => buckets as u8 + 1,
        Some(0) => 0,
        Some(value) => ((value - 1) / bucket) as u8 + 1,
    });
    painting.numbers = places().map(|(i, j)| value(i, j)).collect();
    Ok(painting)
}

fn by_residue(
    ways: &Ways,
    pane: &Pane,
    (modulus, palette): (u32, Palette),
    budget: &Budget,
    refused: &dyn Fn(String) -> DrawError,
) -> Result<Painting, DrawError> {
    let frame = pane.frame();
    let Some(((x, y), far)) = frame.within(1 << 32) else {
        return Err(refused("how many P-positions come before is not known that far out".to_owned()));
    };
    let symmetric = ways.is_symmetric();
    // Of a symmetric game a position and its mirror image are one, listed by its smaller pile.
    let last = if symmetric { far.0.min(far.1) } else { far.0 };
    let indices = indices(ways, last, budget).map_err(|error| match error {
        SolveError::Limit(_) => error.into(),
        other => refused(other.to_string()),
    })?;
    let mut kinds = vec![PaintKind::n(), PaintKind::missing()];
    for residue in 0..modulus {
        let colour = palette.apart(residue, modulus);
        kinds.push(PaintKind::new(Sign::Block, colour, format!("n mod {modulus} = {residue}")));
    }
    let mut lost = false;
    let painting = Painting::new(frame, kinds, |i, j| match pane.outcome(i, j) {
        Some(Outcome::N) => 0,
        None => 1,
        Some(Outcome::P) => {
            let (u, v) = (x + u64::from(i), y + u64::from(j));
            let key = if symmetric { (u.min(v), u.max(v)) } else { (u, v) };
            match indices.get(&key) {
                Some(index) => 2 + (index % u64::from(modulus)) as u8,
                None => {
                    lost = true;
                    0
                }
            }
        }
    });
    if lost {
        return Err(refused("its P-positions cannot be counted column by column".to_owned()));
    }
    Ok(painting)
}

/// The index of every P-position with the first pile at most `last`, in the list of all.
fn indices(ways: &Ways, last: u64, budget: &Budget) -> Result<BTreeMap<(u64, u64), u64>, SolveError> {
    // Where nothing bounds the P-positions of a column, it may have no end, and only a theorem knows which is the n-th.
    let capacity = ways.game().ruleset().and_then(column_capacity);
    let method = if capacity.is_some() { Method::Auto } else { Method::Beatty };
    let most = (last + 1).saturating_mul(capacity.unwrap_or(64)).saturating_add(1);
    let most = usize::try_from(most).unwrap_or(usize::MAX).min(MOST_INDICES);
    let mut count = usize::try_from(4 * (last + 2)).unwrap_or(usize::MAX).min(most);
    loop {
        let list = ways.first(method, count, budget).map_err(|error| match error {
            SolveError::Method { .. } => SolveError::Stopped(
                "nothing tells where its columns of P-positions end, and so which one is the n-th".to_owned(),
            ),
            other => other,
        })?;
        let first_pile = |p: &Position| p.piles().first().and_then(|n| u64::try_from(n).ok());
        let beyond = list.last().is_none_or(|p| first_pile(p).is_none_or(|x| x > last));
        if beyond || list.len() < count {
            let small = |p: &Position| match p.piles() {
                [x, y] => Some((u64::try_from(x).ok()?, u64::try_from(y).ok()?)),
                _ => None,
            };
            return Ok(list.iter().zip(0..).filter_map(|(p, n)| Some((small(p)?, n))).collect());
        }
        if count >= most {
            let text = format!("more than {most} P-positions come before the last of the window");
            return Err(SolveError::Stopped(text));
        }
        count = count.saturating_mul(4).min(most);
    }
}

/// P-positions of two games.
pub(super) fn by_both(panes: [&Pane; 2], names: [&str; 2], palette: Palette) -> Painting {
    let [first, second] = palette.sides();
    let kinds = vec![
        PaintKind::new(Sign::Paper, Colour::WHITE, "P in neither"),
        PaintKind::new(Sign::Block, INK, "P in both"),
        PaintKind::new(Sign::Dot, first, format!("P in {} only", names[0])),
        PaintKind::new(Sign::Cross, second, format!("P in {} only", names[1])),
        PaintKind { text: "no square in either".to_owned(), ..PaintKind::missing() },
    ];
    Painting::new(panes[0].frame(), kinds, |i, j| {
        let outcomes = panes.map(|pane| pane.outcome(i, j));
        match outcomes.map(|outcome| outcome == Some(Outcome::P)) {
            [true, true] => 1,
            [true, false] => 2,
            [false, true] => 3,
            [false, false] if outcomes == [None, None] => 4,
            [false, false] => 0,
        }
    })
}
