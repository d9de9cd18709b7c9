//! Automata in the text format of the prover Walnut, for exchange.
//!
//! The first line names the numeration of each track, then every state is a line `number output` followed by its transitions
//! `digits -> state`. A numeration that Walnut has no name for is written as the set of its digits. Walnut knows one
//! start state; for a numeration with a longer period the phases are guessed and the automaton is made deterministic.
//!
//! ```
//! use wythoff::automaton::{Dfa, Numeration, System, walnut};
//! let dead = u32::MAX;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let text = walnut::write(&diagonal, &base2);
//! assert_eq!(text, "msd_2 msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 0\n");
//! assert_eq!(walnut::read(&text, &base2).unwrap(), diagonal);
//! ```

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::Product;
use super::dfa::{Dfa, letter_count};
use super::dot::digits;
use super::numeration::{DEAD, Numeration, System};
use crate::budget::Budget;

/// The name of a numeration on Walnut's first line.
fn alphabet(numeration: &Numeration) -> String {
    let system = numeration.system();
    if let System::Parry { before, period, recurrence } = system
        && let ([], [_], [b]) = (&before[..], &period[..], &recurrence[..])
    {
        return format!("msd_{b}");
    }
    if *system == System::fibonacci() {
        return "msd_fib".to_owned();
    }
    let all: Vec<String> = (0..numeration.digit_count()).map(|d| d.to_string()).collect();
    format!("{{{}}}", all.join(","))
}

/// Writes an automaton.
#[must_use]
pub fn write(dfa: &Dfa, numeration: &Numeration) -> String {
    let single = if dfa.starts().len() == 1 { dfa.clone() } else { join_starts(dfa) };
    let names = vec![alphabet(numeration); single.tracks()];
    let mut text = format!("{}\n", names.join(" "));
    let letters = letter_count(single.tracks(), single.digit_count());
    for state in 0..single.states() as u32 {
        let _ = writeln!(text, "\n{state} {}", single.output(state));
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

/// Why a text is not an automaton of this numeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// The text has no first line, or it names no track.
    #[error("the first line should name the numeration of each track")]
    Header,
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
    /// A line is neither a state nor a transition, or a number is out of range.
    #[error("line {0}: expected `state output` or `digits -> state`")]
    Line(usize),
    /// The numeration has a period, and Walnut's automata know no phases.
    #[error("automata with one start state do not fit a numeration of period {0}")]
    Phases(usize),
    /// A state has two transitions for the same digits.
    #[error("state {0} has two transitions for the same digits")]
    Twice(usize),
    /// The automaton is too large.
    #[error("the automaton is too large")]
    Large,
}

/// Reads a deterministic automaton; words that are not valid are dropped from its set.
///
/// # Errors
/// If the text is not such an automaton.
pub fn read(text: &str, numeration: &Numeration) -> Result<Dfa, BadText> {
    if numeration.phases() != 1 {
        return Err(BadText::Phases(numeration.phases()));
    }
    let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())).filter(|(_, l)| !l.is_empty());
    let (_, header) = lines.next().ok_or(BadText::Header)?;
    let expected = alphabet(numeration);
    let compact = header.replace(", ", ",");
    let tracks = compact.split_whitespace().count();
    if tracks == 0 || tracks > 4 {
        return Err(BadText::Header);
    }
    for (i, found) in compact.split_whitespace().enumerate() {
        if found != expected {
            let expected = expected.clone();
            return Err(BadText::Numeration { track: i + 1, found: found.to_owned(), expected });
        }
    }
    let base = numeration.digit_count();
    let letters = letter_count(tracks, base);
    let mut output: Vec<u16> = vec![];
    let mut edges: Vec<(usize, usize, u32)> = vec![];
    for (number, line) in lines {
        let bad = || BadText::Line(number);
        if let Some((left, right)) = line.split_once("->") {
            let mut letter = 0;
            let mut count = 0;
            for word in left.split_whitespace() {
                let digit: u32 = word.parse().map_err(|_| bad())?;
                letter = letter * base as usize
                    + usize::try_from(digit)
                        .map_err(|_| bad())
                        .and_then(|d| if d < base as usize { Ok(d) } else { Err(bad()) })?;
                count += 1;
            }
            if count != tracks || output.is_empty() {
                return Err(bad());
            }
            edges.push((output.len() - 1, letter, right.trim().parse().map_err(|_| bad())?));
        } else {
            let mut words = line.split_whitespace();
            let state: Option<usize> = words.next().and_then(|w| w.parse().ok());
            let out: Option<u16> = words.next().and_then(|w| w.parse().ok());
            match (state, out, words.next()) {
                (Some(state), Some(out), None) if state == output.len() => output.push(out),
                _ => return Err(bad()),
            }
        }
    }
    if output.len().saturating_mul(letters) > 1 << 28 {
        return Err(BadText::Large);
    }
    let mut next = vec![DEAD; output.len() * letters];
    for (from, letter, to) in edges {
        if to as usize >= output.len() {
            return Err(BadText::Large);
        }
        let slot = &mut next[from * letters + letter];
        if *slot != DEAD {
            return Err(BadText::Twice(from));
        }
        *slot = to;
    }
    let start = if output.is_empty() { DEAD } else { 0 };
    let raw = Dfa::from_table(tracks, base, &next, &output, &[start]);
    let mut p = Product::new(numeration, tracks);
    let all: Vec<usize> = (0..tracks).collect();
    let part = p.automaton(&raw, &all);
    p.set_value(&[part], |o| o[0]);
    p.build(&Budget::default()).map_err(|_| BadText::Large)
}
