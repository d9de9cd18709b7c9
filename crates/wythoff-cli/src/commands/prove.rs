//! `wythoff prove GAME`: an automaton for the P-positions, proved for all sizes.

use super::decide::{clock, numeration};
use crate::cli::ProveArguments;
use crate::game_argument::game;
use crate::limits::{bytes, peak_memory, seconds};
use crate::output::{Failure, Message, STRONG, stdout, write};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wythoff::Game;
use wythoff::automaton::{Limits, System, walnut};
use wythoff::prove::certificate::Certificate;
use wythoff::prove::guess::{Attempt, Effort, End, prove};
use wythoff::prove::sentence::{Decision, decide};
use wythoff::prove::source::Solver;
use wythoff::rules::Ruleset;

pub(crate) fn run(arguments: &ProveArguments) -> Result<ExitCode, Failure> {
    let game = game(&arguments.game)?;
    let Some(ruleset) = game.ruleset() else {
        return Err(Message(format!(
            "{} is played on n piles; proofs are about two-pile games",
            game.name()
        ))
        .into());
    };
    if let Some(path) = &arguments.claim {
        return claim(arguments, &game, ruleset, path);
    }
    let mut effort = Effort { states: arguments.states, ..Effort::default() };
    if let Some(text) = &arguments.numeration {
        let systems: Result<Vec<System>, Failure> =
            text.split('/').map(|name| Ok(numeration(name)?.system().clone())).collect();
        effort.systems = Some(systems?);
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
    proved(&mut out, name, certificate, took, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// What was proved, and where the certificate is.
fn proved(
    out: &mut impl std::io::Write,
    name: &str,
    certificate: &Certificate,
    took: Duration,
    arguments: &ProveArguments,
) -> Result<(), Failure> {
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
    Ok(())
}

/// Decides whether the automaton of a file is right for the game.
fn claim(
    arguments: &ProveArguments,
    game: &Game,
    ruleset: &Ruleset,
    path: &Path,
) -> Result<ExitCode, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| Message(format!("cannot read {shown}: {e}")))?;
    let (numeration, dfa) = if text.trim_start().starts_with('{') {
        let claimed: Certificate = text.parse().map_err(|e| Message(format!("{shown}: {e}")))?;
        (claimed.numeration().clone(), claimed.automaton().clone())
    } else {
        let Some(name) = &arguments.numeration else {
            let hint =
                "is not a certificate; for Walnut's text format say which numeration: --numeration fib";
            return Err(Message(format!("{shown} {hint}")).into());
        };
        let numeration = numeration(name)?;
        let dfa = walnut::read(&text, &numeration).map_err(|e| Message(format!("{shown}: {e}")))?;
        if dfa.tracks() != 2 || !dfa.is_proper(&numeration) {
            let problem = "is not a set of pairs: it must read two numbers, accept valid words only, and not care about leading zeros";
            return Err(Message(format!("{shown} {problem}")).into());
        }
        (numeration, dfa)
    };
    let start = Instant::now();
    let stop = clock(start, seconds(&arguments.time)?);
    let limits = Limits { bytes: bytes(&arguments.memory)?, stop: Some(&stop), ..Limits::default() };
    let decision = decide(ruleset, &numeration, &dfa, &limits);
    let took = start.elapsed();
    let mut out = stdout();
    let name = game.notation().unwrap_or(game.name());
    match decision {
        Ok(Decision::Proved) => {
            let certificate = Certificate::new(ruleset.clone(), numeration, dfa);
            proved(&mut out, name, &certificate, took, arguments)?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(Decision::Refuted { x, y }) => {
            writeln!(
                out,
                "{STRONG}{name}: refuted{STRONG:#}: the claim contradicts the rules at ({x}, {y})"
            )?;
            Ok(ExitCode::from(1))
        }
        Err(reason) => {
            writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
            writeln!(out, "  stopped: {reason}; --time and --memory move the limits")?;
            Ok(ExitCode::from(1))
        }
    }
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
