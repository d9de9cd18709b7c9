//! The interface of pages and scripts: its squares and tiles are those of the definition, what is not solved never looks solved, and no
//! request makes it panic.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wythoff_budget::{Budget, Limit};
use wythoff_papers::{ReplicationReport, all_items};
use wythoff_prove::AllWays as Ways;
use wythoff_rules::{Game, Outcome, Position};
use wythoff_service::api::{Desk, EngineKind, OPERATIONS, Reply, describe, from_query};
use wythoff_solve::{Frame, Method, Pane};

fn desk() -> Desk {
    Desk::server()
}

fn reply(desk: &Desk, operation: &str, request: Value) -> Reply {
    desk.reply(operation, &request, &Budget::default().with_memory(1 << 28))
}

/// The data of a request that has to be answered.
fn done(desk: &Desk, operation: &str, request: Value) -> Value {
    let shown = request.to_string();
    let reply = reply(desk, operation, request);
    let data = reply.json().cloned().unwrap_or_default();
    assert_eq!(reply.status(), 200, "{operation} {shown}: {data}");
    data
}

/// The status and the error of one that is not.
fn refused(desk: &Desk, operation: &str, request: Value) -> (u16, String) {
    let reply = reply(desk, operation, request);
    let error = reply.json().and_then(|data| data["error"].as_str()).unwrap_or_default().to_owned();
    (reply.status(), error)
}

fn ways(game: &str) -> Ways {
    Ways::of(Game::named(game).expect("a game"))
}

/// The letters of a row of a pane.
fn letters(pane: &Pane, j: u32) -> String {
    let letter = |i: u32| match pane.outcome(i, j) {
        Some(Outcome::P) => 'P',
        Some(Outcome::N) => 'N',
        None => '.',
    };
    (0..pane.frame().width).map(letter).collect()
}

/// Games of every kind: with a theorem, with a certificate, neither, not symmetric, comply, with missing squares, with memory.
const GAMES: [&str; 8] = ["WN", "W^4", "W^3", "(2,1)WN", "2WN^(3)", "W_2", "maharaja", "IN"];

#[test]
fn windows_are_those_of_the_definition() {
    let desk = desk();
    for name in GAMES {
        let pane = ways(name).window(Method::Reference, &Frame::small(3, 5, 20, 17), &Budget::default());
        let Ok(pane) = pane else { continue };
        let data =
            done(&desk, "window", json!({"game": name, "x": "3", "y": 5, "width": 20, "height": "17"}));
        let rows: Vec<String> = (0..17).map(|j| letters(&pane, j)).collect();
        assert_eq!(data["rows"], json!(rows), "{name}");
        assert!(data["method"].is_string() && data["ground"].is_string(), "{name}");
    }
}

/// What is in base64.
fn bytes(text: &str) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let value = |byte: &u8| alphabet.find(char::from(*byte)).unwrap_or(0) as u32;
        let group = chunk.iter().fold(0, |group, byte| group << 6 | value(byte));
        let padding = chunk.iter().filter(|byte| **byte == b'=').count();
        bytes.extend(group.to_be_bytes()[1..4 - padding].iter());
    }
    bytes
}

#[test]
fn tiles_count_what_the_definition_has() {
    let desk = desk();
    for name in GAMES {
        let side = 128;
        let Ok(pane) =
            ways(name).window(Method::Reference, &Frame::small(0, 0, side, side), &Budget::default())
        else {
            continue;
        };
        for (scale, x, y) in
            [(1, 0, 0), (1, 32, 16), (1, 16, 32), (1, 48, 48), (2, 0, 0), (2, 32, 64), (4, 64, 0), (4, 0, 0)]
        {
            let request = json!({"game": name, "x": x, "y": y, "scale": scale, "size": 16});
            let data = done(&desk, "tile", request);
            let levels = bytes(data["levels"].as_str().expect("levels"));
            assert_eq!(levels.len(), 256, "{name}");
            let mut most = 0;
            for (at, level) in levels.iter().enumerate() {
                let (i, j) = (at as u32 % 16, at as u32 / 16);
                let squares =
                    (0..scale * scale).map(|n| (x + i * scale + n % scale, y + j * scale + n / scale));
                let count = squares.filter(|(a, b)| pane.outcome(*a, *b) == Some(Outcome::P)).count();
                most = most.max(count);
                assert_eq!(*level > 0, count > 0, "{name} {scale} {x} {y}: pixel {i}, {j} holds {count}");
                assert!(*level < 255);
            }
            assert_eq!(data["most"], json!(most), "{name} {scale} {x} {y}");
        }
    }
}

