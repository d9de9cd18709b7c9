//! Which games the proof covers, and their first columns, square by square.

use crate::Undecided;
use crate::tail::{Ray, moves_are_rays};
use wythoff_budget::Budget;
use wythoff_rules::evaluate::Point;
use wythoff_rules::{Atom, Formula, Play, Ruleset, Twist};

/// More blocked options do not fit into the counts.
const MOST_BLOCKED: u64 = 200;
/// Missing rows must repeat after at most so many.
const LONGEST_PERIOD: u64 = 64;
/// The moves of Wythoff Nim.
const RAYS: [Ray; 3] = [
    Ray { start: (0, 1), step: (0, 1) },
    Ray { start: (1, 0), step: (1, 0) },
    Ray { start: (1, 1), step: (1, 1) },
];

/// Wythoff Nim with blocking, perhaps on a board from which some rows and the same columns are missing.
#[derive(Clone, Debug)]
pub struct Kind {
    /// A square is a P-position if it sees fewer than so many.
    pub see: u16,
    /// What rows hold at the beginning: nothing, or as much as keeps all their squares from being P, by the row modulo the length.
    pub rows: Vec<u8>,
}

/// The kind of a game, if the proof covers it.
pub fn kind(rules: &Ruleset, budget: &Budget) -> Result<Kind, Undecided> {
    if rules.imitation.is_some() || rules.play != Play::Normal {
        return Err(Undecided::Rules("beams are proved for normal play without memory only"));
    }
    let see = match &rules.twist {
        Twist::None => 1,
        Twist::Block(blocks) if blocks.len() == 1 && blocks[0].limit <= MOST_BLOCKED => {
            blocks[0].limit as u16 + 1
        }
        _ => {
            return Err(Undecided::Rules(
                "beams are proved without a twist, or with one block line of at most 200 options",
            ));
        }
    };
    let missing = missing(rules)?;
    // All moves may be blocked, if any.
    let lines = RAYS.map(|_| u16::from(rules.twist != Twist::None));
    moves_are_rays(rules, &RAYS, &lines, budget).map_err(|e| {
        if let Undecided::Rules(_) = e {
            Undecided::Rules("beams are proved for the moves of Wythoff Nim only")
        } else {
            e
        }
    })?;
    Ok(Kind { see, rows: missing.iter().map(|&gone| if gone { see as u8 } else { 0 }).collect() })
}

/// Which rows are missing, and with them the columns of the same numbers: one period.
fn missing(rules: &Ruleset) -> Result<Vec<bool>, Undecided> {
    const OTHER: Undecided = Undecided::Rules(
        "beams are proved on all squares, or on those whose piles are both in the same residue classes",
    );
    let Some(formula) = &rules.position else { return Ok(vec![false]) };
    let period = period(formula).filter(|&p| p <= LONGEST_PERIOD).ok_or(OTHER)?;
    let exists = |x, y| formula.holds_at(&Point::small(x, y, 0, 0)).map_err(|_| OTHER);
    let mut squares = vec![];
    for x in 0..period {
        for y in 0..period {
            squares.push(exists(x, y)?);
        }
    }
    let size = period as usize;
    let kept: Vec<bool> = (0..size).map(|x| squares[x * size..(x + 1) * size].contains(&true)).collect();
    let product = (0..size * size).all(|i| squares[i] == (kept[i / size] && kept[i % size]));
    if !product || !kept.contains(&true) {
        return Err(OTHER);
    }
    Ok(kept.iter().map(|&k| !k).collect())
}

/// A number after which a condition on x and y repeats in both: it is made of remainders of sums.
fn period(formula: &Formula) -> Option<u64> {
    let common = |list: &[Formula]| list.iter().try_fold(1, |all, part| lcm(all, period(part)?));
    match formula {
        Formula::Constant(_) => Some(1),
        Formula::And(list) | Formula::Or(list) => common(list),
        Formula::Not(inner) => period(inner),
        Formula::Compare(term, _) => term.parts.iter().try_fold(1, |all, (_, atom)| match atom {
            Atom::Mod(inner, modulus) => {
                let sum = inner.constant >= 0
                    && inner.parts.iter().all(|(c, atom)| *c >= 0 && matches!(atom, Atom::Var(_)));
                lcm(all, u64::try_from(*modulus).ok().filter(|&m| sum && m > 0)?)
            }
            _ => None,
        }),
        _ => None,
    }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&m| m <= LONGEST_PERIOD)
}

/// What rows and diagonals hold when the columns before `column` have been played: P-positions with `x ≤ y`.
#[derive(Clone, Debug)]
pub struct Ground {
    kind: Kind,
    /// The first column that is not played.
    pub column: u64,
    rows: Vec<u8>,
    diagonals: Vec<u8>,
}

impl Ground {
    /// Before column 0.
    pub fn new(kind: &Kind) -> Ground {
        Ground { kind: kind.clone(), column: 0, rows: vec![], diagonals: vec![] }
    }

    /// The game.
    #[inline]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// What a row holds from columns to the left of the diagonal.
    #[inline]
    pub fn row(&self, y: u64) -> u8 {
        self.rows
            .get(y as usize)
            .copied()
            .unwrap_or_else(|| self.kind.rows[y as usize % self.kind.rows.len()])
    }

    /// What a diagonal holds.
    #[inline]
    pub fn diagonal(&self, d: u64) -> u8 {
        self.diagonals.get(d as usize).copied().unwrap_or(0)
    }

    /// No row from here on holds a P-position, and no diagonal from here on does.
    #[inline]
    pub fn height(&self) -> u64 {
        self.rows.len().max(self.diagonals.len()) as u64
    }

    /// Plays the next column by the definition: a square is P if it sees fewer P-positions in its row, its diagonal and its column
    /// than `see`. The column below the diagonal is the mirror image of row `x`. The rows of the P-positions.
    pub fn play(&mut self) -> Vec<u64> {
        let x = self.column;
        let mut count = u16::from(self.row(x));
        let (mut y, mut found) = (x, vec![]);
        while count < self.kind.see {
            if u16::from(self.row(y)) + u16::from(self.diagonal(y - x)) + count < self.kind.see {
                while self.rows.len() as u64 <= y {
                    let row = self.rows.len();
                    self.rows.push(self.kind.rows[row % self.kind.rows.len()]);
                }
                if self.diagonals.len() as u64 <= y - x {
                    self.diagonals.resize((y - x) as usize + 1, 0);
                }
                self.rows[y as usize] += 1;
                self.diagonals[(y - x) as usize] += 1;
                count += 1;
                found.push(y);
            }
            y += 1;
        }
        self.column += 1;
        found
    }

    /// Plays the columns before `column`.
    pub fn play_to(&mut self, column: u64, budget: &Budget) -> Result<(), Undecided> {
        while self.column < column {
            if self.column.is_multiple_of(64) {
                budget.report("columns", self.column, Some(column));
                budget.check(0, self.rows.len() + self.diagonals.len())?;
            }
            self.play();
        }
        Ok(())
    }
}
