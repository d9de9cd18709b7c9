//! A text with choices to its statements.

use super::{Axis, AxisKind, CaseOf, Source, Values};
use crate::ast::{AstStatement, Expr, Name};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::parse::{
    Failure, MAX_DEPTH, MAX_STATEMENTS, Parsed, Tokens, expression, fail, list, name, peek, sign, skip,
    statement, sum, take, unexpected, word,
};
use crate::token::{Kind, STATEMENTS, Token, tokens_of};
use std::sync::Arc;
use winnow::prelude::*;
use winnow::stream::TokenSlice;

/// The words that start a statement of a family, besides those of a rule text.
const WORDS: [&str; 5] = ["family", "for", "where", "switch", "case"];

/// What a text with choices says, unchecked.
#[derive(Clone, Debug, Default)]
pub(super) struct FamilyAst {
    pub(super) title: Option<String>,
    /// The statements that every member has.
    pub(super) common: Vec<AstStatement>,
    /// What is chosen, in the order of the text.
    pub(super) axes: Vec<Axis>,
    /// Which choices there are.
    pub(super) conditions: Vec<(Arc<Source>, Expr)>,
}

/// Reads a text with choices. What cannot be read is left out and reported.
pub(super) fn family(source: &Arc<Source>) -> (FamilyAst, Vec<Diagnostic>) {
    let (tokens, mut errors) = tokens_of(&source.text, &WORDS, true);
    let mut input = TokenSlice::new(&tokens);
    let mut found = FamilyAst::default();
    let mut count = 0;
    loop {
        while peek(&input).kind == Kind::Newline {
            skip(&mut input);
        }
        if peek(&input).kind == Kind::End {
            break;
        }
        count += 1;
        let start = peek(&input).span.start;
        if count > MAX_STATEMENTS {
            let label = format!("expected at most {MAX_STATEMENTS} statements");
            let place = peek(&input).span.clone();
            errors.push(Diagnostic::new(place, "this text is too long for a family of games", label));
            break;
        }
        if let Err(Failure(error)) = one(&mut input, source, &mut found) {
            while !matches!(peek(&input).kind, Kind::Newline | Kind::End) {
                skip(&mut input);
            }
            // What could not be read at all explains why the rest of the statement makes no sense.
            let statement = start..=peek(&input).span.start;
            if !errors.iter().any(|e| statement.contains(&e.span.start)) {
                errors.push(*error);
            }
        }
    }
    (found, errors)
}

/// One statement.
fn one(input: &mut Tokens<'_>, source: &Arc<Source>, found: &mut FamilyAst) -> Parsed<()> {
    let first = peek(input);
    let Kind::Word(keyword) = &first.kind else {
        return Err(unexpected(input, "a statement of a rule text, or for, where, switch, case or family"));
    };
    match keyword.as_str() {
        "family" => {
            skip(input);
            let title =
                take(input, "the title of the family in quotes", |t| matches!(t.kind, Kind::Text(_)))?;
            if let Kind::Text(text) = &title.kind {
                found.title = Some(text.clone());
            }
        }
        "for" => {
            skip(input);
            let axis = values(input, source)?;
            found.axes.push(axis);
        }
        "where" => {
            skip(input);
            found.conditions.push((Arc::clone(source), expression(input, MAX_DEPTH)?));
        }
        "switch" => {
            skip(input);
            let name = name(input, "the name of the switch")?;
            let kind = AxisKind::Switch(Vec::new());
            found.axes.push(Axis { name, source: Arc::clone(source), kind });
        }
        "case" => case(input, found)?,
        word if STATEMENTS.contains(&word) => {
            found.common.push(statement(input)?);
            return Ok(());
        }
        word => return Err(unknown(first, word)),
    }
    end(input)
}

