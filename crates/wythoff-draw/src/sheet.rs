//! Lays a painting out: title, axes, grid, squares, legend and caption, all in whole units.

use super::Drawing;
use super::colour::Colour;
use super::error::DrawError;
use super::painting::{PaintKind, Painting};
use super::palette::{GRID, INK, PALE_INK};
use super::panels::Panel;
use super::scene::{
    Anchor, Cross, Dot, Face, Item, Label, Layer, LegendEntry, Line, Patch, Raster, Scene, Sign,
};
use wythoff_number::{Natural, counted};
use wythoff_solve::way::Frame;

pub(super) const MARGIN: u32 = 14;
pub(super) const SMALL: u32 = 11;
pub(super) const LARGE: u32 = 15;
/// Squares at least this large have shapes.
const SMALLEST_SHAPE: u32 = 5;
/// More signs than this are too many to be told apart, and become a raster.
const MOST_SIGNS: usize = 5_000;
const MOST_SQUARES: usize = 40_000;
/// Squares are at most so large.
pub const LARGEST_CELL: u32 = 64;
/// A board is at most so many units wide and high.
const LARGEST_BOARD: u64 = 30_000;

/// A board of P-positions is at most so many squares wide and high before they are put together: what a screen shows, a pixel to each.
const LARGEST_SHOWN: u32 = 1_001;

/// What stands around a painting.
pub(super) struct Words {
    pub(super) title: String,
    pub(super) caption: String,
    /// What marks mean, after the kinds of squares.
    pub(super) marks: Vec<LegendEntry>,
}

/// How large a square is, if the picture is not too large.
pub(super) fn cell_of(drawing: &Drawing<'_>, frame: &Frame) -> Result<u32, DrawError> {
    let side = frame.width.max(frame.height).max(1);
    if frame.squares() == 0 {
        return Err(DrawError::Nothing("a window has at least one square".to_owned()));
    }
    let cell = match drawing.cell {
        Some(cell) if (1..=LARGEST_CELL).contains(&cell) => cell,
        Some(_) => {
            return Err(DrawError::Nothing(format!("a square is 1 to {LARGEST_CELL} units large")));
        }
        None if drawing.plain => 1,
        // A strip of a few rows may be wider than a square board is.
        None if side >= 4 * frame.width.min(frame.height) => (1_600 / side).clamp(1, 20),
        None => 600_u32.div_ceil(side).clamp(1, 20),
    };
    let most = if drawing.plain { LARGEST_BOARD } else { LARGEST_BOARD / 4 };
    let wanted = u64::from(side) * u64::from(cell);
    if wanted > most {
        return Err(DrawError::TooLarge {
            wanted: format!("a board of {} x {} squares, {cell} to a square,", frame.width, frame.height),
            possible: format!("one of {most} units a side"),
        });
    }
    Ok(cell)
}

/// Has a board more squares than can be looked at, a unit to each?
pub(super) fn is_too_large(frame: &Frame) -> bool {
    frame.width.max(frame.height) > LARGEST_SHOWN
}

/// The picture of a painting.
pub(super) fn compose(drawing: &Drawing<'_>, painting: &Painting, words: Words) -> Result<Scene, DrawError> {
    let cell = cell_of(drawing, &painting.frame)?;
    let legend = legend(painting, words.marks, has_shapes(painting, cell));
    let alternative = described(&words.title, &words.caption, painting);
    let mut scene = if drawing.plain {
        plain(painting, cell)
    } else {
        Sheet::new(painting, cell, &words.title, &words.caption, &legend).scene()
    };
    scene.title = words.title;
    scene.caption = words.caption;
    scene.alternative = alternative;
    scene.legend = legend;
    Ok(scene)
}

/// A board with a title, axes and grid only, to stand beside others.
pub(super) fn panel(
    drawing: &Drawing<'_>,
    painting: &Painting,
    title: &str,
    marks: Vec<LegendEntry>,
) -> Result<Panel, DrawError> {
    let cell = cell_of(drawing, &painting.frame)?;
    let legend = legend(painting, marks, has_shapes(painting, cell));
    let mut scene = Sheet::new(painting, cell, title, "", &[]).scene();
    scene.title = described(title, "", painting);
    Ok(Panel { scene, legend })
}

