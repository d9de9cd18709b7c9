//! (p,m)-Wythoff Nim at a thousand digits. Every answer is asserted before it is timed.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dashu_int::UBig;
use wythoff_solve::recursive::PmWythoff;

/// A P-position of about `digits` digits, by its index.
fn p_position(game: &PmWythoff, digits: usize) -> (UBig, UBig) {
    let index = UBig::from(10u8).pow(digits - 1) * 3u8 + 12_345u32;
    let pair = game.pair(&index).expect("within the limits");
    assert_eq!(game.place(&pair.1).expect("within the limits").index, index);
    pair
}

fn ask(criterion: &mut Criterion) {
    for (p, m) in [(2, 1), (3, 2), (5, 1), (10, 1), (10, 7)] {
        let game = PmWythoff::new(p, m).expect("positive parameters");
        let (a, b) = p_position(&game, 1000);

        let p_position = game.p_options(&a, &b).expect("within the limits");
        assert!(p_position.is_p() && p_position.winning_moves().is_empty());
        assert!(p_position.to_block().len() < p as usize);
        // Three tokens more on the larger pile: the move back wins.
        let y = &b + 3u8;
        let n_position = game.p_options(&a, &y).expect("within the limits");
        assert!(n_position.winning_moves().contains(&(a.clone(), b.clone())));
        // Fewer tokens on it: only moves on both piles win, and there are p of them at least.
        let z = &b - 1u8;
        let diagonal = game.p_options(&a, &z).expect("within the limits");
        assert!(diagonal.winning_moves().len() >= p as usize);

        let mut group = criterion.benchmark_group(format!("({p},{m})WN, 1000 digits"));
        group.sample_size(20);
        group.bench_function("membership", |bench| bench.iter(|| game.is_p(black_box(&a), black_box(&b))));
        group.bench_function("ask, P", |bench| bench.iter(|| game.p_options(black_box(&a), black_box(&b))));
        group.bench_function("ask, N", |bench| bench.iter(|| game.p_options(black_box(&a), black_box(&y))));
        group.bench_function("ask, N by both piles", |bench| {
            bench.iter(|| game.p_options(black_box(&a), black_box(&z)));
        });
        group.finish();
    }
}

criterion_group!(benches, ask);
criterion_main!(benches);
