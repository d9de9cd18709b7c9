//! Pictures as PDF: one page as large as the picture, a unit 3/4 of a point if no other width is said, text as text in fonts that are embedded, of which only the
//! letters that occur, a raster as an image of one sample a square that is not smoothed. No dates: the same picture gives the same bytes.

use super::colour::Colour;
use super::error::DrawError;
use super::lettering::{EM, Font, Glyph, fonts, glyphs, width};
use super::path::{EIGHTHS, Eighth};
use super::scene::{Anchor, Cross, Dot, Item, Label, Line, Patch, Path, Raster, Scene};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::{GlyphRemapper, subset};
use wythoff_budget::Budget;

/// Points a side that a page may have.
const LARGEST_PAGE: f32 = 14_400.0;
/// How much work goes into making it small; the balance of zlib.
const COMPRESSION: u8 = 6;
/// The bytes of a PDF file.
///
/// # Errors
/// A raster that does not fit into the budget.
pub fn render(scene: &Scene, budget: &Budget) -> Result<Vec<u8>, DrawError> {
    let [catalog, tree, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    // A font is five objects.
    let font = |n: usize| 10 + 5 * n as i32;
    let image = |n: usize| Ref::new(30 + n as i32);
    let (width, height) = (scene.width as f32, scene.height as f32);
    let wanted = scene.print_width.map_or(0.75, |printed| printed.points() / width.max(1.0));
    let unit = (LARGEST_PAGE / width.max(height).max(1.0)).min(wanted);
    let mut sheet = Sheet { content: Content::new(), rasters: Vec::new(), fonts: Default::default() };
    sheet.content.transform([unit, 0.0, 0.0, -unit, 0.0, height * unit]);
    sheet.fill(scene.background).rect(0.0, 0.0, width, height).fill_nonzero();
    for item in scene.layers.iter().flat_map(|layer| &layer.items) {
        sheet.draw(item);
        budget.poll()?;
    }
    let Sheet { content: drawn, rasters, fonts: subsets } = sheet;
    let used: Vec<(usize, (&Subset, &Font))> = subsets
        .iter()
        .zip(fonts())
        .enumerate()
        .filter(|(_, (subset, _))| !subset.glyphs.is_empty())
        .collect();

    let mut pdf = Pdf::new();
    let mut head = pdf.catalog(catalog);
    head.pages(tree);
    head.viewer_preferences().display_doc_title(true);
    head.finish();
    pdf.pages(tree).kids([page]).count(1);
    let mut about = pdf.document_info(info);
    about.title(TextStr(&scene.title)).subject(TextStr(&scene.alternative)).creator(TextStr("wythoff"));
    about.finish();
    let mut sheet = pdf.page(page);
    sheet.parent(tree).media_box(Rect::new(0.0, 0.0, width * unit, height * unit)).contents(content);
    let mut resources = sheet.resources();
    resources.fonts().pairs(used.iter().map(|(n, _)| (Name(FONTS[*n]), Ref::new(font(*n)))));
    let names: Vec<String> = (0..rasters.len()).map(|n| format!("I{n}")).collect();
    resources.x_objects().pairs(names.iter().enumerate().map(|(n, name)| (Name(name.as_bytes()), image(n))));
    resources.finish();
    sheet.finish();
    for (n, (subset, face)) in used {
        subset.write(&mut pdf, face, font(n))?;
    }
    let bytes = compress_to_vec_zlib(&drawn.finish(), COMPRESSION);
    pdf.stream(content, &bytes).filter(Filter::FlateDecode);
    for (n, raster) in rasters.into_iter().enumerate() {
        budget.fits(raster.squares.len() as u64)?;
        write_image(&mut pdf, image(n), raster);
    }
    Ok(pdf.finish())
}

/// One sample a square, in as few bits as its colours need.
fn write_image(pdf: &mut Pdf, at: Ref, raster: &Raster) {
    let colours = raster.palette.len().clamp(1, 256);
    let bits: u32 = match colours {
        ..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    };
    let mut packed = Vec::new();
    for row in raster.squares.chunks(raster.columns.max(1) as usize) {
        for samples in row.chunks((8 / bits) as usize) {
            let shifted = samples.iter().zip(1..).map(|(sample, n)| sample << (8 - n * bits));
            packed.push(shifted.fold(0, |byte, sample| byte | sample));
        }
    }
    let bytes = compress_to_vec_zlib(&packed, COMPRESSION);
    let lookup: Vec<u8> = raster.palette.iter().take(256).flat_map(|c| [c.red, c.green, c.blue]).collect();
    let mut image = pdf.image_xobject(at, &bytes);
    image.filter(Filter::FlateDecode);
    image.width(raster.columns as i32).height(raster.rows as i32);
    image.color_space().indexed(Name(b"DeviceRGB"), colours as i32 - 1, &lookup);
    image.bits_per_component(bits as i32).interpolate(false);
}

/// A page that is being drawn, in units from the upper left corner.
struct Sheet<'a> {
    content: Content,
    rasters: Vec<&'a Raster>,
    fonts: [Subset; 3],
}

