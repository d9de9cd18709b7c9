//! Pairs of numbers up to a bound, one bit each, as moves and as P-positions of invariant games.
//!
//! A game is invariant if its moves are the same everywhere: a set of removals. On a board everything about such games is made of sums of
//! two sets, row by row: the squares from which P-positions are reached are P + M, and what no two P-positions may differ by is M. A sum of
//! two rows is the longer one shifted by every member of the shorter one.

use wythoff_budget::{Budget, Limit};

/// A set of pairs with both numbers at most a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairSet {
    to: u32,
    /// 64-bit words in a row.
    width: usize,
    /// The bits x of row y, rows one after another.
    bits: Vec<u64>,
}

/// A text that is not a list of pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPairs {
    /// A line that is no pair.
    #[error("line {line} is not a pair of numbers: {text:?}; write x,y")]
    Line {
        /// Its number, from 1 on.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A number that is too large for a board.
    #[error("line {line} has a number above {most}, the largest board for sets of pairs")]
    Large {
        /// The number of the line, from 1 on.
        line: usize,
        /// The largest number.
        most: u32,
    },
    /// No pair at all.
    #[error("there are no pairs in it")]
    Empty,
}

impl PairSet {
    /// Boards of sets end here.
    pub const LARGEST: u32 = 10_000;

    /// No pairs yet, of numbers up to this.
    #[must_use]
    pub fn new(to: u32) -> PairSet {
        let to = to.min(PairSet::LARGEST);
        let width = to as usize / 64 + 1;
        PairSet { to, width, bits: vec![0; width * (to as usize + 1)] }
    }

    /// These pairs, as far as their numbers are at most `to`.
    #[must_use]
    pub fn from_pairs(to: u32, pairs: impl IntoIterator<Item = (u32, u32)>) -> PairSet {
        let mut set = PairSet::new(to);
        pairs.into_iter().for_each(|(x, y)| set.insert(x, y));
        set
    }

    /// Reads pairs, one in a line: `1,2` or `1 2`. Empty lines, comments behind `#` and a first line `x,y` are skipped. Unless the
    /// order matters, (2, 1) is meant by `1,2` as well. The bound is the largest number, unless one is given.
    ///
    /// # Errors
    /// [`BadPairs`] says which line is wrong.
    pub fn parse(text: &str, ordered: bool, to: Option<u32>) -> Result<PairSet, BadPairs> {
        let mut pairs = Vec::new();
        for (i, whole) in text.lines().enumerate() {
            let said = whole.split('#').next().unwrap_or("").trim();
            if said.is_empty() || (pairs.is_empty() && said == "x,y") {
                continue;
            }
            let bad = || BadPairs::Line { line: i + 1, text: whole.to_owned() };
            let numbers = said.trim_start_matches('(').trim_end_matches(')');
            let parts: Vec<&str> =
                numbers.split([',', ' ', '\t', ';']).filter(|part| !part.is_empty()).collect();
            let [x, y] = parts[..] else { return Err(bad()) };
            let number = |text: &str| text.parse::<u64>().map_err(|_| bad());
            let (x, y) = (number(x)?, number(y)?);
            let most = u64::from(PairSet::LARGEST);
            match (u32::try_from(x), u32::try_from(y)) {
                (Ok(a), Ok(b)) if x <= most && y <= most => pairs.push((a, b)),
                // Beyond the board that is asked for nothing is looked at.
                _ if to.is_some() => {}
                _ => return Err(BadPairs::Large { line: i + 1, most: PairSet::LARGEST }),
            }
        }
        let largest = pairs.iter().map(|(x, y)| *x.max(y)).max().ok_or(BadPairs::Empty)?;
        let mirrored = pairs.iter().filter(|_| !ordered).map(|(x, y)| (*y, *x));
        Ok(PairSet::from_pairs(to.unwrap_or(largest), pairs.iter().copied().chain(mirrored)))
    }

    /// The bound.
    #[must_use]
    pub fn to(&self) -> u32 {
        self.to
    }

    /// Adds a pair, if it lies below the bound.
    pub fn insert(&mut self, x: u32, y: u32) {
        if x <= self.to && y <= self.to {
            let at = y as usize * self.width + x as usize / 64;
            self.bits[at] |= 1 << (x % 64);
        }
    }

