//! Games of rays, square by square: counts per line, added up and compared 64 rows at a time.
//!
//! The rays may depend on the position, through [`cases`](crate::rays::cases): then every case has counters of its own,
//! and a mask tells which rows of a column are in it. Lines that cases share are counted once.
//!
//! **Threads.** The board is cut into square [`tiles`](crate::tiles). In a symmetric game the tile (j, i) is the mirror image
//! of the tile (i, j), which comes before every tile that needs either.

use super::bounded::Timetable;
use super::guards::{Guards, Masks};
use super::lines::{Lines, Marks, Place, at_most, first_open, planes};
use super::{Board, ones, squares};
use crate::predicate::{CompileError, Predicate};
use crate::rays;
use crate::rays::cases::Cases;
use crate::rays::setup::{Setup, Tally, Vertical};
use crate::rays::{RayGame, RaySet};
use crate::stopped::{Stopped, ask, finished};
use crate::tiles::Tiles;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use wythoff_budget::Budget;

/// All rays with one step that begin at the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Track {
    step: (u64, u64),
    /// How far from a mark they begin: columns and rows.
    starts: Vec<(u64, u64)>,
    planes: usize,
}

/// What one case counts.
#[derive(Clone)]
struct Kind {
    tallies: Vec<Tally>,
    /// For each tally the tracks it counts.
    tracks: Vec<Vec<usize>>,
    moves: RaySet,
    never: bool,
}

/// Everything about a board that does not change while it is solved.
pub(super) struct Sweep {
    width: u64,
    height: u64,
    kinds: Vec<Kind>,
    tracks: Vec<Track>,
    guards: Option<Guards>,
    existing: Option<Predicate>,
    timetable: Timetable,
    misere: bool,
    marks_are_p: bool,
    /// Solve only from the main diagonal up, and set the mirror images.
    mirrored: bool,
}

/// Boards with fewer squares are not worth a thread.
const WORTH_THREADS: u64 = 1 << 20;
/// Tiles along the longer side of a board, for each thread.
const TILES: u64 = 16;

impl Sweep {
    /// `None` if the numbers of the game are too large for it.
    pub(super) fn new(cases: &Cases, width: u64, height: u64) -> Result<Option<Sweep>, CompileError> {
        let Some(first) = cases.list.first().filter(|_| width < 1 << 31 && height < 1 << 31) else {
            return Ok(None);
        };
        let game = &first.game;
        let mirrored = matches!(&cases.list[..], [case] if case.bounded.is_empty())
            && game.is_symmetric()
            && height >= width;
        let mut sweep = Sweep {
            width,
            height,
            kinds: Vec::new(),
            tracks: Vec::new(),
            guards: Guards::new(cases, width, height)?,
            existing: None,
            timetable: Timetable::new(cases, width, height),
            misere: game.misere(),
            marks_are_p: game.marks() == rays::Marks::P,
            mirrored,
        };
        for case in &cases.list {
            let Ok(setup) = Setup::new(&case.game) else { return Ok(None) };
            sweep.existing = setup.existing.as_ref().map(|existing| existing.predicate.clone());
            let kind = sweep.kind(setup, &case.game);
            sweep.kinds.push(kind);
        }
        Ok(Some(sweep))
    }

    /// What a case counts, on tracks that cases share.
    fn kind(&mut self, setup: Setup, game: &RayGame) -> Kind {
        let mut shared = Vec::new();
        for (index, lane) in setup.lanes.iter().enumerate() {
            let own = setup.slanted.iter().filter(|ray| ray.lane == index);
            let mut starts: Vec<(u64, u64)> = own.map(|ray| (ray.across, ray.up)).collect();
            starts.sort_unstable();
            let planes = planes(u64::from(lane.limit));
            let same = |track: &Track| track.step == lane.step && track.starts == starts;
            shared.push(match self.tracks.iter().position(same) {
                Some(at) => {
                    self.tracks[at].planes = self.tracks[at].planes.max(planes);
                    at
                }
                None => {
                    self.tracks.push(Track { step: lane.step, starts, planes });
                    self.tracks.len() - 1
                }
            });
        }
        let tracks = setup.tallies.iter().map(|tally| shared[tally.lanes.clone()].to_vec()).collect();
        Kind { tallies: setup.tallies, tracks, moves: game.moves().clone(), never: game.never_marked() }
    }

