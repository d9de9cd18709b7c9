//! Text to [`LogicFormula`], by way of the two readings that a text can have.

use dashu_int::ops::BitTest as _;
use dashu_int::{IBig, UBig};

use super::readings::{Readings, compare};
use super::reals::with_floors;
use super::token::{LONGEST, Token, tokens};
use super::tree::{Connective, Order, Part, Sum, Tree};
use super::{LogicFormula, Statement};
use wythoff_automata::System;
use wythoff_automata::name::BadName;

/// A text that is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: expected {expected}, found {found}")]
pub struct SyntaxError {
    /// Where, counted in bytes from 0.
    pub at: usize,
    /// What could stand there.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

/// Why a text is not taken for a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadFormula {
    /// It is none.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Walnut would read it differently.
    #[error(transparent)]
    Readings(#[from] Readings),
    /// What stands behind `?` is not the name of a numeration.
    #[error("at character 0: {0}")]
    Numeration(#[from] BadName),
}

impl BadFormula {
    /// Where the trouble is, counted in bytes from 0.
    #[must_use]
    pub fn at(&self) -> usize {
        match self {
            BadFormula::Syntax(error) => error.at,
            BadFormula::Readings(readings) => readings.at,
            BadFormula::Numeration(_) => 0,
        }
    }
}

/// Formulas nested deeper than this are refused, so that no text can exhaust the stack.
const DEPTH: usize = 200;

/// Variables are multiplied by at most this.
const MOST: u32 = 1_000_000;

/// Reads a formula.
///
/// # Errors
/// If the text is no formula (where, what was expected, what was found), or one that Walnut would read differently.
pub fn parse(text: &str) -> Result<LogicFormula, BadFormula> {
    parse_from(text, 0)
}

/// Reads a formula that may begin with a numeration, such as `?msd_fib`.
///
/// # Errors
/// If the name is not known, or the rest is refused by [`parse()`].
pub fn parse_statement(text: &str) -> Result<Statement, BadFormula> {
    let Some(rest) = text.trim_start().strip_prefix('?') else {
        return Ok(Statement { numeration: None, formula: parse(text)? });
    };
    let start = text.len() - rest.len();
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let numeration: System = rest[..length].parse()?;
    Ok(Statement { numeration: Some(numeration), formula: parse_from(text, start + length)? })
}

fn parse_from(text: &str, from: usize) -> Result<LogicFormula, BadFormula> {
    let tokens = tokens(text, from)?;
    let read = |grammar: Grammar| -> Parsed<Tree> {
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0, grammar };
        let (tree, _) = reader.expression(0)?;
        match reader.peek() {
            Token::End => Ok(tree),
            _ => Err(reader.error("an operator or the end")),
        }
    };
    let here = read(Grammar { one_rank: false, from_left: false })?;
    let walnut = read(Grammar { one_rank: true, from_left: true })?;
    let by_rank = read(Grammar { one_rank: true, from_left: false })? != here;
    let by_implication = read(Grammar { one_rank: false, from_left: true })? != here;
    // Walnut has no real numbers, so it reads no text that has one in another way.
    if !tokens.iter().any(|(_, token)| matches!(token, Token::Word(word) if word.contains('('))) {
        compare(&here, &walnut, by_rank, by_implication)?;
    }
    Ok(with_floors(here.formula()))
}

/// What binds more tightly than what. Walnut has both, we have neither.
#[derive(Clone, Copy)]
struct Grammar {
    /// `&`, `^` and `|` share one rank and are taken from the left.
    one_rank: bool,
    /// `a => b => c` is `(a => b) => c`.
    from_left: bool,
}

impl Grammar {
    fn rank(self, connective: Connective) -> u8 {
        match connective {
            Connective::Same => 1,
            Connective::Implies => 2,
            _ if self.one_rank => 3,
            Connective::Or => 3,
            Connective::OneOf => 4,
            Connective::And => 5,
        }
    }
}

/// On which side of a comparison a number stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Before it, or where there is none: `^` can only be a power.
    Left,
    /// Behind it.
    Right,
}

const BEATTY: &str = "`beatty(` and a number";

