//! Ways of solving against the definition and against each other.

#![allow(missing_docs)]

mod board;
mod columns;
mod heights;
mod imitation;
mod many_piles;
mod recursive;
mod reference_definition;
mod sequences;

use wythoff_testing::{brute, common};
