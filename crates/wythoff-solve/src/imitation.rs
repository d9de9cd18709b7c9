//! (p,m)-Imitation Nim at any size: who wins a position with memory, by which moves, and why.
//!
//! Two piles; a move takes any number of tokens from one of them. If the opponent just took `x` tokens from a pile that
//! was not larger than the other (a leading pile; of equal piles both lead), then taking `y ∈ [x, x + m − 1]` tokens from the
//! other pile is an *imitation*. A player may imitate `p − 1` times in a row, but not a `p`-th time.
//!
//! ```
//! use dashu_int::UBig;
//! use wythoff_solve::imitation::ImitationNim;
//!
//! let game = ImitationNim::new(1, 1)?; // the original game: no imitation at all
//! let position = |x: u8, y: u8| (UBig::from(x), UBig::from(y));
//!
//! // (1, 3) is lost when it came from (2, 3): its one good move, to (1, 2), would imitate …
//! let lost = game.replay(&[position(2, 3), position(1, 3)])?;
//! assert!(game.verdict(&lost)?.is_p());
//! // … but won at the beginning of a game.
//! let won = game.replay(&[position(1, 3)])?;
//! assert!(!game.verdict(&won)?.is_p());
//! assert_eq!(game.winning_moves(&won)?[0].to, position(1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the answers rest on
//!
//! The Main Theorem of imitation-nim. Call `{a, b}` a *pair* if it is a P-position of (p,m)-Wythoff Nim, and let `ξ` of a
//! pair be the number of pairs with the same difference that are not below it. For a state `X` with heights `X_1 ≤ X_2`
//! let `L` be the imitation counter. Then `X` is a P-position iff
//!
//! * (P1) `{X_1, X_2}` is a pair and `L(X) < ξ(X)`, or
//! * (P2) it is no pair, there is a pair `{X_1, j}` with `X_1 ≤ j < X_2`, and moving there would give `L ≥ ξ(X_1, j)`.
//!
//! The formula (4) of the paper is misprinted; the imitation rule above is its informal one, for which the theorem was
//! checked by retrograde analysis over all reachable states, `p, m ≤ 3`, piles up to 20. The tests of this crate repeat
//! that check up to 14, and with it that the winning moves below are all there are.
//!
//! # All winning moves
//!
//! A move `X → Y` wins iff `Y` is P. If `{Y_1, Y_2}` is a pair, it is the partner of one of the heights of `X`: at most two
//! moves. Otherwise `Y` is of the form P2 and `L ≥ ξ ≥ 1` says that the answer `(Y_1, Y_2) → (Y_1, j)` would imitate `X → Y`.
//! So `X → Y` took `s` tokens from the smaller pile, `Y_1 = X_1 − s`, `Y_2 = X_2`, and `Y_2 − j ∈ [s, s + m − 1]`, that is
//! `0 ≤ (X_2 − X_1) − (j − Y_1) < m`. Differences of pairs are multiples of `m`, so `{Y_1, j}` is one of the `p` pairs with
//! difference `m⌊(X_2 − X_1)/m⌋`. Conversely each of them with `Y_1 < X_1` and `L(X) + 1 ≥ ξ(Y_1, j)` gives a P2 position:
//! `j < X_2`, and `X → Y` is legal, because an imitation never takes from the smaller pile. The list is complete.

mod rules;

pub use rules::{IllegalMove, ImitationMemory, ImitationState, Lead, Pile, ReplayError};

use std::fmt;

use dashu_int::UBig;

use super::recursive::{Patience, Place, PmWythoff, RecursiveError};
use crate::sequence::ParameterError;
use rules::Rules;
use wythoff_budget::Budget;

/// (p,m)-Imitation Nim.
#[derive(Clone, Debug)]
pub struct ImitationNim {
    rules: Rules,
    wythoff: PmWythoff,
}

/// Who wins a state, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImitationVerdict {
    /// The case of the Main Theorem.
    pub case: Case,
    /// The pair that decides it.
    pub pair: Place,
    /// `ξ` of that pair: how many pairs of its difference are not below it.
    pub xi: u32,
    /// The imitation counter to compare with `ξ`: that of the state itself in the cases P1 and N2, that after moving to
    /// the pair in the cases P2 and N1d; 0 where it does not matter.
    pub imitations: u32,
}