    /// Is the pair in the set?
    #[must_use]
    pub fn contains(&self, x: u32, y: u32) -> bool {
        x <= self.to && y <= self.to && has(self.row(y as usize), x)
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        count(&self.bits)
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// The pairs in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..=self.to)
            .flat_map(move |x| (0..=self.to).map(move |y| (x, y)))
            .filter(|(x, y)| self.contains(*x, *y))
    }

    /// Is (y, x) in it whenever (x, y) is?
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        (0..=self.to).all(|y| (0..y).all(|x| self.contains(x, y) == self.contains(y, x)))
    }

    /// The pairs in lexicographic order; of a symmetric set those with x ≤ y.
    #[must_use]
    pub fn listed(&self) -> Vec<(u32, u32)> {
        let half = self.is_symmetric();
        self.iter().filter(|(x, y)| !half || x <= y).collect()
    }

    /// The same set without (0, 0), which is no move.
    #[must_use]
    pub fn without_origin(mut self) -> PairSet {
        self.bits[0] &= !1;
        self
    }

    /// The same set with (0, 0), from which no move leads, so that it is P in every invariant game.
    #[must_use]
    pub fn with_origin(mut self) -> PairSet {
        self.bits[0] |= 1;
        self
    }

    /// The pair that is in one of two sets and not in the other: of those with the smallest larger number the first.
    #[must_use]
    pub fn first_difference(&self, other: &PairSet) -> Option<(u32, u32)> {
        let differ = |x: u32, y: u32| self.contains(x, y) != other.contains(x, y);
        (0..=self.to.max(other.to)).find_map(|n| {
            let column = (0..n).map(|x| (x, n));
            let row = (0..=n).map(|y| (n, y));
            column.chain(row).find(|(x, y)| differ(*x, *y))
        })
    }

    /// The P-positions of the game whose moves these are: (x, y) may become (x − s, y − t) for every (s, t) of this set.
    ///
    /// # Errors
    /// Limits.
    pub fn p_positions(&self, budget: &Budget) -> Result<PairSet, Limit> {
        let moves = self.clone().without_origin();
        let mut found = PairSet::new(self.to);
        let mut ticker = budget.ticker("squares");
        let rows = u64::from(self.to) + 1;
        for y in 0..=self.to as usize {
            // From which squares of this row does a move lead to a P-position of a row below?
            let mut won = vec![0; self.width];
            for t in 1..=y {
                add_rows(&mut won, moves.row(t), found.row(y - t));
                ticker.tick_at(self.width as u64, y as u64, rows)?;
            }
            for x in 0..=self.to {
                if !has(&won, x) {
                    found.insert(x, y as u32);
                    shift_up(&mut won, moves.row(0), x as usize);
                }
            }
        }
        Ok(found)
    }

    /// M⋆ of the moves M: the P-positions of the game with these moves, (0, 0) left out.
    ///
    /// # Errors
    /// Limits.
    pub fn star(&self, budget: &Budget) -> Result<PairSet, Limit> {
        Ok(self.p_positions(budget)?.without_origin())
    }

    /// The most moves that an invariant game with these P-positions can have: all that no two of them differ by.
    ///
    /// # Errors
    /// Limits.
    pub fn greatest_moves(&self, budget: &Budget) -> Result<PairSet, Limit> {
        let mut taken = PairSet::new(self.to);
        let mut ticker = budget.ticker("squares");
        let rows = self.to as usize + 1;
        for t in 0..rows {
            let mut differences = vec![0; self.width];
            for y in 0..rows - t {
                let (low, high) = (self.row(y), self.row(y + t));
                members(low).for_each(|x| shift_down(&mut differences, high, x));
                ticker.tick_at(self.width as u64, t as u64, rows as u64)?;
            }
            taken.row_mut(t).copy_from_slice(&differences);
        }
        taken.bits.iter_mut().for_each(|word| *word = !*word);
        taken.trim();
        Ok(taken.without_origin())
    }

    /// The squares from which one of these moves leads into this set.
    ///
    /// # Errors
    /// Limits.
    pub fn reached_by(&self, moves: &PairSet, budget: &Budget) -> Result<PairSet, Limit> {
        let mut found = PairSet::new(self.to);
        let mut ticker = budget.ticker("squares");
        for y in 0..=self.to as usize {
            let mut sums = vec![0; self.width];
            for t in 0..=y {
                add_rows(&mut sums, moves.row(t), self.row(y - t));
                ticker.tick_at(self.width as u64, y as u64, u64::from(self.to) + 1)?;
            }
            found.row_mut(y).copy_from_slice(&sums);
        }
        found.trim();
        Ok(found)
    }

    /// The first square, of those with the smallest larger number, from which no invariant game with these P-positions has a move to one
    /// of them. If there is none, the [`greatest_moves`](PairSet::greatest_moves) give exactly these P-positions up to the bound.
    ///
    /// More P-positions only forbid more moves, so a square that is stuck stays so however the set goes on beyond the bound.
    ///
    /// # Errors
    /// Limits.
    pub fn stuck(&self, budget: &Budget) -> Result<Option<(u32, u32)>, Limit> {
        let moves = self.greatest_moves(budget)?;
        let reached = self.reached_by(&moves, budget)?;
        let mut lost = self.clone();
        lost.bits.iter_mut().zip(&reached.bits).for_each(|(own, more)| *own |= more);
        Ok(lost.first_difference(&PairSet::all(self.to)))
    }

    /// The invariant game with these moves as a rule text; a line for every column. `None` if there are no moves, or too many for a text.
    ///
    /// It has no larger moves, so that it agrees with a set that goes on beyond the bound for piles up to the bound.
    #[must_use]
    pub fn rule_text(&self, title: &str) -> Option<String> {
        const MOST: (usize, usize) = (400, 15_000);
        let mut text = format!("game \"{}\"\n", title.replace(|c: char| c == '"' || c.is_control(), " "));
        let (mut lines, mut pairs) = (0, 0);
        for s in 0..=self.to {
            let column = (0..=self.to).filter(|t| (s, *t) != (0, 0) && self.contains(s, *t));
            let column: Vec<String> = column.map(|t| t.to_string()).collect();
            if column.is_empty() {
                continue;
            }
            (lines, pairs) = (lines + 1, pairs + column.len());
            if lines > MOST.0 || pairs > MOST.1 {
                return None;
            }
            text += &match column.as_slice() {
                [one] => format!("move m: s = {s} and t = {one}\n"),
                many => format!("move m: s = {s} and t in {{{}}}\n", many.join(", ")),
            };
        }
        (lines > 0).then_some(text)
    }

    /// All pairs.
    fn all(to: u32) -> PairSet {
        let mut all = PairSet::new(to);
        all.bits.iter_mut().for_each(|word| *word = !0);
        all.trim();
        all
    }

    fn row(&self, y: usize) -> &[u64] {
        &self.bits[y * self.width..(y + 1) * self.width]
    }

    fn row_mut(&mut self, y: usize) -> &mut [u64] {
        &mut self.bits[y * self.width..(y + 1) * self.width]
    }

    /// Clears the bits beyond the bound.
    fn trim(&mut self) {
        let last = self.to % 64;
        let mask = if last == 63 { !0 } else { (1 << (last + 1)) - 1 };
        let width = self.width;
        self.bits.iter_mut().skip(width - 1).step_by(width).for_each(|word| *word &= mask);
    }
}

fn has(row: &[u64], x: u32) -> bool {
    row[x as usize / 64] >> (x % 64) & 1 == 1
}

fn count(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

/// The members of a row.
fn members(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(i, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * i + bit)
        })
    })
}

/// Adds all sums of a member of one row and a member of the other.
fn add_rows(target: &mut [u64], a: &[u64], b: &[u64]) {
    let (few, many) = if count(a) <= count(b) { (a, b) } else { (b, a) };
    members(few).for_each(|by| shift_up(target, many, by));
}

/// Adds the members of a row, each enlarged by a number.
fn shift_up(target: &mut [u64], row: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for i in words..target.len() {
        let low = row[i - words] << bits;
        let high = if bits > 0 && i > words { row[i - words - 1] >> (64 - bits) } else { 0 };
        target[i] |= low | high;
    }
}

/// Adds the members of a row, each diminished by a number, as far as they are not below it.
fn shift_down(target: &mut [u64], row: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for i in 0..target.len().saturating_sub(words) {
        let low = row[i + words] >> bits;
        let high = if bits > 0 && i + words + 1 < row.len() { row[i + words + 1] << (64 - bits) } else { 0 };
        target[i] |= low | high;
    }
}
