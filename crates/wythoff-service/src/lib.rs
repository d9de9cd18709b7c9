//! What all faces share: requests and replies, reports as data, lists and tables as bytes, surveys of families.
//!
//! | to | use |
//! |---|---|
//! | answer requests of pages and scripts, one JSON in, one out | [`api::Desk`] |
//! | show: the one JSON of answers, lists and proofs | [`report`] |
//! | write lists and tables as bytes, whole or while they are found | [`export`] |
//! | do one thing for all members of a family, and make one table of it | [`survey`] |
//! | a description as a page with pictures | [`page`] |

pub mod api;
pub mod export;
pub mod page;
pub mod report;
pub mod survey;
