//! Families of games: a rule text with choices.
//!
//! `for k in 1..10` gives a parameter several values (`1..10`, `{1, 2, 4}`, `phi, sqrt(2)`; bounds may mention parameters above), `where
//! gcd(k, m) > 1` says which of them go together, and `switch` chooses among statements: every `case NAME: STATEMENT` below it is one
//! alternative, lines with the same name belong together, and a `case NAME` alone adds nothing. A parameter of a `for` line needs no
//! `param` line; if it has one, its conditions hold, too.
//!
//! ```
//! use wythoff_rules::Family;
//! let text = "for k in 1..3\nfor m in {1, 2}\nwhere gcd(k, m) = 1\nmove rook: s = 0 or t = 0\n\
//!             switch diagonal\ncase wide: move bishop: |s - t| < k * m\ncase none\n";
//! let members = Family::parse("my.family", text)?.members()?;
//! let labels: Vec<String> = members.members.iter().map(|member| member.label()).collect();
//! assert_eq!(labels[..3], ["k=1,m=1,diagonal=wide", "k=1,m=1,diagonal=none", "k=1,m=2,diagonal=wide"]);
//! assert_eq!((labels.len(), members.left_out), (10, 2));
//! # Ok::<(), wythoff_rules::RuleErrors>(())
//! ```

mod parse;

use super::ast::{Ast, AstStatement, Expr, Name, StatementKind};
use super::bind::{Definition, ParameterValue, TypedReal};
use super::diagnostic::{Diagnostic, RuleErrors};
use super::expression::{Place, Scope, Value};
use super::parse::is_taken;
use super::ruleset::Formula;
use crate::nearest::nearest;
use parse::{FamilyAst, parameter, parse_condition, parse_values};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wythoff_number::Integer;

/// A family has at most so many members, and so many choices are looked at to find them.
const MOST_MEMBERS: usize = 100_000;
const MOST_CHOICES: usize = 1_000_000;

/// Where something was written.
#[derive(Debug, PartialEq, Eq)]
struct Source {
    file: String,
    text: String,
}

/// Something that is chosen.
#[derive(Clone, Debug)]
struct Axis {
    name: Name,
    source: Arc<Source>,
    kind: AxisKind,
}

#[derive(Clone, Debug)]
enum AxisKind {
    /// Values of a parameter.
    Values(Vec<Values>),
    /// Alternatives of statements.
    Switch(Vec<CaseOf>),
}

#[derive(Clone, Debug)]
enum Values {
    One(Expr),
    /// Both ends belong to it.
    Range(Expr, Expr),
}

/// An alternative of a switch.
#[derive(Clone, Debug)]
struct CaseOf {
    name: Name,
    statements: Vec<AstStatement>,
}

/// A rule text with choices. See the [module](self).
#[derive(Clone, Debug)]
pub struct Family {
    source: Arc<Source>,
    ast: FamilyAst,
}

/// One of the games of a family: what was chosen, and the text and values that come of it.
#[derive(Clone, Debug)]
pub struct FamilyMember {
    /// Names and values, in the order of the text: parameters and switches.
    pub choices: Vec<(String, String)>,
    pub(crate) definition: Arc<Definition>,
    pub(crate) values: BTreeMap<String, ParameterValue>,
}

impl FamilyMember {
    /// What was chosen: `k=2,diagonal=wide`.
    #[must_use]
    pub fn label(&self) -> String {
        let pairs: Vec<String> = self.choices.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join(",")
    }
}

/// The games of a family.
#[derive(Clone, Debug)]
pub struct FamilyMembers {
    /// In a fixed order: what is chosen first in the text varies slowest.
    pub members: Vec<FamilyMember>,
    /// How many choices the conditions leave out.
    pub left_out: usize,
}

impl Source {
    fn errors(&self, errors: Vec<Diagnostic>) -> RuleErrors {
        RuleErrors::new(&self.file, &self.text, errors)
    }
}

