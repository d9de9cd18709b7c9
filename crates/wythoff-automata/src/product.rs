//! Products, explored lazily: several automata read the same tracks, a condition combines their outputs.
//!
//! A [`Product`] is a list of parts (linear forms, automata, validity of each track), a condition on their outputs at the end of
//! the word, and a value. Nothing is built until it is asked for: [`Product::build`] gives the minimal automaton,
//! [`Product::shortest`] the shortest word that satisfies the condition, [`Product::count`](super::project) counts over
//! the last tracks. States from which the condition can no longer hold are dropped on sight, and parts on which it no
//! longer depends are forgotten.
//!
//! ```
//! use wythoff_automata::{Cond, Numeration, Product, System};
//! use wythoff_budget::Budget;
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let budget = Budget::default();
//! let mut p = Product::new(&fib, 2);
//! let sum = p.compare(&[1, 1], &[5], &budget).unwrap(); // x + y against 5
//! p.require(sum, |o| o == 1);
//! let five = p.build(&budget).unwrap();
//! assert_eq!(five.run(&fib, &[2u32.into(), 3u32.into()]), 1);
//! assert_eq!(five.run(&fib, &[2u32.into(), 4u32.into()]), 0);
//! let word = p.shortest(&budget).unwrap().unwrap(); // four digits are needed for 5 + 0, three for 2 + 3
//! assert_eq!(p.numbers(&word).iter().map(|n| n.to_string()).collect::<Vec<_>>(), ["1", "4"]);
//! ```

use std::borrow::Cow;

use dashu_int::UBig;

use super::dfa::{Dfa, letter_count};
use super::linear::{Linear, sums};
use super::minimize::merge;
use super::numeration::{DEAD, Numeration};
use super::walk::Walk;
use wythoff_budget::{Budget, Limit};

/// A condition on the outputs of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Always, or never.
    Constant(bool),
    /// The output of a part is one of these.
    Is(usize, Vec<bool>),
    /// All of them.
    And(Vec<Cond>),
    /// At least one of them.
    Or(Vec<Cond>),
    /// Not this.
    Not(Box<Cond>),
}

/// One automaton of a product.
pub(super) struct Part<'a> {
    pub(super) next: Cow<'a, [u32]>,
    pub(super) width: usize,
    pub(super) starts: Vec<u32>,
    pub(super) output: Cow<'a, [u16]>,
    columns: Columns,
    outputs: u16,
}

/// Which column of its table a part reads for a letter of the product.
///
/// The map itself has an entry for every tuple of digits, which is too many to write down before a budget was asked.
enum Columns {
    /// The digit of this track.
    Digit(usize),
    /// The digits of these tracks are a letter; the columns of those.
    Tracks(Vec<usize>, Vec<u32>),
    /// The combination of the digits by this form, counted from the least one.
    Form(Vec<i64>, i64),
}

impl Columns {
    fn of(&self, letter: usize, tracks: usize, digits: u32) -> u32 {
        match self {
            Columns::Digit(track) => digit(letter, *track, tracks, digits),
            Columns::Tracks(own, columns) => {
                let own = own
                    .iter()
                    .fold(0, |l, &t| l * digits as usize + digit(letter, t, tracks, digits) as usize);
                columns[own]
            }
            Columns::Form(form, least) => {
                let parts = form.iter().enumerate();
                let e: i64 = parts.map(|(t, c)| c * i64::from(digit(letter, t, tracks, digits))).sum();
                (e - least) as u32
            }
        }
    }
}

/// A function of outputs.
type Valuation<'a> = Box<dyn Fn(&[u16]) -> u16 + 'a>;

/// What the value of a word is, if the condition holds.
pub(super) enum Value<'a> {
    One,
    Of(Vec<usize>, Valuation<'a>),
}

/// Several automata that read the same tracks. See the [module](self).
pub struct Product<'a> {
    pub(super) numeration: &'a Numeration,
    pub(super) tracks: usize,
    pub(super) parts: Vec<Part<'a>>,
    pub(super) required: Vec<Cond>,
    pub(super) value: Value<'a>,
}

