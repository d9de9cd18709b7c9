//! Random products: few parts, many conditions that read the same ones.

use wythoff_automata::{Cond, Dfa, Product};
use wythoff_budget::{Budget, Limit};

use super::plain::{Plain, RawAutomaton, SYSTEMS};
use super::random::{Case, Outcome, Random};

/// Random tuples are below this, so that sums over projected tracks stay small and words get long.
const FAR: usize = 1500;

/// Automata may have so many states; what needs more is left out.
pub(crate) fn budget() -> Budget {
    Budget::default().with_states(20_000).with_memory(1 << 26)
}

/// A part of a product.
#[derive(Clone, Debug)]
enum Part {
    /// A linear form against thresholds.
    Compare(Vec<i64>, Vec<i64>),
    /// A linear form modulo a number.
    Remainder(Vec<i64>, i64),
    /// An automaton that reads some tracks.
    Automaton(RawAutomaton, Vec<usize>),
}

impl Part {
    fn random(random: &mut Random, plain: &Plain, tracks: usize) -> Part {
        match random.below(5) {
            0 | 1 => {
                let first = random.within(-3, 8);
                let mut thresholds = vec![first];
                if random.chance(50) {
                    thresholds.push(first + random.within(1, 4));
                }
                Part::Compare(form(random, tracks), thresholds)
            }
            2 => Part::Remainder(form(random, tracks), random.within(2, 5)),
            _ => {
                let arity = 1 + random.below(tracks.min(2));
                let read = (0..arity).map(|_| random.below(tracks)).collect();
                Part::Automaton(RawAutomaton::random(random, plain, arity), read)
            }
        }
    }

    fn add(&self, product: &mut Product<'_>, plain: &Plain) -> Result<usize, Limit> {
        match self {
            Part::Compare(form, thresholds) => product.compare(form, thresholds, &budget()),
            Part::Remainder(form, modulus) => product.remainder(form, *modulus, &budget()),
            Part::Automaton(raw, tracks) => Ok(product.automaton(&raw.dfa(plain), tracks)),
        }
    }

    /// Outputs are below this.
    fn outputs(&self) -> usize {
        match self {
            Part::Compare(_, thresholds) => 2 * thresholds.len() + 1,
            Part::Remainder(_, modulus) => *modulus as usize,
            Part::Automaton(raw, _) => raw.outputs(),
        }
    }

    /// What the documentation says the output is.
    fn output(&self, plain: &Plain, tuple: &[usize]) -> u16 {
        match self {
            Part::Compare(form, thresholds) => {
                let value = value_of(form, tuple);
                let below = thresholds.iter().filter(|&&t| t < value).count() as u16;
                2 * below + u16::from(thresholds.contains(&value))
            }
            Part::Remainder(form, modulus) => value_of(form, tuple).rem_euclid(*modulus) as u16,
            Part::Automaton(raw, tracks) => {
                let own: Vec<usize> = tracks.iter().map(|&t| tuple[t]).collect();
                raw.run(plain, &own)
            }
        }
    }
}

fn form(random: &mut Random, tracks: usize) -> Vec<i64> {
    // One sign often enough: such a form is soon above what it is compared with.
    let least = if random.chance(50) { 0 } else { -2 };
    let mut form: Vec<i64> = (0..tracks).map(|_| random.within(least, 2)).collect();
    if form.iter().all(|&c| c == 0) {
        form[random.below(tracks)] = 1;
    }
    form
}

fn value_of(form: &[i64], tuple: &[usize]) -> i64 {
    form.iter().zip(tuple).map(|(c, &x)| c * x as i64).sum()
}

/// A condition on outputs.
#[derive(Clone, Debug)]
enum Nest {
    Constant(bool),
    /// The output of this part is one of the bits.
    Leaf(usize, u32),
    And(Vec<Nest>),
    Or(Vec<Nest>),
    Not(Box<Nest>),
}

