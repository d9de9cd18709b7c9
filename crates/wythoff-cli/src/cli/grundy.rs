//! Grundy values.

use super::{GAME_HELP, LimitArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff grundy WN --to 10\n  wythoff grundy 2WN --to 12 --periods\n\nGrundy values belong to games without blocking, comply and memory, in normal play. A period is what the squares that were looked at show: an observation, not a proof."
)]
pub(crate) struct GrundyArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// All piles at most N; with --periods, the rows y = 0 to N.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: String,

    /// Print the additive period of each row y: g(x + period, y) = g(x, y) + increment from x = preperiod on.
    #[arg(long)]
    pub(crate) periods: bool,

    /// How many squares of each row --periods looks at. [default: 4096]
    #[arg(long, value_name = "COUNT", requires = "periods", allow_negative_numbers = true)]
    pub(crate) length: Option<String>,

    /// How to write them. [default: what the extension of --output says, else table]
    #[arg(long, value_enum)]
    pub(crate) format: Option<GrundyFormat>,

    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Write to a file, which appears only when it is complete; - is standard output. Without --format, .csv and .json say
    /// the format; .txt and names without an extension hold the table.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrundyFormat {
    /// A row for every y, x going right.
    Table,
    /// Header `x,y,value`, one square a line.
    Csv,
    /// An object with the rows.
    Json,
}

impl From<GrundyFormat> for wythoff::export::Format {
    fn from(name: GrundyFormat) -> Self {
        match name {
            GrundyFormat::Table => Self::Table,
            GrundyFormat::Csv => Self::Csv,
            GrundyFormat::Json => Self::Json,
        }
    }
}
