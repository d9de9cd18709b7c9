//! Pictures of the drawing room, and automata with the way of a position through them.

use super::answer::method;
use super::request::Fields;
use super::window::{colouring, palette};
use super::{Desk, Refusal, Reply};
use crate::automaton::{DEAD, Dfa};
use crate::budget::Budget;
use crate::draw::{
    AutomatonDrawing, Colouring, Drawing, FarLine, LARGEST_CELL, LONGEST_SEQUENCE, PictureFormat, Scene,
    SequenceCurves, family_tree, papers, slope, svg,
};
use crate::export::Sequence;
use crate::prove::load::{LoadError, numeration};
use crate::solve::way::Frame;
use crate::typed;
use crate::ways::Ways;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is drawn if nothing else is said.
const USUAL: u32 = 40;
/// So many terms of a sequence.
const TERMS: u32 = 100;
/// More transitions than this are not listed.
const MOST_EDGES: usize = 20_000;

impl From<LoadError> for Refusal {
    fn from(error: LoadError) -> Refusal {
        match error {
            LoadError::Limit(limit) => limit.into(),
            other => Refusal::wrong(other.to_string()),
        }
    }
}

const FORMATS: [(&str, PictureFormat, &str); 5] = [
    ("svg", PictureFormat::Svg, "image/svg+xml"),
    ("png", PictureFormat::Png, "image/png"),
    ("pdf", PictureFormat::Pdf, "application/pdf"),
    ("tikz", PictureFormat::Tex, "application/x-tex"),
    ("tex", PictureFormat::Tex, "application/x-tex"),
];

/// `draw`.
pub(super) fn draw(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let (format, media) = format(fields)?;
    Ok(Reply::file(media, format.render(&picture(desk, fields, budget)?, budget)?))
}

/// `draw` in an engine that is downloaded, which leaves the other formats out.
pub(super) fn draw_svg(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    match format(fields)? {
        (PictureFormat::Svg, media) => {
            Ok(Reply::file(media, svg::render(&picture(desk, fields, budget)?)?.into_bytes()))
        }
        _ => Err(Refusal::wrong(
            "pictures that are drawn in a page are svg: the program draws png, pdf and tikz, too",
        )),
    }
}

