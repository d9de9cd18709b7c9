//! `wythoff solve GAME --to N --format board`: a small board in characters.

use super::super::play::draw;
use super::options::Writing;
use crate::cli::SolveArguments;
use crate::game_argument::small;
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, screen_width, stdout, write};
use crate::progress::Progress;
use wythoff::draw::terminal::{Fineness, outcomes, width};
use wythoff::{Frame, Method, Ways};

/// Larger boards are no reading even in a file.
const LARGEST: u32 = 1_000;

pub(super) fn run(
    ways: &Ways,
    method: Method,
    arguments: &SolveArguments,
    writing: &Writing<'_>,
) -> Result<(), Failure> {
    let to = small(arguments.to.as_deref().unwrap_or_default(), "--to with --format board", LARGEST)?;
    let frame = Frame::small(0, 0, to + 1, to + 1);
    let screen = if writing.output.is_none() { screen_width() } else { None };
    let fineness = if screen.is_some() { Fineness::HalfBlocks } else { Fineness::Letters };
    if let Some(screen) = screen {
        let fits = |to: &u32| width(&Frame::small(0, 0, to + 1, to + 1), fineness) <= screen;
        if !fits(&to) {
            let fitting = (0..to).rev().find(fits);
            let fitting = fitting.map(|to| format!("--to {to} fits, ")).unwrap_or_default();
            return Err(Message(format!(
                "a board with piles up to {to} is wider than this terminal of {screen} characters: {fitting}-o FILE writes letters to a \
                 file, and `wythoff draw {} --to {to} -o FILE.svg` draws a picture",
                arguments.game
            ))
            .into());
        }
    }
    let progress = Progress::begin("solving the board");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
    let pane = ways.window(method, &frame, &budget)?;
    drop(progress);
    let board = outcomes(&pane, fineness);
    match writing.output {
        Some(_) => write(board.plain().as_bytes(), writing.output),
        None => Ok(draw::board(&mut stdout(), &board)?),
    }
}
