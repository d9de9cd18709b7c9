//! What can be typed: definitions only, a file for each group of commands.

mod ask;
mod draw;
mod explore;
mod games;
mod grundy;
mod lab;
mod learn;
mod limits;
mod play;
mod prove;
mod replicate;
mod search;
mod solve;
mod sweep;

pub(crate) use ask::AskArguments;
pub(crate) use draw::DrawArguments;
pub(crate) use explore::{BeamsArguments, CompareArguments, DescribeArguments, PageFormat, StarArguments};
pub(crate) use games::{
    CompleteArguments, CompletionsArguments, GamesArguments, ManArguments, RulesArguments,
};
pub(crate) use grundy::GrundyArguments;
pub(crate) use lab::LabArguments;
pub(crate) use learn::{LearnArguments, LearnerName, WinnerName};
pub(crate) use limits::{LimitArguments, SpendArguments};
pub(crate) use play::PlayArguments;
pub(crate) use prove::{AutomatonFormat, CheckArguments, DecideArguments, ProveArguments};
pub(crate) use replicate::ReplicateArguments;
pub(crate) use search::{SearchArguments, SearchFormat};
pub(crate) use solve::{FormatName, MethodName, SequenceName, SolveArguments};
pub(crate) use sweep::SweepArguments;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, FromArgMatches, Parser, Subcommand};

/// The laboratory for Wythoff-type games.
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    max_term_width = 110,
    after_help = "Start with `wythoff games`, then `wythoff rules W^4` and `wythoff ask W^4 11 28`.\n`wythoff help language` tells how rules are written, `wythoff help formulas` how statements for `decide` are."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// [`Command`], and what clap needs to know of it. Its own derive would set up the arguments of all commands before the first word is
/// read: a third of the time that a short question takes. Here only those of the command that is typed are set up (`defer`).
macro_rules! commands {
    ($($name:literal $variant:ident($arguments:ty): $about:literal $(, $hide:ident)?;)*) => {
        #[derive(Debug)]
        pub(crate) enum Command {
            $(#[doc = $about] $variant($arguments),)*
        }

        impl Subcommand for Command {
            fn augment_subcommands(program: clap::Command) -> clap::Command {
                program$(.subcommand(
                    clap::Command::new($name).about($about)$(.$hide(true))?.defer(<$arguments>::augment_args)
                ))*
            }

            fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
                Command::augment_subcommands(program)
            }

            fn has_subcommand(name: &str) -> bool {
                [$($name),*].contains(&name)
            }
        }

        impl FromArgMatches for Command {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Command, clap::Error> {
                match matches.subcommand() {
                    $(Some(($name, own)) => <$arguments>::from_arg_matches(own).map(Command::$variant),)*
                    _ => Err(clap::Error::new(ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Command::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

commands! {
    "games" Games(GamesArguments): "List the games of the rulebook";
    "rules" Rules(RulesArguments): "Show the rules of a game: in words, as a text, its source, and what is known";
    "solve" Solve(SolveArguments): "List P-positions";
    "ask" Ask(AskArguments): "Ask about a position: who wins, by which moves, and why";
    "grundy" Grundy(GrundyArguments): "Tabulate Grundy values, or the periods of their rows";
    "draw" Draw(Box<DrawArguments>): "Draw a board, a position, two games, what is far out, sequences, an automaton, the family of games or a figure of a paper, as SVG, PDF, PNG or TikZ";
    "beams" Beams(BeamsArguments): "Find the lines at which P-positions gather: slopes, counts, widths, drift";
    "compare" Compare(CompareArguments): "Compare the P-positions of two games: equal by proof, equal as far as computed, or how they differ";
    "describe" Describe(DescribeArguments): "One page about a game: what it equals, and every form that fits its P-positions";
    "search" Search(SearchArguments): "Which members of a family of games have the P-positions of a game, a Beatty pair, an automaton, the same P-positions as each other?";
    "sweep" Sweep(Box<SweepArguments>): "Do something for all members of a family of games, one file for each result: count, beams, describe, prove, compare, grundy, columns";
    "star" Star(StarArguments): "The star operator: is a set of pairs the P-positions of an invariant game, and what are M*, M**, …?";
    "learn" Learn(LearnArguments): "What a player learns about (p,m)-Wythoff Nim or (p,m)-Imitation Nim by playing against one who knows how to win";
    "play" Play(PlayArguments): "Play against the program, or let two people play; show a recorded game";
    "prove" Prove(ProveArguments): "Guess an automaton for the P-positions, or a periodic tail, and prove it for all sizes";
    "check" Check(CheckArguments): "Verify a certificate, without trusting whoever made it";
    "decide" Decide(DecideArguments): "Decide a first-order statement about addition and order";
    "replicate" Replicate(ReplicateArguments): "Check the five papers, item by item: what is proved, what agrees, what is false as printed";
    "lab" Lab(LabArguments): "Open the lab in a browser: boards that zoom, rules as you type them, play, proofs";
    "completions" Completions(CompletionsArguments): "Print a completion script for a shell";
    "complete" Complete(CompleteArguments): "Print what a word of a command line may become, for completion scripts", hide;
    "man" Man(ManArguments): "Write a manual page for every command into a folder", hide;
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
