//! The checker's own reading of rules: conditions over linear comparisons, evaluated in three values while digits are read.
//!
//! Absolute values and remainders inside a term are unfolded into cases as they are met. Every comparison becomes a test of the
//! output of one automaton ([`Leaf`]); all comparisons of the same form share it.

use super::Undecided;
use super::leaf::{CAN_FAIL, CAN_HOLD, HOLDS, Leaf, Question};
use super::play::{Caps, lines};
use std::sync::Arc;
use wythoff_automata::numeration::Numeration;
use wythoff_budget::Budget;
use wythoff_rules::regular::RegularSet;
use wythoff_rules::{Atom, Formula, Relation, Ruleset, Term, Twist, Var};

/// The most cases that terms with absolute values and remainders may unfold into, comparisons counted.
const MOST_CASES: u64 = 5_000;

const TOO_LARGE: Undecided = Undecided::Rules("the numbers in the rules are too large");

/// What is known about a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds, whatever digits follow.
    Yes,
    /// It does not hold, whatever digits follow.
    No,
    /// It depends on the digits that follow.
    Open,
}

/// A formula over numbered questions.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Constant(bool),
    /// `form REL value`: question, relation, value.
    Compare(usize, Relation, i64),
    Remainder(usize, i64),
    Member(usize),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
}

/// The same once all questions are known: over the tests of a [`Sheet`].
#[derive(Clone, Debug)]
pub enum Condition {
    /// True or false.
    Constant(bool),
    /// The test of this number.
    Test(usize),
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// Automata for all questions about the same numbers, and the tests that conditions make of their outputs.
pub struct Sheet {
    pub(crate) leaves: Vec<Leaf>,
    /// A leaf, and for each of its states what [`Leaf::verdicts`] says.
    tests: Vec<(usize, Vec<u8>)>,
}

impl Sheet {
    /// The states at the beginning of words whose length is of this phase.
    pub fn starts(&self, phase: usize) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().map(move |l| l.start(phase))
    }

    /// The states after one digit of each number.
    pub fn steps<'a>(&'a self, states: &'a [u32], digits: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        self.leaves.iter().zip(states).map(move |(l, &s)| l.step(s, digits))
    }

    /// What is known about a condition when more digits may follow.
    pub fn truth(&self, condition: &Condition, states: &[u32]) -> Truth {
        evaluate(condition, &|test| {
            let (leaf, verdicts) = &self.tests[test];
            match verdicts[states[*leaf] as usize] & (CAN_HOLD | CAN_FAIL) {
                CAN_HOLD => Truth::Yes,
                CAN_FAIL => Truth::No,
                _ => Truth::Open,
            }
        })
    }

    /// Whether a condition holds when the word ends here.
    pub fn holds(&self, condition: &Condition, states: &[u32]) -> bool {
        let test = |test: usize| {
            let (leaf, verdicts) = &self.tests[test];
            if verdicts[states[*leaf] as usize] & HOLDS != 0 { Truth::Yes } else { Truth::No }
        };
        evaluate(condition, &test) == Truth::Yes
    }
}

fn evaluate(condition: &Condition, test: &dyn Fn(usize) -> Truth) -> Truth {
    let fold = |list: &[Condition], decisive: Truth, otherwise: Truth| {
        let mut result = otherwise;
        for item in list {
            match evaluate(item, test) {
                t if t == decisive => return decisive,
                Truth::Open => result = Truth::Open,
                _ => {}
            }
        }
        result
    };
    match condition {
        Condition::Constant(true) => Truth::Yes,
        Condition::Constant(false) => Truth::No,
        Condition::Test(i) => test(*i),
        Condition::And(list) => fold(list, Truth::No, Truth::Yes),
        Condition::Or(list) => fold(list, Truth::Yes, Truth::No),
        Condition::Not(inner) => match evaluate(inner, test) {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Open => Truth::Open,
        },
    }
}

/// The rules of a game as conditions on an option, and on a square.
pub struct Reading {
    /// About x, y, x', y'.
    pub options: Sheet,
    /// About x, y.
    pub squares: Sheet,
    /// The removal is a move, takes something, and the option exists.
    pub is_move: Condition,
    /// Conditions on the removal of which exactly one holds.
    pub(crate) guards: Vec<Condition>,
    /// The classes of the block or comply lines.
    classes: Vec<Condition>,
    /// The square exists.
    pub exists: Condition,
}

