//! Rule text to [`Ast`].
//!
//! One grammar serves numbers, reals, terms and formulas, from the loosest operator to the tightest:
//! `or`, `and`, `not`, comparisons and `in`, `mod`, `+ -`, `* /`, unary `-`, `^`. So `s + t mod 3 = 0` means
//! `(s + t) mod 3 = 0`, as in number theory. A statement that cannot be read is reported, and reading goes on with the
//! next one.

use super::ast::{
    Ast, AstStatement, Expr, ExprKind, Extreme, Function, Name, Operator, Quota, StatementKind,
};
use super::diagnostic::{Diagnostic, Span};
use super::ruleset::{Play, Relation};
use super::token::{Kind, STATEMENTS, Token, tokens};
use crate::nearest::nearest;
use winnow::error::ParserError;
use winnow::prelude::*;
use winnow::stream::{Stream, TokenSlice};
use winnow::token::any;

pub(super) type Tokens<'t> = TokenSlice<'t, Token>;

/// Parentheses and operators nested deeper than this are refused, so that no text can exhaust the stack.
pub(super) const MAX_DEPTH: usize = 60;

/// Statements in one text; what is longer is no rule text.
pub(super) const MAX_STATEMENTS: usize = 5_000;

/// Statements that cannot be read in one text; the rest of it is not looked at.
const MAX_ERRORS: usize = 500;

/// Arithmetic signs in one statement, for the same reason: sums and products nest to the left.
const MAX_SIGNS: usize = 1000;

/// A failed statement; boxed to keep the successful path small.
#[derive(Debug)]
pub(super) struct Failure(pub(super) Box<Diagnostic>);

impl<'t> ParserError<Tokens<'t>> for Failure {
    type Inner = Self;

    fn from_input(input: &Tokens<'t>) -> Self {
        unexpected(input, "something else")
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

pub(super) type Parsed<T> = Result<T, Failure>;

/// Reads a rule text. What cannot be read is left out of the [`Ast`] and reported.
pub(crate) fn parse(text: &str) -> (Ast, Vec<Diagnostic>) {
    let (tokens, mut errors) = tokens(text);
    let mut input = TokenSlice::new(&tokens);
    let mut ast = Ast::default();
    loop {
        match peek(&input).kind {
            Kind::End => break,
            Kind::Newline => skip(&mut input),
            _ => {}
        }
        if peek(&input).kind == Kind::End {
            break;
        }
        let start = peek(&input).span.start;
        if errors.len() >= MAX_ERRORS {
            let place = peek(&input).span.clone();
            let message = format!("there are {MAX_ERRORS} errors before this line");
            errors.push(Diagnostic::new(place, message, "what follows has not been read"));
            break;
        }
        if ast.statements.len() + errors.len() >= MAX_STATEMENTS {
            let place = peek(&input).span.clone();
            let label = format!("expected at most {MAX_STATEMENTS} statements");
            errors.push(Diagnostic::new(place, "this text is too long for the rules of a game", label));
            break;
        }
        match statement(&mut input) {
            Ok(statement) => ast.statements.push(statement),
            Err(Failure(error)) => {
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
    }
    (ast, errors)
}

/// Reads values of parameters: `k=2, m=3`, or `2, 3`, or nothing.
pub(crate) fn parse_arguments(text: &str) -> Result<Vec<(Option<Name>, Expr)>, Diagnostic> {
    let (tokens, errors) = tokens(text);
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    let mut input = TokenSlice::new(&tokens);
    if peek(&input).kind == Kind::End {
        return Ok(Vec::new());
    }
    let argument = |input: &mut Tokens<'_>| {
        let named = input.as_ref().get(1).is_some_and(|t| t.is_sign("="));
        if !named {
            return Ok((None, sum(input, MAX_DEPTH)?));
        }
        let name = name(input, "the name of a parameter")?;
        skip(input);
        Ok((Some(name), sum(input, MAX_DEPTH)?))
    };
    let arguments = list(&mut input, argument, |t| t.is_sign(",")).map_err(|Failure(e)| *e)?;
    match peek(&input).kind {
        Kind::End => Ok(arguments),
        _ => Err(*unexpected(&input, "an operator, `,` or the end").0),
    }
}

/// The next token. The last one is always [`Kind::End`] and is never taken.
pub(super) fn peek<'t>(input: &Tokens<'t>) -> &'t Token {
    static END: Token = Token { kind: Kind::End, span: 0..0 };
    input.peek_token().unwrap_or(&END)
}

pub(super) fn skip(input: &mut Tokens<'_>) {
    if peek(input).kind != Kind::End {
        input.next_token();
    }
}

pub(super) fn unexpected(input: &Tokens<'_>, expected: &str) -> Failure {
    let token = peek(input);
    let error = Diagnostic::new(
        token.span.clone(),
        format!("expected {expected}, found {}", token.describe()),
        format!("expected {expected}"),
    );
    Failure(Box::new(error))
}

pub(super) fn fail<T>(span: Span, message: impl Into<String>, label: impl Into<String>) -> Parsed<T> {
    Err(Failure(Box::new(Diagnostic::new(span, message, label))))
}

pub(super) fn take<'t>(
    input: &mut Tokens<'t>,
    expected: &str,
    test: impl Fn(&Token) -> bool,
) -> Parsed<&'t Token> {
    if test(peek(input)) {
        return any.parse_next(input);
    }
    Err(unexpected(input, expected))
}

