//! `wythoff prove GAME`: an automaton for the P-positions, proved for all sizes.

use super::decide::{load, unusable};
use crate::cli::ProveArguments;
use crate::game_argument::game;
use crate::limits::{peak_memory, timed_budget};
use crate::output::{Failure, Message, STRONG, stdout, write};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wythoff::Game;
use wythoff::automaton::System;
use wythoff::prove::certificate::Certificate;
use wythoff::prove::guess::{Attempt, Effort, End, TailAttempt, TailEnd, prove};
use wythoff::prove::load::{Loaded, numeration};
use wythoff::prove::sentence::{Decision, decide};
use wythoff::prove::source::Solver;
use wythoff::prove::tail::{Beam, TailCertificate};
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
    let budget = timed_budget(&arguments.time, &arguments.memory)?;
    let proof = prove(ruleset, &mut Solver::new(ruleset), &effort, &budget);
    let took = start.elapsed();
    let mut out = stdout();
    let name = game.label();
    let (claim, text) = if let Some(certificate) = &proof.certificate {
        (describe_automaton(certificate), certificate.to_string())
    } else if let Some(tail) = &proof.tail {
        (describe_tail(tail), tail.to_string())
    } else {
        writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
        if let Some(reason) = &proof.refused {
            writeln!(out, "  {reason}")?;
            return Ok(ExitCode::from(1));
        }
        match &proof.stopped {
            Some(limit) => {
                writeln!(out, "  stopped: {limit}; --time, --memory and --states move the limits")?
            }
            None => writeln!(out, "  no small automaton was found in the numerations that were tried")?,
        }
        for attempt in &proof.attempts {
            writeln!(out, "  {}", describe(attempt))?;
        }
        for attempt in &proof.tails {
            writeln!(out, "  {}", describe_tail_attempt(attempt))?;
        }
        return Ok(ExitCode::from(1));
    };
    proved(&mut out, name, (&claim, &text), took, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// What was proved, and where the certificate is.
fn proved(
    out: &mut impl std::io::Write,
    name: &str,
    (claim, text): (&str, &str),
    took: Duration,
    arguments: &ProveArguments,
) -> Result<(), Failure> {
    // First the file: whoever reads the output may stop reading.
    if let Some(path) = &arguments.certificate {
        write(text.as_bytes(), Some(path))?;
    }
    writeln!(out, "{STRONG}{name}: proved{STRONG:#} for all x and y")?;
    writeln!(out, "{claim}")?;
    writeln!(out, "  time: {:.3} s", took.as_secs_f64())?;
    if let Some(memory) = peak_memory() {
        writeln!(out, "  memory: {:.1} MB", memory as f64 / 1e6)?;
    }
    if let Some(path) = &arguments.certificate {
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
    let budget = timed_budget(&arguments.time, &arguments.memory)?;
    let chosen = arguments.numeration.as_deref().map(numeration).transpose()?;
    let loaded = load(path, chosen.as_ref(), &budget)?.of_pairs().map_err(|e| unusable(path, &e))?;
    let Loaded { numeration, automaton: dfa } = loaded;
    let start = Instant::now();
    let decision = decide(ruleset, &numeration, &dfa, &budget);
    let took = start.elapsed();
    let mut out = stdout();
    let name = game.label();
    match decision {
        Ok(Decision::Proved) => {
            let certificate = Certificate::new(ruleset.clone(), numeration, dfa);
            let claim = (describe_automaton(&certificate), certificate.to_string());
            proved(&mut out, name, (&claim.0, &claim.1), took, arguments)?;
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

/// The claim about an automaton, in a few lines.
fn describe_automaton(certificate: &Certificate) -> String {
    format!(
        "  claim: (x, y) is a P-position if and only if the automaton accepts it\n  numeration: {}\n  states: {}",
        certificate.numeration().system().name(),
        certificate.automaton().states()
    )
}

/// The claim about a tail, in a few lines.
pub(crate) fn describe_tail(tail: &TailCertificate) -> String {
    let beam = |b: &Beam| {
        let (points, slope) = (b.points.len(), slope(b.rise, b.period));
        format!("\n  beam of slope {slope}: {points} P-positions in {} columns", b.period)
    };
    let beams: String = tail.beams.iter().map(beam).collect();
    let (start, period) = (tail.start, tail.period());
    format!("  claim: from column {start} on, the P-positions with x <= y repeat with period {period}{beams}")
}

fn slope(rise: u64, period: u64) -> String {
    let mut common = (rise, period);
    while common.1 > 0 {
        common = (common.1, common.0 % common.1);
    }
    match (rise / common.0, period / common.0) {
        (p, 1) => p.to_string(),
        (p, q) => format!("{p}/{q}"),
    }
}

fn describe_tail_attempt(attempt: &TailAttempt) -> String {
    let end = match &attempt.end {
        TailEnd::Proved => "proved".to_owned(),
        TailEnd::NoPeriod => "the columns do not repeat".to_owned(),
        TailEnd::Short(start, period) => {
            format!("the last columns repeat with period {period}, but only from column {start} on")
        }
        TailEnd::Refuted(x, y) => format!("the guess fits the columns and is wrong at ({x}, {y})"),
        TailEnd::Undecided(reason) => format!("the guess fits the columns; not decided: {reason}"),
        TailEnd::NotTried(reason) => format!("not tried: {reason}"),
    };
    format!("periodic tail, {} columns: {end}", attempt.columns)
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