/// How variables are seen: as forms over the tracks.
pub(super) type View<'v> = &'v dyn Fn(Var) -> Vec<i64>;

impl Reading {
    /// Reads the rules of a game in a numeration.
    ///
    /// # Errors
    /// Rules outside what can be said, and limits.
    pub fn new(ruleset: &Ruleset, numeration: &Numeration, budget: &Budget) -> Result<Reading, Undecided> {
        Reading::of_options(ruleset, ruleset.position.as_ref(), numeration, budget)
    }

    /// As [`Reading::new`], for a proof that looks at no option but those that are claimed to be P-positions.
    ///
    /// Such a proof tests that every claimed square exists, so that nothing need be asked about the option: if one does not,
    /// it is itself where the claim is wrong, at a word that comes before those of all squares which can move to it.
    pub(super) fn of_claimed(
        ruleset: &Ruleset,
        numeration: &Numeration,
        budget: &Budget,
    ) -> Result<Reading, Undecided> {
        Reading::of_options(ruleset, None, numeration, budget)
    }

    /// `existing` says which options exist.
    fn of_options(
        ruleset: &Ruleset,
        existing: Option<&Formula>,
        numeration: &Numeration,
        budget: &Budget,
    ) -> Result<Reading, Undecided> {
        expressible(ruleset)?;
        // Tracks x, y, x', y'.
        let removal = |v: Var| match v {
            Var::X => vec![1, 0, 0, 0],
            Var::Y => vec![0, 1, 0, 0],
            Var::S => vec![1, 0, -1, 0],
            Var::T => vec![0, 1, 0, -1],
        };
        let target = |v: Var| match v {
            Var::X => vec![0, 0, 1, 0],
            Var::Y => vec![0, 0, 0, 1],
            _ => vec![0; 4],
        };
        let here = |v: Var| match v {
            Var::X => vec![1, 0],
            Var::Y => vec![0, 1],
            _ => vec![0; 2],
        };
        let mut reader = Reader::new(ruleset);
        let mut is_move =
            vec![reader.any_move(&removal)?, Tree::Not(Box::new(reader.takes_nothing(&removal)?))];
        for v in [Var::S, Var::T] {
            is_move.push(reader.compare(&variable(v), Relation::GreaterEqual, &removal)?);
        }
        if let Some(position) = existing {
            is_move.push(reader.formula(position, &target)?);
        }
        let mut trees = vec![Tree::And(is_move)];
        for class in classes(ruleset) {
            trees.push(reader.formula(class, &removal)?);
        }
        let lines = trees.len() - 1;
        trees.extend(reader.guards(&removal)?);
        let (options, conditions) = reader.finish(trees, numeration, budget)?;
        let mut conditions = conditions.into_iter();
        let is_move = conditions.next().unwrap_or(Condition::Constant(false));
        let classes: Vec<Condition> = conditions.by_ref().take(lines).collect();
        let mut reader = Reader::new(ruleset);
        let exists = match &ruleset.position {
            Some(position) => reader.formula(position, &here)?,
            None => Tree::Constant(true),
        };
        let (squares, mut square) = reader.finish(vec![exists], numeration, budget)?;
        let exists = square.pop().unwrap_or(Condition::Constant(false));
        Ok(Reading { options, squares, is_move, guards: conditions.collect(), classes, exists })
    }

    /// Which classes an option lies in, at the end of the word, as bits; `None` if it is no move.
    pub fn signature(&self, states: &[u32]) -> Option<usize> {
        self.options.holds(&self.is_move, states).then(|| {
            let bit = |(i, class)| usize::from(self.options.holds(class, states)) << i;
            self.classes.iter().enumerate().map(bit).sum()
        })
    }
}

/// The classes of the block or comply lines.
pub(super) fn classes(ruleset: &Ruleset) -> Vec<&Formula> {
    match &ruleset.twist {
        Twist::None => vec![],
        Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
        Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
    }
}

fn variable(v: Var) -> Term {
    Term { constant: 0, parts: vec![(1, Atom::Var(v))] }
}

/// Turns formulas into trees, and collects what they ask.
pub(super) struct Reader<'r> {
    ruleset: &'r Ruleset,
    questions: Vec<Question>,
}

/// What is done with a linear term: its form and its constant.
type Plain<'p, 'r> = &'p mut dyn FnMut(&mut Reader<'r>, Vec<i64>, i64) -> Result<Tree, Undecided>;

