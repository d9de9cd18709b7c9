//! Recognising, by meaning, the games whose options lie on rays.
//!
//! Rook, bishop, k-bishop, strides, `(p,q)`-diagonals, a few single removals and any boolean class of them: from a
//! square such a game sees only finitely many lines, and the fast solvers ([`columns`](super::columns),
//! [`board`](super::board), [`grundy`](super::grundy)) need only know how many marked squares each line holds so far.
//! [`RayGame::recognise`] turns a checked [`Ruleset`] into that description, or says why it is not such a game. It looks
//! at what the formulas mean, not at how they are written, and what it returns is proved equal to the rules for *all*
//! removals, not only for those it tried: see `rays/lines.rs` for the argument.
//!
//! **One form for all twists.** Let the *marked* squares be the P-positions; for `comply`, the N-positions. A square that
//! exists is marked if and only if, for every [`Counter`], at most `limit` of its options in the counter's set are marked. Which
//! counters there are, the [`WinningLaw`](super::twist::WinningLaw) of the game says. Misère play adds a condition on marked squares: see
//! [`RayGame::misere`].
//!
//! ```
//! use wythoff_rules::Game;
//! use wythoff_solve::rays::{RayGame, Tail};
//! let nim = Game::named("nim")?;
//! let game = RayGame::recognise(nim.ruleset().ok_or("two piles")?)?;
//! assert_eq!(game.counters()[0].set.tails, [
//!     Tail { start: (1, 0), step: (1, 0) },
//!     Tail { start: (0, 1), step: (0, 1) },
//! ]);
//! assert!(game.is_symmetric());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cases;
mod lines;
mod lookup;
mod set;
pub(crate) mod setup;

pub use set::lcm;
pub use set::{RaySet, Tail};

pub use super::twist::Marks;

use super::predicate::{CompileError, Predicate};
use super::twist::WinningLaw;
use lookup::{Lookup, without_points};
use set::LineSet;
use wythoff_rules::Symmetry;
use wythoff_rules::game::Game;
use wythoff_rules::ruleset::{Atom, Formula, Play, Ruleset, Term, Twist, Var};

/// Why a ruleset is not a game of rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRays {
    /// The game has memory.
    #[error("the game has memory")]
    Memory,
    /// Which removals are moves depends on the position.
    #[error("which removals are moves depends on the position")]
    DependsOnPosition,
    /// The moves are stated with Beatty sequences.
    #[error("the moves are stated with Beatty sequences")]
    Beatty,
    /// The rules ask for automata.
    #[error("the rules load automata, so the moves are not finitely many lines")]
    Automaton,
    /// The moves fill a sector of the plane rather than lines.
    #[error("the moves fill an area, not finitely many lines")]
    TwoDimensional,
    /// The numbers in the rules are too large for the recogniser.
    #[error("the numbers in the rules are too large to find the lines of the game")]
    TooLarge,
}

impl From<CompileError> for NotRays {
    fn from(error: CompileError) -> NotRays {
        match error {
            CompileError::TooLarge => NotRays::TooLarge,
            CompileError::Beatty => NotRays::Beatty,
            CompileError::Automaton => NotRays::Automaton,
        }
    }
}

/// A set of removals, and how many marked options in it a marked square may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The removals that count.
    pub set: RaySet,
    /// The most marked options among them.
    pub limit: u64,
}

/// A game whose options lie on finitely many lines. Immutable; proved equal to the ruleset it came from.
#[derive(Clone, Debug)]
pub struct RayGame {
    counters: Vec<Counter>,
    moves: RaySet,
    marks: Marks,
    /// Whether a marked square needs an option that is not.
    leaves_unmarked: bool,
    position: Option<Formula>,
    never: bool,
    symmetric: bool,
}

/// How many kinds of signature the recogniser keeps apart, at most.
const MOST_COUNTERS: usize = 64;
/// Removals for which formulas are evaluated stay below this.
const BOUND: u64 = 1 << 40;

