//! `wythoff learn GAME…`.

use crate::cli::{LearnArguments, LearnerName, WinnerName};
use crate::game_argument::{game, small};
use crate::limits::{Usual, spend};
use crate::output::{Failure, STRONG, json, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use wythoff::explore::learn::{LearnerStyle, Lesson, WinnerStyle};
use wythoff::number::counted;
use wythoff::report::{LearningReport, LessonsReport};

pub(crate) fn run(arguments: &LearnArguments) -> Result<(), Failure> {
    let count = |text: &str, what: &str| small(text, what, u32::MAX);
    let (games, seeds) = (count(&arguments.games, "--games")?, count(&arguments.seeds, "--seeds")?);
    let size = count(&arguments.size, "--to")?;
    let mut out = stdout();
    let mut lessons = Vec::new();
    for (i, text) in arguments.games_to_learn.iter().enumerate() {
        let game = game(text)?;
        let mut lesson = Lesson::of_game(&game)?.with_size(size)?;
        lesson.winner = match arguments.winner {
            WinnerName::Concealing => WinnerStyle::Concealing,
            WinnerName::Careless => WinnerStyle::Careless,
        };
        lesson.learner = match arguments.learner {
            LearnerName::Plain => LearnerStyle::Plain,
            LearnerName::Forbidding => LearnerStyle::Forbidding,
        };
        let progress = Progress::begin("learning");
        let table =
            lesson.table(games, seeds, &progress.watch(&spend(&arguments.limits, Usual::Solving)?))?;
        drop(progress);
        if arguments.json {
            lessons.push(LearningReport::new(&game, &lesson, &table));
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        let (pairs, seeds) = (table.pairs, table.seeds);
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}: {} up to {size}, {}",
            game.label(),
            counted(pairs, "pair"),
            counted(seeds, "seed")
        )?;
        for line in lesson.lines(&table) {
            writeln!(out, "  {line}")?;
        }
    }
    if arguments.json { json(&mut out, &LessonsReport { lessons }) } else { Ok(()) }
}
