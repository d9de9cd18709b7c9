//! A game that can be asked about: of the rulebook, or from a rule text.

use crate::hint::Hint;
use crate::identity::Identity;
use crate::piles::{PileGame, WrongPiles};
use crate::rulebook::{self, Entry, EntryKind, PileEntry};
use crate::{Definition, FamilyMember, ParameterValue, RuleErrors, Ruleset, read_values};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a game could not be had.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game of this name.
    #[error("no game is called {name:?}{}", suggest(.suggestion.as_deref()))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
    },
    /// The rule text, or the parameters, are wrong.
    #[error("{0}")]
    Rules(#[from] RuleErrors),
    /// A number of piles that the game is not played on.
    #[error("{0}")]
    Piles(#[from] WrongPiles),
}

impl GameError {
    /// What would help.
    #[must_use]
    pub fn hint(&self) -> Option<Hint> {
        match self {
            GameError::Unknown { .. } => Some(Hint::Games),
            GameError::Rules(_) | GameError::Piles(_) => None,
        }
    }
}

fn suggest(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(near) => format!("; did you mean {near:?}?"),
        None => String::new(),
    }
}

/// What a game consists of.
#[derive(Clone, Debug)]
pub enum GameKind {
    /// A two-pile ruleset.
    TwoPile(Box<Ruleset>),
    /// A game on n piles.
    Piles(PileGame),
}

/// A game with all its parameters.
///
/// ```
/// use wythoff_rules::Game;
/// let game = Game::named("modular(k=2, m=3)")?;
/// assert_eq!(game.notation(), Some("2WN^(3)"));
/// assert_eq!(game.piles(), 2);
/// # Ok::<(), wythoff_rules::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    name: String,
    notation: Option<String>,
    title: String,
    kind: GameKind,
    entry: Option<&'static Entry>,
    definition: Option<Arc<(Definition, BTreeMap<String, ParameterValue>)>>,
}

impl Game {
    /// A game of the rulebook, by notation (`W^4`) or by name with parameters (`blocking(k=4)`).
    ///
    /// # Errors
    /// An unknown name, or parameters that the game does not take.
    pub fn named(text: &str) -> Result<Game, GameError> {
        let Some(rulebook::Mention { entry, arguments }) = rulebook::find(text) else {
            let suggestion = rulebook::suggestion(text);
            return Err(GameError::Unknown { name: text.to_owned(), suggestion });
        };
        match &entry.kind {
            EntryKind::Text(rules) => {
                let definition = Definition::parse(&format!("rulebook/{}.game", entry.name), rules)?;
                Game::bound(&definition, entry.name, &arguments, Some(entry))
            }
            EntryKind::Piles(piles) => Game::on_piles(entry, piles, &arguments),
        }
    }

    /// A game from a rule text. `file` is what errors and answers call it; `arguments` gives values to its parameters.
    ///
    /// # Errors
    /// Problems in the text or with the parameters.
    pub fn from_text(file: &str, text: &str, arguments: &str) -> Result<Game, GameError> {
        Game::from_definition(&Definition::parse(file, text)?, arguments)
    }

    /// The same, from a text that has been read: one that loads automata is read by [`Definition::parse_loading`].
    ///
    /// # Errors
    /// Problems with the parameters.
    pub fn from_definition(definition: &Definition, arguments: &str) -> Result<Game, GameError> {
        Game::bound(definition, definition.file(), arguments, None)
    }

    fn bound(
        definition: &Definition,
        name: &str,
        arguments: &str,
        entry: Option<&'static Entry>,
    ) -> Result<Game, GameError> {
        let values = definition.values(arguments)?;
        Ok(Game::with_values(definition, name, values, entry)?)
    }