pub(super) fn sign<'t>(sign: &'static str) -> impl Parser<Tokens<'t>, &'t Token, Failure> {
    move |input: &mut Tokens<'t>| take(input, &format!("`{sign}`"), |t| t.is_sign(sign))
}

pub(super) fn word<'t>(word: &'static str) -> impl Parser<Tokens<'t>, &'t Token, Failure> {
    move |input: &mut Tokens<'t>| take(input, &format!("`{word}`"), |t| t.is_word(word))
}

pub(super) fn name(input: &mut Tokens<'_>, what: &str) -> Parsed<Name> {
    let token = take(input, what, |t| matches!(t.kind, Kind::Word(_)))?;
    let Kind::Word(text) = &token.kind else { return Err(unexpected(input, what)) };
    Ok(Name { text: text.clone(), span: token.span.clone() })
}

pub(super) fn statement(input: &mut Tokens<'_>) -> Parsed<AstStatement> {
    let first = peek(input);
    let Kind::Word(keyword) = &first.kind else {
        return Err(unexpected(
            input,
            "a statement (game, param, let, load, move, position, terminal, block, comply, imitation or play)",
        ));
    };
    if !STATEMENTS.contains(&keyword.as_str()) {
        let message = format!("`{keyword}` does not start a statement");
        let error = Diagnostic::new(
            first.span.clone(),
            message,
            format!("expected one of {}", STATEMENTS.join(", ")),
        );
        let error = match nearest(keyword, STATEMENTS) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        };
        return Err(Failure(Box::new(error)));
    }
    skip(input);
    let mut signs = input
        .as_ref()
        .iter()
        .take_while(|t| t.kind != Kind::Newline)
        .filter(|t| matches!(t.kind, Kind::Sign("+" | "-" | "*" | "/" | "^")));
    if let Some(last) = signs.nth(MAX_SIGNS) {
        return fail(
            last.span.clone(),
            "this statement is too long",
            "name parts of it with `let` or further moves",
        );
    }
    let kind = match keyword.as_str() {
        "game" => game(input)?,
        "param" => param(input)?,
        "let" => {
            let name = name(input, "a name")?;
            sign("=").parse_next(input)?;
            StatementKind::Let(name, expression(input, MAX_DEPTH)?)
        }
        "load" => load(input)?,
        "move" => {
            let name = name(input, "the name of the move")?;
            if peek(input).is_sign("-") {
                let span = name.span.start..peek(input).span.end;
                return fail(span, "names of moves have no hyphen", "expected letters, digits and `_`");
            }
            sign(":").parse_next(input)?;
            StatementKind::Move(name, expression(input, MAX_DEPTH)?)
        }
        "position" => {
            sign(":").parse_next(input)?;
            StatementKind::Position(expression(input, MAX_DEPTH)?)
        }
        "terminal" => {
            sign(":").parse_next(input)?;
            StatementKind::Terminal(expression(input, MAX_DEPTH)?)
        }
        "block" => StatementKind::Block(quota(input)?),
        "comply" => StatementKind::Comply(list(input, quota, |t| t.is_word("or"))?),
        "imitation" => {
            let allowed = expression(input, MAX_DEPTH)?;
            word("within").parse_next(input)?;
            StatementKind::Imitation(allowed, expression(input, MAX_DEPTH)?)
        }
        _ => {
            let token = take(input, "`misere` or `normal`", |t| {
                ["misere", "misère", "normal"].iter().any(|w| t.is_word(w))
            })?;
            StatementKind::Play(if token.is_word("normal") { Play::Normal } else { Play::Misere })
        }
    };
    let last = peek(input);
    if !matches!(last.kind, Kind::Newline | Kind::End) {
        return Err(after_statement(input));
    }
    Ok(AstStatement { kind, span: first.span.start..last.span.start })
}

