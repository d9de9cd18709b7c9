//! Minimisation by partition refinement.
//!
//! Moore's algorithm on flat tables: classes are refined by the classes of the successors until nothing changes. Rows are
//! compared exactly; the hash only finds candidates. Hopcroft's algorithm has the better bound, but tables here are wide (one
//! column per digit tuple) and shallow (a few dozen rounds), and Moore's passes run over memory in order.
//!
//! ```
//! use wythoff_automata::minimize::refine;
//! // Three states over one letter, 0 → 1 → 2 → 2; only state 2 accepts, then 0 and 1 differ by distance.
//! assert_eq!(refine(&[1, 2, 2], 1, vec![0, 0, 1]), vec![0, 1, 2]);
//! // States 0 and 1 both lead to the accepting state.
//! assert_eq!(refine(&[2, 2, 2], 1, vec![0, 0, 1]), vec![0, 0, 1]);
//! ```

use rustc_hash::{FxHashMap, FxHasher};
use std::convert::Infallible;
use std::hash::Hasher;

use super::linear::Linear;
use super::numeration::DEAD;
use wythoff_budget::{Budget, Limit};

/// Asks whether to go on, every few hundred thousand steps through a table: about a millisecond.
pub(crate) struct Pace<F> {
    ask: F,
    steps: usize,
}

impl<E, F: Fn() -> Result<(), E>> Pace<F> {
    pub(crate) fn new(ask: F) -> Pace<F> {
        Pace { ask, steps: 0 }
    }

    /// So many steps more.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<(), E> {
        self.steps += steps;
        if self.steps < 1 << 18 {
            return Ok(());
        }
        self.steps = 0;
        (self.ask)()
    }
}

/// The coarsest refinement of `class` in which members of a class have successors in equal classes. `next` holds `width`
/// successors per state, [`DEAD`] allowed. Classes are numbered by first appearance.
#[must_use]
pub fn refine(next: &[u32], width: usize, class: Vec<u32>) -> Vec<u32> {
    match refine_asking(next, width, class, &mut Pace::new(|| Ok::<(), Infallible>(()))) {
        Ok(class) => class,
        Err(never) => match never {},
    }
}

/// As [`refine`], but asks now and then whether to go on.
pub(super) fn refine_asking<E>(
    next: &[u32],
    width: usize,
    class: Vec<u32>,
    pace: &mut Pace<impl Fn() -> Result<(), E>>,
) -> Result<Vec<u32>, E> {
    let n = class.len();
    let (mut class, mut count) = renumber(class);
    loop {
        let of = |target: u32| if target == DEAD { DEAD } else { class[target as usize] };
        // Chains of representatives with equal hash.
        let mut heads: FxHashMap<u64, u32> = FxHashMap::default();
        let mut chain: Vec<u32> = vec![];
        let mut representative: Vec<u32> = vec![];
        let mut refined = vec![0u32; n];
        for state in 0..n {
            pace.steps(width + 1)?;
            let row = &next[state * width..(state + 1) * width];
            let mut hasher = FxHasher::default();
            hasher.write_u32(class[state]);
            for &t in row {
                hasher.write_u32(of(t));
            }
            let hash = hasher.finish();
            let mut at = heads.get(&hash).copied().unwrap_or(DEAD);
            while at != DEAD {
                let other = representative[at as usize] as usize;
                let same = class[other] == class[state]
                    && row
                        .iter()
                        .zip(&next[other * width..(other + 1) * width])
                        .all(|(&a, &b)| a == b || of(a) == of(b));
                if same {
                    break;
                }
                at = chain[at as usize];
            }
            if at == DEAD {
                at = representative.len() as u32;
                representative.push(state as u32);
                chain.push(heads.insert(hash, at).unwrap_or(DEAD));
            }
            refined[state] = at;
        }
        let fresh = representative.len();
        class = refined;
        if fresh == count {
            return Ok(class);
        }
        count = fresh;
    }
}

fn renumber(class: Vec<u32>) -> (Vec<u32>, usize) {
    let mut ids: FxHashMap<u32, u32> = FxHashMap::default();
    let class = class
        .into_iter()
        .map(|c| {
            let fresh = ids.len() as u32;
            *ids.entry(c).or_insert(fresh)
        })
        .collect();
    (class, ids.len())
}

/// Merges states of a linear form's automaton that cannot be told apart, phases kept apart.
///
/// # Errors
/// If a limit is reached.
pub(super) fn merge(linear: Linear, phases: usize, budget: &Budget) -> Result<Linear, Limit> {
    let (_, width, starts, table, outputs) = linear.parts();
    let phase = if phases == 1 { vec![0; outputs.len()] } else { phases_of(&linear, phases) };
    let class: Vec<u32> =
        outputs.iter().zip(&phase).map(|(&o, &p)| u32::from(o) * (phases as u32 + 1) + p).collect();
    let class = refine_asking(table, width, class, &mut Pace::new(|| budget.poll()))?;
    let count = class.iter().max().map_or(0, |&m| m as usize + 1);
    let mut next = vec![0; count * width];
    let mut output = vec![0; count];
    for (state, &c) in class.iter().enumerate() {
        let c = c as usize;
        output[c] = outputs[state];
        for e in 0..width {
            next[c * width + e] = class[table[state * width + e] as usize];
        }
    }
    let starts = starts.iter().map(|&s| class[s as usize]).collect();
    Ok(linear.with_states(starts, next, output))
}

/// The phase of each state; resolved states, which have none, get `phases`.
fn phases_of(linear: &Linear, phases: usize) -> Vec<u32> {
    let (_, width, starts, table, outputs) = linear.parts();
    let mut phase = vec![u32::MAX; outputs.len()];
    let mut queue: Vec<u32> = vec![];
    for (state, phase) in phase.iter_mut().enumerate() {
        let row = &table[state * width..(state + 1) * width];
        if row.iter().all(|&t| t as usize == state) {
            *phase = phases as u32;
        }
    }
    for (p, &start) in starts.iter().enumerate() {
        if phase[start as usize] == u32::MAX {
            phase[start as usize] = p as u32;
            queue.push(start);
        }
    }
    while let Some(state) = queue.pop() {
        let p = phase[state as usize];
        let to = if p == 0 { phases as u32 - 1 } else { p - 1 };
        for &t in &table[state as usize * width..(state as usize + 1) * width] {
            if phase[t as usize] == u32::MAX {
                phase[t as usize] = to;
                queue.push(t);
            }
        }
    }
    phase
}
