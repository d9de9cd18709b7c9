//! Terms and formulas in normal form.
//!
//! Terms are sums of distinct atoms in a fixed order; `And` and `Or` are flat and without constants; `Not` stands only
//! before Beatty membership, loaded sets and names of moves. So two texts that say the same thing in a slightly different way
//! often give equal rulesets, and every ruleset prints as a text that parses to itself.

use super::ruleset::{Atom, Formula, Relation, Term, Var};
use std::cmp::Ordering;

/// The largest pile for which terms are promised to fit into machine words.
pub(crate) const LARGEST_PILE: i128 = 1 << 31;

impl Term {
    /// The atom alone.
    pub fn atom(atom: Atom) -> Term {
        Term { constant: 0, parts: vec![(1, atom)] }
    }

    /// The sum of two terms.
    pub(crate) fn plus(&self, other: &Term) -> Term {
        let mut parts = self.parts.clone();
        for (coefficient, atom) in &other.parts {
            match parts.iter_mut().find(|(_, a)| a == atom) {
                Some((c, _)) => *c = c.saturating_add(*coefficient),
                None => parts.push((*coefficient, atom.clone())),
            }
        }
        parts.retain(|(c, _)| *c != 0);
        parts.sort_by(|a, b| a.1.cmp(&b.1));
        Term { constant: self.constant.saturating_add(other.constant), parts }
    }

    /// The term times a constant. The caller sees to it that the result is in bounds.
    pub(crate) fn scaled(&self, factor: i64) -> Term {
        let parts = self.parts.iter().map(|(c, a)| (c.saturating_mul(factor), a.clone())).collect();
        Term { constant: self.constant.saturating_mul(factor), parts }
    }

    /// No value of the term on a board of [`LARGEST_PILE`] is larger, sums on the way included.
    pub(crate) fn bound(&self) -> i128 {
        let part = |(c, atom): &(i64, Atom)| {
            let size = match atom {
                Atom::Var(_) => LARGEST_PILE,
                Atom::Abs(t) => t.bound(),
                Atom::Mod(t, c) => t.bound().max(i128::from(*c)),
            };
            size.saturating_mul(i128::from(*c).abs())
        };
        self.parts.iter().map(part).fold(i128::from(self.constant).abs(), i128::saturating_add)
    }

    /// The term with every variable replaced by another.
    pub(crate) fn renamed(&self, rename: &dyn Fn(Var) -> Var) -> Term {
        let start = Term { constant: self.constant, parts: Vec::new() };
        self.parts.iter().fold(start, |sum, (c, atom)| {
            let atom = match atom {
                Atom::Var(v) => Atom::Var(rename(*v)),
                Atom::Abs(t) => Atom::Abs(Box::new(t.renamed(rename))),
                Atom::Mod(t, m) => Atom::Mod(Box::new(t.renamed(rename)), *m),
            };
            sum.plus(&Term { constant: 0, parts: vec![(*c, atom)] })
        })
    }

    /// The term with every variable replaced by a term.
    pub(crate) fn substituted(&self, to: &dyn Fn(Var) -> Term) -> Term {
        let start = Term { constant: self.constant, parts: Vec::new() };
        self.parts.iter().fold(start, |sum, (c, atom)| {
            let value = match atom {
                Atom::Var(v) => to(*v),
                Atom::Abs(t) => Term::atom(Atom::Abs(Box::new(t.substituted(to)))),
                Atom::Mod(t, m) => Term::atom(Atom::Mod(Box::new(t.substituted(to)), *m)),
            };
            sum.plus(&value.scaled(*c))
        })
    }

    /// Adds the numbers of a reasonable size that stand in the term.
    fn numbers(&self, found: &mut Vec<i64>) {
        const LARGEST: u64 = 1 << 30;
        for (factor, atom) in &self.parts {
            if let Some(quotient) = self.constant.checked_div(*factor) {
                found.extend((quotient.unsigned_abs() <= LARGEST).then(|| quotient.abs()));
            }
            found.extend((factor.unsigned_abs() <= LARGEST).then(|| factor.abs()));
            match atom {
                Atom::Var(_) => {}
                Atom::Abs(inner) | Atom::Mod(inner, _) => inner.numbers(found),
            }
        }
    }

    /// Does the variable occur?
    #[must_use]
    pub fn mentions(&self, var: Var) -> bool {
        self.parts.iter().any(|(_, atom)| match atom {
            Atom::Var(v) => *v == var,
            Atom::Abs(t) | Atom::Mod(t, _) => t.mentions(var),
        })
    }
}

impl Relation {
    /// Does a value that compares with zero in this way satisfy the relation?
    #[must_use]
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterEqual => order.is_ge(),
        }
    }

    /// The relation that holds exactly when this one does not.
    #[must_use]
    #[inline]
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
        }
    }

    /// How it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        }
    }
}

