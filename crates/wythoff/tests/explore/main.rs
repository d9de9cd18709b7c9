//! Beams, comparisons, descriptions, learning and stars.

#![allow(missing_docs)]

mod beams;
mod compare;
mod describe;
mod learn;
#[path = "../random/mod.rs"]
mod random;
mod star;
