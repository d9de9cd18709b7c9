//! From a parsed text to a checked definition, and from a definition with values to a [`Ruleset`].

use super::ast::{Ast, AstStatement, Expr, Name, Quota, StatementKind};
use super::class::possible;
use super::diagnostic::{Diagnostic, RuleErrors, Span};
use super::expression::{Place, Scope, Value};
use super::parse::{is_taken, parse, parse_arguments};
use super::regular::RegularSet;
use super::ruleset::{Block, Formula, Imitation, Move, Play, Proposal, Ruleset, Twist};
use crate::nearest::nearest;
use std::collections::BTreeMap;
use std::sync::Arc;
use wythoff_number::{Integer, Nature, Real, RealExpr};

/// Where the sets come from that rules load: the set of a name such as `w4.json`, or why there is none.
pub type Load<'l> = &'l dyn Fn(&str) -> Result<RegularSet, String>;

/// The sets that a text has loaded, by their names in it; `None` for one that could not be had.
pub(super) type Loads = BTreeMap<String, Option<Arc<RegularSet>>>;

/// Lines `load` in one text.
const MOST_LOADS: usize = 32;

/// What kind of value a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// An integer.
    Integer,
    /// An irrational real number.
    Irrational,
}

/// A parameter of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: ParameterKind,
    /// Its conditions, as written in the text.
    pub conditions: Vec<String>,
}

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterValue {
    /// An integer.
    Integer(Integer),
    /// A real number.
    Real(TypedReal),
}

/// A real number and how it was typed: rules have `2.5` as 25/10, and a name has it as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedReal {
    expr: RealExpr,
    /// With decimal fractions, which the expression does not keep.
    typed: Option<String>,
}

impl TypedReal {
    /// The number that `text`, a part of `source`, stands for. Only what has a decimal fraction is kept as it was typed: anything else
    /// prints alike, with the usual blanks.
    pub(super) fn new(expr: RealExpr, source: &str, text: Span) -> TypedReal {
        let typed = source.get(text).map(str::trim).filter(|text| text.contains('.'));
        // Of `(2.5) + pi` the place begins within the parentheses, and that text alone is no number.
        let whole = |text: &&str| {
            let mut scope = Scope::default();
            let [(None, again)] = &parse_arguments(text).unwrap_or_default()[..] else { return false };
            matches!(scope.value(again, Place::Constant), Some(Value::Real(Some(r))) if r == expr)
        };
        let typed = typed.filter(whole).map(str::to_owned);
        TypedReal { expr, typed }
    }

    /// The number.
    #[must_use]
    pub fn expr(&self) -> &RealExpr {
        &self.expr
    }
}

impl std::fmt::Display for TypedReal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.typed {
            Some(text) => f.write_str(text),
            None => write!(f, "{}", self.expr),
        }
    }
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterValue::Integer(n) => write!(f, "{n}"),
            ParameterValue::Real(r) => write!(f, "{r}"),
        }
    }
}

/// A rule text whose names, kinds and linearity are right. Its parameters have no values yet.
#[derive(Clone, Debug)]
pub struct Definition {
    file: String,
    text: String,
    ast: Ast,
    title: String,
    parameters: Vec<Parameter>,
    loads: Loads,
}

