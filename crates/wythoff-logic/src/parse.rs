//! Text to [`LogicFormula`], by way of the two readings that a text can have.

use dashu_int::ops::BitTest as _;
use dashu_int::{IBig, UBig};

use super::pieces::{self, Piece, dissolved};
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
    let read = |grammar: Grammar| -> Parsed<(Tree, Reader<'_>)> {
        let mut reader =
            Reader { tokens: &tokens, at: 0, depth: 0, grammar, pieces: Vec::new(), ours: false };
        let (tree, _) = reader.expression(0)?;
        match reader.peek() {
            Token::End => Ok((tree, reader)),
            _ => Err(reader.error("an operator or the end")),
        }
    };
    let (here, reader) = read(Grammar { one_rank: false, from_left: false })?;
    // Walnut has no real numbers, so it reads no text that has one in another way.
    let real = |(_, token): &(usize, Token)| matches!(token, Token::Word(word) if word.contains('('));
    if !reader.ours && reader.pieces.is_empty() && !tokens.iter().any(real) {
        let (walnut, _) = read(Grammar { one_rank: true, from_left: true })?;
        let by_rank = read(Grammar { one_rank: true, from_left: false })?.0 != here;
        let by_implication = read(Grammar { one_rank: false, from_left: true })?.0 != here;
        compare(&here, &walnut, by_rank, by_implication)?;
    }
    let formula = dissolved(here.formula(), &reader.pieces).ok_or(SyntaxError {
        at: from,
        expected: "fewer bars, `min`, `max` and remainders in one comparison",
        found: "a formula that unfolds into too many cases".to_owned(),
    })?;
    Ok(with_floors(formula))
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
    /// Terms that are not linear, each a variable in the tree.
    pieces: Vec<Piece>,
    /// Does the text have something that Walnut does not read?
    ours: bool,
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
            Token::Sign("|") => Connective::Or,
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
            // `||` is `|`: bars around a term are single ones.
            if self.tokens[self.at - 1].1 == Token::Sign("|")
                && self.tokens.get(self.at) == Some(&(at + 1, Token::Sign("|")))
            {
                self.at += 1;
            }
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
        if !self.is_term() && self.take(&["("]) {
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

    /// Are the parentheses at hand around a term? Then something follows that no formula has behind it.
    fn is_term(&self) -> bool {
        if *self.peek() != Token::Sign("(") {
            return false;
        }
        let mut open = 0_usize;
        for (at, (_, token)) in self.tokens.iter().enumerate().skip(self.at) {
            match token {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                _ => {}
            }
            if open == 0 {
                return match self.tokens.get(at + 1).map(|(_, token)| token) {
                    Some(Token::Sign(sign)) => ["+", "-", "*"].contains(sign) || Order::of(sign).is_some(),
                    Some(Token::Word(word)) => ["mod", "in", "not"].contains(&word.as_str()),
                    _ => false,
                };
            }
        }
        false
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
                Token::Sign("(") => {
                    return Err(self.error("parentheses: `^` is a power or \"either or\" here"));
                }
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
            && (dollar || extreme(&name).is_none())
        {
            self.at += 2;
            let mut arguments = vec![self.side(Side::Left)?];
            while self.take(&[","]) {
                arguments.push(self.side(Side::Left)?);
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
        let mut left = self.sum(Side::Left)?;
        if self.take(&["mod"]) {
            match self.remainder(left)? {
                Ok(congruence) => return Ok(congruence),
                Err(remainder) => left = remainder,
            }
        }
        let refused = self.take(&["not"]);
        if self.take(&["in"]) {
            let member = self.member(at, left)?;
            return Ok(if refused { Tree::Not(Box::new(member)) } else { member });
        }
        if refused {
            return Err(self.error("`in`"));
        }
        let mut order = self.order().ok_or_else(|| self.error("a comparison"))?;
        let mut parts = Vec::new();
        loop {
            self.at += 1;
            let right = self.side(Side::Right)?;
            parts.push(Tree::Compare { at, left, order, right: right.clone() });
            left = right;
            // `0 < x <= 3`
            match self.order() {
                Some(next) => order = next,
                None => break,
            }
        }
        if parts.len() == 1 {
            return Ok(parts.swap_remove(0));
        }
        self.ours = true;
        Ok(Tree::Chain { at, connective: Connective::And, parts })
    }

    /// The comparison at hand.
    fn order(&self) -> Option<Order> {
        match self.peek() {
            Token::Sign(sign) => Order::of(sign),
            _ => None,
        }
    }

    /// What stands behind `in`: the multiples of a number, or a set of terms.
    fn member(&mut self, at: usize, of: Sum) -> Parsed<Tree> {
        if self.take(&["{"]) {
            self.ours = true;
            let mut parts = Vec::new();
            loop {
                let right = self.side(Side::Left)?;
                parts.push(Tree::Compare { at, left: of.clone(), order: Order::Equal, right });
                if !self.take(&[","]) {
                    break;
                }
            }
            if !self.take(&["}"]) {
                return Err(self.error("`,` or `}`"));
            }
            return Ok(match parts.len() {
                1 => parts.swap_remove(0),
                _ => Tree::Chain { at, connective: Connective::Or, parts },
            });
        }
        let Token::Word(name) = self.peek().clone() else { return Err(self.error(BEATTY)) };
        if !name.starts_with("beatty(") {
            return Err(self.error(BEATTY));
        }
        self.at += 1;
        Ok(Tree::Named { at, name, arguments: vec![of] })
    }

    /// What stands behind the `mod` of a left side: a congruence, or else the remainder as a term.
    fn remainder(&mut self, sum: Sum) -> Parsed<Result<Tree, Sum>> {
        let modulus = self.modulus()?;
        let before = self.at;
        let equal = !self.take(&["!=", "~="]);
        if !equal || self.take(&["="]) {
            let right = self.sum(Side::Right)?;
            let over = self.order().is_none() && *self.peek() != Token::Word("mod".to_owned());
            if let (Some(rest), true) = (right.as_number(), over) {
                return Ok(Ok(Tree::Remainder { sum, modulus, equal, rest }));
            }
        }
        self.at = before;
        Ok(Err(self.piece(Piece::Remainder(sum, modulus))))
    }

    fn modulus(&mut self) -> Parsed<i64> {
        let modulus: u32 = self.number(60_000, "a modulus from 1 to 60000")?;
        if modulus == 0 {
            self.at -= 1;
            return Err(self.error("a modulus from 1 to 60000"));
        }
        if matches!(self.peek(), Token::Sign("+" | "-" | "*")) {
            return Err(self.error("parentheses around what belongs together, such as (x mod 3) + 1"));
        }
        Ok(i64::from(modulus))
    }

    /// A term that is not linear, as a variable.
    fn piece(&mut self, piece: Piece) -> Sum {
        self.pieces.push(piece);
        Sum::variable(pieces::name(self.pieces.len() - 1))
    }

    /// A sum, and possibly its remainder: `mod` is looser than `+`.
    fn side(&mut self, side: Side) -> Parsed<Sum> {
        let sum = self.sum(side)?;
        if !self.take(&["mod"]) {
            return Ok(sum);
        }
        let modulus = self.modulus()?;
        Ok(self.piece(Piece::Remainder(sum, modulus)))
    }

    fn sum(&mut self, side: Side) -> Parsed<Sum> {
        let mut sum = Sum::default();
        let mut subtracted = self.take(&["-"]);
        loop {
            let (start, before) = (self.at, sum.parts.len());
            match self.product(side)? {
                (factor, None) => {
                    let negative = factor < IBig::from(0);
                    let factor = if negative { -factor } else { factor };
                    sum.parts.push(Part::alone(subtracted != negative, factor, None));
                }
                (factor, Some(term)) => sum.add(subtracted, &factor, term),
            }
            let (most, longest) = (IBig::from(MOST), IBig::from(10).pow(LONGEST));
            let large = |part: &&Part| match &part.variable {
                Some(_) => part.factor > most,
                None => part.factor >= longest,
            };
            if let Some(part) = sum.parts[before..].iter().find(large) {
                let variable = part.variable.is_some();
                self.at = start;
                let expected =
                    if variable { "a factor up to 1000000" } else { "a number of at most 1000 digits" };
                return Err(self.error(expected));
            }
            if self.take(&["+"]) {
                subtracted = false;
            } else if self.take(&["-"]) {
                subtracted = true;
            } else {
                return Ok(sum);
            }
        }
    }

    /// A product of numbers and at most one term with variables: `2*10^6`, `3*x`, `x*2`, `2*(x + y)`.
    fn product(&mut self, side: Side) -> Parsed<(IBig, Option<Sum>)> {
        let start = self.at;
        let (mut factor, mut body) = (IBig::from(1), None);
        loop {
            let at = self.at;
            match self.peek().clone() {
                Token::Number(_) => factor *= IBig::from(self.power(side)?),
                _ => match (self.operand()?, &body) {
                    (Some(term), None) => match term.as_number().filter(|_| term.inside.is_empty()) {
                        Some(number) => factor *= number,
                        None => body = Some(term),
                    },
                    (Some(_), Some(_)) => {
                        self.at = at;
                        return Err(self.error("a number: only one factor can be a variable"));
                    }
                    (None, _) if at == start => return Err(self.error("a variable or a number")),
                    (None, _) => return Err(self.error("a variable in small letters or a number")),
                },
            }
            if !self.take(&["*"]) {
                return Ok((factor, body));
            }
        }
    }

    /// A variable, or a term in parentheses, between bars, or in `min` or `max`.
    fn operand(&mut self) -> Parsed<Option<Sum>> {
        if self.take(&["("]) {
            let inside = self.deeper(|reader| reader.side(Side::Left))?;
            return if self.take(&[")"]) { Ok(Some(inside)) } else { Err(self.error("`)`")) };
        }
        if self.take(&["|"]) {
            let inside = self.deeper(|reader| reader.side(Side::Left))?;
            if !self.take(&["|"]) {
                return Err(self.error("the second `|` of an absolute value"));
            }
            return Ok(Some(self.piece(Piece::Absolute(inside))));
        }
        let Token::Word(word) = self.peek().clone() else { return Ok(None) };
        if let (Some(piece), Some((_, Token::Sign("(")))) = (extreme(&word), self.tokens.get(self.at + 1)) {
            self.at += 2;
            let mut list = vec![self.deeper(|reader| reader.side(Side::Left))?];
            while self.take(&[","]) {
                list.push(self.deeper(|reader| reader.side(Side::Left))?);
            }
            if list.len() < 2 {
                return Err(self.error("`,` and another term"));
            }
            return if self.take(&[")"]) {
                Ok(Some(self.piece(piece(list))))
            } else {
                Err(self.error("`,` or `)`"))
            };
        }
        if !is_variable(&word) {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(Sum::variable(word)))
    }
}

/// The least or the greatest of some terms.
fn extreme(word: &str) -> Option<fn(Vec<Sum>) -> Piece> {
    match word {
        "min" => Some(Piece::Least),
        "max" => Some(Piece::Greatest),
        _ => None,
    }
}

fn is_variable(word: &str) -> bool {
    let reserved = ["and", "or", "not", "mod", "in", "forall", "exists"];
    !word.starts_with("beatty(")
        && word.starts_with(|c: char| c.is_lowercase() || c == '_')
        && !reserved.contains(&word)
}
