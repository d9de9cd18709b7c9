//! Beatty sequences of quadratic irrationals as automata.
//!
//! In an Ostrowski numeration with purely periodic quotients the graph `T = ⌊n·ρ⌋` is regular for every irrational `ρ` of the same
//! quadratic field (Schaeffer, Shallit, Zorcic, "Beatty sequences for a quadratic irrational", 2024). Here it is built
//! directly.
//!
//! ```
//! use wythoff_automata::{Numeration, System};
//! use wythoff_automata::beatty::beatty;
//! use wythoff_budget::Budget;
//! use wythoff_number::Quadratic;
//! let fib = Numeration::new(System::fibonacci()).unwrap();
//! let phi = Quadratic::new(1, 1, 5u8, 2).unwrap();
//! let lower = beatty(&fib, &phi, &Budget::default()).unwrap(); // 1, 3, 4, 6, 8, 9, …
//! let members: Vec<u32> = (0u32..10).filter(|&t| lower.run(&fib, &[t.into()]) == 1).collect();
//! assert_eq!(members, [1, 3, 4, 6, 8, 9]);
//! ```
//!
//! **Construction.** The weights are a growing part plus a shrinking part, `U_i = ω_i + τ_i`. The ratio `ω_{i-1}/ω_i` depends on the
//! phase of `i` only; it is a number `α` of the field, and `τ_{i-1}/τ_i` is its conjugate. Write `ρ = x + y·α` with rational
//! `x, y` for each phase. Then `V_i = x U_i + y U_{i-1}` satisfies `ρ U_i − V_i = (ρ − ρ')·τ_i`, which is small. So for `n = Σ d_i U_i`
//! the number `K = w·(Σ d_i V_i − T)` is an integer for a common denominator `w`, computed by residual vectors as
//! in [`linear`](super::linear), and `n·ρ − T = K/w + E` with `E = (ρ − ρ')·Σ d_i τ_i` bounded. It remains to compare `E` with the
//! finitely many fractions `j/w`. Reading from the *least* significant digit, `g_{i+1} = (g_i − d_i)·α'` with
//! `g_0 = j/(w(ρ − ρ'))` either leaves the interval of what the rest can sum to, which decides, or stays in a finite set, because
//! its conjugate is contracted. Reversing and determinising gives the automaton in our reading direction.
//!
//! States, signs and the bounds that cut off the search are elements of the field, and all comparisons are exact.

use dashu_int::ops::{Abs, DivEuclid, Gcd, SquareRootRem};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

use super::dfa::{Dfa, letter_count};
use super::linear::Signs;
use super::numeration::{DEAD, Numeration, System};
use super::product::Product;
use super::project::{Graph, subsets};
use wythoff_budget::{Budget, Limit};
use wythoff_number::{Natural, Quadratic};

/// Why no automaton was built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRegular {
    /// The number is not an irrational of the numeration's quadratic field.
    #[error("the number is not a quadratic irrational of the numeration's field")]
    Field,
    /// The number has coefficients that are too large.
    #[error("the number's coefficients are too large")]
    Large,
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// The automaton of `{⌊n·ρ⌋ : n ≥ 1}` for a positive `ρ`.
///
/// # Errors
/// If the numeration is not Ostrowski, `ρ` is not in its field, or a limit is reached.
pub fn beatty(numeration: &Numeration, rho: &Quadratic, budget: &Budget) -> Result<Dfa, NotRegular> {
    let graph = graph(numeration, rho, budget)?;
    let mut p = Product::new(numeration, 2);
    let part = p.automaton(&graph, &[1, 0]);
    p.require(part, |o| o == 1);
    let positive = p.compare(&[0, 1], &[0], budget)?;
    p.require(positive, |o| o == 2);
    Ok(p.count(1, 1, budget)?)
}