impl<'r> Reader<'r> {
    pub(super) fn new(ruleset: &'r Ruleset) -> Self {
        Reader { ruleset, questions: vec![] }
    }

    /// The automata of all questions, and the trees over them.
    pub(super) fn finish(
        self,
        trees: Vec<Tree>,
        numeration: &Numeration,
        budget: &Budget,
    ) -> Result<(Sheet, Vec<Condition>), Undecided> {
        let leaves: Result<Vec<Leaf>, Undecided> =
            self.questions.iter().map(|q| Leaf::new(q, numeration, budget)).collect();
        let mut sheet = Sheet { leaves: leaves?, tests: vec![] };
        let mut asked: Vec<(usize, Vec<bool>)> = vec![];
        let conditions: Vec<Condition> =
            trees.iter().map(|t| settle(t, &self.questions, &mut asked)).collect();
        for (leaf, set) in asked {
            budget.poll()?;
            sheet.tests.push((leaf, sheet.leaves[leaf].verdicts(&set)));
        }
        Ok((sheet, conditions))
    }

    /// The removal is a move of some kind.
    pub(super) fn any_move(&mut self, view: View<'_>) -> Result<Tree, Undecided> {
        let moves: Result<Vec<Tree>, Undecided> =
            self.ruleset.moves.iter().map(|m| self.formula(&m.when, view)).collect();
        Ok(Tree::Or(moves?))
    }

    /// Nothing is removed.
    pub(super) fn takes_nothing(&mut self, view: View<'_>) -> Result<Tree, Undecided> {
        let zero = [Var::S, Var::T].map(|v| self.compare(&variable(v), Relation::Equal, view));
        Ok(Tree::And(zero.into_iter().collect::<Result<_, _>>()?))
    }

    /// Conditions of which exactly one holds for every removal: `s = 0`; `s > 0 = t`; and `s, t > 0`, with `s = t`, `s < t` and
    /// `s > t` apart if what has been read so far looks at `s - t` anyway. Any such division would do; this one keeps automata small.
    fn guards(&mut self, view: View<'_>) -> Result<Vec<Tree>, Undecided> {
        let (s, t) = (variable(Var::S), variable(Var::T));
        let difference = Term { constant: 0, parts: vec![(1, Atom::Var(Var::S)), (-1, Atom::Var(Var::T))] };
        let form: Vec<i64> = view(Var::S).iter().zip(view(Var::T)).map(|(s, t)| s - t).collect();
        let looks = self.questions.iter().any(|q| matches!(q, Question::Compare(asked, _) if *asked == form));
        let takes_s = self.compare(&s, Relation::Greater, view)?;
        let takes_t = self.compare(&t, Relation::Greater, view)?;
        let no_s = self.compare(&s, Relation::Equal, view)?;
        let no_t = self.compare(&t, Relation::Equal, view)?;
        let mut guards = vec![no_s, Tree::And(vec![takes_s.clone(), no_t])];
        if !looks {
            guards.push(Tree::And(vec![takes_s, takes_t]));
            return Ok(guards);
        }
        for relation in [Relation::Equal, Relation::Less, Relation::Greater] {
            let side = self.compare(&difference, relation, view)?;
            guards.push(Tree::And(vec![takes_s.clone(), takes_t.clone(), side]));
        }
        Ok(guards)
    }

    pub(super) fn formula(&mut self, formula: &Formula, view: View<'_>) -> Result<Tree, Undecided> {
        let all = |reader: &mut Self, list: &[Formula]| -> Result<Vec<Tree>, Undecided> {
            list.iter().map(|f| reader.formula(f, view)).collect()
        };
        Ok(match formula {
            Formula::Constant(value) => Tree::Constant(*value),
            Formula::Compare(term, relation) => self.compare(term, *relation, view)?,
            Formula::Beatty(term, real) => self.unfold(term, view, &mut |reader, form, c| {
                Ok(Tree::Member(reader.ask(Question::Beatty(form, c, real.clone()))))
            })?,
            Formula::Regular(terms, set) => self.members(terms, &[], set, view)?,
            Formula::Move(i) => match self.ruleset.moves.get(*i) {
                Some(named) => self.formula(&named.when, view)?,
                None => Tree::Constant(false),
            },
            Formula::And(list) => Tree::And(all(self, list)?),
            Formula::Or(list) => Tree::Or(all(self, list)?),
            Formula::Not(inner) => Tree::Not(Box::new(self.formula(inner, view)?)),
        })
    }

