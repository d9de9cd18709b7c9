//! wythoff

pub mod number;
pub mod rules;
pub mod solve;
