//! `wythoff ask GAME x y`.

use crate::cli::AskArguments;
use crate::game_argument::{game, history, position};
use crate::limits::{budget, budget_of};
use crate::output::{Failure, Message, N, P, STRONG, json, stdout};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;
use wythoff::prove::library::ProvedGame;
use wythoff::report::AnswerReport;
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
    let ways = Ways::of(game.clone());
    let answer = match &arguments.certificate {
        Some(path) => by_certificate(&game, path)?.answer(&position)?,
        None => ways.ask_by(arguments.method.into(), &position, &history, &budget(None, None)?)?,
    };
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &AnswerReport::new(&game, &answer).with_kinship(ways.kinship()))?;
        return Ok(());
    }
    let (style, who) = match answer.outcome {
        Outcome::P => (P, "the previous player wins"),
        Outcome::N => (N, "the next player wins"),
    };
    let name = game.label();
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
    if let Some(same) = &ways.kinship().same_as {
        writeln!(out, "  same as: {same}")?;
    }
    if let Some(why) = &ways.kinship().not_used {
        writeln!(out, "  no theorem: {why}")?;
    }
    Ok(())
}

/// The certificate of a file as a solution of the game, once the checker has confirmed it.
fn by_certificate(game: &Game, path: &Path) -> Result<ProvedGame, Failure> {
    let shown = path.display();
    let budget = budget_of(Duration::from_secs(600), 4 << 30);
    let certificate = super::check::read(path, &budget)?;
    let proved = super::check::proved(certificate, path, &budget)?
        .map_err(|refuted| Message(format!("{shown}: {refuted}")))?;
    let Some(ruleset) = game.ruleset() else {
        return Err(
            Message(format!("{} is played on n piles; certificates are about two", game.name())).into()
        );
    };
    Ok(ProvedGame::new(ruleset, &proved, &shown.to_string())
        .map_err(|e| Message(format!("{shown} cannot answer for {}: {e}", game.name())))?)
}

fn line(out: &mut impl std::io::Write, name: &str, positions: &[Position]) -> Result<(), Failure> {
    if !positions.is_empty() {
        let list: Vec<String> = positions.iter().map(Position::to_string).collect();
        writeln!(out, "  {name}: {}", list.join(" "))?;
    }
    Ok(())
}
