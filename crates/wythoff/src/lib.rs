//! wythoff

pub mod number;
pub mod rules;
