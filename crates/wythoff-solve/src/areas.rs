//! Rules whose moves fill areas: `s + t <= y and t < s`, wherever x and y come in.
//!
//! Seen from a square `(u, v)` that is moved to, the squares `(x, y)` with such a move to it fill convex pieces of the board:
//! every comparison of linear terms is a half plane, because `s = x − u` and `t = y − v`. So in one column they are, for each
//! piece, the rows between two bounds, and the bounds are linear in u and v. Remainders leave only certain rows between the bounds, which repeat.
//!
//! Formulas become pieces once, as unions of conjunctions: absolute values split by their sign, remainders by their value.

use super::predicate::{Linear, Part, Predicate};
use wythoff_rules::ruleset::Relation;

/// Formulas with more pieces, or with more sides to one, are better tried row by row.
const MOST_PIECES: usize = 24;
const MOST_CONJUNCTIONS: usize = 4000;
const MOST_SIDES: usize = 12;
/// Remainders by larger numbers are tried.
const LARGEST_MODULUS: i64 = 16;

/// A set of moves as pieces.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    pieces: Vec<Piece>,
    moduli: Vec<u64>,
}

/// A half plane `x·x + s·s + y·y + v·v + constant <= 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    x: i64,
    s: i64,
    y: i64,
    v: i64,
    constant: i64,
}

#[derive(Clone, Debug)]
struct Piece {
    /// Sides that speak neither of the row nor of the square moved to, that speak of the latter only, and the others.
    plain: Vec<Side>,
    ends: Vec<Side>,
    lows: Vec<Side>,
    highs: Vec<Side>,
    /// What ends the piece of a square: no column has it beyond these.
    limits: Vec<ColumnLimit>,
    /// Which of `moduli`, and for each residue of x, s and v the residues of y that have the move.
    stride: usize,
    residues: Vec<u32>,
}

/// A bound on the columns with moves to `(u, v)`: `by·x + u·u + v·v + constant <= 0`, where `by` is positive.
#[derive(Clone, Copy, Debug)]
struct ColumnLimit {
    by: i128,
    u: i128,
    v: i128,
    constant: i128,
}

/// A side in a column: `offset + s·s + v·v`, divided by the factor of y.
#[derive(Clone, Copy, Debug)]
struct Edge {
    offset: i64,
    s: i64,
    v: i64,
    by: Divisor,
}

/// A piece in one column.
#[derive(Clone, Debug)]
pub(crate) struct Slice<'a> {
    /// Which of the pieces it is.
    pub(crate) piece: usize,
    /// The removals s, from the first up to before the second, that it has at all.
    pub(crate) removals: (u64, u64),
    /// Sides that must not be positive, lower and upper bounds.
    ends: Vec<Edge>,
    lows: Vec<Edge>,
    highs: Vec<Edge>,
    /// Which of the moduli it belongs to, and that number.
    pub(crate) stride: usize,
    modulus: u64,
    residues: &'a [u32],
    /// All values of its edges are within 31 bits, wherever the square is.
    narrow: bool,
}

/// How many squares [`Slice::rows_of`] takes at a time.
pub(crate) const BATCH: usize = 64;

/// Division without dividing: `n / d = n·m >> k` for all `n < 2³¹`, with `k = 31 + ⌈log₂ d⌉` and `m = ⌈2ᵏ / d⌉` (Granlund and
/// Montgomery 1994).
#[derive(Clone, Copy, Debug)]
struct Divisor {
    divisor: u64,
    factor: u64,
    shift: u32,
}

impl Divisor {
    fn new(divisor: u64) -> Divisor {
        let shift = 31 + divisor.next_power_of_two().trailing_zeros();
        Divisor { divisor, factor: (1u64 << shift.min(63)).div_ceil(divisor), shift }
    }

    #[inline]
    fn divide(self, value: u64) -> u64 {
        if self.divisor == 1 {
            value
        } else if (value | self.divisor) >> 31 == 0 {
            (value * self.factor) >> self.shift
        } else {
            value / self.divisor
        }
    }

