//! A proved automaton as a solution: answers for positions of any size.
//!
//! Whether a position is P is one run of the automaton. The options of a position that are P (what wins, or what has to be blocked) are
//! found by reading the position's digits and following all options at once, as the checker does, and then walking back along those
//! that end as moves into the set. The cost grows with the number of digits, not with the number.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_check::{Certificate, Proved};
//! use wythoff_prove::answer::Answers;
//! use wythoff_rules::Definition;
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n").unwrap().bind_text("").unwrap();
//! let dead = u32::MAX;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let claim = Certificate::new(nim, base2, &diagonal).unwrap();
//! let proved = Proved::new(claim, &Budget::default()).unwrap();
//! let answers = Answers::new(&proved, &Budget::default()).unwrap();
//! let huge = dashu_int::UBig::from(10u32).pow(200);
//! assert!(answers.is_p(&huge, &huge));
//! let found = answers.options(&huge, &7u32.into(), true, 10);
//! assert_eq!(found.len(), 1);
//! assert_eq!((&found[0].x, &found[0].y), (&7u32.into(), &7u32.into()));
//! ```

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::Undecided;
use std::ops::Range;
use wythoff_automata::dfa::align;
use wythoff_automata::numeration::digits_by;
use wythoff_automata::{DEAD, Dfa};
use wythoff_budget::{Budget, Limit};
use wythoff_check::read::{Reading, Truth};
use wythoff_check::{Certificate, Proved};

/// Answers from a proved automaton.
pub struct Answers {
    certificate: Certificate,
    automaton: Dfa,
    reading: Reading,
}

impl std::fmt::Debug for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answers").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The first pile after the move.
    pub x: UBig,
    /// The second pile after the move.
    pub y: UBig,
    /// Bit `i`: the move lies in the class of the `i`-th block or comply line.
    pub signature: usize,
}

/// Stretches of successive words with the same digit at a place, and that digit.
fn alike(
    words: &[Vec<u32>],
    place: usize,
    within: Range<usize>,
) -> impl Iterator<Item = (u32, Range<usize>)> + '_ {
    let mut from = within.start;
    std::iter::from_fn(move || {
        let digit = words[..within.end].get(from)?[place];
        let length = words[from..within.end].iter().take_while(|word| word[place] == digit).count();
        let part = from..from + length;
        from = part.end;
        Some((digit, part))
    })
}

impl Answers {
    /// Prepares a proved claim for questions.
    ///
    /// # Errors
    /// If it is not about an automaton, the rules cannot be read in its numeration, or a limit is reached.
    pub fn new(proved: &Proved, budget: &Budget) -> Result<Answers, Undecided> {
        let Some(certificate) = proved.automaton().cloned() else {
            return Err(Undecided::Rules("the certificate is not about an automaton"));
        };
        let reading = Reading::new(certificate.rules(), certificate.numeration(), budget)?;
        Ok(Answers { automaton: certificate.automaton(), certificate, reading })
    }

    /// The claim.
    #[must_use]
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Whether a position is in the claimed set.
    #[must_use]
    pub fn is_p(&self, x: &UBig, y: &UBig) -> bool {
        self.automaton.run(self.certificate.numeration(), &[x.clone(), y.clone()]) != 0
    }