#[test]
fn far_out_theorems_and_certificates_answer() {
    let desk = desk();
    for name in ["WN", "W^4"] {
        // A place where there are P-positions: an answer far out names some.
        let game = ways(name);
        let far = "10^100";
        let answer = done(&desk, "ask", json!({"game": name, "at": [far, far]}));
        let near = answer["winning_moves"]
            .as_array()
            .expect("moves")
            .iter()
            .max_by_key(|to| to[0].as_str().map(str::len));
        let near = near.expect("one").clone();
        let data = done(
            &desk,
            "window",
            json!({"game": name, "x": near[0], "y": near[1], "width": 12, "height": 9}),
        );
        assert!(data["rows"][0].as_str().is_some_and(|row| row.starts_with('P')), "{name}: {data}");
        for (j, row) in data["rows"].as_array().expect("rows").iter().enumerate() {
            for (i, letter) in row.as_str().expect("a row").chars().enumerate() {
                let pile = |n: &Value, more: usize| {
                    wythoff_solve::typed::pile(&format!("{}+{more}", n.as_str().expect("digits")))
                };
                let at = Position::new(vec![
                    pile(&near[0], i).expect("a pile"),
                    pile(&near[1], j).expect("a pile"),
                ]);
                let outcome = game.ask(&at, &[], &Budget::default()).expect("an answer").outcome;
                assert_eq!(letter.to_string(), outcome.to_string(), "{name} at {at}");
            }
        }
    }
    // Tiles: single squares, and several to a pixel. A power of ten is a multiple of powers of two.
    for scale in [1_u32, 128] {
        let data = done(
            &desk,
            "tile",
            json!({"game": "WN", "x": "10^100", "y": "10^100", "scale": scale, "size": 16}),
        );
        assert_eq!(data["why"], Value::Null, "{data}");
        assert_eq!(bytes(data["levels"].as_str().expect("levels")).len(), 256);
        // The outer beam of W^5 goes through here: 5 rows in 2 columns, and some are P.
        let request = json!({"game": "W^5", "x": "10^100", "y": "25*10^99", "scale": scale, "size": 16});
        let data = done(&desk, "tile", request);
        assert_eq!(data["why"], Value::Null, "{data}");
        let levels = bytes(data["levels"].as_str().expect("levels"));
        assert!(levels.contains(&0) && levels.iter().any(|level| (1..255).contains(level)), "{data}");
    }
}

#[test]
fn what_is_not_solved_never_looks_like_n() {
    let desk = desk();
    // No theorem and no certificate answers for this one so far out.
    let game = "W^17";
    let request = json!({"game": game, "x": "10^60", "y": "10^60", "width": 4, "height": 2});
    let data = done(&desk, "window", request);
    assert_eq!(data["rows"], json!(["????", "????"]), "{data}");
    assert!(data["why"].as_str().is_some_and(|why| !why.is_empty()));
    let data = done(&desk, "tile", json!({"game": game, "x": "0", "y": "2^80", "scale": 1024, "size": 16}));
    assert!(bytes(data["levels"].as_str().expect("levels")).iter().all(|level| *level == 255), "{data}");
}

#[test]
fn fields_act_or_are_refused() {
    let desk = desk();
    let (status, error) = refused(&desk, "ask", json!({"game": "W^4", "att": ["1", "2"]}));
    assert_eq!((status, error.as_str()), (400, "ask has no field `att`; did you mean `at`?"));
    assert_eq!(refused(&desk, "asc", json!({})).0, 404);
    assert_eq!(refused(&desk, "ask", json!([])).0, 400);
    let (status, error) = refused(&desk, "ask", json!({"game": "W^4", "at": ["1", "-2"]}));
    assert_eq!((status, error.as_str()), (400, "\"-2\" is not a pile: it cannot be negative"));
    let (_, error) = refused(&desk, "ask", json!({"game": "W^4", "at": [1.5, 2]}));
    assert!(error.contains("write it as a string"), "{error}");
    assert_eq!(
        refused(&desk, "window", json!({"game": "W^4", "x": 0, "y": 0, "width": 513, "height": 1})).0,
        400
    );
    assert_eq!(
        refused(&desk, "tile", json!({"game": "W^4", "x": 3, "y": 0, "scale": 1, "size": 256})).0,
        400
    );
    assert_eq!(refused(&desk, "list", json!({"game": "W^4", "to": 4_000_000_000_u32})).0, 422);
    let cancelled = Budget::default();
    cancelled.canceller().cancel();
    assert_eq!(desk.reply("prove", &json!({"game": "W^17"}), &cancelled).status(), 499);
}

