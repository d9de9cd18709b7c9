//! What needs the whole library: every game through every way, proof and format; cancelling; the words of the library.

#![allow(missing_docs)]

mod cancel;
mod corpus;
mod load_rules;
mod names;
mod theorems_at_large;
mod words;

use wythoff_testing::random;
