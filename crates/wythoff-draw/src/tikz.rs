//! Pictures as TikZ: a document of the class `standalone` that pdflatex compiles as it is, and whose `tikzpicture` can be copied
//! into a paper. Texts take the fonts of the document; a raster is rectangles, as few as neighbours of one colour allow.

use super::colour::Colour;
use super::error::DrawError;
use super::path::{Eighth, decimal};
use super::scene::{Anchor, Cross, Dot, Face, Item, Label, Line, Patch, Path, Raster, Scene};
use std::fmt::Write as _;

/// TeX is given at most so many rectangles of a raster.
const MOST_RECTANGLES: usize = 20_000;
/// Rectangles that are filled by one command; TeX reads it whole.
const AT_ONCE: usize = 50;

/// The text of a file for TeX.
///
/// # Errors
/// A raster with too many rectangles for TeX.
pub fn render(scene: &Scene) -> Result<String, DrawError> {
    let mut body = Body { text: String::new(), colours: Vec::new() };
    let background = body.colour(scene.background);
    let (width, height) = (scene.width, scene.height);
    body.line(format_args!("\\fill[{background}] (0,0) rectangle ({width},{height});"));
    for layer in &scene.layers {
        body.line(format_args!("% {}", comment(&layer.name)));
        for item in &layer.items {
            body.draw(item, scene.background)?;
        }
    }
    let mut out = format!("% {}\n% {}\n", comment(&scene.title), comment(&scene.alternative));
    out += "\\documentclass[border=0pt]{standalone}\n\\usepackage{tikz}\n";
    for (n, colour) in body.colours.iter().enumerate() {
        let code = colour.to_string().to_uppercase();
        let _ = writeln!(out, "\\definecolor{{w{n}}}{{HTML}}{{{}}}", code.trim_start_matches('#'));
    }
    out += "\\begin{document}\n";
    if let Some(printed) = scene.print_width {
        let _ = writeln!(out, "\\resizebox{{{}}}{{!}}{{%", printed.millimetres(1, 1));
    }
    out += "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,inner sep=0pt,outer sep=0pt,line join=round]\n";
    let _ = writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});");
    out += &body.text;
    out += if scene.print_width.is_some() { "\\end{tikzpicture}}\n" } else { "\\end{tikzpicture}\n" };
    out += "\\end{document}\n";
    Ok(out)
}

/// A text that stays a comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

struct Body {
    text: String,
    colours: Vec<Colour>,
}

