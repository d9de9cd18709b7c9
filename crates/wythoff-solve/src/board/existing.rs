//! Which squares of a column satisfy a condition on x and y, 64 rows at a time.
//!
//! In a column a linear form changes its sign at one row, so absolute values and comparisons cut the column into a few pieces. Within a
//! piece what is left are remainders, which repeat: their pattern is found once and copied word by word. Other conditions
//! (members of sequences, comparisons of sums with remainders) are looked for by bisection.

use super::{set_range, stretches};
use crate::predicate::{Linear, Part, Point, Predicate, Truth};
use crate::rays::lcm;

/// Longer patterns are not copied: two of them fit into 128 bits.
const LONGEST_PATTERN: u64 = 64;

/// Sets the bits of the rows `from..to` of column x where the condition holds; it does not depend on the removal.
pub(crate) fn squares(predicate: &Predicate, x: u64, (from, to): (u64, u64), words: &mut [u64]) {
    if from >= to {
        return;
    }
    let mut cuts = vec![from, to];
    predicate.atoms(&mut |linear, _| turns(linear, x, (from, to), &mut cuts));
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2).for_each(|piece| in_piece(predicate, x, (piece[0], piece[1]), words));
}

/// The rows between `from` and `to` at which the form, or a form within it, changes its sign.
fn turns(linear: &Linear, x: u64, (from, to): (u64, u64), cuts: &mut Vec<u64>) {
    for (_, part) in &linear.parts {
        let (Part::Abs(inner) | Part::Mod(inner, _)) = part;
        turns(inner, x, (from, to), cuts);
    }
    let slope = linear.coefficients[1];
    if !linear.parts.is_empty() || slope == 0 {
        return;
    }
    let at_zero = linear.at(&[x as i64, 0, 0, 0]);
    // Zero at most at one row: that one begins a piece, and the next one does.
    let row = if slope > 0 { -at_zero.div_euclid(slope) } else { at_zero.div_euclid(-slope) };
    let rows = [row - 1, row, row + 1].into_iter().filter_map(|row| u64::try_from(row).ok());
    cuts.extend(rows.filter(|row| (from..to).contains(row)));
}

fn in_piece(predicate: &Predicate, x: u64, (from, to): (u64, u64), words: &mut [u64]) {
    let point = [x as i64, from as i64, 0, 0];
    let last = (to - from - 1) as i64;
    match predicate.on_run(&point, last) {
        Truth::Never => {}
        Truth::Always => set_range(words, from, to),
        Truth::Unknown => match period(predicate, &point, last) {
            Some(period) if period <= LONGEST_PATTERN && period < to - from => {
                let holds = |i: &u64| predicate.at(&[point[0], point[1] + *i as i64, 0, 0]);
                let pattern = (0..period).filter(holds).fold(0, |bits, i| bits | 1 << i);
                repeat(pattern, period, (from, to), words);
            }
            // Any removal will do: "moving to row 0" runs through all rows.
            _ => stretches(predicate, x, 0, 0, (from, to), &mut |from, to| set_range(words, from, to)),
        },
    }
}

/// Sets the bits of a pattern of so many rows, again and again in the rows `from..to`.
fn repeat(pattern: u64, period: u64, (from, to): (u64, u64), words: &mut [u64]) {
    let (mut repeated, mut length) = (u128::from(pattern), period);
    while length < 128 {
        repeated |= repeated << length;
        length *= 2;
    }
    super::each_word(from, to, &mut |index, mask| {
        let offset = (index as i64 * 64 - from as i64).rem_euclid(period as i64);
        words[index] |= (repeated >> offset) as u64 & mask;
    });
}

/// After how many rows the truth repeats on a run of rows, if that is known.
fn period(predicate: &Predicate, point: &Point, last: i64) -> Option<u64> {
    if predicate.on_run(point, last) != Truth::Unknown {
        return Some(1);
    }
    match predicate {
        Predicate::Compare(linear, _) => {
            let (slope, period) = shape(linear, point, last)?;
            (slope == 0).then_some(period)
        }
        Predicate::And(list) | Predicate::Or(list) => list.iter().try_fold(1, |period_of_all, part| {
            Some(lcm(period_of_all, period(part, point, last)?)).filter(|period| *period <= LONGEST_PATTERN)
        }),
        Predicate::Not(inner) => period(inner, point, last),
        Predicate::Constant(_) | Predicate::Member(..) | Predicate::Regular(..) => None,
    }
}

/// The form on a run as `slope · row` and something that repeats after so many rows.
fn shape(linear: &Linear, point: &Point, last: i64) -> Option<(i64, u64)> {
    let (mut slope, mut period) = (linear.coefficients[1], 1);
    for (factor, part) in &linear.parts {
        let (more, again) = match part {
            Part::Abs(inner) => match (shape(inner, point, last)?, inner.on_run(point, last)) {
                ((0, again), _) => (0, again),
                ((more, again), (low, _)) if low >= 0 => (more, again),
                ((more, again), (_, high)) if high <= 0 => (-more, again),
                _ => return None,
            },
            Part::Mod(inner, modulus) => {
                let (more, again) = shape(inner, point, last)?;
                let modulus = modulus.unsigned_abs();
                let common = num_integer::gcd(modulus, more.unsigned_abs());
                (0, lcm(again, modulus / common.max(1)))
            }
        };
        slope += factor * more;
        period = lcm(period, again);
        if period > LONGEST_PATTERN {
            return None;
        }
    }
    Some((slope, period))
}

#[cfg(test)]
mod tests {
    use super::squares;
    use crate::predicate::Predicate;
    use wythoff_rules::Definition;

    #[test]
    fn rows_are_those_where_the_condition_holds() {
        for text in [
            "x + y mod 5 != 3",
            "|x - y| mod 3 = 1",
            "|x - y| mod 3 = 0 and x < y or 2*y + x mod 7 >= 4",
            "(|2*x - 3*y| mod 4) + (y mod 6) < 5",
            "||x - y| - 9| mod 5 = 2 or y = 70",
            "not (x mod 2 = 0 and y mod 64 = 63)",
            "|x - 2*y| > 30 or 3*x + y mod 63 < 20",
            "(x + y mod 6) + (|x - y| mod 4) = 4 and y > 10",
            "(y mod 3) + y < 2*x and x + y mod 2 = 0",
            "y in beatty(phi) and x + y mod 3 = 1",
            "y mod 100 = 3 or |(y mod 5) - 2| = 1",
            "x >= 0",
            "x > y and y > x",
        ] {
            let rules = format!("move m: s = 0\nposition: {text}\n");
            let rules = Definition::parse("g", &rules).unwrap().bind_text("").unwrap();
            let position = rules.position.unwrap_or(wythoff_rules::ruleset::Formula::Constant(true));
            let table = Some(super::super::beatty_table as fn(&_, _) -> _);
            let predicate = Predicate::compile(&position, &[], 300, table).unwrap();
            for x in (0..70).chain([199, 255]) {
                for (from, to) in [(0, 200), (64, 192), (37, 191), (100, 101), (5, 5)] {
                    let mut words = [0u64; 4];
                    squares(&predicate, x, (from, to), &mut words);
                    for y in 0..256u64 {
                        let found = words[(y / 64) as usize] >> (y % 64) & 1 == 1;
                        let wanted = (from..to).contains(&y) && predicate.at(&[x as i64, y as i64, 0, 0]);
                        assert_eq!(found, wanted, "{text} at ({x}, {y}) of {from}..{to}");
                    }
                }
            }
        }
    }
}
