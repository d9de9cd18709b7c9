//! Lists and counts of P-positions, of symmetric games with x ≤ y (≤ z …) or in all orders of the piles.
//!
//! Ways of solving list one order of each position of a symmetric game. [`Lists`] gives these lists, or makes of them what they stand
//! for: (a, b) and (b, a), in lexicographic order.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::{Method, Ways};
//! let (ways, budget) = (Ways::without_proofs(Game::named("WN")?), Budget::default());
//! let all = ways.lists(true).list_to(Method::Auto, 2, &budget)?;
//! assert_eq!(all, [[0, 0], [1, 2], [2, 1]].map(|p| Position::small(&p)));
//! assert!(ways.lists(false).is_half());
//! assert_eq!(ways.lists(false).count_to(Method::Auto, &10u8.into(), &budget)?, 5u8.into());
//! assert_eq!(ways.lists(true).count_to(Method::Auto, &10u8.into(), &budget)?, 9u8.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Ways, is_far};
use crate::SolveError;
use crate::stream::Stream;
use crate::way::{Method, Solution, Way};
use dashu_int::ops::BitTest as _;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::position::Position;

/// What is asked of a way that lists all orders; `None` where it does not know.
type Question<'a, T> = dyn Fn(&dyn Solution) -> Result<Option<T>, SolveError> + 'a;

/// Longer beginnings of a list are not made to find what stands at an index.
const LONGEST_BEGINNING: usize = 10_000_000;

/// Up to this size positions on the diagonal are counted one by one.
const COUNTED: u32 = 100_000;

/// The lists of a game. See the [module](self).
#[derive(Clone, Debug)]
pub struct Lists {
    ways: Ways,
    all: bool,
}

impl Ways {
    /// Lists and counts: with `all`, every order of the piles is listed, also of symmetric games.
    #[must_use]
    pub fn lists(&self, all: bool) -> Lists {
        Lists { ways: self.clone(), all }
    }
}

impl Lists {
    /// The ways of solving behind the lists.
    #[must_use]
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Are only positions with x ≤ y (≤ z …) listed and counted?
    #[must_use]
    pub fn is_half(&self) -> bool {
        !self.all && self.ways.is_symmetric()
    }

    /// Do lists have to be made longer than the ways of solving give them?
    fn is_completed(&self) -> bool {
        self.all && self.ways.is_symmetric()
    }

    /// All P-positions with every pile at most `to`, in lexicographic order.
    ///
    /// # Errors
    /// As for [`Ways::list_to`].
    pub fn list_to(&self, method: Method, to: u32, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        let listed = self.ways.list_to(method, to, budget)?;
        if self.is_completed() { completed(&listed, budget) } else { Ok(listed) }
    }

    /// The piles of what [`Lists::list_to`] lists, one position after the other: for lists of millions.
    ///
    /// # Errors
    /// As for [`Ways::piles_to`].
    pub fn piles_to(&self, method: Method, to: u32, budget: &Budget) -> Result<Vec<u64>, SolveError> {
        let listed = self.ways.piles_to(method, to, budget)?;
        if !self.is_completed() {
            return Ok(listed);
        }
        let piles = self.ways.game().piles().max(1);
        if piles > 2 {
            let mut all: Vec<Vec<u64>> = Vec::new();
            for position in listed.chunks_exact(piles) {
                each_order(position, &mut |order| all.push(order.to_vec()));
            }
            all.sort_unstable();
            return Ok(all.concat());
        }
        budget.fits(64 * listed.len() as u64)?;
        let (pairs, _) = listed.as_chunks::<2>();
        let mirrored = pairs.iter().filter(|[x, y]| x != y).map(|[x, y]| [*y, *x]);
        let mut all: Vec<[u64; 2]> = pairs.iter().copied().chain(mirrored).collect();
        all.sort_unstable();
        Ok(all.into_flattened())
    }

    /// `count` P-positions from the n-th on, in lexicographic order.
    ///
    /// # Errors
    /// As for [`Ways::list_from`].
    pub fn list_from(
        &self,
        method: Method,
        from: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        if !self.is_completed() {
            return self.ways.list_from(method, from, count, budget);
        }
        let end = usize::try_from(from).ok().and_then(|from| from.checked_add(count));
        if let (Some(end), false) = (end.filter(|end| *end <= LONGEST_BEGINNING), is_far(from)) {
            // Of the first positions in one order, the orders that come before the last of them are the first in all orders.
            let mut first = completed(&self.ways.first(method, end, budget)?, budget)?;
            first.truncate(end);
            return Ok(first.split_off((end - count).min(first.len())));
        }
        let native = self.first_complete(method, budget, &|all| all.list_from(from, count, budget).map(Some));
        match native? {
            Some(listed) => Ok(listed),
            None => self.by_columns(method, from, count, budget),
        }
    }

