//! What stands around a picture, and how wide it is printed: the same for every kind of picture, since title, caption and legend are layers
//! of their own in each.
//!
//! What is left out leaves no gap: the page is cut to what remains. Title and caption stay in the file as what programs read aloud.

use super::leaf::shift;
use super::scene::{Anchor, Item, Layer, Scene};
use super::sheet::{LARGE, MARGIN, SMALL, caption_items, title_items, width_of, wrapped};
use wythoff_solve::typed::NotTyped;

/// A page with a title or a caption is at least so wide.
const NARROWEST: u32 = 320;

/// What is left out of a picture, and how wide it is printed.
///
/// ```
/// use wythoff_budget::Budget;
/// use wythoff_draw::{Colouring, Drawing, Fitting, PrintWidth, svg};
/// use wythoff_rules::Game;
/// use wythoff_prove::AllWays;
/// use wythoff_solve::Frame;
/// let ways = AllWays::of(Game::named("W^4")?);
/// let scene = Drawing::of(&ways).board(&Frame::small(0, 0, 9, 9), Colouring::Outcome, &Budget::default())?;
/// let (width, height) = (scene.width, scene.height);
/// let fitting = Fitting { no_title: true, no_legend: true, width: Some(PrintWidth::read("8cm", "the width")?), ..Fitting::default() };
/// let fitted = fitting.applied(scene);
/// assert!(fitted.layer("title").is_none() && fitted.layer("legend").is_none() && fitted.layer("caption").is_some());
/// assert!(fitted.width < width && fitted.height < height);
/// assert!(svg::render(&fitted)?.contains(r#"width="80mm""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fitting {
    /// No title.
    pub no_title: bool,
    /// No caption.
    pub no_caption: bool,
    /// No legend.
    pub no_legend: bool,
    /// How wide it is printed; `None` for 96 units to an inch.
    pub width: Option<PrintWidth>,
}

/// How wide a picture is on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrintWidth {
    micrometres: u32,
}

impl PrintWidth {
    /// Reads a length such as `8cm`, `80mm` or `3.1in`; `what` is how it is called.
    ///
    /// # Errors
    /// Any other text, less than a millimetre or more than five metres.
    pub fn read(text: &str, what: &str) -> Result<PrintWidth, NotTyped> {
        let text = text.trim();
        let wrong = || {
            NotTyped(format!(
                "{what} is a length from 1mm to 5m, such as 8cm, 80mm or 3.1in, and {text:?} is none"
            ))
        };
        let letters = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
        let (number, unit) = text.split_at(letters);
        let micrometres = match unit {
            "mm" => 1_000_u64,
            "cm" => 10_000,
            "in" => 25_400,
            "m" => 1_000_000,
            _ => return Err(wrong()),
        };
        let (whole, parts) = number.trim().split_once('.').unwrap_or((number.trim(), ""));
        let digits = format!("{whole}{parts}");
        if whole.is_empty() || digits.len() > 9 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let digits: u64 = digits.parse().map_err(|_| wrong())?;
        let length = digits * micrometres / 10_u64.pow(parts.len() as u32);
        match u32::try_from(length) {
            Ok(micrometres @ 1_000..=5_000_000) => Ok(PrintWidth { micrometres }),
            _ => Err(wrong()),
        }
    }

    /// In thousandths of a millimetre.
    #[must_use]
    pub fn micrometres(self) -> u32 {
        self.micrometres
    }

    /// In points, 72 to an inch.
    pub(super) fn points(self) -> f32 {
        self.micrometres as f32 * 72.0 / 25_400.0
    }

