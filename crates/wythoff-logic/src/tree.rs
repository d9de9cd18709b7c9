//! A formula as it was written: what can be shown to its author again, with every parenthesis, before it is made into a
//! [`LogicFormula`].

use std::fmt;

use dashu_int::IBig;

use super::{LogicFormula, LogicTerm};

/// What joins formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connective {
    Same,
    Implies,
    Or,
    OneOf,
    And,
}

impl Connective {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Connective::Same => "<=>",
            Connective::Implies => "=>",
            Connective::Or => "|",
            Connective::OneOf => "^",
            Connective::And => "&",
        }
    }
}

/// How two sums are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Order {
    pub(super) fn of(sign: &str) -> Option<Order> {
        Some(match sign {
            "=" => Order::Equal,
            "!=" | "~=" => Order::Unequal,
            "<" => Order::Less,
            "<=" => Order::LessOrEqual,
            ">" => Order::Greater,
            ">=" => Order::GreaterOrEqual,
            _ => return None,
        })
    }

    fn sign(self) -> &'static str {
        match self {
            Order::Equal => "=",
            Order::Unequal => "!=",
            Order::Less => "<",
            Order::LessOrEqual => "<=",
            Order::Greater => ">",
            Order::GreaterOrEqual => ">=",
        }
    }
}

/// A number, or a number times a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) subtracted: bool,
    pub(super) factor: IBig,
    pub(super) variable: Option<String>,
    /// What is added or subtracted at once ends with this part: parts of a sum in parentheses go together.
    pub(super) step: Step,
}

/// How a part belongs to what is added or subtracted at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// More of it follows.
    GoesOn,
    /// It was added.
    Added,
    /// It was subtracted.
    Subtracted,
}

impl Part {
    /// A part that is added or subtracted by itself.
    pub(super) fn alone(subtracted: bool, factor: IBig, variable: Option<String>) -> Part {
        let step = if subtracted { Step::Subtracted } else { Step::Added };
        Part { subtracted, factor, variable, step }
    }

    /// The same, whatever it was part of.
    pub(super) fn apart(&self) -> Part {
        Part::alone(self.subtracted, self.factor.clone(), self.variable.clone())
    }
}

/// Parts as they follow each other. Sums in parentheses are multiplied out; where one has a subtraction, it is kept as well, since
/// Walnut wants it to be a natural number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) parts: Vec<Part>,
    pub(super) inside: Vec<Sum>,
}

impl Sum {
    /// Parts without parentheses.
    pub(super) fn of(parts: Vec<Part>) -> Sum {
        Sum { parts, inside: Vec::new() }
    }

    /// A variable.
    pub(super) fn variable(name: String) -> Sum {
        Sum::of(vec![Part::alone(false, IBig::from(1), Some(name))])
    }

    /// The number that it is, if no variable is in it.
    pub(super) fn as_number(&self) -> Option<IBig> {
        self.parts.iter().all(|part| part.variable.is_none()).then(|| self.term().constant)
    }

    /// Adds or subtracts a multiple of a sum that stands in parentheses, or of a variable.
    pub(super) fn add(&mut self, subtracted: bool, factor: &IBig, sum: Sum) {
        if sum.parts.len() > 1 && sum.parts.iter().any(|part| part.subtracted) {
            self.inside.push(Sum::of(sum.parts.clone()));
        }
        self.inside.extend(sum.inside);
        let last = sum.parts.len().saturating_sub(1);
        let negative = *factor < IBig::from(0);
        let factor = if negative { -factor.clone() } else { factor.clone() };
        for (i, part) in sum.parts.into_iter().enumerate() {
            let step = match (i == last, subtracted != negative) {
                (false, _) => Step::GoesOn,
                (true, false) => Step::Added,
                (true, true) => Step::Subtracted,
            };
            let subtracted = part.subtracted != (subtracted != negative);
            self.parts.push(Part {
                subtracted,
                factor: part.factor * &factor,
                variable: part.variable,
                step,
            });
        }
    }

    /// Does it have parentheses that its spelling here does not show?
    pub(super) fn has_parentheses(&self) -> bool {
        !self.inside.is_empty() || self.parts.iter().any(|part| part.step == Step::GoesOn)
    }

    /// What the parts add up to over the integers. Variables that cancel stay, with coefficient 0.
    pub(super) fn term(&self) -> LogicTerm {
        let mut term = LogicTerm::default();
        for part in &self.parts {
            let factor = if part.subtracted { -part.factor.clone() } else { part.factor.clone() };
            match &part.variable {
                None => term.constant += factor,
                // The parser lets no larger factors through.
                Some(name) => {
                    *term.parts.entry(name.clone()).or_insert(0) += i64::try_from(factor).unwrap_or(0);
                }
            }
        }
        term
    }

    /// The parts that are added, and those that are subtracted, without their sign.
    pub(super) fn split(&self) -> (Vec<Part>, Vec<Part>) {
        let (minus, plus): (Vec<Part>, Vec<Part>) =
            self.parts.iter().map(Part::apart).partition(|p| p.subtracted);
        (plus, minus.into_iter().map(|p| Part::alone(false, p.factor, p.variable)).collect())
    }
}

