//! `wythoff prove GAME`: an automaton for the P-positions, proved for all sizes.

use super::decide::clock;
use crate::cli::ProveArguments;
use crate::game_argument::game;
use crate::limits::{bytes, peak_memory, seconds};
use crate::output::{Failure, Message, STRONG, stdout, write};
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::automaton::{Limits, System};
use wythoff::prove::guess::{Attempt, Effort, End, prove};
use wythoff::prove::source::Solver;

pub(crate) fn run(arguments: &ProveArguments) -> Result<ExitCode, Failure> {
    let game = game(&arguments.game)?;
    let Some(ruleset) = game.ruleset() else {
        return Err(Message(format!(
            "{} is played on n piles; proofs are about two-pile games",
            game.name()
        ))
        .into());
    };
    let mut effort = Effort { states: arguments.states, ..Effort::default() };
    if let Some(text) = &arguments.numeration {
        let systems: Result<Vec<System>, _> = text.split('/').map(str::parse).collect();
        effort.systems = Some(systems.map_err(|e| Message(format!("{text:?} is not a numeration: {e}")))?);
    }
    let start = Instant::now();
    let stop = clock(start, seconds(&arguments.time)?);
    let bytes = bytes(&arguments.memory)?;
    let limits = Limits { bytes, stop: Some(&stop), ..Limits::default() };
    let proof = prove(ruleset, &mut Solver::new(ruleset), &effort, &limits);
    let took = start.elapsed();
    let mut out = stdout();
    let name = game.notation().unwrap_or(game.name());
    let Some(certificate) = &proof.certificate else {
        writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
        match &proof.stopped {
            Some(limit) => {
                writeln!(out, "  stopped: {limit}; --time, --memory and --states move the limits")?
            }
            None => writeln!(out, "  no small automaton was found in the numerations that were tried")?,
        }
        for attempt in &proof.attempts {
            writeln!(out, "  {}", describe(attempt))?;
        }
        return Ok(ExitCode::from(1));
    };
    writeln!(out, "{STRONG}{name}: proved{STRONG:#} for all x and y")?;
    writeln!(out, "  claim: (x, y) is a P-position if and only if the automaton accepts it")?;
    writeln!(out, "  numeration: {}", certificate.numeration().system().name())?;
    writeln!(out, "  states: {}", certificate.automaton().states())?;
    writeln!(out, "  time: {:.3} s", took.as_secs_f64())?;
    if let Some(memory) = peak_memory() {
        writeln!(out, "  memory: {:.1} MB", memory as f64 / 1e6)?;
    }
    if let Some(path) = &arguments.certificate {
        write(certificate.to_string().as_bytes(), Some(path))?;
        writeln!(out, "  certificate: {} (check it with `wythoff check`)", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(attempt: &Attempt) -> String {
    let end = match &attempt.end {
        End::Proved => "proved".to_owned(),
        End::BoardTooSmall => "the board ran out before the automaton was complete".to_owned(),
        End::TooManyStates => "too many states".to_owned(),
        End::WrongAt(x, y) => format!("the guess is wrong at ({x}, {y})"),
        End::Overfitted => "the guess is nearly as large as the data".to_owned(),
        End::Refuted(x, y) => format!("the guess fits the board, and the sentence fails at ({x}, {y})"),
        End::Undecided(reason) => format!("the guess fits the board; not decided: {reason}"),
    };
    let Attempt { system, board, depth, states, .. } = attempt;
    format!("{}, board {board}, depth {depth}, {states} states: {end}", system.name())
}