impl Nest {
    /// At the top of a tangled product stand disjunctions: conjunctions would fall apart there.
    fn random(random: &mut Random, parts: &[Part], depth: usize, top: bool) -> Nest {
        if depth == 0 || (!top && random.chance(10)) {
            if random.chance(3) {
                return Nest::Constant(random.chance(50));
            }
            // Neither none nor all of the outputs, where that is possible.
            let part = random.below(parts.len());
            let all = (1 << parts[part].outputs()) - 1;
            return Nest::Leaf(part, 1 + random.below((all - 1).max(1)) as u32);
        }
        let length = 2 + random.below(2) - usize::from(random.chance(5));
        let kind = if top { 5 } else { random.below(6) };
        let mut list = || (0..length).map(|_| Nest::random(random, parts, depth - 1, false)).collect();
        match kind {
            0 => Nest::Not(Box::new(Nest::Or(list()))),
            1 | 2 => Nest::And(list()),
            _ => Nest::Or(list()),
        }
    }

    fn cond(&self, product: &Product<'_>, numbers: &[usize]) -> Cond {
        let list = |l: &[Nest]| l.iter().map(|n| n.cond(product, numbers)).collect();
        match self {
            Nest::Constant(value) => Cond::Constant(*value),
            Nest::Leaf(part, bits) => product.is(numbers[*part], |o| bits >> o & 1 == 1),
            Nest::And(all) => Cond::And(list(all)),
            Nest::Or(any) => Cond::Or(list(any)),
            Nest::Not(not) => Cond::Not(Box::new(not.cond(product, numbers))),
        }
    }

    fn holds(&self, outputs: &[u16]) -> bool {
        match self {
            Nest::Constant(value) => *value,
            Nest::Leaf(part, bits) => bits >> outputs[*part] & 1 == 1,
            Nest::And(all) => all.iter().all(|n| n.holds(outputs)),
            Nest::Or(any) => any.iter().any(|n| n.holds(outputs)),
            Nest::Not(not) => !not.holds(outputs),
        }
    }

    /// With one branch taken out or put in place of the whole.
    fn smaller(&self) -> Vec<Nest> {
        let inside = |list: &[Nest], make: &dyn Fn(Vec<Nest>) -> Nest| {
            let mut found: Vec<Nest> = list.to_vec();
            for i in 0..list.len() {
                let mut fewer = list.to_vec();
                let child = fewer.remove(i);
                found.push(make(fewer));
                for child in child.smaller() {
                    let mut changed = list.to_vec();
                    changed[i] = child;
                    found.push(make(changed));
                }
            }
            found
        };
        match self {
            Nest::Constant(_) | Nest::Leaf(..) => vec![],
            Nest::And(list) => inside(list, &Nest::And),
            Nest::Or(list) => inside(list, &Nest::Or),
            Nest::Not(not) => {
                let mut found = vec![(**not).clone()];
                found.extend(not.smaller().into_iter().map(|n| Nest::Not(Box::new(n))));
                found
            }
        }
    }
}

/// The value of a word as a function of the outputs of some parts.
#[derive(Clone, Debug)]
struct Valuation {
    parts: Vec<usize>,
    salt: usize,
}

impl Valuation {
    /// Something from 0 to 3.
    fn of(salt: usize, outputs: &[u16]) -> u16 {
        (outputs.iter().fold(salt, |h, &o| h * 31 + usize::from(o) * 7 + h / 5) % 4) as u16
    }
}

/// A random product.
#[derive(Clone, Debug)]
pub(crate) struct RandomProduct {
    system: usize,
    tracks: usize,
    parts: Vec<Part>,
    required: Vec<Nest>,
    value: Option<Valuation>,
}

impl RandomProduct {
    fn random(random: &mut Random, least_tracks: usize) -> RandomProduct {
        let system = random.below(SYSTEMS.len());
        let plain = &SYSTEMS[system].0;
        let tracks = least_tracks.max(*random.pick(&[1, 1, 2, 2, 2, 3]));
        // Few parts, so that conditions share them; fewer where the alphabet is large.
        let parts = 2 + random.below(if plain.digits.pow(tracks as u32) > 9 { 2 } else { 3 });
        let parts: Vec<Part> = (0..parts).map(|_| Part::random(random, plain, tracks)).collect();
        // In a tangled product every condition reads most of the parts, and none is a part's alone.
        let tangled = random.chance(60);
        let depths = if tangled { &[1, 2, 2, 3, 3][..] } else { &[0, 0, 1, 2] };
        let required = (0..1 + usize::from(tangled) + random.below(4))
            .map(|_| {
                let depth = *random.pick(depths);
                Nest::random(random, &parts, depth, tangled)
            })
            .collect();
        let value = random.chance(if tangled { 10 } else { 40 }).then(|| Valuation {
            parts: (0..1 + random.below(2)).map(|_| random.below(parts.len())).collect(),
            salt: random.below(1000),
        });
        RandomProduct { system, tracks, parts, required, value }
    }

