//! The rules of (p,m)-Imitation Nim: positions with memory, and which moves they allow.

use dashu_int::UBig;

/// One of the two piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pile {
    /// The first pile, `x`.
    First,
    /// The second pile, `y`.
    Second,
}

impl Pile {
    /// Both piles, in order.
    pub const BOTH: [Pile; 2] = [Pile::First, Pile::Second];

    /// The other pile.
    #[must_use]
    pub fn other(self) -> Pile {
        match self {
            Pile::First => Pile::Second,
            Pile::Second => Pile::First,
        }
    }
}

impl std::fmt::Display for Pile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Pile::First => "first",
            Pile::Second => "second",
        })
    }
}

/// A removal that can be imitated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lead {
    /// The pile from which the tokens were taken; an imitation takes from the other one.
    pub pile: Pile,
    /// How many tokens were taken.
    pub amount: UBig,
}

/// All that the rules need to know of the past.
///
/// Only a removal from a leading pile (one not larger than the other, before the removal) can be imitated, so no other
/// is remembered; and of the imitation counter only its values now and one move ago matter, as an imitation counts on
/// from the imitator's own last move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ImitationMemory {
    /// The last removal, if it was from a leading pile.
    pub lead: Option<Lead>,
    /// `L(X)`: how many imitations in a row the player who just moved has made.
    pub imitations: u32,
    /// `L(X⁻¹)`: how many imitations in a row the player to move had made at their last move.
    pub before: u32,
}

/// A position of Imitation Nim with its memory. It can only be made by playing, so it always obeys the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImitationState {
    piles: [UBig; 2],
    memory: ImitationMemory,
}

impl ImitationState {
    /// The beginning of a game: there is nothing to imitate.
    #[must_use]
    pub fn initial(x: UBig, y: UBig) -> ImitationState {
        ImitationState { piles: [x, y], memory: ImitationMemory::default() }
    }

    /// The pile heights `(x, y)`.
    #[must_use]
    pub fn piles(&self) -> (&UBig, &UBig) {
        (&self.piles[0], &self.piles[1])
    }

    /// The height of one pile.
    #[must_use]
    pub fn pile(&self, pile: Pile) -> &UBig {
        &self.piles[pile as usize]
    }

    /// What is remembered of the past.
    #[must_use]
    pub fn memory(&self) -> &ImitationMemory {
        &self.memory
    }

    /// The smaller pile; the first if they are equal.
    #[must_use]
    pub fn smaller(&self) -> Pile {
        if self.piles[0] <= self.piles[1] { Pile::First } else { Pile::Second }
    }

    /// The pile heights after taking `amount` from `pile`, which must hold as many.
    pub(super) fn reduced(&self, pile: Pile, amount: &UBig) -> (UBig, UBig) {
        let [mut x, mut y] = self.piles.clone();
        match pile {
            Pile::First => x -= amount,
            Pile::Second => y -= amount,
        }
        (x, y)
    }
}

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// No token is taken.
    #[error("a move takes at least one token")]
    Nothing,
    /// Tokens are taken from both piles.
    #[error("a move takes tokens from one pile only")]
    BothPiles,
    /// A pile has grown.
    #[error("a move cannot add tokens to a pile")]
    Growth,
    /// More tokens are taken than there are.
    #[error("the {pile} pile has only {height} tokens")]
    TooMany {
        /// The pile.
        pile: Pile,
        /// Its height.
        height: UBig,
    },
    /// The move would be one imitation too many.
    #[error(
        "taking {taken} right after {lead} were taken from the other, leading pile is imitation {count} in a row, \
         and at most {} allowed",
        if *.count == 2 { "1 is".to_owned() } else { format!("{} are", .count - 1) }
    )]
    Imitation {
        /// The number of this imitation in its row, `p`.
        count: u32,
        /// What the opponent took.
        lead: UBig,
        /// What the move takes.
        taken: UBig,
    },
}

/// A history that breaks off.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A history has a first position at least.
    #[error("a history needs at least one position")]
    Empty,
    /// A step is not a legal move.
    #[error("step {step}, to ({}, {}): {reason}", .to.0, .to.1)]
    Step {
        /// The number of the step, from 1.
        step: usize,
        /// Where it should have led.
        to: (UBig, UBig),
        /// Why it is not allowed.
        reason: IllegalMove,
    },
}

/// The two parameters: no more than `p − 1` imitations in a row, and `m` sizes of removal that count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) p: u32,
    pub(super) m: u32,
}

impl Rules {
    /// `L(Y)` for the move that takes `amount` from `pile`, legal or not.
    pub(super) fn imitations(self, state: &ImitationState, pile: Pile, amount: &UBig) -> u32 {
        match &state.memory.lead {
            Some(lead) if lead.pile != pile && *amount >= lead.amount && *amount < &lead.amount + self.m => {
                state.memory.before + 1
            }
            _ => 0,
        }
    }

    /// The state after taking `amount` from `pile`.
    pub(super) fn play(
        self,
        state: &ImitationState,
        pile: Pile,
        amount: &UBig,
    ) -> Result<ImitationState, IllegalMove> {
        if amount.is_zero() {
            return Err(IllegalMove::Nothing);
        }
        let height = state.pile(pile);
        if amount > height {
            return Err(IllegalMove::TooMany { pile, height: height.clone() });
        }
        let imitations = self.imitations(state, pile, amount);
        if imitations >= self.p {
            let lead = state.memory.lead.as_ref().map(|lead| lead.amount.clone()).unwrap_or_default();
            return Err(IllegalMove::Imitation { count: imitations, lead, taken: amount.clone() });
        }
        let leading = height <= state.pile(pile.other());
        let (x, y) = state.reduced(pile, amount);
        let memory = ImitationMemory {
            lead: leading.then(|| Lead { pile, amount: amount.clone() }),
            imitations,
            before: state.memory.imitations,
        };
        Ok(ImitationState { piles: [x, y], memory })
    }

    /// The state after moving to the heights `(x, y)`.
    pub(super) fn move_to(
        self,
        state: &ImitationState,
        x: &UBig,
        y: &UBig,
    ) -> Result<ImitationState, IllegalMove> {
        let (from_x, from_y) = state.piles();
        if x > from_x || y > from_y {
            return Err(IllegalMove::Growth);
        }
        match (x == from_x, y == from_y) {
            (true, true) => Err(IllegalMove::Nothing),
            (false, false) => Err(IllegalMove::BothPiles),
            (false, true) => self.play(state, Pile::First, &(from_x - x)),
            (true, false) => self.play(state, Pile::Second, &(from_y - y)),
        }
    }

    /// The state at the end of a history of pile heights, the first of which is the beginning of the game.
    pub(super) fn replay(self, history: &[(UBig, UBig)]) -> Result<ImitationState, ReplayError> {
        let [(x, y), moves @ ..] = history else { return Err(ReplayError::Empty) };
        let mut state = ImitationState::initial(x.clone(), y.clone());
        for (step, (x, y)) in (1..).zip(moves) {
            state = self.move_to(&state, x, y).map_err(|reason| ReplayError::Step {
                step,
                to: (x.clone(), y.clone()),
                reason,
            })?;
        }
        Ok(state)
    }
}
