//! Who wins a position, once it is known how many of its options are P- and N-positions.
//!
//! This is the definition of play in one place: normal and misère, blocking and comply. Every way of solving goes through it.
//! Options are counted by their *signature*: bit i says that the option lies in the class of the i-th `block` or `comply` line.
//!
//! - **blocking**: the previous player wins iff all P-options can be forbidden within the budgets. With several lines
//!   an option may be paid for by any line whose class it is in; by Hall's theorem that is possible iff for every set
//!   of lines the P-options that *only* those lines can pay for are no more than their budgets together.
//! - **comply**: the previous player wins iff for some alternative there are enough N-options of its class to propose.
//! - **misère**: a player who cannot move wins, so the previous player must also leave an option, and it has to be an
//!   N-position. With `comply`, a player who cannot propose enough loses in misère play too; where nothing need be proposed,
//!   proposing nothing leaves the opponent without a move, which wins normal play and loses misère play.
//!
//! [`previous_wins`] is the definition. Solvers that add up counts along lines, or words of bits, need it as conditions on the
//! counts of *marked* options alone; that is a [`WinningLaw`], which is derived here and compared with the definition by a test.

use std::collections::BTreeSet;
use wythoff_rules::{Play, Proposal, Ruleset, Twist};

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
        wanted <= together(limits, lines as u32)
    })
}

/// What some lines allow together.
fn together(limits: &[u64], lines: u32) -> u64 {
    let chosen = limits.iter().enumerate().filter(|(i, _)| lines >> i & 1 == 1);
    chosen.fold(0, |sum, (_, limit)| sum.saturating_add(*limit))
}

/// Is the game over where all options, counted by signature, are these: is there none, can the previous player forbid all of
/// them, or not propose enough?
#[must_use]
pub fn is_over(twist: &Twist, options: &[u64]) -> bool {
    options.iter().all(|n| *n == 0)
        || match twist {
            Twist::None => false,
            Twist::Block(blocks) => can_block(&blocks.iter().map(|b| b.limit).collect::<Vec<_>>(), options),
            Twist::Comply(parts) => {
                !parts.iter().enumerate().any(|(line, part)| in_class(options, line) >= part.least)
            }
        }
}

/// What the previous player may propose of N-options that are counted by signature: `None` if there are not enough.
///
/// Where nothing need be proposed, any N-options will do, and in misère play one of them is needed.
#[must_use]
pub fn proposal(parts: &[Proposal], n: &[u64]) -> Option<Among> {
    if parts.iter().any(|part| part.least == 0) {
        return Some(Among::All);
    }
    parts.iter().enumerate().find(|(line, part)| in_class(n, *line) >= part.least).map(|(i, _)| Among::Of(i))
}

/// Which squares the conditions of a [`WinningLaw`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// The P-positions: no twist, or blocking.
    P,
    /// The N-positions: `comply`.
    N,
}

/// Some of the options of a square, told by their signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// All of them.
    All,
    /// Those in no class but of these lines: bit i for line i.
    Only(u32),
    /// Those in the class of a line.
    Of(usize),
}

impl Among {
    /// Whether an option of this signature is one of them.
    #[must_use]
    pub fn has(self, signature: u32) -> bool {
        match self {
            Among::All => true,
            Among::Only(lines) => signature & !lines == 0,
            Among::Of(line) => signature >> line & 1 == 1,
        }
    }
}

/// At most `most` of some options are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Of which options.
    pub among: Among,
    /// How many.
    pub most: u64,
}

/// Who wins, as conditions on the options that are marked: a square is marked iff it satisfies all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningLaw {
    /// What marked squares are.
    pub marks: Marks,
    /// What holds at marked squares. With [`Marks::P`], one of them counts all options.
    pub conditions: Vec<Condition>,
    /// Besides, a marked square has an option that is not marked: misère play, in which the previous player has to leave a move.
    pub leaves_unmarked: bool,
    /// No square is marked: nothing need ever be proposed, so that every position is P.
    pub never: bool,
}

