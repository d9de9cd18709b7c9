//! `wythoff complete -- WORDS…`: what the last word may become, one possibility a line, for the scripts of `wythoff completions`.
//!
//! A line `:files` or `:folders` means that files or folders fit here, which the shell itself completes.

use super::topics::TOPICS;
use crate::cli::{Cli, CompleteArguments};
use crate::output::{Failure, stdout};
use crate::screen::Lines as _;
use clap::{Arg, ArgAction, Command, CommandFactory as _, ValueHint};
use wythoff::draw::papers;
use wythoff::replicate::Paper;
use wythoff::rulebook::entries;
use wythoff::survey::ChoreKind;

const FILES: &str = ":files";
const FOLDERS: &str = ":folders";

pub(crate) fn run(arguments: &CompleteArguments) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let (word, before) = match arguments.words.split_last() {
        Some((word, before)) => (word.as_str(), before),
        None => ("", &[][..]),
    };
    let mut text = String::new();
    for possible in possibilities(&program, before, word) {
        text += &possible;
        text.push('\n');
    }
    stdout().data(text.as_bytes())?;
    Ok(())
}

/// Whatever the word may become, in order.
fn possibilities(program: &Command, before: &[String], word: &str) -> Vec<String> {
    let commands = || program.get_subcommands().filter(|c| !c.is_hide_set()).map(Command::get_name);
    // bash takes `--name=value` apart.
    let word = if word == "=" { "" } else { word.trim_start_matches(['\'', '"']) };
    let fitting = |all: Vec<String>, word: &str| -> Vec<String> {
        let is_place = |one: &String| one == FILES || one == FOLDERS;
        all.into_iter().filter(|one| is_place(one) || one.starts_with(word)).collect()
    };
    let Some((name, rest)) = before.split_first() else {
        return fitting(commands().map(str::to_owned).collect(), word);
    };
    if name == "help" {
        let topics = TOPICS.iter().map(|(name, ..)| *name);
        let all =
            if rest.is_empty() { commands().chain(topics).map(str::to_owned).collect() } else { Vec::new() };
        return fitting(all, word);
    }
    let Some(command) = program.find_subcommand(name) else { return Vec::new() };
    let typed = Typed::of(command, rest);
    if let Some(option) = typed.waiting {
        return fitting(values(option, rest), word);
    }
    if typed.only_positions {
        return typed.position(command).map_or_else(Vec::new, |arg| fitting(values(arg, rest), word));
    }
    // zsh and fish hand over `--name=value` whole.
    if let Some((name, value)) = word.split_once('=')
        && let Some(option) = option(command, name)
    {
        let whole = |value: String| if value.starts_with(':') { value } else { format!("{name}={value}") };
        return fitting(values(option, rest), value).into_iter().map(whole).collect();
    }
    if word.starts_with('-') {
        let options = command.get_opts().chain(command.get_arguments().filter(|a| is_switch(a)));
        let again = |arg: &Arg| matches!(arg.get_action(), ArgAction::Append);
        let open =
            options.filter(|arg| !arg.is_hide_set() && (again(arg) || !rest.iter().any(|w| says(arg, w))));
        let mut names: Vec<String> = open.filter_map(Arg::get_long).map(|long| format!("--{long}")).collect();
        names.sort();
        names.dedup();
        return fitting(names, word);
    }
    typed.position(command).map_or_else(Vec::new, |arg| fitting(values(arg, rest), word))
}

/// What was typed before the word.
struct Typed<'c> {
    /// The option whose value comes next.
    waiting: Option<&'c Arg>,
    /// How many arguments without a name there are.
    positions: usize,
    /// After `--` nothing is an option.
    only_positions: bool,
}

