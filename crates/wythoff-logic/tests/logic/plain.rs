//! What the tests believe: numbers as greedy words over weights that are written down here, automata as tables that
//! are followed one letter at a time. Nothing of this uses the library's numerations, products or minimisation.

use std::sync::LazyLock;

use wythoff_automata::{DEAD, Dfa, Numeration};

use super::random::Random;

/// Numbers below this have their words in a table.
pub(crate) const LARGEST: usize = 3000;

/// The numerations of the tests, each with the library's.
pub(crate) static SYSTEMS: LazyLock<Vec<(Plain, Numeration)>> = LazyLock::new(|| {
    let library = |plain: &Plain| Numeration::new(plain.name.parse().unwrap()).unwrap();
    Plain::all()
        .into_iter()
        .map(|plain| {
            let numeration = library(&plain);
            (plain, numeration)
        })
        .collect()
});

/// A numeration as the tests see it.
#[derive(Debug)]
pub(crate) struct Plain {
    /// What the library calls it.
    pub(crate) name: &'static str,
    /// How many digits there are.
    pub(crate) digits: usize,
    /// How many phases there are.
    pub(crate) phases: usize,
    /// The greedy word of every small number, without leading zeros.
    words: Vec<Vec<usize>>,
}

impl Plain {
    /// Two bases, one and several phases, quadratic and cubic, weights that satisfy their recurrence from the first on and later.
    fn all() -> Vec<Plain> {
        vec![
            Plain::new("base(2)", 2, 1, recurrence(&[1], &[2])),
            Plain::new("base(3)", 3, 1, recurrence(&[1], &[3])),
            Plain::new("fib", 2, 1, recurrence(&[1, 2], &[1, 1])),
            Plain::new("pell", 3, 1, recurrence(&[1, 2], &[2, 1])),
            Plain::new("ostrowski(1,2)", 3, 2, quotients(&[1, 2])),
            Plain::new("ostrowski(2,1)", 3, 2, quotients(&[2, 1])),
            Plain::new("ostrowski(1,1,2)", 3, 3, quotients(&[1, 1, 2])),
            Plain::new("pisot(1,-1,-1,-1)", 2, 1, recurrence(&[1, 2, 4], &[1, 1, 1])),
            Plain::new("pisot(1,-3,1)", 3, 1, recurrence(&[1, 3], &[3, -1])),
            // The recurrence begins late.
            Plain::new("pisot(1,0,-1,-1)", 2, 1, recurrence(&[1, 2, 3, 4], &[0, 1, 1])),
        ]
    }

    fn new(name: &'static str, digits: usize, phases: usize, weights: Vec<usize>) -> Plain {
        let words = (0..LARGEST).map(|n| greedy(n, &weights)).collect();
        Plain { name, digits, phases, words }
    }

    /// The word of a number, most significant digit first.
    pub(crate) fn word(&self, number: usize) -> &[usize] {
        &self.words[number]
    }

    /// The letters of some numbers side by side: their words, made equally long by leading zeros.
    pub(crate) fn letters(&self, numbers: &[usize]) -> Vec<usize> {
        let length = numbers.iter().map(|&n| self.word(n).len()).max().unwrap_or(0);
        let digit = |n: usize, i: usize| {
            let word = self.word(n);
            (i + word.len()).checked_sub(length).map_or(0, |i| word[i])
        };
        (0..length).map(|i| numbers.iter().fold(0, |letter, &n| letter * self.digits + digit(n, i))).collect()
    }

    /// What an automaton of the library says about some numbers, by following its table.
    pub(crate) fn run(&self, dfa: &Dfa, numbers: &[usize]) -> u16 {
        let letters = self.letters(numbers);
        let start = dfa.starts()[letters.len() % dfa.starts().len()];
        dfa.output(letters.iter().fold(start, |state, &letter| dfa.step(state, letter)))
    }
}

