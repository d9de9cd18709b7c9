//! Thousands of random and hostile requests, and many clients at once: no crash, no hang, no memory that stays.

use crate::client::Server;
use serde_json::{Value, json};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.throw(list.len())]
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.throw(most)).map(|_| self.throw(256) as u8).collect()
    }
}

const OPERATIONS: [&str; 14] = [
    "ask",
    "options",
    "window",
    "tile",
    "play",
    "list",
    "download",
    "grundy",
    "draw",
    "read",
    "rules",
    "automaton",
    "papers",
    "nothing",
];
const GAMES: [&str; 10] = [
    "W^4",
    "WN",
    "IN",
    "W_2",
    "2WN^(3)",
    "nim(piles=3)",
    "blocking(k=99999999999)",
    "W^",
    "((((",
    "beta(pi)",
];
const NUMBERS: [&str; 10] =
    ["0", "5", "300", "-1", "10^100", "10^9999999", "1e9", "999999999999999999999", "0x10", "٣"];
const FIELDS: [&str; 16] = [
    "at", "x", "y", "width", "height", "scale", "size", "to", "first", "columns", "history", "text", "as",
    "method", "record", "hint",
];

/// The first so many kinds of requests are refused without computing anything.
const REFUSED: usize = 5;
const KINDS: usize = 12;

fn request(dice: &mut Dice, kinds: usize, port: u16) -> Vec<u8> {
    let own = format!("Host: 127.0.0.1:{port}\r\nConnection: close\r\n");
    match dice.throw(kinds) {
        // Every request has an end, so that nobody waits for more of it; those that have none are tried by themselves.
        0 => [dice.bytes(300), b"\r\n\r\n".to_vec()].concat(),
        1 => [b"GET / HTTP/1.1\r\nConnection: close\r\n".as_slice(), &dice.bytes(200), b"\r\n\r\n"].concat(),
        2 => format!(
            "POST /api/v1/ask HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{{"
        )
        .into_bytes(),
        3 => {
            let body = ["[".repeat(50_000), "{\"a\":".repeat(5_000), "\u{0}".repeat(100), "\"".to_owned()]
                [dice.throw(4)]
            .clone();
            let head = format!(
                "POST /api/v1/play HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            [head.as_bytes(), body.as_bytes()].concat()
        }
        4 => format!(
            "{} /api/v1/{} HTTP/1.1\r\n{own}\r\n",
            dice.pick(&["PUT", "DELETE", "TRACE", "X"]),
            dice.pick(&OPERATIONS)
        )
        .into_bytes(),
        5..=7 => {
            let mut query = format!("game={}", dice.pick(&["W%5E4", "WN", "W%5E", "%", "IN", "W_2"]));
            for _ in 0..dice.throw(6) {
                query += &format!(
                    "&{}={}",
                    dice.pick(&FIELDS),
                    dice.pick(&["0", "5", "3,4", "64", "10%5E100", "%ff", "svg", "[[", "1", ""])
                );
            }
            format!("GET /api/v1/{}?{query} HTTP/1.1\r\n{own}\r\n", dice.pick(&OPERATIONS)).into_bytes()
        }
        _ => {
            let mut fields = json!({"game": dice.pick(&GAMES)});
            for _ in 0..dice.throw(7) {
                let number = || json!(NUMBERS[0]);
                let value = match dice.throw(6) {
                    0 => Value::Null,
                    1 => json!([dice.pick(&NUMBERS), dice.pick(&NUMBERS)]),
                    2 => json!([[dice.pick(&NUMBERS)], number()]),
                    3 => json!(dice.throw(600)),
                    4 => json!({"move": [1, 2]}),
                    _ => json!(dice.pick(&NUMBERS)),
                };
                fields[dice.pick(&FIELDS)] = value;
            }
            let body = fields.to_string();
            let path = dice.pick(&OPERATIONS);
            let head = format!(
                "POST /api/v1/{path} HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            [head.as_bytes(), body.as_bytes()].concat()
        }
    }
}

/// Sends requests of so many kinds from several clients, each until the time is up and at least so many.
fn bombard(server: &Server, clients: u64, kinds: usize, time: Duration, least: usize) -> usize {
    let sent = std::sync::atomic::AtomicUsize::new(0);
    let until = Instant::now() + time;
    std::thread::scope(|scope| {
        for client in 0..clients {
            let sent = &sent;
            scope.spawn(move || {
                let mut dice = Dice(client + 7);
                let mut own = 0;
                while own < least || Instant::now() < until {
                    own += 1;
                    let bytes = request(&mut dice, kinds, server.port);
                    if let Some(response) = server.send(&bytes) {
                        assert!((200..=599).contains(&response.status));
                        assert_ne!(
                            response.status,
                            500,
                            "{}\n{}",
                            String::from_utf8_lossy(&bytes),
                            String::from_utf8_lossy(&response.body)
                        );
                    }
                    sent.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            });
        }
    });
    sent.into_inner()
}

fn survives(clients: u64, time: Duration) {
    let mut server = Server::start();
    bombard(&server, clients, KINDS, time / 4, 1);
    server.until_idle(Duration::from_secs(15)).expect("it comes to rest");
    let before = server.memory();
    let sent = bombard(&server, clients, KINDS, time, 5)
        + bombard(&server, clients, REFUSED, Duration::ZERO, 3000 / clients as usize);
    assert!(server.is_alive());
    server.until_idle(Duration::from_secs(15)).expect("it comes to rest");
    let answer = server.get("/api/v1/ask?game=W%5E4&at=11,28");
    assert_eq!((answer.status, &answer.json()["outcome"]), (200, &json!("P")));
    if let (Some(before), Some(after)) = (before, server.memory()) {
        // What is kept is bounded: games, and what was solved of a few.
        assert!(after < before + (600 << 20), "{sent} requests: from {before} to {after} bytes");
    }
    assert!(sent > 3000, "only {sent} requests");
}

#[test]
fn random_and_hostile_requests_do_no_harm() {
    survives(4, Duration::from_secs(6));
}

#[test]
#[ignore = "minutes: make test-all"]
fn many_more_of_them_do_no_harm() {
    survives(8, Duration::from_secs(120));
}

#[test]
fn sixty_four_clients_at_once_are_all_answered() {
    let server = Server::start();
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..64 {
            let server = &server;
            scope.spawn(move || {
                let path = format!("/api/v1/window?game=W%5E4&x={client}&y=0&width=40&height=40");
                let response = server.get(&path);
                assert_eq!(response.status, 200, "{}", response.json());
                assert_eq!(response.json()["rows"].as_array().map(Vec::len), Some(40));
                assert_eq!(server.get("/api/v1/ask?game=W%5E4&at=11,28").json()["outcome"], json!("P"));
            });
        }
    });
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn silent_and_slow_clients_keep_nobody_out() {
    let server = Server::start();
    let mut silent: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for (i, stream) in silent.iter_mut().enumerate() {
        let beginning = ["", "GET ", "POST /api/v1/ask HTTP/1.1\r\nContent-Length: 10\r\n\r\n{"][i % 3];
        stream.write_all(beginning.as_bytes()).expect("sent");
    }
    assert_eq!(server.get("/api/v1/ask?game=WN&at=3,5").status, 200);
    drop(silent);
}