impl RayGame {
    /// Finds the rays of a ruleset.
    ///
    /// # Errors
    /// [`NotRays`] says why the ruleset is not a game of rays, or not recognisably one.
    pub fn recognise(rules: &Ruleset) -> Result<RayGame, NotRays> {
        if rules.imitation.is_some() {
            return Err(NotRays::Memory);
        }
        let signature = signature(rules)?;
        let every = restrict(&signature, &|_| true);
        let WinningLaw { marks, conditions, leaves_unmarked, never } =
            WinningLaw::of(rules, &occurring(&signature), MOST_COUNTERS).ok_or(NotRays::TooLarge)?;
        let counters = conditions
            .into_iter()
            .map(|condition| Counter {
                set: restrict(&signature, &|mask| condition.among.has(mask)),
                limit: condition.most,
            })
            .collect();
        let counters = needed(counters);
        let mirrored = |counter: &Counter| {
            let mirror = counter.set.transposed();
            counters.iter().any(|other| {
                other.limit == counter.limit
                    && mirror.is_subset_of(&other.set)
                    && other.set.is_subset_of(&mirror)
            })
        };
        let symmetric =
            rules.position.as_ref().is_none_or(symmetric_formula) && counters.iter().all(mirrored);
        Ok(RayGame {
            counters,
            moves: every,
            marks,
            leaves_unmarked,
            position: rules.position.clone(),
            never,
            symmetric,
        })
    }

    /// The moves by the `block` or `comply` lines to whose classes they belong: for each set of lines that occurs (bit `i` for line
    /// `i`), the removals that are in these classes and in no other.
    ///
    /// # Errors
    /// As for [`RayGame::recognise`].
    pub fn by_lines(rules: &Ruleset) -> Result<Vec<(u16, RaySet)>, NotRays> {
        if rules.imitation.is_some() {
            return Err(NotRays::Memory);
        }
        let signature = signature(rules)?;
        let occurring = occurring(&signature).into_iter();
        // There are at most 16 lines.
        Ok(occurring.map(|lines| (lines as u16, restrict(&signature, &|other| other == lines))).collect())
    }

    /// The game with the piles exchanged.
    #[must_use]
    pub fn transposed(&self) -> RayGame {
        let counter = |c: &Counter| Counter { set: c.set.transposed(), limit: c.limit };
        let exchanged = |var| match var {
            Var::X => Var::Y,
            Var::Y => Var::X,
            other => other,
        };
        RayGame {
            counters: self.counters.iter().map(counter).collect(),
            moves: self.moves.transposed(),
            position: self.position.as_ref().map(|formula| rename(formula, &exchanged)),
            ..self.clone()
        }
    }

    /// The same game, of which nothing is known about exchanging the piles: solvers then solve both sides of the diagonal.
    #[must_use]
    pub fn on_both_sides(self) -> RayGame {
        RayGame { symmetric: false, ..self }
    }

    /// The counters; a square is marked if and only if none of them exceeds its limit.
    #[must_use]
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// All moves.
    #[must_use]
    pub fn moves(&self) -> &RaySet {
        &self.moves
    }

    /// Which squares are marked.
    #[must_use]
    pub fn marks(&self) -> Marks {
        self.marks
    }

    /// Whether a marked P-position must, besides, have at least one option that is not P (misère play: with every option
    /// blocked the player to move could not move, and would win). Comply games have this in their counters already. Then some
    /// counter counts all moves.
    #[must_use]
    pub fn misere(&self) -> bool {
        self.leaves_unmarked
    }

    /// Which squares exist, if not all do.
    #[must_use]
    pub fn position(&self) -> Option<&Formula> {
        self.position.as_ref()
    }

    /// Whether no square is ever marked (`comply 0` in normal play, where everything is P).
    #[must_use]
    pub fn never_marked(&self) -> bool {
        self.never
    }

    /// Whether exchanging the piles is known to change nothing.
    ///
    /// This is decided, not guessed from the spelling; only Beatty sequences in `position` count as not symmetric.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The same game on squares up to (x, y) only: without the counters that cannot exceed their limit there. Where an option has
    /// to be left that is not marked, the counter of all moves tells how many are marked, so it stays, with no more room than needed.
    #[must_use]
    pub(crate) fn within(&self, x: u64, y: u64) -> RayGame {
        let counter = |counter: &Counter| {
            let most = counter.set.most_within(x, y);
            let kept = most > counter.limit || self.leaves_unmarked && self.counts_all(counter);
            kept.then(|| Counter { limit: counter.limit.min(most), ..counter.clone() })
        };
        RayGame { counters: self.counters.iter().filter_map(counter).collect(), ..self.clone() }
    }

