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
    /// Tabulate Grundy values, or the periods of their rows.
    Grundy(GrundyArguments),
    /// Draw a board, a position, two games, what is far out, sequences, an automaton, the family of games or a figure of a paper, as SVG,
    /// PDF, PNG or TikZ.
    Draw(Box<DrawArguments>),
    /// Find the lines at which P-positions gather: slopes, counts, widths, drift.
    Beams(BeamsArguments),
    /// Compare the P-positions of two games: equal by proof, equal as far as computed, or how they differ.
    Compare(CompareArguments),
    /// One page about a game: what it equals, and every form that fits its P-positions.
    Describe(DescribeArguments),
    /// The star operator: is a set of pairs the P-positions of an invariant game, and what are M*, M**, …?
    Star(StarArguments),
    /// What a player learns about (p,m)-Wythoff Nim or (p,m)-Imitation Nim by playing against one who knows how to win.
    Learn(LearnArguments),
    /// Play against the program, or let two people play; show a recorded game.
    Play(PlayArguments),
    /// Guess an automaton for the P-positions, or a periodic tail, and prove it for all sizes.
    Prove(ProveArguments),
    /// Verify a certificate, without trusting whoever made it.
    Check(CheckArguments),
    /// Decide a first-order statement about addition and order.
    Decide(DecideArguments),
    /// Check the five papers, item by item: what is proved, what agrees, what is false as printed.
    Replicate(ReplicateArguments),
    /// Open the lab in a browser: boards that zoom, rules as you type them, play, proofs.
    Lab(LabArguments),
    /// Print a completion script for a shell.
    Completions(CompletionsArguments),
}