    /// The first P-positions: [`Lists::list_from`] index 0.
    ///
    /// # Errors
    /// As for [`Lists::list_from`].
    pub fn first(&self, method: Method, count: usize, budget: &Budget) -> Result<Vec<Position>, SolveError> {
        self.list_from(method, &Natural::from(0u8), count, budget)
    }

    /// P-positions column after column, before column 0.
    ///
    /// # Errors
    /// As for [`Ways::stream`].
    pub fn stream(&self, method: Method) -> Result<Stream, SolveError> {
        match self.is_completed() {
            true => self.ways.streamed(method, &|solution| solution.stream_in_all_orders()),
            false => self.ways.stream(method),
        }
    }

    /// The same with the second pile at most `height`.
    ///
    /// # Errors
    /// As for [`Ways::stream_up_to`].
    pub fn stream_up_to(&self, method: Method, height: u64) -> Result<Stream, SolveError> {
        match self.is_completed() {
            true => self.ways.streamed(method, &|solution| solution.stream_in_all_orders_up_to(height)),
            false => self.ways.stream_up_to(method, height),
        }
    }

    /// How many positions [`Lists::list_to`] lists.
    ///
    /// # Errors
    /// As for [`Ways::count_to`]; where nothing says how many of them have equal piles.
    pub fn count_to(&self, method: Method, to: &Natural, budget: &Budget) -> Result<Natural, SolveError> {
        if !self.is_completed() {
            return self.ways.count_to(method, to, budget);
        }
        if let Some(count) = self.counted(method, to, budget)? {
            return Ok(count);
        }
        Err(SolveError::TooLarge {
            wanted: format!("the number of all P-positions of {} up to {to}", self.ways.game().name()),
            possible: "it is not known how many of them have equal piles, so a smaller size".to_owned(),
        })
    }

    /// How many positions of the list have a first pile below `column`, where that can be told without listing them.
    ///
    /// # Errors
    /// As for [`Ways::count_before`].
    pub fn count_before(
        &self,
        method: Method,
        column: &Natural,
        budget: &Budget,
    ) -> Result<Option<Natural>, SolveError> {
        let Some(half) = self.ways.count_before(method, column, budget)? else { return Ok(None) };
        if !self.is_completed() || *column == Natural::ZERO {
            return Ok(Some(half));
        }
        let native = self.first_complete(method, budget, &|all| all.count_before(column, budget))?;
        if native.is_some() {
            return Ok(native);
        }
        // Below the diagonal of these columns lie the mirror images of what has both piles below the last column.
        let last = column - Natural::from(1u8);
        let Some(equal) = self.with_equal_piles(method, &last, budget)? else { return Ok(None) };
        Ok(Some(half + self.ways.count_to(method, &last, budget)? - equal))
    }

    fn counted(&self, method: Method, to: &Natural, budget: &Budget) -> Result<Option<Natural>, SolveError> {
        let piles = self.ways.game().piles();
        if piles > 2 {
            let Ok(small) = u32::try_from(to) else { return Ok(None) };
            let listed = self.ways.piles_to(method, small, budget)?;
            return Ok(Some(Natural::from(listed.chunks_exact(piles).map(orders).sum::<u64>())));
        }
        if let Some(equal) = self.with_equal_piles(method, to, budget)? {
            let half = self.ways.count_to(method, to, budget)?;
            return Ok(Some(half * Natural::from(2u8) - equal));
        }
        let native = self.first_complete(method, budget, &|all| all.count_to(to, budget))?;
        if native.is_some() {
            return Ok(native);
        }
        let Ok(small) = u32::try_from(to) else { return Ok(None) };
        Ok(Some(Natural::from(self.piles_to(method, small, budget)?.len() as u64 / 2)))
    }

    /// How many P-positions (n, n) there are up to a size, if that is known.
    fn with_equal_piles(
        &self,
        method: Method,
        to: &Natural,
        budget: &Budget,
    ) -> Result<Option<Natural>, SolveError> {
        for (i, _) in self.ways.by(method) {
            if let Ok(solution) = self.ways.open(i)
                && let Some(equal) = solution.count_equal(to, budget)?
            {
                return Ok(Some(equal));
            }
        }
        let Some(small) = u32::try_from(to).ok().filter(|to| *to <= COUNTED) else { return Ok(None) };
        let listed = self.ways.piles_to(method, small, budget)?;
        let (pairs, _) = listed.as_chunks::<2>();
        Ok(Some(Natural::from(pairs.iter().filter(|[x, y]| x == y).count())))
    }

