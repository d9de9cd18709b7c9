//! How many marked options the squares of one column have, in one set of moves.

use super::general::Table;
use crate::areas::{Areas, BATCH, Slice};
use crate::row_masks::{ColumnMasks, Ready, RowMasks};
use std::ops::Range;

/// How the squares are found that can move to a mark.
pub(super) enum Reach {
    /// The moves do not depend on the position: which t go with which s, as bit tables.
    Table(Table),
    /// The moves fill areas.
    Areas(Areas),
    /// Any others.
    Rows(RowMasks),
}

/// A set of moves, and how many marked options in it a marked square may have.
pub(super) struct Counter {
    pub(super) reach: Reach,
    pub(super) limit: u64,
}

/// The counts of one column.
pub(super) enum Counts {
    /// Saturating, of 64 rows to a word, in binary.
    Words(Words),
    /// What changes from one row to the next, for each number that rows repeat with.
    Steps(Vec<Steps>, u64),
    /// Only which rows have any.
    Cover(Cover),
}

/// Rows that are within one of some stretches: for each row where the longest stretch ends that begins there.
pub(super) struct Cover {
    ends: Vec<u32>,
    /// Where the longest ends of those that begin below the present word.
    now: u32,
}

pub(super) struct Words {
    limit: u64,
    planes: Vec<Vec<u64>>,
    over: Vec<u64>,
}

/// A count is the sum of the changes in the rows below it, itself included, of its residue.
pub(super) struct Steps {
    modulus: usize,
    changes: Vec<i32>,
    /// For each residue the count in the last row below the present word.
    now: Vec<i32>,
}

impl Counter {
    /// Counts of nothing.
    pub(super) fn begin(&self, height: u64) -> Counts {
        match &self.reach {
            Reach::Areas(areas) if self.limit == 0 && areas.moduli() == [1] => {
                Counts::Cover(Cover { ends: vec![0; height as usize + 1], now: 0 })
            }
            Reach::Areas(areas) => {
                let steps = |&modulus: &u64| Steps {
                    modulus: modulus as usize,
                    changes: vec![0; (height + modulus) as usize],
                    now: vec![0; modulus as usize],
                };
                Counts::Steps(areas.moduli().iter().map(steps).collect(), self.limit)
            }
            Reach::Table(_) | Reach::Rows(_) => {
                Counts::Words(Words::new(self.limit, height.div_ceil(64) as usize))
            }
        }
    }

    /// Bytes of the counts of one column.
    pub(super) fn bytes(&self, height: u64) -> u64 {
        match &self.reach {
            Reach::Areas(areas) => areas.moduli().iter().map(|modulus| 4 * (height + modulus)).sum(),
            Reach::Table(_) | Reach::Rows(_) => {
                (height / 8 + 8) * (65 - u64::from(self.limit.leading_zeros()))
            }
        }
    }

    /// Bytes of the masks that are made before the first column.
    pub(super) fn masks(&self, width: u64) -> u64 {
        if let Reach::Rows(rows) = &self.reach { rows.bytes(width) } else { 0 }
    }

    /// With the masks that do not depend on the column.
    pub(super) fn prepared(self, width: u64) -> Counter {
        let reach = match self.reach {
            Reach::Rows(rows) => Reach::Rows(rows.prepare(width)),
            other => other,
        };
        Counter { reach, ..self }
    }

    /// The same for column x.
    pub(super) fn in_column(&self, x: u64, height: u64) -> InColumn<'_> {
        let slices = match &self.reach {
            Reach::Areas(areas) => areas.slices(x, height),
            Reach::Table(_) | Reach::Rows(_) => Vec::new(),
        };
        let masks = match &self.reach {
            Reach::Rows(rows) => {
                let masks = rows.in_column(x);
                let own = rows.ready(&masks, 0, height as usize);
                Some((masks, own))
            }
            Reach::Areas(_) | Reach::Table(_) => None,
        };
        InColumn { reach: &self.reach, slices, masks, x, height }
    }
}

/// A counter at work on one column.
pub(super) struct InColumn<'a> {
    reach: &'a Reach,
    slices: Vec<Slice<'a>>,
    /// The masks of the column, and what they are for its own marks.
    masks: Option<(ColumnMasks, Ready<'a>)>,
    x: u64,
    height: u64,
}