/// The automaton of `T = ⌊n·ρ⌋` over the tracks `n, T`, for a positive `ρ`.
///
/// # Errors
/// As [`beatty`].
pub fn graph(numeration: &Numeration, rho: &Quadratic, budget: &Budget) -> Result<Dfa, NotRegular> {
    let frame = Frame::new(numeration, rho)?;
    let (low, high) = frame.error_range();
    // n·ρ − T = K/w + E lies in [0, 1), so K/w lies in (−high, 1 − low).
    let w = Element::int(frame.w);
    let least = small(&frame.floor(&Element::int(0).sub(&high).mul(&w, &frame.d)))?;
    let most = small(&frame.floor(&Element::int(1).sub(&low).mul(&w, &frame.d)))? + 1;
    if most - least + frame.w >= i64::from(u16::MAX) {
        return Err(NotRegular::Large);
    }
    let integers = frame.integers(least, most, budget)?;
    // E is at least j/w for how many j of this list?
    let cuts: Vec<i64> = (-most..=frame.w - least).collect();
    let mut level: Option<Dfa> = None;
    for &j in &cuts {
        let above = frame.at_least(j, budget)?;
        level = Some(match level {
            None => above,
            Some(level) => {
                let mut p = Product::new(numeration, 1);
                let a = p.automaton(&level, &[0]);
                let b = p.automaton(&above, &[0]);
                p.set_value(&[a, b], |o| o[0] + o[1]);
                p.build(budget)?
            }
        });
    }
    let level = level.ok_or(NotRegular::Large)?;
    let mut p = Product::new(numeration, 2);
    let k = p.automaton(&integers, &[0, 1]);
    let l = p.automaton(&level, &[0]);
    p.require(k, |o| o > 0);
    let w = frame.w;
    let first = cuts[0];
    p.set_value(&[k, l], move |o| {
        // E ≥ j/w for the first `count` cuts: E lies in [(first + count − 1)/w, (first + count)/w).
        let (k, count) = (i64::from(o[0]) - 1 + least, i64::from(o[1]));
        // Wanted: E ≥ −k/w and E < 1 − k/w.
        u16::from(count > -k - first && count <= w - k - first)
    });
    Ok(p.build(budget)?)
}

/// `(a + b√D)/c` with `c > 0`, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Element {
    a: IBig,
    b: IBig,
    c: IBig,
}

impl Element {
    fn new(a: IBig, b: IBig, c: IBig) -> Element {
        let g = IBig::from((&c).gcd(&a));
        let g = IBig::from((&g).gcd(&b));
        let g = if c < IBig::ZERO { -g } else { g };
        Element { a: a / &g, b: b / &g, c: c / g }
    }

    fn int(a: i64) -> Element {
        Element { a: a.into(), b: IBig::ZERO, c: IBig::ONE }
    }

    fn add(&self, o: &Element) -> Element {
        Element::new(&self.a * &o.c + &o.a * &self.c, &self.b * &o.c + &o.b * &self.c, &self.c * &o.c)
    }

    fn sub(&self, o: &Element) -> Element {
        Element::new(&self.a * &o.c - &o.a * &self.c, &self.b * &o.c - &o.b * &self.c, &self.c * &o.c)
    }

    fn mul(&self, o: &Element, d: &IBig) -> Element {
        Element::new(&self.a * &o.a + &self.b * &o.b * d, &self.a * &o.b + &self.b * &o.a, &self.c * &o.c)
    }

    fn inverse(&self, d: &IBig) -> Element {
        let norm = &self.a * &self.a - &self.b * &self.b * d;
        Element::new(&self.a * &self.c, -&self.b * &self.c, norm)
    }

    fn conjugate(&self) -> Element {
        Element { a: self.a.clone(), b: -&self.b, c: self.c.clone() }
    }

    /// The sign, exactly: where `a` and `b√D` pull in different directions, the larger square wins.
    fn sign(&self, d: &IBig) -> Ordering {
        let (a, b) = (self.a.cmp(&IBig::ZERO), self.b.cmp(&IBig::ZERO));
        if b == Ordering::Equal || a == b {
            return a;
        }
        match (&self.a * &self.a).cmp(&(&self.b * &self.b * d)) {
            Ordering::Greater => a,
            _ => b,
        }
    }

    fn cmp(&self, o: &Element, d: &IBig) -> Ordering {
        self.sub(o).sign(d)
    }
}

/// A number as `i64`, if it is not too large to be worth while.
fn small(n: &IBig) -> Result<i64, NotRegular> {
    i64::try_from(n).ok().filter(|n| n.abs() < LARGE).ok_or(NotRegular::Large)
}

fn lcm(a: &IBig, b: &IBig) -> IBig {
    a / IBig::from(a.gcd(b)) * b
}

