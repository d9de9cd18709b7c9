//! Games with memory, by definition: Imitation Nim and whatever else `imitation P within M` is added to.
//!
//! What has to be remembered (FACTS 12): the piles; whether the last move took `a` tokens from a pile that was at most
//! as large as the other, and which; the counter L of the current position X and of the one before it. A move is an
//! imitation iff the last move was such a one and it takes `a..a+M` tokens from the *other* pile; then L(Y) = L(X⁻¹)+1,
//! else L(Y) = 0; it is legal iff L(Y) < P.
//!
//! An imitation takes from the strictly larger pile, so it is never itself a move that can be imitated. Hence a state
//! needs either the counter (and no last move) or the last move (and then its counter is 0).

use super::super::SolveError;
use super::super::options::{Options, Removal};
use super::super::twist::{Counts, lines, previous_wins};
use super::{diagonal_order, is_hopeless, most_states, most_work, too_large};
use wythoff_budget::Budget;
use wythoff_rules::position::Outcome;
use wythoff_rules::{Imitation, Play, Ruleset, Twist};

/// What a player has to remember about the moves so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Memory {
    /// The last move cannot be imitated; the counter L of this position.
    Counter(u32),
    /// The last move took `taken` tokens from pile `pile` (0 or 1), which was not larger than the other one; `before`
    /// is the counter of the position before that move.
    Imitable {
        /// From which pile.
        pile: u8,
        /// How many tokens.
        taken: u32,
        /// The counter of the position before.
        before: u32,
    },
}

impl Memory {
    /// Nothing has happened yet.
    pub const START: Memory = Memory::Counter(0);

    /// The counter L of this position.
    #[must_use]
    pub fn counter(self) -> u32 {
        match self {
            Memory::Counter(n) => n,
            Memory::Imitable { .. } => 0,
        }
    }
}

/// Is taking `(s, t)` an imitation of what is remembered?
#[must_use]
pub fn is_imitation(rule: Imitation, memory: Memory, (s, t): (u32, u32)) -> bool {
    let Memory::Imitable { pile, taken, .. } = memory else { return false };
    let from_other = match pile {
        0 if s == 0 => t,
        1 if t == 0 => s,
        _ => return false,
    };
    from_other >= taken && u64::from(from_other - taken) < rule.width
}

/// What is remembered after taking `(s, t)` from `(x, y)`; `None` if the rule forbids it.
#[must_use]
pub fn after(rule: Imitation, (x, y): (u32, u32), memory: Memory, (s, t): (u32, u32)) -> Option<Memory> {
    if is_imitation(rule, memory, (s, t)) {
        let Memory::Imitable { before, .. } = memory else { return None };
        return (u64::from(before) + 1 < rule.allowed).then_some(Memory::Counter(before + 1));
    }
    let before = memory.counter();
    Some(match (s, t) {
        (taken, 0) if x <= y => Memory::Imitable { pile: 0, taken, before },
        (0, taken) if y <= x => Memory::Imitable { pile: 1, taken, before },
        _ => Memory::Counter(0),
    })
}

/// An option of a position with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryOption {
    /// The first pile after the move.
    pub x: u32,
    /// The second pile after the move.
    pub y: u32,
    /// What is remembered after the move.
    pub memory: Memory,
    /// In which classes of the twist the move is.
    pub signature: u8,
    /// Who wins there.
    pub outcome: Outcome,
}

/// All outcomes on a board of a game with memory.
pub struct MemoryReference {
    ruleset: Ruleset,
    rule: Imitation,
    options: Options,
    width: u32,
    height: u32,
    /// Where the states of each square start in `is_p`.
    starts: Vec<usize>,
    exists: Vec<bool>,
    is_p: Vec<bool>,
}

impl MemoryReference {
    /// Solves all states with piles up to `(width, height)`.
    ///
    /// # Errors
    /// A board beyond the budget.
    pub fn solve(
        ruleset: &Ruleset,
        rule: Imitation,
        width: u32,
        height: u32,
        budget: &Budget,
    ) -> Result<MemoryReference, SolveError> {
        let squares = (u64::from(width) + 1).saturating_mul(u64::from(height) + 1);
        // Counters never exceed the number of moves a player can have made.
        let counters = rule.allowed.min(u64::from(width.max(height)) + 1);
        let most = squares.saturating_mul(counters).saturating_mul(1 + u64::from(width.max(height)));
        if squares > most_states(budget)
            || most > most_states(budget).saturating_mul(8)
            || is_hopeless(ruleset, width, height, budget)
        {
            return Err(too_large(ruleset, (width, height), budget));
        }
        let options = Options::new(ruleset, width, height)?;
        let counters = u32::try_from(counters).unwrap_or(u32::MAX);
        let mut starts = Vec::new();
        let (mut exists, mut total) = (Vec::new(), 0_usize);
        for x in 0..=width {
            for y in 0..=height {
                starts.push(total);
                exists.push(options.exists(x, y));
                total += counters as usize * (1 + x.abs_diff(y) as usize);
            }
        }
        if total as u64 > most_states(budget) {
            return Err(too_large(ruleset, (width, height), budget));
        }
        let rule = Imitation { allowed: u64::from(counters).min(rule.allowed).max(1), ..rule };
        let is_p = vec![false; total];
        let mut board =
            MemoryReference { ruleset: ruleset.clone(), rule, options, width, height, starts, exists, is_p };
        let (mut work, allowed) = (0_u64, most_work(budget));
        let mut ticker = budget.ticker("squares");
        for ((x, y), done) in diagonal_order(width, height).zip(0..) {
            if board.exists[board.square(x, y)] {
                let looked = board.solve_square(x, y, counters);
                work += looked;
                ticker.tick_at(looked, done, squares)?;
            }
            if work > allowed {
                return Err(too_large(ruleset, (width, height), budget));
            }
        }
        Ok(board)
    }

