//! The papers' statements: what came of checking them when that was last done in full, or now.

use super::request::Fields;
use super::{Desk, Refusal, Reply, fault};
use serde_json::{Value, json};
use wythoff_budget::Budget;
use wythoff_papers::{ItemResult, Paper, ReplicationReport, Thoroughness, find, meant, run};
use wythoff_rules::game::Game;

/// `papers`.
pub(super) fn papers(_: &Desk, fields: &Fields<'_>, _: &Budget) -> Result<Reply, Refusal> {
    let mut report = ReplicationReport::kept().map_err(|e| fault(&e))?;
    if let Some(which) = fields.text("item")? {
        // Among the results, not among the items: those bring all the checks along, which `replicate` alone needs.
        let names: Vec<(Paper, String)> =
            report.items.iter().map(|kept| (kept.paper, kept.item.clone())).collect();
        let meant = meant(&which, &names).map_err(|e| Refusal::wrong(e.to_string()))?;
        report.items = meant.into_iter().map(|place| report.items[place].clone()).collect();
    }
    shown(&report)
}

/// `replicate` in an engine that does not have the checks.
pub(super) fn replicate_elsewhere(_: &Desk, _: &Fields<'_>, _: &Budget) -> Result<Reply, Refusal> {
    Err(Refusal::wrong(
        "the papers' statements are checked by the program, not in a page: `papers` has what came of it when that was last done in full",
    ))
}

/// `replicate`.
pub(super) fn replicate(_: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let items = find(&fields.text("item")?.unwrap_or_default()).map_err(|e| Refusal::wrong(e.to_string()))?;
    let levels = [("quick", Thoroughness::Quick), ("full", Thoroughness::Full)];
    let level = fields.choice("level", &levels)?.unwrap_or(Thoroughness::Quick);
    let results = run(&items, level, budget, &|_| {})?;
    shown(&ReplicationReport::new(level, results))
}

/// A report, each item with what a page can show for it.
fn shown(report: &ReplicationReport) -> Result<Reply, Refusal> {
    let mut value = serde_json::to_value(report).map_err(|e| fault(&e))?;
    let Some(Value::Array(items)) = value.get_mut("items") else {
        return Err(fault(&"a report without items"));
    };
    for (item, result) in items.iter_mut().zip(&report.items) {
        if let Some(game) = game_of(result) {
            item["show"] = json!({"game": game});
        }
    }
    Ok(Reply::data(value))
}

/// The first game that the proofs, the claim or the detail name by its notation.
fn game_of(result: &ItemResult) -> Option<String> {
    let texts = result.proofs.iter().chain([&result.claim, &result.detail]);
    let words = texts.flat_map(|text| text.split([' ', ';', ':', '“', '”', '"', '.']));
    // A name of letters alone could be any word; WN and IN are the only notations of that kind.
    let plausible = words.map(|word| word.trim_matches([',', '?', '!'])).filter(|word| {
        let marked = word.chars().any(|c| c.is_ascii_digit()) && word.chars().any(|c| c.is_ascii_uppercase());
        word.len() < 40 && (marked || matches!(*word, "WN" | "IN"))
    });
    let game = |word: &str| Game::named(word).ok().map(|game| game.label().to_owned());
    plausible.into_iter().find_map(game)
}