impl InColumn<'_> {
    /// Counts the marks of some columns, which are before this one; with what is known of pieces.
    pub(super) fn carry(&self, from: Range<u64>, marked: &Marked, pieces: &[InReach], counts: &mut Counts) {
        match (self.reach, counts) {
            (Reach::Areas(_), counts) => {
                for slice in &self.slices {
                    let marked = pieces.get(slice.piece).map_or(marked, |piece| &piece.marks);
                    // Where the removals of this piece lead to.
                    let first = (self.x + 1).saturating_sub(slice.removals.1).max(from.start);
                    let last = (self.x + 1).saturating_sub(slice.removals.0).min(from.end);
                    if first < last {
                        self.carry_slice(slice, marked.between(first, last), counts);
                    }
                }
            }
            (Reach::Table(table), Counts::Words(words)) => {
                let (columns, rows) = marked.between(from.start, from.end);
                for (u, v) in columns.iter().zip(rows) {
                    table.carry(self.x - u64::from(*u), u64::from(*v), words);
                }
            }
            (Reach::Rows(rows), Counts::Words(words)) => {
                let Some((masks, _)) = &self.masks else { return };
                for (u, marks) in from.map(|u| (u, marked.of(u))).filter(|(_, marks)| !marks.is_empty()) {
                    carry_rows(&rows.ready(masks, self.x - u, marks.len()), marks, words);
                }
            }
            _ => unreachable!("counts belong to their counter"),
        }
    }

    /// Counts a mark of this column for the rows above it.
    pub(super) fn carry_mark(&self, v: u64, counts: &mut Counts) {
        match (self.reach, counts) {
            (Reach::Areas(_), Counts::Steps(steps, _)) => {
                for slice in self.slices.iter().filter(|slice| slice.removals.0 == 0) {
                    let (from, to) = slice.rows((0, v), (v + 1, self.height));
                    steps[slice.stride].add(from as usize, to as usize, || slice.residues((0, v)));
                }
            }
            (Reach::Areas(_), Counts::Cover(cover)) => {
                for slice in self.slices.iter().filter(|slice| slice.removals.0 == 0) {
                    let (from, to) = slice.rows((0, v), (v + 1, self.height));
                    cover.add(from.min(self.height) as u32, to as u32);
                }
            }
            (Reach::Table(table), Counts::Words(words)) => table.carry(0, v, words),
            (Reach::Rows(_), Counts::Words(words)) => {
                self.masks.iter().for_each(|(_, own)| carry_rows(own, &[v as u32], words));
            }
            _ => unreachable!("counts belong to their counter"),
        }
    }

    fn carry_slice(&self, slice: &Slice<'_>, (columns, rows): (&[u32], &[u32]), counts: &mut Counts) {
        let mut bounds = [[0; BATCH]; 2];
        for (columns, rows) in columns.chunks(BATCH).zip(rows.chunks(BATCH)) {
            slice.rows_of(self.x, (columns, rows), self.height, &mut bounds);
            let bounds = bounds[0].iter().zip(&bounds[1]).take(rows.len());
            match counts {
                Counts::Cover(cover) => bounds.for_each(|(&from, &to)| cover.add(from, to)),
                Counts::Steps(steps, _) => {
                    let steps = &mut steps[slice.stride];
                    let squares = columns.iter().zip(rows);
                    let squares = squares.map(|(u, v)| (self.x - u64::from(*u), u64::from(*v)));
                    steps.add_all(bounds, squares, slice);
                }
                Counts::Words(_) => unreachable!("counts belong to their counter"),
            }
        }
    }
}

fn carry_rows(ready: &Ready<'_>, marks: &[u32], words: &mut Words) {
    if ready.is_never() {
        return;
    }
    let mut buffer = Vec::new();
    for v in marks {
        ready.visit(u64::from(*v), &mut buffer, |word, mask| words.add(word, mask));
    }
}

/// The marked squares, column after column.
#[derive(Clone)]
pub(super) struct Marked {
    /// The column that it begins with.
    first: u64,
    columns: Vec<u32>,
    rows: Vec<u32>,
    /// Where those of each column begin, and where the last one's end.
    begins: Vec<usize>,
}

impl Default for Marked {
    fn default() -> Marked {
        Marked::from_column(0)
    }
}

impl Marked {
    /// None yet, from a column on.
    pub(super) fn from_column(first: u64) -> Marked {
        Marked { first, columns: Vec::new(), rows: Vec::new(), begins: vec![0] }
    }

    /// The next column has these.
    pub(super) fn push_column(&mut self, rows: impl Iterator<Item = u64>) {
        let x = self.first as u32 + self.begins.len() as u32 - 1;
        self.rows.extend(rows.map(|row| row as u32));
        self.columns.resize(self.rows.len(), x);
        self.begins.push(self.rows.len());
    }

    fn of(&self, column: u64) -> &[u32] {
        let at = (column - self.first) as usize;
        &self.rows[self.begins[at]..self.begins[at + 1]]
    }

    /// Adds the columns that another one has, which come next.
    pub(super) fn append(&mut self, next: &Marked) {
        let before = self.rows.len();
        self.columns.extend_from_slice(&next.columns);
        self.rows.extend_from_slice(&next.rows);
        self.begins.extend(next.begins.iter().skip(1).map(|begin| before + begin));
    }