    /// The same for values and divisors below 2³¹, without asking; the factor then has 32 bits.
    #[inline(always)]
    fn divide_narrow(self, value: i32) -> i32 {
        (u64::from(value as u32).wrapping_mul(self.factor & 0xffff_ffff) >> self.shift) as i32
    }
}

impl Areas {
    /// Makes a formula ready; with `disjoint`, no row is counted twice. `None` if it has parts that are not of this form, or too
    /// many of them.
    pub(crate) fn new(predicate: &Predicate, disjoint: bool) -> Option<Areas> {
        let conjunctions = build(predicate, true, disjoint)?;
        let mut moduli = Vec::new();
        let mut pieces: Vec<Piece> = Vec::new();
        for conjunction in conjunctions {
            let piece = Piece::new(conjunction, &mut moduli)?;
            // Pieces that differ by residues only are one.
            let alike = |known: &&mut Piece| known.stride == piece.stride && known.has_sides_of(&piece);
            match pieces.iter_mut().find(alike) {
                Some(known) => known.residues.iter_mut().zip(&piece.residues).for_each(|(a, b)| *a |= b),
                None => pieces.push(piece),
            }
        }
        (pieces.len() <= MOST_PIECES).then_some(Areas { pieces, moduli })
    }

    /// Rows repeat with these numbers; [`Slice::stride`] says with which.
    pub(crate) fn moduli(&self) -> &[u64] {
        &self.moduli
    }

    pub(crate) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// What is left of each piece in column x, on a board of the given height.
    pub(crate) fn slices(&self, x: u64, height: u64) -> Vec<Slice<'_>> {
        let mut slices = Vec::with_capacity(self.pieces.len());
        for (number, piece) in self.pieces.iter().enumerate() {
            let slice = piece.slice(self.moduli[piece.stride], x as i64, height as i64);
            slices.extend(slice.map(|slice| Slice { piece: number, ..slice }));
        }
        slices
    }

    /// No column after this one has a move to `(u, v)` in a piece: the greatest x of the convex set that the piece is, or more.
    pub(crate) fn last_column(&self, piece: usize, (u, v): (u64, u64)) -> u64 {
        let limits = self.pieces[piece].limits.iter();
        let last = limits.map(|limit| {
            let rest = limit.u * i128::from(u) + limit.v * i128::from(v) + limit.constant;
            u64::try_from((-rest).div_euclid(limit.by)).unwrap_or(if rest > 0 { 0 } else { u64::MAX })
        });
        last.min().unwrap_or(u64::MAX)
    }
}

/// Most factors are so small that multiplication, which vectors are slow at, is not needed.
#[inline(always)]
fn add_multiple(sums: &mut [i32; BATCH], factor: i32, terms: &[i32; BATCH]) {
    let pairs = sums.iter_mut().zip(terms);
    match factor {
        0 => {}
        1 => pairs.for_each(|(sum, term)| *sum = sum.wrapping_add(*term)),
        -1 => pairs.for_each(|(sum, term)| *sum = sum.wrapping_sub(*term)),
        2 => pairs.for_each(|(sum, term)| *sum = sum.wrapping_add(term << 1)),
        -2 => pairs.for_each(|(sum, term)| *sum = sum.wrapping_sub(term << 1)),
        factor => pairs.for_each(|(sum, term)| *sum = sum.wrapping_add(factor.wrapping_mul(*term))),
    }
}

impl Edge {
    #[inline]
    fn at(&self, s: u64, v: u64) -> i64 {
        self.offset + self.s * s as i64 + self.v * v as i64
    }

    /// The same for a batch, where it is narrow.
    #[inline(always)]
    fn at_all(&self, s: &[i32; BATCH], v: &[i32; BATCH], values: &mut [i32; BATCH]) {
        values.fill(self.offset as i32);
        add_multiple(values, self.s as i32, s);
        add_multiple(values, self.v as i32, v);
    }

