//! Automata in the text format of the prover Walnut, for exchange.
//!
//! The first line names the numeration of each track, then every state is a line `number output` followed by its transitions
//! `digits -> state`. A numeration that does not come with Walnut is written as the set of its digits, and named in a comment that the
//! reader here compares. Walnut knows one start state; for a numeration with a longer period the phases are guessed and
//! the automaton is made deterministic.
//!
//! Read is what Walnut writes, too: its names of numerations, sets of digits, comments, `*` for any digit, states in any order
//! with the first one as start, outputs of either sign. Not read are nondeterministic automata and those without tracks.
//! Words that are not valid in the numeration are dropped.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System, walnut};
//! use wythoff_budget::Budget;
//! let (dead, budget) = (u32::MAX, Budget::default());
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let text = walnut::write(&diagonal, &base2);
//! assert_eq!(text, "msd_2 msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 0\n");
//! assert_eq!(walnut::read(&text, &base2, &budget).unwrap(), diagonal);
//! // A word automaton: the number of ones, modulo 2, as a sign.
//! let signs = walnut::read_valued("msd_2\n0 1\n0 -> 0\n1 -> 1\n1 -1\n0 -> 1\n1 -> 0\n", &base2, &budget).unwrap();
//! assert_eq!(signs.value(&base2, &[7u32.into()]), -1);
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::Product;
use super::dfa::{Dfa, letter_count};
use super::dot::digits;
use super::name::BadName;
use super::numeration::{DEAD, Numeration, System};
use wythoff_budget::{Budget, Limit};

/// How the comment begins that names a numeration.
const COMMENT: &str = "# numeration ";

/// Writes an automaton; outputs are written as they are.
#[must_use]
pub fn write(dfa: &Dfa, numeration: &Numeration) -> String {
    write_outputs(dfa, numeration, i64::from)
}

fn write_outputs(dfa: &Dfa, numeration: &Numeration, value: impl Fn(u16) -> i64) -> String {
    let single = if dfa.starts().len() == 1 { dfa.clone() } else { join_starts(dfa) };
    let system = numeration.system();
    let all: Vec<String> = (0..numeration.digit_count()).map(|d| d.to_string()).collect();
    let name = system.walnut_name();
    let track = name.clone().unwrap_or_else(|| format!("{{{}}}", all.join(",")));
    let mut text = format!("{}\n", vec![track; single.tracks()].join(" "));
    if name.is_none() {
        let _ = writeln!(text, "{COMMENT}{}", system.name());
    }
    let letters = letter_count(single.tracks(), single.digit_count());
    for state in 0..single.states() as u32 {
        let _ = writeln!(text, "\n{state} {}", value(single.output(state)));
        for letter in 0..letters {
            let target = single.step(state, letter);
            if target != DEAD {
                let _ = writeln!(text, "{} -> {target}", digits(letter, &single, " "));
            }
        }
    }
    if single.states() == 0 {
        text.push_str("\n0 0\n");
    }
    text
}

/// One start state that follows all phases at once. At the end of a word at most one of them is in phase 0.
fn join_starts(dfa: &Dfa) -> Dfa {
    let letters = letter_count(dfa.tracks(), dfa.digit_count());
    let mut first: Vec<u32> = dfa.starts().iter().copied().filter(|&s| s != DEAD).collect();
    first.sort_unstable();
    let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    ids.insert(first.clone(), 0);
    let mut sets = vec![first];
    let (mut next, mut output) = (vec![], vec![]);
    let mut at = 0;
    while at < sets.len() {
        let set = sets[at].clone();
        output.push(set.iter().map(|&s| dfa.output(s)).max().unwrap_or(0));
        for letter in 0..letters {
            let mut moved: Vec<u32> =
                set.iter().map(|&s| dfa.step(s, letter)).filter(|&t| t != DEAD).collect();
            moved.sort_unstable();
            moved.dedup();
            if moved.is_empty() {
                next.push(DEAD);
                continue;
            }
            let fresh = sets.len() as u32;
            let id = *ids.entry(moved.clone()).or_insert(fresh);
            if id == fresh {
                sets.push(moved);
            }
            next.push(id);
        }
        at += 1;
    }
    Dfa::from_table(dfa.tracks(), dfa.digit_count(), &next, &output, &[0])
}

