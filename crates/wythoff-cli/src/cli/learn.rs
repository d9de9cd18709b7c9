//! What a learner sees.

use super::SpendArguments;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff learn WN\n  wythoff learn '(2,1)WN' '(2,1)IN'\n  wythoff learn '(2,1)WN' --winner careless --learner forbidding --games 1000 --json\n\nThe winner begins, from positions that are drawn, and takes no risks; the learner plays as the paper on Imitation Nim says (4.1.1 to 4.1.3) and keeps what he saw. The table says how many pairs are known after some games: the mean over all seeds, the least and the most, and how many from (0, 0) on without a gap."
)]
pub(crate) struct LearnArguments {
    /// Games: (p,m)-Wythoff Nim or (p,m)-Imitation Nim, by any name, or a path to a .game file.
    #[arg(required = true, value_name = "GAME")]
    pub(crate) games_to_learn: Vec<String>,

    /// How many games are played with every seed.
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) games: String,

    /// How many seeds there are: everything is done once with each.
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) seeds: String,

    /// Games begin with piles up to N.
    #[arg(long = "to", alias = "size", value_name = "N", default_value = "100")]
    pub(crate) size: String,

    /// How the winner chooses among the moves that win.
    #[arg(long, value_enum, default_value_t = WinnerName::Concealing)]
    pub(crate) winner: WinnerName,

    /// What the learner does besides moving.
    #[arg(long, value_enum, default_value_t = LearnerName::Plain)]
    pub(crate) learner: LearnerName,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: SpendArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WinnerName {
    /// The lowest pair of its difference where she can, and the smallest of those.
    Concealing,
    /// Any of them, drawn from the seed.
    Careless,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LearnerName {
    /// Nothing: the strategy of the paper.
    Plain,
    /// In (p,m)-Wythoff Nim he forbids pairs that he knows.
    Forbidding,
}
