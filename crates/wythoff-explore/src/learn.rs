//! What a player learns from one who knows how to win: imitation-nim, sections 4.1.1–4.1.3.
//!
//! The first player, the winner, knows the P-positions and takes no risks; the second, the learner, knows none of them, and plays so
//! that she shows as many as possible. The game is played again and again, from positions that are N, and what he saw he keeps.
//!
//! - *(p,m)-Wythoff Nim.* From the pair (a, b) that she moved to he moves to (a, b − 1). For p = 1 she has to answer with the pair before
//!   it, so that one game shows all pairs below the first one (4.1.1). For p > 1 she has p pairs to choose from, and conceals all but
//!   one of them (4.1.2): a pair is *stable* if it is the lowest of its difference, and she moves to stable ones.
//! - *(p,m)-Imitation Nim.* Where she takes tokens from the smaller pile, he imitates her, so far as the rules let him, towards a difference
//!   that is a multiple of m; else he takes as few tokens as the rules let him from the larger pile (4.1.3). Where she has to tempt, she
//!   has no choice of pair, and every one of the p pairs comes up.
//!
//! The paper says that there is no other strategy for him in (p,m)-Wythoff Nim, of learners who forbid nothing. In simulations one who
//! forbids pairs that he knows makes her show others ([`LearnerStyle::Forbidding`]).
//!
//! A pair is shown if she moves to it, or, in Imitation Nim, if she moves to where only an imitation too many would lead to it. What she
//! forbids shows nothing: she may forbid more than she needs to.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::learn::{Lesson, LessonKind};
//! let lesson = Lesson::new(LessonKind::Wythoff, 1, 1)?;
//! let game = lesson.game((30, 33), 7, &[]);
//! assert_eq!(game.moves[0], (4, 7));
//! assert_eq!(game.shown, [3, 2, 1, 0]);
//! let table = lesson.table(5, 2, &Budget::default())?;
//! assert!(table.rows[0].known.least <= table.rows[2].known.least);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use wythoff_budget::{Budget, Limit};
use wythoff_rules::game::Game;
use wythoff_rules::{Block, Ruleset, Twist};
use wythoff_solve::beatty::same_rules;
use wythoff_solve::sequence::{ParameterError, PmPairs};

/// Which of two games with the same pairs is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonKind {
    /// (p,m)-Wythoff Nim.
    Wythoff,
    /// (p,m)-Imitation Nim.
    Imitation,
}

/// How the winner chooses among the moves that win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinnerStyle {
    /// A stable pair if there is one, and of those the lowest: she shows as little as she can.
    #[default]
    Concealing,
    /// Any of them, drawn from the seed.
    Careless,
}

/// What the learner does besides moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LearnerStyle {
    /// Nothing: the strategy of the paper.
    #[default]
    Plain,
    /// In (p,m)-Wythoff Nim he forbids pairs that he knows, as many as he may, so that she has to show others.
    Forbidding,
}

/// A game that is to be learned, and how.
#[derive(Clone, Debug)]
pub struct Lesson {
    kind: LessonKind,
    p: u32,
    m: u32,
    size: u32,
    /// How the winner chooses.
    pub winner: WinnerStyle,
    /// What the learner does.
    pub learner: LearnerStyle,
    pairs: Pairs,
}

/// The pairs with a member up to some number, and to which of them a number belongs.
#[derive(Clone, Debug)]
struct Pairs {
    all: Vec<(u32, u32)>,
    of: Vec<usize>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedGame {
    /// Where it began.
    pub start: (u32, u32),
    /// The positions after every move, the winner's first.
    pub moves: Vec<(u32, u32)>,
    /// The indices of the pairs that were shown, in this order.
    pub shown: Vec<usize>,
}

/// Numbers over several seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedCounts {
    /// The least.
    pub least: usize,
    /// The sum of all.
    pub sum: usize,
    /// The greatest.
    pub most: usize,
}

/// What is known after some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnRow {
    /// After so many games.
    pub games: u32,
    /// How many pairs are known.
    pub known: SeedCounts,
    /// How many pairs are known without a gap, from (0, 0) on.
    pub unbroken: SeedCounts,
}

/// How fast the pairs become known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnTable {
    /// How many pairs can come up.
    pub pairs: usize,
    /// Over so many seeds.
    pub seeds: u32,
    /// After 1, 2, 5, 10, … games.
    pub rows: Vec<LearnRow>,
    /// The first game of the first seed.
    pub first: LearnedGame,
    /// Which game of the first seed revealed which pair (its index), in this order. The games are counted from 1.
    pub revealed: Vec<(u32, usize)>,
}

