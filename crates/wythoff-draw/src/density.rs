//! Boards with more squares than a picture has units: squares are put together in tiles, and a tile is shaded by how many
//! P-positions it holds, counted one by one.
//!
//! P-positions come from the columns solver as it finds them, or from a dense board of one bit to a square; no square is kept.

use super::error::DrawError;
use super::painting::{PaintKind, Painting};
use super::palette::Palette;
use super::scene::{Scene, Sign};
use super::sheet::{self, Words};
use super::{Colour, Drawing, called, extent};
use std::ops::ControlFlow;
use wythoff_budget::Budget;
use wythoff_number::counted;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::board::{Board, BoardError};
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::way::{Frame, Method, cannot, right_piles};

/// Boards reach at most to here.
const FARTHEST: u64 = 1 << 40;

/// How many P-positions there are in each tile of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Row by row from the lowest.
    pub(super) counts: Vec<u32>,
}

impl Tally {
    pub(super) fn new(columns: u32, rows: u32, budget: &Budget) -> Result<Tally, DrawError> {
        let size = u64::from(columns) * u64::from(rows);
        budget.fits(size.saturating_mul(4))?;
        Ok(Tally { columns, rows, counts: vec![0; size as usize] })
    }

    /// One more at a place, if that is in the grid.
    pub(super) fn add(&mut self, i: u64, j: u64) {
        if i < u64::from(self.columns) && j < u64::from(self.rows) {
            let count = &mut self.counts[j as usize * self.columns as usize + i as usize];
            *count = count.saturating_add(1);
        }
    }

    /// The shade of each place, and what shades mean.
    pub(super) fn shaded(&self, palette: Palette) -> (Vec<PaintKind>, Vec<u8>) {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        let steps = steps(most);
        let last = (steps.len() as u32).saturating_sub(1);
        let mut kinds = vec![PaintKind::new(Sign::Paper, Colour::WHITE, "no P-position")];
        for (n, (first, upto)) in (0_u32..).zip(&steps) {
            let text = match (first, first == upto) {
                (_, true) => counted(first, "P-position"),
                _ => format!("{first} to {upto}"),
            };
            kinds.push(PaintKind::new(Sign::Fill, palette.dense(n, last), text));
        }
        let shade = |count: &u32| match count {
            0 => 0,
            count => 1 + steps.partition_point(|(_, upto)| upto < count) as u8,
        };
        (kinds, self.counts.iter().map(shade).collect())
    }
}

/// Counts that share a shade: every one for itself while there are few, else twice as many in each.
fn steps(most: u32) -> Vec<(u32, u32)> {
    if most <= 8 {
        return (1..=most).map(|n| (n, n)).collect();
    }
    let mut steps = vec![(1, 1), (2, 2)];
    let mut upto = 2_u32;
    while upto < most {
        let next = upto.saturating_mul(2);
        steps.push((upto + 1, next.min(most)));
        upto = next;
    }
    steps
}

/// A grid of tiles over a frame in machine words.
struct Tiles {
    corner: (u64, u64),
    far: (u64, u64),
    side: u64,
    tally: Tally,
    total: u64,
}

impl Tiles {
    fn add(&mut self, x: u64, y: u64) {
        let ((a, b), (c, d)) = (self.corner, self.far);
        if (a..=c).contains(&x) && (b..=d).contains(&y) {
            self.tally.add((x - a) / self.side, (y - b) / self.side);
            self.total += 1;
        }
    }
}