/// An automaton whose outputs stand for integers of either sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The automaton. Its outputs are numbered.
    pub automaton: Dfa,
    /// What the outputs stand for: output `k` for `values[k]`. The first one is 0, the others are in increasing order.
    pub values: Vec<i64>,
}

impl Valued {
    /// The value for a tuple of numbers.
    #[must_use]
    pub fn value(&self, numeration: &Numeration, numbers: &[UBig]) -> i64 {
        self.of(self.automaton.run(numeration, numbers))
    }

    fn of(&self, output: u16) -> i64 {
        self.values.get(usize::from(output)).copied().unwrap_or(0)
    }

    /// The automaton with its values as outputs, as [`write()`] does.
    #[must_use]
    pub fn write(&self, numeration: &Numeration) -> String {
        write_outputs(&self.automaton, numeration, |o| self.of(o))
    }
}

/// Why a text is not an automaton of this numeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadText {
    /// The text has no first line, or it names no track.
    #[error(
        "the first line should name the numeration of each track, such as `msd_fib msd_fib` or `{{0,1}} {{0,1}}`"
    )]
    Header,
    /// A track has a name that is not known.
    #[error("line 1: track {track}: {bad}")]
    Name {
        /// The track, from 1.
        track: usize,
        /// What is wrong with the name.
        bad: BadName,
    },
    /// A track is in another numeration.
    #[error("line 1: track {track} is {found:?}, expected {expected:?}")]
    Numeration {
        /// The track, from 1.
        track: usize,
        /// What the text says.
        found: String,
        /// What the numeration is called.
        expected: String,
    },
    /// The comment of the text names another numeration.
    #[error("the automaton is in the numeration {found}, not in {expected}")]
    OtherNumeration {
        /// What the text says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The automaton is the truth value of a sentence.
    #[error("the automaton reads no numbers: it is just true or false")]
    NoTracks,
    /// A line is neither a state nor a transition, or a number is out of range.
    #[error("line {0}: expected `state output` or `digits -> state`")]
    Line(usize),
    /// A transition leads to several states.
    #[error("line {0}: the automaton is not deterministic; Walnut can determinise it")]
    Nondeterministic(usize),
    /// A transition leads to a state that is not there.
    #[error("line {line}: there is no state {state}")]
    NoState {
        /// The line of the transition.
        line: usize,
        /// The state.
        state: u64,
    },
    /// A state has two transitions for the same digits.
    #[error("state {0} has two transitions for the same digits")]
    Twice(u64),
    /// An output is negative or above 65535, where outputs are kept as they are.
    #[error("the output {0} is outside 0 to 65535")]
    Output(i64),
    /// It is an automaton but not a set of tuples of numbers.
    #[error("the automaton is not a set of numbers, because leading zeros make a difference")]
    LeadingZeros,
    /// The automaton is too large.
    #[error("the automaton is too large")]
    Large,
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// Reads a deterministic automaton with outputs from 0 to 65535.
///
/// # Errors
/// If the text is not such an automaton, or a limit is reached.
pub fn read(text: &str, numeration: &Numeration, budget: &Budget) -> Result<Dfa, BadText> {
    let raw = Raw::read(text, numeration)?;
    let code = |&value: &i64| u16::try_from(value).map_err(|_| BadText::Output(value));
    let outputs = raw.outputs.iter().map(code).collect::<Result<Vec<u16>, _>>()?;
    raw.build(&outputs, numeration, budget)
}

/// Reads a deterministic automaton whose outputs may have any sign.
///
/// # Errors
/// If the text is not such an automaton, has more than 65535 outputs, or a limit is reached.
pub fn read_valued(text: &str, numeration: &Numeration, budget: &Budget) -> Result<Valued, BadText> {
    let raw = Raw::read(text, numeration)?;
    let others: BTreeSet<i64> = raw.outputs.iter().copied().filter(|&v| v != 0).collect();
    let values: Vec<i64> = std::iter::once(0).chain(others).collect();
    let code = |value: &i64| match value {
        0 => Ok(0),
        v => values[1..].binary_search(v).ok().and_then(|i| u16::try_from(i + 1).ok()).ok_or(BadText::Large),
    };
    let outputs = raw.outputs.iter().map(code).collect::<Result<Vec<u16>, _>>()?;
    let automaton = raw.build(&outputs, numeration, budget)?;
    Ok(Valued { automaton, values })
}

/// Reads a set of tuples: every output but 0 accepts, as in Walnut.
///
/// # Errors
/// If the text is not a deterministic automaton, or not a set of numbers, or a limit is reached.
pub fn read_set(text: &str, numeration: &Numeration, budget: &Budget) -> Result<Dfa, BadText> {
    let raw = Raw::read(text, numeration)?;
    let outputs: Vec<u16> = raw.outputs.iter().map(|&v| u16::from(v != 0)).collect();
    let dfa = raw.build(&outputs, numeration, budget)?;
    if dfa.is_proper(numeration, budget)? { Ok(dfa) } else { Err(BadText::LeadingZeros) }
}

/// A transition as it is written: line, state, digits (`None` for any), target.
struct Arrow {
    line: usize,
    from: usize,
    letter: Vec<Option<u32>>,
    to: u64,
}

/// The lines of a text.
struct Raw {
    tracks: usize,
    /// The number of each state, and its place in `outputs`.
    numbers: BTreeMap<u64, usize>,
    outputs: Vec<i64>,
    arrows: Vec<Arrow>,
}

impl Raw {
    fn read(text: &str, numeration: &Numeration) -> Result<Raw, BadText> {
        let mut raw = Raw { tracks: 0, numbers: BTreeMap::new(), outputs: vec![], arrows: vec![] };
        for (number, line) in text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())) {
            if let Some(name) = line.strip_prefix(COMMENT) {
                expect(name, numeration)?;
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if raw.tracks == 0 {
                raw.tracks = header(line, numeration)?;
            } else if let Some((left, right)) = line.split_once("->") {
                raw.arrow(number, left, right, numeration.digit_count())?;
            } else {
                raw.state(line).ok_or(BadText::Line(number))?;
            }
        }
        if raw.tracks == 0 { Err(BadText::Header) } else { Ok(raw) }
    }

    fn arrow(&mut self, line: usize, left: &str, right: &str, base: u32) -> Result<(), BadText> {
        let bad = || BadText::Line(line);
        let digit = |word: &str| match word {
            "*" => Ok(None),
            _ => word.parse().ok().filter(|&d: &u32| d < base).map(Some).ok_or_else(bad),
        };
        let letter = left.split_whitespace().map(digit).collect::<Result<Vec<_>, _>>()?;
        let mut targets = right.split_whitespace();
        let to = targets.next().and_then(|w| w.parse().ok()).ok_or_else(bad)?;
        if targets.next().is_some() {
            return Err(BadText::Nondeterministic(line));
        }
        let from = self.outputs.len().checked_sub(1).ok_or_else(bad)?;
        if letter.len() != self.tracks {
            return Err(bad());
        }
        self.arrows.push(Arrow { line, from, letter, to });
        Ok(())
    }

    fn state(&mut self, line: &str) -> Option<()> {
        let (state, output) = line.split_once(char::is_whitespace)?;
        let output: String = output.chars().filter(|c| !c.is_whitespace()).collect();
        let place = self.outputs.len();
        self.outputs.push(output.parse().ok()?);
        self.numbers.insert(state.parse().ok()?, place).is_none().then_some(())
    }

    /// The minimal automaton of the lines, words that are not valid left out.
    fn build(&self, outputs: &[u16], numeration: &Numeration, budget: &Budget) -> Result<Dfa, BadText> {
        let base = numeration.digit_count();
        let letters = letter_count(self.tracks, base);
        if letters > 1 << 24 {
            return Err(BadText::Large);
        }
        let entries = outputs.len().saturating_mul(letters);
        budget.check(outputs.len(), entries.saturating_mul(12))?;
        let mut next = vec![DEAD; entries];
        for arrow in &self.arrows {
            let no_state = BadText::NoState { line: arrow.line, state: arrow.to };
            let to = *self.numbers.get(&arrow.to).ok_or(no_state)? as u32;
            for letter in expand(&arrow.letter, base) {
                let slot = &mut next[arrow.from * letters + letter];
                if *slot != DEAD {
                    let number = self.numbers.iter().find(|(_, place)| **place == arrow.from);
                    return Err(BadText::Twice(number.map_or(0, |(n, _)| *n)));
                }
                *slot = to;
            }
        }
        let start = if outputs.is_empty() { DEAD } else { 0 };
        // The same start for every phase: only words whose digits are valid in their phase are kept.
        let starts = vec![start; numeration.phases()];
        let raw = Dfa::minimized(self.tracks, base, (&next, outputs, &starts), budget)?;
        let mut p = Product::new(numeration, self.tracks);
        let all: Vec<usize> = (0..self.tracks).collect();
        let part = p.automaton(&raw, &all);
        p.set_value(&[part], |o| o[0]);
        Ok(p.build(budget)?)
    }
}

