//! Text to [`Formula`].

use winnow::LocatingSlice;
use winnow::combinator::alt;
use winnow::prelude::*;
use winnow::stream::Location as _;
use winnow::token::take_while;

use super::{Formula, Term};

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

/// Formulas nested deeper than this are refused, so that no text can exhaust the stack.
const DEPTH: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
    End,
}

impl Token {
    fn describe(&self) -> String {
        match self {
            Token::Word(w) => format!("`{w}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".to_owned(),
        }
    }
}

const SIGNS: [&str; 24] = [
    "<=>", "=>", "<=", ">=", "!=", "~=", "<", ">", "=", "(", ")", ",", "+", "-", "*", "~", "!", "&&", "&",
    "||", "|", "$", ":", ".",
];

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut input = LocatingSlice::new(text);
    let mut found = vec![];
    loop {
        let blank: Result<&str, winnow::error::EmptyError> =
            take_while(0.., char::is_whitespace).parse_next(&mut input);
        let _ = blank;
        let at = input.current_token_start();
        if input.is_empty() {
            found.push((at, Token::End));
            return Ok(found);
        }
        let word = take_while(1.., |c: char| c.is_alphanumeric() || c == '_' || c == '\'');
        let sign = |input: &mut LocatingSlice<&str>| -> Result<Token, winnow::error::EmptyError> {
            for s in SIGNS {
                let mut literal = winnow::token::literal::<_, _, winnow::error::EmptyError>(s);
                if literal.parse_next(input).is_ok() {
                    return Ok(Token::Sign(s));
                }
            }
            Err(winnow::error::EmptyError)
        };
        let word = word.map(|w: &str| match w.parse::<i64>() {
            Ok(n) => Token::Number(n),
            Err(_) => Token::Word(w.to_owned()),
        });
        match alt((word, sign)).parse_next(&mut input) {
            Ok(token) => found.push((at, token)),
            Err(_) => {
                let found = text[at..].chars().next().map_or_else(String::new, |c| format!("`{c}`"));
                return Err(SyntaxError {
                    at,
                    expected: "a variable, number, operator or parenthesis",
                    found,
                });
            }
        }
    }
}

