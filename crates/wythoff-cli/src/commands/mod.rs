//! One file per command.

pub(crate) mod ask;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod solve;
