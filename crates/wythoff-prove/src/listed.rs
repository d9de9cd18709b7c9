//! The P-positions that a proof describes as lists, in order and at any size: those of an automaton, of a tail, and of beams.

use super::accepted::Accepted;
use super::answer::Answers;
use super::beams::answer::{BeamAnswers, NoBeamAnswer};
use super::tail::listing::TailList;
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_automata::Product;
use wythoff_budget::{Budget, Limit};
use wythoff_number::{Natural, counted};
use wythoff_rules::hint::Hint;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::stopped::Stopped;
use wythoff_solve::stream::{Emit, Reached, Source, StreamError};

/// Takes a column and its rows, ascending.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&Natural, &[Natural]) -> ControlFlow<()>;

/// Why a list came to no end, or to an early one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// A limit was reached before this column was handed out.
    #[error("stopped at column {column}: {limit}")]
    Limit {
        /// The first column that was not handed out.
        column: Natural,
        /// The limit.
        limit: Limit,
    },
    /// Whoever takes the columns has enough.
    #[error("stopped before column {column}")]
    Asked {
        /// The next column.
        column: Natural,
    },
    /// A column holds infinitely many positions.
    #[error("column {column} holds infinitely many P-positions")]
    Endless {
        /// The column.
        column: Natural,
    },
    /// There are fewer positions than were asked for.
    #[error("there {} only {}", if .total.to_string() == "1" { "is" } else { "are" }, counted(.total, "P-position"))]
    Few {
        /// How many there are.
        total: Natural,
    },
    /// Proved beams do not say.
    #[error("{why}")]
    Beams {
        /// Why not.
        why: NoBeamAnswer,
    },
}

impl Halt {
    /// Why beams do not say what is in a column.
    pub(crate) fn beams(column: &Natural, why: NoBeamAnswer) -> Halt {
        match why {
            NoBeamAnswer::Limit(limit) => Halt::Limit { column: column.clone(), limit },
            why => Halt::Beams { why },
        }
    }

    /// As the error of a question.
    pub(crate) fn into_error(self, wanted: String) -> SolveError {
        match self {
            Halt::Limit { limit, .. } => SolveError::Limit(limit),
            Halt::Asked { .. } => SolveError::Limit(Limit::Cancelled),
            Halt::Endless { .. } => {
                let possible = format!("{self}, so a board");
                SolveError::TooLong { wanted, possible, hint: Hint::Board }
            }
            Halt::Few { total } => SolveError::TooLarge {
                wanted,
                possible: format!("there are only {total}, of which any part"),
            },
            Halt::Beams { why } => SolveError::TooLarge { wanted, possible: format!("{why}; less") },
        }
    }
}

/// The P-positions of a proved game in order; of a symmetric one only `x <= y`.
#[derive(Debug)]
pub(crate) enum Listed {
    Automaton(Box<Accepted>),
    Tail(Box<TailList>),
    Beams(Arc<BeamAnswers>),
}

impl Listed {
    /// Those that an automaton accepts; `half` leaves out what lies below the diagonal.
    pub(crate) fn of_automaton(answers: &Answers, half: bool, budget: &Budget) -> Result<Listed, Limit> {
        let certificate = answers.certificate();
        let (numeration, dfa) = (certificate.numeration(), certificate.automaton());
        if !half {
            return Ok(Listed::Automaton(Box::new(Accepted::new(numeration.clone(), dfa))));
        }
        let mut product = Product::new(numeration, 2);
        let order = product.compare(&[1, -1], &[0], budget)?;
        product.require(order, |o| o <= 1);
        let set = product.automaton(&dfa, &[0, 1]);
        product.require(set, |o| o > 0);
        Ok(Listed::Automaton(Box::new(Accepted::new(numeration.clone(), product.build(budget)?))))
    }

    pub(crate) fn columns(
        &self,
        range: (&Natural, &Natural),
        tallest: Option<&Natural>,
        budget: &Budget,
        visit: Visit<'_>,
    ) -> Result<(), Halt> {
        match self {
            Listed::Automaton(pairs) => pairs.columns(range, tallest, budget, visit),
            Listed::Tail(tail) => tail.columns(range, tallest, budget, visit),
            Listed::Beams(beams) => beams.visit_columns(range, tallest, budget, visit),
        }
    }

