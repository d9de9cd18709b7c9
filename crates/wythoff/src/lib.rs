//! wythoff

pub mod number;
pub mod rules;
pub mod sequence;
pub mod solve;
