//! The rulebook, completions and manual pages.

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
    after_help = "Examples:\n  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff\n  wythoff completions zsh > ~/.zfunc/_wythoff\n  wythoff completions fish > ~/.config/fish/completions/wythoff.fish\n\nIn these three shells, commands, options, their values, games, papers and files are completed."
)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct CompleteArguments {
    /// The words after the name of the program, up to the one that is being typed.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wythoff man ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// The folder, which is made if it is not there.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: std::path::PathBuf,
}
