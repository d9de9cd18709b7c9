//! Exact numbers: each benchmark asserts its answers before it times anything.
//!
//! `cargo bench -p wythoff --bench numbers`

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wythoff_number::{Natural, Quadratic, Real, RealExpr, stream};

const N: usize = 4096;

/// The slope of k-Wythoff Nim.
fn slope(k: u64) -> Real {
    Real::from(&Quadratic::new(2 - k as i64, 1, k * k + 4, 2).unwrap())
}

/// The pairs of Wythoff Nim, k = 1, with a square root each.
fn by_square_roots(start: u64, a: &mut [u64], b: &mut [u64]) {
    for ((n, a), b) in (start..).zip(a).zip(b) {
        *a = ((u128::from(n) + (5 * u128::from(n) * u128::from(n)).isqrt()) / 2) as u64;
        *b = *a + n;
    }
}

/// The best of several timings, per run.
fn best(mut run: impl FnMut()) -> Duration {
    (0..20)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..16 {
                run();
            }
            start.elapsed() / 16
        })
        .min()
        .unwrap_or_default()
}

fn streaming(c: &mut Criterion) {
    let phi = slope(1);
    let (mut a, mut b, mut a2, mut b2) = ([0; N], [0; N], [0; N], [0; N]);
    for start in [0, 1 << 20, 10u64.pow(15), (1 << 62) - 7] {
        stream::Pairs::new(&phi, 1, start).unwrap().fill(&mut a, &mut b).unwrap();
        by_square_roots(start, &mut a2, &mut b2);
        assert_eq!((a, b), (a2, b2));
    }
    let start = 10u64.pow(15);
    let mut pairs = stream::Pairs::new(&phi, 1, start).unwrap();
    let fast = best(|| assert_eq!(pairs.fill(black_box(&mut a), black_box(&mut b)), Ok(N)));
    let slow = best(|| by_square_roots(black_box(start), black_box(&mut a), black_box(&mut b)));
    let rate = N as f64 / fast.as_secs_f64();
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("streaming: {:.2e} pairs/s, {ratio:.1} times a square root per term", rate);
    assert!(ratio > 20.0, "streaming must be 20 times as fast as square roots");

    let mut group = c.benchmark_group("pairs of Wythoff Nim");
    group.throughput(Throughput::Elements(N as u64));
    group.bench_function("stream", |bench| {
        bench.iter(|| pairs.fill(black_box(&mut a), black_box(&mut b)).unwrap());
    });
    group.bench_function("square root per term", |bench| {
        bench.iter(|| by_square_roots(black_box(start), black_box(&mut a), black_box(&mut b)));
    });
    let mut big = stream::BigFloors::new(&phi, Natural::from(10u8).pow(100)).unwrap();
    group.bench_function("beyond 64 bits, at 10^100", |bench| {
        bench.iter(|| (0..N).for_each(|_| _ = black_box(big.next())));
    });
    group.finish();
}

fn membership(c: &mut Criterion) {
    let mut group = c.benchmark_group("membership");
    group.sample_size(10);
    let fresh = |expr: RealExpr| Real::new(expr).unwrap();
    for (name, expr) in [
        ("pi", RealExpr::Pi),
        ("e", RealExpr::E),
        ("ln(10)", RealExpr::integer(10).ln()),
        ("1 + ln(7)/ln(3)", RealExpr::integer(1) + RealExpr::integer(7).ln() / RealExpr::integer(3).ln()),
    ] {
        let value = fresh(expr.clone());
        let n = Natural::from(10u8).pow(9_999) * 3u8 + 7u8;
        let x = Natural::try_from(value.floor_mul(&n).unwrap()).unwrap();
        assert_eq!(value.beatty_index(&x).unwrap(), Some(n));
        group.bench_function(format!("beta = {name}, 10^4 digits, first question"), |bench| {
            bench.iter(|| fresh(expr.clone()).beatty_index(black_box(&x)).unwrap());
        });
        group.bench_function(format!("beta = {name}, 10^4 digits, again"), |bench| {
            bench.iter(|| value.beatty_index(black_box(&x)).unwrap());
        });
    }
    let small = fresh(RealExpr::Pi);
    let x = Natural::from(10u8).pow(18);
    assert_eq!(small.beatty_index(&x).unwrap(), None);
    group.bench_function("beta = pi, 64 bits", |bench| {
        bench.iter(|| small.beatty_index(black_box(&x)).unwrap())
    });

    let n = Natural::from(10u8).pow(999_999) * 7u8 + 1u8;
    let phi = fresh(RealExpr::Phi);
    let quadratic = phi.as_quadratic().unwrap().clone();
    let x = Natural::try_from(quadratic.floor_mul(&n)).unwrap();
    assert_eq!(phi.beatty_index(&x).unwrap(), Some(n.clone()));
    assert_eq!(phi.beatty_index(&(&x + &n)).unwrap(), None);
    let square = &n * &n * 5u8;
    group.bench_function("one square root with 10^6 digits, nothing else", |bench| {
        bench.iter(|| dashu_int::ops::SquareRoot::sqrt(black_box(&square)));
    });
    group.bench_function("beta = phi, 10^6 digits, first question", |bench| {
        bench.iter(|| fresh(RealExpr::Phi).beatty_index(black_box(&x)).unwrap());
    });
    group.bench_function("beta = phi, 10^6 digits, again", |bench| {
        bench.iter(|| phi.beatty_index(black_box(&x)).unwrap());
    });
    group.bench_function("floor(n*phi), 10^6 digits, by the exact formula", |bench| {
        bench.iter(|| quadratic.floor_mul(black_box(&n)));
    });
    group.finish();
}

criterion_group!(benches, streaming, membership);
criterion_main!(benches);
