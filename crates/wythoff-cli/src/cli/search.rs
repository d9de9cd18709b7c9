//! Searches through families of games.

use super::LimitArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("question").required(true),
    after_help = "Examples:\n  wythoff search 'kWN^(m)' --for k=1..4 --for m=1..4 --where 'gcd(k,m) = 1' --beatty\n  wythoff search families/blocking.family --with '(2,1)IN'\n  wythoff search W^k --for k=1..12 --automaton --into results\n  wythoff search my.family --each-other -o table.csv\n\nA family is a rule text with choices:\n  for k in 1..10                 a parameter has these values; also {1, 2, 4}, 1..k, {phi, sqrt(2)}\n  where gcd(k, m) > 1            only choices that satisfy this\n  switch diagonal                one of the cases below\n  case plain: move bishop: s = t\n  case wide: move bishop: |s - t| < k\n  case none\n\nExit code 0 if the answer is yes for some member, 1 if it is for none, 2 if the search was stopped or no member has a yes and some are not decided."
)]
pub(crate) struct SearchArguments {
    /// A family: a path to a text with choices (my.family, or a .game file), - to read it from standard input, or a name or notation
    /// of the rulebook with letters for its parameters (modular, W^k, kWN^(m)), whose values --for gives.
    pub(crate) family: String,

    /// Which members have the P-positions of this game?
    #[arg(long = "with", alias = "like", value_name = "GAME", group = "question")]
    pub(crate) like: Option<String>,

    /// Which have a pair of Beatty sequences as P-positions?
    #[arg(long, group = "question")]
    pub(crate) beatty: bool,

    /// Which have an automaton or a periodic tail that is proved?
    #[arg(long, group = "question")]
    pub(crate) automaton: bool,

    /// Which have the same P-positions as each other?
    #[arg(long, group = "question")]
    pub(crate) each_other: bool,

    /// Values of a parameter, such as k=1..10 (both ends included) or 'm={1,2,4}'; instead of those of the text.
    #[arg(long = "for", value_name = "NAME=VALUES")]
    pub(crate) values: Vec<String>,

    /// A condition on the parameters, such as 'gcd(k,m) > 1'.
    #[arg(long = "where", value_name = "FORMULA")]
    pub(crate) conditions: Vec<String>,

    /// With --with and --each-other: compare boards with all piles at most N. [default: 300, or 100 where only the definition can do it]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["beatty", "automaton"])]
    pub(crate) to: Option<String>,

    /// With --beatty: look at the columns x < N. [default: 20000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["like", "automaton", "each_other"])]
    pub(crate) columns: Option<String>,

    /// Keep every result in this folder, one file each; the same command goes on from there if it was ended.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: Option<PathBuf>,

    /// Show only the members for which the answer is yes.
    #[arg(long)]
    pub(crate) found: bool,

    /// Print JSON.
    #[arg(long, conflicts_with_all = ["csv", "format"])]
    pub(crate) json: bool,

    /// How to write the table. [default: what the extension of --output says, else table]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SearchFormat>,

    /// Write to a file, which appears only when it is complete; - is standard output. Without --format, .csv and .json say
    /// the format; .txt and names without an extension hold the table.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What --format csv was.
    #[arg(long, hide = true, conflicts_with = "format")]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// The most time of each member, such as 30s; the search goes on without an answer for it.
    #[arg(long, value_name = "TIME")]
    pub(crate) task_time: Option<String>,
}

/// How the members that were asked about are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchFormat {
    /// Columns, to be read.
    Table,
    /// Comma-separated values.
    Csv,
    /// An object.
    Json,
}
