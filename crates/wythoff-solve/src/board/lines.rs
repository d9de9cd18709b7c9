//! Counts along lines, in binary and 64 lines to a word, and boards of bits that threads share.
//!
//! Words are atomic so that tiles of one board can be solved at the same time: every line and every square belongs to one tile
//! at a time, but neighbours share a word. Nothing is ordered by these atomics; a step of tiles ends before the next begins.

use super::ones;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How many binary digits a count up to the limit needs.
pub(super) fn planes(limit: u64) -> usize {
    (u64::BITS - limit.leading_zeros()) as usize
}

/// The system hands these out without writing them: a large board is first touched by the threads that solve it.
fn zeros(words: usize) -> Vec<AtomicU64> {
    bytemuck::allocation::zeroed_vec(words)
}

/// Where the counts of 64 rows lie: the lines, their strand, and the line of the first row.
pub(super) type Place<'a> = (&'a Lines, usize, u64);

/// Which of 64 rows have at most `limit` marks on all these lines together.
#[inline]
pub(super) fn at_most<'a>(limit: u64, places: impl Iterator<Item = Place<'a>>) -> u64 {
    // The number of digits is known to the compiler, for all limits that are not huge.
    match planes(limit) {
        0 => Sums::<0>::of(places).at_most(limit),
        1 => Sums::<1>::of(places).at_most(limit),
        2 => Sums::<2>::of(places).at_most(limit),
        3 => Sums::<3>::of(places).at_most(limit),
        4 => Sums::<4>::of(places).at_most(limit),
        5..=7 => Sums::<7>::of(places).at_most(limit),
        _ => Sums::<17>::of(places).at_most(limit),
    }
}

