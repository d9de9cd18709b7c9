//! The papers.

use super::LimitArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff replicate\n  wythoff replicate beta-wythoff\n  wythoff replicate 'beatty-extensions:Theorem 5.2' --level full\n  wythoff replicate T4\n  wythoff replicate --level full -o papers.html\n  wythoff replicate --level deep --checkpoint deep.jsonl\n\nThe papers are beatty-extensions, imitation-nim, beta-wythoff, invariant-games and blocking-wythoff. Proved means: as stated, for piles of all sizes, by claims that the checker confirmed in this run. A theorem about all k agrees, and its detail names the k for which it was proved.\n\nExit code 0: everything came out as it is on record; 1: something did not; 2: no such item, or stopped."
)]
pub(crate) struct ReplicateArguments {
    /// A paper, an item of one (PAPER:ITEM, such as 'invariant-games:Lemma 3'), or a known misprint (T1 to T24). [default: everything]
    #[arg(value_name = "PAPER[:ITEM]")]
    pub(crate) item: Option<String>,

    /// How much to do: seconds, minutes or hours.
    #[arg(long, value_enum, default_value_t = LevelOfReplication::Quick)]
    pub(crate) level: LevelOfReplication,

    /// Write a report; .html (one page that needs no other file), .md or .json says which.
    #[arg(long = "output", short = 'o', alias = "report", value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Keep every result here as it comes; the same command goes on from there if it was ended.
    #[arg(long = "checkpoint", alias = "resume", value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// The most time of each item, such as 30s or 5m; what takes longer is not decided.
    #[arg(long, value_name = "TIME")]
    pub(crate) task_time: Option<String>,
}

/// The levels of `wythoff replicate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelOfReplication {
    /// Seconds.
    Quick,
    /// Minutes.
    Full,
    /// Hours.
    Deep,
}

impl From<LevelOfReplication> for wythoff::replicate::Thoroughness {
    fn from(level: LevelOfReplication) -> Self {
        match level {
            LevelOfReplication::Quick => Self::Quick,
            LevelOfReplication::Full => Self::Full,
            LevelOfReplication::Deep => Self::Deep,
        }
    }
}