    /// Whether all values, and what division adds to them, have 31 bits for `s <= x` and `v < height`.
    fn is_narrow(&self, x: i64, height: i64) -> bool {
        let part = |factor: i64, most: i64| factor.checked_abs().and_then(|factor| factor.checked_mul(most));
        let sum =
            [Some(self.by.divisor as i64), self.offset.checked_abs(), part(self.s, x), part(self.v, height)];
        let sum = sum.into_iter().try_fold(0i64, |sum, part| sum.checked_add(part?));
        sum.is_some_and(|sum| sum < 1 << 31)
    }
}

impl Slice<'_> {
    /// The rows `from..to` within `rows` between the bounds, for a square s columns back in row v; empty if `from >= to`.
    #[inline(always)]
    pub(crate) fn rows(&self, (s, v): (u64, u64), (mut from, mut to): (u64, u64)) -> (u64, u64) {
        if self.ends.iter().any(|edge| edge.at(s, v) > 0) {
            return (0, 0);
        }
        for edge in &self.lows {
            let value = edge.at(s, v);
            if value > 0 {
                from = from.max(edge.by.divide(value as u64 + edge.by.divisor - 1));
            }
        }
        for edge in &self.highs {
            let value = edge.at(s, v);
            to = if value < 0 { 0 } else { to.min(edge.by.divide(value as u64) + 1) };
        }
        (from, to)
    }

    /// The same for up to [`BATCH`] squares in columns before column x: `from` and `to` get the bounds, and nothing is between
    /// them if `from >= to`.
    #[inline]
    pub(crate) fn rows_of(
        &self,
        x: u64,
        squares: (&[u32], &[u32]),
        height: u64,
        bounds: &mut [[u32; BATCH]; 2],
    ) {
        let (columns, rows) = squares;
        let [from, to] = bounds;
        if !self.narrow {
            for (i, (u, v)) in columns.iter().zip(rows).enumerate() {
                let (low, high) = self.rows((x - u64::from(*u), u64::from(*v)), (u64::from(*v), height));
                // A bound beyond the board is its height.
                (from[i], to[i]) = (low.min(height) as u32, high as u32);
            }
            return;
        }
        // Loops over all of a batch, without branches: the compiler takes several squares at once. Values are below 2³¹, and an
        // arithmetic shift by 31 makes a mask of a sign.
        let (mut s, mut v, mut value) = ([0i32; BATCH], [0i32; BATCH], [0i32; BATCH]);
        let squares = columns.iter().zip(rows);
        for ((s, v), (u, row)) in s.iter_mut().zip(&mut v).zip(squares) {
            (*s, *v) = ((x as i32).wrapping_sub(*u as i32), *row as i32);
        }
        let height = height as i32;
        let (mut least, mut beyond) = (v, [height; BATCH]);
        for edge in &self.lows {
            edge.at_all(&s, &v, &mut value);
            let more = edge.by.divisor as i32 - 1;
            if more > 0 {
                let by = edge.by;
                value
                    .iter_mut()
                    .for_each(|value| *value = by.divide_narrow((*value).max(0).wrapping_add(more)));
            }
            least.iter_mut().zip(&value).for_each(|(least, value)| *least = (*least).max(*value));
        }
        for edge in &self.highs {
            edge.at_all(&s, &v, &mut value);
            let by = edge.by;
            if by.divisor > 1 {
                let divided = |value: i32| by.divide_narrow(value.max(0)) | value >> 31;
                value.iter_mut().for_each(|value| *value = divided(*value));
            }
            for (beyond, value) in beyond.iter_mut().zip(&value) {
                *beyond = (*beyond).min(value.wrapping_add(1)) & !(*value >> 31);
            }
        }
        for edge in &self.ends {
            edge.at_all(&s, &v, &mut value);
            beyond
                .iter_mut()
                .zip(&value)
                .for_each(|(beyond, value)| *beyond &= !(value.wrapping_neg() >> 31));
        }
        from.iter_mut().zip(&least).for_each(|(from, least)| *from = (*least).min(height) as u32);
        to.iter_mut().zip(&beyond).for_each(|(to, beyond)| *to = *beyond as u32);
    }

    /// The residues of the rows, modulo the number of its stride, that have the move; `1` if that number is 1.
    #[inline]
    pub(crate) fn residues(&self, (s, v): (u64, u64)) -> u32 {
        match self.modulus {
            1 => 1,
            modulus => self.residues[((s % modulus) * modulus + v % modulus) as usize],
        }
    }
}

