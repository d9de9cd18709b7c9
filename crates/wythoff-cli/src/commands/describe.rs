//! `wythoff describe GAME`.

use crate::cli::{DescribeArguments, PageFormat};
use crate::game_argument::game;
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message, STRONG, json, stdout, write};
use crate::progress::Progress;
use crate::sink::is_standard;
use std::io::Write;
use std::path::Path;
use wythoff::Ways;
use wythoff::draw::page::html;
use wythoff::explore::describe::{Description, describe};
use wythoff::report::DescriptionReport;

pub(crate) fn run(arguments: &DescribeArguments) -> Result<(), Failure> {
    let (format, output) = format(arguments)?;
    let ways = Ways::of(game(&arguments.game)?);
    let progress = Progress::begin("describing");
    let budget = progress.watch(&budget(&arguments.limits, Usual::Solving)?);
    let page = describe(&ways, &budget)?;
    match format {
        PageFormat::Html => {
            let text = html(&ways, &page, &budget).map_err(|limit| Message(limit.to_string()))?;
            drop(progress);
            write(text.as_bytes(), output)
        }
        PageFormat::Json => {
            drop(progress);
            let mut text = Vec::new();
            json(&mut text, &DescriptionReport::new(&page))?;
            write(&text, output)
        }
        PageFormat::Text => {
            drop(progress);
            match output.filter(|path| !is_standard(path)) {
                None => words(&mut stdout(), &page),
                Some(path) => {
                    let mut text = anstream::StripStream::new(Vec::new());
                    words(&mut text, &page)?;
                    write(&text.into_inner(), Some(path))
                }
            }
        }
    }
}

/// How it is written, and where to.
fn format(arguments: &DescribeArguments) -> Result<(PageFormat, Option<&Path>), Failure> {
    if let Some(path) = &arguments.html {
        return Ok((PageFormat::Html, Some(path)));
    }
    let output = arguments.output.as_deref();
    if let Some(format) = arguments.format.or(arguments.json.then_some(PageFormat::Json)) {
        return Ok((format, output));
    }
    let file = output.filter(|path| !is_standard(path));
    let extension = file.and_then(Path::extension).map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        None | Some("txt") => Ok((PageFormat::Text, output)),
        Some("html" | "htm") => Ok((PageFormat::Html, output)),
        Some("json") => Ok((PageFormat::Json, output)),
        Some(other) => Err(Message(format!(
            "no format goes with the extension .{other}; known are .html, .json, .txt; another name can be used with --format"
        ))
        .into()),
    }
}

fn words(out: &mut impl Write, page: &Description) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}: {}", page.game, page.title)?;
    for fact in &page.facts {
        writeln!(out, "  {fact}")?;
    }
    for form in &page.forms {
        writeln!(out, "\n{STRONG}{}{STRONG:#}: {}", form.kind.name(), form.claim)?;
        writeln!(out, "  {}", form.evidence)?;
    }
    Ok(())
}