impl Body {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{text}");
    }

    /// The name of a colour, in the order in which they first occur.
    fn colour(&mut self, colour: Colour) -> String {
        let known = self.colours.iter().position(|known| *known == colour);
        let n = known.unwrap_or_else(|| {
            self.colours.push(colour);
            self.colours.len() - 1
        });
        format!("w{n}")
    }

    fn draw(&mut self, item: &Item, background: Colour) -> Result<(), DrawError> {
        match item {
            Item::Patch(patch) => self.patch(patch),
            Item::Dot(dot) => self.dot(dot),
            Item::Cross(Cross { x, y, size, stroke, colour }) => {
                let (pen, size) = (self.pen(*colour, *stroke), *size as i32);
                let (right, low) = (x + size, y + size);
                self.line(format_args!(
                    "\\draw[{pen}] ({x},{y}) -- ({right},{low}) ({x},{low}) -- ({right},{y});"
                ));
            }
            Item::Line(Line { from: (a, b), to: (c, d), stroke, colour }) => {
                let pen = self.pen(*colour, *stroke);
                self.line(format_args!("\\draw[{pen}] ({a},{b}) -- ({c},{d});"));
            }
            Item::Label(label) => self.label(label),
            Item::Raster(raster) => self.raster(raster, background)?,
            Item::Path(path) => self.path(path),
        }
        Ok(())
    }

    fn pen(&mut self, colour: Colour, stroke: u32) -> String {
        format!("{},line width={}bp", self.colour(colour), quarters(3 * i64::from(stroke)))
    }

    fn patch(&mut self, patch: &Patch) {
        let colour = self.colour(patch.fill);
        let (x, y) = (patch.x, patch.y);
        let (right, low) = (x + patch.width as i32, y + patch.height as i32);
        self.line(format_args!("\\fill[{colour}] ({x},{y}) rectangle ({right},{low});"));
    }

    fn dot(&mut self, dot: &Dot) {
        let ring = i64::from(dot.ring.unwrap_or(0));
        let size = i64::from(dot.size);
        let middle = |edge: i32| decimal(8 * i64::from(edge) + 4 * size);
        let (x, y) = (middle(dot.x), middle(dot.y));
        // Half of three quarters of a big point for a unit.
        let radius = decimal(3 * (size - ring));
        let how = match dot.ring {
            None => format!("\\fill[{}]", self.colour(dot.colour)),
            Some(ring) => format!("\\draw[{}]", self.pen(dot.colour, ring)),
        };
        self.line(format_args!("{how} ({x},{y}) circle[radius={radius}bp];"));
    }

    fn path(&mut self, path: &Path) {
        let point = |p: &Eighth| format!("({},{})", decimal(p.0), decimal(p.1));
        let points: Vec<String> = path.body().iter().map(point).collect();
        let Some((first, rest)) = points.split_first() else { return };
        let mut course = first.clone();
        match path.curved {
            true => rest.chunks_exact(3).for_each(|p| {
                let _ = write!(course, " .. controls {} and {} .. {}", p[0], p[1], p[2]);
            }),
            false => rest.iter().for_each(|p| {
                let _ = write!(course, " -- {p}");
            }),
        }
        if path.closed {
            course += " -- cycle";
        }
        if let Some(fill) = path.fill {
            let fill = self.colour(fill);
            self.line(format_args!("\\fill[{fill},even odd rule] {course};"));
        }
        if path.stroke > 0 {
            let pen = self.pen(path.colour, path.stroke);
            let dash = path.dash.map_or(String::new(), |dash| {
                let length = quarters(3 * i64::from(dash.max(1)));
                format!(",dash pattern=on {length}bp off {length}bp")
            });
            self.line(format_args!("\\draw[{pen}{dash}] {course};"));
        }
        if let Some(head) = path.head() {
            let colour = self.colour(path.colour);
            let [tip, left, right] = head.each_ref().map(point);
            self.line(format_args!("\\fill[{colour}] {tip} -- {left} -- {right} -- cycle;"));
        }
    }

    fn label(&mut self, label: &Label) {
        let anchor = match label.anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let face = match label.face {
            Face::Plain => "\\sffamily",
            Face::Serif => "\\rmfamily",
            Face::Italic => "\\rmfamily\\itshape",
        };
        let colour = self.colour(label.colour);
        // Letters of TeX are ten points of 1/72.27 inch high; a unit is 3/4 of 1/72 inch.
        let scale = i64::from(label.size) * 753 / 10;
        let scale = format!("{}.{:03}", scale / 1000, scale % 1000);
        let Label { x, y, text, .. } = label;
        let text = spelled(text);
        self.line(format_args!(
            "\\node[{colour},anchor={anchor},scale={scale},font={face}] at ({x},{y}) {{{text}}};"
        ));
    }

    fn raster(&mut self, raster: &Raster, background: Colour) -> Result<(), DrawError> {
        let pieces = pieces(raster, background);
        if pieces.len() > MOST_RECTANGLES {
            return Err(DrawError::TooLarge {
                wanted: format!(
                    "a board of {} x {} squares as {} rectangles for TeX",
                    raster.columns,
                    raster.rows,
                    pieces.len()
                ),
                possible: format!("one of {MOST_RECTANGLES} rectangles, or any board as .pdf,"),
            });
        }
        for same in pieces.chunk_by(|a, b| a.fill == b.fill) {
            let colour = self.colour(same[0].fill);
            for few in same.chunks(AT_ONCE) {
                let rectangle = |p: &Patch| {
                    let (right, low) = (p.x + p.width as i32, p.y + p.height as i32);
                    format!(" ({},{}) rectangle ({right},{low})", p.x, p.y)
                };
                let all: String = few.iter().map(rectangle).collect();
                self.line(format_args!("\\fill[{colour}]{all};"));
            }
        }
        Ok(())
    }
}

