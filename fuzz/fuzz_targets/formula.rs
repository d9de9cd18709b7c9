//! No text makes the parser of formulas panic, or their decision on a small budget run away; and whether a formula about
//! addition and order holds does not depend on the numeration that it is decided in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use wythoff::automaton::{Dfa, Numeration, Product};
use wythoff::logic::{decide, parse};
use wythoff::{Budget, Limit};

/// A numeration, and the pairs (x, 2x) in it under the name `f`.
type Setting = (Numeration, Vec<(String, Dfa)>);

static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| ["base(2)", "fib"].map(setting).into());

fn setting(name: &str) -> Setting {
    let numeration = Numeration::new(name.parse().expect("a name")).expect("a numeration");
    let mut product = Product::new(&numeration, 2);
    let part = product.compare(&[2, -1], &[0], &Budget::default()).expect("small");
    product.require(part, |o| o == 1);
    let double = product.build(&Budget::default()).expect("small");
    drop(product);
    (numeration, vec![("f".to_owned(), double)])
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let formula = match parse(&text) {
        Ok(formula) => formula,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let mut found = None;
    for (numeration, named) in SETTINGS.iter() {
        let end = Instant::now() + Duration::from_millis(200);
        let budget = Budget::default()
            .with_states(3_000)
            .with_memory(16 << 20)
            .with_work(20_000_000)
            .with_guard(move || (Instant::now() > end).then_some(Limit::Time));
        if let Ok(sentence) = decide(&formula, numeration, named, &budget) {
            assert_eq!(*found.get_or_insert(sentence.truth), sentence.truth, "{text}");
        }
    }
});
