//! Learning an automaton from a solved board.
//!
//! After a pair of prefixes has been read with `j` digits to go, the rest of the board that is still possible is a rectangle, and the
//! P-positions in it, relative to its corner, are what the state must remember about words of length `j`. Prefixes
//! whose rectangles agree for all `j ≤ J` are taken to be one state (Myhill–Nerode, with finitely many
//! tests). The result is a guess. It is exact on nothing but what was looked at; proof is somebody else's business.
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! use wythoff_prove::learn::{Sample, learn};
//! // Two-pile Nim: the diagonal.
//! let board = Sample::new(64, (0..64).map(|x| (x, x)));
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let dfa = learn(&board, &base2, 2, 100).unwrap();
//! assert_eq!(dfa.states(), 1);
//! ```

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use wythoff_automata::dfa::letter_count;
use wythoff_automata::{DEAD, Dfa, Numeration, Product};
use wythoff_budget::{Budget, Limit};

/// The P-positions with both piles below `size`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    size: u64,
    first: Vec<usize>,
    rows: Vec<u32>,
}

impl Sample {
    /// From the P-positions with both piles below `size`, in any order; others are dropped.
    #[must_use]
    pub fn new(size: u32, positions: impl IntoIterator<Item = (u32, u32)>) -> Sample {
        // By columns first: sorting all at once would take seconds for millions of positions.
        let mut columns: Vec<Vec<u32>> = vec![vec![]; size as usize];
        for (x, y) in positions.into_iter().filter(|&(x, y)| x < size && y < size) {
            columns[x as usize].push(y);
        }
        let (mut first, mut rows) = (vec![0], vec![]);
        for mut column in columns {
            if !column.is_sorted() {
                column.sort_unstable();
            }
            column.dedup();
            rows.extend(column);
            first.push(rows.len());
        }
        Sample { size: u64::from(size), first, rows }
    }

    /// Both piles are below this.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many P-positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no P-position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The P-positions `(x, y)` of one column, as increasing `y`.
    #[must_use]
    pub fn column(&self, x: u64) -> &[u32] {
        &self.rows[self.first[x as usize]..self.first[x as usize + 1]]
    }

    /// All P-positions in lexicographic order.
    pub fn positions(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.size).flat_map(|x| self.column(x).iter().map(move |&y| (x as u32, y)))
    }

    /// Whether this is a P-position; both piles must be below `size`.
    #[must_use]
    pub fn contains(&self, x: u64, y: u64) -> bool {
        u32::try_from(y).is_ok_and(|y| self.column(x).binary_search(&y).is_ok())
    }
}

/// Why nothing was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlearnt {
    /// The board is too small to tell the prefixes apart that were met; so many states had been found.
    #[error("the board is too small; {0} states were found")]
    Small(usize),
    /// More states than allowed.
    #[error("more than {0} states")]
    States(usize),
    /// No P-position is within sight of the start: look deeper.
    #[error("no P-position is in sight")]
    Shallow,
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Look at words of up to so many more digits, where the board is large enough.
    pub most: usize,
    /// Give up on a prefix whose board is not large enough for so many.
    pub least: usize,
    /// Use only the part of the board below this.
    pub window: u64,
    /// At most so many states.
    pub states: usize,
}

struct Prefix {
    x: Vec<i64>,
    y: Vec<i64>,
    valid: (u32, u32),
    phase: usize,
}

/// Merges prefixes whose rectangles agree for all `j ≤ depth` and lie on the board. At most `most` states.
///
/// # Errors
/// If the board is too small for that, or there are too many states.
pub fn learn(board: &Sample, numeration: &Numeration, depth: usize, most: usize) -> Result<Dfa, Unlearnt> {
    let depth = Depth { most: depth, least: depth, window: board.size(), states: most };
    learn_with(board, numeration, &depth, &Budget::default())
}

