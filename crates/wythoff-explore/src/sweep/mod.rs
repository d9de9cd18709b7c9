//! Sweeps: the members of a family of games, a task for each of them, and results that are kept.
//!
//! A [`Family`](wythoff_rules::Family) is a rule text with choices; [`task`] says what is to be done about one member, with a name that is a
//! hash of everything the result depends on, so that a sweep that was ended goes on by skipping what is there; [`run`] does tasks with all
//! threads; [`search`] asks which members have the P-positions of a game, a Beatty pair, an automaton, or the same P-positions
//! as each other. Where results are kept is a face's business ([`Shelf`](task::Shelf)).
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::sweep::search::{Search, SearchLimits, SearchQuestion, SearchVerdict};
//! use wythoff_explore::sweep::task::NoShelf;
//! use wythoff_rules::{Family, Game};
//! use wythoff_prove::AllWays;
//! // One more move for Wythoff Nim: which ones leave its P-positions as they are?
//! let text = "for p in 1..3\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n\
//!             move leap: s = p and t = 2*p or s = 2*p and t = p\n";
//! let family = Family::parse("leap.family", text)?;
//! let question = SearchQuestion::Like(AllWays::of(Game::named("WN")?));
//! let search = Search::new(&family, None, question, SearchLimits { to: Some(60), ..SearchLimits::default() })?;
//! let table = search.run(&NoShelf, &Budget::default());
//! let verdicts: Vec<SearchVerdict> = table.rows.iter().map(|row| row.finding.verdict).collect();
//! assert_eq!(verdicts, [SearchVerdict::No, SearchVerdict::Proved, SearchVerdict::Proved]);
//! assert_eq!(table.rows[0].finding.ground, "first difference at (1, 2), which is P in WN and not here");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod member;
mod questions;
pub mod run;
pub mod search;
pub mod task;

use wythoff_rules::rulebook::{Entry, EntryKind, entries};
use wythoff_rules::{Family, RuleErrors};

/// The games of the rulebook that a name (`modular`) or a notation with letters (`W^k`, `kWN^(m)`) stands for, as a family whose
/// parameters need values; `None` if there is no such name.
///
/// # Errors
/// None that a rulebook without mistakes has.
pub fn of_rulebook(text: &str) -> Result<Option<(Family, &'static Entry)>, RuleErrors> {
    let plain = |pattern: &str| pattern.replace(['{', '}'], "").to_lowercase();
    let wanted = text.trim().to_lowercase();
    let said = |entry: &&Entry| {
        entry.name.to_lowercase() == wanted
            || entry.notations().iter().any(|pattern| !pattern.contains(" with ") && plain(pattern) == wanted)
    };
    for entry in entries().filter(said) {
        if let EntryKind::Text(rules) = &entry.kind {
            let family = Family::parse(&format!("rulebook/{}.game", entry.name), rules)?;
            return Ok(Some((family, entry)));
        }
    }
    Ok(None)
}