impl std::fmt::Debug for Product<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Product").field("tracks", &self.tracks).field("parts", &self.parts.len()).finish()
    }
}

impl<'a> Product<'a> {
    /// The product over `tracks` tracks that requires nothing but that all of them are valid.
    #[must_use]
    pub fn new(numeration: &'a Numeration, tracks: usize) -> Product<'a> {
        let mut product = Product { numeration, tracks, parts: vec![], required: vec![], value: Value::One };
        let (next, accept, starts) = numeration.valid_table();
        let digits = numeration.digit_count();
        for track in 0..tracks {
            product.parts.push(Part {
                next: Cow::Borrowed(next),
                width: digits as usize,
                starts: starts.to_vec(),
                output: accept.iter().map(|&a| u16::from(a)).collect(),
                columns: Columns::Digit(track),
                outputs: 2,
            });
            product.required.push(Cond::Is(track, vec![false, true]));
        }
        product
    }

    fn letters(&self) -> std::ops::Range<usize> {
        0..letter_count(self.tracks, self.numeration.digit_count())
    }

    /// The numeration.
    #[must_use]
    pub fn numeration(&self) -> &'a Numeration {
        self.numeration
    }

    /// How many numbers are read at once.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// Adds an automaton that reads some of the tracks, in this order. Returns the part's number.
    pub fn automaton(&mut self, dfa: &Dfa, tracks: &[usize]) -> usize {
        let (columns, width, next, output, starts) = dfa.parts();
        let outputs = output.iter().max().map_or(1, |m| m + 1);
        let columns = Columns::Tracks(tracks.to_vec(), columns.to_vec());
        self.add((width, next, output, starts), columns, outputs)
    }

