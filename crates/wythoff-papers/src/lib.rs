//! The papers' statements, each with a check that could fail and the verdict on record.
//!
//! One file per paper holds its items in the paper's order: place, claim in our words, verdict, and a few lines of check over the helpers of
//! [`checks`]. [`run()`] runs items and says of each what came out, and whether that is what is on record. A sixth paper is one more file
//! and a line in [`Paper`].
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_papers::{ItemVerdict, Thoroughness, find, run};
//! let items = find("beatty-extensions:Table 2").unwrap();
//! let results = run(&items, Thoroughness::Quick, &Budget::default(), &|_| {}).unwrap();
//! assert_eq!(results[0].verdict, ItemVerdict::Agrees);
//! assert!(results[0].as_recorded);
//! ```
//!
//! **What the verdicts mean.** *Proved*: as stated, for piles of all sizes, by claims that [`check`](wythoff_check) has confirmed during
//! the run. *Agrees*: statement and definition give the same on the range that the detail names. A theorem about all k cannot be proved
//! one k at a time: it agrees, and the detail says for which k it was proved. *False as printed*: there is a witness; the detail has
//! the reading that holds. *Untestable*: nothing here can be computed, and why. *Open*: what is known.

mod beatty_extensions;
mod beta_wythoff;
mod blocking_wythoff;
pub mod checks;
mod evidence;
mod html;
mod imitation_game;
mod imitation_nim;
mod imitation_nim_appendix;
mod invariant_games;
mod markdown;
mod select;

pub use evidence::{Bench, Evidence, Trouble};
pub use html::html;
pub use markdown::markdown;
pub use select::{NoSuchItem, find, meant};

use serde::{Deserialize, Serialize};
use std::fmt;
use wythoff_budget::{Budget, Limit};
use wythoff_draw::{DrawError, Palette, papers, svg};
use wythoff_explore::sweep::run::{Heard, run_all};

/// How much is done: seconds, minutes or hours in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thoroughness {
    /// Seconds.
    Quick,
    /// Minutes.
    Full,
    /// Hours.
    Deep,
}

impl fmt::Display for Thoroughness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Thoroughness::Quick => "quick",
            Thoroughness::Full => "full",
            Thoroughness::Deep => "deep",
        })
    }
}

/// What is said about an item. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ItemVerdict {
    /// As stated, for all sizes and all parameters, by the checker.
    #[serde(rename = "proved")]
    Proved,
    /// On the range that the detail names.
    #[serde(rename = "agrees")]
    Agrees,
    /// There is a witness against it; another reading holds.
    #[serde(rename = "false as printed")]
    FalseAsPrinted,
    /// There is nothing to compute.
    #[serde(rename = "untestable")]
    Untestable,
    /// Nobody here knows; the detail says how far it was looked at.
    #[serde(rename = "open")]
    Open,
}

impl ItemVerdict {
    /// All of them, in the order of tables.
    pub const ALL: [ItemVerdict; 5] = [
        ItemVerdict::Proved,
        ItemVerdict::Agrees,
        ItemVerdict::FalseAsPrinted,
        ItemVerdict::Untestable,
        ItemVerdict::Open,
    ];
}

impl fmt::Display for ItemVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ItemVerdict::Proved => "proved",
            ItemVerdict::Agrees => "agrees",
            ItemVerdict::FalseAsPrinted => "false as printed",
            ItemVerdict::Untestable => "untestable",
            ItemVerdict::Open => "open",
        })
    }
}