impl Piece {
    fn new(conjunction: Conjunction, moduli: &mut Vec<u64>) -> Option<Piece> {
        let mut modulus = 1;
        for (_, by, _) in &conjunction.residues {
            modulus = num_integer::lcm(modulus, *by);
        }
        if modulus > LARGEST_MODULUS {
            return None;
        }
        let stride = moduli.iter().position(|known| *known == modulus as u64).unwrap_or_else(|| {
            moduli.push(modulus as u64);
            moduli.len() - 1
        });
        let mut piece = Piece {
            plain: Vec::new(),
            ends: Vec::new(),
            lows: Vec::new(),
            highs: Vec::new(),
            limits: Vec::new(),
            stride,
            residues: Vec::new(),
        };
        let mut sides = conjunction.sides;
        sides.sort_unstable();
        sides.dedup();
        piece_limits(&sides, &mut piece.limits);
        for side in sides {
            match (side.y, side.v) {
                (0, 0) => piece.plain.push(side),
                (0, _) => piece.ends.push(side),
                (y, _) if y < 0 => piece.lows.push(side),
                _ => piece.highs.push(side),
            }
        }
        if piece.lows.len() > MOST_SIDES || piece.highs.len() > MOST_SIDES {
            return None;
        }
        if modulus > 1 {
            for index in 0..modulus.pow(3) {
                let (x, s, v) = (index / modulus / modulus, index / modulus % modulus, index % modulus);
                let fits = |y: &i64| {
                    let holds = |(side, by, value): &(Side, i64, i64)| {
                        let term = side.x * x + side.s * s + side.y * y + side.v * v + side.constant;
                        term.rem_euclid(*by) == *value
                    };
                    conjunction.residues.iter().all(holds)
                };
                piece.residues.push((0..modulus).filter(fits).fold(0, |mask, y| mask | 1 << y));
            }
        }
        Some(piece)
    }

    fn has_sides_of(&self, other: &Piece) -> bool {
        self.plain == other.plain
            && self.ends == other.ends
            && self.lows == other.lows
            && self.highs == other.highs
    }

    fn slice(&self, modulus: u64, x: i64, height: i64) -> Option<Slice<'_>> {
        let mut removals = (0, i64::MAX);
        for side in &self.plain {
            let rest = side.x * x + side.constant;
            match side.s {
                0 if rest > 0 => return None,
                0 => {}
                s if s > 0 => removals.1 = removals.1.min((-rest).div_euclid(s) + 1),
                s => removals.0 = removals.0.max(-(-rest).div_euclid(-s)),
            }
        }
        if removals.0 >= removals.1 {
            return None;
        }
        let edge = |side: &Side| {
            // y·y + rest <= 0: a lower bound rest/|y| if y's factor is negative, else an upper bound −rest/y.
            let sign = if side.y > 0 { -1 } else { 1 };
            Edge {
                offset: sign * (side.x * x + side.constant),
                s: sign * side.s,
                v: sign * side.v,
                by: Divisor::new(side.y.unsigned_abs().max(1)),
            }
        };
        let edges = |sides: &[Side]| -> Vec<Edge> { sides.iter().map(edge).collect() };
        let (ends, lows, highs) = (edges(&self.ends), edges(&self.lows), edges(&self.highs));
        let residues = if modulus == 1 {
            &[][..]
        } else {
            let square = (modulus * modulus) as usize;
            &self.residues[(x as u64 % modulus) as usize * square..][..square]
        };
        let narrow =
            height < 1 << 31 && ends.iter().chain(&lows).chain(&highs).all(|edge| edge.is_narrow(x, height));
        Some(Slice {
            piece: 0,
            removals: (removals.0 as u64, removals.1 as u64),
            ends,
            lows,
            highs,
            stride: self.stride,
            modulus,
            residues,
            narrow,
        })
    }
}

