//! No bytes make the parser panic, and whatever is wrong with them can be drawn, inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wythoff::rules::Definition;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Definition::parse("fuzz.game", &text) {
        Ok(definition) => assert_eq!(definition.text(), text),
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            for error in &errors.errors {
                assert!(!error.message.is_empty());
                let (line, column) = errors.place(error);
                assert!(line >= 1 && line <= text.matches('\n').count() + 1 && column >= 1);
            }
            assert!(errors.render(false).contains("fuzz.game"));
            assert!(!errors.render(true).is_empty());
        }
    }
});