/// Why there is nothing to learn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLesson {
    /// Another game.
    #[error(
        "{0} cannot be learned here: the strategies of learning are for (p,m)-Wythoff Nim, as in (2,1)WN, and (p,m)-Imitation Nim, as in (2,1)IN"
    )]
    Game(String),
    /// Parameters that make no game.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A size or a number that is too large or too small.
    #[error("{what} has to be from {least} to {most}")]
    Range {
        /// What it is.
        what: &'static str,
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// Piles at the start, if nothing is said.
pub const SIZE: u32 = 100;
const SIZES: (u32, u32) = (2, 100_000);
const GAMES: (u32, u32) = (1, 1_000_000);
const SEEDS: (u32, u32) = (1, 10_000);
/// m is looked for up to this when a text is recognised.
const WIDEST: u32 = 64;

impl Lesson {
    /// (p,m)-Wythoff Nim or (p,m)-Imitation Nim, p, m ≥ 1.
    ///
    /// # Errors
    /// If p or m is 0.
    pub fn new(kind: LessonKind, p: u32, m: u32) -> Result<Lesson, NoLesson> {
        let pairs = Pairs::up_to(p, m, SIZE)?;
        let (winner, learner) = (WinnerStyle::default(), LearnerStyle::default());
        Ok(Lesson { kind, p, m, size: SIZE, winner, learner, pairs })
    }

    /// The same with games that begin with piles up to this.
    ///
    /// # Errors
    /// [`NoLesson::Range`].
    pub fn with_size(self, size: u32) -> Result<Lesson, NoLesson> {
        let size = within("the size of the piles", size, SIZES)?;
        Ok(Lesson { size, pairs: Pairs::up_to(self.p, self.m, size)?, ..self })
    }

    /// The lesson of a game, if its rules say the same as those of one of the two families.
    ///
    /// # Errors
    /// [`NoLesson::Game`].
    pub fn of_game(game: &Game) -> Result<Lesson, NoLesson> {
        let rules = game.ruleset();
        let found = rules.and_then(recognised).ok_or_else(|| NoLesson::Game(game.label().to_owned()))?;
        let (kind, p, m) = found;
        Lesson::new(kind, p, m)
    }

    /// Which family, and its p and m.
    #[must_use]
    pub fn family(&self) -> (LessonKind, u32, u32) {
        (self.kind, self.p, self.m)
    }

    /// Games begin with piles up to this.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The pair of this index.
    #[must_use]
    pub fn pair(&self, index: usize) -> Option<(u32, u32)> {
        self.pairs.all.get(index).copied()
    }

    /// How many pairs can come up: those with both numbers at most the size.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.all.iter().filter(|(_, b)| *b <= self.size).count()
    }

    /// Is this a position from which the winner, who begins, wins? She does from all but the pairs.
    #[must_use]
    pub fn is_won(&self, (x, y): (u32, u32)) -> bool {
        x <= self.size && y <= self.size && self.pairs.find(x, y).is_none()
    }

    /// One game from a position that is won, by a learner who knows these pairs. From any other position nothing is played.
    #[must_use]
    pub fn game(&self, start: (u32, u32), seed: u64, known: &[usize]) -> LearnedGame {
        let known: BTreeSet<usize> = known.iter().copied().collect();
        self.played(start, &mut Draws::new(seed, 0), &known)
    }

    /// How fast the pairs become known: so many games for each of so many seeds.
    ///
    /// # Errors
    /// [`NoLesson::Range`], and limits.
    pub fn table(&self, games: u32, seeds: u32, budget: &Budget) -> Result<LearnTable, NoLesson> {
        let games = within("the number of games", games, GAMES)?;
        let seeds = within("the number of seeds", seeds, SEEDS)?;
        let marks = marks(games);
        let mut seen: Vec<Vec<(usize, usize)>> = vec![Vec::new(); marks.len()];
        let (mut first, mut revealed) = (None, Vec::new());
        for seed in 0..seeds {
            let mut known = BTreeSet::new();
            for number in 1..=games {
                budget.poll()?;
                budget.report(
                    "games",
                    u64::from(seed) * u64::from(games) + u64::from(number),
                    Some(u64::from(seeds) * u64::from(games)),
                );
                let mut draws = Draws::new(seed.into(), number);
                let start = self.start(&mut draws);
                let played = self.played(start, &mut draws, &known);
                for pair in &played.shown {
                    if known.insert(*pair) && seed == 0 {
                        revealed.push((number, *pair));
                    }
                }
                first.get_or_insert(played);
                if let Some(i) = marks.iter().position(|mark| *mark == number) {
                    let unbroken = (0..).take_while(|index| known.contains(index)).count();
                    seen[i].push((known.len(), unbroken));
                }
            }
        }
        let row = |(games, seen): (&u32, &Vec<(usize, usize)>)| LearnRow {
            games: *games,
            known: SeedCounts::of(seen.iter().map(|(known, _)| *known)),
            unbroken: SeedCounts::of(seen.iter().map(|(_, unbroken)| *unbroken)),
        };
        let first = first.unwrap_or(LearnedGame { start: (0, 0), moves: vec![], shown: vec![] });
        let rows = marks.iter().zip(&seen).map(row).collect();
        Ok(LearnTable { pairs: self.pairs(), seeds, rows, first, revealed })
    }

    /// A position that is won, every one with the same chance.
    fn start(&self, draws: &mut Draws) -> (u32, u32) {
        loop {
            let at = (draws.below(self.size + 1), draws.below(self.size + 1));
            if self.is_won(at) {
                return at;
            }
        }
    }

    fn played(&self, start: (u32, u32), draws: &mut Draws, known: &BTreeSet<usize>) -> LearnedGame {
        let mut game = LearnedGame { start, moves: Vec::new(), shown: Vec::new() };
        if !self.is_won(start) {
            return game;
        }
        let mut known = known.clone();
        let mut state = Memory::at(start);
        // Her moves get the pair nearer to the end every time, so that this ends.
        while let Some(choice) = self.chosen(&state, &known, draws) {
            state = state.after(choice.to, self.m);
            game.moves.push(state.piles);
            if !game.shown.contains(&choice.pair) {
                game.shown.push(choice.pair);
            }
            known.insert(choice.pair);
            let Some(reply) = self.reply(&state) else { break };
            state = state.after(reply, self.m);
            game.moves.push(state.piles);
        }
        game
    }

    /// Is it the lowest pair of its difference?
    fn is_stable(&self, pair: usize) -> bool {
        pair.is_multiple_of(self.p as usize)
    }

    /// The winner's move.
    fn chosen(&self, state: &Memory, known: &BTreeSet<usize>, draws: &mut Draws) -> Option<Choice> {
        let mut choices = match self.kind {
            LessonKind::Wythoff => self.wythoff_choices(state.piles, known),
            LessonKind::Imitation => self.imitation_choices(state),
        };
        choices.sort_unstable_by_key(|choice| (!self.is_stable(choice.pair), choice.pair, choice.to));
        let at = match self.winner {
            WinnerStyle::Concealing => 0,
            WinnerStyle::Careless => draws.below(choices.len().max(1) as u32) as usize,
        };
        choices.get(at).copied()
    }

    /// The pairs that are options in (p,m)-Wythoff Nim and are not forbidden by the learner.
    fn wythoff_choices(&self, (x, y): (u32, u32), known: &BTreeSet<usize>) -> Vec<Choice> {
        let mut found = self.pairs.beside(x, y);
        let mut both: Vec<Choice> = Vec::new();
        let (m, d) = (i64::from(self.m), i64::from(y) - i64::from(x));
        let low = d.div_euclid(m) * m;
        // Differences of pairs are multiples of m; a move on both piles changes the difference by less than m.
        for e in [low, low + m].into_iter().filter(|e| (d - e).abs() < m) {
            let first = (e.unsigned_abs() / u64::from(self.m)) as usize * self.p as usize;
            for (i, (a, b)) in self.pairs.all.iter().enumerate().skip(first).take(self.p as usize) {
                let to = if e >= 0 { (*a, *b) } else { (*b, *a) };
                if to.0 < x && to.1 < y {
                    both.push(Choice { to, pair: i });
                }
            }
        }
        if self.learner == LearnerStyle::Forbidding {
            // He forbids what he knows, and first what she would like best.
            let mut liked: Vec<usize> = both.iter().map(|c| c.pair).filter(|i| known.contains(i)).collect();
            liked.sort_unstable_by_key(|i| (!self.is_stable(*i), *i));
            liked.truncate(self.p as usize - 1);
            both.retain(|choice| !liked.contains(&choice.pair));
        }
        found.extend(both);
        found
    }

    /// All moves that win in (p,m)-Imitation Nim: see [`solve::imitation`](wythoff_solve::imitation).
    fn imitation_choices(&self, state: &Memory) -> Vec<Choice> {
        let (x, y) = state.piles;
        let rank = |pair: usize| self.p - pair as u32 % self.p;
        let mut found = self.pairs.beside(x, y);
        found.retain(|choice| state.imitations(choice.to, self.m) < rank(choice.pair));
        let (low, high) = (x.min(y), x.max(y));
        let count = (state.now + 1).min(self.p);
        let first = (high - low) / self.m * self.p + (self.p - count);
        let pairs = self.pairs.all.iter().enumerate().skip(first as usize).take(count as usize);
        for (pair, (a, _)) in pairs.filter(|(_, (a, _))| *a < low) {
            if x <= y {
                found.push(Choice { to: (*a, y), pair });
            }
            if y <= x {
                found.push(Choice { to: (x, *a), pair });
            }
        }
        found
    }

    /// The learner's move, if he has one.
    fn reply(&self, state: &Memory) -> Option<(u32, u32)> {
        let (x, y) = state.piles;
        let larger = |amount: u32| if x > y { (x - amount, y) } else { (x, y - amount) };
        if self.kind == LessonKind::Wythoff {
            return (x.max(y) > 0).then(|| larger(1));
        }
        let legal = |to: (u32, u32)| state.imitations(to, self.m) < self.p;
        // Imitate her towards a difference that is a multiple of m: she took from the smaller pile only because of such a pair.
        let imitated = state.lead.and_then(|lead| {
            let (rest, other) = if lead.first { (x, y) } else { (y, x) };
            let before = other.checked_sub(rest + lead.amount)?;
            let target = rest + before / self.m * self.m;
            (target < other).then_some(if lead.first { (x, target) } else { (target, y) })
        });
        let smallest = || (1..=x.max(y)).map(larger).find(|to| legal(*to));
        let other = || {
            let less = |amount: u32| if x > y { (x, y - amount) } else { (x - amount, y) };
            (1..=x.min(y)).map(less).find(|to| legal(*to))
        };
        imitated.filter(|to| legal(*to)).or_else(smallest).or_else(other)
    }

    /// What was found, in lines of a table, and the first game.
    #[must_use]
    pub fn lines(&self, table: &LearnTable) -> Vec<String> {
        let mut lines =
            vec![format!("{:>8}{:>10}{:>8}{:>8}{:>10}", "games", "known", "least", "most", "unbroken")];
        for row in &table.rows {
            lines.push(format!(
                "{:>8}{:>10}{:>8}{:>8}{:>10}",
                row.games,
                row.known.mean(table.seeds),
                row.known.least,
                row.known.most,
                row.unbroken.mean(table.seeds)
            ));
        }
        let shown = |position: &(u32, u32)| format!("({}, {})", position.0, position.1);
        let moves: Vec<String> = table.first.moves.iter().take(12).map(shown).collect();
        let more = if table.first.moves.len() > 12 { ", ..." } else { "" };
        lines.push(format!("first game: {}: {}{more}", shown(&table.first.start), moves.join(", ")));
        lines
    }
}

