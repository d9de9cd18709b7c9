//! The checked game: what every solver, prover and face works on.
//!
//! A [`Ruleset`] is immutable and has no parameters left in it: every constant is a number, every name is resolved,
//! every formula is linear. It says which removals `(s, t)` are moves from `(x, y)`, which squares exist, and which
//! twist (blocking, comply, memory, misère) the players have agreed on.

use super::regular::RegularSet;
use std::sync::Arc;
use wythoff_number::Real;

/// A variable of the rule language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Var {
    /// The first pile, before the move.
    X,
    /// The second pile, before the move.
    Y,
    /// Tokens taken from the first pile.
    S,
    /// Tokens taken from the second pile.
    T,
}

impl Var {
    /// All variables, in the order in which evaluation holds them.
    pub const ALL: [Var; 4] = [Var::X, Var::Y, Var::S, Var::T];

    /// The name of the variable in rule texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Var::X => "x",
            Var::Y => "y",
            Var::S => "s",
            Var::T => "t",
        }
    }
}

/// A linear term: `constant + Σ coefficient · atom`. Coefficients are never zero, and like atoms are merged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Term {
    /// The constant part.
    pub constant: i64,
    /// The other parts, in the order of their atoms.
    pub parts: Vec<(i64, Atom)>,
}

/// What a [`Term`] is a combination of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// The absolute value of a term.
    Abs(Box<Term>),
    /// The remainder of a term on division by a positive constant, always in `0..c`.
    Mod(Box<Term>, i64),
}

/// How a term compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `= 0`
    Equal,
    /// `!= 0`
    NotEqual,
    /// `< 0`
    Less,
    /// `<= 0`
    LessEqual,
    /// `> 0`
    Greater,
    /// `>= 0`
    GreaterEqual,
}

/// A formula over `x, y, s, t`, and over the names of moves where a class is stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Always true, or never.
    Constant(bool),
    /// `term REL 0`.
    Compare(Term, Relation),
    /// `term = floor(n * r)` for some `n >= 1`.
    Beatty(Term, Real),
    /// The values of the terms, in this order, are a member of a set that the rules have loaded.
    Regular(Vec<Term>, Arc<RegularSet>),
    /// The removal is a move of this index in [`Ruleset::moves`]. Only in classes.
    Move(usize),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// Not this.
    Not(Box<Formula>),
}

/// A named kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The name after the word `move`.
    pub name: String,
    /// Which removals are moves of this kind. Never contains [`Formula::Move`].
    pub when: Formula,
}

/// `block limit of class`: the previous player may forbid at most `limit` options of the class.
///
/// Several of them in one game are separate budgets; an option that lies in two classes is paid for from either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// How many options may be forbidden.
    pub limit: u64,
    /// Which options may be forbidden: a formula over move names and `s, t`.
    pub class: Formula,
}

/// One alternative of a `comply` rule: at least `least` proposed options lie in the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// How many options of the class must be proposed.
    pub least: u64,
    /// Which options count: a formula over move names and `s, t`.
    pub class: Formula,
}

/// What the previous player does before each move (a Muller twist).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Twist {
    /// Nothing.
    #[default]
    None,
    /// Forbids some options.
    Block(Vec<Block>),
    /// Proposes options, meeting at least one of the alternatives; the next player must choose among the proposed.
    Comply(Vec<Proposal>),
}

/// `imitation allowed within width`: the memory rule of Imitation Nim.
///
/// A move is an imitation if the opponent just took `a` tokens from a pile that was at most as large as the other,
/// and it takes between `a` and `a + width - 1` tokens from that other pile. One player may make at most
/// `allowed - 1` imitations in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imitation {
    /// The `p` of (p,m)-Imitation Nim.
    pub allowed: u64,
    /// The `m` of (p,m)-Imitation Nim.
    pub width: u64,
}

/// Who wins when there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// A checked two-pile game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The title after the word `game`.
    pub title: String,
    /// The kinds of move; a removal is a move if any of them holds.
    pub moves: Vec<Move>,
    /// Which squares `(x, y)` exist; a formula over `x` and `y` only. `None`: all.
    pub position: Option<Formula>,
    /// Blocking or comply rule.
    pub twist: Twist,
    /// The memory rule, if any.
    pub imitation: Option<Imitation>,
    /// Normal or misère play.
    pub play: Play,
}