struct Frame<'n> {
    numeration: &'n Numeration,
    d: IBig,
    /// `ω_{i-1}/ω_i` for each phase of `i`.
    alpha: Vec<Element>,
    tau: Element,
    rho: Element,
    w: i64,
    /// `w·x, w·y` for each phase.
    steps: Vec<(i64, i64)>,
}

const LARGE: i64 = 1 << 40;

impl<'n> Frame<'n> {
    fn new(numeration: &'n Numeration, rho: &Quadratic) -> Result<Self, NotRegular> {
        if !matches!(numeration.system(), System::Ostrowski { .. }) {
            return Err(NotRegular::Field);
        }
        let p = numeration.phases();
        let quotient = |phase: usize| numeration.coefficients(phase)[0];
        // α_φ = 1/(a_φ + α_{φ-1}); once around from phase 0 back to it.
        let mut m = [[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]];
        for i in 1..=p {
            let a = IBig::from(quotient(i % p));
            let [above, below] = m;
            let next = [&above[0] + &a * &below[0], &above[1] + a * &below[1]];
            m = [below, next];
        }
        let trace = &m[1][1] - &m[0][0];
        let d = &trace * &trace + IBig::from(4) * &m[1][0] * &m[0][1];
        let alpha0 = Element::new(-trace, IBig::ONE, IBig::from(2) * &m[1][0]);
        let mut alpha = vec![alpha0.clone()];
        for phase in 1..p {
            alpha.push(alpha[phase - 1].add(&Element::int(quotient(phase))).inverse(&d));
        }
        // ρ over √D: √d' = √(d'·D)/D · √D.
        let product = rho.d() * Natural::try_from(d.clone()).map_err(|_| NotRegular::Field)?;
        let (root, rest) = product.sqrt_rem();
        if rest != Natural::from(0u8) {
            return Err(NotRegular::Field);
        }
        let (top, root) = (rho.p() * &d, rho.q() * IBig::from(root));
        let rho = Element::new(top, root, IBig::from(rho.r().clone()) * &d);
        let mut parts = vec![];
        let mut w = IBig::ONE;
        for a in &alpha {
            // ρ = x + y·α.
            let y = Element::new(&rho.b * &a.c, IBig::ZERO, &rho.c * &a.b);
            let x = rho.sub(&y.mul(a, &d));
            w = lcm(&lcm(&w, &x.c), &y.c);
            parts.push((x, y));
        }
        if w > IBig::from(1000) {
            return Err(NotRegular::Large);
        }
        let scaled = |e: &Element| small(&(&e.a * (&w / &e.c)));
        let steps = parts
            .iter()
            .map(|(x, y)| Ok((scaled(x)?, scaled(y)?)))
            .collect::<Result<Vec<_>, NotRegular>>()?;
        // τ_0 = (U_{-1} − α U_0)/(α' − α).
        let (u0, u1) = (small(&numeration.end(&[1, 0]).into())?, small(&numeration.end(&[0, 1]).into())?);
        let top = Element::int(u1).sub(&alpha0.mul(&Element::int(u0), &d));
        let tau = top.mul(&alpha0.conjugate().sub(&alpha0).inverse(&d), &d);
        let w = small(&w)?;
        Ok(Frame { numeration, d, alpha, tau, rho, w, steps })
    }

    /// `ρ − ρ'`, an irrational.
    fn gap(&self) -> Element {
        self.rho.sub(&self.rho.conjugate())
    }

    /// Rounded down: `b√D` lies between two integers, and `c` divides one of at most `a` plus the lower.
    fn floor(&self, e: &Element) -> IBig {
        let square = UBig::try_from(&e.b * &e.b * &self.d).unwrap_or_default();
        let (root, rest) = square.sqrt_rem();
        let root = IBig::from(root);
        let below = match e.b < IBig::ZERO {
            false => root,
            true if rest == UBig::ZERO => -root,
            true => -root - IBig::ONE,
        };
        (&e.a + below).div_euclid(&e.c)
    }