    /// Whether a counter counts every move.
    pub(crate) fn counts_all(&self, counter: &Counter) -> bool {
        self.moves.is_subset_of(&counter.set)
    }

    /// Whether the rays and what is counted on them are the same; which squares exist is not compared.
    pub(crate) fn same_rays(&self, other: &RayGame) -> bool {
        self.counters == other.counters
            && self.moves == other.moves
            && (self.marks, self.leaves_unmarked, self.never)
                == (other.marks, other.leaves_unmarked, other.never)
    }

    /// A number that differs for different games: what a saved state is recognised by.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        // Earlier versions wrote the play here, and their saved states go on.
        let play = if self.leaves_unmarked { Play::Misere } else { Play::Normal };
        let text = format!(
            "{:?} {:?} {:?} {play:?} {:?} {}",
            self.counters, self.moves, self.marks, self.position, self.never
        );
        wythoff_rules::identity::checksum(text.as_bytes())
    }
}

/// Are positions of a game that differ only in the order of the piles alike? Then only x ≤ y (≤ z …) is listed.
pub fn is_symmetric(game: &Game) -> bool {
    symmetry(game) == Symmetry::Yes
}

/// What is known about exchanging the piles of a game: by its formulas or by its rays.
pub fn symmetry(game: &Game) -> Symmetry {
    let Some(rules) = game.ruleset() else { return Symmetry::Yes };
    match rules.symmetry() {
        Symmetry::NotSeen => {}
        known => return known,
    }
    match RayGame::recognise(rules) {
        Ok(rays) if rays.is_symmetric() => Symmetry::Yes,
        // Without a twist and with all squares the moves are all there is, and rays are compared exactly.
        Ok(_) if rules.twist == Twist::None && rules.position.is_none() => Symmetry::No,
        _ => Symmetry::NotSeen,
    }
}

/// For every removal: zero for no move, else one more than the set of classes it is in.
fn signature(rules: &Ruleset) -> Result<lines::Signature, NotRays> {
    let moves = Predicate::of_moves(&rules.moves, BOUND, None)?;
    let classes: Vec<&Formula> = rules.twist.classes();
    if classes.len() > 16 {
        return Err(NotRays::TooLarge);
    }
    let classes = classes
        .iter()
        .map(|class| Predicate::compile(class, &rules.moves, BOUND, None))
        .collect::<Result<Vec<_>, _>>()?;
    let all: Vec<&Predicate> = std::iter::once(&moves).chain(&classes).collect();
    if all.iter().any(|p| p.mentions(Var::X) || p.mentions(Var::Y)) {
        return Err(NotRays::DependsOnPosition);
    }
    // Single removals tell nothing about others, so lines are looked for without them.
    let mut points = Vec::new();
    let without: Vec<Predicate> =
        all.iter().map(|predicate| without_points(predicate, &mut points)).collect();
    points.sort_unstable();
    points.dedup();
    let mut signature = lines::analyse(&without.iter().collect::<Vec<_>>(), &value_by(&without))?;
    let value = value_by(all);
    signature.correct(points.into_iter().map(|point| (point, value(point))))?;
    Ok(signature)
}

/// The value of a removal: the first predicate says whether it is a move, the others in which classes.
fn value_by<'a>(predicates: impl IntoIterator<Item = &'a Predicate>) -> impl Fn((u64, u64)) -> u32 {
    let lookups: Vec<Lookup<'a>> = predicates.into_iter().map(Lookup::new).collect();
    move |(s, t): (u64, u64)| {
        let point = [0, 0, s as i64, t as i64];
        match &lookups[..] {
            [moves, classes @ ..] if (s, t) != (0, 0) && moves.at(&point) => {
                1 + classes.iter().enumerate().map(|(i, class)| u32::from(class.at(&point)) << i).sum::<u32>()
            }
            _ => 0,
        }
    }
}

