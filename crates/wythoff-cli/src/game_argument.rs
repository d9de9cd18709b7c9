//! GAME, the first argument of most commands, and piles.

use crate::limits::{read_text, standard_input};
use crate::output::{Failure, Message, warn};
use std::io::Read as _;
use std::path::{Component, Path};
use wythoff::number::Natural;
use wythoff::prove::load::for_rules;
use wythoff::rules::Definition;
use wythoff::typed::{self, NotAGame};
use wythoff::{Budget, Game, GameError, Position, warnings};

/// Rule texts longer than this are not read.
const LONGEST_TEXT: u64 = 1 << 20;

/// What GAME stands for where its parameters may be left open.
pub(crate) enum Meant {
    /// A game that can be played.
    Game(Game),
    /// A text of the user, with parameters that have no values.
    Open(Definition),
}

/// The game that is meant by a notation, a name with parameters, a path, or `-`; a text with parameters and without values stays open.
pub(crate) fn game_or_open(text: &str) -> Result<Meant, Failure> {
    meant(text, true)
}

/// The game that is meant by a notation, a name with parameters, a path, or `-`.
pub(crate) fn game(text: &str) -> Result<Game, Failure> {
    match meant(text, false)? {
        Meant::Game(game) => Ok(game),
        Meant::Open(definition) => Ok(Game::from_definition(&definition, "")?),
    }
}

fn meant(text: &str, may_be_open: bool) -> Result<Meant, Failure> {
    let from_reader = |name: &str, source: Box<dyn std::io::Read>, arguments: &str| {
        from_reader(name, source, arguments, may_be_open)
    };
    if text == "-" {
        return from_reader("standard input", Box::new(standard_input()?), "");
    }
    let (path, arguments) = path_and_arguments(text);
    let looks_like_a_path = path.ends_with(".game") || path.contains(['/', '\\']);
    if looks_like_a_path {
        let file = std::fs::File::open(path).map_err(|e| Message(format!("cannot read {path}: {e}")))?;
        return from_reader(path, Box::new(file), arguments);
    }
    match typed::game(text) {
        Err(NotAGame::Open(_) | NotAGame::Game(GameError::Unknown { .. }))
            if std::path::Path::new(text).is_file() =>
        {
            let file = std::fs::File::open(text).map_err(|e| Message(format!("cannot read {text}: {e}")))?;
            from_reader(text, Box::new(file), "")
        }
        Err(NotAGame::Game(error)) => Err(error.into()),
        other => Ok(Meant::Game(other?)),
    }
}

/// A path, and what stands in parentheses behind it: `my.game(k=2)`.
fn path_and_arguments(text: &str) -> (&str, &str) {
    let open = match text.find(".game(") {
        Some(dot) => Some(dot + ".game".len()),
        None => text.find('('),
    };
    match open.and_then(|open| Some((&text[..open], text[open + 1..].strip_suffix(')')?))) {
        Some(parts) if !std::path::Path::new(text).is_file() => parts,
        _ => (text, ""),
    }
}

/// The text of a path or of `-`, and what messages call it.
pub(crate) fn text_of(path: &str) -> Result<(String, String), Failure> {
    if path == "-" {
        let name = "standard input";
        return Ok((name.to_owned(), read(name, standard_input()?)?));
    }
    let file = std::fs::File::open(path).map_err(|e| Message(format!("cannot read {path}: {e}")))?;
    Ok((path.to_owned(), read(path, file)?))
}

fn read(name: &str, source: impl std::io::Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = source.take(LONGEST_TEXT + 1).read_to_end(&mut bytes);
    read.map_err(|e| Message(format!("cannot read {name}: {e}")))?;
    if bytes.len() as u64 > LONGEST_TEXT {
        return Err(Message(format!("{name} is longer than 1 MiB and is not a rule text")).into());
    }
    Ok(String::from_utf8(bytes).map_err(|_| Message(format!("{name} is not UTF-8 text")))?)
}

fn from_reader(
    name: &str,
    source: impl std::io::Read,
    arguments: &str,
    may_be_open: bool,
) -> Result<Meant, Failure> {
    let text = read(name, source)?;
    let folder = Path::new(name).parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let budget = Budget::default();
    let load = |wanted: &str| for_rules(wanted, &|wanted| beside(folder, wanted), &budget);
    let definition = Definition::parse_loading(name, &text, &load);
    if let Ok(open) = &definition
        && may_be_open
        && arguments.trim().is_empty()
        && !open.parameters().is_empty()
    {
        warn(&warnings::of_text(name, &text));
        return Ok(Meant::Open(open.clone()));
    }
    let game = definition.map_err(GameError::from).and_then(|d| Game::from_definition(&d, arguments));
    match &game {
        Ok(game) => {
            let found = warnings::of_game(game, &budget);
            if let Some(errors) = found.as_errors() {
                return Err(GameError::Rules(errors).into());
            }
            warn(&found);
        }
        Err(_) => warn(&warnings::of_text(name, &text)),
    }
    Ok(Meant::Game(game?))
}

/// The text of a file that rules load: its name is relative to the folder of the rule text, and does not lead out of it.
fn beside(folder: &Path, wanted: &str) -> Result<String, String> {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if wanted.is_empty() || !Path::new(wanted).components().all(inside) {
        return Err(
            "expected the name of a file beside the rules, not a path that leads elsewhere".to_owned()
        );
    }
    read_text(&folder.join(wanted)).map_err(|failure| failure.to_string())
}

/// A position from its piles.
pub(crate) fn position(piles: &[String]) -> Result<Position, Failure> {
    Ok(typed::position(piles)?)
}

/// Positions separated by spaces, each with piles separated by commas: "10,14 7,14".
pub(crate) fn history(text: &str) -> Result<Vec<Position>, Failure> {
    Ok(typed::history(text)?)
}

/// An index into a list, counted from 0.
pub(crate) fn index(text: &str) -> Result<Natural, Failure> {
    Ok(typed::index(text)?)
}

/// A number of any size.
pub(crate) fn number(text: &str, what: &str) -> Result<Natural, Failure> {
    Ok(typed::number(text, what)?)
}

/// A number of things to list, small enough for a machine word.
pub(crate) fn small(text: &str, what: &str, most: u32) -> Result<u32, Failure> {
    Ok(typed::small(text, what, most)?)
}

/// A number of columns, or of rows.
pub(crate) fn many(text: &str, what: &str) -> Result<u64, Failure> {
    Ok(typed::many(text, what)?)
}