#[test]
fn rules_are_read_as_they_are_typed() {
    let desk = desk();
    let data = done(&desk, "read", json!({"text": "game \"G\"\nmove rook: s = 0 or tt = 0\n"}));
    let first = &data["diagnostics"][0];
    assert_eq!(
        (&data["understood"], &first["line"], &first["column"], &first["length"]),
        (&json!(false), &json!(2), &json!(21), &json!(2))
    );
    let text = "game \"G\"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock k - 1\n";
    let open = done(&desk, "read", json!({"text": text}));
    assert_eq!(
        (&open["understood"], &open["parameters"][0]["name"], &open["rules"]),
        (&json!(true), &json!("k"), &Value::Null)
    );
    let bound = done(&desk, "read", json!({"text": text, "parameters": {"k": "4", "gone": 7}}));
    assert_eq!(bound["parameters"][0]["value"], json!("4"));
    assert!(bound["rules"]["bound"]["same_as"].is_string(), "{bound}");
    let wrong = done(&desk, "read", json!({"text": text, "parameters": {"k": "0"}}));
    assert_eq!(wrong["understood"], json!(false), "{wrong}");
    // A text and a name of the rulebook with its parameters beside it mean the same.
    let by_text = done(&desk, "ask", json!({"text": text, "parameters": {"k": 4}, "at": [11, 28]}));
    let by_name = done(&desk, "ask", json!({"game": "blocking", "parameters": {"k": "4"}, "at": "11,28"}));
    assert_eq!((&by_text["outcome"], &by_text["block"]), (&by_name["outcome"], &by_name["block"]));
}

#[test]
fn a_game_is_played_to_its_end_and_won_by_the_winning_side() {
    let desk = desk();
    for (game, at) in [
        ("W^3", json!([6, 9])),
        ("(2,1)IN", json!([5, 8])),
        ("W_2", json!([4, 6])),
        ("N_3", json!([3, 4, 5])),
    ] {
        let begin = json!({"game": game, "at": at, "one": "machine", "two": "machine"});
        let winner =
            done(&desk, "play", json!({"game": game, "at": at, "why": true}))["why"]["winner"].clone();
        let data = done(&desk, "play", {
            let mut begin = begin;
            begin["machine"] = json!(true);
            begin
        });
        assert_eq!(
            (&data["turn"]["asked"], &data["turn"]["ending"]["winner"]),
            (&json!("over"), &winner),
            "{game}: {data}"
        );
        assert!(data["said"].as_str().is_some_and(|said| said.ends_with("wins.")), "{data}");
        let again = done(&desk, "play", json!({"record": data["record"], "review": true}));
        assert_eq!(again["review"].as_array().map(Vec::len), data["record"]["acts"].as_array().map(Vec::len));
    }
}

#[test]
fn hints_come_in_steps_and_memory_is_counted() {
    let desk = desk();
    let hint =
        |step: u32| done(&desk, "play", json!({"game": "WN", "at": [3, 4], "hint": step}))["hint"].clone();
    assert_eq!(hint(1)["words"], json!("There is a winning move."));
    assert_eq!((&hint(1)["act"], &hint(2)["act"]), (&Value::Null, &Value::Null));
    assert_eq!(hint(2)["kinds"], json!(["bishop"]));
    assert_eq!(hint(3)["act"], json!({"move": ["1", "2"]}));
    // Two were taken from the smaller pile: the same from the larger one would be an imitation.
    let data = done(&desk, "play", json!({"game": "IN", "at": [5, 7], "history": "7,7"}));
    let memory = &data["turn"]["memory"];
    assert_eq!(memory["squares"], json!([["5", "5"]]), "{data}");
    assert_eq!((&memory["count"], &memory["limit"]), (&json!(0), &json!(0)));
    let (status, error) = refused(&desk, "play", json!({"record": data["record"], "act": {"move": [5, 5]}}));
    assert!(status == 400 && error.contains("imitat"), "{status} {error}");
    let moved = done(&desk, "play", json!({"record": data["record"], "act": {"text": "5 6"}}));
    assert_eq!(moved["position"], json!(["5", "6"]));
    let back = done(&desk, "play", json!({"record": moved["record"], "undo": 1}));
    assert_eq!(back["position"], json!(["5", "7"]));
}

