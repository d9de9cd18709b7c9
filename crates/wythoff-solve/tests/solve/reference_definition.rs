//! The reference solvers against brute forces that know nothing of the library: rules are Rust closures beside the rule
//! texts, blocking and proposing try every set of options, memory games try every history.

#![allow(clippy::unwrap_used)]

use crate::common::*;
use std::collections::BTreeMap;
use wythoff_budget::Budget;
use wythoff_rules::Outcome;
use wythoff_rules::evaluate::Point;
use wythoff_solve::Ways;
use wythoff_solve::reference::memory::{Memory, MemoryReference, after};

type Formula = fn(i64, i64, i64, i64) -> bool;

/// The twist of a game: numbers and classes of its lines.
#[derive(Clone)]
enum Twist {
    None,
    Block(Vec<(usize, Formula)>),
    Comply(Vec<(usize, Formula)>),
}

/// A rule text and what it says, once more in Rust.
struct Case {
    text: &'static str,
    is_move: Formula,
    exists: fn(i64, i64) -> bool,
    twist: Twist,
    misere: bool,
    to: i64,
}

fn case(text: &'static str, is_move: Formula) -> Case {
    Case { text, is_move, exists: |_, _| true, twist: Twist::None, misere: false, to: 6 }
}

impl Case {
    fn exists(self, exists: fn(i64, i64) -> bool) -> Case {
        Case { exists, ..self }
    }

    fn block(self, lines: &[(usize, Formula)]) -> Case {
        Case { twist: Twist::Block(lines.to_vec()), ..self }
    }

    fn comply(self, lines: &[(usize, Formula)]) -> Case {
        Case { twist: Twist::Comply(lines.to_vec()), ..self }
    }

    fn misere(self) -> Case {
        Case { misere: true, ..self }
    }

    fn to(self, to: i64) -> Case {
        Case { to, ..self }
    }

    /// The removals that are moves.
    fn removals(&self, x: i64, y: i64) -> Vec<(i64, i64)> {
        let all = (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t)));
        all.filter(|(s, t)| (*s, *t) != (0, 0) && (self.exists)(x - s, y - t) && (self.is_move)(x, y, *s, *t))
            .collect()
    }

    /// Can the previous player, before the move from (x, y), leave exactly this set of options (a bit for each)?
    fn may_leave(&self, x: i64, y: i64, removals: &[(i64, i64)], left: u64) -> bool {
        let inside = |(_, class): &(usize, Formula), i: usize| class(x, y, removals[i].0, removals[i].1);
        let chosen = |i: &usize| left >> i & 1 == 1;
        match &self.twist {
            Twist::None => left.count_ones() as usize == removals.len(),
            Twist::Block(lines) => {
                let forbidden: Vec<usize> = (0..removals.len()).filter(|i| !chosen(i)).collect();
                let mut budgets: Vec<usize> = lines.iter().map(|(limit, _)| *limit).collect();
                payable(&forbidden, &mut budgets, &|line, i| inside(&lines[line], i))
            }
            Twist::Comply(lines) => lines.iter().any(|line| {
                (0..removals.len()).filter(chosen).filter(|i| inside(line, *i)).count() >= line.0
            }),
        }
    }

    fn is_p(&self, x: i64, y: i64, known: &BTreeMap<(i64, i64), bool>) -> bool {
        let removals = self.removals(x, y);
        let p: Vec<bool> = removals.iter().map(|(s, t)| known[&(x - s, y - t)]).collect();
        let all = (1_u64 << removals.len()) - 1;
        let sets = if matches!(self.twist, Twist::None) { all..=all } else { 0..=all };
        assert!(sets.clone().nth(1 << 21).is_none(), "too many options for trying all sets");
        // The previous player wins iff some set of options can be left from which the next player cannot win.
        sets.into_iter().any(|left| {
            let next_wins = match left {
                0 => self.misere,
                _ => (0..p.len()).any(|i| left >> i & 1 == 1 && p[i]),
            };
            !next_wins && self.may_leave(x, y, &removals, left)
        })
    }
}

/// Can every forbidden option be paid for by some line, by trying all ways to pay?
fn payable(forbidden: &[usize], budgets: &mut [usize], inside: &dyn Fn(usize, usize) -> bool) -> bool {
    let Some((first, rest)) = forbidden.split_first() else { return true };
    (0..budgets.len()).any(|line| {
        if budgets[line] == 0 || !inside(line, *first) {
            return false;
        }
        budgets[line] -= 1;
        let paid = payable(rest, budgets, inside);
        budgets[line] += 1;
        paid
    })
}

