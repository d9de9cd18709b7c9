//! `wythoff completions SHELL`.

use crate::cli::{Cli, CompletionsArguments};
use crate::output::{Failure, write};
use clap::CommandFactory as _;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "wythoff", &mut script);
    write(&script, None)
}
