//! Any rules: marked squares are carried forward to the squares that can move to them.
//!
//! Columns are taken in blocks. While one thread settles the columns of a block in their order, with what they and the block before
//! rule out in each other, the others find out what all earlier blocks rule out in the next one, some columns to a task.

use super::counts::{Counter, Counts, InColumn, InReach, Marked, Reach, Words};
use super::{Board, BoardError, beatty_table, squares, stretches};
use crate::areas::Areas;
use crate::predicate::Predicate;
use crate::row_masks::RowMasks;
use crate::stopped::Stopped;
use crate::tiles::Flow;
use crate::twist::{Among, Marks, WinningLaw};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use wythoff_budget::{Budget, Limit};
use wythoff_rules::ruleset::{Formula, Ruleset, Twist, Var};

/// How many columns a block has.
const BLOCK: u64 = 32;
/// How many columns are begun together: with fewer, handing out tasks takes longer than the tasks of a small board.
const PART: u64 = 8;
/// Moves that do not depend on the position and fill more areas are better kept as a table.
const FEW_AREAS: usize = 4;
/// Every set of budgets is a condition of its own.
const MOST_BUDGETS: usize = 10;

/// For each s the bits t, and the range of words that are not zero.
pub(super) struct Table {
    stride: usize,
    words: Vec<u64>,
    ranges: Vec<(usize, usize)>,
}

pub(super) struct General {
    counters: Vec<Counter>,
    moves: Predicate,
    existing: Option<Predicate>,
    marks_are_p: bool,
    misere: bool,
    never: bool,
    board: Board,
}

/// Are the moves areas that a column is filled with at once? Otherwise the work grows like the third power of the size.
pub(crate) fn fills_areas(rules: &Ruleset) -> bool {
    General::new(rules, SMALL, SMALL, &Budget::default())
        .is_ok_and(|general| general.counters.iter().all(|c| matches!(c.reach, Reach::Areas(_))))
}

/// A board that shows how moves are found, and takes no time.
const SMALL: u64 = 64;

impl General {
    pub(super) fn new(
        rules: &Ruleset,
        width: u64,
        height: u64,
        budget: &Budget,
    ) -> Result<General, BoardError> {
        let bound = width.max(height).max(1);
        let compile = |f: &Formula| Predicate::compile(f, &rules.moves, bound, Some(beatty_table));
        let moves = Predicate::of_moves(&rules.moves, bound, Some(beatty_table))?;
        let and = |formula: Predicate| Predicate::And(vec![moves.clone(), formula]);
        let classes =
            rules.twist.classes().into_iter().map(compile).collect::<Result<Vec<Predicate>, _>>()?;
        if matches!(rules.twist, Twist::Block(_)) && classes.len() > MOST_BUDGETS {
            return Err(BoardError::Budgets);
        }
        // Nothing is known about which signatures occur.
        let signatures: Vec<u32> = match rules.twist {
            Twist::Block(_) => (0..1 << classes.len()).collect(),
            _ => Vec::new(),
        };
        let law = WinningLaw::of(rules, &signatures, 1 << MOST_BUDGETS).ok_or(BoardError::Budgets)?;
        let among = |among: Among| match among {
            Among::All => moves.clone(),
            Among::Of(line) => and(classes[line].clone()),
            Among::Only(lines) => {
                let mut others: Vec<Predicate> = Vec::new();
                for class in (0..classes.len()).filter(|i| lines >> i & 1 == 0).map(|i| &classes[i]) {
                    if !others.contains(class) {
                        others.push(class.clone());
                    }
                }
                and(Predicate::Not(Box::new(Predicate::Or(others))))
            }
        };
        let sets: Vec<(Predicate, u64)> =
            law.conditions.iter().map(|condition| (among(condition.among), condition.most)).collect();
        // Of two limits for the same moves the lower one is enough.
        let lowest = |(i, (set, limit)): (usize, &(Predicate, u64))| {
            !sets
                .iter()
                .enumerate()
                .any(|(j, (other, less))| other == set && (less < limit || less == limit && j < i))
        };
        let lowest: Vec<bool> = sets.iter().enumerate().map(lowest).collect();
        let sets: Vec<(Predicate, u64)> =
            sets.into_iter().zip(lowest).filter_map(|(set, lowest)| lowest.then_some(set)).collect();
        // A counter can never exceed more than all squares of the board.
        let most = width.saturating_mul(height);
        let stride = height.div_ceil(64);
        let tables = sets.iter().filter(|(set, _)| is_invariant(set)).count() as u64;
        let more = stride.saturating_mul(width).saturating_mul(8).saturating_mul(tables);
        let board = Board::empty(width, height, more, budget)?;
        let counter = |(moves, limit): (Predicate, u64)| -> Result<Counter, BoardError> {
            let few = |areas: &Areas| !is_invariant(&moves) || areas.pieces() <= FEW_AREAS;
            let reach = match Areas::new(&moves, limit > 0).filter(few) {
                Some(areas) => Reach::Areas(areas),
                None if is_invariant(&moves) => Reach::Table(Table::new(&moves, width, height, budget)?),
                None => Reach::Rows(RowMasks::new(&moves, height)),
            };
            Ok(Counter { reach, limit })
        };
        let bounded = sets.into_iter().filter(|(_, limit)| *limit < most);
        let counters: Vec<Counter> = bounded.map(counter).collect::<Result<_, _>>()?;
        let held = counters.iter().map(|counter| counter.bytes(height)).fold(0, u64::saturating_add);
        let masks = counters.iter().map(|counter| counter.masks(width)).fold(0, u64::saturating_add);
        let more = more.saturating_add(masks).saturating_add(held.saturating_mul(2 * BLOCK));
        Board::fits(width, height, more, budget)?;
        let counters = counters.into_iter().map(|counter| counter.prepared(width)).collect();
        Ok(General {
            counters,
            moves,
            existing: rules.position.as_ref().map(compile).transpose()?,
            marks_are_p: law.marks == Marks::P,
            misere: law.leaves_unmarked,
            never: law.never,
            board,
        })
    }