    /// Keeps some, by their numbers.
    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let (mut to, mut from) = (0, 0);
        for begin in self.begins.iter_mut().skip(1) {
            for i in from..*begin {
                if keep(i) {
                    (self.columns[to], self.rows[to]) = (self.columns[i], self.rows[i]);
                    to += 1;
                }
            }
            (from, *begin) = (*begin, to);
        }
        self.columns.truncate(to);
        self.rows.truncate(to);
    }

    /// Columns and rows of those in columns from the first up to before the last.
    fn between(&self, first: u64, last: u64) -> (&[u32], &[u32]) {
        let begin = |column: u64| self.begins[(column - self.first) as usize];
        let range = begin(first)..begin(last);
        (&self.columns[range.clone()], &self.rows[range])
    }

    /// How many there are in columns before this one.
    pub(super) fn before(&self, column: u64) -> usize {
        self.begins[(column - self.first) as usize]
    }
}

/// The marks that some later column can move to, in one piece of a set of moves.
#[derive(Clone, Default)]
pub(super) struct InReach {
    marks: Marked,
    /// The last column that can, for each.
    lasts: Vec<u32>,
}

/// Sets of moves with more pieces share one list of all marks: lists of their own would take too much memory.
const FEW_PIECES: usize = 4;

impl Counter {
    /// For each piece nothing yet; nothing at all where there are no pieces, or too many.
    pub(super) fn in_reach(&self) -> Vec<InReach> {
        match &self.reach {
            Reach::Areas(areas) if areas.pieces() <= FEW_PIECES => vec![InReach::default(); areas.pieces()],
            _ => Vec::new(),
        }
    }

    /// Adds the marks of the next columns to each piece.
    pub(super) fn advance(&self, pieces: &mut [InReach], fresh: &Marked) {
        let Reach::Areas(areas) = &self.reach else { return };
        for (number, piece) in pieces.iter_mut().enumerate() {
            let squares = fresh.columns.iter().zip(&fresh.rows);
            let last = |(u, v): (&u32, &u32)| areas.last_column(number, (u64::from(*u), u64::from(*v)));
            piece.lasts.extend(squares.map(last).map(|last| u32::try_from(last).unwrap_or(u32::MAX)));
            piece.marks.append(fresh);
        }
    }
}

impl InReach {
    /// Drops what no column from `next` on can move to.
    pub(super) fn forget(&mut self, next: u64) {
        let lasts = &self.lasts;
        self.marks.retain(|i| u64::from(lasts[i]) >= next);
        self.lasts.retain(|last| u64::from(*last) >= next);
    }
}

impl Cover {
    /// The rows `from..to`, if there are any.
    #[inline]
    fn add(&mut self, from: u32, to: u32) {
        let end = &mut self.ends[from as usize];
        *end = (*end).max(to);
    }

    /// The rows of a word that are not covered; words are asked for in their order.
    #[inline]
    fn fitting(&self, word: usize) -> u64 {
        let from = word * 64;
        if self.now as usize >= from + 64 {
            return 0;
        }
        let ends = &self.ends[from..self.ends.len().min(from + 64)];
        let (mut now, mut mask) = (self.now, 0);
        for (bit, end) in ends.iter().enumerate() {
            now = now.max(*end);
            mask |= u64::from(now as usize <= from + bit) << bit;
        }
        mask
    }

    fn pass(&mut self, word: usize) {
        let from = word * 64;
        let ends = &self.ends[from..self.ends.len().min(from + 64)];
        self.now = ends.iter().fold(self.now, |now, end| now.max(*end));
    }
}