impl Family {
    /// Reads a text with choices; a plain rule text is one, too. `file` is what error messages call it.
    ///
    /// # Errors
    /// Everything that cannot be read, and names that are chosen twice.
    pub fn parse(file: &str, text: &str) -> Result<Family, RuleErrors> {
        let source = Arc::new(Source { file: file.to_owned(), text: text.to_owned() });
        let (ast, mut errors) = parse::family(&source);
        let mut seen: Vec<&str> = Vec::new();
        for axis in &ast.axes {
            let Name { text: name, span } = &axis.name;
            if seen.contains(&name.as_str()) {
                let message = format!("`{name}` is chosen already");
                errors.push(Diagnostic::new(span.clone(), message, "expected another name"));
            } else if is_taken(name) {
                let message = format!("`{name}` has a meaning of its own and cannot be chosen");
                errors.push(Diagnostic::new(span.clone(), message, "expected another name"));
            }
            if matches!(&axis.kind, AxisKind::Switch(cases) if cases.is_empty()) {
                let message = format!("the switch `{name}` has no cases");
                let label = "expected lines `case NAME: STATEMENT` after it";
                errors.push(Diagnostic::new(span.clone(), message, label));
            }
            seen.push(name);
        }
        if errors.is_empty() { Ok(Family { ast, source }) } else { Err(source.errors(errors)) }
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        let of_game = self.ast.common.iter().find_map(|statement| match &statement.kind {
            StatementKind::Game(title) => Some(title.as_str()),
            _ => None,
        });
        self.ast.title.as_deref().or(of_game).unwrap_or("untitled")
    }

    /// The name under which errors report the text.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.source.file
    }

    /// Values for one of its parameters, such as `k=1..10` or `m in {1, 2, 4}`, in place of those of the text. `file` is what error
    /// messages call this.
    ///
    /// # Errors
    /// What cannot be read, and a name that is no parameter.
    pub fn with_values(mut self, file: &str, text: &str) -> Result<Family, RuleErrors> {
        let source = Arc::new(Source { file: file.to_owned(), text: text.to_owned() });
        let axis = parse_values(&source).map_err(|error| source.errors(vec![error]))?;
        let name = axis.name.text.clone();
        let same = |other: &&mut Axis| other.name.text == name && matches!(other.kind, AxisKind::Values(_));
        if let Some(other) = self.ast.axes.iter_mut().find(same) {
            *other = axis;
            return Ok(self);
        }
        if !self.parameters().any(|other| other == name) {
            let label = match self.parameters().collect::<Vec<_>>().as_slice() {
                [] => "expected no values: there are no parameters".to_owned(),
                names => format!("expected {}", names.join(", ")),
            };
            let message = format!("{} has no parameter `{name}`", self.title());
            let mut error = Diagnostic::new(axis.name.span.clone(), message, label);
            error.help = nearest(&name, self.parameters()).map(|near| format!("did you mean `{near}`?"));
            return Err(source.errors(vec![error]));
        }
        self.ast.axes.push(axis);
        Ok(self)
    }

    /// A further condition, such as `gcd(k, m) > 1`. `file` is what error messages call it.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn with_condition(mut self, file: &str, text: &str) -> Result<Family, RuleErrors> {
        let source = Arc::new(Source { file: file.to_owned(), text: text.to_owned() });
        let condition = parse_condition(&source).map_err(|error| source.errors(vec![error]))?;
        self.ast.conditions.push((source, condition));
        Ok(self)
    }

    /// The names of `param` lines.
    fn parameters(&self) -> impl Iterator<Item = &str> {
        let switched = self.ast.axes.iter().flat_map(|axis| match &axis.kind {
            AxisKind::Switch(cases) => cases.as_slice(),
            AxisKind::Values(_) => &[],
        });
        let all = self.ast.common.iter().chain(switched.flat_map(|case| &case.statements));
        all.filter_map(parameter).map(|name| name.text.as_str())
    }

    /// All members, in their order.
    ///
    /// # Errors
    /// A member whose text is wrong, a parameter without values, values and conditions that cannot be computed, and families that are
    /// too large.
    pub fn members(&self) -> Result<FamilyMembers, RuleErrors> {
        let chosen = |name: &Name| self.ast.axes.iter().any(|axis| axis.name.text == name.text);
        let open = self.ast.common.iter().filter_map(parameter).filter(|name| !chosen(name));
        let open: Vec<Diagnostic> = open
            .map(|name| {
                let message = format!("parameter {} has no values", name.text);
                Diagnostic::new(name.span.clone(), message, "needs values")
                    .help(format!("write `for {} in 1..10` or `for {} in {{1, 2, 4}}`", name.text, name.text))
            })
            .collect();
        if !open.is_empty() {
            return Err(self.source.errors(open));
        }
        let mut walk =
            Walk { family: self, found: Vec::new(), left_out: 0, looked: 0, definitions: BTreeMap::new() };
        walk.from(0, &mut Chosen::default())?;
        Ok(FamilyMembers { members: walk.found, left_out: walk.left_out })
    }
}

