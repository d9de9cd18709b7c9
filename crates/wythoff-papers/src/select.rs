//! Which items a text means: `beatty-extensions`, `beatty-extensions:Theorem 2.1`, `T4`.

use super::{Paper, PaperItem, all_items};
use wythoff_rules::nearest::nearest;

/// A text that names no item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoSuchItem(String);

/// Letters, digits and dots, small.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '.').flat_map(char::to_lowercase).collect()
}

/// Does the name begin with the wanted one, and not go on with its number? `Lemma 3` is no `Lemma 3.3`. Parts stand in parentheses.
fn is_part(name: &str, wanted: &str) -> bool {
    let whole = name.split('(').next().unwrap_or(name);
    if plain(whole) == plain(wanted) {
        return true;
    }
    plain(name).strip_prefix(&plain(wanted)).is_some_and(|rest| {
        let ends_in_number = wanted.ends_with(|c: char| c.is_ascii_digit());
        !(ends_in_number && rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
    })
}

/// The items that are meant, in the papers' order: all of them by an empty text, a paper by its name, an item by paper and name (`T4` alone
/// is enough for a misprint). Spaces, hyphens and capitals do not matter; `Theorem 5.2` means all of its parts.
///
/// # Errors
/// If there is none, with what may have been meant.
pub fn find(text: &str) -> Result<Vec<PaperItem>, NoSuchItem> {
    let items = all_items();
    let names: Vec<(Paper, &str)> = items.iter().map(|item| (item.paper, item.name)).collect();
    Ok(meant(text, &names)?.into_iter().map(|place| items[place]).collect())
}

/// The same for items of which only the names are there: their places among them.
///
/// # Errors
/// If there is none, with what may have been meant.
pub fn meant(text: &str, names: &[(Paper, impl AsRef<str>)]) -> Result<Vec<usize>, NoSuchItem> {
    let text = text.trim();
    let (paper, item) = match text.split_once(':') {
        _ if text.is_empty() => (None, ""),
        Some((paper, item)) => (Some(paper_named(paper.trim())?), item.trim()),
        None if is_misprint(text) => (None, text),
        None => (Some(paper_named(text)?), ""),
    };
    let name = |place: &usize| names[*place].1.as_ref();
    let of_paper = |place: &usize| paper.is_none_or(|paper| names[*place].0 == paper);
    let candidates: Vec<usize> = (0..names.len()).filter(of_paper).collect();
    if item.is_empty() {
        return Ok(candidates);
    }
    let all = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        candidates.iter().filter(|place| fits(name(place))).copied().collect()
    };
    let exact = all(&|name| plain(name) == plain(item));
    let found = if exact.is_empty() { all(&|name| is_part(name, item)) } else { exact };
    if !found.is_empty() {
        return Ok(found);
    }
    let near = nearest(item, candidates.iter().map(name));
    let near = near.map_or_else(
        || ": items are called Theorem 2.1, Example 3, Table 1 or T4".to_owned(),
        |n| format!("; did you mean {n:?}?"),
    );
    Err(NoSuchItem(format!("no item is called {item:?}{near}")))
}

fn paper_named(name: &str) -> Result<Paper, NoSuchItem> {
    Paper::ALL.into_iter().find(|p| plain(p.name()) == plain(name)).ok_or_else(|| {
        let names = Paper::ALL.map(Paper::name);
        let meant = nearest(name, names);
        let meant = meant.map(|n| format!("; did you mean {n:?}?")).unwrap_or_default();
        let text = format!("no paper is called {name:?}{meant} There are {}", names.join(", "));
        NoSuchItem(if meant.is_empty() { text.replacen(" There", ": there", 1) } else { text })
    })
}

/// `T` and a number.
fn is_misprint(text: &str) -> bool {
    let rest = text.strip_prefix(['T', 't']);
    rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn items_are_found_by_name_and_by_part() {
        let names = |text: &str| -> Vec<&str> {
            find(text).map(|items| items.iter().map(|i| i.name).collect()).unwrap_or_default()
        };
        assert_eq!(names("beatty-extensions:theorem-2.1"), ["Theorem 2.1"]);
        assert_eq!(names("T4"), ["T4"]);
        assert_eq!(names("beatty-extensions:Theorem 5.2").len(), 3);
        assert_eq!(names("invariant-games:Lemma 3"), ["Lemma 3"]);
        assert!(names("").len() > 150);
        assert!(names("beta-wythoff").len() > 5);
        let said = |text: &str| find(text).map(|_| ()).map_err(|e| e.to_string());
        assert!(said("beatty-extension").is_err_and(|e| e.contains("did you mean \"beatty-extensions\"?")));
        assert!(
            said("beta-wythoff:Main Theorm").is_err_and(|e| e.contains("did you mean \"Main Theorem\"?"))
        );
        assert!(said("T99").is_err() && said("quaternions").is_err());
    }
}
