//! Which known word was probably meant.

/// The candidate nearest to what was typed, if any is near enough to suggest.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let limit = (typed.chars().count() / 3).max(1) + 1;
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&typed, &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= limit && *distance < c.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}