/// The squares that differ from the background, neighbours of one colour joined along rows, and equal rows joined upwards; by
/// colour.
fn pieces(raster: &Raster, background: Colour) -> Vec<Patch> {
    let mut done: Vec<Patch> = Vec::new();
    let mut open: Vec<Patch> = Vec::new();
    let cell = raster.cell;
    for (j, row) in (0_u32..).zip(raster.squares.chunks(raster.columns.max(1) as usize)) {
        let y = raster.y + (j * cell) as i32;
        let mut current = Vec::new();
        let mut from = 0_u32;
        for same in row.chunk_by(|a, b| a == b) {
            let colour = raster.palette.get(usize::from(same[0])).copied();
            let (x, width) = (raster.x + (from * cell) as i32, same.len() as u32 * cell);
            from += same.len() as u32;
            let Some(fill) = colour.filter(|colour| *colour != background) else { continue };
            let above = open.iter().position(|p| (p.x, p.width, p.fill) == (x, width, fill));
            match above {
                Some(n) => {
                    let grown = open.swap_remove(n);
                    current.push(Patch { height: grown.height + cell, ..grown });
                }
                None => current.push(Patch::filled(x, y, width, cell, fill)),
            }
        }
        done.append(&mut open);
        open = current;
    }
    done.append(&mut open);
    done.sort_by_key(|p| (p.fill, p.y, p.x));
    done
}

/// A number of quarters, as a decimal.
fn quarters(n: i64) -> String {
    decimal(2 * n)
}

/// A text as TeX reads it.
pub(super) fn spelled(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if let Some((height, digit)) = small_digit(c) {
            let digit = char::from(digit);
            let up = if height == Height::Raised { "super" } else { "sub" };
            let _ = write!(out, "\\text{up}script{{{digit}}}");
            continue;
        }
        match c {
            '\\' => out += "\\textbackslash{}",
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out += "\\textasciicircum{}",
            '~' => out += "\\textasciitilde{}",
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            '"' => out += "\\char34{}",
            // Two of them, and the like, would become other signs.
            '-' | '\'' | '`' | '!' | '?' | ',' => {
                let _ = write!(out, "{c}{{}}");
            }
            ' '..='~' => out.push(c),
            _ => match mathematics(c) {
                Some(sign) => {
                    let _ = write!(out, "${sign}$");
                }
                None => out += &other(c),
            },
        }
    }
    out
}

fn other(c: char) -> String {
    match c {
        '–' => "--".to_owned(),
        '—' => "---".to_owned(),
        '…' => "\\ldots{}".to_owned(),
        '‘' => "`{}".to_owned(),
        '’' => "'{}".to_owned(),
        '“' => "``".to_owned(),
        '”' => "''".to_owned(),
        'ä' | 'ë' | 'ï' | 'ö' | 'ü' | 'é' | 'è' | 'á' | 'à' | 'ó' | 'ß' | 'Ä' | 'Ö' | 'Ü' | 'ç' | 'ñ' => {
            c.to_string()
        }
        _ => in_ascii(&c.to_string()).replace('?', "?{}").replace('^', "\\textasciicircum{}"),
    }
}

