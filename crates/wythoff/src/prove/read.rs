//! The checker's own reading of rules: a tree over linear comparisons, evaluated in three values while digits are read.
//!
//! Absolute values and remainders inside a term are unfolded into cases as they are met. Every comparison becomes a leaf that asks
//! for a set of outputs of one [`Linear`] automaton; all comparisons of the same form share it.

use super::{Undecided, beatty_set, expressible};
use crate::automaton::linear::sums;
use crate::automaton::{DEAD, Dfa, Linear, Numeration};
use crate::budget::Budget;
use crate::number::Real;
use crate::rules::{Atom, Formula, Relation, Ruleset, Term, Twist, Var};

/// What is known about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Yes,
    No,
    Open,
}

/// A question about the rules' linear forms.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// A form `Σ k·variable` compared with numbers.
    Compare(Vec<i64>, Vec<i64>),
    /// The remainder of a form.
    Remainder(Vec<i64>, i64),
    /// Membership of a form with constant in a Beatty sequence.
    Beatty(Vec<i64>, i64, Real),
}

/// A formula over numbered questions.
#[derive(Clone, Debug)]
enum Tree {
    Constant(bool),
    /// `form REL value`: question, relation, value.
    Compare(usize, Relation, i64),
    Remainder(usize, i64),
    Member(usize),
    /// Any of these three when all questions are known: question, wanted outputs.
    Is(usize, Vec<bool>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
}

/// The rules of a game over questions about an option, and about a square.
pub(super) struct Reading {
    option_questions: Vec<Question>,
    square_questions: Vec<Question>,
    /// The removal is a move, takes something, and the option exists.
    is_move: Tree,
    /// Five conditions on the removal of which exactly one holds.
    guards: Vec<Tree>,
    classes: Vec<Tree>,
    square: Tree,
}

/// How variables are seen: as forms over the tracks.
type View<'v> = &'v dyn Fn(Var) -> Vec<i64>;

impl Reading {
    pub(super) fn new(ruleset: &Ruleset) -> Result<Reading, Undecided> {
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
        let classes: Vec<&Formula> = match &ruleset.twist {
            Twist::None => vec![],
            Twist::Block(blocks) => blocks.iter().map(|b| &b.class).collect(),
            Twist::Comply(parts) => parts.iter().map(|p| &p.class).collect(),
        };
        let mut asked = vec![];
        let mut reader = Reader { ruleset, questions: &mut asked };
        let any = Tree::Or(ruleset.moves.iter().map(|m| reader.formula(&m.when, &removal)).collect());
        let single = |v: Var| Term { constant: 0, parts: vec![(1, Atom::Var(v))] };
        let mut at_least_zero = |v| reader.compare(&single(v), Relation::GreaterEqual, &removal);
        let legal = vec![at_least_zero(Var::S), at_least_zero(Var::T)];
        let mut zero = |v| reader.compare(&single(v), Relation::Equal, &removal);
        let nothing = Tree::And(vec![zero(Var::S), zero(Var::T)]);
        let mut all = vec![any, Tree::Not(Box::new(nothing))];
        all.extend(legal);
        all.extend(ruleset.position.iter().map(|p| reader.formula(p, &target)));
        let guards = reader.guards(&removal);
        let classes: Vec<Tree> = classes.into_iter().map(|c| reader.formula(c, &removal)).collect();
        let mut square_asked = vec![];
        let mut reader = Reader { ruleset, questions: &mut square_asked };
        let square = ruleset.position.as_ref().map_or(Tree::Constant(true), |p| reader.formula(p, &here));
        Ok(Reading {
            is_move: Tree::And(all).settled(&asked),
            guards: guards.into_iter().map(|g| g.settled(&asked)).collect(),
            classes: classes.into_iter().map(|c: Tree| c.settled(&asked)).collect(),
            square: square.settled(&square_asked),
            option_questions: asked,
            square_questions: square_asked,
        })
    }

    pub(super) fn option_leaves(&self, n: &Numeration, budget: &Budget) -> Result<Vec<Leaf>, Undecided> {
        self.option_questions.iter().map(|q| Leaf::new(q, n, budget)).collect()
    }

