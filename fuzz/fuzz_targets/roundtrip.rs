//! Whatever prints also parses, to the same ruleset. The sum of all bytes chooses the values of parameters, so that
//! every rule text is an input as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use wythoff::number::RealExpr;
use wythoff::rules::{Definition, ParameterKind, ParameterValue};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(definition) = Definition::parse("fuzz.game", &text) else { return };
    let values: BTreeMap<String, ParameterValue> = definition
        .parameters()
        .iter()
        .zip(values(bytes))
        .map(|(parameter, value)| {
            let value = match parameter.kind {
                ParameterKind::Integer => ParameterValue::Integer((i64::from(value % 16) - 2).into()),
                ParameterKind::Irrational => ParameterValue::Real(irrational(value)),
            };
            (parameter.name.clone(), value)
        })
        .collect();
    let Ok(ruleset) = definition.bind(&values) else { return };
    let printed = ruleset.to_string();
    let again = Definition::parse("printed.game", &printed)
        .unwrap_or_else(|errors| panic!("does not parse:\n{printed}\n{errors}"));
    assert!(again.parameters().is_empty());
    let again = again.bind_text("").unwrap_or_else(|errors| panic!("does not bind:\n{printed}\n{errors}"));
    assert_eq!(again, ruleset, "printed as:\n{printed}");
    assert_eq!(again.to_string(), printed);
});

/// A value for each parameter.
fn values(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let sum = bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    std::iter::successors(Some(sum), |value| Some(value.wrapping_mul(5).wrapping_add(3)))
}

/// One of a few irrational numbers, and some rational ones that a binding has to refuse.
fn irrational(byte: u8) -> RealExpr {
    let n = RealExpr::integer(i64::from(byte / 8) + 1);
    match byte % 8 {
        0 => RealExpr::Pi,
        1 => RealExpr::E,
        2 => RealExpr::Phi,
        3 => RealExpr::Phi + n,
        4 => n.ln(),
        5 => RealExpr::Pi / n,
        _ => n.sqrt(),
    }
}
