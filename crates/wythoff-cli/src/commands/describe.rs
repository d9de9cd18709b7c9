//! `wythoff describe GAME`.

use crate::cli::DescribeArguments;
use crate::game_argument::game;
use crate::limits::budget;
use crate::output::{Failure, STRONG, json, stdout};
use crate::progress::Progress;
use std::io::Write as _;
use wythoff::Ways;
use wythoff::explore::describe::describe;
use wythoff::report::DescriptionReport;

pub(crate) fn run(arguments: &DescribeArguments) -> Result<(), Failure> {
    let ways = Ways::of(game(&arguments.game)?);
    let progress = Progress::begin("describing");
    let budget = progress.watch(&budget(arguments.memory.as_deref(), None)?);
    let page = describe(&ways, &budget)?;
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
