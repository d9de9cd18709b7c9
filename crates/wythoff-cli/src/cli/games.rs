//! The rulebook, and completions.

use super::GAME_HELP;
use clap::Args;

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
    after_help = "Example:\n  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff"
)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