/// The letters that a pattern stands for.
fn expand(pattern: &[Option<u32>], base: u32) -> Vec<usize> {
    let mut letters = vec![0];
    for digit in pattern {
        let range = digit.map_or(0..base, |d| d..d + 1);
        letters = letters
            .into_iter()
            .flat_map(|l: usize| range.clone().map(move |d| l * base as usize + d as usize))
            .collect();
    }
    letters
}

/// The number of tracks, if all of them are in this numeration.
fn header(line: &str, numeration: &Numeration) -> Result<usize, BadText> {
    if line == "true" || line == "false" {
        return Err(BadText::NoTracks);
    }
    let mut rest = line;
    let mut tracks = 0;
    while !rest.is_empty() {
        tracks += 1;
        let (token, after) = match rest.strip_prefix('{') {
            Some(set) => {
                let (set, after) = set.split_once('}').ok_or(BadText::Header)?;
                expect_digits(set, tracks, numeration)?;
                ("", after)
            }
            None => rest.split_at(rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len())),
        };
        if !token.is_empty() {
            let system: System = token.parse().map_err(|bad| BadText::Name { track: tracks, bad })?;
            if system != *numeration.system() {
                let expected = numeration.system();
                let expected = expected.walnut_name().unwrap_or_else(|| expected.name());
                return Err(BadText::Numeration { track: tracks, found: token.to_owned(), expected });
            }
        }
        rest = after.trim_start();
    }
    Ok(tracks)
}

/// A set of digits, without its braces, has to be that of the numeration.
fn expect_digits(set: &str, track: usize, numeration: &Numeration) -> Result<(), BadText> {
    let found: Option<BTreeSet<u32>> = set.split(',').map(|d| d.trim().parse().ok()).collect();
    let all: BTreeSet<u32> = (0..numeration.digit_count()).collect();
    if found.is_some_and(|f| f == all) {
        return Ok(());
    }
    let digits: Vec<String> = all.iter().map(u32::to_string).collect();
    let expected = format!("{{{}}}", digits.join(","));
    Err(BadText::Numeration { track, found: format!("{{{set}}}"), expected })
}

/// A comment that names a numeration has to name this one; other comments may say what they like.
fn expect(name: &str, numeration: &Numeration) -> Result<(), BadText> {
    match name.parse::<System>() {
        Ok(system) if system != *numeration.system() => {
            Err(BadText::OtherNumeration { found: system.name(), expected: numeration.system().name() })
        }
        _ => Ok(()),
    }
}
