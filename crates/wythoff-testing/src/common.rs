//! What tests share: boards by definition, golden tables, exact floors, and threads.
//!
//! The closed forms of the papers are computed here and in the tests with integers only, and not by the library.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff_budget::{Budget, Crew};
use wythoff_rules::{Definition, Game, Position, Ruleset};
use wythoff_solve::Answer;
use wythoff_solve::reference::Reference;
use wythoff_solve::{Method, Ways};

/// Threads, as a face hands them in.
pub struct Threads(pub usize);

impl Crew for Threads {
    fn size(&self) -> usize {
        self.0
    }

    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                match next.fetch_add(1, Ordering::Relaxed) {
                    i if i < tasks => task(i),
                    _ => return,
                }
            }
        };
        std::thread::scope(|scope| {
            (0..self.0).for_each(|_| {
                scope.spawn(work);
            });
        });
    }
}

/// Ordered pairs.
pub type Pairs = BTreeSet<(u32, u32)>;

pub fn game(name: &str) -> Game {
    Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

pub fn ruleset(name: &str) -> Ruleset {
    game(name).ruleset().unwrap().clone()
}

/// The ruleset of a text without parameters.
pub fn rules(text: &str) -> Ruleset {
    Definition::parse("test", text).and_then(|d| d.bind_text("")).unwrap_or_else(|e| panic!("{e}"))
}

pub fn solve(rules: &Ruleset, to: u32) -> Reference {
    Reference::solve(rules, to, to, &Budget::default()).unwrap()
}

pub fn board(name: &str, to: u32) -> Reference {
    solve(&ruleset(name), to)
}

/// All P-positions of the board, as ordered pairs.
pub fn p_positions(name: &str, to: u32) -> Pairs {
    board(name, to).p_positions(false).collect()
}

/// The first P-positions as the library lists them, x ≤ y.
pub fn first(name: &str, count: usize) -> Vec<(u32, u32)> {
    Ways::without_proofs(game(name))
        .first(Method::Auto, count, &Budget::default())
        .unwrap()
        .iter()
        .map(pair)
        .collect()
}

pub fn pair(position: &Position) -> (u32, u32) {
    let piles = position.as_small().unwrap();
    (piles[0], piles[1])
}

pub fn ask(name: &str, x: u64, y: u64) -> Answer {
    Ways::without_proofs(game(name))
        .ask_by(Method::Reference, &Position::small(&[x, y]), &[], &Budget::default())
        .unwrap()
}

pub fn pairs(positions: &[Position]) -> Vec<(u32, u32)> {
    positions.iter().map(pair).collect()
}

/// Both orders of every pair that lies on the board. The pairs must rise in their first entry and go beyond the board.
pub fn both_orders(pairs: impl IntoIterator<Item = (i128, i128)>, to: u32) -> Pairs {
    let to = i128::from(to);
    let mut all = Pairs::new();
    for (a, b) in pairs {
        assert!(a >= 0 && b >= 0);
        if a > to {
            return all;
        }
        if b <= to {
            let (a, b) = (u32::try_from(a).unwrap(), u32::try_from(b).unwrap());
            all.insert((a, b));
            all.insert((b, a));
        }
    }
    panic!("the sequence of pairs ends before the board does");
}

/// ⌊(p + n·√d)/r⌋ for n ≥ 0, r > 0. Exact: ⌊(p + z)/r⌋ = ⌊(p + ⌊z⌋)/r⌋ for integers p and r.
pub fn floor_with_root(p: i128, n: i128, d: i128, r: i128) -> i128 {
    assert!(n >= 0 && d >= 0 && r > 0);
    let root = i128::try_from(u128::try_from(n * n * d).unwrap().isqrt()).unwrap();
    (p + root).div_euclid(r)
}

/// ⌊nφ⌋.
pub fn floor_phi(n: i128) -> i128 {
    floor_with_root(n, n, 5, 2)
}

/// ⌊nφ²⌋.
pub fn floor_phi2(n: i128) -> i128 {
    floor_with_root(3 * n, n, 5, 2)
}

/// The least number ≥ 0 that is not in the set.
pub fn mex(set: &BTreeSet<i128>) -> i128 {
    (0..).find(|n| !set.contains(n)).unwrap()
}

pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The rows of a golden table, without comments and header.
pub fn golden(text: &str) -> Vec<Vec<i128>> {
    let mut lines = text.lines().filter(|l| !l.starts_with('#'));
    assert!(lines.next().unwrap().starts_with("n,a,b"));
    lines.map(|l| l.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}