/// Eliminates y (Fourier and Motzkin): what follows for x from each side alone, and from each pair that bounds y from both ends. Nothing is lost
/// by reals here: where they have no x, integers have none.
fn piece_limits(sides: &[Side], limits: &mut Vec<ColumnLimit>) {
    // With s = x - u, and t >= 0, which says y >= v.
    let above = Side { x: 0, s: 0, y: -1, v: 1, constant: 0 };
    let sides: Vec<[i128; 5]> = sides
        .iter()
        .chain([&above])
        .map(|side| {
            [
                side.x as i128 + side.s as i128,
                side.y.into(),
                -(side.s as i128),
                side.v.into(),
                side.constant.into(),
            ]
        })
        .collect();
    let mut follows = |[x, _, u, v, constant]: [i128; 5]| {
        if x > 0 {
            limits.push(ColumnLimit { by: x, u, v, constant });
        }
    };
    for low in &sides {
        match low[1] {
            0 => follows(*low),
            1.. => {}
            _ => {
                for high in sides.iter().filter(|side| side[1] > 0) {
                    follows(std::array::from_fn(|i| high[1] * low[i] - low[1] * high[i]));
                }
            }
        }
    }
}

/// Sides that all hold, and remainders that have these values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Conjunction {
    sides: Vec<Side>,
    residues: Vec<(Side, i64, i64)>,
}

impl Conjunction {
    /// Both; `None` if remainders contradict each other.
    fn and(&self, other: &Conjunction) -> Option<Conjunction> {
        let mut both = self.clone();
        for residue in &other.residues {
            match both.residues.iter().find(|known| (known.0, known.1) == (residue.0, residue.1)) {
                Some(known) if known.2 != residue.2 => return None,
                Some(_) => {}
                None => both.residues.push(*residue),
            }
        }
        both.sides.extend(other.sides.iter().filter(|side| !self.sides.contains(side)));
        Some(both)
    }
}

/// The formula, or its negation, as a union of conjunctions.
fn build(predicate: &Predicate, holds: bool, disjoint: bool) -> Option<Vec<Conjunction>> {
    match predicate {
        Predicate::Constant(value) => {
            Some(if *value == holds { vec![Conjunction::default()] } else { Vec::new() })
        }
        Predicate::Not(inner) => build(inner, !holds, disjoint),
        Predicate::Compare(linear, relation) => {
            let relation = if holds { *relation } else { relation.negated() };
            compare(linear, relation)
        }
        Predicate::Member(..) | Predicate::Regular(..) => None,
        Predicate::And(list) if holds => all(list, true, disjoint),
        Predicate::Or(list) if !holds => all(list, false, disjoint),
        Predicate::And(list) => any(list, false, disjoint),
        Predicate::Or(list) => any(list, true, disjoint),
    }
}

fn all(list: &[Predicate], holds: bool, disjoint: bool) -> Option<Vec<Conjunction>> {
    let mut found = vec![Conjunction::default()];
    for part in list {
        found = product(&found, &build(part, holds, disjoint)?)?;
    }
    Some(found)
}