/// The cases of imitation-nim, Section 3. (Its N1a, the beginning of a game, is always one of N1b–N1d.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Case {
    /// A pair, reached by fewer than `ξ` imitations in a row.
    P1,
    /// No pair; the move to the pair on the larger pile would be the `ξ`-th imitation in a row or later.
    P2,
    /// No pair; the smaller pile is the larger member of a pair, and the larger pile can be brought down to its partner.
    N1b,
    /// No pair; the partner of the smaller pile is larger than the other pile, and a smaller pair of about the same
    /// difference is to be exploited.
    N1c,
    /// No pair; the move to the pair on the larger pile wins.
    N1d,
    /// A pair, but reached by `ξ` imitations in a row or more.
    N2,
}

impl ImitationVerdict {
    /// Whether the player who just moved wins.
    #[must_use]
    pub fn is_p(&self) -> bool {
        matches!(self.case, Case::P1 | Case::P2)
    }
}

impl fmt::Display for ImitationVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImitationVerdict { pair: Place { lower, upper, .. }, xi, imitations, .. } = self;
        let row =
            if *imitations == 1 { "1 imitation".to_owned() } else { format!("{imitations} imitations") };
        match self.case {
            Case::P1 => write!(f, "a pair, reached by {row} in a row, and losing takes {xi}"),
            Case::P2 => write!(
                f,
                "no pair; the move to the pair {{{lower}, {upper}}} would make {row} in a row, and {xi} or more spoil it"
            ),
            Case::N1b => {
                write!(f, "no pair, but the larger pile can be reduced to the pair {{{lower}, {upper}}}")
            }
            Case::N1c => write!(
                f,
                "no pair, and below the pair {{{lower}, {upper}}}: reduce the smaller pile so that the opponent would \
                 have to imitate"
            ),
            Case::N1d => write!(
                f,
                "no pair, but the move to the pair {{{lower}, {upper}}} makes {row} in a row, and only {xi} would spoil it"
            ),
            Case::N2 => write!(f, "a pair, but reached by {row} in a row, and {xi} or more spoil it"),
        }
    }
}

/// A move that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The pile heights `(x, y)` after the move.
    pub to: (UBig, UBig),
    /// The pile that is reduced.
    pub pile: Pile,
    /// How many tokens are taken.
    pub amount: UBig,
    /// The pair that makes it win.
    pub pair: Place,
    /// What the move does with the pair.
    pub idea: Idea,
}

/// Why a move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Idea {
    /// It moves to the pair, and not by too many imitations.
    Pair,
    /// It tempts: the opponent's only good answer, to the pair, is an imitation, and one too many.
    Tempt,
}

impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { lower, upper, .. } = &self.pair;
        match self.idea {
            Idea::Pair => write!(f, "moves to the pair {{{lower}, {upper}}}"),
            Idea::Tempt => write!(
                f,
                "the only good answer, to the pair {{{lower}, {upper}}}, imitates this move, which is one imitation too many"
            ),
        }
    }
}

impl ImitationNim {
    /// The game for `p, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `p` or `m` is 0.
    pub fn new(p: u32, m: u32) -> Result<Self, ParameterError> {
        Ok(ImitationNim { rules: Rules { p, m }, wythoff: PmWythoff::new(p, m)? })
    }