fn format(fields: &Fields<'_>) -> Result<(PictureFormat, &'static str), Refusal> {
    let known: Vec<(&str, (PictureFormat, &'static str))> =
        FORMATS.iter().map(|(name, format, media)| (*name, (*format, *media))).collect();
    Ok(fields.choice("as", &known)?.unwrap_or((PictureFormat::Svg, "image/svg+xml")))
}

fn picture(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Scene, Refusal> {
    Ok(match (fields.text("paper")?, fields.text("figure")?) {
        (Some(paper), Some(figure)) => {
            let figure = papers::find(&paper, &figure).map_err(|e| Refusal::wrong(e.to_string()))?;
            figure.scene(palette(fields)?, budget)?
        }
        (None, None) if fields.flag("family")? => family_tree(palette(fields)?, budget)?,
        (None, None) => scene(desk, &desk.ways(fields)?, fields, budget)?,
        _ => return Err(Refusal::wrong("a figure is said by `paper` and `figure` together")),
    })
}

fn scene(desk: &Desk, ways: &Ways, fields: &Fields<'_>, budget: &Budget) -> Result<Scene, Refusal> {
    let drawing = Drawing {
        ways,
        method: method(fields)?,
        palette: palette(fields)?,
        plain: fields.flag("plain")?,
        cell: fields.small("cell", LARGEST_CELL)?,
    };
    if fields.value("sequence").is_some() {
        return Ok(drawing.sequences(&curves(fields)?, budget)?);
    }
    if fields.flag("residual")? {
        let columns = fields
            .many("columns")?
            .ok_or_else(|| Refusal::wrong("`residual` goes with `columns` or `sequence`"))?;
        return Ok(drawing.residuals(columns, &line(fields)?, budget)?);
    }
    let frame = frame(fields)?;
    if let Some(at) = fields.position("at")? {
        return Ok(drawing.position(&at, frame.as_ref(), budget)?);
    }
    let frame = frame.unwrap_or_else(|| Frame::small(0, 0, USUAL + 1, USUAL + 1));
    if let Some(other) = desk.other(fields, "against")? {
        small_enough(desk, &frame)?;
        return Ok(drawing.against(&other, &frame, budget)?);
    }
    if let Some(size) = fields.small("size", desk.limits().picture)? {
        return Ok(drawing.density(&frame, size, budget)?);
    }
    let colouring = colouring(fields)?.unwrap_or(Colouring::Outcome);
    if colouring != Colouring::Outcome || drawing.plain || drawing.cell.is_some() {
        small_enough(desk, &frame)?;
    }
    Ok(drawing.board(&frame, colouring, budget)?)
}

fn small_enough(desk: &Desk, frame: &Frame) -> Result<(), Refusal> {
    let most = desk.limits().picture;
    match frame.width.max(frame.height) > most {
        true => Err(Refusal::limit(format!(
            "squares are drawn one by one on boards of at most {most} a side: make it smaller"
        ))),
        false => Ok(()),
    }
}

/// The window that is asked for, if one is.
fn frame(fields: &Fields<'_>) -> Result<Option<Frame>, Refusal> {
    const LARGEST: u32 = 1 << 30;
    if let Some(to) = fields.small("to", LARGEST)? {
        return Ok(Some(Frame::small(0, 0, to + 1, to + 1)));
    }
    if let Some(side) = fields.small("columns", LARGEST)? {
        return Ok(Some(Frame::small(0, 0, side, side)));
    }
    Ok(fields.text("window")?.map(|text| typed::window(&text)).transpose()?)
}

fn line(fields: &Fields<'_>) -> Result<FarLine, Refusal> {
    let range = fields.text("range")?.map(|text| typed::range(&text)).transpose()?;
    Ok(FarLine { slope: slope(&fields.required("slope")?)?, logarithmic: fields.flag("log")?, range })
}

fn curves(fields: &Fields<'_>) -> Result<SequenceCurves, Refusal> {
    let known = |name: &str| match name.trim() {
        "a" => Ok(Sequence::A),
        "b" => Ok(Sequence::B),
        "delta" => Ok(Sequence::Delta),
        other => Err(Refusal::wrong(format!("no sequence is called {other:?}: known are a, b and delta"))),
    };
    Ok(SequenceCurves {
        sequences: fields.required("sequence")?.split(',').map(known).collect::<Result<_, _>>()?,
        count: fields.small("first", LONGEST_SEQUENCE.min(100_000))?.unwrap_or(TERMS),
        differences: fields.flag("differences")?,
        slope: fields.text("slope")?.map(|text| slope(&text)).transpose()?,
        residual: fields.flag("residual")?,
        logarithmic: fields.flag("log")?,
    })
}

/// `automaton`.
pub(super) fn automaton(_: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let text = certificate_text(fields, "certificate")?;
    let named = fields.text("numeration")?.map(|name| numeration(&name)).transpose()?;
    let drawing = AutomatonDrawing::read(&text, "the certificate", named.as_ref(), budget)?;
    let at = fields.position("at")?;
    let dfa = drawing.automaton();
    let accepting: Vec<usize> = dfa
        .outputs()
        .iter()
        .enumerate()
        .filter(|(_, output)| **output != 0)
        .map(|(state, _)| state)
        .collect();
    let scene = drawing.scene(at.as_ref(), palette(fields)?, budget)?;
    let picture = svg::render(&scene)?;
    let mut reply = json!({
        "numeration": drawing.numeration().system().name(),
        "tracks": dfa.tracks(),
        "states": dfa.states(),
        "initial": dfa.starts(),
        "accepting": accepting,
        "edges": edges(dfa),
        "readable": drawing.is_readable(),
        "picture": picture,
    });
    if let Some(at) = &at {
        let run = drawing.run(at)?;
        let step = |(digits, state): (&Vec<u32>, Option<&u32>)| json!({"digits": digits, "state": state});
        let states = run.states.iter().skip(1).map(Some).chain(std::iter::repeat(None));
        reply["walk"] = run.letters.iter().zip(states).map(step).collect();
        reply["accepted"] = json!(run.accepted);
    }
    Ok(Reply::data(reply))
}

/// A certificate: as a text, or as the object that such a text holds.
pub(super) fn certificate_text(fields: &Fields<'_>, name: &str) -> Result<String, Refusal> {
    match fields.value(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(object @ Value::Object(_)) => Ok(object.to_string()),
        _ => Err(Refusal::wrong(format!("`{name}` is the text of a certificate"))),
    }
}

/// All transitions, letters with the same ends together; nothing where they are too many to look at.
fn edges(dfa: &Dfa) -> Value {
    let states = dfa.states();
    let (tracks, digits) = (dfa.tracks(), dfa.digit_count());
    let letters = (digits as usize).saturating_pow(tracks as u32);
    if states.saturating_mul(letters) > MOST_EDGES {
        return Value::Null;
    }
    let mut found = Vec::new();
    for state in 0..states as u32 {
        let mut ends: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
        for number in 0..letters {
            let tuple = digits_of(number, tracks, digits as usize);
            let next = dfa.step(state, dfa.letter(&tuple));
            if next != DEAD {
                ends.entry(next).or_default().push(tuple);
            }
        }
        found.extend(
            ends.into_iter().map(|(to, letters)| json!({"from": state, "to": to, "digits": letters})),
        );
    }
    Value::from(found)
}

/// The n-th tuple of digits.
fn digits_of(mut number: usize, tracks: usize, digits: usize) -> Vec<u32> {
    let mut tuple = vec![0; tracks];
    for place in tuple.iter_mut().rev() {
        *place = (number % digits) as u32;
        number /= digits;
    }
    tuple
}
