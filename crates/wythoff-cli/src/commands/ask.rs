//! `wythoff ask GAME x y`.

use crate::cli::AskArguments;
use crate::game_argument::{game, history, position};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, N, P, STRONG, json, stdout};
use crate::progress::Progress;
use std::fmt::Write as _;
use std::io::Write as _;
use wythoff::report::AnswerReport;
use wythoff::strategy::reason;
use wythoff::{Outcome, Position, Ways};

pub(crate) fn run(arguments: &AskArguments) -> Result<(), Failure> {
    if arguments.sum {
        return super::sum::run(arguments);
    }
    if let Some(questions) = &arguments.batch {
        return super::batch::run(arguments, questions);
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
    let progress = Progress::begin("answering");
    let answer = match &arguments.certificate {
        Some(path) => super::check::solution(&game, path, &arguments.limits, &progress)?.answer(&position)?,
        None => {
            let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
            ways.ask_by(arguments.method.into(), &position, &history, &budget)?
        }
    };
    drop(progress);
    let mut out = stdout();
    let kinship = ways.kinship_beside(&answer);
    if arguments.json {
        json(&mut out, &AnswerReport::new(&game, &answer).with_kinship(kinship))?;
        return Ok(());
    }
    let mut text = String::new();
    let (style, who) = match answer.outcome {
        Outcome::P => (P, "the previous player wins"),
        Outcome::N => (N, "the next player wins"),
    };
    let name = game.label();
    writeln!(text, "{STRONG}{}{STRONG:#} in {name}, {}", answer.position, game.title())?;
    writeln!(text, "  {style}{}{style:#}: {who}", answer.outcome)?;
    line(&mut text, "winning moves", &answer.winning_moves)?;
    if let Some(few) = &answer.all_but {
        line(&mut text, "winning moves: all options but", few)?;
    }
    line(&mut text, "to forbid", &answer.block)?;
    line(&mut text, "to propose", &answer.propose)?;
    writeln!(text, "  why: {}", reason(&game, &answer))?;
    writeln!(text, "  ground: {}", answer.ground)?;
    if let Some(same) = kinship.and_then(|kinship| kinship.same_as.as_ref()) {
        writeln!(text, "  same as: {same}")?;
    }
    if let Some(why) = kinship.and_then(|kinship| kinship.not_used.as_ref()) {
        writeln!(text, "  no theorem: {why}")?;
    }
    // In one go: a reader at the other end of a pipe is woken once.
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn line(out: &mut String, name: &str, positions: &[Position]) -> Result<(), Failure> {
    if !positions.is_empty() {
        let list: Vec<String> = positions.iter().map(Position::to_string).collect();
        writeln!(out, "  {name}: {}", list.join(" "))?;
    }
    Ok(())
}
