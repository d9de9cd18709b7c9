//! `wythoff describe GAME`.

use crate::cli::DescribeArguments;
use crate::game_argument::game;
use crate::limits::budget;
use crate::output::{Failure, Message, STRONG, json, stdout, write};
use crate::progress::Progress;
use std::io::Write as _;
use wythoff::Ways;
use wythoff::draw::page::html;
use wythoff::explore::describe::describe;
use wythoff::report::DescriptionReport;

pub(crate) fn run(arguments: &DescribeArguments) -> Result<(), Failure> {
    let ways = Ways::of(game(&arguments.game)?);
    let progress = Progress::begin("describing");
    let budget = progress.watch(&budget(arguments.memory.as_deref(), None)?);
    let page = describe(&ways, &budget)?;
    if let Some(path) = &arguments.html {
        let text = html(&ways, &page, &budget).map_err(|limit| Message(limit.to_string()))?;
        drop(progress);
        return write(text.as_bytes(), Some(path));
    }
    drop(progress);
    let mut out = stdout();
    if arguments.json {
        return json(&mut out, &DescriptionReport::new(&page));
    }
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