impl Definition {
    /// Reads and checks a rule text that loads nothing from outside. `file` is what error messages call it.
    ///
    /// # Errors
    /// All problems of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Definition, RuleErrors> {
        Definition::parse_loading(file, text, &|_| Err("nothing can be loaded from here".to_owned()))
    }

    /// Reads and checks a rule text; `load` gives the sets that its lines `load Z = "…"` ask for.
    ///
    /// ```
    /// use wythoff_rules::Definition;
    /// use wythoff_rules::evaluate::Point;
    /// use wythoff_rules::regular::RegularSet;
    /// let equal = "automaton in base(2) | tracks 2 | starts 0 | accepting 0 | states 0 -2 0";
    /// let load = |name: &str| RegularSet::read(name, equal).map_err(|e| e.to_string());
    /// let text = "load Z = \"equal.txt\"\nmove bishop: Z(s, t)\n";
    /// let rules = Definition::parse_loading("my.game", text, &load)?.bind_text("")?;
    /// assert!(rules.is_move(&Point::small(9, 9, 3, 3))?);
    /// // Printed rules carry the automaton, so nothing has to be loaded again.
    /// assert_eq!(Definition::parse("again", &rules.to_string())?.bind_text("")?, rules);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All problems of the text at once, among them what could not be loaded.
    pub fn parse_loading(file: &str, text: &str, load: Load<'_>) -> Result<Definition, RuleErrors> {
        let (ast, errors) = parse(text);
        Definition::of_statements(file, text, ast, errors, load)
    }

    /// The same from statements of a text, with what is known to be wrong with them.
    pub(super) fn of_statements(
        file: &str,
        text: &str,
        ast: Ast,
        errors: Vec<Diagnostic>,
        load: Load<'_>,
    ) -> Result<Definition, RuleErrors> {
        let mut errors = errors;
        let loads = loaded(&ast, load, &mut errors);
        let scope = Scope { errors, loads: loads.clone(), ..Scope::default() };
        let mut binder = Binder { text, scope, values: None };
        let _ = binder.ruleset(&ast);
        let errors = binder.scope.errors;
        if !errors.is_empty() {
            return Err(RuleErrors::new(file, text, errors));
        }
        let mut title = String::from("untitled");
        let mut parameters = Vec::new();
        for statement in &ast.statements {
            match &statement.kind {
                StatementKind::Game(t) => title.clone_from(t),
                StatementKind::Param { name, conditions, irrational } => parameters.push(Parameter {
                    name: name.text.clone(),
                    kind: if *irrational { ParameterKind::Irrational } else { ParameterKind::Integer },
                    conditions: conditions.iter().map(|c| text[c.span.clone()].to_owned()).collect(),
                }),
                _ => {}
            }
        }
        Ok(Definition { file: file.to_owned(), text: text.to_owned(), ast, title, parameters, loads })
    }

    /// The title of the game.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The text as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name under which errors report the text.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The same rules by another name.
    #[must_use]
    pub fn called(self, file: &str) -> Definition {
        Definition { file: file.to_owned(), ..self }
    }

    /// The statements, with their places.
    pub(super) fn ast(&self) -> &Ast {
        &self.ast
    }

    /// What expressions may mention besides parameters, constants and moves.
    pub(super) fn scope(&self) -> Scope {
        Scope { loads: self.loads.clone(), ..Scope::default() }
    }

    /// The parameters, in the order of the text.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Are these values what the conditions of the parameters ask for?
    pub(super) fn admits(&self, values: &BTreeMap<String, ParameterValue>) -> bool {
        let mut binder = Binder { text: &self.text, scope: Scope::default(), values: Some(values) };
        binder.names(&self.ast);
        binder.parameters(&self.ast);
        binder.scope.errors.is_empty()
    }

    /// Gives the parameters values and yields the game.
    ///
    /// # Errors
    /// A parameter without a value, of the wrong kind or out of range; a constant that cannot be computed; a class
    /// that no move can be in.
    pub fn bind(&self, values: &BTreeMap<String, ParameterValue>) -> Result<Ruleset, RuleErrors> {
        let mut binder = Binder { text: &self.text, scope: self.scope(), values: Some(values) };
        let ruleset = binder.ruleset(&self.ast);
        match ruleset {
            Some(ruleset) if binder.scope.errors.is_empty() => match self.overgrown(&ruleset) {
                None => Ok(ruleset),
                Some(error) => Err(RuleErrors::new(&self.file, &self.text, vec![error])),
            },
            _ => Err(RuleErrors::new(&self.file, &self.text, binder.scope.errors)),
        }
    }

    /// Whatever prints also parses; but `min` and `max` can unfold into more than one statement may hold, and so can a move with the
    /// ends of a `terminal` line.
    fn overgrown(&self, ruleset: &Ruleset) -> Option<Diagnostic> {
        let terminal = self.ast.statements.iter().find(|s| matches!(s.kind, StatementKind::Terminal(_)));
        if terminal.is_none() && !self.text.contains("min") && !self.text.contains("max") {
            return None;
        }
        let (_, errors) = parse(&ruleset.to_string());
        let longest = || self.ast.statements.iter().max_by_key(|statement| statement.span.len());
        let (place, message) = match terminal {
            Some(terminal) => (terminal, "with these ends, a move says more than one line can hold"),
            None => (longest()?, "min and max leave too many cases here"),
        };
        let label = "say it by comparisons, or by further moves";
        (!errors.is_empty()).then(|| Diagnostic::new(place.span.clone(), message, label))
    }

    /// Like [`Definition::bind`], with the values as text: `"k=2, m=3"`, or in order: `"2, 3"`.
    ///
    /// # Errors
    /// As for [`Definition::bind`], and for a text that is not a list of values.
    pub fn bind_text(&self, arguments: &str) -> Result<Ruleset, RuleErrors> {
        self.bind(&self.values(arguments)?)
    }

    /// Reads values of the parameters from a text such as `"k=2, m=3"` or `"2, 3"`.
    ///
    /// # Errors
    /// A text that is not a list of values, an unknown parameter, a value given twice.
    pub fn values(&self, arguments: &str) -> Result<BTreeMap<String, ParameterValue>, RuleErrors> {
        let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
        read_values(&names, &self.title, arguments)
    }
}

