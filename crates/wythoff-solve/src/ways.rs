//! The ways of solving one game: what chooses among them, and falls back from one to the next.
//!
//! [`Ways`] belongs to one game, opens a way when it is first needed and keeps it. It is handed its list of ways: [`WITHOUT_PROOFS`] are
//! those of this crate, and the crate of proofs has a list with its own among them. The order of a list is the order of preference.
//! Automatically chosen are: a proved theorem where there
//! is one; else, for large piles, a certificate, and then a conjecture; else the definition, computed by the quickest solver that
//! can do it; and before a position is refused as too large, a proof that takes little work to find. What an answer rests on is
//! always part of it.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::{Method, Ways};
//! let ways = Ways::without_proofs(Game::named("W^4")?);
//! let at = Position::small(&[11, 28]);
//! let budget = Budget::default();
//! for method in [Method::Auto, Method::Reference, Method::Board, Method::Columns] {
//!     assert!(ways.ask_by(method, &at, &[], &budget)?.outcome.is_p());
//! }
//! assert_eq!(ways.list_to(Method::Auto, 2, &budget)?.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lists;

pub use lists::Lists;

use crate::answer::Ground;
use crate::beatty::{ByConjecture, ByTheorem};
use crate::board::ByBoard;
use crate::columns::ByColumns;
use crate::kinship::Kinship;
use crate::memory_theorem::ByMemoryTheorem;
use crate::nim::ByNimSum;
use crate::reference::ByDefinition;
use crate::stream::Stream;
use crate::way::{Frame, Method, Pane, Reach, Solution, Way, cannot, right_piles};
use crate::{Answer, SolveError, rays};
use std::sync::{Arc, OnceLock};
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::Symmetry;
use wythoff_rules::game::Game;
use wythoff_rules::hint::Hint;
use wythoff_rules::position::Position;

/// The ways that need no proof, the most preferred first.
pub static WITHOUT_PROOFS: [&dyn Way; 7] =
    [&ByMemoryTheorem, &ByNimSum, &ByTheorem, &ByConjecture, &ByDefinition, &ByColumns, &ByBoard];

/// Who asks for a list from a farther index on, or for the number of P-positions before a farther column, waits for a certificate
/// rather than for columns.
const FAR: u32 = 1_000_000;

/// How a solution counts, or that it has no quick way to.
type Counting<'a> = dyn Fn(&dyn Solution) -> Result<Option<Natural>, SolveError> + 'a;
type Opened = OnceLock<Result<Box<dyn Solution>, String>>;

/// The ways of solving one game. Cheap to clone, and to share between threads.
#[derive(Clone, Debug)]
pub struct Ways {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    game: Arc<Game>,
    list: &'static [&'static dyn Way],
    /// As many as there are ways in the list.
    opened: Box<[Opened]>,
    symmetry: OnceLock<Symmetry>,
    kinship: OnceLock<Kinship>,
    /// A proof that was found with little work, or that there was none.
    glanced: OnceLock<Option<Box<dyn Solution>>>,
}

