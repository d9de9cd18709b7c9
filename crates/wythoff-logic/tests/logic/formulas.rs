//! Random formulas whose quantifiers are bounded, so that plain evaluation is exact.
//!
//! They go through the text, with every pair of parentheses written, and without subtraction.

use wythoff_automata::Dfa;
use wythoff_logic::{Defined, Failed, Sentence, decide, parse, relation};

use super::plain::{LARGEST, Plain, RawAutomaton, SYSTEMS};
use super::products::{budget, tuples};
use super::random::{Case, Outcome, Random};

/// The variables; the first ones are free.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// Values of all variables.
type Values = [usize; NAMES.len()];

/// `constant + Σ coefficient · variable`, nothing negative.
#[derive(Clone, Debug)]
struct Sum {
    constant: usize,
    coefficients: [usize; NAMES.len()],
}

impl Sum {
    /// A sum of variables that are in scope.
    fn random(random: &mut Random, scope: &[usize], largest: usize) -> Sum {
        let mut sum = Sum { constant: 0, coefficients: [0; NAMES.len()] };
        for &variable in scope {
            if random.chance(45) {
                sum.coefficients[variable] = 1 + random.below(largest);
            }
        }
        if random.chance(60) {
            sum.constant = random.below(7);
        }
        sum
    }

    fn text(&self) -> String {
        let mut list: Vec<String> = vec![];
        for (name, &k) in NAMES.iter().zip(&self.coefficients) {
            match k {
                0 => {}
                1 => list.push((*name).to_owned()),
                _ => list.push(format!("{k}*{name}")),
            }
        }
        if self.constant > 0 || list.is_empty() {
            list.push(self.constant.to_string());
        }
        list.join(" + ")
    }

    fn value(&self, values: &Values) -> usize {
        self.constant + self.coefficients.iter().zip(values).map(|(c, v)| c * v).sum::<usize>()
    }
}

/// A formula as the test sees it.
#[derive(Clone, Debug)]
enum Tree {
    Compare(&'static str, Sum, Sum),
    Remainder(Sum, usize, bool, usize),
    /// An automaton, by its number, and what it is asked.
    Named(usize, Vec<Sum>),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Same(Box<Tree>, Box<Tree>),
    /// At least so many tuples of these variables, each up to its bound.
    Exists(usize, Vec<(usize, Sum)>, Box<Tree>),
    /// All values of this variable up to its bound.
    All(usize, Sum, Box<Tree>),
}

/// What random formulas are made of.
struct Maker<'r> {
    random: &'r mut Random,
    /// How many numbers each automaton reads.
    arities: Vec<usize>,
    /// Quantifiers that may still be used.
    quantifiers: usize,
}

