//! Games that are played.

use super::PLAYED_HELP;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff play WN 10 13\n  wythoff play W^3 7 9 --second --level medium\n  wythoff play IN 8 9 --two -o game.json\n  wythoff play --replay game.json\n\nDuring play: a position such as `3 5` is a move. `board` draws the board (`board solution` with who wins where; on a terminal it is drawn at every turn), `moves` lists what is legal, `hint` and `why` ask the perfect player, `undo` and `redo` go back and forth, `record` shows what was decided, `rules` the rules, `help` all of this, and `quit`, Ctrl-D or Ctrl-C leave. Lines can be edited and recalled; Tab completes."
)]
pub(crate) struct PlayArguments {
    #[arg(help = PLAYED_HELP, required_unless_present_any = ["replay", "resume"])]
    pub(crate) game: Option<String>,

    /// The piles at the start.
    #[arg(
        required_unless_present_any = ["replay", "resume"],
        value_name = "PILE",
        allow_negative_numbers = true
    )]
    pub(crate) position: Vec<String>,

    /// Let the program move first.
    #[arg(long)]
    pub(crate) second: bool,

    /// Two people play; the program sees to the rules.
    #[arg(long, conflicts_with_all = ["second", "level", "seed"])]
    pub(crate) two: bool,

    /// How well the program plays. [default: perfect]
    #[arg(long, value_enum, hide_default_value = true)]
    pub(crate) level: Option<LevelName>,

    /// From what the mistakes of a level are drawn: the same seed and the same moves give the same game. [default: a new
    /// one on a terminal, else 0]
    #[arg(long, value_name = "N", requires = "level", allow_negative_numbers = true)]
    pub(crate) seed: Option<String>,

    /// Write the game to a file when it ends or is left, as JSON. It appears complete or not at all.
    #[arg(long = "output", short = 'o', alias = "record", value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Go on with a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "second", "two", "level", "seed"])]
    pub(crate) resume: Option<PathBuf>,

    /// Show a recorded game move by move: which decisions were mistakes, and what would have won.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["game", "position", "second", "two", "level", "seed", "record", "resume"]
    )]
    pub(crate) replay: Option<PathBuf>,

    /// Print the game of --replay as JSON, with its comments.
    #[arg(long, requires = "replay", conflicts_with_all = ["game", "resume"])]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelName {
    /// Every second decision is a mistake, if one is possible. Also: 1.
    #[value(alias = "1")]
    Easy,
    /// Every fourth. Also: 2.
    #[value(alias = "2")]
    Medium,
    /// Every tenth. Also: 3.
    #[value(alias = "3")]
    Hard,
    /// None. Also: 4.
    #[value(alias = "4")]
    Perfect,
}

impl From<LevelName> for wythoff::play::Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Easy => Self::Easy,
            LevelName::Medium => Self::Medium,
            LevelName::Hard => Self::Hard,
            LevelName::Perfect => Self::Perfect,
        }
    }
}
