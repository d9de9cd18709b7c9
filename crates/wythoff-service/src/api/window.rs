//! Squares near each other, at any size.

use super::picture::colouring;
use super::request::{Fields, missing};
use super::{Desk, Refusal, RefusalKind, Reply};
use serde_json::{Value, json};
use wythoff_budget::Budget;
use wythoff_draw::{Colouring, DrawError, Drawing, Palette};
use wythoff_number::Natural;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::SolveError;
use wythoff_solve::answer::Answer;
use wythoff_solve::way::{Frame, Method, Pane};

/// The window that is asked for.
fn frame(desk: &Desk, fields: &Fields<'_>) -> Result<Frame, Refusal> {
    let most = desk.limits().window;
    let side = |name: &str| -> Result<u32, Refusal> {
        match fields.small(name, most)?.ok_or_else(|| missing(name))? {
            0 => Err(Refusal::wrong(format!("`{name}` is at least 1"))),
            n => Ok(n),
        }
    };
    let pile = |name: &str| -> Result<Natural, Refusal> { fields.pile(name)?.ok_or_else(|| missing(name)) };
    Ok(Frame { x: pile("x")?, y: pile("y")?, width: side("width")?, height: side("height")? })
}

pub(super) fn palette(fields: &Fields<'_>) -> Result<Palette, Refusal> {
    let known = [("usual", Palette::Usual), ("safe", Palette::Safe), ("grey", Palette::Grey)];
    Ok(fields.choice("palette", &known)?.unwrap_or_default())
}

/// `window`.
pub(super) fn window(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    if ways.game().piles() != 2 {
        let name = ways.game().name();
        return Err(Refusal::wrong(format!(
            "{name} is not played on two piles, so it has no board of squares"
        )));
    }
    let (frame, colouring, palette) = (frame(desk, fields)?, colouring(desk, fields)?, palette(fields)?);
    let mut reply = json!({
        "x": frame.x.to_string(), "y": frame.y.to_string(), "width": frame.width, "height": frame.height,
    });
    match solved(&ways, &frame, budget)? {
        Ok(pane) => {
            let answer = about_corner(&ways, &pane, budget)?;
            reply["rows"] = rows(&pane);
            reply["method"] = json!(answer.as_ref().map(|answer| answer.method));
            reply["ground"] = json!(answer.as_ref().map(|answer| &answer.ground));
        }
        Err(why) => {
            reply["rows"] = json!(vec!["?".repeat(frame.width as usize); frame.height as usize]);
            reply["why"] = json!(why);
        }
    }
    // The rows say outcomes already.
    if colouring != Colouring::Outcome {
        paint(&mut reply, &ways, &frame, (colouring, palette), budget)?;
    }
    Ok(Reply::data(reply))
}

/// The squares, or why they are not solved. Only a stop is a failure: what is too large looks unsolved.
pub(super) fn solved(ways: &Ways, frame: &Frame, budget: &Budget) -> Result<Result<Pane, String>, Refusal> {
    match ways.window(Method::Auto, frame, budget) {
        Ok(pane) => Ok(Ok(pane)),
        Err(error) => unsolved(error).map(Err),
    }
}

/// Why something is not solved, if it is no more than too large.
pub(super) fn unsolved(error: SolveError) -> Result<String, Refusal> {
    let refusal = Refusal::from(error.clone());
    match (refusal.kind, &error) {
        (RefusalKind::Limit, _) | (_, SolveError::Method { .. }) => {
            Ok(format!("{error}; a proof, a theorem or smaller piles would do it"))
        }
        _ => Err(refusal),
    }
}

/// What the squares rest on: what a question about one of them rests on, the farthest that exists.
fn about_corner(ways: &Ways, pane: &Pane, budget: &Budget) -> Result<Option<Answer>, Refusal> {
    let frame = pane.frame();
    for (i, j) in [(frame.width, frame.height), (1, frame.height), (frame.width, 1), (1, 1)] {
        if pane.outcome(i - 1, j - 1).is_some() {
            let at = vec![&frame.x + Natural::from(i - 1), &frame.y + Natural::from(j - 1)];
            return match ways.ask(&Position::new(at), &[], budget) {
                Ok(answer) => Ok(Some(answer)),
                Err(error) => unsolved(error).map(|_| None),
            };
        }
    }
    Ok(None)
}

fn rows(pane: &Pane) -> Value {
    let frame = pane.frame();
    let letter = |i: u32, j: u32| match pane.outcome(i, j) {
        Some(Outcome::P) => 'P',
        Some(Outcome::N) => 'N',
        None => '.',
    };
    let row = |j: u32| (0..frame.width).map(|i| letter(i, j)).collect::<String>();
    Value::from((0..frame.height).map(row).collect::<Vec<_>>())
}

/// Adds the drawing room's colours.
fn paint(
    reply: &mut Value,
    ways: &Ways,
    frame: &Frame,
    (colouring, palette): (Colouring, Palette),
    budget: &Budget,
) -> Result<(), Refusal> {
    let drawing = Drawing { palette, ..Drawing::of(ways) };
    let painting = match drawing.paint(frame, colouring, budget) {
        Ok(painting) => painting,
        Err(DrawError::Solve(error)) => {
            reply["why"] = json!(unsolved(error)?);
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let levels: Vec<Value> = painting
        .counts()
        .iter()
        .map(|(kind, _)| json!({"name": kind.text, "colour": kind.colour.to_string()}))
        .collect();
    let row = |j: u32| (0..frame.width).map(|i| painting.level(i, j)).collect::<Vec<_>>();
    reply["colours"] = json!((0..frame.height).map(row).collect::<Vec<_>>());
    reply["levels"] = Value::from(levels);
    if (0..frame.width).any(|i| (0..frame.height).any(|j| painting.number(i, j).is_some())) {
        let row = |j: u32| (0..frame.width).map(|i| painting.number(i, j)).collect::<Vec<_>>();
        reply["numbers"] = json!((0..frame.height).map(row).collect::<Vec<_>>());
    }
    Ok(())
}
