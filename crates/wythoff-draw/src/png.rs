//! Pictures as PNG. A picture that is one raster and nothing else becomes exactly its squares; anything else is painted on a
//! canvas, with edges smoothed by counting sixteen points in every pixel, in whole numbers.

use super::colour::Colour;
use super::error::DrawError;
use super::fitting::PrintWidth;
use super::lettering::{EM, PARTS, glyphs, outline, width};
use super::path::{EIGHTHS, Eighth, dashes};
use super::scene::{Anchor, Cross, Dot, Item, Label, Line, Patch, Path, Raster, Scene};
use png::{BitDepth, ColorType, Compression, Encoder, PixelDimensions, Unit};
use rustc_hash::FxHashMap;
use wythoff_budget::Budget;

/// A painted picture has at most so many pixels.
const MOST_PAINTED: u64 = 1 << 27;
/// A picture of squares only has at most so many.
const MOST_PLAIN: u64 = 1 << 30;

/// The bytes of a PNG file.
///
/// # Errors
/// A picture with too many pixels for the format or the budget.
pub fn render(scene: &Scene, budget: &Budget) -> Result<Vec<u8>, DrawError> {
    if let Some(raster) = only_raster(scene) {
        let (width, height) = (raster.columns * raster.cell, raster.rows * raster.cell);
        let pixels = sized((width, height), MOST_PLAIN)?;
        budget.fits(pixels)?;
        let texts = [("Title", scene.title.as_str()), ("Description", scene.alternative.as_str())];
        return squares(raster, raster.cell, &texts, scene.print_width);
    }
    let scale = match scene.print_width {
        None => scene.pixels.max(1),
        Some(printed) => fine_enough(scene, printed),
    };
    let (width, height) = (scene.width.saturating_mul(scale), scene.height.saturating_mul(scale));
    let pixels = sized((width, height), MOST_PAINTED)?;
    budget.fits(pixels * 4)?;
    let mut canvas = Canvas::new(width, height, scale, scene.background);
    for item in scene.layers.iter().flat_map(|layer| &layer.items) {
        canvas.draw(item);
        budget.poll()?;
    }
    let texts = [("Title", scene.title.as_str()), ("Description", scene.alternative.as_str())];
    let printed = scene.print_width;
    match canvas.numbered() {
        Some((palette, numbers)) => {
            encode((width, height), ColorType::Indexed, Some(palette), &numbers, &texts, printed)
        }
        None => encode((width, height), ColorType::Rgb, None, &canvas.bytes, &texts, printed),
    }
}

/// Pixels to an inch of a picture that is printed.
const PRINTED: u64 = 300;

/// How many pixels a unit has a side for a picture that is printed: as many as paper shows, as far as they fit.
fn fine_enough(scene: &Scene, printed: PrintWidth) -> u32 {
    let wanted =
        (u64::from(printed.micrometres()) * PRINTED).div_ceil(25_400 * u64::from(scene.width.max(1)));
    let pixels = |scale: u64| u64::from(scene.width) * u64::from(scene.height) * scale * scale;
    let fitting = (1..=wanted).rev().find(|scale| pixels(*scale) <= MOST_PAINTED);
    fitting.and_then(|scale| u32::try_from(scale).ok()).unwrap_or(1)
}

fn sized((width, height): (u32, u32), most: u64) -> Result<u64, DrawError> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        return Err(DrawError::Nothing("a picture has at least one pixel".to_owned()));
    }
    if pixels > most {
        return Err(DrawError::TooLarge {
            wanted: format!("a picture of {width} x {height} pixels"),
            possible: format!("one of at most {most} pixels"),
        });
    }
    Ok(pixels)
}

/// The raster of a picture that consists of nothing else.
fn only_raster(scene: &Scene) -> Option<&Raster> {
    let mut items = scene.layers.iter().flat_map(|layer| &layer.items);
    match (items.next(), items.next()) {
        (Some(Item::Raster(raster)), None) => {
            let size = (raster.columns * raster.cell, raster.rows * raster.cell);
            ((raster.x, raster.y) == (0, 0) && size == (scene.width, scene.height)).then_some(raster)
        }
        _ => None,
    }
}

/// An embedded raster has at most so many pixels, unless it has more squares.
const MOST_EMBEDDED: u64 = 1 << 24;

