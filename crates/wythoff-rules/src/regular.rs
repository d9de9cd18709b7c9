//! Sets of numbers, or of tuples of them, that an automaton accepts: what a line `load Z = "…"` names.
//!
//! In rules such a set is data: `Z(s, t)` holds where the automaton accepts the digits of `s` and `t`, and nothing is asked or
//! believed about what else the file says. The set has a text of one line, in which rules carry it when they are printed.
//!
//! ```
//! use wythoff_rules::regular::RegularSet;
//! // Pairs of equal numbers in base 2: one state, which the letters 00 and 11 keep.
//! let text = "automaton in base(2) | tracks 2 | starts 0 | accepting 0 | states 0 -2 0";
//! let set = RegularSet::read("Z", text)?;
//! assert!(set.contains_small(&[5, 5]) && !set.contains_small(&[5, 4]));
//! assert_eq!(set.text(), text);
//! # Ok::<(), wythoff_rules::regular::BadSet>(())
//! ```

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use wythoff_automata::numeration::{DEAD, Numeration, System};
use wythoff_number::{Integer, Natural};

/// Most numbers that are read at once.
const MOST_TRACKS: usize = 4;
/// Most successors in a table, so that a short text cannot ask for much memory.
const MOST_SUCCESSORS: usize = 1 << 22;

/// Why something is no set of tuples of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSet(String);

fn bad<T>(why: impl Into<String>) -> Result<T, BadSet> {
    Err(BadSet(why.into()))
}

/// A set of tuples of natural numbers. See the [module](self).
///
/// The automaton reads all numbers at once, most significant digits first, zeros in front of the shorter ones. A letter is its digits
/// read as a number in base `digits`, first number first. There is a start state for each phase of the numeration. The set is what it says
/// about valid words; whatever it accepts besides has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegularSet {
    name: String,
    numeration: Numeration,
    tracks: usize,
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
    starts: Vec<u32>,
    /// The weights that fit into machine words.
    weights: Vec<i64>,
    symmetric: bool,
    digest: String,
}

/// An automaton as a table: for each state the successors in order of letters, [`DEAD`] for none; which states accept; the
/// start states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTable {
    /// The successors of all states, row by row.
    pub next: Vec<u32>,
    /// Which states accept.
    pub accepting: Vec<bool>,
    /// The start states, one for each phase of the numeration.
    pub starts: Vec<u32>,
}

impl RegularSet {
    /// What a text that is the automaton itself begins with; any other text is the name of a file or of a certificate.
    const HEAD: &str = "automaton in ";