/// As [`learn`], but where the board ends early a prefix is merged with the first state that agrees with it as far as can be
/// seen.
///
/// # Errors
/// If the board is too small, there are too many states, or a limit is reached.
pub fn learn_with(
    board: &Sample,
    numeration: &Numeration,
    depth: &Depth,
    budget: &Budget,
) -> Result<Dfa, Unlearnt> {
    let (d, phases, digits) = (numeration.dim(), numeration.phases(), numeration.digit_count());
    let letters = letter_count(2, digits);
    let shape = Shape::new(numeration, depth, board);
    // For each number of digits seen, what was seen and the first state that looks like it.
    let mut ids: Vec<FxHashMap<Vec<u32>, u32>> = vec![FxHashMap::default(); depth.most + 1];
    let mut states: Vec<Prefix> = vec![];
    let mut output: Vec<u16> = vec![];
    let mut starts = vec![];
    let mut intern =
        |prefix: Prefix, states: &mut Vec<Prefix>, output: &mut Vec<u16>| -> Result<u32, Unlearnt> {
            let (signature, ends) = shape.signature(board, &prefix, budget)?;
            // ends[t] is how much of the signature was seen within t digits.
            let Some(seen) = ends.len().checked_sub(1).filter(|&seen| seen >= depth.least.min(depth.most))
            else {
                return Err(Unlearnt::Small(states.len()));
            };
            if signature.len() == 1 {
                return Ok(DEAD);
            }
            if let Some(&id) = ids[seen].get(&signature) {
                return Ok(id);
            }
            if states.len() >= depth.states {
                return Err(Unlearnt::States(depth.states));
            }
            let id = states.len() as u32;
            for (t, &end) in ends.iter().enumerate() {
                ids[t].entry(signature[..end].to_vec()).or_insert(id);
            }
            output.push(shape.accepts(board, &prefix));
            states.push(prefix);
            Ok(id)
        };
    for phase in 0..phases {
        let valid = numeration.valid_start(phase);
        let start = Prefix { x: vec![0; d], y: vec![0; d], valid: (valid, valid), phase };
        starts.push(match intern(start, &mut states, &mut output)? {
            DEAD => return Err(Unlearnt::Shallow),
            id => id,
        });
    }
    let mut next: Vec<u32> = vec![];
    let mut at = 0;
    while at < states.len() {
        budget.report("states", at as u64, None);
        budget.check(0, 0)?;
        let phase = states[at].phase;
        let to = numeration.next_phase(phase);
        for letter in 0..letters {
            let (dx, dy) = (letter as u32 / digits, letter as u32 % digits);
            let from = &states[at];
            let valid = (numeration.valid_step(from.valid.0, dx), numeration.valid_step(from.valid.1, dy));
            if valid.0 == DEAD || valid.1 == DEAD {
                next.push(DEAD);
                continue;
            }
            let mut x = vec![0; d];
            let mut y = vec![0; d];
            let fits = numeration.push(phase, &from.x, i64::from(dx), &mut x);
            fits.and(numeration.push(phase, &from.y, i64::from(dy), &mut y))
                .ok_or(Limit::States(budget.states()))?;
            next.push(intern(Prefix { x, y, valid, phase: to }, &mut states, &mut output)?);
        }
        at += 1;
    }
    let raw = Dfa::minimized(2, digits, (&next, &output, &starts), budget)?;
    // States that look alike may differ in which words are valid after them.
    let mut p = Product::new(numeration, 2);
    let part = p.automaton(&raw, &[0, 1]);
    p.require(part, |o| o == 1);
    Ok(p.build(budget)?)
}

/// Sizes of rectangles.
struct Shape<'n> {
    numeration: &'n Numeration,
    depth: usize,
    window: u64,
    /// `scale · U_i`, from `i = 1 - dim`.
    weights: Vec<i128>,
    /// `counts[j][v]`: how many valid words of length `j` continue validity state `v`.
    counts: Vec<Vec<u64>>,
}

impl<'n> Shape<'n> {
    fn new(numeration: &'n Numeration, depth: &Depth, board: &Sample) -> Self {
        let window = depth.window.min(board.size());
        let depth = depth.most;
        let n = numeration.valid_states() as u32;
        let mut counts: Vec<Vec<u64>> =
            vec![(0..n).map(|v| u64::from(numeration.valid_accepts(v))).collect()];
        for j in 0..depth {
            let row = (0..n)
                .map(|v| {
                    (0..numeration.digit_count())
                        .map(|c| counts[j].get(numeration.valid_step(v, c) as usize).copied().unwrap_or(0))
                        .fold(0, u64::saturating_add)
                })
                .collect();
            counts.push(row);
        }
        Shape { numeration, depth, window, weights: numeration.scaled_weights(depth + 2), counts }
    }

    fn value(&self, v: &[i64], j: usize) -> Option<u64> {
        let at = j + v.len() - 1;
        let sum: i128 =
            v.iter().enumerate().map(|(i, &k)| i128::from(k) * self.weights.get(at - i).unwrap_or(&0)).sum();
        u64::try_from(sum / i128::from(self.numeration.scale())).ok()
    }

