//! The rules of a game.

use serde::{Deserialize, Serialize};
use wythoff_budget::Budget;
use wythoff_prove::warnings::of_game as warnings_of;
use wythoff_rules::game::Game;
use wythoff_rules::rulebook::{Entry, EntryKind, find};
use wythoff_rules::{Definition, Diagnostic, Parameter, ParameterKind, RuleWarnings, Symmetry};
use wythoff_solve::kinship::Kinship;
use wythoff_solve::rays::symmetry;

/// The rules of a game, and where they come from.
///
/// ```
/// use wythoff_rules::Game;
/// use wythoff_service::report::RulesReport;
/// let report = RulesReport::of_game(&Game::named("W^4")?);
/// assert_eq!((report.name.as_str(), report.parameters[0].to_string().as_str()), ("blocking", "k, an integer with k >= 1"));
/// assert_eq!(report.bound.map(|bound| bound.name).as_deref(), Some("blocking(k=4)"));
/// # Ok::<(), wythoff_rules::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesReport {
    /// Its name: in the rulebook, or what the text is called.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How papers write it, letters standing for numbers.
    pub notation: Vec<String>,
    /// The rules in words; empty for a text that is not of the rulebook, as are `source` and `known`.
    pub words: String,
    /// Its parameters.
    pub parameters: Vec<ParameterReport>,
    /// Where it comes from.
    pub source: String,
    /// What is known about it.
    pub known: String,
    /// The rules as a text with its parameters, without comments; none for games on n piles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What nothing satisfies in a text that is not of the rulebook.
    #[serde(default)]
    pub warnings: Vec<WarningReport>,
    /// The game with values for its parameters, if it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundReport>,
}

/// A rule that nothing satisfies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarningReport {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is to be said, in one line.
    pub message: String,
    /// What is said at the place itself.
    pub label: String,
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterReport {
    /// Its name.
    pub name: String,
    /// What values it takes, in words.
    pub values: String,
}

/// A game with all its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundReport {
    /// Its name with parameters.
    pub name: String,
    /// How many piles it is played on.
    pub piles: usize,
    /// Are positions that differ only in the order of the piles alike?
    pub symmetric: bool,
    /// The same with what is known: `yes`, which is proved; `no`, if a difference was found; else `not seen`.
    #[serde(default)]
    pub symmetry: String,
    /// The rules as they are understood, in normal form; none for games on n piles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The game of the rulebook that a text of another name is: proved to have the same rules at all sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The theorem, or the conjecture, that answers for it at any size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// Why a theorem about games like this one is not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem_not_used: Option<String>,
}

impl std::fmt::Display for ParameterReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.name, self.values)
    }
}

impl From<&Parameter> for ParameterReport {
    fn from(parameter: &Parameter) -> ParameterReport {
        let kind = match parameter.kind {
            ParameterKind::Integer => "an integer",
            ParameterKind::Irrational => "an irrational number",
        };
        let conditions = parameter.conditions.join(", ");
        let with = if conditions.is_empty() { String::new() } else { format!(" with {conditions}") };
        ParameterReport { name: parameter.name.clone(), values: format!("{kind}{with}") }
    }
}

impl RulesReport {
    /// The rules of a game of the rulebook, its parameters still open.
    #[must_use]
    pub fn of_entry(entry: &Entry) -> RulesReport {
        let (text, parameters) = match &entry.kind {
            EntryKind::Text(text) => {
                let definition = Definition::parse(entry.name, text).ok();
                let parameters =
                    definition.iter().flat_map(|d| d.parameters().iter().map(ParameterReport::from));
                (Some(without_comments(text)), parameters.collect())
            }
            EntryKind::Piles(piles) if piles.fixed.is_none() => {
                let piles = ParameterReport { name: "piles".to_owned(), values: "from 2 to 8".to_owned() };
                (None, vec![piles])
            }
            EntryKind::Piles(_) => (None, Vec::new()),
        };
        RulesReport {
            name: entry.name.to_owned(),
            title: entry.title(),
            notation: entry
                .notations()
                .iter()
                .map(|n| n.replace("{piles}", "n").replace(['{', '}'], ""))
                .collect(),
            words: entry.words(),
            parameters,
            source: entry.source(),
            known: entry.known(),
            text,
            warnings: Vec::new(),
            bound: None,
        }
    }