    /// Adds a linear form that is compared with thresholds as [`Linear::compare`] says.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn compare(&mut self, form: &[i64], thresholds: &[i64], budget: &Budget) -> Result<usize, Limit> {
        let (negative, positive) = sums(form);
        let linear = Linear::compare(self.numeration, negative, positive, thresholds, budget)?;
        Ok(self.linear(form, &merge(linear, self.numeration.phases(), budget)?))
    }

    /// Adds the remainder of a linear form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn remainder(&mut self, form: &[i64], modulus: i64, budget: &Budget) -> Result<usize, Limit> {
        let (negative, positive) = sums(form);
        let linear = Linear::remainder(self.numeration, negative, positive, modulus, budget)?;
        Ok(self.linear(form, &merge(linear, self.numeration.phases(), budget)?))
    }

    fn linear(&mut self, form: &[i64], linear: &Linear) -> usize {
        let (least, width, starts, next, output) = linear.parts();
        let columns = Columns::Form(form.to_vec(), least);
        self.add((width, next, output, starts), columns, linear.outputs())
    }

    /// Adds a copy of a table, with the column that each letter reads. Returns the part's number.
    fn add(
        &mut self,
        (width, next, output, starts): (usize, &[u32], &[u16], &[u32]),
        columns: Columns,
        outputs: u16,
    ) -> usize {
        self.parts.push(Part {
            next: Cow::Owned(next.to_vec()),
            width,
            starts: starts.to_vec(),
            output: Cow::Owned(output.to_vec()),
            columns,
            outputs,
        });
        self.parts.len() - 1
    }

    /// The condition that a part's output satisfies a predicate.
    #[must_use]
    pub fn is(&self, part: usize, set: impl Fn(u16) -> bool) -> Cond {
        Cond::Is(part, (0..self.parts[part].outputs).map(set).collect())
    }

    /// Requires that a part's output satisfies a predicate.
    pub fn require(&mut self, part: usize, set: impl Fn(u16) -> bool) {
        let cond = self.is(part, set);
        self.required.push(cond);
    }

    /// Requires a condition.
    pub fn require_cond(&mut self, cond: Cond) {
        match cond {
            Cond::And(all) => all.into_iter().for_each(|c| self.require_cond(c)),
            Cond::Constant(true) => {}
            other => self.required.push(other),
        }
    }

    /// Sets the value of a word that satisfies the condition: a function of the outputs of some parts. It is 1 by default.
    pub fn set_value(&mut self, parts: &[usize], value: impl Fn(&[u16]) -> u16 + 'a) {
        self.value = Value::Of(parts.to_vec(), Box::new(value));
    }

    /// The numbers for which a word of letters stands.
    #[must_use]
    pub fn numbers(&self, word: &[usize]) -> Vec<UBig> {
        let digits = self.numeration.digit_count();
        (0..self.tracks)
            .map(|t| {
                let own: Vec<u32> = word.iter().map(|&l| digit(l, t, self.tracks, digits)).collect();
                self.numeration.value(&own)
            })
            .collect()
    }

    /// For each part the column of every letter.
    fn maps(&self, budget: &Budget) -> Result<Vec<Vec<u32>>, Limit> {
        let letters = self.letters().end;
        budget.check(0, letters.saturating_mul(4 * self.parts.len()))?;
        let digits = self.numeration.digit_count();
        let map = |part: &Part<'_>| self.letters().map(|l| part.columns.of(l, self.tracks, digits)).collect();
        Ok(self.parts.iter().map(map).collect())
    }

    /// The minimal automaton of the value.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn build(&self, budget: &Budget) -> Result<Dfa, Limit> {
        let table = self.explore(budget)?;
        let parts = (&table.next[..], &table.value[..], &table.starts[..]);
        Dfa::minimized(self.tracks, self.numeration.digit_count(), parts, budget)
    }

    /// A shortest word with a nonzero value (among those, the one found first with letters in increasing order).
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn shortest(&self, budget: &Budget) -> Result<Option<Vec<usize>>, Limit> {
        let mut walk = Walk::new(self, self.maps(budget)?, budget)?;
        let mut origin: Vec<(u32, u32)> = vec![];
        for phase in 0..self.numeration.phases() {
            walk.start(phase);
            origin.resize(walk.len(), (DEAD, 0));
        }
        let letters = self.letters().end;
        // Words of length n start in phase n, so the search runs level by level from all starts at once; only ends in
        // phase 0 count.
        let mut at = 0;
        while at < walk.len() {
            if at % 1024 == 0 || letters > 1024 {
                budget.check(walk.len(), walk.bytes())?;
            }
            if walk.value(at) != 0 {
                let mut word = vec![];
                let mut state = at as u32;
                while origin[state as usize].0 != DEAD {
                    word.push(origin[state as usize].1 as usize);
                    state = origin[state as usize].0;
                }
                word.reverse();
                return Ok(Some(word));
            }
            for letter in 0..letters {
                walk.step(at, letter);
                origin.resize(walk.len(), (at as u32, letter as u32));
            }
            at += 1;
        }
        Ok(None)
    }

    pub(super) fn explore(&self, budget: &Budget) -> Result<Table, Limit> {
        let mut walk = Walk::new(self, self.maps(budget)?, budget)?;
        let starts: Vec<u32> = (0..self.numeration.phases()).map(|phase| walk.start(phase)).collect();
        let letters = self.letters().end;
        let mut next: Vec<u32> = vec![];
        let mut value: Vec<u16> = vec![];
        let mut at = 0;
        while at < walk.len() {
            if at % 64 == 0 || letters > 1024 {
                budget.check(walk.len(), walk.bytes() + next.len() * 4)?;
            }
            value.push(walk.value(at));
            for letter in 0..letters {
                next.push(walk.step(at, letter));
            }
            at += 1;
        }
        Ok(Table { next, value, starts })
    }
}

/// An explored product, one column per letter.
pub(super) struct Table {
    pub(super) next: Vec<u32>,
    pub(super) value: Vec<u16>,
    pub(super) starts: Vec<u32>,
}

/// The digit of one track in a letter.
pub(super) fn digit(letter: usize, track: usize, tracks: usize, digits: u32) -> u32 {
    let digits = digits as usize;
    (letter / digits.pow((tracks - 1 - track) as u32) % digits) as u32
}
