//! `wythoff draw GAME … -o FILE`.

use crate::cli::{ColourName, DrawArguments, FarArguments};
use crate::game_argument::{game, many, position, small};
use crate::limits::{budget, read_text};
use crate::output::{Failure, Message, stdout};
use crate::progress::Progress;
use crate::sink::{Sink, is_standard};
use std::io::Write as _;
use std::path::Path;
use wythoff::draw::{
    AutomatonDrawing, Colouring, Drawing, FarLine, LARGEST_CELL, LARGEST_MODULUS, LARGEST_STRIP,
    LONGEST_SEQUENCE, PictureFormat, Scene, SequenceCurves, family_tree, papers, slope,
};
use wythoff::prove::load::numeration;
use wythoff::{Budget, Frame, Ways, typed};

/// What is drawn if nothing else is said.
const USUAL: u32 = 40;
const LARGEST: u32 = 1 << 31;
/// A picture of a board is at most so many units wide.
const WIDEST: u32 = 30_000;
/// So many terms of a sequence, if nothing else is said.
const TERMS: u32 = 100;

pub(crate) fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    if arguments.list {
        return list();
    }
    if let Some(refused) = out_of_place(arguments).or_else(|| refused(arguments)) {
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

/// Why these options do not go with a figure, or with an automaton.
fn out_of_place(arguments: &DrawArguments) -> Option<&'static str> {
    let DrawArguments { to, window, at, against, colour, strip, plain, cell, .. } = arguments;
    let of_board =
        to.is_some() || window.is_some() || against.is_some() || colour.is_some() || strip.is_some();
    let far = &arguments.far;
    let of_far = far.columns.is_some() || far.size.is_some() || far.residual || !far.sequence.is_empty();
    let of_board = of_board || *plain || cell.is_some() || of_far;
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
        None if is_standard(output) => Err(Message(
            "standard output has no name to tell the format: add --format svg, pdf, png or tex".to_owned(),
        )
        .into()),
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
    let far = &arguments.far;
    if !far.sequence.is_empty() {
        return Ok(drawing.sequences(&curves(far)?, budget)?);
    }
    if let (true, Some(columns)) = (far.residual, &far.columns) {
        return Ok(drawing.residuals(many(columns, "--columns")?, &line(far)?, budget)?);
    }
    let frame = frame_of(arguments)?;
    if let Some(at) = &arguments.at {
        return Ok(drawing.position(&typed::joined_position(at)?, frame.as_ref(), budget)?);
    }
    let frame = frame.unwrap_or_else(|| Frame::small(0, 0, USUAL + 1, USUAL + 1));
    if let Some(other) = &arguments.against {
        return Ok(drawing.against(&Ways::of(game(other)?), &frame, budget)?);
    }
    if let Some(most) = &arguments.strip {
        let most = small(most, "--strip", LARGEST_STRIP)?;
        return Ok(drawing.board(&frame, Colouring::Strip(most), budget)?);
    }
    if let Some(size) = &far.size {
        return Ok(drawing.density(&frame, small(size, "--size", WIDEST)?, budget)?);
    }
    let colouring = match arguments.colour.unwrap_or(ColourName::Outcome) {
        ColourName::Outcome => Colouring::Outcome,
        ColourName::Surplus => Colouring::Surplus,
        ColourName::Grundy => Colouring::Grundy,
        ColourName::Residue => Colouring::Residue(small(&arguments.modulus, "--modulus", LARGEST_MODULUS)?),
    };
    Ok(drawing.board(&frame, colouring, budget)?)
}

/// Why these options do not go together. Whatever would be ignored is refused, with what to do instead.
fn refused(arguments: &DrawArguments) -> Option<&'static str> {
    let far = &arguments.far;
    let sequence = !far.sequence.is_empty();
    let plot = sequence || far.residual;
    let other = arguments.at.is_some() || arguments.against.is_some() || arguments.colour.is_some();
    let other = other || arguments.strip.is_some();
    let squares = other || arguments.plain || arguments.cell.is_some() || far.size.is_some();
    let part = arguments.to.is_some() || arguments.window.is_some();
    let wrong = [
        (plot && squares, "--residual and --sequence plot points: leave out what is about squares"),
        (
            sequence && (part || far.columns.is_some()),
            "--sequence takes its terms from n = 0 on: say how many by --first COUNT",
        ),
        (
            far.residual && far.slope.is_none(),
            "--residual needs --slope S: it is the distance from that line",
        ),
        (
            far.residual && !sequence && far.columns.is_none(),
            "--residual needs --columns N, such as 10^6, or --sequence: what lies far out is compared with the line",
        ),
        (
            !plot && far.slope.is_some(),
            "--slope needs --residual or --sequence: it is what they are compared with",
        ),
        (!plot && far.log, "--log needs --residual or --sequence: boards have the same scale on both axes"),
        (
            far.range.is_some() && (sequence || !far.residual),
            "--range needs --residual with --columns N: it says which distances are shown",
        ),
        (!sequence && far.first.is_some(), "--first needs --sequence: it says how many terms are plotted"),
        (!sequence && far.differences, "--differences needs --sequence: they are differences of its terms"),
        (far.size.is_some() && other, "--size counts P-positions: leave --at, --against and --colour out"),
        (
            far.size.is_some() && arguments.cell.is_some(),
            "--size says how many squares a unit has: leave --cell out",
        ),
    ];
    wrong.into_iter().find_map(|(applies, why)| applies.then_some(why))
}

fn line(far: &FarArguments) -> Result<FarLine, Failure> {
    let range = far.range.as_deref().map(typed::range).transpose()?;
    Ok(FarLine { slope: slope(far.slope.as_deref().unwrap_or_default())?, logarithmic: far.log, range })
}

fn curves(far: &FarArguments) -> Result<SequenceCurves, Failure> {
    let count = far.first.as_deref().map(|text| small(text, "--first", LONGEST_SEQUENCE)).transpose()?;
    Ok(SequenceCurves {
        sequences: far.sequence.iter().map(|name| (*name).into()).collect(),
        count: count.unwrap_or(TERMS),
        differences: far.differences,
        slope: far.slope.as_deref().map(slope).transpose()?,
        residual: far.residual,
        logarithmic: far.log,
    })
}

/// The window that was asked for, if one was.
fn frame_of(arguments: &DrawArguments) -> Result<Option<Frame>, Failure> {
    if let Some(to) = &arguments.to {
        let side = small(to, "--to", LARGEST)? + 1;
        return Ok(Some(Frame::small(0, 0, side, side)));
    }
    if let Some(columns) = &arguments.far.columns {
        let side = small(columns, "--columns", LARGEST)?;
        return Ok(Some(Frame::small(0, 0, side, side)));
    }
    Ok(arguments.window.as_deref().map(typed::window).transpose()?)
}