    /// The terms are a member of a loaded set; `done` are the forms of those that have been unfolded.
    fn members(
        &mut self,
        open: &[Term],
        done: &[(Vec<i64>, i64)],
        set: &Arc<RegularSet>,
        view: View<'_>,
    ) -> Result<Tree, Undecided> {
        let Some((first, rest)) = open.split_first() else {
            return Ok(Tree::Member(self.ask(Question::Regular(done.to_vec(), Arc::clone(set)))));
        };
        self.unfold(first, view, &mut |reader, form, c| {
            reader.members(rest, &[done, &[(form, c)]].concat(), set, view)
        })
    }

    pub(super) fn compare(
        &mut self,
        term: &Term,
        relation: Relation,
        view: View<'_>,
    ) -> Result<Tree, Undecided> {
        self.unfold(term, view, &mut |reader, form, c| reader.compare_form(form, relation, c))
    }

    /// `form + c REL 0`.
    pub(super) fn compare_form(
        &mut self,
        form: Vec<i64>,
        relation: Relation,
        c: i64,
    ) -> Result<Tree, Undecided> {
        let Some(&first) = form.iter().find(|&&k| k != 0) else {
            return Ok(Tree::Constant(relation.holds(c.cmp(&0))));
        };
        // One question per form: the sign is chosen so that its first coefficient is positive.
        let (form, relation, value) = if first < 0 {
            let negated: Option<Vec<i64>> = form.iter().map(|k| k.checked_neg()).collect();
            (negated.ok_or(TOO_LARGE)?, mirrored(relation), c)
        } else {
            (form, relation, c.checked_neg().ok_or(TOO_LARGE)?)
        };
        let question = self.ask(Question::Compare(form, vec![value]));
        Ok(Tree::Compare(question, relation, value))
    }

    /// The form leaves this remainder.
    pub(super) fn remainder_form(&mut self, form: Vec<i64>, modulus: i64, rest: i64) -> Tree {
        Tree::Remainder(self.ask(Question::Remainder(form, modulus)), rest.rem_euclid(modulus))
    }

    /// Unfolds absolute values and remainders, and hands linear terms on as a form and a constant.
    fn unfold(&mut self, term: &Term, view: View<'_>, plain: Plain<'_, 'r>) -> Result<Tree, Undecided> {
        let Some(at) = term.parts.iter().position(|(_, a)| !matches!(a, Atom::Var(_))) else {
            let mut form = vec![0i64; view(Var::X).len()];
            for (k, atom) in &term.parts {
                let Atom::Var(v) = atom else { continue };
                for (f, w) in form.iter_mut().zip(view(*v)) {
                    *f = k.checked_mul(w).and_then(|more| f.checked_add(more)).ok_or(TOO_LARGE)?;
                }
            }
            return plain(self, form, term.constant);
        };
        let mut rest = term.clone();
        let (factor, atom) = rest.parts.remove(at);
        let plus = |mut term: Term, constant: i64| {
            let more = factor.checked_mul(constant).and_then(|more| term.constant.checked_add(more));
            term.constant = more.ok_or(TOO_LARGE)?;
            Ok::<Term, Undecided>(term)
        };
        let mut cases = vec![];
        match atom {
            Atom::Var(_) => {}
            Atom::Abs(inner) => {
                for (relation, sign) in [(Relation::GreaterEqual, 1), (Relation::Less, -1)] {
                    let factor = factor.checked_mul(sign).ok_or(TOO_LARGE)?;
                    let mut case = plus(rest.clone(), inner.constant.checked_mul(sign).ok_or(TOO_LARGE)?)?;
                    for (k, a) in &inner.parts {
                        case.parts.push((k.checked_mul(factor).ok_or(TOO_LARGE)?, a.clone()));
                    }
                    cases.push(vec![self.compare(&inner, relation, view)?, self.unfold(&case, view, plain)?]);
                }
            }
            Atom::Mod(inner, modulus) => {
                for r in 0..modulus {
                    let case = plus(rest.clone(), r)?;
                    let is_r = self.unfold(&inner, view, &mut |reader, form, c| {
                        Ok(reader.remainder_form(form, modulus, r.checked_sub(c).ok_or(TOO_LARGE)?))
                    })?;
                    cases.push(vec![is_r, self.unfold(&case, view, plain)?]);
                }
            }
        }
        Ok(Tree::Or(cases.into_iter().map(Tree::And).collect()))
    }