const GAME_HELP: &str = "\
A game: a notation (W^4, 2WN^(3)), a name with parameters (modular(k=2,m=3)), a path to a .game file (my.game, or \
my.game(k=2) if it has parameters), or - to read the rules from standard input";
const DRAWN_HELP: &str = "\
A game: a notation (W^4, 2WN^(3)), a name with parameters (modular(k=2,m=3)), a path to a .game file (my.game, or \
my.game(k=2) if it has parameters), or - to read the rules from standard input; or a certificate (.json) or an automaton \
in Walnut's text format (.txt), whose states are drawn";
const PLAYED_HELP: &str = "\
A game: a notation (W^4, 2WN^(3)), a name with parameters (modular(k=2,m=3)), or a path to a .game file (my.game, or \
my.game(k=2) if it has parameters)";

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

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("extent").required(true),
    after_help = "Examples:\n  wythoff solve W^4 --to 60\n  wythoff solve '2x3WN_1' --to 60 --format csv\n  wythoff solve 3WN --first 20 --format bfile --sequence b\n  wythoff solve 'G(alpha_3)' --from 10^30 --first 5\n  wythoff solve W^4 --columns 10^6 --count\n  wythoff solve W^4 --columns 10^7 -o w4.parquet\n  wythoff solve W^4 --columns 10^8 -o w4.raw --checkpoint w4.save\n  wythoff solve short.game --columns 100 --height 1000\n  wythoff solve W^4 --to 30 --format board\n\nExit code 2 if a limit or Ctrl-C stops --columns; the file then holds everything before the column it names."
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

    /// Print only how many P-positions there are.
    #[arg(long)]
    pub(crate) count: bool,

    /// How to write the list. Of symmetric games only x <= y is listed. [default: what the extension of --output says,
    /// else table]
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
    #[arg(long, short, value_name = "FILE")]
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

    /// The most memory for the solver's tables, such as 512M or 2G; it stops before it needs more. A list that is not written
    /// while it is found comes on top. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// The most threads: dense boards and tables of Grundy values share them. [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<String>,
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

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff ask W^4 11 28\n  wythoff ask 3WN '10^100+7' '4*10^100'\n  wythoff ask '(2,1)IN' 7 11 --history '10,14 7,14'\n  wythoff ask 'nim(piles=3)' 3 5 6 --json\n  wythoff ask W^4 10^6 2414214 --method columns\n  wythoff ask --sum 'WN 3 4' '2WN 4 6' 'nim(piles=3) 1 2 3'\n  printf '{\"at\":[\"11\",\"28\"]}\\n' | wythoff ask W^4 --batch"
)]
pub(crate) struct AskArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// The piles: numbers or expressions such as 10^100+7.
    #[arg(required_unless_present_any = ["sum", "batch"], value_name = "PILE", allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,

    /// Earlier positions of the play, oldest first, for games with memory: "10,14 7,14".
    #[arg(long, value_name = "POSITIONS", conflicts_with = "sum")]
    pub(crate) history: Option<String>,

    /// Positions added together: at each turn the player moves in one of them. Each argument is a game and its piles,
    /// such as "WN 3 5". For games without blocking, comply and memory, in normal play.
    #[arg(long, conflicts_with = "method")]
    pub(crate) sum: bool,

    /// The way of solving. All of them agree.
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(crate) method: MethodName,

    /// Answer from this certificate, which is checked first; - reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sum", "history", "method"])]
    pub(crate) certificate: Option<PathBuf>,

    /// Print JSON; coordinates are strings.
    #[arg(long)]
    pub(crate) json: bool,

    /// Answer many questions: lines such as {"at":["11","28"]} on standard input, with "history":[["10","14"],["7","14"]] for games
    /// with memory. Each is answered at once by a line of JSON, a bad one by {"error":"…"}; then the exit code is 2.
    #[arg(long, conflicts_with_all = ["sum", "history", "position"])]
    pub(crate) batch: bool,
}

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
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// The most threads: dense boards and tables of Grundy values share them. [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<String>,
}

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

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff compare WN W^1\n  wythoff compare 2WN^2 '2WN^(2)' --to 200\n  wythoff compare my.game other.game --json\n\nExit code 0 if they are equal, by proof or as far as computed; 1 if they are not."
)]
pub(crate) struct CompareArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) first: String,

    /// The game to compare it with.
    pub(crate) second: String,

    /// Compare boards with all piles at most N. [default: 1000, or 100 where only the definition can do it]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff describe WN\n  wythoff describe W^4\n  wythoff describe my.game --json\n\nWhat is called proved is proved for all sizes; anything else is said with how far it was seen."
)]
pub(crate) struct DescribeArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// Print JSON.
    #[arg(long, conflicts_with = "html")]
    pub(crate) json: bool,

    /// Write a page with pictures to a file, which needs no other; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff star WN\n  wythoff star W^2 --json\n  wythoff star --pair 'sqrt(2)'\n  wythoff star --pair pi --list 1 --to 20\n  wythoff star --pair pi --rules 1 --to 50 > dual.game\n  wythoff solve WN --to 100 --format csv | wythoff star --pairs -\n\nA game is invariant if its moves M are the same everywhere. M* are its P-positions without (0, 0), taken as moves again. Of such a game M are its own moves, of any other its P-positions, of --pair and --pairs the pairs.\n\nExit code 0 if the set is, by proof or as far as computed, the P-positions of an invariant game; 1 if it is not."
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

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
}

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
    #[arg(long, value_name = "N", default_value = "100")]
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

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff lab --open\n  wythoff lab --port 0\n\nThe address is printed on a line of its own. Pages and answers come from this program alone, and nothing is sent anywhere else. Programs can ask, too: http://127.0.0.1:PORT/api/v1/ask?game=W%5E4&at=11,28 gives what `wythoff ask W^4 11 28 --json` prints, and /api/v1/openapi.json describes the rest. Ctrl-C ends it."
)]
pub(crate) struct LabArguments {
    /// The port to listen on; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 8017)]
    pub(crate) port: u16,