const ROOK: Formula = |_, _, s, t| s == 0 || t == 0;
const WYTHOFF: Formula = |_, _, s, t| s == 0 || t == 0 || s == t;
const DIAGONAL: Formula = |_, _, s, t| s == t;
const ALL: Formula = |_, _, _, _| true;

fn check(cases: &[Case]) {
    for case in cases {
        let text = format!("game \"case\"\n{}\n", case.text);
        let rules = rules(&text);
        let board = solve(&rules, u32::try_from(case.to).unwrap());
        let mut known = BTreeMap::new();
        for x in 0..=case.to {
            for y in 0..=case.to {
                let (small_x, small_y) = (u32::try_from(x).unwrap(), u32::try_from(y).unwrap());
                if !(case.exists)(x, y) {
                    assert_eq!(board.outcome(small_x, small_y), None, "{text}({x}, {y}) does not exist");
                    continue;
                }
                let moves = case.removals(x, y);
                for (s, t) in (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t))) {
                    let at = [x, y, s, t].map(|n| u64::try_from(n).unwrap());
                    let found = rules.is_move(&Point::small(at[0], at[1], at[2], at[3])).unwrap();
                    assert_eq!(found, moves.contains(&(s, t)), "{text}at ({x}, {y}) take ({s}, {t})");
                }
                let is_p = case.is_p(x, y, &known);
                let expected = if is_p { Outcome::P } else { Outcome::N };
                assert_eq!(board.outcome(small_x, small_y), Some(expected), "{text}at ({x}, {y})");
                known.insert((x, y), is_p);
            }
        }
    }
}

#[test]
fn moves_of_every_shape() {
    check(&[
        case("move rook: s = 0 or t = 0", ROOK),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t", WYTHOFF),
        case("move step: s + t <= 2", |_, _, s, t| s + t <= 2),
        case("move leap: s - 2*t = 0 or 3*s = t", |_, _, s, t| s == 2 * t || 3 * s == t),
        case("move some: 1 < s + t < 5 and s != t", |_, _, s, t| 1 < s + t && s + t < 5 && s != t),
        case("move none: s < 0", |_, _, s, _| s < 0),
        case("move all: 0 <= s and s >= 0", ALL),
        case("move rook: s = 0\nmove rook: t = 0", ROOK),
        case("move odd: not (s mod 2 = 0) or t > 4", |_, _, s, t| s % 2 != 0 || t > 4).to(4),
        case("move far: |s - t| > 1 and s + t < 4", |_, _, s, t| (s - t).abs() > 1 && s + t < 4),
        case("move nested: ||s - t| - 2| <= 1 and |t - 3| < 2", |_, _, s, t| {
            ((s - t).abs() - 2).abs() <= 1 && (t - 3).abs() < 2
        }),
    ]);
}

#[test]
fn remainders_of_negative_terms_are_not_negative() {
    check(&[
        case("move m: s - t mod 3 = 1", |_, _, s, t| (s - t).rem_euclid(3) == 1),
        case("move m: (2*s - 3*t) mod 4 = 3", |_, _, s, t| (2 * s - 3 * t).rem_euclid(4) == 3),
        case("move m: (s mod 2) + (t mod 3) = 2", |_, _, s, t| s % 2 + t % 3 == 2),
        case("move m: -s - 1 mod 5 > t", |_, _, s, t| (-s - 1).rem_euclid(5) > t),
        case("move m: |((x - y) mod 4) - t| = s mod 2", |x, y, s, t| {
            ((x - y).rem_euclid(4) - t).abs() == s % 2
        }),
        case("move m: |s - t mod 3| < 2 and t < 3", |_, _, s, t| (s - t).rem_euclid(3) < 2 && t < 3),
        case("move m: (x - 2*y mod 3) mod 2 = s mod 2 and s = t or s = 0", |x, y, s, t| {
            (x - 2 * y).rem_euclid(3) % 2 == s % 2 && s == t || s == 0
        }),
    ]);
}

