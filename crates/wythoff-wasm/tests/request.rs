//! One request in, one reply out, as a page's worker sees it.

use wythoff_wasm::{answer, framed};

fn reply(request: &str) -> (u32, String, String) {
    let bytes = framed(&answer(request.as_bytes(), |_| {}));
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let (media, body) = (number(4) as usize, number(8) as usize);
    assert_eq!(bytes.len(), 12 + media + body);
    let text = |from: usize, length: usize| String::from_utf8_lossy(&bytes[from..from + length]).into_owned();
    (number(0), text(12, media), text(12 + media, body))
}

#[test]
fn replies_are_framed() {
    let (status, media, body) = reply(r#"{"operation":"ask","game":"W^4","at":["11","28"]}"#);
    assert_eq!((status, media.as_str()), (200, "application/json"));
    assert!(body.contains("\"outcome\": \"P\""), "{body}");
    let (status, media, body) = reply(r#"{"operation":"draw","game":"WN","to":"5"}"#);
    assert_eq!((status, media.as_str(), body.starts_with("<svg")), (200, "image/svg+xml", true));
    let (_, _, body) = reply(r#"{"operation":"about"}"#);
    assert!(body.contains(r#""engine":"browser""#), "{body}");
    for wrong in ["", "[]", "{}", r#"{"operation":"nothing"}"#, r#"{"operation":"ask","game":"W^4"}"#] {
        let (status, _, body) = reply(wrong);
        assert!(status >= 400 && body.contains("error"), "{wrong}: {status} {body}");
    }
}
