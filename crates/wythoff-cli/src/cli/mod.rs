//! What can be typed: definitions only, a file for each group of commands.

mod ask;
mod draw;
mod explore;
mod games;
mod grundy;
mod lab;
mod learn;
mod play;
mod prove;
mod replicate;
mod search;
mod solve;
mod sweep;

pub(crate) use ask::AskArguments;
pub(crate) use draw::DrawArguments;
pub(crate) use explore::{BeamsArguments, CompareArguments, DescribeArguments, StarArguments};
pub(crate) use games::{CompletionsArguments, GamesArguments, RulesArguments};
pub(crate) use grundy::GrundyArguments;
pub(crate) use lab::LabArguments;
pub(crate) use learn::{LearnArguments, LearnerName, WinnerName};
pub(crate) use play::PlayArguments;
pub(crate) use prove::{CheckArguments, DecideArguments, ProveArguments};
pub(crate) use replicate::ReplicateArguments;
pub(crate) use search::SearchArguments;
pub(crate) use solve::{FormatName, MethodName, SequenceName, SolveArguments};
pub(crate) use sweep::SweepArguments;

use clap::{Parser, Subcommand};

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
    /// Which members of a family of games have the P-positions of a game, a Beatty pair, an automaton, the same P-positions as each other?
    Search(SearchArguments),
    /// Do something for all members of a family of games, one file for each result: count, beams, describe, prove, compare, grundy, columns.
    Sweep(Box<SweepArguments>),
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
