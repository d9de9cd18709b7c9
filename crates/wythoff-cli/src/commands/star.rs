//! `wythoff star GAME`, `wythoff star --pair ALPHA`, `wythoff star --pairs FILE`.

use crate::cli::StarArguments;
use crate::game_argument::{game, small};
use crate::limits::{Usual, budget, read_text, shown};
use crate::output::{Failure, Message, STRONG, json, stdout};
use crate::progress::Progress;
use crate::screen::Lines as _;
use std::io::Write as _;
use std::process::ExitCode;
use wythoff::explore::star::{
    BOARD, BadPair, BeattyNumbers, PairSet, RegularStar, Stars, beatty_pair, star_name,
};
use wythoff::report::StarsReport;
use wythoff::{Budget, Ways};

pub(crate) fn run(arguments: &StarArguments) -> Result<ExitCode, Failure> {
    let to = arguments.to.as_deref().map(|text| small(text, "--to", PairSet::LARGEST)).transpose()?;
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let mut out = stdout();
    if let (Some(stars), true) = (arguments.rules, arguments.all_sizes) {
        out.data(at_all_sizes(arguments, stars, &budget)?.text().to_string().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let found = found(arguments, to, &budget)?;
    let code = ExitCode::from(u8::from(!found.realisable.is_yes()));
    let with_stars = |stars: usize| {
        let taken = found.sets.len() - 1;
        found.with_stars(stars).ok_or_else(|| Message(format!("only {taken} stars were taken")))
    };
    if let Some(stars) = arguments.rules {
        let (name, to) = (star_name(stars), found.to);
        let text = with_stars(stars)?.rule_text(&format!("{name} of {}, moves up to {to}", found.name));
        let text = text.ok_or_else(|| {
            Message(format!("{name} has no moves, or too many for a rule text: a smaller --to may help"))
        })?;
        out.data(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(stars) = arguments.list {
        let set = with_stars(stars)?;
        for (x, y) in set.listed() {
            out.data(format!("{x},{y}\n").as_bytes())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.json {
        json(&mut out, &StarsReport::new(&found))?;
        return Ok(code);
    }
    for (i, line) in found.lines().iter().enumerate() {
        match i {
            0 => writeln!(out, "{STRONG}{}{STRONG:#}: {line}", found.name)?,
            _ => writeln!(out, "  {line}")?,
        }
    }
    Ok(code)
}

/// M with so many stars, with automata.
fn at_all_sizes(arguments: &StarArguments, stars: usize, budget: &Budget) -> Result<RegularStar, Failure> {
    let progress = Progress::begin("taking stars");
    if let Some(text) = &arguments.pair {
        return Ok(RegularStar::of_pair(&numbers(text)?, stars, &progress.watch(budget))?);
    }
    let game = game(arguments.game.as_deref().unwrap_or(""))?;
    Ok(RegularStar::of_game(&game, stars, &progress.watch(budget))?)
}

/// A pair of Beatty sequences as it is typed.
fn numbers(text: &str) -> Result<BeattyNumbers, Failure> {
    beatty_pair(text).map_err(|error| match error {
        BadPair::Text(errors) => Failure::from(wythoff::GameError::Rules(errors)),
        other => other.into(),
    })
}

/// What is asked about.
fn found(arguments: &StarArguments, to: Option<u32>, budget: &Budget) -> Result<Stars, Failure> {
    let watched = || {
        let progress = Progress::begin("taking stars");
        let budget = progress.watch(budget);
        (progress, budget)
    };
    if let Some(path) = &arguments.pairs {
        let name = shown(path);
        let set = PairSet::parse(&read_text(path)?, arguments.ordered, to);
        let set = set.map_err(|error| Message(format!("{name}: {error}")))?;
        let (_progress, budget) = watched();
        return Ok(Stars::of_set(&name, &set, &budget)?);
    }
    let to = to.unwrap_or(BOARD);
    if let Some(text) = &arguments.pair {
        let pair = numbers(text)?;
        let (_progress, budget) = watched();
        return Ok(Stars::of_pair(&pair, to, &budget)?);
    }
    let ways = Ways::of(game(arguments.game.as_deref().unwrap_or(""))?);
    let (_progress, budget) = watched();
    Ok(Stars::of_game(&ways, to, &budget)?)
}
