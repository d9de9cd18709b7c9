//! `wythoff`: the command line of the laboratory for Wythoff-type games.
//!
//! Exit codes: 0 yes or done, 1 no or refuted, 2 bad input or failure. A closed pipe ends the program quietly.

mod cli;
mod commands;
mod game_argument;
mod output;

use clap::Parser as _;
use cli::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Games(arguments) => commands::games::run(&arguments),
        Command::Rules(arguments) => commands::rules::run(&arguments),
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Ask(arguments) => commands::ask::run(&arguments),
        Command::Play(arguments) => commands::play::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report(&error);
            ExitCode::from(2)
        }
    }
}