fn parts(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}

fn units((x, y): Eighth) -> (f32, f32) {
    (x as f32 / EIGHTHS as f32, y as f32 / EIGHTHS as f32)
}

impl<'a> Sheet<'a> {
    fn fill(&mut self, colour: Colour) -> &mut Content {
        let [red, green, blue] = parts(colour);
        self.content.set_fill_rgb(red, green, blue)
    }

    fn pen(&mut self, colour: Colour, stroke: u32) -> &mut Content {
        let [red, green, blue] = parts(colour);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(stroke as f32)
    }

    fn draw(&mut self, item: &'a Item) {
        match item {
            Item::Patch(Patch { x, y, width, height, fill }) => {
                let (width, height) = (*width as f32, *height as f32);
                self.fill(*fill).rect(*x as f32, *y as f32, width, height).fill_nonzero();
            }
            Item::Dot(dot) => self.dot(dot),
            Item::Cross(cross) => self.cross(cross),
            Item::Line(line) => self.line(line),
            Item::Label(label) => self.label(label),
            Item::Raster(raster) => self.raster(raster),
            Item::Path(path) => self.path(path),
        }
    }

    fn dot(&mut self, dot: &Dot) {
        /// How far the points lie that a quarter of a circle bends towards, for a radius of 1.
        const BEND: f32 = 0.552_284_8;
        let half = dot.size as f32 / 2.0;
        let (x, y) = (dot.x as f32 + half, dot.y as f32 + half);
        let r = half - dot.ring.map_or(0.0, |ring| ring as f32 / 2.0);
        let b = r * BEND;
        match dot.ring {
            None => self.fill(dot.colour),
            Some(ring) => self.pen(dot.colour, ring),
        }
        .move_to(x + r, y)
        .cubic_to(x + r, y + b, x + b, y + r, x, y + r)
        .cubic_to(x - b, y + r, x - r, y + b, x - r, y)
        .cubic_to(x - r, y - b, x - b, y - r, x, y - r)
        .cubic_to(x + b, y - r, x + r, y - b, x + r, y)
        .close_path();
        match dot.ring {
            None => self.content.fill_nonzero(),
            Some(_) => self.content.stroke(),
        };
    }

    fn cross(&mut self, cross: &Cross) {
        let (x, y, size) = (cross.x as f32, cross.y as f32, cross.size as f32);
        self.pen(cross.colour, cross.stroke).move_to(x, y).line_to(x + size, y + size);
        self.content.move_to(x, y + size).line_to(x + size, y).stroke();
    }

    fn line(&mut self, line: &Line) {
        let ((a, b), (c, d)) = (line.from, line.to);
        self.pen(line.colour, line.stroke).move_to(a as f32, b as f32).line_to(c as f32, d as f32).stroke();
    }

    fn raster(&mut self, raster: &'a Raster) {
        let width = (raster.columns * raster.cell) as f32;
        let height = (raster.rows * raster.cell) as f32;
        let name = format!("I{}", self.rasters.len());
        self.rasters.push(raster);
        self.content
            .save_state()
            .transform([width, 0.0, 0.0, -height, raster.x as f32, raster.y as f32 + height])
            .x_object(Name(name.as_bytes()))
            .restore_state();
    }

    fn path(&mut self, path: &Path) {
        if let Some(fill) = path.fill {
            self.fill(fill);
            self.course(path);
            self.content.fill_even_odd();
        }
        if path.stroke > 0 {
            self.pen(path.colour, path.stroke).set_line_join(LineJoinStyle::RoundJoin);
            if let Some(dash) = path.dash {
                self.content.set_dash_pattern([dash.max(1) as f32], 0.0);
            }
            self.course(path);
            self.content.stroke();
            if path.dash.is_some() {
                self.content.set_dash_pattern([], 0.0);
            }
        }
        if let Some(head) = path.head() {
            let [tip, left, right] = head.map(units);
            self.fill(path.colour).move_to(tip.0, tip.1).line_to(left.0, left.1).line_to(right.0, right.1);
            self.content.close_path().fill_nonzero();
        }
    }

