//! The rule text as written: unchecked, with places, parameters still open.

use super::diagnostic::Span;
use super::ruleset::{Play, Relation};

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The word itself.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// An expression: a number, a real, a term or a formula. Which of them, the checker finds out.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The functions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `floor(real)`
    Floor,
    /// `sqrt(n)`
    Sqrt,
    /// `cbrt(n)`
    Cbrt,
    /// `ln(n)`
    Ln,
}

/// The smallest or the largest of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// `min(a, b, …)`
    Min,
    /// `max(a, b, …)`
    Max,
}

impl Extreme {
    pub(crate) fn other(self) -> Extreme {
        match self {
            Extreme::Min => Extreme::Max,
            Extreme::Max => Extreme::Min,
        }
    }
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `^`
    Pow,
    /// `mod`
    Mod,
}

/// The forms of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A whole number, as its digits.
    Integer(String),
    /// A decimal fraction, as written.
    Decimal(String),
    /// A variable, a parameter, a constant, or the name of a move.
    Name(String),
    /// A function of one argument.
    Call(Function, Box<Expr>),
    /// `Z(s, t)`: membership in a loaded set.
    Apply(Name, Vec<Expr>),
    /// `min(a, b, …)` or `max(a, b, …)`
    Extreme(Extreme, Vec<Expr>),
    /// `gcd(a, b, …)` of constants
    Gcd(Vec<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `e and f and …`
    And(Vec<Expr>),
    /// `e or f or …`
    Or(Vec<Expr>),
    /// `|e|`
    Abs(Box<Expr>),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `e < f`, and chains such as `0 < s < k`, which mean that every link holds.
    Compare(Box<Expr>, Vec<(Relation, Expr)>),
    /// `e in beatty(r)`
    In(Box<Expr>, Box<Expr>),
    /// `e in {1, 2, 4}`
    Among(Box<Expr>, Vec<Expr>),
}

/// `E of CLASS`, or `E` alone, which means of all moves.
#[derive(Clone, Debug)]
pub struct Quota {
    /// How many.
    pub count: Expr,
    /// Of which options.
    pub class: Option<Expr>,
}

/// One statement of a rule text.
#[derive(Clone, Debug)]
pub struct AstStatement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The statements of the language.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `game "title"`
    Game(String),
    /// `param k >= 1, k < m irrational`
    Param {
        /// The parameter.
        name: Name,
        /// Formulas that its value must satisfy.
        conditions: Vec<Expr>,
        /// A real number that must be irrational, rather than an integer.
        irrational: bool,
    },
    /// `let c = 2 * k`
    Let(Name, Expr),
    /// `load Z = "w4.json"`: the name, what is loaded, and where that stands.
    Load(Name, String, Span),
    /// `move rook: s = 0 or t = 0`
    Move(Name, Expr),
    /// `position: x > 0`
    Position(Expr),
    /// `terminal: x + y <= 3`
    Terminal(Expr),
    /// `block 2 of rook`
    Block(Quota),
    /// `comply 2 of diagonal or 1 of rook`
    Comply(Vec<Quota>),
    /// `imitation p within m`
    Imitation(Expr, Expr),
    /// `play misere`
    Play(Play),
}

/// A parsed rule text.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// Its statements, in order.
    pub statements: Vec<AstStatement>,
}
