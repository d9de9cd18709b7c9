//! What to ask for instead, where an error knows.

/// What would help after an error. Only a face knows how it is asked for there, so the words are its own.
///
/// ```
/// use wythoff_rules::{Game, Hint};
/// let error = Game::named("modullar").expect_err("no such game");
/// assert_eq!(error.to_string(), "no game is called \"modullar\"; did you mean \"modular\"?");
/// assert_eq!(error.hint(), Some(Hint::Games));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Look at the list of games.
    Games,
    /// List a board: all positions up to a size.
    Board,
    /// List columns, which are handed out while they are found.
    Columns,
    /// List columns only up to a height.
    Height,
    /// List from the beginning, not from an index on.
    FromTheBeginning,
    /// List so many positions from an index on.
    Part,
    /// Answer by a proof that is looked for now.
    Proof,
    /// Look for a proof with more work, keep it as a certificate, and answer from that.
    Prove,
}
