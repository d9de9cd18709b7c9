//! What can be typed: definitions only.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The laboratory for Wythoff-type games.
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    max_term_width = 110,
    after_help = "Start with `wythoff games`, then `wythoff rules W^4` and `wythoff ask W^4 11 28`."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games of the rulebook.
    Games(GamesArguments),
    /// Show the rules of a game: in words, as a text, its source, and what is known.
    Rules(RulesArguments),
    /// List P-positions.
    Solve(SolveArguments),
    /// Ask about a position: who wins, by which moves, and why.
    Ask(AskArguments),
    /// Play against the perfect player.
    Play(PlayArguments),
    /// Print a completion script for a shell.
    Completions(CompletionsArguments),
}

const GAME_HELP: &str = "\
A game: a notation (W^4, 2WN^(3)), a name with parameters (modular(k=2,m=3)), a path to a .game file (my.game, or \
my.game(k=2) if it has parameters), or - to read the rules from standard input";

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wythoff games")]
pub(crate) struct GamesArguments {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff rules '2WN^(3)'\n  wythoff rules shifted\n  wythoff rules my.game"
)]
pub(crate) struct RulesArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,
}

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("extent").required(true),
    after_help = "Examples:\n  wythoff solve W^4 --to 60\n  wythoff solve '2x3WN_1' --to 60 --format csv\n  wythoff solve 3WN --first 20 --format bfile --sequence b\n  wythoff solve 'G(alpha_3)' --from 10^30 --first 5"
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

    /// Start --first at this index, counted from 0: a number or an expression such as 10^30.
    #[arg(long, value_name = "INDEX", requires = "first", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,

    /// How to write the list. Of symmetric games only x <= y is listed.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Which sequence a b-file holds.
    #[arg(long, value_enum, default_value_t = Sequence::A)]
    pub(crate) sequence: Sequence,

    /// Write to a file instead of standard output. It appears only when it is complete.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Columns n, a_n, b_n, delta_n, as in the papers.
    Table,
    /// Header `x,y`, one position a line.
    Csv,
    /// An object with the game, the board and the list; coordinates are strings.
    Json,
    /// An OEIS b-file of one sequence, see --sequence.
    Bfile,
    /// A LaTeX document with the table.
    Latex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sequence {
    /// The first pile.
    A,
    /// The second pile.
    B,
    /// The second pile less the first.
    Delta,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff ask W^4 11 28\n  wythoff ask 3WN '10^100+7' '4*10^100'\n  wythoff ask '(2,1)IN' 7 11 --history '10,14 7,14'\n  wythoff ask 'nim(piles=3)' 3 5 6 --json"
)]
pub(crate) struct AskArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// The piles: numbers or expressions such as 10^100+7.
    #[arg(required = true, value_name = "PILE", allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,

    /// Earlier positions of the play, oldest first, for games with memory: "10,14 7,14".
    #[arg(long, value_name = "POSITIONS")]
    pub(crate) history: Option<String>,

    /// Print JSON; coordinates are strings.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff play WN 10 13\n  wythoff play W^3 7 9 --second\n\nDuring play, `help` lists what can be typed."
)]
pub(crate) struct PlayArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// The piles at the start.
    #[arg(required = true, value_name = "PILE", allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,

    /// Let the program move first.
    #[arg(long)]
    pub(crate) second: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff"
)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
