//! The meaning of expressions: numbers, reals, linear terms and formulas.
//!
//! The same walk serves twice. When a text is checked its parameters have no value yet, and only kinds, names and
//! linearity are looked at; when it is bound, every constant is computed.

use super::ast::{Expr, ExprKind, Extreme, Function, Name, Operator};
use super::bind::Loads;
use super::cases::{Cases, comparisons, fits};
use super::diagnostic::{Diagnostic, Span};
use super::regular::RegularSet;
use super::ruleset::{Atom, Formula, Relation, Term, Var};
use crate::nearest::nearest;
use dashu_int::Sign;
use dashu_int::ops::Gcd as _;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use wythoff_number::expression::HIGHEST_ROOT;
use wythoff_number::{Integer, Natural, NumberError, Rational, Real, RealExpr, counted};

/// Constants and coefficients of rules stay below this, so that terms on any board fit into machine words.
pub(crate) const LARGEST: i64 = 1 << 40;

/// Constants on the way there may be larger, but not so large that computing them takes time.
const LARGEST_BITS: usize = 4096;

/// Most parts of a real number: constants named with `let` can double with every line.
const LONGEST_REAL: usize = 200;

/// Most comparisons that `min` and `max` may add to one text.
const MOST_COMPARISONS: usize = 20_000;

/// How many numbers and operators an expression is made of.
fn parts(expr: &RealExpr) -> usize {
    match expr {
        RealExpr::Integer(_) | RealExpr::Pi | RealExpr::E | RealExpr::Phi => 1,
        RealExpr::Sqrt(a) | RealExpr::Root(a, _) | RealExpr::Ln(a) | RealExpr::Neg(a) => 1 + parts(a),
        RealExpr::Add(a, b) | RealExpr::Sub(a, b) | RealExpr::Mul(a, b) | RealExpr::Div(a, b) => {
            1 + parts(a) + parts(b)
        }
    }
}

/// What an expression stands for. `None` where it depends on a parameter without a value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Integer(Option<Integer>),
    Real(Option<RealExpr>),
    Term(Cases),
    Formula(Formula),
}

impl Value {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) => "a number",
            Value::Real(_) => "a real number",
            Value::Term(_) => "a term",
            Value::Formula(_) => "a formula",
        }
    }
}

/// Which variables and names may stand in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Conditions of parameters, `let`, counts: constants only.
    Constant,
    /// `move`: all variables.
    Move,
    /// `position`: x and y.
    Position,
    /// `terminal`: x and y.
    Terminal,
    /// Classes of `block` and `comply`: s, t and names of moves.
    Class,
}

impl Place {
    fn allows(self, var: Var) -> bool {
        match self {
            Place::Constant => false,
            Place::Move => true,
            Place::Position | Place::Terminal => matches!(var, Var::X | Var::Y),
            Place::Class => matches!(var, Var::S | Var::T),
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Place::Constant => "only numbers, parameters and constants can stand here",
            Place::Move => "a move is stated over x, y, s and t",
            Place::Position => "which squares exist is stated over x and y",
            Place::Terminal => "which positions are ends is stated over x and y",
            Place::Class => "a class is stated over names of moves, s and t",
        }
    }
}

/// Names and what they stand for, and the problems found so far.
#[derive(Default)]
pub(crate) struct Scope {
    /// Parameters and `let` constants.
    pub(crate) constants: BTreeMap<String, Value>,
    /// Names of moves, in the order of [`super::ruleset::Ruleset::moves`].
    pub(crate) moves: Vec<String>,
    /// Sets that were loaded.
    pub(crate) loads: Loads,
    /// What is wrong.
    pub(crate) errors: Vec<Diagnostic>,
    /// How many comparisons came out of `min` and `max`.
    pub(crate) unfolded: usize,
}

type Found = Option<Value>;

impl Scope {
    pub(crate) fn error(&mut self, span: &Span, message: impl Into<String>, label: impl Into<String>) {
        self.errors.push(Diagnostic::new(span.clone(), message, label));
    }

    fn reject(&mut self, span: &Span, message: impl Into<String>, label: impl Into<String>) -> Found {
        self.error(span, message, label);
        None
    }

    /// A formula, or an error that says what stands there instead.
    pub(crate) fn formula(&mut self, expr: &Expr, place: Place) -> Option<Formula> {
        match self.value(expr, place)? {
            Value::Formula(formula) => Some(formula),
            other => {
                let message = format!("expected a formula, found {}", other.kind());
                self.error(&expr.span, message, "expected a comparison such as `s = 0` or `|s - t| < 2`");
                None
            }
        }
    }

