//! Real constants as they are written: the syntax tree behind a [`Real`](super::Real).
//!
//! The tree keeps what the author wrote. Printing gives a text which the rule language parses to the same tree; a
//! unary minus is put in parentheses wherever it is an operand on the right or of a product, so that the text means
//! the same whether the minus binds tighter or looser than `*`.
//!
//! ```
//! use wythoff_number::RealExpr;
//! let phi = (RealExpr::integer(1) + RealExpr::integer(5).sqrt()) / RealExpr::integer(2);
//! assert_eq!(phi.to_string(), "(1 + sqrt(5))/2");
//! ```

use std::fmt;
use std::ops;

use super::Integer;

/// Roots of a higher degree are refused: their digits take time.
pub const HIGHEST_ROOT: u32 = 64;

/// A real constant, not evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RealExpr {
    /// An integer. A negative one prints like a negation.
    Integer(Integer),
    /// The circumference of a circle over its diameter.
    Pi,
    /// The base of the natural logarithm.
    E,
    /// The golden ratio.
    Phi,
    /// `sqrt(a)`, for `a >= 0`.
    Sqrt(Box<RealExpr>),
    /// `a^(1/n)`, for `a >= 0` and `n >= 3` (the rule language writes the square root as `sqrt`).
    Root(Box<RealExpr>, u32),
    /// The natural logarithm `ln(a)`, for `a > 0`.
    Ln(Box<RealExpr>),
    /// `-a`
    Neg(Box<RealExpr>),
    /// `a + b`
    Add(Box<RealExpr>, Box<RealExpr>),
    /// `a - b`
    Sub(Box<RealExpr>, Box<RealExpr>),
    /// `a*b`
    Mul(Box<RealExpr>, Box<RealExpr>),
    /// `a/b`, for `b != 0`
    Div(Box<RealExpr>, Box<RealExpr>),
}

impl RealExpr {
    /// An integer constant.
    #[must_use]
    pub fn integer(value: impl Into<Integer>) -> Self {
        RealExpr::Integer(value.into())
    }

    /// `sqrt(self)`
    #[must_use]
    pub fn sqrt(self) -> Self {
        RealExpr::Sqrt(Box::new(self))
    }

    /// `self^(1/degree)`; the square root for degree 2.
    #[must_use]
    pub fn root(self, degree: u32) -> Self {
        match degree {
            2 => self.sqrt(),
            _ => RealExpr::Root(Box::new(self), degree),
        }
    }

    /// `ln(self)`
    #[must_use]
    pub fn ln(self) -> Self {
        RealExpr::Ln(Box::new(self))
    }

    /// The number of levels of the tree, found without recursion.
    pub(super) fn depth(&self) -> usize {
        self.walk().map(|(_, depth)| depth).max().unwrap_or(0)
    }

    /// A root in it of a degree that is not supported.
    pub(super) fn unfit_root(&self) -> Option<u32> {
        self.walk().find_map(|(expr, _)| match expr {
            RealExpr::Root(_, degree) if !(1..=HIGHEST_ROOT).contains(degree) => Some(*degree),
            _ => None,
        })
    }

    /// All parts of the tree with their levels, without recursion.
    fn walk(&self) -> impl Iterator<Item = (&RealExpr, usize)> {
        let mut open = vec![(self, 1)];
        std::iter::from_fn(move || {
            let (expr, depth) = open.pop()?;
            match expr {
                RealExpr::Integer(_) | RealExpr::Pi | RealExpr::E | RealExpr::Phi => {}
                RealExpr::Sqrt(a) | RealExpr::Root(a, _) | RealExpr::Ln(a) | RealExpr::Neg(a) => {
                    open.push((a, depth + 1));
                }
                RealExpr::Add(a, b) | RealExpr::Sub(a, b) | RealExpr::Mul(a, b) | RealExpr::Div(a, b) => {
                    open.push((a, depth + 1));
                    open.push((b, depth + 1));
                }
            }
            Some((expr, depth))
        })
    }