    /// Open the page in a browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// The address to listen on. Anything but this machine's own lets others use its time and memory.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff play WN 10 13\n  wythoff play W^3 7 9 --second --level medium\n  wythoff play IN 8 9 --two --record game.json\n  wythoff play --replay game.json\n\nDuring play: a position such as `3 5` is a move. `board` draws the board (`board solution` with who wins where; on a terminal it is drawn at every turn), `moves` lists what is legal, `hint` and `why` ask the perfect player, `undo` and `redo` go back and forth, `record` shows what was decided, `rules` the rules, `help` all of this, and `quit`, Ctrl-D or Ctrl-C leave. Lines can be edited and recalled; Tab completes."
)]
pub(crate) struct PlayArguments {
    #[arg(help = PLAYED_HELP, required_unless_present_any = ["replay", "resume"])]
    pub(crate) game: Option<String>,

    /// The piles at the start.
    #[arg(
        required_unless_present_any = ["replay", "resume"],
        value_name = "PILE",
        allow_negative_numbers = true
    )]
    pub(crate) position: Vec<String>,

    /// Let the program move first.
    #[arg(long)]
    pub(crate) second: bool,

    /// Two people play; the program sees to the rules.
    #[arg(long, conflicts_with_all = ["second", "level", "seed"])]
    pub(crate) two: bool,

    /// How well the program plays. [default: perfect]
    #[arg(long, value_enum, hide_default_value = true)]
    pub(crate) level: Option<LevelName>,

    /// From what the mistakes of a level are drawn: the same seed and the same moves give the same game. [default: a new
    /// one on a terminal, else 0]
    #[arg(long, value_name = "N", requires = "level", allow_negative_numbers = true)]
    pub(crate) seed: Option<String>,

    /// Write the game to a file when it ends or is left, as JSON. It appears complete or not at all.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Go on with a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "second", "two", "level", "seed"])]
    pub(crate) resume: Option<PathBuf>,

    /// Show a recorded game move by move: which decisions were mistakes, and what would have won.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["game", "position", "second", "two", "level", "seed", "record", "resume"]
    )]
    pub(crate) replay: Option<PathBuf>,

    /// Print the game of --replay as JSON, with its comments.
    #[arg(long, requires = "replay", conflicts_with_all = ["game", "resume"])]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelName {
    /// Every second decision is a mistake, if one is possible. Also: 1.
    #[value(alias = "1")]
    Easy,
    /// Every fourth. Also: 2.
    #[value(alias = "2")]
    Medium,
    /// Every tenth. Also: 3.
    #[value(alias = "3")]
    Hard,
    /// None. Also: 4.
    #[value(alias = "4")]
    Perfect,
}

impl From<LevelName> for wythoff::play::Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Easy => Self::Easy,
            LevelName::Medium => Self::Medium,
            LevelName::Hard => Self::Hard,
            LevelName::Perfect => Self::Perfect,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff replicate\n  wythoff replicate beta-wythoff\n  wythoff replicate 'beatty-extensions:Theorem 5.2' --level full\n  wythoff replicate T4\n  wythoff replicate --level full --report papers.html\n  wythoff replicate --level deep --resume deep.jsonl\n\nThe papers are beatty-extensions, imitation-nim, beta-wythoff, invariant-games and blocking-wythoff. Proved means: for piles of all sizes, by claims that the checker confirmed in this run, for the parameters that are named.\n\nExit code 0: everything came out as it is on record; 1: something did not; 2: no such item, or stopped."
)]
pub(crate) struct ReplicateArguments {
    /// A paper, an item of one (PAPER:ITEM, such as 'invariant-games:Lemma 3'), or a known misprint (T1 to T23). [default: everything]
    #[arg(value_name = "PAPER[:ITEM]")]
    pub(crate) item: Option<String>,

    /// How much to do: seconds, minutes or hours.
    #[arg(long, value_enum, default_value_t = LevelOfReplication::Quick)]
    pub(crate) level: LevelOfReplication,

