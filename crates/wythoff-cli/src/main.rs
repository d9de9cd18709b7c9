//! `wythoff`: the command line of the laboratory for Wythoff-type games.
//!
//! Exit codes: 0 yes or done, 1 no or refuted, 2 bad input or failure. A closed pipe ends the program quietly.

mod bars;
mod checkpoint;
mod cli;
mod commands;
mod export;
mod game_argument;
mod lab;
mod letters;
mod limits;
mod output;
mod progress;
mod screen;
mod sink;

use clap::Parser as _;
use cli::{Cli, Command};
use std::io::Write as _;
use std::process::ExitCode;

/// Help and versions that were asked for, and what is wrong with a command line.
fn asked_or_wrong(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    let printed = match error.use_stderr() {
        true => write!(screen::Screen::error(), "{}", error.render().ansi()),
        false => write!(screen::Screen::output(), "{}", error.render().ansi()),
    };
    match printed.map_err(output::Failure::from) {
        Err(error) if !output::is_closed_pipe(&error) => {
            output::report(&error);
            ExitCode::from(2)
        }
        _ => ExitCode::from(code),
    }
}

fn main() -> ExitCode {
    limits::begun();
    if let Some(page) =
        commands::topics::asked(std::env::args_os().skip(1).filter_map(|w| w.into_string().ok()))
    {
        return ended(commands::topics::show(page).map(|()| ExitCode::SUCCESS));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return asked_or_wrong(&error),
    };
    let done = |result: Result<(), output::Failure>| result.map(|()| ExitCode::SUCCESS);
    let result = match cli.command {
        Command::Games(arguments) => done(commands::games::run(&arguments)),
        Command::Rules(arguments) => done(commands::rules::run(&arguments)),
        Command::Solve(arguments) => done(commands::solve::run(&arguments)),
        Command::Ask(arguments) => done(commands::ask::run(&arguments)),
        Command::Grundy(arguments) => done(commands::grundy::run(&arguments)),
        Command::Draw(arguments) => done(commands::draw::run(&arguments)),
        Command::Beams(arguments) => done(commands::beams::run(&arguments)),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Describe(arguments) => done(commands::describe::run(&arguments)),
        Command::Learn(arguments) => done(commands::learn::run(&arguments)),
        Command::Search(arguments) => commands::search::run(&arguments),
        Command::Sweep(arguments) => commands::sweep::run(&arguments),
        Command::Star(arguments) => commands::star::run(&arguments),
        Command::Play(arguments) => done(commands::play::run(&arguments)),
        Command::Prove(arguments) => commands::prove::run(&arguments),
        Command::Check(arguments) => commands::check::run(&arguments),
        Command::Decide(arguments) => commands::decide::run(&arguments),
        Command::Replicate(arguments) => commands::replicate::run(&arguments),
        Command::Lab(arguments) => done(lab::run(&arguments)),
        Command::Completions(arguments) => done(commands::completions::run(&arguments)),
        Command::Complete(arguments) => done(commands::complete::run(&arguments)),
        Command::Man(arguments) => done(commands::man::run(&arguments)),
    };
    ended(result)
}

/// The exit code, after what went wrong was said.
fn ended(result: Result<ExitCode, output::Failure>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report(&error);
            ExitCode::from(2)
        }
    }
}