/// The sets of the lines `load`. A text may be the automaton itself.
fn loaded(ast: &Ast, load: Load<'_>, errors: &mut Vec<Diagnostic>) -> Loads {
    let mut loads = Loads::new();
    for statement in &ast.statements {
        let StatementKind::Load(name, source, span) = &statement.kind else { continue };
        let set = if loads.len() >= MOST_LOADS {
            Err(format!("a game loads at most {MOST_LOADS} automata"))
        } else if RegularSet::is_text(source) {
            RegularSet::read(&name.text, source).map_err(|e| format!("this automaton cannot be used: {e}"))
        } else {
            let failed = |why: String| format!("cannot load {source:?}: {why}");
            load(source).map(|set| set.named(&name.text)).map_err(failed)
        };
        if let Err(why) = &set {
            let label =
                "expected a certificate, an automaton in Walnut's text format, or the name of a certificate";
            errors.push(Diagnostic::new(span.clone(), why.clone(), label));
        }
        loads.entry(name.text.clone()).or_insert(set.ok().map(Arc::new));
    }
    loads
}

/// A positive number as the rule language writes it, such as `(2+sqrt(29))/5`; the error says why not.
pub fn read_positive(text: &str) -> Result<Real, String> {
    let values = read_values(&["number"], "a number", text).map_err(|errors| {
        errors.errors.first().map_or_else(|| "it cannot be read".to_owned(), |error| error.message.clone())
    })?;
    let expr = match values.into_values().next() {
        Some(ParameterValue::Integer(n)) => RealExpr::Integer(n),
        Some(ParameterValue::Real(real)) => real.expr,
        None => return Err("there is nothing".to_owned()),
    };
    let real = Real::new(expr).map_err(|error| error.to_string())?;
    match real.is_positive() {
        Ok(true) => Ok(real),
        Ok(false) => Err("it is not positive".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads `"k=2, m=3"` or `"2, 3"` as values of the named parameters of a game.
pub fn read_values(
    names: &[&str],
    title: &str,
    arguments: &str,
) -> Result<BTreeMap<String, ParameterValue>, RuleErrors> {
    let failed = |error: Diagnostic| RuleErrors::new("parameters", arguments, vec![error]);
    let mut values = BTreeMap::new();
    for (position, (name, expr)) in parse_arguments(arguments).map_err(failed)?.into_iter().enumerate() {
        let name = match name {
            Some(name) => name,
            None => match names.get(position) {
                Some(next) => Name { text: (*next).to_owned(), span: expr.span.clone() },
                None => {
                    let message = match names.len() {
                        0 => format!("{title} has no parameters"),
                        _ => format!("{title} has only the parameters {}", names.join(", ")),
                    };
                    return Err(failed(Diagnostic::new(expr.span, message, "one value too many")));
                }
            },
        };
        if !names.contains(&name.text.as_str()) {
            let label = match names.len() {
                0 => "expected no parameters".to_owned(),
                _ => format!("expected {}", names.join(", ")),
            };
            let mut error =
                Diagnostic::new(name.span, format!("{title} has no parameter `{}`", name.text), label);
            error.help = nearest(&name.text, names.iter().copied()).map(|n| format!("did you mean `{n}`?"));
            return Err(failed(error));
        }
        let mut scope = Scope::default();
        let value = match scope.value(&expr, Place::Constant) {
            Some(Value::Integer(Some(n))) => ParameterValue::Integer(n),
            Some(Value::Real(Some(r))) => {
                ParameterValue::Real(TypedReal::new(r, arguments, expr.span.clone()))
            }
            Some(other) => {
                let message = format!("expected a number for `{}`, found {}", name.text, other.kind());
                return Err(failed(Diagnostic::new(expr.span, message, "expected a number")));
            }
            None => return Err(RuleErrors::new("parameters", arguments, scope.errors)),
        };
        if values.insert(name.text.clone(), value).is_some() {
            let message = format!("`{}` has a value already", name.text);
            return Err(failed(Diagnostic::new(name.span, message, "given twice")));
        }
    }
    Ok(values)
}

/// One walk over the statements; with values it computes, without it only checks.
pub(super) struct Binder<'a> {
    pub(super) text: &'a str,
    pub(super) scope: Scope,
    pub(super) values: Option<&'a BTreeMap<String, ParameterValue>>,
}

impl Binder<'_> {
    fn ruleset(&mut self, ast: &Ast) -> Option<Ruleset> {
        self.names(ast);
        self.parameters(ast);
        // A value out of range would only be reported again by every rule that uses it.
        if self.values.is_some() && !self.scope.errors.is_empty() {
            return None;
        }
        let mut ruleset = Ruleset {
            title: String::from("untitled"),
            moves: self.moves(ast),
            position: None,
            twist: Twist::None,
            imitation: None,
            play: Play::Normal,
        };
        self.once(ast, "game", |k| matches!(k, StatementKind::Game(_)));
        self.once(ast, "position", |k| matches!(k, StatementKind::Position(_)));
        self.once(ast, "comply", |k| matches!(k, StatementKind::Comply(_)));
        self.once(ast, "imitation", |k| matches!(k, StatementKind::Imitation(..)));
        self.once(ast, "play", |k| matches!(k, StatementKind::Play(_)));
        for statement in &ast.statements {
            match &statement.kind {
                StatementKind::Game(title) => ruleset.title.clone_from(title),
                StatementKind::Position(expr) => {
                    ruleset.position =
                        self.scope.formula(expr, Place::Position).filter(|f| *f != Formula::Constant(true));
                }
                StatementKind::Imitation(allowed, width) => {
                    ruleset.imitation = self.imitation(allowed, width)
                }
                StatementKind::Play(play) => ruleset.play = *play,
                _ => {}
            }
        }
        ruleset.twist = self.twist(ast, &ruleset);
        self.scope.errors.is_empty().then_some(ruleset)
    }

    /// Collects the names of moves, and reports names that are used twice or cannot be used.
    pub(super) fn names(&mut self, ast: &Ast) {
        let mut seen: BTreeMap<&str, &'static str> = BTreeMap::new();
        for statement in &ast.statements {
            let (name, what) = match &statement.kind {
                StatementKind::Param { name, .. } => (name, "a parameter"),
                StatementKind::Let(name, _) => (name, "a constant"),
                StatementKind::Load(name, ..) => (name, "an automaton"),
                StatementKind::Move(name, _) => (name, "a move"),
                _ => continue,
            };
            if is_taken(&name.text) {
                let message = format!("`{}` has a meaning of its own and cannot name {what}", name.text);
                self.scope.error(&name.span, message, "expected another name");
            }
            match seen.insert(&name.text, what) {
                // Several `move` lines under one name are one kind of move.
                Some("a move") if what == "a move" => {}
                Some(earlier) => {
                    let message = format!("`{}` is {earlier} already", name.text);
                    self.scope.error(&name.span, message, "expected another name");
                }
                None if what == "a move" => self.scope.moves.push(name.text.clone()),
                None => {}
            }
        }
        if self.scope.moves.is_empty() && self.scope.errors.is_empty() {
            let error =
                Diagnostic::new(0..0, "this game has no moves", "expected a line `move NAME: FORMULA`");
            self.scope.errors.push(error.help("for example `move rook: s = 0 or t = 0`"));
        }
    }

    fn once(&mut self, ast: &Ast, word: &str, is: impl Fn(&StatementKind) -> bool) {
        for statement in ast.statements.iter().filter(|s| is(&s.kind)).skip(1) {
            self.scope.error(
                &statement.span,
                format!("a game has one `{word}` line"),
                "this one is too many",
            );
        }
    }

    /// Values of parameters and constants, then the conditions, which may mention any of them.
    pub(super) fn parameters(&mut self, ast: &Ast) {
        for statement in &ast.statements {
            if let StatementKind::Param { name, irrational, .. } = &statement.kind {
                let value = self.parameter_value(statement, name, *irrational);
                self.scope.constants.insert(name.text.clone(), value);
            }
        }
        for statement in &ast.statements {
            if let StatementKind::Let(name, expr) = &statement.kind {
                match self.scope.value(expr, Place::Constant) {
                    Some(value @ (Value::Integer(_) | Value::Real(_))) => {
                        self.scope.constants.insert(name.text.clone(), value);
                    }
                    Some(other) => {
                        let message = format!("expected a number, found {}", other.kind());
                        self.scope.error(&expr.span, message, "`let` names a constant");
                    }
                    // Reported already; an unknown value keeps the name from being reported again and again.
                    None => {
                        self.scope.constants.insert(name.text.clone(), Value::Integer(None));
                    }
                }
            }
        }
        for statement in &ast.statements {
            if let StatementKind::Param { conditions, .. } = &statement.kind {
                for condition in conditions {
                    self.condition(condition);
                }
            }
        }
    }

    fn parameter_value(&mut self, statement: &AstStatement, name: &Name, irrational: bool) -> Value {
        let unknown = if irrational { Value::Real(None) } else { Value::Integer(None) };
        let Some(values) = self.values else { return unknown };
        let text = &name.text;
        match (values.get(text), irrational) {
            (None, _) => {
                let error = Diagnostic::new(
                    name.span.clone(),
                    format!("parameter {text} has no value"),
                    "needs a value",
                );
                self.scope
                    .errors
                    .push(error.help(format!("write NAME({text}=…) after the name of the game")));
            }
            (Some(ParameterValue::Integer(n)), false) => return Value::Integer(Some(n.clone())),
            (Some(ParameterValue::Real(r)), false) => {
                let message = format!("parameter {text} = {r} must be an integer");
                self.scope.error(&statement.span, message, "expected an integer");
            }
            (Some(ParameterValue::Integer(n)), true) => {
                let message = format!("parameter {text} = {n} must be irrational");
                self.scope.error(
                    &statement.span,
                    message,
                    "expected an irrational number such as pi or sqrt(7)",
                );
            }
            (Some(ParameterValue::Real(r)), true) => {
                let real = Real::new(r.expr.clone());
                if let Some(real) = self.scope.exact(&statement.span, real) {
                    if let Nature::Rational(q) = real.nature() {
                        let and_is = if q.to_string() == r.to_string() {
                            String::new()
                        } else {
                            format!(", and it is {q}")
                        };
                        let message = format!("parameter {text} = {r} must be irrational{and_is}");
                        let label = "expected an irrational number such as pi or sqrt(7)";
                        self.scope.error(&statement.span, message, label);
                    } else {
                        return Value::Real(Some(r.expr.clone()));
                    }
                }
            }
        }
        unknown
    }

    fn condition(&mut self, condition: &Expr) {
        if self.scope.formula(condition, Place::Constant) != Some(Formula::Constant(false))
            || self.values.is_none()
        {
            return;
        }
        let written = &self.text[condition.span.clone()];
        let used: Vec<String> = self
            .values
            .into_iter()
            .flatten()
            .filter(|(name, _)| words(written).any(|w| w == *name))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let message = format!("{}: must satisfy {written}", used.join(", "));
        self.scope.error(&condition.span, message, "not satisfied");
    }

    /// The moves; from a position that is an end, none of them can be made.
    ///
    /// So a `terminal` line is said in the conditions of the moves, as authors did before there was one: solvers, provers, the checker
    /// and printed rules need to know nothing of it, and the game is the same one as if it were written so.
    fn moves(&mut self, ast: &Ast) -> Vec<Move> {
        let mut moves = self.stated_moves(ast);
        let goes_on = self.terminal(ast).negated();
        for a_move in &mut moves {
            let stated = std::mem::replace(&mut a_move.when, Formula::Constant(false));
            a_move.when = Formula::all_of(vec![stated, goes_on.clone()]);
        }
        moves
    }

    /// Which positions are ends: those of any `terminal` line.
    pub(super) fn terminal(&mut self, ast: &Ast) -> Formula {
        let mut ends = Vec::new();
        for statement in &ast.statements {
            let StatementKind::Terminal(expr) = &statement.kind else { continue };
            ends.extend(self.scope.formula(expr, Place::Terminal));
        }
        Formula::any_of(ends)
    }

    fn stated_moves(&mut self, ast: &Ast) -> Vec<Move> {
        let mut kinds: Vec<(&str, Vec<Formula>)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for statement in &ast.statements {
            let StatementKind::Move(name, expr) = &statement.kind else { continue };
            let Some(when) = self.scope.formula(expr, Place::Move) else { continue };
            let place = *places.entry(&name.text).or_insert(kinds.len());
            match kinds.get_mut(place) {
                Some((_, lines)) => lines.push(when),
                None => kinds.push((&name.text, vec![when])),
            }
        }
        let whole = |(name, lines): (&str, Vec<Formula>)| Move {
            name: name.to_owned(),
            when: Formula::any_of(lines),
        };
        kinds.into_iter().map(whole).collect()
    }

    fn imitation(&mut self, allowed: &Expr, width: &Expr) -> Option<Imitation> {
        let (allowed, width) = (self.count(allowed, 1), self.count(width, 1));
        Some(Imitation { allowed: allowed?, width: width? })
    }

    /// A constant that counts something: at least `least`. 1 stands for a value not known yet.
    fn count(&mut self, expr: &Expr, least: u64) -> Option<u64> {
        let Some(n) = self.scope.integer(expr)? else { return Some(1) };
        match u64::try_from(n.clone()) {
            Ok(count) if (least..=1 << 40).contains(&count) => Some(count),
            _ => {
                let message = format!("{n} is not a count");
                self.scope.error(&expr.span, message, format!("expected an integer from {least} to 2^40"));
                None
            }
        }
    }

    fn twist(&mut self, ast: &Ast, ruleset: &Ruleset) -> Twist {
        let mut blocks = Vec::new();
        let mut comply = None;
        for statement in &ast.statements {
            match &statement.kind {
                StatementKind::Block(quota) => {
                    if let Some((limit, class)) = self.quota(quota, ruleset) {
                        blocks.push(Block { limit, class });
                    }
                }
                StatementKind::Comply(quotas) => {
                    let found: Vec<_> = quotas.iter().map(|q| self.quota(q, ruleset)).collect();
                    let proposals =
                        found.into_iter().flatten().map(|(least, class)| Proposal { least, class });
                    comply = Some((statement, proposals.collect()));
                }
                _ => {}
            }
        }
        match (blocks.is_empty(), comply) {
            (true, None) => Twist::None,
            (false, None) => Twist::Block(blocks),
            (true, Some((_, proposals))) => Twist::Comply(proposals),
            (false, Some((statement, _))) => {
                let message = "a game has either `block` or `comply` lines";
                self.scope.error(&statement.span, message, "cannot stand beside `block`");
                Twist::None
            }
        }
    }

    fn quota(&mut self, quota: &Quota, ruleset: &Ruleset) -> Option<(u64, Formula)> {
        let count = self.count(&quota.count, 0);
        let class = match &quota.class {
            None => Some(Formula::Constant(true)),
            Some(expr) => self.scope.formula(expr, Place::Class),
        };
        let (count, class) = (count?, class?);
        if let (Some(expr), Some(_), true) = (&quota.class, self.values, self.scope.errors.is_empty())
            && !possible(&class, &ruleset.moves)
        {
            self.empty_class(&expr.span);
        }
        Some((count, class))
    }

    fn empty_class(&mut self, span: &Span) {
        self.scope.error(span, "no move can be in this class", "no removal is a move and satisfies this");
    }
}

/// The words of a formula, to see which parameters it mentions.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}