/// The first of some words that has a row with at most `limit` marks on all these lines together, else the end.
pub(super) fn first_open(limit: u64, places: &[Place<'_>], words: Range<usize>) -> usize {
    match planes(limit) {
        0 => Sums::<0>::first_open(limit, places, words),
        1 => Sums::<1>::first_open(limit, places, words),
        2 => Sums::<2>::first_open(limit, places, words),
        3 => Sums::<3>::first_open(limit, places, words),
        4 => Sums::<4>::first_open(limit, places, words),
        5..=7 => Sums::<7>::first_open(limit, places, words),
        _ => Sums::<17>::first_open(limit, places, words),
    }
}

/// Counts of 64 rows, in binary; `over` tells where they were too large for that.
struct Sums<const DIGITS: usize> {
    digits: [u64; DIGITS],
    over: u64,
}

impl<const DIGITS: usize> Sums<DIGITS> {
    #[inline]
    fn of<'a>(places: impl Iterator<Item = Place<'a>>) -> Self {
        let mut sums = Sums { digits: [0; DIGITS], over: 0 };
        places.for_each(|(lines, strand, line)| sums.add(lines, strand, line));
        sums
    }

    /// Here the lines are those of row 0.
    fn first_open(limit: u64, places: &[Place<'_>], words: Range<usize>) -> usize {
        let mut words = words;
        let open = |word: &usize| {
            // Between the places where marks gather, this alone rules out almost every word.
            let least = |(lines, strand, line): &Place<'_>| lines.least(*strand, line + *word as u64 * 64);
            if places.iter().map(least).sum::<u64>() > limit {
                return false;
            }
            let mut sums = Sums::<DIGITS> { digits: [0; DIGITS], over: 0 };
            for (lines, strand, line) in places {
                sums.add(lines, *strand, line + *word as u64 * 64);
                if sums.over == u64::MAX {
                    return false;
                }
            }
            sums.at_most(limit) != 0
        };
        let end = words.end;
        words.find(open).unwrap_or(end)
    }

    /// Adds the counts of 64 lines.
    #[inline]
    fn add(&mut self, lines: &Lines, strand: usize, line: u64) {
        let (word, shift) = ((line / 64) as usize, line % 64);
        let each = lines.planes + 1;
        let words = &lines.strands[strand][word * each..(word + 2) * each];
        let (low, high) = words.split_at(each);
        let read =
            |digit: usize| low[digit].load(Relaxed) >> shift | high[digit].load(Relaxed) << 1 << (63 - shift);
        let mut carry = 0;
        for digit in 0..DIGITS {
            let other = if digit < lines.planes { read(digit) } else { 0 };
            let own = self.digits[digit];
            self.digits[digit] = own ^ other ^ carry;
            carry = own & other | carry & (own ^ other);
        }
        // Lines that other counters share may have more digits than this one needs.
        let beyond = (DIGITS..lines.planes).fold(0, |beyond, digit| beyond | read(digit));
        self.over |= carry | beyond | read(lines.planes);
    }

    /// The rows whose count is at most `limit`, which the digits can hold.
    #[inline]
    fn at_most(&self, limit: u64) -> u64 {
        let (mut more, mut equal) = (self.over, u64::MAX);
        for (i, digit) in self.digits.iter().enumerate().rev() {
            if limit >> i & 1 == 1 {
                equal &= digit;
            } else {
                more |= equal & digit;
                equal &= !digit;
            }
        }
        !more
    }
}

/// The lines of one direction: `(p, q)`, `p >= 1`. A line meets the columns of one residue modulo p, and there the row
/// `y − q·⌊x/p⌋` plus a constant.
pub(super) struct Lines {
    step: (u64, u64),
    bias: u64,
    planes: usize,
    /// `strands[residue][(line / 64) * (planes + 1) + digit]`; the last digit is "too many".
    strands: Vec<Vec<AtomicU64>>,
    /// `least[residue][line / 64]`: no line of that word has fewer marks. Counts never fall, so a value from before is right, too.
    least: Vec<Vec<AtomicU8>>,
    /// Exact counts, where marks leave lines again.
    exact: Vec<Vec<u32>>,
}

impl Lines {
    pub(super) fn new(step: (u64, u64), planes: usize, width: u64, height: u64, leaving: bool) -> Lines {
        let bias = step.1 * (width / step.0);
        let words = Lines::words(step, width, height) as usize;
        let strand = |_| zeros(words * (planes + 1));
        let exact = if leaving { vec![vec![0; words * 64]; step.0 as usize] } else { Vec::new() };
        let least = |_| bytemuck::allocation::zeroed_vec(words);
        Lines {
            step,
            bias,
            planes,
            strands: (0..step.0).map(strand).collect(),
            least: (0..step.0).map(least).collect(),
            exact,
        }
    }

    fn words(step: (u64, u64), width: u64, height: u64) -> u64 {
        (height + step.1 * (width / step.0)) / 64 + 3
    }

    pub(super) fn bytes(step: (u64, u64), planes: usize, width: u64, height: u64, leaving: bool) -> u64 {
        let each = 8 * (planes as u64 + 1) + 1 + if leaving { 256 } else { 0 };
        step.0.saturating_mul(Lines::words(step, width, height)).saturating_mul(each)
    }

    /// The strand of a column, and the line through row 0 of it.
    #[inline]
    pub(super) fn place(&self, x: u64) -> (usize, u64) {
        let (p, q) = self.step;
        if p == 1 { (0, self.bias - q * x) } else { ((x % p) as usize, self.bias - q * (x / p)) }
    }

    /// One more mark on each of the lines `line + i` whose bit i is set.
    pub(super) fn count(&self, (strand, line): (usize, u64), marks: u64) {
        let (word, shift) = ((line / 64) as usize, line % 64);
        self.count_word(strand, word, marks << shift);
        if shift > 0 {
            self.count_word(strand, word + 1, marks >> (64 - shift));
        }
    }

    fn count_word(&self, strand: usize, word: usize, marks: u64) {
        let mut carry = marks;
        let words = &self.strands[strand][word * (self.planes + 1)..];
        for digit in &words[..self.planes] {
            if carry == 0 {
                break;
            }
            carry &= digit.fetch_xor(carry, Relaxed);
        }
        if carry != 0 {
            words[self.planes].fetch_or(carry, Relaxed);
        }
        // While another thread counts in the same word, what is read here may be too small for a moment, never too large:
        // carrying clears digits from the lowest on before it sets one.
        self.least[strand][word].store(self.least_of(&words[..=self.planes]), Relaxed);
    }

    /// The least count of 64 lines, from their digits.
    fn least_of(&self, words: &[AtomicU64]) -> u8 {
        let mut lines = !words[self.planes].load(Relaxed);
        let mut least = 0u64;
        if lines == 0 {
            least = 1 << self.planes;
        } else {
            for digit in (0..self.planes).rev() {
                let without = lines & !words[digit].load(Relaxed);
                least = least << 1 | u64::from(without == 0);
                lines = if without == 0 { lines } else { without };
            }
        }
        u8::try_from(least).unwrap_or(u8::MAX)
    }

    /// None of the lines through some columns and the 64 rows from a given one has fewer marks.
    pub(super) fn least_within(&self, columns: &Range<u64>, row: u64) -> u64 {
        let (p, q) = self.step;
        let first = self.bias - q * ((columns.end - 1) / p) + row;
        let last = self.bias - q * (columns.start / p) + row + 63;
        let words = (first / 64) as usize..=(last / 64) as usize;
        let least = self.least.iter().flat_map(|least| &least[words.clone()]);
        least.map(|least| u64::from(least.load(Relaxed))).min().unwrap_or(0)
    }

    /// None of the 64 lines from a given one has fewer marks.
    #[inline]
    pub(super) fn least(&self, strand: usize, line: u64) -> u64 {
        let (word, shift) = ((line / 64) as usize, line % 64);
        let least = &self.least[strand];
        let low = least[word].load(Relaxed);
        u64::from(if shift == 0 { low } else { low.min(least[word + 1].load(Relaxed)) })
    }

    /// A mark comes to a line or leaves it. Only for lines that count exactly; a count of one is "too many".
    pub(super) fn change(&mut self, (strand, line): (usize, u64), comes: bool) {
        let count = &mut self.exact[strand][line as usize];
        *count = if comes { *count + 1 } else { count.saturating_sub(1) };
        let bit = 1 << (line % 64);
        let word = &self.strands[strand][(line / 64) as usize * (self.planes + 1) + self.planes];
        if *count > 0 {
            word.fetch_or(bit, Relaxed);
        } else {
            word.fetch_and(!bit, Relaxed);
        }
    }
}

/// The marks of a board, in blocks of [`ACROSS`] columns and a few words. Threads can share it, and it becomes a part of the board
/// without being copied.
pub(super) struct Marks {
    stride: usize,
    /// A block has two to the power of this words of each of its columns.
    up: u32,
    /// Block after block, up and then across; in a block, column after column. A block is a page of memory, and the system provides
    /// only those that are written to: of a large sparse board, nearly none.
    words: Vec<AtomicU64>,
    /// For each column which of its words are not 0: most columns of most games have few marks.
    filled: Vec<AtomicU64>,
}

/// Columns of a block of marks.
const ACROSS: usize = 64;
/// Words of a column in a block of marks are two to the power of this, or fewer on a low board.
const MAX_UP: u32 = 3;

impl Marks {
    pub(super) fn new(width: u64, height: u64) -> Marks {
        let stride = height.div_ceil(64) as usize;
        let filled = zeros(stride.div_ceil(64) * width as usize);
        let up = Marks::up(stride as u64);
        let blocks = (width as usize).div_ceil(ACROSS) * stride.div_ceil(1 << up);
        Marks { stride, up, words: zeros((blocks * ACROSS) << up), filled }
    }

    /// How much memory it takes at most.
    pub(super) fn bytes(width: u64, height: u64) -> u64 {
        let stride = height.div_ceil(64);
        let up = Marks::up(stride);
        let columns = width.div_ceil(ACROSS as u64).saturating_mul(ACROSS as u64);
        let words = columns.saturating_mul(stride.div_ceil(1 << up).saturating_mul(1 << up));
        words.saturating_add(width.saturating_mul(stride.div_ceil(64))).saturating_mul(8)
    }

    fn up(stride: u64) -> u32 {
        stride.max(1).next_power_of_two().trailing_zeros().min(MAX_UP)
    }

    /// Where a word lies.
    #[inline]
    fn at(&self, x: u64, word: usize) -> usize {
        let x = x as usize;
        let each = 1 << self.up;
        let block = x / ACROSS * ((self.stride + each - 1) >> self.up) + (word >> self.up);
        ((block * ACROSS + x % ACROSS) << self.up) + (word & (each - 1))
    }

    /// Calls `visit` with the words of a column that are not 0, within a range, and their numbers.
    #[inline]
    pub(super) fn each_filled(&self, x: u64, range: Range<usize>, mut visit: impl FnMut(usize, u64)) {
        let each = self.stride.div_ceil(64);
        let filled = &self.filled[x as usize * each..][..each];
        let near = range.start / 64..range.end.div_ceil(64);
        for (at, words) in filled.iter().enumerate().take(near.end).skip(near.start) {
            let mut rest = words.load(Relaxed);
            while rest != 0 {
                let word = at * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if range.contains(&word) {
                    visit(word, self.word(x, word));
                }
            }
        }
    }

    /// Whether some columns have no mark in some words.
    pub(super) fn is_empty_within(&self, columns: Range<u64>, words: &Range<usize>) -> bool {
        let each = self.stride.div_ceil(64);
        let mut parts = (words.start / 64..words.end.div_ceil(64)).map(|part| {
            let bits = |at: usize| at.saturating_sub(part * 64).min(64);
            let mask = |bits: usize| if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            (part, mask(bits(words.end)) & !mask(bits(words.start)))
        });
        parts.all(|(part, mask)| {
            let filled = |x: u64| self.filled[x as usize * each + part].load(Relaxed);
            columns.clone().all(|x| filled(x) & mask == 0)
        })
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub(super) fn word(&self, x: u64, word: usize) -> u64 {
        self.words[self.at(x, word)].load(Relaxed)
    }

    /// The rows `from..from + 64` of a column; none below row 0 or above the board.
    #[inline]
    pub(super) fn rows(&self, x: u64, from: i64) -> u64 {
        let (word, shift) = (from.div_euclid(64), from.rem_euclid(64) as u32);
        let read = |word: i64| {
            usize::try_from(word).ok().filter(|word| *word < self.stride).map_or(0, |word| self.word(x, word))
        };
        if shift == 0 { read(word) } else { read(word) >> shift | read(word + 1) << (64 - shift) }
    }

    #[inline]
    pub(super) fn is_set(&self, x: u64, y: u64) -> bool {
        self.word(x, (y / 64) as usize) >> (y % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn set(&self, x: u64, y: u64) {
        let word = (y / 64) as usize;
        self.words[self.at(x, word)].fetch_or(1 << (y % 64), Relaxed);
        let each = self.stride.div_ceil(64);
        self.filled[x as usize * each + word / 64].fetch_or(1 << (word % 64), Relaxed);
    }

    /// Replaces 64 rows of a column.
    pub(super) fn set_word(&mut self, x: u64, word: usize, marks: u64) {
        let at = self.at(x, word);
        *self.words[at].get_mut() = marks;
        let filled = self.filled[x as usize * self.stride.div_ceil(64) + word / 64].get_mut();
        *filled = *filled & !(1 << (word % 64)) | u64::from(marks != 0) << (word % 64);
    }

    /// The marked rows of a column, ascending.
    pub(super) fn of(&self, x: u64) -> impl Iterator<Item = u64> + '_ {
        let each = self.stride.div_ceil(64);
        let filled = self.filled[x as usize * each..][..each].iter().map(|words| words.load(Relaxed));
        ones(filled).flat_map(move |word| ones([self.word(x, word as usize)]).map(move |row| word * 64 + row))
    }
}

impl Clone for Marks {
    fn clone(&self) -> Marks {
        let copy =
            |words: &[AtomicU64]| words.iter().map(|word| AtomicU64::new(word.load(Relaxed))).collect();
        Marks { stride: self.stride, up: self.up, words: copy(&self.words), filled: copy(&self.filled) }
    }
}

impl PartialEq for Marks {
    fn eq(&self, other: &Marks) -> bool {
        let words = |marks: &Marks| marks.words.iter().map(|word| word.load(Relaxed)).collect::<Vec<u64>>();
        self.stride == other.stride && words(self) == words(other)
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Marks").field("stride", &self.stride).finish_non_exhaustive()
    }
}
