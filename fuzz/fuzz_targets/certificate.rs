//! No text makes the reader of certificates panic or take more than it may; what is read prints as it was read, and
//! what is checked on a small budget is right on a small board. The digest is put right first, else hardly any
//! changed certificate would get past it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::{Duration, Instant};
use wythoff::check::{AnyCertificate, BadCertificate, Verdict, verify_any};
use wythoff::solve::reference::Reference;
use wythoff::{Budget, Limit};

const SIDE: u32 = 10;

fuzz_target!(|bytes: &[u8]| {
    let text = with_digest(&String::from_utf8_lossy(bytes));
    let certificate: AnyCertificate = match text.parse() {
        Ok(certificate) => certificate,
        Err(error) => {
            let error: BadCertificate = error;
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(certificate.to_string(), text);
    let end = Instant::now() + Duration::from_millis(50);
    let budget = Budget::default()
        .with_states(2_000)
        .with_memory(8 << 20)
        .with_work(2_000_000)
        .with_guard(move || (Instant::now() > end).then_some(Limit::Time));
    let Ok(verdict) = verify_any(&certificate, &budget) else { return };
    let (AnyCertificate::Automaton(claim), Ok(board)) =
        (&certificate, Reference::solve(certificate.rules(), SIDE, SIDE, &budget))
    else {
        return;
    };
    let wrong = (0..=SIDE).flat_map(|x| (0..=SIDE).map(move |y| (x, y))).find(|&(x, y)| {
        let claimed = claim.automaton().run(claim.numeration(), &[x.into(), y.into()]) != 0;
        claimed != board.is_p(x, y)
    });
    match (verdict, wrong) {
        (Verdict::Proved, Some(at)) => panic!("proved, and wrong at {at:?}"),
        (Verdict::Refuted { x, y }, None) => {
            assert!(x > SIDE.into() || y > SIDE.into(), "refuted at ({x}, {y}), and right");
        }
        _ => {}
    }
});

/// The text with the digest (FNV-1a over everything between the first line and its own) that it should have.
fn with_digest(text: &str) -> String {
    const FIELD: &str = "  \"digest\": \"";
    let (Some(body), Some(at)) = (text.strip_prefix("{\n"), text.rfind(FIELD)) else {
        return text.to_owned();
    };
    let digits = at + FIELD.len();
    if at < 2 || text.len() < digits + 16 || !text.is_char_boundary(digits + 16) {
        return text.to_owned();
    }
    let digest = body[..at - 2]
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{}{digest:016x}{}", &text[..digits], &text[digits + 16..])
}
