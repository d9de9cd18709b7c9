//! Any rules: marked squares are carried forward to the squares that can move to them.

use super::{Board, BoardError, beatty_table, each_word, ones, squares, stretches};
use crate::budget::Budget;
use crate::rules::ruleset::{Formula, Play, Ruleset, Twist, Var};
use crate::solve::predicate::Predicate;
use crate::solve::row_sets::RowSets;
use crate::solve::stopped::{Stopped, ask};

/// A set of moves, and how many marked options in it a marked square may have.
struct Counter {
    rows: RowSets,
    limit: u64,
    /// Where the moves do not depend on the position: which t go with which s, as bit tables.
    table: Option<Table>,
}

/// For each s the bits t, and the range of words that are not zero.
struct Table {
    stride: usize,
    words: Vec<u64>,
    ranges: Vec<(usize, usize)>,
}

/// Saturating counts of 64 rows to a word, in binary.
struct Counts {
    limit: u64,
    planes: Vec<Vec<u64>>,
    over: Vec<u64>,
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

impl General {
    pub(super) fn new(
        rules: &Ruleset,
        width: u64,
        height: u64,
        budget: &Budget,
    ) -> Result<General, BoardError> {
        let bound = width.max(height).max(1);
        let compile = |f: &Formula| Predicate::compile(f, &rules.moves, bound, &beatty_table);
        let moves = Predicate::of_moves(&rules.moves, bound, &beatty_table)?;
        let and = |formula: Predicate| Predicate::And(vec![moves.clone(), formula]);
        let misere = rules.play == Play::Misere;
        let mut never = false;
        let mut sets: Vec<(Predicate, u64)> = Vec::new();
        match &rules.twist {
            Twist::None => sets.push((moves.clone(), 0)),
            Twist::Block(blocks) if blocks.len() > 10 => return Err(BoardError::Budgets),
            Twist::Block(blocks) => {
                // Hall's condition: see `solve::rays`. Here all sets of budgets are taken, since nothing is known
                // about which of them occur.
                let classes =
                    blocks.iter().map(|block| compile(&block.class)).collect::<Result<Vec<_>, _>>()?;
                for chosen in 0u32..1 << blocks.len() {
                    let inside = |i: &usize| chosen >> i & 1 == 1;
                    let outside = (0..blocks.len()).filter(|i| !inside(i)).map(|i| classes[i].clone());
                    let only = Predicate::Not(Box::new(Predicate::Or(outside.collect())));
                    let limit = (0..blocks.len())
                        .filter(inside)
                        .fold(0, |sum: u64, i| sum.saturating_add(blocks[i].limit));
                    sets.push((and(only), limit));
                }
            }
            Twist::Comply(parts) => {
                for part in parts {
                    match part.least.checked_sub(1) {
                        Some(limit) => sets.push((and(compile(&part.class)?), limit)),
                        None => never = true,
                    }
                }
                if misere && never {
                    never = false;
                    sets = vec![(moves.clone(), 0)];
                }
            }
        }
        let comply = matches!(rules.twist, Twist::Comply(_));
        // A counter can never exceed more than all squares of the board.
        let most = width.saturating_mul(height);
        let stride = height.div_ceil(64);
        let tables = sets.iter().filter(|(set, _)| is_invariant(set)).count() as u64;
        let more = stride.saturating_mul(width).saturating_mul(8).saturating_mul(tables);
        let board = Board::empty(width, height, more, budget)?;
        let counters = sets
            .into_iter()
            .filter(|(_, limit)| *limit < most)
            .map(|(moves, limit)| {
                let table = is_invariant(&moves).then(|| Table::new(&moves, width, height));
                Counter { rows: RowSets::new(&moves, limit > 0), limit, table }
            })
            .collect();
        Ok(General {
            counters,
            moves,
            existing: rules.position.as_ref().map(compile).transpose()?,
            marks_are_p: !comply,
            misere: misere && !comply,
            never,
            board,
        })
    }