impl Ways {
    /// The ways of a list, for a game. Nothing is opened yet.
    #[must_use]
    pub fn among(list: &'static [&'static dyn Way], game: impl Into<Arc<Game>>) -> Ways {
        Ways {
            shared: Arc::new(Shared {
                game: game.into(),
                list,
                opened: list.iter().map(|_| OnceLock::new()).collect(),
                symmetry: OnceLock::new(),
                kinship: OnceLock::new(),
                glanced: OnceLock::new(),
            }),
        }
    }

    /// The ways of [`WITHOUT_PROOFS`], for a game.
    #[must_use]
    pub fn without_proofs(game: impl Into<Arc<Game>>) -> Ways {
        Ways::among(&WITHOUT_PROOFS, game)
    }

    /// The same ways, unopened, with this solution in place of what the first way of a name would open.
    #[must_use]
    pub fn with_solution(&self, method: Method, solution: Box<dyn Solution>) -> Ways {
        let ways = Ways::among(self.shared.list, Arc::clone(&self.shared.game));
        let mut own = Some(solution);
        for (way, opened) in ways.shared.list.iter().zip(&ways.shared.opened) {
            if way.method() == method
                && let Some(solution) = own.take()
            {
                let _ = opened.set(Ok(solution));
            }
        }
        ways
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.shared.game
    }

    /// The game, to be shared.
    #[must_use]
    pub fn shared_game(&self) -> Arc<Game> {
        Arc::clone(&self.shared.game)
    }

    /// Are positions that differ only in the order of the piles alike? Then only x ≤ y (≤ z …) is listed.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetry() == Symmetry::Yes
    }

    /// What is known about exchanging the piles.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        *self.shared.symmetry.get_or_init(|| rays::symmetry(self.game()))
    }

    /// What the game has to do with the rulebook and the theorems.
    #[must_use]
    pub fn kinship(&self) -> &Kinship {
        self.shared.kinship.get_or_init(|| Kinship::of(self.game()))
    }

    /// The same, as far as it says more than an answer does: what a theorem answers for a game that was called by its name in the
    /// rulebook is its own kin, and looking for others takes longer than the answer.
    #[must_use]
    pub fn kinship_beside(&self, answer: &Answer) -> Option<&Kinship> {
        let known = self.game().entry().is_some() && matches!(answer.ground, Ground::Theorem(_));
        (!known).then(|| self.kinship())
    }

    /// The game solved in a way, or why it cannot be.
    ///
    /// # Errors
    /// [`SolveError::Method`] with the reason.
    pub fn solution(&self, method: Method) -> Result<&dyn Solution, SolveError> {
        let mut why = "there is no such way".to_owned();
        for (i, _) in self.by(method) {
            match self.open(i) {
                Ok(solution) => return Ok(solution),
                Err(reason) => why = reason.to_owned(),
            }
        }
        Err(cannot(self.game(), method, why))
    }

    /// All ways that can do this game, by name, with their reach.
    #[must_use]
    pub fn possible(&self) -> Vec<(Method, Reach)> {
        let mut found: Vec<(Method, Reach)> = Vec::new();
        for (i, way) in self.by(Method::Auto) {
            if let Ok(solution) = self.open(i)
                && !found.iter().any(|(method, _)| *method == way.method())
            {
                found.push((way.method(), solution.reach()));
            }
        }
        found
    }

    /// Everything about a position. `history` gives the positions before it, oldest first, for games with memory.
    ///
    /// # Errors
    /// The wrong number of piles, a square that does not exist, an illegal history, a computation that is too large.
    pub fn ask(
        &self,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        self.ask_by(Method::Auto, position, history, budget)
    }

    /// Everything about a position, by a way of solving.
    ///
    /// # Errors
    /// As for [`Ways::ask`]; a method that cannot do the game says why.
    pub fn ask_by(
        &self,
        method: Method,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        right_piles(self.game(), history.iter().chain([position]))?;
        let auto = method == Method::Auto;
        let suits = |way: &dyn Way| !auto || way.suits(self.game(), position);
        let best = |solution: &dyn Solution| !auto || solution.is_best_for(position);
        let answer =
            self.first_that_can(method, &suits, &best, &|solution| solution.ask(position, history, budget));
        match answer {
            Err(error) if auto => self.glanced(error, position, history, budget),
            answer => answer,
        }
    }

    /// What a proof says that takes little work to find, before a question is refused because a position is too large.
    fn glanced(
        &self,
        error: SolveError,
        position: &Position,
        history: &[Position],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let error = self.explained(error);
        if !matches!(error, SolveError::TooLong { hint: Hint::Proof, .. }) {
            return Err(error);
        }
        if self.shared.glanced.get().is_none() {
            // What the limits of the caller end is tried again at the next question.
            let mut found = None;
            for way in self.shared.list {
                if found.is_none() {
                    found = way.glance(&self.shared.game, budget)?;
                }
            }
            let _ = self.shared.glanced.set(found);
        }
        match self.shared.glanced.get() {
            Some(Some(proved)) => proved.ask(position, history, budget),
            _ => Err(error),
        }
    }

    /// The error with the reason why no theorem helps, if one nearly does, and with what would, if a proof may.
    fn explained(&self, error: SolveError) -> SolveError {
        let SolveError::TooLarge { wanted, possible } = error else { return error };
        let possible = match &self.kinship().not_used {
            Some(why) => format!("{why}; {possible}"),
            None => possible,
        };
        // Nothing is proved yet, and a proof can be looked for.
        let open: Vec<bool> = self
            .by(Method::Automaton)
            .filter(|(i, _)| self.open(*i).is_ok())
            .map(|(_, way)| way.only_when_asked())
            .collect();
        match open[..] {
            [true] => SolveError::TooLong { wanted, possible, hint: Hint::Proof },
            _ => SolveError::TooLarge { wanted, possible },
        }
    }

    /// All P-positions with every pile at most `to`, in lexicographic order; of symmetric games only x ≤ y (≤ z …).
    ///
    /// # Errors
    /// A board that is too large; a method that cannot do the game says why.
    pub fn list_to(&self, method: Method, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.listing(method, false, &|solution| solution.list_to(to, budget))
    }

    /// The piles of what [`Ways::list_to`] lists, one position after the other: for lists of millions.
    ///
    /// # Errors
    /// As for [`Ways::list_to`].
    pub fn piles_to(&self, method: Method, to: u32, budget: &Budget) -> Result<Vec<u64>, SolveError> {
        // Columns are quicker than any formula.
        if method == Method::Auto {
            match self.solution(Method::Columns).and_then(|columns| columns.piles_to(to, budget)) {
                Err(error) if error.is_of_the_way() || error.hint().is_some() => {}
                piles => return piles,
            }
        }
        self.listing(method, false, &|solution| solution.piles_to(to, budget))
    }

    /// `count` P-positions from the n-th on, in lexicographic order; of symmetric games only x ≤ y (≤ z …).
    ///
    /// # Errors
    /// An index that is too large to count up to; a method that cannot do the game says why.
    pub fn list_from(
        &self,
        method: Method,
        from: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        self.listing(method, is_far(from), &|solution| solution.list_from(from, count, budget))
    }

    /// The first P-positions: [`Ways::list_from`] index 0.
    ///
    /// # Errors
    /// As for [`Ways::list_from`].
    pub fn first(&self, method: Method, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.list_from(method, &Natural::from(0u8), count, budget)
    }

    /// P-positions column after column, before column 0.
    ///
    /// # Errors
    /// A game that the method, or any, cannot list column by column; [`SolveError::Endless`] if a height would help.
    pub fn stream(&self, method: Method) -> Result<Stream, SolveError> {
        self.streamed(method, &|solution| solution.stream())
    }

    /// The same with the second pile at most `height`: also of games whose columns have no end.
    ///
    /// # Errors
    /// A game that the method, or any, cannot list column by column.
    pub fn stream_up_to(&self, method: Method, height: u64) -> Result<Stream, SolveError> {
        self.streamed(method, &|solution| solution.stream_up_to(height))
    }

    fn streamed(
        &self,
        method: Method,
        open: &dyn Fn(&dyn Solution) -> Result<Stream, SolveError>,
    ) -> Result<Stream, SolveError> {
        if self.game().ruleset().is_none() {
            return Err(cannot(self.game(), method, "columns are listed of games on two piles only"));
        }
        if method != Method::Auto {
            return self.listing(method, false, open);
        }
        // Columns are quicker than any formula; and if nothing else helps, their reason is the one to give, unless another
        // way knows what would help.
        match self.solution(Method::Columns).and_then(open) {
            Err(why) => self.listing(method, false, open).map_err(|other| match other {
                SolveError::Endless { .. } if why.hint().is_none() => other,
                _ => why,
            }),
            stream => stream,
        }
    }

    /// How many positions [`Ways::list_to`] lists. Where a theorem or a certificate counts, `to` may have any size.
    ///
    /// # Errors
    /// A list that is too long to make where nothing else counts; a method that cannot do the game says why.
    pub fn count_to(&self, method: Method, to: &Natural, budget: &Budget) -> Result<Natural, SolveError> {
        if let Some(count) = self.counted(method, is_far(to), &|solution| solution.count_to(to, budget))? {
            return Ok(count);
        }
        let Ok(small) = u32::try_from(to) else {
            return Err(SolveError::TooLarge {
                wanted: format!("the number of all P-positions of {} up to {to}", self.game().name()),
                possible: "no formula is known for it, so a count of what can be listed".to_owned(),
            });
        };
        let count = self.listing(method, false, &|solution| solution.count_listed(small, budget))?;
        Ok(Natural::from(count))
    }

    /// How many P-positions of the list have a first pile below `column`, where a theorem or a certificate counts them; `None` if they have to be
    /// listed ([`Ways::stream`]).
    ///
    /// # Errors
    /// A computation that is too large; a method that cannot do the game says why.
    pub fn count_before(
        &self,
        method: Method,
        column: &Natural,
        budget: &Budget,
    ) -> Result<Option<Natural>, SolveError> {
        self.counted(method, is_far(column), &|solution| solution.count_before(column, budget))
    }

    fn counted(
        &self,
        method: Method,
        far: bool,
        count: &Counting<'_>,
    ) -> Result<Option<Natural>, SolveError> {
        let suits = |way: &dyn Way| method != Method::Auto || self.suits_lists(way, far);
        for (i, _) in self.by(method).filter(|(_, way)| suits(*way)) {
            match self.open(i).map(count) {
                Err(_) | Ok(Ok(None) | Err(SolveError::Method { .. })) => {}
                Ok(answer) => return answer,
            }
        }
        Ok(None)
    }

    /// Who wins at every square of a frame.
    ///
    /// # Errors
    /// A computation that is too large; a method that cannot do the game says why.
    pub fn window(&self, method: Method, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let far = frame.far_corner();
        right_piles(self.game(), [&far])?;
        let auto = method == Method::Auto;
        // Columns are quicker than any formula, if most of them are looked at.
        if auto && frame.is_near() {
            match self.solution(Method::Columns).and_then(|columns| columns.window(frame, budget)) {
                Err(error) if error.is_of_the_way() || matches!(error, SolveError::TooLarge { .. }) => {}
                pane => return pane,
            }
        }
        let suits = |way: &dyn Way| !auto || way.suits(self.game(), &far);
        let best = |solution: &dyn Solution| !auto || solution.is_best_for(&far);
        self.first_that_can(method, &suits, &best, &|solution| solution.window(frame, budget))
    }

    /// Is a way worth looking at for a list, or for what is far out in one?
    fn suits_lists(&self, way: &dyn Way, far: bool) -> bool {
        way.suits_lists(self.game()) || (far && way.method() == Method::Automaton)
    }

    fn listing<T>(
        &self,
        method: Method,
        far: bool,
        list: &dyn Fn(&dyn Solution) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        if method != Method::Auto {
            return self.first_that_can(method, &|_| true, &|_| true, list);
        }
        let suits = |way: &dyn Way| self.suits_lists(way, far);
        match self.first_that_can(method, &suits, &|_| true, list) {
            // What is no first choice may still be better than nothing.
            Err(why) if why.is_of_the_way() => self
                .first_that_can(method, &|way| !suits(way), &|_| true, list)
                .map_err(|other| match other {
                    SolveError::Uncertain { .. } => other,
                    _ => why,
                }),
            preferred => preferred,
        }
    }

    /// What the first way answers that can do the game. A way that says it cannot do this after all is passed over; any
    /// other error is the answer.
    fn first_that_can<T>(
        &self,
        method: Method,
        suits: &dyn Fn(&dyn Way) -> bool,
        best: &dyn Fn(&dyn Solution) -> bool,
        question: &dyn Fn(&dyn Solution) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        // Of several reasons the last is given, unless an earlier one knows what would help.
        let helps = |why: &SolveError| why.hint().is_some();
        let mut why: Option<SolveError> = None;
        for (i, way) in self.by(method).filter(|(_, way)| suits(*way)) {
            match self.open(i) {
                Err(reason) => why = why.filter(helps).or(Some(cannot(self.game(), way.method(), reason))),
                Ok(solution) if best(solution) => match question(solution) {
                    Err(error) if error.is_of_the_way() => why = why.filter(helps).or(Some(error)),
                    answer => return answer,
                },
                Ok(_) => {}
            }
        }
        Err(why.unwrap_or_else(|| cannot(self.game(), method, "there is no way to do this")))
    }

    fn by(&self, method: Method) -> impl Iterator<Item = (usize, &'static dyn Way)> {
        let chosen = move |way: &dyn Way| match method {
            Method::Auto => !way.only_when_asked(),
            method => way.method() == method,
        };
        self.shared.list.iter().copied().enumerate().filter(move |(_, way)| chosen(*way))
    }

    fn open(&self, i: usize) -> Result<&dyn Solution, &str> {
        let opened = self.shared.opened[i].get_or_init(|| self.shared.list[i].open(&self.shared.game));
        opened.as_deref().map_err(String::as_str)
    }
}

fn is_far(n: &Natural) -> bool {
    *n > Natural::from(FAR)
}
