//! Theorems as ways of solving: proved ones before everything else, conjectures after certificates.

use super::Theorem;
use crate::stopped::Stopped;
use crate::stream::{Emit, Reached, Source, Stream, StreamError};
use crate::way::{Frame, Method, Pane, Reach, Solution, Way, cannot};
use crate::{Answer, SolveError};
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural};
use wythoff_rules::evaluate::Point;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};

const NO_THEOREM: &str = "no theorem is known about its P-positions, so no formula is known for them";
const NO_LIST: &str = "no formula is known for its list of P-positions";

/// How many positions a theorem is asked for at a time.
const CHUNK: u32 = 1024;

/// A closed form or recursion that a theorem of the papers gives.
#[derive(Clone, Copy, Debug)]
pub struct ByTheorem;

/// The same for what is checked but not proved.
#[derive(Clone, Copy, Debug)]
pub struct ByConjecture;

impl Way for ByTheorem {
    fn method(&self) -> Method {
        Method::Beatty
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        described(game, true)
    }
}

impl Way for ByConjecture {
    fn method(&self) -> Method {
        Method::Beatty
    }

    fn suits(&self, _: &Game, position: &Position) -> bool {
        !position.is_small()
    }

    fn suits_lists(&self, _: &Game) -> bool {
        false
    }

    fn open(&self, game: &Arc<Game>) -> Result<Box<dyn Solution>, String> {
        described(game, false)
    }
}

fn described(game: &Arc<Game>, proved: bool) -> Result<Box<dyn Solution>, String> {
    let theorem = game.ruleset().and_then(Theorem::recognise).filter(|t| t.is_proved() == proved);
    let theorem = Arc::new(theorem.ok_or(NO_THEOREM)?);
    Ok(Box::new(Described { game: Arc::clone(game), theorem }))
}

#[derive(Debug)]
struct Described {
    game: Arc<Game>,
    theorem: Arc<Theorem>,
}

impl Described {
    fn listable(&self) -> Result<&Theorem, SolveError> {
        match self.theorem.is_complement() {
            true => Err(cannot(&self.game, Method::Beatty, NO_LIST)),
            false => Ok(&self.theorem),
        }
    }
}

impl Solution for Described {
    fn reach(&self) -> Reach {
        Reach::AnySize
    }

    fn is_best_for(&self, position: &Position) -> bool {
        // What is not proved gives way to the definition as far as that reaches, and so does "all but these".
        !(self.theorem.rather_by_definition() && position.is_small())
    }

    fn ask(&self, position: &Position, _: &[Position], budget: &Budget) -> Result<Answer, SolveError> {
        self.theorem.within(budget).answer(position)
    }

    fn list_to(&self, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.listable()?.within(budget).listed_to(&Natural::from(to), budget)
    }

    fn list_from(&self, from: &Natural, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.listable()?.within(budget).listed_from(from, count, budget)
    }

    fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.theorem.within(budget).count_to(to).map(Some)
    }

    fn count_before(&self, column: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        self.theorem.within(budget).count_before(column)
    }

    fn stream(&self) -> Result<Stream, SolveError> {
        self.listable()?;
        Ok(Stream::new(&self.game, Method::Beatty, TheoremSource(Arc::clone(&self.theorem))))
    }

    fn count_equal(&self, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        let (theorem, zero) = (self.theorem.within(budget), Natural::from(0u8));
        if theorem.is_complement() {
            return Ok(None);
        }
        if let Some(equal) = theorem.set().equal_up_to(to) {
            return Ok(theorem.ruleset().position.is_none().then_some(equal));
        }
        let none = Integer::from(0);
        let mut equal = Vec::new();
        for (x, y) in theorem.set().band(&none, &none)? {
            if x <= *to && theorem.ruleset().exists(&Point::new(&x, &y, &zero, &zero))? {
                equal.push(x);
            }
        }
        equal.sort_unstable();
        equal.dedup();
        Ok(Some(Natural::from(equal.len())))
    }

    fn column(&self, x: &Natural, budget: &Budget) -> Result<Option<Vec<Natural>>, SolveError> {
        if self.theorem.is_complement() {
            return Ok(None);
        }
        let (theorem, zero) = (self.theorem.within(budget), Natural::from(0u8));
        let mut rows = Vec::new();
        for y in theorem.set().column(x)? {
            if theorem.ruleset().exists(&Point::new(x, &y, &zero, &zero))? {
                rows.push(y);
            }
        }
        Ok(Some(rows))
    }

    fn window(&self, frame: &Frame, budget: &Budget) -> Result<Pane, SolveError> {
        let (theorem, zero) = (self.theorem.within(budget), Natural::from(0u8));
        let outcome = |inside: bool| Some(Outcome::p_if(inside != theorem.is_complement()));
        let all_exist = theorem.ruleset().position.is_none();
        let mut pane = Pane::alike(frame, if all_exist { outcome(false) } else { None }, budget)?;
        let number = |from: &Natural, place: u32| from + Natural::from(place);
        for i in 0..frame.width {
            budget.poll()?;
            let x = number(&frame.x, i);
            let members = theorem.set().column(&x)?;
            if !all_exist {
                for j in 0..frame.height {
                    let there = Point::new(&x, &number(&frame.y, j), &zero, &zero);
                    if theorem.ruleset().exists(&there)? {
                        pane.set(i, j, outcome(false));
                    }
                }
            }
            let first = members.partition_point(|member| *member < frame.y);
            let rows = members[first..].iter().map_while(|member| u32::try_from(member - &frame.y).ok());
            for j in rows.take_while(|j| *j < frame.height) {
                if pane.outcome(i, j).is_some() {
                    pane.set(i, j, outcome(true));
                }
            }
        }
        Ok(pane)
    }
}

/// Lists by a theorem.
#[derive(Debug)]
struct TheoremSource(Arc<Theorem>);

impl Source for TheoremSource {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        // The position of index `next` is the first with `x >= column`.
        let Reached { column: mut x, count: mut next } = reached;
        let mut rows: Vec<u64> = Vec::new();
        let mut give = |x: &mut u64, rows: &mut Vec<u64>| {
            let flow = hand_out(*x, rows);
            rows.clear();
            *x += 1;
            if flow.is_break() { Err(StreamError::from(Stopped::asked(*x))) } else { Ok(()) }
        };
        while x < until {
            crate::stopped::ask(budget, x, until)?;
            // The first piles of the list never decrease.
            let chunk = self.0.within(budget).listed_from(&Natural::from(next), CHUNK, budget);
            let chunk = chunk.map_err(|error| match error {
                SolveError::Limit(limit) => StreamError::Stopped(Stopped { column: x, limit }),
                other => other.into(),
            })?;
            for position in chunk {
                next += 1;
                let mut piles = position.piles().iter().map(|n| u64::try_from(n).ok());
                let (first, second) = (piles.next().flatten(), piles.next().flatten());
                while x < until && first.is_none_or(|first| x < first) {
                    give(&mut x, &mut rows)?;
                }
                if x >= until {
                    return Ok(());
                }
                let Some(second) = second else {
                    let wanted = format!("a list up to column {until}, with a position beyond 64 bits,");
                    let possible = format!("a list up to column {x}");
                    return Err(SolveError::TooLarge { wanted, possible }.into());
                };
                rows.push(second);
            }
        }
        Ok(())
    }
}
