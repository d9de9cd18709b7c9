//! Jobs tell how far they are, and end when they are told to or when nobody listens.

use crate::client::Server;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A proof that takes minutes.
fn long_job() -> Value {
    json!({"operation": "prove", "game": "W^17", "time": "5m"})
}

/// How soon a thread has to be free again.
const SOON: Duration = Duration::from_millis(100);
/// When it counts as not free at all.
const NEVER: Duration = Duration::from_secs(10);
/// A machine that is busy with other tests may let any of them wait: so the best of some tries counts. That nothing computes for long without
/// looking up is tested where time is that of the processor alone (`requests_look_up_often` of the library).
const TRIES: usize = 10;

/// Tries until a thread is free soon enough.
fn is_soon_in_one_of_some_tries(one: impl Fn() -> Duration) {
    let mut best = NEVER;
    for _ in 0..TRIES {
        best = best.min(one());
        if best <= SOON {
            return;
        }
    }
    panic!("the best of {TRIES} took {best:?}");
}

/// The events of a job.
struct Events(BufReader<TcpStream>);

impl Events {
    fn of(server: &Server, id: &str) -> Events {
        let mut stream = server.connect();
        let head =
            format!("GET /api/v1/jobs/{id}/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port);
        stream.write_all(head.as_bytes()).expect("sent");
        Events(BufReader::new(stream))
    }

    /// The next event: its name and its data.
    fn next(&mut self) -> (String, Value) {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("a line") > 0, "the events end");
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.trim().to_owned();
            } else if let Some(text) = line.strip_prefix("data: ") {
                return (name, serde_json::from_str(text).unwrap_or_default());
            }
        }
    }

    fn last(&mut self) -> (String, Value) {
        loop {
            let event = self.next();
            if event.0 != "progress" {
                return event;
            }
        }
    }
}

fn begin(server: &Server, job: &Value) -> String {
    let response = server.post("/api/v1/jobs", job);
    assert_eq!(response.status, 200, "{}", response.json());
    response.json()["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_job_ends_with_its_reply() {
    let server = Server::start();
    let id = begin(&server, &json!({"operation": "prove", "game": "WN"}));
    assert_eq!(id.len(), 32);
    let (name, data) = Events::of(&server, &id).last();
    assert_eq!((name.as_str(), &data["verdict"]), ("done", &json!("proved")), "{data}");
    assert!(data["seconds"].is_number() && data["certificate"].is_string());
    let checked = begin(&server, &json!({"operation": "check", "certificate": data["certificate"]}));
    assert_eq!(Events::of(&server, &checked).last().1["verdict"], json!("proved"));
    let failed = begin(&server, &json!({"operation": "decide", "formula": "Ax x ="}));
    let (name, data) = Events::of(&server, &failed).last();
    assert!(name == "failed" && data["error"].is_string(), "{name} {data}");
    assert_eq!(server.get("/api/v1/jobs/0123456789abcdef0123456789abcdef/events").status, 404);
    assert_eq!(server.post("/api/v1/jobs", &json!({"game": "WN"})).status, 400);
}

#[test]
fn a_cancelled_job_frees_its_thread_soon() {
    let server = Server::start();
    is_soon_in_one_of_some_tries(|| {
        let id = begin(&server, &long_job());
        let mut events = Events::of(&server, &id);
        assert_eq!(events.next().0, "progress");
        assert_eq!(server.running(), 1);
        let path = format!("/api/v1/jobs/{id}");
        assert_eq!(server.request("DELETE", &path, "", b"").status, 200);
        let took = server.until_idle(NEVER).expect("its thread is free");
        assert_eq!(events.last().0, "cancelled");
        took
    });
}

#[test]
fn a_job_whose_client_is_gone_frees_its_thread_soon() {
    let server = Server::start();
    is_soon_in_one_of_some_tries(|| {
        let id = begin(&server, &long_job());
        let mut events = Events::of(&server, &id);
        assert_eq!(events.next().0, "progress");
        drop(events);
        server.until_idle(NEVER).expect("the job's thread is free")
    });
}

#[test]
fn a_request_whose_client_is_gone_frees_its_thread_soon() {
    let server = Server::start();
    is_soon_in_one_of_some_tries(|| {
        let mut stream = server.connect();
        let path = "/api/v1/prove?game=W%5E17";
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port).expect("sent");
        let begin = Instant::now();
        while server.running() == 0 {
            assert!(begin.elapsed() < NEVER, "it never began");
        }
        drop(stream);
        server.until_idle(NEVER).expect("the request's thread is free")
    });
}

#[test]
fn too_many_jobs_are_refused_with_a_sentence() {
    let server = Server::start();
    let mut events: Vec<Events> = Vec::new();
    let mut refused = None;
    for _ in 0..8 {
        let response = server.post("/api/v1/jobs", &long_job());
        match response.status {
            200 => events.push(Events::of(&server, response.json()["id"].as_str().expect("an id"))),
            _ => refused = Some(response),
        }
    }
    let refused = refused.expect("eight are too many");
    assert_eq!((refused.status, refused.header("retry-after").is_some()), (429, true));
    assert!(refused.json()["error"].as_str().is_some_and(|error| error.contains("too many")));
    // Questions are still answered.
    assert_eq!(server.get("/api/v1/ask?game=WN&at=3,5").status, 200);
    drop(events);
    server.until_idle(Duration::from_secs(5)).expect("all threads are free");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_its_jobs() {
    let mut server = Server::start();
    let id = begin(&server, &long_job());
    let mut events = Events::of(&server, &id);
    assert_eq!(events.next().0, "progress");
    let kill = std::process::Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(server.ended(Duration::from_secs(5)), Some(0));
}
