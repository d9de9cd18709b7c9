//! Rule texts: parsing, checking, printing, and the checked [`Ruleset`].
//!
//! ```text
//! text ──parse──▶ Ast ──Definition::parse──▶ Definition ──bind──▶ Ruleset
//! ```
//!
//! A [`Definition`] is a text whose names, kinds and linearity are right; its parameters are still open. Binding gives
//! every parameter a value and yields the [`Ruleset`] that solvers work on.
//!
//! ```
//! use wythoff_rules::Definition;
//!
//! let text = "game \"k-Wythoff Nim\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\n";
//! let definition = Definition::parse("my.game", text)?;
//! let ruleset = definition.bind_text("k=2")?;
//! assert_eq!(ruleset.moves.len(), 2);
//! // Whatever prints also parses, to the same ruleset.
//! assert_eq!(Definition::parse("again", &ruleset.to_string())?.bind_text("")?, ruleset);
//! # Ok::<(), wythoff_rules::RuleErrors>(())
//! ```

mod algebra;
pub mod ast;
mod bind;
mod cases;
mod class;
mod clause;
mod diagnostic;
mod differ;
pub mod evaluate;
mod expression;
mod family;
pub mod game;
pub mod hint;
pub mod identity;
pub mod nearest;
mod parse;
pub mod piles;
pub mod position;
mod print;
pub mod regular;
pub mod rulebook;
pub mod ruleset;
mod same;
mod symmetry;
mod token;

pub use bind::read_positive;
pub use bind::read_values;
pub use bind::{Definition, Load, Parameter, ParameterKind, ParameterValue, TypedReal};
pub use class::possible as class_is_possible;
pub use clause::{Clause, ClauseKind};
pub use diagnostic::{Diagnostic, RuleErrors, RuleWarnings, Span};
pub use family::{Family, FamilyMember, FamilyMembers};
pub use game::{Game, GameError, GameKind};
pub use hint::Hint;
pub use identity::{Identity, checksum};
pub use position::{Outcome, Position};
pub use print::class_words;
pub use ruleset::{
    Atom, Block, Formula, Imitation, Move, Play, Proposal, Relation, Ruleset, Term, Twist, Var,
};
pub use same::proved_same;
pub use symmetry::Symmetry;
