//! Numeration systems and automata over digits: the machinery under proofs for all sizes.
//!
//! A number is a word of digits ([`Numeration`]), a set of pairs is an automaton that reads two words at once ([`Dfa`]), and
//! whatever first-order statement about addition and order is made of them can be decided, because sum, projection
//! and complement are constructions on automata (Büchi 1960 for integer bases; Bruyère–Hansel 1997 for Pisot numerations).
//!
//! ```
//! use wythoff_automata::{Numeration, Product, System};
//! use wythoff_budget::Budget;
//! // In Zeckendorf's numeration: is there an x with x + x = 7? And with x + x = 8?
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let budget = Budget::default();
//! let twice = |n: i64| {
//!     let mut p = Product::new(&fib, 1);
//!     let form = p.compare(&[2], &[n], &budget).unwrap();
//!     p.require(form, |o| o == 1);
//!     p.shortest(&budget).unwrap().map(|word| p.numbers(&word)[0].clone())
//! };
//! assert_eq!(twice(7), None);
//! assert_eq!(twice(8), Some(4u32.into()));
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`numeration`], [`pisot`], `greedy` | systems: digits, value, validity |
//! | [`recurrence`] | signs of sequences with a linear recurrence |
//! | [`name`] | what systems are called, here and in Walnut |
//! | [`linear`] | linear forms by residual vectors |
//! | [`dfa`], [`minimize`] | automata with outputs in canonical form |
//! | [`product`], [`project`] | lazy products, shortest words, counting projection |
//! | [`beatty`] | Beatty sequences of quadratic irrationals |
//! | [`dot`], [`walnut`] | pictures and exchange |

pub mod beatty;
pub mod dfa;
pub mod dot;
mod greedy;
pub mod linear;
pub mod minimize;
pub mod name;
pub mod numeration;
pub mod pisot;
pub mod product;
pub mod project;
pub mod recurrence;
mod walk;
pub mod walnut;

pub use dfa::Dfa;
pub use linear::Linear;
pub use numeration::{DEAD, Numeration, System};
pub use product::{Cond, Product};
