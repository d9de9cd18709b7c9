//! The results as Markdown.

use super::{ItemResult, ItemVerdict, Paper, Thoroughness};
use std::fmt::Write as _;

/// How many results of a paper (of all, without one) have each verdict, in the order of [`ItemVerdict::ALL`].
pub(super) fn counts(results: &[ItemResult], paper: Option<Paper>) -> [usize; 5] {
    let of = |verdict: ItemVerdict| {
        let counted = |r: &&ItemResult| r.verdict == verdict && paper.is_none_or(|paper| r.paper == paper);
        results.iter().filter(counted).count()
    };
    ItemVerdict::ALL.map(of)
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// One page: a table of counts, then a table of items for each paper.
#[must_use]
pub fn markdown(results: &[ItemResult], level: Thoroughness) -> String {
    // Writing to a string cannot fail.
    let mut page = String::new();
    let _ = writeln!(page, "# The papers, item by item\n\nLevel: {level}. {} items.\n", results.len());
    page.push_str(&table_of_counts(results));
    for paper in Paper::ALL {
        let of_paper: Vec<&ItemResult> = results.iter().filter(|r| r.paper == paper).collect();
        if of_paper.is_empty() {
            continue;
        }
        let _ = writeln!(
            page,
            "\n## {paper}\n\n{}\n\n| item | claim | verdict | what was done |\n|---|---|---|---|",
            paper.title()
        );
        for result in of_paper {
            let mark = if result.as_recorded { "" } else { " (**not as recorded**)" };
            let proofs = match result.proofs.is_empty() {
                true => String::new(),
                false => format!(" Proved: {}.", result.proofs.join("; ")),
            };
            let _ = writeln!(
                page,
                "| {} | {} | {}{mark} | {}.{} |",
                cell(&result.item),
                cell(&result.claim),
                result.verdict,
                cell(&result.detail),
                cell(&proofs)
            );
        }
    }
    page
}

/// The number of items by paper and verdict, as a table.
pub(super) fn table_of_counts(results: &[ItemResult]) -> String {
    let mut table = "| paper |".to_owned();
    for verdict in ItemVerdict::ALL {
        let _ = write!(table, " {verdict} |");
    }
    table.push_str(" all |\n|---|---|---|---|---|---|---|\n");
    let papers = Paper::ALL.into_iter().filter(|paper| results.iter().any(|r| r.paper == *paper)).map(Some);
    for paper in papers.chain([None]) {
        let row = counts(results, paper);
        let name = paper.map_or("all", Paper::name);
        let _ = write!(table, "| {name} |");
        for count in row {
            let _ = write!(table, " {count} |");
        }
        let _ = writeln!(table, " {} |", row.iter().sum::<usize>());
    }
    table
}