    /// Write a report; .html (one page that needs no other file), .md or .json says which.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Keep every result here as it comes; the same command goes on from there if it was ended.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// Most memory of any one construction. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// How many items are checked at the same time. [default: all cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
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

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff"
)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff prove W^4 --certificate w4.json\n  wythoff prove '2WN^(2)' --time 5m\n  wythoff prove 3WN --formula 'En x = floor(n*(sqrt(13)-1)/2) & y = x + 3*n | y = floor(n*(sqrt(13)-1)/2) & x = y + 3*n'\n\nExit code 0: proved; 1: refuted, with a shortest position, or not decided, with what was tried."
)]
pub(crate) struct ProveArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// Write the certificate to a file; - is standard output, and then the words go to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Guess nothing: decide whether this automaton is right for the game. A certificate of any game, or Walnut's text
    /// format in the numeration that --numeration names.
    #[arg(long, value_name = "FILE")]
    pub(crate) claim: Option<PathBuf>,

    /// Guess nothing: decide whether this formula over x and y is right for the game. The language of `decide`, in which
    /// floor(n*phi) and x in beatty(sqrt(2)) are terms like others.
    #[arg(long, value_name = "TEXT", conflicts_with = "claim")]
    pub(crate) formula: Option<String>,

    /// Try only these numerations, separated by /: fib, pell, trib, base(2), ostrowski(1,2), ostrowski(sqrt(7)), pisot(1,-5,-1,1).
    #[arg(long, value_name = "NUMERATION")]
    pub(crate) numeration: Option<String>,

    /// Give up after this time, such as 30s or 5m.
    #[arg(long, value_name = "TIME", default_value = "2m")]
    pub(crate) time: String,

    /// Most memory of any one construction.
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    pub(crate) memory: String,

    /// Most states of a guess.
    #[arg(
        long,
        value_name = "N",
        default_value = "4000",
        allow_negative_numbers = true,
        conflicts_with_all = ["claim", "formula"]
    )]
    pub(crate) states: String,

    /// Print JSON, with everything that was tried.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  wythoff check certificates/blocking-4.json\n\nExit code 0: proved; 1: refuted, with a shortest position; 2: not a certificate, or not decided."
)]
pub(crate) struct CheckArguments {
    /// The certificate; - reads it from standard input.
    pub(crate) file: PathBuf,

    /// Give up after this time.
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub(crate) time: String,

    /// Most memory of any one construction.
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    pub(crate) memory: String,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff decide --numeration fib 'Ax Ey x < y & y < x + x + 2'\n  wythoff decide --load P=certificates/blocking-4.json 'Ax E>=4 y P(x,y)'\n  wythoff decide 'Ex x > 10^20 & x mod 7 = 2'\n  wythoff decide '?msd_pell Ax,y x - y = 1 => x > y'\n\nA formula that Walnut would read differently is refused, and both readings are shown: there & | ^ have one rank and are taken from the left, => is taken from the left, and a subtraction below 0 makes its comparison false. Parentheses, or a guard such as x >= 1 & x - 1 < 5, make it clear.\n\nExit code 0: true; 1: false, with a shortest counterexample; 2: not a formula, refused, or not decided."
)]
pub(crate) struct DecideArguments {
    /// The formula, in Walnut's language: Ax, Ey, ~ & | ^ => <=>, linear terms, loaded automata $P(x,y), and ?msd_fib in
    /// front for the numeration. Ours besides: floor(n*phi), x in beatty(sqrt(2)), E>=3 z, x mod 3 = 1, P(x,y), not, and, or.
    pub(crate) formula: String,

    /// The numeration: fib, pell, trib, base(2), ostrowski(1,2), ostrowski(sqrt(7)), pisot(1,-5,-1,1), or Walnut's msd_2,
    /// msd_fib, …. By default the one in front of the formula, or of the certificates that are loaded, or of the first
    /// irrational number in the formula, or base(2).
    #[arg(long, value_name = "NUMERATION")]
    pub(crate) numeration: Option<String>,