/// A move that wins, and the pair that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    to: (u32, u32),
    pair: usize,
}

impl Pairs {
    /// All pairs that a game with piles up to the size can have to do with.
    fn up_to(p: u32, m: u32, size: u32) -> Result<Pairs, ParameterError> {
        let mut all: Vec<(u32, u32)> = Vec::new();
        let mut of = vec![usize::MAX; size as usize + 1];
        for (a, b) in PmPairs::new(p, m)? {
            if a > u64::from(size) {
                break;
            }
            for number in [a, b] {
                if let Some(slot) = of.get_mut(number as usize) {
                    *slot = all.len();
                }
            }
            all.push((a as u32, u32::try_from(b).unwrap_or(u32::MAX)));
        }
        Ok(Pairs { all, of })
    }

    /// The index of a pair, in any order.
    fn find(&self, x: u32, y: u32) -> Option<usize> {
        let index = *self.of.get(x.min(y) as usize)?;
        (self.all.get(index) == Some(&(x.min(y), x.max(y)))).then_some(index)
    }

    /// The pairs to which a move on one pile leads.
    fn beside(&self, x: u32, y: u32) -> Vec<Choice> {
        let partner = |n: u32| {
            let pair = *self.of.get(n as usize)?;
            let (a, b) = *self.all.get(pair)?;
            Some((if n == a { b } else { a }, pair))
        };
        let down =
            partner(x).filter(|(other, _)| *other < y).map(|(other, pair)| Choice { to: (x, other), pair });
        let left =
            partner(y).filter(|(other, _)| *other < x).map(|(other, pair)| Choice { to: (other, y), pair });
        down.into_iter().chain(left).collect()
    }
}

