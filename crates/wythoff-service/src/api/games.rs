//! About the desk, the games of the rulebook, the rules of one, and whether a rule text is understood.

use super::refusal::DiagnosticReport;
use super::request::Fields;
use super::{Desk, Refusal, Reply};
use crate::report::{GamesReport, ParameterReport, RulesReport};
use serde_json::{Value, json};
use wythoff_budget::Budget;
use wythoff_play::Level;
use wythoff_prove::load::for_rules;
use wythoff_prove::warnings;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::game::{Game, GameError};
use wythoff_rules::{Definition, RuleErrors};
use wythoff_solve::typed;

/// What a text is called that says no title.
const UNNAMED: &str = "your rules";

impl Desk {
    /// The game that a request is about.
    pub(super) fn ways(&self, fields: &Fields<'_>) -> Result<Ways, Refusal> {
        let parameters = arguments(fields)?;
        let words = match (fields.text("game")?, fields.text("text")?) {
            (Some(_), Some(_)) => {
                return Err(Refusal::wrong("a game is said by `game` or by `text`: leave one out"));
            }
            (None, None) => {
                return Err(Refusal::wrong(
                    "which game? Say it by `game`, such as W^4, or by `text`, its rules",
                ));
            }
            (Some(name), None) => Words::Name(with_parameters(&name, &parameters)),
            (None, Some(text)) => Words::Text { text, name: fields.text("name")?, parameters },
        };
        self.known_or(&words)
    }

    /// The game that such fields are about: the one that other requests in the same words are answered with.
    ///
    /// # Errors
    /// No game is meant, or its rules are wrong.
    pub fn game(&self, request: &Value) -> Result<Ways, Refusal> {
        match request {
            Value::Object(fields) => self.ways(&Fields(fields)),
            _ => Err(Refusal::wrong("a game is said by an object with `game` or `text`")),
        }
    }

    /// Another game of the same request: by name, or by an object with its rules as a `text`.
    pub(super) fn other(&self, fields: &Fields<'_>, name: &str) -> Result<Option<Ways>, Refusal> {
        match fields.value(name) {
            Some(object @ Value::Object(_)) => self.game(object).map(Some),
            _ => fields.text(name)?.map(|name| self.known_or(&Words::Name(name))).transpose(),
        }
    }

    fn known_or(&self, words: &Words) -> Result<Ways, Refusal> {
        let key = words.key();
        if let Some(known) = self.shelf.game(&key) {
            return Ok(known);
        }
        let ways = Ways::of(words.game(self.limits().text)?);
        self.shelf.keep(&key, &ways);
        Ok(ways)
    }
}

/// How a game is said.
enum Words {
    Name(String),
    Text { text: String, name: Option<String>, parameters: String },
}

impl Words {
    fn key(&self) -> String {
        match self {
            Words::Name(name) => name.clone(),
            Words::Text { text, name, parameters } => format!("{name:?}\n{parameters}\n{text}"),
        }
    }

    fn game(&self, longest: usize) -> Result<Game, Refusal> {
        match self {
            Words::Name(name) if name.len() > 1000 => {
                Err(Refusal::wrong("the name of a game is shorter than that"))
            }
            Words::Name(name) => Ok(typed::game(name)?),
            Words::Text { text, name, parameters } => {
                short_enough(text, longest)?;
                let definition = definition(name.as_deref(), text).map_err(GameError::from)?;
                Ok(Game::from_definition(&definition, parameters)?)
            }
        }
    }
}

fn short_enough(text: &str, longest: usize) -> Result<(), Refusal> {
    match text.len() > longest {
        true => Err(Refusal::limit(format!("the rules are longer than {longest} bytes: make them shorter"))),
        false => Ok(()),
    }
}

/// The values of parameters, as they stand in parentheses behind a name: from `{"k": "3"}`, or as a text already.
fn arguments(fields: &Fields<'_>) -> Result<String, Refusal> {
    match fields.value("parameters") {
        None => Ok(String::new()),
        Some(Value::Object(values)) => {
            let one = |name: &String| Ok(format!("{name}={}", Fields(values).required(name)?));
            let said = values.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| one(name));
            Ok(said.collect::<Result<Vec<_>, Refusal>>()?.join(", "))
        }
        Some(_) => fields.required("parameters"),
    }
}