    fn square(&self, x: u32, y: u32) -> usize {
        x as usize * (self.height as usize + 1) + y as usize
    }

    /// Where a state is kept.
    fn index(&self, x: u32, y: u32, memory: Memory) -> usize {
        let counters = usize::try_from(self.rule.allowed).unwrap_or(usize::MAX);
        let offset = match memory {
            Memory::Counter(n) => n as usize,
            Memory::Imitable { taken, before, .. } => counters * taken as usize + before as usize,
        };
        self.starts[self.square(x, y)] + offset
    }

    fn solve_square(&mut self, x: u32, y: u32, counters: u32) -> u64 {
        let removals = self.options.removals(x, y);
        let mut work = 0;
        for counter in 0..counters {
            self.solve_state(x, y, Memory::Counter(counter), &removals);
            work += removals.len() as u64;
        }
        let pile = u8::from(x > y);
        let plain = self.ruleset.twist == Twist::None && self.ruleset.play == Play::Normal;
        // Winning moves with nothing to imitate. A state with memory differs from that one only in the imitations, so
        // it has a winning move if one of these is no imitation; only otherwise are its options gone through.
        let winning: Vec<(u32, u32)> = if plain {
            self.options_at(x, y, Memory::START, &removals)
                .filter(|o| o.outcome.is_p())
                .map(|o| (x - o.x, y - o.y))
                .collect()
        } else {
            Vec::new()
        };
        for taken in 1..=x.abs_diff(y) {
            for before in 0..counters {
                let memory = Memory::Imitable { pile, taken, before };
                if winning.iter().any(|w| !is_imitation(self.rule, memory, *w)) {
                    work += 1;
                    continue;
                }
                self.solve_state(x, y, memory, &removals);
                work += removals.len() as u64;
            }
        }
        work
    }

    fn solve_state(&mut self, x: u32, y: u32, memory: Memory, removals: &[Removal]) {
        let mut counts = Counts::new(lines(&self.ruleset.twist));
        for option in self.options_at(x, y, memory, removals) {
            counts.add(option.signature, option.outcome.is_p());
        }
        let index = self.index(x, y, memory);
        self.is_p[index] = previous_wins(&self.ruleset, &counts);
    }

    fn options_at<'a>(
        &'a self,
        x: u32,
        y: u32,
        memory: Memory,
        removals: &'a [Removal],
    ) -> impl Iterator<Item = MemoryOption> + 'a {
        let possible = removals.iter().take_while(move |r| r.s <= x);
        possible.filter_map(move |r| self.options.confirmed(*r, x, y)).filter_map(move |r| {
            let memory = after(self.rule, (x, y), memory, (r.s, r.t))?;
            let (x, y) = (x - r.s, y - r.t);
            self.exists[self.square(x, y)].then(|| {
                let outcome = Outcome::p_if(self.is_p[self.index(x, y, memory)]);
                MemoryOption { x, y, memory, signature: r.signature, outcome }
            })
        })
    }

    /// The ruleset that was solved.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who wins at a state of the board; `None` if there is no such state.
    #[must_use]
    pub fn outcome(&self, x: u32, y: u32, memory: Memory) -> Option<Outcome> {
        if x > self.width || y > self.height || !self.exists[self.square(x, y)] {
            return None;
        }
        let known = match memory {
            Memory::Counter(n) => u64::from(n) < self.rule.allowed,
            Memory::Imitable { pile, taken, before } => {
                let leads = if pile == 0 { x <= y } else { y <= x };
                leads && taken <= x.abs_diff(y) && u64::from(before) < self.rule.allowed
            }
        };
        known.then(|| Outcome::p_if(self.is_p[self.index(x, y, memory)]))
    }

    /// The legal options of a state.
    pub fn options(&mut self, x: u32, y: u32, memory: Memory) -> Vec<MemoryOption> {
        let removals = self.options.removals(x, y);
        self.options_at(x, y, memory, &removals).collect()
    }

    /// The P-positions among starting positions, in lexicographic order; with `half`, only those with x ≤ y.
    pub fn p_positions(&self, half: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..=self.width).flat_map(move |x| {
            let first = if half { x } else { 0 };
            let is_p = move |y: &u32| self.outcome(x, *y, Memory::START) == Some(Outcome::P);
            (first..=self.height).filter(is_p).map(move |y| (x, y))
        })
    }
}