    /// An automaton to use as a predicate: NAME=FILE, a certificate (of an automaton, which brings its numeration, or of a tail, which
    /// becomes one in any) or Walnut's text format.
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) load: Vec<String>,

    /// Save the automaton of a formula with free variables as Graphviz text; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,

    /// Save the automaton of a formula with free variables in Walnut's text format; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) walnut: Option<PathBuf>,

    /// Give up after this time.
    #[arg(long, value_name = "TIME", default_value = "2m")]
    pub(crate) time: String,

    /// Most memory of any one construction.
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    pub(crate) memory: String,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("part"),
    after_help = "Examples:\n  wythoff draw W^4 --to 60 -o w4.svg\n  wythoff draw W^100 --to 800 --colour surplus -o w100.png\n  wythoff draw WN --to 20 --colour grundy -o grundy.svg\n  wythoff draw W^4 --at 11,28 -o position.svg\n  wythoff draw W^4 --against W^3 --to 50 -o two.svg\n  wythoff draw 3WN --window '10^30,3302775637731994646559610633737:60x60' -o far.svg\n  wythoff draw W^4 --to 999 --plain -o w4.png     one pixel a square, the first row at the bottom\n  wythoff draw W^4 --columns 10^6 -o density.png\n  wythoff draw W^4 --to 39999 --method board --size 4000 -o dense.png\n  wythoff draw W^7 --columns 10^6 --residual --slope 5/2 --log -o drift.pdf\n  wythoff draw WN --sequence a,b --first 100 --slope phi -o sequences.tex\n  wythoff draw certificates/blocking-4.json --at 11,28 -o automaton.svg\n  wythoff draw --family -o family.svg\n  wythoff draw --paper blocking-wythoff --figure 2 -o figure.svg\n  wythoff draw --list"
)]
pub(crate) struct DrawArguments {
    #[arg(help = DRAWN_HELP, required_unless_present_any = ["paper", "family", "list"])]
    pub(crate) game: Option<String>,

    /// A figure of a paper, or of the literature; --list names them.
    #[arg(long, value_name = "PAPER", requires = "figure", conflicts_with_all = ["game", "family", "list"])]
    pub(crate) paper: Option<String>,

    /// Which figure of the paper.
    #[arg(long, value_name = "FIGURE", requires = "paper")]
    pub(crate) figure: Option<String>,

    /// The family tree of the games: which is which for which parameters.
    #[arg(long, conflicts_with_all = ["game", "list"])]
    pub(crate) family: bool,

    /// Name the figures that --paper and --figure draw.
    #[arg(long, conflicts_with = "game")]
    pub(crate) list: bool,

    /// All squares with both piles at most N. [default: 40, or what shows the position of --at]
    #[arg(long, value_name = "N", group = "part", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// The W columns and H rows from the square (X, Y) on, where a theorem or a certificate answers anywhere. Piles may be
    /// expressions such as 10^30.
    #[arg(long, value_name = "X,Y:WxH", group = "part", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,

