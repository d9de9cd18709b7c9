//! The pairs that an automaton accepts, in order: column by column from anywhere, counted, and from any index on.
//!
//! A column is walked through digit by digit: below every prefix of `x` only those prefixes of `y` are kept from which a pair can
//! still be accepted, so columns cost about as much as they hold. A second number may have more digits than the first; what is
//! read in front of `x` (zeros beside digits of `y`) is a *prelude*. Preludes that end in a state that arbitrarily long ones reach
//! are *endless*: a column that can go on from such a state holds infinitely many pairs.
//!
//! Counting uses the same words: of each state it is known how many pairs of words of a length it accepts. So the pair of
//! any index is found in a time that grows with the number of its digits.
//!
//! ```
//! use wythoff_automata::{Dfa, Numeration, System};
//! use wythoff_budget::Budget;
//! use wythoff_prove::accepted::Accepted;
//! let base2 = Numeration::new(System::base(2)).unwrap();
//! let dead = u32::MAX;
//! let diagonal = Dfa::from_table(2, 2, &[0, dead, dead, 0], &[1], &[0]);
//! let pairs = Accepted::new(base2, diagonal);
//! let far = dashu_int::UBig::from(10u32).pow(30);
//! let found = pairs.list_from(&far, 2, &Budget::default()).unwrap();
//! assert_eq!(found, [(far.clone(), far.clone()), (&far + 1u8, &far + 1u8)]);
//! assert_eq!(pairs.count_before(&far, &Budget::default()).unwrap(), far);
//! ```

use super::listed::{Halt, Visit};
use std::ops::ControlFlow;
use wythoff_automata::{DEAD, Dfa, Numeration};
use wythoff_budget::{Budget, Limit};
use wythoff_number::Natural;

/// Longer words are not looked at in a search for an index.
const LONGEST: usize = 40_000;

/// The pairs that an automaton accepts.
#[derive(Debug)]
pub struct Accepted {
    numeration: Numeration,
    dfa: Dfa,
    preludes: Preludes,
}

/// What is read in front of the first number: for each state, with each phase after it.
#[derive(Debug)]
struct Preludes {
    phases: usize,
    /// Do arbitrarily long preludes end here?
    endless: Vec<bool>,
    /// How many preludes end here, if finitely many do.
    count: Vec<Natural>,
    /// The length of the longest that is not endless.
    longest: usize,
}

/// Pairs on the way: the state, and what the digits of the second number so far are worth.
type Front = Vec<(u32, Natural)>;

impl Accepted {
    /// Prepares an automaton over pairs for questions about their order.
    #[must_use]
    pub fn new(numeration: Numeration, dfa: Dfa) -> Accepted {
        let letters: Vec<usize> = (0..numeration.digit_count() as usize).collect();
        let preludes = Preludes::new(&numeration, &dfa, &letters);
        Accepted { numeration, dfa, preludes }
    }

    fn digits(&self) -> usize {
        self.numeration.digit_count() as usize
    }

    fn start(&self, length: usize) -> u32 {
        self.dfa.starts()[length % self.numeration.phases()]
    }

    /// Which states accept some pair of words of each length up to `length`.
    fn alive(&self, length: usize, budget: &Budget) -> Result<Vec<Vec<bool>>, Limit> {
        let n = self.dfa.states();
        budget.fits((length as u64 + 1).saturating_mul(n as u64))?;
        let mut alive = vec![self.dfa.outputs().iter().map(|&o| o != 0).collect::<Vec<bool>>()];
        for j in 0..length {
            budget.poll()?;
            let after = &alive[j];
            let lives = |s: usize| {
                (0..self.digits().pow(2)).any(|l| {
                    let to = self.dfa.step(s as u32, l);
                    to != DEAD && after[to as usize]
                })
            };
            let row = (0..n).map(lives).collect();
            alive.push(row);
        }
        Ok(alive)
    }