#[test]
fn moves_that_depend_on_the_piles() {
    check(&[
        case("move half: (s = 0 or t = 0) and 2*s <= x and 2*t <= y", |x, y, s, t| {
            (s == 0 || t == 0) && 2 * s <= x && 2 * t <= y
        }),
        case("move smaller: s = 0 and y >= x or t = 0 and x >= y", |x, y, s, t| {
            s == 0 && y >= x || t == 0 && x >= y
        }),
        case("move m: x - s <= y - t and s + t <= 4", |x, y, s, t| x - s <= y - t && s + t <= 4),
        case(
            "move m: (x + y) mod 3 != 0 and s = t\nmove n: x mod 2 = y mod 2 and (s = 0 or t = 0)",
            |x, y, s, t| (x + y) % 3 != 0 && s == t || x % 2 == y % 2 && (s == 0 || t == 0),
        ),
        case("let c = 2\nmove m: |x - y| > c and t = 0\nmove n: s = 0 and not x = y + 1", |x, y, s, t| {
            (x - y).abs() > 2 && t == 0 || s == 0 && x != y + 1
        }),
    ]);
}

/// n ≥ 1 with ⌊nφ⌋ = value, by n·φ = (n + √(5n²))/2.
fn in_phi(value: i64) -> bool {
    (1..=value + 1).any(|n| (n + (5 * n * n).isqrt()) / 2 == value)
}

/// n ≥ 1 with ⌊n√2⌋ = value.
fn in_root_2(value: i64) -> bool {
    (1..=value + 1).any(|n| (2 * n * n).isqrt() == value)
}

/// ⌊nπ⌋ by 355/113 = π + 2.7·10⁻⁷, right for these small n.
fn in_pi(value: i64) -> bool {
    (1..=value + 1).any(|n| n * 355 / 113 == value)
}

#[test]
fn beatty_sequences_of_piles_and_removals() {
    check(&[
        case("move m: s in beatty(phi) and t = 0 or t in beatty(phi) and s = 0", |_, _, s, t| {
            in_phi(s) && t == 0 || in_phi(t) && s == 0
        }),
        case("move rook: s = 0 or t = 0\nmove diagonal: s = t and x not in beatty(pi)", |x, _, s, t| {
            s == 0 || t == 0 || s == t && !in_pi(x)
        }),
        case("move m: s + 2*t in beatty(sqrt(2)) and not (y - t in beatty(phi))", |_, y, s, t| {
            in_root_2(s + 2 * t) && !in_phi(y - t)
        })
        .to(5),
        case("move m: s - t in beatty(phi) or t - s in beatty(sqrt(2))", |_, _, s, t| {
            in_phi(s - t) || in_root_2(t - s)
        })
        .to(5),
        // Rational and small numbers: ⌊5n/2⌋ = 2, 5, 7, …; ⌊n/2⌋ takes every value from 0 on.
        case("move m: s + t in beatty(5/2)", |_, _, s, t| (1..9).any(|n| 5 * n / 2 == s + t)),
        case("move m: t in beatty(1/2) and s <= 1", |_, _, s, _| s <= 1),
        case("move m: x in beatty(phi)\nposition: not y in beatty(pi)", |x, _, _, _| in_phi(x))
            .exists(|_, y| !in_pi(y))
            .to(4),
    ]);
}

#[test]
fn squares_that_do_not_exist() {
    check(&[
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nposition: not (x < 2 and y < 3)", WYTHOFF)
            .exists(|x, y| !(x < 2 && y < 3)),
        case("move rook: s = 0 or t = 0\nposition: (x + y) mod 3 != 1", ROOK).exists(|x, y| (x + y) % 3 != 1),
        case("move rook: s = 0 or t = 0\nposition: x != y", ROOK).exists(|x, y| x != y),
        case("move rook: s = 0 or t = 0\nposition: x > 9", ROOK).exists(|x, _| x > 9),
        case("move rook: s = 0 or t = 0\nposition: x != 3\nblock 1", ROOK)
            .exists(|x, _| x != 3)
            .block(&[(1, ALL)]),
        case("move rook: s = 0 or t = 0\nposition: x + y != 2\nplay misere", ROOK)
            .exists(|x, y| x + y != 2)
            .misere(),
        case("move rook: s = 0 or t = 0\nposition: x + y != 2\ncomply 2", ROOK)
            .exists(|x, y| x + y != 2)
            .comply(&[(2, ALL)]),
    ]);
}

#[test]
fn misere_play() {
    check(&[
        case("move rook: s = 0 or t = 0\nplay misere", ROOK).misere(),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nplay misere", WYTHOFF).misere(),
        case("move step: s + t = 1\nplay misere", |_, _, s, t| s + t == 1).misere(),
        case("move rook: s = 0 or t = 0\nplay normal", ROOK),
    ]);
}

