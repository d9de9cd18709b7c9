//! The members of a family as games, or why there is no such game.

use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::Game;
use wythoff_rules::rulebook::Entry;
use wythoff_rules::{Family, RuleErrors};

/// A member, and its game unless there is none.
#[derive(Debug)]
pub struct Asked {
    /// What was chosen.
    pub label: String,
    /// The game, or why there is none.
    pub game: Result<Ways, String>,
}

/// The members of a family, of the rulebook if there is an entry, and how many choices its conditions leave out.
pub fn asked(family: &Family, entry: Option<&'static Entry>) -> Result<(Vec<Asked>, usize), RuleErrors> {
    let found = family.members()?;
    let name = entry.map_or(family.file(), |entry| entry.name);
    let asked = found.members.iter().map(|member| {
        let game = Game::of_member(member, name, entry);
        let why = |errors: &RuleErrors| {
            errors.errors.first().map_or_else(String::new, |error| error.message.clone())
        };
        let game = game.map(Ways::of).map_err(|errors| format!("there is no such game: {}", why(&errors)));
        Asked { label: member.label(), game }
    });
    Ok((asked.collect(), found.left_out))
}

impl Asked {
    /// What the game is called, or would be.
    pub(crate) fn name(&self) -> &str {
        self.game.as_ref().map_or(&self.label, |ways| ways.game().label())
    }

    /// Its rules as tasks say them; nothing if there is no such game.
    pub fn rules(&self) -> String {
        self.game.as_ref().map_or_else(|_| String::new(), rules_of)
    }
}

/// The rules of a game as tasks say them.
pub(crate) fn rules_of(ways: &Ways) -> String {
    ways.game().identity().text().to_owned()
}
