//! Beams, comparisons, descriptions, learning and stars.

#![allow(missing_docs)]

mod beams;
mod compare;
mod describe;
mod learn;
mod star;
mod sweep;

use wythoff_testing::random;