impl Maker<'_> {
    fn tree(&mut self, scope: &[usize], depth: usize) -> Tree {
        if self.quantifiers > 0 && (scope.is_empty() || self.random.chance(35)) {
            return self.quantified(scope, depth.saturating_sub(1).max(1));
        }
        if depth == 0 || self.random.chance(10) {
            return self.atom(scope);
        }
        let count = 2 + self.random.below(2);
        let mut list =
            |count: usize| -> Vec<Tree> { (0..count).map(|_| self.tree(scope, depth - 1)).collect() };
        let mut pair = list(count);
        match self.random.below(9) {
            0 | 1 => Tree::Not(Box::new(pair.remove(0))),
            2..=4 => Tree::And(pair),
            5 | 6 => Tree::Or(pair),
            7 => Tree::Implies(Box::new(pair.remove(0)), Box::new(pair.remove(0))),
            _ => Tree::Same(Box::new(pair.remove(0)), Box::new(pair.remove(0))),
        }
    }

    fn atom(&mut self, scope: &[usize]) -> Tree {
        match self.random.below(6) {
            0 => {
                let modulus = 2 + self.random.below(3);
                let equal = self.random.chance(60);
                let sum = Sum::random(self.random, scope, 3);
                Tree::Remainder(sum, modulus, equal, self.random.below(modulus))
            }
            1 | 2 => {
                let named = self.random.below(self.arities.len());
                let terms = (0..self.arities[named])
                    .map(|_| {
                        if !scope.is_empty() && self.random.chance(70) {
                            let mut sum = Sum { constant: 0, coefficients: [0; NAMES.len()] };
                            sum.coefficients[*self.random.pick(scope)] = 1;
                            sum
                        } else {
                            Sum::random(self.random, scope, 2)
                        }
                    })
                    .collect();
                Tree::Named(named, terms)
            }
            _ => {
                let sign = *self.random.pick(&["=", "!=", "<", "<=", ">", ">="]);
                let left = Sum::random(self.random, scope, 2);
                Tree::Compare(sign, left, Sum::random(self.random, scope, 2))
            }
        }
    }

    fn quantified(&mut self, scope: &[usize], depth: usize) -> Tree {
        self.quantifiers -= 1;
        // Any name, also one that hides another; a bound speaks of the variables outside.
        let variable = self.random.below(NAMES.len());
        let outside: Vec<usize> = scope.iter().copied().filter(|&v| v != variable).collect();
        let mut inside = [&outside[..], &[variable]].concat();
        let mut bound = Sum::random(self.random, &outside, 1);
        bound.constant = self.random.below(9);
        if self.random.chance(40) {
            return Tree::All(variable, bound, Box::new(self.tree(&inside, depth)));
        }
        let mut variables = vec![(variable, bound)];
        if self.quantifiers > 0 && self.random.chance(25) {
            self.quantifiers -= 1;
            let second = (variable + 1 + self.random.below(NAMES.len() - 1)) % NAMES.len();
            let outside: Vec<usize> = outside.iter().copied().filter(|&v| v != second).collect();
            // Both bounds stand inside, where both names are hidden already.
            variables[0].1.coefficients[second] = 0;
            let mut bound = Sum::random(self.random, &outside, 1);
            bound.constant = self.random.below(5);
            variables.push((second, bound));
            inside.retain(|&v| v != second);
            inside.push(second);
        }
        let least = *self.random.pick(&[1, 1, 1, 2, 3, 5]);
        Tree::Exists(least, variables, Box::new(self.tree(&inside, depth)))
    }
}

impl Tree {
    fn text(&self) -> String {
        let list = |l: &[Tree], sign: &str| l.iter().map(Tree::text).collect::<Vec<_>>().join(sign);
        match self {
            Tree::Compare(sign, left, right) => format!("({} {sign} {})", left.text(), right.text()),
            Tree::Remainder(sum, modulus, equal, rest) => {
                format!("({} mod {modulus} {} {rest})", sum.text(), if *equal { "=" } else { "!=" })
            }
            Tree::Named(named, terms) => {
                let terms: Vec<String> = terms.iter().map(Sum::text).collect();
                format!("${}({})", AUTOMATA[*named], terms.join(", "))
            }
            Tree::Not(inner) => format!("(~{})", inner.text()),
            Tree::And(all) => format!("({})", list(all, " & ")),
            Tree::Or(any) => format!("({})", list(any, " | ")),
            Tree::Implies(left, right) => format!("({} => {})", left.text(), right.text()),
            Tree::Same(left, right) => format!("({} <=> {})", left.text(), right.text()),
            Tree::Exists(least, variables, body) => {
                let names: Vec<&str> = variables.iter().map(|(v, _)| NAMES[*v]).collect();
                let bounds: Vec<String> =
                    variables.iter().map(|(v, b)| format!("({} <= {})", NAMES[*v], b.text())).collect();
                let head = if *least == 1 { "E".to_owned() } else { format!("E>={least} ") };
                format!("({head}{} ({} & {}))", names.join(","), bounds.join(" & "), body.text())
            }
            Tree::All(variable, bound, body) => {
                let name = NAMES[*variable];
                format!("(A{name} (({name} <= {}) => {}))", bound.text(), body.text())
            }
        }
    }

