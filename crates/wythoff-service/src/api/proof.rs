//! Proofs for all sizes: looking for one, checking one, deciding a statement.

use super::picture::certificate_text;
use super::request::{Fields, missing};
use super::{Desk, Refusal, RefusalKind, Reply};
use crate::report::{DecisionReport, GameProofReport, ProofReport};
use serde_json::Value;
use wythoff_automata::System;
use wythoff_budget::Budget;
use wythoff_check::grundy::MOST_LEVELS;
use wythoff_check::{AnyCertificate, Certificate, Proved};
use wythoff_logic::{decide as decided, parse_statement, real_automata};
use wythoff_prove::agree::{Disagreement, Settled, decide as settle};
use wythoff_prove::guess::{Effort, WantBeams, prove as search};
use wythoff_prove::levels::prove_levels;
use wythoff_prove::load::{Loaded, numeration, numeration_for, stated_numeration};
use wythoff_prove::source::Solver;
use wythoff_prove::stated;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;

/// Automata of a search have at most so many states.
const MOST_STATES: u32 = 100_000;

fn fault(disagreement: &Disagreement) -> Refusal {
    let error = format!("{disagreement}; nothing is proved, please report this: {}", disagreement.report());
    Refusal::new(RefusalKind::Fault, error)
}

fn two_piles(game: &Game) -> Result<&Ruleset, Refusal> {
    let why =
        || Refusal::wrong(format!("{} is played on n piles; proofs are about two-pile games", game.name()));
    game.ruleset().ok_or_else(why)
}

/// `prove`.
pub(super) fn prove(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let game = ways.game();
    let ruleset = two_piles(game)?;
    if let Some(formula) = fields.text("formula")? {
        return claim(game, ruleset, (fields, &formula), budget);
    }
    let mut effort = Effort { beams: WantBeams::Late, ..Effort::default() };
    if let Some(states) = fields.small("states", MOST_STATES)? {
        effort.states = states as usize;
    }
    if let Some(names) = fields.text("numeration")? {
        let systems: Result<Vec<System>, Refusal> =
            names.split('/').map(|name| Ok(numeration(name)?.system().clone())).collect();
        effort.systems = Some(systems?);
    }
    if let Some(level) = fields.small("grundy", MOST_LEVELS as u32 - 1)? {
        return levels(game, ruleset, (level as usize, &effort), budget);
    }
    let proof = search(ruleset, &mut Solver::new(ruleset), &effort, budget);
    // Whoever cancelled it waits for no report.
    if budget.canceller().is_cancelled() {
        return Err(wythoff_budget::Limit::Cancelled.into());
    }
    if let Some(disagreement) = &proof.fault {
        return Err(fault(disagreement));
    }
    let certificate = proof.proved.as_ref().map(|proved| proved.certificate().to_string());
    let report = ProofReport::of_search(ruleset, &proof);
    Reply::report(&GameProofReport { game: game.label().to_owned(), report, certificate })
}

/// Automata for the positions of all Grundy values up to one.
fn levels(
    game: &Game,
    ruleset: &Ruleset,
    (level, effort): (usize, &Effort),
    budget: &Budget,
) -> Result<Reply, Refusal> {
    let found = prove_levels(ruleset, level, effort, budget);
    if budget.canceller().is_cancelled() {
        return Err(wythoff_budget::Limit::Cancelled.into());
    }
    if let Some(disagreement) = found.last().and_then(|last| last.fault.as_ref()) {
        return Err(fault(disagreement));
    }
    let certificate = found.proved.as_ref().map(|proved| proved.certificate().to_string());
    let report = ProofReport::of_levels(ruleset, &found);
    Reply::report(&GameProofReport { game: game.label().to_owned(), report, certificate })
}

/// Is the set of a formula the P-positions?
fn claim(
    game: &Game,
    ruleset: &Ruleset,
    (fields, formula): (&Fields<'_>, &str),
    budget: &Budget,
) -> Result<Reply, Refusal> {
    let chosen = fields.text("numeration")?.map(|name| numeration(&name)).transpose()?;
    let claim = stated::claim(formula, chosen.as_ref(), budget).map_err(|e| Refusal::wrong(e.to_string()))?;
    budget.poll()?;
    let settled = settle(ruleset, &claim.numeration, &claim.automaton, budget).map_err(|e| fault(&e))?;
    budget.poll()?;
    let text = Certificate::new(ruleset.clone(), claim.numeration, &claim.automaton);
    let text = text.map_err(|e| Refusal::wrong(e.to_string()))?;
    let certificate = match &settled {
        Settled::Proved(proved) => Some(proved.certificate().to_string()),
        _ => None,
    };
    let report = ProofReport::settled(&text.into(), &settled);
    Reply::report(&GameProofReport { game: game.label().to_owned(), report, certificate })
}

/// `check`.
pub(super) fn check(_: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let text = certificate_text(fields, "certificate")?;
    let certificate = AnyCertificate::read(&text, budget).map_err(|e| Refusal::wrong(e.to_string()))?;
    let checked = Proved::new(certificate.clone(), budget);
    if budget.canceller().is_cancelled() {
        return Err(wythoff_budget::Limit::Cancelled.into());
    }
    Reply::report(&ProofReport::checked(&certificate, &checked))
}

/// `decide`.
pub(super) fn decide(_: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let text = fields.required("formula")?;
    let statement = parse_statement(&text).map_err(|e| Refusal::wrong(e.to_string()))?;
    let asked = fields.text("numeration")?.map(|name| numeration(&name)).transpose()?;
    let certificates = match fields.value("certificates") {
        None => Vec::new(),
        Some(Value::Object(map)) => {
            let read = |name: &String| Ok((name.clone(), certificate_text(&Fields(map), name)?));
            map.keys().map(read).collect::<Result<Vec<_>, Refusal>>()?
        }
        Some(_) => return Err(missing("certificates")),
    };
    let mut used = Vec::new();
    // What was asked for has the last word, and an automaton that is in another one is refused when it is read.
    for (name, text) in certificates.iter().filter(|_| asked.is_none()) {
        used.extend(stated_numeration(text, budget)?.map(|numeration| (name.clone(), numeration)));
    }
    let numeration = numeration_for(&statement, asked.as_ref(), &used)?;
    let formula = statement.formula;
    let mut named =
        real_automata(&formula, &numeration, budget).map_err(|e| Refusal::wrong(e.to_string()))?;
    for (name, text) in &certificates {
        named.push((name.clone(), Loaded::from_text(text, Some(&numeration), budget)?.automaton));
    }
    let sentence = decided(&formula, &numeration, &named, budget).map_err(|e| {
        let stopped = budget.poll().err().map(Refusal::from);
        stopped.unwrap_or_else(|| Refusal::wrong(e.to_string()))
    })?;
    Reply::report(&DecisionReport::new(&text, &numeration.system().name(), &sentence))
}