    /// The phase, then for each length the P-positions of the rectangle; and where the part ends that was seen within `t`
    /// digits, for as many `t` as the board allows.
    fn signature(
        &self,
        board: &Sample,
        prefix: &Prefix,
        budget: &Budget,
    ) -> Result<(Vec<u32>, Vec<usize>), Limit> {
        let phases = self.numeration.phases();
        let mut signature = vec![prefix.phase as u32];
        let mut ends = vec![];
        budget.check(0, 0)?;
        // Columns and P-positions since the last look at the budget.
        let (mut columns, mut looked) = (0, 0);
        for j in 0..=self.depth {
            if j % phases == prefix.phase {
                let (Some(x), Some(y)) = (self.value(&prefix.x, j), self.value(&prefix.y, j)) else { break };
                let width = self.counts[j][prefix.valid.0 as usize];
                let height = self.counts[j][prefix.valid.1 as usize];
                if x + width > self.window || y + height > self.window {
                    break;
                }
                for dx in 0..width {
                    columns += 1;
                    if columns == 4096 || signature.len() - looked > 1 << 16 {
                        (columns, looked) = (0, signature.len());
                        budget.check(0, signature.len() * 4)?;
                    }
                    let column = board.column(x + dx);
                    let from = column.partition_point(|&r| u64::from(r) < y);
                    for &row in column[from..].iter().take_while(|&&r| u64::from(r) < y + height) {
                        signature.extend([j as u32, dx as u32, (u64::from(row) - y) as u32]);
                    }
                }
            }
            ends.push(signature.len());
        }
        Ok((signature, ends))
    }

    fn accepts(&self, board: &Sample, prefix: &Prefix) -> u16 {
        if prefix.phase != 0 {
            return 0;
        }
        let accept = |v: u32| self.numeration.valid_accepts(v);
        match (self.value(&prefix.x, 0), self.value(&prefix.y, 0)) {
            (Some(x), Some(y)) if accept(prefix.valid.0) && accept(prefix.valid.1) => {
                u16::from(board.contains(x, y))
            }
            _ => 0,
        }
    }
}

/// How a guess compares with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// In the columns before this one the guess is right, in all rows of the board.
    pub columns: u64,
    /// A position of the board on which it is wrong, if one was met.
    pub wrong: Option<(u64, u64)>,
    /// The limit that ended the comparison early, if one did.
    pub stopped: Option<Limit>,
}

/// Compares an automaton with a board, some columns at a time. Every P-position must be accepted, and as many positions must be
/// accepted as there are P-positions; only if the numbers differ is the culprit searched for.
#[must_use]
pub fn compare(board: &Sample, numeration: &Numeration, dfa: &Dfa, budget: &Budget) -> Comparison {
    let mut done = Comparison { columns: 0, wrong: None, stopped: None };
    if let Err(limit) = compare_blocks(board, numeration, dfa, budget, &mut done) {
        done.stopped = Some(limit);
    }
    done
}

/// A position of the board on which the automaton is wrong, if there is one.
#[must_use]
pub fn disagreement(board: &Sample, numeration: &Numeration, dfa: &Dfa) -> Option<(u64, u64)> {
    compare(board, numeration, dfa, &Budget::default()).wrong
}

/// Columns are compared in blocks of which each ends so many times farther out than the one before.
const FARTHER: u64 = 4;

fn compare_blocks(
    board: &Sample,
    numeration: &Numeration,
    dfa: &Dfa,
    budget: &Budget,
    done: &mut Comparison,
) -> Result<(), Limit> {
    let size = board.size();
    if size == 0 {
        return Ok(());
    }
    let n = numeration.length(&UBig::from(size - 1));
    let words = words(numeration, n, size as usize, budget)?;
    let word = |x: u64| &words[x as usize * n..(x as usize + 1) * n];
    let digits = dfa.digit_count() as usize;
    let start = dfa.starts()[n % dfa.starts().len()];
    let accepts = |x: u64, y: u64| {
        let pairs = word(x).iter().zip(word(y));
        let end =
            pairs.fold(start, |state, (&a, &b)| dfa.step(state, usize::from(a) * digits + usize::from(b)));
        dfa.output(end) != 0
    };
    let spelt = |x: u64| -> Vec<u32> { word(x).iter().map(|&d| u32::from(d)).collect() };
    let highest = spelt(size - 1);
    let mut held = 0;
    while done.columns < size {
        let until = (done.columns * FARTHER).max(1024).min(size);
        let mut looked = 0;
        for x in done.columns..until {
            let rows = board.column(x);
            looked += rows.len() + 1;
            if looked > 1 << 14 {
                looked = 0;
                budget.poll()?;
            }
            held += rows.len() as u64;
            if let Some(&y) = rows.iter().find(|&&y| !accepts(x, u64::from(y))) {
                done.wrong = Some((x, u64::from(y)));
                return Ok(());
            }
        }
        let top = (&spelt(until - 1)[..], &highest[..]);
        if accepted(dfa, top, start, budget)? != held {
            done.wrong =
                Some(wrongly_accepted(board, dfa, top, start, &|word| rank(numeration, word), budget)?);
            return Ok(());
        }
        done.columns = until;
    }
    Ok(())
}

fn rank(numeration: &Numeration, word: &[u32]) -> u64 {
    u64::try_from(numeration.value(word)).unwrap_or(u64::MAX)
}