impl WinningLaw {
    /// The law of a game in which options have these signatures (for safety all that there could be); `None` if it has more
    /// than so many conditions.
    #[must_use]
    pub fn of(rules: &Ruleset, signatures: &[u32], most: usize) -> Option<WinningLaw> {
        let misere = rules.play == Play::Misere;
        match &rules.twist {
            Twist::None => Some(WinningLaw::at_most(0, misere)),
            Twist::Block(blocks) => {
                let limits: Vec<u64> = blocks.iter().map(|block| block.limit).collect();
                let unions = unions(signatures, most)?;
                let condition =
                    |lines: u32| Condition { among: Among::Only(lines), most: together(&limits, lines) };
                let conditions = unions.into_iter().map(condition).collect();
                Some(WinningLaw { conditions, ..WinningLaw::at_most(0, misere) })
            }
            Twist::Comply(parts) if parts.iter().any(|part| part.least == 0) => {
                // An empty proposal ends the game. In normal play that wins, so that no square is N; in misère play it loses, so
                // that a square is N iff it has no N-option to propose.
                let law = WinningLaw::at_most(0, false);
                Some(WinningLaw { marks: Marks::N, never: !misere, ..law })
            }
            Twist::Comply(parts) => {
                let condition = |(line, part): (usize, &Proposal)| Condition {
                    among: Among::Of(line),
                    most: part.least.saturating_sub(1),
                };
                let conditions = parts.iter().enumerate().map(condition).collect();
                // Whoever proposes an option has left one, so that misère play is no different.
                Some(WinningLaw { marks: Marks::N, conditions, ..WinningLaw::at_most(0, false) })
            }
        }
    }

    fn at_most(most: u64, leaves_unmarked: bool) -> WinningLaw {
        let conditions = vec![Condition { among: Among::All, most }];
        WinningLaw { marks: Marks::P, conditions, leaves_unmarked, never: false }
    }

    /// Whether a square with these options is a P-position: the same as [`previous_wins`].
    #[must_use]
    pub fn previous_wins(&self, counts: &Counts) -> bool {
        let (marked, others) = match self.marks {
            Marks::P => (&counts.p, &counts.n),
            Marks::N => (&counts.n, &counts.p),
        };
        let count = |among: Among| -> u64 {
            marked.iter().enumerate().filter(|(s, _)| among.has(*s as u32)).map(|(_, n)| n).sum()
        };
        let is_marked = !self.never
            && self.conditions.iter().all(|condition| count(condition.among) <= condition.most)
            && (!self.leaves_unmarked || others.iter().any(|n| *n > 0));
        is_marked == (self.marks == Marks::P)
    }
}