fn any(list: &[Predicate], holds: bool, disjoint: bool) -> Option<Vec<Conjunction>> {
    let mut found = Vec::new();
    // What an earlier alternative has is not said again.
    let mut none_before = vec![Conjunction::default()];
    for part in list {
        let own = build(part, holds, disjoint)?;
        found.extend(product(&none_before, &own)?);
        if found.len() > MOST_CONJUNCTIONS {
            return None;
        }
        if disjoint {
            none_before = product(&none_before, &build(part, !holds, disjoint)?)?;
        }
    }
    Some(found)
}

fn product(a: &[Conjunction], b: &[Conjunction]) -> Option<Vec<Conjunction>> {
    if a.len() * b.len() > MOST_CONJUNCTIONS {
        return None;
    }
    Some(a.iter().flat_map(|a| b.iter().filter_map(|b| a.and(b))).collect())
}

/// A linear term without parts, as a side.
fn side(linear: &Linear) -> Option<Side> {
    let [x, y, s, t] = linear.coefficients;
    // t = y − v
    linear.parts.is_empty().then_some(Side { x, s, y: y + t, v: -t, constant: linear.constant })
}

/// A comparison with 0.
fn compare(linear: &Linear, relation: Relation) -> Option<Vec<Conjunction>> {
    if let Some((last, rest)) = linear.parts.split_last() {
        let rest = Linear { parts: rest.to_vec(), ..linear.clone() };
        let mut found = Vec::new();
        match last {
            (factor, Part::Abs(inner)) => {
                for (sign, relation_of_inner) in [(1, Relation::GreaterEqual), (-1, Relation::Less)] {
                    let when = compare(inner, relation_of_inner)?;
                    found.extend(product(&when, &compare(&rest.plus(factor * sign, inner), relation)?)?);
                }
            }
            (factor, Part::Mod(inner, modulus)) => {
                if !(1..=LARGEST_MODULUS).contains(modulus) {
                    return None;
                }
                let inner = side(inner)?;
                for value in 0..*modulus {
                    let rest = Linear { constant: rest.constant + factor * value, ..rest.clone() };
                    let when = Conjunction { sides: Vec::new(), residues: vec![(inner, *modulus, value)] };
                    found.extend(product(&[when], &compare(&rest, relation)?)?);
                }
            }
        }
        return Some(found);
    }
    let plain = side(linear)?;
    let at_most = |side: Side| Conjunction { sides: vec![side], residues: Vec::new() };
    let negative = |side: Side| Side { constant: side.constant + 1, ..side };
    let mirrored = Side { x: -plain.x, s: -plain.s, y: -plain.y, v: -plain.v, constant: -plain.constant };
    if (plain.x, plain.s, plain.y, plain.v) == (0, 0, 0, 0) {
        let holds = relation.holds(plain.constant.cmp(&0));
        return Some(if holds { vec![Conjunction::default()] } else { Vec::new() });
    }
    Some(match relation {
        Relation::LessEqual => vec![at_most(plain)],
        Relation::Less => vec![at_most(negative(plain))],
        Relation::GreaterEqual => vec![at_most(mirrored)],
        Relation::Greater => vec![at_most(negative(mirrored))],
        Relation::Equal => vec![Conjunction { sides: vec![plain, mirrored], residues: Vec::new() }],
        Relation::NotEqual => vec![at_most(negative(plain)), at_most(negative(mirrored))],
    })
}

#[cfg(test)]
mod tests {
    use super::{Areas, Divisor};
    use crate::board::beatty_table;
    use crate::predicate::Predicate;
    use wythoff_rules::Definition;

    fn moves(text: &str) -> Predicate {
        let text = format!("game \"A\"\nmove a: {text}\n");
        let rules = Definition::parse("a", &text).unwrap().bind_text("").unwrap();
        Predicate::of_moves(&rules.moves, 100, Some(beatty_table)).unwrap()
    }