    pub(super) fn run(self, budget: &Budget) -> Result<Board, Stopped> {
        let (width, height) = (self.width, self.height);
        let tables = self.tracks.iter().map(|t| Lines::bytes(t.step, t.planes, width, height, false));
        let tables = tables.fold(self.timetable.bytes(), u64::saturating_add);
        // This only asks for the memory; the marks become the board.
        Board::fits(width, height, tables, budget)?;
        let lines = self.tracks.iter().map(|t| Lines::new(t.step, t.planes, width, height, false));
        let columns = if self.alone(budget) { 0 } else { width };
        let field = Field {
            marks: Marks::new(width, height),
            lines: lines.collect(),
            passed: Passed::new(&self, columns),
            count: AtomicU64::new(0),
        };
        self.solve(&field, budget)?;
        let (marks, count) = (field.marks, field.count.into_inner());
        let mut board = Board { width, height, marks, count, mirrored: self.mirrored };
        if !self.marks_are_p {
            board.complement(self.existing.as_ref());
        }
        Ok(board)
    }

    /// Whether one thread does it all.
    fn alone(&self, budget: &Budget) -> bool {
        budget.threads() == 1
            || self.width.saturating_mul(self.height) < WORTH_THREADS
            || !self.timetable.is_empty()
    }

    fn solve(&self, field: &Field, budget: &Budget) -> Result<(), Stopped> {
        let (width, height) = (self.width, self.height);
        if self.alone(budget) {
            let mut column = Column::new(self, field);
            let mut timetable = self.timetable.begin();
            for x in 0..width {
                ask(budget, x, width)?;
                column.solve(x, 0..field.marks.stride(), &mut timetable);
                budget.fits(timetable.held()).map_err(Stopped::at(x + 1))?;
            }
            finished(budget, width);
            return Ok(());
        }
        let side = (width.max(height) / (TILES * budget.threads() as u64)).max(64).next_multiple_of(64);
        let tiles = Tiles { side, width, height, half: self.mirrored };
        tiles.each(budget, &|tile| self.tile(tile, side, field, budget))
    }

    fn tile(
        &self,
        (i, j): (u64, u64),
        side: u64,
        field: &Field,
        budget: &Budget,
    ) -> Result<(), wythoff_budget::Limit> {
        let words = |j: u64| {
            (j * side / 64) as usize..((j + 1) * side / 64).min(field.marks.stride() as u64) as usize
        };
        let columns = i * side..((i + 1) * side).min(self.width);
        let (idle, mut column) = (Idle::new(self, field), Column::new(self, field));
        let columns = if idle.is_tile(&columns, &words(j)) { 0..0 } else { columns };
        let mut timetable = Timetable::default();
        for x in columns {
            if x.is_multiple_of(16) {
                budget.poll()?;
            }
            if !idle.is_column(x, &words(j)) {
                column.solve(x, words(j), &mut timetable);
            }
        }
        let rises = |track: &Track| track.step.1 > track.step.0;
        if self.mirrored && i < j && self.tracks.iter().any(rises) {
            // The mirror image is known now. Rays that rise may begin there and end above the diagonal.
            for x in j * side..((j + 1) * side).min(self.width) {
                column.count_rays(x, words(i), true);
            }
        }
        Ok(())
    }
}

/// Where no mark can come, and none is that would have to be counted: so are most tiles of most games, and most columns of the others.
struct Idle<'a> {
    sweep: &'a Sweep,
    field: &'a Field,
    /// How far from a mark its rays begin, at most.
    across: u64,
    up: usize,
    /// Marks count somewhere else than in their own rows, so that nothing is idle.
    late: bool,
}

