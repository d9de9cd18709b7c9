//! A picture as a value: what is where, in whole units. Backends only copy it; nothing is decided after this.

use super::colour::Colour;
use super::fitting::PrintWidth;

/// A picture. One unit is a pixel of the screen; x grows to the right and y downwards, from the upper left corner.
///
/// ```
/// use wythoff_draw::{Colour, Item, Layer, Patch, Scene, svg};
/// let mut scene = Scene::empty(20, 10);
/// scene.title = "A square".to_owned();
/// let square = Patch::filled(5, 2, 6, 6, Colour::BLACK);
/// scene.layers.push(Layer::new("marks", vec![Item::Patch(square)]));
/// assert!(svg::render(&scene)?.contains(r##"<rect x="5" y="2" width="6" height="6" fill="#000000"/>"##));
/// # Ok::<(), wythoff_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scene {
    /// Its width in units.
    pub width: u32,
    /// Its height in units.
    pub height: u32,
    /// How many pixels a unit has a side, in a format that is made of pixels.
    pub pixels: u32,
    /// How wide it is printed; `None` for 96 units to an inch.
    pub print_width: Option<PrintWidth>,
    /// What lies under everything.
    pub background: Colour,
    /// What it is called.
    pub title: String,
    /// What it shows, in a sentence or two.
    pub caption: String,
    /// What it shows, for who cannot see it.
    pub alternative: String,
    /// What is what, in the order of the legend. The layers have it, too, drawn.
    pub legend: Vec<LegendEntry>,
    /// What is drawn, the lowest first.
    pub layers: Vec<Layer>,
}

impl Scene {
    /// A white sheet.
    #[must_use]
    pub fn empty(width: u32, height: u32) -> Scene {
        Scene {
            width,
            height,
            pixels: 1,
            print_width: None,
            background: Colour::WHITE,
            title: String::new(),
            caption: String::new(),
            alternative: String::new(),
            legend: Vec::new(),
            layers: Vec::new(),
        }
    }

    /// The layer of this name, if there is one.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name == name)
    }

    /// The raster, if the picture has one.
    #[must_use]
    pub fn raster(&self) -> Option<&Raster> {
        self.layers.iter().flat_map(|layer| &layer.items).find_map(|item| match item {
            Item::Raster(raster) => Some(raster),
            _ => None,
        })
    }
}

/// Things that are drawn together, under a name that formats with groups keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name, such as `grid`.
    pub name: String,
    /// What is in it, the lowest first.
    pub items: Vec<Item>,
}

impl Layer {
    /// A layer of this name.
    #[must_use]
    pub fn new(name: &str, items: Vec<Item>) -> Layer {
        Layer { name: name.to_owned(), items }
    }
}

/// What can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// A square, or a rectangle.
    Patch(Patch),
    /// A dot or a ring.
    Dot(Dot),
    /// Two crossing strokes.
    Cross(Cross),
    /// A straight line.
    Line(Line),
    /// A text.
    Label(Label),
    /// Many squares at once.
    Raster(Raster),
    /// A line through points, a curve, a filled outline, an arrow.
    Path(Path),
}

/// A square, or a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
    /// Its colour.
    pub fill: Colour,
}

impl Patch {
    /// A rectangle in one colour.
    #[must_use]
    pub fn filled(x: i32, y: i32, width: u32, height: u32, fill: Colour) -> Patch {
        Patch { x, y, width, height, fill }
    }
}

/// A dot, or with a hole a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its diameter.
    pub size: u32,
    /// Its colour.
    pub colour: Colour,
    /// How wide the ring is; `None` for a full dot.
    pub ring: Option<u32>,
}

/// Two crossing strokes in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// How wide and high it is.
    pub size: u32,
    /// How wide the strokes are.
    pub stroke: u32,
    /// Its colour.
    pub colour: Colour,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it starts.
    pub from: (i32, i32),
    /// Where it ends.
    pub to: (i32, i32),
    /// How wide it is.
    pub stroke: u32,
    /// Its colour.
    pub colour: Colour,
}

/// A line through points or a curve, open or closed, filled or not, with or without an arrow's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The points it goes through; of a curve the start, then for every piece two that it bends towards and one where it ends
    /// (cubic Bézier curves).
    pub points: Vec<(i32, i32)>,
    /// Is it a curve?
    pub curved: bool,
    /// Does it return to its start?
    pub closed: bool,
    /// The colour inside, if it is filled.
    pub fill: Option<Colour>,
    /// How wide the stroke is; 0 for none.
    pub stroke: u32,
    /// The colour of the stroke and of the head.
    pub colour: Colour,
    /// How long dashes and the gaps between them are; `None` for an unbroken line.
    pub dash: Option<u32>,
    /// Does a head point to the last point?
    pub arrow: bool,
}

impl Path {
    /// A line through points.
    #[must_use]
    pub fn through(points: Vec<(i32, i32)>, stroke: u32, colour: Colour) -> Path {
        Path { points, curved: false, closed: false, fill: None, stroke, colour, dash: None, arrow: false }
    }

    /// A curve: the start, then triples.
    #[must_use]
    pub fn curve(points: Vec<(i32, i32)>, stroke: u32, colour: Colour) -> Path {
        Path { curved: true, ..Path::through(points, stroke, colour) }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is written, where there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Upright, without serifs.
    Plain,
    /// With serifs, for titles.
    Serif,
    /// With serifs and slanted, for the names of variables.
    Italic,
}

/// A text on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where it is, from the left.
    pub x: i32,
    /// Its base line.
    pub y: i32,
    /// What it says.
    pub text: String,
    /// How high the letters are, as typographers count.
    pub size: u32,
    /// Its colour.
    pub colour: Colour,
    /// Where it stands relative to its point.
    pub anchor: Anchor,
    /// How it is written.
    pub face: Face,
}

/// Many squares at once: a picture of one pixel a square, each drawn as large as `cell`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// How many units a side a square has.
    pub cell: u32,
    /// How many squares it is wide.
    pub columns: u32,
    /// How many squares it is high.
    pub rows: u32,
    /// The colours; at most 256.
    pub palette: Vec<Colour>,
    /// For each square its place in the palette, row by row from the topmost.
    pub squares: Vec<u8>,
}

/// What a sign of the picture means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegendEntry {
    /// How it is drawn.
    pub sign: Sign,
    /// In which colour.
    pub colour: Colour,
    /// What it means.
    pub text: String,
}

/// How a kind of square is drawn where squares are large enough to have a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sign {
    /// Nothing: the paper.
    Paper,
    /// The whole square in its colour.
    Fill,
    /// A square that leaves the grid free.
    Block,
    /// A dot.
    Dot,
    /// A ring.
    Ring,
    /// A cross.
    Cross,
    /// A whole square with a stroke through it.
    Struck,
    /// A small dot in the middle, on top of something else.
    Point,
}