/// A raster as a PNG to be embedded, with several pixels a square: many viewers smooth a picture that they enlarge.
pub(super) fn embedded(raster: &Raster) -> Result<Vec<u8>, DrawError> {
    let size = |zoom: u32| u64::from(raster.columns * zoom) * u64::from(raster.rows * zoom);
    let fits = |zoom: &u32| size(*zoom) <= MOST_EMBEDDED;
    squares(raster, (1..=2 * raster.cell).rev().find(fits).unwrap_or(1), &[], None)
}

/// Squares of `cell` pixels a side. Grey pictures are grey values from 0 for black to 255, others numbers of a palette.
fn squares(
    raster: &Raster,
    cell: u32,
    texts: &[(&str, &str)],
    printed: Option<PrintWidth>,
) -> Result<Vec<u8>, DrawError> {
    let grey = raster.palette.iter().all(|colour| colour.is_grey());
    let shade = |index: u8| match grey {
        true => raster.palette.get(usize::from(index)).map_or(0, |colour| colour.red),
        false => index,
    };
    let (columns, cell) = (raster.columns as usize, cell as usize);
    let mut bytes = Vec::with_capacity(raster.squares.len() * cell * cell);
    for row in raster.squares.chunks(columns.max(1)) {
        let start = bytes.len();
        for &index in row {
            bytes.extend(std::iter::repeat_n(shade(index), cell));
        }
        let end = bytes.len();
        for _ in 1..cell {
            bytes.extend_from_within(start..end);
        }
    }
    let size = (raster.columns * cell as u32, raster.rows * cell as u32);
    if grey {
        return encode(size, ColorType::Grayscale, None, &bytes, texts, printed);
    }
    let palette = raster.palette.iter().flat_map(|c| [c.red, c.green, c.blue]).collect();
    encode(size, ColorType::Indexed, Some(palette), &bytes, texts, printed)
}