/// The statement is over but the line is not.
fn after_statement(input: &Tokens<'_>) -> Failure {
    let Failure(mut error) = unexpected(input, "an operator or the end of the line");
    let token = peek(input);
    if token.is_word("mod") || token.is_sign("=") || token.is_sign("<") {
        error.help = Some("put the parts in parentheses".to_owned());
    } else if token.is_word("irrational") {
        error.help = Some("`irrational` stands at the end of a `param` line".to_owned());
    }
    Failure(error)
}

fn game(input: &mut Tokens<'_>) -> Parsed<StatementKind> {
    let token = take(input, "the title of the game in quotes", |t| matches!(t.kind, Kind::Text(_)))?;
    match &token.kind {
        Kind::Text(title) => Ok(StatementKind::Game(title.clone())),
        _ => Err(unexpected(input, "the title of the game in quotes")),
    }
}

/// `load Z = "w4.json"`
fn load(input: &mut Tokens<'_>) -> Parsed<StatementKind> {
    const WHAT: &str = "the name of a file or of a certificate in quotes";
    let name = name(input, "a name for the automaton")?;
    sign("=").parse_next(input)?;
    let token = take(input, WHAT, |t| matches!(t.kind, Kind::Text(_)))?;
    match &token.kind {
        Kind::Text(source) => Ok(StatementKind::Load(name, source.clone(), token.span.clone())),
        _ => Err(unexpected(input, WHAT)),
    }
}

/// `param k >= 1, k < m irrational`: the first condition starts with the parameter itself.
fn param(input: &mut Tokens<'_>) -> Parsed<StatementKind> {
    let start = input.checkpoint();
    let name = name(input, "the name of the parameter")?;
    input.reset(&start);
    let condition = |i: &mut Tokens<'_>| expression(i, MAX_DEPTH);
    let mut conditions = list(input, condition, |t| t.is_sign(","))?;
    if matches!(conditions.first().map(|c| &c.kind), Some(ExprKind::Name(_))) {
        conditions.remove(0);
    }
    let irrational = peek(input).is_word("irrational");
    if irrational {
        skip(input);
    }
    Ok(StatementKind::Param { name, conditions, irrational })
}

fn quota(input: &mut Tokens<'_>) -> Parsed<Quota> {
    let count = sum(input, MAX_DEPTH)?;
    if !peek(input).is_word("of") {
        return Ok(Quota { count, class: None });
    }
    skip(input);
    Ok(Quota { count, class: Some(disjunction(input, MAX_DEPTH, true)?) })
}

/// One or more items with something between them.
///
/// winnow's `separated` takes an error after a separator for the end of the list and so loses its message.
pub(super) fn list<'t, T>(
    input: &mut Tokens<'t>,
    mut item: impl FnMut(&mut Tokens<'t>) -> Parsed<T>,
    separates: impl Fn(&Token) -> bool,
) -> Parsed<Vec<T>> {
    let mut items = vec![item(input)?];
    while separates(peek(input)) {
        skip(input);
        items.push(item(input)?);
    }
    Ok(items)
}

fn join(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
}

pub(super) fn expression(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    disjunction(input, depth, false)
}

/// `quotas`: inside `comply`, an `or` before `E of …` starts a new alternative rather than a longer class.
fn disjunction(input: &mut Tokens<'_>, depth: usize, quotas: bool) -> Parsed<Expr> {
    let mut parts = vec![conjunction(input, depth)?];
    while peek(input).is_word("or") && !(quotas && quota_follows(input)) {
        skip(input);
        parts.push(conjunction(input, depth)?);
    }
    Ok(all_of(parts, ExprKind::Or))
}