impl<'c> Typed<'c> {
    fn of(command: &'c Command, words: &[String]) -> Typed<'c> {
        let mut typed = Typed { waiting: None, positions: 0, only_positions: false };
        for word in words {
            if word == "=" {
                continue;
            }
            if typed.waiting.take().is_some() {
                continue;
            }
            match option(command, word) {
                _ if typed.only_positions => typed.positions += 1,
                _ if word == "--" => typed.only_positions = true,
                Some(arg) if takes_value(arg) => typed.waiting = Some(arg),
                Some(_) => {}
                None if word.starts_with('-') && word.len() > 1 => {}
                None => typed.positions += 1,
            }
        }
        typed
    }

    /// The argument that comes next.
    fn position(&self, command: &'c Command) -> Option<&'c Arg> {
        let all: Vec<&Arg> = command.get_positionals().collect();
        let many = |arg: &&&Arg| matches!(arg.get_action(), ArgAction::Append);
        all.get(self.positions).or_else(|| all.last().filter(many)).copied()
    }
}

fn is_switch(arg: &Arg) -> bool {
    !arg.is_positional() && !arg.get_action().takes_values()
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values() && !arg.is_require_equals_set()
}

/// Is this word that option?
fn says(arg: &Arg, word: &str) -> bool {
    let short = |c: char| word.len() == 2 && word.ends_with(c);
    let long = |name: &str| word.strip_prefix("--") == Some(name);
    word.starts_with('-')
        && (arg.get_long().is_some_and(long)
            || arg.get_short().is_some_and(short)
            || arg.get_all_aliases().is_some_and(|names| names.into_iter().any(long)))
}

fn option<'c>(command: &'c Command, word: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|arg| !arg.is_positional() && says(arg, word))
}

/// What an argument may be.
fn values(arg: &Arg, words: &[String]) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match arg.get_id().as_str() {
        "game" | "first" | "second" | "with" | "against" | "like" | "games_to_learn" => {
            return [games(), owned(&[FILES])].concat();
        }
        "family" if arg.is_positional() => return [families(), owned(&[FILES])].concat(),
        "item" => return Paper::ALL.iter().map(ToString::to_string).collect(),
        "paper" => {
            let mut names: Vec<String> = papers::figures().map(|figure| figure.paper.to_owned()).collect();
            names.dedup();
            return names;
        }
        "figure" => {
            let of = |figure: &&papers::Figure| words.iter().any(|word| word == figure.paper);
            return papers::figures().filter(of).map(|figure| figure.number.to_owned()).collect();
        }
        "chore" => return ChoreKind::ALL.map(|kind| kind.name().to_owned()).to_vec(),
        "numeration" => return owned(&["base(", "fib", "ostrowski(", "pell", "pisot(", "trib"]),
        _ => {}
    }
    let listed = arg.get_possible_values();
    if !listed.is_empty() {
        return listed.iter().filter(|v| !v.is_hide_set()).map(|v| v.get_name().to_owned()).collect();
    }
    let is_folder = arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == "FOLDER"));
    match arg.get_value_hint() {
        _ if is_folder => owned(&[FOLDERS]),
        ValueHint::AnyPath | ValueHint::FilePath => owned(&[FILES]),
        ValueHint::DirPath => owned(&[FOLDERS]),
        _ => Vec::new(),
    }
}

/// The games of the rulebook: those with parameters up to the first of these, and notations that stand for one game.
fn games() -> Vec<String> {
    let mut names = Vec::new();
    for entry in entries() {
        names.push(match entry.parameters().first() {
            Some(first) => {
                format!("{}({}=", entry.name, first.split(['=', ':', ' ']).next().unwrap_or(first))
            }
            None => entry.name.to_owned(),
        });
        let plain = |notation: &String| !notation.contains(['{', ' ']);
        names.extend(entry.notations().into_iter().filter(plain));
    }
    names
}

/// The games whose parameters can be gone through.
fn families() -> Vec<String> {
    entries().filter(|entry| !entry.parameters().is_empty()).map(|entry| entry.name.to_owned()).collect()
}
