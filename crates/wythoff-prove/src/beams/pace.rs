//! Guesses a rational pace of the inner beam, and how far slips let it fall behind.

use super::{Law, Slips};
use wythoff_budget::Budget;
use wythoff_budget::Limit;
use wythoff_check::Undecided;
use wythoff_check::beams::inner::{Closure, Inner, Language};
use wythoff_check::beams::{Line, line};

/// Denominators of paces.
const LARGEST: u64 = 40;
/// A beam that keeps its pace for a while is never so many diagonals away from it.
const AWAY: u64 = 24;
/// So many guesses are kept.
const KEPT: usize = 3;
/// What is tried for how far each slip lets a beam fall.
const FALLS: [u64; 9] = [0, 1, 2, 3, 4, 6, 8, 12, 16];

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Slopes, as laws, that fit these lowest open diagonals of consecutive columns.
pub(super) fn guesses(lowest: &[u64]) -> Vec<Law> {
    let columns = lowest.len() as u64 - 1;
    let mut found: Vec<Law> = vec![];
    for q in 1..=LARGEST {
        let p = (2 * q * lowest[lowest.len() - 1] + columns) / (2 * columns);
        if p == 0 || gcd(p, q) != 1 {
            continue;
        }
        let away = lowest.iter().zip(0..).map(|(&e, x)| (q * e).abs_diff(p * x)).max();
        if away.is_some_and(|away| away <= AWAY * q) && found.len() < KEPT {
            // s = (p + q)/q
            let (above, below) = (p * (p + 2 * q), q * (p + q));
            let common = gcd(above, below);
            found.push((above / common, below / common));
        }
    }
    found
}

/// The line that the first of these paces gives, with the least fall.
pub(super) fn find(
    inner: &Inner,
    closed: (&Closure, &Language),
    start: (u64, u64),
    paces: &[Law],
    budget: &Budget,
) -> Result<Option<(Line, Option<Slips>)>, Limit> {
    for &law in paces {
        for fall in FALLS {
            match line(inner, closed, start, Some((law, fall)), budget) {
                Ok(line) => return Ok(Some((line, Some(Slips { fall, drift: line.drift })))),
                Err(Undecided::Limit(limit)) => return Err(limit),
                Err(_) => {}
            }
        }
    }
    Ok(None)
}
