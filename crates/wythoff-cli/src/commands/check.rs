//! `wythoff check FILE`: verifies a certificate, trusting nobody.

use super::decide::clock;
use super::prove::describe_tail;
use crate::cli::CheckArguments;
use crate::limits::{bytes, seconds};
use crate::output::{Failure, Message, STRONG, stdout};
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::automaton::Limits;
use wythoff::prove::check::{Verdict, verify_any};
use wythoff::prove::tail::certificate::AnyCertificate;

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let path = arguments.file.display();
    let text =
        std::fs::read_to_string(&arguments.file).map_err(|e| Message(format!("cannot read {path}: {e}")))?;
    let certificate: AnyCertificate = text.parse().map_err(|e| Message(format!("{path}: {e}")))?;
    let start = Instant::now();
    let stop = clock(start, seconds(&arguments.time)?);
    let limits = Limits { bytes: bytes(&arguments.memory)?, stop: Some(&stop), ..Limits::default() };
    let verdict =
        verify_any(&certificate, &limits).map_err(|e| Message(format!("{path}: not decided: {e}")))?;
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