    pub(super) fn square_leaves(&self, n: &Numeration, budget: &Budget) -> Result<Vec<Leaf>, Undecided> {
        self.square_questions.iter().map(|q| Leaf::new(q, n, budget)).collect()
    }

    /// Whether an option can still be a move. `leaf` says whether the output of a leaf's automaton will be in a set.
    pub(super) fn may_move(&self, leaf: &dyn Fn(usize, &[bool]) -> Truth) -> Truth {
        evaluate(&self.is_move, leaf)
    }

    /// How many guards there are.
    pub(super) fn guards(&self) -> usize {
        self.guards.len()
    }

    /// Whether an option can still satisfy a guard.
    pub(super) fn may_pass(&self, guard: usize, leaf: &dyn Fn(usize, &[bool]) -> Truth) -> Truth {
        evaluate(&self.guards[guard], leaf)
    }

    /// Whether the square exists, at the end of the word.
    pub(super) fn exists(&self, leaf: &dyn Fn(usize, &[bool]) -> bool) -> bool {
        evaluate(&self.square, &|i, set| certain(leaf(i, set))) == Truth::Yes
    }

    /// Which classes an option lies in, at the end of the word; `None` if it is no move.
    pub(super) fn signature(&self, leaf: &dyn Fn(usize, &[bool]) -> bool) -> Option<usize> {
        let holds = |tree| evaluate(tree, &|i, set| certain(leaf(i, set))) == Truth::Yes;
        holds(&self.is_move)
            .then(|| self.classes.iter().enumerate().map(|(i, class)| usize::from(holds(class)) << i).sum())
    }
}

fn certain(value: bool) -> Truth {
    if value { Truth::Yes } else { Truth::No }
}

impl Tree {
    /// The same tree with the wanted outputs written out.
    fn settled(self, questions: &[Question]) -> Tree {
        let list = |l: Vec<Tree>| l.into_iter().map(|t| t.settled(questions)).collect();
        match self {
            Tree::Compare(i, relation, value) => {
                let Question::Compare(_, thresholds) = &questions[i] else {
                    return Tree::Compare(i, relation, value);
                };
                // Output 2j + 1 is "equal to threshold j".
                let at = 2 * thresholds.partition_point(|&t| t < value) + 1;
                Tree::Is(i, (0..=2 * thresholds.len()).map(|code| relation.holds(code.cmp(&at))).collect())
            }
            Tree::Remainder(i, rest) => {
                let Question::Remainder(_, modulus) = &questions[i] else { return Tree::Remainder(i, rest) };
                Tree::Is(i, (0..*modulus).map(|r| r == rest).collect())
            }
            Tree::Member(i) => Tree::Is(i, vec![false, true]),
            Tree::And(l) => Tree::And(list(l)),
            Tree::Or(l) => Tree::Or(list(l)),
            Tree::Not(inner) => Tree::Not(Box::new(inner.settled(questions))),
            other => other,
        }
    }
}

fn evaluate(tree: &Tree, leaf: &dyn Fn(usize, &[bool]) -> Truth) -> Truth {
    let fold = |list: &[Tree], decisive: Truth, otherwise: Truth| {
        let mut result = otherwise;
        for item in list {
            match evaluate(item, leaf) {
                t if t == decisive => return decisive,
                Truth::Open => result = Truth::Open,
                _ => {}
            }
        }
        result
    };
    match tree {
        Tree::Constant(value) => certain(*value),
        Tree::Is(i, set) => leaf(*i, set),
        // Not settled: nothing is known, which drops no option and ends no proof.
        Tree::Compare(..) | Tree::Remainder(..) | Tree::Member(_) => Truth::Open,
        Tree::And(list) => fold(list, Truth::No, Truth::Yes),
        Tree::Or(list) => fold(list, Truth::Yes, Truth::No),
        Tree::Not(inner) => match evaluate(inner, leaf) {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Open => Truth::Open,
        },
    }
}

struct Reader<'r> {
    ruleset: &'r Ruleset,
    questions: &'r mut Vec<Question>,
}