    /// Every row of every column, by the pieces and by the formula; with `disjoint` as often.
    fn agrees(text: &str) {
        let predicate = moves(text);
        for disjoint in [false, true] {
            let areas = Areas::new(&predicate, disjoint).unwrap_or_else(|| panic!("{text}: no pieces"));
            for (x, s) in (0..14).flat_map(|x| (0..=x).map(move |s| (x, s))) {
                for v in 0..14 {
                    let mut times = [0; 20];
                    for slice in areas.slices(x, 20) {
                        if s < slice.removals.0 || s >= slice.removals.1 {
                            continue;
                        }
                        let (from, to) = slice.rows((s, v), (v, 20));
                        let mut many = [[0; super::BATCH]; 2];
                        slice.rows_of(x, (&[(x - s) as u32], &[v as u32]), 20, &mut many);
                        let (low, high) = (u64::from(many[0][0]), u64::from(many[1][0]));
                        assert_eq!((low..high).is_empty(), (from..to).is_empty(), "{text}");
                        assert!(
                            from >= to || (low, high) == (from, to),
                            "{text}: {low}..{high}, {from}..{to}"
                        );
                        let last = areas.last_column(slice.piece, (x - s, v));
                        assert!(from >= to || x <= last, "{text}: ({}, {v}) from {x}, not {last}", x - s);
                        let modulus = areas.moduli()[slice.stride];
                        for y in (from..to).filter(|y| slice.residues((s, v)) >> (y % modulus) & 1 == 1) {
                            times[y as usize] += 1;
                        }
                    }
                    for y in v..20 {
                        let meant = predicate.at(&[x as i64, y as i64, s as i64, (y - v) as i64]);
                        let times = times[y as usize];
                        assert_eq!(times > 0, meant, "{text}: from ({x}, {y}) by ({s}, {})", y - v);
                        assert!(times < 2 || !disjoint, "{text}: counted {times} times");
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_end_where_no_row_is_left() {
        let last = |text: &str, square| {
            let areas = Areas::new(&moves(text), false).unwrap();
            (0..areas.pieces()).map(|piece| areas.last_column(piece, square)).max().unwrap()
        };
        // t >= 0 and s + t <= y say x <= u + v; 2*s <= x says x <= 2*u; nothing ends rooks.
        assert_eq!(last("s + t <= y and t < s", (10, 5)), 15);
        assert_eq!(last("2*s + t <= x", (10, 5)), 20);
        assert_eq!(last("s = 0 or t = 0", (10, 5)), u64::MAX);
    }

    #[test]
    fn pieces_are_the_formula() {
        for text in [
            "s + t <= y and t < s and 2*s <= t + x",
            "s <= 2*t and t <= 2*s and s + t >= x",
            "2*s + t <= x or s + 3*t <= y",
            "|s - t| <= x - y or s = t",
            "|2*s - 3*t + x| < |y - s| and t != 2",
            "s + t <= x and s + y mod 3 != 1",
            "x*2 + t mod 4 < y mod 3 or s <= t and not (s + x < 3*t or y = 2*t)",
            "3*s - 2*t <= y and 5*t <= 2*x + s and 4*t + y >= s",
        ] {
            agrees(text);
        }
    }

    #[test]
    fn division_is_division() {
        for divisor in (1..200).chain([1 << 20, (1 << 20) + 1, (1 << 31) - 1, 1 << 31, 1 << 40]) {
            let by = Divisor::new(divisor);
            for value in (0..300).chain([1 << 20, (1 << 31) - 2, (1 << 31) - 1, 1 << 31, 1 << 41]) {
                assert_eq!(by.divide(value), value / divisor, "{value} / {divisor}");
                let near = value.wrapping_mul(divisor) % (1 << 31);
                assert_eq!(by.divide(near), near / divisor, "{near} / {divisor}");
            }
        }
    }

    #[test]
    fn what_has_no_pieces_says_so() {
        for text in
            ["s + t in beatty(phi) and s <= y", "s <= y mod 100", "|s - y mod 2| = 1 or x + t mod 17 = s"]
        {
            assert!(Areas::new(&moves(text), false).is_none(), "{text}");
        }
    }
}
