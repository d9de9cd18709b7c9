//! Proofs, certificates and statements.

use super::limits::{CHECK_TIME, PROOF_MEMORY, PROOF_TIME};
use super::{GAME_HELP, LimitArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff prove W^4 -o w4.json\n  wythoff prove '2WN^(2)' --time 5m\n  wythoff prove WN --grundy 1\n  wythoff prove 3WN --formula 'En x = floor(n*(sqrt(13)-1)/2) & y = x + 3*n | y = floor(n*(sqrt(13)-1)/2) & x = y + 3*n'\n\nExit code 0: proved; 1: refuted, with a shortest position; 2: not decided, with what was tried.",
    mut_arg("time", |time| time.help(PROOF_TIME)),
    mut_arg("memory", |memory| memory.help(PROOF_MEMORY))
)]
pub(crate) struct ProveArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// Write the certificate to a file; - is standard output, and then the words go to standard error.
    #[arg(long = "output", short = 'o', alias = "certificate", value_name = "FILE")]
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

    /// Look for beams only: from some column on the P-positions stay near to lines of exact slopes. Otherwise they are looked for
    /// when neither an automaton nor a periodic tail was found on the first boards.
    #[arg(long, conflicts_with_all = ["claim", "formula", "numeration"])]
    pub(crate) beams: bool,

    /// Prove Grundy values: an automaton for the positions of each value from 0 to this one.
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, conflicts_with_all = ["claim", "formula", "beams"])]
    pub(crate) grundy: Option<String>,

    /// Most states of a guess. (Automata on the way to a decision may have 4,000,000, which cannot be moved.)
    #[arg(
        long,
        value_name = "N",
        default_value = "4000",
        allow_negative_numbers = true,
        conflicts_with_all = ["claim", "formula", "beams"]
    )]
    pub(crate) states: String,

    /// Print JSON, with everything that was tried.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  wythoff check crates/wythoff-prove/certificates/blocking-4.json\n\nExit code 0: proved; 1: refuted, with a shortest position; 2: not a certificate, or not decided.",
    mut_arg("time", |time| time.help(CHECK_TIME)),
    mut_arg("memory", |memory| memory.help(PROOF_MEMORY))
)]
pub(crate) struct CheckArguments {
    /// The certificate; - reads it from standard input.
    pub(crate) file: PathBuf,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff decide --numeration fib 'Ax Ey x < y & y < x + x + 2'\n  wythoff decide --load P=crates/wythoff-prove/certificates/blocking-4.json 'Ax E>=4 y P(x,y)'\n  wythoff decide 'Ex x > 10^20 & x mod 7 = 2'\n  wythoff decide '?msd_pell Ax,y x - y = 1 => x > y'\n\nA formula that Walnut would read differently is refused, and both readings are shown: there & | ^ have one rank and are taken from the left, => is taken from the left, and a subtraction below 0 makes its comparison false. Parentheses, or a guard such as x >= 1 & x - 1 < 5, make it clear.\n\nExit code 0: true; 1: false, with a shortest counterexample; 2: not a formula, refused, or not decided.",
    mut_arg("time", |time| time.help(PROOF_TIME)),
    mut_arg("memory", |memory| memory.help(PROOF_MEMORY))
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

    /// Write the automaton of a formula with free variables to a file: .txt is Walnut's text format, .dot and .gv are
    /// Graphviz text; - is standard output. More than once: several files.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,

    /// The format, if the name of the file does not say it.
    #[arg(long, value_enum, requires = "output")]
    pub(crate) format: Option<AutomatonFormat>,

    /// What --output with --format dot was.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) dot: Option<PathBuf>,

    /// What --output with --format walnut was.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) walnut: Option<PathBuf>,

    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// How an automaton is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// Walnut's text format.
    Walnut,
    /// Graphviz text.
    Dot,
}
