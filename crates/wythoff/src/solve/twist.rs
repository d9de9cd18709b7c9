//! Who wins a position, once it is known how many of its options are P- and N-positions.
//!
//! This is the definition of play in one place: normal and misère, blocking and comply. Options are counted by their
//! *signature*: bit i says that the option lies in the class of the i-th `block` or `comply` line.
//!
//! - **blocking**: the previous player wins iff all P-options can be forbidden within the budgets. With several lines
//!   an option may be paid for by any line whose class it is in; by Hall's theorem that is possible iff for every set
//!   of lines the P-options that *only* those lines can pay for are no more than their budgets together.
//! - **comply**: the previous player wins iff for some alternative there are enough N-options of its class to propose.
//! - **misère**: a player who cannot move wins, so the previous player must also leave an option, and it has to be an
//!   N-position. A player who cannot propose enough loses in misère play too, as the comply rule says.

use crate::rules::{Play, Ruleset, Twist};

/// How many options of each signature there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// P-options, by signature.
    pub p: Vec<u64>,
    /// N-options, by signature.
    pub n: Vec<u64>,
}

impl Counts {
    /// No options yet, for a game with so many `block` or `comply` lines.
    #[must_use]
    pub fn new(lines: usize) -> Counts {
        Counts { p: vec![0; 1 << lines], n: vec![0; 1 << lines] }
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.p.fill(0);
        self.n.fill(0);
    }

    /// Counts an option.
    pub fn add(&mut self, signature: u8, is_p: bool) {
        let side = if is_p { &mut self.p } else { &mut self.n };
        side[usize::from(signature)] += 1;
    }
}

/// How many `block` or `comply` lines the game has.
#[must_use]
pub fn lines(twist: &Twist) -> usize {
    match twist {
        Twist::None => 0,
        Twist::Block(blocks) => blocks.len(),
        Twist::Comply(parts) => parts.len(),
    }
}

/// Is a position with these options a P-position?
#[must_use]
pub fn previous_wins(ruleset: &Ruleset, counts: &Counts) -> bool {
    let enough = match &ruleset.twist {
        Twist::None => counts.p[0] == 0,
        Twist::Block(blocks) => {
            let limits: Vec<u64> = blocks.iter().map(|b| b.limit).collect();
            can_block(&limits, &counts.p)
        }
        Twist::Comply(parts) => {
            parts.iter().enumerate().any(|(line, part)| in_class(&counts.n, line) >= part.least)
        }
    };
    enough && (ruleset.play == Play::Normal || counts.n.iter().any(|n| *n > 0))
}

/// How many of the counted options lie in the class of a line.
fn in_class(counts: &[u64], line: usize) -> u64 {
    counts.iter().enumerate().filter(|(signature, _)| signature >> line & 1 == 1).map(|(_, n)| n).sum()
}

/// Can all these options, counted by signature, be forbidden within these limits? (Hall's condition.)
#[must_use]
pub fn can_block(limits: &[u64], options: &[u64]) -> bool {
    (0..1_usize << limits.len()).all(|lines| {
        let only_these = |signature: usize| signature & !lines == 0;
        let wanted: u64 = options.iter().enumerate().filter(|(s, _)| only_these(*s)).map(|(_, n)| n).sum();
        let budget = limits.iter().enumerate().filter(|(i, _)| lines >> i & 1 == 1).map(|(_, l)| *l);
        wanted <= budget.fold(0, u64::saturating_add)
    })
}

#[cfg(test)]
mod tests {
    use super::can_block;

    #[test]
    fn overlapping_budgets_are_shared_as_well_as_possible() {
        // Signatures: 0 none, 1 first only, 2 second only, 3 both.
        assert!(can_block(&[1, 1], &[0, 1, 0, 1]));
        assert!(!can_block(&[1, 1], &[0, 1, 1, 1]));
        assert!(!can_block(&[5, 5], &[1, 0, 0, 0]), "an option in no class cannot be blocked");
        assert!(can_block(&[2, 0], &[0, 1, 0, 1]));
        assert!(!can_block(&[0, 2], &[0, 1, 0, 1]));
    }
}
