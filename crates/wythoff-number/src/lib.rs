//! Exact numbers: big integers, quadratic irrationals and computable reals, with a floor that is never wrong.
//!
//! The closed forms of the papers are all of the shape `floor(n * beta)`, for piles of any size. A floating-point
//! number may *draw* such a value but must never *decide* one, so this room knows three ways to take a floor:
//!
//! * rational numbers by integer division,
//! * [`Quadratic`] irrationals `(p + q*sqrt(d))/r` by one integer square root,
//! * every other [`Real`] by outward-rounded intervals, refined until both ends agree.
//!
//! ```
//! use wythoff_number::{Natural, Real, RealExpr};
//!
//! let pi = Real::new(RealExpr::Pi)?;
//! // 113 * pi = 354.99996...: a double that is off by one part in ten million would say 355.
//! assert_eq!(pi.floor_mul(&Natural::from(113u8))?, 354.into());
//! assert_eq!(pi.beatty_index(&Natural::from(354u16))?, Some(113u8.into()));
//! assert_eq!(pi.beatty_index(&Natural::from(355u16))?, None);
//! # Ok::<(), wythoff_number::NumberError>(())
//! ```
//!
//! What is deliberately absent: floats, and any global cache. An enclosure of a number is remembered by that number.

mod constants;
pub mod continued_fraction;
mod counted;
mod error;
pub mod expression;
pub mod integer_expr;
mod interval;
mod nature;
mod polynomial;
pub mod quadratic;
pub mod real;
pub mod stream;

pub use continued_fraction::ContinuedFraction;
pub use counted::counted;
pub use dashu_int::{IBig as Integer, UBig as Natural};
pub use dashu_ratio::RBig as Rational;
pub use error::NumberError;
pub use expression::RealExpr;
pub use integer_expr::{IntegerError, parse_natural};
pub use nature::{Irrationality, Nature};
pub use quadratic::Quadratic;
pub use real::{Precision, Real};
