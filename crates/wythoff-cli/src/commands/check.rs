//! `wythoff check FILE`: verifies a certificate, without trusting whoever made it.

use super::prove::{describe_beams, describe_grundy, describe_tail};
use crate::cli::{CheckArguments, LimitArguments};
use crate::limits::{Usual, budget, read_text, shown};
use crate::output::{Failure, Message, STRONG, json, stdout};
use crate::progress::Progress;
use crate::screen::Lines as _;
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::check::{AnyCertificate, NotProved, Proved};
use wythoff::prove::library::ProvedGame;
use wythoff::report::ProofReport;
use wythoff::{Budget, Game};

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let progress = Progress::begin("checking");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Checking)?);
    let certificate = read(&arguments.file, &budget)?;
    let checked = Proved::new(certificate.clone(), &budget);
    drop(progress);
    let mut out = stdout();
    if arguments.json {
        let report = ProofReport::checked(&certificate, &checked);
        json(&mut out, &Timed::new(&report, start))?;
        return match checked {
            Ok(_) => Ok(ExitCode::SUCCESS),
            Err(NotProved::Refuted { .. }) => Ok(ExitCode::from(1)),
            Err(undecided) => Err(Message(format!("{}: {undecided}", shown(&arguments.file))).into()),
        };
    }
    let claim = match decided(checked, &arguments.file)? {
        Ok(claim) => claim,
        Err(refuted) => {
            writeln!(out, "{STRONG}{refuted}{STRONG:#}")?;
            return Ok(ExitCode::from(1));
        }
    };
    let (words, detail) = match claim.certificate() {
        AnyCertificate::Automaton(automaton) => {
            let numeration = automaton.numeration().system().name();
            let detail = format!("  numeration: {numeration}, states: {}", automaton.table().states());
            ("the automaton accepts exactly the P-positions of", detail)
        }
        AnyCertificate::Tail(tail) => ("the P-positions have the claimed tail in", describe_tail(tail)),
        AnyCertificate::Beams(beams) => {
            ("the P-positions are in the claimed beams in", describe_beams(beams))
        }
        AnyCertificate::Grundy(grundy) => {
            ("the automata accept exactly the positions of their Grundy values in", describe_grundy(grundy))
        } // A kind that is newer than this program has no words here.
    };
    writeln!(out, "{STRONG}proved{STRONG:#}: {words}")?;
    for line in claim.rules().to_string().lines() {
        out.as_is(&format!("    {line}\n"))?;
    }
    writeln!(out, "{detail}")?;
    writeln!(out, "  checked in {:.3} s", start.elapsed().as_secs_f64())?;
    Ok(ExitCode::SUCCESS)
}

/// A report, and how long it took: the clock is the face's.
#[derive(Debug, Serialize)]
pub(crate) struct Timed<'r, R: Serialize> {
    #[serde(flatten)]
    report: &'r R,
    seconds: f64,
}

impl<'r, R: Serialize> Timed<'r, R> {
    pub(crate) fn new(report: &'r R, start: Instant) -> Timed<'r, R> {
        Timed { report, seconds: (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0 }
    }
}

/// The certificate of a file as a solution of the game, once the checker has confirmed it.
pub(crate) fn solution(
    game: &Game,
    path: &Path,
    limits: &LimitArguments,
    progress: &Progress,
) -> Result<ProvedGame, Failure> {
    let shown = shown(path);
    let Some(ruleset) = game.ruleset() else {
        return Err(
            Message(format!("{} is played on n piles; certificates are about two", game.name())).into()
        );
    };
    let budget = progress.watch(&budget(limits, Usual::Checking)?);
    let certificate = read(path, &budget)?;
    let proved =
        proved(certificate, path, &budget)?.map_err(|refuted| Message(format!("{shown}: {refuted}")))?;
    Ok(ProvedGame::new(ruleset, &proved, &shown)
        .map_err(|e| Message(format!("{shown} cannot answer for {}: {e}", game.name())))?)
}

/// The certificate in a file; nothing is known about its truth.
pub(crate) fn read(path: &Path, budget: &Budget) -> Result<AnyCertificate, Failure> {
    let (shown, text) = (shown(path), read_text(path)?);
    Ok(AnyCertificate::read(&text, budget).map_err(|e| Message(format!("{shown}: {e}")))?)
}

/// What the checker says about it: proved, or refuted.
pub(crate) fn proved(
    certificate: AnyCertificate,
    path: &Path,
    budget: &Budget,
) -> Result<Result<Proved, NotProved>, Failure> {
    decided(Proved::new(certificate, budget), path)
}

/// Proved or refuted; that neither is known is an error.
fn decided(checked: Result<Proved, NotProved>, path: &Path) -> Result<Result<Proved, NotProved>, Failure> {
    match checked {
        Err(undecided @ NotProved::Undecided(_)) => {
            Err(Message(format!("{}: {undecided}", shown(path))).into())
        }
        decided => Ok(decided),
    }
}
