//! `wythoff man FOLDER`: a manual page for the program and for every command, made of the help texts.

use super::topics::TOPICS;
use crate::cli::{Cli, ManArguments};
use crate::output::{Failure, Message, write};
use clap::{Arg, Command, CommandFactory as _};
use std::fmt::Write as _;

pub(crate) fn run(arguments: &ManArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder)
        .map_err(|e| Message(format!("cannot make the folder {}: {e}", folder.display())))?;
    let mut program = Cli::command();
    program.build();
    let commands: Vec<&Command> = program.get_subcommands().filter(|c| !c.is_hide_set()).collect();
    write(overview(&program, &commands).as_bytes(), Some(&folder.join("wythoff.1")))?;
    for command in commands.iter().filter(|command| command.get_name() != "help") {
        let file = folder.join(format!("wythoff-{}.1", command.get_name()));
        write(page(command).as_bytes(), Some(&file))?;
    }
    for (name, about, text) in TOPICS {
        write(topic(name, about, text).as_bytes(), Some(&folder.join(format!("wythoff-{name}.1"))))?;
    }
    Ok(())
}

/// The page of the program itself.
fn overview(program: &Command, commands: &[&Command]) -> String {
    let mut text = head("wythoff", program);
    text += ".SH SYNOPSIS\n.B wythoff\n.I COMMAND\n.RI [ OPTIONS ]\n.SH COMMANDS\n";
    for command in commands.iter().filter(|command| command.get_name() != "help") {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, ".TP\n\\fBwythoff {}\\fR\n{}", escaped(command.get_name()), escaped(&about));
    }
    text += &after(program);
    text += EXIT;
    text += ".SH SEE ALSO\n";
    let pages: Vec<String> = commands
        .iter()
        .filter(|command| command.get_name() != "help")
        .map(|command| format!("\\fBwythoff\\-{}\\fR(1)", escaped(command.get_name())))
        .collect();
    text + &pages.join(",\n") + "\n"
}

/// The page of a topic: paragraphs are filled, examples and tables are not.
fn topic(name: &str, about: &str, text: &str) -> String {
    let (title, version) = (format!("wythoff\\-{name}"), env!("CARGO_PKG_VERSION"));
    let mut page = format!(
        ".TH \"{}\" \"1\" \"\" \"wythoff {version}\" \"wythoff\"\n.SH NAME\n{title} \\- {}\n.SH DESCRIPTION\n",
        title.to_uppercase(),
        escaped(about)
    );
    for paragraph in text.split("\n\n").skip(1) {
        let paragraph = paragraph.trim_end();
        match paragraph.starts_with("    ") {
            true => {
                let _ = writeln!(page, ".PP\n.nf\n{}\n.fi", lines(paragraph));
            }
            false => {
                let _ = writeln!(page, ".PP\n{}", escaped(paragraph));
            }
        }
    }
    page + ".SH SEE ALSO\n\\fBwythoff\\fR(1)\n"
}

/// The page of a command.
fn page(command: &Command) -> String {
    let name = format!("wythoff-{}", command.get_name());
    let mut text = head(&name, command);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = writeln!(text, ".SH SYNOPSIS\n.nf\n{}\n.fi", lines(usage));
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let positions: Vec<&Arg> = command.get_positionals().filter(shown).collect();
    section(&mut text, "ARGUMENTS", &positions);
    let options: Vec<&Arg> = command.get_arguments().filter(|a| shown(a) && !a.is_positional()).collect();
    let mut headings: Vec<Option<&str>> = options.iter().map(|arg| arg.get_help_heading()).collect();
    headings.sort_unstable();
    headings.dedup();
    for heading in headings {
        let under: Vec<&Arg> =
            options.iter().filter(|arg| arg.get_help_heading() == heading).copied().collect();
        section(&mut text, &heading.unwrap_or("OPTIONS").to_uppercase(), &under);
    }
    text + &after(command) + EXIT + ".SH SEE ALSO\n\\fBwythoff\\fR(1)\n"
}

const EXIT: &str = "\
.SH EXIT STATUS
.TP
0
Yes, or done.
.TP
1
A \"no\" to a question that can be answered by no.
.TP
2
Bad input, a limit that was reached, or a failure, with a message on standard error.
";

fn head(name: &str, command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let (name, upper) = (escaped(name), escaped(&name.to_uppercase()));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        ".TH \"{upper}\" \"1\" \"\" \"wythoff {version}\" \"wythoff\"\n.SH NAME\n{name} \\- {}\n",
        escaped(&about)
    )
}

fn section(text: &mut String, name: &str, arguments: &[&Arg]) {
    if arguments.is_empty() {
        return;
    }
    let _ = writeln!(text, ".SH {}", escaped(name));
    for arg in arguments {
        let _ = writeln!(text, ".TP\n{}\n{}", heading(arg), escaped(&help(arg)));
        let values = arg.get_possible_values();
        for value in values.iter().filter(|value| !value.is_hide_set() && !arg.is_hide_possible_values_set())
        {
            let about = value.get_help().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, ".br\n\\fI{}\\fR {}", escaped(value.get_name()), escaped(&about));
        }
    }
}

/// The name of an argument, and of its value.
fn heading(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let value: Vec<String> = names.iter().map(|name| format!("\\fI{}\\fR", escaped(name))).collect();
    let value = value.join(" ");
    if arg.is_positional() {
        return if value.is_empty() { escaped(&arg.get_id().as_str().to_uppercase()) } else { value };
    }
    let short = arg.get_short().map(|c| format!("\\fB\\-{c}\\fR"));
    let long = arg.get_long().map(|long| format!("\\fB\\-\\-{}\\fR", escaped(long)));
    let name = [short, long].into_iter().flatten().collect::<Vec<_>>().join(", ");
    if arg.get_action().takes_values() { format!("{name} {value}") } else { name }
}

fn help(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let defaults = arg.get_default_values();
    if defaults.is_empty() || !arg.get_action().takes_values() || arg.is_hide_default_value_set() {
        return help;
    }
    let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
    format!("{help} [default: {}]", defaults.join(" "))
}

/// Examples, and what else is said at the end.
fn after(command: &Command) -> String {
    let Some(after) = command.get_after_help() else { return String::new() };
    let mut text = String::new();
    for part in after.to_string().split("\n\n") {
        let (title, body) = part.split_once('\n').unwrap_or(("", part));
        if matches!(title, "Examples:" | "Example:") {
            let _ = writeln!(text, ".SH EXAMPLES\n.nf\n{}\n.fi", lines(body));
        } else if body.lines().any(|line| line.starts_with(' ')) {
            let _ = writeln!(text, ".PP\n{}\n.nf\n{}\n.fi", escaped(title), lines(body));
        } else {
            let _ = writeln!(text, ".PP\n{}", escaped(&part.replace('\n', " ")));
        }
    }
    text
}

fn lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// A text as troff takes it for itself.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    if text.starts_with(['.', '\'']) {
        out.push_str("\\&");
    }
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\e"),
            '-' => out.push_str("\\-"),
            '^' => out.push_str("\\(ha"),
            '~' => out.push_str("\\(ti"),
            '`' => out.push_str("\\(ga"),
            '\'' => out.push_str("\\(aq"),
            ' '..='~' => out.push(c),
            '\n' => out.push(' '),
            // Not every terminal's fonts have it.
            '…' => out.push_str("..."),
            _ => {
                let _ = write!(out, "\\[u{:04X}]", u32::from(c));
            }
        }
    }
    out
}
