//! Which removals a formula over `s, t` allows, proved for all of them from finitely many evaluations.
//!
//! The truth of such a formula at `(s, t)` depends on two things only: the residues of `s` and `t` modulo the least
//! common multiple Q of all moduli, and the signs of finitely many linear forms `a·s + b·t + c`, one for every comparison
//! and absolute value in it, every choice of signs of the absolute values and every value of the remainders inside.
//!
//! 1. A form with `a·b > 0` has the sign of `a` wherever `max(s, t) > |c|`.
//! 2. Any other form is, up to sign, `g·(q·s − p·t) + c` with a primitive direction `(p, q) >= 0`, and has the sign of its
//!    linear part wherever `|q·s − p·t| > |c|/g`. The removals where this fails are a *strip*: finitely many lines.
//! 3. Outside all strips and beyond the bound of 1, only the wedge between two neighbouring directions and the residues
//!    matter: one evaluation for each decides them all. If any allows a move there, the moves are two-dimensional.
//! 4. On a line of a strip, far enough out to have left all strips of other directions, forms of other directions have a
//!    constant sign and forms of this direction a constant value, so truth repeats with period Q.
//! 5. What is left is finite and evaluated removal by removal.

use super::NotRays;
use super::set::lcm;
use crate::predicate::{Linear, Part, Predicate};
use num_integer::gcd;
use rustc_hash::FxHashMap;

/// The most evaluations that recognition may take.
const BUDGET: u64 = 20_000_000;

/// A line of a strip, with the value of the signature along it.
pub(super) struct Line {
    pub(super) origin: (u64, u64),
    pub(super) direction: (u64, u64),
    /// `values[j]` belongs to `origin + j · direction`; the last `modulus` of them repeat for ever.
    pub(super) values: Vec<u32>,
}

/// A signature of removals, known everywhere: on the lines, on the loose removals, and zero anywhere else.
pub(super) struct Signature {
    pub(super) modulus: usize,
    pub(super) lines: Vec<Line>,
    pub(super) loose: Vec<((u64, u64), u32)>,
}

impl Line {
    /// Which number on the line a removal has.
    fn number_of(&self, (s, t): (u64, u64)) -> Option<usize> {
        let ((a, b), (p, q)) = (self.origin, self.direction);
        let (ds, dt) = (s.checked_sub(a)?, t.checked_sub(b)?);
        let number = ds.checked_div(p).or_else(|| dt.checked_div(q))?;
        let is_there = number.checked_mul(p) == Some(ds) && number.checked_mul(q) == Some(dt);
        is_there.then(|| usize::try_from(number).ok())?
    }

    fn value(&self, number: usize, modulus: usize) -> u32 {
        let begin = self.values.len() - modulus;
        let place = if number < begin { number } else { begin + (number - begin) % modulus };
        self.values[place]
    }
}

impl Signature {
    /// Corrects it at single removals, none of them twice.
    pub(super) fn correct(&mut self, values: impl Iterator<Item = ((u64, u64), u32)>) -> Result<(), NotRays> {
        let mut budget = Budget(BUDGET);
        let places: FxHashMap<(u64, u64), usize> =
            self.loose.iter().enumerate().map(|(place, (removal, _))| (*removal, place)).collect();
        for (removal, value) in values {
            // What is too far out for a solver's tables is too far out here.
            natural((removal.0.into(), removal.1.into()))?;
            budget.spend(self.lines.len() as u64)?;
            let mut on_line = false;
            for line in &mut self.lines {
                let Some(number) = line.number_of(removal) else { continue };
                on_line = true;
                if line.value(number, self.modulus) == value {
                    continue;
                }
                // Where it repeats, it is written out as far as the removal, and one period more.
                let length = number.saturating_add(1 + self.modulus);
                budget.spend(length.saturating_sub(line.values.len()) as u64)?;
                for next in line.values.len()..length {
                    line.values.push(line.value(next, self.modulus));
                }
                line.values[number] = value;
            }
            match places.get(&removal) {
                _ if on_line => {}
                Some(&place) => self.loose[place].1 = value,
                None => self.loose.push((removal, value)),
            }
        }
        self.loose.retain(|(_, value)| *value != 0);
        Ok(())
    }
}

/// A form `a·s + b·t + c` up to the constant: the largest `|c|` for the given `(a, b)`.
struct Form {
    a: i128,
    b: i128,
    c: i128,
}

struct Strip {
    direction: (i128, i128),
    width: i128,
}

impl Strip {
    /// Its lines. The axes bound the quadrant: of their strips only one half exists.
    fn offsets(&self) -> (i128, i128) {
        let low = if self.direction == (0, 1) { 0 } else { -self.width };
        (low, if self.direction == (1, 0) { 0 } else { self.width })
    }

    /// Which line parallel to the strip a removal lies on.
    fn cross(&self, (s, t): (i128, i128)) -> i128 {
        self.direction.1 * s - self.direction.0 * t
    }
}

