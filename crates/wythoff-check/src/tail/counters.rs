//! What is counted at a square: how many P-options may all be blocked, and which of them by which `block` line.
//!
//! An option costs one of the lines to whose class it belongs. By Hall's theorem the P-options of a square can all be
//! paid for if and only if for every set `J` of lines those of them that only lines of `J` can pay for are at most as
//! many as the limits of `J` together. That is one counter for each `J`: some of the rays, and a limit. Without `block`
//! lines there is the empty `J` alone, with all rays and the limit 0.

use super::Ray;
use crate::Undecided;
use wythoff_rules::{Play, Ruleset, Twist};

/// More blocked options do not fit into the counts of the start.
const MOST_BLOCKED: u64 = 200;
/// More `block` lines have more counters than a [`Counters`] can name.
pub(super) const MOST_LINES: usize = 4;

/// Which counters count a ray: bit `i` for counter `i`.
pub(super) type Counters = u16;

/// A ray with the counters that count it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    pub(super) ray: Ray,
    pub(super) counters: Counters,
}

/// The moves of a game, and what makes a square P: no counter exceeds its limit.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    pub(super) rays: Vec<Counted>,
    pub(super) limits: Vec<u8>,
}

impl Counting {
    /// From the rays of a game, each with its lines (bit `i`: it is in the class of line `i`), if the game is of a kind that the
    /// proof covers.
    pub(super) fn new(rules: &Ruleset, rays: &[Ray], lines: &[u16]) -> Result<Counting, Undecided> {
        let budgets = budgets(rules)?;
        // For each set of lines: what it can pay, and the rays that it alone can pay for.
        let mut counters: Vec<(u64, Vec<bool>)> = vec![];
        for set in 0..1u16 << budgets.len() {
            let limit = budgets.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, b)| b).sum();
            let rays: Vec<bool> = lines.iter().map(|line| line & !set == 0).collect();
            // A counter that never exceeds its limit, or not while another one does not, says nothing.
            let follows = |(limit, rays): &(u64, Vec<bool>), (lower, more): &(u64, Vec<bool>)| {
                lower <= limit && rays.iter().zip(more).all(|(ray, more)| !ray || *more)
            };
            let counter = (limit, rays);
            if !counter.1.contains(&true) || counters.iter().any(|other| follows(&counter, other)) {
                continue;
            }
            counters.retain(|other| !follows(other, &counter));
            counters.push(counter);
        }
        let of = |i: usize| counters.iter().enumerate().map(|(j, c)| Counters::from(c.1[i]) << j).sum();
        Ok(Counting {
            rays: rays.iter().enumerate().map(|(i, &ray)| Counted { ray, counters: of(i) }).collect(),
            // All limits together are small.
            limits: counters.iter().map(|c| c.0 as u8).collect(),
        })
    }

    /// The same game with the piles exchanged.
    pub(super) fn mirrored(&self) -> Counting {
        let rays = self.rays.iter().map(|r| Counted { ray: r.ray.mirrored(), ..*r }).collect();
        Counting { rays, limits: self.limits.clone() }
    }

    /// Whether the mirror image of every ray is a ray that the same counters count.
    pub(super) fn is_symmetric(&self) -> bool {
        let is_ray = |one: &Counted| {
            let mirrored = one.ray.mirrored();
            self.rays.iter().any(|r| r.ray == mirrored && r.counters == one.counters)
        };
        self.rays.iter().all(is_ray)
    }

    /// The largest limit.
    pub(super) fn most(&self) -> u8 {
        self.limits.iter().copied().max().unwrap_or(0)
    }
}

/// The numbers of a mask.
pub(super) fn each(counters: Counters) -> impl Iterator<Item = usize> {
    (0..Counters::BITS as usize).filter(move |i| counters >> i & 1 == 1)
}

/// The limits of the `block` lines.
fn budgets(rules: &Ruleset) -> Result<Vec<u64>, Undecided> {
    if rules.imitation.is_some() || rules.play != Play::Normal || rules.position.is_some() {
        return Err(Undecided::Rules("tails are proved for normal play without memory on all squares only"));
    }
    let budgets: Vec<u64> = match &rules.twist {
        Twist::None => vec![],
        Twist::Block(blocks) => blocks.iter().map(|b| b.limit).collect(),
        Twist::Comply(_) => return Err(Undecided::Rules("tails are proved without `comply` only")),
    };
    let together = budgets.iter().fold(0, |sum: u64, b| sum.saturating_add(*b));
    if budgets.len() > MOST_LINES || together > MOST_BLOCKED {
        return Err(Undecided::Rules(
            "tails are proved with at most four block lines, of at most 200 options together",
        ));
    }
    Ok(budgets)
}

#[cfg(test)]
mod tests {
    use super::{Counting, each};
    use crate::tail::Ray;
    use wythoff_rules::Definition;

    fn counting(blocks: &str, lines: &[u16]) -> Counting {
        let text = format!("game \"g\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n{blocks}");
        let rules = Definition::parse("g", &text).and_then(|d| d.bind_text(""));
        let rays: Vec<Ray> = (1..).map(|a| Ray { start: (a, 0), step: (0, 0) }).take(lines.len()).collect();
        Counting::new(&rules.unwrap_or_else(|e| panic!("{e}")), &rays, lines)
            .unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn counters_say_when_all_options_can_be_forbidden() {
        // For all small numbers of P-options on each ray: paying for them one after the other, in every way.
        fn paid(options: &mut [u64], lines: &[u16], budgets: &mut [u64]) -> bool {
            let Some(i) = options.iter().position(|&n| n > 0) else { return true };
            options[i] -= 1;
            let can = (0..budgets.len()).any(|line| {
                if lines[i] >> line & 1 == 0 || budgets[line] == 0 {
                    return false;
                }
                budgets[line] -= 1;
                let can = paid(options, lines, budgets);
                budgets[line] += 1;
                can
            });
            options[i] += 1;
            can
        }
        for (budgets, blocks) in [
            (vec![], ""),
            (vec![2], "block 2\n"),
            (vec![1, 2], "block 1 of s = 0\nblock 2 of t = 0\n"),
            (vec![1, 0, 1], "block 1 of s = 0\nblock 0 of t = 0\nblock 1 of s = t\n"),
        ] {
            for code in 0..8u16.pow(3) {
                let lines: Vec<u16> =
                    [code % 8, code / 8 % 8, code / 64].iter().map(|l| l % (1 << budgets.len())).collect();
                let counting = counting(blocks, &lines);
                for numbers in 0..64u64 {
                    let mut options = [numbers % 4, numbers / 4 % 4, numbers / 16];
                    let mut sums = vec![0; counting.limits.len()];
                    for (ray, n) in counting.rays.iter().zip(options) {
                        each(ray.counters).for_each(|k| sums[k] += n);
                    }
                    let fine = sums.iter().zip(&counting.limits).all(|(sum, &limit)| *sum <= limit.into());
                    assert_eq!(
                        fine,
                        paid(&mut options, &lines, &mut budgets.clone()),
                        "{blocks} {lines:?} {options:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn one_counter_is_enough_where_all_moves_may_be_blocked() {
        assert_eq!(counting("", &[0, 0]).limits, [0]);
        assert_eq!(counting("block 3\n", &[1, 1]).limits, [3]);
        assert_eq!(counting("block 3\n", &[1, 0]).limits, [0, 3]);
    }
}