impl Steps {
    /// One more between each of some bounds, which a slice found for squares so many columns back.
    #[inline]
    fn add_all<'a>(
        &mut self,
        bounds: impl Iterator<Item = (&'a u32, &'a u32)>,
        squares: impl Iterator<Item = (u64, u64)>,
        slice: &Slice<'_>,
    ) {
        if self.modulus == 1 {
            for (&from, &to) in bounds {
                // Nothing is where the step up is the step down: cheaper than asking, which is hard to foresee.
                let (up, down) = (from as usize, to.max(from) as usize);
                self.changes[up] = self.changes[up].wrapping_add(1);
                self.changes[down] = self.changes[down].wrapping_sub(1);
            }
        } else {
            for ((&from, &to), square) in bounds.zip(squares) {
                self.add(from as usize, to as usize, || slice.residues(square));
            }
        }
    }

    /// One more in the rows `from..to` of some residues.
    #[inline]
    fn add(&mut self, from: usize, to: usize, residues: impl Fn() -> u32) {
        if from >= to {
            return;
        }
        if self.modulus == 1 {
            self.changes[from] += 1;
            self.changes[to] -= 1;
            return;
        }
        let mut residues = residues();
        while residues != 0 {
            let residue = residues.trailing_zeros() as usize;
            residues &= residues - 1;
            // The first row of the residue that is not below the given one.
            let at = |row: usize| row + (residue + self.modulus - row % self.modulus) % self.modulus;
            let (from, to) = (at(from), at(to));
            if from < to {
                self.changes[from] += 1;
                self.changes[to] -= 1;
            }
        }
    }

    /// Adds the counts of the rows of a word, which is the one after those that were passed.
    #[inline]
    fn add_to(&self, word: usize, counts: &mut [i32; 64]) {
        let from = word * 64;
        let changes = &self.changes[from..self.changes.len().min(from + 64)];
        if let [now] = self.now[..] {
            // No count exceeds the number of squares, so nothing wraps; unchecked sums are quicker.
            let mut now = now;
            for (count, change) in counts.iter_mut().zip(changes) {
                now = now.wrapping_add(*change);
                *count = count.wrapping_add(now);
            }
        } else {
            let mut now = [0; 32];
            now[..self.modulus].copy_from_slice(&self.now);
            for (row, (count, change)) in counts.iter_mut().zip(changes).enumerate() {
                let residue = (from + row) % self.modulus;
                now[residue] += change;
                *count += now[residue];
            }
        }
    }

    /// Goes on to the word after this one.
    fn pass(&mut self, word: usize) {
        let from = word * 64;
        let changes = &self.changes[from..self.changes.len().min(from + 64)];
        if let [now] = &mut self.now[..] {
            *now = changes.iter().fold(*now, |now, change| now.wrapping_add(*change));
        } else {
            for (row, change) in changes.iter().enumerate() {
                self.now[(from + row) % self.modulus] += change;
            }
        }
    }
}

impl Counts {
    /// Whether it says only which rows have any.
    pub(super) fn is_cover(&self) -> bool {
        matches!(self, Counts::Cover(_))
    }

    pub(super) fn clear(&mut self) {
        match self {
            Counts::Words(words) => words.clear(),
            Counts::Cover(cover) => {
                cover.ends.fill(0);
                cover.now = 0;
            }
            Counts::Steps(steps, _) => steps.iter_mut().for_each(|steps| {
                steps.changes.fill(0);
                steps.now.fill(0);
            }),
        }
    }

    /// The rows of a word whose count is at most the limit; words are asked for in their order.
    #[inline]
    pub(super) fn fitting(&self, word: usize) -> u64 {
        match self {
            Counts::Words(words) => words.fitting(word),
            Counts::Cover(cover) => cover.fitting(word),
            Counts::Steps(steps, limit) => {
                let mut counts = [0; 64];
                steps.iter().for_each(|steps| steps.add_to(word, &mut counts));
                let limit = i32::try_from(*limit).unwrap_or(i32::MAX);
                let bit = |(row, count): (usize, &i32)| u64::from(*count <= limit) << row;
                counts.iter().enumerate().map(bit).fold(0, |mask, bit| mask | bit)
            }
        }
    }

    /// Goes on to the word after this one.
    #[inline]
    pub(super) fn pass(&mut self, word: usize) {
        match self {
            Counts::Steps(steps, _) => steps.iter_mut().for_each(|steps| steps.pass(word)),
            Counts::Cover(cover) => cover.pass(word),
            Counts::Words(_) => {}
        }
    }

    /// Before the first word again.
    pub(super) fn rewind(&mut self) {
        match self {
            Counts::Steps(steps, _) => steps.iter_mut().for_each(|steps| steps.now.fill(0)),
            Counts::Cover(cover) => cover.now = 0,
            Counts::Words(_) => {}
        }
    }
}

impl Words {
    fn new(limit: u64, stride: usize) -> Words {
        let planes = (64 - limit.leading_zeros()) as usize;
        Words { limit, planes: vec![vec![0; stride]; planes], over: vec![0; stride] }
    }

    fn clear(&mut self) {
        self.planes.iter_mut().for_each(|plane| plane.fill(0));
        self.over.fill(0);
    }

    #[inline]
    pub(super) fn add(&mut self, word: usize, mask: u64) {
        if word >= self.over.len() {
            return;
        }
        let mut carry = mask;
        for plane in &mut self.planes {
            let bit = plane[word];
            plane[word] = bit ^ carry;
            carry &= bit;
        }
        self.over[word] |= carry;
    }

    fn fitting(&self, word: usize) -> u64 {
        let (mut more, mut equal) = (self.over[word], u64::MAX);
        for (i, plane) in self.planes.iter().enumerate().rev() {
            if self.limit >> i & 1 == 1 {
                equal &= plane[word];
            } else {
                more |= equal & plane[word];
                equal &= !plane[word];
            }
        }
        !more
    }
}
