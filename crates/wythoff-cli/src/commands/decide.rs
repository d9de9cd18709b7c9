//! `wythoff decide --numeration fib 'Ax Ey …'`: first-order statements about addition and order.

use crate::cli::{AutomatonFormat, DecideArguments};
use crate::limits::{Usual, budget, read_text, shown};
use crate::output::{Failure, Message, STRONG, json, one_of, stdout, words_beside, write};
use crate::progress::Progress;
use crate::sink::is_standard;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::Budget;
use wythoff::automaton::{Dfa, Numeration, dot, walnut};
use wythoff::logic::{Defined, Statement, decide, parse_statement, real_automata, relation};
use wythoff::number::counted;
use wythoff::prove::load::{LoadError, Loaded, numeration, numeration_for, stated_numeration};
use wythoff::report::{DecisionReport, RelationReport};

/// The numeration of `--numeration`, or the one that the formula and what it loads ask for.
fn chosen(
    flag: Option<&str>,
    statement: &Statement,
    loads: &[Load],
    budget: &Budget,
) -> Result<Numeration, Failure> {
    let wanted = flag.map(numeration).transpose()?;
    let mut used = Vec::new();
    // What was asked for has the last word, and a file that is in another one is refused when it is read.
    for load in loads.iter().filter(|_| wanted.is_none()) {
        let stated = stated_numeration(&load.text, budget).map_err(|error| unusable(&load.path, &error))?;
        used.extend(stated.map(|n| (load.path.display().to_string(), n)));
    }
    numeration_for(statement, wanted.as_ref(), &used).map_err(|error| match error {
        LoadError::OtherThanWanted { formula, wanted } => {
            Message(format!("--numeration says {wanted}, the formula says {formula}")).into()
        }
        other => other.into(),
    })
}

/// `NAME=FILE`, and what the file holds.
struct Load {
    name: String,
    path: PathBuf,
    text: String,
}

impl Load {
    fn read(argument: &str) -> Result<Load, Failure> {
        let Some((name, file)) = argument.split_once('=') else {
            return Err(Message(format!("{argument:?} is not of the form name=file")).into());
        };
        let path = PathBuf::from(file);
        Ok(Load { name: name.to_owned(), text: read_text(&path)?, path })
    }
}

pub(crate) fn run(arguments: &DecideArguments) -> Result<ExitCode, Failure> {
    let files = files(arguments)?;
    let standard: Vec<(&str, Option<&Path>)> =
        files.iter().map(|(_, path)| ("--output", Some(*path))).collect();
    one_of(arguments.json, &standard)?;
    let statement = parse_statement(&arguments.formula).map_err(|e| Message(e.to_string()))?;
    let progress = Progress::begin("deciding");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Proving)?);
    let loads = arguments.load.iter().map(|l| Load::read(l)).collect::<Result<Vec<_>, _>>()?;
    let numeration = chosen(arguments.numeration.as_deref(), &statement, &loads, &budget)?;
    let formula = statement.formula;
    let mut named = real_automata(&formula, &numeration, &budget).map_err(|e| Message(e.to_string()))?;
    for load in loads {
        let loaded = Loaded::from_text(&load.text, Some(&numeration), &budget);
        let loaded = loaded.map_err(|error| unusable(&load.path, &error))?;
        named.push((load.name, loaded.automaton));
    }
    if !files.is_empty() {
        let found = relation(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
        let Defined::Set(names, dfa) = found else {
            return Err(Message(
                "the formula has no free variables, so there is no automaton to save".to_owned(),
            )
            .into());
        };
        drop(progress);
        return save(arguments, &files, &numeration, (names, &dfa));
    }
    let sentence = decide(&formula, &numeration, &named, &budget).map_err(|e| Message(e.to_string()))?;
    drop(progress);
    let mut out = stdout();
    let code = ExitCode::from(u8::from(!sentence.truth));
    if arguments.json {
        json(&mut out, &DecisionReport::new(&arguments.formula, &numeration.system().name(), &sentence))?;
        return Ok(code);
    }
    let example: Vec<String> =
        sentence.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let word = if sentence.truth { "true" } else { "false" };
    match example.is_empty() {
        true => writeln!(out, "{STRONG}{word}{STRONG:#}")?,
        false => writeln!(out, "{STRONG}{word}{STRONG:#}: {}", example.join(", "))?,
    }
    Ok(code)
}