/// The removals whose set of classes satisfies a condition.
fn restrict(signature: &lines::Signature, keep: &dyn Fn(u32) -> bool) -> RaySet {
    let wanted = |value: u32| value > 0 && keep(value - 1);
    let mut sets: Vec<LineSet> = signature
        .lines
        .iter()
        .map(|line| LineSet {
            origin: line.origin,
            direction: line.direction,
            modulus: signature.modulus,
            members: line.values.iter().map(|&value| wanted(value)).collect(),
        })
        .collect();
    // Rooks first, so that the removals that a band shares with them belong to the rook rays.
    sets.sort_by_key(|line| line.direction.0 > 0 && line.direction.1 > 0);
    let loose: Vec<(u64, u64)> =
        signature.loose.iter().filter(|(_, value)| wanted(*value)).map(|(removal, _)| *removal).collect();
    RaySet::from_lines(&sets, &loose)
}

/// The sets of classes in which there is a move.
fn occurring(signature: &lines::Signature) -> Vec<u32> {
    let mut occurring: Vec<u32> = signature
        .lines
        .iter()
        .flat_map(|line| line.values.iter().copied())
        .chain(signature.loose.iter().map(|(_, value)| *value))
        .filter(|value| *value > 0)
        .map(|value| value - 1)
        .collect();
    occurring.sort_unstable();
    occurring.dedup();
    occurring
}

/// Drops counters that can never exceed their limit while another one does not.
fn needed(counters: Vec<Counter>) -> Vec<Counter> {
    let mut kept: Vec<Counter> = Vec::new();
    for counter in counters {
        let follows = |from: &Counter, by: &Counter| by.limit <= from.limit && from.set.is_subset_of(&by.set);
        if counter.set.is_empty() || kept.iter().any(|other| follows(&counter, other)) {
            continue;
        }
        kept.retain(|other| !follows(other, &counter));
        kept.push(counter);
    }
    kept
}

/// Whether a formula over `x, y` means the same after exchanging the two: decided as the lines of a game are, by asking
/// where it differs from its mirror image.
fn symmetric_formula(formula: &Formula) -> bool {
    let image = |x: Var, y: Var| {
        let renamed = rename(formula, &|var| if var == Var::X { x } else { y });
        Predicate::compile(&renamed, &[], BOUND, None)
    };
    let (Ok(here), Ok(there)) = (image(Var::S, Var::T), image(Var::T, Var::S)) else { return false };
    let differs = |(s, t): (u64, u64)| {
        let point = [0, 0, s as i64, t as i64];
        u32::from(here.at(&point) != there.at(&point))
    };
    lines::analyse(&[&here, &there], &differs)
        .is_ok_and(|signature| restrict(&signature, &|_| true).is_empty())
}

fn rename(formula: &Formula, to: &dyn Fn(Var) -> Var) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Move(_) => formula.clone(),
        Formula::Compare(term, relation) => Formula::Compare(rename_term(term, to), *relation),
        Formula::Beatty(term, real) => Formula::Beatty(rename_term(term, to), real.clone()),
        Formula::Regular(terms, set) => {
            Formula::Regular(terms.iter().map(|term| rename_term(term, to)).collect(), set.clone())
        }
        Formula::And(list) => Formula::And(list.iter().map(|f| rename(f, to)).collect()),
        Formula::Or(list) => Formula::Or(list.iter().map(|f| rename(f, to)).collect()),
        Formula::Not(inner) => Formula::Not(Box::new(rename(inner, to))),
    }
}

fn rename_term(term: &Term, to: &dyn Fn(Var) -> Var) -> Term {
    let rename = |atom: &Atom| match atom {
        Atom::Var(var) => Atom::Var(to(*var)),
        Atom::Abs(inner) => Atom::Abs(Box::new(rename_term(inner, to))),
        Atom::Mod(inner, modulus) => Atom::Mod(Box::new(rename_term(inner, to)), *modulus),
    };
    Term {
        constant: term.constant,
        parts: term.parts.iter().map(|(factor, atom)| (*factor, rename(atom))).collect(),
    }
}
