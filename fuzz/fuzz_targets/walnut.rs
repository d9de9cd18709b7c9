//! No text makes the reader of Walnut's automata panic or run away, whatever the numeration; what is read prints, and
//! reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use wythoff::Budget;
use wythoff::automaton::{Numeration, walnut};

static NUMERATIONS: LazyLock<Vec<Numeration>> = LazyLock::new(|| {
    ["base(2)", "base(3)", "fib", "pell", "pisot(1,-1,-1,-1)", "ostrowski(1,2)", "ostrowski(3)"]
        .iter()
        .map(|name| Numeration::new(name.parse().expect("a name")).expect("a numeration"))
        .collect()
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let budget = Budget::default().with_states(5_000).with_memory(16 << 20);
    for numeration in NUMERATIONS.iter() {
        match walnut::read(&text, numeration, &budget) {
            Ok(dfa) => {
                let printed = walnut::write(&dfa, numeration);
                let again = walnut::read(&printed, numeration, &budget);
                assert_eq!(again.as_ref(), Ok(&dfa), "printed as:\n{printed}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
