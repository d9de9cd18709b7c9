//! Products, projections, counts and decided formulas against plain evaluation over all small tuples.
#![allow(clippy::unwrap_used)] // also in the helpers of the tests

mod formulas;
mod plain;
mod products;
mod random;

use formulas::RandomFormula;
use products::{Built, Counted};
use random::try_cases;

#[test]
fn words_are_as_the_library_writes_them() {
    for (plain, numeration) in plain::SYSTEMS.iter() {
        assert_eq!((plain.digits, plain.phases), (numeration.digit_count() as usize, numeration.phases()));
        for n in 0..plain::LARGEST {
            let digits: Vec<usize> = numeration.digits(&n.into()).iter().map(|&d| d as usize).collect();
            assert_eq!(plain.word(n), digits, "{} {n}", plain.name);
        }
    }
}

#[test]
fn products_are_what_their_conditions_say() {
    try_cases(1, 3000, Built::random);
}

#[test]
fn counts_are_sums_over_the_projected_tracks() {
    try_cases(2, 2000, Counted::random);
}

#[test]
fn formulas_mean_what_they_say() {
    try_cases(3, 2000, RandomFormula::random);
}