/// The only part, or all of them under one roof: long lists stay flat, so that they cannot exhaust the stack.
fn all_of(mut parts: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Expr {
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    let span = parts[0].span.start..parts[parts.len() - 1].span.end;
    Expr { kind: kind(parts), span }
}

/// Does an `E of` follow the `or` at hand, before the next `or` of the same level? Or a lone number, which is no
/// formula, so it can only be an `E` of all moves?
fn quota_follows(input: &Tokens<'_>) -> bool {
    if let [_, first, second, ..] = input.as_ref()
        && matches!(first.kind, Kind::Integer(_))
        && (matches!(second.kind, Kind::Newline | Kind::End) || second.is_word("or"))
    {
        return true;
    }
    let mut depth = 0_i32;
    for token in input.as_ref().iter().skip(1) {
        match &token.kind {
            Kind::Sign("(" | "{") => depth += 1,
            Kind::Sign(")" | "}") => depth -= 1,
            Kind::Word(w) if depth == 0 && w == "of" => return true,
            Kind::Word(w) if depth == 0 && w == "or" => return false,
            Kind::Newline | Kind::End => return false,
            _ => {}
        }
    }
    false
}

fn conjunction(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let parts = list(input, |i| negation(i, depth), |t| t.is_word("and"))?;
    Ok(all_of(parts, ExprKind::And))
}

fn deeper(input: &Tokens<'_>, depth: usize) -> Parsed<usize> {
    match depth.checked_sub(1) {
        Some(depth) => Ok(depth),
        None => fail(
            peek(input).span.clone(),
            "this is nested too deeply",
            "name parts of it with `let` or further moves",
        ),
    }
}

fn negation(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let first = peek(input);
    if !first.is_word("not") {
        return comparison(input, depth);
    }
    let depth = deeper(input, depth)?;
    skip(input);
    let inner = negation(input, depth)?;
    let span = first.span.start..inner.span.end;
    Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span })
}

fn relation(input: &mut Tokens<'_>) -> Option<Relation> {
    let relation = match peek(input).kind {
        Kind::Sign("=") => Relation::Equal,
        Kind::Sign("!=") => Relation::NotEqual,
        Kind::Sign("<") => Relation::Less,
        Kind::Sign("<=") => Relation::LessEqual,
        Kind::Sign(">") => Relation::Greater,
        Kind::Sign(">=") => Relation::GreaterEqual,
        _ => return None,
    };
    let end = peek(input).span.end;
    skip(input);
    if relation == Relation::Equal && peek(input).is_sign("=") && peek(input).span.start == end {
        skip(input); // `==` is what programmers type
    }
    Some(relation)
}

fn comparison(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let first = remainder(input, depth)?;
    let negated = peek(input).is_word("not") && input.as_ref().get(1).is_some_and(|t| t.is_word("in"));
    if negated {
        skip(input);
    }
    if peek(input).is_word("in") {
        skip(input);
        return membership(input, first, negated, depth);
    }
    let start = first.span.start;
    let mut links = Vec::new();
    while let Some(relation) = relation(input) {
        links.push((relation, remainder(input, depth)?));
    }
    Ok(match links.last() {
        None => first,
        Some((_, last)) => {
            let span = start..last.span.end;
            Expr { kind: ExprKind::Compare(Box::new(first), links), span }
        }
    })
}

/// `T in beatty(r)`, `T in {1, 2, 4}`, and both with `not`.
fn membership(input: &mut Tokens<'_>, term: Expr, negated: bool, depth: usize) -> Parsed<Expr> {
    let (start, depth) = (term.span.start, deeper(input, depth)?);
    let (kind, end) = if peek(input).is_sign("{") {
        let open = peek(input).span.start;
        skip(input);
        if peek(input).is_sign("}") {
            let message = "this set is empty, so nothing is in it";
            return fail(
                open..peek(input).span.end,
                message,
                "expected at least one member, as in {1, 2, 4}",
            );
        }
        let members = list(input, |i| remainder(i, depth), |t| t.is_sign(","))?;
        let close = take(input, "`,` or `}`", |t| t.is_sign("}"))?;
        (ExprKind::Among(Box::new(term), members), close.span.end)
    } else {
        take(input, "`beatty(r)` or a set such as `{1, 2, 4}`", |t| t.is_word("beatty"))?;
        sign("(").parse_next(input)?;
        let real = sum(input, depth)?;
        (ExprKind::In(Box::new(term), Box::new(real)), sign(")").parse_next(input)?.span.end)
    };
    let span = start..end;
    let inside = Expr { kind, span: span.clone() };
    Ok(if negated { Expr { kind: ExprKind::Not(Box::new(inside)), span } } else { inside })
}