    /// The set of an automaton.
    ///
    /// # Errors
    /// A table with a number or a length that is out of range, or that cares about zeros in front.
    pub fn new(
        name: &str,
        numeration: Numeration,
        tracks: usize,
        table: SetTable,
    ) -> Result<RegularSet, BadSet> {
        if !(1..=MOST_TRACKS).contains(&tracks) {
            return bad(format!("it reads {tracks} numbers at once, and 1 to {MOST_TRACKS} are possible"));
        }
        let letters = letters(&numeration, tracks)?;
        let SetTable { next, accepting, starts } = table;
        let outside = |s: &u32| *s != DEAD && *s as usize >= accepting.len();
        if accepting.len().checked_mul(letters) != Some(next.len())
            || next.len() > MOST_SUCCESSORS
            || starts.len() != numeration.phases()
            || next.iter().chain(&starts).any(outside)
        {
            return bad("its table has a state or a length that is out of range");
        }
        let mut set = RegularSet {
            name: name.to_owned(),
            weights: small_weights(&numeration),
            numeration,
            tracks,
            letters,
            next,
            accepting,
            starts,
            symmetric: false,
            digest: String::new(),
        };
        let phases = set.numeration.phases();
        let padded = |p: usize| set.step(set.starts[p], 0) == set.starts[set.numeration.next_phase(p)];
        if !(0..phases).all(padded) {
            return bad("it is no set of numbers: zeros in front of them make a difference");
        }
        set.symmetric = set.is_mirrored();
        set.digest = Sha256::digest(set.text().as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
        Ok(set)
    }

    /// Is the text the automaton itself, rather than the name of a file?
    #[must_use]
    pub fn is_text(text: &str) -> bool {
        text.starts_with(Self::HEAD)
    }

    /// Reads the text of a set.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(name: &str, text: &str) -> Result<RegularSet, BadSet> {
        let mut fields = text.split('|').map(str::trim);
        let mut field = |word: &str| match fields.next().and_then(|f| f.strip_prefix(word)) {
            Some(rest) => Ok(rest.trim()),
            None => bad(format!("its text has no field `{}`", word.trim())),
        };
        let system: System = match field(Self::HEAD)?.parse() {
            Ok(system) => system,
            Err(error) => return bad(format!("its numeration is wrong: {error}")),
        };
        let numeration = Numeration::new(system).or_else(|e| bad(format!("its numeration is wrong: {e}")))?;
        let tracks: usize = field("tracks")?.parse().or_else(|_| bad("`tracks` is no number"))?;
        if !(1..=MOST_TRACKS).contains(&tracks) {
            return bad(format!("it reads {tracks} numbers at once, and 1 to {MOST_TRACKS} are possible"));
        }
        let letters = letters(&numeration, tracks)?;
        let starts = numbers(field("starts")?)?.into_iter().map(state).collect::<Result<_, _>>()?;
        let accepted = numbers(field("accepting")?)?;
        let rows = field("states")?;
        if fields.next().is_some() {
            return bad("its text goes on after the field `states`");
        }
        let rows: Vec<&str> = rows.split(';').filter(|row| !row.trim().is_empty()).collect();
        if rows.len().saturating_mul(letters) > MOST_SUCCESSORS {
            return bad("its table is too large for a rule");
        }
        let mut next = Vec::with_capacity(rows.len() * letters);
        for (index, row) in rows.iter().enumerate() {
            for entry in numbers(row)? {
                // -n stands for n letters in a row that lead nowhere.
                let (target, count) = match entry {
                    0.. => (state(entry)?, 1),
                    _ => (DEAD, usize::try_from(entry.unsigned_abs()).unwrap_or(usize::MAX)),
                };
                if count > (index + 1) * letters - next.len() {
                    return bad(format!("state {index} has more than {letters} successors"));
                }
                next.extend(std::iter::repeat_n(target, count));
            }
            if next.len() != (index + 1) * letters {
                return bad(format!("state {index} has fewer than {letters} successors"));
            }
        }
        let mut accepting = vec![false; rows.len()];
        for number in accepted {
            match usize::try_from(number).ok().and_then(|n| accepting.get_mut(n)) {
                Some(slot) => *slot = true,
                None => return bad(format!("there is no state {number}")),
            }
        }
        RegularSet::new(name, numeration, tracks, SetTable { next, accepting, starts })
    }