/// Saves the automaton of a formula with free variables.
fn save(
    arguments: &DecideArguments,
    files: &[(AutomatonFormat, &Path)],
    numeration: &Numeration,
    (variables, dfa): (Vec<String>, &Dfa),
) -> Result<ExitCode, Failure> {
    // First the files: whoever reads the output may stop reading.
    for (format, path) in files {
        let text = match format {
            AutomatonFormat::Dot => dot::graphviz(dfa),
            AutomatonFormat::Walnut => walnut::write(dfa, numeration),
        };
        write(text.as_bytes(), Some(path))?;
    }
    let paths: Vec<Option<&Path>> = files.iter().map(|(_, path)| Some(*path)).collect();
    let mut out = words_beside(&paths);
    if arguments.json {
        let (formula, numeration) = (arguments.formula.clone(), numeration.system().name());
        json(&mut out, &RelationReport { formula, numeration, variables, states: dfa.states() })?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "an automaton of {} that reads {}", counted(dfa.states(), "state"), variables.join(", "))?;
    for (format, path) in files {
        let what = match format {
            AutomatonFormat::Dot => "Graphviz text",
            AutomatonFormat::Walnut => "Walnut's text format",
        };
        saved(&mut out, what, path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The files that the automaton is written to, each with its format.
fn files(arguments: &DecideArguments) -> Result<Vec<(AutomatonFormat, &Path)>, Failure> {
    let mut files = Vec::new();
    for path in &arguments.output {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let format = match (arguments.format, extension.as_deref()) {
            (Some(format), _) => format,
            (None, Some("txt")) => AutomatonFormat::Walnut,
            (None, Some("dot" | "gv")) => AutomatonFormat::Dot,
            (None, _) => {
                return Err(Message(format!(
                    "the name {:?} does not tell the format: .txt is Walnut's text format, .dot is Graphviz text; or add \
                     --format walnut or --format dot",
                    path.display().to_string()
                ))
                .into());
            }
        };
        files.push((format, path.as_path()));
    }
    files.extend(arguments.dot.iter().map(|path| (AutomatonFormat::Dot, path.as_path())));
    files.extend(arguments.walnut.iter().map(|path| (AutomatonFormat::Walnut, path.as_path())));
    Ok(files)
}

/// Says where something was saved, unless that is where whoever reads this already looks.
fn saved(out: &mut impl std::io::Write, what: &str, path: &Path) -> Result<(), Failure> {
    if !is_standard(path) {
        writeln!(out, "  {what}: {}", path.display())?;
    }
    Ok(())
}

/// The automaton of a file.
pub(crate) fn load(path: &Path, numeration: Option<&Numeration>, budget: &Budget) -> Result<Loaded, Failure> {
    let loaded = Loaded::from_text(&read_text(path)?, numeration, budget);
    Ok(loaded.map_err(|error| unusable(path, &error))?)
}

/// What is wrong with a file, and which flag helps.
pub(crate) fn unusable(path: &Path, error: &LoadError) -> Message {
    let shown = shown(path);
    Message(match error {
        LoadError::OtherNumeration(theirs) => {
            format!("{shown} is in the numeration {theirs}: --numeration {theirs} goes with it")
        }
        LoadError::NoNumeration => format!(
            "{shown} is not a certificate; for Walnut's text format say which numeration: --numeration fib"
        ),
        other => format!("{shown}: {other}"),
    })
}
