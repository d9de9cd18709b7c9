//! What a game looks like: beams, forms, equal games, stars, lessons.

use super::request::{Fields, missing};
use super::{Desk, Refusal, Reply};
use crate::report::{
    BeamsReport, DescriptionReport, LearningReport, LessonsReport, LikenessReport, StarsReport,
};
use wythoff_budget::Budget;
use wythoff_explore::beams;
use wythoff_explore::compare::compare_to;
use wythoff_explore::describe::describe as described;
use wythoff_explore::learn::{LearnerStyle, Lesson, NoLesson, WinnerStyle};
use wythoff_explore::star::{BOARD, BadPair, PairSet, Stars, beatty_pair};

/// Boards are not compared beyond this.
const LARGEST: u32 = 10_000_000;

impl From<BadPair> for Refusal {
    fn from(error: BadPair) -> Refusal {
        match error {
            BadPair::Text(errors) => errors.into(),
            BadPair::Limit(limit) => limit.into(),
            other => Refusal::wrong(other.to_string()),
        }
    }
}

impl From<NoLesson> for Refusal {
    fn from(error: NoLesson) -> Refusal {
        match error {
            NoLesson::Limit(limit) => limit.into(),
            other => Refusal::wrong(other.to_string()),
        }
    }
}

/// `beams`.
pub(super) fn beams(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let found = beams::of(&ways, fields.many("columns")?, budget)?;
    Reply::report(&BeamsReport::new(ways.game(), &found))
}

/// `describe`.
pub(super) fn describe(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    Reply::report(&DescriptionReport::new(&described(&ways, budget)?))
}

/// `compare`.
pub(super) fn compare(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let first = desk.ways(fields)?;
    let second = desk.other(fields, "other")?.ok_or_else(|| missing("other"))?;
    let found = compare_to(&first, &second, fields.small("to", LARGEST)?, budget)?;
    Reply::report(&LikenessReport::new(first.game(), second.game(), &found))
}

/// `star`.
pub(super) fn star(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let to = fields.small("to", PairSet::LARGEST)?.unwrap_or(BOARD);
    let found = match fields.text("pair")? {
        Some(pair) => Stars::of_pair(&beatty_pair(&pair)?, to, budget)?,
        None => {
            let ways = desk.ways(fields)?;
            Stars::of_game(&ways, to, budget)?
        }
    };
    Reply::report(&StarsReport::new(&found))
}

/// `learn`.
pub(super) fn learn(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let count =
        |name: &str, most: u32, usual: u32| Ok::<u32, Refusal>(fields.small(name, most)?.unwrap_or(usual));
    let (games, seeds) = (count("games", 10_000, 100)?, count("seeds", 1_000, 10)?);
    let mut lesson = Lesson::of_game(ways.game())?.with_size(count("size", 2_000, 100)?)?;
    let winners = [("concealing", WinnerStyle::Concealing), ("careless", WinnerStyle::Careless)];
    lesson.winner = fields.choice("winner", &winners)?.unwrap_or(WinnerStyle::Concealing);
    let learners = [("plain", LearnerStyle::Plain), ("forbidding", LearnerStyle::Forbidding)];
    lesson.learner = fields.choice("learner", &learners)?.unwrap_or(LearnerStyle::Plain);
    let table = lesson.table(games, seeds, budget)?;
    Reply::report(&LessonsReport { lessons: vec![LearningReport::new(ways.game(), &lesson, &table)] })
}