    fn course(&mut self, path: &Path) {
        let points: Vec<(f32, f32)> = path.body().into_iter().map(units).collect();
        let Some((first, rest)) = points.split_first() else { return };
        self.content.move_to(first.0, first.1);
        if path.curved {
            for p in rest.chunks_exact(3) {
                self.content.cubic_to(p[0].0, p[0].1, p[1].0, p[1].1, p[2].0, p[2].1);
            }
        } else {
            rest.iter().for_each(|(x, y)| {
                self.content.line_to(*x, *y);
            });
        }
        if path.closed {
            self.content.close_path();
        }
    }

    fn label(&mut self, label: &Label) {
        let glyphs = glyphs(&label.text, label.face);
        let size = label.size as f32;
        let width = width(&glyphs) as f32 * size / EM as f32;
        let left = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        self.fill(label.colour).begin_text();
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, label.x as f32 - left, label.y as f32]);
        for run in glyphs.chunk_by(|a, b| a.font == b.font) {
            let subset = &mut self.fonts[run[0].font];
            let bytes: Vec<u8> = run.iter().flat_map(|glyph| subset.number(*glyph).to_be_bytes()).collect();
            self.content.set_font(Name(FONTS[run[0].font]), size).show(Str(&bytes));
        }
        self.content.end_text();
    }
}

/// The names of the fonts within a page.
const FONTS: [&[u8]; 3] = [b"F1", b"F2", b"F3"];

/// The glyphs of a font that a picture needs, numbered in the order in which they first occur.
#[derive(Default)]
struct Subset {
    numbers: GlyphRemapper,
    glyphs: Vec<Glyph>,
}

impl Subset {
    fn number(&mut self, glyph: Glyph) -> u16 {
        let number = self.numbers.remap(glyph.id);
        // Number 0 is the sign for what is missing, and always there.
        if usize::from(number) > self.glyphs.len() {
            self.glyphs.push(glyph);
        }
        number
    }

    /// Writes the font: its glyphs, how wide they are, and which characters they stand for.
    fn write(&self, pdf: &mut Pdf, font: &Font, first: i32) -> Result<(), DrawError> {
        let [outer, inner, about, file, letters] = [0, 1, 2, 3, 4].map(|n| Ref::new(first + n));
        let bytes = subset(font.bytes, 0, &self.numbers).map_err(|e| DrawError::Encoding(e.to_string()))?;
        let name = format!("{}+{}", self.tag(), font.name);
        let name = Name(name.as_bytes());
        let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
        let mut whole = pdf.type0_font(outer);
        whole.base_font(name).encoding_predefined(Name(b"Identity-H"));
        whole.descendant_font(inner).to_unicode(letters);
        whole.finish();
        let thousandths = |units: i64| units as f32 * 1000.0 / EM as f32;
        let mut part = pdf.cid_font(inner);
        part.subtype(CidFontType::Type2).base_font(name).system_info(system).font_descriptor(about);
        part.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        part.widths().consecutive(1, self.glyphs.iter().map(|glyph| thousandths(glyph.advance)));
        part.finish();
        let face = &font.face;
        let box_of = face.global_bounding_box();
        let [left, low, right, high] =
            [box_of.x_min, box_of.y_min, box_of.x_max, box_of.y_max].map(|n| thousandths(n.into()));
        let mut flags = FontFlags::SYMBOLIC;
        flags.set(FontFlags::SERIF, font.name.contains("Serif"));
        flags.set(FontFlags::ITALIC, face.is_italic());
        let mut described = pdf.font_descriptor(about);
        described.name(name).flags(flags).bbox(Rect::new(left, low, right, high));
        described.italic_angle(face.italic_angle()).stem_v(80.0).font_file2(file);
        described.ascent(thousandths(face.ascender().into())).descent(thousandths(face.descender().into()));
        described.cap_height(thousandths(face.capital_height().unwrap_or(face.ascender()).into()));
        described.finish();
        let packed = compress_to_vec_zlib(&bytes, COMPRESSION);
        let length = bytes.len() as i32;
        pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
        let mut meant = UnicodeCmap::<u16>::new(Name(b"Letters"), system);
        for (number, glyph) in (1_u16..).zip(&self.glyphs) {
            meant.pair(number, glyph.letter);
        }
        let meant = compress_to_vec_zlib(meant.finish().as_slice(), COMPRESSION);
        pdf.cmap(letters, &meant).filter(Filter::FlateDecode);
        Ok(())
    }

    /// Six letters that tell this choice of glyphs from others, as the format wants them before the name of the font.
    fn tag(&self) -> String {
        let mixed = self.glyphs.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, glyph| {
            (hash ^ u64::from(glyph.id)).wrapping_mul(0x0100_0000_01b3)
        });
        (0..6).map(|n| char::from(b'A' + (mixed / 26_u64.pow(n) % 26) as u8)).collect()
    }
}
