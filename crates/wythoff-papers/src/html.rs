//! The results as one self-contained page.

use super::markdown::counts;
use super::{ItemResult, ItemVerdict, Paper, Thoroughness};
use std::fmt::Write as _;
use wythoff_draw::svg::escaped;

/// The name of a class of style sheets for a verdict.
fn class(verdict: ItemVerdict) -> &'static str {
    match verdict {
        ItemVerdict::Proved => "proved",
        ItemVerdict::Agrees => "agrees",
        ItemVerdict::FalseAsPrinted => "false",
        ItemVerdict::Untestable => "untestable",
        ItemVerdict::Open => "open",
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #bbb;padding:.35rem .5rem;text-align:left;vertical-align:top}\
th{background:#eee}td.n{text-align:right}.v{white-space:nowrap;font-weight:600}.proved{color:#05603a}.agrees{color:#1849a9}.false{color:#b42318}\
.untestable{color:#555}.open{color:#93370d}.wrong{outline:3px solid #b42318}code{font-size:.85em;color:#444}.proofs{font-size:.85em}\
figure{margin:.5rem 0}";

/// Where a certificate that is named in a text lies, as a link.
fn linked(text: &str) -> String {
    let mut rest = escaped(text);
    let mut page = String::new();
    while let Some(at) = rest.find("certificates/") {
        let end = rest[at..].find(".json").map_or(rest.len(), |length| at + length + ".json".len());
        let (before, name) = (&rest[..at], &rest[at..end]);
        let _ = write!(page, "{before}<a href=\"../crates/wythoff-prove/{name}\">{name}</a>");
        rest = rest[end..].to_owned();
    }
    page + &rest
}

/// One page that needs no other file: counts, then a table of items for each paper. `again` says how an item is run again.
#[must_use]
pub fn html(results: &[ItemResult], level: Thoroughness, again: &dyn Fn(&ItemResult) -> String) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>The papers, item by item</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>The papers, item by item</h1>\n\
         <p>Level: {level}. {} items, {} of them not as recorded.</p>\n",
        results.len(),
        results.iter().filter(|r| !r.as_recorded).count()
    );
    page.push_str(
        "<p><b class=proved>Proved</b>: as stated, for piles of all sizes, by claims that the checker has confirmed in this run. \
         <b class=agrees>Agrees</b>: statement and definition give the same on the range that is named; of a theorem about all k, some k may be \
         proved. <b class=false>False as \
         printed</b>: there is a witness; another reading holds. <b class=untestable>Untestable</b>: nothing can be computed. \
         <b class=open>Open</b>: what is known.</p>\n",
    );
    summary(&mut page, results);
    for paper in Paper::ALL {
        if results.iter().any(|r| r.paper == paper) {
            section(&mut page, results, paper, again);
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// The number of items by paper and verdict. Writing to a string cannot fail.
fn summary(page: &mut String, results: &[ItemResult]) {
    page.push_str("<table><tr><th scope=col>paper</th>");
    for verdict in ItemVerdict::ALL {
        let _ = write!(page, "<th scope=col>{verdict}</th>");
    }
    page.push_str("<th scope=col>all</th></tr>\n");
    let papers = Paper::ALL.into_iter().filter(|paper| results.iter().any(|r| r.paper == *paper));
    for paper in papers.map(Some).chain([None]) {
        let name = paper.map_or("all".to_owned(), |p| format!("<a href=\"#{p}\">{p}</a>"));
        let row = counts(results, paper);
        let cells: String = row.iter().map(|count| format!("<td class=n>{count}</td>")).collect();
        let all = row.iter().sum::<usize>();
        let _ = writeln!(page, "<tr><th scope=row>{name}</th>{cells}<td class=n>{all}</td></tr>");
    }
    page.push_str("</table>\n");
}

fn section(page: &mut String, results: &[ItemResult], paper: Paper, again: &dyn Fn(&ItemResult) -> String) {
    let _ = writeln!(
        page,
        "<h2 id=\"{paper}\">{paper}</h2>\n<p>{}</p>\n<table><tr><th scope=col>item</th><th scope=col>claim</th>\
         <th scope=col>verdict</th><th scope=col>what was done</th></tr>",
        escaped(paper.title())
    );
    for result in results.iter().filter(|r| r.paper == paper) {
        let wrong = if result.as_recorded { "" } else { " class=wrong" };
        let proofs = match result.proofs.is_empty() {
            true => String::new(),
            false => format!("<div class=proofs>Proved: {}.</div>", linked(&result.proofs.join("; "))),
        };
        let picture =
            result.picture.as_ref().map_or_else(String::new, |svg| format!("<figure>{svg}</figure>"));
        let _ = writeln!(
            page,
            "<tr{wrong}><th scope=row>{}</th><td>{}</td><td class=\"v {}\">{}</td><td>{}.{proofs}{picture}<div><code>{}</code></div></td></tr>",
            escaped(&result.item),
            escaped(&result.claim),
            class(result.verdict),
            result.verdict,
            linked(&result.detail),
            escaped(&again(result))
        );
    }
    page.push_str("</table>\n");
}
