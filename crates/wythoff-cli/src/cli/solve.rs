//! Lists of P-positions.

use super::{GAME_HELP, LimitArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("extent").required(true),
    after_help = "Examples:\n  wythoff solve W^4 --to 60\n  wythoff solve '2x3WN_1' --to 60 --format csv\n  wythoff solve 3WN --first 20 --format bfile --sequence b\n  wythoff solve 'G(alpha_3)' --from 10^30 --first 5\n  wythoff solve W^4 --columns 10^6 --count\n  wythoff solve WN --to 10 --all\n  wythoff solve W^4 --columns 10^7 -o w4.parquet\n  wythoff solve W^4 --columns 10^8 -o w4.raw --checkpoint w4.save\n  wythoff solve short.game --columns 100 --height 1000\n  wythoff solve W^4 --to 30 --format board\n\nExit code 2 if a limit or Ctrl-C stops it. With --columns the file then holds everything before the column that is named."
)]
pub(crate) struct SolveArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// Every P-position with all piles at most N.
    #[arg(long, value_name = "N", group = "extent", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// The first COUNT P-positions in lexicographic order.
    #[arg(long, value_name = "COUNT", group = "extent", allow_negative_numbers = true)]
    pub(crate) first: Option<String>,

    /// Every P-position with the first pile less than N, written while it is found. N may be 10^7.
    #[arg(long, value_name = "N", group = "extent", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,

    /// With --columns: only P-positions with the second pile at most N. Games whose columns have no end need it.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) height: Option<String>,

    /// With --first: start at this index, counted from 0: a number or an expression such as 10^30.
    #[arg(long, value_name = "INDEX", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,

    /// Print only how many P-positions there are. Of symmetric games those with x <= y are counted, and the number says so; with
    /// --all it is the number of all.
    #[arg(long)]
    pub(crate) count: bool,

    /// List and count every order of the piles: both (a, b) and (b, a). Otherwise only x <= y is listed of games that look the same
    /// with their piles exchanged (see `wythoff rules GAME`).
    #[arg(long)]
    pub(crate) all: bool,

    /// How to write the list. [default: what the extension of --output says, else table]
    #[arg(long, value_enum)]
    pub(crate) format: Option<FormatName>,

    /// The same as --format json; with --count, an object with the number.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Which sequence a b-file holds. [default: a]
    #[arg(long, value_enum)]
    pub(crate) sequence: Option<SequenceName>,

    /// Write to a file, which appears only when it is complete; - is standard output. Without --format, .csv, .json, .jsonl,
    /// .tex, .raw, .bin and .parquet say the format, b012345.txt is a b-file, other .txt and names without an extension
    /// hold the table.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Save the state of --columns here from time to time. If the run is ended, even by a crash, the same command goes
    /// on from there and gives the same bytes; a larger N continues a finished run. The output file then grows as it is
    /// written. Not for table, json, latex and parquet.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Seconds between two checkpoints. [default: 10]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) every: Option<u64>,

    /// The way of solving. All of them agree.
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(crate) method: MethodName,

    /// List from this certificate, which is checked first; - reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "method")]
    pub(crate) certificate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// The best that can do it: a theorem, a certificate, the definition where that is quick, columns, a board.
    Auto,
    /// The definition of play, slow and obvious.
    Reference,
    /// A dense board.
    Board,
    /// Only the P-positions, column by column; for games of rook, diagonal and similar moves.
    Columns,
    /// A closed form or recursion that a theorem gives.
    Beatty,
    /// An automaton or a tail that is proved: by a certificate that comes with the program, or now if that is quick.
    Automaton,
}

impl From<MethodName> for wythoff::Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Self::Auto,
            MethodName::Reference => Self::Reference,
            MethodName::Board => Self::Board,
            MethodName::Columns => Self::Columns,
            MethodName::Beatty => Self::Beatty,
            MethodName::Automaton => Self::Automaton,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// Columns n, a_n, b_n, delta_n, as in the papers.
    Table,
    /// Header `x,y`, one position a line.
    Csv,
    /// An object with the game, the board and the list; coordinates are strings.
    Json,
    /// One object a line: {"x":1,"y":2}.
    Jsonl,
    /// An OEIS b-file of one sequence, see --sequence.
    Bfile,
    /// A LaTeX document with the table.
    Latex,
    /// Pairs of little-endian unsigned 64-bit numbers.
    Raw,
    /// Apache Parquet with columns x and y.
    Parquet,
    /// With --to: a small board, in half blocks on a terminal and in ASCII elsewhere.
    Board,
}

impl From<FormatName> for wythoff::export::Format {
    fn from(name: FormatName) -> Self {
        match name {
            // A board is drawn and not listed; who asks for a list of one gets the table.
            FormatName::Table | FormatName::Board => Self::Table,
            FormatName::Csv => Self::Csv,
            FormatName::Json => Self::Json,
            FormatName::Jsonl => Self::Jsonl,
            FormatName::Bfile => Self::Bfile,
            FormatName::Latex => Self::Latex,
            FormatName::Raw => Self::Raw,
            FormatName::Parquet => Self::Parquet,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SequenceName {
    /// The first pile.
    A,
    /// The second pile.
    B,
    /// The second pile less the first.
    Delta,
}

impl From<SequenceName> for wythoff::export::Sequence {
    fn from(name: SequenceName) -> Self {
        match name {
            SequenceName::A => Self::A,
            SequenceName::B => Self::B,
            SequenceName::Delta => Self::Delta,
        }
    }
}
