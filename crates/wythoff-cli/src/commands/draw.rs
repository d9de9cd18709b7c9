//! `wythoff draw GAME … -o FILE`.

use crate::cli::{ColourName, DrawArguments};
use crate::game_argument::{game, pile, position, small};
use crate::limits::budget;
use crate::output::{Failure, Message};
use crate::progress::Progress;
use crate::sink::{Sink, is_standard};
use wythoff::draw::{Colouring, Drawing, LARGEST_CELL, LARGEST_MODULUS, PictureFormat, Scene};
use wythoff::{Budget, Frame, Position, Ways};

/// What is drawn if nothing else is said.
const USUAL: u32 = 40;
const LARGEST: u32 = 1 << 20;

pub(crate) fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    let ways = Ways::of(game(&arguments.game)?);
    let format = format_of(arguments)?;
    let budget = budget(arguments.memory.as_deref(), arguments.threads.as_deref())?;
    // A place that cannot be written to is better known before the work than after.
    let mut sink = Sink::open(Some(&arguments.output))?;
    let progress = Progress::begin("drawing");
    let budget = progress.watch(&budget);
    let bytes = scene(arguments, &ways, &budget).and_then(|scene| Ok(format.render(&scene, &budget)?));
    drop(progress);
    sink.write(&bytes?)?;
    sink.finish()
}

fn format_of(arguments: &DrawArguments) -> Result<PictureFormat, Failure> {
    match arguments.format {
        Some(name) => Ok(name.into()),
        None if is_standard(&arguments.output) => Err(Message(
            "standard output has no name to tell the format: add --format svg, pdf, png or tex".to_owned(),
        )
        .into()),
        None => Ok(PictureFormat::of_file(&arguments.output.to_string_lossy())?),
    }
}

fn scene(arguments: &DrawArguments, ways: &Ways, budget: &Budget) -> Result<Scene, Failure> {
    let cell = arguments.cell.as_deref().map(|text| small(text, "--cell", LARGEST_CELL)).transpose()?;
    let drawing = Drawing {
        ways,
        method: arguments.method.into(),
        palette: arguments.palette.into(),
        plain: arguments.plain,
        cell,
    };
    let frame = frame_of(arguments)?;
    if let Some(at) = &arguments.at {
        return Ok(drawing.position(&one_position(at)?, frame.as_ref(), budget)?);
    }
    let frame = frame.unwrap_or_else(|| Frame::small(0, 0, USUAL + 1, USUAL + 1));
    if let Some(other) = &arguments.against {
        return Ok(drawing.against(&Ways::of(game(other)?), &frame, budget)?);
    }
    let colouring = match arguments.colour.unwrap_or(ColourName::Outcome) {
        ColourName::Outcome => Colouring::Outcome,
        ColourName::Surplus => Colouring::Surplus,
        ColourName::Grundy => Colouring::Grundy,
        ColourName::Residue => Colouring::Residue(small(&arguments.modulus, "--modulus", LARGEST_MODULUS)?),
    };
    Ok(drawing.board(&frame, colouring, budget)?)
}

/// The window that was asked for, if one was.
fn frame_of(arguments: &DrawArguments) -> Result<Option<Frame>, Failure> {
    if let Some(to) = &arguments.to {
        let side = small(to, "--to", LARGEST)? + 1;
        return Ok(Some(Frame::small(0, 0, side, side)));
    }
    let Some(text) = &arguments.window else { return Ok(None) };
    let wrong = || Message(format!("{text:?} is not a window: write X,Y:WxH, such as 10^30,5:60x40"));
    let (corner, size) = text.rsplit_once(':').ok_or_else(wrong)?;
    let (x, y) = corner.split_once(',').ok_or_else(wrong)?;
    let (width, height) = size.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let side = |text: &str| small(text, "a side of --window", LARGEST);
    Ok(Some(Frame { x: pile(x)?, y: pile(y)?, width: side(width)?, height: side(height)? }))
}

/// Piles between commas.
fn one_position(text: &str) -> Result<Position, Failure> {
    let piles: Vec<String> = text.split(',').map(|pile| pile.trim().to_owned()).collect();
    match piles.as_slice() {
        [_, _, ..] => position(&piles),
        _ => Err(Message(format!("{text:?} is not a position: write X,Y, such as 11,28")).into()),
    }
}
