//! How many marked squares each line of one direction holds so far.
//!
//! A [`Lane`] serves all rays with the same step `(p, q)`, `p >= 1`. A ray through `(x, y)` meets the columns of one
//! residue modulo p, and there the row `y − q·⌊x/p⌋` plus a constant: so a lane is p arrays ([`Strand`]), and column x
//! reads one of them, shifted. Rows are step `(1, 0)` and never shift; diagonals are `(1, 1)`.
//!
//! A strand does not store counts but, for every `v <= limit`, the bit "the count is at most v", 64 lines to a word, so
//! that 64 squares of a column are decided by a few word operations. Counts above the limit need not be told apart.
//! For every block of 64 lines, and of 64 such blocks, it keeps the least count, per residue class of the line's index.

use crate::rays::setup::class_mask;

/// Lines to a block.
pub(super) const BLOCK: i64 = 64;
/// Lines to a superblock.
pub(super) const SUPER: i64 = 4096;

/// Counts along one array of parallel lines.
#[derive(Clone, Debug)]
pub(super) struct Strand {
    planes: usize,
    blocks: usize,
    /// Lines before the first are never asked for.
    full_front: bool,
    classes: usize,
    /// Which bits of a word lie in the class of a bit.
    masks: Vec<u64>,
    /// `words[block * planes + v]`: which lines of the block have a count of at most v.
    words: Vec<u64>,
    /// `least[class][block]`.
    least: Vec<Vec<u16>>,
    /// The same for superblocks.
    least_super: Vec<Vec<u16>>,
}

impl Strand {
    fn new(limit: u16) -> Strand {
        let planes = usize::from(limit) + 1;
        Strand {
            planes,
            blocks: 0,
            full_front: false,
            classes: 1,
            masks: vec![u64::MAX],
            words: Vec::new(),
            least: vec![Vec::new()],
            least_super: vec![Vec::new()],
        }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let tables: usize = self.least.iter().chain(&self.least_super).map(Vec::capacity).sum();
        (self.words.capacity() * 8 + tables * 2) as u64
    }

    /// Stores more blocks: a multiple of 64, so that superblocks are complete.
    fn grow(&mut self, blocks: usize) {
        debug_assert!(blocks.is_multiple_of(64));
        if blocks > self.blocks() {
            self.blocks = blocks;
            self.words.resize(blocks * self.planes, u64::MAX);
            self.least.iter_mut().for_each(|least| least.resize(blocks, 0));
            self.least_super.iter_mut().for_each(|least| least.resize(blocks / 64, 0));
        }
    }

    fn grow_front(&mut self, superblocks: usize, word: u64) {
        let blocks = superblocks * 64;
        self.words.splice(0..0, std::iter::repeat_n(word, blocks * self.planes));
        self.blocks += blocks;
        self.set_classes(self.classes);
    }

    /// The count of a line, `limit + 1` if it is above the limit.
    #[inline]
    pub(super) fn count(&self, index: usize) -> usize {
        let block = index / 64;
        match self.words.get(block * self.planes..(block + 1) * self.planes) {
            Some(words) => {
                let class = if self.classes == 1 { 0 } else { index % self.classes };
                count_in(words, 1 << (index % 64), self.least[class][block])
            }
            None => 0,
        }
    }

    /// One more marked square on a line.
    #[inline]
    fn bump(&mut self, index: usize) {
        let block = index / 64;
        let bit = 1u64 << (index % 64);
        let (class, mask) = if self.classes == 1 {
            (0, u64::MAX)
        } else {
            (index % self.classes, self.masks[index % 64 % self.classes])
        };
        let least = self.least[class][block];
        let words = &mut self.words[block * self.planes..(block + 1) * self.planes];
        let count = count_in(words, bit, least);
        let Some(word) = words.get_mut(count) else { return };
        *word &= !bit;
        if *word & mask == 0 && usize::from(least) == count {
            self.least[class][block] = self.least_of(block, mask);
            self.update_super(block, class, count);
        }
    }

    /// The bits of a block that lie in a class.
    fn class_in(&self, block: usize, class: u64) -> u64 {
        let first = (block as u64 * 64) % self.classes as u64;
        self.masks[((class + self.classes as u64 - first) % self.classes as u64) as usize]
    }

    fn least_of(&self, block: usize, mask: u64) -> u16 {
        let words = &self.words[block * self.planes..][..self.planes];
        words.partition_point(|word| word & mask == 0) as u16
    }

    fn update_super(&mut self, block: usize, class: usize, old: usize) {
        let above = block / 64;
        if usize::from(self.least_super[class][above]) == old {
            let least = self.least[class][above * 64..(above + 1) * 64].iter().min();
            self.least_super[class][above] = least.copied().unwrap_or(0);
        }
    }