    fn strength(&self) -> Strength {
        match self {
            RealExpr::Integer(n) if *n < Integer::ZERO => Strength::Negation,
            RealExpr::Neg(_) => Strength::Negation,
            RealExpr::Add(..) | RealExpr::Sub(..) => Strength::Sum,
            RealExpr::Mul(..) | RealExpr::Div(..) => Strength::Product,
            RealExpr::Root(..) => Strength::Power,
            _ => Strength::Atom,
        }
    }
}

/// How tightly the outermost operation binds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    Sum,
    Negation,
    Product,
    Power,
    Atom,
}

impl fmt::Display for RealExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Strength::{Atom, Negation, Power, Product, Sum};
        let part = |f: &mut fmt::Formatter<'_>, inner: &RealExpr, bare: &[Strength]| {
            if bare.contains(&inner.strength()) { write!(f, "{inner}") } else { write!(f, "({inner})") }
        };
        match self {
            RealExpr::Integer(n) => write!(f, "{n}"),
            RealExpr::Pi => f.write_str("pi"),
            RealExpr::E => f.write_str("e"),
            RealExpr::Phi => f.write_str("phi"),
            RealExpr::Sqrt(a) => write!(f, "sqrt({a})"),
            RealExpr::Root(a, degree) => {
                part(f, a, &[Atom])?;
                write!(f, "^(1/{degree})")
            }
            RealExpr::Ln(a) => write!(f, "ln({a})"),
            RealExpr::Neg(a) => {
                f.write_str("-")?;
                part(f, a, &[Power, Atom])
            }
            RealExpr::Add(a, b) | RealExpr::Sub(a, b) => {
                part(f, a, &[Sum, Negation, Product, Power, Atom])?;
                f.write_str(if matches!(self, RealExpr::Add(..)) { " + " } else { " - " })?;
                part(f, b, &[Product, Power, Atom])
            }
            RealExpr::Mul(a, b) | RealExpr::Div(a, b) => {
                part(f, a, &[Product, Power, Atom])?;
                f.write_str(if matches!(self, RealExpr::Mul(..)) { "*" } else { "/" })?;
                part(f, b, &[Power, Atom])
            }
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $variant:ident) => {
        impl ops::$trait for RealExpr {
            type Output = RealExpr;
            fn $method(self, other: RealExpr) -> RealExpr {
                RealExpr::$variant(Box::new(self), Box::new(other))
            }
        }
    };
}
operator!(Add, add, Add);
operator!(Sub, sub, Sub);
operator!(Mul, mul, Mul);
operator!(Div, div, Div);

impl ops::Neg for RealExpr {
    type Output = RealExpr;
    fn neg(self) -> RealExpr {
        RealExpr::Neg(Box::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::RealExpr as R;

    fn int(n: i64) -> R {
        R::integer(n)
    }

    #[test]
    fn parentheses_where_needed_and_only_there() {
        for (expr, text) in [
            (R::Pi - (R::E - R::Phi), "pi - (e - phi)"),
            (R::Pi - R::E - R::Phi, "pi - e - phi"),
            (R::Pi / (R::E * R::Phi), "pi/(e*phi)"),
            (R::Pi / R::E * R::Phi, "pi/e*phi"),
            ((R::Pi + int(1)) * (R::E - int(1)), "(pi + 1)*(e - 1)"),
            (int(2) * R::Pi + int(3) / R::E, "2*pi + 3/e"),
            (-R::Pi + R::E, "-pi + e"),
            (R::E - -R::Pi, "e - (-pi)"),
            (-(R::Pi * R::E), "-(pi*e)"),
            (-R::Pi * R::E, "(-pi)*e"),
            (-(-R::Pi), "-(-pi)"),
            (int(-3) * R::Pi, "(-3)*pi"),
            ((R::Pi - int(3)).sqrt() + int(7).ln(), "sqrt(pi - 3) + ln(7)"),
            (int(3) / int(2).root(3) - R::Pi.root(5), "3/2^(1/3) - pi^(1/5)"),
            (-(int(2).root(3).root(5) * int(7).root(2)), "-((2^(1/3))^(1/5)*sqrt(7))"),
            ((R::Pi + int(1)).root(4) * -int(-2).root(3), "(pi + 1)^(1/4)*(-(-2)^(1/3))"),
        ] {
            assert_eq!(expr.to_string(), text);
        }
    }
}
