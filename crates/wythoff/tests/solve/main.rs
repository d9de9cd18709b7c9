//! Every way of solving, against the definition and against each other.

#![allow(missing_docs)]

mod board;
#[path = "../brute/mod.rs"]
mod brute;
mod cancel;
mod closed_forms;
mod columns;
#[path = "../common/mod.rs"]
mod common;
mod export;
mod heights;
mod lists;
mod many_piles;
mod number_streams;
mod numbers;
#[path = "../random/mod.rs"]
mod random;
#[path = "../random/games.rs"]
mod random_games;
mod recursive;
mod reference_definition;
mod sequences;
mod theorems_at_large;
mod twists;
mod windows;
