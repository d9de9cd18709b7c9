//! The statements of a game one by one, each with its place: what a look for rules that nothing satisfies needs.
//!
//! A [`Ruleset`](super::Ruleset) has forgotten where its formulas stood, and lines of one name are one kind of move there.

use super::ast::{Expr, ExprKind, Quota, StatementKind};
use super::bind::{Binder, Definition, ParameterValue};
use super::diagnostic::{Diagnostic, Span};
use super::expression::{Place, Scope, Value};
use super::ruleset::{Formula, Play, Relation};
use std::collections::BTreeMap;
use wythoff_number::Integer;

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// A line `move NAME: …`: the name.
    Move(String),
    /// The line `position: …`.
    Position,
    /// A line `terminal: …`.
    Terminal,
    /// A class of a `block` line.
    Block,
    /// An alternative of a `comply` line: how many have to be proposed.
    Comply(u64),
    /// The line `play misere`. It has no formula.
    Misere,
}

/// A formula of a rule text, with values for its parameters.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What kind of statement it is of.
    pub kind: ClauseKind,
    /// Where it stands.
    pub span: Span,
    /// What it says; for a move, also that its position is no end.
    pub formula: Formula,
    /// The alternatives of an `or`, as far as they do not depend on parameters: with some values of those one of them may well
    /// be empty, and meant to be.
    pub branches: Vec<(Span, Formula)>,
}

impl Definition {
    /// The formulas of the text, in its order; nothing if the values are not right.
    pub fn clauses(&self, values: &BTreeMap<String, ParameterValue>) -> Vec<Clause> {
        let mut binder = Binder { text: self.text(), scope: self.scope(), values: Some(values) };
        binder.names(self.ast());
        binder.parameters(self.ast());
        let goes_on = binder.terminal(self.ast()).negated();
        let scope = &mut binder.scope;
        let mut clauses = Vec::new();
        for statement in &self.ast().statements {
            match &statement.kind {
                StatementKind::Move(name, expr) => {
                    let kind = ClauseKind::Move(name.text.clone());
                    let before_the_end = |formula| Formula::all_of(vec![formula, goes_on.clone()]);
                    clauses.extend(clause(scope, kind, expr, Place::Move).map(|found| Clause {
                        formula: before_the_end(found.formula),
                        branches: found.branches.into_iter().map(|(s, f)| (s, before_the_end(f))).collect(),
                        ..found
                    }));
                }
                StatementKind::Position(expr) => {
                    clauses.extend(clause(scope, ClauseKind::Position, expr, Place::Position));
                }
                StatementKind::Terminal(expr) => {
                    clauses.extend(clause(scope, ClauseKind::Terminal, expr, Place::Terminal));
                }
                StatementKind::Block(quota) => {
                    clauses.extend(quota_clause(scope, quota, |_| ClauseKind::Block));
                }
                StatementKind::Comply(quotas) => {
                    clauses.extend(quotas.iter().filter_map(|q| quota_clause(scope, q, ClauseKind::Comply)));
                }
                StatementKind::Play(Play::Misere) => {
                    let (span, formula) = (statement.span.clone(), Formula::Constant(true));
                    clauses.push(Clause { kind: ClauseKind::Misere, span, formula, branches: Vec::new() });
                }
                _ => {}
            }
        }
        clauses
    }

    /// Conditions on parameters that no value satisfies, as far as bounds by numbers show it.
    pub fn impossible_conditions(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for statement in &self.ast().statements {
            let StatementKind::Param { name, conditions, irrational } = &statement.kind else { continue };
            let mut range = Range { least: None, most: None, irrational: *irrational };
            let impossible = conditions.iter().find(|condition| {
                range.narrow(&name.text, condition);
                range.is_empty() || constant_formula(condition) == Some(false)
            });
            if let Some(condition) = impossible {
                let message = format!("no value of `{}` can satisfy this", name.text);
                let label = "with it, the game cannot be had for any value";
                found.push(Diagnostic::new(condition.span.clone(), message, label));
            }
        }
        found
    }
}

