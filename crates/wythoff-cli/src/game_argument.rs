//! GAME, the first argument of most commands, and piles.

use crate::limits::{read_text, standard_input};
use crate::output::{Failure, Message, warn};
use std::io::Read as _;
use std::path::{Component, Path};
use wythoff::number::integer_expr::{IntegerError, Problem};
use wythoff::number::{Natural, parse_natural};
use wythoff::prove::load::for_rules;
use wythoff::rules::Definition;
use wythoff::{Budget, Game, GameError, Position, warnings};

/// Rule texts longer than this are not read.
const LONGEST_TEXT: u64 = 1 << 20;

/// The game that is meant by a notation, a name with parameters, a path, or `-`.
pub(crate) fn game(text: &str) -> Result<Game, Failure> {
    if text == "-" {
        return from_reader("standard input", standard_input()?, "");
    }
    let (path, arguments) = path_and_arguments(text);
    let looks_like_a_path = path.ends_with(".game") || path.contains(['/', '\\']);
    if looks_like_a_path {
        let file = std::fs::File::open(path).map_err(|e| Message(format!("cannot read {path}: {e}")))?;
        return from_reader(path, file, arguments);
    }
    match Game::named(text) {
        Err(GameError::Unknown { .. }) if std::path::Path::new(text).is_file() => {
            let file = std::fs::File::open(text).map_err(|e| Message(format!("cannot read {text}: {e}")))?;
            from_reader(text, file, "")
        }
        Err(GameError::Unknown { .. }) if text.matches('(').count() > text.matches(')').count() => {
            Err(Message(format!("{text:?} has a parenthesis that is not closed")).into())
        }
        other => Ok(other?),
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

fn from_reader(name: &str, source: impl std::io::Read, arguments: &str) -> Result<Game, Failure> {
    let text = read(name, source)?;
    let folder = Path::new(name).parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let budget = Budget::default();
    let load = |wanted: &str| for_rules(wanted, &|wanted| beside(folder, wanted), &budget);
    let definition = Definition::parse_loading(name, &text, &load);
    let game = definition.map_err(GameError::from).and_then(|d| Game::from_definition(&d, arguments));
    match &game {
        Ok(game) => warn(&warnings::of_game(game, &budget)),
        Err(_) => warn(&warnings::of_text(name, &text)),
    }
    Ok(game?)
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

/// A pile: a non-negative integer, or an expression such as `10^100+7`.
pub(crate) fn pile(text: &str) -> Result<Natural, Failure> {
    parse_natural(text).map_err(|e| Message(format!("{text:?} is not a pile: {}", explain(&e))).into())
}

/// What is wrong with a number. The column is left out where the whole of it is wrong.
fn explain(error: &IntegerError) -> String {
    match &error.problem {
        Problem::Negative => "it cannot be negative".to_owned(),
        Problem::TooLarge => error.problem.to_string(),
        _ => error.to_string(),
    }
}

/// A position from its piles.
pub(crate) fn position(piles: &[String]) -> Result<Position, Failure> {
    Ok(Position::new(piles.iter().map(|p| pile(p)).collect::<Result<_, _>>()?))
}

/// Positions separated by spaces, each with piles separated by commas: "10,14 7,14".
pub(crate) fn history(text: &str) -> Result<Vec<Position>, Failure> {
    let cleaned = text.replace(['(', ')'], " ").replace(", ", ",");
    let one = |p: &str| position(&p.split(',').map(str::to_owned).collect::<Vec<_>>());
    cleaned.split_whitespace().map(one).collect()
}

/// An index into a list, counted from 0.
pub(crate) fn index(text: &str) -> Result<Natural, Failure> {
    parse_natural(text).map_err(|e| Message(format!("{text:?} is not an index: {}", explain(&e))).into())
}

/// A number of any size.
pub(crate) fn number(text: &str, what: &str) -> Result<Natural, Failure> {
    parse_natural(text)
        .map_err(|e| Message(format!("{text:?} is not a number for {what}: {}", explain(&e))).into())
}

/// A number of things to list, small enough for a machine word.
pub(crate) fn small(text: &str, what: &str, most: u32) -> Result<u32, Failure> {
    let value = number(text, what)?;
    match u32::try_from(&value) {
        Ok(n) if n <= most => Ok(n),
        _ => Err(Message(format!("{what} can be at most {most}, and {text} is more")).into()),
    }
}

/// A number of columns, or of rows.
pub(crate) fn many(text: &str, what: &str) -> Result<u64, Failure> {
    const MOST: u64 = 1 << 40;
    let value = number(text, what)?;
    match u64::try_from(&value) {
        Ok(n) if n <= MOST => Ok(n),
        _ => Err(Message(format!("{what} can be at most {MOST}, and {text} is more")).into()),
    }
}