/// `A mod c`, looser than `+`, so that `s + t mod 3` is `(s + t) mod 3`. What comes after `c` must not be a sum:
/// `x mod 3 + 1` could mean two things and is refused.
fn remainder(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let left = sum(input, depth)?;
    if !peek(input).is_word("mod") {
        return Ok(left);
    }
    skip(input);
    let modulus = product(input, depth)?;
    let next = peek(input);
    if next.is_sign("+") || next.is_sign("-") || next.is_word("mod") {
        let message = format!("{} after a modulus can be read in two ways", next.describe());
        let error =
            Diagnostic::new(next.span.clone(), message, "put parentheses around what belongs together");
        return Err(Failure(Box::new(error.help("write `(A mod c) + b` or `A mod (c + b)`"))));
    }
    Ok(join(Operator::Mod, left, modulus))
}

pub(super) fn sum(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let mut left = product(input, depth)?;
    loop {
        let operator = match peek(input).kind {
            Kind::Sign("+") => Operator::Add,
            Kind::Sign("-") => Operator::Sub,
            _ => return Ok(left),
        };
        skip(input);
        left = join(operator, left, product(input, depth)?);
    }
}

fn product(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let mut left = signed(input, depth)?;
    loop {
        let operator = match peek(input).kind {
            Kind::Sign("*") => Operator::Mul,
            Kind::Sign("/") => Operator::Div,
            _ => return Ok(left),
        };
        skip(input);
        left = join(operator, left, signed(input, depth)?);
    }
}

fn signed(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let first = peek(input);
    if !first.is_sign("-") {
        return power(input, depth);
    }
    let depth = deeper(input, depth)?;
    skip(input);
    let inner = signed(input, depth)?;
    let span = first.span.start..inner.span.end;
    Ok(Expr { kind: ExprKind::Neg(Box::new(inner)), span })
}

fn power(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let base = operand(input, depth)?;
    if !peek(input).is_sign("^") {
        return Ok(base);
    }
    let depth = deeper(input, depth)?;
    skip(input);
    let exponent = power(input, depth)?;
    Ok(join(Operator::Pow, base, exponent))
}

fn operand(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let token = peek(input);
    let span = token.span.clone();
    let kind = match &token.kind {
        Kind::Integer(digits) => ExprKind::Integer(digits.clone()),
        Kind::Decimal(digits) => ExprKind::Decimal(digits.clone()),
        Kind::Word(w) => return named(input, w, span, depth),
        Kind::Sign("(") => {
            let depth = deeper(input, depth)?;
            skip(input);
            let inner = expression(input, depth)?;
            let end = sign(")").parse_next(input)?.span.end;
            return Ok(Expr { kind: inner.kind, span: span.start..end });
        }
        Kind::Sign("|") => {
            let depth = deeper(input, depth)?;
            skip(input);
            let inner = remainder(input, depth)?;
            let end = sign("|").parse_next(input)?.span.end;
            return Ok(Expr { kind: ExprKind::Abs(Box::new(inner)), span: span.start..end });
        }
        _ => return Err(unexpected(input, "a number, a variable, a name or `(`")),
    };
    skip(input);
    Ok(Expr { kind, span })
}