    /// What the first way says that can list all orders by itself.
    fn first_complete<T>(
        &self,
        method: Method,
        budget: &Budget,
        question: &Question<'_, T>,
    ) -> Result<Option<T>, SolveError> {
        let suits = |way: &dyn Way| method != Method::Auto || self.ways.suits_lists(way, true);
        for (i, _) in self.ways.by(method).filter(|(_, way)| suits(*way)) {
            let Ok(solution) = self.ways.open(i) else { continue };
            let answer = match solution.in_all_orders(budget) {
                Ok(Some(all)) => question(&*all),
                other => other.map(|_| None),
            };
            match answer {
                Ok(None) => {}
                Err(error) if error.is_of_the_way() => {}
                answer => return answer,
            }
        }
        Ok(None)
    }

    /// The same far out, where columns are known one by one, and how many positions come before them.
    fn by_columns(
        &self,
        method: Method,
        from: &Natural,
        count: usize,
        budget: &Budget,
    ) -> Result<Vec<Position>, SolveError> {
        let beyond = || SolveError::TooLarge {
            wanted: format!("a list in all orders of the piles from index {from} on"),
            possible: format!("a list with x <= y, or an index up to {LONGEST_BEGINNING}"),
        };
        if self.column(method, &Natural::ZERO, budget)?.is_none() {
            return Err(beyond());
        }
        let before = |column: &Natural| {
            budget.poll()?;
            self.count_before(method, column, budget)?.ok_or_else(beyond)
        };
        // The last column that has no more than so many positions before it.
        let (mut low, mut high) = (Natural::ZERO, Natural::from(1u8));
        while before(&high)? <= *from {
            low = high.clone();
            high *= Natural::from(2u8);
            if high.bit_len() > from.bit_len() + 64 {
                return Err(beyond());
            }
        }
        while &high - &low > Natural::from(1u8) {
            let middle: Natural = (&low + &high) / Natural::from(2u8);
            if before(&middle)? <= *from { low = middle } else { high = middle }
        }
        let mut skip = usize::try_from(from - before(&low)?).map_err(|_| beyond())?;
        let (mut column, mut found) = (low, Vec::new());
        while found.len() < count {
            budget.poll()?;
            let rows = self.column(method, &column, budget)?.ok_or_else(beyond)?;
            let wanted = rows.into_iter().skip(skip).take(count - found.len());
            found.extend(wanted.map(|y| Position::new(vec![column.clone(), y])));
            skip = 0;
            column += Natural::from(1u8);
        }
        Ok(found)
    }

    /// The rows of a column, if some way knows them at any size.
    fn column(
        &self,
        method: Method,
        x: &Natural,
        budget: &Budget,
    ) -> Result<Option<Vec<Natural>>, SolveError> {
        for (i, _) in self.ways.by(method) {
            if let Ok(solution) = self.ways.open(i)
                && let Some(rows) = solution.column(x, budget)?
            {
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }
}

/// Every order of the piles of each position, in lexicographic order.
fn completed(listed: &[Position], budget: &Budget) -> Result<Vec<Position>, SolveError> {
    let mut all = Vec::with_capacity(2 * listed.len());
    for (at, position) in listed.iter().enumerate() {
        if at % 4096 == 0 {
            budget.fits(96 * all.len() as u64)?;
            budget.poll()?;
        }
        each_order(position.piles(), &mut |order| all.push(Position::new(order.to_vec())));
    }
    all.sort_unstable();
    Ok(all)
}

/// All orders of some piles.
fn each_order<T: Ord + Clone>(piles: &[T], visit: &mut dyn FnMut(&[T])) {
    let mut order = piles.to_vec();
    order.sort_unstable();
    visit(&order);
    // The next order in lexicographic order, until there is none.
    while let Some(i) = order.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let j = order.iter().rposition(|pile| *pile > order[i]).unwrap_or(i + 1);
        order.swap(i, j);
        order[i + 1..].reverse();
        visit(&order);
    }
}

/// How many orders some piles have.
fn orders(piles: &[u64]) -> u64 {
    let mut sorted = piles.to_vec();
    sorted.sort_unstable();
    let (mut count, mut alike) = (1, 1);
    for (i, pair) in (2..).zip(sorted.windows(2)) {
        alike = if pair[0] == pair[1] { alike + 1 } else { 1 };
        count = count * i / alike;
    }
    count
}
