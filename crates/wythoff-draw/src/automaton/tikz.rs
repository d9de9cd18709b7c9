//! Automata as TikZ with its `automata` library: a document of its own, with the states as nodes that can be moved and renamed.

use super::network::{Network, RADIUS, label_places};
use super::{AutomatonDrawing, DigitRun};
use crate::error::DrawError;
use crate::palette::Palette;
use crate::tikz::spelled;
use std::fmt::Write as _;
use wythoff_rules::position::Position;

/// A TeX document, of an automaton that can be drawn state by state.
pub(super) fn document(
    drawing: &AutomatonDrawing,
    at: Option<&Position>,
    palette: Palette,
) -> Result<String, DrawError> {
    let run = at.map(|at| drawing.run(at)).transpose()?;
    let way = at.zip(run.as_ref()).map(|(at, run)| drawing.describe(at, run) + " ").unwrap_or_default();
    let network = Network::of(drawing);
    let mut out = String::from(
        "\\documentclass[tikz,border=6pt]{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{textcomp}\n\
         \\usetikzlibrary{automata,arrows.meta}\n",
    );
    for (name, colour) in [("back", palette.returning()), ("way", palette.trail())] {
        let code = colour.to_string().trim_start_matches('#').to_uppercase();
        let _ = writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{code}}}");
    }
    out += "\\begin{document}\n\\begin{tikzpicture}[>=Stealth, initial text=, initial distance=8mm,\n  every state/.style={minimum size=10mm, \
            inner sep=1pt},\n  letter/.style={fill=white, inner sep=1pt, font=\\scriptsize, align=center}]\n";
    states(&mut out, drawing, &network, run.as_ref());
    arrows(&mut out, &network, run.as_ref());
    let (width, height) = network.size;
    let words = spelled(&format!("{}. {way}{}", drawing.title(), drawing.caption()));
    let middle = point((width as i32 / 2, height as i32 + 10));
    let _ = writeln!(
        out,
        "  \\node[below, text width={}cm, font=\\footnotesize] at {middle} {{{words}}};",
        centimetres(width.max(300) as i32)
    );
    out += "\\end{tikzpicture}\n\\end{document}\n";
    Ok(out)
}

fn states(out: &mut String, drawing: &AutomatonDrawing, network: &Network, run: Option<&DigitRun>) {
    let dfa = drawing.automaton();
    for (state, place) in network.states.iter().enumerate() {
        let number = state as u32;
        let output = dfa.output(number);
        let mut style = "state".to_owned();
        let phases: Vec<String> = (0..dfa.starts().len())
            .filter(|phase| dfa.starts()[*phase] == number)
            .map(|phase| format!("{phase} mod {}", dfa.starts().len()))
            .collect();
        match (phases.len(), dfa.starts().len()) {
            (0, _) => {}
            (_, 1) => style += ", initial",
            _ => {
                let _ = write!(style, ", initial, initial text={{{}}}", phases.join(", "));
            }
        }
        if output != 0 {
            style += ", accepting";
        }
        if run.is_some_and(|run| run.states.contains(&number)) {
            style += ", draw=way, thick, fill=way!20";
        }
        let name = if output > 1 { format!("{state}/{output}") } else { state.to_string() };
        let _ = writeln!(out, "  \\node[{style}] (q{state}) at {} {{{name}}};", point(*place));
    }
}

fn arrows(out: &mut String, network: &Network, run: Option<&DigitRun>) {
    let places = label_places(network);
    let on_way =
        |from: u32, to: u32| run.is_some_and(|run| run.states.windows(2).any(|pair| pair == [from, to]));
    for (arrow, place) in network.arrows.iter().zip(places) {
        let (style, letter) = match (on_way(arrow.from, arrow.to), arrow.forward) {
            (true, _) => ("->, way, very thick", "letter, text=way"),
            (false, true) => ("->", "letter"),
            (false, false) => ("->, back", "letter, text=back"),
        };
        let text = arrow.lines.iter().map(|line| spelled(line)).collect::<Vec<_>>().join("\\\\");
        if arrow.from == arrow.to {
            let _ = writeln!(
                out,
                "  \\path[{style}] (q{0}) edge[loop above] node[{letter}] {{{text}}} (q{0});",
                arrow.from
            );
            continue;
        }
        let mut course = format!("(q{})", arrow.from);
        if arrow.points.len() > 2 {
            let pieces = arrow.points[1..].chunks_exact(3);
            let count = pieces.len();
            for (n, piece) in pieces.enumerate() {
                let end = if n + 1 == count { format!("(q{})", arrow.to) } else { point(piece[2]) };
                let _ = write!(course, " .. controls {} and {} .. {end}", point(piece[0]), point(piece[1]));
            }
        } else {
            let _ = write!(course, " -- (q{})", arrow.to);
        }
        let _ = writeln!(out, "  \\draw[{style}] {course};");
        let _ = writeln!(out, "  \\node[{letter}] at {} {{{text}}};", point(place));
    }
}

/// A place in centimetres, upwards.
fn point((x, y): (i32, i32)) -> String {
    format!("({},{})", centimetres(x), centimetres(-y))
}

/// Half a centimetre for what is half a state wide.
fn centimetres(units: i32) -> String {
    let hundredths = i64::from(units) * 50 / i64::from(RADIUS);
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

#[cfg(test)]
mod tests {
    use super::centimetres;

    #[test]
    fn lengths_are_centimetres() {
        assert_eq!(centimetres(17), "0.50");
        assert_eq!(centimetres(-34), "-1.00");
    }
}
