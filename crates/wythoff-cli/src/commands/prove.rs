//! `wythoff prove GAME`: an automaton for the P-positions, proved for all sizes.

use super::check::Timed;
use super::decide::{load, unusable};
use crate::cli::ProveArguments;
use crate::game_argument::{game, small};
use crate::limits::{Usual, budget, peak_memory};
use crate::output::{Failure, Message, STRONG, json, one_of, words_beside, write};
use crate::progress::Progress;
use crate::sink::is_standard;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wythoff::automaton::System;
use wythoff::check::grundy::{GrundyCertificate, MOST_LEVELS};
use wythoff::check::{AnyCertificate, Certificate, Proved};
use wythoff::number::counted;
use wythoff::prove::Undecided;
use wythoff::prove::agree::{Disagreement, Settled, decide};
use wythoff::prove::beams::{self, BeamsCertificate, OuterBeam, fraction};
use wythoff::prove::guess::{Effort, Proof, WantBeams, prove};
use wythoff::prove::levels::prove_levels;
use wythoff::prove::load::numeration;
use wythoff::prove::source::Solver;
use wythoff::prove::stated;
use wythoff::prove::tail::{Beam, TailCertificate};
use wythoff::report::{GameProofReport, ProofEnd, ProofReport};
use wythoff::rules::Ruleset;
use wythoff::{Game, Limit};

pub(crate) fn run(arguments: &ProveArguments) -> Result<ExitCode, Failure> {
    one_of(arguments.json, &[("--output", arguments.certificate.as_deref())])?;
    let game = game(&arguments.game)?;
    let Some(ruleset) = game.ruleset() else {
        return Err(Message(format!(
            "{} is played on n piles; proofs are about two-pile games",
            game.name()
        ))
        .into());
    };
    if arguments.claim.is_some() || arguments.formula.is_some() {
        return claim(arguments, &game, ruleset);
    }
    let states = small(&arguments.states, "--states", u32::MAX)? as usize;
    let beams = if arguments.beams { WantBeams::Only } else { WantBeams::Late };
    let mut effort = Effort { states, beams, ..Effort::default() };
    if let Some(text) = &arguments.numeration {
        let systems: Result<Vec<System>, Failure> =
            text.split('/').map(|name| Ok(numeration(name)?.system().clone())).collect();
        effort.systems = Some(systems?);
    }
    if let Some(level) = &arguments.grundy {
        let level = small(level, "--grundy", MOST_LEVELS as u32 - 1)? as usize;
        return grundy(arguments, &game, ruleset, (level, &effort));
    }
    let start = Instant::now();
    let progress = Progress::begin("proving");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Proving)?);
    let proof = prove(ruleset, &mut Solver::new(ruleset), &effort, &budget);
    drop(progress);
    let took = start.elapsed();
    let mut out = words_beside(&[arguments.certificate.as_deref()]);
    let name = game.label();
    if let Some(disagreement) = &proof.fault {
        return Err(fault(disagreement));
    }
    // First the file: whoever reads the output may stop reading.
    if let (Some(claim), Some(path)) = (&proof.proved, &arguments.certificate) {
        write(claim.certificate().to_string().as_bytes(), Some(path))?;
    }
    let end = || proof.proved.as_ref().map_or_else(|| undecided(name), |_| Ok(ExitCode::SUCCESS));
    if arguments.json {
        let report = ProofReport::of_search(ruleset, &proof);
        let saved = arguments.certificate.as_deref().filter(|_| proof.proved.is_some());
        json(&mut out, &Timed::new(&of_game(name, report, saved), start))?;
        return end();
    }
    match &proof.proved {
        Some(claim) => proved(&mut out, name, claim, took, arguments)?,
        None => {
            writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
            not_decided(&mut out, &proof, arguments)?;
        }
    }
    end()
}

/// The last word where nothing is proved and nothing refuted. What was tried is on standard output.
fn undecided(name: &str) -> Result<ExitCode, Failure> {
    Err(Message(format!("{name} is not decided")).into())
}

