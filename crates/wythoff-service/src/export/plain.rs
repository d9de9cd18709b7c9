//! Tables for the eye: columns aligned to the right.

use super::{Listing, pile_names, rows};

/// Columns n, a_n, b_n, δ_n, as in the papers; for n piles n, x, y, z …. The heading says which orders of the piles are listed, if
/// these are not all.
pub(super) fn write(listing: &Listing<'_>, out: &mut Vec<u8>) {
    let mut header = vec!["n".to_owned()];
    match listing.game.piles() {
        2 => header.extend(["a_n", "b_n", "δ_n"].map(str::to_owned)),
        _ => header.extend(pile_names(listing.game.piles())),
    }
    let rows: Vec<Vec<String>> = [header].into_iter().chain(rows(listing)).collect();
    let from = out.len();
    aligned(&rows, out);
    let end = out[from..].iter().position(|byte| *byte == b'\n').map(|end| from + end);
    if let (Some(note), Some(end)) = (listing.contents().note(), end) {
        out.splice(end..end, format!("   {note}").into_bytes());
    }
}

/// Rows of as many cells each.
pub(super) fn aligned(rows: &[Vec<String>], out: &mut Vec<u8>) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, w)| format!("{cell:>w$}")).collect();
        out.extend_from_slice(cells.join("  ").as_bytes());
        out.push(b'\n');
    }
}