    pub(super) fn run(mut self, budget: &Budget) -> Result<Board, BoardError> {
        let (width, height) = (self.board.width, self.board.height);
        let counters = std::mem::take(&mut self.counters);
        let at = |x: u64| counters.iter().map(|c| c.in_column(x, height)).collect::<Vec<_>>();
        // Of two blocks: one is settled while the next is begun.
        let columns: Vec<Mutex<Column>> = (0..2 * BLOCK).map(|_| Mutex::new(Column::new(height))).collect();
        let desks = Desks {
            spare: (0..budget.threads()).map(|_| Mutex::default()).collect(),
            counters: &counters,
            height,
        };
        let at_work = |x: u64| columns[(x % (2 * BLOCK)) as usize].lock();
        // What the tasks of a block read, all blocks before it. There are two of them in turns, so that nobody reads what is added to: when a
        // block is settled, the tasks of the block before it are done.
        let known = [(); 2].map(|()| RwLock::new(Known::new(&counters)));
        let known_to = |block: u64| known[(block % 2) as usize].read();
        let last = Mutex::new(Marked::default());
        let existing = self.existing.clone();
        let end = if self.never { 0 } else { width };
        let (game, settled) = (Mutex::new(self), AtomicU64::new(0));
        let begin = |worker: usize, x: u64, block: u64| {
            let (Ok(mut column), Ok(known)) = (at_work(x), known_to(block)) else { return Ok(()) };
            let mut counts = desks.take(worker);
            column.begin(existing.as_ref(), x, height);
            column.carry(&at(x), 0..block * BLOCK, (&known.all, &known.pieces), &mut counts, budget)?;
            column.narrow(&mut counts);
            column.counts = desks.leave(worker, counts);
            Ok(())
        };
        let settle = |worker: usize, block: u64| {
            let (first, mut fresh) = (block * BLOCK, Marked::from_column(block * BLOCK));
            let (Ok(mut game), Ok(known_now)) = (game.lock(), known_to(block)) else { return Ok(()) };
            for x in first..(first + BLOCK).min(end) {
                let (Ok(mut column), counters) = (at_work(x), at(x)) else { return Ok(()) };
                let mut counts = column.counts.take().unwrap_or_else(|| desks.take(worker));
                let before = first.saturating_sub(BLOCK)..first;
                column.carry(&counters, before, (&known_now.all, &known_now.pieces), &mut counts, budget)?;
                column.carry(&counters, first..x, (&fresh, &[]), &mut counts, budget)?;
                game.settle(x, &counters, &column, &mut counts);
                desks.put_back(worker, counts);
                fresh.push_column(game.board.positions_of(x));
                settled.store(x + 1, Relaxed);
            }
            let next = known[((block + 1) % 2) as usize].write();
            let (Ok(mut last), Ok(mut next)) = (last.lock(), next) else { return Ok(()) };
            if block > 0 {
                next.append(&last, &counters);
            }
            next.append(&fresh, &counters);
            // Columns of the next block have been begun without those of this one, so they still come to be asked for.
            next.forget(first + BLOCK);
            *last = fresh;
            Ok(())
        };
        // Each block is a task to settle it, and some that begin the columns of the next block, with the marks before this one.
        let each = 1 + BLOCK / PART;
        let tasks = end.div_ceil(BLOCK) * each;
        let is_ready = |task: usize, done: &[bool]| {
            let (block, part) = (task as u64 / each, task as u64 % each);
            let of = |block: u64| &done[(block * each) as usize..][..each as usize];
            block == 0 || of(block - 1)[0] && (part > 0 || of(block - 1).iter().all(|done| *done))
        };
        let flow = Flow { tasks: tasks as usize, is_ready: &is_ready, columns: width };
        (0..BLOCK.min(end)).try_for_each(|x| begin(0, x, 0)).map_err(Stopped::at(0))?;
        flow.run(budget, &|worker, task| {
            let (block, part) = (task as u64 / each, task as u64 % each);
            match part.checked_sub(1).map(|part| (block + 1) * BLOCK + part * PART) {
                None => settle(worker, block),
                Some(first) => (first..end.min(first + PART)).try_for_each(|x| begin(worker, x, block)),
            }
        })
        .map_err(|stopped| Stopped { column: settled.load(Relaxed), ..stopped })?;
        let Ok(mut game) = game.into_inner() else { unreachable!("no task panics") };
        if !game.marks_are_p {
            game.board.complement(game.existing.as_ref());
        }
        Ok(game.board)
    }

