//! `wythoff ask GAME x y`.

use crate::cli::AskArguments;
use crate::game_argument::{game, history, position};
use crate::limits::{budget, budget_of};
use crate::output::{Failure, Message, N, P, STRONG, stdout};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;
use wythoff::prove::check::Verdict;
use wythoff::prove::library::ProvedGame;
use wythoff::solve::Answer;
use wythoff::strategy::reason;
use wythoff::{Game, Outcome, Position, Ways};

pub(crate) fn run(arguments: &AskArguments) -> Result<(), Failure> {
    if arguments.sum {
        return super::sum::run(arguments);
    }
    let game = game(&arguments.game)?;
    let position = position(&arguments.position)?;
    let history = match &arguments.history {
        None => Vec::new(),
        Some(_) if !game.has_memory() => {
            return Err(Message(format!("{} has no memory: leave --history out", game.name())).into());
        }
        Some(text) => history(text)?,
    };
    let answer = match &arguments.certificate {
        Some(path) => by_certificate(&game, path)?.answer(&position)?,
        None => Ways::of(game.clone()).ask_by(
            arguments.method.into(),
            &position,
            &history,
            &budget(None, None)?,
        )?,
    };
    let mut out = stdout();
    if arguments.json {
        writeln!(out, "{:#}", json(&game, &answer))?;
        return Ok(());
    }
    let (style, who) = match answer.outcome {
        Outcome::P => (P, "the previous player wins"),
        Outcome::N => (N, "the next player wins"),
    };
    let name = game.notation().unwrap_or(game.name());
    writeln!(out, "{STRONG}{}{STRONG:#} in {name}, {}", answer.position, game.title())?;
    writeln!(out, "  {style}{}{style:#}: {who}", answer.outcome)?;
    line(&mut out, "winning moves", &answer.winning_moves)?;
    if let Some(few) = &answer.all_but {
        line(&mut out, "winning moves: all options but", few)?;
    }
    line(&mut out, "to forbid", &answer.block)?;
    line(&mut out, "to propose", &answer.propose)?;
    writeln!(out, "  why: {}", reason(&game, &answer))?;
    writeln!(out, "  ground: {}", answer.ground)?;
    Ok(())
}

/// The certificate of a file as a solution of the game, once the checker has confirmed it.
fn by_certificate(game: &Game, path: &Path) -> Result<ProvedGame, Failure> {
    let shown = path.display();
    let certificate = super::check::read(path)?;
    let verdict = super::check::verdict(&certificate, path, &budget_of(Duration::from_secs(600), 4 << 30))?;
    if let Verdict::Refuted { x, y } = verdict {
        let wrong = format!("{shown}: refuted: the claim contradicts the rules at ({x}, {y})");
        return Err(Message(wrong).into());
    }
    let Some(ruleset) = game.ruleset() else {
        return Err(
            Message(format!("{} is played on n piles; certificates are about two", game.name())).into()
        );
    };
    Ok(ProvedGame::new(ruleset, certificate, &shown.to_string())
        .map_err(|e| Message(format!("{shown} cannot answer for {}: {e}", game.name())))?)
}

fn line(out: &mut impl std::io::Write, name: &str, positions: &[Position]) -> Result<(), Failure> {
    if !positions.is_empty() {
        let list: Vec<String> = positions.iter().map(Position::to_string).collect();
        writeln!(out, "  {name}: {}", list.join(" "))?;
    }
    Ok(())
}

/// The answer as JSON. Coordinates are strings: they may be longer than any number type.
pub(crate) fn json(game: &Game, answer: &Answer) -> Value {
    let coordinates =
        |p: &Position| -> Value { p.piles().iter().map(|n| Value::from(n.to_string())).collect() };
    let list = |positions: &[Position]| -> Value { positions.iter().map(coordinates).collect() };
    let mut object = json!({
        "game": game.notation().unwrap_or(game.name()),
        "position": coordinates(&answer.position),
        "outcome": answer.outcome.to_string(),
        "winning_moves": list(&answer.winning_moves),
        "block": list(&answer.block),
        "propose": list(&answer.propose),
        "terminal": answer.terminal,
        "method": answer.method,
        "ground": answer.ground.to_string(),
        "reason": reason(game, answer),
    });
    let comply = game.ruleset().is_some_and(|r| matches!(r.twist, wythoff::rules::Twist::Comply(_)));
    if let (false, Some(fields)) = (comply, object.as_object_mut()) {
        fields.shift_remove("propose");
    }
    if let (Some(few), Some(fields)) = (&answer.all_but, object.as_object_mut()) {
        fields.insert("winning_moves_all_but".to_owned(), list(few));
    }
    object
}