    fn with_values(
        definition: &Definition,
        name: &str,
        values: BTreeMap<String, ParameterValue>,
        entry: Option<&'static Entry>,
    ) -> Result<Game, RuleErrors> {
        let ruleset = definition.bind(&values)?;
        let in_order: Vec<(String, String)> = definition
            .parameters()
            .iter()
            .filter_map(|p| Some((p.name.clone(), values.get(&p.name)?.to_string())))
            .collect();
        let notation = entry.and_then(|e| rulebook::write_notation(e, &in_order));
        let pairs: Vec<String> = in_order.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let name = if pairs.is_empty() { name.to_owned() } else { format!("{name}({})", pairs.join(",")) };
        Ok(Game {
            name,
            notation,
            title: ruleset.title.clone(),
            kind: GameKind::TwoPile(Box::new(ruleset)),
            entry,
            definition: Some(Arc::new((definition.clone(), values))),
        })
    }

    /// A member of a family of rule texts: of one of the rulebook, if `entry` says so, else called by what was chosen.
    ///
    /// # Errors
    /// Values that the rules cannot be had for.
    pub fn of_member(
        member: &FamilyMember,
        name: &str,
        entry: Option<&'static Entry>,
    ) -> Result<Game, RuleErrors> {
        let game = Game::with_values(&member.definition, name, member.values.clone(), entry)?;
        Ok(if entry.is_some() { game } else { Game { name: format!("{name}({})", member.label()), ..game } })
    }

    fn on_piles(entry: &'static Entry, piles: &PileEntry, arguments: &str) -> Result<Game, GameError> {
        let names: &[&str] = if piles.fixed.is_some() { &[] } else { &["piles"] };
        let values = read_values(names, piles.title, arguments)?;
        let count = match (piles.fixed, values.get("piles")) {
            (Some(count), _) => count,
            (None, Some(ParameterValue::Integer(n))) => usize::try_from(n.clone()).unwrap_or(usize::MAX),
            (None, Some(ParameterValue::Real(_)) | None) => {
                let text = format!("{} needs a number of piles: {}(piles=3)", entry.name, entry.name);
                return Err(WrongPiles(text).into());
            }
        };
        let game = PileGame::new(piles.rule, count)?;
        let name = match piles.fixed {
            Some(_) => entry.name.to_owned(),
            None => format!("{}(piles={count})", entry.name),
        };
        Ok(Game {
            name,
            notation: None,
            title: piles.title.to_owned(),
            kind: GameKind::Piles(game),
            entry: Some(entry),
            definition: None,
        })
    }

    /// Its name with parameters, such as `modular(k=2,m=3)`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How papers write it.
    #[must_use]
    pub fn notation(&self) -> Option<&str> {
        self.notation.as_deref()
    }

    /// What to call it in a line: its notation, else its name.
    #[must_use]
    pub fn label(&self) -> &str {
        self.notation().unwrap_or(self.name())
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its entry in the rulebook, if it has one.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// The rule text as written, with its parameters; `None` for games on n piles.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.definition().map(|(definition, _)| definition.text())
    }

    /// The rule text and the values of its parameters; `None` for games on n piles.
    pub fn definition(&self) -> Option<&(Definition, BTreeMap<String, ParameterValue>)> {
        self.definition.as_deref()
    }

    /// What it consists of.
    #[must_use]
    pub fn kind(&self) -> &GameKind {
        &self.kind
    }

    /// The two-pile ruleset, if it is one.
    #[must_use]
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match &self.kind {
            GameKind::TwoPile(ruleset) => Some(ruleset),
            GameKind::Piles(_) => None,
        }
    }

    /// How many piles it is played on.
    #[must_use]
    pub fn piles(&self) -> usize {
        match &self.kind {
            GameKind::TwoPile(_) => 2,
            GameKind::Piles(game) => game.piles,
        }
    }

    /// Does it matter how a position came about?
    #[must_use]
    pub fn has_memory(&self) -> bool {
        match &self.kind {
            GameKind::TwoPile(ruleset) => ruleset.imitation.is_some(),
            GameKind::Piles(game) => game.rule.has_memory(),
        }
    }

    /// What makes it this game and no other: its rules in canonical form, whatever they are called.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match &self.kind {
            GameKind::TwoPile(ruleset) => Identity::of_rules(ruleset),
            GameKind::Piles(_) => Identity::of_name(&self.name),
        }
    }
}
