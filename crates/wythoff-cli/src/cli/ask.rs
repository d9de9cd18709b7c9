//! Questions about a position.

use super::{GAME_HELP, LimitArguments, MethodName};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff ask W^4 11 28\n  wythoff ask 3WN '10^100+7' '4*10^100'\n  wythoff ask '(2,1)IN' 7 11 --history '10,14 7,14'\n  wythoff ask 'nim(piles=3)' 3 5 6 --json\n  wythoff ask W^4 10^6 2414214 --method columns\n  wythoff ask --sum 'WN 3 4' '2WN 4 6' 'nim(piles=3) 1 2 3'\n  printf '{\"at\":[\"11\",\"28\"]}\\n' | wythoff ask W^4 --batch"
)]
pub(crate) struct AskArguments {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,

    /// The piles: numbers or expressions such as 10^100+7.
    #[arg(required_unless_present_any = ["sum", "batch"], value_name = "PILE", allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,

    /// Earlier positions of the play, oldest first, for games with memory: "10,14 7,14".
    #[arg(long, value_name = "POSITIONS", conflicts_with = "sum")]
    pub(crate) history: Option<String>,

    /// Positions added together: at each turn the player moves in one of them. Each argument is a game and its piles,
    /// such as "WN 3 5". For games without blocking, comply and memory, in normal play.
    #[arg(long, conflicts_with = "method")]
    pub(crate) sum: bool,

    /// The way of solving. All of them agree.
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(crate) method: MethodName,

    /// Answer from this certificate, which is checked first; - reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sum", "history", "method"])]
    pub(crate) certificate: Option<PathBuf>,

    /// Print JSON; coordinates are strings.
    #[arg(long)]
    pub(crate) json: bool,

    /// Answer many questions: lines such as {"at":["11","28"]} on standard input, or of a file (--batch=FILE), with
    /// "history":[["10","14"],["7","14"]] for games with memory. Each is answered at once by a line of JSON, a bad one by
    /// {"error":"…"}; then the exit code is 2.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        conflicts_with_all = ["sum", "history", "position"]
    )]
    pub(crate) batch: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// With --batch: the most time of each question.
    #[arg(long, value_name = "TIME", requires = "batch")]
    pub(crate) task_time: Option<String>,
}
