//! Proofs as a way of solving: certificates that come with the library, and proofs that are found when somebody insists.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::AllWays;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::{Method, MethodUsed};
//! let ways = AllWays::of(Game::named("WN")?);
//! let answer = ways.ask_by(Method::Automaton, &Position::small(&[10, 13]), &[], &Budget::default())?;
//! assert_eq!(answer.method, MethodUsed::Automaton);
//! let list = ways.list_to(Method::Automaton, 5, &Budget::default())?;
//! assert_eq!(list, [[0, 0], [1, 2], [3, 5]].map(|p| Position::small(&p)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::beams::answer::NoBeamAnswer;
use super::guess::{Effort, Proof, WantBeams, prove};
use super::library::ProvedGame;
use super::listed::{Listed, ListedSource};
use super::source::Solver;
use super::{Undecided, expressible, numerable};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use wythoff_budget::{Budget, Limit};
use wythoff_check::Proved;
use wythoff_number::Natural;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::hint::Hint;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::reach::Extent;
use wythoff_solve::stopped::Stopped;
use wythoff_solve::stream::{Emit, Reached, Source, Stream, StreamError};
use wythoff_solve::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use wythoff_solve::{Answer, SolveError, rays};

/// Automata and tails of certificates that come with the library, and tails that are quickly found.
#[derive(Clone, Copy, Debug)]
pub struct ByCertificate;

impl Way for ByCertificate {
    fn method(&self) -> Method {
        Method::Automaton
    }

    fn suits(&self, game: &Game, position: &Position) -> bool {
        game.ruleset().is_some() && !position.is_small()
    }

    fn suits_lists(&self, _: &Game) -> bool {
        false
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        let proved = two_piles(game).map(ProvedGame::find)?;
        let proved = proved.ok_or("no certificate that comes with the program is about it")?;
        Ok(Box::new(Certified::new(Arc::clone(game), proved)))
    }
}

fn two_piles(game: &Game) -> Result<&Ruleset, String> {
    game.ruleset().ok_or_else(|| "it is played on n piles, and proofs are about two".to_owned())
}

/// A proved claim as the solution of a game.
#[derive(Clone, Debug)]
pub(crate) struct Certified {
    game: Arc<Game>,
    proved: Arc<ProvedGame>,
    /// Whether every order of the piles is listed, also of a symmetric game.
    all: bool,
    listed: Arc<OnceLock<Arc<Listed>>>,
}

impl Certified {
    pub(crate) fn new(game: Arc<Game>, proved: ProvedGame) -> Certified {
        Certified { game, proved: Arc::new(proved), all: false, listed: Arc::default() }
    }

    fn listed(&self, budget: &Budget) -> Result<&Arc<Listed>, SolveError> {
        if let Some(listed) = self.listed.get() {
            return Ok(listed);
        }
        let half = !self.all && rays::is_symmetric(&self.game);
        let listed = self.proved.listed(half, budget)?.ok_or_else(|| {
            cannot(&self.game, Method::Automaton, "its rules do not show that the piles can be exchanged")
        })?;
        Ok(self.listed.get_or_init(|| Arc::new(listed)))
    }
}

