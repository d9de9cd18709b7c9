//! Sweeps over families of games.

use super::LimitArguments;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    mut_arg("time", |time| time.requires("family")),
    mut_arg("threads", |threads| threads.requires("family")),
    mut_arg("memory", |memory| memory.requires("family").help(
        "The most memory of any one construction of each task. [default: 1G]"
    )),
    after_help = "Examples:\n  wythoff sweep 'W^k' --for k=1..100 --do beams --columns 10^6 --into results\n  wythoff sweep 'kWN^(m)' --for k=1..9 --for m=2,3,5 --where 'gcd(k,m) > 1' --do compare --with WN --into results\n  wythoff sweep my.family --do prove --task-time 60s --into results --shard 3/100     one job of an array of 100\n  wythoff sweep --into results --status\n  wythoff sweep --into results --do beams -o beams.parquet\n\nWhat can be done:\n  count     how many P-positions: --columns N [10000], or --to N\n  beams     the lines at which P-positions gather: --columns N\n  describe  every form that fits\n  prove     look for an automaton or a tail: --to N (the largest board) [20000], --states N [4000], --work N [20000]\n  compare   with a game: --with GAME, --to N [300], --work N [20000]\n  grundy    the periods of the rows of Grundy values: --to N (the last row) [7], --length N [4096]\n  columns   the P-positions of chosen columns: --columns 0..20,1000, --to N (the last row)\n\nFOLDER holds one file for each task, named by a hash of rules, parameters, task and limits. Whatever ends a sweep, the same command goes on; many\nmay write into one folder at the same time. A task that fails or is stopped is recorded with its reason, and is tried again\nwith --retry, or with more time or memory.\n\nExit code 0 if every task has a result, 1 if some failed or were stopped, 2 if the sweep was ended or results could not be kept."
)]
pub(crate) struct SweepArguments {
    /// A family: a path to a text with choices (my.family, or a .game file), - to read it from standard input, or a name or notation
    /// of the rulebook with letters for its parameters (modular, W^k, kWN^(m)), whose values --for gives.
    pub(crate) family: Option<String>,

    /// What is done for each member: count, beams, describe, prove, compare, grundy or columns.
    #[arg(long = "do", value_name = "TASK")]
    pub(crate) chore: Option<String>,

    /// Values of a parameter, such as k=1..10 (both ends included) or m=1,2,4; instead of those of the text.
    #[arg(long = "for", value_name = "NAME=VALUES", requires = "family")]
    pub(crate) values: Vec<String>,

    /// A condition on the parameters, such as 'gcd(k,m) > 1'.
    #[arg(long = "where", value_name = "FORMULA", requires = "family")]
    pub(crate) conditions: Vec<String>,

    /// The folder with one file for each task.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: PathBuf,

    /// With count and beams: look at the columns x < N. With columns: which ones are listed, such as 0..20,1000.
    #[arg(long, value_name = "N", requires = "family", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,

    /// With count and compare the largest pile, with prove the largest board, with grundy and columns the last row.
    #[arg(long, value_name = "N", requires = "family", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// With grundy: so many squares of each row are looked at. [default: 4096]
    #[arg(long, value_name = "N", requires = "family", allow_negative_numbers = true)]
    pub(crate) length: Option<String>,

    /// With prove: the most states of an automaton. [default: 4000]
    #[arg(long, value_name = "N", requires = "family", allow_negative_numbers = true)]
    pub(crate) states: Option<String>,

    /// With prove and compare: how often the search for a proof may ask whether to go on. Unlike a time, it ends at the same place on every
    /// machine. [default: 20000]
    #[arg(long, value_name = "N", requires = "family", allow_negative_numbers = true)]
    pub(crate) work: Option<String>,

    /// With compare: the game that members are compared with.
    #[arg(long, value_name = "GAME", requires = "family")]
    pub(crate) with: Option<String>,

    /// Do only the I-th of N parts, I from 1 to N: every task is in one.
    #[arg(long, value_name = "I/N", requires = "family")]
    pub(crate) shard: Option<String>,

    /// Try again what failed or was stopped.
    #[arg(long, requires = "family")]
    pub(crate) retry: bool,

    /// Make one table of the results, a .csv or .parquet file: of the family after its tasks are done, or of all that is in the folder if no
    /// family is named.
    #[arg(long = "output", short = 'o', alias = "collect", value_name = "FILE")]
    pub(crate) collect: Option<PathBuf>,

    /// Do nothing, and say what is in the folder: of the family, or all of it.
    #[arg(long, conflicts_with_all = ["collect", "retry", "time", "task_time", "threads"])]
    pub(crate) status: bool,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// The most time of each task, such as 30s or 5m; what takes longer is recorded as stopped.
    #[arg(long, value_name = "TIME", requires = "family")]
    pub(crate) task_time: Option<String>,
}