/// What is chosen so far.
#[derive(Clone, Default)]
struct Chosen {
    choices: Vec<(String, String)>,
    values: BTreeMap<String, ParameterValue>,
    /// Of every switch, in order, which case.
    cases: Vec<usize>,
}

/// A walk through all choices.
struct Walk<'f> {
    family: &'f Family,
    found: Vec<FamilyMember>,
    left_out: usize,
    looked: usize,
    /// The texts, by the cases of their switches and by which parameters are real numbers.
    definitions: BTreeMap<(Vec<usize>, Vec<bool>), Arc<Definition>>,
}

impl Walk<'_> {
    fn from(&mut self, axis: usize, chosen: &mut Chosen) -> Result<(), RuleErrors> {
        let Some(here) = self.family.ast.axes.get(axis) else { return self.member(chosen) };
        let name = &here.name.text;
        match &here.kind {
            AxisKind::Switch(cases) => {
                for (number, case) in cases.iter().enumerate() {
                    chosen.choices.push((name.clone(), case.name.text.clone()));
                    chosen.cases.push(number);
                    self.from(axis + 1, chosen)?;
                    chosen.cases.pop();
                    chosen.choices.pop();
                }
            }
            AxisKind::Values(items) => {
                for value in values_of(here, items, chosen, &self.family.source.text)? {
                    chosen.choices.push((name.clone(), value.to_string()));
                    chosen.values.insert(name.clone(), value);
                    self.from(axis + 1, chosen)?;
                    chosen.values.remove(name);
                    chosen.choices.pop();
                }
            }
        }
        Ok(())
    }

    /// All is chosen: a member, unless a condition leaves it out.
    fn member(&mut self, chosen: &Chosen) -> Result<(), RuleErrors> {
        self.looked += 1;
        if self.looked > MOST_CHOICES || self.found.len() >= MOST_MEMBERS {
            let place = self.family.ast.axes.last().map_or(0..0, |axis| axis.name.span.clone());
            let source = self.family.ast.axes.last().map_or(&self.family.source, |axis| &axis.source);
            let label = format!("expected at most {MOST_MEMBERS} members, of {MOST_CHOICES} choices");
            return Err(source.errors(vec![Diagnostic::new(place, "this family is too large", label)]));
        }
        for (source, condition) in &self.family.ast.conditions {
            let mut scope = scope(chosen);
            match scope.formula(condition, Place::Constant) {
                Some(Formula::Constant(false)) => {
                    self.left_out += 1;
                    return Ok(());
                }
                Some(_) if scope.errors.is_empty() => {}
                _ => return Err(source.errors(scope.errors)),
            }
        }
        let definition = self.definition(chosen)?;
        if !definition.admits(&chosen.values) {
            self.left_out += 1;
            return Ok(());
        }
        let Chosen { choices, values, .. } = chosen.clone();
        self.found.push(FamilyMember { choices, definition, values });
        Ok(())
    }

    /// The rule text of these choices, checked once for all values.
    fn definition(&mut self, chosen: &Chosen) -> Result<Arc<Definition>, RuleErrors> {
        let reals = chosen.values.values().map(|value| matches!(value, ParameterValue::Real(_))).collect();
        let key = (chosen.cases.clone(), reals);
        if let Some(known) = self.definitions.get(&key) {
            return Ok(Arc::clone(known));
        }
        let Family { source, ast } = self.family;
        let mut statements = ast.common.clone();
        let mut cases = chosen.cases.iter();
        for axis in &ast.axes {
            match &axis.kind {
                AxisKind::Switch(all) => {
                    let case = cases.next().and_then(|number| all.get(*number));
                    statements.extend(case.into_iter().flat_map(|case| case.statements.clone()));
                }
                AxisKind::Values(_) => {
                    let has_line = statements.iter().filter_map(parameter).any(|p| p.text == axis.name.text);
                    let real = matches!(chosen.values.get(&axis.name.text), Some(ParameterValue::Real(_)));
                    if !has_line {
                        let (name, span) = (axis.name.clone(), axis.name.span.clone());
                        let kind = StatementKind::Param { name, conditions: Vec::new(), irrational: real };
                        statements.push(AstStatement { kind, span });
                    }
                }
            }
        }
        statements.sort_by_key(|statement| statement.span.start);
        let definition =
            Definition::of_statements(&source.file, &source.text, Ast { statements }, Vec::new(), &|_| {
                Err("nothing can be loaded from here".to_owned())
            });
        let definition = Arc::new(definition.map_err(|errors| self.in_member(errors, chosen))?);
        self.definitions.insert(key, Arc::clone(&definition));
        Ok(definition)
    }

    /// Says in which member a text is wrong, if there are several texts.
    fn in_member(&self, mut errors: RuleErrors, chosen: &Chosen) -> RuleErrors {
        let switches = self.family.ast.axes.iter().filter(|axis| matches!(axis.kind, AxisKind::Switch(_)));
        let names: Vec<&str> = switches.map(|axis| axis.name.text.as_str()).collect();
        let cases = chosen.choices.iter().filter(|(name, _)| names.contains(&name.as_str()));
        let cases: Vec<String> = cases.map(|(name, case)| format!("{name}={case}")).collect();
        if !cases.is_empty() {
            for error in &mut errors.errors {
                let more = error.help.take().map(|help| format!("; {help}")).unwrap_or_default();
                error.help = Some(format!("this is so with {}{more}", cases.join(", ")));
            }
        }
        errors
    }
}

