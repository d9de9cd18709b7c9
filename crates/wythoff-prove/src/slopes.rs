//! Which numerations might fit: from the slopes of the beams in which P-positions lie.
//!
//! If the P-positions follow lines `y ≈ σx` with `σ` in a quadratic field, the numerations to try are those of the field; if
//! `σ` is a quadratic or cubic Pisot number, its own, which need not be a unit; if all slopes are rational, integer bases. Slopes are read off the board in
//! floating point: this room guesses, and nothing rests on it.

use super::learn::Sample;
use num_integer::gcd;
use wythoff_automata::System;
use wythoff_budget::{Budget, Limit};

/// A line along which P-positions with `x < y` lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamSlope {
    /// The slope `y/x`.
    pub slope: f64,
    /// How far off the slope may be.
    pub error: f64,
}

/// The beams above the diagonal that can be told apart, steepest last.
///
/// # Errors
/// The limit that was reached.
pub fn beams(board: &Sample, budget: &Budget) -> Result<Vec<BeamSlope>, Limit> {
    let size = board.size();
    // Positions in the far half of the board, as (slope, x, y).
    let mut far: Vec<(f64, f64, f64)> = board
        .positions()
        .filter(|&(x, y)| x < y && u64::from(y) >= size / 2 && x > 8)
        .map(|(x, y)| (f64::from(y) / f64::from(x), f64::from(x), f64::from(y)))
        .collect();
    // Parts first, which are put together quickly: sorting millions at once would not look up for too long.
    for part in far.chunks_mut(1 << 16) {
        part.sort_by(|a, b| a.0.total_cmp(&b.0));
        budget.poll()?;
    }
    far.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut beams = vec![];
    let mut from = 0;
    for i in 1..=far.len() {
        let gap = match far.get(i) {
            Some(next) => next.0 - far[i - 1].0 > 24.0 * next.0 * next.0 / size as f64,
            None => true,
        };
        if gap {
            budget.poll()?;
            beams.extend(fit(&mut far[from..i]));
            from = i;
        }
    }
    beams.truncate(40);
    Ok(beams)
}

/// A line through the means of the nearer and the farther half.
fn fit(points: &mut [(f64, f64, f64)]) -> Option<BeamSlope> {
    let n = points.len();
    if n < 16 {
        return None;
    }
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mean = |part: &[(f64, f64, f64)]| {
        let m = part.len() as f64;
        (part.iter().map(|p| p.1).sum::<f64>() / m, part.iter().map(|p| p.2).sum::<f64>() / m)
    };
    let (near, far) = (mean(&points[..n / 2]), mean(&points[n / 2..]));
    let run = far.0 - near.0;
    let slope = (far.1 - near.1) / run;
    (run > 4.0).then_some(BeamSlope { slope, error: (1.0 + slope) / run })
}

/// Numerations worth trying, the likeliest first.
#[must_use]
pub fn systems(beams: &[BeamSlope]) -> Vec<System> {
    let mut found: Vec<System> = vec![];
    let mut add = |system: System| {
        if !found.contains(&system) {
            found.push(system);
        }
    };
    let explanations = explanations(beams);
    for e in &explanations {
        // The units of the fields first: their automata are the smallest where they work.
        unit_system(e.field).into_iter().for_each(&mut add);
        own_system(e).into_iter().for_each(&mut add);
        // The larger root of ax² + bx + c is (−b + √D)/(2a).
        rotations(-e.b, 2 * e.a, e.b * e.b - 4 * e.a * e.c).into_iter().for_each(&mut add);
    }
    // Without an irrational slope the set is likely to be periodic in places, and an integer base says so most simply.
    let fallback = [System::fibonacci(), System::base(2), System::ostrowski(&[2]), System::base(3)];
    let rational = [System::base(2), System::base(3), System::fibonacci(), System::ostrowski(&[2])];
    for system in if explanations.is_empty() { rational } else { fallback } {
        add(system);
    }
    for beam in beams {
        cubic_systems(beam).into_iter().for_each(&mut add);
    }
    for e in &explanations {
        field_systems(e.field).into_iter().for_each(&mut add);
    }
    found
}

/// A slope as a root of `ax² + bx + c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Explanation {
    height: i64,
    field: u64,
    a: i64,
    b: i64,
    c: i64,
}

/// Irrational quadratics that explain a beam, the simplest first, one for each field.
fn explanations(beams: &[BeamSlope]) -> Vec<Explanation> {
    let mut found: Vec<Explanation> = vec![];
    for beam in beams {
        let s = beam.slope;
        let mut best = vec![];
        for a in 1..=20i64 {
            for b in -60..=60i64 {
                let c = -(a as f64 * s * s + b as f64 * s);
                let rounded = c.round();
                let derivative = (2.0 * a as f64 * s + b as f64).abs();
                if (c - rounded).abs() > derivative.max(1.0) * beam.error {
                    continue;
                }
                let c = rounded as i64;
                let discriminant = b * b - 4 * a * c;
                if discriminant <= 0 || gcd(gcd(a, b.abs()), c.abs()) != 1 {
                    continue;
                }
                let field = square_free(discriminant as u64);
                best.push(Explanation { height: a + b.abs() + c.abs(), field, a, b, c });
            }
        }
        best.sort_unstable();
        best.truncate(6);
        found.extend(best);
    }
    found.sort_unstable();
    let mut unique: Vec<Explanation> = vec![];
    for e in found {
        if e.field > 1 && unique.iter().all(|u| u.field != e.field) {
            unique.push(e);
        }
    }
    unique.truncate(8);
    unique
}