    pub(super) fn run(mut self, budget: &Budget) -> Result<Board, BoardError> {
        let (width, height, stride) = (self.board.width, self.board.height, self.board.stride);
        let mut counts: Vec<Counts> =
            self.counters.iter().map(|counter| Counts::new(counter.limit, stride)).collect();
        let mut exists = vec![0; stride];
        // The marked rows column after column; `begins[u]` is where those of column u begin.
        let (mut marked, mut begins): (Vec<u64>, Vec<usize>) = (Vec::new(), vec![0]);
        for x in 0..if self.never { 0 } else { width } {
            ask(budget, x, width)?;
            exists.fill(0);
            match &self.existing {
                None => super::set_range(&mut exists, 0, height),
                Some(predicate) => squares(predicate, x, height, &mut exists),
            }
            counts.iter_mut().for_each(Counts::clear);
            let mut since = 0;
            for u in 0..x {
                let rows = &marked[begins[u as usize]..begins[u as usize + 1]];
                for (counter, counts) in self.counters.iter().zip(&mut counts) {
                    counter.carry_column(x, x - u, rows, height, counts);
                }
                since += rows.len();
                if since >= 256 {
                    since = 0;
                    budget.poll().map_err(Stopped::at(x))?;
                    if !is_open(&exists, &counts) {
                        break;
                    }
                }
            }
            for (word, exists) in exists.iter().enumerate() {
                let mut open = *exists;
                loop {
                    let fits = counts.iter().fold(open, |mask, counts| mask & counts.fitting(word));
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
                    for (counter, counts) in self.counters.iter().zip(&mut counts) {
                        counter.carry(&counter.rows, (x, 0, y), (y + 1, height), counts);
                    }
                }
            }
            marked.extend(ones(self.board.column(x)));
            begins.push(marked.len());
        }
        if !self.marks_are_p {
            self.board.complement(self.existing.as_ref());
        }
        Ok(self.board)
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

impl Counter {
    /// Counts the marks of a column s columns back for column x.
    fn carry_column(&self, x: u64, s: u64, marked: &[u64], height: u64, counts: &mut Counts) {
        // With many marks it pays to settle first what depends on the column only.
        let given = if self.table.is_none() && marked.len() > 3 { Some(self.rows.given(x, s)) } else { None };
        let rows = given.as_ref().unwrap_or(&self.rows);
        if rows.is_never() {
            return;
        }
        for &row in marked {
            self.carry(rows, (x, s, row), (row, height), counts);
        }
    }

    /// Counts a mark s columns back, in row v, for some rows of column x.
    #[inline]
    fn carry(&self, rows: &RowSets, place: (u64, u64, u64), range: (u64, u64), counts: &mut Counts) {
        match &self.table {
            Some(table) => table.carry(place.1, place.2, counts),
            None => rows.visit(place, range, &mut |from, to| {
                each_word(from, to, &mut |word, mask| counts.add(word, mask));
            }),
        }
    }
}

/// Whether some square that exists is within all limits.
fn is_open(exists: &[u64], counts: &[Counts]) -> bool {
    let fits = |(word, exists): (usize, &u64)| {
        counts.iter().fold(*exists, |mask, counts| mask & counts.fitting(word)) != 0
    };
    exists.iter().enumerate().any(fits)
}

impl Table {
    fn new(moves: &Predicate, width: u64, height: u64) -> Table {
        let stride = height.div_ceil(64) as usize;
        let mut words = vec![0; stride * width as usize];
        let mut ranges = Vec::with_capacity(width as usize);
        for s in 0..width {
            let row = &mut words[s as usize * stride..][..stride];
            let from = u64::from(s == 0);
            // The formula does not speak of the position, so any column and any square moved to will do.
            stretches(moves, s, s, 0, (from, height), &mut |from, to| super::set_range(row, from, to));
            let first = row.iter().position(|word| *word != 0).unwrap_or(stride);
            let last = row.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            ranges.push((first, last));
        }
        Table { stride, words, ranges }
    }

    fn carry(&self, s: u64, to_row: u64, counts: &mut Counts) {
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

impl Counts {
    fn new(limit: u64, stride: usize) -> Counts {
        let planes = (64 - limit.leading_zeros()) as usize;
        Counts { limit, planes: vec![vec![0; stride]; planes], over: vec![0; stride] }
    }

    fn clear(&mut self) {
        self.planes.iter_mut().for_each(|plane| plane.fill(0));
        self.over.fill(0);
    }

    #[inline]
    fn add(&mut self, word: usize, mask: u64) {
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

    /// The rows whose count is at most the limit.
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

fn is_invariant(moves: &Predicate) -> bool {
    !moves.mentions(Var::X) && !moves.mentions(Var::Y)
}
