//! Where the beams are in some columns, and what rows, columns and diagonals hold between them.

use super::NoBeams;
use wythoff_check::beams::BeamWindow;
use wythoff_check::beams::ground::Ground;

/// Neighbouring P-positions of a column: those that are no farther apart than `apart`.
fn clusters(rows: &[u64], apart: u64) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = vec![];
    for &y in rows {
        match found.last_mut() {
            Some(cluster) if cluster.last().is_some_and(|last| y - last <= apart) => cluster.push(y),
            _ => found.push(vec![y]),
        }
    }
    found
}

/// The windows of the beams in the column that comes next, from the inside out.
pub(super) fn windows(
    ground: &Ground,
    columns: &[(u64, Vec<u64>)],
    apart: fn(u64) -> u64,
    (outer_patience, inner_patience): (u64, u64),
) -> Result<Vec<BeamWindow>, NoBeams> {
    let start = ground.column;
    let see = u64::from(ground.kind().see);
    let all: Vec<Vec<Vec<u64>>> = columns.iter().map(|(x, rows)| clusters(rows, apart(*x))).collect();
    let beams = all.iter().map(Vec::len).max().filter(|&m| m > 0);
    let beams = beams.ok_or(NoBeams::NotSeen("there are no P-positions"))?;
    let full: Vec<&Vec<Vec<u64>>> = all.iter().filter(|c| c.len() == beams).collect();
    // What columns hold beyond each beam.
    let mut column = vec![see; beams];
    for j in (1..beams).rev() {
        let counts: Vec<usize> = full.iter().map(|c| c[j].len()).collect();
        if counts.iter().any(|&n| n != counts[0]) {
            return Err(NoBeams::NotSeen(
                "an outer beam has different numbers of P-positions in its columns",
            ));
        }
        column[j - 1] = column[j].saturating_sub(counts[0] as u64);
    }
    // Diagonals of the last column in which all beams are seen; windows have not moved far since.
    let last = full[full.len() - 1];
    let diagonal = |y: u64| y.saturating_sub(start);
    let mut found = vec![];
    for j in 0..beams {
        let above = diagonal(last[j][0]);
        let below = if j == 0 { 0 } else { diagonal(last[j - 1][last[j - 1].len() - 1]) };
        let gap = above.saturating_sub(below);
        let from = if j == 0 { 0 } else { below + gap / 4 };
        let (row, patience) =
            (|d: u64| u64::from(ground.row(start + d)), if j == 0 { inner_patience } else { outer_patience });
        let least = (from..below + gap * 3 / 4).map(row).min();
        let least = least.ok_or(NoBeams::NotSeen("two beams are too close to each other"))?;
        let enters = if j == 0 { least } else { column[j - 1] };
        let diagonals = see.checked_sub(least + enters);
        let diagonals = diagonals.ok_or(NoBeams::NotSeen("rows between two beams hold too much"))?;
        let mut lowest = if j == 0 { 0 } else { below + gap / 2 };
        let highest = above + ground.height();
        while lowest < highest
            && u64::from(ground.diagonal(lowest)) >= diagonals
            && (0..=patience).all(|i| row(lowest + i) >= least)
        {
            lowest += 1;
        }
        found.push(BeamWindow { lowest, row: least, column: column[j], patience });
    }
    Ok(found)
}
