//! Whatever prints also parses, to the same ruleset. The first two bytes choose the values of parameters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use wythoff::number::RealExpr;
use wythoff::rules::{Definition, ParameterKind, ParameterValue};

fuzz_target!(|bytes: &[u8]| {
    let [first, second, rest @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(rest);
    let Ok(definition) = Definition::parse("fuzz.game", &text) else { return };
    let values: BTreeMap<String, ParameterValue> = definition
        .parameters()
        .iter()
        .zip([first, second].into_iter().cycle())
        .map(|(parameter, byte)| {
            let value = match parameter.kind {
                ParameterKind::Integer => ParameterValue::Integer((i64::from(*byte) - 5).into()),
                ParameterKind::Irrational => ParameterValue::Real(irrational(*byte)),
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