/// Automata for the positions of all Grundy values up to one.
fn grundy(
    arguments: &ProveArguments,
    game: &Game,
    ruleset: &Ruleset,
    (level, effort): (usize, &Effort),
) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let progress = Progress::begin("proving");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Proving)?);
    let found = prove_levels(ruleset, level, effort, &budget);
    drop(progress);
    let took = start.elapsed();
    let mut out = words_beside(&[arguments.certificate.as_deref()]);
    if let Some(disagreement) = found.last().and_then(|last| last.fault.as_ref()) {
        return Err(fault(disagreement));
    }
    if let (Some(claim), Some(path)) = (&found.proved, &arguments.certificate) {
        write(claim.certificate().to_string().as_bytes(), Some(path))?;
    }
    let name = game.label();
    let end = || found.proved.as_ref().map_or_else(|| undecided(name), |_| Ok(ExitCode::SUCCESS));
    if arguments.json {
        let report = ProofReport::of_levels(ruleset, &found);
        let saved = arguments.certificate.as_deref().filter(|_| found.proved.is_some());
        json(&mut out, &Timed::new(&of_game(name, report, saved), start))?;
        return end();
    }
    match (&found.proved, found.last()) {
        (Some(claim), _) => proved(&mut out, name, claim, took, arguments)?,
        (None, last) => {
            let seconds = took.as_secs_f64();
            writeln!(out, "{STRONG}{name}: Grundy values not decided{STRONG:#} after {seconds:.1} s")?;
            match found.reached() {
                0 => {}
                1 => writeln!(out, "  value 0 was found, value 1 was not")?,
                value => writeln!(out, "  values 0 to {} were found, value {value} was not", value - 1)?,
            }
            if let Some(last) = last {
                not_decided(&mut out, last, arguments)?;
            }
        }
    }
    end()
}

/// A report about a game, with where its certificate was saved.
fn of_game(game: &str, report: ProofReport, saved: Option<&Path>) -> GameProofReport {
    let certificate = saved.map(|path| path.display().to_string());
    GameProofReport { game: game.to_owned(), report, certificate }
}

/// So many tries are shown in full.
const SHOWN: usize = 5;

/// What was tried, and how far it came.
fn not_decided(
    out: &mut impl std::io::Write,
    proof: &Proof,
    arguments: &ProveArguments,
) -> Result<(), Failure> {
    if let Some(reason) = &proof.refused {
        writeln!(out, "  {reason}")?;
        return Ok(());
    }
    match &proof.stopped {
        Some(Limit::Cancelled) => writeln!(out, "  stopped: {}", Limit::Cancelled)?,
        Some(limit) => writeln!(out, "  stopped: {limit}; --time, --memory and --states move the limits")?,
        None if arguments.beams => writeln!(out, "  no beams were found that can be proved")?,
        None => writeln!(out, "  no small automaton was found in the numerations that were tried")?,
    }
    let tries = proof.tries();
    let (best, rest) = tries.summary(SHOWN);
    if !best.is_empty() {
        writeln!(out, "  what came closest to a proof:")?;
    }
    for one in best {
        writeln!(out, "    {one}")?;
    }
    if let Some(rest) = rest {
        writeln!(out, "    {rest}; --json lists all")?;
    }
    Ok(())
}

/// Keeps both texts of an internal fault in a file of the current folder, or of the one for temporary files, and says so.
fn fault(disagreement: &Disagreement) -> Failure {
    fault_kept_in(disagreement, &[PathBuf::new(), std::env::temp_dir()])
}

fn fault_kept_in(disagreement: &Disagreement, folders: &[PathBuf]) -> Failure {
    let kept = folders.iter().map(|folder| folder.join("wythoff-fault.txt")).find(|path| {
        // What an earlier fault left there stays.
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        file.and_then(|mut f| f.write_all(disagreement.report().as_bytes())).is_ok()
    });
    let place = match kept {
        Some(path) => format!("both texts are in {}", path.display()),
        None => "and no file could be written".to_owned(),
    };
    Message(format!("{disagreement}; {place}. Nothing is proved; please report this")).into()
}

