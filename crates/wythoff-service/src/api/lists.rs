//! Lists of P-positions, as data and as files, and tables of Grundy values.

use super::answer::method;
use super::request::Fields;
use super::{Desk, Refusal, Reply};
use crate::export::{self, ExportError, Format, Sequence};
use crate::report::{GrundyReport, ListReport, PeriodsReport};
use serde_json::json;
use std::ops::ControlFlow;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::capacity::column_capacity;
use wythoff_solve::grundy::{Grundy, GrundyError};
use wythoff_solve::listing::{Extent, Listing};
use wythoff_solve::stream::StreamError;
use wythoff_solve::typed;
use wythoff_solve::way::Method;
use wythoff_solve::ways::{Lists, Ways};

/// So many squares of each row are looked at for its period, unless something else is said.
const LENGTH: u32 = 4096;
const LONGEST: u32 = 100_000;

impl From<ExportError> for Refusal {
    fn from(error: ExportError) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

fn too_long(most: u32) -> Refusal {
    Refusal::limit(format!("the list has more than {most} positions: ask for less of it"))
}

/// May the list of a board hold more than so many positions by far?
fn may_be_too_long(ways: &Ways, to: u32, most: u32) -> bool {
    let side = u64::from(to) + 1;
    let capacity = match ways.game().ruleset() {
        Some(rules) => column_capacity(rules).unwrap_or(side).min(side),
        // All piles but one can be chosen.
        None => side.saturating_pow(ways.game().piles().saturating_sub(2) as u32),
    };
    side.saturating_mul(capacity) > u64::from(most).saturating_mul(16)
}

/// The list that is asked for.
fn listed(
    ways: &Lists,
    fields: &Fields<'_>,
    most: u32,
    budget: &Budget,
) -> Result<(Vec<Position>, Extent), Refusal> {
    let method = method(fields)?;
    let said = ["to", "first", "columns"].into_iter().filter(|name| fields.value(name).is_some()).count();
    if said != 1 {
        return Err(Refusal::wrong("how much? Say one of `to`, `first` and `columns`"));
    }
    if fields.value("from").is_some() && fields.value("first").is_none() {
        return Err(Refusal::wrong("`from` goes with `first`: it says where that list starts"));
    }
    if fields.value("height").is_some() && fields.value("columns").is_none() {
        return Err(Refusal::wrong("`height` goes with `columns`: it says how high they are"));
    }
    if let Some(to) = fields.small("to", u32::MAX)? {
        if may_be_too_long(ways.ways(), to, most) {
            return Err(too_long(most));
        }
        return Ok((ways.list_to(method, to, budget)?, Extent::To(to)));
    }
    if let Some(first) = fields.small("first", most)? {
        return match fields.text("from")? {
            None => Ok((ways.first(method, first as usize, budget)?, Extent::First(first))),
            Some(_) if !matches!(method, Method::Auto | Method::Beatty | Method::Automaton) => {
                Err(Refusal::wrong("`from` needs a formula: leave `method` out"))
            }
            Some(from) => {
                let from = typed::index(&from)?;
                Ok((ways.list_from(method, &from, first as usize, budget)?, Extent::From(from, first)))
            }
        };
    }
    let until = fields.many("columns")?.unwrap_or(0);
    let (mut stream, extent) = match fields.many("height")? {
        None => (ways.stream(method)?, Extent::Columns(until)),
        Some(height) => (ways.stream_up_to(method, height)?, Extent::ColumnsTo(until, height)),
    };
    let mut positions: Vec<Position> = Vec::new();
    let run = stream.run(until, budget, &mut |x, rows| {
        positions.extend(rows.iter().map(|y| Position::small(&[x, *y])));
        if positions.len() > most as usize { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if positions.len() > most as usize {
        return Err(too_long(most));
    }
    match run {
        Ok(()) => Ok((positions, extent)),
        Err(StreamError::Solve(error)) => Err(error.into()),
        Err(StreamError::Stopped(stopped)) if stopped.limit == Limit::Cancelled => Err(stopped.limit.into()),
        Err(StreamError::Stopped(stopped)) => {
            Err(Refusal::limit(format!("{stopped}; fewer columns are possible")))
        }
    }
}

/// `list`.
pub(super) fn list(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let (ways, most) = (desk.ways(fields)?.lists(fields.flag("all")?), desk.limits().list);
    let (positions, extent) = listed(&ways, fields, most, budget)?;
    if positions.len() > most as usize {
        return Err(too_long(most));
    }
    let listing = Listing { game: ways.ways().game(), half: ways.is_half(), extent, positions: &positions };
    Ok(Reply::data(json!(ListReport::new(&listing))))
}

/// `download`.
pub(super) fn download(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?.lists(fields.flag("all")?);
    let format = fields.required("format")?;
    let format: Format = format.parse().map_err(|_| {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        Refusal::wrong(format!("no format is called {format:?}: known are {}", known.join(", ")))
    })?;
    let names = [("a", Sequence::A), ("b", Sequence::B), ("delta", Sequence::Delta)];
    let sequence = fields.choice("sequence", &names)?;
    if sequence.is_some() && format != Format::Bfile {
        return Err(Refusal::wrong("`sequence` goes with the format bfile"));
    }
    let (positions, extent) = listed(&ways, fields, desk.limits().download, budget)?;
    let listing = Listing { game: ways.ways().game(), half: ways.is_half(), extent, positions: &positions };
    let bytes = match desk.parquet {
        Some(exporter) if format == Format::Parquet => {
            export::all(&mut *exporter(&listing.contents())?, &positions)?
        }
        _ => export::list(&listing, format, sequence.unwrap_or_default())?,
    };
    let media = match format {
        Format::Csv => "text/csv; charset=utf-8",
        Format::Json => "application/json",
        Format::Jsonl => "application/x-ndjson",
        Format::Raw | Format::Parquet => "application/octet-stream",
        Format::Latex => "application/x-tex",
        Format::Table | Format::Bfile => "text/plain; charset=utf-8",
    };
    Ok(Reply::file(media, bytes))
}

/// `grundy`.
pub(super) fn grundy(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let game = ways.game();
    let Some(rules) = game.ruleset() else {
        return Err(Refusal::wrong(format!("{} is not a game on two piles", game.name())));
    };
    let to = fields.small("to", desk.limits().grundy)?.unwrap_or(20);
    let periods = fields.flag("periods")?;
    let length = fields.small("length", LONGEST)?;
    if length.is_some() && !periods {
        return Err(Refusal::wrong(
            "`length` goes with `periods`: it says how much of each row is looked at",
        ));
    }
    let height = u64::from(to) + 1;
    let length = typed::at_least_one(u64::from(length.unwrap_or(LENGTH)), "`length`")?;
    let width = if periods { length } else { height };
    let values = Grundy::solve(rules, width, height, budget).map_err(|error| match error {
        GrundyError::Twist => SolveError::NoGrundy { game: game.name().to_owned() }.into(),
        GrundyError::Stopped(stopped) => Refusal::from(stopped.limit),
        other => Refusal::limit(other.to_string()),
    })?;
    Ok(Reply::data(match periods {
        true => json!(PeriodsReport::new(game, &values)),
        false => json!(GrundyReport::new(game, &values)),
    }))
}
