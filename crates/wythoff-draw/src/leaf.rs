//! A sheet around anything: title above, caption below, legend at the right.

use super::colour::Colour;
use super::palette::{INK, PALE_INK};
use super::scene::{Anchor, Face, Item, Label, Layer, LegendEntry, Line, Patch, Scene, Sign};
use super::sheet::{LARGE, LEGEND_ROW, LEGEND_SIGN, MARGIN, SMALL, legend_items, width_of, wrapped};

/// What is shown, in units of its own, and what is said about it.
pub(super) struct Leaf {
    pub(super) title: String,
    pub(super) caption: String,
    /// In words, for who cannot see it.
    pub(super) alternative: String,
    pub(super) legend: Vec<LegendEntry>,
    /// How wide and high the content is; everything in the layers is within.
    pub(super) size: (u32, u32),
    pub(super) layers: Vec<Layer>,
}

impl Leaf {
    /// The picture.
    pub(super) fn scene(self) -> Scene {
        let entries = self.legend.iter().map(|entry| width_of(&entry.text, SMALL)).max().unwrap_or(0);
        let right = if self.legend.is_empty() { 0 } else { 24 + LEGEND_SIGN + 8 + entries };
        let width = (2 * MARGIN + self.size.0 + right).max(420);
        let room = width - 2 * MARGIN;
        let (title, caption) = (wrapped(&self.title, LARGE, room), wrapped(&self.caption, SMALL, room));
        let top = MARGIN + title.len() as u32 * (LARGE + 5) + 8;
        let body = self.size.1.max(self.legend.len() as u32 * LEGEND_ROW);
        let under = 12 + caption.len() as u32 * (SMALL + 4) + MARGIN;
        let mut scene = Scene::empty(width, top + body + under);
        scene.pixels = if width.max(scene.height) > 4_000 { 1 } else { 2 };
        scene.layers.push(Layer::new("title", lines(&title, MARGIN + LARGE, (LARGE, INK, Face::Serif))));
        for mut layer in self.layers {
            layer.items.iter_mut().for_each(|item| shift(item, (MARGIN as i32, top as i32)));
            scene.layers.push(layer);
        }
        let corner = (MARGIN + self.size.0 + 24, top);
        scene.layers.push(Layer::new("legend", legend_items(&self.legend, corner)));
        let first = top + body + 12 + SMALL;
        scene.layers.push(Layer::new("caption", lines(&caption, first, (SMALL, PALE_INK, Face::Plain))));
        scene.layers.retain(|layer| !layer.items.is_empty());
        scene.alternative = self.alternative;
        scene.title = self.title;
        scene.caption = self.caption;
        scene.legend = self.legend;
        scene
    }
}

/// Lines of text below each other.
fn lines(texts: &[String], first: u32, (size, colour, face): (u32, Colour, Face)) -> Vec<Item> {
    let step = if size == LARGE { LARGE + 5 } else { SMALL + 4 };
    let line = |(n, text): (usize, &String)| {
        let y = (first + n as u32 * step) as i32;
        Item::Label(Label {
            x: MARGIN as i32,
            y,
            text: text.clone(),
            size,
            colour,
            anchor: Anchor::Start,
            face,
        })
    };
    texts.iter().enumerate().map(line).collect()
}

/// Moves a thing.
pub(super) fn shift(item: &mut Item, (dx, dy): (i32, i32)) {
    let moved = |point: &mut (i32, i32)| *point = (point.0 + dx, point.1 + dy);
    let (x, y) = match item {
        Item::Patch(patch) => (&mut patch.x, &mut patch.y),
        Item::Dot(dot) => (&mut dot.x, &mut dot.y),
        Item::Cross(cross) => (&mut cross.x, &mut cross.y),
        Item::Label(label) => (&mut label.x, &mut label.y),
        Item::Raster(raster) => (&mut raster.x, &mut raster.y),
        Item::Line(Line { from, to, .. }) => {
            moved(from);
            return moved(to);
        }
        Item::Path(path) => return path.points.iter_mut().for_each(moved),
    };
    *x += dx;
    *y += dy;
}

/// A text in the middle of a place.
pub(super) fn centred(text: &str, (x, y): (i32, i32), (size, colour): (u32, Colour), face: Face) -> Item {
    Item::Label(Label { x, y, text: text.to_owned(), size, colour, anchor: Anchor::Middle, face })
}

/// A rectangle with a frame.
pub(super) fn framed(
    corner: (i32, i32),
    (width, height): (u32, u32),
    fill: Colour,
    frame: Colour,
) -> [Item; 2] {
    let outer = Patch::filled(corner.0, corner.1, width, height, frame);
    let inner =
        Patch::filled(corner.0 + 1, corner.1 + 1, width.saturating_sub(2), height.saturating_sub(2), fill);
    [Item::Patch(outer), Item::Patch(inner)]
}

/// What a sign means.
pub(super) fn entry(sign: Sign, colour: Colour, text: &str) -> LegendEntry {
    LegendEntry { sign, colour, text: text.to_owned() }
}