    /// Calls `look` with the places of the positions of a window that are in the claimed set; `columns` and `rows` are successive numbers.
    /// Neighbours share all but their last digits, and the automaton reads shared digits once.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn each_p(
        &self,
        columns: &[UBig],
        rows: &[UBig],
        budget: &Budget,
        mut look: impl FnMut(usize, usize),
    ) -> Result<(), Limit> {
        let Some(largest) = columns.iter().chain(rows).max() else { return Ok(()) };
        let weights = self.certificate.numeration().weights_beyond(largest);
        let length = digits_by(&weights, largest).len();
        let words = |numbers: &[UBig]| -> Result<Vec<Vec<u32>>, Limit> {
            let word = |n: &UBig| {
                budget.poll()?;
                let digits = digits_by(&weights, n);
                Ok([vec![0; length - digits.len()], digits].concat())
            };
            numbers.iter().map(word).collect()
        };
        let (columns, rows) = (words(columns)?, words(rows)?);
        let dfa = &self.automaton;
        let base = dfa.digit_count() as usize;
        let start = dfa.starts()[length % dfa.starts().len()];
        // Blocks of columns and rows that begin alike, how long, and the state after that: a stack, since numbers may have any length.
        let mut blocks = vec![(0, 0..columns.len(), 0..rows.len(), start)];
        for turn in 0_u64.. {
            let Some((read, across, up, state)) = blocks.pop() else { break };
            if turn % 1024 == 0 {
                budget.poll()?;
            }
            if state == DEAD || across.is_empty() || up.is_empty() {
                continue;
            }
            if read == length {
                if dfa.output(state) != 0 {
                    across.for_each(|i| up.clone().for_each(|j| look(i, j)));
                }
                continue;
            }
            for (a, part) in alike(&columns, read, across) {
                for (b, rows) in alike(&rows, read, up.clone()) {
                    let letter = a as usize * base + b as usize;
                    blocks.push((read + 1, part.clone(), rows, dfa.step(state, letter)));
                }
            }
        }
        Ok(())
    }

    /// Does every square exist?
    pub(super) fn has_all_squares(&self) -> bool {
        self.certificate.rules().position.is_none()
    }

    /// Whether the square exists.
    #[must_use]
    pub fn exists(&self, x: &UBig, y: &UBig) -> bool {
        let numeration = self.certificate.numeration();
        let words = align(numeration, &[x.clone(), y.clone()]);
        let length = words[0].len();
        let squares = &self.reading.squares;
        let start: Vec<u32> = squares.starts(length % numeration.phases()).collect();
        let states = (0..length).fold(start, |s, i| squares.steps(&s, &[words[0][i], words[1][i]]).collect());
        squares.holds(&self.reading.exists, &states)
    }

    /// The options of a position that are P-positions (`inside`), or those that are not, at most `limit` of them (any, if
    /// there are more), in lexicographic order.
    #[must_use]
    pub fn options(&self, x: &UBig, y: &UBig, inside: bool, limit: usize) -> Vec<Found> {
        self.options_in(x, y, inside, limit, &|_| true)
    }

    /// As [`Answers::options`], but only those whose signature is in a class.
    #[must_use]
    pub fn options_in(
        &self,
        x: &UBig,
        y: &UBig,
        inside: bool,
        limit: usize,
        class: &dyn Fn(usize) -> bool,
    ) -> Vec<Found> {
        let numeration = self.certificate.numeration();
        let claim = &self.automaton;
        let digits = numeration.digit_count();
        let words = align(numeration, &[x.clone(), y.clone()]);
        let n = words[0].len();
        let phase = n % numeration.phases();
        let valid = numeration.valid_start(phase);
        let mut start = vec![claim.starts()[phase], valid, valid];
        start.extend(self.reading.options.starts(phase));
        // Level by level: the states that options can be in, and for each its successors (digit pair, index).
        let mut levels: Vec<Vec<Box<[u32]>>> = vec![vec![start.into_boxed_slice()]];
        let mut edges: Vec<Vec<Vec<(u32, u32)>>> = vec![];
        for i in 0..n {
            let (dx, dy) = (words[0][i], words[1][i]);
            let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
            let mut next: Vec<Box<[u32]>> = vec![];
            let mut rows = vec![];
            for from in &levels[i] {
                let mut row = vec![];
                for letter in 0..digits * digits {
                    let (a, b) = (letter / digits, letter % digits);
                    let to = claim.step(from[0], letter as usize);
                    let valid = (numeration.valid_step(from[1], a), numeration.valid_step(from[2], b));
                    if valid.0 == DEAD || valid.1 == DEAD || (inside && to == DEAD) {
                        continue;
                    }
                    let mut state = vec![to, valid.0, valid.1];
                    state.extend(self.reading.options.steps(&from[3..], &[dx, dy, a, b]));
                    if self.reading.options.truth(&self.reading.is_move, &state[3..]) == Truth::No {
                        continue;
                    }
                    let fresh = next.len() as u32;
                    let id = *ids.entry(state.into_boxed_slice()).or_insert_with_key(|key| {
                        next.push(key.clone());
                        fresh
                    });
                    row.push((letter, id));
                }
                rows.push(row);
            }
            levels.push(next);
            edges.push(rows);
        }
        // Which states lead to an end that counts.
        let ends: Vec<Option<usize>> =
            levels[n].iter().map(|state| self.end(state, inside).filter(|&s| class(s))).collect();
        let mut alive: Vec<Vec<bool>> = vec![ends.iter().map(Option::is_some).collect()];
        for rows in edges.iter().rev() {
            let after = &alive[alive.len() - 1];
            let row = rows.iter().map(|r| r.iter().any(|&(_, id)| after[id as usize])).collect();
            alive.push(row);
        }
        alive.reverse();
        let mut found = vec![];
        let mut stack: Vec<(u32, Vec<u32>)> = vec![(0, vec![])];
        while let Some((state, word)) = stack.pop() {
            if found.len() >= limit {
                break;
            }
            let i = word.len();
            if !alive[i][state as usize] {
                continue;
            }
            if i == n {
                let (x, y): (Vec<u32>, Vec<u32>) = word.iter().map(|l| (l / digits, l % digits)).unzip();
                let signature = ends[state as usize].unwrap_or(0);
                found.push(Found { x: numeration.value(&x), y: numeration.value(&y), signature });
                continue;
            }
            for &(letter, id) in edges[i][state as usize].iter().rev() {
                if alive[i + 1][id as usize] {
                    let mut longer = word.clone();
                    longer.push(letter);
                    stack.push((id, longer));
                }
            }
        }
        found.sort_by(|a, b| (&a.x, &a.y).cmp(&(&b.x, &b.y)));
        found
    }

    /// The signature of an option that ends in this state, if it is a move to a square of the wanted kind.
    fn end(&self, state: &[u32], inside: bool) -> Option<usize> {
        let numeration = self.certificate.numeration();
        let valid = numeration.valid_accepts(state[1]) && numeration.valid_accepts(state[2]);
        let is_p = self.automaton.output(state[0]) != 0;
        if !valid || is_p != inside {
            return None;
        }
        self.reading.signature(&state[3..])
    }
}
