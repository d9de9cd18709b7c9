//! Rule texts: parsing, checking, printing, and the checked [`Ruleset`](ruleset::Ruleset).

pub mod ruleset;