#[test]
fn the_kept_run_of_the_papers_is_of_these_items() {
    let kept = ReplicationReport::kept().expect("it is read");
    let items = all_items();
    assert_eq!(kept.items.len(), items.len(), "make replicate");
    for (item, kept) in items.iter().zip(&kept.items) {
        assert_eq!(
            (item.paper, item.name, item.claim),
            (kept.paper, kept.item.as_str(), kept.claim.as_str()),
            "make replicate"
        );
        assert_eq!((item.recorded, true), (kept.verdict, kept.as_recorded), "{}", item.name);
    }
    let data = done(&desk(), "papers", json!({"item": "blocking-wythoff"}));
    let shown = data["items"]
        .as_array()
        .expect("items")
        .iter()
        .filter(|item| item["show"]["game"].is_string())
        .count();
    assert!(shown > 3, "{shown} items can be shown");
}

#[test]
fn everything_is_described_and_answers() {
    let desk = desk();
    let description = describe();
    let certificate = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../wythoff-prove/certificates/blocking-4.json"
    ));
    let certificate = certificate.expect("a certificate");
    let examples = [
        ("about", json!({})),
        ("games", json!({})),
        ("rules", json!({"game": "blocking"})),
        ("read", json!({"text": "game \"G\"\nmove a: s + t <= 3\n"})),
        ("ask", json!({"game": "WN", "at": [3, 5]})),
        ("options", json!({"game": "W^3", "at": [3, 5]})),
        ("window", json!({"game": "W^3", "x": 0, "y": 0, "width": 9, "height": 9, "colouring": "surplus"})),
        ("tile", json!({"game": "WN", "x": 0, "y": 0, "scale": 64, "size": 64})),
        ("play", json!({"game": "W^3", "at": [3, 5], "reveal": true})),
        ("list", json!({"game": "WN", "first": 5})),
        ("download", json!({"game": "WN", "to": 20, "format": "csv"})),
        ("grundy", json!({"game": "WN", "to": 6})),
        ("beams", json!({"game": "WN", "columns": 2000})),
        ("describe", json!({"game": "WN"})),
        ("compare", json!({"game": "WN", "other": "W^1"})),
        ("star", json!({"game": "WN", "to": 60})),
        ("learn", json!({"game": "(1,1)WN", "games": 5, "seeds": 1, "size": 20})),
        ("draw", json!({"game": "WN", "to": 10, "as": "svg"})),
        ("automaton", json!({"certificate": certificate, "at": [11, 28]})),
        ("prove", json!({"game": "WN"})),
        ("check", json!({"certificate": certificate})),
        ("decide", json!({"formula": "Ax Ey y = x + 1"})),
        ("papers", json!({})),
        ("replicate", json!({"item": "beatty-extensions:Table 2"})),
    ];
    for operation in OPERATIONS {
        let (_, example) = examples.iter().find(|(name, _)| *name == operation.name).expect(operation.name);
        let reply = reply(&desk, operation.name, example.clone());
        assert_eq!(reply.status(), 200, "{}: {}", operation.name, String::from_utf8_lossy(&reply.bytes()));
        let path = &description["paths"][format!("/api/v1/{}", operation.name)];
        assert!(path["get"].is_object() && path["post"].is_object(), "{}", operation.name);
    }
    let walk = done(&desk, "automaton", json!({"certificate": certificate, "at": [11, 28]}));
    assert_eq!(walk["accepted"], json!(true), "{walk}");
    assert_eq!(done(&desk, "check", json!({"certificate": certificate}))["verdict"], json!("proved"));
    let levels = done(&desk, "prove", json!({"game": "2WN", "grundy": 1}));
    assert_eq!(levels["claim"]["kind"], "grundy");
    assert_eq!(levels["claim"]["states"], json!([9, 10]));
    let checked = done(&desk, "check", json!({"certificate": levels["certificate"]}));
    assert_eq!(checked["verdict"], "proved");
    let proved = done(&desk, "prove", json!({"game": "WN"}));
    let again = done(&desk, "check", json!({"certificate": proved["certificate"]}));
    assert_eq!(again["verdict"], json!("proved"));
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn value(&mut self, depth: u32) -> Value {
        let texts = [
            "",
            "W^4",
            "WN",
            "11,28",
            "-1",
            "10^100",
            "10^10000000",
            "(((((",
            "k=4",
            "true",
            "1e9",
            "\u{0}",
            "x y",
            "svg",
            "auto",
            "P",
            "game \"x\"\nmove a: s = 0\n",
            "Ax Ey x = y",
            "{}",
            "fib",
            "3;4;5",
            "🎲",
            "blocking(k=99999999999)",
            "9999999999",
        ];
        match self.throw(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.throw(2) == 0),
            2 => json!(self.throw(300)),
            3 | 4 => json!(texts[self.throw(texts.len())]),
            5 => Value::Array((0..self.throw(4)).map(|_| self.value(depth - 1)).collect()),
            _ => json!({"move": self.value(depth - 1)}),
        }
    }
}