    fn holds(&self, plain: &Plain, automata: &[RawAutomaton], values: &Values) -> bool {
        let holds = |tree: &Tree| tree.holds(plain, automata, values);
        match self {
            Tree::Compare(sign, left, right) => {
                let (left, right) = (left.value(values), right.value(values));
                match *sign {
                    "=" => left == right,
                    "!=" => left != right,
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
            Tree::Remainder(sum, modulus, equal, rest) => (sum.value(values) % modulus == *rest) == *equal,
            Tree::Named(named, terms) => {
                let terms: Vec<usize> = terms.iter().map(|t| t.value(values)).collect();
                automata[*named].run(plain, &terms) != 0
            }
            Tree::Not(inner) => !holds(inner),
            Tree::And(all) => all.iter().all(holds),
            Tree::Or(any) => any.iter().any(holds),
            Tree::Implies(left, right) => !holds(left) || holds(right),
            Tree::Same(left, right) => holds(left) == holds(right),
            Tree::Exists(least, variables, body) => {
                let ends: Vec<usize> = variables.iter().map(|(_, b)| b.value(values) + 1).collect();
                let most = ends.iter().max().copied().unwrap_or(0);
                let found = tuples(ends.len(), most).filter(|tuple| {
                    let mut inside = *values;
                    variables.iter().zip(tuple).for_each(|((v, _), &n)| inside[*v] = n);
                    tuple.iter().zip(&ends).all(|(n, end)| n < end) && body.holds(plain, automata, &inside)
                });
                found.take(*least).count() == *least
            }
            Tree::All(variable, bound, body) => (0..=bound.value(values)).all(|n| {
                let mut inside = *values;
                inside[*variable] = n;
                body.holds(plain, automata, &inside)
            }),
        }
    }

    /// With a branch in place of the whole, or left out. No variable gets free by that: bodies stay under their quantifiers.
    fn smaller(&self) -> Vec<Tree> {
        let boxed = |tree: &Tree, make: &dyn Fn(Box<Tree>) -> Tree| -> Vec<Tree> {
            tree.smaller().into_iter().map(|t| make(Box::new(t))).collect()
        };
        let in_list = |list: &[Tree], make: &dyn Fn(Vec<Tree>) -> Tree| -> Vec<Tree> {
            let mut found = list.to_vec();
            for (i, child) in list.iter().enumerate() {
                let replaced = |tree: Tree| {
                    let mut changed = list.to_vec();
                    changed[i] = tree;
                    make(changed)
                };
                found.extend(child.smaller().into_iter().map(replaced));
            }
            found
        };
        let in_pair = |left: &Tree, right: &Tree, make: &dyn Fn(Box<Tree>, Box<Tree>) -> Tree| -> Vec<Tree> {
            let mut found = vec![left.clone(), right.clone()];
            found.extend(boxed(left, &|t| make(t, Box::new(right.clone()))));
            found.extend(boxed(right, &|t| make(Box::new(left.clone()), t)));
            found
        };
        match self {
            Tree::Compare(..) | Tree::Remainder(..) | Tree::Named(..) => vec![],
            Tree::Not(inner) => {
                let mut found = vec![(**inner).clone()];
                found.extend(boxed(inner, &Tree::Not));
                found
            }
            Tree::And(list) => in_list(list, &Tree::And),
            Tree::Or(list) => in_list(list, &Tree::Or),
            Tree::Implies(left, right) => in_pair(left, right, &Tree::Implies),
            Tree::Same(left, right) => in_pair(left, right, &Tree::Same),
            Tree::Exists(least, variables, body) => {
                boxed(body, &|t| Tree::Exists(*least, variables.clone(), t))
            }
            Tree::All(variable, bound, body) => boxed(body, &|t| Tree::All(*variable, bound.clone(), t)),
        }
    }
}

/// The names of the automata that formulas ask.
const AUTOMATA: [&str; 2] = ["one", "two"];

/// A random formula with at most two free variables, `x` and `y`.
#[derive(Clone)]
pub(crate) struct RandomFormula {
    system: usize,
    automata: Vec<RawAutomaton>,
    free: usize,
    tree: Tree,
}

impl std::fmt::Debug for RandomFormula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in {}, where {:?}", self.tree.text(), self.plain().name, self.automata)
    }
}