/// A name, a function with its argument, or a loaded set with its arguments.
fn named(input: &mut Tokens<'_>, text: &str, span: Span, depth: usize) -> Parsed<Expr> {
    let function = match text {
        "floor" => Some(Function::Floor),
        "sqrt" => Some(Function::Sqrt),
        "cbrt" => Some(Function::Cbrt),
        "ln" => Some(Function::Ln),
        "min" => return extreme(input, Extreme::Min, depth),
        "max" => return extreme(input, Extreme::Max, depth),
        "gcd" => return gcd(input, depth),
        _ if is_reserved(text) => return Err(unexpected(input, "a number, a variable, a name or `(`")),
        _ => None,
    };
    skip(input);
    let Some(function) = function else {
        if peek(input).is_sign("(") {
            let depth = deeper(input, depth)?;
            skip(input);
            let name = Name { text: text.to_owned(), span: span.clone() };
            let arguments = list(input, |i| remainder(i, depth), |t| t.is_sign(","))?;
            let end = take(input, "`,` or `)`", |t| t.is_sign(")"))?.span.end;
            return Ok(Expr { kind: ExprKind::Apply(name, arguments), span: span.start..end });
        }
        return Ok(Expr { kind: ExprKind::Name(text.to_owned()), span });
    };
    let depth = deeper(input, depth)?;
    sign("(").parse_next(input)?;
    let argument = sum(input, depth)?;
    let end = sign(")").parse_next(input)?.span.end;
    Ok(Expr { kind: ExprKind::Call(function, Box::new(argument)), span: span.start..end })
}

/// `min(a, b, …)`, `max(a, b, …)`.
fn extreme(input: &mut Tokens<'_>, kind: Extreme, depth: usize) -> Parsed<Expr> {
    let (parts, span) = several(input, depth)?;
    Ok(Expr { kind: ExprKind::Extreme(kind, parts), span })
}

/// `gcd(a, b, …)`.
fn gcd(input: &mut Tokens<'_>, depth: usize) -> Parsed<Expr> {
    let (parts, span) = several(input, depth)?;
    Ok(Expr { kind: ExprKind::Gcd(parts), span })
}

/// A word and two or more values in parentheses.
fn several(input: &mut Tokens<'_>, depth: usize) -> Parsed<(Vec<Expr>, Span)> {
    let start = peek(input).span.start;
    skip(input);
    let depth = deeper(input, depth)?;
    sign("(").parse_next(input)?;
    let parts = list(input, |i| remainder(i, depth), |t| t.is_sign(","))?;
    let close = take(input, "`,` or `)`", |t| t.is_sign(")"))?;
    if parts.len() == 1 {
        return fail(close.span.clone(), "this needs at least two values", "expected `,` and another one");
    }
    Ok((parts, start..close.span.end))
}

/// Words of the grammar, which cannot stand for a value.
fn is_reserved(word: &str) -> bool {
    STATEMENTS.contains(&word)
        || matches!(word, "and" | "or" | "not" | "in" | "mod" | "of" | "within" | "irrational" | "beatty")
}

/// Words that cannot name a parameter, a constant, an automaton or a move.
pub(crate) fn is_taken(word: &str) -> bool {
    const FUNCTIONS: [&str; 7] = ["floor", "sqrt", "cbrt", "ln", "min", "max", "gcd"];
    is_reserved(word)
        || FUNCTIONS.contains(&word)
        || matches!(word, "x" | "y" | "s" | "t" | "pi" | "e" | "phi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_before_a_quota_starts_an_alternative() {
        for (text, alternatives) in [
            ("comply 2 of a or b or 1 of (c or d)", 2),
            ("comply 1 of a or b or 2 or 3 of c", 3),
            ("comply 1 or 2 of a or 3", 3),
            ("comply 1 of a or 3 < s", 1),
        ] {
            let (ast, errors) = parse(text);
            assert!(errors.is_empty(), "{errors:?}");
            let StatementKind::Comply(quotas) = &ast.statements[0].kind else { panic!() };
            assert_eq!(quotas.len(), alternatives, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        let text = format!("move m: {}s = 0{}", "(".repeat(100_000), ")".repeat(100_000));
        let (_, errors) = parse(&text);
        assert_eq!(errors.len(), 1);
        let nots = format!("move m: {} s = 0", "not ".repeat(100_000));
        assert_eq!(parse(&nots).1.len(), 1);
    }

    #[test]
    fn lines_go_on_after_operators() {
        let (ast, errors) = parse("move m:\n  s = 0\n  or t = 0 and\n  s > 2\nmove n: (s = t\n)");
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(ast.statements.len(), 2);
    }
}