fn encode(
    (width, height): (u32, u32),
    kind: ColorType,
    palette: Option<Vec<u8>>,
    bytes: &[u8],
    texts: &[(&str, &str)],
    printed: Option<PrintWidth>,
) -> Result<Vec<u8>, DrawError> {
    let mut out = Vec::new();
    let write = || -> Result<(), png::EncodingError> {
        let mut encoder = Encoder::new(&mut out, width, height);
        encoder.set_color(kind);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        if let Some(printed) = printed {
            let to_a_metre = u64::from(width) * 1_000_000 / u64::from(printed.micrometres());
            let to_a_metre = u32::try_from(to_a_metre).unwrap_or(u32::MAX);
            let unit = Unit::Meter;
            encoder.set_pixel_dims(Some(PixelDimensions { xppu: to_a_metre, yppu: to_a_metre, unit }));
        }
        if let Some(palette) = palette {
            encoder.set_palette(palette);
        }
        for (name, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
            encoder.add_itxt_chunk((*name).to_owned(), (*text).to_owned())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(bytes)?;
        writer.finish()
    };
    write().map_err(|error| DrawError::Encoding(error.to_string()))?;
    Ok(out)
}

/// Points that are counted in a pixel, along each side.
const FINE: i64 = 4;

/// Pixels that are painted on.
struct Canvas {
    width: i64,
    height: i64,
    scale: i64,
    bytes: Vec<u8>,
}

impl Canvas {
    fn new(width: u32, height: u32, scale: u32, background: Colour) -> Canvas {
        let pixel = [background.red, background.green, background.blue];
        let bytes = pixel.repeat(width as usize * height as usize);
        Canvas { width: i64::from(width), height: i64::from(height), scale: i64::from(scale), bytes }
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Patch(patch) => self.patch(patch),
            Item::Dot(dot) => self.dot(dot),
            Item::Cross(cross) => self.cross(cross),
            Item::Line(line) => self.line(line),
            Item::Label(label) => self.label(label),
            Item::Raster(raster) => self.raster(raster),
            Item::Path(path) => self.path(path),
        }
    }

    /// The pixels as numbers of a palette, if 256 colours are enough: a third of the bytes to compress.
    fn numbered(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let mut known: FxHashMap<[u8; 3], u8> = FxHashMap::default();
        let (mut palette, mut numbers) = (Vec::new(), Vec::with_capacity(self.bytes.len() / 3));
        let mut last = None;
        for pixel in self.bytes.as_chunks::<3>().0 {
            let number = match last {
                Some((same, number)) if same == *pixel => number,
                _ => match known.get(pixel) {
                    Some(number) => *number,
                    None => {
                        let number = u8::try_from(known.len()).ok()?;
                        known.insert(*pixel, number);
                        palette.extend_from_slice(pixel);
                        number
                    }
                },
            };
            last = Some((*pixel, number));
            numbers.push(number);
        }
        Some((palette, numbers))
    }

    /// Fills pixels `x0..x1`, `y0..y1`, as far as they are on the canvas.
    fn fill(&mut self, (x0, y0): (i64, i64), (x1, y1): (i64, i64), colour: Colour) {
        let (x0, x1) = (x0.clamp(0, self.width), x1.clamp(0, self.width));
        let pixel = [colour.red, colour.green, colour.blue];
        for y in y0.clamp(0, self.height)..y1.clamp(0, self.height) {
            let row = ((y * self.width + x0) * 3) as usize..((y * self.width + x1.max(x0)) * 3) as usize;
            self.bytes[row].chunks_exact_mut(3).for_each(|place| place.copy_from_slice(&pixel));
        }
    }

    fn patch(&mut self, patch: &Patch) {
        let (x, y) = (i64::from(patch.x) * self.scale, i64::from(patch.y) * self.scale);
        let (width, height) = (i64::from(patch.width) * self.scale, i64::from(patch.height) * self.scale);
        self.fill((x, y), (x + width, y + height), patch.fill);
    }

    /// One row of pixels is made for each row of squares, and copied as often as squares are high.
    fn raster(&mut self, raster: &Raster) {
        let (left, top) = (i64::from(raster.x) * self.scale, i64::from(raster.y) * self.scale);
        let side = i64::from(raster.cell) * self.scale;
        let (from, to) =
            (left.clamp(0, self.width), (left + i64::from(raster.columns) * side).clamp(0, self.width));
        let mut pixels: Vec<u8> = Vec::new();
        for (j, row) in (0_i64..).zip(raster.squares.chunks(raster.columns.max(1) as usize)) {
            pixels.clear();
            for index in row {
                let colour = raster.palette.get(usize::from(*index)).copied().unwrap_or(Colour::WHITE);
                let pixel = [colour.red, colour.green, colour.blue];
                (0..side).for_each(|_| pixels.extend_from_slice(&pixel));
            }
            let shown =
                &pixels[((from - left) * 3) as usize..((to - left) * 3).max((from - left) * 3) as usize];
            for y in (top + j * side).clamp(0, self.height)..(top + (j + 1) * side).clamp(0, self.height) {
                let at = ((y * self.width + from) * 3) as usize;
                self.bytes[at..at + shown.len()].copy_from_slice(shown);
            }
        }
    }

    /// Paints what `inside` says of points that are counted `2 · FINE` to a pixel, within a box of pixels.
    fn smooth(
        &mut self,
        (x0, y0): (i64, i64),
        (x1, y1): (i64, i64),
        colour: Colour,
        inside: &dyn Fn(i64, i64) -> bool,
    ) {
        for y in y0.max(0)..y1.min(self.height) {
            for x in x0.max(0)..x1.min(self.width) {
                let points = (0..FINE * FINE).filter(|n| {
                    let (i, j) = (n % FINE, n / FINE);
                    inside(x * 2 * FINE + 2 * i + 1, y * 2 * FINE + 2 * j + 1)
                });
                let covered = points.count() as u32;
                if covered > 0 {
                    self.blend((y * self.width + x) as usize * 3, colour, covered);
                }
            }
        }
    }

    fn blend(&mut self, at: usize, colour: Colour, covered: u32) {
        let there = Colour::new(self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]);
        let mixed = there.mixed(colour, covered, (FINE * FINE) as u32);
        self.bytes[at..at + 3].copy_from_slice(&[mixed.red, mixed.green, mixed.blue]);
    }

    fn dot(&mut self, dot: &Dot) {
        let fine = 2 * FINE * self.scale;
        let (x, y, size) = (i64::from(dot.x), i64::from(dot.y), i64::from(dot.size));
        // Halves of units are whole numbers of points.
        let (cx, cy) = ((2 * x + size) * fine / 2, (2 * y + size) * fine / 2);
        let outer = size * fine / 2;
        let inner = dot.ring.map_or(-1, |ring| (outer - i64::from(ring) * fine).max(0));
        let corner = (x * self.scale, y * self.scale);
        let far = ((x + size) * self.scale, (y + size) * self.scale);
        self.smooth(corner, far, dot.colour, &|u, v| {
            let distance = (u - cx) * (u - cx) + (v - cy) * (v - cy);
            distance <= outer * outer && (inner < 0 || distance >= inner * inner)
        });
    }

    fn cross(&mut self, cross: &Cross) {
        let size = cross.size as i32;
        let (x, y) = (cross.x, cross.y);
        for (from, to) in [((x, y), (x + size, y + size)), ((x, y + size), (x + size, y))] {
            self.line(&Line { from, to, stroke: cross.stroke, colour: cross.colour });
        }
    }

    fn line(&mut self, line: &Line) {
        let scaled = |(x, y): (i32, i32)| (i64::from(x) * self.scale, i64::from(y) * self.scale);
        let ((a, b), (c, d)) = (scaled(line.from), scaled(line.to));
        let stroke = i64::from(line.stroke) * self.scale;
        let (left, top) = (a.min(c), b.min(d));
        let (right, bottom) = (a.max(c), b.max(d));
        if a == c {
            return self.fill((a - stroke / 2, top), (a - stroke / 2 + stroke, bottom), line.colour);
        }
        if b == d {
            return self.fill((left, b - stroke / 2), (right, b - stroke / 2 + stroke), line.colour);
        }
        let fine = 2 * FINE;
        let (ax, ay, dx, dy) = (a * fine, b * fine, (c - a) * fine, (d - b) * fine);
        let length = dx * dx + dy * dy;
        let half = stroke * FINE;
        let corner = (left - stroke, top - stroke);
        self.smooth(corner, (right + stroke, bottom + stroke), line.colour, &|u, v| {
            let (px, py) = (u - ax, v - ay);
            let along = px * dx + py * dy;
            let across = px * dy - py * dx;
            // Closer to the line than half the stroke, and between its ends.
            (0..=length).contains(&along)
                && i128::from(across) * i128::from(across) <= i128::from(half * half) * i128::from(length)
        });
    }

    fn path(&mut self, path: &Path) {
        // Eighths of a unit are whole numbers of points, since a pixel has as many.
        const { assert!(2 * FINE == EIGHTHS) };
        let scale = self.scale;
        let scaled = |points: &[Eighth]| -> Vec<Eighth> {
            points.iter().map(|(x, y)| (x * scale, y * scale)).collect()
        };
        let course = path.flattened();
        if let Some(colour) = path.fill {
            let mut mask = Mask::around(self, &scaled(&course), 0);
            mask.inside(&scaled(&course));
            mask.paint(self, colour);
        }
        if path.stroke > 0 {
            let half = i64::from(path.stroke) * scale * FINE;
            let mut mask = Mask::around(self, &scaled(&course), half);
            let pieces = match path.dash {
                Some(dash) => dashes(&course, dash),
                None => vec![course],
            };
            for piece in pieces {
                mask.stroke(&scaled(&piece), half, path.closed && path.dash.is_none());
            }
            mask.paint(self, path.colour);
        }
        if let Some(head) = path.head() {
            let mut mask = Mask::around(self, &scaled(&head), 0);
            mask.inside(&scaled(&head));
            mask.paint(self, path.colour);
        }
    }

    fn label(&mut self, label: &Label) {
        let glyphs = glyphs(&label.text, label.face);
        // Parts of a pixel for a part of a unit of the font, as a fraction.
        let (top, bottom) = (i64::from(label.size) * self.scale * INKED, EM * PARTS);
        let (x, y) = (i64::from(label.x) * self.scale * INKED, i64::from(label.y) * self.scale * INKED);
        let all = width(&glyphs) * PARTS * top / bottom;
        let left = match label.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - all / 2,
            Anchor::End => x - all,
        };
        let mut pen = 0;
        for glyph in glyphs {
            let place = |(u, v): &(i64, i64)| {
                (left + ((pen + u) * top).div_euclid(bottom), y - (v * top).div_euclid(bottom))
            };
            let lines: Vec<Vec<(i64, i64)>> =
                outline(glyph).iter().map(|line| line.iter().map(place).collect()).collect();
            self.ink(&lines, label.colour);
            pen += glyph.advance * PARTS;
        }
    }

    /// Paints what closed lines go round, in [`INKED`] parts of a pixel.
    fn ink(&mut self, lines: &[Vec<(i64, i64)>], colour: Colour) {
        let points = || lines.iter().flatten();
        let range = |part: fn(&(i64, i64)) -> i64, most: i64| {
            let (low, high) = points().map(part).fold((i64::MAX, i64::MIN), |(l, h), n| (l.min(n), h.max(n)));
            if low > high {
                0..0
            } else {
                low.div_euclid(INKED).max(0)..(high.div_euclid(INKED) + 1).min(most)
            }
        };
        let (across, down) = (range(|p| p.0, self.width), range(|p| p.1, self.height));
        if across.is_empty() || down.is_empty() {
            return;
        }
        // Where the lines cross rows of points, INK_ROWS of them to a pixel, and whether downwards or upwards.
        let step = INKED / INK_ROWS;
        let rows = down.start * INK_ROWS..down.end * INK_ROWS;
        let mut crossings: Vec<Vec<(i64, i32)>> = vec![Vec::new(); (rows.end - rows.start) as usize];
        for line in lines {
            for (n, a) in line.iter().enumerate() {
                let b = line[(n + 1) % line.len()];
                let (upper, lower, sign) = if a.1 <= b.1 { (*a, b, 1) } else { (b, *a, -1) };
                // The first row of points on or below a height.
                let first = |y: i64| (y - step / 2 + step - 1).div_euclid(step);
                for row in first(upper.1).max(rows.start)..first(lower.1).min(rows.end) {
                    let y = row * step + step / 2;
                    let x = upper.0 + ((lower.0 - upper.0) * (y - upper.1)).div_euclid(lower.1 - upper.1);
                    crossings[(row - rows.start) as usize].push((x, sign));
                }
            }
        }
        let wide = (across.end - across.start) as usize;
        for y in down.clone() {
            let mut covered = vec![0_i64; wide];
            let here = ((y - down.start) * INK_ROWS) as usize;
            for row in &mut crossings[here..here + INK_ROWS as usize] {
                row.sort_unstable();
                let mut winding = 0;
                for pair in row.windows(2) {
                    winding += pair[0].1;
                    if winding != 0 {
                        let (from, to) =
                            (pair[0].0.max(across.start * INKED), pair[1].0.min(across.end * INKED));
                        for x in from.div_euclid(INKED)..=(to - 1).div_euclid(INKED) {
                            let part = to.min((x + 1) * INKED) - from.max(x * INKED);
                            covered[(x - across.start) as usize] += part.max(0);
                        }
                    }
                }
            }
            for (x, covered) in across.clone().zip(covered) {
                // As many shades as edges of other things have.
                let whole = INKED * INK_ROWS;
                let shade = (covered * FINE * FINE + whole / 2) / whole;
                if shade > 0 {
                    self.blend((y * self.width + x) as usize * 3, colour, shade as u32);
                }
            }
        }
    }
}

