//! What a set looks like: beams, comparisons, descriptions, stars.

use super::{GAME_HELP, LimitArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff beams W^5\n  wythoff beams W^15 --columns 10^6\n  wythoff beams 'gdwn(p=1,q=2)' --json\n\nA slope is an interval that the data leave open, and an exact number where counts give one or a simple one stands out: a conjecture. Of symmetric games the beams with y >= x are shown."
)]
pub(crate) struct BeamsArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// Look at the columns x < N. N may be 10^6. [default: 100000, or fewer where a board has to be solved]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff compare WN W^1\n  wythoff compare 2WN^2 '2WN^(2)' --to 200\n  wythoff compare my.game other.game --json\n\nExit code 0 if they are equal, by proof or as far as computed; 1 if they are not."
)]
pub(crate) struct CompareArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) first: String,

    /// The game to compare it with.
    #[arg(required_unless_present = "with")]
    pub(crate) second: Option<String>,

    /// The same as SECOND.
    #[arg(long, value_name = "GAME", conflicts_with = "second")]
    pub(crate) with: Option<String>,

    /// Compare boards with all piles at most N. [default: 1000, or 100 where only the definition can do it]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff describe WN\n  wythoff describe W^4\n  wythoff describe my.game -o my.html\n\nWhat is called proved is proved for all sizes; anything else is said with how far it was seen."
)]
pub(crate) struct DescribeArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// How to write it. [default: what the extension of --output says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<PageFormat>,

    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Write to a file, which appears only when it is complete; - is standard output. Without --format, .html (a page with
    /// pictures, which needs no other file) and .json say the format; .txt and names without an extension hold the text.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What --output and --format html were.
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["json", "format", "output"])]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff star WN\n  wythoff star W^2 --json\n  wythoff star --pair 'sqrt(2)'\n  wythoff star --pair pi --list 1 --to 20\n  wythoff star --pair pi --rules 1 --to 50 > dual.game\n  wythoff star WN --rules 1 --all-sizes > star.game\n  wythoff solve WN --to 100 --format csv | wythoff star --pairs -\n\nA game is invariant if its moves M are the same everywhere. M* are its P-positions without (0, 0), taken as moves again. Of such a game M are its own moves, of any other its P-positions, of --pair and --pairs the pairs.\n\nExit code 0 if the set is, by proof or as far as computed, the P-positions of an invariant game; 1 if it is not."
)]
pub(crate) struct StarArguments {
    #[arg(help = GAME_HELP, required_unless_present_any = ["pair", "pairs"], conflicts_with_all = ["pair", "pairs"])]
    pub(crate) game: Option<String>,

    /// The pairs (floor(n*ALPHA), floor(n*BETA)), 1/ALPHA + 1/BETA = 1, of an irrational number above 1, in both orders.
    #[arg(long, value_name = "ALPHA", conflicts_with = "pairs")]
    pub(crate) pair: Option<String>,

    /// The pairs of a file, x,y in every line and in both orders; - reads standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<std::path::PathBuf>,

    /// Take the pairs of the file in the order in which they are written only.
    #[arg(long, requires = "pairs", conflicts_with_all = ["game", "pair"])]
    pub(crate) ordered: bool,

    /// Look at all piles up to N. [default: 300, or the largest number of the file]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// Print the pairs of M with K stars instead, one in a line; --pairs reads them.
    #[arg(long, value_name = "K", conflicts_with = "json")]
    pub(crate) list: Option<usize>,

    /// Print the game whose moves are M with K stars, up to N, as a rule text instead.
    #[arg(long, value_name = "K", conflicts_with_all = ["json", "list"])]
    pub(crate) rules: Option<usize>,

    /// With --rules: the moves at all sizes, as an automaton that the rule text carries. Every star is proved.
    #[arg(long, requires = "rules", conflicts_with_all = ["pairs", "to"])]
    pub(crate) all_sizes: bool,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// How a description is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// Words.
    Text,
    /// A page with pictures, which needs no other file.
    Html,
    /// An object.
    Json,
}
