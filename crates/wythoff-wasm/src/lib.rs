//! wythoff in a browser: [`wythoff::api`] behind three plain functions, for a page's worker.
//!
//! # For whoever writes the worker
//!
//! The module imports one function and exports its memory and three functions. All numbers are unsigned 32-bit; texts are UTF-8.
//!
//! ```text
//! import  wythoff.progress(pointer, length)    called during a request with the JSON {"part","stage","done","total"}, at most
//!                                              every few thousand steps; the bytes are gone when it returns
//! export  memory
//! export  alloc(length) -> pointer             room for a request
//! export  request(pointer, length) -> pointer  takes the room back and answers: the pointer is to a reply
//! export  release(pointer)                     gives back a reply once it is copied
//! ```
//!
//! A request is `{"operation": "ask", …its fields}`, as for a job (docs/api.md). A reply is twelve bytes, then bytes: the status
//! (200, 400, 404, 422, 500) as u32, the length of the media type as u32, the length of the body as u32, all little-endian; then the
//! media type (`application/json`, `image/svg+xml`, …), then the body. The same operations give the same bytes as the server's.
//!
//! In JavaScript:
//!
//! ```text
//! const bytes = new TextEncoder().encode(JSON.stringify({operation: "ask", game: "W^4", at: ["11", "28"]}));
//! const room = exports.alloc(bytes.length);
//! new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
//! const reply = exports.request(room, bytes.length);
//! const [status, media, length] = new Uint32Array(exports.memory.buffer.slice(reply, reply + 12));
//! const body = exports.memory.buffer.slice(reply + 12 + media, reply + 12 + media + length);
//! exports.release(reply);
//! ```
//!
//! There is no clock and no thread: a request that is to be cancelled is ended with its worker, and another one is started. A request
//! that panics traps; the worker is of no more use then and is started again, too.

pub mod boundary;

use serde_json::{Value, json};
use std::sync::OnceLock;
use wythoff::api::{Desk, Refusal, Reply};
use wythoff::{Budget, Progress};

/// The one desk of this module: what was solved for one request is there for the next.
fn desk() -> &'static Desk {
    static DESK: OnceLock<Desk> = OnceLock::new();
    DESK.get_or_init(Desk::browser)
}

/// Answers a request; `listen` is told how far it is.
pub fn answer(request: &[u8], listen: fn(&[u8])) -> Reply {
    let budget =
        Budget::default().with_memory(desk().limits().memory).with_progress(move |progress: Progress| {
            let Progress { part, stage, done, total } = progress;
            let told = json!({"part": part.as_deref(), "stage": stage, "done": done, "total": total});
            listen(told.to_string().as_bytes());
        });
    let mut fields = match serde_json::from_slice(request) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Refusal::wrong("a request is an object with an operation and its fields").into(),
        Err(e) => return Refusal::wrong(format!("the request is not JSON: {e}")).into(),
    };
    let Some(Value::String(operation)) = fields.remove("operation") else {
        return Refusal::wrong("which operation? Say it by `operation`, such as ask").into();
    };
    desk().reply(&operation, &Value::Object(fields), &budget)
}

/// A reply as it lies in memory: see the [crate](crate).
pub fn framed(reply: &Reply) -> Vec<u8> {
    let (media, body) = (reply.media().as_bytes(), reply.bytes());
    let sizes = [u32::from(reply.status()), media.len() as u32, body.len() as u32];
    let mut bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
    bytes.extend_from_slice(media);
    bytes.extend_from_slice(&body);
    bytes
}