#[test]
fn no_request_makes_it_panic() {
    let desk = desk();
    let mut dice = Dice(20);
    for _ in 0..800 {
        let operation = &OPERATIONS[dice.throw(OPERATIONS.len())];
        // What may take minutes is tried by itself.
        if matches!(
            operation.name,
            "replicate" | "prove" | "describe" | "beams" | "compare" | "learn" | "star"
        ) {
            continue;
        }
        let mut request = json!({});
        for field in operation.all_fields() {
            if field.name == "game" && dice.throw(2) == 0 {
                request["game"] = json!(["W^4", "WN", "IN", "W_2"][dice.throw(4)]);
            } else if dice.throw(3) == 0 {
                request[field.name] = dice.value(2);
            }
        }
        let budget = Budget::default().with_memory(1 << 26).with_work(20_000_000);
        let reply = desk.reply(operation.name, &request, &budget);
        assert!(
            [200, 400, 404, 422].contains(&reply.status()),
            "{} {request}: {}",
            operation.name,
            reply.status()
        );
        let error = reply.json().is_some_and(|data| data["error"].as_str().is_some_and(str::is_empty));
        assert!(!error, "{} {request}: a refusal without a sentence", operation.name);
    }
    for query in ["", "&&", "=", "a=%", "game=W%5E4&game=WN", "%00=1", "at=[[[[["] {
        let _ = from_query(query);
    }
}

#[test]
fn another_game_is_said_by_its_rules_too() {
    let (desk, text) = (desk(), "param k >= 1\nmove rook: s = 0 or t = 0\nmove bishop: |s - t| < k\n");
    let own = |k: u32| json!({"text": text, "parameters": {"k": k}});
    let compared = |other: Value| done(&desk, "compare", json!({"game": "3WN", "other": other}));
    assert_eq!(compared(own(3))["equal"], "proved");
    assert_eq!(compared(own(2))["equal"], "no");
    assert_eq!(compared(json!("3WN"))["equal"], "proved");
    assert_eq!(refused(&desk, "compare", json!({"game": "3WN", "other": {"text": "move"}})).0, 400);
    let beside = json!({"game": "W^4", "against": own(3), "to": 5, "as": "svg"});
    assert_eq!(reply(&desk, "draw", beside).status(), 200);
    assert_eq!(desk.game(&own(3)).expect("a game").game().piles(), 2);
    assert!(desk.game(&json!("W^4")).is_err());
}

#[test]
fn a_script_of_its_own_machine_has_more_room() {
    let (server, script) = (EngineKind::Server.limits(), EngineKind::Script.limits());
    assert!(script.list > server.list && script.memory > server.memory && script.text > server.text);
    assert_eq!(done(&Desk::script(), "about", json!({}))["engine"], "script");
}

