//! FAMILY, with `--for` and `--where`: what `search` and `sweep` go through.

use crate::game_argument::text_of;
use crate::output::{Failure, Message};
use std::path::Path;
use wythoff::GameError;
use wythoff::rulebook::Entry;
use wythoff::rules::Family;
use wythoff::sweep::of_rulebook;

/// The family that is meant, with the values and conditions that were typed.
pub(crate) fn family(
    name: &str,
    values: &[String],
    conditions: &[String],
) -> Result<(Family, Option<&'static Entry>), Failure> {
    let wrong = |errors| Failure::from(GameError::Rules(errors));
    let is_file = name == "-" || name.contains(['/', '\\', '.']) || Path::new(name).is_file();
    let (mut family, entry) = match is_file {
        true => {
            let (file, text) = text_of(name)?;
            (Family::parse(&file, &text).map_err(wrong)?, None)
        }
        false => match of_rulebook(name).map_err(wrong)? {
            Some((family, entry)) => (family, Some(entry)),
            None => {
                return Err(Message(format!(
                    "no family is called {name:?}: write a path, or a name of the rulebook or its notation with letters, as in \
                     'W^k' --for k=1..10"
                ))
                .into());
            }
        },
    };
    for text in values {
        family = family.with_values("--for", text).map_err(wrong)?;
    }
    for text in conditions {
        family = family.with_condition("--where", text).map_err(wrong)?;
    }
    Ok((family, entry))
}

/// The error of a family without members.
pub(crate) fn no_members() -> Failure {
    Message("the family has no members: its conditions leave out all choices".to_owned()).into()
}
