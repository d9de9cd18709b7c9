//! What came of the papers' statements.

use crate::replicate::{ItemResult, Thoroughness};
use serde::{Deserialize, Serialize};

/// The results of a run over items of the papers.
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

    /// Did everything come out as it is on record?
    #[must_use]
    pub fn is_as_recorded(&self) -> bool {
        self.items.iter().all(|item| item.as_recorded)
    }
}
