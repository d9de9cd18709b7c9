//! The certificates that come with the library, for games that no theorem of the papers covers.
//!
//! They are files of `certificates/`, embedded byte for byte. A test of this project checks every file of that folder in full, and
//! that these are among them; here they are only read, since checking the largest takes half a minute. So their word rests on that test,
//! and on [`Proved::checked_in_tests`], which is called here and nowhere else; `wythoff check` verifies them again.

use wythoff_budget::Budget;
use wythoff_check::{AnyCertificate, Proved};
use wythoff_rules::Ruleset;

macro_rules! certificates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../certificates/", $name, ".json")))),*]
    };
}

/// Names and texts.
pub static CERTIFICATES: [(&str, &str); 10] = certificates![
    "blocking-4",
    "blocking-8",
    "blocking-10",
    "blocking-14",
    "blocking-50",
    "blocking-61",
    "blocking-72",
    "blocking-79",
    "modular-2-2",
    "modular-4-2"
];

/// Those that prove beams: they do not say which squares are P-positions, so they are no certificates in the sense of [`find`].
pub static BEAMS: [(&str, &str); 11] = certificates![
    "blocking-5",
    "blocking-12",
    "blocking-15",
    "blocking-19",
    "blocking-37",
    "blocking-41",
    "blocking-48",
    "blocking-55",
    "blocking-59",
    "blocking-66",
    "blocking-73"
];

/// Beams whose pace is proved and whose slips are not located: nothing is answered from them.
pub static SLIPS: [(&str, &str); 2] = certificates!["blocking-7", "blocking-11"];

/// The name and the claim of the first certificate of beams whose game is the right one.
#[must_use]
pub fn find_beams(is_game: impl Fn(&Ruleset) -> bool) -> Option<(&'static str, Proved)> {
    among(&BEAMS, is_game)
}

/// The name and the claim of the first certificate whose game is the right one. Only that one is read in full.
#[must_use]
pub fn find(is_game: impl Fn(&Ruleset) -> bool) -> Option<(&'static str, Proved)> {
    among(&CERTIFICATES, is_game)
}

fn among(
    list: &'static [(&'static str, &'static str)],
    is_game: impl Fn(&Ruleset) -> bool,
) -> Option<(&'static str, Proved)> {
    let budget = Budget::default();
    let about = |text: &str| AnyCertificate::only_rules(text, &budget).is_ok_and(|rules| is_game(&rules));
    let (name, text) = list.iter().find(|(_, text)| about(text))?;
    let certificate = AnyCertificate::read(text, &budget).ok()?;
    Some((name, Proved::checked_in_tests(certificate)))
}