/// A name with parameters: those it has, or those that are given beside it.
fn with_parameters(name: &str, parameters: &str) -> String {
    match parameters.is_empty() {
        true => name.to_owned(),
        false => format!("{}({parameters})", name.trim()),
    }
}

/// `about`.
pub(super) fn about(desk: &Desk, _: &Fields<'_>, _: &Budget) -> Result<Reply, Refusal> {
    let levels: Vec<Value> = Level::ALL
        .iter()
        .map(|level| json!({"name": level.to_string(), "mistakes_in_100": level.mistakes_in_100()}))
        .collect();
    Ok(Reply::data(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "engine": desk.engine.name(),
        "limits": desk.limits(),
        "levels": levels,
    })))
}

/// `games`.
pub(super) fn games(_: &Desk, _: &Fields<'_>, _: &Budget) -> Result<Reply, Refusal> {
    Reply::report(&GamesReport::all())
}

/// `rules`.
pub(super) fn rules(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    if let (Some(name), None) = (fields.text("game")?, fields.value("parameters"))
        && let Some(report) = RulesReport::of_unbound(&name)
    {
        return Reply::report(&report);
    }
    // So can a text; what is wrong with it is reported below.
    if let (Some(text), None) = (fields.text("text")?, fields.value("parameters"))
        && text.len() <= desk.limits().text
        && let Ok(definition) = definition(fields.text("name")?.as_deref(), &text)
        && !definition.parameters().is_empty()
    {
        return Reply::report(&RulesReport::of_definition(&definition));
    }
    Reply::report(&RulesReport::within(desk.ways(fields)?.game(), budget))
}

/// A rule text; it can load what comes with the library, and nothing else.
fn definition(name: Option<&str>, text: &str) -> Result<Definition, RuleErrors> {
    let none = |_: &str| Err("no files are read here".to_owned());
    let load = |wanted: &str| for_rules(wanted, &none, &Budget::default());
    let found = Definition::parse_loading(name.unwrap_or(UNNAMED), text, &load)?;
    let title = found.title().to_owned();
    // What nobody named is called by its title.
    Ok(if name.is_some() || title.trim().is_empty() { found } else { found.called(&title) })
}

/// `read`.
pub(super) fn read(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let text = fields.required("text")?;
    short_enough(&text, desk.limits().text)?;
    let definition = match definition(fields.text("name")?.as_deref(), &text) {
        Ok(definition) => definition,
        Err(errors) => return Ok(not_understood(&errors, &[])),
    };
    // Whoever writes rules takes parameters away, too: values of those that are gone do no harm.
    let given = match fields.value("parameters") {
        Some(Value::Object(values)) => values.clone(),
        _ => serde_json::Map::new(),
    };
    let value = |parameter: &str| -> Result<Option<String>, Refusal> {
        Ok(Fields(&given).text(parameter)?.filter(|value| !value.trim().is_empty()))
    };
    let mut parameters = Vec::new();
    let mut said = Vec::new();
    for parameter in definition.parameters() {
        let ParameterReport { name, values } = ParameterReport::from(parameter);
        let value = value(&name)?;
        said.extend(value.as_ref().map(|value| format!("{name}={value}")));
        parameters.push(json!({"name": name, "values": values, "value": value}));
    }
    if said.len() < parameters.len() {
        let diagnostics = DiagnosticReport::warnings(&warnings::of_text(UNNAMED, &text));
        return Ok(Reply::data(json!({
            "understood": true, "title": definition.title(), "diagnostics": diagnostics, "parameters": parameters,
        })));
    }
    let game = match Game::from_definition(&definition, &said.join(", ")) {
        Ok(game) => game,
        Err(GameError::Rules(errors)) => return Ok(not_understood(&errors, &parameters)),
        Err(other) => return Err(other.into()),
    };
    let found = warnings::of_game(&game, budget);
    budget.poll()?;
    if let Some(errors) = found.as_errors() {
        return Ok(not_understood(&errors, &parameters));
    }
    let diagnostics = DiagnosticReport::warnings(&found);
    Ok(Reply::data(json!({
        "understood": true, "title": game.title(), "diagnostics": diagnostics, "parameters": parameters,
        "rules": RulesReport::within(&game, budget),
    })))
}

fn not_understood(errors: &RuleErrors, parameters: &[Value]) -> Reply {
    let diagnostics = DiagnosticReport::errors(errors);
    Reply::data(json!({"understood": false, "diagnostics": diagnostics, "parameters": parameters}))
}