    /// A length that is to another one as `part` is to `whole`, in millimetres.
    pub(super) fn millimetres(self, part: u32, whole: u32) -> String {
        let micrometres = u64::from(self.micrometres) * u64::from(part) / u64::from(whole.max(1));
        let (whole, parts) = (micrometres / 1_000, micrometres % 1_000);
        let text = format!("{whole}.{parts:03}");
        format!("{}mm", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Fitting {
    /// The picture without what is left out, in this width.
    #[must_use]
    pub fn applied(&self, mut scene: Scene) -> Scene {
        scene.print_width = self.width;
        let left_out = [(self.no_title, "title"), (self.no_caption, "caption"), (self.no_legend, "legend")];
        let gone = |layer: &Layer| left_out.iter().any(|(out, name)| *out && layer.name == *name);
        if !scene.layers.iter().any(gone) {
            return scene;
        }
        let said = |layer: &Layer| layer.name == "title" || layer.name == "caption";
        let has = |name: &str| scene.layer(name).is_some_and(|layer| !gone(layer));
        let (title, caption) = (has("title"), has("caption"));
        scene.layers.retain(|layer| !gone(layer) && !said(layer));
        let Some((corner, far)) = extent(&scene.layers) else { return scene };
        let (wide, high) = (far.0.abs_diff(corner.0), far.1.abs_diff(corner.1));
        scene.width = wide + 2 * MARGIN;
        if title || caption {
            scene.width = scene.width.max(NARROWEST);
        }
        let room = scene.width - 2 * MARGIN;
        let lines =
            |there: bool, text: &str, size| if there { wrapped(text, size, room) } else { Vec::new() };
        let (title, caption) = (lines(title, &scene.title, LARGE), lines(caption, &scene.caption, SMALL));
        let above = if title.is_empty() { 0 } else { title.len() as u32 * (LARGE + 5) + 8 };
        let under = if caption.is_empty() { 0 } else { caption.len() as u32 * (SMALL + 4) + 12 };
        scene.height = 2 * MARGIN + above + high + under;
        let by = (MARGIN as i32 - corner.0, (MARGIN + above) as i32 - corner.1);
        scene.layers.iter_mut().flat_map(|layer| &mut layer.items).for_each(|item| shift(item, by));
        scene.layers.insert(0, Layer::new("title", title_items(&title)));
        scene.layers.push(Layer::new("caption", caption_items(&caption, scene.height)));
        scene.layers.retain(|layer| !layer.items.is_empty());
        if self.no_legend {
            scene.legend.clear();
        }
        scene
    }
}

type Corner = (i32, i32);

/// The upper left and the lower right corner of everything.
fn extent(layers: &[Layer]) -> Option<(Corner, Corner)> {
    let boxes = layers.iter().flat_map(|layer| &layer.items).flat_map(corners);
    boxes.fold(None, |whole: Option<(Corner, Corner)>, (x, y)| {
        let (low, high) = whole.unwrap_or(((x, y), (x, y)));
        Some(((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))))
    })
}

/// Points between which a thing lies.
fn corners(item: &Item) -> Vec<Corner> {
    let sized = |(x, y): Corner, (width, height): (u32, u32)| {
        vec![(x, y), (x.saturating_add_unsigned(width), y.saturating_add_unsigned(height))]
    };
    let around = |points: &[Corner], stroke: u32| {
        let half = stroke.div_ceil(2) as i32;
        points.iter().flat_map(|(x, y)| [(x - half, y - half), (x + half, y + half)]).collect()
    };
    match item {
        Item::Patch(patch) => sized((patch.x, patch.y), (patch.width, patch.height)),
        Item::Dot(dot) => sized((dot.x, dot.y), (dot.size, dot.size)),
        Item::Cross(cross) => sized((cross.x, cross.y), (cross.size, cross.size)),
        Item::Raster(raster) => {
            sized((raster.x, raster.y), (raster.columns * raster.cell, raster.rows * raster.cell))
        }
        Item::Line(line) => around(&[line.from, line.to], line.stroke),
        // A head is a little wider than its line.
        Item::Path(path) => around(&path.points, path.stroke + if path.arrow { 8 } else { 0 }),
        Item::Label(label) => {
            let width = width_of(&label.text, label.size) as i32;
            let left = match label.anchor {
                Anchor::Start => label.x,
                Anchor::Middle => label.x - width / 2,
                Anchor::End => label.x - width,
            };
            let size = label.size as i32;
            vec![(left, label.y - size), (left + width, label.y + size / 4)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PrintWidth;

    #[test]
    fn lengths_are_read_exactly_or_refused() {
        let read = |text: &str| PrintWidth::read(text, "the width").map(PrintWidth::micrometres);
        for (text, micrometres) in
            [("8cm", 80_000), ("80 mm", 80_000), ("3.15in", 80_010), ("0.123m", 123_000), ("8.50cm", 85_000)]
        {
            assert_eq!(read(text), Ok(micrometres), "{text}");
        }
        for text in
            ["8", "cm", "8 miles", "-8cm", "0cm", "0.05cm", "6m", "1e3mm", "8.5.1cm", "９cm", ".5cm", ""]
        {
            let why = read(text).map_err(|e| e.to_string());
            assert!(why.is_err_and(|e| e.contains("such as 8cm, 80mm or 3.1in")), "{text}");
        }
        let width = PrintWidth { micrometres: 80_000 };
        assert_eq!((width.millimetres(7, 7), width.millimetres(1, 3)), ("80mm".into(), "26.666mm".into()));
    }
}