impl Idle<'_> {
    fn new<'a>(sweep: &'a Sweep, field: &'a Field) -> Idle<'a> {
        let starts = || sweep.tracks.iter().flat_map(|track| &track.starts);
        let tallies = || sweep.kinds.iter().flat_map(|kind| &kind.tallies);
        Idle {
            sweep,
            field,
            across: starts().map(|start| start.0).max().unwrap_or(0),
            up: starts().map(|start| start.1).max().unwrap_or(0).div_ceil(64) as usize,
            late: tallies().flat_map(|tally| &tally.verticals).any(is_late),
        }
    }

    fn is_tile(&self, columns: &Range<u64>, words: &Range<usize>) -> bool {
        let room =
            |tally: usize| columns.clone().map(|x| self.field.passed.rooms(x)[tally].load(Relaxed)).max();
        let rooms: Vec<i64> = (0..self.sweep.tallies()).map(|tally| room(tally).unwrap_or(-1)).collect();
        let closed = |word: usize| {
            let least = |track: usize| self.field.lines[track].least_within(columns, word as u64 * 64);
            !self.sweep.has_room(rooms.iter().copied(), &least)
        };
        !self.late && words.clone().all(closed) && self.has_no_marks(columns, words)
    }

    /// The same for a column, by what its marks below leave alone.
    fn is_column(&self, x: u64, words: &Range<usize>) -> bool {
        let rooms = self.field.passed.rooms(x).iter().map(|room| room.load(Relaxed));
        !self.late && !self.sweep.has_room(rooms, &|_| 0) && self.has_no_marks(&(x..x + 1), words)
    }

    /// Whether no ray begins in these words of these columns.
    fn has_no_marks(&self, columns: &Range<u64>, words: &Range<usize>) -> bool {
        let columns = columns.start.saturating_sub(self.across)..columns.end;
        self.field.marks.is_empty_within(columns, &(words.start.saturating_sub(self.up)..words.end))
    }
}

impl Sweep {
    /// How many tallies all cases have together.
    fn tallies(&self) -> usize {
        self.kinds.iter().map(|kind| kind.tallies.len()).sum()
    }

    /// Whether some case may have room, given for each tally how much its column leaves and for each track a least count.
    fn has_room(&self, rooms: impl Iterator<Item = i64>, least: &impl Fn(usize) -> u64) -> bool {
        let mut rooms = rooms;
        self.kinds.iter().any(|kind| {
            // All of its rooms are taken, so that those of the next case come next.
            let fits = |all: bool, (tracks, room): (&Vec<usize>, i64)| {
                let least = || tracks.iter().map(|&track| least(track)).sum::<u64>();
                all && u64::try_from(room).is_ok_and(|room| least() <= room)
            };
            kind.tracks.iter().zip(rooms.by_ref()).fold(!kind.never, fits)
        })
    }
}

/// What is known of the board so far.
struct Field {
    marks: Marks,
    lines: Vec<Lines>,
    passed: Passed,
    /// How many marks there are, once all columns are done.
    count: AtomicU64,
}

/// What the tiles of each column have counted so far, for the next one above; nothing where one thread does it all. A column belongs to
/// one tile at a time, as all else does.
struct Passed {
    /// For each column the words whose marks are in its tallies.
    words: Vec<AtomicUsize>,
    /// For each column the counts of its tallies, one tally after the other.
    counts: Vec<AtomicI64>,
    /// For each column and each tally how many more marks it leaves room for.
    rooms: Vec<AtomicI64>,
    /// How many counts and rooms a column has.
    each: (usize, usize),
}

impl Passed {
    fn new(sweep: &Sweep, columns: u64) -> Passed {
        let counts = |kind: &Kind| kind.tallies.iter().map(|tally| tally.column.len()).sum::<usize>();
        let each = (sweep.kinds.iter().map(counts).sum(), sweep.tallies());
        let columns = columns as usize;
        Passed {
            words: (0..columns).map(|_| AtomicUsize::new(0)).collect(),
            counts: (0..columns * each.0).map(|_| AtomicI64::new(0)).collect(),
            rooms: (0..columns * each.1).map(|_| AtomicI64::new(i64::MAX)).collect(),
            each,
        }
    }

    fn counts(&self, x: u64) -> &[AtomicI64] {
        &self.counts[x as usize * self.each.0..][..self.each.0]
    }

    fn rooms(&self, x: u64) -> &[AtomicI64] {
        &self.rooms[x as usize * self.each.1..][..self.each.1]
    }
}

struct Column<'a> {
    sweep: &'a Sweep,
    field: &'a Field,
    kinds: Vec<Kind>,
    exists: Vec<u64>,
    masks: Masks,
    places: Vec<(usize, u64)>,
    x: u64,
    late: bool,
    /// How many marks it has set.
    set: u64,
}

