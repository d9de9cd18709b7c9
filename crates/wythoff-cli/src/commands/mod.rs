//! One file per command.

pub(crate) mod ask;
mod batch;
pub(crate) mod beams;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod complete;
pub(crate) mod completions;
pub(crate) mod decide;
pub(crate) mod describe;
pub(crate) mod draw;
pub(crate) mod family;
pub(crate) mod games;
pub(crate) mod grundy;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod replicate;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod solve;
pub(crate) mod star;
pub(crate) mod sum;
pub(crate) mod sweep;
pub(crate) mod topics;
