//! `wythoff draw GAME … -o FILE`.

use crate::cli::DrawArguments;
use crate::game_argument::{game, position};
use crate::limits::{Usual, budget, read_text};
use crate::output::{Failure, Message, stdout};
use crate::progress::Progress;
use crate::sink::{Sink, is_standard};
use std::io::Write as _;
use std::path::Path;
use wythoff::draw::{
    AutomatonDrawing, Fitting, LONGEST_SEQUENCE, OrderFace, PictureFormat, PictureOrder, Subject,
    family_tree, papers,
};
use wythoff::export::Sequence;
use wythoff::prove::load::numeration;
use wythoff::{Budget, Ways, typed};

/// How options are said here, and how much is drawn.
const FACE: OrderFace = OrderFace {
    spelled: |name| format!("--{}", if name == "colouring" { "colour" } else { name }),
    widest: 30_000,
    squares: None,
    terms: LONGEST_SEQUENCE,
};

pub(crate) fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    if arguments.list {
        return list();
    }
    let order = order(arguments);
    if let Some(refused) = out_of_place(arguments, &order) {
        return Err(Message(refused.to_owned()).into());
    }
    let figure = match (&arguments.paper, &arguments.figure) {
        (Some(paper), Some(figure)) => Some(papers::find(paper, figure)?),
        _ => None,
    };
    let fitting = order.fitting(&FACE)?;
    // What is typed wrong is said before anything is solved or written.
    let text = automaton_text(arguments)?;
    let drawn = match (&arguments.game, &text) {
        (Some(name), None) => Some((Ways::of(game(name)?), subject(arguments, order)?)),
        _ => None,
    };
    let Some(output) = &arguments.output else {
        return Err(Message("a picture needs a file: add -o FILE".to_owned()).into());
    };
    let format = format_of(arguments, output)?;
    let budget = budget(&arguments.limits, Usual::Solving)?;
    // A place that cannot be written to is better known before the work than after.
    let mut sink = Sink::open(Some(output))?;
    let progress = Progress::begin("drawing");
    let budget = progress.watch(&budget);
    let palette = arguments.palette.into();
    let scene = || -> Result<Vec<u8>, Failure> {
        let scene = match (figure, &text, &drawn) {
            (Some(figure), ..) => fitting.applied(figure.scene(palette, &budget)?),
            (None, Some((file, text)), _) => {
                return automaton(arguments, (file, text), (format, fitting), &budget);
            }
            (None, None, Some((ways, subject))) => {
                subject.scene(ways, (arguments.method.into(), palette), &budget)?
            }
            (None, None, None) => fitting.applied(family_tree(palette, &budget)?),
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

/// The options as they were typed.
fn order(arguments: &DrawArguments) -> PictureOrder {
    let DrawArguments { to, window, colour, strip, modulus, plain, cell, far, .. } = arguments;
    let names = far.sequence.iter().map(|name| Sequence::from(*name).name());
    let names = names.collect::<Vec<_>>().join(",");
    PictureOrder {
        to: to.clone(),
        columns: far.columns.clone(),
        window: window.clone(),
        size: far.size.clone(),
        cell: cell.clone(),
        plain: *plain,
        at: None,
        against: None,
        colouring: colour.map(|name| name.said().to_owned()),
        modulus: modulus.clone(),
        strip: strip.clone(),
        sequence: Some(names).filter(|names| !names.is_empty()),
        first: far.first.clone(),
        differences: far.differences,
        slope: far.slope.clone(),
        residual: far.residual,
        range: far.range.clone(),
        log: far.log,
        no_title: arguments.no_title,
        no_caption: arguments.no_caption,
        no_legend: arguments.no_legend,
        width: arguments.width.clone(),
    }
}

/// What is to be drawn of a game.
fn subject(arguments: &DrawArguments, order: PictureOrder) -> Result<Subject, Failure> {
    let at = arguments.at.as_deref().map(typed::joined_position).transpose()?;
    let against = arguments.against.as_deref().map(game).transpose()?.map(Ways::of);
    Ok(PictureOrder { at, against, ..order }.read(&FACE)?)
}

/// Why these options do not go with a figure, or with an automaton.
fn out_of_place(arguments: &DrawArguments, order: &PictureOrder) -> Option<&'static str> {
    let of_board = order.is_about_a_board() || arguments.against.is_some();
    let file = arguments.game.as_deref().is_some_and(is_automaton);
    let wrong = [
        (
            arguments.game.is_none() && (of_board || arguments.at.is_some()),
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
    (format, fitting): (PictureFormat, Fitting),
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
    Ok(drawing.render_fitted(at.as_ref(), how, &fitting, budget).map_err(|e| named(&e))?)
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
