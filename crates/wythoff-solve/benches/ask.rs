//! Questions about positions of a thousand digits: who wins, and all winning moves.
//!
//! Targets: 3WN in at most 100 µs, roob-blocking with all winning moves in at most 1 ms, (2,1)WN in at most 50 ms.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wythoff_number::{Natural, parse_natural};
use wythoff_rules::evaluate::Point;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_solve::beatty::Theorem;

/// A pile of a thousand digits that follows no pattern.
fn pile() -> Natural {
    parse_natural("7^1183 + 123456789").unwrap_or_default()
}

/// The theorem for a game, a P-position of it in the column of [`pile`], and an N-position beside it.
fn questions(name: &str) -> (Theorem, Position, Position) {
    let game = Game::named(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let theorem =
        game.ruleset().and_then(Theorem::recognise).unwrap_or_else(|| panic!("no theorem for {name}"));
    let x = pile();
    assert_eq!(x.to_string().len(), 1000);
    let y = theorem.set().column(&x).unwrap_or_default().pop().unwrap_or_default();
    let p = Position::new(vec![x.clone(), y.clone()]);
    let n = Position::new(vec![x, y + Natural::from(10u8).pow(990)]);
    (theorem, p, n)
}

/// The answers are right before they are timed: moves are legal and lead to P-positions.
fn check(theorem: &Theorem, position: &Position, outcome: Outcome) {
    let answer = theorem.answer(position).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(answer.outcome, outcome);
    assert_eq!(outcome == Outcome::N, !answer.winning_moves.is_empty());
    let [x, y] = position.piles() else { panic!("two piles") };
    for target in answer.winning_moves.iter().chain(&answer.block) {
        let [u, v] = target.piles() else { panic!("two piles") };
        let legal = theorem.ruleset().is_move(&Point::new(x, y, &(x - u), &(y - v)));
        assert!(legal.unwrap_or(false) && theorem.outcome(u, v).is_ok_and(Outcome::is_p));
    }
}

fn asks(criterion: &mut Criterion) {
    for name in [
        "WN",
        "3WN",
        "2WN^3",
        "5WN^4",
        "2WN^(3)",
        "2x3WN_1",
        "(2,4)WN",
        "G(alpha_3)",
        "beta(pi)",
        "W^2",
        "(2,1)WN",
    ] {
        let (theorem, p, n) = questions(name);
        check(&theorem, &p, Outcome::P);
        check(&theorem, &n, Outcome::N);
        let mut group = criterion.benchmark_group(format!("ask {name}, 1000 digits"));
        group.sample_size(10);
        group.bench_function("P-position", |b| b.iter(|| theorem.answer(black_box(&p))));
        group.bench_function("N-position", |b| b.iter(|| theorem.answer(black_box(&n))));
        group.finish();
    }
}

criterion_group!(benches, asks);
criterion_main!(benches);