    /// The rules of a game of the rulebook that is named without values for its parameters, so that they stay open; `None` for any
    /// other text.
    #[must_use]
    pub fn of_unbound(text: &str) -> Option<RulesReport> {
        let mention = find(text).filter(|mention| mention.arguments.trim().is_empty())?;
        Some(RulesReport::of_entry(mention.entry))
    }

    /// A text whose parameters have no values: what it says, and which values it takes.
    ///
    /// ```
    /// use wythoff_rules::Definition;
    /// use wythoff_service::report::RulesReport;
    /// let text = "# mine\nparam k >= 1\nmove rook: s = 0 and t <= k or t = 0 and s <= k\n";
    /// let report = RulesReport::of_definition(&Definition::parse("my.game", text)?);
    /// assert_eq!(report.parameters[0].to_string(), "k, an integer with k >= 1");
    /// assert_eq!(report.text.as_deref(), text.strip_prefix("# mine\n").map(str::trim_end));
    /// # Ok::<(), wythoff_rules::RuleErrors>(())
    /// ```
    #[must_use]
    pub fn of_definition(definition: &Definition) -> RulesReport {
        let (file, text) = (definition.file(), definition.text());
        let found = RuleWarnings::new(file, text, definition.impossible_conditions());
        RulesReport {
            name: file.to_owned(),
            title: definition.title().to_owned(),
            notation: Vec::new(),
            words: String::new(),
            parameters: definition.parameters().iter().map(ParameterReport::from).collect(),
            source: String::new(),
            known: String::new(),
            text: Some(without_comments(text)),
            warnings: reported(&found),
            bound: None,
        }
    }

    /// The rules of a game that can be played.
    #[must_use]
    pub fn of_game(game: &Game) -> RulesReport {
        RulesReport::within(game, &Budget::default())
    }

    /// The same, with warnings as far as the budget goes.
    #[must_use]
    pub fn within(game: &Game, budget: &Budget) -> RulesReport {
        let Kinship { same_as, theorem, not_used } = Kinship::of(game);
        let symmetry = symmetry(game);
        let bound = BoundReport {
            name: game.name().to_owned(),
            piles: game.piles(),
            symmetric: symmetry == Symmetry::Yes,
            symmetry: symmetry.name().to_owned(),
            rules: game.ruleset().map(ToString::to_string),
            same_as,
            theorem,
            theorem_not_used: not_used,
        };
        let unbound = match game.entry() {
            Some(entry) => RulesReport::of_entry(entry),
            None => RulesReport {
                name: game.name().to_owned(),
                title: game.title().to_owned(),
                notation: Vec::new(),
                words: String::new(),
                parameters: Vec::new(),
                source: String::new(),
                known: String::new(),
                text: game.text().map(str::to_owned),
                warnings: warnings(game, budget),
                bound: None,
            },
        };
        RulesReport { bound: Some(bound), ..unbound }
    }
}

fn warnings(game: &Game, budget: &Budget) -> Vec<WarningReport> {
    reported(&warnings_of(game, budget))
}

/// The lines that say something.
fn without_comments(text: &str) -> String {
    let rules = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rules.collect::<Vec<_>>().join("\n")
}

fn reported(found: &RuleWarnings) -> Vec<WarningReport> {
    let report = |warning: &Diagnostic| {
        let (line, column) = found.place(warning);
        WarningReport { line, column, message: warning.message.clone(), label: warning.label.clone() }
    };
    found.warnings.iter().map(report).collect()
}