    /// Hands out the columns `from <= x < until`, also empty ones, with their rows up to `tallest` in ascending order.
    ///
    /// # Errors
    /// [`Halt`] says why it stopped, and at which column.
    pub(crate) fn columns(
        &self,
        (from, until): (&Natural, &Natural),
        tallest: Option<&Natural>,
        budget: &Budget,
        visit: Visit<'_>,
    ) -> Result<(), Halt> {
        if from >= until {
            return Ok(());
        }
        let last = until - Natural::from(1u8);
        let widest = tallest.map_or(&last, |tallest| tallest.max(&last));
        let length = self.numeration.length(widest);
        let at_start = |limit| Halt::Limit { column: from.clone(), limit };
        let alive = self.alive(length, budget).map_err(at_start)?;
        let weights = self.numeration.weights(length + self.preludes.longest + 1);
        let (mut front, mut endless) = (Front::new(), Vec::new());
        if alive[length].get(self.start(length) as usize).copied().unwrap_or(false) {
            front.push((self.start(length), Natural::from(0u8)));
        }
        if tallest.is_none() {
            self.in_front(&alive[length], length, &weights, &mut front);
            let phase = length % self.numeration.phases();
            let ends = (0..self.dfa.states() as u32).filter(|&s| self.preludes.is_endless(s, phase));
            endless.extend(ends.filter(|&s| alive[length][s as usize]));
        }
        let padded = |n: &Natural| {
            let word = self.numeration.digits(n);
            [vec![0; length - word.len()], word].concat()
        };
        let bounds = (padded(from), padded(&last));
        let valid = self.numeration.valid_start(length % self.numeration.phases());
        let mut walk = Walk {
            pairs: self,
            alive,
            weights,
            bounds,
            tallest,
            budget,
            visit,
            next: from.clone(),
            steps: 0,
        };
        walk.below(Node { at: 0, valid, tight: (true, true) }, &front, &endless)
    }

    /// Adds what finitely many preludes lead to, in ascending order.
    fn in_front(&self, alive: &[bool], length: usize, weights: &[Natural], front: &mut Front) {
        let (phases, digits) = (self.numeration.phases(), self.digits());
        for k in 1..=self.preludes.longest {
            let mut stack = vec![(self.start(length + k), k, Natural::from(0u8))];
            while let Some((state, left, value)) = stack.pop() {
                if left == 0 {
                    if alive[state as usize] {
                        front.push((state, value));
                    }
                    continue;
                }
                // The first digit is not 0.
                for b in (usize::from(left == k)..digits).rev() {
                    let to = self.dfa.step(state, b);
                    let phase = (length + left - 1) % phases;
                    if to != DEAD && !self.preludes.is_endless(to, phase) {
                        let more = &weights[length + left - 1] * Natural::from(b);
                        stack.push((to, left - 1, &value + more));
                    }
                }
            }
        }
    }

    /// For each state, how many pairs of words of each length up to `length` it accepts.
    fn counts(&self, length: usize, budget: &Budget) -> Result<Vec<Vec<Natural>>, Limit> {
        let mut counts = vec![self.dfa.outputs().iter().map(|&o| Natural::from(u8::from(o != 0))).collect()];
        for _ in 0..length {
            self.lengthen(&mut counts, budget)?;
        }
        Ok(counts)
    }

    fn lengthen(&self, counts: &mut Vec<Vec<Natural>>, budget: &Budget) -> Result<(), Limit> {
        let Some(after) = counts.last() else { return Ok(()) };
        let states = self.dfa.states();
        // A count has at most as many bits as twice the digits.
        budget.check(0, counts.len().saturating_mul(states).saturating_mul(32 + counts.len()))?;
        let letters = self.digits().pow(2);
        let row = (0..states).map(|s| {
            let next = (0..letters).map(|l| self.dfa.step(s as u32, l)).filter(|&t| t != DEAD);
            next.map(|t| &after[t as usize]).sum()
        });
        let row: Vec<Natural> = row.collect();
        counts.push(row);
        Ok(())
    }

    /// In how many ways each state is reached before a first number of so many digits.
    fn entries(&self, length: usize) -> Vec<Natural> {
        let phase = length % self.numeration.phases();
        let mut ways: Vec<Natural> =
            (0..self.dfa.states() as u32).map(|s| self.preludes.count_at(s, phase)).collect();
        if let Some(start) = ways.get_mut(self.start(length) as usize) {
            *start += Natural::from(1u8);
        }
        ways
    }

    /// The same after one more digit of the first number, whatever digit the second has.
    fn stepped(&self, ways: &[Natural], a: u32) -> Vec<Natural> {
        let mut next = vec![Natural::from(0u8); ways.len()];
        for (state, many) in ways.iter().enumerate().filter(|(_, many)| **many != Natural::from(0u8)) {
            for b in 0..self.digits() {
                let to = self.dfa.step(state as u32, a as usize * self.digits() + b);
                if to != DEAD {
                    next[to as usize] += many;
                }
            }
        }
        next
    }

