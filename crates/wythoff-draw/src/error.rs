//! What can go wrong with a picture.

use super::format::PictureFormat;
use wythoff_budget::Limit;
use wythoff_prove::load::LoadError;
use wythoff_solve::SolveError;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// What was to be drawn is not known.
    #[error("{0}")]
    Solve(#[from] SolveError),
    /// A colouring that the game does not have.
    #[error("{game} cannot be coloured by {colouring}: {why}")]
    NoColouring {
        /// The game.
        game: String,
        /// The colouring.
        colouring: &'static str,
        /// Why not.
        why: String,
    },
    /// A picture that is too large.
    #[error("{wanted} is too large to draw; {possible} is possible")]
    TooLarge {
        /// What was to be drawn.
        wanted: String,
        /// What could be drawn instead.
        possible: String,
    },
    /// A square, a number of squares or a modulus that makes no picture.
    #[error("{0}")]
    Nothing(String),
    /// A name of a file that does not say which format it is.
    #[error("pictures are written as {}, and {found} is none of them", PictureFormat::extensions())]
    UnknownFormat {
        /// What was there instead of an extension.
        found: String,
    },
    /// A text that is no automaton.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The picture could not be encoded.
    #[error("the picture could not be encoded: {0}")]
    Encoding(String),
}

impl From<Limit> for DrawError {
    fn from(limit: Limit) -> DrawError {
        DrawError::Solve(SolveError::Limit(limit))
    }
}