    /// Show a position: its options by kind of move, P-positions, what to forbid or propose, winning moves; of an automaton the way
    /// of its digits.
    #[arg(
        long,
        value_name = "X,Y",
        conflicts_with_all = ["colour", "against"],
        allow_hyphen_values = true
    )]
    pub(crate) at: Option<String>,

    /// Show P-positions of both games, only of one, only of the other.
    #[arg(long, value_name = "GAME", conflicts_with = "colour")]
    pub(crate) against: Option<String>,

    /// What colours say. [default: outcome]
    #[arg(long, visible_alias = "color", value_enum)]
    pub(crate) colour: Option<ColourName>,

    /// Show where Grundy values are at most G: the strips of small values, each in its colour.
    #[arg(long, value_name = "G", conflicts_with_all = ["colour", "at", "against"], allow_negative_numbers = true)]
    pub(crate) strip: Option<String>,

    /// What the index of a P-position is divided by, for --colour residue: 2 to 64.
    #[arg(long, value_name = "M", default_value = "3", allow_negative_numbers = true)]
    pub(crate) modulus: String,

    /// Which colours are used.
    #[arg(long, value_enum, default_value_t = PaletteName::Usual)]
    pub(crate) palette: PaletteName,

    /// Only the squares: no title, axes, grid, legend or caption; P-positions black on white, one pixel a square unless --cell
    /// says otherwise.
    #[arg(long)]
    pub(crate) plain: bool,

    /// How large a square is: 1 to 64 units, in plain pictures pixels. [default: what fits]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) cell: Option<String>,

    /// The file, which appears only when it is complete; its extension, .svg, .pdf, .png or .tex, is the format. - is
    /// standard output.
    #[arg(long, short, value_name = "FILE", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,

    /// Of an automaton in Walnut's text format that does not name it, and of a tail: the numeration, such as fib or base(2).
    #[arg(long, value_name = "NUMERATION")]
    pub(crate) numeration: Option<String>,

    /// The format, if the name of the file does not say it.
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureName>,

    /// The way of solving. All of them agree.
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(crate) method: MethodName,

    /// The most memory, such as 512M or 2G. [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// The most threads: dense boards and tables of Grundy values share them. [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<String>,

    #[command(flatten)]
    pub(crate) far: FarArguments,
}

#[derive(Debug, Args)]
pub(crate) struct FarArguments {
    /// All squares with both piles less than N, such as 10^6; with --residual all columns before N.
    #[arg(long, value_name = "N", group = "part", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,

    /// A board at most SIZE units wide and high: squares are put together and shaded by how many P-positions they hold.
    /// [default: 1000 for boards with too many squares to draw each]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) size: Option<String>,

    /// How far P-positions lie from the line of --slope, y - S*x over x for the columns of --columns; or of --sequence the
    /// terms, over n.
    #[arg(long)]
    pub(crate) residual: bool,

    /// The slope of a line to compare with: 5/2, phi, (2+sqrt(29))/5, exact.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) slope: Option<String>,

    /// Which distances --residual of --columns shows, such as -60:10. [default: what the second half of the columns needs]
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,

    /// A logarithmic axis across, for --residual and --sequence.
    #[arg(long)]
    pub(crate) log: bool,

    /// Plot sequences of the list of P-positions over n, from n = 0 on; several with commas between them.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAMES")]
    pub(crate) sequence: Vec<SequenceName>,

    /// How many terms --sequence plots. [default: 100]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    pub(crate) first: Option<String>,

    /// The differences of neighbouring terms of --sequence instead of the terms.
    #[arg(long)]
    pub(crate) differences: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourName {
    /// Who wins: P-positions are black.
    Outcome,
    /// P-options less one more than may be forbidden: negative exactly for P-positions.
    Surplus,
    /// The Grundy value.
    Grundy,
    /// The index of a P-position in the list of all, modulo --modulus.
    Residue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaletteName {
    /// The colours of the literature.
    Usual,
    /// Orange, blue, light and dark: for any eyes.
    Safe,
    /// Shades of grey, to be printed.
    Grey,
}

impl From<PaletteName> for wythoff::draw::Palette {
    fn from(name: PaletteName) -> Self {
        match name {
            PaletteName::Usual => Self::Usual,
            PaletteName::Safe => Self::Safe,
            PaletteName::Grey => Self::Grey,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureName {
    /// Scalable, with text as text.
    Svg,
    /// To be printed, with text as text.
    Pdf,
    /// Pixels.
    Png,
    /// For TeX: TikZ in a document that compiles.
    Tex,
}

impl From<PictureName> for wythoff::draw::PictureFormat {
    fn from(name: PictureName) -> Self {
        match name {
            PictureName::Svg => Self::Svg,
            PictureName::Pdf => Self::Pdf,
            PictureName::Png => Self::Png,
            PictureName::Tex => Self::Tex,
        }
    }
}