impl RandomFormula {
    pub(crate) fn random(random: &mut Random) -> RandomFormula {
        let system = random.below(SYSTEMS.len());
        let plain = &SYSTEMS[system].0;
        let automata: Vec<RawAutomaton> =
            (1..=AUTOMATA.len()).map(|arity| RawAutomaton::random(random, plain, arity)).collect();
        let arities = automata.iter().map(|a| a.arity).collect();
        let free = random.below(3);
        let scope: Vec<usize> = (0..free).collect();
        let quantifiers = 1 + random.below(2);
        let depth = 1 + random.below(3);
        let tree = Maker { random, arities, quantifiers }.tree(&scope, depth);
        RandomFormula { system, automata, free, tree }
    }

    fn plain(&self) -> &'static Plain {
        &SYSTEMS[self.system].0
    }

    fn holds(&self, values: &Values) -> bool {
        self.tree.holds(self.plain(), &self.automata, values)
    }

    /// All small values of the free variables.
    fn small(&self) -> impl Iterator<Item = Values> {
        let number = [1, 25, 9][self.free];
        tuples(self.free, number).map(|tuple| {
            let mut values = [0; NAMES.len()];
            values[..tuple.len()].copy_from_slice(&tuple);
            values
        })
    }

    fn against_plain(&self) -> Result<Result<(), String>, Failed> {
        let (plain, numeration) = &SYSTEMS[self.system];
        let text = self.tree.text();
        let Ok(formula) = parse(&text) else { return Ok(Err("does not parse".to_owned())) };
        let automaton = |(name, raw): (&&str, &RawAutomaton)| ((*name).to_owned(), raw.dfa(plain));
        let named: Vec<(String, Dfa)> = AUTOMATA.iter().zip(&self.automata).map(automaton).collect();
        let found = relation(&formula, numeration, &named, &budget())?;
        for values in self.small() {
            let says = match &found {
                Defined::Constant(value) => *value,
                Defined::Set(names, dfa) => {
                    let own: Vec<usize> = names.iter().map(|n| values[variable(n)]).collect();
                    plain.run(dfa, &own) != 0
                }
            };
            if says != self.holds(&values) {
                return Ok(Err(format!("relation: {says} at {values:?}")));
            }
        }
        let sentence = decide(&formula, numeration, &named, &budget())?;
        Ok(self.judge(&sentence))
    }

    /// A formula with free variables is true if it holds everywhere, and its example refutes it if it does not.
    fn judge(&self, sentence: &Sentence) -> Result<(), String> {
        if let Some(values) = self.small().find(|values| sentence.truth && !self.holds(values)) {
            return Err(format!("decide: true, but {values:?} refutes it"));
        }
        let mut values: Values = [0; NAMES.len()];
        for (name, value) in &sentence.example {
            let value = usize::try_from(value).ok().filter(|&v| v < LARGEST / 40);
            // Larger ones cannot be followed here.
            let Some(value) = value else { return Ok(()) };
            values[variable(name)] = value;
        }
        if self.free > 0 && !sentence.truth {
            let refuted = !self.holds(&values);
            return if refuted { Ok(()) } else { Err(format!("decide: false, but not at {values:?}")) };
        }
        match &self.tree {
            _ if self.free == 0 && sentence.truth != self.holds(&[0; NAMES.len()]) => {
                Err(format!("decide: {}", sentence.truth))
            }
            Tree::Exists(1, variables, body) if self.free == 0 && sentence.truth => {
                let inside = variables.iter().all(|(v, b)| values[*v] <= b.value(&[0; NAMES.len()]));
                let shown = inside && body.holds(self.plain(), &self.automata, &values);
                if shown { Ok(()) } else { Err(format!("decide: not an example: {values:?}")) }
            }
            _ => Ok(()),
        }
    }
}

fn variable(name: &str) -> usize {
    NAMES.iter().position(|n| *n == name).unwrap()
}

impl Case for RandomFormula {
    fn compare(&self) -> Outcome {
        match self.against_plain() {
            Ok(Ok(())) => Outcome::Right,
            Ok(Err(difference)) => Outcome::Wrong(difference),
            Err(Failed::Limit(_)) => Outcome::TooLarge,
            Err(other) => Outcome::Wrong(other.to_string()),
        }
    }

    fn smaller(&self) -> Vec<RandomFormula> {
        let with = |tree| RandomFormula { tree, ..self.clone() };
        self.tree.smaller().into_iter().map(with).collect()
    }
}