struct Reader<'t> {
    tokens: &'t [(usize, Token)],
    at: usize,
    depth: usize,
    grammar: Grammar,
}

type Parsed<T> = Result<T, SyntaxError>;

/// A tree and its height.
type Measured = (Tree, usize);

impl Reader<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |t| &t.1)
    }

    fn place(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |t| t.0)
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError { at: self.place(), expected, found: self.peek().describe() }
    }

    fn take(&mut self, signs: &[&str]) -> bool {
        let found = match self.peek() {
            Token::Sign(s) => signs.contains(s),
            Token::Word(w) => signs.contains(&w.as_str()),
            _ => false,
        };
        if found {
            self.at += 1;
        }
        found
    }

    fn connective(&self) -> Option<Connective> {
        Some(match self.peek() {
            Token::Sign("<=>") => Connective::Same,
            Token::Sign("=>") => Connective::Implies,
            Token::Sign("|" | "||") => Connective::Or,
            Token::Sign("^") => Connective::OneOf,
            Token::Sign("&" | "&&") => Connective::And,
            Token::Word(w) if w == "or" => Connective::Or,
            Token::Word(w) if w == "and" => Connective::And,
            _ => return None,
        })
    }

    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let found = inside(self);
        self.depth -= 1;
        found
    }

    /// Connectives of at least this rank. Chains of one connective stay flat, whatever their length.
    fn expression(&mut self, least: u8) -> Parsed<Measured> {
        let (mut tree, mut height) = self.unary()?;
        // The connective of the chain that was begun here and can go on.
        let mut open: Option<Connective> = None;
        while let Some(connective) = self.connective() {
            let rank = self.grammar.rank(connective);
            if rank < least {
                break;
            }
            let at = self.place();
            self.at += 1;
            let to_right = connective == Connective::Implies && !self.grammar.from_left;
            let (right, right_height) =
                self.deeper(|reader| reader.expression(if to_right { rank } else { rank + 1 }))?;
            match &mut tree {
                Tree::Chain { parts, .. }
                    if open == Some(connective) && connective != Connective::Implies =>
                {
                    parts.push(right);
                    height = height.max(right_height + 1);
                }
                _ => {
                    tree = Tree::Chain { at, connective, parts: vec![tree, right] };
                    height = height.max(right_height) + 1;
                }
            }
            open = Some(connective);
            if height > 2 * DEPTH {
                return Err(self.error("a formula that is nested less deeply"));
            }
        }
        Ok((tree, height))
    }

    fn unary(&mut self) -> Parsed<Measured> {
        if self.take(&["~", "!", "not"]) {
            let (inner, height) = self.deeper(Self::unary)?;
            return Ok((Tree::Not(Box::new(inner)), height + 1));
        }
        if self.take(&["("]) {
            let inner = self.deeper(|reader| reader.expression(0))?;
            return if self.take(&[")"]) { Ok(inner) } else { Err(self.error("`)`")) };
        }
        if matches!(self.peek(), Token::Sign("?")) {
            return Err(self.error("a formula (only in front of all of it can a numeration be named)"));
        }
        if let Some(quantified) = self.quantifier()? {
            return Ok(quantified);
        }
        Ok((self.atom()?, 1))
    }

    fn quantifier(&mut self) -> Parsed<Option<Measured>> {
        let Token::Word(word) = self.peek().clone() else { return Ok(None) };
        let (head, rest) = match (word.as_str(), word.chars().next()) {
            ("forall", _) => ('A', ""),
            ("exists", _) => ('E', ""),
            (w, Some(c @ ('A' | 'E'))) => (c, &w[1..]),
            _ => return Ok(None),
        };
        // `Ab(…)` is a predicate of that name.
        if !rest.is_empty()
            && matches!(self.tokens.get(self.at + 1), Some((_, Token::Sign("("))))
            && !is_variable(rest)
        {
            return Ok(None);
        }
        self.at += 1;
        let mut least = 1u16;
        let mut names = vec![];
        if rest.is_empty() && head == 'E' && self.take(&[">="]) {
            least = self.number(1000, "a number from 1 to 1000")?;
            if least == 0 {
                self.at -= 1;
                return Err(self.error("a number from 1 to 1000"));
            }
        }
        if rest.is_empty() {
            names.push(self.variable()?);
        } else if is_variable(rest) {
            names.push(rest.to_owned());
        } else {
            self.at -= 1;
            return Err(self.error("a quantified variable in small letters"));
        }
        while self.take(&[","]) {
            names.push(self.variable()?);
        }
        let _ = self.take(&[":", "."]);
        let (body, height) = self.deeper(|reader| reader.expression(0))?;
        let body = Box::new(body);
        let tree = match head {
            'E' => Tree::Exists(least, names, body),
            _ => Tree::ForAll(names, body),
        };
        Ok(Some((tree, height + 1)))
    }

    fn variable(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            Token::Word(w) if is_variable(&w) => {
                self.at += 1;
                Ok(w)
            }
            _ => Err(self.error("a variable in small letters")),
        }
    }

    /// A number up to some bound, possibly written as a power.
    fn number<N: TryFrom<UBig> + PartialOrd>(&mut self, most: N, expected: &'static str) -> Parsed<N> {
        let before = self.at;
        let Token::Number(_) = self.peek() else { return Err(self.error(expected)) };
        match N::try_from(self.power(Side::Left)?) {
            Ok(number) if number <= most => Ok(number),
            _ => {
                self.at = before;
                Err(self.error(expected))
            }
        }
    }

    /// A number, or a power of numbers: `10^20`, `2^3^2`.
    ///
    /// Between formulas `^` is "either or", so behind a comparison `x = 3 ^ 4 = y` has to be told from `x = 3^4`: there a
    /// second comparison follows before the next connective, here none does. Walnut has no powers, so it reads no text that
    /// has one in another way.
    fn power(&mut self, side: Side) -> Parsed<UBig> {
        let Token::Number(base) = self.peek().clone() else { return Err(self.error("a number")) };
        self.at += 1;
        if !self.is_power(self.at) {
            return Ok(base);
        }
        if side == Side::Right && self.comparison_follows()? {
            return Ok(base);
        }
        let at = self.at;
        self.at += 1;
        let exponent = self.deeper(|reader| reader.power(side))?;
        // The last digit of a number of 1000 digits is below bit 3322.
        const BITS: usize = LONGEST * 3322 / 1000;
        let short = |e: &usize| base.bit_len().saturating_sub(1).saturating_mul(*e) <= BITS && *e <= BITS;
        match usize::try_from(exponent).ok().filter(|e| base <= UBig::ONE || short(e)) {
            Some(exponent) if base > UBig::ONE => Ok(base.pow(exponent)),
            Some(0) => Ok(UBig::ONE),
            Some(_) => Ok(base),
            None => {
                self.at = at;
                Err(self.error("a power of at most 1000 digits"))
            }
        }
    }

    /// Could the token at this place be the sign of a power?
    fn is_power(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), Some((_, Token::Sign("^"))))
            && matches!(self.tokens.get(at + 1), Some((_, Token::Number(_))))
    }

    /// Does a comparison come before the next connective, from the `^` at hand on? If it does and there are several `^`, any of
    /// them could be the connective.
    fn comparison_follows(&self) -> Parsed<bool> {
        let mut several = false;
        for at in self.at + 1..self.tokens.len() {
            match &self.tokens[at].1 {
                Token::Word(word) if word == "mod" => {}
                Token::Sign(sign) if Order::of(sign).is_some() => {}
                Token::Sign("^") if self.is_power(at) => {
                    several = true;
                    continue;
                }
                Token::Sign("+" | "-" | "*") | Token::Number(_) => continue,
                Token::Word(word) if is_variable(word) => continue,
                _ => return Ok(false),
            }
            return if several {
                Err(self.error("parentheses: `^` is a power or \"either or\" here"))
            } else {
                Ok(true)
            };
        }
        Ok(false)
    }

    fn atom(&mut self) -> Parsed<Tree> {
        let at = self.place();
        let dollar = self.take(&["$"]);
        if let (Token::Word(name), Some((_, Token::Sign("(")))) =
            (self.peek().clone(), self.tokens.get(self.at + 1))
        {
            self.at += 2;
            let mut arguments = vec![self.sum(Side::Left)?];
            while self.take(&[","]) {
                arguments.push(self.sum(Side::Left)?);
            }
            return if self.take(&[")"]) {
                Ok(Tree::Named { at, name, arguments })
            } else {
                Err(self.error("`,` or `)`"))
            };
        }
        if dollar {
            return Err(self.error("the name of an automaton and its arguments in parentheses"));
        }
        let left = self.sum(Side::Left)?;
        if self.take(&["mod"]) {
            return self.remainder(left);
        }
        let refused = self.take(&["not"]);
        if self.take(&["in"]) {
            let Token::Word(name) = self.peek().clone() else { return Err(self.error(BEATTY)) };
            if !name.starts_with("beatty(") {
                return Err(self.error(BEATTY));
            }
            self.at += 1;
            let member = Tree::Named { at, name, arguments: vec![left] };
            return Ok(if refused { Tree::Not(Box::new(member)) } else { member });
        }
        if refused {
            return Err(self.error("`in`"));
        }
        let order = match self.peek() {
            Token::Sign(sign) => Order::of(sign),
            _ => None,
        };
        let order = order.ok_or_else(|| self.error("a comparison"))?;
        self.at += 1;
        Ok(Tree::Compare { at, left, order, right: self.sum(Side::Right)? })
    }

    fn remainder(&mut self, sum: Sum) -> Parsed<Tree> {
        let modulus: u32 = self.number(60_000, "a modulus from 1 to 60000")?;
        if modulus == 0 {
            self.at -= 1;
            return Err(self.error("a modulus from 1 to 60000"));
        }
        let equal = !self.take(&["!=", "~="]);
        if equal && !self.take(&["="]) {
            return Err(self.error("`=` or `!=`"));
        }
        let right = self.sum(Side::Right)?.term();
        if !right.parts.is_empty() {
            return Err(self.error("a number after the congruence"));
        }
        Ok(Tree::Remainder { sum, modulus: i64::from(modulus), equal, rest: right.constant })
    }

    fn sum(&mut self, side: Side) -> Parsed<Sum> {
        let mut parts = vec![];
        let mut subtracted = self.take(&["-"]);
        loop {
            let (factor, variable) = self.product(side)?;
            parts.push(Part { subtracted, factor, variable });
            if self.take(&["+"]) {
                subtracted = false;
            } else if self.take(&["-"]) {
                subtracted = true;
            } else {
                return Ok(Sum(parts));
            }
        }
    }

    /// A product of numbers and at most one variable: `2*10^6`, `3*x`, `x*2`.
    fn product(&mut self, side: Side) -> Parsed<(IBig, Option<String>)> {
        let start = self.at;
        let (mut factor, mut variable) = (UBig::ONE, None);
        loop {
            match self.peek().clone() {
                Token::Number(_) => factor *= self.power(side)?,
                Token::Word(w) if is_variable(&w) && variable.is_none() => {
                    self.at += 1;
                    variable = Some(w);
                }
                _ if self.at == start => return Err(self.error("a variable or a number")),
                _ if variable.is_some() => {
                    return Err(self.error("a number: only one factor can be a variable"));
                }
                _ => return Err(self.error("a variable in small letters or a number")),
            }
            if !self.take(&["*"]) {
                break;
            }
        }
        let most =
            if variable.is_some() { UBig::from(MOST) } else { UBig::from(10u8).pow(LONGEST) - UBig::ONE };
        if factor > most {
            self.at = start;
            let expected =
                if variable.is_some() { "a factor up to 1000000" } else { "a number of at most 1000 digits" };
            return Err(self.error(expected));
        }
        Ok((IBig::from(factor), variable))
    }
}

fn is_variable(word: &str) -> bool {
    let reserved = ["and", "or", "not", "mod", "in", "forall", "exists"];
    !word.starts_with("beatty(")
        && word.starts_with(|c: char| c.is_lowercase() || c == '_')
        && !reserved.contains(&word)
}
