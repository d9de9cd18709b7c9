//! Who wins a position, once its options are counted: the definition of play, written again for the checker.
//!
//! The solvers have their own. Options are counted by their *signature*: bit `i` says that
//! the option lies in the class of the `i`-th `block` or `comply` line.
//!
//! The previous player wins if he can see to it that whatever the next player may choose is an N-position, at which the
//! previous player, who then moves, wins; and that there is something to choose, if running out of moves wins:
//!
//! - without a twist: no option is P;
//! - `block`: every option that is P is forbidden, each at the expense of one line whose class it is in;
//! - `comply`: for one alternative, enough options of its class are N, and these are proposed;
//! - misère: besides, some option is N, so that the next player has to go there.

use wythoff_rules::{Play, Ruleset, Twist};

/// The most options that can be blocked or have to be proposed.
const MOST: u64 = 255;

/// How far options have to be counted: from there on more of them change nothing. 0 means not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caps {
    /// Options that are P.
    pub(super) p: u16,
    /// Options that are N.
    pub(super) n: u16,
}

impl Caps {
    /// For a game; `None` if more options can be blocked or have to be proposed than are counted here.
    pub(super) fn new(rules: &Ruleset) -> Option<Caps> {
        let small = |n: u64| u16::try_from(n).ok().filter(|_| n <= MOST);
        let misere = u16::from(rules.play == Play::Misere);
        Some(match &rules.twist {
            Twist::None => Caps { p: 1, n: misere },
            // One more than all budgets together.
            Twist::Block(blocks) => {
                let all = blocks.iter().try_fold(0, |n: u64, b| n.checked_add(b.limit))?;
                Caps { p: small(all)? + 1, n: misere }
            }
            Twist::Comply(parts) => {
                let most = parts.iter().map(|p| p.least).max().unwrap_or(0);
                Caps { p: 0, n: small(most)?.max(1) }
            }
        })
    }
}

/// How many `block` or `comply` lines there are.
pub(super) fn lines(twist: &Twist) -> usize {
    match twist {
        Twist::None => 0,
        Twist::Block(blocks) => blocks.len(),
        Twist::Comply(parts) => parts.len(),
    }
}

/// Whether the previous player wins where there are so many P-options and N-options of each signature.
pub fn previous_player_wins(rules: &Ruleset, p: &[u64], n: &[u64]) -> bool {
    let safe = match &rules.twist {
        Twist::None => p.iter().all(|&count| count == 0),
        Twist::Block(blocks) => {
            let budgets: Vec<u64> = blocks.iter().map(|b| b.limit).collect();
            can_forbid(p, &budgets)
        }
        Twist::Comply(parts) => parts.iter().enumerate().any(|(line, part)| {
            let class = n.iter().enumerate().filter(|(signature, _)| signature & (1 << line) != 0);
            class.map(|(_, count)| count).sum::<u64>() >= part.least
        }),
    };
    safe && (rules.play == Play::Normal || n.iter().any(|&count| count > 0))
}

/// Whether all these options can be forbidden within the budgets.
///
/// By Hall's theorem it is enough that no set of lines is asked for more than it has: the options that only lines of the set
/// can pay for are not more than their budgets together.
fn can_forbid(options: &[u64], budgets: &[u64]) -> bool {
    (0..1usize << budgets.len()).all(|set| {
        let asked: u64 = options.iter().enumerate().filter(|(s, _)| s | set == set).map(|(_, n)| n).sum();
        let held = budgets.iter().enumerate().filter(|(line, _)| set & (1 << line) != 0);
        asked <= held.fold(0, |sum, (_, &budget)| sum.saturating_add(budget))
    })
}

#[cfg(test)]
mod tests {
    use super::can_forbid;

    /// Tries every way to pay for the options, one after the other.
    fn by_trying(options: &mut [u64], budgets: &mut [u64]) -> bool {
        let Some(signature) = options.iter().position(|&n| n > 0) else { return true };
        options[signature] -= 1;
        let paid = (0..budgets.len()).any(|line| {
            let usable = signature & (1 << line) != 0 && budgets[line] > 0;
            if usable {
                budgets[line] -= 1;
            }
            let paid = usable && by_trying(options, budgets);
            if usable {
                budgets[line] += 1;
            }
            paid
        });
        options[signature] += 1;
        paid
    }

    #[test]
    fn forbidding_is_what_trying_finds() {
        for code in 0..3u64.pow(6) {
            let digit = |i: u32| code / 3u64.pow(i) % 3;
            let mut options = [digit(0) / 2, digit(1), digit(2), digit(3)];
            let mut budgets = [digit(4), digit(5)];
            assert_eq!(can_forbid(&options, &budgets), by_trying(&mut options, &mut budgets), "{code}");
        }
    }
}