    /// The automaton in one line; [`RegularSet::read`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let list = |v: &mut dyn Iterator<Item = i64>| v.map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        let number = |s: &u32| if *s == DEAD { -1 } else { i64::from(*s) };
        let accepting = (0..).zip(&self.accepting).filter(|(_, a)| **a).map(|(s, _)| s);
        let mut text = format!(
            "{}{} | tracks {} | starts {} | accepting {} | states ",
            Self::HEAD,
            self.numeration.system().name(),
            self.tracks,
            list(&mut self.starts.iter().map(number)),
            list(&mut { accepting }),
        );
        for (index, row) in self.next.chunks(self.letters).enumerate() {
            let mut runs: Vec<i64> = Vec::new();
            for target in row.iter().map(number) {
                match runs.last_mut() {
                    Some(last) if target < 0 && *last < 0 => *last -= 1,
                    _ => runs.push(target),
                }
            }
            let comma = if index == 0 { "" } else { "; " };
            let _ = write!(text, "{comma}{}", list(&mut runs.into_iter()));
        }
        text
    }

    /// What rules call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same set under another name.
    #[must_use]
    pub fn named(self, name: &str) -> RegularSet {
        RegularSet { name: name.to_owned(), ..self }
    }

    /// The numeration in which the automaton reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// How many numbers it reads.
    #[must_use]
    #[inline]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// How many states the automaton has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The SHA-256 of its text, in hexadecimal: equal for equal automata, whatever they are called.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Is it certainly the same set when its two numbers are exchanged?
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The automaton as a table.
    #[must_use]
    pub fn table(&self) -> SetTable {
        SetTable { next: self.next.clone(), accepting: self.accepting.clone(), starts: self.starts.clone() }
    }

    /// The start state for words whose length is of this phase.
    #[inline]
    pub fn start(&self, phase: usize) -> u32 {
        self.starts[phase]
    }

    /// One step; [`DEAD`] stays dead.
    #[inline]
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters + letter] }
    }

    /// Whether a word that ends in this state is accepted.
    #[inline]
    pub fn accepts(&self, state: u32) -> bool {
        self.accepting.get(state as usize).copied().unwrap_or(false)
    }

    /// Is the tuple a member? Negative numbers are in no set.
    #[must_use]
    pub fn contains(&self, numbers: &[Integer]) -> bool {
        let words: Option<Vec<Vec<u32>>> = numbers
            .iter()
            .map(|n| Natural::try_from(n.clone()).ok().map(|n| self.numeration.digits(&n)))
            .collect();
        let Some(words) = words.filter(|words| words.len() == self.tracks) else { return false };
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u32>, at: usize| match (at + word.len()).checked_sub(length) {
            Some(index) => word[index] as usize,
            None => 0,
        };
        let digits = self.numeration.digit_count() as usize;
        let mut state = self.starts[length % self.numeration.phases()];
        for at in 0..length {
            state = self.step(state, words.iter().fold(0, |letter, word| letter * digits + digit(word, at)));
        }
        self.accepts(state)
    }

    /// The same for numbers that fit into machine words, and fast.
    #[must_use]
    pub fn contains_small(&self, numbers: &[i64]) -> bool {
        if numbers.len() != self.tracks || numbers.iter().any(|n| *n < 0) {
            return false;
        }
        let mut rest = [0_i64; MOST_TRACKS];
        rest[..self.tracks].copy_from_slice(numbers);
        let rest = &mut rest[..self.tracks];
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let length = self.weights.partition_point(|w| *w <= largest);
        let digits = self.numeration.digit_count() as usize;
        let mut state = self.starts[length % self.numeration.phases()];
        for weight in self.weights[..length].iter().rev() {
            if state == DEAD {
                return false;
            }
            let mut letter = 0;
            for number in rest.iter_mut() {
                letter *= digits;
                if *number >= *weight {
                    letter += (*number / weight) as usize;
                    *number %= weight;
                }
            }
            state = self.step(state, letter);
        }
        self.accepts(state)
    }

    /// Does every state have one state that does with exchanged numbers what it does? If the automaton is minimal, no other set
    /// is symmetric.
    fn is_mirrored(&self) -> bool {
        if self.tracks != 2 {
            return false;
        }
        let digits = self.numeration.digit_count() as usize;
        let mut mirror = vec![None; self.states()];
        let mut open: Vec<(u32, u32)> = self.starts.iter().map(|s| (*s, *s)).collect();
        while let Some((state, other)) = open.pop() {
            if state == DEAD || other == DEAD {
                if state != other {
                    return false;
                }
                continue;
            }
            match mirror[state as usize] {
                Some(known) if known == other => continue,
                Some(_) => return false,
                None => mirror[state as usize] = Some(other),
            }
            if self.accepts(state) != self.accepts(other) {
                return false;
            }
            for letter in 0..self.letters {
                let exchanged = letter % digits * digits + letter / digits;
                open.push((self.step(state, letter), self.step(other, exchanged)));
            }
        }
        true
    }
}

/// How many letters there are, if a table can have so many columns.
fn letters(numeration: &Numeration, tracks: usize) -> Result<usize, BadSet> {
    let tracks = u32::try_from(tracks).unwrap_or(u32::MAX);
    match (numeration.digit_count() as usize).checked_pow(tracks).filter(|l| *l <= MOST_SUCCESSORS) {
        Some(letters) => Ok(letters),
        None => bad("its table is too large for a rule"),
    }
}

fn numbers(text: &str) -> Result<Vec<i64>, BadSet> {
    let number = |word: &str| word.parse().or_else(|_| bad(format!("{word:?} is no number of a state")));
    text.split_whitespace().map(number).collect()
}

fn state(number: i64) -> Result<u32, BadSet> {
    match u32::try_from(number) {
        Ok(state) if state != DEAD => Ok(state),
        _ if number == -1 => Ok(DEAD),
        _ => bad(format!("{number} is no number of a state")),
    }
}

fn small_weights(numeration: &Numeration) -> Vec<i64> {
    let mut count = 64;
    loop {
        let weights = numeration.weights(count);
        let small: Vec<i64> = weights.iter().map_while(|w| i64::try_from(w).ok()).collect();
        if small.len() < count {
            return small;
        }
        count *= 2;
    }
}