/// How long this thread has computed, whatever else the machine does.
#[cfg(target_os = "linux")]
fn computed() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Does a request until it has computed for so long, and says for how long it did not look up at most.
#[cfg(target_os = "linux")]
fn longest_without_looking_up(desk: &Desk, operation: &str, request: &Value, most: Duration) -> Duration {
    struct Looks {
        at: Instant,
        computed: Duration,
        longest: Duration,
    }
    let begin = computed().expect("Linux tells it");
    let looks = Arc::new(Mutex::new(Looks { at: Instant::now(), computed: begin, longest: Duration::ZERO }));
    let seen = Arc::clone(&looks);
    let look = move || {
        let mut looks = seen.lock().expect("nobody panics");
        // What took no time took no time of the processor.
        if looks.at.elapsed() > Duration::from_millis(2) {
            let now = computed()?;
            looks.longest = looks.longest.max(now - looks.computed);
            (looks.at, looks.computed) = (Instant::now(), now);
        }
        (looks.computed - begin > most).then_some(Limit::Time)
    };
    let guard = look.clone();
    let _ = desk.reply(operation, request, &Budget::default().with_memory(256 << 20).with_guard(guard));
    // The end is as good as looking up.
    std::thread::sleep(Duration::from_millis(3));
    let _ = look();
    looks.lock().expect("nobody panics").longest
}

/// Whoever goes away frees the thread within 100 ms, so nothing computes longer than that without looking up. (Larger lists take longer to
/// be freed: 10^6 columns of two games 125 ms in this profile.)
#[cfg(target_os = "linux")]
#[test]
fn requests_look_up_often() {
    let desk = desk();
    let mut late = Vec::new();
    for (operation, request) in [
        ("prove", json!({"game": "W^17"})),
        ("prove", json!({"game": "W^6"})),
        ("beams", json!({"game": "W^4", "columns": 1_000_000})),
        ("describe", json!({"game": "W^5"})),
        ("compare", json!({"game": "W^3", "other": "W^5", "to": 300_000})),
        ("star", json!({"game": "W^2", "to": 2000})),
        ("learn", json!({"game": "(2,1)WN", "games": 1000, "size": 2000})),
        ("list", json!({"game": "W^17", "first": 50_000})),
        ("grundy", json!({"game": "W^3", "to": 1000})),
        ("tile", json!({"game": "W^17", "x": 1 << 20, "y": 1 << 21, "scale": 64})),
        ("window", json!({"game": "W^4", "x": "10^50", "y": "10^50", "width": 512, "height": 512})),
        ("draw", json!({"game": "W^7", "to": 100_000})),
        ("ask", json!({"game": "W^17", "at": ["100000", "150000"]})),
        ("options", json!({"game": "W^4", "at": ["10^20", "10^20"]})),
    ] {
        let longest = longest_without_looking_up(&desk, operation, &request, Duration::from_millis(1500));
        if longest > Duration::from_millis(100) {
            late.push(format!("{operation} {request}: {longest:?}"));
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

#[test]
fn the_engine_that_is_downloaded_leaves_out_what_a_page_does_not_need() {
    let (program, page) = (desk(), Desk::browser());
    for (operation, request) in [
        ("ask", json!({"game": "W^4", "at": ["11", "28"]})),
        ("papers", json!({})),
        ("papers", json!({"item": "blocking-wythoff:Theorem 1.1"})),
        ("draw", json!({"game": "W^3", "to": 9})),
        // What a page asks for to save what it shows.
        ("draw", json!({"game": "W^4", "window": "0,0:2000x1500", "size": 900})),
        ("draw", json!({"game": "W^4", "window": "0,0:40x30", "against": "WN"})),
        ("draw", json!({"game": "W^4", "window": "0,0:40x30", "colouring": "surplus"})),
        ("draw", json!({"game": "W^4", "window": "0,0:40x30", "at": ["11", "28"]})),
    ] {
        let replies = [&program, &page].map(|desk| reply(desk, operation, request.clone()));
        assert!(replies[0].is_done() && replies[0] == replies[1], "{operation} {request}");
    }
    for operation in OPERATIONS {
        let (status, error) = refused(&page, operation.name, json!({"nothing": 1}));
        assert_eq!((status, error.contains("has no field")), (400, true), "{}: {error}", operation.name);
    }
    let (status, error) = refused(&page, "draw", json!({"game": "W^3", "as": "pdf"}));
    assert_eq!((status, error.contains("the program draws png, pdf and tikz")), (400, true), "{error}");
    for figure in [json!({"paper": "blocking-wythoff", "figure": "2"}), json!({"family": true})] {
        let (status, error) = refused(&page, "draw", figure);
        assert_eq!((status, error.contains("the program draws figures of papers")), (400, true), "{error}");
    }
    let (status, error) = refused(&page, "replicate", json!({}));
    assert_eq!((status, error.contains("checked by the program")), (400, true), "{error}");
}