/// The words for who cannot see the picture.
fn described(title: &str, caption: &str, painting: &Painting) -> String {
    let total = painting.squares.len();
    let said: Vec<String> = painting
        .counts()
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| kind.said(*count))
        .collect();
    let Frame { x, y, width, height } = &painting.frame;
    let said = said.join("; ");
    if painting.tile > 1 {
        let tile = painting.tile;
        return format!(
            "{title}. {caption} {width} x {height} = {total} units of {tile} x {tile} squares from ({x}, {y}) on: {said}."
        );
    }
    let squares = counted(total, "square");
    format!("{title}. {caption} {width} x {height} = {squares} from ({x}, {y}) on: {said}.")
}

/// Are the squares large and few enough to have shapes?
fn has_shapes(painting: &Painting, cell: u32) -> bool {
    let counts = painting.counts();
    let drawn: usize = counts.iter().filter(|(kind, _)| kind.sign != Sign::Paper).map(|(_, n)| n).sum();
    cell >= SMALLEST_SHAPE && painting.squares.len() <= MOST_SQUARES && drawn <= MOST_SIGNS
}

/// What occurs, and what it means.
fn legend(painting: &Painting, marks: Vec<LegendEntry>, shapes: bool) -> Vec<LegendEntry> {
    let entry = |kind: &PaintKind| {
        let sign = if shapes || kind.sign == Sign::Paper { kind.sign } else { Sign::Fill };
        LegendEntry { sign, colour: kind.colour, text: kind.text.clone() }
    };
    let counts = painting.counts();
    let shown = counts.iter().filter(|(kind, n)| *n > 0 && kind.ground.is_none());
    let mut all: Vec<_> = shown.map(|(kind, _)| entry(kind)).collect();
    if let Some(mark) = painting.marks.iter().find(|mark| mark.sign == Sign::Point) {
        let colour = if mark.colour == Colour::WHITE { INK } else { mark.colour };
        all.push(LegendEntry { sign: Sign::Point, colour, text: "the game is over".to_owned() });
    }
    all.extend(marks);
    all
}

/// Only the squares: black P on white where colours say who wins, and otherwise the colours.
fn plain(painting: &Painting, cell: u32) -> Scene {
    let Frame { width, height, .. } = painting.frame;
    let shades = painting.kinds.iter().map(|kind| match kind.sign {
        _ if kind.colour == INK => Colour::BLACK,
        Sign::Paper => Colour::WHITE,
        // Beside black and white a square that does not exist is just not P.
        Sign::Struck if painting.is_black_and_white() => Colour::WHITE,
        _ => kind.colour,
    });
    let raster = raster(painting, shades.collect(), (0, 0), cell);
    let mut scene = Scene::empty(width * cell, height * cell);
    scene.layers.push(Layer::new("squares", vec![Item::Raster(raster)]));
    scene
}

impl Painting {
    fn is_black_and_white(&self) -> bool {
        let grey = |kind: &PaintKind| matches!(kind.sign, Sign::Paper | Sign::Struck) || kind.colour == INK;
        self.kinds.iter().all(grey)
    }
}

fn raster(painting: &Painting, palette: Vec<Colour>, (x, y): (i32, i32), cell: u32) -> Raster {
    let Frame { width, height, .. } = painting.frame;
    let rows = painting.squares.chunks(width.max(1) as usize).rev();
    let squares = rows.flatten().copied().collect();
    Raster { x, y, cell, columns: width, rows: height, palette, squares }
}

/// About how wide a text is.
pub(super) fn width_of(text: &str, size: u32) -> u32 {
    text.chars().count() as u32 * size * 13 / 20
}

