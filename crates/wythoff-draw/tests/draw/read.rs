//! Reads pictures back: pixels of a PNG, rectangles and texts of an SVG.

use wythoff_draw::Colour;

/// A decoded picture.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    rgb: Vec<u8>,
    pub(crate) kind: png::ColorType,
    pub(crate) texts: Vec<(String, String)>,
}

impl Pixels {
    pub(crate) fn read(bytes: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let kind = decoder.read_header_info().unwrap().color_type;
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        let texts = reader.info().utf8_text.iter();
        let texts = texts.map(|t| (t.keyword.clone(), t.get_text().unwrap())).collect();
        let rgb = match info.color_type {
            png::ColorType::Rgb => buffer,
            png::ColorType::Grayscale => buffer.iter().flat_map(|v| [*v; 3]).collect(),
            other => panic!("{other:?}"),
        };
        Pixels { width: info.width, height: info.height, rgb, kind, texts }
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> Colour {
        let at = (y as usize * self.width as usize + x as usize) * 3;
        Colour::new(self.rgb[at], self.rgb[at + 1], self.rgb[at + 2])
    }
}

/// The value of an attribute of the first element in a piece of SVG.
pub(crate) fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
    element[start..].split('"').next()
}

/// The elements of a layer, one a line.
pub(crate) fn layer<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let Some((_, rest)) = svg.split_once(&format!("<g class=\"{name}\">\n")) else { return Vec::new() };
    rest.split("</g>").next().unwrap().lines().collect()
}

/// Rectangles of a layer: left, top, width and colour.
pub(crate) fn rectangles(svg: &str, name: &str) -> Vec<(i64, i64, i64, String)> {
    let number = |element: &str, name: &str| attribute(element, name).unwrap().parse::<i64>().unwrap();
    layer(svg, name)
        .into_iter()
        .filter(|line| line.starts_with("<rect"))
        .map(|line| {
            let fill = attribute(line, "fill").unwrap().to_owned();
            (number(line, "x"), number(line, "y"), number(line, "width"), fill)
        })
        .collect()
}

/// The picture embedded in an SVG, and where it is: left, top and width.
pub(crate) fn embedded(svg: &str) -> Option<(Pixels, [i64; 3])> {
    let line = svg.lines().find(|line| line.starts_with("<image"))?;
    let data = attribute(line, "href")?.strip_prefix("data:image/png;base64,")?;
    let number = |name: &str| attribute(line, name).unwrap().parse().unwrap();
    Some((Pixels::read(&decoded(data)), [number("x"), number("y"), number("width")]))
}

fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        other => panic!("{other}"),
    };
    let (mut bits, mut held, mut out) = (0_u32, 0, Vec::new());
    for c in text.bytes().filter(|c| *c != b'=') {
        bits = bits << 6 | u32::from(value(c));
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    out
}
