//! Questions about positions of a thousand digits to proved beams: columns, all options, counts, the n-th P-position.
//!
//! `cargo bench -p wythoff --bench beams`. Wanted: everything about a position of a thousand digits in about a second, for k = 5, 12 and 15.
//! Answers are checked before anything is timed: by the definition of play, and against each other.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wythoff_budget::Budget;
use wythoff_check::{AnyCertificate, Proved};
use wythoff_number::{Natural, parse_natural};
use wythoff_prove::AllWays as Ways;
use wythoff_prove::beams::answer::BeamAnswers;
use wythoff_prove::shipped;
use wythoff_rules::{Game, Position};
use wythoff_solve::MethodUsed;

/// A pile of a thousand digits that follows no pattern.
fn pile() -> Natural {
    parse_natural("7^1183 + 123456789").unwrap_or_default()
}

fn answers(k: u64) -> BeamAnswers {
    let name = format!("blocking-{k}");
    let (_, text) = shipped::BEAMS.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("{name}"));
    let certificate: AnyCertificate = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
    let proved = Proved::new(certificate, &Budget::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    BeamAnswers::new(&proved, &Budget::default()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn asks(criterion: &mut Criterion) {
    let budget = Budget::default();
    for k in [5, 12, 15, 19] {
        let (answers, x) = (answers(k), pile());
        assert_eq!(x.to_string().len(), 1000);
        let column = answers.column(&x, &budget).unwrap_or_else(|e| panic!("{e}"));
        let before = answers.count_before(&x, &budget).unwrap_or_else(|e| panic!("{e}"));
        let listed = answers.list_from(&before, column.len(), &budget).unwrap_or_else(|e| panic!("{e}"));
        assert!(!column.is_empty());
        assert!(listed.iter().zip(&column).all(|((u, v), y)| *u == x && v == y));
        let n = &x * Natural::from(2u8);
        let options = |y: &Natural| answers.options(&x, y, &budget).unwrap_or_else(|e| panic!("{e}"));
        // A P-position sees fewer than k P-positions, any other at least k.
        assert!(column.iter().all(|y| (options(y).len() as u64) < k) && options(&n).len() as u64 >= k);
        let mut group = criterion.benchmark_group(format!("W^{k}, 1000 digits"));
        group.sample_size(10);
        group.bench_function("a column", |b| b.iter(|| answers.column(black_box(&x), &budget)));
        group.bench_function("all options", |b| b.iter(|| answers.options(black_box(&x), &n, &budget)));
        group.bench_function("count before", |b| b.iter(|| answers.count_before(black_box(&x), &budget)));
        group.bench_function("5 from index", |b| b.iter(|| answers.list_from(black_box(&x), 5, &budget)));
        // With everything that has to be made ready first, as a command does it.
        let at = Position::new(vec![x.clone(), n.clone()]);
        let ask = || {
            let ways = Ways::of(Game::named(&format!("W^{k}")).unwrap_or_else(|e| panic!("{e}")));
            ways.ask(black_box(&at), &[], &budget).unwrap_or_else(|e| panic!("{e}"))
        };
        assert_eq!(ask().method, MethodUsed::Beams);
        group.bench_function("ask from the name on", |b| b.iter(ask));
        group.finish();
    }
}

criterion_group!(benches, asks);
criterion_main!(benches);
