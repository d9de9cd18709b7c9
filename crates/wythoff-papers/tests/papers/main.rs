//! What the papers state, through the items of `replicate`, and what else they print.

#![allow(missing_docs)]

mod beatty_extensions;
mod beta_wythoff;
mod blocking_wythoff;
mod imitation_nim;
mod invariant_games;
mod replicate;

use wythoff_testing::common;
