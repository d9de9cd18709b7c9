//! `wythoff check FILE`: verifies a certificate, trusting nobody.

use super::prove::describe_tail;
use crate::cli::CheckArguments;
use crate::limits::{read_text, timed_budget};
use crate::output::{Failure, Message, STRONG, stdout};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::Budget;
use wythoff::prove::check::{Verdict, verify_any};
use wythoff::prove::tail::certificate::AnyCertificate;

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let certificate = read(&arguments.file)?;
    let budget = timed_budget(&arguments.time, &arguments.memory)?;
    let verdict = verdict(&certificate, &arguments.file, &budget)?;
    let mut out = stdout();
    match verdict {
        Verdict::Proved => {
            let (claim, detail) = match &certificate {
                AnyCertificate::Automaton(automaton) => {
                    let numeration = automaton.numeration().system().name();
                    let states = automaton.automaton().states();
                    let detail = format!("  numeration: {numeration}, states: {states}");
                    ("the automaton accepts exactly the P-positions of", detail)
                }
                AnyCertificate::Tail(tail) => {
                    ("the P-positions have the claimed tail in", describe_tail(tail))
                }
            };
            writeln!(out, "{STRONG}proved{STRONG:#}: {claim}")?;
            for line in certificate.rules().to_string().lines() {
                writeln!(out, "    {line}")?;
            }
            writeln!(out, "{detail}")?;
            writeln!(out, "  checked in {:.3} s", start.elapsed().as_secs_f64())?;
            Ok(ExitCode::SUCCESS)
        }
        Verdict::Refuted { x, y } => {
            writeln!(out, "{STRONG}refuted{STRONG:#}: the claim contradicts the rules at ({x}, {y})")?;
            Ok(ExitCode::from(1))
        }
    }
}

/// The certificate in a file; nothing is known about its truth.
pub(crate) fn read(path: &Path) -> Result<AnyCertificate, Failure> {
    let shown = path.display();
    let text = read_text(path)?;
    Ok(text.parse().map_err(|e| Message(format!("{shown}: {e}")))?)
}

/// What the checker says about it.
pub(crate) fn verdict(
    certificate: &AnyCertificate,
    path: &Path,
    budget: &Budget,
) -> Result<Verdict, Failure> {
    Ok(verify_any(certificate, budget)
        .map_err(|e| Message(format!("{}: not decided: {e}", path.display())))?)
}