    /// Decides the squares of a column, upwards.
    fn settle(&mut self, x: u64, counters: &[InColumn<'_>], column: &Column, all: &mut [Counts]) {
        if column.closed {
            return;
        }
        // Above the last open row nothing is left to decide.
        let words = column.open.iter().rposition(|open| *open != 0).map_or(0, |last| last + 1);
        for word in 0..words {
            let mut open = column.open[word];
            loop {
                let fits = if open == 0 { 0 } else { open & fitting(all, word) };
                if fits == 0 {
                    break;
                }
                let bit = fits.trailing_zeros();
                open &= (u64::MAX << bit) << 1;
                let y = word as u64 * 64 + u64::from(bit);
                if self.misere && !self.has_unmarked_option(x, y) {
                    continue;
                }
                self.board.set(x, y);
                for (counter, counts) in counters.iter().zip(all.iter_mut()) {
                    counter.carry_mark(y, counts);
                }
            }
            pass(all, word);
        }
    }

    /// Misère play: whether some option exists and is not marked.
    fn has_unmarked_option(&self, x: u64, y: u64) -> bool {
        let unmarked = |s: u64, t: u64| {
            let (u, v) = (x - s, y - t);
            !self.board.bit(u, v)
                && self.existing.as_ref().is_none_or(|p| p.at(&[u as i64, v as i64, 0, 0]))
                && self.moves.at(&[x as i64, y as i64, s as i64, t as i64])
        };
        (0..=x).any(|s| (0..=y).any(|t| (s, t) != (0, 0) && unmarked(s, t)))
    }
}

/// What has been marked in the blocks that are settled.
struct Known {
    all: Marked,
    /// For each counter and each piece of its moves what the next blocks can still move to.
    pieces: Vec<Vec<InReach>>,
}

impl Known {
    fn new(counters: &[Counter]) -> Known {
        Known { all: Marked::default(), pieces: counters.iter().map(Counter::in_reach).collect() }
    }

    /// Adds the marks of the next columns.
    fn append(&mut self, fresh: &Marked, counters: &[Counter]) {
        for (counter, pieces) in counters.iter().zip(&mut self.pieces) {
            counter.advance(pieces, fresh);
        }
        self.all.append(fresh);
    }

    /// Forgets, piece by piece, what no column from `next` on can move to.
    fn forget(&mut self, next: u64) {
        self.pieces.iter_mut().flatten().for_each(|piece| piece.forget(next));
    }
}

/// Counts that columns are worked on with. Where only whether there are any marked options matters, a column that has been looked through
/// needs its counts no more: whoever settles it has a desk of his own, and nothing but the open rows goes from one thread to the other.
///
/// Desks stay with a thread: one that comes from another has to come from its cache as well, row after row.
struct Desks<'a> {
    spare: Vec<Mutex<Vec<Vec<Counts>>>>,
    counters: &'a [Counter],
    height: u64,
}

impl Desks<'_> {
    /// Counts of nothing.
    fn take(&self, worker: usize) -> Vec<Counts> {
        let spare = self.spare[worker].lock().ok().and_then(|mut spare| spare.pop());
        match spare {
            Some(mut counts) => {
                counts.iter_mut().for_each(Counts::clear);
                counts
            }
            None => self.counters.iter().map(|counter| counter.begin(self.height)).collect(),
        }
    }

    fn put_back(&self, worker: usize, counts: Vec<Counts>) {
        if let Ok(mut spare) = self.spare[worker].lock() {
            spare.push(counts);
        }
    }

    /// What a column that has been looked through has to keep.
    fn leave(&self, worker: usize, counts: Vec<Counts>) -> Option<Vec<Counts>> {
        if counts.iter().all(Counts::is_cover) {
            self.put_back(worker, counts);
            return None;
        }
        Some(counts)
    }
}