/// What was proved, and where the certificate is.
fn proved(
    out: &mut impl std::io::Write,
    name: &str,
    claim: &Proved,
    took: Duration,
    arguments: &ProveArguments,
) -> Result<(), Failure> {
    match claim.certificate() {
        AnyCertificate::Beams(_) => writeln!(out, "{STRONG}{name}: beams proved{STRONG:#}, for all columns")?,
        AnyCertificate::Grundy(_) => {
            writeln!(out, "{STRONG}{name}: Grundy values proved{STRONG:#} for all x and y")?;
        }
        _ => writeln!(out, "{STRONG}{name}: proved{STRONG:#} for all x and y")?,
    }
    writeln!(out, "{}", describe_claim(claim.certificate()))?;
    writeln!(out, "  time: {:.3} s", took.as_secs_f64())?;
    if let Some(memory) = peak_memory() {
        writeln!(out, "  memory: {:.1} MB", memory as f64 / 1e6)?;
    }
    if let Some(path) = arguments.certificate.as_ref().filter(|path| !is_standard(path)) {
        writeln!(out, "  certificate: {} (check it with `wythoff check`)", path.display())?;
    }
    Ok(())
}

/// Decides whether the automaton of a file, or of a formula, is right for the game.
fn claim(arguments: &ProveArguments, game: &Game, ruleset: &Ruleset) -> Result<ExitCode, Failure> {
    let progress = Progress::begin("deciding the claim");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Proving)?);
    let chosen = arguments.numeration.as_deref().map(numeration).transpose()?;
    let (numeration, dfa) = match (&arguments.claim, &arguments.formula) {
        (Some(path), _) => {
            let loaded = load(path, chosen.as_ref(), &budget)?.of_pairs().map_err(|e| unusable(path, &e))?;
            (loaded.numeration, loaded.automaton)
        }
        (None, formula) => {
            let text = formula.as_deref().unwrap_or_default();
            let claim = stated::claim(text, chosen.as_ref(), &budget).map_err(|e| Message(e.to_string()))?;
            (claim.numeration, claim.automaton)
        }
    };
    let start = Instant::now();
    let settled = decide(ruleset, &numeration, &dfa, &budget).map_err(|e| fault(&e))?;
    drop(progress);
    let took = start.elapsed();
    let mut out = words_beside(&[arguments.certificate.as_deref()]);
    let name = game.label();
    if let (Settled::Proved(claim), Some(path)) = (&settled, &arguments.certificate) {
        write(claim.certificate().to_string().as_bytes(), Some(path))?;
    }
    let end = || match &settled {
        Settled::Proved(_) => Ok(ExitCode::SUCCESS),
        Settled::Refuted { .. } => Ok(ExitCode::from(1)),
        Settled::Doubted { .. } | Settled::Undecided(_) => undecided(name),
    };
    if arguments.json {
        let claim =
            Certificate::new(ruleset.clone(), numeration, &dfa).map_err(|e| Message(e.to_string()))?;
        let report = ProofReport::settled(&claim.into(), &settled);
        let saved = arguments.certificate.as_deref().filter(|_| report.verdict == ProofEnd::Proved);
        json(&mut out, &Timed::new(&of_game(name, report, saved), start))?;
        return end();
    }
    match &settled {
        Settled::Proved(claim) => proved(&mut out, name, claim, took, arguments)?,
        Settled::Refuted { .. } => writeln!(out, "{STRONG}{name}: {settled}{STRONG:#}")?,
        Settled::Doubted { x, y, checker } => {
            writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
            writeln!(out, "  the planner finds that the claim contradicts the rules at ({x}, {y})")?;
            writeln!(out, "  the checker, whose word counts, was stopped: {checker}{}", moved_by(checker))?;
        }
        Settled::Undecided(reason) => {
            writeln!(out, "{STRONG}{name}: not decided{STRONG:#} after {:.1} s", took.as_secs_f64())?;
            writeln!(out, "  stopped: {reason}{}", moved_by(reason))?;
        }
    }
    end()
}

/// What moves a limit that a claim met; nothing does where somebody wanted it to end.
fn moved_by(reason: &Undecided) -> &'static str {
    match reason {
        Undecided::Limit(Limit::Cancelled) => "",
        _ => "; --time and --memory move the limits",
    }
}