impl Solution for Certified {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        self.proved.answer_within(position, budget)
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.listed(budget)?.up_to(&Natural::from(to), budget)
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.listed(budget)?.list_from(from, count, budget)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.listed(budget)?.count_to(to, budget).map(Some)
    }

    fn count_before(&self, column: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.listed(budget)?.count_before(column, budget).map(Some)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        Ok(Stream::new(&self.game, Method::Automaton, self.clone()))
    }

    fn in_all_orders(&self, _: &Budget) -> Result<Option<Box<dyn Solution>>, SolveError> {
        Ok(Some(Box::new(Certified { all: true, listed: Arc::default(), ..self.clone() })))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let mut pane = Pane::alike(frame, Some(Outcome::N), budget)?;
        let numbers =
            |from: &Natural, count: u32| (0..count).map(|i| from + Natural::from(i)).collect::<Vec<_>>();
        let (columns, rows) = (numbers(&frame.x, frame.width), numbers(&frame.y, frame.height));
        let all = self.proved.each_but_n(&columns, &rows, budget, |i, j, outcome| {
            pane.set(i as u32, j as u32, outcome);
        })?;
        if all {
            return Ok(pane);
        }
        Pane::fill(frame, budget, |i, j| {
            if i % 16 == 0 {
                budget.poll()?;
            }
            let (x, y) = (&frame.x + Natural::from(i), &frame.y + Natural::from(j));
            self.proved.outcome(&x, &y, budget).map_err(|why| match why {
                NoBeamAnswer::Limit(limit) => limit.into(),
                other => cannot(&self.game, Method::Automaton, other.to_string()),
            })
        })
    }
}

impl Source for Certified {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        // The automaton is cut along the diagonal when the first column is asked for.
        let listed = self.listed(budget).map_err(|error| before(reached.column, error))?;
        ListedSource(Arc::clone(listed)).run(reached, until, budget, hand_out)
    }
}

/// What went wrong before a column.
fn before(column: u64, error: SolveError) -> StreamError {
    match error {
        SolveError::Limit(limit) => Stopped { column, limit }.into(),
        other => other.into(),
    }
}

/// A proof that is looked for when it is asked for, with little work. Never chosen unless somebody asks for it.
#[derive(Clone, Copy, Debug)]
pub struct ByProof;

/// How often the search may ask whether to go on, and what its automata may take: seconds, and less for most games that
/// have a proof at all.
const PATIENCE: u32 = 500_000;
/// The same for the search for beams, which asks less often.
const BEAM_PATIENCE: u32 = 6_000;
const STATES: u64 = 400_000;
const BYTES: u64 = 1 << 29;
/// Guesses are learnt from boards of these sizes.
const BOARDS: [u32; 2] = [2_500, 20_000];

impl Way for ByProof {
    fn method(&self) -> Method {
        Method::Automaton
    }

    fn only_when_asked(&self) -> bool {
        true
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        let rules = two_piles(game)?;
        let sentence = expressible(rules).and_then(|_| numerable(rules));
        sentence.map_err(|why: Undecided| why.to_string())?;
        Ok(Box::new(Provable { game: Arc::clone(game), found: Arc::default() }))
    }

    fn glance(&self, game: &Arc<Game>, budget: &Budget) -> Result<Option<Box<dyn Solution>>, Limit> {
        Ok(glance(game, budget)?.map(|certified| -> Box<dyn Solution> { Box::new(certified) }))
    }
}

/// The same for a glance: what is tried before a question is refused, where no board, theorem or certificate answers it.
const GLANCE: u32 = 20_000;
const GLANCE_STATES: u64 = 1 << 15;
const GLANCE_BOARD: u32 = 600;
const GLANCE_GUESS: usize = 60;

/// A small automaton that is found and proved with so little work that it is tried unasked. The work is counted, on one thread, so
/// that the answer is the same on every machine.
///
/// # Errors
/// The limits of the caller.
fn glance(game: &Arc<Game>, budget: &Budget) -> Result<Option<Certified>, Limit> {
    let Ok(rules) = two_piles(game) else { return Ok(None) };
    let effort = Effort { boards: vec![GLANCE_BOARD], states: GLANCE_GUESS, depth: 12, ..Effort::default() };
    let least = u64::from(GLANCE_BOARD) <= Extent::of(rules).promised.saturating_mul(4);
    if !least || expressible(rules).and_then(|_| numerable(rules)).is_err() {
        return Ok(None);
    }
    let quick = little(&budget.alone(), GLANCE);
    let quick = quick.clone().with_states(quick.states().min(GLANCE_STATES));
    let found = prove(rules, &mut Solver::new(rules), &effort, &quick).proved;
    budget.poll()?;
    let found = found.and_then(|proved| ProvedGame::found(rules, &proved).ok());
    Ok(found.map(|proved| Certified::new(Arc::clone(game), proved)))
}