/// A column that is being solved.
struct Column {
    /// The rows that exist and that nothing rules out, as far as that was looked at.
    open: Vec<u64>,
    /// What was counted before it was looked through, where that still matters.
    counts: Option<Vec<Counts>>,
    /// No row has room any more.
    closed: bool,
}

impl Column {
    fn new(height: u64) -> Column {
        Column { open: vec![0; height.div_ceil(64) as usize], counts: None, closed: false }
    }

    fn begin(&mut self, existing: Option<&Predicate>, x: u64, height: u64) {
        self.open.fill(0);
        match existing {
            None => super::set_range(&mut self.open, 0, height),
            Some(predicate) => squares(predicate, x, (0, height), &mut self.open),
        }
        self.closed = false;
    }

    /// Counts the marks of some columns before this one, as long as it has room.
    fn carry(
        &mut self,
        counters: &[InColumn<'_>],
        from: Range<u64>,
        (marked, pieces): (&Marked, &[Vec<InReach>]),
        all: &mut [Counts],
        budget: &Budget,
    ) -> Result<(), Limit> {
        let mut first = from.start;
        while first < from.end && !self.closed {
            // As many columns as have some thousands of marks.
            let enough = marked.before(first) + 4096;
            let mut last = (first + 1).max(from.end.min(first + 64));
            while last < from.end && marked.before(last) < enough {
                last = from.end.min(last + 64);
            }
            for (i, (counter, counts)) in counters.iter().zip(all.iter_mut()).enumerate() {
                counter.carry(first..last, marked, pieces.get(i).map_or(&[], Vec::as_slice), counts);
            }
            first = last;
            budget.poll()?;
            self.closed = first < from.end && !self.is_open(all);
        }
        Ok(())
    }

    /// Whether some open row is within all limits.
    fn is_open(&self, all: &mut [Counts]) -> bool {
        let mut open = false;
        for word in 0..self.open.len() {
            open = self.open[word] & fitting(all, word) != 0;
            if open {
                break;
            }
            pass(all, word);
        }
        all.iter_mut().for_each(Counts::rewind);
        open
    }

    /// Looks at all rows, so that whoever settles the column, while nobody else can, passes over words that are ruled out already.
    fn narrow(&mut self, all: &mut [Counts]) {
        if self.closed {
            return;
        }
        for word in 0..self.open.len() {
            if self.open[word] != 0 {
                self.open[word] &= fitting(all, word);
            }
            pass(all, word);
        }
        all.iter_mut().for_each(Counts::rewind);
        self.closed = self.open.iter().all(|open| *open == 0);
    }
}

/// The rows of a word that all counts leave room for; words are asked for in their order.
fn fitting(all: &[Counts], word: usize) -> u64 {
    all.iter().fold(u64::MAX, |mask, counts| mask & counts.fitting(word))
}

/// Goes on to the word after this one.
fn pass(all: &mut [Counts], word: usize) {
    all.iter_mut().for_each(|counts| counts.pass(word));
}

impl Table {
    fn new(moves: &Predicate, width: u64, height: u64, budget: &Budget) -> Result<Table, Stopped> {
        let stride = height.div_ceil(64) as usize;
        let mut words = vec![0; stride * width as usize];
        let mut ranges = Vec::with_capacity(width as usize);
        for s in 0..width {
            budget.poll().map_err(|limit| Stopped { column: 0, limit })?;
            let row = &mut words[s as usize * stride..][..stride];
            let from = u64::from(s == 0);
            // The formula does not speak of the position, so any column and any square moved to will do.
            stretches(moves, s, s, 0, (from, height), &mut |from, to| super::set_range(row, from, to));
            let first = row.iter().position(|word| *word != 0).unwrap_or(stride);
            let last = row.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            ranges.push((first, last));
        }
        Ok(Table { stride, words, ranges })
    }

    pub(super) fn carry(&self, s: u64, to_row: u64, counts: &mut Words) {
        let (first, last) = self.ranges[s as usize];
        let row = &self.words[s as usize * self.stride..][..self.stride];
        let (skip, shift) = ((to_row / 64) as usize, to_row % 64);
        for (i, &word) in row.iter().enumerate().take(last).skip(first) {
            if word == 0 {
                continue;
            }
            counts.add(i + skip, word << shift);
            if shift > 0 {
                counts.add(i + skip + 1, word >> (64 - shift));
            }
        }
    }
}

fn is_invariant(moves: &Predicate) -> bool {
    !moves.mentions(Var::X) && !moves.mentions(Var::Y)
}
