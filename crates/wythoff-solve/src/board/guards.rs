//! Which squares of a column are in which case of a game whose rays depend on the position, 64 rows at a time.

use super::{beatty_table, set_range, squares};
use crate::predicate::{CompileError, Part, Predicate};
use crate::rays::cases::Cases;
use crate::rays::lcm;
use wythoff_rules::ruleset::Var;

/// The rows of a column where a condition on x and y holds.
enum Rows {
    /// All or none: the condition is about x.
    Column(Predicate),
    /// The same in every column: it is about y.
    Fixed(Vec<u64>),
    /// It depends on the residue of x.
    Periodic(Vec<Vec<u64>>),
    /// Found for each column.
    Found(Predicate),
}

/// Tables of periodic conditions have at most so many rows.
const MOST_ROWS: u64 = 1 << 24;

/// For each case its squares.
pub(crate) struct Guards {
    conditions: Vec<Rows>,
    /// For each case, lists of conditions of which one list must hold.
    cases: Vec<Vec<Vec<usize>>>,
    height: u64,
}

/// Room for one column.
#[derive(Clone, Default)]
pub(crate) struct Masks {
    conditions: Vec<Vec<u64>>,
    cases: Vec<Vec<u64>>,
}

impl Guards {
    /// `None` if there is but one case, which needs no guard.
    pub(crate) fn new(cases: &Cases, width: u64, height: u64) -> Result<Option<Guards>, CompileError> {
        if cases.list.len() == 1 {
            return Ok(None);
        }
        let mut known: Vec<(usize, i64)> = Vec::new();
        let mut conditions = Vec::new();
        let mut guards = Vec::new();
        for case in &cases.list {
            let mut lists = Vec::new();
            for path in &case.when {
                let mut list = Vec::new();
                for literal in path {
                    let index = match known.iter().position(|other| other == literal) {
                        Some(index) => index,
                        None => {
                            let formula = cases.features[literal.0].formula(literal.1);
                            let bound = width.max(height).max(1);
                            let predicate = Predicate::compile(&formula, &[], bound, Some(beatty_table))?;
                            conditions.push(Rows::new(predicate, width, height));
                            known.push(*literal);
                            known.len() - 1
                        }
                    };
                    list.push(index);
                }
                lists.push(list);
            }
            guards.push(lists);
        }
        Ok(Some(Guards { conditions, cases: guards, height }))
    }

    /// Finds the cases of the words `from..to` of column x.
    pub(crate) fn fill(&self, x: u64, (from, to): (usize, usize), masks: &mut Masks) {
        let stride = self.height.div_ceil(64) as usize;
        masks.conditions.resize_with(self.conditions.len(), || vec![0; stride]);
        masks.cases.resize_with(self.cases.len(), || vec![0; stride]);
        for (rows, mask) in self.conditions.iter().zip(&mut masks.conditions) {
            let words = &mut mask[from..to];
            match rows {
                Rows::Column(predicate) => {
                    words.fill(if predicate.at(&[x as i64, 0, 0, 0]) { u64::MAX } else { 0 });
                }
                Rows::Fixed(fixed) => words.copy_from_slice(&fixed[from..to]),
                Rows::Periodic(table) => words.copy_from_slice(&table[x as usize % table.len()][from..to]),
                Rows::Found(predicate) => {
                    words.fill(0);
                    let rows = (from as u64 * 64, (to as u64 * 64).min(self.height));
                    squares(predicate, x, rows, mask);
                }
            }
        }
        for (lists, mask) in self.cases.iter().zip(&mut masks.cases) {
            mask[from..to].fill(0);
            for list in lists {
                for (i, word) in mask[from..to].iter_mut().enumerate() {
                    *word |= list.iter().fold(u64::MAX, |all, &at| all & masks.conditions[at][from + i]);
                }
            }
        }
    }
}

impl Masks {
    /// The rows of a word that are in a case.
    #[inline]
    pub(crate) fn word(&self, case: usize, word: usize) -> u64 {
        self.cases.get(case).map_or(u64::MAX, |mask| mask[word])
    }

    /// The case of a square.
    pub(crate) fn case_of(&self, y: u64) -> usize {
        let holds = |mask: &Vec<u64>| mask[(y / 64) as usize] >> (y % 64) & 1 == 1;
        self.cases.iter().position(holds).unwrap_or(0)
    }
}

impl Rows {
    fn new(predicate: Predicate, width: u64, height: u64) -> Rows {
        if !predicate.mentions(Var::Y) {
            return Rows::Column(predicate);
        }
        let stride = height.div_ceil(64) as usize;
        let rows = |x: u64| {
            let mut words = vec![0; stride];
            let holds = |y: &u64| predicate.at(&[x as i64, *y as i64, 0, 0]);
            (0..height).filter(holds).for_each(|y| set_range(&mut words, y, y + 1));
            words
        };
        if !predicate.mentions(Var::X) {
            return Rows::Fixed(rows(0));
        }
        match period(&predicate) {
            Some(period) if period.min(width).saturating_mul(height) <= MOST_ROWS => {
                Rows::Periodic((0..period.min(width)).map(rows).collect())
            }
            _ => Rows::Found(predicate),
        }
    }
}

/// A period in x, if the predicate depends on x through remainders only.
fn period(predicate: &Predicate) -> Option<u64> {
    let mut period = Some(1);
    predicate.atoms(&mut |linear, _| {
        if !linear.mentions(Var::X) {
            return;
        }
        let plain = |part: &Part| match part {
            Part::Mod(inner, modulus) if inner.parts.is_empty() => Some(modulus.unsigned_abs()),
            _ => None,
        };
        if linear.coefficients[0] != 0 {
            period = None;
        }
        for (_, part) in &linear.parts {
            period = match (period, plain(part)) {
                (Some(period), Some(modulus)) => Some(lcm(period, modulus)),
                _ => None,
            };
        }
    });
    period
}
