//! Ways of solving a game, one file each; every one says for which rulesets it is right, and why.

pub mod columns;
pub mod limits;
pub mod predicate;
pub mod rays;