/// A claim, in a few lines.
fn describe_claim(certificate: &AnyCertificate) -> String {
    match certificate {
        AnyCertificate::Automaton(automaton) => describe_automaton(automaton),
        AnyCertificate::Tail(tail) => describe_tail(tail),
        AnyCertificate::Beams(beams) => describe_beams(beams),
        AnyCertificate::Grundy(grundy) => describe_grundy(grundy),
        // A kind that is newer than this program has no words here.
    }
}

/// The claim about an automaton, in a few lines.
fn describe_automaton(certificate: &Certificate) -> String {
    format!(
        "  claim: (x, y) is a P-position if and only if the automaton accepts it\n  numeration: {}\n  states: {}",
        certificate.numeration().system().name(),
        certificate.table().states()
    )
}

/// The claim about Grundy values, in a few lines.
pub(crate) fn describe_grundy(certificate: &GrundyCertificate) -> String {
    let states: Vec<String> = certificate.levels().iter().map(|table| table.states().to_string()).collect();
    format!(
        "  claim: for every g <= {}, (x, y) has Grundy value g if and only if automaton g accepts it\n  numeration: {}\n  states: {}",
        certificate.level(),
        certificate.numeration().system().name(),
        states.join(", ")
    )
}

/// The claim about a tail, in a few lines.
pub(crate) fn describe_tail(tail: &TailCertificate) -> String {
    let beam = |b: &Beam| {
        let (points, slope) = (b.points.len(), fraction(b.rise, b.period));
        format!(
            "\n  beam of slope {slope}: {} in {}",
            counted(points, "P-position"),
            counted(b.period, "column")
        )
    };
    let beams: String = tail.beams.iter().map(beam).collect();
    let (start, period) = (tail.start, tail.period());
    format!("  claim: from column {start} on, the P-positions with x <= y repeat with period {period}{beams}")
}

/// The claim about beams, in a few lines: what is proved, and what is not.
pub(crate) fn describe_beams(claim: &BeamsCertificate) -> String {
    let start = claim.start;
    let distance = match claim.slips {
        Some(slips) if slips.drift > 0 => {
            format!("{} + {}*(binary digits of x)", claim.distance, slips.drift)
        }
        _ => claim.distance.to_string(),
    };
    let count = match claim.outer.len() + 1 {
        1 => "one beam".to_owned(),
        count => format!("{count} beams"),
    };
    let inner = format!(
        "\n  inner beam: slope s = {}, and |y - s*x| <= {distance} for all its P-positions; {}",
        beams::slope(claim.law),
        counted(claim.language.states.len(), "state")
    );
    let outer = |b: &OuterBeam| {
        let (slope, positions) = (fraction(b.rise, b.period), b.window.column);
        format!(
            "\n  beam of slope {slope}: repeats after {}; beyond it columns hold {}",
            counted(b.period, "column"),
            counted(positions, "P-position")
        )
    };
    let outer: String = claim.outer.iter().map(outer).collect();
    let answers = match claim.slips {
        None => "positions of any size are answered from this proof",
        Some(_) => "the line is that of a pace, which answers no positions",
    };
    format!(
        "  claim: from column {start} on, the P-positions with x <= y are in {count}{inner}{outer}\n  \
         not claimed: an automaton or a period for the inner beam; {answers}"
    )
}

#[cfg(test)]
mod tests {
    use super::{Disagreement, fault_kept_in};

    #[test]
    fn a_fault_keeps_both_texts_in_a_file_and_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let fault = Disagreement {
            rules: "move m: s = 0".to_owned(),
            certificate: "{ \"states\": [] }".to_owned(),
            planner: "proved".to_owned(),
            checker: "refuted: the claim contradicts the rules at (1, 1)".to_owned(),
        };
        let folders = [folder.path().join("missing"), folder.path().to_owned()];
        let message = fault_kept_in(&fault, &folders).to_string();
        let path = folder.path().join("wythoff-fault.txt");
        assert!(
            message.starts_with("internal fault: ") && message.contains(&path.display().to_string()),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1);
        let text = std::fs::read_to_string(path).expect("written");
        for part in [&fault.rules, &fault.certificate, &fault.planner, &fault.checker] {
            assert!(text.contains(part.as_str()), "{text}");
        }
        let message = fault_kept_in(&fault, &folders[..1]).to_string();
        assert!(message.contains("no file could be written"), "{message}");
    }
}