/// What Imitation Nim remembers: a removal that can be imitated, and how many imitations in a row were made, now and one move ago.
#[derive(Clone, Debug)]
struct Memory {
    piles: (u32, u32),
    lead: Option<Removal>,
    now: u32,
    before: u32,
}

/// Tokens taken from a pile that was not the larger one.
#[derive(Clone, Copy, Debug)]
struct Removal {
    first: bool,
    amount: u32,
}

impl Memory {
    fn at(piles: (u32, u32)) -> Memory {
        Memory { piles, lead: None, now: 0, before: 0 }
    }

    /// How many imitations in a row a move to these piles makes.
    fn imitations(&self, to: (u32, u32), m: u32) -> u32 {
        let (x, y) = self.piles;
        let (first, amount) = if to.0 < x { (true, x - to.0) } else { (false, y - to.1) };
        match self.lead {
            Some(lead) if lead.first != first && (lead.amount..lead.amount + m).contains(&amount) => {
                self.before + 1
            }
            _ => 0,
        }
    }

    fn after(&self, to: (u32, u32), m: u32) -> Memory {
        let (x, y) = self.piles;
        let lead = match (to.0 < x, to.1 < y) {
            (true, false) if x <= y => Some(Removal { first: true, amount: x - to.0 }),
            (false, true) if y <= x => Some(Removal { first: false, amount: y - to.1 }),
            _ => None,
        };
        Memory { piles: to, lead, now: self.imitations(to, m), before: self.now }
    }
}