#[test]
fn blocking_by_trying_every_set() {
    check(&[
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 0", WYTHOFF).block(&[(0, ALL)]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1", WYTHOFF).block(&[(1, ALL)]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 3", WYTHOFF).block(&[(3, ALL)]).to(5),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 2 of rook", WYTHOFF).block(&[(2, ROOK)]),
        case(
            "move rook: s = 0 or t = 0\nmove bishop: |s - t| < 2\nblock 1 of rook and not bishop",
            |_, _, s, t| s == 0 || t == 0 || (s - t).abs() < 2,
        )
        .block(&[(1, |_, _, s, t| (s == 0 || t == 0) && (s - t).abs() >= 2)])
        .to(4),
        case("move rook: s = 0 or t = 0\nblock 2 of s + t > 2", ROOK).block(&[(2, |_, _, s, t| s + t > 2)]),
        case(
            "move half: (s = 0 or t = 0) and 2*s <= x\nmove bishop: s = t\nblock 1 of half",
            |x, _, s, t| (s == 0 || t == 0) && 2 * s <= x || s == t,
        )
        .block(&[(1, |x, _, s, t| (s == 0 || t == 0) && 2 * s <= x)]),
    ]);
}

#[test]
fn several_overlapping_budgets() {
    check(&[
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1 of rook\nblock 1 of bishop", WYTHOFF)
            .block(&[(1, ROOK), (1, DIAGONAL)]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1 of s > 0\nblock 1 of t > 0", WYTHOFF)
            .block(&[(1, |_, _, s, _| s > 0), (1, |_, _, _, t| t > 0)]),
        case("move any: s + t < 4\nblock 1 of s <= 1\nblock 1 of t <= 1\nblock 1 of s = t", |_, _, s, t| {
            s + t < 4
        })
        .block(&[(1, |_, _, s, _| s <= 1), (1, |_, _, _, t| t <= 1), (1, DIAGONAL)]),
        case(
            "move rook: s = 0 or t = 0\nblock 2 of s = 0\nblock 0 of t = 0\nblock 1 of s + t mod 2 = 0",
            ROOK,
        )
        .block(&[
            (2, |_, _, s, _| s == 0),
            (0, |_, _, _, t| t == 0),
            (1, |_, _, s, t| (s + t) % 2 == 0),
        ]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1\nblock 1 of bishop", WYTHOFF)
            .block(&[(1, ALL), (1, DIAGONAL)]),
    ]);
}

#[test]
fn misere_with_blocking_and_comply() {
    check(&[
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1\nplay misere", WYTHOFF)
            .block(&[(1, ALL)])
            .misere(),
        case("move rook: s = 0 or t = 0\nblock 2\nplay misere", ROOK).block(&[(2, ALL)]).misere(),
        case(
            "move rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1 of rook\nblock 2 of bishop\nplay misere",
            WYTHOFF,
        )
        .block(&[(1, ROOK), (2, DIAGONAL)])
        .misere()
        .to(5),
        case("move rook: s = 0 or t = 0\ncomply 1\nplay misere", ROOK).comply(&[(1, ALL)]).misere(),
        case("move rook: s = 0 or t = 0\ncomply 0\nplay misere", ROOK).comply(&[(0, ALL)]).misere(),
        case(
            "move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 2 of rook or 1 of bishop\nplay misere",
            WYTHOFF,
        )
        .comply(&[(2, ROOK), (1, DIAGONAL)])
        .misere()
        .to(5),
    ]);
}

#[test]
fn comply_with_alternatives() {
    check(&[
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 1", WYTHOFF).comply(&[(1, ALL)]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 3", WYTHOFF).comply(&[(3, ALL)]).to(5),
        case("move rook: s = 0 or t = 0\ncomply 0", ROOK).comply(&[(0, ALL)]),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 2 of rook or 1 of bishop", WYTHOFF)
            .comply(&[(2, ROOK), (1, DIAGONAL)])
            .to(5),
        case("move rook: s = 0 or t = 0\nmove bishop: s = t\ncomply 1 of s > 2 or 2 of bishop or s = 1 or 3 of rook", WYTHOFF)
            .comply(&[(1, |_, _, s, _| s > 2), (2, |_, _, s, t| s == t || s == 1), (3, ROOK)])
            .to(5),
        case("move rook: s = 0 or t = 0\ncomply 2 of (s = 0 or s > 1)", ROOK)
            .comply(&[(2, |_, _, s, _| s == 0 || s > 1)]),
    ]);
}

/// A game of (p,m)-Imitation Nim so far: every position, oldest first.
type History = Vec<(u32, u32)>;

/// The counter L of the last position, by replaying the whole history as section 2.2 defines it.
fn counter(m: u32, history: &[(u32, u32)]) -> u32 {
    let [.., earlier, before, now] = history else { return 0 };
    let lead = (earlier.0 - before.0, earlier.1 - before.1);
    let reply = (before.0 - now.0, before.1 - now.1);
    // The lead took from a pile that was not larger than the other; the reply takes as much, or up to m − 1 more,
    // from the other.
    let imitates = match lead {
        (x, 0) => earlier.0 <= earlier.1 && reply.0 == 0 && (x..x + m).contains(&reply.1),
        (_, y) => earlier.1 <= earlier.0 && reply.1 == 0 && (y..y + m).contains(&reply.0),
    };
    if imitates { counter(m, &history[..history.len() - 2]) + 1 } else { 0 }
}

struct Histories<'a> {
    p: u32,
    m: u32,
    board: &'a mut MemoryReference,
    seen: usize,
}

