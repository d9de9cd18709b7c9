//! Pictures of the drawing room, and automata with the way of a position through them.

use super::answer::method;
use super::request::Fields;
use super::window::palette;
use super::{Desk, Refusal, Reply};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wythoff_automata::{DEAD, Dfa};
use wythoff_budget::Budget;
use wythoff_draw::{
    AutomatonDrawing, Colouring, LONGEST_SEQUENCE, OrderFace, PictureFormat, PictureOrder, Scene,
    family_tree, papers, svg,
};
use wythoff_prove::load::{LoadError, numeration};

/// Sequences have at most so many terms.
const MOST_TERMS: u32 = 100_000;
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

/// `draw` in an engine that is downloaded, which leaves the other formats out, and what no page asks for.
pub(super) fn draw_svg(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    if ["paper", "figure", "family"].iter().any(|name| fields.value(name).is_some()) {
        return Err(Refusal::wrong(
            "the program draws figures of papers and families of games, a page does not",
        ));
    }
    match format(fields)? {
        (PictureFormat::Svg, media) => {
            let scene = of_a_game(desk, fields, budget, order(desk, fields)?)?;
            Ok(Reply::file(media, svg::render(&scene)?.into_bytes()))
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
    let figure = match (fields.text("paper")?, fields.text("figure")?) {
        (Some(paper), Some(figure)) => {
            Some(papers::find(&paper, &figure).map_err(|e| Refusal::wrong(e.to_string()))?)
        }
        (None, None) => None,
        _ => return Err(Refusal::wrong("a figure is said by `paper` and `figure` together")),
    };
    let order = order(desk, fields)?;
    let family = fields.flag("family")?;
    if (figure.is_some() || family) && (order.is_about_a_board() || order.at.is_some()) {
        return Err(Refusal::wrong("a figure has its own board: give a game to choose what is shown"));
    }
    if let Some(figure) = figure {
        return Ok(order.fitting(&face(desk))?.applied(figure.scene(palette(fields)?, budget)?));
    }
    if family {
        return Ok(order.fitting(&face(desk))?.applied(family_tree(palette(fields)?, budget)?));
    }
    of_a_game(desk, fields, budget, order)
}

fn of_a_game(
    desk: &Desk,
    fields: &Fields<'_>,
    budget: &Budget,
    order: PictureOrder,
) -> Result<Scene, Refusal> {
    let (subject, palette) = (order.read(&face(desk))?, palette(fields)?);
    let ways = desk.ways(fields)?;
    Ok(subject.scene(&ways, (method(fields)?, palette), budget)?)
}

/// How requests say options, and how much is drawn for them.
fn face(desk: &Desk) -> OrderFace {
    let most = desk.limits().picture;
    OrderFace {
        spelled: |name| format!("`{}`", name.replace('-', "_")),
        widest: most,
        squares: Some(most),
        terms: LONGEST_SEQUENCE.min(MOST_TERMS),
    }
}

fn order(desk: &Desk, fields: &Fields<'_>) -> Result<PictureOrder, Refusal> {
    Ok(PictureOrder {
        to: fields.text("to")?,
        columns: fields.text("columns")?,
        window: fields.text("window")?,
        size: fields.text("size")?,
        cell: fields.text("cell")?,
        plain: fields.flag("plain")?,
        at: fields.position("at")?,
        against: desk.other(fields, "against")?,
        sequence: fields.text("sequence")?,
        first: fields.text("first")?,
        differences: fields.flag("differences")?,
        slope: fields.text("slope")?,
        residual: fields.flag("residual")?,
        range: fields.text("range")?,
        log: fields.flag("log")?,
        no_title: fields.flag("no_title")?,
        no_caption: fields.flag("no_caption")?,
        no_legend: fields.flag("no_legend")?,
        width: fields.text("width")?,
        ..colours(fields)?
    })
}

/// What is said about colours.
fn colours(fields: &Fields<'_>) -> Result<PictureOrder, Refusal> {
    Ok(PictureOrder {
        colouring: fields.text("colouring")?,
        modulus: fields.text("modulus")?,
        strip: fields.text("strip")?,
        ..PictureOrder::default()
    })
}

/// The colouring of squares that a page draws.
pub(super) fn colouring(desk: &Desk, fields: &Fields<'_>) -> Result<Colouring, Refusal> {
    Ok(colours(fields)?.colouring(&face(desk))?)
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