    /// How many positions have both piles at most `to`.
    pub(crate) fn count_to(&self, to: &Natural, budget: &Budget) -> Result<Natural, SolveError> {
        Ok(match self {
            Listed::Automaton(pairs) => pairs.count_to(to, budget)?,
            Listed::Tail(tail) => tail.count_to(to),
            Listed::Beams(beams) => beams.count_to(to, budget).map_err(|why| {
                Halt::beams(to, why).into_error(format!("the number of P-positions up to {to}"))
            })?,
        })
    }

    /// How many positions lie in the columns before this one.
    pub(crate) fn count_before(&self, until: &Natural, budget: &Budget) -> Result<Natural, SolveError> {
        let pairs = match self {
            Listed::Automaton(pairs) => pairs,
            Listed::Tail(tail) => return Ok(tail.count_before(until)),
            Listed::Beams(beams) => {
                let wanted = || format!("the number of P-positions before column {until}");
                let count = beams.count_before(until, budget);
                return count.map_err(|why| Halt::beams(until, why).into_error(wanted()));
            }
        };
        match pairs.first_endless(budget)? {
            Some(column) if column < *until => {
                let wanted = format!("the number of all P-positions before column {until}");
                Err(Halt::Endless { column }.into_error(wanted))
            }
            _ => Ok(pairs.count_before(until, budget)?),
        }
    }

    /// All positions with both piles at most `to`.
    pub(crate) fn up_to(&self, to: &Natural, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let until = to + Natural::from(1u8);
        let mut found = Vec::new();
        let mut full = None;
        let mut columns = 0u64;
        let walked = self.columns((&Natural::from(0u8), &until), Some(to), budget, &mut |x, rows| {
            columns += 1;
            if columns.is_multiple_of(1024) {
                budget.report("columns", columns, u64::try_from(&until).ok());
            }
            found.extend(rows.iter().map(|y| Position::new(vec![x.clone(), y.clone()])));
            // A position is two numbers in a list of its own.
            full = budget.fits(found.len() as u64 * 96).err();
            if full.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (walked, full) {
            (Ok(()), _) => Ok(found),
            (Err(Halt::Asked { .. }), Some(limit)) => Err(limit.into()),
            (Err(halt), _) => Err(halt.into_error(format!("a list of all P-positions up to {to}"))),
        }
    }

    /// `count` positions from the one of this index on.
    pub(crate) fn list_from(
        &self,
        index: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        let found = match self {
            Listed::Automaton(pairs) => pairs.list_from(index, count, budget),
            Listed::Tail(tail) => tail.list_from(index, count, budget),
            Listed::Beams(beams) => {
                beams.list_from(index, count, budget).map_err(|why| Halt::beams(&Natural::ZERO, why))
            }
        };
        let wanted = || format!("a list of {count} P-positions from index {index} on");
        let found = found.map_err(|halt| halt.into_error(wanted()))?;
        Ok(found.into_iter().map(|(x, y)| Position::new(vec![x, y])).collect())
    }
}

/// Columns of a proved game, for a stream.
#[derive(Debug)]
pub(crate) struct ListedSource(pub(crate) Arc<Listed>);

impl Source for ListedSource {
    fn run(
        &mut self,
        reached: Reached,
        until: u64,
        budget: &Budget,
        hand_out: Emit<'_>,
    ) -> Result<(), StreamError> {
        let mut beyond = None;
        let mut visit = |x: &Natural, rows: &[Natural]| {
            let column = u64::try_from(x).unwrap_or(u64::MAX);
            if column.is_multiple_of(1024) {
                budget.report("columns", column, Some(until));
            }
            let small: Result<Vec<u64>, _> = rows.iter().map(u64::try_from).collect();
            match small {
                Ok(rows) => hand_out(column, &rows),
                Err(_) => {
                    beyond = Some(column);
                    ControlFlow::Break(())
                }
            }
        };
        let range = (&Natural::from(reached.column), &Natural::from(until));
        let walked = self.0.columns(range, None, budget, &mut visit);
        let column = |x: &Natural| u64::try_from(x).unwrap_or(u64::MAX);
        if let Some(column) = beyond {
            let wanted = format!("a list up to column {until}, with a position beyond 64 bits,");
            let possible = format!("a list up to column {column}");
            return Err(SolveError::TooLarge { wanted, possible }.into());
        }
        match walked {
            Ok(()) => Ok(()),
            Err(Halt::Limit { column: x, limit }) => Err(Stopped { column: column(&x), limit }.into()),
            Err(Halt::Asked { column: x }) => Err(Stopped::asked(column(&x)).into()),
            Err(halt) => {
                Err(halt.into_error(format!("a list of all P-positions before column {until}")).into())
            }
        }
    }
}
