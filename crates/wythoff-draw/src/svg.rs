//! Pictures as SVG: text stays text, layers are groups with a class, a raster is an embedded PNG with crisp edges.

use super::colour::Colour;
use super::error::DrawError;
use super::path::{Eighth, decimal};
use super::png;
use super::scene::{Anchor, Dot, Face, Item, Label, Line, Patch, Path, Raster, Scene};
use std::fmt::Write as _;

/// More rectangles than this make an SVG that viewers are slow with, and far fewer one that is larger than an image of them.
const MOST_RECTANGLES: usize = 5_000;
const MOST_TINY: usize = 500;

/// The text of an SVG file.
///
/// # Errors
/// A raster that cannot be encoded.
pub fn render(scene: &Scene) -> Result<String, DrawError> {
    let (width, height) = (scene.width, scene.height);
    let printed = |units: u32| match scene.print_width {
        Some(printed) => printed.millimetres(units, width),
        None => units.to_string(),
    };
    let (wide, high) = (printed(width), printed(height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&scene.title),
        escaped(&scene.alternative),
    );
    line(&mut out, format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", scene.background));
    for layer in &scene.layers {
        line(&mut out, format_args!("<g class=\"{}\">", escaped(&layer.name)));
        for item in &layer.items {
            write_item(&mut out, item, scene.background)?;
        }
        line(&mut out, format_args!("</g>"));
    }
    out += "</svg>\n";
    Ok(out)
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn write_item(out: &mut String, item: &Item, background: Colour) -> Result<(), DrawError> {
    match item {
        Item::Patch(patch) => write_patch(out, patch),
        Item::Dot(dot) => write_dot(out, dot),
        Item::Cross(cross) => {
            let (x, y, size) = (cross.x, cross.y, cross.size);
            let path = format!("M{x} {y}l{size} {size}m0 -{size}l-{size} {size}");
            let (colour, stroke) = (cross.colour, cross.stroke);
            line(out, format_args!("<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{stroke}\"/>"));
        }
        Item::Line(stroke) => write_line(out, stroke),
        Item::Label(label) => write_label(out, label),
        Item::Raster(raster) => write_raster(out, raster, background)?,
        Item::Path(path) => write_path(out, path),
    }
    Ok(())
}

fn write_patch(out: &mut String, patch: &Patch) {
    let Patch { x, y, width, height, fill } = patch;
    line(
        out,
        format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"),
    );
}

/// A number of halves, as a decimal.
fn halves(n: i64) -> String {
    let whole = n.div_euclid(2);
    if n.rem_euclid(2) == 1 { format!("{whole}.5") } else { whole.to_string() }
}

fn write_dot(out: &mut String, dot: &Dot) {
    let centre = |edge: i32| halves(2 * i64::from(edge) + i64::from(dot.size));
    let (x, y) = (centre(dot.x), centre(dot.y));
    let size = i64::from(dot.size);
    match dot.ring {
        None => line(
            out,
            format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\"/>", halves(size), dot.colour),
        ),
        // The stroke of a circle lies half inside and half outside; the ring is to stay within the square.
        Some(ring) => line(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{ring}\"/>",
                halves(size - i64::from(ring)),
                dot.colour
            ),
        ),
    }
}

fn write_line(out: &mut String, stroke: &Line) {
    let ((a, b), (c, d)) = (stroke.from, stroke.to);
    // Upright lines one unit wide are sharp where pixels begin, not in the middle of them.
    let crisp = if a == c || b == d { " shape-rendering=\"crispEdges\"" } else { "" };
    let (colour, width) = (stroke.colour, stroke.stroke);
    line(
        out,
        format_args!(
            "<line x1=\"{a}\" y1=\"{b}\" x2=\"{c}\" y2=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\"{crisp}/>"
        ),
    );
}

fn write_path(out: &mut String, path: &Path) {
    let mut course = String::new();
    for (n, point) in path.body().into_iter().enumerate() {
        // Of a curve every third point begins a new piece.
        course += match (n, path.curved) {
            (0, _) => "M",
            (1, false) => "L",
            (n, true) if n % 3 == 1 => "C",
            _ => " ",
        };
        course += &written(point);
    }
    if path.closed {
        course.push('Z');
    }
    let fill = path.fill.map_or("none".to_owned(), |colour| colour.to_string());
    let colour = path.colour;
    let dash = path.dash.map_or(String::new(), |dash| format!(" stroke-dasharray=\"{}\"", dash.max(1)));
    let stroke = match path.stroke {
        0 => String::new(),
        width => {
            format!(" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dash}")
        }
    };
    line(out, format_args!("<path d=\"{course}\" fill=\"{fill}\"{stroke}/>"));
    if let Some(head) = path.head() {
        let [tip, left, right] = head.map(written);
        line(out, format_args!("<path d=\"M{tip}L{left} {right}Z\" fill=\"{colour}\"/>"));
    }
}

fn written((x, y): Eighth) -> String {
    format!("{} {}", decimal(x), decimal(y))
}

fn write_label(out: &mut String, label: &Label) {
    let anchor = match label.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let face = match label.face {
        Face::Plain => "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\"",
        Face::Serif => "font-family=\"DejaVu Serif, Georgia, Times New Roman, serif\"",
        Face::Italic => "font-family=\"DejaVu Serif, Georgia, Times New Roman, serif\" font-style=\"italic\"",
    };
    let Label { x, y, size, colour, text, .. } = label;
    line(
        out,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {face} fill=\"{colour}\"{anchor}>{}</text>",
            escaped(text)
        ),
    );
}

/// A raster with few squares that differ from the background is those squares; another one is an embedded PNG.
fn write_raster(out: &mut String, raster: &Raster, background: Colour) -> Result<(), DrawError> {
    let colour = |index: u8| raster.palette.get(usize::from(index)).copied().filter(|c| *c != background);
    let most = if raster.cell > 1 { MOST_RECTANGLES } else { MOST_TINY };
    if raster.squares.iter().filter(|index| colour(**index).is_some()).count() <= most {
        for (at, index) in (0_i64..).zip(&raster.squares) {
            let Some(fill) = colour(*index) else { continue };
            let (columns, cell) = (i64::from(raster.columns), i64::from(raster.cell));
            let x = i64::from(raster.x) + at % columns * cell;
            let y = i64::from(raster.y) + at / columns * cell;
            let side = raster.cell;
            line(
                out,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>"
                ),
            );
        }
        return Ok(());
    }
    let data = base64(&png::embedded(raster)?);
    let (width, height) = (raster.columns * raster.cell, raster.rows * raster.cell);
    line(
        out,
        format_args!(
            "<image x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:optimizeSpeed;image-rendering:crisp-edges;image-rendering:pixelated\" \
             href=\"data:image/png;base64,{data}\"/>",
            raster.x, raster.y
        ),
    );
    Ok(())
}

/// A text as XML holds it. Characters that XML cannot hold are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// The usual spelling of bytes in text.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{base64, escaped};

    #[test]
    fn bytes_are_spelled_as_the_rfc_says() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn titles_cannot_break_out() {
        assert_eq!(escaped("<a \"b\" & c>\u{1}\n"), "&lt;a &quot;b&quot; &amp; c&gt; ");
    }
}