    /// The same game with other limits for finding pairs.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.wythoff = self.wythoff.with_patience(patience);
        self
    }

    /// The same game within a budget.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.wythoff = self.wythoff.within(budget);
        self
    }

    /// (p,m)-Wythoff Nim, whose P-positions are the pairs.
    #[must_use]
    pub fn wythoff(&self) -> &PmWythoff {
        &self.wythoff
    }

    /// Takes `amount` tokens from a pile.
    ///
    /// # Errors
    ///
    /// If the rules forbid it.
    pub fn play(
        &self,
        state: &ImitationState,
        pile: Pile,
        amount: &UBig,
    ) -> Result<ImitationState, IllegalMove> {
        self.rules.play(state, pile, amount)
    }

    /// Moves to the pile heights `(x, y)`.
    ///
    /// # Errors
    ///
    /// If no legal move leads there.
    pub fn move_to(&self, state: &ImitationState, x: &UBig, y: &UBig) -> Result<ImitationState, IllegalMove> {
        self.rules.move_to(state, x, y)
    }

    /// The state at the end of a history of pile heights, the first of which is the beginning of the game.
    ///
    /// # Errors
    ///
    /// If the history is empty, or a step is not a legal move: the error says which one and why.
    pub fn replay(&self, history: &[(UBig, UBig)]) -> Result<ImitationState, ReplayError> {
        self.rules.replay(history)
    }

    /// `ξ` of a pair: how many pairs of the same difference are not below it. They have the indices
    /// `p⌊i/p⌋, …, p⌊i/p⌋ + p − 1`.
    fn xi(&self, pair: &Place) -> u32 {
        self.rules.p - &pair.index % self.rules.p
    }

    /// Who wins, by the Main Theorem.
    ///
    /// # Errors
    ///
    /// If the limits for finding pairs are too narrow.
    pub fn verdict(&self, state: &ImitationState) -> Result<ImitationVerdict, RecursiveError> {
        let smaller = state.smaller();
        let (low, high) = (state.pile(smaller), state.pile(smaller.other()));
        let pair = self.wythoff.place(low)?;
        let xi = self.xi(&pair);
        let partner = pair.partner(low);
        let (case, imitations) = if partner == high {
            let imitations = state.memory().imitations;
            (if imitations < xi { Case::P1 } else { Case::N2 }, imitations)
        } else if partner < low {
            (Case::N1b, 0)
        } else if partner > high {
            (Case::N1c, 0)
        } else {
            let imitations = self.rules.imitations(state, smaller.other(), &(high - partner));
            (if imitations < xi { Case::N1d } else { Case::P2 }, imitations)
        };
        Ok(ImitationVerdict { case, pair, xi, imitations })
    }

    /// All winning moves, none from a P-position: first those to pairs, then the others, from the larger removal to
    /// the smaller.
    ///
    /// # Errors
    ///
    /// If the limits for finding pairs are too narrow.
    pub fn winning_moves(&self, state: &ImitationState) -> Result<Vec<WinningMove>, RecursiveError> {
        let mut moves = Vec::new();
        for pile in Pile::BOTH {
            let (height, other) = (state.pile(pile), state.pile(pile.other()));
            let pair = self.wythoff.place(other)?;
            let partner = pair.partner(other);
            if partner >= height {
                continue;
            }
            let amount = height - partner;
            // A legal move has fewer than p ≥ ξ imitations.
            if self.rules.imitations(state, pile, &amount) < self.xi(&pair) {
                moves.push(WinningMove {
                    to: state.reduced(pile, &amount),
                    pile,
                    amount,
                    pair,
                    idea: Idea::Pair,
                });
            }
        }

        let smaller = state.smaller();
        let (low, high) = (state.pile(smaller), state.pile(smaller.other()));
        // ξ ≤ L(X) + 1 leaves the last L(X) + 1 of the p pairs of this difference.
        let count = (state.memory().imitations + 1).min(self.rules.p);
        let first = (high - low) / self.rules.m * self.rules.p + (self.rules.p - count);
        // a_i ≥ i: from index X_1 on no pair fits.
        if first < *low {
            let piles = if low == high { &Pile::BOTH[..] } else { &[smaller] };
            let pairs = self.wythoff.pairs(&first, count.into())?;
            for (i, (lower, upper)) in (0u32..).zip(pairs).filter(|(_, (lower, _))| lower < low) {
                let pair = Place { index: &first + i, lower, upper };
                for &pile in piles {
                    let amount = low - &pair.lower;
                    let to = state.reduced(pile, &amount);
                    moves.push(WinningMove { to, pile, amount, pair: pair.clone(), idea: Idea::Tempt });
                }
            }
        }
        Ok(moves)
    }
}