impl Drop for Column<'_> {
    fn drop(&mut self) {
        self.field.count.fetch_add(self.set, Relaxed);
    }
}

impl<'a> Column<'a> {
    fn new(sweep: &'a Sweep, field: &'a Field) -> Column<'a> {
        let stride = field.marks.stride();
        let late = |kind: &Kind| kind.tallies.iter().any(|tally| tally.verticals.iter().any(is_late));
        Column {
            sweep,
            field,
            kinds: sweep.kinds.clone(),
            exists: vec![u64::MAX; stride],
            masks: Masks::default(),
            places: vec![(0, 0); field.lines.len()],
            x: 0,
            late: sweep.kinds.iter().any(late),
            set: 0,
        }
    }

    /// Counts the rays that begin in the given rows of column x; with `rising`, only those that rise faster than the diagonal.
    fn count_rays(&mut self, x: u64, words: Range<usize>, rising: bool) {
        for (track, lines) in self.sweep.tracks.iter().zip(&self.field.lines) {
            if rising && track.step.1 <= track.step.0 {
                continue;
            }
            let (strand, line) = lines.place(x);
            for &(across, up) in track.starts.iter().filter(|(across, _)| *across <= x) {
                // The marks that many rows below these, which may begin and end within a word.
                let rows = [words.start, words.end].map(|word| (word as u64 * 64).saturating_sub(up));
                let near =
                    (rows[0] / 64) as usize..(rows[1].div_ceil(64) as usize).min(self.field.marks.stride());
                self.field.marks.each_filled(x - across, near, |word, mut marks| {
                    let row = word as u64 * 64;
                    if row < rows[0] {
                        marks &= u64::MAX << (rows[0] - row);
                    }
                    if row + 64 > rows[1] {
                        marks &= u64::MAX >> (row + 64 - rows[1]);
                    }
                    lines.count((strand, line + row + up), marks);
                });
            }
        }
    }

    fn solve(&mut self, x: u64, words: Range<usize>, timetable: &mut Timetable) {
        self.x = x;
        self.count_rays(x, words.clone(), false);
        for (place, lines) in self.places.iter_mut().zip(&self.field.lines) {
            *place = lines.place(x);
        }
        timetable.begin_column(x, &self.field.marks);
        let passed = &self.field.passed;
        let counted = passed.words.get(x as usize).map_or(0, |words| words.load(Relaxed));
        match counted {
            0 => self.tallies_mut().for_each(Tally::clear),
            _ => self.restore(passed.counts(x), passed.rooms(x)),
        }
        if let Some(existing) = &self.sweep.existing {
            self.exists[words.clone()].fill(0);
            let rows = (words.start as u64 * 64, (words.end as u64 * 64).min(self.sweep.height));
            squares(existing, x, rows, &mut self.exists);
        }
        if let Some(guards) = &self.sweep.guards {
            guards.fill(x, (words.start, words.end), &mut self.masks);
        }
        let mut word = words.start;
        // Below the diagonal of a mirrored game, and below this tile, the marks are known.
        if self.sweep.mirrored {
            word = word.max((x / 64) as usize);
        }
        let known = if self.sweep.mirrored && word == (x / 64) as usize { word + 1 } else { word };
        let known = counted..known.min(self.field.marks.stride());
        let field = self.field;
        field.marks.each_filled(x, known.clone(), |below, marks| {
            ones([marks]).for_each(|bit| {
                self.count_mark(below as u64 * 64 + bit);
            });
        });
        if self.late {
            (known.start..known.end.min(word)).for_each(|below| self.count_late(below as u64 * 64));
        }
        while word < words.end {
            if self.late {
                self.count_late(word as u64 * 64);
            }
            if !self.is_open() {
                break;
            }
            word = self.skip(word, words.end);
            if word == words.end {
                break;
            }
            self.solve_word(word, timetable);
            word += 1;
        }
        if let Some(counted) = passed.words.get(x as usize) {
            counted.store(words.end, Relaxed);
            self.keep(passed.counts(x), passed.rooms(x));
        }
        timetable.end_column(x, &self.field.marks);
    }

    /// The next word that may have a mark: of most games most words are ruled out by the lines alone.
    fn skip(&self, word: usize, end: usize) -> usize {
        if self.late {
            return word;
        }
        if let [Kind { tallies, tracks, .. }] = &self.kinds[..]
            && let ([tally], [tracks]) = (&tallies[..], &tracks[..])
            && let (true, &[one, two]) = (tally.room >= 0, &tracks[..])
        {
            let place = |track: usize| {
                let (strand, line) = self.places[track];
                (&self.field.lines[track], strand, line)
            };
            return first_open(tally.room as u64, &[place(one), place(two)], word..end);
        }
        let open = |word: &usize| {
            self.kinds.iter().any(|kind| {
                let fits = |(tally, tracks): (&Tally, &Vec<usize>)| {
                    let least = |&track: &usize| {
                        let (strand, line) = self.places[track];
                        self.field.lines[track].least(strand, line + *word as u64 * 64)
                    };
                    tally.room >= 0 && tracks.iter().map(least).sum::<u64>() <= tally.room as u64
                };
                !kind.never && kind.tallies.iter().zip(&kind.tracks).all(fits)
            })
        };
        (word..end).find(open).unwrap_or(end)
    }

    fn tallies_mut(&mut self) -> impl Iterator<Item = &mut Tally> {
        self.kinds.iter_mut().flat_map(|kind| &mut kind.tallies)
    }

    fn restore(&mut self, counts: &[AtomicI64], rooms: &[AtomicI64]) {
        let mut counts = counts.iter();
        for (tally, room) in self.tallies_mut().zip(rooms) {
            tally.column.iter_mut().zip(&mut counts).for_each(|(slot, count)| *slot = count.load(Relaxed));
            tally.room = room.load(Relaxed);
        }
    }

    fn keep(&self, counts: &[AtomicI64], rooms: &[AtomicI64]) {
        let mut counts = counts.iter();
        for (tally, room) in self.kinds.iter().flat_map(|kind| &kind.tallies).zip(rooms) {
            tally.column.iter().zip(&mut counts).for_each(|(slot, count)| count.store(*slot, Relaxed));
            room.store(tally.room, Relaxed);
        }
    }

    /// Whether any case still has room in this column: what its marks leave never grows again.
    fn is_open(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.never && kind.tallies.iter().all(|tally| tally.room >= 0))
    }

    fn solve_word(&mut self, word: usize, timetable: &mut Timetable) {
        let from = word as u64 * 64;
        let beyond = (from + 64).saturating_sub(self.sweep.height);
        let mut open = self.exists[word] & u64::MAX >> beyond;
        if self.sweep.mirrored && from < self.x {
            open &= u64::MAX << (self.x - from);
        }
        let mut mask = self.fitting(word, open, timetable);
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let y = from + u64::from(bit);
            let kind = if self.kinds.len() == 1 { 0 } else { self.masks.case_of(y) };
            if !self.confirm(kind, from, y) {
                continue;
            }
            self.field.marks.set(self.x, y);
            self.set += 1;
            if self.sweep.mirrored && y < self.sweep.width && y != self.x {
                self.field.marks.set(y, self.x);
                self.set += 1;
            }
            let counted = self.count_mark(y);
            if timetable.mark_in_column((self.x, y)) || counted {
                mask = self.fitting(word, mask, timetable);
            }
        }
    }

    /// Counts a mark for the rows above it in its column, unless that begins late; `false` if there is nothing to count.
    fn count_mark(&mut self, y: u64) -> bool {
        let mut counted = false;
        for tally in self.kinds.iter_mut().flat_map(|kind| &mut kind.tallies) {
            for ray in 0..tally.verticals.len() {
                let ray = tally.verticals[ray];
                if !is_late(&ray) {
                    tally.add(y + ray.up, ray.stride);
                    counted = true;
                }
            }
        }
        counted
    }

    /// Which of the open rows of a word the lines and the marks in the column leave room for.
    #[inline]
    fn fitting(&self, word: usize, open: u64, timetable: &Timetable) -> u64 {
        let from = word as u64 * 64;
        let mut all = 0;
        for (index, kind) in self.kinds.iter().enumerate() {
            let mut mask = if kind.never { 0 } else { open & self.masks.word(index, word) };
            for (tally, tracks) in kind.tallies.iter().zip(&kind.tracks) {
                if mask == 0 {
                    break;
                }
                mask &= self.tally_fits(tally, tracks, from);
            }
            if mask != 0 {
                mask &= !timetable.shade(index, word, self.x);
            }
            all |= mask;
        }
        all
    }

    /// The lines of some tracks through the 64 rows from a given one.
    #[inline]
    fn lines_at<'b>(&'b self, tracks: &'b [usize], row: u64) -> impl Iterator<Item = Place<'b>> {
        tracks.iter().map(move |&track| {
            let (strand, line) = self.places[track];
            (&self.field.lines[track], strand, line + row)
        })
    }

    #[inline]
    fn tally_fits(&self, tally: &Tally, tracks: &[usize], from: u64) -> u64 {
        if tally.room < 0 {
            return 0;
        }
        if let [count] = tally.column[..] {
            return at_most((tally.limit - count) as u64, self.lines_at(tracks, from));
        }
        // The room differs by residue of the row.
        let residues = tally.column.len();
        let start = from as usize % residues;
        let (mut fits, mut room) = (0, tally.room);
        while room >= 0 {
            let (mut classes, mut next) = (0, -1);
            for (residue, count) in tally.column.iter().enumerate() {
                let here = tally.limit - count;
                if here == room {
                    let bit = residue + if residue < start { residues } else { 0 } - start;
                    classes |= tally.classes[bit];
                } else if here < room {
                    next = next.max(here);
                }
            }
            fits |= classes & at_most(room as u64, self.lines_at(tracks, from));
            room = next;
        }
        fits
    }

    /// Counts the marks whose rays within the column begin late, or in another column, up to and including a row.
    fn count_late(&mut self, row: u64) {
        let x = self.x;
        for tally in self.kinds.iter_mut().flat_map(|kind| &mut kind.tallies) {
            for ray in 0..tally.verticals.len() {
                let ray = tally.verticals[ray];
                if !is_late(&ray) || ray.across > x {
                    continue;
                }
                let begun = self.field.marks.rows(x - ray.across, row as i64 - 63 - ray.up as i64);
                for bit in ones([begun]) {
                    // The bit of a row below 0 is never set, so this is not negative.
                    tally.add(row + bit - 63, ray.stride);
                }
            }
        }
    }

    /// Decides a square that the counts up to the first row of its word leave room for.
    fn confirm(&self, kind: usize, from: u64, y: u64) -> bool {
        let x = self.x;
        let kind = &self.kinds[kind];
        for (tally, tracks) in kind.tallies.iter().zip(&kind.tracks) {
            let marked = |a: u64, b: u64| a <= x && b <= y && self.field.marks.is_set(x - a, y - b);
            let mut extra = tally.singles.iter().filter(|(a, b)| marked(*a, *b)).count() as i64;
            for ray in tally.verticals.iter().filter(|ray| is_late(ray)) {
                let begun = (from + 1..=y).filter(|row| (y - row).is_multiple_of(ray.stride));
                extra += begun.filter(|row| marked(ray.across, y - row + ray.up)).count() as i64;
            }
            if extra > 0 {
                let room = tally.limit - tally.column[(y % tally.column.len() as u64) as usize] - extra;
                if room < 0 {
                    return false;
                }
                if at_most(room as u64, self.lines_at(tracks, y)) & 1 == 0 {
                    return false;
                }
            }
        }
        !self.sweep.misere || self.has_unmarked_option(&kind.moves, y)
    }

    fn has_unmarked_option(&self, moves: &RaySet, y: u64) -> bool {
        let x = self.x;
        let existing = self.sweep.existing.as_ref();
        let unmarked = |a: u64, b: u64| {
            a <= x
                && b <= y
                && existing.is_none_or(|p| p.at(&[(x - a) as i64, (y - b) as i64, 0, 0]))
                && !self.field.marks.is_set(x - a, y - b)
        };
        moves.singles.iter().any(|&(a, b)| unmarked(a, b))
            || moves.tails.iter().any(|tail| {
                let (mut a, mut b) = tail.start;
                while a <= x && b <= y {
                    if unmarked(a, b) {
                        return true;
                    }
                    (a, b) = (a + tail.step.0, b + tail.step.1);
                }
                false
            })
    }
}

/// Whether a mark counts in its own column only from some rows above it, or in another column.
fn is_late(ray: &Vertical) -> bool {
    ray.across > 0 || ray.up > ray.stride
}