impl SeedCounts {
    fn of(counts: impl Iterator<Item = usize> + Clone) -> SeedCounts {
        let least = counts.clone().min().unwrap_or(0);
        let most = counts.clone().max().unwrap_or(0);
        SeedCounts { least, sum: counts.sum(), most }
    }

    /// The mean with one decimal, rounded to the nearest.
    #[must_use]
    pub fn mean(&self, seeds: u32) -> String {
        let seeds = seeds.max(1) as usize;
        let tenths = (20 * self.sum + seeds) / (2 * seeds);
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// 1, 2, 5, 10, 20, … and the last number.
fn marks(games: u32) -> Vec<u32> {
    let steps = (0..7).flat_map(|k| [1, 2, 5].map(|n: u32| n * 10u32.pow(k)));
    steps.take_while(|n| *n < games).chain([games]).collect()
}

fn within(what: &'static str, value: u32, (least, most): (u32, u32)) -> Result<u32, NoLesson> {
    match (least..=most).contains(&value) {
        true => Ok(value),
        false => Err(NoLesson::Range { what, least, most }),
    }
}

/// p and m of the family whose rules say the same.
fn recognised(rules: &Ruleset) -> Option<(LessonKind, u32, u32)> {
    let same = |name: String| {
        let named = Game::named(&name).ok()?;
        same_rules(rules, named.ruleset()?).then_some(())
    };
    if let Some(imitation) = rules.imitation {
        let (p, m) = (u32::try_from(imitation.allowed).ok()?, u32::try_from(imitation.width).ok()?);
        return same(format!("({p},{m})IN")).map(|()| (LessonKind::Imitation, p, m));
    }
    let p = match &rules.twist {
        Twist::None => 1,
        Twist::Block(blocks) => match blocks.as_slice() {
            [Block { limit, .. }] => u32::try_from(*limit).ok()?.checked_add(1)?,
            _ => return None,
        },
        Twist::Comply(_) => return None,
    };
    let m = (1..=WIDEST).find(|m| same(format!("({p},{m})WN")).is_some())?;
    Some((LessonKind::Wythoff, p, m))
}

/// Numbers from a seed: SplitMix64 (Steele, Lea and Flood).
struct Draws(u64);

impl Draws {
    fn new(seed: u64, game: u32) -> Draws {
        let mut draws = Draws(seed);
        // Drawn once, so that neighbouring seeds do not give games that are shifts of each other.
        let start = draws.next();
        Draws(start ^ (u64::from(game) << 32))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }
}