    fn plain(&self) -> &'static Plain {
        &SYSTEMS[self.system].0
    }

    fn product(&self) -> Result<Product<'static>, Limit> {
        let mut product = Product::new(&SYSTEMS[self.system].1, self.tracks);
        let mut numbers = vec![];
        for part in &self.parts {
            numbers.push(part.add(&mut product, self.plain())?);
        }
        for nest in &self.required {
            let cond = nest.cond(&product, &numbers);
            product.require_cond(cond);
        }
        if let Some(value) = &self.value {
            let parts: Vec<usize> = value.parts.iter().map(|&p| numbers[p]).collect();
            let salt = value.salt;
            product.set_value(&parts, move |outputs| Valuation::of(salt, outputs));
        }
        Ok(product)
    }

    /// The value of a tuple, by plain evaluation.
    fn value(&self, tuple: &[usize]) -> u16 {
        let outputs: Vec<u16> = self.parts.iter().map(|p| p.output(self.plain(), tuple)).collect();
        if !self.required.iter().all(|n| n.holds(&outputs)) {
            return 0;
        }
        match &self.value {
            None => 1,
            Some(value) => {
                let own: Vec<u16> = value.parts.iter().map(|&p| outputs[p]).collect();
                Valuation::of(value.salt, &own)
            }
        }
    }

    /// Without a condition, a branch of one, or the value.
    fn smaller(&self) -> Vec<RandomProduct> {
        let mut found = vec![];
        for i in 0..self.required.len() {
            let mut fewer = self.clone();
            fewer.required.remove(i);
            found.push(fewer);
            for nest in self.required[i].smaller() {
                let mut changed = self.clone();
                changed.required[i] = nest;
                found.push(changed);
            }
        }
        if self.value.is_some() {
            found.push(RandomProduct { value: None, ..self.clone() });
        }
        found
    }
}

/// All tuples with entries below `end`.
pub(crate) fn tuples(tracks: usize, end: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..end.pow(tracks as u32)).map(move |n| (0..tracks).map(|t| n / end.pow(t as u32) % end).collect())
}

/// So many numbers on each track are tried in all combinations.
fn end(tracks: usize) -> usize {
    [1, 80, 18, 9][tracks]
}

fn outcome(compared: Result<Result<(), String>, Limit>) -> Outcome {
    match compared {
        Ok(Ok(())) => Outcome::Right,
        Ok(Err(difference)) => Outcome::Wrong(difference),
        Err(_) => Outcome::TooLarge,
    }
}

/// `Product::build` and `Product::shortest`.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    product: RandomProduct,
    /// Tuples of larger numbers that are tried as well.
    far: Vec<Vec<usize>>,
}

impl Built {
    pub(crate) fn random(random: &mut Random) -> Built {
        let product = RandomProduct::random(random, 1);
        let far = (0..40).map(|_| (0..product.tracks).map(|_| random.below(FAR)).collect()).collect();
        Built { product, far }
    }