impl Drawing<'_> {
    /// The board in a window, at most `size` units wide and high: a unit is a tile of several squares, shaded by how many P-positions
    /// it holds.
    ///
    /// # Errors
    /// As for [`Drawing::board`].
    pub fn density(&self, frame: &Frame, size: u32, budget: &Budget) -> Result<Scene, DrawError> {
        let game = self.ways.game();
        right_piles(game, [&frame.far_corner()])?;
        if frame.squares() == 0 || size == 0 {
            let what = if size == 0 {
                "a picture has at least one unit"
            } else {
                "a window has at least one square"
            };
            return Err(DrawError::Nothing(what.to_owned()));
        }
        let drawing = Drawing { cell: Some(1), ..*self };
        let side = frame.width.max(frame.height).div_ceil(size);
        let cells = |n: u32| n.div_ceil(side);
        let small = Frame { width: cells(frame.width), height: cells(frame.height), ..frame.clone() };
        sheet::cell_of(&drawing, &small)?;
        let Some((corner, far)) = frame.within(FARTHEST) else {
            return Err(DrawError::TooLarge {
                wanted: format!("a board up to {}", frame.far_corner().shortened()),
                possible: format!("counting up to {FARTHEST}"),
            });
        };
        let tally = Tally::new(small.width, small.height, budget)?;
        let mut tiles = Tiles { corner, far, side: side.into(), tally, total: 0 };
        self.count(&mut tiles, budget)?;
        let (kinds, squares) = tiles.tally.shaded(self.palette);
        let total = tiles.total;
        let painting =
            Painting { frame: small, tile: side, kinds, squares, numbers: Vec::new(), marks: Vec::new() };
        let (unit, among) = match side {
            1 => ("one square".to_owned(), "there"),
            _ => (format!("{side} × {side} squares"), "among them"),
        };
        let caption = format!(
            "{} A unit is {unit}; its shade is the number of P-positions {among}, {total} in all.",
            extent(frame)
        );
        let title = format!("{}: density of P-positions", called(game));
        sheet::compose(&drawing, &painting, Words { title, caption, marks: Vec::new() })
    }

    fn count(&self, tiles: &mut Tiles, budget: &Budget) -> Result<(), DrawError> {
        let symmetric = self.ways.is_symmetric();
        let (x, y) = tiles.far;
        // Of a symmetric game only x ≤ y is listed, and its mirror image may be in the window instead.
        let (until, height) = if symmetric { (x.min(y) + 1, x.max(y)) } else { (x + 1, y) };
        let stream = match self.method {
            Method::Board => None,
            Method::Auto => {
                let columns = self.ways.solution(Method::Columns).and_then(|s| s.stream_up_to(height));
                match columns {
                    Ok(stream) => Some(stream),
                    // A board has no outcomes for squares alone.
                    Err(_) if self.ways.game().has_memory() => {
                        Some(self.ways.stream_up_to(Method::Auto, height)?)
                    }
                    Err(_) => None,
                }
            }
            method => Some(self.ways.stream_up_to(method, height)?),
        };
        match stream {
            Some(stream) => count_listed(stream, until, symmetric, tiles, budget),
            None => self.count_board(tiles, budget),
        }
    }

    fn count_board(&self, tiles: &mut Tiles, budget: &Budget) -> Result<(), DrawError> {
        let game = self.ways.game();
        let refused = |why: String| DrawError::Solve(cannot(game, Method::Board, why));
        let Some(rules) = game.ruleset() else {
            return Err(refused("it is not played on two piles".to_owned()));
        };
        let (x, y) = tiles.far;
        let board = Board::solve(rules, x + 1, y + 1, budget).map_err(|error| match error {
            BoardError::Stopped(stopped) => stopped.limit.into(),
            other => refused(other.to_string()),
        })?;
        for x in tiles.corner.0..=x {
            board.positions_of(x).for_each(|y| tiles.add(x, y));
            if x.is_multiple_of(64) {
                budget.poll()?;
            }
        }
        Ok(())
    }
}

fn count_listed(
    mut stream: Stream,
    until: u64,
    symmetric: bool,
    tiles: &mut Tiles,
    budget: &Budget,
) -> Result<(), DrawError> {
    let mut below = None;
    let result = stream.run(until, budget, &mut |x, rows| {
        for y in rows {
            tiles.add(x, *y);
            if symmetric && x != *y {
                tiles.add(*y, x);
            }
        }
        // A list that also has what it should only imply would be counted twice.
        below = rows.first().filter(|y| symmetric && **y < x).map(|y| (x, *y));
        if below.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some((x, y)) = below {
        let at = Position::small(&[x, y]);
        let text = format!("the game looks symmetric, but {at} is listed below the diagonal");
        return Err(SolveError::Stopped(text).into());
    }
    result.map_err(|error| stream_error(&error))
}

/// What a stream says, as the error of a picture.
pub(super) fn stream_error(error: &StreamError) -> DrawError {
    match error {
        StreamError::Stopped(stopped) => stopped.limit.into(),
        StreamError::Solve(error) => error.clone().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn shades_cover_all_counts_once() {
        assert_eq!(steps(3), [(1, 1), (2, 2), (3, 3)]);
        assert_eq!(steps(20), [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 20)]);
        assert_eq!(steps(u32::MAX).last(), Some(&((1 << 31) + 1, u32::MAX)));
    }
}
