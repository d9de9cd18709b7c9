//! `wythoff check FILE`: verifies a certificate, without trusting whoever made it.

use super::prove::describe_tail;
use crate::cli::CheckArguments;
use crate::limits::{read_text, shown, timed_budget};
use crate::output::{Failure, Message, STRONG, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::Budget;
use wythoff::check::{AnyCertificate, NotProved, Proved};

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let progress = Progress::begin("checking");
    let budget = progress.watch(&timed_budget(&arguments.time, &arguments.memory)?);
    let certificate = read(&arguments.file, &budget)?;
    let verdict = proved(certificate, &arguments.file, &budget)?;
    drop(progress);
    let mut out = stdout();
    let claim = match verdict {
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
        // A kind that is newer than this program has no words here.
        _ => ("the claim of the certificate is true of", "  claim: see the certificate".to_owned()),
    };
    writeln!(out, "{STRONG}proved{STRONG:#}: {words}")?;
    for line in claim.rules().to_string().lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "{detail}")?;
    writeln!(out, "  checked in {:.3} s", start.elapsed().as_secs_f64())?;
    Ok(ExitCode::SUCCESS)
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
    match Proved::new(certificate, budget) {
        Err(undecided @ NotProved::Undecided(_)) => {
            Err(Message(format!("{}: {undecided}", shown(path))).into())
        }
        decided => Ok(decided),
    }
}