impl Reader<'_> {
    /// `s = 0`; `s > 0 = t`; and `s, t > 0` with `s = t`, `s < t`, `s > t`.
    fn guards(&mut self, view: View<'_>) -> Vec<Tree> {
        let single = |v: Var| Term { constant: 0, parts: vec![(1, Atom::Var(v))] };
        let difference = Term { constant: 0, parts: vec![(1, Atom::Var(Var::S)), (-1, Atom::Var(Var::T))] };
        let mut guards = vec![
            self.compare(&single(Var::S), Relation::Equal, view),
            Tree::And(vec![
                self.compare(&single(Var::S), Relation::Greater, view),
                self.compare(&single(Var::T), Relation::Equal, view),
            ]),
        ];
        for relation in [Relation::Equal, Relation::Less, Relation::Greater] {
            guards.push(Tree::And(vec![
                self.compare(&single(Var::S), Relation::Greater, view),
                self.compare(&single(Var::T), Relation::Greater, view),
                self.compare(&difference, relation, view),
            ]));
        }
        guards
    }

    fn formula(&mut self, formula: &Formula, view: View<'_>) -> Tree {
        match formula {
            Formula::Constant(value) => Tree::Constant(*value),
            Formula::Compare(term, relation) => self.compare(term, *relation, view),
            Formula::Beatty(term, real) => self.unfold(term, view, &mut |reader, form, c| {
                Tree::Member(reader.ask(Question::Beatty(form, c, real.clone())))
            }),
            Formula::Move(i) => {
                let when = self.ruleset.moves.get(*i).map(|m| m.when.clone());
                when.map_or(Tree::Constant(false), |w| self.formula(&w, view))
            }
            Formula::And(list) => Tree::And(list.iter().map(|f| self.formula(f, view)).collect()),
            Formula::Or(list) => Tree::Or(list.iter().map(|f| self.formula(f, view)).collect()),
            Formula::Not(inner) => Tree::Not(Box::new(self.formula(inner, view))),
        }
    }

    fn compare(&mut self, term: &Term, relation: Relation, view: View<'_>) -> Tree {
        self.unfold(term, view, &mut |reader, form, c| {
            if form.iter().all(|&k| k == 0) {
                return Tree::Constant(relation.holds(c.cmp(&0)));
            }
            // One question per form: the sign is chosen so that its first coefficient is positive.
            let flip = form.iter().find(|&&k| k != 0).is_some_and(|&k| k < 0);
            let form: Vec<i64> = if flip { form.iter().map(|k| -k).collect() } else { form };
            let (relation, value) = if flip { (mirrored(relation), c) } else { (relation, -c) };
            let i = reader.ask(Question::Compare(form, vec![value]));
            Tree::Compare(i, relation, value)
        })
    }

    /// Unfolds absolute values and remainders, and hands linear terms on as a form and a constant.
    fn unfold(
        &mut self,
        term: &Term,
        view: View<'_>,
        leaf: &mut dyn FnMut(&mut Self, Vec<i64>, i64) -> Tree,
    ) -> Tree {
        let Some(at) = term.parts.iter().position(|(_, a)| !matches!(a, Atom::Var(_))) else {
            let mut form = view(Var::X).iter().map(|_| 0).collect::<Vec<i64>>();
            for (k, atom) in &term.parts {
                if let Atom::Var(v) = atom {
                    form.iter_mut().zip(view(*v)).for_each(|(f, w)| *f += k * w);
                }
            }
            return leaf(self, form, term.constant);
        };
        let mut rest = term.clone();
        let (factor, atom) = rest.parts.remove(at);
        match atom {
            Atom::Var(_) => Tree::Constant(false),
            Atom::Abs(inner) => {
                let cases = [(Relation::GreaterEqual, factor), (Relation::Less, -factor)].map(
                    |(relation, factor)| {
                        let mut plain = rest.clone();
                        plain.constant += factor * inner.constant;
                        plain.parts.extend(inner.parts.iter().map(|(k, a)| (k * factor, a.clone())));
                        Tree::And(vec![self.compare(&inner, relation, view), self.unfold(&plain, view, leaf)])
                    },
                );
                Tree::Or(cases.into())
            }
            Atom::Mod(inner, modulus) => {
                let cases = (0..modulus).map(|r| {
                    let mut plain = rest.clone();
                    plain.constant += factor * r;
                    let is_r = self.unfold(&inner, view, &mut |reader, form, c| {
                        let i = reader.ask(Question::Remainder(form, modulus));
                        Tree::Remainder(i, (r - c).rem_euclid(modulus))
                    });
                    Tree::And(vec![is_r, self.unfold(&plain, view, leaf)])
                });
                Tree::Or(cases.collect())
            }
        }
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

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

/// A question's automaton.
pub(super) enum Leaf {
    Form {
        form: Vec<i64>,
        linear: Linear,
        reach: Vec<Vec<bool>>,
    },
    /// A set of numbers read on one track.
    Set {
        track: usize,
        dfa: Dfa,
    },
}

impl Leaf {
    fn new(question: &Question, numeration: &Numeration, budget: &Budget) -> Result<Leaf, Undecided> {
        let (form, linear) = match question {
            Question::Compare(form, thresholds) => {
                let (negative, positive) = sums(form);
                (form, Linear::compare(numeration, negative, positive, thresholds, budget)?)
            }
            Question::Remainder(form, modulus) => {
                let (negative, positive) = sums(form);
                (form, Linear::remainder(numeration, negative, positive, *modulus, budget)?)
            }
            Question::Beatty(form, c, real) => {
                let set = beatty_set(numeration, real, budget)?;
                let track = form.iter().position(|&k| k == 1);
                if let Some(track) =
                    track.filter(|_| *c == 0 && form.iter().filter(|k| **k != 0).count() == 1)
                {
                    return Ok(Leaf::Set { track, dfa: set });
                }
                (form, Linear::member(numeration, sums(form), *c, &set, budget)?)
            }
        };
        let reach = reachable_outputs(&linear);
        Ok(Leaf::Form { form: form.clone(), linear, reach })
    }

    pub(super) fn start(&self, phase: usize) -> u32 {
        match self {
            Leaf::Form { linear, .. } => linear.parts().2[phase],
            Leaf::Set { dfa, .. } => dfa.starts()[phase],
        }
    }

    pub(super) fn step(&self, state: u32, digits: &[u32]) -> u32 {
        match self {
            Leaf::Form { form, linear, .. } => {
                let (least, width, _, next, _) = linear.parts();
                let e: i64 = form.iter().zip(digits).map(|(k, &d)| k * i64::from(d)).sum();
                next[state as usize * width + (e - least) as usize]
            }
            Leaf::Set { track, dfa } => dfa.step(state, digits[*track] as usize),
        }
    }

    /// Whether the output will be in a set.
    pub(super) fn truth(&self, state: u32, set: &[bool]) -> Truth {
        match self {
            Leaf::Form { reach, .. } => {
                let can = |wanted: bool| {
                    reach[state as usize]
                        .iter()
                        .enumerate()
                        .any(|(o, &r)| r && set.get(o).copied().unwrap_or(false) == wanted)
                };
                match (can(true), can(false)) {
                    (true, false) => Truth::Yes,
                    (false, _) => Truth::No,
                    _ => Truth::Open,
                }
            }
            Leaf::Set { .. } if state == DEAD => certain(set[0]),
            Leaf::Set { .. } => Truth::Open,
        }
    }

    /// Whether the output is in a set, at the end of the word.
    pub(super) fn end(&self, state: u32, set: &[bool]) -> bool {
        let output = match self {
            Leaf::Form { linear, .. } => linear.parts().4[state as usize],
            Leaf::Set { dfa, .. } => dfa.output(state),
        };
        set.get(usize::from(output)).copied().unwrap_or(false)
    }
}

/// For each state, which outputs it can still end with.
fn reachable_outputs(linear: &Linear) -> Vec<Vec<bool>> {
    let (_, width, _, next, output) = linear.parts();
    let mut reach: Vec<Vec<bool>> =
        output.iter().map(|&o| (0..linear.outputs()).map(|p| p == o).collect()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for state in (0..output.len()).rev() {
            for &target in &next[state * width..(state + 1) * width] {
                let more = reach[target as usize].clone();
                for (own, more) in reach[state].iter_mut().zip(more) {
                    changed |= more && !*own;
                    *own |= more;
                }
            }
        }
    }
    reach
}