    /// A constant integer. The outer `None` is an error, the inner one a parameter without a value.
    pub(crate) fn integer(&mut self, expr: &Expr) -> Option<Option<Integer>> {
        match self.value(expr, Place::Constant)? {
            Value::Integer(n) => Some(n),
            other => {
                let label = match other {
                    Value::Real(_) => "expected an integer: write floor(…)",
                    _ => "expected an integer",
                };
                self.error(&expr.span, format!("expected an integer, found {}", other.kind()), label);
                None
            }
        }
    }

    /// A constant real.
    pub(crate) fn real(&mut self, expr: &Expr, place: Place) -> Option<Option<RealExpr>> {
        match self.value(expr, place)? {
            Value::Integer(n) => Some(n.map(RealExpr::Integer)),
            Value::Real(r) => Some(r),
            other => {
                let label = "expected a constant such as phi, pi or sqrt(2)";
                self.error(&expr.span, format!("expected a real number, found {}", other.kind()), label);
                None
            }
        }
    }

    /// Runs an exact computation and turns its error into one with a place.
    pub(crate) fn exact<T>(&mut self, span: &Span, result: Result<T, NumberError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(span, error.to_string(), "this number");
                None
            }
        }
    }

    pub(crate) fn value(&mut self, expr: &Expr, place: Place) -> Found {
        let span = &expr.span;
        match &expr.kind {
            ExprKind::Integer(digits) => match digits.parse::<Integer>() {
                Ok(n) if digits.len() <= LARGEST_BITS / 4 => Some(Value::Integer(Some(n))),
                _ => self.reject(span, "this number is too large for a rule", "expected a smaller number"),
            },
            ExprKind::Decimal(text) => self.decimal(span, text),
            ExprKind::Name(name) => self.name(span, name, place),
            ExprKind::Apply(name, arguments) => self.apply(span, name, arguments, place),
            ExprKind::Call(function, argument) => self.call(span, *function, argument, place),
            ExprKind::Neg(inner) => match self.value(inner, place)? {
                Value::Integer(n) => Some(Value::Integer(n.map(|n| -n))),
                Value::Real(r) => Some(Value::Real(r.map(|r| RealExpr::Neg(Box::new(r))))),
                Value::Term(t) => Some(Value::Term(t.scaled(-1))),
                Value::Formula(_) => self.reject(span, "a formula has no negative", "write `not`"),
            },
            ExprKind::Abs(inner) => match self.value(inner, place)? {
                Value::Integer(n) => Some(Value::Integer(n.map(|n| n.into_parts().1.into()))),
                Value::Term(t) => self.unfolded(span, t.abs()).map(Value::Term),
                other => {
                    let message =
                        format!("expected a number or a term between | and |, found {}", other.kind());
                    self.reject(span, message, "expected something like |s - t|")
                }
            },
            ExprKind::Not(inner) => Some(Value::Formula(self.formula(inner, place)?.negated())),
            ExprKind::And(parts) => self.formulas(parts, place).map(|p| Value::Formula(Formula::all_of(p))),
            ExprKind::Or(parts) => self.formulas(parts, place).map(|p| Value::Formula(Formula::any_of(p))),
            ExprKind::Compare(first, links) => self.comparison(span, first, links, place),
            ExprKind::In(term, real) => self.membership(span, term, real, place),
            ExprKind::Among(term, members) => self.among(span, term, members, place),
            ExprKind::Extreme(kind, parts) => self.extreme(span, *kind, parts, place),
            ExprKind::Gcd(parts) => self.gcd(parts),
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left, place), self.value(right, place));
                self.binary(span, *operator, (a?, left), (b?, right))
            }
        }
    }

    /// All parts, so that every problem in them is reported.
    fn formulas(&mut self, parts: &[Expr], place: Place) -> Option<Vec<Formula>> {
        let found: Vec<_> = parts.iter().map(|p| self.formula(p, place)).collect();
        found.into_iter().collect()
    }

    fn decimal(&mut self, span: &Span, text: &str) -> Found {
        let places = text.len() - text.find('.').map_or(text.len(), |i| i + 1);
        match text.replace('.', "").parse::<Integer>() {
            Ok(digits) if text.len() <= LARGEST_BITS / 4 => {
                let ten = Integer::from(10).pow(places);
                let (top, bottom) = (RealExpr::Integer(digits), RealExpr::Integer(ten));
                Some(Value::Real(Some(RealExpr::Div(Box::new(top), Box::new(bottom)))))
            }
            _ => self.reject(span, "this number is too long for a rule", "expected fewer digits"),
        }
    }

    fn name(&mut self, span: &Span, name: &str, place: Place) -> Found {
        if let Some(value) = self.constants.get(name) {
            return Some(value.clone());
        }
        match name {
            "pi" => return Some(Value::Real(Some(RealExpr::Pi))),
            "e" => return Some(Value::Real(Some(RealExpr::E))),
            "phi" => return Some(Value::Real(Some(RealExpr::Phi))),
            _ => {}
        }
        if let Some(var) = Var::ALL.into_iter().find(|v| v.name() == name) {
            if !place.allows(var) {
                return self.reject(span, format!("`{name}` cannot stand here"), place.rule());
            }
            return Some(Value::Term(Cases::term(Term::atom(Atom::Var(var)))));
        }
        if let Some(index) = self.moves.iter().position(|m| m == name) {
            if place != Place::Class {
                return self.reject(span, format!("the move `{name}` cannot stand here"), place.rule());
            }
            return Some(Value::Formula(Formula::Move(index)));
        }
        let known = Var::ALL.iter().filter(|v| place.allows(**v)).map(|v| v.name());
        let known = known
            .chain(self.constants.keys().map(String::as_str))
            .chain(["phi", "pi", "sqrt", "floor", "min", "max", "gcd"]);
        let moves = self.moves.iter().map(String::as_str).filter(|_| place == Place::Class);
        let near = nearest(name, known.chain(moves)).map(|n| format!("did you mean `{n}`?"));
        let mut error = Diagnostic::new(span.clone(), format!("unknown name `{name}`"), place.rule());
        let pile = matches!(name, "z" | "w" | "u" | "v" | "r") && place.allows(Var::X);
        error.help = if pile {
            Some("rules are about two piles, x and y, and what is taken from them, s and t".to_owned())
        } else {
            near
        };
        self.errors.push(error);
        None
    }

    fn call(&mut self, span: &Span, function: Function, argument: &Expr, place: Place) -> Found {
        let real = self.real(argument, place)?;
        let Some(real) = real else {
            return Some(if function == Function::Floor { Value::Integer(None) } else { Value::Real(None) });
        };
        let boxed = Box::new(real);
        match function {
            Function::Floor => {
                let floor = Real::new(*boxed).and_then(|r| r.floor());
                self.exact(span, floor).map(|n| Value::Integer(Some(n)))
            }
            Function::Sqrt => self.checked_real(span, RealExpr::Sqrt(boxed)),
            Function::Cbrt => self.root(span, *boxed, 3),
            Function::Ln => self.checked_real(span, RealExpr::Ln(boxed)),
        }
    }

    /// A real that exists: no square root of a negative number, no division by zero.
    fn checked_real(&mut self, span: &Span, expr: RealExpr) -> Found {
        self.exact(span, Real::new(expr.clone()))?;
        Some(Value::Real(Some(expr)))
    }

    fn comparison(&mut self, span: &Span, first: &Expr, links: &[(Relation, Expr)], place: Place) -> Found {
        let mut left = self.value(first, place);
        let mut left_expr = first;
        let mut found = Some(Vec::new());
        for (relation, right_expr) in links {
            let right = self.value(right_expr, place);
            let link = match (left, &right) {
                (Some(a), Some(b)) => self.compare(span, (a, left_expr), (b.clone(), right_expr), *relation),
                _ => None,
            };
            found = found.zip(link).map(|(mut all, link)| {
                all.push(link);
                all
            });
            (left, left_expr) = (right, right_expr);
        }
        found.map(|links| Value::Formula(Formula::all_of(links)))
    }

    fn compare(
        &mut self,
        span: &Span,
        a: (Value, &Expr),
        b: (Value, &Expr),
        relation: Relation,
    ) -> Option<Formula> {
        match (a.0, b.0) {
            (Value::Integer(a), Value::Integer(b)) => {
                Some(Formula::Constant(a.zip(b).is_none_or(|(a, b)| relation.holds(a.cmp(&b)))))
            }
            (Value::Formula(_), _) => {
                self.error(&a.1.span, "a formula cannot be compared", "expected a number or a term");
                None
            }
            (_, Value::Formula(_)) => {
                self.error(&b.1.span, "a formula cannot be compared", "expected a number or a term");
                None
            }
            (Value::Term(a), b_value @ (Value::Term(_) | Value::Integer(_))) => {
                let right = self.as_term(b.1, b_value)?;
                self.compare_terms(span, &a, &right, relation)
            }
            (Value::Integer(n), Value::Term(b)) => {
                let left = self.as_term(a.1, Value::Integer(n))?;
                self.compare_terms(span, &left, &b, relation)
            }
            (Value::Term(_), Value::Real(_)) => self.real_among_terms(&b.1.span),
            (Value::Real(_), Value::Term(_)) => self.real_among_terms(&a.1.span),
            (left, right) => self.compare_reals(span, left, right, relation),
        }
    }

    fn real_among_terms<T>(&mut self, span: &Span) -> Option<T> {
        let error =
            Diagnostic::new(span.clone(), "a real number cannot stand in a term", "expected an integer");
        self.errors.push(error.help("use floor(…) of a constant, or `T in beatty(r)`"));
        None
    }

    fn compare_terms(&mut self, span: &Span, a: &Cases, b: &Cases, relation: Relation) -> Option<Formula> {
        let difference = self.unfolded(span, a.plus(&b.scaled(-1)))?;
        self.small_enough(span, &difference)?;
        self.sized(span, &difference, difference.compare(relation))
    }

    /// What came of terms with `min` and `max`, unless there are too many cases.
    fn unfolded<T>(&mut self, span: &Span, found: Option<T>) -> Option<T> {
        if found.is_none() {
            let error = Diagnostic::new(
                span.clone(),
                "min and max leave too many cases here",
                "expected fewer of them",
            );
            self.errors.push(error.help("state the cases as several moves of one name"));
        }
        found
    }

    /// A formula that came of a term, if its numbers and its length stay within the limits.
    fn sized(&mut self, span: &Span, term: &Cases, formula: Formula) -> Option<Formula> {
        if term.as_term().is_some() {
            return Some(formula);
        }
        self.unfolded += comparisons(&formula);
        let short = (self.unfolded <= MOST_COMPARISONS).then_some(());
        self.unfolded(span, short)?;
        if !fits(&formula) {
            self.too_large(span);
            return None;
        }
        Some(formula)
    }

    fn compare_reals(&mut self, span: &Span, a: Value, b: Value, relation: Relation) -> Option<Formula> {
        let expr = |v| match v {
            Value::Integer(n) => n.map(RealExpr::Integer),
            Value::Real(r) => r,
            _ => None,
        };
        let Some((a, b)) = expr(a).zip(expr(b)) else { return Some(Formula::Constant(true)) };
        let difference = Real::new(RealExpr::Sub(Box::new(a), Box::new(b)));
        let order = difference.and_then(|d| d.cmp_rational(&Integer::from(0), &Natural::from(1u8)));
        let order: Ordering = self.exact(span, order)?;
        Some(Formula::Constant(relation.holds(order)))
    }

    fn membership(&mut self, span: &Span, term: &Expr, real: &Expr, place: Place) -> Found {
        let value = self.value(term, place);
        let expr = self.real(real, Place::Constant)?;
        let term = match value? {
            value @ (Value::Integer(_) | Value::Term(_)) => self.as_term(term, value)?,
            other => {
                let message = format!("expected a term before `in`, found {}", other.kind());
                return self.reject(&term.span, message, "expected something like `x in beatty(phi)`");
            }
        };
        self.small_enough(span, &term)?;
        let Some(expr) = expr else { return Some(Value::Formula(Formula::Constant(true))) };
        let number = self.exact(&real.span, Real::new(expr))?;
        let sign = number.cmp_rational(&Integer::from(0), &Natural::from(1u8));
        if self.exact(&real.span, sign)? != Ordering::Greater {
            return self.reject(
                &real.span,
                "beatty(r) needs a positive r",
                "expected a number greater than 0",
            );
        }
        let formula = term.say(|leaf| self.member(span, leaf, &number))?;
        self.sized(span, &term, formula).map(Value::Formula)
    }

    /// `leaf in beatty(number)`, decided if the leaf is a constant.
    fn member(&mut self, span: &Span, leaf: &Term, number: &Real) -> Option<Formula> {
        if !leaf.parts.is_empty() {
            return Some(Formula::Beatty(leaf.clone(), number.clone()));
        }
        let Ok(n) = Natural::try_from(Integer::from(leaf.constant)) else {
            return Some(Formula::Constant(false));
        };
        let index = number.beatty_index(&n);
        self.exact(span, index).map(|i| Formula::Constant(i.is_some()))
    }

    /// `Z(s, t)`: the values are a member of a loaded set.
    fn apply(&mut self, span: &Span, name: &Name, arguments: &[Expr], place: Place) -> Found {
        // All of them first, so that every problem is reported.
        let values: Vec<Found> = arguments.iter().map(|a| self.value(a, place)).collect();
        let Some(loaded) = self.loads.get(&name.text).cloned() else {
            let message =
                format!("`{}` is not a function, and no automaton of this name is loaded", name.text);
            let label = "the functions are floor, sqrt, cbrt, ln, min, max, gcd and `in beatty(…)`";
            let error = Diagnostic::new(name.span.clone(), message, label);
            let near = nearest(&name.text, self.loads.keys().map(String::as_str));
            self.errors.push(error.help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("an automaton is loaded by a line `load {} = \"FILE\"`", name.text),
            }));
            return None;
        };
        let unknown = values.iter().flatten().any(|value| matches!(value, Value::Integer(None)));
        let mut terms = Vec::with_capacity(arguments.len());
        for (argument, value) in arguments.iter().zip(values) {
            let term = self.as_term(argument, value?)?;
            self.small_enough(span, &term)?;
            terms.push(term);
        }
        // What could not be loaded, or depends on a parameter without a value, is not asked.
        let Some(set) = loaded else { return Some(Value::Formula(Formula::Constant(true))) };
        if set.tracks() != terms.len() {
            let numbers = |n: usize| counted(n, "number");
            let message = format!(
                "`{}` is a set of {}, and here are {}",
                name.text,
                if set.tracks() == 2 { "pairs".to_owned() } else { numbers(set.tracks()) },
                numbers(terms.len())
            );
            return self.reject(span, message, format!("expected {}", numbers(set.tracks())));
        }
        if unknown {
            return Some(Value::Formula(Formula::Constant(true)));
        }
        let formula = members(&terms, &[], &set)?;
        if terms.iter().any(|term| term.as_term().is_none()) {
            self.unfolded += comparisons(&formula);
            let short = (self.unfolded <= MOST_COMPARISONS).then_some(());
            self.unfolded(span, short)?;
        }
        if !fits(&formula) {
            self.too_large(span);
            return None;
        }
        Some(Value::Formula(formula))
    }

    /// `T in {1, 2, 4}`: equal to one of them.
    fn among(&mut self, span: &Span, term: &Expr, members: &[Expr], place: Place) -> Found {
        let value = self.value(term, place);
        let mut equal: Option<Vec<Formula>> = Some(Vec::new());
        for member in members {
            let other = self.value(member, place);
            let one = value.clone().zip(other).and_then(|(value, other)| {
                self.compare(span, (value, term), (other, member), Relation::Equal)
            });
            // A number that stands there twice is in the set once.
            equal = equal.zip(one).map(|(mut all, one)| {
                if !all.contains(&one) {
                    all.push(one);
                }
                all
            });
        }
        equal.map(|all| Value::Formula(Formula::any_of(all)))
    }

    /// The smallest or largest of some constants or terms.
    /// The greatest common divisor of constants; of zeros it is 0.
    fn gcd(&mut self, parts: &[Expr]) -> Found {
        let found: Vec<_> = parts.iter().map(|part| self.integer(part)).collect();
        let values: Option<Vec<Integer>> =
            found.into_iter().collect::<Option<Vec<_>>>()?.into_iter().collect();
        let divisor = |values: Vec<Integer>| {
            values.into_iter().fold(Natural::ZERO, |a, b| match (a.is_zero(), b.is_zero()) {
                (true, _) => b.into_parts().1,
                (false, true) => a,
                (false, false) => a.gcd(b.into_parts().1),
            })
        };
        Some(Value::Integer(values.map(|values| divisor(values).into())))
    }

    fn extreme(&mut self, span: &Span, kind: Extreme, parts: &[Expr], place: Place) -> Found {
        // All of them first, so that every problem is reported.
        let values: Vec<Found> = parts.iter().map(|p| self.value(p, place)).collect();
        let mut values = parts.iter().zip(values);
        let (mut best_expr, first) = values.next()?;
        let mut best = first?;
        for (expr, value) in values {
            let value = value?;
            let terms = matches!(best, Value::Term(_)) || matches!(value, Value::Term(_));
            let unfit = [(&best, best_expr), (&value, expr)]
                .into_iter()
                .find(|(v, _)| matches!(v, Value::Formula(_)));
            if let Some((_, expr)) = unfit {
                return self.reject(
                    &expr.span,
                    "a formula cannot be compared",
                    "expected a number or a term",
                );
            }
            best = if terms {
                let (a, b) = (self.as_term(best_expr, best)?, self.as_term(expr, value)?);
                Value::Term(self.unfolded(span, a.extreme(kind, &b))?)
            } else {
                self.extreme_constant(span, kind, best, value)?
            };
            best_expr = expr;
        }
        Some(best)
    }

    fn extreme_constant(&mut self, span: &Span, kind: Extreme, a: Value, b: Value) -> Found {
        match (&a, &b) {
            (Value::Integer(None), Value::Integer(_)) | (Value::Integer(_), Value::Integer(None)) => {
                return Some(Value::Integer(None));
            }
            (Value::Integer(None) | Value::Real(None), _) | (_, Value::Integer(None) | Value::Real(None)) => {
                return Some(Value::Real(None));
            }
            _ => {}
        }
        let relation = if kind == Extreme::Min { Relation::LessEqual } else { Relation::GreaterEqual };
        let first = match (&a, &b) {
            (Value::Integer(Some(m)), Value::Integer(Some(n))) => relation.holds(m.cmp(n)),
            _ => self.compare_reals(span, a.clone(), b.clone(), relation)? == Formula::Constant(true),
        };
        Some(if first { a } else { b })
    }

    /// A term; an integer becomes a constant term.
    fn as_term(&mut self, expr: &Expr, value: Value) -> Option<Cases> {
        match value {
            Value::Term(term) => Some(term),
            Value::Integer(None) => Some(Cases::term(Term::default())),
            Value::Integer(Some(n)) => {
                let constant = self.word(&expr.span, &n)?;
                Some(Cases::term(Term { constant, parts: Vec::new() }))
            }
            Value::Real(_) => self.real_among_terms(&expr.span),
            Value::Formula(_) => {
                self.error(&expr.span, "a formula cannot stand in a term", "expected a number or a term");
                None
            }
        }
    }

    /// A constant of a rule as a machine word.
    fn word(&mut self, span: &Span, n: &Integer) -> Option<i64> {
        match i64::try_from(n.clone()) {
            Ok(word) if word.unsigned_abs() <= LARGEST.unsigned_abs() => Some(word),
            _ => {
                self.error(
                    span,
                    format!("{n} is too large for a rule"),
                    format!("expected at most {LARGEST}"),
                );
                None
            }
        }
    }

    fn small_enough(&mut self, span: &Span, term: &Cases) -> Option<()> {
        if term.bound() <= i128::from(i64::MAX) {
            return Some(());
        }
        self.too_large(span);
        None
    }

    fn too_large(&mut self, span: &Span) {
        self.error(span, "the numbers in this formula are too large", "its value would not fit into 64 bits");
    }

    fn binary(&mut self, span: &Span, operator: Operator, a: (Value, &Expr), b: (Value, &Expr)) -> Found {
        for (value, expr) in [&a, &b] {
            if matches!(value, Value::Formula(_)) {
                return self.reject(
                    &expr.span,
                    "a formula cannot be computed with",
                    "expected a number or a term",
                );
            }
        }
        match operator {
            Operator::Mod => self.remainder(span, a, b),
            Operator::Pow => self.power(span, a, b),
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Div => match (&a.0, &b.0) {
                (Value::Term(_), _) | (_, Value::Term(_)) => self.term_arithmetic(span, operator, a, b),
                (Value::Integer(x), Value::Integer(y)) if operator != Operator::Div => {
                    let number = x.clone().zip(y.clone()).map(|(x, y)| match operator {
                        Operator::Add => x + y,
                        Operator::Sub => x - y,
                        _ => x * y,
                    });
                    self.bounded(span, number)
                }
                _ => self.real_arithmetic(span, operator, a.0, b.0),
            },
        }
    }

    fn bounded(&mut self, span: &Span, number: Option<Integer>) -> Found {
        use dashu_int::ops::BitTest as _;
        match number {
            Some(n) if n.bit_len() > LARGEST_BITS => {
                self.reject(span, "this number is too large for a rule", "expected a smaller number")
            }
            other => Some(Value::Integer(other)),
        }
    }

    fn real_arithmetic(&mut self, span: &Span, operator: Operator, a: Value, b: Value) -> Found {
        let expr = |v| match v {
            Value::Integer(n) => n.map(RealExpr::Integer),
            Value::Real(r) => r,
            _ => None,
        };
        let Some((a, b)) = expr(a).zip(expr(b)) else { return Some(Value::Real(None)) };
        if parts(&a) + parts(&b) > LONGEST_REAL {
            return self.reject(
                span,
                "this number is written with too many parts",
                "expected a shorter expression",
            );
        }
        let (a, b) = (Box::new(a), Box::new(b));
        match operator {
            Operator::Add => Some(Value::Real(Some(RealExpr::Add(a, b)))),
            Operator::Sub => Some(Value::Real(Some(RealExpr::Sub(a, b)))),
            Operator::Mul => Some(Value::Real(Some(RealExpr::Mul(a, b)))),
            _ => self.checked_real(span, RealExpr::Div(a, b)),
        }
    }

    fn term_arithmetic(
        &mut self,
        span: &Span,
        operator: Operator,
        a: (Value, &Expr),
        b: (Value, &Expr),
    ) -> Found {
        match operator {
            Operator::Add | Operator::Sub => {
                let (left, right) = (self.as_term(a.1, a.0), self.as_term(b.1, b.0));
                let (left, right) = (left?, right?);
                let sum =
                    if operator == Operator::Add { left.plus(&right) } else { left.plus(&right.scaled(-1)) };
                let sum = self.unfolded(span, sum)?;
                self.small_enough(span, &sum)?;
                Some(match sum.as_constant() {
                    Some(constant) => Value::Integer(Some(constant.into())),
                    None => Value::Term(sum),
                })
            }
            Operator::Mul => {
                let (term, factor) = match (a.0, b.0) {
                    (Value::Term(term), Value::Integer(n)) => (term, (n, b.1)),
                    (Value::Integer(n), Value::Term(term)) => (term, (n, a.1)),
                    (Value::Term(_), Value::Term(_)) => {
                        let label = "expected a number or a parameter on one side";
                        return self.not_linear(span, "two terms with variables are multiplied", label);
                    }
                    _ => return self.real_among_terms(span),
                };
                let Some(n) = factor.0 else { return Some(Value::Term(term)) };
                let n = self.word(&factor.1.span, &n)?;
                if n == 0 {
                    return Some(Value::Integer(Some(Integer::from(0))));
                }
                if term.bound().saturating_mul(i128::from(n.abs())) > i128::from(i64::MAX) {
                    return self.reject(
                        span,
                        "the numbers in this formula are too large",
                        "expected smaller factors",
                    );
                }
                Some(Value::Term(term.scaled(n)))
            }
            _ => {
                let error =
                    Diagnostic::new(span.clone(), "a term with variables cannot be divided", "not linear");
                self.errors.push(error.help("say it the other way round: `2*s = x` rather than `s = x/2`"));
                None
            }
        }
    }

    fn not_linear(&mut self, span: &Span, why: &str, label: &str) -> Found {
        let error = Diagnostic::new(span.clone(), format!("this is not linear: {why}"), label);
        self.errors.push(error.help(
            "rules are linear in piles and removals; a set that an automaton recognises can be loaded: `load P = \"set.txt\"`, then `P(s, t)`",
        ));
        None
    }

    fn remainder(&mut self, span: &Span, a: (Value, &Expr), b: (Value, &Expr)) -> Found {
        let modulus = match b.0 {
            Value::Integer(n) => n,
            other => {
                let message = format!("expected a positive integer after `mod`, found {}", other.kind());
                return self.reject(&b.1.span, message, "expected a number or a parameter");
            }
        };
        let modulus = match modulus {
            None => None,
            Some(n) if n <= Integer::from(0) => {
                return self.reject(&b.1.span, format!("cannot divide by {n}"), "expected a positive number");
            }
            Some(n) => Some(self.word(&b.1.span, &n)?),
        };
        match a.0 {
            Value::Integer(n) => {
                use dashu_int::ops::RemEuclid as _;
                let value = n.zip(modulus).map(|(n, c)| Integer::from(n.rem_euclid(Integer::from(c))));
                Some(Value::Integer(value))
            }
            Value::Term(term) => match modulus {
                Some(1) => Some(Value::Integer(Some(Integer::from(0)))),
                _ => self.unfolded(span, term.remainder(modulus.unwrap_or(2))).map(Value::Term),
            },
            other => {
                let message = format!("expected a term before `mod`, found {}", other.kind());
                self.reject(span, message, "expected an integer or a term")
            }
        }
    }

    fn power(&mut self, span: &Span, a: (Value, &Expr), b: (Value, &Expr)) -> Found {
        if matches!(a.0, Value::Term(_)) {
            return self.not_linear(span, "a variable is raised to a power", "expected a constant");
        }
        let exponent = match b.0 {
            Value::Integer(n) => n.map(Rational::from),
            Value::Real(None) => return Some(Value::Real(None)),
            Value::Real(Some(r)) => {
                let real = self.exact(&b.1.span, Real::new(r))?;
                let Some(exponent) = real.as_rational() else {
                    let message = "an exponent must be rational";
                    return self.reject(&b.1.span, message, "expected a number such as 2 or 1/3");
                };
                Some(exponent.clone())
            }
            Value::Term(_) | Value::Formula(_) => {
                return self.reject(&b.1.span, "an exponent must be a constant", "expected 0, 1, 2, …");
            }
        };
        let Some(exponent) = exponent else {
            return Some(if let Value::Integer(_) = a.0 { Value::Integer(None) } else { Value::Real(None) });
        };
        let (above, below) = exponent.into_parts();
        let (sign, size) = above.into_parts();
        let times = usize::try_from(size).ok().filter(|n| *n <= LARGEST_BITS);
        let degree = u32::try_from(below).ok().filter(|n| *n <= HIGHEST_ROOT);
        let (Some(times), Some(degree)) = (times, degree) else {
            let label = format!("expected at most {LARGEST_BITS}, and roots up to the {HIGHEST_ROOT}th");
            return self.reject(&b.1.span, "this exponent is too large", label);
        };
        let power = self.rational_power(span, a.0, times, degree)?;
        match (sign == Sign::Negative, power) {
            (false, power) => Some(power),
            (true, Value::Integer(None) | Value::Real(None)) => Some(Value::Real(None)),
            (true, power) => {
                self.real_arithmetic(span, Operator::Div, Value::Integer(Some(Integer::from(1))), power)
            }
        }
    }

    /// `a^(times/degree)`, in lowest terms.
    fn rational_power(&mut self, span: &Span, a: Value, times: usize, degree: u32) -> Found {
        use dashu_int::ops::BitTest as _;
        match a {
            Value::Integer(Some(n)) => {
                if n.bit_len().saturating_mul(times) > LARGEST_BITS {
                    let message = "this number is too large for a rule";
                    return self.reject(span, message, "expected a smaller power");
                }
                if n < Integer::from(0) && degree > 1 {
                    let message = NumberError::NegativeRadicand(n.to_string()).to_string();
                    return self.reject(span, message, "this number");
                }
                let power = n.pow(times);
                if degree == 1 {
                    return Some(Value::Integer(Some(power)));
                }
                self.root(span, RealExpr::Integer(power), degree)
            }
            Value::Integer(None) if degree == 1 => Some(Value::Integer(None)),
            Value::Real(Some(r)) => {
                let base = if degree == 1 { r } else { r.root(degree) };
                if times.saturating_mul(parts(&base)) > LONGEST_REAL {
                    return self.reject(span, "this power is too high", "expected a smaller exponent");
                }
                let again = |product: RealExpr| product * base.clone();
                let power = match times.checked_sub(1) {
                    None => RealExpr::Integer(Integer::from(1)),
                    Some(more) => (0..more).fold(base.clone(), |product, _| again(product)),
                };
                if degree == 1 { Some(Value::Real(Some(power))) } else { self.checked_real(span, power) }
            }
            _ => Some(Value::Real(None)),
        }
    }

    /// A root: an integer if that is what it is.
    fn root(&mut self, span: &Span, radicand: RealExpr, degree: u32) -> Found {
        let whole = matches!(radicand, RealExpr::Integer(_));
        let expr = radicand.root(degree);
        let real = self.exact(span, Real::new(expr.clone()))?;
        let integer = real.as_rational().filter(|q| whole && q.is_int());
        Some(match integer {
            Some(q) => Value::Integer(Some(q.numerator().clone())),
            None => Value::Real(Some(expr)),
        })
    }
}

/// Membership of what the terms are, case by case; decided if all of them are constants.
fn members(open: &[Cases], done: &[Term], set: &Arc<RegularSet>) -> Option<Formula> {
    let Some((first, rest)) = open.split_first() else {
        if done.iter().all(|term| term.parts.is_empty()) {
            let numbers: Vec<i64> = done.iter().map(|term| term.constant).collect();
            return Some(Formula::Constant(set.contains_small(&numbers)));
        }
        return Some(Formula::Regular(done.to_vec(), Arc::clone(set)));
    };
    first.say(|leaf| {
        let mut done = done.to_vec();
        done.push(leaf.clone());
        members(rest, &done, set)
    })
}
