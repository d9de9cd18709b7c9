//! `wythoff draw GAME … -o FILE`.

use crate::cli::{ColourName, DrawArguments};
use crate::game_argument::{game, pile, position, small};
use crate::limits::{budget, read_text};
use crate::output::{Failure, Message, stdout};
use crate::progress::Progress;
use crate::sink::{Sink, is_standard};
use std::io::Write as _;
use std::path::Path;
use wythoff::draw::{
    AutomatonDrawing, Colouring, Drawing, LARGEST_CELL, LARGEST_MODULUS, LARGEST_STRIP, PictureFormat, Scene,
    family_tree, papers,
};
use wythoff::prove::load::numeration;
use wythoff::{Budget, Frame, Position, Ways};

/// What is drawn if nothing else is said.
const USUAL: u32 = 40;
const LARGEST: u32 = 1 << 20;

pub(crate) fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    if arguments.list {
        return list();
    }
    if let Some(refused) = refused(arguments) {
        return Err(Message(refused.to_owned()).into());
    }
    let figure = match (&arguments.paper, &arguments.figure) {
        (Some(paper), Some(figure)) => Some(papers::find(paper, figure)?),
        _ => None,
    };
    // What is typed wrong is said before anything is solved or written.
    let text = automaton_text(arguments)?;
    let ways = match (&arguments.game, &text) {
        (Some(name), None) => Some(Ways::of(game(name)?)),
        _ => None,
    };
    let Some(output) = &arguments.output else {
        return Err(Message("a picture needs a file: add -o FILE".to_owned()).into());
    };
    let format = format_of(arguments, output)?;
    let budget = budget(arguments.memory.as_deref(), arguments.threads.as_deref())?;
    // A place that cannot be written to is better known before the work than after.
    let mut sink = Sink::open(Some(output))?;
    let progress = Progress::begin("drawing");
    let budget = progress.watch(&budget);
    let palette = arguments.palette.into();
    let scene = || -> Result<Vec<u8>, Failure> {
        let scene = match (figure, &text, &ways) {
            (Some(figure), ..) => figure.scene(palette, &budget)?,
            (None, Some((file, text)), _) => return automaton(arguments, (file, text), format, &budget),
            (None, None, Some(ways)) => scene(arguments, ways, &budget)?,
            (None, None, None) => family_tree(palette, &budget)?,
        };
        Ok(format.render(&scene, &budget)?)
    };
    let bytes = scene();
    drop(progress);
    sink.write(&bytes?)?;
    sink.finish()
}

/// Names the figures.
fn list() -> Result<(), Failure> {
    let mut out = stdout();
    let widths = papers::figures().map(|figure| (figure.paper.len(), figure.number.len()));
    let (paper, number) = widths.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)));
    for figure in papers::figures() {
        writeln!(out, "{:paper$}  {:number$}  {}", figure.paper, figure.number, figure.shows)?;
    }
    Ok(())
}

/// Why these options do not go together.
fn refused(arguments: &DrawArguments) -> Option<&'static str> {
    let DrawArguments { to, window, at, against, colour, strip, plain, cell, .. } = arguments;
    let of_board =
        to.is_some() || window.is_some() || against.is_some() || colour.is_some() || strip.is_some();
    let of_board = of_board || *plain || cell.is_some();
    let file = arguments.game.as_deref().is_some_and(is_automaton);
    let wrong = [
        (
            arguments.game.is_none() && (of_board || at.is_some()),
            "a figure has its own board: give a game to choose what is shown, with --to, --window, --at and the like",
        ),
        (file && of_board, "an automaton has no squares: of these options only --at goes with it"),
        (
            !file && arguments.numeration.is_some(),
            "--numeration is for automata: a certificate (.json) or Walnut's text (.txt)",
        ),
    ];
    wrong.into_iter().find_map(|(applies, why)| applies.then_some(why))
}

/// Is a file meant that holds an automaton?
fn is_automaton(text: &str) -> bool {
    let extension = Path::new(text).extension().map(|extension| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| extension == "json" || extension == "txt")
}

/// The name and the text of the automaton's file, if one is meant.
fn automaton_text(arguments: &DrawArguments) -> Result<Option<(String, String)>, Failure> {
    let Some(path) = arguments.game.as_deref().filter(|text| is_automaton(text)) else { return Ok(None) };
    let file =
        Path::new(path).file_name().map_or_else(|| path.to_owned(), |n| n.to_string_lossy().into_owned());
    Ok(Some((file, read_text(Path::new(path))?)))
}

fn automaton(
    arguments: &DrawArguments,
    (file, text): (&str, &str),
    format: PictureFormat,
    budget: &Budget,
) -> Result<Vec<u8>, Failure> {
    let named = |e: &dyn std::fmt::Display| Message(format!("{file}: {e}"));
    let numeration = arguments.numeration.as_deref().map(numeration).transpose()?;
    let drawing = AutomatonDrawing::read(text, file, numeration.as_ref(), budget).map_err(|e| {
        let advice = if e.to_string().ends_with("needs a numeration") {
            ": add --numeration, such as fib"
        } else {
            ""
        };
        named(&format!("{e}{advice}"))
    })?;
    let numbers = |text: &str| position(&text.split(',').map(|n| n.trim().to_owned()).collect::<Vec<_>>());
    let at = arguments.at.as_deref().map(numbers).transpose()?;
    let how = (format, arguments.palette.into());
    Ok(drawing.render(at.as_ref(), how, budget).map_err(|e| named(&e))?)
}

fn format_of(arguments: &DrawArguments, output: &Path) -> Result<PictureFormat, Failure> {
    match arguments.format {
        Some(name) => Ok(name.into()),
        None if is_standard(output) => {
            Err(Message("standard output has no name to tell the format: add --format svg or png".to_owned())
                .into())
        }
        None => Ok(PictureFormat::of_file(&output.to_string_lossy())?),
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
    if let Some(most) = &arguments.strip {
        let most = small(most, "--strip", LARGEST_STRIP)?;
        return Ok(drawing.board(&frame, Colouring::Strip(most), budget)?);
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