/// Letters are placed in so many parts of a pixel, and measured in so many rows of it.
const INKED: i64 = 256;
const INK_ROWS: i64 = 16;

/// Which of the sixteen points of each pixel a path covers, so that pieces of it that overlap are painted once.
struct Mask {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
    covered: Vec<u16>,
}

impl Mask {
    /// Nothing yet, within the pixels of the canvas that lie around some points.
    fn around(canvas: &Canvas, points: &[Eighth], margin: i64) -> Mask {
        let pixel = 2 * FINE;
        let span = |part: fn(&Eighth) -> i64, most: i64| {
            let (low, high) =
                points.iter().map(part).fold((i64::MAX, i64::MIN), |(l, h), n| (l.min(n), h.max(n)));
            if low > high {
                return (0, 0);
            }
            let first = (low - margin).div_euclid(pixel).clamp(0, most);
            let after = ((high + margin).div_euclid(pixel) + 1).clamp(0, most);
            (first, (after - first).max(0))
        };
        let ((left, width), (top, height)) = (span(|p| p.0, canvas.width), span(|p| p.1, canvas.height));
        Mask { left, top, width, height, covered: vec![0; (width * height) as usize] }
    }

    /// Covers the points in a row of points from `from` to `to`; rows are counted `FINE` to a pixel.
    fn cover(&mut self, row: i64, from: i64, to: i64) {
        let (y, j) = (row.div_euclid(FINE) - self.top, row.rem_euclid(FINE));
        if !(0..self.height).contains(&y) {
            return;
        }
        // Points lie at odd numbers.
        let first = from.div_euclid(2);
        let after = (to + 1).div_euclid(2);
        let first = first.max(self.left * FINE);
        let after = after.min((self.left + self.width) * FINE);
        for n in first..after {
            let x = n.div_euclid(FINE) - self.left;
            self.covered[(y * self.width + x) as usize] |= 1 << (j * FINE + n.rem_euclid(FINE));
        }
    }