/// `U_n = Σ c_j U_{n-j}`, from the first weights on.
fn recurrence(first: &[usize], coefficients: &[i64]) -> Vec<usize> {
    let mut weights: Vec<i64> = first.iter().map(|&w| w as i64).collect();
    while weights[weights.len() - 1] < LARGEST as i64 {
        weights.push(coefficients.iter().zip(weights.iter().rev()).map(|(c, w)| c * w).sum());
    }
    weights.into_iter().map(|w| w as usize).collect()
}

/// The denominators of the convergents of `[0; a_1, a_2, …]`; of two that are 1 one is left out.
fn quotients(period: &[usize]) -> Vec<usize> {
    let mut weights = vec![0, 1];
    for a in period.iter().cycle() {
        let next = a * weights[weights.len() - 1] + weights[weights.len() - 2];
        weights.push(next);
        if next >= LARGEST {
            break;
        }
    }
    weights.remove(0);
    weights.dedup();
    weights
}

/// As much of the largest weight as fits, and so on.
fn greedy(mut number: usize, weights: &[usize]) -> Vec<usize> {
    let used = weights.iter().take_while(|&&w| w <= number).count();
    let mut word = vec![];
    for weight in weights[..used].iter().rev() {
        word.push(number / weight);
        number %= weight;
    }
    word
}

/// A random automaton as a table: outputs at the end, leading zeros do not matter.
#[derive(Clone, Debug)]
pub(crate) struct RawAutomaton {
    /// How many numbers it reads.
    pub(crate) arity: usize,
    letters: usize,
    phases: usize,
    /// The successor for each state, phase and letter, if there is one.
    next: Vec<Option<usize>>,
    /// For each state, what it says if the word ends there.
    output: Vec<u16>,
}

impl RawAutomaton {
    /// One with at most six states. Some of them are left never again, so that its output is certain long before the end.
    pub(crate) fn random(random: &mut Random, plain: &Plain, arity: usize) -> RawAutomaton {
        let letters = plain.digits.pow(arity as u32);
        let phases = plain.phases;
        let states = 2 + random.below(5);
        let largest = 1 + random.below(3);
        let output: Vec<u16> = (0..states).map(|_| random.below(largest + 1) as u16).collect();
        let dead = random.below(25);
        let settled = random.below(80);
        let mut next = vec![];
        for state in 0..states {
            let stays = state > 0 && random.chance(settled);
            for column in 0..phases * letters {
                let leading_zero = state == 0 && column % letters == 0;
                next.push(if stays || leading_zero {
                    Some(state)
                } else if random.chance(dead) {
                    None
                } else {
                    Some(random.below(states))
                });
            }
        }
        RawAutomaton { arity, letters, phases, next, output }
    }

    /// Outputs are below this.
    pub(crate) fn outputs(&self) -> usize {
        self.output.iter().max().map_or(1, |&m| usize::from(m) + 1)
    }

    /// The output for some numbers; 0 where it gets stuck.
    pub(crate) fn run(&self, plain: &Plain, numbers: &[usize]) -> u16 {
        let letters = plain.letters(numbers);
        let mut state = 0;
        for (i, &letter) in letters.iter().enumerate() {
            let phase = (letters.len() - i) % self.phases;
            match self.next[(state * self.phases + phase) * self.letters + letter] {
                Some(next) => state = next,
                None => return 0,
            }
        }
        self.output[state]
    }

    /// The same automaton as the library has it.
    pub(crate) fn dfa(&self, plain: &Plain) -> Dfa {
        let (phases, letters) = (self.phases, self.letters);
        let mut next = vec![];
        let mut output = vec![];
        for state in 0..self.output.len() {
            for phase in 0..phases {
                output.push(if phase == 0 { self.output[state] } else { 0 });
                let after = (phase + phases - 1) % phases;
                let row = (state * phases + phase) * letters;
                let target = |t: &Option<usize>| t.map_or(DEAD, |t| (t * phases + after) as u32);
                next.extend(self.next[row..row + letters].iter().map(target));
            }
        }
        let starts: Vec<u32> = (0..phases as u32).collect();
        Dfa::from_table(self.arity, plain.digits as u32, &next, &output, &starts)
    }
}