/// Reads a formula.
///
/// # Errors
/// If the text is no formula: where, what was expected, what was found.
pub fn parse(text: &str) -> Result<Formula, SyntaxError> {
    let mut parser = Reader { tokens: tokens(text)?, at: 0, depth: 0 };
    let formula = parser.equivalence()?;
    match parser.peek() {
        Token::End => Ok(formula),
        _ => Err(parser.error("an operator or the end")),
    }
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, SyntaxError>;

impl Reader {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |t| &t.1)
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        let at = self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |t| t.0);
        SyntaxError { at, expected, found: self.peek().describe() }
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

    fn equivalence(&mut self) -> Parsed<Formula> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let mut left = self.implication()?;
        while self.take(&["<=>"]) {
            let right = self.implication()?;
            let both = Formula::And(vec![left.clone(), right.clone()]);
            let neither = Formula::And(vec![left.negated(), right.negated()]);
            left = Formula::Or(vec![both, neither]);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Parsed<Formula> {
        let left = self.disjunction()?;
        if !self.take(&["=>"]) {
            return Ok(left);
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let right = self.implication()?;
        self.depth -= 1;
        Ok(Formula::Or(vec![left.negated(), right]))
    }

    fn disjunction(&mut self) -> Parsed<Formula> {
        let mut list = vec![self.conjunction()?];
        while self.take(&["|", "||", "or"]) {
            list.push(self.conjunction()?);
        }
        Ok(if list.len() == 1 { list.remove(0) } else { Formula::Or(list) })
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let mut list = vec![self.unary()?];
        while self.take(&["&", "&&", "and"]) {
            list.push(self.unary()?);
        }
        Ok(if list.len() == 1 { list.remove(0) } else { Formula::And(list) })
    }

    fn unary(&mut self) -> Parsed<Formula> {
        if self.take(&["~", "!", "not"]) {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(self.error("a formula that is nested less deeply"));
            }
            let inner = self.unary()?;
            self.depth -= 1;
            return Ok(inner.negated());
        }
        if self.take(&["("]) {
            let inner = self.equivalence()?;
            return if self.take(&[")"]) { Ok(inner) } else { Err(self.error("`)`")) };
        }
        if let Some(quantified) = self.quantifier()? {
            return Ok(quantified);
        }
        self.atom()
    }

    fn quantifier(&mut self) -> Parsed<Option<Formula>> {
        let Token::Word(word) = self.peek().clone() else { return Ok(None) };
        let mut letters = word.chars();
        let (head, rest) = match (word.as_str(), letters.next()) {
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
            let Token::Number(n) = *self.peek() else { return Err(self.error("a number")) };
            least = u16::try_from(n)
                .ok()
                .filter(|n| (1..=1000).contains(n))
                .ok_or_else(|| self.error("a number from 1 to 1000"))?;
            self.at += 1;
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
        let body = self.equivalence()?;
        Ok(Some(match head {
            'E' => Formula::Exists(least, names, Box::new(body)),
            _ => Formula::Exists(1, names, Box::new(body.negated())).negated(),
        }))
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

    fn atom(&mut self) -> Parsed<Formula> {
        let dollar = self.take(&["$"]);
        if let (Token::Word(name), Some((_, Token::Sign("(")))) =
            (self.peek().clone(), self.tokens.get(self.at + 1))
        {
            self.at += 2;
            let mut terms = vec![self.term()?];
            while self.take(&[","]) {
                terms.push(self.term()?);
            }
            return if self.take(&[")"]) {
                Ok(Formula::Named(name, terms))
            } else {
                Err(self.error("`,` or `)`"))
            };
        }
        if dollar {
            return Err(self.error("the name of an automaton and its arguments in parentheses"));
        }
        let left = self.term()?;
        if self.take(&["mod"]) {
            let Token::Number(modulus @ 1..=60_000) = *self.peek() else {
                return Err(self.error("a modulus from 1 to 60000"));
            };
            self.at += 1;
            let unequal = self.take(&["!=", "~="]);
            if !unequal && !self.take(&["="]) {
                return Err(self.error("`=` or `!=`"));
            }
            let right = self.term()?;
            if !right.parts.is_empty() {
                return Err(self.error("a number after the congruence"));
            }
            let formula = Formula::Remainder(left, modulus, right.constant);
            return Ok(if unequal { formula.negated() } else { formula });
        }
        let Token::Sign(sign) = *self.peek() else { return Err(self.error("a comparison")) };
        if !["=", "!=", "~=", "<", "<=", ">", ">="].contains(&sign) {
            return Err(self.error("a comparison"));
        }
        self.at += 1;
        let right = self.term()?;
        let (less, more) = (left.clone().plus(-1, &right), right.clone().plus(-1, &left));
        Ok(match sign {
            "=" => Formula::Zero(less),
            "!=" | "~=" => Formula::Zero(less).negated(),
            "<" => Formula::Negative(less),
            ">" => Formula::Negative(more),
            "<=" => Formula::Negative(more).negated(),
            _ => Formula::Negative(less).negated(),
        })
    }

    fn term(&mut self) -> Parsed<Term> {
        let mut sum = Term::default();
        let mut factor = if self.take(&["-"]) { -1 } else { 1 };
        loop {
            sum = sum.plus(factor, &self.product()?);
            if self.take(&["+"]) {
                factor = 1;
            } else if self.take(&["-"]) {
                factor = -1;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Parsed<Term> {
        const MOST: i64 = 1_000_000;
        let mut term = Term::default();
        match self.peek().clone() {
            Token::Number(n) if n <= MOST => {
                self.at += 1;
                if self.take(&["*"]) {
                    let name = self.variable()?;
                    if n != 0 {
                        term.parts.insert(name, n);
                    }
                } else {
                    term.constant = n;
                }
                Ok(term)
            }
            Token::Number(_) => Err(self.error("a number up to 1000000")),
            Token::Word(w) if is_variable(&w) => {
                self.at += 1;
                let mut k = 1;
                if self.take(&["*"]) {
                    let Token::Number(n @ 0..=MOST) = *self.peek() else {
                        return Err(self.error("a number"));
                    };
                    self.at += 1;
                    k = n;
                }
                if k != 0 {
                    term.parts.insert(w, k);
                }
                Ok(term)
            }
            _ => Err(self.error("a variable or a number")),
        }
    }
}

fn is_variable(word: &str) -> bool {
    let reserved = ["and", "or", "not", "mod", "forall", "exists"];
    word.starts_with(|c: char| c.is_lowercase() || c == '_') && !reserved.contains(&word)
}