    /// Bounds for `Σ_{l ≥ i} d_l τ_l/τ_i` by the phase of `i`: what the positive and what the negative terms sum to when every digit
    /// is the largest. The ratios repeat after two rounds, multiplied by `u` with `0 < u < 1`.
    fn ratio_range(&self, phase: usize) -> (Element, Element) {
        let p = self.numeration.phases();
        let top = Element::int(i64::from(self.numeration.digit_count()) - 1);
        let (mut low, mut high) = (Element::int(0), Element::int(0));
        let mut ratio = Element::int(1);
        for l in 0..2 * p {
            match ratio.sign(&self.d) {
                Ordering::Greater => high = high.add(&ratio),
                _ => low = low.add(&ratio),
            }
            ratio = ratio.mul(&self.alpha[(phase + l + 1) % p].conjugate().inverse(&self.d), &self.d);
        }
        // Geometric series.
        let factor = top.mul(&Element::int(1).sub(&ratio).inverse(&self.d), &self.d);
        (low.mul(&factor, &self.d), high.mul(&factor, &self.d))
    }

    /// Bounds for `E`.
    fn error_range(&self) -> (Element, Element) {
        let factor = self.gap().mul(&self.tau, &self.d);
        let (low, high) = self.ratio_range(0);
        let (a, b) = (low.mul(&factor, &self.d), high.mul(&factor, &self.d));
        if a.cmp(&b, &self.d) == Ordering::Greater { (b, a) } else { (a, b) }
    }

    /// The automaton over `n, T` whose output is `K − least + 1` if `least ≤ K ≤ most`, and 0 otherwise.
    fn integers(&self, least: i64, most: i64, budget: &Budget) -> Result<Dfa, NotRegular> {
        let n = self.numeration;
        let (phases, digits) = (n.phases(), n.digit_count());
        let signs = Signs::new(n, 0, 0, &[0]);
        let (low, high) = self.error_range();
        let largest = self.floor(&high).max(-self.floor(&low)).abs() + IBig::from(2);
        let slack = i128::from(small(&largest)?) * i128::from(self.w);
        let rho = i128::from(small(&self.floor(&self.rho))?) + 2;
        let w = i128::from(self.w);
        let hopeless = |phase: usize, v: &[i64]| {
            signs.exceeds(phase, v, 1, w, i128::from(most) + slack)
                || signs.exceeds(phase, v, -1, w * rho, slack - i128::from(least))
        };
        let mut ids: FxHashMap<(usize, [i64; 2]), u32> = FxHashMap::default();
        let mut states = vec![];
        let mut starts = vec![];
        for phase in 0..phases {
            ids.insert((phase, [0, 0]), phase as u32);
            states.push((phase, [0, 0]));
            starts.push(phase as u32);
        }
        let letters = letter_count(2, digits);
        let (mut next, mut output) = (vec![], vec![]);
        let mut at = 0;
        while at < states.len() {
            budget.check(states.len(), next.len() * 4)?;
            let (phase, v) = states[at];
            let value = n.end(&v);
            let inside = phase == 0 && (i128::from(least)..=i128::from(most)).contains(&value);
            output.push(if inside { (value - i128::from(least) + 1) as u16 } else { 0 });
            let to = n.next_phase(phase);
            let (x, y) = self.steps[to];
            for letter in 0..letters {
                let (a, b) = ((letter as u32 / digits) as i64, (letter as u32 % digits) as i64);
                let mut pushed = [0i64; 2];
                n.push(phase, &v, a * x - b * self.w, &mut pushed).ok_or(NotRegular::Large)?;
                pushed[1] += a * y;
                if hopeless(to, &pushed) {
                    next.push(DEAD);
                    continue;
                }
                let fresh = states.len() as u32;
                let id = *ids.entry((to, pushed)).or_insert(fresh);
                if id == fresh {
                    states.push((to, pushed));
                }
                next.push(id);
            }
            at += 1;
        }
        Ok(Dfa::minimized(2, digits, (&next, &output, &starts), budget)?)
    }

