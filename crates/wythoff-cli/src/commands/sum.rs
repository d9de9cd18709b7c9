//! `wythoff ask --sum 'GAME x y' 'GAME x y' …`.

use crate::cli::AskArguments;
use crate::game_argument::{game, position};
use crate::limits::budget;
use crate::output::{Failure, Message, N, P, STRONG, stdout};
use serde_json::{Value, json};
use std::io::Write as _;
use wythoff::solve::sum::{self, SumAnswer};
use wythoff::{Game, Outcome, Position};

pub(crate) fn run(arguments: &AskArguments) -> Result<(), Failure> {
    let texts = std::iter::once(&arguments.game).chain(&arguments.position);
    let parts: Vec<(Game, Position)> = texts.map(|text| part(text)).collect::<Result<_, _>>()?;
    let borrowed: Vec<(&Game, Position)> = parts.iter().map(|(game, p)| (game, p.clone())).collect();
    let answer = sum::ask(&borrowed, &budget(None, None)?)?;
    let mut out = stdout();
    if arguments.json {
        writeln!(out, "{:#}", json(&parts, &answer))?;
        return Ok(());
    }
    let (style, who) = match answer.outcome {
        Outcome::P => (P, "the previous player wins"),
        Outcome::N => (N, "the next player wins"),
    };
    let named = |(game, position): &(Game, Position)| format!("{} {position}", name(game));
    let title: Vec<String> = parts.iter().map(named).collect();
    writeln!(out, "{STRONG}{}{STRONG:#}", title.join(" + "))?;
    writeln!(out, "  {style}{}{style:#}: {who}", answer.outcome)?;
    for (number, (game, from)) in parts.iter().enumerate() {
        let moves = answer.winning_moves.iter().filter(|(part, _)| *part == number);
        let list: Vec<String> = moves.map(|(_, to)| to.to_string()).collect();
        if !list.is_empty() {
            writeln!(out, "  winning moves from {from} in {}: {}", name(game), list.join(" "))?;
        }
    }
    writeln!(out, "  why: {}", reason(&answer))?;
    writeln!(out, "  ground: the theorem of Sprague and Grundy; Grundy values by the definition of play")?;
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

fn name(game: &Game) -> &str {
    game.notation().unwrap_or(game.name())
}

fn reason(answer: &SumAnswer) -> String {
    let values: Vec<String> = answer.values.iter().map(u32::to_string).collect();
    let sum = format!("the Grundy values {} have nim-sum {}", values.join(", "), answer.value);
    match answer.outcome {
        _ if answer.terminal => "there is no move, so the player to move loses".to_owned(),
        Outcome::P => format!("{sum}, and every move changes it"),
        Outcome::N => format!("{sum}, and a winning move makes it 0"),
    }
}

fn json(parts: &[(Game, Position)], answer: &SumAnswer) -> Value {
    let coordinates =
        |p: &Position| -> Value { p.piles().iter().map(|n| Value::from(n.to_string())).collect() };
    let sum: Vec<Value> = parts
        .iter()
        .zip(&answer.values)
        .map(|((game, p), value)| json!({"game": name(game), "position": coordinates(p), "grundy": value}))
        .collect();
    let moves: Vec<Value> =
        answer.winning_moves.iter().map(|(part, to)| json!({"part": part, "to": coordinates(to)})).collect();
    json!({
        "sum": sum,
        "outcome": answer.outcome.to_string(),
        "grundy": answer.value,
        "winning_moves": moves,
        "terminal": answer.terminal,
        "method": "grundy",
        "reason": reason(answer),
    })
}
