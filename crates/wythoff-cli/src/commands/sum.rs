//! `wythoff ask --sum 'GAME x y' 'GAME x y' …`.

use crate::cli::AskArguments;
use crate::game_argument::{game, position};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, N, P, STRONG, json, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use wythoff::report::SumReport;
use wythoff::solve::sum;
use wythoff::strategy::sum_reason;
use wythoff::{Game, Outcome, Position};

pub(crate) fn run(arguments: &AskArguments) -> Result<(), Failure> {
    let texts = std::iter::once(&arguments.game).chain(&arguments.position);
    let parts: Vec<(Game, Position)> = texts.map(|text| part(text)).collect::<Result<_, _>>()?;
    let borrowed: Vec<(&Game, Position)> = parts.iter().map(|(game, p)| (game, p.clone())).collect();
    let progress = Progress::begin("adding positions");
    let answer = sum::ask(&borrowed, &progress.watch(&budget(&arguments.limits, Usual::Solving)?))?;
    drop(progress);
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &SumReport::new(&borrowed, &answer))?;
        return Ok(());
    }
    let (style, who) = match answer.outcome {
        Outcome::P => (P, "the previous player wins"),
        Outcome::N => (N, "the next player wins"),
    };
    let named = |(game, position): &(Game, Position)| format!("{} {position}", game.label());
    let title: Vec<String> = parts.iter().map(named).collect();
    writeln!(out, "{STRONG}{}{STRONG:#}", title.join(" + "))?;
    writeln!(out, "  {style}{}{style:#}: {who}", answer.outcome)?;
    for (number, (game, from)) in parts.iter().enumerate() {
        let moves = answer.winning_moves.iter().filter(|(part, _)| *part == number);
        let list: Vec<String> = moves.map(|(_, to)| to.to_string()).collect();
        if !list.is_empty() {
            writeln!(out, "  winning moves from {from} in {}: {}", game.label(), list.join(" "))?;
        }
    }
    writeln!(out, "  why: {}", sum_reason(&answer))?;
    writeln!(out, "  ground: {}", answer.ground)?;
    Ok(())
}

/// `GAME PILE PILE …`: the game ends at the first space outside parentheses; piles may have commas between them.
fn part(text: &str) -> Result<(Game, Position), Failure> {
    let mut depth = 0_i32;
    let end = text.trim_start().find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && c.is_whitespace()
    });
    let (name, piles) = match end {
        Some(end) => text.trim_start().split_at(end),
        None => (text.trim(), ""),
    };
    if name == "-" {
        return Err(Message(
            "a sum cannot read rules from standard input: save them in a .game file".to_owned(),
        )
        .into());
    }
    let game = game(name)?;
    let piles: Vec<String> = piles
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|pile| !pile.is_empty())
        .map(str::to_owned)
        .collect();
    if piles.is_empty() {
        return Err(Message(format!(
            "{text:?} has no piles: write a game and its piles, such as \"WN 3 5\""
        ))
        .into());
    }
    Ok((game, position(&piles)?))
}