impl Formula {
    /// The term compared with 0.
    pub fn compare(term: Term, relation: Relation) -> Formula {
        if term.parts.is_empty() {
            return Formula::Constant(relation.holds(term.constant.cmp(&0)));
        }
        // All variables are natural numbers: `x < 0` never holds, `x + 1 > 0` always does.
        let signs =
            |sign: i64| term.constant.signum() != -sign && term.parts.iter().all(|(c, _)| c.signum() == sign);
        let order = term.constant.cmp(&0);
        let certain = match relation {
            Relation::GreaterEqual | Relation::Less => signs(1),
            Relation::LessEqual | Relation::Greater => signs(-1),
            Relation::Equal | Relation::NotEqual => false,
        };
        let stronger = order.is_ne() && (signs(1) || signs(-1));
        if certain || stronger {
            // Nothing changes if the term is replaced by its constant, or by 0 where that decides.
            return Formula::Constant(relation.holds(order));
        }
        Formula::Compare(term, relation)
    }

    /// The conjunction, flat and without constants.
    pub fn all_of(parts: Vec<Formula>) -> Formula {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return Formula::Constant(false),
                Formula::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::Constant(true),
            1 => flat.swap_remove(0),
            _ => Formula::And(flat),
        }
    }

    /// The disjunction, flat and without constants.
    pub fn any_of(parts: Vec<Formula>) -> Formula {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Formula::Constant(false) => {}
                Formula::Constant(true) => return Formula::Constant(true),
                Formula::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::Constant(false),
            1 => flat.swap_remove(0),
            _ => Formula::Or(flat),
        }
    }

    /// The negation, pushed inwards.
    #[inline]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Constant(b) => Formula::Constant(!b),
            Formula::Compare(term, relation) => Formula::Compare(term, relation.negated()),
            Formula::And(parts) => Formula::any_of(parts.into_iter().map(Formula::negated).collect()),
            Formula::Or(parts) => Formula::all_of(parts.into_iter().map(Formula::negated).collect()),
            Formula::Not(inner) => *inner,
            other @ (Formula::Beatty(..) | Formula::Regular(..) | Formula::Move(_)) => {
                Formula::Not(Box::new(other))
            }
        }
    }

    /// Small numbers and numbers that stand in the formula, as many of each and ascending: where it holds at all, it often holds at
    /// some of them.
    pub fn numbers(&self, most: usize) -> Vec<i64> {
        let mut written = Vec::new();
        self.for_each_term(&mut |term| term.numbers(&mut written));
        written.sort_unstable();
        written.dedup();
        written.truncate(most);
        written.extend([0, 1, 2]);
        written.sort_unstable();
        written.dedup();
        written
    }

    fn for_each_term(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Formula::Constant(_) | Formula::Move(_) => {}
            Formula::Compare(term, _) | Formula::Beatty(term, _) => visit(term),
            Formula::Regular(terms, _) => terms.iter().for_each(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| p.for_each_term(visit)),
            Formula::Not(inner) => inner.for_each_term(visit),
        }
    }

    /// Does it speak of the piles, and not only of what is taken?
    pub fn mentions_piles(&self) -> bool {
        self.mentions(Var::X) || self.mentions(Var::Y)
    }

    /// The formula with every variable replaced by another.
    pub(crate) fn renamed(&self, rename: &dyn Fn(Var) -> Var) -> Formula {
        self.map(&|formula| match formula {
            Formula::Compare(term, relation) => Some(Formula::compare(term.renamed(rename), *relation)),
            Formula::Beatty(term, real) => Some(Formula::Beatty(term.renamed(rename), real.clone())),
            Formula::Regular(terms, set) => {
                Some(Formula::Regular(terms.iter().map(|t| t.renamed(rename)).collect(), set.clone()))
            }
            _ => None,
        })
    }

    /// The formula with every variable replaced by a term.
    pub(crate) fn substituted(&self, to: &dyn Fn(Var) -> Term) -> Formula {
        self.map(&|formula| match formula {
            Formula::Compare(term, relation) => Some(Formula::compare(term.substituted(to), *relation)),
            Formula::Beatty(term, real) => Some(Formula::Beatty(term.substituted(to), real.clone())),
            Formula::Regular(terms, set) => {
                Some(Formula::Regular(terms.iter().map(|t| t.substituted(to)).collect(), set.clone()))
            }
            _ => None,
        })
    }

    /// The formula with every name of a move replaced by what the move says.
    #[must_use]
    pub fn with_moves(&self, moves: &[super::ruleset::Move]) -> Formula {
        self.map(&|formula| match formula {
            Formula::Move(index) => Some(moves[*index].when.clone()),
            _ => None,
        })
    }

    /// Replaces parts of the formula; `None` keeps a part and looks inside it.
    fn map(&self, replace: &dyn Fn(&Formula) -> Option<Formula>) -> Formula {
        if let Some(replaced) = replace(self) {
            return replaced;
        }
        match self {
            Formula::And(parts) => Formula::all_of(parts.iter().map(|p| p.map(replace)).collect()),
            Formula::Or(parts) => Formula::any_of(parts.iter().map(|p| p.map(replace)).collect()),
            Formula::Not(inner) => inner.map(replace).negated(),
            other => other.clone(),
        }
    }

    /// Does the variable occur?
    #[must_use]
    pub fn mentions(&self, var: Var) -> bool {
        match self {
            Formula::Constant(_) | Formula::Move(_) => false,
            Formula::Compare(term, _) | Formula::Beatty(term, _) => term.mentions(var),
            Formula::Regular(terms, _) => terms.iter().any(|t| t.mentions(var)),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|p| p.mentions(var)),
            Formula::Not(inner) => inner.mentions(var),
        }
    }
}