impl Histories<'_> {
    /// Solves the game after this history by trying everything, and compares every state on the way.
    fn is_p(&mut self, history: &mut History, memory: Memory) -> bool {
        self.seen += 1;
        let (x, y) = *history.last().unwrap();
        let mut legal = Vec::new();
        let mut is_p = true;
        let first = (1..=x).map(|taken| (x - taken, y));
        let second = (1..=y).map(|taken| (x, y - taken));
        for next in first.chain(second) {
            history.push(next);
            if counter(self.m, history) < self.p {
                legal.push(next);
                let rule = self.board.ruleset().imitation.unwrap();
                let remembered = after(rule, (x, y), memory, (x - next.0, y - next.1)).unwrap();
                is_p &= !self.is_p(history, remembered);
            }
            history.pop();
        }
        legal.sort_unstable();
        let mut listed: History = self.board.options(x, y, memory).iter().map(|o| (o.x, o.y)).collect();
        listed.sort_unstable();
        assert_eq!(listed, legal, "({},{})IN, legal moves after {history:?}", self.p, self.m);
        let expected = if is_p { Outcome::P } else { Outcome::N };
        let found = self.board.outcome(x, y, memory);
        assert_eq!(found, Some(expected), "({},{})IN after {history:?}", self.p, self.m);
        is_p
    }
}

#[test]
fn imitation_nim_by_explicit_histories() {
    for p in 1..=3 {
        for m in 1..=3 {
            let to = 6;
            let rules = ruleset(&format!("({p},{m})IN"));
            let rule = rules.imitation.unwrap();
            let mut board = MemoryReference::solve(&rules, rule, to, to, &Budget::default()).unwrap();
            let mut histories = Histories { p, m, board: &mut board, seen: 0 };
            for start in (0..=to).flat_map(|x| (0..=to).map(move |y| (x, y))) {
                histories.is_p(&mut vec![start], Memory::START);
            }
            assert!(histories.seen > 10_000);
        }
    }
}

#[test]
fn history_decides_between_won_and_lost() {
    let game = Ways::without_proofs(game("(2,1)IN"));
    let at = |piles: &[u64]| wythoff_rules::Position::small(piles);
    // (7, 9) is a pair of (2,1)-Wythoff Nim, so P at the start; but the second on its diagonal, so N after an imitation.
    assert_eq!(game.ask(&at(&[7, 9]), &[], &Budget::default()).unwrap().outcome, Outcome::P);
    let imitated = game.ask(&at(&[7, 9]), &[at(&[8, 10]), at(&[7, 10])], &Budget::default()).unwrap();
    assert_eq!(imitated.outcome, Outcome::N);
    // (10, 14) → (7, 14) → (7, 11) is an imitation too. It cannot itself be imitated, so (7, 9) can be reached.
    let manual = game.ask(&at(&[7, 11]), &[at(&[10, 14]), at(&[7, 14])], &Budget::default()).unwrap();
    assert_eq!(manual.outcome, Outcome::N);
    assert!(pairs(&manual.winning_moves).contains(&(7, 9)));
    // A history has to be played by the rules.
    assert!(
        game.ask(&at(&[7, 11]), &[at(&[10, 14]), at(&[8, 14])], &Budget::default()).is_err(),
        "not one move apart"
    );
    let strict = Ways::without_proofs(crate::common::game("(1,1)IN"));
    assert!(
        strict.ask(&at(&[7, 11]), &[at(&[10, 14]), at(&[7, 14])], &Budget::default()).is_err(),
        "an imitation is forbidden"
    );
    assert!(
        strict.ask(&at(&[7, 10]), &[at(&[10, 14]), at(&[7, 14])], &Budget::default()).is_ok(),
        "one more token is no imitation"
    );
}