fn unknown(token: &Token, word: &str) -> Failure {
    let all = || STATEMENTS.into_iter().chain(WORDS);
    let label = format!("expected one of {}", all().collect::<Vec<_>>().join(", "));
    let mut error =
        Diagnostic::new(token.span.clone(), format!("`{word}` does not start a statement"), label);
    error.help = nearest(word, all()).map(|near| format!("did you mean `{near}`?"));
    Failure(Box::new(error))
}

fn end(input: &Tokens<'_>) -> Parsed<()> {
    match peek(input).kind {
        Kind::Newline | Kind::End => Ok(()),
        _ => Err(unexpected(input, "an operator or the end of the line")),
    }
}

/// `case NAME`, or `case NAME: STATEMENT`; cases of one name belong together.
fn case(input: &mut Tokens<'_>, found: &mut FamilyAst) -> Parsed<()> {
    let span = peek(input).span.clone();
    skip(input);
    let name = name(input, "the name of the case")?;
    let mut said = None;
    if peek(input).is_sign(":") {
        skip(input);
        let goes_on = |input: &Tokens<'_>| {
            let rest = input.as_ref();
            let word = |i: usize| rest.get(i).map(|token| &token.kind);
            matches!((word(0), word(1)), (Some(Kind::Newline), Some(Kind::Word(w))) if STATEMENTS.contains(&w.as_str()))
        };
        if goes_on(input) {
            skip(input);
        }
        if !matches!(peek(input).kind, Kind::Newline | Kind::End) {
            said = Some(statement(input)?);
        }
    }
    let Some(AxisKind::Switch(cases)) = found.axes.last_mut().map(|axis| &mut axis.kind) else {
        return fail(span, "this case belongs to no switch", "expected a line `switch NAME` before it");
    };
    match cases.iter_mut().find(|case| case.name.text == name.text) {
        Some(case) => case.statements.extend(said),
        None => cases.push(CaseOf { name, statements: said.into_iter().collect() }),
    }
    Ok(())
}

/// `k in 1..10`, `m in {1, 2, 4..6}`, `a in phi, sqrt(2)`; from outside also `k=1..10`.
fn values(input: &mut Tokens<'_>, source: &Arc<Source>) -> Parsed<Axis> {
    let name = name(input, "the name of a parameter")?;
    match peek(input).is_sign("=") {
        true => skip(input),
        false => drop(word("in").parse_next(input)?),
    }
    let braces = peek(input).is_sign("{");
    if braces {
        skip(input);
    }
    let items = list(input, item, |t| t.is_sign(","))?;
    if braces {
        sign("}").parse_next(input)?;
    }
    Ok(Axis { name, source: Arc::clone(source), kind: AxisKind::Values(items) })
}

fn item(input: &mut Tokens<'_>) -> Parsed<Values> {
    let from = sum(input, MAX_DEPTH)?;
    if !peek(input).is_sign("..") {
        return Ok(Values::One(from));
    }
    skip(input);
    Ok(Values::Range(from, sum(input, MAX_DEPTH)?))
}

/// Values of one parameter, as they are given beside a text: `k=1..10`.
pub(super) fn parse_values(source: &Arc<Source>) -> Result<Axis, Diagnostic> {
    alone(source, |input| values(input, source))
}

/// A condition that is given beside a text.
pub(super) fn parse_condition(source: &Arc<Source>) -> Result<Expr, Diagnostic> {
    alone(source, |input| expression(input, MAX_DEPTH))
}

fn alone<T>(source: &Source, read: impl FnOnce(&mut Tokens<'_>) -> Parsed<T>) -> Result<T, Diagnostic> {
    let (tokens, errors) = tokens_of(&source.text, &WORDS, true);
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    let mut input = TokenSlice::new(&tokens);
    let found = read(&mut input).and_then(|found| end(&input).map(|()| found));
    found.map_err(|Failure(error)| *error)
}

/// The name of a parameter: where it stands in the text.
pub(super) fn parameter(statement: &AstStatement) -> Option<&Name> {
    match &statement.kind {
        crate::ast::StatementKind::Param { name, .. } => Some(name),
        _ => None,
    }
}
