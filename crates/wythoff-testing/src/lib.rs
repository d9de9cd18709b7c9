//! What the tests of several crates share: boards by a definition of its own, golden tables, random games, odd rule texts.

#![allow(missing_docs, clippy::unwrap_used)]

pub mod brute;
pub mod common;
pub mod random;
pub mod random_games;
pub mod twists;

use std::path::{Path, PathBuf};

/// The folder of odd rule texts.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}