fn square_free(mut n: u64) -> u64 {
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p * p) {
            n /= p * p;
        }
        p += 1;
    }
    n
}

/// Numerations of `Q(√d)`: the Bertrand system of a small unit, and the Ostrowski systems of the periods that occur.
#[must_use]
pub fn field_systems(d: u64) -> Vec<System> {
    let mut systems: Vec<System> = unit_system(d);
    systems.extend(rotations(0, 1, d as i64));
    if d % 4 == 1 {
        systems.extend(rotations(1, 2, d as i64));
    }
    let mut unique: Vec<System> = vec![];
    for system in systems {
        if !unique.contains(&system) {
            unique.push(system);
        }
    }
    unique
}

/// The Bertrand system of the smallest unit above 1, `(t + u√d)/2` with `t² − d u² = ±4`, if its trace is small.
fn unit_system(d: u64) -> Vec<System> {
    for t in 1..=24i64 {
        for norm in [-1i64, 1] {
            let rest = t * t - 4 * norm;
            if rest > 0 && rest % d as i64 == 0 {
                let u = ((rest / d as i64) as f64).sqrt().round() as i64;
                if u > 0 && u * u * d as i64 == rest {
                    // With norm −1 the same weights are Ostrowski's for [0; 1, t, t, …]; the golden ratio has a name.
                    if (t, norm) == (1, -1) {
                        return vec![System::fibonacci()];
                    }
                    let mut systems: Vec<System> = System::pisot(&[1, -t, norm]).into_iter().collect();
                    if norm == -1 {
                        systems.push(System::ostrowski(&[t as u32]));
                    }
                    return systems;
                }
            }
        }
    }
    vec![]
}

/// The greedy numeration of a slope that is a Pisot number and no unit of norm −1, whose numeration is one of Ostrowski's. The
/// pairs of Fraenkel's (a, b) games have it: σ² = (a + b − 1)σ + a (Fraenkel, Ann. Comb. 2, 1998).
fn own_system(e: &Explanation) -> Option<System> {
    // Both roots lie between −1 and infinity, and one between −1 and 1.
    let at = |x: i64| e.a * x * x + e.b * x + e.c;
    let pisot = e.a == 1 && e.c != -1 && at(1) < 0 && at(-1) > 0;
    pisot.then(|| System::pisot(&[1, e.b, e.c]).ok()).flatten()
}

/// The Ostrowski systems of the period of `(p + √d)/q`, from each of its places.
fn rotations(p: i64, q: i64, d: i64) -> Vec<System> {
    // Complete quotients need q | d − p².
    let (p, q, d) = if (d - p * p) % q == 0 { (p, q, d) } else { (p * q, q * q, d * q * q) };
    let Some(period) = period(p, q, d) else { return vec![] };
    if period.len() > 6 || period.iter().any(|&a| a > 16) {
        return vec![];
    }
    (0..period.len())
        .map(|i| {
            let mut rotated = period.clone();
            rotated.rotate_left(i);
            System::ostrowski(&rotated)
        })
        .collect()
}

/// The period of the continued fraction of `(p + √d)/q`.
fn period(mut p: i64, mut q: i64, d: i64) -> Option<Vec<u32>> {
    let root = (d as f64).sqrt() as i64;
    let mut seen: Vec<(i64, i64)> = vec![];
    let mut quotients = vec![];
    for _ in 0..64 {
        if q == 0 || (d - p * p) % q != 0 {
            return None;
        }
        if let Some(start) = seen.iter().position(|&s| s == (p, q)) {
            return Some(quotients[start..].to_vec());
        }
        seen.push((p, q));
        let a = if q > 0 { (p + root).div_euclid(q) } else { (p + root + 1).div_euclid(q) };
        quotients.push(u32::try_from(a).ok()?);
        p = a * q - p;
        q = (d - p * p) / q;
    }
    None
}

/// Bertrand systems of cubic Pisot units near a slope.
fn cubic_systems(beam: &BeamSlope) -> Vec<System> {
    let s = beam.slope;
    let mut found: Vec<(i64, System)> = vec![];
    if s > 16.0 || beam.error > 0.01 {
        return vec![];
    }
    for c in [1i64, -1] {
        for b in -4..=4i64 {
            for a in -20..=0i64 {
                // s³ + a s² + b s + c
                let value = ((s + a as f64) * s + b as f64) * s + c as f64;
                let derivative = (3.0 * s + 2.0 * a as f64) * s + b as f64;
                // No rational root, and a sign change above 1.
                let rational = 1 + a + b + c == 0 || -1 + a - b + c == 0;
                if rational || derivative.abs() < 1.0 || (value / derivative).abs() > beam.error {
                    continue;
                }
                if let Ok(system) = System::pisot(&[1, a, b, c]) {
                    found.push((a.abs() + b.abs(), system));
                }
            }
        }
    }
    found.sort_by_key(|f| f.0);
    found.into_iter().take(3).map(|f| f.1).collect()
}