/// Finds the signature of all removals, where `value` is a function of the truth of the predicates; zero is no move.
pub(super) fn analyse(
    predicates: &[&Predicate],
    value: &dyn Fn((u64, u64)) -> u32,
) -> Result<Signature, NotRays> {
    let (mut forms, mut modulus) = (Vec::new(), 1);
    for predicate in predicates {
        let mut beatty = false;
        predicate.atoms(&mut |linear, member| {
            beatty |= member;
            if !member {
                collect(linear, &mut forms, &mut modulus);
            }
        });
        if beatty {
            return Err(NotRays::Beatty);
        }
    }
    if modulus > 4096 || forms.len() > 4096 {
        return Err(NotRays::TooLarge);
    }
    let (strips, reach) = strips(&forms)?;
    let mut budget = Budget(BUDGET);
    for pair in strips.windows(2) {
        wedge_is_empty(&pair[0], &pair[1], &strips, reach, modulus, value, &mut budget)?;
    }
    // Lines are longer the farther out they are: half of them at least half as long as the outermost. What will be too much is
    // refused before it is begun.
    for (index, strip) in strips.iter().enumerate() {
        let (low, high) = strip.offsets();
        let ends =
            [length(index, low, &strips, reach, modulus)?, length(index, high, &strips, reach, modulus)?];
        let outermost = ends[0].max(ends[1]);
        let width = u64::try_from(strip.width).map_err(|_| NotRays::TooLarge)?;
        budget.check((width / 4).saturating_mul(outermost))?;
    }
    let mut lines = Vec::new();
    for (index, strip) in strips.iter().enumerate() {
        let (low, high) = strip.offsets();
        let count = u64::try_from(high - low).map_err(|_| NotRays::TooLarge)?;
        budget.spend(count)?;
        for offset in low..=high {
            lines.push(line(index, offset, &strips, reach, modulus, value, &mut budget)?);
        }
    }
    let side = u64::try_from(reach).map_err(|_| NotRays::TooLarge)?;
    budget.spend((side + 1).saturating_mul(side + 1))?;
    let mut loose = Vec::new();
    for s in 0..=side {
        for t in 0..=side {
            let v = (i128::from(s), i128::from(t));
            if strips.iter().all(|strip| strip.cross(v).abs() > strip.width) {
                let found = value((s, t));
                if found != 0 {
                    loose.push(((s, t), found));
                }
            }
        }
    }
    Ok(Signature { modulus: modulus as usize, lines, loose })
}

struct Budget(u64);

impl Budget {
    fn check(&self, cost: u64) -> Result<(), NotRays> {
        if cost > self.0 { Err(NotRays::TooLarge) } else { Ok(()) }
    }

    fn spend(&mut self, cost: u64) -> Result<(), NotRays> {
        self.0 = self.0.checked_sub(cost).ok_or(NotRays::TooLarge)?;
        Ok(())
    }
}

/// Adds the forms of a term, and of the absolute values inside it, and the moduli to their common multiple.
fn collect(linear: &Linear, forms: &mut Vec<Form>, modulus: &mut u64) -> Vec<(i128, i128, i128)> {
    let own = expand(linear, forms, modulus);
    for &(a, b, c) in &own {
        match forms.iter_mut().find(|form| form.a == a && form.b == b) {
            Some(form) => form.c = form.c.max(c),
            None => forms.push(Form { a, b, c }),
        }
    }
    own
}

/// All linear forms that a term can be, with the largest constant of each; collects those of inner terms.
fn expand(linear: &Linear, forms: &mut Vec<Form>, modulus: &mut u64) -> Vec<(i128, i128, i128)> {
    let [_, _, s, t] = linear.coefficients.map(i128::from);
    let mut own = vec![(s, t, i128::from(linear.constant).abs())];
    for (factor, part) in &linear.parts {
        let factor = i128::from(*factor);
        let choices: Vec<(i128, i128, i128)> = match part {
            Part::Abs(inner) => {
                let inside = collect(inner, forms, modulus);
                inside.iter().flat_map(|&(a, b, c)| [(a, b, c), (-a, -b, c)]).collect()
            }
            Part::Mod(inner, m) => {
                // Inside a remainder only the switches of absolute values matter, not the sign of the term itself.
                expand(inner, forms, modulus);
                *modulus = lcm(*modulus, m.unsigned_abs());
                vec![(0, 0, i128::from(*m))]
            }
        };
        let mut next: Vec<(i128, i128, i128)> = Vec::new();
        for &(a, b, c) in &own {
            for &(a2, b2, c2) in &choices {
                let (a, b, c) = (a + factor * a2, b + factor * b2, c + factor.abs() * c2);
                match next.iter_mut().find(|form| form.0 == a && form.1 == b) {
                    Some(form) => form.2 = form.2.max(c),
                    None => next.push((a, b, c)),
                }
            }
        }
        own = next;
        own.truncate(5000); // analyse() refuses more than 4096 forms
    }
    own
}