/// All unions of some of these sets of lines: for Hall's condition it is enough to look at them. The greatest of them is last.
fn unions(sets: &[u32], most: usize) -> Option<Vec<u32>> {
    let mut unions: BTreeSet<u32> = sets.iter().copied().collect();
    let mut waiting: Vec<u32> = unions.iter().copied().collect();
    while let Some(union) = waiting.pop() {
        if unions.len() > most {
            return None;
        }
        waiting.extend(sets.iter().map(|set| union | set).filter(|union| unions.insert(*union)));
    }
    Some(unions.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::{Counts, WinningLaw, can_block, is_over, lines, previous_wins, proposal};
    use wythoff_rules::{Play, Ruleset, Twist};
    use wythoff_testing::twists::games;

    #[test]
    fn overlapping_budgets_are_shared_as_well_as_possible() {
        // Signatures: 0 none, 1 first only, 2 second only, 3 both.
        assert!(can_block(&[1, 1], &[0, 1, 0, 1]));
        assert!(!can_block(&[1, 1], &[0, 1, 1, 1]));
        assert!(!can_block(&[5, 5], &[1, 0, 0, 0]), "an option in no class cannot be blocked");
        assert!(can_block(&[2, 0], &[0, 1, 0, 1]));
        assert!(!can_block(&[0, 2], &[0, 1, 0, 1]));
    }

    /// Calls `look` with all counts of options up to some number of each kind.
    fn each_count(signatures: usize, most: u64, look: &mut dyn FnMut(&Counts)) {
        wythoff_testing::twists::each_count(signatures, most, &mut |p, n| look(&Counts { p, n }));
    }

    #[test]
    fn the_law_says_what_the_definition_says() {
        for rules in games() {
            let signatures = 1 << lines(&rules.twist);
            let every: Vec<u32> = (0..signatures as u32).collect();
            let law = WinningLaw::of(&rules, &every, 64).expect("few conditions");
            let most = if signatures > 2 { 2 } else { 3 };
            each_count(signatures, most, &mut |counts| {
                assert_eq!(law.previous_wins(counts), previous_wins(&rules, counts), "{rules}{counts:?}");
                // Only the signatures that occur need be known.
                let occurs = |s: &u32| counts.p[*s as usize] + counts.n[*s as usize] > 0;
                let occurring: Vec<u32> = every.iter().copied().filter(occurs).collect();
                let law = WinningLaw::of(&rules, &occurring, 64).expect("few conditions");
                assert_eq!(law.previous_wins(counts), previous_wins(&rules, counts), "{rules}{counts:?}");
            });
        }
    }

    /// Both stand here, the definition and how it is played: what is forbidden or proposed leaves N-options only, and some of them
    /// unless running out of moves loses.
    #[test]
    fn the_definition_says_what_playing_shows() {
        for rules in games() {
            let signatures = 1 << lines(&rules.twist);
            let most = if signatures > 2 { 1 } else { 2 };
            each_count(signatures, most, &mut |counts| {
                let expected = previous_wins(&rules, counts);
                assert_eq!(by_playing(&rules, counts), expected, "{rules}{counts:?}");
                let all: Vec<u64> = counts.p.iter().zip(&counts.n).map(|(p, n)| p + n).collect();
                if let Twist::Comply(parts) = &rules.twist {
                    let left = rules.play == Play::Normal || counts.n.iter().any(|n| *n > 0);
                    assert_eq!(proposal(parts, &counts.n).is_some() && left, expected, "{rules}{counts:?}");
                }
                if is_over(&rules.twist, &all) && !expected {
                    let stuck = rules.play == Play::Misere || matches!(rules.twist, Twist::Comply(_));
                    assert!(stuck, "{rules}{counts:?}");
                }
            });
        }
    }

    /// Tries everything that the previous player may leave to the next one.
    fn by_playing(rules: &Ruleset, counts: &Counts) -> bool {
        let options: Vec<(usize, bool)> = [(&counts.p, true), (&counts.n, false)]
            .into_iter()
            .flat_map(|(side, is_p)| side.iter().enumerate().map(move |(s, n)| (s, is_p, *n)))
            .flat_map(|(s, is_p, n)| (0..n).map(move |_| (s, is_p)))
            .collect();
        (0_u32..1 << options.len()).any(|left| {
            let (stays, goes): (Vec<_>, Vec<_>) = (0..options.len()).partition(|i| left >> i & 1 == 1);
            let wins = stays.iter().all(|i| !options[*i].1);
            let ends = stays.is_empty() && rules.play == Play::Misere;
            let legal = match &rules.twist {
                Twist::None => goes.is_empty(),
                Twist::Block(blocks) => {
                    let mut budgets: Vec<u64> = blocks.iter().map(|block| block.limit).collect();
                    pays(&goes.iter().map(|i| options[*i].0).collect::<Vec<_>>(), &mut budgets)
                }
                Twist::Comply(parts) => parts.iter().enumerate().any(|(line, part)| {
                    let of_class = stays.iter().filter(|i| options[**i].0 >> line & 1 == 1);
                    of_class.count() as u64 >= part.least
                }),
            };
            legal && wins && !ends
        })
    }

    fn pays(options: &[usize], budgets: &mut [u64]) -> bool {
        let Some((first, rest)) = options.split_first() else { return true };
        (0..budgets.len()).any(|line| {
            if first >> line & 1 == 0 || budgets[line] == 0 {
                return false;
            }
            budgets[line] -= 1;
            let paid = pays(rest, budgets);
            budgets[line] += 1;
            paid
        })
    }
}