fn clause(scope: &mut Scope, kind: ClauseKind, expr: &Expr, place: Place) -> Option<Clause> {
    let formula = scope.formula(expr, place)?;
    let mut branches = Vec::new();
    if let ExprKind::Or(parts) = &expr.kind {
        for part in parts {
            if !mentions_constant(part, scope) {
                branches.push((part.span.clone(), scope.formula(part, place)?));
            }
        }
    }
    Some(Clause { kind, span: expr.span.clone(), formula, branches })
}

fn quota_clause(scope: &mut Scope, quota: &Quota, kind: impl Fn(u64) -> ClauseKind) -> Option<Clause> {
    let count = u64::try_from(scope.integer(&quota.count)??).ok()?;
    match &quota.class {
        Some(expr) => clause(scope, kind(count), expr, Place::Class),
        None => {
            let span = quota.count.span.clone();
            Some(Clause { kind: kind(count), span, formula: Formula::Constant(true), branches: Vec::new() })
        }
    }
}

/// Does a parameter or a `let` constant stand in the expression?
fn mentions_constant(expr: &Expr, scope: &Scope) -> bool {
    let mentions = |e: &Expr| mentions_constant(e, scope);
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Decimal(_) => false,
        ExprKind::Name(name) => scope.constants.contains_key(name),
        ExprKind::Call(_, a) | ExprKind::Neg(a) | ExprKind::Not(a) | ExprKind::Abs(a) => mentions(a),
        ExprKind::And(parts)
        | ExprKind::Or(parts)
        | ExprKind::Extreme(_, parts)
        | ExprKind::Gcd(parts)
        | ExprKind::Apply(_, parts) => parts.iter().any(mentions),
        ExprKind::Binary(_, a, b) | ExprKind::In(a, b) => mentions(a) || mentions(b),
        ExprKind::Compare(first, links) => mentions(first) || links.iter().any(|(_, e)| mentions(e)),
        ExprKind::Among(term, members) => mentions(term) || members.iter().any(mentions),
    }
}

/// Between which numbers a parameter has to lie.
struct Range {
    least: Option<Integer>,
    most: Option<Integer>,
    irrational: bool,
}

impl Range {
    fn narrow(&mut self, parameter: &str, condition: &Expr) {
        let ExprKind::Compare(first, links) = &condition.kind else { return };
        let mut left: &Expr = first;
        for (relation, right) in links {
            let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == parameter);
            if is_it(left)
                && let Some(n) = constant(right)
            {
                self.bound(*relation, n);
            } else if is_it(right)
                && let Some(n) = constant(left)
            {
                self.bound(turned(*relation), n);
            }
            left = right;
        }
    }

    /// `parameter REL n`.
    fn bound(&mut self, relation: Relation, n: Integer) {
        // An integer above n is at least n + 1; for an irrational number "above" and "at least" are the same.
        let step = Integer::from(i32::from(!self.irrational));
        let least = match relation {
            Relation::Greater => Some(&n + &step),
            Relation::GreaterEqual | Relation::Equal => Some(n.clone()),
            _ => None,
        };
        let most = match relation {
            Relation::Less => Some(&n - &step),
            Relation::LessEqual | Relation::Equal => Some(n.clone()),
            _ => None,
        };
        self.least = self.least.take().max(least);
        self.most = match (self.most.take(), most) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    fn is_empty(&self) -> bool {
        match (&self.least, &self.most) {
            (Some(least), Some(most)) if self.irrational => least >= most,
            (Some(least), Some(most)) => least > most,
            _ => false,
        }
    }
}

fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same @ (Relation::Equal | Relation::NotEqual) => same,
    }
}

/// The value of an expression without parameters.
fn constant(expr: &Expr) -> Option<Integer> {
    match Scope::default().value(expr, Place::Constant)? {
        Value::Integer(n) => n,
        _ => None,
    }
}

/// The truth of a condition without parameters.
fn constant_formula(expr: &Expr) -> Option<bool> {
    match Scope::default().formula(expr, Place::Constant)? {
        Formula::Constant(truth) => Some(truth),
        _ => None,
    }
}