/// The strips by ascending slope, and the bound beyond which forms without a strip have a constant sign.
fn strips(forms: &[Form]) -> Result<(Vec<Strip>, i128), NotRays> {
    let mut strips = vec![Strip { direction: (1, 0), width: 0 }, Strip { direction: (0, 1), width: 0 }];
    let mut reach = 0;
    for form in forms {
        let (a, b) = (form.a, form.b);
        if form.c > 1 << 30 || a.abs() > 1 << 16 || b.abs() > 1 << 16 {
            return Err(NotRays::TooLarge);
        }
        if a == 0 && b == 0 {
            continue;
        }
        if a.signum() * b.signum() > 0 {
            reach = reach.max(form.c);
            continue;
        }
        let g = i128::from(gcd(a.unsigned_abs() as u64, b.unsigned_abs() as u64));
        let (direction, width) = ((b.abs() / g, a.abs() / g), form.c / g);
        match strips.iter_mut().find(|strip| strip.direction == direction) {
            Some(strip) => strip.width = strip.width.max(width),
            None => strips.push(Strip { direction, width }),
        }
    }
    strips.sort_by(|u, v| (u.direction.1 * v.direction.0).cmp(&(v.direction.1 * u.direction.0)));
    Ok((strips, reach))
}

/// Checks that no removal strictly between two neighbouring directions, outside all strips, is a move.
fn wedge_is_empty(
    low: &Strip,
    high: &Strip,
    strips: &[Strip],
    reach: i128,
    modulus: u64,
    value: &dyn Fn((u64, u64)) -> u32,
    budget: &mut Budget,
) -> Result<(), NotRays> {
    budget.spend(modulus * modulus)?;
    let q = i128::from(modulus);
    let middle = (low.direction.0 + high.direction.0, low.direction.1 + high.direction.1);
    // A multiple of Q times the middle direction, far enough out to be clear of every strip whatever is added below Q.
    let clear = |scale: i128| {
        let base = (middle.0 * q * scale, middle.1 * q * scale);
        let corner = |i: i128, j: i128| (base.0 + i * (q - 1), base.1 + j * (q - 1));
        base.0.max(base.1) > reach
            && strips.iter().all(|strip| {
                let crosses = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| strip.cross(corner(i, j)));
                crosses.iter().all(|c| *c > strip.width) || crosses.iter().all(|c| *c < -strip.width)
            })
    };
    let mut scale = 1;
    while !clear(scale) {
        scale *= 2;
        if scale > 1 << 50 {
            return Err(NotRays::TooLarge);
        }
    }
    for i in 0..q {
        for j in 0..q {
            let v = (middle.0 * q * scale + i, middle.1 * q * scale + j);
            if value(natural(v)?) != 0 {
                return Err(NotRays::TwoDimensional);
            }
        }
    }
    Ok(())
}

/// How many values along one line of a strip have to be known.
fn length(index: usize, offset: i128, strips: &[Strip], reach: i128, modulus: u64) -> Result<u64, NotRays> {
    let (p, q) = strips[index].direction;
    let origin = first_on_line(p, q, offset);
    // From here on the line has left every other strip for good, and the bounded region.
    let mut far = reach + 1;
    for (other, strip) in strips.iter().enumerate() {
        if other != index {
            let (at_origin, rate) = (strip.cross(origin), strip.cross((p, q)));
            far = far.max((strip.width + at_origin.abs()) / rate.abs() + 1);
        }
    }
    Ok(u64::try_from(far).map_err(|_| NotRays::TooLarge)? + modulus)
}

/// The values along one line of a strip.
fn line(
    index: usize,
    offset: i128,
    strips: &[Strip],
    reach: i128,
    modulus: u64,
    value: &dyn Fn((u64, u64)) -> u32,
    budget: &mut Budget,
) -> Result<Line, NotRays> {
    let (p, q) = strips[index].direction;
    let origin = first_on_line(p, q, offset);
    let count = length(index, offset, strips, reach, modulus)?;
    budget.spend(count)?;
    let mut values = Vec::with_capacity(count as usize);
    for j in 0..i128::from(count) {
        values.push(value(natural((origin.0 + j * p, origin.1 + j * q))?));
    }
    Ok(Line { origin: natural(origin)?, direction: natural((p, q))?, values })
}

/// The first point with natural coordinates on `q·s − p·t = offset`, where `(p, q)` is primitive.
fn first_on_line(p: i128, q: i128, offset: i128) -> (i128, i128) {
    if q == 0 {
        return (0, -offset);
    }
    if p == 0 {
        return (offset, 0);
    }
    // s ≡ offset / q (mod p); the direction is primitive, so one of the p residues fits.
    let residue = (0..p).find(|s| (q * s - offset).rem_euclid(p) == 0).unwrap_or(0);
    let t = (q * residue - offset) / p;
    let lift = if t < 0 { (-t + q - 1) / q } else { 0 };
    (residue + lift * p, t + lift * q)
}

fn natural((s, t): (i128, i128)) -> Result<(u64, u64), NotRays> {
    let limit = 1 << 40;
    if (0..limit).contains(&s) && (0..limit).contains(&t) {
        Ok((s as u64, t as u64))
    } else {
        Err(NotRays::TooLarge)
    }
}