    /// Covers what lies inside a closed line, by the even-odd rule.
    fn inside(&mut self, outline: &[Eighth]) {
        for row in self.top * FINE..(self.top + self.height) * FINE {
            let y = 2 * row + 1;
            let mut crossings: Vec<i64> = Vec::new();
            for (i, a) in outline.iter().enumerate() {
                let b = outline[(i + 1) % outline.len()];
                if (a.1 <= y) != (b.1 <= y) {
                    crossings.push(a.0 + ((b.0 - a.0) * (y - a.1)).div_euclid(b.1 - a.1));
                }
            }
            crossings.sort_unstable();
            for pair in crossings.chunks_exact(2) {
                self.cover(row, pair[0], pair[1]);
            }
        }
    }

    /// Covers a line through points, with round corners and straight ends.
    fn stroke(&mut self, points: &[Eighth], half: i64, closed: bool) {
        for pair in points.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            let length = (bx - ax).pow(2) + (by - ay).pow(2);
            // Half the stroke at right angles to the piece, to the nearest point of a grid that is a thousand times as fine.
            let distance = (length * 1_000_000).isqrt().max(1);
            let (dx, dy) = (half * (by - ay) * 1_000, -half * (bx - ax) * 1_000);
            let corner = |x: i64, y: i64, sign: i64| {
                (x * 1_000 + sign * dx * 1_000 / distance, y * 1_000 + sign * dy * 1_000 / distance)
            };
            self.convex(&[corner(ax, ay, 1), corner(bx, by, 1), corner(bx, by, -1), corner(ax, ay, -1)]);
        }
        let inner =
            if closed { points } else { points.get(1..points.len().saturating_sub(1)).unwrap_or(&[]) };
        for (x, y) in inner {
            for row in (y - half).div_euclid(2)..=(y + half).div_euclid(2) {
                let off = 2 * row + 1 - y;
                if off.abs() <= half {
                    let reach = (half * half - off * off).isqrt();
                    self.cover(row, x - reach, x + reach);
                }
            }
        }
    }

    /// Covers a four-sided shape whose corners are given in thousandths of points.
    fn convex(&mut self, corners: &[Eighth; 4]) {
        let low = corners.iter().map(|p| p.1).min().unwrap_or(0).div_euclid(2_000);
        let high = corners.iter().map(|p| p.1).max().unwrap_or(0).div_euclid(2_000);
        for row in low.max(self.top * FINE)..=high.min((self.top + self.height) * FINE - 1) {
            let y = (2 * row + 1) * 1_000;
            let mut span = (i64::MAX, i64::MIN);
            for (i, a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % 4];
                if (a.1 <= y) != (b.1 <= y) {
                    let x = a.0 + ((b.0 - a.0) * (y - a.1)).div_euclid(b.1 - a.1);
                    span = (span.0.min(x), span.1.max(x));
                }
            }
            if span.0 <= span.1 {
                self.cover(row, -(-span.0).div_euclid(1_000), span.1.div_euclid(1_000));
            }
        }
    }

    fn paint(&self, canvas: &mut Canvas, colour: Colour) {
        for (n, covered) in (0_i64..).zip(&self.covered) {
            if *covered > 0 {
                let (x, y) = (self.left + n % self.width, self.top + n / self.width);
                canvas.blend((y * canvas.width + x) as usize * 3, colour, covered.count_ones());
            }
        }
    }
}
