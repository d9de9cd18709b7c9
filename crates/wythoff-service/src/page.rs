//! A [description](wythoff_explore::describe) as a page with pictures, in one file that needs no other.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::describe::describe;
//! use wythoff_rules::Game;
//! use wythoff_service::page::html;
//! use wythoff_prove::AllWays;
//! let ways = AllWays::of(Game::named("nim")?);
//! let budget = Budget::default();
//! let page = html(&ways, &describe(&ways, &budget)?, &budget)?;
//! assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write as _;
use wythoff_budget::{Budget, Limit};
use wythoff_draw::svg::{escaped, render};
use wythoff_draw::{Colouring, Drawing};
use wythoff_explore::beams::BeamList;
use wythoff_explore::describe::Description;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_solve::way::Frame;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
figure{margin:1rem 0}figure svg{max-width:100%;height:auto}.evidence{color:#555}pre{background:#f4f4f4;padding:.6rem;overflow-x:auto}";

/// How many squares the pictures have a side: single squares, and what they become from afar.
const SIDES: [u32; 2] = [40, 400];

/// The page. Pictures that the game does not have are left out.
///
/// # Errors
/// Only limits.
pub fn html(ways: &Ways, page: &Description, budget: &Budget) -> Result<String, Limit> {
    let title = escaped(&format!("{}: {}", page.game, page.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if let Some(rules) = ways.game().ruleset() {
        let _ = writeln!(out, "<pre>{}</pre>", escaped(rules.to_string().trim_end()));
    }
    let facts: String = page.facts.iter().map(|fact| format!("<li>{}</li>\n", escaped(fact))).collect();
    let _ = write!(out, "<ul>\n{facts}</ul>\n");
    for side in SIDES {
        out.push_str(&picture(ways, side, budget)?);
    }
    out.push_str("<h2>Forms that fit</h2>\n");
    if page.forms.is_empty() {
        out.push_str("<p>None of those that are known here.</p>\n");
    }
    for form in &page.forms {
        let (kind, claim, evidence) =
            (escaped(form.kind.name()), escaped(&form.claim), escaped(&form.evidence));
        let _ = writeln!(out, "<h3>{kind}</h3>\n<p>{claim}<br><span class=evidence>{evidence}</span></p>");
    }
    if let Some(beams) = page.beams.as_ref().filter(|beams| !beams.beams.is_empty()) {
        out.push_str(&lines(beams));
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

/// A picture of the board, or nothing if the game does not have one of that size.
fn picture(ways: &Ways, side: u32, budget: &Budget) -> Result<String, Limit> {
    let frame = Frame::small(0, 0, side, side);
    let drawn = Drawing::of(ways).board(&frame, Colouring::Outcome, budget).and_then(|scene| render(&scene));
    budget.poll()?;
    Ok(drawn.map_or_else(|_| String::new(), |svg| format!("<figure>\n{svg}</figure>\n")))
}

fn lines(beams: &BeamList) -> String {
    let mut out = format!("<h2>Beams</h2>\n<p>{}</p>\n", escaped(&beams.summary()));
    for beam in &beams.beams {
        let lines: Vec<String> = beam.lines().iter().map(|line| escaped(line)).collect();
        if let Some((first, rest)) = lines.split_first() {
            let _ = writeln!(out, "<h3>{first}</h3>\n<p>{}</p>", rest.join("<br>\n"));
        }
    }
    for area in &beams.areas {
        let _ = writeln!(out, "<h3>{}</h3>", escaped(&area.line()));
    }
    out
}