/// A formula as it was written. Places are bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    Compare {
        at: usize,
        left: Sum,
        order: Order,
        right: Sum,
    },
    Remainder {
        sum: Sum,
        modulus: i64,
        equal: bool,
        rest: IBig,
    },
    Named {
        at: usize,
        name: String,
        arguments: Vec<Sum>,
    },
    Not(Box<Tree>),
    /// One connective between two or more parts; `=>` between two.
    Chain {
        at: usize,
        connective: Connective,
        parts: Vec<Tree>,
    },
    ForAll(Vec<String>, Box<Tree>),
    Exists(u16, Vec<String>, Box<Tree>),
}

impl Tree {
    /// What the tree says, with subtraction over the integers.
    pub(super) fn formula(&self) -> LogicFormula {
        match self {
            Tree::Compare { left, order, right, .. } => {
                let (left, right) = (left.term(), right.term());
                let less = left.clone().plus(-1, &right);
                let more = right.plus(-1, &left);
                match order {
                    Order::Equal => LogicFormula::Zero(less),
                    Order::Unequal => LogicFormula::Zero(less).negated(),
                    Order::Less => LogicFormula::Negative(less),
                    Order::Greater => LogicFormula::Negative(more),
                    Order::LessOrEqual => LogicFormula::Negative(more).negated(),
                    Order::GreaterOrEqual => LogicFormula::Negative(less).negated(),
                }
            }
            Tree::Remainder { sum, modulus, equal, rest } => {
                let rest = rest % IBig::from(*modulus);
                let rest = i64::try_from(rest).unwrap_or(0).rem_euclid(*modulus);
                let formula = LogicFormula::Remainder(sum.term(), *modulus, rest);
                if *equal { formula } else { formula.negated() }
            }
            Tree::Named { name, arguments, .. } => {
                LogicFormula::Named(name.clone(), arguments.iter().map(Sum::term).collect())
            }
            Tree::Not(inner) => inner.formula().negated(),
            Tree::Chain { connective, parts, .. } => {
                let mut parts: Vec<LogicFormula> = parts.iter().map(Tree::formula).collect();
                match connective {
                    Connective::And => LogicFormula::And(parts),
                    Connective::Or => LogicFormula::Or(parts),
                    Connective::OneOf => LogicFormula::Odd(parts),
                    Connective::Implies => {
                        let first = parts.remove(0).negated();
                        LogicFormula::Or(std::iter::once(first).chain(parts).collect())
                    }
                    // a <=> b is not (a ^ b), and so on from the left: one negation for each sign.
                    Connective::Same if parts.len().is_multiple_of(2) => LogicFormula::Odd(parts).negated(),
                    Connective::Same => LogicFormula::Odd(parts),
                }
            }
            Tree::ForAll(names, body) => {
                LogicFormula::Exists(1, names.clone(), Box::new(body.formula().negated())).negated()
            }
            Tree::Exists(least, names, body) => {
                LogicFormula::Exists(*least, names.clone(), Box::new(body.formula()))
            }
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str("0");
        }
        for (i, part) in self.parts.iter().enumerate() {
            f.write_str(match (i, part.subtracted) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            match &part.variable {
                None => write!(f, "{}", part.factor)?,
                Some(name) if part.factor == IBig::from(1) => f.write_str(name)?,
                Some(name) => write!(f, "{}*{name}", part.factor)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Tree {
    /// Every connective in parentheses; so is the body of every quantifier, and every quantifier that is part of something.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |tree: &Tree| match tree {
            Tree::ForAll(..) | Tree::Exists(..) => format!("({tree})"),
            _ => tree.to_string(),
        };
        let whole = |tree: &Tree| match tree {
            Tree::Chain { .. } => tree.to_string(),
            _ => format!("({tree})"),
        };
        match self {
            Tree::Compare { left, order, right, .. } => write!(f, "{left} {} {right}", order.sign()),
            Tree::Remainder { sum, modulus, equal, rest } => {
                write!(f, "{sum} mod {modulus} {} {rest}", if *equal { "=" } else { "!=" })
            }
            Tree::Named { name, arguments, .. } => {
                let arguments: Vec<String> = arguments.iter().map(Sum::to_string).collect();
                write!(f, "${name}({})", arguments.join(", "))
            }
            Tree::Not(inner) => write!(f, "~{}", whole(inner)),
            Tree::Chain { connective, parts, .. } => {
                let parts: Vec<String> = parts.iter().map(part).collect();
                write!(f, "({})", parts.join(&format!(" {} ", connective.sign())))
            }
            Tree::ForAll(names, body) => write!(f, "A{} {}", names.join(","), whole(body)),
            Tree::Exists(1, names, body) => write!(f, "E{} {}", names.join(","), whole(body)),
            Tree::Exists(least, names, body) => write!(f, "E>={least} {} {}", names.join(","), whole(body)),
        }
    }
}
