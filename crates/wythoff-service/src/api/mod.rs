//! Requests of pages and scripts: one JSON in, one reply out. The server of `lab`, the engine in a browser and whoever else speaks for
//! the library to others share this room, so they all give the same answers.
//!
//! A [`Desk`] takes a request for an operation, checks its fields, and answers with what the command line prints as JSON, with bytes
//! (pictures, files), or with a [`Refusal`]. It keeps a few games and what was solved of them, and nothing else: a game being played
//! is a value that goes back and forth. `docs/api.md` has the operations; [`describe`](describe()) makes the same from the table here.
//!
//! ```
//! use serde_json::json;
//! use wythoff_budget::Budget;
//! use wythoff_service::api::{Desk, from_query};
//! let desk = Desk::server();
//! let reply = desk.reply("ask", &json!({"game": "W^4", "at": ["11", "28"]}), &Budget::default());
//! assert_eq!(reply.status(), 200);
//! assert_eq!(reply.json().unwrap()["outcome"], "P");
//! let same = desk.reply("ask", &from_query("game=W%5E4&at=11,28")?, &Budget::default());
//! assert_eq!(same.bytes(), reply.bytes());
//! let refused = desk.reply("ask", &json!({"game": "W^4", "att": "11,28"}), &Budget::default());
//! assert_eq!(refused.status(), 400);
//! # Ok::<(), wythoff_service::api::Refusal>(())
//! ```

mod answer;
mod describe;
mod explore;
mod games;
mod limits;
mod lists;
mod operations;
mod papers;
mod picture;
mod play;
mod proof;
mod refusal;
mod region;
mod request;
mod shelf;
mod tile;
mod window;

pub use describe::describe;
pub use limits::{DeskLimits, EngineKind};
pub use operations::{FieldNote, OPERATIONS, Operation};
pub use refusal::{DiagnosticReport, Refusal, RefusalKind};
pub use request::from_query;

use crate::export::{Contents, ExportError, Exporter};
use operations::SMALL_OPERATIONS;
use request::Fields;
use serde::Serialize;
use serde_json::Value;
use shelf::Shelf;
use wythoff_budget::Budget;

/// The reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    status: u16,
    body: ReplyBody,
}

/// What a reply consists of.
#[derive(Clone, Debug, PartialEq)]
enum ReplyBody {
    /// Data; laid out in lines, as the command line prints it, or in one.
    Data { value: Value, in_lines: bool },
    /// A file.
    File { media: &'static str, bytes: Vec<u8> },
}

impl Reply {
    /// What the command line prints as JSON.
    pub(super) fn report(report: &impl Serialize) -> Result<Reply, Refusal> {
        let value = serde_json::to_value(report).map_err(|e| fault(&e))?;
        Ok(Reply { status: 200, body: ReplyBody::Data { value, in_lines: true } })
    }

    /// Data that only pages ask for.
    pub(super) fn data(value: Value) -> Reply {
        Reply { status: 200, body: ReplyBody::Data { value, in_lines: false } }
    }

    pub(super) fn file(media: &'static str, bytes: Vec<u8>) -> Reply {
        Reply { status: 200, body: ReplyBody::File { media, bytes } }
    }

    /// The status of HTTP: 200, or that of the refusal.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Was it answered?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.status == 200
    }

    /// The data; `None` of a file.
    #[must_use]
    pub fn json(&self) -> Option<&Value> {
        match &self.body {
            ReplyBody::Data { value, .. } => Some(value),
            ReplyBody::File { .. } => None,
        }
    }

    /// The same with one field more at the end, for what only a face knows, such as the time it took.
    #[must_use]
    pub fn with(mut self, name: &str, more: Value) -> Reply {
        if let (200, ReplyBody::Data { value: Value::Object(fields), .. }) = (self.status, &mut self.body) {
            fields.insert(name.to_owned(), more);
        }
        self
    }

    /// Of which kind the bytes are, as the web says it.
    #[must_use]
    pub fn media(&self) -> &'static str {
        match &self.body {
            ReplyBody::Data { .. } => "application/json",
            ReplyBody::File { media, .. } => media,
        }
    }

    /// The bytes: the file, or the data as JSON.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match &self.body {
            // Values have no keys or numbers that JSON has not.
            ReplyBody::Data { value, in_lines: true } => {
                let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
                text.push('\n');
                text.into_bytes()
            }
            ReplyBody::Data { value, in_lines: false } => serde_json::to_vec(value).unwrap_or_default(),
            ReplyBody::File { bytes, .. } => bytes.clone(),
        }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Reply {
        let status = refusal.kind.status();
        let value = serde_json::to_value(&refusal).unwrap_or_default();
        Reply { status, body: ReplyBody::Data { value, in_lines: false } }
    }
}

fn fault(why: &dyn std::fmt::Display) -> Refusal {
    Refusal::new(RefusalKind::Fault, format!("a fault of this program: {why}; please report it"))
}

/// Where requests are answered. It can be shared between threads.
#[derive(Debug)]
pub struct Desk {
    limits: DeskLimits,
    engine: EngineKind,
    operations: &'static [Operation],
    shelf: Shelf,
    /// Writes Parquet, where somebody can.
    parquet: Option<NewExporter>,
}

/// Begins a file.
pub type NewExporter = fn(&Contents) -> Result<Box<dyn Exporter>, ExportError>;

impl Desk {
    /// A desk in a program: all operations, and the limits that are usual there.
    #[must_use]
    pub fn server() -> Desk {
        Desk::new(EngineKind::Server, OPERATIONS)
    }

    /// A desk in a page, which is downloaded first: smaller limits, and what takes much code and little of a page's time is left to the
    /// program. Nothing here may name the whole table, or all of it would be downloaded.
    #[must_use]
    pub fn browser() -> Desk {
        Desk::new(EngineKind::Browser, SMALL_OPERATIONS)
    }

    /// A desk in a script: all operations, and hardly a limit.
    #[must_use]
    pub fn script() -> Desk {
        Desk::new(EngineKind::Script, OPERATIONS)
    }

    fn new(engine: EngineKind, operations: &'static [Operation]) -> Desk {
        let limits = engine.limits();
        Desk { limits, engine, operations, shelf: Shelf::new(limits.games, limits.regions), parquet: None }
    }

    /// The same, which can also write Parquet: the library itself cannot.
    #[must_use]
    pub fn with_parquet(self, exporter: NewExporter) -> Desk {
        Desk { parquet: Some(exporter), ..self }
    }

    /// Its limits.
    #[must_use]
    pub fn limits(&self) -> &DeskLimits {
        &self.limits
    }

    /// Forgets the games and regions that it keeps, for whoever needs their memory.
    pub fn forget(&self) {
        self.shelf.clear();
    }

    /// Answers a request: the name of an operation, and an object with its fields.
    #[must_use]
    pub fn reply(&self, operation: &str, request: &Value, budget: &Budget) -> Reply {
        self.answered(operation, request, budget).unwrap_or_else(Reply::from)
    }

    fn answered(&self, name: &str, request: &Value, budget: &Budget) -> Result<Reply, Refusal> {
        let operation = Operation::named(name, self.operations)?;
        let Value::Object(fields) = request else {
            return Err(Refusal::wrong(format!("a request for {name} is an object with its fields")));
        };
        operation.check(fields.keys().map(String::as_str))?;
        (operation.run)(self, &Fields(fields), budget)
    }
}