/// The first accepted position on the board that is no P-position; it exists, because more are accepted than there are.
fn wrongly_accepted(
    board: &Sample,
    dfa: &Dfa,
    (top_x, top_y): (&[u32], &[u32]),
    start: u32,
    rank: &dyn Fn(&[u32]) -> u64,
    budget: &Budget,
) -> Result<(u64, u64), Limit> {
    let (n, digits) = (top_x.len(), dfa.digit_count());
    let mut steps = 0usize;
    // Which states accept some word of each length.
    let mut alive = vec![dfa.outputs().iter().map(|&o| o != 0).collect::<Vec<bool>>()];
    for j in 0..n {
        let live = |s: usize| {
            (0..digits * digits)
                .any(|l| alive[j].get(dfa.step(s as u32, l as usize) as usize).copied().unwrap_or(false))
        };
        let row = (0..dfa.states()).map(live).collect();
        alive.push(row);
    }
    let mut stack = vec![(start, vec![], vec![], true, true)];
    while let Some((state, x, y, tight_x, tight_y)) = stack.pop() {
        steps += 1;
        if steps.is_multiple_of(4096) {
            budget.poll()?;
        }
        let at = x.len();
        if state == DEAD || !alive[n - at][state as usize] {
            continue;
        }
        if at == n {
            let (x, y) = (rank(&x), rank(&y));
            if !board.contains(x, y) {
                return Ok((x, y));
            }
            continue;
        }
        for a in (0..if tight_x { top_x[at] + 1 } else { digits }).rev() {
            for b in (0..if tight_y { top_y[at] + 1 } else { digits }).rev() {
                let (mut x, mut y): (Vec<u32>, Vec<u32>) = (x.clone(), y.clone());
                x.push(a);
                y.push(b);
                let to = dfa.step(state, (a * digits + b) as usize);
                stack.push((to, x, y, tight_x && a == top_x[at], tight_y && b == top_y[at]));
            }
        }
    }
    Ok((board.size(), board.size()))
}

/// How many pairs of words are accepted of which neither is above its `top`.
fn accepted(dfa: &Dfa, (top_x, top_y): (&[u32], &[u32]), start: u32, budget: &Budget) -> Result<u64, Limit> {
    let digits = dfa.digit_count();
    // For each state and for both piles: is the word so far still equal to that of `top`?
    let end: Vec<u64> = dfa.outputs().iter().map(|&o| u64::from(o != 0)).collect();
    let mut ways: [Vec<u64>; 4] = std::array::from_fn(|_| end.clone());
    for (&bound_x, &bound_y) in top_x.iter().zip(top_y).rev() {
        budget.poll()?;
        let bound = |bit: usize| if bit == 0 { bound_x } else { bound_y };
        let step = |state: usize, tight: usize| {
            let most = |bit: usize| if tight >> bit & 1 == 1 { bound(bit) } else { digits - 1 };
            let mut sum = 0u64;
            for a in 0..=most(0) {
                for b in 0..=most(1) {
                    let to = dfa.step(state as u32, (a * digits + b) as usize);
                    if to != DEAD {
                        let still =
                            |bit: usize, d: u32| usize::from(tight >> bit & 1 == 1 && d == bound(bit)) << bit;
                        sum = sum.saturating_add(ways[still(0, a) | still(1, b)][to as usize]);
                    }
                }
            }
            sum
        };
        ways = std::array::from_fn(|tight| (0..dfa.states()).map(|s| step(s, tight)).collect());
    }
    Ok(ways[3].get(start as usize).copied().unwrap_or(0))
}

/// The valid words of one length for the numbers below `count`, one after another in increasing order.
fn words(numeration: &Numeration, length: usize, count: usize, budget: &Budget) -> Result<Vec<u16>, Limit> {
    let mut found: Vec<u16> = Vec::with_capacity(length * count);
    // The word being spelt, and the validity state before each of its digits.
    let mut word = vec![0u16; length];
    let mut states = vec![numeration.valid_start(length % numeration.phases())];
    let mut digit = 0;
    let mut steps = 0usize;
    loop {
        steps += 1;
        if steps.is_multiple_of(1 << 16) {
            budget.poll()?;
        }
        let at = states.len() - 1;
        if at == length {
            if numeration.valid_accepts(states[at]) {
                found.extend_from_slice(&word);
            }
        } else if let Some(d) =
            (digit..numeration.digit_count()).find(|&d| numeration.valid_step(states[at], d) != DEAD)
        {
            word[at] = d as u16;
            states.push(numeration.valid_step(states[at], d));
            digit = 0;
            continue;
        }
        // Back to the last digit and on with the next larger one.
        states.pop();
        if states.is_empty() || found.len() >= length * count {
            return Ok(found);
        }
        digit = u32::from(word[states.len() - 1]) + 1;
    }
}