/// A budget for little work, which the limits of whoever waits end, too.
fn little(budget: &Budget, patience: u32) -> Budget {
    let (asked, outer) = (AtomicU32::new(0), budget.clone());
    budget
        .clone()
        .with_memory(budget.memory().min(BYTES))
        .with_states(budget.states().min(STATES))
        .with_guard(move || {
            let patient = asked.fetch_add(1, Ordering::Relaxed) <= patience;
            outer.poll().err().or(if patient { None } else { Some(Limit::Time) })
        })
}

/// A game whose proof is looked for at the first question.
#[derive(Clone, Debug)]
struct Provable {
    game: Arc<Game>,
    found: Arc<OnceLock<Result<Certified, String>>>,
}

impl Source for Provable {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        let certified = self.proved(budget).map_err(|error| before(reached.column, error))?;
        certified.clone().run(reached, until, budget, hand_out)
    }
}

impl Provable {
    fn proved(&self, budget: &Budget) -> Result<&Certified, SolveError> {
        if self.found.get().is_none() {
            let found = self.search(budget);
            // What the caller's own limits ended is tried again when it is asked for again.
            budget.poll()?;
            self.found.get_or_init(|| found);
        }
        match self.found.get() {
            Some(Ok(certified)) => Ok(certified),
            Some(Err(why)) => Err(self.unproved(why)),
            None => Err(self.unproved("nothing was tried")),
        }
    }

    fn unproved(&self, why: &str) -> SolveError {
        SolveError::Method {
            game: self.game.name().to_owned(),
            method: Method::Automaton,
            why: format!("no certificate that comes with the program is about it, and {why}"),
            hint: Some(Hint::Prove),
        }
    }

    fn search(&self, budget: &Budget) -> Result<Certified, String> {
        let rules = two_piles(&self.game)?;
        // No board that would take longer than all the rest.
        let most = Extent::of(rules).promised.saturating_mul(4).max(BOARDS[0].into());
        let boards = BOARDS.into_iter().filter(|board| u64::from(*board) <= most).collect();
        let effort = Effort { boards, ..Effort::default() };
        let Proof { proved, stopped, .. } =
            prove(rules, &mut Solver::new(rules), &effort, &little(budget, PATIENCE));
        let proved: Option<Proved> = proved.or_else(|| {
            let effort = Effort { beams: WantBeams::Only, ..effort };
            prove(rules, &mut Solver::new(rules), &effort, &little(budget, BEAM_PATIENCE)).proved
        });
        let proved = proved.ok_or_else(|| match stopped {
            Some(_) => "a short search for a proof did not come to its end".to_owned(),
            None => "a short search for a proof found none".to_owned(),
        })?;
        let proved = ProvedGame::found(rules, &proved).map_err(|why| why.to_string())?;
        Ok(Certified::new(Arc::clone(&self.game), proved))
    }
}

impl Solution for Provable {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn ask(&self, position: &Position, history: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        self.proved(budget)?.ask(position, history, budget)
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.proved(budget)?.list_to(to, budget)
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.proved(budget)?.list_from(from, count, budget)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.proved(budget)?.count_to(to, budget)
    }

    fn count_before(&self, column: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.proved(budget)?.count_before(column, budget)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        // The search waits for the first column, whose budget it keeps.
        Ok(Stream::new(&self.game, Method::Automaton, self.clone()))
    }

    fn in_all_orders(&self, budget: &Budget) -> Result<Option<Box<dyn Solution>>, SolveError> {
        self.proved(budget)?.in_all_orders(budget)
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        self.proved(budget)?.window(frame, budget)
    }
}