/// One of the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// U. Larsson, "Wythoff Nim extensions and certain Beatty sequences".
    BeattyExtensions,
    /// U. Larsson, "2-pile Nim with a restricted number of move-size imitations", with the appendix by P. Hegarty.
    ImitationNim,
    /// U. Larsson, "A variant β-Wythoff Nim on Beatty's theorem".
    BetaWythoff,
    /// E. Duchêne and M. Rigo, "Invariant games".
    InvariantGames,
    /// U. Larsson, "Blocking Wythoff Nim".
    BlockingWythoff,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 5] = [
        Paper::BeattyExtensions,
        Paper::ImitationNim,
        Paper::BetaWythoff,
        Paper::InvariantGames,
        Paper::BlockingWythoff,
    ];

    /// How it is called here.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paper::BeattyExtensions => "beatty-extensions",
            Paper::ImitationNim => "imitation-nim",
            Paper::BetaWythoff => "beta-wythoff",
            Paper::InvariantGames => "invariant-games",
            Paper::BlockingWythoff => "blocking-wythoff",
        }
    }

    /// Author and title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Paper::BeattyExtensions => {
                "U. Larsson, \u{201c}Wythoff Nim extensions and certain Beatty sequences\u{201d}"
            }
            Paper::ImitationNim => {
                "U. Larsson, \u{201c}2-pile Nim with a restricted number of move-size imitations\u{201d}, appendix by P. Hegarty"
            }
            Paper::BetaWythoff => {
                "U. Larsson, \u{201c}A variant \u{3b2}-Wythoff Nim on Beatty\u{2019}s theorem\u{201d}"
            }
            Paper::InvariantGames => "E. Duch\u{ea}ne and M. Rigo, \u{201c}Invariant games\u{201d}",
            Paper::BlockingWythoff => "U. Larsson, \u{201c}Blocking Wythoff Nim\u{201d}",
        }
    }

    /// Its items, in its order; what is known to be misprinted comes last.
    #[must_use]
    pub fn items(self) -> Vec<PaperItem> {
        let parts: &[&[Entry]] = match self {
            Paper::BeattyExtensions => &[beatty_extensions::ITEMS],
            Paper::ImitationNim => {
                &[imitation_nim::ITEMS, imitation_nim_appendix::ITEMS, imitation_nim::MISPRINTS]
            }
            Paper::BetaWythoff => &[beta_wythoff::ITEMS],
            Paper::InvariantGames => &[invariant_games::ITEMS],
            Paper::BlockingWythoff => &[blocking_wythoff::ITEMS],
        };
        let all = parts.iter().flat_map(|part| part.iter());
        all.map(|(name, recorded, claim, check)| PaperItem {
            paper: self,
            name,
            claim,
            recorded: *recorded,
            check: *check,
        })
        .collect()
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a check does: evidence for the verdict on record, or what contradicts it.
pub type ItemCheck = fn(&Bench<'_>) -> Result<Evidence, Trouble>;

/// Name, verdict on record, claim and check, as the papers' files list them.
type Entry = (&'static str, ItemVerdict, &'static str, ItemCheck);

/// A statement of a paper.
#[derive(Clone, Copy, Debug)]
pub struct PaperItem {
    /// The paper.
    pub paper: Paper,
    /// Where in the paper, such as `Theorem 2.1`.
    pub name: &'static str,
    /// What is claimed, in our words.
    pub claim: &'static str,
    /// What the check is expected to come to.
    pub recorded: ItemVerdict,
    /// The check.
    pub check: ItemCheck,
}

/// What came out for an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemResult {
    /// The paper.
    pub paper: Paper,
    /// Where in the paper.
    pub item: String,
    /// What is claimed.
    pub claim: String,
    /// What came out.
    pub verdict: ItemVerdict,
    /// What was done, with ranges and witnesses.
    pub detail: String,
    /// Whether this is the verdict on record, and nothing contradicted it.
    pub as_recorded: bool,
    /// The claims that the checker proved during the run.
    #[serde(default)]
    pub proofs: Vec<String>,
    /// A picture as SVG, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// The results of a run: the JSON of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplicationReport {
    /// How much was done.
    pub level: Thoroughness,
    /// The items, in the papers' order.
    pub items: Vec<ItemResult>,
}

impl ReplicationReport {
    /// The results of a run.
    #[must_use]
    pub fn new(level: Thoroughness, items: Vec<ItemResult>) -> ReplicationReport {
        ReplicationReport { level, items }
    }

    /// The run at level full that comes with the library: what the page of the papers shows without computing anything.
    ///
    /// # Errors
    /// None, as long as a test reads it.
    pub fn kept() -> Result<ReplicationReport, serde_json::Error> {
        serde_json::from_str(include_str!("kept.json"))
    }

    /// Did everything come out as it is on record?
    #[must_use]
    pub fn is_as_recorded(&self) -> bool {
        self.items.iter().all(|item| item.as_recorded)
    }

    /// Draws the papers' figures into the results that are about them.
    ///
    /// # Errors
    /// A figure that cannot be drawn within the budget.
    pub fn draw_figures(&mut self, budget: &Budget) -> Result<(), DrawError> {
        for result in &mut self.items {
            let number = result.item.strip_prefix("Figure ");
            // Papers without figures, and misprints about one, have nothing to draw.
            let Some(figure) = number.and_then(|number| papers::find(result.paper.name(), number).ok())
            else {
                continue;
            };
            result.picture = Some(svg::render(&figure.scene(Palette::Usual, budget)?)?);
        }
        Ok(())
    }
}

impl PaperItem {
    /// Runs the check.
    ///
    /// # Errors
    /// A limit of the budget that ended it.
    pub fn run(&self, level: Thoroughness, budget: &Budget) -> Result<ItemResult, Limit> {
        let own = budget.of_one_task();
        let found = (self.check)(&Bench { budget: &own, level });
        budget.poll()?;
        // A check whose own time was up may have taken that for an answer.
        let found = own.poll().map_or_else(|limit| Err(Trouble::Undecided(limit.to_string())), |()| found);
        let (verdict, as_recorded, detail, proofs) = match found {
            // What was to be proved and was not, or for some parameters only, is at most in agreement.
            Ok(found) if self.recorded == ItemVerdict::Proved && !found.as_stated => {
                (ItemVerdict::Agrees, false, found.detail, found.proofs)
            }
            Ok(found) => (self.recorded, true, found.detail, found.proofs),
            Err(Trouble::Contradiction(text)) => (self.contradicted(), false, text, Vec::new()),
            Err(Trouble::Undecided(text)) => {
                (ItemVerdict::Untestable, false, format!("not decided: {text}"), Vec::new())
            }
        };
        Ok(ItemResult {
            paper: self.paper,
            item: self.name.to_owned(),
            claim: self.claim.to_owned(),
            verdict,
            detail,
            as_recorded,
            proofs,
            picture: None,
        })
    }

    /// The verdict if the one on record is contradicted.
    fn contradicted(&self) -> ItemVerdict {
        match self.recorded {
            ItemVerdict::Proved | ItemVerdict::Agrees => ItemVerdict::FalseAsPrinted,
            ItemVerdict::FalseAsPrinted => ItemVerdict::Agrees,
            ItemVerdict::Untestable | ItemVerdict::Open => self.recorded,
        }
    }
}

/// Every item of every paper.
#[must_use]
pub fn all_items() -> Vec<PaperItem> {
    Paper::ALL.into_iter().flat_map(Paper::items).collect()
}

/// The same with results that are known already from an interrupted run: only what is missing among them, or did not come out as it is
/// on record now, is run.
///
/// # Errors
/// The limit that ended the run.
pub fn run_rest(
    items: &[PaperItem],
    known: &[ItemResult],
    level: Thoroughness,
    budget: &Budget,
    done: &(dyn Fn(&ItemResult) + Sync),
) -> Result<Vec<ItemResult>, Limit> {
    let of = |item: &PaperItem, results: &[ItemResult]| {
        let same = |r: &&ItemResult| r.paper == item.paper && r.item == item.name && r.claim == item.claim;
        results.iter().rev().find(same).cloned()
    };
    let is_known =
        |item: &&PaperItem| of(item, known).is_some_and(|r| r.as_recorded && r.verdict == item.recorded);
    let missing: Vec<PaperItem> = items.iter().filter(|item| !is_known(item)).copied().collect();
    let found = run(&missing, level, budget, done)?;
    Ok(items.iter().filter_map(|item| of(item, &found).or_else(|| of(item, known))).collect())
}

/// Runs items, with all threads of the budget, and tells `done` of each result as it comes. The results are in the order of the items.
///
/// # Errors
/// The limit that ended the run.
pub fn run(
    items: &[PaperItem],
    level: Thoroughness,
    budget: &Budget,
    done: &(dyn Fn(&ItemResult) + Sync),
) -> Result<Vec<ItemResult>, Limit> {
    let name = |item: &PaperItem| format!("{}:{}", item.paper, item.name);
    let one = |item: &PaperItem, budget: &Budget| item.run(level, budget).inspect(|result| done(result));
    let results = run_all(items, ("items", Heard::Count), &name, &one, budget);
    let ended = || budget.poll().err().unwrap_or(Limit::Cancelled);
    results.into_iter().map(|result| result.unwrap_or_else(|| Err(ended()))).collect()
}