    fn against_plain(&self) -> Result<Result<(), String>, Limit> {
        let plain = self.product.plain();
        let product = self.product.product()?;
        let dfa = product.build(&budget())?;
        let shortest = product.shortest(&budget())?;
        // The least word of those that must be found, ordered by length and then by letters.
        let mut least: Option<Vec<usize>> = None;
        for tuple in tuples(self.product.tracks, end(self.product.tracks)).chain(self.far.iter().cloned()) {
            let expected = self.product.value(&tuple);
            let found = plain.run(&dfa, &tuple);
            if found != expected {
                return Ok(Err(format!("build: {tuple:?} has value {expected}, the automaton says {found}")));
            }
            if expected != 0 {
                let word = plain.letters(&tuple);
                least = least.filter(|l| (l.len(), l) <= (word.len(), &word)).or(Some(word));
            }
        }
        Ok(match (&least, &shortest) {
            (_, Some(word)) => {
                let numbers: Result<Vec<usize>, _> =
                    product.numbers(word).iter().map(usize::try_from).collect();
                match numbers {
                    Ok(numbers) if numbers.iter().all(|&n| n < super::plain::LARGEST) => {
                        let is_least = least.is_none_or(|l| (word.len(), word) <= (l.len(), &l));
                        if self.product.value(&numbers) == 0 {
                            Err(format!("shortest: {numbers:?} was found and has value 0"))
                        } else if plain.letters(&numbers) != *word || !is_least {
                            Err(format!("shortest: {numbers:?} was found and is not the shortest"))
                        } else {
                            Ok(())
                        }
                    }
                    _ if least.is_some() => Err("shortest: something huge was found".to_owned()),
                    _ => Ok(()),
                }
            }
            (Some(word), None) => Err(format!("shortest: nothing was found, {word:?} was missed")),
            (None, None) => Ok(()),
        })
    }
}

impl Case for Built {
    fn compare(&self) -> Outcome {
        outcome(self.against_plain())
    }

    fn smaller(&self) -> Vec<Built> {
        let with = |product| Built { product, far: self.far.clone() };
        self.product.smaller().into_iter().map(with).collect()
    }
}

/// `Product::count`.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    product: RandomProduct,
    free: usize,
    cap: u16,
    /// Each projected track is at most the sum of the free ones, each so many times, plus a constant.
    bounds: Vec<(Vec<i64>, i64)>,
}

impl Counted {
    pub(crate) fn random(random: &mut Random) -> Counted {
        let least_tracks = 1 + usize::from(random.chance(95));
        let product = RandomProduct::random(random, least_tracks);
        let free = (product.tracks - 1).saturating_sub(usize::from(random.chance(25)));
        let bounds = (free..product.tracks)
            .map(|_| ((0..free).map(|_| random.within(0, 1)).collect(), random.within(0, 6)))
            .collect();
        Counted { product, free, cap: *random.pick(&[1, 1, 2, 3, 5, 40, u16::MAX]), bounds }
    }

    fn dfa(&self) -> Result<Dfa, Limit> {
        let mut product = self.product.product()?;
        for (i, (form, constant)) in self.bounds.iter().enumerate() {
            let mut difference: Vec<i64> = form.iter().map(|c| -c).collect();
            difference.resize(self.product.tracks, 0);
            difference[self.free + i] = 1;
            let part = product.compare(&difference, &[*constant], &budget())?;
            product.require(part, |o| o <= 1);
        }
        product.count(self.free, self.cap, &budget())
    }

    /// The sum of the values over all numbers on the projected tracks.
    fn expected(&self, free: &[usize]) -> u16 {
        let most: Vec<usize> = self.bounds.iter().map(|(f, c)| (value_of(f, free) + c) as usize).collect();
        let longest = most.iter().max().map_or(0, |m| m + 1);
        let sum: u64 = tuples(most.len(), longest)
            .filter(|rest| rest.iter().zip(&most).all(|(r, m)| r <= m))
            .map(|rest| u64::from(self.product.value(&[free, &rest].concat())))
            .sum();
        sum.min(u64::from(self.cap)) as u16
    }

    fn against_plain(&self) -> Result<Result<(), String>, Limit> {
        let dfa = self.dfa()?;
        let end = [1, 40, 9][self.free];
        for tuple in tuples(self.free, end) {
            let (expected, found) = (self.expected(&tuple), self.product.plain().run(&dfa, &tuple));
            if found != expected {
                return Ok(Err(format!("count: {tuple:?} has {expected}, the automaton says {found}")));
            }
        }
        Ok(Ok(()))
    }
}

impl Case for Counted {
    fn compare(&self) -> Outcome {
        outcome(self.against_plain())
    }

    fn smaller(&self) -> Vec<Counted> {
        let with = |product| Counted { product, ..self.clone() };
        self.product.smaller().into_iter().map(with).collect()
    }
}