    /// How many pairs have a first number below this, if all those columns are finite; otherwise too few.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count_before(&self, until: &Natural, budget: &Budget) -> Result<Natural, Limit> {
        let word = self.numeration.digits(until);
        let counts = self.counts(word.len(), budget)?;
        let mut ways = self.entries(word.len());
        let mut total = Natural::from(0u8);
        for (i, &digit) in word.iter().enumerate() {
            budget.poll()?;
            for a in 0..digit {
                total += weighed(&self.stepped(&ways, a), &counts[word.len() - i - 1]);
            }
            ways = self.stepped(&ways, digit);
        }
        Ok(total)
    }

    /// How many pairs have both numbers at most this.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Natural, Limit> {
        let word = self.numeration.digits(to);
        let (states, zero) = (self.dfa.states(), Natural::from(0u8));
        // For each state and for both numbers: is what was read so far equal to the digits of the bound?
        let mut ways: [Vec<Natural>; 4] = std::array::from_fn(|_| vec![zero.clone(); states]);
        if let Some(start) = ways[3].get_mut(self.start(word.len()) as usize) {
            *start = Natural::from(1u8);
        }
        for &bound in &word {
            budget.check(0, states.saturating_mul(8 * (32 + word.len())))?;
            let mut next: [Vec<Natural>; 4] = std::array::from_fn(|_| vec![zero.clone(); states]);
            for (tight, row) in ways.iter().enumerate() {
                let most = |bit: usize| if tight >> bit & 1 == 1 { bound } else { self.digits() as u32 - 1 };
                let still = |bit: usize, d: u32| usize::from(tight >> bit & 1 == 1 && d == bound) << bit;
                for (state, many) in row.iter().enumerate().filter(|(_, many)| **many != zero) {
                    for (a, b) in (0..=most(0)).flat_map(|a| (0..=most(1)).map(move |b| (a, b))) {
                        let to = self.dfa.step(state as u32, a as usize * self.digits() + b as usize);
                        if to != DEAD {
                            next[still(0, a) | still(1, b)][to as usize] += many;
                        }
                    }
                }
            }
            ways = next;
        }
        let accepted = |row: &Vec<Natural>| -> Natural {
            row.iter().zip(self.dfa.outputs()).filter(|(_, o)| **o != 0).map(|(many, _)| many).sum()
        };
        Ok(ways.iter().map(accepted).sum())
    }

    /// The first column that holds infinitely many pairs.
    pub(crate) fn first_endless(&self, budget: &Budget) -> Result<Option<Natural>, Limit> {
        let phases = self.numeration.phases();
        if !self.preludes.endless.iter().any(|&e| e) {
            return Ok(None);
        }
        // Every state leads to an accepting one, so some length will do.
        let mut length = 0;
        let mut alive = self.alive(0, budget)?;
        loop {
            let phase = length % phases;
            let open = |s: &u32| self.preludes.is_endless(*s, phase) && alive[length][*s as usize];
            let mut set: Vec<u32> = (0..self.dfa.states() as u32).filter(open).collect();
            if !set.is_empty() {
                let mut word = vec![];
                for left in (0..length).rev() {
                    let after = |a: u32| -> Vec<u32> {
                        let steps = set.iter().flat_map(|&s| {
                            (0..self.digits()).map(move |b| self.dfa.step(s, a as usize * self.digits() + b))
                        });
                        let mut next: Vec<u32> =
                            steps.filter(|&t| t != DEAD && alive[left][t as usize]).collect();
                        next.sort_unstable();
                        next.dedup();
                        next
                    };
                    let found = (0..self.digits() as u32).map(|a| (a, after(a))).find(|(_, s)| !s.is_empty());
                    let Some((a, next)) = found else { break };
                    word.push(a);
                    set = next;
                }
                return Ok(Some(self.numeration.value(&word)));
            }
            length += 1;
            if length > LONGEST {
                return Err(Limit::States(LONGEST as u64));
            }
            alive = self.alive(length, budget)?;
        }
    }

    /// The rows of one column from the `skip`-th on, at most `count` of them: all columns do, also endless ones.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn rows(
        &self,
        x: &Natural,
        skip: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Natural>, Limit> {
        let word = self.numeration.digits(x);
        let m = word.len();
        let ends = self.dfa.outputs().iter().map(|&o| Natural::from(u8::from(o != 0))).collect::<Vec<_>>();
        let mut back = vec![ends];
        // How many second numbers follow, given the last digits of the first one; zeros in front of it.
        let longer = |back: &mut Vec<Vec<Natural>>| -> Result<(), Limit> {
            let j = back.len() - 1;
            budget.check(0, back.len().saturating_mul(self.dfa.states()).saturating_mul(32 + back.len()))?;
            let a = if j < m { word[m - 1 - j] as usize } else { 0 };
            let row = (0..self.dfa.states()).map(|s| {
                let to = (0..self.digits()).map(|b| self.dfa.step(s as u32, a * self.digits() + b));
                to.filter(|&t| t != DEAD).map(|t| &back[j][t as usize]).sum()
            });
            let row: Vec<Natural> = row.collect();
            back.push(row);
            Ok(())
        };
        while back.len() <= m {
            longer(&mut back)?;
        }
        let (mut found, mut skip) = (Vec::new(), skip.clone());
        let endless = self.is_endless_column(&word);
        let mut length = m;
        loop {
            // All second numbers of this length, of shorter ones only if it is that of `x`.
            let mut stack = vec![(self.start(length), Vec::new())];
            while let Some((state, digits)) = stack.pop() {
                if found.len() >= count {
                    return Ok(found);
                }
                let left = length - digits.len();
                let many =
                    if state == DEAD { Natural::from(0u8) } else { back[left][state as usize].clone() };
                let whole = length > m && digits.is_empty();
                if !whole && many <= skip {
                    skip -= many;
                    continue;
                }
                if left == 0 {
                    found.push(self.numeration.value(&digits));
                    budget.poll()?;
                    continue;
                }
                let a = if left <= m { word[m - left] as usize } else { 0 };
                for b in (usize::from(whole)..self.digits()).rev() {
                    let to = self.dfa.step(state, a * self.digits() + b);
                    if to != DEAD {
                        stack.push((to, [&digits[..], &[b as u32]].concat()));
                    }
                }
            }
            length += 1;
            if (!endless && length > m + self.preludes.longest) || found.len() >= count {
                return Ok(found);
            }
            if length > LONGEST {
                return Err(Limit::States(LONGEST as u64));
            }
            longer(&mut back)?;
        }
    }

    fn is_endless_column(&self, word: &[u32]) -> bool {
        let phase = word.len() % self.numeration.phases();
        let mut set: Vec<u32> =
            (0..self.dfa.states() as u32).filter(|&s| self.preludes.is_endless(s, phase)).collect();
        for &a in word {
            let steps = set.iter().flat_map(|&s| {
                (0..self.digits()).map(move |b| self.dfa.step(s, a as usize * self.digits() + b))
            });
            let mut next: Vec<u32> = steps.filter(|&t| t != DEAD).collect();
            next.sort_unstable();
            next.dedup();
            set = next;
        }
        set.iter().any(|&s| self.dfa.output(s) != 0)
    }

    /// The column of the pair of this index, and how many pairs of that column come before it. All columns before it must be
    /// finite, and there must be such a pair.
    fn locate(&self, index: &Natural, budget: &Budget) -> Result<(Natural, Natural), Limit> {
        let mut counts = self.counts(0, budget)?;
        let mut length = 0;
        while weighed(&self.entries(length), &counts[length]) <= *index {
            length += 1;
            if length > LONGEST {
                return Err(Limit::States(LONGEST as u64));
            }
            self.lengthen(&mut counts, budget)?;
        }
        let (mut left, mut word, mut ways) = (index.clone(), Vec::new(), self.entries(length));
        for remaining in (0..length).rev() {
            for a in 0..self.digits() as u32 {
                let next = self.stepped(&ways, a);
                let many = weighed(&next, &counts[remaining]);
                if left < many {
                    word.push(a);
                    ways = next;
                    break;
                }
                left -= many;
            }
        }
        Ok((self.numeration.value(&word), left))
    }

    /// How many pairs there are, if finitely many.
    pub(crate) fn total(&self, budget: &Budget) -> Result<Option<Natural>, Limit> {
        let letters: Vec<usize> = (0..self.digits().pow(2)).collect();
        let all = Preludes::new(&self.numeration, &self.dfa, &letters);
        if all.endless.iter().any(|&e| e) {
            return Ok(None);
        }
        // From here on nothing is longer.
        let counts = self.counts(all.longest, budget)?;
        Ok(Some(weighed(&self.entries(all.longest), &counts[all.longest])))
    }

    /// `count` pairs from the one of this index on, in lexicographic order.
    ///
    /// # Errors
    /// [`Halt::Few`] if there are fewer, [`Halt::Limit`] if a limit is reached.
    pub fn list_from(
        &self,
        index: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<(Natural, Natural)>, Halt> {
        let limit = |limit| Halt::Limit { column: Natural::from(0u8), limit };
        if let Some(total) = self.total(budget).map_err(limit)?
            && total < index + Natural::from(count)
        {
            return Err(Halt::Few { total });
        }
        let endless = match self.first_endless(budget).map_err(limit)? {
            Some(x) => Some((self.count_before(&x, budget).map_err(limit)?, x)),
            None => None,
        };
        let mut found: Vec<(Natural, Natural)> = Vec::new();
        let mut width = Natural::from(64u8);
        while found.len() < count {
            let at = index + Natural::from(found.len());
            if let Some((before, x)) = &endless
                && at >= *before
            {
                let rows = self.rows(x, &(at - before), count - found.len(), budget).map_err(limit)?;
                found.extend(rows.into_iter().map(|y| (x.clone(), y)));
                break;
            }
            let (x, skip) = self.locate(&at, budget).map_err(limit)?;
            // So few rows are skipped in one column only if it is finite, and then they were counted.
            let mut skip = usize::try_from(&skip).unwrap_or(usize::MAX);
            let mut until = &x + &width;
            if let Some((_, end)) = &endless {
                until = until.min(end.clone());
            }
            let walked = self.columns((&x, &until), None, budget, &mut |x, rows| {
                let rows = rows.iter().skip(std::mem::take(&mut skip)).take(count - found.len());
                found.extend(rows.map(|y| (x.clone(), y.clone())));
                if found.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match walked {
                Ok(()) | Err(Halt::Asked { .. }) => {}
                Err(other) => return Err(other),
            }
            width *= Natural::from(2u8);
        }
        Ok(found)
    }
}

/// How many pairs are accepted, given in how many ways each state is reached and how many it accepts.
fn weighed(ways: &[Natural], counts: &[Natural]) -> Natural {
    let both =
        ways.iter().zip(counts).filter(|(w, c)| **w != Natural::from(0u8) && **c != Natural::from(0u8));
    both.map(|(w, c)| w * c).sum()
}

impl Preludes {
    /// What words of these letters in front of others lead to; the first letter is not 0.
    fn new(numeration: &Numeration, dfa: &Dfa, letters: &[usize]) -> Preludes {
        let phases = numeration.phases();
        let node = |state: u32, phase: usize| state as usize * phases + phase;
        let nodes = dfa.states() * phases;
        // Paths: how often a step leads into a node that can be reached.
        let mut firsts = vec![0u32; nodes];
        let mut stack = vec![];
        let mut reached = vec![false; nodes];
        let mut reach = |to: u32, phase: usize, stack: &mut Vec<(u32, usize)>| {
            if !std::mem::replace(&mut reached[node(to, phase)], true) {
                stack.push((to, phase));
            }
        };
        for phase in 0..phases {
            let after = numeration.next_phase(phase);
            for &letter in letters.iter().filter(|&&l| l != 0) {
                let to = dfa.step(dfa.starts()[phase], letter);
                if to != DEAD {
                    firsts[node(to, after)] += 1;
                    reach(to, after, &mut stack);
                }
            }
        }
        let mut into = vec![0u32; nodes];
        while let Some((state, phase)) = stack.pop() {
            let after = numeration.next_phase(phase);
            for &letter in letters {
                let to = dfa.step(state, letter);
                if to != DEAD {
                    into[node(to, after)] += 1;
                    reach(to, after, &mut stack);
                }
            }
        }
        // In order of the steps; what is never free of steps into it lies on a circle or behind one.
        let mut preludes = Preludes {
            phases,
            endless: reached.clone(),
            count: firsts.iter().map(|&n| Natural::from(n)).collect(),
            longest: 0,
        };
        let mut depth: Vec<usize> = firsts.iter().map(|&n| usize::from(n > 0)).collect();
        let free = |n: &usize| reached[*n] && into[*n] == 0;
        let mut queue: Vec<usize> = (0..nodes).filter(free).collect();
        while let Some(at) = queue.pop() {
            preludes.endless[at] = false;
            preludes.longest = preludes.longest.max(depth[at]);
            let (state, phase) = ((at / phases) as u32, at % phases);
            for &letter in letters {
                let to = dfa.step(state, letter);
                if to != DEAD {
                    let to = node(to, numeration.next_phase(phase));
                    depth[to] = depth[to].max(depth[at] + 1);
                    let many = preludes.count[at].clone();
                    preludes.count[to] += many;
                    into[to] -= 1;
                    if into[to] == 0 {
                        queue.push(to);
                    }
                }
            }
        }
        for (count, _) in preludes.count.iter_mut().zip(&preludes.endless).filter(|(_, endless)| **endless) {
            *count = Natural::from(0u8);
        }
        preludes
    }

    fn is_endless(&self, state: u32, phase: usize) -> bool {
        self.endless[state as usize * self.phases + phase]
    }

    fn count_at(&self, state: u32, phase: usize) -> Natural {
        self.count[state as usize * self.phases + phase].clone()
    }
}

/// A walk through columns.
struct Walk<'w> {
    pairs: &'w Accepted,
    /// Which states accept some pair of words of each length.
    alive: Vec<Vec<bool>>,
    weights: Vec<Natural>,
    /// The words of the first and of the last column.
    bounds: (Vec<u32>, Vec<u32>),
    tallest: Option<&'w Natural>,
    budget: &'w Budget,
    visit: Visit<'w>,
    /// The column that comes next.
    next: Natural,
    steps: usize,
}

/// A prefix of a first number.
#[derive(Clone, Copy)]
struct Node {
    /// How many digits it has.
    at: usize,
    /// The state of the validity automaton.
    valid: u32,
    /// Is it that of the first column, of the last?
    tight: (bool, bool),
}

impl Walk<'_> {
    /// All columns below a prefix.
    fn below(&mut self, node: Node, front: &Front, endless: &[u32]) -> Result<(), Halt> {
        self.steps += 1 + front.len();
        if self.steps >= 1024 {
            self.steps = 0;
            let held = self.budget.fits(front.len() as u64 * 64).and_then(|()| self.budget.poll());
            held.map_err(|limit| Halt::Limit { column: self.next.clone(), limit })?;
        }
        let (numeration, dfa) = (&self.pairs.numeration, &self.pairs.dfa);
        let length = self.bounds.0.len();
        if node.at == length {
            return if numeration.valid_accepts(node.valid) { self.leaf(front, endless) } else { Ok(()) };
        }
        let digits = self.pairs.digits();
        let left = length - node.at - 1;
        let low = if node.tight.0 { self.bounds.0[node.at] } else { 0 };
        let high = if node.tight.1 { self.bounds.1[node.at] } else { digits as u32 - 1 };
        for a in low..=high {
            let valid = numeration.valid_step(node.valid, a);
            if valid == DEAD {
                continue;
            }
            let alive = &self.alive[left];
            let mut next = Front::new();
            for (state, value) in front {
                for b in 0..digits {
                    let to = dfa.step(*state, a as usize * digits + b);
                    if to == DEAD || !alive[to as usize] {
                        continue;
                    }
                    let value = value + &self.weights[left] * Natural::from(b);
                    if self.tallest.is_none_or(|tallest| value <= *tallest) {
                        next.push((to, value));
                    }
                }
            }
            let mut on: Vec<u32> = endless
                .iter()
                .flat_map(|&s| (0..digits).map(move |b| dfa.step(s, a as usize * digits + b)))
                .filter(|&t| t != DEAD && alive[t as usize])
                .collect();
            on.sort_unstable();
            on.dedup();
            let tight = (node.tight.0 && a == low, node.tight.1 && a == high);
            self.below(Node { at: node.at + 1, valid, tight }, &next, &on)?;
        }
        Ok(())
    }

    fn leaf(&mut self, front: &Front, endless: &[u32]) -> Result<(), Halt> {
        let column = self.next.clone();
        if !endless.is_empty() {
            return Err(Halt::Endless { column });
        }
        self.next += Natural::from(1u8);
        let rows: Vec<Natural> = front.iter().map(|(_, value)| value.clone()).collect();
        match (self.visit)(&column, &rows) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Asked { column: self.next.clone() }),
        }
    }
}
