//! A look at small squares: there the rules can simply be tried, move by move, before any automaton of options is built.
//!
//! Most wrong claims are wrong near the origin. Those are refuted here in no time, also where the automata of the whole proof would outgrow
//! every limit. This can only refute: a claim that looks right is proved as if nothing had been looked at. So the meaning of
//! the rules may come from their plain evaluation, which the proof does not use.

use dashu_int::UBig;

use super::chain::Word;
use super::play::previous_player_wins;
use super::read::classes;
use super::squares::Checker;
use super::{Undecided, Verdict};
use wythoff_budget::Budget;
use wythoff_rules::Formula;
use wythoff_rules::evaluate::Point;

/// At the beginning, the squares with both piles up to this: a thousand removals.
pub(super) const NEAR: u64 = 7;

/// The same when a limit has ended the proof: a quarter of a million removals.
pub(super) const FARTHER: u64 = 31;

/// The contradiction with the shortest word on the squares with both piles up to a size, if there is one.
///
/// # Errors
/// If a limit is reached. What cannot be evaluated is passed over.
pub(super) fn contradiction(
    checker: &Checker<'_>,
    most: u64,
    budget: &Budget,
) -> Result<Option<Verdict>, Undecided> {
    let board = Board::new(checker, most);
    let mut found: Option<Word> = None;
    for x in 0..=most {
        budget.check(0, 0)?;
        for y in 0..=most {
            if board.is_wrong(x, y) == Some(true) {
                let word = board.word(x, y);
                found = Some(found.map_or(word.clone(), |least| least.min(word)));
            }
        }
    }
    Ok(found.map(|word| checker.refuted(&word)))
}

struct Board<'b> {
    checker: &'b Checker<'b>,
    /// The digits of 0, 1, 2, …
    digits: Vec<Vec<u32>>,
    /// Which squares the claim says are P, column by column.
    claimed: Vec<Vec<bool>>,
    /// The classes of the `block` or `comply` lines.
    classes: Vec<Formula>,
}

impl<'b> Board<'b> {
    fn new(checker: &'b Checker<'b>, most: u64) -> Board<'b> {
        let digits = (0..=most).map(|n| checker.numeration.digits(&UBig::from(n))).collect();
        let moves = &checker.ruleset.moves;
        let classes = classes(checker.ruleset).into_iter().map(|class| class.with_moves(moves)).collect();
        let mut board = Board { checker, digits, claimed: vec![], classes };
        let claimed = |x: u64| (0..=most).map(|y| board.claims(x, y)).collect();
        board.claimed = (0..=most).map(claimed).collect();
        board
    }

    /// The letters of a square.
    fn word(&self, x: u64, y: u64) -> Word {
        let (x, y) = (&self.digits[x as usize], &self.digits[y as usize]);
        let (length, base) = (x.len().max(y.len()), self.checker.numeration.digit_count());
        let digit = |number: &[u32], place: usize| match place.checked_sub(length - number.len()) {
            Some(at) => number[at],
            None => 0,
        };
        Word::new((0..length).map(|place| digit(x, place) * base + digit(y, place)).collect())
    }

    fn claims(&self, x: u64, y: u64) -> bool {
        let (word, claim) = (self.word(x, y), self.checker.claim);
        let start = claim.starts()[word.letters().len() % self.checker.numeration.phases()];
        claim.accepts(word.letters().iter().fold(start, |state, &letter| claim.step(state, letter)))
    }

    /// Whether the claim contradicts the rules at a square; `None` if a rule cannot be evaluated there.
    fn is_wrong(&self, x: u64, y: u64) -> Option<bool> {
        let (rules, claimed) = (self.checker.ruleset, self.claimed[x as usize][y as usize]);
        if !rules.exists(&Point::small(x, y, 0, 0)).ok()? {
            return Some(claimed);
        }
        let (mut p, mut n) = (vec![0; self.checker.signatures], vec![0; self.checker.signatures]);
        for s in 0..=x {
            for t in 0..=y {
                let at = Point::small(x, y, s, t);
                if !rules.is_move(&at).ok()? {
                    continue;
                }
                let mut signature = 0;
                for (line, class) in self.classes.iter().enumerate() {
                    signature |= usize::from(class.holds_at(&at).ok()?) << line;
                }
                let target = self.claimed[(x - s) as usize][(y - t) as usize];
                *(if target { &mut p } else { &mut n }).get_mut(signature)? += 1;
            }
        }
        Some(previous_player_wins(rules, &p, &n) != claimed)
    }
}