    /// Keeps the least counts for another number of residue classes.
    fn set_classes(&mut self, classes: usize) {
        self.classes = classes;
        self.masks = (0..classes as u64).map(|class| class_mask(classes as u64, class)).collect();
        let least = |class| -> Vec<u16> {
            (0..self.blocks()).map(|block| self.least_of(block, self.class_in(block, class))).collect()
        };
        self.least = (0..classes as u64).map(least).collect();
        let above = |least: &Vec<u16>| -> Vec<u16> {
            least.chunks(64).map(|blocks| blocks.iter().copied().min().unwrap_or(0)).collect()
        };
        self.least_super = self.least.iter().map(above).collect();
    }

    /// 64 lines starting anywhere.
    #[inline]
    pub(super) fn window(&self, first: i64) -> Window<'_> {
        let (block, shift) = (first as usize / 64, first as u32 % 64);
        // With no shift the high words are not used; any of the right length will do.
        let next = block + usize::from(shift != 0);
        let low = self.words.get(block * self.planes..(block + 1) * self.planes);
        let high = self.words.get(next * self.planes..(next + 1) * self.planes);
        match (low, high) {
            (Some(low), Some(high)) if self.classes == 1 => {
                let least = self.least[0][block].min(self.least[0][next]);
                Window { shift, low, high, least: usize::from(least) }
            }
            (low, high) => Window { shift, low: low.unwrap_or(&[]), high: high.unwrap_or(&[]), least: 0 },
        }
    }

    /// For consecutive blocks of rows, adds to `sums` the least count of the lines each of them meets: `reach` blocks of
    /// lines, beginning with block `first` for the first of them.
    ///
    /// Lines not stored count zero, except those before the first if they are never asked for: then more than the limit.
    pub(super) fn add_least(&self, size: i64, class: usize, first: i64, reach: usize, sums: &mut [u16]) {
        let table = if size == BLOCK { &self.least[class] } else { &self.least_super[class] };
        let inside =
            usize::try_from(first).ok().and_then(|from| table.get(from..from + sums.len() + reach - 1));
        if let Some(blocks) = inside {
            // The common case, in a form that compiles to vector instructions.
            match reach {
                1 => blocks.iter().zip(sums).for_each(|(least, sum)| *sum = sum.saturating_add(*least)),
                2 => {
                    blocks.windows(2).zip(sums).for_each(|(w, sum)| *sum = sum.saturating_add(w[0].min(w[1])))
                }
                3 => blocks
                    .windows(3)
                    .zip(sums)
                    .for_each(|(w, sum)| *sum = sum.saturating_add(w[0].min(w[1]).min(w[2]))),
                _ => blocks.windows(reach).zip(sums).for_each(|(w, sum)| {
                    *sum = sum.saturating_add(w.iter().copied().min().unwrap_or(0));
                }),
            }
            return;
        }
        for (i, sum) in sums.iter_mut().enumerate() {
            let least = (0..reach).map(|j| match usize::try_from(first + (i + j) as i64) {
                Ok(block) => table.get(block).copied().unwrap_or(0),
                Err(_) if self.full_front => self.planes as u16,
                Err(_) => 0,
            });
            *sum = sum.saturating_add(least.min().unwrap_or(0));
        }
    }
}

/// 64 consecutive lines of a strand.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    shift: u32,
    /// The words of the two blocks it lies in; empty if not stored, and then all counts are zero.
    low: &'a [u64],
    high: &'a [u64],
    /// No line has a smaller count.
    pub(super) least: usize,
}

impl<'a> Window<'a> {
    /// Which of the lines have a count of at most v.
    #[inline]
    pub(super) fn at_most(&self, v: usize) -> u64 {
        let low = self.low.get(v).copied().unwrap_or(u64::MAX);
        let high = self.high.get(v).copied().unwrap_or(u64::MAX);
        low >> self.shift | high << 1 << (63 - self.shift)
    }

    /// [`Window::at_most`] for `length` values from `from` on, if they are stored.
    #[inline]
    fn range(&self, from: usize, length: usize) -> Option<impl DoubleEndedIterator<Item = u64> + 'a> {
        let low = self.low.get(from..from + length)?;
        let high = self.high.get(from..from + length)?;
        let shift = self.shift;
        Some(low.iter().zip(high).map(move |(low, high)| low >> shift | high << 1 << (63 - shift)))
    }

    /// The lines where the counts of two windows add up to at most `room`.
    #[inline]
    pub(super) fn sum_at_most(&self, other: &Window<'_>, room: usize) -> u64 {
        let Some(span) = (room + 1).checked_sub(self.least + other.least).filter(|span| *span > 0) else {
            return 0;
        };
        match (self.range(self.least, span), other.range(other.least, span)) {
            (Some(one), Some(two)) => one.zip(two.rev()).fold(0, |mask, (one, two)| mask | one & two),
            _ => (self.least..self.least + span)
                .fold(0, |mask, count| mask | self.at_most(count) & other.at_most(room - count)),
        }
    }
}

/// The number of words before the first that has the bit; those before `least` are known not to. Where marks are being
/// made, counts are near the least of their block, so this is a short walk.
#[inline]
fn count_in(words: &[u64], bit: u64, least: u16) -> usize {
    let least = usize::from(least);
    words.iter().skip(least).position(|word| word & bit != 0).map_or(words.len(), |more| least + more)
}