/// A text in lines of at most so many units.
pub(super) fn wrapped(text: &str, size: u32, most: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A position stays on one line.
    let whole = text.replace(", ", ",\u{a0}");
    let parts = whole.split(' ').flat_map(|part| match part.starts_with('(') {
        true => vec![part],
        false => part.split_inclusive('\u{a0}').collect(),
    });
    for word in parts.map(|part| part.trim_end_matches('\u{a0}').replace('\u{a0}', " ")) {
        let word = word.as_str();
        if width_of(word, size) > most {
            // A number longer than the line is broken wherever it has to be.
            let letters: Vec<char> = word.chars().collect();
            let fitting = (most * 20 / (size * 13)).max(1) as usize;
            lines.extend(letters.chunks(fitting).map(|part| part.iter().collect::<String>()));
            continue;
        }
        match lines.last_mut() {
            Some(line) if width_of(line, size) + width_of(word, size) + size / 2 <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// 1, 2, 5, 10, 20 …: the first that leaves enough room between labels.
fn tick_step(cell: u64, room: u64) -> u64 {
    let mut step = 1_u64;
    for factor in [2, 5, 10].iter().cycle() {
        if step.saturating_mul(cell) >= room || step > 1 << 50 {
            break;
        }
        let power = 10_u64.pow(step.ilog10());
        step = power * factor;
    }
    step
}

/// Where an axis begins, if its labels say that: of long numbers only the distance from the corner is said.
fn labelled_from(start: &Natural, squares: u64) -> Option<u64> {
    let far = start + Natural::from(squares);
    let longest = if *start == Natural::from(0u8) { 10 } else { 7 };
    if far.to_string().len() > longest { None } else { u64::try_from(start).ok() }
}

/// How far labels are apart on both axes, in squares.
fn step_of(painting: &Painting, cell: u32) -> u64 {
    let (frame, tile) = (&painting.frame, u64::from(painting.tile));
    let squares = u64::from(frame.width) * tile;
    let digits = match labelled_from(&frame.x, squares) {
        Some(start) => (start + squares).to_string().len(),
        None => squares.to_string().len() + 1,
    };
    let room = (digits as u64 * 7 + 10).max(2 * u64::from(SMALL));
    tick_step(u64::from(cell), room * tile)
}

/// Labels along an axis: places in the frame, and texts.
fn ticks(start: &Natural, count: u32, tile: u32, step: u64) -> Vec<(u32, String)> {
    let (tile, squares) = (u64::from(tile), u64::from(count) * u64::from(tile));
    let place = |distance: u64| (distance / tile) as u32;
    match labelled_from(start, squares) {
        Some(start) => {
            let first = start.next_multiple_of(step);
            let values = (first..start + squares).step_by(step as usize);
            values.map(|n| (place(n - start), n.to_string())).collect()
        }
        None => (0..squares).step_by(step as usize).map(|n| (place(n), format!("+{n}"))).collect(),
    }
}

/// Where everything is.
struct Sheet<'a> {
    painting: &'a Painting,
    legend: &'a [LegendEntry],
    cell: u32,
    left: u32,
    top: u32,
    title: Vec<String>,
    caption: Vec<String>,
    width: u32,
    height: u32,
    across: Vec<(u32, String)>,
    upwards: Vec<(u32, String)>,
}

pub(super) const LEGEND_ROW: u32 = 18;
pub(super) const LEGEND_SIGN: u32 = 12;

impl<'a> Sheet<'a> {
    fn new(
        painting: &'a Painting,
        cell: u32,
        title: &str,
        caption: &str,
        legend: &'a [LegendEntry],
    ) -> Sheet<'a> {
        let frame = &painting.frame;
        let step = step_of(painting, cell);
        let across = ticks(&frame.x, frame.width, painting.tile, step);
        let upwards = ticks(&frame.y, frame.height, painting.tile, step);
        let labels = upwards.iter().map(|(_, text)| width_of(text, SMALL)).max().unwrap_or(0);
        let left = MARGIN + labels + 10;
        let rows = legend_rows(frame, cell, legend);
        let beside: u32 = legend.chunks(rows).map(legend_width).sum();
        let width = (left + frame.width * cell + beside + MARGIN).max(320);
        let room = width - 2 * MARGIN;
        let (title, caption) = (wrapped(title, LARGE, room), wrapped(caption, SMALL, room));
        let top = MARGIN + title.len() as u32 * (LARGE + 5) + 18;
        let board = (frame.height * cell).max(legend.len().min(rows) as u32 * LEGEND_ROW);
        let under = 34 + caption.len() as u32 * (SMALL + 4) + MARGIN;
        let height = top + board + under;
        Sheet { painting, legend, cell, left, top, title, caption, width, height, across, upwards }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::empty(self.width, self.height);
        // Twice as fine as the screen, unless that makes pictures of enormous boards enormous.
        scene.pixels = if self.width.max(self.height) > 4_000 { 1 } else { 2 };
        let mut layers = vec![Layer::new("title", title_items(&self.title))];
        match has_shapes(self.painting, self.cell) {
            true => {
                let fills = self.signs(&|sign| matches!(sign, Sign::Fill | Sign::Struck));
                // Over many small squares in colour the grid would be all one sees.
                let counts = self.painting.counts();
                let filled: usize = counts.iter().filter(|(k, _)| k.sign == Sign::Fill).map(|(_, n)| n).sum();
                if filled * 2 < self.painting.squares.len() || self.cell >= 14 {
                    layers.extend([Layer::new("fills", fills), Layer::new("grid", self.grid())]);
                } else {
                    layers.extend([Layer::new("grid", self.grid()), Layer::new("fills", fills)]);
                }
                let shapes = |sign| matches!(sign, Sign::Block | Sign::Dot | Sign::Cross | Sign::Ring);
                layers.push(Layer::new("squares", self.signs(&shapes)));
                layers.push(Layer::new("numbers", self.numbers()));
            }
            false => {
                let colour = |kind: &PaintKind| match kind.sign {
                    Sign::Paper => Colour::WHITE,
                    _ => kind.colour,
                };
                let palette = self.painting.kinds.iter().map(colour).collect();
                let corner = (self.left as i32, self.top as i32);
                let squares = raster(self.painting, palette, corner, self.cell);
                layers.push(Layer::new("squares", vec![Item::Raster(squares)]));
            }
        }
        layers.push(Layer::new("marks", self.marks()));
        layers.push(Layer::new("axes", self.axes()));
        let mut beside = (self.left + self.size().0 + 18, self.top);
        let mut legend = Vec::new();
        for column in self.legend.chunks(legend_rows(&self.painting.frame, self.cell, self.legend)) {
            legend.extend(legend_items(column, beside));
            beside.0 += legend_width(column);
        }
        layers.push(Layer::new("legend", legend));
        layers.push(Layer::new("caption", caption_items(&self.caption, self.height)));
        scene.layers = layers.into_iter().filter(|layer| !layer.items.is_empty()).collect();
        scene
    }

    /// The upper left corner of a square.
    fn corner(&self, i: u32, j: u32) -> (i32, i32) {
        let from_above = self.painting.frame.height - 1 - j;
        ((self.left + i * self.cell) as i32, (self.top + from_above * self.cell) as i32)
    }

    fn size(&self) -> (u32, u32) {
        (self.painting.frame.width * self.cell, self.painting.frame.height * self.cell)
    }

    fn signs(&self, wanted: &dyn Fn(Sign) -> bool) -> Vec<Item> {
        let Frame { width, height, .. } = self.painting.frame;
        let mut items = Vec::new();
        for j in 0..height {
            for i in 0..width {
                let Some(kind) = self.painting.kind(i, j) else { continue };
                let (x, y) = self.corner(i, j);
                match kind.ground {
                    Some(ground) if wanted(Sign::Fill) => self.fill(&mut items, ground, (x, y)),
                    Some(_) if wanted(kind.sign) => {
                        // Smaller than others, so that the ground is seen.
                        let inset = (self.cell / 6).max(2);
                        let side = self.cell.saturating_sub(2 * inset).max(1);
                        let (x, y) = (x + inset as i32, y + inset as i32);
                        items.push(Item::Patch(Patch::filled(x, y, side, side, kind.colour)));
                    }
                    None if kind.sign == Sign::Fill && wanted(Sign::Fill) => {
                        self.fill(&mut items, kind.colour, (x, y));
                    }
                    None if wanted(kind.sign) => {
                        items.extend(sign(kind.sign, kind.colour, (x, y), self.cell));
                    }
                    _ => {}
                }
            }
        }
        items
    }

    /// A whole square in a colour. Neighbours in a row that share it are one piece.
    fn fill(&self, items: &mut Vec<Item>, colour: Colour, (x, y): (i32, i32)) {
        if let Some(Item::Patch(last)) = items.last_mut()
            && (last.fill, last.y, last.height) == (colour, y, self.cell)
            && last.x + last.width as i32 == x
        {
            last.width += self.cell;
            return;
        }
        items.push(Item::Patch(Patch::filled(x, y, self.cell, self.cell, colour)));
    }

    fn numbers(&self) -> Vec<Item> {
        let size = if self.cell >= 18 { 9 } else { return Vec::new() };
        let Frame { width, height, .. } = self.painting.frame;
        let mut items = Vec::new();
        for j in 0..height {
            for i in 0..width {
                let number = self.painting.numbers.get(self.painting.index(i, j)).copied().flatten();
                let (Some(number), Some(kind)) = (number, self.painting.kind(i, j)) else { continue };
                let (x, y) = self.corner(i, j);
                let colour = if kind.colour.is_dark() { Colour::WHITE } else { Colour::BLACK };
                let place = (x as u32 + self.cell / 2, y as u32 + self.cell / 2 + 3);
                items.push(label(place, &number.to_string(), (size, colour), (Anchor::Middle, Face::Plain)));
            }
        }
        items
    }

    fn marks(&self) -> Vec<Item> {
        let mark = |m: &super::painting::PaintMark| {
            let (x, y) = self.corner(m.at.0, m.at.1);
            // On tiny squares a mark is larger than its square, with the same centre.
            let size = self.cell.max(7);
            let off = (size - self.cell) as i32 / 2;
            sign(m.sign, m.colour, (x - off, y - off), size)
        };
        self.painting.marks.iter().flat_map(mark).collect()
    }

    fn grid(&self) -> Vec<Item> {
        let Frame { width, height, .. } = self.painting.frame;
        let (left, top) = (self.left as i32, self.top as i32);
        let (right, bottom) = (left + self.size().0 as i32, top + self.size().1 as i32);
        let cell = self.cell as i32;
        let upright = (1..width as i32).map(|i| ((left + i * cell, top), (left + i * cell, bottom)));
        let level = (1..height as i32).map(|j| ((left, top + j * cell), (right, top + j * cell)));
        upright.chain(level).map(|(from, to)| stroke(from, to, GRID)).collect()
    }

    fn axes(&self) -> Vec<Item> {
        let (left, top) = (self.left as i32, self.top as i32);
        let (right, bottom) = (left + self.size().0 as i32, top + self.size().1 as i32);
        let mut items = vec![
            stroke((left, top), (right, top), PALE_INK),
            stroke((left, bottom), (right, bottom), PALE_INK),
            stroke((left, top), (left, bottom), PALE_INK),
            stroke((right, top), (right, bottom), PALE_INK),
        ];
        let plain = |place: (i32, i32), text: &str, anchor| {
            let place = (place.0.max(0) as u32, place.1.max(0) as u32);
            label(place, text, (SMALL, PALE_INK), (anchor, Face::Plain))
        };
        let half = self.cell as i32 / 2;
        for (i, text) in &self.across {
            let x = left + (*i * self.cell) as i32 + half;
            items.push(stroke((x, bottom), (x, bottom + 3), PALE_INK));
            items.push(plain((x, bottom + 14), text, Anchor::Middle));
        }
        for (j, text) in &self.upwards {
            let y = bottom - (*j * self.cell) as i32 - half;
            items.push(stroke((left - 3, y), (left, y), PALE_INK));
            items.push(plain((left - 6, y + 4), text, Anchor::End));
        }
        let name = |place: (i32, i32), text: &str| {
            let place = (place.0.max(0) as u32, place.1.max(0) as u32);
            label(place, text, (SMALL + 1, PALE_INK), (Anchor::Middle, Face::Italic))
        };
        items.push(name((right - half, bottom + 27), "x"));
        items.push(name((left, top - 7), "y"));
        items
    }
}

/// How many entries of a legend stand below each other: beside a strip of a few rows no more than fit there.
fn legend_rows(frame: &Frame, cell: u32, legend: &[LegendEntry]) -> usize {
    let flat = frame.width >= 4 * frame.height;
    let fitting = (frame.height * cell / LEGEND_ROW).max(4) as usize;
    if flat { fitting } else { legend.len().max(1) }
}

/// How much room a legend takes at the right.
pub(super) fn legend_width(legend: &[LegendEntry]) -> u32 {
    let entries = legend.iter().map(|entry| width_of(&entry.text, SMALL)).max();
    entries.map_or(0, |widest| 18 + LEGEND_SIGN + 8 + widest)
}

/// The lines of a title.
pub(super) fn title_items(lines: &[String]) -> Vec<Item> {
    let line = |(n, text): (usize, &String)| {
        let y = MARGIN + LARGE + n as u32 * (LARGE + 5);
        label((MARGIN, y), text, (LARGE, INK), (Anchor::Start, Face::Serif))
    };
    lines.iter().enumerate().map(line).collect()
}

/// The lines of a caption at the foot of a sheet of this height.
pub(super) fn caption_items(lines: &[String], height: u32) -> Vec<Item> {
    let first = height - MARGIN - lines.len() as u32 * (SMALL + 4) + SMALL;
    let line = |(n, text): (usize, &String)| {
        let y = first + n as u32 * (SMALL + 4);
        label((MARGIN, y), text, (SMALL, PALE_INK), (Anchor::Start, Face::Plain))
    };
    lines.iter().enumerate().map(line).collect()
}

/// A legend whose upper left corner is given.
pub(super) fn legend_items(legend: &[LegendEntry], (x, top): (u32, u32)) -> Vec<Item> {
    let mut items = Vec::new();
    for (n, entry) in legend.iter().enumerate() {
        let y = top + n as u32 * LEGEND_ROW;
        let corner = (x as i32, y as i32);
        match entry.sign {
            Sign::Paper | Sign::Fill => {
                let inner = LEGEND_SIGN - 2;
                let colour = if entry.sign == Sign::Paper { Colour::WHITE } else { entry.colour };
                items.push(Item::Patch(Patch::filled(
                    corner.0,
                    corner.1,
                    LEGEND_SIGN,
                    LEGEND_SIGN,
                    PALE_INK,
                )));
                items.push(Item::Patch(Patch::filled(corner.0 + 1, corner.1 + 1, inner, inner, colour)));
            }
            other => items.extend(sign(other, entry.colour, corner, LEGEND_SIGN)),
        }
        let place = (x + LEGEND_SIGN + 8, y + LEGEND_SIGN - 2);
        items.push(label(place, &entry.text, (SMALL, INK), (Anchor::Start, Face::Plain)));
    }
    items
}

pub(super) fn stroke(from: (i32, i32), to: (i32, i32), colour: Colour) -> Item {
    Item::Line(Line { from, to, stroke: 1, colour })
}

pub(super) fn label(
    (x, y): (u32, u32),
    text: &str,
    (size, colour): (u32, Colour),
    (anchor, face): (Anchor, Face),
) -> Item {
    Item::Label(Label { x: x as i32, y: y as i32, text: text.to_owned(), size, colour, anchor, face })
}

/// A sign in a square of this size, whose upper left corner is given.
fn sign(sign: Sign, colour: Colour, (x, y): (i32, i32), size: u32) -> Vec<Item> {
    let patch = |inset: u32| {
        let side = size.saturating_sub(2 * inset).max(1);
        Item::Patch(Patch::filled(x + inset as i32, y + inset as i32, side, side, colour))
    };
    let stroke = if size >= 10 { 2 } else { 1 };
    let inset = size / 6;
    let dot = |inset: u32, ring: Option<u32>| {
        let size = size.saturating_sub(2 * inset).max(1);
        Item::Dot(Dot { x: x + inset as i32, y: y + inset as i32, size, colour, ring })
    };
    match sign {
        Sign::Paper => Vec::new(),
        Sign::Fill => vec![patch(0)],
        Sign::Block => vec![patch(1)],
        Sign::Dot => vec![dot(inset, None)],
        Sign::Ring => vec![dot(0, Some(stroke))],
        Sign::Point => vec![dot(size * 2 / 6, None)],
        Sign::Cross => {
            let size = size.saturating_sub(2 * inset).max(1);
            vec![Item::Cross(Cross { x: x + inset as i32, y: y + inset as i32, size, stroke, colour })]
        }
        Sign::Struck => {
            let (from, to) = ((x, y + size as i32), (x + size as i32, y));
            vec![patch(0), Item::Line(Line { from, to, stroke: 1, colour: Colour::WHITE })]
        }
    }
}