    fn ask(&mut self, question: Question) -> usize {
        if let Question::Compare(form, values) = &question {
            for (i, known) in self.questions.iter_mut().enumerate() {
                if let Question::Compare(other, thresholds) = known
                    && other == form
                {
                    thresholds.extend(values);
                    thresholds.sort_unstable();
                    thresholds.dedup();
                    return i;
                }
            }
        }
        if let Some(i) = self.questions.iter().position(|q| *q == question) {
            return i;
        }
        self.questions.push(question);
        self.questions.len() - 1
    }
}

/// A tree as a condition; `asked` are the tests so far, each a question and the wanted outputs.
fn settle(tree: &Tree, questions: &[Question], asked: &mut Vec<(usize, Vec<bool>)>) -> Condition {
    let mut list = |l: &[Tree]| l.iter().map(|t| settle(t, questions, asked)).collect();
    let test = match tree {
        Tree::Constant(value) => return Condition::Constant(*value),
        Tree::And(l) => return Condition::And(list(l)),
        Tree::Or(l) => return Condition::Or(list(l)),
        Tree::Not(inner) => return Condition::Not(Box::new(settle(inner, questions, asked))),
        Tree::Compare(i, relation, value) => {
            let numbers = if let Question::Compare(_, numbers) = &questions[*i] { &numbers[..] } else { &[] };
            let at = 2 * numbers.partition_point(|t| t < value) + 1;
            (*i, (0..=2 * numbers.len()).map(|code| relation.holds(code.cmp(&at))).collect())
        }
        Tree::Remainder(i, rest) => {
            let modulus = if let Question::Remainder(_, modulus) = &questions[*i] { *modulus } else { 0 };
            (*i, (0..modulus).map(|r| r == *rest).collect())
        }
        Tree::Member(i) => (*i, vec![false, true]),
    };
    Condition::Test(asked.iter().position(|a| *a == test).unwrap_or_else(|| {
        asked.push(test);
        asked.len() - 1
    }))
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

/// How many `P`-options can be blocked, or options have to be proposed, if the rules have a sentence over positions that is small
/// enough: they are unfolded into linear cases before any limit is asked.
pub fn expressible(ruleset: &Ruleset) -> Result<u16, Undecided> {
    if ruleset.imitation.is_some() {
        return Err(Undecided::Rules("games with memory have no sentence over positions"));
    }
    if lines(&ruleset.twist) > 4 {
        return Err(Undecided::Rules("more than four block or comply lines are not supported"));
    }
    let Some(caps) = Caps::new(ruleset) else {
        return Err(Undecided::Rules(
            "more than 255 options that can be blocked or proposed are not supported",
        ));
    };
    let moves = ruleset.moves.iter().map(|m| &m.when);
    let all = moves.chain(classes(ruleset)).chain(&ruleset.position);
    let cases = all.fold(0, |n: u64, f| n.saturating_add(cases_of(f, ruleset)));
    if cases > MOST_CASES {
        return Err(Undecided::Rules(
            "the rules unfold into too many linear cases (absolute values, remainders)",
        ));
    }
    Ok(match ruleset.twist {
        Twist::Comply(_) => caps.n,
        _ => caps.p - 1,
    })
}

fn cases_of(formula: &Formula, ruleset: &Ruleset) -> u64 {
    match formula {
        Formula::Constant(_) => 1,
        Formula::Compare(term, _) | Formula::Beatty(term, _) => cases_of_term(term),
        Formula::Regular(terms, _) => {
            terms.iter().fold(1, |n: u64, term| n.saturating_mul(cases_of_term(term)))
        }
        // A move's own formula names no moves.
        Formula::Move(i) => ruleset.moves.get(*i).map_or(1, |m| match &m.when {
            Formula::Move(_) => u64::MAX,
            when => cases_of(when, ruleset),
        }),
        Formula::And(list) | Formula::Or(list) => {
            list.iter().fold(1, |n: u64, f| n.saturating_add(cases_of(f, ruleset)))
        }
        Formula::Not(inner) => cases_of(inner, ruleset),
    }
}

fn cases_of_term(term: &Term) -> u64 {
    term.parts.iter().fold(1, |n: u64, (_, atom)| {
        n.saturating_mul(match atom {
            Atom::Var(_) => 1,
            Atom::Abs(inner) => 2u64.saturating_mul(cases_of_term(inner)),
            Atom::Mod(inner, modulus) => modulus.unsigned_abs().saturating_mul(cases_of_term(inner)),
        })
    })
}