fn mathematics(c: char) -> Option<&'static str> {
    const KNOWN: [(char, &str); 37] = [
        ('α', "\\alpha"),
        ('β', "\\beta"),
        ('γ', "\\gamma"),
        ('δ', "\\delta"),
        ('ε', "\\varepsilon"),
        ('ζ', "\\zeta"),
        ('η', "\\eta"),
        ('θ', "\\theta"),
        ('κ', "\\kappa"),
        ('λ', "\\lambda"),
        ('μ', "\\mu"),
        ('ξ', "\\xi"),
        ('π', "\\pi"),
        ('ρ', "\\rho"),
        ('σ', "\\sigma"),
        ('τ', "\\tau"),
        ('φ', "\\varphi"),
        ('ψ', "\\psi"),
        ('ω', "\\omega"),
        ('Δ', "\\Delta"),
        ('Φ', "\\Phi"),
        ('−', "-"),
        ('×', "\\times"),
        ('·', "\\cdot"),
        ('≤', "\\leq"),
        ('≥', "\\geq"),
        ('≠', "\\neq"),
        ('≡', "\\equiv"),
        ('≈', "\\approx"),
        ('∞', "\\infty"),
        ('∈', "\\in"),
        ('→', "\\to"),
        ('√', "\\surd"),
        ('⌊', "\\lfloor"),
        ('⌋', "\\rfloor"),
        ('⌈', "\\lceil"),
        ('⌉', "\\rceil"),
    ];
    KNOWN.iter().find(|(known, _)| *known == c).map(|(_, sign)| *sign)
}

/// Where a digit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Height {
    Raised,
    Lowered,
}

/// A raised or lowered digit, or n, or a raised minus sign.
fn small_digit(c: char) -> Option<(Height, u8)> {
    let digit = |digits: &str| digits.chars().position(|d| d == c).map(|n| b'0' + n as u8);
    match c {
        '⁻' => Some((Height::Raised, b'-')),
        'ⁿ' => Some((Height::Raised, b'n')),
        'ₙ' => Some((Height::Lowered, b'n')),
        _ => None,
    }
    .or_else(|| digit("⁰¹²³⁴⁵⁶⁷⁸⁹").map(|d| (Height::Raised, d)))
    .or_else(|| digit("₀₁₂₃₄₅₆₇₈₉").map(|d| (Height::Lowered, d)))
}

/// A text in ASCII. What has no spelling there is a question mark.
fn in_ascii(text: &str) -> String {
    let mut out = String::new();
    let mut raised = false;
    for c in text.chars() {
        let superscript = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|s| s == c);
        if superscript.is_some() && !raised {
            out.push('^');
        }
        raised = superscript.is_some();
        match (superscript, c) {
            (Some(digit), _) => out += &digit.to_string(),
            (None, ' '..='~') => out.push(c),
            (None, '−' | '–' | '—') => out.push('-'),
            (None, '×') => out.push('x'),
            (None, '·') => out.push('*'),
            (None, '≤') => out += "<=",
            (None, '≥') => out += ">=",
            (None, '≠') => out += "!=",
            (None, '…') => out += "...",
            (None, '“' | '”') => out.push('"'),
            (None, '‘' | '’') => out.push('\''),
            (None, 'φ') => out += "phi",
            (None, 'α') => out += "alpha",
            (None, 'β') => out += "beta",
            (None, 'δ') => out += "delta",
            (None, 'σ') => out += "sigma",
            (None, '→') => out += "->",
            (None, '√') => out += "sqrt",
            (None, '₀'..='₉') => out += &format!("_{}", c as u32 - '₀' as u32),
            (None, 'π') => out += "pi",
            (None, 'à' | 'á' | 'â' | 'ä') => out.push('a'),
            (None, 'è' | 'é' | 'ê' | 'ë') => out.push('e'),
            (None, 'ò' | 'ó' | 'ô' | 'ö') => out.push('o'),
            (None, 'ù' | 'ú' | 'û' | 'ü') => out.push('u'),
            (None, c) if c.is_control() => {}
            (None, _) => out.push('?'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn no_text_is_read_as_a_command() {
        assert_eq!(spelled("\\input{x} $5%"), "\\textbackslash{}input\\{x\\} \\$5\\%");
        assert_eq!(spelled("W⁴: −2 ≤ δ"), "W\\textsuperscript{4}: $-$2 $\\leq$ $\\delta$");
        assert_eq!(spelled("50% → {W_1}"), "50\\% $\\to$ \\{W\\_1\\}");
        assert_eq!(spelled("ζ^~⟂\u{1}"), "$\\zeta$\\textasciicircum{}\\textasciitilde{}?{}");
    }
}