    /// The automaton over `n` of `E ≥ j/w`.
    fn at_least(&self, j: i64, budget: &Budget) -> Result<Dfa, NotRegular> {
        let d = &self.d;
        let gap = self.gap();
        // Σ d_i τ_i against κ = j/(w·gap); divided by τ_0 to begin with.
        let kappa = Element::new(j.into(), IBig::ZERO, self.w.into()).mul(&gap.inverse(d), d);
        let start = kappa.mul(&self.tau.inverse(d), d);
        let p = self.numeration.phases();
        let cycle = 2 * p;
        let digits = self.numeration.digit_count() as usize;
        let ranges: Vec<(Element, Element)> = (0..p).map(|phase| self.ratio_range(phase)).collect();
        let conjugates: Vec<Element> = self.alpha.iter().map(Element::conjugate).collect();
        // Whether "the ratio is at least g" means "E is at least j/w", by parity: τ changes its sign at every step.
        let upright = usize::from(gap.mul(&self.tau, d).sign(d) != Ordering::Greater);
        let mut ids: FxHashMap<(usize, Option<Element>, bool), u32> = FxHashMap::default();
        let mut states: Vec<(usize, Option<Element>, bool)> = vec![];
        let mut intern = |class: usize, g: Element, states: &mut Vec<_>| -> u32 {
            let (low, high) = &ranges[class % p];
            let straight = class % 2 == upright;
            let key = if g.cmp(high, d) == Ordering::Greater {
                (class, None, !straight)
            } else if g.cmp(low, d) == Ordering::Less {
                (class, None, straight)
            } else {
                (class, Some(g), false)
            };
            let fresh = states.len() as u32;
            *ids.entry(key).or_insert_with_key(|key| {
                states.push(key.clone());
                fresh
            })
        };
        let first = intern(0, start, &mut states);
        // Edges from the state at position i to that at i + 1, per digit.
        let mut edges: Vec<Vec<u32>> = vec![];
        let mut at = 0;
        while at < states.len() {
            budget.check(states.len(), edges.len() * digits * 4)?;
            let (class, g, verdict) = states[at].clone();
            let to = (class + 1) % cycle;
            let row = (0..digits as i64)
                .map(|digit| match &g {
                    Some(g) => {
                        let moved = g.sub(&Element::int(digit)).mul(&conjugates[to % p], d);
                        intern(to, moved, &mut states)
                    }
                    None => {
                        // A decided state stays decided; the verdict is about E and does not depend on parity.
                        let fresh = states.len() as u32;
                        match states.iter().position(|s| *s == (to, None, verdict)) {
                            Some(known) => known as u32,
                            None => {
                                states.push((to, None, verdict));
                                fresh
                            }
                        }
                    }
                })
                .collect();
            edges.push(row);
            at += 1;
        }
        let accepts = |s: usize| {
            let (class, g, verdict) = &states[s];
            match g {
                None => *verdict,
                // The rest is zero: is 0 at least g (or at most)?
                Some(g) => match g.sign(d) {
                    Ordering::Equal => true,
                    sign => (sign == Ordering::Less) == (class % 2 == upright),
                },
            }
        };
        self.reverse(&edges, first, &states.iter().map(|s| s.0).collect::<Vec<_>>(), &accepts, budget)
    }

    /// Reverses an automaton that reads from the least significant digit, and determinises it.
    fn reverse(
        &self,
        edges: &[Vec<u32>],
        first: u32,
        class: &[usize],
        accepts: &dyn Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<Dfa, NotRegular> {
        let p = self.numeration.phases();
        let digits = self.numeration.digit_count();
        // For each digit and state, where that digit leads there from.
        let mut before: Vec<Vec<Vec<u32>>> = vec![vec![vec![]; class.len()]; digits as usize];
        for (from, row) in edges.iter().enumerate() {
            for (digit, &to) in row.iter().enumerate() {
                before[digit][to as usize].push(from as u32);
            }
        }
        let starts = (0..p).map(|phase| {
            let own = |s: &u32| class[*s as usize] % p == phase && accepts(*s as usize);
            (0..class.len() as u32).filter(own).map(|s| (s, 1)).collect()
        });
        let value = (0..class.len() as u32).map(|s| u16::from(s == first)).collect();
        let mut found = subsets(&Graph::from_successors(&before, value), starts.collect(), 1, budget)?;
        for (output, &phase) in found.output.iter_mut().zip(&found.phase) {
            *output *= u16::from(phase == 0);
        }
        let raw = Dfa::minimized(1, digits, (&found.next, &found.output, &found.starts), budget)?;
        // Only valid words count.
        let mut p = Product::new(self.numeration, 1);
        let part = p.automaton(&raw, &[0]);
        p.require(part, |o| o == 1);
        Ok(p.build(budget)?)
    }
}
