//! The fields of a request, from JSON or from the query of an address: read once, the same for both.

use super::refusal::Refusal;
use serde_json::{Map, Value};
use wythoff_number::Natural;
use wythoff_rules::position::Position;
use wythoff_solve::typed;

/// The fields of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// A field, unless it is left out or null.
    pub(super) fn value(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A field as a text; integers can be written without quotes.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        self.value(name).map(|value| as_text(name, value)).transpose()
    }

    pub(super) fn required(&self, name: &str) -> Result<String, Refusal> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// Yes or no; a query says yes by naming it.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(yes)) => Ok(*yes),
            Some(Value::String(text)) => match text.as_str() {
                "" | "true" | "yes" | "1" => Ok(true),
                "false" | "no" | "0" => Ok(false),
                _ => Err(Refusal::wrong(format!("`{name}` is true or false, and {text:?} is neither"))),
            },
            Some(_) => Err(Refusal::wrong(format!("`{name}` is true or false"))),
        }
    }

    /// A number that is at most this.
    pub(super) fn small(&self, name: &str, most: u32) -> Result<Option<u32>, Refusal> {
        let text = self.text(name)?;
        Ok(text.map(|text| typed::small(&text, &format!("`{name}`"), most)).transpose()?)
    }

    /// A number of columns or rows.
    pub(super) fn many(&self, name: &str) -> Result<Option<u64>, Refusal> {
        let text = self.text(name)?;
        Ok(text.map(|text| typed::many(&text, &format!("`{name}`"))).transpose()?)
    }

    /// A pile.
    pub(super) fn pile(&self, name: &str) -> Result<Option<Natural>, Refusal> {
        let text = self.text(name)?;
        Ok(text.map(|text| typed::pile(&text)).transpose()?)
    }

    /// A position: a list of piles, or `11,28`.
    pub(super) fn position(&self, name: &str) -> Result<Option<Position>, Refusal> {
        self.value(name).map(|value| as_position(name, value)).transpose()
    }

    /// Positions, oldest first: a list of lists, or `10,14;7,14`.
    pub(super) fn positions(&self, name: &str) -> Result<Option<Vec<Position>>, Refusal> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(typed::history(text)?)),
            Some(Value::Array(list)) => {
                list.iter().map(|value| as_position(name, value)).collect::<Result<_, _>>().map(Some)
            }
            Some(_) => Err(Refusal::wrong(format!(
                "`{name}` is a list of positions, such as [[\"10\",\"14\"],[\"7\",\"14\"]]"
            ))),
        }
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&self, name: &str, known: &[(&str, T)]) -> Result<Option<T>, Refusal> {
        let Some(word) = self.text(name)? else { return Ok(None) };
        match known.iter().find(|(text, _)| *text == word) {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let words: Vec<&str> = known.iter().map(|(text, _)| *text).collect();
                Err(Refusal::wrong(format!("`{name}` is one of {}, and not {word:?}", words.join(", "))))
            }
        }
    }
}

pub(super) fn missing(name: &str) -> Refusal {
    Refusal::wrong(format!("the field `{name}` is missing"))
}

fn as_text(name: &str, value: &Value) -> Result<String, Refusal> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if number.is_u64() || number.is_i64() => Ok(number.to_string()),
        Value::Number(_) => {
            Err(Refusal::wrong(format!("`{name}` would be rounded as a number: write it as a string")))
        }
        _ => Err(Refusal::wrong(format!("`{name}` is a text"))),
    }
}

fn as_position(name: &str, value: &Value) -> Result<Position, Refusal> {
    match value {
        Value::String(text) => {
            // A box takes what people type: spaces and parentheses too.
            let plain = text.replace(['(', ')'], " ");
            let parts: Vec<&str> = match plain.contains(',') {
                true => plain.split(',').map(str::trim).collect(),
                false => plain.split_whitespace().collect(),
            };
            Ok(typed::position(&parts)?)
        }
        Value::Array(piles) => {
            let texts = piles.iter().map(|pile| as_text(name, pile)).collect::<Result<Vec<_>, _>>()?;
            Ok(typed::position(&texts)?)
        }
        _ => Err(Refusal::wrong(format!("`{name}` is a position, such as [\"11\",\"28\"]"))),
    }
}

/// The fields of a query, `game=W%5E4&at=11,28`, as they would be in JSON: texts, but for what is written as JSON in braces or brackets.
///
/// # Errors
/// A query that is not well formed, or that names a field twice.
pub fn from_query(query: &str) -> Result<Value, Refusal> {
    let mut fields = Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, text) = (unescaped(name)?, unescaped(value)?);
        let value = match text.starts_with(['{', '[']) {
            true => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            false => Value::String(text),
        };
        if fields.insert(name.clone(), value).is_some() {
            return Err(Refusal::wrong(format!("the field `{name}` is there twice")));
        }
    }
    Ok(Value::Object(fields))
}

/// A text of an address without its escapes; `+` is a space in a query.
fn unescaped(text: &str) -> Result<String, Refusal> {
    let wrong =
        || Refusal::wrong(format!("{:?} is not well escaped", text.chars().take(40).collect::<String>()));
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let mut digit = || char::from(rest.next().unwrap_or(b'%')).to_digit(16);
                let (high, low) = (digit(), digit());
                let code = high.zip(low).map(|(high, low)| 16 * high + low);
                bytes.push(code.and_then(|code| u8::try_from(code).ok()).ok_or_else(wrong)?);
            }
            b'+' => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::from_query;
    use serde_json::json;

    #[test]
    fn queries_say_what_json_says() {
        let query = from_query("game=W%5E4&at=11,28&a=%C2%B2&b=1+2&c").expect("well formed");
        assert_eq!(query, json!({"game": "W^4", "at": "11,28", "a": "²", "b": "1 2", "c": ""}));
        assert_eq!(from_query("at=%5B%221%22,2%5D").expect("json"), json!({"at": ["1", 2]}));
        for wrong in ["a=%", "a=%4", "a=%zz", "a=%ff", "a=1&a=2"] {
            assert!(from_query(wrong).is_err(), "{wrong}");
        }
    }
}