/// The names that conditions and bounds may mention.
fn scope(chosen: &Chosen) -> Scope {
    let value = |value: &ParameterValue| match value {
        ParameterValue::Integer(n) => Value::Integer(Some(n.clone())),
        ParameterValue::Real(r) => Value::Real(Some(r.expr().clone())),
    };
    let constants = chosen.values.iter().map(|(name, v)| (name.clone(), value(v))).collect();
    Scope { constants, ..Scope::default() }
}

/// The values of a parameter, given what was chosen before.
fn values_of(
    axis: &Axis,
    items: &[Values],
    chosen: &Chosen,
    source: &str,
) -> Result<Vec<ParameterValue>, RuleErrors> {
    let mut scope = scope(chosen);
    let mut found: Vec<ParameterValue> = Vec::new();
    for item in items {
        match item {
            Values::One(expr) => match scope.value(expr, Place::Constant) {
                Some(Value::Integer(Some(n))) => found.push(ParameterValue::Integer(n)),
                Some(Value::Real(Some(r))) => {
                    found.push(ParameterValue::Real(TypedReal::new(r, source, expr.span.clone())));
                }
                Some(other) => {
                    let message = format!("expected a number, found {}", other.kind());
                    scope.error(&expr.span, message, "expected a number");
                }
                None => {}
            },
            Values::Range(from, to) => {
                let ends = (scope.integer(from).flatten(), scope.integer(to).flatten());
                let (Some(first), Some(last)) = ends else { continue };
                let span = from.span.start..to.span.end;
                if first > last {
                    // Ends that depend on what was chosen before may leave nothing.
                    if is_constant(from) && is_constant(to) {
                        scope.error(&span, "this range is empty", "expected the smaller end first");
                    }
                    continue;
                }
                let count = usize::try_from(&last - &first).unwrap_or(usize::MAX);
                if count >= MOST_MEMBERS {
                    let label = format!("expected at most {MOST_MEMBERS} values");
                    scope.error(&span, "this range is too long", label);
                    continue;
                }
                found.extend((0..=count).map(|i| ParameterValue::Integer(&first + Integer::from(i))));
            }
        }
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = found.iter().find(|value| !seen.insert(value.to_string())) {
        let message = format!("`{}` is {twice} twice", axis.name.text);
        scope.error(&axis.name.span, message, "expected every value once");
    }
    if scope.errors.is_empty() { Ok(found) } else { Err(axis.source.errors(scope.errors)) }
}

/// Does it mention nothing that was chosen?
fn is_constant(expr: &Expr) -> bool {
    Scope::default().value(expr, Place::Constant).is_some()
}