/// All rays with one step.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) step: (u64, u64),
    pub(super) strands: Vec<Strand>,
    /// Added to every index, so that none is negative; a multiple of a superblock.
    pub(super) bias: i64,
    /// One more than the highest index ever counted.
    pub(super) high: i64,
    /// For the column that was sought last: what to add to a row, and the strand.
    shift: i64,
    strand: usize,
}

impl Lane {
    pub(super) fn new(step: (u64, u64), limit: u16) -> Lane {
        Lane {
            step,
            strands: vec![Strand::new(limit); step.0 as usize],
            bias: 0,
            high: 0,
            shift: 0,
            strand: 0,
        }
    }

    /// For a lane that is asked only for rows from the diagonal up: the lines before the first are full.
    pub(super) fn fill_front(&mut self) {
        for strand in &mut self.strands {
            strand.grow_front(1, 0);
            strand.full_front = true;
        }
        self.bias += SUPER;
        self.high += SUPER;
    }

    /// The index of row y in column x is y plus this.
    #[inline]
    pub(super) fn offset(&self, x: u64) -> i64 {
        self.bias - (self.step.1 * (x / self.step.0)) as i64
    }

    /// Turns to a column.
    #[inline]
    pub(super) fn seek(&mut self, x: u64) {
        if self.step.0 == 1 {
            self.shift = self.bias - (self.step.1 * x) as i64;
        } else {
            self.shift = self.offset(x);
            self.strand = (x % self.step.0) as usize;
        }
    }

    /// The strand of a column.
    pub(super) fn strand_of(&self, x: u64) -> &Strand {
        &self.strands[(x % self.step.0) as usize]
    }

    /// The strand and the index of a row of the present column.
    #[inline]
    pub(super) fn here(&self, row: i64) -> (&Strand, i64) {
        (&self.strands[self.strand], row + self.shift)
    }

    /// One more mark on the line through a row of the present column.
    #[inline]
    pub(super) fn bump(&mut self, row: u64) {
        let index = row as i64 + self.shift;
        if index < 0 {
            return;
        }
        if index >= self.high {
            self.high = index + 1;
            let blocks = (index / BLOCK) as usize + 1;
            if blocks > self.strands[0].blocks() {
                self.grow(blocks);
            }
        }
        self.strands[self.strand].bump(index as usize);
    }

    #[cold]
    fn grow(&mut self, blocks: usize) {
        let blocks = (blocks + blocks / 2 + 64).next_multiple_of(64);
        self.strands.iter_mut().for_each(|strand| strand.grow(blocks));
    }

    /// Whether there is less room left than a column might need.
    pub(super) fn is_short(&self) -> bool {
        self.high / BLOCK + 64 > self.strands[0].blocks() as i64
    }

    /// Half as much room again.
    pub(super) fn lengthen(&mut self) {
        let blocks = self.longer();
        self.strands.iter_mut().for_each(|strand| strand.grow(blocks));
    }

    fn longer(&self) -> usize {
        let blocks = self.strands[0].blocks();
        (blocks + blocks / 2 + 128).next_multiple_of(64)
    }

    /// Bytes needed while [`Lane::lengthen`] copies its largest strand.
    pub(super) fn bytes_when_grown(&self) -> u64 {
        let one = (self.longer() * (self.strands[0].planes * 8 + self.strands[0].classes * 2)) as u64;
        one * self.strands.len() as u64 + self.strands[0].bytes()
    }

    /// Makes room for rows from 0 in column x, when all rows are asked for.
    pub(super) fn reserve_front(&mut self, x: u64) {
        if self.offset(x) < 0 {
            let more = (-self.offset(x) as u64 + self.bias as u64 / 2).div_ceil(SUPER as u64) as usize;
            self.strands.iter_mut().for_each(|strand| strand.grow_front(more, u64::MAX));
            self.bias += more as i64 * SUPER;
            self.high += more as i64 * SUPER;
        }
    }

    pub(super) fn set_classes(&mut self, classes: usize) {
        self.strands.iter_mut().for_each(|strand| strand.set_classes(classes));
    }

    pub(super) fn bytes(&self) -> u64 {
        self.strands.iter().map(Strand::bytes).sum()
    }

    /// Puts saved words back; `false` if they cannot be those of this lane.
    pub(super) fn restore(&mut self, bias: i64, high: i64, words: Vec<Vec<u64>>) -> bool {
        let planes = self.strands[0].planes;
        let length = words.first().map_or(0, Vec::len);
        let fits = words.len() == self.strands.len()
            && words.iter().all(|w| w.len() == length && w.len().is_multiple_of(planes * 64))
            && bias >= 0
            && bias % SUPER == 0
            && (0..=(length / planes) as i64 * BLOCK).contains(&high);
        if fits {
            self.bias = bias;
            self.high = high;
            for (strand, words) in self.strands.iter_mut().zip(words) {
                strand.blocks = words.len() / planes;
                strand.words = words;
                strand.set_classes(strand.classes);
            }
        }
        fits
    }
}
